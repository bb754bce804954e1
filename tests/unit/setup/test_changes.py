"""Setup in a whole home folder: every client on every system, put in, put in again, and taken out."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from memory_mcp.errors import ConflictError
from memory_mcp.setup.changes import Change, additions, apply, removals, remove_folders
from memory_mcp.setup.clients import CLIENTS, Target
from memory_mcp.setup.places import Places
from memory_mcp.setup.program import Program

SETTINGS = '{\n\t// mine\n\t"mcpServers": {"other": {"command": "npx"}},\n}\n'


def targets_in(home: Path, platform: str, clients: list[str] | None = None) -> list[tuple[str, Target]]:
    places, program = Places(home, {}, platform), Program(("/opt/memory-mcp",), home / "memory.db", platform=platform)
    names = clients or list(CLIENTS)
    return [(name, target) for name in names for target in CLIENTS[name].targets(places, program, None)]


def applied(changes: list[Change], home: Path) -> int:
    made = [one for one in changes if one.is_one]
    for one in made:
        apply(one, home.parent / "backups")
    return len(made)


def in_and_out(home: Path) -> None:
    """Set up one client that has no folder yet, and take it out again."""
    targets = targets_in(home, "linux", ["codex"])
    applied(additions(targets), home)
    applied(removals(targets), home)


@pytest.mark.parametrize("is_made", [True, False])
def test_a_file_of_json_that_setup_made_goes_though_another_program_wrote_it_anew(
    is_made: bool, tmp_path: Path
) -> None:
    home = tmp_path / "home"
    targets = targets_in(home, "linux", ["gemini"])
    settings = home / ".gemini/settings.json"
    if not is_made:
        settings.parent.mkdir(parents=True)
        settings.write_text("{}", encoding="utf-8")
    applied(additions(targets), home)
    settings.write_text(json.dumps(json.loads(settings.read_text("utf-8"))), encoding="utf-8")
    applied(removals(targets, None, tmp_path / "backups"), home)
    assert settings.exists() is not is_made


def files_in(home: Path) -> dict[str, bytes]:
    return {str(path.relative_to(home)): path.read_bytes() for path in home.rglob("*") if path.is_file()}


@pytest.mark.parametrize("platform", ["linux", "darwin", "win32"])
@pytest.mark.parametrize("has_files", [True, False])
def test_every_client_is_set_up_and_left_as_it_was(platform: str, has_files: bool, tmp_path: Path) -> None:
    home = tmp_path / "home"
    targets = targets_in(home, platform)
    for target in (target for _client, target in targets):
        if has_files and target.path.suffix in {".json", ".md"} and target.path.name != "SKILL.md":
            target.path.parent.mkdir(parents=True, exist_ok=True)
            target.path.write_text(SETTINGS if target.path.suffix == ".json" else "Use pnpm.", encoding="utf-8")
    before = files_in(home)
    assert applied(additions(targets), home) == len({target.path for _client, target in targets})
    assert applied(additions(targets), home) == 0
    assert applied(removals(targets), home) > 0
    assert files_in(home) == before


def test_each_system_has_its_own_places(tmp_path: Path) -> None:
    paths = {system: str(targets_in(tmp_path, system, ["claude-desktop"])[0][1].path) for system in ("darwin", "win32")}
    assert paths["darwin"].endswith("Library/Application Support/Claude/claude_desktop_config.json")
    assert paths["win32"].replace("\\", "/").endswith("AppData/Roaming/Claude/claude_desktop_config.json")


def test_the_variables_of_clients_move_their_files(tmp_path: Path) -> None:
    places = Places(tmp_path, {"CLAUDE_CONFIG_DIR": "/c", "CODEX_HOME": "/x", "XDG_CONFIG_HOME": "/g"}, "linux")
    program = Program(("memory-mcp",), tmp_path / "m.db")
    paths = {
        target.path.as_posix()
        for name in ("claude", "codex", "opencode")
        for target in CLIENTS[name].targets(places, program, None)
    }
    assert {"/c/.claude.json", "/c/settings.json", "/x/config.toml", "/g/opencode/opencode.json"} <= paths


def test_a_file_that_does_not_parse_is_left_alone_with_its_line_and_the_others_are_changed(tmp_path: Path) -> None:
    home = tmp_path / "home"
    path = home / ".claude" / "settings.json"
    path.parent.mkdir(parents=True)
    path.write_text('{\n  "hooks": oops\n}\n', encoding="utf-8")
    changes = additions(targets_in(home, "linux", ["claude"]))
    problems = {one.path.name: one.problem for one in changes if one.problem}
    assert applied(changes, home) == 3
    assert problems == {"settings.json": "line 2: a value is expected"}
    assert path.read_text(encoding="utf-8") == '{\n  "hooks": oops\n}\n'


def test_the_file_as_it_was_is_kept_with_its_rights(tmp_path: Path) -> None:
    home = tmp_path / "home"
    path = home / ".claude.json"
    path.parent.mkdir(parents=True)
    path.write_text("{}", encoding="utf-8")
    path.chmod(0o640)
    change = next(one for one in additions(targets_in(home, "linux", ["claude"])) if one.path == path)
    kept = apply(change, tmp_path / "backups")
    assert kept is not None
    assert kept.read_text(encoding="utf-8") == "{}"
    assert path.stat().st_mode & 0o777 == (0o640 if os.name != "nt" else 0o666)


IS_ROOT = hasattr(os, "getuid") and os.getuid() == 0


@pytest.mark.skipif(not IS_ROOT, reason="only root can give a file away")
@pytest.mark.parametrize("can_give", [True, False])
def test_a_file_of_another_user_stays_his(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, can_give: bool) -> None:
    path = tmp_path / "home" / ".claude" / "settings.json"
    path.parent.mkdir(parents=True)
    path.write_text("{}", encoding="utf-8")
    os.chown(path, 1234, 1234)
    (change,) = additions(targets_in(tmp_path / "home", "linux", ["claude"])[:1])
    if can_give:
        apply(change, tmp_path / "backups")
    else:

        def refuse(*_: object) -> None:
            raise PermissionError

        monkeypatch.setattr(os, "chown", refuse)
        with pytest.raises(ConflictError, match="it belongs to somebody else"):
            apply(change, tmp_path / "backups")

    assert (path.stat().st_uid, path.stat().st_gid) == (1234, 1234)
    assert (path.read_text(encoding="utf-8") == "{}") is not can_give
    assert [one.name for one in path.parent.iterdir()] == ["settings.json"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="Windows has no pipes among its files")
def test_a_pipe_in_the_place_of_a_file_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "home" / ".claude").mkdir(parents=True)
    os.mkfifo(tmp_path / "home" / ".claude" / "settings.json")

    (change,) = additions(targets_in(tmp_path / "home", "linux", ["claude"])[:1])

    assert change.problem == "it is no file"


@pytest.mark.skipif(os.name == "nt", reason="there are no permission bits on Windows")
def test_the_folder_of_the_memory_is_private_where_setup_is_the_first_to_make_it(tmp_path: Path) -> None:
    home = tmp_path / "home"
    (home / ".claude").mkdir(parents=True)
    backups = home / "data" / "memory-mcp" / "client-files" / "now"
    for change in additions(targets_in(home, "linux", ["claude"])):
        apply(change, backups)
    assert (home / "data" / "memory-mcp").stat().st_mode & 0o777 == 0o700


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    (tmp_path / "dotfiles.json").write_text("{}", encoding="utf-8")
    (home / ".claude.json").symlink_to(tmp_path / "dotfiles.json")
    applied(additions(targets_in(home, "linux", ["claude"])), home)
    assert (home / ".claude.json").is_symlink()
    assert "memory-mcp" in (tmp_path / "dotfiles.json").read_text(encoding="utf-8")


def test_a_file_that_was_changed_after_it_was_shown_is_not_overwritten(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    changes = additions(targets_in(home, "linux", ["claude"]))
    (home / ".claude.json").write_text('{"new": 1}', encoding="utf-8")
    with pytest.raises(ConflictError, match="changed meanwhile"):
        applied(changes, home)
    assert (home / ".claude.json").read_text(encoding="utf-8") == '{"new": 1}'


def test_removal_leaves_no_folder_that_setup_made_and_every_one_that_was_there(tmp_path: Path) -> None:
    home, backups = tmp_path / "home", tmp_path / "backups"
    (home / ".claude" / "skills").mkdir(parents=True)
    targets = targets_in(home, "linux", ["claude", "codex", "cursor"])
    applied(additions(targets), home)
    (home / ".cursor" / "theirs.txt").write_text("")
    applied(removals(targets), home)
    remove_folders(backups)
    left = {path.relative_to(home).as_posix() for path in home.rglob("*")}
    assert left == {".claude", ".claude/skills", ".cursor", ".cursor/theirs.txt"}
    (home / ".cursor" / "theirs.txt").unlink()
    remove_folders(backups)
    assert not (home / ".cursor").exists()


def test_a_folder_of_that_name_that_somebody_made_later_stays(tmp_path: Path) -> None:
    home = tmp_path / "home"
    in_and_out(home)
    # Renamed, so that its number cannot be given again.
    (home / ".codex").rename(home / "old")
    (home / ".codex").mkdir()
    remove_folders(tmp_path / "backups")
    assert (home / ".codex").is_dir()


def test_a_file_that_stands_where_a_made_folder_stood_stops_no_removal(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    in_and_out(home)
    record = tmp_path / "made-folders"
    record.write_text(record.read_text(encoding="utf-8") + f"7 {home / 'file' / 'below'}\0", encoding="utf-8")
    (home / "file").write_text("")
    remove_folders(tmp_path / "backups")
    assert not (home / ".codex").exists()
    assert not record.exists()


def test_a_record_of_made_folders_that_breaks_off_stops_no_removal(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    in_and_out(home)
    with (tmp_path / "made-folders").open("a", encoding="utf-8") as record:
        record.write("1234")
    remove_folders(tmp_path / "backups")
    assert not (home / ".codex").exists()


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such names")
def test_of_paths_that_are_no_utf_8_a_folder_is_made_and_removed_and_a_file_that_would_name_one_is_left_alone(
    tmp_path: Path,
) -> None:
    home = tmp_path / os.fsdecode(b"h\xff")
    home.mkdir()
    places = Places(home, {}, "linux")
    for db, problem in (tmp_path / "m.db", ""), (home / "m.db", "it would name a path that is no UTF-8"):
        targets = [("codex", one) for one in CLIENTS["codex"].targets(places, Program(("/opt/memory-mcp",), db), None)]
        changes = additions(targets)
        assert {one.problem for one in changes if one.path.suffix != ".md"} == {problem}
        applied(changes, home)
        applied(removals(targets), home)
        remove_folders(tmp_path / "backups")
        assert not (home / ".codex").exists()


def test_what_a_client_writes_while_the_copy_is_made_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = tmp_path / "home"
    home.mkdir()
    path = home / ".claude.json"
    path.write_text("{}", encoding="utf-8")
    (change,) = [one for one in additions(targets_in(home, "linux", ["claude"])) if one.path == path]
    flush = os.fsync

    def write_meanwhile(handle: int) -> None:
        flush(handle)
        path.write_text('{"theirs": 1}', encoding="utf-8")

    monkeypatch.setattr(os, "fsync", write_meanwhile)
    with pytest.raises(ConflictError, match="was changed meanwhile"):
        apply(change, tmp_path / "backups")
    assert path.read_text(encoding="utf-8") == '{"theirs": 1}'
    assert [one.name for one in home.iterdir()] == [".claude.json"]


def test_the_copy_of_a_second_setup_in_the_same_second_takes_not_the_place_of_the_first(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    (home / ".claude.json").write_text('{"mine": 1}', encoding="utf-8")
    targets = targets_in(home, "linux", ["claude"])[1:2]
    kept = [apply(change, tmp_path / "backups") for plan in (additions, removals) for change in plan(targets)]
    assert '{"mine": 1}' in [one.read_text(encoding="utf-8") for one in kept if one is not None]


def test_what_a_killed_setup_left_beside_a_file_goes_and_what_another_writes_stays(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    left, young, theirs = (home / f".{name}.part" for name in (".claude.json.0123abcd", ".claude.json.12345678", "x"))
    for one in (left, young, theirs):
        one.write_text("{", encoding="utf-8")
    os.utime(left, (1, 1))
    os.utime(theirs, (1, 1))
    applied(additions(targets_in(home, "linux", ["claude"])[1:2]), home)
    assert {one.name for one in home.iterdir()} == {".claude.json", young.name, theirs.name}


def test_a_made_folder_below_one_with_a_line_break_in_its_name_is_removed(tmp_path: Path) -> None:
    home = tmp_path / "my\nhome"
    home.mkdir()
    in_and_out(home)
    remove_folders(tmp_path / "backups")
    assert not (home / ".codex").exists()


@pytest.mark.skipif(os.name != "posix", reason="rights are of POSIX")
def test_what_it_makes_is_its_owners_alone_to_write(tmp_path: Path) -> None:
    home = tmp_path / "home"
    there = home / ".claude"
    before = os.umask(0)
    try:
        there.mkdir(parents=True)
        old = {home, there}
        applied(additions(targets_in(home, "linux")), home)
        made = [path for path in tmp_path.rglob("*") if path not in old]
    finally:
        os.umask(before)
    assert {str(path): oct(path.stat().st_mode) for path in made if path.stat().st_mode & 0o022} == {}
    assert {path.stat().st_mode & 0o777 for path in old} == {0o777}
