"""The first layers of the bundled network as a function that can be differentiated by its biases and norms."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from memory_mcp.embedding.e5_weights import INNER, WIDTH, Weights, dequantised
from memory_mcp.reading.network import LAYERS, Learned, sizes

HEADS = 12
NORMS = ("aln", "oln")

Tree = Any


def layers(weights: Weights, count: int, *, head: int = WIDTH, start: float = -3) -> tuple[Tree, Tree]:
    """Return the products of the first layers, which stay as they are, and what is learned.

    ``head`` is the number of values that are weighed at the end, ``start`` their sum before anything is learned.
    """
    fixed: list[dict[str, np.ndarray]] = []
    learned: list[dict[str, np.ndarray]] = []
    for number in range(count):
        names = {name: f"l{number}.{name}" for name in ("q", "k", "v", "ao", "fi", "fo")}
        fixed.append(
            {n: dequantised(weights.blocks(f"{at}.w", INNER if n == "fo" else WIDTH)).T for n, at in names.items()}
        )
        own = {n: np.array(weights.floats(f"{at}.b")) for n, at in names.items()}
        norms = {f"{n}.{p}": np.array(weights.floats(f"l{number}.{n}.{p}")) for n in ("aln", "oln") for p in "wb"}
        learned.append(own | norms)
    first = {part: np.array(weights.floats(f"emb.ln.{part}")) for part in "wb"}
    return fixed, {"layers": learned, "first": first, "head": {"w": np.zeros(head, np.float32), "b": np.float32(start)}}


def normal(x: jax.Array, weight: jax.Array, bias: jax.Array) -> jax.Array:
    """Return a layer normalisation."""
    mean = x.mean(-1, keepdims=True)
    return (x - mean) * jax.lax.rsqrt(((x - mean) ** 2).mean(-1, keepdims=True) + 1e-12) * weight + bias


def states(fixed: Tree, learned: Tree, x: jax.Array, mask: jax.Array) -> jax.Array:
    """Return what the last of the layers says of each token, shape (texts, tokens, 384)."""
    x = normal(x, learned["first"]["w"], learned["first"]["b"])
    count, length, _ = x.shape
    hidden = jnp.where(mask, 0.0, -1e9)[:, None, None, :]
    for products, own in zip(fixed, learned["layers"], strict=True):

        def product(name: str, given: jax.Array, at: Tree = (products, own)) -> jax.Array:
            return given @ at[0][name] + at[1][name]

        query, key, value = (
            product(name, x).reshape(count, length, HEADS, -1).transpose(0, 2, 1, 3) for name in ("q", "k", "v")
        )
        heard = jax.nn.softmax(query @ key.transpose(0, 1, 3, 2) / (WIDTH // HEADS) ** 0.5 + hidden, -1) @ value
        heard = heard.transpose(0, 2, 1, 3).reshape(count, length, WIDTH)
        x = normal(x + product("ao", heard), own["aln.w"], own["aln.b"])
        inner = jax.nn.gelu(product("fi", x), approximate=False)
        x = normal(x + product("fo", inner), own["oln.w"], own["oln.b"])
    return x


def known(path: Path, parts: Mapping[str, int]) -> Tree:
    """Return what a file of the package holds, to go on from there."""
    read = Learned(path, parts)
    names = [name for name, _ in sizes(parts)]
    layers = [{name.partition(".")[2].removesuffix(".b") if name.count(".") == 2 and name.split(".")[1] not in NORMS
               else name.partition(".")[2]: read.floats(name)
               for name in names if name.startswith(f"l{number}.")} for number in range(LAYERS)]  # fmt: skip
    first = {part: read.floats(f"emb.ln.{part}") for part in "wb"}
    return {
        "layers": layers,
        "first": first,
        "head": {"w": read.floats("head.w"), "b": np.float32(read.floats("head.b")[0])},
    }


def write(learned: Tree, path: Path, sizes_of: Mapping[str, int], **more: np.ndarray) -> None:
    """Write what was learned in the order of the package's files; ``more`` are parts besides the head."""
    parts = {f"emb.ln.{part}": learned["first"][part] for part in "wb"}
    for number, layer in enumerate(learned["layers"]):
        parts |= {f"l{number}.{name}" + ("" if "." in name else ".b"): value for name, value in layer.items()}
    parts |= {"head.w": learned["head"]["w"], "head.b": learned["head"]["b"]} | more
    ordered = [np.asarray(parts[name], np.float32).reshape(size) for name, size in sizes(sizes_of)]
    np.concatenate(ordered).astype("<f2").tofile(path)
