// Small parts every view is made of.

import type { ComponentChildren } from "preact";
import { useContext, useLayoutEffect, useRef, useState } from "preact/hooks";
import { createContext } from "preact";
import { calling, command, type Deed } from "./act";
import type { Host } from "./host";
import type { Call, Explorer, Fact } from "./model";
import { day, moment, t, type TextName } from "./texts";

export type ViewName = "today" | "search" | "people" | "times" | "timeline" | "contradictions" | "health";

export interface Shared {
  data: Explorer;
  host: Host | null;
  facts: Map<string, Fact>;
  before: Map<string, Fact[]>;
  go(view: ViewName, focus?: string): void;
  tell(text: string, undo?: Call): void;
  refresh(): Promise<void>;
}

export const SharedContext = createContext<Shared | null>(null);

export function useShared(): Shared {
  return useContext(SharedContext)!;
}

/** A day in the reader's zone; the exact instant on hover. */
export function When({ at }: { at: string | null }) {
  return at === null ? <>{t("now")}</> : <time dateTime={at} title={at}>{day(at)}</time>;
}

export function Moment({ at }: { at: string }) {
  return <time dateTime={at} title={at}>{moment(at)}</time>;
}

export function Empty({ children }: { children: ComponentChildren }) {
  return <p class="empty">{children}</p>;
}

/** What to do where there is nothing yet, with the commands that do it. */
export function Advice({ name, commands }: { name: TextName; commands: string[][] }) {
  const { data } = useShared();
  return (
    <div class="empty">
      <p>{t(name)}</p>
      {commands.map((words) => <p key={words[0]}><Command text={command(words, { ...data, project: null })} /></p>)}
    </div>
  );
}

/** Where what had the focus is gone, the view has it: the keyboard goes on from there. */
export function keepFocus(): void {
  if (document.activeElement === document.body) document.querySelector("h1")?.focus({ preventScroll: true });
}

/** A command to copy. */
export function Command({ text }: { text: string }) {
  const [isCopied, setCopied] = useState(false);
  const shown = useRef<HTMLElement>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      // Without the right to write to the clipboard the text is selected, for the person's own keys.
      if (shown.current) getSelection()?.selectAllChildren(shown.current);
    }
  };
  return (
    <span class="command">
      <code ref={shown}>{text}</code>
      <button type="button" onClick={copy}>{isCopied ? t("copied") : t("copy")}</button>
    </span>
  );
}

/** The buttons of a row. In a file they show the command; in a client they call the tool. */
export function Deeds({ deeds, name }: { deeds: Deed[]; name: string }) {
  const [open, setOpen] = useState<TextName | null>(null);
  const opened = deeds.find((deed) => deed.label === open);
  const last = useRef<HTMLButtonElement | null>(null);
  const close = () => {
    setOpen(null);
    last.current?.focus();
  };
  return (
    <div class="deeds">
      {deeds.map((deed, place) => (
        <button
          type="button"
          key={place}
          aria-expanded={open === deed.label}
          aria-label={`${t(deed.label)}: ${name.slice(0, 80)}`}
          onClick={(event) => {
            last.current = event.currentTarget;
            setOpen(open === deed.label ? null : deed.label);
          }}
        >
          {t(deed.label)}
        </button>
      ))}
      {opened && <Doing key={opened.label} deed={opened} name={name} close={close} />}
    </div>
  );
}

function Doing({ deed, name, close }: { deed: Deed; name: string; close(): void }) {
  const { data, host, tell, refresh } = useShared();
  const [text, setText] = useState(deed.given ?? "");
  const [isBusy, setBusy] = useState(false);
  const first = useRef<HTMLElement>(null);
  const call = deed.asks
    ? { tool: deed.call.tool, arguments: { ...deed.call.arguments, [deed.asks]: text } }
    : deed.call;
  const isReady = !deed.asks || (text.trim() !== "" && text !== deed.given);
  const run = async () => {
    if (!host || isBusy) return;
    setBusy(true);
    try {
      await host.call(call.tool, call.arguments);
      close();
      tell(t("done", t(deed.label)), deed.undo);
      await refresh();
      keepFocus();
    } catch (problem) {
      setBusy(false);
      tell(t("failed", problem instanceof Error ? problem.message : String(problem)));
    }
  };
  useLayoutEffect(() => first.current?.focus(), []);
  return (
    <div class="doing" role="group" aria-label={t(deed.label)} onKeyDown={(event) => event.key === "Escape" && close()}>
      {deed.preview && <p>{t(deed.preview)} {t(deed.undo ? "canUndo" : "noUndo")}</p>}
      {deed.preview && <blockquote dir="auto">{name.slice(0, 600)}</blockquote>}
      {deed.asks && (
        <label>
          {t("newText")}
          <textarea
            ref={(element) => void (first.current = element)}
            maxLength={10_000}
            value={text}
            onInput={(event) => setText(event.currentTarget.value)}
          />
        </label>
      )}
      {host ? (
        <button
          type="button"
          class="main"
          disabled={!isReady || isBusy}
          ref={(element) => void (deed.asks || (first.current = element))}
          onClick={run}
        >
          {t(deed.label)}
        </button>
      ) : (
        isReady && <><p>{t("runThis")}</p><Command text={calling(call, data)} /></>
      )}
      {!host && isReady && deed.undo && <><p>{t("toUndo")}</p><Command text={calling(deed.undo, data)} /></>}
      <button type="button" onClick={close}>{host ? t("cancel") : t("close")}</button>
    </div>
  );
}

/** Rows of a list, a page at a time: what is out of sight costs nothing (content-visibility), the rest comes on demand. */
export function Rows<T>({ rows, page = 100, children }: {
  rows: T[];
  page?: number;
  children(row: T): ComponentChildren;
}) {
  const [most, setMost] = useState(page);
  return (
    <>
      <ul class="rows">{rows.slice(0, most).map(children)}</ul>
      {rows.length > most && (
        <button type="button" onClick={() => setMost(most + 4 * page)}>{t("more", rows.length - most)}</button>
      )}
    </>
  );
}
