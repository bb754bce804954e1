"""Read one line of JSON-RPC: what the SDK would drop is repaired if it has a meaning, else answered with an error.

The SDK's own stdio transport drops a line that it cannot parse, and the client waits for its answer until it times
out; a cut emoji (half a surrogate pair in a JSON string) is enough.
"""

from __future__ import annotations

import json
import re
import sys
from contextlib import suppress
from typing import Any, Final

import mcp_types as types
from pydantic import ValidationError

from memory_mcp.tools.framework.arguments import MALFORMED
from memory_mcp.tools.framework.wire_text import clean

# The SDK reads some levels more.
_DEEPEST: Final = 190

# Brackets, and texts so that brackets in them are passed over; a key "id" with a text or a whole number behind it.
_TOKENS: Final = re.compile(
    r'"id"\s*:\s*(?P<id>-?\d{1,18}|"(?:[^"\\]|\\.){0,200}")|"(?:[^"\\]|\\.)*"|(?P<opening>[\[{])|(?P<closing>[\]}])'
)

_TOO_LONG: Final = f"a number of more than {sys.get_int_max_str_digits()} digits is not read: write it as a text"


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
