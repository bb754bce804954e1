"""Show hits at a terminal, numbered, two lines each; look up what a number meant in the list that was shown last."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from memory_mcp.cli.output import console, shown

if TYPE_CHECKING:
    from rich.text import Text

    from memory_mcp.config import Settings

_LONGEST_NUMBER: Final = 3
_TERMINALS: Final = 8
_INDENT: Final = 4
_GAP: Final = 1


def print_hits(hits: Sequence[dict[str, Any]], *, words: Sequence[str] = ()) -> None:
    """Print each hit in two lines that fit the window: number, type, day, project and short id; then what it says.

    Behind the day of a hit that a newer row contradicts stands the end of that row's id.
    """
    from rich.text import Text

    from memory_mcp.tools.framework.render import in_a_line

    for number, hit in enumerate(hits, 1):
        said = Text(shown(in_a_line(hit)))
        said.highlight_words(words, style="bold yellow", case_sensitive=False)
        facts = [(hit.get("validFrom") or "")[:10], *but_see(hit), hit.get("project") or ""]
        print_row(number, hit["type"], facts, hit["id"], said)


def but_see(row: dict[str, Any]) -> list[str]:
    """Return what is said of a row that a newer one contradicts."""
    from memory_mcp.store.facts.short_ids import short

    return [f"but see {short(row['contradictedBy'])}"] if row.get("contradictedBy") else []


def print_row(number: int, kind: str, facts: Sequence[str], uid: str, said: Text) -> None:
    """Print two lines that fit the window: number, kind, facts (the last one gives way) and short id; what it says.

    In a narrow window the other facts go, the first of them first, and then the id has a line of its own: it is whole.
    """
    from rich.cells import cell_len
    from rich.text import Text

    from memory_mcp.store.facts.short_ids import short

    out = console()
    *first, last = map(shown, facts)
    head, end = Text(f"{number:>2}  ", style="bold"), Text(shown(short(uid)), style="not bold dim")
    head.append(shown(kind), style="not bold cyan")
    while first and head.cell_len + sum(2 + cell_len(fact) for fact in first) + _GAP + end.cell_len > out.width:
        del first[0]
    for fact in first:
        head.append(f"  {fact}", style="not bold dim")
    where = Text(last, style="not bold magenta")
    where.truncate(max(0, out.width - head.cell_len - end.cell_len - _INDENT), overflow="ellipsis")
    head.append_text(Text("  ") + where if where else where)
    gap = out.width - head.cell_len - end.cell_len
    heads = [head + Text(" " * gap) + end] if gap >= _GAP else [head, Text(" " * _INDENT) + end]
    said.truncate(out.width - _INDENT, overflow="ellipsis")
    for line in (*heads, Text(" " * _INDENT) + said):
        out.print(line, no_wrap=True, overflow="crop")


def remember(settings: Settings, ids: Sequence[str]) -> None:
    """Keep which ids the list on this terminal has, so that its numbers can be given."""
    path, lists = _kept(settings)
    lists = {key: value for key, value in lists.items() if key != _terminal()} | {_terminal(): list(ids)}
    text = json.dumps(dict(list(lists.items())[-_TERMINALS:]))
    # A list that cannot be kept is none.
    with suppress(OSError):
        draft = path.with_name(f".{path.name}.{os.getpid()}")
        descriptor = os.open(draft, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            file.write(text)
        draft.replace(path)


def numbered(settings: Settings, given: str) -> str:
    """Return the id that a number means in the list shown last on this terminal; anything else as it is.

    Raises NotFoundError for a number that the list has not.
    """
    from memory_mcp.errors import NotFoundError

    if not (given.isascii() and given.isdigit() and len(given) <= _LONGEST_NUMBER):
        return given
    ids = _kept(settings)[1].get(_terminal(), [])
    if not 1 <= int(given) <= len(ids):
        hint = f"The last list has 1 to {len(ids)}." if ids else "`memory-mcp search` lists hits with numbers."
        raise NotFoundError(f"no hit {given} was listed on this terminal", hint=hint, field="id")
    return str(ids[int(given) - 1])


def _kept(settings: Settings) -> tuple[Path, dict[str, list[str]]]:
    path = settings.db_path.with_name(f"{settings.db_path.name}-listed")
    try:
        found = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError):
        found = {}
    return path, found if isinstance(found, dict) else {}


def _terminal() -> str:
    """Return what tells this terminal from others: the session of its shell."""
    return str(os.getsid(0)) if hasattr(os, "getsid") else ""
