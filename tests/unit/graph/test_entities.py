"""Entities: one for each name within a type, and what is known of them."""

from __future__ import annotations

import pytest

from memory_mcp.errors import ConflictError, NotFoundError
from memory_mcp.store.facts import facts, versions
from memory_mcp.store.facts.projects import projects
from memory_mcp.store.facts.versions import Item
from memory_mcp.store.file.database import Database
from memory_mcp.store.graph import entities, observations
from memory_mcp.temporal import AsOf, ManualClock, Period


def make(db: Database, name: str, entity_type: str = "person", **more) -> Item:
    with db.writing("test") as tx:
        return entities.create(tx, name=name, entity_type=entity_type, **more).entity


def project(db: Database, name: str) -> int:
    with db.writing("test") as tx:
        return projects.ensure(tx, projects.named(name))


def note(db: Database, entity: Item, content: str, start: int | None = None, end: int | None = None) -> Item:
    with db.writing("test") as tx:
        valid = Period(tx.now if start is None else start, *([] if end is None else [end]))
        return observations.observe(tx, entity, content, valid=valid).observation


def texts(db: Database, entity: Item, as_of: AsOf | None = None, limit: int = 50) -> list[str]:
    with db.reading() as snapshot:
        point = as_of or AsOf(snapshot.now, snapshot.now)
        return [
            one.body for one in observations.page(snapshot, entity.uid, point, project=-1, limit=limit).observations
        ]


@pytest.mark.parametrize("again", ["Zoë", "ZOE", "zoe", "  Zoe ", "\uff3a\uff4f\uff45"])
def test_a_name_is_the_same_whatever_its_case_accents_and_width(db, again):
    known = make(db, "Zoë")
    with db.writing("test") as tx:
        created = entities.create(tx, name=again, entity_type="Person")
    assert ("existing", known.uid) == (created.action, created.entity.uid)


@pytest.mark.parametrize("name", ["???", "...", "!"])
def test_a_name_of_punctuation_is_still_a_name(db, name):
    known = make(db, name)
    with db.reading() as snapshot:
        assert known.uid == entities.resolve(snapshot, name, None, project=0).uid


def test_the_same_name_under_another_type_is_another_entity(db):
    assert make(db, "Mercury", "planet").uid != make(db, "Mercury", "service").uid


def test_a_name_shared_by_two_types_names_the_choices_when_no_type_is_given(db):
    planet, service = make(db, "Mercury", "planet"), make(db, "Mercury", "service")
    with db.reading() as snapshot, pytest.raises(ConflictError) as refused:
        entities.resolve(snapshot, "mercury", None, project=0)
    assert all(part in refused.value.hint for part in (planet.uid, service.uid, "planet", "service"))
    with db.reading() as snapshot:
        assert service.uid == entities.resolve(snapshot, "mercury", "Service", project=0).uid


def test_an_alias_finds_the_entity_and_a_name_goes_before_an_alias(db):
    robert = make(db, "Robert", aliases=("Bob", "Rob"))
    with db.reading() as snapshot:
        assert robert.uid == entities.resolve(snapshot, "bob", "person", project=0).uid
    bob = make(db, "Bobby")
    with db.writing("test") as tx:
        entities.create(tx, name="Bobby", entity_type="person", aliases=("Rob",))
        renamed = entities.create(tx, name="Rob", entity_type="animal")
    with db.reading() as snapshot:
        assert renamed.entity.uid == entities.resolve(snapshot, "Rob", None, project=0).uid
    with db.reading() as snapshot, pytest.raises(ConflictError):
        entities.resolve(snapshot, "Rob", "person", project=0)
    assert bob.uid != robert.uid


