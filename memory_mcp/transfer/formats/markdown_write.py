"""Write readable pages for people and for git: one an entity, decision, session and document; lessons by category."""

from __future__ import annotations

import json
import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final, TypeAlias

from memory_mcp.language.digests import blake2b
from memory_mcp.language.plurals import listed
from memory_mcp.store.documents import documents
from memory_mcp.store.facts import selection as selected
from memory_mcp.store.facts.lifecycle import State
from memory_mcp.store.facts.selection import Exported, Selection
from memory_mcp.store.facts.versions import Item, Kind
from memory_mcp.store.file.database import Snapshot
from memory_mcp.temporal import FOREVER, Instant, utc_day
from memory_mcp.transfer.formats import front_matter, markdown_sections
from memory_mcp.transfer.model.non_fact_sections import aside, left_out

_NO_WORD: Final = re.compile(r"[^\w]+")
_LONGEST_SLUG: Final = 60
# Names that Windows keeps for devices.
_RESERVED: Final = re.compile(r"con|prn|aux|nul|com\d|lpt\d")
_UUID: Final = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
_INDEX: Final = "README.md"
WRITTEN: Final = ".memory-export.json"
"""In the folder of an export: what its lines said, by which edits are known."""
_CountedPage: TypeAlias = tuple[str, dict[str, int], str]
"""A page: the name of its file without the suffix, how many records of each section it holds, its text."""
EDITABLE: Final[tuple[Kind, ...]] = ("learning", "observation", "decision")
LEFT_OUT: Final = "Not in these pages: "
"""Begins the line of the index that says how many records no page has a place for."""
_LEFT_OUT: Final[tuple[Kind, ...]] = ("turn", "digest", "statement")
_LEFT_OUT_ASIDE: Final = ("profile", "goals", "handoffs", "dismissals", "relationValues")


def write(snapshot: Snapshot, selection: Selection, folder: Path) -> tuple[dict[str, int], dict[str, int]]:
    """Write the pages into an empty folder.

    Returns how many records of each section are in them, and of each noun how many have no place there.
    """
    selected.check_times(snapshot, selection)
    now = moment(snapshot, selection)
    counts: dict[str, int] = {}
    for name, pages in (
        ("entities", _entities(snapshot, selection, now)),
        ("decisions", _decisions(snapshot, selection)),
        ("learnings", _learnings(snapshot, selection, now)),
        ("documents", _documents(snapshot, selection)),
        ("sessions", _sessions(snapshot, selection)),
    ):
        taken: set[str] = {""}
        for slug, records, text in pages:
            (folder / name).mkdir(exist_ok=True)
            (folder / name / f"{_free(slug, taken)}.md").write_text(text, encoding="utf-8", newline="\n")
            for section, count in records.items():
                counts[section] = counts.get(section, 0) + count
    (folder / WRITTEN).write_text(json.dumps(_written(snapshot, selection, now), ensure_ascii=False), encoding="utf-8")
    without = selected.left_out(snapshot, selection, *_LEFT_OUT) | left_out(snapshot, selection, *_LEFT_OUT_ASIDE)
    (folder / _INDEX).write_text(_index(selection, folder, now, counts, without), encoding="utf-8")
    return counts, without


def _index(
    selection: Selection, folder: Path, now: Instant, counts: Mapping[str, int], without: Mapping[str, int]
) -> str:
    """Return the page that says what is in the folder, and of what there is more than the pages can hold."""
    project = f" of {selection.project_name}" if selection.project_name else ""
    lines = [f"- [{name}]({name}/): {count}" for name, count in counts.items() if (folder / name).is_dir()]
    parts = [f"# Memory{project}, {utc_day(now)}", "\n".join(lines)]
    return "\n\n".join([*parts, f"{LEFT_OUT}{listed(without)}."] if without else parts) + "\n"


def moment(snapshot: Snapshot, selection: Selection) -> Instant:
    """Return when what the pages say is to hold: at the time that was asked for, else now."""
    return snapshot.now if selection.as_of is None else selection.as_of


def is_given(uid: str) -> bool:
    """Whether an id is one as memories give them, and not what another program counts its rows by."""
    return _UUID.fullmatch(uid) is not None


