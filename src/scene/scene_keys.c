// SPDX-License-Identifier: MIT
#include "scene_keys.h"

#include "base/memory.h"
#include "base/number.h"
#include "scene_data.h"
#include "supple/render.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define COUNT(array) ((uint32_t)(sizeof(array) / sizeof *(array)))
#define AT(Type, member) .offset = offsetof(Type, member)
#define RANGE(low, high, usual) .minimum = (low), .maximum = (high), .standard = (usual)
#define ABOVE_ZERO(high, usual) .exclusive = true, .maximum = (high), .standard = (usual)

static const char *const units[] = {"m", "mm", NULL};

// ---- Time, ground, wind
// ----------------------------------------------------------------------------------------------------

static const SceneKey timeKeys[] = {
    {"frame", SceneKey_Number, 1, AT(SupScene, time.frame), "s", RANGE(1e-5, 0.1, 1.0 / 60.0), .label = "Frame time",
     .live = true},
    {"substeps", SceneKey_Integer, 1, AT(SupScene, time.substeps), RANGE(1, 1000, 10), .label = "Substeps", .live = true,
     .concerns = SceneFor_Tets},
    {"iterations", SceneKey_Integer, 1, AT(SupScene, time.iterations), RANGE(0, 1000, 0), .label = "Iterations",
     .live = true, .concerns = SceneFor_Tets},
    {"linearIterations", SceneKey_Integer, 1, AT(SupScene, time.linearIterations), RANGE(0, 1000, 0),
     .label = "Linear iterations", .live = true, .concerns = SceneFor_Tets},
    {"tolerance", SceneKey_Number, 1, AT(SupScene, time.tolerance), RANGE(0, 1, 0.02), .label = "Tolerance", .live = true,
     .concerns = SceneFor_Tets},
    {"frames", SceneKey_Integer, 1, AT(SupScene, time.frames), RANGE(0, 1e7, 240)},
};
static const SceneObject timeObject = {"time", timeKeys, COUNT(timeKeys), sizeof(SupScene), SCENE_NONE, SCENE_NONE,
                                       NULL,   NULL};

static const SceneKey groundKeys[] = {
    {"height", SceneKey_Number, 1, AT(SupScene, ground.height), "m", RANGE(-1e6, 1e6, 0), .label = "Ground height",
     .live = true},
    {"friction", SceneKey_Number, 1, AT(SupScene, ground.friction), RANGE(0, 1000, 0.5), .label = "Ground friction",
     .live = true},
    {"ripple", SceneKey_Number, 1, AT(SupScene, ripple.height), "m", RANGE(0, 10, 0), .label = "Ripples", .live = true},
    {"rippleLength", SceneKey_Number, 1, AT(SupScene, ripple.length), "m", RANGE(0.01, 1000, 1),
     .label = "Length of ripples", .live = true, .logarithmic = true},
};
static const SceneObject groundObject = {
    "ground", groundKeys, COUNT(groundKeys), sizeof(SupScene), offsetof(SupScene, ground.enabled), SCENE_NONE, NULL, NULL};

static const SceneKey windKeys[] = {
    {"velocity", SceneKey_Number, 3, AT(SupScene, wind.velocity), "m/s", RANGE(-1e6, 1e6, 0), .label = "Wind", .live = true},
    {"gusts", SceneKey_Number, 1, AT(SupScene, wind.gusts), RANGE(0, 100, 0.5), .label = "Gusts", .live = true},
    {"gustScale", SceneKey_Number, 1, AT(SupScene, wind.gustScale), "m", RANGE(1e-3, 1e6, 4), .label = "Size of gusts",
     .live = true, .logarithmic = true},
};
static const SceneObject windObject = {"wind", windKeys, COUNT(windKeys), sizeof(SupScene), SCENE_NONE, SCENE_NONE,
                                       NULL,   NULL};

// ---- Shapes of tets
// ----------------------------------------------------------------------------------------------------------

static const SceneKey boxKeys[] = {
    {"size", SceneKey_Number, 3, AT(SceneShape, box.size), "m", ABOVE_ZERO(1e6, 1), .required = true},
    {"cells", SceneKey_Integer, 3, AT(SceneShape, box.cells), RANGE(1, 4096, 6), .required = true},
};
static const char *checkBox(const void *object, uint64_t seen) {
    (void)seen;
    const uint32_t *cells = ((const SceneShape *)object)->box.cells;
    return 6.0 * cells[0] * cells[1] * cells[2] <= 2e7 ? NULL : "more than 20,000,000 tets; use fewer cells";
}
static const SceneObject boxObject = {"box",      boxKeys,    COUNT(boxKeys), sizeof(SceneShape),
                                      SCENE_NONE, SCENE_NONE, NULL,           checkBox};

static const SceneKey torusKeys[] = {
    {"majorRadius", SceneKey_Number, 1, AT(SceneShape, torus.majorRadius), "m", ABOVE_ZERO(1e6, 1), .required = true},
    {"minorRadius", SceneKey_Number, 1, AT(SceneShape, torus.minorRadius), "m", ABOVE_ZERO(1e6, 1), .required = true},
    {"ring", SceneKey_Integer, 1, AT(SceneShape, torus.ring), RANGE(3, 65536, 24)},
    {"section", SceneKey_Integer, 1, AT(SceneShape, torus.section), RANGE(2, 1024, 4)},
};
static const char *checkTorus(const void *object, uint64_t seen) {
    (void)seen;
    const SceneShape *shape = object;
    if (!(shape->torus.majorRadius > shape->torus.minorRadius)) return "majorRadius must be larger than minorRadius";
    double tets = 6.0 * shape->torus.ring * shape->torus.section * shape->torus.section;
    return tets <= 2e7 ? NULL : "more than 20,000,000 tets; use fewer segments";
}
static const SceneObject torusObject = {"torus",    torusKeys, COUNT(torusKeys), sizeof(SceneShape), SCENE_NONE,
                                        SCENE_NONE, NULL,      checkTorus};

