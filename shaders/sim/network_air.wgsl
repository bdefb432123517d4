// SPDX-License-Identifier: MIT
// Once a frame, what the air does to each node. Cloth: pressure along the normal, c |r.n| (r.n) n with r the air's velocity
// relative to the node's and c = drag. Strands: c |r| r. Taken as it is at the frame's end, so no wind makes it unstable.
// And a swirling flow for fields of strands.
#import blocks
#import noise
#import vertex_normal

@group(0) @binding(0) var<uniform> frame: GpuFrame;
@group(0) @binding(1) var<storage, read> nodeBlocks: array<GpuBlock>;
@group(0) @binding(2) var<storage, read> networks: array<GpuNetwork>;
@group(0) @binding(3) var<storage, read> bodies: array<GpuBody>;
@group(0) @binding(4) var<storage, read> surface: array<u32>;
@group(0) @binding(5) var<storage, read> triangles: array<u32>;
@group(0) @binding(6) var<storage, read> positions: array<vec4f>;
@group(0) @binding(7) var<storage, read> velocities: array<vec4f>;
@group(0) @binding(8) var<storage, read_write> nodes: array<GpuNode>;

// The air's velocity: gusts travel with the mean wind (Taylor's frozen turbulence).
fn air_velocity(place: vec3f) -> vec3f {
    let at = place / frame.gustScale - frame.gustShift.xyz;
    let gust = vec3f(noise(at, 3u).w, noise(at, 5u).w, noise(at, 7u).w);
    return frame.wind.xyz + length(frame.wind.xyz) * frame.wind.w * gust;
}

// dv / dt = c |s| s, s = wind - v: over a time T to its end s' = s / (1 + c |s| T).
fn drag_acceleration(s: f32, c: f32, time: f32) -> f32 {
    return c * abs(s) * s / (1.0 + c * abs(s) * time);
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn network_air(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) counts: vec3u,
               @builtin(local_invocation_index) thread: u32) {
    let index = block_index(workgroup, counts);
    if (index >= arrayLength(&nodeBlocks)) {
        return;
    }
    let block = nodeBlocks[index];
    let network = networks[block.body];
    let local = block.first + thread;
    if (local >= network.nodeCount) {
        return;
    }
    let i = network.vertexBase + local;
    let place = positions[i].xyz + network.origin.xyz;
    let relative = air_velocity(place) - velocities[i].xyz;
    let time = network.timeStep * f32(network.steps);
    let speed = length(relative);
    var acceleration = relative * (drag_acceleration(speed, network.drag, time) / max(speed, 1e-20));
    if (network.strandCount == 0u) {
        let normal = vertex_normal(bodies[block.body], local);
        acceleration = normal * drag_acceleration(dot(relative, normal), network.drag, time);
    }
    if (network.flowIntensity != 0.0) {
        acceleration += network.flowIntensity * swirl(place * network.pull.w);
    }
    nodes[i].air = vec4f(acceleration, 0.0);
}
