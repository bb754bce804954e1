"""What other programs export and keep, brought in: each record accounted for, with its time and who said it."""

from __future__ import annotations

import json
import sqlite3
import zipfile
from pathlib import Path

import foreign_files
import pytest
from transfers import exported, imported

from memory_mcp.errors import InvalidInputError
from memory_mcp.store.documents import documents
from memory_mcp.store.facts import chosen
from memory_mcp.store.facts.projects import projects
from memory_mcp.store.sessions import digests, sessions, timeline, transcript
from memory_mcp.temporal import format_instant
from memory_mcp.transfer.importing import ImportOptions, import_file
from memory_mcp.transfer.model import elements
from memory_mcp.transfer.model.input import input_of

MAKERS = {
    "chatgpt": lambda path: put(path, foreign_files.chatgpt()),
    "claude-ai": lambda path: put(path, foreign_files.claude_ai()),
    "mem0": lambda path: put(path, foreign_files.mem0()),
    "mif": lambda path: put(path, foreign_files.mif()),
    "mcp-memory-service": lambda path: put(path, foreign_files.memory_service()),
    "letta": lambda path: put(path, foreign_files.letta()),
    "claude-mem": foreign_files.claude_mem,
}
# Records read, added, and left out by reason.
ACCOUNTS = {
    "chatgpt": (7, 3, {
        "another version of an answer or question": 1, "a message of the system": 1,
        "no words that were said (thoughts)": 1, "no words that were said (image_asset_pointer)": 1,
    }),
    "claude-ai": (3, 2, {"no words that were said (empty)": 1}),
    "mem0": (2, 1, {"no memory in it": 1}),
    "mif": (5, 4, {"no content": 1}),
    "mcp-memory-service": (2, 1, {"no content": 1}),
    "letta": (5, 3, {"a message of the system": 1, "an empty block": 1}),
    "claude-mem": (4, 3, {"no text": 1}),
}  # fmt: skip


def put(path: Path, value: object) -> Path:
    path.write_text(json.dumps(value, indent=1), encoding="utf-8")
    return path


@pytest.fixture(params=MAKERS)
def foreign(request, tmp_path):
    return request.param, MAKERS[request.param](tmp_path / "theirs")


def rows(db, **choice):
    with db.reading() as snapshot:
        names = projects.names(snapshot)
        return [
            (item.kind, item.attributes.get("role") or item.attributes.get("category"), item.body or item.title,
             format_instant(item.valid.start), names.get(item.project_id))
            for item in chosen.rows(snapshot, chosen.Choice(**choice))
        ]  # fmt: skip


def test_every_record_is_accounted_for(here, foreign):
    name, path = foreign
    report = imported(here, path)
    assert (report.format, report.read, report.added, dict(report.skipped)) == (name, *ACCOUNTS[name])


def test_a_second_time_changes_nothing(here, foreign):
    _name, path = foreign
    first = imported(here, path)
    before = rows(here)
    again = imported(here, path)
    assert (again.added, again.merged, again.unchanged) == (0, 0, first.added)
    assert rows(here) == before


def test_a_dry_run_has_the_same_account_and_writes_nothing(here, foreign):
    _name, path = foreign
    trial = import_file(here, path, ImportOptions(dry_run=True))
    assert rows(here) == []
    assert vars(imported(here, path)) | {"dry_run": True} == vars(trial)


def test_chatgpt_keeps_the_branch_that_counts_with_times_and_who_said_it(here, tmp_path):
    report = imported(here, put(tmp_path / "c.json", foreign_files.chatgpt()), project="sea")
    assert rows(here) == [
        ("turn", "user", "Which harbour is the deepest?", "2023-11-14T22:13:20.500000Z", "sea"),
        ("turn", "assistant", "The one at Sines.", "2023-11-14T22:13:23.000000Z", "sea"),
        ("turn", "user", "And on this map?", "2023-11-14T22:13:24.000000Z", "sea"),
    ]
    assert any("left out: image_asset_pointer" in problem for problem in report.problems)


def test_an_archive_is_read_as_it_came_and_is_the_same_as_the_file_in_it(here, tmp_path):
    archive = foreign_files.archive(tmp_path / "export.zip", foreign_files.chatgpt())
    assert imported(here, archive).added == 3
    assert imported(here, put(tmp_path / "conversations.json", foreign_files.chatgpt())).unchanged == 3


def test_an_archive_without_conversations_is_refused(here, tmp_path):
    with zipfile.ZipFile(tmp_path / "other.zip", "w") as made:
        made.writestr("readme.txt", "nothing")
    with pytest.raises(InvalidInputError, match=r"without conversations\.json"):
        import_file(here, tmp_path / "other.zip")


