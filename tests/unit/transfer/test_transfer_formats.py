"""Turns as lines, the reference server's lines, folders of markdown, and what is none of these."""

from __future__ import annotations

import gzip
import json

import pytest
from transfers import bodies, imported, written

from memory_mcp.errors import ConflictError, InvalidInputError, NotFoundError, RefusedError, UnsupportedError
from memory_mcp.store.documents import documents
from memory_mcp.store.facts import versions
from memory_mcp.store.facts.projects import projects
from memory_mcp.store.file.database import Database
from memory_mcp.store.graph import entities
from memory_mcp.store.sessions import turns
from memory_mcp.temporal import parse_time
from memory_mcp.transfer.exporting import export_file, export_text
from memory_mcp.transfer.formats import detect, front_matter
from memory_mcp.transfer.formats.front_matter import MarkdownPage
from memory_mcp.transfer.importing import import_file, import_text
from memory_mcp.transfer.model.input import Input


@pytest.fixture
def bring(here, stores):
    def brought(lines, **options):
        return imported(here, written(stores.path("in.jsonl"), lines), **options)

    return brought


def line(number, text="hello", **more):
    return {
        "id": f"t{number}",
        "session": "s1",
        "ts": f"2026-01-01T10:00:{number:02}Z",
        "role": "user",
        "text": text,
    } | more


# Turns


def test_turns_come_in_under_their_keys_with_who_said_them_and_when(here, bring):
    bring([line(1, speaker="Ann", caption="a red bridge"), line(2, role="assistant", text="hi")])

    with here.reading() as snapshot:
        first = versions.by_external_id(snapshot, 0, "t1")
        second = versions.by_external_id(snapshot, 0, "t2")
    assert (first.title, turns.spoken_text(first), first.attributes["caption"]) == ("Ann", "hello", "a red bridge")
    assert first.valid.start == parse_time("2026-01-01T10:00:01Z", now=0, field="")
    assert (second.attributes["role"], second.position, first.session_uid) == ("assistant", 2, second.session_uid)


def test_the_same_lines_again_change_nothing(bring):
    bring([line(1), line(2)])

    assert bring([line(1), line(2)]).unchanged == 2


def test_another_text_under_the_same_key_is_skipped_and_reported(here, bring):
    report = bring([line(1), line(1, text="other words")])

    assert (report.added, report.skipped) == (1, {"another text under the same key": 1})
    assert (report.problems, bodies(here, "turn")) == (
        ["line 2: skipped: another text under the same key (t1)"], ["hello"],
    )  # fmt: skip


def test_a_session_starts_with_its_earliest_turn_and_is_one_each_project(here, bring):
    bring([line(5), line(1), line(3, project="api")])

    with here.reading() as snapshot:
        rows = snapshot.rows("SELECT project_id, started_at, ended_at FROM session ORDER BY project_id")
    at = [parse_time(f"2026-01-01T10:00:0{second}Z", now=0, field="") for second in (1, 5, 3)]
    assert [row[1:] for row in rows] == [(at[0], at[1]), (at[2], at[2])]


def test_lines_without_a_session_are_one_session_of_the_file(here, bring, stores):
    bare = [{"id": f"t{number}", "text": "hello"} for number in range(3)]
    bring(bare)

    with here.reading() as snapshot:
        assert snapshot.value("SELECT count(*) FROM session") == 1
        assert snapshot.value("SELECT count(DISTINCT session_uid) FROM item") == 1


def test_a_line_without_role_is_the_users_and_one_without_time_is_of_now_in_order(here, bring, clock):
    bring([{"id": "a", "text": "first"}, {"id": "b", "text": "second"}])

    with here.reading() as snapshot:
        found = [versions.by_external_id(snapshot, 0, key) for key in "ab"]
    assert [(turn.attributes["role"], turn.position, turn.valid.start) for turn in found] == [
        ("user", 1, clock.now()), ("user", 2, clock.now()),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("said", "given", "expected"),
    [({}, "api", "api"), ({"project": "web"}, "api", "web"), ({"project": ""}, "api", None), ({}, None, None)],
)
def test_a_lines_project_goes_before_the_one_that_was_given(here, bring, said, given, expected):
    bring([line(1, **said)], project=given)

    with here.reading() as snapshot:
        project_id = snapshot.value("SELECT project_id FROM item")
        assert projects.name_of(snapshot, project_id) == expected


