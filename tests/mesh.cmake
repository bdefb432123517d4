# SPDX-License-Identifier: MIT

# tets
supple_test(tet_mesh cpu)
supple_test(body_asset cpu)
