-- A finding has an id that says nothing without the key of the home, and is remembered since it was
-- first seen. All notes are read anew by new rules, so the old rows are not carried over.

DROP TABLE finding;

CREATE TABLE finding (
    note_id    INTEGER NOT NULL REFERENCES note ON DELETE CASCADE,
    ordinal    INTEGER NOT NULL,
    rule       TEXT NOT NULL,
    class      TEXT NOT NULL,
    tier       TEXT NOT NULL,
    line       INTEGER NOT NULL,
    action     TEXT NOT NULL,               -- redacted | indexed | allowed
    id         TEXT NOT NULL,
    first_seen INTEGER NOT NULL,            -- unix seconds
    PRIMARY KEY (note_id, ordinal)
) STRICT, WITHOUT ROWID;

CREATE INDEX finding_id ON finding (id);

-- Of what was read from a note, by which it is known that other rules changed nothing in it.
ALTER TABLE note ADD COLUMN digest BLOB NOT NULL DEFAULT x'';
UPDATE note SET checksum = NULL;

-- How many notes have not passed the rules of now is asked with every status.
CREATE INDEX note_recipe ON note (recipe);
