"""What hooks captured, read through the tools: in time, by page, among its neighbours, by pattern and by context."""

from __future__ import annotations

import itertools

import pytest
from calling import Client, server
from capture_corpus import CLIENTS, Conversation, Tool, Turn, conversation
from replaying import Client as Played
from talks import Captured, folder_of

from memory_mcp.capture.events.kept_text import SAID_CAP
from memory_mcp.errors import InvalidInputError
from memory_mcp.temporal import ManualClock, SystemClock
from memory_mcp.tools.documents import memory_read, memory_save
from memory_mcp.tools.search import memory_grep, memory_search
from memory_mcp.tools.timeline import memory_timeline

pytestmark = pytest.mark.external

LONG = "# Plan\n\n" + "One more line of the plan.\n" * 300
TURNS = [
    Turn("where do we keep the invoices?", ("In the bucket named ledger-eu.", Tool("t1", "ls buckets", "ledger-eu\n"))),
    Turn("and since when?", ("Since the move to Frankfurt in May.",)),
    Turn("show me the whole plan", (LONG,)),
    Turn("who pays for it?", (Tool("t2", "cat budget.txt", "x" * 3_000, 1), "The Paris office pays for it.")),
]  # fmt: skip


@pytest.fixture(scope="module")
def shop(tmp_path_factory):
    parent = tmp_path_factory.mktemp("captured")
    return Captured(parent / "memory.db", folder_of(parent, "shop"), "talk-1", TURNS).replay()


@pytest.fixture
def runtime(shop):
    # The hooks were here a moment ago; the clock stands still from now on.
    with server(shop.db.parent, ManualClock(SystemClock().now())) as runtime:
        yield runtime


@pytest.fixture
def client(runtime, shop):
    return Client(runtime, shop.folder)


@pytest.fixture
def session(client):
    (session,) = client.call(memory_timeline, types=["turn"])["sessions"]
    return session


def uid_of(client, words):
    (hit,) = client.call(memory_grep, pattern=words)["hits"]
    return hit["id"]


def test_the_timeline_tells_a_captured_session_newest_first(session):
    told = [event["snippet"] for event in session["events"]]

    assert (session["client"], len(told)) == ("claude-code", 10)
    assert told[0] == "The Paris office pays for it."
    assert told[-1] == "where do we keep the invoices?"


def test_the_timeline_of_one_session_goes_by_page(client, session):
    told, cursor = [], {}
    for _ in range(4):
        page = client.call(memory_timeline, sessionId=session["sessionId"], types=["turn"], limit=3, **cursor)
        told += [event["id"] for one in page["sessions"] for event in one["events"]]
        cursor = {"cursor": page.get("nextCursor", "")}

    assert told == [event["id"] for event in session["events"]]
    assert "nextCursor" not in page


def test_a_session_is_read_word_for_word(client, session):
    read = client.call(memory_read, id=session["sessionId"])
    said = [(turn["number"], turn["role"], turn["text"]) for turn in read["turns"]]

    assert (read["totalTurns"], read["lines"]) == (10, "1-10")
    assert said[:3] == [
        (1, "user", "where do we keep the invoices?"),
        (2, "assistant", "In the bucket named ledger-eu."),
        (3, "tool", "$ ls buckets\nledger-eu\n"),
    ]
    assert said[6] == (7, "assistant", LONG)


def test_a_session_goes_by_page(client, session):
    read = client.call(memory_read, id=session["sessionId"], lines="4-5")

    assert [turn["text"] for turn in read["turns"]] == ["and since when?", "Since the move to Frankfurt in May."]
    assert read["lines"] == "4-5"
    assert "notice" not in read


def test_of_what_a_tool_said_a_page_has_the_beginning(client, session):
    (turn,) = client.call(memory_read, id=session["sessionId"], lines="9")["turns"]

    assert turn["text"].startswith("$ cat budget.txt\n[exit 1]\nxxx")
    assert (len(turn["text"]), turn["characters"]) == (1_000, len("$ cat budget.txt\n[exit 1]\n") + 3_000)
    assert len(client.call(memory_read, id=turn["id"])["body"]) == turn["characters"]


