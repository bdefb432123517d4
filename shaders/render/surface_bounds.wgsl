// SPDX-License-Identifier: MIT
// Bounds of all bodies relative to the eye. Floats are compared as integers that keep their order; maxima do not depend on
// the order of threads. Minima are kept as maxima of the bits' complements, so that zeros are empty bounds.
#import blocks

@group(0) @binding(0) var<uniform> view: GpuView;
@group(0) @binding(1) var<storage, read> vertexBlocks: array<GpuBlock>;
@group(0) @binding(2) var<storage, read> bodies: array<GpuBody>;
@group(0) @binding(3) var<storage, read> positions: array<vec4f>;
@group(0) @binding(4) var<storage, read> drawn: array<GpuDrawn>;
@group(0) @binding(5) var<storage, read_write> bounds: array<atomic<u32>, 8>;

var<workgroup> least: array<atomic<u32>, 3>;
var<workgroup> most: array<atomic<u32>, 3>;

fn ordered(value: f32) -> u32 {
    let bits = bitcast<u32>(value);
    return select(bits | 0x80000000u, ~bits, (bits & 0x80000000u) != 0u);
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn surface_bounds(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) counts: vec3u,
                  @builtin(local_invocation_index) thread: u32) {
    if (thread < 3u) {
        atomicStore(&least[thread], 0u);
        atomicStore(&most[thread], 0u);
    }
    workgroupBarrier();
    let index = block_index(workgroup, counts);
    if (index < view.vertexBlockCount) {
        let block = vertexBlocks[index];
        let body = bodies[block.body];
        let local = block.first + thread;
        if (local < body.vertexCount) {
            let p = positions[body.vertexBase + local].xyz + drawn[block.body].offset.xyz;
            // a body that blew up must not take the others' shadows with it
            if (all(abs(p) < vec3f(1e6))) {
                for (var k = 0u; k < 3u; k++) {
                    atomicMax(&least[k], ~ordered(p[k]));
                    atomicMax(&most[k], ordered(p[k]));
                }
            }
        }
    }
    workgroupBarrier();
    if (thread < 3u) {
        atomicMax(&bounds[thread], atomicLoad(&least[thread]));
        atomicMax(&bounds[thread + 4u], atomicLoad(&most[thread]));
    }
}
