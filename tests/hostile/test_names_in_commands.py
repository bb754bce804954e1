"""Names that somebody else chose are no orders in a command that a person may copy."""

from __future__ import annotations

import pytest

from memory_mcp.capture.clients.resuming import resume_command
from memory_mcp.store.sessions.sessions import Session


@pytest.mark.parametrize("client", ["claude-code", "codex", "gemini-cli", "opencode"])
def test_an_option_in_the_place_of_a_session_s_id_is_offered_to_nobody(client):
    session = Session("u", 1, client, "--dangerously-skip-permissions", 0, None, "", (), (), (), 0, "")

    assert resume_command(session, []) == ""
