// SPDX-License-Identifier: MIT
// Everything around the picture that can be pressed, and the figures.
import { State } from "./engine.js";
import { plain, whole } from "./numbers.js";
import { ScenePanel } from "./panel.js";
import { savePicture } from "./picture.js";
import { History, plot } from "./plots.js";
import { Slider } from "./slider.js";
import { Video } from "./video.js";

const byId = (id) => document.getElementById(id);
/** Places of a plot: it is filled from the left and soon reaches the right. */
const fewest = (values) => Math.max(30, values.length);
const interval = 200; // [ms] between two looks at the figures
const slowSpeed = 0.25;
const overlayNames = { wires: 1, pins: 2, strain: 4, tets: 8, nodes: 16, edges: 32 };

export class Controls {
  #speed = 1;
  #nextFigures = 0;
  #times = new History(180); // [ms] between pictures
  #lastPicture = null;
  #lastCount = 0;

  constructor(page) {
    this.page = page;
    this.engine = page.engine;
    this.recording = new Video(page);
    const roots = { material: byId("material"), world: byId("world"), bodies: byId("bodies") };
    this.scenePanel = new ScenePanel(roots, (path, text) => page.change(path, text), (word) => this.engine.call("textStiffness", word), (body, pinned) => page.pinAll(body, pinned));
    this.#presets();
    this.#buttons();
    this.#look();
    this.#keys();
  }

  // ---- Scene and time ------------------------------------------------------------------------------------------------

