from __future__ import annotations

import contextlib
import os
import shutil
import signal
import socket
import stat
import tempfile
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import apsw
import filelock
import pytest

from tests.fakes import FakeEmbedder
from vaultbrain import config as settings
from vaultbrain.client import Client
from vaultbrain.config import Config, ModelConfig, SourceConfig
from vaultbrain.daemon import main, supervisor, turns
from vaultbrain.errors import (
    AlreadyRunning,
    ConfigError,
    DaemonNotRunning,
    NotReady,
    StoreError,
    VaultbrainError,
)
from vaultbrain.gate.scanner import Scanner
from vaultbrain.indexer.pipeline import Pipeline
from vaultbrain.inference.builtin import BuiltinEmbedder
from vaultbrain.paths import locate
from vaultbrain.store import generations, notes
from vaultbrain.store.database import Database

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from vaultbrain.inference.base import Embedder, Vectors
    from vaultbrain.paths import Paths
    from vaultbrain.sources.watch import Batch


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
        self.embedder.closed = False  # the next turn makes another one
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

    def ask(self, method: str, **params: Any) -> dict[str, Any]:  # noqa: ANN401
        """Ask on a connection of its own: those of an earlier turn are cut."""
        with self.connect() as client:
            return client.call(method, params)

    def until(
        self, true: Callable[[dict[str, Any]], object], seconds: float = 20
    ) -> dict[str, Any]:
        """The first status of which this is true; asks through every end of a turn."""
        deadline = time.monotonic() + seconds
        while True:
            with contextlib.suppress(VaultbrainError):
                status = self.ask("status")
                if true(status):
                    return status
            assert time.monotonic() < deadline
            time.sleep(0.02)

    def found(self, word: str) -> list[str]:
        return paths_of(self.ask("search", query=word, mode="lexical"))

    def open_files(self) -> set[str]:
        """What this process holds open below the home or the vault, by its name there."""
        links = set()
        for at in Path("/proc/self/fd").iterdir():
            with contextlib.suppress(OSError):
                links.add(str(at.readlink()))
        folder = str(self.root.parent)
        return {Path(link).name for link in links if link.startswith(folder)}

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
    found = main._embedder(
        main.Home(home.paths, settings.load(home.paths.config_file), None, Scanner(), 0.0)
    )
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
    with contextlib.closing(apsw.Connection(str(home.paths.index_db))) as foreign:
        foreign.execute("CREATE TABLE theirs (value)")
    for _ in range(2):
        with pytest.raises(StoreError, match=r"another program.* delete index\.db"):
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


# Turns


def is_ready(status: dict[str, Any]) -> bool:
    return bool(status["state"] == "ready")


def codes(status: dict[str, Any]) -> list[str]:
    return [at["code"] for at in status["problems"]]


@pytest.mark.fault(34)
def test_locked_nothing_is_open_and_unlocked_all_is_found_again(home: Home) -> None:
    home.write("a.md", "zebra")

    def visit(client: Client) -> None:
        client.call("sync")
        before = home.until(is_ready)
        assert {"index.db", "vectors.db", "state.db", "lock"} <= home.open_files()
        assert home.ask("lock")["state"] in {"ready", "indexing"}
        locked = home.until(lambda status: status["state"] == "locked")
        assert (locked["pid"], locked["started_at"]) == (before["pid"], before["started_at"])
        assert codes(locked) == ["locked"]
        assert home.open_files() <= {"vaultbrain.log"}
        assert home.embedder.closed
        with pytest.raises(NotReady, match="locked"):
            home.ask("search", query="zebra")
        with pytest.raises(AlreadyRunning):  # though nobody holds the lock of the home
            main.run(home.paths, make_embedder=home.make)
        home.write("b.md", "giraffe")  # while nobody looks
        assert home.ask("unlock")["state"] == "locked"
        after = home.until(is_ready)
        assert (after["pid"], after["started_at"]) == (before["pid"], before["started_at"])
        assert home.found("zebra") == ["a.md"]
        assert home.found("giraffe") == ["b.md"]
        assert "lock" in home.open_files()
        with pytest.raises(AlreadyRunning):
            main.run(home.paths, make_embedder=home.make)

    home.serve(visit)
    assert home.paths.log.read_text().count(": locked") == 1
    assert home.paths.log.read_text().count(": unlocked") == 1


