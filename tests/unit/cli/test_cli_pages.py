"""Pages that are edited more than once, and pages that are brought in without their folder."""

from __future__ import annotations

import json
from pathlib import Path

import apsw
import pytest
from click.testing import CliRunner

from memory_mcp.cli.main import cli


@pytest.fixture
def db(tmp_path: Path) -> Path:
    return tmp_path / "memory.db"


def run(db: Path, *arguments: str):
    return CliRunner().invoke(cli, ["--db", str(db), "--no-embed", *arguments])


def pages_of(db: Path, folder: Path) -> Path:
    assert run(db, "export", str(folder), "--format", "markdown").exit_code == 0
    return folder


def learned(db: Path, folder: Path, text: str) -> Path:
    """Store a lesson and export it; return its page."""
    run(db, "learn", text)
    return pages_of(db, folder) / "learnings/fact.md"


def decided(db: Path, folder: Path, text: str) -> Path:
    """Store a decision and export it; return its page."""
    run(db, "call", "memory_decide", json.dumps({"title": "Latches", "decision": text, "reasoning": "It lasts."}))
    [page] = (pages_of(db, folder) / "decisions").iterdir()
    return page


def observed(db: Path, folder: Path, text: str) -> Path:
    """Store a fact of a person and export it; return its page."""
    said = {"entityName": "Ada", "entityType": "person", "content": text}
    run(db, "call", "memory_entity_observe", json.dumps(said))
    return pages_of(db, folder) / "entities/ada.md"


def rewrite(page: Path, old: str, new: str) -> None:
    text = page.read_text("utf-8")
    assert old in text
    page.write_text(text.replace(old, new), "utf-8")


def edits(db: Path, folder: Path) -> list[tuple[str, str]]:
    told = json.loads(run(db, "import", str(folder), "--dry-run", "--json").stdout)
    return [(one["change"], one["text"]) for one in told["edits"]]


def believed(db: Path, kind: str) -> list[tuple[str, bool]]:
    """Return the texts of a kind that are believed, in the order in which they were stored, and if each goes on."""
    with apsw.Connection(str(db), flags=apsw.SQLITE_OPEN_READONLY) as connection:
        return list(
            connection.execute(
                "SELECT body, valid_to = 9223372036854775807 FROM item"
                " WHERE kind = ? AND superseded_at = 9223372036854775807 ORDER BY valid_from, recorded_at, id",
                (kind,),
            )
        )


STORED = [(learned, "learning"), (observed, "observation"), (decided, "decision")]


@pytest.mark.parametrize(("store", "kind"), STORED)
@pytest.mark.parametrize(
    ("now", "change", "said"),
    [
        ("~~We use iron.~~ We use steel.", "correct", ["We use iron.", "We use steel."]),
        ("We use steel.", "correct", ["We use iron.", "We use steel."]),
        ("~~We use brass.~~ We use steel.", "supersede", ["We use iron.", "We use brass.", "We use steel."]),
        ("~~We use iron.~~ ~~We use brass.~~ We use steel.", "supersede",
         ["We use iron.", "We use brass.", "We use steel."]),
    ],
)  # fmt: skip
def test_what_was_changed_in_a_page_is_edited_again(db, tmp_path, store, kind, now, change, said):
    page = store(db, folder := tmp_path / "pages", "We use iron.")
    rewrite(page, "We use iron.", "~~We use iron.~~ We use brass.")
    run(db, "import", str(folder), "--yes")
    assert edits(db, folder) == []
    rewrite(page, "~~We use iron.~~ We use brass.", now)
    assert edits(db, folder) == [(change, "We use steel.")]
    run(db, "import", str(folder), "--yes")
    assert believed(db, kind) == [(text, text == said[-1]) for text in said]
    assert edits(db, folder) == []


def test_what_was_changed_in_a_page_is_taken_back(db, tmp_path):
    run(db, "learn", "Hinges squeak.")
    page = learned(db, folder := tmp_path / "pages", "We use iron.")
    rewrite(page, "We use iron.", "~~We use iron.~~ We use brass.")
    run(db, "import", str(folder), "--yes")
    text = page.read_text("utf-8")
    page.write_text("".join(line for line in text.splitlines(True) if "brass" not in line), "utf-8")
    assert edits(db, folder) == [("retract", "")]
    run(db, "import", str(folder), "--yes")
    assert ("We use iron.", False) in believed(db, "learning")
    assert "We use brass." not in dict(believed(db, "learning"))
    assert edits(db, folder) == []


