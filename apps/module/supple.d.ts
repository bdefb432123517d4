// SPDX-License-Identifier: MIT
/// <reference types="@webgpu/types" />
/** Soft bodies on WebGPU. SI units; the ground is a plane of constant y; vectors are x y z; quaternions x y z w. */

export type Vector = readonly [number, number, number];
export type Quaternion = readonly [number, number, number, number];

/** What Supple refused, in its own words. */
export class SuppleError extends Error {
  /** Name of a status: "OutOfRange", "Malformed", "NotASurface", "DeviceLost" ... */
  readonly status: string;
}

export interface Ground {
  /** [m] y of the plane; default 0 */
  height?: number;
  /** Coulomb's coefficient, >= 0; default 0.5 */
  friction?: number;
}

/** Can change between frames. */
export interface Settings {
  /** [m/s2] default [0, -9.81, 0] */
  gravity: Vector;
  /** [s] of a frame, 1e-5 .. 0.1; default 1/60 */
  frameTime: number;
  /** a frame, 1 .. 1000; default 10 */
  substeps: number;
  /** a substep, 1 .. 1000; default 8 */
  iterations: number;
  /** false: none */
  ground: Ground | false;
  /** `advance` runs at most this many frames a call; default 4 */
  maxFramesPerAdvance: number;
}

export interface WorldOptions extends Partial<Settings> {
  /** Yours: it stays yours, with its callbacks. Default limits are enough. */
  device: GPUDevice;
  /** Where `device` is from; only for what it says about itself. */
  adapter?: GPUAdapter;
  /** Where supple.wasm is, or what is in it; default: beside this module. */
  wasm?: string | URL | BufferSource | WebAssembly.Module;
  /** 32, 64, 128 or 256; default 64 */
  workgroupSize?: 32 | 64 | 128 | 256;
  /** Keep normals for drawing: a dispatch a frame; default true */
  normals?: boolean;
}

export interface Material {
  /** [Pa] Young's modulus, 1 .. 1e12; default 2e5 */
  young: number;
  /** Poisson's ratio, 0 .. 0.49; default 0.4 */
  poisson: number;
  /** [kg/m3] 1e-3 .. 1e5; default 1000 */
  density: number;
  /** [1/s] air damping, 0 .. 1e4; default 0 */
  damping: number;
}

/** One of: tets, a closed surface that is filled with tets, a box, a torus. Numbers in metres. */
export type Shape =
  | { positions: ArrayLike<number>; tets: ArrayLike<number> }
  | { positions: ArrayLike<number>; triangles: ArrayLike<number>; /** wanted number, default 4500 */ tetCount?: number; /** [m] lattice cell in place of tetCount */ cell?: number }
  | { /** spans 0 .. size */ box: { size: Vector; cells: Vector } }
  | { /** around y */ torus: { majorRadius: number; minorRadius: number; ring?: number; section?: number } };

/** A shape that was prepared once, for any number of bodies of this World. */
export interface Asset {
  /** Bodies that use it go on. */
  dispose(): void;
}

export interface Placement {
  position?: Vector;
  rotation?: Quaternion;
  /** [m/s] */
  velocity?: Vector;
  /** [rad/s] around the middle of the shape's bounds */
  angularVelocity?: Vector;
  material?: Partial<Material>;
  /** Vertices of the input that never move */
  pinned?: ArrayLike<number>;
}

export type BodyOptions = Placement & (Shape | { asset: Asset });

/** A stretch of a GPUBuffer that the simulation works in; usable as storage, vertex and copy source (triangles: index too). */
export interface BufferView {
  /** null: normals that are not kept */
  buffer: GPUBuffer | null;
  /** [byte] of the body's first element */
  offset: number;
  /** [byte] */
  stride: number;
  /** elements */
  count: number;
  /** changes when `buffer` was replaced: make bind groups anew */
  generation: number;
  /** [m] add it to positions */
  origin: [number, number, number];
}

/** A damped spring between a point of the surface and a place. */
export interface Grab {
  /** surface triangle */
  triangle: number;
  /** barycentric; default the triangle's middle */
  weights?: Vector;
  /** [m] world coordinates */
  target: Vector;
  /** [N/m] */
  stiffness: number;
  /** [N s/m] default 0 */
  damping?: number;
}

export type Readable = "positions" | "velocities" | "normals" | "state";

export interface Body {
  readonly world: World;
  readonly id: bigint;
  readonly info: { vertexCount: number; tetCount: number; /** in the World's buffers */ firstVertex: number; pinnedCount: number; /** [kg] */ mass: number };
  /** float32 x4 per vertex: x y z relative to `origin`, w unused */
  readonly positions: BufferView;
  /** float32 x4 per vertex: unit normal of the surface, w 0 */
  readonly normals: BufferView;
  /** uint32, three per surface triangle, relative to the body's first vertex */
  readonly triangles: BufferView;
  /** Assigning some of its numbers changes those. */
  get material(): Material;
  set material(changes: Partial<Material>);
  /** Pins or frees vertices (the input's numbering) where they are now. */
  pin(vertices: ArrayLike<number>, pinned?: boolean): void;
  /** Grabs the body, or moves its grab. */
  grab(grab: Grab): void;
  release(): void;
  /** Back to the state in which it was added. */
  reset(): void;
  remove(): void;
  /** float32, three per vertex, relative to `origin`, as it is after the frames submitted so far */
  read(what?: Readable): Promise<Float32Array>;
}

export interface Stats {
  bodies: number;
  assets: number;
  vertices: number;
  tets: number;
  /** since creation or reset */
  frames: number;
  /** [s] simulated */
  time: number;
  /** [s] that `advance` dropped */
  droppedTime: number;
  /** [byte] of device memory */
  gpuBytes: number;
  /** of the newest measured frame; NaN: unknown */
  gpuMilliseconds: number;
}

export interface World {
  readonly device: GPUDevice;
  readonly bodies: Body[];
  readonly stats: Stats;
  /** Assigning some settings changes those, from the next frame on. */
  get settings(): Settings;
  set settings(changes: Partial<Settings>);
  createAsset(shape: Shape): Asset;
  /** Takes part from the next frame on. */
  addBody(options: BodyOptions): Body;
  /** Encodes and submits frames; returns at once. */
  step(frames?: number): void;
  /** As many frames as `seconds` of real time ask for; the rest is carried over. */
  advance(seconds: number): { frames: number; /** share of a frame left over */ blend: number };
  /** All bodies back to where they were added. */
  reset(): void;
  /** Takes in what the GPU has finished; `step` and `advance` do it too. Throws when the device was lost. */
  poll(): void;
  /** Of all bodies, in the order in which they were added */
  read(what?: Readable): Promise<Float32Array>;
  /** XXH64 of all that the next step depends on: equal states have equal hashes. */
  hash(): Promise<string>;
  /** Frees everything on the device; the device stays. */
  dispose(): void;
}

export function createWorld(options: WorldOptions): Promise<World>;
