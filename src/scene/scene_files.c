// SPDX-License-Identifier: MIT
// From the files that a scene wants to the assets of its bodies.
#include "scene_data.h"
#include "selection.h"

#include "base/memory.h"

#include <stdio.h>
#include <string.h>

#define POSITIONS "_positions.vec3f32bin"
#define INDICES "_tet_indices.vec4u32bin"

// ---- Which files -----------------------------------------------------------------------------------------------------

static char *copyText(const char *text, size_t length) {
    char *copy = SUP_NEW_ARRAY(char, length + 1);
    if (!copy) return NULL;
    memcpy(copy, text, length);
    copy[length] = 0;
    return copy;
}

static SceneFile *findFile(const SupScene *scene, const char *path) {
    for (uint32_t i = 0; i < scene->fileCount; ++i)
        if (strcmp(scene->files[i].path, path) == 0) return &scene->files[i];
    return NULL;
}

static bool addFile(SupScene *scene, size_t *capacity, const char *path) {
    if (!path || findFile(scene, path)) return true;
    void *files = scene->files;
    if (!supGrow(&files, capacity, scene->fileCount + 1, sizeof(SceneFile))) return false;
    scene->files = files;
    char *copy = copyText(path, strlen(path));
    if (!copy) return false;
    scene->files[scene->fileCount++] = (SceneFile){copy, NULL, NULL, 0, false};
    return true;
}

/// Paths of the files that a shape is made of; null: no more.
typedef struct ShapeFiles {
    const char *paths[2];
} ShapeFiles;

static ShapeFiles filesOf(const SceneShape *shape) {
    switch (shape->kind) {
    case SceneShape_Mesh:
        return (ShapeFiles){{shape->mesh.file, NULL}};
    case SceneShape_Tets:
        return (ShapeFiles){{shape->tets.positions, shape->tets.indices}};
    default:
        break;
    }
    const SceneSource *source = sceneShapeSource(shape);
    if (!source) return (ShapeFiles){{NULL, NULL}};
    return source->file ? (ShapeFiles){{source->file, NULL}} : (ShapeFiles){{source->positions, source->indices}};
}

bool supSceneListFiles(SupScene *scene) {
    size_t capacity = 0;
    bool ok = true;
    for (size_t i = 0; i < scene->bodies.count && ok; ++i) {
        ShapeFiles files = filesOf(&sceneBody(scene, i)->shape);
        ok = addFile(scene, &capacity, files.paths[0]) && addFile(scene, &capacity, files.paths[1]);
    }
    return ok;
}

static SceneFile *wantedFile(const SupScene *scene, uint32_t index) {
    for (uint32_t i = 0; scene && i < scene->fileCount; ++i)
        if (!scene->files[i].builtIn && index-- == 0) return &scene->files[i];
    return NULL;
}

uint32_t supSceneWantedCount(const SupScene *scene) {
    uint32_t count = 0;
    while (wantedFile(scene, count)) ++count;
    return count;
}

const char *supSceneWanted(const SupScene *scene, uint32_t index) {
    const SceneFile *file = wantedFile(scene, index);
    return file ? file->path : NULL;
}

SupStatus supSceneSupply(SupScene *scene, uint32_t index, const void *bytes, size_t length, SupProgress progress,
                         SupReport *report) {
    SceneFile *file = wantedFile(scene, index);
    if (!file || (!bytes && length))
        return supFail(report, SupStatus_InvalidArgument, "supSceneSupply: no such wanted file");
    void *copy = SUP_NEW_ARRAY(char, length);
    if (!copy) return supFail(report, SupStatus_OutOfMemory, "%s: out of memory", file->path);
    if (length) memcpy(copy, bytes, length);
    supFree(file->owned);
    file->bytes = file->owned = copy;
    file->length = length;
    return supSceneMakeAssets(scene, true, progress, report);
}

// ---- Shapes to assets ------------------------------------------------------------------------------------------------

static bool sameText(const char *a, const char *b) { return a == b || (a && b && strcmp(a, b) == 0); }

static bool sameValue(const SceneKey *key, const void *a, const void *b) {
    const void *x = (const char *)a + key->offset, *y = (const char *)b + key->offset;
    if (key->kind == SceneKey_Text) return sameText(*(char *const *)x, *(char *const *)y);
    bool same = true;
    for (uint32_t i = 0; i < key->count; ++i)
        same = same && (key->kind == SceneKey_Number ? ((const double *)x)[i] == ((const double *)y)[i]
                                                     : ((const uint32_t *)x)[i] == ((const uint32_t *)y)[i]);
    return same;
}

