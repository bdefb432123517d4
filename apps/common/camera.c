// SPDX-License-Identifier: MIT
#include "camera.h"

static const double pi = 3.14159265358979323846;
/// [1/s] how fast what is shown comes up with what is wanted: 90 % within 0.13 s.
static const double pace = 18.0;

static Vec3 outward(const CameraPose *pose) {
    double flat = cos(pose->pitch);
    return vec3(flat * sin(pose->yaw), sin(pose->pitch), flat * cos(pose->yaw));
}

static Vec3 eyeOf(const Camera *camera, const CameraPose *pose) {
    Vec3 eye = vec3AddScaled(pose->target, outward(pose), pose->distance);
    double least = camera->ground + 0.02 * pose->distance;
    if (camera->aboveGround && eye.y < least && pose->target.y > least) eye.y = least;
    return eye;
}

void cameraJump(Camera *camera, const SupCamera *to) {
    Vec3 offset = vec3Sub(vec3Load(to->eye), vec3Load(to->target));
    double distance = vec3Length(offset);
    camera->fieldOfView = to->fieldOfView;
    camera->wanted = (CameraPose){vec3Load(to->target), distance, atan2(offset.x, offset.z), asin(offset.y / distance)};
    camera->shown = camera->wanted;
    camera->nearest = 0.02 * distance;
    camera->farthest = 50.0 * distance;
}

void cameraOrbit(Camera *camera, double yaw, double pitch) {
    const double most = 0.495 * pi;
    camera->wanted.yaw += yaw;
    camera->wanted.pitch = fmin(most, fmax(-most, camera->wanted.pitch + pitch));
}

void cameraPan(Camera *camera, double dx, double dy, double height) {
    CameraPose *pose = &camera->wanted;
    Vec3 back = outward(pose), right = vec3(cos(pose->yaw), 0.0, -sin(pose->yaw)), up = vec3Cross(back, right);
    double size = 2.0 * pose->distance * tan(0.5 * camera->fieldOfView) / height; // [m] of a pixel at the target
    pose->target = vec3AddScaled(vec3AddScaled(pose->target, right, -dx * size), up, dy * size);
}

void cameraLeaveFree(Camera *camera, double covered, double width, double height) {
    double free = width - covered;
    if (free < 0.4 * width || height <= 0.0) return; // too little to look through
    double aspect = width / height, freeAspect = free / height;
    camera->wanted.distance *= fmin(aspect, 1.0) / fmin(freeAspect, 1.0);
    cameraPan(camera, 0.5 * covered, 0.0, height);
    camera->shown = camera->wanted;
}

void cameraZoom(Camera *camera, double steps) {
    double distance = camera->wanted.distance * exp(-0.14 * steps);
    camera->wanted.distance = fmin(camera->farthest, fmax(camera->nearest, distance));
}

void cameraFollow(Camera *camera, double seconds) {
    double share = 1.0 - exp(-pace * fmin(fmax(seconds, 0.0), 1.0));
    CameraPose *shown = &camera->shown;
    const CameraPose *wanted = &camera->wanted;
    shown->target = vec3AddScaled(shown->target, vec3Sub(wanted->target, shown->target), share);
    shown->distance += (wanted->distance - shown->distance) * share;
    shown->yaw += (wanted->yaw - shown->yaw) * share;
    shown->pitch += (wanted->pitch - shown->pitch) * share;
}

SupCamera cameraNow(const Camera *camera) {
    SupCamera now = {.fieldOfView = camera->fieldOfView};
    vec3Store(now.eye, eyeOf(camera, &camera->shown));
    vec3Store(now.target, camera->shown.target);
    return now;
}

Vec3 cameraForward(const SupCamera *camera) {
    Vec3 forward = vec3Sub(vec3Load(camera->target), vec3Load(camera->eye));
    return vec3Scale(forward, 1.0 / vec3Length(forward));
}

Vec3 cameraRay(const SupCamera *camera, double x, double y, double width, double height) {
    Vec3 forward = cameraForward(camera);
    Vec3 right = vec3Cross(forward, fabs(forward.y) > 0.9999 ? vec3(0, 0, -1) : vec3(0, 1, 0));
    right = vec3Scale(right, 1.0 / vec3Length(right));
    Vec3 up = vec3Cross(right, forward);
    double tangent = tan(0.5 * camera->fieldOfView);
    double across = (2.0 * x / width - 1.0) * tangent * width / height, high = (1.0 - 2.0 * y / height) * tangent;
    Vec3 ray = vec3AddScaled(vec3AddScaled(forward, right, across), up, high);
    return vec3Scale(ray, 1.0 / vec3Length(ray));
}