static const SceneKey meshKeys[] = {
    {"file", SceneKey_Text, 1, AT(SceneShape, mesh.file), .required = true},
    {"cell", SceneKey_Number, 1, AT(SceneShape, mesh.cell), "m", ABOVE_ZERO(1e6, 0)},
    {"tets", SceneKey_Integer, 1, AT(SceneShape, mesh.tets), RANGE(1, 2e7, 4500)},
    {"scale", SceneKey_Number, 1, AT(SceneShape, mesh.scale), ABOVE_ZERO(1e9, 1)},
    {"units", SceneKey_Choice, 1, AT(SceneShape, mesh.units), .choices = units},
};
static const char *checkMesh(const void *object, uint64_t seen) {
    (void)object;
    return (seen & 6) == 6 ? "cell and tets contradict each other; give one of them" : NULL;
}
static const SceneObject meshObject = {"mesh",     meshKeys, COUNT(meshKeys), sizeof(SceneShape), SCENE_NONE,
                                       SCENE_NONE, NULL,     checkMesh};

static const SceneKey tetsKeys[] = {
    {"positions", SceneKey_Text, 1, AT(SceneShape, tets.positions), .required = true},
    {"indices", SceneKey_Text, 1, AT(SceneShape, tets.indices), .required = true},
    {"scale", SceneKey_Number, 1, AT(SceneShape, tets.scale), ABOVE_ZERO(1e9, 1)},
    {"units", SceneKey_Choice, 1, AT(SceneShape, tets.units), .choices = units},
};
static const SceneObject tetsObject = {"tets", tetsKeys, COUNT(tetsKeys), sizeof(SceneShape), SCENE_NONE, SCENE_NONE,
                                       NULL,   NULL};

// ---- Shapes of networks ----------------------------------------------------------------------------------------------

static const SceneKey strandsKeys[] = {
    {"count", SceneKey_Integer, 1, AT(SceneShape, strands.count), RANGE(1, 1e6, 1), .label = "Strands", .live = true},
    {"nodes", SceneKey_Integer, 1, AT(SceneShape, strands.nodes), RANGE(2, 1e6, 32), .label = "Nodes a strand",
     .live = true},
    {"edgeLength", SceneKey_Number, 1, AT(SceneShape, strands.edgeLength), "m", RANGE(1e-6, 1e6, 0.25),
     .label = "Edge length", .live = true},
    {"direction", SceneKey_Number, 3, AT(SceneShape, strands.direction), RANGE(-1e6, 1e6, 0)},
    {"area", SceneKey_Number, 2, AT(SceneShape, strands.area), "m", RANGE(0, 1e6, 0)},
    {"jitter", SceneKey_Number, 1, AT(SceneShape, strands.jitter), RANGE(0, 1, 1)},
    {"seed", SceneKey_Integer, 1, AT(SceneShape, strands.seed), RANGE(0, 4294967295.0, 0)},
    {"nodeMass", SceneKey_Number, 1, AT(SceneShape, strands.nodeMass), "kg", RANGE(1e-9, 1e9, 0.01)},
    {"rootRadius", SceneKey_Number, 1, AT(SceneShape, strands.rootRadius), "m", RANGE(0, 1e6, 0.03),
     .label = "Root thickness", .live = true},
    {"tipRadius", SceneKey_Number, 1, AT(SceneShape, strands.tipRadius), "m", RANGE(0, 1e6, 0.03), .label = "Tip thickness",
     .live = true},
    {"rootDecay", SceneKey_Number, 1, AT(SceneShape, strands.rootDecay), RANGE(0, 1, 1)},
    {"tipDecay", SceneKey_Number, 1, AT(SceneShape, strands.tipDecay), RANGE(0, 1, 1)},
    {"bendStiffness", SceneKey_Number, 1, AT(SceneShape, strands.bendStiffness), "N/m", RANGE(0, SUP_RIGID, 0),
     .label = "Bending stiffness", .live = true},
    {"sides", SceneKey_Integer, 1, AT(SceneShape, strands.sides), RANGE(3, 32, 8), .label = "Sides", .live = true},
};
static const char *checkStrands(const void *object, uint64_t seen) {
    (void)seen;
    const SupStrandsDesc *strands = &((const SceneShape *)object)->strands;
    const double *d = strands->direction;
    if (d[0] == 0.0 && d[1] == 0.0 && d[2] == 0.0) return "direction is all zero; it leads from a strand's root to its tip";
    double tubes = ((double)strands->nodes + 2.0) * (strands->sides + 1.0) * strands->count;
    return tubes <= 1e8 ? NULL : "more than 100,000,000 vertices to draw; use fewer strands, nodes or sides";
}
static const SceneObject strandsObject = {"strands",  strandsKeys, COUNT(strandsKeys), sizeof(SceneShape), SCENE_NONE,
                                          SCENE_NONE, NULL,        checkStrands};

static const SceneKey clothKeys[] = {
    {"columns", SceneKey_Integer, 1, AT(SceneShape, cloth.columns), RANGE(2, 8192, 128), .label = "Columns", .live = true},
    {"rows", SceneKey_Integer, 1, AT(SceneShape, cloth.rows), RANGE(2, 8192, 64), .label = "Rows", .live = true},
    {"edgeLength", SceneKey_Number, 1, AT(SceneShape, cloth.edgeLength), "m", RANGE(1e-6, 1e6, 0.3), .label = "Edge length",
     .live = true},
    {"areaDensity", SceneKey_Number, 1, AT(SceneShape, cloth.areaDensity), "kg/m2", RANGE(1e-6, 1e6, 0.3)},
    {"stretch", SceneKey_Number, 1, AT(SceneShape, cloth.stretch), "N/m", RANGE(0, SUP_RIGID, SUP_RIGID)},
    {"shear", SceneKey_Number, 1, AT(SceneShape, cloth.shear), "N/m", RANGE(0, SUP_RIGID, 500), .label = "Shear",
     .live = true, .logarithmic = true},
    {"bend", SceneKey_Number, 1, AT(SceneShape, cloth.bend), "N/m", RANGE(0, SUP_RIGID, 5), .label = "Bend", .live = true,
     .logarithmic = true},
};
static const SceneObject clothObject = {"cloth", clothKeys, COUNT(clothKeys), sizeof(SceneShape), SCENE_NONE, SCENE_NONE,
                                        NULL,    NULL};

