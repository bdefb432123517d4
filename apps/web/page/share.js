// SPDX-License-Identifier: MIT
// The link: the scene, what was changed in it, and how it is looked at, in the address after the #.

/** [byte] files beyond this make links that are too long to be pasted anywhere. */
export const largestLink = 24 * 1024;

async function through(stream, bytes) {
  const { readable, writable } = stream;
  const writer = writable.getWriter();
  writer.write(bytes).then(() => writer.close()).catch(() => {}); // the reader hears of it
  return new Uint8Array(await new Response(readable).arrayBuffer());
}

function toText(bytes) {
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function fromText(text) {
  return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
}

/** Names and lengths, a line break, then the bytes of all files. */
async function packFiles(files) {
  const head = new TextEncoder().encode(`${JSON.stringify(files.map(({ name, bytes }) => [name, bytes.length]))}\n`);
  const all = new Uint8Array(await new Blob([head, ...files.map(({ bytes }) => bytes)]).arrayBuffer());
  return toText(await through(new CompressionStream("deflate-raw"), all));
}

async function unpackFiles(text) {
  const all = await through(new DecompressionStream("deflate-raw"), fromText(text));
  const end = all.indexOf(10);
  let at = end + 1;
  return JSON.parse(new TextDecoder().decode(all.subarray(0, end))).map(([name, length]) => {
    at += length;
    return { name, bytes: all.slice(at - length, at) };
  });
}

/**
 * @typedef {object} Shared
 * @property {import("./candidate.js").Source} source
 * @property {[string, string][]} settings
 * @property {Record<string, string>} view speed, show, exposure, camera ... as texts
 */

/** The part after the #. Throws RangeError when the files are too large for a link. */
export async function write({ source, settings, view }) {
  const link = new URLSearchParams();
  link.set(source.kind === "preset" ? "scene" : source.kind, source.name);
  for (const [path, value] of settings) link.set(`set.${path}`, value);
  for (const [key, value] of Object.entries(view)) link.set(key, value);
  if (source.kind !== "preset") {
    const data = await packFiles(source.files);
    if (data.length > largestLink) throw new RangeError("files");
    link.set("data", data);
  }
  return link.toString().replaceAll("%2C", ",");
}

/** What a link says; null when it names no scene. Throws when it is broken. */
export async function read(hash) {
  const link = new URLSearchParams(hash.replace(/^#/, ""));
  const view = {};
  const settings = [];
  let source = null;
  for (const [key, value] of link) {
    if (key.startsWith("set.")) settings.push([key.slice(4), value]);
    else if (key === "scene" && !link.has("data")) source = { kind: "preset", name: value, files: [] };
    else if (!["scene", "mesh", "data"].includes(key)) view[key] = value;
  }
  if (link.has("data")) {
    const kind = link.has("mesh") ? "mesh" : "scene";
    try {
      source = { kind, name: link.get(kind), files: await unpackFiles(link.get("data")) };
    } catch {
      throw new Error("the link is cut off or was changed: its files cannot be read");
    }
  }
  return { source, settings, view };
}
