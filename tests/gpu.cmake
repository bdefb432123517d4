# SPDX-License-Identifier: MIT
# solver
supple_test(svd gpu gpu_fixture.c xpbd_reference.c)
supple_test(xpbd gpu gpu_fixture.c xpbd_reference.c)
supple_test(xpbd_reference gpu gpu_fixture.c xpbd_reference.c)
supple_test(cantilever gpu gpu_fixture.c)
# the layers gpu and sim
supple_test(pool cpu gpu_fixture.c)
supple_test(measure cpu gpu_fixture.c)
supple_test(gpu gpu gpu_fixture.c host_fixture.c)
supple_test(gpu_kernels gpu gpu_fixture.c)
supple_test(gpu_loss gpu gpu_fixture.c)
supple_test(world gpu gpu_fixture.c)
supple_test(world_errors gpu gpu_fixture.c)
supple_test(world_reads gpu gpu_fixture.c)
supple_test(world_time gpu gpu_fixture.c)
supple_test(world_calls gpu gpu_fixture.c)
supple_test(grab gpu gpu_fixture.c)
supple_test(pick gpu gpu_fixture.c)
