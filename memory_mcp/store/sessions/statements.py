"""Store what people said about how to work: one row a statement, found in turns by rules, with a pointer to its turn.

Turns are read behind a watermark (meta ``stated_through``), whoever stored them: capture reads them in the transaction
that stores them, an import and a file of an older version are read in slices. A statement is erased with its turn. A
withdrawal is a row too (role ``withdrawn``), which nobody is shown: it may come in before the statement it withdraws. A
sentence that may be a statement, with the likelihood ``confidence``, is a row of the role ``aside``; ``as`` names the
role it would have by its words. It has no importance, and only a session's opening shows it.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Final, LiteralString, NamedTuple

from memory_mcp.store.facts import erasure, facts
from memory_mcp.store.facts.projects.projects import ALL_PROJECTS
from memory_mcp.store.facts.scope import NOT_ARCHIVED
from memory_mcp.store.facts.versions import Draft
from memory_mcp.store.file import meta
from memory_mcp.store.file.as_of import BELIEVED, CURRENT, HOLDS, of
from memory_mcp.store.file.database import Row, Snapshot, Transaction
from memory_mcp.store.file.kinds import IS_SAID
from memory_mcp.store.sessions import captured_ids
from memory_mcp.temporal import DAY_US, FOREVER, Instant, Period

if TYPE_CHECKING:
    from memory_mcp.statements.recognition import StatementRole

THROUGH: Final = "stated_through"
"""The watermark over ``item.id``: turns up to it were read."""

SETTLED_THROUGH: Final = "stated_settled_through"
"""The watermark over ``item.id``: statements and turns up to it were compared with what was said before."""

_HALF_AS_LIKELY_US: Final = 30 * DAY_US
ASIDES_WITHIN_US: Final = 60 * DAY_US
"""An aside that is older when it is read would be told of by nobody."""

# How likely the network has to read that a sentence says anything, 0 to 1: where a rule tells it, and where none does.
_RULED_LEAST: Final = 0.1
ASIDE_LEAST: Final = 0.3
"""How likely an aside says anything, 0 to 1, from which on it is told by itself."""

SLICE: Final = 500
"""Rows read in one step of a catch-up."""

_NEXT: Final = f"""
    SELECT item.id, item.uid, item.project_id, item.session_uid, item.title, item.body, item.valid_from,
           item.attributes ->> 'role',
           -- Where the turn came in with its statements, they are here already.
           EXISTS (SELECT 1 FROM item AS said WHERE said.parent_uid = item.uid AND said.kind = 'statement')
    FROM item
    WHERE item.id > :through AND item.id <= :last AND +item.kind = 'turn'
      AND item.attributes ->> 'role' IN ('user', 'assistant')
      AND {BELIEVED}
    ORDER BY item.id
"""
_LAST: Final = """
    SELECT max(id)
    FROM (
        SELECT id
        FROM item
        WHERE id > :through
        ORDER BY id
        LIMIT :most
    )
"""
IS_CONFIRMED: Final[LiteralString] = """(
          coalesce(item.confidence, 0) = 1
          OR EXISTS (
              SELECT 1
              FROM item_state
              WHERE item_state.uid = item.uid AND (item_state.pinned = 1 OR item_state.verified = 1)
          )
      )"""
"""Whether a person confirmed the statement ``item``: sure to the full, pinned, or marked as right."""
# What the network read of a statement, in the version that says the same.
_READINGS: Final[LiteralString] = """FROM item AS version
          JOIN statement_reading AS reading ON reading.item_id = version.id
          WHERE version.uid = item.uid AND version.body = item.body"""
_WAS_READ: Final[LiteralString] = f"""EXISTS (
          SELECT 1
          {_READINGS}
      )"""
STATED: Final[LiteralString] = f"""item.uid, item.attributes ->> 'role', item.body, item.attributes ->> 'speaker',
           item.valid_from, item.session_uid, item.project_id, item.attributes ->> 'from', item.attributes ->> 'to',
           (
               SELECT old.body
               FROM change
               JOIN item AS old ON old.uid = change.uid
               WHERE change.superseded_by = item.uid AND change.verb = 'supersede'
                 AND change.reason NOT LIKE 'said again%'
               ORDER BY change.id DESC, old.id DESC
               LIMIT 1
           ),
           {IS_CONFIRMED},
           -- Words alone seldom tell which of its roles an aside would have.
           iif(
               item.attributes ->> 'as' IN ('standing', 'decision', 'change', 'open'),
               coalesce((
                   SELECT reading.role
                   {_READINGS}
                   LIMIT 1
               ), item.attributes ->> 'as'),
               item.attributes ->> 'as'
           ),
           coalesce((
               SELECT reading.share
               {_READINGS}
               LIMIT 1
           ), item.confidence),
           {_WAS_READ}"""
"""What is selected of a statement for ``of_row``."""
_HELD: Final[LiteralString] = f"""item.kind = 'statement'
      AND item.project_id IN (SELECT value FROM json_each(:projects))
      AND {BELIEVED} AND {HOLDS}
      AND {NOT_ARCHIVED}"""
# What the network reads as less likely, and no person confirmed, is told to nobody.
_SAYS_ANYTHING: Final[LiteralString] = f"""NOT EXISTS (
          SELECT 1
          {_READINGS}
            AND reading.share < :least AND NOT {IS_CONFIRMED}
      )"""
_NEWEST: Final[LiteralString] = """
    ORDER BY item.valid_from DESC, item.id DESC
    LIMIT :limit
