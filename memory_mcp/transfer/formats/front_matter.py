"""The head of a markdown page: the small part of YAML that people write there, read and written."""

from __future__ import annotations

import json
import re
from typing import Any, Final

_FENCE: Final = "---"
_KEY: Final = re.compile(r"([A-Za-z_][\w -]{0,60}):(?:\s+(.*))?")
_PLAIN: Final = re.compile(r"[^\s\"'#&*!|>%@`{}\[\],:-][^\n:#]*")


def parse(page: str) -> tuple[dict[str, Any], str]:
    """Return a page's front matter, texts and lists of texts by key, and what follows it; no head is an empty one."""
    lines = page.removeprefix("\ufeff").replace("\r\n", "\n").split("\n")
    if lines[0].strip() != _FENCE or _FENCE not in (line.strip() for line in lines[1:]):
        return {}, page
    end = next(number for number, line in enumerate(lines) if number and line.strip() == _FENCE)
    found: dict[str, Any] = {}
    key = ""
    for line in lines[1:end]:
        if match := _KEY.fullmatch(line.rstrip()):
            key = match[1].strip()
            found[key] = _value(match[2] or "")
        elif key and line.strip().startswith("- "):
            known = found[key]
            found[key] = [*(known if isinstance(known, list) else []), _scalar(line.strip()[2:])]
    return found, "\n".join(lines[end + 1 :]).removeprefix("\n")


def write(head: dict[str, Any]) -> str:
    """Return front matter of texts, numbers and lists of texts; what is None is left out."""
    lines = [_FENCE]
    for key, value in head.items():
        if value is None or value == []:
            continue
        if isinstance(value, list):
            written = [_written(entry) for entry in value]
            # One that needs quotes has them all quoted: then the list is JSON, and commas are told apart.
            is_plain = written == [str(entry) for entry in value]
            lines.append(f"{key}: [{', '.join(written)}]" if is_plain else f"{key}: {_json([str(e) for e in value])}")
        else:
            lines.append(f"{key}: {_written(value)}")
    return "\n".join([*lines, _FENCE, ""])


def texts(value: Any) -> list[str]:
    """Return a value as a list of texts: a list as it is, a text cut at its commas."""
    if isinstance(value, list):
        return [str(entry) for entry in value if str(entry).strip()]
    return [part.strip() for part in str(value or "").split(",") if part.strip()]


def _value(text: str) -> Any:
    text = text.strip()
    if text.startswith("[") and text.endswith("]"):
        try:
            return [str(entry) for entry in json.loads(text)]
        except (ValueError, RecursionError):
            return [_scalar(part) for part in text[1:-1].split(",") if part.strip()]
    return _scalar(text)


def _scalar(text: str) -> str:
    text = text.strip()
    if len(text) > 1 and text[0] == text[-1] == '"':
        try:
            return str(json.loads(text))
        except ValueError:
            return text[1:-1]
    if len(text) > 1 and text[0] == text[-1] == "'":
        return text[1:-1].replace("''", "'")
    return "" if text in {"null", "~"} else text


def _written(value: Any) -> str:
    text = str(value)
    return text if _PLAIN.fullmatch(text) and text == text.strip() and "," not in text else _json(text)


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
