"""Texts through the gate without a daemon: what it would find, never the values."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from vaultbrain import config as settings
from vaultbrain.daemon.tools import make_gate, make_scanner
from vaultbrain.errors import NoteUnreadable, UsageError
from vaultbrain.gate.allow import Origin
from vaultbrain.reading.text import decode
from vaultbrain.records import Action

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from vaultbrain.gate import Gate
    from vaultbrain.paths import Paths
    from vaultbrain.records import Finding

_WRAPPED = ".pdf"


class Line(msgspec.Struct, frozen=True):
    """One text to scan: a line of the input."""

    id: str | int
    text: str
    path: str | None = None


class Scanned(msgspec.Struct, frozen=True, kw_only=True, rename={"class_": "class"}):
    """A finding; `start` and `end` are characters of the text, `line` counts from 1."""

    class_: str
    tier: str
    rule: str
    start: int
    end: int
    line: int


def scan(paths: Paths, raw: bytes) -> tuple[list[dict[str, Any]], bool]:
    """What the gate finds in a text, by the settings of a home; whether it would take any out.

    Raises:
        NoteUnreadable: the bytes are no text.
        BlockedByGate: the text could not be scanned.
        ConfigError: the settings are wrong.
    """
    decoded = decode(raw)
    if not decoded.is_text:
        raise NoteUnreadable("What was given is no text, so nothing was scanned.")
    found = _gate(paths).scan(decoded.text)
    plain: list[dict[str, Any]] = msgspec.to_builtins([_scanned(at) for at in found])
    return plain, any(at.action is Action.REDACTED for at in found)


def scan_lines(paths: Paths, lines: Iterable[bytes]) -> Iterator[bytes]:
    """Scan many texts.

    Args:
        paths: the home, for its settings.
        lines: each a JSON object `{"id", "text", "path"?}`; blank ones are passed over.

    Yields:
        For each a JSON object `{"id", "findings"}`, with a line end.

    Raises:
        UsageError: a line is no such object; names the line.
        BlockedByGate: a text could not be scanned.
        ConfigError: the settings are wrong.
    """
    gate, decoder = _gate(paths), msgspec.json.Decoder(Line)
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            asked = decoder.decode(line)
        except (msgspec.DecodeError, UnicodeDecodeError):
            raise UsageError(
                f"Line {number} is not a JSON object with id and text, so the scan ended there. "
                "What was printed before is complete."
            ) from None
        wrapped = asked.path is not None and Path(asked.path).suffix.lower() == _WRAPPED
        origin = Origin("", asked.path or "", wrapped=True) if wrapped else None
        found = gate.clean(asked.text, origin).findings
        said = {"id": asked.id, "findings": [_scanned(at) for at in found]}
        yield msgspec.json.encode(said) + b"\n"


def _gate(paths: Paths) -> Gate:
    config = settings.load(paths.config_file)
    return make_gate(config, make_scanner(paths, config, traceless=True))


def _scanned(at: Finding) -> Scanned:
    return Scanned(
        class_=at.class_, tier=at.tier.value, rule=at.rule, start=at.start, end=at.end, line=at.line
    )
