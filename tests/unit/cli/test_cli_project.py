"""Projects kept in order at a terminal, and forgetting that leaves all others as they were."""

from __future__ import annotations

import hashlib
import io
import json
import shutil
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import apsw
import pytest
from calling import Client, server
from click.testing import CliRunner
from moments import START

from memory_mcp.cli.main import cli
from memory_mcp.errors import ConflictError, NotFoundError, RefusedError
from memory_mcp.temporal import ManualClock
from memory_mcp.tools.decisions import memory_decide
from memory_mcp.tools.documents import memory_save
from memory_mcp.tools.graph import memory_entity_observe
from memory_mcp.tools.learnings import memory_learn
from memory_mcp.tools.profile import memory_goal
from memory_mcp.tools.sessions import memory_session_end, memory_session_start

NAMES = ("shop", "bank")


@pytest.fixture(scope="module")
def painted(tmp_path_factory):
    """A file with two projects and what belongs to none, copied for every test."""
    folder = tmp_path_factory.mktemp("painted")
    with server(folder, ManualClock(START)) as runtime:
        client = Client(runtime, folder)
        for project in ("shop", "bank", ""):
            said = {"project": project}
            client.call(memory_session_start, **said)
            client.call(
                memory_learn, category="fact", content=f"The {project or 'common'} door is painted green.", **said
            )
            client.call(memory_decide, title="Paint", decision="Green.", reasoning="It was cheap.", **said)
            client.call(memory_save, title="Notes", content=f"Walls of {project or 'no place'}.\n\nThick.", **said)
            client.call(
                memory_entity_observe, entityName="Ada", entityType="person", content=f"Paints {project}.", **said
            )
            if project:
                client.call(memory_goal, action="set", goal=f"Paint all of {project}.", **said)
            client.call(memory_session_end, summary=f"Painted {project}.")
    return folder / "memory.db"


@pytest.fixture
def db(painted, tmp_path):
    return Path(shutil.copy(painted, tmp_path))


def run(db, *arguments):
    said = io.StringIO()
    with redirect_stdout(said), redirect_stderr(io.StringIO()):
        cli.main(["--db", str(db), "--no-embed", *arguments], standalone_mode=False)
    return said.getvalue()


def hashes(db, project):
    """Return a hash of every row of a project, table by table; whether a row was shown is no part of it."""
    connection = apsw.Connection(str(db), flags=apsw.SQLITE_OPEN_READONLY)
    found = {}
    for table in ("item", "session", "handoff", "goal", "entity_name"):
        rows = connection.execute(
            f"SELECT * FROM {table} WHERE project_id = (SELECT id FROM project WHERE name = ?) ORDER BY 1", (project,)
        )
        found[table] = hashlib.sha256(repr(list(rows)).encode()).hexdigest()
    connection.close()
    return found


def test_projects_are_listed_with_what_they_hold(db):
    rows = {row["name"]: row for row in json.loads(run(db, "project", "list", "--json"))["projects"]}
    assert set(rows) == {"shop", "bank"}
    assert rows["shop"]["rows"] == rows["bank"]["rows"] == 5
    assert json.loads(run(db, "project", "show", "shop", "--json"))["kinds"]["decision"] == 1


def test_a_project_takes_another_name_with_all_it_holds(db):
    before = hashes(db, "shop")
    run(db, "project", "rename", "shop", "store")
    assert hashes(db, "store") == before
    assert {row["name"] for row in json.loads(run(db, "project", "list", "--json"))["projects"]} == {"store", "bank"}
    assert json.loads(run(db, "project", "show", "shop", "--json"))["name"] == "store"


def test_a_name_that_is_taken_is_refused(db):
    with pytest.raises(ConflictError):
        run(db, "project", "rename", "shop", "bank")


@pytest.mark.parametrize(
    "words",
    [
        ("rename", "shop", ""), ("rename", "shop", "  "), ("rename", "shop", "\u200b"), ("rename", "", "store"),
        ("merge", "", "shop", "--yes"), ("merge", "shop", " ", "--yes"), ("move", "", "."), ("purge", "", "--yes"),
        ("show", ""),
    ],
)  # fmt: skip
def test_an_empty_name_is_no_project(db, words):
    before = db.read_bytes()
    ended = CliRunner().invoke(cli, ["--db", str(db), "--no-embed", "project", *words])
    assert (ended.exit_code, "it is empty" in ended.stderr) == (2, True)
    assert db.read_bytes() == before


@pytest.mark.parametrize(("new", "said"), [("*", "every project"), ("<private>x</private>", "the new name is empty")])
def test_no_project_is_called_every_project_or_nothing(db, new, said):
    ended = CliRunner().invoke(cli, ["--db", str(db), "--no-embed", "project", "rename", "shop", new])
    assert (ended.exit_code != 0, said in f"{ended.stderr}{ended.exception}") == (True, True)
    assert {row["name"] for row in json.loads(run(db, "project", "list", "--json"))["projects"]} == {"shop", "bank"}


