// SPDX-License-Identifier: MIT
// Thinned strands: seen from afar only some nodes move, evenly spread; the others lie between them. The first nodes up to
// network.lead, of which some are held, and the last one always move. What a moving node weighs, and what two of them are
// apart, is that of all nodes and edges for which they stand. src/sim/network_detail.c counts alike.
#import strand

const LEAST_SPANS = 3u;

// The moving nodes of a strand: its first ones, then the ends of `spans` spans that share `edges` edges.
struct Thinned {
    lead: u32,
    edges: u32,
    spans: u32,
}

fn thinned(network: GpuNetwork, count: u32) -> Thinned {
    let lead = min(network.lead, count - 1u);
    let edges = count - 1u - lead;
    let wanted = (edges + network.thinning - 1u) / network.thinning;
    return Thinned(lead, edges, min(edges, max(wanted, LEAST_SPANS)));
}

fn moving_count(strand: Thinned) -> u32 {
    return strand.lead + strand.spans + 1u;
}

// The k-th of them.
fn moving_node(strand: Thinned, k: u32) -> u32 {
    if (k <= strand.lead) {
        return k;
    }
    return strand.lead + min(k - strand.lead, strand.spans) * strand.edges / max(strand.spans, 1u);
}

// [m] edge n of the strand as it is to be.
fn edge_rest(network: GpuNetwork, strand: vec4u, n: u32) -> f32 {
    return bitcast<f32>(links[network.linkBase + strand.x + n].x) * edge_scale(network, network.vertexBase + strand.x + n);
}

// [m] all edges from one node to another.
fn way_rest(network: GpuNetwork, strand: vec4u, a: u32, b: u32) -> f32 {
    var sum = 0.0;
    for (var n = a; n < b; n++) {
        sum += edge_rest(network, strand, n);
    }
    return sum;
}

// Edges between two nodes that have begun to move, or to move alone: as short as the nodes are near, so that nothing jumps.
// They grow by and by (network_air).
fn shorten_way(network: GpuNetwork, strand: vec4u, a: u32, b: u32) {
    let first = network.vertexBase + strand.x;
    let now = distance(positions[first + a].xyz, positions[first + b].xyz);
    let ratio = now / max(way_rest(network, strand, a, b), 1e-30);
    for (var n = first + a; n < first + b; n++) {
        nodes[n].lengthScale = clamp(nodes[n].lengthScale * ratio, 0.1, 1.0);
    }
}

// [1/kg] of the k-th moving node with its shares of the nodes around it.
fn moving_inverse_mass(network: GpuNetwork, strand: vec4u, moving: Thinned, k: u32) -> f32 {
    let first = network.vertexBase + strand.x;
    let here = moving_node(moving, k);
    if (nodes[first + here].inverseMass <= 0.0) {
        return 0.0;
    }
    var mass = 1.0 / nodes[first + here].inverseMass;
    let before = moving_node(moving, max(k, 1u) - 1u);
    for (var n = before + 1u; n < here; n++) {
        mass += f32(n - before) / f32(here - before) / nodes[first + n].inverseMass;
    }
    let after = moving_node(moving, k + 1u);
    for (var n = here + 1u; n < after; n++) {
        mass += f32(after - n) / f32(after - here) / nodes[first + n].inverseMass;
    }
    return 1.0 / mass;
}

// The angle by which a strand at rest turns about its node n.
fn rest_turn(network: GpuNetwork, strand: vec4u, n: u32) -> f32 {
    let before = bitcast<vec4f>(links[network.linkBase + strand.x + n - 1u]);
    let after = bitcast<f32>(links[network.linkBase + strand.x + n].x);
    let across = before.z * before.z - before.x * before.x - after * after;
    return acos(clamp(across / max(2.0 * before.x * after, 1e-30), -1.0, 1.0));
}

// What begins at the k-th moving node: an edge in the place of several, and bending as stiff as all of it was. An edge
// against bending stores energy by the square of the way that its nodes draw near, (l t^2 / 4)^2 for nodes l apart and a
// turn of t about the one between: with both s times as large, and one in s of them left, its stiffness is 1 / s^5.
fn span_link(network: GpuNetwork, strand: vec4u, moving: Thinned, k: u32) -> Link {
    var link = Link(0.0, 0.0, 0.0, 0.0);
    if (k >= moving.lead + moving.spans) {
        return link;
    }
    let at = network.linkBase + strand.x;
    let a = moving_node(moving, k);
    let b = moving_node(moving, k + 1u);
    var yielding = 0.0; // [m/N]
    for (var n = a; n < b; n++) {
        yielding += 1.0 / bitcast<f32>(links[at + n].y);
    }
    link.rest = way_rest(network, strand, a, b);
    link.stiffness = 1.0 / yielding;
    let bending = bitcast<f32>(links[at + b - 1u].w);
    if (k + 1u >= moving.lead + moving.spans || bending <= 0.0) {
        return link;
    }
    let c = moving_node(moving, k + 2u);
    var turn = 0.0; // turns between a and c, most of all those near b
    for (var n = a + 1u; n < c; n++) {
        let share = select(f32(c - n) / f32(c - b), f32(n - a) / f32(b - a), n < b);
        turn += share * rest_turn(network, strand, n);
    }
    let next = way_rest(network, strand, b, c);
    link.bend_rest = sqrt(max(0.0, link.rest * link.rest + next * next + 2.0 * link.rest * next * cos(min(turn, 3.1415926))));
    link.bend_stiffness = bending / pow(0.5 * f32(c - a), 5.0);
    return link;
}

// ---- The nodes between -----------------------------------------------------------------------------------------------

const SETTLING = 0.2; // [s]

struct Motion {
    place: vec3f,
    velocity: vec3f,
}

fn between(a: Motion, b: Motion, along: f32) -> Motion {
    return Motion(mix(a.place, b.place, along), mix(a.velocity, b.velocity, along));
}

// A node on its way to the straight line between two moving ones: what it is beside the line's point goes back as a
// critically damped spring would draw it, so that neither its place nor its velocity jumps.
fn settle(before: Motion, after: Motion, node: Motion, time: f32) -> Motion {
    let aside = node.place - before.place;
    let speed = node.velocity - before.velocity;
    let drawn = speed + aside / SETTLING;
    let kept = exp(-time / SETTLING);
    return Motion(after.place + kept * (aside + time * drawn), after.velocity + kept * (speed - (time / SETTLING) * drawn));
}