@pytest.mark.parametrize("now", ["We use brass.", "~~We use wood.~~ We use brass."])
def test_what_says_the_same_after_a_change_is_no_edit(db, tmp_path, now):
    page = learned(db, folder := tmp_path / "pages", "We use iron.")
    rewrite(page, "We use iron.", "~~We use iron.~~ We use brass.")
    run(db, "import", str(folder), "--yes")
    rewrite(page, "~~We use iron.~~ We use brass.", now)
    assert edits(db, folder) == []


def test_a_change_of_what_was_forgotten_meanwhile_is_named_as_often_as_it_is_brought_in(db, tmp_path):
    page = learned(db, folder := tmp_path / "pages", "We use iron.")
    rewrite(page, "We use iron.", "~~We use iron.~~ We use brass.")
    run(db, "import", str(folder), "--yes")
    [uid] = json.loads(run(db, "search", "brass", "--json", "--all").stdout)["hits"]
    run(db, "forget", uid["id"], "--yes")
    rewrite(page, "We use brass.", "We use steel.")
    for _ in range(2):
        assert "not taken over: " in run(db, "import", str(folder), "--yes").stderr


@pytest.mark.parametrize(("now", "is_named"), [("We use steel.", True), ("We use brass.", False)])
def test_a_row_that_was_changed_from_another_folder_is_not_changed_again(db, tmp_path, now, is_named):
    pages = [learned(db, tmp_path / "one", "We use iron."), pages_of(db, tmp_path / "two") / "learnings/fact.md"]
    for page, text in zip(pages, ("We use brass.", now), strict=True):
        rewrite(page, "We use iron.", f"~~We use iron.~~ {text}")
    run(db, "import", str(tmp_path / "one"), "--yes")
    assert (f": {now}" in run(db, "import", str(tmp_path / "two"), "--yes").stderr) == is_named
    assert believed(db, "learning") == [("We use iron.", False), ("We use brass.", True)]
    assert bool(edits(db, tmp_path / "two")) == is_named


@pytest.mark.parametrize(("store", "kind"), STORED)
def test_a_page_that_is_brought_in_alone_says_that_a_row_has_changed(db, tmp_path, store, kind):
    page = store(db, folder := tmp_path / "pages", "We use iron.")
    rewrite(page, "We use iron.", "~~We use iron.~~ We use brass.")
    for outcome in ("merged", "unchanged"):
        assert json.loads(run(db, "import", str(page), "--json").stdout)[outcome] > 0
        assert believed(db, kind) == [("We use iron.", False), ("We use brass.", True)]
    run(db, "import", str(folder), "--yes")
    assert len(believed(db, kind)) == 2
    rewrite(page, "~~We use iron.~~ We use brass.", "~~We use iron.~~ We use steel.")
    assert json.loads(run(db, "import", str(page), "--json").stdout)["merged"] == 1
    assert believed(db, kind) == [("We use iron.", False), ("We use steel.", True)]


@pytest.mark.parametrize(("store", "kind"), STORED)
@pytest.mark.parametrize("is_taken", [True, False])
def test_another_memory_reads_in_a_page_what_a_row_says_now(db, tmp_path, store, kind, is_taken):
    page = store(db, folder := tmp_path / "pages", "We use iron.")
    rewrite(page, "We use iron.", "~~We use iron.~~ We use brass.")
    if is_taken:
        run(db, "import", str(folder), "--yes")
    run(other := tmp_path / "other.db", "import", str(folder))
    assert believed(other, kind) == [("We use brass.", True)]


def test_a_decision_that_begins_with_words_struck_out_says_so_where_its_page_is_brought_in_alone(db, tmp_path):
    page = decided(db, tmp_path / "pages", "~~Iron.~~ Brass.")
    assert json.loads(run(db, "import", str(page), "--json").stdout)["unchanged"] == 1
    rewrite(page, "Brass.", "Bronze.")
    run(db, "import", str(page))
    assert believed(db, "decision") == [("~~Iron.~~ Bronze.", True)]


