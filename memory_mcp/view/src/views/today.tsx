// What a new session is told, line by line: why each line is there, and what can be done about it.

import { type Deed, deeds, otherDeeds, sessionDeeds, ways } from "../act";
import { type Session, short, type TodayLine } from "../model";
import { Advice, Deeds, Rows, useShared } from "../parts";
import { count, day, named, t, type TextName } from "../texts";

/** What headings are called, and why lines stand under them, by how the heading begins. */
const RULES: [string, TextName, TextName][] = [
  ["What was being done", "headDoing", "ruleDoing"],
  ["Left for this session", "headHandoffs", "ruleHandoffs"],
  ["Standing wishes", "headStanding", "ruleStanding"],
  ["Changed", "headChanged", "ruleChanged"],
  ["Still open", "headOpen", "ruleOpen"],
  ["Decisions", "headDecisions", "ruleDecisions"],
  ["Lessons", "headLessons", "ruleLessons"],
  ["Pinned", "headPinned", "rulePinned"],
  ["Contradictions", "contradictions", "ruleContradictions"],
  ["Also said", "headAsides", "ruleAsides"],
  ["About the person", "headPerson", "rulePerson"],
  ["Before that", "headBefore", "ruleBefore"],
  ["Since then", "headSince", "ruleSince"],
];

function ruleOf(heading: string) {
  return RULES.find(([begins]) => heading.startsWith(begins));
}

export function Today() {
  const { data } = useShared();
  if (data.today.length === 0) return <Advice name="todayEmpty" commands={[["bootstrap"]]} />;
  return (
    <>
      <p class="lead">{t(data.project === "*" ? "todayLeadEverywhere" : "todayLead")}</p>
      <Rows rows={keyed(data.today)} page={200}>
        {({ line, key }) => (line.heading ? <Heading key={key} text={line.text} /> : <Told key={key} line={line} />)}
      </Rows>
    </>
  );
}

/** Lines by what they are: what a person has open of one stays with it where others come or go, and never moves on. */
function keyed(lines: TodayLine[]): { line: TodayLine; key: string }[] {
  const seen = new Map<string, number>();
  return lines.map((line) => {
    const name = `${line.id ?? line.shows ?? line.under ?? ""} ${line.text}`;
    const nth = (seen.get(name) ?? 0) + 1;
    seen.set(name, nth);
    return { line, key: `${name} ${nth}` };
  });
}

function Heading({ text }: { text: string }) {
  const rule = ruleOf(text);
  // How many of what came since: "(2 decisions, 1 lesson)".
  const counted = [...text.matchAll(/(\d+) (decision|lesson|fact|turn|document)/g)].map(
    ([, many, what]) => `${count(Number(many))} ${t(`many_${what}` as TextName)}`,
  );
  return (
    <li class="heading">
      <h2>{rule ? t(rule[1]) : text}{counted.length > 0 && ` (${counted.join(", ")})`}</h2>
    </li>
  );
}

function Told({ line }: { line: TodayLine }) {
  const { data, facts, go } = useShared();
  const fact = line.id ? facts.get(line.id) : undefined;
  const session = line.shows ? data.sessions.find((one) => one.id === line.shows) : undefined;
  // Its first line ends in its id; the page has a button instead.
  const isFirst = session !== undefined && line.text.endsWith(` [${short(session.id)}]`);
  const text = isFirst ? line.text.slice(0, -11) : line.text;
  return (
    <li class="told">
      <p dir="auto">{text}</p>
      <p class="why"><strong>{t("why")}:</strong> {why(line, session !== undefined).join("; ")}</p>
      <div class="line">
        {line.id && <code title={line.id}>{short(line.id)}</code>}
        {line.kind && <span class="kind">{named("kind", line.kind)}</span>}
        {isFirst && (
          <button type="button" onClick={() => go("timeline", session.id)} aria-label={`${t("openSession")}: ${text.slice(0, 80)}`}>
            {t("openSession")}
          </button>
        )}
        {line.under?.startsWith("Contradictions") && (
          <button type="button" onClick={() => go("contradictions")}>{t("contradictions")}</button>
        )}
        {fact && (
          <button type="button" onClick={() => go("times", fact.id)} aria-label={`${t("life")}: ${text.slice(0, 80)}`}>
            {t("life")}
          </button>
        )}
        <Deeds name={text} deeds={offered(line, session)} />
      </div>
    </li>
  );
}

/** What can be done about a line: about its row, or about the session, pair, goal or field that it shows. */
function offered(line: TodayLine, session: Session | undefined): Deed[] {
  const { data, facts } = useShared();
  const project = (own: string | null | undefined) => (data.project === "*" ? own : data.project);
  if (line.id) {
    const fact = facts.get(line.id);
    const known = fact ?? { id: line.id, kind: line.kind ?? "", pinned: line.under === "Pinned", archived: false };
    return deeds(known, data.madeAt, project(fact?.project));
  }
  if (session) return sessionDeeds(session.id, line, project(session.project));
  const pair = data.contradictions.find(({ older, newer }) => `${older.id}/${newer.id}` === line.shows);
  if (pair) {
    const older = facts.get(pair.older.id);
    return ways(pair, data.madeAt, project(older?.project));
  }
  if (line.under?.startsWith("Left for this session") && line.shows && /^- |^\d{4}-/.test(line.text)) {
    return deeds({ id: line.shows, kind: "handoff", pinned: false, archived: false }, data.madeAt, data.project);
  }
  return otherDeeds(line, data.project);
}

/** The rule that put a line there, then its use and its age. */
function why(line: TodayLine, isSession: boolean): string[] {
  const under = line.under ?? "";
  const rule = ruleOf(under)?.[2] ?? (under ? null : isSession ? "ruleLast" : "ruleGoal");
  const { used, cited, shown, since, importance } = line.reasons ?? {};
  return [
    rule ? t(rule) : under,
    importance !== undefined && t("reasonImportance", importance),
    used && t("uses", used),
    cited && t("reasonCited", cited),
    shown && t("reasonShown", shown),
    since && t("reasonSince", day(since)),
  ].filter((reason): reason is string => typeof reason === "string");
}
