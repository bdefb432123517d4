// SPDX-License-Identifier: MIT
// The JavaScript module and what surrounds the page, without a browser.
import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { brotliCompressSync } from "node:zlib";
import { MockGpu } from "./mock_gpu.mjs";

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname), "../..");
const npm = path.resolve(process.env.SUPPLE_NPM ?? `${root}/build/npm`);
const web = path.resolve(process.env.SUPPLE_WEB ?? `${root}/build/web`);
const { createWorld, SuppleError } = await import(`${npm}/supple.js`);
const wasm = await readFile(`${npm}/supple.wasm`);

async function world(options = {}) {
  const gpu = new MockGpu();
  const device = await gpu.adapter.requestDevice({});
  return { gpu, device, world: await createWorld({ device, wasm, ...options }) };
}
const cube = { box: { size: [1, 1, 1], cells: [2, 2, 2] } };
const tetrahedron = { positions: [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1], tets: [0, 1, 2, 3] };

test("a world on a host's device: bodies, steps, buffers, readback, disposal", async () => {
  const { gpu, device, world: w } = await world({ gravity: [0, -1.6, 0] });
  const body = w.addBody({ ...cube, position: [0, 2, 0] });
  const other = w.addBody({ ...tetrahedron, pinned: [0] });
  assert.deepEqual({ ...body.info, mass: Math.round(body.info.mass) }, { vertexCount: 27, tetCount: 48, firstVertex: 0, pinnedCount: 0, mass: 1000 });
  assert.equal(other.info.pinnedCount, 1);
  w.step(2);
  assert.ok(gpu.called("dispatchWorkgroups").length > 20);
  assert.equal(w.stats.frames, 2);
  const { buffer, offset, stride, count, origin } = body.positions;
  assert.equal(buffer.kind, "buffer");
  assert.deepEqual([offset, stride, count], [0, 16, 27]);
  assert.deepEqual(origin.map((value) => Math.round(2 * value) / 2), [0.5, 2.5, 0.5]);
  assert.equal(other.positions.buffer, buffer);
  assert.equal(other.positions.offset, 16 * other.info.firstVertex);
  assert.ok(body.normals.buffer, "normals are kept unless they are refused");
  assert.equal(body.triangles.count, 3 * 48);
  assert.equal((await body.read()).length, 3 * 27);
  assert.equal((await w.read("velocities")).length, 3 * 31);
  assert.match(await w.hash(), /^[0-9a-f]{16}$/);
  assert.deepEqual(w.advance(1 / 60).frames, 1);
  body.remove();
  assert.deepEqual(w.bodies, [other]);
  w.dispose();
  w.dispose();
  assert.ok(!device.destroyed, "the device is the host's");
  assert.throws(() => w.step(), /disposed/);
});

test("assets are shared, settings and materials change while it runs", async () => {
  const { world: w } = await world();
  const asset = w.createAsset({ torus: { majorRadius: 0.5, minorRadius: 0.2 } });
  const bodies = [0, 1, 2].map((x) => w.addBody({ asset, position: [2 * x, 1, 0] }));
  asset.dispose();
  assert.deepEqual([w.stats.bodies, w.stats.assets], [3, 1]);
  bodies[0].material = { young: 5e5 };
  assert.deepEqual(bodies[0].material, { young: 5e5, poisson: 0.4, density: 1000, damping: 0 });
  w.settings = { substeps: 3, ground: false };
  assert.equal(w.settings.substeps, 3);
  bodies[0].grab({ triangle: 0, target: [0, 3, 0], stiffness: 100 });
  w.step();
  bodies[0].release();
  bodies[0].pin([0, 1]);
  bodies[0].reset();
  w.reset();
  w.dispose();
});

test("a closed surface is filled with tets", async () => {
  const { world: w } = await world();
  const positions = [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 0, 0, 1, 1, 0, 1, 1, 1, 1, 0, 1, 1];
  const triangles = [0, 2, 1, 0, 3, 2, 4, 5, 6, 4, 6, 7, 0, 1, 5, 0, 5, 4, 1, 2, 6, 1, 6, 5, 2, 3, 7, 2, 7, 6, 3, 0, 4, 3, 4, 7];
  const { tetCount, mass } = w.addBody({ positions: new Float32Array(positions), triangles: new Uint32Array(triangles), tetCount: 800 }).info;
  assert.ok(tetCount > 600 && tetCount < 1000, `${tetCount} tets`);
  assert.ok(Math.abs(mass - 1000) < 100, `${mass} kg`);
  w.dispose();
});

test("what is wrong is said in words, with a status", async () => {
  await assert.rejects(createWorld({ wasm }), (error) => error instanceof SuppleError && /GPUDevice/.test(error.message));
  const { world: w, device } = await world();
  const refused = (act, status, words) => assert.throws(act, (error) => error instanceof SuppleError && error.status === status && words.test(error.message));
  refused(() => w.addBody({}), "InvalidArgument", /positions with tets/);
  refused(() => w.addBody({ positions: [0, 0, 0], tets: [0, 1, 2, 3] }), "Malformed", /./);
  refused(() => w.addBody({ positions: [0, 0, 0], triangles: [0, 1, 2] }), "Malformed", /beyond the last vertex/);
  refused(() => w.addBody({ ...cube, material: { young: -1 } }), "OutOfRange", /young/);
  refused(() => w.addBody({ ...tetrahedron, pinned: [7] }), "OutOfRange", /7/);
  refused(() => (w.settings = { substeps: 0 }), "OutOfRange", /substeps/);
  assert.equal(w.settings.substeps, 10, "what was refused is not taken over");
  await assert.rejects(w.read("thoughts"), /cannot be read/);
  const body = w.addBody(cube);
  body.remove();
  refused(() => body.reset(), "StaleId", /./);
  device.lose({ reason: "unknown", message: "unplugged" });
  await new Promise((resolve) => setTimeout(resolve, 0));
  refused(() => w.step(), "DeviceLost", /unplugged/);
  w.dispose();
});

