"""A second opinion: the scanner Kingfisher with its rules for the keys of some hundred vendors.

It comes with `vaultbrain[deep-scan]`, runs in this process and asks nobody: what it could do over
the network, trying out a key or revoking it, is never called.
"""

from __future__ import annotations

import importlib
import time
from importlib.metadata import PackageNotFoundError, version
from threading import Lock
from typing import TYPE_CHECKING, Any

from vaultbrain.errors import BlockedByGate
from vaultbrain.gate.checks.tokens import url_password
from vaultbrain.gate.engine import in_characters
from vaultbrain.gate.words import PLACEHOLDER_PARTS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

_PACKAGE = "kingfisher-secret-scanner"
# Its time is not linear in what it gets at once: 0.01 s for 64 KiB of key headers, 0.5 for 256.
_PIECE = 64 << 10
# Longer than any key and the label before it; a piece begins so much before the end of the last.
_OVERLAP = 8 << 10
# Seconds for one piece, by the clock, and for one text, of this thread. 1 MB takes 0.01 to 0.1 s.
_PIECE_SECONDS = 5.0
_SECONDS = 2.0
# How much of a find is looked at for a word that only examples hold.
_HEAD = 512


class DeepScanner:
    """Kingfisher, asked for secrets only; shared by threads.

    Its rules are compiled at the first text: 3 CPU seconds, or 0.2 where `cache` holds them.

    Args:
        cache: a folder of this user's alone, for its compiled rules; without one they are compiled
            each time. What lies there is executed in effect, so nobody else may write to it.
        seconds: CPU seconds that one text may take.

    Attributes:
        version: which scanner this is; other versions have other rules.

    Raises:
        BlockedByGate: it is not installed.
    """

    def __init__(self, cache: Path | None = None, seconds: float = _SECONDS) -> None:
        try:
            self.version = f"{_PACKAGE} {version(_PACKAGE)}"
        except PackageNotFoundError:
            raise BlockedByGate(
                "The second scanner of the gate is switched on (gate.deep_scan) and not installed. "
                "No note is read, shown or sent without it. Install it with: "
                "pip install 'vaultbrain[deep-scan]', or set gate.deep_scan to off"
            ) from None
        self._cache, self._seconds = cache, seconds
        self._lock = Lock()
        self._scan: Callable[..., Any] | None = None

    def prepare(self) -> None:
        """Compile its rules.

        Raises:
            BlockedByGate: it failed.
        """
        self.spans("")

    def spans(self, text: str) -> list[tuple[int, int, str]]:
        """Character offsets of what it holds for a secret, in order, and the name of its rule.

        Raises:
            BlockedByGate: it failed, or took too long.
        """
        # One byte for a lone surrogate and for NUL, which would make it take the text for UTF-16.
        data = text.encode(errors="replace").replace(b"\0", b" ")
        try:
            found = self._found(data)
        except (BlockedByGate, KeyboardInterrupt, SystemExit):
            raise
        except BaseException as error:  # noqa: BLE001 - a panic of its Rust is no Exception
            # Not chained: the cause could carry the text into a log.
            raise BlockedByGate(
                f"The second scanner of the gate failed on a text ({type(error).__name__}). The "
                "text was not stored, shown or sent. If it stays so, set gate.deep_scan to off"
            ) from None
        at = in_characters(data, (edge for span in found for edge in span[:2]))
        return [(at[start], at[end], rule) for start, end, rule in sorted(found)]

    def _found(self, data: bytes) -> set[tuple[int, int, str]]:
        scan = self._compiled()
        until = time.thread_time() + self._seconds
        found = set()
        for start, end in _pieces(data):
            if time.thread_time() >= until:
                raise TimeoutError
            for finding in scan(data[start:end], timeout=_PIECE_SECONDS):
                at = finding.location
                span = _whole(data, start + at["start_offset"], start + at["end_offset"])
                # One that is not visible serves another: half of a pair that was not found.
                if finding.visible and _is_real(data[slice(*span)].decode(), finding.rule_id):
                    found.add((*span, finding.rule_id))
        return found

    def _compiled(self) -> Callable[..., Any]:
        with self._lock:
            if self._scan is None:
                kingfisher = importlib.import_module("kingfisher_sdk")
                # Without a folder it would choose one, and we say where our files are.
                where = {"cache_dir": self._cache} if self._cache else {"cache": False}
                self._scan = kingfisher.Scanner(kingfisher.Rules(**where)).scan
            return self._scan


def _pieces(data: bytes) -> Iterator[tuple[int, int]]:
    """Cut into pieces that overlap, where a line or a word ends, or a character at least."""
    start = 0
    while len(data) - start > _PIECE:
        end = _cut(data, start + _PIECE - _OVERLAP // 2, start + _PIECE)
        yield start, end
        start = _cut(data, end - _OVERLAP, end - _OVERLAP // 2)
    yield start, len(data)


def _cut(data: bytes, first: int, last: int) -> int:
    """The best place for a cut between two offsets."""
    for sign in (b"\n", b" "):
        place = data.rfind(sign, first, last)
        if place >= 0:
            return place + 1
    return _whole(data, first, first)[1]


def _whole(data: bytes, start: int, end: int) -> tuple[int, int]:
    """Widen to whole characters: its rules match bytes."""
    while _is_inside(data, start):
        start -= 1
    while _is_inside(data, end):
        end += 1
    return start, end


def _is_inside(data: bytes, place: int) -> bool:
    """Tell a place in the middle of a character."""
    return b"\x80" <= data[place : place + 1] < b"\xc0"


def _is_real(value: str, rule: str) -> bool:
    """Tell a secret from examples of documentation, and from what the gate put in its place."""
    head = value[:_HEAD].lower()
    if "[redacted:" in head or any(part in head for part in PLACEHOLDER_PARTS):
        return False
    return "credential-uri" not in rule or url_password(value)
