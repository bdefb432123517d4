# SPDX-License-Identifier: MIT
# solver
supple_test(svd gpu gpu_fixture.c xpbd_reference.c)
supple_test(xpbd gpu gpu_fixture.c xpbd_reference.c)
supple_test(xpbd_reference gpu gpu_fixture.c xpbd_reference.c)
supple_test(cantilever gpu gpu_fixture.c)
