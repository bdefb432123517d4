// SPDX-License-Identifier: MIT
// An analytic sky: cool above, a pale calm band at the horizon, warm around the sun.

// Of the sun's light.
const SUN_COLOR = vec3f(1.0, 0.95, 0.87);

fn sky_radiance(direction: vec3f, sun: vec3f) -> vec3f {
    let up = clamp(direction.y, -1.0, 1.0);
    let zenith = vec3f(0.30, 0.45, 0.70);
    let horizon = vec3f(0.78, 0.82, 0.86);
    let below = vec3f(0.42, 0.42, 0.42);
    let sky = mix(horizon, zenith, pow(max(up, 0.0), 0.55));
    let ground = mix(horizon, below, smoothstep(0.0, 0.25, -up));
    let glow = pow(max(dot(direction, sun), 0.0), 24.0) * vec3f(0.30, 0.22, 0.12);
    return select(ground, sky, up >= 0.0) + glow;
}

// Cosine-weighted mean of the sky over the hemisphere around n, fitted to the gradient above.
fn sky_irradiance(n: vec3f) -> vec3f {
    let above = vec3f(0.44, 0.54, 0.70);
    let sideways = vec3f(0.48, 0.51, 0.56);
    let below = vec3f(0.38, 0.37, 0.36);
    return select(mix(sideways, below, -n.y), mix(sideways, above, n.y), n.y >= 0.0);
}