def mark(uid: str) -> str:
    """Return by which eight characters the line of a row is known again: the end of its id, or what stands for that.

    The end of an id that another program gave may be that of many, or hold what no mark can.
    """
    return uid[-8:] if is_given(uid) else blake2b(uid.encode(), digest_size=4).hexdigest()


def _written(snapshot: Snapshot, selection: Selection, now: Instant) -> dict[str, str]:
    """Return what can be edited in the pages: each lesson, fact and decision that holds, id to text.

    What is archived is so, too, but for a fact: it is past on the page of a person or thing.
    """
    return {
        exported.item.uid: exported.item.body
        for kind in EDITABLE
        for exported in selected.believed(snapshot, kind, selection)
        if exported.item.valid.contains(now) and (kind != "observation" or _is_live(exported, now))
    }


def _is_live(exported: Exported, now: Instant) -> bool:
    """Whether a row holds and is not archived."""
    return exported.item.valid.contains(now) and not (exported.state and exported.state.archived_at)


def _entities(snapshot: Snapshot, selection: Selection, now: Instant) -> Iterator[_CountedPage]:
    names = {e.item.uid: e.item.title for e in selected.believed(snapshot, "entity", selection)}
    facts_of: defaultdict[str, list[Exported]] = defaultdict(list)
    for exported in selected.believed(snapshot, "observation", selection):
        facts_of[exported.item.parent_uid or ""].append(exported)
    relations_of: defaultdict[str, list[Item]] = defaultdict(list)
    for exported in selected.believed(snapshot, "relation", selection):
        if _is_live(exported, now):
            relations_of[exported.item.parent_uid or ""].append(exported.item)
    for exported in selected.believed(snapshot, "entity", selection):
        item = exported.item
        told = sorted(facts_of[item.uid], key=lambda fact: (fact.item.valid.start, fact.item.uid))
        current = [fact for fact in told if _is_live(fact, now)]
        past = [fact.item for fact in told if not _is_live(fact, now)]
        related = relations_of[item.uid]
        sections = [
            markdown_sections.held(item.body),
            _section("Observations", [_fact(fact, now) for fact in current]),
            _section(
                "Relations", sorted(f"{r.title} [[{names.get(r.target_uid or '', r.target_uid)}]]" for r in related)
            ),
            _section("History", [f"{fact.body} *({_period(fact)})*" for fact in past]),
        ]
        head = {
            "id": item.uid, "type": "entity", "name": item.title, "entityType": item.attributes.get("entityType"),
            "aliases": item.attributes.get("aliases"), "project": exported.project,
        }  # fmt: skip
        records = {"entities": 1, "observations": len(told), "relations": len(related)}
        yield _slug(item.title), records, _page(head, item.title, sections)


def _fact(exported: Exported, now: Instant) -> str:
    return f"{exported.item.body} *(since {_since(exported, now)})* ^{mark(exported.item.uid)}"


def _decisions(snapshot: Snapshot, selection: Selection) -> Iterator[_CountedPage]:
    for exported in selected.believed(snapshot, "decision", selection):
        item, state = exported.item, exported.state
        head = _head(exported, "decision") | {
            "title": item.title,
            "until": None if item.valid.end == FOREVER else utc_day(item.valid.end),
            "supersededBy": exported.superseded_by,
            "confidence": item.confidence,
            "outcome": (state.outcome or None) if state else None,
        }
        sections = [
            f"## {name}\n\n{markdown_sections.held(text)}"
            for name in markdown_sections.DECISION
            if (text := item.body if name == "Decision" else item.attributes.get(name.lower()))
        ]
        yield f"{utc_day(item.valid.start)}-{_slug(item.title)}", {"decisions": 1}, _page(head, item.title, sections)


