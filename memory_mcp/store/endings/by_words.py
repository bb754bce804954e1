"""Decide by rules and shared words whether a later text ends a statement, repeats it or replaces its value.

Statements are compared once, behind a watermark (meta ``stated_settled_through``). Whether two of them can both hold is
decided by the verdict on contradictions, from what each claims; and a change names what it leaves behind. Most ends are
said in passing ("dns done"), so each sentence of a later turn is weighed against every statement that still holds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from heapq import nsmallest
from typing import Final, Literal, NamedTuple

from memory_mcp.language.folding import plain_in_place
from memory_mcp.statements.claims import content_of
from memory_mcp.statements.replacement import Later, Rarity, replaces
from memory_mcp.statements.sentences import SaidSentence, said_in, sentences
from memory_mcp.statements.texts import text_of
from memory_mcp.statements.wishes import asks_for_another_tongue, lifts
from memory_mcp.store.endings.compared import (
    TAKEN_UP_IN,
    Stated,
    current_statements,
    may_be_taken_up,
    may_end,
    new_statements,
    said_since_confirmed,
)
from memory_mcp.store.facts import facts, lifecycle
from memory_mcp.store.file import meta
from memory_mcp.store.file.as_of import BELIEVED
from memory_mcp.store.file.database import Database, Snapshot, Transaction
from memory_mcp.store.file.kinds import IS_SAID
from memory_mcp.store.sessions import later_words, statements, turn_reading
from memory_mcp.store.sessions.statements import SETTLED_THROUGH

_SLICE: Final = 500
_MOST_COMPARED: Final = 12
# Of so many turns, the newest, a sentence may do so.
_MOST_TURNS: Final = 300
# More than this share of a withdrawal's words of content is in what it is about.
_NAMED: Final = 0.5

_SLICE_OF: Final = f"""
    SELECT count(*), coalesce(max(id), 0)
    FROM (
        SELECT id
        FROM item
        WHERE id > :through AND +{IS_SAID}
        ORDER BY id
        LIMIT :most
    )
"""

_SINCE: Final = f"""
    SELECT project_id, min(valid_from)
    FROM item
    WHERE id > :through AND id <= :last AND +{IS_SAID}
      AND {BELIEVED}
    GROUP BY project_id
"""
_TURNS: Final = f"""
    SELECT item.id, item.uid, item.session_uid, item.valid_from, item.attributes ->> 'role' = 'assistant', item.body
    FROM item
    WHERE item.kind = 'turn' AND item.project_id = :project
      AND item.attributes ->> 'role' IN ('user', 'assistant')
      AND {BELIEVED}
    ORDER BY item.valid_from DESC
    LIMIT :most
