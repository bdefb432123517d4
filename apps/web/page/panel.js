// SPDX-License-Identifier: MIT
// Controls made from the table of tunables, and the stiffness buttons.
import { plain, typed } from "./numbers.js";

const steps = 1000;

function element(name, properties = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

/** A slider's place of a value, and back. Logarithmic ones leave room for zero when their range begins there. */
function scaleOf({ low, high, logarithmic, kind }) {
  const floor = logarithmic && low <= 0 ? high * 1e-6 : low;
  const toPlace = logarithmic
    ? (value) => (value <= floor ? 0 : (Math.log(value / floor) / Math.log(high / floor)) * steps)
    : (value) => ((value - low) / (high - low || 1)) * steps;
  const toValue = (place) => {
    if (place <= 0) return low;
    if (place >= steps) return high;
    const value = logarithmic ? floor * (high / floor) ** (place / steps) : low + ((high - low) * place) / steps;
    return kind === "integer" ? Math.round(value) : Number(value.toPrecision(4));
  };
  return { toPlace, toValue };
}

/** One tunable. `apply(path, text)` says whether the value was taken. */
class Control {
  constructor(tunable, apply) {
    this.tunable = tunable;
    this.apply = (value) => {
      if (apply(tunable.path, String(value))) tunable.value = Number.isFinite(Number(value)) ? Number(value) : tunable.value;
      this.show();
    };
    this.id = `tunable-${tunable.path.replaceAll(".", "-")}`;
    this.root = { choice: () => this.#choice(), toggle: () => this.#toggle() }[tunable.kind]?.() ?? this.#slider();
    this.root.title = tunable.path;
    this.root.dataset.path = tunable.path;
    this.show();
  }

  #choice() {
    const { label, choices, live } = this.tunable;
    this.input = element("select", { id: this.id, disabled: !live }, ...choices.map((name, i) => element("option", { value: i, textContent: name })));
    this.input.onchange = () => {
      this.tunable.value = Number(this.input.value);
      this.apply(choices[this.input.value]);
    };
    this.show = () => (this.input.value = this.tunable.value);
    return element("div", { className: "row" }, element("label", { htmlFor: this.id, textContent: label }), this.input);
  }

  #toggle() {
    this.input = element("input", { id: this.id, type: "checkbox", disabled: !this.tunable.live });
    this.input.onchange = () => {
      this.tunable.value = Number(this.input.checked);
      this.apply(this.input.checked);
    };
    this.show = () => (this.input.checked = this.tunable.value !== 0);
    return element("div", { className: "row" }, element("label", { htmlFor: this.id, textContent: this.tunable.label }), this.input);
  }

  #slider() {
    const { label, unit, live, standard } = this.tunable;
    const { toPlace, toValue } = scaleOf(this.tunable);
    const named = `${label}${unit ? ` in ${unit}` : ""}`;
    this.input = element("input", { id: this.id, type: "range", min: 0, max: steps, step: 1, disabled: !live });
    this.number = element("input", { type: "text", inputMode: "decimal", className: "number", disabled: !live, ariaLabel: named, autocomplete: "off" });
    const back = element("button", { type: "button", className: "back", textContent: "\u21ba", title: `back to ${plain(standard)}`, ariaLabel: `${label}: back to ${plain(standard)}` });
    this.input.oninput = () => this.apply(toValue(Number(this.input.value)));
    this.number.onchange = () => {
      const value = typed(this.number.value);
      if (!Number.isNaN(value)) this.apply(value);
      this.number.value = plain(this.tunable.value); // what was no number, or was refused, goes
    };
    back.onclick = () => this.apply(standard);
    this.show = () => {
      const { value } = this.tunable;
      this.input.value = toPlace(value);
      this.input.ariaValueText = `${plain(value)} ${unit}`;
      this.input.style.setProperty("--share", `${Math.min(100, Math.max(0, toPlace(value) / (steps / 100)))}%`);
      if (document.activeElement !== this.number) this.number.value = plain(value);
      back.style.visibility = value === standard || !live ? "hidden" : "visible";
    };
    this.number.onblur = () => this.show();
    return element("div", { className: "control" },
      element("div", { className: "row" }, element("label", { htmlFor: this.id, textContent: label }), back, this.number, element("span", { className: "unit", textContent: unit })),
      this.input);
  }
}

