// SPDX-License-Identifier: MIT
// LANES neighbouring threads that share a vertex add their sums through workgroup memory, always in the same order.
override LANES: u32 = 8u;
// All of the workgroup's memory is one array, because naga 29 does not compile two whose lengths are overrides: nine floats
// a thread for the sums, then what the kernel wants for itself.
override SHARED_FLOATS: u32 = 576u;

const TERMS = 9u;
var<workgroup> lane_terms: array<f32, SHARED_FLOATS>;

fn lanes_store(thread: u32, terms: CornerTerms) {
    for (var c = 0u; c < 3u; c++) {
        lane_terms[c * WORKGROUP_SIZE + thread] = terms.force[c];
        lane_terms[(c + 3u) * WORKGROUP_SIZE + thread] = terms.squares[c];
        lane_terms[(c + 6u) * WORKGROUP_SIZE + thread] = terms.mixed[c];
    }
}

// Between two barriers: each lane adds some of the terms up, into the first lane's place.
fn lanes_sum(thread: u32) {
    let first = thread - thread % LANES;
    for (var c = thread % LANES; c < TERMS; c += LANES) {
        var sum = 0.0;
        for (var l = 0u; l < LANES; l++) {
            sum += lane_terms[c * WORKGROUP_SIZE + first + l];
        }
        lane_terms[c * WORKGROUP_SIZE + first] = sum;
    }
}

// For the first lane.
fn lanes_load(thread: u32) -> CornerTerms {
    return CornerTerms(vec3f(lane_terms[thread], lane_terms[WORKGROUP_SIZE + thread], lane_terms[2u * WORKGROUP_SIZE + thread]),
                       vec3f(lane_terms[3u * WORKGROUP_SIZE + thread], lane_terms[4u * WORKGROUP_SIZE + thread],
                             lane_terms[5u * WORKGROUP_SIZE + thread]),
                       vec3f(lane_terms[6u * WORKGROUP_SIZE + thread], lane_terms[7u * WORKGROUP_SIZE + thread],
                             lane_terms[8u * WORKGROUP_SIZE + thread]));
}
