"""What a later word makes of an earlier statement: withdrawn or done, said again, or replaced by another value.

Statements are compared once, behind a watermark (meta ``stated_settled_through``). Whether two of them can both hold is
the verdict on contradictions, on what each claims; and a change names what it leaves behind.
"""

from __future__ import annotations

import math
from collections import Counter
from heapq import nsmallest
from typing import Final, Literal, NamedTuple

from memory_mcp.contradiction.parsing.notes import is_same, notes_of
from memory_mcp.contradiction.verdict import contradict
from memory_mcp.statements.claims import asks_for_another_tongue, claim_of, content_of
from memory_mcp.statements.recognition import language_of
from memory_mcp.statements.replacement import names_of, replaces, says_now, topics_of
from memory_mcp.statements.sentences import plain
from memory_mcp.statements.weighing import weigh
from memory_mcp.store.facts import facts
from memory_mcp.store.file import meta
from memory_mcp.store.file.as_of import BELIEVED, CURRENT
from memory_mcp.store.file.database import Database, Transaction
from memory_mcp.store.sessions import statements
from memory_mcp.store.sessions.statements import SETTLED_THROUGH

_SLICE: Final = 200
# Of so many statements of a project, the newest, one is compared with those that share a word of content.
_MOST_KNOWN: Final = 3_000
_MOST_COMPARED: Final = 12
# Of so many asides, the newest, a later word may make one out of date.
_MOST_ASIDES: Final = 300
# More than this share of a withdrawal's words of content is in what it is about.
_NAMED: Final = 0.5

_NEW: Final = f"""
    SELECT item.id, item.uid, item.project_id, item.session_uid, item.valid_from,
           coalesce(item.attributes ->> 'as', item.attributes ->> 'role'), item.body,
           coalesce(item.attributes ->> 'from', ''), coalesce(item.attributes ->> 'to', ''), item.parent_uid,
           coalesce(item.confidence, 1) < 1,
           coalesce(item.confidence, 0) < 1 AND NOT EXISTS (
               SELECT 1
               FROM item_state
               WHERE item_state.uid = item.uid AND (item_state.pinned = 1 OR item_state.verified = 1)
           )
    FROM item
    WHERE item.id > :through AND item.kind = 'statement'
      AND {CURRENT}
    ORDER BY item.id
    LIMIT :most
"""
_KNOWN: Final = f"""
    SELECT item.id, item.uid, item.project_id, item.session_uid, item.valid_from,
           coalesce(item.attributes ->> 'as', item.attributes ->> 'role'), item.body,
           coalesce(item.attributes ->> 'from', ''), coalesce(item.attributes ->> 'to', ''), item.parent_uid,
           coalesce(item.confidence, 1) < 1,
           coalesce(item.confidence, 0) < 1 AND NOT EXISTS (
               SELECT 1
               FROM item_state
               WHERE item_state.uid = item.uid AND (item_state.pinned = 1 OR item_state.verified = 1)
           )
    FROM item
    WHERE item.kind = 'statement' AND item.project_id = :project
      AND (item.attributes ->> 'role' <> 'aside' OR item.valid_from >= :recent)
      AND {CURRENT}
    ORDER BY item.valid_from DESC
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
_LAST: Final = """
    SELECT max(id)
    FROM item