def test_claude_ai_keeps_what_was_read_out_of_an_attachment(here, tmp_path):
    imported(here, put(tmp_path / "c.json", foreign_files.claude_ai()))
    assert [row[2] for row in rows(here)] == [
        "Summarise it.\n\n[tides.txt]\nHigh water is at noon.", "Noon is high water.",
    ]  # fmt: skip


def test_mem0_keeps_when_and_of_whom(here, tmp_path):
    imported(here, put(tmp_path / "m.json", foreign_files.mem0()))
    assert rows(here) == [("learning", "preference", "Prefers tea to coffee.", "2025-03-01T08:00:00.000000Z", None)]
    with here.reading() as snapshot:
        (item,) = chosen.rows(snapshot, chosen.Choice())
    assert item.tags == ("preference", "user:ada")


def test_mif_keeps_its_graph(here, tmp_path):
    imported(here, put(tmp_path / "m.json", foreign_files.mif()))
    assert {(row[0], row[2]) for row in rows(here)} == {
        ("learning", "The till opens at eight."), ("entity", "Ada"), ("entity", "Corner shop"),
        ("relation", "works_at"),
    }  # fmt: skip


def test_claude_mem_keeps_what_it_observed_its_summaries_and_the_prompts_in_their_project(here, tmp_path):
    imported(here, foreign_files.claude_mem(tmp_path / "claude-mem.db"))
    found = rows(here)
    assert [(row[0], row[1], row[4]) for row in found] == [
        ("turn", "user", "shop"), ("learning", "mistake", "shop"), ("document", None, "shop"),
    ]  # fmt: skip
    assert found[1][2].splitlines() == [
        "The till rounds up", "Prices", "The till rounded every price up.", "- Rounding is half to even",
    ]  # fmt: skip


def test_a_database_of_mcp_memory_service_leaves_out_what_was_deleted_there(here, tmp_path):
    with sqlite3.connect(tmp_path / "m.db") as db:
        db.executescript("""
            CREATE TABLE memories (id INTEGER, content_hash TEXT, content TEXT, tags TEXT, memory_type TEXT,
                metadata TEXT, created_at REAL, updated_at REAL, deleted_at REAL);
            INSERT INTO memories VALUES (1, 'h1', 'Backups run at three.', 'ops, night', 'fact', '{}', 1740000000.25,
                1740000000.25, NULL), (2, 'h2', 'Old.', '', 'fact', '{}', 1740000001.0, 1740000001.0, 1740000002.0);
        """)
    db.close()
    assert dict(imported(here, tmp_path / "m.db").skipped) == {"deleted there": 1}
    # The same memory out of its export is the same one.
    assert imported(here, put(tmp_path / "e.json", foreign_files.memory_service())).unchanged == 1


