"""Check every client on this machine, one after the other."""

from __future__ import annotations

from collections.abc import Iterator

from memory_mcp.config import Settings
from memory_mcp.doctor import client_checks, client_files
from memory_mcp.doctor.finding import Finding
from memory_mcp.keys.lookup import options_of
from memory_mcp.project import here, working_tree
from memory_mcp.setup import launching
from memory_mcp.setup.clients import CLIENTS, absent
from memory_mcp.setup.places import Places
from memory_mcp.setup.program import Program
from memory_mcp.store.file.mending import integrity
from memory_mcp.tools.framework.call import Call


def client_findings(settings: Settings, call: Call | None, *, starts: bool = True) -> Iterator[Finding]:
    """Yield what there is to say of each client on this machine; without a call nothing that asks the memory.

    ``starts`` starts each client's server once.
    """
    places = Places.here()
    program = Program(launching.command(), settings.db_path, options_of(settings))
    # Where setup puts what is asked of it for a project.
    project = working_tree(here()) or here()
    every = [client_files.look(name, places, program, project) for name, one in CLIENTS.items() if one.is_here(places)]
    if missing := ", ".join(one.title for one in absent(places)):
        if every:
            yield Finding("clients", "pass", f"looked for and not found: {missing}")
        else:
            what = f"none of the clients known is on this machine: {missing}"
            yield Finding("clients", "warn", what, "memory-mcp setup CLIENT")
    started = {one.client: one for one in client_checks.start_findings(every if starts else [])}
    heard = {}
    if call is not None:
        with call.reading() as snapshot:
            heard = integrity.last_captures(snapshot)
    for one in every:
        checks = [
            client_checks.entry_findings(one, settings),
            iter([started[one.client]] if one.client in started else []),
            client_checks.twice_finding(one, places, program, project),
            client_checks.trust_finding(one, places),
        ]
        if call is not None:
            now = call.runtime.clock.now()
            checks += [
                client_checks.heard_finding(one, heard, now),
                client_checks.coverage_finding(one.client, places, call.runtime.db, settings, now),
            ]
        checks.append(client_checks.own_memory_finding(one.client, places))
        for check in checks:
            yield from client_checks.guarded(one.client, check)
