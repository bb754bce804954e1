-- The log of a memory in PostgreSQL, for any number of machines and people. Names and constraints are those of the file
-- (memory_mcp/store/file/migrations): a version is written once, and the one later change is closing superseded_at,
-- earlier where another machine knew it earlier. What is no version stands once for each machine that told it; a machine
-- that reads it joins them by its own rules, so that the hub needs none.
CREATE SCHEMA memory;

CREATE TABLE memory.meta (
    key   text PRIMARY KEY,
    value text NOT NULL
);
INSERT INTO memory.meta (key, value)
VALUES ('id', gen_random_uuid()::text);

-- Each push takes the next number, and with it the right to write until it commits: so numbers become visible in their
-- order, whichever push began first, and whoever read up to one has missed nothing.
CREATE TABLE memory.head (
    is_one boolean PRIMARY KEY DEFAULT true CHECK (is_one),
    number bigint NOT NULL
);
INSERT INTO memory.head (number)
VALUES (0);

-- Who was let in. A person is a role that logs in.
CREATE TABLE memory.person (
    person text PRIMARY KEY
);

-- Projects that several people share. Without a line here a project is each person's own, also where two have one of
-- the same name. 'left': what this person wrote stays with the others.
CREATE TABLE memory.member (
    project text NOT NULL CHECK (project <> ''),
    person  text NOT NULL REFERENCES memory.person (person),
    rights  text NOT NULL CHECK (rights IN ('read', 'write', 'left')),
    PRIMARY KEY (project, person)
);

-- How far each machine is: the number up to which it has taken everything in, and that of its last push.
CREATE TABLE memory.machine (
    person    text NOT NULL DEFAULT session_user,
    machine   text NOT NULL,
    name      text NOT NULL DEFAULT '',
    pulled    bigint NOT NULL DEFAULT 0,
    told      bigint NOT NULL DEFAULT 0,
    pushed_at timestamptz,
    synced_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (person, machine)
);

CREATE TABLE memory.kind (
    name text PRIMARY KEY
);
INSERT INTO memory.kind (name)
VALUES ('learning'), ('decision'), ('observation'), ('entity'), ('relation'), ('turn'), ('document'), ('digest'),
       ('statement'), ('passage');

CREATE TABLE memory.item (
    id            bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    uid           text COLLATE "C" NOT NULL,
    kind          text NOT NULL REFERENCES memory.kind (name),
    project       text NOT NULL DEFAULT '',
    session_uid   text,
    parent_uid    text,
    target_uid    text,
    position      bigint,
    confidence    float8 CHECK (confidence BETWEEN 0 AND 1),
    importance    float8 CHECK (importance BETWEEN 0 AND 1),
    valid         tstzrange NOT NULL CHECK (NOT isempty(valid)),
    recorded_at   timestamptz NOT NULL,
    superseded_at timestamptz NOT NULL DEFAULT 'infinity',
    origin        text COLLATE "C" NOT NULL,
    title         text NOT NULL DEFAULT '',
    body          text NOT NULL DEFAULT '',
    context       text NOT NULL DEFAULT '',
    tags          text[] NOT NULL DEFAULT '{}',
    attributes    json NOT NULL DEFAULT '{}',
    -- The version as the native format writes it, but for what changes later: the way back to a file. A passage has
    -- none: it is here to be found, and its document brings the text.
    record        json NOT NULL,
    -- The words of title, body and context, cut and stemmed as the file does it; none of what no search finds. What
    -- stands twice in a text has the label C, more often B, in the context alone A. "tokens" is how many words it has.
    words         tsvector NOT NULL,
    tokens        integer NOT NULL,
    person        text NOT NULL DEFAULT session_user,
    -- Who told the last change, and in which push.
    machine       text NOT NULL,
    number        bigint NOT NULL,
    CHECK (recorded_at <= superseded_at),
    -- At any point in both times a fact has one version. Checked at the end of a push, once all are closed. The uid stands
    -- as a point made of its hash: no extension is needed, and a row costs a third of what it does with a range.
    CONSTRAINT item_is_one_at_a_time EXCLUDE USING gist (
        point((hashtextextended(uid, 0) >> 32)::float8, (hashtextextended(uid, 0) & 4294967295)::float8) WITH ~=,
        valid WITH &&,
        tstzrange(recorded_at, superseded_at) WITH &&
    ) DEFERRABLE INITIALLY DEFERRED
);
CREATE UNIQUE INDEX item_version ON memory.item (uid, recorded_at, origin, lower(valid));
CREATE INDEX item_by_number ON memory.item (number);
CREATE INDEX item_by_parent ON memory.item (parent_uid) WHERE parent_uid IS NOT NULL;
CREATE INDEX item_by_target ON memory.item (target_uid) WHERE target_uid IS NOT NULL;
CREATE INDEX item_by_session ON memory.item (session_uid, position) WHERE session_uid IS NOT NULL;
CREATE INDEX item_words ON memory.item USING gin (words);
CREATE INDEX item_entities ON memory.item (uid) WHERE kind = 'entity';

