"""Tools at a terminal: call one, or list them."""

from __future__ import annotations

import json
import os
import sys

import click

from memory_mcp.cli.options import ENGINE_PATIENCE_S, call_tool, json_option, running
from memory_mcp.cli.output import print_json, remark
from memory_mcp.errors import InvalidInputError
from memory_mcp.language.unseen_characters import json_text


def _tool_names(_ctx: click.Context, _parameter: click.Parameter, incomplete: str) -> list[str]:
    from memory_mcp.tools import registry

    return [name for name in registry() if name.startswith(incomplete)]


@click.command()
@click.argument("tool", shell_complete=_tool_names)
@click.argument("arguments", default="{}")
@json_option
@click.pass_context
def call(ctx: click.Context, tool: str, arguments: str, *, as_json: bool) -> None:
    """Call TOOL as a client would, with ARGUMENTS as a JSON object ("-" reads it from standard input).

    \b
    memory-mcp call memory_learn '{"category": "fact", "content": "Staging listens on port 6543."}'

    \f
    Raises InvalidInputError for arguments that are no JSON object, and what the tool raises.
    """  # noqa: D301 - click reads the backspace itself as "keep these lines", the form feed as "the help ends here"
    # UTF-8 whatever the locale says: under one without it Python hands on bytes it could not read.
    raw = sys.stdin.buffer.read() if arguments == "-" else os.fsencode(arguments)
    # Bytes that are no text are kept apart, so that the tool says that it replaces them.
    text = raw.decode("utf-8", "surrogateescape")
    try:
        values = json.loads(text)
    except ValueError as exc:
        raise InvalidInputError(
            f"the arguments are not JSON: {exc}", hint='For example \'{"query": "port"}\'.'
        ) from exc
    if not isinstance(values, dict):
        raise InvalidInputError("the arguments are not a JSON object", hint='For example \'{"query": "port"}\'.')
    from memory_mcp.tools import tool_named

    with running(ctx) as runtime:
        if "query" in values:
            runtime.embedding.start(for_one_question=True)
            runtime.embedding.wait(ENGINE_PATIENCE_S)
        result = call_tool(runtime, tool, values)
    click.echo(json_text(result) if as_json else tool_named(tool).text(result))


@click.command()
@click.argument("name", required=False, shell_complete=_tool_names)
@json_option
def tools(name: str | None, *, as_json: bool) -> None:
    """List the tools, or describe the parameters of the tool NAME."""
    from memory_mcp.tools import registry, tool_named

    specs = [tool_named(name)] if name else list(registry().values())
    if as_json:
        entries = [
            {"name": spec.name, "description": spec.description, "inputSchema": spec.input_schema,
             "outputSchema": spec.output_schema, "annotations": spec.annotations}
            for spec in specs
        ]  # fmt: skip
        print_json(entries, indent=2)
        return
    for spec in specs:
        click.echo(f"{spec.name}{' *' if spec.core else ''}: {spec.description}")
        if name:
            for parameter, schema in spec.input_schema["properties"].items():
                click.echo(f"  {parameter}: {schema.get('description', schema.get('type', ''))}")
    if not name:
        remark("A client with MEMORY_TOOLS=core sees those marked *; `memory-mcp tools NAME` describes one.")
