// Tells this memory what is said in OpenCode. Each event goes to the same command other clients call as a hook, which
// always ends with 0; whatever happens here must not disturb a session either.
import { spawn } from "node:child_process"

const COMMAND = ["memory-mcp", "hook"]
const OPTIONS = ["--client", "opencode"]
const LIMIT_MS = 20_000

function hook(event, payload) {
  return new Promise((resolve) => {
    const [program, ...first] = COMMAND
    const child = spawn(program, [...first, event, ...OPTIONS], { stdio: ["pipe", "pipe", "ignore"] })
    const timer = setTimeout(() => child.kill(), LIMIT_MS)
    let said = ""
    child.stdout.on("data", (data) => (said += data))
    child.on("error", () => resolve(""))
    child.on("close", () => {
      clearTimeout(timer)
      resolve(said)
    })
    child.stdin.on("error", () => {})
    child.stdin.end(JSON.stringify(payload))
  })
}

function contextIn(said) {
  try {
    return JSON.parse(said).hookSpecificOutput.additionalContext ?? ""
  } catch {
    return ""
  }
}

export const Memory = async ({ client, directory }) => {
  const opening = new Map()
  const told = new Map()

  async function isSide(sessionID) {
    const found = await client.session.get({ path: { id: sessionID } })
    return Boolean(found.data?.parentID)
  }

  function openingOf(sessionID) {
    if (!opening.has(sessionID)) {
      const payload = { sessionID, cwd: directory, source: "startup", hook_event_name: "session.created" }
      opening.set(sessionID, isSide(sessionID).then((side) => (side ? "" : hook("session-start", payload))).then(contextIn))
    }
    return opening.get(sessionID)
  }

  return {
    "chat.message": async (input, output) => {
      try {
        if (await isSide(input.sessionID)) return
        const words = output.parts.filter((part) => part.type === "text" && !part.synthetic).map((part) => part.text)
        const messageID = output.message?.id ?? input.messageID
        await hook("user-prompt", { sessionID: input.sessionID, messageID, cwd: directory, prompt: words.join("\n") })
      } catch {}
    },
    "experimental.chat.system.transform": async (input, output) => {
      try {
        if (!input.sessionID) return
        const context = await openingOf(input.sessionID)
        if (context) output.system.push(context)
      } catch {}
    },
    event: async ({ event }) => {
      try {
        const sessionID = event.properties?.sessionID ?? event.properties?.info?.id
        if (event.type === "session.deleted") {
          opening.delete(sessionID)
          told.delete(sessionID)
          await hook("session-end", { sessionID, cwd: directory, reason: "deleted" })
        } else if (event.type === "session.idle") {
          if (await isSide(sessionID)) return
          const found = await client.session.messages({ path: { id: sessionID } })
          const messages = found.data ?? []
          // The last ones told may have grown since.
          const from = Math.max(0, (told.get(sessionID) ?? 0) - 2)
          await hook("turn-end", { sessionID, cwd: directory, messages: messages.slice(from) })
          told.set(sessionID, messages.length)
        }
      } catch {}
    },
  }
}
