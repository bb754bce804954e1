"""What git knows of a folder, asked of the git command: its files, which commit wrote each last, what was done lately.

Every question has a time limit and an answer for "no git, or not here". Nothing a repository's own configuration names
is run, and nothing is fetched: a folder may come from anybody.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Final

TIME_LIMIT_S: Final = 20.0
# How far back it is looked for the commit that wrote a file; of an older file it is not known.
_COMMITS_LOOKED_AT: Final = 3_000
_SAFE: Final = (
    *("-c", "core.fsmonitor=false"),
    *("-c", "core.hooksPath="),
    *("-c", "log.showSignature=false"),
    *("-c", "core.quotePath=false"),
)
# Objects that are missing would be fetched, by a command the repository names.
_QUIET: Final = {
    "GIT_OPTIONAL_LOCKS": "0", "GIT_TERMINAL_PROMPT": "0", "GIT_NO_LAZY_FETCH": "1", "GIT_ALLOW_PROTOCOL": "none",
    "LC_ALL": "C.UTF-8",
}  # fmt: skip
_NONE: Final[Mapping[str, str]] = MappingProxyType({})
_RECORD: Final = "\x1e"
_FIELD: Final = "\x1f"


@dataclass(frozen=True, slots=True)
class Commit:
    """A commit by its short name and its time (seconds since 1970); empty for what is in none."""

    name: str = ""
    seconds: int | None = None


@dataclass(frozen=True, slots=True)
class Known:
    """What git knows of a folder: its files (relative, with /), who wrote them last, and which were changed since."""

    files: tuple[str, ...]
    head: Commit
    last: dict[str, Commit] = field(default_factory=dict)
    changed: frozenset[str] = frozenset()

    def commit_of(self, path: str) -> Commit:
        """Return the commit that wrote a file last; none for one that is not committed as it is."""
        return Commit() if path in self.changed else self.last.get(path, Commit())


def known_of(folder: Path) -> Known | None:
    """Return what git knows of a folder of a working tree; None without git, outside a repository, or too late."""
    files = _lines(_ask(folder, "ls-files", "-z", "--cached", "--others", "--exclude-standard"), "\0")
    if files is None:
        return None
    told = _ask(folder, "ls-files", "-z", "--modified", "--others", "--exclude-standard", settings=_unfiltered(folder))
    changed = _lines(told, "\0") or []
    head = Commit()
    last: dict[str, Commit] = {}
    told = _ask(
        folder, "log", f"-n{_COMMITS_LOOKED_AT}", f"--format={_RECORD}%h{_FIELD}%ct", "--name-only", "--relative", "-z",
        "--", ".",
    )  # fmt: skip
    for record in (told or "").split(_RECORD)[1:]:
        name, _, rest = record.partition(_FIELD)
        seconds, *paths = (part.strip("\n") for part in rest.split("\0"))
        commit = Commit(name, int(seconds) if seconds.isdigit() else None)
        head = head if head.name else commit
        for path in filter(None, paths):
            last.setdefault(path, commit)
    return Known(tuple(dict.fromkeys(files)), head, last, frozenset(changed))


def recent_history(folder: Path, commits: int) -> str | None:
    """Return the last commits, newest first: day, name, author and subject, then what the message says; None as above.

    A time limit passed, or an empty history, is None too.
    """
    told = _ask(folder, "log", f"-n{commits}", f"--format={_RECORD}%cs %h %an: %s{_FIELD}%b", "--no-color", "--", ".")
    paragraphs = []
    for record in (told or "").split(_RECORD)[1:]:
        subject, _, body = record.partition(_FIELD)
        said = [f"  {line}" for line in body.strip().splitlines() if line.strip()]
        paragraphs.append("\n".join([subject.strip(), *said]) + "\n")
    return "\n".join(paragraphs) or None


def _lines(text: str | None, end: str) -> list[str] | None:
    return None if text is None else [line for line in text.split(end) if line]


def _unfiltered(folder: Path) -> dict[str, str]:
    """Return the settings that keep git from running filters: it would to compare a file with what was committed."""
    names = _lines(_ask(folder, "config", "-z", "--name-only", "--get-regexp", r"^filter\."), "\0") or []
    filters = {name.rpartition(".")[0] for name in names}
    off = {"clean": "", "process": "", "required": "false"}
    return {f"{name}.{part}": value for name in sorted(filters) for part, value in off.items()}


def _ask(folder: Path, *words: str, settings: Mapping[str, str] = _NONE) -> str | None:
    """Run a git command that only reads, under ``settings``; None where it cannot be run, fails or takes too long."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    environment = kept | _QUIET | {"GIT_CONFIG_COUNT": str(len(settings))}
    for number, (name, value) in enumerate(settings.items()):
        environment |= {f"GIT_CONFIG_KEY_{number}": name, f"GIT_CONFIG_VALUE_{number}": value}
    command: Sequence[str] = ("git", "--no-pager", *_SAFE, *words)
    try:
        ended = subprocess.run(  # noqa: S603 - git with words of ours; a path is never among them
            command, cwd=folder, env=environment, stdin=subprocess.DEVNULL, capture_output=True, timeout=TIME_LIMIT_S,
            check=False,
        )  # fmt: skip
    except (OSError, subprocess.TimeoutExpired):
        return None
    return ended.stdout.decode("utf-8", "surrogateescape") if ended.returncode == 0 else None