def test_creating_again_adds_aliases_and_corrects_the_summary_with_the_old_ones_in_history(db, clock):
    known = make(db, "Redis", "service", summary="a cache", aliases=("cache",))
    before = clock.now()
    clock.advance(days=1)
    with db.writing("test") as tx:
        again = entities.create(
            tx, name="redis", entity_type="service", summary="the session store", aliases=("Cache", "kv"), project=0
        )
    assert (again.action, again.changed) == ("existing", ("aliases", "summary"))
    assert again.entity.attributes["aliases"] == ["cache", "kv"]
    with db.reading() as snapshot:
        assert entities.require(snapshot, known.uid, known_at=before).body == "a cache"
        assert entities.require(snapshot, known.uid).body == "the session store"
        assert known.uid == entities.resolve(snapshot, "KV", None, project=0).uid


def test_creating_again_without_anything_new_changes_nothing(db):
    known = make(db, "Redis", "service", summary="a cache", aliases=("kv",))
    again = make(db, "redis", "service", aliases=("KV", "Redis"))
    assert known.id == again.id


def test_a_project_has_its_own_entity_and_prefers_it(db):
    api = project(db, "api")
    shared = make(db, "Gateway", "service")
    own = make(db, "Gateway", "service", project=api)
    assert shared.uid != own.uid
    with db.reading() as snapshot:
        assert own.uid == entities.resolve(snapshot, "gateway", "service", project=api).uid
        assert shared.uid == entities.resolve(snapshot, "gateway", "service", project=0).uid


def test_an_entity_of_another_project_is_not_found(db):
    api, web = project(db, "api"), project(db, "web")
    make(db, "Gateway", "service", project=api)
    with db.reading() as snapshot, pytest.raises(NotFoundError):
        entities.resolve(snapshot, "Gateway", None, project=web)


def test_an_entity_that_is_for_all_is_used_again_in_a_project_that_says_nothing_new_of_it(db):
    api = project(db, "api")
    for_all = make(db, "Gateway", "service", summary="the way in")
    assert for_all.uid == make(db, "gateway", "service", project=api, or_for_all=True).uid
    own = make(db, "gateway", "service", project=api, or_for_all=True, summary="listens on 8080")
    assert (own.uid != for_all.uid, own.project_id) == (True, api)


def test_of_an_entity_that_is_for_all_each_project_knows_its_own_and_what_is_for_all(db):
    api, web = project(db, "api"), project(db, "web")
    ada = make(db, "Ada")
    with db.writing("test") as tx:
        for home, text in ((api, "knows the api"), (web, "knows the web"), (0, "drinks tea")):
            observations.observe(tx, ada, text, valid=Period(tx.now), project=home)
    with db.reading() as snapshot:
        point = AsOf(snapshot.now, snapshot.now)
        seen = {
            scope: {
                one.body for one in observations.page(snapshot, ada.uid, point, project=scope, limit=9).observations
            }
            for scope in (api, web, 0, -1)
        }
    everything = {"knows the api", "knows the web", "drinks tea"}
    assert seen == {
        api: everything - {"knows the web"},
        web: everything - {"knows the api"},
        0: {"drinks tea"},
        -1: everything,
    }


def test_an_entity_was_not_known_before_it_was_recorded(db, clock):
    before = clock.now() - 1
    known = make(db, "Ada")
    with db.reading() as snapshot, pytest.raises(NotFoundError) as refused:
        entities.require(snapshot, known.uid, known_at=before)
    assert "first recorded at 2026-03-01T09:00" in refused.value.hint


def test_observations_follow_their_entity_into_its_project_and_carry_its_names(db):
    api = project(db, "api")
    gateway = make(db, "Gateway", "service", project=api, aliases=("edge",))
    fact = note(db, gateway, "listens on port 8080")
    assert (api, gateway.uid, "Gateway, edge") == (fact.project_id, fact.parent_uid, fact.context)


def test_the_same_observation_again_is_the_one_that_is_there(db, clock):
    ada = make(db, "Ada")
    first = note(db, ada, "likes tea")
    clock.advance(days=1)
    assert first.uid == note(db, ada, "Likes  tea.").uid
    assert first.uid != note(db, ada, "likes coffee").uid
    assert first.uid != note(db, make(db, "Bea"), "likes tea").uid


