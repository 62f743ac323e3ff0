"""Runs the rules over bytes with RE2: linear in the text, whatever the text is.

RE2 is the only matcher: without it there is no gate, and without a gate nothing is read. Which
rules run over a text at all, one pass for all keywords together decides: its cost does not grow
with the table (Aho-Corasick, 300 MB per CPU s; one rule costs 2 us per KB).
"""

from __future__ import annotations

import functools
import importlib
import itertools
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

import ahocorasick_rs

from vaultbrain.errors import BlockedByGate
from vaultbrain.gate.checks import CHECKS
from vaultbrain.gate.parts import PARTS
from vaultbrain.gate.rules.classes import CLASSES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from vaultbrain.gate.rules import Rule

# A rejected value up to this length is searched again from its start: it may hold the next label.
_RESUME = 128
# After so many matches of one rule the time is looked at.
_MATCHES = 256
_PATTERN_MEMORY = 12 << 20
_PLACEHOLDER = b"[redacted:"
_LONGEST_PLACEHOLDER = len(_PLACEHOLDER) + max(map(len, CLASSES)) + 1
# The class in a placeholder is no label. One rule reads on from where a card was.
_MASKS = tuple(
    (b"%b%b]" % (_PLACEHOLDER, name.encode()), b"%b%b]" % (_PLACEHOLDER, b"-" * len(name)))
    for name in CLASSES
    if name != "card"
)
# What ends a remark is no part of what stands in it: without it, more would be hidden.
_CLOSES = ("-->", "%%")
_OPENING = "\"'`„“«\u201a"
_CLOSING = "\"'`“”»\u2018\u2019"
# A keyword is asked for in every mix of cases of its letters beyond ASCII, of which it has few.
_MOST_SPELLINGS = 256


class Span(NamedTuple):
    """Where a rule found something: byte offsets, and the rule's place in the table."""

    start: int
    end: int
    rule: int


Match = Callable[[bytes, int, int], list[tuple[int, int]]]
"""Searches bytes from here to there: the spans of the first match and its groups; -1 for none."""


class _Compiled(NamedTuple):
    match: Match
    group: int
    accepts: Callable[[str], bool] | None
    parts: Callable[[str], list[tuple[int, int]]] | None


class Engine:
    """A rule table. Each rule is compiled when a text calls for it: most vendors nobody uses.

    Raises:
        BlockedByGate: RE2 is missing, or a rule does not compile.
    """

    def __init__(self, rules: tuple[Rule, ...]) -> None:
        self._compile = compile_ = compiler()
        self._rules = rules
        self._compiled: dict[int, _Compiled] = {}
        # Rules without keywords are asked together whether one of them matches, which seldom is so.
        # A block of words, which is no group of its pattern, is in every other note.
        always = [(1 << n, rule) for n, rule in enumerate(rules) if not rule.keywords]
        rare = [(bit, rule) for bit, rule in always if rule.group]
        self._always = sum(bit for bit, rule in always if not rule.group)
        self._rare = sum(bit for bit, _ in rare)
        self._any_rare = compile_("|".join(f"(?:{rule.pattern})" for _, rule in rare), groups=False)
        masks = _keyword_masks(rules)
        self._masks = tuple(masks.values())
        # A tenth of the memory of its other kind (2 of 21 MB), and as quick.
        self._keywords = ahocorasick_rs.BytesAhoCorasick(
            list(masks), implementation=ahocorasick_rs.Implementation.ContiguousNFA
        )

    def spans(self, data: bytes, until: float = float("inf")) -> list[Span]:
        """Find everything in valid UTF-8; spans may overlap and are in no order.

        None begins in a placeholder, nor has one for its label.

        Args:
            data: the text.
            until: CPU seconds of this thread (`time.thread_time`) at which to give up.

        Raises:
            BlockedByGate: it took longer.
        """
        data = _masked(data)
        wanted = self._always
        if self._any_rare(data, 0, len(data))[0][0] >= 0:
            wanted |= self._rare
        # Some keywords have the sign in front of them, and a text may begin with one.
        lowered = b"\n" + data.lower()
        for number, _, _ in self._keywords.find_matches_as_indexes(lowered, overlapping=True):
            wanted |= self._masks[number]
        found: list[Span] = []
        number = 0
        while wanted:
            skip = (wanted & -wanted).bit_length()
            number += skip
            spans = _run(self._rule(number - 1), data, until)
            found += [Span(*span, number - 1) for span in spans]
            wanted >>= skip
        return found

    def release(self) -> None:
        """Give back the memory of rules; those that are called for again are compiled again."""
        self._compiled = {}

    def _rule(self, number: int) -> _Compiled:
        made = self._compiled.get(number)
        if made is None:  # two threads may both make it, and make the same
            rule = self._rules[number]
            made = self._compiled[number] = _Compiled(
                self._compile(rule.pattern, groups=rule.group > 0),
                rule.group,
                CHECKS[rule.check] if rule.check else None,
                PARTS[rule.part] if rule.part else None,
            )
        return made


def in_characters(data: bytes, edges: Iterable[int]) -> dict[int, int]:
    """Byte offsets of UTF-8, between characters, with the character offsets that they are.

    One walk over all of them: decoding a prefix for each would be quadratic.
    """
    at = {0: 0}
    before = 0
    for offset in sorted(set(edges)):
        at[offset] = at[before] + len(data[before:offset].decode())
        before = offset
    return at


