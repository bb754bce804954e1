"""The edits of an exported folder of Markdown, shown and then taken over."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, cast

import click

from memory_mcp.cli.everyday.forgetting import confirm
from memory_mcp.cli.options import call_here, running
from memory_mcp.cli.output import print_json, remark, shown
from memory_mcp.errors import BusyError
from memory_mcp.language.plurals import counted, in_number
from memory_mcp.language.shortening import one_line

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from memory_mcp.store.facts.memory_types import Category
    from memory_mcp.store.facts.versions import Item
    from memory_mcp.store.file.database import Snapshot, Transaction
    from memory_mcp.tools.framework.call import Call
    from memory_mcp.transfer.formats.markdown_edits import Edit
    from memory_mcp.transfer.formats.markdown_parts import Part

_SIGNS: Final = {"correct": "corrected", "supersede": "changed", "retract": "taken back", "add": "new"}


def take_edits(ctx: click.Context, folder: Path, *, dry_run: bool, yes: bool, as_json: bool) -> int:
    """Show what was edited in a folder and take it over; return the exit code: 1 where nothing was.

    What is edited of a row that is not here any more, or says something else here since the export, is named. Raises
    RefusedError where nobody is there to be asked.
    """
    from memory_mcp.transfer.formats import markdown_parts

    changed, digests = markdown_parts.changed(folder), markdown_parts.digests(folder)
    found, parts, left = _edited(folder, changed)
    meant = {one: one._replace(uid=changed.get(one.uid, one.uid)) for one in found}
    with running(ctx) as runtime, runtime.db.reading() as snapshot:
        since = {one: said for one in found if (said := _said_since(snapshot, meant[one], digests)) is not None}
    found = [one for one in found if one not in since]
    left += [f"{_place(one)}, which was changed here since the export: {one_line(said)}" for one, said in since.items()]
    _show(found, left, is_dry=dry_run, as_json=as_json)
    if not found:
        what = "Nothing else was edited" if left else "Nothing was edited"
        remark(f"{what} since the export. A page of your own comes in by its path.")
        return 1
    if dry_run:
        return 0
    confirm(f"Take over {counted(len(found), 'edit')}?", is_answered=yes)
    with running(ctx) as runtime:
        call = call_here(runtime, "cli import")
        with call.writing() as tx:
            free = [one for one in found if _said_since(tx, meant[one], digests) is None]
            taken = {one: uid for one in free if (uid := _take(call, tx, meant[one])) is not None}
        try:
            # Another import of the folder waits: each would write its lists without what the other took over.
            with runtime.db.writing("cli import"):
                _note_taken(folder, taken, parts)
        except BusyError:
            # It is stored.
            _note_taken(folder, taken, parts)
    _name_left(f"{_place(one)}: {one.part or one_line(one.text)}" for one in found if one not in taken)
    click.echo(f"Took over {counted(len(taken), 'edit')}.", err=as_json)
    return 0 if taken else 1


def _edited(folder: Path, changed: Collection[str]) -> tuple[list[Edit], list[Part], list[str]]:
    """Return what was edited in a folder, which of that are parts of pages, and the names of what is left alone."""
    from memory_mcp.transfer.formats import markdown_edits, markdown_parts

    found = _edits(folder, changed)
    over = {one.uid for one in found if one.change in ("retract", "supersede")}
    edited = markdown_parts.edited(folder)
    # A person or thing is no line; of a decision that is over nothing is corrected.
    whole = ("summary", markdown_parts.DOCUMENT)
    lines = markdown_edits.written(folder).keys() - over - set(changed)
    held = {one.uid for one in edited if one.name in whole} | lines
    parts = [one for one in edited if one.name in markdown_parts.TAKEN and one.uid in held]
    found += [markdown_edits.Edit("correct", one.uid, "", one.text, one.page, one.name) for one in parts]
    return found, parts, [f"{one.page}: {one.name}" for one in edited if one not in parts]


def _place(edit: Edit) -> str:
    """Return where an edit stands: its page, else the id of its row."""
    from memory_mcp.store.facts.short_ids import short

    return edit.page or short(edit.uid)


def _said_since(snapshot: Snapshot, edit: Edit, digests: Mapping[str, Mapping[str, str]]) -> str | None:
    """Return what a row, or its part that is edited, says where it was changed here since the export; None elsewhere.

    A document that is edited is another row each time.
    """
    from memory_mcp.store.facts import facts, versions
    from memory_mcp.transfer.formats.markdown_parts import DOCUMENT
    from memory_mcp.transfer.model import page_parts

    item = None if edit.change == "add" or edit.part == DOCUMENT else versions.newest(snapshot, edit.uid)
    if item is None or not item.is_believed:
        return None
    if edit.change != "supersede" and item.valid.end <= snapshot.now:
        # What the page says now would stand in the past, unseen.
        by = facts.superseded_by(snapshot, edit.uid)
        after = None if by is None else versions.newest(snapshot, by)
        if after is not None and after.is_believed:
            return after.body
    if not edit.part:
        return item.body if versions.changed_since(snapshot, edit.uid, edit.before, edit.text) else None
    was = digests.get(edit.page, {}).get(edit.part, page_parts.digest(""))
    is_changed = page_parts.changed_since(snapshot, item, edit.part, was, edit.text)
    return page_parts.part_of(item, edit.part) if is_changed else None


def _note_taken(folder: Path, taken: Mapping[Edit, str], parts: Iterable[Part]) -> None:
    """Keep in a folder what was taken over of it, each edit with the id of the row that it made or changed."""
    from memory_mcp.transfer.formats import markdown_edits, markdown_parts

    lines = {one: uid for one, uid in taken.items() if not one.part}
    texts = {
        uid if one.change == "add" else one.uid: one.line or one.text
        for one, uid in lines.items()
        if one.change != "retract"
    }
    markdown_edits.note_taken(folder, texts, {one.uid for one in lines if one.change == "retract"})
    uids = {(one.page, one.part): uid for one, uid in taken.items()}
    by_part = {one: uids[one.page, one.name] for one in parts if (one.page, one.name) in uids}
    changes = {one.uid: uid for one, uid in lines.items() if one.change == "supersede"}
    markdown_parts.note_taken(folder, by_part, changes)


def _edits(folder: Path, changed: Collection[str]) -> list[Edit]:
    """Return the edits of the lines and decisions of a folder; a page whose head names another row takes none back."""
    from memory_mcp.transfer.formats import markdown_edits, markdown_parts

    found = markdown_edits.edits(folder, markdown_parts.own(folder), changed)
    stay = markdown_parts.of_other_ids(folder, [one.uid for one in found if one.change == "retract"])
    return [one for one in found if one.change != "retract" or one.uid not in stay]


def _show(found: list[Edit], left: list[str], *, is_dry: bool, as_json: bool) -> None:
    """Say what was edited, and what of it is left alone."""
    from memory_mcp.store.facts import short_ids
    from memory_mcp.transfer.formats import markdown_parts

    if as_json:
        aside = {"leftAlone": left} if left else {}
        print_json({"edits": [one._asdict() for one in found], **aside, "dryRun": is_dry})
        return
    for one in found:
        part = f", {one.part}" if one.part else ""
        click.echo(shown(f"{_SIGNS[one.change]} {one.page or short_ids.short(one.uid)}{part}"))
        is_long = one.part == markdown_parts.DOCUMENT
        size = f"{len(one.text):,} {in_number(len(one.text), 'character')}"
        for sign, text in (("-", one.before), ("+", size if is_long else one.text)):
            if text:
                click.echo(shown(f"  {sign} {text}"))
    _name_left(left)


def _name_left(names: Iterable[str]) -> None:
    """Say of which parts of pages nothing is stored."""
    for name in names:
        remark(shown(f"not taken over: {name}"))


def _take_part(call: Call, tx: Transaction, edit: Edit) -> str | None:
    """Correct the summary of a person or thing, or the reasons of a decision; None where the row is none of those.

    None for a text that is too long, too.
    """
    from memory_mcp.store.facts import versions
    from memory_mcp.tools.amending import correct, longest_for
    from memory_mcp.transfer.formats.native_records import context_of
    from memory_mcp.transfer.model.page_parts import part_of

    item = versions.newest(tx, edit.uid)
    # The id in the head of a page is whatever somebody wrote there.
    if item is None or not item.is_believed or item.kind != ("entity" if edit.part == "summary" else "decision"):
        return None
    if len(edit.text) > longest_for(part_of(item, edit.part)):
        return None
    said = call.masking.clean(edit.text)
    changed: dict[str, Any] = {"body": said}
    if edit.part != "summary":
        attributes = {name: text for name, text in ({**item.attributes, edit.part: said}).items() if text != ""}
        changed = {"attributes": attributes, "context": context_of(item.kind, attributes)}
    correct(tx, edit.uid, reason="edited as a page", **changed)
    return edit.uid


def _take_document(call: Call, tx: Transaction, edit: Edit) -> str | None:
    """Put a text in the place of a document, and return its id; None where that is not here, or is a file's."""
    from memory_mcp.store.documents import documents
    from memory_mcp.store.facts import lifecycle, versions

    item = versions.newest(tx, edit.uid)
    # What a file or a page of one's own says would come in from there again.
    if item is None or item.kind != "document" or not item.is_believed or item.external_id is not None:
        return None
    text = call.masking.clean(_as_before(edit.text, documents.whole_text(tx, item.uid)))
    if not text.strip() or len(text) > documents.LONGEST_DOCUMENT:
        return None
    uid = documents.add(
        tx,
        documents.Document(
            text, title=item.title, summary=item.body, source=item.attributes.get("source", ""), tags=item.tags,
            project_id=item.project_id, session_uid=call.session_uid, importance=item.importance,
        ),
    ).uid  # fmt: skip
    lifecycle.hand_on(tx, item.uid, uid)
    documents.retract(tx, item.uid, reason=f"replaced by {uid}, edited as a page")
    return uid