/// A surface from a file, from the boundary of tets, or an ellipsoid.
#define SOURCE_KEYS(source)                                                                              \
    {"file", SceneKey_Text, 1, AT(SceneShape, source.file)},                                             \
        {"positions", SceneKey_Text, 1, AT(SceneShape, source.positions)},                               \
        {"indices", SceneKey_Text, 1, AT(SceneShape, source.indices)},                                   \
        {"scale", SceneKey_Number, 1, AT(SceneShape, source.scale), ABOVE_ZERO(1e9, 1)},                 \
        {"units", SceneKey_Choice, 1, AT(SceneShape, source.units), .choices = units},                   \
        {"ellipsoid", SceneKey_Number, 3, AT(SceneShape, source.ellipsoid), "m", RANGE(1e-6, 1e6, 0)}, { \
        "rings", SceneKey_Integer, 1, AT(SceneShape, source.rings), RANGE(2, 1024, 24)                   \
    }

/// @param seen bits of SOURCE_KEYS, which come first
static const char *checkSource(const SceneSource *source, uint64_t seen) {
    enum { Scale = 1 << 3, Units = 1 << 4, Rings = 1 << 6 };
    bool pair = source->positions && source->indices, half = source->positions || source->indices;
    bool ellipsoid = source->ellipsoid[0] > 0.0;
    if ((source->file != NULL) + half + ellipsoid > 1) return "give file, or positions and indices, or ellipsoid";
    if (ellipsoid && (seen & (Scale | Units))) return "scale and units are of files; ellipsoid has its radii in metres";
    if (!ellipsoid && (seen & Rings)) return "rings is of ellipsoid; a file has triangles of its own";
    return source->file || pair || ellipsoid ? NULL : "lacks the key \"file\", or positions and indices, or ellipsoid";
}

static const SceneKey shellKeys[] = {
    SOURCE_KEYS(shell.source),
    {"areaDensity", SceneKey_Number, 1, AT(SceneShape, shell.desc.areaDensity), "kg/m2", RANGE(1e-6, 1e6, 1),
     .label = "Area density", .live = true, .logarithmic = true},
    {"stretch", SceneKey_Number, 1, AT(SceneShape, shell.desc.stretch), "N/m", RANGE(0, SUP_RIGID, 2000), .label = "Stretch",
     .live = true, .logarithmic = true},
    {"bend", SceneKey_Number, 1, AT(SceneShape, shell.desc.bend), "N/m", RANGE(0, SUP_RIGID, 50), .label = "Bend",
     .live = true, .logarithmic = true},
};
static const char *checkShell(const void *object, uint64_t seen) {
    return checkSource(&((const SceneShape *)object)->shell.source, seen);
}
static const SceneObject shellObject = {"shell",    shellKeys, COUNT(shellKeys), sizeof(SceneShape), SCENE_NONE,
                                        SCENE_NONE, NULL,      checkShell};

static const SceneKey hairKeys[] = {
    SOURCE_KEYS(hair.source),
    {"count", SceneKey_Integer, 1, AT(SceneShape, hair.desc.count), RANGE(1, 1e6, 1000), .label = "Strands", .live = true},
    {"nodes", SceneKey_Integer, 1, AT(SceneShape, hair.desc.nodes), RANGE(2, 4096, 16), .label = "Nodes a strand",
     .live = true},
    {"length", SceneKey_Number, 1, AT(SceneShape, hair.desc.length), "m", RANGE(1e-5, 1e6, 0.3), .label = "Length",
     .live = true},
    {"lengthVariation", SceneKey_Number, 1, AT(SceneShape, hair.desc.lengthVariation), RANGE(0, 0.95, 0.2),
     .label = "Variation of length", .live = true},
    {"crown", SceneKey_Number, 3, AT(SceneShape, hair.desc.crown), RANGE(-1e6, 1e6, 0)},
    {"crownCosine", SceneKey_Number, 1, AT(SceneShape, hair.desc.crownCosine), RANGE(-1, 1, -1)},
    {"comb", SceneKey_Number, 3, AT(SceneShape, hair.desc.comb), RANGE(-1e6, 1e6, 0)},
    {"combStrength", SceneKey_Number, 1, AT(SceneShape, hair.desc.combStrength), RANGE(0, 1, 0.5)},
    {"curl", SceneKey_Number, 1, AT(SceneShape, hair.desc.curl), RANGE(0, 1, 0), .label = "Curl", .live = true},
    {"curlLength", SceneKey_Number, 1, AT(SceneShape, hair.desc.curlLength), "m", RANGE(1e-5, 1e6, 0.1)},
    {"seed", SceneKey_Integer, 1, AT(SceneShape, hair.desc.seed), RANGE(0, 4294967295.0, 0)},
    {"nodeMass", SceneKey_Number, 1, AT(SceneShape, hair.desc.nodeMass), "kg", RANGE(1e-9, 1e9, 1e-4)},
    {"rootRadius", SceneKey_Number, 1, AT(SceneShape, hair.desc.rootRadius), "m", RANGE(0, 1e6, 0.001),
     .label = "Root thickness", .live = true},
    {"tipRadius", SceneKey_Number, 1, AT(SceneShape, hair.desc.tipRadius), "m", RANGE(0, 1e6, 0.0003),
     .label = "Tip thickness", .live = true},
    {"bendStiffness", SceneKey_Number, 1, AT(SceneShape, hair.desc.bendStiffness), "N/m", RANGE(0, SUP_RIGID, 1),
     .label = "Bending stiffness", .live = true},
    {"sides", SceneKey_Integer, 1, AT(SceneShape, hair.desc.sides), RANGE(3, 32, 3), .label = "Sides", .live = true},
};
static const char *checkHair(const void *object, uint64_t seen) {
    const SupHairDesc *hair = &((const SceneShape *)object)->hair.desc;
    const double *d = hair->crown;
    if (d[0] == 0.0 && d[1] == 0.0 && d[2] == 0.0) return "crown is all zero; it is the direction of what is covered";
    double tubes = ((double)hair->nodes + 2.0) * (hair->sides + 1.0) * hair->count;
    if (tubes > 1e8) return "more than 100,000,000 vertices to draw; use fewer strands, nodes or sides";
    return checkSource(&((const SceneShape *)object)->hair.source, seen);
}
static const SceneObject hairObject = {"hair",     hairKeys, COUNT(hairKeys), sizeof(SceneShape), SCENE_NONE,
                                       SCENE_NONE, NULL,     checkHair};

