#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Drives `supple view` under Xvfb by scripts (apps/viewer/script.c) and looks at what it answers and draws.

usage: viewer_test.py PROGRAM [--validation] [TEST]...

--validation runs it under the Vulkan validation layer: any message of it is a failure."""
import json
import os
import pathlib
import re
import struct
import subprocess
import sys
import tempfile
import zlib

LAYER = "VK_LAYER_KHRONOS_validation"
program = ""
validation = False


# ---- Running ---------------------------------------------------------------------------------------------------------

class Answer:
    def __init__(self, code: int, out: str, err: str):
        self.code, self.out, self.err = code, out, err
        self.hashes = re.findall(r"^hash (\w+)$", out, re.M)
        self.states = [dict(re.findall(r"(\w+)=(\S*)", line)) for line in re.findall(r"^state (.*)$", out, re.M)]
        self.centres = [tuple(map(float, c)) for c in re.findall(r"^centre \S+ (\S+) (\S+) (\S+)$", out, re.M)]


def view(folder: pathlib.Path, scene: str, script: str, size: tuple[int, int] = (320, 220), path: str = "") -> Answer:
    """Runs a script; every line of stderr that is not expected by the test is returned with it."""
    (folder / "script.txt").write_text(script + "\nquit\n")
    # the program's own exit code: xvfb-run sometimes fails to clean up behind it and answers 5
    command = ["xvfb-run", "-a", "-s", "-screen 0 800x600x24", "sh", "-c", '"$@"; echo $? >code.txt', "sh", program, "view", scene,
               "--width", str(size[0]), "--height", str(size[1]), "--script", "script.txt"]
    environment = dict(os.environ)
    if path:
        environment["PATH"] = path + os.pathsep + environment["PATH"]
    if validation:
        settings = folder / "vk_layer_settings.txt"
        settings.write_text("khronos_validation.debug_action = VK_DBG_LAYER_ACTION_LOG_MSG\n"
                            "khronos_validation.report_flags = error,warn,info\nkhronos_validation.log_filename = /dev/stderr\n")
        environment.update(VK_INSTANCE_LAYERS=LAYER, VK_LAYER_SETTINGS_PATH=str(settings))
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=600, check=False)
    assert "error" not in done.stdout, done.stdout
    assert not re.search(r"VUID|GPU error|panicked|Validation Error", done.stderr), done.stderr[-3000:]
    if validation:
        assert not re.search(r"^\S+\((ERROR|WARN) / ", done.stderr, re.M), done.stderr[-3000:]
        assert "createinstance-status-message" in done.stderr, "the layer was not active"
    return Answer(int((folder / "code.txt").read_text()), done.stdout, done.stderr)


def read_png(path: pathlib.Path) -> tuple[int, int, list[bytes]]:
    """Width, height and rows of rgba bytes."""
    data = path.read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    width, height, depth, color = struct.unpack(">IIBB", data[16:26])
    assert (depth, color) == (8, 6)
    packed, at = b"", 8
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at:at + 8])
        packed += data[at + 8:at + 8 + length] if kind == b"IDAT" else b""
        at += 12 + length
    raw, stride, before, rows = zlib.decompress(packed), 4 * width, bytes(4 * width), []
    for y in range(height):
        kind, line = raw[y * (stride + 1)], bytearray(raw[y * (stride + 1) + 1:(y + 1) * (stride + 1)])
        for x in range(stride):
            left, up = (line[x - 4] if x >= 4 else 0), before[x]
            corner = before[x - 4] if x >= 4 else 0
            if kind == 4:
                guess = min((abs(up - corner), 0, left), (abs(left - corner), 1, up), (abs(left + up - 2 * corner), 2, corner))[2]
            else:
                guess = (0, left, up, (left + up) // 2)[kind]
            line[x] = (line[x] + guess) & 255
        before = bytes(line)
        rows.append(before)
    return width, height, rows


def coral(path: pathlib.Path) -> int:
    """Pixels in the first body's colour: it is on the picture."""
    _, _, rows = read_png(path)
    return sum(row[x] > 1.35 * row[x + 2] and row[x] > 60 for row in rows for x in range(0, len(row), 4))


# ---- Tests -----------------------------------------------------------------------------------------------------------

