// SPDX-License-Identifier: MIT
// Share of the sky that the bodies leave to each place of the ground: the cosine-weighted solid angle of what the map from
// below holds, ring by ring. A ring from r1 to r2 at height h covers h2 / (h2 + r1 r1) - h2 / (h2 + r2 r2) of the sky.
#import structs

@group(0) @binding(0) var<uniform> shadow: GpuShadow;
@group(0) @binding(1) var belowMap: texture_2d<u32>;
@group(0) @binding(2) var openMap: texture_storage_2d<rgba16float, write>;

const RINGS = 8;
const RAYS = 10;
// by a tenth of a turn
const TURN = mat2x2f(0.80901699, 0.58778525, -0.58778525, 0.80901699);

@compute @workgroup_size(8, 8)
fn ground_open(@builtin(global_invocation_id) id: vec3u) {
    let size = textureDimensions(openMap);
    if (any(id.xy >= size)) {
        return;
    }
    let texels = vec2f(textureDimensions(belowMap));
    let middle = (vec2f(id.xy) + 0.5) / vec2f(size);
    let reach = 1.2 * shadow.scale.w;
    var covered = 0.0;
    var inner = 0.0;
    var outer = 0.012 * reach;
    for (var ring = 0; ring < RINGS; ring++) {
        let radius = sqrt(0.5 * (inner * inner + outer * outer));
        // every other ring is half a ray on
        var way = select(vec2f(1.0, 0.0), vec2f(0.95105652, 0.30901699), (ring & 1) == 1);
        for (var ray = 0; ray < RAYS; ray++) {
            let at = middle + way * radius * shadow.below.xy;
            way = TURN * way;
            if (any(at < vec2f(0.0)) || any(at >= vec2f(1.0))) {
                continue;
            }
            let depth = bitcast<f32>(textureLoad(belowMap, vec2i(at * texels), 0).x);
            if (depth > 0.0) {
                let h = max((1.0 - depth) * shadow.scale.z, 1e-3 * reach);
                covered += h * h * (1.0 / (h * h + inner * inner) - 1.0 / (h * h + outer * outer)) / f32(RAYS);
            }
        }
        inner = outer;
        outer *= 1.88;
    }
    textureStore(openMap, id.xy, vec4f(1.0 - min(covered, 1.0)));
}
