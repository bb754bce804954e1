"""What every engine of this machine keeps: the hand-written model always, the bundled one where it runs."""

from __future__ import annotations

import threading

import numpy as np
import pytest
from toy_model import write_model

from memory_mcp.embedding.choose import choose_embedder
from memory_mcp.embedding.platforms import bundled_obstacle

IS_BUNDLED = bundled_obstacle() is None
# The engine for one question takes half a second for each long text.
SLOWER = pytest.param("bundled, for one question", marks=pytest.mark.slow)
ENGINES = ["downloaded", *(["bundled", SLOWER] if IS_BUNDLED else [])]
TEXTS = [
    "north",
    "We moved the deployment to Thursdays because the support team is small on Fridays.",
    "Donaudampfschifffahrtsgesellschaft, ein Wort",
    "記憶はファイルにある。",
    "svc-auth v2.1.3 src/app.ts:42",
    "word " * 300,
    "\U0001f600" * 40,
]
ANY_TEXT = [
    "",
    " ",
    "\0",
    "a\0b",
    "\ud800 alone",
    "\u200b",
    "\x01\x02",
    "\ufdfa" * 60,
    "x" * 1500,
    "\n" * 3000,
    "e\u0301" * 300,
]


@pytest.fixture(scope="module", params=ENGINES)
def embedder(request, tmp_path_factory):
    cache = tmp_path_factory.mktemp("cache")
    path = write_model(tmp_path_factory.mktemp("north-model")) if request.param == "downloaded" else None
    choice = choose_embedder(None, path, disabled=False, cache=cache)
    load = choice.load_for_one_question if request.param.endswith("one question") else choice.load
    assert load is not None
    return load()


def test_vectors_are_float32_of_length_one_and_as_many_as_texts(embedder):
    stored = embedder.embed_passages(TEXTS)
    asked = embedder.embed_query(TEXTS[0])

    assert (stored.dtype, stored.shape) == (np.float32, (len(TEXTS), embedder.dim))
    assert (asked.dtype, asked.shape) == (np.float32, (embedder.dim,))
    np.testing.assert_allclose(np.linalg.norm([*stored, asked], axis=1), 1, atol=1e-6)


def test_no_texts_are_no_vectors(embedder):
    assert embedder.embed_passages([]).shape == (0, embedder.dim)


def test_a_text_has_the_same_bits_alone_in_a_batch_and_in_another_order(embedder):
    alone = [embedder.embed_passages([text])[0].tobytes() for text in TEXTS]

    assert [vector.tobytes() for vector in embedder.embed_passages(TEXTS)] == alone
    assert [vector.tobytes() for vector in embedder.embed_passages(TEXTS[::-1])] == alone[::-1]


def test_questions_and_stored_texts_from_several_threads_get_the_vectors_they_get_alone(embedder):
    texts = TEXTS[:5]
    expected = {"stored": embedder.embed_passages(texts).tobytes(), "asked": embedder.embed_query(texts[1]).tobytes()}
    seen = []

    def store():
        seen.append(("stored", embedder.embed_passages(texts).tobytes()))

    def ask():
        seen.append(("asked", embedder.embed_query(texts[1]).tobytes()))

    threads = [threading.Thread(target=target) for target in (store, ask) * 4]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert sorted(seen) == sorted(list(expected.items()) * 4)


@pytest.mark.parametrize("text", ANY_TEXT, ids=lambda text: ascii(text[:6]))
def test_any_text_can_be_stored_and_asked(embedder, text):
    asked = embedder.embed_query(text)
    stored = embedder.embed_passages([text, "north"])

    assert np.isfinite(asked).all()
    assert np.isfinite(stored).all()


@pytest.mark.skipif(not IS_BUNDLED, reason="no bundled engine on this platform")
def test_the_engine_for_one_question_takes_any_short_text(tmp_path):
    load = choose_embedder(None, None, disabled=False, cache=tmp_path).load_for_one_question
    assert load is not None
    engine, texts = load(), [text[:12] for text in [*TEXTS, *ANY_TEXT]]

    stored = engine.embed_passages(texts)

    np.testing.assert_allclose(np.linalg.norm(stored, axis=1), 1, atol=1e-6)
    assert [engine.embed_passages([text])[0].tobytes() for text in texts] == [vector.tobytes() for vector in stored]


def test_what_follows_a_nul_counts(embedder):
    stored = embedder.embed_passages(["north\0west", "north"])

    assert stored[0].tobytes() != stored[1].tobytes()


def test_the_end_of_a_long_text_is_in_the_vector_of_its_last_passage(embedder):
    text = "north " * (2 * embedder.window_tokens) + "west"
    split = embedder.split(text)

    assert len(split) > 2
    assert split[-1].endswith("west")
    with_end, without = embedder.embed_passages([split[-1], split[-1].removesuffix("west")])
    assert with_end.tobytes() != without.tobytes()


def test_a_long_text_embedded_whole_is_the_mean_of_its_passages(embedder):
    text = "north west. " * (embedder.window_tokens * 2 // 3)
    mean = embedder.embed_passages(embedder.split(text)).sum(axis=0)

    np.testing.assert_allclose(embedder.embed_passages([text])[0], mean / np.linalg.norm(mean), atol=1e-5)


def test_the_tag_told_before_loading_is_the_tag_of_the_loaded_engine(tmp_path):
    choices = [choose_embedder(None, write_model(tmp_path / "own"), disabled=False, cache=tmp_path)]
    if "bundled" in ENGINES:
        choices.append(choose_embedder(None, None, disabled=False, cache=tmp_path))

    assert [choice.load().model_tag for choice in choices] == [choice.model_tag for choice in choices]
