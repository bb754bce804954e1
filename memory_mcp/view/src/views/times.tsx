// Two times: a fact's life as a picture. Across is when it is true, down is when this memory believed it; every version
// is a rectangle, and a point asks what was believed when about when.

import { scaleUtc } from "d3-scale";
import { useMemo, useRef, useState } from "preact/hooks";
import { chain, end, type Fact, says, type Version } from "../model";
import { Empty, Rows, useShared, When } from "../parts";
import { day, named, t } from "../texts";

const WIDTH = 760;
const HEIGHT = 340;
const LEFT = 92;
const TOP = 34;
const RIGHT = 14;
const BOTTOM = 14;
const DAY = 86_400_000;

interface Piece {
  fact: Fact;
  version: Version;
  hue: number;
}

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
  if (!fact) return <Empty>{t("timesEmpty")}</Empty>;
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

function Picture({ lives, now }: { lives: Fact[]; now: number }) {
  // One colour for each thing that was said.
  const told = [...new Set(lives.flatMap((fact) => fact.versions.map((version) => version.text)))];
  const pieces: Piece[] = lives.flatMap((fact) =>
    fact.versions.map((version) => ({ fact, version, hue: told.indexOf(version.text) % 6 })),
  );
  const { x, y, firstValid, lastValid, firstKnown, lastKnown } = useMemo(() => scales(pieces, now), [lives, now]);
  const [valid, setValid] = useState(Math.min(now, lastValid));
  const [known, setKnown] = useState(now);
  const picture = useRef<SVGSVGElement>(null);
  const [isHeld, setHeld] = useState(false);
  const held = pieces.find(
    ({ version: v }) => Date.parse(v.known) <= known && known < end(v.until) && Date.parse(v.from) <= valid && valid < end(v.to),
  );
  const move = (event: PointerEvent) => {
    const box = picture.current!.getBoundingClientRect();
    const across = ((event.clientX - box.left) / box.width) * WIDTH;
    const down = ((event.clientY - box.top) / box.height) * HEIGHT;
    setValid(clamp(x.invert(across).valueOf(), firstValid, lastValid));
    setKnown(clamp(y.invert(down).valueOf(), firstKnown, lastKnown));
  };
  return (
    <figure class="times">
      <svg
        ref={picture}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={`${t("times")}: ${says(lives[lives.length - 1]!).slice(0, 120)}`}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          setHeld(true);
          move(event);
        }}
        onPointerMove={(event) => isHeld && move(event)}
        onPointerUp={() => setHeld(false)}
      >
        <rect class="ground" x={LEFT} y={TOP} width={WIDTH - LEFT - RIGHT} height={HEIGHT - TOP - BOTTOM} />
        {x.ticks(6).map((tick) => (
          <g key={tick.valueOf()}>
            <line class="tick" x1={x(tick)} x2={x(tick)} y1={TOP} y2={HEIGHT - BOTTOM} />
            <text class="tick" x={x(tick)} y={TOP - 8} text-anchor="middle">{day(tick.valueOf())}</text>
          </g>
        ))}
        {y.ticks(5).map((tick) => (
          <g key={tick.valueOf()}>
            <line class="tick" x1={LEFT} x2={WIDTH - RIGHT} y1={y(tick)} y2={y(tick)} />
            <text class="tick" x={LEFT - 6} y={y(tick) + 4} text-anchor="end">{day(tick.valueOf())}</text>
          </g>
        ))}
        {pieces.map((piece) => <Rectangle key={`${piece.fact.id}${piece.version.known}${piece.version.from}`} piece={piece} x={x} y={y} isHeld={piece === held} />)}
        <line class="now" x1={x(now)} x2={x(now)} y1={TOP} y2={HEIGHT - BOTTOM} />
        <line class="cross" x1={x(valid)} x2={x(valid)} y1={TOP} y2={HEIGHT - BOTTOM} />
        <line class="cross" x1={LEFT} x2={WIDTH - RIGHT} y1={y(known)} y2={y(known)} />
        <circle class="point" cx={x(valid)} cy={y(known)} r={8} />
      </svg>
      <div class="axes" aria-hidden="true"><span>{t("axisKnown")}</span><span>{t("axisValid")}</span></div>
      <figcaption aria-live="polite" dir="auto">
        {held
          ? t("saidThen", day(known), day(valid), text(held).slice(0, 300))
          : t("saidNothing", day(known), day(valid))}
      </figcaption>
      <div class="asking">
        <Move label={t("pointValid")} first={firstValid} last={lastValid} value={valid} set={setValid} />
        <Move label={t("pointKnown")} first={firstKnown} last={lastKnown} value={known} set={setKnown} />
      </div>
    </figure>
  );
}

type Scale = ReturnType<typeof scaleUtc>;

function Rectangle({ piece, x, y, isHeld }: { piece: Piece; x: Scale; y: Scale; isHeld: boolean }) {
  const { version } = piece;
  const [left, right] = x.domain() as [Date, Date];
  const bottom = y.domain()[1]!;
  const x1 = x(new Date(Math.max(left.valueOf(), Date.parse(version.from)))) as number;
  const x2 = x(new Date(Math.min(right.valueOf(), end(version.to)))) as number;
  const y1 = y(new Date(Date.parse(version.known))) as number;
  const y2 = y(new Date(Math.min(bottom.valueOf(), end(version.until)))) as number;
  const width = Math.max(3, x2 - x1);
  const height = Math.max(3, y2 - y1);
  const fits = Math.floor((width - 10) / 7);
  return (
    <g class={`version hue${piece.hue}${isHeld ? " held" : ""}${version.until === null ? " open" : ""}`}>
      <rect x={x1} y={y1} width={width} height={height} rx={3} />
      {fits > 5 && height > 18 && (
        <text x={x1 + 6} y={y1 + Math.min(height / 2 + 5, 20)}>
          {text(piece).length > fits ? `${text(piece).slice(0, fits - 1)}…` : text(piece)}
        </text>
      )}
      <title>{text(piece).slice(0, 400)}</title>
    </g>
  );
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

function scales(pieces: Piece[], now: number) {
  const starts = pieces.map(({ version }) => Date.parse(version.from));
  const ends = pieces.map(({ version }) => version.to).filter((to): to is string => to !== null).map((to) => Date.parse(to));
  const learned = pieces.map(({ version }) => Date.parse(version.known));
  const closed = pieces.map(({ version }) => version.until).filter((until): until is string => until !== null).map((until) => Date.parse(until));
  // A fact that holds for ever begins the picture a little before it was learned, not at the beginning of the calendar.
  const earliest = Math.min(...learned, ...starts.filter((at) => at > 0 && at > now - 100 * 365 * DAY));
  const latest = Math.max(now, ...ends.filter((at) => at < now + 100 * 365 * DAY), ...starts);
  const [firstValid, lastValid] = widened(earliest, latest);
  const [firstKnown] = widened(Math.min(...learned), Math.max(now, ...closed));
  const lastKnown = Math.max(now, ...closed);
  return {
    x: scaleUtc().domain([new Date(firstValid), new Date(lastValid)]).range([LEFT, WIDTH - RIGHT]),
    y: scaleUtc().domain([new Date(firstKnown), new Date(lastKnown)]).range([TOP, HEIGHT - BOTTOM]),
    firstValid, lastValid, firstKnown, lastKnown,
  };
}

function widened(first: number, last: number): [number, number] {
  const room = Math.max(last - first, 3_600_000) * 0.08;
  return [first - room, last + room];
}

function text({ fact, version }: Piece): string {
  return version.text || fact.title;
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}
