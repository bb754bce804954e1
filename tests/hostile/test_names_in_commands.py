"""Names that somebody else chose are no orders in a command that a person may copy."""

from __future__ import annotations

import io
import os
import re
import shlex
import shutil
import subprocess
from contextlib import redirect_stdout

import pytest
from calling import Client, server

from memory_mcp.capture.clients.resuming import resume_command
from memory_mcp.cli.main import cli
from memory_mcp.errors import RefusedError
from memory_mcp.language.typed_commands import joined, quoted
from memory_mcp.store.sessions.sessions import Session
from memory_mcp.tools.graph import memory_entity_create, memory_entity_observe
from memory_mcp.tools.transfer import memory_export

WORDS = [
    "it's", "\\'; touch /tmp/PWN; #", '\\"; touch /tmp/PWN; #', "$(touch /tmp/PWN)", "`touch /tmp/PWN`", "a\\",
    "--help", "a\nb", "!!", "~", "*", '{"a": "\\""}',
]  # fmt: skip


class Terminal(io.StringIO):
    def isatty(self):
        return True


@pytest.mark.parametrize("client", ["claude-code", "codex", "gemini-cli", "opencode"])
def test_an_option_in_the_place_of_a_session_s_id_is_offered_to_nobody(client):
    session = Session("u", 1, client, "--dangerously-skip-permissions", 0, None, "", (), (), (), 0, "")

    assert resume_command(session, []) == ""


@pytest.mark.parametrize("name", ["boat; touch /tmp/PWN", "--db=/tmp/other", "$(touch /tmp/PWN)"])
def test_the_command_that_finds_more_of_an_entity_searches_for_its_name_and_no_more(tmp_path, clock, monkeypatch, name):
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.setenv("TERM", "dumb")
    with server(tmp_path, clock) as runtime:
        client = Client(runtime, tmp_path)
        uid = client.call(memory_entity_create, name=name, entityType="thing")["id"]
        for number in range(60):
            client.call(memory_entity_observe, entityId=uid, content=f"It lay at dock {number} on day {number * 31}.")
    with redirect_stdout(Terminal()) as out:
        cli.main(["--db", str(tmp_path / "memory.db"), "--no-embed", "entity", uid], standalone_mode=False)

    command = out.getvalue().rpartition("more: ")[2]
    assert shlex.split(command) == ["memory-mcp", "search", *(["--"] if name.startswith("-") else []), name]
    assert shlex.quote(name) in command


def test_a_path_that_a_model_gave_is_quoted_in_the_command_for_a_person(tmp_path, clock):
    path = tmp_path.parent / "elsewhere; touch PWN" / "all.json"
    with server(tmp_path, clock) as runtime, pytest.raises(RefusedError) as raised:
        Client(runtime, tmp_path).call(memory_export, path=str(path))

    assert shlex.quote(str(path)) in raised.value.hint


@pytest.mark.skipif(os.name == "nt", reason="PowerShell takes a backslash within quotes as it is")
@pytest.mark.parametrize("word", WORDS)
def test_no_shell_finds_the_end_of_a_word_s_quotes_in_it(word):
    # In quotes a backslash of fish takes the quote behind it for a part of the word; so none stands within them.
    assert shlex.split(quoted(word)) == [word]
    assert not any("\\" in within for within in re.findall(r"'([^']*)'", quoted(word).replace("\\'", "")))


@pytest.mark.external
@pytest.mark.parametrize("shell", ["sh", "bash", "zsh", "fish"])
def test_each_shell_takes_a_word_whole(shell):
    if shutil.which(shell) is None:
        pytest.skip(f"there is no {shell}")  # what a shell makes of quotes only that shell can say
    told = subprocess.run(
        [shell, "-c", f"printf '%s\\0' {joined(WORDS)}"], capture_output=True, text=True, check=True, timeout=60
    )

    assert told.stdout.split("\0")[:-1] == WORDS
