"""Write one page of the feed into the hub in one transaction: stream it aside, then join it with what is there."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from memory_mcp.hub.connection import Hub
from memory_mcp.hub.rows import change_rows, register_row, registers_of, version_row
from memory_mcp.store.facts.selection import passages_of
from memory_mcp.store.file.database import Snapshot
from memory_mcp.store.sessions.captured_ids import is_captured
from memory_mcp.transfer.formats import native_write

_ASIDE: Final = """
    CREATE TEMPORARY TABLE IF NOT EXISTS incoming (
        uid text COLLATE "C", kind text, project text, session_uid text, parent_uid text, target_uid text,
        position bigint, confidence float8, importance float8, valid tstzrange, recorded_at timestamptz,
        superseded_at timestamptz, origin text COLLATE "C", title text, body text, context text, tags text[],
        attributes json, record json, words tsvector, tokens integer
    ) ON COMMIT DELETE ROWS;
    CREATE TEMPORARY TABLE IF NOT EXISTS incoming_change (
        uid text COLLATE "C", project text, at timestamptz, verb text, superseded_by text, origin text COLLATE "C",
        record json
    ) ON COMMIT DELETE ROWS;
    CREATE TEMPORARY TABLE IF NOT EXISTS incoming_register (
        kind text, key text COLLATE "C", project text, record json
    ) ON COMMIT DELETE ROWS;
"""
_STREAM_VERSIONS: Final = """
    COPY incoming FROM STDIN
"""
_STREAM_CHANGES: Final = """
    COPY incoming_change FROM STDIN
"""
_STREAM_REGISTERS: Final = """
    COPY incoming_register FROM STDIN
"""
_NUMBER: Final = """
    SELECT memory.next_number()
"""
# The last push of this machine: another than its file knows of was told by somebody who runs as it.
_TELL: Final = """
    INSERT INTO memory.machine (machine, told)
    VALUES (%(machine)s, %(number)s)
    ON CONFLICT (person, machine) DO UPDATE
    SET told = excluded.told
    WHERE machine.told = %(known)s
"""
# Not ours to change, in a project that is closed to us, or erased: the whole fact stays out.
_KEEP_OUT: Final = """
    DELETE FROM incoming
    WHERE uid IN (
        SELECT uid FROM memory.foreign_facts((SELECT array_agg(DISTINCT uid) FROM incoming))
        UNION
        SELECT uid FROM incoming WHERE project IN (SELECT c.project FROM memory.closed() AS c)
    )
    RETURNING CASE WHEN kind = 'passage' THEN parent_uid ELSE uid END
"""
_KEEP_OUT_REGISTERS: Final = """
    DELETE FROM incoming_register
    WHERE project IN (SELECT c.project FROM memory.closed() AS c)
       OR (kind IN ('state', 'change') AND key = ANY (%(uids)s))
"""
_KEEP_OUT_CHANGES: Final = """
    DELETE FROM incoming_change
    WHERE uid = ANY (%(uids)s)
"""
_FORGET_ERASED: Final = """
    DELETE FROM incoming
    USING memory.erasure
    WHERE erasure.uid IN (incoming.uid, incoming.parent_uid, incoming.target_uid)
"""
_FORGET_TOLD: Final = """
    DELETE FROM incoming
    USING memory.erasure
    WHERE incoming.kind = 'digest' AND incoming.session_uid = erasure.record ->> 'sessionId'
      AND memory.tells_of_erased(incoming.uid, incoming.recorded_at, incoming.attributes, erasure.uid, erasure.record)
"""
_ADD_VERSIONS: Final = """
    INSERT INTO memory.item (
        uid, kind, project, session_uid, parent_uid, target_uid, position, confidence, importance, valid, recorded_at,
        superseded_at, origin, title, body, context, tags, attributes, record, words, tokens, machine,
        number
    )
    SELECT uid, kind, project, session_uid, parent_uid, target_uid, position, confidence, importance, valid,
           recorded_at, superseded_at, origin, title, body, context, tags, attributes, record, words, tokens,
           %(machine)s, %(number)s
    FROM incoming
    ON CONFLICT (uid, recorded_at, origin, lower(valid)) DO UPDATE
    SET superseded_at = excluded.superseded_at, machine = excluded.machine, number = excluded.number
    WHERE excluded.superseded_at < item.superseded_at
