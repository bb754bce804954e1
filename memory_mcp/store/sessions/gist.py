"""Find what a session was for and what came of it, from who worked when and how much was said.

No phrase is known here, so the same rules hold for all languages. An exchange is a prompt and all that follows up to
the next prompt.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from typing import Any, Final, NamedTuple

from memory_mcp.language.beginnings import BEGINNING, beginning
from memory_mcp.language.questions import ends_as_question
from memory_mcp.language.shortening import cut
from memory_mcp.language.stopwords import stopwords_among
from memory_mcp.language.unspaced_scripts import unspaced_runs
from memory_mcp.store.text_index.fts_query import words_of

_LOOKED_AT: Final = 2_000
_OUTCOME: Final = 800
# Content words, and letters in them, from which on a text says something.
_TELLING_WORDS: Final = 3
_TELLING_LETTERS: Final = 10
# From here on it does so whoever takes it up.
_AMPLE: Final = 7
# An answer of so many says something whatever it answers.
_LONG_ANSWER: Final = 12
_TAKEN_UP: Final = 4
_MOST_TAKEN: Final = 32

_SENTENCE_END: Final = re.compile(r"(?<=[.!?\u2026])\s+|(?<=[\u3002\uff01\uff1f])")
_PARAGRAPH_END: Final = re.compile(r"\n[ \t]*\n")

# How sure a prompt is what a session was for: it says too little, enough, and others have its words.
_UNSAID: Final = 0
_SAID: Final = 1
_TAKEN: Final = 2


class Matter(NamedTuple):
    """How much a text says: its words that carry content, and the letters in them."""

    words: frozenset[str]
    amount: int
    letters: int

    @property
    def is_telling(self) -> bool:
        """Whether it says something: a yes, a thanks and a greeting do not."""
        return self.amount >= _TELLING_WORDS and self.letters >= _TELLING_LETTERS


def matter_of(text: str) -> Matter:
    """Return how much a text says; small words are none, a run of a script without spaces is a word a pair."""
    text = text[:_LOOKED_AT]
    words = frozenset(words_of(text))
    words -= stopwords_among(words)
    runs = unspaced_runs(text)
    letters = sum(map(_letters, [*words, *runs]))
    return Matter(words, len(words) + sum((len(run) + 1) // 2 for run in runs), letters)


def is_telling(text: str) -> bool:
    """Whether a text says something: a yes, a thanks and a greeting do not."""
    return matter_of(text).is_telling


def ask(state: dict[str, Any], prompt: str, *, is_real: bool) -> None:
    """Begin an exchange; a prompt that is not real asks for nothing. ``prompt`` is on one line."""
    _go_on(state)
    exchange: dict[str, Any] = {}
    state["exchange"] = exchange
    if not is_real:
        return
    matter = matter_of(prompt)
    exchange["asked"], exchange["isQuestion"] = prompt, ends_as_question(prompt)
    exchange["says"] = matter.is_telling
    if state.get("promptIs", [_UNSAID])[0] == _TAKEN:
        return
    exchange["prompt"] = prompt
    exchange["stems"] = sorted(_stems(matter))[:_MOST_TAKEN]
    exchange["count"], exchange["letters"] = matter.amount, matter.letters
    _prefer(state, _TAKEN if matter.amount >= _AMPLE else _SAID if exchange["says"] else _UNSAID)


def answer(state: dict[str, Any], text: str) -> None:
    """Read what the assistant said: the last that goes with work is what came of it, else the last that says much."""
    exchange = _go_on(state)
    has_worked = exchange.get("worked", False)
    if "prompt" in exchange and (has_worked or not ends_as_question(text)):
        _take_up(state, words_of(text[-_LOOKED_AT:]), as_work=has_worked)
    # Of work two words are enough that the request has too.
    said = _last_telling(text, _stems(matter_of(exchange.get("asked", ""))) if has_worked else frozenset())
    if not said:
        return
    if has_worked:
        _came_of_it(state, said)
        return
    exchange["said"] = said
    # Work of which nobody said anything leaves it to the answer to what the session is for.
    is_open = "outcome" not in state and exchange.get("isPurpose", False)
    if is_open or (not state.get("worked") and _answers(state, said)):
        _came_of_it(state, said)


def work(state: dict[str, Any], command: str, files: Iterable[str]) -> None:
    """Note that a command was run or files were changed.

    What is only looked up for a question, after files were changed, is no work of the session.
    """
    exchange = _go_on(state)
    files = list(files)
    if command and is_command(exchange.get("asked", ""), commands_of([command])):
        _ask_nothing(state)
    if "prompt" in exchange:
        _take_up(state, words_of(" ".join([command, *files])[:_LOOKED_AT]), as_work=True)
    if exchange.get("says") and "prompt" in exchange:
        _prefer(state, _TAKEN)
    if not files and exchange.get("isQuestion") and state.get("changed"):
        return
    state["changed"] = state.get("changed", False) or bool(files)
    state["worked"] = exchange["worked"] = True
    if said := exchange.pop("said", ""):
        # Until it says more, it is what was said of the work before it began.
        _came_of_it(state, said)


def purpose(state: dict[str, Any]) -> str:
    """Return the first prompt that says something, as far as is known; where none does, the one that says most."""
    prompt = str(state.get("prompt", ""))
    if "promptIs" in state or is_telling(prompt):
        return prompt
    # An older version gathered it, and took the first prompt whatever it says.
    return next((str(one) for one in state.get("prompts", ()) if is_telling(one)), prompt)


def answered(state: dict[str, Any]) -> str:
    """Return the request that ``outcome`` answers where it is another than the purpose; empty where it is none."""
    asked = str(state.get("answered", ""))
    return "" if asked == state.get("prompt") else asked


def outcome(state: dict[str, Any]) -> str:
    """Return what came of a session in the assistant's words; empty where it said nothing of it."""
    if "exchange" in state:
        return str(state.get("outcome", ""))
    closing, prompts = str(state.get("closing", "")), state.get("prompts", ())
    said = _last_telling(closing)
    answers = not prompts or is_telling(prompts[-1]) or matter_of(said).amount >= _LONG_ANSWER
    return said if answers else ""


