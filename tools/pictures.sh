#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Makes the pictures of README and docs/scenes.md anew: docs/images/*.png. Needs ./demo --build before; any adapter will do.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
supple=${1:-build/bin/supple}
mkdir -p docs/images
picture() { "$supple" render "$2" --size "${4:-480x320}" --frames "$3" -o "docs/images/$1.png" --quiet "${@:5}"; }
picture bunny bunny 24 960x480 --set 'camera.eye=[1.02,0.78,1.75]' --set 'camera.target=[0.05,0.42,0]'
picture cube cube 50
picture torus torus 34 480x320 --set camera.target.y=0.2 --set 'look.color=[0.10,0.42,0.62]'
picture beam beam 12 480x320 --set 'look.color=[0.85,0.55,0.10]'
picture strain cube 50 480x320 --overlay strain,wireframe
picture tets bunny 240 480x320 --overlay tets
picture chain chain 150
picture cloth cloth 150
picture tentacles tentacles 60
picture drape drape 110 960x400
picture hair hair 60 640x480
picture blob blob 60
picture swing swing 55 960x400
picture garden garden 75 960x400
picture nodes blob 60 480x320 --overlay nodes,edges
picture edges flag 120 480x320 --overlay edges,strain
picture ribbons ribbons 150 960x400 --set 'camera.eye=[2.9,2.9,7]' --set 'camera.target=[2.9,2.75,0]'
picture cubes cubes:64 32 480x320 --set 'camera.eye=[19,5.5,19]' --set 'camera.target=[9.5,0,9]'

# The page in Chromium, when it was built (./demo --web --build).
if [ -f build/web/index.html ]; then
    mkdir -p out
    SUPPLE_SHOTS=$PWD/out node --test --test-name-pattern='controls have names' tests/web/page.test.mjs
    cp out/desktop.png docs/images/web.png
fi
