from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from vaultbrain.errors import EmbedderError
from vaultbrain.search import noise
from vaultbrain.search.dense import Nearest
from vaultbrain.search.noise import Noise, questions
from vaultbrain.search.results import Request
from vaultbrain.search.unrelated import QUESTIONS
from vaultbrain.store import languages
from vaultbrain.store.chunks import EVERY_NOTE, Selection
from vaultbrain.store.lexical import Scored

if TYPE_CHECKING:
    from tests.house import House
    from vaultbrain.store.narrow import Floats


def nearest(vector: Floats) -> Nearest:
    """As near as the vector's first number says."""
    return Nearest((Scored(1, float(vector[0])),), vector, 0.0, 1.0, {}, 1)


class Model:
    """Each question gets the number of those that were asked before."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def embed(self, text: str) -> Floats:
        self.asked.append(text)
        return np.array([len(self.asked)], np.float32)


def test_it_is_the_middle_of_what_unanswered_questions_score() -> None:
    model = Model()
    assert Noise(model.embed).of(1, "english", nearest) == 8.5
    assert model.asked == list(QUESTIONS["english"])


def test_nothing_near_is_no_noise() -> None:
    def nothing(vector: Floats) -> Nearest:
        return Nearest((), vector, 0.0, 1.0, {}, 0)

    assert Noise(Model().embed).of(1, "english", nothing) == 0.0


def test_a_vault_is_measured_anew_when_it_has_grown_or_shrunk_by_a_quarter() -> None:
    model = Model()
    kept = Noise(model.embed)
    looked: list[float] = []

    def near(vector: Floats) -> Nearest:
        looked.append(float(vector[0]))
        return nearest(vector)

    for vectors, measured in ((100, 16), (125, 16), (76, 16), (126, 32), (90, 48)):
        assert kept.of_vault(1, "english", vectors, near) == 8.5
        assert len(looked) == measured
    assert len(model.asked) == 16  # the model is asked once
    kept.of_vault(1, "czech", 100, near)
    kept.of_vault(2, "english", 100, near)
    assert len(model.asked) == 48


def test_a_model_that_fails_is_asked_again() -> None:
    model = Model()
    fails = iter([True, *[False] * 99])

    def embed(text: str) -> Floats:
        if next(fails):
            message = "away"
            raise EmbedderError(message)
        return model.embed(text)

    kept = Noise(embed)
    with pytest.raises(EmbedderError):
        kept.of(1, "english", nearest)
    assert kept.of(1, "english", nearest) == 8.5


def test_a_language_without_questions_is_asked_some_of_each() -> None:
    asked = questions("welsh")
    assert len(asked) == noise._OF_EACH * len(QUESTIONS)
    assert set(asked) <= {text for texts in QUESTIONS.values() for text in texts}


@pytest.mark.parametrize("language", QUESTIONS)
def test_the_questions_are_in_their_language(language: str) -> None:
    texts = questions(language)
    assert len(set(texts)) == 16
    assert languages.guess("\n".join(texts)) == language


def test_of_a_part_of_the_vault_it_is_that_parts(house: House) -> None:
    for n in range(30):
        house.write(f"a/{n}.md", f"# Note {n}\n\nBread and butter number {n}.\n")
    house.write("b/whale.md", "Why do whales strand on beaches? Nobody knows.\n")
    house.scan()
    house.embed()

    def found(where: Selection = EVERY_NOTE, *, noise: bool = True) -> float | None:
        meaning = house.search.find(Request("bread butter", where=where, noise=noise)).meaning
        assert meaning is not None
        return meaning.noise

    whole, part = found(), found(Selection(paths=("b/",)))
    assert whole is not None
    assert part is not None
    assert part < whole
    assert found(noise=False) is None


def test_a_model_that_goes_away_meanwhile_leaves_no_noise(house: House) -> None:
    house.write("a.md", "Bread and butter.\n")
    house.scan()
    house.embed()
    asked = house.embedder.embed_query

    def once(text: str, timeout: float | None = None) -> Floats:
        vector: Floats = asked(text, timeout)
        house.embedder.available = False
        return vector

    house.embedder.embed_query = once  # type: ignore[method-assign]
    meaning = house.search.find(Request("bread butter", noise=True)).meaning
    assert meaning is not None
    assert meaning.noise is None
