// SPDX-License-Identifier: MIT
// The tubes that strands are drawn as: rings around nodes, closed by half a ball of smaller rings and a point at each end, in
// the order that src/mesh/network_tubes.c lists. A thread takes a strand and carries a cross-section along it that turns with the
// strand but not around it (rotation minimising). A ring lies in the plane that halves the bend: tubes keep their width.
#import blocks
#import tangent

@group(0) @binding(0) var<storage, read> tubeBlocks: array<GpuBlock>;
@group(0) @binding(1) var<storage, read> networks: array<GpuNetwork>;
@group(0) @binding(2) var<storage, read> links: array<vec4u>;
@group(0) @binding(3) var<storage, read> nodes: array<GpuNode>;
@group(0) @binding(4) var<storage, read_write> positions: array<vec4f>;
@group(0) @binding(5) var<storage, read_write> normals: array<vec4f>;

const FULL_TURN = 6.283185307179586;
const SHARPEST = 0.35; // cosine of half the sharpest bend that is met exactly

// By how much more than its look says a node glows: where all follows lost swing, emission counts (1 - decay), doubled at the
// tip. Goes with the normals of its ring.
fn extra_glow(network: GpuNetwork, node: u32, along: f32) -> f32 {
    return network.glow * ((1.0 - nodes[node].decay) * (1.0 + along) - 1.0);
}

fn write_vertex(at: u32, place: vec3f, normal: vec3f, tangent: f32, glow: f32) {
    positions[at] = vec4f(place, tangent);
    normals[at] = vec4f(normal, glow);
}

// A ring around `middle`: `along` is the direction of the piece of strand before it, `bisector` that of the ring's plane.
fn write_ring(at: u32, sides: u32, middle: vec3f, radius: f32, across: vec3f, along: vec3f, bisector: vec3f, lean: f32,
              glow: f32) {
    let up = cross(along, across);
    let slope = 1.0 / max(dot(along, bisector), SHARPEST);
    let tangent = tangent_pack(bisector);
    for (var k = 0u; k < sides; k++) {
        let angle = FULL_TURN * f32(k) / f32(sides);
        let out = cos(angle) * across + sin(angle) * up;
        let offset = out - along * (dot(out, bisector) * slope);
        write_vertex(at + k, middle + radius * offset, normalize(out + lean * along), tangent, glow);
    }
}

// A ring of the half ball at an end: `out` leads away from the strand, `share` 0 is its point, 1 where the tube begins.
fn write_cap(at: u32, sides: u32, middle: vec3f, radius: f32, across: vec3f, out: vec3f, along: vec3f, share: f32, glow: f32) {
    let angle = 0.25 * FULL_TURN * share;
    let height = cos(angle);
    let width = sin(angle);
    write_ring(at, sides, middle + height * radius * out, width * radius, across, along, along,
               dot(out, along) * height / max(width, 1e-3), glow);
}

// Turned as the strand turns, from direction a to b.
fn carried(across: vec3f, a: vec3f, b: vec3f) -> vec3f {
    let turned = across - (dot(across, b) / max(1.0 + dot(a, b), 1e-3)) * (a + b);
    let square = turned - b * dot(turned, b);
    return select(across, normalize(square), dot(square, square) > 1e-12);
}

fn any_across(along: vec3f) -> vec3f {
    let a = abs(along);
    let axis = select(select(vec3f(0.0, 0.0, 1.0), vec3f(0.0, 1.0, 0.0), a.y <= a.z), vec3f(1.0, 0.0, 0.0),
                      a.x <= a.y && a.x <= a.z);
    return normalize(cross(along, axis));
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn network_tubes(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) counts: vec3u,
                 @builtin(local_invocation_index) thread: u32) {
    let index = block_index(workgroup, counts);
    if (index >= arrayLength(&tubeBlocks)) {
        return;
    }
    let block = tubeBlocks[index];
    let network = networks[block.body];
    let local = block.first + thread;
    if (local >= network.strandCount) {
        return;
    }
    let strand = links[network.strandBase + local];
    let first = strand.x;
    let count = strand.y;
    let radii = bitcast<vec2f>(strand.zw);
    let sides = network.sides;
    let base = network.vertexBase + first;
    let caps = max(sides / 4u, 1u);
    var at = network.tubeBase + first * sides + local * (2u * caps * sides + 2u);

    var along = vec3f(0.0, 1.0, 0.0);
    if (count > 1u) {
        let d = positions[base + 1u].xyz - positions[base].xyz;
        along = select(along, normalize(d), dot(d, d) > 1e-30);
    }
    var across = any_across(along);
    let root = positions[base].xyz;
    let root_glow = extra_glow(network, base, 0.0);
    write_vertex(at, root - radii.x * along, -along, tangent_pack(along), root_glow);
    at += 1u;
    for (var k = 1u; k <= caps; k++) {
        write_cap(at, sides, root, radii.x, across, -along, along, f32(k) / f32(caps + 1u), root_glow);
        at += sides;
    }
    for (var n = 0u; n < count; n++) {
        let middle = positions[base + n].xyz;
        var ahead = along;
        if (n + 1u < count) {
            let d = positions[base + n + 1u].xyz - middle;
            ahead = select(along, normalize(d), dot(d, d) > 1e-30);
        }
        let sum = along + ahead;
        let bisector = select(along, normalize(sum), dot(sum, sum) > 1e-6);
        let share = f32(n) / f32(max(count, 2u) - 1u);
        let radius = mix(radii.x, radii.y, share);
        write_ring(at, sides, middle, radius, across, along, bisector, 0.0, extra_glow(network, base + n, share));
        at += sides;
        across = carried(across, along, ahead);
        along = ahead;
    }
    let tip = positions[base + count - 1u].xyz;
    let tip_glow = extra_glow(network, base + count - 1u, 1.0);
    for (var k = caps; k > 0u; k--) {
        write_cap(at, sides, tip, radii.y, across, along, along, f32(k) / f32(caps + 1u), tip_glow);
        at += sides;
    }
    write_vertex(at, tip + radii.y * along, along, tangent_pack(along), tip_glow);
}
