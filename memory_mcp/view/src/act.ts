// What a person can do about a row: in a client a tool call, in a file the command that does the same.

import type { Call, Explorer, Fact, Pair, Session, TodayLine } from "./model";
import { newest } from "./model";
import type { TextName } from "./texts";

export interface Deed {
  label: TextName;
  call: Call;
  /** What takes it back; what nothing takes back says so. */
  undo?: Call;
  /** Said before it is done: what becomes of the row. */
  preview?: TextName;
  /** The argument a person has to write. */
  asks?: string;
  /** What it says now, to be put right; empty where the page carries a part of it. */
  given?: string;
}

type Where = Pick<Explorer, "db" | "project" | "shell">;

/** A command for the shell of the machine, in the memory and the project of this page: no text can end its quotes. */
export function command(words: string[], { db, project, shell }: Where): string {
  const place = db ? ["--db", db] : [];
  // A call says itself of which project it is.
  const scope = project && project !== "*" ? ["--project", project] : [];
  return ["memory-mcp", ...place, ...scope, ...words].map((word) => quoted(word, shell)).join(" ");
}

/** The command that goes on with a conversation, in the folder where it was held. */
export function resuming({ resume, home }: Session, { shell }: Where): string {
  const words = resume.map((word) => quoted(word, shell)).join(" ");
  return home ? `cd ${quoted(home, shell)}${shell === "posix" ? " &&" : ";"} ${words}` : words;
}

/** The command that makes a call. Windows PowerShell loses quotes within an argument: there it comes on standard input. */
export function calling(call: Call, where: Where): string {
  // What a terminal would act on, and for PowerShell's pipes all that is not ASCII, is written as an escape.
  const risky = where.shell === "powershell" ? /[\u007f-\uffff]/g : /[\u007f-\u009f\u2028\u2029]/g;
  const escaped = (sign: string) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`;
  const json = JSON.stringify(call.arguments).replace(risky, escaped);
  const unscoped = { ...where, project: null };
  if (where.shell === "posix") return command(["call", call.tool, json], unscoped);
  return `${quoted(json, where.shell)} | ${command(["call", call.tool, "-"], unscoped)}`;
}

/** A word as a shell takes it whole; a sign a terminal would act on becomes a space. */
export function quoted(text: string, shell: Where["shell"]): string {
  const plain = text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g, " ");
  if (shell === "posix") return /^[\w./:@%+-]+$/.test(plain) ? plain : posix(plain);
  if (/^[\w.:\\/-]*\w$/.test(plain)) return plain;
  // To PowerShell five signs are the single quote. What it would lose of an argument is left out, unless it is piped.
  const whole = plain.startsWith("{") ? plain : plain.replace(/"/g, " ").replace(/\\+$/, "");
  return `'${whole.replace(/['\u2018-\u201b]/g, "$&$&")}'`;
}

/** In quotes, with each quote and backslash outside of them: within, a backslash of fish takes the quote behind it. */
function posix(text: string): string {
  return `'${text.replace(/['\\]/g, "'\\$&'")}'`;
}

/** What can be done about a row of this kind; ``at`` is when the page was made. */
export function deeds(
  fact: Pick<Fact, "id" | "kind" | "pinned" | "archived"> & Partial<Fact>,
  at: string,
  project?: string | null,
): Deed[] {
  const { id, kind } = fact;
  const where = project ? { project } : {};
  const isText = TEXTS.includes(kind);
  const undo = restoring(fact, at, where);
  const update = (changed: Record<string, unknown>): Call => ({
    tool: "memory_learn_update",
    arguments: { learningId: id, ...changed, ...where },
  });
  const archive = (restore: boolean): Call => ({
    tool: "memory_learn_archive",
    arguments: restore ? { learningId: id, restore, ...where } : { learningId: id, ...where },
  });
  const supersede = { tool: "memory_observation_supersede", arguments: { observationId: id, ...where } };
  const forget: Deed = {
    label: "forget",
    call: { tool: "memory_forget", arguments: { ids: [id], ...where } },
    preview: "forgetPreview",
    undo,
  };
  if (!isText && !STATES.includes(kind)) return [forget];
  return [
    isText ? { label: "wrong", call: update({}), asks: "content", given: whole(fact), undo } : { ...forget, label: "wrong" },
    fact.pinned
      ? { label: "unpin", call: update({ pinned: false }), undo: update({ pinned: true }) }
      : { label: "pin", call: update({ pinned: true }), undo: update({ pinned: false }) },
    fact.archived
      ? { label: "bringBack", call: archive(true), undo: archive(false) }
      : { label: "notAgain", call: archive(false), undo: archive(true) },
    ...(isText ? [{ label: "over", call: supersede, preview: "overPreview", undo } as Deed] : []),
    forget,
  ];
}

