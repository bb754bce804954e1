"""Read the statements that are compared with later sentences: new ones, and those that still hold."""

from __future__ import annotations

from typing import Final, NamedTuple

from memory_mcp.statements.claims import claim_of
from memory_mcp.statements.replacement import Earlier, weighed
from memory_mcp.statements.sentences import SaidSentence
from memory_mcp.statements.settling import is_of_a_part, may_settle, parts_left, says_it_again
from memory_mcp.statements.texts import text_of
from memory_mcp.statements.weighing import says_anything
from memory_mcp.statements.wishes import allows_another, lifts
from memory_mcp.store.facts import facts
from memory_mcp.store.file.as_of import BELIEVED, CURRENT
from memory_mcp.store.file.database import Snapshot
from memory_mcp.store.sessions.statements import IS_CONFIRMED
from memory_mcp.store.sessions.turn_reading import ReadsStatements

# Of so many statements of a project, the newest, one is compared with those that share a word of content.
_MOST_KNOWN: Final = 3_000
# Of so many asides, the newest, a later word may make one out of date.
_MOST_ASIDES: Final = 300

TAKEN_UP_IN: Final = "taken up in "
"""What the reason of an end in passing begins with. The turn follows, and none of its words, which may be erased."""
READ_AS_OVER_IN: Final = "read as over in "
"""The same of an end that the network reads."""
# How likely a part of a statement says anything, from which on it is something of its own.
_OF_ITS_OWN_FROM: Final = 0.5

HOLDING_AFTER: Final = "read as holding after "
"""What the reason begins with for which such an end was taken back; the turn follows."""

_COLUMNS: Final = f"""item.id, item.uid, item.project_id, item.session_uid, item.valid_from,
           coalesce(item.attributes ->> 'as', item.attributes ->> 'role'), item.body,
           coalesce(item.attributes ->> 'from', ''), coalesce(item.attributes ->> 'to', ''), item.parent_uid,
           coalesce(item.confidence, 1) < 1 AND NOT {IS_CONFIRMED},
           NOT {IS_CONFIRMED},
           coalesce(item.attributes ->> 'speaker', '') = 'assistant'"""
# Which of them is ``valid_from``.
_SAID_AT: Final = "5"
_NEW: Final = f"""
    SELECT {_COLUMNS}
    FROM item
    WHERE item.id > :through AND item.id <= :last AND +item.kind = 'statement'
      AND {CURRENT}
    ORDER BY item.id
"""
_RESTORED: Final = f"""
    SELECT coalesce(max(iif(instr(change.reason, '{HOLDING_AFTER}') = 1, NULL, txn.at)), 0),
           coalesce(max(change.reason = '{HOLDING_AFTER}' || :turn), 0)
    FROM change
    JOIN txn ON txn.id = change.txn_id
    WHERE change.uid = :uid AND change.verb = 'restore'
"""
_CONFIRMED_AT: Final = """
    SELECT max(
        coalesce((SELECT pin_changed_at FROM item_state WHERE uid = :uid AND pinned = 1), 0),
        coalesce((SELECT verified_at FROM item_state WHERE uid = :uid AND verified = 1), 0),
        coalesce((
            SELECT max(txn.at)
            FROM change
            JOIN txn ON txn.id = change.txn_id
            WHERE change.uid = :uid AND change.verb = 'correct'
        ), 0)
    )
"""
_ONE: Final = f"""
    SELECT {_COLUMNS}
    FROM item
    WHERE item.uid = :uid AND +item.kind = 'statement'
      AND {BELIEVED}
    ORDER BY item.valid_from DESC
    LIMIT 1
"""
_KNOWN: Final = f"""
    -- Two branches, each in the order of its index: together, every aside of the project would be read.
    SELECT {_COLUMNS}
    FROM item INDEXED BY item_stated
    WHERE item.kind = 'statement' AND item.project_id = :project AND item.attributes ->> 'role' <> 'aside'
      AND {CURRENT}
    UNION ALL
    SELECT {_COLUMNS}
    FROM item
    WHERE item.kind = 'statement' AND item.project_id = :project AND item.attributes ->> 'role' = 'aside'
      AND item.valid_from >= :recent
      AND {CURRENT}
    ORDER BY {_SAID_AT} DESC
    LIMIT :most
"""
_RECENT: Final = f"""
    SELECT item.valid_from
    FROM item
    WHERE item.kind = 'statement' AND item.project_id = :project AND item.attributes ->> 'role' = 'aside'
      AND {BELIEVED}
    ORDER BY item.valid_from DESC
    LIMIT 1 OFFSET :most
"""


