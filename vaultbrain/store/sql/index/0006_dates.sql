-- The day that a note is about, as in 2026-11-30, or nothing; it is asked for by `after:` and
-- `before:`. Rows that were made before go by the time of their file until they are made anew.

ALTER TABLE note ADD COLUMN date TEXT NOT NULL DEFAULT '';
UPDATE note SET checksum = NULL;