def test_what_a_page_does_not_say_of_a_row_stays_where_it_is_brought_in_alone(db, tmp_path):
    run(db, "call", "memory_save", '{"title": "Manual", "content": "Oil the latches.", "summary": "Of latches."}')
    run(db, "call", "memory_learn", '{"category": "fact", "content": "Hinges squeak.", "confidence": 0.4}')
    folder = pages_of(db, tmp_path / "pages")
    rewrite(folder / "learnings/fact.md", "squeak", "rattle")
    for page in ("learnings/fact.md", "documents/manual.md"):
        assert run(db, "import", str(folder / page)).exit_code == 0
    with apsw.Connection(str(db), flags=apsw.SQLITE_OPEN_READONLY) as connection:
        [said] = connection.execute(
            "SELECT body, confidence FROM item WHERE kind = 'learning' ORDER BY id DESC LIMIT 1"
        )
        [(summary,)] = connection.execute("SELECT body FROM item WHERE kind = 'document' ORDER BY id DESC LIMIT 1")
    assert (said, summary) == (("Hinges rattle.", 0.4), "Of latches.")


@pytest.fixture
def bare(db, tmp_path):
    """The pages of an export without its two lists."""
    run(db, "learn", "Hinges squeak.", "--project", "shop")
    said = {"title": "Latches", "decision": "Use it\n\n## Reasoning\n\nnone", "reasoning": "It lasts."}
    run(db, "call", "memory_decide", json.dumps(said))
    run(db, "call", "memory_save", '{"title": "Manual", "content": "Oil the latches.\\nTwice.", "summary": "Short."}')
    folder = observed(db, tmp_path / "pages", "Likes tea.").parent.parent
    (folder / "sessions").mkdir()
    head = "---\nid: 01a2277d-8723-75f7-a579-5bd0d1f8b123\ntype: session\ndate: 2026-01-01\nclient: codex\n---\n"
    (folder / "sessions/2026-01-01-d1f8b123.md").write_text(f"{head}# Session\n\nWe painted.\n", "utf-8")
    for hidden in folder.glob(".memory-export*"):
        hidden.unlink()
    return folder


def rows(db: Path) -> list[tuple[str, ...]]:
    """Return what is stored, without what only a native export brings."""
    with apsw.Connection(str(db), flags=apsw.SQLITE_OPEN_READONLY) as connection:
        return sorted(
            connection.execute(
                "SELECT kind, title, CASE kind WHEN 'document' THEN '' ELSE body END, attributes ->> 'reasoning', "
                "CASE WHEN kind IN ('decision', 'document', 'entity') THEN uid END "
                "FROM item WHERE kind NOT IN ('digest', 'turn')"
            )
        )


def test_pages_that_were_copied_without_the_lists_of_their_export_are_the_rows_they_are(db, tmp_path, bare):
    before = rows(db)
    account = json.loads(run(db, "import", str(bare), "--json").stdout)
    assert (account["added"], account["merged"]) == (0, 0)
    assert account["skipped"] == {"a session: only a native export brings it": 1}
    assert rows(db) == before
    run(other := tmp_path / "other.db", "import", str(bare))
    assert rows(other) == before


def test_lines_that_are_edited_without_the_lists_of_their_export_are_edits_of_their_rows(db, tmp_path, bare):
    run(other := tmp_path / "other.db", "import", str(bare))
    lessons, ada = bare / "learnings/fact.md", bare / "entities/ada.md"
    rewrite(lessons, "# Fact\n\n- Hinges squeak.", "# Fact\n\n- Doors are red.\n- ~~Hinges squeak.~~ Hinges are quiet.")
    rewrite(ada, "Likes tea.", "Likes coffee.")
    for memory in (db, other):
        for _ in range(2):
            run(memory, "import", str(bare))
            lessons_here = [("Hinges squeak.", False), ("Hinges are quiet.", True), ("Doors are red.", True)]
            assert sorted(believed(memory, "learning")) == sorted(lessons_here)
            assert believed(memory, "observation") == [("Likes coffee.", True)]


def test_a_page_of_lessons_that_was_copied_alone_is_lessons(db, tmp_path, bare):
    (tmp_path / "alone").mkdir()
    page = (bare / "learnings/fact.md").rename(tmp_path / "alone/fact.md")
    run(other := tmp_path / "other.db", "import", str(page))
    assert believed(other, "learning") == [("Hinges squeak.", True)]


