from __future__ import annotations

import contextlib
import mmap
import os
import signal
import socket
import subprocess
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.system.comparing import assert_settles
from tests.system.editing import Editor
from tests.system.launching import FAKETIME, altered, with_faketime, with_prlimit

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.system.conftest import Rig

DAY = 86_400.0
on_linux = pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="reads /proc")


NO_MODEL = """
from vaultbrain.daemon import tools
from vaultbrain.inference.installation import Installation
tools.find_installation = lambda: Installation(package=None, engines=(), missing=())
"""


@pytest.mark.fault(53)
def test_without_its_model_it_searches_by_words_and_says_so(rig: Rig) -> None:
    rig.configure("builtin")
    rig.write("a.md", "zebra")
    rig.start(*altered(NO_MODEL))
    rig.until(lambda: rig.status()["state"] == "degraded", 10)
    assert [at["code"] for at in rig.status()["problems"]] == ["model-unavailable"]
    rig.write("b.md", "giraffe")
    rig.until(lambda: rig.found("giraffe") == ["b.md"], 5)
    assert rig.status()["pending"] == 2
    assert rig.end() == 0


# Time that passes unseen


@contextlib.contextmanager
def written_unheard(file: Path, old: bytes, new: bytes) -> Iterator[None]:
    """Through memory: the system tells nobody, until it is closed."""
    with file.open("r+b") as handle, mmap.mmap(handle.fileno(), 0) as memory:
        at = memory.find(old)
        memory[at : at + len(new)] = new
        memory.flush()
        yield


@pytest.mark.fault(38)
def test_stopped_for_a_while_it_looks_through_everything(rig: Rig) -> None:
    file = rig.write("a.md", "zebra")
    rig.write("b.md", "bread")
    rig.start(*altered(daemon_supervisor___RESUME_SECONDS=0.5))
    rig.call("sync")
    assert rig.daemon is not None
    with written_unheard(file, b"zebra", b"otter"):
        time.sleep(1)
        assert rig.found("otter") == []  # nothing told it; without the stop it takes ten minutes
        rig.daemon.send_signal(signal.SIGSTOP)
        (rig.root / "b.md").unlink()
        rig.write("c.md", "giraffe")
        time.sleep(2)
        rig.daemon.send_signal(signal.SIGCONT)
        rig.until(lambda: rig.found("otter") == ["a.md"], 10)
    rig.until(lambda: rig.found("giraffe") == ["c.md"], 10)
    rig.until(lambda: rig.found("bread") == [], 10)
    assert "time jumped" in rig.log()


# What dies or hangs


FAILING = """
from vaultbrain.indexer.pipeline import Pipeline
left, process = [{times}], Pipeline.process
def failing(self, batch):
    left[0] -= 1
    if left[0] >= 0:
        raise RuntimeError("xylophonist")
    process(self, batch)
Pipeline.process = failing
"""


@pytest.mark.fault(54)
def test_an_indexer_that_fails_once_begins_anew(rig: Rig) -> None:
    rig.write("a.md", "zebra")
    rig.start(*altered(FAILING.format(times=1)))
    assert rig.found("zebra") == ["a.md"]
    assert "the thread indexer failed, 1 of 3 times" in rig.log()
    assert "xylophonist" not in rig.log()


@pytest.mark.fault(54)
def test_an_indexer_that_always_fails_ends_the_daemon(rig: Rig) -> None:
    rig.write("a.md", "zebra")
    rig.spawn(*altered(FAILING.format(times=99), daemon_main___AGAIN_SECONDS=0.05))
    assert rig.daemon is not None
    assert rig.daemon.wait(20) == 70
    assert "dead: indexer" in rig.log()
    rig.start()  # as the service manager does
    assert rig.found("zebra") == ["a.md"]


@pytest.mark.fault(54)
def test_a_watch_whose_thread_died_is_begun_anew(rig: Rig) -> None:
    constants = {"daemon_watching__REVIVE_SECONDS": 0.2, "daemon_supervisor__TICK_SECONDS": 0.1}
    rig.start(*altered(DYING, **constants))
    rig.until(lambda: "begins anew" in rig.log(), 10)
    rig.until(lambda: rig.status()["sources"][0]["watching"], 10)
    rig.write("a.md", "zebra")
    rig.until(lambda: rig.found("zebra") == ["a.md"])


