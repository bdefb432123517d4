// SPDX-License-Identifier: MIT
#include "args.h"
#include "commands.h"
#include "files.h"
#include "json_out.h"
#include "say.h"

#include <supple/scene.h>

static void writeJson(FILE *stream) {
    fputs("[", stream);
    for (uint32_t i = 0; i < supPresetCount(); ++i) {
        fprintf(stream, "%s\n  {\"name\": ", i ? "," : "");
        jsonString(stream, supPresetName(i));
        fputs(", \"description\": ", stream);
        jsonString(stream, supPresetDescription(i));
        fputs("}", stream);
    }
    fputs("\n]\n", stream);
}

int commandScenes(int argc, char **argv) {
    static const Command command = {"scenes", "", "The presets, a line each.", NULL, 0, 0};
    const char *json = NULL;
    const Option options[] = {{"--json", Option_Text, &json, "FILE|-", "write them as JSON", 0, 0}, {0}};
    TextList operands = {0};
    int code = argsParse(&command, options, argc, argv, &operands);
    argsFree(&operands);
    if (code >= 0) return code;
    Output output;
    char why[512];
    if (!outputBegin(&output, json, why, sizeof why)) return sayError(Exit_Refused, "scenes: cannot write %s", why);
    if (json)
        writeJson(output.stream);
    else
        for (uint32_t i = 0; i < supPresetCount(); ++i) printf("%-10s %s\n", supPresetName(i), supPresetDescription(i));
    if (!outputCommit(&output, why, sizeof why)) return sayError(Exit_Refused, "scenes: cannot write %s", why);
    return fflush(stdout) == 0 ? Exit_Done : sayError(Exit_Refused, "scenes: cannot write to stdout");
}
