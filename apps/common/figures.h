// SPDX-License-Identifier: MIT
#ifndef SUPPLE_COMMON_FIGURES_H
#define SUPPLE_COMMON_FIGURES_H

#include <supple/world.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { FigureMarks = 64, FiguresPlot = 240 };

/// What a panel shows.
typedef struct FiguresShown {
    double framesPerSecond;
    double simulationGpu;  ///< [ms] a frame; NaN: unknown
    double simulationWall; ///< [ms] a frame
    double drawingWall;    ///< [ms] a picture
    uint64_t vertices, tets, frames;
    uint64_t networkSteps;            ///< of all networks in a frame
    uint64_t movingNodes;             ///< of all networks
    double time;                      ///< [s] simulated
    double droppedTime;               ///< [s]
    double minVolumeRatio;            ///< NaN: not measured yet
    double kinetic, elastic, gravity; ///< [J]
    uint32_t plotCount;
    float total[FiguresPlot], motion[FiguresPlot]; ///< [J] oldest first: kinetic + elastic + gravity, kinetic
} FiguresShown;

struct Figures;
/// Work in the GPU's queue whose end is awaited.
typedef struct FigureMark {
    struct Figures *figures;
    double begun; ///< [s]
    uint32_t frames;
    bool picture, used;
} FigureMark;

/// Times of the work in the queue, and physics from a readback a few times a second.
typedef struct Figures {
    FiguresShown shown;
    FigureMark marks[FigureMarks];
    double lastDone; ///< [s] when the newest finished work was seen
    uint32_t picturesInFlight;
    double lastPicture; ///< [s]
    SupRequestId positions, velocities;
    double nextAsk; ///< [s]
} Figures;

void figuresStart(Figures *figures);
/// The work submitted since `begun` ends with this mark: `frames` of simulation, or a picture.
void figuresMark(Figures *figures, WGPUQueue queue, double begun, uint32_t frames, bool picture);
/// A picture was presented.
void figuresCountPicture(Figures *figures, double now);
/// Asks for state now and then, and measures what has arrived.
void figuresMeasure(Figures *figures, SupWorld *world, double now);
/// The World goes, or was reset: what is on its way is not wanted any more.
void figuresForget(Figures *figures, SupWorld *world);

#ifdef __cplusplus
}
#endif

#endif