def test_lines_without_an_id_are_kept_once_too(here, bring):
    lines = [{"text": "hello", "ts": "2026-01-01"}, {"text": "hello", "ts": "2026-01-02"}]
    bring(lines)

    assert bring(lines).unchanged == 2
    assert bodies(here, "turn") == ["hello", "hello"]


def test_a_file_that_says_nothing_new_leaves_no_session(here, bring):
    bring([{"id": "a", "text": "hello"}])
    bring([{"id": "a", "text": "hello"}])

    with here.reading() as snapshot:
        assert snapshot.value("SELECT count(*) FROM session") == 1


def test_bad_lines_are_named_and_the_rest_is_kept(here, stores):
    path = stores.path("in.jsonl")
    good = json.dumps(line(1)).encode()
    path.write_bytes(
        b"\n".join([good, b"{oh no", b"[]", b'{"id": "x"}', b"", b'{"id": "y", "text": "\xff\xfe"}', b"\x00"])
    )
    report = imported(here, path)

    assert (report.read, report.added, report.skipped) == (6, 2, {"not JSON": 2, "not an object": 1, "no text": 1})
    where = [problem.split(":")[0] for problem in report.problems]
    assert where == [path.name, "line 2", "line 3", "line 4", "line 7"]
    assert "2 bytes are not UTF-8, from line 6 on" in report.problems[0]


def test_a_role_and_a_time_nobody_knows_are_reported_and_the_words_kept(here, bring):
    report = bring([line(1, role="wizard", ts="at dawn")])

    assert (report.added, report.problem_count) == (1, 2)


def test_a_line_too_long_is_named_and_the_next_one_kept(here, stores, monkeypatch):
    monkeypatch.setattr("memory_mcp.transfer.model.input.MOST_OF_A_LINE", 1_000)
    report = imported(here, written(stores.path("in.jsonl"), [line(1), line(2, text="x" * 5_000), line(3)]))

    assert (report.added, report.skipped) == (2, {"longer than 1000 characters": 1})


def test_a_byte_order_mark_and_windows_line_ends_are_no_part_of_a_line(here, stores):
    path = stores.path("in.jsonl")
    path.write_bytes(b"\xef\xbb\xbf" + json.dumps(line(1)).encode() + b"\r\n" + json.dumps(line(2)).encode() + b"\r\n")

    assert imported(here, path).added == 2


def test_a_file_in_utf16_is_read(here, stores):
    path = stores.path("in.jsonl")
    path.write_text("\n".join(json.dumps(line(number, text="größer")) for number in (1, 2)), encoding="utf-16")
    imported(here, path)

    assert bodies(here, "turn") == ["größer", "größer"]


def test_a_compressed_file_that_breaks_off_gives_what_stands_before(here, stores):
    whole = "\n".join(
        json.dumps(line(number % 60, text=f"text {number} {number * 7919}", id=number)) for number in range(5_000)
    )
    path = stores.path("in.jsonl.gz")
    path.write_bytes(gzip.compress(whole.encode())[:-5_000])
    report = imported(here, path)

    assert report.added > 1_000
    assert report.skipped["the file breaks off"] == 1


def test_many_sessions_and_turns_come_in_a_thousand_at_a_time(here, bring):
    report = bring([line(n % 60, id=f"t{n}", session=f"s{n % 37}", text=f"text {n}") for n in range(2_300)])

    assert report.added == 2_300
    with here.reading() as snapshot:
        positions = "SELECT max(n) FROM (SELECT count(*) AS n FROM item GROUP BY session_uid, position)"
        assert snapshot.value(positions) == 1
        assert snapshot.value("SELECT count(*) FROM session") == 37


# The reference server


