// SPDX-License-Identifier: MIT
// Ripples of the ground, for the eye alone: rings that spread and fade, as of drops, from where bodies hide the sky from it.
// A square of four waves' edge holds two drops at a time; each lives until its ring has gone as far as the square is wide.
// The pattern repeats after 64 squares.
#import noise

const RIPPLE_DROPS = 2u;
const WAVES = 4.0; // in a square's edge
const RIPPLE_PERIOD = 64.0;

// Slope of the ground at p (relative to the eye): what its height gains a metre, along x and z. footprint: [m] a pixel there.
fn ripple_slope(p: vec2f, footprint: f32) -> vec2f {
    let size = view.ripple.y;
    let sharp = 1.0 - smoothstep(0.15, 0.45, footprint * WAVES / size);
    if (!(view.ripple.x > 0.0) || sharp <= 0.0) {
        return vec2f(0.0);
    }
    let at = p / size + view.ripple.zw;
    let home = floor(at);
    var slope = vec2f(0.0);
    for (var k = 0u; k < 9u * RIPPLE_DROPS; k++) {
        let drop = k % RIPPLE_DROPS;
        let cell = home + vec2f(f32(k / RIPPLE_DROPS % 3u) - 1.0, f32(k / RIPPLE_DROPS / 3u) - 1.0);
        let wrapped = vec2i(cell - RIPPLE_PERIOD * floor(cell / RIPPLE_PERIOD));
        let life = view.rippleTime + 0.5 * lattice_value(vec3i(wrapped, 0), 11u + drop) + 0.5;
        let number = i32(floor(life)) & 63; // of the drop: each falls elsewhere
        let age = fract(life);
        let place = cell + 0.5 + 0.5 * vec2f(lattice_value(vec3i(wrapped, number), 21u + drop),
                                             lattice_value(vec3i(wrapped, number), 31u + drop));
        let way = at - place;
        let r = length(way);
        let s = (r - age) * WAVES; // waves ahead of the ring
        if (abs(s) > 2.2 || r > 1.0) {
            continue;
        }
        let middle = (place - view.ripple.zw) * size;
        let hidden = 1.0 - sky_open(vec3f(middle.x, 0.0, middle.y));
        let fade = smoothstep(0.0, 0.1, age) * (1.0 - age) * (1.0 - r) * smoothstep(0.01, 0.2, hidden);
        let phase = 6.2831853 * s;
        let steep = exp(-1.2 * s * s) * (-2.4 * s * cos(phase) - 6.2831853 * sin(phase));
        slope += way * (fade * steep / max(r, 1e-4));
    }
    return slope * (sharp * view.ripple.x * WAVES / size);
}
