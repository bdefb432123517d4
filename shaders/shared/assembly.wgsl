// SPDX-License-Identifier: MIT
// Whether the matrix of a body is assembled anew before this Newton step. Forces are exact in every step, so an old matrix
// costs speed of convergence alone; health's fourth word says that the last step fell short of what its matrix promised.
const NEVER = 0u;
const WHEN_STALE = 1u;
const ALWAYS = 2u;
override ASSEMBLE: u32 = 2u;

fn assembled(slot: u32) -> bool {
    return ASSEMBLE == ALWAYS || (ASSEMBLE == WHEN_STALE && health[4u * slot + 3u] != 0u);
}