static const SceneKey blobKeys[] = {
    SOURCE_KEYS(blob.source),
    {"spacing", SceneKey_Number, 1, AT(SceneShape, blob.desc.spacing), "m", RANGE(0, 1e6, 0), .label = "Spacing of nodes",
     .live = true},
    {"radius", SceneKey_Number, 1, AT(SceneShape, blob.desc.radius), "m", RANGE(0, 1e6, 0), .label = "Reach of edges",
     .live = true},
    {"neighbours", SceneKey_Integer, 1, AT(SceneShape, blob.desc.neighbours), RANGE(1, 32, 12), .label = "Neighbours",
     .live = true},
    {"density", SceneKey_Number, 1, AT(SceneShape, blob.desc.density), "kg/m3", RANGE(1e-3, 1e6, 1000), .label = "Density",
     .live = true, .logarithmic = true},
    {"stiffness", SceneKey_Number, 1, AT(SceneShape, blob.desc.stiffness), "N/m", RANGE(0, SUP_RIGID, 500),
     .label = "Stiffness", .live = true, .logarithmic = true},
    {"skin", SceneKey_Number, 1, AT(SceneShape, blob.desc.skin), "N/m", RANGE(0, SUP_RIGID, 500), .label = "Skin",
     .live = true, .logarithmic = true},
};
static const char *checkBlob(const void *object, uint64_t seen) {
    return checkSource(&((const SceneShape *)object)->blob.source, seen);
}
static const SceneObject blobObject = {"blob",     blobKeys, COUNT(blobKeys), sizeof(SceneShape), SCENE_NONE,
                                       SCENE_NONE, NULL,     checkBlob};

static const SceneKey shapeKeys[] = {
    {"box", SceneKey_Object, 1, .object = &boxObject},         {"torus", SceneKey_Object, 1, .object = &torusObject},
    {"mesh", SceneKey_Object, 1, .object = &meshObject},       {"tets", SceneKey_Object, 1, .object = &tetsObject},
    {"strands", SceneKey_Object, 1, .object = &strandsObject}, {"cloth", SceneKey_Object, 1, .object = &clothObject},
    {"shell", SceneKey_Object, 1, .object = &shellObject},     {"hair", SceneKey_Object, 1, .object = &hairObject},
    {"blob", SceneKey_Object, 1, .object = &blobObject},
};
static const SceneObject shapeObject = {
    "shape", shapeKeys, COUNT(shapeKeys), sizeof(SceneShape), SCENE_NONE, offsetof(SceneShape, kind), NULL, NULL};

// ---- Materials -------------------------------------------------------------------------------------------------------

static const char *const models[] = {"arap", "neo_hookean", NULL};
static const char *const stiffnesses[] = {"soft", "medium", "stiff", NULL};
#define MATERIAL(member) AT(SceneMaterial, value.member)

static const SceneKey materialKeys[] = {
    {"model", SceneKey_Choice, 1, MATERIAL(model), .choices = models, .label = "Model", .live = true},
    {"young", SceneKey_Number, 1, MATERIAL(young), "Pa", RANGE(1, 1e12, 2e5), .label = "Young's modulus", .live = true,
     .logarithmic = true},
    {"poisson", SceneKey_Number, 1, MATERIAL(poisson), RANGE(0, 0.49, 0.4), .label = "Poisson's ratio", .live = true},
    {"density", SceneKey_Number, 1, MATERIAL(density), "kg/m3", RANGE(1e-3, 1e5, 1000), .label = "Density", .live = true,
     .logarithmic = true},
    {"damping", SceneKey_Number, 1, MATERIAL(damping), "1/s", RANGE(0, 1e4, 0), .label = "Air damping", .live = true},
    {"stiffness", SceneKey_Choice, 1, AT(SceneMaterial, stiffness), .choices = stiffnesses, .live = true},
};
static const char *checkMaterial(const void *object, uint64_t seen) {
    (void)object;
    return (seen & 32) && (seen & 6) ? "stiffness stands for young and poisson; give either" : NULL;
}
static const SceneObject materialObject = {"material", materialKeys, COUNT(materialKeys), sizeof(SceneMaterial), SCENE_NONE,
                                           SCENE_NONE, NULL,         checkMaterial};

// ---- Networks --------------------------------------------------------------------------------------------------------

static const char *const follows[] = {"off", "on", "alone", NULL}; // as SupFollow