DYING = """
from vaultbrain.sources.watch import Watcher
alive, asked = Watcher.alive, [0]
def dying(self):
    asked[0] += 1
    if asked[0] == 20:
        self.stop()
    return alive.fget(self)
Watcher.alive = property(dying)
"""
HANGING = """
import signal, time
signal.signal(signal.SIGUSR1, lambda *_: time.sleep(4))
signal.signal(signal.SIGUSR2, lambda *_: time.sleep(60))
"""


@contextlib.contextmanager
def manager(rig: Rig) -> Iterator[socket.socket]:
    """The service manager, to whom the daemon tells that it lives."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as heard:
        heard.bind(str(rig.folder / "n"))
        heard.settimeout(20)
        yield heard


def beats(heard: socket.socket, seconds: float) -> int:
    """How many signs of life come in so long a time."""
    deadline, found = time.monotonic() + seconds, 0
    while (left := deadline - time.monotonic()) > 0:
        heard.settimeout(left)
        with contextlib.suppress(TimeoutError):
            found += heard.recv(100) == b"WATCHDOG=1"
    return found


@pytest.mark.fault(55)
def test_a_loop_that_hangs_stops_the_signs_of_life_and_then_the_daemon(rig: Rig) -> None:
    rig.write("a.md", "zebra")
    soon = {"STALL_SECONDS": 0.5, "DEATH_SECONDS": 6.0, "TICK_SECONDS": 0.1}
    constants = {f"daemon_supervisor__{name}": value for name, value in soon.items()}
    with manager(rig) as heard:
        rig.start(*altered(HANGING, **constants), NOTIFY_SOCKET=str(rig.folder / "n"))
        assert rig.daemon is not None
        assert b"READY=1" in {heard.recv(100) for _ in range(3)}
        rig.until(lambda: beats(heard, 1) >= 3, 10)
        rig.daemon.send_signal(signal.SIGUSR1)
        beats(heard, 1.5)  # until it is noticed
        assert beats(heard, 1.5) == 0
        rig.until(lambda: beats(heard, 1) >= 3, 20)
        assert rig.found("zebra") == ["a.md"]
        rig.daemon.send_signal(signal.SIGUSR2)
        assert rig.daemon.wait(20) == 70
    assert "dead: server" in rig.log()
    rig.start()
    assert rig.found("zebra") == ["a.md"]


# Clocks


SHIFTED = """
import time
clock, clock_ns = time.time, time.time_ns
time.time = lambda: clock() + {0}
time.time_ns = lambda: clock_ns() + int({0}) * 10**9
"""


def shifted(seconds: float) -> tuple[str, ...]:
    """Have another time of day than the files have."""
    return altered(SHIFTED.format(seconds))


def at_day(day: str) -> tuple[str, ...]:
    own = {"LD_PRELOAD": FAKETIME, "FAKETIME": day, "DONT_FAKE_MONOTONIC": "1", "NO_FAKE_STAT": "1"}
    return ("env", *(f"{name}={value}" for name, value in own.items()))


CLOCKS = [
    pytest.param(shifted(-2 * DAY), id="two days ago"),
    pytest.param(shifted(2 * DAY), id="in two days"),
    pytest.param(shifted(1000 - time.time()), id="1970"),
    pytest.param(at_day("-2d"), id="faketime -2d", marks=with_faketime),
    pytest.param(at_day("+2d"), id="faketime +2d", marks=with_faketime),
    pytest.param(at_day("1970-01-02 00:00:00"), id="faketime 1970", marks=with_faketime),
]


@pytest.mark.fault(56)
@pytest.mark.parametrize("clock", CLOCKS)
def test_a_wrong_clock_indexes_nothing_anew_and_misses_nothing(
    rig: Rig, clock: tuple[str, ...]
) -> None:
    editor = Editor(rig.root, 20)
    rig.start()
    rig.call("sync")
    before = rig.status()["generation"]
    assert rig.end() == 0
    rig.start(*clock)
    rig.call("sync")
    assert rig.status()["generation"] == before
    file = rig.write("new.md", "giraffe")
    rig.until(lambda: rig.found("giraffe") == ["new.md"], 5)
    os.utime(file, (time.time() + DAY, time.time() + DAY))
    with written_unheard(file, b"giraffe", b"gorilla"):
        assert_settles(rig)
        assert rig.found("gorilla") == ["new.md"]
    for path, word in editor.some(3):
        assert rig.found(word) == [path]
    assert rig.end() == 0


JUMPING = """
import signal, time
clock, shift = time.time, [0.0]
time.time = lambda: clock() + shift[0]
def jump(*_):
    shift[0] = 2 * 86_400.0 if shift[0] < 0 else -2 * 86_400.0
