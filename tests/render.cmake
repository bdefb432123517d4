# SPDX-License-Identifier: MIT
supple_test(render gpu gpu_fixture.c render_fixture.c)
supple_test(shading gpu gpu_fixture.c render_fixture.c)