"""

# So likely a later sentence ends a statement.
_LIKELY: Final = 0.6
PERHAPS: Final = 0.3
"""So likely it may: the two are told together, and whoever reads them judges."""
# Of several it may be about it ends the likeliest, and those within so much of it.
_AS_LIKELY: Final = 0.1

Fate = Literal["withdrawn", "said again", "replaced"]


class _Turn(NamedTuple):
    """A turn whose sentences are weighed."""

    id: int
    uid: str
    session_uid: str | None
    said_at: int
    by_assistant: bool
    text: str


class _Project:
    """The statements of a project that still hold, by their words of content."""

    def __init__(self) -> None:
        self.known: dict[str, Stated] = {}
        self.by_word: dict[str, list[Stated]] = {}
        self.by_matter: dict[str, list[Stated]] = {}
        self.by_words: dict[tuple[str, str], Stated] = {}

    def add(self, stated: Stated) -> None:
        self.known[stated.uid] = stated
        self.by_words[stated.turn, stated.text] = stated
        for word in stated.content:
            self.by_word.setdefault(word, []).append(stated)
        for matter in text_of(stated.text).names:
            self.by_matter.setdefault(matter, []).append(stated)

    def like(self, stated: Stated) -> list[Stated]:
        """Return those that share words with a statement, the most alike first, then the newest."""
        shared = self.sharing(stated)
        found = nsmallest(_MOST_COMPARED, shared, key=lambda uid: (-shared[uid], -self.known[uid].said_at))
        return [self.known[uid] for uid in found]

    def sharing(self, stated: Stated) -> Counter[str]:
        """Return the ids of those that share words of content with a statement, and how many."""
        shared = Counter(other.uid for word in stated.content for other in self.by_word.get(word, ()))
        return Counter({uid: count for uid, count in shared.items() if uid != stated.uid and uid in self.known})

    def speaking_of(self, sentence: str) -> list[Stated]:
        """Return those that share a word with a sentence."""
        about = (one for matter in text_of(sentence).later_names for one in self.by_matter.get(matter, ()))
        return list({one.uid: self.known[one.uid] for one in about if one.uid in self.known}.values())

    def about(self, withdrawal: Stated) -> Stated | None:
        """Return what a withdrawal is about: it has most of its words; without any, the last open end."""
        if not withdrawal.content:
            return self._last_open(withdrawal)
        before = [self.known[uid] for uid in self.sharing(withdrawal)]
        shares = [(*_shared(withdrawal, one), one) for one in before if _is_ended_by(one, withdrawal)]
        said = SaidSentence(withdrawal.text, by_assistant=False)
        may = [(count, one) for count, most, one in shares if count > _NAMED * most and may_end(one, said)]
        return max(may, key=lambda each: (each[0], each[1].age), default=(0, None))[1]

    def _last_open(self, withdrawal: Stated) -> Stated | None:
        """Return the last open end of a withdrawal's session."""
        own = [one for one in self.known.values() if one.role == "open" and one.is_of(withdrawal.session_uid)]
        return max((one for one in own if one.age < withdrawal.age), key=lambda one: one.age, default=None)


def step(db: Database, most: int = _SLICE) -> bool:
    """Read the next turns for statements, else settle the next statements, in a short step; whether there is more.

    ``most`` statements and turns are settled at once: each time those of their projects are read. Raises BusyError.
    """
    with db.reading() as snapshot:
        is_unread, is_unsettled = statements.is_waiting(snapshot), statements.is_unsettled(snapshot)
    if not is_unread and not is_unsettled:
        return False
    with db.writing("statements") as tx:
        if is_unread:
            # Settled in a transaction of its own: that something was said, and that it is over, are told apart.
            statements.catch_up(tx)
            return True
        return settle(tx, most)


def settle(tx: Transaction, most: int = _SLICE) -> bool:
    """Compare the next statements and turns with what holds, and end what does not; whether there is more."""
    through = meta.watermark(tx, SETTLED_THROUGH)
    [(count, last)] = tx.rows(_SLICE_OF, {"through": through, "most": most})
    slice_ = {"through": through, "last": last, "now": tx.now}
    projects: dict[int, _Project] = {}
    for stated in new_statements(tx, through, last):
        if stated.project_id not in projects:
            projects[stated.project_id] = _known(tx, stated.project_id)
        _settle(tx, projects[stated.project_id], stated)
    for project_id, since in list(tx.rows(_SINCE, slice_)):
        project = projects.get(project_id) or _known(tx, project_id)
        if project.known:
            _weigh_turns(tx, project, project_id, since, range(through + 1, last + 1))
    meta.put(tx, SETTLED_THROUGH, max(through, last))
    return bool(count == most)


