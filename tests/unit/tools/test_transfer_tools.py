"""Export and import as tools."""

from __future__ import annotations

import errno
import json
import os
import subprocess
import sys

import pytest
from calling import Client, learn, server

from memory_mcp.cli.main import cli
from memory_mcp.errors import ConflictError, InvalidInputError, MemoryMcpError, RefusedError
from memory_mcp.store.file.atomic_files import new_file, new_folder
from memory_mcp.tools.documents import memory_read
from memory_mcp.tools.transfer import memory_export, memory_import


@pytest.fixture
def runtime(tmp_path, clock):
    (tmp_path / "work").mkdir()
    with server(tmp_path / "one", clock) as runtime:
        yield runtime


@pytest.fixture
def client(runtime, tmp_path):
    return Client(runtime, tmp_path / "work")


@pytest.fixture
def other(tmp_path, clock):
    """A client of another memory."""
    with server(tmp_path / "two", clock) as runtime:
        yield Client(runtime, tmp_path / "work")


def test_a_small_memory_goes_out_inline_and_into_another(client, other):
    uid = learn(client, "we use tabs")
    out = client.call(memory_export, project="*")
    report = other.call(memory_import, data=out["data"])

    assert (out["counts"]["learnings"], out["project"]) == (1, "*")
    assert report == {
        "format": "native", "read": 1, "added": 1, "merged": 0, "unchanged": 0, "skipped": {}, "problems": [],
        "dryRun": False,
    }  # fmt: skip
    assert other.call(memory_read, id=uid)["body"] == "we use tabs"


@pytest.mark.parametrize("format_", ["native", "studiomeyer"])
def test_a_memory_goes_through_a_file(client, other, tmp_path, format_):
    learn(client, "we use tabs")
    path = tmp_path / "one" / "exports" / "out.json"
    out = client.call(memory_export, path=str(path), format=format_, project="*")
    report = other.call(memory_import, data=path.read_text())

    assert (out["path"], report["added"], report["format"]) == (str(path), 1, format_)
    assert out["bytes"] == path.stat().st_size


def test_an_export_holds_the_project_of_the_call_and_says_so(client):
    learn(client, "of api", project="api")
    learn(client, "of none")
    learn(client, "of web", project="web")
    out = client.call(memory_export, project="api")

    assert {record["content"] for record in out["data"]["learnings"]} == {"of api", "of none"}
    assert "project='*' exports all" in out["notice"]


def test_an_export_is_never_written_over_a_file(client, tmp_path):
    (tmp_path / "one" / "exports").mkdir(parents=True)
    (tmp_path / "one" / "exports" / "out.json").write_text("mine")

    with pytest.raises(ConflictError, match="exists already"):
        client.call(memory_export, path=str(tmp_path / "one" / "exports" / "out.json"))


def test_a_relative_path_lies_in_the_exports_folder_beside_the_file(client, tmp_path):
    learn(client, "we use tabs")

    assert client.call(memory_export, path="out.json")["path"] == str(tmp_path / "one" / "exports" / "out.json")
    assert client.call(memory_import, path="out.json")["unchanged"] == 1


def test_what_a_format_cannot_hold_is_said(client, other, tmp_path):
    client.call(memory_import, data='{"id": "1", "text": "hello"}')
    out = client.call(memory_export, path="out.json", format="studiomeyer", project="*")

    assert (out["leftOut"], "studiomeyer has no place for 1 turn" in out["notice"]) == ({"turn": 1}, True)


def test_markdown_goes_to_a_folder(client, tmp_path):
    learn(client, "we use tabs")
    client.call(memory_export, path="pages", format="markdown", project="*")

    assert "we use tabs" in (tmp_path / "one" / "exports" / "pages" / "learnings" / "fact.md").read_text()
    with pytest.raises(InvalidInputError, match="folder of pages"):
        client.call(memory_export, format="markdown", project="*")


def test_an_export_of_a_time_knows_nothing_later(client, clock):
    learn(client, "we use tabs")
    clock.advance(days=3)
    learn(client, "later")
    out = client.call(memory_export, project="*", knownAt="2026-03-02", asOf="2026-03-02")

    assert [record["content"] for record in out["data"]["learnings"]] == ["we use tabs"]
    with pytest.raises(InvalidInputError, match="future"):
        client.call(memory_export, project="*", knownAt="2027-01-01")


