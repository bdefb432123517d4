// SPDX-License-Identifier: MIT
// The picture: its size in pixels, and what mouse, fingers and keys do to it.

const Press = { take: 0, turn: 1, move: 2, pin: 3 };
const Hand = { asking: 1, holding: 2 };
/** Where the keyboard looks for a body, from the middle outwards, in shares of the picture. */
const around = [[0, 0], [0, -0.12], [0, 0.12], [-0.1, 0], [0.1, 0], [0, -0.25], [-0.1, -0.2], [0.1, -0.2], [0, 0.25], [-0.2, 0], [0.2, 0], [0, -0.38]];
const mostScale = 2; // pixels per pixel of the page: more is not seen and costs four times as much
const stillClick = 4; // [pixel] a click may move and is still a click

export class Canvas {
  #engine;
  #fingers = new Map(); // pointerId -> {x, y}
  #pinch = null; // distance and middle of two fingers
  #press = null;
  #quality = 1;
  #deviceSize = null;

  constructor(element, engine) {
    this.element = element;
    this.#engine = engine;
    this.width = this.height = 0;
    this.#watchSize();
    element.addEventListener("pointerdown", (event) => this.#down(event));
    element.addEventListener("pointermove", (event) => this.#move(event));
    element.addEventListener("pointerup", (event) => this.#up(event));
    element.addEventListener("pointercancel", (event) => this.#up(event));
    element.addEventListener("lostpointercapture", (event) => this.#up(event));
    element.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    element.addEventListener("contextmenu", (event) => event.preventDefault());
  }

  // ---- Size ----------------------------------------------------------------------------------------------------------

  #watchSize() {
    const observer = new ResizeObserver(([entry]) => {
      const exact = entry.devicePixelContentBoxSize?.[0];
      this.#deviceSize = exact ? [exact.inlineSize, exact.blockSize] : null;
      this.#resize();
    });
    try {
      observer.observe(this.element, { box: "device-pixel-content-box" });
    } catch {
      observer.observe(this.element);
    }
    this.#resize();
  }

  /** 1: as sharp as the display, up to twice; less: fewer pixels for a slow GPU. */
  set quality(quality) {
    this.#quality = quality;
    this.#resize();
  }

  get quality() {
    return this.#quality;
  }

  #resize() {
    const { clientWidth, clientHeight } = this.element;
    const ratio = globalThis.devicePixelRatio || 1;
    const rounded = [Math.round(clientWidth * ratio), Math.round(clientHeight * ratio)];
    // exact to the device's pixel where the browser tells it; emulated pixel ratios tell nonsense
    const trusted = this.#deviceSize?.every((size, i) => Math.abs(size - rounded[i]) <= 2);
    const [fullWidth, fullHeight] = trusted ? this.#deviceSize : rounded;
    const factor = Math.min(1, mostScale / ratio) * this.#quality;
    this.width = Math.max(clientWidth ? 1 : 0, Math.round(fullWidth * factor));
    this.height = Math.max(clientHeight ? 1 : 0, Math.round(fullHeight * factor));
    this.#engine.call("pageSetScale", this.#scale);
  }

  get #scale() {
    return this.element.clientWidth ? this.width / this.element.clientWidth : 1;
  }

  #place({ clientX, clientY }) {
    const box = this.element.getBoundingClientRect();
    return [(clientX - box.left) * this.#scale, (clientY - box.top) * this.#scale];
  }

  // ---- Pointers ------------------------------------------------------------------------------------------------------

  #down(event) {
    this.element.focus({ preventScroll: true });
    this.element.setPointerCapture(event.pointerId);
    this.#fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (this.#fingers.size === 2) {
      this.release();
      this.#pinch = this.#span();
    }
    if (this.#fingers.size > 1) return;
    const what = event.button === 1 || event.shiftKey ? Press.move : event.button === 2 ? Press.turn : Press.take;
    this.#press = { x: event.clientX, y: event.clientY, pin: event.button === 0 && event.shiftKey };
    this.#engine.call("pagePress", what, ...this.#place(event));
  }

  #move(event) {
    const finger = this.#fingers.get(event.pointerId);
    if (!finger) return this.#hover(event);
    finger.x = event.clientX;
    finger.y = event.clientY;
    if (this.#fingers.size === 1) this.#engine.call("pageMove", ...this.#place(event));
    else if (this.#pinch) this.#followPinch();
  }

  /** A mouse points without a press: strands feel it, and what follows the pointer goes after it. */
  #hover(event) {
    if (event.pointerType !== "touch" && this.#fingers.size === 0 && !this.#keyHand) this.#engine.call("pageMove", ...this.#place(event));
  }

  #up(event) {
    if (!this.#fingers.delete(event.pointerId)) return;
    this.#pinch = null;
    if (this.#fingers.size > 0) return;
    const press = this.#press;
    this.release();
    const still = press && Math.hypot(event.clientX - press.x, event.clientY - press.y) <= stillClick;
    if (press?.pin && still && event.type === "pointerup") this.#engine.call("pagePress", Press.pin, ...this.#place(event));
  }

  /** Lets go of whatever is held: also when the page is hidden or a dialog opens. */
  release() {
    this.#press = null;
    this.#engine.call("pageRelease");
  }

  #span() {
    const [a, b] = [...this.#fingers.values()];
    return { distance: Math.max(1, Math.hypot(a.x - b.x, a.y - b.y)), x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
  }

  /** Two fingers: apart is nearer, together moves the view. */
  #followPinch() {
    const now = this.#span();
    const { distance, x, y } = this.#pinch;
    this.#engine.call("pageZoom", Math.log(now.distance / distance) / 0.14);
    this.#engine.call("pagePan", (now.x - x) * this.#scale, (now.y - y) * this.#scale);
    this.#pinch = now;
  }

  #wheel(event) {
    event.preventDefault();
    const notch = event.deltaMode === 1 ? 3 : event.deltaMode === 2 ? 1 : 100;
    const pinch = event.ctrlKey ? 4 : 1; // a trackpad's pinch arrives as a fine wheel
    this.#engine.call("pageZoom", Math.max(-5, Math.min(5, (-event.deltaY / notch) * pinch)));
  }

  // ---- A hand for the keyboard ---------------------------------------------------------------------------------------

  #keyHand = null;

  /** Takes the body nearest to the middle of the picture, or lets go of it. Resolves to whether something is held. */
  async toggleHold() {
    if (this.#keyHand) {
      this.#keyHand = null;
      this.#engine.call("pageRelease");
      return false;
    }
    for (const [x, y] of around) {
      const place = { x: this.width * (0.5 + x), y: this.height * (0.5 + y) };
      this.#engine.call("pagePress", Press.take, place.x, place.y);
      while (this.#engine.call("pageHand") === Hand.asking) await new Promise((resolve) => requestAnimationFrame(resolve));
      if (this.#engine.call("pageHand") === Hand.holding) {
        this.#keyHand = place;
        return true;
      }
      this.#engine.call("pageRelease");
    }
    return false;
  }

  /** Arrow keys: pull what is held, else turn the view (with shift: move it). */
  arrow(x, y, shift) {
    const step = 24 * this.#scale;
    if (this.#keyHand) {
      this.#keyHand.x = Math.min(this.width, Math.max(0, this.#keyHand.x + x * step));
      this.#keyHand.y = Math.min(this.height, Math.max(0, this.#keyHand.y + y * step));
      this.#engine.call("pageMove", this.#keyHand.x, this.#keyHand.y);
    } else if (shift) {
      this.#engine.call("pagePan", -x * step, -y * step);
    } else {
      this.#engine.call("pageOrbit", x * 0.1, -y * 0.1);
    }
  }
}
