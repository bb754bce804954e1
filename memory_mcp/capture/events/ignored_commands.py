"""Tell how a shell command touches ignored files: it names one, may print one, or prints the path of each line.

No command is run. A command is cut into words and pipelines as a shell would cut it, as far as that is possible without
a shell. Where that is unclear, the worse case is assumed.
"""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Callable, Iterator, Sequence
from fnmatch import fnmatchcase
from itertools import chain, islice, pairwise
from typing import Final, TypeAlias

Holds: TypeAlias = Callable[[str, Sequence[str]], bool]

_LONGEST_WORD: Final = 4_096
_MOST_WORDS: Final = 20_000
_MOST_ENTRIES: Final = 5_000
# A path may stand behind an option, a revision, a host or a sign that says "the file of this name".
_AROUND: Final = re.compile(r"[\s\"'();,<>|&=:\[\]{}`@]+")
_QUOTED: Final = re.compile(r"\"([^\"]+)\"|'([^']+)'")
_BRACES: Final = re.compile(r"\{([^{}]*,[^{}]*)\}")
# Where nobody knows what a shell puts there, it is the project's folder.
_UNKNOWN: Final = re.compile(r"(?:\$\([^()]*\)|`[^`]*`|\$\{?(?P<name>\w+)\}?)(?=[/\\])")
_MOVING: Final = frozenset({"PWD", "OLDPWD"})
_MAGIC: Final = re.compile(r"[*?\[]")
_ENDS: Final = frozenset({";", "&&", "||", "&", ";;", "(", ")", "|&"})
_MOVES: Final = frozenset({"cd", "pushd", "chdir", "Set-Location", "sl"})
# What comes before a program's name.
_BEFORE: Final = frozenset(
    {"sudo", "time", "nice", "nohup", "env", "command", "exec", "xargs", "then", "do", "else", "{", "!"}
)

_SEARCHES: Final = frozenset({"grep", "egrep", "fgrep", "zgrep"})
_TREE_SEARCHES: Final = frozenset({"rg", "ag", "ack", "ugrep"})
_FINDERS: Final = frozenset({"find", "fd", "fdfind"})
_LISTS: Final = frozenset({"ls", "tree", "git-ls-files", "dir", *_FINDERS})
_RUNS: Final = frozenset({"-exec", "-execdir", "-ok", "-x", "-X", "--exec", "--exec-batch"})
_SHOWS: Final = frozenset({"diff", "show", "log", "stash", "format-patch", "whatchanged", "range-diff", "reflog"})
# Filters that leave each line as it is; of a difference only those that keep its head.
_KEEP_LINES: Final = frozenset(
    {"head", "tail", "cat", "less", "more", "wc", "tee", "sort", "uniq", "tac", *_SEARCHES, "rg"}
)
_KEEP_NAMES: Final = _KEEP_LINES | {"sed", "awk", "cut", "tr"}
_KEEP_HEADS: Final = frozenset({"head", "cat", "less", "more", "wc", "tee"})
_SUBSTITUTED: Final = re.compile(r"(?:\$\(|`|<\()\s*(?:find|fd|ls|git\s+ls-files|git\s+grep|grep|rg)\b")


def candidates(text: str) -> list[str]:
    """Return what could be a path in a command or an argument: words, quoted strings, what braces stand for."""
    found: dict[str, None] = {}
    settled = _settled(text)
    for word in chain(_words(text), _words(settled) if settled != text else ()):
        if 0 < len(word) <= _LONGEST_WORD:
            found[word] = None
            if word.startswith("-") and len(word) > 2 and word[1] != "-":  # noqa: PLR2004 - an option of one letter
                found[word[2:]] = None
    return [word for word in found if not word.startswith("-")]


def folders_of(command: str, folders: Sequence[str]) -> list[str]:
    """Return where the paths of a command may begin: some folders, and wherever it changes to from them."""
    reached = list(folders)
    tokens = _tokens(_settled(command.encode("utf-8", "replace").decode()))
    for before, word in pairwise(tokens):
        if before in _MOVES or before in {"-C", "--cwd", "--prefix"}:
            reached += [os.path.join(folder, os.path.expanduser(word)) for folder in reached]  # noqa: PTH111, PTH118 - need not exist
            reached = list(dict.fromkeys(reached))[:50]
    return reached


def names_ignored(text: str, folders: Sequence[str], holds: Holds) -> bool:
    """Say whether a command or an argument names an ignored path; one of too many words counts as if it did."""
    words = candidates(text)
    return len(words) > _MOST_WORDS or any(
        holds(word, folders) or _is_elsewhere(word, folders, holds) for word in words
    )


