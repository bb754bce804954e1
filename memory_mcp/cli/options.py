"""The parts that commands share: options, settings from flags and environment, and calls of tools."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

import click

from memory_mcp.config import Settings
from memory_mcp.errors import InvalidInputError, RefusedError
from memory_mcp.language.unseen_characters import is_blank

if TYPE_CHECKING:
    from pathlib import Path

    from memory_mcp.tools.framework.call import Call
    from memory_mcp.tools.framework.runtime import Runtime

# Loading the bundled engine takes a tenth of a second, a foreign model a few.
ENGINE_PATIENCE_S: Final = 20.0
_LEAST_OF_A_PHRASE: Final = 12

json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON, for programs.")


class GivenPath(click.Path):
    """A path that somebody typed: an empty one, as of a variable that is not set, is none, and not the folder here."""

    def convert(
        self, value: str | os.PathLike[str], param: click.Parameter | None, ctx: click.Context | None
    ) -> Any:  # fmt: skip
        """Return the path. Raises click's BadParameter for an empty one."""
        if value == "":
            self.fail("it is empty; give a path, and . for this folder", param, ctx)
        return super().convert(value, param, ctx)


def given_name(_ctx: click.Context, _parameter: click.Parameter, value: str | None) -> str | None:
    """Return the name of a project that somebody typed.

    Raises click's BadParameter for an empty one, as of a variable that is not set.
    """
    if value is not None and not value.strip():
        raise click.BadParameter("it is empty; give the name of a project")
    return value


def new_name(_ctx: click.Context, _parameter: click.Parameter, value: str) -> str:
    """Return what a project is to be called.

    Raises click's BadParameter for a name of which nothing is seen, and for the * of the tools.
    """
    if is_blank(value):
        raise click.BadParameter("it is empty; give the name of a project")
    if value.strip() == "*":
        raise click.BadParameter("'*' is every project; give the name of one")
    return value


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
    _check_project(given.get("project"))
    return Settings.load(os.environ, **{name: value for name, value in given.items() if value is not None})


def _check_project(name: str | None) -> None:
    """Raise InvalidInputError for an empty name, as of a variable that is not set, and for the * of the tools.

    Either would be another project than was meant, or every one.
    """
    if name is not None and not name.strip():
        hint = "Give a name, or leave it out for the project of this folder."
        raise InvalidInputError("--project is empty", hint=hint, field="project")
    if name is not None and name.strip() == "*":
        raise InvalidInputError("--project: '*' names no project", hint="--all means every project.", field="project")


@contextmanager
def running(ctx: click.Context) -> Iterator[Runtime]:
    """Yield a runtime like the server's. At the end of the block, write what was noted for later and close it."""
    from memory_mcp.application.opening import open_runtime, settle

    runtime = open_runtime(settings_of(ctx))
    try:
        yield runtime
        settle(runtime)
    finally:
        runtime.close()


@contextmanager
def looking(ctx: click.Context, *, everywhere: bool = False) -> Iterator[Runtime]:
    """Yield a runtime as ``running`` does, for what reads a project.

    Where nothing is stored in the project that was named, it says so first: the answer would look like any other.
    """
    from memory_mcp.cli.output import remark
    from memory_mcp.store.facts.projects import projects

    with running(ctx) as runtime:
        if runtime.settings.project and not everywhere:
            named = call_here(runtime).project(None)
            with runtime.db.reading() as snapshot:
                is_unknown = projects.find(snapshot, named) is None
            if is_unknown:
                others = "`memory-mcp project list` shows those that there are"
                remark(f"nothing is stored in a project '{named.name}'; {others}")
        yield runtime


def agree(question: str) -> None:
    """Ask a person once. Raises RefusedError for no, and click.Abort where no answer comes."""
    if not click.confirm(question, err=True):
        raise RefusedError("you said no, and nothing was changed", hint="Run it again when you want to.")


def confirm_plain(path: Path) -> None:
    """Ask whether what an encrypted memory holds is to be written in the clear. Raises as ``agree``."""
    from memory_mcp.cli.output import shown

    agree(f"The memory is encrypted, and {shown(str(path))} would not be. Write it?")


def call_tool(runtime: Runtime, name: str, arguments: dict[str, Any], **facts: Any) -> dict[str, Any]:
    """Call a tool as a client would and return its structured result. Raises the tool's MemoryMcpError.

    ``facts`` are what else a RequestFacts says of who asks.
    """
    from memory_mcp.tools import tool_named

    return tool_named(name).invoke(call_here(runtime, f"cli {name}", **facts), arguments)


def scope_of(*, everywhere: bool) -> dict[str, Any]:
    """Return the argument of a tool that makes it look in every project, where that is asked for."""
    return {"project": "*"} if everywhere else {}


def load_engine(runtime: Runtime) -> None:
    """Load the bundled engine, for a command that stores a row: what is like it is then looked up by meaning, too."""
    if runtime.embedding.choice.engine == "bundled":
        runtime.embedding.start(for_one_question=True)
        runtime.embedding.wait(ENGINE_PATIENCE_S)


def typed_twice(hint: str) -> str:
    """Return a pass phrase that was typed twice and not echoed.

    Raises InvalidInputError where it is too short, and with the hint where nobody is there to type one.
    """
    if not sys.stdin.isatty():
        raise InvalidInputError("a pass phrase is needed, and nobody is there to type one", hint=hint)
    phrase: str = click.prompt("New pass phrase", hide_input=True, confirmation_prompt="Once more", err=True)
    if len(phrase.strip()) < _LEAST_OF_A_PHRASE:
        raise InvalidInputError(
            f"the pass phrase has less than {_LEAST_OF_A_PHRASE} characters",
            hint="Take several words that do not belong together.",
        )
    return phrase


def call_here(runtime: Runtime, actor: str = "cli", **facts: Any) -> Call:
    """Return a call with the project of the working directory, for commands that call no tool."""
    from memory_mcp.tools.framework.call import Call
    from memory_mcp.tools.framework.declare import RequestFacts

    project_dir = os.environ.get("CLAUDE_PROJECT_DIR", "")
    return Call(runtime, RequestFacts(client_name="cli", project_dir=project_dir, is_person=True, **facts), actor=actor)
