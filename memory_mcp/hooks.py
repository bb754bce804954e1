"""The hot path: one event of a client in, what it says into the file, and out again; never in the client's way.

Whatever happens the process ends with 0, waits at most two seconds for the file, and prints only what the client can
read. What cannot be written now is put beside the file, and what goes wrong is noted there.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from memory_mcp.capture.events.hook_input import Asked, asked_of, note_for, payload_of, settings_of
from memory_mcp.capture.events.outcomes import is_for_transcript
from memory_mcp.capture.events.passing_first import pass_over_before, pass_over_now
from memory_mcp.capture.events.payload import Event, Heard, event_of, own_environment
from memory_mcp.capture.events.read_on_apart import READ_ON, READING_S, read_on_apart, start_apart
from memory_mcp.capture.events.recording import record, source_of, unread
from memory_mcp.config import Settings
from memory_mcp.errors import InvalidInputError, MemoryMcpError
from memory_mcp.keys.lookup import find_key
from memory_mcp.store.capture_state.spool_places import note_not_kept, places, second_place
from memory_mcp.store.file.database import HOOK_BUSY_TIMEOUT_MS, Database
from memory_mcp.store.file.encryption import WrongKeyError
from memory_mcp.temporal import Instant, SystemClock

if TYPE_CHECKING:
    from memory_mcp.capture.context.block import SessionStart
    from memory_mcp.capture.context.prompt import QuestionModel
    from memory_mcp.capture.events.storing import Source
    from memory_mcp.store.file.database import Transaction

_LEAST_MS: Final = 50
_HALF_MS: Final = HOOK_BUSY_TIMEOUT_MS // 2
# How long a session's start waits for what other machines told the hub: with what the other process takes, 0.2 s.
_HUB_PATIENCE_S: Final = 0.18


class _Hook(NamedTuple):
    """One run of the hook. ``begun``: monotonic seconds; ``refused``: why no file may be opened, None where it may."""

    asked: Asked
    settings: Settings
    begun: float
    refused: InvalidInputError | None

    def note(self, problem: str) -> None:
        """Write down what went wrong."""
        note_for(self.settings, self.asked, problem)

    def opened(self) -> Database:
        """Return the file, which the caller closes. Raises why it may not be opened, and what opening it raises."""
        if self.refused is not None:
            # Without the key it would be a plain file.
            raise self.refused
        return Database(
            self.settings.db_path, SystemClock(), key=find_key(self.settings), busy_timeout_ms=HOOK_BUSY_TIMEOUT_MS,
            before_migration=_backup(self.settings),
        )  # fmt: skip

    def left_ms(self) -> int:
        """Return how long the client may still have to wait."""
        return max(_LEAST_MS, HOOK_BUSY_TIMEOUT_MS - int((time.monotonic() - self.begun) * 1_000))

    def is_time_up(self) -> bool:
        """Whether no more of a transcript is read while the client waits."""
        return time.monotonic() - self.begun >= READING_S


def run(arguments: Sequence[str]) -> int:
    """Handle one event given on standard input; always returns 0."""
    begun = time.monotonic()
    at = SystemClock().now()
    asked = asked_of(arguments)
    settings = None
    try:
        settings, refused = settings_of(asked)
        hook = _Hook(asked, settings, begun, refused)
        if asked.event == READ_ON:
            _read_on(hook)
        else:
            # A client waits for us, and would for whoever is asked to unlock a keychain.
            settings = settings._replace(keychain_patience_s=HOOK_BUSY_TIMEOUT_MS / 1_000)
            _handle(hook._replace(settings=settings), at)
    except MemoryMcpError as exc:
        note_for(settings, asked, str(exc))
    except BaseException:  # noqa: BLE001 - the edge: a client must never notice
        import traceback

        note_for(settings, asked, traceback.format_exc())
    with suppress(OSError, ValueError):
        # A client may have closed it.
        if sys.stdout is not None:
            sys.stdout.flush()
    return 0


def _handle(hook: _Hook, at: Instant) -> None:
    heard = Heard(hook.asked.event, hook.asked.client, payload_of(hook.note), own_environment(), at)
    event = event_of(*heard)
    if event.kind == "other":
        hook.note("unknown event")
        return
    if is_for_transcript(event):
        return
    source = source_of(event, hook.settings)
    if source is not None and source.workplace.problem:
        hook.note(source.workplace.problem)

    def put_off(*, is_rest: bool = False) -> str:
        return _put_off(hook, heard, source, is_rest=is_rest)

    try:
        db = hook.opened()
    except (MemoryMcpError, OSError) as exc:
        hook.note(str(exc))
        if isinstance(exc, WrongKeyError) and second_place(hook.settings.db_path, in_memory=True) is not None:
            # What is sealed under a key that does not open the file, nobody who can open it could read.
            settings = hook.settings._replace(key=None, key_file=None, keychain=None)
            hook = hook._replace(settings=settings)
        lost = put_off()
        if event.kind == "start":
            _print(event, _not_in_memory(hook.settings, str(exc).splitlines()[0], lost, at))
        return
    try:
        # With a file that opens its key was found: nobody would end a process that waits for a keychain.
        _ask_hub(hook.settings, event)
        db.wait_at_most(hook.left_ms(), is_in_all=True)
        _take_in(db, hook, event, source, put_off)
    finally:
        db.close(checkpoint=False)


def _take_in(db: Database, hook: _Hook, event: Event, source: Source | None, put_off: Callable[..., str]) -> None:
    """Record an event, tell the client what it is to hear, and go on with what waits."""
    settings = hook.settings
    told, problem, lost, is_read = list[str](), "", "", True
    if source is None:
        if not pass_over_now(db, settings, event, hook.is_time_up):
            put_off()
    else:
        if event.kind == "start":
            # What it is told of is brought in first, as far as half the time goes; what is left, it is told.
            with suppress(MemoryMcpError, OSError):
                _bring_in(db, hook, event, _HALF_MS)
        is_read, problem = _recorded(db, hook, event, source, told)
        if problem:
            hook.note(problem)
            lost = put_off()
        elif not is_read:
            lost = put_off(is_rest=True)
            read_on_apart(settings)
        lost = lost or unread(event, settings)
        if event.kind == "prompt" and source.workplace.injects:
            _inject(db, settings, event, source)
        if is_read:
            _go_on(db, hook, event)
    if event.kind == "start":
        # Behind the import, so that it hears of what could not be brought in.
        line = _not_in_memory(settings, problem.partition("\n")[0], lost, event.at)
        _tell_session_start(db, settings, event, told, line)


def _ask_hub(settings: Settings, event: Event) -> None:
    """Have a process of its own synchronise where a session starts; wait a moment for it, and let it go on."""
    if event.kind != "start" or settings.hub is None:
        return
    # Starting the process is a part of the wait.
    until = time.monotonic() + _HUB_PATIENCE_S
    import subprocess

    arguments = ["--db", str(settings.db_path), "--no-embed", "sync", "now"]
    if (syncing := start_apart(settings, arguments)) is not None:
        with suppress(subprocess.TimeoutExpired):
            syncing.wait(max(0.0, until - time.monotonic()))


def _read_on(hook: _Hook) -> None:
    """Do what waits, however long that takes: nobody waits for this process."""
    from memory_mcp.capture.events.reading_on import read_all_that_waits

    if not hook.settings.db_path.exists():
        # It went away meanwhile, and is not to be made anew.
        return
    db = hook.opened()
    try:
        read_all_that_waits(db, hook.settings)
    finally:
        db.close(checkpoint=False)


def _recorded(db: Database, hook: _Hook, event: Event, source: Source, told: list[str]) -> tuple[bool, str]:
    """Record the event, with what its session was told.

    Returns whether its transcript was read to the end, and why the event could not be recorded, empty where it was.
    """
    # Files are looked at, and modules loaded, before others have to wait.
    start = _session_start(hook.settings, event) if event.kind == "start" else None

    def started(tx: Transaction, session: str | None) -> None:
        if start is not None:
            told.append(start.tell(tx, session))

    try:
        is_read = pass_over_before(db, hook.settings, hook.is_time_up)
        return is_read and record(db, event, source, started=started, is_time_up=hook.is_time_up), ""
    except (MemoryMcpError, OSError) as exc:
        return True, str(exc)


def _put_off(hook: _Hook, heard: Heard, source: Source | None, *, is_rest: bool) -> str:
    """Keep an event for the next process; return why that could not be done either, empty where it was.

    Without a source, of which nothing is stored, only how far its conversation has gone is kept.
    """
    from memory_mcp.capture.events.spooled import put_off, put_off_passing

    settings = hook.settings
    try:
        if hook.refused is not None and not settings.db_path.exists():
            # Nobody can tell that the memory is to be encrypted.
            raise hook.refused
        if source is None:
            put_off_passing(settings, event_of(*heard))
        else:
            put_off(settings, heard, source.ignoring, is_rest=is_rest)
    except (MemoryMcpError, OSError) as exc:
        hook.note(str(exc))
        if source is None:
            return ""
        note_not_kept(settings.spool_dir, settings.db_path, str(exc).splitlines()[0])
        return str(exc).splitlines()[0]
    return ""


def _not_in_memory(settings: Settings, why: str, lost: str, now: Instant) -> str:
    """Say in one line what of earlier events is not in memory, and why; empty where all is."""
    line = ""
    if places(settings.spool_dir, settings.db_path):
        from memory_mcp.capture.events.spooled import still_waiting

        line = still_waiting(settings, why, now)
    return line or (lost and f"Memory: what is said here is not kept ({lost}).")


def _go_on(db: Database, hook: _Hook, event: Event) -> None:
    """Bring in what waits, and read what was said where a session ends; what is left is the next process's."""
    if event.kind != "start":
        _bring_in(db, hook, event, _LEAST_MS)
    if event.kind == "session-end":
        from memory_mcp.capture.events.reading_on import is_worth_reading, read_at_an_end

        # A client may end us after a second and a half, and nobody ends the other process.
        if is_worth_reading(db, hook.settings) and read_on_apart(hook.settings) is None:
            read_at_an_end(db, hook.settings, hook.begun)


