// SPDX-License-Identifier: MIT
// The page in Chromium. SUPPLE_WEB: its folder; SUPPLE_PROGRAM: the native program, whose driver is SwiftShader;
// SUPPLE_WEB_SET=smoke: only the few tests that tell most; SUPPLE_SHOTS: a folder for pictures to look at.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { after, afterEach, before, test } from "node:test";
import { promisify } from "node:util";
import { figures, launch, open, pictures, serve } from "./browser.mjs";
import { Stage } from "./stage.mjs";

const folder = process.env.SUPPLE_WEB ?? "build/web";
const program = process.env.SUPPLE_PROGRAM ?? "build/bin/supple";
const shots = process.env.SUPPLE_SHOTS;
const smoke = process.env.SUPPLE_WEB_SET === "smoke";
const usual = 300_000, long = 1_200_000; // [ms] what goes through all presets takes long on a software GPU
const whole = (name, run, timeout = usual) => test(name, { skip: smoke && "not in the smoke set", timeout }, run);
const always = (name, run, timeout = usual) => test(name, { timeout }, run);

let server, browser, stage;
const others = []; // browsers of single tests
before(async () => {
  server = await serve(folder);
  browser = await launch();
  stage = new Stage(browser, server.address);
});
// a failed test must not leave a page that keeps the GPU busy
afterEach(async () => {
  if (stage.inUse) await stage.close();
  await Promise.all(others.splice(0).map((other) => other.close()));
});
after(async () => {
  await browser?.close();
  server?.close();
});

/** The page that tests share, with this link. */
const show = (link, options) => stage.show(link, options);
/** A page of its own, for tests of loading. In a browser of its own: what its GPU still has to do ends with it. */
const alone = async (hash, options) => {
  const other = await launch();
  others.push(other);
  return open(other, `${server.address}#${hash}`, { viewport: { width: 320, height: 200 }, ...options });
};
const close = async (page) => {
  if (page === stage.page) return stage.giveBack();
  const { faults } = page;
  await page.context().browser().close();
  assert.deepEqual(faults, [], "the console has errors or warnings");
};
const call = (page, name, ...values) => page.evaluate(([n, v]) => window.supple.page.engine.call(n, ...v), [name, values]);
const state = async (page) => (await page.evaluate(() => window.supple.read("state"))).hash;
const middle = (page) => page.evaluate(async () => {
  const { values } = await window.supple.read("positions");
  const sum = [0, 0, 0];
  values.forEach((value, i) => (sum[i % 3] += value));
  return sum.map((value) => (value * 3) / values.length);
});
const native = async (scene, frames, ...more) => {
  const env = { ...process.env, VK_ICD_FILENAMES: "/usr/lib/chromium/vk_swiftshader_icd.json" };
  const { stdout } = await promisify(execFile)(program, ["run", scene, "--frames", String(frames), "--portable", "--quiet", "--json", "-", ...more], { env });
  return JSON.parse(stdout);
};
/** Waits until the view has come to rest: three pictures from the same place. */
const cameraRests = (page) => page.waitForFunction(() => {
  const { engine } = window.supple.page;
  const count = engine.call("pagePictures");
  const place = engine.doubles(engine.call("pageCamera"), 7).join();
  if (window.rest?.place !== place) window.rest = { place, count };
  return count >= window.rest.count + 3;
});
const presets = async (page) => (await page.evaluate(() => window.supple.presets())).map(({ name }) => name);
const toast = (page, pattern) => page.waitForFunction((source) => new RegExp(source).test(document.getElementById("toast").textContent), pattern.source);

always("the bunny loads from a sub-path, moves, and nothing is missing", async () => {
  server.requests.length = 0;
  const page = await stage.open("");
  await pictures(page, 2);
  const first = await state(page);
  await page.waitForFunction(() => window.supple.figures().frames > 4);
  assert.notEqual(await state(page), first, "nothing moves");
  assert.equal(await page.locator("#scene").inputValue(), "bunny");
  assert.deepEqual(server.requests.filter(({ status }) => status !== 200), []);
  const { compiled, firstPicture } = await page.evaluate(() => window.supple.timings);
  console.log(`module compiled after ${compiled.toFixed(0)} ms, first picture submitted after ${firstPicture.toFixed(0)} ms`);
  await close(page);
});

