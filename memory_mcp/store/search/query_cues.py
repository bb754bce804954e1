"""What a query tells beside its words: whom it names, which side of a conversation it means; and if a row asks."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final, Literal

from memory_mcp.language.questions import ends_as_question
from memory_mcp.language.stopwords import STOPWORDS
from memory_mcp.store.search.query_terms import plain

_WORD: Final = re.compile(r"[^\W_]+")
# "mine" and "us" are left out: they are also a place to dig and a country.
_USER_WORDS: Final = (
    "i me my myself ich mir mich mein meine meinen meiner yo mi mis je moi mon mes io mio mia miei mie "
    "eu meu minha meus minhas ik mij mijn"
)
_ASSISTANT_WORDS: Final = (
    "you your yours yourself assistant remind conversation du dein deine dir dich assistent erinnere gespräch "
    "usted tú tu ti asistente recuérdame conversación vous votre toi rappelle hai tuo tua assistente ricordami "
    "você vocês lembre jij jou jouw"
)
# Letters from which a name may have one letter wrong, and two.
_SHORTEST_NEAR: Final = 4
_LONG: Final = 6
_OF_THE_USER: Final = frozenset(_USER_WORDS.split())
_OF_THE_ASSISTANT: Final = frozenset(_ASSISTANT_WORDS.split())
# A request is put to the assistant, and is not about what it said.
_REQUEST: Final = re.compile(
    r"\b(?:can|could|would|will|do)\s+you\b|\b(?:kannst|könntest|würdest|weißt)\s+du\b"
    r"|\b(?:peux|pourrais|sais)-tu\b|\b(?:pouvez|pourriez|savez)-vous\b|\b(?:kun|kan|wil|weet) (?:je|jij)\b"
    r"|\bvocê (?:pode|poderia|sabe)\b"
)

# A summary, or what both did, is of both sides.
_OF_BOTH: Final = re.compile(
    r"\b(?:summar|recap|overview|zusammenfass|zusammengefasst|überblick|resum|résum|récapitul|riassu|riepilog|samenvat"
    r"|(?:what|how) (?:did|have|do|had) we|was (?:haben|hatten) wir|wie haben wir|qué (?:hicimos|hemos|decidimos)"
    r"|qu'avons-nous|qu'est-ce qu'on a|(?:che )?cosa abbiamo|o que (?:fizemos|decidimos)|wat hebben we)"
)


# A longer question tells on the way what it is about.
_BRIEF: Final = 100
_MORE_SENTENCES: Final = re.compile(r"[.!:;?]\s+\S")
# What begins many sentences asks only right before a verb; what asks for one of several, a word or two before.
_VERBS: Final = (
    "is|are|was|were|do|does|did|will|can|should|has|have|ist|sind|war|waren|kann|können|haben|hat|läuft|liegt|steht|heißt"
    "|lautet|est|sont|était|está|están|es|son|era|eran|è|sono|erano|zijn|staat|heeft|loopt|é|são|fica|ficam"
)
_ASKS: Final = re.compile(
    r"(?:what|who|whom|whose|why|when|where|how|wer|wen|wem|wann|wo|woher|wohin|warum|wieso|weshalb|wie|qui|pourquoi|où"
    r"|comment|qué|quiénes|quién|cuándo|dónde|cómo|chi|dove|perché|quando|come|wat|wie|wanneer|waar|waarom|hoe|quem|onde"
    rf"|como|qual|quais|quale|quali|cuál|cuáles|quel|quelle)\s+(?:{_VERBS})\b"
    rf"|(?:which|welche[mnrs]?|quel(?:le)?s?|cuáles|cuál|quali?|quale|welke?|quais)(?:\s+\w+){{1,3}}\s+(?:{_VERBS})\b"
)


def only_asks(text: str) -> bool:
    """Return whether a text is one brief question, which holds no answer: by its mark, or by how it begins.

    What begins as a question and goes on behind a comma ("wo ist das Problem, nimm pnpm") tells something.
    """
    said = text.strip()
    if len(said) > _BRIEF or _MORE_SENTENCES.search(said):
        return False
    return ends_as_question(said) or ("," not in said and _ASKS.match(said.lower()) is not None)


def named_speakers(query: str, speakers: Iterable[str]) -> frozenset[str]:
    """Return those of ``speakers`` whom the query names by any word of their name.

    A name that is also a word every text has ("Will") counts only with a capital inside the sentence. Where nobody is
    named so, a word with a capital may be misspelt: it names whoever's name is nearest, if it is near enough.
    """
    words = _WORD.findall(query)
    said = {plain(word) for word in words if word.lower() not in STOPWORDS}
    said |= {plain(word) for word in words[1:] if word.lower() in STOPWORDS and word.istitle() and len(word) > 1}
    names = {speaker: _WORD.findall(plain(speaker)) for speaker in speakers}
    named = frozenset(speaker for speaker, parts in names.items() if said.intersection(parts))
    return named or _nearly_named([plain(word) for word in words[1:] if word.istitle()], names)


def _nearly_named(words: list[str], names: Mapping[str, list[str]]) -> frozenset[str]:
    """Return the speakers with a name as near as any to one of the words, in the same first letter."""
    # regex and rapidfuzz cost a start 20 ms, and few questions misspell a name.
    from rapidfuzz.distance import OSA  # noqa: PLC0415

    near = [
        (OSA.distance(word, part), speaker)
        for speaker, parts in names.items()
        for part in parts
        for word in words
        if min(len(word), len(part)) >= _SHORTEST_NEAR
        and word[0] == part[0]
        and OSA.distance(word, part) <= (1 if min(len(word), len(part)) < _LONG else 2)
    ]
    least = min((distance for distance, _ in near), default=0)
    return frozenset(speaker for distance, speaker in near if distance == least)


def meant_side(query: str) -> Literal["user", "assistant"] | None:
    """Return whose words a query is after: its own author's ("my flight"), the assistant's ("what did you suggest").

    None where it says neither, or both ("what did you tell me"), or wants a summary, or what "we" did.
    """
    if _OF_BOTH.search(query.lower()):
        return None
    said = set(_WORD.findall(_REQUEST.sub(" ", query.lower())))
    of_user, of_assistant = not said.isdisjoint(_OF_THE_USER), not said.isdisjoint(_OF_THE_ASSISTANT)
    if of_user == of_assistant:
        return None
    return "user" if of_user else "assistant"