def _bring_in(db: Database, hook: _Hook, event: Event, leaves_ms: int) -> None:
    """Bring in what waits, until only so many milliseconds are left."""
    settings = hook.settings
    if not places(settings.spool_dir, settings.db_path):
        return
    from memory_mcp.capture.events.spooled import import_spool

    def leaves_rests() -> bool:
        # Who types waits for no long transcript, and nobody for one that a process apart can read.
        if event.kind == "prompt":
            return True
        from memory_mcp.capture.events.reading_on import is_at_work

        return is_at_work(db) or read_on_apart(settings) is not None

    import_spool(db, settings, lambda: hook.left_ms() <= leaves_ms, leaves_rests)


def _tell_session_start(db: Database, settings: Settings, event: Event, told: list[str], line: str) -> None:
    """Print what the session starts with: as it was told with its start, else as it can be read; and one line more."""
    if not told:
        with db.reading() as snapshot:
            told.append(_session_start(settings, event).read(snapshot))
    _print(event, "\n".join(filter(None, (told[0], line))))


def _inject(db: Database, settings: Settings, event: Event, source: Source) -> None:
    from memory_mcp.capture.context.prompt import CLIENTS, injected
    from memory_mcp.store.facts.projects import projects

    with db.reading() as snapshot:
        # A marker file that binds nobody switches nothing on.
        is_wanted = settings.inject == "on" or not projects.unbound(snapshot, source.project)
    if event.client in CLIENTS and is_wanted:
        model = None if settings.embed_disabled else _question_model
        _print(event, injected(db, event.prompt, client=source.client, client_session=source.session, model=model))


