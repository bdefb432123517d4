// SPDX-License-Identifier: MIT
#include "world.h"

#include <math.h>
#include <string.h>

LameConstants supMaterialLame(const SupMaterial *material) {
    double e = material->young, nu = material->poisson;
    return (LameConstants){e / (2.0 * (1.0 + nu)), e * nu / ((1.0 + nu) * (1.0 - 2.0 * nu))};
}

LameConstants supMaterialModuli(const SupMaterial *material) {
    LameConstants lame = supMaterialLame(material);
    if (material->model == SupModel_Arap) return lame;
    return (LameConstants){4.0 / 3.0 * lame.mu, lame.lambda + 5.0 / 6.0 * lame.mu};
}

// Written so that NaN fails.
static bool within(double value, double least, double most) { return value >= least && value <= most; }

const char *supMaterialProblem(const SupMaterial *material) {
    if ((unsigned)material->model >= (unsigned)SupModel_Count) return "model is not one that this version knows";
    if (!within(material->young, 1.0, 1e12)) return "young must lie in 1 .. 1e12 Pa";
    if (!within(material->poisson, 0.0, 0.49)) return "poisson must lie in 0 .. 0.49";
    if (!within(material->density, 1e-3, 1e5)) return "density must lie in 1e-3 .. 1e5 kg/m3";
    if (!within(material->damping, 0.0, 1e4)) return "damping must lie in 0 .. 1e4 1/s";
    return NULL;
}

SupStatus supMaterialPreset(const char *name, SupMaterial *material) {
    static const struct {
        const char *name;
        double young;
    } presets[] = {{"soft", 5e4}, {"medium", 2e5}, {"stiff", 1e6}};
    if (!name || !material) return SupStatus_InvalidArgument;
    for (size_t i = 0; i < sizeof presets / sizeof *presets; ++i) {
        if (strcmp(presets[i].name, name) != 0) continue;
        material->young = presets[i].young;
        material->poisson = 0.4;
        return SupStatus_Ok;
    }
    return SupStatus_InvalidArgument;
}

double supExpDecay(double x) {
    if (x > 800.0) return 0.0; // below the smallest double
    // halve until small, Taylor, square back
    int halvings = 0;
    for (; x > 0.125; ++halvings) x *= 0.5;
    double term = 1.0, sum = 1.0;
    for (int n = 1; n < 14; ++n) {
        term *= -x / n;
        sum += term;
    }
    while (halvings-- > 0) sum *= sum;
    return sum;
}
