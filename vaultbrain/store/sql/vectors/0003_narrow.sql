-- A vector as bytes: a third of the file that four bytes a number made. What is far from the mean is
-- what tells texts apart, so the mean comes off first, and each has a scale of its own. Damaged rows
-- are left out: their texts are embedded again. `narrow_value` and `narrow_norm` are ours.

CREATE TABLE narrow_vector (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    generation INTEGER NOT NULL REFERENCES generation ON DELETE CASCADE,
    text_hash  BLOB NOT NULL,
    norm       REAL NOT NULL,               -- length of the unit vector less the mean
    value      BLOB NOT NULL,               -- its direction: int8
    checksum   INTEGER,                     -- covers the mean, too
    UNIQUE (text_hash, generation)
) STRICT;

INSERT INTO narrow_vector (id, generation, text_hash, norm, value)
SELECT vector.id, generation, text_hash, narrow_norm(value, mean), narrow_value(value, mean)
FROM vector JOIN generation ON generation.id = vector.generation
WHERE is_whole(dimension, vector.checksum, generation, text_hash, code, value)
AND (mean IS NULL OR length(mean) = 4 * dimension)
ORDER BY vector.id;

DROP TABLE vector;
ALTER TABLE narrow_vector RENAME TO vector;

CREATE TABLE narrow_spare (
    id         INTEGER PRIMARY KEY,
    generation INTEGER NOT NULL REFERENCES generation ON DELETE CASCADE,
    text_hash  BLOB NOT NULL,
    since      INTEGER NOT NULL,            -- unix seconds
    norm       REAL NOT NULL,
    value      BLOB NOT NULL,
    checksum   INTEGER,
    UNIQUE (text_hash, generation)
) STRICT;

INSERT INTO narrow_spare (id, generation, text_hash, since, norm, value)
SELECT spare.id, generation, text_hash, since, narrow_norm(value, mean), narrow_value(value, mean)
FROM spare JOIN generation ON generation.id = spare.generation
WHERE is_whole(dimension, spare.checksum, generation, text_hash, code, value)
AND (mean IS NULL OR length(mean) = 4 * dimension)
ORDER BY spare.id;

DROP TABLE spare;
ALTER TABLE narrow_spare RENAME TO spare;
CREATE INDEX spare_since ON spare (since);

-- What a search holds in memory of 1024 ids, made of their rows when idle. It stands here as long as
-- it is what the rows say: new ids are beyond all pages, for only full ranges get one.
CREATE TABLE page (
    id         INTEGER PRIMARY KEY,
    generation INTEGER NOT NULL REFERENCES generation ON DELETE CASCADE,
    number     INTEGER NOT NULL,            -- of the ids from 1024 * number on
    count      INTEGER NOT NULL,
    codes      BLOB NOT NULL,
    checksum   INTEGER NOT NULL,
    UNIQUE (generation, number)
) STRICT;

CREATE TRIGGER vector_dropped AFTER DELETE ON vector BEGIN
    DELETE FROM page WHERE generation = old.generation AND number = old.id >> 10;
END;

CREATE TRIGGER vector_changed AFTER UPDATE ON vector BEGIN
    DELETE FROM page WHERE generation = old.generation AND number = old.id >> 10;
    DELETE FROM page WHERE generation = new.generation AND number = new.id >> 10;
END;

-- JSON; what the vectors of this model are worth. Written anew whenever it becomes the live one.
ALTER TABLE generation ADD COLUMN calibration TEXT;
