"""A model service on loopback that follows a script, so that a real client can be run without an account.

The script is a list of tool calls. Which of them comes next is read off the request itself, by counting the tool
results it carries: nothing is remembered between requests, and side questions of the client change nothing.
Every request that offers tools is kept, because it is exactly what a model would have been shown.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Final, Self

Json = dict[str, Any]

LAST_WORDS: Final = "That is all."


@dataclass(frozen=True)
class Step:
    """One tool call the model makes; ``namespace`` is where Codex keeps a server's tools."""

    tool: str
    arguments: Json
    namespace: str | None = None


def walk(value: object) -> Iterator[Json]:
    """Yield every object inside a request, however deep."""
    if isinstance(value, dict):
        yield value
        value = list(value.values())
    if isinstance(value, list):
        for part in value:
            yield from walk(part)


def results_in(request: Json) -> list[Json]:
    """Return the tool results a request carries, oldest first, in whichever of the four wire formats."""
    spoken = [request.get(key, []) for key in ("messages", "input", "contents")]
    return [
        part
        for part in walk(spoken)
        if part.get("type") in {"tool_result", "function_call_output"}
        or part.get("role") == "tool"
        or "functionResponse" in part
    ]


def anthropic(step: Step | None, turn: int, last_words: str) -> list[Json]:
    """Say it as Anthropic's Messages API does."""
    block: Json = {"type": "text", "text": ""}
    delta: Json = {"type": "text_delta", "text": last_words}
    if step:
        block = {"type": "tool_use", "id": f"toolu_{turn:08d}", "name": step.tool, "input": {}}
        delta = {"type": "input_json_delta", "partial_json": json.dumps(step.arguments)}
    message: Json = {
        "id": f"msg_{turn}",
        "type": "message",
        "role": "assistant",
        "model": "scripted",
        "content": [],
        "stop_reason": None,
        "stop_sequence": None,
        "usage": {"input_tokens": 1, "output_tokens": 1},
    }
    stop = {"stop_reason": "tool_use" if step else "end_turn", "stop_sequence": None}
    return [
        {"type": "message_start", "message": message},
        {"type": "content_block_start", "index": 0, "content_block": block},
        {"type": "content_block_delta", "index": 0, "delta": delta},
        {"type": "content_block_stop", "index": 0},
        {"type": "message_delta", "delta": stop, "usage": {"output_tokens": 1}},
        {"type": "message_stop"},
    ]


def responses(step: Step | None, turn: int, last_words: str) -> list[Json]:
    """Say it as OpenAI's Responses API does."""
    item: Json = {
        "type": "message",
        "id": f"msg_{turn}",
        "role": "assistant",
        "content": [{"type": "output_text", "text": last_words}],
    }
    if step:
        item = {
            "type": "function_call",
            "id": f"fc_{turn}",
            "call_id": f"call_{turn}",
            "name": step.tool,
            "arguments": json.dumps(step.arguments),
        } | ({"namespace": step.namespace} if step.namespace else {})
    usage = {
        "input_tokens": 1,
        "input_tokens_details": None,
        "output_tokens": 1,
        "output_tokens_details": None,
        "total_tokens": 2,
    }
    return [
        {"type": "response.created", "response": {"id": f"resp_{turn}"}},
        {"type": "response.output_item.done", "output_index": 0, "item": item},
        {"type": "response.completed", "response": {"id": f"resp_{turn}", "usage": usage}},
    ]


def chat(step: Step | None, turn: int, last_words: str) -> list[Json]:
    """Say it as OpenAI's Chat Completions API does."""
    frame = {"id": f"chat_{turn}", "object": "chat.completion.chunk", "created": 1, "model": "scripted"}
    delta: Json = {"role": "assistant", "content": last_words}
    if step:
        function = {"name": step.tool, "arguments": json.dumps(step.arguments)}
        call = {"index": 0, "id": f"call_{turn}", "type": "function", "function": function}
        delta = {"role": "assistant", "content": None, "tool_calls": [call]}
    usage = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}
    end = {"index": 0, "delta": {}, "finish_reason": "tool_calls" if step else "stop"}
    return [
        {**frame, "choices": [{"index": 0, "delta": delta, "finish_reason": None}]},
        {**frame, "choices": [end], "usage": usage},
    ]


def gemini(step: Step | None, turn: int, last_words: str) -> list[Json]:
    """Say it as Google's generateContent does."""
    part: Json = {"text": last_words}
    if step:
        part = {"functionCall": {"id": f"call_{turn}", "name": step.tool, "args": step.arguments}}
    candidate = {"index": 0, "finishReason": "STOP", "content": {"role": "model", "parts": [part]}}
    usage = {"promptTokenCount": 1, "candidatesTokenCount": 1, "totalTokenCount": 2}
    return [{"candidates": [candidate], "usageMetadata": usage, "modelVersion": "scripted"}]


DIALECTS: Final = {
    "/messages": anthropic,
    "/responses": responses,
    "/chat/completions": chat,
    "enerateContent": gemini,
}


@dataclass
class ScriptedModel:
    """The service, listening while it is entered; ``requests`` is what the model was shown."""

    script: list[Step]
    last_words: str = LAST_WORDS
    requests: list[Json] = field(default_factory=list)

    def __enter__(self) -> Self:
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()

    @property
    def url(self) -> str:
        """Where a client finds it."""
        return f"http://127.0.0.1:{self._server.server_port}"

    def answer(self, path: str, request: Json) -> tuple[bytes, str]:
        """Return the body and the content type of the next thing the script says."""
        dialect = next((say for mark, say in DIALECTS.items() if mark in path.partition("?")[0]), None)
        if dialect is None or "count" in path:
            return b'{"input_tokens": 1, "totalTokens": 1, "data": [], "models": []}', "application/json"
        step = None
        turn = len(results_in(request))
        if request.get("tools"):
            self.requests.append(request)
            step = self.script[turn] if turn < len(self.script) else None
        said = dialect(step, turn, self.last_words)
        if dialect is gemini and "stream" not in path:
            return json.dumps(said[0]).encode(), "application/json"
        if dialect is anthropic and not request.get("stream"):
            text = [{"type": "text", "text": self.last_words}]
            whole = said[0]["message"] | {"content": text, "stop_reason": "end_turn"}
            return json.dumps(whole).encode(), "application/json"
        frames = "".join(map(_frame, said)) + ("data: [DONE]\n\n" if dialect is chat else "")
        return frames.encode(), "text/event-stream"


def _frame(data: Json) -> str:
    """Return one server-sent event; only two of the dialects name theirs."""
    name = f"event: {data['type']}\n" if "type" in data else ""
    return f"{name}data: {json.dumps(data)}\n\n"


def _handler(model: ScriptedModel) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002  # the base class names it so
            """Say nothing: the client's own output is what matters."""

        def _send(self, body: bytes, content_type: str) -> None:
            self.send_response(200)
            self.send_header("content-type", content_type)
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            if self.command != "HEAD":
                self.wfile.write(body)

        def do_GET(self) -> None:
            self._send(*model.answer("", {}))

        do_HEAD = do_GET  # noqa: N815  # the base class looks the method up by this name

        def do_POST(self) -> None:
            raw = self.rfile.read(int(self.headers.get("content-length", 0)))
            try:
                request = json.loads(raw)
            except ValueError:
                request = {}
            self._send(*model.answer(self.path, request))

    return Handler
