// SPDX-License-Identifier: MIT
// Energies, momentum, volumes and residuals of a body in double precision, from a readback.
#include "world.h"

#include "base/vec.h"

#include <math.h>

/// Singular values of F with the sign of det F on the smallest, by Jacobi on F^T F. Good to 1e-8 near zero and to
/// rounding elsewhere, which is what energies need.
static Vec3 signedSingularValues(Mat3 f) {
    Mat3 s = mat3Multiply(mat3Transpose(f), f);
    for (int sweep = 0; sweep < 12; ++sweep)
        for (int p = 0; p < 2; ++p)
            for (int q = p + 1; q < 3; ++q) {
                double off = s.m[p][q];
                if (off == 0.0) continue;
                double zeta = (s.m[q][q] - s.m[p][p]) / (2.0 * off);
                double t = (zeta >= 0 ? 1.0 : -1.0) / (fabs(zeta) + sqrt(1.0 + zeta * zeta));
                double c = 1.0 / sqrt(1.0 + t * t), sn = c * t;
                int r = 3 - p - q;
                double rp = s.m[r][p], rq = s.m[r][q];
                s.m[p][p] -= t * off;
                s.m[q][q] += t * off;
                s.m[p][q] = s.m[q][p] = 0.0;
                s.m[r][p] = s.m[p][r] = c * rp - sn * rq;
                s.m[r][q] = s.m[q][r] = sn * rp + c * rq;
            }
    double a[3];
    for (int i = 0; i < 3; ++i) a[i] = s.m[i][i] > 0.0 ? sqrt(s.m[i][i]) : 0.0;
    int least = a[0] < a[1] ? (a[0] < a[2] ? 0 : 2) : (a[1] < a[2] ? 1 : 2);
    if (mat3Determinant(f) < 0.0) a[least] = -a[least];
    return vec3(a[0], a[1], a[2]);
}

/// Above the rest shape's; see shaders/shared/element.wgsl. `strain`: singular values less 1.
static double energyDensity(const SupMaterial *material, Vec3 strain, double ratio) {
    LameConstants c = supMaterialModuli(material);
    double square = vec3LengthSquared(strain);
    if (material->model == SupModel_Arap) return c.mu * square + 0.5 * c.lambda * (ratio - 1.0) * (ratio - 1.0);
    double invariant = 3.0 + 2.0 * (strain.x + strain.y + strain.z) + square, beyond = 0.75 * c.mu / c.lambda;
    double stretch = ratio - 1.0 - beyond;
    return 0.5 * c.mu * (invariant - 3.0 - log(0.25 * (invariant + 1.0))) +
           0.5 * c.lambda * (stretch * stretch - beyond * beyond);
}

static void measureTets(const SupMeasureDesc *desc, const SupBodyAssetView *view, SupMeasure *out) {
    out->minVolumeRatio = view->nodeCount ? 1.0 : INFINITY;
    out->maxVolumeRatio = view->nodeCount ? 1.0 : -INFINITY;
    for (size_t t = 0; t < view->tetCount; ++t) {
        const uint32_t *v = view->tets + 4 * t;
        Vec3 x[4], rest[4];
        for (int i = 0; i < 4; ++i) {
            x[i] = vec3LoadFloat(desc->positions + 3 * (size_t)v[i]);
            rest[i] = vec3LoadFloat(view->positions + 3 * (size_t)v[i]);
        }
        // B in double from the rest shape: the float copy's rounding would show as strain
        Mat3 dm = mat3Columns(vec3Sub(rest[1], rest[0]), vec3Sub(rest[2], rest[0]), vec3Sub(rest[3], rest[0]));
        Mat3 ds = mat3Columns(vec3Sub(x[1], x[0]), vec3Sub(x[2], x[0]), vec3Sub(x[3], x[0]));
        double volume = mat3Determinant(dm) / 6.0;
        Mat3 f = mat3Multiply(ds, mat3Inverse(dm));
        double ratio = mat3Determinant(f);
        Vec3 strain = vec3Sub(signedSingularValues(f), vec3(1, 1, 1));
        double arap = vec3Length(strain);
        out->elastic += volume * energyDensity(desc->material, strain, ratio);
        out->minVolumeRatio = fmin(out->minVolumeRatio, ratio);
        out->maxVolumeRatio = fmax(out->maxVolumeRatio, ratio);
        out->inverted += ratio < 0.0;
        out->residualArap = fmax(out->residualArap, arap);
        out->residualVolume = fmax(out->residualVolume, fabs(ratio - 1.0));
    }
}

