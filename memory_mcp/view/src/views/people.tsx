// People and things: who there is, what is known of each, and how they relate.

import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { end, type Entity, isCurrent, type Relation } from "../model";
import { Advice, Empty, Rows, useShared, When } from "../parts";
import { t } from "../texts";
import { HEIGHT, laidOut, WIDTH } from "./graph";
import { FactRow } from "./row";

export function People({ focus }: { focus?: string }) {
  const { data, host, tell } = useShared();
  const [chosen, setChosen] = useState(focus ?? data.entities[0]?.id ?? "");
  const [filter, setFilter] = useState("");
  // What the client told beyond what the page carries.
  const [told, setTold] = useState<Around>({ entities: [], relations: [] });
  const entities = useMemo(() => together(data.entities, told.entities), [data, told]);
  const relations = useMemo(() => together(data.relations, told.relations), [data, told]);
  const known = useMemo(() => new Map(entities.map((entity) => [entity.id, entity])), [entities]);
  const ask = async (wanted: string) => {
    if (!host || !wanted.trim()) return;
    try {
      const found = around(
        await host.call("memory_view", { focus: wanted.trim().slice(0, 200), ...(data.project ? { project: data.project } : {}) }),
      );
      setTold(({ entities: a, relations: b }) => ({
        entities: together(a, found.entities), relations: together(b, found.relations),
      }));
      if (found.focus) setChosen(found.focus);
    } catch (problem) {
      tell(t("failed", problem instanceof Error ? problem.message : String(problem)));
    }
  };
  const choose = (id: string) => {
    setChosen(id);
    // What is around one at the edge of the page, the server knows.
    const every = Object.values(data.health.counts).reduce((sum, counts) => sum + (counts.entity ?? 0), 0);
    if (data.entities.length < every || data.relations.length < data.totals.relations) void ask(id);
  };
  if (entities.length === 0) {
    const example = JSON.stringify({ name: "Mara", entityType: "person" });
    return <Advice name="peopleEmpty" commands={[["call", "memory_entity_create", example]]} />;
  };
  const wanted = filter.toLowerCase();
  const listed = entities.filter((entity) =>
    [entity.name, entity.type, ...entity.aliases].some((name) => name.toLowerCase().includes(wanted)),
  );
  const one = known.get(chosen);
  return (
    <>
      <p class="lead">{t("peopleLead")}</p>
      <div class="people">
        <section aria-label={t("people")}>
          <label>
            {t("filter")}
            <input
              type="search"
              value={filter}
              onInput={(event) => setFilter(event.currentTarget.value)}
              onKeyDown={(event) => event.key === "Enter" && void ask(filter)}
            />
          </label>
          {host && filter.trim() && (
            <p><button type="button" onClick={() => ask(filter)}>{t("askMemory")}</button></p>
          )}
          <Rows rows={listed} page={60}>
            {(entity) => (
              <li key={entity.id} class="pick">
                <button type="button" aria-pressed={entity.id === chosen} onClick={() => choose(entity.id)}>
                  <bdi>{entity.name.slice(0, 120)}</bdi> <span class="kind">{entity.type.slice(0, 40)}</span>
                </button>
              </li>
            )}
          </Rows>
        </section>
        {one && <About entity={one} known={known} relations={relations} choose={choose} />}
      </div>
    </>
  );
}