"""
# What several machines captured of one conversation has one root, the first; it was believed until the first time at
# which any of them closed its own: the rule of the file (transfer/merging/captured.py). Somebody else's stays theirs.
_ONE_ROOT: Final = """
    WITH root AS (
        SELECT item.id, item.superseded_at,
               min(item.superseded_at) OVER of_fact AS closed_at,
               row_number() OVER (
                   of_fact ORDER BY item.person = session_user, item.recorded_at, item.origin, lower(item.valid)
               ) AS place
        FROM (
            SELECT uid
            FROM memory.item
            WHERE uid IN (SELECT uid FROM incoming WHERE memory.is_captured(kind, uid))
            GROUP BY uid
            HAVING count(*) > 1
        ) AS several
        JOIN memory.item ON item.uid = several.uid
        WHERE NOT EXISTS (
            SELECT 1
            FROM memory.change
            WHERE change.uid = item.uid AND change.at = item.recorded_at AND change.origin = item.origin
              AND change.verb <> 'verify'
        )
        WINDOW of_fact AS (PARTITION BY item.uid)
    ),
    closed AS (
        UPDATE memory.item
        SET superseded_at = root.closed_at, machine = %(machine)s, number = %(number)s
        FROM root
        WHERE item.id = root.id AND root.place = 1 AND root.closed_at < item.superseded_at
    )
    DELETE FROM memory.item
    USING root
    WHERE item.id = root.id AND root.place > 1
"""
# A later version closes each earlier one whose period it overlaps: the rule of the file (transfer/merging/history.py).
_CLOSE: Final = """
    UPDATE memory.item
    SET superseded_at = closing.at
    FROM (
        SELECT earlier.id, min(later.recorded_at) AS at
        FROM (
            -- Most facts have one version, which nothing closes.
            SELECT uid
            FROM memory.item
            WHERE uid IN (SELECT uid FROM incoming)
            GROUP BY uid
            HAVING count(*) > 1
        ) AS touched
        JOIN memory.item AS earlier ON earlier.uid = touched.uid
        JOIN memory.item AS later ON later.uid = earlier.uid AND later.valid && earlier.valid
            AND (later.recorded_at, later.origin, lower(later.valid))
                > (earlier.recorded_at, earlier.origin, lower(earlier.valid))
        GROUP BY earlier.id
    ) AS closing
    WHERE item.id = closing.id AND closing.at < item.superseded_at
"""
_ADD_CHANGES: Final = """
    INSERT INTO memory.change (uid, project, at, verb, superseded_by, origin, record, machine, number)
    SELECT uid, project, at, verb, superseded_by, origin, record, %(machine)s, %(number)s
    FROM incoming_change
    WHERE EXISTS (SELECT 1 FROM memory.item WHERE item.uid = incoming_change.uid)
    ON CONFLICT DO NOTHING
"""
_SET_REGISTERS: Final = """
    INSERT INTO memory.register (machine, kind, key, project, record, number)
    SELECT %(machine)s, kind, key, project, record, %(number)s
    FROM incoming_register
    WHERE kind <> 'erasure'
    ON CONFLICT (person, machine, kind, key) DO UPDATE
    SET project = excluded.project, record = excluded.record, number = excluded.number
    WHERE register.record::text <> excluded.record::text
"""
_ERASE: Final = """
    INSERT INTO memory.erasure (uid, project, record, machine, number)
    SELECT key, coalesce(
               (SELECT item.project FROM memory.item WHERE item.uid = key LIMIT 1),
               (SELECT erasure.project FROM memory.erasure WHERE erasure.uid = key LIMIT 1), ''
           ), record, %(machine)s, %(number)s
    FROM incoming_register
    WHERE kind = 'erasure'
      AND key NOT IN (
          SELECT uid FROM memory.foreign_facts((SELECT array_agg(key) FROM incoming_register WHERE kind = 'erasure'))
      )
    ON CONFLICT DO NOTHING
"""
# With a row goes what belongs to it, as in the file: its lines of an erasure are not told.
_GONE_VERSIONS: Final = """
    WITH gone (uid, session_uid, record) AS (
        SELECT key, record ->> 'sessionId', record
        FROM incoming_register
        WHERE kind = 'erasure' AND EXISTS (SELECT 1 FROM memory.erasure WHERE erasure.uid = key)
    )
    DELETE FROM memory.item
    WHERE id IN (
        SELECT item.id FROM gone JOIN memory.item ON item.uid = gone.uid
        UNION
        SELECT item.id FROM gone JOIN memory.item ON item.parent_uid = gone.uid
        UNION
        SELECT item.id FROM gone JOIN memory.item ON item.target_uid = gone.uid
        UNION
        SELECT item.id
        FROM gone
        JOIN memory.item ON item.session_uid = gone.session_uid AND item.kind = 'digest'
            AND memory.tells_of_erased(item.uid, item.recorded_at, item.attributes, gone.uid, gone.record)
    )
    RETURNING uid
