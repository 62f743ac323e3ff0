"""One daemon per home: the lock, the private run folder and our own socket."""

from __future__ import annotations

import contextlib
import errno
import os
import socket
import stat
import threading
from typing import TYPE_CHECKING

import filelock

from vaultbrain import paths as places
from vaultbrain.errors import AlreadyRunning, NotReady

if TYPE_CHECKING:
    from pathlib import Path
    from types import TracebackType

BACKLOG = 128
PROBE_SECONDS = 1.0
_UNWRITABLE = {errno.EROFS, errno.EACCES, errno.EPERM, errno.ENOSPC, errno.EDQUOT}


class Instance:
    """The right to be the daemon of one home, from `open` to `close`.

    The order is what makes it safe: first the lock, then a probe of the socket, only then may
    a stale socket be removed.
    """

    def __init__(self, paths: places.Paths, *, locked: bool = False) -> None:
        """Prepare; where `locked`, the folder of the index is not touched before `acquire`."""
        self._paths, self._locked = paths, locked
        self._lock = filelock.FileLock(paths.lock, mode=0o600, thread_local=False)
        self._identity: tuple[int, int] | None = None
        self.listener: socket.socket | None = None

    def open(self) -> socket.socket:
        """Take the lock and return the listening socket.

        Raises:
            AlreadyRunning: another daemon holds the lock or answers on the socket.
            NotReady: a folder is not private, or something that is no socket is in the way.
        """
        places.private_dir(self._paths.run_dir)
        if not self._locked:
            self.acquire()
        try:
            _clear(self._paths.socket)
            self.listener = _bind(self._paths.socket)
            self._identity = _identity(self._paths.socket)
        except BaseException:
            self.close()
            raise
        return self.listener

    def close(self) -> None:
        """Remove the socket if it is still ours and give the lock back; may be called twice."""
        if self.listener is not None:
            self.listener.close()
            self.listener = None
        if self._identity is not None and _identity(self._paths.socket) == self._identity:
            with contextlib.suppress(FileNotFoundError):
                self._paths.socket.unlink()
        self._identity = None
        self._lock.release(force=True)

    def __enter__(self) -> socket.socket:
        return self.open()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def release(self) -> None:
        """Close the lock's file; the socket, which answers, keeps a second daemon away."""
        self._lock.release(force=True)

    def acquire(self) -> None:
        """Take the lock of this home; it may be held already.

        On a disk that cannot be written there is none: take it again when there may be one.

        Raises:
            AlreadyRunning: another daemon holds it.
            NotReady: its folder is not private.
        """
        places.private_dir(self._paths.data_dir)
        try:
            self._lock.acquire(blocking=False)
        except filelock.Timeout:
            raise _already_running(self._holder()) from None
        except OSError as error:
            # Where nothing can be written, two daemons can spoil nothing; and there is the socket.
            if error.errno not in _UNWRITABLE:
                raise
            return
        with contextlib.suppress(OSError):  # a full disk; whose lock it is, is only good to know
            # The lock of the operating system stays with the open file whatever is written to it.
            self._paths.lock.chmod(0o600)
            self._paths.lock.write_text(f"{os.getpid()}\n", encoding="ascii")

    def _holder(self) -> int | None:
        try:
            return int(self._paths.lock.read_text(encoding="ascii"))
        except (OSError, ValueError):
            return None


def _already_running(pid: int | None) -> AlreadyRunning:
    who = f"with process id {pid} " if pid else ""
    return AlreadyRunning(
        f"A vaultbrain daemon {who}is already running for this home, so no second one was "
        "started; your notes and the index were not touched. "
        "Use it, or end it first: vaultbrain stop"
    )


def _clear(path: Path) -> None:
    """Make room for our socket, or say why there is none."""
    try:
        mode = path.lstat().st_mode
    except FileNotFoundError:
        return
    if not stat.S_ISSOCK(mode):
        raise NotReady(
            f"{path} is in the way and is no socket, so the daemon did not start; it was left "
            "as it is and your notes were not touched. Move it away and start again."
        )
    if _answers(path):
        raise _already_running(None)
    path.unlink(missing_ok=True)


def _answers(path: Path) -> bool:
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe:
        probe.settimeout(PROBE_SECONDS)
        try:
            probe.connect(str(path))
        except (ConnectionRefusedError, FileNotFoundError):
            return False
        except OSError:  # a full queue, a slow or forbidden peer: somebody is there
            return True
        return True


def _bind(path: Path) -> socket.socket:
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        # On Linux the mode of the unbound socket becomes that of the file; elsewhere the umask
        # does it. Both happen before the name exists, so nobody can slip in between.
        with contextlib.suppress(OSError):
            os.fchmod(listener.fileno(), 0o600)
        with _umask(0o177):
            listener.bind(str(path))
        listener.listen(BACKLOG)
    except BaseException:
        listener.close()
        raise
    return listener


class _umask(contextlib.AbstractContextManager[None]):  # noqa: N801 - reads like the call it wraps
    """The umask belongs to the whole process, so two threads must not change it at once."""

    _guard = threading.Lock()

    def __init__(self, mask: int) -> None:
        self._mask = mask

    def __enter__(self) -> None:
        self._guard.acquire()
        self._before = os.umask(self._mask)

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        os.umask(self._before)
        self._guard.release()


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        found = path.lstat()
    except OSError:
        return None
    return found.st_dev, found.st_ino
