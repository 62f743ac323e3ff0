"""Measuring a whole index: a second daemon makes one from nothing, in a home that is then removed.

The home is a private folder inside the data directory, so on the same, perhaps encrypted, volume.
"""

from __future__ import annotations

import contextlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

import msgspec

from vaultbrain import config, paths
from vaultbrain.cli.text import one_line, size
from vaultbrain.cli.verbs.stop import lock_holder
from vaultbrain.client import Client
from vaultbrain.errors import DaemonNotRunning, DeadlineExceeded, NotReady

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from vaultbrain.cli.bench import Show
    from vaultbrain.cli.io import Io

_PREFIX = "bench-"
_PROGRAM = "vaultbrain.daemon.scratch"
_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
_ANSWER_SECONDS, _POLL_SECONDS = 60.0, 0.2
_SYNC_SECONDS = 3600.0
_END_SECONDS = 15.0
# A folder this young may be that of a bench that has not started its daemon yet.
_YOUNG_SECONDS = 60.0
# An index that is being made may need so many times the bytes of the one there is.
_ROOM = 2
_MOST_SAID = 500


@dataclass(frozen=True)
class Scratch:
    """A second daemon, where it answers, and what it said on its way out."""

    places: paths.Paths
    child: subprocess.Popen[bytes]
    out: IO[bytes]


def measure(io: Io, status: Mapping[str, Any], show: Show, *, vectors: bool) -> dict[str, Any]:
    """Index the vault from nothing, and tell what that took.

    Args:
        io: the outside.
        status: of the running daemon.
        show: is told how far it is, as a `Progress`.
        vectors: go on until every chunk has its vector.

    Returns:
        As `--json` shows it under `index`.

    Raises:
        NotReady: a vault is away, there is no room, or the second daemon does not do its work.
    """
    _check(io.paths().data_dir, status, vectors=vectors)
    with _scratch(io) as scratch:
        begun = time.monotonic()
        try:
            with _await_answer(scratch) as client:
                _read_all(client, show)
                found = _words(client, time.monotonic() - begun)
                if vectors:
                    begun = time.monotonic()
                    _embed_all(client, show)
                    found["vectors"] = _vectors(client, time.monotonic() - begun)
                return found
        except DaemonNotRunning:
            raise _ended(scratch) from None


def _check(data_dir: Path, status: Mapping[str, Any], *, vectors: bool) -> None:
    away = [at["id"] for at in status["sources"] if at["state"] != "ready"]
    if away:
        raise NotReady(
            f"The folder of source {', '.join(away)} is not there, so it cannot be indexed and "
            "nothing was measured. Mount it and try again."
        )
    if vectors and not status["model"]["available"]:
        raise NotReady(
            f"There is no model to make vectors with ({status['model']['reason']}), so nothing "
            "was measured. Try it without --vectors, or see `vaultbrain doctor`."
        )
    wanted = _ROOM * status["database_bytes"]
    if shutil.disk_usage(data_dir).free < wanted:
        raise NotReady(
            f"A second index may need {size(wanted)}, and the disk of {data_dir} has not so much "
            "room, so nothing was measured. Make room and try again."
        )


@contextlib.contextmanager
def _scratch(io: Io) -> Iterator[Scratch]:
    """The second daemon; it and its home are gone afterwards, however that comes about."""
    data_dir = io.paths().data_dir
    remove_left(data_dir, time.time())
    with _interruptible(), contextlib.ExitStack() as ending:
        home = Path(tempfile.mkdtemp(prefix=_PREFIX, dir=data_dir))
        ending.callback(shutil.rmtree, home, ignore_errors=True)
        places = paths.locate({paths.HOME_VARIABLE: str(home)})
        _furnish(io.paths(), places)
        # Without a name, so that it can be read when the home is gone.
        out = ending.enter_context(tempfile.TemporaryFile(dir=home))
        child = _launch(io, home, out)
        ending.callback(_end, child)
        yield Scratch(places, child, out)


def remove_left(data_dir: Path, now: float) -> None:
    """Remove homes that a crash of the whole machine left; `now` in unix seconds."""
    for home in data_dir.glob(f"{_PREFIX}*"):
        with contextlib.suppress(OSError):
            is_old = now - home.stat().st_mtime > _YOUNG_SECONDS
            places = paths.locate({paths.HOME_VARIABLE: str(home)})
            if is_old and lock_holder(places.lock) is None:
                shutil.rmtree(home)


