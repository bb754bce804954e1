"""What the page shows of a memory: every version with both times, within a budget, and nothing of another project."""

from __future__ import annotations

import json
import re

import pytest
from calling import Client, learn, server
from shown_memory import shown_memory
from two_projects import folder_of, planted

from memory_mcp.application.resources import MemoryLibrary
from memory_mcp.errors import ConflictError
from memory_mcp.store.contradictions import pairs
from memory_mcp.store.endings.compared import TAKEN_UP_IN
from memory_mcp.store.facts import facts, versions
from memory_mcp.store.facts.projects import projects
from memory_mcp.store.facts.versions import Draft
from memory_mcp.store.sessions import later_words, statements, turns
from memory_mcp.store.sessions.turns import Utterance
from memory_mcp.temporal import Period
from memory_mcp.tools.forget import memory_forget
from memory_mcp.tools.framework.call import Call
from memory_mcp.tools.learnings import memory_learn_archive
from memory_mcp.tools.sessions import memory_session_end, memory_session_start
from memory_mcp.tools.view import memory_view
from memory_mcp.view.data import explorer
from memory_mcp.view.page import page_with, write_page

_DATA = re.compile(r'<script type="application/json" id="memory-data">(.*?)</script>', re.DOTALL)


@pytest.fixture
def client(tmp_path, clock):
    with server(tmp_path, clock) as runtime:
        yield Client(runtime, folder_of(tmp_path, "harbour"))


def shown(client: Client, project: str | None = None):
    return explorer(Call(client.runtime, client.facts, actor="test"), project)


def test_a_fact_comes_with_every_version_and_why_it_was_closed(tmp_path, clock):
    with shown_memory(tmp_path, clock) as client:
        data = shown(client)
    (port,) = (fact for fact in data["facts"] if fact["pinned"])
    assert [(v["text"], v["from"][:10], v["known"][:10], (v["until"] or "")[:10]) for v in port["versions"]] == [
        ("Staging listens on port 5432.", "2026-01-15", "2026-05-10", "2026-05-30"),
        ("Staging listens on port 6543.", "2026-01-15", "2026-05-30", ""),
    ]
    assert port["versions"][0]["closed"] == {"verb": "correct", "reason": "read again", "next": None}
    queue = {fact["versions"][0]["text"]: fact for fact in data["facts"] if fact["kind"] == "decision"}
    after = queue["Keep the queue in Redis"]["versions"][0]["closed"]
    assert (after["verb"], after["next"]) == ("supersede", queue["Keep the queue in Postgres"]["id"])


def test_sessions_people_changes_and_contradictions_are_there(tmp_path, clock):
    with shown_memory(tmp_path, clock) as client:
        data = shown(client)
    assert (len(data["sessions"]), data["totals"]["sessions"]) == (12, 12)
    assert data["sessions"][0]["said"][0]["text"].startswith("Let's keep the queue")
    assert {edge["type"] for edge in data["relations"]} == {"maintains", "runs on", "reports to"}
    changed = [change["verb"] for change in data["changes"] if change["kind"] != "statement"]
    assert changed == ["verify", "supersede", "correct", "supersede"]
    said_again = [change for change in data["changes"] if change["kind"] == "statement"]
    assert [(change["verb"], change["reason"][:10]) for change in said_again] == [("supersede", "said again")] * 4
    assert [pair["newer"]["snippet"] for pair in data["contradictions"]] == ["Deploys happen on Thursdays."]
    assert sum(rows for _quarter, rows in data["quarters"]) > 24


def test_a_pair_is_shown_whole_and_the_page_says_how_many_there_are(client, monkeypatch):
    monkeypatch.setattr("memory_mcp.view.data._PAIRS", 1)
    long = "The nightly backup of the big harbour database runs on the machine in the cellar of the old office at"
    for hour in (3, 4, 5):
        learn(client, f"{long} {hour} o'clock.")
    pairs.catch_up(client.runtime.db)
    data = shown(client)
    (pair,) = data["contradictions"]
    assert pair["newer"]["snippet"].startswith(long)
    assert pair["newer"]["snippet"].endswith(" o'clock.")
    assert data["totals"]["contradictions"] == 3


