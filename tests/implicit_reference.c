// SPDX-License-Identifier: MIT
#include "implicit_reference.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/vec.h"

typedef struct Moduli {
    double mu, lambda, alpha;
    bool neoHookean;
} Moduli;

/// What a tet's second derivatives need, at the current displacements.
typedef struct TetState {
    Mat3 f, r, twist; ///< F, its rotation, (tr(S) I - S)^-1
    Mat3 cofactor;
    double j, i1;
    bool soft; ///< tr(S) I - S is not safely positive: leave the rotation's derivative out
} TetState;

struct Implicit {
    SupBodyAssetView view;
    Moduli moduli;
    double h, gravity[3], keep; ///< keep: what air damping leaves of a velocity
    uint32_t substeps;
    double *x, *v, *u, *mass;
    double *gradient, *step, *residual, *z, *direction, *product, *diagonal, *trial;
    uint8_t *pinned;
    Mat3 *b; ///< Dm^-1 per tet
    double *volume;
    TetState *states;
};

static Moduli moduliOf(const SupMaterial *m) {
    double mu = m->young / (2 * (1 + m->poisson)),
           lambda = m->young * m->poisson / ((1 + m->poisson) * (1 - 2 * m->poisson));
    Moduli out = {mu, lambda, 1.0, m->model == SupModel_NeoHookean};
    if (out.neoHookean) {
        out.mu = 4.0 / 3.0 * mu, out.lambda = lambda + 5.0 / 6.0 * mu;
        out.alpha = 1.0 + 0.75 * out.mu / out.lambda;
    }
    return out;
}

static double frobenius(Mat3 a, Mat3 b) {
    double sum = 0;
    for (int i = 0; i < 9; ++i) sum += a.m[i / 3][i % 3] * b.m[i / 3][i % 3];
    return sum;
}

static Mat3 combine(Mat3 a, double s, Mat3 b, double t) {
    Mat3 r;
    for (int i = 0; i < 9; ++i) r.m[i / 3][i % 3] = s * a.m[i / 3][i % 3] + t * b.m[i / 3][i % 3];
    return r;
}

static Mat3 cofactorOf(Mat3 f) {
    Vec3 a = vec3(f.m[0][0], f.m[1][0], f.m[2][0]), b = vec3(f.m[0][1], f.m[1][1], f.m[2][1]),
         c = vec3(f.m[0][2], f.m[1][2], f.m[2][2]);
    return mat3Columns(vec3Cross(b, c), vec3Cross(c, a), vec3Cross(a, b));
}

/// Rotation of F for det F > 0, by Newton's iteration X <- (X + X^-T)/2 (Higham 1986).
static Mat3 rotationOf(Mat3 f) {
    Mat3 x = f;
    for (int i = 0; i < 60; ++i) {
        Mat3 next = combine(x, 0.5, mat3Transpose(mat3Inverse(x)), 0.5), change = combine(next, 1, x, -1);
        x = next;
        if (frobenius(change, change) < 1e-30) break;
    }
    return x;
}

static Mat3 gradientOf(const Implicit *s, size_t t, const double *p) {
    const uint32_t *v = s->view.tets + 4 * t;
    Vec3 p0 = vec3Load(p + 3 * (size_t)v[0]);
    return mat3Multiply(mat3Columns(vec3Sub(vec3Load(p + 3 * (size_t)v[1]), p0), vec3Sub(vec3Load(p + 3 * (size_t)v[2]), p0),
                                    vec3Sub(vec3Load(p + 3 * (size_t)v[3]), p0)),
                        s->b[t]);
}

static double densityOf(const Moduli *m, Mat3 f) {
    double j = mat3Determinant(f), i1 = frobenius(f, f);
    if (m->neoHookean) return 0.5 * (m->mu * (i1 - 3 - log((i1 + 1) / 4)) + m->lambda * (j - m->alpha) * (j - m->alpha));
    Mat3 d = combine(f, 1, rotationOf(f), -1);
    return m->mu * frobenius(d, d) + 0.5 * m->lambda * (j - 1) * (j - 1);
}

