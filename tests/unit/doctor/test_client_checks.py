"""Each check of a client notices the thing it is for, once that is broken: in a home folder that setup has been in."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from capture_corpus import Writer, conversation, lines_of

from memory_mcp.capture.clients import incremental
from memory_mcp.capture.clients.incremental import TOO_LONG
from memory_mcp.capture.transcripts.history_import import import_files, import_transcripts
from memory_mcp.config import Settings
from memory_mcp.doctor import client_checks, client_files
from memory_mcp.doctor.finding import Finding
from memory_mcp.errors import InvalidInputError
from memory_mcp.setup.changes import additions, apply
from memory_mcp.setup.clients import CLIENTS
from memory_mcp.setup.codex_trust import hashes
from memory_mcp.setup.history import transcripts
from memory_mcp.setup.places import Places
from memory_mcp.setup.plugins import Plugin
from memory_mcp.setup.program import Program
from memory_mcp.setup.targets import JsonHooks
from memory_mcp.store.file.database import Database
from memory_mcp.temporal import ManualClock

CODEX_SAYS = "sha256:6c62bb2680ba5a4cb6f0d58cd00b6e0ec9f3f9744b843b1ebfc65a76d78b6da9"
NAMES = ["claude", "codex", "gemini", "cursor", "opencode"]


class Machine:
    """A home folder with every client that has hooks, as setup leaves it."""

    def __init__(self, folder: Path, command: str = sys.executable, names: list[str] = NAMES) -> None:
        self.home = folder / "home"
        self.settings = Settings(db_path=folder / "memory.db", embed_disabled=True)
        self.places = Places(self.home, {"PATH": ""})
        self.program = Program((command, "-m", "memory_mcp"), self.settings.db_path)
        self.backups = folder / "backups"
        self.names = names
        self.set_up()

    def set_up(self) -> None:
        targets = [
            (name, one) for name in self.names for one in CLIENTS[name].targets(self.places, self.program, None)
        ]  # fmt: skip
        for change in filter(lambda one: one.is_one, additions(targets)):
            apply(change, self.backups)

    def look(self, client: str) -> client_files.Looked:
        return client_files.look(client, self.places, self.program)

    def entry(self, client: str) -> dict[str, Finding]:
        return {one.check: one for one in client_checks.entry_findings(self.look(client), self.settings)}

    def trust(self) -> Finding:
        return next(client_checks.trust_finding(self.look("codex"), self.places))


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


@pytest.mark.parametrize("client", NAMES)
def test_what_setup_leaves_passes(client: str, machine: Machine) -> None:
    assert {check: one.level for check, one in machine.entry(client).items()} == {"entry": "pass", "hooks": "pass"}


def test_a_hook_that_no_shell_could_read_is_told(machine: Machine) -> None:
    path = machine.home / ".claude" / "settings.json"
    path.write_text(path.read_text(encoding="utf-8").replace("--client claude", "--client 'claude"), encoding="utf-8")

    found = list(
        client_checks.guarded("claude", client_checks.entry_findings(machine.look("claude"), machine.settings))
    )

    assert found[-1].level == "fail"
    assert "a hook's command cannot be read" in found[-1].what


@pytest.mark.parametrize("text", ["name: memory-mcp\nmcpServers: [\n", "name: memory-mcp\nmcpServers: 5\n"])
def test_a_file_of_continue_that_is_no_list_of_servers_is_told(machine: Machine, text: str) -> None:
    path = machine.home / ".continue" / "mcpServers" / "memory-mcp.yaml"
    path.parent.mkdir(parents=True)
    path.write_text(text, encoding="utf-8")

    assert machine.entry("continue")["entry"].level == "fail"


@pytest.mark.parametrize("client", ["claude-desktop", "vscode", "windsurf", "zed", "antigravity", "continue"])
def test_a_client_without_an_entry_fails(client: str, machine: Machine) -> None:
    found = machine.entry(client)
    assert (found["entry"].level, found["entry"].mend) == ("fail", f"memory-mcp setup {client}")
    assert "hooks" not in found


@pytest.mark.parametrize("client", NAMES)
def test_what_setup_leaves_in_a_project_passes_there_alone(client: str, tmp_path: Path) -> None:
    machine = Machine(tmp_path, names=[])
    project = machine.home / "harbour"
    for change in additions(
        [(client, one) for one in CLIENTS[client].targets(machine.places, machine.program, project)]
    ):
        apply(change, machine.backups)

    levels = [
        [one.level for one in client_checks.entry_findings(looked, machine.settings)]
        for looked in (client_files.look(client, machine.places, machine.program, at) for at in (project, None))
    ]

    assert levels == [["pass", "pass"], ["fail", "fail"]]


@pytest.mark.external
def test_what_a_project_would_have_started_in_place_of_this_program_is_told_and_not_started(tmp_path: Path) -> None:
    machine = Machine(tmp_path, names=[])
    (project := machine.home / "harbour").mkdir(parents=True)
    entry = {"command": "sh", "args": ["-c", f"touch {tmp_path}/started", "memory-mcp"]}
    (project / ".mcp.json").write_text(json.dumps({"mcpServers": {"memory-mcp": entry}}), encoding="utf-8")

    looked = client_files.look("claude", machine.places, machine.program, project)
    [found, *_] = client_checks.entry_findings(looked, machine.settings)

    assert list(client_checks.start_findings([looked])) == []
    assert not (tmp_path / "started").exists()
    assert (found.check, found.level, "touch" in found.where) == ("entry", "warn", True)


def test_codex_is_asked_whether_it_trusts_the_hooks_of_a_project_beside_a_file_of_ones_own_without_any(
    tmp_path: Path,
) -> None:
    machine = Machine(tmp_path, names=[])
    project = machine.home / "harbour"
    for change in additions(
        [("codex", one) for one in CLIENTS["codex"].targets(machine.places, machine.program, project)]
    ):
        apply(change, machine.backups)
    machine.places.codex.mkdir(parents=True, exist_ok=True)
    (machine.places.codex / "hooks.json").write_text("{}", encoding="utf-8")

    looked = client_files.look("codex", machine.places, machine.program, project)

    assert next(client_checks.trust_finding(looked, machine.places)).check == "trust"


@pytest.mark.parametrize("client", NAMES)
def test_hooks_in_the_user_s_files_and_in_a_project_s_are_there_twice(client: str, machine: Machine) -> None:
    project = machine.home / "harbour"

    def twice() -> list[Finding]:
        looked = client_files.look(client, machine.places, machine.program, project)
        return list(client_checks.twice_finding(looked, machine.places, machine.program, project))

    before = twice()
    for change in additions(
        [(client, one) for one in CLIENTS[client].targets(machine.places, machine.program, project)]
    ):
        apply(change, machine.backups)

    assert before == []
    assert [(one.check, one.level) for one in twice()] == [("hooks", "warn")]
    assert twice()[0].mend == f"memory-mcp setup --remove --scope project {client}"
    assert twice()[0].where.startswith(": ~/harbour/")


def test_a_project_s_file_that_cannot_be_read_is_named_and_hides_nothing(machine: Machine) -> None:
    project = machine.home / "harbour"
    looked = client_files.look("claude", machine.places, machine.program, project)
    targets = CLIENTS["claude"].targets(machine.places, machine.program, project)
    (hooks,) = {one.path for one in targets if isinstance(one.part, JsonHooks)}
    hooks.parent.mkdir(parents=True)
    hooks.write_text("{", encoding="utf-8")
    found = list(client_checks.twice_finding(looked, machine.places, machine.program, project))
    assert [(one.check, one.level) for one in found] == [("entry", "fail")]
    assert "cannot be read" in found[0].what


def test_hooks_of_a_plugin_and_of_a_project_are_there_twice_and_no_files_of_ones_own_are_named(
    machine: Machine,
) -> None:
    project = machine.home / "harbour"
    for change in additions(
        [("claude", one) for one in CLIENTS["claude"].targets(machine.places, machine.program, project)]
    ):
        apply(change, machine.backups)
    for one in CLIENTS["claude"].targets(machine.places, machine.program, None):
        one.path.unlink(missing_ok=True)
    looked = client_files.look("claude", machine.places, machine.program, project)
    plugin = Plugin(machine.home / "plugin", {}, dict(looked.hooks), "remove it")
    looked = replace(looked, plugin=plugin)
    what = [one.what for one in client_checks.twice_finding(looked, machine.places, machine.program, project)]
    assert what[0] == "they stand in its plugin and in this project's files, so an event may be handled twice"


@pytest.mark.parametrize("client", ["codex", "cursor", "gemini"])
def test_a_home_folder_behind_a_link_has_nothing_twice(client: str, tmp_path: Path) -> None:
    machine = Machine(tmp_path, names=[client])
    (link := tmp_path / "link").symlink_to(machine.home, target_is_directory=True)
    places = replace(machine.places, home=link)

    looked = client_files.look(client, places, machine.program, machine.home)

    assert looked.hooks
    assert list(client_checks.twice_finding(looked, places, machine.program, machine.home)) == []


def test_a_circle_of_links_in_a_client_s_place_stops_no_look(tmp_path: Path) -> None:
    machine = Machine(tmp_path, names=["cursor"])
    for folder in (machine.home, machine.home / "harbour"):
        (folder / ".cursor").mkdir(parents=True, exist_ok=True)
        (folder / ".cursor" / "hooks.json").unlink(missing_ok=True)
        (folder / ".cursor" / "hooks.json").symlink_to("hooks.json")

    looked = client_files.look("cursor", machine.places, machine.program, machine.home / "harbour")

    assert not looked.hooks
    assert looked.entry is not None


def test_codex_is_asked_whether_it_trusts_the_hooks_of_a_project(tmp_path: Path) -> None:
    machine = Machine(tmp_path, names=[])
    project = machine.home / "harbour"
    for change in additions(
        [("codex", one) for one in CLIENTS["codex"].targets(machine.places, machine.program, project)]
    ):
        apply(change, machine.backups)

    looked = client_files.look("codex", machine.places, machine.program, project)

    assert next(client_checks.trust_finding(looked, machine.places)).check == "trust"


def _without_an_event(home: Path) -> None:
    path = home / ".claude" / "settings.json"
    settings = json.loads(path.read_text("utf-8"))
    del settings["hooks"]["Stop"]
    path.write_text(json.dumps(settings), encoding="utf-8")


def _without_entry(home: Path) -> None:
    (home / ".claude.json").write_text("{}", encoding="utf-8")


def _spoiled(home: Path) -> None:
    (home / ".claude.json").write_text('{\n"mcpServers": oops}', encoding="utf-8")


@pytest.mark.parametrize(
    ("break_it", "check", "says"),
    [
        (_without_an_event, "hooks", "no hook for Stop"),
        (_without_entry, "entry", "not among its servers"),
        (_spoiled, "entry", "line 2: a value is expected"),
    ],
)
def test_what_is_broken_is_named(break_it: Callable[[Path], None], check: str, says: str, machine: Machine) -> None:
    break_it(machine.home)
    found = machine.entry("claude")[check]
    assert (found.level, says in found.what) == ("fail", True)
    assert found.mend


def _edited(machine: Machine, old: str, new: str) -> None:
    path = machine.home / ".claude" / "settings.json"
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def _hooks(machine: Machine) -> tuple[str, str, str]:
    found = machine.entry("claude")["hooks"]
    return found.level, found.what, found.mend


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        (
            '"SessionStart": [', '"SesionStart": [',
            "no hook for SessionStart; one stands at SesionStart, which setup does not use",
        ),
        ("hook SessionStart", "hook SesionStart", "the hook of SessionStart is told SesionStart"),
    ],
)  # fmt: skip
def test_a_hook_of_a_misspelt_event_is_named_and_setup_puts_it_right(
    old: str, new: str, says: str, machine: Machine
) -> None:
    _edited(machine, old, new)
    assert _hooks(machine) == ("fail", says, "memory-mcp setup claude")
    machine.set_up()
    assert _hooks(machine)[0] == "pass"
    assert "SesionStart" not in (machine.home / ".claude" / "settings.json").read_text("utf-8")


def test_a_hook_of_an_event_that_is_not_used_is_named(machine: Machine) -> None:
    _edited(machine, '"hooks": {\n', '"hooks": {\n"Stoped": [{"hooks": [{"command": "memory-mcp hook Stop"}]}],\n')
    found = client_checks.entry_findings(machine.look("claude"), machine.settings)
    assert [one.what for one in found if one.level != "pass"] == ["one stands at Stoped, which setup does not use"]
    machine.set_up()
    assert _hooks(machine)[0] == "pass"


def test_no_hook_at_all_names_every_event(machine: Machine) -> None:
    (machine.home / ".claude" / "settings.json").write_text("{}", encoding="utf-8")
    level, what, mend = _hooks(machine)
    assert (level, mend) == ("fail", "memory-mcp setup claude")
    assert what == "no hook for PreCompact, SessionEnd, SessionStart, Stop, UserPromptSubmit"
    machine.set_up()
    assert _hooks(machine)[0] == "pass"


def test_words_that_cannot_be_read_hide_no_missing_hook(machine: Machine) -> None:
    _without_an_event(machine.home)
    (machine.home / ".claude" / "CLAUDE.md").write_bytes(b"\xff")
    assert _hooks(machine)[:2] == ("fail", "no hook for Stop")


def test_a_command_that_is_gone_fails_for_server_and_hooks(tmp_path: Path) -> None:
    found = Machine(tmp_path, "/gone/python").entry("opencode")
    assert {check: one.what for check, one in found.items()} == dict.fromkeys(
        ("entry", "hooks"), "its command is gone: /gone/python"
    )


def test_an_entry_of_another_memory_fails(machine: Machine, tmp_path: Path) -> None:
    machine.settings = Settings(db_path=tmp_path / "other.db")
    assert "it uses another memory" in machine.entry("codex")["entry"].what


@pytest.mark.parametrize("path", ["/other.db", "~nobody-of-this-name/other.db"])
def test_an_entry_that_names_another_memory_in_its_environment_fails(tmp_path: Path, path: str) -> None:
    entry = {"command": sys.executable, "args": ["-m", "memory_mcp"], "env": {"MEMORY_DB_PATH": path}}
    looked = client_files.Looked("claude-desktop", entry, {}, set(), [])
    (found,) = client_checks.entry_findings(looked, Settings(db_path=tmp_path / "memory.db"))
    assert (found.level, found.what) == ("fail", f"it uses another memory: {path}")


def test_hooks_that_codex_does_not_trust_fail_until_it_does_and_again_when_they_change(machine: Machine) -> None:
    assert machine.trust().level == "fail"
    path = machine.home / ".codex" / "hooks.json"
    hooks = json.loads(path.read_text("utf-8"))["hooks"]
    with (machine.home / ".codex" / "config.toml").open("a", encoding="utf-8") as file:
        for _event, key, digest in hashes(path, hooks):
            file.write(f'\n[hooks.state."{key}"]\ntrusted_hash = "{digest}"\n')
    assert machine.trust().level == "pass"
    path.write_text(path.read_text("utf-8").replace('"timeout": 60', '"timeout": 61'), encoding="utf-8")
    assert machine.trust().what == "Codex does not trust the hooks of Stop"


def test_a_configuration_that_cannot_be_read_fails_and_ends_nothing(machine: Machine) -> None:
    (machine.home / ".codex" / "config.toml").write_text("a = \n", encoding="utf-8")
    found = list(client_checks.guarded("codex", client_checks.trust_finding(machine.look("codex"), machine.places)))
    assert [(one.level, "line 1" in one.what) for one in found] == [("fail", True)]


def test_the_hash_of_a_hook_is_the_one_codex_shows() -> None:
    # As `hooks/list` of Codex 0.169's app-server told it.
    command = "/opt/memory-mcp hook PostToolUse --client codex --db /home/ada/memory.db 2>/dev/null || :"
    hooks = {"PostToolUse": [{"hooks": [{"type": "command", "command": command, "timeout": 10}]}]}
    assert list(hashes(Path("/home/ada/.codex/hooks.json"), hooks)) == [
        ("PostToolUse", "/home/ada/.codex/hooks.json:post_tool_use:0:0", CODEX_SAYS)
    ]


def test_a_client_nobody_heard_of_is_looked_at(machine: Machine, clock: ManualClock) -> None:
    look, now = machine.look("claude"), clock.now()
    assert next(client_checks.heard_finding(look, {}, now)).level == "warn"
    heard = next(client_checks.heard_finding(look, {"claude-code": now - 3_600_000_000}, now))
    assert (heard.level, "1 hour ago" in heard.what) == ("pass", True)


def test_the_notes_a_client_keeps_by_itself_are_told(machine: Machine) -> None:
    assert list(client_checks.own_memory_finding("claude", machine.places)) == []
    notes = machine.home / ".claude" / "projects" / "-code" / "memory"
    notes.mkdir(parents=True)
    (notes / "MEMORY.md").write_text("Use pnpm.", encoding="utf-8")
    assert "go first" in next(client_checks.own_memory_finding("claude", machine.places)).what


@pytest.mark.parametrize("client", ["claude", "codex", "gemini", "cursor"])
def test_turns_that_are_missing_are_counted_with_the_command_that_brings_them_in(
    client: str, machine: Machine, db: Database
) -> None:
    folder = {
        "claude": ".claude/projects/-code", "codex": ".codex/sessions/2026", "gemini": ".gemini/tmp/f00/chats",
        "cursor": ".cursor/projects/code/agent-transcripts/s",
    }[client]  # fmt: skip
    path = machine.home / folder / "s.jsonl"
    path.parent.mkdir(parents=True)
    writer, told = Writer(client, "s", str(machine.home)), conversation("s", 4)
    parts = [lines_of(writer.head()), *(lines_of(writer.turn(turn)) for turn in told.turns)]
    path.write_bytes(b"".join(parts[:3]))
    import_files(db, transcripts([client], machine.places), machine.settings)
    now = writer.clock.milliseconds() * 1_000

    def found() -> Finding:
        return next(client_checks.coverage_finding(client, machine.places, db, machine.settings, now))

    assert (found().level, "100 % of" in found().what) == ("pass", True)
    path.write_bytes(b"".join(parts))
    assert (found().level, found().mend) == ("warn", f"memory-mcp import {path}")
    missing = found().what
    assert found().what == missing, "looking changed nothing"
    import_files(db, transcripts([client], machine.places), machine.settings)
    assert found().level == "pass"


def test_a_chat_too_long_to_be_read_is_named_and_counted(
    machine: Machine, db: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = machine.home / ".gemini/tmp/f00/chats/session-1.json"
    path.parent.mkdir(parents=True)
    chat = {"sessionId": "s", "projectHash": "f00", "messages": [{"type": "user", "content": "x" * 3_000}]}
    path.write_text(json.dumps(chat), encoding="utf-8")
    monkeypatch.setattr(incremental, "_LONGEST", 2_000)

    (found, _) = client_checks.coverage_finding("gemini", machine.places, db, machine.settings, 0)
    assert (found.level, str(path) in found.where, TOO_LONG in found.what) == ("warn", True, True)
    assert import_files(db, transcripts(["gemini"], machine.places), machine.settings).skipped == {TOO_LONG: 1}
    with pytest.raises(InvalidInputError, match=TOO_LONG):
        import_transcripts(db, path, machine.settings)


@pytest.mark.external
def test_a_server_that_does_not_start_fails(tmp_path: Path) -> None:
    broken = tmp_path / "memory-mcp"
    broken.write_text("#!/bin/sh\necho broken >&2\nexit 3\n", encoding="utf-8")
    broken.chmod(0o755)
    look = client_files.Looked("claude", {"command": str(broken), "args": ["serve"]}, {}, set(), [])
    found = list(client_checks.start_findings([look]))
    assert [(one.check, one.level) for one in found] == [("start", "fail")]
    assert shutil.which(str(broken))
