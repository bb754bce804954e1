"""Record one event of a client: a prompt when it is submitted, everything else from the transcript."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

from memory_mcp.capture.clients import passing
from memory_mcp.capture.clients.incremental import TOO_LONG, can_be_read, is_side, is_too_long
from memory_mcp.capture.clients.injected_markup import is_wrapper, unframed
from memory_mcp.capture.clients.utterance import TranscriptEntry
from memory_mcp.capture.events.ignoring import ignoring
from memory_mcp.capture.events.kept_text import keep_name
from memory_mcp.capture.events.outcomes import compaction_of, is_for_transcript, tool_of
from memory_mcp.capture.events.payload import Event, messages_of
from memory_mcp.capture.events.private_echo import PrivateEcho
from memory_mcp.capture.events.storing import (
    Home,
    Source,
    Workplace,
    home_of,
    prepared,
    settle,
    store_pending,
)
from memory_mcp.capture.events.transcript_batches import IsTimeUp, keep_private, read_transcript, reader_of
from memory_mcp.config import Settings
from memory_mcp.errors import MemoryMcpError
from memory_mcp.language.digests import blake2b
from memory_mcp.project import Surroundings, survey
from memory_mcp.store.capture_state import private_marks, transcript_cursors
from memory_mcp.store.capture_state.spool_places import note_not_kept
from memory_mcp.store.file.database import Database, Snapshot, Transaction
from memory_mcp.store.handoffs import participation
from memory_mcp.store.sessions import open_sessions, sessions

# Their transcripts may lack the last answer when the turn ends; the event then brings it in the transcript's words.
_LAGGING: Final = frozenset({"claude-code", "codex"})
# Their agents' side conversations have transcripts of their own.
_WITH_SIDES: Final = frozenset({"codex", "gemini-cli"})


def source_of(event: Event, settings: Settings, around: Surroundings | None = None) -> Source | None:
    """Return where an event's turns go; None when this folder's marker file keeps them out.

    ``around``: what is known of the folder, where it does not tell that itself any more.
    """
    if event.payload.get("parentID"):
        # A side conversation of an agent's own.
        return None
    around = survey(event.folder, environment=settings.project) if around is None else around
    rules = ignoring(around.capture, event.folder)
    if not around.capture.is_enabled or rules.holds_folder():
        return None
    named = event.session or (event.transcript.stem if event.transcript else "")
    inject = around.capture.inject
    workplace = Workplace(
        event.folder,
        hands_over=settings.handoff == "on",
        injects=settings.inject == "on" if inject is None else inject,
        problem=rules.problem or ("" if around.problem is None else str(around.problem)),
    )
    return Source(event.client, named, around.project, settings.redact, rules, workplace=workplace)


def record(
    db: Database, event: Event, source: Source, *, is_late: bool = False,
    started: Callable[[Transaction, str | None], None] = lambda _tx, _session: None,
    is_time_up: IsTimeUp = lambda: False,
) -> bool:  # fmt: skip
    """Store what an event tells. The same event again changes nothing. ``is_late``: it waited in the spool.

    ``started(tx, session)`` runs in the transaction that opens a session. Returns whether the transcript was read to
    its end: what is left of it once the time is up, the same event reads another time.
    """
    with db.reading() as snapshot:
        if _is_side(snapshot, event, source):
            return True
        source.private = PrivateEcho(private_marks.load(snapshot, source.client, source.session))
    match event.kind:
        case "prompt":
            _prompt(db, event, source, is_time_up, is_late=is_late)
        case "turn-end" | "session-end":
            return _read(db, event, source, is_time_up, ends_turn=True, is_late=is_late)
        case "compact" | "compacted":
            return _read(db, event, source, is_time_up, ends_turn=False)
        case "start":
            return _start(db, event, source, started, is_time_up)
        case "tool" if not is_for_transcript(event):
            _tool(db, event, source)
        case _:
            pass
    return True


def _is_side(snapshot: Snapshot, event: Event, source: Source) -> bool:
    """Whether an event is of a side conversation, whose transcript says so as a whole."""
    reader = reader_of(event.client) if event.client in _WITH_SIDES else None
    if reader is None or event.transcript is None or event.kind == "start":
        return False
    at = transcript_cursors.cursor(snapshot, os.path.realpath(event.transcript))
    return is_side(event.transcript, at, reader, source.session)


def unread(event: Event, settings: Settings) -> str:
    """Return why nothing of the chat that goes on or ends with an event can be read, empty where it can.

    Where it ends, that is noted for the next session's start.
    """
    if event.transcript is None or event.kind not in {"start", "session-end"}:
        return ""
    with suppress(OSError):
        if is_too_long(event.transcript):
            why = f"{event.transcript.name} is {TOO_LONG}"
            if event.kind == "session-end":
                note_not_kept(settings.spool_dir, settings.db_path, why)
            return why
    return ""


def _prompt(db: Database, event: Event, source: Source, is_time_up: IsTimeUp, *, is_late: bool) -> None:
    if is_wrapper(event.prompt):
        return
    key = f"{source.session}:prompt:{_turn_name(event, event.prompt)}"
    said = TranscriptEntry(key, "user", unframed(event.prompt), event.at)
    ready = prepared(source, [said])
    with db.writing(actor(event)) as tx:
        home = _open_session(tx, source, event)
        keep_private(tx, source)
        for one in ready:
            # A client that names its turns says itself what is the same; only the transcript may have been first.
            if home is None or not transcript_cursors.is_prompt_told(
                tx, home, one.text, event.at, is_late=is_late, has_id=bool(event.id)
            ):
                store_pending(tx, source, one, waits=_is_said_again(event))
        # Whoever asks for something goes to work; what is told late went by long ago.
        if home is not None and source.workplace.hands_over and not is_late and participation.may_take(tx, home):
            _go_to_work(tx, home, said.text)
    if event.transcript is not None:
        _tell_again(db, event, source, is_time_up, is_late=is_late)


def _tell_again(db: Database, event: Event, source: Source, is_time_up: IsTimeUp, *, is_late: bool) -> None:
    """End with a prompt what is passed over of its transcript: it may be a command, of which no line says anything.

    What was written before it is passed over, and no more.
    """
    path = os.path.realpath(event.transcript or "")
    with db.reading() as snapshot:
        at = transcript_cursors.cursor(snapshot, path)
    if at is None or not passing.is_passing(at):
        return

    def close(tx: Transaction, _heard: list[TranscriptEntry]) -> None:
        if not is_late:
            passing.tell_from_here(tx, path, event.at)
        elif (uid := home_of(tx, source, source.session, event.at).uid) is not None:
            from memory_mcp.capture.events import closing  # noqa: PLC0415 - a prompt ends nothing and has no time

            closing.note_turn_end(tx, uid)

    if is_late:
        with db.writing(actor(event)) as tx:
            passing.tell_since(tx, path, event.at)
    read_transcript(db, source, Path(path), actor=actor(event), ends_turn=False, is_time_up=is_time_up, close=close)


def _go_to_work(tx: Transaction, session_uid: str, prompt: str) -> None:
    from memory_mcp.store.handoffs.offers import take_up  # noqa: PLC0415 - as above
    from memory_mcp.store.sessions.digest_rules import is_real_prompt  # noqa: PLC0415 - few prompts come this far

    if is_real_prompt(prompt):
        take_up(tx, session_uid)


def _start(
    db: Database, event: Event, source: Source, started: Callable[[Transaction, str | None], None], is_time_up: IsTimeUp
) -> bool:
    is_read = event.source not in {"resume", "fork", "compact"} or _read(db, event, source, is_time_up, ends_turn=False)
    from memory_mcp.capture.events import closing  # noqa: PLC0415 - a prompt ends nothing and has no time

    _read_notes(db, event, source)
    _read_left(db, event, source, is_time_up)
    closing.read_waiting(db)
    with db.writing(actor(event)) as tx:
        uid = _open_session(tx, source, event)
        if uid is not None:
            settle(tx, source, uid)
        closing.close_left(tx, home_of(tx, source, source.session, event.at).project_id, but=uid or "")
        started(tx, uid)
    return is_read


def _read_left(db: Database, event: Event, source: Source, is_time_up: IsTimeUp) -> None:
    """Read on what sessions say that nobody ended; what cannot be read now, the next start reads."""
    from memory_mcp.capture.events.left_transcripts import left_transcripts  # noqa: PLC0415 - only a start does it

    with suppress(MemoryMcpError, OSError):
        with db.reading() as snapshot:
            left = left_transcripts(snapshot, event, source)
        for session, path, is_over in left:
            one = Source(
                source.client, session, source.project, source.redact, source.ignoring, workplace=source.workplace
            )
            with db.reading() as snapshot:
                one.private = PrivateEcho(private_marks.load(snapshot, one.client, one.session))
            its = event._replace(kind="turn-end", session=session, transcript=path, payload={}, source="")
            # While it may still go on, a call without outcome waits for it.
            if is_time_up() or not _read(db, its, one, is_time_up, ends_turn=is_over):
                return


def _read_notes(db: Database, event: Event, source: Source) -> None:
    """Read what clients noted for themselves; where that cannot be done now, the next start does it."""
    from memory_mcp.capture.events import client_notes  # noqa: PLC0415 - only a start does it

    found = []
    if event.client == "claude-code" and event.transcript is not None:
        found.append(client_notes.claude_notes(event.transcript.parent, event.folder, source.project))
    elif event.claude_home is not None:
        found.append(client_notes.notes_of_folder(event.folder, event.claude_home, source.project))
    if event.codex_home is not None:
        found.append(client_notes.codex_notes(event.codex_home))
    for notes in found:
        with suppress(MemoryMcpError, OSError, ValueError):
            client_notes.read_notes(db, notes, source)


def _open_session(tx: Transaction, source: Source, event: Event) -> str | None:
    """Open the session, also again, and return its id; what is recorded late opens none that has ended since."""
    home = home_of(tx, source, source.session, event.at)
    _open_again(tx, source, home, event)
    return home.uid


def _open_again(tx: Transaction, source: Source, home: Home, event: Event) -> None:
    """Open a session again that went on after it was closed; one that was ended after this event stays closed."""
    found = None if home.uid is None else sessions.require(tx, home.uid)
    if found is not None and found.ended_at is not None and found.ended_at < event.at:
        sessions.start(tx, project_id=home.project_id, client=source.client, client_session=source.session)


def _tool(db: Database, event: Event, source: Source) -> None:
    """Store a tool's outcome from the event itself; a transcript that names the call alone does not tell it again."""
    found = tool_of(event)
    if found is None:
        return
    whole, call = (prepared(source, [one]) for one in found)
    with db.writing(actor(event)) as tx:
        for one in whole:
            words = call[0].text if call and event.transcript is not None else None
            store_pending(tx, source, one, waits=_is_said_again(event), words=words)


