"""Functions that find recovery codes in a list: they are alike, and nothing else there is."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from vaultbrain.gate.checks.shapes import has_digit, placeholder

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

Spans = list[tuple[int, int]]
Shape = tuple[int, ...]

_DRESS = "*_~`\"'()[].:•·✓✔☑☐✅\u2013\u2014>"
_APART = str.maketrans(dict.fromkeys(",;|/\t\r", "\n"))
_BETWEEN = _DRESS + ",;|/-+ \t\r\n0123456789xX"
_WIDEST_GAP = 16
_SHORTEST = 6
_GROUP = range(3, 6)
_SPACED_SIZE = 12
_HEAD = 3
_DATES = ((4, 2, 2), (2, 2, 4))
_PHONE = (0, 3, 3, 3)


class _Code(NamedTuple):
    start: int
    end: int
    shape: Shape
    has_digit: bool


def recovery_codes(block: str) -> Spans:
    """Codes of one shape, two or more: `3484-5742`, `3484 5742`, `5c741328`.

    What differs in shape (a date, a number of the list, `used`) is none. Where most have a digit,
    one of that shape without a digit counts too.
    """
    codes = list(_codes(block))
    alike: dict[Shape, list[_Code]] = {}
    for code in codes:
        alike.setdefault(code.shape, []).append(code)
    told = {shape for shape, some in alike.items() if _is_told(shape, some, block)}
    spans: Spans = []
    for start, end, shape, _ in codes:
        if shape not in told or placeholder(block[start:end]):
            continue
        if spans and _is_between(block[spans[-1][1] : start]):
            spans[-1] = (spans[-1][0], end)
        else:
            spans.append((start, end))
    return spans


def _is_between(gap: str) -> bool:
    """Tell what only parts two codes of a list: signs, and the number or mark of the item."""
    return len(gap) <= _WIDEST_GAP and not gap.strip(_BETWEEN)


def _is_told(shape: Shape, some: Sequence[_Code], block: str) -> bool:
    count = len(some)
    digits = sum(code.has_digit for code in some)
    # Numbers that count on, and dates, begin alike.
    heads = {block[code.start : code.start + _HEAD] for code in some}
    if count > 1 and len(heads) == 1:
        return False
    if shape[0] == 0:  # groups with spaces between
        return shape != _PHONE and (count > 1 or sum(shape) >= _SPACED_SIZE)
    return count > 1 and digits > 0 and 2 * digits >= count - (len(shape) > 1)


def _codes(block: str) -> Iterator[_Code]:
    start = 0
    # Two spaces part codes as a comma does.
    for chunk in block.translate(_APART).replace("  ", "\n\n").split("\n"):
        yield from _chunk(chunk, start)
        start += len(chunk) + 1


def _chunk(chunk: str, start: int) -> Iterator[_Code]:
    groups: list[_Code] = []
    for word in chunk.split(" "):
        bare = word.strip(_DRESS)
        first = start + word.find(bare)
        start += len(word) + 1
        code = _code(bare, first)
        if code and len(code.shape) == 1 and code.shape[0] in _GROUP:
            groups.append(code)
            continue
        yield from _joined(groups)
        groups = []
        if code and sum(code.shape) >= _SHORTEST:
            yield code
    yield from _joined(groups)


def _code(bare: str, first: int) -> _Code | None:
    if not bare.isascii() or not bare.replace("-", "").isalnum():
        return None
    shape = tuple(map(len, bare.split("-")))
    if 0 in shape or (shape in _DATES and bare.replace("-", "").isdigit()):
        return None
    if len(shape) == 1 and not has_digit(bare):
        return None
    return _Code(first, first + len(bare), shape, has_digit(bare))


def _joined(groups: Sequence[_Code]) -> Iterator[_Code]:
    """Groups side by side, all of one length, as one code."""
    if len(groups) > 1 and len({code.shape for code in groups}) == 1:
        shape = (0, *(code.shape[0] for code in groups))
        yield _Code(groups[0].start, groups[-1].end, shape, has_digit=True)


RECOVERY_PARTS = (recovery_codes,)
"""The functions of this module that a rule may name."""
