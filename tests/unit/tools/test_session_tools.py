"""Sessions, handoffs, the timeline, profile and goal as tools."""

from __future__ import annotations

import pytest
from calling import Client, learn, server
from ended_statements import SURE, Reader, say

from memory_mcp.application.resources import MemoryLibrary
from memory_mcp.errors import ConflictError, InvalidInputError, NotFoundError, RefusedError
from memory_mcp.store.endings import readings
from memory_mcp.store.facts import facts
from memory_mcp.store.facts.versions import Draft
from memory_mcp.store.sessions import later_words, sessions, shown_rows
from memory_mcp.temporal import Period
from memory_mcp.tools.decisions import memory_decide
from memory_mcp.tools.documents import memory_read
from memory_mcp.tools.forget import memory_forget
from memory_mcp.tools.framework.call import Call
from memory_mcp.tools.framework.render import render
from memory_mcp.tools.graph import memory_entity_observe, memory_observation_supersede
from memory_mcp.tools.handoffs import memory_handoff
from memory_mcp.tools.learnings import memory_learn, memory_learn_update
from memory_mcp.tools.profile import memory_goal, memory_profile
from memory_mcp.tools.sessions import memory_session_end, memory_session_start
from memory_mcp.tools.timeline import memory_timeline


def test_a_refusal_names_the_argument_under_which_the_id_was_given(client):
    with pytest.raises(NotFoundError) as unknown:
        client.call(memory_observation_supersede, observationId="nope")
    gone = learn(client, "the port is 5432")
    client.call(memory_forget, ids=[gone])
    with pytest.raises(ConflictError) as retracted:
        client.call(memory_learn_update, learningId=gone, content="the port is 6543")
    assert (unknown.value.field, retracted.value.field) == ("observationId", "learningId")


def test_the_first_session_of_all_starts_with_nothing(client):
    started = client.call(memory_session_start)
    del started["sessionId"]
    assert started == {"project": None, "totalSessions": 0}


def test_a_session_starts_with_what_the_last_one_left_and_what_happened_meanwhile(client, clock):
    first = client.call(memory_session_start, project="api")["sessionId"]
    client.call(memory_goal, action="set", goal="ship 1.0", project="api")
    client.call(memory_profile, action="set", field="language", value="German")
    rule = learn(client, "Never deploy on Fridays", project="api", pinned=True)
    client.call(memory_session_end, sessionId=first, summary="set up", openQuestions=["which host?"], nextSteps=["ci"])
    clock.advance(days=2)
    meanwhile = learn(client, "The host is db-2", project="api")
    client.call(memory_decide, title="Host", decision="db-2", reasoning="cheap", project="api")
    learn(client, "elsewhere", project="web")
    clock.advance(days=3, hours=1)
    started = client.call(memory_session_start, project="api")
    assert (started["project"], started["goal"], started["profile"]) == ("api", "ship 1.0", {"language": "German"})
    assert [row["id"] for row in started["pinned"]] == [rule]
    assert [row["id"] for row in started["recentLearnings"]] == [meanwhile]
    (past,) = started["previousSessions"]
    assert (past["sessionId"], past["summary"], past["openQuestions"]) == (first, "set up", ["which host?"])
    since = started["sinceLast"]
    assert (since["gap"], since["counts"]) == ("5 days", {"decision": 1, "learning": 1})
    assert [row["type"] for row in since["happened"]] == ["decision", "learning"]


@pytest.mark.parametrize(("hours", "told"), [(0.5, 0), (20, 3), (100, 5), (500, 8), (2_000, 12)])
def test_the_longer_a_project_was_left_the_more_is_told_of_what_happened(client, clock, hours, told):
    client.call(memory_session_end, sessionId=client.call(memory_session_start)["sessionId"], summary="done")
    clock.advance(seconds=60)
    for number in range(15):
        learn(client, f"lesson number {number}")
    clock.advance(hours=hours - 0.1)
    since = client.call(memory_session_start, budgetTokens=20_000)["sinceLast"]
    assert (len(since.get("happened", [])), since["counts"]) == (told, {"learning": 15})


