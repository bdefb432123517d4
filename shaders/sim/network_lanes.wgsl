// SPDX-License-Identifier: MIT
// Strands whose nodes fit a workgroup, a thread a node: what network_strands does, through up to MOST_STEPS small steps. The
// tridiagonal system in the edges' pulls is solved by parallel cyclic reduction (Hockney 1965, in Hockney and Jesshope 1981):
// each turn takes the unknowns at a distance out of every row and doubles the distance. A workgroup takes WORKGROUP_SIZE /
// stride strands of one network; GpuBlock.spare is the stride, the nodes of the longest one. Of a thinned strand a thread
// takes a moving node, and at last the nodes between it and the next one.
#import blocks
#import node
#import node_hand
#import thinning

@group(0) @binding(0) var<uniform> frame: GpuFrame;
@group(0) @binding(1) var<storage, read> laneBlocks: array<GpuBlock>;
@group(0) @binding(2) var<storage, read> networks: array<GpuNetwork>;
@group(0) @binding(3) var<storage, read> links: array<vec4u>; // see network_strands
@group(0) @binding(4) var<storage, read_write> nodes: array<GpuNode>;
@group(0) @binding(5) var<storage, read> grabs: array<GpuGrab>;
@group(0) @binding(6) var<storage, read_write> positions: array<vec4f>;
@group(0) @binding(7) var<storage, read_write> increments: array<vec4f>;
@group(0) @binding(8) var<storage, read_write> velocities: array<vec4f>;
@group(0) @binding(9) var<uniform> colliders: array<GpuCollider, 32>;

override START: bool = false;
override PART: bool = false; // begins a later part of a frame
override MOST_STEPS: u32 = 1u;

var<workgroup> lane_x: array<vec4f, WORKGROUP_SIZE>;       // positions
var<workgroup> lane_u: array<vec4f, WORKGROUP_SIZE>;       // increments; w: inverse mass
var<workgroup> lane_edge: array<vec4f, WORKGROUP_SIZE>;    // edge n: direction, 0 when it does not work; then its pull
var<workgroup> lane_row: array<vec4f, WORKGROUP_SIZE>;     // edge n: lower, upper and right side of its row, its pivot being 1
var<workgroup> lane_impulse: array<vec4f, WORKGROUP_SIZE>; // what bending pulls at a node
// steps to do now, steps left in the frame; loaded as uniform: all threads must loop together
var<workgroup> lane_steps: vec2u;

// The edges that begin at node n of a strand with `count` nodes.
fn link_of(network: GpuNetwork, at: u32, node: u32, n: u32, count: u32) -> Link {
    var link = Link(0.0, 0.0, 0.0, 0.0);
    if (n + 1u < count) {
        let words = bitcast<vec4f>(links[at]);
        link.rest = words.x * edge_scale(network, node);
        link.stiffness = words.y;
        if (n + 2u < count) {
            link.bend_rest = words.z * bend_scale(network, node);
            link.bend_stiffness = words.w;
        }
    }
    return link;
}

fn way_to(thread: u32, further: u32) -> vec3f {
    return (lane_x[thread + further].xyz - lane_x[thread].xyz) + (lane_u[thread + further].xyz - lane_u[thread].xyz);
}

fn bend(network: GpuNetwork, thread: u32, link: Link) {
    let a = lane_u[thread];
    let b = lane_u[thread + 2u];
    let d = way_to(thread, 2u);
    let now = length(d);
    let softness = edge_softness(network, link.bend_stiffness, lane_x[thread], lane_x[thread + 2u]);
    let pull = d * (edge_pull(now - link.bend_rest, a.w + b.w, link.bend_stiffness, softness) / max(now, 1e-30));
    lane_u[thread] = vec4f(a.xyz + a.w * pull, a.w);
    lane_u[thread + 2u] = vec4f(b.xyz - b.w * pull, b.w);
    lane_impulse[thread] += vec4f(pull, 0.0);
    lane_impulse[thread + 2u] -= vec4f(pull, 0.0);
}

struct Edge {
    excess: f32,   // [m] length beyond rest
    softness: f32, // 1 / (k h^2)
}

// Edge n as it is now; its direction goes to lane_edge.
fn measure_edge(network: GpuNetwork, thread: u32, link: Link) -> Edge {
    var edge = Edge(0.0, 0.0);
    var direction = vec3f(0.0);
    if (link.stiffness > 0.0) {
        let d = way_to(thread, 1u);
        let now = length(d);
        if (now > 0.0 && lane_u[thread].w + lane_u[thread + 1u].w > 0.0) {
            direction = d / now;
            edge = Edge(now - link.rest, edge_softness(network, link.stiffness, lane_x[thread], lane_x[thread + 1u]));
        }
    }
    lane_edge[thread] = vec4f(direction, 0.0);
    return edge;
}