@pytest.mark.parametrize(
    "text",
    ["# Fact\n\nMind this:\n\n- Hinges squeak. *(2026-01-01)* ^1a2b3c4d\n", "# Mine\n\n- Hinges squeak. ^1a2b3c4d\n",
     "# Memory of mine, 2026-01-01\n\n- [learnings](learnings/): 3\n\nMore.\n",
     "---\nid: 01a2277d-8723-75f7-a579-000000000000\ntype: document\nauthor: Ada\n---\nHinges squeak.\n"],
)  # fmt: skip
def test_a_page_of_ones_own_that_looks_much_like_one_of_an_export_stays_a_document(db, tmp_path, text):
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine/page.md").write_text(text, "utf-8")
    run(db, "import", str(tmp_path / "mine"))
    assert [row[0] for row in rows(db)] == ["document", "passage"]
    assert rows(db)[1][2] == text


TEXTS = [
    "\nOil the latches.\nTwice.\n",
    "Oil the latches.\r\nTwice.\r\n",
    "\r\n\r\nOil the latches.\r\nTwice.",
    "Oil\rTwice.\n",
]


def saved(db: Path, folder: Path, text: str) -> Path:
    """Store a document and export it; return its page."""
    run(db, "call", "memory_save", json.dumps({"title": "Manual", "content": text}))
    return pages_of(db, folder) / "documents/manual.md"


def texts(db: Path) -> list[str]:
    with apsw.Connection(str(db), flags=apsw.SQLITE_OPEN_READONLY) as connection:
        return [
            body
            for (body,) in connection.execute(
                "SELECT body FROM item WHERE kind = 'passage' AND superseded_at = 9223372036854775807 ORDER BY id"
            )
        ]


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("editor", [lambda page: page, lambda page: page.replace(b"\n---\n", b"\n---\n\n")])
def test_an_edited_document_keeps_how_it_begins_and_how_its_lines_end(db, tmp_path, text, editor):
    page = saved(db, folder := tmp_path / "pages", text)
    said = page.read_bytes().replace(b"Twice.", b"Thrice.")
    page.write_bytes(said if text.startswith(("\n", "\r")) else editor(said))
    run(db, "import", str(folder), "--yes")
    assert texts(db) == [text.replace("Twice.", "Thrice.")]


@pytest.mark.parametrize("text", ["Oil the latches.\nTwice.\n", "Oil the latches.\r\nTwice.\r\n"])
@pytest.mark.parametrize("end", [b"\n", b"\r\n"])
def test_an_editor_that_ends_all_lines_anew_ends_none_of_a_document_anew(db, tmp_path, text, end):
    page = saved(db, folder := tmp_path / "pages", text)
    said = page.read_bytes().replace(b"Twice.", b"Thrice.").replace(b"\r\n", b"\n").replace(b"\n", end)
    page.write_bytes(said)
    run(db, "import", str(folder), "--yes")
    assert texts(db) == [text.replace("Twice.", "Thrice.")]


@pytest.mark.parametrize("text", TEXTS)
def test_another_memory_has_a_document_to_the_character(db, tmp_path, text):
    page = saved(db, tmp_path / "pages", text)
    run(other := tmp_path / "other.db", "import", str(tmp_path / "pages"))
    assert texts(other) == [text]
    assert json.loads(run(db, "import", str(page), "--json").stdout)["unchanged"] == 1


def test_what_a_page_says_of_a_person_is_taken_out_of_it(db, tmp_path):
    run(db, "call", "memory_entity_create", '{"name": "Ada", "entityType": "person", "summary": "Paints boats."}')
    page = observed(db, folder := tmp_path / "pages", "Likes tea.")
    rewrite(page, "Paints boats.", "")
    rewrite(page, "Likes tea.", "Likes coffee.")
    assert run(db, "import", str(folder), "--yes").exit_code == 0
    assert believed(db, "entity")[-1][0] == ""
    assert believed(db, "observation") == [("Likes coffee.", True)]


