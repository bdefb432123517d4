// SPDX-License-Identifier: MIT
// Triangles into grids of samples by compute: what graphics hardware does, on all of a GPU's units instead of its few for
// drawing, and the same on every driver.
//
// A corner has its place in pixels and a depth that grows towards the viewer and is linear on the screen. Neighbours agree
// about their common edge to the last bit, because both go along it from its lesser end: no sample is lost or taken twice.

struct Flat {
    a: vec3f,
    b: vec3f,
    c: vec3f,
}

struct Edge {
    start: vec2f,
    along: vec2f,
    side: f32,
}

struct Plan {
    edges: array<Edge, 3>,
    least: vec2i, // pixels that may be covered, both ends included
    most: vec2i,
    slope: vec2f, // of the depth, a pixel
    anchor: vec3f,
    depths: vec2f, // least, greatest
}

fn edge_between(a: vec2f, b: vec2f) -> Edge {
    let turned = a.x > b.x || (a.x == b.x && a.y > b.y);
    let start = select(a, b, turned);
    return Edge(start, select(b, a, turned) - start, select(1.0, -1.0, turned));
}

fn inside(edge: Edge, p: vec2f) -> bool {
    let d = p - edge.start;
    let v = (edge.along.x * d.y - edge.along.y * d.x) * edge.side;
    return v > 0.0 || (v == 0.0 && edge.side > 0.0);
}

// Pixels outside [low, high] are left out. An empty plan has least > most: no area, not finite, out of sight.
fn plan_of(t: Flat, low: vec2i, high: vec2i) -> Plan {
    var plan: Plan;
    plan.least = vec2i(1);
    plan.most = vec2i(0);
    let p = t.b - t.a;
    let q = t.c - t.a;
    let area = p.x * q.y - p.y * q.x;
    let lowest = min(t.a.xy, min(t.b.xy, t.c.xy));
    let highest = max(t.a.xy, max(t.b.xy, t.c.xy));
    if (!(abs(area) > 0.0) || !(max(abs(lowest.x) + abs(lowest.y), abs(highest.x) + abs(highest.y)) < 1e9)) {
        return plan;
    }
    plan.least = vec2i(floor(clamp(lowest, vec2f(low), vec2f(high) + 1.0)));
    plan.most = min(vec2i(floor(clamp(highest, vec2f(low) - 1.0, vec2f(high) + 1.0))), high);
    if (area > 0.0) {
        plan.edges = array<Edge, 3>(edge_between(t.a.xy, t.b.xy), edge_between(t.b.xy, t.c.xy), edge_between(t.c.xy, t.a.xy));
    } else {
        plan.edges = array<Edge, 3>(edge_between(t.a.xy, t.c.xy), edge_between(t.c.xy, t.b.xy), edge_between(t.b.xy, t.a.xy));
    }
    plan.slope = vec2f(p.z * q.y - q.z * p.y, q.z * p.x - p.z * q.x) / area;
    plan.anchor = t.a;
    plan.depths = vec2f(min(t.a.z, min(t.b.z, t.c.z)), max(t.a.z, max(t.b.z, t.c.z)));
    return plan;
}

fn covers(plan: Plan, p: vec2f) -> bool {
    return inside(plan.edges[0], p) && inside(plan.edges[1], p) && inside(plan.edges[2], p);
}

fn depth_at(plan: Plan, p: vec2f) -> f32 {
    // a sliver's slope is mostly rounding
    return clamp(plan.anchor.z + dot(plan.slope, p - plan.anchor.xy), plan.depths.x, plan.depths.y);
}

fn pixel_count(plan: Plan) -> i32 {
    let size = max(plan.most - plan.least + 1, vec2i(0));
    return size.x * size.y;
}
