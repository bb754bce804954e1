// The timeline: a year as a heat map, sessions and changes of belief; a session opens word for word.

import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { command, resuming } from "../act";
import { type Change, type Fact, says, type Session } from "../model";
import { Advice, Command, Empty, Moment, Rows, useShared } from "../parts";
import { count, dayName, month, named, namedDay, t } from "../texts";

const DAY = 86_400_000;
const QUARTER = 900_000;
const CELL = 13;

type Entry = { at: string; session: Session } | { at: string; change: Change } | { at: string; fact: Fact };

export function Timeline({ focus }: { focus?: string }) {
  const { data } = useShared();
  const [only, setOnly] = useState("");
  const entries = useMemo<Entry[]>(
    () =>
      [
        ...data.sessions.filter((session) => session.turns > 0 || session.summary).map((session) => ({ at: session.lastAt, session })),
        ...data.changes.map((change) => ({ at: change.at, change })),
        ...data.facts.map((fact) => ({ at: fact.versions[0]!.known, fact })),
      ].sort((a, b) => Date.parse(b.at) - Date.parse(a.at)),
    [data],
  );
  const shown = only ? entries.filter((entry) => dayName(entry.at) === only) : entries;
  const opened = focus ? data.sessions.find((session) => session.id === focus) : undefined;
  return (
    <>
      <p class="lead">{t("timelineLead")}</p>
      {opened && <ul class="rows"><SessionRow session={opened} isOpened /></ul>}
      <Heat chosen={only} choose={setOnly} />
      <div class="asking">
        <label>
          {t("onDay")}
          <input type="date" value={only} onInput={(event) => setOnly(event.currentTarget.value)} />
        </label>
        {only && <button type="button" onClick={() => setOnly("")}>{t("allDays")}</button>}
      </div>
      {shown.length === 0 && (only ? <Empty>{t("dayEmpty")}</Empty> : <Advice name="timelineEmpty" commands={[["setup"], ["bootstrap"]]} />)}
      <Rows rows={shown} page={60}>
        {(entry) => {
          if ("session" in entry) return <SessionRow key={entry.session.id} session={entry.session} />;
          if ("fact" in entry) return <NewRow key={entry.fact.id} fact={entry.fact} />;
          return <ChangeRow key={`${entry.change.id}${entry.at}${entry.change.verb}`} change={entry.change} />;
        }}
      </Rows>
    </>
  );
}

function Heat({ chosen, choose }: { chosen: string; choose(day: string): void }) {
  const { data } = useShared();
  const totals = useMemo(() => {
    const found = new Map<string, number>();
    for (const [quarter, rows] of data.quarters) {
      const name = dayName(quarter * QUARTER);
      found.set(name, (found.get(name) ?? 0) + rows);
    }
    return found;
  }, [data]);
  const most = Math.max(1, ...totals.values());
  const last = Date.parse(dayName(data.madeAt));
  const first = last - (52 * 7 + new Date(last).getUTCDay()) * DAY;
  const cells = Array.from({ length: Math.round((last - first) / DAY) + 1 }, (_, place) => {
    const name = new Date(first + place * DAY).toISOString().slice(0, 10);
    const rows = totals.get(name) ?? 0;
    const level = rows === 0 ? 0 : Math.min(4, 1 + Math.floor((4 * Math.log1p(rows)) / Math.log1p(most) - 1e-9));
    return { name, rows, level, x: Math.floor(place / 7) * CELL, y: (place % 7) * CELL };
  });
  const frame = useRef<HTMLDivElement>(null);
  // Where it does not fit, the newest days are in sight.
  useLayoutEffect(() => frame.current?.scrollTo(frame.current.scrollWidth, 0), []);
  return (
    <>
      <div class="scroll" ref={frame} tabIndex={0} role="group" aria-label={t("heat")}>
      <svg class="heat" width={53 * CELL} height={7 * CELL + 18} viewBox={`0 -18 ${53 * CELL} ${7 * CELL + 18}`} role="img" aria-label={t("heat")}>
        {cells.filter((cell) => cell.name.endsWith("-01") && cell.x < 51 * CELL).map((cell) => (
          <text key={cell.name} x={cell.x} y={-6}>{month(`${cell.name}T12:00:00Z`)}</text>
        ))}
        {cells.map((cell) => (
          <rect key={cell.name} class={`level${cell.level}${cell.name === chosen ? " chosen" : ""}`} x={cell.x} y={cell.y} width={CELL - 2} height={CELL - 2} rx={2} onClick={() => choose(cell.name)}>
            <title>{`${namedDay(cell.name)}: ${count(cell.rows)}`}</title>
          </rect>
        ))}
      </svg>
      </div>
      <p class="line">
        {t("less")}
        <svg class="heat" width={5 * CELL} height={CELL - 2} aria-hidden="true">
          {[0, 1, 2, 3, 4].map((level) => <rect key={level} class={`level${level}`} x={level * CELL} width={CELL - 2} height={CELL - 2} rx={2} />)}
        </svg>
        {t("muchMore")}
      </p>
    </>
  );
}

