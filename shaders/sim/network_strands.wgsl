// SPDX-License-Identifier: MIT
// Strands of more nodes than network_lanes takes: a thread takes a strand through up to MOST_STEPS small steps. The lengths
// of all its edges are met together: one Newton step on them is a tridiagonal system in the edges' pulls, solved from end
// to end and back (Thomas' algorithm), so that a chain keeps its length however few steps a frame has. Bending edges, from a
// node to the next but one, go before.
//
// On the way increments.w and velocities.w of node i hold what elimination leaves of edge i; increments.w of the last node
// counts the steps that are left in this frame, negative between two parts of it.
#import blocks
#import node
#import node_hand
#import thinning

@group(0) @binding(0) var<uniform> frame: GpuFrame;
@group(0) @binding(1) var<storage, read> strandBlocks: array<GpuBlock>;
@group(0) @binding(2) var<storage, read> networks: array<GpuNetwork>;
// a link per node: rest length and stiffness to the next one, and to the next but one; elsewhere a GpuStrand per strand
@group(0) @binding(3) var<storage, read> links: array<vec4u>;
@group(0) @binding(4) var<storage, read_write> nodes: array<GpuNode>;
@group(0) @binding(5) var<storage, read> grabs: array<GpuGrab>;
@group(0) @binding(6) var<storage, read_write> positions: array<vec4f>;
@group(0) @binding(7) var<storage, read_write> increments: array<vec4f>;
@group(0) @binding(8) var<storage, read_write> velocities: array<vec4f>;
@group(0) @binding(9) var<uniform> colliders: array<GpuCollider, 32>;

override START: bool = false;
override PART: bool = false; // begins a later part of a frame
override MOST_STEPS: u32 = 1u;

fn predict_nodes(network: GpuNetwork, first: u32, count: u32, left: f32) {
    for (var n = 0u; n < count; n++) {
        let i = network.vertexBase + first + n;
        var x = positions[i];
        if (node_is_led(x)) { // u and v are network_attach's
            continue;
        }
        if (node_inverse_mass(nodes[i], x) > 0.0) {
            x = vec4f(led_out(network, x.xyz, share_before(network, left)), x.w);
            positions[i] = x;
        }
        let hand = node_hand(network, first + n, x.xyz);
        let next = node_predict(network, frame.gravity.xyz, nodes[i], x, velocities[i].xyz, hand, left);
        increments[i] = vec4f(next.increment, increments[i].w);
        velocities[i] = vec4f(next.velocity, 0.0);
    }
}

fn bend(network: GpuNetwork, base: u32, links_at: u32, count: u32, turn: u32) {
    for (var n = 0u; n + 2u < count; n++) {
        let link = bitcast<vec4f>(links[links_at + n]);
        if (link.w > 0.0 && bends_in(turn, n)) {
            let a = base + n;
            let b = a + 2u;
            let ua = increments[a];
            let ub = increments[b];
            let wa = node_inverse_mass(nodes[a], positions[a]);
            let wb = node_inverse_mass(nodes[b], positions[b]);
            let d = (positions[b].xyz - positions[a].xyz) + (ub.xyz - ua.xyz);
            let now = length(d);
            let softness = edge_softness(network, link.w, positions[a], positions[b]);
            let pull = d * (edge_pull(now - link.z * bend_scale(network, a), wa + wb, link.w, softness) / max(now, 1e-30));
            increments[a] = vec4f(ua.xyz + wa * pull, ua.w);
            increments[b] = vec4f(ub.xyz - wb * pull, ub.w);
            if (node_is_led(positions[a])) {
                velocities[a] += vec4f(pull, 0.0);
            }
            if (node_is_led(positions[b])) {
                velocities[b] -= vec4f(pull, 0.0);
            }
        }
    }
}

struct Edge {
    direction: vec3f,
    excess: f32,   // [m] length beyond rest
    softness: f32, // 1 / (k h^2)
    works: bool,
}

fn edge_at(network: GpuNetwork, base: u32, links_at: u32, n: u32) -> Edge {
    let i = base + n;
    let link = bitcast<vec4f>(links[links_at + n]);
    let d = (positions[i + 1u].xyz - positions[i].xyz) + (increments[i + 1u].xyz - increments[i].xyz);
    let now = length(d);
    return Edge(d / max(now, 1e-30), now - link.x * edge_scale(network, i),
                edge_softness(network, link.y, positions[i], positions[i + 1u]), link.y > 0.0 && now > 0.0);
}