def _as_before(text: str, before: str) -> str:
    """Return the text of a page as the document began and ended its lines before an editor set them anew."""
    if "\r\n" not in before:
        text = text.replace("\r\n", "\n")
    elif "\n" not in before.replace("\r\n", ""):
        text = text.replace("\r\n", "\n").replace("\n", "\r\n")
    # What many put below a head is none of the text.
    return text if before.startswith(("\n", "\r\n")) else text.removeprefix("\n").removeprefix("\r\n")


def _take(call: Call, tx: Transaction, edit: Edit) -> str | None:
    """Take one edit over and return the id of the row it is about.

    None where that has no such part, and for a text that says nothing or is too long.
    """
    from memory_mcp.store.facts import facts, versions
    from memory_mcp.store.facts.gatekeeper import why_says_nothing
    from memory_mcp.tools.amending import longest_for
    from memory_mcp.transfer.formats import markdown_parts

    if edit.part:
        take = _take_document if edit.part == markdown_parts.DOCUMENT else _take_part
        return take(call, tx, edit)
    item = None if edit.change == "add" else versions.newest(tx, edit.uid)
    is_too_long = len(edit.text) > longest_for("" if item is None else item.body)
    if edit.change != "retract" and (is_too_long or why_says_nothing(call.masking.clean(edit.text)) is not None):
        return None
    if edit.change == "add":
        return _add(call, tx, edit)
    if item is None or not item.is_believed:
        # It was forgotten here since: taking it back is done, and what it says now is named.
        return edit.uid if edit.change == "retract" else None
    if edit.change == "retract":
        facts.retract(tx, edit.uid, reason="taken out of the exported pages")
        return edit.uid
    return _amend(call, tx, edit, item) if item.kind == "decision" or not edit.page else None