def test_the_tool_tells_as_the_hook_does_what_may_still_hold_and_what_was_said_later_of_a_row(client, clock):
    printer = learn(client, "The printer of the office stands on the second floor.")
    moved, aside = "We moved the office printer to the cellar.", "the key hangs behind the door in the cellar"
    say(client.runtime.db, clock, aside, moved)
    readings.read_all(client.runtime.db, Reader({moved: ("printer", SURE)}))
    clock.advance(days=1)

    started = client.call(memory_session_start)

    assert [row["snippet"] for row in started["alsoSaid"]] == [aside]
    [row] = [row for row in started["recentLearnings"] if row["id"] == printer]
    [later] = row["later"]
    assert later.startswith(f"2026-03-01 {moved} [")
    with client.runtime.db.reading() as snapshot:
        shown = shown_rows.shown(snapshot, started["sessionId"])
        said_later = snapshot.value("SELECT uid FROM item WHERE kind = 'statement' AND body = :said", {"said": moved})
    assert (started["alsoSaid"][0]["id"] in shown, said_later in shown) == (True, True)


def test_a_wish_that_the_network_is_sure_of_stands_among_the_wishes(client, clock):
    wish = "the key hangs behind the door in the cellar"
    say(client.runtime.db, clock, wish)
    with client.runtime.db.writing("test") as tx:
        tx.execute(
            "INSERT INTO statement_reading (item_id, share, role)"
            " SELECT id, 0.95, 'standing' FROM item WHERE kind = 'statement'"
        )
    clock.advance(days=1)

    started = client.call(memory_session_start)

    assert [row["snippet"] for row in started["standingWishes"]] == [wish]
    assert "alsoSaid" not in started


def test_where_room_is_small_what_no_rule_tells_gives_way_before_what_was_decided(client, clock):
    matters = ["pump", "mast", "harbour", "crane", "ferry", "quay", "buoy", "winch", "anchor", "keel"]
    aside = {"role": "aside", "as": "standing", "speaker": "user"}
    with client.runtime.db.writing("test") as tx:
        for matter in matters:
            said = f"nobody paints the {matter} before the {matter} is dry, whatever the weather of the week"
            facts.assert_(tx, Draft("statement", said, Period(tx.now), attributes=aside, confidence=0.6))
        tx.execute(
            "INSERT INTO statement_reading (item_id, share, role)"
            " SELECT id, 0.95, 'standing' FROM item WHERE kind = 'statement'"
        )
    client.call(memory_decide, title="Host", decision="db-2", reasoning="cheap")
    clock.advance(days=1)

    started = client.call(memory_session_start, budgetTokens=300)

    assert [row["snippet"] for row in started["recentDecisions"]] == ["Host: db-2"]
    assert 0 < len(started["standingWishes"]) < len(matters)
    assert f"standing wishes ({len(matters) - len(started['standingWishes'])})" in started["notice"]


def test_a_session_is_not_taken_to_have_been_shown_what_its_start_had_no_room_for(client):
    rows = [learn(client, f"lesson {number} " + "with many words " * 20) for number in range(5)]
    started = client.call(memory_session_start, budgetTokens=300)

    told = {row["id"] for row in started["recentLearnings"]}
    assert len(told) < len(rows)
    with client.runtime.db.reading() as snapshot:
        assert set(shown_rows.shown(snapshot, started["sessionId"])) == told


def test_what_was_said_later_of_a_row_that_is_not_told_is_told_by_itself(client, clock):
    printer = learn(client, "The printer of the office stands on the second floor.")
    moved = "the printer of the office hangs behind the door in the cellar"
    for number in range(6):
        clock.advance(seconds=60)
        learn(client, f"Lesson {number} of the {['pump', 'mast', 'harbour', 'crane', 'ferry', 'quay'][number]}.")
    say(client.runtime.db, clock, moved)
    with client.runtime.db.writing("test") as tx:
        said = tx.value("SELECT id FROM item WHERE kind = 'statement'")
        later_words.tie_notes(tx, said, {tx.value("SELECT id FROM item WHERE uid = :uid", {"uid": printer}): 0.9})
    clock.advance(days=1)

    started = client.call(memory_session_start)

    assert printer not in {row["id"] for row in started["recentLearnings"]}
    assert moved in {row["snippet"] for row in started["alsoSaid"]}