CREATE FUNCTION memory.refuse_rewriting() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
    RAISE EXCEPTION 'a version is written once; only superseded_at may be closed, or closed earlier';
END
$$;
CREATE TRIGGER item_is_append_only BEFORE UPDATE ON memory.item
FOR EACH ROW
WHEN (new.superseded_at > old.superseded_at
      OR (new.uid, new.kind, new.project, new.valid, new.recorded_at, new.origin, new.person, new.title, new.body,
          new.record::text)
         IS DISTINCT FROM
         (old.uid, old.kind, old.project, old.valid, old.recorded_at, old.origin, old.person, old.title, old.body,
          old.record::text))
EXECUTE FUNCTION memory.refuse_rewriting();

-- Why a fact changed.
CREATE TABLE memory.change (
    uid           text COLLATE "C" NOT NULL,
    project       text NOT NULL DEFAULT '',
    at            timestamptz NOT NULL,
    verb          text NOT NULL CHECK (verb IN ('supersede', 'end', 'retract', 'correct', 'restore', 'verify')),
    superseded_by text NOT NULL DEFAULT '',
    origin        text COLLATE "C" NOT NULL,
    record        json NOT NULL,
    person        text NOT NULL DEFAULT session_user,
    machine       text NOT NULL,
    number        bigint NOT NULL,
    PRIMARY KEY (uid, at, origin, verb, superseded_by)
);
CREATE INDEX change_by_number ON memory.change (number);

-- What was removed for good: that it was, and never what it said. Each machine's word of it, for readers to join.
CREATE TABLE memory.erasure (
    uid     text COLLATE "C" NOT NULL,
    project text NOT NULL DEFAULT '',
    record  json NOT NULL,
    person  text NOT NULL DEFAULT session_user,
    machine text NOT NULL,
    number  bigint NOT NULL,
    PRIMARY KEY (uid, person, machine)
);
CREATE INDEX erasure_by_number ON memory.erasure (number);

-- What is no version, each as the machine holds it that told of it last: "kind" is the record's type in the native
-- format ('state' that of a row), "key" what it is about.
CREATE TABLE memory.register (
    person  text NOT NULL DEFAULT session_user,
    machine text NOT NULL,
    kind    text NOT NULL CHECK (kind IN (
        'state', 'session', 'handoff', 'dismissal', 'profile', 'goal', 'relationValue', 'project', 'rename'
    )),
    key     text COLLATE "C" NOT NULL,
    project text NOT NULL DEFAULT '',
    record  json NOT NULL,
    number  bigint NOT NULL,
    PRIMARY KEY (person, machine, kind, key)
);
CREATE INDEX register_by_number ON memory.register (number);
CREATE INDEX register_by_key ON memory.register (key, kind);
CREATE VIEW memory.item_state WITH (security_invoker) AS
SELECT key AS uid, project, record, person, machine, number FROM memory.register WHERE kind = 'state';
CREATE VIEW memory.session WITH (security_invoker) AS
SELECT key AS uid, project, record, person, machine, number FROM memory.register WHERE kind = 'session';
CREATE VIEW memory.handoff WITH (security_invoker) AS
SELECT key AS uid, project, record, person, machine, number FROM memory.register WHERE kind = 'handoff';