static const SceneKey networkKeys[] = {
    {"iterations", SceneKey_Integer, 1, AT(SceneBody, network.iterations), RANGE(0, 1000, 16), .label = "Iterations",
     .live = true},
    {"decay", SceneKey_Number, 1, AT(SceneBody, network.decay), RANGE(0, 1, 0.99), .label = "Decay", .live = true},
    {"lengthScale", SceneKey_Number, 1, AT(SceneBody, network.lengthScale), RANGE(0.01, 100, 1), .label = "Length",
     .live = true, .logarithmic = true},
    {"drag", SceneKey_Number, 1, AT(SceneBody, network.drag), "1/m", RANGE(0, 1e6, 0.5), .label = "Drag", .live = true},
    {"pull", SceneKey_Number, 3, AT(SceneBody, network.pull), "m/s2", RANGE(-1e6, 1e6, 0), .label = "Pull", .live = true},
    {"flowIntensity", SceneKey_Number, 1, AT(SceneBody, network.flowIntensity), "m/s2", RANGE(0, 1e6, 0), .label = "Flow",
     .live = true},
    {"flowScale", SceneKey_Number, 1, AT(SceneBody, network.flowScale), "1/m", RANGE(0, 1e3, 0.2), .label = "Flow scale",
     .live = true},
    {"thickness", SceneKey_Number, 1, AT(SceneBody, network.thickness), "m", RANGE(0, 1e6, 0), .label = "Thickness",
     .live = true},
    {"touch", SceneKey_Number, 1, AT(SceneBody, network.touch), RANGE(0, 1, 0), .label = "Touch", .live = true},
    {"react", SceneKey_Number, 1, AT(SceneBody, network.react), RANGE(0, 1, 0), .label = "React", .live = true},
    {"glow", SceneKey_Number, 1, AT(SceneBody, network.glow), RANGE(0, 1, 0), .label = "Glow", .live = true},
    {"volume", SceneKey_Number, 1, AT(SceneBody, network.volume), RANGE(0, 100, 0), .label = "Volume", .live = true,
     .concerns = SceneFor_Shells},
    {"repulsion", SceneKey_Number, 1, AT(SceneBody, network.repulsion), "m/s2", RANGE(0, 1e6, 0), .label = "Repulsion",
     .live = true, .concerns = SceneFor_Strands},
    {"repulsionRadius", SceneKey_Number, 1, AT(SceneBody, network.repulsionRadius), "m", RANGE(1e-6, 1e6, 0.02),
     .label = "Repulsion radius", .live = true, .logarithmic = true, .concerns = SceneFor_Strands},
    {"carrier", SceneKey_Text, 1, AT(SceneBody, carrier), .live = true},
    {"follow", SceneKey_Choice, 1, AT(SceneBody, follow), .choices = follows, .label = "Follows the pointer", .live = true},
    {"followNode", SceneKey_Integer, 1, AT(SceneBody, followNode), RANGE(0, 4294967294.0, 0)},
    {"detail", SceneKey_Number, 1, AT(SceneBody, network.detail), "m", RANGE(0, 1e6, 0), .label = "Detail up to",
     .live = true},
    {"thinning", SceneKey_Integer, 1, AT(SceneBody, network.thinning), RANGE(1, 1024, 1), .label = "Thinning", .live = true,
     .concerns = SceneFor_Strands},
};
static const SceneObject networkObject = {
    "network", networkKeys, COUNT(networkKeys), sizeof(SceneBody), SCENE_NONE, SCENE_NONE, NULL, NULL};

// ---- Pictures --------------------------------------------------------------------------------------------------------

static const SceneKey lookKeys[] = {
    {"color", SceneKey_Number, 3, AT(SceneLook, color), RANGE(0, 1, 0), .label = "Color", .color = true, .live = true},
    {"roughness", SceneKey_Number, 1, AT(SceneLook, roughness), RANGE(0.03, 1, 0.3), .label = "Roughness", .live = true},
    {"metallic", SceneKey_Number, 1, AT(SceneLook, metallic), RANGE(0, 1, 0), .label = "Metallic", .live = true},
    {"translucency", SceneKey_Number, 1, AT(SceneLook, translucency), RANGE(0, 1, 0.5), .label = "Translucency",
     .live = true},
    {"emission", SceneKey_Number, 3, AT(SceneLook, emission), RANGE(0, 1000, 0), .label = "Emission", .color = true,
     .live = true},
    {"hair", SceneKey_Number, 1, AT(SceneLook, hair), RANGE(0, 1, 0), .label = "Hair shine", .live = true,
     .concerns = SceneFor_Strands},
};
static const SceneObject lookObject = {"look", lookKeys, COUNT(lookKeys), sizeof(SceneLook), SCENE_NONE, SCENE_NONE,
                                       NULL,   NULL};

static void clearLook(SceneLook *look) {
    const double unset = (double)NAN;
    *look = (SceneLook){{unset, unset, unset}, unset, unset, unset, {unset, unset, unset}, unset};
}

static const SceneKey cameraKeys[] = {
    {"eye", SceneKey_Number, 3, AT(SupScene, camera.eye), "m", RANGE(-1e9, 1e9, 0), .live = true},
    {"target", SceneKey_Number, 3, AT(SupScene, camera.target), "m", RANGE(-1e9, 1e9, 0), .live = true},
    {"fieldOfView", SceneKey_Number, 1, AT(SupScene, camera.fieldOfView), "rad", RANGE(0.05, 2.5, 0.7), .live = true},
};
static const char *checkCamera(const void *object, uint64_t seen) {
    const SupScene *scene = object;
    const double *a = scene->camera.eye, *b = scene->camera.target;
    return (seen & 3) == 3 && a[0] == b[0] && a[1] == b[1] && a[2] == b[2] ? "eye and target are the same point" : NULL;
}
static const SceneObject cameraObject = {"camera",   cameraKeys, COUNT(cameraKeys), sizeof(SupScene), SCENE_NONE,
                                         SCENE_NONE, NULL,       checkCamera};

static const SceneKey lightKeys[] = {
    {"sun", SceneKey_Number, 3, AT(SupScene, light.sun), RANGE(-1e6, 1e6, 0), .live = true},
    {"intensity", SceneKey_Number, 1, AT(SupScene, light.intensity), RANGE(0, 1000, 3.2), .live = true},
    {"exposure", SceneKey_Number, 1, AT(SupScene, light.exposure), RANGE(0, 1000, 1), .live = true},
    {"bloom", SceneKey_Number, 1, AT(SupScene, light.bloom), RANGE(0, 1, 0.06), .live = true},
};
static const char *checkLight(const void *object, uint64_t seen) {
    (void)seen;
    const double *sun = ((const SupScene *)object)->light.sun;
    return sun[0] != 0.0 || sun[1] != 0.0 || sun[2] != 0.0 ? NULL : "sun is all zero; it is the direction towards the sun";
}
static const SceneObject lightObject = {"light",    lightKeys, COUNT(lightKeys), sizeof(SupScene), SCENE_NONE,
                                        SCENE_NONE, NULL,      checkLight};

