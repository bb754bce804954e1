-- With pg_trgm: parts of words, and misspelt ones.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
SELECT set_config('search_path', format('%I, pg_temp', nspname), true)
FROM pg_extension
JOIN pg_namespace ON pg_namespace.oid = extnamespace
WHERE extname = 'pg_trgm';
CREATE INDEX IF NOT EXISTS item_trigrams ON memory.item USING gin (title gin_trgm_ops, body gin_trgm_ops);
RESET search_path;