def test_the_same_observation_over_a_longer_period_is_not_dropped(db, clock):
    ada = make(db, "Ada")
    first = note(db, ada, "works at Initech", clock.now())
    assert first.uid != note(db, ada, "works at Initech", clock.now() - 1_000).uid


def test_observations_are_those_of_a_point_in_both_times(db, clock):
    ada = make(db, "Ada")
    day = 86_400_000_000
    old = note(db, ada, "lives in Berlin", clock.now() - 10 * day)
    learned = clock.now() + 10
    clock.advance(days=1)
    new = note(db, ada, "lives in Hamburg", clock.now() - 2 * day)
    with db.writing("test") as tx:
        facts.supersede(tx, old.uid, by=new.uid)
    now = clock.now() + 1
    assert texts(db, ada) == ["lives in Hamburg"]
    assert texts(db, ada, AsOf(now - 5 * day, now)) == ["lives in Berlin"]
    assert texts(db, ada, AsOf(learned, learned)) == ["lives in Berlin"]
    assert texts(db, ada, AsOf(now - 20 * day, now)) == []


def test_observations_come_page_by_page_without_gap_or_double(db, clock):
    ada = make(db, "Ada")
    for number in range(7):
        # Two begin at the same moment.
        note(db, ada, f"fact {number}", clock.now() - 1_000 * (number // 2))
    seen, before = [], None
    with db.reading() as snapshot:
        point = AsOf(snapshot.now, snapshot.now)
        while True:
            page = observations.page(snapshot, ada.uid, point, project=-1, limit=3, before=before)
            assert page.total == 7
            seen += [one.body for one in page.observations]
            before = page.next
            if before is None:
                break
    assert sorted(seen) == [f"fact {number}" for number in range(7)]


def test_a_deleted_entity_takes_its_facts_out_of_answers_and_leaves_them_in_history(db, clock):
    ada = make(db, "Ada")
    fact = note(db, ada, "likes tea")
    before = AsOf(clock.now() + 10, clock.now() + 10)
    clock.advance(days=1)
    with db.writing("test") as tx:
        assert ((gone := entities.delete(tx, ada.uid)).action, gone.observations) == ("retracted", 1)
    assert texts(db, ada) == []
    assert [fact.body] == texts(db, ada, before)
    with db.reading() as snapshot:
        assert entities.find(snapshot, "Ada", None, project=0) == []
        assert ada.uid == entities.resolve(snapshot, "Ada", None, project=0, known_at=before.known_at).uid
    with db.writing("test") as tx:
        assert entities.delete(tx, ada.uid).action == "already_retracted"
    assert ada.uid != make(db, "Ada").uid


def test_an_erased_entity_is_gone_with_everything_that_belongs_to_it(db):
    ada = make(db, "Ada")
    fact = note(db, ada, "likes tea")
    with db.writing("test") as tx:
        gone = entities.delete(tx, ada.uid, erase=True)
    assert ("erased", {ada.id, fact.id}) == (gone.action, set(gone.row_ids))
    with db.reading() as snapshot:
        assert (versions.newest(snapshot, ada.uid), versions.newest(snapshot, fact.uid)) == (None, None)


def test_what_is_no_entity_cannot_be_opened_as_one(db):
    fact = note(db, make(db, "Ada"), "likes tea")
    with db.reading() as snapshot, pytest.raises(NotFoundError):
        entities.require(snapshot, fact.uid)


def test_entities_are_listed_with_those_most_is_known_about_first(db: Database, clock: ManualClock):
    quiet, busy = make(db, "Ada"), make(db, "Bea")
    note(db, busy, "likes tea")
    with db.reading() as snapshot:
        listed = entities.listed(snapshot, 0, AsOf(snapshot.now, snapshot.now), limit=5)
        earlier = entities.listed(snapshot, 0, AsOf(clock.now(), clock.now() - 1), limit=5)
    assert ([busy.uid, quiet.uid], []) == ([entity.uid for entity in listed], earlier)