def test_a_merge_gives_all_to_the_other_and_leaves_the_third_alone(db):
    run(db, "--project", "third", "learn", "The third door is red.")
    third, before = hashes(db, "third"), [json.loads(run(db, "project", "show", name, "--json")) for name in NAMES]
    run(db, "project", "merge", "shop", "bank", "--yes")
    merged = json.loads(run(db, "project", "show", "bank", "--json"))["kinds"]
    assert merged == {kind: before[0]["kinds"].get(kind, 0) + before[1]["kinds"].get(kind, 0) for kind in merged}
    assert hashes(db, "third") == third
    assert {row["name"] for row in json.loads(run(db, "project", "list", "--json"))["projects"]} == {"bank", "third"}
    assert "shop door" in run(db, "--project", "bank", "search", "shop door painted", "--json")


def test_what_comes_under_the_name_of_a_merged_project_goes_to_the_other(db):
    run(db, "project", "merge", "shop", "bank", "--yes")
    run(db, "--project", "shop", "learn", "The till is blue.")
    assert "till is blue" in run(db, "--project", "bank", "search", "till", "--json")
    assert "shop" not in run(db, "project", "list")


def test_a_merge_names_its_rows_first_and_asks(db):
    before = hashes(db, "shop")
    assert "The shop door is painted green." in run(db, "project", "merge", "shop", "bank", "--dry-run", "--json")
    with pytest.raises(RefusedError):
        run(db, "project", "merge", "shop", "bank")
    with pytest.raises(ConflictError):
        run(db, "project", "merge", "shop", "shop", "--yes")
    with pytest.raises(NotFoundError):
        run(db, "project", "merge", "shop", "nowhere", "--yes")
    assert hashes(db, "shop") == before


def test_what_was_erased_in_a_merged_project_stays_erased(db, tmp_path):
    said = {"id": "1", "session": "s", "text": "The vault code is on the door.", "role": "user", "ts": "2026-01-01"}
    (tmp_path / "said.jsonl").write_text(json.dumps(said), encoding="utf-8")
    bring = ("import", str(tmp_path / "said.jsonl"), "--format", "turns")
    run(db, "--project", "shop", *bring)
    run(db, "--project", "shop", "forget", "--query", "vault code", "--erase", "--yes")
    run(db, "project", "merge", "shop", "bank", "--yes")
    run(db, "--project", "bank", *bring)
    assert json.loads(run(db, "search", "vault", "--json"))["hits"] == []


def test_a_project_that_was_moved_is_known_by_its_new_folder(db, tmp_path):
    old, new = tmp_path / "old", tmp_path / "new"
    old.mkdir()
    run(db, "project", "move", "shop", str(old))
    old.rename(new)
    assert f"No longer known: {old}" in run(db, "project", "move", "shop", str(new))
    assert json.loads(run(db, "project", "show", "shop", "--json"))["folders"] == [str(new)]
    with pytest.raises(ConflictError, match="known for project 'shop'"):
        run(db, "project", "move", "bank", str(new))
    with pytest.raises(NotFoundError):
        run(db, "project", "move", "shop", str(old))


def test_a_session_or_a_thing_is_forgotten_with_all_that_belongs_to_it(db):
    others = hashes(db, "bank")
    sessions = json.loads(run(db, "--project", "shop", "sessions", "--json"))["sessions"]
    session = next(one["id"] for one in sessions if one.get("project") == "shop")
    found = ("--project", "shop", "search", "shop door", "--json")
    assert "shop door" in run(db, *found)
    run(db, "forget", "--session", session, "--erase", "--yes")
    assert "shop door" not in run(db, *found)
    assert hashes(db, "bank") == others


def test_an_entity_is_forgotten_with_its_facts(db):
    run(db, "--project", "bank", "forget", "--entity", "Ada", "--erase", "--yes")
    found = run(db, "search", "Ada paints", "--all", "--json")
    assert "Paints bank" not in found


def test_an_entity_is_named_by_its_id_where_it_is_named_by_its_name(db):
    here = ("--project", "bank")
    ada = json.loads(run(db, *here, "entity", "Ada", "--json"))["entity"]["id"][-8:]
    assert json.loads(run(db, *here, "entity", ada, "--json"))["count"] == 1
    assert json.loads(run(db, *here, "entity", ada, "--as-of", "2020-01-01", "--json"))["count"] == 0
    by_name, by_id = (
        json.loads(run(db, *here, "forget", "--entity", one, "--dry-run", "--json")) for one in ("Ada", ada)
    )
    assert by_id["count"] == by_name["count"] > 1


def test_a_purge_takes_one_project_and_leaves_the_others_byte_for_byte(db):
    others = {name: hashes(db, name) for name in ("bank", "")}
    answer = json.loads(run(db, "project", "purge", "shop", "--yes", "--json").splitlines()[-1])
    assert set(answer["remains"].values()) == {0}
    assert {name: hashes(db, name) for name in ("bank", "")} == others
    assert [row["name"] for row in json.loads(run(db, "project", "list", "--json"))["projects"]] == ["bank"]
    assert b"shop door" not in db.read_bytes()


def test_what_is_to_be_true_later_is_not_when_a_project_was_last_used(db):
    before = run(db, "project", "list", "--json")
    run(db, "--project", "bank", "call", "memory_learn",
        '{"category": "fact", "content": "Rent is 900.", "validFrom": "2031-01-01"}')  # fmt: skip
    after = run(db, "project", "list", "--json")
    assert "2031" not in after
    last = [[row["last"] for row in json.loads(said)["projects"]] for said in (before, after)]
    assert last[0] == last[1]


