// What a person can do about a row: in a client a tool call, in a file the command that does the same.

import type { Call, Explorer, Fact, Pair } from "./model";
import type { TextName } from "./texts";

export interface Deed {
  label: TextName;
  /** Null where only a terminal can do it. */
  call: Call | null;
  /** The command, where it is another than the call's. */
  terminal?: string[];
  /** What takes it back; what nothing takes back asks first. */
  undo?: Call;
  /** Said before it is done: what becomes of the row. */
  preview?: TextName;
  /** The argument a person has to write. */
  asks?: string;
}

type Where = Pick<Explorer, "db" | "project">;

/** A command for a POSIX shell, in the memory and the project of this page: no text can end its quotes. */
export function command(words: string[], { db, project }: Where): string {
  const place = db ? ["--db", db] : [];
  // A call says itself of which project it is.
  const scope = project && project !== "*" && words[0] !== "call" ? ["--project", project] : [];
  return ["memory-mcp", ...place, ...scope, ...words].map(quoted).join(" ");
}

/** The words that make a call at a terminal; what a terminal would act on is written as an escape. */
export function calling(call: Call): string[] {
  const escaped = (sign: string) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return ["call", call.tool, JSON.stringify(call.arguments).replace(/[\u007f-\u009f\u2028\u2029]/g, escaped)];
}

/** A word as a shell takes it whole; a sign a terminal would act on becomes a space. */
export function quoted(text: string): string {
  const plain = text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g, " ");
  return /^[\w./:@%+-]+$/.test(plain) ? plain : `'${plain.replaceAll("'", `'\\''`)}'`;
}

/** What can be done about a fact of this kind. */
export function deeds(
  fact: Pick<Fact, "id" | "kind" | "pinned" | "archived"> & Partial<Fact>,
  project?: string | null,
): Deed[] {
  const { id, kind } = fact;
  const where = project ? { project } : {};
  const undo = restoring(fact, where);
  const forget: Deed = {
    label: "forget",
    call: { tool: "memory_forget", arguments: { ids: [id], ...where } },
    preview: "forgetPreview",
    undo,
  };
  const over: Deed = {
    label: "over",
    call: { tool: "memory_observation_supersede", arguments: { observationId: id, ...where } },
    preview: "overPreview",
    undo,
  };
  if (kind === "decision" || kind === "observation") {
    return [{ label: "wrong", call: null, terminal: ["edit", id], preview: "editPreview" }, over, forget];
  }
  if (kind !== "learning" && kind !== "statement") return [forget];
  const update = (changed: Record<string, unknown>): Call => ({
    tool: "memory_learn_update",
    arguments: { learningId: id, ...changed, ...where },
  });
  const archive = (restore: boolean): Call => ({
    tool: "memory_learn_archive",
    arguments: restore ? { learningId: id, restore, ...where } : { learningId: id, ...where },
  });
  return [
    { label: "wrong", call: update({}), asks: "content", undo },
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

/** The three ways out of a contradiction. */
export function ways(pair: Pair, older: Fact | undefined, project?: string | null): Deed[] {
  const where = project ? { project } : {};
  const within = (call: Call): Call => ({ tool: call.tool, arguments: { ...call.arguments, ...where } });
  const undo = older && restoring(older, where);
  return [
    ...(pair.resolve ? [{ label: "newerStands", call: within(pair.resolve), preview: "newerPreview", undo } as Deed] : []),
    ...(pair.end ? [{ label: "olderEnded", call: within(pair.end), preview: "olderPreview", undo } as Deed] : []),
    ...(pair.dismiss ? [{ label: "bothHold", call: within(pair.dismiss), preview: "bothPreview" } as Deed] : []),
  ];
}

/** The call that has a lesson or a statement say again what it says now. */
function restoring(fact: Partial<Fact>, where: Record<string, unknown>): Call | undefined {
  if (fact.kind !== "learning" && fact.kind !== "statement") return undefined;
  const known = (fact.versions ?? []).filter((version) => version.until === null).map((version) => version.known);
  if (known.length === 0) return undefined;
  return {
    tool: "memory_learn_update",
    arguments: { learningId: fact.id, restore: known.sort().at(-1), ...where },
  };
}