@pytest.mark.parametrize(
    ("old", "new"),
    [("We use iron.", "..."), ("We use iron.", "~~We use iron.~~ -"), ("# Fact\n\n", "# Fact\n\n- ...\n")],
)
def test_a_line_that_says_nothing_is_named_and_takes_no_other_along(db, tmp_path, old, new):
    run(db, "learn", "Hinges squeak.")
    page = learned(db, folder := tmp_path / "pages", "We use iron.")
    rewrite(page, old, new)
    rewrite(page, "squeak", "rattle")
    assert "not taken over: " in run(db, "import", str(folder), "--yes").stderr
    assert sorted(believed(db, "learning")) == [("Hinges rattle.", True), ("We use iron.", True)]


def test_the_same_new_line_on_two_pages_is_new_on_both(db, tmp_path):
    for name in ("Ada", "Bob"):
        said = {"entityName": name, "entityType": "person", "content": f"{name} likes tea."}
        run(db, "call", "memory_entity_observe", json.dumps(said))
    folder = pages_of(db, tmp_path / "pages")
    for name in ("Ada", "Bob"):
        rewrite(folder / f"entities/{name.lower()}.md", f"- {name} likes", f"- Paints boats.\n- {name} likes")
    run(db, "import", str(folder), "--yes")
    assert [text for text, _ in believed(db, "observation")].count("Paints boats.") == 2
    assert edits(db, folder) == []


def documents(db: Path) -> list[tuple[str, bool]]:
    """Return the id of each document that was stored, and if it is believed."""
    with apsw.Connection(str(db), flags=apsw.SQLITE_OPEN_READONLY) as connection:
        asked = "SELECT uid, superseded_at = 9223372036854775807 FROM item WHERE kind = 'document' ORDER BY id"
        return [(uid, bool(holds)) for uid, holds in connection.execute(asked)]


@pytest.mark.parametrize("times", [1, 2])
def test_another_memory_has_an_edited_document_under_the_id_that_it_has_by_now(db, tmp_path, times):
    page = saved(db, folder := tmp_path / "pages", "Oil the latches.\nTwice.")
    run(early := tmp_path / "early.db", "import", str(folder))
    for _ in range(times):
        rewrite(page, "wice.", "wice a day. Not twice.")
        run(db, "import", str(folder), "--yes")
    [believed_now] = [row for row in documents(db) if row[1]]
    run(other := tmp_path / "other.db", "import", str(folder))
    assert documents(other) == [believed_now]
    assert texts(other) == texts(db)
    run(early, "import", str(folder))
    assert [row for row in documents(early) if row[1]] == [believed_now]
    assert texts(early) == texts(db)
    for memory in (db, other, early):
        assert json.loads(run(memory, "import", str(page), "--json").stdout)["unchanged"] == 1
        assert edits(memory, folder) == []


@pytest.mark.parametrize(("store", "kind"), STORED)
@pytest.mark.parametrize("is_whole", [True, False])
def test_what_was_changed_in_the_pages_takes_its_place_in_another_memory_that_knows_what_it_was(
    db, tmp_path, store, kind, is_whole
):  # fmt: skip
    page = store(db, folder := tmp_path / "pages", "We use iron.")
    run(other := tmp_path / "other.db", "import", str(folder))
    brass = "~~We use iron.~~ We use brass."
    for said, now in (("We use iron.", brass), (brass, "~~We use brass.~~ We use steel.")):
        rewrite(page, said, now)
        run(db, "import", str(folder), "--yes")
        for _ in range(2):
            run(other, "import", str(folder if is_whole else page))
        assert believed(other, kind) == believed(db, kind)


@pytest.mark.parametrize("sign", ["", "~~"])
def test_a_line_that_grew_longer_than_what_can_be_learned_is_named_and_left(db, tmp_path, sign):
    page = learned(db, folder := tmp_path / "pages", "We use iron.")
    now = "We use brass. " + "x" * 10_000
    rewrite(page, "We use iron.", f"~~We use iron.~~ {now}" if sign else now)
    told = run(db, "import", str(folder), "--yes")
    [named] = [line for line in told.stderr.splitlines() if line.startswith("not taken over: ")]
    assert "We use brass. x" in named
    assert len(named) < 300
    assert believed(db, "learning") == [("We use iron.", True)]
    assert len(edits(db, folder)) == 1
