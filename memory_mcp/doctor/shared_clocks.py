"""Check the clocks of machines that share a folder: what one of them wrote is never a day ahead of this clock."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Final

from memory_mcp.doctor.finding import Finding
from memory_mcp.errors import MemoryMcpError
from memory_mcp.keys.lookup import find_sync_keys
from memory_mcp.store.sync import targets
from memory_mcp.sync.folder import Peer, peers
from memory_mcp.temporal import DAY_US, describe_gap
from memory_mcp.tools.framework.call import Call
from memory_mcp.transfer.model.values import instant

_MEND: Final = (
    "Set the clock right that is wrong, of this machine or of that one, then run memory-mcp sync again. What came in "
    "from there until then keeps the time at which it came."
)


def shared_clock_findings(call: Call) -> Iterator[Finding]:
    """Yield each machine whose last segment, in a folder that is synchronised here, is dated ahead of the clock."""
    runtime = call.runtime
    now = runtime.clock.now()
    with call.reading() as snapshot:
        folders = [one for one in targets.targets(snapshot) if "://" not in one.address]
    for target in folders:
        others = list[Peer]()
        # A folder that is not there, or cannot be read, is told by `sync --status`.
        with suppress(MemoryMcpError, OSError):
            others += peers(runtime.db, target, find_sync_keys(runtime.settings))
        for one in others:
            written = instant(one.written_at)
            if not one.is_this and written is not None and written > now + DAY_US:
                what = f"{one.name or one.machine} wrote to {target.address} on {one.written_at[:10]}"
                gap = f"{describe_gap(written - now)} ahead of the clock of this machine"
                yield Finding("shared clocks", "warn", f"{what}, {gap}", _MEND)