def _read(
    db: Database, event: Event, source: Source, is_time_up: IsTimeUp, *, ends_turn: bool, is_late: bool = False
) -> bool:
    """Read the transcript on and say whether to its end.

    What the event says of the last answer stands in where the transcript lags behind.
    """
    from memory_mcp.capture.events import closing  # noqa: PLC0415 - a prompt ends nothing and has no time

    def close(tx: Transaction, heard: list[TranscriptEntry]) -> None:
        if ends_turn and not _is_passing(tx, event, is_late=is_late):
            _answer(tx, event, source, heard)
        home = home_of(tx, source, source.session, event.at)
        if home.uid is None:
            return
        # One that was resumed before its end was heard of has prompts that wait, and private parts, and ends later.
        if event.kind == "session-end" and not (is_late and open_sessions.went_on(tx, home.uid, event.at)):
            transcript_cursors.let_go(tx, home.uid)
            closing.read_statements(tx)
            closing.close_session(tx, home.uid)
            return
        _open_again(tx, source, home, event)
        closing.note_turn_end(tx, home.uid, is_compacting=event.kind == "compact")

    told = brought(event)
    is_read = read_transcript(
        db, source, event.transcript, actor=actor(event), ends_turn=ends_turn, brought=told, close=close,
        is_time_up=is_time_up,
    )  # fmt: skip
    if event.kind == "session-end" and is_read:
        closing.read_waiting(db)
    return is_read


