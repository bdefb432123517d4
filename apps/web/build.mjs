// SPDX-License-Identifier: MIT
// Puts the page together: build.mjs WASM_FOLDER OUTPUT_FOLDER
import { build } from "esbuild";
import { copyFile, mkdir, rm } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";

const here = path.dirname(fileURLToPath(import.meta.url));
const [wasm, output] = process.argv.slice(2).map((folder) => path.resolve(folder));
const options = { bundle: true, minify: true, format: "esm", target: "es2022", legalComments: "none", logLevel: "warning" };

await rm(output, { recursive: true, force: true });
await mkdir(output, { recursive: true });
await build({ ...options, entryPoints: { page: `${here}/page/main.js`, worker: `${here}/page/worker.js`, style: `${here}/page/style.css` }, outdir: output });
await copyFile(`${here}/page/index.html`, `${output}/index.html`);
await copyFile(`${here}/page/icon.svg`, `${output}/icon.svg`);
await copyFile(`${wasm}/supple_page.wasm`, `${output}/supple.wasm`);
