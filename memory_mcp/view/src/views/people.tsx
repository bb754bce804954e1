// People and things: who there is, what is known of each, and how they relate.

import { forceCenter, forceCollide, forceLink, forceManyBody, forceSimulation, forceX, forceY } from "d3-force";
import { useMemo, useState } from "preact/hooks";
import { end, type Entity, isCurrent, type Relation } from "../model";
import { Empty, Rows, useShared, When } from "../parts";
import { t } from "../texts";
import { FactRow } from "./row";

const WIDTH = 720;
const HEIGHT = 440;
const MOST = 60;

interface Node {
  id: string;
  x?: number;
  y?: number;
}

export function People({ focus }: { focus?: string }) {
  const { data } = useShared();
  const [chosen, setChosen] = useState(focus ?? data.entities[0]?.id ?? "");
  const [filter, setFilter] = useState("");
  const known = useMemo(() => new Map(data.entities.map((entity) => [entity.id, entity])), [data]);
  if (data.entities.length === 0) return <Empty>{t("peopleEmpty")}</Empty>;
  const wanted = filter.toLowerCase();
  const listed = data.entities.filter((entity) =>
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
            <input type="search" value={filter} onInput={(event) => setFilter(event.currentTarget.value)} />
          </label>
          <Rows rows={listed} page={60}>
            {(entity) => (
              <li key={entity.id} class="pick">
                <button type="button" aria-pressed={entity.id === chosen} onClick={() => setChosen(entity.id)}>
                  <bdi>{entity.name.slice(0, 120)}</bdi> <span class="kind">{entity.type.slice(0, 40)}</span>
                </button>
              </li>
            )}
          </Rows>
        </section>
        {one && <About entity={one} known={known} choose={setChosen} />}
      </div>
    </>
  );
}

function About({ entity, known, choose }: {
  entity: Entity;
  known: Map<string, Entity>;
  choose(id: string): void;
}) {
  const { data } = useShared();
  const now = Date.parse(data.madeAt);
  const facts = data.facts.filter((fact) => fact.about === entity.id);
  const relations = data.relations.filter((edge) => edge.source === entity.id || edge.target === entity.id);
  return (
    <section class="about" aria-label={entity.name}>
      <h2 dir="auto">{entity.name}</h2>
      {entity.summary && <p dir="auto">{entity.summary}</p>}
      <Graph centre={entity.id} known={known} choose={choose} />
      <h3>{t("relations")}</h3>
      {relations.length === 0 && <Empty>{t("noFacts")}</Empty>}
      <Rows rows={relations} page={40}>
        {(edge) => {
          const [version] = [...edge.versions].sort((a, b) => end(b.until) - end(a.until));
          const other = edge.source === entity.id ? edge.target : edge.source;
          return (
            <li key={edge.id} class={version?.until === null ? "" : "past"}>
              <span dir="auto">
                {name(known, edge.source)} <em>{edge.type.slice(0, 80)}</em> {name(known, edge.target)}
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

function Graph({ centre, known, choose }: {
  centre: string;
  known: Map<string, Entity>;
  choose(id: string): void;
}) {
  const { data } = useShared();
  const { nodes, edges } = useMemo(() => laidOut(centre, data.relations, known), [centre, data]);
  if (edges.length === 0) return null;
  const at = new Map(nodes.map((node) => [node.id, node]));
  return (
    <svg class="graph" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="group" aria-label={t("graph")}>
      <defs>
        <marker id="tip" viewBox="0 0 8 8" refX="16" refY="4" markerWidth="7" markerHeight="7" orient="auto">
          <path d="M0 0 8 4 0 8z" />
        </marker>
      </defs>
      {edges.map((edge) => {
        const [a, b] = [at.get(edge.source)!, at.get(edge.target)!];
        return (
          <g key={edge.id}>
            <line x1={a.x} y1={a.y} x2={b.x} y2={b.y} class={edge.isCurrent ? "" : "past"} marker-end="url(#tip)" />
            <text class="edge" x={(a.x! + b.x!) / 2} y={(a.y! + b.y!) / 2}>{edge.type.slice(0, 24)}</text>
          </g>
        );
      })}
      {nodes.map((node) => (
        <g
          key={node.id}
          class={node.id === centre ? "node centre" : "node"}
          transform={`translate(${node.x},${node.y})`}
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
          <circle r={node.id === centre ? 11 : 8} />
          <text y={24}>{name(known, node.id).slice(0, 22)}</text>
        </g>
      ))}
    </svg>
  );
}

/** Everything within two relations of one, placed by forces; the same every time. */
function laidOut(centre: string, relations: Relation[], known: Map<string, Entity>) {
  const reached = new Set([centre]);
  for (let step = 0; step < 2; step++) {
    for (const id of [...reached]) {
      for (const edge of relations) {
        if (reached.size >= MOST) break;
        if (edge.source === id && known.has(edge.target)) reached.add(edge.target);
        if (edge.target === id && known.has(edge.source)) reached.add(edge.source);
      }
    }
  }
  const edges = relations
    .filter((edge) => reached.has(edge.source) && reached.has(edge.target))
    .map((edge) => ({
      id: edge.id, source: edge.source, target: edge.target, type: edge.type,
      isCurrent: edge.versions.some((version) => version.until === null && version.to === null),
    }));
  const nodes: Node[] = [...reached].map((id) => ({ id }));
  forceSimulation(nodes)
    .force("link", forceLink<Node, { source: string; target: string }>(edges.map(({ source, target }) => ({ source, target }))).id((node) => node.id).distance(150))
    .force("charge", forceManyBody().strength(-900))
    .force("collide", forceCollide(34))
    .force("x", forceX(WIDTH / 2).strength(0.06))
    .force("y", forceY(HEIGHT / 2).strength(0.09))
    .force("centre", forceCenter(WIDTH / 2, HEIGHT / 2))
    .stop()
    .tick(300);
  for (const node of nodes) {
    node.x = Math.round(Math.min(WIDTH - 60, Math.max(60, node.x ?? 0)));
    node.y = Math.round(Math.min(HEIGHT - 34, Math.max(16, node.y ?? 0)));
  }
  return { nodes, edges };
}

function name(known: Map<string, Entity>, id: string): string {
  return known.get(id)?.name ?? id.slice(-8);
}
