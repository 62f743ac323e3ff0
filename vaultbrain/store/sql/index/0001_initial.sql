-- Derived data only. Every row can be rebuilt from the notes.

CREATE TABLE meta (
    key   TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE note (
    id          INTEGER PRIMARY KEY,
    source      TEXT NOT NULL,
    path        TEXT NOT NULL,
    title       TEXT NOT NULL,
    aliases     TEXT NOT NULL,              -- JSON array
    tags        TEXT NOT NULL,              -- JSON array
    frontmatter TEXT NOT NULL,              -- ok | none | broken
    language    TEXT NOT NULL,              -- of its stems
    sha256      BLOB NOT NULL,
    size        INTEGER NOT NULL,
    mtime_ns    INTEGER NOT NULL,
    ctime_ns    INTEGER NOT NULL,
    inode       INTEGER NOT NULL,
    checked_ns  INTEGER NOT NULL,           -- when the bytes were last compared
    recipe      TEXT NOT NULL,              -- gate rules, reader and chunker that made the rows
    UNIQUE (source, path)
) STRICT;

CREATE INDEX note_sha256 ON note (sha256);

CREATE TABLE chunk (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    note_id    INTEGER NOT NULL REFERENCES note ON DELETE CASCADE,
    ordinal    INTEGER NOT NULL,
    heading    TEXT NOT NULL,               -- JSON array
    crumb      TEXT NOT NULL,
    line_start INTEGER NOT NULL,
    line_end   INTEGER NOT NULL,
    text       TEXT NOT NULL,
    text_hash  BLOB NOT NULL
) STRICT;

CREATE INDEX chunk_note ON chunk (note_id);
CREATE INDEX chunk_text_hash ON chunk (text_hash);

-- Words. The row id is the chunk's id.
CREATE VIRTUAL TABLE lex USING fts5 (
    title, aliases, headings, tags, body, stems,
    content = '',
    contentless_delete = 1,
    tokenize = 'unicode61 remove_diacritics 2'
);

-- Merging later costs a tenth less of a first indexing, and queries hardly notice.
INSERT INTO lex (lex, rank) VALUES ('automerge', 8);

CREATE VIRTUAL TABLE lex_vocab USING fts5vocab (lex, col);

CREATE TABLE tag (
    note_id INTEGER NOT NULL REFERENCES note ON DELETE CASCADE,
    tag     TEXT NOT NULL,                  -- folded
    PRIMARY KEY (note_id, tag)
) STRICT, WITHOUT ROWID;

CREATE INDEX tag_tag ON tag (tag);

CREATE TABLE link (
    note_id INTEGER NOT NULL REFERENCES note ON DELETE CASCADE,
    ordinal INTEGER NOT NULL,
    target  TEXT NOT NULL,
    heading TEXT,
    block   TEXT,
    alias   TEXT,
    embed   INTEGER NOT NULL,
    line    INTEGER NOT NULL,
    PRIMARY KEY (note_id, ordinal)
) STRICT, WITHOUT ROWID;

-- What the gate found, never the value.
CREATE TABLE finding (
    note_id INTEGER NOT NULL REFERENCES note ON DELETE CASCADE,
    ordinal INTEGER NOT NULL,
    rule    TEXT NOT NULL,
    class   TEXT NOT NULL,
    tier    TEXT NOT NULL,
    line    INTEGER NOT NULL,
    action  TEXT NOT NULL,                  -- redacted | indexed
    PRIMARY KEY (note_id, ordinal)
) STRICT, WITHOUT ROWID;

-- Files that cannot be indexed, and what was forgiven in those that can.
CREATE TABLE problem (
    source  TEXT NOT NULL,
    path    TEXT NOT NULL,
    code    TEXT NOT NULL,
    message TEXT NOT NULL,
    advice  TEXT NOT NULL,
    PRIMARY KEY (source, path, code)
) STRICT, WITHOUT ROWID;

-- One set of vectors: model, weights, prefixes, pooling and dimension in one fingerprint.
CREATE TABLE generation (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    fingerprint TEXT NOT NULL UNIQUE,
    dimension   INTEGER NOT NULL,
    mean        BLOB,                       -- float32; taken off before the sign bits
    prunings    INTEGER NOT NULL DEFAULT 0  -- how often vectors were taken out of it
) STRICT;

-- By text, not by chunk: a text that moves keeps its vector.
CREATE TABLE vector (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    generation INTEGER NOT NULL REFERENCES generation ON DELETE CASCADE,
    text_hash  BLOB NOT NULL,
    code       BLOB NOT NULL,               -- sign bits
    value      BLOB NOT NULL,               -- float32, unit length
    UNIQUE (text_hash, generation)
) STRICT;

-- Chunks that wait for a vector, newest note first.
CREATE TABLE pending (
    chunk_id INTEGER PRIMARY KEY REFERENCES chunk ON DELETE CASCADE,
    mtime_ns INTEGER NOT NULL
) STRICT;

CREATE INDEX pending_newest ON pending (mtime_ns DESC, chunk_id);
