"""Finding chunks by meaning: codes in memory choose candidates, SQLite scores them."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

import msgspec
import numpy as np

from vaultbrain.search import scan
from vaultbrain.store import codes as codes_of
from vaultbrain.store import vectors
from vaultbrain.store.lexical import Scored
from vaultbrain.store.narrow import centred, unit

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vaultbrain.search.scan import Places
    from vaultbrain.store.codes import Codes
    from vaultbrain.store.database import Connection
    from vaultbrain.store.generations import Generation
    from vaultbrain.store.narrow import Floats, Ids
    from vaultbrain.store.vectors import Owners

# So many are scored exactly; of 100,000, and of a million, more of them find nothing more.
CANDIDATES = 400
# So many vectors, spread over the vault, tell what an unrelated text scores.
BACKGROUND = 512
# They are read anew when the vault has grown or shrunk by this part.
_OUT_OF_DATE = 1 / 16
# The part of a query that is taken off along the axis on which the vault's vectors differ most,
# and the fewest that tell an axis. It says what kind of text it is, short or long, prose or code,
# rather than what about: benchmarks/results/search.md has what that is worth.
DAMPED, FEWEST_OF_AXIS = 0.85, 64
_STEPS = 8
# Knuth's multiplier for hashing: 2^32 divided by the golden ratio.
_GOLDEN = np.uint64(2_654_435_761)
# The part of a language's lead that is taken off, and the fewest texts that tell a lead.
LANGUAGE_SHARE, FEWEST_OF_LANGUAGE = 0.7, 8
# Pairs of notes and vectors that may be out of date before all are read again.
_FEW = 1000


class Nearest(msgspec.Struct, frozen=True):
    """The best chunks by cosine, and what this query scores against the vault at large.

    `leads` tells by how much a language's texts score too high; it is taken off already.
    `scanned` vectors were compared with `query`, of shape (dimension,), which is what is left of
    the model's.
    """

    hits: tuple[Scored, ...]
    query: Floats
    background_mean: float
    background_deviation: float
    leads: dict[str, float]
    scanned: int


class Background(msgspec.Struct, frozen=True, eq=False):
    """Vectors of shape (n, dimension) spread over the vault, and their languages.

    `axis`, of shape (dimension,) and length 1, is that on which they differ most; None where there
    are too few to tell.
    """

    values: Floats
    languages: tuple[str, ...]
    axis: Floats | None


class CodeIndex:
    """What searches by meaning keep in memory, 64 bytes a vector at 384 dimensions.

    Each search reads what came since the last one; what it got stays as it is.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._generation: Generation | None = None
        self._codes = codes_of.nothing(0)
        self._background: tuple[Generation, int, Background] | None = None
        self._owners: Owners | None = None
        self._placed: tuple[Codes, Owners, Ids, Places] | None = None

    def refresh(self, db: Connection, generation: Generation) -> Codes:
        """The codes as of now."""
        with self._lock:
            if self._generation != generation:
                if self._generation is None or self._generation.id != generation.id:
                    self._owners = None
                self._codes = codes_of.read(db, generation)
                self._generation = generation
            else:
                last = int(self._codes.ids[-1]) if len(self._codes.ids) else 0
                new = codes_of.read(db, generation, last)
                if len(new.ids):
                    self._codes = codes_of.join([self._codes, new])
            return self._codes

    def background(self, db: Connection, generation: Generation, codes: Codes) -> Background:
        """Some vectors: nearly the same ones for nearly the same index."""
        count = len(codes.ids)
        with self._lock:
            kept = self._background
            if (
                kept is None
                or kept[0] != generation
                or abs(count - kept[1]) > _OUT_OF_DATE * kept[1]
            ):
                values, languages = vectors.sample(db, generation, _spread(codes.ids).tolist())
                found = Background(values, tuple(languages), _axis(values))
                kept = self._background = generation, count, found
            return kept[2]

    def places(
        self, db: Connection, generation: Generation, codes: Codes, wanted: Sequence[int]
    ) -> Places:
        """Where the vectors of some notes stand in `codes`, in ascending order.

        Some may be of chunks that these notes do not have any more.
        """
        with self._lock:
            owners = self._owners
            if owners is None or len(owners.notes) > 2 * len(codes.ids) + _FEW:
                owners = vectors.owners(db, generation)
            else:
                owners = vectors.owners_since(db, generation, owners)
            self._owners = owners
            if self._placed is None or self._placed[:2] != (codes, owners):
                self._placed = codes, owners, *_placed(codes, owners)
            _, _, of_note, places = self._placed
        is_found = np.zeros(len(codes.ids), np.bool_)
        is_found[places[np.isin(of_note, np.array(wanted, np.int64))]] = True
        return np.flatnonzero(is_found)


