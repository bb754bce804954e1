"""Contrast a note that says something is over or has changed with one that still tells it: moved to Vitest, retired.

A note that says something changed replaces an older one of the same subject, whatever its verb. Its value has to be of
the same kind as the older one (a day and a day, a name and a name), or the note names the older value as what is left.
"""

from __future__ import annotations

from typing import Final

from memory_mcp.contradiction.parsing.notes import Note
from memory_mcp.contradiction.parsing.tokens import VALUE_KINDS, Token
from memory_mcp.contradiction.parsing.turns import Turn
from memory_mcp.contradiction.rules.alignment import Contrast
from memory_mcp.contradiction.rules.contrasts import have_other_owners, is_name
from memory_mcp.contradiction.rules.subjects import amounts_of, are_of_two, rests, subjects, telling, tells
from memory_mcp.language.antonyms import opposites_of
from memory_mcp.language.data_files import Language
from memory_mcp.language.lexicon import common, words_of
from memory_mcp.language.traits import A_IS_TO, VERB_LAST

_LEAST_OF_PLAIN: Final = 0.2  # 0.15: 2010 / 86, 0.25: 2009 / 86
_MUCH: Final = 2  # 1: 2010 / 87, 3: 2010 / 87
_FEW: Final = 2  # 1: 2008 / 86, 3: 2008 / 86


def change(a: Note, b: Note, here: frozenset[str], there: frozenset[str]) -> tuple[Contrast, str] | None:
    """Return what one note says to be over or changed of what the other tells, with the words that say so."""
    for plain, turned, in_plain, in_turned in ((a, b, here, there), (b, a, there, here)):
        if not turned.turns or plain.turns or not tells(plain):
            continue
        for turn in turned.turns:
            if not turn.is_planned and (found := _over_by(plain, turned, turn, in_plain, in_turned)):
                return (found if plain is a else found._replace(of_a=found.of_b, of_b=found.of_a)), turn.said
    return None


def _over_by(
    plain: Note, turned: Note, turn: Turn, in_plain: frozenset[str], in_turned: frozenset[str]
) -> Contrast | None:
    """Return what a turn of the one note says to be over or changed of what the other tells."""
    if turn.kind in ("changed", "ended") and (found := _opposed(plain, turned, turn, in_plain)):
        return found
    if turn.kind == "changed":
        is_over = _was_left(plain, turn, in_plain, in_turned)
        found = None if is_over else _other_home(plain, turned, turn)
    elif turn.kind == "instead":
        is_over, found = _was(turn, in_turned), None
    else:
        return Contrast("negation") if _is_over(turn, plain, in_plain, in_turned) else None
    return Contrast("negation") if is_over else found or _other_value(plain, turned, turn, in_plain, in_turned)


def _is_over(turn: Turn, plain: Note, in_plain: frozenset[str], in_turned: frozenset[str]) -> bool:
    """Whether what is over is what the other note tells: right behind the word, or before it where it is gone."""
    clause = (turn.before or turn.behind) if turn.kind == "gone" else (*turn.before, *turn.behind)
    shared = [token for token in clause if token.key in in_turned]
    said = len(telling(clause, plain.language))
    if 2 * len(shared) < said or (2 * len(shared) == said and not any(token.kind == "name" for token in shared)):
        return False
    rest_p, rest_t = rests(plain.tokens, in_plain), rests(clause, in_turned)
    if _of_one_kind(rest_p, rest_t, plain.language) or are_of_two(plain.tokens, clause, rest_p, rest_t, plain.language):
        # Each is of another: dates-fr is maintained, dates-be no longer is.
        return False
    of = telling(plain.tokens, plain.language)
    if not of or sum(token.key in in_plain for token in of) < _LEAST_OF_PLAIN * len(of):
        return False
    if turn.kind == "gone":
        return any(token in shared for token in clause)
    objects = turn.behind if plain.language not in VERB_LAST else clause[1:] or clause
    return any(token in shared for token in objects)


def _was(turn: Turn, in_turned: frozenset[str]) -> bool:
    """Whether what something takes the place of is told by the other note."""
    return any(token.key in in_turned for token in turn.behind[:2]) and len(in_turned) > 1


def _was_left(plain: Note, turn: Turn, in_plain: frozenset[str], in_turned: frozenset[str]) -> bool:
    """Whether the other note tells what was before the change: switched from Webpack to Vite."""
    words = turn.words
    if not words_of(plain.language).once.isdisjoint(plain.claims[-1].words):
        return False
    if plain.language in VERB_LAST:
        left = [
            token for token in turn.before if {*words[token.place - 1 : token.place]} <= common("owns")
        ]  # fmt: skip
    else:
        left = [token for token in turn.behind if token.place and words[token.place - 1] in common("away")]
    if not left or left[0].key not in in_turned or left[0].kind in VALUE_KINDS:
        return False
    before = [token for token in turn.before if token.place < left[0].place]
    others = [token for token in subjects(before, plain.language) if token.key not in in_turned]
    return not others and len(in_plain) >= (1 if not telling(before, plain.language) else _FEW)