def _weigh_turns(tx: Transaction, project: _Project, project_id: int, since: int, new: range) -> None:
    """End what later turns make out of date, weighing pairs of which one is ``new`` and none comes after those."""
    turns = _said_lately(tx, project_id)
    rarity = Rarity(sentence for _, said in turns for sentence in said)
    for turn, sentence in ((turn, sentence) for turn, said in turns if turn.said_at >= since for sentence in said):
        about = [one for one in project.speaking_of(sentence) if one.said_at < turn.said_at]
        if any(max(turn.id, one.id) in new for one in about):
            likely = _likely(turn, sentence, about, rarity)
            for one in _taken_up(turn, sentence, likely):
                if max(turn.id, one.id) in new and may_be_taken_up(tx, one, turn.uid, turn.said_at):
                    _end(tx, project, one, turn.said_at, f"{TAKEN_UP_IN}{turn.uid}")
            later = project.by_words.get((turn.uid, sentence))
            # One that comes in long after its turn was kept by the network for what it is about.
            if later is not None and (turn.id in new or later.id not in new):
                _tie(tx, project, turn, later, likely)


def rarity_of(snapshot: Snapshot, project_id: int) -> Rarity:
    """Return how telling a word is in what was said lately in a project."""
    return Rarity(sentence for _, said in _said_lately(snapshot, project_id) for sentence in said)


def _said_lately(snapshot: Snapshot, project_id: int) -> list[tuple[_Turn, list[str]]]:
    """Return the newest turns of a project with their sentences, in the order they were said."""
    rows = snapshot.rows(_TURNS, {"project": project_id, "most": _MOST_TURNS, "now": snapshot.now})
    turns = sorted((_Turn(*row) for row in rows), key=lambda turn: turn.said_at)
    return [(turn, list(sentences(said_in(turn.text)))) for turn in turns]


def _likely(turn: _Turn, sentence: str, about: list[Stated], rarity: Rarity) -> list[tuple[float, Stated]]:
    """Return how likely a sentence ends each of the statements that it may be about."""
    return [
        (
            1.0 if lifts(sentence, one.text) else replaces(
                Later(sentence, turn.by_assistant, one.is_of(turn.session_uid)), one.earlier, rarity
            ),
            one,
        )
        for one in about
    ]  # fmt: skip


def _taken_up(turn: _Turn, sentence: str, likely: list[tuple[float, Stated]]) -> Iterator[Stated]:
    """Yield which of the statements that a sentence may be about it ends: none but the likeliest, and its likes."""
    least = max(_LIKELY, max(share for share, _ in likely) - _AS_LIKELY)
    is_allowed = not turn.by_assistant and bool(text_of(sentence).allowed)
    said = SaidSentence(sentence, turn.by_assistant)
    for share, one in likely:
        is_lifted = is_allowed and lifts(sentence, one.text)
        if share >= least and _may_be_over(one, is_allowed=is_allowed, is_lifted=is_lifted) and may_end(one, said):
            yield one


def _tie(tx: Transaction, project: _Project, turn: _Turn, later: Stated, likely: list[tuple[float, Stated]]) -> None:
    """Note which statement that still holds a later one is likeliest about, unless the network read it already."""
    if later.uid not in project.known or turn_reading.was_read(tx, later.id):
        return
    held = [(share, one.age, one) for share, one in likely if one.uid in project.known and one.role != "withdrawn"]
    share, _, earlier = max(held, key=lambda each: each[:2], default=(0.0, (0, 0), None))
    if earlier is None or share < PERHAPS:
        later_words.tie(tx, later.id, None)
    elif may_be_taken_up(tx, earlier, turn.uid, turn.said_at):
        later_words.tie(tx, later.id, earlier.id)


def _known(tx: Transaction, project_id: int) -> _Project:
    project = _Project()
    for stated in current_statements(tx, project_id):
        project.add(stated)
    return project


def _settle(tx: Transaction, project: _Project, stated: Stated) -> None:
    if stated.uid not in project.known:
        return
    if stated.role == "withdrawn":
        found = project.about(stated)
        if found is not None:
            _end_by(tx, project, found, stated, "withdrawn")
        return
    for other in project.like(stated):
        older, newer = sorted((stated, other), key=lambda one: one.age)
        if newer.role == "withdrawn":
            about = project.about(newer)
            if about is not None and about.uid == older.uid:
                _end_by(tx, project, older, newer, "withdrawn")
        elif (fate := fate_of(older, newer)) is not None:
            _end_by(tx, project, older, newer, fate)
        if stated.uid not in project.known:
            return


