"""Arithmetic on many vectors at once: cosines, one bit per dimension, and the few best of many."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import numpy.typing as npt

Vector = npt.NDArray[np.float32]
Integers = npt.NDArray[np.int64]
Near = list[tuple[int, float]]
"""(row id, cosine with its best passage), nearest first."""

_TINY: Final = 1e-6
# Each dimension of a vector is a number again while it is looked at: 6 MB for these.
_BLOCK: Final = 4_096


def lowest(costs: npt.NDArray[Any], count: int) -> Integers:
    """Return the places of the lowest costs, lowest first, equals in the order given."""
    if count >= len(costs):
        return np.argsort(costs, kind="stable")
    bound = np.partition(costs, count)[count]
    within = np.flatnonzero(costs <= bound)
    return np.asarray(within[np.argsort(costs[within], kind="stable")])


def best(wanted: list[int], items: Integers, cosines: npt.NDArray[np.float32], k: int) -> Near:
    """Return the k best of the wanted rows, each by its best passage."""
    top = dict.fromkeys(wanted, -2.0)
    chosen = np.flatnonzero(np.isin(items, np.array(wanted, np.int64), kind="table"))
    for item_id, cosine in zip(items[chosen].tolist(), cosines[chosen].tolist(), strict=True):
        top[item_id] = max(top[item_id], cosine)
    return sorted(top.items(), key=lambda found: (-found[1], found[0]))[:k]


def centred_matrix(mean: Vector, vectors: Vector, queries: Vector) -> Vector:
    """Return the cosines (queries, vectors) of both less the mean; neither is copied whole for it."""
    asked = queries - mean
    asked /= np.maximum(np.linalg.norm(asked, axis=1, keepdims=True), _TINY)
    lengths = np.sqrt(np.maximum(1.0 - 2.0 * (vectors @ mean) + mean @ mean, _TINY))
    found = asked @ vectors.T
    found -= (asked @ mean)[:, None]
    found /= lengths
    return np.asarray(found, dtype=np.float32)


def agreement(held: npt.NDArray[np.uint64], query: Vector) -> Vector:
    """Return the product (n,) of a vector (dim,) with what ``bits`` keeps of others."""
    found = np.empty(held.shape[1], np.float32)
    for start in range(0, held.shape[1], _BLOCK):
        block = np.ascontiguousarray(held[:, start : start + _BLOCK].T).view(np.uint8)
        found[start : start + _BLOCK] = np.vecdot(np.unpackbits(block, axis=1, count=len(query)), query)
    return found


def bits(vectors: Vector) -> npt.NDArray[np.uint64]:
    """Return one bit per dimension, whether it is positive, in words of 64: (dim / 64, n)."""
    packed = np.packbits(vectors > 0, axis=1)
    padding = -packed.shape[1] % 8
    return np.ascontiguousarray(np.pad(packed, ((0, 0), (0, padding))).view(np.uint64).T)


def bits_apart(held: npt.NDArray[np.uint64], query: Vector) -> npt.NDArray[np.uint16]:
    """Return the number of bits (n,) in which a vector (dim,) differs from those that ``bits`` keeps of others."""
    asked = bits(query[None, :])
    apart = np.zeros(held.shape[1], np.uint16)
    for word, wanted in zip(held, asked[:, 0], strict=True):
        apart += np.bitwise_count(word ^ wanted)
    return apart
