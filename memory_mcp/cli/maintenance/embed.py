"""Vectors and indexes: make what is missing, or rebuild all of it."""

from __future__ import annotations

import json
import time

import click

from memory_mcp.cli.options import json_option, running
from memory_mcp.cli.output import progress_bar
from memory_mcp.errors import ConflictError

# A model may have to be downloaded first.
_PATIENCE_S = 1_800.0


@click.command()
@json_option
@click.pass_context
def embed(ctx: click.Context, *, as_json: bool) -> None:
    """Embed the rows that have no vector yet. A server does the same in the background.

    \f
    Raises ConflictError when the file's vectors are of another model.
    """  # noqa: D301 - click reads the form feed itself as "the help ends here"
    from memory_mcp.store.vectors import index as vectors

    started = time.monotonic()
    done = 0
    with running(ctx) as runtime, progress_bar("Embedding") as progress:
        runtime.embedding.wait(_PATIENCE_S)
        embedder = runtime.embedding.embedder
        while True:
            step = vectors.catch_up(runtime.db, embedder)
            if isinstance(step, vectors.ModelMismatch):
                raise ConflictError(str(step), hint="`memory-mcp reindex` moves the file to this model.")
            done += step.done
            progress(done, done + step.waiting)
            if not step.done:
                break
    _report({"embedded": done, "waiting": step.waiting, "model": embedder.model_tag}, started, as_json=as_json)


@click.command()
@json_option
@click.pass_context
def reindex(ctx: click.Context, *, as_json: bool) -> None:
    """Rebuild the word index and the vectors from the rows, for example for another model.

    If it is interrupted, the next run goes on where it stopped.
    """
    from memory_mcp.store.text_index.rebuild import rebuild
    from memory_mcp.store.upkeep import reindexing

    started = time.monotonic()
    with running(ctx) as runtime, progress_bar("Reindexing") as progress:
        if runtime.settings.embed_disabled:
            with runtime.db.writing("reindex") as tx:
                rebuild(tx)
            _report({"embedded": 0, "words": "rebuilt"}, started, as_json=as_json)
            return
        runtime.embedding.wait(_PATIENCE_S)
        embedder = runtime.embedding.embedder
        result = reindexing.reindex(runtime.db, embedder, progress)
    _report({"embedded": result.done, "waiting": result.waiting, "model": embedder.model_tag}, started, as_json=as_json)


def _report(result: dict[str, object], started: float, *, as_json: bool) -> None:
    if as_json:
        click.echo(json.dumps(result))
    else:
        facts = ", ".join(f"{key} {value}" for key, value in result.items())
        click.echo(f"{facts} ({time.monotonic() - started:.1f} s)")
