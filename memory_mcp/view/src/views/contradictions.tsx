// Contradictions: the two side by side, what clashes marked, and the three ways out.

import { ways } from "../act";
import type { Pair, PairSide } from "../model";
import { Deeds, Empty, Rows, useShared, When } from "../parts";
import { count, named, t } from "../texts";

export function Contradictions() {
  const { data } = useShared();
  if (data.contradictions.length === 0) return <Empty>{t("contradictionsEmpty")}</Empty>;
  return (
    <>
      <p class="lead">{t("contradictionsLead")}</p>
      <Rows rows={data.contradictions} page={40}>
        {(pair) => <PairRow key={`${pair.older.id}${pair.newer.id}${pair.older.snippet}`} pair={pair} />}
      </Rows>
      {data.totals.contradictions > data.contradictions.length && (
        <p class="note">{t("carriedPairs", count(data.contradictions.length), count(data.totals.contradictions))}</p>
      )}
    </>
  );
}

function PairRow({ pair }: { pair: Pair }) {
  const { data, facts } = useShared();
  const older = facts.get(pair.older.id);
  const deeds = ways(pair, data.madeAt, data.project === "*" ? older?.project : data.project);
  const marks = clash(pair);
  return (
    <li class="pair">
      <div class="sides">
        <Side name={t("older")} side={pair.older} pieces={marks[0]} />
        <Side name={t("newer")} side={pair.newer} pieces={marks[1]} />
      </div>
      <div class="line">
        <span class="mark">{pair.evidence.slice(0, 600)}</span>
        <Deeds deeds={deeds} name={`${pair.older.snippet} / ${pair.newer.snippet}`} />
      </div>
    </li>
  );
}

function Side({ name, side, pieces }: { name: string; side: PairSide; pieces: Marked }) {
  return (
    <div role="group" aria-label={name}>
      <p class="line"><strong>{name}</strong> <span class="kind">{named("kind", side.type)}</span> <When at={side.validFrom} /></p>
      <p dir="auto">{pieces.map(([words, clashes], place) => (clashes ? <mark key={place}>{words}</mark> : words))}</p>
    </div>
  );
}

type Marked = [string, boolean][];

/**
 * Both texts in pieces, each with whether it clashes: what was found to, else the words the other has not; nothing
 * where whole texts were read.
 */
function clash({ kind, evidence, older, newer }: Pair): [Marked, Marked] {
  if (kind === "meaning") return [[[older.snippet, false]], [[newer.snippet, false]]];
  const [one = "", other = ""] = evidence.split(" / ");
  for (const [a, b] of [[one, other], [other, one]] as const) {
    const both = [marked(older.snippet, a), marked(newer.snippet, b)] as const;
    if (both.every((pieces) => pieces.length > 1)) return [both[0], both[1]];
  }
  return apart(older.snippet, newer.snippet);
}

/** A text in pieces, marked where it says these words. */
function marked(text: string, words: string): Marked {
  if (!words || words.length > 200) return [[text, false]];
  const said = words.replace(/[\^$\\.*+?()[\]{}|/]/g, "\\$&").replace(/\s+/g, "\\s+");
  const pieces = text.split(new RegExp(`(?<![\\p{L}\\p{N}])(${said})(?![\\p{L}\\p{N}])`, "iu"));
  return pieces.map((piece, place) => [piece, place % 2 === 1]);
}

function apart(a: string, b: string): [Marked, Marked] {
  const words = (text: string) => text.split(/(\s+)/);
  const bare = (word: string) => word.toLowerCase().replace(/^\P{L}+|[.,;:!?"')\]]+$/gu, (cut) => (/\d/.test(cut) ? cut : ""));
  const known = (text: string) => new Set(words(text).map(bare));
  const [inA, inB] = [known(a), known(b)];
  const against = (text: string, other: Set<string>): Marked =>
    words(text).map((word) => [word, word.trim() !== "" && !other.has(bare(word))]);
  return [against(a, inB), against(b, inA)];
}
