-- NULL in rows that were made before. That of a spare leaves `since` out: it is the vector's.

ALTER TABLE vector ADD COLUMN checksum INTEGER;
ALTER TABLE spare ADD COLUMN checksum INTEGER;