def test_a_purge_names_its_rows_first_and_asks(db):
    before = hashes(db, "shop")
    named = json.loads(run(db, "project", "purge", "shop", "--dry-run", "--json"))
    assert "The shop door is painted green." in [row.get("snippet") for row in named["rows"]]
    with pytest.raises(RefusedError):
        run(db, "project", "purge", "shop")
    assert hashes(db, "shop") == before


def test_an_entity_or_a_time_is_forgotten_in_one_project_alone(db):
    others = hashes(db, "bank")
    run(db, "--project", "shop", "forget", "--since", "2020-01-01", "--erase", "--yes")
    assert hashes(db, "bank") == others
    assert json.loads(run(db, "project", "show", "shop", "--json"))["kinds"] == {}


def test_an_export_is_everything_by_default(db, tmp_path):
    run(db, "export", str(tmp_path / "all.json"))
    run(db, "--project", "bank", "export", str(tmp_path / "bank.json"))
    found = {
        name: {row["project"] for row in json.loads((tmp_path / f"{name}.json").read_text("utf-8"))["learnings"]}
        for name in ("all", "bank")
    }
    assert found == {"all": {"shop", "bank", None}, "bank": {"bank", None}}


def test_pages_go_out_are_edited_and_come_back(db, tmp_path):
    run(db, "export", str(tmp_path / "pages"), "--format", "markdown")
    facts, ada = tmp_path / "pages/learnings/fact.md", tmp_path / "pages/decisions"
    text = facts.read_text("utf-8")
    text = text.replace("The shop door is painted green.", "The shop door is painted red.")
    text = text.replace("The bank door is painted green.", "~~The bank door is painted green.~~ The bank door is blue.")
    facts.write_text("".join(line for line in text.splitlines(True) if "common door" not in line), "utf-8")
    (page, *_) = sorted(ada.glob("*.md"))
    page.write_text(page.read_text("utf-8").replace("Green.", "Brown."), "utf-8")
    edits = json.loads(run(db, "import", str(tmp_path / "pages"), "--dry-run", "--json"))["edits"]
    assert sorted((one["change"], one["text"]) for one in edits) == [
        ("correct", "Brown."), ("correct", "The shop door is painted red."), ("retract", ""),
        ("supersede", "The bank door is blue."),
    ]  # fmt: skip
    with pytest.raises(RefusedError):
        run(db, "import", str(tmp_path / "pages"))
    run(db, "import", str(tmp_path / "pages"), "--yes")
    run(db, "export", str(tmp_path / "again"), "--format", "markdown")
    said = (tmp_path / "again/learnings/fact.md").read_text("utf-8")
    live, past = said.split("## No longer")
    assert ("door is painted red" in live, "bank door is blue" in live, "green" in live) == (True, True, False)
    assert ("bank door is painted green" in past, "common door" in said) == (True, False)
    assert json.loads(run(db, "import", str(tmp_path / "pages"), "--dry-run", "--json"))["edits"] == []


def rewrite(page, *pairs):
    text = page.read_text("utf-8")
    for old, new in pairs:
        assert old in text
        text = text.replace(old, new)
    page.write_text(text, "utf-8")


def test_reasons_and_summaries_are_taken_over_and_what_is_not_is_named(db, tmp_path):
    decided = {"title": "Latches", "decision": "Brass.", "reasoning": "It lasts.", "tags": ["door"]}
    run(db, "call", "memory_decide", json.dumps(decided))
    run(db, "call", "memory_entity_create", '{"name": "Grace", "entityType": "person", "summary": "A painter."}')
    run(db, "call", "memory_save", '{"title": "Manual", "content": "Oil the latches.\\nTwice."}')
    run(db, "export", str(tmp_path / "pages"), "--format", "markdown")
    (latches,), (manual,) = (
        (tmp_path / "pages").glob("decisions/*latches.md"),
        (tmp_path / "pages").glob("documents/manual.md"),
    )
    rewrite(latches, ("It lasts.", "It lasts longer.\n\n## Alternatives\n\nSteel."), ("tags: [door]", "tags: [gate]"))
    rewrite(tmp_path / "pages/entities/grace.md", ("A painter.", "A plumber."))
    rewrite(manual, ("Twice.", "Thrice."))
    told = json.loads(run(db, "import", str(tmp_path / "pages"), "--dry-run", "--json"))
    assert sorted((one["part"], one["text"]) for one in told["edits"]) == [
        ("alternatives", "Steel."), ("document", "Oil the latches.\nThrice."), ("reasoning", "It lasts longer."),
        ("summary", "A plumber."),
    ]  # fmt: skip
    left = [f"decisions/{latches.name}: head"]
    assert told["leftAlone"] == left
    said = CliRunner().invoke(cli, ["--db", str(db), "--no-embed", "import", str(tmp_path / "pages"), "--yes"]).stderr
    assert [line for line in said.splitlines() if "not taken" in line] == [f"not taken over: {one}" for one in left]
    run(db, "export", str(tmp_path / "again"), "--format", "markdown")
    text = (tmp_path / "again/decisions" / latches.name).read_text("utf-8")
    assert "## Reasoning\n\nIt lasts longer.\n\n## Alternatives\n\nSteel." in text
    assert "A plumber." in (tmp_path / "again/entities/grace.md").read_text("utf-8")
    told = json.loads(run(db, "import", str(tmp_path / "pages"), "--dry-run", "--json"))
    assert (told["edits"], told["leftAlone"]) == ([], left)


