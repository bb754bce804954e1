"""Tell what a later sentence does to a wish: it allows what the wish forbids, or asks for it in another language."""

from __future__ import annotations

from memory_mcp.language.folding import plain_in_place
from memory_mcp.statements.claims import content_of
from memory_mcp.statements.phrases import phrase_of
from memory_mcp.statements.texts import text_of


def lifts(sentence: str, wish: str) -> bool:
    """Whether a sentence allows what a wish forbids: it names that, and nothing else."""
    allowed = text_of(sentence).allowed_content
    return bool(allowed) and text_of(wish).forbids and allowed <= text_of(wish).content


def allows_another(sentence: str, wish: str) -> bool:
    """Whether a sentence allows something that a wish does not name, and names the wish's matter beside it.

    "npm is not allowed, pnpm is allowed again" leaves "never use npm" as it is.
    """
    said, named = text_of(sentence), text_of(wish).content
    allowed = said.allowed_content or said.withdrawn_content
    return bool(allowed - named) and not (named & said.content) <= allowed


def asks_for_another_tongue(a: str, b: str) -> bool:
    """Whether two wishes ask for the same in two languages: answers in German, answers in English."""
    language = text_of(b).language or "en"
    tongues = phrase_of(language, "tongues")
    of_a, of_b = tongues.findall(plain_in_place(a)), tongues.findall(plain_in_place(b))
    if len(of_a) != 1 or len(of_b) != 1 or of_a == of_b:
        return False
    rest_a, rest_b = (content_of(tongues.sub(" ", plain_in_place(text)), language) for text in (a, b))
    return bool(rest_a and rest_b) and (rest_a <= rest_b or rest_b <= rest_a)
