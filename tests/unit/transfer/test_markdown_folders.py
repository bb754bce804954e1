"""A folder of exported pages that somebody else may have filled: what is read of it, and what is written into it."""

from __future__ import annotations

from transfers import name

from memory_mcp.store.graph import entities, relations
from memory_mcp.temporal import Period
from memory_mcp.transfer.exporting import export_file
from memory_mcp.transfer.formats import markdown_parts

DAY = 86_400_000_000


def test_a_relation_that_holds_keeps_its_id_beside_one_that_is_over(here, tmp_path):
    name(here, "Ann", uid="ann")
    name(here, "Heron", uid="heron")
    with here.writing("test") as tx:
        ann, heron = (entities.require(tx, uid) for uid in ("ann", "heron"))
        relations.relate(tx, ann, heron, "owns", valid=Period(tx.now - 100 * DAY))
        relations.relate(tx, ann, heron, "owns", valid=Period(tx.now - 300 * DAY, tx.now - 200 * DAY))
    export_file(here, tmp_path / "pages", format="markdown")
    with here.reading() as snapshot:
        rows = snapshot.rows("SELECT uid, valid_to FROM item WHERE kind = 'relation' ORDER BY valid_to DESC")
        holding, over = (uid for uid, _ in rows)
    assert holding != over
    assert list(markdown_parts.relations(tmp_path / "pages").values()) == [holding]
