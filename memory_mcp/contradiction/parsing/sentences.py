"""Split a text into sentences, words and tokens: accents folded, contractions written out, values in one form.

Tokens are compared by stem; numbers, dates and weekdays by value, in whatever language they are written.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache, lru_cache
from typing import Final, NamedTuple

from memory_mcp.contradiction.parsing.tokens import Token, TokenKind, joined
from memory_mcp.language import quantities as values
from memory_mcp.language.antonyms import opposites_of
from memory_mcp.language.data_files import Language, any_of_each, any_word_of_each, lines_of_each, words_of_each
from memory_mcp.language.folding import storable, without_accents
from memory_mcp.language.frequencies import MARK
from memory_mcp.language.lexicon import common, words_of
from memory_mcp.language.quotation_marks import CLOSING, OPENING
from memory_mcp.language.stemming import stem
from memory_mcp.language.traits import SMALL_MONTHS

# Each text is flattened twice, one after the other.
_FLAT: Final = 64
# A month of more letters is no other word: january, but may and march.
_UNMISTAKABLE: Final = 5
_LONGEST: Final = 4_000

_FILE: Final = "parsing"
_APOSTROPHES: Final = str.maketrans(dict.fromkeys("\u2018\u2019\u02bc\u00b4\u0060\u2032", "'"))
_CONTRACTION: Final = re.compile(r"\b([a-z]+?)n't\b", re.IGNORECASE)
_QUOTED: Final = re.compile(rf"[{OPENING}](?:[^{CLOSING}]*\s){{2}}[^{CLOSING}]*[{CLOSING}]")
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
# A sign no text has use for: behind a verb that its accent alone puts into the future.
FUTURE: Final = "\u27e7"
# Behind it a part of a word with hyphens.
_HYPHEN: Final = "\u2011"


class _Spelling(NamedTuple):
    """How the languages contract, drop vowels and write what only an accent tells from another word.

    ``is_`` is the Italian and Portuguese "is", and ``future`` are tenses that only their accents tell from the past.
    ``bare`` is a verb with nt behind it, as with n't; ``uncontracted`` is what some of them stand for.
    ``with_is`` and ``with_us`` stand before 's; ``dropped`` is an ending that tells nothing. What tells something is
    written out as in ``whole`` where it is ``shortened`` (n'est, un'ora, mezz'ora); other ``elisions`` are dropped
    (l'API, qu'il, dell'API); without its first letter what is ``written_out`` says something else.
    """

    is_: re.Pattern[str]
    future: re.Pattern[str]
    bare: re.Pattern[str]
    cannot: re.Pattern[str]
    with_us: re.Pattern[str]
    with_is: re.Pattern[str]
    dropped: re.Pattern[str]
    shortened: re.Pattern[str]
    elisions: re.Pattern[str]
    uncontracted: dict[str, str]
    whole: dict[str, str]
    written_out: tuple[tuple[re.Pattern[str], str], ...]


@cache
def _spelling() -> _Spelling:
    is_, endings, exceptions = (_any(name) for name in ("is", "future", "no_future"))
    whole, written = _pairs("shortened"), _pairs("written_out")
    return _Spelling(
        is_=re.compile(rf"(?<!\w)(?i:{is_})(?!\w)|(?<=\b[cC]')(?:{is_})(?!\w)"),
        future=re.compile(rf"\b(?!(?i:{exceptions})\b)[a-z]\w+r(?:{endings})\b"),
        bare=re.compile(rf"\b({_any('bare_not')})nt\b", re.IGNORECASE),
        cannot=re.compile(rf"\b(?:{any_of_each(_FILE, 'cannot')})\b", re.IGNORECASE),
        with_us=re.compile(rf"\b({_any('with_us')})'s\b", re.IGNORECASE),
        with_is=re.compile(rf"\b({_any('with_is')})'s\b", re.IGNORECASE),
        dropped=re.compile(rf"'(?:{_any('endings')})\b", re.IGNORECASE),
        shortened=re.compile(rf"\b({'|'.join(whole)})'(?=\w)", re.IGNORECASE),
        elisions=re.compile(rf"\b(?:{any_of_each(_FILE, 'elisions')})'(?=\w)", re.IGNORECASE),
        uncontracted=_pairs("uncontracted"),
        whole=whole,
        written_out=tuple((re.compile(rf"\b{said}\b", re.IGNORECASE), meant) for said, meant in written.items()),
    )


@cache
def _sentence_end() -> re.Pattern[str]:
    """Return what ends a sentence: a full stop behind no abbreviation, a line, "but" and, behind a comma, "they"."""
    abbreviations = "".join(rf"(?<!\b{line})" for line in lines_of_each(_FILE, "abbreviations"))
    return re.compile(
        rf"(?<=[^\W\d]){abbreviations}[.!?;]\)?(?:\s+|$)|(?<=\d\d\d)\.\s+|\n+|[,;]?\s+(?:{_any('but')})\s+"
        rf"|,\s+(?=(?:{_any('goes_on')})\s)|\s[\u2013\u2014-]\s"
    )


def _any(section: str) -> str:
    return any_word_of_each(_FILE, section)


def _pairs(section: str) -> dict[str, str]:
    return dict(line.split(" ") for line in lines_of_each(_FILE, section))


@lru_cache(maxsize=_FLAT)
def flattened(text: str) -> str:
    """Return the text without accents, contractions and elisions; capitals and punctuation stay."""
    text = storable(text[:_LONGEST]).translate(_APOSTROPHES).replace("\u00df", "ss")
    text = _CURRENCY.sub(r"\1\2", text)
    if _MAY_PART.search(text):
        text = _THOUSANDS.sub("", text)
    spelling = _spelling()
    if not text.isascii():
        text = _GUILLEMETS.sub("", unicodedata.normalize("NFC", text)).replace("\u0153", "oe")
        # What only an accent tells from another word is written out before accents go.
        text = spelling.future.sub(lambda found: f"{found[0]} {FUTURE}", spelling.is_.sub("esse", text))
        text = without_accents(text)
    if "n" in text and ("'" in text or "nt" in text):
        text = _CONTRACTION.sub(_written_out, text)
        text = spelling.bare.sub(_written_out, text)
    text = spelling.cannot.sub("can not", text)
    return _without_apostrophes(text, spelling) if "'" in text else text


def _without_apostrophes(text: str, spelling: _Spelling) -> str:
    text = spelling.with_us.sub(r"\1 us", text)
    for said, meant in spelling.written_out:
        text = said.sub(meant, text)
    text = spelling.dropped.sub("", spelling.with_is.sub(r"\1 is", text))
    text = spelling.shortened.sub(lambda found: f"{spelling.whole[found[1].lower()]} ", text)
    return spelling.elisions.sub("", text)


def _written_out(found: re.Match[str]) -> str:
    verb = found[1]
    return f"{_spelling().uncontracted.get(verb.lower(), verb)} not"


def sentences_of(flat: str) -> list[tuple[str, bool]]:
    """Return (sentence, whether it asks)."""
    found = []
    start = 0
    for end in _sentence_end().finditer(flat):
        found.append((flat[start : end.start()], "?" in end[0]))
        start = end.end()
    found.append((flat[start:], flat.rstrip().endswith(("?", "\uff1f"))))
    return [(sentence.strip(), asks or "?" in sentence) for sentence, asks in found if sentence.strip()]


def may_swim() -> frozenset[str]:
    """Return the words that are nothing behind another negator or at the beginning; else somebody swims: nada."""
    return words_of_each(_FILE, "nothing")


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
        if word in denying and (word not in may_swim() or len(tokens) < place or not place):
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
