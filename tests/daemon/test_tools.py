from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
import pytest

from tests.fakes import FakeEmbedder
from tests.house import gate, readers
from vaultbrain.config import Config, ModelConfig, SourceConfig
from vaultbrain.daemon.tools import make_embedder, make_source, make_sources, make_tools
from vaultbrain.gate.rules.base import noise
from vaultbrain.inference.builtin import BuiltinEmbedder
from vaultbrain.paths import locate
from vaultbrain.reading.base import Extract

if TYPE_CHECKING:
    from pathlib import Path

    from vaultbrain.inference.process import WorkerSettings
    from vaultbrain.paths import Paths


@pytest.fixture
def paths(tmp_path: Path) -> Paths:
    return locate({"VAULTBRAIN_HOME": str(tmp_path)})


def worker(paths: Paths, *, traceless: bool) -> WorkerSettings:
    made = make_embedder(paths, Config(), traceless=traceless)
    assert isinstance(made, BuiltinEmbedder)
    return made._settings


def test_no_embedder_where_there_is_to_be_none(paths: Paths) -> None:
    assert make_embedder(paths, Config(model=ModelConfig(embedder="off"))) is None


def test_the_daemons_embedder_keeps_what_it_builds(paths: Paths) -> None:
    made = worker(paths, traceless=False)
    assert (made.models, made.log) == (paths.models_dir, paths.worker_log)


def test_a_traceless_embedder_uses_what_is_there(paths: Paths) -> None:
    assert (worker(paths, traceless=True).models, paths.data_dir.exists()) == (None, False)
    paths.models_dir.mkdir(parents=True)
    made = worker(paths, traceless=True)
    assert (made.models, made.log) == (paths.models_dir, None)


def test_sources_are_as_the_settings_say(tmp_path: Path) -> None:
    at = SourceConfig(path=str(tmp_path), include=("*.md", "*.xyz"), exclude=("b.md",))
    found = make_source("notes", at, readers())
    assert (found.id, found.root) == ("notes", tmp_path)
    assert [found.rules.is_note(name) for name in ("a.md", "a.txt", "a.xyz")] == [
        True,
        False,
        False,
    ]
    assert found.rules.ignores("b.md")
    config = Config(sources={"one": at, "two": msgspec.structs.replace(at, exclude=())})
    assert list(make_sources(config, readers())) == ["one", "two"]


def test_without_a_model_words_are_counted() -> None:
    tools = make_tools(gate(), readers(), None)
    assert tools.tokenizer == "words"
    assert tools.count_tokens(["one", "two words", ""]) == [1, 3, 0]


def test_with_a_model_its_tokens_are_counted() -> None:
    embedder = FakeEmbedder()
    tools = make_tools(gate(), readers(), embedder)
    assert tools.tokenizer == embedder.identity.tokenizer
    assert tools.count_tokens(["two words"]) == embedder.count_tokens(["two words"])


def test_what_is_read_is_looked_at_by_the_gate() -> None:
    secret = "gh" + "p_" + noise(36)
    tools = make_tools(gate(), readers(), None)
    text = f"# {secret[:9]}**{secret[9:]}**"
    assert tools.reader.read("a.md", Extract(text)).title == "[redacted:github-token]"
