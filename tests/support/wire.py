"""JSON-RPC over real pipes to a real process, as a client would speak it; no SDK on this side."""

from __future__ import annotations

import json
import os
import queue
import select
import socket
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, Self

PROJECT: Final = Path(__file__).resolve().parents[2]
PATIENCE: Final = 60.0
KILLED: Final = 1 if sys.platform == "win32" else -9
"""How a process ended that was killed."""
MODERN: Final = "2026-07-28"
LEGACY: Final = "2025-11-25"


class Gate:
    """Holds calls of the toy server's ``toy_held`` until they are let go, one after the other."""

    def __init__(self) -> None:
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._listener.settimeout(PATIENCE)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._listener.close()

    def call(self) -> dict[str, Any]:
        """Return the parameters of a call that is held here."""
        return {"name": "toy_held", "arguments": {"port": self._listener.getsockname()[1]}}

    def entered(self) -> socket.socket:
        """Wait until the next call has begun; closing what is returned lets it go."""
        return self._listener.accept()[0]

    def is_waited_at(self) -> bool:
        """Whether another call has begun by now."""
        return bool(select.select([self._listener], [], [], 0)[0])


class WireError(AssertionError):
    """The server answered with a JSON-RPC error; ``error`` is what it sent."""

    def __init__(self, error: Mapping[str, Any]) -> None:
        super().__init__(json.dumps(error))
        self.error = dict(error)


class ServerLeftError(AssertionError):
    """The server's output ended before it answered."""


