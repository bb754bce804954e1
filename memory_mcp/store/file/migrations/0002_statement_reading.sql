-- How likely a statement says anything about how to work, as the network reads its sentence; and, where it does, the
-- vector by which later sentences find it: little-endian float32 of length 1.
CREATE TABLE statement_reading (
    item_id   INTEGER PRIMARY KEY REFERENCES item (id) ON DELETE CASCADE,
    share     REAL NOT NULL CHECK (share BETWEEN 0 AND 1),
    embedding BLOB
) STRICT;
-- How likely the later statement is about the earlier one.
ALTER TABLE statement_later ADD COLUMN likelihood REAL NOT NULL DEFAULT 0.3;
