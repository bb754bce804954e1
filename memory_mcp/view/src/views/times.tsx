// Two times: the life of a fact and of those it replaced, as a picture and as a list.

import { useMemo, useState } from "preact/hooks";
import { chain, says } from "../model";
import { Advice, Rows, useShared, When } from "../parts";
import { named, t } from "../texts";
import { Picture } from "./picture";

export function TwoTimes({ focus }: { focus?: string }) {
  const { data, facts, before } = useShared();
  const [onlyChanged, setOnlyChanged] = useState(!focus);
  const changed = useMemo(
    () => data.facts.filter((fact) => fact.versions.length > 1 || before.has(fact.id)),
    [data],
  );
  const offered = onlyChanged && changed.length > 0 ? changed : data.facts;
  const [chosen, setChosen] = useState(focus && facts.has(focus) ? focus : (changed[0] ?? data.facts[0])?.id ?? "");
  const fact = facts.get(chosen) ?? offered[0];
  if (!fact) return <Advice name="timesEmpty" commands={[["learn", t("timesExample")]]} />;
  const lives = chain(fact, facts, before);
  return (
    <>
      <p class="lead">{t("timesLead")}</p>
      <div class="asking">
        <label>
          {t("timesPick")}
          <select value={fact.id} onChange={(event) => setChosen(event.currentTarget.value)}>
            {[...(offered.includes(fact) ? [] : [fact]), ...offered.slice(0, 500)].map((one) => (
              <option key={one.id} value={one.id}>{says(one).slice(0, 90)}</option>
            ))}
          </select>
        </label>
        <label class="check">
          <input type="checkbox" checked={onlyChanged} onChange={(event) => setOnlyChanged(event.currentTarget.checked)} />
          {t("timesOnlyChanged")}
        </label>
      </div>
      <Picture key={fact.id} lives={lives} now={Date.parse(data.madeAt)} />
      <Rows rows={lives.flatMap((one) => one.versions.map((version) => ({ one, version })))}>
        {({ one, version }) => (
          <li key={`${one.id}${version.known}${version.from}`} class={version.until === null ? "" : "past"}>
            <p dir="auto">{one.title && one.title !== version.text ? `${one.title}: ` : ""}{version.text}</p>
            <div class="line">
              <span>{t("trueFrom")} <When at={version.from} /> – {version.to === null ? "…" : <When at={version.to} />}</span>
              <span>{t("believedFrom")} <When at={version.known} /> – {version.until === null ? t("now") : <When at={version.until} />}</span>
              {version.closed && (
                <span class="mark">
                  {named("verb", version.closed.verb)}{version.closed.reason && `: ${version.closed.reason.slice(0, 200)}`}
                </span>
              )}
              <span>{t("by", version.by)}</span>
            </div>
          </li>
        )}
      </Rows>
    </>
  );
}