const mostBodies = 40; // more are not listed: nobody scrolls through a thousand names

/** The panel's part that depends on the scene. */
export class ScenePanel {
  #body = 0;

  /** `roots`: {material, world, bodies} elements; `change(path, text)` applies; `stiffness(word)` [Pa]; `pinAll(body, pinned)`. */
  constructor(roots, change, stiffness, pinAll) {
    this.roots = roots;
    this.change = change;
    this.pinAll = pinAll;
    this.words = ["soft", "medium", "stiff"].map((word) => ({ word, young: stiffness(word) }));
    this.controls = [];
  }

  /** Takes over a scene: {name, bodies, models, tunables}. */
  show(scene) {
    this.scene = scene;
    this.#body = Math.min(this.#body, Math.max(0, scene.bodies.length - 1));
    this.#fill();
  }

  #apply = (path, text) => {
    const taken = this.change(path, text);
    queueMicrotask(() => this.#showStiffness());
    return taken;
  };

  #fill() {
    const { bodies, tunables } = this.scene;
    const { material, world, bodies: choice } = this.roots;
    this.prefix = bodies.length ? `bodies.${bodies[this.#body]}.` : null;
    const usable = tunables.filter(({ kind, choices }) => kind !== "choice" || choices.length > 1);
    const ofBody = usable.filter(({ path }) => this.prefix && path.startsWith(this.prefix));
    const ofWorld = usable.filter(({ path }) => !path.startsWith("bodies."));
    const make = (list) => list.map((tunable) => new Control(tunable, this.#apply));
    const [bodyControls, worldControls] = [make(ofBody), make(ofWorld)];
    this.controls = [...bodyControls, ...worldControls];
    choice.replaceChildren(...(bodies.length > 1 ? [this.#bodyChoice()] : []));
    const solid = !bodies.length || ofBody.some(({ path }) => path === `${this.prefix}material.young`);
    material.closest("details").querySelector("summary").textContent = solid ? "Material" : "Network";
    material.replaceChildren(
      ...(this.prefix && solid ? [this.#stiffness()] : []),
      ...(this.prefix ? [this.#pins()] : []),
      ...bodyControls.map(({ root }) => root));
    world.replaceChildren(...worldControls.map(({ root }) => root));
    this.#showStiffness();
  }

  #bodyChoice() {
    const options = this.scene.bodies.map((name, i) => element("option", { value: i, textContent: name }));
    const own = options.filter((option, i) => this.scene.models[i] === i); // copies do as their model
    const select = element("select", { id: "body" }, ...own.slice(0, mostBodies));
    select.value = this.#body;
    select.onchange = () => {
      this.#body = Number(select.value);
      this.#fill();
    };
    return element("div", { className: "row" }, element("label", { htmlFor: "body", textContent: "Body" }), select);
  }

  #pins() {
    const make = (textContent, pinned) => {
      const button = element("button", { type: "button", textContent });
      button.dataset.pins = pinned;
      button.onclick = () => this.pinAll(this.#body, pinned);
      return button;
    };
    return element("div", { className: "segments", role: "group", ariaLabel: "Pins" }, make("Pin all", true), make("Free all", false));
  }

  #stiffness() {
    this.buttons = this.words.map(({ word }) => {
      const button = element("button", { type: "button", textContent: word[0].toUpperCase() + word.slice(1) });
      button.dataset.stiffness = word;
      button.onclick = () => this.#setStiffness(word);
      return button;
    });
    return element("div", { className: "segments", role: "group", ariaLabel: "Stiffness" }, ...this.buttons);
  }

  /** A preset changes several values: through the number, so that links carry it. */
  #setStiffness(word) {
    const { young } = this.words.find((one) => one.word === word);
    this.controls.find(({ tunable }) => tunable.path === `${this.prefix}material.young`)?.apply(young);
  }

  #showStiffness() {
    const young = this.scene.tunables.find(({ path }) => path === `${this.prefix}material.young`)?.value;
    this.buttons?.forEach((button, i) => (button.ariaPressed = String(Math.abs(young - this.words[i].young) < 1e-6 * young)));
  }
}
