"""Turn records into entries one by one; one that says nothing is accounted for, and the rest goes on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from memory_mcp.errors import InvalidInputError, RefusedError
from memory_mcp.transfer.model.entry import Entry, Record
from memory_mcp.transfer.model.values import Reader, reason_of


def one_by_one(
    records: Iterable[Record], reader: Reader, read: Callable[[Record], Entry]
) -> Iterator[tuple[Entry | None, int]]:
    """Yield what ``read`` makes of each record, with 1 for the record it was; None for a record that was skipped.

    The report of ``reader`` hears of each one skipped. What ``read`` raises as InvalidInputError or RefusedError is a
    skip.
    """
    for record in records:
        entry = None
        if record.fault:
            reader.report.skip(record.fault, record.where)
        else:
            try:
                entry = read(record)
            except (InvalidInputError, RefusedError) as exc:
                reader.report.skip(reason_of(exc), record.where)
        yield entry, 1
