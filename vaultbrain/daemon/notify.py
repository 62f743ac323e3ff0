"""Telling the service manager how we are, by systemd's datagram protocol (sd_notify(3))."""

from __future__ import annotations

import contextlib
import socket
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

VARIABLE = "NOTIFY_SOCKET"


def notify(environ: Mapping[str, str], message: str) -> bool:
    """Send `READY=1`, `STOPPING=1`, `WATCHDOG=1`; False where no manager listens."""
    address = environ.get(VARIABLE, "")
    if not address:
        return False
    if address.startswith("@"):
        address = "\0" + address[1:]
    # A manager that went away is no reason to go away ourselves.
    with (
        socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as sender,
        contextlib.suppress(OSError),
    ):
        sender.sendto(message.encode(), address)
        return True
    return False
