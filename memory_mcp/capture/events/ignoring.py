"""What a project's marker file keeps out of capture: whole folders, and what tools did to ignored files.

A call that names an ignored file stays out whole. Of what others print, the lines of ignored files are left out; where
nobody can tell which those are, all of it. Rules that cannot be read keep out whatever tools did.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from memory_mcp.capture.clients.utterance import Said
from memory_mcp.errors import InvalidInputError
from memory_mcp.project import MARKER, CaptureRules, working_tree

if TYPE_CHECKING:
    from memory_mcp.capture.events.ignored_paths import IgnoredPaths

Verdict: TypeAlias = Literal["keep", "filter", "withhold", "drop"]

SECTION: Final = "Content from @"
"""What a client puts above the content of a file a person named, behind the person's words."""

# What these give back is of a command that an earlier call began.
_CONTINUING: Final = frozenset({"BashOutput", "TaskOutput", "write_stdin"})

WITHHELD: Final = "[output left out: it may hold what the project's marker file ignores]"
"""What stands in a turn in place of an output that may be an ignored file's."""


class Ignoring:
    """The rules of one folder's marker file, as they are put to turns.

    ``problem``: why they cannot be followed, empty where they can; then every outcome of a tool stays out.
    """

    def __init__(self, folder: Path, paths: IgnoredPaths | None = None, problem: str = "") -> None:
        self.folder = folder
        self.paths = paths
        self.problem = problem
        # Folders a path may begin at.
        self.folders: tuple[str, ...] = (str(folder),)

    def holds_folder(self) -> bool:
        """Say whether all that is said in the folder is kept out."""
        return self.paths is not None and self.paths.holds(f"{self.folder}/", self.folders)

    def verdict(self, said: Said) -> Verdict:
        """Say what becomes of a turn: kept, its output looked through line by line or left out, or dropped."""
        named = [*said.attributes.get("files", ()), str(said.attributes.get("command", ""))]
        if self.problem:
            return "drop" if said.call is not None or any(named) else "keep"
        if self.paths is None:
            return "keep"
        if said.role != "tool":
            return "filter" if said.role == "user" and SECTION in said.text else "keep"
        return self._of_tool(said, self.paths)

    def without_ignored(self, said: Said) -> Said | None:
        """Return a turn without what the rules keep out; None where that is all of it."""
        match self.verdict(said):
            case "keep":
                return said
            case "drop":
                return None
            case "withhold":
                return _with_output(said, WITHHELD)
            case "filter":
                return self._filtered(said)

    def _of_tool(self, said: Said, paths: IgnoredPaths) -> Verdict:
        from memory_mcp.capture.events import ignored_commands  # noqa: PLC0415 - few projects have patterns, and a hook has no time

        command = str(said.attributes.get("command", ""))
        folders = self._folders_of(said)
        if any(paths.holds(file, folders) for file in said.attributes.get("files", ())):
            return "drop"
        texts = [command, *(said.call.places if said.call else ())]
        if any(ignored_commands.names_ignored(text, folders, paths.holds) for text in texts if text):
            return "drop"
        if said.speaker in _CONTINUING or (said.call is not None and said.call.is_withheld):
            return "withhold"
        if command and ignored_commands.reaches_ignored(command, folders, paths.holds, paths.literals):
            return "withhold"
        return "filter"

    def _folders_of(self, said: Said) -> list[str]:
        """Return where a relative path in a turn may begin: nobody says where a shell had gone before."""
        from memory_mcp.capture.events.ignored_commands import folders_of  # noqa: PLC0415 - as above

        named = said.call.folders if said.call else ()
        given = [os.path.join(folder, one) for one in ("", *named) for folder in self.folders]  # noqa: PTH118 - as they were spelled
        return folders_of(str(said.attributes.get("command", "")), list(dict.fromkeys(given)))

    def _filtered(self, said: Said) -> Said | None:
        from memory_mcp.capture.events import ignored_commands, ignored_lines  # noqa: PLC0415 - as above

        if self.paths is None:
            return said
        folders, command = self._folders_of(said), str(said.attributes.get("command", ""))
        folders += [one for word in command.split() for one in self._subfolders(word)]
        holds = self.paths.holds
        if said.role == "user":
            found = ignored_lines.filtered(said.text, lambda path: holds(path, folders))
            return said if not found.left_out or found.text is None else said._replace(text=found.text)
        at = said.call.output_at if said.call else 0
        found = ignored_lines.filtered(
            said.text[at:], lambda path: holds(path, folders), has_headings=ignored_commands.prints_headings(command)
        )
        if found.text is None:
            return _with_output(said, WITHHELD)
        if not found.left_out:
            return said
        noted = f"[lines of ignored files left out: {found.left_out}]"
        return _with_output(said, "\n".join(part for part in (found.text.rstrip("\n"), noted) if part))

    def _subfolders(self, word: str) -> list[str]:
        """Return the folder a word of a command names: what is listed there is named relative to it."""
        if word.startswith("-") or "\0" in word:
            return []
        found = (os.path.join(folder, word.strip("\"'")) for folder in self.folders)  # noqa: PTH118 - as above
        return [one for one in found if os.path.isdir(one)][:1]  # noqa: PTH112 - as above


def ignoring(rules: CaptureRules, folder: Path) -> Ignoring:
    """Return what a folder's marker file keeps out of capture; rules that cannot be followed are its ``problem``."""
    if rules.problem or not (rules.ignore or rules.outer):
        return Ignoring(folder, problem=rules.problem)
    from memory_mcp.capture.events.ignored_paths import IgnoredPaths  # noqa: PLC0415 - it loads what reads patterns

    paths = None
    at: CaptureRules | None = rules
    while at is not None:
        try:
            paths = IgnoredPaths(at.ignore, _roots(at, folder), paths) if at.ignore else paths
        except InvalidInputError as exc:
            return Ignoring(folder, problem=f"{MARKER} in {at.root}: {exc}")
        at = at.outer
    return Ignoring(folder, paths)


def _roots(rules: CaptureRules, folder: Path) -> list[Path]:
    """Return the folders the patterns begin at: the marker file's, and the root of a working tree it holds for too."""
    roots = [rules.root] if rules.root is not None else []
    real = Path(os.path.realpath(folder))
    if rules.root is None or not real.is_relative_to(os.path.realpath(rules.root)):
        roots.append(working_tree(real) or real)
    return roots


def _with_output(said: Said, output: str) -> Said:
    """Return a tool's turn with another output; where there was none, as it is."""
    at = said.call.output_at if said.call else 0
    return said._replace(text=said.text[:at] + output) if said.text[at:].strip() else said
