// SPDX-License-Identifier: MIT
// A tet as the potential solvers see it: from one of its corners (corner 0) with the other three in an order that keeps it
// positive. All of its rest shape comes from the rest positions: nothing else is read per tet.
//
// Elastic energy of a tet, V0 W(F) (docs/physics.md, section 4):
//   ARAP              W = mu |F - R|^2 + lambda/2 (J - 1)^2
//   stable Neo-Hookean W = mu/2 (I - 3) + lambda/2 (J - alpha)^2 - mu/2 log(I + 1), alpha = 1 + 3/4 mu/lambda
//                     (Smith, de Goes and Kim 2018; mu and lambda are that paper's)
#import structs
#import rotation

const MODEL_ARAP = 0u;

struct Element {
    f: mat3x3f, // deformation gradient
    b1: vec3f,  // [1/m] rows of Dm^-1: dF = dx_a b_a^T
    b2: vec3f,
    b3: vec3f,
    n1: vec3f,  // dJ/dx_a = cof(F) b_a
    n2: vec3f,
    n3: vec3f,
    volume: f32, // [m3] at rest
    j: f32,      // det F
}

// rest1..3, edge1..3: corners 1..3 relative to corner 0, at rest and now.
fn element_of(rest1: vec3f, rest2: vec3f, rest3: vec3f, edge1: vec3f, edge2: vec3f, edge3: vec3f) -> Element {
    let c1 = cross(rest2, rest3);
    let d = dot(rest1, c1);
    let s = 1.0 / d;
    let b1 = c1 * s;
    let b2 = cross(rest3, rest1) * s;
    let b3 = cross(rest1, rest2) * s;
    let f = mat3x3f(edge1 * b1.x + edge2 * b2.x + edge3 * b3.x, edge1 * b1.y + edge2 * b2.y + edge3 * b3.y,
                    edge1 * b1.z + edge2 * b2.z + edge3 * b3.z);
    let n1 = cross(edge2, edge3) * s;
    return Element(f, b1, b2, b3, n1, cross(edge3, edge1) * s, cross(edge1, edge2) * s, d / 6.0, dot(edge1, n1));
}

// Force on corner 0 and the positive 3x3 block of second derivatives there; `squares`: xx, yy, zz; `mixed`: xy, xz, yz.
struct CornerTerms {
    force: vec3f,
    squares: vec3f,
    mixed: vec3f,
}

fn neo_hookean_alpha(body: GpuBody) -> f32 {
    return 1.0 + 0.75 * body.mu / body.lambda;
}

// For ARAP the block leaves the rotation's derivative out: with R fixed the energy bounds the true one from above, and J is
// linear in one corner, so that a step never raises the energy.
fn corner_terms(body: GpuBody, e: Element) -> CornerTerms {
    let b0 = -(e.b1 + e.b2 + e.b3);
    let n0 = -(e.n1 + e.n2 + e.n3);
    let ln = body.lambda * n0;
    var diagonal: f32;
    var p: vec3f;
    var squares = ln * n0;
    var mixed = vec3f(ln.x * n0.y, ln.x * n0.z, ln.y * n0.z);
    if (body.model == MODEL_ARAP) {
        diagonal = 2.0 * body.mu * dot(b0, b0);
        p = (2.0 * body.mu) * ((e.f - rotation_of(e.f).r) * b0) + (e.j - 1.0) * ln;
    } else {
        let i1 = dot(e.f[0], e.f[0]) + dot(e.f[1], e.f[1]) + dot(e.f[2], e.f[2]);
        let q = 1.0 / (i1 + 1.0);
        let fb = e.f * b0;
        let w = (2.0 * body.mu * q * q) * fb;
        diagonal = body.mu * (1.0 - q) * dot(b0, b0);
        p = (body.mu * (1.0 - q)) * fb + (e.j - neo_hookean_alpha(body)) * ln;
        squares += w * fb;
        mixed += vec3f(w.x * fb.y, w.x * fb.z, w.y * fb.z);
    }
    return CornerTerms(-e.volume * p, e.volume * (squares + vec3f(diagonal)), e.volume * mixed);
}

