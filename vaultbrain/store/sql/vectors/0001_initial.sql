-- Derived data only, but dear: every row took the model's time. Found by the hash of the text, so
-- it outlives the index.

-- One set of vectors: model, weights, prefixes, pooling and dimension in one fingerprint.
CREATE TABLE generation (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    fingerprint TEXT NOT NULL UNIQUE,
    dimension   INTEGER NOT NULL,
    mean        BLOB,                       -- float32; taken off before the sign bits
    prunings    INTEGER NOT NULL DEFAULT 0, -- how often vectors were taken out of use
    live        INTEGER NOT NULL,           -- 1 for the one whose vectors texts wait for, else 0
    used_at     INTEGER NOT NULL            -- unix seconds; when it last became live or was relieved
) STRICT;

CREATE UNIQUE INDEX generation_live ON generation (live) WHERE live = 1;

-- Those in use. By text, not by chunk: a text that moves keeps its vector.
CREATE TABLE vector (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    generation INTEGER NOT NULL REFERENCES generation ON DELETE CASCADE,
    text_hash  BLOB NOT NULL,
    code       BLOB NOT NULL,               -- sign bits
    value      BLOB NOT NULL,               -- float32, unit length
    UNIQUE (text_hash, generation)
) STRICT;

-- Those of texts that no chunk has any more, kept for a while: deleted notes come back.
CREATE TABLE spare (
    id         INTEGER PRIMARY KEY,
    generation INTEGER NOT NULL REFERENCES generation ON DELETE CASCADE,
    text_hash  BLOB NOT NULL,
    since      INTEGER NOT NULL,            -- unix seconds
    code       BLOB NOT NULL,
    value      BLOB NOT NULL,
    UNIQUE (text_hash, generation)
) STRICT;

CREATE INDEX spare_since ON spare (since);
