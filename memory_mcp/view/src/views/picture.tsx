// A fact's life as a picture: valid time goes across, belief goes down, every version is a rectangle, and a point asks
// what was believed when about when.

import { scaleUtc, type ScaleTime } from "d3-scale";
import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { end, type Fact, says, type Version } from "../model";
import { day, inZone, named, shortDay, t } from "../texts";

const RIGHT = 16;
const BOTTOM = 30;
const TOP = 74;
const DAY = 86_400_000;
const LINE = 17;

interface Piece {
  fact: Fact;
  version: Version;
  hue: number;
}

interface Frame {
  width: number;
  height: number;
  left: number;
}

export function Picture({ lives, now }: { lives: Fact[]; now: number }) {
  // One colour for each thing that was said.
  const told = [...new Set(lives.flatMap((fact) => fact.versions.map((version) => version.text)))];
  const pieces: Piece[] = lives.flatMap((fact) =>
    fact.versions.map((version) => ({ fact, version, hue: told.indexOf(version.text) % 6 })),
  );
  const picture = useRef<SVGSVGElement>(null);
  const frame = useFrame(picture);
  const { x, y, firstValid, lastValid, firstKnown, lastKnown } = useMemo(
    () => scales(pieces, now, frame),
    [lives, now, frame],
  );
  const [valid, setValid] = useState(Math.min(now, lastValid));
  const [known, setKnown] = useState(now);
  const [isDragged, setDragged] = useState(false);
  const held = pieces.find(({ version: v }) => lies(known, v.known, v.until) && lies(valid, v.from, v.to));
  const move = (event: PointerEvent) => {
    const box = picture.current!.getBoundingClientRect();
    const scale = frame.width / box.width;
    setValid(clamp(x.invert((event.clientX - box.left) * scale).valueOf(), firstValid, lastValid));
    setKnown(clamp(y.invert((event.clientY - box.top) * scale).valueOf(), firstKnown, lastKnown));
  };
  const bottom = frame.height - BOTTOM;
  const right = frame.width - RIGHT;
  const heard = y(new Date(Math.min(...pieces.map(({ version }) => Date.parse(version.known)))));
  return (
    <figure class="times">
      <figcaption aria-live="polite" dir="auto" class={held ? `said-by hue${held.hue}` : "said-by"}>
        {held
          ? t("saidThen", day(known), day(valid), text(held).slice(0, 300))
          : t("saidNothing", day(known), day(valid))}
      </figcaption>
      <Moments pieces={pieces} now={now} known={known} choose={setKnown} />
      <ul class="legend">
        <li><span class="swatch" /> {t("solid")}</li>
        <li><span class="swatch faded" /> {t("faded")}</li>
      </ul>
      <svg
        ref={picture}
        viewBox={`0 0 ${frame.width} ${frame.height}`}
        height={frame.height}
        role="img"
        aria-label={`${t("times")}: ${says(lives[lives.length - 1]!).slice(0, 120)}`}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          setDragged(true);
          move(event);
        }}
        onPointerMove={(event) => isDragged && move(event)}
        onPointerUp={() => setDragged(false)}
        onPointerCancel={() => setDragged(false)}
      >
        <rect class="ground" x={frame.left} y={TOP} width={right - frame.left} height={bottom - TOP} />
        <Ticks x={x} y={y} frame={frame} besides={y(known)} />
        <text class="axis" x={Math.min(frame.left, Math.max(8, right - 8 * t("axisValid").length))} y={16}>{t("axisValid")}</text>
        <text class="axis" transform={`translate(9 ${TOP}) rotate(90)`}>{t("axisKnown")}</text>
        {heard - TOP > 16 && right - frame.left > 7 * t("noBelief").length && (
          <text class="unheard" x={frame.left + 8} y={(TOP + heard) / 2 + 4}>{t("noBelief")}</text>
        )}
        {pieces.map((piece) => (
          <Rectangle key={keyOf(piece)} piece={piece} x={x} y={y} isHeld={piece === held} />
        ))}
        <line class="now" x1={x(now)} x2={x(now)} y1={TOP} y2={bottom} />
        <line class="now" x1={frame.left} x2={right} y1={y(now)} y2={y(now)} />
        <text class="now" x={x(now)} y={frame.height - 10} text-anchor="middle">{t("momentNow")}</text>
        <line class="cross" x1={x(valid)} x2={x(valid)} y1={TOP - 6} y2={bottom} />
        <line class="cross" x1={frame.left - 6} x2={right} y1={y(known)} y2={y(known)} />
        <Pill at={clamp(x(valid) as number, frame.left + 48, right - 48)} down={TOP - 22} said={day(valid)} />
        <Pill at={frame.left - 52} down={y(known)} said={day(known)} />
        <circle class="halo" cx={x(valid)} cy={y(known)} r={15} />
        <circle class="point" cx={x(valid)} cy={y(known)} r={8} />
      </svg>
      <div class="asking">
        <Move label={t("pointValid")} first={firstValid} last={lastValid} value={valid} set={setValid} />
        <Move label={t("pointKnown")} first={firstKnown} last={lastKnown} value={known} set={setKnown} />
      </div>
    </figure>
  );
}

