// SPDX-License-Identifier: MIT
#include "args.h"

#include "base/number.h"
#include "say.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GoOn = -1 };

static void printHelp(const Command *command, const Option *options) {
    printf("usage: supple %s%s%s%s\n\n%s\n", command->name, *command->operands ? " " : "", command->operands,
           options->name ? " [options]" : "", command->summary);
    if (command->details) printf("\n%s\n", command->details);
    printf("\noptions:\n");
    for (const Option *o = options; o->name; ++o) {
        char left[48];
        snprintf(left, sizeof left, "%s%s%s", o->name, o->placeholder ? " " : "", o->placeholder ? o->placeholder : "");
        printf("  %-26s %s\n", left, o->help);
    }
    printf("  %-26s %s\n", "--help", "print this");
}

static const Option *findOption(const Option *options, const char *name, size_t length) {
    for (const Option *o = options; o->name; ++o)
        if (strlen(o->name) == length && memcmp(o->name, name, length) == 0) return o;
    return NULL;
}

static int unknownOption(const Command *command, const Option *options, const char *argument) {
    const char *names[40] = {NULL};
    uint32_t count = 0;
    char word[48];
    for (const Option *o = options; o->name && count < 38; ++o) names[count++] = o->name;
    names[count] = "--help";
    snprintf(word, sizeof word, "%.*s", (int)strcspn(argument, "="), argument);
    const char *nearest = supNearest(word, names);
    return sayError(Exit_Usage, "%s: unknown option %s%s%s%s", command->name, word, nearest ? "; did you mean " : "",
                    nearest ? nearest : "", nearest ? "?" : "");
}

static bool append(TextList *list, const char *text) {
    const char **items = realloc((void *)list->items, (list->count + 1) * sizeof *items);
    if (!items) return false;
    list->items = items;
    list->items[list->count++] = text;
    return true;
}

static int badNumber(const Command *command, const Option *option, const char *text) {
    char low[32], high[32];
    supFormatDouble(low, sizeof low, option->minimum, 10);
    supFormatDouble(high, sizeof high, option->maximum, 10);
    return sayError(Exit_Usage, "%s: %s wants a %s in %s .. %s, not \"%s\"", command->name, option->name,
                    option->kind == Option_Integer ? "whole number" : "number", low, high, text);
}

static int setOption(const Command *command, const Option *option, const char *text) {
    const char *end = text ? text + strlen(text) : NULL;
    switch (option->kind) {
    case Option_Flag:
        *(bool *)option->value = true;
        break;
    case Option_Text:
        *(const char **)option->value = text;
        break;
    case Option_List:
        if (!append(option->value, text)) return sayError(Exit_Refused, "%s: out of memory", command->name);
        break;
    case Option_Integer: {
        int64_t number;
        if (supParseInteger(text, end, &number) != end || (double)number < option->minimum ||
            (double)number > option->maximum)
            return badNumber(command, option, text);
        *(int64_t *)option->value = number;
        break;
    }
    case Option_Number: {
        double number;
        if (supParseDouble(text, end, &number) != end || !(number >= option->minimum) || number > option->maximum)
            return badNumber(command, option, text);
        *(double *)option->value = number;
        break;
    }
    }
    return GoOn;
}

/// One argument that begins with a dash; takes the next one too when it is the option's value.
static int parseOption(const Command *command, const Option *options, int argc, char **argv, int *i) {
    const char *argument = argv[*i];
    if (strcmp(argument, "--help") == 0 || strcmp(argument, "-h") == 0) {
        printHelp(command, options);
        return fflush(stdout) == 0 ? Exit_Done : Exit_Refused;
    }
    const char *equals = strchr(argument, '=');
    size_t length = equals ? (size_t)(equals - argument) : strlen(argument);
    const Option *option = findOption(options, argument, length);
    if (!option && strcmp(argument, "-o") == 0) option = findOption(options, "--output", 8);
    if (!option) return unknownOption(command, options, argument);
    if (option->kind == Option_Flag && equals)
        return sayError(Exit_Usage, "%s: %s takes no value", command->name, option->name);
    const char *text = equals ? equals + 1 : NULL;
    if (option->kind != Option_Flag && !equals) {
        if (*i + 1 >= argc)
            return sayError(Exit_Usage, "%s: %s wants %s after it", command->name, option->name, option->placeholder);
        text = argv[++*i];
    }
    return setOption(command, option, text);
}

int argsParse(const Command *command, const Option *options, int argc, char **argv, TextList *operands) {
    bool onlyOperands = false;
    for (int i = 0; i < argc; ++i) {
        const char *argument = argv[i];
        int code = GoOn;
        if (!onlyOperands && strcmp(argument, "--") == 0)
            onlyOperands = true;
        else if (!onlyOperands && argument[0] == '-' && argument[1])
            code = parseOption(command, options, argc, argv, &i);
        else if (!append(operands, argument))
            code = sayError(Exit_Refused, "%s: out of memory", command->name);
        if (code != GoOn) return code;
    }
    if (operands->count < command->operandMinimum)
        return sayError(Exit_Usage, "%s: wants %s; see supple %s --help", command->name, command->operands, command->name);
    if (operands->count > command->operandMaximum)
        return sayError(Exit_Usage, "%s: unexpected argument \"%s\"; see supple %s --help", command->name,
                        operands->items[command->operandMaximum], command->name);
    return GoOn;
}

void argsFree(TextList *list) {
    free((void *)list->items);
    *list = (TextList){0};
}
