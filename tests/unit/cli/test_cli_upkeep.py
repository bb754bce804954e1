"""contradictions, reflect and retention at a terminal, in a pipe and as JSON; their tools in both eras."""

from __future__ import annotations

import io
import json
import re
import shlex
from collections import Counter
from contextlib import redirect_stderr, redirect_stdout

import pytest
from click.testing import CliRunner
from wire import LEGACY, MODERN, spawn, text_of

from memory_mcp.cli.main import cli


class Terminal(io.StringIO):
    """Standard output as a person has it."""

    def isatty(self):
        return True


@pytest.fixture
def program(tmp_path, monkeypatch):
    """Run a command on a file of its own; a list of arguments in, its output out."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.delenv("FORCE_COLOR", raising=False)
    db = str(tmp_path / "memory.db")

    def run(*arguments, terminal=False):
        given = ["--db", db, "--no-embed", *arguments]
        if terminal:
            shown = Terminal()
            with redirect_stdout(shown), redirect_stderr(shown):
                cli.main(given, standalone_mode=False)
            return re.sub(r"\x1b\[[0-9;]*m", "", shown.getvalue())  # without colours
        result = CliRunner().invoke(cli, given, catch_exceptions=False)
        assert result.exit_code == 0
        return result.stdout

    return run


def learn(program, content, **more):
    arguments = {"category": "fact", "content": content} | more
    return json.loads(program("call", "memory_learn", json.dumps(arguments), "--json"))["id"]


@pytest.fixture
def pair(program):
    return learn(program, "The API uses Redis"), learn(program, "The API does not use Redis \x1b")


def test_contradictions_in_a_pipe_are_one_line_each(program, pair):
    (line,) = program("contradictions").splitlines()
    assert line.split("\t") == [
        "negation", *pair, "The API uses Redis", r"The API does not use Redis \x1b", "denied in one: not",
    ]  # fmt: skip


def test_contradictions_at_a_terminal_are_told_with_evidence_and_ids(program, pair):
    shown = program("contradictions", terminal=True)
    assert all(
        part in shown
        for part in ("negation", "denied in one: not", *(uid[-8:] for uid in pair), "1 of 1 pair among 2 facts")
    )
    assert "\x1b" not in shown


def test_the_commands_that_settle_a_pair_are_short_and_work(program, pair, monkeypatch):
    monkeypatch.setenv("COLUMNS", "40")
    shown = program("contradictions", terminal=True)
    commands = [shlex.split(line) for line in shown.splitlines() if "memory-mcp contradictions" in line]
    ids = [uid[-8:] for uid in pair]
    assert commands == [["memory-mcp", "contradictions", f"--{way}", *ids] for way in ("supersede", "end", "dismiss")]
    assert max(map(len, shown.splitlines())) < 80
    assert program(*commands[1][1:]) == ""


def test_a_pair_is_settled_with_its_older_fact_first(program, pair, tmp_path):
    before = ["--db", str(tmp_path / "memory.db"), "--no-embed"]
    result = CliRunner().invoke(cli, [*before, "contradictions", "--supersede", *reversed(pair)])
    assert "are no pair to supersede" in str(result.exception)
    assert "No contradiction among 1 fact" in program("contradictions", "--supersede", *pair, terminal=True)


@pytest.mark.parametrize(
    ("way", "told"),
    [
        ("supersede", "Superseded {}: {} takes its place."),
        ("end", r"Ended {}: it held until \d{{4}}-\d\d-\d\d; {} stays as it is."),
        ("dismiss", "Dismissed: {} and {} count as no contradiction until one of them changes."),
    ],
)
def test_what_was_done_with_a_pair_is_said_before_what_is_left(program, pair, way, told):
    said = program("contradictions", f"--{way}", *pair, terminal=True).splitlines()
    assert re.fullmatch(told.format(*(uid[-8:] for uid in pair)), said[0])
    assert said[1].startswith("No contradiction among")


@pytest.mark.parametrize("more", [[], ["--json"]])
def test_in_a_pipe_what_was_done_with_a_pair_is_said_beside_what_is_left(program, pair, tmp_path, more):
    given = ["--db", str(tmp_path / "memory.db"), "--no-embed", "contradictions", "--supersede", *pair, *more]
    result = CliRunner().invoke(cli, given, catch_exceptions=False)
    assert result.stderr.startswith(f"Superseded {pair[0][-8:]}: {pair[1][-8:]} takes its place.\n")
    assert "takes its place" not in result.stdout


def test_a_pair_is_dismissed_from_the_command_line(program, pair):
    answer = json.loads(program("contradictions", "--dismiss", *pair, "--reason", "two APIs", "--json"))
    assert (answer["dismissed"], answer["total"]) == (True, 0)
    assert "No contradiction among 2 facts" in program("contradictions", terminal=True)


def test_contradictions_say_why_some_facts_are_compared_by_words_only(program, pair, monkeypatch):
    monkeypatch.setattr("memory_mcp.tools.framework.comparing.compare_all", lambda _runtime, _patience: "no room")

    assert "some facts are compared by words only: no room" in program("contradictions", terminal=True)


def test_contradictions_are_asked_of_one_kind_or_entity(program, pair):
    assert program("contradictions", "--type", "value") == ""
    observe = {"entityName": "Ada", "entityType": "person"}
    for content in ("lives in Berlin", "lives in Hamburg"):
        program("call", "memory_entity_observe", json.dumps(observe | {"content": content}))
    assert len(program("contradictions", "--all").splitlines()) == 2
    assert len(program("contradictions", "--entity", "ada").splitlines()) == 1
    ada = json.loads(program("entity", "Ada", "--json"))["entity"]["id"]
    assert program("contradictions", "--entity", ada[-8:]) == program("contradictions", "--entity", "ada")


def test_a_reflection_in_a_pipe_is_markdown_and_at_a_terminal_a_table(program, pair):
    piped, shown = program("reflect"), program("reflect", terminal=True)
    assert "## Contradictions (1)" in piped
    assert f'"observationId": "{pair[0]}"' in piped
    assert "Contradictions  1" in shown
    assert all(uid[-8:] in shown and uid not in shown for uid in pair)
    assert "`" not in shown
    assert json.loads(program("reflect", "--json"))["totals"]["contradictions"] == 1


def test_a_reflection_of_nothing_says_so(program):
    assert "Nothing needs attention." in program("reflect", terminal=True)


def test_in_a_pipe_nothing_that_comes_back_is_no_line_and_is_said_beside_it(tmp_path):
    done = CliRunner().invoke(cli, ["--db", str(tmp_path / "memory.db"), "--no-embed", "retention", "restore"])
    assert (done.stdout, done.stderr) == ("", "0 rows are back.\n")


def test_retention_is_previewed_run_and_restored(program, pair):
    assert program("retention") == ""
    # Nothing is a day old yet: what is asked for by age is nothing, and that is said.
    assert "0 rows would be archived, 0 erased." in program("retention", terminal=True)
    preview = json.loads(program("retention", "preview", "--older", "1", "--turns", "2", "--json"))
    assert (preview["rows"], preview["archiveCount"]) == ([], 0)
    ran = program("retention", "run", "--older", "1", "--turns", "2", "--preview-id", preview["previewId"])
    assert ran == ""
    program("call", "memory_learn_archive", json.dumps({"learningId": pair[0]}))
    assert program("retention", "restore", pair[0]) == f"{pair[0]}\n"
    assert "0 rows are back." in program("retention", "restore", pair[0], terminal=True)


@pytest.fixture(params=[LEGACY, MODERN], ids=["with handshake", "without"])
def wire(request, tmp_path):
    with spawn(tmp_path / "memory.db") as opened:
        if request.param == MODERN:
            opened.discover()
        else:
            opened.initialize()
        yield opened


@pytest.mark.external
def test_what_the_memory_notices_is_served_in_both_eras(wire):
    old, new = (
        wire.structured("memory_learn", {"category": "fact", "content": content})["id"]
        for content in ("The API uses Redis", "The API does not use Redis")
    )
    decided = wire.structured(
        "memory_decide", {"title": "Cache", "decision": "Redis", "reasoning": "The API uses Redis"}
    )
    (pair,) = wire.structured("memory_contradictions")["contradictions"]
    assert (pair["older"]["id"], pair["newer"]["id"]) == (old, new)
    wire.structured(pair["resolve"]["tool"], pair["resolve"]["arguments"])
    reflected = wire.call_tool("memory_reflect")
    (stale,) = reflected["structuredContent"]["stalePremises"]
    assert stale["id"] == decided["id"]
    assert f'`memory_decide_update {{"decisionId": "{stale["id"]}", "verified": false}}`' in text_of(reflected)
    assert wire.structured("memory_insights")["kinds"]["learning"]["current"] == 1
    preview = wire.structured("memory_retention", {"action": "preview"})
    assert wire.structured("memory_retention", {"action": "run", "previewId": preview["previewId"]})["rows"] == []
    changed = [
        row for one in wire.structured("memory_timeline")["sessions"] for row in one["events"] if "change" in row
    ]
    assert [(row["id"], row["supersededById"]) for row in changed] == [(old, new)]
    chain = wire.structured("memory_read", {"id": old, "history": True})["chain"]
    assert [one["id"] for one in chain] == [old, new]


def pairs_of_every_kind(wire) -> None:
    """Write facts that clash: lessons, observations, relations and decisions, of one beginning and of two."""
    for content, confidence, since in (
        ("The API uses Redis", 0.7, "2026-01-01"),
        ("The API does not use Redis", 0.7, "2026-02-01"),
        ("The export is enabled", 0.7, "2026-01-05"),
        ("The export is disabled", 0.7, "2026-01-05"),
        ("Backups are kept for 30 days", 0.7, "2026-02-01"),
        ("Backups are kept for 14 days", 0.7, "2026-01-01"),
        ("The nightly job takes two hours", 0.9, "2026-01-01"),
        ("A nightly job takes two hours", 0.4, "2026-02-01"),
    ):
        learned = {"category": "fact", "content": content, "confidence": confidence, "validFrom": since}
        wire.structured("memory_learn", learned)
    ada, acme, globex = (
        wire.structured("memory_entity_create", {"name": name, "entityType": "thing"})["id"]
        for name in ("Ada", "Acme", "Globex")
    )
    for content in ("lives in Berlin", "lives in Hamburg"):
        wire.structured("memory_entity_observe", {"entityId": ada, "content": content})
    for to in (acme, globex):
        related = {"fromEntityId": ada, "toEntityId": to, "relationType": "works_at"}
        wire.structured("memory_entity_relate", related)
    for chosen in ("The default port is 8080", "The default port is 9090"):
        wire.structured("memory_decide", {"title": "Ports", "decision": chosen, "reasoning": "habit"})


@pytest.mark.external
@pytest.mark.parametrize(
    ("wire", "proposed"),
    [
        (LEGACY, "resolve"),
        (MODERN, "end"),
        (LEGACY, "dismiss"),
        pytest.param(MODERN, "resolve", marks=pytest.mark.slow),
        pytest.param(LEGACY, "end", marks=pytest.mark.slow),
        pytest.param(MODERN, "dismiss", marks=pytest.mark.slow),
    ],
    indirect=["wire"],
)
def test_each_call_that_a_pair_proposes_settles_it_as_it_stands(wire, proposed):
    pairs_of_every_kind(wire)
    found = wire.structured("memory_contradictions")
    kinds = Counter()
    for left in range(6, -1, -1):
        pair = found["contradictions"][0]
        kinds[pair["kind"]] += 1
        wire.structured(pair[proposed]["tool"], pair[proposed]["arguments"])
        found = wire.structured("memory_contradictions")
        assert found["total"] == left
        assert pair["evidence"] not in {one["evidence"] for one in found["contradictions"]}
        if proposed == "resolve":
            old = wire.structured("memory_read", {"id": pair["older"]["id"], "history": True})
            assert old["changes"][-1]["supersededById"] == pair["newer"]["id"]
    assert kinds == {"negation": 1, "antonym": 1, "value": 4, "confidence_drift": 1}