def _go_on(state: dict[str, Any]) -> dict[str, Any]:
    """Return the exchange that goes on; what an older version gathered before it is taken as it can be known."""
    if "exchange" not in state:
        if "prompt" in state:
            prompt, said = purpose(state), outcome(state)
            state["prompt"], state["promptIs"] = prompt, [_TAKEN if is_telling(prompt) else _UNSAID, len(prompt)]
            state["changed"], state["worked"] = bool(state.get("files")), bool(state.get("commands"))
            state["worked"] |= state["changed"]
            state |= {"outcome": said, "answered": ""} if said else {}
        state["exchange"] = {}
    found: dict[str, Any] = state["exchange"]
    return found


def _came_of_it(state: dict[str, Any], said: str) -> None:
    state["outcome"], exchange = said, state["exchange"]
    state["answered"] = exchange["asked"] if exchange.get("says") else ""


def commands_of(ran: Iterable[str]) -> list[list[str]]:
    """Return the words of commands, for ``is_command``."""
    return [list(words_of(command)) for command in ran]


def is_command(asked: str, commands: list[list[str]]) -> bool:
    """Whether a prompt is, word for word, a command that was run or how one begins."""
    said = list(words_of(asked)) if commands else []
    return bool(said) and any(said == ran[: len(said)] for ran in commands)


def _ask_nothing(state: dict[str, Any]) -> None:
    """Take a prompt for one that says nothing of what the session is for: only where none does it stands for that."""
    exchange = state["exchange"]
    exchange["says"] = False
    for name in ("prompt", "stems", "count", "letters"):
        exchange.pop(name, None)
    if state.get("prompt") == exchange["asked"]:
        state["promptIs"] = [_UNSAID, state["promptIs"][1]]


def _answers(state: dict[str, Any], said: str) -> bool:
    """Whether what was said without any work has to do with what the session is for; a farewell has not."""
    exchange, matter = state["exchange"], matter_of(said)
    if not exchange.get("says", True) and matter.amount < _LONG_ANSWER:
        return False
    before = f"{state.get('prompt', '')} {state.get('outcome', '')}"
    return (
        "outcome" not in state or exchange.get("isPurpose", False) or bool(_stems(matter) & _stems(matter_of(before)))
    )


def _stems(matter: Matter) -> set[str]:
    return {beginning(word) for word in matter.words if _letters(word) >= _TAKEN_UP}


def _take_up(state: dict[str, Any], words: Iterable[str], *, as_work: bool) -> None:
    """Trust the prompt of the exchange where others have its words; a short one only where work has a long one."""
    exchange = state["exchange"]
    shared = {beginning(word) for word in words} & set(exchange["stems"])
    if exchange["says"] and shared:
        _prefer(state, _TAKEN)
    elif as_work and any(_letters(stem) >= BEGINNING for stem in shared):
        _prefer(state, _TAKEN if exchange["count"] > 1 else _SAID)


def _prefer(state: dict[str, Any], rank: int) -> None:
    """Let the prompt of the exchange stand for the session where it is better than the one that does."""
    exchange = state["exchange"]
    before, letters = state.get("promptIs") or [_UNSAID, matter_of(state.get("prompt", "")).letters]
    # Of those that say next to nothing a clearly longer one.
    is_better = rank > before or (rank == before == _UNSAID and 2 * exchange["letters"] >= 3 * max(letters, 1))
    if "prompt" not in state or is_better:
        state["prompt"], state["promptIs"] = exchange["prompt"], [rank, exchange["letters"]]
        exchange["isPurpose"] = True
    if rank == _TAKEN:
        for name in ("prompt", "stems", "count", "letters"):
            exchange.pop(name, None)


def _last_telling(text: str, known: AbstractSet[str] = frozenset()) -> str:
    """Return the last paragraph of a text that says something, without the questions in it.

    With a word that is ``known`` two words are something.
    """
    for paragraph in reversed(_PARAGRAPH_END.split(text.replace("\r\n", "\n").strip())):
        sentences = [one for one in _SENTENCE_END.split(paragraph.strip()) if one and not ends_as_question(one)]
        said = " ".join(sentences)
        matter = matter_of(said)
        if matter.is_telling or (matter.amount > 1 and _stems(matter) & known):
            return cut(said, _OUTCOME)
    return ""


def _letters(word: str) -> int:
    """Return how long a word is; what is written in syllables or ideographs counts double."""
    return sum(1 if letter < "\u1100" else 2 for letter in word)