always("every shader passes the browser's compiler, also those that no preset uses", async () => {
  const page = await show("scene=cube&paused=1");
  await page.evaluate(() => (window.supple.page.resting = true)); // pictures would stand in the queue before every shader
  const { count, wrong } = await page.evaluate(async () => {
    const { engine } = window.supple.page;
    const device = await (await navigator.gpu.requestAdapter()).requestDevice();
    const wrong = [];
    let count = 0;
    for (let pointer; (pointer = engine.call("textShader", count)) !== 0; ++count) {
      device.pushErrorScope("validation");
      const info = await device.createShaderModule({ code: engine.webgpu.memory.cString(pointer) }).getCompilationInfo();
      await device.popErrorScope();
      wrong.push(...info.messages.filter(({ type }) => type === "error").map(({ message, lineNum }) => `shader ${count}, line ${lineNum}: ${message}`));
    }
    device.destroy();
    return { count, wrong };
  });
  assert.ok(count > 10, `${count} shaders`);
  assert.deepEqual(wrong, []);
  await page.evaluate(() => (window.supple.page.resting = false));
  page.faults = []; // the compiler's notes reach the console too
  await close(page);
});

// What is heavy on a software GPU runs fewer frames.
const framesOf = { blob: 2, cube: 20, cloth: 2, drape: 2, flag: 2, garden: 1, grass: 2, hair: 1, ribbons: 2, tentacles: 2 };
// Ten thousand strands are too much for a software GPU: the same scenes with fewer.
const smaller = {
  garden: { "bodies.grass.shape.strands.count": 300, "bodies.dark_grass.shape.strands.count": 200 },
  grass: { "bodies.green.shape.strands.count": 300, "bodies.pale.shape.strands.count": 200, "bodies.dark.shape.strands.count": 100 },
  hair: { "bodies.hair.shape.hair.count": 300 },
  tentacles: { "bodies.tentacles.shape.strands.count": 300, "bodies.lights.shape.strands.count": 50 },
};
always("the hash of a run is the native one's, bit for bit", async () => {
  const page = await show("scene=cube&paused=1");
  const compare = async (scene, frames, settings = {}) => {
    const sets = Object.entries(settings).flatMap(([path, value]) => ["--set", `${path}=${value}`]);
    const [here, there] = await Promise.all([
      page.evaluate(([name, options]) => window.supple.run(name, options).then(({ hash, state_hash, finite }) => ({ hash, state_hash, finite })), [scene, { frames, portable: true, settings }]),
      native(scene, frames, ...sets),
    ]);
    assert.deepEqual(here, { hash: there.hash, state_hash: there.state_hash, finite: true }, scene);
    return here.hash;
  };
  for (const scene of smoke ? ["cube"] : await presets(page)) await compare(scene, framesOf[scene] ?? 6, smaller[scene]);
  const changed = await compare("cube", 5, { "bodies.cube.material.young": 3e5, "ground.height": 1.6 }); // it lies on the ground
  assert.notEqual(changed, (await native("cube", 5)).hash, "the settings change nothing");
  await close(page);
}, long);

always("picking and dragging moves the body; reset restores the rest state's bits", async () => {
  const page = await show("scene=cube&set.gravity.y=0&paused=1");
  await pictures(page, 1);
  const rest = await state(page);
  await page.keyboard.press("Space");
  await page.waitForFunction(() => window.supple.figures().frames > 2);
  const before = await middle(page);
  await page.mouse.move(340, 110);
  await page.mouse.down();
  await page.waitForFunction(() => window.supple.page.engine.call("pageHand") === 2);
  await page.mouse.move(200, 110, { steps: 4 });
  for (let moved = 0; moved < 0.1; ) {
    await page.waitForTimeout(300);
    const now = await middle(page);
    moved = Math.hypot(now[0] - before[0], now[1] - before[1], now[2] - before[2]);
  }
  await page.mouse.up();
  assert.equal(await call(page, "pageHand"), 0);
  await page.keyboard.press("Space");
  assert.notEqual(await state(page), rest);
  await page.keyboard.press("r");
  assert.equal(await state(page), rest);
  assert.equal((await figures(page)).frames, 0);
  await close(page);
});

