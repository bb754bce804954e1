"""What a prompt is told by meaning: in other words, where a row stands out from the rest, and once."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest
from embedded_notes import noted_file, opened_copy

from memory_mcp.capture.context.prompt import DOUBTED, ENOUGH, MOST, READ, SURE, QuestionModel, injected, told_of
from memory_mcp.embedding.bundled import BundledEmbedder
from memory_mcp.embedding.e5_nano import NanoEngine
from memory_mcp.embedding.one_question import BUNDLED_TAG, question_vector
from memory_mcp.errors import UnsupportedError
from memory_mcp.store.facts import facts
from memory_mcp.store.facts.projects import projects
from memory_mcp.store.facts.versions import Draft, items_at
from memory_mcp.store.file.database import Database, Transaction
from memory_mcp.store.search.prompt_evidence import Evidence
from memory_mcp.store.sessions import sessions
from memory_mcp.store.text_index.prompt_matches import notes
from memory_mcp.store.vectors import index
from memory_mcp.temporal import Period

NOTES = (
    "Der Mietvertrag läuft bis Ende Juni", "run the linter before a commit", "the parser keeps every comment",
    "tests need a real file", "deploy on Mondays only", "cache keys carry the tenant", "retry a socket twice",
    "merge small branches early", "name tables in singular", "log to standard error", "use tabs in makefiles",
)  # fmt: skip
PROMPT = "wann endet die Miete der Wohnung?"


@pytest.fixture(scope="module")
def noted(tmp_path_factory) -> Path:
    """A file of the notes and their vectors: these take time, and every test has the same."""

    def begin(tx: Transaction) -> int:
        work = projects.ensure(tx, projects.named("work"))
        sessions.start(tx, project_id=work, client="claude-code", client_session="s1")
        return work

    return noted_file(tmp_path_factory.mktemp("noted"), NOTES, BundledEmbedder(BUNDLED_TAG, NanoEngine()), begin)


@pytest.fixture
def db(noted, tmp_path, clock):
    yield from opened_copy(noted, tmp_path, clock)


@pytest.fixture
def work(db) -> int:
    with db.writing("test") as tx:
        return projects.ensure(tx, projects.named("work"))


def ask(db, prompt=PROMPT, tag=BUNDLED_TAG, vector_of=question_vector, odds=None):
    return injected(
        db, prompt, client="claude-code", client_session="s1", model=lambda: QuestionModel(tag, vector_of), odds=odds
    )  # fmt: skip


def test_a_hooks_vector_is_the_engines_own():
    long = "ﬁne Größe 東京 " * 60
    embedder = BundledEmbedder(BUNDLED_TAG, NanoEngine())
    assert question_vector(PROMPT) == embedder.embed_query(PROMPT).astype("<f4").tobytes()
    assert question_vector(long) == question_vector("ﬁne Größe 東京 " * 40)


def test_what_stands_out_is_told_in_other_words_and_once(db):
    block = ask(db)
    assert NOTES[0] in block
    assert block.count("\n- ") == 1
    assert ask(db) == ""


def test_two_hooks_of_one_prompt_tell_it_once(db):
    told = list[str]()

    def reads_while_another_tells(_prompt, _notes):
        with closing(Database(db.path, db.clock)) as other:
            told.append(ask(other))
        return ()

    told.append(ask(db, odds=reads_while_another_tells))
    assert [NOTES[0] in one for one in told] == [True, False]


@pytest.mark.parametrize("prompt", ["fix the build please", "explain this error message to me", "thanks"])
def test_an_ordinary_prompt_is_told_nothing(db, prompt):
    assert ask(db, prompt) == ""


def test_rows_of_other_projects_and_retracted_ones_are_not_told(db, work):
    with db.writing("test") as tx:
        elsewhere = projects.ensure(tx, projects.named("elsewhere"))
        for text in (f"{NOTES[0]} 2028", f"{NOTES[0]} 2029"):
            facts.assert_(tx, Draft("learning", text, Period(tx.now), project_id=elsewhere))
        uid = tx.value("SELECT uid FROM item WHERE body = :body", {"body": NOTES[0]})
        facts.retract(tx, uid)
        facts.assert_(tx, Draft("learning", "keep rows short", Period(tx.now), project_id=work))
    index.catch_up(db, BundledEmbedder(BUNDLED_TAG, NanoEngine()))
    assert ask(db) == ""


def test_vectors_of_another_model_are_not_compared(db):
    assert ask(db, tag="another") == ""


def test_without_the_engine_words_alone_decide(db):
    def missing(_):
        raise UnsupportedError("no engine", hint="install it")

    assert ask(db, vector_of=missing) == ""


def reads(**sure):
    """Return what reads a note by a word in it, and is sure of no other."""
    return lambda prompt, notes: [next((odds for word, odds in sure.items() if word in one), -6.0) for one in notes]


def test_what_reading_doubts_is_not_told_though_it_stands_out(db):
    assert ask(db, odds=reads(Mietvertrag=DOUBTED - 0.1)) == ""
    assert NOTES[0] in ask(db, odds=reads(Mietvertrag=DOUBTED))


def test_what_reading_is_sure_of_is_told_though_it_does_not_stand_out(db):
    prompt = "explain this error message to me"
    assert ask(db, prompt) == ""

    near: list[str] = []
    ask(db, prompt, odds=lambda _, notes: near.extend(notes) or [-6.0] * len(notes))
    assert len(near) == READ

    word = max(near[-1].split(), key=len)
    assert ask(db, prompt, odds=reads(**{word: SURE - 0.1})) == ""
    block = ask(db, prompt, odds=reads(**{word: SURE}))
    assert near[-1] in block
    assert block.count("\n- ") == 1


def test_a_row_too_long_to_be_read_whole_is_told_as_if_nothing_read(db, work):
    with db.writing("test") as tx:
        uid = tx.value("SELECT uid FROM item WHERE body = :body", {"body": NOTES[0]})
        facts.retract(tx, uid)
        facts.assert_(tx, Draft("learning", f"{NOTES[0]}. {'Mehr dazu steht im Ordner. ' * 20}", Period(tx.now)))
    index.catch_up(db, BundledEmbedder(BUNDLED_TAG, NanoEngine()))
    read: list[str] = []

    told = ask(db, odds=lambda _, notes: read.extend(notes) or [-6.0] * len(notes))

    assert not any(NOTES[0] in text for text in read)
    assert NOTES[0] in told


def test_a_prompt_that_cannot_be_read_is_told_as_if_nothing_read(db):
    assert NOTES[0] in ask(db, odds=lambda _, notes: ())


def test_what_reading_is_sure_of_makes_room_for_what_was_not_told_before(db):
    def sure(_, notes):
        return [SURE] * len(notes)

    told = [ask(db, odds=sure) for _ in range(3)]

    assert [block.count("\n- ") for block in told] == [MOST, READ - MOST, 0]


def test_a_row_behind_the_nearest_that_was_not_read_is_not_told(db, work):
    with db.reading() as snapshot:
        items = items_at(snapshot, notes(snapshot, project=work, session=None))
    long = [item._replace(body=item.body + " and so on" * 60) for item in items[: MOST + 1]]
    near = [Evidence(item, 0.0, ENOUGH if item is long[-1] else 0.0) for item in long]

    assert told_of(near, PROMPT, lambda _, texts: [SURE] * len(texts)) == []
    assert told_of(near[1:], PROMPT, lambda _, texts: [SURE] * len(texts)) == [long[-1]]
