// SPDX-License-Identifier: MIT
import { Ok, Pending } from "./engine.js";

/** The picture as PNG bytes, drawn once more and read back. */
export async function takePicture(page) {
  const { engine, canvas } = page;
  const { width, height } = canvas;
  engine.check("pageTakeShot", width, height);
  let status;
  while ((status = engine.call("pageShot")) === Pending) await new Promise((resolve) => setTimeout(resolve, 5));
  if (status !== Ok) throw new Error(engine.message || "the picture could not be read back");
  const pixels = new Uint8ClampedArray(engine.exports.memory.buffer.slice(engine.call("pageShotPixels"), engine.call("pageShotPixels") + 4 * width * height));
  engine.call("pageShotEnd");
  const surface = Object.assign(document.createElement("canvas"), { width, height });
  surface.getContext("2d").putImageData(new ImageData(pixels, width, height), 0, 0);
  return new Promise((resolve, reject) => surface.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("the picture could not be packed"))), "image/png"));
}

/** Hands a file of the shown scene to the person. */
export function saveFile(page, blob, ending) {
  const address = URL.createObjectURL(blob);
  const name = `supple-${page.source.name.replace(/\W+/g, "-")}.${ending}`;
  Object.assign(document.createElement("a"), { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
  page.notices.say(`Saved ${name}`);
}

/** Saves the picture as a file. */
export async function savePicture(page) {
  try {
    saveFile(page, await takePicture(page), "png");
  } catch (error) {
    page.notices.say(`No picture: ${error.message}`, { error: true });
  }
}
