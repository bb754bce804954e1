"""The page as an app: the official bridge around it, the real server behind it, and what becomes of the file."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest
from browsers import CHROMIUM, in_browser
from calling import Client, learn, server
from hostile_rows import hostile_memory
from moments import START
from shown_memory import shown_memory

from memory_mcp.store.contradictions import pairs
from memory_mcp.store.facts import listing, profile
from memory_mcp.store.facts.projects import projects
from memory_mcp.store.facts.visibility import Filter
from memory_mcp.store.graph import entities, relations
from memory_mcp.store.handoffs import handoff_rows
from memory_mcp.store.sessions import sessions
from memory_mcp.temporal import FOREVER, AsOf, ManualClock, Period, SystemClock
from memory_mcp.tools.framework.call import Call
from memory_mcp.tools.handoffs import memory_handoff
from memory_mcp.tools.sessions import memory_session_end
from memory_mcp.view.data import explorer

HERE = Path(__file__).parent
SEARCH = {"role": "searchbox", "named": "Search this memory"}
DO = {"locator": ".doing button.main"}
UNDO = {"locator": "[role=status] button:has-text('Undo')"}
# What was said of the deed before is away: what is said next is of the next one.
CLOSE = {"locator": "[role=status] button:has-text('Close')"}


FILTERS: list[dict[str, Any]] = [
    {"locator": "summary"},
    {"role": "combobox", "named": "Tags", "fill": "tooling, harbour"},
    {"locator": "input[type=date] >> nth=0", "fill": "2026-01-01"},
    {"locator": "input[type=date] >> nth=1", "fill": "2026-03-29"},
    {"role": "combobox", "named": "Session", "choose": {"index": 1}},
    {"role": "checkbox", "named": "archived rows too"},
]


def view(name: str) -> dict[str, Any]:
    return {"locator": f"nav button:has-text('{name}')"}


def press(name: str) -> dict[str, Any]:
    return {"role": "button", "named": name}


def told(text: str) -> dict[str, Any]:
    """Wait until the page says it."""
    return {"locator": f"[role=status]:has-text('{text}')", "wait": True}


def found(words: str) -> list[dict[str, Any]]:
    return [view("Search"), SEARCH | {"fill": words}, {"locator": "[role=search] button.main"}]


def undone(*deed: dict[str, Any], name: str) -> list[dict[str, Any]]:
    """Do something and take it back."""
    return [CLOSE, *deed, DO, told(f"Done: {name}"), UNDO, told("Taken back")]


def leave(client: Client) -> None:
    """Let the last session leave several steps."""
    with client.runtime.db.reading() as snapshot:
        home = projects.find(snapshot, Call(client.runtime, client.facts).project(None)) or 0
        last = sessions.previous(snapshot, home, limit=20)[0].session.uid
    client.call(memory_session_end, sessionId=last, nextSteps=["write the test", "run it", "land it"])


def beyond(client: Client) -> None:
    """Add more people and things than a page carries, and one that is known as one of theirs alone."""
    with client.runtime.db.writing("test") as tx:
        home = projects.find(tx, Call(client.runtime, client.facts).project(None)) or 0
        for number in range(300):
            entities.create(tx, name=f"berth {number:03}", entity_type="berth", project=home)
        pilot, boat = (
            entities.create(tx, name=name, entity_type="thing", project=home).entity
            for name in ("zz pilot house", "zz pilot boat")
        )
        relations.relate(tx, pilot, boat, "keeps", valid=Period(tx.now, FOREVER), project=home)


@pytest.fixture(scope="module")
def app(shared_node, tmp_path_factory):
    """Everything that is done in the app, in one start of it: what it saw, and the folder of the memory."""
    folder = tmp_path_factory.mktemp("app")
    with shown_memory(folder, ManualClock(START)) as client:
        learn(client, "The pilot starts in Antwerp.")
        learn(client, "The crane is painted green.")
        learn(client, "The tide table hangs in the office.")
        for day in ("Mondays", "Fridays"):
            learn(client, f"Pilots meet on {day}.")
        leave(client)
        beyond(client)
        pairs.catch_up(client.runtime.db)
    # It waits for seven days from now.
    with server(folder, SystemClock()) as runtime:
        client = Client(runtime, folder / "harbour", client_name="claude-code")
        client.call(memory_handoff, action="begin", summary="The tug is half painted.")
    steps = [
        {"axe": "Today"},
        {"consent": False},
        press("Forget: 2026-06-14 Queue"), DO, told("That did not work"), press("Cancel"),
        {"consent": True},
        press("Pin: 2026-06-14 Queue"), {"holds": True}, DO, told("Done: Pin"),
        # What is open stays open, and of its line, when the page is told anew and lines have moved.
        press("Not again: 2026-05-10 Mara"), {"holds": False}, press("Unpin: ") | {"wait": True},
        DO, told("Done: Not again"),
        press("Wrong: Goal since"), {"role": "textbox", "named": "What is right", "fill": "Two more ports"}, DO,
        told("Done: Wrong"),
        press("Not again: next: write"), DO, told("Done: Not again"),
        *undone(press("Not again: next: run"), name="Not again"),
        *undone(
            press("Wrong: claude-code, 2026-04-10"),
            {"role": "textbox", "named": "What is right", "fill": "It was a leak"}, name="Wrong",
        ),
        press("Wrong: Last session"), {"role": "textbox", "named": "What is right", "fill": "We chose Postgres"}, DO,
        told("Done: Wrong"),
        press("Forget: claude-code, 2026-04-20"), DO, told("Done: Forget"),
        {"locator": "main:not(:has-text('claude-code, 2026-04-20'))", "wait": True}, {"focused": True},
        *found("pilot Antwerp"), press("Wrong: The pilot"),
        {"role": "textbox", "named": "What is right instead?", "fill": "The pilot starts in Rotterdam."}, DO,
        told("Done: Wrong"), {"locator": "main li:has-text('Rotterdam')", "wait": True}, {"focused": True},
        press("Forget: The pilot"), DO, told("Done: Forget"),
        {"locator": "li.past:has-text('Rotterdam')", "wait": True},
        UNDO, told("Taken back"), {"focused": True},
        *found("tide table"), press("No longer true: The tide"), DO, told("Done: No longer true"),
        *found("Where is the crane painted green"), {"locator": ".verdict", "wait": True}, {"axe": "Search"},
        press("Forget: The crane"), DO, told("Done: Forget"),
        view("Today"), *undone(press("The tug is half painted"), name="Forget"),
        view("Search"), {"role": "combobox", "named": "Kind", "choose": "entity"}, *found("Mara"),
        *undone(press("Forget: Mara"), name="Forget"),
        {"role": "combobox", "named": "Kind", "choose": "digest"}, *found("Which port does staging"),
        *undone(press("Forget: Which port"), name="Forget"),
        view("Today"), view("Search"), *FILTERS, *found("pnpm"), {"locator": ".verdict.nothing", "wait": True},
        press("Clear these filters"), {"role": "checkbox", "named": "archived rows too"},
        *found("Where does Mara live in Lisbon"), {"locator": "main li .mark:has-text('archived')", "wait": True},
        {"axe": "Filters"},
        view("Contradictions"), *undone(press("Both hold: Pilots"), name="Both hold"),
        press("Both hold: Deploys"), {"axe": "Contradictions"}, DO, told("Done: Both hold"),
        view("People and things"), {"role": "searchbox", "named": "Filter by name", "fill": "zz pilot house"},
        press("Ask the memory"), {"locator": ".node[aria-label='zz pilot boat'] circle"}, {"axe": "People and things"},
        {"role": "heading", "named": "zz pilot boat", "wait": True},
        view("Two times"), {"axe": "Two times"}, view("Timeline"), {"axe": "Timeline"},
        press("Open: Which port does staging"),
        {"locator": ".verbatim:has-text('Staging listens on 5432, as the compose file says.')", "wait": True},
        view("Health"), {"axe": "Health"},
    ]  # fmt: skip
    return opened(shared_node, folder, steps), folder


def opened(shared_node, folder: Path, steps: list[dict[str, Any]]) -> dict[str, Any]:
    """Open the app on a memory and do the steps in it; what was seen."""
    serve = ["-m", "memory_mcp", "--db", str(folder / "memory.db"), "--project", "harbour", "serve"]
    given = {"chromium": CHROMIUM, "command": sys.executable, "args": serve, "steps": steps}
    done = shared_node(HERE / "explorer_host.mjs", given=json.dumps(given))
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.fixture(scope="module")
def seen(app):
    return app[0]


@pytest.fixture(scope="module")
def facts(app):
    """The facts of the file afterwards by what they say, or said last."""
    with server(app[1], ManualClock(START)) as runtime:
        client = Client(runtime, app[1] / "harbour", client_name="claude-code")
        data = explorer(Call(runtime, client.facts, actor="test"))
        with runtime.db.reading() as snapshot:
            goal = profile.goal(snapshot, projects.find(snapshot, Call(runtime, client.facts).project(None)) or 0)
            now = AsOf(snapshot.now, snapshot.now)
            left = [handoff.state for handoff in handoff_rows.listed(snapshot, projects.ALL_PROJECTS)[0]]
            digests = {
                item.uid for item in listing.newest(snapshot, Filter(now, projects.ALL_PROJECTS, ("digest",)), 100).rows
            }
    by_text = {fact["versions"][-1]["text"]: fact for fact in data["facts"]}
    return by_text | {
        "": {"goal": goal.text, "digests": digests, "handoffs": left}
        | {name: data[name] for name in ("contradictions", "sessions", "today", "entities", "relations")}
    }


def holds(fact: dict[str, Any]) -> bool:
    """Whether anything of a fact is believed without an end."""
    return any(version["until"] is None and version["to"] is None for version in fact["versions"])


@in_browser
def test_the_app_greets_its_client_follows_its_theme_and_says_goodbye(seen):
    assert (seen["uri"], seen["mime"]) == ("ui://memory/explorer", "text/html;profile=mcp-app")
    assert "io.modelcontextprotocol/ui" in seen["extensions"]
    assert seen["heading"] == "Today"
    assert seen["light"] != seen["dark"]
    assert seen["german"] == "Heute"
    assert seen["console"] == seen["requests"] == []
    assert seen["sizes"] > 0
    assert seen["teardown"] == {}


@in_browser
def test_each_view_of_the_app_is_accessible_in_both_themes(seen):
    assert len(seen["axe"]) == 16
    assert {name: wrong for name, (_passed, wrong) in seen["axe"].items() if wrong} == {}
    assert min(passed for passed, _wrong in seen["axe"].values()) > 10


@in_browser
def test_nothing_is_called_without_consent_and_each_deed_is_one_call(seen):
    calls = [(call["name"], sorted(call["arguments"])) for call in seen["calls"]]
    assert calls == [
        ("memory_learn_update", ["learningId", "pinned", "project"]),
        ("memory_learn_archive", ["learningId", "project"]),
        ("memory_goal", ["action", "goal", "project"]),
        ("memory_session_end", ["drop", "project", "sessionId"]),
        ("memory_session_end", ["drop", "project", "sessionId"]),
        ("memory_session_end", ["project", "putBack", "sessionId"]),
        ("memory_session_end", ["project", "sessionId", "summary"]),
        ("memory_session_end", ["project", "sessionId", "summary"]),
        ("memory_session_end", ["project", "sessionId", "summary"]),
        ("memory_forget", ["erase", "ids", "project"]),
        ("memory_search", ["explain", "limit", "project", "query"]),
        ("memory_learn_update", ["content", "learningId", "project"]),
        ("memory_forget", ["ids", "project"]),
        ("memory_learn_update", ["learningId", "project", "restore"]),
        ("memory_search", ["explain", "limit", "project", "query"]),
        ("memory_observation_supersede", ["observationId", "project"]),
        ("memory_search", ["explain", "limit", "project", "query"]),
        ("memory_forget", ["ids", "project"]),
        ("memory_forget", ["ids", "project"]),
        ("memory_handoff", ["action", "handoffId", "project"]),
        ("memory_search", ["explain", "limit", "project", "query", "types"]),
        ("memory_forget", ["ids", "project"]),
        ("memory_learn_update", ["learningId", "project", "restore"]),
        ("memory_search", ["explain", "limit", "project", "query", "types"]),
        ("memory_forget", ["ids", "project"]),
        ("memory_learn_update", ["learningId", "project", "restore"]),
        (
            "memory_search",
            ["explain", "includeArchived", "limit", "project", "query", "sessionId", "since", "tags", "until"],
        ),
        ("memory_search", ["explain", "includeArchived", "limit", "project", "query"]),
        ("memory_contradictions", ["dismiss", "project"]),
        ("memory_contradictions", ["dismiss", "project"]),
        ("memory_contradictions", ["dismiss", "project"]),
        ("memory_view", ["focus", "project"]),
        ("memory_view", ["focus", "project"]),
    ]


@in_browser
def test_what_the_person_declined_is_as_it_was_and_what_they_pinned_is_pinned(facts):
    queue = facts["Keep the queue in Postgres"]
    assert (holds(queue), queue["pinned"], len(queue["versions"])) == (True, True, 1)


@in_browser
def test_what_is_not_to_be_told_again_is_archived(facts):
    assert facts["Mara lives in Lisbon"]["archived"]


@in_browser
def test_the_goal_is_what_the_person_wrote(facts):
    assert facts[""]["goal"] == "Two more ports"


@in_browser
def test_a_session_is_told_as_the_person_put_it_and_one_they_forgot_is_not(facts):
    said = {session["summary"] for session in facts[""]["sessions"]}
    assert "We chose Postgres" in said
    told = [line["text"] for line in facts[""]["today"]]
    assert [line for line in told if line.startswith("Last session") and "We chose Postgres" in line]
    assert not [line for line in told if "2026-04-20" in line]


@in_browser
def test_a_step_is_dropped_alone_and_one_that_was_put_back_stands_where_it_stood(facts):
    left = [line["text"] for line in facts[""]["today"] if "left" in line]
    assert left == ["next: run it", "next: land it"]


@in_browser
def test_a_summary_that_was_taken_back_says_what_it_said(seen, facts):
    (first, second, _last) = [call["arguments"] for call in seen["calls"] if "summary" in call["arguments"]]
    said = {session["id"]: session["summary"] for session in facts[""]["sessions"]}
    assert (first["sessionId"], first["summary"]) == (second["sessionId"], "It was a leak")
    assert said[second["sessionId"]] == second["summary"]
    assert said[second["sessionId"]].endswith("Staging listens on 5432, as the compose file says.")


@in_browser
def test_a_digest_that_was_forgotten_and_taken_back_is_found_again(seen, facts):
    _lesson, _mara, uid = [call["arguments"]["learningId"] for call in seen["calls"] if "restore" in call["arguments"]]
    assert uid in facts[""]["digests"]


@in_browser
def test_somebody_and_a_handoff_that_were_forgotten_and_taken_back_are_there(facts):
    (mara,) = [entity["id"] for entity in facts[""]["entities"] if entity["name"] == "Mara"]
    assert [edge["type"] for edge in facts[""]["relations"] if edge["source"] == mara] == ["maintains"]
    assert facts["Mara lives in Lisbon"]["about"] == mara
    assert holds(facts["Mara lives in Lisbon"])
    assert facts[""]["handoffs"] == ["open"]


@in_browser
def test_the_filters_of_the_app_are_those_of_the_servers_search(seen):
    asked = next(call["arguments"] for call in seen["calls"] if "tags" in call["arguments"])
    assert {name: asked[name] for name in ("tags", "since", "until", "includeArchived")} == {
        # Days in Berlin, where clocks change on the last of them.
        "tags": ["tooling", "harbour"], "since": "2025-12-31T23:00:00.000Z", "until": "2026-03-29T22:00:00.000Z",
        "includeArchived": True,
    }  # fmt: skip


@in_browser
def test_the_keyboard_goes_on_where_it_was_or_from_the_view_where_that_is_gone(seen):
    assert seen["focused"] == ["Today", "Wrong", "Search"]


@in_browser
def test_what_was_corrected_and_forgotten_and_taken_back_holds_as_corrected(facts):
    assert holds(facts["The pilot starts in Rotterdam."])
    assert "The pilot starts in Antwerp." not in facts


@in_browser
def test_what_is_no_longer_true_has_ended_and_what_was_forgotten_is_not_believed(facts):
    table = facts["The tide table hangs in the office."]
    assert (holds(table), table["versions"][-1]["until"]) == (False, None)
    assert [version["until"] is None for version in facts["The crane is painted green."]["versions"]] == [False]


@in_browser
def test_both_sides_of_a_pair_that_was_dismissed_hold(facts):
    assert not [pair for pair in facts[""]["contradictions"] if "Deploys" in pair["older"]["snippet"]]
    assert [holds(facts[f"Deploys happen on {day}."]) for day in ("Tuesdays", "Thursdays")] == [True, True]


@in_browser
def test_a_pair_that_was_dismissed_and_taken_back_is_shown_again(facts):
    assert [pair["older"]["snippet"] for pair in facts[""]["contradictions"]] == ["Pilots meet on Mondays."]


@in_browser
def test_nothing_that_is_stored_runs_loads_or_leaves_in_the_app(shared_node, tmp_path):
    with hostile_memory(tmp_path):
        pass
    views = [view(name) for name in ("People and things", "Two times", "Timeline")]
    hit = {"locator": "main li:has-text('hostile 17')", "wait": True}
    seen = opened(shared_node, tmp_path, [*views, press("Open: "), view("Contradictions"), *found("hostile 17"), hit])
    assert seen["console"] == seen["requests"] == []
    assert "hostile 17" in seen["text"]
