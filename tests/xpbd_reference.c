// SPDX-License-Identifier: MIT
#include "xpbd_reference.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static double determinant(const double m[9]) {
    return m[0] * (m[4] * m[8] - m[5] * m[7]) - m[1] * (m[3] * m[8] - m[5] * m[6]) + m[2] * (m[3] * m[7] - m[4] * m[6]);
}

static void invert(const double m[9], double out[9]) {
    double d = 1.0 / determinant(m);
    out[0] = (m[4] * m[8] - m[5] * m[7]) * d, out[1] = (m[2] * m[7] - m[1] * m[8]) * d;
    out[2] = (m[1] * m[5] - m[2] * m[4]) * d, out[3] = (m[5] * m[6] - m[3] * m[8]) * d;
    out[4] = (m[0] * m[8] - m[2] * m[6]) * d, out[5] = (m[2] * m[3] - m[0] * m[5]) * d;
    out[6] = (m[3] * m[7] - m[4] * m[6]) * d, out[7] = (m[1] * m[6] - m[0] * m[7]) * d;
    out[8] = (m[0] * m[4] - m[1] * m[3]) * d;
}

static void multiply(const double a[9], const double b[9], double out[9]) {
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) out[3 * i + j] = a[3 * i] * b[j] + a[3 * i + 1] * b[3 + j] + a[3 * i + 2] * b[6 + j];
}

// ---- SVD by two-sided Jacobi on F^T F, refined by polishing U with Gram-Schmidt ---------------------------------------

static void eigenvectors(double s[9], double v[9]) {
    memset(v, 0, 9 * sizeof *v);
    v[0] = v[4] = v[8] = 1.0;
    for (int sweep = 0; sweep < 30; ++sweep)
        for (int p = 0; p < 2; ++p)
            for (int q = p + 1; q < 3; ++q) {
                double off = s[3 * p + q];
                if (fabs(off) < 1e-300) continue;
                double angle = 0.5 * atan2(2.0 * off, s[3 * q + q] - s[3 * p + p]);
                double c = cos(angle), n = sin(angle);
                for (int k = 0; k < 3; ++k) {
                    double a = s[3 * k + p], b = s[3 * k + q];
                    s[3 * k + p] = c * a - n * b, s[3 * k + q] = n * a + c * b;
                }
                for (int k = 0; k < 3; ++k) {
                    double a = s[3 * p + k], b = s[3 * q + k];
                    s[3 * p + k] = c * a - n * b, s[3 * q + k] = n * a + c * b;
                    a = v[3 * k + p], b = v[3 * k + q];
                    v[3 * k + p] = c * a - n * b, v[3 * k + q] = n * a + c * b;
                }
            }
}

static void swapColumns(double m[9], int a, int b) {
    for (int k = 0; k < 3; ++k) {
        double t = m[3 * k + a];
        m[3 * k + a] = m[3 * k + b];
        m[3 * k + b] = -t;
    }
}

static void crossColumns(double m[9], int a, int b, int to) {
    for (int k = 0; k < 3; ++k)
        m[3 * k + to] =
            m[3 * ((k + 1) % 3) + a] * m[3 * ((k + 2) % 3) + b] - m[3 * ((k + 2) % 3) + a] * m[3 * ((k + 1) % 3) + b];
}

static double columnLength(const double m[9], int a) {
    return sqrt(m[a] * m[a] + m[3 + a] * m[3 + a] + m[6 + a] * m[6 + a]);
}

static double columnDot(const double m[9], int a, const double n[9], int b) {
    return m[a] * n[b] + m[3 + a] * n[3 + b] + m[6 + a] * n[6 + b];
}

/// Column `a` of u: the column of fv made orthogonal to the columns before it, or any unit vector when it vanishes.
static void orthonormal(const double fv[9], double u[9], int a) {
    for (int k = 0; k < 3; ++k) u[3 * k + a] = fv[3 * k + a];
    for (int trial = 0; trial < 4; ++trial) {
        for (int b = 0; b < a; ++b) {
            double d = columnDot(u, a, u, b);
            for (int k = 0; k < 3; ++k) u[3 * k + a] -= d * u[3 * k + b];
        }
        double length = columnLength(u, a);
        if (length > 1e-150) {
            for (int k = 0; k < 3; ++k) u[3 * k + a] /= length;
            return;
        }
        for (int k = 0; k < 3; ++k) u[3 * k + a] = k == trial;
    }
}

