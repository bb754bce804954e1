"""Relations: directed, each with its own period, and the neighbourhood they span."""

from __future__ import annotations

import pytest

from memory_mcp.errors import NotFoundError
from memory_mcp.store.facts import facts, lifecycle
from memory_mcp.store.facts.projects import projects
from memory_mcp.store.facts.versions import Item, believed
from memory_mcp.store.facts.visibility import Filter
from memory_mcp.store.file.database import Database
from memory_mcp.store.file.mending import invariants
from memory_mcp.store.graph import entities, relations
from memory_mcp.store.search.request import Request
from memory_mcp.store.search.search import search
from memory_mcp.temporal import AsOf, Period

DAY = 86_400_000_000


def make(db: Database, *names: str, project: int = 0) -> list[Item]:
    with db.writing("test") as tx:
        return [entities.create(tx, name=name, entity_type="service", project=project).entity for name in names]


def relate(
    db: Database, a: Item, b: Item, kind: str = "uses", start: int | None = None, end: int | None = None, **more
):
    with db.writing("test") as tx:
        valid = Period(tx.now if start is None else start, *([] if end is None else [end]))
        return relations.relate(tx, a, b, kind, valid=valid, **more)


def found(db: Database, query: str, **how: str) -> list[str]:
    with db.reading() as snapshot:
        filter_ = Filter(AsOf(snapshot.now, snapshot.now), -1, **how)  # type: ignore[arg-type]  # fields of Filter
        return [hit.item.uid for hit in search(snapshot, Request(query, filter_)).hits]


def around(db: Database, entity: Item, depth: int = 1, as_of: AsOf | None = None, project: int = 0):
    with db.reading() as snapshot:
        point = as_of or AsOf(snapshot.now, snapshot.now)
        found = relations.around(snapshot, entity.uid, point, depth=depth, project=project)
    return [(one.entity.title, one.depth) for one in found.neighbours], [one.title for one in found.relations]


@pytest.mark.parametrize("again", ["works_at", "Works at", "works-at", " WORKS  AT "])
def test_a_relation_said_again_is_the_one_that_is_there(db, clock, again):
    a, b = make(db, "a", "b")
    first = relate(db, a, b, "works_at")
    clock.advance(days=1)
    second = relate(db, a, b, again)
    assert ("added", "existing", first.relation.uid) == (first.action, second.action, second.relation.uid)


def test_the_other_direction_and_another_type_are_other_relations(db):
    a, b = make(db, "a", "b")
    found = {relate(db, a, b).relation.uid, relate(db, b, a).relation.uid, relate(db, a, b, "owns").relation.uid}
    assert len(found) == 3


def test_a_relation_said_to_have_begun_earlier_is_stretched_and_the_old_belief_stays(db, clock):
    a, b = make(db, "a", "b")
    first = relate(db, a, b).relation
    clock.advance(days=1)
    again = relate(db, a, b, start=first.valid.start - 5 * DAY)
    assert ("existing", first.valid.start - 5 * DAY) == (again.action, again.relation.valid.start)
    with db.reading() as snapshot:
        assert [first.valid] == [one.valid for one in believed(snapshot, first.uid, first.recorded_at)]


def test_a_weight_that_is_given_again_is_corrected_and_one_that_is_not_stays(db):
    a, b = make(db, "a", "b")
    assert relate(db, a, b).relation.attributes == {"weight": 1.0}
    assert relate(db, a, b, weight=0.4).relation.attributes == {"weight": 0.4}
    assert relate(db, a, b).relation.attributes == {"weight": 0.4}


def test_an_ended_relation_holds_as_of_before_and_ending_it_again_changes_nothing(db, clock):
    a, b = make(db, "a", "b")
    start = clock.now()
    relate(db, a, b, start=start)
    clock.advance(days=10)
    with db.writing("test") as tx:
        ended = relations.end(tx, a, b, "Uses", at=start + 5 * DAY, project=-1)
    assert ("ended", start + 5 * DAY) == (ended.action, ended.valid_to)
    assert around(db, a) == ([], [])
    assert around(db, a, as_of=AsOf(start + 4 * DAY, clock.now() + 10)) == ([("b", 1)], ["uses"])
    clock.advance(days=1)
    with db.writing("test") as tx:
        again = relations.end(tx, a, b, "uses", at=tx.now, project=-1)
    assert ("ended", start + 5 * DAY) == (again.action, again.valid_to)


def test_a_relation_that_begins_again_after_its_end_is_a_new_one(db, clock):
    a, b = make(db, "a", "b")
    first = relate(db, a, b, start=clock.now() - 10 * DAY, end=clock.now() - 5 * DAY)
    assert ((second := relate(db, a, b)).action, second.relation.uid != first.relation.uid) == ("added", True)


