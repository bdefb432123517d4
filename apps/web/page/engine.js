// SPDX-License-Identifier: MIT
import { checkImports, WebGpu } from "../../../src/gpu/js/webgpu.js";

export const Ok = 0;
export const Pending = 1;

/** States of pageFrame (apps/web/page.h). */
export const State = { Starting: 0, NoGpu: 1, Empty: 2, Running: 3, Busy: 4, Lost: 5, Failed: 6 };

/** Fetches and compiles; hosts that do not know .wasm's type are served too. */
export async function compile(url) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} could not be loaded: ${response.status} ${response.statusText}`);
  if (response.headers.get("content-type")?.startsWith("application/wasm")) return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await response.arrayBuffer());
}

/** One instance of the WebAssembly module and the ways to call it. */
export class Engine {
  /**
   * @param {WebAssembly.Module} module
   * @param {{gpu?: GPU, log?: (severity: number, line: string) => void, progress?: (stage: string, done: number) => boolean,
   *          findCanvas?: (selector: string) => HTMLCanvasElement | null}} host
   */
  static async create(module, host) {
    const engine = new Engine();
    const webgpu = (engine.webgpu = new WebGpu(host.gpu, host.findCanvas));
    const text = (pointer) => webgpu.memory.cString(pointer);
    const imports = {
      env: {
        ...webgpu.imports,
        supNow: () => performance.now(),
        supLog: (severity, line) => host.log?.(severity, text(line)),
        supProgress: (stage, done) => Number(host.progress?.(text(stage), done) ?? true),
      },
      // what printf's streams want; nothing is ever written to them
      wasi_snapshot_preview1: { fd_write: () => 8, fd_seek: () => 8, fd_close: () => 8 },
    };
    checkImports(module, imports);
    engine.exports = (await WebAssembly.instantiate(module, imports)).exports;
    webgpu.attach(engine.exports);
    engine.exports._initialize();
    return engine;
  }

  /** Calls an export; strings and byte arrays are copied into its memory for as long as the call takes. */
  call(name, ...values) {
    const { memory } = this.webgpu;
    const copies = [];
    const passed = values.flatMap((value) => {
      if (typeof value === "string") {
        const [pointer] = memory.newString(value);
        copies.push(pointer);
        return [pointer];
      }
      if (value instanceof Uint8Array) {
        const pointer = memory.allocate(value.length || 1);
        memory.bytes.set(value, pointer);
        copies.push(pointer);
        return [pointer, value.length];
      }
      return [value];
    });
    try {
      return this.exports[name](...passed);
    } finally {
      for (const pointer of copies) memory.free(pointer);
    }
  }

  /** Calls an export that answers with a JSON text; null when it has none. */
  json(name, ...values) {
    const pointer = this.call(name, ...values);
    if (!pointer) return null;
    const value = JSON.parse(this.webgpu.memory.cString(pointer));
    this.exports.supFree(pointer);
    return value;
  }

  /** Calls an export that answers with a SupStatus; throws the module's own words unless it is Ok or Pending. */
  check(name, ...values) {
    const status = this.call(name, ...values);
    if (status !== Ok && status !== Pending) throw new SuppleError(this.message, status);
    return status;
  }

  /** Ends the device, as a crashed driver would. */
  loseDevice() {
    this.webgpu.object(this.exports.pageDevice()).destroy();
  }

  get message() {
    return this.webgpu.memory.cString(this.exports.pageMessage());
  }

  floats(pointer, count) {
    return new Float32Array(this.exports.memory.buffer, pointer, count);
  }

  doubles(pointer, count) {
    return [...new Float64Array(this.exports.memory.buffer, pointer, count)];
  }
}

/** What Supple refused, in its own words. */
export class SuppleError extends Error {
  constructor(message, status) {
    super(message);
    this.name = "SuppleError";
    this.status = status;
  }
}
