// SPDX-License-Identifier: MIT
// Frames: encoding and submitting them, and the accumulator that turns real time into frames.
#include "world.h"

#include <math.h>

/// Frames that may be unfinished while the host encodes the next one.
enum { FramesInFlight = 2 };

/// Tet evaluations in one command buffer. A slow GPU needs about a second for them: drivers reset a device that is busy
/// for longer.
static const uint64_t maxTetsPerSubmit = 100u * 1000u * 1000u;

/// Dispatches in one command buffer. Each costs the host about a kilobyte until the GPU is done with it: a frame of 1,000
/// substeps of 1,000 iterations would take gigabytes.
static const uint64_t maxDispatchesPerSubmit = 16u * 1024u;

/// Of a substep: evaluations of a tet, and dispatches.
static void costOf(const SupWorld *world, uint64_t *tetEvaluations, uint64_t *dispatches) {
    const SupSettings *s = &world->settings;
    uint64_t xpbd = supSolverIterations(s, SupSolver_Xpbd), vbd = supSolverIterations(s, SupSolver_Vbd),
             steps = supSolverIterations(s, SupSolver_Newton), linear = supLinearIterations(s);
    uint64_t newton = steps * (8 + linear), colors = world->listCount;
    bool isXpbd = s->solver == SupSolver_Xpbd;
    *tetEvaluations = isXpbd ? xpbd : s->solver == SupSolver_Vbd || 4 * vbd > newton ? 4 * vbd : newton;
    *dispatches = isXpbd ? 2 * xpbd : vbd * colors + steps * (5 + 3 * linear);
}

uint32_t supWorldSubstepsPerSubmit(const SupWorld *world) {
    uint64_t tetEvaluations, dispatches;
    costOf(world, &tetEvaluations, &dispatches);
    uint64_t count = maxTetsPerSubmit / (world->tetTotal * tetEvaluations + 1), most = maxDispatchesPerSubmit / dispatches;
    if (count > most) count = most;
    if (count < 1) count = 1;
    return count < world->settings.substeps ? (uint32_t)count : world->settings.substeps;
}

void supWorldWriteFrame(const SupWorld *world) {
    const SupSettings *s = &world->settings;
    double h = s->frameTime / s->substeps;
    GpuFrame frame = {
        .gravity = {(float)s->gravity[0], (float)s->gravity[1], (float)s->gravity[2], 0.0f},
        .timeStep = (float)h,
        .inverseTimeStep = (float)(1.0 / h),
        .vertexBlockCount = world->vertexBlockCount,
        .tetBlockCount = world->tetBlockCount,
        .grabCount = world->grabCount,
        .number = (uint32_t)(world->frames + 1),
        .vbdSweeps = supSolverIterations(s, SupSolver_Vbd),
        .residentSubsteps = supResidentSubsteps(world),
        .krylovStride = (uint32_t)world->krylov.capacity,
        .tolerance = (float)s->tolerance,
        .linearIterations = supLinearIterations(s),
        .gustScale = (float)s->wind.gustScale,
        .wind = {(float)s->wind.velocity[0], (float)s->wind.velocity[1], (float)s->wind.velocity[2], (float)s->wind.gusts}};
    if (world->touched) {
        const double *from = world->touch.origin, *along = world->touch.direction;
        double length = sqrt(along[0] * along[0] + along[1] * along[1] + along[2] * along[2]);
        for (int i = 0; i < 3; ++i) {
            frame.touchFrom[i] = (float)from[i];
            frame.touchAlong[i] = (float)(along[i] / length);
        }
        frame.touchFrom[3] = (float)world->touch.spread;
        frame.touchAlong[3] = 1.0f;
    }
    // modulo the noise's period, so that it stays exact in float
    for (int i = 0; i < 3; ++i)
        frame.gustShift[i] = (float)fmod(world->time * s->wind.velocity[i] / s->wind.gustScale, 256.0);
    wgpuQueueWriteBuffer(world->gpu->queue, world->frame, 0, &frame, sizeof frame);
}

void supWorldDispatch(SupWorld *world, const SupKernel *kernel, WGPUComputePassEncoder pass, uint32_t blocks) {
    supWorldDispatchWith(world, kernel, kernel->group, pass, blocks);
}

void supWorldDispatchWith(SupWorld *world, const SupKernel *kernel, WGPUBindGroup group, WGPUComputePassEncoder pass,
                          uint32_t blocks) {
    if (blocks == 0) return;
    if (world->profile.open) {
        supProfileDispatch(world->gpu, &world->profile, kernel, group, blocks);
    } else {
        supKernelDispatchWith(world->gpu, kernel, group, pass, blocks);
    }
    world->dispatches++;
}

