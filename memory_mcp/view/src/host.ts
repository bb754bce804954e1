// The client that shows this page, where one does: JSON-RPC over postMessage, as the MCP Apps extension has it
// (io.modelcontextprotocol/ui, protocol of 2026-01-26). The official library brings 650 kB with it; these are the six
// messages the page needs.

const PROTOCOL = "2026-01-26";

interface Message {
  jsonrpc: "2.0";
  id?: number | string;
  method?: string;
  params?: Record<string, unknown>;
  result?: Record<string, unknown>;
  error?: { code: number; message: string };
}

export interface HostContext {
  theme?: "light" | "dark";
  locale?: string;
  timeZone?: string;
  styles?: { variables?: Record<string, string> };
}

export interface Host {
  context: HostContext;
  call(tool: string, args: Record<string, unknown>): Promise<Record<string, unknown>>;
  read(uri: string): Promise<string>;
}

interface Listeners {
  context(context: HostContext): void;
  result(result: Record<string, unknown>): void;
}

/** Speak to the client around this page; null where nothing answers within the time, in milliseconds. */
export async function connect(listeners: Listeners, patience = 4_000): Promise<Host | null> {
  if (window.parent === window) return null;
  const waiting = new Map<number, (message: Message) => void>();
  let last = 0;
  const send = (message: Omit<Message, "jsonrpc">) => window.parent.postMessage({ jsonrpc: "2.0", ...message }, "*");
  const request = (method: string, params: Record<string, unknown>, limit = 60_000) =>
    new Promise<Record<string, unknown>>((resolve, reject) => {
      const id = ++last;
      const timer = setTimeout(() => {
        waiting.delete(id);
        reject(new Error(`${method}: no answer`));
      }, limit);
      waiting.set(id, (message) => {
        clearTimeout(timer);
        if (message.error) reject(new Error(message.error.message));
        else resolve(message.result ?? {});
      });
      send({ id, method, params });
    });
  const host: Host = {
    context: {},
    async call(tool, args) {
      const answer = await request("tools/call", { name: tool, arguments: args });
      if (answer.isError) throw new Error(textOf(answer.content));
      return (answer.structuredContent as Record<string, unknown> | undefined) ?? {};
    },
    async read(uri) {
      const answer = await request("resources/read", { uri });
      const contents = answer.contents as { text?: string }[] | undefined;
      return contents?.[0]?.text ?? "";
    },
  };
  window.addEventListener("message", (event: MessageEvent<Message>) => {
    const message = event.data;
    if (event.source !== window.parent || message?.jsonrpc !== "2.0") return;
    if (message.method === undefined) {
      const done = waiting.get(message.id as number);
      waiting.delete(message.id as number);
      done?.(message);
      return;
    }
    switch (message.method) {
      case "ui/notifications/host-context-changed":
        host.context = { ...host.context, ...(message.params as HostContext) };
        listeners.context(host.context);
        break;
      case "ui/notifications/tool-result":
        listeners.result(message.params ?? {});
        break;
      case "ui/resource-teardown":
      case "ping":
        if (message.id !== undefined) send({ id: message.id, result: {} });
        break;
      default:
        if (message.id !== undefined) {
          send({ id: message.id, error: { code: -32601, message: "Method not found" } });
        }
    }
  });
  try {
    const made = await request(
      "ui/initialize",
      {
        appInfo: { name: "memory-explorer", version: "1" },
        appCapabilities: { availableDisplayModes: ["inline", "fullscreen"] },
        protocolVersion: PROTOCOL,
      },
      patience,
    );
    host.context = (made.hostContext as HostContext | undefined) ?? {};
  } catch {
    return null;
  }
  send({ method: "ui/notifications/initialized", params: {} });
  const tell = () => {
    const { width, height } = document.documentElement.getBoundingClientRect();
    send({ method: "ui/notifications/size-changed", params: { width: Math.ceil(width), height: Math.ceil(height) } });
  };
  new ResizeObserver(tell).observe(document.documentElement);
  return host;
}

function textOf(content: unknown): string {
  const parts = Array.isArray(content) ? (content as { text?: string }[]) : [];
  return parts.map((part) => part.text ?? "").join("\n") || "the call failed";
}
