"""The union of what memories hold, too simple to be wrong: sets, a minimum and a maximum, over records of exports."""

from __future__ import annotations

import itertools
import json
from collections import defaultdict
from collections.abc import Collection
from typing import Any

Record = dict[str, Any]
FACTS = ("entity", "observation", "relation", "learning", "decision", "turn", "statement", "digest")
# What each machine that has the transcript captures under the same id.
_CAPTURED = ("turn", "statement", "digest")
_OPEN = "9999"
# What stands at the last version, and what is over by the time at which memories meet.
_OF_ALL = ("changes", "state", "supersededById", "waitsUntil")
# Of each kind of record that is no fact: what it is of, and what orders two states of it besides the time.
_REGISTERS = {
    "goal": (("project",), ("goal",)),
    "profile": (("field",), ("value",)),
    "relationValue": (("relation",), ("values",)),
    "dismissal": (("a", "b"), ("reason", "takenBack")),
    "session": (("id",), ("endedAt", "summary", "nextSteps")),
    "handoff": (("id",), ("state", "claimedAt", "claimedBy")),
    "rename": (("old", "new"), ("verb",)),
}
_STATES = ("open", "claimed", "expired", "cancelled")
_PARTS = {"archived": ("archiveChangedAt", "archivedAt", "archiveReason"), "pinned": ("pinChangedAt", "pinned"),
          "judged": ("verdictChangedAt", "verified", "verifiedAt", "outcome")}  # fmt: skip
_COUNTS = ("useCount", "shownCount", "citedCount", "lastUsedAt", "changedAt")


def union(parts: list[list[Record]]) -> list[Record]:
    """Return what a memory that took in all the parts holds, in an order of its own."""
    records = _in_projects([record for part in parts for record in part])
    erased: dict[str, Record] = {}
    for record in sorted(records, key=lambda each: _age(each) if each["type"] == "erasure" else ("", "")):
        if record["type"] == "erasure":
            erased.setdefault(record["id"], record)
    told = [*erased.values()]
    kept = {uid: group for uid, group in _by_id(records).items() if _is_kept(uid, group, erased)}
    for group in kept.values():
        told += _fact(group, kept.keys())
    held = {record["id"] for record in told if record["type"] in FACTS}
    registers = [record for record in _registers(records, set(erased)) if _stands(record, held)]
    homes = {record["id"]: record["project"] for record in registers if record["type"] == "session"}
    return in_order([_at_home(record, homes) for record in told] + registers)


def _is_kept(uid: str, group: list[Record], erased: dict[str, Record]) -> bool:
    ends = {record.get(end) for record in group for end in ("entityId", "fromEntityId", "toEntityId", "turnId")}
    return uid not in erased and not ends & erased.keys() and not _tells_of_erased(group, erased)


def _at_home(record: Record, homes: dict[str, str | None]) -> Record:
    """Return a record; what was captured where nobody knew the project is of that of its session."""
    is_captured = record["type"] in _CAPTURED and record["id"][14] == "8"
    if not is_captured or record["project"] is not None:
        return record
    return record | {"project": homes.get(record["sessionId"])}


def _in_projects(records: list[Record]) -> list[Record]:
    """Return the records under the names their projects have once all that is linked is one."""
    links = [record for record in records if record["type"] == "rename"]
    called: dict[str, str] = {}
    for name in {link[end] for link in links for end in ("old", "new")}:
        group = {name}
        for _ in links:
            group |= {link[end] for link in links for end in ("old", "new") if group & {link["old"], link["new"]}}
        called[name] = max((link["at"], link["new"]) for link in links if link["new"] in group)[1]
    return [
        record | {"project": called.get(record["project"], record["project"])} if "project" in record else record
        for record in records
    ]


def in_order(records: list[Record]) -> list[Record]:
    """Return records in an order that says nothing of how they came."""
    return sorted(records, key=lambda record: json.dumps(record, sort_keys=True))


def _age(record: Record) -> tuple[str, str]:
    return record["at"], record["origin"]


def _stands(record: Record, held: set[str]) -> bool:
    return record["type"] != "dismissal" or {record["a"], record["b"]} <= held


