from __future__ import annotations

import contextlib
import errno
import os
import shutil
import socket
import stat
import tempfile
from typing import TYPE_CHECKING

import filelock
import pytest

from vaultbrain.daemon.instance import Instance
from vaultbrain.errors import AlreadyRunning, NotReady
from vaultbrain.paths import locate

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from vaultbrain.paths import Paths


@pytest.fixture
def paths() -> Iterator[Paths]:
    home = tempfile.mkdtemp(prefix="vb")
    yield locate({"VAULTBRAIN_HOME": home})
    shutil.rmtree(home)


def mode(path: Path) -> int:
    return stat.S_IMODE(path.lstat().st_mode)


def test_everything_is_private_and_the_lock_names_the_process(paths: Paths) -> None:
    before = os.umask(0o000)
    try:
        with Instance(paths) as listener:
            assert listener.getsockname() == str(paths.socket)
            assert mode(paths.socket) == 0o600
            assert mode(paths.lock) == 0o600
            assert mode(paths.run_dir) == 0o700
            assert mode(paths.data_dir) == 0o700
            assert paths.lock.read_text().strip() == str(os.getpid())
            assert os.umask(0) == 0
    finally:
        os.umask(before)
    assert not paths.socket.exists()


def test_the_socket_listens(paths: Paths) -> None:
    with Instance(paths), socket.socket(socket.AF_UNIX) as client:
        client.connect(str(paths.socket))


@pytest.mark.fault(46)
def test_a_second_instance_is_refused_and_names_the_first(paths: Paths) -> None:
    with Instance(paths):
        with pytest.raises(AlreadyRunning, match=rf"process id {os.getpid()} .*vaultbrain stop"):
            Instance(paths).open()
        assert paths.socket.exists()
    with Instance(paths):
        assert paths.socket.exists()


def test_a_lock_without_a_number_is_still_a_lock(paths: Paths) -> None:
    with Instance(paths):
        paths.lock.write_text("")
        with pytest.raises(AlreadyRunning, match="A vaultbrain daemon is already running"):
            Instance(paths).open()


@pytest.mark.fault(47)
def test_a_stale_socket_is_replaced(paths: Paths) -> None:
    paths.run_dir.mkdir(mode=0o700)
    dead = socket.socket(socket.AF_UNIX)
    dead.bind(str(paths.socket))
    dead.close()
    with Instance(paths) as listener, socket.socket(socket.AF_UNIX) as client:
        client.connect(str(paths.socket))
        taken, _ = listener.accept()
        with taken:
            taken.sendall(b"alive")
            assert client.recv(5) == b"alive"
        assert mode(paths.socket) == 0o600


@pytest.mark.parametrize("backlog", [0, 8])
def test_a_socket_that_answers_is_left_alone(paths: Paths, backlog: int) -> None:
    paths.run_dir.mkdir(mode=0o700)
    with socket.socket(socket.AF_UNIX) as other:
        other.bind(str(paths.socket))
        other.listen(backlog)
        waiting = []
        if backlog == 0:  # fill its queue: it does not answer at once, but it is there
            first = socket.socket(socket.AF_UNIX)
            first.connect(str(paths.socket))
            waiting.append(first)
        with pytest.raises(AlreadyRunning):
            Instance(paths).open()
        for client in waiting:
            client.close()
        assert paths.socket.exists()


@pytest.mark.fault(48)
@pytest.mark.parametrize("kind", ["file", "folder", "link"])
def test_what_is_no_socket_is_never_removed(paths: Paths, kind: str) -> None:
    paths.run_dir.mkdir(mode=0o700)
    if kind == "file":
        paths.socket.write_text("precious")
    elif kind == "folder":
        paths.socket.mkdir()
    else:
        paths.socket.symlink_to("elsewhere")
    with pytest.raises(NotReady, match="is no socket") as caught:
        Instance(paths).open()
    assert not isinstance(caught.value, AlreadyRunning)
    assert paths.socket.is_symlink() or paths.socket.exists()
    with pytest.raises(NotReady, match="is no socket"):  # and the lock was given back
        Instance(paths).open()


