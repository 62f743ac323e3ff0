from __future__ import annotations

import pytest

from tests.fakes import FakeEmbedder
from tests.inference.contract import EmbedderContract
from vaultbrain.errors import EmbedderError


@pytest.fixture(params=[64, 384])
def embedder(request: pytest.FixtureRequest) -> FakeEmbedder:
    return FakeEmbedder(dimension=request.param)


class TestFake(EmbedderContract):
    pass


def test_it_fails_as_often_as_told() -> None:
    embedder = FakeEmbedder()
    embedder.fail_next = 2
    with pytest.raises(EmbedderError, match="as it was told"):
        embedder.embed_query("a")
    with pytest.raises(EmbedderError, match="as it was told"):
        embedder.embed_passages(["a"])
    embedder.embed_query("a")
    assert embedder.calls == {"passages": 0, "query": 1, "count": 0}


def test_it_can_be_away_and_closed() -> None:
    embedder = FakeEmbedder()
    embedder.available = False
    assert not embedder.health().available
    with pytest.raises(EmbedderError, match="switched off"):
        embedder.embed_query("a")
    assert embedder.count_tokens(["one two"]) == [2]
    embedder.available = True
    embedder.close()
    assert embedder.health().reason
    with pytest.raises(EmbedderError, match="switched off"):
        embedder.embed_passages(["a"])


def test_inflections_are_closer_than_strangers() -> None:
    embedder = FakeEmbedder()
    query = embedder.embed_query("poznámka")
    near, far = embedder.embed_passages(["poznamky", "traktor"])
    assert query @ near > query @ far