function About({ entity, known, relations: every, choose }: {
  entity: Entity;
  known: Map<string, Entity>;
  relations: Relation[];
  choose(id: string): void;
}) {
  const { data } = useShared();
  const now = Date.parse(data.madeAt);
  const facts = data.facts.filter((fact) => fact.about === entity.id);
  const relations = every.filter((edge) => edge.source === entity.id || edge.target === entity.id);
  return (
    <section class="about" aria-label={entity.name}>
      <h2 dir="auto">{entity.name}</h2>
      {entity.summary && <p dir="auto">{entity.summary}</p>}
      <Graph centre={entity.id} known={known} relations={every} choose={choose} />
      <h3>{t("relations")}</h3>
      {relations.length === 0 && <Empty>{t("noFacts")}</Empty>}
      <Rows rows={relations} page={40}>
        {(edge) => {
          const [version] = [...edge.versions].sort((a, b) => end(b.until) - end(a.until));
          const other = edge.source === entity.id ? edge.target : edge.source;
          return (
            <li key={edge.id} class={version?.until === null ? "" : "past"}>
              <span dir="auto">
                <bdi>{name(known, edge.source)}</bdi> <em>{edge.type.slice(0, 80)}</em> <bdi>{name(known, edge.target)}</bdi>
              </span>
              <div class="line">
                {version && <span>{t("from")} <When at={version.from} />{version.to && <> {t("until")} <When at={version.to} /></>}</span>}
                {known.has(other) && (
                  <button type="button" onClick={() => choose(other)}><bdi>{name(known, other)}</bdi></button>
                )}
              </div>
            </li>
          );
        }}
      </Rows>
      <h3>{t("facts")}</h3>
      {facts.length === 0 && <Empty>{t("noFacts")}</Empty>}
      <Rows rows={[...facts].sort((a, b) => Number(isCurrent(b, now)) - Number(isCurrent(a, now)))} page={40}>
        {(fact) => <FactRow key={fact.id} fact={fact} />}
      </Rows>
    </section>
  );
}

function Graph({ centre, known, relations, choose }: {
  centre: string;
  known: Map<string, Entity>;
  relations: Relation[];
  choose(id: string): void;
}) {
  const { nodes, edges } = useMemo(() => laidOut(centre, relations, known), [centre, relations, known]);
  const frame = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    // Where it does not fit, the one it is about is in sight.
    const middle = (nodes.find((node) => node.id === centre)?.x ?? 0) / WIDTH;
    const shown = frame.current;
    shown?.scrollTo(middle * shown.scrollWidth - shown.clientWidth / 2, 0);
  }, [nodes, centre]);
  if (edges.length === 0) return null;
  return (
    <div class="scroll" ref={frame} tabIndex={0} role="group" aria-label={t("graph")}>
      <svg class="graph" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="group" aria-label={t("graph")}>
        <defs>
          <marker id="tip" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="7" markerHeight="7" orient="auto">
            <path d="M0 0 8 4 0 8z" />
          </marker>
        </defs>
        {edges.map((edge) => (
          <line key={edge.id} x1={edge.x1} y1={edge.y1} x2={edge.x2} y2={edge.y2} class={edge.isCurrent ? "" : "past"} marker-end="url(#tip)" />
        ))}
        {edges.map((edge) => edge.label && (
          <text key={edge.id} class="edge" x={edge.label.x} y={edge.label.y}>{edge.type}</text>
        ))}
        {nodes.map((node) => (
          <g
            key={node.id}
            class={node.id === centre ? "node centre" : "node"}
            tabIndex={0}
            role="button"
            aria-label={name(known, node.id)}
            onClick={() => choose(node.id)}
            onKeyDown={(event) => {
              if (event.key === "Enter" || event.key === " ") {
                event.preventDefault();
                choose(node.id);
              }
            }}
          >
            <circle cx={node.x} cy={node.y} r={node.radius} />
            <text x={node.label.x} y={node.label.y}>{node.name}</text>
            <title>{name(known, node.id)}</title>
          </g>
        ))}
      </svg>
    </div>
  );
}

interface Around {
  focus?: string | null;
  entities: Entity[];
  relations: Relation[];
}

/** What memory_view says of a neighbourhood, in the form of the page. */
function around(answer: Record<string, unknown>): Around {
  const rows = (name: string) => (answer[name] ?? []) as Record<string, string>[];
  return {
    focus: answer.focus as string | null,
    entities: rows("entities").map((row) => ({
      id: row.id!, name: row.name!, type: row.entityType ?? "", aliases: [], summary: row.summary ?? "",
      project: row.project ?? null,
    })),
    relations: rows("relations").map((row) => ({
      id: row.id!, type: row.relationType!, source: row.fromEntityId!, target: row.toEntityId!,
      versions: [{ from: row.validFrom!, to: row.validTo ?? null, known: row.validFrom!, until: null }],
    })),
  };
}

/** Rows of both, those of the first where both have them. */
function together<T extends { id: string }>(first: T[], more: T[]): T[] {
  const known = new Set(first.map((row) => row.id));
  return [...first, ...more.filter((row) => !known.has(row.id))];
}

function name(known: Map<string, Entity>, id: string): string {
  return known.get(id)?.name ?? id.slice(-8);
}