def test_an_edited_document_takes_the_place_of_the_one_before_as_often_as_it_is_edited(db, tmp_path):
    said = {"title": "Manual", "content": "Oil the latches.\nTwice.", "summary": "Of latches.", "tags": ["door"]}
    run(db, "call", "memory_save", json.dumps(said))
    run(db, "export", str(tmp_path / "pages"), "--format", "markdown")
    page = tmp_path / "pages/documents/manual.md"
    for old, new in (("Twice.", "Thrice."), ("Thrice.", "Once.")):
        rewrite(page, (old, new))
        run(db, "import", str(tmp_path / "pages"), "--yes")
        assert json.loads(run(db, "import", str(tmp_path / "pages"), "--dry-run", "--json"))["edits"] == []
    run(db, "export", str(tmp_path / "again"), "--format", "markdown")
    [again] = (tmp_path / "again/documents").glob("manual*.md")
    assert (
        again.read_text("utf-8").partition("\n")[2].partition("\n")[2]
        == (page.read_text("utf-8").partition("\n")[2].partition("\n")[2])
    )
    uid = again.read_text("utf-8").partition("\nid: ")[2].partition("\n")[0]
    assert json.loads(run(db, "read", uid, "--json"))["summary"] == "Of latches."


def test_a_document_that_comes_from_a_page_of_ones_own_stays_and_is_named(db, tmp_path):
    (tmp_path / "vault").mkdir()
    (tmp_path / "vault/manual.md").write_text("# Manual\n\nOil the latches.\n", "utf-8")
    run(db, "import", str(tmp_path / "vault"))
    run(db, "export", str(tmp_path / "pages"), "--format", "markdown")
    rewrite(tmp_path / "pages/documents/manual.md", ("Oil the", "Paint the"))
    ended = CliRunner().invoke(cli, ["--db", str(db), "--no-embed", "import", str(tmp_path / "pages"), "--yes"])
    assert "not taken over: documents/manual.md: document" in ended.stderr
    assert "Paint the" not in run(db, "search", "latches", "--all")


def test_an_id_of_another_kind_of_row_takes_over_no_part_of_a_page(db, tmp_path):
    run(db, "call", "memory_decide", '{"title": "Latches", "decision": "Brass.", "reasoning": "It lasts."}')
    run(db, "learn", "Hinges squeak.")
    [lesson] = (
        one["id"] for one in json.loads(run(db, "search", "hinges", "--json"))["hits"] if one["type"] == "learning"
    )
    for one in ("Lin", "Mae", "Joan"):
        run(
            db,
            "call",
            "memory_entity_create",
            json.dumps({"name": one, "entityType": "person", "summary": "A painter."}),
        )
    pages = tmp_path / "pages"
    run(db, "export", str(pages), "--format", "markdown")
    (latches,) = pages.glob("decisions/*latches.md")
    for page, uid, old in (
        (pages / "entities/lin.md", lesson, "A painter."), (pages / "entities/joan.md", "nobody", "A painter."),
        (latches, lesson, "It lasts."),
    ):  # fmt: skip
        head = page.read_text("utf-8").partition("\nid: ")[2].partition("\n")[0]
        rewrite(page, (f"\nid: {head}\n", f"\nid: {uid}\n"), (old, "Owned."))
    rewrite(pages / "entities/mae.md", ("A painter.", "A plumber."))
    ended = CliRunner().invoke(cli, ["--db", str(db), "--no-embed", "import", str(pages), "--yes"])
    assert ended.exit_code == 0
    for name in ("entities/lin.md: summary", "entities/joan.md: summary", f"decisions/{latches.name}: reasoning"):
        assert f"not taken over: {name}" in ended.stderr
    run(db, "export", str(tmp_path / "again"), "--format", "markdown")
    assert "A plumber." in (tmp_path / "again/entities/mae.md").read_text("utf-8")
    assert not any("Owned." in page.read_text("utf-8") for page in (tmp_path / "again").rglob("*.md"))
    told = json.loads(run(db, "read", lesson, "--json"))
    assert (told["body"], "Owned." in json.dumps(told)) == ("Hinges squeak.", False)


def test_reasons_beside_a_decision_that_changed_are_named(db, tmp_path):
    run(db, "call", "memory_decide", '{"title": "Latches", "decision": "Brass.", "reasoning": "It lasts."}')
    run(db, "export", str(tmp_path / "pages"), "--format", "markdown")
    (page,) = (tmp_path / "pages").glob("decisions/*latches.md")
    rewrite(page, ("Brass.", "~~Brass.~~ Steel."), ("It lasts.", "It is cheap."))
    for _ in range(2):
        told = json.loads(run(db, "import", str(tmp_path / "pages"), "--yes", "--json"))
        assert told["leftAlone"] == [f"decisions/{page.name}: reasoning"]


