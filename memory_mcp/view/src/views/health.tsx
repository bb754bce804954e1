// Health: what is here, how it grows, which clients are captured, and what wants mending.

import { Moment, useShared } from "../parts";
import { count, named, t } from "../texts";

export function HealthView() {
  const { data } = useShared();
  const { health } = data;
  const kinds = [...new Set(Object.values(health.counts).flatMap((counts) => Object.keys(counts)))].sort();
  const rows = Object.values(health.counts).flatMap((counts) => Object.values(counts)).reduce((a, b) => a + b, 0);
  return (
    <>
      <p class={health.problems.length === 0 ? "verdict answers" : "verdict nothing"}>
        {health.problems.length === 0 ? t("healthGood") : t("healthBad", health.problems.length)}
      </p>
      {health.problems.length > 0 && (
        <ul class="rows">
          {health.problems.map((problem) => (
            <li key={problem.what}><p dir="auto">{problem.what}</p><p class="why">{problem.mend}</p></li>
          ))}
        </ul>
      )}
      <dl>
        <dt>{t("file")}</dt><dd><code>{health.path}</code></dd>
        <dt>{t("size")}</dt><dd>{count(Math.round(health.sizeBytes / 1024))} kB</dd>
        <dt>{t("encrypted")}</dt><dd>{health.encrypted ? t("yes") : t("no")}</dd>
        <dt>{t("backup")}</dt>
        <dd>{health.backup ? <><Moment at={health.backup.at} /> <code>{health.backup.path}</code></> : t("noBackup")}</dd>
        <dt>{t("engine")}</dt>
        <dd>{health.model || health.engine}: {t("embedded", count(health.embedded), count(health.searchable), count(health.backlog))}</dd>
      </dl>
      {data.totals.facts > data.facts.length && (
        <p class="note">{t("carried", count(data.facts.length), count(data.totals.facts))}</p>
      )}
      <h2>{t("growth")}</h2>
      <Growth />
      <h2>{t("rows")} ({count(rows)})</h2>
      <div class="scroll" tabIndex={0} role="group" aria-label={t("rows")}>
        <table>
          <thead>
            <tr><th scope="col">{t("project")}</th>{kinds.map((kind) => <th scope="col" key={kind}>{named("kind", kind)}</th>)}</tr>
          </thead>
          <tbody>
            {Object.entries(health.counts).map(([project, counts]) => (
              <tr key={project}>
                <th scope="row"><bdi>{project || t("noProject")}</bdi></th>
                {kinds.map((kind) => <td key={kind}>{counts[kind] ? count(counts[kind]) : ""}</td>)}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <h2>{t("clients")}</h2>
      <div class="scroll" tabIndex={0} role="group" aria-label={t("clients")}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t("client")}</th><th scope="col">{t("sessions")}</th>
              <th scope="col">{t("turnsOf")}</th><th scope="col">{t("lastSeen")}</th>
              <th scope="col">{t("lastCaptured")}</th>
            </tr>
          </thead>
          <tbody>
            {health.clients.map((one) => (
              <tr key={one.client}>
                <th scope="row"><bdi>{one.client || "–"}</bdi></th><td>{count(one.sessions)}</td><td>{count(one.turns)}</td>
                <td><Moment at={one.lastAt} /></td>
                <td>{health.lastCaptures[one.client] ? <Moment at={health.lastCaptures[one.client]!} /> : "–"}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

function Growth() {
  const { data } = useShared();
  const months = new Map<string, number>();
  for (const { day, counts } of data.days) {
    const month = day.slice(0, 7);
    months.set(month, (months.get(month) ?? 0) + Object.values(counts).reduce((a, b) => a + b, 0));
  }
  const most = Math.max(1, ...months.values());
  return (
    <ul class="growth">
      {[...months].map(([month, rows]) => (
        <li key={month}><span>{month}</span> <meter min={0} max={most} value={rows} aria-label={`${month}: ${rows}`} /> <span>{count(rows)}</span></li>
      ))}
    </ul>
  );
}
