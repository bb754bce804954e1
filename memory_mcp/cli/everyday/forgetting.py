"""Forget at a terminal: name every row, ask one question, and then check that the rows are gone."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import click

from memory_mcp.cli.options import agree, call_here, call_tool, json_option, looking, project_option, scope_of
from memory_mcp.cli.output import print_json, remark
from memory_mcp.errors import ConflictError, InvalidInputError, NotFoundError, RefusedError
from memory_mcp.language.plurals import counted
from memory_mcp.language.shortening import echoed, one_line

if TYPE_CHECKING:
    from memory_mcp.store.facts.versions import Item
    from memory_mcp.store.file.database import Snapshot
    from memory_mcp.tools.framework.call import Call
    from memory_mcp.tools.framework.runtime import Runtime


@click.command()
@click.argument("rows", nargs=-1)
@click.option("--query", help="Rows whose words answer this.")
@click.option("--session", help="All that was said and stored in this session.")
@click.option("--entity", "entity_name", help="A person or thing, by name or id, with all that is known of it.")
@click.option("--since", help="Only rows from then on: a date, '3 days ago'.")
@click.option("--until", help="Only rows before then; a date means its end.")
@click.option("--all", "everywhere", is_flag=True, help="In every project.")
@click.option("--erase", is_flag=True, help="Gone for good: text, versions, index, vectors.")
@click.option("--reason", default="", help="Why, for the history.")
@click.option("--dry-run", is_flag=True, help="Name the rows and change nothing.")
@click.option("--yes", is_flag=True, help="Do not ask.")
@project_option
@json_option
@click.pass_context
def forget(
    ctx: click.Context, /, rows: tuple[str, ...], *, as_json: bool, dry_run: bool, yes: bool, erase: bool, reason: str,
    **options: Any,
) -> None:  # fmt: skip
    """Forget ROWS (numbers of the last list, ids or their ends), or what the options choose; all of them have to hold.

    Without --erase they leave every answer and stay in the history. With it they are gone, and the file, its indexes,
    its log, its backups and what else lies beside it are looked through for them.

    \f
    Raises InvalidInputError where nothing says which rows, NotFoundError for an unknown one, RefusedError
    where nobody is there to be asked, ConflictError where a row says something else than when it was named.
    """  # noqa: D301 - click reads the form feed itself as "the help ends here"
    with looking(ctx, everywhere=bool(rows) or options["everywhere"]) as runtime:
        call = call_here(runtime, "cli forget")
        items, others = _chosen(ctx, call, rows, options | {"erase": erase})
        if not as_json or dry_run:
            preview(runtime, items, others, as_json=as_json)
        count = len(items) + len(others)
        if dry_run and count and not as_json:
            done = "erased" if erase else "forgotten"
            remark(f"{counted(count, 'row')} would be {done}; nothing was changed.")
        if dry_run or not count:
            return
        verb = "Erase" if erase else "Forget"
        confirm(f"{verb} {counted(count, 'row')}?", is_answered=yes)
        uids = [item.uid for item in items] + others
        answer = forget_all(runtime, call, uids, erase=erase, reason=reason, seen=items)
    tell(answer, call, as_json=as_json)


def _chosen(
    ctx: click.Context, call: Call, given: Sequence[str], options: dict[str, Any]
) -> tuple[list[Item], list[str]]:  # fmt: skip
    """Return the rows that are meant, and ids of sessions and handoffs."""
    from memory_mcp.cli.everyday.hits import numbered
    from memory_mcp.cli.options import settings_of
    from memory_mcp.store.facts import chosen
    from memory_mcp.store.sessions import transcript
    from memory_mcp.tools.framework.given_times import instant_given

    ways = ("query", "session", "entity_name", "since", "until")
    if not given and not any(options[name] for name in ways):
        raise InvalidInputError("nothing says what to forget", hint="Give ids, or --query, --session, --since ...")
    uids = call.whole_ids([numbered(settings_of(ctx), one) for one in given], "rows") if given else None
    found = _answering(call, options["query"], everywhere=options["everywhere"]) if options["query"] else None
    if found is not None:
        uids = [uid for uid in found if uids is None or uid in uids]
    with call.reading() as snapshot:
        session = transcript.named(snapshot, options["session"]).uid if options["session"] else None
        here = None if given or options["session"] or options["everywhere"] else call.scope(snapshot, None)
        items = chosen.rows(snapshot, chosen.Choice(
            uids=uids, session=session, entity=_entity(call, options["entity_name"], everywhere=options["everywhere"]),
            project=None if here is None or here.name is None else here.id,
            since=instant_given(snapshot, options["since"] or None, "since", None),
            until=instant_given(snapshot, options["until"] or None, "until", None, is_end=True),
        ))  # fmt: skip
    known = {item.uid for item in items}
    narrowed = any(options[name] for name in ways)
    others = [] if found is not None or narrowed else [uid for uid in uids or [] if uid not in known]
    _require_known(call, others)
    if not options["erase"]:
        _refuse_sessions(call, others)
        # What was forgotten before is only erased; who names it by its id is told so.
        return [item for item in items if given or item.is_believed], others
    # A session keeps no place of its own once everything in it may go.
    return items, [*others, session] if session and not (options["since"] or options["until"] or given) else others


def _require_known(call: Call, uids: Sequence[str]) -> None:
    """Raise NotFoundError for ids of nothing that is here."""
    from memory_mcp.store.facts.short_ids import kind_of, too_short

    with call.reading() as snapshot:
        unknown = [uid for uid in uids if kind_of(snapshot, uid) is None]
        hint = too_short(*unknown) or _hint_of_session(snapshot, unknown)
    if unknown:
        raise NotFoundError(f"no row with id {', '.join(map(echoed, unknown))}", hint=hint, field="rows")


def _refuse_sessions(call: Call, uids: Sequence[str]) -> None:
    """Raise InvalidInputError for a session among these: it has no history that it could stay in."""
    from memory_mcp.store.facts.short_ids import kind_of, short

    with call.reading() as snapshot:
        named = next((uid for uid in uids if kind_of(snapshot, uid) == "session"), None)
    if named is not None:
        raise InvalidInputError(
            f"{short(named)} is a session, which has no history it could stay in",
            hint=f"`memory-mcp forget --session {short(named)}` forgets what was said in it; `memory-mcp forget "
            f"{short(named)} --erase` removes what it says of itself, for good.",
            field="rows",
        )


def _hint_of_session(snapshot: Snapshot, unknown: Sequence[str]) -> str:
    """Say how a session is forgotten where one goes by what is no row's id, else where ids come from."""
    from memory_mcp.store.sessions import transcript

    for one in unknown:
        with suppress(NotFoundError, InvalidInputError):
            transcript.named(snapshot, one)
            return f"A session goes by {one}: `memory-mcp forget --session {one}` forgets what was said in it."
    return "`memory-mcp search` and `memory-mcp log` show what there is."