REFERENCE = [
    {"type": "entity", "name": "Ann", "entityType": "person", "observations": ["lives in Berlin", "likes tea"]},
    {"type": "entity", "name": "Acme", "entityType": "company", "observations": []},
    {"type": "relation", "from": "Ann", "to": "Acme", "relationType": "works at"},
]


@pytest.mark.parametrize(
    ("key", "said"), [(None, "other.db is a memory itself"), ("tea", "in no format that is known here")]
)
@pytest.mark.parametrize("format_", [None, "native"])
def test_the_file_of_a_memory_is_refused_with_the_command_that_joins_it(here, tmp_path, clock, key, said, format_):
    path = tmp_path / "other.db"
    Database(path, clock, key=key).close()

    with pytest.raises(InvalidInputError, match=said) as raised:
        import_file(here, path, format=format_)
    assert f"memory-mcp merge {path}" in raised.value.hint


def test_the_reference_servers_graph_comes_in(here, bring):
    report = bring(REFERENCE)

    assert (report.format, report.added) == ("reference", 5)
    assert (bodies(here, "entity"), bodies(here, "relation")) == (["Acme", "Ann"], ["works at"])
    assert bodies(here, "observation") == ["likes tea", "lives in Berlin"]


def test_the_reference_servers_graph_again_changes_nothing(bring):
    bring(REFERENCE)

    assert bring(REFERENCE).unchanged == 5


def test_the_reference_servers_facts_join_what_is_known_of_an_entity(here, bring):
    with here.writing("test") as tx:
        ann = entities.create(tx, name="ann", entity_type="Person").entity
    bring(REFERENCE)

    with here.reading() as snapshot:
        parents = snapshot.rows("SELECT DISTINCT parent_uid FROM item WHERE kind = 'observation'")
    assert parents == [(ann.uid,)]


def test_a_relation_to_nobody_makes_its_end_by_name(here, bring):
    report = bring([REFERENCE[0], {"type": "relation", "from": "Ann", "to": "Bob", "relationType": "knows"}])

    assert (bodies(here, "entity"), report.added) == (["Ann", "Bob"], 4)


# Markdown


@pytest.fixture
def folder(tmp_path):
    pages = tmp_path / "notes"
    (pages / "sub").mkdir(parents=True)
    (pages / ".git").mkdir()
    (pages / ".git" / "page.md").write_text("not a page")
    (pages / "plain.md").write_text("# How we deploy\n\nOn Fridays never.\n")
    (pages / "sub" / "lesson.md").write_text(
        "---\ntype: learning\ncategory: mistake\ntags: [db, 'a b']\ndate: 2026-01-05\n---\nNever migrate on Fridays.\n"
    )
    (pages / "choice.md").write_text(
        "---\ntype: decision\ntitle: Store\ntags:\n  - db\n---\n"
        "# Store\n\nWe use SQLite.\n\n## Reasoning\n\nOne file.\n"
    )
    (pages / "ann.md").write_text(
        "---\ntype: entity\nentityType: person\naliases: Annie, A.\n---\n# Ann\n\nA friend.\n\n"
        "## Observations\n\n- lives in Berlin\n- likes tea\n\n## Relations\n\n- works at [[Acme]]\n- nonsense\n"
    )
    (pages / "picture.png").write_bytes(b"\x89PNG")
    return pages


def test_pages_come_in_as_what_their_front_matter_says(here, folder):
    report = imported(here, folder)

    assert (report.format, report.added) == ("markdown", 7)
    assert report.skipped == {"a relation is written: kind [[name]]": 1}
    assert bodies(here, "learning") == ["Never migrate on Fridays."]
    assert bodies(here, "observation") == ["likes tea", "lives in Berlin"]
    assert bodies(here, "entity") == ["A friend.", "Acme"]
    with here.reading() as snapshot:
        [row] = snapshot.rows("SELECT title, body, attributes ->> 'reasoning', tags FROM item WHERE kind = 'decision'")
        assert row == ("Store", "We use SQLite.", "One file.", '["db"]')
        uid = snapshot.value("SELECT uid FROM item WHERE kind = 'document'")
        assert versions.require(snapshot, uid).title == "How we deploy"
        assert documents.whole_text(snapshot, uid) == "# How we deploy\n\nOn Fridays never.\n"
        lesson = versions.require(snapshot, snapshot.value("SELECT uid FROM item WHERE kind = 'learning'"))
    assert (lesson.tags, lesson.attributes) == (("a b", "db"), {"category": "mistake"})
    assert lesson.valid.start == parse_time("2026-01-05", now=0, field="")


