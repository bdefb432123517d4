// SPDX-License-Identifier: MIT
// Numbers of samples that show no triangle.
const NOTHING = 0u;
const PIN_LIGHT = 0xfffffffeu;
const PIN_DARK = 0xffffffffu;
