-- With pgvector: the vectors of versions, of whatever model made them. Each model has an index of its own.
CREATE EXTENSION IF NOT EXISTS vector;
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
LANGUAGE plpgsql SECURITY DEFINER SET search_path = memory, public, pg_temp
AS $$
BEGIN
    IF to_regclass('memory.' || quote_ident('vectors_' || md5(tag))) IS NULL THEN
        EXECUTE format(
            'CREATE INDEX IF NOT EXISTS %I ON memory.item_embedding USING hnsw ((embedding::vector(%s)) '
            'vector_cosine_ops) WHERE model_tag = %L', 'vectors_' || md5(tag), length, tag);
    END IF;
END
$$;
-- The nearest rows, and the vectors of those and of others; with the mean of some, whose id is less than 0
-- by as many as they are.
CREATE OR REPLACE FUNCTION memory.by_vector(asked text, tag text, length integer, others bigint[],
                                            narrowed memory.asked, most integer)
RETURNS TABLE (id bigint, is_near boolean, embedding text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = memory, public, pg_temp
SET hnsw.iterative_scan = 'strict_order' SET hnsw.ef_search = 100
AS $$
BEGIN
    RETURN QUERY EXECUTE format($ask$
        WITH shared AS MATERIALIZED (SELECT r.project, r.person FROM memory.readable() AS r),
        near AS MATERIALIZED (
            SELECT e.item_id
            FROM memory.item_embedding AS e
            JOIN memory.item ON item.id = e.item_id
            WHERE e.model_tag = %2$L
              AND (item.person = session_user OR (item.project, item.person) IN (SELECT * FROM shared))
              AND memory.fits(item, $3, $5)
            ORDER BY e.embedding::vector(%1$s) <=> $1::vector(%1$s)
            LIMIT $4
        )
        SELECT e.item_id, e.item_id IN (SELECT n.item_id FROM near AS n), e.embedding::text
        FROM memory.item_embedding AS e
        JOIN memory.item ON item.id = e.item_id
        WHERE e.model_tag = %2$L AND (e.item_id = ANY ($2) OR e.item_id IN (SELECT n.item_id FROM near AS n))
          AND (item.person = session_user OR (item.project, item.person) IN (SELECT * FROM shared))
        UNION ALL
        SELECT -count(*), false, avg(sample.embedding)::text
        FROM (
            SELECT e.embedding
            FROM memory.item_embedding AS e
            JOIN memory.item ON item.id = e.item_id
            WHERE e.model_tag = %2$L
              AND (item.person = session_user OR (item.project, item.person) IN (SELECT * FROM shared))
            LIMIT 500
        ) AS sample
    $ask$, length, tag) USING asked, others, narrowed, most, memory.entities(narrowed.entity);
END
$$;
REVOKE ALL ON ALL FUNCTIONS IN SCHEMA memory FROM PUBLIC;