def test_with_full_false_every_turn_is_its_beginning(client, session):
    turn = client.call(memory_read, id=session["sessionId"], full=False)["turns"][6]

    assert (turn["text"], turn["characters"]) == (LONG[:1_000], len(LONG))


@pytest.mark.parametrize("lines", ["11", "20-30", "0-3", "5-2", "c1-10", "all"])
def test_turns_there_are_not_are_refused(client, session, lines):
    with pytest.raises(InvalidInputError, match="no such turns"):
        client.call(memory_read, id=session["sessionId"], lines=lines)


def test_the_pages_of_a_long_session_are_the_session(tmp_path, clock):
    talk = conversation("long", 40, seed=5)
    talk.turns[3] = Turn("a long one", ("é" * 50_000, "ü" * 50_000))
    captured = Captured(tmp_path / "memory.db", folder_of(tmp_path, "shop"), "long", talk.turns).replay_at_once()
    with server(tmp_path, ManualClock(SystemClock().now())) as runtime:
        client = Client(runtime, captured.folder)
        session = client.call(memory_timeline, types=["turn"], limit=1)["sessions"][0]["sessionId"]
        read, lines = [], "1-"
        while lines:
            page = client.call(memory_read, id=session, lines=lines)
            read += [(turn["number"], turn["id"]) for turn in page["turns"]]
            assert sum(len(turn["text"].encode()) for turn in page["turns"]) <= 60_000
            assert all(len(turn["text"]) == turn.get("characters", len(turn["text"])) or turn["role"] == "tool"
                       or "longer than an answer" in page["notice"] for turn in page["turns"])  # fmt: skip
            lines = (
                page["notice"].rpartition("lines='")[2].rstrip("'") if "go on with" in page.get("notice", "") else ""
            )

    assert [number for number, _ in read] == list(range(1, page["totalTurns"] + 1))
    assert len({uid for _, uid in read}) == page["totalTurns"] == sum(1 for _ in talk.said())


@pytest.mark.parametrize("client", CLIENTS)
def test_what_any_client_captured_is_read_in_the_order_it_was_said(client, tmp_path):
    turns = [Turn(f"第{n}个问题 {n}?", (f"First part {n}.", f"答え {n}")) for n in range(6)]
    captured = Captured(tmp_path / "memory.db", folder_of(tmp_path, "shop"), "s", turns, client=client).replay_at_once()
    with server(tmp_path, ManualClock(SystemClock().now())) as runtime:
        reader = Client(runtime, captured.folder)
        (session,) = reader.call(memory_timeline, types=["turn"], limit=1)["sessions"]
        read = reader.call(memory_read, id=session["sessionId"])

    assert [(turn["role"], turn["text"]) for turn in read["turns"]] == [
        said for turn in turns for said in (("user", turn.prompt), *(("assistant", step) for step in turn.steps))
    ]


def test_a_captured_turn_is_read_among_its_neighbours(client):
    read = client.call(memory_read, id=uid_of(client, "Frankfurt"), around=2)

    assert (read["role"], read["body"]) == ("assistant", "Since the move to Frankfurt in May.")
    assert [turn["text"] for turn in read["before"]] == ["$ ls buckets\nledger-eu\n", "and since when?"]
    assert [turn["text"] for turn in read["after"]] == ["show me the whole plan", LONG[:1_000]]
    assert read["after"][1]["characters"] == len(LONG)


def test_grep_finds_what_was_said_and_what_a_tool_was_asked(client):
    found = {pattern: client.call(memory_grep, pattern=pattern, types=["turn"])["count"]
             for pattern in (r"ledger-\w+", r"cat budget\.txt", "never said")}  # fmt: skip

    assert found == {r"ledger-\w+": 2, r"cat budget\.txt": 1, "never said": 0}


def test_grep_forgives_a_typo_in_a_captured_turn(client):
    (hit,) = client.call(memory_grep, pattern="Frankfrut in May", fuzzy=True, threshold=85, types=["turn"])["hits"]

    assert "Frankfurt" in hit["line"]


