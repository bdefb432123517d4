// SPDX-License-Identifier: MIT
// Stands in for the viewer where its libraries were not there when this was built.
#include "commands.h"
#include "say.h"

// what is missing, found by CMake
#ifndef SUPPLE_VIEWER_MISSING
#define SUPPLE_VIEWER_MISSING "build again where GLFW 3 and Dear ImGui are installed"
#endif

int commandView(int argc, char **argv) {
    (void)argc, (void)argv;
    return sayError(Exit_Usage, "view: this build has no viewer: %s", SUPPLE_VIEWER_MISSING);
}