@contextlib.contextmanager
def _interruptible() -> Iterator[None]:
    """Let a closed terminal and `kill` end us as Ctrl-C does, and only once: then we tidy up."""
    before = {number: signal.signal(number, _interrupt) for number in _SIGNALS}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _interrupt(*_: object) -> None:
    for number in _SIGNALS:
        signal.signal(number, signal.SIG_IGN)
    raise KeyboardInterrupt


def _furnish(real: paths.Paths, places: paths.Paths) -> None:
    """The user's settings, but that vectors do not wait for power, and the model as it is built."""
    settings = config.load(real.config_file)
    model = msgspec.structs.replace(settings.model, on_battery="run")
    for folder in (places.config_dir, places.data_dir, places.state_dir):
        paths.private_dir(folder)
    made = config.dump(msgspec.structs.replace(settings, model=model))
    places.config_file.write_text(made, encoding="utf-8")
    if real.models_dir.is_dir():
        places.models_dir.symlink_to(real.models_dir)


def _launch(io: Io, home: Path, out: IO[bytes]) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", _PROGRAM, str(home)],
        stdin=subprocess.PIPE,
        stdout=out,
        stderr=out,
        # Not in the current folder: `-m` would import from there.
        cwd=Path(paths.__file__).parent.parent,
        env=dict(io.environ),
        start_new_session=True,
    )


def _end(child: subprocess.Popen[bytes]) -> None:
    """It ends when nobody holds the other end of its input; else it is killed."""
    try:
        child.communicate(timeout=_END_SECONDS)
    except subprocess.TimeoutExpired:
        child.kill()
        child.wait()


def _await_answer(scratch: Scratch) -> Client:
    deadline = time.monotonic() + _ANSWER_SECONDS
    while scratch.child.poll() is None and time.monotonic() < deadline:
        with contextlib.suppress(DaemonNotRunning):
            return Client(scratch.places.socket, timeout=_SYNC_SECONDS + _ANSWER_SECONDS)
        time.sleep(_POLL_SECONDS)
    raise _ended(scratch)


def _ended(scratch: Scratch) -> NotReady:
    scratch.out.seek(0)
    said = one_line(scratch.out.read().decode(errors="replace")[-_MOST_SAID:])
    return NotReady(
        "The second daemon, which was to make an index, does not answer, so nothing was measured. "
        f"Your notes and your index were not touched. It said: {said or '(nothing)'} "
        "See `vaultbrain doctor`, and try again."
    )


def _read_all(client: Client, show: Show) -> None:
    """Until everything can be found by its words, however long that takes."""
    done = False
    while not done:
        with contextlib.suppress(DeadlineExceeded):
            client.call("sync", {"timeout": _SYNC_SECONDS}, on_progress=show)
            done = True


def _embed_all(client: Client, show: Show) -> None:
    while (found := client.call("status"))["pending"]:
        if not found["model"]["available"]:
            raise NotReady(
                f"The model of the second daemon gave up ({found['model']['reason']}), so nothing "
                "was measured. Your notes and your index were not touched. See `vaultbrain doctor`."
            )
        show(found["progress"])
        time.sleep(_POLL_SECONDS)


def _words(client: Client, seconds: float) -> dict[str, Any]:
    status, usage = client.call("status"), client.call("bench.usage")
    used = {at["role"]: at for at in usage["processes"]}
    spent = sum(at["cpu_seconds"] for role, at in used.items() if role != "model")
    return {
        "notes": status["notes"],
        "chunks": status["chunks"],
        "text_bytes": usage["text_bytes"],
        "seconds": round(seconds, 2),
        "cpu_seconds": round(spent, 2),
        "notes_per_second": round(status["notes"] / seconds, 1),
        "text_mb_per_cpu_second": round(usage["text_bytes"] / 1e6 / spent, 3) if spent else None,
        "database_bytes": status["database_bytes"],
        "daemon_peak_bytes": used["daemon"]["peak_bytes"] if "daemon" in used else None,
        "vectors": None,
    }


def _vectors(client: Client, seconds: float) -> dict[str, Any]:
    status, usage = client.call("status"), client.call("bench.usage")
    used = {at["role"]: at for at in usage["processes"]}
    model = used.get("model", {})
    return {
        "seconds": round(seconds, 2),
        "cpu_seconds": model.get("cpu_seconds"),
        "chunks_per_second": round(status["vectors"] / seconds, 1),
        "database_bytes": status["database_bytes"],
        "model_peak_bytes": model.get("peak_bytes"),
    }
