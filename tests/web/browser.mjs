// SPDX-License-Identifier: MIT
// A static server as plain as any host's, and Chromium on its own software GPU.
import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { chromium } from "playwright-core";

const types = { html: "text/html", js: "text/javascript", css: "text/css", svg: "image/svg+xml", wasm: "application/wasm", json: "application/json" };

/** Serves `folder` below `prefix` (a project page's sub-path). `requests` lists what was asked for: {path, status}. */
export async function serve(folder, prefix = "/some/project/") {
  const requests = [];
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, "http://127.0.0.1");
    let body = null;
    const file = pathname.startsWith(prefix) ? path.join(folder, decodeURIComponent(pathname.slice(prefix.length)) || "index.html") : null;
    if (file) body = await readFile(file.endsWith("/") ? `${file}index.html` : file).catch(() => null);
    requests.push({ path: pathname, status: body ? 200 : 404 });
    response.writeHead(body ? 200 : 404, { "content-type": types[path.extname(file ?? "").slice(1)] ?? "text/html" });
    response.end(body ?? "not found");
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { address: `http://127.0.0.1:${server.address().port}${prefix}`, requests, close: () => server.close() };
}

const software = ["--no-sandbox", "--enable-unsafe-webgpu", "--enable-features=Vulkan", "--use-vulkan=swiftshader", "--use-angle=swiftshader"];

export const launch = (flags = software) =>
  chromium.launch({ executablePath: process.env.SUPPLE_CHROMIUM ?? "/usr/bin/chromium", args: flags });

/** A page that keeps what its console said. `faults`: errors and warnings. */
export async function open(browser, address, options = {}) {
  const context = await browser.newContext({ viewport: { width: 640, height: 400 }, ...options });
  const page = await context.newPage();
  page.faults = [];
  page.on("console", (message) => ["error", "warning"].includes(message.type()) && page.faults.push(`${message.type()}: ${message.text()}`));
  page.on("pageerror", (error) => page.faults.push(`thrown: ${error.stack ?? error}`));
  page.setDefaultTimeout(90_000);
  if (options.before) await page.addInitScript(options.before);
  await page.goto(address);
  return page;
}

/** Waits until a scene is shown and `pictures` more were drawn. */
export async function pictures(page, count = 2) {
  await page.waitForFunction(() => window.supple?.page.source && window.supple.page.state >= 3, null, { polling: 50 });
  const now = await page.evaluate(() => window.supple.page.engine.call("pagePictures"));
  await page.waitForFunction((wanted) => window.supple.page.engine.call("pagePictures") >= wanted, now + count, { polling: 50 });
}

export const figures = (page) => page.evaluate(() => window.supple.figures());
