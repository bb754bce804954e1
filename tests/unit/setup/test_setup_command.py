"""`memory-mcp setup` in a home folder of its own: history, proof, the closing screen, and out again."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import click.testing
import pytest
from capture_corpus import Turn, Writer, conversation, lines_of
from click.testing import CliRunner
from replaying import environment

from memory_mcp.capture.transcripts.history_import import import_files
from memory_mcp.cli.main import cli
from memory_mcp.config import Settings
from memory_mcp.errors import BusyError
from memory_mcp.setup import history
from memory_mcp.setup.changes import additions, apply
from memory_mcp.setup.clients import CLIENTS
from memory_mcp.setup.places import Places
from memory_mcp.setup.program import Program
from memory_mcp.setup.proof import FACT
from memory_mcp.store.file.database import Database
from memory_mcp.temporal import SystemClock
from memory_mcp.view.page import page_with, write_page


def files_in(home: Path) -> dict[str, bytes]:
    return {str(path.relative_to(home)): path.read_bytes() for path in home.rglob("*") if path.is_file()}


WISH = "From now on always use pnpm, never npm."
NOTE = "The parser's tests need the locale C.UTF-8"


class Done(NamedTuple):
    home: Path
    before: dict[str, bytes]
    told: dict[str, Any]


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return used_home(tmp_path)


def used_home(base: Path) -> Path:
    """Make a home folder in which Claude Code is configured and was used."""
    folder = base / "home"
    projects = folder / ".claude" / "projects" / "-code-parser"
    projects.mkdir(parents=True)
    (folder / ".claude" / "settings.json").write_text('{"theme": "dark" /* mine */}\n', encoding="utf-8")
    (projects / "memory").mkdir()
    (projects / "memory" / "MEMORY.md").write_text(f"- {NOTE}\n", encoding="utf-8")
    for number in range(2):
        told = conversation(f"s{number}", 3, seed=number)
        told.turns.append(Turn(WISH, ("Understood.",)))
        writer = Writer("claude", told.session, str(folder))
        entries = [*writer.head(), *(entry for turn in told.turns for entry in writer.turn(turn))]
        (projects / f"s{number}.jsonl").write_bytes(lines_of(entries))
    return folder


@pytest.fixture(scope="module")
def done(tmp_path_factory: pytest.TempPathFactory) -> Done:
    """A home folder in which setup was run once, as it is at a terminal."""
    folder = used_home(tmp_path_factory.mktemp("once"))
    # Where its folder should be stands a file.
    (folder / ".codeium").mkdir()
    (folder / ".codeium" / "windsurf").write_text("", encoding="utf-8")
    before = files_in(folder)
    command = [sys.executable, "-m", "memory_mcp", "--db", str(folder.parent / "m.db"), "setup", "--yes", "--json"]
    given = environment(HOME=str(folder), PATH="/usr/bin:/bin", CLAUDE_CONFIG_DIR="", CODEX_HOME="")
    ended = subprocess.run(command, capture_output=True, text=True, check=False, env=given, cwd=folder)
    assert ended.returncode == 1, ended.stderr
    return Done(folder, before, json.loads(ended.stdout))


@pytest.mark.external
def test_setup_brings_in_the_history_proves_the_client_and_shows_the_past(done: Done) -> None:
    assert [one["found"] for one in done.told["proof"]] == [True]
    assert done.told["history"]["files"] == 2
    assert (done.told["past"]["sessions"], done.told["past"]["turns"]) == (2, done.told["history"]["addedTurns"])
    lines = done.told["past"]["lines"]
    assert lines[0].startswith(f"{done.told['past']['turns']} turns of 2 sessions")
    assert re.match(r"You last worked, [0-9a-z ]+ ago, with Claude Code: ", lines[1])
    assert lines[lines.index("You keep telling assistants:") + 1] == f"  {WISH}"


@pytest.mark.external
def test_a_file_that_cannot_be_written_is_left_alone_and_the_others_are_changed(done: Done) -> None:
    assert [one["clients"] for one in done.told["leftAlone"]] == [["windsurf"]]
    assert len(done.told["changed"]) == 5


@pytest.mark.external
def test_the_notes_a_client_kept_for_itself_come_in_as_lessons(done: Done) -> None:
    shown = CliRunner().invoke(cli, ["--db", str(done.home.parent / "m.db"), "--no-embed", "search", "--all", NOTE])
    assert NOTE in shown.output


@pytest.mark.external
def test_the_proof_leaves_nothing_in_the_file(done: Done) -> None:
    shown = CliRunner().invoke(cli, ["--db", str(done.home.parent / "m.db"), "--no-embed", "search", "--all", FACT])
    assert FACT not in shown.output


@pytest.mark.external
def test_after_setup_nothing_is_left_to_change(done: Done) -> None:
    assert json.loads(invoke(done.home, "claude", "--dry-run", "--json").stdout)["changed"] == []


@pytest.mark.external
def test_remove_leaves_every_file_as_it_was_and_purge_deletes_the_memory(done: Done) -> None:
    # What a search, a restored backup and a page leave there.
    (done.home.parent / "m-before-restore-1.db").write_bytes(b"")
    (done.home.parent / "m.db-listed").write_text("{}")
    write_page(done.home.parent / "memory.html", page_with({}))
    told = json.loads(invoke(done.home, "--remove", "--purge", "--yes", "--json").stdout)
    assert str(done.home.parent / "m.db") in told["purged"]
    assert files_in(done.home) == done.before
    assert [path.name for path in done.home.parent.iterdir()] == ["home"]


def test_a_purge_takes_the_copies_of_clients_files_that_it_made_itself(home: Path) -> None:
    program = Program(("memory-mcp",), home.parent / "m.db")
    targets = [("claude", target) for target in CLIENTS["claude"].targets(Places(home, {}), program, None)]
    for change in additions(targets):
        apply(change, home.parent / "copies")
    (home.parent / "m.db").write_bytes(b"")
    told = json.loads(invoke(home, "claude", "--remove", "--purge", "--yes", "--json").stdout)
    assert (len(told["changed"]), (home.parent / "client-files").exists()) == (4, False)


def test_a_purge_needs_no_key_which_may_be_lost(home: Path) -> None:
    db = home.parent / "m.db"
    Database(db, SystemClock(), key=f"raw:{'7e' * 32}").close()
    told = json.loads(invoke(home, "--remove", "--purge", "--yes", "--json").stdout)
    assert (told["purged"], db.exists()) == ([str(db)], False)


def test_a_purge_deletes_a_damaged_memory(home: Path) -> None:
    db = home.parent / "m.db"
    db.write_bytes(b"no database at all" * 1_000)
    told = json.loads(invoke(home, "--remove", "--purge", "--yes", "--json").stdout)
    assert (told["purged"], db.exists()) == ([str(db)], False)


@pytest.mark.external
@pytest.mark.skipif(os.name == "nt", reason="there nobody can delete what is open")
@pytest.mark.parametrize("key", [None, f"raw:{'7e' * 32}"])
def test_nothing_is_purged_while_another_process_has_the_memory_open(home: Path, key: str | None) -> None:
    db = home.parent / "m.db"
    program = (
        "import sys; from pathlib import Path; from memory_mcp.store.file.database import Database;"
        "from memory_mcp.temporal import SystemClock;"
        "db = Database(Path(sys.argv[1]), SystemClock(), key=sys.argv[2] or None);"
        "db.reading().__enter__().rows('SELECT 1'); print('open', flush=True); sys.stdin.read()"
    )
    command = [sys.executable, "-c", program, str(db), key or ""]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "open\n"
        result = invoke(home, "--remove", "--purge", "--yes", "--json")
        other.communicate("")
    assert (type(result.exception), db.exists()) == (BusyError, True)


@pytest.mark.skipif(os.name == "nt", reason="not everybody may make links there")
def test_a_purge_takes_the_backups_on_another_disk_that_a_link_leads_to_and_nothing_else_there(home: Path) -> None:
    disk, db = home.parent / "disk", home.parent / "m.db"
    disk.mkdir()
    (disk / "photo.jpg").write_bytes(b"mine")
    db.with_name("m.db-backups").symlink_to(disk)
    CliRunner().invoke(cli, ["--db", str(db), "--no-embed", "learn", "Staging listens on port 6543."])
    CliRunner().invoke(cli, ["--db", str(db), "backup"])
    told = json.loads(invoke(home, "--remove", "--purge", "--yes", "--json").stdout)
    assert len(told["purged"]) == 3
    assert [one.name for one in disk.iterdir()] == ["photo.jpg"]
    assert sorted(one.name for one in home.parent.iterdir()) == ["disk", "home"]


@pytest.mark.skipif(os.name == "nt", reason="not everybody may make links there")
def test_a_purge_leaves_the_files_of_others_where_a_link_leads_the_backups(home: Path) -> None:
    disk, db = home.parent / "disk", home.parent / "m.db"
    disk.mkdir()
    for name in ("photos.db", "m-notes.db"):
        (disk / name).write_bytes(b"mine")
    db.with_name("m.db-backups").symlink_to(disk)
    CliRunner().invoke(cli, ["--db", str(db), "--no-embed", "learn", "Staging listens on port 6543."])
    CliRunner().invoke(cli, ["--db", str(db), "backup"])
    (disk / "m-schema-3.db").write_bytes(b"SQLite format 3\0")
    invoke(home, "--remove", "--purge", "--yes", "--json")
    assert sorted(one.name for one in disk.iterdir()) == ["m-notes.db", "photos.db"]


@pytest.mark.skipif(os.name == "nt", reason="not everybody may make links there")
@pytest.mark.parametrize("key", ["", f"raw:{'7e' * 32}"])
def test_a_purge_leaves_the_backups_of_another_memory_of_that_name_in_one_folder(home: Path, key: str) -> None:
    disk, db, other = home.parent / "disk", home.parent / "m.db", home.parent / "other" / "m.db"
    disk.mkdir()
    other.parent.mkdir()
    for one, of_key in ((db, ""), (other, key)):
        one.with_name("m.db-backups").symlink_to(disk)
        given = ["--db", str(one), "--no-embed"]
        CliRunner().invoke(cli, [*given, "learn", "Staging listens on 6543."], env={"MEMORY_DB_KEY": of_key})
        ours = {path.name for path in disk.iterdir()}
        CliRunner().invoke(cli, [*given, "backup"], env={"MEMORY_DB_KEY": of_key})
    [theirs] = {path.name for path in disk.iterdir()} - ours
    told = json.loads(invoke(home, "--remove", "--purge", "--yes", "--json").stdout)
    assert told["leftBackups"] == [str(db.with_name("m.db-backups") / theirs)]
    assert [path.name for path in disk.iterdir()] == [theirs]


@pytest.mark.skipif(os.name == "nt", reason="not everybody may make links there")
def test_a_purge_deletes_the_memory_that_a_link_leads_to(home: Path) -> None:
    disk, db = home.parent / "disk", home.parent / "m.db"
    disk.mkdir()
    (disk / "photo.jpg").write_bytes(b"mine")
    db.symlink_to(disk / "kept.db")
    CliRunner().invoke(cli, ["--db", str(db), "--no-embed", "learn", "Staging listens on port 6543."])
    told = json.loads(invoke(home, "--remove", "--purge", "--yes", "--json").stdout)
    assert {str(db), str(disk / "kept.db")} <= set(told["purged"])
    assert [one.name for one in disk.iterdir()] == ["photo.jpg"]


def test_a_purge_takes_the_folders_that_setup_made_for_the_memory(tmp_path: Path) -> None:
    home = tmp_path / "home"
    (home / ".claude").mkdir(parents=True)
    given = {"HOME": str(home), "USERPROFILE": str(home), "PATH": "", "CODEX_HOME": "", "CLAUDE_CONFIG_DIR": ""}
    setup = ["--db", str(home / ".local" / "share" / "memory-mcp" / "m.db"), "setup", "claude", "--yes"]
    CliRunner().invoke(cli, [*setup, "--no-history"], env=given)
    assert (home / ".local" / "share" / "memory-mcp").is_dir()
    CliRunner().invoke(cli, [*setup, "--remove", "--purge"], env=given)
    assert [one.name for one in home.rglob("*")] == [".claude"]


def test_a_page_that_somebody_else_wrote_is_not_purged(home: Path) -> None:
    (home.parent / "m.db").write_bytes(b"")
    page = home.parent / "memory.html"
    page.write_text("<p>mine</p>", encoding="utf-8")
    told = json.loads(invoke(home, "--remove", "--purge", "--yes", "--json").stdout)
    assert (told["purged"], page.exists()) == ([str(home.parent / "m.db")], True)


def invoke(
    home: Path,
    *arguments: str,
    db: Path | None = None,
    input: str | None = None,  # noqa: A002 - click's own word
) -> Any:
    given = {"HOME": str(home), "USERPROFILE": str(home), "PATH": "", "CODEX_HOME": "", "CLAUDE_CONFIG_DIR": ""}
    return CliRunner().invoke(
        cli, ["--db", str(db or home.parent / "m.db"), "setup", *arguments], env=given, input=input
    )


def test_a_dry_run_changes_no_byte_and_makes_no_memory(home: Path) -> None:
    before = files_in(home)
    assert len(json.loads(invoke(home, "--dry-run", "--json").stdout)["changed"]) == 4
    assert files_in(home) == before
    assert not (home.parent / "m.db").exists()


def test_setup_says_a_line_a_file_and_shows_the_diffs_where_that_is_asked_for(home: Path) -> None:
    for name in (".gemini", ".codex", ".cursor"):
        (home / name).mkdir()
    said = invoke(home, "--dry-run").stdout
    assert len(said.splitlines()) < 30
    assert re.search(r"\nClaude Code\n  ~/.claude/settings.json: hooks \(\d+ lines in, 1 line out\)\n", said)
    assert re.search(r"\n  ~/.gemini/settings.json: hooks, server \(new file, \d+ lines\)\n", said)
    assert said.endswith("Nothing was changed: this was a dry run. --diff shows each line.\n")
    shown = invoke(home, "--dry-run", "--diff").stdout
    assert "--- ~/.claude/settings.json\n" in shown
    assert '-{"theme": "dark" /* mine */}\n+{"theme": "dark"' in shown
    assert [line for line in said.splitlines() if line.startswith("  ~")] == [
        line for line in shown.splitlines() if line.startswith("  ~")
    ]


@pytest.mark.parametrize(
    "entry",
    [
        {"command": "uvx", "args": ["memory-mcp-sqlite"], "env": {"MEMORY_DB_PATH": "~/two words.db"}},
        {"command": "memory-mcp", "args": ["--db", "~/two words.db", "serve"]},
        {"command": "memory-mcp", "args": ["--db=~/two words.db", "serve"], "env": {"MEMORY_DB_PATH": "/x"}},
    ],
)
def test_a_client_that_has_used_another_memory_is_told_with_what_keeps_it(home: Path, entry: dict[str, Any]) -> None:
    (home / ".claude.json").write_text(json.dumps({"mcpServers": {"memory": entry}}), encoding="utf-8")
    said = invoke(home, "claude", "--dry-run").stdout
    assert "\nClaude Code has used another memory until now: ~/two words.db\n" in said
    assert "this keeps the other one: memory-mcp --db '~/two words.db' setup claude\n" in said
    told = json.loads(invoke(home, "claude", "--dry-run", "--json").stdout)
    assert told["otherMemories"] == [{"client": "claude", "path": "~/two words.db"}]


def test_a_client_that_uses_this_memory_is_told_of_no_other(home: Path) -> None:
    entry = {"command": "memory-mcp", "args": ["--db", str(home.parent / "m.db"), "serve"]}
    (home / ".claude.json").write_text(json.dumps({"mcpServers": {"memory": entry}}), encoding="utf-8")
    assert "another memory" not in invoke(home, "claude", "--dry-run").stdout


def test_removal_leaves_a_server_of_another_memory_and_says_so(home: Path) -> None:
    work = {"command": "memory-mcp", "args": ["--db", "/work.db", "serve"]}
    mine = {"command": "memory-mcp", "args": ["--db", str(home.parent / "m.db"), "serve"]}
    path = home / ".claude.json"
    path.write_text(json.dumps({"mcpServers": {"work": work, "mine": mine}}), encoding="utf-8")
    said = invoke(home, "claude", "--remove", "--yes").stdout
    assert json.loads(path.read_text(encoding="utf-8")) == {"mcpServers": {"work": work}}
    assert "\nClaude Code has an entry of another memory, which stays: /work.db\n" in said
    assert "  This takes it out: memory-mcp --db /work.db setup claude --remove\n" in said
    again = invoke(home, "claude", "--remove", "--yes").stdout
    assert "\nNothing of this memory is there.\n" in again


def test_removal_leaves_all_of_a_client_that_goes_on_with_another_memory(home: Path) -> None:
    set_up(home, home / "b" / "b.db", "opencode", "claude", "continue")
    before = files_in(home)
    given = ["opencode", "claude", "continue", "--remove", "--yes", "--json"]
    told = json.loads(invoke(home, *given, db=home / "a" / "a.db").stdout)
    assert {one["client"] for one in told["otherMemories"]} == {"opencode", "claude", "continue"}
    assert (told["changed"], files_in(home)) == ([], before)


def test_words_that_two_clients_read_stay_while_one_of_them_goes_on(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = tmp_path / "project"
    project.mkdir()
    monkeypatch.chdir(project)
    set_up(home, home / "b.db", "opencode", project=project)
    set_up(home, home / "a.db", "codex", project=project)
    invoke(home, "codex", "opencode", "--scope", "project", "--remove", "--yes", db=home / "a.db")
    assert sorted(files_in(project)) == [".opencode/plugins/memory-mcp.js", "AGENTS.md", "opencode.json"]


def set_up(home: Path, db: Path, *names: str, project: Path | None = None) -> None:
    program = Program(("memory-mcp",), db)
    targets = [(name, target) for name in names for target in CLIENTS[name].targets(Places(home, {}), program, project)]
    for change in additions(targets):
        if change.is_one:
            apply(change, home.parent / "copies")


def test_a_purge_takes_out_the_entries_that_name_the_memory_through_a_link(home: Path) -> None:
    (home / ".codex").mkdir()
    (home / "real").mkdir()
    try:
        (home / "link").symlink_to(home / "real", target_is_directory=True)
    except OSError:
        pytest.skip("no links can be made here")  # Windows lets no ordinary user make one
    before = files_in(home)
    set_up(home, home / "link" / "m.db", "claude", "codex")
    (home / "real" / "m.db").write_bytes(b"")
    given = ["--remove", "--purge", "--yes", "--json"]
    told = json.loads(invoke(home, "claude", "codex", *given, db=home / "real" / "m.db").stdout)
    assert ("otherMemories" in told, told["purged"]) == (False, [str(home / "real" / "m.db")])
    assert files_in(home) == before


def test_whoever_is_asked_can_look_at_each_line_first(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = files_in(home)
    monkeypatch.setattr(click.testing._NamedTextIOWrapper, "isatty", lambda stream: stream.name == "<stdin>", False)
    asked = invoke(home, "claude", input="d\nn\n").stdout
    names, lines, last = asked.split("Change 4 files? [Y/n, d shows each line]: ")
    assert ("+++ ~/.claude.json" in names, "+++ ~/.claude.json" in lines, last) == (False, True, "n\n")
    assert files_in(home) == before


def test_what_a_client_s_file_hides_is_spelled_out(home: Path) -> None:
    (home / ".claude" / "settings.json").write_text('{"theme": "\x9b2J\u202e"}\n', encoding="utf-8")
    said = invoke(home, "claude", "--dry-run", "--diff").stdout
    assert '-{"theme": "\\x9b2J\\u202e"}' in said


def test_removal_says_that_the_memory_stays(home: Path) -> None:
    (home.parent / "m.db").write_bytes(b"")
    said = invoke(home, "--remove", "--yes").stdout
    assert f"The memory itself stays: {home.parent / 'm.db'} (--purge deletes it)." in said


@pytest.mark.parametrize(("more", "said"), [((), "The program stays too: "), (("--purge",), "The program stays: ")])
def test_removal_says_that_the_program_stays(
    home: Path, monkeypatch: pytest.MonkeyPatch, more: tuple[str, ...], said: str
) -> None:
    monkeypatch.setattr("memory_mcp.setup.launching.is_installed", lambda: True)
    (home.parent / "m.db").write_bytes(b"")
    assert said in invoke(home, "--remove", "--yes", *more).stdout


def test_a_purge_says_where_the_key_is_which_stays(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (home.parent / "m.db").write_bytes(b"")
    monkeypatch.setenv("MEMORY_DB_KEY_FILE", str(home.parent / "m.key"))
    said = invoke(home, "--remove", "--purge", "--yes").stdout
    assert f"The key stays, for copies that lie elsewhere: the key file {home.parent / 'm.key'}.\n" in said


def test_a_purge_leaves_and_names_what_was_exported(home: Path) -> None:
    (home.parent / "m.db").write_bytes(b"")
    kept = home.parent / "exports" / "all.jsonl"
    kept.parent.mkdir()
    kept.touch()
    said = invoke(home, "--remove", "--purge", "--yes").stdout
    assert f"What was exported stays, and is yours to delete: {kept.parent}\n" in said
    assert kept.exists()


def test_removal_says_nothing_of_what_a_client_asks_of_hooks_that_are_put_in(home: Path) -> None:
    program = Program(("memory-mcp",), home.parent / "m.db")
    for change in additions(("codex", target) for target in CLIENTS["codex"].targets(Places(home, {}), program, None)):
        apply(change, home.parent / "copies")
    said = invoke(home, "codex", "--remove", "--dry-run").stdout
    assert ".codex/hooks.json: hooks (" in said
    assert "whether to trust" not in said


def test_a_client_is_found_by_its_empty_folder_and_what_was_not_found_is_named(home: Path) -> None:
    for name in (".gemini", ".codex"):
        (home / name).mkdir()
    here, absent = invoke(home, "--dry-run").stdout.splitlines()[:2]
    assert here == "Clients here: Claude Code, Codex, Gemini CLI"
    assert absent.startswith("Looked for and not found: Claude Desktop, Cursor, VS Code, OpenCode, ")
    told = json.loads(invoke(home, "--dry-run", "--json").stdout)
    assert set(told["clients"]) | set(told["notFound"]) == set(CLIENTS)
    assert "not found" not in invoke(home, "codex", "--dry-run").stdout


@pytest.mark.parametrize(
    ("there", "found"),
    [
        ([], {"gemini"}),
        (["antigravity"], {"antigravity"}),
        (["config"], {"antigravity"}),
        (["antigravity", "settings.json"], {"antigravity", "gemini"}),
    ],
)
def test_the_folder_that_gemini_and_antigravity_share_shows_who_is_in_it(
    tmp_path: Path, there: list[str], found: set[str]
) -> None:
    for name in ("", *there):
        (tmp_path / ".gemini" / name).mkdir()
    places = Places(tmp_path, {"PATH": ""})
    assert {one.name for one in CLIENTS.values() if one.is_here(places)} == found


def test_nothing_is_changed_where_nobody_can_agree(home: Path) -> None:
    before = files_in(home)
    assert "nobody is there to agree" in str(invoke(home).exception)
    assert files_in(home) == before


def test_without_a_client_the_names_are_told(tmp_path: Path) -> None:
    told = invoke(tmp_path / "empty", "--yes").exception
    assert "no client is on this machine" in str(told)
    assert "claude, claude-desktop, codex" in str(told)


def test_the_entry_that_is_printed_is_all_of_standard_output(home: Path) -> None:
    entry = json.loads(invoke(home, "claude", "--print").stdout)
    assert entry["mcpServers"]["memory"]["type"] == "stdio"


def test_files_of_rules_are_left_alone_where_that_is_asked_for(home: Path) -> None:
    told = json.loads(invoke(home, "--no-rules", "--dry-run", "--json").stdout)
    assert {Path(one["path"]).name for one in told["changed"]} == {"settings.json", ".claude.json"}


def test_a_key_in_the_environment_is_said_to_be_needed_by_the_clients(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MEMORY_DB_KEY", "hunter2 hunter2")
    shown = invoke(home, "--dry-run").output
    assert "MEMORY_DB_KEY is set here" in shown
    assert "hunter2" not in shown


def test_an_interrupted_history_goes_on_with_the_next_run(home: Path) -> None:
    files = history.transcripts(["claude"], Places(home, {}))

    def interrupt(done: int, total: int | None) -> None:
        if done >= files[0][1]:
            raise KeyboardInterrupt

    database = Database(home.parent / "m.db", SystemClock())
    settings = Settings(db_path=home.parent / "m.db")
    with pytest.raises(KeyboardInterrupt):
        import_files(database, files, settings, progress=interrupt)
    first = import_files(database, files, settings)
    second = import_files(database, files, settings)
    database.close()
    assert (first.files, first.added > 0, second.added) == (2, True, 0)


def test_the_newest_transcript_comes_in_first(home: Path) -> None:
    older, newer = sorted((home / ".claude" / "projects").rglob("*.jsonl"))
    os.utime(older, (1, 1))
    assert [path for path, _size in history.transcripts(["claude"], Places(home, {}))] == [newer, older]


def test_a_project_gets_files_of_its_own(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    project = tmp_path / "project"
    project.mkdir()
    monkeypatch.chdir(project)
    told = json.loads(invoke(home, "claude", "vscode", "--scope", "project", "--dry-run", "--json").stdout)
    names = {Path(one["path"]).relative_to(project).as_posix() for one in told["changed"]}
    assert names >= {".mcp.json", ".claude/settings.local.json", "CLAUDE.md", ".vscode/mcp.json"}


def test_the_files_of_a_project_lie_at_its_root(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "project" / ".git").mkdir(parents=True)
    (tmp_path / "project" / "src").mkdir()
    monkeypatch.chdir(tmp_path / "project" / "src")
    told = json.loads(invoke(home, "vscode", "--scope", "project", "--dry-run", "--json").stdout)
    assert [one["path"] for one in told["changed"]] == [str(tmp_path / "project" / ".vscode" / "mcp.json")]
