"""The command ``sync``: what it says of a folder, as lines and as JSON, and how it ends."""

from __future__ import annotations

import json

import click
import pytest
from click.testing import CliRunner

from memory_mcp.cli.main import cli
from memory_mcp.errors import ConflictError, InvalidInputError, MemoryMcpError, NotFoundError


@pytest.fixture(autouse=True)
def state_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    # No repository, so no project.
    monkeypatch.chdir(tmp_path)
    for name in ("MEMORY_SYNC_KEY_FILE", "MEMORY_DB_KEY"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def on(tmp_path):
    """Run a command on a machine and return what it printed; the failure that ends it is raised."""

    def run(machine, *words):
        path = tmp_path / machine / "memory.db"
        result = CliRunner().invoke(cli, ["--db", str(path), "--no-embed", *words], standalone_mode=False)
        if result.exception is not None:
            raise result.exception
        return result

    return run


@pytest.fixture
def shared(tmp_path):
    return str(tmp_path / "shared")


def synced(on, machine, shared, *options):
    result = on(machine, "sync", shared, "--json", *options)
    return json.loads(result.output) | {"exit": result.return_value}


def test_what_one_machine_learnt_another_finds(on, shared):
    on("desk", "learn", "we use tabs in the harbour")
    on("desk", "sync", "init", shared)
    assert "1 written" in on("desk", "sync", shared).output
    assert "1 record taken in (1 of them new here)" in on("lap", "sync", shared).output
    assert "harbour" in on("lap", "search", "tabs harbour").output


def test_the_json_of_it_counts_what_came_and_went(on, shared):
    on("desk", "learn", "we use tabs in the harbour")
    on("desk", "sync", "init", shared)
    assert synced(on, "desk", shared, "--dry-run")["written"] == {"segments": 0, "records": 1}
    assert synced(on, "desk", shared)["written"] == {"segments": 1, "records": 1}
    told = synced(on, "lap", shared)
    assert (told["takenIn"], told["problems"], told["exit"]) == ({"segments": 1, "records": 1, "changed": 1}, [], 0)


def test_a_log_that_cannot_be_read_ends_it_with_the_code_of_its_failure(on, shared, tmp_path):
    on("desk", "learn", "we use tabs in the harbour")
    on("desk", "sync", "init", shared)
    synced(on, "desk", shared)
    segment = next((tmp_path / "shared").rglob("*.gz"))
    segment.write_bytes(segment.read_bytes()[:-9])
    told = synced(on, "lap", shared)
    assert ([problem["code"] for problem in told["problems"]], told["exit"]) == (["corrupt"], 6)
    assert "--anew" in told["problems"][0]["hint"]


def test_status_says_who_is_how_far(on, shared):
    assert "synchronised with nothing" in on("desk", "sync", "status").output
    on("desk", "learn", "we use tabs in the harbour")
    on("desk", "sync", "init", shared)
    synced(on, "desk", shared)
    synced(on, "lap", shared)
    on("lap", "learn", "prefer uv over pip")
    (told,) = json.loads(on("lap", "sync", "status", "--json").output)["targets"]
    assert (told["target"], told["waiting"]) == (shared, 1)
    assert sorted((one["isThis"], one["segments"], one["taken"]) for one in told["machines"]) == [
        (False, 1, 1), (True, 0, 0),
    ]  # fmt: skip
    said = on("lap", "sync", "status").output
    assert "1 of 1 segment taken in" in said
    assert "1 change waits to be written" in said


def test_an_encrypted_memory_writes_no_word_that_can_be_read(on, shared, tmp_path, monkeypatch):
    key = tmp_path / "key"
    key.write_text("raw:" + "ab" * 32)
    key.chmod(0o600)
    monkeypatch.setenv("MEMORY_SYNC_KEY_FILE", str(key))
    on("desk", "learn", "we use tabs in the harbour")
    on("desk", "sync", "init", shared)
    synced(on, "desk", shared)
    assert [path.suffix for path in (tmp_path / "shared").rglob("*-*-*.jsonl*")] == [".sealed"]
    assert synced(on, "lap", shared)["takenIn"]["records"] == 1


@pytest.mark.parametrize(
    ("words", "failure"),
    [
        (["nowhere"], NotFoundError), (["init"], InvalidInputError), (["ftp://somewhere"], InvalidInputError),
        (["postgresql://localhost/memory", "--dry-run"], InvalidInputError),
    ],
)  # fmt: skip
def test_what_cannot_be_meant_is_refused_with_a_way_out(on, words, failure):
    with pytest.raises(failure) as caught:
        on("desk", "sync", *words)
    assert isinstance(caught.value, MemoryMcpError)
    assert caught.value.hint


def test_who_names_no_target_is_told_what_to_type(on, shared):
    with pytest.raises(InvalidInputError) as caught:
        on("desk", "sync", "now")
    steps = "`memory-mcp sync init FOLDER`, then `memory-mcp sync FOLDER`"
    assert steps in caught.value.hint
    assert steps in on("desk", "sync", "status").output


def test_a_forgotten_target_is_told_no_more(on, shared):
    on("desk", "sync", "init", shared)
    synced(on, "desk", shared)
    on("desk", "sync", "forget", shared)
    assert "synchronised with nothing" in on("desk", "sync", "status").output
    with pytest.raises(NotFoundError):
        on("desk", "sync", "forget", shared)


def test_a_copied_file_becomes_a_machine_of_its_own(on, shared, tmp_path):
    on("desk", "sync", "init", shared)
    (tmp_path / "copy").mkdir()
    on("desk", "backup", str(tmp_path / "copy" / "memory.db"))
    with pytest.raises(ConflictError, match="--new-machine"):
        on("copy", "sync", shared)
    on("copy", "sync", "init", shared, "--new-machine")
    first, second = synced(on, "desk", shared), synced(on, "copy", shared)
    assert first["machine"] != second["machine"]


def in_projects(on, machine):
    told = json.loads(on(machine, "project", "list", "--json").output)
    return {one["name"]: one["rows"] for one in told["projects"]}


def test_a_mapped_project_is_one_on_both_machines_also_in_later_syncs(on, shared):
    on("desk", "learn", "we use tabs", "--project", "backend")
    on("lap", "learn", "we use spaces", "--project", "api")
    on("desk", "sync", "init", shared)
    synced(on, "desk", shared)
    synced(on, "lap", shared, "--map", "backend=api")
    on("desk", "learn", "the port is 80", "--project", "backend")
    for machine in ("desk", "lap", "desk"):
        synced(on, machine, shared)
    assert in_projects(on, "lap") == {"api": 3}
    assert in_projects(on, "desk") == {"api": 3}
    synced(on, "lap", shared, "--map", "backend=api")
    assert synced(on, "lap", shared)["written"]["records"] == 0


def test_a_project_of_the_mapped_name_that_is_here_too_is_asked_about(on, shared):
    on("desk", "sync", "init", shared)
    for name in ("backend", "api"):
        on("desk", "learn", f"we use {name}", "--project", name)
    with pytest.raises(ConflictError, match="is here too"):
        on("desk", "sync", shared, "--map", "backend=api")
    assert in_projects(on, "desk") == {"api": 1, "backend": 1}


@pytest.mark.parametrize("options", [("--map", "api="), ("--map", "api=web", "--dry-run")])
def test_a_mapping_that_cannot_be_kept_is_told(on, shared, options):
    on("desk", "sync", "init", shared)
    with pytest.raises(InvalidInputError, match="names a project"):
        on("desk", "sync", shared, *options)


def test_a_project_that_is_not_here_is_nobody_elses(on, shared):
    on("desk", "sync", "init", shared)
    on("desk", "learn", "we use tabs", "--project", "backend")
    with pytest.raises(NotFoundError, match="no project 'bakend' is here"):
        on("desk", "sync", shared, "--map", "api=bakend")
    assert in_projects(on, "desk") == {"backend": 1}


def test_a_mapping_for_a_target_that_is_not_there_changes_nothing(on, tmp_path):
    on("desk", "learn", "we use tabs", "--project", "api")
    with pytest.raises(MemoryMcpError):
        on("desk", "sync", str(tmp_path / "no-folder"), "--map", "backend=api")
    on("desk", "learn", "we use spaces", "--project", "backend")
    assert in_projects(on, "desk") == {"api": 1, "backend": 1}


def erase(on, machine, text):
    [found] = json.loads(on(machine, "search", text, "--json").output)["hits"]
    on(machine, "forget", found["id"], "--erase", "--yes")


def test_an_erased_row_is_named_where_this_machine_wrote_it_before_and_only_there(on, shared):
    on("desk", "sync", "init", shared)
    on("desk", "learn", "never synchronised: the harbour is closed")
    erase(on, "desk", "harbour")
    assert "erased row" not in on("desk", "sync", shared).output
    on("desk", "learn", "we use tabs in the port")
    on("desk", "sync", shared)
    on("lap", "sync", shared)
    erase(on, "desk", "port")
    assert "1 erased row: files that this machine wrote before" in on("desk", "sync", shared).output
    assert "erased row" not in on("lap", "sync", shared).output
    assert "erased row" not in on("desk", "sync", shared, "--anew").output


def told_by_status(on, machine):
    """Return what status says below its lines on targets and machines, and its failures as JSON tells them."""
    (told,) = json.loads(on(machine, "sync", "status", "--json").output)["targets"]
    return on(machine, "sync", "status").output, told


def two_segments(on, shared):
    on("desk", "sync", "init", shared)
    for text in ("we use tabs in the harbour", "we use spaces in the port"):
        on("desk", "learn", text)
        synced(on, "desk", shared)


def test_status_tells_a_gap_with_the_way_out(on, shared, tmp_path):
    two_segments(on, shared)
    on("lap", "sync", "init", shared)
    min((tmp_path / "shared").rglob("*.gz")).rename(tmp_path / "first.gz")
    synced(on, "lap", shared)
    text, told = told_by_status(on, "lap")
    assert [one["code"] for one in told["problems"]] == ["not_found"]
    assert "not_found: segment 1 of the machine" in text
    assert "--anew" in text


def test_status_tells_two_machines_of_one_id_with_the_way_out(on, shared, tmp_path):
    two_segments(on, shared)
    last = max((tmp_path / "shared").rglob("*.gz"))
    last.with_name(f"{last.name[:14]}{'0' * 32}.jsonl.gz").write_bytes(last.read_bytes())
    synced(on, "lap", shared)
    for machine in ("desk", "lap"):
        text, told = told_by_status(on, machine)
        assert [one["code"] for one in told["problems"]] == ["conflict"]
        assert "two machines write as" in text
        assert "--new-machine" in text


def test_status_tells_a_segment_that_waits(on, shared, tmp_path):
    two_segments(on, shared)
    synced(on, "lap", shared)
    on("lap", "learn", "prefer uv over pip")
    synced(on, "lap", shared)
    lap = json.loads(on("lap", "sync", "status", "--json").output)["targets"][0]["machines"]
    desk = next(one["machine"] for one in lap if not one["isThis"])
    for path in sorted((tmp_path / "shared" / desk).glob("*.gz")):
        path.unlink()
    assert synced(on, "third", shared)["exit"] == 0
    text, told = told_by_status(on, "third")
    assert (len(told["held"]), told["problems"]) == (1, [])
    assert "waits: " in text
    assert "it waits since" in text


@pytest.mark.parametrize(
    "target",
    [
        "host=127.0.0.1 port=1 user=u password=PWxyz", "password = 'PWxyz and more' host=h", "password=PWxyz",
        "dbname=postgresql://u:PWxyz@h/d", "PostgreSQL:/u:PWxyz@h/d", "u:PWxyz@h://d", "u:PWxyz@h",
    ],
)  # fmt: skip
@pytest.mark.parametrize("command", [["init"], ["status"], ["forget"], []])
def test_what_may_hold_a_password_is_no_folder_and_is_not_said_again(on, tmp_path, command, target):
    with pytest.raises(InvalidInputError) as caught:
        on("desk", "sync", *command, target)
    assert "PWxyz" not in f"{caught.value.message} {caught.value.hint}"
    assert [path.name for path in tmp_path.rglob("*") if "PWxyz" in path.name] == []


def test_a_folder_may_have_any_name_behind_a_dot(on, tmp_path):
    on("desk", "sync", "init", "./of=us")
    assert (tmp_path / "of=us").is_dir()


@pytest.mark.parametrize("words", [("",), ("init", ""), ("init", " "), ("status", ""), ("forget", "")])
def test_an_empty_target_is_none_and_not_the_folder_here(on, words, tmp_path):
    on("desk", "learn", "we use tabs in the harbour")
    before = sorted(tmp_path.rglob("*"))
    with pytest.raises(click.BadParameter, match="it is empty"):
        on("desk", "sync", *words)
    assert sorted(tmp_path.rglob("*")) == before


def test_a_key_for_the_memory_names_the_folders_that_hold_it_in_the_clear_until_they_are_written_anew(
    on, shared, tmp_path, monkeypatch
):
    on("desk", "learn", "we use tabs in the harbour")
    on("desk", "sync", "init", shared)
    on("desk", "sync", shared)
    on("desk", "sync", "init", str(tmp_path / "away"))
    on("desk", "sync", str(tmp_path / "away"))
    (tmp_path / "away").rename(tmp_path / "unplugged")
    monkeypatch.setenv("MEMORY_DB_KEY_FILE", str(tmp_path / "m.key"))
    said = on("desk", "key", "init").output
    assert f"`memory-mcp sync {shared} --anew`" in said
    assert "/away" not in said
    synced(on, "desk", shared, "--anew")
    assert "--anew" not in on("desk", "key", "change").output
