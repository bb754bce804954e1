"""What a person sees at a terminal of 60, 80 and 120 columns, and what a pipe gets of the same."""

from __future__ import annotations

import io
import json
import re
from contextlib import redirect_stderr, redirect_stdout
from itertools import pairwise
from pathlib import Path

import foreign_files
import pytest
from calling import Client, server
from click.testing import CliRunner
from moments import START
from rich.cells import cell_len

from memory_mcp.cli.main import cli
from memory_mcp.cli.output import remark
from memory_mcp.errors import InvalidInputError, NotFoundError, RefusedError
from memory_mcp.project import MARKER
from memory_mcp.store.file import ids
from memory_mcp.store.sessions import sessions, turns
from memory_mcp.store.sessions.turns import Utterance
from memory_mcp.temporal import ManualClock
from memory_mcp.tools.graph import memory_entity_observe, memory_entity_relate
from memory_mcp.tools.learnings import memory_learn
from memory_mcp.tools.sessions import memory_session_start

ADA = {"entityName": "Ada", "entityType": "person"}
LONG = (
    "The deploy to staging takes four minutes and is started by hand on Fridays, after the tests of all of the "
    "services have passed and somebody of the team has looked at the dashboard for ten minutes."
)
FACTS = [
    ("Staging listens on port 6543.", "shop", {}),
    (LONG, "shop", {}),
    ("Staging of the bank is switched off at night.", "bank-with-a-name-that-is-much-longer-than-its-column", {}),
    ("Das Staging-System heißt Größenwahn 東京タワーと東京駅の間のサーバー室.", "shop", {"pinned": True}),
    ("Tabs, never spaces: staging\x1b[31m of files.", "", {}),
]  # fmt: skip
WIDTHS = (60, 80, 120)
LISTS = [("search", "staging"), ("stats",), ("today",), ("health",), ("reflect",), ("project", "show", "shop")]
PAGED = [("search", "staging"), ("sessions", "--empty"), ("entity",), ("entity", "Ada"), ("log",), ("docs", "clients")]
SHOWN = {
    "search": ("search", "staging"),
    "entity": ("entity",),
    "ada": ("entity", "Ada"),
    "forget": ("forget", "--since", "2026-03-01", "--dry-run"),
    "sessions": ("sessions", "--empty"),
    "log": ("log",),
    "projects": ("project", "list"),
    "contradictions": ("contradictions",),
}


class Terminal(io.StringIO):
    def isatty(self):
        return True


@pytest.fixture
def shop(tmp_path, monkeypatch):
    """A folder of the project shop, and a memory with rows whose ids and times are always the same."""
    numbers = iter(range(1, 1_000))
    clock = ManualClock(START)
    with server(tmp_path, clock) as runtime:
        client = Client(runtime, tmp_path)
        assert runtime.db
        monkeypatch.setattr(ids.os, "urandom", lambda size: next(numbers).to_bytes(size, "big"))
        for text, project, more in FACTS:
            clock.advance(days=1)
            client.call(memory_learn, category="fact", content=text, project=project, **more)
        client.call(memory_entity_observe, **ADA, content="Runs staging.", project="shop")
        client.call(memory_session_start, project="shop")
    monkeypatch.undo()
    folder = tmp_path / "shop"
    folder.mkdir()
    (folder / MARKER).write_text("project = 'shop'\n")
    monkeypatch.chdir(folder)
    with server(tmp_path, clock) as runtime:
        run(tmp_path, "trust", into=io.StringIO())
    return tmp_path


def run(shop: Path, *arguments: str, into: io.StringIO) -> str:
    with redirect_stdout(into), redirect_stderr(io.StringIO()):
        cli.main(["--db", str(shop / "memory.db"), "--no-embed", *arguments], standalone_mode=False)
    return into.getvalue()


def seen(shop, monkeypatch, *arguments: str, width: int = 80) -> str:
    monkeypatch.setenv("COLUMNS", str(width))
    monkeypatch.setenv("TERM", "xterm")
    return re.sub(r"\x1b\[[0-9;]*m", "", run(shop, *arguments, into=Terminal()))


