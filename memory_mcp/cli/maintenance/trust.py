"""Say which folders are known for which project; a marker file that names one with rows counts only in these."""

from __future__ import annotations

from pathlib import Path

import click

from memory_mcp.cli.options import GivenPath, json_option, running
from memory_mcp.cli.output import print_json, remark, shown


@click.command()
@click.argument("path", default=".", type=GivenPath(path_type=Path))
@click.option("--list", "is_list", is_flag=True, help="List the folders that are known, with their projects.")
@click.option("--remove", is_flag=True, help="Have the folder known no more.")
@json_option
@click.pass_context
def trust(ctx: click.Context, *, path: Path, is_list: bool, remove: bool, as_json: bool) -> None:
    """Let the .memory-mcp.toml of PATH (default: the working directory) say which project the folder belongs to.

    Needed once for a file that names a project with memories from elsewhere: anybody could write such a file into a
    repository you clone. It is kept in this memory, and no import brings it.

    \f
    Raises InvalidInputError where no marker file names a project, NotFoundError for a folder that is not known.
    """  # noqa: D301 - click reads the form feed itself as "the help ends here"
    from memory_mcp.errors import InvalidInputError, NotFoundError
    from memory_mcp.project import MARKER, canonical_path, resolve
    from memory_mcp.store.facts.projects import projects

    with running(ctx) as runtime:
        if is_list:
            with runtime.db.reading() as snapshot:
                known = projects.bound(snapshot)
            rows = [{"folder": root, "project": name} for name, root in known]
        elif remove:
            root = canonical_path(path) or path
            with runtime.db.writing("cli trust") as tx:
                if not projects.unbind(tx, root):
                    raise NotFoundError(f"{root} is known for no project", hint="memory-mcp trust --list")
            rows = [{"folder": str(root), "project": ""}]
        else:
            ref = resolve(path)
            if ref.source != "marker":
                hint = f'A file {MARKER} that says project = "name" does.'
                raise InvalidInputError(f"nothing in {path.absolute()} names a project", hint=hint)
            with runtime.db.writing("cli trust") as tx:
                ref = projects.cleaned(ref, runtime.settings.redact)
                projects.bind(tx, ref)
            rows = [{"folder": str(ref.root), "project": ref.name}]
    if as_json:
        print_json({"folders": rows})
    else:
        _say(rows)


def _say(rows: list[dict[str, str]]) -> None:
    """Print a line a folder: its project, or that it is known no more."""
    if not rows:
        remark("No folder is known yet.")
    for row in rows:
        click.echo(shown(f"{row['folder']}\t{row['project']}" if row["project"] else f"{row['folder']} is forgotten"))
