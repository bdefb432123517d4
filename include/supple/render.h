// SPDX-License-Identifier: MIT
#ifndef SUPPLE_RENDER_H
#define SUPPLE_RENDER_H

/// @file render.h
/// Draws a World straight from its GPU buffers: no copy, no readback. Physically based shading, a sun with filtered shadows
/// that the deformed bodies cast and receive, a ground with a grid, tone mapping, four samples a pixel, bloom.
///
/// It opens no windows and reads no files. It draws into a texture view of the host's, with the host's command encoder.

#include "world.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct SupRenderer SupRenderer;

typedef struct SupRendererDesc {
    uint64_t cookie;
    SupGpu *gpu;                    ///< ready, outlives the renderer
    WGPUTextureFormat targetFormat; ///< of the views that are drawn into: rgba8unorm (default) or bgra8unorm. The shader
                                    ///< writes sRGB-encoded values itself
    uint32_t shadowSize;            ///< [texel] edge of the shadow map, 256 .. 4096, default 1024
} SupRendererDesc;
#define SUP_RENDERER_DESC_INIT \
    { 0x53555052454e4431u, 0, WGPUTextureFormat_RGBA8Unorm, 1024u }

/// Errors: InvalidArgument, OutOfRange, Pending (SupGpu not ready), GpuError, GpuOutOfMemory, OutOfMemory.
SUP_API SupStatus supRendererCreate(const SupRendererDesc *desc, SupRenderer **out);
/// Null is allowed.
SUP_API void supRendererDestroy(SupRenderer *renderer);
/// Why the last call on this renderer failed; "" when none did.
SUP_API const char *supRendererErrorText(const SupRenderer *renderer);

/// How a body looks. Colours are linear, 0..1.
typedef struct SupLook {
    float color[3];     ///< base colour, default a warm coral
    float roughness;    ///< 0.03 .. 1, default 0.3
    float metallic;     ///< 0 .. 1, default 0
    float translucency; ///< 0 .. 1: light that shines through thin parts, default 0.5 (jelly)
    float emission[3];  ///< radiance that it gives off; above 1 it glows (bloom), default 0
    float hair;         ///< 0 .. 1: how far strands shine like hair, in bands around them, rather than as tubes; default 0
} SupLook;
#define SUP_LOOK_INIT \
    { {0.80f, 0.20f, 0.10f}, 0.30f, 0.0f, 0.5f, {0.0f, 0.0f, 0.0f}, 0.0f }

/// Looks are kept by body id; a body without one takes a colour from a palette by its place in the World.
/// Errors: StaleId, ForeignId, OutOfMemory.
SUP_API SupStatus supRendererSetLook(SupRenderer *renderer, const SupWorld *world, SupBodyId body, const SupLook *look);

/// A box for the eye alone: what holds a body, a step, a wall, a collider. With half 0 0 0 it is a ball, with half along one
/// axis alone a capsule.
typedef struct SupBlock {
    double center[3];   ///< [m] world coordinates
    double half[3];     ///< [m] half its edges, without the rounding, >= 0
    float color[3];     ///< linear, 0..1
    float roughness;    ///< 0.03 .. 1
    double radius;      ///< [m] that its edges are rounded with, >= 0
    double rotation[4]; ///< unit quaternion x y z w (normalised here); all zero: along the axes
    uint32_t collider;  ///< k + 1: center and rotation are those of the World's collider k in each picture; 0: they stay
} SupBlock;
#define SUP_MAX_BLOCKS 64u

/// The blocks that are drawn from now on; copied. Errors: InvalidArgument, OutOfRange (more than SUP_MAX_BLOCKS).
SUP_API SupStatus supRendererSetBlocks(SupRenderer *renderer, const SupBlock *blocks, uint32_t count);

typedef struct SupCamera {
    double eye[3], target[3]; ///< [m] world coordinates
    double fieldOfView;       ///< [rad] vertical, 0.05 .. 2.5, default 0.7
} SupCamera;

typedef enum SupOverlay {
    SupOverlay_None = 0,
    SupOverlay_Wireframe = 1, ///< edges of the surface triangles
    SupOverlay_Pins = 2,      ///< pinned vertices as dots
    SupOverlay_Strain = 4,    ///< colour by ||S - 1||, blue 0 to red strainScale
    SupOverlay_Tets = 8,      ///< the tets themselves, a little shrunk, instead of the surface
    SupOverlay_Nodes = 16,    ///< nodes of networks as dots, instead of their surfaces and tubes
    SupOverlay_Edges = 32,    ///< edges of networks as lines, likewise; with Strain coloured by | length / rest length - 1 |
    SupOverlay_Force32 = 0x7fffffff
} SupOverlay;

