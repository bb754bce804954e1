// Health: what is here, how it grows, which clients are captured, and what the doctor says.

import { command } from "../act";
import type { Check } from "../model";
import { Command, Moment, useShared } from "../parts";
import { count, dayName, month, named, t } from "../texts";

const SIGNS = { pass: "✓", warn: "!", fail: "✗" };
const QUARTER = 900_000;

export function HealthView() {
  const { data } = useShared();
  const { health } = data;
  const kinds = [...new Set(Object.values(health.counts).flatMap((counts) => Object.keys(counts)))].sort();
  const rows = Object.values(health.counts).flatMap((counts) => Object.values(counts)).reduce((a, b) => a + b, 0);
  const wrong: Check[] = health.checks?.filter((check) => check.level !== "pass")
    ?? health.problems.map((problem) => ({ ...problem, check: "", level: "warn" }));
  return (
    <>
      <p class={wrong.length === 0 ? "verdict answers" : "verdict nothing"}>
        {wrong.length === 0 ? t("healthGood") : t("healthBad", wrong.length)}
      </p>
      {wrong.length > 0 && (
        <ul class="rows">
          {wrong.map((check) => (
            <li key={check.client + check.check + check.what}>
              <p>
                {check.title && <strong>{check.title}: </strong>}
                {check.check && `${named("check", check.check)}: `}<bdi lang="en">{check.what}</bdi>
              </p>
              {check.mend && <p class="why"><strong>{t("mend")}:</strong> <bdi lang="en">{check.mend}</bdi></p>}
            </li>
          ))}
        </ul>
      )}
      <dl>
        <dt>{t("file")}</dt><dd><code>{health.path}</code></dd>
        <dt>{t("size")}</dt><dd>{count(Math.round(health.sizeBytes / 1024))} kB</dd>
        <dt>{t("encrypted")}</dt><dd>{health.encrypted ? t("yes") : t("no")}</dd>
        <dt>{t("backup")}</dt>
        <dd>{health.backup ? <><Moment at={health.backup.at} /> <code>{health.backup.path}</code></> : <>{t("noBackup")} <Command text={command(["backup"], { ...data, project: null })} /></>}</dd>
        <dt>{t("engine")}</dt>
        <dd>{health.model || named("engine", health.engine)}: {t("embedded", count(health.embedded), count(health.searchable), count(health.backlog))}</dd>
      </dl>
      {data.totals.facts > data.facts.length && (
        <p class="note">{t("carried", count(data.facts.length), count(data.totals.facts))}</p>
      )}
      <h2>{t("clients")}</h2>
      {health.clients.length > 0 && (
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
      )}
      {health.checks === null
        ? <p class="note">{t("doctorElsewhere")} <Command text={command(["doctor"], { ...data, project: null })} /></p>
        : <Checks checks={health.checks} />}
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
    </>
  );
}

/** What the doctor says of each client, then of the memory and the machine. */
function Checks({ checks }: { checks: Check[] }) {
  const groups = new Map<string, Check[]>();
  for (const check of checks) {
    const name = check.title ?? "";
    groups.set(name, [...(groups.get(name) ?? []), check]);
  }
  return (
    <div class="checks">
      {[...groups].sort(([a], [b]) => Number(a === "") - Number(b === "")).map(([name, found]) => (
        <section key={name} aria-label={name || t("machine")}>
          <h3>{name || t("machine")}</h3>
          <ul>
            {found.map((check) => (
              <li key={check.check + check.what} class={check.level}>
                <span role="img" aria-label={t(`level_${check.level}`)}>{SIGNS[check.level]}</span>{" "}
                <strong>{named("check", check.check)}</strong> <bdi lang="en">{check.what}</bdi>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function Growth() {
  const { data } = useShared();
  const months = new Map<string, number>();
  for (const [quarter, rows] of data.quarters) {
    const name = dayName(quarter * QUARTER).slice(0, 7);
    months.set(name, (months.get(name) ?? 0) + rows);
  }
  const most = Math.max(1, ...months.values());
  return (
    <ul class="growth">
      {[...months].map(([name, rows]) => {
        const said = month(`${name}-15T12:00:00Z`, true);
        return <li key={name}><span>{said}</span> <meter min={0} max={most} value={rows} aria-label={`${said}: ${rows}`} /> <span>{count(rows)}</span></li>;
      })}
    </ul>
  );
}
