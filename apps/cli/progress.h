// SPDX-License-Identifier: MIT
#ifndef SUPPLE_CLI_PROGRESS_H
#define SUPPLE_CLI_PROGRESS_H

#include <supple/base.h>

/// A bar on stderr when that is a terminal, nothing otherwise or when quiet.
SupProgress progressBar(bool quiet);
/// Takes the bar away before other lines are printed. Safe at any time.
void progressClear(void);

#endif
