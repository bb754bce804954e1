"""The forms that our entries take in clients' files; each is put into a text and taken out again, to the byte."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from memory_mcp.errors import ConflictError
from memory_mcp.setup import block_text, json_cuts, json_text
from memory_mcp.setup.json_text import Node, Step
from memory_mcp.setup.signature import (
    is_our_hook,
    is_our_server,
    is_same_file,
    memories_of,
    memory_of,
    our_server,
    servers_of,
)

SERVER: Final = "memory"
_SECOND_NAME: Final = "memory-mcp"


@dataclass(frozen=True, slots=True)
class JsonServer:
    """A server in an object of servers of a JSON file."""

    at: tuple[str, ...]
    entry: dict[str, Any]
    newer: tuple[str, ...] = ()
    """Where another version of the client has them; so it is in a file that has an object there."""

    def place(self, value: Any) -> tuple[str, ...]:
        """Return where a file with this value has its servers."""
        there = _at(value, self.newer)
        return self.newer if self.newer and all(isinstance(one, dict) for one in there.values()) and there else self.at

    def put(self, text: str | None) -> str:
        """Return the text with our server. Raises InvalidInputError for a file that cannot be read."""
        value = {} if text is None or json_text.is_blank(text) else json_text.parsed(text, ()).value
        at = self.place(value)
        servers = _at(value, at)
        name = _name_in(servers, memory_of(self.entry))
        there = servers.get(name, {})
        return json_text.put(text, (*at, name), _kept(there, self.entry))

    def take(self, text: str) -> str | None:
        """Return the text without this memory's server. Raises InvalidInputError for a file that cannot be read."""
        if json_text.is_blank(text):
            return text
        root, ours = _found(text, self.at, is_our_server)
        mine = servers_of(ours, memory_of(self.entry))
        return json_cuts.without(text, root, mine)

    def others(self, text: str) -> set[str]:
        """Return the files of the memories whose servers ``take`` leaves there."""
        ours = {} if json_text.is_blank(text) else _found(text, self.at, is_our_server)[1]
        return _named(ours, servers_of(ours, memory_of(self.entry)))


@dataclass(frozen=True, slots=True)
class JsonHooks:
    """A hook, or a group of hooks, of each event in the lists below ``hooks`` of a JSON file."""

    events: dict[str, Any]
    version: int | None = None
    """What a file without anything says of its format."""

    def put(self, text: str | None) -> str:
        """Return the text with our hooks. Raises InvalidInputError for a file that cannot be read."""
        is_new = text is None or json_text.is_blank(text) or not json_text.parsed(text, ()).children
        made = text
        for event, entry in self.events.items():
            made = _with_hook(made, event, entry)
        if elsewhere := _ours_elsewhere(json_text.parsed(str(made), ()).value["hooks"], set(self.events)):
            made = json_cuts.without(str(made), json_text.parsed(str(made), ("hooks", json_text.ALL)), elsewhere)
        return json_text.put(made, ("version",), self.version) if is_new and self.version else str(made)

    def take(self, text: str) -> str | None:
        """Return the text without our hooks. Raises InvalidInputError for a file that cannot be read."""
        if json_text.is_blank(text) or self.others(text):
            return text
        root = json_text.parsed(text, ())
        if self.version and list(root.children) == ["hooks", "version"] and _is_all_ours(root.value["hooks"]):
            # Behind the hooks it came with them, where they were the first thing in the file: then they go as a whole.
            made = _take_all(str(json_cuts.without(text, root, [("version",)])), ("hooks",), is_our_hook)
            if made is None or json_text.is_blank(made) or "hooks" not in json_text.parsed(made, ()).children:
                return made
        return _take_all(text, ("hooks",), is_our_hook)

    def others(self, text: str) -> set[str]:
        """Return the files of the memories whose hooks ``take`` leaves there: all, where none is of this memory.

        Setup writes those of one memory alone, and a hook that calls a server names no file.
        """
        ours = {} if json_text.is_blank(text) else _found(text, ("hooks",), is_our_hook)[1]
        here = {named for one in self.events.values() for named in memories_of(one)}
        named = {named for one in ours.values() for named in memories_of(one)}
        is_ours = not here or any(is_same_file(one, memory) for one in named for memory in here)
        return set() if is_ours else named


@dataclass(frozen=True, slots=True)
class TomlServer:
    """A server as a table of a TOML file."""

    at: tuple[str, ...]
    entry: dict[str, Any]

    def put(self, text: str | None) -> str:
        """Return the text with our server. Raises InvalidInputError for a file that cannot be changed."""
        servers = self._servers(text or "")
        name = _name_in(servers, memory_of(self.entry))
        return block_text.with_table(text, (*self.at, name), _kept(servers.get(name, {}), self.entry))

    def take(self, text: str) -> str | None:
        """Return the text without the server of this memory.

        Raises InvalidInputError for a file that cannot be changed.
        """
        made: str | None = text
        for name in servers_of(self._servers(text), memory_of(self.entry)):
            made = None if made is None else block_text.without_table(made, (*self.at, name))
        return made

    def others(self, text: str) -> set[str]:
        """Return the files of the memories whose servers ``take`` leaves there."""
        ours = {name: entry for name, entry in self._servers(text).items() if is_our_server(entry)}
        return _named(ours, servers_of(ours, memory_of(self.entry)))

    def _servers(self, text: str) -> dict[str, Any]:
        values: Any = block_text.toml_values(text)
        for name in self.at:
            values = values.get(name, {}) if isinstance(values, dict) else {}
        return values if isinstance(values, dict) else {}


