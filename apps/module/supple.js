// SPDX-License-Identifier: MIT
// Soft bodies on a GPUDevice of yours. supple.d.ts says what everything is; docs/javascript.md shows how it is used.
import { checkImports, WebGpu } from "../../src/gpu/js/webgpu.js";

const Ok = 0;
const Pending = 1;
const reads = { positions: 0, velocities: 1, normals: 2, state: 3, health: 4 };

export class SuppleError extends Error {
  constructor(message, status) {
    super(message);
    this.name = "SuppleError";
    this.status = status;
  }
}

async function moduleFrom(wasm) {
  if (wasm instanceof WebAssembly.Module) return wasm;
  if (ArrayBuffer.isView(wasm) || wasm instanceof ArrayBuffer) return WebAssembly.compile(wasm);
  const address = wasm ?? new URL("supple.wasm", import.meta.url);
  const response = await fetch(address);
  if (!response.ok) throw new SuppleError(`${address} could not be loaded: ${response.status}`, "Unreadable");
  if (response.headers.get("content-type")?.startsWith("application/wasm")) return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await response.arrayBuffer());
}

/** The module's instance: typed arrays in, numbers out, statuses as errors. */
class Engine {
  static async create(wasm) {
    const engine = new Engine();
    const module = await moduleFrom(wasm);
    engine.webgpu = new WebGpu(undefined);
    const imports = {
      env: { ...engine.webgpu.imports, supNow: () => performance.now() },
      // what printf's streams want; nothing is ever written to them
      wasi_snapshot_preview1: { fd_write: () => 8, fd_seek: () => 8, fd_close: () => 8 },
    };
    checkImports(module, imports);
    engine.exports = (await WebAssembly.instantiate(module, imports)).exports;
    engine.webgpu.attach(engine.exports);
    engine.exports._initialize();
    return engine;
  }

  /** Calls with typed arrays copied in; `results` doubles are copied back when there are any. */
  call(name, values, results = 0) {
    const { memory } = this.webgpu;
    const copies = values.filter(ArrayBuffer.isView).map((array) => {
      const pointer = memory.allocate(array.byteLength || 8);
      memory.bytes.set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), pointer);
      return pointer;
    });
    const out = results ? memory.allocate(8 * results) : 0;
    let next = 0;
    try {
      const status = this.exports[name](...values.map((value) => (ArrayBuffer.isView(value) ? copies[next++] : value)), ...(results ? [out] : []));
      if (status !== Ok && status !== Pending) this.fail(status);
      this.status = status;
      return results ? [...new Float64Array(this.exports.memory.buffer, out, results)] : status;
    } finally {
      for (const pointer of copies) memory.free(pointer);
      if (out) memory.free(out);
    }
  }

  /** Calls an export whose last argument is where it writes a pointer or a number of 64 bits. */
  make(name, values, wide = false) {
    const { memory } = this.webgpu;
    const out = memory.allocate(8);
    try {
      this.call(name, [...values, out]);
      return wide ? memory.view.getBigUint64(out, true) : memory.view.getUint32(out, true);
    } finally {
      memory.free(out);
    }
  }

  text(pointer) {
    return this.webgpu.memory.cString(pointer);
  }

  fail(status) {
    throw new SuppleError(this.text(this.exports.moduleMessage()), this.text(this.exports.moduleStatusName(status)));
  }
}

// ---- Descriptions to numbers -----------------------------------------------------------------------------------------

const standardSettings = { gravity: [0, -9.81, 0], frameTime: 1 / 60, substeps: 10, iterations: 8, ground: { height: 0, friction: 0.5 }, maxFramesPerAdvance: 4 };
const standardMaterial = { young: 2e5, poisson: 0.4, density: 1000, damping: 0 };

function settingsNumbers({ gravity, frameTime, substeps, iterations, ground, maxFramesPerAdvance }) {
  const { height = 0, friction = 0.5 } = ground || {};
  return Float64Array.of(...gravity, frameTime, substeps, iterations, ground ? 1 : 0, height, friction, maxFramesPerAdvance);
}