def test_starting_twice_for_one_conversation_of_a_client_is_one_session(runtime, tmp_path):
    client = Client(runtime, tmp_path / "work", client_name="codex", session_hint="conversation-1")
    first, again = client.call(memory_session_start), client.call(memory_session_start)
    assert (again["sessionId"], again["isResumed"], again["totalSessions"]) == (first["sessionId"], True, 0)


@pytest.mark.parametrize("budget", [200, 400, 1_500])
def test_a_start_keeps_to_its_budget_and_gives_up_what_matters_least_first(client, clock, budget):
    for number in range(5):
        session = client.call(memory_session_start)["sessionId"]
        client.call(memory_session_end, sessionId=session, summary=f"session {number} " + "did a lot " * 60)
    learn(client, "Never deploy on Fridays", pinned=True)
    for number in range(30):
        learn(client, f"lesson {number} " + "with many words " * 20)
    clock.advance(days=40)
    started = client.call(memory_session_start, budgetTokens=budget)
    assert len(render(started)) <= budget * 4 + 200
    assert [row["snippet"] for row in started["pinned"]] == ["Never deploy on Fridays"]
    if budget < 1_500:
        assert "a larger budgetTokens shows it" in started["notice"]


def test_the_same_start_on_the_same_file_gives_the_same_answer(client, clock):
    learn(client, "Never deploy on Fridays", pinned=True)
    clock.advance(hours=1)
    call = [context_of(client), context_of(client)]
    assert call[0] == call[1]


def context_of(client):
    return MemoryLibrary().read(Call(client.runtime, client.facts, actor="test"), "memory://context/current")


def test_ending_without_an_id_ends_the_newest_session_of_this_process_only(client, tmp_path, clock):
    first, second = (client.call(memory_session_start)["sessionId"] for _ in range(2))
    with server(tmp_path, clock) as other:
        Client(other, tmp_path / "work").call(memory_session_start)
        ended = [client.call(memory_session_end, summary="done") for _ in range(2)]
    assert [(one["sessionId"], one["action"]) for one in ended] == [(second, "ended"), (first, "ended")]
    with pytest.raises(NotFoundError, match="no session was opened here"):
        client.call(memory_session_end)


def test_an_unknown_session_cannot_be_ended_and_an_ended_one_is_updated(client):
    with pytest.raises(NotFoundError, match="no session with id 'nope'"):
        client.call(memory_session_end, sessionId="nope")
    session = client.call(memory_session_start)["sessionId"]
    client.call(memory_session_end, summary="done")
    again = client.call(memory_session_end, sessionId=session, tasks=["one"])
    assert (again["action"], again["summary"]) == ("updated", "done")


def test_a_line_that_was_left_is_dropped_and_put_back_where_it_stood(client):
    client.call(memory_session_start)
    steps = ["write the test", "run it", "land it"]
    uid = client.call(memory_session_end, nextSteps=steps, openQuestions=["who reviews?"])["sessionId"]
    line = {"of": "nextSteps", "text": "run it", "place": 1}
    left = []
    for name in ("drop", "drop", "putBack", "putBack"):
        client.call(memory_session_end, sessionId=uid, **{name: line})
        with client.runtime.db.reading() as snapshot:
            left.append(sessions.require(snapshot, uid))

    assert [session.next_steps for session in left] == [("write the test", "land it")] * 2 + [tuple(steps)] * 2
    assert {session.open_questions for session in left} == {("who reviews?",)}


def test_a_line_that_is_put_back_says_nothing_that_is_not_stored(client):
    client.call(memory_session_start)
    uid = client.call(memory_session_end, nextSteps=["write the test"])["sessionId"]
    token = f"ghp_{'Zq7Kd9' * 6}"
    client.call(memory_session_end, sessionId=uid, putBack={"of": "openQuestions", "text": f"is it {token}?"})
    with client.runtime.db.reading() as snapshot:
        (question,) = sessions.require(snapshot, uid).open_questions
    assert token not in question
    with pytest.raises(InvalidInputError, match="which line"):
        client.call(memory_session_end, sessionId=uid, drop={"of": "nextSteps"})


