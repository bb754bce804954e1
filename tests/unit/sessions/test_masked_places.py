"""A folder whose name is a secret: where a session works is kept without it, and handed over in the same place."""

from __future__ import annotations

from calling import Client, server
from claude_session import Claude

from memory_mcp.tools.handoffs import memory_handoff

SECRET = "ghp_" + "a8Kd93LmQz71XyTn40RbVc26WsEf58HgJu4P"


def test_the_place_of_a_session_is_kept_without_a_secret_in_its_name(tmp_path, clock):
    folder = tmp_path / SECRET / "app"
    folder.mkdir(parents=True)
    with server(tmp_path, clock) as runtime:
        Claude(runtime.db, clock, folder).fire("UserPromptSubmit", prompt="Deploys are on Mondays.")
        with runtime.db.reading() as snapshot:
            paths = [path for (path,) in snapshot.rows("SELECT path FROM session")]
        client = Client(runtime, folder, client_name="claude-code")
        client.call(memory_handoff, action="begin", summary="Half of the deploy is written.")
        offered = Client(runtime, folder, client_name="codex").call(memory_handoff, action="list")

    assert [path.endswith("/app") and SECRET not in path for path in paths] == [True]
    assert len(offered["handoffs"]) == 1
