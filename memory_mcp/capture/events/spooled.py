"""Keep events in the spool without their secrets, and let the next process that can open the file record them."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from memory_mcp.capture.clients.utterance import Json
from memory_mcp.capture.events.ignoring import Ignoring
from memory_mcp.capture.events.kept_text import SAID_CAP, keep
from memory_mcp.capture.events.passing_over import Unheard, Waiting, pass_over_as_of, unheard, waiting_at
from memory_mcp.capture.events.payload import Event, Heard, event_of
from memory_mcp.capture.events.recording import record, source_of
from memory_mcp.capture.events.transcript_batches import IsTimeUp
from memory_mcp.config import Settings
from memory_mcp.errors import BusyError, MemoryMcpError, RefusedError
from memory_mcp.keys.lookup import find_key
from memory_mcp.language.plurals import counted
from memory_mcp.project import CaptureRules, ProjectRef, Surroundings, capture_of, survey
from memory_mcp.store.capture_state import spool
from memory_mcp.store.capture_state.spool_places import make_own, places, second_place, take_not_kept
from memory_mcp.store.file.database import Database
from memory_mcp.store.file.encryption import is_plain
from memory_mcp.temporal import DAY_US, Instant

_OWN_SETTINGS: Final = ("project", "redact", "handoff")
# A folder of no project.
_NOWHERE: Final = os.sep
# A disk that is away comes back within days, and a folder that was deleted does not.
_AWAY_US: Final = 7 * DAY_US
# Where a folder's rules lay, of which the marker file could not be read.
_UNKNOWN: Final = ""


def put_off(settings: Settings, heard: Heard, ignoring: Ignoring | None = None, *, is_rest: bool = False) -> None:
    """Keep an event for the next process, without what the project ignores, encrypted if the memory is.

    Its folder and the settings of this process go with it: the next may be in another project, and set otherwise.
    ``is_rest``: it was recorded, and its transcript has more to read than there was time for.

    Where it cannot lie beside the file (no room, or no key to encrypt it with), it goes to the system's runtime folder.
    Raises OSError, or RefusedError where it would lie in the clear on the disk, when not even that can be done.
    """
    event, payload = event_of(*heard), heard.payload
    if ignoring is not None:
        from memory_mcp.capture.events.ignored_payload import payload_without_ignored  # noqa: PLC0415 - few events wait

        allowed = payload_without_ignored(event, ignoring)
        if allowed is None:
            return
        payload = allowed
    entry = _entry(heard, payload, event, settings, is_rest=is_rest)
    _put(settings, heard.at, entry)


def put_off_passing(settings: Settings, event: Event) -> None:
    """Keep how far a conversation of which nothing is stored had gone, as ``put_off`` keeps an event."""
    if (found := unheard(event)) is not None:
        _put(settings, event.at, {"version": 1, "is_passed": True, "unheard": found._asdict()})


def _put(settings: Settings, at: Instant, entry: Json) -> None:
    key, is_secret, why = _key_for(settings)
    try:
        if key is None and is_secret:
            # The second place is for this too.
            raise why
        spool.put(settings.spool_dir, at, entry, key)
    except (OSError, RefusedError):
        second = second_place(settings.db_path, in_memory=key is None and is_secret)
        if second is None:
            raise
        make_own(second)
        spool.put(second, at, entry, key)


def _entry(heard: Heard, payload: Json, event: Event, settings: Settings, *, is_rest: bool) -> Json:
    """Return what is kept of an event: all that reading and recording it takes."""
    around = survey(event.folder, environment=settings.project)
    return {
        "version": 1,
        "event": heard.name,
        "client": heard.client,
        "at": heard.at,
        "payload": _cleaned(payload, settings),
        "environment": heard.environment,
        "is_rest": is_rest,
        "folder": _cleaned(str(event.folder), settings),
        "project": _cleaned(_named(around.project), settings),
        "rules_in": _cleaned(_rules_in(around.capture), settings),
        "waiting": waiting_at(event),
        "settings": {name: getattr(settings, name) for name in _OWN_SETTINGS},
    }


def _key_for(settings: Settings) -> tuple[str | None, bool, RefusedError]:
    """Return the key to keep an event under, None where it cannot be had, and whether the memory is encrypted.

    And what to say of an event that is not kept for want of the key: why it cannot be had, and the mend of that.
    """
    said, hint = "", "Give the hooks the key as the server has it: see memory-mcp docs settings."
    try:
        key, is_secret = find_key(settings), not is_plain(settings.db_path)
    except MemoryMcpError as exc:
        key, is_secret, said, hint = None, True, f", since {' '.join(exc.message.split())}", exc.hint or hint
    clear = "it would lie in the clear beside an encrypted file"
    return key, is_secret, RefusedError(f"the event was not kept: {clear}{said}", hint=hint)


def import_spool(
    db: Database, settings: Settings, is_time_up: IsTimeUp = lambda: False,
    leaves_rests: Callable[[], bool] = lambda: False,
) -> int:  # fmt: skip
    """Record what waits, oldest first, and return how many events that were.

    ``leaves_rests`` is asked once, where a long transcript waits, whether those are left to another process.

    What is to be passed over is, before anything is read. Stops where the file is busy again, and behind the first
    event once the time is up: one whose transcript could not be read to its end goes on waiting.
    """
    count, is_left = 0, None
    for path, entry in _waiting(settings) if _is_passed_over(db, settings, is_time_up) else ():
        if entry.get("is_rest"):
            is_left = leaves_rests() if is_left is None else is_left
            if is_left:
                continue
        try:
            event = _event_in(entry)
            around = _gone(entry, event)
            if around is not None and around.capture.problem and _may_come_back(db, event):
                continue
            source = source_of(event, _settings_of(entry, settings), around)
            if source is not None and not record(db, event, source, is_late=True, is_time_up=is_time_up):
                break
        except BusyError:
            break
        except Exception as exc:  # noqa: BLE001 - whatever is wrong with one must not hold up the next
            if isinstance(exc, RefusedError) and (db.is_displaced or exc.__cause__ is not None):
                # The file is full, read-only or gone: the next process.
                break
            spool.set_aside(path, exc)
            continue
        spool.remove(path)
        count += 1
        if is_time_up():
            break
    return count


def _event_in(entry: Json) -> Event:
    return event_of(
        entry["event"], entry["client"], entry["payload"], entry["environment"], entry["at"],
        here=str(entry.get("folder") or _NOWHERE),
    )  # fmt: skip


def _named(project: ProjectRef) -> list[Any]:
    """Return a project as JSON keeps it; ``_project_of`` reads it again."""
    root = None if project.root is None else str(project.root)
    return [project.name, root, project.source, None if project.instead is None else _named(project.instead)]


def _project_of(kept: list[Any]) -> ProjectRef:
    name, root, source, instead = kept
    return ProjectRef(
        str(name), None if root is None else Path(root), source, None if instead is None else _project_of(instead)
    )


def _rules_in(rules: CaptureRules) -> str | None:
    """Return the folder of the marker file that keeps anything out of capture; None where none does."""
    if not (rules.ignore or rules.outer or rules.problem):
        return None
    return _UNKNOWN if rules.root is None else str(rules.root)


def _gone(entry: Json, event: Event) -> Surroundings | None:
    """Return what the folder of an event told when it was put off, if it is not there now; None where it is.

    What a marker file kept out that is gone with it cannot be known any more; one further up is read again.
    """
    if "project" not in entry or os.path.isdir(event.folder):  # noqa: PTH112 - False for a path that is too long
        return None
    # Older entries say only whether there were any.
    kept_in, rules = entry.get("rules_in", _UNKNOWN if entry.get("has_rules") else None), CaptureRules()
    if kept_in:
        rules = capture_of(Path(kept_in))
    if kept_in is not None and rules.root != Path(kept_in):
        rules = CaptureRules(problem=rules.problem or f"{event.folder} is not there")
    return Surroundings(_project_of(entry["project"]), rules)


def _may_come_back(db: Database, event: Event) -> bool:
    """Whether an event waits for its folder, by whose marker file its transcript is to be read.

    What a prompt tells is in the event itself.
    """
    with db.reading() as snapshot:
        return event.kind != "prompt" and snapshot.now - event.at < _AWAY_US


def _is_passed_over(db: Database, settings: Settings, is_time_up: IsTimeUp) -> bool:
    """Pass over what is to be; return whether the events that wait may be recorded: none before that is done."""
    try:
        return pass_over_what_waits(db, settings, is_time_up)
    except MemoryMcpError:
        # The file is locked, full, read-only or gone: the next process.
        return False


def pass_over_what_waits(db: Database, settings: Settings, is_time_up: IsTimeUp) -> bool:
    """Pass over what could not be while the file was locked, oldest first; return whether there was time for all of it.

    Raises BusyError, and RefusedError where the file cannot be written.
    """
    waiting: list[Waiting] | None = None
    for path, entry in sorted(_waiting(settings, spool.passed), key=lambda one: one[0].name):
        if waiting is not None and is_time_up():
            return False
        waiting = all_waiting(settings) if waiting is None else waiting
        try:
            if not pass_over_as_of(db, Unheard.of(entry["unheard"]), is_time_up, waiting, is_late=True):
                return False
        except MemoryMcpError:
            raise
        except Exception as exc:  # noqa: BLE001 - whatever is wrong with one must not hold up the next
            spool.set_aside(path, exc)
            continue
        spool.remove(path)
    return True


def all_waiting(settings: Settings) -> list[Waiting]:
    """Return how far transcripts had gone at the events that wait."""
    found = []
    for _, entry in _waiting(settings):
        # An entry that is none is set aside when it is imported.
        with suppress(AttributeError, KeyError, TypeError, ValueError):
            at, name, size = entry["waiting"]
            found.append(Waiting(int(at), str(name), int(size)))
    return found


def _settings_of(entry: dict[str, Any], settings: Settings) -> Settings:
    """Return the settings of the process that put an event off, the defaults where it did not say."""
    own = entry.get("settings") or {}
    return Settings.load(
        {}, db_path=settings.db_path, **{name: str(own[name]) for name in _OWN_SETTINGS if own.get(name)}
    )


def _waiting(
    settings: Settings, listed: Callable[[Path], list[Path]] = spool.waiting
) -> Iterator[tuple[Path, dict[str, Any]]]:
    key = find_key(settings)
    for folder in places(settings.spool_dir, settings.db_path):
        yield from spool.entries(folder, key, listed)


def still_waiting(settings: Settings, why: str, now: Instant) -> str:
    """Say in one line how many events wait or were lost, and why; empty where none do. What was lost is told once.

    ``why``: what keeps those that wait from being brought in, where that is known; else what a process apart is reading
    does not count.
    """
    folders = places(settings.spool_dir, settings.db_path)
    count = sum(len(spool.waiting(folder) if why else spool.hanging(folder, now)) for folder in folders)
    lost, reason = take_not_kept(folders)
    said = []
    if count:
        said.append(f"{counted(count, 'captured event')} not in memory yet" + (f" ({why})" if why else ""))
    if lost:
        said.append(f"{counted(lost, 'captured event')} not kept ({reason})")
    return f"Memory: {'; '.join(said)}. `memory-mcp health` says more." if said else ""


def _cleaned(value: Any, settings: Settings) -> Any:
    if isinstance(value, str):
        return keep(value, SAID_CAP, settings.redact).text
    if isinstance(value, dict):
        return {key: _cleaned(entry, settings) for key, entry in value.items()}
    return [_cleaned(entry, settings) for entry in value] if isinstance(value, list) else value
