"""Write stored text into Markdown as plain text: no heading, link, image, emphasis, code or markup can come out of it.

Every line begins with words of ours, so no stored text stands where a block could begin. Within the line, what could
begin markup is escaped (CommonMark 0.31, 2.4, with GitHub's autolinks), and invisible characters are made visible.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any, Final

from memory_mcp.language.unseen_characters import visible

_MARKUP: Final = re.compile(
    r"[\\`*\[\]<>&~|$]"
    r"|(?<![^\W_])_|_(?![^\W_])"  # within a word it is no emphasis
    r"|:(?=\S)|@|(?<=www)\."  # without them no address is a link
)


def escaped(text: str) -> str:
    """Return the text as one line that Markdown shows as it is."""
    line = visible(" ".join(text.split()))
    return _MARKUP.sub(lambda found: "\\" + found[0], line)


def code(text: str) -> str:
    """Return the text as a code span, whatever backticks it holds."""
    line = visible(" ".join(text.split()))
    longest = max((len(run) for run in re.findall("`+", line)), default=0)
    fence = "`" * (longest + 1)
    room = " " if line.startswith("`") or line.endswith("`") else ""
    return f"{fence}{room}{line}{room}{fence}"


def call(act: Mapping[str, Any]) -> str:
    """Return a tool call as a code span: its name and its arguments as JSON."""
    return code(f"{act['tool']} {json.dumps(act['arguments'], ensure_ascii=False)}")
