// SPDX-License-Identifier: MIT
// Block steps of all vertices of one colour, in all bodies. LANES threads share a vertex: each sums some of the tets around
// it, then a fixed order adds the sums.
#import blocks
#import star
#import vertex_step
#import lanes

@group(0) @binding(0) var<uniform> frame: GpuFrame;
@group(0) @binding(1) var<storage, read> colorBlocks: array<GpuBlock>;
@group(0) @binding(2) var<storage, read> bodies: array<GpuBody>;
@group(0) @binding(3) var<storage, read> rest: array<vec4f>;
@group(0) @binding(4) var<storage, read> stars: array<u32>;
@group(0) @binding(5) var<storage, read> positions: array<vec4f>;
@group(0) @binding(6) var<storage, read_write> increments: array<vec4f>;
@group(0) @binding(7) var<storage, read_write> velocities: array<vec4f>;
@group(0) @binding(8) var<storage, read_write> health: array<atomic<u32>>;
@group(0) @binding(9) var<uniform> colliders: array<GpuCollider, 32>;

override LAST: bool = false; // the frame's last sweep: its residual is the one to report

fn increment_of(body: GpuBody, vertex: u32) -> vec3f {
    return increments[body.vertexBase + vertex].xyz;
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn vbd_sweep(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) counts: vec3u,
             @builtin(local_invocation_index) thread: u32) {
    let index = block_index(workgroup, counts);
    if (index >= arrayLength(&colorBlocks)) {
        return;
    }
    let block = colorBlocks[index];
    let body = bodies[block.body];
    let place = block.first + thread / LANES;
    let inside = place < block.end;
    var vertex = 0u;
    if (inside) {
        let star = body.starBase + 4u * place;
        vertex = stars[star];
        let end = body.starBase + stars[star + 2u];
        var sum = CornerTerms(vec3f(0.0), vec3f(0.0), vec3f(0.0));
        for (var t = body.starBase + stars[star + 1u] + 3u * (thread % LANES); t < end; t += 3u * LANES) {
            let terms = corner_terms(body, star_element(body, vertex, t));
            sum = CornerTerms(sum.force + terms.force, sum.squares + terms.squares, sum.mixed + terms.mixed);
        }
        lanes_store(thread, sum);
    }
    workgroupBarrier();
    lanes_sum(thread);
    workgroupBarrier();
    let i = body.vertexBase + vertex;
    if (!inside || thread % LANES != 0u) {
        return;
    }
    let u = increments[i];
    if (u.w == 0.0) {
        return;
    }
    let sum = lanes_load(thread);
    let v = velocities[i];
    let step = vertex_step(body, frame, positions[i], u, v.xyz, VertexSystem(sum.force, sum.squares, sum.mixed));
    increments[i] = vec4f(step.u, u.w);
    velocities[i] = vec4f(v.xyz, step.lift);
    if (LAST) {
        atomicMax(&health[4u * block.body + 1u], bitcast<u32>(step.residual));
        atomicMax(&health[4u * block.body + 2u], bitcast<u32>(step.scale));
    }
}