typedef struct SupView {
    uint64_t cookie;
    WGPUTextureView target; ///< of the renderer's targetFormat, usage RenderAttachment
    uint32_t width, height; ///< [pixel] of the target, 1 .. the device's limit
    SupCamera camera;
    double sun[3];      ///< direction towards the sun, any length > 0; default (-0.55, 0.75, 0.3)
    float sunIntensity; ///< irradiance of the sun at normal incidence, default 3.2
    float exposure;     ///< factor before tone mapping, default 1
    float bloom;        ///< 0 .. 1 share of blurred light, default 0.06
    uint32_t overlays;  ///< SupOverlay bits
    float strainScale;  ///< strain that is drawn red, > 0, default 0.3
    bool ground;        ///< draw the ground plane of the World's settings with its grid; default true
    bool storageTarget; ///< target has usage StorageBinding (rgba8unorm) and is written by compute, which saves a pass;
                        ///< a SupPicture's target has both usages. Default false
    float rippleHeight; ///< [m] 0 .. 10 of waves on the ground, which spread in rings from where bodies stand or hover; for
                        ///< the eye alone. Default 0: the ground is flat
    float rippleLength; ///< [m] 0.01 .. 1000 from crest to crest, default 1
} SupView;
#define SUP_VIEW_INIT                                                                                                      \
    {                                                                                                                      \
        0x5355505649455731u, 0, 0, 0, {{3, 2, 4}, {0, 0.5, 0}, 0.7}, {-0.55, 0.75, 0.3}, 3.2f, 1.0f, 0.06f, 0, 0.3f, true, \
            false, 0.0f, 1.0f                                                                                              \
    }

/// Encodes the drawing of `world` as it is after the frames submitted so far. The host submits the encoder.
/// Works on a World with no bodies. A renderer draws one picture a submit: its places and views go through the queue, so
/// submit before it draws again. Errors: InvalidArgument, OutOfRange (names the field), GpuError, GpuOutOfMemory.
SUP_API SupStatus supRendererDraw(SupRenderer *renderer, SupWorld *world, WGPUCommandEncoder encoder, const SupView *view);

/// A camera that sees all bodies' start places, from the front right a little above.
SUP_API SupCamera supCameraAround(const SupWorld *world, double aspect);

// ---- Times -----------------------------------------------------------------------------------------------------------

/// GPU time of a pass of a picture. The last entry of a list is "all": from the first pass' begin to the last one's end.
typedef struct SupPassTime {
    const char *name;
    double milliseconds; ///< NaN: the driver's timestamps were not in order
} SupPassTime;

/// Off at first. Errors: Unsupported (the device has no timestamp queries), GpuError, GpuOutOfMemory.
SUP_API SupStatus supRendererEnableTiming(SupRenderer *renderer, bool enabled);
/// The passes of the newest picture whose times have arrived; count 0 before the first. Call it only when the encoders that
/// were drawn with have been submitted. Pending: newer times are on their way (they progress inside supGpuPoll).
SUP_API SupStatus supRendererTimings(SupRenderer *renderer, const SupPassTime **out, uint32_t *count);

// ---- Picking ---------------------------------------------------------------------------------------------------------

/// A pick under way; zero = null.
typedef struct SupPickId {
    uint64_t value;
} SupPickId;

/// What lies under a point of a picture.
typedef struct SupPick {
    SupBodyId body;    ///< null id: nothing
    uint32_t triangle; ///< surface triangle of the body's asset
    double weights[3]; ///< barycentric, of its corners, sum 1
    double distance;   ///< [m] from the eye; infinite for nothing
    double place[3];   ///< [m] world coordinates
} SupPick;

/// Asks what `view` (its camera and size; target may be null) shows at x, y [pixel] from the top left: the bodies are drawn
/// into one pixel, which is read back. Four may be under way. Errors: OutOfRange, Pending (four are), GpuError, OutOfMemory.
SUP_API SupStatus supRendererPick(SupRenderer *renderer, SupWorld *world, const SupView *view, double x, double y,
                                  SupPickId *out);
/// Pending, or the answer, once; bodies removed meanwhile are not answered. Progresses inside supGpuPoll.
/// Errors: StaleId (answered already), DeviceLost, GpuError.
SUP_API SupStatus supRendererPicked(SupRenderer *renderer, const SupWorld *world, SupPickId pick, SupPick *out);

// ---- Pictures without a window ---------------------------------------------------------------------------------------

/// A target that is read back: rgba8unorm, asynchronous. One may be drawn into while others are on their way.
typedef struct SupPicture SupPicture;
/// width and height in pixels, 1 .. the device's limit. Errors: OutOfRange, GpuLimit, GpuOutOfMemory, OutOfMemory.
SUP_API SupStatus supPictureCreate(SupGpu *gpu, uint32_t width, uint32_t height, SupPicture **out);
SUP_API void supPictureDestroy(SupPicture *picture);
/// The view to draw into (SupView.target).
SUP_API WGPUTextureView supPictureTarget(const SupPicture *picture);
/// Submits `encoder` (which it finishes and releases) with a copy to the host behind it. Not while Pending.
SUP_API SupStatus supPictureSubmit(SupPicture *picture, WGPUCommandEncoder encoder);
/// Pending, Ok (pixels are there), DeviceLost, GpuError. Progresses inside supGpuPoll.
SUP_API SupStatus supPictureStatus(SupPicture *picture);
/// Polls until it has ended or `seconds` have passed. Natively only.
SUP_API SupStatus supPictureWait(SupPicture *picture, double seconds);
/// width x height x 4 bytes, top row first, alpha 255; null before Ok. Lives until the next submit or destroy.
SUP_API const uint8_t *supPicturePixels(const SupPicture *picture);

#ifdef __cplusplus
}
#endif

#endif
