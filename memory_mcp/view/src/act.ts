// What a person can do about a row: in a client a tool call, in a file the command that makes the same call.

import type { Call, Fact } from "./model";
import type { TextName } from "./texts";

export interface Deed {
  label: TextName;
  call: Call;
  /** What takes it back. */
  undo?: Call;
  /** Asked before it is done. */
  question?: TextName;
  /** The argument a person has to write. */
  asks?: string;
}

/** The command that makes a call, for a POSIX shell: no text of a row can end its quotes. */
export function command(call: Call): string {
  return `memory-mcp call ${call.tool} ${quoted(JSON.stringify(call.arguments))}`;
}

export function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** What can be done about a fact of this kind. */
export function deeds(fact: Pick<Fact, "id" | "kind" | "pinned" | "archived">, project?: string | null): Deed[] {
  const { id, kind } = fact;
  const where = project ? { project } : {};
  const forget: Deed = {
    label: "forget",
    call: { tool: "memory_forget", arguments: { ids: [id], ...where } },
    question: "reallyForget",
  };
  const over: Deed = {
    label: "over",
    call: { tool: "memory_observation_supersede", arguments: { observationId: id, ...where } },
  };
  if (kind === "document" || kind === "turn") return [forget];
  if (kind !== "learning" && kind !== "statement") return [over, forget];
  const update = (changed: Record<string, unknown>): Call => ({
    tool: "memory_learn_update",
    arguments: { learningId: id, ...changed, ...where },
  });
  const archive = (restore: boolean): Call => ({
    tool: "memory_learn_archive",
    arguments: restore ? { learningId: id, restore, ...where } : { learningId: id, ...where },
  });
  return [
    { label: "wrong", call: update({}), asks: "content" },
    fact.pinned
      ? { label: "unpin", call: update({ pinned: false }), undo: update({ pinned: true }) }
      : { label: "pin", call: update({ pinned: true }), undo: update({ pinned: false }) },
    fact.archived
      ? { label: "bringBack", call: archive(true), undo: archive(false) }
      : { label: "notAgain", call: archive(false), undo: archive(true) },
    over,
    forget,
  ];
}
