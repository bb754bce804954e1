"""Search from the command line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

import click

from memory_mcp.cli.options import ENGINE_PATIENCE_S, call_here, call_tool, json_option, looking, project_option
from memory_mcp.cli.output import (
    console,
    fits,
    is_terminal,
    print_fields,
    print_json,
    remark,
    remark_notice,
    through_pager,
)

if TYPE_CHECKING:
    from memory_mcp.config import Settings
    from memory_mcp.tools.framework.runtime import Runtime

# A person sees hits by words meanwhile; the bundled engine is there sooner.
_FIRST_PATIENCE_S: Final = 0.15
# A hit takes two.
_LINES: Final = 2
# A process of its own reads no hit beside the question, as a server does, and knows less of a small memory.
_JUDGED: Final = {"perhaps": "perhaps one of these answers", "nothing": "none of these is sure to answer"}
# What comes to it comes behind: scripts read these by their places.
_HEADER: Final = ("id", "type", "since", "project", "text", "state")


@click.command()
@click.argument("query", nargs=-1, required=True)
@click.option("-n", "--limit", default=10, show_default=True, help="How many hits, 1 to 100.")
@click.option(
    "--type", "types", multiple=True,
    help="learning, decision, observation, entity, relation, turn, document or digest; may be repeated.",
)  # fmt: skip
@click.option(
    "--mode", type=click.Choice(["hybrid", "fts", "vector"]), default="hybrid", show_default=True,
    help="Rank by words and meaning, by words only, or by meaning only.",
)  # fmt: skip
@click.option("--tag", "tags", multiple=True, help="Only what has this tag; may be repeated, for all of them.")
@click.option("--entity", help="Only what is about this, an id or a name.")
@click.option("--session", "session_id", help="Only what is of this session.")
@click.option("--since", help="Only what began then or later: a date, '3 days ago'.")
@click.option("--until", help="Only what began before then; a date means its end.")
@click.option("--archived", "include_archived", is_flag=True, default=None, help="Archived rows too.")
@click.option("--as-of", help="Search what was true then: a date, 'last week', '3 days ago'.")
@click.option("--known-at", help="Search what was believed then.")
@click.option("--all", "everywhere", is_flag=True, help="In every project (inside a project; elsewhere it is so).")
@click.option("--hub", "scope", flag_value="hub", help="Ask the hub (MEMORY_HUB): what all machines told it.")
@project_option
@json_option
@click.pass_context
def search(ctx: click.Context, /, query: tuple[str, ...], *, as_json: bool, everywhere: bool, **options: Any) -> None:
    """Search by words and meaning: in a project its own memories, anywhere else all of them.

    At a terminal `memory-mcp read 2` then opens the second hit, and `memory-mcp open 2` its session.

    \b
    memory-mcp search which port does staging use
    """  # noqa: D301 - click reads the backspace itself as "keep these lines"
    arguments = {"query": " ".join(query)} | {key: value for key, value in options.items() if value not in (None, ())}
    arguments |= {key: list(arguments[key]) for key in ("types", "tags") if key in arguments}
    with looking(ctx, everywhere=everywhere) as runtime:
        here = call_here(runtime).home_name()
        if everywhere or not here:
            arguments["project"] = "*"
        runtime.embedding.start(for_one_question=True)
        # What a pager shows cannot be shown again in another order.
        at_once = is_terminal() and not as_json and options["mode"] == "hybrid" and fits(_LINES * options["limit"])
        is_ready = runtime.embedding.wait(_FIRST_PATIENCE_S if at_once else ENGINE_PATIENCE_S)
        is_first = at_once and not is_ready and runtime.embedding.state == "loading"
        # A pipe is not told how many there are elsewhere.
        ask = _answered if as_json or is_terminal() else _found
        answer = ask(runtime, arguments | ({"mode": "fts"} if is_first else {}))
        if as_json:
            print_json(answer)
        elif is_terminal():
            # That nothing is found can be said when meaning has looked, too.
            if answer["hits"] or not is_first:
                with through_pager():
                    _show(runtime, answer, here, query)
            if is_first:
                _show_with_meaning(runtime, arguments, answer, here)
        else:
            _print(answer)
            _say_nothing(runtime, answer, here)
        if answer.get("notice") and not as_json:
            # No server that would embed them in the background is sure to be there.
            more = "; `memory-mcp embed` makes them" if "for their vectors" in answer["notice"] else ""
            remark_notice({"notice": answer["notice"] + more})


def _found(runtime: Runtime, arguments: dict[str, Any]) -> dict[str, Any]:
    return call_tool(runtime, "memory_search", arguments)


def _answered(runtime: Runtime, arguments: dict[str, Any]) -> dict[str, Any]:
    """Search, and count how many of the best hits everywhere are of other projects."""
    answer = _found(runtime, arguments)
    if "project" in arguments or "scope" in arguments:
        return answer
    own = {answer["project"], None}
    best = _found(runtime, arguments | {"project": "*"})["hits"]
    return answer | {"elsewhere": sum(hit.get("project") not in own for hit in best)}


def _print(answer: dict[str, Any]) -> None:
    from memory_mcp.tools.framework.render import in_a_line

    if answer["hits"]:
        print_fields(_HEADER)
    for hit in answer["hits"]:
        since = (hit.get("validFrom") or "")[:10]
        print_fields([hit["id"], hit["type"], since, hit.get("project") or "", in_a_line(hit), "; ".join(_state(hit))])


def _state(hit: dict[str, Any]) -> list[str]:
    """Return what is to be known of a hit besides: that it is replaced, contradicted or archived."""
    said = (("supersededById", "replaced by"), ("contradictedBy", "contradicted by"))
    return [f"{words} {hit[name]}" for name, words in said if hit.get(name)] + ["archived"] * bool(hit.get("archived"))


def _say_nothing(runtime: Runtime, answer: dict[str, Any], here: str) -> None:
    """Say that nothing was found, or nothing that answers, beside a pipe."""
    from memory_mcp.cli.everyday.empty import nothing_found

    if not answer["hits"]:
        remark(nothing_found(runtime, here if answer["project"] != "*" else ""))
    elif judged := _JUDGED.get(answer.get("verdict", "")):
        remark(judged)


def listed(settings: Settings, hits: list[dict[str, Any]], words: Sequence[str] = ()) -> None:
    """Print hits: numbered at a terminal, so that the numbers can be given; else as fields under a header."""
    if not is_terminal():
        _print({"hits": hits})
        return
    from memory_mcp.cli.everyday.hits import print_hits, remember

    print_hits(hits, words=words)
    remember(settings, [hit["id"] for hit in hits])


def _show(runtime: Runtime, answer: dict[str, Any], here: str, words: Sequence[str]) -> None:
    from rich.text import Text

    from memory_mcp.cli.everyday.empty import nothing_found

    listed(runtime.settings, answer["hits"], words)
    elsewhere = answer.get("elsewhere", 0)
    if not answer["hits"]:
        said = [nothing_found(runtime, here if answer["project"] != "*" else "")]
    else:
        said = [f"{judged};"] if (judged := _JUDGED.get(answer.get("verdict", ""))) else []
    if elsewhere:
        said.append(f"{elsewhere} more in other projects: --all")
    elif answer["hits"]:
        said.append("read 1 opens a hit, open 1 its session")
    console().print(Text(" ".join(said), style="dim"))


def _show_with_meaning(runtime: Runtime, arguments: dict[str, Any], before: dict[str, Any], here: str) -> None:
    """Show the hits again where meaning, which was not there yet, finds others or another order."""
    with console().status("Looking for what means the same"):
        answer = _answered(runtime, arguments) if runtime.embedding.wait(ENGINE_PATIENCE_S) else before
    if [hit["id"] for hit in answer["hits"]] != [hit["id"] for hit in before["hits"]]:
        console().print("\nBy words and meaning:" if before["hits"] else "By words and meaning:", style="bold")
    elif before["hits"]:
        return
    _show(runtime, answer, here, arguments["query"].split())
