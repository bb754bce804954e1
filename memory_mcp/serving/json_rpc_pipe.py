"""JSON-RPC lines between the client's pipe and the SDK's message streams.

The SDK's own stdio transport drops a line that it cannot parse, and the client waits for its answer until it times
out; a cut emoji (half a surrogate pair in a JSON string) is enough. This module repairs such a line if it has a meaning
and answers it with an error if not. Reading and writing have a thread each, so that neither a slow client nor a slow
tool delays the other. At the end of input it first answers the requests that it has read.
"""

from __future__ import annotations

import asyncio
import json
import logging
import queue
import re
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from types import TracebackType
from typing import Any, BinaryIO, Final, Self

import anyio
import mcp_types as types
from mcp.shared.message import SessionMessage
from pydantic import ValidationError

from memory_mcp.tools.framework.arguments import MALFORMED
from memory_mcp.tools.framework.wire_text import clean

_LAST_ANSWERS_SECONDS: Final = 5.0
_FLUSH_SECONDS: Final = 1.0
# The SDK reads some levels more.
_DEEPEST: Final = 190

# Brackets, and texts so that brackets in them are passed over; a key "id" with a text or a whole number behind it.
_TOKENS: Final = re.compile(
    r'"id"\s*:\s*(?P<id>-?\d{1,18}|"(?:[^"\\]|\\.){0,200}")|"(?:[^"\\]|\\.)*"|(?P<opening>[\[{])|(?P<closing>[\]}])'
)

_TOO_LONG: Final = f"a number of more than {sys.get_int_max_str_digits()} digits is not read: write it as a text"

_log = logging.getLogger(__name__)


def decode(line: str) -> types.JSONRPCMessage:
    """Read one message; a line that holds none becomes the error response that answers it."""
    try:
        message = types.jsonrpc_message_adapter.validate_json(line, by_name=False)
    except ValidationError as exc:
        if any("recursion" in str(error.get("ctx", {}).get("error", "")) for error in exc.errors(include_url=False)):
            return _too_deep(line)
        # The SDK stops at what is to be repaired, and has not seen how deep it goes behind that.
        message = _too_deep(line) if _depth(line) > _DEEPEST else _repaired(line)
    if isinstance(message, types.JSONRPCNotification) and _has_id(line):
        # The SDK takes it for a notification, and whoever sent it would wait for an answer.
        return _error(None, types.INVALID_REQUEST, "the id must be a text or a whole number without a point")
    if isinstance(message, types.JSONRPCRequest) and message.method == "tools/call" and message.params is not None:
        message.params["arguments"] = _object(message.params.get("arguments"))
    return message


def _has_id(line: str) -> bool:
    # Read with what is infinite or no number in it, as the SDK did.
    with suppress(ValueError, RecursionError):
        return "id" in json.loads(line)
    return False


def _depth(text: str) -> int:
    """Return how many brackets are open within one another at most, those in texts not counted."""
    depth = deepest = 0
    for token in _TOKENS.finditer(text):
        depth += bool(token["opening"]) - bool(token["closing"])
        deepest = max(deepest, depth)
    return deepest


def _too_deep(line: str) -> types.JSONRPCError:
    return _error(_id_in(line), types.PARSE_ERROR, f"nested too deeply: at most {_DEEPEST} levels are read")


def _id_in(line: str) -> types.RequestId | None:
    """Return the id of a message that is nested too deeply to be read, or None; brackets in texts do not count."""
    depth = 0
    for token in _TOKENS.finditer(line):
        if token["opening"]:
            depth += 1
        elif token["closing"]:
            depth -= 1
        elif depth == 1 and token["id"]:
            found: types.RequestId = clean(json.loads(token["id"]))[0]
            return found
    return None


def _repaired(line: str) -> types.JSONRPCMessage:
    unread: list[str] = []

    def whole(digits: str) -> int | None:
        try:
            return int(digits)
        except ValueError:
            unread.append(digits)
            return None

    try:
        value = json.loads(line, parse_int=whole)
    except (ValueError, RecursionError) as exc:
        return _error(None, types.PARSE_ERROR, f"not JSON: {exc}")
    if unread:
        # The id of what has no method, such as an answer, is ours.
        is_request = isinstance(value, dict) and "method" in value
        return _error(clean(_id_of(value))[0] if is_request else None, types.PARSE_ERROR, _TOO_LONG)
    params = value.get("params") if isinstance(value, dict) else None
    # A tool's arguments are cleaned where they are checked, so that the caller is told.
    arguments = params.pop("arguments", None) if isinstance(params, dict) else None
    value, _ = clean(value)
    if arguments is not None:
        value["params"]["arguments"] = arguments
    try:
        return types.jsonrpc_message_adapter.validate_python(value, by_name=False)
    except ValidationError:
        return _error(_id_of(value), types.INVALID_REQUEST, "not a JSON-RPC 2.0 message; batches are not supported")


def _id_of(message: Any) -> types.RequestId | None:
    """Return the id of what was read, where it has one that an answer may have; None for anything else."""
    known = message.get("id") if isinstance(message, dict) else None
    return known if isinstance(known, (int, str)) and not isinstance(known, bool) else None


def _object(arguments: Any) -> dict[str, Any]:
    """Return a tool's arguments as an object; some clients send the object as a string."""
    if isinstance(arguments, str):
        if _depth(arguments) > _DEEPEST:
            return {MALFORMED: "text"}
        try:
            arguments = json.loads(arguments)
        except (ValueError, RecursionError):
            return {MALFORMED: "text"}
    if arguments is None or isinstance(arguments, dict):
        return arguments or {}
    return {MALFORMED: "a list" if isinstance(arguments, list) else "a single value"}


def _error(request_id: types.RequestId | None, code: int, message: str) -> types.JSONRPCError:
    return types.JSONRPCError(jsonrpc="2.0", id=request_id, error=types.ErrorData(code=code, message=message))


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