// Edge n: (w_n + w_n+1 + s) p_n - w_n (d_n-1 . d_n) p_n-1 - w_n+1 (d_n . d_n+1) p_n+1 = excess_n, p the pulls; divided by
// the pivot: {lower, upper, right side}.
fn row_of(thread: u32, n: u32, last: u32, edge: Edge) -> vec3f {
    let direction = lane_edge[thread].xyz;
    if (n >= last || dot(direction, direction) == 0.0) {
        return vec3f(0.0);
    }
    let w = lane_u[thread].w;
    let w_next = lane_u[thread + 1u].w;
    var lower = 0.0;
    var upper = 0.0;
    if (n > 0u) {
        lower = -w * dot(lane_edge[thread - 1u].xyz, direction);
    }
    if (n + 1u < last) {
        upper = -w_next * dot(direction, lane_edge[thread + 1u].xyz);
    }
    return vec3f(lower, upper, edge.excess) / ((1.0 + SOFTNESS) * (w + w_next) + edge.softness);
}

// Takes the unknowns at a distance out of row n of `rows`.
fn reduced(thread: u32, n: u32, rows: u32, distance: u32) -> vec3f {
    let row = lane_row[thread].xyz;
    var below = vec3f(0.0);
    var above = vec3f(0.0);
    if (n >= distance) {
        below = lane_row[thread - distance].xyz;
    }
    if (n + distance < rows) {
        above = lane_row[thread + distance].xyz;
    }
    let pivot = 1.0 - row.x * below.y - row.y * above.x;
    return vec3f(-row.x * below.x, -row.y * above.y, row.z - row.x * below.z - row.y * above.z) / pivot;
}

// The part of a strand's pulls that all its edges bear. Needs uniform control flow.
fn bearable_part(thread: u32, n: u32, edges: u32, stride: u32, pull: f32, link: Link) -> f32 {
    var part = 1.0;
    if (n < edges) {
        part = min(1.0, bearable(lane_u[thread].w + lane_u[thread + 1u].w, link.rest) / max(abs(pull), 1e-30));
    }
    lane_row[thread].w = part;
    for (var distance = 1u; distance < stride - 1u; distance *= 2u) { // the least of all
        workgroupBarrier();
        part = min(part, select(1.0, lane_row[thread - min(n, distance)].w, n < edges));
        if (n + distance < edges) {
            part = min(part, lane_row[thread + distance].w);
        }
        workgroupBarrier();
        lane_row[thread].w = part;
    }
    return part;
}

// The strand as it is thinned from now on.
fn begin_thinning(network: GpuNetwork, strand: vec4u, moving: Thinned, k: u32) {
    let first = network.vertexBase + strand.x;
    let before = max(nodes[first].shape.w, 1.0);
    let changes = before != f32(network.thinning);
    if (changes && k < moving.lead + moving.spans) {
        shorten_way(network, strand, moving_node(moving, k), moving_node(moving, k + 1u));
    }
    storageBarrier(); // the others need what this thread has shortened, and have read what it may set
    if (changes && k == 0u) {
        nodes[first].shape.w = f32(network.thinning);
    }
}

