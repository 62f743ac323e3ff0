-- A question asks which languages there are.

CREATE INDEX note_language ON note (language);