void referenceSvd(const double f[9], double u[9], double s[3], double v[9]) {
    double transposed[9], gram[9], fv[9];
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) transposed[3 * i + j] = f[3 * j + i];
    multiply(transposed, f, gram);
    eigenvectors(gram, v);
    multiply(f, v, fv);
    for (int pass = 0; pass < 2; ++pass)
        for (int a = 0; a < 2; ++a)
            if (columnLength(fv, a) < columnLength(fv, a + 1)) swapColumns(fv, a, a + 1), swapColumns(v, a, a + 1);
    orthonormal(fv, u, 0);
    orthonormal(fv, u, 1);
    crossColumns(u, 0, 1, 2);
    for (int a = 0; a < 3; ++a) s[a] = columnDot(u, a, fv, a);
}

// ---- The solver ------------------------------------------------------------------------------------------------------

static double cornerCoordinate(const SupBodyAssetView *view, uint32_t vertex, int k) {
    return (double)view->positions[3 * (size_t)vertex + (size_t)k];
}

Reference *referenceCreate(const SupBodyAssetView *view, const SupMaterial *material, const SupSettings *settings,
                           const double origin[3], const float *positions, const float *velocities, const uint8_t *pinned) {
    Reference *r = calloc(1, sizeof *r);
    r->view = view;
    r->vertexCount = view->vertexCount;
    r->tetCount = view->tetCount;
    r->material = *material;
    r->settings = *settings;
    r->x = malloc(3 * r->vertexCount * sizeof(double));
    r->v = malloc(3 * r->vertexCount * sizeof(double));
    r->inverseMass = calloc(r->vertexCount, sizeof(double));
    r->restInverse = malloc(9 * r->tetCount * sizeof(double));
    r->restVolume = malloc(r->tetCount * sizeof(double));
    for (size_t i = 0; i < 3 * (size_t)r->vertexCount; ++i) {
        r->x[i] = origin[i % 3] + (double)positions[i];
        r->v[i] = (double)velocities[i];
    }
    for (size_t t = 0; t < r->tetCount; ++t) {
        double dm[9];
        const uint32_t *v = view->tets + 4 * t;
        for (int c = 0; c < 3; ++c)
            for (int k = 0; k < 3; ++k)
                dm[3 * k + c] = cornerCoordinate(view, v[c + 1], k) - cornerCoordinate(view, v[0], k);
        r->restVolume[t] = determinant(dm) / 6.0;
        invert(dm, r->restInverse + 9 * t);
        for (int c = 0; c < 4; ++c) r->inverseMass[v[c]] += r->material.density * r->restVolume[t] / 4.0;
    }
    for (size_t i = 0; i < r->vertexCount; ++i) r->inverseMass[i] = pinned && pinned[i] ? 0.0 : 1.0 / r->inverseMass[i];
    return r;
}

void referenceFree(Reference *r) {
    free(r->x), free(r->v), free(r->inverseMass), free(r->restInverse), free(r->restVolume);
    free(r);
}

static void edgesOf(const double *x, const uint32_t *v, double d[9]) {
    for (int c = 0; c < 3; ++c)
        for (int k = 0; k < 3; ++k) d[3 * k + c] = x[3 * (size_t)v[c + 1] + (size_t)k] - x[3 * (size_t)v[0] + (size_t)k];
}

/// One XPBD constraint update with gradients of corners 1..3 as columns of g; moves the four corners in `local`.
static void project(double c, const double g[9], const double w[4], double compliance, double relaxation, double *lambda,
                    double moves[12]) {
    double grad[12], sum = 0.0;
    for (int k = 0; k < 3; ++k) {
        for (int a = 0; a < 3; ++a) grad[3 * (a + 1) + k] = g[3 * k + a];
        grad[k] = -(g[3 * k] + g[3 * k + 1] + g[3 * k + 2]);
    }
    for (int a = 0; a < 4; ++a)
        for (int k = 0; k < 3; ++k) sum += w[a] * grad[3 * a + k] * grad[3 * a + k];
    double dl = -relaxation * (c + compliance * *lambda) / (sum + compliance);
    *lambda += dl;
    for (int i = 0; i < 12; ++i) moves[i] += w[i / 3] * dl * grad[i];
}

