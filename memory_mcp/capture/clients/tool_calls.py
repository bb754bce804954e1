"""Make one turn of a tool call and its outcome: the command, the files, how it ended and what came back."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from typing import Any, Final

from memory_mcp.capture.clients.injected_markup import is_own_tool, unframed
from memory_mcp.capture.clients.utterance import Json, Reading, ToolCall, TranscriptEntry, object_of, text_of
from memory_mcp.temporal import Instant

_COMMANDS: Final = ("command", "cmd", "script")
_PATHS: Final = ("file_path", "path", "notebook_path", "absolute_path", "filePath", "target_file", "relative_path")
_WORDS: Final = ("content", "step", "description", "title", "text")
_CLOSED: Final = frozenset({"completed", "complete", "done", "cancelled", "canceled", "deleted"})
_MOST_TODOS: Final = 50
# Arguments that hold words, not paths; what is left out of a search does not come back from it.
_NO_PLACES: Final = frozenset({
    *_COMMANDS, *_WORDS, "pattern", "query", "regex", "old_string", "new_string", "old_str", "new_str", "oldString",
    "newString", "new_source", "prompt", "message", "explanation", "instructions", "justification", "reason", "thought",
    "code_edit", "input", "patch", "patchText", "todos", "plan", "exclude", "excludes", "exclude_patterns",
    "status", "activeForm", "id",
})  # fmt: skip
# Arguments that are programs: the files they open stand in them.
_PROGRAMS: Final = frozenset({"code", "expression", "function"})
_FOLDERS: Final = frozenset({
    "path", "dir_path", "directory", "cwd", "workdir", "working_directory", "root", "target_directories", "folder",
})  # fmt: skip
_LONGEST_PLACE: Final = 1_000
_DEEPEST: Final = 6
# Patterns are compiled where a text needs them.
_compiled: Final = cache(re.compile)
_PATCHED: Final = r"(?m)^\*\*\* (?:(?:Add|Update|Delete) File|Move to): (.+)$"
# What a client's shell says above an output; some say more there than how it ended.
_EXIT: Final = r"(?:Process exited with code|Exit code:?|exit_code:)\s*(?P<exit>-?[0-9]{1,10})[ \t]*(?:\n|\Z)"
_ABOUT: Final = r"(?:Chunk ID|Wall time|Original token count):[^\n]*\n"
_HEAD: Final = rf"(?i)\A\s*(?:{_ABOUT})*{_EXIT}(?:(?:{_ABOUT})*Output:[ \t]*(?:\n|\Z))?"
# Most models draw the id of a call at random; some name the tool and count.
_NUMBERED: Final = r"(?<![0-9A-Za-z])[0-9]{1,5}(?::outcome)?\Z"
_DRAWN: Final = r"(?=[A-Za-z]*[0-9])[0-9A-Za-z]{8,}"


def is_counted(key: str) -> bool:
    """Whether the key of a call may be that of another one, in a conversation that counts its calls as well."""
    return bool(_compiled(_NUMBERED).search(key)) or not _compiled(_DRAWN).search(key)


def begin(reading: Reading, call_id: str, name: str, arguments: Any, at: Instant | None, session: str = "") -> None:
    """Keep a call until its outcome is read; of an own tool only that it was called."""
    calls = reading.pending.setdefault("calls", {})
    if is_own_tool(name):
        calls[call_id] = {"is_own": True}
        return
    calls[call_id] = called(name, arguments, reading.folder) | {"at": at, "session": session}


def called(name: str, arguments: Any, folder: str = "") -> Json:
    """Return a call as it is kept: what it says, the facts it names, and the paths in it; it ran in ``folder``."""
    places, folders = places_of(arguments)
    folders += [folder] if folder else []
    named: Json = {"places": places} if places else {}
    named |= {"folders": folders} if folders else {}
    named |= {"folder": folder} if folder else {}
    return {"name": name, "said": asked(name, arguments), **facts_of(arguments), **named}


def end(
    reading: Reading, call_id: str, output: Any, at: Instant | None, *, is_error: bool = False,
    exit_code: int | None = None, session: str = "",
) -> Iterator[TranscriptEntry]:  # fmt: skip
    """Yield the turn of a call whose outcome is here; own tools yield none."""
    calls = reading.pending.get("calls", {})
    call = calls.pop(call_id, None) or {"name": "", "said": "", "at": at}
    if call.get("is_own") or call.get("is_left_out"):
        return
    # A call that was stored without its outcome is in; the outcome is a turn of its own.
    key = f"{call_id}:outcome" if call.get("is_stored") else call_id
    yield turn(
        key,
        call,
        output,
        is_error=is_error,
        exit_code=exit_code,
        at=call["at"] or at,
        session=call.get("session") or session,
        folder=reading.folder,
    )


def has_unfinished(pending: Json) -> bool:
    """Whether a call waits for its outcome, of which nothing is stored yet."""
    return any(map(_waits, pending.get("calls", {}).values()))


def _waits(call: Json) -> bool:
    return not any(call.get(why) for why in ("is_stored", "is_own", "is_left_out"))


def unfinished(reading: Reading) -> Iterator[TranscriptEntry]:
    """Yield the calls whose outcome did not come before the turn was over; a later one is a turn of its own."""
    for call_id, call in reading.pending.get("calls", {}).items():
        if _waits(call):
            call["is_stored"] = True
            yield turn(call_id, call, None, at=call["at"], session=call.get("session", ""))


def turn(
    key: str, call: Json, output: Any, *, at: Instant | None, is_error: bool = False, exit_code: int | None = None,
    session: str = "", folder: str = "",
) -> TranscriptEntry:  # fmt: skip
    """Return a call and what came of it, which was read in ``folder``, as one turn."""
    said = unframed(outcome_text(output))
    found = re.search(_HEAD, said)
    if found:
        exit_code = int(found["exit"]) if exit_code is None else exit_code
        said = said[found.end() :]
    attributes = {name: call[name] for name in ("command", "files") if call.get(name)}
    # An empty list says that all is done.
    attributes |= {name: call[name] for name in ("todos", "done") if name in call}
    if exit_code is not None:
        attributes["exit"] = exit_code
    if is_error:
        attributes["failed"] = True
    status = f"[exit {exit_code}]" if exit_code not in (None, 0) else "[failed]" if is_error else ""
    text = "\n".join(part for part in (call["said"], status, said) if part)
    known = ToolCall(
        tuple(call.get("places", ())), tuple(call.get("folders", ())), len(text) - len(said),
        is_withheld=call.get("is_withheld") is True, folder=text_of(call.get("folder")),
    )  # fmt: skip
    return TranscriptEntry(
        f"tool:{key}",
        "tool",
        text,
        at,
        speaker=call["name"],
        session=session,
        attributes=attributes,
        call=known,
        folder=folder,
    )


def asked(name: str, arguments: Any) -> str:
    """Return what a call asked for, in lines a person reads: the command, or the file, then everything else."""
    if not isinstance(arguments, dict):
        return f"{name} {text_of(arguments)}".strip()
    rest = dict(arguments)
    command = command_of(rest)
    first = f"$ {command}" if command else name
    if command:
        rest = {key: value for key, value in rest.items() if key not in _COMMANDS}
    lines = [f"{key}: {_shown(value)}" for key, value in rest.items()]
    return "\n".join([first, *lines])


def facts_of(arguments: Any) -> Json:
    """Return the command and the files a call names, and what it says is still to be done."""
    if isinstance(arguments, str):
        files = _patched(arguments)
        return {"files": files} if files else {}
    given = object_of(arguments)
    files = [given[name] for name in _PATHS if isinstance(given.get(name), str) and given[name]]
    for name in ("input", "patch", "patchText", "command"):
        files += _patched(text_of(given.get(name)))
    facts: Json = {"files": list(dict.fromkeys(files))} if files else {}
    command = command_of(given)
    return facts | ({"command": command} if command else {}) | _todos_of(given)


def places_of(arguments: Any) -> tuple[list[str], list[str]]:
    """Return the short texts among a call's arguments that may name a file, and those that say where it runs.

    What is said, written or looked for is none; a tool nobody knows may call its file what it likes.
    """
    places: list[str] = []
    folders: list[str] = []
    if isinstance(arguments, str) and "*** Begin Patch" not in arguments:
        arguments = {"code": arguments}
    _collect(arguments, "", places, folders, 0)
    return list(dict.fromkeys(places)), list(dict.fromkeys(folders))


def _collect(value: Any, name: str, places: list[str], folders: list[str], depth: int) -> None:
    if isinstance(value, str):
        is_short = len(value) <= _LONGEST_PLACE and "\n" not in value
        if value and (is_short or name in _PROGRAMS) and name not in _NO_PLACES:
            places.append(value)
            folders += [value] if name in _FOLDERS else []
    elif isinstance(value, dict) and depth < _DEEPEST:
        for key, entry in value.items():
            _collect(entry, key, places, folders, depth + 1)
    elif isinstance(value, list) and depth < _DEEPEST:
        for entry in value:
            _collect(entry, name, places, folders, depth + 1)


def _todos_of(given: Json) -> Json:
    """Return what a list of to-dos leaves open; of one that only changes another (``merge``) also what is ``done``.

    Nothing where there is no such list; each client has its own names.
    """
    entries = next((given[name] for name in ("todos", "plan") if isinstance(given.get(name), list)), None)
    if entries is None or not all(isinstance(entry, dict) and "status" in entry for entry in entries):
        return {}
    words: dict[bool, list[str]] = {True: [], False: []}
    for entry in entries:
        said = next((text_of(entry[name]) for name in _WORDS if entry.get(name)), "")
        words[text_of(entry["status"]).lower() in _CLOSED].append(said)
    todos = {"todos": [one for one in words[False] if one][:_MOST_TODOS]}
    # A change that does not say of what cannot be followed: what it says is open is all that is known.
    if given.get("merge") is True and all([*words[True], *words[False]]):
        todos["done"] = words[True][:_MOST_TODOS]
    return todos


def command_of(arguments: Json) -> str:
    """Return the command line a call runs, or nothing."""
    for name in _COMMANDS:
        value = arguments.get(name)
        if isinstance(value, str) and value:
            return value
        if isinstance(value, list) and value:
            words = [text_of(word) for word in value]
            # A shell's own words are not what was run.
            return words[-1] if len(words) == 3 and words[1] in {"-c", "-lc"} else " ".join(words)  # noqa: PLR2004 - shell, option, command
    return ""


def outcome_text(output: Any) -> str:
    """Return the text of whatever a tool gave back: a text, a list of blocks, an object with output in it."""
    if isinstance(output, str):
        return output
    if isinstance(output, list):
        return "\n".join(filter(None, (outcome_text(entry) for entry in output)))
    given = object_of(output)
    if given.get("type") == "image" or "inlineData" in given:
        return "[image]"
    streams = [text_of(given.get(name)) for name in ("stdout", "stderr")]
    if any(streams):
        return "\n".join(filter(None, streams))
    for name in ("text", "output", "content", "response", "functionResponse", "result", "error", "message"):
        if given.get(name):
            return outcome_text(given[name])
    left = {key: value for key, value in given.items() if value not in ("", None, [], {})}
    return json.dumps(left, ensure_ascii=False) if left else ""


def _patched(text: str) -> list[str]:
    return _compiled(_PATCHED).findall(text) if "*** " in text else []


def _shown(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