whole("a chain's head follows the mouse, also without a press", async () => {
  const page = await show("scene=chain&camera=2,5,13,2,5,0,0.7&paused=1");
  await pictures(page, 1);
  const head = () => page.evaluate(async () => (await window.supple.read("positions")).values.slice(0, 3));
  const before = await head();
  await page.mouse.move(180, 150);
  await page.keyboard.press("Space");
  for (let away = 0; away < 0.5; ) {
    await page.waitForTimeout(200);
    const now = await head();
    away = Math.hypot(now[0] - before[0], now[1] - before[1], now[2] - before[2]);
  }
  assert.equal(await call(page, "pageHand"), 0, "nothing was pressed");
  await page.evaluate(() => window.supple.set("bodies.chain.network.follow", "off"));
  await page.mouse.move(190, 160);
  await page.keyboard.press("Space");
  await page.keyboard.press("r");
  assert.deepEqual(await head(), before, "it begins anew");
  await close(page);
});

always("everything can be done with the keyboard alone", async () => {
  const page = await show("scene=chain&paused=1");
  await pictures(page, 1);
  const focused = () => page.evaluate(() => document.activeElement.id || document.activeElement.textContent.trim());
  const reach = async (name) => {
    for (let i = 0; i < 60; ++i) {
      await page.keyboard.press("Tab");
      if ((await focused()) === name) return;
    }
    assert.fail(`${name} cannot be reached`);
  };
  await reach("scene");
  await page.keyboard.press("ArrowUp");
  await page.waitForFunction(() => window.supple.page.source.name === "bunny");
  await reach("step");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => window.supple.figures().frames === 1);
  await reach("Soft");
  await page.keyboard.press("Space");
  assert.deepEqual(await page.evaluate(() => [...window.supple.page.settings]), [["bodies.bunny.material.young", "50000"]]);
  await reach("tunable-bodies-bunny-material-young");
  await page.keyboard.press("ArrowRight");
  assert.ok((await page.evaluate(() => Number(window.supple.page.settings.get("bodies.bunny.material.young")))) > 50000);
  await reach("picture");
  const eye = await page.evaluate(() => window.supple.page.engine.doubles(window.supple.page.engine.call("pageCamera"), 7));
  await page.keyboard.press("ArrowLeft");
  await page.waitForFunction((old) => window.supple.page.engine.doubles(window.supple.page.engine.call("pageCamera"), 7).some((value, i) => value !== old[i]), eye);
  await page.keyboard.press("g");
  await page.waitForFunction(() => window.supple.page.engine.call("pageHand") === 2);
  await page.keyboard.press("g");
  assert.equal(await call(page, "pageHand"), 0);
  await page.keyboard.press("3");
  assert.equal(await page.locator("[data-name=strain]").getAttribute("aria-pressed"), "true");
  await page.keyboard.press("h");
  assert.ok(await page.locator("#keys").isVisible());
  await page.keyboard.press("Escape");
  assert.ok(!(await page.locator("#keys").isVisible()));
  await close(page);
});

whole("every preset loads and moves", async () => {
  const page = await show("scene=cube");
  await pictures(page, 1);
  for (const name of await presets(page)) {
    if (smaller[name]) await page.evaluate(([preset, settings]) => window.supple.load(preset, settings), [name, smaller[name]]);
    else await page.locator("#scene").selectOption(name);
    await page.waitForFunction((wanted) => window.supple.page.source.name === wanted, name);
    const first = await state(page);
    const heavy = framesOf[name] < 3;
    await page.waitForFunction((frames) => window.supple.figures().frames >= frames, heavy ? 1 : 4);
    assert.notEqual(await state(page), first, `${name} does not move`);
    if (heavy) continue;
    const { minVolumeRatio } = await page.waitForFunction(() => window.supple.figures().minVolumeRatio !== null && window.supple.figures()).then((handle) => handle.jsonValue());
    assert.ok(minVolumeRatio > 0, `${name}: smallest volume ${minVolumeRatio}`);
  }
  await close(page);
}, long);

whole("typed values are taken, refused in words, or go away", async () => {
  const page = await show("scene=cube&paused=1");
  await pictures(page, 1);
  const young = page.locator("[data-path='bodies.cube.material.young'] input.number");
  const type = async (text) => {
    await young.fill(text);
    await young.press("Enter");
    return young.inputValue();
  };
  assert.equal(await type("1e4"), "10,000");
  assert.equal(await type("soft"), "10,000");
  assert.equal(await type("-5"), "10,000");
  await toast(page, /young is -5; it must lie in 1/);
  assert.deepEqual(await page.evaluate(() => [...window.supple.page.settings]), [["bodies.cube.material.young", "10000"]]);
  await page.locator("[data-path='bodies.cube.material.young'] .back").click();
  assert.equal(await young.inputValue(), "200,000");
  await close(page);
});

