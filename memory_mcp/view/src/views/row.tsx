// One fact as a list shows it.

import { deeds } from "../act";
import { type Fact, newest, says, short, type Version } from "../model";
import { Deeds, useShared, When } from "../parts";
import { named, t } from "../texts";

export function FactRow({ fact, version }: { fact: Fact; version?: Version }) {
  const { data, go } = useShared();
  const now = version ?? newest(fact);
  const text = says(fact, now);
  return (
    <li class={`fact${now.until === null ? "" : " past"}`}>
      <p dir="auto">{text}</p>
      <div class="line">
        <span class="kind">{named("kind", fact.kind)}</span>
        <span>
          {t("from")} <When at={now.from} />
          {now.to !== null && <> {t("until")} <When at={now.to} /></>}
        </span>
        {fact.pinned && <strong>{t("pinned")}</strong>}
        {fact.archived && <span class="mark">{t("archived")}</span>}
        {now.closed && <span class="mark">{named("verb", now.closed.verb)}</span>}
        {fact.uses > 0 && <span>{t("uses", fact.uses)}</span>}
        {data.project === "*" && fact.project && <span>{fact.project}</span>}
        <code title={fact.id}>{short(fact.id)}</code>
        <button type="button" onClick={() => go("times", fact.id)} aria-label={`${t("life")}: ${text.slice(0, 80)}`}>
          {t("life")}
        </button>
        {now.until === null && (
          <Deeds name={text} deeds={deeds(fact, data.madeAt, data.project === "*" ? fact.project : data.project)} />
        )}
      </div>
    </li>
  );
}
