-- With pg_trgm: parts of words, and misspelt ones.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE INDEX IF NOT EXISTS item_trigrams ON memory.item USING gin (title gin_trgm_ops, body gin_trgm_ops);