static Mat3 stressOf(const Moduli *m, const TetState *t) {
    if (m->neoHookean) return combine(t->f, m->mu * (1 - 1 / (t->i1 + 1)), t->cofactor, m->lambda * (t->j - m->alpha));
    return combine(combine(t->f, 2 * m->mu, t->r, -2 * m->mu), 1, t->cofactor, m->lambda * (t->j - 1));
}

/// d(cof F) in direction dF.
static Mat3 cofactorChange(Mat3 f, Mat3 df) {
    return combine(cofactorOf(combine(f, 1, df, 0.5)), 1, cofactorOf(combine(f, 1, df, -0.5)),
                   -1); // exact: cof is quadratic
}

static Mat3 stressChange(const Moduli *m, const TetState *t, Mat3 df) {
    double dj = frobenius(t->cofactor, df), pressure = m->lambda * (t->j - (m->neoHookean ? m->alpha : 1));
    Mat3 out = combine(t->cofactor, m->lambda * dj, cofactorChange(t->f, df), pressure);
    if (m->neoHookean) {
        double q = 1 / (t->i1 + 1);
        out = combine(out, 1, df, m->mu * (1 - q));
        return combine(out, 1, t->f, 2 * m->mu * q * q * frobenius(t->f, df));
    }
    out = combine(out, 1, df, 2 * m->mu);
    if (t->soft) return out;
    Mat3 a = mat3Multiply(mat3Transpose(t->r), df);
    Vec3 axial = vec3(a.m[2][1] - a.m[1][2], a.m[0][2] - a.m[2][0], a.m[1][0] - a.m[0][1]), w = mat3Apply(t->twist, axial);
    Mat3 spin = {{{0, -w.z, w.y}, {w.z, 0, -w.x}, {-w.y, w.x, 0}}};
    return combine(out, 1, mat3Multiply(t->r, spin), -2 * m->mu);
}

/// Adds stress P of tet t, times `scale`, as forces -dE/dx to `out`.
static void addForces(const Implicit *s, size_t t, Mat3 p, double scale, double *out) {
    const uint32_t *v = s->view.tets + 4 * t;
    Mat3 g = mat3Multiply(p, mat3Transpose(s->b[t]));
    for (int k = 0; k < 3; ++k) {
        double total = 0;
        for (int c = 0; c < 3; ++c) {
            double value = scale * s->volume[t] * g.m[k][c];
            out[3 * (size_t)v[c + 1] + (size_t)k] += value;
            total += value;
        }
        out[3 * (size_t)v[0] + (size_t)k] -= total;
    }
}

static void displaced(const Implicit *s, const double *u, double *out) {
    for (size_t i = 0; i < 3 * (size_t)s->view.vertexCount; ++i) out[i] = s->x[i] + u[i];
}

/// G relative to inertia's own minimum at u = h v.
static double potential(Implicit *s, const double *u) {
    double sum = 0;
    for (size_t i = 0; i < 3 * (size_t)s->view.vertexCount; ++i) {
        double c = u[i] - s->h * s->v[i];
        sum += 0.5 * s->mass[i / 3] * c * c / (s->h * s->h);
    }
    displaced(s, u, s->trial);
    for (size_t t = 0; t < s->view.tetCount; ++t) {
        Mat3 f = gradientOf(s, t, s->trial);
        if (!s->moduli.neoHookean && mat3Determinant(f) <= 0) return INFINITY;
        sum += s->volume[t] * densityOf(&s->moduli, f);
    }
    return sum;
}

static void refresh(Implicit *s) {
    displaced(s, s->u, s->trial);
    size_t n = 3 * (size_t)s->view.vertexCount;
    for (size_t i = 0; i < n; ++i) s->gradient[i] = s->mass[i / 3] * (s->u[i] - s->h * s->v[i]) / (s->h * s->h);
    for (size_t t = 0; t < s->view.tetCount; ++t) {
        TetState *k = &s->states[t];
        k->f = gradientOf(s, t, s->trial);
        k->j = mat3Determinant(k->f), k->i1 = frobenius(k->f, k->f);
        k->cofactor = cofactorOf(k->f);
        if (!s->moduli.neoHookean) {
            k->r = rotationOf(k->f);
            Mat3 sym = mat3Multiply(mat3Transpose(k->r), k->f), m = {{{0}}};
            double trace = sym.m[0][0] + sym.m[1][1] + sym.m[2][2];
            for (int i = 0; i < 3; ++i) m.m[i][i] = trace;
            m = combine(m, 1, sym, -1);
            k->soft = mat3Determinant(m) < 1e-6;
            if (!k->soft) k->twist = mat3Inverse(m);
        }
        addForces(s, t, stressOf(&s->moduli, k), 1, s->gradient);
    }
    for (size_t i = 0; i < n; ++i)
        if (s->pinned[i / 3]) s->gradient[i] = 0;
}

