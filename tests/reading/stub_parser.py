"""Stands in for the process that parses. What it does with a file, the file says."""

from __future__ import annotations

import os
import signal
import sys
import time
from pathlib import Path

from vaultbrain.child import pack
from vaultbrain.errors import NoteUnreadable
from vaultbrain.reading.base import Extract
from vaultbrain.reading.worker import Reply, limit, parse_request, read_body


def answered(raw: bytes) -> Reply:
    """What was asked for, or the process and what it knows of its environment."""
    verb, _, rest = raw.decode().partition(":")
    if verb == "refuse":
        return Reply(refusal=NoteUnreadable(rest).message)
    if verb == "hang":
        Path(rest).touch()
        time.sleep(600)
    if verb == "eat":
        return Reply(Extract(str(len(bytearray(4 << 30)))))
    return Reply(Extract(f"{os.getpid()}\n{' '.join(sorted(os.environ))}"))


def main() -> None:
    limit()
    while (body := read_body(lambda length: os.read(0, length))) is not None:
        raw = parse_request(body).raw
        if raw == b"crash":
            os.kill(os.getpid(), signal.SIGSEGV)
        elif raw == b"exit":
            sys.exit(3)
        elif raw == b"leave":
            sys.exit(0)
        elif raw == b"deaf":
            os.close(0)
            os.close(1)
            time.sleep(600)
        elif raw == b"nonsense":
            os.write(1, b"\0\0\0\3abc")
        elif raw == b"endless":
            os.write(1, b"\xff\xff\xff\xff")
        elif raw == b"nothing":
            os.write(1, pack(Reply()))
        else:
            os.write(1, pack(answered(raw)))
            if raw == b"last":
                sys.exit(0)


if __name__ == "__main__":
    main()
