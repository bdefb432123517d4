#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Builds the program several times, each time without one of the steps that make it fast, for docs/performance.md.
# usage: tools/ablations.sh FOLDER [CMAKE_ARGUMENT...]
set -euo pipefail
[ $# -ge 1 ] || { sed -n '3,4s/^# //p' "$0" >&2; exit 2; }
out=$(mkdir -p "$1" && cd "$1" && pwd)
shift
root=$(git -C "$(dirname "$0")" rev-parse --show-toplevel)
work=$(mktemp -d)
trap 'rm -rf "$work"; git -C "$root" worktree prune' EXIT
git -C "$root" worktree add -q --detach "$work/source" HEAD
cd "$work/source"
cmake -S . -B build -G Ninja -DCMAKE_BUILD_TYPE=Release -DSUPPLE_VIEWER=OFF -DSUPPLE_TESTS=OFF "$@" >"$work/log"

# without NAME [FILE FROM TO]...: replaces text, which must be there, builds, and puts everything back.
without() {
    local name=$1
    shift
    while [ $# -ge 3 ]; do
        grep -qF -- "$2" "$1" || { echo "ablations: $1 does not say: $2" >&2; exit 1; }
        python3 - "$@" <<'PYTHON'
import sys
path, old, new = sys.argv[1:4]
text = open(path).read()
open(path, "w").write(text.replace(old, new))
PYTHON
        shift 3
    done
    ninja -C build bin/supple >"$work/log" || { tail -n 20 "$work/log" >&2; exit 1; }
    cp build/bin/supple "$out/$name"
    git checkout -q .
    echo "$out/$name"
}

without as_is
without matrix_each_substep shaders/sim/newton_finish.wgsl 'return part.step == 1.0' 'return false && part.step == 1.0'
without threads_256 src/sim/potential.c 'WidestSolved = 512' 'WidestSolved = 256'
without lanes_1 src/sim/world.h 'SUP_LANES = 8' 'SUP_LANES = 1'
without strands_a_thread_each src/sim/world.h 'SUP_LANE_NODES = 128' 'SUP_LANE_NODES = 2'
