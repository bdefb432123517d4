// SPDX-License-Identifier: MIT
#ifndef SUPPLE_CLI_ARGS_H
#define SUPPLE_CLI_ARGS_H

#include <stdbool.h>
#include <stdint.h>

typedef enum OptionKind {
    Option_Flag,    // bool
    Option_Text,    // const char *
    Option_List,    // TextList, may stand several times
    Option_Integer, // int64_t in minimum .. maximum
    Option_Number   // double in minimum .. maximum
} OptionKind;

typedef struct TextList {
    const char **items; // freed by argsFree
    uint32_t count;
} TextList;

typedef struct Option {
    const char *name; // "--frames"; null ends the table
    OptionKind kind;
    void *value;
    const char *placeholder; // "N", null for a flag
    const char *help;
    double minimum, maximum;
} Option;

// Rows that several commands have.
#define OPTION_SET(list) \
    { "--set", Option_List, &(list), "PATH=VALUE", "change one value of the scene; may be repeated", 0, 0 }
#define OPTION_ADAPTER(text) \
    { "--adapter", Option_Text, &(text), "NAME", "part of an adapter's name, or its index (else SUPPLE_ADAPTER)", 0, 0 }
#define OPTION_PORTABLE(flag) \
    { "--portable", Option_Flag, &(flag), NULL, "default limits only: the same bits in a browser", 0, 0 }
#define OPTION_QUIET(flag) \
    { "--quiet", Option_Flag, &(flag), NULL, "no progress bar, no notes, no figures", 0, 0 }

typedef struct Command {
    const char *name;
    const char *operands; // "SCENE", for the usage line
    const char *summary;  // one line
    const char *details;  // more of it for --help, or null
    uint32_t operandMinimum, operandMaximum;
} Command;

/// Parses what follows the command's name. -1: go on; else the exit code (0 after --help, 2 after a usage error).
int argsParse(const Command *command, const Option *options, int argc, char **argv, TextList *operands);
void argsFree(TextList *list);

#endif