def brought(event: Event) -> list[TranscriptEntry]:
    """Return what came with the event: messages, or what no transcript will say.

    What a fork copied is told by the conversation it was said in.
    """
    messages = messages_of(event.payload)
    if not messages:
        return compaction_of(event)
    from memory_mcp.capture.clients.opencode import is_copied, read  # noqa: PLC0415 - a hook serves one client

    return [said for message in messages if not is_copied(message) for said in read(message)]


def _answer(tx: Transaction, event: Event, source: Source, heard: list[TranscriptEntry]) -> None:
    """Store the last answer an event brings unless the transcript has it; an answer may be said in several parts."""
    answer = event.answer
    last = next((one.text.strip() for one in reversed(heard) if one.role == "assistant"), None)
    if not answer.strip() or (last is not None and last in answer):
        return
    has_transcript = event.transcript is not None and can_be_read(event.transcript)
    if event.client not in _LAGGING and has_transcript:
        return
    key = f"{source.session}:answer:{_turn_name(event, answer)}"
    said = TranscriptEntry(key, "assistant", answer, event.at)
    home = home_of(tx, source, source.session, event.at)
    for one in prepared(source, [said]):
        if home.uid is None or not transcript_cursors.is_answer_told(
            tx, home.uid, one.text, has_transcript=has_transcript
        ):
            store_pending(tx, source, one, waits=_is_said_again(event))


def _turn_name(event: Event, words: str) -> str:
    """Return what tells a turn from the others of its session: the client's name for it, else its time and words."""
    return event.id or f"{event.at}-{blake2b(words.encode('utf-8', 'replace'), digest_size=6).hexdigest()}"


def _is_passing(tx: Transaction, event: Event, *, is_late: bool) -> bool:
    """Whether the turn that an event ended belongs to what was passed over: as far as was read, or when it was told."""
    at = None if event.transcript is None else transcript_cursors.cursor(tx, os.path.realpath(event.transcript))
    if at is None:
        return False
    return passing.was_passing(at, event.at) if is_late else passing.is_passing(at)


def _is_said_again(event: Event) -> bool:
    """Whether something will say what an event tells: a transcript, or the messages that OpenCode hands over."""
    return event.client == "opencode" or event.transcript is not None


def actor(event: Event) -> str:
    """Return by what name an event writes."""
    # A client says what its events are called; it may say anything.
    return f"hook {keep_name(event.name or event.kind, 'mask')}"
