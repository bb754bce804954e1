"""The head of a markdown page: what YAML says is what is read, and whatever is not taken over is said."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from transfers import imported

from memory_mcp.store.documents import documents
from memory_mcp.store.facts import versions
from memory_mcp.store.facts.versions import Item
from memory_mcp.store.file.database import Database
from memory_mcp.transfer.formats import front_matter
from memory_mcp.transfer.formats.front_matter import MarkdownPage
from memory_mcp.transfer.model.report import Report


def fields(head: str) -> dict[str, Any]:
    found = front_matter.read(f"---\n{head}\n---\nbody\n")
    assert (found.body, found.problem) == ("body\n", "")
    return found.fields


@pytest.mark.parametrize(
    ("head", "expected"),
    [
        ("tags: ['ops, infra', 'b']", {"tags": ["ops, infra", "b"]}),
        ("tags:\n  - ops\n  - 'it''s'", {"tags": ["ops", "it's"]}),
        ("tags:\n- a\n- b # not c", {"tags": ["a", "b"]}),
        ("description: |\n  one\n    two\n", {"description": "one\n  two\n"}),
        ("description: >-\n  one\n  two", {"description": "one two"}),
        ("description: |\n  one\n\n  ---\n  two", {"description": "one\n\n---\ntwo"}),
        ('title: "a \\"b\\": c\\u00e9"', {"title": 'a "b": cé'}),
        ("date: 2026-03-01", {"date": "2026-03-01"}),
        ("date: 2026-03-01T10:00:00+02:00", {"date": "2026-03-01T10:00:00+02:00"}),
        ("title: 1.10\nconfidence: 0.8", {"title": "1.10", "confidence": "0.8"}),
        ("title: No\npinned: true", {"title": "No", "pinned": "true"}),
        ("at: 12:30:00", {"at": "12:30:00"}),
        ("a: null\nb: ~\nc:\nd: 'null'", {"a": None, "b": None, "c": None, "d": "null"}),
        ("author: {name: Ann, mail: [x]}", {"author": {"name": "Ann", "mail": ["x"]}}),
        ("a: &x [1, 2]\nb: *x", {"a": ["1", "2"], "b": ["1", "2"]}),
        ("# only a comment", {}),
    ],
)
def test_a_head_is_read_as_yaml_with_its_scalars_as_they_are_written(head: str, expected: dict[str, Any]) -> None:
    assert fields(head) == expected


@pytest.mark.parametrize(
    ("head", "reason"),
    [
        ("title: a\n\ttags: b", "line 3"),
        ("title: a: b", "line 2"),
        ("tags: [a, b", "front matter is not YAML"),
        ("title: !!python/object/apply:os.system [ls]", "could not determine a constructor"),
        ("title: a\ntitle: b", "'title' stands in it twice"),
        ("a: &a [*a]", "an alias stands for itself"),
        ("? [a, b]\n: c", "found unhashable key"),
        ("title: \x00", "front matter"),
        ("a: " + "[" * 2_000, "front matter"),
        ("a: " + "x" * 70_000, "longer than 64,000"),
    ],
)
def test_a_head_that_cannot_be_read_says_why_and_the_page_goes_on_below_it(head: str, reason: str) -> None:
    found = front_matter.read(f"---\n{head}\n---\nbody\n")
    assert (found.fields, found.body) == ({}, "body\n")
    assert reason in found.problem
    assert "ls" not in found.problem.partition("tag:")[0]


@pytest.mark.parametrize("kind", ["list", "merge"])
def test_aliases_cannot_make_a_long_text_of_a_short_one(kind: str) -> None:
    first, each = ("[x, x, x, x, x, x, x, x, x]", "[{}]") if kind == "list" else ("{x: 1}", "{{<<: [{}]}}")
    more = (f"a{n}: &a{n} " + each.format(", ".join([f"*a{n - 1}"] * 9)) for n in range(1, 30))
    head = "\n".join([f"a0: &a0 {first}", *more])
    found = front_matter.read(f"---\n{head}\n---\nbody\n")
    assert found == MarkdownPage({}, "body\n", "front matter cannot be read: it stands for more than 10,000 values")


@pytest.mark.parametrize("page", ["---\nwords between rules\n---\nmore\n", "---\n- a list\n---\nmore\n"])
def test_two_rules_with_words_between_them_are_no_head(page: str) -> None:
    assert front_matter.read(page) == MarkdownPage({}, page)


_TEXTS = st.text(st.characters(codec="utf-8"), max_size=30)
_NAMES = st.from_regex(r"[a-z][A-Za-z_]{0,15}", fullmatch=True)


@given(st.dictionaries(_NAMES, _TEXTS | st.lists(_TEXTS, min_size=1, max_size=4), max_size=5), _TEXTS)
def test_what_is_written_is_read_back_exactly(head: dict[str, Any], body: str) -> None:
    body = body.replace("\r\n", "\n").lstrip("\n")
    assert front_matter.read(front_matter.write(head) + body) == MarkdownPage(head, body)


# Into the memory


def brought(here: Database, folder: Path, **pages: str) -> Report:
    folder.mkdir(exist_ok=True)
    for name, page in pages.items():
        (folder / f"{name}.md").write_text(page, encoding="utf-8")
    return imported(here, folder, format="markdown")


def only(here: Database, kind: str) -> Item:
    with here.reading() as snapshot:
        [(uid,)] = snapshot.rows(f"SELECT uid FROM item WHERE kind = '{kind}'")
        return versions.require(snapshot, str(uid))


@pytest.fixture
def here(db: Database) -> Database:
    return db


def test_a_lesson_keeps_its_tags_and_source_and_the_report_names_the_rest(here: Database, tmp_path: Path) -> None:
    head = "type: learning\ntitle: Fridays\nsource: retro\ntags: ['ops, infra', 'b']\nimportance: 0.9\nmood: {a: b}"
    report = brought(here, tmp_path / "notes", lesson=f"---\n{head}\n---\nNever migrate on Fridays.\n")
    item = only(here, "learning")
    assert (item.tags, item.attributes["source"], item.importance) == (("b", "ops, infra"), "retro", 0.9)
    assert report.problems == ["lesson.md: not taken over: title, mood"]


@pytest.mark.parametrize(
    ("head", "problem"),
    [
        ("type: learning\nconfidence: high", "not taken over: confidence"),
        ("type: learning\ntags: [a, {b: c}]", "not taken over: tags (in part)"),
        ("type: decision\ntitle: [a, b]", "not taken over: title"),
        ("type: entity\nentityType: person\ndate: 2026-01-01", "not taken over: date"),
        ("type: learning\ncreated: 2026-01-01\ndate: 2026-01-02", "not taken over: created"),
        ("type: learning\nempty:\nnone: []", ""),
    ],
)
def test_every_field_that_is_not_taken_over_is_named_with_its_page(
    here: Database, tmp_path: Path, head: str, problem: str
) -> None:
    report = brought(here, tmp_path / "notes", page=f"---\n{head}\n---\nWords.\n")
    assert report.problems == ([f"page.md: {problem}"] if problem else [])


def test_many_fields_that_are_not_taken_over_are_all_named(here: Database, tmp_path: Path) -> None:
    names = [f"field-{number}-{'x' * 40}" for number in range(30)]
    head = "type: learning\n" + "\n".join(f"{name}: x" for name in names)
    report = brought(here, tmp_path / "notes", page=f"---\n{head}\n---\nWords.\n")
    assert [name for name in names if name not in "\n".join(report.problems)] == []


def test_a_page_whose_head_cannot_be_read_comes_in_whole_with_the_reason(here: Database, tmp_path: Path) -> None:
    page = "---\ntitle: a: b\n---\n# Heading\n\nWords.\n"
    report = brought(here, tmp_path / "notes", page=page)
    item = only(here, "document")
    assert (item.title, report.added) == ("Heading", 1)
    assert report.problems == ["page.md: front matter is not YAML: line 2: mapping values are not allowed here"]
    with here.reading() as snapshot:
        assert documents.whole_text(snapshot, item.uid) == page


def test_a_documents_text_holds_its_fields_so_that_none_is_lost(here: Database, tmp_path: Path) -> None:
    report = brought(
        here, tmp_path / "notes", page="---\ntitle: A\ncssclass: wide\nsummary: |\n  Short.\n---\nWords.\n"
    )
    item = only(here, "document")
    assert (item.title, item.body, report.problems) == ("A", "Short.", [])
