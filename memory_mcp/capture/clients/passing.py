"""Remember with how far a transcript was read what of it is not to be told: it was said where nothing is stored.

Lines are known by their numbers; what a chat says that repeats itself, or is written anew as a whole, by its keys.
What is written behind them belongs to them until a person says something else: a client may write what was typed, and
the last answer, after its hooks have run.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from memory_mcp.capture.clients.utterance import PASSED, Json, LineReader, Reading, TranscriptEntry
from memory_mcp.store.capture_state import transcript_cursors
from memory_mcp.store.capture_state.transcript_cursors import Cursor
from memory_mcp.store.file.database import Transaction
from memory_mcp.temporal import BEGINNING, FOREVER, Instant

# By which names what is pending says it: the keys that are passed over, and that what comes next is.
_KEYS: Final = "passedKeys"
_PASSING: Final = "passing"
# When that began and ended, and by when a chat is read at all.
_TIMES: Final = "passedTimes"
_BY: Final = "readBy"
_MOST_PROMPTS: Final = 20
_MOST_TIMES: Final = 20
# Bytes: too few to tell what was typed.
_HASH: Final = 2


def trace_of(prompt: str) -> str:
    """Return by what a prompt is known again whose line may come later; empty where nothing was typed."""
    return _hash(prompt) if prompt.strip() else ""


def begun(
    cursor: Cursor, trace: str, at: Instant, *, is_one: bool, is_late: bool = False, told: Instant | None = None
) -> Cursor:
    """Return a cursor from which all is passed over that is there by now, as of an event at ``at``.

    ``trace`` is of what was typed then. ``is_one``: the file is one JSON object as a whole. ``is_late``: more was said
    in it since, which is not passed over; nor is what a chat that repeats itself says was said by ``told``.
    """
    before = cursor.pending.get(_PASSING, {})
    awaited = before.get("prompts", [])
    if trace:
        awaited = [*awaited, trace][-_MOST_PROMPTS:]
    until = {"until": at} if is_one and is_late else {}
    heard = {} if told is None else {"told": told}
    times = cursor.pending.get(_TIMES, [])
    if not times or times[-1][1] != FOREVER:
        times = [*times, [before.get("at", at) if not times else at, FOREVER]][-_MOST_TIMES:]
    state = {"is_all": True, "at": at, "prompts": awaited, **until, **heard}
    pending = {**cursor.pending, _PASSING: state, _TIMES: times}
    return Cursor(pending) if is_one else cursor._replace(pending=pending)


def reached(cursor: Cursor) -> Cursor:
    """Return a cursor behind all that was passed over: what comes next is, until somebody says something else."""
    state = {name: value for name, value in cursor.pending[_PASSING].items() if name not in {"is_all", "until"}}
    if "until" in cursor.pending[_PASSING]:
        # What was said since is read with the whole.
        cursor = from_start(cursor)
    state["behind"] = [cursor.lines, cursor.offset, cursor.tail_hash.hex()]
    return cursor._replace(pending={**cursor.pending, _PASSING: state})


def rewound(cursor: Cursor, begin: Cursor) -> Cursor | None:
    """Return the place at which reading began, from which all but what was passed over since is to be told.

    None for a chat that repeats itself without saying when: of that nobody can tell by its lines what was said before.
    """
    state = cursor.pending[_PASSING]
    if cursor.pending.get(_KEYS) and "told" not in state:
        return None
    known: Json = {name: cursor.pending[name] for name in (PASSED, _KEYS, _TIMES) if name in cursor.pending}
    return begin._replace(pending={**begin.pending, **known, _PASSING: {**state, "judged": cursor.lines}})


def whole_by(cursor: Cursor, at: Instant) -> Cursor:
    """Return the beginning of a chat that is written anew as a whole, of which is read what was said by a time."""
    start = from_start(cursor)
    return start._replace(pending={**start.pending, _BY: at})


def told_by(cursor: Cursor, at: Instant) -> tuple[Cursor, Instant | None]:
    """Return a cursor that ``whole_by`` or the lines up to an event at ``at`` led to, and by when all is to be told.

    That is the time of the event, unless what it ended is passed over; then what it was before, None for no time.
    """
    pending = {name: value for name, value in cursor.pending.items() if name != _BY}
    state = pending.get(_PASSING)
    return cursor._replace(pending=pending), at if state is None else state.get("told")


def is_passing(cursor: Cursor) -> bool:
    """Whether what comes next belongs to what was passed over."""
    return bool(cursor.pending.get(_PASSING))


def was_passing(cursor: Cursor, at: Instant) -> bool:
    """Whether what was said at a time belongs to what is passed over, though that was read only later."""
    times = cursor.pending.get(_TIMES)
    if not times or (len(times) == _MOST_TIMES and at < times[0][0]):
        # Nobody can tell.
        return is_passing(cursor) or bool(times)
    return any(begin <= at < end for begin, end in times)


def tell_from_here(tx: Transaction, path: str, at: Instant) -> None:
    """Record that nothing that comes next in a transcript, from a time on, belongs to what was passed over of it."""
    cursor = transcript_cursors.cursor(tx, path)
    if cursor is not None and is_passing(cursor):
        _end(cursor.pending, at)
        transcript_cursors.advance(tx, path, cursor)


def tell_since(tx: Transaction, path: str, at: Instant) -> None:
    """Record that what was said from a time on does not belong to what was passed over of a transcript before.

    What was read behind that by now is read again.
    """
    cursor = transcript_cursors.cursor(tx, path)
    state = None if cursor is None else cursor.pending.get(_PASSING)
    if cursor is None or state is None or state["at"] >= at or "behind" not in state:
        return
    lines, offset, seam = state["behind"]
    passed = [[before, min(last, lines)] for before, last in cursor.pending.get(PASSED, ()) if before < lines]
    pending = {**cursor.pending, PASSED: passed, _PASSING: {**state, "since": at}}
    _close(pending, at)
    again = cursor._replace(lines=lines, offset=offset, tail_hash=bytes.fromhex(seam), pending=pending)
    transcript_cursors.advance(tx, path, again)


def from_start(cursor: Cursor) -> Cursor:
    """Return the beginning of a file that was read as far as ``cursor``, with what is to be passed over in it."""
    pending = {name: cursor.pending[name] for name in (PASSED, _KEYS, _PASSING, _TIMES) if cursor.pending.get(name)}
    if _PASSING in pending:
        # Its lines have other numbers from now on.
        pending[_PASSING] = {name: value for name, value in pending[_PASSING].items() if name != "judged"}
    return Cursor(pending)


def lines_passed(cursor: Cursor) -> set[int]:
    """Return the numbers of the lines that are passed over."""
    return {number for before, last in cursor.pending.get(PASSED, ()) for number in range(before + 1, last + 1)}


def copied(cursors: Iterable[Cursor], lines: Iterable[int]) -> Cursor:
    """Return the beginning of a copy of files that were read as far as ``cursors``; its ``lines`` are passed over.

    They are in order, as they stand in it.
    """
    begun_from = [*cursors]
    states = [
        {name: state[name] for name in ("at", "prompts")} for at in begun_from if (state := at.pending.get(_PASSING))
    ]
    passed: list[list[int]] = []
    for number in lines:
        _add(passed, number)
    times = sorted(time for at in begun_from for time in at.pending.get(_TIMES, ()))
    pending: Json = {PASSED: passed, **({_TIMES: times} if times else {})}
    return Cursor(pending | {_PASSING: states[0]} if states else pending)


def heard(line: Json, reader: LineReader, reading: Reading) -> Iterable[TranscriptEntry]:
    """Return what a line says, nothing where it is passed over; it is read all the same, for what it says of the whole.

    Of a call that was made there nothing is told, wherever its outcome comes.
    """
    if not any(name in reading.pending for name in (PASSED, _KEYS, _PASSING, _BY)):
        return reader(line, reading)
    known = set(reading.pending.get("calls", ()))
    said = [*reader(line, reading)]
    if reading.is_keyed:
        return _told_of_keyed(said, reading)
    _pass_on(said, reading)
    if not reading.is_passed_over:
        return said
    calls = reading.pending.get("calls", {})
    calls.update({key: {"is_left_out": True} for key in calls if key not in known})
    return []


def _pass_on(said: list[TranscriptEntry], reading: Reading) -> None:
    """Pass over a line that belongs to what was passed over before it."""
    state, passed = reading.pending.get(_PASSING), reading.pending.setdefault(PASSED, [])
    if state is None or reading.number <= max(state.get("judged", 0), passed[-1][1] if passed else 0):
        return
    ends = [one for one in said if _is_end(one, state)]
    if ends:
        _end(reading.pending, ends[0].at)
    else:
        _add(passed, reading.number)


def _end(pending: Json, at: Instant | None) -> None:
    """End what is passed over, with what was said at a time; nobody can tell when where that has none."""
    del pending[_PASSING]
    if at is not None:
        _close(pending, at)


def _close(pending: Json, at: Instant) -> None:
    if times := pending.get(_TIMES):
        begin, end = times[-1]
        pending[_TIMES] = [*times[:-1], [begin, min(end, at)]]


def _add(passed: list[list[int]], number: int) -> None:
    """Pass over a line behind those that are."""
    if passed and passed[-1][1] == number - 1:
        passed[-1][1] = number
    else:
        passed.append([number - 1, number])


def _told_of_keyed(said: list[TranscriptEntry], reading: Reading) -> list[TranscriptEntry]:
    """Return what is to be told of a chat that repeats itself: nothing passed over, nor what came right behind it."""
    by = reading.pending.get(_BY)
    said = said if by is None else [one for one in said if one.at is not None and one.at <= by]
    state = reading.pending.get(_PASSING)
    keys = dict.fromkeys(reading.pending.get(_KEYS, ()))
    is_all = state is not None and "is_all" in state
    until = FOREVER if state is None else state.get("until", FOREVER)
    told_by_then = BEGINNING if state is None else state.get("told", BEGINNING)
    last = -1 if is_all else max((number for number, one in enumerate(said) if one.key in keys), default=-1)
    told = []
    for number, one in enumerate(said):
        if one.key in keys:
            continue
        if state is None or number < last or (one.at is not None and not told_by_then < one.at <= until):
            told.append(one)
        elif _is_end(one, state):
            _end(reading.pending, one.at)
            state = None
            told.append(one)
        else:
            keys[one.key] = None
    reading.pending[_KEYS] = list(keys)
    return told


def _is_end(one: TranscriptEntry, state: Json) -> bool:
    """Whether with this is told again: a person says it, and did not type it where nothing is stored.

    Or it was said since somebody did, of which no line says anything.
    """
    if one.at is not None and one.at >= state.get("since", FOREVER):
        return True
    if one.role != "user":
        return False
    word = _hash(one.text)
    if word in state["prompts"]:
        state["prompts"].remove(word)
        return False
    return "is_all" not in state


def _hash(words: str) -> str:
    return transcript_cursors.words_hash("user", words)[:_HASH].hex()
