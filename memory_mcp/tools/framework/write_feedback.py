"""Tell a caller what it has just written: the nearest facts, those it may contradict, and what was masked.

All is stored before anything is looked up, so the write lock is free. With a loaded model the nearest facts are nearest
in meaning; without one they share words, and the answer says so.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypedDict, TypeVar

from memory_mcp.contradiction import kinds
from memory_mcp.contradiction.likelihood import READ_FROM, RULED_FROM, SIMILAR_FROM, by_meaning
from memory_mcp.errors import MemoryMcpError, UnsupportedError
from memory_mcp.language.entity_names import first_of
from memory_mcp.language.shortening import one_line
from memory_mcp.store.contradictions.declarations import declared
from memory_mcp.store.contradictions.reading_scan import MOST_READ, ReadsPairs
from memory_mcp.store.contradictions.scan import keep_pairs, kept_pair, said
from memory_mcp.store.facts.versions import Item
from memory_mcp.store.file.database import Database, Snapshot
from memory_mcp.store.file.short_wait import short_wait
from memory_mcp.store.sessions import statements
from memory_mcp.store.text_index.near_duplicates import most_similar, neighbours
from memory_mcp.store.text_index.rare_terms import TermLookup
from memory_mcp.store.vectors.nearest_facts import NearFact, embed_written, nearest_facts
from memory_mcp.temporal import format_instant
from memory_mcp.tools.framework.call import Call

if TYPE_CHECKING:
    from memory_mcp.embedding.protocol import Embedder
    from memory_mcp.statements.recognition import StatementRole

_log = logging.getLogger(__name__)

_MOST_SIMILAR: Final = 3
_MOST_CONTRADICTIONS: Final = 3
# Those that share most words come first; the rest is compared once the answer is out.
_MOST_COMPARED: Final = 10
_MOST_NEAR_COMPARED: Final = 20
# What is embedded before an answer: some 20 ms each, so a bulk of more is answered by words.
_MOST_EMBEDDED: Final = 20
_MOST_STATED: Final = 50
# One word in common may be of two matters: the server of development, and that of the mail.
_LEAST_SHARED: Final = 2
SAID: Final = "said"
"""The kind of a contradiction to what somebody said, which is a statement and no fact."""
_BY_WORDS: Final = "so what is similar was looked up by words only"
_R = TypeVar("_R", bound=Any)


class SimilarRow(TypedDict, total=False):
    """A current fact near the new one: since when it holds (a date), how near (0 to 1), whether both cannot hold."""

    id: str
    date: str
    snippet: str
    similarity: float
    contradicts: bool


class ContradictionRow(TypedDict, total=False):
    """A current fact that may not hold beside the new one, or what somebody ``said``."""

    id: str
    kind: str
    snippet: str
    evidence: str


class NearbyFacts(NamedTuple):
    """The current facts near a new one, and those that may not hold beside it."""

    similar: list[SimilarRow]
    contradictions: list[ContradictionRow]


@dataclass
class NearbyLookup:
    """Looks up the facts near those that were just written.

    ``vectors`` are those of the written facts by row id; without one, words decide what is near. ``reader`` is the
    network that reads the nearest facts beside a written one, where it is loaded.
    """

    db: Database
    snapshot: Snapshot
    vectors: dict[int, bytes]
    reader: ReadsPairs | None = None
    lookup: TermLookup = field(default_factory=TermLookup)
    # What was read as contradicting, which no comparison by rules finds again.
    _read_so: list[dict[str, Any]] = field(default_factory=list)

    def nearby(self, written: Item) -> NearbyFacts:
        """Return the facts nearest to a written one, and those known that may not hold beside it."""
        among = neighbours(self.snapshot, written, uid=written.uid, lookup=self.lookup)
        vector = self.vectors.get(written.id)
        if vector is None:
            near = [NearFact(item, measure, b"") for item, measure in most_similar(written, among)]
        else:
            near = nearest_facts(self.db, self.snapshot, written, vector)
        found = self._ruled(written, [*(one.item for one in near[:_MOST_NEAR_COMPARED]), *among[:_MOST_COMPARED]])
        contradictions = self._read(written, found, near)
        self._read_so += (_pair(item, written, why) for item, why in contradictions.values() if why.kind == "meaning")
        # Of any two notes one is the nearest; where another model tells how near, nobody knows what that means.
        if vector is not None and self.reader is not None:
            near = [one for one in near if one.cosine >= SIMILAR_FROM or one.item.uid in contradictions]
        return NearbyFacts(
            [_similar_row(one, contradicts=one.item.uid in contradictions) for one in near[:_MOST_SIMILAR]],
            [
                *(
                    ContradictionRow(id=item.uid, kind=found.kind, snippet=one_line(item.body), evidence=found.evidence)
                    for item, found in contradictions.values()
                ),
                *islice(self._stated(written), _MOST_CONTRADICTIONS - len(contradictions)),
            ],
        )

    def keep_what_was_read(self) -> None:
        """Keep what was read as contradicting, for who asks next; call this when the snapshot is given back.

        Where that cannot be written now, it is read again after the answer. Raises nothing.
        """
        if self._read_so:
            with suppress(MemoryMcpError), short_wait(self.db), self.db.writing("compare") as tx:
                keep_pairs(tx, self._read_so)

    def _stated(self, written: Item) -> Iterator[ContradictionRow]:
        """Yield the changes and choices that somebody told and that give another value than a written fact."""
        from memory_mcp.contradiction.verdict import contradict  # noqa: PLC0415 - as below
        from memory_mcp.statements.claims import content_of  # noqa: PLC0415 - words of its language

        roles: tuple[StatementRole, ...] = ("change", "decision")
        stated = statements.current_statements(
            self.snapshot, [written.project_id], roles, limit=_MOST_STATED, at=self.snapshot.now
        )
        content = content_of(written.body) if stated else frozenset()
        for one in stated:
            if len(content & content_of(one.text)) < _LEAST_SHARED or one.said_at >= written.valid.start:
                continue
            why = contradict(one.text, written.body)
            if why is not None and why.kind == "value":
                yield ContradictionRow(id=one.uid, kind=SAID, snippet=one_line(one.text), evidence=why.evidence)

    def _ruled(self, written: Item, others: list[Item]) -> dict[str, tuple[Item, kinds.Contradiction]]:
        """Return the facts that by rules may not hold beside the written one, by id, with why; as many as are shown."""
        from memory_mcp.contradiction.verdict import contradict_facts  # noqa: PLC0415 - rules nothing else here needs

        holds, new = declared(self.snapshot), _said(written)
        found: dict[str, tuple[Item, kinds.Contradiction]] = {}
        for item in others:
            if len(found) == _MOST_CONTRADICTIONS:
                break
            if item.uid in found or not _are_comparable(written, item):
                continue
            why = contradict_facts(_said(item), new, is_one_entity=written.kind == "observation", relations=holds)
            if why is not None:
                found[item.uid] = (item, why)
        return found

    def _read(
        self, written: Item, found: dict[str, tuple[Item, kinds.Contradiction]], near: list[NearFact]
    ) -> dict[str, tuple[Item, kinds.Contradiction]]:
        """Return what rules found, but for what is read as none, and what is read so of the nearest."""
        from memory_mcp.store.contradictions.worth_reading import worth_reading  # noqa: PLC0415 - as above

        vector = self.vectors.get(written.id)
        if self.reader is None or vector is None:
            return found
        new, met = _said(written), [item for item, _ in found.values()]
        for one in near[: len(found) + MOST_READ]:
            is_new = one.item.uid not in found and _are_comparable(written, one.item)
            if (
                is_new
                and one.vector
                and self.reader.are_near(one.vector, vector)
                and worth_reading(_said(one.item), new)
            ):
                met.append(one.item)
        try:
            likelihoods = self.reader.likelihoods([(_said(item).whole, new.whole) for item in met], is_awaited=True)
        except Exception:  # noqa: BLE001 - as where it is embedded: the fact is stored
            _log.exception("reading at write time failed")
            return found
        read = sorted(zip(likelihoods, met, strict=True), key=lambda one: -one[0])
        ruled = {
            item.uid: found[item.uid]
            for likely, item in read
            if item.uid in found and (likely >= RULED_FROM or kinds.are_of_one_title(_said(item), new))
        }
        others = {
            item.uid: (item, kinds.Contradiction("meaning", by_meaning(likely), likely))
            for likely, item in read
            if item.uid not in found and likely >= READ_FROM
        }
        return dict(islice((ruled | others).items(), _MOST_CONTRADICTIONS))


def nearby_facts(call: Call, written: Item) -> NearbyFacts:
    """Return the facts near one that was just stored; call this when its transaction has ended."""
    vectors = vectors_of_written(call, [written])
    with call.reading() as snapshot:
        lookup = NearbyLookup(call.runtime.db, snapshot, vectors, call.runtime.reading.pairs)
        found = lookup.nearby(written)
    lookup.keep_what_was_read()
    return found


def vectors_of_written(call: Call, written: Sequence[Item]) -> dict[int, bytes]:
    """Return the vectors of facts that were just stored, by row id; empty, with a notice, where words have to do."""
    embedder, why_not = _ready(call)
    if embedder is not None and len(written) > _MOST_EMBEDDED:
        embedder, why_not = None, f"{len(written)} at once are too many to embed before the answer"
    if embedder is not None:
        try:
            return embed_written(call.runtime.db, embedder, written)
        except UnsupportedError as exc:
            why_not = exc.message
        except Exception as exc:  # noqa: BLE001 - the fact is stored: whatever a model's library raises cannot undo that
            _log.exception("embedding at write time failed")
            why_not = f"the embedding model failed ({type(exc).__name__})"
    call.notices.append(f"{why_not}, {_BY_WORDS}")
    return {}


def _ready(call: Call) -> tuple[Embedder | None, str]:
    """Return the model if it is loaded, else why it is not; nobody waits for it here."""
    service = call.runtime.embedding
    if service.state == "ready":
        return service.embedder, ""
    if service.state == "off":
        return None, "there is no embedding model (switched off)"
    if service.failure is not None:
        return None, f"there is no embedding model ({service.failure.message})"
    return None, "the embedding model is not loaded yet"


def _are_comparable(a: Item, b: Item) -> bool:
    """Whether both speak of one scope and time: lessons and decisions of each other, observations of one entity."""
    if not a.valid.overlaps(b.valid) or (a.kind == "observation") != (b.kind == "observation"):
        return False
    return a.kind != "observation" or a.parent_uid == b.parent_uid


def _pair(known: Item, written: Item, why: kinds.Contradiction) -> dict[str, Any]:
    """Return the parameters of a pair that is to be kept."""
    older, newer = sorted((known, written), key=lambda one: (one.valid.start, one.recorded_at, one.uid))
    return kept_pair(older, newer, why.kind, why.evidence, why.similarity)


def _said(item: Item) -> kinds.ComparedFact:
    return said(item.kind, item.title, item.body, item.attributes.get("source", ""))


def _similar_row(near: NearFact, *, contradicts: bool) -> SimilarRow:
    item = near.item
    # An observation leaves out whom it is about; its context begins with the name.
    about = f"{first_of(item.context)}: " if item.kind == "observation" and item.context else ""
    row = SimilarRow(
        id=item.uid,
        date=(format_instant(item.valid.start) or "")[:10],
        snippet=one_line(about + item.body),
        similarity=round(min(1.0, near.cosine), 3),
    )
    if contradicts:
        row["contradicts"] = True
    return row


def with_redactions(call: Call, result: _R) -> _R:
    """Return the result with the count of what was masked in the caller's text, if anything was."""
    if call.masking.counts:
        result["redacted"] = dict(call.masking.counts)
    return result