def pictures_show_the_scene(folder: pathlib.Path) -> None:
    answer = view(folder, "cube", "key tab\nframes 3\npicture bare.png\nsettle\nkey tab\nwait 2\npicture panel.png\nsettle")
    assert answer.code == 0, answer.err
    width, height, rows = read_png(folder / "bare.png")
    assert (width, height) == (320, 220)
    assert len({bytes(row[x:x + 4]) for row in rows for x in range(0, len(row), 4)}) > 500, "blank"
    assert coral(folder / "bare.png") > 500
    dark = sum(row[x] + row[x + 1] + row[x + 2] < 150 for row in read_png(folder / "panel.png")[2] for x in range(0, 4 * 320, 4))
    assert dark > 10000, "no panel"


def presets_switch_while_it_runs(folder: pathlib.Path) -> None:
    answer = view(folder, "cube", "wait 2\nstate\npreset torus\nwait 2\nstate\npreset beam\nwait 2\nstate\npreset cube\nwait 2\nstate")
    assert [state["scene"] for state in answer.states] == ["cube", "torus", "beam", "cube"], answer.out
    assert answer.states[0]["tets"] == answer.states[3]["tets"] != answer.states[1]["tets"]


def a_drag_moves_the_body_and_reset_restores_it(folder: pathlib.Path) -> None:
    answer = view(folder, "cube", "set gravity.y 0\nkey space\nkey r\nhash\ncentre\nkey tab\nwait 2\naim cube\npress\nsettle\n"
                  "move 200 170\nkey space\nframes 90\nkey space\ncentre\nrelease\nstate\nkey r\nhash\ncentre\n")
    start, dragged, again = answer.centres
    assert answer.states[0]["picked"] == "1"
    assert sum((a - b) ** 2 for a, b in zip(start, dragged)) > 0.15 ** 2, answer.out
    assert dragged[1] < start[1] - 0.1, answer.out
    assert start == again and answer.hashes[0] == answer.hashes[1], answer.out


def a_released_body_is_free(folder: pathlib.Path) -> None:
    answer = view(folder, "cube", "key tab\nkey space\nwait 2\naim cube\npress\nsettle\nrelease\nkey r\nkey n\nkey n\nhash\n"
                  "key r\nkey n\nkey n\nhash\n")
    assert answer.hashes[0] == answer.hashes[1]


def shift_click_pins_and_frees(folder: pathlib.Path) -> None:
    click = "press shift\nrelease shift\nsettle\nstate\n"
    answer = view(folder, "cube", "key tab\nkey space\nwait 2\naim cube\n" + click + click)
    assert [state["pinned"] for state in answer.states] == ["3", "0"], answer.out


def the_view_turns_moves_and_zooms(folder: pathlib.Path) -> None:
    answer = view(folder, "cube", "key tab\nkey space\nkey r\nwait 2\npicture a.png\nsettle\nmove 20 20\npress right\nmove 90 40\n"
                  "release right\nwait 12\npicture b.png\nsettle\nscroll -6\nwait 12\npicture c.png\nsettle\npress middle\n"
                  "move 150 40\nrelease middle\nwait 12\npicture d.png\nsettle\nkey f\nwait 3\npicture e.png\nsettle")
    assert answer.code == 0
    names = "abcde"
    bytes_of = [(folder / f"{name}.png").read_bytes() for name in names]
    assert len(set(bytes_of[:4])) == 4
    assert 0 < coral(folder / "c.png") < 0.6 * coral(folder / "b.png")


def it_survives_resizing(folder: pathlib.Path) -> None:
    answer = view(folder, "cube", "wait 2\nresize 500 300\nwait 4\nstate\npicture big.png\nsettle\nresize 97 61\nwait 4\nstate\n"
                  "picture small.png\nsettle\nresize 320 220\nwait 3\nscale 2\nwait 3\nscale 1\nwait 3\nstate\npicture back.png\nsettle")
    assert answer.code == 0, answer.err
    assert [state["size"] for state in answer.states] == ["500x300", "97x61", "320x220"], answer.out
    assert read_png(folder / "big.png")[:2] == (500, 300)
    assert read_png(folder / "small.png")[:2] == (97, 61)
    assert coral(folder / "back.png") > 0


