// SPDX-License-Identifier: MIT
#include <math.h>

#include "base/memory.h"
#include "base/report.h"
#include "base/vec.h"
#include "network.h"
#include "network_roots.h"

#define FULL_TURN 6.283185307179586
#define WIDEST_CURL 1.2217304763960306 // 70 degrees

static bool within(double value, double least, double most) { return value >= least && value <= most; }

static const char *problemOf(const SupHairDesc *d) {
    if (d->count < 1 || d->count > 1000000) return "count must lie in 1 .. 1,000,000 strands";
    if (d->nodes < 2 || d->nodes > 4096) return "nodes must lie in 2 .. 4096";
    if ((uint64_t)d->count * d->nodes > 1u << 28) return "count times nodes must not pass 268,435,456";
    if (!within(d->length, 1e-5, 1e6)) return "length must lie in 1e-5 .. 1e6 m";
    if (!within(d->lengthVariation, 0.0, 0.95)) return "lengthVariation must lie in 0 .. 0.95";
    if (!vec3Finite(vec3Load(d->crown)) || !within(vec3Length(vec3Load(d->crown)), 1e-30, 1e30))
        return "crown must be finite and longer than 1e-30";
    if (!within(d->crownCosine, -1.0, 1.0)) return "crownCosine must lie in -1 .. 1";
    if (!vec3Finite(vec3Load(d->comb)) || vec3Length(vec3Load(d->comb)) > 1e30) return "comb must be finite, up to 1e30";
    if (!within(d->combStrength, 0.0, 1.0)) return "combStrength must lie in 0 .. 1";
    if (!within(d->curl, 0.0, 1.0)) return "curl must lie in 0 .. 1";
    if (!within(d->curlLength, 1e-5, 1e6)) return "curlLength must lie in 1e-5 .. 1e6 m";
    if (!within(d->nodeMass, 1e-9, 1e9)) return "nodeMass must lie in 1e-9 .. 1e9 kg";
    if (!within(d->rootRadius, 0.0, 1e6) || !within(d->tipRadius, 0.0, 1e6))
        return "rootRadius and tipRadius must lie in 0 .. 1e6 m";
    if (!within(d->bendStiffness, 0.0, SUP_RIGID)) return "bendStiffness must lie in 0 .. 1e30 N/m";
    return d->sides < 3 || d->sides > 32 ? "sides must lie in 3 .. 32" : NULL;
}

static Vec3 unitOr(Vec3 a, Vec3 otherwise) {
    double length = vec3Length(a);
    return length > 1e-9 ? vec3Scale(a, 1.0 / length) : otherwise;
}

/// Turned towards the comb by `share`, which is 0 .. 1 of its strength; never into the surface.
static Vec3 combed(Vec3 normal, Vec3 comb, double share) {
    Vec3 mixed = unitOr(vec3AddScaled(vec3Scale(normal, 1.0 - share), comb, share), normal);
    double out = vec3Dot(mixed, normal), least = 0.05;
    return out >= least ? mixed : unitOr(vec3AddScaled(mixed, normal, least - out), normal);
}

/// `along` turned away by `angle`, to where `turn` says around it.
static Vec3 wound(Vec3 along, double angle, double turn) {
    Vec3 other = fabs(along.y) < 0.9 ? vec3(0, 1, 0) : vec3(1, 0, 0);
    Vec3 across = unitOr(vec3Cross(along, other), vec3(0, 0, 1)), up = vec3Cross(across, along);
    Vec3 side = vec3AddScaled(vec3Scale(across, cos(turn)), up, sin(turn));
    return vec3AddScaled(vec3Scale(along, cos(angle)), side, sin(angle));
}

