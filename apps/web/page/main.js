// SPDX-License-Identifier: MIT
// The page: starts the GPU and the scene side by side, then a turn an animation frame.
import { adopt, describe } from "./candidate.js";
import { Canvas } from "./canvas.js";
import { Controls } from "./controls.js";
import { compile, Engine, Pending, State } from "./engine.js";
import { Files } from "./files.js";
import { run } from "./headless.js";
import { Maker } from "./maker.js";
import { Notices } from "./notices.js";
import { Pace } from "./pace.js";
import { read } from "./reading.js";
import * as share from "./share.js";

const firstScene = "bunny";
const mostRestarts = 2;

class Page {
  notices = new Notices();
  timings = {};
  source = null; // what is shown
  settings = new Map(); // path -> text: what was changed in it
  state = State.Starting;
  restarts = 0;
  resting = false; // while a run without a picture has the GPU to itself
  tets = 0;

  async start() {
    const began = performance.now();
    navigator.gpu?.requestAdapter().catch(() => {}); // the browser finds the GPU while the module arrives
    this.module = await compile(new URL("supple.wasm", import.meta.url));
    this.timings.compiled = performance.now();
    this.maker = new Maker(this.module);
    this.engine = await Engine.create(this.module, {
      gpu: navigator.gpu,
      log: (severity, line) => (severity < 2 ? console.info(line) : console.warn(line)),
    });
    this.presets = this.engine.json("textPresets");
    this.canvas = new Canvas(document.getElementById("picture"), this.engine);
    this.pace = new Pace(this);
    this.controls = new Controls(this);
    this.files = new Files(this);
    this.engine.check("pageStart", false);
    this.timings.started = performance.now() - began;
    document.addEventListener("visibilitychange", () => this.#visibility());
    addEventListener("hashchange", () => this.#follow(location.hash));
    addEventListener("blur", () => this.canvas.release());
    requestAnimationFrame((now) => this.#turn(now));
    if (!navigator.gpu) return this.#noGpu("This browser has no WebGPU.");
    await this.#follow(location.hash);
  }

  // ---- Scenes --------------------------------------------------------------------------------------------------------

  /**
   * Shows another scene; what is shown stays when that fails. Resolves to whether it is shown.
   * @param {import("./candidate.js").Source} source
   */
  async load(source, { settings = [] } = {}) {
    this.notices.begin(`Preparing ${source.name}`, () => this.maker.cancel());
    try {
      const made = await this.maker.prepare(source, settings, (stage, done) => this.notices.tell(`${source.name}: ${stage}`, done));
      if (!made) return this.#stopped(source);
      this.timings.prepared ??= performance.now();
      if (!(await this.#use(source, settings, made))) return false;
    } catch (error) {
      this.notices.say(error.message, { error: true, seconds: 12 });
      this.controls.showScene();
      return false;
    } finally {
      if (!this.maker.busy) this.notices.end();
    }
    this.pace.interrupted();
    return true;
  }

  #stopped(source) {
    if (!this.maker.busy) this.notices.say(`${source.name}: stopped`);
    this.controls.showScene();
    return false;
  }

  async #use(source, settings, made) {
    const { engine, canvas } = this;
    const turn = (this.wanted = {}); // a newer scene makes this one unwanted
    while (engine.call("pageGpu") === Pending) {
      await new Promise((resolve) => setTimeout(resolve, 5));
      if (this.wanted !== turn) return false;
    }
    const waited = performance.now();
    describe(engine, source, settings);
    adopt(engine, made);
    engine.check("sceneUse", canvas.width, canvas.height);
    this.timings.gpu ??= waited;
    this.source = source;
    this.settings = new Map(settings);
    this.tets = made.tets;
    this.timings.shown ??= performance.now();
    this.controls.showScene();
    const worst = made.report.find(({ severity }) => severity === "warning");
    if (worst) this.notices.say(worst.text, { seconds: 10 });
    return true;
  }

  /** Changes a value of the scene; false, with a notice, when it is refused. */
  change(path, text) {
    try {
      this.engine.check("pageSet", path, text);
    } catch (error) {
      this.notices.say(error.message, { error: true });
      return false;
    }
    this.settings.set(path, text);
    return true;
  }

  /** Pins or frees all of a body, until the next reset. */
  pinAll(body, pinned) {
    try {
      this.engine.check("pagePinAll", body, Number(pinned));
    } catch (error) {
      this.notices.say(error.message, { error: true });
    }
  }

  // ---- Links ---------------------------------------------------------------------------------------------------------

  /** The whole address that shows what is shown now. */
  async link() {
    const hash = await share.write({ source: this.source, settings: [...this.settings], view: this.controls.viewTexts() });
    return `${location.href.split("#")[0]}#${hash}`;
  }

  async #follow(hash) {
    let shared = { source: null, settings: [], view: {} };
    try {
      shared = await share.read(hash);
    } catch (error) {
      this.notices.say(error.message, { error: true, seconds: 12 });
    }
    this.pace.enabled = shared.view.auto !== "off";
    const source = shared.source ?? { kind: "preset", name: this.pace.firstScene(firstScene), files: [] };
    const shown = await this.load(source, { settings: shared.settings });
    if (!shown && !this.source) await this.load({ kind: "preset", name: firstScene, files: [] });
    this.controls.takeViewTexts(shared.view);
  }

  // ---- A turn --------------------------------------------------------------------------------------------------------

  #turn(now) {
    requestAnimationFrame((next) => this.#turn(next));
    if (document.hidden || this.resting) return;
    const seconds = this.last === undefined ? 0 : (now - this.last) / 1000;
    const state = this.#frame(seconds);
    if (state !== State.Busy) this.last = now;
    if (state === State.Running) {
      if (this.timings.firstPicture === undefined) this.#first();
      this.pace.picture(1000 * seconds);
    }
    this.state = state;
    this.controls.update(now);
    if (state === State.Lost) this.#lost();
    else if (state === State.NoGpu) this.#noGpu(this.engine.message);
    else if (state === State.Failed) this.#failed();
  }

  #frame(seconds) {
    if (this.stopped) return this.state;
    const { width, height } = this.canvas;
    try {
      return this.engine.call("pageFrame", seconds, width, height);
    } catch (error) {
      this.stopped = true;
      console.error(error);
      const reload = { label: "Load the page again", run: () => location.reload() };
      this.notices.block("Supple stopped", ["The program ran into a fault or out of memory.", String(error.message)], reload);
      return State.Empty;
    }
  }

  #first() {
    this.timings.firstPicture = performance.now();
    document.body.classList.add("drawn");
    const drawn = () => {
      if (this.engine.call("pagePicturesInFlight") < 2 || this.engine.call("pagePictures") > 1) this.timings.firstPictureDone = performance.now();
      else requestAnimationFrame(drawn);
    };
    requestAnimationFrame(drawn);
  }

