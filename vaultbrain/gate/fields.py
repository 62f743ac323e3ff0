"""Secrets among a note's metadata: whatever stands under a key that is named one.

By lines and columns, for the block may be broken and must be safe all the same. A value goes
whole, and so does every value below a key; how strong it is, nobody asks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from vaultbrain.gate.checks.shapes import field_value
from vaultbrain.gate.engine import Span, check_time, compiler, every
from vaultbrain.gate.rules import TABLE
from vaultbrain.gate.rules.fields import FIELD_RULES
from vaultbrain.gate.rules.label_parts import FIELD_LABEL, PASSWORD_LABEL, TOKEN_LABEL

if TYPE_CHECKING:
    from collections.abc import Mapping

_FENCES = {b"---": (b"---", b"..."), b"+++": (b"+++",)}
_IN_KEY = r"[^\"'{}\[\],:=#\n]"
_LABEL = rf"(?:{FIELD_LABEL}|(?i:secrets))"
# At the head of a line, or within braces.
_KEY = (
    rf"(?m)(^[ \t]*(?:[-?][ \t]+)*|[{{,][ \t]*)[\"']?((?:{_IN_KEY}*[ _.-])?{_LABEL}"
    rf"(?:[ _.-]{_IN_KEY}*)?)(?:[\"'][ \t]*[:=]|[ \t]*(?::(?:[ \t]|\r?$)|=))"
)
_CLASSES = rf"({PASSWORD_LABEL}|(?i:pass)$)|({TOKEN_LABEL}|(?i:token|secrets?|key)$)"
# What a key says that tells of a secret and holds none; and what stands beside secrets.
_NEUTRAL = frozenset(
    """
    account age algorithm app application at budget changed class count created database date days
    email encryption endpoint expires expiry expiration field file format generator hash hint host
    hostname id ip issuer length level limit link location login mail manager max min minimum mode
    name note notes owner path place policy port protected provider public required reset
    rotation rules salt scheme scope server service site ssid status strength title ttl type
    updated uri url usage user username vault version web where
    boarding bus day gym lift museum park press rail season ski train travel
    datum délka kde login název poznámka síla služba účet uživatel
    benutzer konto länge hinweis utilisateur compte indice usuario cuenta pista palabra palabras
    użytkownik konto
    """.split()
)
_SHORTEST_PIN = 3
_SHORTEST_TOKEN = 5
_SHORTEST_NUMBER = 3
_FLOW = r"\"(?:[^\"\\\n]|\\.)*\"|'[^'\n]*'|[\[\]{},\n]"
# List marks, anchors and tags; then perhaps a key.
_LEAD = r"^(?:[ \t]|[-?](?:[ \t]|$)|[&!][^\s,\[\]{}]*[ \t])*"
_CHILD = rf"{_LEAD}[\"']?({_IN_KEY}+)(?:[\"'][ \t]*:|[ \t]*:(?:[ \t\r]|$))[ \t]*"
_HEADER = r"^[|>][-+0-9]*[ \t\r]*(?:#.*)?$"
_QUOTED = r"(?s)^(?:\"((?:[^\"\\]|\\.)*)\"|'((?:[^']|'')*)')[ \t]*(?:#|\r?\n|\r?$)"
_SPACE = b" \t\r\n"
# What a value, or the line of its key, begins with; nothing at all is in none of them.
_QUOTES = frozenset((b'"', b"'"))
_HEADS = frozenset((b"|", b">"))
_MARKS = frozenset((b"-", b"?", b"&", b"!"))
_REMARK = frozenset((b"", b"#"))
_LONG_QUOTES = (b'"""', b"'''")
_GOES_ON = b" \t\r\n]}[{,\"'#-"
_LONGEST_FENCE = 256
_EVER = float("inf")
_PLACEHOLDER = b"[redacted:"
PLACES: Mapping[str, int] = {rule.class_: TABLE.index(rule) for rule in FIELD_RULES}
"""Where the rules of the classes stand in the table."""

_Place = tuple[int, int]