@pytest.mark.fault(55)
def test_the_manager_hears_of_every_turn_and_of_life_in_each(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(supervisor, "TICK_SECONDS", 0.02)
    home.write("a.md", "zebra")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        address = home.root.with_name("manager")
        manager.bind(str(address))
        manager.settimeout(10)
        monkeypatch.setenv("NOTIFY_SOCKET", str(address))

        def hear(message: bytes) -> None:
            while manager.recv(100) != message:
                pass

        def quiet() -> None:
            manager.setblocking(False)  # noqa: FBT003
            with contextlib.suppress(BlockingIOError):
                while manager.recv(100):
                    pass
            manager.settimeout(10)

        def visit(client: Client) -> None:
            hear(b"READY=1")
            hear(b"WATCHDOG=1")
            client.call("lock")
            home.until(lambda status: status["state"] == "locked")
            quiet()
            hear(b"WATCHDOG=1")  # else it would be started anew, and open what is locked
            home.ask("unlock")
            hear(b"READY=1")
            hear(b"WATCHDOG=1")

        home.serve(visit)
        hear(b"STOPPING=1")


def test_stopping_while_locked(home: Home) -> None:
    home.write("a.md", "zebra")

    def visit(client: Client) -> None:
        client.call("lock")
        home.until(lambda status: status["state"] == "locked")

    home.serve(visit)
    assert not home.paths.socket.exists()
    away = home.paths.data_dir.with_name("away")
    home.paths.data_dir.rename(away)

    def stay_locked(client: Client) -> None:
        assert client.call("status")["state"] == "locked"
        with pytest.raises(NotReady, match="stays locked"):
            home.ask("unlock")
        assert not home.paths.data_dir.exists()  # nothing is begun in the bare mount point
        away.rename(home.paths.data_dir)
        home.ask("unlock")
        home.until(is_ready)

    home.serve(stay_locked)
    home.serve(lambda client: client.call("sync"))


def test_no_unlocking_while_the_home_is_held_by_somebody(home: Home) -> None:
    home.write("a.md", "zebra")

    def visit(client: Client) -> None:
        client.call("sync")
        client.call("lock")
        home.until(lambda status: status["state"] == "locked")
        with filelock.FileLock(home.paths.lock):
            home.ask("unlock")
            home.until(lambda _: "still locked" in home.paths.log.read_text())
            assert home.ask("status")["state"] == "locked"
        home.ask("unlock")
        home.until(is_ready)

    home.serve(visit)


def test_no_unlocking_where_the_volume_is_away(home: Home) -> None:
    home.write("a.md", "zebra")
    away = home.paths.data_dir.with_name("away")

    def visit(client: Client) -> None:
        client.call("sync")
        client.call("lock")
        home.until(lambda status: status["state"] == "locked")
        home.paths.data_dir.rename(away)
        home.paths.data_dir.mkdir(mode=0o700)
        with pytest.raises(NotReady, match="stays locked"):
            home.ask("unlock")
        assert home.ask("status")["state"] == "locked"
        assert list(home.paths.data_dir.iterdir()) == []
        home.paths.data_dir.rmdir()
        away.rename(home.paths.data_dir)
        home.ask("unlock")
        home.until(is_ready)

    home.serve(visit)


@pytest.mark.fault(43)
def test_an_index_that_is_deleted_under_the_daemon_is_noticed_and_made_anew(home: Home) -> None:
    home.write("a.md", "zebra")

    def visit(client: Client) -> None:
        client.call("sync")
        before = home.until(is_ready)
        inode = home.paths.socket.lstat().st_ino
        for name in ("index.db", "index.db-wal", "index.db-shm"):
            home.paths.index_db.with_name(name).unlink()
        home.embedder = FakeEmbedder()
        home.until(lambda _: home.paths.index_db.exists())
        after = home.until(lambda status: is_ready(status) and status["notes"] == 1)
        assert (after["pid"], after["started_at"]) == (before["pid"], before["started_at"])
        assert home.paths.socket.lstat().st_ino == inode
        assert after["vectors_kept"] == 1
        assert home.found("zebra") == ["a.md"]
        home.write("b.md", "giraffe")
        home.ask("sync")
        assert home.found("giraffe") == ["b.md"]
        home.until(lambda status: status["vectors"] == 2)

    home.serve(visit)
    log = home.paths.log.read_text()
    assert log.count("the index is opened anew: a file of the index was deleted or replaced") == 1
    assert home.embedder.calls["passages"] == 1  # of the new note alone


@pytest.mark.fault(42)
@pytest.mark.parametrize("name", ["index.db", "vectors.db"])
def test_a_file_that_became_garbage_is_put_aside_and_told(home: Home, name: str) -> None:
    home.write("a.md", "zebra")
    at = home.paths.index_db.with_name(name)

    def harm(client: Client) -> None:
        client.call("sync")
        home.until(is_ready)
        size = at.stat().st_size
        with at.open("r+b") as file:  # the same file, as from a broken disk
            file.write(b"garbage" * (size // 7))

    home.serve(harm)
    home.embedder = FakeEmbedder()

    def visit(client: Client) -> None:
        client.call("sync")
        found = home.until(lambda status: status["notes"] == status["vectors"] == 1)
        assert codes(found) == ["index-rebuilt"]
        assert f"{name} was damaged" in found["problems"][0]["message"]
        assert home.found("zebra") == ["a.md"]

    home.serve(visit)
    assert len(list(home.paths.data_dir.glob(f"{name}.damaged-*"))) == 1
    home.embedder = FakeEmbedder()
    home.serve(lambda client: client.call("sync"))
    assert home.embedder.calls["passages"] == 0


@pytest.mark.fault(42)
def test_damage_that_opening_did_not_notice_is_mended_in_the_same_life(home: Home) -> None:
    for number in range(50):
        home.write(f"{number}.md", f"# N{number}\n\nzebra word{number}")
    home.serve(lambda client: client.call("sync"))
    home.embedder = FakeEmbedder()
    raw = bytearray(home.paths.index_db.read_bytes())
    with contextlib.closing(apsw.Connection(str(home.paths.index_db))) as db:
        root = db.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'note'").get
    raw[(root - 1) * 4096 : root * 4096] = b"\xff" * 4096
    home.paths.index_db.write_bytes(raw)

    def visit(client: Client) -> None:
        del client
        found = home.until(lambda at: at["notes"] == 50 and "index-rebuilt" in codes(at))
        assert "index.db was damaged" in found["problems"][0]["message"]
        assert home.found("word7") == ["7.md"]

    home.serve(visit)
    assert "the index is opened anew" in home.paths.log.read_text()


@pytest.mark.fault(42)
@pytest.mark.parametrize("at", ["delete_other_sources", "count"])
def test_damage_that_the_start_meets_is_no_end(
    home: Home, monkeypatch: pytest.MonkeyPatch, at: str
) -> None:
    home.write("a.md", "zebra")
    home.serve(lambda client: (client.call("sync"), home.until(is_ready)))
    home.paths.index_db.unlink()
    module = notes if at == "delete_other_sources" else generations
    real, met = getattr(module, at), 0

    def meet(*args: object) -> object:
        nonlocal met
        met += 1
        if met == 1:
            raise apsw.CorruptError("malformed")
        return real(*args)

    monkeypatch.setattr(module, at, meet)

    def visit(client: Client) -> None:
        del client
        assert home.until(is_ready)["notes"] == 1

    home.serve(visit)
    assert met > 1 or at == "count"
    assert "the index is opened anew" in home.paths.log.read_text()


def test_an_index_that_has_to_be_opened_anew_too_often_ends_the_process(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    ends: list[str] = []
    monkeypatch.setattr(main, "exit_hard", ends.append)
    monkeypatch.setattr(turns, "MOST_RENEWALS", 1)
    home.write("a.md", "zebra")

    def visit(client: Client) -> None:
        client.call("sync")
        for number in range(2):
            assert len(ends) == 0
            home.paths.index_db.unlink()
            home.until(lambda _: home.paths.index_db.exists())
            home.until(lambda status: status["notes"] == 1)
            assert len(ends) == number

    home.serve(visit)
    (why,) = ends
    assert "the index fails again and again" in why


@pytest.mark.fault(40)
def test_on_a_readonly_disk_questions_are_answered_until_it_can_be_written(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    home.write("a.md", "zebra")
    home.serve(lambda client: (client.call("sync"), home.until(is_ready)))
    home.embedder = FakeEmbedder()
    home.write("b.md", "giraffe")
    writable = False
    monkeypatch.setattr(Database, "can_write", lambda _: writable)

    def visit(client: Client) -> None:
        nonlocal writable
        found = client.call("status")
        assert (found["state"], codes(found)) == ("readonly", ["readonly"])
        assert (found["notes"], home.found("zebra"), home.found("giraffe")) == (1, ["a.md"], [])
        for method in ("sync", "purge"):
            with pytest.raises(NotReady, match="read-only"):
                client.call(method)
        assert not {"writer", "indexer", "embedding"} & {at.name for at in threading.enumerate()}
        home.embedder = FakeEmbedder()
        writable = True
        home.until(lambda status: is_ready(status) and status["notes"] == 2)
        assert home.found("giraffe") == ["b.md"]

    home.serve(visit)
    assert "opened anew: the index can be written again" in home.paths.log.read_text()


# Threads that fail


@pytest.mark.fault(54)
def test_a_thread_that_fails_goes_on_and_looks_through_everything(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    process, faults = Pipeline.process, 0

    def fail_once(pipeline: Pipeline, batch: Batch) -> None:
        nonlocal faults
        faults += 1
        if faults == 1:
            raise LookupError
        process(pipeline, batch)

    monkeypatch.setattr(Pipeline, "process", fail_once)
    home.write("a.md", "zebra")

    def visit(client: Client) -> None:
        client.call("sync")
        assert home.found("zebra") == ["a.md"]

    home.serve(visit)
    assert "the thread indexer failed, 1 of 3 times" in home.paths.log.read_text()
    assert "LookupError" in home.paths.log.read_text()


@pytest.mark.fault(54)
def test_a_thread_that_always_fails_ends_the_process(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    dead = threading.Event()
    ends: list[str] = []

    def end(names: str) -> None:
        ends.append(names)
        dead.set()

    def fail(*_: object) -> None:
        raise LookupError

    monkeypatch.setattr(main, "exit_hard", end)
    monkeypatch.setattr(main, "_AGAIN_SECONDS", 0.01)
    monkeypatch.setattr(Pipeline, "process", fail)

    def visit(client: Client) -> None:
        del client
        assert dead.wait(10)

    home.serve(visit)
    assert ends[0] == "indexer"
    assert home.paths.log.read_text().count("the thread indexer failed") == main.MOST_FAULTS


def test_a_start_that_fails_leaves_nothing_running(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> int:
        raise StoreError("The disk is full.")

    monkeypatch.setattr(notes, "delete_other_sources", fail)
    with pytest.raises(StoreError, match="disk is full"):
        main.run(home.paths, make_embedder=home.make)
    assert not {"writer", "indexer", "supervisor"} & {at.name for at in threading.enumerate()}
    assert home.open_files() == set()
    assert home.embedder.closed


# Notes that are gone


@pytest.mark.fault(32)
def test_a_deleted_note_is_shown_as_not_current_for_a_moment_only(home: Home) -> None:
    file = home.write("a.md", "zebra")

    def visit(client: Client) -> None:
        client.call("sync")
        file.unlink()
        seen = [hit["fresh"] for hit in client.call("search", {"query": "zebra"})["hits"]]
        assert seen in ([False], [])  # on a busy machine the moment is over
        deadline = time.monotonic() + 2
        while home.found("zebra"):
            assert time.monotonic() < deadline

    home.serve(visit)


@pytest.mark.fault(31)
def test_notes_that_are_held_back_are_in_no_answer_and_purge_forgets_them(home: Home) -> None:
    for number in range(60):
        home.write(f"{number}.md", f"zebra word{number}")

    def visit(client: Client) -> None:
        client.call("sync")
        for number in range(60):
            (home.root / f"{number}.md").unlink()
        held = home.until(lambda status: status["sources"][0]["held"] == 60)
        assert held["notes"] == 60
        assert "mass-deletion" in codes(held)
        assert home.found("word7") == []
        purged = client.call("purge")
        assert (purged["forgotten"], purged["clean"]) == (60, True)
        assert client.call("status")["notes"] == 0
        assert b"word7" not in home.paths.index_db.read_bytes()

    home.serve(visit)


@pytest.mark.fault(41)
def test_an_index_that_cannot_be_opened_anew_is_tried_again(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(turns.Turns, "rest", lambda *_: None)
    home.write("a.md", "zebra")
    real, tries = Database, 0

    def open_badly(*args: Any, **how: Any) -> Database:  # noqa: ANN401
        nonlocal tries
        tries += 1
        if tries in {2, 3}:
            raise StoreError("disk I/O error")
        return real(*args, **how)

    monkeypatch.setattr(main, "Database", open_badly)

    def visit(client: Client) -> None:
        client.call("sync")
        home.paths.index_db.unlink()
        home.until(lambda _: tries == 4)
        assert home.until(is_ready)["notes"] == 1

    home.serve(visit)
    assert home.paths.log.read_text().count("the index cannot be opened: disk I/O error") == 2


def test_an_index_that_cannot_be_opened_at_first_is_told_to_whoever_starts_it(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> Database:
        raise StoreError("disk I/O error")

    home.write("a.md", "zebra")
    monkeypatch.setattr(main, "Database", refuse)
    with pytest.raises(StoreError, match="disk I/O error"):
        main.run(home.paths, make_embedder=home.make)
