// SPDX-License-Identifier: MIT
// Writes words to places of their own: records of a place and what goes to it and behind it (src/sim/scatter.c).
#import blocks

@group(0) @binding(0) var<storage, read> records: array<u32>; // before them: how wide and how many they are
@group(0) @binding(1) var<storage, read_write> words: array<u32>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn scatter_words(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) counts: vec3u,
                 @builtin(local_invocation_index) thread: u32) {
    let width = records[0];
    let record = block_index(workgroup, counts) * WORKGROUP_SIZE + thread;
    if (record >= records[1]) {
        return;
    }
    let at = 2u + record * width;
    // no loop up to a loaded count: at most three words
    let place = records[at];
    words[place] = records[at + 1u];
    if (width > 2u) {
        words[place + 1u] = records[at + 2u];
    }
    if (width > 3u) {
        words[place + 2u] = records[at + 3u];
    }
}
