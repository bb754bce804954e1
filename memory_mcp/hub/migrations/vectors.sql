-- With pgvector: the vectors of versions, of whatever model made them. Each model has an index of its own.
CREATE EXTENSION IF NOT EXISTS vector;
DO $$
BEGIN
    IF to_regclass('memory.item_embedding') IS NULL THEN
        CREATE TABLE memory.item_embedding (
            item_id   bigint NOT NULL REFERENCES memory.item (id) ON DELETE CASCADE,
            part      integer NOT NULL,
            model_tag text NOT NULL,
            embedding vector NOT NULL,
            PRIMARY KEY (item_id, model_tag, part)
        );
        ALTER TABLE memory.item_embedding ENABLE ROW LEVEL SECURITY;
        CREATE POLICY reads ON memory.item_embedding FOR SELECT USING (
            EXISTS (SELECT 1 FROM memory.item WHERE item.id = item_id));
        CREATE POLICY adds ON memory.item_embedding FOR INSERT WITH CHECK (
            EXISTS (SELECT 1 FROM memory.item WHERE item.id = item_id));
    END IF;
END
$$;