// Nodes between the k-th moving node and the next one, after the frame's steps up to `left`. Moving nodes were at lane_x and
// went with lane_edge, they are at lane_u and go with lane_row.
fn place_others(network: GpuNetwork, strand: vec4u, moving: Thinned, k: u32, thread: u32, steps_before: f32, left: f32) {
    let a = moving_node(moving, k);
    let b = moving_node(moving, k + 1u);
    let time = (steps_before - left) * network.timeStep;
    let next = thread + 1u;
    let whole = max(way_rest(network, strand, a, b), 1e-30);
    var along = 0.0;
    for (var n = a + 1u; n < b; n++) {
        along += edge_rest(network, strand, n - 1u) / whole;
        let i = network.vertexBase + strand.x + n;
        let x = positions[i].xyz;
        let before = between(Motion(lane_x[thread].xyz, lane_edge[thread].xyz), Motion(lane_x[next].xyz, lane_edge[next].xyz), along);
        let after = between(Motion(lane_u[thread].xyz, lane_row[thread].xyz), Motion(lane_u[next].xyz, lane_row[next].xyz), along);
        let node = settle(before, after, Motion(x, velocities[i].xyz), time);
        let way = node.place - x;
        let met = meet_colliders(network, x, way, share_before(network, steps_before), share_before(network, left));
        let placed = ground_clamp(network_ground(network, x), x, met).xyz;
        positions[i] = vec4f(x + placed, positions[i].w);
        // what is held back by something goes on with the line: the way in a frame is no velocity at its end
        velocities[i] = vec4f(select(node.velocity, after.velocity, any(placed != way)), 0.0);
        increments[i] = vec4f(0.0);
    }
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn network_lanes(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) counts: vec3u,
                 @builtin(local_invocation_index) thread: u32) {
    let index = block_index(workgroup, counts);
    if (index >= arrayLength(&laneBlocks)) {
        return;
    }
    let block = laneBlocks[index];
    let network = networks[block.body];
    let stride = block.spare;
    let n = thread % stride;
    let place = thread / stride;
    let inside = place < WORKGROUP_SIZE / stride && block.first + place < block.end;
    let strand = links[network.strandBase + select(block.first, block.first + place, inside)];
    let moving = thinned(network, strand.y);
    let count = moving_count(moving); // all, unless they are thinned
    let works = inside && n < count;
    let local = strand.x + moving_node(moving, select(0u, n, works));
    let i = network.vertexBase + local;
    if (thread == 0u) {
        let counted = increments[network.vertexBase + strand.x + strand.y - 1u].w;
        let left_before = select(u32(abs(counted)), network.steps, START);
        let of_part = min((left_before + network.partSteps - 1u) % network.partSteps + 1u, left_before);
        lane_steps = select(vec2u(of_part, left_before), vec2u(0u), counted < 0.0 && !PART && !START);
    }
    let steps = workgroupUniformLoad(&lane_steps);
    var left = steps.y;
    if (START) {
        begin_thinning(network, strand, moving, select(count, n, inside));
    }
    var node = nodes[i];
    var link = Link(0.0, 0.0, 0.0, 0.0);
    if (network.thinning > 1u && works) {
        link = span_link(network, strand, moving, n);
        node.inverseMass = moving_inverse_mass(network, strand, moving, n);
    } else if (works) {
        link = link_of(network, network.linkBase + strand.x + n, i, n, count);
    }
    let begun = positions[i];
    var x = begun;
    var u = increments[i].xyz;
    let begun_velocity = velocities[i].xyz;
    var v = begun_velocity;
    let led = node_is_led(x);
    for (var step = min(steps.x, MOST_STEPS); step > 0u; step--) {
        let inverse_mass = node_inverse_mass(node, x);
        if (works && !led) { // of a led node u and v are network_attach's
            if (inverse_mass > 0.0) {
                x = vec4f(led_out(network, x.xyz, share_before(network, f32(left))), x.w);
            }
            let hand = node_hand(network, local, x.xyz);
            let next = node_predict(network, frame.gravity.xyz, node, x, v, hand, f32(left));
            u = next.increment;
            v = next.velocity;
        }
        lane_x[thread] = x;
        lane_u[thread] = vec4f(u, inverse_mass);
        lane_impulse[thread] = vec4f(0.0);
        if (network.iterations > 0u) {
            for (var turn = 0u; turn < 2u; turn++) {
                workgroupBarrier();
                if (link.bend_stiffness > 0.0 && bends_in(turn, n)) {
                    bend(network, thread, link);
                }
            }
            workgroupBarrier();
            let edge = measure_edge(network, thread, link);
            workgroupBarrier();
            let last = select(0u, count - 1u, works); // edges of the strand
            var row = row_of(thread, n, last, edge);
            for (var distance = 1u; distance < stride - 1u; distance *= 2u) {
                lane_row[thread] = vec4f(row, 0.0);
                workgroupBarrier();
                row = reduced(thread, n, last, distance);
                workgroupBarrier();
            }
            if (network.led != 0u) {
                row.z *= bearable_part(thread, n, last, stride, row.z, link);
            }
            lane_edge[thread] *= row.z;
            workgroupBarrier();
            u = lane_u[thread].xyz;
            var pulled = lane_edge[thread].xyz;
            if (n > 0u) {
                pulled -= lane_edge[thread - 1u].xyz;
            }
            u += inverse_mass * pulled;
            if (led) {
                v += lane_impulse[thread].xyz + pulled;
            }
        }
        if (works && led) {
            x += vec4f(u, 0.0);
        } else if (works) {
            let done = node_finish(network, inverse_mass, x.xyz, u, v, f32(left));
            x = vec4f(x.xyz + done.increment, x.w);
            v = done.velocity;
        }
        left--;
    }
    if (works && steps.x > 0u) {
        positions[i] = x;
        velocities[i] = vec4f(v, 0.0);
        let counter = select(0.0, after_step(network, f32(left)), n + 1u == count);
        increments[i] = vec4f(select(vec3f(0.0), u, led), counter);
    }
    if (network.thinning > 1u) {
        workgroupBarrier();
        lane_x[thread] = begun;
        lane_edge[thread] = vec4f(begun_velocity, 0.0);
        lane_u[thread] = x;
        lane_row[thread] = vec4f(v, 0.0);
        workgroupBarrier();
        if (works && n + 1u < count && left < steps.y) {
            place_others(network, strand, moving, n, thread, f32(steps.y), f32(left));
        }
    }
}