static void multiply(const Implicit *s, const double *p, double *out) {
    size_t n = 3 * (size_t)s->view.vertexCount;
    for (size_t i = 0; i < n; ++i) out[i] = s->mass[i / 3] / (s->h * s->h) * p[i];
    for (size_t t = 0; t < s->view.tetCount; ++t)
        addForces(s, t, stressChange(&s->moduli, &s->states[t], gradientOf(s, t, p)), 1, out);
    for (size_t i = 0; i < n; ++i)
        if (s->pinned[i / 3]) out[i] = 0;
}

static double dot(const double *a, const double *b, size_t n) {
    double sum = 0;
    for (size_t i = 0; i < n; ++i) sum += a[i] * b[i];
    return sum;
}

/// Newton's step by conjugate gradients, to a relative residual that makes outer convergence quadratic; stops at
/// directions of negative curvature.
static void solve(Implicit *s, double relative) {
    size_t n = 3 * (size_t)s->view.vertexCount;
    for (size_t i = 0; i < n; ++i) {
        s->step[i] = 0;
        s->residual[i] = -s->gradient[i];
        s->direction[i] = s->z[i] = s->residual[i] * s->diagonal[i];
    }
    double rho = dot(s->residual, s->z, n), goal = rho * relative * relative;
    for (int k = 0; k < 2000 && rho > goal && rho > 1e-300; ++k) {
        multiply(s, s->direction, s->product);
        double curvature = dot(s->direction, s->product, n);
        if (curvature <= 0) {
            if (k == 0) memcpy(s->step, s->direction, n * sizeof *s->step);
            return;
        }
        double alpha = rho / curvature, before = rho;
        for (size_t i = 0; i < n; ++i) {
            s->step[i] += alpha * s->direction[i];
            s->residual[i] -= alpha * s->product[i];
            s->z[i] = s->residual[i] * s->diagonal[i];
        }
        rho = dot(s->residual, s->z, n);
        for (size_t i = 0; i < n; ++i) s->direction[i] = s->z[i] + rho / before * s->direction[i];
    }
}

static void substep(Implicit *s) {
    size_t n = 3 * (size_t)s->view.vertexCount;
    for (size_t i = 0; i < n; ++i) {
        s->v[i] = s->pinned[i / 3] ? 0 : s->v[i] * s->keep + s->h * s->gravity[i % 3];
        // a first guess on the safe side: bodies move on, without being folded by what is new
        s->u[i] = s->h * s->v[i];
    }
    double now = potential(s, s->u);
    for (int k = 0; k < 50; ++k) {
        refresh(s);
        double worst = 0, scale = 1e-9;
        for (size_t i = 0; i < n; ++i) {
            double weight = s->h * s->h / s->mass[i / 3];
            worst = fmax(worst, fabs(s->gradient[i]) * weight);
            scale = fmax(scale, fabs(s->u[i]));
        }
        if (worst < 1e-11 * scale) break;
        solve(s, k == 0 ? 1e-3 : 1e-6);
        double length = 1, after = INFINITY, slope = dot(s->gradient, s->step, n);
        for (; length > 1e-6; length *= 0.5) {
            for (size_t i = 0; i < n; ++i) s->product[i] = s->u[i] + length * s->step[i];
            after = potential(s, s->product);
            if (after <= now + 1e-4 * length * slope + 1e-12 * fabs(now)) break;
        }
        memcpy(s->u, s->product, n * sizeof *s->u);
        now = after;
    }
    for (size_t i = 0; i < n; ++i) {
        if (s->pinned[i / 3]) continue;
        s->x[i] += s->u[i];
        s->v[i] = s->u[i] / s->h;
    }
}

void implicitFrame(Implicit *s) {
    for (uint32_t i = 0; i < s->substeps; ++i) substep(s);
}

const double *implicitPositions(const Implicit *s) { return s->x; }

