"""Read all of Claude.ai's export: conversations, projects with their documents, and what Claude remembers.

No maker publishes a schema of it. The shapes are those of files that people describe: a project has ``description``,
``prompt_template`` and ``docs``; a file of memories has ``conversations_memory``, a text with headings, and such a text
for each project in ``project_memories``. No conversation says which project it is of.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

from memory_mcp.transfer.foreign.chats import claude_ai
from memory_mcp.transfer.foreign.made import document, lesson, listed, mapping, nothing
from memory_mcp.transfer.model.elements import Place, elements, where
from memory_mcp.transfer.model.entry import Record
from memory_mcp.transfer.model.input import Input
from memory_mcp.transfer.model.made_ids import made_uid

SOURCE: Final = "Claude.ai"
PROJECT: Final = frozenset({"uuid", "name", "docs"})
"""What tells a project."""
MEMORIES: Final = "conversations_memory"
_TEXTS_OF_A_PROJECT: Final = {"description": "description", "prompt_template": "instructions"}
_GAP: Final = re.compile(r"\n\s*\n")
_ITEM: Final = re.compile(r"^[-*+] +", re.MULTILINE)
_HEADING: Final = re.compile(r"#{1,6} +(.+?)[ #]*|\*\*([^*]+?):?\*\*:?")


class ClaudeArchive:
    """A file of the export; ``projects`` are their names by id, ``at`` is when the file was made, where known."""

    def __init__(self, name: str, projects: Mapping[str, str], at: float | None) -> None:
        self._name, self._projects, self._at = name, projects, at

    def read(self, value: Any, place: Place) -> Iterator[Record]:
        """Yield the messages of a conversation, the texts of a project, or what is remembered, a lesson each."""
        data = mapping(value)
        at = ", ".join(filter(None, (self._name, where(place))))
        if "chat_messages" in data:
            yield from claude_ai(data, where(place) or self._name)
        elif data.keys() >= PROJECT:
            yield from _project(data, at)
        elif {MEMORIES, "project_memories"} & data.keys():
            yield from self._memories(data, at)
        else:
            yield nothing(at, "neither a conversation nor a project nor a memory")

    def _memories(self, data: Mapping[str, Any], at: str) -> Iterator[Record]:
        when = data.get("updated_at") or data.get("created_at") or self._at
        yield from _remembered(str(data.get(MEMORIES) or ""), at, when)
        for uid, text in mapping(data.get("project_memories")).items():
            project = self._projects.get(uid)
            tags = () if project else (f"project:{uid}",)
            yield from _remembered(str(text or ""), f"{at}, project {project or uid}", when, project, tags)
        for number, file in enumerate(map(mapping, listed(data.get("memory_files"))), 1):
            place, text = f"{at}, memory file {number}", file.get("content")
            title = str(file.get("path") or file.get("name") or f"memory file {number}")
            if isinstance(text, str) and text.strip():
                uid = made_uid("claude.ai", title, text)
                yield _of_unknown_age(document(place, uid, title, text, at=when, source=SOURCE))
            else:
                yield nothing(place, "no content")


def names_of(files: Iterable[Input]) -> dict[str, str]:
    """Return the names of the projects in these files by their ids."""
    found = (mapping(value) for file in files for _place, value in elements(file, {()}))
    return {str(one["uuid"]): str(one["name"]) for one in found if one.keys() >= PROJECT and one["name"]}


def _project(data: Mapping[str, Any], at: str) -> Iterator[Record]:
    name, uid = str(data["name"] or ""), str(data["uuid"])
    if data.get("is_starter_project"):
        yield nothing(f"{at}, {name}", "a project Claude.ai came with")
        return
    is_empty = True
    for key, what in _TEXTS_OF_A_PROJECT.items():
        if text := str(data.get(key) or "").strip():
            is_empty = False
            made = document(
                f"{at}, {what}", made_uid("claude.ai", uid, what, text), f"{name}: {what}".lstrip(": "), text,
                at=data.get("updated_at") or data.get("created_at"), source=SOURCE, project=name or None,
            )  # fmt: skip
            # A later export has another text in its place.
            yield _of_unknown_age(made, externalId=f"claude.ai {uid} {what}", replaces=True)
    for number, doc in enumerate(map(mapping, listed(data["docs"])), 1):
        is_empty = False
        yield _doc(doc, f"{at}, document {number}", uid, name, doc.get("created_at") or data.get("created_at"))
    if is_empty:
        yield nothing(f"{at}, {name}", "a project without texts")


def _doc(doc: Mapping[str, Any], at: str, project_uid: str, project: str, when: Any) -> Record:
    title, text = str(doc.get("filename") or "document"), str(doc.get("content") or "")
    if not text.strip():
        return nothing(at, "no content")
    uid = str(doc.get("uuid") or made_uid("claude.ai", project_uid, title, text))
    return document(at, uid, title, text, at=when, source=SOURCE, project=project or None)


def _remembered(
    text: str, at: str, when: Any, project: str | None = None, tags: Iterable[str] = ()
) -> Iterator[Record]:  # fmt: skip
    """Yield each paragraph and each item of a list as a lesson, with the heading it stands under as a tag."""
    heading, number = "", 0
    for block in _GAP.split(text.replace("\r\n", "\n").strip()):
        head, _line, rest = block.strip().partition("\n")
        if found := _HEADING.fullmatch(head.strip()):
            heading = (found[1] or found[2]).strip()
        for said in _ITEM.split(rest if found else block):
            if said.strip():
                number += 1
                labels = [*filter(None, [heading]), *tags]
                uid = made_uid("claude.ai", "memory", project or "", *tags, said.strip())
                place = f"{at}, paragraph {number}"
                made = lesson(place, uid, said.strip(), at=when, tags=labels, source=SOURCE, project=project)
                yield _of_unknown_age(made)
    if not number:
        yield nothing(at, "nothing is remembered")


def _of_unknown_age(record: Record, **more: Any) -> Record:
    """Return a record whose time is only when it was known at the latest: it is believed from its import on."""
    return replace(record, data=record.data | {"recordedAt": None} | more)