SNAPSHOTS = Path(__file__).parent / "snapshots"


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("name", SHOWN)
def test_a_terminal_shows_what_was_looked_at_and_kept(shop, monkeypatch, name, width):
    # What a search finds, and in which order, is for the tests of ranking.
    found = json.loads(run(shop, "forget", "--all", "--since", "2026-03-01", "--dry-run", "--json", into=io.StringIO()))
    if name == "search":
        monkeypatch.setattr(
            "memory_mcp.cli.everyday.search._answered", lambda *_: {"hits": found["rows"], "project": "*"}
        )
    said = seen(shop, monkeypatch, *SHOWN[name], width=width)
    assert max(map(cell_len, said.splitlines())) <= width
    kept = SNAPSHOTS / f"{name}-{width}.txt"
    assert said == kept.read_text("utf-8"), f"look at it, and keep it as {kept}"


@pytest.mark.parametrize("width", WIDTHS)
def test_a_hit_that_a_newer_row_contradicts_names_it(shop, monkeypatch, width):
    over = {
        "id": "00000000-0000-8000-8000-00000000abcd", "type": "observation", "validFrom": "2026-03-02T00:00:00Z",
        "project": "bank", "snippet": "Staging listens on port 6543.",
        "contradictedBy": "00000000-0000-8000-8000-0000a1ecd0ad",
    }  # fmt: skip
    monkeypatch.setattr("memory_mcp.cli.everyday.search._answered", lambda *_: {"hits": [over], "project": "*"})
    first, *_ = seen(shop, monkeypatch, "search", "staging", width=width).splitlines()
    assert "2026-03-02  but see a1ecd0ad" in first
    assert first.endswith("0000abcd")
    assert cell_len(first) <= width


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize(
    "given",
    LISTS,
)
def test_no_line_of_a_list_is_longer_than_the_window(shop, monkeypatch, given, width):
    lines = seen(shop, monkeypatch, *given, width=width).splitlines()
    assert lines
    assert max(map(cell_len, lines)) <= width


@pytest.mark.parametrize("given", LISTS)
def test_a_window_said_to_have_no_columns_shows_what_one_of_80_does(shop, monkeypatch, given):
    wide = seen(shop, monkeypatch, *given)
    assert seen(shop, monkeypatch, *given, width=0).split() == wide.split()


def test_the_path_of_the_file_is_whole_in_a_narrow_window(shop, monkeypatch):
    said = seen(shop, monkeypatch, "health", width=40).partition("path")[2].partition("schema")[0]
    assert "".join(said.split()) == str(shop / "memory.db")


@pytest.mark.parametrize("width", [20, 24, 30, 40])
@pytest.mark.parametrize("given", [("search", "staging"), ("entity",), ("reflect",)])
def test_an_id_is_whole_in_a_narrow_window(shop, monkeypatch, given, width):
    wide, narrow = (
        set(re.findall(r"\b[0-9a-f]{8}\b", seen(shop, monkeypatch, *given, width=one))) for one in (120, width)
    )
    assert wide
    assert narrow == wide


@pytest.mark.parametrize("width", [20, 30])
@pytest.mark.parametrize("given", ["contradictions", "reflect"])
def test_a_narrow_window_shows_what_contradicts_in_whole_words(shop, monkeypatch, given, width):
    lines = seen(shop, monkeypatch, given, width=width).splitlines()
    wide = set(re.findall(r"[^\W\d_]{4,}", seen(shop, monkeypatch, given, width=120))) - {"what", "since"}
    assert wide <= set(re.findall(r"[^\W\d_]{4,}", "\n".join(lines)))
    assert max(cell_len(line) for line in lines if "memory-mcp" not in line) <= width


@pytest.mark.parametrize("given", PAGED)
def test_what_the_window_does_not_hold_goes_through_a_pager(shop, monkeypatch, given):
    paged = []
    monkeypatch.setattr("click.echo_via_pager", paged.append)
    monkeypatch.setattr("sys.stdin", Terminal())
    monkeypatch.setenv("LINES", "500")
    said = seen(shop, monkeypatch, *given)
    assert (bool(said.strip()), paged) == (True, [])
    monkeypatch.setenv("LINES", "2")
    assert seen(shop, monkeypatch, *given) == ""
    assert [re.sub(r"\x1b\[[0-9;]*m", "", one) for one in paged] == [said]


def test_what_goes_on_in_the_log_waits_for_nobody_to_turn_pages(shop, monkeypatch):
    monkeypatch.setattr("sys.stdin", Terminal())
    monkeypatch.setattr("memory_mcp.cli.everyday.log._follow", lambda *_: None)
    monkeypatch.setenv("LINES", "2")
    assert "Runs staging." in seen(shop, monkeypatch, "log", "--follow")


