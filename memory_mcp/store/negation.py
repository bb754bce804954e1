"""What a sentence says and how often it denies it: content words and negations, in seven languages.

The lexicon is small on purpose: function words and negators only. A word that is a negator in one language and
something else in another (German "Mai", English "sin") counts only where the text's function words speak for the
language.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from typing import Final

from memory_mcp.store.text import storable

_APOSTROPHES: Final = str.maketrans(dict.fromkeys("\u2018\u2019\u02bc\u00b4\u0060\u2032", "'"))
_CONTRACTION: Final = re.compile(r"\b([a-z]+?)n't\b")
_BARE_CONTRACTION: Final = re.compile(r"\b(do|does|did|is|are|was|were|has|have|had|ca|wo|could|would|should|must)nt\b")
_CANNOT: Final = re.compile(r"\bcannot\b")
# French and Italian drop a vowel before another: n'est, l'API, qu'il, c'e, dell'API.
_NEGATIVE_ELISION: Final = re.compile(r"\bn'(?=\w)")
_ELISION: Final = re.compile(r"\b(?:[cdjlmst]|qu|(?:d|n|s|a)ell|all|dall|nell|un)'(?=\w)")
_POSSESSIVE: Final = re.compile(r"'s\b")
# Words that look like a negation and deny nothing: "not only", "no doubt", "whether or not", a leading "No, ...".
_HARMLESS: Final = re.compile(
    r"\b(?:not (?:only|just|least)|no doubt|(?:whether )?or not|nicht nur|no solo|non solo|non seulement|"
    r"nao (?:so|apenas|somente)|niet alleen|no\. (?=\d))|^(?:no|nein|non|nee|nao)[,!.;:] "
)
_CLAUSE: Final = re.compile(r"[.;:!?,\n]+(?:\s|$)|\s[-\u2013\u2014]\s|\b(?:but|aber|pero|mais|ma|mas|maar|sondern)\b")
_WORD: Final = re.compile(r"[^\W_]+(?:\.[^\W_]+)*")
_SHORTEST_STEM: Final = 3
# What is left has a vowel (using, not bring), and "need" is no past tense.
_ENDING: Final = re.compile(r"(\w*[aeiouy]\w*?)(?:(?<!e)ed|ing)")
_UNCONTRACTED: Final = {"ca": "can", "wo": "will", "sha": "shall", "ai": "is"}


def _lexicon(**words: str) -> dict[str, frozenset[str]]:
    return {language: frozenset(text.split()) for language, text in words.items()}


# Function words, accents folded. They name the language of a text and carry none of its content.
_FUNCTION_WORDS: Final = _lexicon(
    en="a an the is are was were be been being am do does did doing has have had having will would shall should can "
    "could may might must to of in on at by for from with into and or as it its this that these those there he she "
    "they them his her their we us our you your i my me any ever anymore longer at all",
    de="der die das den dem des ein eine einen einem einer eines ist sind war waren sein wird werden wurde wurden hat "
    "haben hatte kann konnen soll sollen muss mussen darf und oder als in im an am auf aus bei mit nach von vom zu "
    "zum zur fur es er sie wir ihr man sich mehr",
    es="el la los las un una unos unas es son era eran ser esta estan fue ha han hay se su sus lo le les de del en al "
    "a con por para y o que como este esto puede debe mas ya",
    fr="le la les un une des du de est sont etait ete etre a ont avait au aux en dans par pour avec sur et ou que qui "
    "ce cet cette ces il elle on nous vous ils elles son sa ses se peut doit",
    it="il lo la i gli le un uno una e sono era erano essere ha hanno di del della dei delle dello da dal dalla in "
    "nel nella a al alla con per su sul sulla o che si suo sua puo deve piu",
    pt="o a os as um uma e sao era eram ser esta estao foi ha tem de do da dos das em no na nos nas ao com por para "
    "ou que se seu sua pode deve mais ja",
    nl="de het een is zijn was waren wordt worden werd heeft hebben had kan kunnen moet moeten mag en of als in op "
    "aan bij met naar van voor uit te er hij zij ze we wij je dat die dit deze meer",
)
_NEGATORS: Final = _lexicon(
    en="not no never none nobody nothing neither nor nowhere without non",
    de="nicht nichts nie niemals kein keine keinen keinem keiner keines niemand nirgends nirgendwo weder ohne",
    es="no nunca jamas nada nadie ningun ninguno ninguna tampoco sin",
    fr="ne pas jamais rien aucun aucune ni nulle sans non guere",
    it="non mai niente nulla nessun nessuno nessuna neanche nemmeno senza",
    pt="nao nunca jamais nada ninguem nenhum nenhuma nem sem",
    nl="niet nooit geen niets niemand nergens zonder",
)


@dataclass(frozen=True, slots=True)
class Reading:
    """A text as the rules compare it: its content words, its numbers, and the clauses that deny something."""

    content: frozenset[str]
    numbers: frozenset[str]
    negated_clauses: int
    negators: tuple[str, ...]
    is_question: bool


def read(text: str, language: str | None = None) -> Reading:
    """Read a text in the given language (one of en, de, es, fr, it, pt, nl), else in the one its words speak for."""
    plain = _plain(text)
    words = _WORD.findall(plain)
    language = language or language_of(words)
    negators, function_words = _NEGATORS[language], _FUNCTION_WORDS[language]
    denied: list[str] = []
    clauses = 0
    for clause in _CLAUSE.split(plain):
        # A language may deny twice and mean it once (no ... nunca, ne ... pas): a clause counts once.
        found = [word for word in _WORD.findall(clause) if word in negators]
        clauses += bool(found)
        denied += found
    content = {_stem(word) for word in words if word not in negators and word not in function_words}
    numbers = frozenset(word for word in content if any(character.isdigit() for character in word))
    return Reading(frozenset(content), numbers, clauses, tuple(denied), text.rstrip().endswith(("?", "\uff1f")))


def language_of(words: list[str]) -> str:
    """Return the language most of whose function words and negators stand among the words; English if none do."""
    votes = {
        language: sum(word in function_words or word in _NEGATORS[language] for word in words)
        for language, function_words in _FUNCTION_WORDS.items()
    }
    return max(votes, key=lambda language: votes[language])


def words_of(text: str) -> list[str]:
    """Return the words of a text, folded and with contractions written out, in order."""
    return _WORD.findall(_plain(text))


def _plain(text: str) -> str:
    """Fold case, accents and apostrophes, and write contractions and elisions out."""
    decomposed = unicodedata.normalize("NFKD", storable(text).translate(_APOSTROPHES))
    plain = unicodedata.normalize("NFC", "".join(c for c in decomposed if not unicodedata.combining(c))).casefold()
    plain = _CONTRACTION.sub(lambda found: f"{_UNCONTRACTED.get(found[1], found[1])} not", plain)
    plain = _BARE_CONTRACTION.sub(lambda found: f"{_UNCONTRACTED.get(found[1], found[1])} not", plain)
    plain = _CANNOT.sub("can not", plain)
    plain = _POSSESSIVE.sub("", plain)
    plain = _NEGATIVE_ELISION.sub("ne ", plain)
    plain = _ELISION.sub("", plain)
    return _HARMLESS.sub(" ", plain)


def _stem(word: str) -> str:
    """Cut the endings that English do-support moves about (uses, used / does not use); the rest stays whole."""
    if not word.isascii() or not word.isalpha():
        return word
    if word.endswith("s") and not word.endswith("ss") and len(word) > _SHORTEST_STEM:
        word = word[:-1]
    if found := _ENDING.fullmatch(word):
        word = found[1]
    if len(word) > _SHORTEST_STEM and word[-1] == word[-2] and word[-1] not in "ls":
        word = word[:-1]
    return word[:-1] if len(word) >= _SHORTEST_STEM and word.endswith("e") else word
