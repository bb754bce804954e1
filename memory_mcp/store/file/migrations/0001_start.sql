-- Facts about the file itself: its origin, its embedding model, how far derived indexes have come.
CREATE TABLE meta (
    key   TEXT PRIMARY KEY,
    value ANY NOT NULL
) STRICT, WITHOUT ROWID;

-- A transaction is one moment at which this memory changed its mind, and who changed it.
-- Local times strictly increase; imported versions bring the transactions of the file they were born in.
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
-- The newest time over all origins bounds every later one.
CREATE INDEX txn_at ON txn (at);

-- A clock that was ahead and went back: what it jumped over is taken out of every time it gave, in their order.
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

-- A project is a name; id 0 is "none". A name may be reached from several roots (working trees, a marker file).
CREATE TABLE project (
    id          INTEGER PRIMARY KEY,
    name        TEXT NOT NULL UNIQUE,
    -- Its rows are this one's, and so is whatever comes under its name.
    merged_into INTEGER REFERENCES project (id) CHECK (merged_into NOT IN (0, id))
) STRICT;
INSERT INTO project (id, name) VALUES (0, '');
CREATE TABLE project_root (
    root       TEXT PRIMARY KEY,
    project_id INTEGER NOT NULL REFERENCES project (id)
) STRICT, WITHOUT ROWID;

-- What makes two projects of two memories one, wherever they lie: the first commit of the repository ("commit:...").
CREATE TABLE project_identity (
    identity   TEXT NOT NULL,
    project_id INTEGER NOT NULL REFERENCES project (id),
    PRIMARY KEY (identity, project_id)
) STRICT, WITHOUT ROWID;
-- What other memories call the projects of these identities.
CREATE TABLE project_alias (
    name     TEXT NOT NULL,
    identity TEXT NOT NULL,
    PRIMARY KEY (name, identity)
) STRICT, WITHOUT ROWID;
-- Names that are one project: it was renamed, or merged into another. Of all that are linked the last "new" is its name.
CREATE TABLE project_rename (
    old  TEXT NOT NULL,
    new  TEXT NOT NULL,
    at   INTEGER NOT NULL,
    verb TEXT NOT NULL CHECK (verb IN ('rename', 'merge')),
    PRIMARY KEY (old, new),
    CHECK (old <> new)
) STRICT, WITHOUT ROWID;

-- A session is one conversation of one client. It may be closed late or never.
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
CREATE INDEX session_by_project ON session (project_id, started_at);
CREATE INDEX session_open ON session (project_id, started_at) WHERE ended_at IS NULL;
CREATE UNIQUE INDEX session_by_client ON session (client, client_session) WHERE client_session <> '';

-- What a session has been shown of this memory, for a month: a row by its version (item.id), anything else (a goal, a
-- field of the profile, a handoff, a session) by a checksum of what was said of it. It holds no text.
CREATE TABLE session_shown (
    session_uid TEXT NOT NULL,
    uid         TEXT NOT NULL,
    version     INTEGER NOT NULL,
    shown_at    INTEGER NOT NULL,
    PRIMARY KEY (session_uid, uid)
) STRICT, WITHOUT ROWID;
CREATE INDEX session_shown_by_uid ON session_shown (uid);
CREATE INDEX session_shown_by_time ON session_shown (shown_at);

-- What a row of item can be. A table, so that a new kind is one more row here and no rebuild of item.
CREATE TABLE kind (
    name TEXT PRIMARY KEY
) STRICT, WITHOUT ROWID;
INSERT INTO kind (name)
VALUES ('learning'), ('decision'), ('observation'), ('entity'), ('relation'), ('turn'), ('document'), ('passage'),
       ('digest'), ('statement');

