"""Find quickly the words of a call and of its output that may be paths.

They decide which folders are searched for a marker file where the session's own folder ignores nothing. The files that
are found are then read with full care. So one word too many costs a look at the disk, and one too few would let through
what a marker file excludes.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final

_WORD: Final = re.compile(r"[^\s\"'();,<>|&=:\[\]{}`@]++")
_QUOTED: Final = re.compile(r"\"([^\"]*)\"|'([^']*)'")
_FOLDER: Final = re.compile(r"(?<![^\s\"'();,<>|&=:\[\]{}`@])(?:[^\s\"'();,<>|&=:\[\]{}`@/\\]*+[/\\])++")
# Where a line says whose it is, the name may have spaces.
_FOLDER_OF_LINE: Final = re.compile(r"^(?=[^\n: ]*+ )(?=[^\n:]*+:)[^\n:]*[/\\]", re.MULTILINE)
# What only a shell's reading divides rightly: what is escaped, and what is replaced before a slash.
_REPLACED: Final = re.compile(r"\\(?!\n)|`|\$\(|\$\{?\w+\}?[\"']?/|\{[^{}\s]*,")
_MOVED: Final = re.compile(
    r"(?:^|(?<=[\s;&|(]))(?:cd|pushd|chdir|Set-Location|sl|-C|--cwd|--prefix)[\s=]+[\"']?(?P<folder>[^\s\"';&|()]+)"
)
_MOST_FOLDERS: Final = 50
_MOST_FOLDERS_OF_OUTPUT: Final = 2_000


def words_of(text: str) -> list[str]:
    """Return the words of a command or an argument that may be paths."""
    if _is_for_a_shell(text):
        from memory_mcp.capture.events.ignored_commands import candidates  # noqa: PLC0415 - a hook has no time

        return candidates(text)
    return list(dict.fromkeys((text, *text.split(), *_WORD.findall(text))))


def folders_of(command: str, folders: Sequence[str]) -> list[str]:
    """Return where the paths of a command may begin: some folders, and wherever it changes to from them."""
    if _is_for_a_shell(command):
        from memory_mcp.capture.events import ignored_commands  # noqa: PLC0415 - as above

        return ignored_commands.folders_of(command, folders)
    reached = list(folders)
    for found in _MOVED.finditer(command):
        moved = os.path.expanduser(found["folder"])  # noqa: PTH111 - need not exist
        reached += [os.path.join(folder, moved) for folder in reached]  # noqa: PTH118 - as above
        reached = list(dict.fromkeys(reached))[:_MOST_FOLDERS]
    return reached


def folders_in(output: str) -> Iterator[str]:
    """Yield the folders that an output names, each once and not all of very many."""
    if "/" in output or "\\" in output:
        found = dict.fromkeys((*_FOLDER.findall(output), *_FOLDER_OF_LINE.findall(output)))
        yield from islice(found, _MOST_FOLDERS_OF_OUTPUT)


def _is_for_a_shell(text: str) -> bool:
    """Whether a text has a sign that is replaced or escaped, or quotes that are a part of a word or join two."""
    if _REPLACED.search(text):
        return True
    for found in _QUOTED.finditer(text):
        inner = found[1] or found[2] or ""
        around = text[max(found.start() - 1, 0) : found.start()] + text[found.end() : found.end() + 1]
        if _WORD.search(around) or ("/" in inner and " " in inner):
            return True
    return False
