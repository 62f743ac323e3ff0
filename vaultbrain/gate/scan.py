"""The gate itself: a text in, findings or a verdict out.

Whatever goes wrong in here blocks the text; it never passes unseen.
"""

from __future__ import annotations

import hashlib
import importlib.resources
import secrets
import time
from functools import cached_property
from typing import TYPE_CHECKING, Literal, NamedTuple

import msgspec

import vaultbrain
from vaultbrain.errors import BlockedByGate
from vaultbrain.gate.allow import Allowing, Baseline
from vaultbrain.gate.redact import apart, line_ends, merged, original, replaced
from vaultbrain.gate.rules import TABLE
from vaultbrain.gate.scanner import Scanner
from vaultbrain.records import Action, Finding, Tier, Verdict

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from importlib.resources.abc import Traversable

    from vaultbrain.gate.allow import Origin
    from vaultbrain.gate.redact import Mark

# A redaction can lay bare the next secret (the rest of a digit run); each round takes one layer.
_ROUNDS = 200
# CPU seconds for one text, and for each million characters of it: slow machines have long notes,
# too. Ordinary ones take 0.1 s a MB, and what is made to take long 1 s.
_SECONDS, _SECONDS_PER_MILLION = 2.0, 1.0
# Of so large a part of a note being secret, the rest says little but where the secrets are. One
# password in a short note is no such case: who looks for it has to find the note.
_QUARANTINE, _FINDINGS, _CHARACTERS = 0.3, 3, 200
_QUARANTINED = "[quarantined]"


class Gate:
    """Finds secrets and personal data in a text and takes them out.

    Secrets are always redacted. One instance may be shared by threads.

    Args:
        strong: what happens to strong personal data (cards, IBAN, birth numbers): redacted, or
            listed and left in the text.
        soft: what happens to soft personal data (e-mail addresses, phone numbers): listed and
            left in the text to be indexed, or redacted.
        allowing: what rules on paths and notes themselves let pass.
        baseline: single findings that pass. Without one, ids mean nothing beyond this object.
        scanner: finds; one with a second opinion, perhaps.
        seconds: CPU seconds that one text may take.
    """

    def __init__(
        self,
        *,
        strong: Literal["redact", "allow"] = "redact",
        soft: Literal["index", "redact"] = "index",
        allowing: Allowing | None = None,
        baseline: Baseline | None = None,
        scanner: Scanner | None = None,
        seconds: float = _SECONDS,
    ) -> None:
        tiers = {Tier.SECRET}
        if strong == "redact":
            tiers.add(Tier.STRONG)
        if soft == "redact":
            tiers.add(Tier.SOFT)
        self._redacted = frozenset(tiers)
        # One in which no id is yet is false, and its key is the one that counts all the same.
        self.baseline = Baseline(secrets.token_bytes(32)) if baseline is None else baseline
        self._means = _Means(
            scanner or Scanner(), allowing or Allowing(), self.baseline, self._redacted
        )
        self._seconds = seconds

    @cached_property
    def ruleset(self) -> str:
        """Hex SHA-256 of everything that decides a verdict: rules, code, policy."""
        means = self._means
        said = (means.scanner.version, means.allowing.said, sorted(means.redacted))
        made = hashlib.sha256(msgspec.json.encode((vaultbrain.__version__, said)))
        for name, source in _sources(importlib.resources.files("vaultbrain.gate")):
            made.update(f"{name}\0".encode() + source)
        return made.hexdigest()

    @property
    def has_second(self) -> bool:
        """Whether a second opinion is asked."""
        return bool(self._means.scanner.version)

    def scan(self, text: str) -> tuple[Finding, ...]:
        """Find what the rules know, in order and without overlaps.

        Offsets are characters of `text`, lines count from 1 by line feeds.

        Raises:
            BlockedByGate: the text could not be scanned, for whatever reason.
        """
        return self.clean(text).findings

    def clean(
        self, text: str, origin: Origin | None = None, passed: frozenset[str] = frozenset()
    ) -> Verdict:
        """Take out what must not pass.

        Each redacted span becomes `[redacted:CLASS]` and the line ends that it held, so every
        other line keeps its number. Findings that the policy leaves in the text are listed too;
        offsets are those of `text`. Cleaning a cleaned text changes nothing.

        Args:
            text: a whole note, or any other text.
            origin: of a whole note: what the note and rules on its path let pass does, and one
                of which too much is secret is quarantined.
            passed: ids of findings that pass: what the verdict on a whole note says, for pieces
                of it.

        Raises:
            BlockedByGate: the text could not be scanned, for whatever reason.
        """
        try:
            self._means.scanner.prepare()
            more = _SECONDS_PER_MILLION * len(text) / 1_000_000
            until = time.thread_time() + self._seconds + more
            wrapped = origin is not None and origin.wrapped
            return _Look(self._means, text, until, passed, wrapped=wrapped).verdict(origin)
        except BlockedByGate:
            raise
        except Exception as error:  # noqa: BLE001 - whatever it is, the text must not pass
            # Not chained: the cause could carry the text into a log.
            raise BlockedByGate(
                f"The gate failed on a text ({type(error).__name__}). The text was not stored, "
                "shown or sent. Please report it with the note's path, not with its content."
            ) from None


