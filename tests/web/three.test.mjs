// SPDX-License-Identifier: MIT
// samples/three in Chromium: three.js draws from Supple's own buffers.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch, open, serve } from "./browser.mjs";

let server, browser;
before(async () => {
  server = await serve(process.env.SUPPLE_WEB ?? "build/web");
  browser = await launch();
});
after(async () => {
  await browser?.close();
  server?.close();
});

test("three.js draws Supple's bodies without a copy", { skip: process.env.SUPPLE_WEB_SET === "smoke" && "not in the smoke set", timeout: 280_000 }, async () => {
  // remember what is written and copied, and which buffers passes are given
  const before = () => {
    window.traffic = { written: new Set(), copied: new Set(), indexed: new Set() };
    const wrap = (prototype, name, note) => {
      const original = prototype[name];
      prototype[name] = function (...values) {
        note(...values);
        return original.apply(this, values);
      };
    };
    wrap(GPUQueue.prototype, "writeBuffer", (buffer) => window.traffic.written.add(buffer));
    wrap(GPUCommandEncoder.prototype, "copyBufferToBuffer", (from) => window.traffic.copied.add(from));
    wrap(GPURenderPassEncoder.prototype, "setIndexBuffer", (buffer) => window.traffic.indexed.add(buffer));
  };
  const page = await open(browser, `${server.address}three/`, { viewport: { width: 320, height: 200 }, before });
  await page.waitForFunction(() => window.show?.frames > 1);
  const drawn = await page.evaluate(() => {
    for (const set of Object.values(window.traffic)) set.clear();
    const { frames } = window.show;
    return frames;
  });
  await page.waitForFunction((frames) => window.show.frames > frames + 1, drawn);
  const facts = await page.evaluate(() => {
    const [{ positions, normals, triangles }] = window.show.world.bodies;
    const { written, copied, indexed } = window.traffic;
    return { indexed: indexed.has(triangles.buffer), written: written.has(positions.buffer) || written.has(normals.buffer), copied: copied.has(positions.buffer) || copied.has(normals.buffer) };
  });
  assert.deepEqual(facts, { indexed: true, written: false, copied: false });
  const mean = () => page.evaluate(async () => (await window.show.world.bodies[0].read()).reduce((sum, value, i) => (i % 3 === 1 ? sum + value : sum), 0));
  const high = await mean();
  const { frames } = await page.evaluate(() => window.show.world.stats);
  await page.waitForFunction((count) => window.show.world.stats.frames > count, frames);
  assert.notEqual(await mean(), high, "nothing moves");
  await page.keyboard.press("Space");
  await page.waitForFunction(() => window.show.meshes.length === 2);
  const later = await page.evaluate(() => window.show.frames);
  await page.waitForFunction((count) => window.show.frames > count, later);
  assert.deepEqual(page.faults, []);
  assert.deepEqual(server.requests.filter(({ status }) => status !== 200), []);
  const orange = await page.evaluate(async () => {
    const { renderer, scene, camera } = window.show;
    renderer.render(scene, camera);
    const picture = await createImageBitmap(renderer.domElement);
    const surface = new OffscreenCanvas(picture.width, picture.height);
    const context = surface.getContext("2d");
    context.drawImage(picture, 0, 0);
    const { data } = context.getImageData(0, 0, picture.width, picture.height);
    let count = 0;
    for (let i = 0; i < data.length; i += 4) count += data[i] > data[i + 2] + 40;
    return count;
  });
  assert.ok(orange > 300, `${orange} pixels of the first body's colour`);
});
