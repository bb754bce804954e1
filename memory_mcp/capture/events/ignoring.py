"""Keep out of capture what marker files exclude: whole folders, and what tools did to ignored files.

A call that names an ignored file stays out whole. Of the output of other calls, the lines of ignored files are left
out; where it is unclear which lines those are, the whole output is. Where the rules cannot be read, nothing that tools
did is kept. Three sets of rules count: those of the session's folder, those at and above each folder in which something
was said, and those at and above each file that a call names.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from memory_mcp.capture.clients.utterance import TranscriptEntry
from memory_mcp.capture.events.marked_folders import KeptOut, MarkedFolders
from memory_mcp.capture.events.path_forms import LookedUp, absolute
from memory_mcp.project import CaptureRules

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
    """The rules of one folder's marker file, and of those that lie elsewhere, as they are put to turns.

    ``problem``: why the folder's own cannot be followed, empty where they can; then every outcome of a tool stays out.
    """

    def __init__(
        self, folder: Path, paths: IgnoredPaths | None = None, problem: str = "", marked: MarkedFolders | None = None
    ) -> None:
        self.folder = folder
        self.paths = paths
        self.problem = problem
        # Folders a path may begin at.
        self.folders: tuple[str, ...] = (str(folder),)
        self._marked = MarkedFolders() if marked is None else marked
        self._held: LookedUp[str, bool] = LookedUp()
        self._said_in: LookedUp[str, Verdict] = LookedUp()

    def forget(self) -> None:
        """Let go of what was looked at for the turns so far: whoever reads many transcripts holds one at a time."""
        self._held.clear()
        self._said_in.clear()
        self._marked.forget()
        if self.paths is not None:
            self.paths.forget()

    def holds_folder(self) -> bool:
        """Say whether all that is said in the folder is kept out."""
        return self.paths is not None and self.paths.holds(f"{self.folder}/", self.folders)

    def holds(self, path: str, folders: Sequence[str]) -> bool:
        """Say whether a path is kept out, absolute or below any of some folders: here, or by a marker file above it."""
        return any(map(self._is_held, absolute(path, folders)))

    def verdict(self, said: TranscriptEntry) -> Verdict:
        """Say what becomes of a turn: kept, its output looked through line by line or left out, or dropped."""
        named = [*said.attributes.get("files", ()), str(said.attributes.get("command", ""))]
        is_outcome = said.call is not None or any(named)
        for folder in {said.folder, said.call.folder if said.call else ""} - {""}:
            found = self._of_folder(folder)
            if found == "drop" or (found == "withhold" and is_outcome):
                return "drop"
        if self.problem:
            return "drop" if is_outcome else "keep"
        if said.role != "tool":
            return "filter" if said.role == "user" and SECTION in said.text else "keep"
        return self._of_tool(said)

    def without_ignored(self, said: TranscriptEntry) -> TranscriptEntry | None:
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

    def _is_held(self, path: str) -> bool:
        found = self._held.get(path)
        if found is None:
            found = self._held[path] = (self.paths is not None and self.paths.ignores(path)) or any(
                kept.is_all or bool(kept.problem) or (kept.paths is not None and kept.paths.ignores(path))
                for _path, kept in self._elsewhere(path, ("",))
            )
        return found

    def _elsewhere(self, path: str, folders: Sequence[str]) -> Iterator[tuple[str, KeptOut]]:
        """Yield what is kept out at or above a path, but for what the patterns of this folder do."""
        for full, kept in self._marked.around(path, folders):
            if kept.is_all or kept.problem or kept.paths is not self.paths:
                yield full, kept

    def _of_folder(self, folder: str) -> Verdict:
        """Say what becomes of what is said in a folder: kept or dropped, and ``withhold`` of tools' outcomes alone."""
        found = self._said_in.get(folder)
        if found is None:
            place = f"{folder}/"
            around = list(self._elsewhere(place, self.folders))
            is_out = (self.paths is not None and self.paths.holds(place, self.folders)) or any(
                kept.is_all or (kept.paths is not None and kept.paths.ignores(full)) for full, kept in around
            )
            found = "drop" if is_out else "withhold" if any(kept.problem for _full, kept in around) else "keep"
            self._said_in[folder] = found
        return found

    def _of_tool(self, said: TranscriptEntry) -> Verdict:
        texts = [str(said.attributes.get("command", "")), *(said.call.places if said.call else ())]
        if self.paths is None and not self._reaches_elsewhere(said, texts):
            return "keep"
        from memory_mcp.capture.events import ignored_commands  # noqa: PLC0415 - few projects have patterns, and a hook has no time

        command = texts[0]
        folders = self._folders_of(said)
        if any(self.holds(file, folders) for file in said.attributes.get("files", ())):
            return "drop"
        if any(ignored_commands.names_ignored(text, folders, self.holds) for text in texts if text):
            return "drop"
        if said.speaker in _CONTINUING or (said.call is not None and said.call.is_withheld):
            return "withhold"
        if command and ignored_commands.reaches_ignored(command, folders, self.holds, self._literals(folders)):
            return "withhold"
        return "filter"

    def _literals(self, folders: Sequence[str]) -> list[str]:
        """Return the paths that the rules of the session's folder, and of others that were gone to, speak of."""
        others = (kept.paths for one in folders for _path, kept in self._elsewhere(one, self.folders))
        return [literal for paths in {self.paths, *others} if paths is not None for literal in paths.literals]

    def _reaches_elsewhere(self, said: TranscriptEntry, texts: Sequence[str]) -> bool:
        """Whether a call or its output names a path or a folder that has rules, where the session's folder has none."""
        from memory_mcp.capture.events import path_words  # noqa: PLC0415 - a prompt, which waits, names none

        folders = path_words.folders_of(texts[0], self._begins_at(said))
        if self._marked.are_any([*folders, *said.attributes.get("files", ())], folders):
            return True
        if any(self._marked.are_any(path_words.words_of(text), folders) for text in texts if text):
            return True
        # An output may name thousands. Of several changes of folder most lead to none, and around none of all these
        # folders is a marker file, as was just asked.
        there = [one for one in folders if os.path.isdir(one)]  # noqa: PTH112 - False for a name that is too long
        output = said.text[said.call.output_at if said.call else 0 :]
        return self._marked.are_any(path_words.folders_in(output), there or folders)

    def _begins_at(self, said: TranscriptEntry) -> list[str]:
        """Return the folders a turn itself says it is about, and the session's."""
        named = (said.folder, *((said.call.folder, *said.call.folders) if said.call else ()))
        given = (os.path.join(folder, one) for one in named if one for folder in self.folders)  # noqa: PTH118 - as they were spelled
        return list(dict.fromkeys((*self.folders, *given)))

    def _folders_of(self, said: TranscriptEntry) -> list[str]:
        """Return where a relative path in a turn may begin: nobody says where a shell had gone before."""
        from memory_mcp.capture.events.ignored_commands import folders_of  # noqa: PLC0415 - as above

        return folders_of(str(said.attributes.get("command", "")), self._begins_at(said))

    def _filtered(self, said: TranscriptEntry) -> TranscriptEntry | None:
        from memory_mcp.capture.events import ignored_commands, ignored_lines  # noqa: PLC0415 - as above

        folders, command = self._folders_of(said), str(said.attributes.get("command", ""))
        folders += [one for word in command.split() for one in self._subfolders(word)]
        if said.role == "user":
            found = ignored_lines.filtered(said.text, lambda path: self.holds(path, folders))
            return said if not found.left_out or found.text is None else said._replace(text=found.text)
        at = said.call.output_at if said.call else 0
        found = ignored_lines.filtered(
            said.text[at:],
            lambda path: self.holds(path, folders),
            has_headings=ignored_commands.prints_headings(command),
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
    """Return what marker files keep out of capture, a folder's own among them; where that cannot be followed, why."""
    marked = MarkedFolders()
    kept = marked.settle(rules, folder)
    return Ignoring(folder, kept.paths, kept.problem, marked)


def _with_output(said: TranscriptEntry, output: str) -> TranscriptEntry:
    """Return a tool's turn with another output; where there was none, as it is."""
    at = said.call.output_at if said.call else 0
    return said._replace(text=said.text[:at] + output) if said.text[at:].strip() else said
