"""The gate's second look: at what reading lays bare in a text that has passed.

Escapes of YAML, percent signs of addresses, entities, emphasis and comments can part a secret
that the gate would know. The reader resolves them, so a title or a link can hold what stood
nowhere in the text as it was written.
"""

from __future__ import annotations

import bisect
import itertools
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from vaultbrain.records import Action

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from vaultbrain.gate import Gate
    from vaultbrain.reading.base import Extract, Reader
    from vaultbrain.records import Block, Link, Note, Section

# So many characters are searched for pieces that stand in the text as they are, in 0.1 s; pieces
# beyond are looked at by the gate without being searched for.
_MOST_SEARCHED = 200_000_000
_HIDDEN = "holds a secret that escapes or markup part; it was taken out"


class GatedReader:
    """A reader of which not even the notes that it makes hold a secret; see `Reader`."""

    def __init__(self, reader: Reader, gate: Gate) -> None:
        self._reader, self._gate = reader, gate

    def extract(self, path: str, raw: bytes) -> Extract:
        """Take the text out of the bytes of a file; the caller shows it to the gate."""
        return self._reader.extract(path, raw)

    def read(self, path: str, extract: Extract, passed: frozenset[str] = frozenset()) -> Note:
        """Make a note, and take out of it what reading laid bare.

        Args:
            path: of the file.
            extract: its text after the gate.
            passed: ids of findings that the gate's verdict on the text let pass.

        Raises:
            BlockedByGate: the gate cannot vouch for it.
        """
        return relook(self._gate, self._reader.read(path, extract), extract.text, passed)


def relook(gate: Gate, note: Note, text: str, passed: frozenset[str] = frozenset()) -> Note:
    """The note without secrets that stood in pieces in its text.

    Args:
        gate: looks at what the note holds and its text, as it is written, does not.
        note: what was read from the text.
        text: it has passed the gate.
        passed: ids of findings that may stay.

    Raises:
        BlockedByGate: the gate cannot vouch for it.
    """
    pieces = _new(list(dict.fromkeys(_pieces(note, text.split("\n")))), text)
    swaps = _swaps(gate, pieces, passed)
    return _Swap(swaps).note(note) if swaps else note


def _pieces(note: Note, lines: Sequence[str]) -> Iterator[str]:
    """All texts of a note but blocks that are lines of its text."""
    yield note.title
    yield from note.aliases
    yield from note.tags
    yield from _strings(note.properties)
    yield from itertools.chain.from_iterable(note.fields)
    for link in note.links:
        yield from filter(None, (link.target, link.heading, link.block, link.alias))
    for anchor in note.anchors:
        yield from (anchor.id, anchor.text)
    for section in note.sections:
        yield from section.heading
        for block in section.blocks:
            if block.text != "\n".join(lines[block.line_start - 1 : block.line_end]):
                yield block.text


def _strings(value: object) -> Iterator[str]:
    """Every text among JSON values, keys included."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for key, item in value.items():
            yield key
            yield from _strings(item)
    elif isinstance(value, list):
        for item in value:
            yield from _strings(item)


def _new(pieces: list[str], text: str) -> list[str]:
    """Those that do not stand in the text as they are."""
    most = _MOST_SEARCHED // (len(text) + 1)
    return [piece for piece in pieces[:most] if piece not in text] + pieces[most:]


def _swaps(gate: Gate, pieces: list[str], passed: frozenset[str]) -> dict[str, str]:
    """Pieces that hold a secret, with what may be shown of them.

    All are looked at in one go, and those where something was found by themselves.
    """
    if not pieces:
        return {}
    found = gate.clean("\n".join(pieces), passed=passed).findings
    starts = list(itertools.accumulate((len(piece) + 1 for piece in pieces), initial=0))
    doubtful = {
        at
        for finding in found
        if finding.action is Action.REDACTED
        for at in range(
            bisect.bisect_right(starts, finding.start) - 1, bisect.bisect_left(starts, finding.end)
        )
    }
    cleaned = {pieces[at]: gate.clean(pieces[at], passed=passed).text for at in sorted(doubtful)}
    return {piece: shown for piece, shown in cleaned.items() if shown != piece}


class _Swap:
    """Puts one text in the place of another, wherever in a note it stands."""

    def __init__(self, swaps: Mapping[str, str]) -> None:
        self._swaps = swaps

    def note(self, note: Note) -> Note:
        return msgspec.structs.replace(
            note,
            title=self._text(note.title),
            aliases=self._texts(note.aliases),
            tags=self._texts(note.tags),
            properties=self._value(note.properties),
            fields=tuple((self._text(key), self._text(value)) for key, value in note.fields),
            links=tuple(map(self._link, note.links)),
            anchors=tuple(
                msgspec.structs.replace(at, id=self._text(at.id), text=self._text(at.text))
                for at in note.anchors
            ),
            sections=tuple(map(self._section, note.sections)),
            # First, for the fault of broken metadata is the last.
            problems=(_HIDDEN, *note.problems),
        )

    def _text(self, text: str) -> str:
        return self._swaps.get(text, text)

    def _texts(self, texts: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(dict.fromkeys(map(self._text, texts)))

    def _value(self, value: Any) -> Any:  # noqa: ANN401 - whatever JSON knows
        if isinstance(value, str):
            return self._text(value)
        if isinstance(value, dict):
            return {self._text(key): self._value(item) for key, item in value.items()}
        if isinstance(value, list):
            return [self._value(item) for item in value]
        return value

    def _link(self, link: Link) -> Link:
        return msgspec.structs.replace(
            link,
            target=self._text(link.target),
            **{
                part: self._text(said)
                for part in ("heading", "block", "alias")
                if (said := getattr(link, part)) is not None
            },
        )

    def _section(self, section: Section) -> Section:
        return msgspec.structs.replace(
            section,
            heading=tuple(map(self._text, section.heading)),
            blocks=tuple(map(self._block, section.blocks)),
        )

    def _block(self, block: Block) -> Block:
        return msgspec.structs.replace(block, text=self._text(block.text))