def test_a_session_comes_with_the_command_that_goes_on_with_it_and_its_folder(tmp_path, clock):
    with shown_memory(tmp_path, clock) as client:
        newest, *_ = shown(client)["sessions"]
    assert newest["resume"] == ("claude", "--resume", "s-11")
    assert newest["home"] == str(tmp_path / "harbour")


def test_nothing_of_another_project_is_shown(tmp_path, clock):
    with server(tmp_path, clock) as runtime:
        planted(runtime, folder_of(tmp_path, "ours"), "heron")
        planted(runtime, folder_of(tmp_path, "theirs"), "walrus")
        ours = Client(runtime, folder_of(tmp_path, "ours"), client_name="claude-code")
        data, everything = shown(ours), shown(ours, "*")
    assert "heron" in json.dumps(data)
    assert "walrus" not in json.dumps(data)
    assert "theirs" not in json.dumps(data)
    assert "walrus" in json.dumps(everything)


def test_private_parts_secrets_and_what_was_erased_are_not_in_the_page(client):
    learn(client, "The door code is <private>walrus-17</private>, says Mara")
    learn(client, f"The token of staging is ghp_{'Zq7Kd9' * 6}")
    gone = learn(client, "The heron nests in the old crane")
    client.call(memory_forget, ids=[gone], erase=True)
    page = page_with(shown(client))
    assert ("door code" in page, "token of staging" in page) == (True, True)
    assert [word for word in ("walrus", "Zq7Kd9", "heron") if word in page] == []


def test_a_page_says_where_the_memory_lies_unless_commands_find_it_there(client, monkeypatch):
    assert shown(client)["db"] == str(client.runtime.settings.db_path)
    monkeypatch.setattr("memory_mcp.config._default_db_path", lambda: client.runtime.settings.db_path)
    assert shown(client)["db"] is None


def test_the_newest_facts_go_in_first_and_the_page_says_how_many_there_are(client, clock, monkeypatch):
    monkeypatch.setattr("memory_mcp.view.data._FACTS", 2)
    pinned = learn(client, "Pinned and old", pinned=True)
    for number in range(4):
        clock.advance(hours=1)
        newest = learn(client, f"Number {number} of them")
    data = shown(client)
    assert ([fact["id"] for fact in data["facts"]], data["totals"]["facts"]) == ([pinned, newest], 5)


def test_today_is_what_a_session_is_told_with_a_reason_for_each_row(tmp_path, clock):
    with shown_memory(tmp_path, clock) as client:
        data = shown(client)
        told = MemoryLibrary().read(Call(client.runtime, client.facts), "memory://context/current")
    lines = [line for line in data["today"] if not line.get("heading")]
    (port,) = (line for line in lines if "6543" in line["text"])
    assert (port["kind"], port["why"]) == ("learning", "pinned; true since 2026-01-15")
    assert (port["under"], port["reasons"]) == ("Pinned", {"since": "2026-01-15"})
    assert {line["text"] for line in data["today"] if line.get("heading")} >= {"Changed", "Pinned"}
    assert len(lines) > 8
    assert [line["text"] for line in lines if line["text"] not in told] == []


def test_what_was_said_later_of_a_line_stands_right_below_it(client, clock):
    wish, later, other = "Always restart the broker in the evening.", "You may restart the broker at noon.", "Use tabs."
    with client.runtime.db.writing("test") as tx:
        home = projects.ensure(tx, projects.named("harbour"))
        rows = [
            versions.insert(
                tx, Draft("statement", text, Period(tx.now + at), project_id=home, attributes={"role": role})
            )
            for at, (role, text) in enumerate([("standing", wish), ("open", later), ("standing", other)])
        ]
        later_words.tie(tx, rows[1][0], rows[0][0])
    clock.advance(seconds=60)
    told = [line["text"].partition(" ")[2] for line in shown(client)["today"]]
    assert told.index(later) == told.index(wish) + 1
    assert "Still open" not in {line["text"] for line in shown(client)["today"]}


