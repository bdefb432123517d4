// SPDX-License-Identifier: MIT
// Files that are dropped or chosen.

const readable = /\.(obj|stl|ply|json|vec3f32bin|vec4u32bin)$/i;
const largest = 256 * 1024 * 1024; // [byte]

export class Files {
  constructor(page) {
    this.page = page;
    const input = document.getElementById("file");
    document.getElementById("open").onclick = () => input.click();
    input.onchange = async () => {
      await this.take([...input.files]);
      input.value = "";
    };
    const cover = document.getElementById("drop");
    let depth = 0;
    const show = (change) => (cover.hidden = (depth = Math.max(0, change)) === 0);
    const isFiles = (event) => event.dataTransfer?.types.includes("Files");
    addEventListener("dragenter", (event) => isFiles(event) && show(depth + 1));
    addEventListener("dragleave", (event) => isFiles(event) && show(depth - 1));
    addEventListener("dragover", (event) => event.preventDefault());
    addEventListener("drop", (event) => {
      event.preventDefault();
      show(0);
      this.take([...(event.dataTransfer?.files ?? [])]);
    });
  }

  /** @param {File[]} list a mesh, both files of a tet mesh, or a scene with the meshes that it names */
  async take(list) {
    if (!list.length) return false;
    const { notices } = this.page;
    const known = list.filter(({ name }) => readable.test(name));
    if (!known.length) {
      notices.say(`${list[0].name}: not a file that Supple reads. It reads OBJ, STL and PLY meshes, tet meshes and scenes (.json).`, { error: true });
      return false;
    }
    const large = known.find(({ size }) => size > largest);
    if (large) {
      notices.say(`${large.name}: ${Math.round(large.size / 1e6)} MB are more than this page takes (${Math.round(largest / 1e6)} MB)`, { error: true });
      return false;
    }
    let files;
    try {
      files = await Promise.all(known.map(async (file) => ({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) })));
    } catch (error) {
      notices.say(`${known[0].name}: cannot be read: ${error.message}`, { error: true });
      return false;
    }
    const scene = files.findIndex(({ name }) => /\.json$/i.test(name));
    if (scene > 0) files.unshift(...files.splice(scene, 1));
    return this.page.load({ kind: scene >= 0 ? "scene" : "mesh", name: files[0].name, files });
  }
}