const materialNumbers = ({ young, poisson, density, damping }) => [young, poisson, density, damping];
const f64 = (list) => (list instanceof Float64Array ? list : Float64Array.from(list));
const u32 = (list) => (list instanceof Uint32Array ? list : Uint32Array.from(list));

function makeAsset(engine, { box, torus, positions, tets, triangles, tetCount = 4500, cell = 0 }) {
  if (box) return engine.make("assetBox", [...box.size, ...box.cells]);
  if (torus) return engine.make("assetTorus", [torus.majorRadius, torus.minorRadius, torus.ring ?? 24, torus.section ?? 4]);
  if (!positions || !(tets || triangles)) throw new SuppleError("a body wants positions with tets or triangles, or a box, or a torus", "InvalidArgument");
  const places = f64(positions);
  if (tets) return engine.make("assetFromTets", [places, places.length / 3, u32(tets), tets.length / 4]);
  return engine.make("assetFromSurface", [places, places.length / 3, u32(triangles), triangles.length / 3, tetCount, cell]);
}

// ---- Classes ---------------------------------------------------------------------------------------------------------

class Asset {
  #engine;
  constructor(engine, shape) {
    this.#engine = engine;
    this.pointer = makeAsset(engine, shape);
  }
  dispose() {
    if (this.pointer) this.#engine.exports.assetRelease(this.pointer);
    this.pointer = 0;
  }
}

class Body {
  #engine;
  #world;
  #id;
  #material;

  constructor(world, engine, id, material) {
    this.#world = world;
    this.#engine = engine;
    this.#id = id;
    this.#material = material;
  }

  get world() {
    return this.#world;
  }

  get id() {
    return this.#id;
  }

  get info() {
    const [vertexCount, tetCount, firstVertex, pinnedCount, mass] = this.#engine.call("bodyInfo", [this.#id], 5);
    return { vertexCount, tetCount, firstVertex, pinnedCount, mass };
  }

  #view(what) {
    const [handle, offset, stride, count, generation, ...origin] = this.#engine.call("bodyView", [what, this.#id], 8);
    return { buffer: handle ? this.#engine.webgpu.object(handle) : null, offset, stride, count, generation, origin };
  }
  get positions() {
    return this.#view(0);
  }
  get normals() {
    return this.#view(1);
  }
  get triangles() {
    return this.#view(2);
  }

