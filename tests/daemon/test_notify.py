from __future__ import annotations

import socket
import sys
import tempfile
from pathlib import Path

import pytest

from vaultbrain.daemon.notify import VARIABLE, notify


def test_a_manager_hears_the_message() -> None:
    with tempfile.TemporaryDirectory(prefix="vb") as folder:
        address = str(Path(folder) / "n")
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
            manager.bind(address)
            manager.settimeout(5)
            assert notify({VARIABLE: address}, "READY=1")
            assert manager.recv(100) == b"READY=1"


@pytest.mark.skipif(sys.platform != "linux", reason="abstract sockets are Linux's own")
def test_a_manager_in_the_abstract_namespace_hears_it_too() -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind("")  # the system chooses an abstract name
        name = manager.getsockname()
        manager.settimeout(5)
        assert notify({VARIABLE: "@" + name[1:].decode()}, "WATCHDOG=1")
        assert manager.recv(100) == b"WATCHDOG=1"


def test_without_a_manager_nothing_happens() -> None:
    assert not notify({}, "READY=1")
    assert not notify({VARIABLE: ""}, "READY=1")


def test_a_manager_that_went_away_is_no_fault() -> None:
    assert not notify({VARIABLE: "/nowhere/at/all"}, "READY=1")