// ---- Pins, bodies, probes --------------------------------------------------------------------------------------------

static const SceneKey sphereKeys[] = {
    {"center", SceneKey_Number, 3, AT(ScenePin, sphere.center), "m", RANGE(-1e9, 1e9, 0), .required = true},
    {"radius", SceneKey_Number, 1, AT(ScenePin, sphere.radius), "m", ABOVE_ZERO(1e9, 1), .required = true},
};
static const SceneObject sphereObject = {"sphere", sphereKeys, COUNT(sphereKeys), sizeof(ScenePin), SCENE_NONE, SCENE_NONE,
                                         NULL,     NULL};

static const SceneKey pinKeys[] = {
    {"box", SceneKey_Bounds, 1, AT(ScenePin, box), "m"},
    {"sphere", SceneKey_Object, 1, .object = &sphereObject},
    {"vertices", SceneKey_Indices, 1, AT(ScenePin, vertices), RANGE(0, 4294967294.0, 0)},
};
static const SceneObject pinObject = {"pin", pinKeys, COUNT(pinKeys), sizeof(ScenePin), SCENE_NONE, offsetof(ScenePin, kind),
                                      NULL,  NULL};

static const SceneKey attachmentKeys[] = {
    {"network", SceneKey_Text, 1, AT(SceneAttachment, network), .required = true},
    {"nodes", SceneKey_List, 1, AT(SceneAttachment, nodes), .object = &pinObject, .required = true},
    {"body", SceneKey_Text, 1, AT(SceneAttachment, body), .required = true},
    {"radius", SceneKey_Number, 1, AT(SceneAttachment, radius), "m", RANGE(0, 1e6, 0)},
};
static const SceneObject attachmentObject = {
    "attachment", attachmentKeys, COUNT(attachmentKeys), sizeof(SceneAttachment), SCENE_NONE, SCENE_NONE, NULL, NULL};

static const char *const mirrors[] = {"none", "x", "y", "z", NULL};

static const SceneKey copiesKeys[] = {
    {"count", SceneKey_Integer, 2, AT(SceneBody, copies.count), RANGE(1, 256, 1), .required = true},
    {"spacing", SceneKey_Number, 2, AT(SceneBody, copies.spacing), "m", RANGE(0, 1e6, 0), .required = true},
    {"jitter", SceneKey_Number, 1, AT(SceneBody, copies.jitter), RANGE(0, 1, 0)},
    {"seed", SceneKey_Integer, 1, AT(SceneBody, copies.seed), RANGE(0, 4294967295.0, 0)},
};
static const char *checkCopies(const void *object, uint64_t seen) {
    (void)seen;
    const SceneCopies *copies = &((const SceneBody *)object)->copies;
    return copies->count[0] * copies->count[1] <= 4096 ? NULL : "more than 4,096 bodies; use fewer rows or columns";
}
static const SceneObject copiesObject = {"copies",   copiesKeys, COUNT(copiesKeys), sizeof(SceneBody), SCENE_NONE,
                                         SCENE_NONE, NULL,       checkCopies};

static const SceneKey bodyKeys[] = {
    {"name", SceneKey_Text, 1, AT(SceneBody, name)},
    {"shape", SceneKey_Object, 1, AT(SceneBody, shape), .object = &shapeObject, .required = true},
    {"position", SceneKey_Number, 3, AT(SceneBody, position), "m", RANGE(-1e9, 1e9, 0)},
    {"rotation", SceneKey_Number, 4, AT(SceneBody, rotation), RANGE(-1000, 1000, 0)},
    {"velocity", SceneKey_Number, 3, AT(SceneBody, velocity), "m/s", RANGE(-1e6, 1e6, 0)},
    {"angularVelocity", SceneKey_Number, 3, AT(SceneBody, angularVelocity), "rad/s", RANGE(-1e6, 1e6, 0)},
    {"material", SceneKey_Object, 1, AT(SceneBody, material), .object = &materialObject, .concerns = SceneFor_Tets},
    {"network", SceneKey_Object, 1, .object = &networkObject, .concerns = SceneFor_Networks},
    {"pin", SceneKey_List, 1, AT(SceneBody, pins), .object = &pinObject},
    {"mirror", SceneKey_Choice, 1, AT(SceneBody, mirror), .choices = mirrors},
    {"copies", SceneKey_Object, 1, .object = &copiesObject},
    {"look", SceneKey_Object, 1, AT(SceneBody, look), .object = &lookObject},
};

static void prepareBody(void *item) {
    SceneBody *body = item;
    body->rotation[3] = 1.0;
    body->copies.count[0] = body->copies.count[1] = 1;
    body->shape.torus.ring = 24, body->shape.torus.section = 4;
    body->shape.mesh.tets = 4500, body->shape.mesh.scale = body->shape.tets.scale = 1.0;
    body->material.value = (SupMaterial)SUP_MATERIAL_INIT;
    body->material.stiffness = SCENE_UNSET;
    body->shape.strands = (SupStrandsDesc)SUP_STRANDS_DESC_INIT;
    body->shape.cloth = (SupClothDesc)SUP_CLOTH_DESC_INIT;
    body->shape.shell.source = body->shape.hair.source = body->shape.blob.source = (SceneSource){.scale = 1.0, .rings = 24};
    body->shape.blob.desc = (SupBlobDesc)SUP_BLOB_DESC_INIT;
    body->shape.hair.desc = (SupHairDesc)SUP_HAIR_DESC_INIT;
    body->shape.shell.desc = (SupShellDesc)SUP_SHELL_DESC_INIT;
    body->network = (SupNetworkSettings)SUP_NETWORK_SETTINGS_INIT;
    clearLook(&body->look);
}