"""
_CURRENT: Final = f"""
    SELECT {STATED}
    -- Otherwise every aside is read too, of which there are many times as many.
    FROM item INDEXED BY item_stated
    WHERE {_HELD}
      AND item.attributes ->> 'role' <> 'aside'
      AND item.attributes ->> 'role' IN (SELECT value FROM json_each(:roles))
      AND {_SAYS_ANYTHING}
    {_NEWEST}
"""
_ASIDES: Final = f"""
    SELECT {STATED}
    FROM item
    WHERE {_HELD}
      AND item.attributes ->> 'role' = 'aside'
      AND {_SAYS_ANYTHING}
      -- Kept as a later word alone by the network of another memory: what that one read stays there.
      AND (coalesce(item.confidence, 1) >= :least OR {_WAS_READ} OR {IS_CONFIRMED})
    {_NEWEST}
"""
_WAITING: Final = """
    SELECT 1
    FROM item
    WHERE id > :through AND +kind = 'turn'
    LIMIT 1
"""
_UNSETTLED: Final = f"""
    SELECT 1
    FROM item
    WHERE id > :through AND +{IS_SAID}
    LIMIT 1
"""
_OF_TURN: Final = """
    SELECT uid
    FROM item
    WHERE parent_uid = :turn_uid AND kind = 'statement' AND body = :text
    ORDER BY id DESC
    LIMIT 1
"""
_RETIRED: Final = f"""
    SELECT item.body, max(iif(item.superseded_at = :forever, item.valid_to, 0))
    FROM item
    WHERE item.session_uid IN (SELECT value FROM json_each(:sessions)) AND item.kind = 'statement'
      -- Most hold, and are not looked up once more.
      AND NOT ({CURRENT})
      AND NOT EXISTS (
          SELECT 1
          FROM item AS still
          WHERE still.uid = item.uid AND {of("still", CURRENT)}
      )
    GROUP BY item.uid, item.body
"""
_PROJECTS: Final = """
    SELECT id
    FROM project
