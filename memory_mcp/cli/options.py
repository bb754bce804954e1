"""The parts that commands share: options, settings from flags and environment, and calls of tools."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

import click

from memory_mcp.config import Settings

if TYPE_CHECKING:
    from memory_mcp.tools.framework.call import Call
    from memory_mcp.tools.framework.runtime import Runtime

# Loading the bundled engine takes a tenth of a second, a foreign model a few.
ENGINE_PATIENCE_S: Final = 20.0

json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON, for programs.")


def _into_root(ctx: click.Context, _parameter: click.Parameter, value: str | None) -> None:
    if value is not None:
        ctx.find_root().ensure_object(dict)["project"] = value


# The option of the program, where it is looked for too: after the command.
project_option = click.option(
    "--project", metavar="NAME", callback=_into_root, expose_value=False,
    help="The project to use; default: that of the working directory.",
)  # fmt: skip


def settings_of(ctx: click.Context) -> Settings:
    """Return the settings of this command; a flag of the program wins over its variable. Raises InvalidInputError."""
    given = ctx.find_root().obj or {}
    return Settings.load(os.environ, **{name: value for name, value in given.items() if value is not None})


@contextmanager
def running(ctx: click.Context) -> Iterator[Runtime]:
    """Yield a runtime like the server's. At the end of the block, write what was noted for later and close it."""
    from memory_mcp.application.assembly import open_runtime, settle

    runtime = open_runtime(settings_of(ctx))
    try:
        yield runtime
        settle(runtime)
    finally:
        runtime.close()


def call_tool(runtime: Runtime, name: str, arguments: dict[str, Any]) -> dict[str, Any]:
    """Call a tool as a client would and return its structured result. Raises the tool's MemoryMcpError."""
    from memory_mcp.tools import tool_named

    return tool_named(name).invoke(call_here(runtime, f"cli {name}"), arguments)


def call_here(runtime: Runtime, actor: str = "cli") -> Call:
    """Return a call with the project of the working directory, for commands that call no tool."""
    from memory_mcp.tools.framework.call import Call
    from memory_mcp.tools.framework.declare import RequestFacts

    project_dir = os.environ.get("CLAUDE_PROJECT_DIR", "")
    return Call(runtime, RequestFacts(client_name="cli", project_dir=project_dir, is_person=True), actor=actor)
