"""One connection, from its first byte to the end of the process."""

from __future__ import annotations

import asyncio
import gc
import threading
from collections.abc import Callable, Sequence
from typing import BinaryIO, Final, NoReturn

from memory_mcp.application.application import Application
from memory_mcp.serving.background import Deferred
from memory_mcp.serving.json_rpc_pipe import Pipe
from memory_mcp.serving.protocol import Listed, build
from memory_mcp.serving.shutdown import leave
from memory_mcp.tools.framework.scheduler import Lane

_CLOSE_SECONDS: Final = 1.0


class Once:
    """What makes the application when it is first asked for: a client has its first answer before that."""

    def __init__(self, make: Callable[[], Application]) -> None:
        self._make = make
        self._lock = threading.Lock()
        self.made: Application | None = None

    def __call__(self) -> Application:
        """Return the application, the same to every thread; what making it raises is raised, and it is tried again."""
        with self._lock:
            if self.made is None:
                gc.disable()
                try:
                    self.made = self._make()
                finally:
                    _collect_again()
            return self.made


def run(make: Callable[[], Application], source: BinaryIO, sink: BinaryIO, listed: Listed = None) -> NoReturn:
    """Serve until the client closes its end, answer the requests that were read, and end the process.

    ``listed`` is as ``build`` takes it.
    """
    application = Once(make)

    def work() -> tuple[Sequence[Callable[[], bool]], Lane]:
        return application().after_reply, application().lane

    deferred = Deferred(work)
    pipe = Pipe(source, sink, deferred.wake)
    _collect_again()
    asyncio.run(_serve(application, pipe, listed))
    pipe.flush()
    if application.made is not None:
        closing = threading.Thread(target=application.made.close, name="closing", daemon=True)
        closing.start()
        closing.join(_CLOSE_SECONDS)
    leave()


def _collect_again() -> None:
    gc.enable()
    gc.freeze()  # what was imported stays for good: the collector need not look at it again


async def _serve(application: Callable[[], Application], pipe: Pipe, listed: Listed) -> None:
    server = build(application, pipe, listed)
    pipe.start(asyncio.get_running_loop())
    await server.run(pipe.incoming, pipe.outgoing, server.create_initialization_options())
