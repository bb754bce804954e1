"""Events that waited in the spool: without their secrets, recorded by the next process that finds the file free."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from memory_mcp.capture.clients.utterance import Json
from memory_mcp.capture.events.ignoring import Ignoring
from memory_mcp.capture.events.payload import event_of
from memory_mcp.capture.events.recording import record, source_of
from memory_mcp.capture.events.truncation import SAID_CAP, keep
from memory_mcp.config import Settings
from memory_mcp.errors import BusyError, MemoryMcpError, RefusedError
from memory_mcp.keys.lookup import find_key
from memory_mcp.store.capture_state import spool
from memory_mcp.store.file.database import Database
from memory_mcp.store.file.encryption import is_plain


def put_off(
    settings: Settings, name: str, client: str, payload: Json, environment: dict[str, str], at: int,
    ignoring: Ignoring | None = None,
) -> None:  # fmt: skip
    """Keep an event for the next process, without what the project ignores, encrypted if the memory is.

    Raises OSError when not even that can be done, and RefusedError when it would lie in the clear beside a memory that
    seems to be encrypted.
    """
    key = find_key(settings)
    if key is None and not is_plain(settings.db_path):
        raise RefusedError(
            "the event was not kept: it would lie in the clear beside an encrypted file",
            hint="Give the hooks the key as the server has it: see memory-mcp docs settings.",
        )
    if ignoring is not None and (ignoring.paths is not None or ignoring.problem):
        from memory_mcp.capture.events.ignored_payload import payload_without_ignored  # noqa: PLC0415 - few have patterns

        allowed = payload_without_ignored(event_of(name, client, payload, environment, at), ignoring)
        if allowed is None:
            return
        payload = allowed
    entry = {
        "version": 1, "event": name, "client": client, "at": at, "payload": _cleaned(payload, settings),
        "environment": environment,
    }  # fmt: skip
    spool.put(settings.spool_dir, at, entry, key)


def import_spool(db: Database, settings: Settings, is_over: Callable[[], bool] = lambda: False) -> int:
    """Record what waits, oldest first, and return how many events that were.

    Stops where the file is busy again, and behind the first event once ``is_over`` says that there is no more time.
    """
    count = 0
    for path, entry in spool.entries(settings.spool_dir, find_key(settings)):
        try:
            event = event_of(entry["event"], entry["client"], entry["payload"], entry["environment"], entry["at"])
            source = source_of(event, settings)
            if source is not None:
                record(db, event, source, is_late=True)
        except (BusyError, RefusedError):
            # The file is in use, full or read-only: the next process.
            break
        except (MemoryMcpError, KeyError, TypeError, AttributeError, ValueError):
            spool.set_aside(path)
            continue
        spool.remove(path)
        count += 1
        if is_over():
            break
    return count


def _cleaned(value: Any, settings: Settings) -> Any:
    if isinstance(value, str):
        return keep(value, SAID_CAP, settings.redact).text
    if isinstance(value, dict):
        return {key: _cleaned(entry, settings) for key, entry in value.items()}
    return [_cleaned(entry, settings) for entry in value] if isinstance(value, list) else value
