-- Authored data: what was seen, ordered and decided. Nothing else can bring it back.

CREATE TABLE source (
    id      TEXT PRIMARY KEY,
    device  TEXT NOT NULL,                  -- decimal: file systems use all 64 bits, without a sign
    inode   TEXT NOT NULL,
    seen_at INTEGER NOT NULL                -- unix seconds, as all times here
) STRICT, WITHOUT ROWID;

-- A few notes that were there, by which a vault is known again in another place.
CREATE TABLE sample (
    source  TEXT NOT NULL REFERENCES source (id) ON DELETE CASCADE,
    ordinal INTEGER NOT NULL,
    path    TEXT NOT NULL,
    sha256  BLOB NOT NULL,
    PRIMARY KEY (source, ordinal)
) STRICT, WITHOUT ROWID;

CREATE TABLE act (
    id     INTEGER PRIMARY KEY AUTOINCREMENT, -- their order, which a clock may get wrong
    at     INTEGER NOT NULL,
    kind   TEXT NOT NULL,
    source TEXT NOT NULL,
    notes  INTEGER NOT NULL,
    detail TEXT NOT NULL                    -- never note text
) STRICT;

CREATE TABLE held (
    source TEXT PRIMARY KEY,
    since  INTEGER NOT NULL,
    notes  INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- What tells this home from all others.
CREATE TABLE home (
    id TEXT NOT NULL
) STRICT;

INSERT INTO home VALUES (lower(hex(randomblob(16))));
