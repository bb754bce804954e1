"""Take the mean of what several rounds of learning have found for one reader, and write it into the package.

``uv run --with torch python bench/training/mean_weights.py READER FILE [FILE ...] [--shares .7 .3]`` reads files that
the other programs of this folder have written for ``secrets``, ``statements``, ``pairs`` or ``answers``. Where one goes
on with what another has learned, the mean is right oftener than each (Wortsman et al., "Model soups", 2022), and costs
no more than one.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Final

import numpy as np
from small_network import thin, write

from memory_mcp.reading import answer_reader, pair_reader, secret_reader, statement_reader
from memory_mcp.reading.learned import SHARED_RANKS, Learned, sizes

READERS: Final = {
    "secrets": (secret_reader.LEARNED, secret_reader.PARTS, SHARED_RANKS),
    "statements": (statement_reader.LEARNED, statement_reader.PARTS, SHARED_RANKS),
    "pairs": (pair_reader.LEARNED, pair_reader.PARTS, SHARED_RANKS),
    "answers": (answer_reader.LEARNED, answer_reader.PARTS, answer_reader.RANKS),
}


def main() -> None:
    """Write the mean."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("reader", choices=READERS)
    parser.add_argument("files", type=Path, nargs="+")
    parser.add_argument("--shares", type=float, nargs="+", help="how much each counts; all the same by default")
    chosen = parser.parse_args()
    path, parts, ranks = READERS[chosen.reader]
    other = Learned(pair_reader.LEARNED, pair_reader.PARTS)
    learned = [Learned(file, parts, ranks, other) for file in chosen.files]
    names = [name for name, _ in sizes(parts, ranks)]
    found = {name: np.average([one.floats(name) for one in learned], axis=0, weights=chosen.shares) for name in names}
    for product in (name.removesuffix(".down") for name in names if name.endswith(".down")):
        added = np.average([one.added(product) for one in learned], axis=0, weights=chosen.shares)
        found |= thin(product, added, ranks)
    write(path, found, parts, ranks)


if __name__ == "__main__":
    main()