/** The text of a row as it is now, if the page was given all of it (memory_mcp/view/data.py). */
function whole({ versions }: Partial<Fact>): string {
  const text = versions ? newest({ versions }).text : "";
  return text.length < 2_000 ? text : "";
}

/** Kinds with a text that can be corrected, and those that can be pinned and kept back, but not rewritten. */
const TEXTS = ["learning", "statement", "decision", "observation"];
const STATES = ["relation", "document"];
/** Kinds without such a text of which what was forgotten comes back as it was. */
const WHOLE = ["relation", "digest", "entity"];

/** What can be done about a line of a session's start that shows no row. */
export function otherDeeds(line: TodayLine, project?: string | null): Deed[] {
  const [kind, field] = (line.shows ?? "").split(/:(.*)/s);
  const where = project ? { project } : {};
  if (line.value !== undefined && kind === "goal") {
    const set = (goal?: string): Call => ({ tool: "memory_goal", arguments: { action: "set", goal, ...where } });
    const clear: Call = { tool: "memory_goal", arguments: { action: "clear", ...where } };
    return [
      { label: "wrong", call: set(), asks: "goal", given: line.value, undo: set(line.value) },
      { label: "forget", call: clear, undo: set(line.value) },
    ];
  }
  if (line.value !== undefined && kind === "profile") {
    const set = (value?: string): Call => ({ tool: "memory_profile", arguments: { action: "set", field, value } });
    const clear: Call = { tool: "memory_profile", arguments: { action: "delete", field } };
    return [
      { label: "wrong", call: set(), asks: "value", given: line.value, undo: set(line.value) },
      { label: "forget", call: clear, undo: set(line.value) },
    ];
  }
  return [];
}

/** What can be done about a session that is told of, by a line of it: the first says what it was about. */
export function sessionDeeds(id: string, { left, value }: TodayLine, project?: string | null): Deed[] {
  const where = project ? { project } : {};
  const end = (changed: object): Call => ({ tool: "memory_session_end", arguments: { sessionId: id, ...changed, ...where } });
  // To forget is to erase all of the session: its first line offers that.
  if (left) return [{ label: "notAgain", call: end({ drop: left }), preview: "leftPreview", undo: end({ putBack: left }) }];
  return [
    {
      label: "wrong",
      call: end({}),
      asks: "summary",
      preview: "summaryPreview",
      given: value,
      // Without a summary of its own it is told by what was said last.
      undo: value === undefined ? undefined : end({ summary: value }),
    },
    {
      label: "forget",
      call: { tool: "memory_forget", arguments: { ids: [id], erase: true, ...where } },
      preview: "erasePreview",
    },
  ];
}

/** The three ways out of a contradiction. */
export function ways(pair: Pair, at: string, project?: string | null): Deed[] {
  const where = project ? { project } : {};
  const within = (call: Call): Call => ({ tool: call.tool, arguments: { ...call.arguments, ...where } });
  const undo = restoring({ id: pair.older.id, kind: pair.older.type }, at, where);
  const dismissing = (label: TextName, preview: TextName): Deed[] => {
    if (!pair.dismiss) return [];
    const { tool, arguments: { dismiss } } = pair.dismiss;
    const back = { tool, arguments: { dismiss: { ...(dismiss as object), undo: true } } };
    return [{ label, call: within(pair.dismiss), preview, undo: within(back) }];
  };
  if (pair.kind === "concurrent") {
    // Two versions of one fact: what resolves them is to agree that it was taken back.
    return [
      ...dismissing("newerStands", "keptPreview"),
      ...(pair.restore ? [{ label: "olderStands", call: within(pair.restore), preview: "backPreview", undo } as Deed] : []),
      ...(pair.resolve ? [{ label: "forget", call: within(pair.resolve), preview: "forgetPreview", undo } as Deed] : []),
    ];
  }
  return [
    ...(pair.resolve ? [{ label: "newerStands", call: within(pair.resolve), preview: "newerPreview", undo } as Deed] : []),
    ...(pair.end ? [{ label: "olderEnded", call: within(pair.end), preview: "olderPreview", undo } as Deed] : []),
    ...dismissing("bothHold", "bothPreview"),
  ];
}

/** The call that has a row say again what it said when the page was made. */
function restoring(fact: Pick<Fact, "id" | "kind"> & Partial<Fact>, at: string, where: object): Call | undefined {
  if (fact.kind === "handoff") {
    return { tool: "memory_handoff", arguments: { action: "begin", handoffId: fact.id, ...where } };
  }
  if (!TEXTS.includes(fact.kind) && !WHOLE.includes(fact.kind)) return undefined;
  return { tool: "memory_learn_update", arguments: { learningId: fact.id, restore: at, ...where } };
}