@dataclass(frozen=True, slots=True)
class MarkedWords:
    """Words to the model between markers in a file of rules."""

    words: str

    def put(self, text: str | None) -> str:
        """Return the text with the words."""
        return block_text.with_marked(text, self.words)

    def take(self, text: str) -> str | None:
        """Return the text without the words."""
        return block_text.without_marked(text)

    def others(self, _text: str) -> set[str]:
        """Return nothing: the words are of no memory."""
        return set()


@dataclass(frozen=True, slots=True)
class OwnFile:
    """A file that is ours as a whole, told by words that every version of it has."""

    text: str
    mark: str
    memory: Callable[[str], str] = lambda _text: ""
    """Return the memory's file that a text of ours names, empty where it names none."""

    def put(self, text: str | None) -> str:
        """Return the file as it is to be. Raises ConflictError where somebody else's stands."""
        if text is not None and self.mark not in text:
            raise ConflictError("another file stands here", hint="Rename it, then run setup again.")
        return self.text

    def take(self, text: str) -> str | None:
        """Return nothing for our file, and any other as it is: somebody else's, and that of another memory."""
        return None if self.mark in text and not self.others(text) else text

    def others(self, text: str) -> set[str]:
        """Return the file of the other memory that our file names, for which ``take`` leaves it there."""
        named, here = (self.memory(one) if self.mark in one else "" for one in (text, self.text))
        return {named} if named and here and not is_same_file(named, here) else set()


Part: TypeAlias = JsonServer | JsonHooks | TomlServer | MarkedWords | OwnFile


def server_name(text: str, at: Sequence[str], memory: str) -> str:
    """Return the name the server of a memory's file has in a JSON file of servers, or is to have.

    Raises InvalidInputError as ``put``.
    """
    return _name_in(_at({} if json_text.is_blank(text) else json_text.parsed(text, ()).value, at), memory)


def _at(value: Any, path: Sequence[str]) -> dict[str, Any]:
    for name in path:
        value = value.get(name, {}) if isinstance(value, dict) else {}
    return value if isinstance(value, dict) else {}


def _name_in(servers: dict[str, Any], memory: str) -> str:
    """Return the name our server has, or is to have: other servers may be called memory and memory-mcp, too."""
    ours = our_server(servers, memory)
    names = (SERVER, _SECOND_NAME, *(f"{_SECOND_NAME}-{number}" for number in range(2, len(servers) + 2)))
    return next(name for name in names if name not in servers) if ours is None else ours


def _kept(there: dict[str, Any], entry: dict[str, Any]) -> dict[str, Any]:
    """Return the entry with what a person has added to the one that is there."""
    return there | {key: value for key, value in entry.items() if key in {"command", "args"} or key not in there}


def _with_hook(text: str | None, event: str, entry: Any) -> str:
    """Return the text with a hook at an event: where ours stands already, else behind the others."""
    if text is not None and not json_text.is_blank(text):
        root = json_text.parsed(text, ())
        hooks = root.value.get("hooks") if isinstance(root.value, dict) else None
        there = hooks.get(event) if isinstance(hooks, dict) else None
        for number, one in enumerate(there if isinstance(there, list) else []):
            if is_our_hook(one):
                return json_text.replaced(text, ("hooks", event, number), entry)
    return json_text.append(text, ("hooks", event), entry)


def _ours_elsewhere(hooks: dict[str, Any], events: set[str]) -> list[tuple[str, str, int]]:
    """Return where hooks of ours stand that an earlier version put there, or somebody twice."""
    seen, found = set[str](), []
    for event, entries in hooks.items():
        for number, one in enumerate(entries if isinstance(entries, list) else []):
            if is_our_hook(one):
                if event not in events or event in seen:
                    found.append(("hooks", event, number))
                seen.add(event)
    return found


def _is_all_ours(hooks: Any) -> bool:
    return isinstance(hooks, dict) and all(
        isinstance(entries, list) and all(map(is_our_hook, entries)) for entries in hooks.values()
    )


def _take_all(text: str, at: Sequence[str], is_ours: json_text.IsOurs) -> str | None:
    """Return the text without what is ours below a path, the last first: the reverse of how it was put there."""
    root, ours = _found(text, at, is_ours)
    return json_cuts.without(text, root, list(ours))


def _found(text: str, at: Sequence[str], is_ours: json_text.IsOurs) -> tuple[Node, dict[tuple[Step, ...], Any]]:
    """Return what a text says, and each value below a path that is ours, by its place and in the order of the text."""
    root = there = json_text.parsed(text, (*at, json_text.ALL))
    for name in at:
        if name not in there.children:
            return root, {}
        there = there.children[name]
    ours: dict[tuple[Step, ...], Any] = {}
    for path in json_text.found(there, is_ours):
        value = there.value
        for step in path:
            value = value[step]
        ours[*at, *path] = value
    return root, ours


def _named(ours: Mapping[Any, Any], mine: Collection[Any]) -> set[str]:
    """Return the files that the servers name which are ours and not of this memory; empty for one without any."""
    return {memory_of(entry) for place, entry in ours.items() if place not in mine}