def test_the_same_folder_again_changes_nothing(here, folder):
    imported(here, folder)

    assert imported(here, folder).unchanged == 7


@pytest.mark.parametrize("head", ["", "---\nid: deploy\n---\n"])
def test_a_page_that_was_rewritten_takes_the_place_of_the_old_one(here, folder, clock, head):
    (folder / "plain.md").write_text(f"{head}# How we deploy\n\nOn Fridays never.\n")
    imported(here, folder)
    clock.advance(days=400)
    (folder / "plain.md").write_text(f"{head}# How we deploy\n\nOn Fridays too.\n")
    report = imported(here, folder)

    assert report.added == 1
    assert bodies(here, "passage") == [f"{head}# How we deploy\n\nOn Fridays too.\n"]


def test_one_page_comes_in_alone(here, folder):
    assert imported(here, folder / "plain.md").added == 1


def test_a_page_goes_to_the_given_project(here, folder):
    imported(here, folder / "plain.md", project="api")

    with here.reading() as snapshot:
        assert snapshot.value("SELECT project_id FROM item WHERE kind = 'document'") == projects.by_name(
            snapshot, "api"
        )


def test_pages_go_out_for_people_and_for_git(here, folder, tmp_path):
    imported(here, folder)
    written_pages = export_file(here, tmp_path / "out", format="markdown")
    found = {path.relative_to(tmp_path / "out").as_posix() for path in (tmp_path / "out").rglob("*.md")}

    assert {"README.md", "entities/ann.md", "learnings/mistake.md", "documents/how-we-deploy.md"} < found
    page = (tmp_path / "out" / "entities" / "ann.md").read_text()
    assert "- lives in Berlin *(since 2026-03-01)*" in page
    assert "- works at [[Acme]]" in page
    assert written_pages.counts == {
        "entities": 2, "observations": 2, "relations": 1, "decisions": 1, "learnings": 1, "documents": 1
    }  # fmt: skip
    index = (tmp_path / "out" / "README.md").read_text()
    lines = ["entities](entities/): 2", "decisions](decisions/): 1", "learnings](learnings/): 1",
             "documents](documents/): 1"]  # fmt: skip
    assert index.splitlines()[2:] == [f"- [{line}" for line in lines]


def test_pages_that_would_have_one_name_get_two(here, tmp_path):
    with here.writing("test") as tx:
        for kind in ("person", "company"):
            entities.create(tx, name="A/B: con", entity_type=kind)
        entities.create(tx, name="///", entity_type="x")
        entities.create(tx, name="CON", entity_type="x")
    export_file(here, tmp_path / "out", format="markdown")

    names = sorted(path.name for path in (tmp_path / "out" / "entities").iterdir())
    assert names == ["a-b-con-2.md", "a-b-con.md", "con-page.md", "page-2.md"]


def test_front_matter_is_read_back_as_it_was_written():
    head = {"title": 'a "b": c', "tags": ["x", "y, z", "#t"], "date": "2026-01-01", "plain": "two words", "n": "- x"}

    assert front_matter.read(front_matter.write(head) + "body\n") == MarkdownPage(head, "body\n")


@pytest.mark.parametrize("page", ["no head", "---\nno end", "", "--- \n", "text\n---\na: b\n---\n"])
def test_a_page_without_front_matter_is_all_text(page):
    assert front_matter.read(page) == MarkdownPage({}, page)


