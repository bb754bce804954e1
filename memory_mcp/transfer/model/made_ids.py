"""Ids for records that have none of their own."""

from __future__ import annotations

import uuid


def made_uid(*parts: object) -> str:
    """Return an id made of what identifies a record where it comes from: the same record has the same one."""
    told = "\x00".join(map(str, parts))
    # JSON can hold halves of characters, which no encoding has.
    return str(uuid.uuid5(uuid.NAMESPACE_OID, told.encode("utf-8", "replace").decode()))
