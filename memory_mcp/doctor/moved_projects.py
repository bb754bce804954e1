"""Find the project that the repository here was before it was moved and renamed: a folder of another name is another.

It is only named. Whoever writes a repository may give it the first commit of any other, so nobody's rows go along.
"""

from __future__ import annotations

import os
from collections.abc import Iterator

from memory_mcp.doctor.finding import Finding
from memory_mcp.language.typed_commands import typed
from memory_mcp.project import ProjectRef
from memory_mcp.store.facts.projects import project_identity, projects
from memory_mcp.tools.framework.call import Call
from memory_mcp.transfer.merging.project_names import first_commit


def moved_findings(call: Call, here: ProjectRef) -> Iterator[Finding]:
    """Yield each project of the first commit of the repository ``here`` of which all known folders are gone."""
    if here.root is None or (commit := first_commit(here.root)) is None:
        return
    with call.reading() as snapshot:
        own = projects.find(snapshot, here)
        for project_id in project_identity.of(snapshot, f"commit:{commit}"):
            name, roots = projects.name_of(snapshot, project_id), projects.roots(snapshot, project_id)
            is_gone = bool(roots) and not any(map(os.path.lexists, roots))
            if name and project_id != own and is_gone and projects.has_rows(snapshot, project_id):
                into = None if own is None or not projects.has_rows(snapshot, own) else projects.name_of(snapshot, own)
                command = typed("project move", name, ".") if into is None else typed("project merge", name, into)
                yield Finding(
                    "project", "warn", f"this repository begins as that of project {name!r}, whose folder is gone",
                    f"If it was moved here: {command}", where=f": {', '.join(roots)}",
                )  # fmt: skip