@pytest.mark.fault(48)
@pytest.mark.parametrize("folder", ["data_dir", "run_dir"])
def test_an_open_folder_is_refused(paths: Paths, folder: str) -> None:
    where: Path = getattr(paths, folder)
    where.mkdir()
    where.chmod(0o755)
    with pytest.raises(NotReady, match="chmod 700"):
        Instance(paths).open()


@pytest.mark.fault(46)
def test_without_the_lock_the_socket_keeps_a_second_one_away(paths: Paths) -> None:
    instance = Instance(paths)
    with instance:
        instance.release()
        with pytest.raises(AlreadyRunning):
            Instance(paths).open()
        assert paths.socket.exists()
        instance.acquire()
        with pytest.raises(AlreadyRunning, match=f"process id {os.getpid()}"):
            Instance(paths).open()


def test_a_lock_that_another_took_meanwhile_is_not_taken_from_it(paths: Paths) -> None:
    instance = Instance(paths)
    with instance:
        instance.release()
        with filelock.FileLock(paths.lock, thread_local=False), pytest.raises(AlreadyRunning):
            instance.acquire()
    with Instance(paths):
        assert paths.socket.exists()


@pytest.mark.fault(40)
@pytest.mark.parametrize("number", [errno.EROFS, errno.EACCES, errno.ENOSPC])
def test_on_a_disk_that_cannot_be_written_the_socket_has_to_do(
    paths: Paths, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise OSError(number, os.strerror(number))

    with monkeypatch.context() as patch:
        patch.setattr(filelock.FileLock, "acquire", refuse)
        instance = Instance(paths)
        instance.open()
        with pytest.raises(AlreadyRunning):
            Instance(paths).open()
    instance.acquire()  # it can be written again
    with pytest.raises(AlreadyRunning, match=f"process id {os.getpid()}"):
        Instance(paths).open()
    instance.acquire()  # which does no harm
    instance.close()
    with Instance(paths):
        pass


def test_a_fault_of_the_disk_is_no_reason_to_go_without_a_lock(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    monkeypatch.setattr(filelock.FileLock, "acquire", fail)
    with pytest.raises(OSError, match="Input/output"):
        Instance(paths).open()
    assert not paths.socket.exists()


def test_a_socket_whose_queue_is_full_is_somebodys(paths: Paths) -> None:
    paths.run_dir.mkdir(mode=0o700)
    with socket.socket(socket.AF_UNIX) as other:
        other.bind(str(paths.socket))
        other.listen(0)
        waiting = []
        for _ in range(4):
            client = socket.socket(socket.AF_UNIX)
            client.setblocking(False)  # noqa: FBT003
            with contextlib.suppress(BlockingIOError):
                client.connect(str(paths.socket))
            waiting.append(client)
        with pytest.raises(AlreadyRunning):
            Instance(paths).open()
        assert paths.socket.exists()
        for client in waiting:
            client.close()


def test_a_socket_that_cannot_be_made_leaves_nothing_behind(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_: socket.socket, address: object) -> None:
        raise OSError(28, "No space left on device", address)

    with monkeypatch.context() as patch:
        patch.setattr(socket.socket, "bind", fail)
        with pytest.raises(OSError, match="No space left"):
            Instance(paths).open()
    with Instance(paths):
        assert paths.socket.exists()


def test_close_leaves_a_socket_that_is_not_ours(paths: Paths) -> None:
    instance = Instance(paths)
    instance.open()
    paths.socket.unlink()
    with socket.socket(socket.AF_UNIX) as other:
        # Keeps the first inode's number from being used again.
        other.bind(str(paths.run_dir / "other"))
        (paths.run_dir / "other").rename(paths.socket)
        instance.close()
        if not paths.socket.exists():
            pytest.skip("this file system gave the same inode number again")
    instance.close()
    with pytest.raises(NotReady, match="in the way") if paths.socket.is_file() else Instance(paths):
        pass


def test_close_without_open_and_after_the_socket_went(paths: Paths) -> None:
    Instance(paths).close()
    instance = Instance(paths)
    instance.open()
    paths.socket.unlink()
    instance.close()
    with Instance(paths):
        pass