def test_a_relation_that_never_was_cannot_be_ended(db):
    a, b = make(db, "a", "b")
    relate(db, b, a)
    with db.writing("test") as tx, pytest.raises(NotFoundError, match="no relation 'uses' from 'a' to 'b'"):
        relations.end(tx, a, b, "uses", at=tx.now, project=-1)


def test_neighbours_are_reached_in_both_directions_to_the_depth_and_not_beyond(db):
    a, b, c, d, e = make(db, *"abcde")
    for source, target in ((a, b), (c, b), (c, d), (d, e)):
        relate(db, source, target)
    assert around(db, a, 0) == ([], [])
    assert around(db, a, 1) == ([("b", 1)], ["uses"])
    assert around(db, a, 2) == ([("b", 1), ("c", 2)], ["uses"] * 2)
    assert around(db, a, 3) == ([("b", 1), ("c", 2), ("d", 3)], ["uses"] * 3)


def test_a_cycle_ends_and_each_neighbour_has_its_shortest_distance(db):
    a, b, c = make(db, *"abc")
    for source, target in ((a, b), (b, c), (c, a), (a, a)):
        relate(db, source, target)
    assert ((found := around(db, a, 3))[0], len(found[1])) == ([("b", 1), ("c", 1)], 4)


def test_what_another_project_knows_is_neither_shown_nor_crossed(db):
    with db.writing("test") as tx:
        api, web = (projects.ensure(tx, projects.named(name)) for name in ("api", "web"))
    shared, beyond = make(db, "shared", "beyond")
    (own,) = make(db, "own", project=api)
    (other,) = make(db, "other", project=web)
    for source, target in ((own, shared), (shared, other), (other, beyond)):
        relate(db, source, target)
    assert around(db, own, 3, project=api) == ([("shared", 1)], ["uses"])
    assert around(db, own, 3, project=-1)[0] == [("shared", 1), ("other", 2), ("beyond", 3)]


def test_a_relation_belongs_to_the_project_of_its_source_else_of_its_target(db):
    with db.writing("test") as tx:
        api = projects.ensure(tx, projects.named("api"))
    (shared,) = make(db, "shared")
    (own,) = make(db, "own", project=api)
    assert (api, api) == (relate(db, own, shared).relation.project_id, relate(db, shared, own).relation.project_id)


@pytest.mark.parametrize("query", ["who maintains checkout?", "checkout", "mara"])
def test_a_relation_is_found_by_its_words(db, query):
    mara, checkout = make(db, "Mara", "checkout")
    relation = relate(db, mara, checkout, "maintains").relation
    assert relation.uid in found(db, query)


def test_a_relation_is_found_among_what_concerns_either_of_its_ends(db):
    mara, checkout = make(db, "Mara", "checkout")
    relation = relate(db, mara, checkout, "maintains").relation
    assert [relation.uid] == found(db, "maintains", entity_uid=checkout.uid)


def test_a_relation_does_not_say_the_name_of_an_end_that_belongs_to_another_project(db):
    with db.writing("test") as tx:
        open_, secret = (projects.ensure(tx, projects.named(name)) for name in ("open", "secret"))
    (service,) = make(db, "checkout", project=open_)
    (hidden,) = make(db, "Falcon", project=secret)
    assert relate(db, service, hidden, "depends_on").relation.context == "checkout depends on"


def test_an_archived_relation_is_not_shown(db):
    a, b = make(db, "a", "b")
    relation = relate(db, a, b).relation
    with db.writing("test") as tx:
        lifecycle.archive(tx, relation.uid)
    assert around(db, a)[1] == []


def test_a_deleted_entity_is_no_neighbour_any_more_and_was_one_before(db, clock):
    a, b = make(db, "a", "b")
    relate(db, a, b)
    before = clock.now() + 5
    clock.advance(days=1)
    with db.writing("test") as tx:
        assert entities.delete(tx, b.uid).relations == 1
    assert around(db, a) == ([], [])
    assert around(db, a, as_of=AsOf(before, before))[0] == [("b", 1)]


def test_no_way_leads_through_an_entity_that_was_forgotten_alone(db):
    a, b, c = make(db, "a", "b", "c")
    relate(db, a, b)
    relate(db, b, c)
    with db.writing("test") as tx:
        facts.retract(tx, b.uid)
    assert around(db, a, 3) == ([], [])


def test_relating_in_any_order_of_periods_leaves_one_relation_at_every_point(db, clock):
    a, b = make(db, "a", "b")
    now = clock.now()
    for start, end in ((-10, -8), (-3, None), (-9, -1), (-20, None), (-4, -2)):
        relate(db, a, b, start=now + start * DAY, end=None if end is None else now + end * DAY)
    points = [now + day * DAY for day in range(-21, 3)]
    counts = [len(around(db, a, as_of=AsOf(point, now + 100))[1]) for point in points]
    assert [0, *[1] * 23] == counts
    with db.reading() as snapshot:
        assert invariants.check(snapshot) == []
