"""Keys that a vendor made, told from the invented ones of its documentation."""

from __future__ import annotations

from itertools import pairwise

from vaultbrain.gate.checks.shapes import HEAD, placeholder
from vaultbrain.gate.checks.tokens import key_material
from vaultbrain.gate.words import PLACEHOLDER_PARTS

_RUN = 4


def _is_counted(head: str) -> bool:
    """Tell abcdef123456: more than half of the characters stand in runs that count upwards."""
    in_runs = 0
    run = 1
    for a, b in pairwise(f"{head}\0"):
        if ord(b) - ord(a) == 1:
            run += 1
            continue
        in_runs += run if run >= _RUN else 0
        run = 1
    return 2 * in_runs > len(head)


def vendor_key(value: str) -> bool:
    """Tell a vendor's key from documentation and from camelCase names behind the same prefix."""
    head = value[:HEAD]
    turns = sum(a.isupper() != b.isupper() for a, b in pairwise(head))
    capitals = sum(c.isupper() for c in head)
    named = not any(c.isdigit() for c in head) and 3 * max(turns, capitals) < len(head)
    return key_material(value) and not named and not _is_counted(head)


def vendor_code(value: str) -> bool:
    """Tell a key of a fixed shape, digits or not, from documentation: 8 kinds of character."""
    head = value[:HEAD]
    low = head.lower()
    return (
        len(set(low)) >= 8  # noqa: PLR2004
        and not any(part in low for part in PLACEHOLDER_PARTS)
        and not _is_counted(head)
    )


def _kind(char: str) -> int:
    return char.isdigit() + 2 * char.isupper() + 4 * (not char.isalnum())


def labelled_key(value: str) -> bool:
    """Tell whether what follows a vendor's name is its key: no version, host, path or name.

    Inside the parts between `-`, `_` and `.` digits, small and capital letters change often.
    """
    head = value[:HEAD]
    if placeholder(value) or _is_counted(head):
        return False
    kinds = [_kind(c) for c in head]
    changes = sum(a != b and a < 4 and b < 4 for a, b in pairwise(kinds))  # noqa: PLR2004
    if 1 not in kinds:
        return key_material(value) and 3 * changes >= len(head)
    return changes >= 5 and len(set(head)) >= 8  # noqa: PLR2004


def spaced_password(value: str) -> bool:
    """Tell qzxv kpwt mhbr fjld, as mail hosts hand it out, from four short words."""
    groups = value.replace("-", " ").split()
    vowels = [sum(c in "aeiouy" for c in group) for group in groups]
    return 0 in vowels or sum(vowels) <= len(groups)