whole("quick switches end with the last one", async () => {
  const page = await show("scene=cube");
  await pictures(page, 1);
  await page.evaluate(() => Promise.all(["bunny", "torus", "beam", "torus"].map((name) => window.supple.load(name))));
  assert.equal(await page.evaluate(() => window.supple.page.source.name), "torus");
  await page.waitForFunction(() => window.supple.figures().frames > 1);
  assert.equal(await page.locator("#scene").inputValue(), "torus");
  await close(page);
});

/** A closed box as OBJ, in metres. */
const boxObj = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\nv 1 0 1\nv 1 1 1\nv 0 1 1\nf 4 3 2 1\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n";

const dropFiles = (page, files) => page.evaluate((list) => {
  const transfer = new DataTransfer();
  for (const { name, text } of list) transfer.items.add(new File([text], name));
  for (const type of ["dragenter", "dragover", "drop"]) document.body.dispatchEvent(new DragEvent(type, { dataTransfer: transfer, bubbles: true, cancelable: true }));
}, files);

whole("files: dropped and chosen meshes fall, scenes too, wrong ones are refused in words", async () => {
  const page = await show("scene=cube");
  await pictures(page, 1);
  await dropFiles(page, [{ name: "my box.obj", text: boxObj }]);
  await page.waitForFunction(() => window.supple.page.source.name === "my box.obj");
  await page.waitForFunction(() => window.supple.figures().frames > 3);
  assert.ok((await figures(page)).tets > 1000);
  assert.ok(!(await page.locator("#drop").isVisible()));
  await dropFiles(page, [{ name: "broken.obj", text: "f 1 2 9\n" }]);
  await toast(page, /broken\.obj.*line 1/);
  assert.equal(await page.evaluate(() => window.supple.page.source.name), "my box.obj", "what was shown stays");
  await dropFiles(page, [{ name: "letter.txt", text: "dear" }]);
  await toast(page, /letter\.txt: not a file that Supple reads/);
  await dropFiles(page, [{ name: "scene.json", text: '{"supple": 1, "bodies": [{"name": "a", "shape": {"mesh": {"file": "meshes/my box.obj", "tets": 600}}, "position": [0, 1, 0]}]}' }]);
  await toast(page, /wants the file meshes\/my box\.obj/);
  await page.locator("#file").setInputFiles([{ name: "my box.obj", mimeType: "", buffer: Buffer.from(boxObj) },
    { name: "scene.json", mimeType: "", buffer: Buffer.from('{"supple": 1, "bodies": [{"name": "a", "shape": {"mesh": {"file": "meshes/my box.obj", "tets": 600}}, "position": [0, 1, 0]}]}') }]);
  await page.waitForFunction(() => window.supple.page.source.name === "scene.json");
  await page.waitForFunction(() => window.supple.figures().frames > 3);
  await dropFiles(page, [{ name: "typo.json", text: '{"supple": 1, "gravty": [0, 0, 0]}' }]);
  await toast(page, /gravty.*gravity/);
  const bytes = async (name) => ({ name, mimeType: "", buffer: await readFile(`assets/${name}`) });
  await page.locator("#file").setInputFiles([await bytes("bunny_tet_indices.vec4u32bin"), await bytes("bunny_positions.vec3f32bin")]);
  await page.waitForFunction(() => window.supple.page.source.kind === "mesh" && window.supple.page.tets === 4433);
  await close(page);
});

whole("long preparation shows its progress and can be stopped; the page stays alive meanwhile", async () => {
  const page = await show("scene=cube");
  await pictures(page, 1);
  const huge = JSON.stringify({ supple: 1, bodies: [{ name: "a", shape: { mesh: { file: "b.obj", tets: 8_000_000 } } }] });
  await dropFiles(page, [{ name: "huge.json", text: huge }, { name: "b.obj", text: boxObj }]);
  await page.locator("#progress").waitFor({ state: "visible" });
  await page.waitForFunction(() => /huge\.json: /.test(document.getElementById("progress-text").textContent));
  await pictures(page, 2);
  await page.locator("#progress-stop").click({ force: true }); // at once: it does not wait for a busy picture
  await toast(page, /huge\.json: stopped/);
  assert.ok(!(await page.locator("#progress").isVisible()));
  assert.equal(await page.evaluate(() => window.supple.load("beam")), true, "the worker works again");
  await close(page);
});