/// A node that never moves has no mass that counts.
static double nodeMass(const SupBodyAssetView *view, size_t i) {
    return view->inverseMass[i] > 0.0f ? 1.0 / (double)view->inverseMass[i] : 0.0;
}

static void measureEdge(const SupMeasureDesc *desc, uint32_t a, uint32_t b, const float link[2], double stiffest,
                        SupMeasure *out) {
    double rest = (double)link[0], stiffness = (double)link[1];
    if (!(stiffness > 0.0)) return;
    Vec3 d = vec3Sub(vec3LoadFloat(desc->positions + 3 * (size_t)a), vec3LoadFloat(desc->positions + 3 * (size_t)b));
    double excess = vec3Length(d) - rest;
    if (stiffness < 0.99 * SUP_RIGID) out->elastic += 0.5 * stiffness * excess * excess;
    if (rest > 0.0 && stiffness == stiffest) out->maxStretch = fmax(out->maxStretch, fabs(excess) / rest);
}

/// Of all edges: what resists bending is softer, and far from its length in a fold.
static double stiffestEdge(const SupBodyAssetView *view) {
    float most = 0.0f;
    for (size_t e = 0; e < view->springCount; ++e) most = fmaxf(most, view->springStiffness[e]);
    for (size_t i = 0; i < view->linkCount; ++i) most = fmaxf(most, view->links[4 * i + 1]);
    return (double)most;
}

static void measureEdges(const SupMeasureDesc *desc, const SupBodyAssetView *view, SupMeasure *out) {
    double stiffest = stiffestEdge(view);
    for (size_t e = 0; e < view->springCount; ++e) {
        const float link[2] = {view->springRest[e], view->springStiffness[e]};
        measureEdge(desc, view->springs[2 * e], view->springs[2 * e + 1], link, stiffest, out);
    }
    // a link leads to the next node, and to the next but one: there is none after a strand's last ones
    for (uint32_t i = 0; i < view->linkCount; ++i)
        for (uint32_t k = 0; k < 2; ++k) measureEdge(desc, i, i + 1 + k, view->links + 4 * (size_t)i + 2 * k, stiffest, out);
}

static void measureVertices(const SupMeasureDesc *desc, const SupBodyAssetView *view, SupMeasure *out) {
    Vec3 momentum = vec3(0, 0, 0), angular = vec3(0, 0, 0), gravity = vec3Load(desc->gravity);
    for (size_t i = 0; i < view->vertexCount; ++i) {
        double mass = view->nodeCount ? nodeMass(view, i) : desc->material->density * (double)view->vertexVolume[i];
        Vec3 local = vec3LoadFloat(desc->positions + 3 * i);
        Vec3 x = vec3Add(local, vec3Load(desc->origin));
        Vec3 v = desc->velocities ? vec3LoadFloat(desc->velocities + 3 * i) : vec3(0, 0, 0);
        if (!vec3Finite(local) || !vec3Finite(v)) out->finite = false;
        out->kinetic += 0.5 * mass * vec3LengthSquared(v);
        out->gravity -= mass * vec3Dot(gravity, x);
        momentum = vec3AddScaled(momentum, v, mass);
        angular = vec3AddScaled(angular, vec3Cross(x, v), mass);
        // against the plane as the simulation knows it: relative to the origin
        if (desc->ground.enabled)
            out->maxPenetration = fmax(out->maxPenetration, desc->ground.height - desc->origin[1] - local.y);
    }
    vec3Store(out->momentum, momentum);
    vec3Store(out->angularMomentum, angular);
}

SupStatus supMeasureBody(const SupMeasureDesc *desc, SupMeasure *out) {
    if (!desc || !out || !desc->asset || !desc->material || !desc->positions) return SupStatus_InvalidArgument;
    SupBodyAssetView view = supBodyAssetView(desc->asset);
    *out = (SupMeasure){.finite = true};
    measureTets(desc, &view, out);
    measureEdges(desc, &view, out);
    measureVertices(desc, &view, out);
    return SupStatus_Ok;
}
