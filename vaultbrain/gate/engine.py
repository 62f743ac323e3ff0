"""Runs the rules over bytes with RE2: linear in the text, whatever the text is.

RE2 is the only matcher: without it there is no gate, and without a gate nothing is read.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any, NamedTuple

from vaultbrain.errors import BlockedByGate
from vaultbrain.gate.checks import CHECKS
from vaultbrain.gate.parts import PARTS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from vaultbrain.gate.rules import Rule

# After so many keywords in one text it is cheaper to ask for the rest of them one by one.
_KEYWORD_HITS = 48
# A rejected value up to this length is searched again from its start: it may hold the next label.
_RESUME = 128
_PATTERN_MEMORY = 64 << 20
_PLACEHOLDER = b"[redacted:"
_OPENING = "\"'`„“«\u201a"
_CLOSING = "\"'`“”»\u2018\u2019"


class Span(NamedTuple):
    """Where a rule found something: byte offsets, and the rule's place in the table."""

    start: int
    end: int
    rule: int


class _Compiled(NamedTuple):
    search: Callable[[bytes, int], Any]
    group: int
    accepts: Callable[[str], bool] | None
    parts: Callable[[str], list[tuple[int, int]]] | None


class Engine:
    """A rule table, compiled.

    Raises:
        BlockedByGate: RE2 is missing, or a rule does not compile.
    """

    def __init__(self, rules: tuple[Rule, ...]) -> None:
        compile_ = _compiler()
        self._rules = tuple(
            _Compiled(
                compile_(rule.pattern).search,
                rule.group,
                CHECKS[rule.check] if rule.check else None,
                PARTS[rule.part] if rule.part else None,
            )
            for rule in rules
        )
        self._always = sum(1 << n for n, rule in enumerate(rules) if not rule.keywords)
        self._masks = _keyword_masks(rules)
        self._all = (1 << len(rules)) - 1
        words = sorted(self._masks, key=lambda word: (-len(word), word))
        # One pass over the text for all keywords together: its cost does not grow with the table.
        self._keywords = compile_("(?i)" + "|".join(_escape(w) for w in words)).search

    def spans(self, data: bytes) -> list[Span]:
        """Find everything in valid UTF-8; spans may overlap and are in no order."""
        wanted = self._always | self._by_keyword(data)
        found: list[Span] = []
        number = 0
        while wanted:
            skip = (wanted & -wanted).bit_length()
            number += skip
            found.extend(Span(*span, number - 1) for span in _run(self._rules[number - 1], data))
            wanted >>= skip
        return found

    def _by_keyword(self, data: bytes) -> int:
        """Say which rules have a keyword in the text, as a bit mask."""
        wanted = 0
        position = 0
        for _ in range(_KEYWORD_HITS):
            match = self._keywords(data, position)
            if match is None:
                return wanted
            # An unknown spelling (the Kelvin sign for k) asks for all rules.
            word = match.group().decode().lower()
            wanted |= self._masks.get(word, self._all)
            position = match.start() + 1
        lowered = data.decode().lower()
        for word, mask in self._masks.items():
            if mask & ~wanted and word in lowered:
                wanted |= mask
        return wanted


def _compiler() -> Callable[[str], Any]:
    try:
        re2 = importlib.import_module("re2")
    except ImportError as error:
        raise BlockedByGate(
            "The gate cannot run: the library google-re2 is not installed. No note is read, "
            "shown or sent without the gate. Install it with: pip install google-re2"
        ) from error
    options = re2.Options()
    options.log_errors = False
    options.max_mem = _PATTERN_MEMORY

    def compile_(pattern: str) -> Any:  # noqa: ANN401 - re2 has no types
        return re2.compile(pattern, options)

    return compile_


def _escape(word: str) -> str:
    return "".join(c if c.isalnum() or c == " " else f"\\x{{{ord(c):x}}}" for c in word)


def _keyword_masks(rules: tuple[Rule, ...]) -> dict[str, int]:
    """Map each keyword to the rules it calls for, those of the keywords inside it included."""
    own: dict[str, int] = {}
    for number, rule in enumerate(rules):
        for word in rule.keywords:
            own[word] = own.get(word, 0) | 1 << number
    masks = dict.fromkeys(own, 0)
    for word in own:
        for inner, mask in own.items():
            if inner in word:
                masks[word] |= mask
    return masks


def _run(rule: _Compiled, data: bytes) -> Iterator[tuple[int, int]]:
    position = 0
    while (match := rule.search(data, position)) is not None:
        start, end = match.span(rule.group)
        # At least one byte forward each time; the byte before the next label is its left edge.
        position = max(match.start() + 1, end if end - start > _RESUME else start - 1)
        if data.startswith(_PLACEHOLDER, start):
            continue
        value = data[start:end].decode()
        if rule.parts is not None:
            spans = _cut(rule, value, start)
        else:
            spans = _whole(rule, value, start, end)
        if spans:
            position = max(match.start() + 1, end)
        yield from spans


def _whole(rule: _Compiled, value: str, start: int, end: int) -> list[tuple[int, int]]:
    if len(value) > 1 and value[0] in _OPENING and value[-1] in _CLOSING:
        bare = value.strip(_OPENING + _CLOSING)
        start += len(value[: value.find(bare)].encode()) if bare else 0
        end = start + len(bare.encode())
        value = bare
    if not value or not (rule.accepts is None or rule.accepts(value)):
        return []
    return [(start, end)]


def _cut(rule: _Compiled, value: str, start: int) -> list[tuple[int, int]]:
    """Cut a table or a list into its values; byte offsets are counted on, never from the start."""
    spans = []
    done = 0
    for first, last in rule.parts(value) if rule.parts else ():
        start += len(value[done:first].encode())
        size = len(value[first:last].encode())
        spans += _whole(rule, value[first:last], start, start + size)
        start += size
        done = last
    return spans