whole("the picture follows the window and the pixel ratio", async () => {
  const page = await show("scene=cube&paused=1", { quality: 1 });
  const follows = async (width, height) => {
    await page.waitForFunction((wanted) => window.supple.page.canvas.width === wanted, width);
    await pictures(page, 1);
    assert.deepEqual(await page.evaluate(() => { const c = document.getElementById("picture"); return [c.width, c.height]; }), [width, height]);
  };
  const session = await page.context().newCDPSession(page);
  for (const [width, height, deviceScaleFactor] of [[320, 240, 2], [500, 150, 2], [300, 200, 1], [60, 40, 1]]) {
    await session.send("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor, mobile: false });
    await follows(width * deviceScaleFactor, height * deviceScaleFactor);
  }
  await session.detach();
  await page.setViewportSize({ width: 200, height: 150 });
  await follows(200, 150);
  await close(page);
});

whole("a hidden tab pauses, and nothing is caught up", async () => {
  const page = await show("scene=cube");
  await pictures(page, 2);
  const hide = (hidden) => page.evaluate((value) => {
    Object.defineProperty(document, "hidden", { configurable: true, get: () => value });
    document.dispatchEvent(new Event("visibilitychange"));
  }, hidden);
  await hide(true);
  const { time, droppedTime } = await figures(page);
  const drawn = await call(page, "pagePictures");
  await page.waitForTimeout(4000);
  assert.equal((await figures(page)).time, time);
  assert.ok((await call(page, "pagePictures")) <= drawn + 1);
  await hide(false);
  await page.waitForFunction((t) => window.supple.figures().time > t, time);
  const { droppedTime: dropped } = await figures(page);
  // slow pictures after it may drop time of their own
  assert.ok(dropped - droppedTime < 3.5, `${dropped - droppedTime} s were counted as missed`);
  await close(page);
});

whole("a lost device: the scene starts again with its settings; lost again and again, a reload is offered", async () => {
  const page = await show("scene=cube&set.bodies.cube.material.young=12345", { quality: 0.1 });
  await pictures(page, 1);
  await page.evaluate(() => window.supple.loseDevice());
  await toast(page, /GPU was lost; the scene starts again/);
  await pictures(page, 2);
  const young = await page.evaluate(() => window.supple.page.engine.json("textScene").tunables.find(({ path }) => path === "bodies.cube.material.young").value);
  assert.equal(young, 12345);
  for (let i = 0; i < 2; ++i) {
    await page.evaluate(() => window.supple.loseDevice());
    if (i === 0) {
      await page.waitForFunction(() => window.supple.page.restarts === 2 && !window.supple.page.restarting);
      await pictures(page, 1);
    }
  }
  await page.locator("#cover").waitFor({ state: "visible" });
  assert.match(await page.locator("#cover").textContent(), /lost again and again.*Load the page again/s);
  await page.locator("#cover-action").click();
  await page.waitForFunction(() => window.supple?.page.source?.name === "cube");
  page.faults = page.faults.filter((text) => !/device was lost|Device was lost|destroyed/i.test(text));
  await close(page);
});

whole("a share link carries the scene, its settings and the view, and files as long as they are small", async () => {
  const page = await show("scene=torus&paused=1");
  await pictures(page, 1);
  await page.evaluate(() => {
    window.supple.set("bodies.torus.material.young", 71000);
    window.supple.set("gravity.y", -1.5);
    const { controls, engine } = window.supple.page;
    controls.overlay(4);
    controls.slow(true);
    controls.exposure.set(2);
    engine.call("pageOrbit", 0.5, 0.2);
  });
  await cameraRests(page);
  const link = await page.evaluate(() => window.supple.link());
  const other = await alone(link.split("#")[1]);
  await pictures(other, 1);
  const facts = (which) => which.evaluate(() => {
    const { engine, source } = window.supple.page;
    const value = (path) => engine.json("textScene").tunables.find((one) => one.path === path).value;
    return { name: source.name, young: value("bodies.torus.material.young"), gravity: value("gravity.y"), overlays: engine.call("pageOverlays"), paused: engine.call("pagePaused"), eye: engine.doubles(engine.call("pageCamera"), 7).map((v) => v.toFixed(3)) };
  });
  assert.deepEqual(await facts(other), await facts(page));
  assert.equal(await other.evaluate(() => window.supple.link()), link);
  await close(other);
  await dropFiles(page, [{ name: "box.obj", text: boxObj }]);
  await page.waitForFunction(() => window.supple.page.source.name === "box.obj");
  const withFile = await page.evaluate(() => window.supple.link());
  assert.ok(withFile.length < 1200, `${withFile.length} letters`);
  await close(page);
  for (const [hash, name, words] of [[withFile.split("#")[1], "box.obj", null], ["auto=off&mesh=x.obj&data=AAAA", "bunny", /link is cut off/], ["auto=off&scene=buny", "bunny", /buny/]]) {
    const opened = await alone(hash);
    if (words) await toast(opened, words);
    await pictures(opened, 1);
    assert.equal(await opened.evaluate(() => window.supple.page.source.name), name);
    await close(opened);
  }
});

whole("a link's camera is there with the first picture and stays, also in a page that is open; the scene's own comes back", async () => {
  const wanted = [3, 4, 5, 0.25, 1.5, 0.5, 0.6];
  const hash = `auto=off&scene=torus&paused=1&camera=${wanted}`;
  const camera = (page) => page.evaluate(() => window.supple.page.engine.doubles(window.supple.page.engine.call("pageCamera"), 7));
  const near = (a, b) => a.every((value, i) => Math.abs(value - b[i]) < 1e-6);
  const page = await show("scene=torus&paused=1");
  await pictures(page, 1);
  const own = await camera(page);
  assert.ok(!near(own, wanted));
  const other = await alone(hash);
  await pictures(other, 1);
  assert.ok(near(await camera(other), wanted), `the first page looks from ${await camera(other)}`);
  await close(other);
  const before = await page.evaluateHandle(() => window.supple.page.source);
  await page.evaluate((text) => (location.hash = text), hash);
  await page.waitForFunction((old) => window.supple.page.source !== old, before);
  for (let i = 0; i < 2; ++i) {
    await pictures(page, 1);
    assert.ok(near(await camera(page), wanted), `the open page looks from ${await camera(page)}`);
  }
  await page.evaluate(() => window.supple.load("torus"));
  await pictures(page, 1);
  assert.ok(near(await camera(page), own), `the scene is looked at from ${await camera(page)}`);
  await close(page);
});

whole("pictures: a PNG of what is shown, at the picture's size", async () => {
  const page = await show("scene=cube&paused=1", { quality: 1 });
  await pictures(page, 1);
  const [download] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("c")]);
  const png = await readFile(await download.path());
  assert.equal(png.subarray(1, 4).toString(), "PNG");
  assert.deepEqual([png.readUInt32BE(16), png.readUInt32BE(20)], [720, 400]);
  assert.ok(png.length > 5000, "a blank picture");
  assert.equal(download.suggestedFilename(), "supple-cube.png");
  await close(page);
});

