"""Upkeep at a terminal: contradictions, reflection and retention."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

import click

from memory_mcp.cli.options import (
    ENGINE_PATIENCE_S,
    call_here,
    call_tool,
    json_option,
    looking,
    project_option,
    scope_of,
)
from memory_mcp.cli.output import (
    console,
    is_terminal,
    print_fields,
    print_json,
    print_table,
    remark,
    remark_notice,
    table_of,
)
from memory_mcp.cli.tools_as_commands import as_commands
from memory_mcp.errors import NotFoundError
from memory_mcp.language.plurals import counted, listed
from memory_mcp.language.typed_commands import joined

if TYPE_CHECKING:
    from memory_mcp.tools.framework.call import Call
    from memory_mcp.tools.framework.runtime import Runtime

# How a pair is settled: the option, and where its row keeps the call.
_WAYS: Final = {"supersede": "resolve", "end": "end", "restore": "restore"}

_everywhere = click.option("--all", "everywhere", is_flag=True, help="In every project.")


@click.command()
@click.option("-n", "--limit", default=20, show_default=True, help="How many pairs, 1 to 100.")
@click.option("--entity", "entity_name", help="Only facts about this entity, a name or an id.")
@click.option(
    "--type", "types", multiple=True, help="negation, value, antonym, meaning or confidence_drift; may be repeated."
)
@click.option("--supersede", nargs=2, metavar="OLDER NEWER", help="The newer replaces the older.")
@click.option("--end", nargs=2, metavar="OLDER NEWER", help="The older held until the newer began, and is past.")
@click.option("--restore", nargs=2, metavar="OLDER NEWER", help="Of two versions edited apart, the older is right.")
@click.option("--dismiss", nargs=2, metavar="ID ID", help="Say that these two do not contradict each other.")
@click.option("--reason", default="", help="With --dismiss: the reason.")
@_everywhere
@project_option
@json_option
@click.pass_context
def contradictions(ctx: click.Context, /, *, as_json: bool, everywhere: bool, **options: Any) -> None:
    """Compare what is new, and list current facts that cannot both hold."""
    from memory_mcp.tools.framework.comparing import compare_all

    arguments: dict[str, Any] = {"limit": options["limit"]} | scope_of(everywhere=everywhere)
    if options["types"]:
        arguments["types"] = list(options["types"])
    if options["dismiss"]:
        a, b = options["dismiss"]
        arguments["dismiss"] = {"a": a, "b": b, "reason": options["reason"]}
    with looking(ctx, everywhere=everywhere) as runtime:
        if options["entity_name"]:
            arguments["entityId"] = _entity(call_here(runtime), options["entity_name"], arguments.get("project"))
        for way in _WAYS:
            if options.get(way):
                _tell(_settle(runtime, way, options[way], scope_of(everywhere=everywhere)), as_json=as_json)
        why_not = compare_all(runtime, ENGINE_PATIENCE_S)
        answer = call_tool(runtime, "memory_contradictions", arguments)
        if options["dismiss"]:
            _tell(_dismissed(*options["dismiss"]), as_json=as_json)
    if why_not:
        remark(f"some facts are compared by words only: {why_not}")
    if as_json:
        print_json(answer)
        return
    if is_terminal():
        _show_pairs(answer, everywhere=everywhere)
    else:
        _print_pairs(answer)
    remark_notice(answer)


def _entity(call: Call, given: str, project: str | None) -> str:
    from memory_mcp.tools.framework.reach import entity_meant

    with call.reading() as snapshot:
        return entity_meant(call, snapshot, project, given, field="entity").uid


def _settle(runtime: Runtime, way: str, ids: Sequence[str], scope: dict[str, Any]) -> str:
    """Do with a pair, named by the ends of its ids, what its row offers; return what was done as a sentence.

    Raises NotFoundError for two facts that are no open pair, or one that cannot be settled so.
    """
    found = call_tool(runtime, "memory_contradictions", {"limit": 100} | scope)["contradictions"]
    both = [(pair["older"]["id"], pair["newer"]["id"], pair) for pair in found if _WAYS[way] in pair]
    act = next((pair[_WAYS[way]] for *uids, pair in both if all(map(str.endswith, uids, ids))), None)
    if act is None:
        raise NotFoundError(
            f"{' and '.join(ids)} are no pair to {way}",
            hint="`memory-mcp contradictions` lists pairs, the older first.",
        )
    call_tool(runtime, act["tool"], act["arguments"])
    return _settled(way, act, *ids)


def _settled(way: str, act: dict[str, Any], older: str, newer: str) -> str:
    """Say what a call has done with a pair."""
    from memory_mcp.store.facts.short_ids import short

    old, new = short(older), short(newer)
    if act["tool"] == "memory_forget":
        return f"Forgot {new}, as another memory did."
    if way == "supersede":
        return f"Superseded {old}: {new} takes its place."
    if way == "end":
        until = act["arguments"].get("validTo", "")[:10] or "now"
        return f"Ended {old}: it held until {until}; {new} stays as it is."
    return f"Restored the older version of {old}; the history keeps the newer."


def _dismissed(a: str, b: str) -> str:
    from memory_mcp.store.facts.short_ids import short

    if a == b:
        return f"Dismissed: the newer version of {short(a)} stays."
    return f"Dismissed: {short(a)} and {short(b)} count as no contradiction until one of them changes."


def _tell(done: str, *, as_json: bool) -> None:
    """Say what was done: to a person before the pairs that are left, in a pipe beside them."""
    click.echo(done, err=as_json or not is_terminal())


@click.command()
@click.option("--days", "lookback", default=7, show_default=True, help="What counts as recent, in days.")
@click.option("--stale", default=30, show_default=True, help="How many days without use make a row stale.")
@click.option("-n", "--limit", default=10, show_default=True, help="How many lines a section has, 1 to 50.")
@_everywhere
@project_option
@json_option
@click.pass_context
def reflect(ctx: click.Context, lookback: int, stale: int, limit: int, *, everywhere: bool, as_json: bool) -> None:
    """List what deserves a look.

    That is what is used most, stale, much learned about, undecided, based on stale premises, contradicting, nearly the
    same, or unconnected.
    """
    from memory_mcp.store.contradictions import pairs
    from memory_mcp.store.upkeep import stale_premises
    from memory_mcp.tools import tool_named

    arguments = {"lookbackDays": lookback, "staleThresholdDays": stale, "limit": limit} | scope_of(
        everywhere=everywhere
    )
    with looking(ctx, everywhere=everywhere) as runtime:
        # Somebody at a terminal has the time that a client's answer has not.
        pairs.catch_up(runtime.db)
        stale_premises.catch_up(runtime.db)
        answer = call_tool(runtime, "memory_reflect", arguments)
    if as_json:
        print_json(answer)
    elif is_terminal():
        _show_reflection(answer)
    else:
        click.echo(tool_named("memory_reflect").text(answer))


@click.command()
@click.argument("action", type=click.Choice(["preview", "run", "restore"]), default="preview")
@click.argument("ids", nargs=-1)
@click.option("--older", default=30, show_default=True, help="Archive what was not used for so many days.")
@click.option("--purge", default=180, show_default=True, help="Erase what was archived so many days ago.")
@click.option("--turns", type=int, help="Also archive turns that are at least so many days old.")
@click.option("--type", "types", multiple=True, help="learning, observation, document or turn; may be repeated.")
@click.option("--preview-id", help="With run: do only what this preview named.")
@click.option("-n", "--limit", default=100, show_default=True, help="How many rows to show, 1 to 500.")
@_everywhere
@project_option
@json_option
@click.pass_context
def retention(
    ctx: click.Context, /, action: str, ids: tuple[str, ...], *, as_json: bool, everywhere: bool, **options: Any
) -> None:
    """Show what is old and unused (preview), archive and erase it (run), or bring the last run back (restore).

    With IDS, only these rows.
    """
    given: dict[str, Any] = {
        "olderThanDays": options["older"],
        "purgeAfterDays": options["purge"],
        "turnDays": options["turns"],
        "types": list(options["types"]) or None,
        "previewId": options["preview_id"],
        "limit": options["limit"],
    }
    arguments = {"action": action, "ids": list(ids) or None} | ({} if action == "restore" else given)
    with looking(ctx, everywhere=everywhere) as runtime:
        answer = call_tool(
            runtime,
            "memory_retention",
            {key: value for key, value in arguments.items() if value is not None} | scope_of(everywhere=everywhere),
        )
    if as_json:
        print_json(answer)
        return
    if action == "restore":
        _show_restored(answer)
    elif is_terminal():
        _show_leaving(answer)
    else:
        for row in answer["rows"]:
            print_fields([row["step"], row["id"], row["type"], row["why"], row["snippet"]])
        if not answer["rows"]:
            remark(_leaving(answer))
    remark_notice(answer)


def _show_restored(answer: dict[str, Any]) -> None:
    """Say how many rows came back; in a pipe print their ids, a line each."""
    if answer["restored"] and not is_terminal():
        click.echo("\n".join(answer["restored"]))
        return
    back = f"{counted(answer['count'], 'row')} {'is' if answer['count'] == 1 else 'are'} back."
    click.echo(back, err=not is_terminal())


def _print_pairs(answer: dict[str, Any]) -> None:
    for pair in answer["contradictions"]:
        facts = (pair["older"], pair["newer"])
        said = (fact[key] for key in ("id", "snippet") for fact in facts)
        print_fields([pair["kind"], *said, pair["evidence"]])
    if not answer["total"]:
        remark(_none_among(answer))


def _show_pairs(answer: dict[str, Any], *, everywhere: bool) -> None:
    from rich.text import Text

    from memory_mcp.language.unseen_characters import visible
    from memory_mcp.store.facts.short_ids import short

    out = console()
    for pair in answer["contradictions"]:
        head = Text(pair["kind"].replace("_", " "), style="bold yellow")
        out.print(head + Text(f"  {visible(pair['evidence'])}", style="not bold dim"))
        table = table_of("", "what", "since", "id")
        for label in ("older", "newer"):
            fact = pair[label]
            table.add_row(label, Text(visible(fact["snippet"])), fact["validFrom"][:10], short(fact["id"]))
        print_table(out, table)
        ids = [short(pair[label]["id"]) for label in ("older", "newer")]
        for way, key in (*_WAYS.items(), ("dismiss", "dismiss")):
            if key in pair:
                # On a line of its own however narrow the window is, so that it can be copied.
                given = ["contradictions", f"--{way}", *ids, *(["--all"] if everywhere else [])]
                if pair[key]["tool"] == "memory_forget":
                    given = ["forget", ids[1]]
                out.print(Text(f"  {joined(['memory-mcp', *given])}", style="dim"), soft_wrap=True)
        out.print()
    shown, total, facts = answer["count"], answer["total"], answer["facts"]
    among = counted(facts, "fact")
    out.print(f"{shown} of {counted(total, 'pair')} among {among}." if total else _none_among(answer))


def _none_among(answer: dict[str, Any]) -> str:
    return f"No contradiction among {counted(answer['facts'], 'fact')}."


def _show_reflection(answer: dict[str, Any]) -> None:
    from rich.text import Text

    from memory_mcp.language.unseen_characters import visible
    from memory_mcp.store.facts.short_ids import short
    from memory_mcp.tools.rows.findings import TITLES

    out = console()
    grown = listed(answer["growth"]) or "nothing"
    out.print(Text("Recorded lately: ", style="bold") + Text(grown))
    for key, title in TITLES.items():
        if not answer[key]:
            continue
        out.print()
        out.print(Text(title.capitalize(), style="bold") + Text(f"  {answer['totals'][key]}", style="not bold dim"))
        table = table_of("what", "why", "id")
        for row in answer[key]:
            if "older" in row:
                what = f"{row['older']['snippet']} / {row['newer']['snippet']}"
                table.add_row(Text(visible(what)), Text(visible(row["evidence"] or row["kind"].replace("_", " "))),
                              f"{short(row['older']['id'])} {short(row['newer']['id'])}")  # fmt: skip
            else:
                table.add_row(Text(visible(row["snippet"])), Text(visible(row["why"])), short(row["id"]))
        print_table(out, table)
    if not any(answer[key] for key in TITLES):
        out.print("Nothing needs attention.")
    if answer.get("notice"):
        out.print(Text(as_commands(answer["notice"]), style="dim"))


def _leaving(answer: dict[str, Any]) -> str:
    archived, purged = answer["archiveCount"], answer["purgeCount"]
    was = ("was" if archived == 1 else "were") if answer["action"] == "run" else "would be"
    return f"{counted(archived, 'row')} {was} archived, {purged} erased."


def _show_leaving(answer: dict[str, Any]) -> None:
    from rich.text import Text

    from memory_mcp.language.unseen_characters import visible
    from memory_mcp.store.facts.short_ids import short

    out = console()
    done = answer["action"] == "run"
    table = table_of("step", "what", "why", "type", "id")
    for row in answer["rows"]:
        style = "red" if row["step"] == "purge" else "yellow"
        table.add_row(Text(row["step"], style=style), Text(visible(row["snippet"])), row["why"], row["type"],
                      short(row["id"]))  # fmt: skip
    if answer["rows"]:
        print_table(out, table)
        out.print()
    out.print(_leaving(answer))
    if answer["immune"]:
        kept = ", ".join(f"{count} {reason}" for reason, count in answer["immune"].items())
        out.print(Text(f"Old but immune: {kept}.", style="dim"))
    if not done and answer["rows"]:
        out.print(Text(f"memory-mcp retention run --preview-id {answer['previewId']}", style="dim"))
