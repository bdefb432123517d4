// SPDX-License-Identifier: MIT
// Whether tet bodies meet colliders: worlds without any have kernels that know of none.
override COLLIDERS: bool = false;
