# SPDX-License-Identifier: MIT
# shellcheck shell=bash
# Sourced by ./test: runs suites, counts their test cases, prints a line a suite and the totals last.

passed_total=0
failed_total=0
run_start=$SECONDS
declare -A built=()

is_wanted() {
    local name
    [ ${#wanted[@]} -eq 0 ] && return 0
    for name in "${wanted[@]}"; do [ "$name" = "$1" ] && return 0; done
    return 1
}

# suite NAME FLOOR BUILD COMMAND...: runs COMMAND once the function BUILD (- for none) has worked. COMMAND's last line
# `N passed, N failed` gives the counts. A command that fails without a failed case counts as one failure, and so does one
# that ran fewer cases than FLOOR: tests must not vanish unseen.
suite() {
    local name=$1 floor=$2 needed=$3 log=build/test/logs/$1.log start status=0 passed=0 failed=0 counts
    shift 3
    is_wanted "$name" || return 0
    if [ "$needed" != - ] && ! needs "$needed"; then
        echo "$name could not run: $needed failed"
        failed_total=$((failed_total + 1))
        return 0
    fi
    start=$EPOCHREALTIME
    "$@" >"$log" 2>&1 </dev/null || status=$?
    counts=$(grep -E '^[0-9]+ passed, [0-9]+ failed$' "$log" | tail -n 1)
    if [ -n "$counts" ]; then
        passed=${counts%% *}
        failed=${counts##*, }
        failed=${failed%% *}
    fi
    if [ "$status" -ne 0 ] && [ "$failed" -eq 0 ]; then
        failed=1
        echo "the suite's command ended with status $status" >>"$log"
    fi
    if [ $((passed + failed)) -lt "$floor" ]; then
        echo "only $((passed + failed)) tests ran, at least $floor were expected" >>"$log"
        failed=$((failed + 1))
    fi
    if [ "$failed" -ne 0 ]; then
        echo "---- $name failed; the end of $log:"
        # Closing lines of parts would be taken for the total of the whole.
        grep -v -E '^[0-9]+ passed, [0-9]+ failed$' "$log" | tail -n 60
        echo "----"
    fi
    report "$name" "$start" "$passed" "$failed"
}

report() {
    passed_total=$((passed_total + $3))
    failed_total=$((failed_total + $4))
    printf '%-24s %5d ok %5d bad %8.1f s\n' "$1" "$3" "$4" "$(seconds_since "$2")"
}

seconds_since() { LC_ALL=C awk -v a="$1" -v b="$EPOCHREALTIME" 'BEGIN { print b - a }'; }

# needs BUILD: runs the function BUILD once. Counts as a failure when it fails; what needs it is then passed over.
needs() {
    local log=build/test/logs/$1.log start=$EPOCHREALTIME
    if [ -n "${built[$1]:-}" ]; then return "${built[$1]}"; fi
    if "$1" >"$log" 2>&1 </dev/null; then
        built[$1]=0
        printf '%-24s %20s %8.1f s\n' "$1" "" "$(seconds_since "$start")"
    else
        built[$1]=1
        echo "---- $1 failed; the end of $log:"
        tail -n 60 "$log"
        echo "----"
        report "$1" "$start" 0 1
    fi
    return "${built[$1]}"
}

build() {
    local folder=$1
    shift
    configure "$folder" "$@" && cmake --build "$folder"
}

on_lavapipe() { with_driver "$(compgen -G '/usr/share/vulkan/icd.d/lvp_icd*.json' | head -n 1)" "$@"; }
on_swiftshader() { with_driver /usr/lib/chromium/vk_swiftshader_icd.json "$@"; }
with_driver() {
    local before=${VK_ICD_FILENAMES-}
    export VK_ICD_FILENAMES=$1
    shift
    "$@"
    export VK_ICD_FILENAMES=$before
    [ -n "$before" ] || unset VK_ICD_FILENAMES
}

# tests_of BUILD LABEL [WITHOUT]: the tests of one label, but not of that other one, counted by their cases.
tests_of() {
    local folder=$1 label=$2 without=${3:-none} junit=$PWD/build/test/results/$(basename "$1")-$2-$(basename "${VK_ICD_FILENAMES:-none}").xml
    local status=0
    # Two at once: of the software GPU drivers, too, one program keeps little more than one core busy. Tests that measure
    # time ask for the machine alone (RUN_SERIAL).
    ctest --test-dir "$folder" -L "^$label\$" -LE "^$without\$" -j 2 --output-on-failure --output-junit "$junit" \
        --test-output-size-passed 4000000 --test-output-size-failed 4000000 || status=$?
    "$python" tools/count_tests.py "$junit" && return "$status"
}

# fuzz_all BUILD SECONDS: shares the time among all harnesses.
fuzz_all() {
    local folder=$1 seconds=$2 harnesses harness name corpus passed=0 failed=0
    mapfile -t harnesses < <(find "$folder" -type f -perm -u+x -name 'fuzz_*' | sort)
    for harness in "${harnesses[@]}"; do
        name=$(basename "$harness")
        corpus=$folder/corpus/$name
        mkdir -p "$corpus" "$folder/findings"
        # New inputs go to the first folder; committed seeds are read from the second.
        if "$harness" -max_total_time=$((seconds / ${#harnesses[@]} + 1)) -timeout=20 -rss_limit_mb=3000 -print_final_stats=1 \
            -artifact_prefix="$folder/findings/$name-" "$corpus" $([ -d "fuzz/corpus/${name#fuzz_}" ] && echo "fuzz/corpus/${name#fuzz_}"); then
            passed=$((passed + 1))
        else
            failed=$((failed + 1))
            echo "FAILED: $name; the input is in $folder/findings"
        fi
    done
    echo "$passed passed, $failed failed"
    [ "$failed" -eq 0 ]
}

# tidy BUILD WASM_BUILD: clang-tidy over the sources of library and apps, one test a file, each with the build that compiles it.
tidy() {
    local results=build/test/results/tidy passed failed
    mkdir -p "$results"
    # shellcheck disable=SC2016
    git ls-files 'src/*.c' 'apps/*.c' | xargs -P 2 -I {} bash -c \
        'build=$1; grep -q "/$3\"" "$2/compile_commands.json" && ! grep -q "/$3\"" "$build/compile_commands.json" && build=$2
        clang-tidy-14 --quiet -p "$build" "$3" 2>/dev/null && echo "$3" >>"$4/passed" || echo "$3" >>"$4/failed"' \
        tidy "$1" "$2" {} "$results"
    passed=$(cat "$results/passed" 2>/dev/null | wc -l)
    failed=$(cat "$results/failed" 2>/dev/null | wc -l)
    [ "$failed" -eq 0 ] || sed 's/^/FAILED: /' "$results/failed"
    echo "$passed passed, $failed failed"
    [ "$failed" -eq 0 ]
}

finish() {
    if [ $((passed_total + failed_total)) -eq 0 ]; then
        echo "No test ran."
        failed_total=1
    fi
    printf '%-24s %20s %8.1f s\n' "all" "" $((SECONDS - run_start))
    echo "$passed_total passed, $failed_total failed"
    [ "$failed_total" -eq 0 ]
}
