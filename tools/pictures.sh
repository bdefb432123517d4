#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Makes the README's pictures anew: docs/images/*.png. Needs ./demo --build before; any adapter will do.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
supple=build/bin/supple
mkdir -p docs/images
"$supple" render bunny --frames 14 --size 960x480 -o docs/images/bunny.png
"$supple" render cube --frames 40 --size 480x320 -o docs/images/cube.png
"$supple" render torus --frames 34 --size 480x320 -o docs/images/torus.png
"$supple" render beam --frames 50 --size 480x320 --overlay pins -o docs/images/beam.png
"$supple" render cube --frames 40 --size 480x320 --overlay strain,wireframe -o docs/images/strain.png
"$supple" render bunny --frames 240 --size 480x320 --overlay tets -o docs/images/tets.png
"$supple" render cubes:64 --frames 45 --size 480x320 -o docs/images/cubes.png

# The page in Chromium, when it was built (./demo --web --build).
if [ -f build/web/index.html ]; then
    mkdir -p out
    SUPPLE_SHOTS=$PWD/out node --test --test-name-pattern='controls have names' tests/web/page.test.mjs
    cp out/desktop.png docs/images/web.png
fi
