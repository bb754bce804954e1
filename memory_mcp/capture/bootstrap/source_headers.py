"""Read how a source file describes itself: a Python module's docstring, or the first comment in other languages."""

from __future__ import annotations

import ast
import re
import warnings
from typing import Final

# What a line of a leading comment begins with, by suffix.
_LINE_COMMENTS: Final = {
    **dict.fromkeys((".js", ".mjs", ".ts", ".tsx", ".jsx", ".go", ".rs", ".java", ".kt", ".swift", ".c", ".h", ".cc",
                     ".cpp", ".hpp", ".cs", ".scala"), "//"),
    **dict.fromkeys((".sh", ".bash", ".rb", ".pl", ".r"), "#"),
    **dict.fromkeys((".lua", ".sql", ".hs"), "--"),
}  # fmt: skip
SUFFIXES: Final = frozenset({".py", ".pyi", *_LINE_COMMENTS})
_BLOCK: Final = re.compile(r"\s*/\*+!?(.*?)\*/", re.DOTALL)
_LICENCE: Final = re.compile(r"copyright|licen[cs]e|spdx-", re.IGNORECASE)
# Shorter ones say a name, a switch for a tool, or nothing.
_SHORTEST: Final = 20


def header_of(suffix: str, text: str) -> str:
    """Return what a source file says of itself, empty for one that says nothing (or only whose it is).

    Raises SyntaxError for what cannot be read as Python.
    """
    said = _docstring(text) if suffix in {".py", ".pyi"} else _leading_comment(text, _LINE_COMMENTS[suffix])
    return said if len(said) >= _SHORTEST else ""


def _docstring(text: str) -> str:
    with warnings.catch_warnings():
        # An odd escape in somebody's code is not for us to complain about.
        warnings.simplefilter("ignore")
        try:
            return (ast.get_docstring(ast.parse(text)) or "").strip()
        except (ValueError, RecursionError, MemoryError) as exc:
            raise SyntaxError(str(exc)) from exc


def _leading_comment(text: str, sign: str) -> str:
    if text.startswith("#!"):
        text = text.partition("\n")[2]
    block = _BLOCK.match(text) if sign == "//" else None
    if block:
        lines = [line.strip().removeprefix("*") for line in block[1].splitlines()]
    else:
        lines = []
        for line in text.lstrip("\n").splitlines():
            if not line.startswith(sign):
                break
            lines.append(line.removeprefix(sign).lstrip("/!"))
    said = "\n".join(line.removeprefix(" ").rstrip() for line in lines).strip()
    return "" if _LICENCE.search(said) else said
