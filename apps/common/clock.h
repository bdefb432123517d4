// SPDX-License-Identifier: MIT
#ifndef SUPPLE_COMMON_CLOCK_H
#define SUPPLE_COMMON_CLOCK_H

/// Seconds of a steady clock. Each program brings its own.
double clockSeconds(void);

#endif
