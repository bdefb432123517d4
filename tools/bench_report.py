#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes the table of docs/performance.md and the plot of time against error from what `supple bench --errors N --json FILE` wrote.

usage: bench_report.py RESULT.json [PLOT.svg]"""
import html
import json
import math
import sys

COLORS = {"scatter": "#b0b7c3", "xpbd": "#7a8699", "vbd": "#e4935a", "newton": "#2f7fd6", "auto": "#123a6b"}
WIDTH, HEIGHT, LEFT, BOTTOM, COLUMNS = 300, 220, 46, 34, 3


def time_of(value):
    gpu = value["gpu_ms"]["median"]
    return gpu if gpu is not None else value["wall_ms"]["median"]


def table(data):
    names = list(dict.fromkeys(name for scene in data["scenes"] for name in scene["variants"]))
    print("| scene | tets | " + " | ".join(f"`{name}`" for name in names) + " |")
    print("|---|---|" + "---|" * len(names))
    for scene in data["scenes"]:
        cells = []
        for name in names:
            value = scene["variants"].get(name)
            if not value:
                cells.append("")
                continue
            error = value.get("error")
            cells.append(f"{time_of(value):.3g}" + ("" if error is None else f" ({error:.0e})"))
        print(f"| {scene['scene']} | {scene['tets']:,} | " + " | ".join(cells) + " |")


def panel(scene, x0, y0):
    points = [(name, time_of(v), v["error"]) for name, v in scene["variants"].items() if v.get("error") and time_of(v)]
    if not points:
        return []
    spans = []
    for index in (1, 2):
        logs = [math.log10(max(point[index], 1e-9)) for point in points]
        spans.append((math.floor(min(logs)), max(math.ceil(max(logs)), math.floor(min(logs)) + 1)))
    (tx, ux), (ty, uy) = spans
    inner_w, inner_h = WIDTH - LEFT - 14, HEIGHT - BOTTOM - 30

    def place(time, error):
        return (x0 + LEFT + (math.log10(time) - tx) / (ux - tx) * inner_w,
                y0 + 26 + (uy - math.log10(max(error, 1e-9))) / (uy - ty) * inner_h)

    out = [f'<text x="{x0 + LEFT}" y="{y0 + 16}" class="t">{html.escape(scene["scene"])}, {scene["tets"]:,} tets</text>']
    for power in range(tx, ux + 1):
        x, _ = place(10.0 ** power, 10.0 ** ty)
        out.append(f'<line x1="{x:.1f}" y1="{y0 + 26}" x2="{x:.1f}" y2="{y0 + 26 + inner_h}" class="g"/>'
                   f'<text x="{x:.1f}" y="{y0 + 40 + inner_h}" class="l" text-anchor="middle">{10.0 ** power:g} ms</text>')
    for power in range(ty, uy + 1, max(1, (uy - ty) // 4)):
        _, y = place(10.0 ** tx, 10.0 ** power)
        out.append(f'<line x1="{x0 + LEFT}" y1="{y:.1f}" x2="{x0 + LEFT + inner_w}" y2="{y:.1f}" class="g"/>'
                   f'<text x="{x0 + LEFT - 6}" y="{y + 4:.1f}" class="l" text-anchor="end">1e{power}</text>')
    for solver, color in COLORS.items():
        mine = sorted((t, e) for name, t, e in points if name.split(":")[0] == solver)
        line = " ".join("%.1f,%.1f" % place(t, e) for t, e in mine)
        if len(mine) > 1:
            out.append(f'<polyline points="{line}" fill="none" stroke="{color}" stroke-width="1.5"/>')
        out += ['<circle cx="%.1f" cy="%.1f" r="3.2" fill="%s"/>' % (*place(t, e), color) for t, e in mine]
    return out


def plot(data, path):
    scenes = [s for s in data["scenes"] if any(v.get("error") for v in s["variants"].values())]
    rows = (len(scenes) + COLUMNS - 1) // COLUMNS
    width, height = COLUMNS * WIDTH, rows * HEIGHT + 40
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}">',
           "<style>text{font-family:system-ui,sans-serif;fill:#2b3340}.t{font-size:13px;font-weight:600}.l{font-size:10px;"
           "fill:#6b7584}.g{stroke:#e6e9ee}</style>", f'<rect width="{width}" height="{height}" fill="#fff"/>']
    for i, scene in enumerate(scenes):
        out += panel(scene, i % COLUMNS * WIDTH, i // COLUMNS * HEIGHT)
    for i, (solver, color) in enumerate(COLORS.items()):
        out.append(f'<circle cx="{LEFT + 110 * i}" cy="{height - 18}" r="4" fill="{color}"/>'
                   f'<text x="{LEFT + 110 * i + 10}" y="{height - 14}" class="l">{solver}</text>')
    out.append(f'<text x="{width - 14}" y="{height - 14}" class="l" text-anchor="end">GPU time of a frame against relative '
               f'error; {html.escape(data["adapter"])}</text></svg>')
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join(out) + "\n")


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    with open(sys.argv[1], encoding="utf-8") as file:
        data = json.load(file)
    table(data)
    if len(sys.argv) == 3:
        plot(data, sys.argv[2])


if __name__ == "__main__":
    main()