def _amend(call: Call, tx: Transaction, edit: Edit, item: Item) -> str | None:
    """Correct or change a row and return the id of what says it now; None where something else took its place."""
    from memory_mcp.store.facts import facts, versions
    from memory_mcp.tools.amending import amend

    is_change = edit.change == "supersede"
    if is_change and item.valid.end <= tx.now:
        # A second one in its place would stand beside the first.
        by = facts.superseded_by(tx, item.uid)
        return by if by is not None and versions.require(tx, by).body == call.masking.clean(edit.text) else None
    return amend(call, tx, item.uid, edit.text, is_change=is_change, reason="edited as a page")


def _add(call: Call, tx: Transaction, edit: Edit) -> str | None:
    """Store a new line and return the id of its row; None on the page of a person or thing that is not here."""
    from memory_mcp.store.facts.memory_types import CATEGORIES
    from memory_mcp.store.graph import entities, observations
    from memory_mcp.temporal import FOREVER, Period
    from memory_mcp.tools.learnings import BulkEntry, learn

    if not edit.uid:
        name = Path(edit.page).stem
        category = cast("Category", name if name in CATEGORIES else "fact")
        return learn(call, tx, BulkEntry(category=category, content=edit.text), call.home(tx, None).id).uid
    entity = entities.known(tx, [edit.uid], tx.now).get(edit.uid)
    if entity is None:
        return None
    return observations.observe(
        tx, entity, call.masking.clean(edit.text), valid=Period(tx.now, FOREVER), project=entity.project_id,
        session_uid=call.session_uid,
    ).observation.uid  # fmt: skip
