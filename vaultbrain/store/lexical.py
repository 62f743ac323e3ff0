"""Finding chunks by their words."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import msgspec

from vaultbrain.store import analysis
from vaultbrain.store.rows import rows, value

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    import apsw

# Order of the columns of `lex`: title, aliases, headings, tags, body, stems. The last hold every
# word a second time, so what stands as it was asked for weighs 1.3.
WEIGHTS = (4.0, 4.0, 3.0, 2.0, 0.3, 1.0)
_WRITTEN = "title aliases headings tags body"

_MATCH = """
SELECT lex.rowid, -bm25(lex, {weights}) AS score
FROM lex
WHERE lex MATCH ?
ORDER BY score DESC LIMIT ?
"""
_MATCH_FILTERED = """
SELECT lex.rowid, -bm25(lex, {weights}) AS score
FROM lex JOIN chunk ON chunk.id = lex.rowid
WHERE lex MATCH ? AND chunk.note_id IN (SELECT value FROM json_each(?))
ORDER BY score DESC LIMIT ?
"""
# The first chunk of every note whose title or aliases hold a phrase; those of that name are first.
_NAMED = """
SELECT lex.rowid, note.title, note.aliases
FROM lex JOIN chunk ON chunk.id = lex.rowid JOIN note ON note.id = chunk.note_id
WHERE lex MATCH ?1 AND chunk.ordinal = 0
  AND (?3 IS NULL OR chunk.note_id IN (SELECT value FROM json_each(?3)))
