-- How likely a statement says anything about how to work, as the network reads its sentence, and how likely it is about
-- the earlier one it is told with; where it says anything, the vector by which later sentences find it: little-endian
-- float32 of length 1.
CREATE TABLE statement_reading (
    item_id       INTEGER PRIMARY KEY REFERENCES item (id) ON DELETE CASCADE,
    share         REAL NOT NULL CHECK (share BETWEEN 0 AND 1),
    about_earlier REAL,
    embedding     BLOB
) STRICT;
