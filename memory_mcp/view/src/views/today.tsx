// What a new session is told, line by line: why each line is there, and what can be done about it.

import { deeds } from "../act";
import { short, type TodayLine } from "../model";
import { Deeds, Empty, Rows, useShared } from "../parts";
import { day, named, t, type TextName } from "../texts";

/** Why lines stand under a heading, by how the heading begins. */
const RULES: [string, TextName][] = [
  ["Standing wishes", "ruleStanding"],
  ["Changed", "ruleChanged"],
  ["Still open", "ruleOpen"],
  ["Decisions", "ruleDecisions"],
  ["Lessons", "ruleLessons"],
  ["Pinned", "rulePinned"],
  ["Contradictions", "ruleContradictions"],
  ["About the person", "rulePerson"],
  ["Before that", "ruleBefore"],
  ["Since then", "ruleSince"],
];

export function Today() {
  const { data } = useShared();
  if (data.today.length === 0) return <Empty>{t("todayEmpty")}</Empty>;
  return (
    <>
      <p class="lead">{t("todayLead")}</p>
      <Rows rows={data.today.map((line, place) => ({ line, place }))} page={200}>
        {({ line, place }) =>
          line.heading ? <li key={place} class="heading"><h2>{line.text}</h2></li> : <Told key={place} line={line} />}
      </Rows>
    </>
  );
}

function Told({ line }: { line: TodayLine }) {
  const { data, facts, go } = useShared();
  const fact = line.id ? facts.get(line.id) : undefined;
  // A session is named by the end of its id.
  const bracketed = /^(.*) \[([0-9a-f]{8})\]$/s.exec(line.text);
  const session = bracketed && data.sessions.find((one) => short(one.id) === bracketed[2]);
  const text = session ? bracketed[1]! : line.text;
  return (
    <li class="told">
      <p dir="auto">{text}</p>
      <p class="why"><strong>{t("why")}:</strong> {why(line).join("; ")}</p>
      <div class="line">
        {line.id && <code title={line.id}>{short(line.id)}</code>}
        {line.kind && <span class="kind">{named("kind", line.kind)}</span>}
        {session && (
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
        {line.id && (fact || line.kind) && (
          <Deeds
            name={text}
            deeds={deeds(
              fact ?? { id: line.id, kind: line.kind ?? "", pinned: false, archived: false },
              data.project === "*" ? fact?.project : data.project,
            )}
          />
        )}
      </div>
    </li>
  );
}

/** The rule that put a line there, then its use and its age. */
function why(line: TodayLine): string[] {
  const under = line.under ?? "";
  const rule = RULES.find(([heading]) => under.startsWith(heading))?.[1] ?? (under ? null : "ruleFirst");
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
