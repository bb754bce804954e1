"""Machines of one process that share a folder: synchronised once, and their segments looked at and changed."""

from __future__ import annotations

import gzip
import json

from memory_mcp.store.file.mending import invariants
from memory_mcp.sync import folder as folders
from memory_mcp.sync import segments
from memory_mcp.sync.pulling import pull
from memory_mcp.sync.pushing import begin_anew, push


def synced(db, path, *, secrets=(), dry_run=False, anew=False):
    """Synchronise once and return the report."""
    folder = folders.open_folder(db, path, secrets, dry_run=dry_run)
    report = folders.SyncReport(dry_run=dry_run)
    if anew:
        begin_anew(folder, report)
    pull(folder, report)
    push(folder, report)
    with db.reading() as snapshot:
        assert invariants.check(snapshot) == []
    return report


def log_of(path, db):
    return segments.log_of(path, db.origin)


def rewritten(segment, change):
    """Change a segment as somebody could who knows the format: its name fits its bytes again."""
    lines = gzip.decompress(segment.path.read_bytes()).decode().splitlines()
    head = json.loads(lines[0])
    change(head)
    segment.path.write_bytes(gzip.compress("\n".join([json.dumps(head), *lines[1:], ""]).encode()))
    return segments.published(segment.path, segment.generation, segment.number, is_sealed=False)
