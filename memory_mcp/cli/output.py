"""Rich on a terminal, plain lines in a pipe."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console

Progress = Callable[[float, float | None], None]


def is_terminal() -> bool:
    """Whether a person reads standard output."""
    return sys.stdout.isatty()


def console() -> Console:
    """Return a console on standard output."""
    from rich.console import Console

    return Console(highlight=False)


@contextmanager
def progress_bar(description: str) -> Iterator[Progress]:
    """Hand out ``progress(done, total)``: a bar on standard error if that is a terminal, else nothing."""
    if not sys.stderr.isatty():
        yield lambda _done, _total: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(description, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)
