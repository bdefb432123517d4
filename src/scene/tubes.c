// SPDX-License-Identifier: MIT
#include "tubes.h"

#include "base/vec.h"

#include <math.h>

#define FULL_TURN 6.283185307179586
#define SHARPEST 0.35 // cosine of half the sharpest bend that is met exactly

/// A cross-section that is carried along a strand: it turns with the strand and not around it.
typedef struct Section {
    Vec3 along, across;
    uint32_t sides;
    double *out; // next vertex
} Section;

static Vec3 unit(Vec3 a) { return vec3Scale(a, 1.0 / vec3Length(a)); }

static Vec3 anyAcross(Vec3 along) {
    double x = fabs(along.x), y = fabs(along.y), z = fabs(along.z);
    Vec3 axis = x <= y && x <= z ? vec3(1, 0, 0) : y <= z ? vec3(0, 1, 0) : vec3(0, 0, 1);
    return unit(vec3Cross(along, axis));
}

static void writeVertex(Section *section, Vec3 place) {
    vec3Store(section->out, place);
    section->out += 3;
}

/// In the plane across `bisector`, so that a tube keeps its width where the strand bends.
static void writeRing(Section *section, Vec3 middle, double radius, Vec3 bisector) {
    Vec3 up = vec3Cross(section->along, section->across);
    double slope = 1.0 / fmax(vec3Dot(section->along, bisector), SHARPEST);
    for (uint32_t k = 0; k < section->sides; ++k) {
        double angle = FULL_TURN * k / section->sides;
        Vec3 out = vec3AddScaled(vec3Scale(section->across, cos(angle)), up, sin(angle));
        Vec3 offset = vec3AddScaled(out, section->along, -vec3Dot(out, bisector) * slope);
        writeVertex(section, vec3AddScaled(middle, offset, radius));
    }
}

/// A ring of the half ball at an end: `out` leads away from the strand, `share` 0 is its point, 1 where the tube begins.
static void writeCap(Section *section, Vec3 middle, double radius, Vec3 out, double share) {
    double angle = 0.25 * FULL_TURN * share;
    writeRing(section, vec3AddScaled(middle, out, cos(angle) * radius), sin(angle) * radius, section->along);
}

static void turn(Section *section, Vec3 ahead) {
    double share = vec3Dot(section->across, ahead) / fmax(1.0 + vec3Dot(section->along, ahead), 1e-3);
    Vec3 turned = vec3AddScaled(section->across, vec3Add(section->along, ahead), -share);
    Vec3 square = vec3AddScaled(turned, ahead, -vec3Dot(turned, ahead));
    if (vec3LengthSquared(square) > 1e-12) section->across = unit(square);
    section->along = ahead;
}

static Vec3 directionFrom(const float *nodes, uint32_t node, Vec3 otherwise) {
    Vec3 d = vec3Sub(vec3LoadFloat(nodes + 3 * (size_t)(node + 1)), vec3LoadFloat(nodes + 3 * (size_t)node));
    return vec3LengthSquared(d) > 1e-30 ? unit(d) : otherwise;
}

static void placeTube(Section *section, const SupBodyAssetView *view, const float *nodes, uint32_t strand) {
    uint32_t first = view->strandStart[strand], last = view->strandStart[strand + 1] - 1;
    double root = (double)view->strandRadius[2 * (size_t)strand], tip = (double)view->strandRadius[2 * (size_t)strand + 1];
    section->along = first < last ? directionFrom(nodes, first, vec3(0, 1, 0)) : vec3(0, 1, 0);
    section->across = anyAcross(section->along);
    Vec3 place = vec3LoadFloat(nodes + 3 * (size_t)first);
    uint32_t caps = view->sides < 4 ? 1 : view->sides / 4;
    writeVertex(section, vec3AddScaled(place, section->along, -root));
    for (uint32_t k = 1; k <= caps; ++k)
        writeCap(section, place, root, vec3Scale(section->along, -1.0), (double)k / (caps + 1));
    for (uint32_t node = first; node <= last; ++node) {
        place = vec3LoadFloat(nodes + 3 * (size_t)node);
        Vec3 ahead = node < last ? directionFrom(nodes, node, section->along) : section->along;
        Vec3 sum = vec3Add(section->along, ahead);
        double part = (double)(node - first) / (last > first ? last - first : 1);
        writeRing(section, place, root + part * (tip - root), vec3LengthSquared(sum) > 1e-6 ? unit(sum) : section->along);
        turn(section, ahead);
    }
    for (uint32_t k = caps; k > 0; --k) writeCap(section, place, tip, section->along, (double)k / (caps + 1));
    writeVertex(section, vec3AddScaled(place, section->along, tip));
}

void supTubePlaces(const SupBodyAssetView *view, const float *nodes, double *out) {
    Section section = {.sides = view->sides};
    section.out = out;
    for (uint32_t s = 0; s < view->strandCount; ++s) placeTube(&section, view, nodes, s);
}
