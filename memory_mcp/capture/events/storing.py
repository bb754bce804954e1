"""Store turns, each once and in the session in which it was said, without secrets and without what is excluded."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Final, NamedTuple

from memory_mcp.capture.clients import tool_calls
from memory_mcp.capture.clients.utterance import Json, TranscriptEntry
from memory_mcp.capture.events.ignoring import Ignoring
from memory_mcp.capture.events.kept_text import SAID_CAP, TOOL_CAP, keep, keep_id, keep_name
from memory_mcp.capture.events.outcomes import WITHOUT_OUTCOMES
from memory_mcp.capture.events.private_echo import PrivateEcho
from memory_mcp.language.digests import blake2b
from memory_mcp.privacy.redaction import MASK_BEGINS, RedactMode, lenient, secrets_in
from memory_mcp.project import NO_PROJECT, ProjectRef
from memory_mcp.store.capture_state import transcript_cursors
from memory_mcp.store.facts.projects import projects
from memory_mcp.store.file.database import Transaction
from memory_mcp.store.sessions import handover, pending_turns, sessions, turns
from memory_mcp.store.sessions.turns import Utterance
from memory_mcp.temporal import Instant

_COMMAND_CAP: Final = 2_000


class Workplace(NamedTuple):
    """The folder a client works in, and what holds of sessions there; without a folder nothing does.

    ``hands_over``: the end of a session may leave work for the next. ``injects``: prompts are told what has to do with
    them. ``problem`` is why the folder's marker file does not count, where it cannot be read.
    """

    folder: Path | None = None
    hands_over: bool = False
    injects: bool = False
    problem: str = ""


_NO_WORKPLACE: Final = Workplace()


class Source:
    """Where turns come from: which client and session, which project, and what is done to them on the way."""

    def __init__(
        self, client: str, session: str, project: ProjectRef = NO_PROJECT, redact: RedactMode = "mask",
        ignoring: Ignoring | None = None, *, is_over: bool = False, workplace: Workplace = _NO_WORKPLACE,
    ) -> None:  # fmt: skip
        self.client = client
        self.session = keep_id(session, redact)
        self.project = projects.cleaned(project, lenient(redact))
        self.redact: RedactMode = redact
        # What the folder's marker file keeps out; None where nothing is known of a folder.
        self.ignoring = ignoring
        # What is brought in long after is not a session going on.
        self.is_over = is_over
        self.workplace = workplace
        # What is private in the session; None where turns are brought in long after.
        self.private: PrivateEcho | None = None
        self.homes: dict[str, Home] = {}


class Home(NamedTuple):
    """The session a turn goes to: its id here, its project, and whether anything of it came before its line."""

    uid: str | None
    project_id: int
    has_pending: bool


def prepared(source: Source, said: Iterable[TranscriptEntry]) -> list[TranscriptEntry]:
    """Return what will be stored, as it will be: redacted, then cut; nothing of what is ignored or empty.

    It takes its time on long texts, so it is done before the write lock is taken.
    """
    ready = []
    allowed = said if source.ignoring is None else map(source.ignoring.without_ignored, said)
    for one in allowed:
        if one is None:
            continue
        # What a person's own words carry along is no echo.
        private = None if one.role == "user" else source.private
        words = one.text
        if source.private is not None and private is None:
            words = source.private.heard(words)
        text, left_out = keep(words, TOOL_CAP if one.role == "tool" else SAID_CAP, source.redact, _masking(private))
        if one.role == "user" and source.private is not None and source.redact != "off" and MASK_BEGINS in text:
            source.private.heard_secrets(secrets_in(words[:SAID_CAP]))
        if not text or text.isspace():
            continue
        attributes = {name: _cleaned(value, source.redact, private) for name, value in one.attributes.items()}
        if left_out:
            attributes["leftOut"] = left_out
        key, session = keep_id(one.key, source.redact), keep_id(one.session, source.redact)
        speaker = keep_name(one.speaker, source.redact)
        named = (key, speaker, session, attributes)
        if text is not one.text or named != (one.key, one.speaker, one.session, one.attributes):
            ready.append(one._replace(key=key, text=text, speaker=speaker, session=session, attributes=attributes))
        else:
            ready.append(one)
    return ready


def prepared_pending(source: Source, pending: Json) -> Json:
    """Return what a reading leaves open, as it may be kept: calls are filtered, redacted and cut like turns."""
    facts, waiting = pending.get("facts", {}), pending.get("calls", {})
    if facts:
        pending = {**pending, "facts": {name: _kept_fact(name, value, source.redact) for name, value in facts.items()}}
    if not waiting:
        return pending
    # Its outcome is looked for under the id as it is: a call whose id has to be masked waits for none.
    waiting = {
        call_id: _pending_call(source, call)
        for call_id, call in waiting.items()
        if keep_id(call_id, source.redact) == call_id
    }
    calls = {
        call_id: {name: _cleaned(value, source.redact, source.private, TOOL_CAP if name == "said" else _COMMAND_CAP)
                  for name, value in call.items()}
        for call_id, call in waiting.items()
    }  # fmt: skip
    return {**pending, "calls": calls}


def _kept_fact(name: str, value: Any, redact: RedactMode) -> Any:
    """Return what a transcript's head says of the whole, such as its folder, as it may be kept."""
    if not isinstance(value, str):
        return value
    return keep_id(value, redact) if name == "session" else keep_name(value, redact)


def _pending_call(source: Source, call: Json) -> Json:
    """Return a call without outcome as it may be kept; what the rules say of it is noted while it is whole."""
    if source.ignoring is None or "name" not in call:
        return call
    match source.ignoring.verdict(tool_calls.turn("", call, None, at=None)):
        case "drop":
            return {"is_left_out": True}
        case "withhold":
            return {**call, "is_withheld": True}
        case _:
            return call


