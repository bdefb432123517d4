// SPDX-License-Identifier: MIT
// Buffers and their mapped ranges: copies in C's memory, written back when a range that may be written is unmapped.
import { code } from "./memory.js";

const whole = 0xffffffff;

export function bufferFunctions({ handles, memory, events }) {
  function freeRanges(entry, writeBack) {
    for (const { pointer, range, writable } of entry.ranges.splice(0)) {
      if (writeBack && writable) new Uint8Array(range).set(memory.bytes.subarray(pointer, pointer + range.byteLength));
      memory.free(pointer);
    }
  }

  function mappedRange(handle, offset, size, writable) {
    const entry = handles.entry(handle);
    let range;
    try {
      range = entry.object.getMappedRange(offset >>> 0, size >>> 0 === whole ? undefined : size >>> 0);
    } catch {
      return 0; // not mapped, or its device is gone
    }
    const pointer = memory.allocate(range.byteLength || 1);
    memory.bytes.set(new Uint8Array(range), pointer);
    entry.ranges.push({ pointer, range, writable });
    return pointer;
  }

  function wgpuBufferMapAsync(handle, mode, offset, size, infoPointer) {
    const callback = memory.read("WGPUBufferMapCallbackInfo", infoPointer);
    const reply = (status, message) =>
      memory.withString(message, (text) =>
        memory.call(callback.callback, code("WGPUMapAsyncStatus", status), text, callback.userdata1, callback.userdata2));
    const mapped = handles.get(handle).mapAsync(Number(mode), offset >>> 0, size >>> 0 === whole ? undefined : size >>> 0);
    const finish = (_, error) => {
      if (error) reply(error.name === "AbortError" ? "aborted" : "error", error.message);
      else reply("success", "");
    };
    events.start(memory.view.getUint32(infoPointer + 4, true), mapped, finish, () =>
      reply("callback-cancelled", "the instance was released"));
    return 0n;
  }

  return {
    wgpuDeviceCreateBuffer: (device, pointer) =>
      handles.add(handles.get(device).createBuffer(memory.read("WGPUBufferDescriptor", pointer)), { ranges: [] }),
    wgpuBufferMapAsync,
    wgpuBufferGetMappedRange: (handle, offset, size) => mappedRange(handle, offset, size, true),
    wgpuBufferGetConstMappedRange: (handle, offset, size) => mappedRange(handle, offset, size, false),
    wgpuBufferUnmap(handle) {
      const entry = handles.entry(handle);
      freeRanges(entry, true);
      entry.object.unmap();
    },
    wgpuBufferGetSize: (handle) => BigInt(handles.get(handle).size),
    wgpuBufferGetUsage: (handle) => BigInt(handles.get(handle).usage),
    wgpuBufferGetMapState: (handle) => code("WGPUBufferMapState", handles.get(handle).mapState),
    wgpuBufferDestroy(handle) {
      const entry = handles.entry(handle);
      freeRanges(entry, false);
      entry.object.destroy();
    },
    wgpuBufferAddRef: (handle) => handles.retain(handle),
    wgpuBufferRelease(handle) {
      const entry = handles.release(handle);
      if (entry) freeRanges(entry, false);
    },
  };
}
