// Print how the bundle library would start the server of an unpacked bundle, with nothing set by its user.
import { readFileSync } from "node:fs";
import { getMcpConfigForManifest } from "@anthropic-ai/mcpb/node";

const [, , folder] = process.argv;
const manifest = JSON.parse(readFileSync(`${folder}/manifest.json`, "utf-8"));
const paths = { manifest, extensionPath: folder, systemDirs: {}, userConfig: {}, pathSeparator: "/" };
console.log(JSON.stringify(await getMcpConfigForManifest(paths)));