"""

# So telling are the words that two texts about one matter share: nearly as much as one that nothing else has.
_ONE_MATTER: Final = 0.75
_SAME_MATTER: Final = 1.2
# In a project that has said little, a word is as rare as among so many statements.
_FEW_KNOWN: Final = 80
# A word less telling says nothing of the matter.
_LEAST_TELLING: Final = 0.3
# As likely a standing wish is one.
_WISH: Final = 0.4

Fate = Literal["withdrawn", "said again", "replaced", "taken up"]


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

    @property
    def age(self) -> tuple[int, int]:
        """What orders two statements: when they were said, then when they were stored."""
        return self.said_at, self.id

    @property
    def content(self) -> frozenset[str]:
        """The stems of its words that carry content."""
        return content_of(self.text)


class _Project:
    """The statements of a project that still hold, by their words of content."""

    def __init__(self) -> None:
        self.known: dict[str, Stated] = {}
        self.by_word: dict[str, list[Stated]] = {}
        self.by_name: dict[str, list[Stated]] = {}
        self.by_topic: dict[str, list[Stated]] = {}

    def add(self, stated: Stated) -> None:
        self.known[stated.uid] = stated
        for word in stated.content:
            self.by_word.setdefault(word, []).append(stated)
        for name in names_of(stated.text):
            self.by_name.setdefault(name, []).append(stated)
        for topic in topics_of(stated.text):
            self.by_topic.setdefault(topic, []).append(stated)

    def like(self, stated: Stated) -> list[Stated]:
        """Return those that share words with a statement, the most alike first, then the newest."""
        shared = self.sharing(stated)
        named = Counter(other.uid for name in names_of(stated.text) for other in self.by_name.get(name, ()))
        shared |= Counter({uid: count for uid, count in named.items() if uid != stated.uid and uid in self.known})
        found = nsmallest(_MOST_COMPARED, shared, key=lambda uid: (-shared[uid], -self.known[uid].said_at))
        return [self.known[uid] for uid in found]

    def sharing(self, stated: Stated) -> Counter[str]:
        """Return the ids of those that share words of content with a statement, and how many."""
        shared = Counter(other.uid for word in stated.content for other in self.by_word.get(word, ()))
        return Counter({uid: count for uid, count in shared.items() if uid != stated.uid and uid in self.known})

    def on_the_matter(self, stated: Stated) -> list[tuple[Stated, float]]:
        """Return those of other sessions that share words with a statement, and how telling these words are together.

        A word that nothing else has counts nearly 1, one that many have nought.
        """
        every = math.log(max(len(self.known), _FEW_KNOWN))
        telling: dict[str, float] = {}
        for topic in topics_of(stated.text):
            those = self.by_topic.get(topic, ())
            weight = 1 - math.log(len(those)) / every if those else 0.0
            if weight >= _LEAST_TELLING:
                for other in those:
                    telling[other.uid] = telling.get(other.uid, 0.0) + weight
        found = ((self.known[uid], share) for uid, share in telling.items() if uid in self.known)
        return [(other, share) for other, share in found if other.session_uid != stated.session_uid]

    def about(self, withdrawal: Stated) -> Stated | None:
        """Return what a withdrawal is about: it has most of its words; without any, the last open end."""
        if not withdrawal.content:
            return self._last_open(withdrawal)
        shares = [(count, self.known[uid]) for uid, count in self.sharing(withdrawal).items()]
        before = [(count, one) for count, one in shares if _is_ended_by(one, withdrawal)]
        count, best = max(before, key=lambda each: (each[0], each[1].age), default=(0, None))
        return best if count > _NAMED * len(withdrawal.content) else None

    def _last_open(self, withdrawal: Stated) -> Stated | None:
        """Return the last open end of a withdrawal's session."""
        own = [
            one
            for one in self.known.values()
            if one.role == "open" and one.session_uid == withdrawal.session_uid is not None
        ]
        return max((one for one in own if one.age < withdrawal.age), key=lambda one: one.age, default=None)


def step(db: Database, most: int = _SLICE) -> bool:
    """Read the next turns for statements, else settle the next statements, in a short step; whether there is more.

    ``most`` statements are settled at once: each time those of their projects are read. Raises BusyError.
    """
    with db.reading() as snapshot:
        is_unread, is_unsettled = statements.is_waiting(snapshot), statements.is_unsettled(snapshot)
    if not is_unread and not is_unsettled:
        return False
    with db.writing("statements") as tx:
        if is_unread and statements.catch_up(tx).has_more:
            return True
        return settle(tx, most)


def settle(tx: Transaction, most: int = _SLICE) -> bool:
    """Compare the next statements with those of their project, and end what no longer holds; whether there is more."""
    through = meta.get(tx, SETTLED_THROUGH) or 0
    new = [Stated(*row) for row in tx.rows(_NEW, {"through": through, "most": most, "now": tx.now})]
    projects: dict[int, _Project] = {}
    for stated in new:
        if stated.project_id not in projects:
            projects[stated.project_id] = _known(tx, stated.project_id)
        _settle(tx, projects[stated.project_id], stated)
    is_more = len(new) == most
    meta.put(tx, SETTLED_THROUGH, new[-1].id if is_more else tx.value(_LAST) or 0)
    return is_more


