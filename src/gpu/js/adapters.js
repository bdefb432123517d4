// SPDX-License-Identifier: MIT
// Instance, adapter, surface.
import * as descriptors from "./descriptors.js";
import { enums } from "./layout.js";
import { code, Memory } from "./memory.js";

const success = code("WGPUStatus", "success");
// The one source of surfaces in a browser; src/gpu/browser.h has the same number.
export const canvasSource = 0x00040000;

function requestOptions(memory, pointer) {
  if (!pointer) return {};
  const { featureLevel, powerPreference, forceFallbackAdapter } = memory.read("WGPURequestAdapterOptions", pointer);
  return { featureLevel, powerPreference, forceFallbackAdapter };
}

/** WGPUAdapterInfo from GPUAdapterInfo; the strings are C's until wgpuAdapterInfoFreeMembers. */
function writeInfo(memory, pointer, info) {
  for (const field of ["vendor", "architecture", "device", "description"]) {
    const at = pointer + Memory.offset("WGPUAdapterInfo", field);
    const [data, length] = memory.newString(info[field] ?? "");
    memory.view.setUint32(at, data, true);
    memory.view.setUint32(at + 4, length, true);
  }
  const write = (field, value) => memory.view.setUint32(pointer + Memory.offset("WGPUAdapterInfo", field), value, true);
  write("backendType", code("WGPUBackendType", "web-gpu"));
  write("adapterType", code("WGPUAdapterType", info.isFallbackAdapter ? "cpu" : "unknown"));
  memory.writeNumbers("WGPUAdapterInfo", pointer, { subgroupMinSize: info.subgroupMinSize, subgroupMaxSize: info.subgroupMaxSize });
}

/** Writes an array of enum values that C frees through FreeMembers. */
function writeList(memory, pointer, struct, field, values) {
  const at = pointer + Memory.offset(struct, field);
  const data = memory.allocate(4 * values.length);
  values.forEach((value, i) => memory.view.setUint32(data + 4 * i, value, true));
  memory.view.setUint32(at - 4, values.length, true);
  memory.view.setUint32(at, data, true);
}

function freeFields(memory, pointer, struct, fields) {
  for (const field of fields) memory.free(memory.view.getUint32(pointer + Memory.offset(struct, field), true));
}