def nearest(
    db: Connection,
    index: CodeIndex,
    generation: Generation,
    query: Floats,
    limit: int,
    notes: Sequence[int] | None = None,
) -> Nearest:
    """The chunks closest to a query, best first.

    Args:
        db: a reading connection.
        index: of this database, kept from search to search.
        generation: whose vectors.
        query: shape (dimension,).
        limit: at most so many.
        notes: ids of those that may be found; without it all may. Only their vectors are scanned.
    """
    codes = known = index.refresh(db, generation)
    if notes is not None:
        codes = known.take(index.places(db, generation, known, notes))
    count = len(codes.ids)
    if not count:
        return Nearest((), query, 0.0, 1.0, {}, 0)
    background = index.background(db, generation, known)
    query = damped(query, background.axis)
    unrelated = background.values @ query
    leads = _leads(background.languages, unrelated)
    candidates = scan.closest(codes, centred(query, generation.mean), CANDIDATES)
    found = vectors.rescore(db, generation, np.sort(codes.ids[candidates]).tolist(), query)
    if notes is not None:
        # A text that two notes share has one vector; the other note is not asked for.
        allowed = set(notes)
        found = [at for at in found if at.note_id in allowed]
    hits = [Scored(at.chunk_id, at.score - leads.get(at.language, 0.0)) for at in found]
    hits.sort(key=lambda at: -at.score)
    scores = unrelated - np.array([leads.get(at, 0.0) for at in background.languages], np.float32)
    mean = float(scores.mean()) if len(scores) else 0.0
    deviation = float(scores.std()) if len(scores) else 1.0
    return Nearest(tuple(hits[:limit]), query, mean, max(deviation, 1e-3), leads, count)


def _spread(ids: Ids) -> Ids:
    """So many ids, as if by chance, but always by the same: most stay when others come or go."""
    order = (ids.astype(np.uint64) * _GOLDEN) & np.uint64(0xFFFFFFFF)
    return np.sort(ids[np.argsort(order, kind="stable")[:BACKGROUND]])


def damped(query: Floats, axis: Floats | None) -> Floats:
    """A query of length 1 with most of what it has along an axis taken off."""
    left = query if axis is None else query - np.float32(DAMPED) * (query @ axis) * axis
    found: Floats = unit(left[None, :])[0]
    return found


def _axis(values: Floats) -> Floats | None:
    """The first principal component, or nearly that: a few steps of power iteration tell it.

    They begin at the vector that is farthest from the mean, so the same vectors have the same axis.
    """
    if len(values) < FEWEST_OF_AXIS:
        return None
    rest = values - values.mean(axis=0)
    axis: Floats = rest[np.argmax(np.einsum("ij,ij->i", rest, rest))]
    for _ in range(_STEPS):
        axis = unit((rest.T @ (rest @ axis))[None, :])[0]
    return axis


def _placed(codes: Codes, owners: Owners) -> tuple[Ids, Places]:
    """Notes, and the places of their vectors in `codes`; without those that are not there."""
    places = np.searchsorted(codes.ids, owners.vectors)
    places[places == len(codes.ids)] = 0
    is_there = codes.ids[places] == owners.vectors
    return owners.notes[is_there], places[is_there]


def _leads(languages: Sequence[str], scores: Floats) -> dict[str, float]:
    """How much every text of a language scores above the vault's mean, whatever it says.

    The model puts texts of the question's own language nearer; taking most of that off lets a
    Czech question find an English note.
    """
    groups: dict[str, list[float]] = {}
    for language, score in zip(languages, scores.tolist(), strict=True):
        groups.setdefault(language, []).append(score)
    mean = float(scores.sum()) / max(1, len(scores))
    return {
        language: LANGUAGE_SHARE * (sum(of_language) / len(of_language) - mean)
        for language, of_language in groups.items()
        if len(of_language) >= FEWEST_OF_LANGUAGE
    }
