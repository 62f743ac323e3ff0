"""The gate itself: a text in, findings or a verdict out.

Whatever goes wrong in here blocks the text; it never passes unseen.
"""

from __future__ import annotations

import hashlib
from functools import cached_property
from typing import TYPE_CHECKING, Literal, NamedTuple

import msgspec

from vaultbrain.errors import BlockedByGate
from vaultbrain.gate import checks, words
from vaultbrain.gate.engine import Engine
from vaultbrain.gate.rules import RULES
from vaultbrain.records import Finding, Tier, Verdict

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_GRAVITY = {Tier.SECRET: 3, Tier.STRONG: 2, Tier.SOFT: 1}
# A redaction can lay bare the next secret (the rest of a digit run); each round takes one layer.
_ROUNDS = 8


class _Mark(NamedTuple):
    """A finding on its way: character offsets, and the rule's place in the table."""

    start: int
    end: int
    rule: int


class Gate:
    """Finds secrets and personal data in a text and takes them out.

    Secrets are always redacted. One instance may be shared by threads.

    Args:
        strong: what happens to strong personal data (cards, IBAN, birth numbers): redacted, or
            listed and left in the text.
        soft: what happens to soft personal data (e-mail addresses, phone numbers): listed and
            left in the text to be indexed, or redacted.
    """

    def __init__(
        self,
        *,
        strong: Literal["redact", "allow"] = "redact",
        soft: Literal["index", "redact"] = "index",
    ) -> None:
        tiers = {Tier.SECRET}
        if strong == "redact":
            tiers.add(Tier.STRONG)
        if soft == "redact":
            tiers.add(Tier.SOFT)
        self._redacted = frozenset(tiers)

    @cached_property
    def ruleset(self) -> str:
        """Hex SHA-256 of everything that decides a verdict: rules, checks, words, policy."""
        lists = (
            sorted(words.ORDINARY),
            words.PLACEHOLDER_PARTS,
            words.LABEL_PARTS,
            words.CODE_ROOTS,
            sorted(words.URL_PLACEHOLDERS),
            sorted(words.MACHINE_NAMES),
            sorted(words.FILE_ENDINGS),
        )
        rules = [msgspec.structs.replace(r, examples=(), counter_examples=()) for r in RULES]
        said = msgspec.json.encode((rules, checks.VERSION, lists, sorted(self._redacted)))
        return hashlib.sha256(said).hexdigest()

    @property
    def redacted_tiers(self) -> frozenset[Tier]:
        """The tiers whose findings are taken out; the others are only listed."""
        return self._redacted

    @cached_property
    def _engine(self) -> Engine:
        return Engine(RULES)

    def scan(self, text: str) -> tuple[Finding, ...]:
        """Find what the rules know, in order and without overlaps.

        Offsets are characters of `text`, lines count from 1 by line feeds.

        Raises:
            BlockedByGate: the text could not be scanned, for whatever reason.
        """
        try:
            return self._findings(text)
        except BlockedByGate:
            raise
        except Exception as error:  # noqa: BLE001 - whatever it is, the text must not pass
            # Not chained: the cause could carry the text into a log.
            raise BlockedByGate(
                f"The gate failed on a text ({type(error).__name__}). The text was not stored, "
                "shown or sent. Please report it with the note's path, not with its content."
            ) from None

    def clean(self, text: str) -> Verdict:
        """Take out what must not pass.

        Each redacted span becomes `[redacted:CLASS]` and the line ends that it held, so every
        other line keeps its number. Findings that the policy leaves in the text are listed too;
        offsets are those of `text`. Cleaning a cleaned text changes nothing.

        Raises:
            BlockedByGate: the text could not be scanned, for whatever reason.
        """
        findings = self.scan(text)
        if not findings:
            return Verdict(text, ())
        gone = [f for f in findings if f.tier in self._redacted]
        return Verdict(_replaced(text, [(f.start, f.end, f.class_) for f in gone])[0], findings)

    def _findings(self, text: str) -> tuple[Finding, ...]:
        marks = self._marks(text)
        if not marks:
            return ()
        gone = _merged(m for m in marks if RULES[m.rule].tier in self._redacted)
        if gone:
            gone = self._settled(text, gone)
        left = _merged(m for m in marks if RULES[m.rule].tier not in self._redacted)
        return _as_findings(text, sorted(gone + _apart(left, gone)))

    def _marks(self, text: str) -> list[_Mark]:
        """Run the engine and turn byte offsets into character offsets."""
        data = _utf8(text)
        spans = self._engine.spans(data)
        if not spans or len(data) == len(text):
            return [_Mark(*span) for span in spans]
        # One walk over all boundaries: decoding a prefix per finding would be quadratic.
        at = {0: 0}
        before = 0
        for offset in sorted({edge for span in spans for edge in span[:2]}):
            at[offset] = at[before] + len(data[before:offset].decode())
            before = offset
        return [_Mark(at[start], at[end], rule) for start, end, rule in spans]

    def _settled(self, text: str, gone: list[_Mark]) -> list[_Mark]:
        """Repeat until the redacted text holds nothing that would be redacted."""
        for _ in range(_ROUNDS):
            cleaned, origins = _replaced(text, [(m.start, m.end, _class(m)) for m in gone])
            marks = (m for m in self._marks(cleaned) if RULES[m.rule].tier in self._redacted)
            more = [m._replace(start=s, end=e) for m, (s, e) in _original(marks, origins)]
            grown = _merged([*gone, *more])
            if grown == gone:
                return gone
            gone = grown
        raise BlockedByGate(
            "The gate found secrets inside secrets and gave up on a text. The text was not "
            "stored, shown or sent. Split the note, or take it out with .brainignore."
        )