def test_what_a_session_left_comes_line_by_line_with_its_whole_text_and_place(client):
    long = "write the test of the harbour scheduler " * 12
    client.call(memory_session_start)
    steps = ["run it", long.strip(), "land it"]
    client.call(memory_session_end, summary="We chose Postgres", nextSteps=steps, openQuestions=["who reviews?"])
    told = [line for line in shown(client)["today"] if line.get("shows")]

    assert told[0]["value"] == "We chose Postgres"
    assert [line["left"] for line in told if "left" in line] == [
        {"of": "openQuestions", "text": "who reviews?", "place": 0},
        *({"of": "nextSteps", "text": text, "place": place} for place, text in enumerate(steps)),
    ]


def test_a_client_without_apps_gets_a_line_for_each_thing(tmp_path, clock):
    with shown_memory(tmp_path, clock) as client:
        lines = client.text(memory_view).splitlines()
    assert lines[0] == "What is known of harbour on 2026-06-17"
    assert [line for line in lines if line.startswith("## ")] == [
        "## People and things", "## Relations", "## What happened", "## Contradictions",
    ]  # fmt: skip
    assert any(line.startswith("- Mara maintains checkout, since 2026-04-30 [") for line in lines)
    assert any(line.startswith("- 2026-06-14 decision: Queue: Keep the queue in Postgres [") for line in lines)
    assert max(map(len, lines)) < 300


def test_an_archived_fact_is_shown_as_such(client):
    uid = learn(client, "Kept out of answers")
    client.call(memory_learn_archive, learningId=uid)
    assert [fact["archived"] for fact in shown(client)["facts"]] == [True]


@pytest.mark.parametrize(
    "text", ["</script><script>alert(1)</script>", "<!--<script>", "a\u2028b", "]]>", '"\\', "&lt;"]
)
def test_no_text_leaves_the_element_it_stands_in(client, text):
    learn(client, f"x {text} y")
    page = page_with(shown(client))
    (found,) = _DATA.findall(page)
    assert json.loads(found)["facts"][0]["versions"][0]["text"] == f"x {text} y"
    assert page.count("<script") == page_with({}).count("<script")


def test_a_page_is_for_its_owner_and_takes_the_place_of_an_earlier_one_alone(tmp_path):
    path = tmp_path / "memory.html"
    write_page(path, page_with({"a": 1}))
    write_page(path, page_with({"a": 2}))
    assert '{"a":2}' in path.read_text()
    assert path.stat().st_mode & 0o077 == 0
    other = tmp_path / "other.html"
    other.write_text("<!doctype html>")
    with pytest.raises(ConflictError):
        write_page(other, page_with({}))
    assert other.read_text() == "<!doctype html>"
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["memory.html", "other.html"]


@pytest.mark.parametrize("fate", [TAKEN_UP_IN, "said again in ", "withdrawn in "])
def test_an_end_shows_the_words_of_its_turn_until_they_are_forgotten(client, clock, fate):
    with client.runtime.db.writing("test") as tx:
        home = projects.ensure(tx, projects.named("harbour"))
        turns.add(tx, Utterance("Still to do: paint the crane.", project_id=home))
        statements.catch_up(tx)
    clock.advance(seconds=60)
    with client.runtime.db.writing("test") as tx:
        done = turns.add(tx, Utterance("The crane is painted.", project_id=home)).uid
        (said,) = tx.rows("SELECT uid FROM item WHERE kind = 'statement'")
        facts.supersede(tx, said[0], by=None, reason=f"{fate}{done}")

    def why() -> set[str]:
        data = shown(client, "*")
        closings = [version["closed"] for fact in data["facts"] for version in fact["versions"]]
        return {one["reason"] for one in [*closings, *data["changes"]] if one and one.get("turn") == done}

    assert why() == {f'{fate}"The crane is painted."'}
    client.call(memory_forget, ids=[done])
    assert why() == {f"{fate}a turn that was forgotten"}
