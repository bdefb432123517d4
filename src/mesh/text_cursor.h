// SPDX-License-Identifier: MIT
#ifndef SUPPLE_MESH_TEXT_CURSOR_H
#define SUPPLE_MESH_TEXT_CURSOR_H

/// Walks text of any line length and any line ending (LF, CRLF, CR) that need not end in a zero, and counts lines.

#include "base/number.h"

#include <string.h>

typedef struct TextCursor {
    const char *at, *end;
    uint64_t line;     ///< of `at`, from 1
    bool continuation; ///< a backslash before the line's end joins the next line
} TextCursor;

static inline TextCursor textStart(const void *bytes, size_t length) {
    TextCursor text = {(const char *)bytes, (const char *)bytes + length, 1, false};
    // editors on Windows like to put a byte order mark first
    if (length >= 3 && memcmp(bytes, "\xEF\xBB\xBF", 3) == 0) text.at += 3;
    return text;
}

static inline bool textIsBlank(char c) { return c == ' ' || c == '\t' || c == '\v' || c == '\f'; }
static inline bool textIsLineEnd(char c) { return c == '\n' || c == '\r'; }
static inline bool textAtEnd(const TextCursor *text) { return text->at >= text->end; }
static inline bool textAtLineEnd(const TextCursor *text) { return text->at >= text->end || textIsLineEnd(*text->at); }

/// Steps over one line ending.
static inline void textTakeLineEnd(TextCursor *text) {
    if (textAtEnd(text)) return;
    bool carriage = *text->at++ == '\r';
    if (carriage && text->at < text->end && *text->at == '\n') text->at++;
    text->line++;
}

static inline bool textTakeContinuation(TextCursor *text) {
    if (!text->continuation || *text->at != '\\') return false;
    if (text->at + 1 >= text->end || !textIsLineEnd(text->at[1])) return false;
    text->at++;
    textTakeLineEnd(text);
    return true;
}

static inline void textSkipBlanks(TextCursor *text) {
    while (text->at < text->end && (textIsBlank(*text->at) || textTakeContinuation(text)))
        if (text->at < text->end && textIsBlank(*text->at)) text->at++;
}

/// To the start of the next line. A comment's backslash joins nothing.
static inline void textNextLine(TextCursor *text) {
    bool comment = text->at < text->end && *text->at == '#';
    while (!textAtLineEnd(text))
        if (comment || !textTakeContinuation(text)) text->at++;
    textTakeLineEnd(text);
}

/// Over blanks and line endings to the next word.
static inline void textSkipSpace(TextCursor *text) {
    for (;;) {
        textSkipBlanks(text);
        if (textAtEnd(text) || !textIsLineEnd(*text->at)) return;
        textTakeLineEnd(text);
    }
}

/// The word at the cursor (after textSkipBlanks) without moving.
static inline size_t textWordLength(const TextCursor *text) {
    const char *p = text->at;
    while (p < text->end && !textIsBlank(*p) && !textIsLineEnd(*p)) ++p;
    return (size_t)(p - text->at);
}

static inline bool textEquals(const char *word, size_t length, const char *expected) {
    return strlen(expected) == length && memcmp(word, expected, length) == 0;
}

/// Compares in ASCII without regard to case; `expected` is lower case.
static inline bool textEqualsAnyCase(const char *word, size_t length, const char *expected) {
    if (strlen(expected) != length) return false;
    for (size_t i = 0; i < length; ++i) {
        char c = word[i];
        if (c >= 'A' && c <= 'Z') c = (char)(c + ('a' - 'A'));
        if (c != expected[i]) return false;
    }
    return true;
}

static inline bool textWordEnds(const TextCursor *text, const char *p) {
    return p >= text->end || textIsBlank(*p) || textIsLineEnd(*p) || (text->continuation && *p == '\\');
}

/// Reads the number at the cursor, which must be a whole word. False (cursor unmoved) when it is not one.
static inline bool textTakeNumber(TextCursor *text, double *value) {
    const char *p = supParseDouble(text->at, text->end, value);
    if (!p) return false;
    // "-nan(ind)" is how one C library prints NaN: the value has been understood, what follows does not matter
    if (*value - *value != 0.0)
        while (!textWordEnds(text, p)) ++p;
    if (!textWordEnds(text, p)) return false;
    text->at = p;
    return true;
}

/// The start of the word at the cursor, made fit for a message.
static inline const char *textQuote(const TextCursor *text, char out[32]) {
    size_t length = textWordLength(text), i = 0;
    for (; i < length && i < 24; ++i) out[i] = text->at[i] >= 32 && text->at[i] < 127 ? text->at[i] : '?';
    if (i < length) memcpy(out + i, "...", 3), i += 3;
    out[i] = 0;
    return out;
}

#endif
