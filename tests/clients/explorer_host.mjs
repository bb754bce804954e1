// A client that shows apps: the official bridge of the MCP Apps extension in a browser, the real server over stdio.
// Reads {chromium, command, args, focus?, steps?} as JSON and writes what the app and the server did as JSON. A step does
// something in the app, or {consent: false} has the person decline from then on, or {axe: NAME} looks at the view in both
// themes, or {focused: true} notes what has the focus; from {holds: true} to {holds: false} the server's answers to the
// app's reading keep it waiting.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { build } from "esbuild";
import { chromium } from "playwright-core";

const wanted = JSON.parse(readFileSync(0, "utf8"));
const client = new Client({ name: "app-host", version: "1" }, { versionNegotiation: { mode: "auto" } });
await client.connect(
  new StdioClientTransport({ command: wanted.command, args: wanted.args, env: process.env, stderr: "inherit" }),
);
const { tools } = await client.listTools();
const tool = tools.find((one) => one.name === "memory_view");
const uri = tool._meta?.ui?.resourceUri;
const [html] = (await client.readResource({ uri })).contents;
const given = { arguments: wanted.focus ? { focus: wanted.focus } : {} };
const result = await client.callTool({ name: "memory_view", ...given });

const bridge = await build({
  stdin: {
    contents: `export { AppBridge, PostMessageTransport } from "@modelcontextprotocol/ext-apps/app-bridge";`,
    resolveDir: fileURLToPath(new URL(".", import.meta.url)),
  },
  bundle: true,
  format: "iife",
  globalName: "apps",
  platform: "browser",
  write: false,
});
const browser = await chromium.launch({ executablePath: wanted.chromium, args: ["--no-sandbox", "--disable-gpu"] });
const page = await browser.newPage({ viewport: { width: 800, height: 620 }, locale: "en-GB" });
let consents = true;
let held = Promise.resolve();
let letGo = () => {};
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const seen = { axe: {}, focused: [], uri, mime: html.mimeType, calls: [], reads: [], console: [], requests: [], sizes: 0, extensions: client.getServerCapabilities()?.extensions };
page.setDefaultTimeout(20_000);
// The bridge itself logs what it sends.
page.on("console", (message) => message.type() === "debug" || message.text().startsWith("Parsed message") || seen.console.push(message.text()));
page.on("pageerror", (error) => seen.console.push(error.message));
page.on("request", (request) => seen.requests.push(request.url()));
await page.exposeFunction("callTool", async (params) => {
  // The client's consent: a person would be asked here.
  if (!consents) throw new Error("the person declined");
  seen.calls.push(params);
  return client.callTool(params);
});
await page.exposeFunction("readResource", async (params) => {
  seen.reads.push(params.uri);
  await held;
  return client.readResource(params);
});
await page.setContent(`<!doctype html><iframe id="app" sandbox="allow-scripts" style="width:100%;height:500px;border:0"></iframe>`);
await page.evaluate(bridge.outputFiles[0].text + ";window.apps = apps;");
await page.evaluate(
  async ({ markup, given, result }) => {
    const frame = document.getElementById("app");
    const made = new window.apps.AppBridge(
      null,
      { name: "app-host", version: "1" },
      { serverTools: {}, serverResources: {} },
      { hostContext: { theme: "light", locale: "en-GB", timeZone: "Europe/Berlin" } },
    );
    made.oncalltool = (params) => window.callTool(params);
    made.onreadresource = (params) => window.readResource(params);
    window.sizes = 0;
    made.onsizechange = () => window.sizes++;
    const ready = new Promise((resolve) => (made.oninitialized = resolve));
    window.made = made;
    await made.connect(new window.apps.PostMessageTransport(frame.contentWindow, frame.contentWindow));
    frame.srcdoc = markup;
    await ready;
    await made.sendToolInput(given);
    await made.sendToolResult(result);
  },
  { markup: html.text, given, result },
);
const app = page.frameLocator("#app");
await app.locator("nav button").first().waitFor();
seen.heading = await app.locator("h1").textContent();
seen.light = await app.locator("html").evaluate((root) => getComputedStyle(root).backgroundColor);
await page.evaluate(() => window.made.setHostContext({ theme: "dark", locale: "de-DE", timeZone: "Europe/Berlin" }));
await app.locator("html[data-theme=dark]").waitFor();
seen.dark = await app.locator("html").evaluate((root) => getComputedStyle(root).backgroundColor);
await app.locator("h1", { hasText: "Heute" }).waitFor();
seen.german = await app.locator("h1").textContent();
const theme = async (name) => {
  await page.evaluate((theme) => window.made.setHostContext({ theme, locale: "en-GB", timeZone: "Europe/Berlin" }), name);
  await app.locator(`html[data-theme=${name}]`).waitFor();
};
const accessible = async (name) => {
  const frame = await (await page.locator("#app").elementHandle()).contentFrame();
  for (const scheme of ["dark", "light"]) {
    await theme(scheme);
    seen.axe[`${name} ${scheme}`] = await frame.evaluate(
      `${axe}; axe.run().then((done) => [done.passes.length, done.violations.map((one) => [one.id, one.nodes[0].html])])`,
    );
  }
};
const step = async (one) => {
  if (one.consent !== undefined) return void (consents = one.consent);
  if (one.holds === true) return void (held = new Promise((resolve) => (letGo = resolve)));
  if (one.holds === false) return letGo();
  if (one.focused) {
    const holder = app.locator(":focus");
    return void seen.focused.push((await holder.count()) ? await holder.innerText() : "");
  }
  if (one.axe) return accessible(one.axe);
  const target = one.role ? app.getByRole(one.role, { name: one.named }).first() : app.locator(one.locator).first();
  if (one.fill !== undefined) await target.fill(one.fill);
  else if (one.choose !== undefined) await target.selectOption(one.choose);
  else if (one.wait) {
    // A row out of sight is there and has a size, and no text is laid out in it until a frame after it comes into sight.
    await target.waitFor();
    await target.scrollIntoViewIfNeeded();
    await app.locator("body").evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  }
  else {
    // Rows take their size when they come into sight. A click looks whether its target stands still before it scrolls,
    // so a row that grew right after took the button from under the pointer, and the click was lost.
    await target.scrollIntoViewIfNeeded();
    await target.click();
  }
};
await theme("light");
for (const one of wanted.steps ?? []) {
  try {
    await step(one);
  } catch (problem) {
    throw new Error(`${JSON.stringify(one)} in: ${await app.locator("body").innerText()}`, { cause: problem });
  }
}
seen.bars = await app.locator("meter[aria-label=words]").evaluateAll((bars) => bars.map((bar) => bar.value));
seen.text = await app.locator("main").innerText();
seen.notice = await app.locator("[role=status]").innerText();
seen.sizes = await page.evaluate(() => window.sizes);
seen.teardown = await page.evaluate(() => window.made.teardownResource({}));
await browser.close();
await client.close();
process.stdout.write(JSON.stringify(seen));
