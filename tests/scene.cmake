# SPDX-License-Identifier: MIT
supple_test(scene cpu)
supple_test(scene_schema cpu)
supple_test(scene_build cpu)
supple_test(run gpu gpu_fixture.c)
