// SPDX-License-Identifier: MIT
// Strands whose nodes fit a workgroup, a thread a node: what network_strands does, through up to MOST_STEPS small steps. The
// tridiagonal system in the edges' pulls is solved by parallel cyclic reduction (Hockney 1965, in Hockney and Jesshope 1981):
// each turn takes the unknowns at a distance out of every row and doubles the distance. A workgroup takes WORKGROUP_SIZE /
// stride strands of one network; GpuBlock.spare is the stride, the nodes of the longest one.
#import blocks
#import node
#import node_hand
#import strand

@group(0) @binding(0) var<uniform> frame: GpuFrame;
@group(0) @binding(1) var<storage, read> laneBlocks: array<GpuBlock>;
@group(0) @binding(2) var<storage, read> networks: array<GpuNetwork>;
@group(0) @binding(3) var<storage, read> links: array<vec4u>; // see network_strands
@group(0) @binding(4) var<storage, read> nodes: array<GpuNode>;
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

struct Link {
    rest: f32,           // [m]
    stiffness: f32,      // [N/m]; 0: no edge
    bend_rest: f32,      // to the next node but one
    bend_stiffness: f32, // 0: none
}

// The edges that begin at node n of a strand with `count` nodes.
fn link_of(network: GpuNetwork, at: u32, node: u32, n: u32, count: u32) -> Link {
    var link = Link(0.0, 0.0, 0.0, 0.0);
    if (n + 1u < count) {
        let words = bitcast<vec4f>(links[at]);
        link.rest = words.x * rest_scale(network, node, node + 1u);
        link.stiffness = words.y;
        if (n + 2u < count) {
            link.bend_rest = words.z * rest_scale(network, node, node + 2u);
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
    let works = inside && n < strand.y;
    let i = network.vertexBase + strand.x + select(0u, n, works);
    if (thread == 0u) {
        let counted = increments[network.vertexBase + strand.x + strand.y - 1u].w;
        let left_before = select(u32(abs(counted)), network.steps, START);
        let of_part = min((left_before + network.partSteps - 1u) % network.partSteps + 1u, left_before);
        lane_steps = select(vec2u(of_part, left_before), vec2u(0u), counted < 0.0 && !PART && !START);
    }
    let steps = workgroupUniformLoad(&lane_steps);
    var left = steps.y;
    let node = nodes[i];
    let link = link_of(network, network.linkBase + strand.x + n, i, n, select(0u, strand.y, works));
    var x = positions[i];
    var u = increments[i].xyz;
    var v = velocities[i].xyz;
    let led = node_is_led(x);
    for (var step = min(steps.x, MOST_STEPS); step > 0u; step--) {
        let inverse_mass = node_inverse_mass(node, x);
        if (works && !led) { // of a led node u and v are network_attach's
            if (inverse_mass > 0.0) {
                x = vec4f(led_out(network, x.xyz, share_before(network, f32(left))), x.w);
            }
            let hand = node_hand(network, strand.x + n, x.xyz);
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
            let last = select(0u, strand.y - 1u, works); // edges of the strand
            var row = row_of(thread, n, last, edge);
            for (var distance = 1u; distance < stride - 1u; distance *= 2u) {
                lane_row[thread] = vec4f(row, 0.0);
                workgroupBarrier();
                row = reduced(thread, n, last, distance);
                workgroupBarrier();
            }
            var pull = row.z;
            if (network.led != 0u && n < last) {
                let most = bearable(lane_u[thread].w + lane_u[thread + 1u].w, link.rest);
                pull = clamp(pull, -most, most);
            }
            lane_edge[thread] *= pull;
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
        let counter = select(0.0, after_step(network, f32(left)), n + 1u == strand.y);
        increments[i] = vec4f(select(vec3f(0.0), u, led), counter);
    }
}
