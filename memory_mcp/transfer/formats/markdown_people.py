"""Know the persons and things of an exported folder by their names, as its lists and links call them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from memory_mcp.transfer.formats import markdown_edits, markdown_parts
from memory_mcp.transfer.formats.front_matter import Fields
from memory_mcp.transfer.model.entry import Fact
from memory_mcp.transfer.model.values import Reader


class People(NamedTuple):
    """The ids that an export gives persons and things, by their name and project; names alone join other pages.

    Those of ``relations`` are by what ``markdown_parts.relation`` makes of them.
    """

    ids: dict[tuple[str, str], str]
    relations: dict[str, str]

    def add(self, head: Fields) -> None:
        """Take over the id in the head of a page."""
        self.ids.setdefault((head.text("name"), head.text("project")), head.text("id"))

    def add_all(self, folder: Path) -> None:
        """Take over the ids of all that have a page in an exported folder of which only a part is read."""
        for _, page in markdown_edits.pages(folder):
            if page.fields.get("type") == "entity":
                self.add(Fields(page.fields))

    def known(self, name: str, project: str, reader: Reader) -> str | None:
        """Return the id of a name: of the one in the project, else of the only one."""
        named = {uid for (one, _), uid in self.ids.items() if one == name}
        uid = self.ids.get((name, project)) or (named.pop() if len(named) == 1 else None)
        return reader.key({"id": uid}, "id")

    def with_ids(self, fact: Fact, project: str, reader: Reader) -> Fact:
        """Return a fact that was read by names, with its own id and those of whom and what it speaks of."""
        given = {uid: self.known(name, project, reader) or uid for uid, name in fact.labels.items()}
        for at, version in enumerate(fact.versions):
            draft = version.draft
            ends = [given.get(end or "", end) for end in (draft.parent_uid, draft.target_uid)]
            fact.versions[at] = replace(version, draft=draft._replace(parent_uid=ends[0], target_uid=ends[1]))
            if fact.kind == "relation":
                uid = self.relations.get(markdown_parts.relation(ends[0], draft.title, ends[1]))
                fact.uid = reader.key({"id": uid}, "id") or fact.uid
        fact.labels = {given[uid]: name for uid, name in fact.labels.items()}
        return fact