def a_hidden_window_catches_nothing_up(folder: pathlib.Path) -> None:
    answer = view(folder, "cube", "frames 2\nhide\nrest 0.3\nstate\nrest 2\nstate\nshow\nwait 2\nstate\nkey tab\npicture p.png\nsettle")
    frames = [int(state["frames"]) for state in answer.states]
    assert frames[0] == frames[1] and frames[2] - frames[1] <= 8, answer.out
    assert coral(folder / "p.png") > 0


def dropped_files_fall_and_bad_ones_change_nothing(folder: pathlib.Path) -> None:
    corners = [(x, y, z) for x in (0, 1) for y in (0, 1) for z in (0, 1)]
    faces = [(1, 3, 4, 2), (5, 6, 8, 7), (1, 2, 6, 5), (3, 7, 8, 4), (1, 5, 7, 3), (2, 4, 8, 6)]
    (folder / "box.obj").write_text("".join(f"v {x} {y} {z}\n" for x, y, z in corners) +
                                    "".join("f %d %d %d %d\n" % face for face in faces))
    (folder / "bad.obj").write_text("v 0 0 0\nf 1 2 9\n")
    answer = view(folder, "cube", "wait 2\ndrop bad.obj\nwait 1\nstate\ndrop ./none.obj\nwait 1\nstate\ndrop box.obj\nwait 1\n"
                  "centre\nframes 8\ncentre\nstate\ndrop box.obj\nwait 1\ncentre\nset bodies.box_2.material.young 1e5\nstate\n"
                  "shift-drop box.obj\nwait 1\nstate")
    assert [state["scene"] for state in answer.states] == ["cube"] * 4 + ["box.obj"], answer.out
    assert "line 2" in answer.out and "no such file" in answer.out, answer.out
    # it is added, and both fall
    tets = [int(state["tets"]) for state in answer.states]
    assert tets[0] == tets[1] < tets[2] < tets[3] and tets[4] < tets[3], answer.out
    cube, box, later_cube, later_box = answer.centres[:4]
    assert later_cube[1] < cube[1] and later_box[1] < box[1] and box[0] > cube[0] + 0.9, answer.out
    assert "refused" not in answer.out and len(answer.centres) == 7, answer.out


def tunables_change_live(folder: pathlib.Path) -> None:
    answer = view(folder, "beam", "key space\nset bodies.beam.material.stiffness soft\nset gravity.y 5\nkey n\nkey n\nkey n\nkey n\n"
                  "centre\nkey r\nset gravity.y -5\nkey n\nkey n\nkey n\nkey n\ncentre")
    assert answer.centres[0][1] > answer.centres[1][1], answer.out


def the_panel_takes_clicks_and_leaves_the_scene_alone(folder: pathlib.Path) -> None:
    answer = view(folder, "cube", "wait 3\nmove 60 70\npress\nrelease\nmove 250 30\nwait 2\nstate\nmove 240 70\npress\nrelease\nwait 2\n"
                  "hash\nkey r\nhash\nstate\nmove 80 165\npress\nmove 140 165\nwait 2\nrelease\nkey tab\nwait 2\naim cube\npress\nsettle\nstate")
    assert [state["paused"] for state in answer.states] == ["1", "1", "1"], answer.out
    assert answer.states[1]["frames"] == "0" and answer.hashes[0] == answer.hashes[1], "reset by its button"
    assert [state["picked"] for state in answer.states] == ["0", "0", "1"], answer.out


def a_lost_device_is_rebuilt_once(folder: pathlib.Path) -> None:
    answer = view(folder, "cube", "key space\nkey r\nhash\nlose\nwait 2\nkey r\nhash\nstate\npicture again.png\nsettle\nlose\nwait 2\nstate")
    assert answer.code == 3, answer.out
    assert answer.hashes[0] == answer.hashes[1] and len(answer.states) == 1
    assert answer.states[0]["rebuilds"] == "1" and coral(folder / "again.png") > 0
    assert answer.err.count("starting the scene again") == 1 and answer.err.count("giving up") == 1


def a_video_gets_every_frame(folder: pathlib.Path) -> None:
    """With a stand-in for ffmpeg that keeps what it is given."""
    tools = folder / "tools"
    tools.mkdir()
    fake = tools / "ffmpeg"
    fake.write_text('#!/bin/sh\n[ "$1" = -version ] && exit 0\nfor last; do :; done\ncat > "$last"\n')
    fake.chmod(0o755)
    answer = view(folder, "cube", "key space\nkey r\nwait 2\nvideo out.mp4\nkey space\nframes 5\nend-video\n", path=str(tools))
    assert "video complete" in answer.out, answer.out + answer.err
    size = (folder / "out.mp4").stat().st_size
    assert size >= 5 * 320 * 220 * 4 and size % (320 * 220 * 4) == 0
    assert not list(folder.glob("*.tmp-*"))