class Stated(NamedTuple):
    """A statement as it is compared."""

    id: int
    uid: str
    project_id: int
    session_uid: str | None
    said_at: int
    role: str
    text: str
    before: str
    after: str
    turn: str
    # Told by its words, not by a rule, and by nobody confirmed.
    is_weighed: bool = False
    is_unconfirmed: bool = False
    by_assistant: bool = False

    @property
    def age(self) -> tuple[int, int]:
        """What orders two statements: when they were said, then when they were stored."""
        return self.said_at, self.id

    def is_of(self, session_uid: str | None) -> bool:
        """Whether it was said in a session."""
        return self.session_uid == session_uid is not None

    @property
    def content(self) -> frozenset[str]:
        """The stems of its words that carry content."""
        return text_of(self.text).content

    @property
    def claim(self) -> str:
        """What holds from it on."""
        return claim_of(self.text, self.before, self.after) if self.after else text_of(self.text).claim

    @property
    def earlier(self) -> Earlier:
        """The statement as later sentences are weighed against it."""
        if self.is_weighed:
            return weighed(self.text)
        return Earlier(self.text, float(self.role == "open"), float(self.role == "standing"))


def new_statements(snapshot: Snapshot, through: int, last: int) -> list[Stated]:
    """Return the statements that hold of the rows behind ``through`` up to ``last``, in their order."""
    return [Stated(*row) for row in snapshot.rows(_NEW, {"through": through, "last": last, "now": snapshot.now})]


def current_statements(snapshot: Snapshot, project_id: int, most: int = _MOST_KNOWN) -> list[Stated]:
    """Return the statements of a project that hold, the newest first: of asides, those of the newest few alone."""
    recent = snapshot.value(_RECENT, {"project": project_id, "most": _MOST_ASIDES}) or 0
    asked = {"project": project_id, "most": most, "now": snapshot.now, "recent": recent}
    return [Stated(*row) for row in snapshot.rows(_KNOWN, asked)]


def statement_of(snapshot: Snapshot, uid: str) -> Stated | None:
    """Return a statement as it is believed, whether it holds or not; None where nobody believes it."""
    return next((Stated(*row) for row in snapshot.rows(_ONE, {"uid": uid})), None)


def may_end(stated: Stated, said: SaidSentence) -> bool:
    """Whether a sentence that speaks of a statement can end it: of an open end all has to be said to be done.

    A wish holds where only some of what it asks is spoken of, if a rule told it or that is allowed, and where another
    thing is allowed beside it. An assistant, and
    a person right behind a question, that says what holds in its own words ends nothing.
    """
    if stated.role == "open":
        return may_settle(said.text, stated.text)
    if stated.role == "standing" and allows_another(said.text, stated.text):
        return False
    if (
        stated.role == "standing"
        and is_of_a_part(said.text, stated.text)
        and (not stated.is_weighed or lifts(said.text, stated.text))
    ):
        return False
    is_answer = said.by_assistant or said.before.endswith("?")
    return not (is_answer and says_it_again(said.text, stated.text))


def ends_all_of(reader: ReadsStatements, stated: Stated, sentence: str) -> bool:
    """Whether what a sentence leaves of a statement of several sentences says nothing of its own, as it is read."""
    left = parts_left(sentence, stated.text)
    shares = reader.shares([SaidSentence(part, by_assistant=False) for part in left]) if left else []
    return all(says_anything(of_part) < _OF_ITS_OWN_FROM for of_part in shares)


def ended_in(snapshot: Snapshot, uid: str) -> str:
    """Return the id of the turn by which a statement is over that nobody ended by name; empty for any other row."""
    last = next(reversed(facts.changes(snapshot, uid)), None)
    for begins in (TAKEN_UP_IN, READ_AS_OVER_IN):
        if last is not None and last.reason.startswith(begins):
            return last.reason.removeprefix(begins)
    return ""


def may_be_taken_up(snapshot: Snapshot, stated: Stated, turn: str, said_at: int) -> bool:
    """Whether a turn may end a statement in passing: not where somebody said since that it holds, or the network did.

    The network said so of that turn alone.
    """
    [(restored_at, is_held_after)] = snapshot.rows(_RESTORED, {"uid": stated.uid, "turn": turn})
    return bool(restored_at < said_at and not is_held_after) and said_since_confirmed(snapshot, stated, said_at)


def said_since_confirmed(snapshot: Snapshot, stated: Stated, said_at: int) -> bool:
    """Whether something was said after a person last confirmed a statement, or nobody confirmed it."""
    return stated.is_unconfirmed or int(snapshot.value(_CONFIRMED_AT, {"uid": stated.uid})) < said_at