// Edge n: (w_n + w_n+1 + s) p_n - w_n (d_n-1 . d_n) p_n-1 - w_n+1 (d_n . d_n+1) p_n+1 = excess_n, p the pulls.
fn eliminate(network: GpuNetwork, base: u32, links_at: u32, count: u32) {
    var before = vec3f(0.0); // direction of the edge before, 0 when it does not work
    var ratio = 0.0;         // of the row before: what it leaves of this row's pull
    var left = 0.0;          // and its right side
    var w = node_inverse_mass(nodes[base], positions[base]);
    var edge = edge_at(network, base, links_at, 0u);
    for (var n = 0u; n + 1u < count; n++) {
        let w_next = node_inverse_mass(nodes[base + n + 1u], positions[base + n + 1u]);
        var after = edge;
        after.works = false;
        if (n + 2u < count) {
            after = edge_at(network, base, links_at, n + 1u);
        }
        let lower = -w * dot(before, edge.direction);
        let upper = -w_next * dot(edge.direction, select(vec3f(0.0), after.direction, after.works));
        let pivot = (1.0 + SOFTNESS) * (w + w_next) + edge.softness - lower * ratio;
        let works = edge.works && w + w_next > 0.0;
        ratio = select(0.0, upper / pivot, works);
        left = select(0.0, (edge.excess - lower * left) / pivot, works);
        before = select(vec3f(0.0), edge.direction, works);
        increments[base + n] = vec4f(increments[base + n].xyz, ratio);
        velocities[base + n] = vec4f(velocities[base + n].xyz, left);
        w = w_next;
        edge = after;
    }
}

// The part of the pulls that all edges bear.
fn bearable_part(network: GpuNetwork, base: u32, links_at: u32, count: u32) -> f32 {
    var part = 1.0;
    var strength = 0.0;
    for (var k = 1u; k < count && network.led != 0u && network.iterations > 0u; k++) {
        let i = base + count - k;
        strength = velocities[i - 1u].w - increments[i - 1u].w * strength;
        let masses = node_inverse_mass(nodes[i - 1u], positions[i - 1u]) + node_inverse_mass(nodes[i], positions[i]);
        let rest = bitcast<f32>(links[links_at + count - k - 1u].x) * edge_scale(network, i - 1u);
        part = min(part, bearable(masses, rest) / max(abs(strength), 1e-30));
    }
    return part;
}

// Back from the tip. A node moves once the pulls of both its edges are known; its edges are then needed no more, so its
// step ends at once.
fn substitute_back(network: GpuNetwork, base: u32, links_at: u32, count: u32, left: f32) {
    var after = vec3f(0.0); // pull of the edge after the node
    var strength = 0.0;
    let part = bearable_part(network, base, links_at, count);
    for (var k = 0u; k < count; k++) {
        let i = base + count - 1u - k;
        var before = vec3f(0.0);
        if (i > base && network.iterations > 0u) {
            strength = velocities[i - 1u].w - increments[i - 1u].w * strength;
            before = (part * strength) * edge_at(network, base, links_at, i - 1u - base).direction;
        }
        let x = positions[i];
        let u = increments[i];
        if (node_is_led(x)) {
            positions[i] = x + vec4f(u.xyz, 0.0);
            velocities[i] = vec4f(velocities[i].xyz + (after - before), 0.0);
            after = before;
            continue;
        }
        let inverse_mass = node_inverse_mass(nodes[i], x);
        let moved = u.xyz + inverse_mass * (after - before);
        let done = node_finish(network, inverse_mass, x.xyz, moved, velocities[i].xyz, left);
        positions[i] = vec4f(x.xyz + done.increment, x.w);
        velocities[i] = vec4f(done.velocity, 0.0);
        increments[i] = vec4f(0.0, 0.0, 0.0, u.w);
        after = before;
    }
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn network_strands(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) counts: vec3u,
                   @builtin(local_invocation_index) thread: u32) {
    let index = block_index(workgroup, counts);
    if (index >= arrayLength(&strandBlocks)) {
        return;
    }
    let block = strandBlocks[index];
    let network = networks[block.body];
    let local = block.first + thread;
    if (local >= network.strandCount) {
        return;
    }
    let strand = links[network.strandBase + local];
    let base = network.vertexBase + strand.x;
    let links_at = network.linkBase + strand.x;
    let last = base + strand.y - 1u;
    let counted = increments[last].w;
    if (counted < 0.0 && !PART && !START) {
        return;
    }
    let left_before = select(u32(abs(counted)), network.steps, START);
    let of_part = min((left_before + network.partSteps - 1u) % network.partSteps + 1u, left_before);
    var left = left_before;
    if (START && nodes[base].shape.w > 1.0) { // of a thinned strand all nodes move again
        for (var n = 0u; n + 1u < strand.y; n++) {
            shorten_way(network, strand, n, n + 1u);
        }
        nodes[base].shape.w = 1.0;
    }
    for (var step = min(of_part, MOST_STEPS); step > 0u; step--) {
        predict_nodes(network, strand.x, strand.y, f32(left));
        if (network.iterations > 0u) {
            bend(network, base, links_at, strand.y, 0u);
            bend(network, base, links_at, strand.y, 1u);
            eliminate(network, base, links_at, strand.y);
        }
        substitute_back(network, base, links_at, strand.y, f32(left));
        left--;
        increments[last] = vec4f(increments[last].xyz, after_step(network, f32(left)));
    }
}