static void solveTet(const Reference *r, size_t t, const double *snapshot, double *x, double lambda[2]) {
    const SupMaterial *m = &r->material;
    double h = r->settings.frameTime / r->settings.substeps, volume = r->restVolume[t];
    double mu = m->young / (2 * (1 + m->poisson)), la = m->young * m->poisson / ((1 + m->poisson) * (1 - 2 * m->poisson));
    const uint32_t *v = r->view->tets + 4 * t;
    const double *b = r->restInverse + 9 * t;
    double relaxation = (double)r->view->relaxation[t], w[4], moves[12] = {0}, d[9], f[9], u[9], s[3], vv[9];
    for (int a = 0; a < 4; ++a) w[a] = r->inverseMass[v[a]];
    edgesOf(snapshot, v, d);
    multiply(d, b, f);
    referenceSvd(f, u, s, vv);
    double c = sqrt((s[0] - 1) * (s[0] - 1) + (s[1] - 1) * (s[1] - 1) + (s[2] - 1) * (s[2] - 1));
    if (c >= 1e-6) {
        double g[9], bt[9], columns[9];
        for (int i = 0; i < 3; ++i)
            for (int j = 0; j < 3; ++j) {
                g[3 * i + j] = 0;
                for (int k = 0; k < 3; ++k) g[3 * i + j] += u[3 * i + k] * (s[k] - 1) / c * vv[3 * j + k];
                bt[3 * i + j] = b[3 * j + i];
            }
        multiply(g, bt, columns);
        project(c, columns, w, 1.0 / (2 * mu * volume * h * h), relaxation, &lambda[0], moves);
    }
    if (la > 0) {
        double e[9], g[9];
        for (int k = 0; k < 3; ++k)
            for (int a = 0; a < 3; ++a) e[3 * k + a] = d[3 * k + a] + moves[3 * (a + 1) + k] - moves[k];
        for (int a = 0; a < 3; ++a)
            for (int k = 0; k < 3; ++k) {
                int p = (a + 1) % 3, q = (a + 2) % 3, k1 = (k + 1) % 3, k2 = (k + 2) % 3;
                g[3 * k + a] = (e[3 * k1 + p] * e[3 * k2 + q] - e[3 * k2 + p] * e[3 * k1 + q]) / (6 * volume);
            }
        project(determinant(e) / (6 * volume) - 1, g, w, 1.0 / (la * volume * h * h), relaxation, &lambda[1], moves);
    }
    for (int i = 0; i < 12; ++i) x[3 * (size_t)v[i / 3] + (size_t)i % 3] += moves[i];
}

/// Lifts free vertices to the ground; remembers by how much.
static void clampToGround(const Reference *r, double *x, double *lift) {
    if (!r->settings.ground.enabled) return;
    for (size_t i = 0; i < r->vertexCount; ++i) {
        double depth = r->settings.ground.height - x[3 * i + 1];
        if (r->inverseMass[i] == 0.0 || !(depth > 0.0)) continue;
        x[3 * i + 1] = r->settings.ground.height;
        lift[i] += depth;
    }
}

static void substep(Reference *r) {
    size_t n = 3 * (size_t)r->vertexCount;
    double h = r->settings.frameTime / r->settings.substeps;
    double *start = malloc(n * sizeof *start), *snapshot = malloc(n * sizeof *snapshot);
    double *lambda = calloc(2 * (size_t)r->tetCount, sizeof *lambda), *lift = calloc(r->vertexCount, sizeof *lift);
    for (size_t i = 0; i < r->vertexCount; ++i)
        if (r->settings.ground.enabled && r->inverseMass[i] > 0 && r->x[3 * i + 1] < r->settings.ground.height)
            r->x[3 * i + 1] = r->settings.ground.height;
    memcpy(start, r->x, n * sizeof *start);
    for (size_t i = 0; i < n; ++i) {
        if (r->inverseMass[i / 3] == 0.0) continue;
        r->v[i] = r->v[i] * exp(-r->material.damping * h) + r->settings.gravity[i % 3] * h;
        r->x[i] += r->v[i] * h;
    }
    for (uint32_t k = 0; k < r->settings.iterations; ++k) {
        clampToGround(r, r->x, lift);
        memcpy(snapshot, r->x, n * sizeof *snapshot);
        for (size_t t = 0; t < r->tetCount; ++t) solveTet(r, t, snapshot, r->x, lambda + 2 * t);
    }
    clampToGround(r, r->x, lift);
    for (size_t i = 0; i < r->vertexCount; ++i) {
        double u[3] = {r->x[3 * i] - start[3 * i], r->x[3 * i + 1] - start[3 * i + 1], r->x[3 * i + 2] - start[3 * i + 2]};
        double slide = hypot(u[0], u[2]), reach = r->settings.ground.friction * lift[i];
        double kept = lift[i] > 0.0 ? (slide > reach ? 1.0 - reach / slide : 0.0) : 1.0;
        u[0] *= kept, u[2] *= kept;
        for (size_t k = 0; k < 3; ++k) {
            r->x[3 * i + k] = start[3 * i + k] + u[k];
            r->v[3 * i + k] = r->inverseMass[i] == 0.0 ? 0.0 : u[k] / h;
        }
    }
    free(start), free(snapshot), free(lambda), free(lift);
}

void referenceFrame(Reference *r) {
    for (uint32_t i = 0; i < r->settings.substeps; ++i) substep(r);
}
