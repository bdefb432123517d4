// SPDX-License-Identifier: MIT
import { enums, structs } from "./layout.js";

const nothing = 0xffffffff; // "not given" of sizes and counts
const allOnes = 0xffffffffffffffffn;
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Numbers of an enum's strings: code("WGPUErrorType", "validation"). */
const codes = {};
export function code(name, string) {
  codes[name] ??= new Map(Object.entries(enums[name]).map(([value, text]) => [text, Number(value)]));
  const value = codes[name].get(string);
  if (value === undefined) throw new Error(`webgpu.h: ${name} has no "${string}"`);
  return value;
}

/** The module's memory as C sees it: strings, and descriptors read by the tables of layout.js. */
export class Memory {
  #exports = null;
  #view = null;
  #bytes = null;
  #handles;

  constructor(handles) {
    this.#handles = handles;
  }

  /** `exports` of the module: memory, malloc, free and the table of functions. */
  attach(exports) {
    this.#exports = exports;
  }

  get attached() {
    return this.#exports !== null;
  }

  /** Views are made anew once the memory has grown. */
  get view() {
    const { buffer } = this.#exports.memory;
    if (this.#view?.buffer !== buffer) this.#view = new DataView(buffer);
    return this.#view;
  }

  get bytes() {
    const { buffer } = this.#exports.memory;
    if (this.#bytes?.buffer !== buffer) this.#bytes = new Uint8Array(buffer);
    return this.#bytes;
  }

  call(callback, ...values) {
    this.#exports.__indirect_function_table.get(callback)(...values);
  }

  allocate(size) {
    const pointer = this.#exports.malloc(size) >>> 0;
    if (!pointer && size) throw new RangeError(`out of memory: ${size} bytes`);
    return pointer;
  }

  free(pointer) {
    this.#exports.free(pointer);
  }

  // ---- Strings -------------------------------------------------------------------------------------------------------

  /** Text up to a zero byte. */
  cString(pointer) {
    pointer >>>= 0;
    return decoder.decode(this.bytes.slice(pointer, this.bytes.indexOf(0, pointer)));
  }

  /** A WGPUStringView: undefined when it is not given. */
  string(pointer) {
    const data = this.view.getUint32(pointer, true);
    const length = this.view.getUint32(pointer + 4, true);
    if (length === nothing) return data ? this.cString(data) : undefined;
    return decoder.decode(this.bytes.slice(data, data + length));
  }

  /** A copy that C owns: [pointer, length] without the zero byte that ends it. */
  newString(text) {
    const bytes = encoder.encode(text);
    const pointer = this.allocate(bytes.length + 1);
    this.bytes.set(bytes, pointer);
    this.bytes[pointer + bytes.length] = 0;
    return [pointer, bytes.length];
  }

  /** A WGPUStringView and its text for the time of `use`. */
  withString(text, use) {
    const [data, length] = this.newString(text);
    const pointer = this.allocate(8);
    this.view.setUint32(pointer, data, true);
    this.view.setUint32(pointer + 4, length, true);
    try {
      return use(pointer);
    } finally {
      this.free(pointer);
      this.free(data);
    }
  }

  // ---- Structs -------------------------------------------------------------------------------------------------------

  /** Reads a struct into an object. What C did not give is undefined; handles become objects. */
  read(name, pointer) {
    const out = {};
    const [, ...fields] = structs[name];
    for (const [field, type, offset, count] of fields)
      if (field !== "nextInChain") out[field] = this.#value(type, (pointer >>> 0) + offset, count === undefined ? 0 : (pointer >>> 0) + count);
    return out;
  }

  #value(type, at, count) {
    const { view } = this;
    switch (type) {
      case "u16":
        return view.getUint16(at, true);
      case "u32":
      case "size": {
        const value = view.getUint32(at, true);
        return value === nothing ? undefined : value;
      }
      case "i32":
        return view.getInt32(at, true);
      case "u64": {
        const value = view.getBigUint64(at, true);
        return value === allOnes ? undefined : Number(value);
      }
      case "f32":
      case "f64": {
        const value = type === "f32" ? view.getFloat32(at, true) : view.getFloat64(at, true);
        return Number.isNaN(value) ? undefined : value;
      }
      case "bool":
        return view.getUint32(at, true) !== 0;
      case "str":
        return this.string(at);
      case "handle":
        return this.#handles.find(view.getUint32(at, true));
      case "pointer":
        return view.getUint32(at, true);
    }
    const space = type.indexOf(" ");
    return this.#compound(type.slice(0, space), type.slice(space + 1), at, count);
  }

  #compound(kind, inner, at, count) {
    if (kind === "struct") return this.read(inner, at);
    if (kind === "enum") {
      const value = this.view.getUint32(at, true);
      return inner === "WGPUOptionalBool" ? [false, true][value] : enums[inner][value];
    }
    const pointer = this.view.getUint32(at, true);
    if (kind === "to") return pointer ? this.#value(inner, pointer, 0) : undefined;
    const size = inner.startsWith("struct ") ? structs[inner.slice(7)][0] : 4;
    return Array.from({ length: this.view.getUint32(count, true) }, (_, i) => this.#value(inner, pointer + i * size, 0));
  }

  /** The pointer to the struct of a chain with this sType, or 0. */
  chained(pointer, sType) {
    for (let next = this.view.getUint32(pointer, true); next; next = this.view.getUint32(next, true))
      if (this.view.getUint32(next + 4, true) === sType) return next;
    return 0;
  }

  /** Writes the numbers that `object` has; the rest of the struct stays as it is. */
  writeNumbers(name, pointer, object) {
    const [, ...fields] = structs[name];
    for (const [field, type, offset] of fields) {
      const value = object[field];
      if (value === undefined) continue;
      if (type === "u32" || type === "size") this.view.setUint32(pointer + offset, Math.min(value, nothing), true);
      if (type === "u64") this.view.setBigUint64(pointer + offset, BigInt(value), true);
    }
  }

  size(name) {
    return structs[name][0];
  }

  /** Offset of a field in a struct. */
  static offset(name, field) {
    return structs[name].slice(1).find(([other]) => other === field)[2];
  }
}