-- Everything this memory holds, one row per version.
-- A version is written once. The one later change allowed is closing superseded_at, and closing it earlier where another
-- memory of the same fact did so. Written at the same moment in two memories, one of them was never believed. What
-- several memories captured of one conversation is the version that was recorded first, told by whichever of them.
-- valid_*: when it is true in the world. recorded_at, superseded_at: when this memory believed it.
-- All times are microseconds UTC, periods are half-open, an open end is FOREVER (2^63 - 1).
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
CREATE INDEX item_by_kind ON item (kind, project_id, superseded_at, valid_from);
CREATE INDEX item_by_parent ON item (parent_uid, kind, position) WHERE parent_uid IS NOT NULL;
CREATE INDEX item_by_target ON item (target_uid) WHERE target_uid IS NOT NULL;
CREATE INDEX item_by_session ON item (session_uid, kind, position, valid_from) WHERE session_uid IS NOT NULL;
CREATE INDEX item_by_importance ON item (kind, project_id, superseded_at, importance) WHERE importance IS NOT NULL;
CREATE INDEX item_by_time ON item (valid_from);
-- What was said about how to work: without what only may have been, of which there is many times as much.
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

-- What a version knew of its fact when it was written, of each other memory: all that was recorded there up to a time.
CREATE TABLE version_seen (
    item_id INTEGER NOT NULL REFERENCES item (id) ON DELETE CASCADE,
    origin  TEXT NOT NULL,
    at      INTEGER NOT NULL,
    PRIMARY KEY (item_id, origin)
) STRICT, WITHOUT ROWID;
-- Facts of which several memories recorded versions: edits apart from each other are looked for among them. Derived.
CREATE TABLE shared_fact (
    uid TEXT PRIMARY KEY
) STRICT, WITHOUT ROWID;