def _may_be_over(one: Stated, *, is_allowed: bool, is_lifted: bool) -> bool:
    """Whether what is said in passing may end a statement: of what a person confirmed, only what lifts a wish.

    A wish that a rule told is over only where it forbids what a person allows.
    """
    is_wish = one.role == "standing" and not one.is_weighed
    is_open_to_it = one.is_unconfirmed or (is_wish and is_lifted)
    return is_open_to_it and one.role != "withdrawn" and (not is_wish or (is_allowed and text_of(one.text).forbids))


def _end_by(tx: Transaction, project: _Project, older: Stated, newer: Stated, fate: Fate) -> None:
    """End a statement; what a person confirmed only by what a person said since, an open end also by an assistant."""
    is_less = newer.by_assistant and older.role != "open" and not older.is_unconfirmed
    if is_less or not said_since_confirmed(tx, older, newer.said_at):
        return
    if fate == "said again":
        _hand_on(tx, project, older, newer)
    by = None if fate == "withdrawn" else newer.uid
    # The reason names the turn and none of its words, which may be erased.
    _end(tx, project, older, newer.said_at, f"{fate} in {newer.turn}", by)


def _hand_on(tx: Transaction, project: _Project, older: Stated, newer: Stated) -> None:
    """Let what says a statement again be pinned, or marked as right, as that was."""
    state = lifecycle.state(tx, older.uid)
    is_taken = state.archived_at is not None or lifecycle.states(tx, [newer.uid])
    if (state.pinned or state.verified) and not is_taken:
        lifecycle.hand_on(tx, older.uid, newer.uid)
        project.known[newer.uid] = newer._replace(is_unconfirmed=False)


def _end(tx: Transaction, project: _Project, older: Stated, at: int, reason: str, by: str | None = None) -> None:
    if project.known.pop(older.uid, None) is not None:
        facts.supersede(tx, older.uid, by=by, at=max(at, older.said_at + 1), reason=reason)


def fate_of(older: Stated, newer: Stated) -> Fate | None:
    """Return what the newer of two statements makes of the older one; None where both hold."""
    if "withdrawn" in (older.role, newer.role) or ("open" in (older.role, newer.role) and older.role != newer.role):
        return None
    if older.is_weighed or newer.is_weighed:
        return None
    from memory_mcp.contradiction.parsing.notes import is_same, notes_of  # noqa: PLC0415 - a session's start waits,
    from memory_mcp.contradiction.verdict import contradict  # noqa: PLC0415 - and few have two statements that rules told

    a, b = older.claim, newer.claim
    if is_same(*notes_of(a, b)):
        return "said again"
    if older.role == "open":
        return None
    if asks_for_another_tongue(older.text, newer.text) or (newer.before and _leaves_behind(older, newer)):
        return "replaced"
    found = contradict(a, b)
    is_sure = found is not None and (found.kind != "negation" or found.certainty == "high")
    return "replaced" if is_sure else None


def _shared(withdrawal: Stated, one: Stated) -> tuple[int, int]:
    """Return how many words of a withdrawal a statement has, and of how many: of what forbids, those that allow it."""
    said = text_of(withdrawal.text)
    named = said.withdrawn_content if text_of(one.text).forbids else said.content
    return len(named & one.content), len(named)


def _is_ended_by(one: Stated, withdrawal: Stated) -> bool:
    return one.role not in {"withdrawn", "change"} and one.age < withdrawal.age


def _leaves_behind(older: Stated, newer: Stated) -> bool:
    """Whether the older statement speaks of what a change leaves: a choice or wish; else other words are shared too."""
    left = content_of(newer.before, text_of(newer.text).language)
    if not left or not left <= older.content or plain_in_place(newer.after) in plain_in_place(older.text):
        return False
    is_name = not any(character.isdigit() for character in newer.before)
    return (is_name and older.role != "change") or len(older.content & newer.content - left) > 0