class _Means(NamedTuple):
    """What a text is looked at with."""

    scanner: Scanner
    allowing: Allowing
    baseline: Baseline
    redacted: frozenset[Tier]


class _Look:
    """A look at one text, in some rounds; `passed` grows while it lasts."""

    def __init__(
        self, means: _Means, text: str, until: float, passed: frozenset[str], *, wrapped: bool
    ) -> None:
        self._means, self._text, self._until, self._passed = means, text, until, passed
        self._wrapped = wrapped

    def verdict(self, origin: Origin | None) -> Verdict:
        marks = self._marks(self._text)
        if not marks:
            return Verdict(self._text, ())
        wanted = self._of(marks, is_redacted=True)
        gone, allowed = self._parted(wanted, origin)
        gone, cleaned = self._settled(gone)
        left = apart(self._of(marks, is_redacted=False), sorted((*gone, *allowed)))
        findings = self._findings(
            [(mark, Action.REDACTED) for mark in gone]
            + [(mark, Action.ALLOWED) for mark in apart(allowed, gone)]
            + [(mark, Action.INDEXED) for mark in left]
        )
        if origin is not None and _is_too_much(self._text, gone):
            return Verdict(_QUARANTINED + line_ends(self._text), findings, quarantined=True)
        return Verdict(cleaned, findings, self._passed)

    def _marks(self, text: str) -> list[Mark]:
        return self._means.scanner.marks(text, self._until, wrapped=self._wrapped)

    def _of(self, marks: Iterable[Mark], *, is_redacted: bool) -> list[Mark]:
        return merged(m for m in marks if (m.tier in self._means.redacted) is is_redacted)

    def _parted(
        self, marks: Sequence[Mark], origin: Origin | None
    ) -> tuple[list[Mark], list[Mark]]:
        """What is to go, and what may stay; its ids are kept for the rounds to come."""
        if origin is not None:
            passing = self._means.allowing.passing(self._text, marks, origin)
            self._passed |= {self._id(self._text, mark) for mark in passing}
        gone: list[Mark] = []
        allowed: list[Mark] = []
        for mark in marks:
            (allowed if self._passes(self._text, mark) else gone).append(mark)
        return gone, allowed

    def _passes(self, text: str, mark: Mark) -> bool:
        if not self._passed and not self._means.baseline:
            return False
        id_ = self._id(text, mark)
        return id_ in self._passed or id_ in self._means.baseline

    def _id(self, text: str, mark: Mark) -> str:
        return self._means.baseline.id(mark.class_, text[mark.start : mark.end])

    def _settled(self, gone: list[Mark]) -> tuple[list[Mark], str]:
        """Repeat until the redacted text holds nothing that would be redacted; and that text."""
        if not gone:
            return [], self._text
        for _ in range(_ROUNDS):
            cleaned, placeholders = replaced(self._text, gone)
            found = self._of(self._marks(cleaned), is_redacted=True)
            found = [mark for mark in found if not self._passes(cleaned, mark)]
            grown = merged([*gone, *original(found, placeholders)])
            if grown == gone:
                return gone, cleaned
            gone = grown
        raise BlockedByGate(
            "The gate found secrets inside secrets and gave up on a text. The text was not "
            "stored, shown or sent. Split the note, or take it out with .brainignore."
        )

    def _findings(self, marks: list[tuple[Mark, Action]]) -> tuple[Finding, ...]:
        found = []
        line, counted = 1, 0
        for (start, end, place), action in sorted(marks):
            line += self._text.count("\n", counted, start)
            counted = start
            rule = TABLE[place]
            id_ = self._means.baseline.id(rule.class_, self._text[start:end])
            found.append(Finding(rule.id, rule.class_, rule.tier, start, end, line, action, id_))
        return tuple(found)


def _is_too_much(text: str, gone: Sequence[Mark]) -> bool:
    secret = sum(mark.end - mark.start for mark in gone)
    is_much = len(gone) >= _FINDINGS or secret >= _CHARACTERS
    return is_much and secret >= _QUARANTINE * len(text)


def _sources(folder: Traversable) -> Iterator[tuple[str, bytes]]:
    """The code of a package, in an order that is always the same."""
    for at in sorted(folder.iterdir(), key=lambda one: one.name):
        if at.is_dir():
            yield from _sources(at)
        elif at.name.endswith(".py"):
            yield at.name, at.read_bytes()
