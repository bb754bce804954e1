"""Resources as a client reads them."""

from __future__ import annotations

from pathlib import Path

import pytest
from calling import Client, server

from memory_mcp.application.resources import MemoryLibrary
from memory_mcp.store.sessions import turns
from memory_mcp.temporal import ManualClock
from memory_mcp.tools.framework.call import Call
from memory_mcp.tools.framework.render import LONGEST
from memory_mcp.tools.framework.wire_text import wire_size
from memory_mcp.tools.sessions import memory_session_start


@pytest.mark.parametrize("letter", ["a", "\u4e00"])
def test_a_conversation_in_any_script_is_told_as_far_as_a_client_takes(
    tmp_path: Path, clock: ManualClock, letter: str
) -> None:
    with server(tmp_path, clock) as runtime:
        client = Client(runtime, tmp_path)
        session = client.call(memory_session_start)["sessionId"]
        said = [turns.Utterance(letter * 2_000, session_uid=session, at=n, speaker="Ann") for n in range(1, 60)]
        with runtime.db.writing("test") as tx:
            turns.add_many(tx, said)
        text = MemoryLibrary().read(Call(runtime, client.facts, actor="test"), f"memory://session/{session}")

    assert LONGEST // 3 < wire_size(text) < LONGEST
    assert f"more turns: memory-mcp show {session}" in text
