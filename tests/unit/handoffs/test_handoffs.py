"""Handoffs: work passed on once, to whom it was meant for, while it is fresh."""

from __future__ import annotations

import threading

import pytest

from memory_mcp.errors import ConflictError, NotFoundError, RefusedError
from memory_mcp.store.facts.projects import projects
from memory_mcp.store.file.database import Database
from memory_mcp.store.handoffs import handoff_rows, handoffs
from memory_mcp.store.handoffs.handoffs import HandoffDraft
from memory_mcp.temporal import SystemClock


def begin(db: Database, summary: str = "half done", project: int = 0, **more) -> handoff_rows.Handoff:
    with db.writing("test") as tx:
        said = {name: more.pop(name) for name in HandoffDraft._fields if name in more}
        return handoffs.begin(tx, HandoffDraft(summary, **said), project_id=project, **more)[0]


def accept(db: Database, uid: str, session: str | None = "s-2", client: str = "codex") -> handoff_rows.Handoff:
    with db.writing("test") as tx:
        return handoffs.accept(tx, uid, session=session, client=client)


def offered(
    db: Database, client: str = "codex", project: int = 0, folder: str = "", session: str | None = None
) -> list[str]:
    with db.reading() as snapshot:
        return [one.uid for one in handoff_rows.offered(snapshot, project, client, folder, session)]


def test_what_was_left_is_offered_and_comes_back_whole(db):
    left = begin(db, open_questions=["why?"], next_steps=["test", "ship"], files=["a.py"], from_session="s-1")
    assert offered(db) == [left.uid]
    taken = accept(db, left.uid)
    assert (
        taken.state, taken.claimed_by, taken.open_questions, taken.next_steps, taken.files,
    ) == ("claimed", "s-2", ("why?",), ("test", "ship"), ("a.py",))  # fmt: skip
    assert offered(db) == []


def test_only_one_session_gets_it_and_that_one_may_ask_again(db):
    left = begin(db)
    accept(db, left.uid, "s-2")
    with pytest.raises(ConflictError, match="is claimed at 2026-03-01"):
        accept(db, left.uid, "s-3")
    assert accept(db, left.uid, "s-2").claimed_by == "s-2"


