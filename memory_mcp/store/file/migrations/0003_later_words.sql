-- What was said later that is likeliest about something earlier and does not end it for sure: told in one line with it.
-- A later statement is about one earlier statement at most, and about any note; how likely, where the network read it.
CREATE TABLE later_word (
    item_id    INTEGER NOT NULL REFERENCES item (id) ON DELETE CASCADE,
    earlier_id INTEGER NOT NULL REFERENCES item (id) ON DELETE CASCADE,
    likelihood REAL,
    PRIMARY KEY (item_id, earlier_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX later_word_by_earlier ON later_word (earlier_id);
INSERT INTO later_word (item_id, earlier_id, likelihood)
SELECT later.item_id, later.earlier_id, reading.about_earlier
FROM statement_later AS later
LEFT JOIN statement_reading AS reading ON reading.item_id = later.item_id;
DROP TABLE statement_later;
ALTER TABLE statement_reading DROP COLUMN about_earlier;
-- The vector by which later sentences find a note: little-endian float32 of length 1.
CREATE TABLE note_reading (
    item_id   INTEGER PRIMARY KEY REFERENCES item (id) ON DELETE CASCADE,
    embedding BLOB NOT NULL
) STRICT;