static bool sameShape(const SceneShape *a, const SceneShape *b) {
    if (a->kind != b->kind) return false;
    const SceneObject *body = supSceneKeyFind(&supSceneObject, "bodies")->object;
    const SceneObject *kind = supSceneKeyFind(body, "shape")->object->keys[a->kind].object;
    bool same = true;
    for (uint32_t i = 0; i < kind->keyCount && same; ++i) same = sameValue(&kind->keys[i], a, b);
    return same;
}

/// What the mesh layer found, with the file's or body's name before it.
static void passOn(const SupReport *found, SupReport *report, const char *where) {
    for (uint32_t i = 0; i < found->itemCount; ++i) {
        const SupReportItem *item = &found->items[i];
        supReportAdd(report, item->severity, item->code, item->count, item->ids, item->idCount, "%.160s: %.170s", where,
                     item->text);
    }
}

static void scalePositions(double *positions, uint32_t vertexCount, double scale, uint32_t units) {
    double factor = units == 1 ? scale * 1e-3 : scale;
    if (factor == 1.0) return;
    for (size_t i = 0; i < (size_t)vertexCount * 3; ++i) positions[i] *= factor;
}

static SupStatus readSurface(const SceneFile *file, SupSurface *out, SupReport *report) {
    SupSurfaceFormat format = supSurfaceFormatOf(file->path, file->bytes, file->length);
    return supSurfaceRead(format, file->bytes, file->length, out, report);
}

static SupStatus scaleAndClean(SupSurface *surface, double scale, uint32_t units, SupReport *report) {
    SupSurfaceCleanDesc clean = SUP_SURFACE_CLEAN_DESC_INIT;
    scalePositions(surface->positions, surface->vertexCount, scale, units);
    return supSurfaceClean(surface, &clean, report);
}

static SupStatus meshFromSurface(const SceneShape *shape, const SceneFile *file, SupProgress progress, SupTetMesh *out,
                                 SupReport *report) {
    SupSurface surface = {0};
    SupMeshingDesc meshing = SUP_MESHING_DESC_INIT;
    meshing.cellSize = shape->mesh.cell;
    meshing.targetTets = shape->mesh.tets;
    meshing.progress = progress;
    SupStatus status = readSurface(file, &surface, report);
    if (!status) status = scaleAndClean(&surface, shape->mesh.scale, shape->mesh.units, report);
    if (!status) status = supTetMeshFromSurface(&surface, &meshing, out, report);
    supSurfaceFree(&surface);
    return status;
}

/// The pair of files of `tets` or of a source, in the files' own units.
static SupStatus readTets(const SupScene *scene, const SceneShape *shape, SupTetMesh *out, SupReport *report) {
    ShapeFiles files = filesOf(shape);
    const SceneFile *positions = findFile(scene, files.paths[0]), *indices = findFile(scene, files.paths[1]);
    return supTetMeshReadPair(positions->bytes, positions->length, indices->bytes, indices->length, out, report);
}

static SupStatus makeMesh(const SupScene *scene, const SceneShape *shape, SupProgress progress, SupTetMesh *out,
                          SupReport *report) {
    switch (shape->kind) {
    case SceneShape_Box:
        return supTetMeshBox(shape->box.size, shape->box.cells, out, report);
    case SceneShape_Torus:
        return supTetMeshTorus(shape->torus.majorRadius, shape->torus.minorRadius, shape->torus.ring, shape->torus.section,
                               out, report);
    case SceneShape_Mesh:
        return meshFromSurface(shape, findFile(scene, shape->mesh.file), progress, out, report);
    default:
        break;
    }
    SupStatus status = readTets(scene, shape, out, report);
    if (!status) scalePositions(out->positions, out->vertexCount, shape->tets.scale, shape->tets.units);
    return status;
}

static SupStatus assetOfTets(const SupScene *scene, const SceneShape *shape, SupProgress progress, SupBodyAsset **out,
                             SupReport *report) {
    SupTetMesh mesh = {0};
    SupBodyAssetDesc desc = SUP_BODY_ASSET_DESC_INIT;
    desc.progress = progress;
    SupStatus status = makeMesh(scene, shape, progress, &mesh, report);
    if (!status) status = supBodyAssetCreate(&mesh, &desc, out, report);
    supTetMeshFree(&mesh);
    return status;
}

