-- Where in a file without lines a passage stands, as in `p. 3` of a PDF. Checksums cover it; rows
-- that were made before are made anew, for their notes are read by an older recipe.

ALTER TABLE chunk ADD COLUMN place TEXT NOT NULL DEFAULT '';
UPDATE chunk SET checksum = NULL;