def test_a_line_that_is_dropped_ends_no_session_that_goes_on(client):
    named = {"client": "codex", "client_session": "thread 1"}
    with client.runtime.db.writing("test") as tx:
        uid = sessions.start(tx, project_id=0, **named)[0].uid
        sessions.end(tx, uid, summary="half done", next_steps=["run it", "land it"])
        sessions.start(tx, project_id=0, **named)
    line = {"of": "nextSteps", "text": "run it", "place": 0}
    assert client.call(memory_session_end, sessionId=uid, drop=line, project="*")["action"] == "updated"
    with client.runtime.db.reading() as snapshot:
        left = sessions.require(snapshot, uid)
    assert (left.ended_at, left.next_steps, left.summary) == (None, ("land it",), "half done")
    assert client.call(memory_session_end, sessionId=uid, drop=line, summary="done", project="*")["action"] == "ended"


def test_work_is_handed_to_the_next_client_once(client, runtime, tmp_path):
    client.call(memory_session_start)
    begun = client.call(memory_handoff, action="begin", summary="half done", nextSteps=["test"], toClient="codex")
    uid = begun["handoff"]["id"]
    assert "openHandoffs" not in client.call(memory_session_start)
    codex = Client(runtime, tmp_path / "work", client_name="codex-mcp-client")
    started = codex.call(memory_session_start)
    assert [row["handoffId"] for row in started["openHandoffs"]] == [uid]
    taken = codex.call(memory_handoff, action="accept")
    assert (taken["handoff"]["nextSteps"], taken["handoff"]["claimedBySessionId"]) == (["test"], started["sessionId"])
    with pytest.raises(NotFoundError, match="no open handoff"):
        codex.call(memory_handoff, action="accept")
    listed = client.call(memory_handoff, action="list")
    assert [(row["id"], row["state"]) for row in listed["handoffs"]] == [(uid, "claimed")]


def test_taking_work_over_without_a_session_begins_one_that_has_it(runtime, client, tmp_path):
    client.call(memory_handoff, action="begin", summary="half done", project="api")
    with pytest.raises(NotFoundError):
        client.call(memory_handoff, action="accept", handoffId="nope", project="api")
    assert runtime.sessions == []
    taken = client.call(memory_handoff, action="accept", project="*")["handoff"]
    assert (taken["state"], runtime.sessions) == ("claimed", [taken["claimedBySessionId"]])
    again = client.call(memory_handoff, action="accept", handoffId=taken["id"], project="api")
    assert again["action"] == "accepted"
    ended = client.call(memory_session_end, summary="finished it")
    assert (ended["sessionId"], ended["project"]) == (taken["claimedBySessionId"], "api")


def test_a_session_that_took_work_over_and_did_nothing_leaves_it_to_the_next(client):
    uid = client.call(memory_handoff, action="begin", summary="half done")["handoff"]["id"]
    client.call(memory_session_start)
    client.call(memory_handoff, action="accept", handoffId=uid)
    assert client.call(memory_session_end)["releasedHandoffs"] == 1
    client.call(memory_session_start)
    client.call(memory_handoff, action="accept", handoffId=uid)
    learn(client, "it works")
    assert "releasedHandoffs" not in client.call(memory_session_end)


def test_saying_what_comes_next_is_work_too(client):
    client.call(memory_handoff, action="begin", summary="half done")
    client.call(memory_session_start)
    client.call(memory_handoff, action="accept")
    assert "releasedHandoffs" not in client.call(memory_session_end, nextSteps=["finish it"])


def test_a_cancelled_handoff_cannot_be_taken(client):
    uid = client.call(memory_handoff, action="begin", summary="half done")["handoff"]["id"]
    assert client.call(memory_handoff, action="cancel", handoffId=uid)["handoff"]["state"] == "cancelled"
    with pytest.raises(ConflictError):
        client.call(memory_handoff, action="accept", handoffId=uid)


def test_a_cancelled_handoff_is_begun_again_by_its_id(client, runtime, clock):
    uid = client.call(memory_handoff, action="begin", summary="half done", nextSteps=["the rest"])["handoff"]["id"]
    client.call(memory_forget, ids=[uid])
    clock.advance(hours=1)
    again = [client.call(memory_handoff, action="begin", handoffId=uid)["handoff"] for _ in range(2)]
    taken = Client(runtime, client.folder, client_name="codex").call(memory_handoff, action="accept")["handoff"]

    assert [(one["id"], one["state"], one["nextSteps"]) for one in again] == [(uid, "open", ["the rest"])] * 2
    assert taken["id"] == uid
    with pytest.raises(ConflictError, match="is claimed"):
        client.call(memory_handoff, action="begin", handoffId=uid)


