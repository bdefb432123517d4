// SPDX-License-Identifier: MIT
// webgpu.h in JavaScript (src/gpu/js), in node, on a GPU that computes nothing.
//   SUPPLE_WASM=folder with supple_page.wasm   node --test tests/web/shim.test.mjs
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { describe as describeScene, adopt, prepare } from "../../apps/web/page/candidate.js";
import { Engine, Ok, Pending, State } from "../../apps/web/page/engine.js";
import { enums, structs } from "../../src/gpu/js/layout.js";
import { code } from "../../src/gpu/js/memory.js";
import { checkImports, WebGpu } from "../../src/gpu/js/webgpu.js";
import { MockGpu } from "./mock_gpu.mjs";

const folder = process.env.SUPPLE_WASM ?? "build/wasm/bin";
const module = new WebAssembly.Module(await readFile(`${folder}/supple_page.wasm`));
const soon = () => new Promise((resolve) => setTimeout(resolve, 0));

/** A module's memory without a module: malloc only ever goes up, `calls` keeps what callbacks were told. */
function stage(gpu = new MockGpu()) {
  const webgpu = new WebGpu(gpu, (selector) => (selector === "#picture" ? gpu.canvas : null));
  const memory = new WebAssembly.Memory({ initial: 4 });
  const calls = [];
  let top = 1024;
  const freed = [];
  webgpu.attach({
    memory,
    malloc: (size) => {
      const pointer = top;
      top = (top + size + 15) & ~15;
      while (top > memory.buffer.byteLength) memory.grow(1);
      return pointer;
    },
    free: (pointer) => void freed.push(pointer),
    // the strings live only as long as the call
    __indirect_function_table: { get: (number) => (...values) => calls.push({ number, values, texts: values.map((value) => tryString(value)) }) },
  });
  const tryString = (value) => {
    try {
      return webgpu.memory.string(value);
    } catch {
      return undefined;
    }
  };
  const { view } = webgpu.memory;
  const block = (struct) => {
    const pointer = webgpu.memory.allocate(structs[struct][0]);
    new Uint8Array(memory.buffer, pointer, structs[struct][0]).fill(0);
    return pointer;
  };
  const field = (struct, name) => structs[struct].slice(1).find(([other]) => other === name);
  const put = (pointer, struct, values) => {
    for (const [name, value] of Object.entries(values)) {
      const [, type, offset, count] = field(struct, name);
      if (type === "u64") view.setBigUint64(pointer + offset, BigInt(value), true);
      else if (type === "f32") view.setFloat32(pointer + offset, value, true);
      else if (type === "f64") view.setFloat64(pointer + offset, value, true);
      else if (type === "str") {
        const [data, length] = webgpu.memory.newString(value);
        view.setUint32(pointer + offset, data, true);
        view.setUint32(pointer + offset + 4, length, true);
      } else if (count !== undefined) {
        view.setUint32(pointer + count, value.length, true);
        view.setUint32(pointer + offset, value.pointer, true);
      } else view.setInt32(pointer + offset, value, true);
    }
    return pointer;
  };
  const make = (struct, values) => put(block(struct), struct, values);
  const callback = (struct, number = 7) => make(struct, { mode: code("WGPUCallbackMode", "allow-process-events"), callback: number, userdata1: 11, userdata2: 22 });
  return { gpu, webgpu, calls, freed, imports: webgpu.imports, memory: webgpu.memory, make, block, callback };
}

/** A stage with instance, adapter, device and queue. */
async function deviceStage() {
  const s = stage();
  const instance = s.imports.wgpuCreateInstance(0);
  s.imports.wgpuInstanceRequestAdapter(instance, 0, s.callback("WGPURequestAdapterCallbackInfo"));
  await soon();
  s.imports.wgpuInstanceProcessEvents(instance);
  const adapter = s.calls.pop().values[1];
  s.imports.wgpuAdapterRequestDevice(adapter, 0, s.callback("WGPURequestDeviceCallbackInfo"));
  await soon();
  s.imports.wgpuInstanceProcessEvents(instance);
  const device = s.calls.pop().values[1];
  return { ...s, instance, adapter, device, queue: s.imports.wgpuDeviceGetQueue(device) };
}

