from __future__ import annotations

import os
import socket

import pytest

from vaultbrain.daemon.peer import hung_up, peer_uid


@pytest.fixture
def pair() -> tuple[socket.socket, socket.socket]:
    return socket.socketpair(socket.AF_UNIX)


def test_the_peer_is_ourselves(pair: tuple[socket.socket, socket.socket]) -> None:
    ours, theirs = pair
    with ours, theirs:
        assert peer_uid(ours) == os.geteuid()


@pytest.mark.parametrize("platform", ["plan9", "darwin"])
def test_where_it_cannot_be_told_nobody_is_known(
    pair: tuple[socket.socket, socket.socket], platform: str
) -> None:
    ours, theirs = pair
    with ours, theirs:
        if platform == "darwin" and os.uname().sysname == "Darwin":
            pytest.skip("there it can be told")
        assert peer_uid(ours, platform) is None


def test_a_half_closed_peer_has_not_hung_up(pair: tuple[socket.socket, socket.socket]) -> None:
    ours, theirs = pair
    with ours:
        theirs.shutdown(socket.SHUT_WR)
        assert not hung_up(ours)
        theirs.close()
        assert hung_up(ours)


def test_our_own_closed_end_has_hung_up(pair: tuple[socket.socket, socket.socket]) -> None:
    ours, theirs = pair
    with theirs:
        ours.close()
        assert hung_up(ours)