def test_what_is_said_with_the_id_of_another_handoff_is_begun(client):
    uid = client.call(memory_handoff, action="begin", summary="half done")["handoff"]["id"]
    other = client.call(memory_handoff, action="begin", handoffId=uid, summary="the parser is done")["handoff"]
    assert other["id"] != uid
    assert other["summary"] == "the parser is done"
    with pytest.raises(InvalidInputError, match="needs a summary"):
        client.call(memory_handoff, action="begin", handoffId=uid, nextSteps=["land it"])


def test_a_handoff_is_not_begun_again_after_its_time(client, clock):
    uid = client.call(memory_handoff, action="begin", summary="half done")["handoff"]["id"]
    client.call(memory_handoff, action="cancel", handoffId=uid)
    clock.advance(days=8)
    with pytest.raises(ConflictError, match="is cancelled"):
        client.call(memory_handoff, action="begin", handoffId=uid)


@pytest.mark.parametrize(
    ("arguments", "field"), [({"action": "begin"}, "summary"), ({"action": "cancel"}, "handoffId")]
)
def test_a_handoff_call_that_lacks_something_names_it(client, arguments, field):
    with pytest.raises(InvalidInputError) as refused:
        client.call(memory_handoff, **arguments)
    assert refused.value.field == field


def test_handoffs_can_be_switched_off_for_automation(tmp_path, clock):
    (tmp_path / "work").mkdir()
    with server(tmp_path, clock, handoff="off") as runtime:
        client = Client(runtime, tmp_path / "work")
        client.call(memory_handoff, action="begin", summary="half done")
        assert "openHandoffs" not in client.call(memory_session_start)


def test_the_timeline_tells_what_happened_by_session_newest_first(client, clock):
    session = client.call(memory_session_start)["sessionId"]
    learn(client, "inside")
    client.call(memory_session_end, summary="done")
    clock.advance(hours=1)
    client.call(memory_entity_observe, content="likes tea", entityName="Ada", entityType="person")
    told = client.call(memory_timeline, types=["learning", "observation"])
    assert [(one["sessionId"], [event["snippet"] for event in one["events"]]) for one in told["sessions"]] == [
        (None, ["Ada: likes tea"]), (session, ["inside"]),
    ]  # fmt: skip
    assert (told["sessions"][1]["client"], told["sessions"][1]["summary"]) == ("claude-code", "done")
    only = client.call(memory_timeline, sessionId=session)
    events = only["sessions"][0]["events"]
    assert [event["type"] for event in events] == ["digest", "learning"]
    assert "done" in events[0]["snippet"]
    with pytest.raises(NotFoundError):
        client.call(memory_timeline, sessionId="nope")


def test_pages_of_the_timeline_together_are_the_whole_and_each_fits(client, clock):
    for number in range(60):
        clock.advance(seconds=1)
        learn(client, f"lesson number {number} " + "of many words " * 15)
    seen, cursor = [], None
    while True:
        told = client.call(memory_timeline, limit=50, cursor=cursor)
        assert len(render(told)) < 6_000
        seen += [event["id"] for one in told["sessions"] for event in one["events"]]
        cursor = told.get("nextCursor")
        if cursor is None:
            break
    assert (len(seen), len(set(seen))) == (60, 60)


def test_a_bare_date_as_until_means_its_end(client, clock):
    learn(client, "on the first of March")
    clock.advance(days=1)
    learn(client, "on the second")
    told = client.call(memory_timeline, until="2026-03-01")
    assert [event["snippet"] for one in told["sessions"] for event in one["events"]] == ["on the first of March"]
    assert client.call(memory_timeline, since="2026-03-02")["count"] == 1


