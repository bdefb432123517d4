// SPDX-License-Identifier: MIT
#include "network_reference.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct Step {
    const SupBodyAssetView *view;
    const SupSettings *settings;
    const SupNetworkSettings *network;
    const SupCollider *collider;
    NetworkState *state;
    double h, *u, *normals;
} Step;

static double inverseMass(const Step *s, uint32_t i) { return s->state->pinned[i] ? 0.0 : (double)s->view->inverseMass[i]; }

static double dot(const double *a, const double *b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

/// From node a to node b now: direction and length.
static double direction(const Step *s, uint32_t a, uint32_t b, double out[3]) {
    for (int k = 0; k < 3; ++k)
        out[k] = s->state->x[3 * b + (uint32_t)k] + s->u[3 * b + (uint32_t)k] - s->state->x[3 * a + (uint32_t)k] -
                 s->u[3 * a + (uint32_t)k];
    double length = sqrt(dot(out, out));
    for (int k = 0; k < 3; ++k) out[k] /= length > 0.0 ? length : 1.0;
    return length;
}

static void meetEdge(Step *s, uint32_t a, uint32_t b, double rest, double stiffness) {
    double n[3], length = direction(s, a, b, n), wa = inverseMass(s, a), wb = inverseMass(s, b);
    if (!(stiffness > 0.0) || length == 0.0 || wa + wb == 0.0) return;
    double pull = (length - rest * s->network->lengthScale) / (wa + wb + 1.0 / (stiffness * s->h * s->h));
    for (uint32_t k = 0; k < 3; ++k) {
        s->u[3 * a + k] += wa * pull * n[k];
        s->u[3 * b + k] -= wb * pull * n[k];
    }
}

/// Gaussian elimination of the full matrix with the largest pivots.
static void solveDense(double *a, double *b, uint32_t n) {
    for (uint32_t c = 0; c < n; ++c) {
        uint32_t best = c;
        for (uint32_t r = c + 1; r < n; ++r)
            if (fabs(a[r * n + c]) > fabs(a[best * n + c])) best = r;
        for (uint32_t k = 0; k < n; ++k) {
            double t = a[c * n + k];
            a[c * n + k] = a[best * n + k], a[best * n + k] = t;
        }
        double t = b[c];
        b[c] = b[best], b[best] = t;
        for (uint32_t r = c + 1; r < n; ++r) {
            double f = a[r * n + c] / a[c * n + c];
            for (uint32_t k = c; k < n; ++k) a[r * n + k] -= f * a[c * n + k];
            b[r] -= f * b[c];
        }
    }
    for (uint32_t c = n; c-- > 0;) {
        for (uint32_t k = c + 1; k < n; ++k) b[c] -= a[c * n + k] * b[k];
        b[c] /= a[c * n + c];
    }
}

/// All edges of a strand at once: J W J^T p = excess, with a little softness on the diagonal.
static void meetStrand(Step *s, uint32_t first, uint32_t count) {
    uint32_t n = count - 1;
    double *matrix = calloc((size_t)n * n, sizeof *matrix), *pull = calloc(n, sizeof *pull),
           *d = calloc(3 * (size_t)n, sizeof *d);
    for (uint32_t e = 0; e < n; ++e) {
        const float *link = s->view->links + 4 * (size_t)(first + e);
        double length = direction(s, first + e, first + e + 1, d + 3 * (size_t)e), w0 = inverseMass(s, first + e),
               w1 = inverseMass(s, first + e + 1);
        pull[e] = length - (double)link[0] * s->network->lengthScale;
        matrix[e * n + e] = (1.0 + 1e-5) * (w0 + w1) + 1.0 / ((double)link[1] * s->h * s->h);
        if (e) matrix[e * n + e - 1] = matrix[(e - 1) * n + e] = -w0 * dot(d + 3 * (size_t)e, d + 3 * (size_t)(e - 1));
        if (w0 + w1 == 0.0) matrix[e * n + e] = 1.0, pull[e] = 0.0;
    }
    solveDense(matrix, pull, n);
    for (uint32_t e = 0; e < n; ++e)
        for (uint32_t k = 0; k < 3; ++k) {
            s->u[3 * (first + e) + k] += inverseMass(s, first + e) * pull[e] * d[3 * e + k];
            s->u[3 * (first + e + 1) + k] -= inverseMass(s, first + e + 1) * pull[e] * d[3 * e + k];
        }
    free(matrix), free(pull), free(d);
}

static void meetEdges(Step *s) {
    const SupBodyAssetView *v = s->view;
    for (uint32_t e = 0; e < v->springCount; ++e)
        meetEdge(s, v->springs[2 * e], v->springs[2 * e + 1], (double)v->springRest[e], (double)v->springStiffness[e]);
    for (uint32_t t = 0; v->linkCount && t < v->strandCount; ++t) {
        uint32_t first = v->strandStart[t], end = v->strandStart[t + 1];
        for (uint32_t turn = 0; turn < 2; ++turn) // edges of which no two share a node
            for (uint32_t i = first; i + 2 < end; ++i)
                if ((i - first) / 2 % 2 == turn)
                    meetEdge(s, i, i + 2, (double)v->links[4 * i + 2], (double)v->links[4 * i + 3]);
        if (end - first > 1) meetStrand(s, first, end - first);
    }
}

/// A Newton step to the wanted volume, along its gradient.
static void keepVolume(Step *s) {
    const SupBodyAssetView *v = s->view;
    if (!(s->network->volume > 0.0) || v->enclosedVolume == 0.0) return;
    double *g = calloc(3 * (size_t)v->nodeCount, sizeof *g), volume = 0.0, sum = 0.0;
    for (uint32_t t = 0; t < v->triangleCount; ++t) {
        const uint32_t *c = v->triangles + 3 * (size_t)t;
        double p[3][3];
        for (uint32_t k = 0; k < 9; ++k) p[k / 3][k % 3] = s->state->x[3 * c[k / 3] + k % 3] + s->u[3 * c[k / 3] + k % 3];
        for (uint32_t k = 0; k < 3; ++k) {
            const double *a = p[(k + 1) % 3], *b = p[(k + 2) % 3];
            double n[3] = {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
            for (uint32_t d = 0; d < 3; ++d) g[3 * c[k] + d] += n[d] / 6.0;
            if (k == 0) volume += dot(p[0], n) / 6.0;
        }
    }
    for (uint32_t i = 0; i < v->nodeCount; ++i) sum += inverseMass(s, i) * dot(g + 3 * (size_t)i, g + 3 * (size_t)i);
    double target = s->network->volume * v->enclosedVolume, most = 10.0 * target * s->h;
    double pressure = fmax(-most, fmin(most, volume - target)) / sum;
    for (uint32_t i = 0; i < 3 * v->nodeCount; ++i) s->u[i] -= inverseMass(s, i / 3) * pressure * g[i];
    free(g);
}

/// How deep a place lies in the rounded box, and the direction out; places in the core do not occur here.
static double depthAt(const Step *s, const double *place, double out[3]) {
    const SupCollider *c = s->collider;
    for (int k = 0; k < 3; ++k) {
        double p = s->state->origin[k] + place[k] - c->center[k];
        out[k] = p - fmax(-c->half[k], fmin(c->half[k], p));
    }
    double distance = sqrt(dot(out, out));
    for (int k = 0; k < 3; ++k) out[k] /= distance;
    return c->radius + s->network->thickness - distance;
}

static double groundDepth(const Step *s, const double *place) {
    const SupGround *ground = &s->settings->ground;
    double depth = ground->height + s->network->thickness - s->state->origin[1] - place[1];
    return ground->enabled && depth > 0.0 ? depth : 0.0;
}

/// Who is inside at the start comes out at 2 m/s and the collider's speed, without a velocity.
static void leadOut(const Step *s, double *x) {
    double out[3];
    if (s->collider) {
        double depth = depthAt(s, x, out), pace = (2.0 + sqrt(dot(s->collider->velocity, s->collider->velocity))) * s->h;
        for (int k = 0; k < 3; ++k) x[k] += out[k] * fmax(0.0, fmin(depth, pace));
    }
    x[1] += fmin(groundDepth(s, x), 2.0 * s->h);
}

static void meetCollider(const Step *s, const double *x, double *u) {
    const SupCollider *c = s->collider;
    double out[3], before[3], place[3], slide[3];
    for (int k = 0; k < 3; ++k) place[k] = x[k] + u[k];
    double depth = depthAt(s, place, out);
    if (depth <= 0.0) return;
    depth = fmax(0.0, depth - fmax(0.0, depthAt(s, x, before)));
    for (int k = 0; k < 3; ++k) slide[k] = u[k] - c->velocity[k] * s->h;
    double normal = dot(slide, out);
    for (int k = 0; k < 3; ++k) slide[k] -= normal * out[k];
    double length = sqrt(dot(slide, slide)), kept = length > 0.0 ? fmin(1.0, c->friction * depth / length) : 0.0;
    for (int k = 0; k < 3; ++k) u[k] += depth * out[k] - kept * slide[k];
}

static void finish(Step *s, uint32_t i) {
    const SupGround *ground = &s->settings->ground;
    double *x = s->state->x + 3 * (size_t)i, *u = s->u + 3 * (size_t)i;
    if (s->collider) meetCollider(s, x, u);
    const double place[3] = {x[0] + u[0], x[1] + u[1], x[2] + u[2]};
    double depth = groundDepth(s, place) - groundDepth(s, x);
    if (depth > 0.0) {
        u[1] += depth;
        double slide = hypot(u[0], u[2]), least = ground->friction * depth;
        double kept = slide > least ? 1.0 - least / slide : 0.0;
        u[0] *= kept, u[2] *= kept;
    }
    for (uint32_t k = 0; k < 3; ++k) {
        s->state->v[3 * i + k] = u[k] / s->h;
        x[k] += u[k];
    }
}

/// Unit normals by the triangles around nodes.
static void findNormals(Step *s) {
    for (uint32_t t = 0; t < s->view->triangleCount && !s->view->strandCount; ++t) {
        const uint32_t *c = s->view->triangles + 3 * (size_t)t;
        const double *p = s->state->x + 3 * c[0], *q = s->state->x + 3 * c[1], *r = s->state->x + 3 * c[2];
        double a[3] = {q[0] - p[0], q[1] - p[1], q[2] - p[2]}, b[3] = {r[0] - p[0], r[1] - p[1], r[2] - p[2]};
        double n[3] = {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
        for (uint32_t k = 0; k < 9; ++k) s->normals[3 * c[k / 3] + k % 3] += n[k % 3];
    }
    for (uint32_t i = 0; i < s->view->nodeCount; ++i) {
        double *n = s->normals + 3 * (size_t)i, length = sqrt(dot(n, n));
        for (uint32_t k = 0; k < 3; ++k) n[k] /= length > 0.0 ? length : 1.0;
    }
}

/// Steady wind: dr/dt = -c |r| r over the step, along the normal alone for cloth.
static void feelAir(const Step *s, uint32_t i) {
    double r[3], *v = s->state->v + 3 * (size_t)i;
    const double *n = s->normals + 3 * (size_t)i;
    for (uint32_t k = 0; k < 3; ++k) r[k] = s->settings->wind.velocity[k] - v[k];
    double through = dot(r, n);
    for (uint32_t k = 0; k < 3 && !s->view->strandCount; ++k) r[k] = through * n[k];
    double reach = s->network->drag * sqrt(dot(r, r)) * s->h;
    for (uint32_t k = 0; k < 3; ++k) v[k] += r[k] * reach / (1.0 + reach);
}

void referenceFrame(const SupBodyAssetView *view, const SupSettings *settings, const SupNetworkSettings *network,
                    const SupCollider *collider, uint32_t steps, NetworkState *state) {
    uint32_t n = view->nodeCount;
    Step s = {view,
              settings,
              network,
              collider,
              state,
              settings->frameTime / steps,
              calloc(3 * (size_t)n, sizeof(double)),
              calloc(3 * (size_t)n, sizeof(double))};
    findNormals(&s);
    for (uint32_t step = 0; step < steps; ++step) {
        for (uint32_t i = 0; i < n; ++i) {
            if (!state->pinned[i]) leadOut(&s, state->x + 3 * (size_t)i);
            double kept = pow(network->decay * (double)view->decay[i], 60.0 * s.h);
            for (uint32_t k = 0; k < 3; ++k) {
                double *v = &state->v[3 * i + k];
                *v = *v * kept + s.h * (settings->gravity[k] + network->pull[k]);
            }
            feelAir(&s, i);
            for (uint32_t k = 0; k < 3; ++k) {
                if (inverseMass(&s, i) == 0.0) state->v[3 * i + k] = 0.0;
                s.u[3 * i + k] = s.h * state->v[3 * i + k];
            }
        }
        if (network->iterations) meetEdges(&s);
        if (network->iterations) keepVolume(&s);
        for (uint32_t i = 0; i < n; ++i) finish(&s, i);
    }
    free(s.u), free(s.normals);
}
