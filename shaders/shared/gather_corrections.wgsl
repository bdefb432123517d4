// SPDX-License-Identifier: MIT
// Sum of the corrections that the tets around a vertex stored, in ascending order of tets: the same bits in every run.
// Topology: per vertex {first, end, volume, spare}, then the list; first and end are relative to the body's topology.

fn gather_corrections(body: GpuBody, local: u32) -> vec3f {
    let record = body.topologyBase + 4u * local;
    let end = body.topologyBase + topology[record + 1u];
    var sum = vec3f(0.0);
    for (var k = body.topologyBase + topology[record]; k < end; k++) {
        sum += corrections[4u * body.tetBase + topology[k]].xyz;
    }
    return sum;
}