def test_the_profile_is_set_read_and_deleted_field_by_field(client):
    client.call(memory_profile, action="set", field="language", value="German")
    client.call(memory_profile, action="set", field="name", value="Ada")
    client.call(memory_profile, action="set", field="language", value="English")
    assert client.call(memory_profile, action="get")["profile"] == {"language": "English", "name": "Ada"}
    assert client.call(memory_profile, action="get", field="name")["profile"] == {"name": "Ada"}
    assert [client.call(memory_profile, action="delete", field="name")["action"] for _ in range(2)] == [
        "deleted",
        "absent",
    ]
    with pytest.raises(InvalidInputError) as refused:
        client.call(memory_profile, action="set", field="language")
    assert refused.value.field == "value"


def test_a_field_of_the_profile_is_one_however_it_is_spelled(client):
    client.call(memory_profile, action="set", field="Mother tongue", value="German")

    again = client.call(memory_profile, action="set", field="mother_tongue", value="English")

    assert again["profile"] == {"Mother tongue": "English"}
    assert client.call(memory_profile, action="get", field="motherTongue")["profile"] == again["profile"]
    assert client.call(memory_profile, action="delete", field="MOTHER TONGUE")["profile"] == {}


@pytest.mark.parametrize(("one", "other"), [("C++ level", "C# level"), ("पता", "पति"), ("パパ", "ハハ")])
def test_fields_of_other_names_are_two(client, one, other):
    client.call(memory_profile, action="set", field=one, value="first")
    client.call(memory_profile, action="set", field=other, value="second")

    known = client.call(memory_profile, action="delete", field=other)["profile"]

    assert known == {one: "first"}


def test_a_project_has_its_own_goal_and_otherwise_that_of_no_project(client):
    client.call(memory_goal, action="set", goal="learn Rust")
    assert client.call(memory_goal, action="get", project="api")["goal"] == "learn Rust"
    client.call(memory_goal, action="set", goal="ship 1.0", project="api")
    known = client.call(memory_goal, action="get", project="api")
    assert (known["goal"], known["project"]) == ("ship 1.0", "api")
    cleared = client.call(memory_goal, action="clear", project="api")
    assert (cleared["action"], cleared["goal"]) == ("cleared", "learn Rust")
    assert client.call(memory_goal, action="clear", project="api")["action"] == "absent"


def test_the_timeline_tells_what_was_superseded_corrected_and_taken_back(client, clock):
    old = client.call(memory_learn, category="fact", content="the port is 5432")["id"]
    typo = client.call(memory_learn, category="fact", content="the hots is db")["id"]
    clock.advance(days=1)
    new = client.call(memory_learn, category="fact", content="the port is 6543")["id"]
    client.call(memory_observation_supersede, observationId=old, supersededById=new, reason="moved")
    client.call(memory_learn_update, learningId=typo, content="the host is db")
    client.call(memory_forget, ids=[typo], reason="no such host")
    told = client.call(memory_timeline, since="2026-03-02")
    rows = [row for session in told["sessions"] for row in session["events"]]
    assert [(row["id"], row.get("change")) for row in rows] == [
        (typo, "retracted"), (typo, "corrected"), (old, "superseded"), (new, None),
    ]  # fmt: skip
    assert (rows[0]["reason"], rows[1]["snippet"], rows[1]["became"]) == (
        "no such host", "the hots is db", "the host is db",
    )  # fmt: skip
    assert (rows[2]["supersededById"], rows[2]["reason"]) == (new, "moved")


def test_a_handoff_says_where_it_comes_from(client, runtime):
    begun = client.call(memory_handoff, action="begin", summary="half done")["handoff"]
    assert begun["origin"] == "tool"
    MemoryLibrary().prompt(Call(runtime, client.facts), "handoff", {})
    picked = client.call(memory_handoff, action="begin", summary="asked for by a person")["handoff"]
    again = client.call(memory_handoff, action="begin", summary="once more")["handoff"]
    assert (picked["origin"], again["origin"]) == ("prompt", "tool")


@pytest.mark.parametrize(("field", "longest"), [("openQuestions", 1_000), ("nextSteps", 1_000), ("files", 500)])
def test_a_line_of_a_handoff_has_a_longest_length(client, field, longest):
    client.call(memory_handoff, action="begin", summary="half done", **{field: ["x", "y" * longest]})
    with pytest.raises(InvalidInputError, match=f"line 2 has .* at most {longest:,}") as refused:
        client.call(memory_handoff, action="begin", summary="half done", **{field: ["x", "y" * (longest + 1)]})
    assert refused.value.field == field


