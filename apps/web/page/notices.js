// SPDX-License-Identifier: MIT
// Words to the person: short notices, progress with a way to stop it, and what stands in place of the picture.

const byId = (id) => document.getElementById(id);

export class Notices {
  #timer = 0;

  constructor() {
    this.toast = byId("toast");
    this.progress = byId("progress");
    this.cover = byId("cover");
  }

  /** A line for some seconds. `action`: {label, run}. */
  say(text, { error = false, action = null, seconds = 7 } = {}) {
    this.toast.replaceChildren(document.createTextNode(text));
    this.toast.classList.toggle("error", error);
    if (action) {
      const button = Object.assign(document.createElement("button"), { type: "button", textContent: action.label });
      button.onclick = () => {
        this.hush();
        action.run();
      };
      this.toast.append(button);
    }
    this.toast.classList.add("shown");
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.hush(), 1000 * seconds);
  }

  hush() {
    this.toast.classList.remove("shown");
  }

  /** Progress of long work; `cancel` stops it. Shown only when it takes a while. */
  begin(what, cancel) {
    byId("progress-text").textContent = what;
    byId("progress-bar").value = 0;
    byId("progress-stop").onclick = cancel;
    this.waiting = setTimeout(() => (this.progress.hidden = false), 300);
  }

  tell(what, done) {
    byId("progress-text").textContent = what;
    byId("progress-bar").value = done;
  }

  end() {
    clearTimeout(this.waiting);
    this.progress.hidden = true;
  }

  /** In place of the picture. `lines` are paragraphs; `action`: {label, run}. */
  block(title, lines, action = null) {
    byId("cover-title").textContent = title;
    byId("cover-text").replaceChildren(...lines.map((line) => Object.assign(document.createElement("p"), { textContent: line })));
    const button = byId("cover-action");
    button.hidden = !action;
    if (action) {
      button.textContent = action.label;
      button.onclick = action.run;
    }
    this.cover.hidden = false;
    document.body.classList.add("covered");
    if (action) button.focus();
  }

  unblock() {
    this.cover.hidden = true;
    document.body.classList.remove("covered");
  }
}
