// SPDX-License-Identifier: MIT
// Pinned vertices as dots of a constant size on the screen, in front of what hides them by little.
#import blocks
#import samples
#import marks

@group(0) @binding(0) var<uniform> view: GpuView;
@group(0) @binding(1) var<storage, read> raster: GpuRaster;
@group(0) @binding(2) var<storage, read> vertexBlocks: array<GpuBlock>;
@group(0) @binding(3) var<storage, read> bodies: array<GpuBody>;
@group(0) @binding(4) var<storage, read> positions: array<vec4f>;
@group(0) @binding(5) var<storage, read> drawn: array<GpuDrawn>;
@group(0) @binding(6) var<storage, read_write> samples: array<atomic<u32>>;

const RADIUS = 5.0; // pixels

@compute @workgroup_size(WORKGROUP_SIZE)
fn pin_dots(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) counts: vec3u,
            @builtin(local_invocation_index) thread: u32) {
    let index = block_index(workgroup, counts);
    if (index >= view.vertexBlockCount) {
        return;
    }
    let block = vertexBlocks[index];
    let body = bodies[block.body];
    let local = block.first + thread;
    if (local >= body.vertexCount) {
        return;
    }
    let state = positions[body.vertexBase + local];
    let p = state.xyz + drawn[block.body].offset.xyz;
    let w = -dot(view.back.xyz, p);
    if (state.w > 0.0 || !(w >= view.back.w)) {
        return;
    }
    let middle = vec2f(0.5 * view.width * (1.0 + dot(view.right.xyz, p) / (view.right.w * w)),
                       0.5 * view.height * (1.0 - dot(view.up.xyz, p) / (view.up.w * w)));
    let rows = Band(i32(raster.firstRow), raster.turn != 0u);
    let last = vec2i(i32(view.width), min(rows.first + i32(view.bandRows), i32(view.height))) - 1;
    let least = max(vec2i(clamp(middle - RADIUS, vec2f(-1.0), vec2f(65536.0))), vec2i(0, rows.first));
    let most = min(vec2i(clamp(middle + RADIUS, vec2f(-1.0), vec2f(65536.0))), last);
    for (var y = least.y; y <= most.y; y++) {
        for (var x = least.x; x <= most.x; x++) {
            for (var s = 0u; s < 4u; s++) {
                let at = vec2f(f32(x), f32(y)) + sample_place(s);
                let r = length(at - middle) / RADIUS;
                if (r <= 1.0) {
                    mark_sample(vec2i(x, y), s, at, min(view.back.w / w * 1.02, 1.0), select(PIN_LIGHT, PIN_DARK, r > 0.62),
                                rows);
                }
            }
        }
    }
}
