-- Findings of the gate that the user lets pass, by their ids.
CREATE TABLE allowed (
    id TEXT PRIMARY KEY,
    at INTEGER NOT NULL                     -- unix seconds
) STRICT, WITHOUT ROWID;
