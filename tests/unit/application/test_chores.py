"""What a server does after a reply, where another process is in the way."""

from __future__ import annotations

from memory_mcp.application.chores import chores
from memory_mcp.store.file.database import Database
from memory_mcp.store.file.short_wait import short_wait
from memory_mcp.temporal import ManualClock
from memory_mcp.tools.framework.runtime import Runtime
from memory_mcp.tools.framework.scheduler import Lane


def test_what_was_noted_waits_for_another_process_to_write(runtime: Runtime, clock: ManualClock) -> None:
    runtime.db.data_version()
    note_usage, *_ = chores(runtime, Lane())
    noted: list[int] = []
    runtime.defer(lambda tx: noted.append(tx.now))
    other = Database(runtime.settings.db_path, clock)
    with other.writing("another process"), short_wait(runtime.db):
        assert note_usage() is True
    other.close()

    assert (note_usage(), len(noted)) == (False, 1)