def _opposed(plain: Note, turned: Note, turn: Turn, in_plain: frozenset[str]) -> Contrast | None:
    """Return a state and the change that ends it: single, got married."""
    table = opposites_of(plain.language)
    said = [token for token in turned.tokens if token.word in turn.said.split() or token in turn.behind]
    own = subjects(plain.tokens, plain.language)
    if not any(token.key in in_plain for token in own) and (len(own) > 1 or subjects(turn.before, plain.language)):
        return None
    return next(
        (Contrast("antonym", (one,), (other,)) for one in plain.tokens if one.key not in in_plain
         for other in said if other.word in table.get(one.word, ())), None
    )  # fmt: skip


def _other_home(plain: Note, turned: Note, turn: Turn) -> Contrast | None:
    """Return the two places where one person lives and has moved to; neither note has to name who it is of."""
    clause = (*turn.before, *turn.behind)
    moves, homes = common("moves"), common("homes")
    living = homes | moves | common("leads_to_amount")
    if homes.isdisjoint(plain.claims[-1].words):
        return None
    if moves.isdisjoint(turn.said.split()) and not any(token.word in homes for token in clause):
        return None
    found = _names(list(plain.tokens), list(turned.tokens), plain.language)
    if found is None or len(found.of_a) > _FEW or not _are_led_alike(plain, turned, found):
        return None
    who_p, who_t = (
        [
            token for token in subjects(tokens, plain.language)
            if token.key not in {name.key for name in of} and token.word not in living
        ]
        for tokens, of in ((plain.tokens, found.of_a), (clause, found.of_b))
    )  # fmt: skip
    return None if who_p or who_t or have_other_owners(plain.claims[-1], turned.claims[-1]) else found


def _other_value(
    plain: Note, turned: Note, turn: Turn, in_plain: frozenset[str], in_turned: frozenset[str]
) -> Contrast | None:
    """Return the values of one kind the notes tell of one subject, each its own."""
    language = plain.language
    shared = [token for token in subjects(plain.tokens, language) if token.key in in_plain]
    if not shared:
        return None
    said = turn.said.split()
    rest_p = rests(plain.tokens, in_plain)
    rest_t = [token for token in rests(turned.tokens, in_turned) if token.word not in said]
    found = _of_one_kind(rest_p, rest_t, language)
    if found is not None and found.is_of_names and len(shared) == 1 and not _are_led_alike(plain, turned, found):
        found = None
    # The value both notes name, and the one it has changed to: the March 14 visit moved to March 21.
    found = found or amounts_of([token for token in plain.tokens if token.key in in_plain], rest_t)
    found = found or (_plain_words(plain, rest_p, rest_t) if len(shared) > 1 else None)
    if found is None:
        return None
    rest_p, rest_t = (
        [token for token in only if token not in of] for only, of in ((rest_p, found.of_a), (rest_t, found.of_b))
    )
    if are_of_two(plain.tokens, turned.tokens, rest_p, rest_t, language):
        return None
    is_much = all(len(subjects(rest, language)) >= _MUCH for rest in (rest_p, rest_t))
    return None if is_much and len(shared) < _MUCH else found


def _are_led_alike(plain: Note, turned: Note, found: Contrast) -> bool:
    """Whether names stand in like parts: both behind a place, means or copula, both as an object, or known rivals."""
    here, there = _leads(plain, found.of_a[0]), _leads(turned, found.of_b[0])
    return here == there != "" or ("towards" in (here, there) and "" not in (here, there) and "of" not in (here, there))


def _leads(note: Note, name: Token) -> str:
    """Return what leads to a name: "towards", "places", "means", "copula", "of" a verb; "" where nothing does."""
    claim = next((each for each in (note.claims[-1], *note.others) if name in each.tokens), note.claims[-1])
    for word in reversed(claim.words[: name.place]):
        if word in words_of(note.language).copulas:
            return "copula"
        if word == "a" and note.language in A_IS_TO:
            return "towards"
        if section := next((each for each in ("towards", "places", "means") if word in common(each)), ""):
            return section
        if word not in common("determiners") and word not in common("indefinite") and word not in common("articles"):
            return "of"
    return ""


def _plain_words(plain: Note, rest_p: list[Token], rest_t: list[Token]) -> Contrast | None:
    """Return the few plain words a note ends with, and those of the other, where that is all they do not share."""
    own_p, own_t = (tuple(subjects(rest, plain.language)) for rest in (rest_p, rest_t))
    if not own_p or not own_t or max(len(own_p), len(own_t)) > _FEW:
        return None
    return Contrast("value", own_p, own_t) if plain.tokens[-len(own_p) :] == own_p else None


def _of_one_kind(only_a: list[Token], only_b: list[Token], language: Language) -> Contrast | None:
    """Return the values of one kind that only one of two notes has each: two amounts, two days, two names."""
    return amounts_of(only_a, only_b) or _names(only_a, only_b, language)


def _names(only_a: list[Token], only_b: list[Token], language: Language) -> Contrast | None:
    names_a, names_b = (tuple(token for token in only if is_name(token, language)) for only in (only_a, only_b))
    if not names_a or not names_b or names_a[0].place == names_b[0].place == 0:
        # What both begin with is who is spoken of.
        return None
    return Contrast("value", names_a, names_b, is_of_names=True)