def _question_model() -> QuestionModel:
    from memory_mcp.capture.context.prompt import QuestionModel
    from memory_mcp.embedding.one_question import BUNDLED_TAG, question_vector

    return QuestionModel(BUNDLED_TAG, question_vector)


def _session_start(settings: Settings, event: Event) -> SessionStart:
    from memory_mcp.capture.context.already_told import told_in
    from memory_mcp.capture.context.block import SessionStart
    from memory_mcp.privacy.redaction import lenient
    from memory_mcp.project import survey
    from memory_mcp.store.facts.projects import projects

    found = survey(event.folder, environment=settings.project).project
    return SessionStart(
        projects.cleaned(found, lenient(settings.redact)), event.client, event.source,
        folder=event.folder, hands_over=settings.handoff == "on", tokens=settings.context_tokens,
        told="" if event.source in {"clear", "compact"} else told_in(event.transcript),
    )  # fmt: skip


def _print(event: Event, text: str) -> None:
    """Give a text to the client in the form it reads, if there is any; ASCII, whatever the encoding of its pipe."""
    if not text:
        return
    answer: dict[str, Any] = {"hookSpecificOutput": {"hookEventName": event.name, "additionalContext": text}}
    if event.client == "cursor":
        answer = {"additional_context": text}
    if sys.stdout is not None:
        sys.stdout.write(json.dumps(answer) + "\n")


def _backup(settings: Settings) -> Any:
    """Return what makes a backup before the file is migrated; its module is only read then."""

    def back_up(connection: Any, old: int) -> None:
        from memory_mcp.store.file.copies.backup import backup_before_migration

        backup_before_migration(connection, settings.backup_dir, old, find_key(settings))

    return back_up
