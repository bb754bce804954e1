// The filters of a search, as the server's own search takes them: in a client they go to it, in a file the page's rows
// are held against them.

import type { Explorer, Fact, Session, Turn, Version } from "../model";
import { useShared } from "../parts";
import { count, day, named, startOf, t } from "../texts";

export interface Chosen {
  kind: string;
  /** Tags with commas between them: a row has all of them. */
  tags: string;
  /** Days by their names; until includes its day. */
  since: string;
  until: string;
  session: string;
  project: string;
  archived: boolean;
}

export const NOTHING: Chosen = { kind: "", tags: "", since: "", until: "", session: "", project: "", archived: false };
/** What the server's search takes; a page carries the first of them as rows. */
const KINDS = ["learning", "decision", "observation", "document", "turn", "entity", "relation", "digest"];
const CARRIED = 5;
const DAY = 86_400_000;
/** A year of more digits is none that can be asked for. */
const LAST = "9999-12-31";

/** How many filters are set. */
export function chosenMany(chosen: Chosen): number {
  return (Object.keys(NOTHING) as (keyof Chosen)[]).filter((name) => Boolean(given(chosen)[name])).length;
}

/** The arguments of ``memory_search``. */
export function asArguments(chosen: Chosen): Record<string, unknown> {
  const { kind, project, session, archived } = chosen;
  const { tags, since, until } = given(chosen);
  return {
    ...(kind ? { types: [kind] } : {}),
    ...(project ? { project } : {}),
    ...(tags ? { tags } : {}),
    ...(session ? { sessionId: session } : {}),
    ...(since ? { since } : {}),
    ...(until ? { until } : {}),
    ...(archived ? { includeArchived: true } : {}),
  };
}

/** The words of the command ``search``; a project is named before it. */
export function asWords(chosen: Chosen): string[] {
  const { tags = [], since, until } = given(chosen);
  return [
    ...(chosen.kind ? ["--type", chosen.kind] : []),
    ...tags.flatMap((tag) => ["--tag", tag]),
    ...(chosen.session ? ["--session", chosen.session] : []),
    ...(since ? ["--since", since] : []),
    ...(until ? ["--until", until] : []),
    ...(chosen.archived ? ["--archived"] : []),
  ];
}

/** Whether a fact of the page, in the version that held, passes. */
export function passes(fact: Fact, held: Version, chosen: Chosen): boolean {
  const { tags = [] } = given(chosen);
  return (
    (!chosen.kind || fact.kind === chosen.kind) &&
    tags.every((tag) => fact.tags.includes(tag)) &&
    (!chosen.session || fact.session === chosen.session) &&
    (!chosen.project || fact.project === chosen.project || fact.project === null) &&
    (chosen.archived || !fact.archived) &&
    isWithin(held.from, chosen)
  );
}

/** Whether a turn of a conversation passes: it has no tag, and nobody archives it alone. */
export function turnPasses(session: Session, turn: Turn, chosen: Chosen): boolean {
  return (
    (!chosen.kind || chosen.kind === "turn") &&
    !given(chosen).tags &&
    (!chosen.session || session.id === chosen.session) &&
    (!chosen.project || session.project === chosen.project || session.project === null) &&
    isWithin(turn.at, chosen)
  );
}

function isWithin(at: string, chosen: Chosen): boolean {
  const { since, until } = given(chosen);
  const when = Date.parse(at);
  return (!since || when >= Date.parse(since)) && (!until || when < Date.parse(until));
}

/** What was chosen as it is asked for: tags one by one, days as instants of the reader's zone. */
function given(chosen: Chosen) {
  const tags = chosen.tags.split(",").map((tag) => tag.trim()).filter(Boolean);
  return {
    ...chosen,
    tags: tags.length > 0 ? tags : undefined,
    since: instant(chosen.since),
    until: instant(chosen.until, DAY),
  };
}

