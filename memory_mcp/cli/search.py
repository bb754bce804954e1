"""Search from the command line."""

from __future__ import annotations

import json
from typing import Any

import click

from memory_mcp.cli.options import ENGINE_PATIENCE_S, call_tool, json_option, project_option, running
from memory_mcp.cli.output import console, is_terminal, table_of


@click.command()
@click.argument("query", nargs=-1, required=True)
@click.option("-n", "--limit", default=10, show_default=True, help="How many hits, 1 to 100.")
@click.option("--type", "types", multiple=True, help="Only this type; may be repeated.")
@click.option(
    "--mode", type=click.Choice(["hybrid", "fts", "vector"]), default="hybrid", show_default=True,
    help="Rank by words and meaning, by words only, or by meaning only.",
)  # fmt: skip
@click.option("--as-of", help="Search what was true then: a date, 'last week', '3 days ago'.")
@click.option("--known-at", help="Search what was believed then.")
@click.option("--all", "everywhere", is_flag=True, help="In every project.")
@project_option
@json_option
@click.pass_context
def search(ctx: click.Context, /, query: tuple[str, ...], *, as_json: bool, everywhere: bool, **options: Any) -> None:
    """Search by words and meaning.

    \b
    memory-mcp search which port does staging use
    """  # noqa: D301 - click reads the backspace itself as "keep these lines"
    from memory_mcp.language.unseen_characters import visible
    from memory_mcp.tools.framework.render import in_a_line

    arguments = {key: value for key, value in options.items() if value not in (None, ())}
    arguments["query"] = " ".join(query)
    if "types" in arguments:
        arguments["types"] = list(arguments["types"])
    if everywhere:
        arguments["project"] = "*"
    with running(ctx) as runtime:
        runtime.embedding.start(for_one_question=True)
        runtime.embedding.wait(ENGINE_PATIENCE_S)
        answer = call_tool(runtime, "memory_search", arguments)
    if as_json:
        click.echo(json.dumps(answer, ensure_ascii=False))
    elif is_terminal():
        _show(answer)
    else:
        for hit in answer["hits"]:
            click.echo("\t".join([hit["id"], hit["type"], (hit["validFrom"] or "")[:10], visible(in_a_line(hit))]))
    if answer.get("notice") and not as_json:
        click.echo(answer["notice"], err=True)


def _show(answer: dict[str, Any]) -> None:
    from rich.text import Text

    from memory_mcp.language.unseen_characters import visible
    from memory_mcp.tools.framework.render import in_a_line

    table = table_of("since", "type", "what", "id", dim={"since", "type", "id"})
    for hit in answer["hits"]:
        table.add_row((hit["validFrom"] or "")[:10], hit["type"], Text(visible(in_a_line(hit))), hit["id"])
    console().print(table if answer["hits"] else "Nothing found.")
