PRAGMA application_id = 1835885424;
PRAGMA user_version = 1;
PRAGMA foreign_keys = OFF;
BEGIN;
CREATE TABLE meta (
    key   TEXT PRIMARY KEY,
    value ANY NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE txn (
    id          INTEGER PRIMARY KEY,
    at          INTEGER NOT NULL,
    origin      TEXT NOT NULL,
    actor       TEXT NOT NULL,
    session_uid TEXT,
    UNIQUE (origin, at)
) STRICT;
CREATE TABLE project (
    id   INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE
) STRICT;
CREATE TABLE project_root (
    root       TEXT PRIMARY KEY,
    project_id INTEGER NOT NULL REFERENCES project (id)
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
CREATE TABLE item (
    -- AUTOINCREMENT: derived indexes keep a watermark, so an id must never come back.
    id            INTEGER PRIMARY KEY AUTOINCREMENT,
    uid           TEXT NOT NULL,
    kind          TEXT NOT NULL CHECK (kind IN ('learning', 'decision', 'observation', 'entity', 'relation',
                                                'turn', 'document', 'passage', 'digest')),
    project_id    INTEGER NOT NULL DEFAULT 0 REFERENCES project (id),
    session_uid   TEXT,
    -- What it belongs to: an observation's entity, a passage's document, a relation's source.
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
    -- Helps to find the row but is not the row: an observation's entity, a decision's reasoning.
    context       TEXT NOT NULL DEFAULT '',
    -- Scripts without spaces (Chinese, Japanese, Korean, Thai ...) as overlapping pairs, so that two characters find; and
    -- signs that are no letters (emoji) as words, which the word index would pass over.
    bigrams       TEXT NOT NULL DEFAULT '',
    tags          TEXT NOT NULL DEFAULT '[]' CHECK (json_type(tags) = 'array'),
    -- What only this kind has, as a JSON object.
    attributes    TEXT NOT NULL DEFAULT '{}' CHECK (json_type(attributes) = 'object'),
    CHECK (valid_from < valid_to),
    CHECK (recorded_at < superseded_at),
    UNIQUE (uid, recorded_at, valid_from)
) STRICT;
CREATE TABLE item_tag (
    tag     TEXT NOT NULL,
    item_id INTEGER NOT NULL REFERENCES item (id) ON DELETE CASCADE,
    PRIMARY KEY (tag, item_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE item_fold (
    folded_hash BLOB NOT NULL,
    item_id     INTEGER NOT NULL REFERENCES item (id) ON DELETE CASCADE,
    PRIMARY KEY (folded_hash, item_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE item_state (
    uid            TEXT PRIMARY KEY,
    archived_at    INTEGER,
    archive_reason TEXT NOT NULL DEFAULT '',
    pinned         INTEGER NOT NULL DEFAULT 0 CHECK (pinned IN (0, 1)),
    use_count      INTEGER NOT NULL DEFAULT 0 CHECK (use_count >= 0),
    shown_count    INTEGER NOT NULL DEFAULT 0 CHECK (shown_count >= 0),
    last_used_at   INTEGER,
    verified       INTEGER CHECK (verified IN (0, 1)),
    verified_at    INTEGER,
    outcome        TEXT NOT NULL DEFAULT '',
    changed_at     INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE change (
    -- AUTOINCREMENT: what looks for shaken decisions keeps a watermark, so an id must never come back.
    id            INTEGER PRIMARY KEY AUTOINCREMENT,
    uid           TEXT NOT NULL,
    txn_id        INTEGER NOT NULL REFERENCES txn (id),
    verb          TEXT NOT NULL CHECK (verb IN ('supersede', 'end', 'retract', 'correct', 'restore')),
    superseded_by TEXT,
    reason        TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE TABLE erasure (
    uid               TEXT PRIMARY KEY,
    kind              TEXT NOT NULL,
    txn_id            INTEGER NOT NULL REFERENCES txn (id),
    reason            TEXT NOT NULL DEFAULT '',
    -- A hash of (project, external id), so that a replay does not bring it back.
    external_key_hash BLOB
) STRICT, WITHOUT ROWID;
CREATE TABLE entity_name (
    folded      TEXT NOT NULL,
    folded_type TEXT NOT NULL,
    project_id  INTEGER NOT NULL REFERENCES project (id),
    uid         TEXT NOT NULL,
    is_alias    INTEGER NOT NULL DEFAULT 0 CHECK (is_alias IN (0, 1)),
    PRIMARY KEY (folded, folded_type, project_id, uid)
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
    place       INTEGER NOT NULL,
    handoff_uid TEXT NOT NULL,
    PRIMARY KEY (session_uid, place)
) STRICT, WITHOUT ROWID;
CREATE TABLE capture_cursor (
    path       TEXT PRIMARY KEY,
    inode      INTEGER NOT NULL,
    size       INTEGER NOT NULL,
    -- Bytes and lines read. The offset never lies inside an unfinished line.
    offset     INTEGER NOT NULL,
    lines      INTEGER NOT NULL,
    -- A hash of the last bytes before the offset: a file that was written anew is read from its start.
    seam       BLOB NOT NULL,
    -- What the lines read leave open: tool calls whose outcome is still to come.
    pending    TEXT NOT NULL DEFAULT '{}' CHECK (json_type(pending) = 'object'),
    changed_at INTEGER NOT NULL,
    CHECK (offset BETWEEN 0 AND size)
) STRICT, WITHOUT ROWID;
CREATE TABLE early_turn (
    turn_uid    TEXT PRIMARY KEY,
    session_uid TEXT NOT NULL,
    words_hash  BLOB NOT NULL,
    said_at     INTEGER NOT NULL,
    -- The key of that line; NULL until it is read.
    line_key    TEXT
) STRICT, WITHOUT ROWID;
CREATE TABLE session_digest (
    session_uid TEXT PRIMARY KEY,
    -- The position of the last turn that was read.
    through     INTEGER NOT NULL,
    body        TEXT NOT NULL CHECK (json_type(body) = 'object'),
    -- What was being done when the client last compacted the conversation; '{}' if it never did.
    checkpoint  TEXT NOT NULL DEFAULT '{}' CHECK (json_type(checkpoint) = 'object'),
    changed_at  INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE dismissal (
    a      TEXT NOT NULL,
    b      TEXT NOT NULL,
    reason TEXT NOT NULL DEFAULT '',
    at     INTEGER NOT NULL,
    PRIMARY KEY (a, b),
    CHECK (a < b)
) STRICT, WITHOUT ROWID;
CREATE TABLE clash (
    older_id   INTEGER NOT NULL REFERENCES item (id) ON DELETE CASCADE,
    newer_id   INTEGER NOT NULL REFERENCES item (id) ON DELETE CASCADE,
    kind       TEXT NOT NULL CHECK (kind IN ('negation', 'value', 'antonym', 'same_text')),
    evidence   TEXT NOT NULL DEFAULT '',
    similarity REAL NOT NULL CHECK (similarity BETWEEN 0 AND 1),
    PRIMARY KEY (older_id, newer_id),
    CHECK (older_id <> newer_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE shaken (
    decision_uid TEXT NOT NULL,
    change_id    INTEGER NOT NULL REFERENCES change (id) ON DELETE CASCADE,
    PRIMARY KEY (decision_uid, change_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE relation_values (
    relation   TEXT PRIMARY KEY,
    holds      TEXT NOT NULL CHECK (holds IN ('one', 'many')),
    changed_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
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
CREATE TABLE vector_leftover (
    id INTEGER PRIMARY KEY
) STRICT;
INSERT INTO meta VALUES ('compared_by', '1');
INSERT INTO meta VALUES ('compared_through', 10);
INSERT INTO meta VALUES ('origin', 'b7484baa-b9c9-4c22-b75f-2e500b9d201d');
INSERT INTO meta VALUES ('premises_through', 0);
INSERT INTO meta VALUES ('trigram_through', 12);
INSERT INTO txn VALUES (1, 1772359200000000, 'b7484baa-b9c9-4c22-b75f-2e500b9d201d', 'hook', NULL);
INSERT INTO txn VALUES (2, 1772362800000000, 'b7484baa-b9c9-4c22-b75f-2e500b9d201d', 'test', '019ca8d7-2d00-7416-a249-d6e95ffbe186');
INSERT INTO txn VALUES (3, 1772366400000000, 'b7484baa-b9c9-4c22-b75f-2e500b9d201d', 'test', '019ca8d7-2d00-7416-a249-d6e95ffbe186');
INSERT INTO txn VALUES (4, 1772370000000000, 'b7484baa-b9c9-4c22-b75f-2e500b9d201d', 'test', '019ca8d7-2d00-7416-a249-d6e95ffbe186');
INSERT INTO txn VALUES (5, 1772377200000000, 'b7484baa-b9c9-4c22-b75f-2e500b9d201d', 'test', '019ca8d7-2d00-7416-a249-d6e95ffbe186');
INSERT INTO txn VALUES (6, 1772380800000000, 'b7484baa-b9c9-4c22-b75f-2e500b9d201d', 'test', '019ca8d7-2d00-7416-a249-d6e95ffbe186');
INSERT INTO txn VALUES (7, 1772384400000000, 'b7484baa-b9c9-4c22-b75f-2e500b9d201d', 'test', '019ca8d7-2d00-7416-a249-d6e95ffbe186');
INSERT INTO txn VALUES (8, 1772388000000000, 'b7484baa-b9c9-4c22-b75f-2e500b9d201d', 'test', '019ca8d7-2d00-7416-a249-d6e95ffbe186');
INSERT INTO txn VALUES (9, 1772391600000000, 'b7484baa-b9c9-4c22-b75f-2e500b9d201d', 'test', '019ca8d7-2d00-7416-a249-d6e95ffbe186');
INSERT INTO txn VALUES (10, 1772395200000000, 'b7484baa-b9c9-4c22-b75f-2e500b9d201d', 'test', '019ca8d7-2d00-7416-a249-d6e95ffbe186');
INSERT INTO txn VALUES (11, 1772398800000000, 'b7484baa-b9c9-4c22-b75f-2e500b9d201d', 'test', '019ca8d7-2d00-7416-a249-d6e95ffbe186');
INSERT INTO txn VALUES (12, 1772402400000000, 'b7484baa-b9c9-4c22-b75f-2e500b9d201d', 'test', '019ca8d7-2d00-7416-a249-d6e95ffbe186');
INSERT INTO project VALUES (0, '');
INSERT INTO project VALUES (1, 'harbour');
INSERT INTO session VALUES (1, '019ca8d7-2d00-7416-a249-d6e95ffbe186', 1, '', '', '', 1, 1772359200000000, 1772416800000000, 'Moved the queue.', '[]', '[]', '["Write tests."]', 1772416800000000);
INSERT INTO item VALUES (1, '019ca8d7-2d00-72ae-a26a-625281b0f25a', 'turn', 0, '019ca8d7-2d00-7416-a249-d6e95ffbe186', NULL, NULL, 1, NULL, NULL, NULL, 1772359200000000, 9223372036854775807, 1772359200000000, 9223372036854775807, 1, '', 'The crane tests fail on Tuesdays.', '', '', '[]', '{"role": "user"}');
INSERT INTO item VALUES (2, '019ca90e-1b80-7a6f-99b4-dc144ac3393a', 'learning', 1, '019ca8d7-2d00-7416-a249-d6e95ffbe186', NULL, NULL, NULL, NULL, 0.7, NULL, 1772362800000000, 9223372036854775807, 1772362800000000, 1772366400000000, 2, '', 'Staging listens on port 6543.', '', '', '["ports"]', '{"category": "insight", "memoryType": "semantic"}');
INSERT INTO item VALUES (3, '019ca90e-1b80-7a6f-99b4-dc144ac3393a', 'learning', 1, '019ca8d7-2d00-7416-a249-d6e95ffbe186', NULL, NULL, NULL, NULL, 0.7, NULL, 1772362800000000, 9223372036854775807, 1772366400000000, 9223372036854775807, 3, '', 'Staging listens on port 7654.', '', '', '["ports"]', '{"category": "insight", "memoryType": "semantic"}');
INSERT INTO item VALUES (4, '019ca97b-f880-7ee7-8a12-8d8cb585d15c', 'learning', 1, '019ca8d7-2d00-7416-a249-d6e95ffbe186', NULL, NULL, NULL, NULL, 0.7, NULL, 1772370000000000, 9223372036854775807, 1772370000000000, 9223372036854775807, 4, '', 'Never deploy on a Friday.', '', '', '[]', '{"category": "mistake", "memoryType": "episodic"}');
INSERT INTO item VALUES (6, '019caa57-b280-749b-bc71-7bc948af257a', 'decision', 1, '019ca8d7-2d00-7416-a249-d6e95ffbe186', NULL, NULL, NULL, NULL, 0.7, NULL, 1772384400000000, 9223372036854775807, 1772384400000000, 9223372036854775807, 7, 'Queue', 'Use SQLite as the queue.', 'One file less to run.', '', '[]', '{"reasoning": "One file less to run."}');
INSERT INTO item VALUES (7, '019caa8e-a100-753e-9017-66ff83788e34', 'entity', 0, '019ca8d7-2d00-7416-a249-d6e95ffbe186', NULL, NULL, NULL, NULL, 0.7, NULL, 1772388000000000, 9223372036854775807, 1772388000000000, 9223372036854775807, 8, 'Ann', '', 'Annie, person', '', '[]', '{"aliases": ["Annie"], "entityType": "person"}');
INSERT INTO item VALUES (8, '019caac5-8f80-7b6a-84e6-b59c5a8ff8a7', 'entity', 0, '019ca8d7-2d00-7416-a249-d6e95ffbe186', NULL, NULL, NULL, NULL, 0.7, NULL, 1772391600000000, 9223372036854775807, 1772391600000000, 9223372036854775807, 9, 'Crane', '', 'service', '', '[]', '{"entityType": "service"}');
INSERT INTO item VALUES (9, '019caafc-7e00-754b-b857-5c7d672b088b', 'observation', 0, '019ca8d7-2d00-7416-a249-d6e95ffbe186', '019caa8e-a100-753e-9017-66ff83788e34', NULL, NULL, NULL, 0.7, NULL, 1772395200000000, 9223372036854775807, 1772395200000000, 9223372036854775807, 10, '', 'Lives in Berlin.', 'Ann, Annie', '', '[]', '{}');
INSERT INTO item VALUES (10, '019cab33-6c80-7055-84d6-eae7e0eabb14', 'relation', 0, '019ca8d7-2d00-7416-a249-d6e95ffbe186', '019caa8e-a100-753e-9017-66ff83788e34', '019caac5-8f80-7b6a-84e6-b59c5a8ff8a7', NULL, NULL, NULL, NULL, 1772398800000000, 9223372036854775807, 1772398800000000, 9223372036854775807, 11, 'maintains', '', '', '', '[]', '{"weight": 1.0}');
INSERT INTO item VALUES (11, '019cab6a-5b00-76d4-b4d9-c61c29f8dd89', 'document', 1, '019ca8d7-2d00-7416-a249-d6e95ffbe186', NULL, NULL, NULL, NULL, NULL, NULL, 1772402400000000, 9223372036854775807, 1772402400000000, 9223372036854775807, 12, 'Runbook', '', '', '', '[]', '{"characters": 39, "hash": "f569f1129da5addc13b281305677c57e", "lines": 3}');
INSERT INTO item VALUES (12, '2e31278f-1cae-5d01-a493-1ff7105264ec', 'passage', 1, '019ca8d7-2d00-7416-a249-d6e95ffbe186', '019cab6a-5b00-76d4-b4d9-c61c29f8dd89', NULL, 1, NULL, NULL, NULL, 1772402400000000, 9223372036854775807, 1772402400000000, 9223372036854775807, 12, '', '# Runbook

Restart it with `crane up`.
', '', '', '[]', '{"lastLine": 3}');
INSERT INTO item_tag VALUES ('ports', 2);
INSERT INTO item_tag VALUES ('ports', 3);
INSERT INTO item_fold VALUES (X'A5FF87282DE287605E9629B2E1A7AF5A', 2);
INSERT INTO item_fold VALUES (X'2B4BF8553BE4EB576EC2F21F9917DAA9', 3);
INSERT INTO item_fold VALUES (X'642227424EBD138E9EA7135F2BA25CC0', 4);
INSERT INTO item_state VALUES ('019ca97b-f880-7ee7-8a12-8d8cb585d15c', 1772373600000000, 'no longer so', 0, 0, 0, NULL, NULL, NULL, '', 1772373600000000);
INSERT INTO change VALUES (1, '019ca90e-1b80-7a6f-99b4-dc144ac3393a', 3, 'correct', NULL, '');
INSERT INTO erasure VALUES ('019ca9e9-d580-7f4b-9269-5be0aa1796f2', 'learning', 6, '', NULL);
INSERT INTO entity_name VALUES ('ann', 'person', 0, '019caa8e-a100-753e-9017-66ff83788e34', 0);
INSERT INTO entity_name VALUES ('annie', 'person', 0, '019caa8e-a100-753e-9017-66ff83788e34', 1);
INSERT INTO entity_name VALUES ('crane', 'service', 0, '019caac5-8f80-7b6a-84e6-b59c5a8ff8a7', 0);
INSERT INTO profile VALUES ('name', 'Ann', 1772406000000000);
INSERT INTO goal VALUES (1, 'Ship version 1.', 1772409600000000);
INSERT INTO handoff VALUES ('019cac0f-2680-7be4-8dd3-d903285a64b4', 1, 'open', '019ca8d7-2d00-7416-a249-d6e95ffbe186', '', 'tool', '', 'Finish the parser.', '[]', '[]', '[]', 1772413200000000, 1773018000000000, NULL, NULL, 1772413200000000);
DELETE FROM item_fts_data;
INSERT INTO item_fts_data VALUES (1, X'0A04230A00');
INSERT INTO item_fts_data VALUES (10, X'00000002010B0B000B0101010201010301010401010501010601010701010801010901010A01010B0101');
INSERT INTO item_fts_data VALUES (137438953473, X'0000004506306372616E65010601010301046661696C010601010501026F6E0106010106010474657374010601010402026865010601010202067565736461690106010107040C0B090B09');
INSERT INTO item_fts_data VALUES (274877906945, X'0000003C053036353433020601010601066C697374656E020601010301026F6E02060101040104706F72740206010105010573746167650206010102040B0D090B');
INSERT INTO item_fts_data VALUES (412316860417, X'0000003C053037363534030601010601066C697374656E030601010301026F6E03060101040104706F72740306010105010573746167650306010102040B0D090B');
INSERT INTO item_fts_data VALUES (549755813889, X'0000003B023061040601010501066465706C6F6904060101030106667269646169040601010601056E65766572040601010201026F6E040601010404080D0D0C');
INSERT INTO item_fts_data VALUES (687194767361, X'00000004');
INSERT INTO item_fts_data VALUES (824633720833, X'0000006B033061730606010104010466696C65060601020301046C657373060601020401026F6E060601020201057175657565060802010106010372756E0606010206010673716C69746506060101030103746865060601010502016F060601020501027573060601010204090B0B090D0A0D0A08');
INSERT INTO item_fts_data VALUES (962072674305, X'000000210430616E6E07020204016907060102020106706572736F6E0706010203040808');
INSERT INTO item_fts_data VALUES (1099511627777, X'0000001B06306372616E6508020201067365727669630806010202040A');
INSERT INTO item_fts_data VALUES (1236950581249, X'000000370430616E6E0906010202040169090601020301066265726C696E09060101040102696E090601010301046C6976650906010102040A080D09');
INSERT INTO item_fts_data VALUES (1374389534721, X'00000010083072756E626F6F6B0B020204');
INSERT INTO item_fts_data VALUES (1511828488193, X'0000004806306372616E650C06010106010269740C060101040107726573746172740C060101030206756E626F6F6B0C06010102010275700C060101070104776974680C06010105040C090E0D09');
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
DELETE FROM item_fts_docsize;
INSERT INTO item_fts_docsize VALUES (1, X'00060000');
INSERT INTO item_fts_docsize VALUES (2, X'00050000');
INSERT INTO item_fts_docsize VALUES (3, X'00050000');
INSERT INTO item_fts_docsize VALUES (4, X'00050000');
INSERT INTO item_fts_docsize VALUES (6, X'01050500');
INSERT INTO item_fts_docsize VALUES (7, X'01000200');
INSERT INTO item_fts_docsize VALUES (8, X'01000100');
INSERT INTO item_fts_docsize VALUES (9, X'00030200');
INSERT INTO item_fts_docsize VALUES (11, X'01000000');
INSERT INTO item_fts_docsize VALUES (12, X'00060000');
DELETE FROM item_fts_config;
INSERT INTO item_fts_config VALUES ('secure-delete', 1);
INSERT INTO item_fts_config VALUES ('version', 5);
DELETE FROM item_trigram_data;
INSERT INTO item_trigram_data VALUES (1, X'0A0C8135');
INSERT INTO item_trigram_data VALUES (10, X'000000010101010001010101');
INSERT INTO item_trigram_data VALUES (137438953473, X'000005E304300A0A720C0601010B020272650C0601010C01032036350206010119020237360306010119020260630C0601011C020261200406010111030173060601010C02026265090601010A02026372010601010502026465040601010702026661010601011103017204060101130202696E09060101070301740C0601011402026C690206010109010601010902026F6E010601011601060101110106010111010601010E0202706F02060101140106010114020271750606010113020272750C0601010302027371060601010502027465010601010B030168060601010F0301750106010119020275700C06010123020277690C0601011701032320720C06010102010334332E020601011C010335342E030601011C030133020601011B0103363534020601011A010601011B0103373635030601011A0103602E0A0C06010126020263720C0601011D0103612066040601011202026769020601010401060101040202696C010601011302026E650106010108070204040601012003016E070202020272740C0601011102027320060601010D0202792E0406010118030173010601011F0103626572090601010B02026F6F0B0205010601010701036372610106010106070202040601011E0103646179010601011E03060101170202657004060101080103652061060601010B030163010601010403017106060101120301730606010104030174010601010A0301750C0601012202026E73020601010E010601010E0202706C040601010902027220040601010503016C090601010C020273200906010105030164010601011C030174010601010D0B0601010E0202756506080401011602027665040601010301036661690106010112020272690406010114010367206C020601010801060101080202696E0206010105010601010501036820600C0601011B02026520010601010305060101110103696461040601011602026C20010601011402026E20090601010803012E090601010F0301670206010106010601010602027374020601010B010601010B020274200C0601011503016506060101090301680C0601011902027665090601010301036B0A0A0C0601010A01036C206F01060101150202696E090601010E030173020601010A010601010A0301740606010108030176090601010202026F79040601010B01036E2061040601011003016209060101090301700206010113010601011303017401060101180202626F0B020401060101060202652001060101090B060101210301760406010102020267200206010107010601010702027320020601010F010601010F01036F6B0A0C0601010902026E20010601011701060101120106010112010601010F02026F6B0B02060106010108020272740206010116010601011602027920040601010C010370602E0C0601012502026C6F040601010A02026F72020601011501060101150103716C69060601010702027565060802010114010372206404060101060202616E0106010107070203040601011F020265730C0601010D02026964040601011502026C69090601010D020274200206010117010601011709060101120202756E0B0202010601010401037320660106010110030169090601010603016F02060101100106010110030174060601010E02026461010601011D0202652006060101030202716C06060101060202746102060101020106010102090601010F030165020601010C010601010C030173010601010E0103742036020601011803013703060101180301690C060101130301770C0601011602026167020601010301060101030301720C0601011002026520060601010A03016E020601010D010601010D030173010601010C020268200C0601011A0301650106010102050601011002027320010601010F02027565010601011A010375652E0606010117030173010601011B03017506080301011502026E620B02030106010105020270600C0601012402027365060601010201037665720406010104030173090601010401037769740C06010118010379206F040601010D0202732E0106010120040A090A09090908090909090809080E180E09090909080809090A0A0A080F0A0A090A0E091106090909080A0C120F090A08080808080E09090809080D0A090A090F0E0A0E0A0909080D0E090808090A0A090D0808090A080D080C0E080E0E0A180C0E090A090E0A0A0A11090909130C0A080D08090909130D080A0808080E08090D08090D09090A08090C09090A080A0A');
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
INSERT INTO item_trigram_docsize VALUES (11, X'0500');
INSERT INTO item_trigram_docsize VALUES (12, X'0025');
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
INSERT INTO embedding_queue VALUES (12);
DELETE FROM sqlite_sequence;
INSERT INTO sqlite_sequence VALUES ('item', 12);
INSERT INTO sqlite_sequence VALUES ('change', 1);
CREATE INDEX txn_at ON txn (at);
CREATE INDEX session_by_project ON session (project_id, started_at);
CREATE INDEX session_open ON session (project_id, started_at) WHERE ended_at IS NULL;
CREATE UNIQUE INDEX session_by_client ON session (client, client_session) WHERE client_session <> '';
CREATE INDEX item_by_kind ON item (kind, project_id, superseded_at, valid_from);
CREATE INDEX item_by_parent ON item (parent_uid, kind, position) WHERE parent_uid IS NOT NULL;
CREATE INDEX item_by_target ON item (target_uid) WHERE target_uid IS NOT NULL;
CREATE INDEX item_by_session ON item (session_uid, kind, position) WHERE session_uid IS NOT NULL;
CREATE INDEX item_by_time ON item (valid_from);
CREATE UNIQUE INDEX item_by_external_id ON item (project_id, external_id, recorded_at, valid_from)
    WHERE external_id IS NOT NULL;
CREATE TRIGGER item_is_append_only BEFORE UPDATE ON item
WHEN old.superseded_at <> 9223372036854775807
    OR new.superseded_at = 9223372036854775807
    OR (new.id, new.uid, new.kind, new.project_id, new.title, new.body, new.context, new.bigrams, new.tags,
        new.attributes, new.valid_from, new.valid_to, new.recorded_at, new.txn_id)
    IS NOT (old.id, old.uid, old.kind, old.project_id, old.title, old.body, old.context, old.bigrams, old.tags,
            old.attributes, old.valid_from, old.valid_to, old.recorded_at, old.txn_id)
    OR (new.session_uid, new.parent_uid, new.target_uid, new.position, new.external_id, new.confidence, new.importance)
    IS NOT (old.session_uid, old.parent_uid, old.target_uid, old.position, old.external_id, old.confidence,
            old.importance)
BEGIN
    SELECT raise(ABORT, 'a version is written once; only superseded_at may be closed, once');
END;
CREATE INDEX item_tag_by_item ON item_tag (item_id);
CREATE TRIGGER item_tag_insert AFTER INSERT ON item WHEN new.tags <> '[]'
BEGIN
    INSERT OR IGNORE INTO item_tag (tag, item_id)
    SELECT value, new.id FROM json_each(new.tags);
END;
CREATE INDEX item_fold_by_item ON item_fold (item_id);
CREATE INDEX item_state_archived ON item_state (uid) WHERE archived_at IS NOT NULL;
CREATE INDEX change_by_uid ON change (uid, id);
CREATE INDEX change_by_txn ON change (txn_id);
CREATE INDEX change_by_successor ON change (superseded_by) WHERE superseded_by IS NOT NULL;
CREATE INDEX erasure_by_external_key ON erasure (external_key_hash) WHERE external_key_hash IS NOT NULL;
CREATE INDEX entity_name_by_uid ON entity_name (uid);
CREATE INDEX handoff_by_state ON handoff (state, project_id, created_at);
CREATE INDEX handoff_by_giver ON handoff (from_session, created_at) WHERE from_session IS NOT NULL;
CREATE INDEX handoff_by_taker ON handoff (claimed_by) WHERE claimed_by IS NOT NULL;
CREATE INDEX handoff_offer_by_handoff ON handoff_offer (handoff_uid);
CREATE INDEX early_turn_by_words ON early_turn (session_uid, words_hash);
CREATE UNIQUE INDEX early_turn_by_line ON early_turn (session_uid, line_key) WHERE line_key IS NOT NULL;
CREATE INDEX clash_by_newer ON clash (newer_id);
CREATE INDEX shaken_by_change ON shaken (change_id);
CREATE VIEW item_text AS
SELECT id, title, body, context, bigrams
FROM item
WHERE kind <> 'relation';
CREATE TRIGGER item_fts_insert AFTER INSERT ON item
WHEN new.kind <> 'relation' AND NOT EXISTS (SELECT 1 FROM meta WHERE key = 'words_later')
BEGIN
    INSERT INTO item_fts (rowid, title, body, context, bigrams)
    VALUES (new.id, new.title, new.body, new.context, new.bigrams);
END;
CREATE TRIGGER item_fts_delete AFTER DELETE ON item
WHEN old.kind <> 'relation'
    -- A row of an unfinished batch is not in the index yet.
    AND old.id <= coalesce((SELECT value FROM meta WHERE key = 'words_later'), old.id)
BEGIN
    INSERT INTO item_fts (item_fts, rowid, title, body, context, bigrams)
    VALUES ('delete', old.id, old.title, old.body, old.context, old.bigrams);
END;
CREATE TRIGGER item_trigram_delete AFTER DELETE ON item
WHEN old.kind <> 'relation' AND old.id <= (SELECT value FROM meta WHERE key = 'trigram_through')
BEGIN
    INSERT INTO item_trigram (item_trigram, rowid, title, body)
    VALUES ('delete', old.id, old.title, old.body);
END;
CREATE TRIGGER item_embedding_queue AFTER INSERT ON item WHEN new.kind NOT IN ('relation', 'document')
BEGIN
    INSERT INTO embedding_queue (item_id) VALUES (new.id);
END;
CREATE INDEX item_embedding_by_item ON item_embedding (item_id);
CREATE TRIGGER item_embedding_delete AFTER DELETE ON item_embedding
BEGIN
    INSERT OR IGNORE INTO vector_leftover (id) VALUES (old.id);
END;
COMMIT;
