// SPDX-License-Identifier: MIT
#include "network.h"

#include <string.h>

#include "base/memory.h"

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
