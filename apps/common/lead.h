// SPDX-License-Identifier: MIT
#ifndef SUPPLE_COMMON_LEAD_H
#define SUPPLE_COMMON_LEAD_H

#include <supple/scene.h>

#include "hand.h"

enum { LeadsMost = 8 };

/// A node that goes where the pointer is.
typedef struct Leading {
    SupBodyId body;
    SupFollower follower;
    const SupBodyAsset *asset; ///< another one: the body was made anew
    SupGrab grab;              ///< that leads it; its target is where the node is, or will be after the next frame
    double pace;               ///< [m/s] at most
} Leading;

/// The nodes of a scene that follow the pointer (`network.follow`).
typedef struct Lead {
    Leading leadings[LeadsMost];
    uint32_t count;
} Lead;

/// Takes on bodies whose `follow` was switched on, lets go of others, and takes led nodes along for `seconds` of simulated
/// time (0: they wait) towards the pointer's ray, in the plane through each that faces the camera. A body begins anew when
/// it is taken on or let go. A hand that holds a body, or turns or moves the view, comes first. `points`: the pointer is in
/// the picture.
void leadUpdate(Lead *lead, const SupScene *scene, SupWorld *world, const SupView *view, const Hand *hand, bool points,
                double seconds);
/// The World was reset, or is another one.
void leadForget(Lead *lead);

#endif
