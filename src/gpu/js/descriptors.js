// SPDX-License-Identifier: MIT
// From structs of webgpu.h as memory.js reads them to the dictionaries of the JavaScript API, where the two differ.

const constants = (entries) => Object.fromEntries(entries.map(({ key, value }) => [key, value]));

/** Of a layout's entry only the kind of binding that is used may be there; all-zero means not used. */
function layoutEntry(memory, pointer, entry) {
  const kinds = { buffer: "type", sampler: "type", texture: "sampleType", storageTexture: "access" };
  const { binding, visibility } = entry;
  const out = { binding, visibility: visibility ?? 0 };
  for (const [kind, decider] of Object.entries(kinds)) {
    const struct = { buffer: "Buffer", sampler: "Sampler", texture: "Texture", storageTexture: "StorageTexture" }[kind];
    const at = pointer + memory.constructor.offset("WGPUBindGroupLayoutEntry", kind);
    const used = memory.view.getUint32(at + memory.constructor.offset(`WGPU${struct}BindingLayout`, decider), true) !== 0;
    if (used) out[kind] = entry[kind];
  }
  return out;
}

export function bindGroupLayout(memory, pointer) {
  const { label, entries } = memory.read("WGPUBindGroupLayoutDescriptor", pointer);
  const first = memory.view.getUint32(pointer + memory.constructor.offset("WGPUBindGroupLayoutDescriptor", "entries"), true);
  const size = memory.size("WGPUBindGroupLayoutEntry");
  return { label, entries: entries.map((entry, i) => layoutEntry(memory, first + i * size, entry)) };
}

export function bindGroup(memory, pointer) {
  const { label, layout, entries } = memory.read("WGPUBindGroupDescriptor", pointer);
  return {
    label,
    layout,
    entries: entries.map(({ binding, buffer, offset, size, sampler, textureView }) => ({
      binding,
      resource: buffer ? { buffer, offset, size } : (sampler ?? textureView),
    })),
  };
}

const stage = ({ module, entryPoint, constants: entries }) => ({ module, entryPoint, constants: constants(entries) });

export function computePipeline(memory, pointer) {
  const { label, layout, compute } = memory.read("WGPUComputePipelineDescriptor", pointer);
  return { label, layout: layout ?? "auto", compute: stage(compute) };
}

/** A buffer without attributes and without a step mode is a hole. */
const vertexBuffer = ({ stepMode, arrayStride, attributes }) =>
  attributes.length || stepMode ? { stepMode, arrayStride, attributes } : null;

export function renderPipeline(memory, pointer) {
  const { label, layout, vertex, primitive, depthStencil, multisample, fragment } = memory.read(
    "WGPURenderPipelineDescriptor",
    pointer,
  );
  return {
    label,
    layout: layout ?? "auto",
    vertex: { ...stage(vertex), buffers: vertex.buffers.map(vertexBuffer) },
    primitive,
    depthStencil,
    multisample,
    fragment: fragment && { ...stage(fragment), targets: fragment.targets.map((target) => (target.format ? target : null)) },
  };
}

export function renderPass(memory, pointer) {
  const { label, colorAttachments, depthStencilAttachment, occlusionQuerySet, timestampWrites } = memory.read(
    "WGPURenderPassDescriptor",
    pointer,
  );
  return {
    label,
    colorAttachments: colorAttachments.map((attachment) => (attachment.view ? attachment : null)),
    depthStencilAttachment,
    occlusionQuerySet,
    timestampWrites,
  };
}

export function texelBuffer(memory, pointer) {
  const { layout, buffer } = memory.read("WGPUTexelCopyBufferInfo", pointer);
  return { buffer, ...layout };
}

export function device(memory, pointer) {
  if (!pointer) return {};
  const { label, requiredFeatures, requiredLimits, defaultQueue } = memory.read("WGPUDeviceDescriptor", pointer);
  const wanted = Object.entries(requiredLimits ?? {}).filter(([, value]) => typeof value === "number");
  return { label, requiredFeatures, requiredLimits: Object.fromEntries(wanted), defaultQueue: { label: defaultQueue.label } };
}
