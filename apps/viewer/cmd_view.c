// SPDX-License-Identifier: MIT
#include "args.h"
#include "commands.h"
#include "say.h"
#include "viewer.h"

int commandView(int argc, char **argv) {
    static const Command command = {
        "view",
        "[SCENE]",
        "Opens a window on a scene.",
        "SCENE is what `supple run` takes; without it the first preset is shown. Drag a body to pull it, drag beside it to\n"
        "turn the view, shift-click to pin. Files dropped on the window fall into it. The key H lists all keys.",
        0,
        1};
    ViewerOptions o = {.width = 1280, .height = 800};
    int64_t width = o.width, height = o.height;
    const Option options[] = {
        OPTION_ADAPTER(o.adapter),
        {"--width", Option_Integer, &width, "N", "of the window (default 1280)", 64, 16384},
        {"--height", Option_Integer, &height, "N", "of the window (default 800)", 64, 16384},
        {"--script", Option_Text, &o.script, "FILE", "input from a file, for tests (apps/viewer/script.c)", 0, 0},
        {0}};
    TextList operands = {0};
    int code = argsParse(&command, options, argc, argv, &operands);
    if (code < 0) {
        o.scene = operands.count ? operands.items[0] : supPresetName(0);
        o.width = (int)width;
        o.height = (int)height;
        code = viewerRun(&o);
    }
    argsFree(&operands);
    return code;
}
