// Builds explorer.html: one file with style and script inside, and a policy that lets nothing else run or load.
// 'node build.mjs FILE' writes elsewhere.
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = (name) => fileURLToPath(new URL(name, import.meta.url));
const hash = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

const bundled = await build({
  absWorkingDir: here("."),
  entryPoints: ["src/main.tsx"],
  bundle: true,
  minify: true,
  format: "iife",
  target: "es2022",
  jsx: "automatic",
  jsxImportSource: "preact",
  charset: "utf8",
  legalComments: "none",
  write: false,
});
const script = bundled.outputFiles[0].text.replaceAll("</script", "<\\/script").trim();
const styled = await build({
  absWorkingDir: here("."),
  entryPoints: ["src/style.css"],
  minify: true,
  charset: "utf8",
  write: false,
});
const style = styled.outputFiles[0].text.trim();
const policy = [
  "default-src 'none'",
  `script-src ${hash(script)}`,
  `style-src ${hash(style)}`,
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");
const page = readFileSync(here("src/page.html"), "utf8")
  .replace("{policy}", () => policy)
  .replace("{style}", () => style)
  .replace("{script}", () => script);
writeFileSync(process.argv[2] ?? here("explorer.html"), page);
