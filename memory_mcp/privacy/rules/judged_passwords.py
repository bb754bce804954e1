"""Passwords of which somebody asks whether they are good enough: "is ... strong enough", "... is easy to guess"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from memory_mcp.privacy.text.spans import Rule, Span, compiled, line_around
from memory_mcp.privacy.values.candidates import NO_PART, NUMBERED, group_of, trimmed
from memory_mcp.privacy.values.secret_values import is_mixed, is_strung, looks_made_up

# What passwords are said to be in such a question, in small letters.
_JUDGING: Final = (
    "strong enough", "secure enough", "good enough", "safe enough", "too weak", "weak", "guess", "easy to crack",
    "sicher genug", "unsicher", "zu einfach", "zu schwach", "erraten", "knackbar", "reicht", "segur", "fuerte", "débil",
    "debil", "adivin", "suffit", "faible", "solide", "devin", "robust", "sicur", "debole", "indovin", "veilig", "zwak",
    "te raden", "sterk genoeg", "fraca", "fraco", "adivinh", "chega p", "надёжн", "надежн", "слаб", "подобра",
    "угада", "взлом", "silne", "słab", "bezpieczn", "odgad", "złama", "wystarczy", "güçlü", "zay\u0131f", "güvenli",
    "tahmin", "安全", "太弱", "太简单", "强度", "猜到", "容易猜", "够强", "弱い", "弱く", "強度", "推測", "大丈夫",
    "약한", "약해", "약하", "안전", "추측", "강도",
)  # fmt: skip
_BEFORE: Final = 70
_AFTER: Final = 50
_VALUE: Final = (
    r"(?<![\w./@:+-])(?P<quote>[\"'`„“”«「]?)[ \t]?"
    rf"(?P<value>(?=[^{NO_PART}\d]{{1,40}}\d|\d{{1,10}}[^\W\d_])[^{NO_PART}]{{7,40}})"
)
# Words and their versions or models, which may be weak or safe too.
_VERSIONED: Final = r"[A-Za-z]+[-_]?\d{1,3}(?:\.\d+)*[a-z]{0,2}|[A-Z]{2,}[-_]?\d+.*|\d+[A-Za-z]{1,4}"


def anchors() -> Iterator[tuple[str, Rule]]:
    """Yield what passwords are said to be, and what looks around it."""
    for word in _JUDGING:
        yield word, _judged


def _judged(text: str, position: int) -> Iterator[Span]:
    """Yield what looks made up on the line of such a word: in quotes, or more than a word with a number."""
    begin, end = line_around(text, position, _BEFORE, _AFTER)
    if compiled(r"\d").search(text, begin, end) is None or compiled(_CODE).search(text, begin, end):
        return
    for match in compiled(_VALUE).finditer(text, begin, end):
        value = trimmed(match["value"])
        if group_of(value) not in NUMBERED or compiled(_VERSIONED).fullmatch(value):
            continue
        is_quoted = match["quote"] != "" and looks_made_up(value, is_named=True)
        if is_quoted or is_mixed(value) or is_strung(value):
            yield Span(match.start("value"), match.start("value") + len(value), "password")


_CODE: Final = r"[{}<>;|\\=]|\w\(|\w_\w+_\w|://"