whole("videos of what is shown; the controls can be hidden and brought back", async () => {
  const page = await show("scene=cube", { viewport: { width: 720, height: 300 }, quality: 1 });
  await pictures(page, 1);
  await page.keyboard.press("v");
  await page.waitForFunction(() => document.getElementById("video").textContent === "End video");
  await pictures(page, 5);
  const [download] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("v")]);
  assert.match(download.suggestedFilename(), /^supple-cube\.(webm|mp4)$/);
  assert.ok((await readFile(await download.path())).length > 2000, "an empty video");
  assert.equal(await page.locator("#video").getAttribute("aria-pressed"), "false");
  await page.locator("#hide").click();
  await page.locator("#panel").waitFor({ state: "hidden" });
  await page.locator("#unhide").click();
  await page.locator("#panel").waitFor({ state: "visible" });
  await close(page);
});

/** Every control has a name, nothing sticks out, and the page is not blank. */
async function looked(page, name) {
  const nameless = await page.evaluate(() => [...document.querySelectorAll("button, input, select")].filter((one) => one.offsetParent && one.id !== "file")
    .filter((one) => !(one.textContent.trim() || one.ariaLabel || one.labels?.length)).map((one) => one.outerHTML));
  assert.deepEqual(nameless, []);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(overflow <= 0, `${overflow} pixels too wide`);
  const shot = await page.screenshot(shots ? { path: `${shots}/${name}.png` } : {});
  assert.ok(shot.length > 40_000, "the page is blank");
}

