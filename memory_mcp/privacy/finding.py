"""Find the secrets of a text: run the rules of every room where their literals stand.

Every rule starts at a literal that has to be there (``ghp_``, ``://``, ``password``). All literals are looked for in
one pass over the text (Aho and Corasick, "Efficient string matching", 1975). A rule is tried only where its literal
stands, and looks a bounded way around it. So time grows with the length of a text, whatever it contains.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from functools import cache
from itertools import chain, count
from typing import TYPE_CHECKING, Final, NamedTuple

from memory_mcp.language.folding import small_in_place
from memory_mcp.privacy.rules import (
    account_lists,
    account_pairs,
    arguments,
    assignments,
    changes,
    commands,
    cookies,
    credential_files,
    credentials,
    form_fields,
    judged_passwords,
    links,
    nested,
    protocols,
    providers,
    random_strings,
    repeated,
    secret_shapes,
    spelled_keys,
    sql_statements,
    strong_words,
    told_accounts,
    told_answers,
    told_phrases,
    told_values,
    weighing,
)
from memory_mcp.privacy.rules.key_blocks import key_blocks
from memory_mcp.privacy.rules.secret_shapes import discord_tokens
from memory_mcp.privacy.text.escapes import seen
from memory_mcp.privacy.text.spans import Rule, Span, compiled, long_words
from memory_mcp.privacy.values import cues

if TYPE_CHECKING:
    from ahocorasick_rs import AhoCorasick

_SOURCES: Final = (
    providers, secret_shapes, credentials, assignments, commands, cookies, credential_files, told_accounts,
    told_phrases, told_values, random_strings, links, arguments, protocols, nested, strong_words,
    account_lists, form_fields, sql_statements, spelled_keys,
    account_pairs, judged_passwords, told_answers,
)  # fmt: skip


class _Anchor(NamedTuple):
    """What a literal is for."""

    # The rules to try where it stands, each with its number.
    rules: tuple[tuple[int, Rule], ...]
    # Whether it announces a drawn string behind it, and where it tells that a sentence may hold a password or a code.
    is_announcing: bool
    telling: int | None


class _Anchors(NamedTuple):
    """All literals, what each is for, and how many rules there are."""

    literals: list[str]
    by_literal: list[_Anchor]
    rule_count: int


@cache
def _anchors() -> _Anchors:
    rules: dict[Rule, int] = {}
    telling = cues.telling_literals()
    by_literal: dict[str, tuple[tuple[int, Rule], ...]] = dict.fromkeys((*random_strings.ANNOUNCING, *telling), ())
    for literal, rule in chain.from_iterable(source.anchors() for source in _SOURCES):
        numbered = (rules.setdefault(rule, len(rules)), rule)
        by_literal[literal] = (*by_literal.get(literal, ()), numbered)
    return _Anchors(
        list(by_literal),
        [
            _Anchor(numbered, literal in random_strings.ANNOUNCING, telling.get(literal))
            for literal, numbered in by_literal.items()
        ],
        len(rules),
    )


# In the first few texts of such a length each literal is looked for by itself: a process that masks no more than those,
# as a hook does, would take longer to make what finds all of them at once.
_SHORT: Final = 300
_FEW: Final = 16
# A long text is looked through in two thirds of the time by what takes 10 ms and 10 MB to make instead of 2 and 1.
_LONG: Final = 200_000


@cache
def _automaton(*, is_for_long: bool) -> AhoCorasick:
    from ahocorasick_rs import AhoCorasick, Implementation  # noqa: PLC0415 - short texts go without

    implementation = Implementation.DFA if is_for_long else Implementation.ContiguousNFA
    return AhoCorasick(_anchors().literals, implementation=implementation)


_short_texts = count()


def matches(small: str) -> list[tuple[int, int, int]]:
    """Return each literal that stands in a text in small letters: its number, from where, and to where.

    In the order in which they end, the longest first of those that end together.
    """
    if len(small) <= _SHORT and next(_short_texts) < _FEW:
        return sorted(_one_by_one(small), key=lambda match: (match[2], match[1]))
    return _automaton(is_for_long=len(small) >= _LONG).find_matches_as_indexes(small, overlapping=True)


def _one_by_one(small: str) -> Iterator[tuple[int, int, int]]:
    for number, literal in [held for held in enumerate(_anchors().literals) if held[1] in small]:
        start = small.find(literal)
        while start >= 0:
            yield number, start, start + len(literal)
            start = small.find(literal, start + 1)


class _Met(NamedTuple):
    """What stands at the literals of a text: the secrets that rules know, and the places of words, by what for."""

    spans: list[Span]
    announcing: list[int]
    telling: list[int]
    naming: list[int]


def find(text: str) -> list[Span]:
    """Return what to take out, in order and without overlaps; the more telling kind names a merged span."""
    plain = seen(text)
    return _find(text) if plain is None else [plain.origin(span) for span in _find(plain.text)]


def _find(text: str) -> list[Span]:
    small = small_in_place(text)
    met = _meet(text, small)
    words = long_words(text)
    spans = [Span(start, end, "private-key") for start, end in key_blocks(text)] + met.spans
    spans += discord_tokens(text, words)
    spans += strong_words.joined_words(text)
    spans += random_strings.drawn_strings(text, small, words, met.announcing)
    spans = _merged(_outside_marks(text, spans))
    # What a rule knows is not looked at again: its kind and where it ends are known.
    told = _outside_marks(text, list(weighing.told(text, sorted(met.telling), sorted(met.naming))))
    spans = sorted((*spans, *_besides(spans, told)))
    beside = sorted({*_outside_marks(text, [*changes.others(text, spans), *repeated.again(text, spans)])})
    return sorted((*spans, *_besides(spans, _merged(beside)))) if beside else spans


def _meet(text: str, small: str) -> _Met:
    """Run the rules of the literals that stand in a text, which are looked for in small letters, and note the words."""
    _, by_literal, rule_count = _anchors()
    spans, announcing, telling, naming = met = _Met([], [], [], [])
    ends = [0] * rule_count
    for literal, start, end in matches(small):
        rules, is_announcing, where = by_literal[literal]
        for number, looks in rules:
            if start >= ends[number]:
                for span in looks(text, start):
                    spans.append(span)
                    ends[number] = span.end
        if is_announcing:
            announcing.append(start)
        if where is not None and cues.is_a_word(small, start, end, where):
            telling.append(start)
            if where & cues.NAMES:
                naming.append(start)
    return met


def _besides(known: list[Span], found: list[Span]) -> list[Span]:
    """Return the spans that share nothing with one known, of spans in order."""
    begins = [span.start for span in known]

    def is_new(span: Span) -> bool:
        following = bisect_right(begins, span.start)
        is_before = following == len(known) or known[following].start >= span.end
        return is_before and (following == 0 or known[following - 1].end <= span.start)

    return list(filter(is_new, found))


def find_within(text: str, begin: int, end: int) -> list[Span]:
    """Return what to take out of a stretch of a text."""
    return [Span(span.start + begin, span.end + begin, span.kind) for span in find(text[begin:end])]


def _outside_marks(text: str, spans: list[Span]) -> list[Span]:
    """Return the spans that do not reach into a mark of a redaction: a name in front of one has its secret out."""
    if "[redacted: " not in text:
        return spans
    marks = [match.span() for match in compiled(r"\[redacted: [a-z0-9-]*\]").finditer(text)]
    ends = [end for _, end in marks]

    def is_outside(span: Span) -> bool:
        following = bisect_right(ends, span.start)
        return following == len(marks) or marks[following][0] >= span.end

    return [span for span in spans if span.kind == "private-key" or is_outside(span)]


def _merged(spans: list[Span]) -> list[Span]:
    merged: list[Span] = []
    for span in sorted(spans):
        if merged and span.start < merged[-1].end:
            kind = min(merged[-1].kind, span.kind, key=_vagueness)
            merged[-1] = Span(merged[-1].start, max(merged[-1].end, span.end), kind)
        else:
            merged.append(span)
    return merged


_VAGUE: Final = ("jwt", "url-password", "authorization", "password", "secret")


def _vagueness(kind: str) -> int:
    return _VAGUE.index(kind) + 1 if kind in _VAGUE else 0