/** Something new: what was learned, observed or decided. */
function NewRow({ fact }: { fact: Fact }) {
  const { go } = useShared();
  const first = fact.versions[0]!;
  const text = says(fact, first);
  return (
    <li class="change">
      <p dir="auto">{text}</p>
      <div class="line">
        <span class="kind">{named("verb", fact.kind === "decision" ? "decided" : "learned")}</span>
        <Moment at={first.known} />
        <span>{named("kind", fact.kind)}</span>
        <button type="button" onClick={() => go("times", fact.id)} aria-label={`${t("life")}: ${text.slice(0, 80)}`}>
          {t("life")}
        </button>
      </div>
    </li>
  );
}

function SessionRow({ session, isOpened = false }: { session: Session; isOpened?: boolean }) {
  const { data } = useShared();
  const [isOpen, setOpen] = useState(isOpened);
  const name = session.summary || session.prompt || session.id;
  return (
    <li class="session">
      <p dir="auto">{name.slice(0, 300)}</p>
      <div class="line">
        <span class="kind">{session.client.slice(0, 40)}</span>
        <Moment at={session.lastAt} />
        <span>{t("turns", count(session.turns))}</span>
        {data.project === "*" && session.project && <span>{session.project}</span>}
        <button type="button" aria-expanded={isOpen} aria-label={`${t("openSession")}: ${name.slice(0, 80)}`} onClick={() => setOpen(!isOpen)}>
          {isOpen ? t("close") : t("openSession")}
        </button>
      </div>
      {isOpen && (
        <div class="said">
          {session.resume.length > 0 && <p>{t("resume")} <Command text={resuming(session, data)} /></p>}
          {session.said === null ? (
            <Elsewhere id={session.id} />
          ) : (
            <Rows rows={session.said} page={40}>
              {(turn) => (
                <li key={turn.id} class={turn.role}>
                  <p class="line"><strong><bdi>{turn.speaker.slice(0, 60)}</bdi></strong> <Moment at={turn.at} /></p>
                  <p class="verbatim" dir="auto">{turn.text}</p>
                </li>
              )}
            </Rows>
          )}
        </div>
      )}
    </li>
  );
}

/** A conversation the page does not carry: the client reads it, or a command shows it. */
function Elsewhere({ id }: { id: string }) {
  const { data, host } = useShared();
  const [text, setText] = useState<string | null>(null);
  useEffect(() => {
    host?.read(`memory://session/${id}`).then(setText, (problem: Error) => setText(problem.message));
  }, [id, host]);
  if (!host) return <p>{t("notCarried")} <Command text={command(["show", id], data)} /></p>;
  return text === null ? <Empty>{t("loading")}</Empty> : <p class="verbatim" dir="auto">{text}</p>;
}

function ChangeRow({ change }: { change: Change }) {
  const { facts, go } = useShared();
  const next = change.next ? facts.get(change.next)?.versions.at(-1)?.text : change.became;
  return (
    <li class="change">
      <p dir="auto">{change.verb === "verify" ? change.was : <del>{change.was}</del>}{next && <> → <ins>{next.slice(0, 400)}</ins></>}</p>
      <div class="line">
        <span class="mark">{named("verb", change.verb)}</span>
        <Moment at={change.at} />
        <span>{named("kind", change.kind)}</span>
        {change.reason && <span>{change.reason.slice(0, 200)}</span>}
        {facts.has(change.id) && (
          <button type="button" onClick={() => go("times", change.id)} aria-label={`${t("life")}: ${change.was.slice(0, 80)}`}>
            {t("life")}
          </button>
        )}
      </div>
    </li>
  );
}
