// SPDX-License-Identifier: MIT
// Command encoders and passes.
import * as descriptors from "./descriptors.js";
import { enums } from "./layout.js";

export function commandFunctions({ handles, memory }) {
  const get = (handle) => handles.get(handle);
  /** A u64 that may stand for "all the rest". */
  const rest = (size) => (BigInt.asUintN(64, size) === 0xffffffffffffffffn ? undefined : Number(size));
  const extent = (pointer) => memory.read("WGPUExtent3D", pointer);
  const image = (pointer) => memory.read("WGPUTexelCopyTextureInfo", pointer);
  const texels = (pointer) => descriptors.texelBuffer(memory, pointer);

  const setBindGroup = (pass, index, group, count, pointer) => {
    const offsets = Array.from({ length: count }, (_, i) => memory.view.getUint32(pointer + 4 * i, true));
    get(pass).setBindGroup(index, handles.find(group) ?? null, offsets);
  };

  const encoder = {
    wgpuCommandEncoderBeginComputePass: (handle, pointer) =>
      handles.add(get(handle).beginComputePass(pointer ? memory.read("WGPUComputePassDescriptor", pointer) : undefined)),
    wgpuCommandEncoderBeginRenderPass: (handle, pointer) => handles.add(get(handle).beginRenderPass(descriptors.renderPass(memory, pointer))),
    wgpuCommandEncoderClearBuffer: (handle, buffer, offset, size) => get(handle).clearBuffer(get(buffer), Number(offset), rest(size)),
    wgpuCommandEncoderCopyBufferToBuffer: (handle, from, fromOffset, to, toOffset, size) =>
      get(handle).copyBufferToBuffer(get(from), Number(fromOffset), get(to), Number(toOffset), Number(size)),
    wgpuCommandEncoderCopyBufferToTexture: (handle, from, to, size) => get(handle).copyBufferToTexture(texels(from), image(to), extent(size)),
    wgpuCommandEncoderCopyTextureToBuffer: (handle, from, to, size) => get(handle).copyTextureToBuffer(image(from), texels(to), extent(size)),
    wgpuCommandEncoderCopyTextureToTexture: (handle, from, to, size) => get(handle).copyTextureToTexture(image(from), image(to), extent(size)),
    wgpuCommandEncoderResolveQuerySet: (handle, queries, first, count, buffer, offset) =>
      get(handle).resolveQuerySet(get(queries), first, count, get(buffer), Number(offset)),
    wgpuCommandEncoderFinish: (handle, pointer) =>
      handles.add(get(handle).finish(pointer ? memory.read("WGPUCommandBufferDescriptor", pointer) : undefined)),
  };

  const compute = {
    wgpuComputePassEncoderSetPipeline: (pass, pipeline) => get(pass).setPipeline(get(pipeline)),
    wgpuComputePassEncoderSetBindGroup: setBindGroup,
    wgpuComputePassEncoderDispatchWorkgroups: (pass, x, y, z) => get(pass).dispatchWorkgroups(x >>> 0, y >>> 0, z >>> 0),
    wgpuComputePassEncoderDispatchWorkgroupsIndirect: (pass, buffer, offset) =>
      get(pass).dispatchWorkgroupsIndirect(get(buffer), Number(offset)),
    wgpuComputePassEncoderEnd: (pass) => get(pass).end(),
  };

  const render = {
    wgpuRenderPassEncoderSetPipeline: (pass, pipeline) => get(pass).setPipeline(get(pipeline)),
    wgpuRenderPassEncoderSetBindGroup: setBindGroup,
    wgpuRenderPassEncoderSetVertexBuffer: (pass, slot, buffer, offset, size) =>
      get(pass).setVertexBuffer(slot, handles.find(buffer) ?? null, Number(offset), rest(size)),
    wgpuRenderPassEncoderSetIndexBuffer: (pass, buffer, format, offset, size) =>
      get(pass).setIndexBuffer(get(buffer), enums.WGPUIndexFormat[format], Number(offset), rest(size)),
    wgpuRenderPassEncoderSetViewport: (pass, ...numbers) => get(pass).setViewport(...numbers),
    wgpuRenderPassEncoderSetScissorRect: (pass, ...numbers) => get(pass).setScissorRect(...numbers),
    wgpuRenderPassEncoderSetBlendConstant: (pass, pointer) => get(pass).setBlendConstant(memory.read("WGPUColor", pointer)),
    wgpuRenderPassEncoderSetStencilReference: (pass, value) => get(pass).setStencilReference(value >>> 0),
    wgpuRenderPassEncoderDraw: (pass, ...counts) => get(pass).draw(...counts.map((n) => n >>> 0)),
    wgpuRenderPassEncoderDrawIndexed: (pass, indices, instances, first, base, firstInstance) =>
      get(pass).drawIndexed(indices >>> 0, instances >>> 0, first >>> 0, base, firstInstance >>> 0),
    wgpuRenderPassEncoderDrawIndirect: (pass, buffer, offset) => get(pass).drawIndirect(get(buffer), Number(offset)),
    wgpuRenderPassEncoderDrawIndexedIndirect: (pass, buffer, offset) => get(pass).drawIndexedIndirect(get(buffer), Number(offset)),
    wgpuRenderPassEncoderEnd: (pass) => get(pass).end(),
  };

  return { ...encoder, ...compute, ...render };
}
