-- With pgvector: the vectors of versions, of whatever model made them. Each model has an index of its own.
CREATE EXTENSION IF NOT EXISTS vector;
-- It may stand in any schema; hosts have one for extensions. What follows looks for it there, whoever calls it.
SELECT set_config('search_path', format('memory, %I, pg_temp', nspname), true)
FROM pg_extension
JOIN pg_namespace ON pg_namespace.oid = extnamespace
WHERE extname = 'vector';
CREATE TABLE IF NOT EXISTS memory.item_embedding (
    item_id   bigint NOT NULL REFERENCES memory.item (id) ON DELETE CASCADE,
    part      integer NOT NULL,
    model_tag text NOT NULL,
    embedding vector NOT NULL,
    PRIMARY KEY (item_id, model_tag, part)
);
ALTER TABLE memory.item_embedding ENABLE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS reads ON memory.item_embedding;
CREATE POLICY reads ON memory.item_embedding FOR SELECT USING (
    EXISTS (SELECT 1 FROM memory.item WHERE item.id = item_id)
);
DROP POLICY IF EXISTS adds ON memory.item_embedding;
CREATE POLICY adds ON memory.item_embedding FOR INSERT WITH CHECK (
    EXISTS (SELECT 1 FROM memory.item WHERE item.id = item_id)
);
-- HNSW wants one length: that of the model's vectors.
CREATE OR REPLACE FUNCTION memory.index_vectors(tag text, length integer) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT
AS $$
BEGIN
    IF to_regclass('memory.' || quote_ident('vectors_' || md5(tag))) IS NULL THEN
        EXECUTE format(
            'CREATE INDEX IF NOT EXISTS %I ON memory.item_embedding USING hnsw ((embedding::vector(%s)) '
            'vector_cosine_ops) WHERE model_tag = %L', 'vectors_' || md5(tag), length, tag);
    END IF;
END
$$;
-- The nearest rows.
CREATE OR REPLACE FUNCTION memory.nearest(to_vector text, tag text, length integer, asked memory.asked, most integer)
RETURNS bigint[]
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path FROM CURRENT
SET hnsw.iterative_scan = 'strict_order' SET hnsw.ef_search = 200 SET jit = off
AS $$
DECLARE
    ids bigint[];
BEGIN
    EXECUTE format($ask$
        WITH shared AS MATERIALIZED (SELECT r.project, r.person FROM memory.readable() AS r)
        SELECT array_agg(near.item_id)
        FROM (
            SELECT e.item_id
            FROM memory.item_embedding AS e
            JOIN memory.item ON item.id = e.item_id
            WHERE e.model_tag = %2$L
              AND (item.person = session_user OR (item.project, item.person) IN (SELECT * FROM shared))
              AND memory.fits(item, $2, $4)
            ORDER BY e.embedding::vector(%1$s) <=> $1::vector(%1$s)
            LIMIT $3
        ) AS near
    $ask$, length, tag) INTO ids USING to_vector, asked, most, memory.entities(asked.entity);
    RETURN ids;
END
$$;
-- The vectors of rows, with the mean of all, or of some 4,000 from all over the table, whose id is less than 0 by as
-- many as they are.
CREATE OR REPLACE FUNCTION memory.vectors_of(tag text, ids bigint[]) RETURNS TABLE (id bigint, embedding bytea)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path FROM CURRENT SET jit = off
AS $$
DECLARE
    percent float8 := (
        SELECT least(100, 100 * 4000.0 / greatest(reltuples, pg_stat_get_live_tuples(oid), 1))
        FROM pg_class
        WHERE oid = 'memory.item_embedding'::regclass
    );
BEGIN
    RETURN QUERY
        WITH shared AS MATERIALIZED (SELECT r.project, r.person FROM memory.readable() AS r)
        SELECT e.item_id, vector_send(e.embedding)
        FROM memory.item_embedding AS e
        JOIN memory.item ON item.id = e.item_id
        WHERE e.model_tag = tag AND e.item_id = ANY (ids)
          AND (item.person = session_user OR (item.project, item.person) IN (SELECT * FROM shared))
        UNION ALL
        SELECT -count(*), vector_send(avg(e.embedding))
        FROM memory.item_embedding AS e TABLESAMPLE SYSTEM (percent) REPEATABLE (1)
        JOIN memory.item ON item.id = e.item_id
        WHERE e.model_tag = tag
          AND (item.person = session_user OR (item.project, item.person) IN (SELECT * FROM shared));
END
$$;
REVOKE ALL ON ALL FUNCTIONS IN SCHEMA memory FROM PUBLIC;
RESET search_path;