// The force and nearly the matrix' own diagonal block, for preconditioning: ARAP's twists as where nothing is stretched.
fn row_terms(body: GpuBody, e: Element) -> CornerTerms {
    if (body.model != MODEL_ARAP) {
        return corner_terms(body, e);
    }
    let b0 = -(e.b1 + e.b2 + e.b3);
    let n0 = -(e.n1 + e.n2 + e.n3);
    let r = rotation_of(e.f).r;
    let rb = r * b0;
    let pressure = body.lambda * (e.j - 1.0);
    let ln = body.lambda * n0;
    let p = (2.0 * body.mu) * ((e.f - r) * b0) + pressure * n0;
    let squares = vec3f((body.mu + abs(pressure)) * dot(b0, b0)) + body.mu * rb * rb + ln * n0;
    let mixed = body.mu * vec3f(rb.x * rb.y, rb.x * rb.z, rb.y * rb.z) + vec3f(ln.x * n0.y, ln.x * n0.z, ln.y * n0.z);
    return CornerTerms(-e.volume * p, e.volume * squares, e.volume * mixed);
}

// An upper bound of a symmetric matrix' largest eigenvalue, exact for multiples of the identity.
fn largest_eigenvalue_bound(m: mat3x3f) -> f32 {
    let mean = (m[0].x + m[1].y + m[2].z) / 3.0;
    let d0 = m[0] - vec3f(mean, 0.0, 0.0);
    let d1 = m[1] - vec3f(0.0, mean, 0.0);
    let d2 = m[2] - vec3f(0.0, 0.0, mean);
    return mean + 2.0 * sqrt((dot(d0, d0) + dot(d1, d1) + dot(d2, d2)) / 6.0);
}

// The volume term's part that comes from the curvature of J. It softens as much as it stiffens, by at most pressure times
// the longest stretch: what is beyond `allowed`, as far as the rest of the block is stiff, is made up for, so that the
// block stays positive and never underestimates the energy.
fn pressure_block(e: Element, b0: vec3f, pressure: f32, allowed: f32, longest: f32) -> mat3x3f {
    let beyond = max(abs(pressure) - allowed, 0.0);
    return cross_matrix(e.f * cross(e.b1, b0)) * pressure + scaled_identity(beyond * longest * dot(b0, e.b1));
}

// Second derivative between corners 0 and 1, kept positive over the tet (docs/physics.md, section 4b).
fn edge_block(body: GpuBody, e: Element) -> mat3x3f {
    let b0 = -(e.b1 + e.b2 + e.b3);
    let n0 = -(e.n1 + e.n2 + e.n3);
    var h = outer(n0, e.n1) * body.lambda;
    if (body.model == MODEL_ARAP) {
        let rotation = rotation_of(e.f);
        let s = e.f * transpose(rotation.r); // F = S R
        // tr(S) I - S with its eigenvalues raised to 2 or more: twists are never softer than 0
        let longest = largest_eigenvalue_bound(s);
        let raise = max(0.0, 2.0 - (rotation.trace - longest));
        let g = inverse3(scaled_identity(rotation.trace + raise) - 0.5 * (s + transpose(s)));
        h += (scaled_identity(dot(b0, e.b1)) + crossed(rotation.r * b0, g, rotation.r * e.b1)) * (2.0 * body.mu);
        h += pressure_block(e, b0, body.lambda * (e.j - 1.0), 0.0, longest);
    } else {
        let c = transpose(e.f) * e.f;
        let i1 = c[0].x + c[1].y + c[2].z;
        let q = 1.0 / (i1 + 1.0);
        let plain = body.mu * (1.0 - q);
        h += scaled_identity(plain * dot(b0, e.b1)) + outer(e.f * b0, e.f * e.b1) * (2.0 * body.mu * q * q);
        let longest = max(sqrt(largest_eigenvalue_bound(c)), 1e-12);
        h += pressure_block(e, b0, body.lambda * (e.j - neo_hookean_alpha(body)), plain / longest, longest);
    }
    return h * e.volume;
}
