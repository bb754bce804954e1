"""What teaches to read statements: sentences with what they say, and later sentences beside what they end or not.

- ``data/statements.jsonl``: single sentences (see ``statement_weights``).
- ``data/history_*.txt``: two weeks of somebody's sessions, every sentence marked by who wrote it. ``@ DAY HH:MM``
  begins a session, ``U`` and ``A`` are messages; before each sentence stands ``{n}`` (nothing), ``{s#1}``, ``{d#1}``,
  ``{v#1}`` or ``{o#1}`` (a wish, a decision, a value, an open end, with its number), each with ``>1`` where it ends
  statement 1, or ``{x>1}`` where it ends it and says nothing else.
- ``data/endings_*.txt``: ``S`` a statement, ``U +`` and ``A +`` what would end it, ``U -`` and ``A -`` what has to do
  with it and ends nothing.
- Histories with planted facts, as ``bench/opening_facts.py`` reads them.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from opening_facts import has, sessions_in

from memory_mcp.statements.sentences import SaidSentence, said_in, sentences

DATA: Final = Path(__file__).with_name("data")
_LABELS: Final = {
    "n": "none", "s": "standing", "d": "decision", "v": "change", "o": "open", "x": "withdrawn",
    "wish": "standing", "decision": "decision", "value": "change", "open": "open",
}  # fmt: skip
_TAG: Final = re.compile(r"\{([^}]*)\}")


class LabelledSentence(NamedTuple):
    """A sentence that was said, what it is, of which source and session, its number there, and the numbers it ends."""

    said: SaidSentence
    label: str
    source: str
    session: int = 0
    number: str = ""
    ends: tuple[str, ...] = ()


class Pair(NamedTuple):
    """A statement and a later sentence, whether it ends the statement, and whether both are of one session."""

    statement: str
    later: SaidSentence
    ends: bool
    is_one_session: bool = False


def single_sentences(path: Path = DATA / "statements.jsonl") -> list[LabelledSentence]:
    """Return the sentences that stand alone."""
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    return [
        LabelledSentence(SaidSentence(row["text"], row.get("role") == "assistant"), row["label"], row["language"])
        for row in rows
    ]


def marked_histories(names: str = "history_*.txt") -> dict[str, list[LabelledSentence]]:
    """Return the sentences of each history whose writer marked them, in their order, by its name."""
    return {path.stem: list(_marked(path)) for path in sorted(DATA.glob(names))}


def _marked(path: Path) -> Iterator[LabelledSentence]:
    before, session = "", 0
    for line in filter(None, map(str.strip, path.read_text(encoding="utf-8").splitlines())):
        if line[0] == "@":
            before, session = "", session + 1
            continue
        parts = _TAG.split(line[2:])[1:]
        for tag, text in zip(parts[::2], map(str.strip, parts[1::2]), strict=True):
            number, ends = re.search(r"#(\d+)", tag), tuple(re.findall(r">(\d+)", tag))
            said = SaidSentence(text, line[0] == "A", before)
            yield LabelledSentence(said, _LABELS[tag[0]], path.stem, session, number[1] if number else "", ends)
            before = text


def pairs_of(history: list[LabelledSentence]) -> Iterator[tuple[Pair, LabelledSentence]]:
    """Yield each sentence of a marked history beside each statement that holds until then."""
    held: dict[str, LabelledSentence] = {}
    for one in history:
        for number, statement in held.items():
            yield _pair(statement, one, ends=number in one.ends), one
        for number in one.ends:
            held.pop(number, None)
        if one.number:
            held[one.number] = one


def written_pairs(names: str = "endings_*.txt") -> Iterator[Pair]:
    """Yield statements beside what people wrote to end them, or to have to do with them."""
    for path in sorted(DATA.glob(names)):
        statement = ""
        for line in path.read_text(encoding="utf-8").splitlines():
            if line.startswith("S "):
                statement = line[2:].strip()
            elif statement and line[:3] in ("U +", "A +", "U -", "A -"):
                yield Pair(statement, SaidSentence(line[3:].strip(), line[0] == "A"), line[2] == "+")


def planted(path: Path) -> tuple[list[LabelledSentence], list[tuple[Pair, LabelledSentence]]]:
    """Return the sentences of a history with planted facts, and pairs of which is known whether they end.

    Of a fact that is over, the sentence of its last day that has one of the words for the new state ends it.
    """
    facts = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))["facts"]
    found: list[tuple[int, LabelledSentence]] = []
    for number, session in enumerate(sessions_in(path.read_text(encoding="utf-8"))):
        before = ""
        for what, words in session.lines:
            every = list(sentences(said_in(words))) if what in "UA" else []
            labels = dict.fromkeys(range(len(every)), "none")
            for fact in facts:
                if every and fact["from"] == session.day and has(words, fact["all"]):
                    labels[_teller(every, fact)] = _LABELS.get(fact["kind"], "change")
            for place, text in enumerate(every):
                found.append(
                    (
                        session.day,
                        LabelledSentence(SaidSentence(text, what == "A", before), labels[place], path.stem, number),
                    )
                )
                before = text
    return [one for _, one in found], list(_planted_pairs(found, facts))


def _planted_pairs(
    found: list[tuple[int, LabelledSentence]], facts: list[dict[str, Any]]
) -> Iterator[tuple[Pair, LabelledSentence]]:
    for fact in facts:
        told = [
            place for place, (day, one) in enumerate(found)
            if day == fact["from"] and one.label != "none" and any(has(one.said.text, [word]) for word in fact["all"])
        ]  # fmt: skip
        if not told:
            continue
        first, over = found[told[0]][1], fact.get("to") or 99
        later = found[told[0] + 1 :]
        yield from ((_pair(first, one, ends=False), one) for day, one in later if day < over)
        new = fact.get("unless", ())
        ending = [one for day, one in later if day == over and any(has(one.said.text, [word]) for word in new)]
        yield from ((_pair(first, one, ends=True), one) for one in ending[:1])


def _pair(statement: LabelledSentence, later: LabelledSentence, *, ends: bool) -> Pair:
    return Pair(statement.said.text, later.said, ends, statement.session == later.session)


def _teller(every: list[str], fact: dict[str, Any]) -> int:
    return max(range(len(every)), key=lambda place: sum(has(every[place], [word]) for word in fact["all"]))
