# SPDX-License-Identifier: MIT

# tets
supple_test(tet_mesh cpu)
supple_test(body_asset cpu)
supple_test(winding cpu)
supple_test(stuffing cpu)

# surfaces
supple_test(surface_read cpu)
supple_test(surface_write cpu)
supple_test(surface_clean cpu)
supple_test(surface_faults cpu)
