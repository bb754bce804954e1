// What both foreign clients do once they are connected: take everything the server lists, make the calls of a plan
// read from standard input, and print what the SDK gave back or threw.
import { text } from "node:stream/consumers";

// "{learned.id}" stands for what an earlier call, saved as "learned", returned under "id".
const filled = (value, saved) => {
  if (typeof value === "string") {
    const path = /^\{([\w.]+)\}$/.exec(value)?.[1].split(".");
    return path ? path.reduce((found, key) => found[key], saved) : value;
  }
  if (Array.isArray(value)) return value.map((part) => filled(part, saved));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, filled(part, saved)]));
};

const outcome = async (action) => {
  try {
    return { result: await action() };
  } catch (error) {
    return { thrown: String(error) };
  }
};

export const converse = async (client) => {
  const plan = JSON.parse(await text(process.stdin));
  const protocol = client.getNegotiatedProtocolVersion?.();
  const { tools } = await client.listTools();
  const { resources } = await client.listResources();
  const { prompts } = await client.listPrompts();
  const saved = {};
  const calls = [];
  for (const { name, arguments: given, as } of plan) {
    const answer = await outcome(() => client.callTool({ name, arguments: filled(given, saved) }));
    if (as) saved[as] = answer.result?.structuredContent;
    calls.push({ name, given, ...answer });
  }
  const read = [];
  for (const { uri } of resources) read.push({ name: uri, ...(await outcome(() => client.readResource({ uri }))) });
  for (const { name } of prompts) read.push({ name, ...(await outcome(() => client.getPrompt({ name }))) });
  await client.close();
  console.log(JSON.stringify({ protocol, tools, calls, read }));
};
