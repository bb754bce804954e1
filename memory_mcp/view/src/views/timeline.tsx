// The timeline: a year as a heat map, sessions and changes of belief; a session opens word for word.

import { useEffect, useMemo, useState } from "preact/hooks";
import { quoted } from "../act";
import type { Change, Session } from "../model";
import { Command, Empty, Moment, Rows, useShared } from "../parts";
import { count, day, named, t } from "../texts";

const DAY = 86_400_000;
const CELL = 13;

type Entry = { at: string; session: Session } | { at: string; change: Change };

export function Timeline() {
  const { data } = useShared();
  const [only, setOnly] = useState("");
  const entries = useMemo<Entry[]>(
    () =>
      [
        ...data.sessions.filter((session) => session.turns > 0 || session.summary).map((session) => ({ at: session.lastAt, session })),
        ...data.changes.map((change) => ({ at: change.at, change })),
      ].sort((a, b) => Date.parse(b.at) - Date.parse(a.at)),
    [data],
  );
  const shown = only ? entries.filter((entry) => entry.at.startsWith(only)) : entries;
  return (
    <>
      <p class="lead">{t("timelineLead")}</p>
      <Heat choose={setOnly} />
      <div class="asking">
        <label>
          {t("onDay")}
          <input type="date" value={only} onInput={(event) => setOnly(event.currentTarget.value)} />
        </label>
        {only && <button type="button" onClick={() => setOnly("")}>{t("allDays")}</button>}
      </div>
      {shown.length === 0 && <Empty>{t("timelineEmpty")}</Empty>}
      <Rows rows={shown} page={60}>
        {(entry) => ("session" in entry ? <SessionRow key={entry.session.id} session={entry.session} /> : <ChangeRow key={`${entry.change.id}${entry.at}${entry.change.verb}`} change={entry.change} />)}
      </Rows>
    </>
  );
}

function Heat({ choose }: { choose(day: string): void }) {
  const { data } = useShared();
  const totals = new Map(data.days.map(({ day: name, counts }) => [name, Object.values(counts).reduce((a, b) => a + b, 0)]));
  const most = Math.max(1, ...totals.values());
  const last = Date.parse(data.madeAt.slice(0, 10));
  const first = last - (52 * 7 + new Date(last).getUTCDay()) * DAY;
  const cells = Array.from({ length: Math.round((last - first) / DAY) + 1 }, (_, place) => {
    const name = new Date(first + place * DAY).toISOString().slice(0, 10);
    const rows = totals.get(name) ?? 0;
    const level = rows === 0 ? 0 : Math.min(4, 1 + Math.floor((4 * Math.log1p(rows)) / Math.log1p(most) - 1e-9));
    return { name, rows, level, x: Math.floor(place / 7) * CELL, y: (place % 7) * CELL };
  });
  return (
    <div class="scroll" tabIndex={0} role="group" aria-label={t("heat")}>
      <svg class="heat" width={53 * CELL} height={7 * CELL} viewBox={`0 0 ${53 * CELL} ${7 * CELL}`} role="img" aria-label={t("heat")}>
        {cells.map((cell) => (
          <rect key={cell.name} class={`level${cell.level}`} x={cell.x} y={cell.y} width={CELL - 2} height={CELL - 2} rx={2} onClick={() => choose(cell.name)}>
            <title>{`${day(`${cell.name}T12:00:00Z`)}: ${count(cell.rows)}`}</title>
          </rect>
        ))}
      </svg>
    </div>
  );
}

const RESUMES: Record<string, (id: string) => string> = {
  "claude-code": (id) => `claude --resume ${quoted(id)}`,
  codex: (id) => `codex resume ${quoted(id)}`,
};

function SessionRow({ session }: { session: Session }) {
  const { data } = useShared();
  const [isOpen, setOpen] = useState(false);
  const name = session.summary || session.prompt || session.id;
  const resume = session.clientSession ? RESUMES[session.client] : undefined;
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
          {resume && <p>{t("resume")} <Command text={resume(session.clientSession)} /></p>}
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
  const { host } = useShared();
  const [text, setText] = useState<string | null>(null);
  useEffect(() => {
    host?.read(`memory://session/${id}`).then(setText, (problem: Error) => setText(problem.message));
  }, [id, host]);
  if (!host) return <p>{t("notCarried")} <Command text={`memory-mcp show ${quoted(id)}`} /></p>;
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