/// Every edge is as long as the others of its strand; the second node lies along the normal, mixed with the comb's least
/// part.
static void placeStrand(const SupHairDesc *desc, uint32_t strand, const HairRoot *root, double edge, double *out) {
    Vec3 comb = unitOr(vec3Load(desc->comb), vec3(0, 0, 0)), place = root->place;
    double strength = vec3LengthSquared(comb) > 0.0 ? desc->combStrength : 0.0;
    double phase = FULL_TURN * supRandomUnit(desc->seed + 1, 2 * strand);
    vec3Store(out, place);
    for (uint32_t n = 1; n < desc->nodes; ++n) {
        double share = fmin(1.0, 2.0 * n / (desc->nodes - 1));
        Vec3 step = combed(root->normal, comb, strength * share);
        if (desc->curl > 0.0 && n > 1)
            step = wound(step, WIDEST_CURL * desc->curl, phase + FULL_TURN * n * edge / desc->curlLength);
        place = vec3AddScaled(place, step, edge);
        vec3Store(out + 3 * (size_t)n, place);
    }
}

static double apart(const SupNetwork *network, uint32_t a, uint32_t b) {
    return vec3Length(vec3Sub(vec3Load(network->positions + 3 * (size_t)a), vec3Load(network->positions + 3 * (size_t)b)));
}

static void fillStrand(const SupHairDesc *desc, uint32_t strand, const HairRoot *root, SupNetwork *out) {
    uint32_t first = strand * desc->nodes;
    double shorter = desc->lengthVariation * supRandomUnit(desc->seed + 1, 2 * strand + 1);
    double edge = desc->length * (1.0 - shorter) / (desc->nodes - 1);
    out->strandStart[strand] = first;
    out->strandRadius[2 * (size_t)strand] = (float)desc->rootRadius;
    out->strandRadius[2 * (size_t)strand + 1] = (float)desc->tipRadius;
    placeStrand(desc, strand, root, edge, out->positions + 3 * (size_t)first);
    for (uint32_t n = 0; n < desc->nodes; ++n) {
        uint32_t node = first + n;
        out->inverseMass[node] = n < 2 ? 0.0f : (float)(1.0 / desc->nodeMass);
        out->decay[node] = 1.0f;
        if (n + 1 < desc->nodes) supNetworkAddEdge(out, node, node + 1, edge, SUP_RIGID);
        if (n + 2 < desc->nodes && desc->bendStiffness > 0.0) // between three nodes of its rest shape
            supNetworkAddEdge(out, node, node + 2, apart(out, node, node + 2), desc->bendStiffness);
    }
}

static SupStatus growHair(const SupSurface *surface, const SupHairDesc *desc, HairRoot *roots, SupNetwork *out,
                          SupReport *report) {
    Vec3 crown = vec3Load(desc->crown);
    SupStatus status = supSpreadRoots(surface, vec3Scale(crown, 1.0 / vec3Length(crown)), desc->crownCosine, desc->seed,
                                      desc->count, roots, report);
    if (status) return status;
    if (!supNetworkAllocStrands(out, desc->count, desc->nodes, desc->bendStiffness > 0.0, desc->sides))
        return supFail(report, SupStatus_OutOfMemory, "no memory for %u nodes", desc->count * desc->nodes);
    for (uint32_t s = 0; s < desc->count; ++s) fillStrand(desc, s, &roots[s], out);
    return SupStatus_Ok;
}

SupStatus supNetworkHair(const SupSurface *surface, const SupHairDesc *desc, SupNetwork *out, SupReport *report) {
    static const SupHairDesc initial = SUP_HAIR_DESC_INIT;
    if (!surface || !out) return supFail(report, SupStatus_InvalidArgument, "surface or out is null");
    *out = (SupNetwork){0};
    if (!desc || desc->cookie != initial.cookie)
        return supFail(report, SupStatus_InvalidArgument, "the desc is not made with SUP_HAIR_DESC_INIT");
    const char *problem = problemOf(desc);
    if (problem) return supFail(report, SupStatus_OutOfRange, "hair: %s", problem);
    SupStatus status = supNetworkCheckSurface(surface, report);
    if (status) return status;
    HairRoot *roots = SUP_NEW_ARRAY(HairRoot, desc->count);
    if (!roots) return supFail(report, SupStatus_OutOfMemory, "no memory for %u roots", desc->count);
    status = growHair(surface, desc, roots, out, report);
    supFree(roots);
    return status;
}
