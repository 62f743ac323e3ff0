from __future__ import annotations

import os
import shutil
import signal
import stat
import tempfile
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.fakes import FakeEmbedder
from vaultbrain import config as settings
from vaultbrain.client import Client
from vaultbrain.config import Config, ModelConfig, SourceConfig
from vaultbrain.daemon import main
from vaultbrain.errors import AlreadyRunning, ConfigError, DaemonNotRunning, VaultbrainError
from vaultbrain.inference.builtin import BuiltinEmbedder
from vaultbrain.paths import locate

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from vaultbrain.inference.base import Embedder, Vectors
    from vaultbrain.paths import Paths


class Home:
    """A home with one vault, whose daemon runs in this process."""

    def __init__(self, folder: Path) -> None:
        self.paths = locate({"VAULTBRAIN_HOME": str(folder / "home")})
        self.root = folder / "notes"
        self.root.mkdir()
        self.embedder = FakeEmbedder()
        self.configure(notes=self.root)

    def configure(self, embedder: Any = "builtin", **sources: Path) -> None:  # noqa: ANN401
        found = Config(
            sources={name: SourceConfig(path=str(at)) for name, at in sources.items()},
            model=ModelConfig(embedder=embedder),
        )
        self.paths.config_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
        self.paths.config_file.write_text(settings.dump(found))

    def write(self, path: str, text: str) -> Path:
        file = self.root / path
        file.write_text(text)
        return file

    def make(self, paths: Paths) -> Embedder:
        assert paths == self.paths
        return self.embedder

    def serve(self, visit: Callable[[Client], object]) -> None:
        """Be the daemon in this thread while `visit` asks it from another; then SIGTERM."""
        faults: list[BaseException] = []

        def run() -> None:
            try:
                with self.connect() as client:
                    visit(client)
            except BaseException as error:  # noqa: BLE001 - told in the main thread
                faults.append(error)
            finally:
                os.kill(os.getpid(), signal.SIGTERM)

        visitor = threading.Thread(target=run)
        visitor.start()
        assert main.run(self.paths, make_embedder=self.make) == 0
        visitor.join()
        if faults:
            raise faults[0]

    def connect(self) -> Client:
        deadline = time.monotonic() + 20
        while True:
            try:
                return Client(self.paths.socket)
            except DaemonNotRunning:
                assert time.monotonic() < deadline
                time.sleep(0.02)


@pytest.fixture
def home() -> Iterator[Home]:
    before = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT)}
    # A signal that comes too late must not end the tests.
    signal.signal(signal.SIGTERM, lambda *_: None)
    folder = Path(tempfile.mkdtemp(prefix="vb"))
    yield Home(folder)
    shutil.rmtree(folder)
    for number, handler in before.items():
        signal.signal(number, handler)


def paths_of(result: dict[str, Any]) -> list[str]:
    return [hit["path"] for hit in result["hits"]]


def test_a_whole_life(home: Home) -> None:
    home.write("a.md", "# Zebra\n\nIt has stripes.")

    def visit(client: Client) -> None:
        client.call("sync")
        assert paths_of(client.call("search", {"query": "stripes", "mode": "lexical"})) == ["a.md"]
        home.write("b.md", "giraffe")
        deadline = time.monotonic() + 10
        while not paths_of(client.call("search", {"query": "giraffe", "mode": "lexical"})):
            assert time.monotonic() < deadline
        while client.call("status")["state"] != "ready":
            assert time.monotonic() < deadline
            time.sleep(0.02)
        found = client.call("status")
        assert (found["notes"], found["vectors"]) == (2, 2)
        assert found["sources"][0]["watching"]

    home.serve(visit)
    assert home.embedder.closed
    assert not home.paths.socket.exists()
    assert not home.paths.index_db.with_name("index.db-wal").exists()
    names = {thread.name for thread in threading.enumerate()}
    assert not names & {"indexer", "embedding", "writer", "supervisor"}