@pytest.mark.parametrize("width", WIDTHS)
def test_what_is_said_on_standard_error_fits_the_window_and_breaks_no_command(monkeypatch, width):
    monkeypatch.setenv("COLUMNS", str(width))
    said = (
        "Nothing is known of it here yet; `memory-mcp search --all staging` looks everywhere, and then 東京タワー " * 3
    )
    lines = {}
    for stream in (Terminal(), io.StringIO()):
        with redirect_stderr(stream):
            remark(said, label="error: ", colour="red")
        lines[type(stream)] = re.sub(r"\x1b\[[0-9;]*m", "", stream.getvalue()).splitlines()
    assert lines[io.StringIO] == [f"error: {said}"]
    first, *others = lines[Terminal]
    assert max(map(cell_len, lines[Terminal])) <= width
    assert first.startswith("error: Nothing")
    assert {line[:7] for line in others} == {" " * 7}
    assert sum(line.count("`memory-mcp search --all staging`") for line in lines[Terminal]) == 3
    assert " ".join(" ".join(lines[Terminal]).split()) == f"error: {said}".strip()


AMBIGUOUS = [("read",), ("open",), ("edit", "--text", "New."), ("forget", "--yes"), ("show",), ("entity",)]


@pytest.mark.parametrize("command", AMBIGUOUS)
def test_the_end_of_several_ids_names_them_at_the_command_line(shop, monkeypatch, command):
    made = [f"0198{n:04x}-0000-7000-8000-0000deadbeef" for n in (1, 2)]
    given = iter(made)
    monkeypatch.setattr("memory_mcp.store.facts.versions.new_uid", lambda _now: next(given))
    for text in ("The north gate is green.", "Lunch is at noon."):
        run(shop, "learn", text, into=io.StringIO())
    with pytest.raises(InvalidInputError, match="several ids end with 'deadbeef'") as refused:
        run(shop, command[0], "deadbeef", *command[1:], into=Terminal())
    assert all(f"{uid} (learning)" in refused.value.hint for uid in made)


def test_a_number_of_the_last_list_is_read_edited_and_forgotten(shop, monkeypatch):
    seen(shop, monkeypatch, "search", "6543")
    assert "Staging listens on port 6543." in seen(shop, monkeypatch, "read", "1")
    seen(shop, monkeypatch, "edit", "1", "--text", "Staging listens on port 7000.")
    assert "port 7000" in seen(shop, monkeypatch, "read", "1")
    assert "1 row forgotten" in seen(shop, monkeypatch, "forget", "1", "--yes")
    with pytest.raises(NotFoundError, match="no hit 9"):
        seen(shop, monkeypatch, "read", "9")


def test_inside_a_project_its_own_come_first_and_others_are_counted(shop, monkeypatch):
    said = seen(shop, monkeypatch, "search", "staging")
    assert "bank" not in said
    assert "1 more in other projects: --all" in said


def test_outside_a_project_everything_is_searched_with_its_project(shop, monkeypatch):
    monkeypatch.chdir(shop.parent)
    assert "bank-with-a-name" in seen(shop, monkeypatch, "search", "bank", width=120)


@pytest.mark.parametrize(
    ("verdict", "judged"),
    [("answers", None), ("perhaps", "perhaps one of these answers"), ("nothing", "none of these is sure to answer")],
)
def test_a_search_says_whether_its_hits_are_likely_to_answer(shop, monkeypatch, capsys, verdict, judged):
    found = json.loads(run(shop, "search", "--all", "staging", "--json", into=io.StringIO())) | {"verdict": verdict}
    for name in ("_answered", "_found"):
        monkeypatch.setattr(f"memory_mcp.cli.everyday.search.{name}", lambda *_: found)
    terminal = seen(shop, monkeypatch, "search", "staging")
    cli.main(["--db", str(shop / "memory.db"), "--no-embed", "search", "staging"], standalone_mode=False)
    for said in (terminal, capsys.readouterr().err):
        assert ("of these" in said) == (judged is not None)
        assert judged is None or judged in said


def test_a_pipe_gets_a_header_and_whole_ids(shop):
    header, first = run(shop, "search", "6543", into=io.StringIO()).splitlines()
    assert header.split("\t") == ["id", "type", "since", "project", "text", "state"]
    uid, kind, since, project, text, _state = first.split("\t")
    assert (len(uid), kind, since, project, text) == (36, "learning", "2026-03-02", "shop", FACTS[0][0])


