// What a new session is told, line by line: why each line is there, and what can be done about it.

import { deeds } from "../act";
import { short } from "../model";
import { Deeds, Empty, Rows, useShared } from "../parts";
import { named, t } from "../texts";

export function Today() {
  const { data, facts, go } = useShared();
  if (data.today.length === 0) return <Empty>{t("todayEmpty")}</Empty>;
  return (
    <>
      <p class="lead">{t("todayLead")}</p>
      <Rows rows={data.today.map((line, place) => ({ ...line, place }))} page={200}>
        {(line) => {
          if (line.heading) return <li key={line.place} class="heading"><h2>{line.text}</h2></li>;
          const fact = line.id ? facts.get(line.id) : undefined;
          return (
            <li key={line.place} class="told">
              <p dir="auto">{line.text}</p>
              {line.why && <p class="why"><strong>{t("why")}:</strong> {line.why}</p>}
              {line.id && (
                <div class="line">
                  <code title={line.id}>{short(line.id)}</code>
                  {fact && (
                    <button type="button" onClick={() => go("times", fact.id)} aria-label={`${t("life")}: ${line.text.slice(0, 80)}`}>
                      {t("life")}
                    </button>
                  )}
                  {(fact || line.kind) && (
                    <Deeds
                      name={line.text}
                      deeds={deeds(
                        fact ?? { id: line.id, kind: line.kind ?? "", pinned: false, archived: false },
                        data.project === "*" ? fact?.project : data.project,
                      )}
                    />
                  )}
                  {line.kind && <span class="kind">{named("kind", line.kind)}</span>}
                </div>
              )}
            </li>
          );
        }}
      </Rows>
    </>
  );
}