class Wire:
    """A server process and the two ends of its pipes. Every wait ends after PATIENCE seconds."""

    def __init__(
        self, command: Sequence[str], env: Mapping[str, str] | None = None, cwd: Path | None = None, **options: Any
    ) -> None:
        environment = {**os.environ, **(env or {})}
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment,
            cwd=cwd or PROJECT,
            **options,
        )
        self.protocol = LEGACY
        self.roots: Sequence[str] | None = None
        self.answers_questions_with: Mapping[str, Any] | None = None
        self.questions: list[str] = []
        self.notifications: list[dict[str, Any]] = []
        self.stray: list[bytes] = []
        self._next_id = 0
        self._lines: queue.Queue[bytes | None] = queue.Queue()
        self._errors: list[bytes] = []
        self._more_errors = threading.Condition()
        self._answers: dict[Any, dict[str, Any]] = {}
        self._threads = [threading.Thread(target=t, daemon=True) for t in (self._read, self._read_errors)]
        for thread in self._threads:
            thread.start()

    @property
    def stderr(self) -> str:
        """What the process has written to standard error; complete once it has ended."""
        return b"".join(self._errors).decode("utf-8", "replace")

    def wait_for_error(self, text: str) -> None:
        """Wait until the process has written a text to standard error, without asking it anything."""
        with self._more_errors:
            assert self._more_errors.wait_for(lambda: text in self.stderr, PATIENCE), self.stderr

    def initialize(
        self, protocol: str = LEGACY, client: str = "wire", roots: Sequence[str] | None = None
    ) -> dict[str, Any]:
        """Do the handshake of the older era; with ``roots`` the server may ask for them and is told."""
        self.roots = roots
        self.protocol = protocol
        client_info = {"name": client, "version": "1"}
        capabilities: dict[str, Any] = {} if roots is None else {"roots": {"listChanged": True}}
        if self.answers_questions_with is not None:
            capabilities["elicitation"] = {}
        params = {"protocolVersion": protocol, "capabilities": capabilities, "clientInfo": client_info}
        result = self.request("initialize", params)
        self.notify("notifications/initialized")
        return result

    def discover(self, client: str = "wire") -> dict[str, Any]:
        """Open a connection of the newer era."""
        self.protocol, self._client = MODERN, client
        return self.request("server/discover", {})

    def request(self, method: str, params: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """Send a request and return its result; raise WireError if the answer is an error."""
        return self.answer(self.send(method, params))

    def send(self, method: str, params: Mapping[str, Any] | None = None) -> int:
        """Send a request and return its id without waiting."""
        self._next_id += 1
        sent = dict(params or {})
        if self.protocol == MODERN:
            sent["_meta"] = {
                "io.modelcontextprotocol/protocolVersion": MODERN,
                "io.modelcontextprotocol/clientInfo": {"name": self._client, "version": "1"},
                "io.modelcontextprotocol/clientCapabilities": (
                    {} if self.answers_questions_with is None else {"elicitation": {}}
                ),
                **sent.get("_meta", {}),
            }
        self.raw({"jsonrpc": "2.0", "id": self._next_id, "method": method, "params": sent})
        return self._next_id

    def answer(self, request_id: int | None) -> dict[str, Any]:
        """Wait for the answer to a request; keep notifications and other answers for later."""
        while request_id not in self._answers:
            line = self._lines.get(timeout=PATIENCE)
            if line is None:
                raise ServerLeftError(f"no answer; stderr: {self.stderr[-2000:]}")
            try:
                message = json.loads(line)
            except ValueError:
                self.stray.append(line)
                continue
            if message.get("method") == "roots/list":
                roots = [{"uri": uri} for uri in self.roots or ()]
                self.raw({"jsonrpc": "2.0", "id": message["id"], "result": {"roots": roots}})
            elif message.get("method") == "elicitation/create":
                self.questions.append(message["params"]["message"])
                self.raw({"jsonrpc": "2.0", "id": message["id"], "result": self.answers_questions_with})
            elif "method" in message:
                self.notifications.append(message)
            else:
                self._answers[message.get("id")] = message
        message = self._answers.pop(request_id)
        if "error" in message:
            raise WireError(message["error"])
        result: dict[str, Any] = message["result"]
        return result

    def notify(self, method: str, params: Mapping[str, Any] | None = None) -> None:
        """Send a notification."""
        self.raw({"jsonrpc": "2.0", "method": method, **({"params": dict(params)} if params else {})})

    def raw(self, message: Mapping[str, Any] | bytes) -> None:
        """Send a message, or a line of bytes as it is."""
        line = message if isinstance(message, bytes) else json.dumps(message).encode()
        assert self.process.stdin is not None
        self.process.stdin.write(line + b"\n")
        self.process.stdin.flush()

    def call_tool(self, name: str, args: Mapping[str, Any] | None = None, **params: Any) -> dict[str, Any]:
        """Call a tool and return the whole result, ``isError`` or not."""
        return self.request("tools/call", {"name": name, "arguments": dict(args or {}), **params})

    def structured(self, name: str, args: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """Call a tool that must succeed and return its structured result."""
        result = self.call_tool(name, args)
        assert not result.get("isError"), text_of(result)
        structured: dict[str, Any] = result["structuredContent"]
        return structured

    def close_input(self) -> None:
        """Let the server see the end of its input."""
        assert self.process.stdin is not None
        self.process.stdin.close()

    def wait(self) -> int:
        """Wait for the end of the process and return its status; everything it wrote has been read then."""
        status = self.process.wait(PATIENCE)
        for thread in self._threads:
            thread.join(PATIENCE)
        return status

    def rest(self) -> list[bytes]:
        """Return the lines nobody has asked for; call it after ``wait``."""
        lines = []
        while (line := self._lines.get(timeout=PATIENCE)) is not None:
            lines.append(line)
        return lines

    def close(self) -> int:
        """End the input and wait; kill a process that does not leave."""
        try:
            self.close_input()
            return self.wait()
        finally:
            self.process.kill()
            self.process.wait()
            for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
                if stream is not None:
                    # What a killed process did not read is still in the buffer.
                    with suppress(BrokenPipeError):
                        stream.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self._lines.put(line)
        self._lines.put(None)

    def _read_errors(self) -> None:
        assert self.process.stderr is not None
        for line in self.process.stderr:
            with self._more_errors:
                self._errors.append(line)
                self._more_errors.notify_all()


def text_of(result: Mapping[str, Any]) -> str:
    """Return the text block of a result."""
    return "\n".join(block["text"] for block in result["content"])


def spawn(
    db: Path | None = None, env: Mapping[str, str] | None = None, args: Sequence[str] = ("serve",), **options: Any
) -> Wire:
    """Start the real server on a file, without embedding unless ``env`` says otherwise."""
    settings = {"MEMORY_EMBED_DISABLED": "1"} | ({"MEMORY_DB_PATH": str(db)} if db else {})
    return Wire([sys.executable, "-m", "memory_mcp", *args], {**settings, **(env or {})}, **options)
