// SPDX-License-Identifier: MIT
#ifndef SUPPLE_COMMON_HAND_H
#define SUPPLE_COMMON_HAND_H

#include <supple/render.h>

#include "camera.h"

/// What the mouse is doing to the scene. Picking answers a picture or two later; until then the hand waits.
typedef enum HandState {
    HandState_Free,
    HandState_Asking,  ///< pressed on something: a body to hold, or nothing: turn the view
    HandState_Holding, ///< a body
    HandState_Turning,
    HandState_Moving,
    HandState_Pinning ///< asked what was shift-clicked
} HandState;

typedef struct Hand {
    HandState state;
    SupPickId pick;
    double x, y;           ///< [pixel] now
    double pressX, pressY; ///< where the button went down
    SupBodyId body;
    SupGrab grab;
    double depth;    ///< [m] of the held point along the direction of view
    double mass;     ///< [kg] of the held body
    bool letGo;      ///< the button came up before the answer
    uint32_t picked; ///< answers so far
    uint32_t pinned; ///< pins set or freed so far
} Hand;

/// Asks what is under the mouse.
void handAsk(Hand *hand, HandState state, SupRenderer *renderer, SupWorld *world, const SupView *view);
/// Takes an answer, and keeps a held body's target under the mouse. True when pins changed.
bool handUpdate(Hand *hand, SupRenderer *renderer, SupWorld *world, const SupView *view, double strength);
/// Lets go of everything, without a trace.
void handRelease(Hand *hand, SupRenderer *renderer, SupWorld *world);

#endif