def _learnings(snapshot: Snapshot, selection: Selection, now: Instant) -> Iterator[_CountedPage]:
    by_category: defaultdict[str, list[Exported]] = defaultdict(list)
    for exported in selected.believed(snapshot, "learning", selection):
        by_category[str(exported.item.attributes.get("category") or "uncategorised")].append(exported)
    for category, found in sorted(by_category.items()):
        found.sort(key=lambda exported: (exported.item.valid.start, exported.item.uid))
        live = [e for e in found if _is_live(e, now)]
        rest = [e for e in found if e not in live]
        sections = [_bullets([_lesson(e, now) for e in live]), _section("No longer", [_lesson(e, now) for e in rest])]
        yield _slug(category), {"learnings": len(found)}, _page({}, category.capitalize(), sections)


def _lesson(exported: Exported, now: Instant) -> str:
    item = exported.item
    said = [_since(exported, now), exported.project or "", *(f"#{tag}" for tag in item.tags)]
    return f"{item.body} *({', '.join(filter(None, said))})* ^{mark(item.uid)}"


def _since(exported: Exported, now: Instant) -> str:
    """Return since when a row holds and, where it still does, since when it is archived and pinned."""
    item = exported.item
    told = _standing(exported) if item.valid.contains(now) else {}
    return " ".join([utc_day(item.valid.start), *(f"{word} {day}" for word, day in told.items() if day)])


def _standing(exported: Exported) -> dict[str, str | None]:
    """Return the days since which a row is archived and pinned, None where it is not, by these words."""
    state = exported.state or State()
    archived = None if state.archived_at is None else utc_day(state.archived_at)
    return {
        "archived": archived,
        "pinned": utc_day(state.pin_changed_at or state.changed_at) if state.pinned else None,
    }


def _documents(snapshot: Snapshot, selection: Selection) -> Iterator[_CountedPage]:
    for exported in selected.believed(snapshot, "document", selection):
        item = exported.item
        head = _head(exported, "document") | {"title": item.title, "source": item.attributes.get("source")}
        yield _slug(item.title), {"documents": 1}, front_matter.write(head) + documents.whole_text(snapshot, item.uid)


def _sessions(snapshot: Snapshot, selection: Selection) -> Iterator[_CountedPage]:
    for row in aside(snapshot, "sessions", selection):
        day = utc_day(row["startedAt"])
        head = {"id": row["id"], "type": "session", "date": day, "client": row["client"], "project": row["project"]}
        lists = (("Tasks", "tasks"), ("Open questions", "openQuestions"), ("Next steps", "nextSteps"))
        sections = [row["summary"], *(_section(title, json.loads(row[key])) for title, key in lists)]
        if any(sections):
            yield f"{day}-{row['id'][-8:]}", {"sessions": 1}, _page(head, row["title"] or f"Session of {day}", sections)


def _head(exported: Exported, kind: str) -> dict[str, Any]:
    item = exported.item
    return {
        "id": item.uid, "type": kind, "date": utc_day(item.valid.start), "project": exported.project,
        "tags": list(item.tags),
    } | _standing(exported)  # fmt: skip


def _page(head: Mapping[str, Any], title: str, sections: list[str]) -> str:
    front = front_matter.write({key: value for key, value in head.items() if value != ""}) if head else ""
    body = "\n\n".join(section.strip("\n") for section in sections if section)
    return f"{front}# {' '.join(title.split())}\n\n{body}\n"


def _section(heading: str, lines: list[str]) -> str:
    return f"## {heading}\n\n{_bullets(lines)}" if lines else ""


def _bullets(lines: list[str]) -> str:
    """Return a list; what has several lines stays one entry."""
    return "\n".join("- " + "\n  ".join(line.splitlines()) for line in lines)


def _period(item: Item) -> str:
    end = "" if item.valid.end == FOREVER else f" to {utc_day(item.valid.end)}"
    return f"{utc_day(item.valid.start)}{end}"


def _slug(title: str) -> str:
    folded = unicodedata.normalize("NFKC", title).casefold()
    slug = _NO_WORD.sub("-", folded).strip("-")[:_LONGEST_SLUG].strip("-")
    return f"{slug}-page" if _RESERVED.fullmatch(slug) else slug


def _free(slug: str, taken: set[str]) -> str:
    """Return a file name no other page of the folder has; pages come in the order of their ids, so it stays."""
    name, number = slug, 2
    while name in taken:
        name, number = f"{slug or 'page'}-{number}", number + 1
    taken.add(name)
    return name