  get material() {
    return { ...this.#material };
  }
  set material(changes) {
    const material = { ...this.#material, ...changes };
    this.#engine.call("bodySetMaterial", [this.#id, Float64Array.from(materialNumbers(material))]);
    this.#material = material;
  }

  pin(vertices, pinned = true) {
    const list = u32(vertices);
    this.#engine.call("bodyPin", [this.#id, list, list.length, Number(pinned)]);
  }

  grab({ triangle, weights = [1 / 3, 1 / 3, 1 / 3], target, stiffness, damping = 0 }) {
    this.#engine.call("bodyGrab", [this.#id, Float64Array.of(triangle, ...weights, ...target, stiffness, damping)]);
  }
  release() {
    this.#engine.call("bodyRelease", [this.#id]);
  }

  reset() {
    this.#engine.call("bodyReset", [this.#id]);
  }

  remove() {
    this.#engine.call("bodyRemove", [this.#id]);
    this.#world.forget(this);
  }

  async read(what = "positions") {
    return (await this.#world.readFrom(what, this.#id)).values;
  }
}

class World {
  #engine;
  #bodies = new Set();
  #settings;
  #disposed = false;

  constructor(engine, device, settings) {
    this.#engine = engine;
    this.device = device;
    this.#settings = settings;
    device.lost.then(({ message }) => {
      if (this.#disposed) return;
      const [text] = engine.webgpu.memory.newString(message);
      engine.exports.worldLost(text);
      engine.webgpu.memory.free(text);
    });
  }

  #use() {
    if (this.#disposed) throw new SuppleError("this World was disposed of", "InvalidArgument");
    return this.#engine;
  }

  createAsset(shape) {
    return new Asset(this.#use(), shape);
  }

  addBody({ asset, position = [0, 0, 0], rotation = [0, 0, 0, 1], velocity = [0, 0, 0], angularVelocity = [0, 0, 0], material = {}, pinned = [], ...shape }) {
    const engine = this.#use();
    const own = asset ?? new Asset(engine, shape);
    const whole = { ...standardMaterial, ...material };
    const numbers = Float64Array.of(...position, ...rotation, ...velocity, ...angularVelocity, ...materialNumbers(whole));
    const pins = u32(pinned);
    try {
      const body = new Body(this, engine, engine.make("bodyAdd", [own.pointer, numbers, pins, pins.length], true), whole);
      this.#bodies.add(body);
      return body;
    } finally {
      if (!asset) own.dispose(); // the World keeps what it uses
    }
  }

  get bodies() {
    return [...this.#bodies];
  }

  forget(body) {
    this.#bodies.delete(body);
  }

  get settings() {
    return structuredClone(this.#settings);
  }
  set settings(changes) {
    const settings = { ...this.#settings, ...changes };
    this.#use().call("worldSettings", [settingsNumbers(settings)]);
    this.#settings = settings;
  }

  step(frames = 1) {
    this.poll();
    this.#engine.call("worldStep", [frames]);
  }

  advance(seconds) {
    this.poll();
    const [frames, blend] = this.#engine.call("worldAdvance", [seconds], 2);
    return { frames, blend };
  }

  reset() {
    this.#use().call("worldReset", []);
  }

  poll() {
    this.#use().call("worldPoll", []);
  }

  get stats() {
    const [bodies, assets, vertices, tets, frames, time, droppedTime, gpuBytes, gpuMilliseconds] = this.#use().call("worldStats", [], 9);
    return { bodies, assets, vertices, tets, frames, time, droppedTime, gpuBytes, gpuMilliseconds };
  }

  async read(what = "positions") {
    return (await this.readFrom(what, 0n)).values;
  }

  async hash() {
    return (await this.readFrom("state", 0n)).hash;
  }

  async readFrom(what, body) {
    const engine = this.#use();
    if (!(what in reads)) throw new SuppleError(`"${what}" cannot be read; there are ${Object.keys(reads).join(", ")}`, "InvalidArgument");
    const number = engine.make("readAsk", [reads[what], body]);
    const { memory } = engine.webgpu;
    try {
      while (engine.call("readStatus", [number]) === Pending) {
        await new Promise((resolve) => setTimeout(resolve, 1));
        this.poll();
      }
      const length = memory.allocate(4);
      const pointer = engine.exports.readData(number, length);
      const count = memory.view.getUint32(length, true) / 4;
      memory.free(length);
      const { buffer } = engine.exports.memory;
      const values = what === "health" ? new Uint32Array(buffer, pointer, count).slice() : new Float32Array(buffer, pointer, count).slice();
      return { values, hash: BigInt.asUintN(64, engine.exports.readHash(number)).toString(16).padStart(16, "0") };
    } finally {
      if (!this.#disposed) engine.exports.readDrop(number);
    }
  }

  dispose() {
    if (this.#disposed) return;
    this.#disposed = true;
    this.#engine.exports.worldDestroy();
    this.#bodies.clear();
  }
}

export async function createWorld({ device, adapter, wasm, workgroupSize = 64, normals = true, ...settings }) {
  if (!device) throw new SuppleError("createWorld wants a GPUDevice: { device }", "InvalidArgument");
  const engine = await Engine.create(wasm);
  const handles = engine.webgpu.adoptDevice(device, adapter);
  const whole = { ...standardSettings, ...settings };
  engine.call("worldCreate", [handles.instance, handles.adapter, handles.device, handles.queue, settingsNumbers(whole), workgroupSize]);
  engine.webgpu.releaseAdopted(handles);
  engine.call("worldNormals", [Number(normals)]);
  return new World(engine, device, whole);
}
