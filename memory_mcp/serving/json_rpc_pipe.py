"""JSON-RPC lines between the client's pipe and the SDK's message streams.

Reading and writing have a thread each, so that neither a slow client nor a slow tool delays the other. At the end of
input it first answers the requests that it has read.
"""

from __future__ import annotations

import asyncio
import logging
import queue
import threading
from collections.abc import Callable
from types import TracebackType
from typing import Any, BinaryIO, Final, Self

import anyio
import mcp_types as types
from mcp.shared.message import SessionMessage

from memory_mcp.serving.json_rpc_lines import decode

_LAST_ANSWERS_SECONDS: Final = 5.0
_FLUSH_SECONDS: Final = 1.0

_log = logging.getLogger(__name__)


class Outgoing:
    """The SDK's end for writing: it encodes a message and queues it for the writing thread."""

    def __init__(self, pipe: Pipe) -> None:
        self._pipe = pipe

    async def send(self, item: SessionMessage, /) -> None:
        """Queue one message."""
        self._pipe.write(item.message)

    async def aclose(self) -> None:
        """Do nothing: the pipe still has to write the last answers after the SDK's loop has ended."""

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, exc_type: type[BaseException] | None, exc_val: BaseException | None, exc_tb: TracebackType | None
    ) -> bool | None:
        return None


class Pipe:
    """The connection to the one client. The writing thread calls ``after_reply`` after each answer of a tool."""

    def __init__(self, source: BinaryIO, sink: BinaryIO, after_reply: Callable[[], None]) -> None:
        self._source = source
        self._sink = sink
        self._after_reply = after_reply
        self._queue: queue.SimpleQueue[tuple[bytes, types.RequestId | None] | None] = queue.SimpleQueue()
        self._open: dict[types.RequestId, str] = {}
        self._settled = threading.Condition()
        self.outgoing = Outgoing(self)
        self._writer: threading.Thread | None = None

    def start(self, loop: asyncio.AbstractEventLoop) -> None:
        """Open ``incoming`` and start the threads that read and write. ``loop`` runs the SDK's server."""
        self._send, self.incoming = anyio.create_memory_object_stream[SessionMessage | Exception](0)
        self._writer = threading.Thread(target=self._write_all, args=(loop,), name="writer", daemon=True)
        self._writer.start()
        threading.Thread(target=self._read_all, args=(loop,), name="reader", daemon=True).start()

    def write(self, message: types.JSONRPCMessage) -> None:
        """Queue a message; any thread may call this, and messages keep their order."""
        answered = message.id if isinstance(message, (types.JSONRPCResponse, types.JSONRPCError)) else None
        line = message.model_dump_json(by_alias=True, exclude_unset=True)
        self._queue.put((line.encode() + b"\n", answered))

    def notify(self, method: str, params: dict[str, Any]) -> None:
        """Queue a notification; any thread may call this."""
        self.write(types.JSONRPCNotification(jsonrpc="2.0", method=method, params=params))

    def flush(self) -> None:
        """Write what is queued, and wait for it at most 1 s. Nothing can be written afterwards."""
        self._queue.put(None)
        if self._writer is not None:
            self._writer.join(_FLUSH_SECONDS)

    def _read_all(self, loop: asyncio.AbstractEventLoop) -> None:
        for number, raw in enumerate(self._source):
            line = raw.decode("utf-8-sig" if number == 0 else "utf-8", "replace").strip()
            if line:
                self._receive(decode(line), loop)
        with self._settled:
            self._settled.wait_for(lambda: not self._open, _LAST_ANSWERS_SECONDS)
        loop.call_soon_threadsafe(self._send.close)

    def _receive(self, message: types.JSONRPCMessage, loop: asyncio.AbstractEventLoop) -> None:
        match message:
            case types.JSONRPCError():
                self.write(message)
                return
            case types.JSONRPCRequest():
                with self._settled:
                    self._open[message.id] = message.method
            case types.JSONRPCNotification(method="notifications/cancelled"):
                self._settle((message.params or {}).get("requestId"))
        asyncio.run_coroutine_threadsafe(self._send.send(SessionMessage(message)), loop).result()

    def _settle(self, request_id: types.RequestId | None) -> str | None:
        """Note that a request needs no answer any more, and return its method; None for an unknown request."""
        with self._settled:
            method = self._open.pop(request_id, None) if isinstance(request_id, (int, str)) else None
            self._settled.notify_all()
        return method

    def _write_all(self, loop: asyncio.AbstractEventLoop) -> None:
        while (queued := self._queue.get()) is not None:
            line, answered = queued
            try:
                self._sink.write(line)
                self._sink.flush()
            except OSError:
                _log.info("the client reads no more")
                loop.call_soon_threadsafe(self._send.close)
                return
            if self._settle(answered) == "tools/call":
                self._after_reply()
