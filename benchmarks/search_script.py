"""A plain full-text script, as anybody would write it: the least a search of notes must beat.

    python benchmarks/search_script.py DATABASE VAULT     # bring the index up to date, and end
    python benchmarks/search_script.py DATABASE           # answer: a query a line, a JSON list back

Cuts notes at headings, finds changed files by their hash, and joins the words of a query with OR.
"""

from __future__ import annotations

import hashlib
import json
import re
import sqlite3
import sys
from pathlib import Path

SCHEMA = """
CREATE TABLE IF NOT EXISTS file (path TEXT PRIMARY KEY, hash TEXT);
CREATE TABLE IF NOT EXISTS chunk (id INTEGER PRIMARY KEY, path TEXT, head TEXT, body TEXT);
CREATE INDEX IF NOT EXISTS chunk_path ON chunk (path);
CREATE VIRTUAL TABLE IF NOT EXISTS words USING fts5 (
    head, body, content = 'chunk', content_rowid = 'id', tokenize = 'unicode61 remove_diacritics 2'
);
"""
DELETE = "INSERT INTO words (words, rowid, head, body) SELECT 'delete', id, head, body FROM chunk "
SEARCH = """
SELECT chunk.path FROM words JOIN chunk ON chunk.id = words.rowid
WHERE words MATCH ? ORDER BY bm25(words, 2.0, 1.0) LIMIT 40
"""


def update(db: sqlite3.Connection, vault: Path) -> None:
    known = dict(db.execute("SELECT path, hash FROM file").fetchall())
    for file in vault.rglob("*.md"):
        path, content = str(file.relative_to(vault)), file.read_bytes()
        found = hashlib.sha256(content).hexdigest()
        if known.pop(path, None) != found:
            replace(db, path, [])
            replace(db, path, re.split(r"^(?=#{1,6} )", content.decode(), flags=re.MULTILINE))
            db.execute("REPLACE INTO file VALUES (?, ?)", (path, found))
    for path in known:
        replace(db, path, [])
        db.execute("DELETE FROM file WHERE path = ?", (path,))


def replace(db: sqlite3.Connection, path: str, chunks: list[str]) -> None:
    """Take the chunks of a note out, and others in."""
    db.execute(f"{DELETE} WHERE path = ?", (path,))
    db.execute("DELETE FROM chunk WHERE path = ?", (path,))
    for body in filter(None, map(str.strip, chunks)):
        row = (path, f"{path} {body.partition(chr(10))[0]}", body)
        made = db.execute("INSERT INTO chunk (path, head, body) VALUES (?, ?, ?)", row)
        db.execute(
            "INSERT INTO words (rowid, head, body) VALUES (?, ?, ?)", (made.lastrowid, *row[1:])
        )


def search(db: sqlite3.Connection, query: str) -> list[str]:
    wanted = " OR ".join(f'"{word}"' for word in re.findall(r"\w+", query))
    return list(dict.fromkeys(row[0] for row in db.execute(SEARCH, (wanted,))))


def main() -> None:
    db = sqlite3.connect(sys.argv[1])
    db.execute("PRAGMA journal_mode = WAL")
    db.executescript(SCHEMA)
    if len(sys.argv) > 2:
        update(db, Path(sys.argv[2]))
        db.commit()
    else:
        for line in sys.stdin:
            print(json.dumps(search(db, line)), flush=True)
    db.close()


if __name__ == "__main__":
    main()
