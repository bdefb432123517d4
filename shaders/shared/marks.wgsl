// SPDX-License-Identifier: MIT
// Numbers of samples that show no triangle: nothing, or from MARKS on what overlays draw. Of two at one depth the greater
// number stays: pins, nodes, edges.
const NOTHING = 0u;
const MARKS = 0xffffff00u;
const EDGE_STRAIN = 0xffffff00u; // and up, by level
const STRAIN_LEVELS = 64.0;
const EDGE_PLAIN = 0xffffff40u;
const NODE_DARK = 0xfffffff0u;
const NODE_LIGHT = 0xfffffff1u;
const PIN_LIGHT = 0xfffffffeu;
const PIN_DARK = 0xffffffffu;
