// A browser that looks at pages as files. Reads what to do as JSON, writes what each look saw as JSON:
// {chromium, looks: {name: look}}, a look being
// {page, scheme?, locale?, zone?, width?, height?, reducedMotion?, zoom?, views?: [{name, do?, shot?}], keys?, throttle?}
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const asked = JSON.parse(readFileSync(0, "utf8"));
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const browser = await chromium.launch({ executablePath: asked.chromium, args: ["--no-sandbox", "--disable-gpu"] });

const look = async (wanted) => {
  const context = await browser.newContext({
    colorScheme: wanted.scheme ?? "light",
    locale: wanted.locale ?? "en-GB",
    timezoneId: wanted.zone ?? "Europe/Berlin",
    reducedMotion: "reduce",
    viewport: { width: wanted.width ?? 1000, height: wanted.height ?? 760 },
  });
  const page = await context.newPage();
  const seen = { console: [], errors: [], requests: [], dialogs: [], views: {} };
  const session = await context.newCDPSession(page);
  page.setDefaultTimeout(20_000);
  page.on("console", (message) => seen.console.push(message.text()));
  page.on("pageerror", (error) => seen.errors.push(error.message));
  page.on("dialog", (dialog) => {
    seen.dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  page.on("request", (request) => seen.requests.push(request.url()));
  await page.addInitScript(() => {
    window.violations = [];
    window.jumped = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.jumped += entry.value;
    }).observe({ type: "layout-shift", buffered: true });
    document.addEventListener("securitypolicyviolation", (event) => window.violations.push(event.violatedDirective));
  });
  const evaluate = async (expression) => {
    const done = await session.send("Runtime.evaluate", { expression, awaitPromise: true, returnByValue: true });
    if (done.exceptionDetails) throw new Error(JSON.stringify(done.exceptionDetails).slice(0, 500));
    return done.result.value;
  };
  const began = performance.now();
  await page.goto(pathToFileURL(wanted.page).href);
  await page.locator("nav button").first().waitFor();
  seen.opened = performance.now() - began;
  if (wanted.zoom) await evaluate(`document.documentElement.style.setProperty("zoom", "${wanted.zoom}")`);

  const open = async (name) => {
    if (!wanted.byKeyboard) {
      await page.locator("nav button", { hasText: name }).click();
      return;
    }
    for (let presses = 0; ; presses++) {
      if (presses === 80) throw new Error(`${name} is not reached by the keyboard`);
      const focused = await evaluate("document.activeElement?.textContent ?? ''");
      const isTab = await evaluate("document.activeElement?.parentElement?.tagName === 'NAV'");
      if (isTab && focused.startsWith(name)) break;
      await page.keyboard.press("Shift+Tab");
    }
    await page.keyboard.press("Enter");
  };

  for (const view of wanted.views ?? []) {
    await open(view.name);
    // The heading takes the focus once the view stands.
    await page.waitForFunction((name) => document.activeElement.matches("h1") && document.activeElement.textContent === name, view.name);
    for (const step of view.do ?? []) {
      const target = step.role ? page.getByRole(step.role, { name: step.named }).first()
        : step.locator ? page.locator(step.locator).first() : null;
      if (step.back) {
        await page.goBack();
        await page.locator("h1", { hasText: step.back }).waitFor();
      } else if (step.press) for (const key of [step.press].flat()) await page.keyboard.press(key);
      else if (step.fill !== undefined) await target.fill(step.fill);
      else if (step.choose !== undefined) await target.selectOption(step.choose);
      else await target.click();
    }
    const told = {
      heading: await page.locator("h1").textContent(),
      focus: await evaluate("document.activeElement?.tagName + ' ' + (document.activeElement?.textContent ?? '').slice(0, 60)"),
      text: await page.locator("main").innerText(),
      rows: await page.locator("main .rows > li > p:first-child").allTextContents(),
      commands: await page.locator(".command code").allTextContents(),
      marks: await page.locator("mark").allTextContents(),
      // Names in a drawing that lie over one another.
      covered: await evaluate(`(() => {
        const boxes = [...document.querySelectorAll("svg.graph text")].map((one) => one.getBoundingClientRect());
        return boxes.filter((a, place) => boxes.slice(0, place).some(
          (b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom)).length;
      })()`),
      // Where each view's button begins, from the first; and whether that of this view is in sight.
      tabs: await evaluate(`(() => {
        const lefts = [...document.querySelectorAll("nav button")].map((one) => one.getBoundingClientRect().left);
        return lefts.map((left) => Math.round(left - lefts[0]));
      })()`),
      inSight: await evaluate(`(() => {
        const [frame, tab] = ["nav", "nav [aria-current]"].map((one) => document.querySelector(one).getBoundingClientRect());
        return tab.left >= frame.left - 1 && tab.right <= frame.right + 1;
      })()`),
      wide: await evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"),
    };
    if (wanted.axe) {
      told.axe = JSON.parse(
        await evaluate(`${axe}; axe.run().then((done) => JSON.stringify(done.violations.map((one) =>
          [one.id, one.nodes.map((node) => node.html.slice(0, 160))])))`),
      );
    }
    // Where parts of a view begin, in the order in which they are written.
    if (view.lefts) told.lefts = await page.locator(view.lefts).evaluateAll((all) => all.map((one) => one.getBoundingClientRect().left));
    if (view.shot) await page.screenshot({ path: view.shot, animations: "disabled" });
    if (view.tabs) {
      // Everything that can be reached by the keyboard, in order.
      told.stops = [];
      await evaluate("document.querySelector('h1').focus()");
      for (let presses = 0; presses < view.tabs; presses++) {
        await page.keyboard.press("Tab");
        told.stops.push(
          await evaluate(`(() => {
            const one = document.activeElement;
            const style = getComputedStyle(one);
            const circle = one.querySelector?.("circle");
            const marked = style.outlineStyle !== "none" || (circle && getComputedStyle(circle).strokeWidth === "5px");
            return one === document.body ? null
              : [one.tagName, one.getAttribute("aria-label") ?? (one.labels?.[0] ?? one).textContent.slice(0, 40), Boolean(marked)];
          })()`),
        );
      }
    }
    seen.views[view.name] = told;
  }
  if (wanted.frames) {
    await session.send("Emulation.setCPUThrottlingRate", { rate: wanted.frames });
    seen.frames = await evaluate(`new Promise((done) => {
      const times = [];
      let last = performance.now();
      const step = (now) => {
        times.push(now - last);
        last = now;
        window.scrollBy(0, 120);
        if (times.length < 120) requestAnimationFrame(step);
        else done(times.slice(1));
      };
      requestAnimationFrame(step);
    })`);
  }
  if (wanted.compare) {
    // Both pictures in small, so that another font is no difference: the mean over all pixels and colours, of 255.
    const other = await (await browser.newContext()).newPage();
    const data = (path) => `data:image/png;base64,${readFileSync(path).toString("base64")}`;
    seen.apart = {};
    for (const [name, [a, b]] of Object.entries(wanted.compare)) {
      seen.apart[name] = await other.evaluate(async (addresses) => {
        const pixels = await Promise.all(
          addresses.map(async (address) => {
            const picture = new Image();
            picture.src = address;
            await picture.decode();
            const canvas = new OffscreenCanvas(50, 40);
            const drawn = canvas.getContext("2d");
            drawn.imageSmoothingQuality = "high";
            drawn.drawImage(picture, 0, 0, 50, 40);
            return drawn.getImageData(0, 0, 50, 40).data;
          }),
        );
        return pixels[0].reduce((sum, value, place) => sum + Math.abs(value - pixels[1][place]), 0) / pixels[0].length;
      }, [data(a), data(b)]);
    }
  }
  seen.jumped = await page.evaluate(() => window.jumped);
  seen.violations = await page.evaluate(() => window.violations);
  seen.ran = await page.evaluate(() => window.ran ?? null);
  await context.close();
  return seen;
};

const told = {};
for (const [name, wanted] of Object.entries(asked.looks)) told[name] = await look(wanted);
await browser.close();
process.stdout.write(JSON.stringify(told));