def store(tx: Transaction, source: Source, said: Iterable[TranscriptEntry]) -> int:
    """Store prepared turns of a transcript and return how many are new: not known by key or words."""
    utterances: list[Utterance] = []
    spans: dict[str, tuple[Instant, Instant]] = {}
    has_any_pending = transcript_cursors.has_any_pending(tx)
    passed = transcript_cursors.passed_over(tx, source.client, source.session)
    for one in (_until_now(tx, told) for told in said if passed.isdisjoint((told.key, told.asked))):
        home = home_of(tx, source, one.session or source.session, one.at)
        key = _line_key(source, one)
        if home.uid is not None:
            at = tx.now if one.at is None else one.at
            first, last = spans.get(home.uid, (at, at))
            if not first <= at <= last or first == last:
                spans[home.uid] = (min(first, at), max(last, at))
            may_be_told = has_any_pending and (one.role != "tool" or source.client in WITHOUT_OUTCOMES)
            if may_be_told and _is_told(tx, home.uid, one, key, has_pending=home.has_pending):
                continue
        utterances.append(utterance(one, home, key))
    count = _add(tx, utterances)
    for uid, (first, last) in spans.items():
        sessions.widen(tx, uid, first, last, is_over=source.is_over)
    return count


def _until_now(tx: Transaction, one: TranscriptEntry) -> TranscriptEntry:
    """Return a turn without a time that is still to come: what was said was said, and a clock went wrong."""
    return one if one.at is None or one.at <= tx.now else one._replace(at=None)


def _line_key(source: Source, one: TranscriptEntry) -> str:
    """Return the key of a turn; a call that is numbered anew in each conversation is one of its conversation."""
    session = one.session or source.session
    is_named = one.call is None or session in one.key or not tool_calls.is_counted(one.key)
    return f"{source.client}:{one.key}" if is_named else f"{source.client}:{session}:{one.key}"


def _is_told(tx: Transaction, session_uid: str, one: TranscriptEntry, key: str, *, has_pending: bool) -> bool:
    if has_pending:
        return pending_turns.meet_line(tx, session_uid, one.role, one.text, key)
    return transcript_cursors.is_settled(tx, session_uid, key)


def store_pending(
    tx: Transaction, source: Source, one: TranscriptEntry, *, waits: bool, words: str | None = None
) -> bool:
    """Store a prepared turn a hook was told of before its transcript has it, there in other ``words`` if given.

    ``waits``: there is something that will say it again, under the key it has on every machine.
    """
    one = _until_now(tx, one)
    home = home_of(tx, source, source.session, one.at)
    key = f"{source.client}:{one.key}"
    if home.uid is not None and pending_turns.has_its_line(tx, home.uid, key):
        return False
    added = turns.add(tx, utterance(one, home, key))
    if added.action == "added" and home.uid is not None:
        as_read = one.text if words is None else words
        transcript_cursors.note_pending(
            tx, added.uid, home.uid, one.role, as_read, tx.now if one.at is None else one.at, waits=waits
        )
        source.homes[source.session] = home._replace(has_pending=True)
    return added.action == "added"


def home_of(tx: Transaction, source: Source, session: str, at: Instant | None) -> Home:
    """Return the session here of a client's session, opened on first sight; a session stays in its project."""
    if session in source.homes:
        return source.homes[session]
    if not session:
        home = Home(None, projects.ensure(tx, source.project), has_pending=False)
    else:
        found = sessions.by_client(tx, source.client, session)
        if found is None:
            found, _ = sessions.start(
                tx, project_id=projects.ensure(tx, source.project), client=source.client, client_session=session,
                started_at=at,
            )  # fmt: skip
            settle(tx, source, found.uid)
        home = Home(found.uid, found.project_id, transcript_cursors.has_pending(tx, found.uid))
    source.homes[session] = home
    return home


def settle(tx: Transaction, source: Source, session_uid: str) -> None:
    """Note where a session works and what part it takes in handing work over."""
    folder, hands_over = source.workplace.folder, source.workplace.hands_over
    path = "" if folder is None else handover.place(folder, projects.settled(tx, source.project))
    handover.settle(tx, session_uid, path, hands_over=hands_over)


def utterance(one: TranscriptEntry, home: Home, key: str) -> Utterance:
    """Return a prepared turn as the store takes it."""
    return Utterance(
        text=one.text, project_id=home.project_id, session_uid=home.uid, role=one.role, speaker=one.speaker,
        external_id=key, at=one.at, attributes=one.attributes,
    )  # fmt: skip


def _add(tx: Transaction, utterances: list[Utterance]) -> int:
    """Add turns; a line that was written again under its key with other words is a turn of its own."""
    added = turns.add_many(tx, utterances)
    again = [
        one._replace(external_id=f"{one.external_id}:{blake2b(one.text.encode(), digest_size=6).hexdigest()}")
        for one, what in zip(utterances, added, strict=True)
        if what.action == "differs" and one.role != "tool"
    ]
    count = sum(what.action == "added" for what in added)
    return count + sum(what.action == "added" for what in turns.add_many(tx, again)) if again else count


def _masking(private: PrivateEcho | None) -> Callable[[str], str]:
    return str if private is None else private.masked


def _cleaned(value: Any, redact: RedactMode, private: PrivateEcho | None, cap: int = _COMMAND_CAP) -> Any:
    """Return what a call names, such as its files, as it is stored: redacted and cut, with echoes masked."""
    if isinstance(value, str):
        return keep(value, cap, redact, _masking(private)).text
    return [_cleaned(entry, redact, private, cap) for entry in value] if isinstance(value, list) else value
