"""Reads on from a label to the values that it announces, or back to one that stands before it.

A note tells a password in more ways than one pattern holds: with a remark between label and value,
with several values after one label, in the middle of a sentence, before its label. Each character
is looked at a bounded number of times, whatever the line is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from vaultbrain.gate.checks import shapes
from vaultbrain.gate.lines import words
from vaultbrain.gate.lines.labels import PASSWORDS, TOKENS, Label, Vocabulary, labels, lowered
from vaultbrain.gate.words import POINTERS, UNITS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

Span = tuple[int, int]

_SPACES = " \t\u00a0\u202f\u3000"
_MARKS = "\"'`*_~]}"
_DRESS = "\"'`*_~()[]{},;.:!?<>„“”«»"
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
_SEPARATORS = frozenset(["→", "⇒", "➜", "➡", "->", "=>", "=", ":", "：", "-", "–", "—", "|", ":="])
_DASHES = frozenset("-–—")
_WINDOW = 160
_LONGEST = 512
_PAIRS = frozenset(["**", "__", "~~", "=="])
_OPERATORS = frozenset(["==", "===", "!=", "!==", "&&", "||", "<=", ">=", "+", "?", "=~", "<", ">"])
# So many words are looked at after a label, and so many before it.
_FAR = 10
_BACK = 6


class _Judge(NamedTuple):
    """Which values count, by what stands between label and value."""

    known: Vocabulary
    assigned: Callable[[str], bool]
    quoted: Callable[[str], bool]
    stated: Callable[[str], bool]
    near: Callable[[str], bool]
    far: Callable[[str], bool]


_PASSWORD = _Judge(
    PASSWORDS,
    shapes.plausible_secret,
    shapes.plausible_phrase,
    shapes.strong,
    shapes.strong_mixed,
    shapes.wild,
)
_TOKEN = _Judge(
    TOKENS,
    shapes.plausible_token,
    shapes.plausible_token,
    shapes.random_token,
    shapes.random_token,
    shapes.random_token,
)


class _Value(NamedTuple):
    start: int
    end: int
    after: int
    quoted: bool


class _Between(NamedTuple):
    """What stands between a label and its separator: `value` is where the value may start."""

    value: int
    sign: str
    joined: bool
    plain: bool


def password_values(line: str) -> list[Span]:
    """Passwords that a line tells after or before a label."""
    return _values(line, _PASSWORD)


def token_values(line: str) -> list[Span]:
    """Keys and tokens that a line tells after or before a label."""
    return _values(line, _TOKEN)


def _values(line: str, judge: _Judge) -> list[Span]:
    low = lowered(line)
    found = labels(line, low, judge.known)
    spans: list[Span] = []
    done = 0
    for number, label in enumerate(found):
        limit = found[number + 1].start if number + 1 < len(found) else len(line)
        if label.start < done:
            continue
        reader = _Reader(line, low, label, limit, judge)
        told = reader.forward() or reader.backward(done)
        spans += told
        done = max([done, *(end for _, end in told)])
    return _disjoint(spans)


def _disjoint(spans: list[Span]) -> list[Span]:
    kept: list[Span] = []
    for start, end in sorted(spans):
        if not kept or start >= kept[-1][1]:
            kept.append((start, end))
    return kept


class _Reader:
    """One label of a line, and how to read on from it."""

    def __init__(self, line: str, low: str, label: Label, limit: int, judge: _Judge) -> None:
        self._line = line
        self._low = low
        self._label = label
        self._limit = limit
        self._judge = judge

    def forward(self) -> list[Span]:
        """What follows the label: an assigned value, else what the sentence tells."""
        if self._line[self._label.end : self._label.end + 1] == "/":
            return []
        start = self._past_marks(self._label.end)
        between = self._separator(start)
        if between is None:
            # Scripts without spaces: what follows the label goes on with the sentence.
            return [] if self._low[self._label.end - 1] > "\u2fff" else self._sentence(start)
        return self._assigned(between)

    # -- after a separator

    def _past_marks(self, at: int) -> int:
        line = self._line
        for _ in range(6):
            if line[at : at + 1] and line[at] in _MARKS:
                at += 1
            elif line.startswith("</", at) and 0 <= line.find(">", at, at + 10):
                at = line.find(">", at) + 1
            else:
                break
        return at

    def _separator(self, at: int) -> _Between | None:
        """The separator right here, if there is one."""
        line = self._line
        start = at
        while at - start < 8 and line[at : at + 1] and line[at] in _SPACES:  # noqa: PLR2004
            at += 1
        sign = line[at : at + 1]
        if sign and sign in ":=：|→⇒➜➡":
            end = at + 1
            if line[at : at + 2] in (":=", "::", "=>"):
                end += 1
            elif sign == "=" and line[end : end + 1] in ("=", "~"):
                return _Between(-1, "==", joined=False, plain=True)
            return _Between(end, sign, joined=at == start, plain=True)
        if line.startswith(("->", "<-"), at):
            return _Between(at + 2, "→", joined=False, plain=True) if sign == "-" else None
        if sign and sign in _DASHES and at > start and line[at + 1 : at + 2] in (" ", "\u00a0"):
            return _Between(at + 1, "-", joined=False, plain=True)
        if sign == ">" and self._is_element(at):
            return _Between(at + 1, "<", joined=True, plain=True)
        return None

    def _is_element(self, at: int) -> bool:
        """Tell <password>value</password>."""
        line = self._line
        return line[self._label.start - 1 : self._label.start] == "<" and 0 < line.find(
            "</", at + 2, at + _WINDOW
        )

    def _assigned(self, between: _Between) -> list[Span]:
        if between.value < 0:
            return []
        value = self._value(between.value)
        if value is None:
            return []
        if self._accepts(value, between):
            return [(value.start, value.end), *self._more(value.after)]
        pair = self._pair(value)
        if pair:
            return pair
        phrase = self._phrase(value, between)
        if phrase or between.joined and between.sign == "=":
            return phrase
        return self._sentence(value.start, told=True)

    def _accepts(self, value: _Value, between: _Between) -> bool:
        judge = self._judge
        text = self._line[value.start : value.end]
        if value.quoted:
            weak = self._label.sure and between.sign != "-" and " " not in text
            return judge.quoted(text) or (
                judge is _PASSWORD and weak and shapes.plausible_word(text)
            )
        if judge.assigned(text):
            return not text.isdigit() or self._is_number_told(value, between)
        if judge is not _PASSWORD:
            return False
        return shapes.plausible_word(text) and self._may_be_weak(value, between)

    def _is_number_told(self, value: _Value, between: _Between) -> bool:
        after = self._low[value.after : value.after + 24].split(maxsplit=1)
        if after and after[0].strip(_DRESS) in UNITS:
            return False
        return between.sign != "-" or self._ends_field(value.after)

    def _may_be_weak(self, value: _Value, between: _Between) -> bool:
        """Tell whether the place alone says that a plain word is a password."""
        label = self._label
        if between.sign == "|" or not between.plain:
            return False
        if label.constant and between.joined and between.sign == "=":
            return value.end - value.start >= 6  # noqa: PLR2004
        if between.sign == "<":
            return True
        if between.joined and self._line[label.start - 1 : label.start] == ":":
            return False
        if self._has_login() and (label.sure or between.sign != "-"):
            text = self._line[value.start : value.end]
            return text[-1] in ",;." or self._ends_field(value.after, comma=True)
        return label.sure and self._starts_line() and self._ends_field(value.after)

    def _starts_line(self) -> bool:
        if self._label.start > 48:  # noqa: PLR2004
            return False
        before = self._low[: self._label.start].lstrip(" \t>*+#|-\u2022\u25cf0123456789.)[]x_`\"'~(")
        return all(word in words.ADJECTIVES for word in before.strip("*_`\"'-. ").split())

    def _has_login(self) -> bool:
        before = self._low[max(0, self._label.start - 60) : self._label.start]
        return any(
            word.strip(_DRESS).rstrip(":=") in words.LOGINS
            for word in before.replace(":", ": ").replace("=", "= ").split()
        )

    def _ends_field(self, at: int, *, comma: bool = False) -> bool:
        rest = self._line[at : at + 48].lstrip("*_`~\"' \t)]\u00a0")
        if not rest or rest.startswith(("|", "(", "//", "# ", "<", "--", "- ", "– ", "— ", "\\")):
            return True
        return comma and rest[0] in ",;/."

    def _value(self, at: int) -> _Value | None:
        """The value from here on: quoted, or up to the next white space."""
        line = self._line
        for _ in range(16):
            sign = line[at : at + 1]
            if (sign and sign in _SPACES) or (line[at : at + 2] in _PAIRS):
                at += 1 + (sign not in _SPACES)
            elif sign == "<" and line[at + 1 : at + 2].isalpha():
                close = line.find(">", at, at + 10)
                if close < 0 or not line[at + 1 : close].isalpha():
                    break
                at = close + 1
            else:
                break
        return self._quoted(at) or self._bare(at)

    def _quoted(self, at: int) -> _Value | None:
        line = self._line
        closing = _CLOSED_BY.get(line[at : at + 1])
        if closing is None:
            return None
        start = at + 1
        while line[start : start + 1] == line[at] and line[at] == "`":
            start += 1
        ends = [line.find(c, start + 1, start + _LONGEST) for c in closing]
        end = min((e for e in ends if e > 0), default=-1)
        return _Value(start, end, end + 1, quoted=True) if end > 0 else None

    def _bare(self, at: int) -> _Value | None:
        line = self._line
        pieces = line[at : at + _LONGEST].split(maxsplit=1)
        if not pieces or line[at : at + 1].isspace():
            return None
        end = at + len(pieces[0])
        for place in range(at + 1, end) if not pieces[0].isalnum() else ():
            sign = line[place]
            if (sign in '"`|' and not line[place + 1 : place + 2].isalnum()) or (
                sign == "<" and line[place + 1 : place + 2] in ("/", "b")
            ):
                end = place
                break
        return _Value(at, end, end, quoted=False)

    def _pair(self, value: _Value) -> list[Span]:
        """The second half of `user/pass: eva / value`."""
        before = self._low[max(0, self._label.start - 24) : self._label.start]
        tokens = before.replace("/", " / ").replace("&", " & ").split()
        joined = tokens and tokens[-1] in ("/", "&", "+", "a", "and", "und", "et", "y", "i", ",")
        if not joined or len(tokens) < 2 or tokens[-2].strip(_DRESS) not in words.LOGINS:  # noqa: PLR2004
            return []
        text = self._line[value.start : value.end]
        for sign in "/:":
            cut = text.find(sign)
            if cut > 0 and shapes.plausible_word(text[cut + 1 :]):
                return [(value.start + cut + 1, value.end)]
        rest = self._tokens(value.after)
        for start, end in rest:
            token = self._line[start:end]
            if token not in words.JOINERS and token not in _DASHES:
                return [(start, end)] if shapes.plausible_word(token) else []
        return []

    def _phrase(self, value: _Value, between: _Between) -> list[Span]:
        """The rest of the line, when it is words that make no sentence."""
        if self._judge is not _PASSWORD or value.quoted or between.sign in "|-<":
            return []
        label = self._low[self._label.start : self._label.end]
        frank = label.startswith(("passphr", "phrase", "frase", "heslov"))
        if not (between.plain and self._label.sure and (frank or self._starts_line())):
            return []
        end = len(self._line) if len(self._line) - value.start <= _LONGEST else value.start
        text = self._line[value.start : end].rstrip()
        if not shapes.loose_words(text) or not (frank or text.islower()):
            return []
        least = 3 if frank else 4
        return [(value.start, value.start + len(text))] if len(text.split()) >= least else []

    def _more(self, at: int) -> list[Span]:
        """Further values after the first: `X, Y`, `X / Y`, `X (old: Y)`."""
        spans = []
        for start, end in self._tokens(at):
            token = self._line[start:end]
            bare = token.strip(_DRESS).lower()
            if self._judge.near(token.strip("()[],;")):
                spans.append((start, end))
            elif bare and bare not in words.JOINERS and not token.endswith((":", ",", ")")):
                break
        return spans

    # -- in a sentence

    def _tokens(self, at: int) -> Iterator[Span]:
        """The next few words up to the next label."""
        end = min(self._limit, at + _WINDOW)
        if end < self._limit:
            # A word that is cut off here is taken whole.
            end += len(self._line[end : min(self._limit, end + _LONGEST)].split(" ", 1)[0])
        for count, token in enumerate(self._line[at:end].split()):
            if count > _FAR:
                return
            at = self._line.find(token, at)
            yield at, at + len(token)
            at += len(token)

    def _sentence(self, at: int, *, told: bool = False) -> list[Span]:
        """Read the words after a label: a separator further on, or a value that looks like one.

        Args:
            at: where to start.
            told: a separator has gone before, so that no other is looked for.
        """
        judge = self._judge
        copula = joined = False
        verb = self._is_verb()
        for count, (start, end) in enumerate(self._tokens(at)):
            token = self._line[start:end]
            bare = self._low[start:end].strip(_DRESS)
            if "](" in token or '="' in token or token[0] == "<":
                continue
            if token[0] in _CLOSED_BY and (value := self._quoted(start)):
                return self._cited(value, near=copula or count == 0, copula=copula)
            if not told and (between := self._late_separator(start, end, at)):
                return self._assigned(between)
            if bare in words.COPULAS or token in ("=", "→"):
                copula = True
            elif (bare in words.ABOUT and count == 0) or token in _OPERATORS:
                return []
            elif bare in words.PREPOSITIONS:
                joined = joined or count <= 1
            elif verb and count and not copula:
                return []
            elif self._counts(token, copula=copula, near=count == 0 or (joined and count <= 4)):  # noqa: PLR2004
                return [(start, end), *self._more(end)]
            if token[-1] in ".?!;" and len(bare) > 3 and not judge.far(token):  # noqa: PLR2004
                break
        return []

    def _is_verb(self) -> bool:
        return self._low.endswith("pass", 0, self._label.end)

    def _counts(self, token: str, *, copula: bool, near: bool) -> bool:
        judge = self._judge
        token = token.strip("()[],")
        if not token or token.isalpha() or (token[0] == "#" and token[1:].isalnum()):
            return False
        if copula and judge.stated(token):
            return True
        return judge.near(token) if near else judge.far(token)

    def _cited(self, value: _Value, *, near: bool, copula: bool) -> list[Span]:
        """A quoted value without a separator; in backticks stand commands and names too."""
        text = self._line[value.start : value.end]
        code = self._line[value.start - 1] == "`"
        if self._judge is not _PASSWORD:
            accepted = self._judge.near(text)
        elif " " in text or (self._is_verb() and code):
            accepted = near and (copula or not (code or self._is_verb())) and shapes.plausible_phrase(text)
        else:
            accepted = near and (
                shapes.strong(text) if code and not copula else shapes.plausible_secret(text)
            )
        return [(value.start, value.end), *self._more(value.after)] if accepted else []

    def _late_separator(self, start: int, end: int, at: int) -> _Between | None:
        """A separator that stands after a remark: `heslo do nasu v Brně: …`."""
        token = self._line[start:end]
        bare = token.rstrip("*_`\"'~)")
        plain = self._is_remark(at, end)
        if token in _SEPARATORS:
            sign = "-" if token in _DASHES else token[0]
            return _Between(end, sign, joined=False, plain=plain)
        if bare[-1:] in (":", "：", "=") and "://" not in bare:
            about = self._low[at:end].strip(_DRESS + "=").split()
            if words.ABOUT.isdisjoint(word.strip(_DRESS) for word in about):
                return _Between(end, ":", joined=False, plain=plain)
            return _Between(-1, ":", joined=False, plain=False)
        if "(" in token[:1]:
            return self._after_bracket(start)
        return None

    def _after_bracket(self, start: int) -> _Between | None:
        """A separator after a remark in brackets: `WiFi (host): …`."""
        close = self._line.find(")", start, start + _WINDOW)
        return self._separator(self._past_marks(close + 1)) if close > 0 else None

    def _is_remark(self, at: int, end: int) -> bool:
        """Tell `to the VPN` and `(admin)`, which leave the label in force, from other words."""
        told = self._low[at:end].lstrip(" \t(")
        first = told.split(maxsplit=1)
        if any(c.isdigit() for c in told):
            return len(told) <= 3  # noqa: PLR2004 - password 2:
        return not first or first[0].strip(_DRESS) in words.PREPOSITIONS

    # -- before the label

    def _names_thing(self) -> bool:
        """Tell `(heslo)` and `(heslo do PC)` from `(password scanning fix)`."""
        rest = self._low[self._label.end : self._label.end + 24]
        told = rest.split(maxsplit=1)
        return rest[:1] in (")", "") or bool(told and told[0] in words.PREPOSITIONS)

    def backward(self, done: int) -> list[Span]:
        """A value that stands before its label: `X is the password`, `X (heslo do PC)`."""
        start = max(done, self._label.start - _WINDOW)
        before = self._line[start : self._label.start]
        if not before:
            return []
        linked = before.endswith("(") and self._names_thing()
        at = self._label.start
        for token in before.split()[: -_BACK - 1 : -1]:
            at = self._line.rfind(token, start, at)
            bare = token.strip(_DRESS).lower()
            if not bare:
                continue
            if linked and not token.isalpha():
                text = token.strip("\"'`*_()[],.;„“”«»")
                place = self._line.find(text, at)
                ok = self._judge.near(text) and place >= 0
                return [(place, place + len(text))] if ok else []
            if token in words.BEFORE or bare in words.BEFORE:
                linked = True
            elif linked or (bare and bare not in words.DETERMINERS):
                return []
        return []