def test_an_edit_of_a_row_that_was_corrected_here_since_the_export_is_named_and_left(db, tmp_path):
    page = decided(db, tmp_path / "pages", "Brass.")
    fact = tmp_path / "pages/learnings/fact.md"
    rows = json.loads((tmp_path / "pages" / ".memory-export.json").read_text("utf-8"))
    uid = next(one for one, text in rows.items() if "shop door" in text)
    run(db, "edit", uid, "--text", "The shop door is painted blue.")
    run(db, "export", str(tmp_path / "later"), "--format", "markdown")
    rewrite(tmp_path / "later/decisions" / page.name, ("It lasts.", "It shines."))
    run(db, "import", str(tmp_path / "later"), "--yes")
    rewrite(fact, ("The shop door is painted green.", "The shop door is painted red."), ("The bank door", "Its door"))
    rewrite(page, ("It lasts.", "It is cheap."))
    told = json.loads(run(db, "import", str(tmp_path / "pages"), "--dry-run", "--json"))
    assert [one["text"] for one in told["edits"]] == ["Its door is painted green."]
    since = "which was changed here since the export"
    assert told["leftAlone"] == [
        f"{uid[-8:]}, {since}: The shop door is painted blue.", f"decisions/{page.name}, {since}: It shines."
    ]  # fmt: skip
    ended = CliRunner().invoke(cli, ["--db", str(db), "--no-embed", "import", str(tmp_path / "pages"), "--yes"])
    assert ("1 edit." in ended.stdout, f"not taken over: {uid[-8:]}, {since}" in ended.stderr) == (True, True)
    assert json.loads(run(db, "read", uid, "--json"))["body"] == "The shop door is painted blue."


def test_a_line_that_is_gone_takes_nothing_back_that_was_corrected_since_the_export(db, tmp_path):
    run(db, "export", str(tmp_path / "pages"), "--format", "markdown")
    fact = tmp_path / "pages/learnings/fact.md"
    rows = json.loads((tmp_path / "pages" / ".memory-export.json").read_text("utf-8"))
    uid = next(one for one, text in rows.items() if "shop door" in text)
    run(db, "edit", uid, "--text", "The shop door is painted blue.")
    fact.write_text("".join(one for one in fact.read_text("utf-8").splitlines(True) if "shop door" not in one), "utf-8")
    assert json.loads(run(db, "import", str(tmp_path / "pages"), "--dry-run", "--json"))["edits"] == []


def test_a_line_that_is_gone_takes_nothing_back_that_was_corrected_since_its_change_was_taken_over(db, tmp_path):
    run(db, "export", str(tmp_path / "pages"), "--format", "markdown")
    fact = tmp_path / "pages/learnings/fact.md"
    old, new = "The shop door is painted green.", "The shop door is painted red."
    rewrite(fact, (old, f"~~{old}~~ {new}"))
    run(db, "import", str(tmp_path / "pages"), "--yes")
    hits = json.loads(run(db, "search", "shop", "door", "--project", "shop", "--json"))["hits"]
    uid = next(one["id"] for one in hits if "red" in json.dumps(one))
    run(db, "edit", uid, "--text", "The shop door is painted dark red.")
    fact.write_text("".join(one for one in fact.read_text("utf-8").splitlines(True) if "shop door" not in one), "utf-8")
    told = json.loads(run(db, "import", str(tmp_path / "pages"), "--dry-run", "--json"))
    assert (told["edits"], len(told["leftAlone"])) == ([], 1)


@pytest.mark.parametrize("is_gone", [False, True])
def test_an_edit_of_a_row_in_whose_place_another_came_since_the_export_is_named_and_left(db, tmp_path, is_gone):
    run(db, "export", str(tmp_path / "pages"), "--format", "markdown")
    fact = tmp_path / "pages/learnings/fact.md"
    rows = json.loads((tmp_path / "pages" / ".memory-export.json").read_text("utf-8"))
    uid = next(one for one, text in rows.items() if "shop door" in text)
    run(db, "edit", uid, "--changed", "--text", "The shop door is painted blue.")
    if is_gone:
        kept = [one for one in fact.read_text("utf-8").splitlines(True) if "shop door" not in one]
        fact.write_text("".join(kept), "utf-8")
    else:
        rewrite(fact, ("The shop door is painted green.", "The shop door is painted red."))
    told = json.loads(run(db, "import", str(tmp_path / "pages"), "--yes", "--json"))
    since = "which was changed here since the export: The shop door is painted blue."
    assert told == {"edits": [], "leftAlone": [f"{uid[-8:]}, {since}"], "dryRun": False}
    if not is_gone:
        account = json.loads(run(db, "import", str(fact), "--json"))
        assert account["skipped"] == {"changed here since": 1}
    assert json.loads(run(db, "read", uid, "--json"))["body"] == "The shop door is painted green."


def test_a_page_that_is_brought_in_alone_leaves_alone_what_was_corrected_since_the_export(db, tmp_path):
    run(db, "export", str(tmp_path / "pages"), "--format", "markdown")
    fact = tmp_path / "pages/learnings/fact.md"
    rows = json.loads((tmp_path / "pages" / ".memory-export.json").read_text("utf-8"))
    uid, bank = (next(one for one, text in rows.items() if end in text) for end in ("shop door", "bank door"))
    run(db, "edit", uid, "--text", "The shop door is painted blue.")
    rewrite(fact, ("The bank door", "Its door"))
    account = json.loads(run(db, "import", str(fact), "--json"))
    assert (account["merged"], account["skipped"]) == (1, {"changed here since": 1})
    said = [json.loads(run(db, "read", one, "--json"))["body"] for one in (uid, bank)]
    assert said == ["The shop door is painted blue.", "Its door is painted green."]


