# SPDX-License-Identifier: MIT
supple_test(base cpu)