test("enum strings are those of the JavaScript API", async () => {
  const types = await readFile("node_modules/@webgpu/types/dist/index.d.ts", "utf8");
  const union = (name) => {
    const text = types.match(new RegExp(`type ${name} =([^;]*);`))[1];
    return new Set([...text.matchAll(/"([^"]+)"/g)].map(([, string]) => string));
  };
  const known = {
    WGPUAddressMode: "GPUAddressMode", WGPUBlendFactor: "GPUBlendFactor", WGPUBlendOperation: "GPUBlendOperation",
    WGPUBufferBindingType: "GPUBufferBindingType", WGPUBufferMapState: "GPUBufferMapState", WGPUCompareFunction: "GPUCompareFunction",
    WGPUCullMode: "GPUCullMode", WGPUErrorFilter: "GPUErrorFilter", WGPUFilterMode: "GPUFilterMode", WGPUFrontFace: "GPUFrontFace",
    WGPUIndexFormat: "GPUIndexFormat", WGPULoadOp: "GPULoadOp", WGPUMipmapFilterMode: "GPUMipmapFilterMode",
    WGPUPowerPreference: "GPUPowerPreference", WGPUPrimitiveTopology: "GPUPrimitiveTopology", WGPUQueryType: "GPUQueryType",
    WGPUSamplerBindingType: "GPUSamplerBindingType", WGPUStencilOperation: "GPUStencilOperation", WGPUStoreOp: "GPUStoreOp",
    WGPUStorageTextureAccess: "GPUStorageTextureAccess", WGPUTextureAspect: "GPUTextureAspect", WGPUTextureDimension: "GPUTextureDimension",
    WGPUTextureFormat: "GPUTextureFormat", WGPUTextureSampleType: "GPUTextureSampleType", WGPUTextureViewDimension: "GPUTextureViewDimension",
    WGPUVertexFormat: "GPUVertexFormat", WGPUVertexStepMode: "GPUVertexStepMode", WGPUFeatureName: "GPUFeatureName",
  };
  for (const [name, type] of Object.entries(known)) {
    const strings = union(type);
    for (const string of Object.values(enums[name])) assert.ok(strings.has(string), `${name}: "${string}" is not in ${type}`);
  }
});

test("a wrong import is named before anything is instantiated", () => {
  const { imports } = new WebGpu(undefined);
  const { wgpuQueueSubmit, ...rest } = imports;
  assert.equal(typeof wgpuQueueSubmit, "function");
  assert.throws(() => checkImports(module, { env: rest, wasi_snapshot_preview1: { fd_write() {}, fd_seek() {} } }), (error) => {
    for (const name of ["env.wgpuQueueSubmit", "env.supNow", "wasi_snapshot_preview1.fd_close"]) assert.match(error.message, new RegExp(name));
    assert.doesNotMatch(error.message, /fd_write|wgpuQueueWriteBuffer/);
    return true;
  });
});

test("without WebGPU there is no adapter, and C is told why", async () => {
  const engine = await Engine.create(module, {});
  engine.check("pageStart", 0);
  await soon();
  assert.throws(() => engine.check("pageGpu"), /this browser has no WebGPU/);
  engine.call("pageEnd");
  assert.equal(engine.webgpu.handles.size, 0);
});

test("descriptors: sentinels are undefined, unused kinds of bindings are left out", async () => {
  const s = await deviceStage();
  const entry = s.make("WGPUBindGroupLayoutEntry", { binding: 3, visibility: 4 });
  const at = entry + structs.WGPUBindGroupLayoutEntry.slice(1).find(([name]) => name === "texture")[2];
  s.memory.view.setUint32(at + structs.WGPUTextureBindingLayout.slice(1).find(([name]) => name === "sampleType")[2], code("WGPUTextureSampleType", "depth"), true);
  s.imports.wgpuDeviceCreateBindGroupLayout(s.device, s.make("WGPUBindGroupLayoutDescriptor", { label: "one", entries: { length: 1, pointer: entry } }));
  const [{ values: [descriptor] }] = s.gpu.called("createBindGroupLayout");
  assert.equal(descriptor.label, "one");
  assert.deepEqual(Object.keys(descriptor.entries[0]), ["binding", "visibility", "texture"]);
  assert.equal(descriptor.entries[0].texture.sampleType, "depth");
  const attachment = s.make("WGPURenderPassDepthStencilAttachment", { view: 0, depthClearValue: NaN, depthLoadOp: code("WGPULoadOp", "load") });
  const read = s.memory.read("WGPURenderPassDepthStencilAttachment", attachment);
  assert.equal(read.depthClearValue, undefined);
  assert.equal(read.depthLoadOp, "load");
  assert.equal(read.stencilLoadOp, undefined);
  const sampler = s.memory.read("WGPUSamplerDescriptor", s.make("WGPUSamplerDescriptor", { lodMaxClamp: 32, compare: code("WGPUCompareFunction", "less") }));
  assert.deepEqual([sampler.lodMaxClamp, sampler.compare, sampler.addressModeU], [32, "less", undefined]);
});

test("strings: with a length, ended by zero, not given", () => {
  const s = stage();
  const pointer = s.memory.allocate(8);
  const [data] = s.memory.newString("m²\u0000 more");
  const view = (address, length) => {
    s.memory.view.setUint32(pointer, address, true);
    s.memory.view.setUint32(pointer + 4, length, true);
    return s.memory.string(pointer);
  };
  assert.equal(view(data, 3), "m²");
  assert.equal(view(data, 0xffffffff), "m²");
  assert.equal(view(0, 0xffffffff), undefined);
  assert.equal(view(0, 0), "");
});

test("mapped ranges are copies: written back when they may be written, freed with the mapping", async () => {
  const s = await deviceStage();
  const buffer = s.imports.wgpuDeviceCreateBuffer(s.device, s.make("WGPUBufferDescriptor", { size: 8, usage: 6, mappedAtCreation: 1 }));
  const bytes = new Uint8Array(s.webgpu.object(buffer).bytes);
  bytes.set([1, 2, 3]);
  const read = s.imports.wgpuBufferGetConstMappedRange(buffer, 0, 0xffffffff);
  assert.deepEqual([...s.memory.bytes.slice(read, read + 3)], [1, 2, 3]);
  s.memory.bytes[read] = 99;
  const write = s.imports.wgpuBufferGetMappedRange(buffer, 0, 8);
  s.memory.bytes[write + 1] = 77;
  s.imports.wgpuBufferUnmap(buffer);
  assert.deepEqual([...bytes.slice(0, 3)], [1, 77, 3]);
  assert.ok(s.freed.includes(read) && s.freed.includes(write));
  assert.equal(s.imports.wgpuBufferGetConstMappedRange(buffer, 0, 8), 0, "not mapped any more");
  assert.equal(s.imports.wgpuBufferGetSize(buffer), 8n);
  assert.equal(s.imports.wgpuBufferGetUsage(buffer), 6n);
  assert.equal(s.imports.wgpuBufferGetMapState(buffer), code("WGPUBufferMapState", "unmapped"));
});

test("a map that is given up ends as aborted, once", async () => {
  const s = await deviceStage();
  const buffer = s.imports.wgpuDeviceCreateBuffer(s.device, s.make("WGPUBufferDescriptor", { size: 8, usage: 1 }));
  s.imports.wgpuBufferMapAsync(buffer, 1n, 0, 8, s.callback("WGPUBufferMapCallbackInfo"));
  s.imports.wgpuBufferUnmap(buffer);
  await soon();
  s.imports.wgpuInstanceProcessEvents(s.instance);
  s.imports.wgpuInstanceProcessEvents(s.instance);
  assert.equal(s.calls.length, 1);
  assert.equal(s.calls[0].values[0], code("WGPUMapAsyncStatus", "aborted"));
  assert.deepEqual(s.calls[0].values.slice(2), [11, 22]);
});

test("callbacks come only while events are processed; the rest ends as cancelled with the instance", async () => {
  const s = await deviceStage();
  s.imports.wgpuQueueOnSubmittedWorkDone(s.queue, s.callback("WGPUQueueWorkDoneCallbackInfo"));
  await soon();
  assert.equal(s.calls.length, 0);
  s.imports.wgpuInstanceProcessEvents(s.instance);
  assert.equal(s.calls[0].values[0], code("WGPUQueueWorkDoneStatus", "success"));
  s.imports.wgpuQueueOnSubmittedWorkDone(s.queue, s.callback("WGPUQueueWorkDoneCallbackInfo"));
  s.imports.wgpuInstanceRelease(s.instance);
  assert.equal(s.calls[1].values[0], code("WGPUQueueWorkDoneStatus", "callback-cancelled"));
  await soon();
  assert.equal(s.calls.length, 2, "nothing is told twice");
});

test("uncaptured errors and loss reach C with their kind and words", async () => {
  const s = stage();
  const instance = s.imports.wgpuCreateInstance(0);
  s.imports.wgpuInstanceRequestAdapter(instance, 0, s.callback("WGPURequestAdapterCallbackInfo"));
  await soon();
  s.imports.wgpuInstanceProcessEvents(instance);
  const adapter = s.calls.pop().values[1];
  const descriptor = s.block("WGPUDeviceDescriptor");
  const place = (name) => descriptor + structs.WGPUDeviceDescriptor.slice(1).find(([other]) => other === name)[2];
  const write = (at, values) => values.forEach((value, i) => s.memory.view.setUint32(at + 4 * i, value, true));
  write(place("deviceLostCallbackInfo"), [0, code("WGPUCallbackMode", "allow-process-events"), 31, 1, 2]);
  write(place("uncapturedErrorCallbackInfo"), [0, 32, 3, 4]);
  s.imports.wgpuAdapterRequestDevice(adapter, descriptor, s.callback("WGPURequestDeviceCallbackInfo"));
  await soon();
  s.imports.wgpuInstanceProcessEvents(instance);
  const device = s.calls.pop().values[1];
  class GPUOutOfMemoryError extends Error {}
  class GPUValidationError extends Error {}
  s.gpu.device.fault(new GPUOutOfMemoryError("no room"));
  s.gpu.device.fault(new GPUValidationError("bad call"));
  assert.deepEqual(s.calls.map(({ number, values, texts }) => [number, values[1], texts[2]]), [
    [32, code("WGPUErrorType", "out-of-memory"), "no room"], [32, code("WGPUErrorType", "validation"), "bad call"]]);
  s.gpu.device.lose({ reason: "unknown", message: "unplugged" });
  await soon();
  s.imports.wgpuInstanceProcessEvents(instance);
  const lost = s.calls.pop();
  assert.deepEqual([lost.number, lost.values[1], lost.texts[2]], [31, code("WGPUDeviceLostReason", "unknown"), "unplugged"]);
  s.imports.wgpuDeviceRelease(device);
  assert.equal(s.gpu.device.listeners, 0);
});

test("error scopes and asynchronous pipelines answer", async () => {
  const s = await deviceStage();
  s.imports.wgpuDevicePushErrorScope(s.device, code("WGPUErrorFilter", "validation"));
  s.imports.wgpuDevicePopErrorScope(s.device, s.callback("WGPUPopErrorScopeCallbackInfo"));
  s.webgpu.object(s.device).scopeError = new (class GPUValidationError extends Error {})("out of order");
  s.imports.wgpuDevicePopErrorScope(s.device, s.callback("WGPUPopErrorScopeCallbackInfo"));
  const compute = s.make("WGPUComputePipelineDescriptor", {});
  s.imports.wgpuDeviceCreateComputePipelineAsync(s.device, compute, s.callback("WGPUCreateComputePipelineAsyncCallbackInfo"));
  await soon();
  s.webgpu.object(s.device).refusal = Object.assign(new Error("bad shader"), { reason: "validation" });
  s.imports.wgpuDeviceCreateRenderPipelineAsync(s.device, s.make("WGPURenderPipelineDescriptor", {}), s.callback("WGPUCreateRenderPipelineAsyncCallbackInfo"));
  await soon();
  s.imports.wgpuInstanceProcessEvents(s.instance);
  const [scope, second, made, refused] = s.calls;
  assert.equal(s.gpu.called("pushErrorScope")[0].values[0], "validation");
  assert.equal(second.values[1], code("WGPUErrorType", "validation"));
  assert.equal(scope.values[0], code("WGPUPopErrorScopeStatus", "success"));
  assert.equal(s.webgpu.object(made.values[1]).kind, "computePipeline");
  assert.equal(s.gpu.called("createComputePipeline")[0].values[0].layout, "auto");
  assert.deepEqual([refused.values[0], refused.values[1], refused.texts[2]], [code("WGPUCreatePipelineAsyncStatus", "validation-error"), 0, "bad shader"]);
});

test("commands that the page does not use arrive as they were given", async () => {
  const s = await deviceStage();
  const { imports } = s;
  const buffer = imports.wgpuDeviceCreateBuffer(s.device, s.make("WGPUBufferDescriptor", { size: 256, usage: 12 }));
  const texture = imports.wgpuDeviceCreateTexture(s.device, s.make("WGPUTextureDescriptor", { usage: 16, format: code("WGPUTextureFormat", "rgba8unorm") }));
  const encoder = imports.wgpuDeviceCreateCommandEncoder(s.device, 0);
  const all = 0xffffffffffffffffn;
  imports.wgpuCommandEncoderClearBuffer(encoder, buffer, 16n, all);
  const image = s.make("WGPUTexelCopyTextureInfo", { texture, mipLevel: 2, aspect: code("WGPUTextureAspect", "all") });
  const rows = s.make("WGPUTexelCopyBufferInfo", { buffer });
  s.memory.view.setUint32(rows + structs.WGPUTexelCopyBufferLayout.slice(1).find(([name]) => name === "bytesPerRow")[2], 512, true);
  const size = s.make("WGPUExtent3D", { width: 4, height: 5, depthOrArrayLayers: 1 });
  imports.wgpuCommandEncoderCopyBufferToTexture(encoder, rows, image, size);
  imports.wgpuCommandEncoderCopyTextureToTexture(encoder, image, image, size);
  const layout = s.make("WGPUTexelCopyBufferLayout", { bytesPerRow: 16, rowsPerImage: 5 });
  imports.wgpuQueueWriteTexture(s.queue, image, 1024, 80, layout, size);
  const pass = imports.wgpuCommandEncoderBeginRenderPass(encoder, s.make("WGPURenderPassDescriptor", {}));
  const [offsets] = s.memory.newString("\u0004\u0000\u0000\u0000");
  imports.wgpuRenderPassEncoderSetBindGroup(pass, 1, 0, 1, offsets);
  imports.wgpuRenderPassEncoderSetVertexBuffer(pass, 0, buffer, 8n, all);
  imports.wgpuRenderPassEncoderSetIndexBuffer(pass, buffer, code("WGPUIndexFormat", "uint16"), 2n, 6n);
  imports.wgpuRenderPassEncoderDrawIndexed(pass, 3, 1, 0, -2, 0);
  imports.wgpuRenderPassEncoderSetViewport(pass, 0, 0, 4, 5, 0, 1);
  imports.wgpuRenderPassEncoderSetScissorRect(pass, 1, 2, 3, 4);
  imports.wgpuRenderPassEncoderSetBlendConstant(pass, s.make("WGPUColor", { r: 0.5, a: 1 }));
  imports.wgpuRenderPassEncoderSetStencilReference(pass, -1);
  imports.wgpuRenderPassEncoderDrawIndirect(pass, buffer, 4n);
  imports.wgpuRenderPassEncoderDrawIndexedIndirect(pass, buffer, 8n);
  const compute = imports.wgpuCommandEncoderBeginComputePass(encoder, 0);
  imports.wgpuComputePassEncoderDispatchWorkgroupsIndirect(compute, buffer, 16n);
  const values = (name) => s.gpu.called(name)[0].values;
  assert.deepEqual(values("clearBuffer").slice(1), [16, undefined]);
  assert.equal(values("copyBufferToTexture")[0].bytesPerRow, 512);
  assert.equal(values("copyBufferToTexture")[1].mipLevel, 2);
  assert.deepEqual(values("copyTextureToTexture")[2], { width: 4, height: 5, depthOrArrayLayers: 1 });
  assert.equal(values("writeTexture")[1].length, 80);
  assert.deepEqual(values("setBindGroup"), [1, null, [4]]);
  assert.deepEqual(values("setVertexBuffer").slice(2), [8, undefined]);
  assert.deepEqual(values("setIndexBuffer").slice(1), ["uint16", 2, 6]);
  assert.deepEqual(values("drawIndexed"), [3, 1, 0, -2, 0]);
  assert.deepEqual(values("setScissorRect"), [1, 2, 3, 4]);
  assert.deepEqual(values("setBlendConstant")[0], { r: 0.5, g: 0, b: 0, a: 1 });
  assert.deepEqual(values("setStencilReference"), [0xffffffff]);
  assert.equal(values("drawIndirect")[1], 4);
  assert.equal(values("dispatchWorkgroupsIndirect")[1], 16);
  imports.wgpuTextureDestroy(texture);
  assert.ok(s.webgpu.object(texture).destroyed);
});

test("handles: a reference more, a reference less, none twice", () => {
  const s = stage();
  const instance = s.imports.wgpuCreateInstance(0);
  s.imports.wgpuInstanceAddRef(instance);
  s.imports.wgpuInstanceRelease(instance);
  assert.equal(s.webgpu.handles.size, 1);
  s.imports.wgpuInstanceRelease(instance);
  assert.equal(s.webgpu.handles.size, 0);
  assert.throws(() => s.imports.wgpuInstanceRelease(instance), /no living handle/);
});

test("the page's whole life on the mock: every import is used, nothing is left", async () => {
  const gpu = new MockGpu();
  const used = new Set();
  const engine = await Engine.create(module, { gpu, findCanvas: () => gpu.canvas });
  // a second instance with counting imports: the first one's are already bound
  const webgpu = new WebGpu(gpu, () => gpu.canvas);
  const counting = Object.fromEntries(Object.entries(webgpu.imports).map(([name, call]) => [name, (...values) => (used.add(name), call(...values))]));
  const imports = { env: { ...counting, supNow: () => performance.now(), supLog() {}, supProgress: () => 1 }, wasi_snapshot_preview1: { fd_write() {}, fd_seek() {}, fd_close() {} } };
  checkImports(module, imports);
  engine.webgpu = webgpu;
  engine.exports = (await WebAssembly.instantiate(module, imports)).exports;
  webgpu.attach(engine.exports);
  engine.exports._initialize();

  engine.check("pageStart", 0);
  while (engine.check("pageGpu") === Pending) await soon();
  const show = async (name) => {
    describeScene(engine, { kind: "preset", name, files: [] }, []);
    const made = prepare(engine, { name });
    describeScene(engine, { kind: "preset", name, files: [] }, []);
    adopt(engine, made);
    assert.equal(engine.check("sceneUse", 320, 200), Ok);
  };
  const frames = async (count) => {
    for (let i = 0; i < count; ++i) {
      engine.call("pageFrame", 1 / 60, 320, 200);
      await soon();
    }
  };
  await show("cube");
  engine.call("pageSetOverlays", 15);
  await frames(4);
  assert.equal(engine.call("pageFrame", 1 / 60, 300, 200), State.Running);
  engine.call("pagePress", 0, 150, 100);
  await frames(3);
  engine.call("pageRelease");
  engine.check("pageSet", "bodies.cube.material.young", "1e5");
  engine.check("pageStep");
  engine.check("pageReset");
  engine.check("pageTakeShot", 64, 48);
  while (engine.call("pageShot") === Pending) await soon();
  assert.notEqual(engine.call("pageShotPixels"), 0);
  engine.call("pageShotEnd");
  await show("beam");
  await frames(3);
  gpu.device.lose({ reason: "unknown", message: "unplugged" });
  await soon();
  assert.equal(engine.call("pageFrame", 1 / 60, 300, 200), State.Lost);
  engine.check("pageRestart");
  while (engine.check("pageGpu") === Pending) await soon();
  engine.check("pageRebuild");
  await frames(3);
  describeScene(engine, { kind: "preset", name: "cube", files: [] }, []);
  engine.check("scenePrepare");
  assert.equal(engine.check("runStart", 2), Ok);
  while (engine.call("runPoll") === Pending) await soon();
  engine.call("pageFrame", 0, 300, 200);
  engine.call("pageEnd");

  const wanted = WebAssembly.Module.imports(module).filter(({ name }) => name.startsWith("wgpu")).map(({ name }) => name);
  // references on a host's handles: the JavaScript module's tests use them
  const foreign = ["wgpuAdapterAddRef", "wgpuDeviceAddRef", "wgpuInstanceAddRef", "wgpuQueueAddRef"];
  assert.deepEqual(wanted.filter((name) => !used.has(name) && !foreign.includes(name)), []);
  assert.equal(webgpu.handles.size, 0, "handles are left");
  assert.equal(webgpu.events.pending, 0, "operations are left");
  assert.equal(gpu.device.listeners, 0);
});
