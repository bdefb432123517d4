// SPDX-License-Identifier: MIT
// Device and queue: everything that is made from a descriptor.
import * as descriptors from "./descriptors.js";
import { enums } from "./layout.js";
import { code } from "./memory.js";

export function deviceFunctions({ handles, memory, events }) {
  const { bindGroup, bindGroupLayout, computePipeline, renderPipeline } = descriptors;
  const read = (struct) => (_, pointer) => (pointer ? memory.read(struct, pointer) : undefined);

  /** wgpuDeviceCreateX: `make` names the method, `describe` reads the descriptor. */
  const creator = (make, describe) => (device, pointer) => handles.add(handles.get(device)[make](describe(memory, pointer)));

  const shaderModule = (_, pointer) => {
    const source = memory.chained(pointer, code("WGPUSType", "shader-source-wgsl"));
    return { label: memory.read("WGPUShaderModuleDescriptor", pointer).label, code: source ? memory.string(source + 8) : "" };
  };

  const pipelineAsync = (make, describe) => (device, pointer, infoPointer) => {
    const callback = memory.read("WGPUCreateComputePipelineAsyncCallbackInfo", infoPointer);
    const reply = (status, pipeline, message) =>
      memory.withString(message, (text) =>
        memory.call(callback.callback, code("WGPUCreatePipelineAsyncStatus", status), pipeline, text, callback.userdata1, callback.userdata2));
    const finish = (pipeline, error) => {
      if (pipeline) reply("success", handles.add(pipeline), "");
      else reply(error?.reason === "internal" ? "internal-error" : "validation-error", 0, error?.message ?? "");
    };
    events.start(memory.view.getUint32(infoPointer + 4, true), handles.get(device)[make](describe(memory, pointer)), finish, () =>
      reply("callback-cancelled", 0, "the instance was released"));
    return 0n;
  };

  const device = {
    wgpuDeviceCreateBindGroup: creator("createBindGroup", bindGroup),
    wgpuDeviceCreateBindGroupLayout: creator("createBindGroupLayout", bindGroupLayout),
    wgpuDeviceCreateCommandEncoder: creator("createCommandEncoder", read("WGPUCommandEncoderDescriptor")),
    wgpuDeviceCreateComputePipeline: creator("createComputePipeline", computePipeline),
    wgpuDeviceCreateComputePipelineAsync: pipelineAsync("createComputePipelineAsync", computePipeline),
    wgpuDeviceCreatePipelineLayout: creator("createPipelineLayout", read("WGPUPipelineLayoutDescriptor")),
    wgpuDeviceCreateQuerySet: creator("createQuerySet", read("WGPUQuerySetDescriptor")),
    wgpuDeviceCreateRenderPipeline: creator("createRenderPipeline", renderPipeline),
    wgpuDeviceCreateRenderPipelineAsync: pipelineAsync("createRenderPipelineAsync", renderPipeline),
    wgpuDeviceCreateSampler: creator("createSampler", read("WGPUSamplerDescriptor")),
    wgpuDeviceCreateShaderModule: creator("createShaderModule", shaderModule),
    wgpuDeviceCreateTexture: creator("createTexture", read("WGPUTextureDescriptor")),
    wgpuDeviceDestroy: (handle) => handles.get(handle).destroy(),
    wgpuDeviceGetLimits(handle, pointer) {
      memory.writeNumbers("WGPULimits", pointer, handles.get(handle).limits);
      return code("WGPUStatus", "success");
    },
    wgpuDeviceGetQueue: (handle) => handles.add(handles.get(handle).queue),
    wgpuDeviceHasFeature: (handle, feature) => Number(handles.get(handle).features.has(enums.WGPUFeatureName[feature])),
    wgpuDevicePushErrorScope: (handle, filter) => handles.get(handle).pushErrorScope(enums.WGPUErrorFilter[filter]),
    wgpuDevicePopErrorScope,
    wgpuDeviceAddRef: (handle) => handles.retain(handle),
    wgpuDeviceRelease(handle) {
      const entry = handles.release(handle);
      if (entry?.onError) entry.object.removeEventListener("uncapturederror", entry.onError);
    },
  };

  function wgpuDevicePopErrorScope(handle, infoPointer) {
    const callback = memory.read("WGPUPopErrorScopeCallbackInfo", infoPointer);
    const reply = (status, type, message) =>
      memory.withString(message, (text) =>
        memory.call(callback.callback, code("WGPUPopErrorScopeStatus", status), code("WGPUErrorType", type), text, callback.userdata1, callback.userdata2));
    const kind = (error) => (/OutOfMemory/.test(error.constructor.name) ? "out-of-memory" : "validation");
    const finish = (error, failure) => {
      if (failure) reply("error", "unknown", failure.message);
      else reply("success", error ? kind(error) : "no-error", error?.message ?? "");
    };
    events.start(memory.view.getUint32(infoPointer + 4, true), handles.get(handle).popErrorScope(), finish, () =>
      reply("callback-cancelled", "unknown", "the instance was released"));
    return 0n;
  }

  const queue = {
    wgpuQueueSubmit(handle, count, pointer) {
      const commands = Array.from({ length: count }, (_, i) => handles.get(memory.view.getUint32(pointer + 4 * i, true)));
      handles.get(handle).submit(commands);
    },
    wgpuQueueOnSubmittedWorkDone(handle, infoPointer) {
      const callback = memory.read("WGPUQueueWorkDoneCallbackInfo", infoPointer);
      const reply = (status) =>
        memory.withString("", (text) =>
          memory.call(callback.callback, code("WGPUQueueWorkDoneStatus", status), text, callback.userdata1, callback.userdata2));
      events.start(memory.view.getUint32(infoPointer + 4, true), handles.get(handle).onSubmittedWorkDone(),
        (_, error) => reply(error ? "error" : "success"), () => reply("callback-cancelled"));
      return 0n;
    },
    wgpuQueueWriteBuffer: (handle, buffer, offset, data, size) =>
      handles.get(handle).writeBuffer(handles.get(buffer), Number(offset), memory.view.buffer, data >>> 0, size >>> 0),
    wgpuQueueWriteTexture: (handle, destination, data, size, layout, extent) =>
      handles.get(handle).writeTexture(memory.read("WGPUTexelCopyTextureInfo", destination),
        memory.bytes.subarray(data >>> 0, (data >>> 0) + (size >>> 0)), memory.read("WGPUTexelCopyBufferLayout", layout),
        memory.read("WGPUExtent3D", extent)),
  };

  const texture = {
    wgpuTextureCreateView: (handle, pointer) =>
      handles.add(handles.get(handle).createView(pointer ? memory.read("WGPUTextureViewDescriptor", pointer) : undefined)),
    wgpuTextureDestroy: (handle) => handles.get(handle).destroy(),
    wgpuTextureGetWidth: (handle) => handles.get(handle).width,
    wgpuTextureGetHeight: (handle) => handles.get(handle).height,
    wgpuQuerySetDestroy: (handle) => handles.get(handle).destroy(),
  };

  return { ...device, ...queue, ...texture };
}