-- Which rows carry a tag: the filter's way in. Derived from item.tags.
CREATE TABLE item_tag (
    tag     TEXT NOT NULL,
    item_id INTEGER NOT NULL REFERENCES item (id) ON DELETE CASCADE,
    PRIMARY KEY (tag, item_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX item_tag_by_item ON item_tag (item_id);
CREATE TRIGGER item_tag_insert AFTER INSERT ON item WHEN new.tags <> '[]'
BEGIN
    INSERT OR IGNORE INTO item_tag (tag, item_id)
    SELECT value, new.id FROM json_each(new.tags);
END;

-- What current and past learnings, observations (with their entity) and relations (with both ends) say, folded: how a
-- duplicate is seen without reading every row.
CREATE TABLE content_hash (
    hash    BLOB NOT NULL,
    item_id INTEGER NOT NULL REFERENCES item (id) ON DELETE CASCADE,
    PRIMARY KEY (hash, item_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX content_hash_by_item ON content_hash (item_id);

-- What changes without being a new belief. A row exists only where something differs from the defaults.
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
CREATE INDEX item_state_archived ON item_state (uid) WHERE archived_at IS NOT NULL;
CREATE INDEX item_state_pinned ON item_state (uid) WHERE pinned = 1;
CREATE INDEX item_state_used ON item_state (last_used_at) WHERE last_used_at IS NOT NULL;

-- Why a fact changed: every verb but assert leaves one row here, with the link to what came instead. 'verify' is what
-- was said of a decision afterwards: whether it turned out right, and what became of it; NULL left that as it was.
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
CREATE INDEX change_by_uid ON change (uid, id);
CREATE INDEX change_by_txn ON change (txn_id);
CREATE INDEX change_by_successor ON change (superseded_by) WHERE superseded_by IS NOT NULL;

-- What was removed for good: that it was, when and by whom, and never what it said.
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
CREATE INDEX erasure_by_session ON erasure (session_uid) WHERE session_uid IS NOT NULL;
CREATE INDEX erasure_by_captured_key ON erasure (captured_key) WHERE captured_key IS NOT NULL;
CREATE INDEX erasure_by_external_key ON erasure (external_key_hash) WHERE external_key_hash IS NOT NULL;

-- Every name an entity answers to, folded (case, accents, width), within a type and a project.
CREATE TABLE entity_name (
    folded_name TEXT NOT NULL,
    folded_type TEXT NOT NULL,
    project_id  INTEGER NOT NULL REFERENCES project (id),
    uid         TEXT NOT NULL,
    is_alias    INTEGER NOT NULL DEFAULT 0 CHECK (is_alias IN (0, 1)),
    PRIMARY KEY (folded_name, folded_type, project_id, uid)
) STRICT, WITHOUT ROWID;
CREATE INDEX entity_name_by_uid ON entity_name (uid);

-- The person's own facts, and what they are after in a project.
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

-- Work passed from one client to the next. Claimed once. What sessions leave by ending is 'automatic', and only the
-- newest of a project and path is open.
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
CREATE INDEX handoff_by_state ON handoff (state, project_id, created_at);
CREATE INDEX handoff_by_giver ON handoff (from_session, created_at) WHERE from_session IS NOT NULL;
CREATE INDEX handoff_by_taker ON handoff (claimed_by) WHERE claimed_by IS NOT NULL;

-- What a session was shown at its start and may take: its next real prompt claims the first that is still open, and
-- takes these rows away.
CREATE TABLE handoff_offer (
    session_uid TEXT NOT NULL,
    position    INTEGER NOT NULL,
    handoff_uid TEXT NOT NULL,
    PRIMARY KEY (session_uid, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX handoff_offer_by_handoff ON handoff_offer (handoff_uid);

-- How far a client's transcript has been read; it moves in the transaction that stores what was read.
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
-- Those that keep the words of calls which are turns already: erasing such a turn takes them out.
CREATE INDEX capture_cursor_with_stored ON capture_cursor (path) WHERE instr(pending, '"is_stored"') > 0;

-- What a session that goes on knows of its private parts: hashes under a key of its own, no word of them.
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

-- A turn a hook was told of before the transcript had it. The transcript's line is recognised by its words, once.
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
CREATE INDEX pending_turn_by_words ON pending_turn (session_uid, words_hash);
CREATE UNIQUE INDEX pending_turn_by_line ON pending_turn (line_key, session_uid) WHERE line_key IS NOT NULL;
CREATE INDEX pending_turn_waiting ON pending_turn (waits_until) WHERE waits_until IS NOT NULL;
CREATE INDEX pending_turn_by_old_id ON pending_turn (told_as) WHERE told_as IS NOT NULL;

-- What a session did, gathered by rules from its turns as they come; derived, so it may be dropped and is made again.
-- Erasing a turn, or what a session says of itself, drops it: no word of theirs stays here.
CREATE TABLE session_digest (
    session_uid     TEXT PRIMARY KEY,
    -- The position of the last turn that was read.
    last_position   INTEGER NOT NULL,
    body            TEXT NOT NULL CHECK (json_type(body) = 'object'),
    -- What was being done when the client last compacted the conversation; '{}' if it never did.
    compaction_note TEXT NOT NULL DEFAULT '{}' CHECK (json_type(compaction_note) = 'object'),
    changed_at      INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Contradictions somebody looked at and found to be none. a < b.
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

-- Pairs of versions that cannot both hold, or that say the same, as they were compared; "same_text" may differ in
-- confidence. Whether both are still believed, hold now and were not dismissed is asked when they are read.
-- Facts are compared behind a watermark (meta 'compared_through'), and behind one over item_embedding once they have
-- vectors ('compared_vectors_through'); those near each other are read behind a third ('read_through'), which finds
-- "meaning". Other rules begin anew ('compared_rules').
CREATE TABLE contradiction (
    older_id   INTEGER NOT NULL REFERENCES item (id) ON DELETE CASCADE,
    newer_id   INTEGER NOT NULL REFERENCES item (id) ON DELETE CASCADE,
    kind       TEXT NOT NULL CHECK (kind IN ('negation', 'value', 'antonym', 'meaning', 'same_text')),
    evidence   TEXT NOT NULL DEFAULT '',
    similarity REAL NOT NULL CHECK (similarity BETWEEN 0 AND 1),
    PRIMARY KEY (older_id, newer_id),
    CHECK (older_id <> newer_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX contradiction_by_newer ON contradiction (newer_id);
INSERT INTO meta (key, value) VALUES ('compared_through', 0);

-- Decisions whose reasons say what a fact said that was replaced, ended or taken back after they were made.
-- Changes are looked at behind a watermark (meta 'premises_through'). Whether it matters still is asked when it is read.
CREATE TABLE stale_premise (
    decision_uid TEXT NOT NULL,
    change_id    INTEGER NOT NULL REFERENCES change (id) ON DELETE CASCADE,
    PRIMARY KEY (decision_uid, change_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX stale_premise_by_change ON stale_premise (change_id);
INSERT INTO meta (key, value) VALUES ('premises_through', 0);

-- How many values one thing has of a relation, where somebody said so: lives_in one, speaks many. 'default': it was
-- said once and taken back, which another memory must hear of too.
CREATE TABLE relation_cardinality (
    relation    TEXT PRIMARY KEY,
    cardinality TEXT NOT NULL CHECK (cardinality IN ('one', 'many', 'default')),
    changed_at  INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Erasing a row takes along what other tables keep of it. A version that is taken back within its own transaction is no
-- erasure: it leaves no line there.
CREATE TRIGGER item_erase AFTER DELETE ON item
WHEN EXISTS (SELECT 1 FROM erasure WHERE uid = old.uid)
BEGIN
    DELETE FROM entity_name WHERE uid = old.uid;
    DELETE FROM dismissal WHERE a = old.uid OR b = old.uid;
    DELETE FROM stale_premise WHERE decision_uid = old.uid;
    DELETE FROM session_shown WHERE uid = old.uid;
    DELETE FROM shared_fact WHERE uid = old.uid;
END;
-- What was gathered of the turns holds words of the erased one: it is gathered anew from those that are left.
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
-- Whoever erases a digest wants none of those turns: the next one tells only of what is still to come.
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
-- It went with a turn, which may never have been here: the next one tells of all the others.
CREATE TRIGGER item_erase_digest_of_turn AFTER DELETE ON item
WHEN old.kind = 'digest' AND EXISTS (SELECT 1 FROM erasure WHERE uid = old.uid AND part_of IS NOT NULL)
BEGIN
    DELETE FROM session_digest WHERE session_uid = old.session_uid;
END;
CREATE TRIGGER session_erase AFTER DELETE ON session
BEGIN
    DELETE FROM handoff_offer WHERE session_uid = old.uid;
END;

-- A project that is merged into another leaves it everything; of two goals the later stands.
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

-- Where this memory is synchronised with others: a folder, a database. Without one, "touched" stays empty.
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

-- How much of each machine's log at a target is in this file; of its own log, how much of it is written.
CREATE TABLE sync_position (
    target_id  INTEGER NOT NULL REFERENCES sync_target (id) ON DELETE CASCADE,
    machine    TEXT NOT NULL,
    generation INTEGER NOT NULL,
    number     INTEGER NOT NULL,
    -- Of the last part of it: what comes next names it.
    digest     TEXT NOT NULL,
    PRIMARY KEY (target_id, machine)
) STRICT, WITHOUT ROWID;

-- What was stored, closed, erased or changed since, in the order in which this file saw it. A number never comes back,
-- so whoever pushed up to one pushes what is behind it. It is filled by triggers, and emptied behind all targets.
CREATE TABLE touched (
    id     INTEGER PRIMARY KEY AUTOINCREMENT,
    kind   TEXT NOT NULL,
    -- The fact's uid, whatever it is a version, state or change of; what is no fact has its own.
    key    TEXT NOT NULL,
    -- The target it came from (meta 'arriving_from' stands meanwhile), which need not hear of it; 0 is this file itself.
    source INTEGER NOT NULL,
    UNIQUE (kind, key, source)
) STRICT;
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
-- What is told of under the name of its project is told once more under the new one.
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
-- How often a row was shown is each machine's own count: it goes along with what else changes.
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

-- Ends stay behind their beginnings, whichever of the two the wrong clock gave.
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

-- What the word indexes read: every text but those of statements, which their turns say too.
CREATE VIEW item_text AS
SELECT id, title, body, context, bigrams
FROM item
WHERE kind <> 'statement';

-- Words, stemmed. Content stays in item; the text is never stored twice.
CREATE VIRTUAL TABLE item_fts USING fts5 (
    title, body, context, bigrams,
    content = 'item_text', content_rowid = 'id',
    tokenize = 'porter unicode61 remove_diacritics 2'
);
-- How many rows hold a word: what makes it rare.
CREATE VIRTUAL TABLE item_vocab USING fts5vocab (item_fts, row);
-- Substrings: identifiers, parts of words, typos. The costly part of a bulk import, so it is caught up
-- behind a watermark (meta 'trigram_through') by whoever has time.
CREATE VIRTUAL TABLE item_trigram USING fts5 (
    title, body,
    content = 'item_text', content_rowid = 'id',
    tokenize = 'trigram case_sensitive 0 remove_diacritics 1'
);
INSERT INTO meta (key, value) VALUES ('trigram_through', 0);

-- Inside one transaction many rows may be indexed together at its end (meta 'fts_deferred_after' stands meanwhile).
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

-- A row without a vector is an entry here, for any process to catch up.
CREATE TABLE embedding_queue (
    item_id INTEGER PRIMARY KEY REFERENCES item (id) ON DELETE CASCADE
) STRICT;
CREATE TRIGGER item_embedding_queue AFTER INSERT ON item WHEN new.kind NOT IN ('document', 'statement')
BEGIN
    INSERT INTO embedding_queue (item_id) VALUES (new.id);
END;
-- One row per vector: a long text has several, one for each stretch the model can take in. The vectors themselves
-- are in item_vector (vec0) under the same ids, a table made on first need by a process that has the extension.
-- Ids only grow: a copy in memory knows by them what is new.
CREATE TABLE item_embedding (
    id        INTEGER PRIMARY KEY AUTOINCREMENT,
    item_id   INTEGER NOT NULL REFERENCES item (id) ON DELETE CASCADE,
    model_tag TEXT NOT NULL
) STRICT;
CREATE INDEX item_embedding_by_item ON item_embedding (item_id);
-- Vectors whose row is gone: whoever removed it may not have had the extension.
CREATE TABLE orphan_vector (
    id INTEGER PRIMARY KEY
) STRICT;
CREATE TRIGGER item_embedding_delete AFTER DELETE ON item_embedding
BEGIN
    INSERT OR IGNORE INTO orphan_vector (id) VALUES (old.id);
END;
-- The vector by which a fact is compared with other facts, of the file's model: little-endian float32 of length 1.
CREATE TABLE fact_vector (
    item_id   INTEGER PRIMARY KEY REFERENCES item (id) ON DELETE CASCADE,
    embedding BLOB NOT NULL
) STRICT;
-- Which earlier statement a later one is likeliest about, where it does not clearly end it: told in one line.
CREATE TABLE statement_later (
    item_id    INTEGER PRIMARY KEY REFERENCES item (id) ON DELETE CASCADE,
    earlier_id INTEGER NOT NULL REFERENCES item (id) ON DELETE CASCADE
) STRICT;
CREATE INDEX statement_later_by_earlier ON statement_later (earlier_id);
-- Deleted words really leave the index: what is erased must not be readable from the file.
INSERT INTO item_fts (item_fts, rank) VALUES ('secure-delete', 1);
INSERT INTO item_trigram (item_trigram, rank) VALUES ('secure-delete', 1);