def test_a_summary_that_was_once_missing_is_still_taken_from_a_page_that_comes_alone(db, tmp_path):
    run(
        db,
        "call",
        "memory_entity_observe",
        '{"entityName": "Mae", "entityType": "person", "content": "She fixes taps."}',
    )
    run(db, "export", str(tmp_path / "bare"), "--format", "markdown")
    (tmp_path / "bare/entities/mae.md").write_text(
        (tmp_path / "bare/entities/mae.md").read_text("utf-8").replace("# Mae\n", "# Mae\n\nA plumber.\n"), "utf-8"
    )
    run(db, "import", str(tmp_path / "bare"), "--yes")
    run(db, "export", str(tmp_path / "pages"), "--format", "markdown")
    rewrite(tmp_path / "pages/entities/mae.md", ("A plumber.", "A plumber in Leeds."))
    account = json.loads(run(db, "import", str(tmp_path / "pages/entities/mae.md"), "--json"))
    assert account["skipped"] == {}
    run(db, "export", str(tmp_path / "again"), "--format", "markdown")
    assert "A plumber in Leeds." in (tmp_path / "again/entities/mae.md").read_text("utf-8")


@pytest.mark.parametrize("part", ["reasoning", "alternatives", "summary"])
@pytest.mark.parametrize("is_edited", [False, True])
def test_a_page_that_is_brought_in_alone_takes_no_part_back_that_was_changed_since_the_export(
    db, tmp_path, part, is_edited
):
    said = {"reasoning": "It lasts.", "alternatives": "Zinc.", "summary": "A plumber."}
    run(db, "call", "memory_decide", json.dumps({"title": "Latches", "decision": "Brass.", **said} | {"summary": None}))
    seen = {"entityName": "Mae", "entityType": "person", "content": "She fixes taps."}
    run(db, "call", "memory_entity_observe", json.dumps(seen))
    run(db, "export", str(tmp_path / "bare"), "--format", "markdown")
    rewrite(tmp_path / "bare/entities/mae.md", ("# Mae\n", "# Mae\n\nA plumber.\n"))
    run(db, "import", str(tmp_path / "bare"), "--yes")
    run(db, "export", str(tmp_path / "pages"), "--format", "markdown")
    shutil.copytree(tmp_path / "pages", tmp_path / "later")
    [page] = (tmp_path / "pages").glob("entities/mae.md" if part == "summary" else "decisions/*latches.md")
    rewrite(tmp_path / "later" / page.relative_to(tmp_path / "pages"), (said[part], "Said later."))
    run(db, "import", str(tmp_path / "later"), "--yes")
    edited = (
        (said[part], "Said beside.")
        if is_edited
        else ("taps.", "sinks.")
        if part == "summary"
        else ("Brass.", "Steel.")
    )
    rewrite(page, edited)
    account = json.loads(run(db, "import", str(page), "--json"))
    assert (account["skipped"], account["merged"]) == (({"changed here since": 1}, 0) if is_edited else ({}, 1))
    run(db, "export", str(tmp_path / "again"), "--format", "markdown")
    now = (tmp_path / "again" / page.relative_to(tmp_path / "pages")).read_text("utf-8")
    assert ("Said later." in now, "sinks." in now or "Steel." in now) == (True, not is_edited)


def decided(db, folder, text):
    """Store a decision and export it; return its page."""
    run(db, "call", "memory_decide", json.dumps({"title": "Latches", "decision": text, "reasoning": "It lasts."}))
    run(db, "export", str(folder), "--format", "markdown")
    return next(folder.glob("decisions/*latches.md"))


def test_reasons_of_a_decision_in_whose_place_another_came_since_the_export_are_named_and_left(db, tmp_path):
    page = decided(db, tmp_path / "pages", "Brass.")
    uid = next(line.split()[1] for line in page.read_text("utf-8").splitlines() if line.startswith("id:"))
    run(db, "edit", uid, "--changed", "--text", "Steel.")
    rewrite(page, ("It lasts.", "It shines."))
    told = json.loads(run(db, "import", str(tmp_path / "pages"), "--yes", "--json"))
    since = "which was changed here since the export: Steel."
    assert told == {"edits": [], "leftAlone": [f"decisions/{page.name}, {since}"], "dryRun": False}
    assert json.loads(run(db, "read", uid, "--json"))["reasoning"] == "It lasts."


def test_a_decision_that_begins_with_words_struck_out_is_changed_only_where_somebody_edits_it(db, tmp_path):
    page = decided(db, tmp_path / "pages", "~~Iron.~~ Brass.")
    assert json.loads(run(db, "import", str(tmp_path / "pages"), "--json"))["edits"] == []
    rewrite(page, ("Brass.", "Bronze."))
    [edit] = json.loads(run(db, "import", str(tmp_path / "pages"), "--dry-run", "--json"))["edits"]
    assert (edit["change"], edit["text"]) == ("correct", "~~Iron.~~ Bronze.")


def test_a_page_of_a_decision_corrects_no_lesson_and_takes_nothing_back_whatever_id_it_names(db, tmp_path):
    page = decided(db, tmp_path / "pages", "Brass.")
    said = json.loads((tmp_path / "pages" / ".memory-export.json").read_text("utf-8"))
    uid, lesson = (next(one for one, text in said.items() if end in text) for end in ("Brass.", "shop door"))
    rewrite(page, (uid, lesson))
    lessons = tmp_path / "pages/learnings/fact.md"
    assert json.loads(run(db, "import", str(tmp_path / "pages"), "--dry-run", "--json"))["edits"] == []
    text = lessons.read_text("utf-8")
    lessons.write_text("".join(line for line in text.splitlines(True) if "shop door" not in line), "utf-8")
    ended = CliRunner().invoke(cli, ["--db", str(db), "--no-embed", "import", str(tmp_path / "pages"), "--yes"])
    assert f"not taken over: decisions/{page.name}: Brass." in ended.stderr
    assert json.loads(run(db, "read", lesson, "--json"))["body"] == "The shop door is painted green."