def test_of_many_sessions_that_claim_at_once_one_gets_it(tmp_path):
    path = tmp_path / "memory.db"
    first = Database(path, SystemClock())
    left = begin(first)
    outcomes: list[str] = []
    gate = threading.Barrier(6)

    def claim(number: int) -> None:
        db = Database(path, SystemClock())
        gate.wait()
        try:
            outcomes.append(accept(db, left.uid, f"s-{number}").claimed_by or "")
        except ConflictError:
            outcomes.append("conflict")
        finally:
            db.close()

    threads = [threading.Thread(target=claim, args=(number,)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    first.close()
    assert (outcomes.count("conflict"), len(outcomes)) == (5, 6)


@pytest.mark.parametrize(
    ("meant_for", "client", "is_offered"),
    [
        ("", "codex", True),
        ("codex", "codex-mcp-client", True),
        ("Claude Code", "claude-code", True),
        ("claude", "claude-code", True),
        ("codex", "claude-code", False),
        ("code", "codex", False),
        ("codex", "", False),
    ],
)
def test_it_is_offered_to_the_client_it_is_meant_for(db, meant_for, client, is_offered):
    left = begin(db, to_client=meant_for)
    assert offered(db, client) == ([left.uid] if is_offered else [])
    if is_offered:
        assert accept(db, left.uid, client=client).state == "claimed"
    else:
        with pytest.raises(RefusedError):
            accept(db, left.uid, client=client)


def test_after_a_week_it_is_expired_without_anybody_having_marked_it(db, clock):
    left = begin(db)
    clock.advance(days=7, seconds=-1)
    assert offered(db) == [left.uid]
    clock.advance(seconds=2)
    assert offered(db) == []
    with db.reading() as snapshot:
        assert handoff_rows.require(snapshot, left.uid).state == "expired"
    with pytest.raises(ConflictError, match="is expired"):
        accept(db, left.uid)


def test_a_cancelled_one_is_not_offered_and_cancelling_twice_is_the_same(db):
    left = begin(db)
    for _ in range(2):
        with db.writing("test") as tx:
            assert handoffs.cancel(tx, left.uid).state == "cancelled"
    assert offered(db) == []


def test_what_a_session_took_and_did_not_use_is_offered_again(db):
    left = begin(db)
    accept(db, left.uid, "s-2")
    with db.writing("test") as tx:
        assert (len(handoffs.release(tx, "other")), len(handoffs.release(tx, "s-2"))) == (0, 1)
    assert offered(db) == [left.uid]
    assert accept(db, left.uid, "s-3").claimed_by == "s-3"


def test_the_same_words_from_the_same_session_are_one_handoff_while_it_is_open(db):
    left = begin(db, from_session="s-1")
    assert begin(db, from_session="s-1").uid == left.uid
    assert begin(db, from_session="s-9").uid != left.uid
    accept(db, left.uid)
    assert begin(db, from_session="s-1").uid != left.uid


def test_a_project_sees_its_own_and_those_of_no_project(db, clock):
    with db.writing("test") as tx:
        api, web = (projects.ensure(tx, projects.named(name)) for name in ("api", "web"))
    own, shared = begin(db, "a", api), begin(db, "b")
    clock.advance(hours=1)
    other = begin(db, "c", web)
    clock.advance(hours=1)
    newest = begin(db, "d", web)
    assert set(offered(db, project=api)) == {own.uid, shared.uid}
    with db.reading() as snapshot:
        found, total = handoff_rows.listed(snapshot, -1, limit=2)
    assert ([one.uid for one in found], total) == ([newest.uid, other.uid], 4)


def test_an_unknown_handoff_cannot_be_taken(db):
    with pytest.raises(NotFoundError, match="no handoff with id 'nope'"):
        accept(db, "nope")


@pytest.mark.parametrize(
    ("left_in", "session_in", "is_offered"),
    [
        ("api", "api", True),
        ("api", "api/src/deep", True),
        ("api/src", "api", True),
        ("api", "", True),
        ("", "web", True),
        ("api", "web", False),
        ("api", "apiary", False),
        ("apiary", "api", False),
    ],
)
def test_it_is_offered_where_it_was_left_and_further_up_and_down_in_its_project(db, left_in, session_in, is_offered):
    with db.writing("test") as tx:
        shop = projects.ensure(tx, projects.named("shop"))
    left = begin(db, project=shop, path=left_in)
    assert offered(db, project=shop, folder=session_in) == ([left.uid] if is_offered else [])


@pytest.mark.parametrize(("session_in", "is_offered"), [("/p/api", True), ("/p/api/src", True), ("/p", False)])
def test_without_a_project_a_folder_further_up_sees_nothing(db, session_in, is_offered):
    left = begin(db, path="/p/api")
    assert offered(db, folder=session_in) == ([left.uid] if is_offered else [])


def test_a_session_is_not_offered_what_it_left_itself(db):
    left = begin(db, from_session="s-1")
    assert (offered(db, session="s-1"), offered(db, session="s-2")) == ([], [left.uid])


def test_of_what_sessions_left_by_ending_the_newest_of_a_place_stays_open(db, clock):
    older = begin(db, "older", from_session="s-1", origin="automatic", path="/api")
    elsewhere = begin(db, "elsewhere", from_session="s-2", origin="automatic", path="/web")
    on_purpose = begin(db, "on purpose", from_session="s-3", path="/api")
    clock.advance(hours=1)
    newer = begin(db, "newer", from_session="s-4", origin="automatic", path="/api")
    with db.reading() as snapshot:
        states = [handoff_rows.require(snapshot, one.uid).state for one in (older, elsewhere, on_purpose, newer)]
    assert states == ["cancelled", "open", "open", "open"]
    assert offered(db, folder="/api") == [on_purpose.uid, newer.uid]


def test_a_start_offers_one_of_what_many_sessions_left_by_ending(db, clock):
    with db.writing("test") as tx:
        shop = projects.ensure(tx, projects.named("shop"))
    for number in range(20):
        clock.advance(hours=1)
        newest = begin(db, f"{number}", shop, from_session=f"s-{number}", origin="automatic", path=f"part-{number}")
    assert offered(db, project=shop) == [newest.uid]


def test_what_comes_back_after_something_newer_was_left_there_is_outdated(db, clock):
    older = begin(db, "older", from_session="s-1", origin="automatic")
    accept(db, older.uid, "s-2")
    clock.advance(hours=1)
    newer = begin(db, "newer", from_session="s-3", origin="automatic")
    with db.writing("test") as tx:
        assert [one.state for one in handoffs.release(tx, "s-2")] == ["cancelled"]
    assert offered(db) == [newer.uid]
