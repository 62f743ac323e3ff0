"""The shape of a rule, and small helpers for writing rules as data."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from vaultbrain.records import Tier

# RE2's \b knows ASCII only, so a label or token brings its own left edge: one character that is
# neither a letter, a mark, a digit nor an underscore, or the start of the text.
EDGE = r"(?:^|[^\pL\pM\pN_])"
# The right edge of a number.
NUMBER_END = r"(?:$|[^\pL\pN_])"


class Rule(msgspec.Struct, frozen=True, kw_only=True):
    """One kind of secret or personal data, and how it is recognised.

    Attributes:
        id: stable name, unique in the table; part of every finding.
        class_: what the placeholder says, as in `[redacted:CLASS]`.
        tier: how grave a finding is.
        keywords: lower-case; the rule runs only where one of them occurs, in any case. Empty:
            it always runs, which costs a few microseconds per note: right for rules whose only
            keyword would be a sign that occurs everywhere, as each hit costs about one.
        pattern: RE2 syntax, matched against UTF-8. Bounded look-ahead only (no `.*` in the
            middle), or a long line would cost quadratic time.
        group: number of the group that is redacted; 0 for the whole match.
        check: name of a function in `vaultbrain.gate.checks.CHECKS` that must agree, or None.
        part: name of a function in `vaultbrain.gate.parts.PARTS` that cuts the group into values,
            or None: the group is the value. The check is asked for each value.
        examples: texts in which the rule must find something.
        counter_examples: look-alikes in which it must find nothing.
    """

    id: str
    class_: str
    tier: Tier
    keywords: tuple[str, ...]
    pattern: str
    group: int = 1
    check: str | None = None
    part: str | None = None
    examples: tuple[str, ...]
    counter_examples: tuple[str, ...] = ()


def joined(*pieces: str) -> str:
    """Join an invented secret at run time, so that scanners of this repository stay quiet."""
    return "".join(pieces)


def noise(length: int, alphabet: str = "k3Vw9QzR7tLm2XbN8sYc4HdP6fGj5Ua") -> str:
    """Invented key material: `length` characters that look random and are the same every time."""
    size = len(alphabet)
    return "".join(alphabet[(i * i + 7 * i + i // size) % size] for i in range(length))


HEX = "3f9a0c7be1d84625"
UPPER = "K3VW7QZR2TLMXBN4SYC6HDPFGJ5UA"
