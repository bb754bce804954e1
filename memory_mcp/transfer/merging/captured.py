"""Merge what several machines captured of one conversation into one row, in whatever order they meet.

Each machine gives the row the same id (``store.sessions.captured_ids``), and begins its history with a version of its
own: its root, which no verb made. Of all roots the first one stands, by when and in which memory it was recorded. It
was believed until the first time at which any memory closed its own root. Both are minima over the set of roots, so
every copy finds the same, whichever it met and however often. Later versions were made of a root that is no earlier
than the one that stands, so they keep their places behind it (``merging.history``). Where a machine knew no project,
the row gets the project that another machine knows of its session: a row of no project would be shown in all of them. A
digest tells what its session held when it was made. A digest that does not know of the erasure of a turn is erased with
the turn.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from memory_mcp.language.folding import one_spaced
from memory_mcp.store.capture_state import transcript_cursors
from memory_mcp.store.facts import erasure, facts, imported, versions
from memory_mcp.store.facts.gatekeeper import Keyed
from memory_mcp.store.facts.known_ids import KnownVersion
from memory_mcp.store.file.database import Transaction
from memory_mcp.store.file.ids import is_derived
from memory_mcp.store.sessions import captured_ids, digest_builder
from memory_mcp.store.sessions.captured_ids import WITHOUT, is_captured
from memory_mcp.temporal import FOREVER, Instant
from memory_mcp.transfer.merging.batches import Batch
from memory_mcp.transfer.merging.history import OTHER_TEXT, close, transaction_of, write_version
from memory_mcp.transfer.model.entry import Fact, Version
from memory_mcp.transfer.model.report import Outcome

WAITS: Final = "waits for its line in a transcript, under which it comes later"
# A verdict on a decision leaves its versions as they are.
_MAKES_NO_VERSION = "verify"


def name_as_here(batch: Batch, fact: Fact) -> None:
    """Point the id of its own that a memory once gave what it captured to the one that all give it."""
    if fact.kind not in captured_ids.KINDS or not fact.versions:
        return
    draft = fact.versions[-1].draft
    has_waited = fact.versions[-1].waits_until is not None
    if is_captured(fact.kind, fact.uid) and not has_waited:
        return
    session = session_here(batch, draft.session_uid)
    here: str | None = None
    if fact.kind == "turn":
        # What waited for its line when this memory was exported has the line's id by now.
        known = transcript_cursors.known_by_now(batch.tx, fact.uid) if has_waited else None
        here = known or captured_ids.of_turn(batch.clients_of_captured(session), session, draft.external_id, draft.body)
    elif fact.kind == "statement":
        turn = batch.ids.of("turn", draft.parent_uid or "")
        here = captured_ids.of_statement(turn, fact.versions[0].draft.body if has_waited else draft.body)
    elif session is not None and is_derived(session):
        here = captured_ids.digest_name(session, draft.attributes.get(WITHOUT, ()))
    if here is not None:
        batch.ids.point(fact.kind, fact.uid, here)


def are_named_alike(fact: Fact, keyed: Keyed) -> bool:
    """Whether a turn and the row under its key are two, of conversations that two files called alike."""
    have_names = is_captured(fact.kind, fact.uid) and is_captured("turn", keyed.uid)
    return have_names and fact.uid != keyed.uid and fact.versions[-1].draft.body != keyed.body


def waits(batch: Batch, fact: Fact, uid: str) -> bool:
    """Whether a fact may still get another id where it comes from: it is taken in under that one."""
    until = fact.versions[-1].waits_until if fact.versions else None
    return until is not None and until > batch.tx.now and not batch.versions[uid]


def session_here(batch: Batch, session: str | None) -> str | None:
    """Return the id here of a session of the file."""
    return None if session is None else batch.run.sessions.get(session, session)


def tells_of_erased(batch: Batch, uid: str, version: Version) -> bool:
    """Whether a digest tells of a turn that was erased."""
    session = session_here(batch, version.draft.session_uid) or ""
    if is_derived(uid):
        return not set(erasure.turns_erased(batch.tx, session)) <= set(version.draft.attributes.get(WITHOUT, ()))
    return version.recorded_at is not None and erasure.tells_of_erased(batch.tx, session, version.recorded_at)


def has_times(fact: Fact) -> bool:
    """Whether each version of a fact tells when it was recorded, and no clock was ahead."""
    return all(version.recorded_at is not None and not version.is_moved for version in fact.versions)


def write(batch: Batch, fact: Fact, uid: str, here: list[KnownVersion]) -> list[Outcome | str]:
    """Write the versions of what is known here too, and return what became of each."""
    verbs = _verbs_of(batch.tx, uid, fact)
    return [
        write_version(batch.tx, uid, version, here)
        if (version.recorded_at, version.origin) in verbs
        else _write_root(batch, uid, version, here, verbs)
        for version in fact.versions
    ]


def _verbs_of(tx: Transaction, uid: str, fact: Fact) -> set[tuple[Instant, str]]:
    """Return when and in which memory verbs changed a fact, as known here and to the file."""
    here = {(one.at, one.origin) for one in facts.changes(tx, uid, known_at=FOREVER) if one.verb != _MAKES_NO_VERSION}
    return here | {(one.at, one.origin) for one in fact.changes if one.verb != _MAKES_NO_VERSION}


def _write_root(
    batch: Batch, uid: str, version: Version, here: list[KnownVersion], verbs: set[tuple[Instant, str]]
) -> Outcome | str:
    """Write what a machine captured where this one has it already: of two roots the first stands."""
    tx = batch.tx
    ours = next((known for known in here if (known.recorded_at, known.origin) not in verbs), None)
    theirs = (version.recorded_at, version.origin, version.draft.valid.start)
    if ours is None or theirs == ours.identity:
        return write_version(tx, uid, version, here)
    if ours.kind == "turn" and _words(version.draft.body) != _words(imported.words_of(tx, ours.id)):
        # One line has one wording: whoever has another, of an older date perhaps, does not take the place of this.
        return OTHER_TEXT
    if theirs > ours.identity:
        return "merged" if close(tx, ours, version.superseded_at) else "unchanged"
    session = imported.session_of(tx, ours.id)
    if session is not None and session != version.draft.session_uid:
        batch.heard[session] = False
    first = dataclasses.replace(version, superseded_at=min(ours.superseded_at, version.superseded_at))
    if not _stand_first(tx, first, ours, here):
        imported.take_out(tx, ours.id)
        here.remove(ours)
        write_version(tx, uid, first, here)
    return "merged"


def _words(text: str) -> str:
    """Return what a turn says, without the pictures that only its transcript tells of."""
    return one_spaced(
        "\n".join(line for line in text.splitlines() if not (line.startswith("[") and line.endswith("]")))
    )


def _stand_first(tx: Transaction, first: Version, ours: KnownVersion, here: list[KnownVersion]) -> bool:
    """Make our root the one that was recorded first, where both say the same; say whether they do."""
    start, end = first.draft.valid
    later = (one.recorded_at for one in here if one is not ours and one.valid_from < end and start < one.valid_to)
    until = min(first.superseded_at, *later, FOREVER)
    txn_id, recorded_at = transaction_of(tx, first)
    origin = first.origin or tx.origin
    if (recorded_at, origin) == (ours.recorded_at, ours.origin) or not versions.stand_first(
        tx, ours.id, first.draft, recorded_at=recorded_at, superseded_at=until, txn_id=txn_id
    ):  # fmt: skip
        return False
    ours.recorded_at, ours.origin, ours.superseded_at = recorded_at, origin, until
    ours.valid_from, ours.valid_to = start, end
    return True


@contextmanager
def watched(batch: Batch, fact: Fact, outcomes: list[Outcome | str]) -> Iterator[None]:
    """Note whether the digest of a written turn's session has read all its turns, but for those that come now."""
    session = fact.versions[-1].draft.session_uid if fact.kind == "turn" else None
    if session is None or not is_derived(session):
        yield
        return
    if session not in batch.heard:
        batch.heard[session] = digest_builder.has_read_all(batch.tx, session)
    yield
    if "added" in outcomes:
        batch.heard[session] = False


def go_on(batch: Batch) -> None:
    """Let the digests of sessions read anew what came in between; their turns have other places now."""
    for session, has_read_all in batch.heard.items():
        name = captured_ids.digest_name(session, erasure.turns_erased(batch.tx, session))
        # Whoever erased it wants none of what was said until then.
        is_over = has_read_all or erasure.is_erased(batch.tx, name)
        digest_builder.go_on(batch.tx, session, from_start=not is_over)
    batch.heard.clear()
