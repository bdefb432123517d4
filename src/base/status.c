// SPDX-License-Identifier: MIT
#include "supple/base.h"

#define SUP_STATUS_NAME(name, text, remedy) #name,
#define SUP_STATUS_TEXT(name, text, remedy) text,
#define SUP_STATUS_REMEDY(name, text, remedy) remedy,
static const char *const names[] = {SUP_STATUS_TABLE(SUP_STATUS_NAME)};
static const char *const texts[] = {SUP_STATUS_TABLE(SUP_STATUS_TEXT)};
static const char *const remedies[] = {SUP_STATUS_TABLE(SUP_STATUS_REMEDY)};

static bool known(SupStatus status) { return (unsigned)status < (unsigned)SupStatus_Count; }

const char *supStatusName(SupStatus status) { return known(status) ? names[status] : "?"; }
const char *supStatusText(SupStatus status) { return known(status) ? texts[status] : "unknown status"; }
const char *supStatusRemedy(SupStatus status) { return known(status) ? remedies[status] : "nothing"; }

#ifndef SUP_COMMIT
#define SUP_COMMIT "unknown"
#endif
#define SUP_STRING_(x) #x
#define SUP_STRING(x) SUP_STRING_(x)

const char *supVersion(void) {
    return SUP_STRING(SUP_VERSION_MAJOR) "." SUP_STRING(SUP_VERSION_MINOR) "." SUP_STRING(SUP_VERSION_PATCH);
}

const char *supCommit(void) { return SUP_COMMIT; }
