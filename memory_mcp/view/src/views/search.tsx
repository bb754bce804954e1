// Search: the server's own ranking with its verdict in a client; by words among the rows of the page in a file.

import { useMemo, useState } from "preact/hooks";
import { command, deeds } from "../act";
import { end, type Explorer, type Fact, isCurrent, says, type Session, type Turn, type Version } from "../model";
import { Command, Deeds, Empty, Rows, type Shared, useShared, When } from "../parts";
import { count, day, named, t } from "../texts";
import { asArguments, asWords, type Chosen, chosenMany, Filters, Kind, NOTHING, passes, turnPasses } from "./filters";
import { FactRow } from "./row";

interface Hit {
  id: string;
  type: string;
  title?: string;
  snippet?: string;
  body?: string;
  score?: number;
  validFrom?: string | null;
  project?: string | null;
  ranks?: { lexical?: number | null; semantic?: number | null };
  alike?: number;
}

interface Answer {
  /** When the page was told what it knows, before it was asked. */
  at: number;
  hits: Hit[];
  verdict?: string;
  notice?: string;
}

const DAY = 86_400_000;

export function Search() {
  const { data, host, go } = useShared();
  const [query, setQuery] = useState("");
  const [chosen, setChosen] = useState<Chosen>(NOTHING);
  const choose = (changed: Partial<Chosen>) => setChosen({ ...chosen, ...changed });
  const now = Date.parse(data.madeAt);
  const first = useMemo(() => earliest(data, now), [data]);
  // Null is now, which moves on when something was done.
  const [past, setAsOf] = useState<number | null>(null);
  const [pastKnown, setKnownAt] = useState<number | null>(null);
  const [asOf, knownAt] = [past ?? now, pastKnown ?? now];
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [problem, setProblem] = useState("");
  const isLocal = host === null;
  // Filters alone are asked for too: what passes them, newest first.
  const isAsked = query.trim() !== "" || chosenMany(chosen) > 0;
  const searching = [
    "search",
    ...(data.project === "*" && !chosen.project ? ["--all"] : []),
    ...asWords(chosen),
    ...(asOf < now ? ["--as-of", new Date(asOf).toISOString()] : []),
    ...(knownAt < now ? ["--known-at", new Date(knownAt).toISOString()] : []),
    ...(query.startsWith("-") ? ["--"] : []),
    // Nothing but filters is asked for by a space: PowerShell loses an empty word.
    query.trim() || (isAsked ? " " : "…"),
  ];
  const found = useMemo(
    () => (isLocal && isAsked ? byWords(data, go, query, chosen, asOf, knownAt) : []),
    [data, query, chosen, asOf, knownAt, isLocal],
  );
  const ask = async () => {
    if (!host || !isAsked) return;
    try {
      setProblem("");
      const told = (await host.call("memory_search", {
          query,
          explain: true,
          limit: 30,
          project: data.project ?? undefined,
          ...asArguments(chosen),
          ...(asOf < now ? { asOf: new Date(asOf).toISOString() } : {}),
          ...(knownAt < now ? { knownAt: new Date(knownAt).toISOString() } : {}),
        })) as unknown as Answer;
      setAnswer({ ...told, at: now });
    } catch (raised) {
      setProblem(raised instanceof Error ? raised.message : String(raised));
    }
  };
  return (
    <>
      {/* No form: a client's frame may forbid to submit one. */}
      <div class="asking two" role="search">
        <label>
          {t("searchLabel")}
          <input
            type="search"
            value={query}
            onInput={(event) => setQuery(event.currentTarget.value)}
            onKeyDown={(event) => event.key === "Enter" && void ask()}
          />
        </label>
        <Kind chosen={chosen} choose={choose} />
        <Slider label={t("asOf")} first={first} last={now} value={asOf} set={setAsOf} />
        <Slider label={t("knownAt")} first={first} last={now} value={knownAt} set={setKnownAt} />
        <Filters chosen={chosen} choose={choose} ask={() => void ask()} />
        {!isLocal && <button type="button" class="main" onClick={ask}>{t("searchGo")}</button>}
      </div>
      {isLocal && (
        <p class="note">
          {t("searchLead", count(data.facts.length))}{" "}
          <Command text={command(searching, { ...data, project: chosen.project || data.project })} />
        </p>
      )}
      {problem && <p class="problem" role="alert">{t("failed", problem)}</p>}
      <div aria-live="polite">
        {isLocal && (isAsked ? found.length === 0 && <Nothing query={query} /> : <Empty>{t("searchAsk")}</Empty>)}
        {!isLocal && (answer ? <Answered answer={answer} query={query} /> : <Empty>{t("searchAsk")}</Empty>)}
      </div>
      {isLocal && <Rows rows={found}>{(row) => row}</Rows>}
    </>
  );
}

