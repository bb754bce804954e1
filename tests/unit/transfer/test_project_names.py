"""Projects of two memories are one by their repository, whatever it is called and wherever it lies."""

from __future__ import annotations

import subprocess

import pytest
from transfers import imported

from memory_mcp.project import resolve
from memory_mcp.store.facts import facts, projects
from memory_mcp.store.facts.versions import Draft
from memory_mcp.temporal import Period
from memory_mcp.transfer.exporting import export_file
from memory_mcp.transfer.merging.project_names import first_commit, identify

_ME = ("-c", "user.name=Ann", "-c", "user.email=ann@example.org", "-c", "commit.gpgsign=false")


def git(folder, *words):
    subprocess.run(["git", *_ME, *words], cwd=folder, check=True, capture_output=True)


def repository(folder, said):
    folder.mkdir(parents=True)
    git(folder, "init", "-q")
    git(folder, "commit", "-q", "--allow-empty", "-m", said)
    return folder


def clone(source, folder):
    folder.parent.mkdir(parents=True, exist_ok=True)
    git(source, "clone", "-q", str(source), str(folder))
    return folder


def learn_in(db, folder, text):
    with db.writing("test") as tx:
        project = projects.ensure(tx, resolve(folder))
        facts.assert_(tx, Draft("learning", text, Period(tx.now), project_id=project))


def lessons(db):
    """Return the lessons by the name of their project."""
    with db.reading() as snapshot:
        rows = snapshot.rows(
            "SELECT name, group_concat(body, ', ' ORDER BY body) FROM item JOIN project ON project.id = project_id"
            " WHERE kind = 'learning' GROUP BY name"
        )
    return dict(rows)


@pytest.fixture
def bring(here, there, stores):
    """Export ``there`` and import it ``here``."""

    def brought():
        export_file(there, path := stores.path("out.jsonl"))
        identify(here)
        return imported(here, path)

    return brought


def test_a_clone_under_another_name_is_the_same_project(here, there, bring, tmp_path):
    api = repository(tmp_path / "a" / "api", "first")
    learn_in(there, api, "we use tabs")
    learn_in(here, clone(api, tmp_path / "b" / "backend"), "never on Fridays")
    bring()

    assert lessons(here) == {"backend": "never on Fridays, we use tabs"}


def test_another_repository_of_the_same_name_is_another_project(here, there, bring, tmp_path):
    theirs, ours = (repository(tmp_path / name / "api", f"first of {name}") for name in ("a", "b"))
    learn_in(there, theirs, "we use tabs")
    learn_in(here, ours, "never on Fridays")
    bring()
    bring()

    assert lessons(here) == {"api": "never on Fridays", f"api~{first_commit(theirs)[:4]}": "we use tabs"}


def test_projects_without_a_repository_meet_by_their_names(here, there, bring):
    for db, text in ((here, "never on Fridays"), (there, "we use tabs")):
        with db.writing("test") as tx:
            project = projects.ensure(tx, projects.named("api"))
            facts.assert_(tx, Draft("learning", text, Period(tx.now), project_id=project))
    bring()

    assert lessons(here) == {"api": "never on Fridays, we use tabs"}


def test_a_shallow_clone_and_a_folder_that_is_no_repository_have_no_first_commit(tmp_path):
    api = repository(tmp_path / "api", "first")
    git(api, "commit", "-q", "--allow-empty", "-m", "second")
    git(api, "clone", "-q", "--depth", "1", api.as_uri(), str(tmp_path / "shallow"))

    assert first_commit(tmp_path) is first_commit(tmp_path / "shallow") is None
    assert first_commit(api) is not None