def _answering(call: Call, query: str, *, everywhere: bool) -> list[str]:
    """Return the rows that hold the words of a question: what only means the like is not forgotten with them."""
    arguments = {"query": query, "mode": "fts", "limit": 100} | scope_of(everywhere=everywhere)
    return [hit["id"] for hit in call_tool(call.runtime, "memory_search", arguments)["hits"]]


def _entity(call: Call, name: str | None, *, everywhere: bool) -> str | None:
    if not name:
        return None
    from memory_mcp.cli.everyday.reading import opened

    arguments = {"name": name} | scope_of(everywhere=everywhere)
    return str(opened(call.runtime, name, arguments)["entity"]["id"])


def preview(runtime: Runtime, items: Sequence[Item], others: Sequence[str], *, as_json: bool = False) -> None:
    """Name every row, and sessions and handoffs by their ids."""
    from memory_mcp.cli.everyday.search import listed
    from memory_mcp.store.facts.projects import projects
    from memory_mcp.store.handoffs import handoff_rows
    from memory_mcp.tools.rows.hits import row_of

    with runtime.db.reading() as snapshot:
        names = projects.names(snapshot)
        rows: list[dict[str, Any]] = [dict(row_of(item, names, one_line(item.body))) for item in items]
        for uid in others:
            handoff = handoff_rows.find(snapshot, uid)
            kind, said = ("session", "what it says of itself") if handoff is None else ("handoff", handoff.summary)
            rows.append({"id": uid, "type": kind, "snippet": one_line(said), "validFrom": ""})
    if as_json:
        print_json({"rows": rows, "count": len(rows), "dryRun": True})
    elif rows:
        listed(runtime.settings, rows)
    else:
        remark("Nothing is chosen; `memory-mcp search` and `memory-mcp log` show what there is.")


