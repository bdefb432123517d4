// SPDX-License-Identifier: MIT
// Small bodies: one workgroup keeps a whole body's displacements in its own memory and runs all substeps of a frame.
// LANES threads share a vertex, as in vbd_sweep.
#import blocks
#import star
#import vertex_step
#import momentum
#import lanes
#import finite

@group(0) @binding(0) var<uniform> frame: GpuFrame;
@group(0) @binding(1) var<storage, read> residentBodies: array<GpuBlock>;
@group(0) @binding(2) var<storage, read> bodies: array<GpuBody>;
@group(0) @binding(3) var<storage, read> rest: array<vec4f>;
@group(0) @binding(4) var<storage, read> stars: array<u32>;
@group(0) @binding(5) var<storage, read_write> positions: array<vec4f>;
@group(0) @binding(6) var<storage, read_write> increments: array<vec4f>;
@group(0) @binding(7) var<storage, read_write> velocities: array<vec4f>;
@group(0) @binding(8) var<storage, read_write> health: array<atomic<u32>>;
@group(0) @binding(9) var<uniform> colliders: array<GpuCollider, 32>;

override CAPACITY: u32 = 512u; // vertices that fit
override LAST: bool = true;    // the frame ends with this dispatch

// Where displacements lie in the workgroup's memory, behind the lanes' sums: all x, all y, all z.
fn moved(axis: u32, vertex: u32) -> u32 {
    return TERMS * WORKGROUP_SIZE + axis * CAPACITY + vertex;
}

fn increment_of(body: GpuBody, vertex: u32) -> vec3f {
    return vec3f(lane_terms[moved(0u, vertex)], lane_terms[moved(1u, vertex)], lane_terms[moved(2u, vertex)]);
}

fn set_increment(vertex: u32, u: vec3f) {
    lane_terms[moved(0u, vertex)] = u.x;
    lane_terms[moved(1u, vertex)] = u.y;
    lane_terms[moved(2u, vertex)] = u.z;
}

fn with_mass(body: GpuBody, local: u32, increment: vec4f) -> vec4f {
    return vec4f(increment.xyz, body.inverseDensity / rest[body.restBase + local].w);
}

fn begin_vertices(body: GpuBody, thread: u32) {
    for (var local = thread; local < body.vertexCount; local += WORKGROUP_SIZE) {
        let i = body.vertexBase + local;
        let state = begin_substep(body, frame, VertexState(positions[i], with_mass(body, local, increments[i]), velocities[i]));
        positions[i] = state.position;
        velocities[i] = state.velocity;
        increments[i] = state.increment;
        set_increment(local, state.increment.xyz);
    }
}

const SEGMENTS = 16u; // of the threads' sums, added up in two levels

// Through the lanes' memory. Needs uniform control flow.
fn shift_of(body: GpuBody, thread: u32) -> vec3f {
    if (body.freeMass == 0.0) {
        return vec3f(0.0);
    }
    var mine = vec4f(0.0);
    for (var local = thread; local < body.vertexCount; local += WORKGROUP_SIZE) {
        let i = body.vertexBase + local;
        mine += changed_momentum(frame, vec4f(increment_of(body, local), increments[i].w), velocities[i]);
    }
    for (var c = 0u; c < 4u; c++) {
        lane_terms[c * WORKGROUP_SIZE + thread] = mine[c];
    }
    workgroupBarrier();
    let each = WORKGROUP_SIZE / SEGMENTS;
    var sum = 0.0;
    if (thread < 4u * SEGMENTS) {
        for (var k = 0u; k < each; k++) {
            sum += lane_terms[(thread / SEGMENTS) * WORKGROUP_SIZE + (thread % SEGMENTS) * each + k];
        }
    }
    workgroupBarrier();
    if (thread < 4u * SEGMENTS) {
        lane_terms[thread] = sum;
    }
    workgroupBarrier();
    var total = vec4f(0.0);
    for (var k = 0u; k < SEGMENTS; k++) {
        total += vec4f(lane_terms[k], lane_terms[SEGMENTS + k], lane_terms[2u * SEGMENTS + k], lane_terms[3u * SEGMENTS + k]);
    }
    return momentum_shift(body, total);
}