def test_where_handoffs_are_off_none_is_shown_or_taken(client, tmp_path, clock):
    uid = client.call(memory_handoff, action="begin", summary="half done")["handoff"]["id"]
    with server(tmp_path, clock, handoff="off") as runtime:
        robot = Client(runtime, tmp_path / "work", client_name="claude-code")
        assert "openHandoffs" not in robot.call(memory_session_start)
        with pytest.raises(RefusedError, match="handoffs are off"):
            robot.call(memory_handoff, action="accept", handoffId=uid)
    assert client.call(memory_handoff, action="accept", handoffId=uid)["action"] == "accepted"


def test_a_handoff_is_taken_without_its_id_where_it_was_left(runtime, tmp_path, client):
    for name in ("api", "web"):
        (tmp_path / name).mkdir()
    api, web = (Client(runtime, tmp_path / name, client_name="codex", session_hint=name) for name in ("api", "web"))
    uid = client.call(memory_handoff, action="begin", summary="in work")["handoff"]["id"]
    with pytest.raises(NotFoundError):
        web.call(memory_handoff, action="accept")
    left = api.call(memory_handoff, action="begin", summary="in api")["handoff"]
    with pytest.raises(NotFoundError):
        web.call(memory_handoff, action="accept")
    with pytest.raises(NotFoundError):
        api.call(memory_handoff, action="accept")
    other = Client(runtime, tmp_path / "api", client_name="codex", session_hint="another")
    assert other.call(memory_handoff, action="accept")["handoff"]["id"] == left["id"] != uid


def test_what_is_handed_over_in_the_home_folder_is_for_sessions_anywhere(runtime, tmp_path, client, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    at_home = Client(runtime, tmp_path, client_name="claude-ai")
    uid = at_home.call(memory_handoff, action="begin", summary="half done")["handoff"]["id"]
    assert [row["handoffId"] for row in client.call(memory_session_start)["openHandoffs"]] == [uid]


def test_what_is_handed_over_in_a_named_project_is_for_sessions_anywhere_in_it(runtime, tmp_path, client):
    (tmp_path / "elsewhere").mkdir()
    begun = client.call(memory_handoff, action="begin", summary="half done", project="api")["handoff"]
    other = Client(runtime, tmp_path / "elsewhere", client_name="codex")
    assert other.call(memory_handoff, action="accept", project="api")["handoff"]["id"] == begun["id"]
    assert "path" not in begun


def test_a_handoff_that_is_read_as_a_row_says_where_it_is_shown(client):
    begun = client.call(memory_handoff, action="begin", summary="half done")["handoff"]["id"]
    with pytest.raises(NotFoundError) as refused:
        client.call(memory_read, id=begun[-8:])
    assert refused.value.hint == "It is a handoff: memory_handoff with action=list shows it."


@pytest.mark.parametrize(
    ("tool", "given", "missing"),
    [
        (memory_goal, {"action": "set", "goal": "  "}, "goal"),
        (memory_profile, {"action": "set", "field": "name", "value": " \n"}, "value"),
        (memory_profile, {"action": "set", "field": " ", "value": "Ada"}, "field"),
        (memory_handoff, {"action": "begin", "summary": "\t"}, "summary"),
        (memory_goal, {"action": "set", "goal": "<private>call Bob</private>"}, "goal"),
        (memory_profile, {"action": "set", "field": "boss", "value": "<private>Bob</private> "}, "value"),
        (memory_profile, {"action": "set", "field": "<private>boss</private>", "value": "Ada"}, "field"),
        (memory_handoff, {"action": "begin", "summary": "<private>Bob is ill</private>"}, "summary"),
    ],
)
def test_white_space_and_private_parts_alone_are_nothing_that_a_session_could_be_told(client, tool, given, missing):
    with pytest.raises(InvalidInputError) as refused:
        client.call(tool, **given)
    assert refused.value.field == missing
    assert client.call(memory_goal, action="get")["goal"] is None
    assert client.call(memory_profile, action="get")["profile"] == {}
    assert client.call(memory_handoff, action="list")["total"] == 0
