// SPDX-License-Identifier: MIT
import { describe, supply } from "./candidate.js";
import { Engine, Ok, Pending } from "./engine.js";

const soon = () => new Promise((resolve) => setTimeout(resolve, 0));

async function until(engine, name, ...values) {
  for (;;) {
    const status = engine.check(name, ...values);
    if (status !== Pending) return status;
    await soon();
  }
}

/** [m] float32 x3 per vertex, in the input's order. */
function positions(engine) {
  const count = engine.webgpu.memory.allocate(4);
  const pointer = engine.call("runPositions", count);
  const vertices = engine.webgpu.memory.view.getUint32(count, true);
  engine.webgpu.memory.free(count);
  return engine.floats(pointer, 3 * vertices).slice();
}

/**
 * Runs a scene without a picture, on a device of its own, as `supple run` does; resolves to its result object with the final positions.
 * @param {WebAssembly.Module} module
 * @param {import("./candidate.js").Source} source
 * @param {{frames?: number, settings?: [string, string | number][], portable?: boolean}} options
 */
export async function run(module, source, { frames = -1, settings = [], portable = false } = {}) {
  const engine = await Engine.create(module, { gpu: navigator.gpu, log: (_, line) => console.warn(line) });
  try {
    engine.check("pageStart", portable);
    if ((await until(engine, "pageGpu")) !== Ok) throw new Error(engine.message);
    describe(engine, source, settings);
    supply(engine, source);
    await until(engine, "runStart", frames);
    await until(engine, "runPoll");
    return { ...engine.json("runResult"), positions: positions(engine) };
  } finally {
    engine.call("pageEnd");
  }
}
