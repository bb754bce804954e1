"""Ask the git command about a folder: its files, the last commit that wrote each of them, and the latest commits.

Every question has a time limit. Each has an answer for the case that git is missing or the folder is in no repository.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from memory_mcp.project.git_command import ask

# How far back it is looked for the commit that wrote a file; of an older file it is not known.
_COMMITS_LOOKED_AT: Final = 3_000
_RECORD: Final = "\x1e"
_FIELD: Final = "\x1f"


@dataclass(frozen=True, slots=True)
class Commit:
    """A commit by its short name and its time (seconds since 1970); empty for what is in none."""

    name: str = ""
    seconds: int | None = None


@dataclass(frozen=True, slots=True)
class GitKnowledge:
    """What git knows of a folder: its files (relative, with /), who wrote them last, and which were changed since."""

    files: tuple[str, ...]
    head: Commit
    last: dict[str, Commit] = field(default_factory=dict)
    changed: frozenset[str] = frozenset()

    def commit_of(self, path: str) -> Commit:
        """Return the commit that wrote a file last; none for one that is not committed as it is."""
        return Commit() if path in self.changed else self.last.get(path, Commit())


def known_of(folder: Path) -> GitKnowledge | None:
    """Return what git knows of a folder of a working tree; None without git, outside a repository, or too late."""
    files = _lines(ask(folder, "ls-files", "-z", "--cached", "--others", "--exclude-standard"), "\0")
    if files is None:
        return None
    told = ask(folder, "ls-files", "-z", "--modified", "--others", "--exclude-standard", settings=_unfiltered(folder))
    changed = _lines(told, "\0") or []
    head = Commit()
    last: dict[str, Commit] = {}
    told = ask(
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
    return GitKnowledge(tuple(dict.fromkeys(files)), head, last, frozenset(changed))


def recent_history(folder: Path, commits: int) -> str | None:
    """Return the last commits, newest first: day, name, author and subject, then what the message says; None as above.

    A time limit passed, or an empty history, is None too.
    """
    told = ask(folder, "log", f"-n{commits}", f"--format={_RECORD}%cs %h %an: %s{_FIELD}%b", "--no-color", "--", ".")
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
    names = _lines(ask(folder, "config", "-z", "--name-only", "--get-regexp", r"^filter\."), "\0") or []
    filters = {name.rpartition(".")[0] for name in names}
    off = {"clean": "", "process": "", "required": "false"}
    return {f"{name}.{part}": value for name in sorted(filters) for part, value in off.items()}
