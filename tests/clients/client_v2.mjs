// A client on the TypeScript client 2.x, which finds out by itself which revision of the protocol is spoken.
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { converse } from "./conversation.mjs";

const [, , command, ...args] = process.argv;
const client = new Client({ name: "typescript-client", version: "2" }, { versionNegotiation: { mode: "auto" } });
await client.connect(new StdioClientTransport({ command, args, env: process.env, stderr: "inherit" }));
await converse(client);