def test_everything_it_makes_is_private(home: Home) -> None:
    home.write("a.md", "zebra")

    def visit(client: Client) -> None:
        client.call("sync")
        for folder in (home.paths.data_dir, home.paths.state_dir, home.paths.run_dir):
            for at in (folder, *folder.iterdir()):
                assert stat.S_IMODE(at.lstat().st_mode) & 0o077 == 0, at

    home.serve(visit)


def test_a_restart_goes_on_from_the_index(home: Home) -> None:
    home.write("a.md", "zebra")
    generations: list[int] = []

    def visit(client: Client) -> None:
        client.call("sync")
        deadline = time.monotonic() + 10
        while client.call("status")["pending"]:
            assert time.monotonic() < deadline
            time.sleep(0.02)
        generations.append(client.call("status")["generation"])

    home.serve(visit)
    calls = dict(home.embedder.calls)
    home.embedder = FakeEmbedder()
    home.serve(visit)
    assert generations[0] == generations[1]
    assert calls["passages"] == 1
    assert home.embedder.calls["passages"] == 0


def test_an_index_that_was_deleted_comes_back_without_embedding(home: Home) -> None:
    home.write("a.md", "zebra")
    home.write("b.md", "giraffe")
    kept: list[int] = []

    def visit(client: Client) -> None:
        client.call("sync")
        deadline = time.monotonic() + 10
        while client.call("status")["state"] != "ready":
            assert time.monotonic() < deadline
            time.sleep(0.02)
        found = client.call("status")
        assert (found["notes"], found["vectors"]) == (2, 2)
        kept.append(found["vectors_kept"])

    embedded: list[bool] = []
    for start in range(4):
        if start == 2:
            home.paths.index_db.unlink()
        home.embedder = FakeEmbedder()
        home.serve(visit)
        embedded.append(home.embedder.calls["passages"] > 0)
    assert embedded == [True, False, False, False]
    assert kept == [0, 0, 2, 0]
    told = "the index is new; 2 vectors of an earlier one are kept and used again"
    assert home.paths.log.read_text().count(told) == 1


def test_a_vault_that_is_no_longer_named_is_forgotten_to_the_byte(home: Home) -> None:
    home.write("a.md", "xylophonist")
    other = home.root.with_name("other")
    other.mkdir()
    (other / "b.md").write_text("zebra")
    home.serve(lambda client: client.call("sync"))
    assert b"xylophonist" in home.paths.index_db.read_bytes()
    home.configure(other=other)

    def visit(client: Client) -> None:
        client.call("sync")
        assert client.call("status")["notes"] == 1
        assert paths_of(client.call("search", {"query": "xylophonist", "mode": "lexical"})) == []

    home.serve(visit)
    assert b"xylophonist" not in home.paths.index_db.read_bytes()


def test_without_a_model(home: Home) -> None:
    home.configure("off", notes=home.root)
    home.write("a.md", "zebra " * 300 + "\n\ngiraffe " * 300)

    def visit(client: Client) -> None:
        client.call("sync")
        found = client.call("status")
        assert (found["state"], found["model"]["name"]) == ("ready", "off")
        assert paths_of(client.call("search", {"query": "giraffe"})) == ["a.md"]

    home.serve(visit)
    assert home.embedder.calls == {"passages": 0, "query": 0, "count": 0}


@pytest.mark.parametrize("on_battery", ["run", "pause"])
def test_on_battery_vectors_wait_where_the_user_wants_it(
    home: Home, monkeypatch: pytest.MonkeyPatch, on_battery: str
) -> None:
    monkeypatch.setattr(main, "on_battery", lambda: True)
    text = home.paths.config_file.read_text().replace(
        "on_battery: run", f"on_battery: {on_battery}"
    )
    home.paths.config_file.write_text(text)
    home.write("a.md", "zebra")

    def visit(client: Client) -> None:
        client.call("sync")
        deadline = time.monotonic() + 10
        while (found := client.call("status"))["state"] == "indexing":
            assert time.monotonic() < deadline
            time.sleep(0.02)
        assert found["pending"] == (on_battery == "pause")
        codes = [at["code"] for at in found["problems"]]
        assert codes == (["on-battery"] if on_battery == "pause" else [])
        assert paths_of(client.call("search", {"query": "zebra"})) == ["a.md"]

    home.serve(visit)