def _class(mark: _Mark) -> str:
    return RULES[mark.rule].class_


def _utf8(text: str) -> bytes:
    """Encode with as many characters as the text has; lone surrogates become U+FFFD."""
    try:
        return text.encode()
    except UnicodeEncodeError:
        return "".join("\ufffd" if "\ud800" <= c <= "\udfff" else c for c in text).encode()


def _weight(mark: _Mark) -> tuple[int, int, int]:
    """Order marks of the same text: the graver, then the longer, then the earlier rule wins."""
    return _GRAVITY[RULES[mark.rule].tier], mark.end - mark.start, -mark.rule


def _merged(marks: Iterable[_Mark]) -> list[_Mark]:
    """Unite overlapping marks; the union is named after its weightiest member."""
    merged: list[_Mark] = []
    heaviest = (0, 0, 0)
    for mark in sorted(marks):
        weight = _weight(mark)
        if not merged or mark.start >= merged[-1].end:
            merged.append(mark)
            heaviest = weight
            continue
        last = merged[-1]
        rule = mark.rule if weight > heaviest else last.rule
        heaviest = max(heaviest, weight)
        merged[-1] = _Mark(last.start, max(last.end, mark.end), rule)
    return merged


def _apart(left: list[_Mark], gone: list[_Mark]) -> list[_Mark]:
    """Drop the marks of `left` that touch a redacted span; both lists are in order."""
    kept = []
    place = 0
    for mark in left:
        while place < len(gone) and gone[place].end <= mark.start:
            place += 1
        if place == len(gone) or gone[place].start >= mark.end:
            kept.append(mark)
    return kept


def _replaced(
    text: str, spans: Sequence[tuple[int, int, str]]
) -> tuple[str, list[tuple[int, int, int]]]:
    """Put placeholders in; returns the text and, per placeholder, where it stands.

    An origin is (start in the new text, end in the new text, end in the old text).
    """
    pieces: list[str] = []
    origins: list[tuple[int, int, int]] = []
    done = size = 0
    for start, end, class_ in spans:
        line_ends = "".join(c for c in text[start:end] if c in "\r\n")
        placeholder = f"[redacted:{class_}]{line_ends}"
        pieces += (text[done:start], placeholder)
        size += start - done
        origins.append((size, size + len(placeholder), end))
        size += len(placeholder)
        done = end
    pieces.append(text[done:])
    return "".join(pieces), origins


def _original(
    marks: Iterable[_Mark], origins: list[tuple[int, int, int]]
) -> Iterable[tuple[_Mark, tuple[int, int]]]:
    """Say for each mark of a redacted text which characters of the old text it covers.

    The part inside a placeholder is left out: it is redacted already.
    """
    place = 0
    for mark in sorted(marks):
        while place < len(origins) and origins[place][1] <= mark.start:
            place += 1
        start, end = _to_old(mark.start, origins, place), _to_old(mark.end, origins, place)
        if start < end:
            yield mark, (start, end)


def _to_old(offset: int, origins: list[tuple[int, int, int]], place: int) -> int:
    """Turn one offset of the new text into one of the old, searching on from `place`."""
    while place < len(origins) and origins[place][1] <= offset:
        place += 1
    shift = origins[place - 1][2] - origins[place - 1][1] if place else 0
    if place < len(origins) and offset > origins[place][0]:
        return origins[place][2]
    return offset + shift


def _as_findings(text: str, marks: list[_Mark]) -> tuple[Finding, ...]:
    found = []
    line, counted = 1, 0
    for mark in marks:
        line += text.count("\n", counted, mark.start)
        counted = mark.start
        rule = RULES[mark.rule]
        found.append(Finding(rule.id, rule.class_, rule.tier, mark.start, mark.end, line))
    return tuple(found)
