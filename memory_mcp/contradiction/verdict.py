"""Whether two texts can both hold: each kind of clash is one small pure rule over two statements.

First come the guards: what asks, plans, reports, looks back or holds under another condition claims something else.
Then each rule takes two statements and returns the clash it sees, or None. Adding a kind is adding a rule.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final, Literal, get_args

from memory_mcp.contradiction.freeform import freely
from memory_mcp.contradiction.parsing.propositions import Gist, gist
from memory_mcp.contradiction.parsing.statements import Reading, Statement, are_of_two_languages, read, read_both
from memory_mcp.contradiction.parsing.tokens import Token
from memory_mcp.contradiction.rules.attribute_value import other_value
from memory_mcp.contradiction.rules.contrasts import GENDERS, ORDINALS, WHOSE
from memory_mcp.language import function_words as lexicon
from memory_mcp.language import modality as moods
from memory_mcp.language.antonyms import opposites_of
from memory_mcp.language.relation_phrases import Cardinality

ClashKind = Literal["negation", "value", "antonym", "confidence_drift"]
CLASH_KINDS: Final[tuple[ClashKind, ...]] = get_args(ClashKind)

# Other rules: what was compared is compared anew.
RULES_VERSION: Final = 3
# From here on two texts say the same, whatever little words differ.
SAME_TEXT: Final = 0.85
DEFAULT_DRIFT: Final = 0.2
_LEAST_SHARED: Final = 0.5
_SAME_BEGINNING: Final = 5
_SAME_SHARE: Final = 0.7


@dataclass(frozen=True, slots=True)
class Clash:
    """Why two facts cannot both hold: its kind, the words or values that clash, how alike the texts are (0 to 1)."""

    kind: ClashKind
    evidence: str
    similarity: float


@dataclass(frozen=True, slots=True)
class Pair:
    """Two statements as the rules see them, and what stands in one only; ``relations`` overrules how many values."""

    a: Statement
    b: Statement
    only_a: list[Token]
    only_b: list[Token]
    is_one_entity: bool = False
    relations: Mapping[str, Cardinality] = field(default_factory=dict)


# What a rule returns: the clash's kind and evidence; "agree" where the two say the same in opposite words; or None.
Verdict = tuple[ClashKind, str] | Literal["agree"] | None
Rule = Callable[[Pair], Verdict]


def clash(
    a_text: str,
    b_text: str,
    *,
    a_confidence: float | None = None,
    b_confidence: float | None = None,
    min_confidence_drift: float = DEFAULT_DRIFT,
    is_one_entity: bool = False,
    relations: Mapping[str, Cardinality] | None = None,
) -> Clash | None:
    """Return why the two texts cannot both hold, or None. The evidence of the first text comes first.

    ``is_one_entity``: both are facts about one entity, so neither needs to name it. ``relations`` says of relations
    by name whether one thing has one or many of it, where that differs from the default.
    """
    a, b = read_both(a_text, b_text)
    verdict: Verdict = next(filter(None, _verdicts(a, b, is_one_entity=is_one_entity, relations=relations or {})), None)
    if verdict == "agree":
        return None
    if verdict is None and is_same(a, b):
        return _drift(a_confidence, b_confidence, min_confidence_drift, overlap(a, b))
    notes = gist(a_text, a.language), gist(b_text, b.language)
    if verdict is None and not are_of_two_languages(a_text, b_text):
        verdict = freely(*notes, is_one_entity=is_one_entity)
    if verdict is None or not all(note.is_claim for note in notes) or not _are_narrowed_alike(*notes):
        return None
    if verdict[0] == "value" and (any(note.claims[0].adds for note in notes) or _have_many(a, b, relations or {})):
        # One of several: the team meets on Mondays, the team also meets on Thursdays.
        return None
    return Clash(*verdict, overlap(a, b))


def _have_many(a: Reading, b: Reading, relations: Mapping[str, Cardinality]) -> bool:
    """Whether both texts say a relation that was declared to have many values."""
    if "many" not in relations.values():
        return False
    said = [{token.relation for each in text.statements for token in each.tokens} for text in (a, b)]
    return any(relations.get(relation) == "many" for relation in said[0] & said[1])


def _are_narrowed_alike(a: Gist, b: Gist) -> bool:
    """Whether what narrows each note is in the other too, half of it at least: unless it rains we eat outside."""
    return all(
        2 * sum(token.key in other.keys for token in narrowed) >= len(narrowed)
        for note, other in ((a, b), (b, a))
        for narrowed in (note.claims[0].narrowed,)
    )


def forget_texts() -> None:
    """Let go of what was read of texts: some 12 KB of each, of the last 10,240."""
    read.cache_clear()
    gist.cache_clear()


def _drift(a: float | None, b: float | None, least: float, similarity: float) -> Clash | None:
    # 0.7 - 0.5 is a hair under 0.2 in binary.
    if a is None or b is None or abs(a - b) < least - 1e-9:
        return None
    return Clash("confidence_drift", f"confidence {a:g} / {b:g}", similarity)


def _verdicts(a: Reading, b: Reading, *, is_one_entity: bool, relations: Mapping[str, Cardinality]) -> list[Verdict]:
    found: list[Verdict] = []
    for one in a.statements:
        for other in b.statements:
            if not _share_enough(one, other) or not _is_comparable(one, other):
                continue
            only_one, only_other = differing(one, other)
            pair = Pair(one, other, only_one, only_other, is_one_entity, relations)
            found.append(next((verdict for rule in RULES if (verdict := rule(pair)) is not None), None))
    return found


def overlap(a: Reading, b: Reading) -> float:
    """Return the share of content words two readings have in common (Jaccard), 0 to 1; 0 where one has none."""
    if not a.content or not b.content:
        return 0.0
    return len(a.content & b.content) / len(a.content | b.content)


def is_same(a: Reading, b: Reading) -> bool:
    """Whether two texts say the same in nearly the same words, with the same values."""
    if a.numbers != b.numbers or overlap(a, b) < SAME_TEXT:
        return False
    return [s.is_denied for s in a.statements] == [s.is_denied for s in b.statements]


def differing(a: Statement, b: Statement) -> tuple[list[Token], list[Token]]:
    """Return the telling tokens that only one of the two has; forms of one word do not differ."""
    only_a = [token for key, token in a.content.items() if key not in b.content]
    only_b = [token for key, token in b.content.items() if key not in a.content]
    for token in list(only_a):
        same = next((other for other in only_b if _is_form(token, other)), None)
        if same is not None:
            only_a.remove(token)
            only_b.remove(same)
    return only_a, only_b


def _is_form(a: Token, b: Token) -> bool:
    """Whether two words are forms of one: they share a long beginning. Names and values are never forms."""
    if a.word[:_SAME_BEGINNING] != b.word[:_SAME_BEGINNING] or a.kind != "word" or b.kind != "word":
        return False
    short, long = sorted((a.word, b.word), key=len)
    shared = next((i for i, (x, y) in enumerate(zip(short, long, strict=False)) if x != y), len(short))
    return shared >= max(_SAME_BEGINNING, _SAME_SHARE * len(long))


def _share_enough(a: Statement, b: Statement) -> bool:
    """Whether two statements may be about one thing: the shorter has a third of its telling words in common."""
    keys = a.content.keys()
    shared = sum(key in keys for key in b.content)
    return 3 * shared >= min(len(a.content), len(b.content))


def _is_comparable(a: Statement, b: Statement) -> bool:
    """Whether both claim something of the same time, mood and condition."""
    if a.is_question or b.is_question or a.is_report or b.is_report:
        return False
    if a.is_plan != b.is_plan or a.is_past != b.is_past or a.conditions != b.conditions:
        return False
    if not moods.DEICTIC.isdisjoint({*a.words} ^ {*b.words}):
        return False
    return _tells_event(a) == _tells_event(b) and not _differ_in_tense(a, b) and not _differ_in_subject(a, b)


def _differ_in_subject(a: Statement, b: Statement) -> bool:
    """Whether the subjects are two by their first words: his and her flight; o filho, a filha, else forms of one."""
    if len(a.words) < _SUBJECT or len(b.words) < _SUBJECT:
        return False
    if a.words[0] != b.words[0] and {a.words[0], b.words[0]} <= WHOSE:
        return True
    if a.words[1] == b.words[1]:
        return False
    return frozenset((a.words[0], b.words[0])) in GENDERS


def _tells_event(statement: Statement) -> bool:
    """Whether it tells what happened rather than what holds."""
    return not moods.EVENTS.isdisjoint(statement.words)


def _differ_in_tense(a: Statement, b: Statement) -> bool:
    """Whether a verb they share stands in the past in one of them only (lived / lives), and is no participle."""
    endings = moods.PAST_ENDINGS[a.language]
    for key, one in a.content.items():
        other = b.content.get(key)
        if other is None or one.kind != "word" or one.word == other.word:
            continue
        for past, present, statement in ((one, other, a), (other, one, b)):
            is_past = past.word.endswith(endings) and not present.word.endswith(endings)
            if is_past and len(past.word) > len(present.word) and not _is_participle(past, statement):
                return True
    return False


def _is_participle(token: Token, statement: Statement) -> bool:
    """Whether a form of "to be" or "to have" stands before the word, near it: is limited, was not released."""
    before = statement.words[max(0, token.place - 3) : token.place]
    return any(word in _AUXILIARIES for word in before) or token.word.startswith("ge")


_NEITHER: Final = frozenset({"neither", "nor", "ni"})
_CONCORD: Final = frozenset({"es", "fr", "it", "pt"})
_SUBJECT: Final = 2
_AUXILIARIES: Final = lexicon.words(
    "is are was were be been being get gets got has have had ist sind war wird werden wurde wurden hat haben "
    "wordt worden werd zijn heeft est sont"
)


def antonym(pair: Pair) -> Verdict:
    """See two words that exclude each other, said of the same thing; denied once, they agree."""
    a, b = pair.a, pair.b
    opposites = opposites_of(a.language)
    words_a, words_b = _forms(a), _forms(b)
    for word in words_a.keys() & words_b.keys():
        del words_a[word], words_b[word]
    found = next(
        (
            (words_a[x], words_b[y])
            for x in sorted(words_a)
            if x in opposites
            for y in sorted(opposites[x] & words_b.keys())
        ),
        None,
    )
    if found is None:
        return None
    x, y = found
    rest_a = [token for token in pair.only_a if token.word not in {x, *lexicon.ALWAYS}]
    rest_b = [token for token in pair.only_b if token.word not in {y, *lexicon.ALWAYS}]
    if not _are_of_one_kind(rest_a, rest_b, is_which={x, y} <= ORDINALS) or not (
        pair.is_one_entity or a.content.keys() & b.content.keys()
    ):
        return None
    denied_a, denied_b = _is_denied_beside(a, x), _is_denied_beside(b, y)
    if (denied_a or denied_b) and lexicon.ALWAYS & {token.word for token in (*pair.only_a, *pair.only_b)} - {x, y}:
        # What is not always so may well be so.
        return None
    return ("antonym", f"{x} / {y}") if denied_a == denied_b else "agree"


def _is_denied_beside(statement: Statement, word: str) -> bool:
    """Whether something but the word denies; in Romance languages two negators are one: non ... mai, ne ... jamais."""
    is_one = statement.language in _CONCORD and word in statement.negators
    return not is_one and any(each != word for each in statement.negators)


def _are_of_one_kind(rest_a: list[Token], rest_b: list[Token], *, is_which: bool) -> bool:
    """Whether nothing else differs; where it is which of them, a day may too: the first Monday, the last Friday."""
    kinds = [[token.kind for token in rest] for rest in (rest_a, rest_b)]
    return kinds == [[], []] or (is_which and kinds in ([["weekday"], ["weekday"]], [["month"], ["month"]]))


def _forms(statement: Statement) -> dict[str, str]:
    """Return the words of a statement by themselves and by their stems: automatici is automatico as well."""
    found = {token.key: token.word for token in statement.tokens if token.kind == "word"}
    return found | {word: word for word in statement.words}


def negation(pair: Pair) -> Verdict:
    """See the same statement made and denied: the denial may say less than the statement, and nothing else."""
    a, b = pair.a, pair.b
    if a.is_denied == b.is_denied:
        return _with_or_without(pair)
    denied, said, only_denied = (a, b, pair.only_a) if a.is_denied else (b, a, pair.only_b)
    shared = len(denied.content) - len(only_denied)
    is_about_it = shared > 1 or pair.is_one_entity or len(said.content) == shared
    if _is_coordinated(denied):
        # Neither the one nor the other: it is said of each.
        only_denied = []
    if only_denied or not shared or not is_about_it or shared < _LEAST_SHARED * len(said.content):
        return None
    if denied.lacks != said.lacks:
        return None
    return "negation", f"denied in one: {', '.join(dict.fromkeys(denied.negators))}"


def _is_coordinated(statement: Statement) -> bool:
    return "weder" in statement.negators or len([word for word in statement.negators if word in _NEITHER]) > 1


def _with_or_without(pair: Pair) -> Verdict:
    """See one thing said to be with something and without it."""
    a, b = pair.a, pair.b
    if a.lacks == b.lacks or (pair.only_a and pair.only_b):
        return None
    lacked = a.lacks ^ b.lacks
    if not all(key in a.content and key in b.content for key in lacked):
        return None
    shared = len(a.content.keys() & b.content.keys())
    if shared < _LEAST_SHARED * len(a.content.keys() | b.content.keys()):
        return None
    return "negation", f"without, in one: {', '.join(sorted(a.content[key].text for key in lacked))}"


def value(pair: Pair) -> Verdict:
    """See one attribute with two values."""
    if pair.a.is_denied or pair.b.is_denied or pair.a.lacks != pair.b.lacks:
        return None
    found = other_value(pair.a, pair.b, pair.only_a, pair.only_b, pair.relations)
    return None if found is None else ("value", f"{found[0]} / {found[1]}")


RULES: Final[tuple[Rule, ...]] = (antonym, negation, value)
