"""One search from question to hits."""

from __future__ import annotations

import functools
import itertools
from typing import TYPE_CHECKING, Literal

import msgspec

from vaultbrain.errors import Cancelled, EmbedderError
from vaultbrain.search import exact, fuse, language, query, showing
from vaultbrain.search.best import best_of_note
from vaultbrain.search.counts import Counts
from vaultbrain.search.current import stale
from vaultbrain.search.exact import Named
from vaultbrain.search.fuse import Fused
from vaultbrain.search.meaning import Meaning
from vaultbrain.search.narrow import narrow
from vaultbrain.search.query import Lookups
from vaultbrain.search.results import Legs, Ranked, Results
from vaultbrain.search.typos import Vocabulary
from vaultbrain.store import chunks, lexical

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from vaultbrain.inference.base import Embedder
    from vaultbrain.records import Hit
    from vaultbrain.search.current import Vault
    from vaultbrain.search.language import Asked
    from vaultbrain.search.meaning import Embedded, Found
    from vaultbrain.search.narrow import Narrowed
    from vaultbrain.search.query import Question
    from vaultbrain.search.results import Mode, Request
    from vaultbrain.store.chunks import Passage
    from vaultbrain.store.database import Connection, Database
    from vaultbrain.store.lexical import Scored

LEG = 200
_MOST_LISTED = 2 * LEG
# So many passages that hold the question's words are to get their vectors next.
_PREFERRED = 32
_DEEPER = 20
_LOOKED_AT = 3
# So many notes may turn out to be gone or ignored before others must be fetched.
_SPARE = 10


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
        self._on_doubt, self._prefer = on_doubt, prefer
        self._meaning = Meaning(embedder) if embedder else None
        self._words, counts = Vocabulary(database.inspecting), Counts()
        self._lookups = Lookups(counts.size, counts.frequencies, self._words.near)

    def find(self, request: Request, is_cancelled: Callable[[], bool] = lambda: False) -> Results:
        """Search; every result was checked against its file.

        Args:
            request: what to look for.
            is_cancelled: asked between the steps; what nobody waits for is not finished.

        Raises:
            UsageError: a filter cannot be read, or all that is asked for is to leave out.
            Cancelled: it said so.
        """
        check = functools.partial(_stop_if, is_cancelled)
        asked = language.read(self._vault.gate.clean(request.text).text)
        if not asked.text:
            return self._newest(request, asked, check)
        vector, notice = self._embed(asked.text, request.mode)
        check()
        with self._database.reading() as db:
            question = query.read(db, asked.text, self._lookups)
            narrowed = narrow(db, asked, request.where)
            words = self._by_words(db, question, request.mode, narrowed, request.limit)
            check()
            meaning = self._by_meaning(db, vector, question, request, narrowed)
            joined = self._join(db, words, meaning, question, request.fusion)
            legs, ranking, note_of = self._put_first(db, joined, question, request, narrowed)
            # Of the same moment, or a note that is changed right now would be missed.
            fetch = functools.partial(chunks.fetch, db)
            best = best_of_note(ranking, note_of, fetch, question)
            first = list(itertools.islice(best, request.limit + _SPARE))
        self._prefer([at.chunk_id for at in words[:_PREFERRED]])
        shown = {passage.note_id for _, passage in first}
        left = (at for at in ranking if note_of.get(at.chunk_id) not in shown)
        later = best_of_note(left, note_of, self._fetch, question)
        ranked = tuple(self._checked(itertools.chain(first, later), request.limit, check))
        covered = _coverage(question, [at.passage for at in ranked[:_LOOKED_AT]])
        said = " ".join(filter(None, (narrowed.notice, notice)))
        return Results(question, ranked, covered, meaning, said, asked, narrowed, legs)

    def _join(
        self,
        db: Connection,
        words: Sequence[Scored],
        meaning: Found | None,
        question: Question,
        fusion: Literal["convex", "rrf"],
    ) -> Legs:
        """Both legs as one, by what the model is known to be worth."""
        dense = meaning.nearest.hits if meaning else ()
        if fusion == "rrf" or (meaning and not meaning.calibration):
            return Legs(words, dense, fuse.reciprocal_rank(words, dense))
        weight = 0.0
        if meaning and meaning.calibration:
            best = chunks.fetch(db, [at.chunk_id for at in words[:_LOOKED_AT]])
            covered = _coverage(question, best.values())
            weight = fuse.dense_weight(meaning.calibration, covered)
        return Legs(words, dense, fuse.convex(words, dense, weight))

    def _put_first(
        self,
        db: Connection,
        legs: Legs,
        question: Question,
        request: Request,
        narrowed: Narrowed,
    ) -> tuple[Legs, Sequence[Fused], Mapping[int, int]]:
        """The ranking with what is asked for by name first, and the note of every chunk in it."""
        found = [at.chunk_id for at in legs.fused]
        if request.fusion == "rrf":
            return legs, legs.fused, chunks.notes_of(db, found)
        named = self._named(db, question, request.mode, narrowed)
        note_of = chunks.notes_of(db, named.chunks.union(found))
        holders = exact.holders(db, question) if legs.words else frozenset()
        ranking, protected = exact.first(legs.fused, note_of, named, holders)
        return msgspec.structs.replace(legs, protected=protected), ranking, note_of

    def _fetch(self, ids: Sequence[int]) -> Mapping[int, Passage]:
        with self._database.reading() as db:
            return chunks.fetch(db, ids)

    def _newest(self, request: Request, asked: Asked, check: Callable[[], None]) -> Results:
        """What a query of nothing but filters asks for: the notes that pass, newest first."""
        language.check(asked, request.where)
        with self._database.reading() as db:
            question = query.read(db, asked.text)
            narrowed = narrow(db, asked, request.where)
            listed = chunks.newest(db, narrowed.notes or (), _MOST_LISTED)
            passages = chunks.fetch(db, listed)
        order = [(Fused(at, 0.0, 0.0, 0.0), passages[at]) for at in listed if at in passages]
        ranked = self._checked(order, request.limit, check)
        return Results(question, tuple(ranked), 0.0, None, narrowed.notice, asked, narrowed)

    def release(self) -> None:
        """Forget what is read again when it is needed."""
        self._words.release()

    def hits(self, results: Results) -> list[Hit]:
        """Results as they leave the house."""
        return [showing.hit(self._vault, results, ranked) for ranked in results.ranked]

    def _embed(self, text: str, mode: Mode) -> tuple[Embedded | None, str]:
        if mode == "lexical":
            return None, ""
        if self._meaning is None:
            return None, "Searched by words only: the embedder is switched off."
        try:
            return self._meaning.embed(text), ""
        except EmbedderError as error:
            return None, f"Searched by words only: {error.message}"

    def _by_words(
        self, db: Connection, question: Question, mode: Mode, narrowed: Narrowed, limit: int
    ) -> Sequence[Scored]:
        wanted = query.expression(question)
        if narrowed.phrase:
            either = " OR ".join(filter(None, (narrowed.phrase, wanted)))
            wanted = f"({narrowed.phrase}) AND ({either})"
        if not wanted or mode == "semantic" or narrowed.notes == []:
            return ()
        found = lexical.match(db, wanted, LEG, narrowed.notes)
        if len(found) == LEG and len(set(chunks.notes_of(db, _ids(found)).values())) < limit:
            # One long note has most of them.
            found = lexical.match(db, wanted, _DEEPER * LEG, narrowed.notes)
        return found

    def _by_meaning(
        self,
        db: Connection,
        vector: Embedded | None,
        question: Question,
        request: Request,
        narrowed: Narrowed,
    ) -> Found | None:
        if vector is None or self._meaning is None:
            return None
        noise_in = question.languages[0] if request.noise else ""
        return self._meaning.find(db, vector, narrowed, LEG, noise_in)

    def _named(self, db: Connection, question: Question, mode: Mode, narrowed: Narrowed) -> Named:
        if mode == "semantic" or narrowed.notes == []:
            return Named()
        named = exact.named(db, question, narrowed.notes)
        if narrowed.holding is None:
            return named
        held = narrowed.holding
        return Named(
            tuple(at for at in named.notes if at in held),
            tuple(at for at in named.sections if at in held),
        )

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


def _ids(found: Iterable[Scored]) -> list[int]:
    return [at.chunk_id for at in found]


def _stop_if(is_cancelled: Callable[[], bool]) -> None:
    if is_cancelled():
        raise Cancelled("The request was taken back.")


def _coverage(question: Question, passages: Iterable[Passage]) -> float:
    """The largest share of the question's weight in one of some passages."""
    return max((query.coverage(question, exact.text_of(at)) for at in passages), default=0.0)