def test_search_finds_captured_turns_and_nothing_else(client):
    client.call(memory_save, content="The invoices were moved to ledger-eu.")
    hits = client.call(memory_search, query="invoices ledger-eu", types=["turn"])["hits"]

    assert {hit["type"] for hit in hits} == {"turn"}
    assert hits[0]["snippet"] in {"In the bucket named ledger-eu.", "where do we keep the invoices?"}


def test_an_answer_is_found_by_the_words_of_the_question_before_it(tmp_path):
    asked = Turn("in which region do we keep the archive of the invoices?", ("Frankfurt, since May.",))
    idle = Turn("tell me a joke", ("I know none.",))
    other = Turn("what is late?", ("The invoices of the printers are late.",))
    captured = Captured(tmp_path / "memory.db", folder_of(tmp_path, "shop"), "s", [asked, idle, idle, idle, other])
    captured.replay_at_once()
    with server(tmp_path, ManualClock(SystemClock().now())) as runtime:
        client = Client(runtime, captured.folder)
        hits = client.call(memory_search, query="region of the invoices archive", types=["turn"], full=True)["hits"]

    said = [hit["body"] for hit in hits]
    # What was asked comes behind what answers it.
    assert said[:3] == [asked.steps[0], idle.prompt, asked.prompt]
    # It holds a word of the query, which the answer does not.
    assert other.steps[0] in said[2:]


@pytest.mark.parametrize(("query", "first"), [
    ("what did I say about the plan", "show me the whole plan"),
    ("what did you say about Frankfurt and the move", "Since the move to Frankfurt in May."),
])  # fmt: skip
def test_the_side_a_question_names_is_the_side_that_is_found(client, query, first):
    assert client.call(memory_search, query=query, types=["turn"])["hits"][0]["snippet"] == first


@pytest.fixture
def days(tmp_path):
    """The same words on two days, as transcripts that were read later have them."""
    folder = folder_of(tmp_path, "shop")
    played = Played("claude", Conversation("days"), folder, tmp_path / "memory.db")
    for day, color in ((3, "green"), (17, "purple")):
        played.writer.clock.moment = played.writer.clock.moment.replace(day=day)
        turn = Turn("which colour do we take for the door?", (f"We take {color} for the door.",))
        played.write(played.writer.turn(turn))
        played.end_turn(turn)
    with server(tmp_path, ManualClock(SystemClock().now())) as runtime:
        yield Client(runtime, folder)


@pytest.mark.parametrize(("day", "color"), [("February 3", "green"), ("17 February 2026", "purple")])
def test_the_day_a_question_names_is_the_day_that_is_found(days, day, color):
    hits = days.call(memory_search, query=f"which colour for the door did you say on {day}", types=["turn"])["hits"]

    assert hits[0]["snippet"] == f"We take {color} for the door."


def test_turns_are_bounded_by_when_they_were_said(days):
    asked = {"query": "colour door", "types": ["turn"], "since": "2026-02-10", "until": "2026-02-20"}
    hits = days.call(memory_search, full=True, **asked)["hits"]

    assert {hit["validFrom"][:10] for hit in hits} == {"2026-02-17"}
    assert len(hits) == 2
    # What was asked is no answer, so it is shown to whoever wants all.
    assert [hit["snippet"] for hit in days.call(memory_search, **asked)["hits"]] == ["We take purple for the door."]


def test_a_long_text_is_kept_to_the_character(client):
    # Every kind of line end, a long line, and scripts of several widths.
    lines = itertools.cycle(
        ["plain\n", "window\r\n", "wide 測試 テスト\n", "x" * 5_000 + "\n", "\n", "tail\t \n", "\u2028odd\x0b\n"]
    )
    text = "".join(itertools.islice(lines, 1_500)) + "no line end"
    saved = client.call(memory_save, content=text)
    read, lines = "", "c1-"
    while lines:
        page = client.call(memory_read, id=saved["id"], lines=lines)
        read += page["body"]
        notice = page.get("notice", "")
        lines = notice.rpartition("lines='")[2].rstrip("'") if "go on with" in notice else ""

    assert len(text) > SAID_CAP
    assert read == text