# What a file is


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('{"format": "memory-mcp-export", "version": 1, "learnings": []}', ("native", True)),
        ('{"format": "memory-mcp-export", "version": 1}\n{"type": "learning", "id": "x"}', ("native", False)),
        ('{\n "format": "memory-mcp-export",\n "version": 1}', ("native", True)),
        ('{"format": "studiomeyer-memory-export", "version": 1}', ("studiomeyer", True)),
        ('{"success": true, "data": {"format": "studiomeyer-memory-export"}}', ("studiomeyer", True)),
        ('{\n"success": true,\n"data": {"format": "studiomeyer-memory-export"}}', ("studiomeyer", True)),
        ('{"type": "entity", "name": "A", "entityType": "b", "observations": []}', ("reference", False)),
        ('{"type": "relation", "from": "A", "to": "B", "relationType": "c"}', ("reference", False)),
        ('{"id": "1", "text": "hello"}', ("turns", False)),
        ('broken {\n{"id": "1", "text": "hello"}', ("turns", False)),
    ],
)
def test_a_format_is_told_by_what_a_file_says(text, expected):
    assert detect.detect(Input("x", text=text)) == expected


@pytest.mark.parametrize(
    "text", ["", " \n ", "hello", "[1, 2]", "{}", '{"format": "somebody-elses"}', '{"a": 1}', "null", "\x00\x01"]
)
def test_a_file_in_no_known_format_is_refused(here, text):
    with pytest.raises(InvalidInputError):
        import_text(here, text)


def test_a_newer_version_is_not_read(here):
    with pytest.raises(UnsupportedError, match="version 2"):
        import_text(here, '{"format": "memory-mcp-export", "version": 2, "learnings": []}')


def test_a_missing_file_is_said(here, tmp_path):
    with pytest.raises(NotFoundError, match="no file at"):
        import_file(here, tmp_path / "nothing.json")


def test_a_json_file_too_large_to_read_at_once_is_refused_with_the_way_out(here, stores, monkeypatch):
    monkeypatch.setattr("memory_mcp.transfer.model.json_values.MOST_OF_A_FILE", 1_000_000)
    text = '{"format": "memory-mcp-export", "version": 1, "learnings": []' + " " * 1_000_000 + "}"
    with pytest.raises(InvalidInputError) as refused:
        import_text(here, text)
    assert ".jsonl" in refused.value.hint


@pytest.mark.parametrize("name", ["out.json", "out.jsonl.gz"])
def test_an_export_is_never_written_over_a_file(here, tmp_path, name):
    (tmp_path / name).write_text("mine")

    with pytest.raises(ConflictError, match="exists already"):
        export_file(here, tmp_path / name)
    assert (tmp_path / name).read_text() == "mine"


def test_an_export_that_fails_leaves_nothing_behind(here, tmp_path, monkeypatch):
    def failing(*_args, **_more):
        raise RefusedError("the disk is full")

    monkeypatch.setattr("memory_mcp.transfer.formats.native_write.record_of", failing)
    import_text(here, '{"id": "1", "text": "hello"}')
    before = sorted(tmp_path.iterdir())
    with pytest.raises(RefusedError):
        export_file(here, tmp_path / "out.json")
    with pytest.raises(RefusedError):
        export_file(here, tmp_path / "made" / "out.jsonl.gz")
    assert sorted(path for path in tmp_path.rglob("*") if "out" in path.name) == []
    assert set(before) <= set(tmp_path.iterdir())


def test_an_export_is_inline_while_it_is_small(here):
    import_text(here, "\n".join(json.dumps({"id": str(n), "text": f"text {n}"}) for n in range(3)))
    assert json.loads(export_text(here))["counts"]["turns"] == 3

    import_text(here, "\n".join(json.dumps({"id": f"more{n}", "text": f"text {n}"}) for n in range(600)))
    with pytest.raises(InvalidInputError, match="603 records"):
        export_text(here)


def test_json_is_not_written_under_the_name_of_a_markdown_page(here, stores):
    with pytest.raises(InvalidInputError, match=r"notes\.md would hold JSON"):
        export_file(here, stores.path("notes.md"))

    assert not stores.path("notes.md").exists()