static const char *rotationProblem(const double q[4]) {
    return q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3] > 1e-12 ? NULL : "rotation is all zero; 0 0 0 1 is none";
}

static const char *checkBody(const void *object, uint64_t seen) {
    const SceneBody *body = object;
    for (uint32_t i = 0; i < COUNT(bodyKeys); ++i)
        if ((seen >> i & 1) && !supSceneKeyFits(&bodyKeys[i], &body->shape)) return supSceneKeyMisfit(&bodyKeys[i]);
    return rotationProblem(body->rotation);
}

static const SceneObject bodyObject = {"body",     bodyKeys,   COUNT(bodyKeys), sizeof(SceneBody),
                                       SCENE_NONE, SCENE_NONE, prepareBody,     checkBody};

static const SceneKey probeKeys[] = {
    {"body", SceneKey_Text, 1, AT(SceneProbe, body), .required = true},
    {"box", SceneKey_Bounds, 1, AT(SceneProbe, box), "m", .required = true},
};
static const SceneObject probeObject = {"probe", probeKeys, COUNT(probeKeys), sizeof(SceneProbe), SCENE_NONE, SCENE_NONE,
                                        NULL,    NULL};

static const SceneKey motionKeys[] = {
    {"sway", SceneKey_Number, 3, AT(SupMotion, sway), "m", RANGE(-1e6, 1e6, 0), .live = true},
    {"turn", SceneKey_Number, 3, AT(SupMotion, turn), "rad", RANGE(-100, 100, 0), .live = true},
    {"period", SceneKey_Number, 1, AT(SupMotion, period), "s", RANGE(1e-3, 1e6, 1), .required = true, .live = true},
};
static const SceneObject motionObject = {"motion", motionKeys, COUNT(motionKeys), sizeof(SupMotion), SCENE_NONE, SCENE_NONE,
                                         NULL,     NULL};

static const SceneKey colliderKeys[] = {
    {"name", SceneKey_Text, 1, AT(SceneCollider, name)},
    {"center", SceneKey_Number, 3, AT(SceneCollider, value.center), "m", RANGE(-1e9, 1e9, 0), .required = true,
     .live = true},
    {"half", SceneKey_Number, 3, AT(SceneCollider, value.half), "m", RANGE(0, 1e6, 0), .live = true},
    {"radius", SceneKey_Number, 1, AT(SceneCollider, value.radius), "m", RANGE(0, 1e6, 0), .live = true},
    {"friction", SceneKey_Number, 1, AT(SceneCollider, value.friction), RANGE(0, 1000, 0.5), .live = true},
    {"velocity", SceneKey_Number, 3, AT(SceneCollider, value.velocity), "m/s", RANGE(-1e6, 1e6, 0), .live = true},
    {"rotation", SceneKey_Number, 4, AT(SceneCollider, value.rotation), RANGE(-1000, 1000, 0), .live = true},
    {"angularVelocity", SceneKey_Number, 3, AT(SceneCollider, value.angularVelocity), "rad/s", RANGE(-1e6, 1e6, 0),
     .live = true},
    {"motion", SceneKey_Object, 1, AT(SceneCollider, value.motion), .object = &motionObject},
    {"color", SceneKey_Number, 3, AT(SceneCollider, color), RANGE(0, 1, 0.3)},
    {"roughness", SceneKey_Number, 1, AT(SceneCollider, roughness), RANGE(0.03, 1, 0.5)},
};
static void prepareCollider(void *item) {
    SceneCollider *collider = item;
    collider->value = (SupCollider)SUP_COLLIDER_INIT;
    collider->value.radius = 0.0;
    for (int i = 0; i < 3; ++i) collider->color[i] = 0.3;
    collider->roughness = 0.5;
}
static const char *checkCollider(const void *object, uint64_t seen) {
    (void)seen;
    const SupCollider *c = &((const SceneCollider *)object)->value;
    if (!(c->radius > 0.0) && !(c->half[0] > 0.0 && c->half[1] > 0.0 && c->half[2] > 0.0))
        return "it has no size; give a radius, or half its edges";
    return rotationProblem(c->rotation);
}
static const SceneObject colliderObject = {"collider", colliderKeys, COUNT(colliderKeys), sizeof(SceneCollider),
                                           SCENE_NONE, SCENE_NONE,   prepareCollider,     checkCollider};

// ---- The scene -------------------------------------------------------------------------------------------------------

static const char *const solvers[] = {"auto", "vbd", "newton", "xpbd", NULL};
static const char *const accumulations[] = {"gather", "scatter", NULL};

static const SceneKey sceneKeys[] = {
    {"$schema", SceneKey_Kept, 1, AT(SupScene, schema)},
    {"supple", SceneKey_Integer, 1, AT(SupScene, format), RANGE(1, 1, 1), .required = true},
    {"name", SceneKey_Text, 1, AT(SupScene, name)},
    {"description", SceneKey_Text, 1, AT(SupScene, description)},
    {"gravity", SceneKey_Number, 3, AT(SupScene, gravity), "m/s2", RANGE(-1e4, 1e4, 0), .label = "Gravity", .live = true},
    {"time", SceneKey_Object, 1, .object = &timeObject},
    {"solver", SceneKey_Choice, 1, AT(SupScene, solver), .choices = solvers, .label = "Solver", .live = true,
     .concerns = SceneFor_Tets},
    {"accumulate", SceneKey_Choice, 1, AT(SupScene, accumulate), .choices = accumulations, .label = "Accumulation",
     .live = true, .concerns = SceneFor_Tets},
    {"ground", SceneKey_Object, 1, .object = &groundObject, .standard = 1, .label = "Ground", .live = true},
    {"wind", SceneKey_Object, 1, .object = &windObject, .concerns = SceneFor_Networks},
    {"bodies", SceneKey_List, 1, AT(SupScene, bodies), .object = &bodyObject},
    {"probes", SceneKey_Map, 1, AT(SupScene, probes), .object = &probeObject},
    {"colliders", SceneKey_List, 1, AT(SupScene, colliders), .object = &colliderObject},
    {"attachments", SceneKey_List, 1, AT(SupScene, attachments), .object = &attachmentObject},
    {"constraints", .kind = SceneKey_Reserved},
    {"camera", SceneKey_Object, 1, .object = &cameraObject},
    {"light", SceneKey_Object, 1, .object = &lightObject},
    {"look", SceneKey_Object, 1, AT(SupScene, look), .object = &lookObject},
};