def test_a_pipe_says_behind_the_text_what_became_of_a_row(shop, monkeypatch):
    hit = {
        "id": "a",
        "type": "learning",
        "validFrom": "2026-03-02",
        "project": "shop",
        "snippet": "port 1",
        "title": "",
    }
    states = [{}, {"supersededById": "b"}, {"contradictedBy": "c", "archived": True}]
    found = {"hits": [hit | state for state in states], "project": "shop", "verdict": "answers"}
    monkeypatch.setattr("memory_mcp.cli.everyday.search._found", lambda *_: found)

    _header, *rows = run(shop, "search", "port", into=io.StringIO()).splitlines()
    assert [row.split("\t")[5] for row in rows] == ["", "replaced by b", "contradicted by c; archived"]


def test_what_is_stored_cannot_colour_a_terminal(shop, monkeypatch):
    monkeypatch.setenv("TERM", "xterm")
    said = run(shop, "search", "tabs spaces", into=Terminal())
    assert ("\x1b[31m" in said, "\x1b[1m" in said) == (False, True)


def test_an_empty_memory_says_what_to_do_next(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    for given in (("search", "port"), ("stats",), ("today",), ("entity",)):
        cli.main(["--db", str(tmp_path / "memory.db"), "--no-embed", *given], standalone_mode=False)
        said = " ".join("".join(capsys.readouterr()).split())
        assert "memory-mcp setup connects your clients" in said


def test_a_row_says_that_it_is_pinned_and_a_relation_what_it_says(shop, monkeypatch):
    seen(shop, monkeypatch, "search", "Größenwahn")
    assert "pinned: true" in seen(shop, monkeypatch, "read", "1").splitlines()
    with server(shop, ManualClock(START)) as runtime:
        client = Client(runtime, shop / "shop")
        ends = [client.call(memory_entity_observe, entityName=name, entityType="person", content="Is here.")["entityId"]
                for name in ("Eve", "Ben")]  # fmt: skip
        given = {"fromEntityId": ends[0], "toEntityId": ends[1], "relationType": "looks_after"}
        uid = client.call(memory_entity_relate, **given)["id"]
    assert "    Eve looks after Ben" in seen(shop, monkeypatch, "read", uid).splitlines()


def test_a_text_that_changed_stays_as_past(shop, monkeypatch):
    seen(shop, monkeypatch, "search", "6543")
    run(shop, "edit", "1", "--changed", "--text", "Staging listens on port 7000.", into=io.StringIO())
    told = json.loads(run(shop, "search", "staging port", "--json", into=io.StringIO()))
    assert [hit["snippet"] for hit in told["hits"] if "port" in hit["snippet"]] == ["Staging listens on port 7000."]
    past = json.loads(run(shop, "search", "staging port", "--as-of", "2026-03-10", "--json", into=io.StringIO()))
    assert "Staging listens on port 6543." in [hit["snippet"] for hit in past["hits"]]


def test_today_sets_in_what_does_not_fit_in_a_line(shop, monkeypatch):
    monkeypatch.setenv("COLUMNS", "60")
    lines = run(shop, "today", into=Terminal()).splitlines()
    assert any(before.startswith("- ") and after.startswith("  ") for before, after in pairwise(lines))
    assert not any("under '" in line for line in lines)


def test_today_says_no_day_twice(shop):
    text = run(shop, "today", into=io.StringIO())
    assert "- 2026-" in text
    assert "true since" not in text


def test_today_says_that_a_folder_is_in_no_project(shop, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    told = CliRunner().invoke(cli, ["--db", str(shop / "memory.db"), "--no-embed", "today"])
    assert "This folder is in no project" in told.stderr


def test_today_says_of_each_line_why_it_is_told(shop):
    lines = json.loads(run(shop, "today", "--json", into=io.StringIO()))["lines"]
    (pinned,) = [line for line in lines if "Größenwahn" in line["text"]]
    assert "pinned" in pinned["why"]
    assert pinned["id"]


def test_nobody_is_asked_whether_to_forget_what_is_not_there(shop, monkeypatch):
    with pytest.raises(NotFoundError, match="no row with id 12345678"):
        seen(shop, monkeypatch, "forget", "12345678", "--yes")


@pytest.mark.parametrize("command", [("read",), ("open",), ("edit", "--text", "New."), ("forget", "--yes")])
def test_who_types_too_little_of_an_id_is_told_how_much_it_takes(shop, command):
    with pytest.raises(NotFoundError) as refused:
        run(shop, command[0], "8383044", *command[1:], into=Terminal())
    assert refused.value.hint == "Give the last 8 characters of an id, or more of it: '8383044' has 7."


def test_the_beginning_of_a_sessions_id_says_how_a_session_is_forgotten(tmp_path):
    with server(tmp_path, ManualClock(START)) as runtime, runtime.db.writing("test") as tx:
        session = sessions.start(tx, project_id=0)[0].uid
        turns.add(tx, Utterance("Which port is it?", session_uid=session))
    with pytest.raises(NotFoundError) as told:
        run(tmp_path, "forget", session[:13], "--yes", into=io.StringIO())
    assert f"forget --session {session[:13]}`" in told.value.hint


def test_nothing_is_forgotten_that_nobody_was_asked_about(shop):
    before = run(shop, "search", "staging", "--all", "--json", into=io.StringIO())
    with pytest.raises(RefusedError):
        run(shop, "forget", "--query", "staging", into=io.StringIO())
    assert run(shop, "search", "staging", "--all", "--json", into=io.StringIO()) == before


def test_what_is_erased_is_looked_for_in_every_place(shop):
    said = run(shop, "forget", "--query", "6543", "--erase", "--yes", "--json", into=io.StringIO())
    answer = json.loads(said.splitlines()[-1])
    assert set(answer["remains"]) == {
        "text", "history", "word index", "vectors", "file", "write-ahead log", "backups",
        "waiting events and logs", "exports", "other memories", "page", "other rows",
        "goals, profile, aliases and sources",
    }  # fmt: skip
    assert set(answer["remains"].values()) == {0}


@pytest.mark.external
def test_an_export_and_a_page_that_hold_what_was_erased_are_counted(shop):
    (shop / "exports").mkdir()
    for command in (("export", str(shop / "exports" / "all.json")), ("view",)):
        run(shop, *command, into=io.StringIO())
    said = run(shop, "forget", "--query", "6543", "--erase", "--yes", "--json", into=io.StringIO())
    left = json.loads(said.splitlines()[-1])["remains"]
    assert {place: count for place, count in left.items() if count} == {"exports": 1, "page": 1}


def test_what_is_left_of_an_erased_text_is_found(shop):
    run(shop, "backup", into=io.StringIO())
    wal = shop / "memory.db-wal"
    said = run(shop, "forget", "--query", "6543", "--erase", "--yes", "--json", into=io.StringIO())
    assert json.loads(said.splitlines()[-1])["remains"]["backups"] == 1
    assert not wal.exists() or b"port 6543" not in wal.read_bytes()


def test_sessions_in_which_nothing_was_said_are_counted_and_listed_when_asked_for(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with server(tmp_path, ManualClock(START)) as runtime, runtime.db.writing("test") as tx:
        said, summed_up, _empty = (sessions.start(tx, project_id=0)[0].uid for _ in range(3))
        turns.add(tx, Utterance("Which port is it?", session_uid=said))
        sessions.end(tx, summed_up, summary="Looked for the port.")

    def listed(*more: str) -> tuple[set[str], int, int]:
        told = json.loads(run(tmp_path, "sessions", "--json", *more, into=io.StringIO()))
        return {row["id"] for row in told["sessions"]}, told["total"], told["empty"]

    assert listed() == ({said, summed_up}, 2, 1)
    assert (len(listed("--empty")[0]), *listed("--empty")[1:]) == (3, 3, 0)
    ended = CliRunner().invoke(cli, ["--db", str(tmp_path / "memory.db"), "--no-embed", "sessions"])
    assert "1 more in which nothing was said; --empty shows them" in ended.stderr


def test_a_conversation_that_came_in_goes_by_its_title(shop, monkeypatch):
    (shop / "chats.json").write_text(json.dumps(foreign_files.claude_ai()))
    run(shop, "import", str(shop / "chats.json"), into=io.StringIO())
    listed = json.loads(run(shop, "sessions", "--all", "--json", into=io.StringIO()))["sessions"]
    uid = next(row["id"] for row in listed if row["title"] == "Tides")
    assert "    Tides\n" in seen(shop, monkeypatch, "sessions", "--all")
    assert "    Tides\n" in seen(shop, monkeypatch, "open", uid)
    assert "Tides" in run(shop, "call", "memory_timeline", '{"project": "*"}', into=io.StringIO())
    assert json.loads(run(shop, "read", uid, "--json", into=io.StringIO()))["title"] == "Tides"
