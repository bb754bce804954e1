"""The pages people read: Markdown files shared by the command line, the tool memory_guide and the README's links."""

from __future__ import annotations

import re
from difflib import get_close_matches
from importlib import resources
from pathlib import PurePosixPath
from typing import Final, NamedTuple

from memory_mcp.errors import NotFoundError

PAGES: Final = (
    "guide", "clients", "capture", "window", "time", "contradictions", "tools", "command-line", "settings",
    "file-format", "several-machines", "troubleshooting", "benchmarks", "design",
)  # fmt: skip
"""Every page by the name of its file without ``.md``, in the order a newcomer reads them."""

# The marks around a part that is made from the program.
_MARK: Final = re.compile(r"^<!-- /?[a-z]+ -->\n", re.MULTILINE)


class Page(NamedTuple):
    """A page: its name, its title, the first sentence below the title, and the whole text as Markdown."""

    name: str
    title: str
    summary: str
    text: str


def read_page(name: str) -> Page:
    """Return the page of a name, of a link to it (``tools.md#prompts``) or of its title, in any case of letters.

    Raises NotFoundError, which names the nearest page, when there is no such page.
    """
    wanted = PurePosixPath(name.partition("#")[0].strip().casefold()).name.removesuffix(".md")
    if wanted not in PAGES:
        wanted = {_read(page).title.casefold(): page for page in PAGES}.get(wanted, wanted)
    if wanted not in PAGES:
        near = get_close_matches(wanted, PAGES, n=1, cutoff=0.6)
        hint = f"Did you mean {near[0]}?" if near else f"Pages: {', '.join(PAGES)}."
        raise NotFoundError(f"no page {name!r}", hint=hint, field="page")
    return _read(wanted)


def _read(name: str) -> Page:
    text = (resources.files("memory_mcp.docs") / f"{name}.md").read_text(encoding="utf-8")
    text = _MARK.sub("", text)
    heading, _, rest = text.partition("\n\n")
    first = " ".join(rest.partition("\n\n")[0].split())
    return Page(name, heading.removeprefix("# "), re.split(r"(?<=[.]) ", first, maxsplit=1)[0], text)
