# SPDX-License-Identifier: MIT
# solver
supple_test(svd gpu gpu_fixture.c matrix_probe.c xpbd_reference.c)
supple_test(rotation gpu gpu_fixture.c matrix_probe.c xpbd_reference.c)
supple_test(matrix_pattern cpu gpu_fixture.c)
supple_test(solver_truths gpu gpu_fixture.c)
supple_test(xpbd_reference gpu gpu_fixture.c xpbd_reference.c)
supple_test(cantilever long gpu_fixture.c)
supple_test(solver_accuracy long gpu_fixture.c implicit_reference.c)
supple_test(solver_robustness long gpu_fixture.c)
supple_test(solver_forms gpu gpu_fixture.c)
supple_test(materials gpu gpu_fixture.c implicit_reference.c)
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
# networks
supple_test(attachments gpu gpu_fixture.c network_fixture.c)
supple_test(network gpu gpu_fixture.c network_fixture.c network_reference.c)
supple_test(network_detail gpu gpu_fixture.c network_fixture.c)
supple_test(network_odd gpu gpu_fixture.c network_fixture.c)
supple_test(network_repulsion gpu gpu_fixture.c network_fixture.c)
supple_test(blob_motion gpu gpu_fixture.c network_fixture.c)
supple_test(network_asset cpu)
supple_test(network_hair cpu)
supple_test(network_blob cpu)
supple_test(colliders gpu gpu_fixture.c network_fixture.c)
supple_test(tets_on_colliders long gpu_fixture.c)

# They ask only for the numbers that kernels compute: the host's compiler has no part in them.
set_tests_properties(svd rotation solver_truths xpbd_reference solver_forms materials network attachments PROPERTIES LABELS "gpu;numbers")
# They compare times.
set_tests_properties(gpu world_reads PROPERTIES RUN_SERIAL ON)
# The longest first: another runs beside them.
set_tests_properties(solver_truths solver_robustness attachments tets_on_colliders PROPERTIES COST 100)
