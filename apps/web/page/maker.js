// SPDX-License-Identifier: MIT

/** Prepares scenes in a worker: one after another, cancelled by ending the worker. */
export class Maker {
  #module;
  #worker = null;
  #job = null;
  #count = 0;

  constructor(module) {
    this.#module = module;
    this.#start();
  }

  #start() {
    this.#worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
    this.#worker.onmessage = ({ data }) => this.#take(data);
    this.#worker.onerror = (event) => {
      event.preventDefault();
      this.#end({ error: `the worker stopped: ${event.message ?? "it could not be started"}`, fatal: true });
    };
    this.#worker.postMessage({ module: this.#module });
  }

  #take(data) {
    if (!this.#job || data.id !== this.#job.id) return;
    if (data.result || data.error) this.#end(data);
    else this.#job.progress(data.stage, data.done);
  }

  #end({ result, error, fatal }) {
    const job = this.#job;
    this.#job = null;
    if (fatal) this.#restart();
    if (result) job?.resolve(result);
    else job?.reject(new Error(error));
  }

  #restart() {
    this.#worker.terminate();
    this.#start();
  }

  get busy() {
    return this.#job !== null;
  }

  /** Resolves to {assets, twins, tets, report}, or to null when it was cancelled. */
  prepare(source, settings, progress = () => {}) {
    this.cancel();
    return new Promise((resolve, reject) => {
      this.#job = { id: ++this.#count, resolve, reject, progress };
      this.#worker.postMessage({ id: this.#job.id, source, settings });
    });
  }

  cancel() {
    if (!this.#job) return;
    const { resolve } = this.#job;
    this.#job = null;
    this.#restart();
    resolve(null);
  }
}