def test_what_is_asked_about_is_embedded_next(home: Home) -> None:
    for number in range(60):
        file = home.write(f"{number:02}.md", f"text number{number:02}")
        os.utime(file, (10**9 - number, 10**9 - number))
    batches: list[list[str]] = []
    asked, embed = threading.Event(), home.embedder.embed_passages

    def slow(texts: Sequence[str]) -> Vectors:
        batches.append([text[-2:] for text in texts])
        asked.wait(10)
        return embed(texts)

    home.embedder.embed_passages = slow  # type: ignore[assignment]

    def visit(client: Client) -> None:
        client.call("sync")
        deadline = time.monotonic() + 10
        while not batches:
            assert time.monotonic() < deadline
            time.sleep(0.02)
        client.call("search", {"query": "number59", "mode": "lexical"})
        asked.set()
        while client.call("status")["state"] != "ready":
            assert time.monotonic() < deadline
            time.sleep(0.02)
        assert "59" not in batches[0]
        assert batches[1][0] == "59"

    home.serve(visit)


def test_the_builtin_model_is_the_default_and_loads_nothing_yet(home: Home) -> None:
    found = main._embedder(settings.load(home.paths.config_file), home.paths, None)
    assert isinstance(found, BuiltinEmbedder)
    assert not found.health().loaded
    found.close()


def test_no_vault_is_no_daemon(home: Home) -> None:
    home.configure()
    with pytest.raises(ConfigError, match="vaultbrain start"):
        main.run(home.paths)
    assert not home.paths.socket.exists()


def test_wrong_settings_are_told_before_anything_is_made(home: Home) -> None:
    home.paths.config_file.write_text("sauces: {}\n")
    with pytest.raises(ConfigError, match="sauces"):
        main.run(home.paths)
    assert not home.paths.data_dir.exists()


def test_a_second_daemon_leaves_the_first_alone(home: Home) -> None:
    def visit(client: Client) -> None:
        with pytest.raises(AlreadyRunning):
            main.run(home.paths, make_embedder=home.make)
        assert client.call("status")["pid"] == os.getpid()
        with home.connect() as other:
            assert other.call("hello", {"protocol": 1})["protocol"] == 1

    home.serve(visit)


def test_a_foreign_database_is_refused_and_the_lock_given_back(home: Home) -> None:
    home.paths.data_dir.mkdir(mode=0o700, parents=True)
    home.paths.index_db.write_bytes(b"no database at all" * 500)
    for _ in range(2):
        with pytest.raises(VaultbrainError, match=r"delete index\.db"):
            main.run(home.paths, make_embedder=home.make)
        assert not home.paths.socket.exists()


def test_stopping_while_a_large_vault_is_read(home: Home) -> None:
    for number in range(400):
        home.write(f"{number}.md", f"# N{number}\n\nzebra word{number}")
    begin = time.monotonic()

    def visit(client: Client) -> None:
        client.call("status")

    home.serve(visit)
    assert time.monotonic() - begin < 15

    def later(client: Client) -> None:
        client.call("sync")
        assert client.call("status")["notes"] == 400

    home.serve(later)


def test_stopping_with_requests_under_way(home: Home) -> None:
    home.write("a.md", "zebra")

    def visit(client: Client) -> None:
        client.call("sync")

        def hammer() -> None:
            try:
                with Client(home.paths.socket) as other:
                    while True:
                        other.call("search", {"query": "zebra", "mode": "lexical"})
            except VaultbrainError:
                return

        for _ in range(6):
            threading.Thread(target=hammer, daemon=True).start()
        time.sleep(0.3)

    home.serve(visit)
    deadline = time.monotonic() + 10
    while any(thread.name.startswith("request") for thread in threading.enumerate()):
        assert time.monotonic() < deadline
        time.sleep(0.02)