fn end_vertices(body: GpuBody, slot: u32, thread: u32, last: bool) {
    let shift = shift_of(body, thread);
    for (var local = thread; local < body.vertexCount; local += WORKGROUP_SIZE) {
        let i = body.vertexBase + local;
        let u = vec4f(increment_of(body, local), increments[i].w);
        let state = end_substep(body, frame, VertexState(positions[i], u, velocities[i]), shift, body.guessTrust);
        positions[i] = select(state.position, last_place(state.position), last);
        increments[i] = state.increment;
        velocities[i] = state.velocity;
        if (last && (!finite(state.position.xyz) || !finite(state.velocity.xyz))) {
            atomicMin(&health[4u * slot], frame.number);
        }
    }
}

fn sum_star(body: GpuBody, vertex: u32, first: u32, end: u32, thread: u32) {
    var sum = CornerTerms(vec3f(0.0), vec3f(0.0), vec3f(0.0));
    for (var t = first + 3u * (thread % LANES); t < end; t += 3u * LANES) {
        let terms = corner_terms(body, star_element(body, vertex, t));
        sum = CornerTerms(sum.force + terms.force, sum.squares + terms.squares, sum.mixed + terms.mixed);
    }
    lanes_store(thread, sum);
}

fn step_vertex(body: GpuBody, slot: u32, vertex: u32, thread: u32, report: bool) {
    let i = body.vertexBase + vertex;
    let inverse_mass = increments[i].w;
    if (inverse_mass == 0.0) {
        return;
    }
    let sum = lanes_load(thread);
    let v = velocities[i];
    let step = vertex_step(body, frame, positions[i], vec4f(increment_of(body, vertex), inverse_mass), v.xyz,
                           VertexSystem(sum.force, sum.squares, sum.mixed));
    set_increment(vertex, step.u);
    velocities[i].w = step.lift;
    if (report) {
        atomicMax(&health[4u * slot + 1u], bitcast<u32>(step.residual));
        atomicMax(&health[4u * slot + 2u], bitcast<u32>(step.scale));
    }
}

// All vertices of one colour; every thread comes through all barriers.
fn sweep_color(body: GpuBody, slot: u32, begin: u32, end: u32, thread: u32, report: bool) {
    for (var place = begin; place < end; place += WORKGROUP_SIZE / LANES) {
        let mine = place + thread / LANES;
        let star = body.starBase + 4u * min(mine, end - 1u);
        let vertex = stars[star];
        if (mine < end) {
            sum_star(body, vertex, body.starBase + stars[star + 1u], body.starBase + stars[star + 2u], thread);
        }
        workgroupBarrier();
        lanes_sum(thread);
        workgroupBarrier();
        if (mine < end && thread % LANES == 0u) {
            step_vertex(body, slot, vertex, thread, report);
        }
        workgroupBarrier();
    }
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn vbd_resident(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) counts: vec3u,
                @builtin(local_invocation_index) thread: u32) {
    let index = block_index(workgroup, counts);
    if (index >= arrayLength(&residentBodies)) {
        return;
    }
    let slot = residentBodies[index].body;
    let body = bodies[slot];
    if (thread == 0u) { // this frame's residual
        atomicStore(&health[4u * slot + 1u], 0u);
        atomicStore(&health[4u * slot + 2u], 0u);
    }
    for (var substep = 1u; substep <= frame.residentSubsteps; substep++) {
        let last = LAST && substep == frame.residentSubsteps;
        begin_vertices(body, thread);
        storageBarrier();
        workgroupBarrier();
        for (var sweep = 1u; sweep <= frame.vbdSweeps; sweep++) {
            for (var color = 0u; color < body.colorCount; color++) {
                // where colours start stands behind the vertices' records
                let starts = body.starBase + 4u * body.vertexCount + color;
                sweep_color(body, slot, stars[starts], stars[starts + 1u], thread, last && sweep == frame.vbdSweeps);
            }
        }
        end_vertices(body, slot, thread, last);
        storageBarrier();
        workgroupBarrier();
    }
}
