"""What every embedder promises. A test class inherits this and gives a fixture `embedder`."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import numpy as np
import pytest

if TYPE_CHECKING:
    from vaultbrain.inference.base import Embedder

STRANGE = {
    "empty": "",
    "spaces": " \n\t ",
    "nul": "before\0after",
    "only nul": "\0",
    "surrogate": "half \ud83d a pair",
    "emoji": "👩‍👩‍👧 🧠",
    "long word": "x" * 5000,
    "arabic ligature": "\ufdfa" * 300,
    "control": "a\x0bb\x1cc\x85d\u2028e\u200bf",
    "mixed": "Vaše poznámky — 日本語のノート, 中文笔记. ¿Qué?",
}
SENTENCES = [
    "The cat sleeps on the warm roof of the house.",
    "Invoices are due within thirty days of delivery.",
    "Kočka spí na teplé střeše domu.",
    "",
    "Pack the tent, the stove and two ropes for the climb.",
]


class EmbedderContract:
    def test_passages_give_one_unit_row_each(self, embedder: Embedder) -> None:
        vectors = embedder.embed_passages(SENTENCES)
        assert vectors.shape == (len(SENTENCES), embedder.identity.dimension)
        assert vectors.dtype == np.float32
        assert np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)

    def test_a_query_gives_one_unit_vector(self, embedder: Embedder) -> None:
        vector = embedder.embed_query("where does the cat sleep?")
        assert vector.shape == (embedder.identity.dimension,)
        assert vector.dtype == np.float32
        assert np.isclose(np.linalg.norm(vector), 1, atol=1e-5)

    def test_no_passages_give_no_rows(self, embedder: Embedder) -> None:
        vectors = embedder.embed_passages([])
        assert vectors.shape == (0, embedder.identity.dimension)
        assert vectors.dtype == np.float32

    def test_the_same_text_gives_the_same_vector(self, embedder: Embedder) -> None:
        first, second = (embedder.embed_passages(SENTENCES) for _ in range(2))
        assert np.array_equal(first, second)
        assert np.array_equal(embedder.embed_query("why?"), embedder.embed_query("why?"))

    def test_a_batch_gives_what_single_texts_give(self, embedder: Embedder) -> None:
        batch = embedder.embed_passages(SENTENCES)
        single = np.concatenate([embedder.embed_passages([text]) for text in SENTENCES])
        assert np.allclose(batch, single, atol=1e-6)

    def test_the_caller_may_change_what_it_got(self, embedder: Embedder) -> None:
        vectors = embedder.embed_passages(SENTENCES[:1])
        vectors *= 2
        assert not np.array_equal(vectors, embedder.embed_passages(SENTENCES[:1]))

    def test_a_query_is_nearest_to_the_passage_that_answers_it(self, embedder: Embedder) -> None:
        passages = embedder.embed_passages(SENTENCES)
        scores = passages @ embedder.embed_query("a cat on the roof of a house")
        assert scores.argmax() == 0

    @pytest.mark.parametrize("name", STRANGE)
    def test_strange_text_is_embedded(self, embedder: Embedder, name: str) -> None:
        text = STRANGE[name]
        for vector in (embedder.embed_query(text), embedder.embed_passages([text])[0]):
            assert np.isfinite(vector).all()
            assert np.isclose(np.linalg.norm(vector), 1, atol=1e-5)

    def test_text_after_nul_is_not_lost(self, embedder: Embedder) -> None:
        cut, whole, spaced = embedder.embed_passages(["apple", "apple\0pear", "apple pear"])
        assert np.array_equal(whole, spaced)
        assert not np.array_equal(whole, cut)
        assert embedder.count_tokens(["apple\0pear"]) == embedder.count_tokens(["apple pear"])

    def test_outer_white_space_does_not_count(self, embedder: Embedder) -> None:
        bare, padded = embedder.embed_passages(["apple pear", "\n apple pear \t\n"])
        assert np.array_equal(bare, padded)

    def test_counts_add_up_over_words(self, embedder: Embedder) -> None:
        texts = [*STRANGE.values(), *SENTENCES]
        counts = embedder.count_tokens(texts)
        assert all(count >= 0 for count in counts)
        for text, count in zip(texts, counts, strict=True):
            assert count == sum(embedder.count_tokens(text.split()))
        both = embedder.count_tokens([f"{texts[-1]}\n\n{texts[-2]}"])
        assert both == [counts[-1] + counts[-2]]

    def test_counts_of_nothing(self, embedder: Embedder) -> None:
        assert embedder.count_tokens([]) == []
        assert embedder.count_tokens(["", " \n"]) == [0, 0]
        assert embedder.count_tokens(["word"])[0] > 0

    def test_threads_do_not_mix_up_their_answers(self, embedder: Embedder) -> None:
        expected = [embedder.embed_passages([text])[0] for text in SENTENCES]
        queries = [embedder.embed_query(text) for text in SENTENCES]
        counts = embedder.count_tokens(SENTENCES)

        def work(turn: int) -> None:
            for index, text in enumerate(SENTENCES[turn:] + SENTENCES[:turn]):
                place = (index + turn) % len(SENTENCES)
                assert np.array_equal(embedder.embed_passages([text])[0], expected[place])
                assert np.array_equal(embedder.embed_query(text), queries[place])
                assert embedder.count_tokens([text, f"new{turn}"])[0] == counts[place]

        with ThreadPoolExecutor(4) as pool:
            list(pool.map(work, range(4)))

    def test_health_is_fine_and_silent(self, embedder: Embedder) -> None:
        embedder.embed_query("hello")
        health = embedder.health()
        assert health.available
        assert health.loaded
        assert (health.reason, health.advice) == ("", "")

    def test_a_calibration_gives_weights_between_nothing_and_all(self, embedder: Embedder) -> None:
        found = embedder.calibration
        assert found is not None
        assert 0 < found.dense_weight < 1
        assert 0 < found.trusted_coverage <= 1
        assert all(at > 0 for at in (found.evidence[1], *found.evidence[3:]))

    def test_the_identity_names_the_model(self, embedder: Embedder) -> None:
        assert embedder.identity.model in embedder.identity.fingerprint
        assert embedder.identity == embedder.identity
        assert embedder.max_tokens > 0
