"""Values taken out of JSON with comments, all in one pass, with what was made to hold them: the reverse of ``put``."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator, Sequence
from typing import Final

from memory_mcp.setup.json_text import Node, Step

_LINE_BEFORE: Final = re.compile(r"\r?\n[ \t]*\Z")
_COMMENT: Final = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
_OPENED_FOR_IT: Final = re.compile(r"[{\[]\r?\n[ \t]*")
_CLOSED_BEHIND_IT: Final = re.compile(r"\r?\n[ \t]*[}\]]")


def without(text: str, root: Node, paths: Sequence[Sequence[Step]]) -> str | None:
    """Return the text without the values at some paths, in the order of the text; None if that is the whole file.

    ``root`` is what the text says, with the places of what is on the paths and beside it; it changes with the cuts.
    """
    cuts = _Cuts(text)
    # The last first: what a cut leaves is before the next one, as it was.
    for path in reversed(paths):
        chain = [root]
        for step in path:
            chain.append(chain[-1].children[step])
        while len(chain) > 1 and (
            _is_made(cuts, chain[-2], chain[-1])
            or (chain[-2] is not root and _is_rewritten(cuts, chain[-2], chain[-1]))
        ):
            chain.pop()
        if len(chain) == 1:
            before, behind = text[: root.start], text[root.end :]
            return None if not before and behind == "\n" else before + behind
        _cut(cuts, chain[-2], path[len(chain) - 2])
    return "".join(cuts.left(0, len(text)))


def _is_made(cuts: _Cuts, holder: Node, node: Node) -> bool:
    """Whether the holder was made for a value, which is all it has left."""
    return (
        len(holder.children) == 1
        and _OPENED_FOR_IT.fullmatch(cuts.text, holder.start, node.at) is not None
        and _CLOSED_BEHIND_IT.fullmatch("".join(cuts.left(node.end, holder.end))) is not None
    )


def _is_rewritten(cuts: _Cuts, holder: Node, node: Node) -> bool:
    """Whether all that a holder has left is a value that another program wrote anew, on a line.

    What is put in spans lines. Where it does not, no white space tells what was there before: a holder of nothing goes.
    """
    return (
        len(holder.children) == 1 and isinstance(node.value, dict | list)
        and "\n" not in cuts.text[node.start : node.end]
    )  # fmt: skip


def _cut(cuts: _Cuts, holder: Node, step: Step) -> None:
    """Take out a member or an item: the reverse of how it was inserted."""
    is_alone, node = len(holder.children) == 1, holder.children.pop(step)
    end = node.end if node.comma is None else node.comma + 1
    if is_alone:
        cuts.take(node.at, end)
        return
    gap = node.before.end if node.before else holder.start + 1
    line = _LINE_BEFORE.search(cuts.text, gap, node.at)
    cuts.take(line.start() if line and not _hides(cuts, gap, line.start(), end) else node.at, end)
    if node.comma is None and node.before is not None:
        comma = node.before.comma
        assert comma is not None, "a comma stands between two members"
        cuts.take(comma, comma + 1)
        node.before.comma = None


def _hides(cuts: _Cuts, gap: int, line_end: int, at: int) -> bool:
    """Whether a comment of the gap that ends with a line would take in what stands at ``at``, were it on that line."""
    last = deque(_COMMENT.finditer(cuts.text, gap, line_end), maxlen=1)
    return bool(last) and last[0][0].startswith("//") and last[0].end() == line_end and not cuts.ends_line(at)


class _Cuts:
    """Spans taken out of a text, each before those that were taken out until then."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._spans: list[tuple[int, int]] = []

    def take(self, start: int, end: int) -> None:
        """Take out a span, and with it what was taken out within it."""
        while self._spans and self._spans[-1][0] < end:
            self._spans.pop()
        self._spans.append((start, end))

    def left(self, start: int, end: int) -> Iterator[str]:
        """Yield what is left between two places."""
        for gone, behind in reversed(self._spans):
            if gone >= end:
                break
            yield self.text[start : max(start, gone)]
            start = max(start, behind)
        yield self.text[start:end]

    def ends_line(self, at: int) -> bool:
        """Whether a line ends behind a place, but for blanks."""
        line = ""
        for piece in self.left(at, len(self.text)):
            line = (line + piece).lstrip(" \t")
            if len(line) > 1:
                break
        return not line or line.startswith(("\n", "\r\n"))
