"""Projects of two memories are one by their repository, whatever it is called and wherever it lies."""

from __future__ import annotations

import subprocess
from itertools import permutations

import pytest
from transfers import exported, imported

from memory_mcp.application.assembly import open_application
from memory_mcp.config import Settings
from memory_mcp.project import resolve
from memory_mcp.store.facts import facts, profile
from memory_mcp.store.facts.projects import project_upkeep, projects
from memory_mcp.store.facts.selection import Selection
from memory_mcp.store.facts.versions import Draft
from memory_mcp.store.graph import entities, observations
from memory_mcp.temporal import Period
from memory_mcp.tools.framework.declare import RequestFacts
from memory_mcp.transfer.exporting import export_file
from memory_mcp.transfer.formats import native_write
from memory_mcp.transfer.importing import take_in
from memory_mcp.transfer.joining import join
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


def test_a_clone_that_is_made_after_its_rows_came_has_them_too(here, there, bring, tmp_path):
    api = repository(tmp_path / "a" / "api", "first")
    learn_in(there, api, "we use tabs")
    bring()
    learn_in(here, clone(api, tmp_path / "b" / "backend"), "never on Fridays")
    identify(here)
    exchange(here, there)

    assert lessons(here) == {"backend": "never on Fridays, we use tabs"}
    assert lessons(there) == {"api": "never on Fridays, we use tabs"}


def test_rows_that_came_before_their_project_was_known_to_be_one_are_of_the_clone(here, there, bring, tmp_path):
    api = repository(tmp_path / "a" / "api", "first")
    learn_in(there, api, "we use tabs")
    exchange(here, there)
    learn_in(here, clone(api, tmp_path / "b" / "backend"), "never on Fridays")
    bring()

    assert lessons(here) == {"backend": "never on Fridays, we use tabs"}


def test_a_folder_here_of_the_name_that_others_have_for_a_clone_stays_its_own(here, there, bring, tmp_path):
    api = repository(tmp_path / "a" / "api", "first")
    learn_in(there, api, "we use tabs")
    (tmp_path / "b" / "api").mkdir(parents=True)
    with here.writing("test") as tx:
        project = projects.ensure(tx, projects.named("api", tmp_path / "b" / "api"))
        facts.assert_(tx, Draft("learning", "buy milk", Period(tx.now), project_id=project))
    learn_in(here, clone(api, tmp_path / "c" / "backend"), "never on Fridays")
    bring()

    assert lessons(here) == {"api": "buy milk", "backend": "never on Fridays, we use tabs"}


def test_a_file_that_only_a_server_used_says_on_another_machine_which_repository_its_rows_are_of(here, tmp_path):
    api = repository(tmp_path / "a" / "api", "first")
    application = open_application(Settings(db_path=tmp_path / "carried.db", embed_disabled=True, backups=0))
    learn_in(application.make_call(RequestFacts()).runtime.db, api, "we use tabs")
    while any(step() for step in application.after_reply):
        pass
    application.close()
    learn_in(here, clone(api, tmp_path / "b" / "backend"), "never on Fridays")
    join(here, tmp_path / "carried.db")

    assert lessons(here) == {"backend": "never on Fridays, we use tabs"}


def test_an_export_of_an_import_says_which_repository_its_projects_are(here, there, bring, stores, tmp_path):
    api = repository(tmp_path / "a" / "api", "first")
    learn_in(there, api, "we use tabs")
    bring()
    export_file(here, path := stores.path("second.jsonl"))
    third = stores.new()
    learn_in(third, clone(api, tmp_path / "c" / "backend"), "never on Fridays")
    identify(third)
    imported(third, path)

    assert lessons(third) == {"backend": "never on Fridays, we use tabs"}


def test_an_export_of_an_import_tells_two_repositories_of_one_name_apart(here, there, bring, stores, tmp_path):
    api = repository(tmp_path / "a" / "api", "first")
    learn_in(there, api, "we use tabs")
    learn_in(here, repository(tmp_path / "b" / "api", "another"), "buy milk")
    bring()
    export_file(here, path := stores.path("second.jsonl"))
    third = stores.new()
    learn_in(third, clone(api, tmp_path / "c" / "backend"), "never on Fridays")
    identify(third)
    imported(third, path)

    assert lessons(third) == {"api": "buy milk", "backend": "never on Fridays, we use tabs"}


