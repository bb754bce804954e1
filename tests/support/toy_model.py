"""A model small enough to write by hand: a table of word vectors as an ONNX file, with its tokenizer."""

from __future__ import annotations

import json
import struct
from pathlib import Path

from tokenizers import Tokenizer, models, pre_tokenizers

DIM = 4
WINDOW = 16
# Each word's vector is the unit vector of its number modulo DIM, so an expected mean can be told by looking.
WORDS = ["[PAD]", "[UNK]", "query:", "passage:", "north", "east", "south", "west"]


def write_model(folder: Path, *, model_file: str = "model.onnx") -> Path:
    """Write the model's files; the tokenizer knows WORDS, the window is WINDOW tokens."""
    (folder / model_file).parent.mkdir(parents=True, exist_ok=True)
    (folder / model_file).write_bytes(_onnx())
    tokenizer = Tokenizer(models.WordLevel({word: number for number, word in enumerate(WORDS)}, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    tokenizer.save(str(folder / "tokenizer.json"))
    settings = {
        "config.json": {"hidden_size": DIM, "pad_token_id": 0},
        "tokenizer_config.json": {"model_max_length": WINDOW, "pad_token": "[PAD]"},
        "special_tokens_map.json": {"pad_token": "[PAD]", "unk_token": "[UNK]"},
    }
    for name, value in settings.items():
        (folder / name).write_text(json.dumps(value), encoding="utf-8")
    return folder


def word_vector(word: str) -> list[float]:
    """Return the row of the table for a word."""
    return [1.0 if column == WORDS.index(word) % DIM else 0.0 for column in range(DIM)]


def _onnx() -> bytes:
    """Return ``last_hidden_state = Gather(table, input_ids)`` in the wire format of onnx.proto3."""
    table = b"".join(struct.pack(f"<{DIM}f", *word_vector(word)) for word in WORDS)
    tensor = _number(1, len(WORDS)) + _number(1, DIM) + _number(2, 1) + _bytes(8, b"table") + _bytes(9, table)
    node = _bytes(1, b"table") + _bytes(1, b"input_ids") + _bytes(2, b"last_hidden_state") + _bytes(4, b"Gather")
    graph = (
        _bytes(1, node)
        + _bytes(2, b"toy")
        + _bytes(5, tensor)
        + _bytes(11, _value(b"input_ids", 7, [b"batch", b"length"]))
        + _bytes(12, _value(b"last_hidden_state", 1, [b"batch", b"length", DIM]))
    )
    return _number(1, 8) + _bytes(7, graph) + _bytes(8, _bytes(1, b"") + _number(2, 13))


def _value(name: bytes, element: int, shape: list[bytes | int]) -> bytes:
    axes = b"".join(_bytes(1, _number(1, axis) if isinstance(axis, int) else _bytes(2, axis)) for axis in shape)
    return _bytes(1, name) + _bytes(2, _bytes(1, _number(1, element) + _bytes(2, axes)))


def _varint(number: int) -> bytes:
    low, rest = number & 0x7F, number >> 7
    return bytes([low | 0x80]) + _varint(rest) if rest else bytes([low])


def _number(field: int, number: int) -> bytes:
    return _varint(field << 3) + _varint(number)


def _bytes(field: int, payload: bytes) -> bytes:
    return _varint(field << 3 | 2) + _varint(len(payload)) + payload