def _known(tx: Transaction, project_id: int) -> _Project:
    project = _Project()
    for row in tx.rows(
        _KNOWN,
        {
            "project": project_id,
            "most": _MOST_KNOWN,
            "now": tx.now,
            "recent": tx.value(_RECENT, {"project": project_id, "most": _MOST_ASIDES}) or 0,
        },
    ):
        project.add(Stated(*row))
    return project


def _settle(tx: Transaction, project: _Project, stated: Stated) -> None:
    if stated.uid not in project.known:
        return
    if stated.role == "withdrawn":
        found = project.about(stated)
        if found is not None:
            _end(tx, project, found, stated, "withdrawn")
        return
    for other in project.like(stated):
        older, newer = sorted((stated, other), key=lambda one: one.age)
        if newer.role == "withdrawn":
            if project.about(newer) is older:
                _end(tx, project, older, newer, "withdrawn")
        elif (fate := fate_of(older, newer)) is not None:
            _end(tx, project, older, newer, fate)
        if stated.uid not in project.known:
            return
    _take_up(tx, project, stated)


def _take_up(tx: Transaction, project: _Project, stated: Stated) -> None:
    """End what may be over where a later session speaks of the matter: then that says how it stands."""
    for other, telling in project.on_the_matter(stated):
        older, newer = sorted((stated, other), key=lambda one: one.age)
        if older.uid in project.known and telling >= _needed(older, newer):
            _end(tx, project, older, newer, "taken up")


def _needed(older: Stated, newer: Stated) -> float:
    """Return how telling the words must be that a later statement shares, for an earlier one to be over by it.

    A wish holds whoever speaks of its matter, unless something is said to be another now.
    """
    if not older.is_unconfirmed:
        return math.inf
    if older.is_weighed:
        is_wish = weigh(older.text)["standing"] >= _WISH and not says_now(newer.text)
        return _SAME_MATTER if is_wish else _ONE_MATTER
    return _SAME_MATTER if older.role == "open" else math.inf


def _end(tx: Transaction, project: _Project, older: Stated, newer: Stated, fate: Fate) -> None:
    # The reason names the turn and none of its words, which may be erased.
    by = None if fate in {"withdrawn", "taken up"} else newer.uid
    facts.supersede(tx, older.uid, by=by, at=max(newer.said_at, older.said_at + 1), reason=f"{fate} in {newer.turn}")
    del project.known[older.uid]


def fate_of(older: Stated, newer: Stated) -> Fate | None:
    """Return what the newer of two statements makes of the older one; None where both hold."""
    if "withdrawn" in (older.role, newer.role) or ("open" in (older.role, newer.role) and older.role != newer.role):
        return None
    if older.is_weighed or newer.is_weighed:
        is_old = older.role != "open" and replaces(newer.text, older.text, is_sure=not older.is_weighed)
        return "replaced" if is_old else None
    a, b = claim_of(older.text, older.before, older.after), claim_of(newer.text, newer.before, newer.after)
    if is_same(*notes_of(a, b)):
        return "said again"
    if older.role == "open":
        return None
    if asks_for_another_tongue(older.text, newer.text) or (newer.before and _leaves_behind(older, newer)):
        return "replaced"
    found = contradict(a, b)
    is_sure = found is not None and (found.kind != "negation" or found.certainty == "high")
    return "replaced" if is_sure else None


def _is_ended_by(one: Stated, withdrawal: Stated) -> bool:
    return one.role not in {"withdrawn", "change"} and one.age < withdrawal.age


def _leaves_behind(older: Stated, newer: Stated) -> bool:
    """Whether the older statement speaks of what a change leaves: a choice or wish; else other words are shared too."""
    left = content_of(newer.before, language_of(newer.text))
    if not left or not left <= older.content or plain(newer.after) in plain(older.text):
        return False
    is_name = not any(character.isdigit() for character in newer.before)
    return (is_name and older.role != "change") or len(older.content & newer.content - left) > 0