@pytest.mark.parametrize("is_first", [True, False])
@pytest.mark.parametrize("has_clone", [True, False])
def test_two_repositories_of_the_name_of_one_here_stay_apart_in_any_order(stores, tmp_path, is_first, has_clone):
    paths = []
    for said in ("we use tabs", "buy milk"):
        db = stores.new()
        learn_in(db, repository(tmp_path / said / "api", said), said)
        export_file(db, path := stores.path(f"{said}.jsonl"))
        paths.append(path)
    own = stores.new()
    of_own = clone(tmp_path / "we use tabs" / "api", tmp_path / "c" / "api")
    learn_in(own, of_own if has_clone else repository(tmp_path / "d" / "api", "third"), "water")
    identify(own)
    for path in paths if is_first else paths[::-1]:
        imported(own, path)

    assert lessons(own)["api"] == ("water, we use tabs" if has_clone else "water")
    assert "buy milk" in lessons(own).values()


def test_an_export_of_one_project_names_no_other(here, tmp_path, stores):
    learn_in(here, repository(tmp_path / "a" / "api", "first"), "we use tabs")
    learn_in(here, repository(tmp_path / "a" / "divorce", "second"), "call the lawyer")
    with here.reading() as snapshot:
        number = projects.by_name(snapshot, "api")
    export_file(here, path := stores.path("one.jsonl"), chosen=Selection(project=number, project_name="api"))

    assert "divorce" not in path.read_text("utf-8")


@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_whoever_has_no_clone_has_one_project_of_all_names_in_whatever_order_they_came(stores, tmp_path, clock, order):
    said = []
    source = repository(tmp_path / "source", "first")
    for name in ("pier", "harbour", "quay"):
        db = stores.new()
        learn_in(db, clone(source, tmp_path / name / name), f"of {name}")
        identify(db)
        if name == "quay":
            rename(db, "quay", "wharf")
        said.append(records_of(db))
    without = stores.new()
    for place in order:
        take_in(without, said[place])
    told = lessons(without)
    take_in(without, said[order[0]])

    assert told == lessons(without) == {"wharf": "of harbour, of pier, of quay"}


@pytest.mark.parametrize("order", list(permutations(range(2))))
def test_without_a_clone_the_least_name_stands_for_all(stores, tmp_path, order):
    said = []
    source = repository(tmp_path / "source", "first")
    for name in ("pier", "harbour"):
        learn_in(db := stores.new(), clone(source, tmp_path / name / name), f"of {name}")
        said += [[one for one in records_of(db) if one["type"] != "project"]]
        identify(db)
        said += [records_of(db)]
    without = stores.new()
    for records in (said[2 * place + part] for part in (0, 1) for place in order):
        take_in(without, records)

    assert lessons(without) == {"harbour": "of harbour, of pier"}


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


def rename(db, old, new):
    with db.writing("test") as tx:
        project_upkeep.rename(tx, old, new)


def records_of(db):
    with db.reading() as snapshot:
        return list(native_write.records(snapshot))


def exchange(a, b):
    from_a, from_b = records_of(a), records_of(b)
    take_in(a, from_b)
    take_in(b, from_a)


@pytest.fixture
def both(here, there, tmp_path, clock):
    """Two memories with a lesson each in clones of one repository of one name."""
    source = repository(tmp_path / "one/api", "first")
    learn_in(here, source, "a")
    learn_in(there, clone(source, tmp_path / "two/api"), "b")
    exchange(here, there)
    clock.advance(days=1)
    return here, there


def test_a_renamed_project_is_renamed_on_the_other_machine_with_what_still_comes_under_its_old_name(both, tmp_path):
    rename(both[0], "api", "web")
    learn_in(both[1], tmp_path / "two/api", "c")
    exchange(*both)
    learn_in(both[1], tmp_path / "two/api", "d")
    exchange(*both)

    assert [lessons(db) for db in both] == [{"web": "a, b, c, d"}] * 2


@pytest.mark.parametrize("is_in_order", [True, False])
def test_of_two_new_names_the_later_stands_on_both_machines(both, clock, is_in_order):
    a, b = both if is_in_order else both[::-1]
    rename(a, "api", "web")
    clock.advance(days=1)
    rename(b, "api", "shop")
    exchange(*both)

    assert [lessons(db) for db in both] == [{"shop": "a, b"}] * 2