signal.signal(signal.SIGUSR1, jump)
"""


@pytest.mark.fault(56)
def test_a_clock_that_is_set_while_it_runs(rig: Rig) -> None:
    Editor(rig.root, 20)
    rig.start(*altered(JUMPING))
    rig.call("sync")
    before = rig.status()["generation"]
    assert rig.daemon is not None
    for jumps in (1, 2):
        rig.daemon.send_signal(signal.SIGUSR1)
        rig.until(lambda n=jumps: rig.log().count("time jumped") == n, 5)  # type: ignore[misc]
        rig.call("sync")
        assert rig.status()["generation"] == before
    rig.write("new.md", "giraffe")
    rig.until(lambda: rig.found("giraffe") == ["new.md"], 5)


# What grows


def told(process: int, key: str) -> int:
    lines = Path(f"/proc/{process}/status").read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(f"{key}:"))


def open_files(process: int) -> int:
    return len(list(Path(f"/proc/{process}/fd").iterdir()))


@on_linux
@pytest.mark.fault(62)
def test_nothing_grows_while_notes_change(rig: Rig) -> None:
    """A short one; benchmarks/soak.py takes hours."""
    editor = Editor(rig.root, 100)
    rig.start(*altered(indexer_guard__DELETION_WINDOW=0.0))  # else so many soon look like a loss
    process = rig.status()["pid"]

    def work(rounds: int) -> None:
        for _ in range(rounds):
            editor.work(30)
            rig.call("sync")
            for _, word in editor.some(3):
                rig.found(word)

    work(12)  # caches fill, threads for callers begin
    files, threads, memory = open_files(process), told(process, "Threads"), told(process, "VmRSS")
    work(40)
    rig.until(lambda: open_files(process) <= files, 10)  # the last caller's socket closes soon
    assert told(process, "Threads") <= threads + 2  # those for callers begin as they are needed
    assert told(process, "VmRSS") < memory * 1.05 + 2048
    assert_settles(rig)


@on_linux
@with_prlimit
@pytest.mark.fault(63)
def test_a_note_for_which_there_is_no_memory_costs_that_note(rig: Rig) -> None:
    rig.write("a.md", "zebra")
    rig.start()
    with ThreadPoolExecutor(8) as callers:  # every thread for callers begins while it can
        assert all(callers.map(lambda _: rig.found("zebra") == ["a.md"], range(80)))
    process = rig.status()["pid"]
    limit = (told(process, "VmSize") << 10) + (20 << 20)
    command = ["prlimit", f"--pid={process}", f"--as={limit}"]
    subprocess.run(command, check=True, timeout=10)
    rig.write("huge.md", "gnu " * (31 << 16))
    rig.until(lambda: [at["path"] for at in rig.status()["problems"]] == ["huge.md"], 30)
    rig.write("b.md", "giraffe")
    rig.until(lambda: rig.found("giraffe") == ["b.md"], 10)
    rig.write("huge.md", "gnu")
    rig.until(lambda: rig.found("gnu") == ["huge.md"], 10)
    assert rig.status()["problems"] == []


# Two versions at once


OTHER_PROTOCOL = """
from vaultbrain.protocol import wire
wire.PROTOCOL, wire.SUPPORTED = 7, (7,)
"""


@pytest.mark.fault(64)
def test_an_upgrade_while_the_older_one_runs(rig: Rig) -> None:
    rig.write("a.md", "zebra")
    rig.start(*altered(OTHER_PROTOCOL))
    old = rig.daemon
    assert old is not None
    ended = rig.cli("start")
    assert ended.returncode == 2
    assert "does not speak protocol 1; it speaks: 7" in ended.stderr
    assert "to the same version" in ended.stderr
    rig.spawn()  # as a service manager would, in the old one's place
    assert rig.daemon is not None
    assert rig.daemon.wait(20) == 4
    assert rig.found("zebra") == ["a.md"]
    assert rig.cli("stop").returncode == 0
    assert old.wait(20) == 0
    rig.start()
    assert rig.call("hello", protocol=1, client="test")["protocol"] == 1
    assert rig.found("zebra") == ["a.md"]
