from __future__ import annotations

import stat
from typing import TYPE_CHECKING

import msgspec
import pytest

from tests.fakes import FakeEmbedder
from tests.house import gate, readers, scanner
from vaultbrain.config import (
    AllowConfig,
    Config,
    GateConfig,
    ModelConfig,
    PiiConfig,
    SourceConfig,
)
from vaultbrain.daemon.tools import (
    home_files,
    load_key,
    make_embedder,
    make_gate,
    make_scanner,
    make_source,
    make_sources,
    make_tools,
)
from vaultbrain.errors import ConfigError
from vaultbrain.gate.allow import Baseline, Origin
from vaultbrain.gate.rules.base import noise
from vaultbrain.gate.rules.classes import CONTAINERS
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


PW = "Kocicka" + "7626x"
CARD = "4298 6267 " + "7744 8528"
REST = "\n" + "Nothing else of any weight is written here. " * 20


# The gate


def test_the_gate_is_as_the_settings_say(tmp_path: Path) -> None:
    own = SourceConfig(path=str(tmp_path / "a"))
    foreign = SourceConfig(path=str(tmp_path / "b"), origin="foreign")
    config = Config(
        sources={"own": own, "mirror": foreign},
        gate=GateConfig(
            pii=PiiConfig(strong="allow", soft="redact"),
            allow=(AllowConfig("work/", ("password",)), AllowConfig("pins/", ("pin",), "own")),
        ),
    )
    made = make_gate(config, scanner(), Baseline(bytes(32)))
    assert made.baseline.id("pin", "1") == Baseline(bytes(32)).id("pin", "1")
    assert made.clean(f"card {CARD}, eva@host.cz").text == f"card {CARD}, [redacted:email]"

    def passes(text: str, source: str, path: str) -> bool:
        return made.clean(text + REST, Origin(source, path)).text == text + REST

    assert passes(f"heslo: {PW}", "mirror", "work/a.md")
    assert not passes(f"heslo: {PW}", "own", "a.md")
    assert passes("PIN: 48213", "own", "pins/a.md")
    assert not passes("PIN: 48213", "mirror", "pins/a.md")
    said = f"heslo: {PW} <!-- vaultbrain:allow password -->"
    assert (passes(said, "own", "a.md"), passes(said, "mirror", "a.md")) == (True, False)
    assert made.ruleset != make_gate(Config(), scanner()).ruleset


@pytest.mark.parametrize("class_", sorted(CONTAINERS))
def test_no_rule_lets_pass_what_opens_everything(class_: str) -> None:
    config = Config(gate=GateConfig(allow=(AllowConfig("*", ("pin", class_)),)))
    with pytest.raises(ConfigError, match=f"no rule lets {class_} pass.*gate allow ID"):
        make_gate(config, scanner())


def test_a_class_that_nobody_knows_is_named_with_those_there_are() -> None:
    config = Config(gate=GateConfig(allow=(AllowConfig("*", ("passwort",)),)))
    with pytest.raises(ConfigError, match=r"no class 'passwort'.*There are: .*password") as caught:
        make_gate(config, scanner())
    assert "private-key" not in caught.value.message


def test_the_scanner_is_ours_alone_unless_told_otherwise(paths: Paths) -> None:
    assert make_scanner(paths, Config()).version == ""
    assert not paths.data_dir.exists()


def test_a_second_scanner_is_asked_where_the_settings_want_it(paths: Paths) -> None:
    pytest.importorskip("kingfisher_sdk", reason="kingfisher-secret-scanner has no wheel here")
    config = Config(gate=GateConfig(deep_scan="on"))
    assert make_scanner(paths, config, traceless=True).version != ""
    assert not paths.deep_scan_dir.exists()
    assert make_scanner(paths, config).version != ""


# The key


def test_the_key_is_made_once_and_private(tmp_path: Path) -> None:
    file = tmp_path / "gate.key"
    key = load_key(file)
    assert (len(key), file.read_bytes()) == (32, key)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert load_key(file) == key
    assert load_key(tmp_path / "other.key") != key


@pytest.mark.parametrize("left", [b"", b"short", bytes(33)])
def test_one_that_a_crash_left_is_made_anew(tmp_path: Path, left: bytes) -> None:
    file = tmp_path / "gate.key"
    file.write_bytes(left)
    key = load_key(file)
    assert (len(key), file.read_bytes()) == (32, key)
    assert load_key(file) == key


def test_one_that_cannot_be_read_or_kept_is_for_this_process(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    gone = tmp_path / "nowhere" / "gate.key"
    for file in (tmp_path / "folder", gone):
        first, second = load_key(file), load_key(file)
        assert (len(first), len(second)) == (32, 32)
        assert first != second
    assert not gone.exists()


def test_on_a_full_disk_there_is_a_key_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr("vaultbrain.daemon.tools.os.fsync", fail)
        assert len(load_key(tmp_path / "gate.key")) == 32


# Where a word of a note could stand


def test_every_file_of_a_home_is_looked_through_but_for_those_without_notes(paths: Paths) -> None:
    assert home_files(paths) == []
    wanted = [
        paths.index_db,
        paths.index_db.with_name("index.db-wal"),
        paths.backups_dir / "state-2026.db",
        paths.log,
        paths.log.with_name(f"{paths.log.name}.1"),
    ]
    others = [paths.gate_key, paths.models_dir / "m" / "weights", paths.deep_scan_dir / "rules"]
    for file in (*wanted, *others, paths.config_file):
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch()
    assert sorted(home_files(paths)) == sorted(wanted)
