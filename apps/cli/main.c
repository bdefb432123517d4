// SPDX-License-Identifier: MIT
#include "commands.h"
#include "files.h"
#include "say.h"

#include "base/number.h"

#include <stdio.h>
#include <string.h>

typedef struct Entry {
    const char *name;
    int (*run)(int argc, char **argv); // null: part of the contract, but not of this build
    const char *line;
} Entry;

static const Entry entries[] = {
    {"run", commandRun, "SCENE                 simulate, and write positions, surfaces and figures"},
    {"render", commandRender, "SCENE -o FILE         draw pictures or a video, without a window"},
    {"view", commandView, "[SCENE]               open a window on it"},
    {"mesh", commandMesh, "IN OUT                fill a surface with tetrahedra"},
    {"check", commandCheck, "FILE                  what is wrong with a mesh or a scene, in one line a kind"},
    {"bench", commandBench, "[SCENE]...            measure times, with all that is needed to compare them"},
    {"devices", commandDevices, "                      adapters, backends, limits"},
    {"scenes", commandScenes, "                      the presets, a line each"},
};
enum { EntryCount = sizeof entries / sizeof *entries };

static int printHelp(void) {
    printf("usage: supple COMMAND [options]\n\nSoft bodies on the GPU. Commands:\n");
    for (int i = 0; i < EntryCount; ++i)
        if (entries[i].run) printf("  %-8s %s\n", entries[i].name, entries[i].line);
    printf("\nSCENE is a preset's name, a scene file (.json), or any mesh file: it is made solid and dropped.\n"
           "cubes:N, block:N, sheet:N, beam:N, cloth:N, ropes:N and hair:N are made on the spot. supple COMMAND --help says "
           "more.\n\n"
           "exit codes: 0 done, 1 input refused, 2 wrong usage, 3 no usable GPU or device lost, 4 became non-finite\n");
    return fflush(stdout) == 0 ? Exit_Done : Exit_Refused;
}

static int unknownCommand(const char *name) {
    const char *names[EntryCount + 1] = {NULL};
    for (int i = 0, n = 0; i < EntryCount; ++i)
        if (entries[i].run) names[n++] = entries[i].name;
    const char *nearest = supNearest(name, names);
    return sayError(Exit_Usage, "unknown command \"%.60s\"%s%s%s; see supple --help", name, nearest ? "; did you mean " : "",
                    nearest ? nearest : "", nearest ? "?" : "");
}

int main(int argc, char **argv) {
    filesCatchSignals();
    if (argc < 2) return sayError(Exit_Usage, "a command is missing; see supple --help");
    const char *name = argv[1];
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0 || strcmp(name, "help") == 0) return printHelp();
    if (strcmp(name, "--version") == 0) {
        printf("supple %s (%s)\n", supVersion(), supCommit());
        return fflush(stdout) == 0 ? Exit_Done : Exit_Refused;
    }
    for (int i = 0; i < EntryCount; ++i) {
        if (strcmp(name, entries[i].name) != 0) continue;
        if (entries[i].run) return entries[i].run(argc - 2, argv + 2);
        return sayError(Exit_Usage, "%s: not part of this version; `supple run` writes positions and surfaces", name);
    }
    return unknownCommand(name);
}
