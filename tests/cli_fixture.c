// SPDX-License-Identifier: MIT
#define _XOPEN_SOURCE 700
#include "cli_fixture.h"

#include <dirent.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "scene/json.h"

extern char **environ;

static char folder[] = "test_cli_XXXXXX";
static char captured[2][64];

// ---- The folder ------------------------------------------------------------------------------------------------------

int folderSetup(void **state) {
    (void)state;
    if (!mkdtemp(folder)) return -1;
    for (int i = 0; i < 2; ++i) snprintf(captured[i], sizeof captured[i], "../%s.%d", folder, i + 1);
    return chdir(folder);
}

static int compareNames(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

/// The names in the folder, each freed by free().
static size_t listFolder(char *names[64]) {
    size_t count = 0;
    DIR *handle = opendir(".");
    for (struct dirent *entry = handle ? readdir(handle) : NULL; entry && count < 64; entry = readdir(handle))
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0) names[count++] = strdup(entry->d_name);
    if (handle) closedir(handle);
    qsort(names, count, sizeof *names, compareNames);
    return count;
}

void emptyFolder(void) {
    char *names[64];
    size_t count = listFolder(names);
    for (size_t i = 0; i < count; ++i) {
        remove(names[i]);
        free(names[i]);
    }
}

const char *folderFiles(void) {
    static char text[4096];
    char *names[64];
    size_t count = listFolder(names), used = 0;
    text[0] = 0;
    for (size_t i = 0; i < count; ++i) {
        used += (size_t)snprintf(text + used, sizeof text - used, "%s ", names[i]);
        free(names[i]);
    }
    return text;
}

int folderTeardown(void **state) {
    (void)state;
    emptyFolder();
    remove(captured[0]);
    remove(captured[1]);
    return chdir("..") == 0 ? rmdir(folder) : -1;
}

// ---- Files -----------------------------------------------------------------------------------------------------------

void writeFile(const char *path, const void *bytes, size_t length) {
    FILE *file = fopen(path, "wb");
    if (!file || fwrite(bytes, 1, length, file) != length || fclose(file) != 0) fail_msg("cannot write %s", path);
}

void writeText(const char *path, const char *text) { writeFile(path, text, strlen(text)); }

char *readFile(const char *path, size_t *length) {
    FILE *file = fopen(path, "rb");
    if (!file) fail_msg("%s was not written", path);
    fseek(file, 0, SEEK_END);
    size_t size = (size_t)ftell(file);
    rewind(file);
    char *bytes = malloc(size + 1);
    assert_int_equal(fread(bytes, 1, size, file), size);
    bytes[size] = 0;
    fclose(file);
    if (length) *length = size;
    return bytes;
}

// ---- The program -----------------------------------------------------------------------------------------------------

pid_t suppleStart(const char *line) {
    char *copy = strdup(line), *words[MAX_WORDS + 2] = {(char *)SUPPLE_PROGRAM}, *rest = NULL;
    int count = 1;
    for (char *word = strtok_r(copy, " ", &rest); word && count <= MAX_WORDS; word = strtok_r(NULL, " ", &rest))
        words[count++] = word;
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    for (int i = 0; i < 2; ++i)
        posix_spawn_file_actions_addopen(&actions, i + 1, captured[i], O_WRONLY | O_CREAT | O_TRUNC, 0600);
    pid_t process = -1;
    int failed = posix_spawn(&process, SUPPLE_PROGRAM, &actions, NULL, words, environ);
    posix_spawn_file_actions_destroy(&actions);
    free(copy);
    if (failed) fail_msg("cannot start %s: %s", SUPPLE_PROGRAM, strerror(failed));
    return process;
}

Ran supple(const char *line) {
    pid_t process = suppleStart(line);
    int status = 0;
    assert_int_equal(waitpid(process, &status, 0), process);
    Ran ran = {WIFEXITED(status) ? WEXITSTATUS(status) : -1, readFile(captured[0], NULL), readFile(captured[1], NULL)};
    return ran;
}

void freeRan(Ran *ran) {
    free(ran->out);
    free(ran->err);
}

void refuses(const char *line, int code, const char *message) {
    char *before = strdup(folderFiles());
    Ran ran = supple(line);
    const char *end = strchr(ran.err, '\n');
    if (ran.code != code) fail_msg("supple %s: exit code %d, not %d: %s", line, ran.code, code, ran.err);
    if (strncmp(ran.err, "supple: ", 8) != 0 || !end || end[1]) fail_msg("supple %s: not one line: %s", line, ran.err);
    if (!strstr(ran.err, message)) fail_msg("supple %s: says \"%s\", not \"%s\"", line, ran.err, message);
    if (*ran.out) fail_msg("supple %s: prints %s", line, ran.out);
    if (strcmp(before, folderFiles()) != 0) fail_msg("supple %s: leaves %s", line, folderFiles());
    free(before);
    freeRan(&ran);
}

char *succeeds(const char *line) {
    Ran ran = supple(line);
    if (ran.code != 0) fail_msg("supple %s: exit code %d: %s", line, ran.code, ran.err);
    if (*ran.err) fail_msg("supple %s: says %s", line, ran.err);
    if (strstr(folderFiles(), ".tmp-")) fail_msg("supple %s: leaves %s", line, folderFiles());
    free(ran.err);
    return ran.out;
}

// ---- JSON ------------------------------------------------------------------------------------------------------------

static Json *parse(const char *text) {
    SupReport report = SUP_REPORT_INIT;
    Json *json = NULL;
    if (supJsonParse("json", text, strlen(text), &report, &json)) fail_msg("%s in %s", supReportError(&report), text);
    return json;
}

void assertJson(const char *text) { supJsonFree(parse(text)); }

static bool enter(const Json *json, JsonToken *token, const char *name, size_t length) {
    if (supJsonKind(json, *token) == JsonKind_Array) {
        uint32_t index = (uint32_t)strtoul(name, NULL, 10);
        if (index >= supJsonCount(json, *token)) return false;
        JsonToken item = supJsonFirst(*token);
        for (uint32_t i = 0; i < index; ++i) item = supJsonNext(json, item);
        *token = item;
        return true;
    }
    if (supJsonKind(json, *token) != JsonKind_Object) return false;
    JsonToken key = supJsonFirst(*token);
    for (uint32_t i = 0, n = supJsonCount(json, *token); i < n; ++i, key = supJsonNext(json, key + 1)) {
        char *text = supJsonString(json, key);
        bool found = strlen(text) == length && memcmp(text, name, length) == 0;
        supFree(text);
        if (!found) continue;
        *token = key + 1;
        return true;
    }
    return false;
}

char *jsonAt(const char *text, const char *path) {
    Json *json = parse(text);
    JsonToken token = 0;
    char *value = NULL;
    bool ok = true;
    while (ok && *path) {
        size_t length = strcspn(path, ".");
        ok = enter(json, &token, path, length);
        path += length + (path[length] == '.');
    }
    if (ok) {
        char *raw = supJsonRaw(json, token);
        value = strdup(raw);
        supFree(raw);
    }
    supJsonFree(json);
    return value;
}

double jsonNumberAt(const char *text, const char *path) {
    char *value = jsonAt(text, path);
    if (!value) fail_msg("%s is missing in %s", path, text);
    double number = strtod(value, NULL);
    free(value);
    return number;
}
