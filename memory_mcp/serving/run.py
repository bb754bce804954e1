"""One connection, from its first byte to the end of the process."""

from __future__ import annotations

import asyncio
import gc
import threading
from typing import BinaryIO, Final, NoReturn

from memory_mcp.application.application import Application
from memory_mcp.serving.background import Deferred
from memory_mcp.serving.json_rpc_pipe import Pipe
from memory_mcp.serving.protocol import build
from memory_mcp.serving.shutdown import leave

_CLOSE_SECONDS: Final = 1.0


def run(application: Application, source: BinaryIO, sink: BinaryIO) -> NoReturn:
    """Serve until the client closes its end, answer the requests that were read, and end the process."""
    deferred = Deferred(application.after_reply, application.lane)
    pipe = Pipe(source, sink, deferred.wake)
    gc.enable()
    gc.freeze()  # what was imported stays for good: the collector need not look at it again
    asyncio.run(_serve(application, pipe))
    pipe.flush()
    closing = threading.Thread(target=application.close, name="closing", daemon=True)
    closing.start()
    closing.join(_CLOSE_SECONDS)
    leave()


async def _serve(application: Application, pipe: Pipe) -> None:
    server = build(application, pipe)
    pipe.start(asyncio.get_running_loop())
    await server.run(pipe.incoming, pipe.outgoing, server.create_initialization_options())