def test_a_dry_run_writes_nothing(client, other):
    uid = learn(client, "we use tabs")
    out = client.call(memory_export, project="*")
    report = other.call(memory_import, data=out["data"], dryRun=True)

    assert (report["added"], report["dryRun"]) == (1, True)
    with other.runtime.db.reading() as snapshot:
        assert snapshot.value("SELECT count(*) FROM item WHERE uid = :uid", {"uid": uid}) == 0


@pytest.mark.parametrize("given", [{}, {"path": "/x", "data": "y"}])
def test_an_import_needs_one_source(client, given):
    with pytest.raises(InvalidInputError, match="either path or data"):
        client.call(memory_import, **given)


def test_text_and_objects_are_both_taken(client):
    line = {"id": "1", "text": "hello"}
    assert client.call(memory_import, data=json.dumps(line))["added"] == 1
    assert client.call(memory_import, data=line)["unchanged"] == 1


def test_the_report_names_what_was_masked_and_how_many_problems_there_are(client):
    token = "ghp_" + "a1B2" * 9
    lines = [json.dumps({"id": "1", "text": f"the token is {token}"}), *(["7"] * 30)]
    report = client.call(memory_import, data="\n".join(lines))

    assert sum(report["redacted"].values()) == 1
    assert (len(report["problems"]), "the first 20 of 30 problems" in report["notice"]) == (20, True)


def test_progress_is_told(tmp_path, runtime):
    told = []
    client = Client(runtime, tmp_path / "work", progress=lambda done, total: told.append((done, total)))
    client.call(memory_import, data="\n".join(json.dumps({"id": str(n), "text": f"t {n}"}) for n in range(1_500)))

    assert told == [(1_000, 1_500), (1_500, 1_500)]


@pytest.mark.parametrize("made", [new_file, new_folder])
def test_a_disk_that_is_full_is_told_with_the_file_and_leaves_nothing(tmp_path, made):
    path = tmp_path / "out"
    with pytest.raises(RefusedError, match="out cannot be written: No space left"), made(path):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    assert list(tmp_path.iterdir()) == []


@pytest.mark.external
def test_output_that_cannot_be_written_is_one_line(tmp_path):
    program = [sys.executable, "-m", "memory_mcp", "tools"]
    (closed := tmp_path / "out").touch()
    # Opened for reading: a write to it fails on every system, as one to a full disk does.
    with closed.open("rb") as output:
        done = subprocess.run(program, stdout=output, stderr=subprocess.PIPE, text=True, check=False)

    assert (done.returncode, "Traceback" in done.stderr) == (1, False)
    assert f"error: the output: {os.strerror(errno.EBADF)}" in done.stderr


def test_the_project_is_named_after_the_command_as_well_as_before(tmp_path, monkeypatch):
    monkeypatch.setenv("MEMORY_DB_PATH", str(tmp_path / "memory.db"))
    monkeypatch.setenv("MEMORY_EMBED_DISABLED", "1")
    (tmp_path / "in.jsonl").write_text('{"id": "1", "text": "staging listens on port 6543"}\n')
    cli.main(["import", str(tmp_path / "in.jsonl"), "--project", "api"], standalone_mode=False)
    for number, before in enumerate(([], ["--project", "api"])):
        after = [] if before else ["--project", "api"]
        out = tmp_path / f"{number}.json"
        cli.main([*before, "export", str(out), *after], standalone_mode=False)

        assert [turn["project"] for turn in json.loads(out.read_text())["turns"]] == ["api"]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "nothing we know",
        '{"x": 1}',
        '{"format": "other"}',
        '{"format": "memory-mcp-export", "version": "x"}',
        '{"format": "memory-mcp-export", "version": 99}',
        '{"format": "studiomeyer-memory-export", "version": 9}',
    ],
)
@pytest.mark.parametrize("field", ["path", "data"])
def test_a_refused_import_names_the_argument_it_came_under(client, tmp_path, text, field):
    file = tmp_path / "export.json"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(MemoryMcpError) as refused:
        client.call(memory_import, **{field: str(file) if field == "path" else text})
    assert refused.value.field == field
