"""Labelled pairs of notes in seven languages: half of them cannot both hold.

Rules are made on the development half. The test half is of the newest batch only, by a hash of the pair: it was written
by people who had not seen the rules, and whoever makes rules does not read it. A batch that was measured for a release
becomes development data once another one is there.

Of the others "first" was written before the rules, "missed" to find what they missed, "fresh", "second", "third",
"fourth", "sealed" and "sealed_again" by people who had not seen them; those were measured before anybody read them, and
rules came of them. A second reader, who saw no label, agreed with every label of "sealed".
"""

from __future__ import annotations

import csv
import hashlib
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

from memory_mcp.contradiction.kinds import DEFAULT_DRIFT, Contradiction, drift_of
from memory_mcp.contradiction.parsing.notes import is_same, notes_of, overlap
from memory_mcp.contradiction.verdict import contradict

Half = Literal["development", "test"]

DATA: Final = Path(__file__).resolve().parent.parent / "data" / "contradictions"
NEWEST: Final = "0.1"
"""The batch whose halves are apart: the release it was written for."""


@dataclass(frozen=True, slots=True)
class Labelled:
    """Two texts and whether they clash: a kind, ``clash`` of any kind, or ``none`` and in ``guard`` why not."""

    batch: str
    language: str
    label: str
    guard: str
    a: str
    b: str
    a_confidence: float
    b_confidence: float

    @property
    def is_contradiction(self) -> bool:
        """Whether the two cannot both hold."""
        return self.label != "none"

    @property
    def half(self) -> Half:
        """The half of the data this pair is in."""
        digest = hashlib.blake2b(f"{self.a}\n{self.b}".encode(), digest_size=2).digest()
        return "test" if self.batch == NEWEST and digest[0] % 2 else "development"


def judged(pair: Labelled) -> Contradiction | None:
    """Return what the rules say of a pair, and of one that says the same whether its confidences drift apart."""
    found, notes = contradict(pair.a, pair.b), notes_of(pair.a, pair.b)
    if found is None and is_same(*notes):
        return drift_of(pair.a_confidence, pair.b_confidence, DEFAULT_DRIFT, overlap(*notes))
    return found


def labelled(half: Half, batch: str | None = None) -> list[Labelled]:
    """Return the pairs of a half, of one batch or of all, in a fixed order."""
    found = []
    for path in sorted(DATA.glob("*/*.tsv")):
        with path.open(encoding="utf-8", newline="") as file:
            for row in csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
                label, _, guard = row[0].partition(":")
                a_confidence, b_confidence = [float(cell) for cell in row[3:5]] or [0.7, 0.7]
                found.append(
                    Labelled(path.parent.name, path.stem, label, guard, row[1], row[2], a_confidence, b_confidence)
                )
    return [pair for pair in found if half == pair.half and batch in (None, pair.batch)]


def unseen() -> list[Labelled]:
    """Return the pairs of notes by people who had seen no rule, in a fixed order; all have been read since."""
    found = []
    for path in sorted((DATA.parent / "unseen_notes").glob("*.tsv")):
        with path.open(encoding="utf-8", newline="") as file:
            for row in csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
                label = "clash" if row[1] == "contradiction" else "none"
                found.append(Labelled(path.stem, row[0], label, "", row[2], row[3], 0.7, 0.7))
    return found


def digest_of(pairs: list[Labelled]) -> str:
    """Return what tells one set of pairs from another."""
    text = "\n".join(f"{pair.label}\t{pair.a}\t{pair.b}" for pair in pairs)
    return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()
