// Where the people, things and relations of a graph are drawn, and where their names stand so that none covers another.

import { forceCollide, forceLink, forceManyBody, forceSimulation, forceX, forceY } from "d3-force";
import type { Entity, Relation } from "../model";

export const WIDTH = 720;
export const HEIGHT = 440;
const MOST = 60;
/** About how wide a sign is, in the pixels of a name and of a relation. */
const SIGN = 7.4;
const SMALL = 6.2;

interface Point {
  x: number;
  y: number;
}

interface Box extends Point {
  width: number;
  height: number;
}

export interface Node extends Point {
  id: string;
  name: string;
  radius: number;
  /** The middle of its name, on the line the letters stand on. */
  label: Point;
}

export interface Edge {
  id: string;
  type: string;
  isCurrent: boolean;
  x1: number;
  y1: number;
  x2: number;
  y2: number;
  /** Null where there is no room: the list below says it. */
  label: Point | null;
}

/** Everything within two relations of one, placed by forces; the same every time. */
export function laidOut(centre: string, relations: Relation[], known: Map<string, Entity>): { nodes: Node[]; edges: Edge[] } {
  const reached = around(centre, relations, known);
  const inside = relations.filter((edge) => reached.has(edge.source) && reached.has(edge.target));
  const placed = [...reached].map((id) => ({ id, x: undefined as number | undefined, y: undefined as number | undefined }));
  forceSimulation(placed)
    .force("link", forceLink<(typeof placed)[number], { source: string; target: string }>(
      inside.map(({ source, target }) => ({ source, target })),
    ).id((node) => node.id).distance(150))
    .force("charge", forceManyBody().strength(-900))
    .force("collide", forceCollide(46))
    .force("x", forceX(0).strength(0.06))
    .force("y", forceY(0).strength(0.1))
    .stop()
    .tick(300);
  const nodes = fitted(placed as { id: string; x: number; y: number }[]).map(({ id, x, y }) => ({
    id, x, y, name: shortened(known.get(id)?.name ?? id.slice(-8)), radius: id === centre ? 11 : 8, label: { x, y },
  }));
  const at = new Map(nodes.map((node) => [node.id, node]));
  const edges = inside.map((edge) => line(edge, at.get(edge.source)!, at.get(edge.target)!));
  nameAll(nodes, edges);
  return { nodes, edges };
}

function around(centre: string, relations: Relation[], known: Map<string, Entity>): Set<string> {
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
  return reached;
}

/** The places stretched to the frame, each way by itself. */
function fitted<T extends Point>(placed: T[]): T[] {
  const scale = (values: number[], first: number, last: number) => {
    const [least, most] = [Math.min(...values), Math.max(...values)];
    return (value: number) =>
      Math.round(most - least < 1 ? (first + last) / 2 : first + ((value - least) / (most - least)) * (last - first));
  };
  const across = scale(placed.map((node) => node.x), 90, WIDTH - 90);
  const down = scale(placed.map((node) => node.y), 44, HEIGHT - 48);
  return placed.map((node) => ({ ...node, x: across(node.x), y: down(node.y) }));
}

/** A relation from the rim of one circle to the rim of the other. */
function line(edge: Relation, a: Node, b: Node): Edge {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const length = Math.hypot(dx, dy) || 1;
  const [out, back] = [(a.radius + 3) / length, (b.radius + 4) / length];
  return {
    id: edge.id, type: edge.type.slice(0, 24), label: null,
    isCurrent: edge.versions.some((version) => version.until === null && version.to === null),
    x1: a.x + dx * out, y1: a.y + dy * out, x2: b.x - dx * back, y2: b.y - dy * back,
  };
}

/** Put each name where it covers least: first those of the nodes, then, where there is room, those of the relations. */
function nameAll(nodes: Node[], edges: Edge[]): void {
  const taken: Box[] = nodes.map(({ x, y, radius }) => ({ x, y, width: 2 * radius + 6, height: 2 * radius + 6 }));
  for (const node of nodes) {
    const width = node.name.length * SIGN + 4;
    const aside = width / 2 + node.radius + 6;
    const boxes = [[0, 22], [0, -20], [aside, 0], [-aside, 0]].map(([right, down]) => ({
      x: within(node.x + right!, width), y: node.y + down!, width, height: 17,
    }));
    const cost = (box: Box) =>
      10 * taken.filter((other) => overlap(box, other)).length + edges.filter((edge) => crosses(edge, box)).length;
    const best = boxes.reduce((a, b) => (cost(b) < cost(a) ? b : a));
    taken.push(best);
    node.label = { x: best.x, y: best.y + 5 };
  }
  for (const edge of edges) {
    const width = edge.type.length * SMALL + 4;
    const box = [0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74]
      .map((part) => ({
        x: within(edge.x1 + (edge.x2 - edge.x1) * part, width), y: edge.y1 + (edge.y2 - edge.y1) * part, width, height: 14,
      }))
      .find((one) => !taken.some((other) => overlap(one, other)));
    if (!box) continue;
    taken.push(box);
    edge.label = { x: box.x, y: box.y + 4 };
  }
}

function within(x: number, width: number): number {
  return Math.min(WIDTH - width / 2 - 2, Math.max(width / 2 + 2, x));
}

function overlap(a: Box, b: Box): boolean {
  return 2 * Math.abs(a.x - b.x) < a.width + b.width && 2 * Math.abs(a.y - b.y) < a.height + b.height;
}

/** Whether a relation runs through a box: one of many points of it lies inside. */
function crosses(edge: Edge, box: Box): boolean {
  return Array.from({ length: 41 }, (_, step) => step / 40).some((part) =>
    overlap({ x: edge.x1 + (edge.x2 - edge.x1) * part, y: edge.y1 + (edge.y2 - edge.y1) * part, width: 1, height: 1 }, box),
  );
}

function shortened(name: string): string {
  return name.length > 22 ? `${name.slice(0, 21)}…` : name;
}