function Nothing({ query }: { query: string }) {
  return <Empty>{query.trim() ? t("searchEmpty", query) : t("filtersEmpty")}</Empty>;
}

function Slider({ label, first, last, value, set }: {
  label: string;
  first: number;
  last: number;
  value: number;
  set(value: number | null): void;
}) {
  const shown = value >= last ? t("now") : day(value);
  return (
    <label>
      {label}: <span>{shown}</span>
      <input
        type="range"
        min={first}
        max={last}
        step={DAY}
        value={value}
        aria-valuetext={shown}
        onInput={(event) => {
          const given = Number(event.currentTarget.value);
          set(last - given < DAY ? null : given);
        }}
      />
    </label>
  );
}

function Answered({ answer, query }: { answer: Answer; query: string }) {
  const { data, facts, go } = useShared();
  // What was changed since the answer came is shown as it is now.
  const changed = (hit: Hit) => {
    const fact = facts.get(hit.id);
    const isLater = fact?.versions.some((v) => [v.known, v.until].some((at) => at !== null && Date.parse(at) > answer.at));
    return isLater ? fact : undefined;
  };
  const text = (hit: Hit) => {
    const fact = changed(hit);
    if (fact) return says(fact);
    const said = hit.snippet ?? hit.body ?? "";
    // What somebody or something is called says more than the rest.
    return hit.type === "entity" && hit.title && said ? `${hit.title}: ${said}` : said || (hit.title ?? "");
  };
  const isOver = (hit: Hit) => {
    const fact = changed(hit);
    return fact !== undefined && !isCurrent(fact, Date.parse(data.madeAt));
  };
  return (
    <>
      {answer.verdict && <p class={`verdict ${answer.verdict}`}>{named("verdict", answer.verdict)}</p>}
      {answer.notice && <p class="note">{answer.notice}</p>}
      {answer.hits.length === 0 && <Nothing query={query} />}
      <Rows rows={answer.hits}>
        {(hit) => (
          <li key={hit.id} class={isOver(hit) ? "past" : ""}>
            <p dir="auto">{text(hit).slice(0, 2_000)}</p>
            <Bars hit={hit} />
            <div class="line">
              <span class="kind">{named("kind", hit.type)}</span>
              {hit.validFrom && <When at={hit.validFrom} />}
              {hit.project && <span>{hit.project}</span>}
              {hit.alike && <span>{t("alike", hit.alike)}</span>}
              {facts.get(hit.id)?.archived && <span class="mark">{t("archived")}</span>}
              <code title={hit.id}>{hit.id.slice(-8)}</code>
              {facts.has(hit.id) && (
                <button type="button" onClick={() => go("times", hit.id)} aria-label={`${t("life")}: ${(hit.snippet ?? "").slice(0, 80)}`}>
                  {t("life")}
                </button>
              )}
              <Deeds
                name={text(hit)}
                deeds={deeds(
                  facts.get(hit.id) ?? { id: hit.id, kind: hit.type, pinned: false, archived: false },
                  data.madeAt,
                  data.project === "*" ? hit.project : data.project,
                )}
              />
            </div>
          </li>
        )}
      </Rows>
    </>
  );
}