def reaches_ignored(command: str, folders: Sequence[str], holds: Holds, literals: Sequence[str]) -> bool:
    """Say whether what a command prints may come from an ignored file though it names none and no line says of which.

    ``literals`` are paths the rules speak of, for files that lie on the disk no more.
    """
    if _SUBSTITUTED.search(command):
        return True
    globs = [word for word in candidates(command) if _MAGIC.search(word)]
    if any(_glob_reaches(glob, folders, holds, literals) for glob in globs):
        return True
    return any(_hides_paths(pipeline) for pipeline in _pipelines(_tokens(command)))


def prints_headings(command: str) -> bool:
    """Say whether a command prints a path on a line of its own above the lines of that file."""
    return any(
        stages
        and _program(stages[0]) in {*_TREE_SEARCHES, "git-grep"}
        and {"--heading", "-p", "--pretty"} & set(stages[0])
        for stages in _pipelines(_tokens(command))
    )


def _settled(text: str) -> str:
    """Return a command in which what only its shell knows, before a folder's sign, is the folder it ran in."""
    if "$" not in text and "`" not in text:
        return text
    return _UNKNOWN.sub(
        lambda found: found[0] if (found["name"] or "PWD") in os.environ.keys() - _MOVING else ".", text
    )


def _is_elsewhere(word: str, folders: Sequence[str], holds: Holds) -> bool:
    """Whether a path on no disk here, as in a container or on another host, ends as an ignored file's that is here."""
    if not word.startswith("/") or word.startswith("//") or "\0" in word or os.path.exists(os.path.dirname(word)):  # noqa: PTH110, PTH120 - a text is all there is
        return False
    parts = word.strip("/").split("/")
    tails = ("/".join(parts[start:]) for start in range(len(parts)))
    return any(
        os.path.exists(os.path.join(folder, tail)) and holds(tail, [folder])  # noqa: PTH110, PTH118 - as above
        for tail in tails
        for folder in folders
    )


def _words(text: str) -> Iterator[str]:
    yield from _AROUND.split(text)
    yield from _tokens(text)
    for quoted in _QUOTED.finditer(text):
        yield quoted[1] or quoted[2]
    if "{" in text:
        for word in text.split():
            yield from islice(_unbraced(word), _MOST_WORDS)


def _unbraced(word: str) -> Iterator[str]:
    """Yield what a word with braces stands for."""
    found = _BRACES.search(word)
    if found is None:
        yield word.strip("\"'")
        return
    for part in found[1].split(","):
        yield from _unbraced(word[: found.start()] + part + word[found.end() :])


def _tokens(command: str) -> list[str]:
    """Return the words and operators of a command, unquoted; by spaces alone where quotes do not close."""
    lexer = shlex.shlex(command.replace("\n", " ; "), posix=True, punctuation_chars=";&|()<>")
    lexer.whitespace_split = True
    lexer.commenters = ""
    # In Windows' paths it separates folders.
    if re.search(r"\w\\\w", command):
        lexer.escape = ""
    try:
        return list(lexer)
    except ValueError:
        return re.findall(r"\|\||&&|[;&|()<>]|[^\s;&|()<>]+", command)


def _pipelines(tokens: list[str]) -> Iterator[list[list[str]]]:
    """Yield the pipelines of a command, each as its stages' words."""
    stages: list[list[str]] = [[]]
    for word in [*tokens, ";"]:
        if word in _ENDS:
            if any(stages):
                yield [stage for stage in stages if stage]
            stages = [[]]
        elif word == "|":
            stages.append([])
        else:
            stages[-1].append(word)


def _program(words: list[str]) -> str:
    """Return which program a stage runs, without its folder; of git the subcommand, as ``git-diff``."""
    rest = [word for word in words if not re.match(r"\w+=", word)]
    while rest and rest[0] in _BEFORE:
        rest = rest[1:]
    if not rest:
        return ""
    name = rest[0].replace("\\", "/").rpartition("/")[2].removesuffix(".exe")
    if name != "git":
        return name
    rest = rest[1:]
    while rest and rest[0].startswith("-"):
        rest = rest[2 if rest[0] in {"-C", "-c"} else 1 :]
    return f"git-{rest[0]}" if rest else name