def confirm(question: str, *, is_answered: bool) -> None:
    """Ask once. Raises RefusedError where nobody is there to answer, and for no."""
    if is_answered:
        return
    if not sys.stdin.isatty():
        raise RefusedError("nobody is there to be asked", hint="Look with --dry-run, then say --yes.")
    agree(question)


def forget_all(
    runtime: Runtime, call: Call, uids: list[str], *, erase: bool, reason: str = "", seen: Sequence[Item] = ()
) -> dict[str, Any]:  # fmt: skip
    """Forget or erase rows in one transaction; of what was erased, say what each place still holds of it.

    ``seen`` are the rows as somebody was asked about them. Raises ConflictError where one says something else by now.
    """
    from memory_mcp.keys.storage import known_keys
    from memory_mcp.store.facts import chosen
    from memory_mcp.store.upkeep.erasure_proof import remains
    from memory_mcp.tools.forget import forget_rows

    with call.reading() as snapshot:
        row_ids = chosen.row_ids(snapshot, uids) if erase else []
    done = forget_rows(call, uids, erase=erase, reason=reason, check=lambda tx: _refuse_changed(tx, seen))
    answer: dict[str, Any] = dict(done.result)
    if erase:
        settings = runtime.settings
        proof = remains(runtime.db, settings.backup_dir, known_keys(settings), uids, row_ids, done.texts)
        answer["remains"] = proof | done.beside
    return answer


def _refuse_changed(snapshot: Snapshot, seen: Sequence[Item]) -> None:
    """Raise ConflictError where a row says something else than when somebody was asked about it."""
    from memory_mcp.store.facts import versions
    from memory_mcp.store.facts.short_ids import short

    for one in seen:
        now = versions.newest(snapshot, one.uid)
        if now is not None and (now.title, now.body) != (one.title, one.body):
            raise ConflictError(
                f"{short(one.uid)} was changed while you were asked, and now says: {one_line(now.body)}",
                hint=f"Nothing was forgotten. Look at it and forget it again: memory-mcp forget {short(one.uid)}.",
            )


def tell(answer: dict[str, Any], call: Call, *, as_json: bool) -> None:
    """Say what became of the rows, with the proof."""
    if as_json:
        print_json(answer | {"notices": call.notices})
        return
    remains = answer.get("remains")
    new = sum(row["action"] in ("erased", "retracted") for row in answer["results"])
    said = "erased." if remains is not None else "forgotten; the history keeps what --erase would take out for good."
    click.echo(f"{counted(new, 'row')} {said}")
    if new < len(answer["results"]) and remains is None:
        remark(f"{counted(len(answer['results']) - new, 'row')} had been forgotten before.")
    if remains is not None:
        left = {place: count for place, count in remains.items() if count}
        clean = ", ".join(place for place, count in remains.items() if not count)
        click.echo(f"Looked for and not found in: {clean}.")
        for place, count in left.items():
            remark(f"{place}: {count}", label="Still in ", colour="yellow")
    for notice in call.notices:
        remark(notice)
