-- What SQLite cannot notice: a row that can be read and is not what was written. NULL in rows that
-- were made before.

ALTER TABLE note ADD COLUMN checksum INTEGER;
ALTER TABLE chunk ADD COLUMN checksum INTEGER;

-- Texts whose vectors must go for good, until they are seen to be gone.
CREATE TABLE forgotten (
    text_hash BLOB PRIMARY KEY,
    gone      INTEGER NOT NULL DEFAULT 0    -- 1 once nothing was left of it
) STRICT, WITHOUT ROWID;