/** The size of the picture in the pixels of the screen, so that its words are as large as others. */
function useFrame(picture: { current: SVGSVGElement | null }): Frame {
  const [width, setWidth] = useState(960);
  useLayoutEffect(() => {
    const element = picture.current;
    if (!element) return undefined;
    const measure = () => setWidth(Math.max(260, Math.round(element.getBoundingClientRect().width)));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return useMemo(() => ({ width, height: width < 480 ? 360 : 400, left: 124 }), [width]);
}

/** When belief changed, as buttons: each puts the point where it did. */
function Moments({ pieces, now, known, choose }: {
  pieces: Piece[];
  now: number;
  known: number;
  choose(at: number): void;
}) {
  const moments = new Map<number, string>();
  for (const { version } of pieces) {
    const at = Date.parse(version.known);
    if (!moments.has(at)) moments.set(at, "");
  }
  for (const { version } of pieces) {
    if (version.until !== null) moments.set(Date.parse(version.until), named("verb", version.closed?.verb ?? ""));
  }
  const ordered = [...moments].sort(([a], [b]) => a - b).filter(([at], place, all) => place === 0 || at - all[place - 1]![0] > 1_000);
  const shown: [number, string][] = ordered.slice(-8).map(([at, what], place) => [
    at + 1, what || (place === 0 && ordered.length <= 8 ? t("momentFirst") : ""),
  ]);
  return (
    <div class="moments" role="group" aria-label={t("moments")}>
      {[...shown, [now, t("momentNow")] as [number, string]].map(([at, what]) => (
        <button type="button" key={at} aria-pressed={Math.abs(at - known) < 1_000} onClick={() => choose(at)}>
          {what === t("momentNow") ? what : <>{day(at)} <span>{what}</span></>}
        </button>
      ))}
    </div>
  );
}

type Scale = ScaleTime<number, number>;

/** Days along both axes; beside the day of the point stands no other. */
function Ticks({ x, y, frame, besides }: { x: Scale; y: Scale; frame: Frame; besides: number }) {
  const across = days(x, Math.max(2, Math.floor((frame.width - frame.left) / 130)));
  const down = days(y, 5);
  return (
    <>
      {across.map((tick) => (
        <g key={tick.valueOf()}>
          <line class="tick" x1={x(tick)} x2={x(tick)} y1={TOP} y2={frame.height - BOTTOM} />
          <text class="tick" x={x(tick)} y={TOP - 38} text-anchor="middle">{shortDay(tick.valueOf())}</text>
        </g>
      ))}
      {down.map((tick) => (
        <g key={tick.valueOf()}>
          <line class="tick" x1={frame.left} x2={frame.width - RIGHT} y1={y(tick)} y2={y(tick)} />
          {Math.abs(y(tick) - besides) > 21 && (
            <text class="tick" x={frame.left - 10} y={y(tick) + 4} text-anchor="end">{shortDay(tick.valueOf())}</text>
          )}
        </g>
      ))}
    </>
  );
}

/** The ticks at the reader's own midnights, without those of a day that has one. */
function days(scale: Scale, most: number): Date[] {
  const [first, last] = scale.domain() as [Date, Date];
  const ticks = scaleUtc().domain([inZone(first.valueOf()), inZone(last.valueOf())]).ticks(most)
    .map((tick) => new Date(2 * tick.valueOf() - inZone(tick.valueOf()).valueOf()));
  return ticks.filter((tick, place) => place === 0 || shortDay(tick.valueOf()) !== shortDay(ticks[place - 1]!.valueOf()));
}

function Pill({ at, down, said }: { at: number; down: number; said: string }) {
  return (
    <g class="pill">
      <rect x={at - 48} y={down - 11} width={96} height={22} rx={11} />
      <text x={at} y={down + 4} text-anchor="middle">{said}</text>
    </g>
  );
}

function Rectangle({ piece, x, y, isHeld }: { piece: Piece; x: Scale; y: Scale; isHeld: boolean }) {
  const { version } = piece;
  const [left, right] = x.domain() as [Date, Date];
  const bottom = y.domain()[1]!;
  const x1 = x(new Date(Math.max(left.valueOf(), Date.parse(version.from))));
  const x2 = x(new Date(Math.min(right.valueOf(), end(version.to))));
  const y1 = y(new Date(Date.parse(version.known)));
  const y2 = y(new Date(Math.min(bottom.valueOf(), end(version.until))));
  const width = Math.max(3, x2 - x1 - 2);
  const height = Math.max(3, y2 - y1 - 2);
  const isOpen = version.until === null;
  const lines = height < 26 || width < 60 ? [] : wrapped(text(piece), Math.floor((width - 20) / 7.4), Math.floor((height - 8) / LINE));
  return (
    <g class={`version hue${piece.hue}${isHeld ? " held" : ""}${isOpen ? " open" : ""}`}>
      <rect x={x1 + 1} y={y1 + 1} width={width} height={height} rx={6} />
      {lines.map((line, place) => (
        <text key={place} x={x1 + 11} y={y1 + 20 + place * LINE}>{line}</text>
      ))}
      <title>{text(piece).slice(0, 400)}</title>
    </g>
  );
}

/** A text in lines of so many signs; what does not fit ends in an ellipsis. */
function wrapped(said: string, signs: number, most: number): string[] {
  if (signs < 4 || most < 1) return [];
  const lines: string[] = [];
  let rest = said.slice(0, 600).replace(/\s+/g, " ").trim();
  while (rest && lines.length < most) {
    if (rest.length <= signs) {
      lines.push(rest);
      return lines;
    }
    const space = rest.lastIndexOf(" ", signs);
    const cut = space > signs / 3 ? space : signs;
    lines.push(rest.slice(0, cut));
    rest = rest.slice(cut).trimStart();
  }
  if (rest) lines[lines.length - 1] = `${lines[lines.length - 1]!.slice(0, signs - 1)}…`;
  return lines;
}

function Move({ label, first, last, value, set }: {
  label: string;
  first: number;
  last: number;
  value: number;
  set(value: number): void;
}) {
  return (
    <label>
      {label}: <span>{day(value)}</span>
      <input
        type="range"
        min={first}
        max={last}
        step={Math.min(DAY, Math.max(1, (last - first) / 200))}
        value={value}
        aria-valuetext={day(value)}
        onInput={(event) => set(Number(event.currentTarget.value))}
      />
    </label>
  );
}

function scales(pieces: Piece[], now: number, frame: Frame) {
  const instants = (all: (string | null)[]) => all.filter((at): at is string => at !== null).map((at) => Date.parse(at));
  const starts = instants(pieces.map(({ version }) => version.from));
  const ends = instants(pieces.map(({ version }) => version.to));
  const learned = instants(pieces.map(({ version }) => version.known));
  const closed = instants(pieces.map(({ version }) => version.until));
  // A fact that holds for ever begins the picture a little before it was learned, not at the beginning of the calendar.
  const earliest = Math.min(...learned, ...starts.filter((at) => at > 0 && at > now - 100 * 365 * DAY));
  const latest = Math.max(now, ...ends.filter((at) => at < now + 100 * 365 * DAY), ...starts);
  const [firstValid, lastValid] = widened(earliest, latest);
  const lastKnown = Math.max(now, ...closed);
  const [firstKnown, below] = widened(Math.min(...learned), lastKnown);
  return {
    x: scaleUtc().domain([new Date(firstValid), new Date(lastValid)]).range([frame.left, frame.width - RIGHT]),
    y: scaleUtc().domain([new Date(firstKnown), new Date(below)]).range([TOP, frame.height - BOTTOM]),
    firstValid, lastValid, firstKnown, lastKnown,
  };
}

function widened(first: number, last: number): [number, number] {
  // What was learned a moment ago has a shape too.
  const room = Math.max((last - first) * 0.12, 1.5 * DAY);
  return [first - room, last + room];
}

function lies(at: number, from: string, to: string | null): boolean {
  return Date.parse(from) <= at && at < end(to);
}

function keyOf({ fact, version }: Piece): string {
  return `${fact.id}${version.known}${version.from}`;
}

function text({ fact, version }: Piece): string {
  return version.text || fact.title;
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}
