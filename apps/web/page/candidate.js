// SPDX-License-Identifier: MIT
// A scene in words: where it comes from and what was changed. Worker, page and headless runs make the same scene of it.
import { SuppleError } from "./engine.js";

/**
 * @typedef {object} Source
 * @property {"preset" | "scene" | "mesh"} kind
 * @property {string} name preset, or the file's name
 * @property {{name: string, bytes: Uint8Array}[]} files of a scene or mesh; the first one is the scene file
 */

const kinds = { preset: 0, scene: 1, mesh: 2 };
const baseName = (path) => path.split(/[\\/]/).pop().toLowerCase();

/** Makes the candidate, with `settings` ([path, value] pairs) applied. */
export function describe(engine, { kind, name, files }, settings) {
  const text = kind === "scene" ? files[0].bytes : new Uint8Array();
  engine.check("sceneNew", kinds[kind], name, text);
  for (const [path, value] of settings) engine.check("sceneSet", path, String(value));
}

/** Supplies the files that the candidate wants, by their names. */
export function supply(engine, { name, files = [] }) {
  engine.json("sceneWanted").forEach((path, index) => {
    const file = files.find((one) => baseName(one.name) === baseName(path));
    if (!file) throw new SuppleError(`${name} wants the file ${path}: drop both together`);
    engine.check("sceneSupply", index, file.bytes);
  });
}

/** Prepares the candidate here: its assets as bytes, each once. */
export function prepare(engine, source) {
  supply(engine, source);
  engine.check("scenePrepare");
  const assets = [];
  const twins = [];
  const length = engine.webgpu.memory.allocate(4);
  for (let body = 0; body < engine.call("sceneBodyCount"); ++body) {
    twins.push(engine.call("sceneTwin", body));
    if (twins[body] !== body) continue;
    const pointer = engine.call("sceneAssetBytes", body, length);
    if (!pointer) throw new SuppleError(engine.message);
    const count = engine.webgpu.memory.view.getUint32(length, true);
    assets[body] = engine.webgpu.memory.bytes.slice(pointer, pointer + count);
    engine.exports.supFree(pointer);
  }
  engine.webgpu.memory.free(length);
  return { assets, twins, tets: engine.call("sceneTets"), report: engine.json("sceneReport") };
}

/** Gives a candidate what `prepare` made of an equal one. */
export function adopt(engine, { assets, twins }) {
  twins.forEach((twin, body) => {
    if (twin === body) engine.check("sceneTakeAsset", body, assets[body]);
    else engine.check("sceneShareAsset", body, twin);
  });
}
