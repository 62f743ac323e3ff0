"""One search from question to hits."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Literal

import msgspec

from vaultbrain.errors import Cancelled, EmbedderError, VaultbrainError
from vaultbrain.records import Hit
from vaultbrain.search import exact, fuse, query
from vaultbrain.search.best import best_of_note
from vaultbrain.search.current import find_lines, stale
from vaultbrain.store import chunks, generations, lexical

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from vaultbrain.inference.base import Embedder
    from vaultbrain.search.current import Place, Vault
    from vaultbrain.search.dense import CodeIndex, Nearest
    from vaultbrain.search.fuse import Fused
    from vaultbrain.search.query import Question
    from vaultbrain.store.chunks import Passage
    from vaultbrain.store.database import Connection, Database
    from vaultbrain.store.lexical import Scored
    from vaultbrain.store.vectors import Floats

Mode = Literal["hybrid", "lexical", "semantic"]
LEG = 100
# So many passages that hold the question's words are to get their vectors next.
_PREFERRED = 32
_LOOKED_AT = 3
_SNIPPET = 320
_QUERY_SECONDS = 10.0


class Request(msgspec.Struct, frozen=True):
    """What to look for, and where."""

    text: str
    limit: int = 10
    mode: Mode = "hybrid"
    source: str | None = None
    path: str | None = None
    tag: str | None = None
    fusion: Literal["convex", "rrf"] = "convex"


class Ranked(msgspec.Struct, frozen=True):
    """A passage found, where it stands now, and why it was found."""

    passage: Passage
    place: Place
    fused: Fused


class Results(msgspec.Struct, frozen=True):
    """What a search found.

    `coverage` is the share of the question that the best passages hold; `vector`, the query's
    own, of shape (dimension,), and `meaning` are there where a model was asked; `notice` says in
    plain words what the search could not do.
    """

    question: Question
    ranked: tuple[Ranked, ...]
    coverage: float
    vector: Floats | None
    meaning: Nearest | None
    notice: str


class Search:
    """The read path's first half.

    `on_doubt` is told of notes that are not as indexed, with the hash they were indexed with, and
    says whether the indexer had no time to look at them yet. `prefer` is told of the chunks that a
    question would like to have vectors of.
    """

    def __init__(
        self,
        database: Database,
        vault: Vault,
        embedder: Embedder | None,
        on_doubt: Callable[[str, str, bytes], bool],
        prefer: Callable[[Sequence[int]], None] = lambda _: None,
    ) -> None:
        self._database, self._vault = database, vault
        self._embedder, self._on_doubt, self._prefer = embedder, on_doubt, prefer
        self._codes: CodeIndex | None = None

    def find(self, request: Request, is_cancelled: Callable[[], bool] = lambda: False) -> Results:
        """Search; every result was checked against its file.

        Args:
            request: what to look for.
            is_cancelled: asked between the steps; what nobody waits for is not finished.

        Raises:
            Cancelled: it said so.
        """
        check = functools.partial(_stop_if, is_cancelled)
        text = self._vault.gate.clean(request.text).text
        before = self._embedder.identity if self._embedder else None
        vector, notice = self._embed(text, request.mode)
        check()
        with self._database.reading() as db:
            question = query.read(db, text)
            allowed = chunks.select_notes(
                db, source=request.source, path=request.path, tag=request.tag
            )
            words = self._by_words(db, question, request.mode, allowed)
            check()
            # Vectors of two engines are never compared, not even while one takes over.
            if self._embedder and self._embedder.identity != before:
                vector = None
            meaning = self._by_meaning(db, vector, allowed)
            dense = meaning.hits if meaning else ()
            named = exact.named(db, question) if request.mode != "semantic" else []
            ids = {at.chunk_id for at in (*words, *dense)}.union(named)
            passages = chunks.fetch(db, ids)
        if allowed is not None:
            named = [at for at in named if at in passages and passages[at].note_id in allowed]
        self._prefer([at.chunk_id for at in words[:_PREFERRED]])
        if request.fusion == "rrf":
            fused = fuse.reciprocal_rank(words, dense)
        else:
            fused = exact.first(_fused(words, dense, passages, question), passages, question, named)
        ranked = self._checked(best_of_note(fused, passages, question), request.limit, check)
        best = _coverage(question, [at.passage for at in ranked[:_LOOKED_AT]])
        return Results(question, tuple(ranked), best, vector, meaning, notice)

    def hits(self, results: Results) -> list[Hit]:
        """Results as they leave the house."""
        return [self._hit(results.question, ranked) for ranked in results.ranked]

    def _embed(self, text: str, mode: Mode) -> tuple[Floats | None, str]:
        if mode == "lexical":
            return None, ""
        if self._embedder is None:
            return None, "Searched by words only: the embedder is switched off."
        try:
            return self._embedder.embed_query(text, timeout=_QUERY_SECONDS), ""
        except EmbedderError as error:
            return None, f"Searched by words only: {error.message}"

    def _by_words(
        self, db: Connection, question: Question, mode: Mode, allowed: Sequence[int] | None
    ) -> Sequence[Scored]:
        wanted = query.expression(question)
        if not wanted or mode == "semantic":
            return ()
        return lexical.match(db, wanted, LEG, allowed)

    def _by_meaning(
        self, db: Connection, vector: Floats | None, allowed: Sequence[int] | None
    ) -> Nearest | None:
        if vector is None or self._embedder is None:
            return None
        generation = generations.live(db, self._embedder.identity.fingerprint)
        if generation is None:
            return None
        from vaultbrain.search import dense  # noqa: PLC0415 - numpy waits for the first need

        if self._codes is None:
            self._codes = dense.CodeIndex()
        return dense.nearest(db, self._codes, generation, vector, LEG, allowed)

    def _checked(
        self, best: Iterable[tuple[Fused, Passage]], limit: int, check: Callable[[], None]
    ) -> list[Ranked]:
        """The first `limit` notes that still exist; doubts go back to the indexer.

        A note that is not at its path any more was deleted or renamed. Until the indexer knows
        which, it is shown as not current: a rename must not hide it for a moment.
        """
        found: list[Ranked] = []
        for fused, passage in best:
            if len(found) == limit:
                break
            check()
            if not self._vault.may_show(passage):
                self._on_doubt(passage.source, passage.path, passage.sha256)
                continue
            place = self._vault.locate(passage)
            if place is None or not place.fresh or place.sha256 != passage.sha256:
                is_new = self._on_doubt(passage.source, passage.path, passage.sha256)
                if place is None and is_new:
                    # It may be back by now: a save takes the note away for a moment.
                    gone = self._vault.has_vanished(passage)
                    place = stale(passage) if gone else self._vault.locate(passage)
            if place is not None:
                found.append(Ranked(passage, place, fused))
        return found

    def _hit(self, question: Question, ranked: Ranked) -> Hit:
        passage, place = ranked.passage, ranked.place
        clean = functools.partial(self._vault.gate.clean, passed=passage.passed)
        # All of the passage, for what makes a secret known may stand before the lines shown.
        start, snippet = _snippet(question, clean(passage.text).text)
        return Hit(
            source=passage.source,
            path=passage.path,
            title=clean(passage.title).text,
            heading=tuple(clean(step).text for step in passage.heading),
            line_start=place.line_start,
            line_end=place.line_end,
            line=self._line(ranked, start),
            snippet=snippet,
            score=round(ranked.fused.score, 4),
            sha256=place.sha256.hex(),
            fresh=place.fresh,
            place=passage.place,
            why={"lexical": round(ranked.fused.lexical, 4), "dense": round(ranked.fused.dense, 4)},
        )

    def _line(self, ranked: Ranked, start: int) -> int:
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
            now = self._vault.read(passage.source, passage.path)
        except VaultbrainError:
            return guessed
        found = find_lines(now.visible, lines[start], guessed)
        return found[0] if found else guessed


def _stop_if(is_cancelled: Callable[[], bool]) -> None:
    if is_cancelled():
        raise Cancelled("The request was taken back.")


def _fused(
    words: Sequence[Scored],
    dense: Sequence[Scored],
    passages: Mapping[int, Passage],
    question: Question,
) -> list[Fused]:
    """One ranking of both legs; words weigh less where even the best hold little of a question."""
    looked_at = [at.chunk_id for at in words[:_LOOKED_AT] if at.chunk_id in passages]
    covered = _coverage(question, [passages[at] for at in looked_at])
    return fuse.convex(words, dense, fuse.dense_weight(covered))


def _coverage(question: Question, passages: Sequence[Passage]) -> float:
    """The largest share of the question's weight in one of some passages."""
    return max((query.coverage(question, exact.text_of(at)) for at in passages), default=0.0)


def _snippet(question: Question, text: str) -> tuple[int, str]:
    """The line that answers best, counted from 0, and the text from it, at most 320 characters."""
    lines = text.split("\n")
    start = query.best_line(question, lines)
    shown = "\n".join(line for line in lines[start:] if line.strip())
    if len(shown) > _SNIPPET:
        shown = shown[: _SNIPPET - 1].rstrip() + "…"
    return start, shown
