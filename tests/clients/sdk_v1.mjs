// A client on the TypeScript SDK 1.x, which checks every result against the tool's outputSchema.
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { converse } from "./conversation.mjs";

const [, , command, ...args] = process.argv;
const client = new Client({ name: "typescript-sdk", version: "1" });
await client.connect(new StdioClientTransport({ command, args, env: process.env, stderr: "inherit" }));
await converse(client);