class Fields:
    """Looks at metadata. Compiled once, shared by threads.

    Raises:
        BlockedByGate: RE2 is missing.
    """

    def __init__(self) -> None:
        compile_ = compiler()
        self._key, self._flow = compile_(_KEY), compile_(_FLOW)
        self._class = compile_(_CLASSES)
        self._named, self._lead = compile_(_CHILD), compile_(_LEAD)
        self._header, self._quoted = compile_(_HEADER), compile_(_QUOTED)

    def spans(self, data: bytes, until: float = float("inf")) -> list[Span]:
        """The values of fields that are named a secret, as byte offsets.

        Args:
            data: UTF-8. Only a block of metadata at its head is looked at.
            until: CPU seconds of this thread (`time.thread_time`) at which to give up.

        Raises:
            BlockedByGate: it took longer.
        """
        start, end = _metadata(data)
        found: list[Span] = []
        classes: dict[bytes, str | None] = {}
        done = start
        for match in every(self._key, data, start, end, until):
            (first, last), _, key = match
            if key[0] < done:
                continue
            name = data[slice(*key)]
            if name not in classes:
                classes[name] = self._class_of(name)
            class_ = classes[name]
            if class_ is None:
                continue
            check_time(until)
            if data[first] in b"{,":
                values, done = self._items(data, (last, end), depth=1)
            else:
                values, done = self._values(data, key[0], last, end)
            rule = PLACES[class_]
            found += [Span(*at, rule) for at in values if _is_secret(data[slice(*at)], class_)]
        return found

    def _class_of(self, key: bytes) -> str | None:
        """What a key is named; None if it is no secret after all."""
        if not _NEUTRAL.isdisjoint(_words(key.decode())):
            return None
        bare = key.strip()
        _, password, token = self._class(bare, 0, len(bare))
        if password[0] >= 0:
            return "password"
        return "api-key" if token[0] >= 0 else "pin"

    def _values(self, data: bytes, key: int, start: int, end: int) -> tuple[list[_Place], int]:
        """The values of a key that heads a line, and where the last of them ends."""
        column = key - data.rfind(b"\n", 0, key) - 1
        line = _line_end(data, start, end)
        start = self._past_lead(data, start, line)
        head = data[start:line].rstrip(_SPACE)
        if _opens(head):
            return self._items(data, (start, end), depth=0)
        if head[:3] in _LONG_QUOTES and (stop := data.find(head[:3], start + 3, end)) >= 0:
            return [(start + 3, stop)], stop
        below = _below(data, column, line, end, is_list=head[:1] in _REMARK)
        last = below[-1][1] if below else line
        if below and self._is_header(head):
            return [_trimmed(data, below[0][0], last)], last
        inner = self._unquoted(data, start, last)
        if inner is not None and inner[1] > line:
            return [inner], inner[1]
        values = self._scalars(data, start, line)
        return [*values, *(value for part in below for value in self._child(data, part))], last

    def _past_lead(self, data: bytes, start: int, end: int) -> int:
        text = data[start:end].lstrip(b" \t")
        start = end - len(text)
        return start + self._lead(text, 0, len(text))[0][1] if text[:1] in _MARKS else start

    def _is_header(self, text: bytes) -> bool:
        """Tell what stands in the place of a value whose lines are below."""
        return text[:1] in _HEADS and self._header(text, 0, len(text))[0][0] >= 0

    def _unquoted(self, data: bytes, start: int, end: int) -> _Place | None:
        """What stands in quotes, if nothing but a remark is behind them."""
        if data[start : start + 1] not in _QUOTES:
            return None
        _, double, single = self._quoted(data[start:end], 0, end - start)
        first, last = max(double, single)
        return (start + first, start + last) if first >= 0 else None

    def _child(self, data: bytes, part: _Place) -> list[_Place]:
        """The values in a line or an item below a key."""
        start, end = part
        text = data[start:end]
        if b":" in text:
            (_, after), key = self._named(text, 0, len(text))
            if not _NEUTRAL.isdisjoint(_words(text[slice(*key)].decode())):
                return []
            start += max(0, after)
        return self._scalars(data, start, end)

    def _scalars(self, data: bytes, start: int, end: int) -> list[_Place]:
        """What is no mark and no remark."""
        start, end = _trimmed(data, start, end)
        text = data[start:end]
        if text[:1] in _MARKS:
            start = self._past_lead(data, start, end)
            text = data[start:end]
        if _opens(text):
            return self._items(data, (start, end), depth=0)[0]
        inner = self._unquoted(data, start, end)
        if inner is not None:
            return [inner]
        if text.startswith(b"#") or self._is_header(text):
            return []
        remark = text.find(b" #")
        return [(start, end) if remark < 0 else _trimmed(data, start, start + remark)]

    def _items(self, data: bytes, part: _Place, *, depth: int) -> tuple[list[_Place], int]:
        """The values within braces, which are `depth` deep at the start; and where they end.

        Braces that are never closed end at the next key.
        """
        place, end = part
        inner = depth
        found: list[_Place] = []
        for match in every(self._flow, data, *part, _EVER):
            at, after = match[0]
            sign = data[at]
            if sign in b"\"'":
                continue
            found += self._item(data, place, at)
            place = after
            depth += (sign in b"[{") - (sign in b"]}")
            if sign in b",\n" and inner and depth == inner:
                return found, at
            if depth <= 0 or (sign in b"\n" and data[place : place + 1] not in _GOES_ON):
                return found, at
        return [*found, *self._item(data, place, end)], end

    def _item(self, data: bytes, start: int, end: int) -> list[_Place]:
        if start >= end or data.startswith(_PLACEHOLDER, start - 1):
            return []
        return self._child(data, (start, end))


