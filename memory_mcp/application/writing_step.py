"""A step that writes while nobody waits: skipped where the file cannot be written, put off while it is busy."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from memory_mcp.errors import BusyError
from memory_mcp.tools.framework.runtime import Runtime

P = ParamSpec("P")


def writing_step(step: Callable[Concatenate[Runtime, P], bool]) -> Callable[Concatenate[Runtime, P], bool]:
    """Return a step that does nothing where the file cannot be written, and wants to go on later while it is busy.

    Another process that writes takes nothing away: what the step would have done waits in the file.
    """

    @wraps(step)
    def guarded(runtime: Runtime, /, *args: P.args, **kwargs: P.kwargs) -> bool:
        try:
            return runtime.may_write and step(runtime, *args, **kwargs)
        except BusyError:
            return True

    return guarded
