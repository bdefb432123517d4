// SPDX-License-Identifier: MIT
#ifndef SUPPLE_CLI_CLOCK_H
#define SUPPLE_CLI_CLOCK_H

/// Seconds of a steady clock.
double clockSeconds(void);

#endif