whole("a phone: touches pull, zoom and move; controls have names and stay out of the way until they are wanted", async () => {
  const page = await alone("auto=off&scene=bunny&paused=1", { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await pictures(page, 2);
  await looked(page, "phone");
  const session = await page.context().newCDPSession(page);
  const touch = (type, ...points) => session.send("Input.dispatchTouchEvent", { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
  const view = () => page.evaluate(() => window.supple.page.engine.doubles(window.supple.page.engine.call("pageCamera"), 7));
  await touch("touchStart", [200, 370]);
  await page.waitForFunction(() => window.supple.page.engine.call("pageHand") === 2);
  await touch("touchEnd");
  await page.waitForFunction(() => window.supple.page.engine.call("pageHand") === 0);
  const before = await view();
  await touch("touchStart", [150, 300]);
  await touch("touchStart", [150, 300], [250, 300]);
  await touch("touchMove", [100, 260], [300, 260]);
  await touch("touchEnd");
  // pinching brings it nearer, two fingers move the view
  await page.waitForFunction((old) => {
    const { engine } = window.supple.page;
    const now = engine.doubles(engine.call("pageCamera"), 7);
    const distance = (c) => Math.hypot(c[0] - c[3], c[1] - c[4], c[2] - c[5]);
    return distance(now) < 0.8 * distance(old) && now[4] < old[4];
  }, before);
  await page.locator("#grip").click();
  await page.waitForTimeout(300);
  if (shots) await page.screenshot({ path: `${shots}/phone-open.png` });
  assert.ok(await page.locator("#share").isVisible());
  await close(page);
});

whole("slow pictures: fewer pixels, then a smaller preset by itself, with a way back", async () => {
  const page = await show("scene=bunny&paused=1", { viewport: { width: 730, height: 700 }, quality: 1 });
  await page.evaluate(() => (location.hash = "scene=bunny&paused=1"));
  await page.waitForFunction(() => window.supple.page.pace.enabled);
  await page.waitForFunction(() => window.supple.page.canvas.quality < 1, null, { timeout: 120_000 });
  await page.waitForFunction(() => window.supple.page.source.name !== "bunny", null, { timeout: 120_000 });
  await toast(page, /bunny is too much for this GPU/);
  assert.ok((await page.evaluate(() => window.supple.page.tets)) < 4433);
  await page.locator("#toast button").click();
  await page.waitForFunction(() => window.supple.page.source.name === "bunny");
  assert.equal(await page.evaluate(() => window.supple.page.pace.enabled), false);
  await close(page);
});

always("without WebGPU, and without an adapter, the page says so", async () => {
  const none = await alone("", { before: () => Object.defineProperty(navigator, "gpu", { get: () => undefined }) });
  await none.locator("#cover").waitFor({ state: "visible" });
  assert.match(await none.locator("#cover").textContent(), /No WebGPU here.*This browser has no WebGPU/s);
  await close(none);
  const blocked = await alone("", { before: () => (GPU.prototype.requestAdapter = async () => null) });
  await blocked.locator("#cover").waitFor({ state: "visible" });
  assert.match(await blocked.locator("#cover").textContent(), /found no GPU adapter.*driver may be missing/s);
  await close(blocked);
});

whole("when memory runs out, the page says so and what was shown stays", async () => {
  const page = await show("scene=cube");
  await pictures(page, 1);
  const scene = JSON.stringify({ supple: 1, bodies: [{ name: "a", shape: { box: { size: [1, 1, 1], cells: [300, 300, 300] } } }] });
  await dropFiles(page, [{ name: "much.json", text: scene }]);
  await toast(page, /much\.json|memory/);
  assert.equal(await page.evaluate(() => window.supple.page.source.name), "cube");
  await page.waitForFunction(() => window.supple.page.state === 3);
  await close(page);
});

whole("controls have names, and what is looked at is not blank", async () => {
  const page = await show("scene=bunny&paused=1", { viewport: { width: 1280, height: 800 }, quality: 1 });
  await pictures(page, 2);
  await looked(page, "desktop");
  await close(page);
});
