// SPDX-License-Identifier: MIT
// When pictures stay slower than 33 ms: fewer pixels first, then a smaller preset, with a way back.

const slow = 33; // [ms]
const patience = 2500; // [ms] of slow pictures before anything is done
const recent = 12; // pictures whose mean is judged

export class Pace {
  enabled = true; // #auto=off switches it off, and so does a person who goes back

  constructor(page) {
    this.page = page;
    this.sizes = null; // preset -> tets
    this.interrupted();
  }

  /** What to begin with, on a device that says that it is small. */
  firstScene(usual) {
    const small = this.enabled && (navigator.deviceMemory ?? 8) <= 2;
    return small && this.page.presets.some(({ name }) => name === "cube") ? "cube" : usual;
  }

  /** The time since the last picture says nothing: another scene, a hidden tab, a new device. */
  interrupted() {
    this.intervals = [];
    this.slowSince = null;
  }

  /** A picture was drawn `interval` ms after the one before. */
  picture(interval) {
    if (!interval) return;
    this.intervals.push(interval);
    if (this.intervals.length > recent) this.intervals.shift();
    const mean = this.intervals.reduce((sum, one) => sum + one, 0) / this.intervals.length;
    const now = performance.now();
    if (this.intervals.length < recent / 2 || mean <= slow) this.slowSince = null;
    else this.slowSince ??= now;
    if (this.enabled && this.slowSince !== null && now - this.slowSince > patience) this.#lighten();
  }

  async #lighten() {
    this.interrupted();
    const { page } = this;
    if (page.maker.busy || this.working) return;
    if (page.canvas.quality === 1 && page.canvas.width * page.canvas.height > 500_000) {
      page.canvas.quality = 0.6;
      return;
    }
    this.working = true;
    try {
      await this.#smaller();
    } finally {
      this.working = false;
    }
  }

  /** A person's own file is never replaced. */
  async #smaller() {
    const { page } = this;
    const { source } = page;
    if (source?.kind !== "preset") return;
    const sizes = await this.#presetSizes();
    if (page.source !== source) return; // another one was chosen meanwhile
    const smaller = [...sizes].filter(([, tets]) => tets < 0.8 * page.tets).sort(([, a], [, b]) => b - a)[0];
    if (!smaller) return;
    const settings = [...page.settings];
    if (!(await page.load({ kind: "preset", name: smaller[0], files: [] }))) return;
    page.notices.say(`${source.name} is too much for this GPU: here is ${smaller[0]}.`, {
      seconds: 12,
      action: {
        label: `Back to ${source.name}`,
        run: () => {
          this.enabled = false;
          page.load(source, { settings });
        },
      },
    });
  }

  async #presetSizes() {
    if (this.sizes) return this.sizes;
    const sizes = new Map();
    for (const { name } of this.page.presets) {
      const made = await this.page.maker.prepare({ kind: "preset", name, files: [] }, []);
      if (!made) return sizes; // something else wants the worker
      sizes.set(name, made.tets);
    }
    return (this.sizes = sizes);
  }
}
