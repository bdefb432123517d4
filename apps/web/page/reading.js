// SPDX-License-Identifier: MIT
import { Pending } from "./engine.js";

const kinds = { positions: 0, velocities: 1, normals: 2, state: 3 };

/** What the shown World holds: {values: Float32Array, hash}, all bodies in order, relative to their origins. */
export async function read(engine, what) {
  engine.check("readAsk", kinds[what]);
  while (engine.check("readStatus") === Pending) {
    await new Promise((resolve) => setTimeout(resolve, 2));
    engine.call("pageGpu");
  }
  const { memory } = engine.webgpu;
  const length = memory.allocate(4);
  const pointer = engine.call("readData", length);
  const count = memory.view.getUint32(length, true) / 4;
  memory.free(length);
  const result = { values: engine.floats(pointer, count).slice(), hash: memory.cString(engine.call("readHash")) };
  engine.call("readDrop");
  return result;
}
