"""How often words stand in texts, against the plain way: cut each text into words, stem them all, and count."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

import numpy as np
from hypothesis import example, given
from hypothesis import strategies as st

from memory_mcp.store.file.tokenizer import stem, tokenize
from memory_mcp.store.search.query_terms import Term, query_terms
from memory_mcp.store.search.term_counts import count_terms, join_texts
from memory_mcp.store.text_index.fts_query import lexical_query
from memory_mcp.store.text_index.index_letters import index_letters


def counted(query: str, *texts: str) -> list[list[float]]:
    return count_terms(join_texts(texts), len(texts), query_terms(lexical_query(query), tokenize), stem).tolist()


def by_loop(query: str, texts: Sequence[str]) -> list[list[float]]:
    def count(text: str, term: Term) -> float:
        if term.kind != "word":
            return text.count(term.text)
        whole = [stem(word) for word in re.findall(r"[^\W_]+", text)].count(term.stem)
        inside = term.stem if len(term.stem) >= 4 else term.text
        return whole or (0.5 if len(inside) >= 4 and inside in text else 0.0)

    return [
        [count(index_letters(text), term) for term in query_terms(lexical_query(query), tokenize)] for text in texts
    ]


WORDS = re.split(
    r"\s",
    "stability stable happiness happy happily filing file flying flies fly organize organization relate relational art "
    "start artful use used user us go going gone café cafeteria straße strasse Größe svc-auth node-7 a_b İstanbul "
    "Verteidigung Landesverteidigung 東京都 京都 データベース x y",
)
texts = st.lists(st.sampled_from(WORDS) | st.text(st.characters(codec="utf-8"), max_size=6), max_size=8).flatmap(
    lambda words: st.sampled_from([" ", "", ", ", "\n", "_"]).map(lambda sign: sign.join(words))
)


@given(query=st.lists(st.sampled_from(WORDS), max_size=5).map(" ".join), texts=st.lists(texts, max_size=5))
@example(query="cat category car card", texts=["card category cat car"])
@example(query="art happy happiness use", texts=["Artful art: ARTS start", "", "unhappily happy", "us used user use"])
def test_words_are_counted_as_by_cutting_up_every_text(query, texts):
    assert counted(query, *texts) == by_loop(query, texts)


@given(st.text(st.characters(codec="utf-8"), max_size=40))
@example("Ünïcödé — “quotes” ½ ﬁne K İ A\u030a\u0323 =\u0338 が\u3099 한국 क\u093f")
def test_the_plain_form_is_the_same_however_a_text_is_taken_apart(text):
    marks = re.compile("[\u0300-\u036f]+")
    whole = unicodedata.normalize("NFC", marks.sub("", unicodedata.normalize("NFKD", text.lower())))
    assert index_letters(text) == whole


@given(st.text(st.characters(codec="utf-8"), max_size=40))
def test_every_word_that_has_the_stem_is_seen(text):
    stems = tokenize("stability happiness filing flies organization relational")
    flat = index_letters("stability stable happy happily file flying fly organize relate " + text)
    expected = [tokenize(flat).count(wanted) for wanted in stems]
    terms = [Term("word", wanted, wanted) for wanted in stems]
    assert np.trunc(count_terms(join_texts([flat]), 1, terms, stem))[0].tolist() == expected


def test_a_word_inside_a_longer_one_counts_half() -> None:
    assert counted("verteidigung", "die Landesverteidigung") == [[0.5]]


def test_a_short_word_inside_a_longer_one_does_not_count() -> None:
    assert counted("art", "start") == [[0.0]]


def test_pairs_of_an_unspaced_script_are_counted_where_they_stand() -> None:
    assert counted("東京都", "京都と東京") == [[1.0, 1.0]]


def test_an_identifier_counts_as_it_is_written() -> None:
    assert counted("svc-auth", "SVC-AUTH is down", "svc auth") == [[1.0, 1.0, 1.0], [1.0, 1.0, 0.0]]


def test_accents_do_not_part_a_word_from_itself() -> None:
    assert counted("cafeteria", "cafétéria", "cafétérias") == [[1.0], [1.0]]


def test_nothing_is_found_across_two_texts() -> None:
    assert counted("gateway", "gate", "way") == [[0.0], [0.0]]
