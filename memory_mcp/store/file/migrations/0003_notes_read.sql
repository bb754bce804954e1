-- Which notes a later statement may make out of date, and how likely, 0 to 1: told in one line.
CREATE TABLE note_later (
    item_id    INTEGER NOT NULL REFERENCES item (id) ON DELETE CASCADE,
    note_id    INTEGER NOT NULL REFERENCES item (id) ON DELETE CASCADE,
    likelihood REAL NOT NULL CHECK (likelihood BETWEEN 0 AND 1),
    PRIMARY KEY (item_id, note_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX note_later_by_note ON note_later (note_id);
-- The vector by which later sentences find a note: little-endian float32 of length 1.
CREATE TABLE note_reading (
    item_id   INTEGER PRIMARY KEY REFERENCES item (id) ON DELETE CASCADE,
    embedding BLOB NOT NULL
) STRICT;
