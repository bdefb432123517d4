// SPDX-License-Identifier: MIT
import { adapterFunctions } from "./adapters.js";
import { bufferFunctions } from "./buffers.js";
import { commandFunctions } from "./commands.js";
import { deviceFunctions } from "./devices.js";
import { Events } from "./events.js";
import { Handles } from "./handles.js";
import { Memory } from "./memory.js";

const shared = ["Adapter", "BindGroup", "BindGroupLayout", "CommandBuffer", "CommandEncoder", "ComputePassEncoder", "ComputePipeline",
  "PipelineLayout", "QuerySet", "Queue", "RenderPassEncoder", "RenderPipeline", "Sampler", "ShaderModule", "Surface", "Texture",
  "TextureView"];

/**
 * webgpu.h over a browser's WebGPU: what a WebAssembly module that was compiled against webgpu.h imports.
 *
 *   const webgpu = new WebGpu(navigator.gpu);
 *   checkImports(module, { env: webgpu.imports });
 *   const instance = await WebAssembly.instantiate(module, { env: webgpu.imports });
 *   webgpu.attach(instance.exports);   // memory, malloc, free, __indirect_function_table
 *
 * Callbacks arrive while C calls wgpuInstanceProcessEvents. When the last reference on the instance goes, operations that
 * are still under way end as cancelled.
 */
export class WebGpu {
  /**
   * @param {GPU | undefined} gpu `navigator.gpu`; undefined: no adapter is found
   * @param {(selector: string) => HTMLCanvasElement | OffscreenCanvas | null} findCanvas for surfaces made from a selector
   */
  constructor(gpu, findCanvas = (selector) => globalThis.document?.querySelector(selector)) {
    this.gpu = gpu;
    this.findCanvas = findCanvas;
    this.handles = new Handles();
    this.memory = new Memory(this.handles);
    this.events = new Events();
    this.imports = {
      ...this.#counting(),
      ...adapterFunctions(this),
      ...deviceFunctions(this),
      ...bufferFunctions(this),
      ...commandFunctions(this),
    };
  }

  attach(exports) {
    this.memory.attach(exports);
  }

  /** Handles of a host's device and its queue, with one reference each; the host keeps their callbacks. */
  adoptDevice(device, adapter) {
    const { handles } = this;
    return {
      instance: handles.add({ instance: true }),
      adapter: handles.add(adapter ?? hostAdapter(device)),
      device: handles.add(device),
      queue: handles.add(device.queue),
    };
  }

  /** Gives back the references of adoptDevice, once C has taken its own. */
  releaseAdopted({ instance, adapter, device, queue }) {
    for (const handle of [instance, adapter, device, queue]) this.handles.release(handle);
  }

  /** The object behind a handle of C. */
  object(handle) {
    return this.handles.get(handle);
  }

  /** AddRef and Release of the kinds that need nothing else done. */
  #counting() {
    const functions = {};
    for (const kind of shared) {
      functions[`wgpu${kind}AddRef`] = (handle) => this.handles.retain(handle);
      functions[`wgpu${kind}Release`] = (handle) => void this.handles.release(handle);
    }
    return functions;
  }
}

/** What an adapter would say, from a device whose adapter the host did not keep. */
function hostAdapter(device) {
  return { limits: device.limits, features: device.features, info: device.adapterInfo ?? {} };
}

/** Throws an error that names every function that the module wants and nobody has. */
export function checkImports(module, imports) {
  const missing = WebAssembly.Module.imports(module)
    .filter(({ module: space, name }) => imports[space]?.[name] === undefined)
    .map(({ module: space, name }) => `${space}.${name}`);
  if (missing.length) throw new Error(`the WebAssembly module wants what the page does not have: ${missing.join(", ")}`);
}