def what_follows_the_pointer_goes_after_it(folder: pathlib.Path) -> None:
    """A chain's head, and a cloth that a toggle hangs from one node and that gets its pins back."""
    cloth = {"name": "cloth", "shape": {"cloth": {"columns": 5, "rows": 4, "edgeLength": 0.2}}, "position": [-3, 1, 0],
             "pin": [{"vertices": [0, 1, 2, 3, 4]}], "network": {"followNode": 2}}
    chain = {"name": "chain", "shape": {"strands": {"nodes": 4, "edgeLength": 0.2, "direction": [0, -1, 0], "rootRadius": 0.05}},
             "position": [0, 1, 0], "pin": [{"vertices": [0]}], "network": {"follow": "on"}}
    scene = {"supple": 1, "gravity": [0, 0, 0], "camera": {"eye": [0, 1, 6], "target": [0, 1, 0]}, "bodies": [cloth, chain]}
    (folder / "scene.json").write_text(json.dumps(scene))
    answer = view(folder, "scene.json", "key tab\nkey space\nkey r\ncentre\nmove 280 60\nwait 2\ncentre\nkey space\nframes 90\nkey space\n"
                  "settle\ncentre\nstate\nset bodies.cloth.network.follow alone\nwait 2\nstate\nkey r\nwait 2\nstate\n"
                  "set bodies.cloth.network.follow off\nset bodies.chain.network.follow off\nwait 2\nstate\ncentre")
    start, waiting, led, back = answer.centres[1::2]
    assert start == waiting == back, answer.out  # it waits while time stands still
    # 120 pixels across and 50 up, of 220 that show 4.4 m: 2.4 m and 1 m; the chain of 0.6 m flies around its head
    assert 1.8 < led[0] < 3.0 and 1.4 < led[1] < 2.6 and abs(led[2]) < 0.4, answer.out
    assert [state["pinned"] for state in answer.states] == ["5", "1", "1", "5"], answer.out


def without_a_display_it_says_so(folder: pathlib.Path) -> None:
    environment = {key: value for key, value in os.environ.items() if key not in ("DISPLAY", "WAYLAND_DISPLAY")}
    done = subprocess.run([program, "view", "cube"], cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 3 and done.stderr.count("\n") == 1 and "display" in done.stderr, done.stderr
    done = subprocess.run([program, "view", "no.obj"], cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 1 and "no such file" in done.stderr


TESTS = [pictures_show_the_scene, presets_switch_while_it_runs, a_drag_moves_the_body_and_reset_restores_it,
         a_released_body_is_free, shift_click_pins_and_frees, the_view_turns_moves_and_zooms, it_survives_resizing, a_hidden_window_catches_nothing_up,
         dropped_files_fall_and_bad_ones_change_nothing, tunables_change_live,
         the_panel_takes_clicks_and_leaves_the_scene_alone, a_lost_device_is_rebuilt_once,
         what_follows_the_pointer_goes_after_it, a_video_gets_every_frame, without_a_display_it_says_so]


def main() -> int:
    global program, validation
    program = str(pathlib.Path(sys.argv[1]).resolve())
    validation = "--validation" in sys.argv
    wanted = [name for name in sys.argv[2:] if not name.startswith("--")]
    passed = failed = 0
    for test in TESTS:
        if wanted and test.__name__ not in wanted:
            continue
        with tempfile.TemporaryDirectory() as folder:
            try:
                test(pathlib.Path(folder))
                passed += 1
                print(f"ok: {test.__name__}", flush=True)
            except (AssertionError, IndexError, KeyError, ValueError, FileNotFoundError, subprocess.TimeoutExpired) as error:
                failed += 1
                print(f"FAILED: {test.__name__}: {type(error).__name__} {error}", flush=True)
    print(f"{passed} passed, {failed} failed")
    return 0 if passed and not failed else 1


if __name__ == "__main__":
    sys.exit(main())
