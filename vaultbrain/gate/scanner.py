"""Everything that is found in a text: by the rules and, where there is one, by a second opinion."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Protocol

from vaultbrain.gate.engine import Engine, Span, in_characters
from vaultbrain.gate.fields import Fields
from vaultbrain.gate.redact import Mark
from vaultbrain.gate.rules import DEEP, RULES
from vaultbrain.gate.views import Views

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from vaultbrain.gate.views import View


class Second(Protocol):
    """A second opinion on what is a secret; `version` tells it from others."""

    version: str

    def prepare(self) -> None:
        """Do once what takes long; raises as `spans` does."""
        ...

    def spans(self, text: str) -> list[tuple[int, int, str]]:
        """Character offsets of what it holds for a secret, and the name of its rule.

        Raises:
            BlockedByGate: it could not look.
        """
        ...


class Scanner:
    """Looks at texts; shared by threads. `version` names what the rules alone do not tell."""

    def __init__(self, second: Second | None = None) -> None:
        self.version = second.version if second else ""
        self._second = second
        self._is_prepared = False

    def prepare(self) -> None:
        """Compile what every text needs, once: that is no time of the first one's.

        Raises:
            BlockedByGate: something is missing that is needed.
        """
        if self._is_prepared:
            return
        _ = self._engine, self._fields, self._views
        if self._second:
            self._second.prepare()
        self._is_prepared = True

    def release(self) -> None:
        """Give back the memory that looking at many texts took: 50 MB after some thousand notes."""
        self._engine.release()

    @cached_property
    def _engine(self) -> Engine:
        return Engine(RULES)

    @cached_property
    def _fields(self) -> Fields:
        return Fields()

    @cached_property
    def _views(self) -> Views:
        return Views()

    def marks(self, text: str, until: float, *, wrapped: bool = False) -> list[Mark]:
        """What is found, in any order and with overlaps.

        Args:
            text: any.
            until: CPU seconds of this thread (`time.thread_time`) at which to give up.
            wrapped: whether its lines end where a page has no more room, also inside of words.

        Raises:
            BlockedByGate: it took longer.
        """
        data = _utf8(text)
        spaced = self._views.spaced(data, until)
        spans = self._spans(spaced.data if spaced else data, until, wrapped=wrapped)
        if spaced:
            spans = _back(spaced, spans)
        found = _as_marks(text, data, spans)
        if self._second:
            found += (Mark(start, end, DEEP) for start, end, _ in self._second.spans(text))
        return found

    def _spans(self, data: bytes, until: float, *, wrapped: bool) -> list[Span]:
        spans = self._engine.spans(data, until) + self._fields.spans(data, until)
        for view in self._views.of(data, until, wrapped=wrapped):
            spans += _back(view, self._engine.spans(view.data, until))
        return spans


def _back(view: View, spans: Iterable[Span]) -> list[Span]:
    """Spans of a view as spans of the text."""
    return [Span(*place, rule) for start, end, rule in spans for place in view.back(start, end)]


def _as_marks(text: str, data: bytes, spans: Sequence[Span]) -> list[Mark]:
    """Spans of bytes as marks of characters."""
    if not spans or len(data) == len(text):
        return [Mark(*span) for span in spans]
    at = in_characters(data, (edge for span in spans for edge in span[:2]))
    return [Mark(at[start], at[end], rule) for start, end, rule in spans]


def _utf8(text: str) -> bytes:
    """Encode with as many characters as the text has; lone surrogates become U+FFFD."""
    try:
        return text.encode()
    except UnicodeEncodeError:
        return "".join("\ufffd" if "\ud800" <= c <= "\udfff" else c for c in text).encode()
