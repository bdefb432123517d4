# SPDX-License-Identifier: MIT
supple_test(render gpu gpu_fixture.c render_fixture.c)
supple_test(shading gpu gpu_fixture.c render_fixture.c)
supple_test(render_host gpu gpu_fixture.c host_fixture.c render_fixture.c)
supple_test(scene_picture gpu gpu_fixture.c render_fixture.c)
supple_test(scene_live gpu gpu_fixture.c)