test("the types compile, and refuse what is wrong", async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), "supple-types-"));
  const good = `import { createWorld, type World, type Body } from "supple";
export async function go(device: GPUDevice): Promise<GPUBuffer | null> {
  const world: World = await createWorld({ device, gravity: [0, -1.6, 0], ground: false });
  const body: Body = world.addBody({ positions: new Float32Array(12), tets: new Uint32Array(4), material: { young: 1e5 } });
  world.addBody({ asset: world.createAsset({ box: { size: [1, 1, 1], cells: [2, 2, 2] } }), position: [0, 1, 0] });
  body.material = { damping: 1 };
  world.settings = { substeps: 20 };
  const places: Float32Array = await body.read("velocities");
  world.advance(places.length / 60);
  return body.positions.buffer;
}
`;
  const options = { compilerOptions: { strict: true, noEmit: true, target: "es2022", lib: ["es2022", "dom"], module: "esnext", moduleResolution: "bundler", types: ["@webgpu/types"],
    typeRoots: [`${root}/node_modules`], paths: { supple: [`${npm}/supple.d.ts`], "@webgpu/types": [`${root}/node_modules/@webgpu/types`] } } };
  const compile = async (name, text) => {
    await writeFile(`${folder}/${name}.ts`, text);
    await writeFile(`${folder}/tsconfig.json`, JSON.stringify({ ...options, files: [`${name}.ts`] }));
    return run(process.execPath, [`${root}/node_modules/typescript/bin/tsc`, "-p", folder]).then(() => "", ({ stdout }) => stdout);
  };
  try {
    assert.equal(await compile("good", good), "");
    assert.match(await compile("bad", good.replace("gravity: [0, -1.6, 0]", "gravity: -1.6")), /error TS/);
    assert.match(await compile("worse", good.replace("substeps: 20", "substep: 20")), /error TS/);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test("npm pack: the package holds what it needs and nothing else", async () => {
  const { stdout, stderr } = await run("npm", ["pack", "--dry-run", "--json"], { cwd: npm });
  assert.doesNotMatch(stderr, /warn|error/i);
  const [{ files, name, version }] = JSON.parse(stdout);
  assert.deepEqual(files.map((file) => file.path).sort(), ["LICENSE", "README.md", "package.json", "supple.d.ts", "supple.js", "supple.wasm"]);
  const header = await readFile(`${root}/include/supple/base.h`, "utf8");
  const number = (part) => header.match(new RegExp(`#define SUP_VERSION_${part} (\\d+)`))[1];
  assert.deepEqual([name, version], ["supple", ["MAJOR", "MINOR", "PATCH"].map(number).join(".")]);
  const own = JSON.parse(await readFile(`${npm}/package.json`, "utf8"));
  for (const entry of [own.main, own.types, ...Object.values(own.exports).flatMap((one) => (typeof one === "string" ? [one] : Object.values(one)))])
    assert.ok(files.some((file) => `./${file.path}` === entry), `${entry} is not packed`);
});

test("what the bunny's page transfers is under 300 KB compressed", async () => {
  let sum = 0;
  for (const name of await readdir(web, { withFileTypes: true })) {
    if (!name.isFile()) continue;
    const size = brotliCompressSync(await readFile(`${web}/${name.name}`)).length;
    console.log(`${name.name}: ${size} bytes`);
    sum += size;
  }
  console.log(`all: ${sum} bytes`);
  assert.ok(sum > 50_000 && sum < 300_000, `${sum} bytes`);
});

test("no machine's folders are in what is published", async () => {
  for (const file of [`${web}/supple.wasm`, `${web}/page.js`, `${web}/worker.js`, `${npm}/supple.js`, `${npm}/supple.wasm`]) {
    const text = (await readFile(file)).toString("latin1");
    assert.ok(!text.includes(root), `${file} names ${root}`);
  }
});

test("the demo's server: an address, the right types, nothing beyond the folder", async () => {
  const server = spawn(process.env.SUPPLE_PYTHON ?? "python3", [`${root}/tools/serve_web.py`, web, "0"]);
  try {
    const line = await new Promise((resolve, reject) => {
      server.stdout.once("data", (data) => resolve(String(data)));
      server.once("exit", () => reject(new Error("it ended")));
    });
    const [address] = line.match(/http:\/\/127\.0\.0\.1:\d+\//);
    const get = (name) => fetch(address + name);
    for (const [name, type] of [["", "text/html"], ["page.js", "text/javascript"], ["supple.wasm", "application/wasm"], ["style.css", "text/css"], ["icon.svg", "image/svg+xml"]]) {
      const response = await get(name);
      assert.deepEqual([response.status, response.headers.get("content-type").split(";")[0]], [200, type], name);
      await response.arrayBuffer();
    }
    assert.equal((await get("..%2f..%2fpackage.json")).status, 404);
  } finally {
    server.kill();
  }
});