static SupStatus boundaryOfTets(const SupScene *scene, const SceneShape *shape, SupSurface *out, SupReport *report) {
    SupTetMesh mesh = {0};
    SupStatus status = readTets(scene, shape, &mesh, report);
    if (!status) status = supTetMeshBoundary(&mesh, out);
    supTetMeshFree(&mesh);
    return status;
}

static SupStatus sourceSurface(const SupScene *scene, const SceneShape *shape, SupSurface *out, SupReport *report) {
    const SceneSource *source = sceneShapeSource(shape);
    if (source->ellipsoid[0] > 0.0) return supSurfaceEllipsoid(source->ellipsoid, source->rings, out, report);
    SupStatus status =
        source->file ? readSurface(findFile(scene, source->file), out, report) : boundaryOfTets(scene, shape, out, report);
    return status ? status : scaleAndClean(out, source->scale, source->units, report);
}

static SupStatus makeOnSurface(const SupScene *scene, const SceneShape *shape, SupNetwork *out, SupReport *report) {
    SupSurface surface = {0};
    SupStatus status = sourceSurface(scene, shape, &surface, report);
    if (!status && shape->kind == SceneShape_Hair)
        status = supNetworkHair(&surface, &shape->hair.desc, out, report);
    else if (!status && shape->kind == SceneShape_Blob)
        status = supNetworkBlob(&surface, &shape->blob.desc, out, report);
    else if (!status)
        status = supNetworkShell(&surface, &shape->shell.desc, out, report);
    supSurfaceFree(&surface);
    return status;
}

static SupStatus assetOfNetwork(const SupScene *scene, const SceneShape *shape, SupBodyAsset **out, SupReport *report) {
    SupNetwork network = {0};
    SupStatus status = SupStatus_Ok;
    if (shape->kind == SceneShape_Strands)
        status = supNetworkStrands(&shape->strands, &network, report);
    else if (shape->kind == SceneShape_Cloth)
        status = supNetworkCloth(&shape->cloth, &network, report);
    else
        status = makeOnSurface(scene, shape, &network, report);
    if (!status) status = supBodyAssetFromNetwork(&network, out, report);
    supNetworkFree(&network);
    return status;
}

static SupStatus makeAsset(const SupScene *scene, SceneBody *body, SupProgress progress, SupReport *report) {
    const SceneShape *shape = &body->shape;
    const char *file = filesOf(shape).paths[0];
    char at[120], where[220];
    if (file)
        snprintf(where, sizeof where, "%s", file);
    else
        snprintf(where, sizeof where, "%sbody \"%s\"", supSceneLineText(&body->at, at, sizeof at), body->name);
    SupReport found = SUP_REPORT_INIT;
    SupStatus status = sceneShapeIsNetwork(shape) ? assetOfNetwork(scene, shape, &body->asset, &found)
                                                  : assetOfTets(scene, shape, progress, &body->asset, &found);
    if (status && !*supReportError(&found))
        supFail(&found, status, "%s; %s", supStatusText(status), supStatusRemedy(status));
    passOn(&found, report, where);
    return status;
}

const SceneFile *supSceneLackedFile(const SupScene *scene, const SceneShape *shape) {
    ShapeFiles files = filesOf(shape);
    for (int i = 0; i < 2; ++i) {
        const SceneFile *file = files.paths[i] ? findFile(scene, files.paths[i]) : NULL;
        if (file && !file->bytes) return file;
    }
    return NULL;
}

/// The scene of one mesh: its lowest point half its own height above the ground.
static void placeDropped(SupScene *scene, SceneBody *body, SupReport *report) {
    ScenePlacement placement = supScenePlace(body);
    SupBodyAssetView view = placement.view;
    double low = 0.0, high = 0.0;
    for (uint32_t i = 0; i < view.vertexCount; ++i) {
        double y = supScenePlaced(&placement, i).y - body->position[1];
        if (i == 0 || y < low) low = y;
        if (i == 0 || y > high) high = y;
    }
    body->position[1] = (scene->ground.enabled ? scene->ground.height : 0.0) + 0.5 * (high - low) - low;
    scene->drop = false;
    if (view.radius < 5e-4 || view.radius > 500.0)
        supReportAdd(report, SupSeverity_Note, "units", 1, NULL, 0, "%s: the model measures about %.3g m%s", scene->label,
                     2.0 * view.radius,
                     view.radius > 1.0 ? "; --units mm reads its numbers as millimetres"
                                       : ": are the file's units really metres?");
}

