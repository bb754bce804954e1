"""Two hundred rows somebody would like to see run: markup, handlers, addresses, writing that turns around, length."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import cycle, pairwise
from pathlib import Path
from typing import Final

from calling import Client, learn, server
from moments import START
from two_projects import folder_of, say

from memory_mcp.store.contradictions import pairs
from memory_mcp.temporal import ManualClock
from memory_mcp.tools.decisions import memory_decide
from memory_mcp.tools.graph import memory_entity_create, memory_entity_observe, memory_entity_relate
from memory_mcp.tools.sessions import memory_session_end, memory_session_start

_RUN: Final = "window.ran=1"
_SHAPES: Final = (
    "<script>{run}</script>",
    "</script><script>{run}</script>",
    "<img src=x onerror={run}>",
    "<svg onload={run}>",
    "<a href='javascript:{run}'>x</a>",
    "<iframe srcdoc='<script>{run}</script>'>",
    "<style>@import 'http://e.example'</style>",
    "<img src=http://e.example/{n}.png>",
    "<link rel=stylesheet href=http://e.example/{n}.css>",
    "<base href=http://e.example>",
    "<meta http-equiv=refresh content='0;url=http://e.example'>",
    "<form action=http://e.example><input autofocus onfocus={run}>",
    "<details open ontoggle={run}>",
    "<math><mi xlink:href='javascript:{run}'>x",
    "<object data='javascript:{run}'>",
    "--><script>{run}</script>",
    '"><script>{run}</script>',
    "'-{run}-'",
    "`${{{run}}}`",
    "{{{{{run}}}}}",
    "&lt;script&gt;{run}",
    "]]><script>{run}</script>",
    "<template><script>{run}</script></template>",
    "<video><source onerror={run}>",
    "<svg><animate onbegin={run} attributeName=x>",
    "<body onpageshow={run}>",
    "[x](javascript:{run})",
    "data:text/html,<script>{run}</script>",
    "\u202egnp.exe {run}",
    "\u2066\u202d{run}\u2069",
    "\ufeff<script>{run}</script>",
    "\u2028{run}\u2029",
    "__proto__",
    "constructor",
    "'; rm -rf ~ #",
    "$(touch x)",
    "%3Cscript%3E{run}%3C/script%3E",
    "<ScRiPt>{run}</sCrIpT>",
    "<img/src/onerror={run}>",
    "<input type=image src=http://e.example/{n} onerror={run}>",
    "url(http://e.example/{n})",
    "expression({run})",
)

HOSTILE: Final[tuple[str, ...]] = tuple(
    f"hostile {number} {shape.format(run=_RUN, n=number)}"
    for number, shape in zip(range(210), cycle(_SHAPES), strict=False)
)


@contextmanager
def hostile_memory(path: Path) -> Iterator[Client]:
    """Yield a client of a memory whose names, texts, titles, tags and sessions are all hostile, one a megabyte long."""
    with server(path, ManualClock(START)) as runtime:
        client = Client(runtime, folder_of(path, "harbour"), client_name="claude-code", session_hint="s-1")
        session = client.call(memory_session_start)["sessionId"]
        rows = iter(HOSTILE)
        for text in (next(rows) for _ in range(110)):
            learn(client, text, tags=[text[:60]], pinned=text.startswith("hostile 3"))
        for text in (next(rows) for _ in range(30)):
            client.call(memory_decide, title=text[:200], decision=text, reasoning=text)
        made = [
            client.call(memory_entity_create, name=text, entityType=text[:50], summary=text)["id"]
            for text in (next(rows) for _ in range(30))
        ]
        for source, target in pairwise(made):
            client.call(
                memory_entity_relate, fromEntityId=source, toEntityId=target, relationType=f"<b onclick={_RUN}>"
            )
        for uid, text in zip(made, rows, strict=False):
            client.call(memory_entity_observe, entityId=uid, content=text)
        for text in HOSTILE[:20]:
            say(client, session, text)
        learn(client, "hostile long " + "<b>" * 3_000)
        say(client, session, "<i>" * 350_000)
        client.call(memory_session_end, sessionId=session, summary=HOSTILE[1], nextSteps=[HOSTILE[2]])
        learn(client, "The <b>harbour</b> opens on Mondays.")
        learn(client, "The <b>harbour</b> opens on Fridays.")
        pairs.catch_up(runtime.db)
        yield client