  #presets() {
    const select = byId("scene");
    for (const { name, description } of this.page.presets) select.append(Object.assign(document.createElement("option"), { value: name, textContent: name, title: description }));
    select.onchange = () => this.page.load({ kind: "preset", name: select.value, files: [] });
  }

  /** Takes over what is shown. */
  showScene() {
    const { source } = this.page;
    const select = byId("scene");
    select.querySelector(".own")?.remove();
    if (!source) return;
    if (source.kind !== "preset") select.append(Object.assign(document.createElement("option"), { className: "own", value: source.name, textContent: source.name }));
    select.value = source.name;
    const scene = this.engine.json("textScene");
    byId("description").textContent = this.page.presets.find(({ name }) => source.kind === "preset" && name === source.name)?.description ?? "";
    byId("adapter").textContent = this.engine.json("textGpu")?.adapter ?? "";
    this.scenePanel.show(scene);
    document.title = `Supple: ${scene.name}`;
    this.#nextFigures = 0;
  }

  get paused() {
    return this.engine.call("pagePaused") !== 0;
  }

  pause(paused) {
    this.engine.call("pageSetPaused", Number(paused));
    document.body.classList.toggle("paused", paused);
    byId("pause").querySelector("span").textContent = paused ? "Play" : "Pause";
  }

  step() {
    this.#try("pageStep");
    this.pause(true);
  }

  reset() {
    this.#try("pageReset");
    this.page.told = null;
  }

  slow(slow) {
    this.#speed = slow ? slowSpeed : 1;
    this.engine.call("pageSetSpeed", this.#speed);
    byId("slow").ariaPressed = String(slow);
  }

  #try(name) {
    try {
      this.engine.check(name);
    } catch (error) {
      this.page.notices.say(error.message, { error: true });
    }
  }

  // ---- Buttons -------------------------------------------------------------------------------------------------------

  #buttons() {
    byId("pause").onclick = () => this.pause(!this.paused);
    byId("step").onclick = () => this.step();
    byId("reset").onclick = () => this.reset();
    byId("slow").onclick = () => this.slow(this.#speed === 1);
    byId("share").onclick = () => this.share();
    byId("all").onclick = () => this.engine.call("pageLookAtAll");
    byId("shot").onclick = () => savePicture(this.page);
    byId("video").onclick = () => this.video();
    byId("hide").onclick = () => this.panel(false);
    byId("unhide").onclick = () => this.panel(true);
    byId("full").onclick = () => this.fullScreen();
    byId("help").onclick = () => this.help();
    byId("keys-close").onclick = () => this.help();
    byId("grip").onclick = () => this.panel();
    for (const button of document.querySelectorAll("[data-overlay]")) button.onclick = () => this.overlay(Number(button.dataset.overlay));
    document.addEventListener("fullscreenchange", () => (byId("full").textContent = document.fullscreenElement ? "Leave full screen" : "Full screen"));
    byId("full").hidden = !document.fullscreenEnabled;
    if (matchMedia("(max-width: 640px)").matches) this.panel(false);
  }

  overlay(bit) {
    this.overlays = this.engine.call("pageOverlays") ^ bit;
  }

  set overlays(bits) {
    this.engine.call("pageSetOverlays", bits);
    this.#showOverlays();
  }

  #showOverlays() {
    const bits = this.engine.call("pageOverlays");
    if (bits === this.shownOverlays) return;
    this.shownOverlays = bits;
    for (const button of document.querySelectorAll("[data-overlay]")) button.ariaPressed = String((bits & Number(button.dataset.overlay)) !== 0);
    this.strain.root.hidden = (bits & overlayNames.strain) === 0;
  }

  #look() {
    const set = (name) => (value) => this.engine.call(name, value);
    this.strain = new Slider({ id: "strain", label: "Strain drawn red", low: 0.01, high: 2, value: 0.3 }, set("pageSetStrainScale"));
    this.exposure = new Slider({ id: "exposure", label: "Exposure", low: 0.1, high: 8, value: 1 }, set("pageSetExposure"));
    this.grab = new Slider({ id: "grab", label: "Grab strength", unit: "Hz", low: 0.3, high: 8, value: 1.6 }, set("pageSetGrabStrength"));
    byId("look").append(this.strain.root, this.exposure.root, this.grab.root);
    this.#showOverlays();
  }

  async video() {
    await this.recording.toggle();
    byId("video").ariaPressed = String(this.recording.running);
    byId("video").textContent = this.recording.running ? "End video" : "Video";
  }

  panel(open = byId("panel").classList.contains("closed")) {
    byId("panel").classList.toggle("closed", !open);
    byId("grip").ariaExpanded = String(open);
    byId("unhide").hidden = open;
  }

  help() {
    const keys = byId("keys");
    keys.hidden = !keys.hidden;
    byId("help").ariaExpanded = String(!keys.hidden);
    (keys.hidden ? byId("help") : byId("keys-close")).focus();
  }

  async fullScreen() {
    try {
      await (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen());
    } catch (error) {
      this.page.notices.say(`Full screen was refused: ${error.message}`, { error: true });
    }
  }

  async share() {
    const { notices } = this.page;
    let link;
    try {
      link = await this.page.link();
    } catch (error) {
      const why = error instanceof RangeError ? "This file is too large to travel in a link: send the file beside the link of a preset." : error.message;
      notices.say(why, { error: true });
      return;
    }
    history.replaceState(null, "", link);
    const copied = await (navigator.clipboard?.writeText(link) ?? Promise.reject(new Error())).then(() => true, () => false);
    notices.say(copied ? "The link is copied: it opens this scene with these settings." : "The link is in the address bar: it opens this scene with these settings.");
  }

  // ---- What a link carries of the view -------------------------------------------------------------------------------

  viewTexts() {
    const bits = this.engine.call("pageOverlays");
    const shown = Object.keys(overlayNames).filter((name) => bits & overlayNames[name]);
    const camera = this.engine.doubles(this.engine.call("pageCamera"), 7).map((value) => Number(value.toPrecision(6)));
    const texts = { camera: camera.join(",") };
    if (shown.length) texts.show = shown.join(",");
    if (this.#speed !== 1) texts.speed = String(this.#speed);
    if (this.paused) texts.paused = "1";
    for (const [name, slider] of Object.entries({ exposure: this.exposure, strain: this.strain, grab: this.grab }))
      if (slider.changed) texts[name] = String(slider.value);
    if (!this.page.pace.enabled) texts.auto = "off";
    return texts;
  }

  takeViewTexts({ camera, show, speed, paused, exposure, strain, grab }) {
    const numbers = camera?.split(",").map(Number) ?? [];
    if (numbers.length === 7 && numbers.every(Number.isFinite)) this.engine.call("pageSetCamera", ...numbers);
    if (show) this.overlays = show.split(",").reduce((bits, name) => bits | (overlayNames[name] ?? 0), 0);
    if (speed) this.slow(Number(speed) < 1);
    if (paused === "1") this.pause(true);
    for (const [text, slider] of [[exposure, this.exposure], [strain, this.strain], [grab, this.grab]]) if (text && Number.isFinite(Number(text))) slider.set(Number(text));
  }

  // ---- Keys ----------------------------------------------------------------------------------------------------------

  #keys() {
    const { canvas } = this.page;
    const everywhere = {
      " ": () => this.pause(!this.paused), n: () => this.step(), r: () => this.reset(), s: () => this.slow(this.#speed === 1),
      f: () => this.engine.call("pageLookAtAll"), c: () => savePicture(this.page), h: () => this.help(), p: () => this.panel(), v: () => this.video(),
      1: () => this.overlay(1), 2: () => this.overlay(8), 3: () => this.overlay(4), 4: () => this.overlay(2), 5: () => this.overlay(16), 6: () => this.overlay(32),
      "+": () => this.engine.call("pageZoom", 1), "=": () => this.engine.call("pageZoom", 1), "-": () => this.engine.call("pageZoom", -1),
      escape: () => this.page.maker.busy ? this.page.maker.cancel() : byId("keys").hidden || this.help(),
    };
    const inPicture = {
      arrowleft: [-1, 0], arrowright: [1, 0], arrowup: [0, -1], arrowdown: [0, 1],
    };
    addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || document.body.classList.contains("covered")) return;
      const key = event.key.toLowerCase();
      const { target } = event;
      if (target.matches?.("input[type=text], select, textarea") && key !== "escape") return;
      if (key === " " && target.closest?.("button, summary, a, input")) return;
      if (target === canvas.element && inPicture[key]) canvas.arrow(...inPicture[key], event.shiftKey);
      else if (target === canvas.element && key === "g") this.#hold();
      else if (everywhere[key] && !(event.repeat && key !== "n" && key !== "+" && key !== "-")) everywhere[key]();
      else return;
      event.preventDefault();
    });
  }

  async #hold() {
    const { canvas, notices } = this.page;
    const before = this.engine.call("pageHand");
    if (await canvas.toggleHold()) notices.say("Held: the arrow keys pull, G lets go.");
    else if (before === 0) notices.say("There is nothing to hold near the middle of the picture.");
  }

  // ---- Figures -------------------------------------------------------------------------------------------------------

  /** Once a turn. */
  update(now) {
    const pictures = this.engine.call("pagePictures");
    if (pictures !== this.#lastCount && this.page.state === State.Running) {
      if (this.#lastPicture !== null && now - this.#lastPicture < 2000) this.#times.add(now - this.#lastPicture);
      this.#lastPicture = now;
    }
    this.#lastCount = pictures;
    this.#showOverlays(); // pinning shows pins
    if (now < this.#nextFigures || !this.page.source) return;
    this.#nextFigures = now + interval;
    if (!byId("panel").classList.contains("closed") && byId("figures-section").open) this.#figures();
  }

  #figures() {
    const f = this.engine.json("textFigures");
    const set = (id, text) => (byId(`figure-${id}`).textContent = text);
    const ms = (value) => (!value ? "–" : `${value.toFixed(value < 10 ? 2 : 1)} ms`);
    set("pictures", `${Math.round(f.picturesPerSecond)} a second`);
    set("simulation", f.simulationGpu === null ? ms(f.simulation) : `${ms(f.simulationGpu)} GPU, ${ms(f.simulation)}`);
    set("drawing", ms(f.drawing));
    set("size", `${whole(f.vertices)} / ${whole(f.tets)}`);
    set("steps", f.networkSteps ? whole(f.networkSteps) : "–");
    set("nodes", f.networkSteps ? whole(f.movingNodes) : "–");
    set("time", `${f.time.toFixed(2)} s, frame ${whole(f.frames)}`);
    set("volume", f.minVolumeRatio === null ? "–" : f.minVolumeRatio.toFixed(3));
const joules = (value) => (f.minVolumeRatio === null ? "–" : `${plain(Number(value.toPrecision(3)))} J`);
    set("motion", joules(f.kinetic));
    set("elastic", joules(f.elastic));
    const most = Math.max(33.4, ...this.#times.values);
    byId("plot-time-range").textContent = `${most.toFixed(0)} ms`;
    plot(byId("plot-time"), [{ values: this.#times.values, color: "#334155", fill: "rgb(51 65 85 / 0.12)" }], { capacity: fewest(this.#times.values), high: most, marks: [16.7, 33.3] });
    const total = this.engine.floats(this.engine.call("textPlotTotal"), f.plotCount);
    const motion = this.engine.floats(this.engine.call("textPlotMotion"), f.plotCount);
    const low = Math.min(0, ...total);
    const high = Math.max(1e-9, ...total, ...motion);
    byId("plot-energy-range").textContent = `${plain(Number(high.toPrecision(3)))} J`;
    plot(byId("plot-energy"), [{ values: total, color: "#334155" }, { values: motion, color: "#c2401f", fill: "rgb(194 64 31 / 0.15)" }], { capacity: fewest(total), low, high });
  }
}