def test_a_project_that_is_renamed_back_has_its_first_name_on_both_machines(both, clock):
    for old, new in (("api", "web"), ("web", "api")):
        rename(both[0], old, new)
        clock.advance(days=1)
        exchange(*both)

    assert [lessons(db) for db in both] == [{"api": "a, b"}] * 2


def test_two_repositories_stay_two_where_one_gets_the_name_of_the_other(here, there, tmp_path, clock):
    learn_in(here, repository(tmp_path / "one/api", "first"), "a")
    learn_in(there, repository(tmp_path / "two/web", "another"), "b")
    for db in (here, there):
        identify(db)
    clock.advance(days=1)
    rename(here, "api", "web")
    exchange(here, there)

    assert sorted(lessons(here).values()) == sorted(lessons(there).values()) == ["a", "b"]


@pytest.mark.parametrize("cleared", ["alpha", "beta"])
def test_a_goal_that_was_cleared_takes_none_of_the_other_project_along(here, clock, cleared):
    with here.writing("told") as tx:
        for name in ("alpha", "beta"):
            profile.set_goal(tx, projects.ensure(tx, projects.named(name)), name)
    clock.advance(seconds=1)
    with here.writing("cleared") as tx:
        profile.clear_goal(tx, projects.ensure(tx, projects.named(cleared)))
    with here.writing("merged") as tx:
        project_upkeep.merge(tx, "alpha", "beta")
    with here.reading() as snapshot:
        goal = profile.goal(snapshot, projects.by_name(snapshot, "beta"))
    assert goal is not None
    assert goal.text in {"alpha", "beta"} - {cleared}


def test_a_goal_that_was_cleared_does_not_come_back_from_before_a_merge(here, there, clock, tmp_path):
    for name in ("beta", "alpha"):
        clock.advance(hours=1)
        with here.writing("test") as tx:
            profile.set_goal(tx, projects.ensure(tx, projects.named(name)), f"the goal of {name}")
    exported(here, tmp_path / "before.json")
    imported(there, tmp_path / "before.json")
    clock.advance(hours=1)
    with here.writing("test") as tx:
        profile.clear_goal(tx, projects.ensure(tx, projects.named("alpha")))
    with here.writing("test") as tx:
        project_upkeep.merge(tx, "alpha", "beta")
    imported(here, tmp_path / "before.json")
    exported(here, tmp_path / "after.json")
    imported(there, tmp_path / "after.json")
    for db in (here, there):
        with db.reading() as snapshot:
            goal = profile.goal(snapshot, projects.by_name(snapshot, "beta"))
        assert goal.text == "the goal of beta"


def test_a_merged_project_is_merged_on_the_other_machine_with_the_later_goal(here, there, clock):
    for db, name, goal in ((here, "api", "old"), (there, "web", "new")):
        with db.writing("test") as tx:
            profile.set_goal(tx, projects.ensure(tx, projects.named(name)), goal)
        clock.advance(days=1)
    exchange(here, there)
    with here.writing("test") as tx:
        project_upkeep.merge(tx, "web", "api")
    exchange(here, there)
    with there.reading() as snapshot:
        found = projects.by_name(snapshot, "web")
        told = (projects.name_of(snapshot, found), profile.own_goal(snapshot, found)[0], len(projects.names(snapshot)))

    assert told == ("api", "new", 1)


def test_what_is_said_of_a_thing_comes_in_under_the_new_name_that_comes_with_it(here, there, clock):
    with here.writing("test") as tx:
        thing = entities.create(tx, name="db", entity_type="host", project=projects.ensure(tx, projects.named("api")))
    with there.writing("test") as tx:
        projects.ensure(tx, projects.named("web"))
    exchange(here, there)
    clock.advance(days=1)
    rename(here, "api", "web")
    with here.writing("test") as tx:
        observations.observe(tx, entities.require(tx, thing.entity.uid), "it is slow", valid=Period(tx.now))
    exchange(here, there)
    with there.reading() as snapshot:
        found = snapshot.rows("SELECT DISTINCT name FROM item JOIN project ON project.id = project_id")

    assert found == [("web",)]


def test_an_own_export_adds_no_project(stores, tmp_path):
    here, path = stores.new(), stores.path("out.json")
    learn_in(here, repository(tmp_path / "shop", "begun"), "we use tabs")
    identify(here)
    exported(here, path)

    assert [(report.read, report.added) for report in (imported(here, path), imported(stores.new(), path))] == [
        (2, 0), (2, 2),
    ]  # fmt: skip
