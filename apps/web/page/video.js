// SPDX-License-Identifier: MIT
import { saveFile } from "./picture.js";

const kinds = ["video/mp4;codecs=avc1", "video/webm;codecs=vp9", "video/webm;codecs=vp8", "video/webm"];

/** A video of the picture as it is shown, in the browser's own time. */
export class Video {
  #recorder = null;

  constructor(page) {
    this.page = page;
  }

  get running() {
    return this.#recorder !== null;
  }

  /** Starts, or ends and saves. Resolves once that is done. */
  async toggle() {
    const { notices } = this.page;
    try {
      if (this.running) await this.#end();
      else this.#begin();
    } catch (error) {
      this.#recorder = null;
      notices.say(`No video: ${error.message}`, { error: true });
    }
  }

  #begin() {
    const type = globalThis.MediaRecorder && kinds.find((kind) => MediaRecorder.isTypeSupported(kind));
    if (!type) throw new Error("this browser cannot record one");
    const stream = this.page.canvas.element.captureStream();
    const recorder = new MediaRecorder(stream, { mimeType: type, videoBitsPerSecond: 12e6 });
    const parts = [];
    recorder.ondataavailable = ({ data }) => parts.push(data);
    recorder.start(500);
    this.#recorder = { recorder, stream, parts, type: type.split(";")[0] };
  }

  async #end() {
    const { recorder, stream, parts, type } = this.#recorder;
    this.#recorder = null;
    await new Promise((resolve) => {
      recorder.onstop = resolve;
      recorder.stop();
    });
    for (const track of stream.getTracks()) track.stop();
    saveFile(this.page, new Blob(parts, { type }), type.endsWith("mp4") ? "mp4" : "webm");
  }
}
