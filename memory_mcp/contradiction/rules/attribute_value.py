"""One attribute, two values: two statements that are the same but for one slot, and a slot that holds one value.

Numbers, dates and the like fill such a slot wherever they stand behind the verb. Names do where a copula or a relation
with one value leads to them (lives in, is called, is managed by); a relation with many values (speaks, supports) is a
list that grows, unless the two play the same part ("for caching") or stand in for each other.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, Literal

from memory_mcp.contradiction.parsing.statements import Statement
from memory_mcp.contradiction.parsing.tokens import VALUE_KINDS, Token, dimension_of
from memory_mcp.language import function_words as lexicon
from memory_mcp.language import modality as moods
from memory_mcp.language.competing_products import are_rivals
from memory_mcp.language.exclusive_classes import exclusive
from memory_mcp.language.relation_phrases import Cardinality, default_cardinality

_MOST_TOKENS: Final = 4
# An article and a noun.
_FIRST_WORDS: Final = 2
_YEAR: Final = re.compile(r"#(?:19|20)\d\d")
_DAYS: Final = frozenset({"date", "month", "weekday"})
# The number behind one of these names a thing, and is no value of it.
LABELS: Final = lexicon.words(
    "issue ticket step phase sprint task bug release chapter page line pr server node room version schritt "
    "kapitel seite zeile raum paso fase capitulo pagina linea etape chapitre ligne passo capitolo riga stap "
    "hoofdstuk pagina regel "
    "fact item entry record row message section part lesson note observation example exercise figure paragraph "
    "appendix episode season volume question thing id fakt eintrag nachricht abschnitt teil lektion notiz beispiel "
    "aufgabe abbildung frage folge hecho elemento entrada registro fila mensaje seccion parte leccion nota ejemplo "
    "ejercicio figura pregunta fait element entree message partie lecon exemple exercice fatto voce riga messaggio "
    "sezione lezione esempio esercizio domanda fato linha mensagem secao licao exemplo exercicio pergunta feit rij "
    "bericht deel les notitie voorbeeld oefening vraag"
)
# "Fact number 4" names a fact whatever the noun; a number somebody has one of is told by its own noun: phone number.
NUMBERERS: Final = lexicon.words("number nr num numero nummer")
NUMBERED: Final = lexicon.words(
    "phone telephone mobile cell fax account serial passport license licence house room seat desk gate flight tracking "
    "contact extension port model version build"
)
LABELS_ANYWHERE: Final = LABELS - frozenset({"version", "page", "room", "raum", "release", "node"})
_MANY_OF_A_KIND: Final = frozenset({"speaks", "likes", "supports", "has"})
ARTICLES: Final = lexicon.words("an ein eine einen einem einer un una uno une um uma een")
# In Portuguese, Spanish and French it is another word.
_ENGLISH_ARTICLE: Final = "a"
_DEFINITE: Final = lexicon.words("the our my der die das unser el la le il lo o de het onze")


def other_value(
    a: Statement, b: Statement, only_a: list[Token], only_b: list[Token], relations: Mapping[str, Cardinality]
) -> tuple[str, str] | None:
    """Return the two values of one attribute as they are written, or None where there is no such slot."""
    if not only_a or not only_b or len(only_a) > _MOST_TOKENS or len(only_b) > _MOST_TOKENS:
        return None
    if not _is_run(a, only_a) or not _is_run(b, only_b):
        return None
    is_other = False
    if all(token.kind in VALUE_KINDS for token in (*only_a, *only_b)):
        is_other = _is_other_amount(a, b, only_a, only_b)
    else:
        relation = _relation_before(a, only_a)
        if relation is not None and relation == _relation_before(b, only_b):
            is_other = _is_exclusive(relation, a, b, only_a, only_b, relations)
        else:
            rules = (_is_other_name, _is_other_attribute, _is_other_of_class)
            is_other = any(rule(a, b, only_a, only_b) for rule in rules)
    return (_written(only_a), _written(only_b)) if is_other else None


def _is_other_amount(a: Statement, b: Statement, only_a: list[Token], only_b: list[Token]) -> bool:
    if len(only_a) != 1 or len(only_b) != 1:
        return False
    one, other = only_a[0], only_b[0]
    if _is_event(a, one) or _is_event(b, other):
        return False
    if dimension_of(one) != dimension_of(other) or _is_label(a, one) or _is_label(b, other):
        return False
    if one.kind == "date" and other.kind == "date" and one.key.count("-") != other.key.count("-"):
        short, long = sorted((one.key[5:], other.key[5:]), key=len)
        return not long.endswith(f"-{short}")
    return not _is_in_subject(a, one) and not _is_in_subject(b, other)


def _is_event(statement: Statement, token: Token) -> bool:
    """Whether the statement tells what happened, so that with another number or day it tells of another event."""
    if any(word in moods.ONCE for word in statement.words):
        return False
    if any(word in moods.EVENTS for word in statement.words) and not _has_copula(statement):
        return True
    if moods.PARTICIPLES[statement.language].search(" ".join(statement.words)):
        return True
    if token.kind == "number" and _is_odd_number(statement, token):
        return True
    if token.kind not in _DAYS:
        return False
    # A day needs a verb that says the day is fixed; a weekday in the past was one of many.
    return (statement.is_past and token.kind == "weekday") or not _verb_place(statement)


def _is_odd_number(statement: Statement, token: Token) -> bool:
    """Whether a number is a year of the past, or the version of something merely mentioned."""
    if statement.is_past and _YEAR.fullmatch(token.key):
        return True
    before = next((each for each in statement.tokens if each.place == token.place - 1), None)
    return before is not None and before.kind == "name" and _verb_place(statement) is None


def _has_copula(statement: Statement) -> bool:
    return any(word in lexicon.COPULAS[statement.language] for word in statement.words)


def _verb_place(statement: Statement) -> int | None:
    """Return where the first known verb stands; None where none is known, or it comes first."""
    verbs = lexicon.VERBS[statement.language]
    relations = {token.place for token in statement.tokens if token.relation}
    return next((place for place, word in enumerate(statement.words) if word in verbs or place in relations), None)


def _is_label(statement: Statement, token: Token) -> bool:
    before = statement.words[token.place - 1] if token.place else ""
    if before in NUMBERERS and token.place >= _FIRST_WORDS:
        return statement.words[token.place - _FIRST_WORDS] not in NUMBERED
    return before in (LABELS if _is_in_subject(statement, token) else LABELS_ANYWHERE)


def _is_in_subject(statement: Statement, token: Token) -> bool:
    """Whether a token stands before the verb; where no verb is known, among the first two words."""
    if _named(statement, [token]) == "before":
        return False
    verb = _verb_place(statement)
    return token.place < (_FIRST_WORDS if verb is None else verb)


def _is_run(statement: Statement, only: list[Token]) -> bool:
    """Whether tokens stand next to each other, small words aside."""
    first, last = only[0].place, only[-1].place
    among = [token for token in statement.tokens if first <= token.place <= last and token.kind != "small"]
    return len(among) == len(only)


def _relation_before(statement: Statement, only: list[Token]) -> str | None:
    """Return the relation that leads to the run: nothing but small words stands between."""
    for token in reversed([token for token in statement.tokens if token.place < only[0].place]):
        if token.relation:
            return token.relation
        if token.kind != "small":
            return None
    return None


def _is_exclusive(
    relation: str,
    a: Statement,
    b: Statement,
    only_a: list[Token],
    only_b: list[Token],
    relations: Mapping[str, Cardinality],
) -> bool:
    if relations.get(relation, default_cardinality(relation)) == "one":
        return True
    if len(only_a) > 1 or len(only_b) > 1:
        return False
    if relation not in _MANY_OF_A_KIND and any(are_rivals(one.word, other.word) for one in only_a for other in only_b):
        return True
    return relation == "uses" and _has_role(a, only_a) and _has_role(b, only_b)


def _has_role(statement: Statement, only: list[Token]) -> bool:
    """Whether something telling follows the run: uses X for caching, as the database."""
    return any(token.kind != "small" for token in statement.tokens if token.place > only[-1].place)


def _is_other_name(a: Statement, b: Statement, only_a: list[Token], only_b: list[Token]) -> bool:
    """Whether a copula leads to two names, or from a name to a part only one can play (Priya is the maintainer)."""
    if a.is_cleft and b.is_cleft:
        return True
    if not all(token.kind == "name" for token in (*only_a, *only_b)):
        return False
    if a.is_cleft or b.is_cleft:
        return True
    ways = {_named(a, only_a), _named(b, only_b)}
    return None not in ways


def _is_other_attribute(a: Statement, b: Statement, only_a: list[Token], only_b: list[Token]) -> bool:
    """Whether the subject names an attribute of which there is one: the default branch is main / trunk."""
    if len(only_a) == len(only_b) == 1 and not lexicon.BY_DEFAULT.isdisjoint({*a.words} & {*b.words}):
        return not _is_in_subject(a, only_a[0]) and not _is_in_subject(b, only_b[0])
    if _is_done_with(a, only_a) and _is_done_with(b, only_b):
        return True
    attributes = lexicon.ATTRIBUTES[a.language]
    for statement, only in ((a, only_a), (b, only_b)):
        before = [token.word for token in statement.tokens if token.place < only[0].place]
        if not any(word in attributes for word in before) or _named(statement, only) != "after":
            return False
    return True


def _is_other_of_class(a: Statement, b: Statement, only_a: list[Token], only_b: list[Token]) -> bool:
    """Whether the runs are two words of one class: colours behind a copula, how often behind the verb."""
    if len(only_a) != 1 or len(only_b) != 1:
        return False
    role = exclusive(only_a[0].word, only_b[0].word, a.language)
    if role == "state":
        return _named(a, only_a) == _named(b, only_b) == "after"
    return role == "manner" and not (
        any(_is_in_subject(each, only[0]) or _tells_once(each) for each, only in ((a, only_a), (b, only_b)))
    )


def _tells_once(statement: Statement) -> bool:
    """Whether a statement tells what happened."""
    is_done = moods.PARTICIPLES[statement.language].search(" ".join(statement.words)) is not None
    return is_done or statement.is_past or not moods.EVENTS.isdisjoint(statement.words)


def _is_done_with(statement: Statement, only: list[Token]) -> bool:
    """Whether a passive that names one means or place leads to the run, and the statement ends with it."""
    if statement.is_past:
        return False
    found = moods.PASSIVE[statement.language].search(" ".join(statement.words[: only[0].place]))
    after = [token for token in statement.tokens if token.place > only[-1].place]
    if found is None:
        return False
    if statement.language in {"de", "nl"}:
        return len(after) == 1 and _is_last_participle(after[0])
    if found.groupdict().get("clitic") and not all(token.kind == "name" for token in only):
        return False
    return not after and not any(verb in moods.OFTEN for verb in found.groupdict().values())


def _is_last_participle(token: Token) -> bool:
    is_participle = token.kind == "word" and moods.LAST_PARTICIPLE.fullmatch(token.word) is not None
    return is_participle and token.word not in moods.OFTEN


def _named(statement: Statement, only: list[Token]) -> Literal["after", "before"] | None:
    """Return whether the run stands right after a copula, or before one that a definite article follows."""
    copulas = lexicon.COPULAS[statement.language]
    before = only[0].place - 1
    if before >= 0 and _is_indefinite(statement.words[before], statement):
        return None
    while before >= 0 and _is_passed_over(statement, before, copulas):
        before -= 1
    if before >= 0:
        return "after" if statement.words[before] in copulas else None
    behind = statement.words[only[-1].place + 1 :][:2]
    is_definite = len(behind) == 2 and behind[0] in copulas and behind[1] in _DEFINITE  # noqa: PLR2004 - copula, article
    return "before" if is_definite else None


def _is_indefinite(word: str, statement: Statement) -> bool:
    return word in ARTICLES or (word == _ENGLISH_ARTICLE and statement.language == "en")


def _is_passed_over(statement: Statement, place: int, copulas: frozenset[str]) -> bool:
    word = statement.words[place]
    if word in copulas:
        return False
    return word in lexicon.FUNCTION_WORDS[statement.language] or word in lexicon.FILLERS[statement.language]


def _written(only: list[Token]) -> str:
    return " ".join(token.text for token in only)
