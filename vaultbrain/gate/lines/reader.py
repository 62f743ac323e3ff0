"""The pieces that a line is read in: marks, separators, values, words. Each read is bounded."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from vaultbrain.gate.lines import words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from vaultbrain.gate.lines.labels import Label, Vocabulary

Span = tuple[int, int]

DRESS = "\"'`*_~()[]{},;.:!?<>„“”«»"
"""What stands around a word and is no part of it."""

DASHES = frozenset("-\u2013—")
WINDOW = 160
"""So many characters are looked at after a label, and so many before it."""

_SPACES = " \t\u00a0\u202f\u3000"
_MARKS = "\"'`*_~]}"
_PAIRS = frozenset(["**", "__", "~~", "=="])
_CLOSED_BY = {
    '"': '"',
    "'": "'",
    "`": "`",
    "„": '“”"',
    "“": "”“",
    "«": "»",
    "\u201a": "\u2018\u2019",
    "\u2018": "\u2019",
}
_LONGEST = 512
_LONGEST_TAG = 10
_FAR = 10
_WIDEST = 8
_MOST_MARKS = 6
_LONG_NAME = 32


class Judge(NamedTuple):
    """Which values count, by what stands between label and value.

    Attributes:
        known: the labels.
        assigned: after a separator.
        quoted: the same, in quotes.
        stated: after `is` and the like.
        near: right after the label or what it is for.
        far: further on in the sentence.
        plain: even a plain word counts, where the place alone says that it is a secret.
    """

    known: Vocabulary
    assigned: Callable[[str], bool]
    quoted: Callable[[str], bool]
    stated: Callable[[str], bool]
    near: Callable[[str], bool]
    far: Callable[[str], bool]
    plain: bool


class Place(NamedTuple):
    """A label in its line.

    Attributes:
        line: the line.
        low: the same, lower case.
        label: the label.
        limit: where the next label starts.
        judge: what counts.
        verdicts: what has been judged before: what repeats itself, hostile or not, is judged once.
    """

    line: str
    low: str
    label: Label
    limit: int
    judge: Judge
    verdicts: dict[str, bool]


class Value(NamedTuple):
    """A value: the span of its text, and where the line goes on."""

    start: int
    end: int
    after: int
    quoted: bool


class Separator(NamedTuple):
    """What stands between a label and its value.

    Attributes:
        after: where the value may start; -1: no value follows, whatever stands there.
        sign: the sign; `-` for every dash, `<` for the end of a tag, `|` between cells.
        joined: nothing stands between label and sign.
        plain: what stands between them leaves the label in force: nothing, or `to the VPN`.
        late: something stands between them.
    """

    after: int
    sign: str
    joined: bool = False
    plain: bool = True
    late: bool = False


NONE = Separator(-1, "")
"""There is a sign, but no value after it."""


def past_marks(line: str, at: int) -> int:
    """Skip the marks and closing tags that end a label."""
    for _ in range(_MOST_MARKS):
        if line[at : at + 1] and line[at] in _MARKS:
            at += 1
        elif line.startswith("</", at) and line.find(">", at, at + _LONGEST_TAG) > 0:
            at = line.find(">", at) + 1
        else:
            break
    return at


def separator(line: str, at: int, label: Label) -> Separator | None:
    """The separator right here, if there is one."""
    start = at
    while at - start < _WIDEST and line[at : at + 1] and line[at] in _SPACES:
        at += 1
    sign = line[at : at + 1]
    if not sign:
        return None
    if sign in ":=\uff1a|→⇒➜➡":
        if (sign == "=" and line[at + 1 : at + 2] in ("=", "~")) or (
            at > start and _is_attribute(line, at)
        ):
            return NONE
        double = line[at : at + 2] in (":=", "::", "=>")
        return Separator(at + 1 + double, sign, joined=at == start)
    if line.startswith("->", at):
        return Separator(at + 2, "→")
    if sign in DASHES and at > start and line[at + 1 : at + 2] in (" ", "\u00a0"):
        return Separator(at + 1, "-")
    return _tag(line, at, label)


def _is_attribute(line: str, at: int) -> bool:
    """Tell the next attribute: `v-model="password" :minlength="12"`."""
    return (
        line[at] == ":" and line[at + 1 : at + 2].isalpha() and '="' in line[at : at + _LONG_NAME]
    )


def _tag(line: str, at: int, label: Label) -> Separator | None:
    """The end of <password>, or the start of the next cell."""
    if line.startswith(("<td", "<dd"), at) and line.find(">", at, at + WINDOW) > 0:
        return Separator(line.find(">", at) + 1, "|")
    opened = line[label.start - 1 : label.start] == "<" and line[at] == ">"
    if opened and line.find("</", at + 2, at + WINDOW) > 0:
        return Separator(at + 1, "<", joined=True)
    return None


def value_at(line: str, at: int) -> Value | None:
    """The value from here on: quoted, or up to the next white space."""
    for _ in range(_MOST_MARKS + _WIDEST):
        sign = line[at : at + 1]
        if sign and sign in _SPACES:
            at += 1
        elif line[at : at + 2] in _PAIRS:
            at += 2
        elif sign == "<" and line[at + 1 : at + 2].isalpha():
            close = line.find(">", at, at + _LONGEST_TAG)
            if close < 0 or not line[at + 1 : close].isalpha():
                break
            at = close + 1
        else:
            break
    return quoted(line, at) or _bare(line, at)


def quoted(line: str, at: int) -> Value | None:
    """A value in quotes or backticks that starts here and ends on this line."""
    closing = _CLOSED_BY.get(line[at : at + 1])
    if closing is None:
        return None
    start = at + 1
    while line[at] == "`" and line[start : start + 1] == "`":
        start += 1
    ends = [line.find(c, start + 1, start + _LONGEST) for c in closing]
    end = min((e for e in ends if e > 0), default=-1)
    return Value(start, end, end + 1, quoted=True) if end > 0 else None


def _bare(line: str, at: int) -> Value | None:
    """Up to white space; a quote, backtick or bar ends it unless a letter or digit follows."""
    pieces = line[at : at + _LONGEST].split(maxsplit=1)
    if not pieces or line[at].isspace():
        return None
    end = at + len(pieces[0])
    for place in () if pieces[0].isalnum() else range(at + 1, end):
        sign, following = line[place], line[place + 1 : place + 2]
        if (sign in '"`|' and not following.isalnum()) or (sign == "<" and following in ("/", "b")):
            return Value(at, place, place, quoted=False)
    return Value(at, end, end, quoted=False)


def word_end(line: str, at: int, limit: int) -> int:
    """Where the word ends that goes on here: at white space, or at `limit`."""
    while at < limit and not line[at].isspace():
        at += len(line[at : min(limit, at + _LONGEST)].split(maxsplit=1)[0])
    return at


def tokens(place: Place, at: int) -> Iterator[Span]:
    """The next few words up to the next label."""
    line, limit = place.line, place.limit
    # A word that is cut off at the end of the window is taken whole.
    end = word_end(line, min(limit, at + WINDOW), limit)
    for count, token in enumerate(line[at:end].split()):
        if count > _FAR:
            return
        at = line.find(token, at)
        yield at, at + len(token)
        at += len(token)


def more(place: Place, at: int) -> list[Span]:
    """Further values after one: `X, Y`, `X / Y`, `X (old: Y)`, `nas X, mail Y`."""
    spans: list[Span] = []
    listed = place.line[at - 1] in ",;"
    for start, end in tokens(place, at):
        token = place.line[start:end]
        bare = token.strip(DRESS).lower()
        if place.judge.near(token.strip("()[],;")):
            spans.append((start, end))
            listed = token[-1] in ",;"
        elif listed:
            listed = False
        elif bare and bare not in words.JOINERS and not token.endswith((":", ",", ")")):
            break
    return spans
