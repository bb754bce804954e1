"""Where the secrets of a text are: every room's rules, run where their literals stand.

Every rule starts at a literal that has to be there (``ghp_``, ``://``, ``password``). All literals are looked for in
one pass over the text (Aho and Corasick, "Efficient string matching", 1975); a rule is tried only where its literal
stands, and looks a bounded way around it. So time grows with the length of a text whatever it contains.
"""

from __future__ import annotations

from bisect import bisect_right
from functools import cache
from itertools import chain
from typing import Final, NamedTuple

from ahocorasick_rs import AhoCorasick, Implementation

from memory_mcp.privacy import (
    arguments,
    assignments,
    commands,
    cookies,
    credential_files,
    credentials,
    cues,
    links,
    nested,
    prose,
    protocols,
    providers,
    random_strings,
    secret_shapes,
    strong_words,
    told_values,
    weighing,
)
from memory_mcp.privacy.escapes import seen
from memory_mcp.privacy.key_blocks import key_blocks
from memory_mcp.privacy.spans import Rule, Span, compiled

_SOURCES: Final = (
    providers, secret_shapes, credentials, assignments, commands, cookies, credential_files, prose,
    told_values, random_strings, links, arguments, protocols, nested, strong_words,
)  # fmt: skip


class _Anchors(NamedTuple):
    """All literals as one automaton, the rules of each by number, and what each literal speaks of."""

    automaton: AhoCorasick
    rules: list[Rule]
    by_literal: list[tuple[int, ...]]
    # Whether it announces a drawn string behind it, and where it tells that a sentence may hold a password or a code.
    announcing: list[bool]
    telling: list[int | None]


@cache
def _anchors() -> _Anchors:
    rules: dict[Rule, int] = {}
    by_literal: dict[str, tuple[int, ...]] = dict.fromkeys((*random_strings.ANNOUNCING, *cues.telling_literals()), ())
    for literal, rule in chain.from_iterable(source.anchors() for source in _SOURCES):
        number = rules.setdefault(rule, len(rules))
        by_literal[literal] = (*by_literal.get(literal, ()), number)
    automaton = AhoCorasick(list(by_literal), implementation=Implementation.ContiguousNFA)
    telling = cues.telling_literals()
    return _Anchors(
        automaton,
        list(rules),
        list(by_literal.values()),
        [literal in random_strings.ANNOUNCING for literal in by_literal],
        list(map(telling.get, by_literal)),
    )


def find(text: str) -> list[Span]:
    """Return what to take out, in order and without overlaps; the more telling kind names a merged span."""
    plain = seen(text)
    return _find(text) if plain is None else [plain.origin(span) for span in _find(plain.text)]


def _find(text: str) -> list[Span]:
    # No letter but this one has two as its small form: the positions stay those of the text.
    folded = text.replace("\N{LATIN CAPITAL LETTER I WITH DOT ABOVE}", "i").lower()
    if not folded.isascii():
        # A surrogate stands for no character.
        folded = folded.encode("utf-8", "replace").decode("utf-8")
    automaton, rules, by_literal, announcing, telling = _anchors()
    ends = [0] * len(rules)
    spans = [Span(start, end, "private-key") for start, end in key_blocks(text)]
    announced: list[int] = []
    told: list[int] = []
    named: list[int] = []
    for literal, start, end in automaton.find_matches_as_indexes(folded, overlapping=True):
        for number in by_literal[literal]:
            if start >= ends[number]:
                for span in rules[number](text, start):
                    spans.append(span)
                    ends[number] = span.end
        if announcing[literal]:
            announced.append(start)
        where = telling[literal]
        if where is not None and cues.is_a_word(folded, start, end, where):
            told.append(start)
            if where & cues.NAMES:
                named.append(start)
    spans += random_strings.drawn_strings(text, folded, announced)
    spans = _merged(_outside_marks(text, spans))
    # What a rule knows is not looked at again: its kind and where it ends are known.
    told_spans = _besides(spans, _outside_marks(text, list(weighing.told(text, sorted(told), sorted(named)))))
    return sorted((*spans, *told_spans))


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
