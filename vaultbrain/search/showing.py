"""What was found, as it is shown: the line that answers best, and where it stands now."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from vaultbrain.errors import VaultbrainError
from vaultbrain.records import Hit
from vaultbrain.search import explain, query
from vaultbrain.search.current import find_lines

if TYPE_CHECKING:
    from vaultbrain.search.current import Vault
    from vaultbrain.search.query import Question
    from vaultbrain.search.results import Ranked, Results

_SNIPPET = 320


def hit(vault: Vault, results: Results, ranked: Ranked) -> Hit:
    """A passage as it leaves the house, cleaned by the rules of now."""
    passage, place = ranked.passage, ranked.place
    clean = functools.partial(vault.gate.clean, passed=passage.passed)
    # All of the passage, for what makes a secret known may stand before the lines shown.
    start, snippet = _snippet(results.question, clean(passage.text).text)
    return Hit(
        source=passage.source,
        path=passage.path,
        title=clean(passage.title).text,
        heading=tuple(clean(step).text for step in passage.heading),
        line_start=place.line_start,
        line_end=place.line_end,
        line=_line(vault, ranked, start),
        snippet=snippet,
        score=round(ranked.fused.score, 4),
        sha256=place.sha256.hex(),
        fresh=place.fresh,
        place=passage.place,
        why=explain.why(results.legs, ranked.fused),
    )


def _line(vault: Vault, ranked: Ranked, start: int) -> int:
    """Where in the file the line `start` of a passage stands.

    The file is read only where the passage has not a line for each of the file's: it repeats
    the head of a table, or something long between its lines is hidden.
    """
    passage, place = ranked.passage, ranked.place
    lines = passage.text.split("\n")
    guessed = min(place.line_start + start, place.line_end)
    if not place.fresh or len(lines) == place.line_end - place.line_start + 1:
        return guessed
    try:
        now = vault.read(passage.source, passage.path)
    except VaultbrainError:
        return guessed
    found = find_lines(now.visible, lines[start], guessed)
    return found[0] if found else guessed


def _snippet(question: Question, text: str) -> tuple[int, str]:
    """The line that answers best, counted from 0, and the text from it, at most 320 characters."""
    lines = text.split("\n")
    start = query.best_line(question, lines)
    shown = "\n".join(line for line in lines[start:] if line.strip())
    if len(shown) > _SNIPPET:
        shown = shown[: _SNIPPET - 1].rstrip() + "…"
    return start, shown
