// SPDX-License-Identifier: MIT
import { plain } from "./numbers.js";

/** A logarithmic slider of the page's own, not of the scene. */
export class Slider {
  constructor({ id, label, unit = "", low, high, value }, apply) {
    Object.assign(this, { low, high, standard: value, value, unit, apply });
    this.root = document.createElement("div");
    this.root.className = "control";
    const row = Object.assign(document.createElement("div"), { className: "row" });
    this.output = Object.assign(document.createElement("output"), { htmlFor: id });
    row.append(Object.assign(document.createElement("label"), { htmlFor: id, textContent: label }), this.output);
    this.input = Object.assign(document.createElement("input"), { id, type: "range", min: 0, max: 1000, step: 1 });
    this.input.oninput = () => this.set(Number((low * (high / low) ** (this.input.value / 1000)).toPrecision(3)));
    this.root.append(row, this.input);
    this.#show();
  }

  get changed() {
    return this.value !== this.standard;
  }

  set(value) {
    this.value = Math.min(this.high, Math.max(this.low, value));
    this.apply(this.value);
    this.#show();
  }

  #show() {
    const place = (1000 * Math.log(this.value / this.low)) / Math.log(this.high / this.low);
    this.input.value = place;
    this.input.style.setProperty("--share", `${place / 10}%`);
    this.output.textContent = `${plain(this.value)} ${this.unit}`.trim();
    this.input.ariaValueText = this.output.textContent;
  }
}