def test_a_copy_of_a_page_corrects_nothing_and_is_named(db, tmp_path):
    page = decided(db, tmp_path / "pages", "Brass.")
    copy = page.with_name("zinc.md")
    copy.write_text(page.read_text("utf-8").replace("Brass.", "Zinc."), "utf-8")
    told = json.loads(run(db, "import", str(tmp_path / "pages"), "--dry-run", "--json"))
    assert (told["edits"], told["leftAlone"]) == ([], ["decisions/zinc.md: the page"])


def test_lines_that_are_new_in_a_page_come_in_once(db, tmp_path):
    run(db, "call", "memory_entity_observe", '{"entityName": "Grace", "entityType": "person", "content": "Likes tea."}')
    run(db, "export", str(tmp_path / "pages"), "--format", "markdown")
    grace, lessons = tmp_path / "pages/entities/grace.md", tmp_path / "pages/learnings"
    grace.write_text(f"{grace.read_text('utf-8').rstrip()}\n- Lives in Oslo,\n  near the harbour.\n", "utf-8")
    (lessons / "mistake.md").write_text("# Mistakes\n\n- Never paint the till.\n\n## No longer\n\n- Was so.\n", "utf-8")
    edits = json.loads(run(db, "import", str(tmp_path / "pages"), "--dry-run", "--json"))["edits"]
    assert [(one["change"], one["text"], one["page"]) for one in edits] == [
        ("add", "Lives in Oslo,\nnear the harbour.", "entities/grace.md"),
        ("add", "Never paint the till.", "learnings/mistake.md"),
    ]
    run(db, "--project", "shop", "import", str(tmp_path / "pages"), "--yes")
    assert json.loads(run(db, "import", str(tmp_path / "pages"), "--dry-run", "--json"))["edits"] == []
    found = json.loads(run(db, "search", "paint the till", "--type", "learning", "--all", "--json"))["hits"][0]
    assert (found["snippet"], found["project"]) == ("Never paint the till.", "shop")
    assert "mistake" in run(db, "read", found["id"])
    assert "near the harbour" in run(db, "entity", "Grace")


def test_a_new_line_on_the_page_of_nobody_who_is_here_is_named_and_the_rest_comes_in(db, tmp_path):
    run(db, "export", str(tmp_path / "pages"), "--format", "markdown")
    ada, fact = tmp_path / "pages/entities/ada.md", tmp_path / "pages/learnings/fact.md"
    head = ada.read_text("utf-8").partition("\nid: ")[2].partition("\n")[0]
    rewrite(ada, (head, "01a2277d-8723-75f7-a579-000000000000"), ("## Observations\n", "## Observations\n\n- Sings.\n"))
    fact.write_text(fact.read_text("utf-8").replace("# Fact\n", "# Fact\n\n- The till is new.\n"), "utf-8")
    ended = CliRunner().invoke(cli, ["--db", str(db), "--no-embed", "import", str(tmp_path / "pages"), "--yes"])
    assert (ended.exit_code, "not taken over: entities/ada.md: Sings." in ended.stderr) == (0, True)
    assert "The till is new." in run(db, "search", "till", "--all")
    [left] = json.loads(run(db, "import", str(tmp_path / "pages"), "--dry-run", "--json"))["edits"]
    assert left["text"] == "Sings."


def test_a_page_that_an_editor_put_a_byte_order_mark_before_says_the_same(db, tmp_path):
    run(db, "export", str(tmp_path / "pages"), "--format", "markdown")
    for page in (tmp_path / "pages").rglob("*.md"):
        page.write_text("\ufeff" + page.read_text("utf-8"), "utf-8")
    told = json.loads(run(db, "import", str(tmp_path / "pages"), "--json"))
    assert (told["edits"], told.get("leftAlone", [])) == ([], [])


@pytest.mark.parametrize(
    "command", [("import",), ("export",), ("backup",), ("restore",), ("merge",), ("bootstrap",), ("trust",)]
)
def test_an_empty_path_is_not_the_folder_here(db, tmp_path, monkeypatch, command):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "note.md").write_text("# Note\n\nA note.\n", "utf-8")
    before = db.read_bytes()
    ended = CliRunner().invoke(cli, ["--db", str(db), "--no-embed", *command, ""])
    assert (ended.exit_code, "it is empty" in ended.stderr) == (2, True)
    assert db.read_bytes() == before


