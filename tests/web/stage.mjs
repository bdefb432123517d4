// SPDX-License-Identifier: MIT
// One page for many tests: a software GPU compiles the kernels of every new page for a quarter of a minute. Between two
// tests it is brought back to what a link says, and that is checked.
import assert from "node:assert/strict";
import { open } from "./browser.mjs";

/** A small window and few pixels: the software GPU is slow. Places in the window do not depend on the pixels. */
const usual = { viewport: { width: 720, height: 400 }, quality: 0.15 };

export class Stage {
  page = null;
  inUse = false;

  constructor(browser, address) {
    Object.assign(this, { browser, address });
  }

  /** The page with this link, opened anew. auto=off keeps slow machines on the scene that is asked for. */
  async open(link) {
    await this.close();
    this.inUse = true;
    this.page = await open(this.browser, `${this.address}#auto=off&${link}`, { viewport: usual.viewport });
    await this.page.waitForFunction(() => window.supple?.page.source);
    await this.page.evaluate((quality) => (window.supple.page.canvas.quality = quality), usual.quality);
    return this.page;
  }

  /** The page with this link: the open one when there is one. */
  async show(link, options = {}) {
    const { viewport, quality } = { ...usual, ...options };
    const page = this.page ?? (await this.open(link));
    this.inUse = true;
    await page.setViewportSize(viewport);
    const before = await page.evaluateHandle(() => window.supple.page.source);
    await page.evaluate(([hash, share]) => {
      const { canvas, controls, notices } = window.supple.page;
      canvas.quality = share;
      controls.pause(false);
      controls.slow(false);
      controls.overlays = 0;
      for (const slider of [controls.strain, controls.exposure, controls.grab]) slider.set(slider.standard);
      controls.panel(true);
      notices.hush();
      notices.toast.replaceChildren();
      document.activeElement.blur();
      history.replaceState(null, "", "#"); // the same link twice would be no change
      location.hash = hash;
    }, [`auto=off&${link}`, quality]);
    await page.waitForFunction((old) => window.supple.page.source !== old, before);
    await this.#check(new URLSearchParams(link), viewport);
    return page;
  }

  /** Nothing of the test before is left. */
  async #check(link, { width, height }) {
    const facts = await this.page.evaluate(() => {
      const { controls, engine, maker, resting, restarts, settings, source } = window.supple.page;
      const { camera, ...view } = controls.viewTexts();
      const shown = ["cover", "keys", "progress"].filter((id) => !document.getElementById(id).hidden);
      const frames = controls.paused ? window.supple.figures().frames : 0;
      return { name: source.name, settings: [...settings], view, shown, frames, hand: engine.call("pageHand"),
        busy: maker.busy, resting, restarts, recording: controls.recording.running, window: [innerWidth, innerHeight] };
    });
    const settings = [...link].filter(([key]) => key.startsWith("set.")).map(([key, value]) => [key.slice(4), value]);
    const view = { auto: "off", ...(link.has("paused") && { paused: "1" }) };
    assert.deepEqual(facts, { name: link.get("scene"), settings, view, shown: [], frames: 0, hand: 0, busy: false, resting: false, restarts: 0,
      recording: false, window: [width, height] }, "the test before left something behind");
  }

  /** A test is done with it; one that failed leaves it in use. */
  async giveBack() {
    const { faults } = this.page;
    this.page.faults = [];
    assert.deepEqual(faults, [], "the console has errors or warnings");
    await this.page.evaluate(() => window.supple.page.controls.pause(true));
    this.inUse = false;
  }

  async close() {
    await this.page?.context().close();
    this.page = null;
    this.inUse = false;
  }
}
