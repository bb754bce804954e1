"""What a model may have written and read: nothing a shell would run, nothing outside this memory and the project."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from calling import Client, server

from memory_mcp.errors import InvalidInputError, NotFoundError, RefusedError
from memory_mcp.tools.learnings import memory_learn
from memory_mcp.tools.transfer import memory_export, memory_import


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "work" / ".git").mkdir(parents=True)
    return tmp_path / "work"


@pytest.fixture
def client(tmp_path: Path, clock, project: Path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    (tmp_path / "home").mkdir()
    with server(tmp_path / "data", clock) as runtime:
        client = Client(runtime, project)
        client.call(memory_learn, category="fact", content="$(touch /tmp/owned)")
        yield client


def files_below(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*")}


@pytest.mark.parametrize(
    "path",
    [
        "~/.bash_aliases", "~/out.json", "/etc/cron.d/out.json", "{home}/.config/autostart/out.json",
        "{work}/.git/hooks/out.json", "{work}/.vscode/tasks.json", "{work}/.out.json", "{work}/../out.json",
        "../../out.json", "{work}/x/../../out.json",
    ],
)  # fmt: skip
def test_an_export_goes_nowhere_but_the_exports_folder_and_the_project(client, project, tmp_path, path):
    before = files_below(tmp_path / "home") | files_below(project)
    with pytest.raises(RefusedError):
        client.call(memory_export, path=path.format(work=project, home=tmp_path / "home"), project="*")
    with pytest.raises(RefusedError):
        client.call(
            memory_export, path=path.format(work=project, home=tmp_path / "home"), format="markdown", project="*"
        )

    assert files_below(tmp_path / "home") | files_below(project) == before
    assert not (tmp_path / "out.json").exists()


@pytest.mark.parametrize("name", ["out.sh", "Makefile", "conftest.py", "out", "out.json.py", "out.md", "out.gz"])
def test_an_export_has_the_ending_of_an_export(client, project, name):
    with pytest.raises(InvalidInputError, match="no ending of an export"):
        client.call(memory_export, path=str(project / name), project="*")

    assert not (project / name).exists()


@pytest.mark.parametrize("name", ["out.json", "out.jsonl", "out.json.gz", "out.jsonl.gz"])
def test_an_export_into_the_project_is_written(client, project, name):
    client.call(memory_export, path=str(project / "notes" / name), project="*")

    assert (project / "notes" / name).stat().st_size > 0


def test_an_export_follows_no_link(client, project, tmp_path):
    (tmp_path / "elsewhere").mkdir()
    (project / "notes").symlink_to(tmp_path / "elsewhere")
    (tmp_path / "data" / "exports").mkdir()
    (tmp_path / "data" / "exports" / "linked").symlink_to(tmp_path / "elsewhere")
    for path in (str(project / "notes" / "out.json"), "linked/out.json"):
        with pytest.raises(RefusedError, match="symbolic link"):
            client.call(memory_export, path=path, project="*")

    assert files_below(tmp_path / "elsewhere") == set()


def test_an_exports_folder_that_is_a_link_is_not_written_to(client, tmp_path):
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "data" / "exports").symlink_to(tmp_path / "elsewhere")

    with pytest.raises(RefusedError, match="exports is a symbolic link"):
        client.call(memory_export, path="out.json", project="*")
    assert files_below(tmp_path / "elsewhere") == set()


def test_an_import_reads_nothing_outside_the_project_and_the_data_folder(client, project, tmp_path):
    secret = tmp_path / "home" / "secret.jsonl"
    secret.write_text(json.dumps({"id": "1", "text": "of somebody else"}))
    (project / "link.jsonl").symlink_to(secret)
    (project / "folder").symlink_to(tmp_path / "home")
    for path in (str(secret), "~/secret.jsonl", str(project / "link.jsonl"), str(project / "folder" / "secret.jsonl")):
        with pytest.raises(RefusedError):
            client.call(memory_import, path=path)


def test_an_import_reads_no_folder_with_a_page_that_lies_elsewhere(client, project, tmp_path):
    (tmp_path / "home" / "diary.md").write_text("private")
    (project / "pages").mkdir()
    (project / "pages" / "page.md").symlink_to(tmp_path / "home" / "diary.md")
    with pytest.raises(RefusedError, match="leads out"):
        client.call(memory_import, path=str(project / "pages"))


def test_an_import_reads_from_the_project_and_the_data_folder(client, project, tmp_path):
    for number, folder in enumerate((project, tmp_path / "data", tmp_path / "data" / "exports")):
        folder.mkdir(exist_ok=True)
        (folder / "in.jsonl").write_text(json.dumps({"id": str(number), "text": f"turn {number}"}))
        assert client.call(memory_import, path=str(folder / "in.jsonl"))["added"] == 1


def test_a_project_reached_by_a_link_is_read_under_both_names(client, project, tmp_path):
    (tmp_path / "linked").symlink_to(project)
    (project / "in.jsonl").write_text(json.dumps({"id": "1", "text": "hello"}))
    through = Client(client.runtime, tmp_path / "linked")

    assert through.call(memory_import, path=str(tmp_path / "linked" / "in.jsonl"))["added"] == 1
    assert through.call(memory_import, path=str(project / "in.jsonl"))["unchanged"] == 1


def test_a_file_in_the_home_folder_does_not_open_the_home_folder(tmp_path, clock, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    (tmp_path / "work").mkdir()
    (tmp_path / "letters.jsonl").write_text(json.dumps({"id": "1", "text": "private"}))
    with server(tmp_path, clock) as runtime, pytest.raises(RefusedError):
        Client(runtime, tmp_path / "work").call(memory_import, path=str(tmp_path / "letters.jsonl"))


@pytest.mark.parametrize("wide", ["home", "temporary"])
def test_a_marker_opens_neither_the_home_folder_by_its_other_name_nor_one_where_everybody_may_write(
    tmp_path, clock, monkeypatch, wide
):
    folder = tmp_path / "wide"
    (folder / "below").mkdir(parents=True)
    (tmp_path / "linked").symlink_to(folder)
    (folder / ".memory-mcp.toml").touch()
    (folder / "letters.jsonl").write_text(json.dumps({"id": "1", "text": "private"}))
    monkeypatch.setenv("HOME" if wide == "home" else "TMPDIR", str(tmp_path / "linked"))
    with server(tmp_path / "data", clock) as runtime:
        for begun in (folder, folder / "below"):
            with pytest.raises(RefusedError, match="lies outside"):
                Client(runtime, begun).call(memory_import, path=str(folder / "letters.jsonl"))
            with pytest.raises(RefusedError, match="lies outside"):
                Client(runtime, begun).call(memory_export, path=str(folder / "out.json"))


def test_a_person_at_a_command_line_chooses_any_place(client, project, tmp_path):
    person = Client(client.runtime, project, is_person=True)
    person.call(memory_export, path=str(tmp_path / "home" / "out.txt"), project="*")

    assert (tmp_path / "home" / "out.txt").exists()
    with pytest.raises(NotFoundError):
        person.call(memory_import, path=str(tmp_path / "home" / "missing.json"))
