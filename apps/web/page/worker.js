// SPDX-License-Identifier: MIT
// Prepares scenes beside the page. Messages in: {module}, then {id, source, settings}; out: {id, stage, done} on the way,
// {id, result} or {id, error} at the end. Cancelling is ending the worker.
import { describe, prepare } from "./candidate.js";
import { Engine } from "./engine.js";

let engine;
let current = 0;
let told = 0;

function progress(stage, done) {
  const now = performance.now();
  if (now - told > 40) {
    told = now;
    postMessage({ id: current, stage, done });
  }
  return true;
}

function work({ id, source, settings }) {
  current = id;
  try {
    describe(engine, source, settings);
    const result = prepare(engine, source);
    engine.call("sceneDrop");
    postMessage({ id, result }, result.assets.filter(Boolean).map(({ buffer }) => buffer));
  } catch (error) {
    const memory = error instanceof WebAssembly.RuntimeError || error instanceof RangeError;
    postMessage({ id, error: memory ? "there is not enough memory for this model: use a smaller one" : error.message, fatal: memory });
  }
}

let ready;
self.onmessage = async ({ data }) => {
  if (data.module) ready = Engine.create(data.module, { progress }).then((made) => (engine = made));
  await ready;
  if (data.source) work(data);
};
