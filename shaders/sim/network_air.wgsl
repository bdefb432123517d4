// SPDX-License-Identifier: MIT
// Once a frame: the air around each node, and how the node stands in it (node_predict, shaders/shared/node.wgsl); what was
// touched before returns to rest.
#import blocks
#import carried
#import density
#import edge
#import noise
#import vertex_normal

@group(0) @binding(0) var<uniform> frame: GpuFrame;
@group(0) @binding(1) var<storage, read> nodeBlocks: array<GpuBlock>;
@group(0) @binding(2) var<storage, read> networks: array<GpuNetwork>;
@group(0) @binding(3) var<storage, read> bodies: array<GpuBody>;
@group(0) @binding(4) var<storage, read> surface: array<u32>;
@group(0) @binding(5) var<storage, read> triangles: array<u32>;
@group(0) @binding(6) var<storage, read> positions: array<vec4f>;
@group(0) @binding(7) var<storage, read> density: array<u32>;
@group(0) @binding(8) var<storage, read_write> nodes: array<GpuNode>;

// [nodes] A pair of cells counts no more than this for each other: no push is stronger than half of it.
const CROWD = 8.0 * NODE;

// The air's velocity: gusts travel with the mean wind (Taylor's frozen turbulence).
fn air_velocity(place: vec3f) -> vec3f {
    let at = place / frame.gustScale - frame.gustShift.xyz;
    let gust = vec3f(noise(at, 3u).w, noise(at, 5u).w, noise(at, 7u).w);
    return frame.wind.xyz + length(frame.wind.xyz) * frame.wind.w * gust;
}

// What a node in one cell feels of the next one. A crowd is made smaller for both cells of a pair alike: so what they do to
// each other stays opposite and equal.
fn density_felt(here: f32, there: f32) -> f32 {
    return there * min(1.0, CROWD / max(max(here, there), 1.0));
}

// By how many nodes there are more at the next cell than at the one before, a cell.
fn density_slope(network: GpuNetwork, cell: vec3i) -> vec3f {
    let here = f32(density[density_counter(network, cell)]);
    var slope = vec3f(0.0);
    for (var axis = 0u; axis < 3u; axis++) {
        let one = vec3i(vec3u(axis) == vec3u(0u, 1u, 2u));
        let next = density_felt(here, f32(density[density_counter(network, cell + one)]));
        let last = density_felt(here, f32(density[density_counter(network, cell - one)]));
        slope[axis] = (next - last) * (0.5 / NODE);
    }
    return slope;
}

// Away from where nodes are dense. A node takes slopes in the shares in which it is counted: so it does not push itself, and
// all pushes together are 0.
fn repulsion_at(network: GpuNetwork, place: vec3f) -> vec3f {
    let around = density_around(network, place);
    var slope = vec3f(0.0);
    for (var k = 0u; k < 8u; k++) {
        let share = f32(density_share(around.part, k)) * (1.0 / NODE);
        slope += share * density_slope(network, around.cell + vec3i(density_corner(k)));
    }
    return -network.repulsion * slope;
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
    var shape = vec3f(0.0);
    if (network.strandCount == 0u) {
        shape = vertex_normal(bodies[block.body], local);
    } else {
        if (network.flowIntensity != 0.0) {
            shape = network.flowIntensity * swirl(place * network.pull.w);
        }
        if (network.repulsion != 0.0) {
            shape += repulsion_at(network, positions[i].xyz);
        }
    }
    // what was touched returns: lengths by a quarter a second, decay by 1 a second
    let time = network.timeStep * f32(network.steps);
    let node = nodes[i];
    nodes[i].lengthScale = min(1.0, node.lengthScale + 0.25 * time);
    nodes[i].decay = node.decay + clamp(node.restDecay - node.decay, -time, time);
    var air = vec4f(air_velocity(place), 0.0);
    if (is_carried(network, node_inverse_mass(node, positions[i]))) {
        // w: home is known
        air = vec4f(select(home_of(network, positions[i].xyz), node.air.xyz, node.air.w > 0.0), 1.0);
    }
    nodes[i].air = air;
    nodes[i].shape = vec4f(shape, node.shape.w);
}
