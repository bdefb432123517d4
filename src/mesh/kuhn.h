// SPDX-License-Identifier: MIT
#ifndef SUPPLE_MESH_KUHN_H
#define SUPPLE_MESH_KUHN_H

#include <stdint.h>

/// The Kuhn split of a cell: six tets around the diagonal from corner 0 to corner 7 (bit 0 of a corner's number is x, bit 1
/// y, bit 2 z), one for each order in which the three axes can be walked. Positive volumes. Neighbouring cells agree on the
/// diagonals of shared faces, also when a whole layer of cells is mirrored.
static const uint8_t supKuhnTets[6][4] = {{0, 1, 3, 7}, {0, 5, 1, 7}, {0, 3, 2, 7},
                                          {0, 2, 6, 7}, {0, 4, 5, 7}, {0, 6, 4, 7}};

#endif