"""
_GONE_CHANGES: Final = """
    DELETE FROM memory.change
    WHERE uid = ANY (%(gone)s)
"""
_GONE_REGISTERS: Final = """
    DELETE FROM memory.register
    WHERE kind IN ('state', 'session', 'handoff', 'dismissal') AND string_to_array(key, ' ') && %(gone)s
"""
_ARE_GONE: Final = """
    SELECT key
    FROM incoming_register
    WHERE kind = 'erasure' AND EXISTS (SELECT 1 FROM memory.erasure WHERE erasure.uid = key)
"""


class OvertakenError(Exception):
    """Something was told as this machine that its file does not know; nothing of the page was kept."""


@dataclass
class HubPage:
    """What one page of the feed is on the hub, row by row."""

    versions: list[tuple[Any, ...]] = field(default_factory=list)
    passages: list[tuple[Any, ...]] = field(default_factory=list)
    changes: list[tuple[Any, ...]] = field(default_factory=list)
    registers: list[tuple[Any, ...]] = field(default_factory=list)
    has_erasures: bool = False
    has_digests: bool = False
    has_captured: bool = False

    @property
    def records(self) -> int:
        """How many records it tells."""
        return len(self.versions) + len(self.registers)

    @property
    def uids(self) -> list[str]:
        """The ids of all facts and passages."""
        return [row[0] for row in (*self.versions, *self.passages)]

    @classmethod
    def read(cls, snapshot: Snapshot, keys: Mapping[str, Collection[str]]) -> HubPage:
        """Read what these keys of the feed are."""
        page = cls(has_erasures=bool(keys.get("erasure")))
        for exported, record in native_write.fact_records(snapshot, keys.get("fact", ())):
            page.versions.append(version_row(exported, record))
            page.has_digests |= exported.item.kind == "digest"
            page.has_captured |= is_captured(exported.item.kind, exported.item.uid)
            if exported.item.kind == "document" and exported.is_last:
                page.passages.extend(version_row(part, {}) for part in passages_of(snapshot, [exported.item.uid]))
            page.changes.extend(change_rows(exported))
            if "state" in record:
                page.registers.append(register_row("state", exported.item.uid, exported.project, record["state"]))
        others = {kind: wanted for kind, wanted in keys.items() if kind != "fact"}
        page.registers.extend(registers_of(native_write.records_of(snapshot, others)))
        return page


def write_page(hub: Hub, page: HubPage, machine: str, known: int) -> tuple[int, int]:
    """Join a page with what the hub has, in one transaction.

    ``known`` is the number of the machine's last push. Returns the number of this one, and how many facts were left out
    because this role may not change them. Raises OvertakenError where the hub knows of another last push.
    """
    hub.once(_ASIDE)
    with hub.transaction():
        hub.copy(_STREAM_VERSIONS, page.versions + page.passages)
        hub.copy(_STREAM_CHANGES, page.changes)
        hub.copy(_STREAM_REGISTERS, page.registers)
        number = int(hub.value(_NUMBER))
        told = {"machine": machine, "number": number}
        if not hub.execute(_TELL, told | {"known": known}):
            raise OvertakenError
        out = [uid for (uid,) in hub.rows(_KEEP_OUT)]
        hub.execute(_KEEP_OUT_REGISTERS, {"uids": out})
        if page.has_erasures:
            hub.execute(_ERASE, told)
            gone = [uid for statement in (_ARE_GONE, _GONE_VERSIONS) for (uid,) in hub.rows(statement)]
            for statement in (_GONE_CHANGES, _GONE_REGISTERS):
                hub.execute(statement, {"gone": gone})
        if page.versions:
            hub.execute(_FORGET_ERASED)
            if page.has_digests:
                hub.execute(_FORGET_TOLD)
            hub.execute(_ADD_VERSIONS, told)
        if page.changes:
            hub.execute(_KEEP_OUT_CHANGES, {"uids": out})
            hub.execute(_ADD_CHANGES, told)
        if page.versions:
            if page.has_captured:
                hub.execute(_ONE_ROOT, told)
            hub.execute(_CLOSE)
        if page.registers:
            hub.execute(_SET_REGISTERS, told)
        return number, len(set(out))