-- What each person may read and write besides what is theirs: by projects that are shared, and who shares them.
CREATE FUNCTION memory.readable() RETURNS TABLE (project text, person text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
    SELECT author.project, author.person
    FROM memory.member AS reader
    JOIN memory.member AS author ON author.project = reader.project AND author.rights IN ('write', 'left')
    WHERE reader.person = session_user AND reader.rights IN ('read', 'write')
$$;
CREATE FUNCTION memory.writable() RETURNS TABLE (project text, person text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
    SELECT author.project, author.person
    FROM memory.member AS writer
    JOIN memory.member AS author ON author.project = writer.project AND author.rights IN ('write', 'left')
    WHERE writer.person = session_user AND writer.rights = 'write'
$$;
-- Projects into which this person may not write: others share them.
CREATE FUNCTION memory.closed() RETURNS TABLE (project text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
    SELECT member.project
    FROM memory.member
    GROUP BY member.project
    HAVING coalesce(bool_and(member.rights <> 'write') FILTER (WHERE member.person = session_user), true)
$$;
-- How far the machines are that this person may know of: all of their own; of whoever shares a project with them that
-- there is one, its name, when it was last heard of and how many pushes it has not read, and not which ones.
CREATE FUNCTION memory.machines()
RETURNS TABLE (person text, machine text, name text, behind bigint, pushed_at timestamptz, synced_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
    SELECT m.person, CASE WHEN m.person = session_user THEN m.machine END, m.name,
           (SELECT head.number FROM memory.head) - m.pulled,
           CASE WHEN m.person = session_user THEN m.pushed_at END, m.synced_at
    FROM memory.machine AS m
    WHERE m.person = session_user
       OR m.person IN (
           SELECT theirs.person
           FROM memory.member AS mine
           JOIN memory.member AS theirs ON theirs.project = mine.project AND theirs.rights IN ('read', 'write')
           WHERE mine.person = session_user AND mine.rights IN ('read', 'write')
       )
$$;
-- Of some facts those that are somebody else's to change.
CREATE FUNCTION memory.foreign_facts(uids text[]) RETURNS TABLE (uid text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
    SELECT DISTINCT item.uid
    FROM memory.item
    WHERE item.uid = ANY (uids)
      AND item.person <> session_user
      AND (item.project, item.person) NOT IN (SELECT w.project, w.person FROM memory.writable() AS w)
$$;
-- Whether every machine that captures what a row says gives it this id (memory_mcp/store/sessions/captured_ids.py): it
-- has the form of a UUID of version 8.
CREATE FUNCTION memory.is_captured(kind text, uid text) RETURNS boolean
LANGUAGE sql IMMUTABLE
AS $$
    SELECT kind IN ('turn', 'statement', 'digest') AND length(uid) = 36 AND substr(uid, 15, 1) = '8'
$$;
-- Whether a digest tells of a turn of its session that was erased: one says itself which were gone when it was made; of
-- others, with an id of their own, the time says it.
CREATE FUNCTION memory.tells_of_erased(
    digest text, recorded_at timestamptz, attributes json, turn text, erasure json
) RETURNS boolean
LANGUAGE sql IMMUTABLE
AS $$
    SELECT erasure ->> 'kind' = 'turn' AND CASE
        WHEN memory.is_captured('digest', digest)
            THEN NOT coalesce(jsonb_exists((attributes -> 'without')::jsonb, turn), false)
        ELSE recorded_at <= (erasure ->> 'at')::timestamptz
    END
$$;
CREATE FUNCTION memory.next_number() RETURNS bigint
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
    UPDATE memory.head
    SET number = number + 1
    RETURNING number
$$;

-- Search. It runs as the owner and asks itself whose rows it may return: under row-level security the index of words
-- would not be used, for its operator is not leakproof.
CREATE TYPE memory.found AS (
    id bigint, uid text, kind text, project text, session_uid text, parent_uid text, target_uid text, position bigint,
    title text, body text, context text, tags text[], attributes json, valid_from bigint, valid_to bigint,
    recorded_at bigint, confidence float8, importance float8, state json, archived boolean, superseded_by text
);
CREATE FUNCTION memory.microseconds(at timestamptz) RETURNS bigint
LANGUAGE sql IMMUTABLE
AS $$
    SELECT CASE WHEN at < 'infinity' THEN (extract(epoch FROM at) * 1000000)::bigint END
$$;
-- Whether a fact is archived, by what was said last of it by those whom this person reads.
CREATE FUNCTION memory.is_archived(fact text) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
    SELECT coalesce((
        SELECT register.record ->> 'archivedAt' IS NOT NULL
        FROM memory.register
        WHERE register.kind = 'state' AND register.key = fact
          AND (register.person = session_user
               OR (register.project, register.person) IN (SELECT r.project, r.person FROM memory.readable() AS r))
        ORDER BY coalesce(register.record ->> 'archiveChangedAt', register.record ->> 'archivedAt', '') DESC
        LIMIT 1
    ), false)
$$;
-- What a row has to be, as memory_mcp/store/facts/visibility.py says it of the file. Without "known_at" it is what is
-- believed now, also of a clock that is ahead; without "valid_at" what holds now.
CREATE TYPE memory.asked AS (
    kinds text[], projects text[], tags text[], session text, entity text, since timestamptz, until timestamptz,
    valid_at timestamptz, known_at timestamptz, archived boolean
);
CREATE FUNCTION memory.is_seen(recorded_at timestamptz, superseded_at timestamptz, valid tstzrange, asked memory.asked)
RETURNS boolean
LANGUAGE sql STABLE
AS $$
    SELECT CASE WHEN asked.known_at IS NULL THEN superseded_at = 'infinity'
                ELSE recorded_at <= asked.known_at AND asked.known_at < superseded_at END
           -- As a CASE no index serves it: nearly every row holds, and the index of words finds few.
           AND CASE WHEN asked.valid_at IS NULL THEN valid @> now() ELSE valid @> asked.valid_at END
$$;
-- A passage stands and falls with its document.
CREATE FUNCTION memory.has_document(passage memory.item, asked memory.asked) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
    SELECT EXISTS (
        SELECT 1
        FROM memory.item
        WHERE item.uid = passage.parent_uid
          AND memory.is_seen(item.recorded_at, item.superseded_at, item.valid, asked)
    )
$$;
-- What is equal of tags that are the same, as tag_key of memory_mcp/store/facts/tags.py says it of the file: by a
-- collation that folds the case of every script, where the server has one, whatever the locale of the database.
DO $$
BEGIN
    EXECUTE format(
        'CREATE FUNCTION memory.tag_keys(tags text[]) RETURNS text[]
         LANGUAGE sql IMMUTABLE
         AS %L',
        'SELECT array_agg(btrim(regexp_replace(replace(lower(upper(normalize(tag, NFKC)'
        || coalesce((
            SELECT format(' COLLATE pg_catalog.%I', collname)
            FROM pg_catalog.pg_collation
            WHERE collname IN ('pg_unicode_fast', 'und-x-icu') AND collnamespace = 'pg_catalog'::regnamespace
            ORDER BY collname
            LIMIT 1
        ), '')
        || ')), ''ß'', ''ss''), ''\s+'', '' '', ''g''))) FROM unnest(tags) AS given (tag)'
    );
END
$$;
-- "entities" are what is called "asked.entity".
CREATE FUNCTION memory.fits(item memory.item, asked memory.asked, entities text[]) RETURNS boolean
LANGUAGE sql STABLE
AS $$
    SELECT item.kind <> 'statement'
       AND memory.is_seen(item.recorded_at, item.superseded_at, item.valid, asked)
       AND (asked.kinds IS NULL OR item.kind = ANY (asked.kinds))
       AND (asked.projects IS NULL OR item.project = '' OR item.project = ANY (asked.projects))
       AND (asked.tags IS NULL OR item.tags @> asked.tags
            OR (item.tags <> '{}' AND memory.tag_keys(item.tags) @> memory.tag_keys(asked.tags)))
       AND (asked.session IS NULL OR item.session_uid = asked.session)
       AND (asked.entity IS NULL
            OR coalesce(item.uid = ANY (entities) OR item.parent_uid = ANY (entities)
                        OR item.target_uid = ANY (entities), false))
       AND (asked.since IS NULL OR lower(item.valid) >= asked.since)
       AND (asked.until IS NULL OR lower(item.valid) < asked.until)
       AND (asked.archived OR NOT memory.is_archived(item.uid))
       AND (item.kind <> 'passage'
            OR (memory.has_document(item, asked) AND (asked.archived OR NOT memory.is_archived(item.parent_uid))))
$$;
-- The entities of an id, a name or an alias among what this person reads. Two machines may have made one each.
CREATE FUNCTION memory.entities(called text) RETURNS text[]
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
    SELECT CASE WHEN called IS NOT NULL THEN array_append(array_agg(DISTINCT item.uid), called) END
    FROM memory.item
    WHERE called IS NOT NULL AND item.kind = 'entity'
      AND (lower(item.title) = lower(called)
           OR EXISTS (SELECT 1 FROM json_array_elements_text(item.attributes -> 'aliases') AS alias (name)
                      WHERE lower(alias.name) = lower(called)))
      AND (item.person = session_user
           OR (item.project, item.person) IN (SELECT r.project, r.person FROM memory.readable() AS r))
$$;
-- Rows by their ids, as far as this person may read them, with the turns around each and the document of a passage.
CREATE FUNCTION memory.rows_of(ids bigint[], around integer, asked memory.asked) RETURNS SETOF memory.found
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
    WITH wanted AS (
        SELECT unnest(ids) AS id
        UNION
        SELECT beside.id
        FROM memory.item AS turn
        JOIN memory.item AS beside
            ON beside.session_uid = turn.session_uid AND beside.kind = 'turn'
            AND beside.position BETWEEN turn.position - around AND turn.position + around
        WHERE turn.id = ANY (ids) AND turn.kind = 'turn' AND memory.fits(beside, asked, memory.entities(asked.entity))
        UNION
        SELECT document.id
        FROM memory.item AS passage
        JOIN memory.item AS document ON document.uid = passage.parent_uid
        WHERE passage.id = ANY (ids) AND passage.kind = 'passage'
          AND memory.is_seen(document.recorded_at, document.superseded_at, document.valid, asked)
    )
    SELECT item.id, item.uid, item.kind, item.project, item.session_uid, item.parent_uid, item.target_uid,
           item.position, item.title, item.body, item.context, item.tags, item.attributes,
           memory.microseconds(lower(item.valid)),
           CASE WHEN NOT upper_inf(item.valid) THEN memory.microseconds(upper(item.valid)) END,
           memory.microseconds(item.recorded_at), item.confidence, item.importance,
           (SELECT register.record FROM memory.register
            WHERE register.kind = 'state' AND register.key = item.uid
              AND (register.person = session_user
                   OR (register.project, register.person) IN (SELECT r.project, r.person FROM memory.readable() AS r))
            ORDER BY register.record ->> 'changedAt' DESC LIMIT 1),
           memory.is_archived(item.uid),
           (SELECT nullif(change.superseded_by, '') FROM memory.change
            WHERE change.uid = item.uid AND change.verb IN ('supersede', 'restore')
              AND (change.person = session_user
                   OR (change.project, change.person) IN (SELECT r.project, r.person FROM memory.readable() AS r))
            ORDER BY change.at DESC LIMIT 1)
    FROM wanted
    JOIN memory.item ON item.id = wanted.id
    WHERE item.person = session_user
       OR (item.project, item.person) IN (SELECT r.project, r.person FROM memory.readable() AS r)
$$;
-- The rows with the words of a question, best first by BM25 as FTS5 computes it (k1 1.2, b 0.75), and of each word how
-- many rows have it. Whether a row fits is asked of those alone that lead to the "most". What 50,000 rows have tells
-- little: such a word finds nothing by itself unless there are no others. "parts" are patterns of what may stand inside
-- other words, each with the place of the word that it replaces where no row has that (0: in any case); they are looked
-- for where the server has pg_trgm. Of each stretch of time from "since" to "until" the best 20 come too, without a
-- score.
CREATE FUNCTION memory.by_words(stems text[], parts text[], places integer[], since timestamptz[], until timestamptz[],
                                asked memory.asked, most integer)
RETURNS TABLE (ids bigint[], scores float8[], holding bigint[], total bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET work_mem = '32MB' SET jit = off
AS $$
    WITH shared AS MATERIALIZED (SELECT r.project, r.person FROM memory.readable() AS r),
    about AS MATERIALIZED (SELECT memory.entities(asked.entity) AS uids),
    matched AS MATERIALIZED (
        SELECT word.place, one.id, one.tokens, one.times
        FROM unnest(stems) WITH ORDINALITY AS word (stem, place)
        CROSS JOIN LATERAL (
            -- A single word's rank is its weight * 6 / pi^2: the weights are a quarter of the times they stand for.
            SELECT id, tokens,
                   ts_rank('{0.25,0.5,0.75,0.125}', words, quote_literal(word.stem)::tsquery) * 6.58::float8 AS times
            FROM memory.item
            WHERE words @@ quote_literal(word.stem)::tsquery
              AND (person = session_user OR (project, person) IN (SELECT * FROM shared))
            LIMIT 50000
        ) AS one
    ),
    counted AS MATERIALIZED (
        SELECT word.place, (SELECT count(*) FROM matched WHERE matched.place = word.place) AS holding
        FROM unnest(stems) WITH ORDINALITY AS word (stem, place)
    ),
    -- Counted up to 10,000; of more those say how large a part of all rows are to be read.
    size AS MATERIALIZED (
        SELECT CASE WHEN few.n < 10000 THEN few.n ELSE greatest(few.n, (
                   SELECT few.n * greatest(reltuples, pg_stat_get_live_tuples(oid)) / few.last
                   FROM pg_class
                   WHERE oid = 'memory.item'::regclass)::bigint) END AS total,
               few.average
        FROM (SELECT count(*) AS n, max(id) AS last, greatest(avg(tokens), 1)::float8 AS average FROM (
            SELECT id, tokens FROM memory.item
            WHERE kind <> 'statement'
              AND (person = session_user OR (project, person) IN (SELECT * FROM shared))
            ORDER BY id
            LIMIT 10000) AS first_rows) AS few
    ),
    telling AS MATERIALIZED (
        SELECT place, 2.2 * greatest(ln((greatest(total - holding, 0) + 0.5) / (holding + 0.5)), 1e-6)::float8 AS weight
        FROM counted, size
        WHERE holding > 0
          AND (holding < 50000
               OR (SELECT min(c.holding) FROM counted AS c WHERE c.holding > 0) >= 50000)
    ),
    best AS MATERIALIZED (
        SELECT id, sum(weight * times / (times + (0.3::float8 + tokens / average * 0.9::float8))) AS score
        FROM matched
        JOIN telling USING (place)
        CROSS JOIN size
        GROUP BY id
        ORDER BY score DESC, id
    ),
    by_word AS MATERIALIZED (
        SELECT best.id, best.score
        FROM best
        CROSS JOIN about
        WHERE (SELECT memory.fits(item, asked, about.uids) FROM memory.item WHERE item.id = best.id)
        LIMIT most
    ),
    by_day AS (
        SELECT DISTINCT one.id
        FROM unnest(since, until) AS stretch (since, until)
        CROSS JOIN LATERAL (
            SELECT best.id
            FROM best
            CROSS JOIN about
            WHERE (
                SELECT lower(item.valid) >= stretch.since AND lower(item.valid) < stretch.until
                       AND memory.fits(item, asked, about.uids)
                FROM memory.item
                WHERE item.id = best.id
            )
            LIMIT 20
        ) AS one
    ),
    by_part AS (
        SELECT DISTINCT one.id
        FROM unnest(parts, places) AS part (pattern, place)
        CROSS JOIN LATERAL (
            SELECT item.id
            FROM memory.item
            CROSS JOIN about
            WHERE (title ILIKE part.pattern OR body ILIKE part.pattern)
              AND (person = session_user OR (project, person) IN (SELECT * FROM shared))
              AND memory.fits(item, asked, about.uids)
            LIMIT most
        ) AS one
        WHERE to_regclass('memory.item_trigrams') IS NOT NULL
          AND (part.place = 0 OR part.place IN (SELECT c.place FROM counted AS c WHERE c.holding = 0))
    ),
    scored AS (
        SELECT id, score FROM by_word
        UNION ALL
        -- Behind those that have the words.
        (SELECT id, (SELECT coalesce(min(score), 1) / 2 FROM by_word)
         FROM by_part
         WHERE id NOT IN (SELECT id FROM by_word)
         ORDER BY id DESC
         LIMIT most)
        UNION ALL
        SELECT id, NULL FROM by_day WHERE id NOT IN (SELECT id FROM by_word)
    )
    SELECT (SELECT array_agg(id ORDER BY score DESC, id) FROM scored),
           (SELECT array_agg(score ORDER BY score DESC, id) FROM scored),
           (SELECT array_agg(holding ORDER BY place) FROM counted), total
    FROM size
$$;

-- Row-level security: yours, and what is shared with you.
ALTER TABLE memory.item ENABLE ROW LEVEL SECURITY;
ALTER TABLE memory.change ENABLE ROW LEVEL SECURITY;
ALTER TABLE memory.erasure ENABLE ROW LEVEL SECURITY;
ALTER TABLE memory.register ENABLE ROW LEVEL SECURITY;
ALTER TABLE memory.machine ENABLE ROW LEVEL SECURITY;
DO $$
DECLARE
    name text;
BEGIN
    FOREACH name IN ARRAY ARRAY['item', 'change', 'erasure', 'register'] LOOP
        EXECUTE format(
            'CREATE POLICY reads ON memory.%I FOR SELECT USING (person = session_user'
            ' OR (project, person) IN (SELECT r.project, r.person FROM memory.readable() AS r))', name);
        EXECUTE format(
            'CREATE POLICY adds ON memory.%I FOR INSERT WITH CHECK (person = session_user'
            ' AND project NOT IN (SELECT c.project FROM memory.closed() AS c))', name);
        EXECUTE format(
            'CREATE POLICY changes ON memory.%I FOR UPDATE USING (person = session_user'
            ' OR (project, person) IN (SELECT w.project, w.person FROM memory.writable() AS w))', name);
        EXECUTE format(
            'CREATE POLICY erases ON memory.%I FOR DELETE USING (person = session_user'
            ' OR (project, person) IN (SELECT w.project, w.person FROM memory.writable() AS w))', name);
    END LOOP;
END
$$;
CREATE POLICY own ON memory.machine USING (person = session_user);

-- What the owner says: who comes in, and who shares which project.
CREATE FUNCTION memory.admit(role text) RETURNS void
LANGUAGE plpgsql
AS $$
BEGIN
    INSERT INTO memory.person (person) VALUES (role) ON CONFLICT DO NOTHING;
    EXECUTE format('GRANT USAGE ON SCHEMA memory TO %I', role);
    EXECUTE format('GRANT SELECT ON ALL TABLES IN SCHEMA memory TO %I', role);
    EXECUTE format('REVOKE SELECT ON memory.member, memory.person FROM %I', role);
    EXECUTE format('GRANT INSERT, UPDATE, DELETE ON memory.item, memory.change, memory.erasure, memory.register, '
                   'memory.machine TO %I', role);
    IF to_regclass('memory.item_embedding') IS NOT NULL THEN
        EXECUTE format('GRANT INSERT ON memory.item_embedding TO %I', role);
    END IF;
    EXECUTE format('GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA memory TO %I', role);
END
$$;
-- Machines read on behind a number, and tell a thing once. So whoever may write from now on tells everything once more,
-- also what was turned away; and all who share the project read again from its first row on.
CREATE FUNCTION memory.share(project text, role text, rights text DEFAULT 'write') RETURNS void
LANGUAGE sql
AS $$
    UPDATE memory.machine
    SET told = 0
    WHERE machine.person = share.role AND share.rights = 'write'
      AND EXISTS (SELECT 1 FROM memory.member AS m WHERE m.project = share.project)
      AND NOT EXISTS (
          SELECT 1 FROM memory.member AS m
          WHERE m.project = share.project AND m.person = share.role AND m.rights = 'write'
      );
    INSERT INTO memory.member (project, person, rights)
    VALUES (project, role, rights)
    ON CONFLICT (project, person) DO UPDATE SET rights = excluded.rights;
    UPDATE memory.machine
    SET pulled = least(pulled, (
        SELECT min(of_project.number) - 1
        FROM (
            SELECT i.number FROM memory.item AS i WHERE i.project = share.project
            UNION ALL
            SELECT c.number FROM memory.change AS c WHERE c.project = share.project
            UNION ALL
            SELECT e.number FROM memory.erasure AS e WHERE e.project = share.project
            UNION ALL
            SELECT r.number FROM memory.register AS r WHERE r.project = share.project
        ) AS of_project
    ))
    WHERE machine.person IN (SELECT m.person FROM memory.member AS m WHERE m.project = share.project);
$$;
REVOKE ALL ON ALL FUNCTIONS IN SCHEMA memory FROM PUBLIC;
