PRAGMA application_id = 1835885424;
PRAGMA user_version = 4;
PRAGMA foreign_keys = OFF;
BEGIN;
CREATE TABLE meta (
    key   TEXT PRIMARY KEY,
    value ANY NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE txn (
    id          INTEGER PRIMARY KEY,
    at          INTEGER NOT NULL,
    -- What the clock said, where that is not "at": it stood behind an earlier transaction, or was wrong.
    clock_at    INTEGER,
    origin      TEXT NOT NULL,
    actor       TEXT NOT NULL,
    session_uid TEXT,
    UNIQUE (origin, at)
) STRICT;
CREATE TABLE clock_shift (
    id      INTEGER PRIMARY KEY,
    -- The first transaction behind the jump, as the clock gave it, and the length of the jump.
    jump_at INTEGER NOT NULL,
    length  INTEGER NOT NULL CHECK (length > 0),
    -- Times from here on are moved: what was said some time before it was stored has them too.
    since   INTEGER NOT NULL,
    -- When it was taken out, and whether it has been: meanwhile versions may be written again.
    at      INTEGER NOT NULL,
    is_done INTEGER NOT NULL DEFAULT 0 CHECK (is_done IN (0, 1))
) STRICT;
CREATE TABLE project (
    id          INTEGER PRIMARY KEY,
    name        TEXT NOT NULL UNIQUE,
    -- Its rows are this one's, and so is whatever comes under its name.
    merged_into INTEGER REFERENCES project (id) CHECK (merged_into NOT IN (0, id))
) STRICT;
CREATE TABLE project_root (
    root       TEXT PRIMARY KEY,
    project_id INTEGER NOT NULL REFERENCES project (id)
) STRICT, WITHOUT ROWID;
CREATE TABLE project_identity (
    identity   TEXT NOT NULL,
    project_id INTEGER NOT NULL REFERENCES project (id),
    PRIMARY KEY (identity, project_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE project_alias (
    name     TEXT NOT NULL,
    identity TEXT NOT NULL,
    PRIMARY KEY (name, identity)
) STRICT, WITHOUT ROWID;
CREATE TABLE project_rename (
    old  TEXT NOT NULL,
    new  TEXT NOT NULL,
    at   INTEGER NOT NULL,
    verb TEXT NOT NULL CHECK (verb IN ('rename', 'merge')),
    PRIMARY KEY (old, new),
    CHECK (old <> new)
) STRICT, WITHOUT ROWID;
CREATE TABLE session (
    id             INTEGER PRIMARY KEY,
    uid            TEXT NOT NULL UNIQUE,
    project_id     INTEGER NOT NULL DEFAULT 0 REFERENCES project (id),
    client         TEXT NOT NULL DEFAULT '',
    -- The client's own name for it: hooks and server meet here.
    client_session TEXT NOT NULL DEFAULT '',
    -- The folder it works in: below its project's root ('' is the root), or whole where there is none.
    path           TEXT NOT NULL DEFAULT '',
    -- What its client calls it; '' where it has no name.
    title          TEXT NOT NULL DEFAULT '',
    -- Whether its end may leave work for the next; automation says no.
    hands_over     INTEGER NOT NULL DEFAULT 1 CHECK (hands_over IN (0, 1)),
    started_at     INTEGER NOT NULL,
    ended_at       INTEGER,
    summary        TEXT NOT NULL DEFAULT '',
    tasks          TEXT NOT NULL DEFAULT '[]' CHECK (json_type(tasks) = 'array'),
    open_questions TEXT NOT NULL DEFAULT '[]' CHECK (json_type(open_questions) = 'array'),
    next_steps     TEXT NOT NULL DEFAULT '[]' CHECK (json_type(next_steps) = 'array'),
    changed_at     INTEGER NOT NULL,
    CHECK (ended_at IS NULL OR ended_at >= started_at)
) STRICT;
CREATE TABLE session_shown (
    session_uid TEXT NOT NULL,
    uid         TEXT NOT NULL,
    version     INTEGER NOT NULL,
    shown_at    INTEGER NOT NULL,
    PRIMARY KEY (session_uid, uid)
) STRICT, WITHOUT ROWID;
CREATE TABLE kind (
    name TEXT PRIMARY KEY
) STRICT, WITHOUT ROWID;
CREATE TABLE item (
    -- AUTOINCREMENT: derived indexes keep a watermark, so an id must never come back.
    id            INTEGER PRIMARY KEY AUTOINCREMENT,
    uid           TEXT NOT NULL,
    kind          TEXT NOT NULL REFERENCES kind (name),
    project_id    INTEGER NOT NULL DEFAULT 0 REFERENCES project (id),
    session_uid   TEXT,
    -- What it belongs to: an observation's entity, a passage's document, a relation's source, a statement's turn.
    parent_uid    TEXT,
    -- A relation's other end.
    target_uid    TEXT,
    -- Place among its siblings: a turn in its session, a passage's first line.
    position      INTEGER,
    -- The key it had where it came from; what makes a replay change nothing.
    external_id   TEXT,
    confidence    REAL CHECK (confidence BETWEEN 0 AND 1),
    importance    REAL CHECK (importance BETWEEN 0 AND 1),
    valid_from    INTEGER NOT NULL,
    valid_to      INTEGER NOT NULL,
    recorded_at   INTEGER NOT NULL,
    superseded_at INTEGER NOT NULL DEFAULT 9223372036854775807,
    txn_id        INTEGER NOT NULL REFERENCES txn (id),
    -- Texts come last: a filter on the columns above reads no overflow page of a long row.
    title         TEXT NOT NULL DEFAULT '',
    body          TEXT NOT NULL DEFAULT '',
    -- Helps to find the row but is not the row: an observation's entity, a decision's reasoning, a relation in words.
    context       TEXT NOT NULL DEFAULT '',
    -- Scripts without spaces (Chinese, Japanese, Korean, Thai ...) as overlapping pairs, so that two characters find; and
    -- signs that are no letters (emoji) as words, which the word index would pass over.
    bigrams       TEXT NOT NULL DEFAULT '',
    tags          TEXT NOT NULL DEFAULT '[]' CHECK (json_type(tags) = 'array'),
    -- What only this kind has, as a JSON object.
    attributes    TEXT NOT NULL DEFAULT '{}' CHECK (json_type(attributes) = 'object'),
    CHECK (valid_from < valid_to),
    CHECK (recorded_at <= superseded_at),
    UNIQUE (uid, recorded_at, valid_from, txn_id)
) STRICT;
CREATE TABLE version_seen (
    item_id INTEGER NOT NULL REFERENCES item (id) ON DELETE CASCADE,
    origin  TEXT NOT NULL,
    at      INTEGER NOT NULL,
    PRIMARY KEY (item_id, origin)
) STRICT, WITHOUT ROWID;
CREATE TABLE shared_fact (
    uid TEXT PRIMARY KEY
) STRICT, WITHOUT ROWID;
CREATE TABLE item_tag (
    tag     TEXT NOT NULL,
    item_id INTEGER NOT NULL REFERENCES item (id) ON DELETE CASCADE,
    PRIMARY KEY (tag, item_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE content_hash (
    hash    BLOB NOT NULL,
    item_id INTEGER NOT NULL REFERENCES item (id) ON DELETE CASCADE,
    PRIMARY KEY (hash, item_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE item_state (
    uid            TEXT PRIMARY KEY,
    archived_at    INTEGER,
    archive_reason TEXT NOT NULL DEFAULT '',
    pinned         INTEGER NOT NULL DEFAULT 0 CHECK (pinned IN (0, 1)),
    use_count      INTEGER NOT NULL DEFAULT 0 CHECK (use_count >= 0),
    shown_count    INTEGER NOT NULL DEFAULT 0 CHECK (shown_count >= 0),
    -- Uses that were citations; the others were openings.
    cited_count    INTEGER NOT NULL DEFAULT 0 CHECK (cited_count BETWEEN 0 AND use_count),
    last_used_at   INTEGER,
    verified       INTEGER CHECK (verified IN (0, 1)),
    verified_at    INTEGER,
    outcome        TEXT NOT NULL DEFAULT '',
    changed_at     INTEGER NOT NULL,
    -- When it was last archived or restored, pinned or let go, and judged: of two memories the later says it.
    archive_changed_at INTEGER NOT NULL DEFAULT 0,
    pin_changed_at     INTEGER NOT NULL DEFAULT 0,
    verdict_changed_at INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;
CREATE TABLE change (
    -- AUTOINCREMENT: what looks for stale premises keeps a watermark, so an id must never come back.
    id            INTEGER PRIMARY KEY AUTOINCREMENT,
    uid           TEXT NOT NULL,
    txn_id        INTEGER NOT NULL REFERENCES txn (id),
    verb          TEXT NOT NULL CHECK (verb IN ('supersede', 'end', 'retract', 'correct', 'restore', 'verify')),
    superseded_by TEXT,
    reason        TEXT NOT NULL DEFAULT '',
    verified      INTEGER CHECK (verified IN (0, 1)),
    outcome       TEXT,
    CHECK (verb = 'verify' OR (verified IS NULL AND outcome IS NULL))
) STRICT;
CREATE TABLE erasure (
    uid               TEXT PRIMARY KEY,
    kind              TEXT NOT NULL,
    txn_id            INTEGER NOT NULL REFERENCES txn (id),
    reason            TEXT NOT NULL DEFAULT '',
    -- A hash of (project, external id), so that a replay does not bring it back.
    external_key_hash BLOB,
    -- A turn's session: a digest of it that another memory made before tells of the turn too.
    session_uid       TEXT,
    -- What it went with: an observation with its entity. That one's line says enough to other memories.
    part_of           TEXT,
    -- A turn's: hashes of its conversation and of its key there, by which a machine that captured it itself knows it.
    captured_key      TEXT
) STRICT, WITHOUT ROWID;
CREATE TABLE entity_name (
    folded_name TEXT NOT NULL,
    folded_type TEXT NOT NULL,
    project_id  INTEGER NOT NULL REFERENCES project (id),
    uid         TEXT NOT NULL,
    is_alias    INTEGER NOT NULL DEFAULT 0 CHECK (is_alias IN (0, 1)),
    PRIMARY KEY (folded_name, folded_type, project_id, uid)
) STRICT, WITHOUT ROWID;
CREATE TABLE profile (
    field      TEXT PRIMARY KEY,
    value      TEXT NOT NULL,
    changed_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE goal (
    project_id INTEGER PRIMARY KEY REFERENCES project (id),
    goal       TEXT NOT NULL,
    changed_at INTEGER NOT NULL
) STRICT;
CREATE TABLE handoff (
    uid            TEXT PRIMARY KEY,
    project_id     INTEGER NOT NULL DEFAULT 0 REFERENCES project (id),
    state          TEXT NOT NULL CHECK (state IN ('open', 'claimed', 'expired', 'cancelled')),
    from_session   TEXT,
    to_client      TEXT NOT NULL DEFAULT '',
    origin         TEXT NOT NULL DEFAULT 'tool' CHECK (origin IN ('tool', 'prompt', 'automatic')),
    -- The folder it is about, as in session; '' is anywhere in the project.
    path           TEXT NOT NULL DEFAULT '',
    summary        TEXT NOT NULL,
    open_questions TEXT NOT NULL DEFAULT '[]' CHECK (json_type(open_questions) = 'array'),
    next_steps     TEXT NOT NULL DEFAULT '[]' CHECK (json_type(next_steps) = 'array'),
    files          TEXT NOT NULL DEFAULT '[]' CHECK (json_type(files) = 'array'),
    created_at     INTEGER NOT NULL,
    expires_at     INTEGER NOT NULL,
    claimed_by     TEXT,
    claimed_at     INTEGER,
    changed_at     INTEGER NOT NULL,
    CHECK ((state = 'claimed') = (claimed_at IS NOT NULL))
) STRICT, WITHOUT ROWID;
CREATE TABLE handoff_offer (
    session_uid TEXT NOT NULL,
    position    INTEGER NOT NULL,
    handoff_uid TEXT NOT NULL,
    PRIMARY KEY (session_uid, position)
) STRICT, WITHOUT ROWID;
CREATE TABLE capture_cursor (
    path       TEXT PRIMARY KEY,
    inode      INTEGER NOT NULL,
    size       INTEGER NOT NULL,
    -- Bytes and lines read. The offset never lies inside an unfinished line.
    offset     INTEGER NOT NULL,
    lines      INTEGER NOT NULL,
    -- A hash of the last bytes before the offset: a file that was written anew is read from its start.
    tail_hash  BLOB NOT NULL,
    -- What the lines read leave open: tool calls whose outcome is still to come.
    pending    TEXT NOT NULL DEFAULT '{}' CHECK (json_type(pending) = 'object'),
    changed_at INTEGER NOT NULL,
    CHECK (offset BETWEEN 0 AND size)
) STRICT, WITHOUT ROWID;
CREATE TABLE session_private (
    client         TEXT NOT NULL,
    client_session TEXT NOT NULL,
    key            BLOB NOT NULL,
    marks          BLOB NOT NULL,
    -- Whether the last prompt left a part open, for the next one to close.
    is_open        INTEGER NOT NULL CHECK (is_open IN (0, 1)),
    changed_at     INTEGER NOT NULL,
    PRIMARY KEY (client, client_session)
) STRICT, WITHOUT ROWID;
CREATE TABLE pending_turn (
    turn_uid    TEXT PRIMARY KEY,
    session_uid TEXT NOT NULL,
    words_hash  BLOB NOT NULL,
    said_at     INTEGER NOT NULL,
    -- The key of that line; NULL until it is read.
    line_key    TEXT,
    -- Until when the turn is kept for the id that its line gives it, and told to no other memory; NULL: no more.
    waits_until INTEGER,
    -- The id it had while it waited.
    told_as     TEXT
) STRICT, WITHOUT ROWID;
CREATE TABLE session_digest (
    session_uid     TEXT PRIMARY KEY,
    -- The position of the last turn that was read.
    last_position   INTEGER NOT NULL,
    body            TEXT NOT NULL CHECK (json_type(body) = 'object'),
    -- What was being done when the client last compacted the conversation; '{}' if it never did.
    compaction_note TEXT NOT NULL DEFAULT '{}' CHECK (json_type(compaction_note) = 'object'),
    changed_at      INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE dismissal (
    a      TEXT NOT NULL,
    -- The same fact as "a": edits of it apart from each other, in two memories.
    b      TEXT NOT NULL,
    reason TEXT NOT NULL DEFAULT '',
    at     INTEGER NOT NULL,
    -- 1: somebody took the dismissal back, at "at". It stays, so that other copies hear of it.
    is_taken_back INTEGER NOT NULL DEFAULT 0 CHECK (is_taken_back IN (0, 1)),
    PRIMARY KEY (a, b),
    CHECK (a <= b)
) STRICT, WITHOUT ROWID;
CREATE TABLE contradiction (
    older_id   INTEGER NOT NULL REFERENCES item (id) ON DELETE CASCADE,
    newer_id   INTEGER NOT NULL REFERENCES item (id) ON DELETE CASCADE,
    kind       TEXT NOT NULL CHECK (kind IN ('negation', 'value', 'antonym', 'meaning', 'same_text')),
    evidence   TEXT NOT NULL DEFAULT '',
    similarity REAL NOT NULL CHECK (similarity BETWEEN 0 AND 1),
    PRIMARY KEY (older_id, newer_id),
    CHECK (older_id <> newer_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE stale_premise (
    decision_uid TEXT NOT NULL,
    change_id    INTEGER NOT NULL REFERENCES change (id) ON DELETE CASCADE,
    PRIMARY KEY (decision_uid, change_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE relation_cardinality (
    relation    TEXT PRIMARY KEY,
    cardinality TEXT NOT NULL CHECK (cardinality IN ('one', 'many', 'default')),
    changed_at  INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE sync_target (
    -- AUTOINCREMENT: "touched" names it, so an id must never come back.
    id             INTEGER PRIMARY KEY AUTOINCREMENT,
    address        TEXT NOT NULL UNIQUE,
    -- What was touched up to this number has been pushed there.
    pushed_through INTEGER NOT NULL,
    -- What was there before it was a target is put into "touched" up to this row of item, step by step; NULL once all is.
    filled_through INTEGER,
    synced_at      INTEGER
) STRICT;
CREATE TABLE sync_position (
    target_id  INTEGER NOT NULL REFERENCES sync_target (id) ON DELETE CASCADE,
    machine    TEXT NOT NULL,
    generation INTEGER NOT NULL,
    number     INTEGER NOT NULL,
    -- Of the last part of it: what comes next names it.
    digest     TEXT NOT NULL,
    PRIMARY KEY (target_id, machine)
) STRICT, WITHOUT ROWID;
CREATE TABLE touched (
    id     INTEGER PRIMARY KEY AUTOINCREMENT,
    kind   TEXT NOT NULL,
    -- The fact's uid, whatever it is a version, state or change of; what is no fact has its own.
    key    TEXT NOT NULL,
    -- The target it came from (meta 'arriving_from' stands meanwhile), which need not hear of it; 0 is this file itself.
    source INTEGER NOT NULL,
    UNIQUE (kind, key, source)
) STRICT;
CREATE VIRTUAL TABLE item_fts USING fts5 (
    title, body, context, bigrams,
    content = 'item_text', content_rowid = 'id',
    tokenize = 'porter unicode61 remove_diacritics 2'
);
CREATE VIRTUAL TABLE item_vocab USING fts5vocab (item_fts, row);
CREATE VIRTUAL TABLE item_trigram USING fts5 (
    title, body,
    content = 'item_text', content_rowid = 'id',
    tokenize = 'trigram case_sensitive 0 remove_diacritics 1'
);
CREATE TABLE embedding_queue (
    item_id INTEGER PRIMARY KEY REFERENCES item (id) ON DELETE CASCADE
) STRICT;
CREATE TABLE item_embedding (
    id        INTEGER PRIMARY KEY AUTOINCREMENT,
    item_id   INTEGER NOT NULL REFERENCES item (id) ON DELETE CASCADE,
    model_tag TEXT NOT NULL
) STRICT;
CREATE TABLE orphan_vector (
    id INTEGER PRIMARY KEY
) STRICT;
CREATE TABLE fact_vector (
    item_id   INTEGER PRIMARY KEY REFERENCES item (id) ON DELETE CASCADE,
    embedding BLOB NOT NULL
) STRICT;
CREATE TABLE statement_later (
    item_id    INTEGER PRIMARY KEY REFERENCES item (id) ON DELETE CASCADE,
    earlier_id INTEGER NOT NULL REFERENCES item (id) ON DELETE CASCADE
) STRICT;
CREATE TABLE statement_reading (
    item_id       INTEGER PRIMARY KEY REFERENCES item (id) ON DELETE CASCADE,
    share         REAL NOT NULL CHECK (share BETWEEN 0 AND 1),
    about_earlier REAL,
    embedding     BLOB
, role TEXT) STRICT;
CREATE TABLE note_later (
    item_id    INTEGER NOT NULL REFERENCES item (id) ON DELETE CASCADE,
    note_id    INTEGER NOT NULL REFERENCES item (id) ON DELETE CASCADE,
    likelihood REAL NOT NULL CHECK (likelihood BETWEEN 0 AND 1),
    PRIMARY KEY (item_id, note_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE note_reading (
    item_id   INTEGER PRIMARY KEY REFERENCES item (id) ON DELETE CASCADE,
    embedding BLOB NOT NULL
) STRICT;
INSERT INTO meta VALUES ('compared_rules', '17');
INSERT INTO meta VALUES ('compared_through', 10);
INSERT INTO meta VALUES ('compared_vectors_through', 0);
INSERT INTO meta VALUES ('origin', 'df8bb7f5-4693-42a6-9548-a63b1eeb0410');
INSERT INTO meta VALUES ('premises_through', 0);
INSERT INTO meta VALUES ('read_through', 0);
INSERT INTO meta VALUES ('trigram_through', 13);
INSERT INTO txn VALUES (1, 1772359200000000, NULL, 'df8bb7f5-4693-42a6-9548-a63b1eeb0410', 'hook', NULL);
INSERT INTO txn VALUES (2, 1772362800000000, NULL, 'df8bb7f5-4693-42a6-9548-a63b1eeb0410', 'test', '019ca8d7-2d00-7665-9bc7-94925cb6fe15');
INSERT INTO txn VALUES (3, 1772366400000000, NULL, 'df8bb7f5-4693-42a6-9548-a63b1eeb0410', 'test', '019ca8d7-2d00-7665-9bc7-94925cb6fe15');
INSERT INTO txn VALUES (4, 1772370000000000, NULL, 'df8bb7f5-4693-42a6-9548-a63b1eeb0410', 'test', '019ca8d7-2d00-7665-9bc7-94925cb6fe15');
INSERT INTO txn VALUES (5, 1772377200000000, NULL, 'df8bb7f5-4693-42a6-9548-a63b1eeb0410', 'test', '019ca8d7-2d00-7665-9bc7-94925cb6fe15');
INSERT INTO txn VALUES (6, 1772380800000000, NULL, 'df8bb7f5-4693-42a6-9548-a63b1eeb0410', 'test', '019ca8d7-2d00-7665-9bc7-94925cb6fe15');
INSERT INTO txn VALUES (7, 1772384400000000, NULL, 'df8bb7f5-4693-42a6-9548-a63b1eeb0410', 'test', '019ca8d7-2d00-7665-9bc7-94925cb6fe15');
INSERT INTO txn VALUES (8, 1772388000000000, NULL, 'df8bb7f5-4693-42a6-9548-a63b1eeb0410', 'test', '019ca8d7-2d00-7665-9bc7-94925cb6fe15');
INSERT INTO txn VALUES (9, 1772391600000000, NULL, 'df8bb7f5-4693-42a6-9548-a63b1eeb0410', 'test', '019ca8d7-2d00-7665-9bc7-94925cb6fe15');
INSERT INTO txn VALUES (10, 1772395200000000, NULL, 'df8bb7f5-4693-42a6-9548-a63b1eeb0410', 'test', '019ca8d7-2d00-7665-9bc7-94925cb6fe15');
INSERT INTO txn VALUES (11, 1772398800000000, NULL, 'df8bb7f5-4693-42a6-9548-a63b1eeb0410', 'test', '019ca8d7-2d00-7665-9bc7-94925cb6fe15');
INSERT INTO txn VALUES (12, 1772402400000000, NULL, 'df8bb7f5-4693-42a6-9548-a63b1eeb0410', 'test', '019ca8d7-2d00-7665-9bc7-94925cb6fe15');
INSERT INTO txn VALUES (13, 1772416800000000, NULL, 'df8bb7f5-4693-42a6-9548-a63b1eeb0410', 'test', '019ca8d7-2d00-7665-9bc7-94925cb6fe15');
INSERT INTO project VALUES (0, '', NULL);
INSERT INTO project VALUES (1, 'harbour', NULL);
INSERT INTO session VALUES (1, '019ca8d7-2d00-7665-9bc7-94925cb6fe15', 1, '', '', '/tmp/tmpzv082c62', '', 1, 1772359200000000, 1772416800000000, 'Moved the queue.', '[]', '[]', '["Write tests."]', 1772416800000000);
INSERT INTO kind VALUES ('decision');
INSERT INTO kind VALUES ('digest');
INSERT INTO kind VALUES ('document');
INSERT INTO kind VALUES ('entity');
INSERT INTO kind VALUES ('learning');
INSERT INTO kind VALUES ('observation');
INSERT INTO kind VALUES ('passage');
INSERT INTO kind VALUES ('relation');
INSERT INTO kind VALUES ('statement');
INSERT INTO kind VALUES ('turn');
INSERT INTO item VALUES (1, '019ca8d7-2d00-7b21-a1d6-b99aa9c30fc4', 'turn', 0, '019ca8d7-2d00-7665-9bc7-94925cb6fe15', NULL, NULL, 1, NULL, NULL, NULL, 1772359200000000, 9223372036854775807, 1772359200000000, 9223372036854775807, 1, '', 'The crane tests fail on Tuesdays.', '', '', '[]', '{"role": "user"}');
INSERT INTO item VALUES (2, '019ca90e-1b80-7c74-a7b3-d63db95f6dc4', 'learning', 1, '019ca8d7-2d00-7665-9bc7-94925cb6fe15', NULL, NULL, NULL, NULL, 0.7, NULL, 1772362800000000, 9223372036854775807, 1772362800000000, 1772366400000000, 2, '', 'Staging listens on port 6543.', '', '', '["ports"]', '{"category": "insight", "memoryType": "semantic"}');
INSERT INTO item VALUES (3, '019ca90e-1b80-7c74-a7b3-d63db95f6dc4', 'learning', 1, '019ca8d7-2d00-7665-9bc7-94925cb6fe15', NULL, NULL, NULL, NULL, 0.7, NULL, 1772362800000000, 9223372036854775807, 1772366400000000, 9223372036854775807, 3, '', 'Staging listens on port 7654.', '', '', '["ports"]', '{"category": "insight", "memoryType": "semantic"}');
INSERT INTO item VALUES (4, '019ca97b-f880-7de7-8a8b-2d186f01af8c', 'learning', 1, '019ca8d7-2d00-7665-9bc7-94925cb6fe15', NULL, NULL, NULL, NULL, 0.7, NULL, 1772370000000000, 9223372036854775807, 1772370000000000, 9223372036854775807, 4, '', 'Never deploy on a Friday.', '', '', '[]', '{"category": "mistake", "memoryType": "episodic"}');
INSERT INTO item VALUES (6, '019caa57-b280-7340-81a5-ddf0a17f4755', 'decision', 1, '019ca8d7-2d00-7665-9bc7-94925cb6fe15', NULL, NULL, NULL, NULL, 0.7, NULL, 1772384400000000, 9223372036854775807, 1772384400000000, 9223372036854775807, 7, 'Queue', 'Use SQLite as the queue.', 'One file less to run.', '', '[]', '{"reasoning": "One file less to run."}');
INSERT INTO item VALUES (7, '019caa8e-a100-76e4-9657-3e927cff7ea4', 'entity', 1, '019ca8d7-2d00-7665-9bc7-94925cb6fe15', NULL, NULL, NULL, NULL, 0.7, NULL, 1772388000000000, 9223372036854775807, 1772388000000000, 9223372036854775807, 8, 'Ann', '', 'Annie, person', '', '[]', '{"aliases": ["Annie"], "entityType": "person"}');
INSERT INTO item VALUES (8, '019caac5-8f80-713e-88c6-2652b0e9def5', 'entity', 1, '019ca8d7-2d00-7665-9bc7-94925cb6fe15', NULL, NULL, NULL, NULL, 0.7, NULL, 1772391600000000, 9223372036854775807, 1772391600000000, 9223372036854775807, 9, 'Crane', '', 'service', '', '[]', '{"entityType": "service"}');
INSERT INTO item VALUES (9, '019caafc-7e00-722c-9a9c-9713496e788e', 'observation', 1, '019ca8d7-2d00-7665-9bc7-94925cb6fe15', '019caa8e-a100-76e4-9657-3e927cff7ea4', NULL, NULL, NULL, 0.7, NULL, 1772395200000000, 9223372036854775807, 1772395200000000, 9223372036854775807, 10, '', 'Lives in Berlin.', 'Ann, Annie', '', '[]', '{}');
INSERT INTO item VALUES (10, '019cab33-6c80-7abb-a39e-72ef5f6f05ae', 'relation', 1, '019ca8d7-2d00-7665-9bc7-94925cb6fe15', '019caa8e-a100-76e4-9657-3e927cff7ea4', '019caac5-8f80-713e-88c6-2652b0e9def5', NULL, NULL, NULL, NULL, 1772398800000000, 9223372036854775807, 1772398800000000, 9223372036854775807, 11, 'maintains', '', 'Ann maintains Crane', '', '[]', '{"weight": 1.0}');
INSERT INTO item VALUES (11, '019cab6a-5b00-7e03-a17d-39de00bfbf16', 'document', 1, '019ca8d7-2d00-7665-9bc7-94925cb6fe15', NULL, NULL, NULL, NULL, NULL, NULL, 1772402400000000, 9223372036854775807, 1772402400000000, 9223372036854775807, 12, 'Runbook', '', '', '', '[]', '{"characters": 39, "hash": "f569f1129da5addc13b281305677c57e", "lines": 3}');
INSERT INTO item VALUES (12, '2283c32b-b417-5b21-b088-a371c81ced78', 'passage', 1, '019ca8d7-2d00-7665-9bc7-94925cb6fe15', '019cab6a-5b00-7e03-a17d-39de00bfbf16', NULL, 1, NULL, NULL, NULL, 1772402400000000, 9223372036854775807, 1772402400000000, 9223372036854775807, 12, '', '# Runbook

Restart it with `crane up`.
', '', '', '[]', '{"lastLine": 3}');
INSERT INTO item VALUES (13, '019cac46-1500-75dc-8e8c-061edf715e36', 'digest', 1, '019ca8d7-2d00-7665-9bc7-94925cb6fe15', NULL, NULL, NULL, NULL, NULL, NULL, 1772384400000000, 9223372036854775807, 1772416800000000, 9223372036854775807, 13, 'The crane tests fail on Tuesdays.', 'Moved the queue.
• decisions and lessons recorded: 3
• to do: Write tests.
• 1 turn, 7 hours', '', '', '[]', '{"startedAt": 1772359200000000, "turns": 1, "written": ["019ca90e-1b80-7c74-a7b3-d63db95f6dc4", "019ca97b-f880-7de7-8a8b-2d186f01af8c", "019caa57-b280-7340-81a5-ddf0a17f4755"]}');
INSERT INTO item_tag VALUES ('ports', 2);
INSERT INTO item_tag VALUES ('ports', 3);
INSERT INTO content_hash VALUES (X'A5FF87282DE287605E9629B2E1A7AF5A', 2);
INSERT INTO content_hash VALUES (X'2B4BF8553BE4EB576EC2F21F9917DAA9', 3);
INSERT INTO content_hash VALUES (X'642227424EBD138E9EA7135F2BA25CC0', 4);
INSERT INTO content_hash VALUES (X'24B2B48D51305BCCC2AED22054F5E75B', 9);
INSERT INTO content_hash VALUES (X'0C3ED8416414B67E8C4CB8A4D23787D8', 10);
INSERT INTO item_state VALUES ('019ca97b-f880-7de7-8a8b-2d186f01af8c', 1772373600000000, 'no longer so', 0, 0, 0, 0, NULL, NULL, NULL, '', 1772373600000000, 1772373600000000, 0, 0);
INSERT INTO change VALUES (1, '019ca90e-1b80-7c74-a7b3-d63db95f6dc4', 3, 'correct', NULL, '', NULL, NULL);
INSERT INTO erasure VALUES ('019ca9e9-d580-7398-a469-8ac91b0c010a', 'learning', 6, '', NULL, NULL, NULL, NULL);
INSERT INTO entity_name VALUES ('ann', 'person', 1, '019caa8e-a100-76e4-9657-3e927cff7ea4', 0);
INSERT INTO entity_name VALUES ('annie', 'person', 1, '019caa8e-a100-76e4-9657-3e927cff7ea4', 1);
INSERT INTO entity_name VALUES ('crane', 'service', 1, '019caac5-8f80-713e-88c6-2652b0e9def5', 0);
INSERT INTO profile VALUES ('name', 'Ann', 1772406000000000);
INSERT INTO goal VALUES (1, 'Ship version 1.', 1772409600000000);
INSERT INTO handoff VALUES ('019cac0f-2680-7945-9832-42e65bb60192', 1, 'open', '019ca8d7-2d00-7665-9bc7-94925cb6fe15', '', 'tool', '/tmp/tmpzv082c62', 'Finish the parser.', '[]', '[]', '[]', 1772413200000000, 1773018000000000, NULL, NULL, 1772413200000000);
INSERT INTO session_digest VALUES ('019ca8d7-2d00-7665-9bc7-94925cb6fe15', 1, '{"turns":1,"lastAt":1772359200000000,"exchange":{"asked":"The crane tests fail on Tuesdays.","isQuestion":false,"says":true,"prompt":"The crane tests fail on Tuesdays.","stems":["crane","fail","tests","tuesd"],"count":4,"letters":22,"isPurpose":true},"prompt":"The crane tests fail on Tuesdays.","promptIs":[1,22],"prompts":["The crane tests fail on Tuesdays."]}', '{}', 1772416800000000);
DELETE FROM item_fts_data;
INSERT INTO item_fts_data VALUES (1, X'0C0B330D00');
INSERT INTO item_fts_data VALUES (10, X'00000002010D0D000D0101010201010301010401010501010601010701010801010901010A01010B01010C01010D0101');
INSERT INTO item_fts_data VALUES (137438953473, X'0000004506306372616E65010601010301046661696C010601010501026F6E0106010106010474657374010601010402026865010601010202067565736461690106010107040C0B090B09');
INSERT INTO item_fts_data VALUES (274877906945, X'0000003C053036353433020601010601066C697374656E020601010301026F6E02060101040104706F72740206010105010573746167650206010102040B0D090B');
INSERT INTO item_fts_data VALUES (412316860417, X'0000003C053037363534030601010601066C697374656E030601010301026F6E03060101040104706F72740306010105010573746167650306010102040B0D090B');
INSERT INTO item_fts_data VALUES (549755813889, X'0000003B023061040601010501066465706C6F6904060101030106667269646169040601010601056E65766572040601010201026F6E040601010404080D0D0C');
INSERT INTO item_fts_data VALUES (687194767361, X'00000004');
INSERT INTO item_fts_data VALUES (824633720833, X'0000006B033061730606010104010466696C65060601020301046C657373060601020401026F6E060601020201057175657565060802010106010372756E0606010206010673716C69746506060101030103746865060601010502016F060601020501027573060601010204090B0B090D0A0D0A08');
INSERT INTO item_fts_data VALUES (962072674305, X'000000210430616E6E07020204016907060102020106706572736F6E0706010203040808');
INSERT INTO item_fts_data VALUES (1099511627777, X'0000001B06306372616E6508020201067365727669630806010202040A');
INSERT INTO item_fts_data VALUES (1236950581249, X'000000370430616E6E0906010202040169090601020301066265726C696E09060101040102696E090601010301046C6976650906010102040A080D09');
INSERT INTO item_fts_data VALUES (1374389534721, X'0000002A0430616E6E0A0601020201056372616E650A0601020401086D61696E7461696E0A0802010203040A0C');
INSERT INTO item_fts_data VALUES (1511828488193, X'00000010083072756E626F6F6B0B020204');
INSERT INTO item_fts_data VALUES (1649267441665, X'0000004806306372616E650C06010106010269740C060101040107726573746172740C060101030206756E626F6F6B0C06010102010275700C060101070104776974680C06010105040C090E0D09');
INSERT INTO item_fts_data VALUES (1786706395137, X'000000CE0230310D0601010E0101330D060101090101370D060101100103616E640D0601010601056372616E650D0203010564656369730D0601010502016F0D0601010B01046661696C0D02050104686F75720D0601011101066C6573736F6E0D0601010701046D6F76650D0601010201026F6E0D0206010571756575650D0601010401067265636F72640D060101080104746573740D080401010D020268650D080201010302016F0D0601010A02067565736461690D02070302726E0D0601010F010577726974650D0601010C040808080A0A0C08090B0D0B070C0D0C0A080B09');
DELETE FROM item_fts_idx;
INSERT INTO item_fts_idx VALUES (1, X'', 2);
INSERT INTO item_fts_idx VALUES (2, X'', 2);
INSERT INTO item_fts_idx VALUES (3, X'', 2);
INSERT INTO item_fts_idx VALUES (4, X'', 2);
INSERT INTO item_fts_idx VALUES (5, X'', 2);
INSERT INTO item_fts_idx VALUES (6, X'', 2);
INSERT INTO item_fts_idx VALUES (7, X'', 2);
INSERT INTO item_fts_idx VALUES (8, X'', 2);
INSERT INTO item_fts_idx VALUES (9, X'', 2);
INSERT INTO item_fts_idx VALUES (10, X'', 2);
INSERT INTO item_fts_idx VALUES (11, X'', 2);
INSERT INTO item_fts_idx VALUES (12, X'', 2);
INSERT INTO item_fts_idx VALUES (13, X'', 2);
DELETE FROM item_fts_docsize;
INSERT INTO item_fts_docsize VALUES (1, X'00060000');
INSERT INTO item_fts_docsize VALUES (2, X'00050000');
INSERT INTO item_fts_docsize VALUES (3, X'00050000');
INSERT INTO item_fts_docsize VALUES (4, X'00050000');
INSERT INTO item_fts_docsize VALUES (6, X'01050500');
INSERT INTO item_fts_docsize VALUES (7, X'01000200');
INSERT INTO item_fts_docsize VALUES (8, X'01000100');
INSERT INTO item_fts_docsize VALUES (9, X'00030200');
INSERT INTO item_fts_docsize VALUES (10, X'01000300');
INSERT INTO item_fts_docsize VALUES (11, X'01000000');
INSERT INTO item_fts_docsize VALUES (12, X'00060000');
INSERT INTO item_fts_docsize VALUES (13, X'06100000');
DELETE FROM item_fts_config;
INSERT INTO item_fts_config VALUES ('secure-delete', 1);
INSERT INTO item_fts_config VALUES ('version', 5);
DELETE FROM item_trigram_data;
INSERT INTO item_trigram_data VALUES (1, X'0C32820F');
INSERT INTO item_trigram_data VALUES (10, X'000000010101010001010101');
INSERT INTO item_trigram_data VALUES (137438953473, X'0000090004300A0A720C0601010B020272650C0601010C0204E280A2200D0A010112261801032031200D0601014E0202330A0D06010134020236350206010119020237200D060101560301360306010119020260630C0601011C02026120040601011103016E0D0601011E030173060601010C02026265090601010A0202637201060101050C0205020264650406010107090601011403016F0D0601013B0202666101060101110C021103017204060101130202686F0D060101580202696E09060101070301740C0601011402026C650D060101220301690206010109010601010902026F6E010601011601060101110106010111010601010E0902160202706F02060101140106010114020271750606010113070601010B020272650D0601012A0301750C0601010302027371060601010502027465010601010B0C080B010145030168060601010F070601010703016F0D0601013803017501060101190C0819010150020275700C06010123020277690C060101170301720D0601013F01032320720C0601010201032C20370D0601015501052E0AE280A20D080101113C01033120740D0601014F0105330AE280A20D06010135010334332E020601011C010335342E030601011C030133020601011B0103363534020601011A010601011B01033720680D0601015702023635030601011A01033A20330D060101330301770D0601013E0103602E0A0C06010126020263720C0601011D0103612066040601011202026769020601010401060101040202696C01060101130C021303016E0A04030602026E640D0601011F0301650106010108070204040601012001020803016E070202020272740C0601011102027320060601010D0202792E0406010118030173010601011F0C021F0103626572090601010B02026F6F0B0205010601010701036369730D0601011702026F720D0601012D020272610106010106070202040601011E010206010364206C0D060101210301740D0601010602023A200D0601013202026179010601011E030601011709021E020265630D060101150301640D06010130030170040601010802026F3A0D0601013C0103652061060601010B03016301060101040C02040301710606010112070601010A0301730606010104030174010601010A0C080A0101440301750C0601012202022E0A0D06010110020263690D0601011603016F0D0601012C020264200D0601010503013A0D0601013102026E73020601010E010601010E0202706C040601010902027220040601010503016C090601010C020273200906010105030164010601011C0C021C0301730D06010124030174010601010D0B0601010E01080D01014702027565060804010116070601010E020276650406010103010366616901060101120C0212020272690406010114010367206C020601010801060101080202696E0206010105010601010501036820600C0601011B020265200106010103050601011107080301010902026F750D060101590103696461040601011602026C2001060101140C021402026E20090601010803012E090601010F030167020601010601060101060301730A02080301740A020402026F6E0D0601011A020273690D06010118030174020601010B010601010B020274200C06010115030165060601010907060101420301680C0601011902027665090601010301036B0A0A0C0601010A01036C206F01060101150C0215020265730D060101230202696E090601010E030173020601010A010601010A0301740606010108030176090601010202026F79040601010B01036D61690A020202026F760D0601010201036E2061040601011003016209060101090301700206010113010601011303017401060101180C021802022C200D060101540202626F0B02040106010106020264200D060101200202652001060101090B060101210102090301760406010102020267200206010107010601010702027320020601010F010601010F0A0801011C0E020274610A020501036F20640D0601013A02023A200D0601013D02026B0A0C0601010902026E20010601011701060101120106010112010601010F0902170301730D0801011B0E02026F6B0B02060106010108020272640D0601012E03017402060101160106010116020275720D0601015A020276650D0601010302027920040601010C010370602E0C0601012502026C6F040601010A02026F72020601011501060101150103716C69060601010702027565060802010114070601010C010372206404060101060202616E0106010107070203040601011F010207020264650D0601012F020265630D0601012B0301730C0601010D0202696404060101150301740D0601014102026C69090601010D02026E2C0D06010153020274200206010117010601011709060101120202756E0B0202010601010401037320610D0601011D03016601060101100C0210030169090601010603016F020601011001060101100301720D06010129030174060601010E02022E0A0D0601014A02026461010601011D0C021D0202652006060101030202696F0D0601011902026F6E0D060101260202716C06060101060202736F0D060101250202746102060101020106010102090601010F030165020601010C010601010C030173010601010E0C080E0101480103742036020601011803013703060101180301690C060101130301770C0601011602026167020601010301060101030301690A02060301720C0601011002026520060601010A070601014303016E020601010D010601010D030173010601010C0C080C010146020268200C0601011A0301650106010102050601011007080201010802026F200D0601013902027320010601010F0C020F03012E0D0601014902027565010601011A0C021A0301720D06010151010375652E0606010117070601010F030173010601011B0C021B030175060803010115070601010D02026E620B02030106010105020270600C060101240202726E0D060101520301730D0601015B02027365060601010201037665640D060101040301720406010104030173090601010401037769740C06010118020272690D06010140010379206F040601010D0202732E01060101200C02200105E280A220310D0601014D0501640D060101130501740D06010137040A090D0A0909090809090808090C0E080C08090908090D1B0E0E0908090F0D080E0909080A0A0D0A0C0A0A080F0A090A080A090A0E0C070913060909090B0A0C0A09140A080911090808090A0B0D080E0809090809080E090908090B08130F090D090F0E0A14090A0C09080D060609090D090D08090A0D09090D08080908090A080D0B090C0911080E14070A09091B090C090D0909090A090E0A0F0A1409090809080909130C0A0B080D0808090C0909090909130D0E0A0808080E06080E0D0E0913090C080C080F0B0E0C090908090A08080A090A0C0C08');
DELETE FROM item_trigram_idx;
INSERT INTO item_trigram_idx VALUES (1, X'', 2);
DELETE FROM item_trigram_docsize;
INSERT INTO item_trigram_docsize VALUES (1, X'001F');
INSERT INTO item_trigram_docsize VALUES (2, X'001B');
INSERT INTO item_trigram_docsize VALUES (3, X'001B');
INSERT INTO item_trigram_docsize VALUES (4, X'0017');
INSERT INTO item_trigram_docsize VALUES (6, X'0316');
INSERT INTO item_trigram_docsize VALUES (7, X'0100');
INSERT INTO item_trigram_docsize VALUES (8, X'0300');
INSERT INTO item_trigram_docsize VALUES (9, X'000E');
INSERT INTO item_trigram_docsize VALUES (10, X'0700');
INSERT INTO item_trigram_docsize VALUES (11, X'0500');
INSERT INTO item_trigram_docsize VALUES (12, X'0025');
INSERT INTO item_trigram_docsize VALUES (13, X'1F5A');
DELETE FROM item_trigram_config;
INSERT INTO item_trigram_config VALUES ('secure-delete', 1);
INSERT INTO item_trigram_config VALUES ('version', 4);
INSERT INTO embedding_queue VALUES (1);
INSERT INTO embedding_queue VALUES (2);
INSERT INTO embedding_queue VALUES (3);
INSERT INTO embedding_queue VALUES (4);
INSERT INTO embedding_queue VALUES (6);
INSERT INTO embedding_queue VALUES (7);
INSERT INTO embedding_queue VALUES (8);
INSERT INTO embedding_queue VALUES (9);
INSERT INTO embedding_queue VALUES (10);
INSERT INTO embedding_queue VALUES (12);
INSERT INTO embedding_queue VALUES (13);
DELETE FROM sqlite_sequence;
INSERT INTO sqlite_sequence VALUES ('touched', 0);
INSERT INTO sqlite_sequence VALUES ('item', 13);
INSERT INTO sqlite_sequence VALUES ('change', 1);
CREATE INDEX txn_at ON txn (at);
CREATE INDEX session_by_project ON session (project_id, started_at);
CREATE INDEX session_open ON session (project_id, started_at) WHERE ended_at IS NULL;
CREATE UNIQUE INDEX session_by_client ON session (client, client_session) WHERE client_session <> '';
CREATE INDEX session_shown_by_uid ON session_shown (uid);
CREATE INDEX session_shown_by_time ON session_shown (shown_at);
CREATE INDEX item_by_kind ON item (kind, project_id, superseded_at, valid_from);
CREATE INDEX item_by_parent ON item (parent_uid, kind, position) WHERE parent_uid IS NOT NULL;
CREATE INDEX item_by_target ON item (target_uid) WHERE target_uid IS NOT NULL;
CREATE INDEX item_by_session ON item (session_uid, kind, position, valid_from) WHERE session_uid IS NOT NULL;
CREATE INDEX item_by_importance ON item (kind, project_id, superseded_at, importance) WHERE importance IS NOT NULL;
CREATE INDEX item_by_time ON item (valid_from);
CREATE INDEX item_stated ON item (project_id, superseded_at, valid_from)
    WHERE kind = 'statement' AND attributes ->> 'role' <> 'aside';
CREATE INDEX item_by_external_id ON item (project_id, external_id)
    WHERE external_id IS NOT NULL;
CREATE TRIGGER item_is_append_only BEFORE UPDATE ON item
WHEN NOT (
    -- Of what several captured apart, under the id that follows from what it is, the first stands.
    old.kind IN ('turn', 'statement', 'digest') AND length(old.uid) = 36 AND substr(old.uid, 15, 1) = '8'
    AND ((new.txn_id <> old.txn_id AND new.recorded_at <= old.recorded_at AND new.superseded_at <= old.superseded_at)
         -- And where only one of them knew the project, it is that one's.
         OR (old.project_id = 0
             AND (new.session_uid, new.target_uid, new.position, new.external_id, new.confidence, new.importance,
                  new.valid_from, new.valid_to, new.recorded_at, new.superseded_at, new.txn_id)
                 IS (old.session_uid, old.target_uid, old.position, old.external_id, old.confidence, old.importance,
                     old.valid_from, old.valid_to, old.recorded_at, old.superseded_at, old.txn_id)))
    AND (new.id, new.uid, new.kind, new.parent_uid, new.title, new.body, new.context, new.bigrams, new.tags,
         new.attributes)
        IS (old.id, old.uid, old.kind, old.parent_uid, old.title, old.body, old.context, old.bigrams, old.tags,
            old.attributes)
) AND NOT (
    -- What waits for the line that says it takes the id that follows from the line, and so does what was read in it.
    new.uid <> old.uid AND length(new.uid) = 36 AND substr(new.uid, 15, 1) = '8'
    AND EXISTS (
        SELECT 1
        FROM pending_turn
        WHERE turn_uid = iif(old.kind = 'turn', old.uid, old.parent_uid) AND waits_until IS NOT NULL
    )
    AND iif(old.kind = 'turn', new.parent_uid IS old.parent_uid, old.kind = 'statement')
    AND (new.id, new.kind, new.project_id, new.session_uid, new.target_uid, new.position, new.title, new.body,
         new.context, new.bigrams, new.tags, new.attributes, new.confidence, new.importance, new.valid_from,
         new.valid_to, new.recorded_at, new.superseded_at, new.txn_id)
        IS (old.id, old.kind, old.project_id, old.session_uid, old.target_uid, old.position, old.title, old.body,
            old.context, old.bigrams, old.tags, old.attributes, old.confidence, old.importance, old.valid_from,
            old.valid_to, old.recorded_at, old.superseded_at, old.txn_id)
) AND (((new.superseded_at >= old.superseded_at
       OR (new.valid_from, new.valid_to, new.recorded_at) IS NOT (old.valid_from, old.valid_to, old.recorded_at))
      -- Times that a wrong clock gave are moved, all of them at once.
      AND NOT EXISTS (SELECT 1 FROM clock_shift WHERE is_done = 0)
      -- A row goes with its project.
      AND (new.project_id IS old.project_id
           OR (new.valid_from, new.valid_to, new.recorded_at, new.superseded_at)
              IS NOT (old.valid_from, old.valid_to, old.recorded_at, old.superseded_at)))
    OR (new.project_id IS NOT old.project_id
        AND NOT EXISTS (SELECT 1 FROM project WHERE id = old.project_id AND merged_into = new.project_id))
    OR (new.id, new.uid, new.kind, new.title, new.body, new.context, new.bigrams, new.tags,
        new.attributes, new.txn_id)
    IS NOT (old.id, old.uid, old.kind, old.title, old.body, old.context, old.bigrams, old.tags,
            old.attributes, old.txn_id)
    OR (new.session_uid, new.parent_uid, new.target_uid, new.position, new.external_id, new.confidence, new.importance)
    IS NOT (old.session_uid, old.parent_uid, old.target_uid, old.position, old.external_id, old.confidence,
            old.importance))
BEGIN
    SELECT raise(ABORT, 'a version is written once; only superseded_at may be closed, or closed earlier');
END;
CREATE INDEX item_tag_by_item ON item_tag (item_id);
CREATE TRIGGER item_tag_insert AFTER INSERT ON item WHEN new.tags <> '[]'
BEGIN
    INSERT OR IGNORE INTO item_tag (tag, item_id)
    SELECT value, new.id FROM json_each(new.tags);
END;
CREATE INDEX content_hash_by_item ON content_hash (item_id);
CREATE INDEX item_state_archived ON item_state (uid) WHERE archived_at IS NOT NULL;
CREATE INDEX item_state_pinned ON item_state (uid) WHERE pinned = 1;
CREATE INDEX item_state_used ON item_state (last_used_at) WHERE last_used_at IS NOT NULL;
CREATE INDEX change_by_uid ON change (uid, id);
CREATE INDEX change_by_txn ON change (txn_id);
CREATE INDEX change_by_successor ON change (superseded_by) WHERE superseded_by IS NOT NULL;
CREATE INDEX erasure_by_session ON erasure (session_uid) WHERE session_uid IS NOT NULL;
CREATE INDEX erasure_by_captured_key ON erasure (captured_key) WHERE captured_key IS NOT NULL;
CREATE INDEX erasure_by_external_key ON erasure (external_key_hash) WHERE external_key_hash IS NOT NULL;
CREATE INDEX entity_name_by_uid ON entity_name (uid);
CREATE INDEX handoff_by_state ON handoff (state, project_id, created_at);
CREATE INDEX handoff_by_giver ON handoff (from_session, created_at) WHERE from_session IS NOT NULL;
CREATE INDEX handoff_by_taker ON handoff (claimed_by) WHERE claimed_by IS NOT NULL;
CREATE INDEX handoff_offer_by_handoff ON handoff_offer (handoff_uid);
CREATE INDEX capture_cursor_with_stored ON capture_cursor (path) WHERE instr(pending, '"is_stored"') > 0;
CREATE INDEX pending_turn_by_words ON pending_turn (session_uid, words_hash);
CREATE UNIQUE INDEX pending_turn_by_line ON pending_turn (line_key, session_uid) WHERE line_key IS NOT NULL;
CREATE INDEX pending_turn_waiting ON pending_turn (waits_until) WHERE waits_until IS NOT NULL;
CREATE INDEX pending_turn_by_old_id ON pending_turn (told_as) WHERE told_as IS NOT NULL;
CREATE INDEX contradiction_by_newer ON contradiction (newer_id);
CREATE INDEX stale_premise_by_change ON stale_premise (change_id);
CREATE TRIGGER item_erase AFTER DELETE ON item
WHEN EXISTS (SELECT 1 FROM erasure WHERE uid = old.uid)
BEGIN
    DELETE FROM entity_name WHERE uid = old.uid;
    DELETE FROM dismissal WHERE a = old.uid OR b = old.uid;
    DELETE FROM stale_premise WHERE decision_uid = old.uid;
    DELETE FROM session_shown WHERE uid = old.uid;
    DELETE FROM shared_fact WHERE uid = old.uid;
END;
CREATE TRIGGER item_take_id AFTER UPDATE OF uid ON item WHEN new.uid <> old.uid
BEGIN
    UPDATE change SET uid = new.uid WHERE uid = old.uid;
    UPDATE change SET superseded_by = new.uid WHERE superseded_by = old.uid;
    UPDATE OR IGNORE item_state SET uid = new.uid WHERE uid = old.uid;
    DELETE FROM item_state WHERE uid = old.uid;
    UPDATE OR IGNORE session_shown SET uid = new.uid WHERE uid = old.uid;
    DELETE FROM session_shown WHERE uid = old.uid;
    UPDATE OR REPLACE dismissal
    SET a = min(iif(a = old.uid, new.uid, a), iif(b = old.uid, new.uid, b)),
        b = max(iif(a = old.uid, new.uid, a), iif(b = old.uid, new.uid, b))
    WHERE a = old.uid OR b = old.uid;
END;
CREATE TRIGGER item_erase_turn AFTER DELETE ON item
WHEN old.kind = 'turn' AND old.session_uid IS NOT NULL AND EXISTS (SELECT 1 FROM erasure WHERE uid = old.uid)
BEGIN
    DELETE FROM session_digest WHERE session_uid = old.session_uid;
END;
CREATE TRIGGER item_erase_digest AFTER DELETE ON item
WHEN old.kind = 'digest' AND EXISTS (SELECT 1 FROM erasure WHERE uid = old.uid AND part_of IS NULL)
BEGIN
    INSERT INTO session_digest (session_uid, last_position, body, changed_at)
    SELECT session.uid,
           coalesce((SELECT max(position) FROM item WHERE item.session_uid = session.uid AND kind = 'turn'), 0),
           '{}', (SELECT txn.at FROM erasure JOIN txn ON txn.id = erasure.txn_id WHERE erasure.uid = old.uid)
    FROM session
    WHERE session.uid = old.session_uid
    ON CONFLICT (session_uid) DO UPDATE
    SET last_position = excluded.last_position, body = '{}', compaction_note = '{}', changed_at = excluded.changed_at;
END;
CREATE TRIGGER item_erase_digest_of_turn AFTER DELETE ON item
WHEN old.kind = 'digest' AND EXISTS (SELECT 1 FROM erasure WHERE uid = old.uid AND part_of IS NOT NULL)
BEGIN
    DELETE FROM session_digest WHERE session_uid = old.session_uid;
END;
CREATE TRIGGER session_erase AFTER DELETE ON session
BEGIN
    DELETE FROM handoff_offer WHERE session_uid = old.uid;
END;
CREATE TRIGGER project_merge AFTER UPDATE OF merged_into ON project WHEN new.merged_into IS NOT NULL
BEGIN
    UPDATE project SET merged_into = new.merged_into WHERE merged_into = new.id;
    UPDATE item SET project_id = new.merged_into WHERE project_id = new.id;
    UPDATE session SET project_id = new.merged_into WHERE project_id = new.id;
    UPDATE handoff SET project_id = new.merged_into WHERE project_id = new.id;
    UPDATE entity_name SET project_id = new.merged_into WHERE project_id = new.id;
    UPDATE project_root SET project_id = new.merged_into WHERE project_id = new.id;
    UPDATE OR IGNORE project_identity SET project_id = new.merged_into WHERE project_id = new.id;
    DELETE FROM project_identity WHERE project_id = new.id;
    DELETE FROM goal
    WHERE project_id = new.merged_into
      AND (changed_at, goal) < (SELECT changed_at, goal FROM goal WHERE project_id = new.id);
    UPDATE OR IGNORE goal SET project_id = new.merged_into WHERE project_id = new.id;
    DELETE FROM goal WHERE project_id = new.id;
END;
CREATE VIEW touch AS
SELECT kind, key
FROM touched;
CREATE TRIGGER touch_insert INSTEAD OF INSERT ON touch
WHEN EXISTS (SELECT 1 FROM sync_target)
    -- Its document tells of a passage, whatever became of it.
    AND NOT (new.kind = 'fact' AND EXISTS (SELECT 1 FROM item WHERE uid = new.key AND kind = 'passage'))
BEGIN
    DELETE FROM touched
    WHERE kind = new.kind AND key = new.key
      AND source = coalesce((SELECT value FROM meta WHERE key = 'arriving_from'), 0);
    INSERT INTO touched (kind, key, source)
    VALUES (new.kind, new.key, coalesce((SELECT value FROM meta WHERE key = 'arriving_from'), 0));
END;
CREATE TRIGGER session_insert_touch AFTER INSERT ON session
BEGIN
    INSERT INTO touch (kind, key)
    VALUES ('session', new.uid);
END;
CREATE TRIGGER session_update_touch AFTER UPDATE ON session
BEGIN
    INSERT INTO touch (kind, key)
    VALUES ('session', new.uid);
END;
CREATE TRIGGER handoff_insert_touch AFTER INSERT ON handoff
BEGIN
    INSERT INTO touch (kind, key)
    VALUES ('handoff', new.uid);
END;
CREATE TRIGGER handoff_update_touch AFTER UPDATE ON handoff
BEGIN
    INSERT INTO touch (kind, key)
    VALUES ('handoff', new.uid);
END;
CREATE TRIGGER dismissal_insert_touch AFTER INSERT ON dismissal
BEGIN
    INSERT INTO touch (kind, key)
    VALUES ('dismissal', new.a || ' ' || new.b);
END;
CREATE TRIGGER dismissal_update_touch AFTER UPDATE ON dismissal
BEGIN
    INSERT INTO touch (kind, key)
    VALUES ('dismissal', new.a || ' ' || new.b);
END;
CREATE TRIGGER profile_insert_touch AFTER INSERT ON profile
BEGIN
    INSERT INTO touch (kind, key)
    VALUES ('profile', new.field);
END;
CREATE TRIGGER profile_update_touch AFTER UPDATE ON profile
BEGIN
    INSERT INTO touch (kind, key)
    VALUES ('profile', new.field);
END;
CREATE TRIGGER goal_insert_touch AFTER INSERT ON goal
BEGIN
    INSERT INTO touch (kind, key)
    VALUES ('goal', (SELECT name FROM project WHERE id = new.project_id));
END;
CREATE TRIGGER goal_update_touch AFTER UPDATE ON goal
BEGIN
    INSERT INTO touch (kind, key)
    VALUES ('goal', (SELECT name FROM project WHERE id = new.project_id));
END;
CREATE TRIGGER relation_cardinality_insert_touch AFTER INSERT ON relation_cardinality
BEGIN
    INSERT INTO touch (kind, key)
    VALUES ('relationValue', new.relation);
END;
CREATE TRIGGER relation_cardinality_update_touch AFTER UPDATE ON relation_cardinality
BEGIN
    INSERT INTO touch (kind, key)
    VALUES ('relationValue', new.relation);
END;
CREATE TRIGGER item_insert_touch AFTER INSERT ON item WHEN new.kind <> 'passage'
BEGIN
    INSERT INTO touch (kind, key)
    VALUES ('fact', new.uid);
END;
CREATE TRIGGER item_close_touch AFTER UPDATE OF superseded_at ON item WHEN new.kind <> 'passage'
BEGIN
    INSERT INTO touch (kind, key)
    VALUES ('fact', new.uid);
END;
CREATE TRIGGER pending_turn_touch AFTER UPDATE OF waits_until ON pending_turn
WHEN old.waits_until IS NOT NULL AND new.waits_until IS NULL
BEGIN
    INSERT INTO touch (kind, key)
    SELECT DISTINCT 'fact', uid FROM item WHERE uid = new.turn_uid OR (parent_uid = new.turn_uid AND kind = 'statement');
END;
CREATE TRIGGER change_touch AFTER INSERT ON change
BEGIN
    INSERT INTO touch (kind, key)
    VALUES ('fact', new.uid);
END;
CREATE TRIGGER project_identity_touch AFTER INSERT ON project_identity
BEGIN
    INSERT INTO touch (kind, key)
    VALUES ('project', new.identity || ' ' || (SELECT name FROM project WHERE id = new.project_id));
END;
CREATE TRIGGER project_name_touch AFTER UPDATE OF name ON project
BEGIN
    INSERT INTO touch (kind, key)
    SELECT 'goal', new.name FROM goal WHERE project_id = new.id
    UNION ALL
    SELECT 'project', identity || ' ' || new.name FROM project_identity WHERE project_id = new.id;
END;
CREATE TRIGGER project_rename_touch AFTER INSERT ON project_rename
BEGIN
    INSERT INTO touch (kind, key)
    VALUES ('rename', new.old || ' > ' || new.new);
END;
CREATE TRIGGER project_rename_update_touch AFTER UPDATE ON project_rename
BEGIN
    INSERT INTO touch (kind, key)
    VALUES ('rename', new.old || ' > ' || new.new);
END;
CREATE TRIGGER erasure_touch AFTER INSERT ON erasure
BEGIN
    INSERT INTO touch (kind, key)
    VALUES ('erasure', new.uid);
END;
CREATE TRIGGER erasure_update_touch AFTER UPDATE ON erasure
BEGIN
    INSERT INTO touch (kind, key)
    VALUES ('erasure', new.uid);
END;
CREATE TRIGGER item_state_insert_touch AFTER INSERT ON item_state
WHEN new.shown_count = 0
    OR (new.use_count, new.archive_changed_at, new.pin_changed_at, new.verdict_changed_at) IS NOT (0, 0, 0, 0)
BEGIN
    INSERT INTO touch (kind, key)
    VALUES ('fact', new.uid);
END;
CREATE TRIGGER item_state_update_touch AFTER UPDATE OF changed_at ON item_state
BEGIN
    INSERT INTO touch (kind, key)
    VALUES ('fact', new.uid);
END;
CREATE TRIGGER clock_shift_apply AFTER INSERT ON clock_shift
BEGIN
    UPDATE item
    SET valid_from = valid_from - iif(valid_from >= new.since, new.length, 0),
        valid_to = iif(
            valid_to BETWEEN new.since AND 9223372036854775806,
            max(valid_to - new.length,
                valid_from - iif(valid_from >= new.since, new.length, 0) + 1),
            valid_to
        ),
        recorded_at = recorded_at - new.length
    WHERE recorded_at >= new.jump_at;
    UPDATE version_seen
    SET at = at - new.length
    WHERE at >= new.jump_at;
    UPDATE item
    SET superseded_at = superseded_at - new.length
    WHERE superseded_at BETWEEN new.jump_at AND 9223372036854775806;
    UPDATE txn
    SET clock_at = coalesce(clock_at, at), at = at - new.length
    WHERE at >= new.jump_at;
    UPDATE session
    SET started_at = started_at - iif(started_at >= new.since, new.length, 0),
        ended_at = max(ended_at - iif(ended_at >= new.since, new.length, 0),
                       started_at - iif(started_at >= new.since, new.length, 0)),
        changed_at = changed_at - iif(changed_at >= new.since, new.length, 0)
    WHERE max(started_at, coalesce(ended_at, 0), changed_at) >= new.since;
    UPDATE session_shown
    SET shown_at = shown_at - iif(shown_at >= new.since, new.length, 0)
    WHERE shown_at >= new.since;
    UPDATE item_state
    SET archived_at = archived_at - iif(archived_at >= new.since, new.length, 0),
        last_used_at = last_used_at - iif(last_used_at >= new.since, new.length, 0),
        verified_at = verified_at - iif(verified_at >= new.since, new.length, 0),
        changed_at = changed_at - iif(changed_at >= new.since, new.length, 0),
        archive_changed_at = archive_changed_at - iif(archive_changed_at >= new.since, new.length, 0),
        pin_changed_at = pin_changed_at - iif(pin_changed_at >= new.since, new.length, 0),
        verdict_changed_at = verdict_changed_at - iif(verdict_changed_at >= new.since, new.length, 0)
    WHERE archived_at >= new.since OR last_used_at >= new.since OR verified_at >= new.since OR changed_at >= new.since;
    UPDATE profile
    SET changed_at = changed_at - iif(changed_at >= new.since, new.length, 0)
    WHERE changed_at >= new.since;
    UPDATE goal
    SET changed_at = changed_at - iif(changed_at >= new.since, new.length, 0)
    WHERE changed_at >= new.since;
    UPDATE handoff
    SET created_at = created_at - iif(created_at >= new.since, new.length, 0),
        expires_at = expires_at - iif(expires_at >= new.since, new.length, 0),
        claimed_at = claimed_at - iif(claimed_at >= new.since, new.length, 0),
        changed_at = changed_at - iif(changed_at >= new.since, new.length, 0)
    WHERE created_at >= new.since OR expires_at >= new.since OR claimed_at >= new.since OR changed_at >= new.since;
    UPDATE capture_cursor
    SET changed_at = changed_at - iif(changed_at >= new.since, new.length, 0)
    WHERE changed_at >= new.since;
    UPDATE pending_turn
    SET said_at = said_at - iif(said_at >= new.since, new.length, 0),
        waits_until = waits_until - iif(waits_until >= new.since, new.length, 0)
    WHERE max(said_at, coalesce(waits_until, 0)) >= new.since;
    UPDATE session_digest
    SET changed_at = changed_at - iif(changed_at >= new.since, new.length, 0)
    WHERE changed_at >= new.since;
    UPDATE dismissal
    SET at = at - iif(at >= new.since, new.length, 0)
    WHERE at >= new.since;
    UPDATE relation_cardinality
    SET changed_at = changed_at - iif(changed_at >= new.since, new.length, 0)
    WHERE changed_at >= new.since;
    UPDATE clock_shift
    SET is_done = 1
    WHERE id = new.id;
END;
CREATE VIEW item_text AS
SELECT id, title, body, context, bigrams
FROM item
WHERE kind <> 'statement';
CREATE TRIGGER item_fts_insert AFTER INSERT ON item
WHEN new.kind <> 'statement' AND NOT EXISTS (SELECT 1 FROM meta WHERE key = 'fts_deferred_after')
BEGIN
    INSERT INTO item_fts (rowid, title, body, context, bigrams)
    VALUES (new.id, new.title, new.body, new.context, new.bigrams);
END;
CREATE TRIGGER item_fts_delete AFTER DELETE ON item
WHEN old.kind <> 'statement'
    -- A row of an unfinished batch is not in the index yet.
    AND old.id <= coalesce((SELECT value FROM meta WHERE key = 'fts_deferred_after'), old.id)
BEGIN
    INSERT INTO item_fts (item_fts, rowid, title, body, context, bigrams)
    VALUES ('delete', old.id, old.title, old.body, old.context, old.bigrams);
END;
CREATE TRIGGER item_trigram_delete AFTER DELETE ON item
WHEN old.kind <> 'statement' AND old.id <= (SELECT value FROM meta WHERE key = 'trigram_through')
BEGIN
    INSERT INTO item_trigram (item_trigram, rowid, title, body)
    VALUES ('delete', old.id, old.title, old.body);
END;
CREATE TRIGGER item_embedding_queue AFTER INSERT ON item WHEN new.kind NOT IN ('document', 'statement')
BEGIN
    INSERT INTO embedding_queue (item_id) VALUES (new.id);
END;
CREATE INDEX item_embedding_by_item ON item_embedding (item_id);
CREATE TRIGGER item_embedding_delete AFTER DELETE ON item_embedding
BEGIN
    INSERT OR IGNORE INTO orphan_vector (id) VALUES (old.id);
END;
CREATE INDEX statement_later_by_earlier ON statement_later (earlier_id);
CREATE INDEX note_later_by_note ON note_later (note_id);
COMMIT;
