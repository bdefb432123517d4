// SPDX-License-Identifier: MIT
#ifndef SUPPLE_COMMON_CAMERA_H
#define SUPPLE_COMMON_CAMERA_H

#include <supple/render.h>

#include "base/vec.h"

/// Where the eye is on a sphere around a target. What is shown follows what is wanted smoothly.
typedef struct CameraPose {
    Vec3 target;
    double distance;   ///< [m]
    double yaw, pitch; ///< [rad] 0 looks along -z; pitch > 0: from above
} CameraPose;

typedef struct Camera {
    CameraPose shown, wanted;
    double fieldOfView;       ///< [rad] vertical
    double nearest, farthest; ///< [m] range of the distance
    bool aboveGround;
    double ground; ///< [m] the eye stays above it
} Camera;

/// Jumps there.
void cameraJump(Camera *camera, const SupCamera *to);
/// By radians.
void cameraOrbit(Camera *camera, double yaw, double pitch);
/// By pixels of a picture that is `height` pixels high: what is under the mouse follows it.
void cameraPan(Camera *camera, double dx, double dy, double height);
/// Moves what is looked at out from under `covered` pixels at the left of the picture, farther off if need be; at once.
void cameraLeaveFree(Camera *camera, double covered, double width, double height);
/// One step is a notch of a wheel; > 0 goes nearer.
void cameraZoom(Camera *camera, double steps);
/// Lets the shown pose follow for some time.
void cameraFollow(Camera *camera, double seconds);
SupCamera cameraNow(const Camera *camera);
/// Unit direction through a point of the picture (pixels from the top left).
Vec3 cameraRay(const SupCamera *camera, double x, double y, double width, double height);
/// Unit direction of view.
Vec3 cameraForward(const SupCamera *camera);

#endif
