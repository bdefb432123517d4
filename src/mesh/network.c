// SPDX-License-Identifier: MIT
#include "network.h"

#include <string.h>

#include "base/memory.h"
#include "base/report.h"
#include "base/vec.h"

bool supNetworkAlloc(SupNetwork *out, const SupNetwork *counts) {
    *out = (SupNetwork){.nodeCount = counts->nodeCount,
                        .edgeCount = counts->edgeCount,
                        .triangleCount = counts->triangleCount,
                        .strandCount = counts->strandCount,
                        .sides = counts->sides};
    out->positions = SUP_NEW_ARRAY(double, 3 * (size_t)counts->nodeCount);
    out->inverseMass = SUP_NEW_ARRAY(float, counts->nodeCount);
    out->decay = SUP_NEW_ARRAY(float, counts->nodeCount);
    out->edges = SUP_NEW_ARRAY(uint32_t, 2 * (size_t)counts->edgeCount);
    out->restLength = SUP_NEW_ARRAY(float, counts->edgeCount);
    out->stiffness = SUP_NEW_ARRAY(float, counts->edgeCount);
    bool ok = out->positions && out->inverseMass && out->decay && out->edges && out->restLength && out->stiffness;
    if (counts->triangleCount) {
        out->triangles = SUP_NEW_ARRAY(uint32_t, 3 * (size_t)counts->triangleCount);
        ok = ok && out->triangles;
    }
    if (counts->strandCount) {
        out->strandStart = SUP_NEW_ARRAY(uint32_t, (size_t)counts->strandCount + 1);
        out->strandRadius = SUP_NEW_ARRAY(float, 2 * (size_t)counts->strandCount);
        ok = ok && out->strandStart && out->strandRadius;
    }
    if (!ok) supNetworkFree(out);
    return ok;
}

void supNetworkFree(SupNetwork *network) {
    if (!network) return;
    void *arrays[] = {network->positions, network->inverseMass, network->decay,
                      network->edges,     network->restLength,  network->stiffness,
                      network->triangles, network->strandStart, network->strandRadius};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; ++i) supFree(arrays[i]);
    *network = (SupNetwork){0};
}

bool supNetworkAllocStrands(SupNetwork *out, uint32_t strands, uint32_t nodes, bool bends, uint32_t sides) {
    const SupNetwork counts = {.nodeCount = strands * nodes,
                               .edgeCount = strands * (nodes - 1 + (bends ? nodes - 2 : 0)),
                               .strandCount = strands,
                               .sides = sides};
    if (!supNetworkAlloc(out, &counts)) return false;
    out->edgeCount = 0; // counted up again while edges are added
    out->strandStart[strands] = counts.nodeCount;
    return true;
}

void supNetworkAddEdge(SupNetwork *network, uint32_t a, uint32_t b, double restLength, double stiffness) {
    uint32_t e = network->edgeCount++;
    network->edges[2 * (size_t)e] = a, network->edges[2 * (size_t)e + 1] = b;
    network->restLength[e] = (float)restLength;
    network->stiffness[e] = (float)stiffness;
}

SupStatus supNetworkCheckSurface(const SupSurface *surface, SupReport *report) {
    if (surface->vertexCount == 0 || surface->triangleCount == 0)
        return supFail(report, SupStatus_Empty, "the surface has no triangles");
    for (size_t i = 0; i < 3 * (size_t)surface->triangleCount; ++i)
        if (surface->triangles[i] >= surface->vertexCount)
            return supFail(report, SupStatus_Malformed, "triangle %zu names vertex %u of %u", i / 3, surface->triangles[i],
                           surface->vertexCount);
    for (uint32_t v = 0; v < surface->vertexCount; ++v)
        if (!vec3Finite(vec3Load(surface->positions + 3 * (size_t)v)))
            return supFail(report, SupStatus_NotFinite, "vertex %u has NaN or infinite coordinates", v);
    return SupStatus_Ok;
}

/// Wang's integer hash, mixed twice.
double supRandomUnit(uint32_t seed, uint32_t index) {
    uint32_t x = seed * 0x9e3779b9u ^ index;
    for (int i = 0; i < 2; ++i) {
        x = (x ^ 61u) ^ (x >> 16);
        x *= 9u;
        x ^= x >> 4;
        x *= 0x27d4eb2du;
        x ^= x >> 15;
    }
    return (double)(x >> 8) / 16777216.0;
}
