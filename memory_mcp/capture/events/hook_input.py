"""Read what a hook is given: its command line, the settings of the machine, and what the client says of the event.

Nothing of it may end capture: what is not understood is left alone, and noted where that says more than nothing.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, NamedTuple

from memory_mcp.config import Settings
from memory_mcp.errors import InvalidInputError
from memory_mcp.language.long_numbers import read_json

_MOST_INPUT: Final = 64_000_000


class Asked(NamedTuple):
    """The command line of a hook; None for what it does not say."""

    event: str
    client: str
    db: str | None
    key_file: str | None = None
    keychain: str | None = None


def asked_of(arguments: Sequence[str]) -> Asked:
    """Return what a command line says; what is not understood is left out."""
    named: dict[str, str] = {}
    rest: list[str] = []
    words, options = iter(arguments), ("--client", "--db", "--key-file", "--keychain")
    for word in words:
        if word in options:
            named[word] = next(words, "")
        elif word.startswith(tuple(f"{option}=" for option in options)):
            name, _, named[name] = word.partition("=")
        elif not word.startswith("-"):
            rest.append(word)
    client, *places = (named.get(option) for option in options)
    return Asked(rest[0] if rest else "", client or "", *(place or None for place in places))


def settings_of(asked: Asked) -> tuple[Settings, InvalidInputError | None]:
    """Return the settings, and why the key, or its place, cannot be used: without it all would go into a plain file.

    Another variable that cannot be read is noted and must not end capture, nor take others along. Raises
    InvalidInputError where it says which file.
    """
    path = None if asked.db is None else Path(asked.db).expanduser().absolute()
    given = dict(os.environ)
    problems: list[InvalidInputError] = []
    while True:
        try:
            settings = Settings.load(given, db_path=path, key_file=asked.key_file, keychain=asked.keychain)
        except InvalidInputError as exc:
            if exc.field == "MEMORY_DB_PATH" or exc.field not in given:
                raise
            del given[exc.field]
            problems.append(exc)
            continue
        refused = [problem for problem in problems if problem.field.startswith("MEMORY_DB_KEY")]
        for problem in problems:
            if problem not in refused[:1]:
                note_for(settings, asked, str(problem))
        return settings, next(iter(refused), None)


def payload_of(note: Callable[[str], None]) -> dict[str, Any]:
    """Return what the client sent; what is no JSON object counts as an empty one, and is noted if it is not blank."""
    raw = sys.stdin.buffer.read(_MOST_INPUT) if sys.stdin is not None and not sys.stdin.isatty() else b""
    with suppress(ValueError, RecursionError):
        payload = read_json(raw.decode("utf-8-sig", "replace"))
        if isinstance(payload, dict):
            return payload
    if raw.strip():
        note("what the client sent is no JSON object, so nothing of it is known")
    return {}


def note_for(settings: Settings | None, asked: Asked, problem: str) -> None:
    """Write down what went wrong in a hook, as ``note_problem`` does."""
    from memory_mcp.capture.events.hook_log import note_problem  # noqa: PLC0415 - most hooks have nothing to note

    note_problem(settings, asked.event, asked.client, problem)