static void prepareScene(void *item) {
    SupScene *scene = item;
    SupSettings settings = SUP_SETTINGS_INIT;
    memcpy(scene->gravity, settings.gravity, sizeof scene->gravity);
    scene->time.frame = settings.frameTime;
    scene->time.substeps = settings.substeps, scene->time.iterations = settings.iterations;
    scene->time.linearIterations = settings.linearIterations, scene->time.tolerance = settings.tolerance;
    scene->time.frames = 240;
    scene->ground = settings.ground;
    scene->wind = settings.wind;
    scene->ripple.length = 1.0;
    const SupView view = SUP_VIEW_INIT;
    for (int i = 0; i < 3; ++i) scene->camera.eye[i] = scene->camera.target[i] = (double)NAN;
    scene->camera.fieldOfView = view.camera.fieldOfView;
    memcpy(scene->light.sun, view.sun, sizeof scene->light.sun);
    // the nearest decimals of what floats hold
    scene->light.intensity = round(1e6 * (double)view.sunIntensity) / 1e6;
    scene->light.exposure = (double)view.exposure;
    scene->light.bloom = round(1e6 * (double)view.bloom) / 1e6;
    clearLook(&scene->look);
}

const SceneObject supSceneObject = {"the scene", sceneKeys,  COUNT(sceneKeys), sizeof(SupScene),
                                    SCENE_NONE,  SCENE_NONE, prepareScene,     NULL};

SupStatus supSceneApplyStiffness(SceneMaterial *material) {
    if (material->stiffness == SCENE_UNSET) return SupStatus_Ok;
    const char *name = stiffnesses[material->stiffness];
    material->stiffness = SCENE_UNSET;
    return supMaterialPreset(name, &material->value);
}

// ---- Using the table -------------------------------------------------------------------------------------------------

const char *supSceneKeyRange(const SceneKey *key, double value, char *text, size_t size) {
    bool above = key->exclusive ? value > key->minimum : value >= key->minimum;
    if (above && value <= key->maximum) return NULL; // written so that NaN fails
    char given[32], low[32], high[32];
    supFormatDouble(given, sizeof given, value, 9);
    supFormatDouble(low, sizeof low, key->minimum, 10);
    supFormatDouble(high, sizeof high, key->maximum, 10);
    const char *unit = key->unit ? key->unit : "";
    snprintf(text, size, "%s is %s; it must %s %s%s %s%s%s", key->name, given, key->exclusive ? "be above" : "lie in", low,
             key->exclusive ? " and at most" : " ..", high, *unit ? " " : "", unit);
    return text;
}

bool supSceneKeyFits(const SceneKey *key, const SceneShape *shape) {
    switch (key->concerns) {
    case SceneFor_Tets:
        return !sceneShapeIsNetwork(shape);
    case SceneFor_Networks:
        return sceneShapeIsNetwork(shape);
    case SceneFor_Shells:
        return shape->kind == SceneShape_Shell || shape->kind == SceneShape_Blob;
    case SceneFor_Strands:
        return shape->kind == SceneShape_Strands || shape->kind == SceneShape_Hair;
    default:
        return true;
    }
}

const char *supSceneKeyMisfit(const SceneKey *key) {
    if (key->concerns == SceneFor_Shells) return "volume is of closed shells and blobs alone: this shape encloses nothing";
    if (key->concerns == SceneFor_Strands) return "repulsion is of strands and hair alone";
    return key->concerns == SceneFor_Tets
               ? "material is of tets; networks (strands, cloth, shell, hair, blob) have network instead"
               : "network is of strands, cloth, shells, hair and blobs; this shape is filled with tets";
}

const SceneKey *supSceneKeyFind(const SceneObject *object, const char *name) {
    for (uint32_t i = 0; i < object->keyCount; ++i)
        if (strcmp(object->keys[i].name, name) == 0) return &object->keys[i];
    return NULL;
}

const char *supSceneKeyNearest(const SceneObject *object, const char *name) {
    const char *names[33] = {NULL};
    for (uint32_t i = 0; i < object->keyCount && i < 32; ++i) names[i] = object->keys[i].name;
    return supNearest(name, names);
}

void supSceneObjectFree(const SceneObject *object, void *data) {
    for (uint32_t i = 0; i < object->keyCount; ++i) {
        const SceneKey *key = &object->keys[i];
        void *value = (char *)data + key->offset;
        if (key->kind == SceneKey_Text || key->kind == SceneKey_Kept) {
            supFree(*(char **)value);
        } else if (key->kind == SceneKey_Indices) {
            supFree(((SceneIndices *)value)->values);
        } else if (key->kind == SceneKey_Object) {
            supSceneObjectFree(key->object, value);
        } else if (key->kind == SceneKey_List || key->kind == SceneKey_Map) {
            SceneItems *items = value;
            for (size_t k = 0; k < items->count; ++k) {
                char *item = (char *)items->items + k * key->object->size;
                supSceneObjectFree(key->object, item);
                if (key->kind == SceneKey_Map) supFree(*(char **)(void *)item);
            }
            supFree(items->items);
        }
    }
}

void *supSceneItemAdd(const SceneObject *object, SceneItems *items) {
    if (!supGrow(&items->items, &items->capacity, items->count + 1, object->size)) return NULL;
    char *item = (char *)items->items + items->count++ * object->size;
    memset(item, 0, object->size);
    if (object->prepare) object->prepare(item);
    return item;
}