static void submitSubsteps(SupWorld *world, uint32_t first, uint32_t end, bool timed, uint32_t inFlight) {
    bool last = end == world->settings.substeps;
    WGPUCommandEncoder encoder = wgpuDeviceCreateCommandEncoder(world->gpu->device, NULL);
    WGPUComputePassDescriptor desc = WGPU_COMPUTE_PASS_DESCRIPTOR_INIT;
    WGPUPassTimestampWrites writes = supTimerWrites(&world->timer, first == 0, last);
    if (timed && (first == 0 || last)) desc.timestampWrites = &writes;
    world->profile.commands = encoder;
    WGPUComputePassEncoder pass = world->profile.open ? NULL : wgpuCommandEncoderBeginComputePass(encoder, &desc);
    if (first == 0 && !world->attachmentCount) supNetworkEncode(world, pass, 0);
    if (world->softBlockCount && world->settings.solver == SupSolver_Xpbd) supXpbdEncode(world, pass, first, end);
    if (world->softBlockCount && world->settings.solver != SupSolver_Xpbd) supPotentialEncode(world, pass, first, end);
    if (last) supAttachmentsEncodeEnd(world, pass);
    if (last) supNetworkEncodeHealth(world, pass);
    if (last && world->normalsEnabled) supWorldEncodeNormals(world, pass);
    if (pass) wgpuComputePassEncoderEnd(pass);
    if (pass) wgpuComputePassEncoderRelease(pass);
    if (world->profile.open && last) supProfileResolve(&world->profile);
    if (timed && last) supTimerResolve(&world->timer, encoder);
    WGPUCommandBuffer commands = wgpuCommandEncoderFinish(encoder, NULL);
    wgpuCommandEncoderRelease(encoder);
    supGpuSubmit(world->gpu, commands, inFlight);
    if (commands) wgpuCommandBufferRelease(commands);
}

static void submitFrame(SupWorld *world) {
    supWorldWriteFrame(world);
    supWorldBeginMotion(world);
    bool profiled = supProfileBegin(world->gpu, &world->profile);
    bool timed = !world->profile.enabled && supTimerBegin(world->gpu, &world->timer);
    uint32_t step = supWorldSubstepsPerSubmit(world), substeps = world->settings.substeps;
    uint32_t submits = (substeps + step - 1) / step;
    uint32_t inFlight = submits * FramesInFlight < SUP_GPU_MAX_IN_FLIGHT ? submits * FramesInFlight : SUP_GPU_MAX_IN_FLIGHT;
    for (uint32_t first = 0; first < substeps; first += step)
        submitSubsteps(world, first, substeps - first < step ? substeps : first + step, timed, inFlight);
    if (timed) supTimerEnd(&world->timer);
    if (profiled) supProfileEnd(&world->profile);
}

/// Increments of another kind of solver would be a bad first guess.
static void forgetIncrements(SupWorld *world) {
    bool xpbd = world->settings.solver == SupSolver_Xpbd;
    for (size_t i = 0; i < world->orderCount && xpbd != world->steppedXpbd; ++i)
        supWorldClearIncrements(world, &world->bodies[world->order[i]]);
    world->steppedXpbd = xpbd;
}

SupStatus supWorldStep(SupWorld *world, uint32_t frames) {
    if (!world) return SupStatus_InvalidArgument;
    SupStatus status = supWorldSync(world);
    if (status != SupStatus_Ok) return status;
    if (frames) forgetIncrements(world);
    for (uint32_t i = 0; i < frames; ++i) {
        world->dispatches = 0;
        if (world->orderCount > 0) submitFrame(world);
        supWorldEndMotion(world);
        status = supGpuTakeError(world->gpu);
        if (status != SupStatus_Ok) return supWorldFailGpu(world, status);
        world->frames++;
        world->time += world->settings.frameTime;
        status = supNetworkApproach(world) ? supNetworkUploadTables(world) : SupStatus_Ok;
        if (status != SupStatus_Ok) return status; // with its own text
    }
    return SupStatus_Ok;
}

SupStatus supWorldAdvance(SupWorld *world, double seconds, uint32_t *framesRun, double *blend) {
    if (framesRun) *framesRun = 0;
    if (blend) *blend = 0.0;
    if (!world) return SupStatus_InvalidArgument;
    double frameTime = world->settings.frameTime, most = frameTime * world->settings.maxFramesPerAdvance;
    double usable = isfinite(seconds) && seconds > 0.0 ? seconds : 0.0;
    if (usable != seconds) world->clampedAdvances++;
    double wanted = world->leftover + usable;
    // a hair above: ten times a tenth of a frame must be a frame
    uint32_t frames = wanted >= most ? world->settings.maxFramesPerAdvance : (uint32_t)(wanted / frameTime + 1e-9);
    double left = wanted - frames * frameTime;
    if (left >= frameTime) {
        world->clampedAdvances++;
        world->droppedTime += left;
        left = 0.0;
    }
    SupStatus status = supWorldStep(world, frames);
    if (status != SupStatus_Ok) return status;
    world->leftover = left > 0.0 ? left : 0.0;
    if (framesRun) *framesRun = frames;
    if (blend) *blend = world->leftover / frameTime;
    return SupStatus_Ok;
}