ORDER BY length(note.title) LIMIT ?2
"""
# The passages of every section whose heading holds a phrase, and those of sections under it.
_HEADED = """
SELECT lex.rowid, chunk.heading, chunk.text
FROM lex JOIN chunk ON chunk.id = lex.rowid
WHERE lex MATCH ?1 AND (?3 IS NULL OR chunk.note_id IN (SELECT value FROM json_each(?3))) LIMIT ?2
"""
_HOLDING = """
SELECT lex.rowid, chunk.note_id FROM lex JOIN chunk ON chunk.id = lex.rowid WHERE lex MATCH ?
"""
# No letter of a script without blanks comes before this one: most words are not looked at.
_ENDING = """
SELECT DISTINCT term FROM lex_vocab WHERE term >= '\u0e00' AND col = 'stems' AND term LIKE ?
"""
_FREQUENCIES = """
SELECT term, sum(doc) FROM lex_vocab
WHERE term IN (SELECT value FROM json_each(?)) AND col {columns} 'stems' GROUP BY term
"""
_CHUNKS = "SELECT count(*) FROM chunk"
# From one language to the next in the index: it is not read through.
_LANGUAGES = """
WITH RECURSIVE spoken (language) AS (
    SELECT min(language) FROM note
    UNION ALL
    SELECT (SELECT min(note.language) FROM note WHERE note.language > spoken.language)
    FROM spoken WHERE spoken.language IS NOT NULL
)
SELECT language FROM spoken
WHERE EXISTS (SELECT 1 FROM note WHERE note.language = spoken.language LIMIT 1 OFFSET ?)
"""


_HEADING = re.compile(r"#{1,6}[ \t]+(\S.*?)[ \t#]*")


class Scored(msgspec.Struct, frozen=True):
    """A chunk and how well it matches; more is better."""

    chunk_id: int
    score: float


def match(
    db: apsw.Connection, expression: str, limit: int, notes: Sequence[int] | None = None
) -> list[Scored]:
    """The best chunks for an FTS5 expression, best first.

    Scores are BM25 with k1 = 1.2, b = 0.75 and the weights above (Robertson and Zaragoza 2009),
    as FTS5 computes them, with the sign turned.

    Args:
        db: a reading connection.
        expression: FTS5 syntax, every term quoted.
        limit: at most so many chunks.
        notes: only chunks of these notes; None for all.
    """
    weights = ", ".join(str(weight) for weight in WEIGHTS)
    if notes is None:
        found = rows(db, _MATCH.format(weights=weights), (expression, limit))
    else:
        allowed = msgspec.json.encode(notes).decode()
        found = rows(db, _MATCH_FILTERED.format(weights=weights), (expression, allowed, limit))
    return [Scored(int(row[0]), float(row[1])) for row in found]


def named(
    db: apsw.Connection, phrase: str, limit: int, notes: Sequence[int] | None = None
) -> dict[int, tuple[str, ...]]:
    """First chunks of notes that have a phrase in a name, with all names of those notes.

    Args:
        db: a reading connection.
        phrase: folded words between blanks.
        limit: at most so many notes.
        notes: only these notes; None for all.
    """
    allowed = None if notes is None else msgspec.json.encode(notes).decode()
    found = rows(db, _NAMED, (f'{{title aliases}} : "{phrase}"', limit, allowed))
    return {
        int(chunk_id): (str(title), *msgspec.json.decode(aliases, type=tuple[str, ...]))
        for chunk_id, title, aliases in found
    }


def headed(
    db: apsw.Connection, phrase: str, limit: int, notes: Sequence[int] | None = None
) -> dict[int, tuple[str, ...]]:
    """Chunks that have a phrase in a heading, with the headings of the sections they hold.

    Args:
        db: a reading connection.
        phrase: folded words between blanks.
        limit: at most so many chunks.
        notes: only chunks of these notes; None for all.
    """
    allowed = None if notes is None else msgspec.json.encode(notes).decode()
    found = rows(db, _HEADED, (f'headings : "{phrase}"', limit, allowed))
    return {
        int(chunk_id): (*msgspec.json.decode(path, type=list[str])[-1:], *headings_in(text))
        for chunk_id, path, text in found
    }


def holding(db: apsw.Connection, expression: str) -> dict[int, int]:
    """Every chunk that an FTS5 expression matches, with the note it belongs to."""
    return {int(chunk): int(note) for chunk, note in rows(db, _HOLDING, (expression,))}


def exactly(db: apsw.Connection, text: str) -> str:
    """Words in a row, as they are written, as an FTS5 expression; empty where there is no word.

    Case and diacritics do not count, and no stem does. Of a script without blanks it is the
    characters in a row; where such a run meets other words, each part must be there.
    """
    words = analysis.words(text)
    pairs = {word: found for word in words if (found := analysis.bigrams(word))}
    if pairs:
        parts = [_in_run(db, word, pairs[word]) if word in pairs else _word(word) for word in words]
        return " AND ".join(f"({part})" for part in parts)
    if len(words) < 2:  # noqa: PLR2004 - no phrase
        forms = dict.fromkeys((*analysis.tokens(text), *map(analysis.fold, words)))
        return " OR ".join([*map(_written, forms), *map(_marked, words)])
    phrases = dict.fromkeys(
        " ".join(form) for form in (analysis.tokens(text), map(analysis.fold, words))
    )
    return " OR ".join([*map(_written, phrases), *_elsewhere(words)])


def _written(phrase: str) -> str:
    return f'({{{_WRITTEN}}} : "{phrase}")'


def _marked(word: str) -> str:
    """A word of which the tokenizer made something else."""
    return f'(stems : "{analysis.marked(analysis.fold(word))}")'


def _word(word: str) -> str:
    return f"{_written(analysis.fold(word))} OR {_marked(word)}"


def _elsewhere(words: Sequence[str]) -> Iterator[str]:
    """A phrase in which a word is not found as it is written: all of it, in whatever order."""
    for at, word in enumerate(words):
        others = [f"({_word(other)})" for other in (*words[:at], *words[at + 1 :])]
        yield f"({' AND '.join([_marked(word), *others])})"


def _in_run(db: apsw.Connection, run: str, pairs: Sequence[str]) -> str:
    """Characters in a row, by their pairs; a name that is nothing else is one word."""
    written = f'{{{_WRITTEN}}} : "{run}"'
    if len(run) > 1:
        return f'stems : "{" ".join(pairs)}" OR {written}'
    ends = [str(row[0]) for row in rows(db, _ENDING, (f"_{run}",))]
    either = " OR ".join([f'"{run}"*', *(f'"{pair}"' for pair in ends)])
    return f"stems : ({either}) OR {written}"


def frequencies(db: apsw.Connection, terms: Iterable[str], *, stems: bool) -> dict[str, int]:
    """In how many chunks each folded term stands; terms that stand nowhere are left out.

    A word is counted once for each column that holds it, which overstates titles a little.
    """
    wanted = msgspec.json.encode(list(terms)).decode()
    found = rows(db, _FREQUENCIES.format(columns="=" if stems else "<>"), (wanted,))
    return {str(term): int(count) for term, count in found}


def headings_in(text: str) -> Iterator[str]:
    """The headings within a passage, which short sections share; in code they are none."""
    if "#" not in text:
        return
    is_code = False
    for line in text.split("\n"):
        is_code ^= line.lstrip().startswith(("```", "~~~"))
        heading = None if is_code else _HEADING.fullmatch(line)
        if heading:
            yield heading[1]


def size(db: apsw.Connection) -> int:
    """How many chunks can be found."""
    return int(value(db, _CHUNKS))


def languages(db: apsw.Connection, least: int) -> tuple[str, ...]:
    """The languages that more than `least` notes are in, in the order of their names."""
    return tuple(str(row[0]) for row in rows(db, _LANGUAGES, (least,)))