def _metadata(data: bytes) -> _Place:
    """The lines between the fences at the head of a note; none if a fence is missing."""
    start = data.find(b"\n") + 1
    closing = _FENCES.get(data[:start].rstrip(), ())
    place = start
    while closing and place < len(data):
        line = _line_end(data, place, len(data))
        if line - place < _LONGEST_FENCE and data[place:line].rstrip() in closing:
            return start, place
        place = line + 1
    return 0, 0


def _opens(text: bytes) -> bool:
    """Tell a list or a map in braces from a link and a placeholder."""
    return text.startswith((b"[", b"{")) and not text.startswith((b"[[", b"{{", _PLACEHOLDER))


def _line_end(data: bytes, place: int, end: int) -> int:
    found = data.find(b"\n", place, end)
    return found if found >= 0 else end


def _below(data: bytes, column: int, line: int, end: int, *, is_list: bool) -> list[_Place]:
    """The lines that belong to a key: deeper than it, or a list right below it."""
    found: list[_Place] = []
    while line < end:
        start, line = line + 1, _line_end(data, line + 1, end)
        text = data[start:line]
        bare = text.lstrip(_SPACE)
        depth = len(text) - len(bare)
        if not bare:
            continue
        if depth <= column and not (is_list and depth == column and bare.startswith(b"- ")):
            break
        found.append((start, line))
    return found


def _trimmed(data: bytes, start: int, end: int) -> _Place:
    text = data[start:end]
    bare = text.lstrip(_SPACE)
    start = end - len(bare)
    return start, start + len(bare.rstrip(_SPACE))


def _words(key: str) -> list[str]:
    return key.lower().replace("-", " ").replace("_", " ").replace(".", " ").split()


def _is_secret(value: bytes, class_: str) -> bool:
    """Whether what stands under a key of a class can be meant by it."""
    text = value.decode()
    is_gone = value.startswith(_PLACEHOLDER) and value.find(b"]") == len(value) - 1
    if is_gone or not field_value(text):
        return False
    digits = sum(map(str.isdigit, text))
    if class_ == "pin":
        is_date = text.count("-") == 2  # noqa: PLR2004
        return digits >= _SHORTEST_PIN and not is_date
    if class_ == "api-key":
        return len(text) >= _SHORTEST_TOKEN and digits < len(text)
    return digits < len(text) or digits >= _SHORTEST_NUMBER