def test_a_list_that_breaks_off_keeps_what_stands_before(here, tmp_path):
    whole = json.dumps(foreign_files.chatgpt() + foreign_files.chatgpt())
    (tmp_path / "cut.json").write_text(whole[: len(whole) * 3 // 4], encoding="utf-8")
    report = imported(here, tmp_path / "cut.json")
    assert report.added == 3
    assert report.skipped["the file is damaged here"] == 1


def test_a_list_is_read_an_element_at_a_time(tmp_path, monkeypatch):
    monkeypatch.setattr(elements, "_CHUNK", 7)
    values = [{"n": n, "text": "é" * n} for n in range(40)] + [[], "x", 5]
    path = put(tmp_path / "list.json", values)
    assert [value for place, value in elements.elements(input_of(path), {()}) if place] == values


@pytest.mark.parametrize("size", range(1, 12))
def test_a_number_is_read_whole_wherever_what_was_read_of_the_file_ends(tmp_path, monkeypatch, size):
    monkeypatch.setattr(elements, "_CHUNK", size)
    path = put(tmp_path / "list.json", values := [1.5, -2.25, 1e-7, 1e20, 12345, 0])
    assert [value for place, value in elements.elements(input_of(path), {()}) if place] == values


@pytest.mark.parametrize("name", ["mem0", "mif", "mcp-memory-service", "letta"])
def test_an_object_is_read_an_element_at_a_time(here, tmp_path, monkeypatch, name):
    path = MAKERS[name](tmp_path / "theirs.json")
    monkeypatch.setattr(elements, "_CHUNK", 7)
    monkeypatch.setattr(elements, "MOST_OF_A_FILE", 300)
    assert path.stat().st_size > 320
    report = imported(here, path)
    assert (report.read, report.added, dict(report.skipped)) == ACCOUNTS[name]


def test_an_object_that_breaks_off_is_read_as_far_as_it_goes(here, tmp_path):
    text = json.dumps(foreign_files.mif())
    (tmp_path / "m.json").write_text(text[: text.index('"Corner shop"') + 4])
    report = imported(here, tmp_path / "m.json")
    assert (report.added, dict(report.skipped)) == (2, {"no content": 1, "the file is damaged here": 1})


def test_a_note_of_basic_memory_is_a_document_with_facts_and_relations(here, tmp_path):
    (tmp_path / "vault" / ".obsidian").mkdir(parents=True)
    (tmp_path / "vault" / ".obsidian" / "app.json").write_text("{}")
    (tmp_path / "vault" / "till.md").write_text(
        "---\ntitle: The till\ntype: note\npermalink: shop/the-till\ntags: [shop]\n---\n\n# The till\n\n"
        "## Observations\n- [fact] Opens at eight #hours\n- [ ] not done\n\n## Relations\n- stands_in [[Corner shop]]\n"
    )
    (tmp_path / "vault" / "plain.md").write_text("# Harbour\n\nSee [[The till]].\n")
    report = imported(here, tmp_path / "vault")
    assert (report.format, dict(report.skipped)) == ("markdown", {})
    found = [row[:1] + row[2:3] for row in rows(here)]
    assert ("observation", "Opens at eight #hours") in found
    assert ("relation", "stands_in") in found
    assert [row[0] for row in found].count("document") == 2
    assert imported(here, tmp_path / "vault").added == 0


def test_a_message_of_chatgpt_without_a_time_stays_behind_the_one_before_it(here, tmp_path):
    told = foreign_files.chatgpt()
    told[0]["mapping"]["m4"]["message"]["create_time"] = None
    imported(here, put(tmp_path / "c.json", told))
    assert [row[2] for row in rows(here)] == ["Which harbour is the deepest?", "The one at Sines.", "And on this map?"]


def test_an_archive_that_was_unpacked_is_read_as_its_folder(here, tmp_path):
    folder = tmp_path / "export"
    folder.mkdir()
    put(folder / "conversations.json", foreign_files.claude_ai())
    put(folder / "users.json", [{"uuid": "u"}])
    report = imported(here, folder)
    assert (report.format, report.read, report.added) == ("claude-ai", 4, 2)
    assert report.skipped["a file without conversations"] == 1
    assert imported(here, folder).unchanged == 2


def test_notes_that_lie_beside_conversations_are_read_as_notes(here, tmp_path):
    put(tmp_path / "conversations.json", foreign_files.claude_ai())
    (tmp_path / "page.md").write_text("# Tides\n\nHigh water is at noon.\n")
    assert imported(here, tmp_path).format == "markdown"


def test_what_else_is_in_an_archive_is_named_in_the_account(here, tmp_path):
    archive = foreign_files.archive(tmp_path / "export.zip", foreign_files.claude_ai())
    with zipfile.ZipFile(archive, "a") as made:
        made.writestr("export/users.json", "[]")
    report = imported(here, archive)
    assert (report.read, report.added) == (4, 2)
    assert "export/users.json: skipped: a file without conversations" in report.problems


GRAPH = [
    {"source": "ada", "relationship": "drinks", "target": "tea"},
    {"source": "ada", "relationship": "lives_in", "destination": "sines", "destination_type": "city"},
    {"source": "ada", "relationship": "knows"},
]


def test_the_relations_of_mem0_are_kept_with_who_and_what_they_are_between(here, tmp_path):
    path = put(tmp_path / "m.json", foreign_files.mem0() | {"relations": GRAPH})
    trial = import_file(here, path, ImportOptions(dry_run=True))
    report = imported(here, path, project="sea")
    assert (report.read, report.added) == (2 + 3 + 2 + 1, 1 + 3 + 2) == (trial.read, trial.added)
    assert dict(report.skipped) == {"no memory in it": 1, "a relation without both ends and a name": 1}
    with here.reading() as snapshot:
        found = list(chosen.rows(snapshot, chosen.Choice()))
    named = {item.uid: (item.title, item.attributes["entityType"]) for item in found if item.kind == "entity"}
    assert sorted(named.values()) == [("ada", "unknown"), ("sines", "city"), ("tea", "unknown")]
    related = [(named[one.parent_uid][0], one.title, named[one.target_uid][0]) for one in found if one.target_uid]
    assert sorted(related) == [("ada", "drinks", "tea"), ("ada", "lives_in", "sines")]
    again = imported(here, path, project="sea")
    assert (again.added, again.merged, again.unchanged) == (0, 0, 6)


@pytest.fixture
def claude_export(tmp_path):
    """An archive as Claude.ai sends it, with projects and memories."""
    archive = foreign_files.archive(tmp_path / "export.zip", foreign_files.claude_ai())
    with zipfile.ZipFile(archive, "a") as made:
        for name, value in [
            ("projects.json", foreign_files.claude_ai_projects()), ("memories.json", foreign_files.claude_ai_memories())
        ]:  # fmt: skip
            made.writestr(zipfile.ZipInfo(f"export/{name}", (2025, 2, 3, 12, 0, 0)), json.dumps(value))
        made.writestr("export/users.json", "[]")
    return archive


def texts_of_documents(db):
    with db.reading() as snapshot:
        names = projects.names(snapshot)
        return [
            (item.title, documents.whole_text(snapshot, item.uid), format_instant(item.valid.start),
             names.get(item.project_id))
            for item in chosen.rows(snapshot, chosen.Choice()) if item.kind == "document" and item.is_believed
        ]  # fmt: skip


def test_projects_of_claude_ai_are_documents_under_their_name(here, claude_export):
    report = imported(here, claude_export, project="default")
    assert texts_of_documents(here) == [
        ("quay.md", "The quay is 90 metres long.", "2025-01-12T08:00:00.000000Z", "Harbour"),
        ("Harbour: description", "All about the quay.", "2025-01-20T08:00:00.000000Z", "Harbour"),
        ("Harbour: instructions", "Answer in metres.", "2025-01-20T08:00:00.000000Z", "Harbour"),
    ]
    assert dict(report.skipped) == {
        "no words that were said (empty)": 1, "no content": 1, "a project without texts": 1,
        "a project Claude.ai came with": 1, "a file without conversations": 1,
    }  # fmt: skip


def test_what_claude_remembers_is_a_lesson_a_paragraph_with_its_heading_and_date(here, claude_export):
    imported(here, claude_export)
    at = "2025-02-03T12:00:00.000000Z"
    with here.reading() as snapshot:
        names = projects.names(snapshot)
        found = [
            (item.body, item.tags, names.get(item.project_id), format_instant(item.valid.start),
             item.attributes["source"])
            for item in chosen.rows(snapshot, chosen.Choice()) if item.kind == "learning"
        ]  # fmt: skip
    assert found == [
        ("Ada builds harbours.", ("Work",), None, at, "Claude.ai"),
        ("Drinks tea.", ("Habits",), None, at, "Claude.ai"),
        ("Writes at night,\n  by hand.", ("Habits",), None, at, "Claude.ai"),
        ("Measure the quay.", ("Purpose",), "Harbour", at, "Claude.ai"),
        ("Paint the boat.", ("project:p9",), None, at, "Claude.ai"),
    ]


def test_an_export_of_claude_ai_has_an_exact_account_and_changes_nothing_the_second_time(here, claude_export, tmp_path):
    trial = import_file(here, claude_export, ImportOptions(dry_run=True))
    assert rows(here) == []
    report = imported(here, claude_export)
    # Three messages, four texts of a project and two without any, five memories, and a file of users.
    assert (report.read, report.added, report.skipped.total()) == (15, 10, 5)
    assert vars(report) | {"dry_run": True} == vars(trial)
    before = rows(here)
    with zipfile.ZipFile(claude_export) as archive:
        archive.extractall(tmp_path)
    again = imported(here, tmp_path / "export")
    assert (again.added, again.merged, again.unchanged) == (0, 0, 10)
    assert rows(here) == before


def test_the_parts_of_an_export_of_claude_ai_come_alone_too(here, tmp_path):
    for name, value, added in [
        ("projects.json", foreign_files.claude_ai_projects(), 3),
        ("p1.json", foreign_files.claude_ai_projects()[0], 0),
        ("memories.json", foreign_files.claude_ai_memories(), 5),
        ("u1.json", foreign_files.claude_ai_memories()[0], 0),
    ]:
        report = imported(here, put(tmp_path / name, value))
        assert (name, report.format, report.added) == (name, "claude-ai", added)
    with zipfile.ZipFile(tmp_path / "memories-000.zip", "w") as made:
        made.writestr("memories/u1.json", json.dumps({"conversations_memory": "Likes rain.", "memory_files": [
            {"path": "boats.md", "content": "Two boats."}, {"path": "void.md"}]}))  # fmt: skip
    report = imported(here, tmp_path / "memories-000.zip")
    assert (report.read, report.added, dict(report.skipped)) == (3, 2, {"no content": 1})


def test_instructions_that_changed_replace_the_ones_before(here, tmp_path):
    told = foreign_files.claude_ai_projects()
    imported(here, put(tmp_path / "projects.json", told))
    told[0] |= {"prompt_template": "Answer in feet.", "updated_at": "2025-03-01T08:00:00Z"}
    report = imported(here, put(tmp_path / "projects.json", told))
    assert (report.added, report.unchanged) == (1, 2)
    assert [text for title, text, *_ in texts_of_documents(here) if "instructions" in title] == ["Answer in feet."]


def test_a_database_of_an_earlier_claude_mem_is_read_too(here, tmp_path):
    path = foreign_files.claude_mem(tmp_path / "claude-mem.db")
    with sqlite3.connect(path) as db:
        db.executescript("""
            ALTER TABLE sdk_sessions DROP COLUMN platform_source;
            ALTER TABLE sdk_sessions RENAME COLUMN content_session_id TO claude_session_id;
            ALTER TABLE user_prompts RENAME COLUMN content_session_id TO claude_session_id;
        """)
    db.close()
    assert imported(here, path).added == 3
    assert {(row[0], row[4]) for row in rows(here)} == {("turn", "shop"), ("learning", "shop"), ("document", "shop")}


def test_a_claude_mem_without_prompts_gives_what_it_has(here, tmp_path):
    path = foreign_files.claude_mem(tmp_path / "claude-mem.db")
    with sqlite3.connect(path) as db:
        db.execute("DROP TABLE user_prompts")
    db.close()
    assert imported(here, path).added == 2


def test_a_note_of_basic_memory_is_read_by_the_form_of_its_lines(here, tmp_path):
    (tmp_path / "till.md").write_text(
        "---\ntitle: The till\npermalink: shop/the-till\ncreated: 2025-04-01\n---\n\n# The till\n"
        "- [fact] Opens at eight\n- [x] wipe it\n- [/] count it\n- [00:12] said on a tape\n- Just a line\n"
        "- part_of [[Shop book]]\n- 'looks at' [[Harbour]]\n- We met at [[Harbour]] once\n\n"
        "## Relations\n- stands_in [[Corner shop]] (since March)\n\n```\n- [fact] an example\n```\n"
    )
    report = imported(here, tmp_path / "till.md")
    found = [row for row in rows(here) if row[0] in {"observation", "relation"}]
    assert {row[2] for row in found} == {"Opens at eight", "part_of", "looks at", "stands_in"}
    assert {row[3][:10] for row in found} == {"2025-04-01"}
    assert "till.md, relation 3: left out: (since March)" in report.problems
    assert dict(report.skipped) == {}


TITLED = [("chatgpt", foreign_files.chatgpt, "Harbours"), ("claude-ai", foreign_files.claude_ai, "Tides")]


@pytest.mark.parametrize(("name", "make", "title"), TITLED)
def test_a_conversation_is_called_what_it_was_called_there(here, tmp_path, name, make, title):
    imported(here, put(tmp_path / f"{name}.json", make()))
    with here.reading() as snapshot:
        (listed,) = transcript.listed(snapshot, projects.ALL_PROJECTS, limit=9)
        digest = digests.of_session(snapshot, listed.session.uid)
        page = timeline.told(snapshot, timeline.TimelineFilter(projects.ALL_PROJECTS), limit=9)
    assert (listed.session.title, digest.title) == (title, title)
    assert listed.prompt.splitlines()[0] in digest.body
    assert [line.title for line in page.sessions.values()] == [title]


def test_a_title_that_was_changed_there_is_changed_here_and_no_record_is_new(here, tmp_path):
    told = foreign_files.claude_ai()
    imported(here, put(tmp_path / "c.json", told))
    told[0]["name"] = "High water"
    assert imported(here, put(tmp_path / "c.json", told)).unchanged == 2
    with here.reading() as snapshot:
        (listed,) = transcript.listed(snapshot, projects.ALL_PROJECTS, limit=9)
        digest = digests.of_session(snapshot, listed.session.uid)
    assert (listed.session.title, digest.title) == ("High water", "High water")


def test_a_title_travels_with_an_export_and_is_erased_with_its_session(here, stores, tmp_path):
    imported(here, put(tmp_path / "c.json", foreign_files.claude_ai()))
    exported(here, tmp_path / "export.json")
    there = stores.new()
    imported(there, tmp_path / "export.json")
    with there.reading() as snapshot:
        (listed,) = transcript.listed(snapshot, projects.ALL_PROJECTS, limit=9)
    assert listed.session.title == "Tides"
    with there.writing("test") as tx:
        sessions.erase(tx, listed.session.uid)
        assert "Tides" in tx.erased_texts
    with there.reading() as snapshot:
        assert sessions.require(snapshot, listed.session.uid).title == ""