function instant(name: string, later = 0): string | undefined {
  const at = Date.parse(`${name}T00:00:00Z`) + later;
  return Number.isNaN(at) || name > LAST ? undefined : new Date(startOf(new Date(at).toISOString().slice(0, 10))).toISOString();
}

export function Kind({ chosen, choose }: { chosen: Chosen; choose(changed: Partial<Chosen>): void }) {
  const { host } = useShared();
  return (
    <label>
      {t("kind")}
      <select value={chosen.kind} onChange={(event) => choose({ kind: event.currentTarget.value })}>
        <option value="">{t("any")}</option>
        {(host ? KINDS : KINDS.slice(0, CARRIED)).map((name) => <option key={name} value={name}>{named("kind", name)}</option>)}
      </select>
    </label>
  );
}

/** All but the kind, behind one button: most searches need none of them. */
export function Filters({ chosen, choose, ask }: { chosen: Chosen; choose(changed: Partial<Chosen>): void; ask(): void }) {
  const { data } = useShared();
  const many = chosenMany({ ...chosen, kind: "" });
  const chooses = (name: keyof Chosen) => (event: { currentTarget: HTMLInputElement | HTMLSelectElement }) =>
    choose({ [name]: event.currentTarget.value });
  return (
    <details class="filters">
      <summary>{t("moreFilters", count(many))}</summary>
      <div class="asking">
        <label>
          {t("filterTags")}
          <input
            type="text"
            list="tags"
            value={chosen.tags}
            onInput={chooses("tags")}
            onKeyDown={(event) => event.key === "Enter" && ask()}
          />
        </label>
        <datalist id="tags">{tagsOf(data).map((tag) => <option key={tag} value={tag} />)}</datalist>
        <label>
          {t("filterSince")}
          <input type="date" max={LAST} value={chosen.since} onInput={chooses("since")} />
        </label>
        <label>
          {t("filterUntil")}
          <input type="date" max={LAST} value={chosen.until} onInput={chooses("until")} />
        </label>
        <label>
          {t("filterSession")}
          <select value={chosen.session} onChange={chooses("session")}>
            <option value="">{t("any")}</option>
            {byClient(data.sessions).map(([client, sessions]) => (
              <optgroup key={client} label={client}>
                {sessions.map((one) => <option key={one.id} value={one.id}>{sessionName(one)}</option>)}
              </optgroup>
            ))}
          </select>
        </label>
        {data.project === "*" && (
          <label>
            {t("project")}
            <select value={chosen.project} onChange={chooses("project")}>
              <option value="">{t("any")}</option>
              {data.projects.map((name) => <option key={name} value={name}>{name}</option>)}
            </select>
          </label>
        )}
        <label class="check">
          <input
            type="checkbox"
            checked={chosen.archived}
            onChange={(event) => choose({ archived: event.currentTarget.checked })}
          />
          {t("filterArchived")}
        </label>
        <button type="button" disabled={many === 0} onClick={() => choose({ ...NOTHING, kind: chosen.kind })}>
          {t("clearFilters")}
        </button>
      </div>
    </details>
  );
}

/** The tags of the page's facts, in the order of the alphabet. */
function tagsOf(data: Explorer): string[] {
  return [...new Set(data.facts.flatMap((fact) => fact.tags))].sort((a, b) => a.localeCompare(b)).slice(0, 500);
}

/** Sessions that say something, newest first, by the client in which they were held. */
function byClient(sessions: Session[]): [string, Session[]][] {
  const found = new Map<string, Session[]>();
  for (const session of sessions) {
    if (session.turns === 0 && !session.summary) continue;
    const client = session.client.slice(0, 40) || "–";
    found.set(client, [...(found.get(client) ?? []), session]);
  }
  return [...found];
}

function sessionName(session: Session): string {
  return `${day(session.lastAt)}: ${(session.summary || session.prompt || session.id).slice(0, 60)}`;
}
