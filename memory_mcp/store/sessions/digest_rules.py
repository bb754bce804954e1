"""Add one turn to the digest of its session, by rules on words and outcomes: no model, and every part is bounded."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final, TypeAlias

from memory_mcp.language.fenced_code import without_fenced
from memory_mcp.language.shortening import cut, one_line
from memory_mcp.store.sessions import gist
from memory_mcp.temporal import Instant

State: TypeAlias = dict[str, Any]
"""What is gathered so far, as JSON holds it: ``prompts, files, commands, todos, tasks, boxes, closing, turns, lastAt``,
and what ``gist`` keeps; what was never seen is absent."""

TASK_TOOLS: Final = ("TaskCreate", "TaskUpdate")
"""Tools that keep a to-do list one entry a call: the outcome's words are needed to know which."""

_PROMPT: Final = 300
_RECENT_PROMPTS: Final = 3
_RECENT_PROMPT: Final = 500
_FILES: Final = 50
_PATH: Final = 300
_COMMANDS: Final = 60
_COMMAND: Final = 200
_TODOS: Final = 20
_TODO: Final = 200
_CLOSING: Final = 800
_END_LOOKED_AT: Final = 8_000

_CHANGING: Final = ("edit", "write", "patch", "replace", "create", "delete", "insert", "remove", "move", "rename")
# Patterns are compiled where a text needs them; re keeps them then.
_SLASH_COMMAND: Final = r"/[A-Za-z][\w:-]*(?:\s|\Z)"
_PORT: Final = r"(?<=[a-z0-9]):\d{2,5}\b"
_BOX: Final = r"(?m)^[ \t]*(?:[-*+]|\d+[.)])[ \t]+\[([ xX])\][ \t]+(\S.*)$"
_TASK_MADE: Final = r"Task #(\w+) created"
_LINE_OF: Final = r"(?m)^%s: (.+)$"


def read(state: State, role: str, title: str, body: str, attributes: dict[str, Any], at: Instant) -> None:
    """Add one turn to what is gathered; turns come in the order in which they were stored."""
    state["turns"] = state.get("turns", 0) + 1
    state["lastAt"] = max(state.get("lastAt", at), at)
    match role:
        case "user":
            _prompt(state, body)
        case "assistant":
            _answer(state, body)
        case "tool":
            _tool(state, title, body, attributes)


def open_todos(state: State) -> Iterator[str]:
    """Yield what is still to be done: the client's list first, then what stands in the conversation."""
    yield from dict.fromkeys([*state.get("todos", ()), *state.get("tasks", {}).values(), *state.get("boxes", ())])


def is_real_prompt(text: str) -> bool:
    """Say whether somebody asked for something: not a command to the client, not an image alone."""
    said = text.strip()
    return bool(said) and said != "[image]" and re.match(_SLASH_COMMAND, said) is None


def _prompt(state: State, body: str) -> None:
    _boxes(state, body)
    is_real = is_real_prompt(body)
    # Of what was pasted into a prompt its line says nothing.
    asked = without_fenced(body).strip() or body
    gist.ask(state, one_line(asked, _PROMPT), is_real=is_real)
    if not is_real:
        return
    state["prompts"] = [*state.get("prompts", ()), one_line(asked, _RECENT_PROMPT)][-_RECENT_PROMPTS:]


def _answer(state: State, body: str) -> None:
    _boxes(state, body)
    end = body[-_END_LOOKED_AT:].strip()
    # What is still to be done is told by itself.
    said = re.sub(_BOX, "", without_fenced(end)).strip() or end
    if said:
        gist.answer(state, said)
        paragraph = said.replace("\r\n", "\n").rpartition("\n\n")[2].strip()
        state["closing"] = cut(paragraph, _CLOSING)


def _tool(state: State, title: str, body: str, attributes: dict[str, Any]) -> None:
    exit_code = attributes.get("exit")
    has_failed = bool(attributes.get("failed")) or exit_code not in (None, 0)
    command = one_line(str(attributes.get("command", "")), _COMMAND)
    if command:
        outcome = "failed" if has_failed else "passed" if exit_code == 0 else "ran"
        commands = state.setdefault("commands", {})
        # A command stands where it was run last.
        commands.pop(command, None)
        if not has_failed:
            # What failed at one port and does not at another has moved.
            moved = re.sub(_PORT, ":", command)
            failed = [one for one, ended in commands.items() if ended == "failed"]
            for other in [one for one in failed if re.sub(_PORT, ":", one) == moved]:
                del commands[other]
        commands[command] = outcome
        _keep_last(commands, _COMMANDS)
    # A command line with files in it is a patch.
    changes = not has_failed and (command or any(word in title.lower() for word in _CHANGING))
    files = [str(file)[:_PATH] for file in attributes.get("files", ())] if changes else []
    if command or files:
        gist.work(state, command, files)
    if has_failed:
        return
    if files:
        state["files"] = list(dict.fromkeys(reversed([*state.get("files", ()), *files])))[:_FILES][::-1]
    if (todos := attributes.get("todos")) is not None:
        todos, done = ([one_line(str(todo), _TODO) for todo in some] for some in (todos, attributes.get("done", ())))
        before = state.get("todos", ()) if "done" in attributes else ()
        state["todos"] = [todo for todo in dict.fromkeys((*before, *todos)) if todo not in done][:_TODOS]
    if title in TASK_TOOLS:
        _task(state, title, body)


def _task(state: State, title: str, body: str) -> None:
    """Follow a list that is kept one entry a call."""
    tasks = state.setdefault("tasks", {})
    if title == "TaskCreate":
        made, subject = re.search(_TASK_MADE, body), _line_of(body, "subject")
        if made and subject:
            tasks[made[1]] = one_line(subject, _TODO)
            _keep_last(tasks, _TODOS)
        return
    number = _line_of(body, "taskId").lstrip("#")
    if _line_of(body, "status") in {"completed", "deleted", "cancelled"}:
        tasks.pop(number, None)
    elif number in tasks and (subject := _line_of(body, "subject")):
        tasks[number] = one_line(subject, _TODO)


def _line_of(body: str, name: str) -> str:
    found = re.search(_LINE_OF % name, body)
    return found[1].strip() if found else ""


def _boxes(state: State, body: str) -> None:
    """Follow the check boxes in a text: an empty one opens a to-do, a ticked one of the same words closes it."""
    if "[ ]" not in body and "[x]" not in body and "[X]" not in body:
        return
    boxes = dict.fromkeys(state.get("boxes", ()))
    for tick, words in re.findall(_BOX, without_fenced(body)):
        said = one_line(words, _TODO)
        boxes.pop(said, None)
        if tick == " ":
            boxes[said] = None
    state["boxes"] = list(boxes)[-_TODOS:]


def _keep_last(entries: dict[str, Any], most: int) -> None:
    for name in list(entries)[: max(0, len(entries) - most)]:
        del entries[name]