export function adapterFunctions({ gpu, findCanvas, handles, memory, events }) {
  const answer = (callback, status, adapter, message) =>
    memory.withString(message, (text) => memory.call(callback.callback, code("WGPURequestAdapterStatus", status), adapter, text,
      callback.userdata1, callback.userdata2));

  const instance = {
    wgpuCreateInstance: () => handles.add({ instance: true }),
    wgpuInstanceAddRef: (handle) => handles.retain(handle),
    wgpuInstanceRelease(handle) {
      if (handles.release(handle)) events.cancelAll();
    },
    wgpuInstanceProcessEvents: () => events.process(),
    wgpuInstanceRequestAdapter(handle, optionsPointer, infoPointer) {
      const callback = memory.read("WGPURequestAdapterCallbackInfo", infoPointer);
      const found = gpu ? gpu.requestAdapter(requestOptions(memory, optionsPointer)) : Promise.resolve(null);
      const none = gpu ? "the browser found no GPU adapter" : "this browser has no WebGPU";
      const finish = (adapter, error) => {
        if (error) answer(callback, "error", 0, error.message);
        else if (adapter) answer(callback, "success", handles.add(adapter), "");
        else answer(callback, "unavailable", 0, none);
      };
      const mode = memory.view.getUint32(infoPointer + 4, true);
      events.start(mode, found, finish, () => answer(callback, "callback-cancelled", 0, "the instance was released"));
      return 0n;
    },
  };

  const adapter = {
    wgpuAdapterGetInfo(handle, pointer) {
      writeInfo(memory, pointer, handles.get(handle).info ?? {});
      return success;
    },
    wgpuAdapterInfoFreeMembers: (pointer) =>
      freeFields(memory, pointer, "WGPUAdapterInfo", ["vendor", "architecture", "device", "description"]),
    wgpuAdapterGetLimits(handle, pointer) {
      memory.writeNumbers("WGPULimits", pointer, handles.get(handle).limits);
      return success;
    },
    wgpuAdapterHasFeature: (handle, feature) => Number(handles.get(handle).features.has(enums.WGPUFeatureName[feature])),
    wgpuAdapterRequestDevice: (handle, pointer, infoPointer) => requestDevice(handle, pointer, infoPointer),
  };

  function requestDevice(handle, pointer, infoPointer) {
    const callback = memory.read("WGPURequestDeviceCallbackInfo", infoPointer);
    const mode = memory.view.getUint32(infoPointer + 4, true);
    const raw = pointer ? memory.read("WGPUDeviceDescriptor", pointer) : {};
    const lostMode = pointer
      ? memory.view.getUint32(pointer + Memory.offset("WGPUDeviceDescriptor", "deviceLostCallbackInfo") + 4, true)
      : 0;
    const reply = (status, device, message) =>
      memory.withString(message, (text) =>
        memory.call(callback.callback, code("WGPURequestDeviceStatus", status), device, text, callback.userdata1, callback.userdata2));
    const finish = (device, error) => {
      if (!device) return reply("error", 0, error?.message ?? "no device");
      const own = handles.add(device);
      watch(own, device, raw, lostMode);
      reply("success", own, "");
    };
    events.start(mode, handles.get(handle).requestDevice(descriptors.device(memory, pointer)), finish, () =>
      reply("callback-cancelled", 0, "the instance was released"));
    return 0n;
  }

  /** Calls with a `WGPUDevice const *`. */
  const tell = (info, handle, value, message) => {
    if (!info?.callback) return;
    const pointer = memory.allocate(4);
    memory.view.setUint32(pointer, handle, true);
    memory.withString(message, (text) => memory.call(info.callback, pointer, value, text, info.userdata1, info.userdata2));
    memory.free(pointer);
  };

  function watch(handle, device, { deviceLostCallbackInfo: lost, uncapturedErrorCallbackInfo: uncaptured }, lostMode) {
    const reason = (text) => code("WGPUDeviceLostReason", text);
    events.start(lostMode, device.lost, (info) => tell(lost, handle, reason(info.reason === "destroyed" ? "destroyed" : "unknown"), info.message),
      () => tell(lost, handle, reason("callback-cancelled"), "the instance was released"));
    const entry = handles.entry(handle);
    entry.onError = ({ error }) => {
      const kind = /OutOfMemory/.test(error.constructor.name) ? "out-of-memory" : /Internal/.test(error.constructor.name) ? "internal" : "validation";
      tell(uncaptured, handle, code("WGPUErrorType", kind), error.message);
    };
    device.addEventListener("uncapturederror", entry.onError);
  }

  const surface = {
    wgpuInstanceCreateSurface(handle, pointer) {
      const source = memory.chained(pointer, canvasSource);
      const selector = source ? memory.string(source + 8) : undefined;
      const canvas = selector === undefined ? null : findCanvas(selector);
      const context = canvas?.getContext("webgpu");
      return context ? handles.add(context, { canvas }) : 0;
    },
    wgpuSurfaceGetCapabilities(handle, adapterHandle, pointer) {
      const best = gpu?.getPreferredCanvasFormat?.() ?? "bgra8unorm";
      const other = best === "bgra8unorm" ? "rgba8unorm" : "bgra8unorm";
      memory.view.setBigUint64(pointer + Memory.offset("WGPUSurfaceCapabilities", "usages"), 0x1fn, true);
      writeList(memory, pointer, "WGPUSurfaceCapabilities", "formats", [best, other, "rgba16float"].map((f) => code("WGPUTextureFormat", f)));
      writeList(memory, pointer, "WGPUSurfaceCapabilities", "presentModes", [code("WGPUPresentMode", "fifo")]);
      writeList(memory, pointer, "WGPUSurfaceCapabilities", "alphaModes", ["opaque", "premultiplied"].map((m) => code("WGPUCompositeAlphaMode", m)));
      return success;
    },
    wgpuSurfaceCapabilitiesFreeMembers: (pointer) =>
      freeFields(memory, pointer, "WGPUSurfaceCapabilities", ["formats", "presentModes", "alphaModes"]),
    wgpuSurfaceConfigure(handle, pointer) {
      const { object: context, canvas } = handles.entry(handle);
      const { device, format, usage, width, height, viewFormats, alphaMode } = memory.read("WGPUSurfaceConfiguration", pointer);
      canvas.width = width;
      canvas.height = height;
      context.configure({ device, format, usage, viewFormats, alphaMode: alphaMode === "premultiplied" ? alphaMode : "opaque" });
    },
    wgpuSurfaceUnconfigure: (handle) => handles.get(handle).unconfigure(),
    wgpuSurfaceGetCurrentTexture(handle, pointer) {
      let texture = 0;
      try {
        texture = handles.add(handles.get(handle).getCurrentTexture());
      } catch {
        // not configured, or its device is gone
      }
      memory.view.setUint32(pointer + Memory.offset("WGPUSurfaceTexture", "texture"), texture, true);
      memory.view.setUint32(pointer + Memory.offset("WGPUSurfaceTexture", "status"),
        code("WGPUSurfaceGetCurrentTextureStatus", texture ? "success-optimal" : "lost"), true);
    },
    wgpuSurfacePresent: () => success, // the browser presents at the end of the task
  };

  return { ...instance, ...adapter, ...surface };
}