def _hides_paths(stages: list[list[str]]) -> bool:
    """Whether a pipeline reads files it finds itself and prints their lines without saying whose they are."""
    first, rest = stages[0], stages[1:]
    name, options = _program(first), [word for word in first if word.startswith("-")]
    if any("xargs" in stage for stage in stages):
        return True
    if name in _LISTS:
        return (name in _FINDERS and bool(_RUNS & set(first))) or not _all_keep(rest, _KEEP_NAMES)
    if name in _SEARCHES:
        is_deep = any(_has_letter(one, "rR") or one in {"--recursive", "--dereference-recursive"} for one in options)
        return is_deep and (_drops_names(options, "h") or not _all_keep(rest, _KEEP_LINES))
    if name in _TREE_SEARCHES or name == "git-grep":
        return _drops_names(options, "I" if name == "rg" else "h") or not _all_keep(rest, _KEEP_LINES)
    if name.startswith("git-") and name.removeprefix("git-") in _SHOWS:
        return _shows_differences(name, first) and not _all_keep(rest, _KEEP_HEADS)
    return False


def _shows_differences(name: str, words: list[str]) -> bool:
    """Whether git prints what changed, not only which commits or files did."""
    if {"--stat", "--name-only", "--name-status", "--shortstat", "--numstat", "-s", "--no-patch"} & set(words):
        return False
    return name not in {"git-log", "git-reflog", "git-stash"} or bool(
        {"-p", "-u", "--patch", "-U", "-W", "--cc", "-c"} & {word[:2] if word[:2] == "-U" else word for word in words}
    )


def _all_keep(stages: list[list[str]], keeping: frozenset[str]) -> bool:
    """Whether each filter of a pipeline leaves the lines it lets through as they are."""
    for stage in stages:
        name, options = _program(stage), [word for word in stage[1:] if word.startswith("-")]
        is_range = name == "sed" and any(re.fullmatch(r"\d+(,(\d+|\$))?p", word) for word in stage)
        if name not in keeping and not (is_range and keeping is not _KEEP_HEADS):
            return False
        if name in {*_SEARCHES, "rg"} and any(_has_letter(one, "o") or one == "--only-matching" for one in options):
            return False
    return True


def _drops_names(options: list[str], letter: str) -> bool:
    return any(_has_letter(one, letter) or one == "--no-filename" for one in options)


def _has_letter(option: str, letters: str) -> bool:
    return not option.startswith("--") and any(letter in option[1:] for letter in letters)


def _glob_reaches(glob: str, folders: Sequence[str], holds: Holds, literals: Sequence[str]) -> bool:
    """Whether a shell would put an ignored path in a pattern's place, as the disk is, or was by what the rules name."""
    parts = [part for part in glob.replace("\\", "/").split("/") if part not in {"", "."}]
    if any(_may_stand_for(parts, literal.split("/")) for literal in literals):
        return True
    budget = [_MOST_ENTRIES]
    for folder in folders:
        start = os.path.join(folder, "/" if glob.startswith("/") else "")  # noqa: PTH118 - a text is all that is needed
        if any(holds(path, folders) for path in _expanded(start, parts, budget)):
            return True
    return budget[0] <= 0


def _may_stand_for(parts: list[str], literal: list[str]) -> bool:
    if len(literal) == 1:
        return any(not part.startswith("*") or len(part) > 2 for part in parts) and any(  # noqa: PLR2004 - more than stars
            _MAGIC.search(part) and part.strip("*?") and _fits(literal[0], part) for part in parts
        )
    tail = parts[-len(literal) :]
    return len(tail) == len(literal) and all(_fits(name, part) for name, part in zip(literal, tail, strict=True))


def _fits(name: str, part: str) -> bool:
    return fnmatchcase(name, part) and (not name.startswith(".") or part.startswith("."))


def _expanded(folder: str, parts: list[str], budget: list[int]) -> Iterator[str]:
    """Yield the paths a pattern stands for below a folder, as long as the ``budget`` of entries looked at lasts."""
    if not parts:
        yield folder
        return
    part, rest = parts[0], parts[1:]
    if not _MAGIC.search(part):
        yield from _expanded(os.path.join(folder, part), rest, budget)  # noqa: PTH118 - as above
        return
    if part == "**":
        yield from _expanded(folder, rest, budget)
    try:
        with os.scandir(folder) as entries:
            found = list(islice(entries, max(budget[0], 0)))
    except (OSError, ValueError):
        return
    budget[0] -= len(found)
    for entry in found:
        if part == "**" and entry.is_dir(follow_symlinks=False):
            yield from _expanded(entry.path, parts, budget)
        if _fits(entry.name, part):
            yield from _expanded(entry.path, rest, budget)
