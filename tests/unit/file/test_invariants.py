"""Every claim about the file is broken once, and noticed."""

from __future__ import annotations

import apsw
import pytest

from memory_mcp.store.documents import documents
from memory_mcp.store.facts import facts
from memory_mcp.store.facts.versions import Draft
from memory_mcp.store.file.database import Database
from memory_mcp.store.file.mending import invariants
from memory_mcp.store.sessions import turns
from memory_mcp.temporal import Period

# What breaks each claim, done behind the store's back. Triggers and foreign keys are off.
FAULTS = {
    "a fact has one version at any point in both times": """
        INSERT INTO item (uid, kind, valid_from, valid_to, recorded_at, txn_id) SELECT uid, kind, valid_from + 1,
        valid_to, recorded_at, txn_id FROM item WHERE uid = 'lesson';
    """,
    "periods run forwards, within the years 1 to 9999": """
        UPDATE item SET valid_to = valid_from WHERE uid = 'lesson';
    """,
    "a version has the time of its transaction": """
        UPDATE item SET recorded_at = recorded_at + 1 WHERE uid = 'lesson';
    """,
    "no fact changes before it is recorded": """
        INSERT INTO txn (id, at, origin, actor) VALUES (99, 1, 'x', 'x');
        INSERT INTO change (uid, txn_id, verb) VALUES ('lesson', 99, 'end');
    """,
    "sessions end after they begin": """
        UPDATE session SET ended_at = started_at - 1;
    """,
    "the versions of a fact are of one kind": """
        INSERT INTO item (uid, kind, valid_from, valid_to, recorded_at, superseded_at, txn_id) VALUES ('lesson',
        'decision', 1, 2, 1, 2, 1);
    """,
    "every row is in a project that exists": """
        UPDATE item SET project_id = 99 WHERE uid = 'lesson';
    """,
    "every version was written by a transaction": """
        UPDATE item SET txn_id = 99 WHERE uid = 'lesson';
    """,
    "observations and relations have the entities they speak of": """
        UPDATE item SET parent_uid = 'nobody' WHERE uid = 'fact';
    """,
    "passages have their document": """
        DELETE FROM item WHERE kind = 'document';
    """,
    "passages are shown only while their document is": """
        UPDATE item SET superseded_at = recorded_at + 1 WHERE kind = 'document';
    """,
    "a turn's session is known": """
        DELETE FROM session;
    """,
    "a digest is of a session that is known, and of turns that are there": """
        INSERT INTO session_digest (session_uid, last_position, body, changed_at) SELECT uid, 99, '{}', 1 FROM session;
    """,
    "an observation is in the project of its entity, where that has one": """
        INSERT INTO project (id, name) VALUES (7, 'api');
        UPDATE item SET project_id = 7 WHERE kind = 'entity';
    """,
    "state, changes, names and dismissals are of rows that exist": """
        INSERT INTO item_state (uid, changed_at) VALUES ('nobody', 1);
    """,
    "what was erased is gone": """
        INSERT INTO erasure (uid, kind, txn_id) VALUES ('lesson', 'learning', 1);
    """,
    "every entity answers to a name": """
        DELETE FROM entity_name;
    """,
    "a handoff is claimed by somebody": """
        INSERT INTO handoff (uid, state, summary, created_at, expires_at, claimed_at, changed_at) VALUES ('h',
        'claimed', '', 1, 2, 1, 1);
    """,
    "a session was offered a handoff, and both are there": """
        INSERT INTO handoff_offer (session_uid, position, handoff_uid) VALUES ('s', 1, 'nothing');
    """,
    "of what sessions left by ending one is open in each place": """
        INSERT INTO handoff (uid, state, origin, summary, created_at, expires_at, changed_at) VALUES
        ('a', 'open', 'automatic', '', 1, 2, 1), ('b', 'open', 'automatic', '', 1, 2, 1);
    """,
    "tags are found by what carries them": """
        DELETE FROM item_tag;
    """,
    "what every lesson, fact and relation says is found when it comes again": """
        DELETE FROM content_hash;
    """,
    "every row is in the word index, and nothing else": """
        DELETE FROM item_fts_docsize WHERE id = 1;
    """,
    "the substring index has come as far as it says": """
        UPDATE meta SET value = 5 WHERE key = 'trigram_through';
    """,
    "every row has a vector or waits for one, not both": """
        DELETE FROM embedding_queue WHERE item_id = 1;
    """,
    "every vector is of a row, and every row has the vectors it says": """
        DELETE FROM embedding_queue WHERE item_id = 1;
        INSERT INTO item_embedding (item_id, model_tag) VALUES (1, 'm');
    """,
}


@pytest.fixture
def filled(db: Database) -> Database:
    """A file with one row of each kind."""
    with db.writing("test") as tx:
        always = Period(tx.now)
        facts.assert_(tx, Draft("learning", "we use tabs", always, tags=("style",)), uid="lesson")
        facts.assert_(tx, Draft("entity", "", always, title="Ann", attributes={"entityType": "person"}), uid="ann")
        tx.execute(
            "INSERT INTO entity_name (folded_name, folded_type, project_id, uid) VALUES ('ann', 'person', 0, 'ann')"
        )
        facts.assert_(tx, Draft("observation", "lives in Berlin", always, parent_uid="ann"), uid="fact")
        facts.assert_(tx, Draft("relation", "", always, title="knows", parent_uid="ann", target_uid="ann"), uid="knows")
        tx.execute("INSERT INTO session (uid, started_at, changed_at) VALUES ('s', :now, :now)", {"now": tx.now})
        turns.add(tx, turns.Utterance("hello", session_uid="s"))
        documents.save(tx, documents.Document("a long text\n"))
        tx.execute("CREATE TABLE item_vector_rowids (rowid INTEGER PRIMARY KEY)")
    return db


def test_nothing_is_wrong_with_a_file_that_was_only_written_by_the_store(filled):
    with filled.reading() as snapshot:
        assert invariants.check(snapshot) == []


def test_every_claim_has_a_fault_that_breaks_it():
    assert set(invariants.claims()) == set(FAULTS)


@pytest.mark.parametrize("claim", FAULTS)
def test_a_broken_claim_is_noticed(filled, claim):
    with filled.connection() as connection:
        _unguard(connection)
        connection.execute(FAULTS[claim])

    with filled.reading() as snapshot:
        assert claim in [violation.claim for violation in invariants.check(snapshot)]


def _unguard(connection: apsw.Connection) -> None:
    connection.pragma("foreign_keys", False)
    connection.pragma("ignore_check_constraints", True)
    connection.execute("DROP TRIGGER item_is_append_only")
