"""A Markdown export of another memory: its rows come in, with their ids, where this memory never had them."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from typing import Any

import pytest
from click.testing import CliRunner
from transfers import bodies

from memory_mcp.cli.main import cli
from memory_mcp.store.contradictions import pairs
from memory_mcp.store.documents import documents
from memory_mcp.store.facts import facts, lifecycle, profile, versions
from memory_mcp.store.facts.projects import projects
from memory_mcp.store.facts.versions import Draft
from memory_mcp.store.graph import entities, observations, relations
from memory_mcp.temporal import Period
from memory_mcp.transfer.exporting import export_file
from memory_mcp.transfer.formats import markdown_edits
from memory_mcp.transfer.importing import import_file


def brought(db, folder) -> dict[str, Any]:
    """Import a folder, and return the account of it."""
    arguments = ["--db", str(db.path), "--no-embed", "import", str(folder), "--json", "--yes"]
    account: dict[str, Any] = json.loads(CliRunner().invoke(cli, arguments).stdout)
    return account


def ids(db, kind) -> set[str]:
    with closing(sqlite3.connect(db.path)) as connection:
        return {uid for (uid,) in connection.execute("SELECT uid FROM item WHERE kind = ?", (kind,))}


@pytest.fixture
def folder(there, stores):
    """The pages of another memory: two lessons, and a person with a fact of two lines and a relation."""
    with there.writing("test") as tx:
        project = projects.ensure(tx, projects.named("api (old)"))
        facts.assert_(tx, Draft("learning", "we use tabs", Period(tx.now), project_id=project, tags=("style",)))
        facts.assert_(tx, Draft("learning", "first line\nsecond line", Period(tx.now)))
        ann = entities.create(tx, name="Ann", entity_type="person").entity
        bo = entities.create(tx, name="Bo", entity_type="person").entity
        observations.observe(tx, ann, "likes tea (green)\nevery day", valid=Period(tx.now))
        relations.relate(tx, ann, bo, "knows", valid=Period(tx.now))
    export_file(there, pages := stores.path("pages"), format="markdown")
    return pages


def test_they_come_in_with_their_ids(here, there, folder):
    assert brought(here, folder)["added"] == 6
    assert bodies(here, "learning") == ["first line\nsecond line", "we use tabs"]
    assert bodies(here, "observation") == ["likes tea (green)\nevery day"]
    for kind in ("learning", "observation", "entity", "relation"):
        assert ids(here, kind) == ids(there, kind)
    with here.reading() as snapshot:
        assert snapshot.value("SELECT title FROM item WHERE kind = 'relation'") == "knows"
        project = "SELECT name FROM project JOIN item ON item.project_id = project.id WHERE body = 'we use tabs'"
        assert snapshot.value(project) == "api (old)"


def person(tx, name, project):
    return entities.create(
        tx, name=name, entity_type="person", project=projects.ensure(tx, projects.named(project))
    ).entity


@pytest.fixture
def two_projects(there, stores):
    """The pages of another memory: a person of one project knows a person of another."""
    with there.writing("test") as tx:
        relations.relate(tx, person(tx, "Ann", "api"), person(tx, "Bo", "shop"), "knows", valid=Period(tx.now))
    export_file(there, pages := stores.path("two"), format="markdown")
    return pages


def test_a_person_who_is_here_by_another_id_or_whose_id_is_taken_comes_in_once(here, there, two_projects):
    with there.reading() as snapshot:
        theirs = snapshot.value("SELECT uid FROM item WHERE title = 'Bo' AND kind = 'entity'")
    with here.writing("test") as tx:
        ann = person(tx, "Ann", "api").uid
        facts.assert_(tx, Draft("learning", "somebody else's", Period(tx.now)), uid=theirs)
    brought(here, two_projects)
    with here.reading() as snapshot:
        people = snapshot.rows("SELECT title, uid FROM item WHERE kind = 'entity' ORDER BY title")
        ends = snapshot.row("SELECT parent_uid, target_uid FROM item WHERE kind = 'relation'")
    assert [title for title, _ in people] == ["Ann", "Bo"]
    assert ends == (ann, people[1][1])
    assert people[1][1] != theirs


def test_a_relation_to_a_person_of_another_project_finds_that_person(here, there, two_projects):
    assert brought(here, two_projects)["problems"] == []
    assert ids(here, "entity") == ids(there, "entity")


def test_nothing_is_new_the_second_time(here, folder):
    brought(here, folder)

    assert brought(here, folder) == {"edits": [], "dryRun": False}
    assert len(ids(here, "learning")) == 2


def test_what_was_taken_back_here_stays_so_when_more_comes(here, there, folder, stores):
    brought(here, folder)
    with here.writing("test") as tx:
        (uid,) = (uid for (uid,) in tx.rows("SELECT uid FROM item WHERE body = 'we use tabs'"))
        facts.retract(tx, uid, reason="")
    with there.writing("test") as tx:
        facts.assert_(tx, Draft("learning", "never on Fridays", Period(tx.now)))
    export_file(there, more := stores.path("more"), format="markdown")

    assert brought(here, more)["added"] == 1
    with here.reading() as snapshot:
        assert "never on Fridays" in bodies(here, "learning")
        assert versions.believed(snapshot, uid) == []


def test_a_line_of_a_project_with_parentheses_is_no_edit(there, folder):
    arguments = ["--db", str(there.path), "--no-embed", "import", str(folder), "--json", "--dry-run"]

    assert json.loads(CliRunner().invoke(cli, arguments).stdout)["edits"] == []


_HEADED = "Use it\n\n## How\n\nrun it\n\n## Reasoning\n\nnot this\n\n### Facts\n\n- none\n\n\\## Decision"


@pytest.fixture
def headed(there, stores):
    """The pages of another memory whose texts have headings, and lines that are indented."""
    with there.writing("test") as tx:
        attributes = {"reasoning": _HEADED, "alternatives": "```\n# a comment\nls\n```"}
        facts.assert_(tx, Draft("decision", _HEADED, Period(tx.now), title="Decision", attributes=attributes))
        facts.assert_(tx, Draft("learning", "def f():\n    return 1\n\n- a\n  - b", Period(tx.now)))
        entities.create(tx, name="Ann", entity_type="person", summary=_HEADED)
    export_file(there, pages := stores.path("headed"), format="markdown")
    return pages


def test_headings_within_a_text_and_what_is_indented_come_in_as_they_were(here, there, headed):
    assert brought(here, headed)["problems"] == []
    said = "SELECT kind, body, attributes->>'reasoning', attributes->>'alternatives' FROM item ORDER BY kind"
    with here.reading() as snapshot, there.reading() as theirs:
        assert [*map(tuple, snapshot.rows(said))] == [*map(tuple, theirs.rows(said))]


def test_headings_within_a_text_and_what_is_indented_are_no_edits(there, headed):
    assert brought(there, headed) == {"edits": [], "dryRun": False}


def test_a_correction_keeps_how_its_lines_are_indented(there, headed):
    (page,) = (headed / "learnings").iterdir()
    page.write_text(page.read_text("utf-8").replace("return 1", "return 2"), "utf-8")

    brought(there, headed)
    assert bodies(there, "learning") == ["def f():\n    return 2\n\n- a\n  - b"]


def _saved(db, stores, name, text):
    with db.writing("test") as tx:
        documents.save(tx, documents.Document(text, title="Notes"))
    export_file(db, pages := stores.path(name), format="markdown")
    return pages


def test_a_document_comes_in_as_it_was_beside_one_of_another_memory_with_its_name(here, there, stores):
    brought(here, _saved(there, stores, "one", "# Ours\n\nwe meet on Monday\n"))
    brought(here, _saved(stores.new(), stores, "two", "# Theirs\n\nthey paint on Friday\n"))

    with here.reading() as snapshot:
        kept = [uid for (uid,) in snapshot.rows("SELECT uid FROM item WHERE kind = 'document'")]
        assert all(versions.believed(snapshot, uid) for uid in kept)
        assert {documents.whole_text(snapshot, uid) for uid in kept} == {
            "# Ours\n\nwe meet on Monday\n", "# Theirs\n\nthey paint on Friday\n"
        }  # fmt: skip


def test_a_page_of_an_export_says_the_same_where_it_is_brought_in_alone(there, stores):
    (page,) = (_saved(there, stores, "one", "# Ours\n\nwe meet on Monday\n") / "documents").iterdir()

    assert brought(there, page)["unchanged"] == 1


@pytest.mark.parametrize("part", ["entities/ann.md", "entities"])
def test_a_part_of_an_export_brings_nobody_a_second_time(there, folder, part):
    account = brought(there, folder / part)
    assert (account["added"], account["problems"]) == (0, [])
    with there.reading() as snapshot:
        assert snapshot.value("SELECT count(*) FROM item WHERE kind = 'entity'") == 2


def test_a_page_without_its_export_speaks_of_those_who_are_here(there, folder, stores):
    (page := stores.path("alone.md")).write_text((folder / "entities/ann.md").read_text("utf-8"), encoding="utf-8")
    account = brought(there, page)
    assert (account["added"], account["problems"]) == (0, [])
    with there.reading() as snapshot:
        assert snapshot.value("SELECT count(*) FROM item WHERE kind IN ('entity', 'relation', 'observation')") == 4


def test_a_document_of_an_export_that_somebody_edited_is_not_taken_for_what_is_here(there, stores, clock):
    (page,) = (_saved(there, stores, "one", "# Ours\n\nwe meet on Monday\n") / "documents").iterdir()
    clock.advance(days=400)
    page.write_text(page.read_text("utf-8").replace("Monday", "Friday"), "utf-8")

    assert brought(there, page)["skipped"] == {"its text is another one here": 1}


def test_rows_whose_ids_other_programs_gave_are_known_again(here, there, stores):
    with there.writing("test") as tx:
        for uid in ("notes/first_one", "notes/other_one", "7", "A1A2A3A4"):
            facts.assert_(tx, Draft("learning", f"we know {uid}", Period(tx.now)), uid=uid)
    export_file(there, pages := stores.path("pages"), format="markdown")

    assert brought(there, pages) == {"edits": [], "dryRun": False}
    brought(here, pages)
    assert ids(here, "learning") == ids(there, "learning")


@pytest.fixture
def over(there, clock, stores):
    """The pages of a memory with a decision that is over, one that holds, and an archived decision and document."""
    with there.writing("test") as tx:
        first, then, kept = (
            facts.assert_(
                tx, Draft("decision", text, Period(tx.now), title=text.title(), attributes={"reasoning": "so"})
            )
            for text in ("we use iron", "we use brass", "we keep hens")
        )
        lifecycle.archive(tx, kept.uid)
        lifecycle.archive(tx, documents.save(tx, documents.Document("# Hens\n\nfeed them\n", title="Hens")).uid)
    clock.advance(days=3)
    with there.writing("test") as tx:
        facts.supersede(tx, first.uid, by=then.uid, at=tx.now)
    export_file(there, pages := stores.path("pages"), format="markdown")
    return pages


def standing(db) -> dict[str, tuple[bool, bool]]:
    """Return whether each decision and document that is believed holds now, and whether it is archived."""
    with db.reading() as snapshot:
        uids = {uid for (uid,) in snapshot.rows("SELECT uid FROM item WHERE kind IN ('decision', 'document')")}
        return {
            item.title: (item.valid.contains(snapshot.now), lifecycle.state(snapshot, uid).archived_at is not None)
            for uid in uids
            for item in versions.believed(snapshot, uid)
        }


@pytest.mark.parametrize("days", [0, 3])
def test_what_is_over_or_archived_is_so_in_another_memory(here, there, clock, over, days):
    clock.advance(days=days)
    expected = {"We Use Iron": (False, False), "We Use Brass": (True, False), "We Keep Hens": (True, True),
                "Hens": (True, True)}  # fmt: skip
    assert standing(there) == expected
    import_file(here, over)
    assert standing(here) == expected
    assert import_file(there, over / "decisions").unchanged == 3


def test_what_is_over_elsewhere_ends_where_it_is_known(here, there, over):
    [page] = over.glob("decisions/*iron.md")
    said = page.read_text("utf-8")
    page.write_text("".join(line for line in said.splitlines(True) if not line.startswith("until:")), "utf-8")
    import_file(here, page)
    assert standing(here) == {"We Use Iron": (True, False)}
    page.write_text(said, "utf-8")
    assert import_file(here, page).merged == 1
    assert standing(here) == {"We Use Iron": (False, False)}


def test_what_was_archived_and_brought_back_stays_in_live_answers(there, over):
    with there.writing("test") as tx:
        for (uid,) in tx.rows("SELECT uid FROM item_state"):
            lifecycle.restore(tx, uid)
    import_file(there, over / "decisions")
    import_file(there, over / "documents")
    assert not any(is_archived for _, is_archived in standing(there).values())


@pytest.mark.parametrize("days", [0, 3])
@pytest.mark.parametrize("is_whole", [True, False])
def test_what_was_over_and_holds_again_is_not_ended_by_earlier_pages(there, clock, over, days, is_whole):
    with there.writing("test") as tx:
        [uid] = [uid for (uid,) in tx.rows("SELECT DISTINCT uid FROM item WHERE body = 'we use iron'")]
        facts.reopen(tx, uid)
    clock.advance(days=days)
    import_file(there, over if is_whole else over / "decisions")
    assert standing(there)["We Use Iron"] == (True, False)


@pytest.mark.parametrize(("until", "holds"), [("2020-05-01", False), ("2120-05-01", True), ("some day", True)])
def test_a_page_of_ones_own_says_until_when_a_decision_held(here, stores, until, holds):
    page = stores.path("page.md")
    page.write_text(f"---\ntype: decision\ntitle: Iron\nuntil: {until}\n---\nWe use iron.\n", "utf-8")
    assert len(import_file(here, page).problems) == (until == "some day")
    assert standing(here) == {"Iron": (holds, False)}


def test_a_relation_that_is_archived_does_not_come_back_as_one_that_is_live(here, there, folder, stores):
    with there.writing("test") as tx:
        lifecycle.archive(tx, *(uid for (uid,) in tx.rows("SELECT uid FROM item WHERE kind = 'relation'")))
    export_file(there, pages := stores.path("later"), format="markdown")
    import_file(here, pages)
    assert (ids(here, "relation"), len(ids(here, "entity"))) == (set(), 2)


def test_a_fact_that_is_archived_is_past_in_the_page_of_a_person(here, there, folder, stores):
    with there.writing("test") as tx:
        lifecycle.archive(tx, *(uid for (uid,) in tx.rows("SELECT uid FROM item WHERE kind = 'observation'")))
    export_file(there, pages := stores.path("later"), format="markdown")
    import_file(here, pages)
    assert (ids(here, "observation"), len(ids(here, "entity"))) == (set(), 2)


def test_a_page_with_a_title_and_reasons_of_which_nothing_is_seen_goes_by_its_file(here, stores):
    page = stores.path("latches.md")
    head = '---\ntype: decision\ntitle: "\u200b"\nreasoning: "\u2060"\n---\n'
    page.write_text(f"{head}# \u200b\n\n## Decision\n\nWe use iron.\n\n## Reasoning\n\n\u200b\n", "utf-8")
    import_file(here, page)
    with here.reading() as snapshot:
        [said] = snapshot.rows("SELECT title, body, context, attributes FROM item WHERE kind = 'decision'")
    assert said == (page.stem, "We use iron.", "", "{}")


@pytest.mark.parametrize("kind", ["learning", "decision"])
def test_a_page_of_which_nothing_is_seen_is_left_out(here, stores, kind):
    (page := stores.path("page.md")).write_text(f"---\ntype: {kind}\ntitle: Iron\n---\n\u200b\n", "utf-8")
    assert import_file(here, page).added == 0


def test_what_is_archived_or_pinned_is_so_in_another_memory(here, there, clock, stores):
    with there.writing("test") as tx:
        kept, old, gone = (
            facts.assert_(tx, Draft("learning", text, Period(tx.now))) for text in ("kept", "old", "gone")
        )
        decided = facts.assert_(tx, Draft("decision", "we use brass", Period(tx.now), title="Brass"))
        ann = entities.create(tx, name="Ann", entity_type="person").entity
        fact = observations.observe(tx, ann, "likes tea", valid=Period(tx.now)).observation
    clock.advance(days=3)
    with there.writing("test") as tx:
        lifecycle.archive(tx, old.uid)
        for one in (kept, old, decided, fact):
            lifecycle.pin(tx, one.uid, pinned=True)
        facts.supersede(tx, gone.uid, by=None, at=tx.now)
    export_file(there, pages := stores.path("later"), format="markdown")
    assert brought(here, pages)["skipped"] == {"it holds no more: only a native export brings what is past": 1}
    assert ids(here, "learning") == {kept.uid, old.uid}
    with here.reading() as snapshot:
        found = lifecycle.states(snapshot, [kept.uid, old.uid, decided.uid, fact.uid])
    assert {uid: (bool(state.archived_at), state.pinned) for uid, state in found.items()} == {
        kept.uid: (False, True), old.uid: (True, True), decided.uid: (False, True), fact.uid: (False, True)
    }  # fmt: skip
    assert brought(here, pages) == {"edits": [], "dryRun": False}


def test_what_was_archived_or_pinned_and_is_no_more_stays_so_when_earlier_pages_come(there, clock, stores):
    with there.writing("test") as tx:
        uid = facts.assert_(tx, Draft("learning", "old", Period(tx.now))).uid
        lifecycle.archive(tx, uid)
        lifecycle.pin(tx, uid, pinned=True)
    export_file(there, pages := stores.path("later"), format="markdown")
    with there.writing("test") as tx:
        lifecycle.restore(tx, uid)
        lifecycle.pin(tx, uid, pinned=False)
    import_file(there, pages / "learnings")
    with there.reading() as snapshot:
        state = lifecycle.state(snapshot, uid)
    assert (state.archived_at, state.pinned) == (None, False)


def test_an_archived_lesson_is_edited_in_its_page(there, stores):
    with there.writing("test") as tx:
        uid = facts.assert_(tx, Draft("learning", "old", Period(tx.now))).uid
        lifecycle.archive(tx, uid)
    export_file(there, pages := stores.path("later"), format="markdown")
    (page,) = pages.glob("learnings/*.md")
    page.write_text(page.read_text("utf-8").replace("- old ", "- older "), "utf-8")
    assert [one["text"] for one in brought(there, pages)["edits"]] == ["older"]
    assert bodies(there, "learning") == ["older"]


def test_what_no_page_has_a_place_for_is_named_with_its_number(here, there, stores):
    with there.writing("test") as tx:
        pair = [facts.assert_(tx, Draft("learning", text, Period(tx.now))).uid for text in ("in Bern", "in Basel")]
        profile.set_field(tx, "name", "Kim")
        profile.set_goal(tx, projects.NO_PROJECT, "ship it")
        pairs.dismiss(tx, *pair, reason="")
        ann = entities.create(tx, name="Ann", entity_type="person").entity
        observations.observe(tx, ann, "likes tea", valid=Period(tx.now - 2, tx.now - 1))
    written = export_file(there, pages := stores.path("later"), format="markdown")
    assert written.left_out == {"field of the profile": 1, "goal": 1, "dismissal": 1}
    account = brought(here, pages)
    assert account["skipped"] == {"it is past or archived: only a native export brings that": 1}
    without = "1 field of the profile, 1 goal, 1 dismissal"
    assert account["problems"][0] == (
        f"README.md: not in these pages: {without}; an export to a .jsonl file holds them"
    )
    pages.joinpath(markdown_edits.WRITTEN).unlink()
    assert without in import_file(here, pages).problems[0]
    assert not any("# Memory" in said for said in bodies(here, "document"))