def _once(changes: list[Record], kept: Collection[str]) -> list[Record]:
    """Return the changes by age; of one that was told with two ids of what came instead, the id that something has."""
    best: dict[tuple[str, ...], Record] = {}
    for change in changes:
        link = change["supersededById"]
        key = (*_age(change), change["verb"], *([] if link else [json.dumps(change, sort_keys=True)]))
        other = best.setdefault(key, change)["supersededById"]
        if link and (link not in kept, link) < (other not in kept, other):
            best[key] = change
    return sorted(best.values(), key=_age)


def _by_id(records: list[Record]) -> dict[str, list[Record]]:
    found: dict[str, list[Record]] = defaultdict(list)
    for record in records:
        if record["type"] in FACTS:
            found[record["id"]].append(record)
    return found


def _tells_of_erased(group: list[Record], erased: dict[str, Record]) -> bool:
    """Whether a digest was made of turns of which one is erased."""
    digest = group[0]
    turns = [line for line in erased.values() if (line["kind"], line["sessionId"]) == ("turn", digest["sessionId"])]
    gone = {line["id"] for line in turns}
    return digest["type"] == "digest" and not gone <= set(digest.get("attributes", {}).get("without", ()))


def _fact(group: list[Record], kept: Collection[str]) -> list[Record]:
    versions: dict[tuple[str, str, str], Record] = {}
    closed: dict[tuple[str, str, str], list[str]] = defaultdict(list)
    changes: list[Record] = []
    states: list[Record] = []
    for record in group:
        identity = (record["recordedAt"], record["origin"], record["validFrom"])
        versions[identity] = {k: v for k, v in record.items() if k not in _OF_ALL}
        closed[identity].append(record["supersededAt"] or _OPEN)
        changes += [change for change in record.get("changes", []) if change not in changes]
        states += [record["state"]] if "state" in record else []
    if group[0]["type"] in _CAPTURED:
        # What no verb made is a root. The first stands, closed when any of them was.
        verbs = {_age(change) for change in changes}
        first, *others = sorted(identity for identity in versions if identity[:2] not in verbs)
        for other in others:
            closed[first] += closed[other]
            del versions[other]
    for earlier, later in itertools.permutations(versions, 2):
        a, b = versions[earlier], versions[later]
        if earlier < later and a["validFrom"] < (b["validTo"] or _OPEN) and b["validFrom"] < (a["validTo"] or _OPEN):
            closed[earlier].append(later[0])
    ordered = [versions[identity] for identity in sorted(versions)]
    for identity, version in versions.items():
        until = min(closed[identity])
        version["supersededAt"] = None if until == _OPEN else until
    changes = _once(changes, kept)
    links = [change["supersededById"] for change in changes if change["verb"] in ("supersede", "restore")]
    for version in ordered:
        version["supersededById"] = None
    ordered[-1]["supersededById"] = links[-1] if links else None
    if changes:
        ordered[-1]["changes"] = changes
    if states:
        ordered[-1]["state"] = _state(states)
    return ordered


def _greatest(states: list[Record], keys: tuple[str, ...]) -> Record:
    best = max(states, key=lambda state: [_sortable(state[key]) for key in keys])
    return {key: best[key] for key in keys}


def _sortable(value: Any) -> tuple[bool, Any]:
    return value is not None, value if value is not None else 0


def _state(states: list[Record]) -> Record:
    found = {key: max((state[key] for state in states), key=_sortable) for key in _COUNTS}
    for keys in _PARTS.values():
        found |= _greatest(states, keys)
    return {key: found[key] for key in states[0]}


def _registers(records: list[Record], erased: set[str]) -> list[Record]:
    found: dict[tuple[Any, ...], Record] = {}
    for record in records:
        if record["type"] not in _REGISTERS or record.get("id") in erased:
            continue
        names, rest = _REGISTERS[record["type"]]
        key = (record["type"], *(record[name] for name in names))
        if key not in found or _rank(record, rest) > _rank(found[key], rest):
            found[key] = record
    return list(found.values())


def _rank(record: Record, rest: tuple[str, ...]) -> list[Any]:
    said = [(name == "state" and record[name] != "open", record[name]) for name in rest]
    ordered = [(is_over, _STATES.index(value)) if value in _STATES else _sortable(value) for is_over, value in said]
    # Of two machines that captured a session the one that knows its folder says of which project it is.
    knows_folder = record["type"] == "session" and bool(record["clientSession"]) and record["project"] is not None
    return [knows_folder, record.get("changedAt") or record["at"], *ordered]
