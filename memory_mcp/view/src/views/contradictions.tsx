// Contradictions: the two side by side, what clashes marked, and the three ways out.

import { ways } from "../act";
import type { Pair, PairSide } from "../model";
import { Deeds, Empty, Rows, useShared, When } from "../parts";
import { named, t } from "../texts";

export function Contradictions() {
  const { data } = useShared();
  if (data.contradictions.length === 0) return <Empty>{t("contradictionsEmpty")}</Empty>;
  return (
    <>
      <p class="lead">{t("contradictionsLead")}</p>
      <Rows rows={data.contradictions} page={40}>
        {(pair) => <PairRow key={`${pair.older.id}${pair.newer.id}`} pair={pair} />}
      </Rows>
    </>
  );
}

function PairRow({ pair }: { pair: Pair }) {
  const { data, facts } = useShared();
  const older = facts.get(pair.older.id);
  const deeds = ways(pair, older, data.madeAt, data.project === "*" ? older?.project : data.project);
  const marks = clash(pair.older.snippet, pair.newer.snippet);
  return (
    <li class="pair">
      <div class="sides">
        <Side name={t("older")} side={pair.older} marked={marks[0]} />
        <Side name={t("newer")} side={pair.newer} marked={marks[1]} />
      </div>
      <div class="line">
        <span class="mark">{pair.evidence.slice(0, 200)}</span>
        <Deeds deeds={deeds} name={`${pair.older.snippet} / ${pair.newer.snippet}`} />
      </div>
    </li>
  );
}

function Side({ name, side, marked }: { name: string; side: PairSide; marked: [string, boolean][] }) {
  return (
    <section aria-label={name}>
      <p class="line"><strong>{name}</strong> <span class="kind">{named("kind", side.type)}</span> <When at={side.validFrom} /></p>
      <p dir="auto">{marked.map(([word, clashes], place) => (clashes ? <mark key={place}>{word}</mark> : word))}</p>
    </section>
  );
}

/** The words of both texts, each with whether the other has it not. */
function clash(a: string, b: string): [[string, boolean][], [string, boolean][]] {
  const words = (text: string) => text.split(/(\s+)/);
  const bare = (word: string) => word.toLowerCase().replace(/^\P{L}+|[.,;:!?"')\]]+$/gu, (cut) => (/\d/.test(cut) ? cut : ""));
  const known = (text: string) => new Set(words(text).map(bare));
  const [inA, inB] = [known(a), known(b)];
  const against = (text: string, other: Set<string>): [string, boolean][] =>
    words(text).map((word) => [word, word.trim() !== "" && !other.has(bare(word))]);
  return [against(a, inB), against(b, inA)];
}