/** How far up a hit stands by its words and by its meaning: a full bar is the first place; and how likely it answers. */
function Bars({ hit }: { hit: Hit }) {
  const ranks = hit.ranks ?? {};
  const place = (rank: number | null | undefined) => (rank ? t("place", rank) : "–");
  const bars: [string, number, string][] = [
    [t("words"), ranks.lexical ? 1 / ranks.lexical : 0, place(ranks.lexical)],
    [t("meaning"), ranks.semantic ? 1 / ranks.semantic : 0, place(ranks.semantic)],
    [t("score"), hit.score ?? 0, hit.score === undefined ? "–" : `${Math.round(hit.score * 100)} %`],
  ];
  return (
    <div class="bars">
      {bars.map(([name, value, said]) => (
        <span key={name}>
          <span aria-hidden="true">{name}: {said}</span>
          <meter min={0} max={1} value={value} aria-label={name} aria-valuetext={said} />
        </span>
      ))}
    </div>
  );
}

function byWords(data: Explorer, go: Shared["go"], query: string, chosen: Chosen, asOf: number, knownAt: number) {
  const words = fold(query).split(/\s+/).filter(Boolean);
  const scored: { score: number; at: string; row: preact.JSX.Element }[] = [];
  for (const fact of data.facts) {
    const held = heldAt(fact, asOf, knownAt);
    if (!held || !passes(fact, held, chosen)) continue;
    const score = matches(fold(`${says(fact, held)} ${fact.tags.join(" ")}`), words);
    if (score === 0) continue;
    // Where nothing is asked for, the time alone decides.
    scored.push({ score: score + (words.length > 0 ? 0.5 : 0), at: held.from, row: <FactRow key={fact.id} fact={fact} version={held} /> });
  }
  for (const session of data.sessions) {
    for (const turn of session.said ?? []) {
      if (Date.parse(turn.at) > Math.min(asOf, knownAt) || !turnPasses(session, turn, chosen)) continue;
      const score = matches(fold(turn.text), words);
      if (score > 0) scored.push({ score, at: turn.at, row: <TurnRow key={turn.id} session={session} turn={turn} go={go} /> });
    }
  }
  return scored
    .sort((a, b) => b.score - a.score || (words.length > 0 ? 0 : Date.parse(b.at) - Date.parse(a.at)))
    .map((entry) => entry.row);
}

function TurnRow({ session, turn, go }: { session: Session; turn: Turn; go: Shared["go"] }) {
  return (
    <li>
      <p dir="auto">{turn.text.slice(0, 600)}</p>
      <div class="line">
        <span class="kind">{named("kind", "turn")}</span><span>{turn.speaker}</span><When at={turn.at} />
        <button type="button" onClick={() => go("timeline", session.id)} aria-label={`${t("openSession")}: ${turn.text.slice(0, 80)}`}>
          {t("openSession")}
        </button>
      </div>
    </li>
  );
}

function matches(text: string, words: string[]): number {
  const found = words.filter((word) => text.includes(word)).length;
  return found === words.length ? 2 : words.length > 2 && found >= words.length - 1 ? 1 : 0;
}

/** What was believed of a fact at one time about another. */
function heldAt(fact: Fact, asOf: number, knownAt: number): Version | undefined {
  return fact.versions.find(
    (v) => Date.parse(v.known) <= knownAt && knownAt < end(v.until) && Date.parse(v.from) <= asOf && asOf < end(v.to),
  );
}

function earliest(data: Explorer, now: number): number {
  let first = now - 30 * DAY;
  for (const fact of data.facts) {
    for (const version of fact.versions) {
      const at = Math.min(Date.parse(version.from), Date.parse(version.known));
      if (at < first && at > now - 20 * 365 * DAY) first = at;
    }
  }
  return first;
}

function fold(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}
