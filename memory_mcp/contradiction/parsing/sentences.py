"""A text in sentences, words and tokens: accents folded, contractions written out, values in one form.

Tokens are compared by stem; numbers, dates and weekdays by value, in whatever language they are written.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import Final

from memory_mcp.contradiction.parsing.tokens import Token, TokenKind, joined
from memory_mcp.language import quantities as values
from memory_mcp.language.antonyms import opposites_of
from memory_mcp.language.data_files import Language
from memory_mcp.language.folding import storable, without_accents
from memory_mcp.language.frequencies import MARK
from memory_mcp.language.lexicon import common, words_of
from memory_mcp.language.stemming import stem
from memory_mcp.language.traits import SMALL_MONTHS

# Each text is flattened twice, one after the other.
_FLAT: Final = 64
# A month of more letters is no other word: january, but may and march.
_UNMISTAKABLE: Final = 5
_LONGEST: Final = 4_000

_APOSTROPHES: Final = str.maketrans(dict.fromkeys("\u2018\u2019\u02bc\u00b4\u0060\u2032", "'"))
_IS: Final = re.compile(r"(?<!\w)[\u00e8\u00e9\u00c8\u00c9](?!\w)|(?<=\b[cC]')[\u00e8\u00e9](?!\w)")
_CONTRACTION: Final = re.compile(r"\b([a-z]+?)n't\b", re.IGNORECASE)
_LETS: Final = re.compile(r"\b(let)'s\b", re.IGNORECASE)
_BARE_CONTRACTION: Final = re.compile(
    r"\b(do|does|did|is|are|was|were|has|have|had|ca|wo|could|would|should|must)nt\b", re.IGNORECASE
)
_IT_IS: Final = re.compile(r"\b(it|he|she|that|there|what|who|where|here|everything)'s\b", re.IGNORECASE)
# Without its first letter it says "after".
_ACCORDING_TO: Final = re.compile(r"\bd'apres\b", re.IGNORECASE)
_CANNOT: Final = re.compile(r"\b(?:cannot|need not)\b", re.IGNORECASE)
_UNCONTRACTED: Final = {"ca": "can", "wo": "will", "sha": "shall", "ai": "is"}
# French and Italian drop a vowel before another: n'est, l'API, qu'il, c'e, dell'API.
_NEGATIVE_ELISION: Final = re.compile(r"\bn'(?=\w)", re.IGNORECASE)
# What tells something is written out: un'ora, mezz'ora, senz'altro.
_ITALIAN_ELISION: Final = re.compile(r"\b(un|mezz|senz|anch|quest|tutt|dov)'(?=\w)", re.IGNORECASE)
_WHOLE: Final = {
    "un": "una ", "mezz": "mezza ", "senz": "senza ", "anch": "anche ", "quest": "questo ", "tutt": "tutto ",
    "dov": "dove ",
}  # fmt: skip
_ELISION: Final = re.compile(r"\b(?:[cdjlmst]|qu|(?:d|n|s|a)ell|all|dall|nell)'(?=\w)", re.IGNORECASE)
_POSSESSIVE: Final = re.compile(r"'(?:s|re|ve|ll)\b", re.IGNORECASE)
_SENTENCE_END: Final = re.compile(
    r"(?<=[^\W\d])(?<!\b[DMS][rt])(?<!\bM)(?<!\bMrs)(?<!\bSra)(?<!\bDra)(?<!\bbzw)(?<!\bNr)[.!?;]\)?(?:\s+|$)|(?<=\d\d\d)\.\s+|\n+|[,;]?\s+(?:but|aber|sondern|pero|mais|maar|mas|ma)\s+"
    r"|,\s+(?=(?:they|it|we|he|she|instead)\s)|\s[\u2013\u2014-]\s"
)
_QUOTED: Final = re.compile(
    r"[\"\u201c\u201e\u00ab](?:[^\"\u201d\u201c\u00bb]*\s){2}[^\"\u201d\u201c\u00bb]*[\"\u201d\u201c\u00bb]"
)
_CURRENCY: Final = re.compile(r"([\u20ac\u00a3]|\b[Rr]\$) (\d)")
# A space that parts thousands: 1 200 EUR; and where there may be one, which is looked for in a tenth of the time.
_MAY_PART: Final = re.compile(r"\d[ \u00a0\u202f]\d\d\d")
_THOUSANDS: Final = re.compile(
    r"(?<=\b\d)(?<!\d\d\d\d)[ \u00a0\u202f](?=\d{3}(?!\d))|(?<=\b\d\d)[ \u00a0\u202f](?=\d{3}(?!\d))"
    r"|(?<=\b\d\d\d)[ \u00a0\u202f](?=\d{3}(?!\d))"
)
_GUILLEMETS: Final = re.compile(r"(?<=\u00ab)\s+|\s+(?=\u00bb)")
_EDGES: Final = ".,;:!?()[]{}<>\"'`\u201c\u201d\u201e\u00ab\u00bb\u00bf\u00a1\u2026*"
# It has the letters of a small word by chance: CI, which is "there" in Italian.
_ACRONYM: Final = re.compile(r"[A-Z]{2}")
_IDENTIFIER: Final = re.compile(r".*[\w][_/:@\\.][\w].*|.*\d.*|[/~].*|.+[_/].*|[A-Z].*[A-Z].*|[a-z]+[A-Z].*")
# Future tenses that only their accents tell from the past.
_FUTURE: Final = re.compile(
    r"\b(?!(?i:padr|ver|macarr|camar|tubar|patr|ladr|refr|quarteir|chimarr|garr|sert|esporr|cord|portr)ão\b)"
    r"[a-z]\w+r(?:á|án|à|anno|ão)\b"
)
# A sign no text has use for: behind a verb that its accent alone puts into the future.
FUTURE: Final = "\u27e7"
# Behind it a part of a word with hyphens.
_HYPHEN: Final = "\u2011"
# Nothing, behind another negator or at the beginning; else somebody swims.
_SWIMS: Final = "nada"


@lru_cache(maxsize=_FLAT)
def flattened(text: str) -> str:
    """Return the text without accents, contractions and elisions; capitals and punctuation stay."""
    text = storable(text[:_LONGEST]).translate(_APOSTROPHES).replace("\u00df", "ss")
    text = _CURRENCY.sub(r"\1\2", text)
    if _MAY_PART.search(text):
        text = _THOUSANDS.sub("", text)
    if not text.isascii():
        text = _GUILLEMETS.sub("", unicodedata.normalize("NFC", text)).replace("\u0153", "oe")
        # What only an accent tells from another word is written out before accents go.
        text = _FUTURE.sub(lambda found: f"{found[0]} {FUTURE}", _IS.sub("esse", text))
        text = without_accents(text)
    if "n" in text and ("'" in text or "nt" in text):
        text = _CONTRACTION.sub(_written_out, text)
        text = _BARE_CONTRACTION.sub(_written_out, text)
    text = _CANNOT.sub("can not", text)
    if "'" in text:
        text = _LETS.sub(r"\1 us", text)
        text = _IT_IS.sub(r"\1 is", _ACCORDING_TO.sub("selon", text))
        text = _POSSESSIVE.sub("", text)
        text = _NEGATIVE_ELISION.sub("ne ", text)
        text = _ITALIAN_ELISION.sub(lambda found: _WHOLE[found[1].lower()], text)
        text = _ELISION.sub("", text)
    return text


def _written_out(found: re.Match[str]) -> str:
    verb = found[1]
    return f"{_UNCONTRACTED.get(verb.lower(), verb)} not"


def sentences_of(flat: str) -> list[tuple[str, bool]]:
    """Return (sentence, whether it asks)."""
    found = []
    start = 0
    for end in _SENTENCE_END.finditer(flat):
        found.append((flat[start : end.start()], "?" in end[0]))
        start = end.end()
    found.append((flat[start:], flat.rstrip().endswith(("?", "\uff1f"))))
    return [(sentence.strip(), asks or "?" in sentence) for sentence, asks in found if sentence.strip()]


def is_quoting(text: str) -> bool:
    """Whether a text repeats in quotation marks what somebody said: three words or more."""
    return _QUOTED.search(text) is not None


def tokens_of(text: str, language: Language) -> tuple[tuple[Token, ...], tuple[str, ...]]:
    """Return (tokens, plain words) of a text: small words are tokens, negators and "without" are words alone."""
    tokens: list[Token] = []
    words: list[str] = []
    denying = words_of(language).negators | words_of(language).without
    for written in (chunks := words_in(text, language)):
        chunk = written.removeprefix(_HYPHEN)
        word = chunk.lower()
        place = len(words)
        words.append(word)
        if word in denying and (word != _SWIMS or len(tokens) < place or not place):
            continue
        is_user = word in common("user") and (not place or words[-2] in common("determiners"))
        is_plain_first = not place and not _begins_with_name(text, chunks, language)
        token = _token(chunk, word, place, language, is_plain=is_user or is_plain_first)
        tokens.append(token._replace(is_joined=True) if written is not chunk else token)
    return tuple(joined(tokens)), tuple(words)


def words_in(text: str, language: Language) -> list[str]:
    """Return the words of a text as written; identifiers, versions and paths stay whole, other hyphens part words."""
    found: list[str] = []
    for raw in text.split():
        chunk = raw.strip(_EDGES)
        if chunk.isalpha():
            found.append(chunk)
            continue
        if not chunk or not (any(c.isalnum() for c in chunk) or chunk in values.UNITS):
            continue
        if split := values.split_unit(chunk.lower()):
            found += split
        elif (
            "-" not in chunk
            or chunk.lower() in opposites_of(language)
            or any(c.isdigit() for c in chunk)
            or chunk.lower() in values.WEEKDAYS[language]
        ):
            found.append(chunk)
        else:
            first, *rest = [part for part in chunk.split("-") if part]
            found += [first, *(f"{_HYPHEN}{part}" for part in rest)]
    return found


def _begins_with_name(text: str, chunks: list[str], language: Language) -> bool:
    """Whether the first word of a sentence has its capital for a name: a verb or more of the name comes next."""
    if text.split(maxsplit=1)[0][-1:] in ",:;!" or len(chunks) == 1:
        return False
    following = chunks[1].removeprefix(_HYPHEN)
    known = words_of(language)
    if following[0].isupper():
        return True
    return following in known.verbs or following in known.copulas or following in known.past_auxiliaries


def _token(chunk: str, word: str, place: int, language: Language, *, is_plain: bool) -> Token:
    key, kind = _read_word(chunk, language, is_plain=is_plain)
    return Token(key, chunk.rpartition("=")[2] if key.startswith("every:") else chunk, kind, place, word)


@lru_cache(maxsize=8_192)
def _read_word(chunk: str, language: Language, *, is_plain: bool) -> tuple[str, TokenKind]:
    """Return (key, kind) of a word; ``is_plain``: it is no name for its capital."""
    word = chunk.lower()
    if (amount := _read_amount(chunk, word, language)) is not None:
        return amount
    known = words_of(language)
    # Whom the notes are of is named or not: the user likes tea, likes tea.
    is_small = word in known.fillers or (word in known.small and not _ACRONYM.fullmatch(chunk))
    if is_small or (is_plain and word in common("user")):
        return word, "small"
    if _IDENTIFIER.fullmatch(chunk):
        return word, "name"
    return stem(word, language), "name" if chunk[0].isupper() and not is_plain else "word"


def _read_amount(chunk: str, word: str, language: Language) -> tuple[str, TokenKind] | None:
    """Return (key, kind) of a word that is a date, a number or how often something is done; None of any other."""
    if word.startswith(MARK):
        return f"every:{word.removeprefix(MARK).partition('=')[0]}", "measure"
    if (date := values.iso_date(word, language)) is not None:
        return f"date:{date}", "date"
    if values.NUMBER.fullmatch(word):
        return f"#{values.canonical_number(word)}", "number"
    if (number := _number(word, language)) is not None:
        return f"#{number}", "number"
    return _read_day(chunk, word, language)


def _read_day(chunk: str, word: str, language: Language) -> tuple[str, TokenKind] | None:
    """Return (key, kind) of a word that is a month, weekday or how many times; None of any other."""
    if word in values.TIMES:
        return f"count:{values.TIMES[word]}", "measure"
    if word in values.MONTHS[language] and _is_month(chunk, word, language):
        return f"month:{values.MONTHS[language][word]}", "month"
    if word in values.WEEKDAYS[language]:
        return f"day:{values.WEEKDAYS[language][word]}", "weekday"
    return None


def _number(word: str, language: Language) -> int | None:
    """Return the number a word says: seven, thirty, fünfundzwanzig, 3rd."""
    if ordinal := values.ORDINAL.fullmatch(word):
        return int(ordinal[1])
    return values.NUMBER_WORDS[language].get(word) or values.TENS.get(word) or values.MULTIPLIERS.get(word)


def _is_month(chunk: str, word: str, language: Language) -> bool:
    """Whether a word that may be something else (may, march, mar, set) is a month: by its capital."""
    return language in SMALL_MONTHS or chunk[0].isupper() or len(word) > _UNMISTAKABLE