SupStatus supSceneMakeAssets(SupScene *scene, bool filesOnly, SupProgress progress, SupReport *report) {
    size_t newest = SCENE_NONE; // alike bodies follow one another: look at the last shape first
    for (size_t i = 0; i < scene->bodies.count; ++i) {
        SceneBody *body = sceneBody(scene, i);
        bool fromFile = filesOf(&body->shape).paths[0] != NULL;
        if (!body->asset && (fromFile || !filesOnly) && !supSceneLackedFile(scene, &body->shape)) {
            size_t twin = newest != SCENE_NONE && sameShape(&sceneBody(scene, newest)->shape, &body->shape) ? newest : 0;
            while (twin < i && !(sceneBody(scene, twin)->asset && sameShape(&sceneBody(scene, twin)->shape, &body->shape)))
                ++twin;
            if (twin < i) {
                body->asset = sceneBody(scene, twin)->asset;
                supBodyAssetRetain(body->asset);
            } else {
                SupStatus status = makeAsset(scene, body, progress, report);
                if (status) return status;
            }
        }
        if (body->asset) newest = i;
        if (body->asset && scene->drop) placeDropped(scene, body, report);
    }
    return SupStatus_Ok;
}

SupStatus supScenePrepare(SupScene *scene, SupProgress progress, SupReport *report) {
    if (!scene) return supFail(report, SupStatus_InvalidArgument, "supScenePrepare: scene is null");
    return supSceneMakeAssets(scene, false, progress, report);
}

SupBodyAsset *supSceneAsset(const SupScene *scene, uint32_t body) {
    return scene && body < scene->bodies.count ? sceneBody(scene, body)->asset : NULL;
}

SupStatus supSceneSetAsset(SupScene *scene, uint32_t body, SupBodyAsset *asset) {
    if (!scene || !asset || body >= scene->bodies.count) return SupStatus_InvalidArgument;
    supBodyAssetRetain(asset);
    supBodyAssetRelease(sceneBody(scene, body)->asset);
    sceneBody(scene, body)->asset = asset;
    return SupStatus_Ok;
}

// ---- A scene of one mesh ---------------------------------------------------------------------------------------------

static bool endsWith(const char *text, size_t length, const char *end) {
    size_t n = strlen(end);
    return length > n && memcmp(text + length - n, end, n) == 0;
}

static char *joined(const char *stem, size_t length, const char *end) {
    size_t size = length + strlen(end) + 1;
    char *text = SUP_NEW_ARRAY(char, size);
    if (text) snprintf(text, size, "%.*s%s", (int)length, stem, end);
    return text;
}

SupStatus supSceneFromMesh(const char *file, SupScene **out, SupReport *report) {
    if (!out) return supFail(report, SupStatus_InvalidArgument, "supSceneFromMesh: out is null");
    *out = NULL;
    if (!file) return supFail(report, SupStatus_InvalidArgument, "supSceneFromMesh: file is null");
    size_t length = strlen(file);
    SupScene *scene = supSceneNew(file);
    SceneBody *body = scene ? supSceneItemAdd(supSceneKeyFind(&supSceneObject, "bodies")->object, &scene->bodies) : NULL;
    if (!body) goto outOfMemory;
    bool positions = endsWith(file, length, POSITIONS), indices = endsWith(file, length, INDICES);
    size_t stem = length - strlen(positions ? POSITIONS : INDICES);
    body->name = copyText("body", 4);
    if (positions || indices) {
        body->shape.kind = SceneShape_Tets;
        body->shape.tets.positions = joined(file, stem, POSITIONS);
        body->shape.tets.indices = joined(file, stem, INDICES);
        if (!body->shape.tets.positions || !body->shape.tets.indices) goto outOfMemory;
    } else {
        body->shape.kind = SceneShape_Mesh;
        body->shape.mesh.file = copyText(file, length);
        if (!body->shape.mesh.file) goto outOfMemory;
    }
    scene->drop = true;
    if (!body->name || !supSceneListFiles(scene) || !supSceneListTunables(scene)) goto outOfMemory;
    *out = scene;
    return SupStatus_Ok;
outOfMemory:
    supSceneDestroy(scene);
    return supFail(report, SupStatus_OutOfMemory, "%s: out of memory", file);
}