def check_time(until: float) -> None:
    """Give up on a text.

    Raises:
        BlockedByGate: the CPU seconds of this thread are past `until`.
    """
    if time.thread_time() > until:
        raise BlockedByGate(
            "The gate gave up on a text that takes too long to look through, so nothing of it was "
            "stored, shown or sent. Split it, or take it out with .brainignore."
        )


def compiler() -> Callable[..., Match]:
    """What compiles patterns of RE2 for bytes; `groups=False`: whole matches are enough.

    Raises:
        BlockedByGate: RE2 is missing, or (when it compiles) a pattern is none.
    """
    try:
        # Without what makes the library look like `re`, which costs twice what a search does.
        re2 = importlib.import_module("re2")._re2.RE2  # noqa: SLF001
    except ImportError as error:
        raise BlockedByGate(
            "The gate cannot run: the library google-re2 is not installed. No note is read, "
            "shown or sent without the gate. Install it with: pip install google-re2"
        ) from error
    options = re2.Options()
    options.log_errors = False
    options.max_mem = _PATTERN_MEMORY
    anywhere = re2.Anchor.UNANCHORED

    def compile_(pattern: str, *, groups: bool = True) -> Match:
        options.never_capture = not groups
        compiled = re2(pattern.encode(), options)
        if not compiled.ok():
            raise BlockedByGate(f"A rule of the gate does not compile: {compiled.error()}")
        return functools.partial(compiled.Match, anywhere)

    return compile_


def every(
    match: Match, data: bytes, start: int, end: int, until: float
) -> Iterator[list[tuple[int, int]]]:
    """All matches in a part of a text, of a pattern that matches no empty text.

    Raises:
        BlockedByGate: it took longer, as of `check_time`.
    """
    check_time(until)
    count = 0
    while (spans := match(data, start, end))[0][0] >= 0:
        yield spans
        start = spans[0][1]
        count += 1
        if count % _MATCHES == 0:
            check_time(until)


def _keyword_masks(rules: tuple[Rule, ...]) -> dict[bytes, int]:
    """Map each spelling of a keyword to the rules that it calls for."""
    masks: dict[bytes, int] = {}
    for number, rule in enumerate(rules):
        for word in rule.keywords:
            for spelling in _spellings(word):
                masks[spelling] = masks.get(spelling, 0) | 1 << number
    return masks


def _spellings(word: str) -> list[bytes]:
    """A lower-case word with its letters beyond ASCII in both cases: `bytes.lower` leaves them."""
    letters = [dict.fromkeys((c, c if c.isascii() else c.upper())) for c in word]
    spellings = itertools.islice(itertools.product(*letters), _MOST_SPELLINGS)
    return ["".join(one).encode() for one in spellings]


def _masked(data: bytes) -> bytes:
    """A text as long, in which no placeholder names its class."""
    if _PLACEHOLDER in data:
        for placeholder, mask in _MASKS:
            data = data.replace(placeholder, mask)
    return data


def _run(rule: _Compiled, data: bytes, until: float) -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    size = len(data)
    position = count = 0
    while (spans := rule.match(data, position, size))[0][0] >= 0:
        if count % _MATCHES == 0:
            check_time(until)
        count += 1
        first = spans[0][0]
        start, end = spans[rule.group]
        # At least one byte forward each time; the byte before the next label is its left edge.
        position = max(first + 1, end if end - start > _RESUME else start - 1)
        if rule.parts is None:
            values = [] if _is_in_placeholder(data, start) else _whole(rule, data[start:end], start)
        else:
            values = _cut(rule, data, start, end)
        if values:
            position = max(first + 1, end)
            found += values
    return found


def _whole(rule: _Compiled, value: bytes, start: int) -> list[tuple[int, int]]:
    text = value.decode()
    for close in _CLOSES:
        text = text.removesuffix(close)
    end = start + len(text.encode())
    if len(text) > 1 and text[0] in _OPENING and text[-1] in _CLOSING:
        bare = text.strip(_OPENING + _CLOSING)
        start += len(text[: text.find(bare)].encode()) if bare else 0
        end = start + len(bare.encode())
        text = bare
    return [(start, end)] if text and (rule.accepts is None or rule.accepts(text)) else []


def _cut(rule: _Compiled, data: bytes, start: int, end: int) -> list[tuple[int, int]]:
    """Cut a table or a list into its values; byte offsets are counted on, never from the start."""
    block = data[start:end].decode()
    is_ascii = len(block) == end - start
    spans = []
    done = 0
    for first, last in rule.parts(block) if rule.parts else ():
        start += first - done if is_ascii else len(block[done:first].encode())
        value = block[first:last].encode()
        if not _is_in_placeholder(data, start):
            spans += _whole(rule, value, start)
        start += len(value)
        done = last
    return spans


def _is_in_placeholder(data: bytes, place: int) -> bool:
    least = max(0, place - _LONGEST_PLACEHOLDER + 1)
    start = data.rfind(_PLACEHOLDER, least, place + len(_PLACEHOLDER))
    return start >= 0 and data.find(b"]", start, start + _LONGEST_PLACEHOLDER) >= place