/// Rest shape, masses and a diagonal that is about the matrix'.
static void prepareTets(Implicit *s, double density) {
    const Moduli *m = &s->moduli;
    for (size_t t = 0; t < s->view.tetCount; ++t) {
        const uint32_t *v = s->view.tets + 4 * t;
        Vec3 x[4];
        for (int c = 0; c < 4; ++c) x[c] = vec3LoadFloat(s->view.positions + 3 * (size_t)v[c]);
        Mat3 d = mat3Columns(vec3Sub(x[1], x[0]), vec3Sub(x[2], x[0]), vec3Sub(x[3], x[0]));
        s->b[t] = mat3Inverse(d);
        s->volume[t] = mat3Determinant(d) / 6;
        for (int c = 0; c < 4; ++c) {
            double square = 0;
            for (int i = 0; i < 3; ++i) {
                double b = c ? s->b[t].m[c - 1][i] : s->b[t].m[0][i] + s->b[t].m[1][i] + s->b[t].m[2][i];
                square += b * b;
            }
            s->mass[v[c]] += density * s->volume[t] / 4;
            for (size_t i = 0; i < 3; ++i)
                s->diagonal[3 * (size_t)v[c] + i] += s->volume[t] * square * (m->mu + 0.4 * m->lambda);
        }
    }
    for (size_t i = 0; i < 3 * (size_t)s->view.vertexCount; ++i)
        s->diagonal[i] = 1 / (s->diagonal[i] + s->mass[i / 3] / (s->h * s->h));
}

Implicit *implicitCreate(const SupBodyAssetView *view, const SupMaterial *material, const SupSettings *settings,
                         const float *positions, const float *velocities, const uint8_t *pinned) {
    Implicit *s = calloc(1, sizeof *s);
    size_t n = 3 * (size_t)view->vertexCount;
    s->view = *view;
    s->moduli = moduliOf(material);
    s->substeps = settings->substeps;
    s->h = settings->frameTime / settings->substeps;
    s->keep = exp(-material->damping * s->h);
    memcpy(s->gravity, settings->gravity, sizeof s->gravity);
    double **arrays[] = {&s->x,    &s->v,        &s->u, &s->gradient,  &s->step,    &s->residual,
                         &s->mass, &s->diagonal, &s->z, &s->direction, &s->product, &s->trial};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; ++i) *arrays[i] = calloc(n, sizeof(double));
    s->pinned = calloc(view->vertexCount, 1);
    if (pinned) memcpy(s->pinned, pinned, view->vertexCount);
    s->b = calloc(view->tetCount, sizeof *s->b);
    s->volume = calloc(view->tetCount, sizeof *s->volume);
    s->states = calloc(view->tetCount, sizeof *s->states);
    for (size_t i = 0; i < n; ++i) s->x[i] = positions[i], s->v[i] = velocities ? velocities[i] : 0;
    prepareTets(s, material->density);
    return s;
}

void implicitFree(Implicit *s) {
    if (!s) return;
    double *arrays[] = {s->x,    s->v,        s->u, s->gradient,  s->step,    s->residual, s->volume,
                        s->mass, s->diagonal, s->z, s->direction, s->product, s->trial};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; ++i) free(arrays[i]);
    free(s->pinned);
    free(s->b);
    free(s->states);
    free(s);
}

double implicitError(const Implicit *s, const float *positions, const float *start) {
    double off = 0, moved = 0;
    for (size_t i = 0; i < 3 * (size_t)s->view.vertexCount; ++i) {
        double d = (double)positions[i] - s->x[i], m = s->x[i] - (double)start[i];
        off += d * d, moved += m * m;
    }
    return sqrt(off / moved);
}

double implicitElastic(const SupBodyAssetView *view, const SupMaterial *material, const double *positions) {
    SupSettings settings = SUP_SETTINGS_INIT;
    float *zero = calloc(3 * (size_t)view->vertexCount, sizeof *zero);
    Implicit *s = implicitCreate(view, material, &settings, zero, NULL, NULL);
    double sum = 0;
    for (size_t t = 0; t < view->tetCount; ++t) sum += s->volume[t] * densityOf(&s->moduli, gradientOf(s, t, positions));
    free(zero);
    implicitFree(s);
    return sum;
}
