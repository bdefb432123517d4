// SPDX-License-Identifier: MIT

/** JavaScript objects under the numbers that C knows them by, counted as webgpu.h counts references. 0 is null. */
export class Handles {
  #entries = [null];
  #free = [];

  /** A new handle with one reference. `data` is whatever else belongs to it. */
  add(object, data = {}) {
    const handle = this.#free.pop() ?? this.#entries.length;
    this.#entries[handle] = { object, references: 1, ...data };
    return handle;
  }

  entry(handle) {
    const entry = this.#entries[handle >>> 0];
    if (!entry) throw new Error(`webgpu.h: ${handle >>> 0} is no living handle`);
    return entry;
  }

  get(handle) {
    return this.entry(handle).object;
  }

  /** The object, or undefined for null. */
  find(handle) {
    return handle ? this.get(handle) : undefined;
  }

  retain(handle) {
    this.entry(handle).references++;
  }

  /** Gives one reference back; returns the entry when that was the last one. */
  release(handle) {
    const entry = this.entry(handle);
    if (--entry.references > 0) return undefined;
    this.#entries[handle >>> 0] = null;
    this.#free.push(handle >>> 0);
    return entry;
  }

  /** How many live. */
  get size() {
    return this.#entries.length - 1 - this.#free.length;
  }
}