  /** Hidden: time stands still, and nothing is caught up later. */
  #visibility() {
    this.last = undefined;
    if (document.hidden) this.canvas.release();
    this.pace.interrupted();
  }

  // ---- When the GPU is missing or goes -------------------------------------------------------------------------------

  #noGpu(why) {
    if (this.stopped) return;
    this.stopped = true;
    this.state = State.NoGpu;
    this.notices.end();
    const advice = navigator.gpu
      ? "WebGPU is there, but it found no GPU to use: a driver may be missing, blocked or switched off in the browser's settings."
      : window.isSecureContext
        ? "Supple needs it. Current versions of Chrome, Edge, Firefox and Safari have it on most systems."
        : "Browsers offer WebGPU only to pages that come over https or from localhost.";
    this.notices.block("No WebGPU here", [why, advice], { label: "Try again", run: () => location.reload() });
  }

  async #lost() {
    if (this.restarting) return;
    this.restarting = true;
    this.last = undefined;
    if (this.restarts++ >= mostRestarts) {
      this.stopped = true;
      this.notices.block("The GPU was lost", ["It was lost again and again. A smaller scene may help.", this.engine.message],
        { label: "Load the page again", run: () => location.reload() });
      return;
    }
    this.notices.say("The GPU was lost; the scene starts again.", { error: true });
    this.engine.check("pageRestart");
    while (this.engine.call("pageGpu") === Pending) await new Promise((resolve) => setTimeout(resolve, 20));
    try {
      this.engine.check("pageGpu");
      if (this.source) this.engine.check("pageRebuild");
    } catch (error) {
      this.#noGpu(error.message);
    }
    this.restarting = false;
    this.pace.interrupted();
  }

  #failed() {
    if (this.told === this.engine.message) return;
    this.told = this.engine.message;
    this.notices.say(this.told, { error: true, seconds: 12, action: { label: "Reset", run: () => this.controls.reset() } });
  }
}

const page = new Page();

async function runAlone(name, options) {
  page.resting = true;
  page.last = undefined;
  try {
    return await run(page.module, { kind: "preset", name, files: [] }, { ...options, settings: Object.entries(options.settings ?? {}) });
  } finally {
    page.resting = false;
    page.pace.interrupted();
  }
}

/** From the browser's console: what docs/web.md describes. */
window.supple = {
  page,
  presets: () => page.presets,
  figures: () => page.engine.json("textFigures"),
  load: (name, settings = {}) => page.load({ kind: "preset", name, files: [] }, { settings: Object.entries(settings) }),
  set: (path, value) => page.change(path, String(value)),
  /** "positions", "velocities", "normals" or "state" of what is shown. */
  read: (what) => read(page.engine, what),
  run: (name, options = {}) => runAlone(name, options),
  link: () => page.link(),
  timings: page.timings,
  /** Ends the GPU device, as a crashed driver would: the page starts the scene again. */
  loseDevice: () => page.engine.loseDevice(),
};

page.start().catch((error) => {
  console.error(error);
  page.notices.block("Supple could not start", [String(error.message)], { label: "Try again", run: () => location.reload() });
});
