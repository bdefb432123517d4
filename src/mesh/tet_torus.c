// SPDX-License-Identifier: MIT
#include "base/report.h"
#include "base/trig.h"
#include "kuhn.h"
#include "tet.h"

static SupStatus checkTorus(double major, double minor, uint32_t ring, uint32_t section, SupReport *report) {
    if (!isfinite(major) || !isfinite(minor)) return supFail(report, SupStatus_NotFinite, "a radius is not a finite number");
    if (!(minor > 0.0) || !(major > minor))
        return supFail(report, SupStatus_OutOfRange, "the major radius must be above the minor one, and that above 0 m");
    if (ring < 3) return supFail(report, SupStatus_OutOfRange, "ring is %u, must be at least 3", ring);
    if (section < 2) return supFail(report, SupStatus_OutOfRange, "section is %u, must be at least 2", section);
    double side = section + 1.0;
    if (6.0 * ring * section * section > SUP_MAX_TETS || ring * side * side >= SUP_NO_INDEX)
        return supFail(report, SupStatus_OutOfRange, "%u x %u x %u cells are more than a mesh can hold", ring, section,
                       section);
    return SupStatus_Ok;
}

/// Square [-1,1]^2 to the unit disk: squares around the centre become circles, diagonals stay (Shirley and Chiu 1997, fig.
/// 2).
static void squareToDisk(double a, double b, double *x, double *y) {
    double radius = a, angle = 0.0, sine, cosine;
    if (fabs(a) > fabs(b)) {
        angle = SUP_PI / 4 * (b / a);
    } else if (b != 0.0) {
        radius = b;
        angle = SUP_PI / 2 - SUP_PI / 4 * (a / b);
    }
    supSinCos(angle, &sine, &cosine);
    *x = radius * cosine, *y = radius * sine;
}

/// Vertices of one section after another, row by row.
static void fillPositions(double major, double minor, uint32_t ring, uint32_t section, double *p) {
    for (uint32_t k = 0; k < ring; ++k) {
        double sine, cosine;
        supSinCos(2 * SUP_PI * k / ring, &sine, &cosine);
        for (uint32_t j = 0; j <= section; ++j)
            for (uint32_t i = 0; i <= section; ++i, p += 3) {
                double x, y;
                squareToDisk(2.0 * i / section - 1.0, 2.0 * j / section - 1.0, &x, &y);
                double r = major + minor * x;
                vec3Store(p, vec3(r * cosine, minor * y, r * sine));
            }
    }
}

/// Kuhn cells, mirrored in the lower halves of the section: every diagonal then points from the centre outwards, and the
/// four corners of the square, which become nearly straight on the circle, are never the corner of one triangle alone.
static void fillTets(uint32_t ring, uint32_t section, uint32_t *tet) {
    uint32_t row = section + 1, layer = row * row;
    for (uint32_t k = 0; k < ring; ++k)
        for (uint32_t j = 0; j < section; ++j)
            for (uint32_t i = 0; i < section; ++i) {
                uint32_t mirror = (2 * i + 1 < section ? 1u : 0u) | (2 * j + 1 < section ? 2u : 0u);
                bool flip = mirror == 1 || mirror == 2; // one mirror turns the tets inside out, two turn them back
                for (int t = 0; t < 6; ++t, tet += 4)
                    for (int c = 0; c < 4; ++c) {
                        uint32_t corner = supKuhnTets[t][c] ^ mirror;
                        int place = flip && c >= 2 ? 5 - c : c;
                        tet[place] = (k + (corner >> 2)) % ring * layer + (j + (corner >> 1 & 1)) * row + i + (corner & 1);
                    }
            }
}

SupStatus supTetMeshTorus(double majorRadius, double minorRadius, uint32_t ring, uint32_t section, SupTetMesh *out,
                          SupReport *report) {
    if (!out) return supFail(report, SupStatus_InvalidArgument, "out is null");
    *out = (SupTetMesh){0};
    SupStatus status = checkTorus(majorRadius, minorRadius, ring, section, report);
    if (status != SupStatus_Ok) return status;
    uint32_t vertices = ring * (section + 1) * (section + 1), tets = 6 * ring * section * section;
    if (!supTetMeshAlloc(out, vertices, tets)) return supFail(report, SupStatus_OutOfMemory, "no memory for %u tets", tets);
    fillPositions(majorRadius, minorRadius, ring, section, out->positions);
    fillTets(ring, section, out->tets);
    return SupStatus_Ok;
}
