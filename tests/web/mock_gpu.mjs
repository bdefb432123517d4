// SPDX-License-Identifier: MIT
// A GPU that computes nothing and remembers what it was asked: enough of WebGPU for a whole page to run in node.

class MockObject {
  constructor(gpu, kind, descriptor = {}) {
    Object.assign(this, { gpu, kind, descriptor, label: descriptor?.label ?? "" });
    gpu.made[kind] = (gpu.made[kind] ?? 0) + 1;
  }
  note(name, ...values) {
    this.gpu.calls.push({ on: this.kind, name, values });
  }
  destroy() {
    this.destroyed = true;
  }
}

/** Methods that are only remembered. */
function remember(target, names) {
  for (const name of names)
    target.prototype[name] = function (...values) {
      this.note(name, ...values);
    };
}

class MockBuffer extends MockObject {
  constructor(gpu, descriptor) {
    super(gpu, "buffer", descriptor);
    this.size = descriptor.size;
    this.usage = descriptor.usage;
    this.bytes = new ArrayBuffer(descriptor.size);
    this.mapState = descriptor.mappedAtCreation ? "mapped" : "unmapped";
  }
  async mapAsync() {
    this.mapState = "pending";
    await null;
    if (this.mapState !== "pending") throw Object.assign(new Error("unmapped"), { name: "AbortError" });
    this.mapState = "mapped";
  }
  getMappedRange(offset = 0, size = this.size - offset) {
    if (this.mapState !== "mapped") throw new Error("not mapped");
    // the real one hands out the memory itself: whole ranges do here
    return offset === 0 && size === this.size ? this.bytes : this.bytes.slice(offset, offset + size);
  }
  unmap() {
    this.mapState = "unmapped";
  }
}

class MockPass extends MockObject {}
remember(MockPass, ["setPipeline", "setBindGroup", "dispatchWorkgroups", "dispatchWorkgroupsIndirect", "setVertexBuffer", "setIndexBuffer",
  "setViewport", "setScissorRect", "setBlendConstant", "setStencilReference", "draw", "drawIndexed", "drawIndirect", "drawIndexedIndirect", "end"]);

class MockEncoder extends MockObject {
  beginComputePass(descriptor) {
    this.note("beginComputePass", descriptor);
    return new MockPass(this.gpu, "computePass", descriptor);
  }
  beginRenderPass(descriptor) {
    this.note("beginRenderPass", descriptor);
    return new MockPass(this.gpu, "renderPass", descriptor);
  }
  finish(descriptor) {
    return new MockObject(this.gpu, "commandBuffer", descriptor);
  }
}
remember(MockEncoder, ["clearBuffer", "copyBufferToBuffer", "copyBufferToTexture", "copyTextureToBuffer", "copyTextureToTexture", "resolveQuerySet"]);

class MockTexture extends MockObject {
  createView(descriptor) {
    return new MockObject(this.gpu, "textureView", descriptor);
  }
}

class MockQueue extends MockObject {
  async onSubmittedWorkDone() {}
}
remember(MockQueue, ["submit", "writeBuffer", "writeTexture"]);

class MockDevice extends MockObject {
  #listeners = new Set();
  constructor(gpu, descriptor) {
    super(gpu, "device", descriptor);
    this.limits = gpu.limits;
    this.features = new Set(descriptor?.requiredFeatures ?? []);
    this.queue = new MockQueue(gpu, "queue");
    this.lost = new Promise((resolve) => (this.lose = resolve));
  }
  addEventListener(_, listener) {
    this.#listeners.add(listener);
  }
  removeEventListener(_, listener) {
    this.#listeners.delete(listener);
  }
  get listeners() {
    return this.#listeners.size;
  }
  fault(error) {
    for (const listener of this.#listeners) listener({ error });
  }
  createBuffer(descriptor) {
    return new MockBuffer(this.gpu, descriptor);
  }
  createTexture(descriptor) {
    return new MockTexture(this.gpu, "texture", descriptor);
  }
  createCommandEncoder(descriptor) {
    return new MockEncoder(this.gpu, "commandEncoder", descriptor);
  }
  pushErrorScope(filter) {
    this.note("pushErrorScope", filter);
  }
  async popErrorScope() {
    return this.scopeError ?? null;
  }
  destroy() {
    super.destroy();
    this.lose({ reason: "destroyed", message: "destroyed by its owner" });
  }
}
for (const kind of ["BindGroup", "BindGroupLayout", "ComputePipeline", "PipelineLayout", "QuerySet", "RenderPipeline", "Sampler", "ShaderModule"]) {
  const name = kind[0].toLowerCase() + kind.slice(1);
  MockDevice.prototype[`create${kind}`] = function (descriptor) {
    this.note(`create${kind}`, descriptor);
    return new MockObject(this.gpu, name, descriptor);
  };
  MockDevice.prototype[`create${kind}Async`] = async function (descriptor) {
    if (this.refusal) throw this.refusal;
    return this[`create${kind}`](descriptor);
  };
}

class MockCanvasContext extends MockObject {
  configure(configuration) {
    this.note("configure", configuration);
    this.configuration = configuration;
  }
  unconfigure() {
    this.configuration = null;
  }
  getCurrentTexture() {
    if (!this.configuration) throw new Error("not configured");
    return new MockTexture(this.gpu, "texture", {});
  }
}

/** Chromium's default limits. */
const limits = {
  maxTextureDimension1D: 8192, maxTextureDimension2D: 8192, maxTextureDimension3D: 2048, maxTextureArrayLayers: 256, maxBindGroups: 4,
  maxBindGroupsPlusVertexBuffers: 24, maxBindingsPerBindGroup: 1000, maxDynamicUniformBuffersPerPipelineLayout: 8,
  maxDynamicStorageBuffersPerPipelineLayout: 4, maxSampledTexturesPerShaderStage: 16, maxSamplersPerShaderStage: 16,
  maxStorageBuffersPerShaderStage: 10, maxStorageTexturesPerShaderStage: 4, maxUniformBuffersPerShaderStage: 12,
  maxUniformBufferBindingSize: 65536, maxStorageBufferBindingSize: 134217728, minUniformBufferOffsetAlignment: 256,
  minStorageBufferOffsetAlignment: 256, maxVertexBuffers: 8, maxBufferSize: 268435456, maxVertexAttributes: 30,
  maxVertexBufferArrayStride: 2048, maxInterStageShaderVariables: 16, maxColorAttachments: 8, maxColorAttachmentBytesPerSample: 32,
  maxComputeWorkgroupStorageSize: 16384, maxComputeInvocationsPerWorkgroup: 256, maxComputeWorkgroupSizeX: 256,
  maxComputeWorkgroupSizeY: 256, maxComputeWorkgroupSizeZ: 64, maxComputeWorkgroupsPerDimension: 65535,
};

export class MockGpu {
  calls = [];
  made = {};
  limits = limits;
  canvas = { getContext: () => (this.context ??= new MockCanvasContext(this, "canvasContext")), width: 0, height: 0 };
  adapter = {
    limits,
    features: new Set(["timestamp-query", "subgroups"]),
    info: { vendor: "mock", architecture: "paper", device: "", description: "a GPU of paper" },
    requestDevice: async (descriptor) => (this.device = new MockDevice(this, descriptor)),
  };
  async requestAdapter(options) {
    this.options = options;
    return this.adapter;
  }
  getPreferredCanvasFormat() {
    return "rgba8unorm";
  }
  /** All calls of one name. */
  called(name) {
    return this.calls.filter((call) => call.name === name);
  }
}
