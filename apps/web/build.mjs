// SPDX-License-Identifier: MIT
// Puts the page, the JavaScript package and the three.js sample together: build.mjs WASM_FOLDER WEB_FOLDER NPM_FOLDER
import { build } from "esbuild";
import { copyFile, mkdir, rm } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");
const [wasm, web, npm] = process.argv.slice(2).map((folder) => path.resolve(folder));
const options = { bundle: true, minify: true, format: "esm", target: "es2022", legalComments: "none", logLevel: "warning" };

async function fresh(folder) {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
}

await fresh(web);
const page = `${root}/apps/web/page`;
await build({ ...options, entryPoints: { page: `${page}/main.js`, worker: `${page}/worker.js`, style: `${page}/style.css` }, outdir: web });
for (const name of ["index.html", "icon.svg"]) await copyFile(`${page}/${name}`, `${web}/${name}`);
await copyFile(`${wasm}/supple_page.wasm`, `${web}/supple.wasm`);

await fresh(npm);
const module = `${root}/apps/module`;
await build({ ...options, minify: false, legalComments: "inline", entryPoints: [`${module}/supple.js`], outdir: npm });
for (const name of ["supple.d.ts", "package.json", "README.md"]) await copyFile(`${module}/${name}`, `${npm}/${name}`);
await copyFile(`${root}/LICENSE`, `${npm}/LICENSE`);
await copyFile(`${wasm}/supple_module.wasm`, `${npm}/supple.wasm`);

const sample = `${web}/three`;
await mkdir(sample);
await build({ ...options, entryPoints: [`${root}/samples/three/main.js`], outdir: sample, alias: { supple: `${npm}/supple.js` }, legalComments: "none" });
await copyFile(`${root}/samples/three/index.html`, `${sample}/index.html`);
await copyFile(`${npm}/supple.wasm`, `${sample}/supple.wasm`);
