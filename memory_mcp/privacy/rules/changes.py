"""The other password of a change that tells two, beside one that is known: from ... to ..., ... instead of ...."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from memory_mcp.privacy.text.spans import Span, compiled
from memory_mcp.privacy.values.candidates import MADE_UP, NO_PART, group_of, trimmed
from memory_mcp.privacy.values.secret_values import is_placeholder, speaks_of_the_trade

_SIGHT: Final = 80
_QUOTE: Final = "[\"'`„“”«»「」\u2018\u2019]?"
_OTHER: Final = rf"{_QUOTE}(?P<other>[^{NO_PART}]{{4,40}}){_QUOTE}"
_FROM: Final = (
    r"(?i:\b(?:from|von|vom|de|da|do|del|dal|van|z|ze|\u0441|\u0441\u043e|fra|från|remplacé|replaced|ersetzt|"
    r"sostituito|заменил[аи]?)[ \t])"
)
_TO: Final = r"[ \t](?i:to|in|auf|zu|zum|à|en|a|por|par|para|pra|con|naar|na|на|i|al|til|till|by|with|durch|door)[ \t]"
_ARROW: Final = r"[ \t]?(?:->|=>|[→⇒➜➡])[ \t]?"
_TURNED: Final = r"(?:改成|换成|改为|变成|变更为|換成|更新为)了?"
_CASE: Final = r"['\u2019](?:ten|tan|den|dan)[ \t]"
_WAS: Final = (
    r"(?i:\b(?:before|old|previously|vorher|früher|alt(?:es)?|avant|ancien|antes|antigua|anterior|prima|vecchia|eerst|"
    r"vroeger|oud|było|wcześniej|stare|было|раньше|старый|eski|önce)(?: (?:it|es|la|een|mdp|pw))?"
    r"(?:[ \t:]{1,2}(?:was|war|era|était|être|was het|był[oa]?|был[\u043e\u0430]?))?[ \t:]{1,2})"
)
_NOW: Final = (
    r"(?i:[ \t]?[,;.]?[ \t](?:(?:and|und|y|et|e|en|i|и)[ \t])?(?:now|new|jetzt|neu|maintenant|nouveau|ahora|nueva|"
    r"agora|nova|adesso|ora|nuova|nu|nieuw|teraz|nowe|теперь|новый|стало|şimdi|yeni)"
    r"(?:[ \t]+(?:it's|it is|is|ist|es|c'est|est|è|é|het|puse|jest|to|wordt|:))?[ \t:]{1,2})"
)
_INSTEAD: Final = (
    r"[ \t](?i:instead of|in place of|au lieu de|statt|anstelle von|invece di|en vez de|en lugar de|em vez de|"
    r"ao invés de|in plaats van|вместо|zamiast)[ \t]"
)
# In front of the new one: the old one, with what leads from one to the other. That alone takes less time to see.
_BEFORE: Final = tuple(
    (rf"{link}{_QUOTE}\Z", rf"{lead}{_OTHER}{link}{_QUOTE}\Z")
    for lead, link in (
        (_FROM, _TO), ("", _ARROW), ("[从把由]", _TURNED), ("", "から"), ("", r"에서[ \t]?"), ("", _CASE), (_WAS, _NOW),
    )
)  # fmt: skip
# Behind the old one, where what stands before it says that it is.
_BEHIND: Final = (
    (rf"(?:{_FROM}){_QUOTE}\Z", rf"{_QUOTE}{_TO}{_OTHER}"), (rf"[从把由]{_QUOTE}\Z", rf"{_QUOTE}{_TURNED}{_OTHER}"),
    (rf"{_WAS}{_QUOTE}\Z", rf"{_QUOTE}{_NOW}{_OTHER}"), ("", rf"{_QUOTE}{_INSTEAD}{_OTHER}"),
    ("", rf"{_QUOTE}{_ARROW}{_OTHER}"), ("", rf"{_QUOTE}(?:에서[ \t]?|{_CASE}){_OTHER}"),
)  # fmt: skip


def others(text: str, spans: list[Span]) -> Iterator[Span]:
    """Yield what was the password before, or is it since, beside each that is known."""
    for span in spans:
        if span.kind == "password":
            front, back = text[max(0, span.start - _SIGHT) : span.start], text[span.end : span.end + _SIGHT]
            found = [
                (compiled(pattern).search(front), span.start - len(front))
                for link, pattern in _BEFORE
                if compiled(link).search(front) is not None
            ]
            found += [
                (match, span.end)
                for lead, onward in _BEHIND
                if (match := compiled(onward).match(back)) is not None and compiled(lead).search(front) is not None
            ]
            is_number = text[span.start : span.end].isdigit()
            for match, begin in found:
                if match is not None and (core := _password(match["other"], is_number=is_number)):
                    start = begin + match.start("other")
                    yield Span(start, start + len(core), "password")


def _password(value: str, *, is_number: bool) -> str:
    """Return a value without the sentence's own signs if it may be a password beside another, or nothing."""
    core = trimmed(value)
    if is_number:
        return core if core.isdigit() else ""
    is_word = compiled(r"[a-z]{5,}").fullmatch(core) is not None
    is_one = (group_of(core) in MADE_UP or is_word) and not is_placeholder(core) and not speaks_of_the_trade(core)
    return core if is_one and not core.startswith("[redacted") else ""
