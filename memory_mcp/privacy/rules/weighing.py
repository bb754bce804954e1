"""Weigh how likely a word or number in a sentence is a password, a code or a token that the sentence tells.

A logistic regression reads what the candidate looks like (its classes of letters, what is known of made-up values) and
what stands around it: words of some thirty languages for passwords, doors, typing and "is", by how far away they are,
and the signs in between. ``cues`` has the words; ``told_weights.json`` has the weights that
``bench/training/secret_weights.py`` learns. Only candidates near a word that speaks of secrets are looked at.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import repeat
from pathlib import Path
from typing import Final

from memory_mcp.privacy.text.spans import Span, compiled
from memory_mcp.privacy.values.candidates import AFTER, BEFORE, CJK, GOES_ON, NAMED, candidates
from memory_mcp.privacy.values.cues import TELLING, classes
from memory_mcp.privacy.values.drawn_values import is_published
from memory_mcp.privacy.values.ports import is_port
from memory_mcp.privacy.values.secret_values import is_mixed, is_strung, looks_made_up

_DATA: Final = Path(__file__).parents[1] / "data"
WEIGHTS: Final = _DATA / "told_weights.json"
_SENTENCE_END: Final = r"[.!?]\s|[。\uff01\uff1f]|\n"
# Vowels of some scripts are marks, which are no letters to a pattern.
_LETTER: Final = "(?:[^\\W\\d_]|[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0900-\u0dff])"
_WORD: Final = rf"[{CJK}]+|{_LETTER}+(?:['\u2019-]{_LETTER}+)*"
_ASCII_WORD: Final = r"[a-z]+(?:['-][a-z]+)*"

# What a candidate may look like, as patterns; what is known of made-up values is asked of those who know it.
_SHAPES: Final = {
    "year": r"(?:19|20)\d\d", "round": r".*00", "upper": r".*[^\W\d_a-z].*", "shout": r"[^a-z]*", "sep": r".*[-_.].*",
    "sign": r".*[!#$%^&*+=?@].*", "under": r".*_.*", "hyphen": r".*-.*", "dot": r".*\..*", "slash": r".*[/\\:].*",
    "hex": r"[0-9a-fA-F-]+", "tail": r"\D*\d{1,4}[!?*#.]?", "tail1": r"\D*\d", "inner": r".*[A-Za-z]\d[A-Za-z].*",
    "class": r"_?(?:[A-Z]?[a-z]+|[A-Z]{2,})\d{0,2}(?:[A-Z][a-z]+)+\d{0,2}(?:[A-Z]\w*)?",
    "abbreviated": r"[A-Z]{2,}\d+[a-z]{0,3}\d?(?:[-_/]\w+)?", "long": r".{10,}",
    "parts": r"[^-_.]+(?:[-_.][^-_.]+){2,}", "longer": r".{16,}", "starts-digit": r"\d.*",
    "technical": r"(?i:[a-z]*(?:http|ipv|oauth|rfc|python|py|test|node|step|v|gpt|top)[-_]?\d+\w{0,3})",
    "counting": (
        r"(?i:.*(?:user|test|item|host|server|node|key|token|pin|code|pass(?:word)?|row|line|app|srv|db|web|vm|ip|job"
        r"|step|task|id)s?[-_]?\d+.*)"
    ),
}  # fmt: skip
_GROUPS: Final = {
    "n3": "n", "n4": "n", "n6": "n", "n8": "n", "n9": "n", "pairs": "n", "halves": "n", "letters": "n",
    "short": "n",
}  # fmt: skip


@lru_cache(maxsize=4096)
def _looks(core: str, group: str) -> tuple[str, ...]:
    if group == "p":
        sizes = (f"p=from{size}" for size in (10, 12, 15) if len(core) >= size)
        return ("=p", *sizes, *(f"p${core[-size:]}" for size in (2, 3, 4)), "p=ascii" if core.isascii() else "p=more")
    found = {name: compiled(pattern).fullmatch(core) is not None for name, pattern in _SHAPES.items()}
    found |= {"strung": is_strung(core), "mixed": is_mixed(core)}
    found |= {"made": looks_made_up(core, is_named=False), "named": looks_made_up(core, is_named=True)}
    kind = _GROUPS.get(group, group)
    return (f"={group}", *(f"{kind}={name}" for name, is_so in found.items() if is_so))


def features(text: str, start: int, stop: int, group: str) -> list[str]:
    """Return what of a candidate and its neighbourhood has a weight."""
    front, back = _around(text, start, stop)
    context = _context(front, back, group)
    context = context | _signs(front, back) if context is not None else set()
    kind = _GROUPS.get(group, group)
    return [*_looks(text[start:stop], group), *(f"{kind}{name}" for name in context), *context]


def _around(text: str, start: int, stop: int) -> tuple[str, str]:
    """Return what stands on the line of a candidate before it and behind.

    What stands alone on its line, or behind who says it, answers the line above where that asks or announces.
    """
    front, back = text[max(0, start - BEFORE) : start], text[stop : stop + AFTER].partition("\n")[0]
    begin = front.rfind("\n") + 1
    if begin and front[: begin - 1].rstrip("\r")[-1:] in _ASKS and not back.strip(_CLOSING):
        above = front[: begin - 1].rstrip("\r").rpartition("\n")[2]
        if compiled(_ANSWERS).fullmatch(front, begin):
            # A sentence that ends with a full stop of such scripts announces as one with a colon does.
            above = f"{above[:-1]}:" if above.endswith("\u3002") else above
            return f"{above} {front[begin:]}", back
    return front[begin:], back


_ASKS: Final = frozenset((":", "?", "\uff1a", "\uff1f", "\u3002"))
# A time, and who says it; a list's sign or an indent begins a line of something else.
_ANSWERS: Final = (
    r"(?:> ?)?(?:\[?\d[\d:. -]{3,20}\]?[ \t]{1,2})?(?:<?[^\W\d_][\w.-]{0,24}>?[:\uff1a][ \t]{0,2})?"
    r"[`\"'*\u201c\u201e\u300c]{0,2}"
)


def _context(front: str, back: str, group: str) -> set[str] | None:
    """Return what the words around a candidate say, by name; None where no word speaks of secrets."""
    begin = _clause_begin(front)
    clause = front[begin:]
    ending = compiled(_SENTENCE_END).search(back, 1 if compiled(GOES_ON).match(back) else 0)
    rest = back[: ending.start() + 1] if ending else back
    later = _words(rest)[:6]
    # What stands behind a comma speaks of something else, unless it says what the candidate is.
    near = len(_words(rest.partition(", ")[0])) if ", " in rest else len(later)
    context: set[str] = set()
    # Most words say nothing.
    for word in _words(front[:begin])[-10:] if begin else ():
        if classes(word):
            context.update(_said("<<", "", word))
    for place, word in zip("01333888", reversed(_words(clause)[-8:]), strict=False):
        if classes(word):
            context.update(_said("<", place, word))
    for number, (place, word) in enumerate(zip("022666", later, strict=False)):
        if classes(word):
            context.update(_said(">", place, word, number >= near))
    if "40" in front or "40" in back:
        context.update(name for name, where in (("<denied", clause), (">denied", back[:_SOON])) if _refuses(where))
    # What was drawn may stand on the line below the word for it.
    if group != "r" and context.isdisjoint(_SPEAKING if group in _WORDS_AND_DIGITS else _SPEAKING_OF_CODES):
        return None
    context |= _joined(context) | _chain(clause)
    of_prose = context & _OF_PROSE
    is_prose = of_prose and compiled(_PROSE).fullmatch(front[-_READ:] + back[:_READ]) is not None
    return context | {f"prose&{name}" for name in of_prose} if is_prose else context


_CHAINED: Final = ("password", "code", "token", "place", "login")
_MOST_BETWEEN: Final = 7
_PARTICLES: Final = "はがを은는이가로是为為"
_BREAKS: Final = frozenset(",;()")
_OF_ANOTHER: Final = frozenset(("none", "about", "unit", "quota"))
_NEAR: Final = ("direct", "near", "near", "near")


def _chain(clause: str) -> set[str]:
    """Return how the nearest word for a secret leads to a candidate behind it: what is between, and what comes last."""
    words = list(_word_pattern(clause).finditer(clause.lower()))[-_MOST_BETWEEN - 1 :]
    bare = clause.rstrip(_OPENING)
    last = bare[-1:]
    for between, match in enumerate(reversed(words)):
        said = classes(match[0])
        what = [name for name in _CHAINED if name in said]
        if not what:
            continue
        gap = clause[match.end() :]
        nearest = classes(words[-1][0]) if between else frozenset()
        end = (
            "sign" if last in _NAMES_A_VALUE and last else "particle" if last in _PARTICLES and last
            else "direct" if not between else "link" if "link" in nearest else "target" if "target" in nearest
            else "with" if "with" in nearest or "enter" in nearest else "other"
        )  # fmt: skip
        is_plain = _BREAKS.isdisjoint(gap) and not any(map(str.isdigit, gap))
        # With the word itself, in which scripts without spaces say what it is the number of, and the one before it.
        others = words[max(0, len(words) - between - 2) :] if is_plain else ()
        is_plain = is_plain and all(_OF_ANOTHER.isdisjoint(classes(word[0])) for word in others)
        plain = "plain" if is_plain else "broken"
        far = _NEAR[between] if between < len(_NEAR) else "far"
        return {f"+{plain}:{end}", f"+{plain}:{far}", *(f"+{name}:{plain}:{end}" for name in what)}
    return {"+none"}


@lru_cache(maxsize=16_384)
def _said(side: str, place: str, word: str, is_apart: bool = False) -> tuple[str, ...]:
    """Return what a word at a place before or behind a candidate says, by name."""
    named = [name for name in classes(word) if not (is_apart and name in _OF_OTHER_THINGS)]
    return tuple(f"{side}{where}{name}" for name in named for where in {"", place})


def _refuses(text: str) -> bool:
    return compiled(_DENIED).search(text) is not None


_OF_PROSE: Final = frozenset(
    (
        "<password", ">password", "<login", ">login", "<protect", ">protect", "<0link", ">denied", "<denied",
        "<<password",
    )
)  # fmt: skip
_OF_OTHER_THINGS: Final = frozenset(("none", "about", "unit", "quota", "thing"))
_SPEAKING: Final = frozenset(f"{side}{name}" for side in ("<", "<<", ">") for name in (*TELLING, "enter", "denied"))
# What only speaks of logging in or of a file that is locked makes no number a code.
_WORDS_AND_DIGITS: Final = frozenset("swdp")
_SPEAKING_OF_CODES: Final = frozenset(name for name in _SPEAKING if not name.endswith(("login", "protect", "denied")))
# What a server answers who may not come in.
_DENIED: Final = r"(?<![\d.])40[13](?![\d.])"
_SOON: Final = 40


def _words(text: str) -> list[str]:
    words: list[str] = _word_pattern(text).findall(text.lower())
    return words


def _word_pattern(text: str) -> re.Pattern[str]:
    """Return what finds the words of a text; that of all scripts takes several times as long."""
    return compiled(_ASCII_WORD if text.isascii() else _WORD)


_SAY_WHAT: Final = ("password", "code", "token", "place", "thing", "unlock", "enter", "login", "protect")
_SAY_HOW: Final = (
    "link", "change", "with", "place", "thing", "enter", "unlock", "none", "unit", "quota", "target", "about",
)  # fmt: skip


# The names of such words in front of a candidate, and of each two what both say together.
_WHAT: Final = frozenset(f"<{name}" for name in _SAY_WHAT)
_HOW: Final = frozenset(f"<{name}" for name in _SAY_HOW)
_BOTH: Final = {(f"<{name}", f"<{other}"): f"<{name}&{other}" for name in _SAY_WHAT for other in _SAY_HOW}
_ANY_SECRET: Final = frozenset(f"{side}{name}" for side in ("<", "<<", ">") for name in _SAY_WHAT[:3])
_OPENED: Final = frozenset(("<enter", "<unlock", "<with"))


def _joined(context: set[str]) -> set[str]:
    """Return the pairs of words that tell more together."""
    what = _WHAT & context
    found = {_BOTH[name, other] for other in _HOW & context for name in what} if what else set()
    if "<change" in context and ("<0target" in context or "<0link" in context):
        found.add("changed-to")
    if ">0as" in context:
        found.update(f"as-{name}" for name in _SAY_WHAT[:3] if f">{name}" in context)
    if not context.isdisjoint(_ANY_SECRET):
        found.add("any-secret")
    if "<place" in what and not context.isdisjoint(_OPENED):
        found.add("open-with")
    return found


def _signs(front: str, back: str) -> set[str]:
    """Return the signs around a candidate that have a weight, and what the words before a colon say."""
    bare = front.rstrip(_OPENING)
    last = bare[-1:].replace("\uff1a", ":")
    found = {"^start"} if not bare else set()
    if last and last in _LINKS:
        found.add(f"^{last}")
        if last in _NAMING:
            before = _words(bare[-60:])[-3:]
            found.update(f"^:{name}" for word in before[-1:] for name in classes(word))
            found.update(f"^::{name}" for word in before[:-1] for name in classes(word))
    for side, sign, glue in (("^", front[-1:], _GLUE_BEFORE), ("$", back[:1], _GLUE_BEHIND)):
        if sign and sign in glue:
            found.add(f"{side}glued{sign}")
    found.update(
        name
        for name, is_so in (
            ("^quote", front[-1:] in _QUOTES), ("^cited", front[-1:] != "" and front[-1:] in _OPENING[5:]),
            ("$end", not back.strip(_CLOSING)),
            ("^code", compiled(_CODE).search(front) is not None),
            ("$code", compiled(r"[\w.]\(|[{};]\s*$|=\s*\w|</?\w").search(back) is not None),
            ("~numbers", len(compiled(r"\d+").findall(front + back)) >= _MANY_NUMBERS),
        )
        if is_so
    )  # fmt: skip
    return found


_QUOTES: Final = frozenset("\"'`")
_OPENING: Final = " \t\"'`«»“”„\u2018\u2019「『\uff08(*"
_CLOSING: Final = " .!\"'`»”\u2019」』)*。"
_LINKS: Final = ":=→—\u2013>/-|,"
_NAMING: Final = ":=→—\u2013/-"
_NAMES_A_VALUE: Final = frozenset((*_NAMING, "\uff1a"))
_GLUE_BEFORE: Final = "#€$£_@&/\\.<[{(+-"
_GLUE_BEHIND: Final = "%€$£°/_[({<=+@\\&"
_CODE: Final = (
    r"[{}\[\]();=<>]\s*$|^\s*(?:#|//|def |class |import |return |if \(|for \(|for [\w, ]+ in |\$ |const |let \w+ =)"
    r"|\w\(|\w\.\w+\(|==|\w_\w|::|</?\w"
)
_MANY_NUMBERS: Final = 4
# No sign of code, and a few words.
_READ: Final = 60
_PROSE: Final = rf"(?=(?:[^ ]* ){{4}}|(?:[^{CJK}]*[{CJK}]){{6}})[^{{}}()\[\]=<>;_$\\/\"|#*`]*"


def _clause_begin(front: str) -> int:
    """Return where in what stands before a candidate its own sentence begins."""
    begin = 0
    for match in compiled(_SENTENCE_END).finditer(front):
        begin = match.end()
    return begin


@cache
def _weights() -> dict[str, int]:
    """Return the weights in hundredths, so that their sum is the same in whatever order they are added."""
    weights: dict[str, float] = json.loads(WEIGHTS.read_text(encoding="utf-8"))
    return {name: round(100 * weight) for name, weight in weights.items()}


@cache
def _weights_beside(kind: str) -> dict[str, int]:
    """Return what each name around a candidate of a kind weighs, for all kinds and for this one together."""
    weights = _weights()
    names = {name.removeprefix(kind) for name in weights if name.startswith(kind)} | set(weights)
    return {name: weights.get(name, 0) + weights.get(f"{kind}{name}", 0) for name in names}


@cache
def _most_of_signs(kind: str, *, is_naming: bool) -> int:
    """Return more than the signs around a candidate can weigh, with a word and a sign like a colon before it or not."""
    weights = ((name, weight) for name, weight in _weights_beside(kind).items() if name[0] in "^$~")
    return sum(max(0, weight) for name, weight in weights if is_naming or not name.startswith("^:"))


@lru_cache(maxsize=4096)
def _weight_alone(core: str, group: str) -> int:
    weights = _weights()
    return weights["bias"] + sum(weights.get(name, 0) for name in _looks(core, group))


# Texts say the same again, and what was masked is looked at again with what stands around it.
@lru_cache(maxsize=4096)
def _is_told(core: str, group: str, front: str, back: str) -> bool:
    context = _context(front, back, group)
    if context is None:
        return False
    kind = _GROUPS.get(group, group)
    beside = _weights_beside(kind)
    weight = _weight_alone(core, group) + sum(map(beside.get, context, repeat(0)))
    is_naming = front.rstrip(_OPENING)[-1:] in _NAMES_A_VALUE
    # The signs are looked at only where they can turn the scales.
    return weight + _most_of_signs(kind, is_naming=is_naming) > 0 and (
        weight + sum(map(beside.get, _signs(front, back), repeat(0))) > 0
    )


_LEAST_OF_A_BLOCK: Final = 24


def _is_published(text: str, start: int, stop: int) -> bool:
    """Say whether a drawn string is a line of a block, or is named as a hash, a public key or a number of a thing."""
    line = text[max(text.rfind("\n", max(0, start - BEFORE), start) + 1, start - BEFORE) : start]
    is_alone = not line.strip() and text[stop : stop + 1] in {"", "\n", "\r", "="}
    return is_alone or is_published(line.lower())


# What a template puts in, or what it says where there is nothing to put in.
_IN_A_TEMPLATE: Final = r"\$\{[^{}\n]*\Z|\{\{[^{}\n]*\Z"


# What a number right behind is the number of; and a name of code, in code.
_NUMBERED: Final = (
    r"(?i)(?<![^\W\d_])(?:rfc|iso|iec|din|cve|cwe|ports?|uid|pid|errno|error|errors|http|https|status|tcp|udp|line|page)"
    r"[ #-]{0,2}\Z"
    r"|(?:주문|송장|운송장|전화|계좌|우편|사업자|등록|예약|접수|차량|학|고객"
    r"|회원|문의|상품|제품|모델)[ ]?번호[는은이가]?[ :]{0,2}\Z"
    r"|(?:注文|電話|郵便|追跡|伝票|会員|受付|予約|問い合わせ|品|型)番号[はがも]?[ :\uff1a]{0,2}\Z"
    r"|(?:订单|单|手机|电话|客户|工单|型)[号號]码?[是为]?[ :\uff1a]{0,2}\Z|오류 코드[는은]?[ ]\Z"
)
_REVISION: Final = r"[0-9a-f]{7,40}"
_MERGED: Final = r"(?i)\b(?:merged?|commits?|rev|revision|sha|hash|fix(?:es)?|pick|reverts?|from|since)[ \t:(]{1,2}\Z"
_CAMEL: Final = r"[a-z]+(?:[A-Z][a-z]+)+"
_OF_CODE: Final = r"[{}()\[\]=<>;\"]"


def _is_of_code(text: str, start: int, stop: int, group: str) -> bool:
    """Say whether a candidate is a number that its word names as something else, or a name in code."""
    if group.startswith("n"):
        return compiled(_NUMBERED).search(text, max(0, start - _NAMED_BEFORE), start) is not None or is_port(
            text, start, stop
        )
    if group == "w" and compiled(_REVISION).fullmatch(text, start, stop):
        return compiled(_MERGED).search(text, max(0, start - _NAMED_BEFORE), start) is not None
    if group != "d" or compiled(_CAMEL).fullmatch(text, start, stop) is None:
        return False
    return compiled(_OF_CODE).search(text[max(0, start - _NAMED_BEFORE) : start] + text[stop : stop + 2]) is not None


_NAMED_BEFORE: Final = 16


def told(text: str, places: list[int], named: list[int]) -> Iterator[Span]:
    """Yield what sentences tell near these places, in order, and without a digit near words for passwords."""
    for start, stop, group in candidates(text, places, named):
        near = max(0, start - NAMED)
        if text.find("{", near, start) >= 0 and compiled(_IN_A_TEMPLATE).search(text, near, start):
            continue
        if (group == "r" or stop - start >= _LEAST_OF_A_BLOCK) and _is_published(text, start, stop):
            continue
        if not _is_of_code(text, start, stop, group) and _is_told(text[start:stop], group, *_around(text, start, stop)):
            yield Span(start, stop, "secret" if group == "r" else "password")
