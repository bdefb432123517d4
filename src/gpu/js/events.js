// SPDX-License-Identifier: MIT
import { code } from "./memory.js";

const spontaneous = code("WGPUCallbackMode", "allow-spontaneous");

/**
 * Answers of the GPU on their way to C. A promise's end puts its callback into a queue; wgpuInstanceProcessEvents calls
 * what is there. Each operation ends exactly once: at the latest `cancelAll` tells C that nothing will come.
 */
export class Events {
  #open = new Set(); // operations whose end C has not been told
  #ready = [];

  /** `finish` and `cancel` call into C. `mode` is a WGPUCallbackMode. Returns the operation. */
  start(mode, promise, finish, cancel) {
    const operation = { cancel };
    this.#open.add(operation);
    const end = (call) => {
      if (!this.#open.has(operation)) return;
      operation.call = call;
      if (mode === spontaneous) this.#deliver(operation);
      else this.#ready.push(operation);
    };
    promise.then(
      (value) => end(() => finish(value)),
      (error) => end(() => finish(undefined, error)),
    );
    return operation;
  }

  #deliver(operation) {
    if (this.#open.delete(operation)) operation.call();
  }

  process() {
    for (const operation of this.#ready.splice(0)) this.#deliver(operation);
  }

  cancelAll() {
    this.#ready = [];
    for (const operation of [...this.#open]) {
      operation.call = operation.cancel;
      this.#deliver(operation);
    }
  }

  get pending() {
    return this.#open.size;
  }
}
