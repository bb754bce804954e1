// What the page shows, as memory_mcp/view/data.py writes it. Instants are ISO 8601 in UTC; null is an open end.

export type Instant = string;

export interface Closing {
  verb: string;
  reason: string;
  next: string | null;
}

export interface Period {
  from: Instant;
  to: Instant | null;
  known: Instant;
  until: Instant | null;
}

export interface Version extends Period {
  text: string;
  context: string;
  by: string;
  confidence: number | null;
  closed: Closing | null;
}

export interface Fact {
  id: string;
  kind: string;
  title: string;
  about: string | null;
  project: string | null;
  tags: string[];
  session: string | null;
  pinned: boolean;
  archived: boolean;
  verified: boolean | null;
  uses: number;
  shown: number;
  versions: Version[];
}

export interface Relation {
  id: string;
  type: string;
  source: string;
  target: string;
  versions: Period[];
}

export interface Entity {
  id: string;
  name: string;
  type: string;
  aliases: string[];
  summary: string;
  project: string | null;
}

export interface Turn {
  id: string;
  speaker: string;
  role: string;
  at: Instant;
  text: string;
}

export interface Session {
  id: string;
  client: string;
  /** The words of the command that goes on with it, and the folder where it was held. */
  resume: string[];
  home: string | null;
  project: string | null;
  startedAt: Instant;
  lastAt: Instant;
  summary: string;
  prompt: string;
  turns: number;
  said: Turn[] | null;
}

export interface Change {
  at: Instant;
  verb: string;
  id: string;
  kind: string;
  was: string;
  became: string;
  next: string | null;
  reason: string;
  by: string;
}

export interface Call {
  tool: string;
  arguments: Record<string, unknown>;
}

export interface PairSide {
  id: string;
  type: string;
  snippet: string;
  validFrom: Instant;
}

export interface Pair {
  kind: string;
  confidence: string;
  evidence: string;
  older: PairSide;
  newer: PairSide;
  resolve?: Call;
  end?: Call;
  /** Of two versions of one fact that two machines wrote: the older again. */
  restore?: Call;
  dismiss?: Call;
}

export interface TodayLine {
  text: string;
  heading?: boolean;
  id?: string;
  kind?: string;
  /** What it shows that is no row: a session or handoff by its id, "older/newer", "goal:...", "profile:FIELD". */
  shows?: string;
  /** The whole text of a goal, of a field about the person, or of what a session is summed up by. */
  value?: string;
  /** Of a line that a session left: which it is there. */
  left?: { of: "openQuestions" | "nextSteps"; text: string; place: number };
  /** The heading it stands under, and what else put it there. */
  under?: string;
  reasons?: Record<string, string | number>;
}

export interface Check {
  check: string;
  level: "pass" | "warn" | "fail";
  what: string;
  mend?: string;
  client?: string;
  title?: string;
}

export interface Health {
  ok: boolean;
  version: string;
  path: string;
  sizeBytes: number;
  encrypted: boolean;
  searchable: number;
  embedded: number;
  backlog: number;
  model: string;
  engine: string;
  problems: { what: string; mend: string }[];
  /** What the doctor found, where the page was made at a terminal. */
  checks: Check[] | null;
  counts: Record<string, Record<string, number>>;
  backup: { at: Instant; path: string } | null;
  lastCaptures: Record<string, Instant>;
  clients: { client: string; sessions: number; turns: number; lastAt: Instant }[];
}

export interface Explorer {
  format: number;
  version: string;
  madeAt: Instant;
  project: string | null;
  /** Where the memory lies, unless it is where commands look for it. */
  db: string | null;
  /** What kind of shell commands are typed into. */
  shell: "posix" | "powershell";
  projects: string[];
  today: TodayLine[];
  facts: Fact[];
  relations: Relation[];
  entities: Entity[];
  sessions: Session[];
  changes: Change[];
  /** Rows of each quarter of an hour since 1970 that has any, in the last year. */
  quarters: [number, number][];
  contradictions: Pair[];
  health: Health;
  totals: { facts: number; relations: number; sessions: number; contradictions: number };
}

/** The version a memory holds now, or the last it held. */
export function newest(fact: Pick<Fact, "versions">): Version {
  const ordered = [...fact.versions].sort(
    (a, b) => end(b.until) - end(a.until) || Date.parse(b.from) - Date.parse(a.from),
  );
  return ordered[0]!;
}

/** Whether anything of a fact is believed and true now. */
export function isCurrent(fact: Fact, now: number): boolean {
  return fact.versions.some((v) => v.until === null && Date.parse(v.from) <= now && now < end(v.to));
}

/** An instant in milliseconds; an open end lies after every other. */
export function end(instant: Instant | null): number {
  return instant === null ? Number.MAX_SAFE_INTEGER : Date.parse(instant);
}

/** What a fact, or one version of it, says in a line. */
export function says(fact: Fact, version = newest(fact)): string {
  const { text } = version;
  return fact.title && fact.title !== text ? `${fact.title}: ${text}` : text || fact.title;
}

/** The last 8 characters of an id, as the command line and the tools take them. */
export function short(id: string): string {
  return id.slice(-8);
}

/** A fact, what it replaced and what replaced it, oldest first. */
export function chain(fact: Fact, facts: Map<string, Fact>, before: Map<string, Fact[]>): Fact[] {
  const seen = new Map<string, Fact>([[fact.id, fact]]);
  const walk = (one: Fact) => {
    const next = one.versions.map((v) => v.closed?.next).filter((id): id is string => !!id);
    const around = [...next.map((id) => facts.get(id)), ...(before.get(one.id) ?? [])];
    for (const other of around) {
      if (other && !seen.has(other.id) && seen.size < 30) {
        seen.set(other.id, other);
        walk(other);
      }
    }
  };
  walk(fact);
  return [...seen.values()].sort((a, b) => Date.parse(a.versions[0]!.known) - Date.parse(b.versions[0]!.known));
}