@pytest.mark.parametrize("erase", [(), ("--erase",)])
def test_an_edit_of_a_row_that_was_forgotten_since_is_named_and_the_rest_comes_in(db, tmp_path, erase):
    run(db, "export", str(tmp_path / "pages"), "--format", "markdown")
    said = json.loads((tmp_path / "pages" / ".memory-export.json").read_text("utf-8"))
    shop, bank = (next(one for one, text in said.items() if f"{name} door" in text) for name in NAMES)
    run(db, "forget", shop, bank, *erase, "--yes")
    page = tmp_path / "pages/learnings/fact.md"
    lines = page.read_text("utf-8").replace("shop door is painted", "shop door shines").replace("common", "usual")
    page.write_text("".join(line for line in lines.splitlines(True) if "bank door" not in line), "utf-8")
    ended = CliRunner().invoke(cli, ["--db", str(db), "--no-embed", "import", str(tmp_path / "pages"), "--yes"])
    assert (ended.exit_code, f"not taken over: {shop[-8:]}: The shop door shines green." in ended.stderr) == (0, True)
    [left] = json.loads(run(db, "import", str(tmp_path / "pages"), "--dry-run", "--json"))["edits"]
    assert left["uid"] == shop
    assert "usual door" in run(db, "search", "door", "--all")


def test_an_export_nobody_edited_changes_nothing(db, tmp_path):
    run(db, "export", str(tmp_path / "pages"), "--format", "markdown")
    before = db.read_bytes()
    assert json.loads(run(db, "import", str(tmp_path / "pages"), "--json"))["edits"] == []
    assert db.read_bytes() == before


@pytest.mark.parametrize(
    "command",
    [
        ("search", "door"), ("sessions",), ("today",), ("log",), ("stats",), ("entity",), ("contradictions",),
        ("reflect",), ("retention",), ("forget", "--query", "door", "--dry-run"),
        pytest.param(("view", "--out", "page.html"), marks=pytest.mark.external),
        ("export", "PROJECT.json"),
    ],
)  # fmt: skip
def test_what_reads_a_project_says_that_nobody_stored_anything_in_it(db, command, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    said = {}
    for name in ("nosuch", "shop"):
        given = [one.replace("PROJECT", name) for one in command]
        ended = CliRunner().invoke(cli, ["--db", str(db), "--no-embed", *given, "--project", name])
        assert ended.exit_code == 0
        said[name] = ended.stderr
    named = "nothing is stored in a project 'nosuch'; `memory-mcp project list` shows those that there are\n"
    assert (named in said["nosuch"], "nothing is stored" in said["shop"]) == (True, False)


def repository(folder):
    (folder / ".git").mkdir(parents=True)
    (folder / ".git" / "HEAD").write_text("ref: refs/heads/main\n", encoding="utf-8")
    return folder


def test_a_second_repository_of_a_name_is_told_as_its_own(tmp_path, monkeypatch):
    for folder in ("a/api", "b/api"):
        monkeypatch.chdir(repository(tmp_path / folder))
        run(tmp_path / "m.db", "learn", f"The word of {folder}.")
    (tmp_path / "b" / "api" / "README.md").write_text("What it is.\n", encoding="utf-8")

    shown, told, read = (
        json.loads(run(tmp_path / "m.db", *command, "--json"))
        for command in (("project", "show"), ("today",), ("bootstrap",))
    )

    assert shown["folders"] == [str(tmp_path / "b" / "api")]
    assert shown["name"].startswith("api~")
    assert told["project"] == read["project"] == shown["name"]


def test_a_search_in_a_renamed_project_names_it_as_it_is_called_now(tmp_path, monkeypatch):
    monkeypatch.chdir(repository(tmp_path / "api"))
    run(tmp_path / "m.db", "learn", "Painted green.")
    run(tmp_path / "m.db", "project", "rename", "api", "shop")

    ended = CliRunner().invoke(cli, ["--db", str(tmp_path / "m.db"), "--no-embed", "search", "unheard"])

    assert ended.stderr.startswith("Nothing found in project shop. ")


def test_a_decision_that_says_an_erased_text_as_its_reason_is_named(db):
    said = "The paint was left over."
    learned = json.loads(run(db, "--project", "bank", "learn", said, "--json"))["id"]
    with server(db.parent, ManualClock(START)) as runtime:
        decided = Client(runtime, db.parent).call(
            memory_decide, title="Doors", decision="Grey.", reasoning=said, project="bank"
        )
    erased = run(db, "--project", "bank", "forget", learned, "--erase", "--yes", "--json")
    answer = json.loads(erased.splitlines()[-1])

    assert answer["remains"]["other rows"] == 1
    assert decided["id"] in json.dumps(answer["notices"])


def test_what_says_an_erased_text_and_is_no_text_of_a_row_is_named(db, tmp_path):
    said = "Wilhelmina Quartermaine"
    learned = json.loads(run(db, "--project", "bank", "learn", said, "--json"))["id"]
    run(db, "call", "memory_goal", json.dumps({"action": "set", "goal": f"Call {said}.", "project": "bank"}))
    run(db, "call", "memory_profile", json.dumps({"action": "set", "field": "boss", "value": said}))
    named = {"name": "Mina", "entityType": "person", "aliases": [said], "project": "bank"}
    run(db, "call", "memory_entity_create", json.dumps(named))
    run(db, "call", "memory_save", json.dumps({"content": "A letter.", "source": f"/letters/{said}.txt"}))
    answer = json.loads(run(db, "--project", "bank", "forget", learned, "--erase", "--yes", "--json").splitlines()[-1])
    notices = " ".join(answer["notices"])
    assert "the goal of bank" in notices
    assert "the profile field boss" in notices
    assert ("an alias of" in notices, "the source of" in notices) == (True, True)
    assert (answer["remains"]["file"], answer["remains"]["goals, profile, aliases and sources"]) == (0, 4)