"""


class Statement(NamedTuple):
    """What somebody said about how to work, word for word; ``replaces`` is the text of what it superseded."""

    uid: str
    role: StatementRole
    text: str
    speaker: str
    said_at: Instant
    session_uid: str | None
    project_id: int
    # Of a change, where they were read: what it was and what it is.
    value_before: str = ""
    value_after: str = ""
    replaces: str | None = None
    # Whether a person confirmed it: pinned, marked as right, or sure to the full.
    is_confirmed: bool = False
    # How likely it says anything: as the network reads it, else of an aside by its words.
    share: float = 1.0
    # Whether the network has read it.
    was_read: bool = False
    # Of a later word, how likely it is about the statement it is told with.
    about_earlier: float = 0.0


class StatementsFound(NamedTuple):
    """How many statements a step found, and whether there is more to read."""

    found: int
    has_more: bool


def current_statements(
    snapshot: Snapshot, projects: Sequence[int], roles: Sequence[StatementRole], *, limit: int, at: Instant
) -> list[Statement]:
    """Return what was said in projects and still holds at ``at``, newest first; ALL_PROJECTS among them is all."""
    more: dict[str, str | float] = {"roles": json.dumps(list(roles)), "least": _RULED_LEAST}
    return _current(snapshot, _CURRENT, projects, limit, at, more)


def _current(
    snapshot: Snapshot, statement: LiteralString, projects: Sequence[int], limit: int, at: Instant,
    more: Mapping[str, str | float],
) -> list[Statement]:  # fmt: skip
    if ALL_PROJECTS in projects:
        projects = [project for (project,) in snapshot.rows(_PROJECTS)]
    parameters = {"projects": json.dumps(list(projects)), "limit": limit, "valid_at": at, **more}
    return [of_row(row) for row in snapshot.rows(statement, parameters)]


def current_asides(snapshot: Snapshot, projects: Sequence[int], *, most: int, at: Instant) -> list[Statement]:
    """Return what may have been said in projects and still holds at ``at``, the likeliest and latest first.

    ``most`` of the newest of each are looked at: those of one crowd out none of another.
    """
    found = [
        one for project in projects for one in _current(snapshot, _ASIDES, [project], most, at, {"least": ASIDE_LEAST})
    ]
    return sorted(found, key=lambda one: one.share * 0.5 ** ((at - one.said_at) / _HALF_AS_LIKELY_US), reverse=True)


def retired_texts(snapshot: Snapshot, session_uids: Iterable[str]) -> dict[str, Instant]:
    """Return what was said in sessions about how to work and does not hold any more, word for word, and until when.

    What was taken out never holds.
    """
    values = {"sessions": json.dumps(list(session_uids)), "now": snapshot.now, "forever": FOREVER}
    until: dict[str, Instant] = {}
    for body, ended_at in snapshot.rows(_RETIRED, values):
        until[body] = max(until.get(body, 0), ended_at or FOREVER)
    return until


def of_row(row: Row) -> Statement:
    """Return the statement of a row of the columns ``STATED``."""
    uid, role, text, speaker, said_at, session_uid, project_id, before, after, replaces, *judged = row
    is_confirmed, of, share, was_read = judged
    return Statement(
        uid, of or role, text, speaker or "", said_at, session_uid, project_id, before or "", after or "", replaces,
        bool(is_confirmed), 1.0 if share is None else share, bool(was_read),
    )  # fmt: skip


def of_turn(snapshot: Snapshot, turn_uid: str, text: str) -> str | None:
    """Return the statement that a turn is known to make in these words, whatever became of it, or None."""
    found = snapshot.value(_OF_TURN, {"turn_uid": turn_uid, "text": text})
    return None if found is None else str(found)


def catch_up(tx: Transaction, most: int = SLICE) -> StatementsFound:
    """Read the next turns that nobody read, of at most ``most`` rows, and keep what they say about how to work."""
    through = meta.watermark(tx, THROUGH)
    last = tx.value(_LAST, {"through": through, "most": most})
    if last is None:
        return StatementsFound(0, has_more=False)
    found = sum(_keep(tx, row) for row in tx.rows(_NEXT, {"through": through, "last": last}))
    meta.put(tx, THROUGH, last)
    return StatementsFound(found, has_more=is_waiting(tx))


def is_waiting(snapshot: Snapshot) -> bool:
    """Whether there are turns nobody looked through for statements."""
    return bool(snapshot.value(_WAITING, {"through": meta.watermark(snapshot, THROUGH)}))


def is_unsettled(snapshot: Snapshot) -> bool:
    """Whether there are statements and turns that were not compared with what was said before."""
    return bool(snapshot.value(_UNSETTLED, {"through": meta.watermark(snapshot, SETTLED_THROUGH)}))


def _keep(tx: Transaction, row: Row) -> int:
    from memory_mcp.statements import recognition  # noqa: PLC0415 - a hook that stores no turn has no time for it

    _, turn_uid, project_id, session_uid, speaker, body, said_at, role, is_read = row
    if is_read:
        return 0
    kept = 0
    asides = said_at >= tx.now - ASIDES_WITHIN_US
    words: Counter[str] = Counter()
    for place, said in enumerate(recognition.statements(body, by_assistant=role == "assistant", asides=asides)):
        key = f"{turn_uid}:{place}"
        uid = captured_ids.of_statement(turn_uid, said.text, words)
        if erasure.is_key_erased(tx, project_id, key) or (uid is not None and erasure.is_erased(tx, uid)):
            continue
        values = {name: value for name, value in (("from", said.before), ("to", said.after)) if value}
        what = {"role": "aside", "as": said.told} if said.is_aside else {"role": said.told}
        draft = Draft(
            "statement", said.text, Period(said_at), project_id=project_id, session_uid=session_uid,
            parent_uid=turn_uid, position=place, external_id=key,
            attributes={**what, "speaker": speaker or role, **values},
            confidence=said.share if said.is_aside else None, importance=0.0 if said.is_aside else None,
        )  # fmt: skip
        facts.assert_(tx, draft, uid=uid)
        kept += 1
    return kept
