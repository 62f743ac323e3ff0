"""Secrets in the middle of a sentence: `the password for the NAS is X`, `X je heslo k mailu`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vaultbrain.gate.checks import plausible
from vaultbrain.gate.checks.crafted import composed
from vaultbrain.gate.lines import words
from vaultbrain.gate.lines.cues import TO
from vaultbrain.gate.lines.reader import (
    DASHES,
    DRESS,
    NONE,
    WINDOW,
    Separator,
    more,
    past_marks,
    quoted,
    separator,
    tokens,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vaultbrain.gate.lines.reader import Place, Span

_SEPARATORS = frozenset(
    ["→", "⇒", "➜", "➡", "->", "=>", "=", ":", "\uff1a", "-", "\u2013", "—", "|", ":="]
)
_OPERATORS = frozenset(
    ["==", "===", "!=", "!==", "&&", "||", "<=", ">=", "+", "?", "=~", "<", ">", "{", "}"]
)
_REMARKS = words.PREPOSITIONS | words.COPULAS | words.THINGS | words.SERVICES
# So many words may name the thing that a password is for.
_THING = 4
_BACK = 6
_LONG_LINE = 240
_FAR_OFF = 9
_AFTER = 24


class _State:
    """What the words since the label have said."""

    def __init__(self, *, told: bool) -> None:
        self.copula = False
        self.joined = told
        self.changed = False
        self.placed = 0

    def takes(self, bare: str, token: str, count: int) -> bool:
        """Take in a word that leads to the value; false: it is none of these."""
        changed, self.changed = self.changed, bare in words.CHANGES
        if bare in words.COPULAS or token in ("=", "→"):
            self.copula = True
        elif bare in words.PREPOSITIONS:
            # `is in the safe` says where, `for the safe` says which.
            self.copula, self.placed = False, 0 if changed else count + 1
            self.joined = self.joined or not count or changed
        else:
            return False
        return True


def sentence(place: Place, at: int, *, told: bool = False) -> list[Span] | Separator:
    """Read the words after a label: a separator further on, or values that look like ones.

    Args:
        place: the label.
        at: where to start.
        told: a separator has gone before, so that no other is looked for.
    """
    state = _State(told=told)
    verb = _is_verb(place)
    for count, start, end, token in _unmarked(place, at):
        if token.isalpha():
            # Letters alone are no value, no sign and no end of a sentence.
            if _breaks_off(place.low[start:end], state, count, verb=verb):
                break
            continue
        found = _marked(place, (at, start, end), state, count, told=told)
        if found is not None:
            return found
        bare = place.low[start:end].strip(DRESS)
        if _is_elsewhere(bare, token, count):
            break
        if not state.takes(bare, token, count):
            if verb and count and not state.copula:
                break
            if _counts(place, token, state, count):
                return [(start, end), *more(place, end)]
        if _ends_sentence(place, token, bare):
            break
    return []


def _unmarked(place: Place, at: int) -> Iterator[tuple[int, int, int, str]]:
    """The next words but for links and tags: number, span, text."""
    for count, (start, end) in enumerate(tokens(place, at)):
        token = place.line[start:end]
        if "](" not in token and '="' not in token and token[0] != "<":
            yield count, start, end, token


def _marked(
    place: Place, span: tuple[int, int, int], state: _State, count: int, *, told: bool
) -> list[Span] | Separator | None:
    """A quoted value or a separator in this word; `span`: where the words and this one start."""
    at, start, end = span
    cited = _cited(place, start, state, count)
    return cited if cited is not None or told else _late_separator(place, start, end, at)


def _breaks_off(bare: str, state: _State, count: int, *, verb: bool) -> bool:
    """Take in a plain word; tell whether no password can follow it."""
    leads = state.takes(bare, bare, count)
    gone = verb and count > 0 and not (leads or state.copula)
    return gone or _is_elsewhere(bare, bare, count)


def _is_elsewhere(bare: str, token: str, count: int) -> bool:
    """Tell what says that no password follows: its rules, the place it is kept, code."""
    return bare in words.PLACES or token in _OPERATORS or (not count and bare in words.ABOUT)


def _ends_sentence(place: Place, token: str, bare: str) -> bool:
    if bare in words.ADJECTIVES:
        return False
    return token[-1] in ".?!;" and len(bare) > _THING - 1 and not place.judge.far(token)


def _is_verb(place: Place) -> bool:
    """Tell `pass`, which is more often a verb or the name of a test than a label."""
    return place.low.endswith("pass", 0, place.label.end)


def _counts(place: Place, token: str, state: _State, count: int) -> bool:
    judge = place.judge
    bare = token.strip("()[],;")
    if not bare or bare.isalpha() or (bare[0] == "#" and bare[1:].isalnum()):
        return False
    if not count and _is_listed(place, token, bare):
        return True
    if state.copula and judge.stated(bare):
        return True
    if count and not (state.joined and count <= _THING):
        return judge.far(bare)
    # Right after `for`, a word with a number is the thing, not its password.
    thing = count and state.placed == count and plausible.product(token)
    return not thing and judge.near(bare)


def _is_listed(place: Place, token: str, bare: str) -> bool:
    """Tell a short one among facts between commas: `PIN 1621, heslo kotek99, VS 12`."""
    label = place.label
    number = bare.isdigit() and len(bare) > _THING and _follows_login(place)
    if not (place.judge.plain and label.sure and (number or plausible.worded(bare))):
        return False
    before = place.line[max(0, label.start - 2) : label.start].strip()
    return before in ("", ",", ";", "-", "*") and (
        token[-1] in ",;." or place.limit == len(place.line)
    )


def _follows_login(place: Place) -> bool:
    before = place.low[max(0, place.label.start - WINDOW) : place.label.start].split()
    return any(word.strip(DRESS) in words.LOGINS for word in before)


def last_word(place: Place, at: int) -> list[Span]:
    """The word at the end of a long line, behind a colon: `heslo, které platí od ledna: X`."""
    line = place.line
    rest = line[at : at + _LONG_LINE]
    if place.limit < len(line) or len(line) - at > _LONG_LINE:
        return []
    head, _, last = rest.rstrip("\r `*_").rpartition(" ")
    if len(head.split()) < _FAR_OFF:
        return []
    bare = last.strip('`*_"')
    if (
        head.rstrip()[-1:] != ":"
        or not bare
        or not plausible.wild(bare)
        or not place.judge.far(bare)
    ):
        return []
    start = line.rfind(bare)
    return [(start, start + len(bare))]


def _cited(place: Place, start: int, state: _State, count: int) -> list[Span] | None:
    """A quoted value without a separator; in backticks stand commands and names too."""
    value = quoted(place.line, start)
    if value is None:
        return None
    text = place.line[value.start : value.end]
    code = place.line[value.start - 1] == "`"
    near = state.copula or not count
    if not place.judge.plain:
        accepted = place.judge.near(text)
    elif not near:
        accepted = _is_reset(place, start, state, count) and composed(text)
    elif state.copula:
        accepted = plausible.plausible_phrase(text)
    elif _is_verb(place):
        accepted = not code and " " not in text and plausible.plausible_secret(text)
    else:
        accepted = plausible.strong(text) if code else plausible.plausible_phrase(text)
        accepted = accepted and not (code and " " in text)
    return [(value.start, value.end), *more(place, value.after)] if accepted else []


def _is_reset(place: Place, start: int, state: _State, count: int) -> bool:
    """Tell `reset my password to`."""
    if count != 1 or not state.joined:
        return False
    joint = place.low[place.label.end : start].strip()
    before = place.low[max(0, place.label.start - WINDOW) : place.label.start].split()
    return joint in TO and not words.CHANGES.isdisjoint(before[-_THING:])


def _late_separator(place: Place, start: int, end: int, at: int) -> Separator | None:
    """A separator that stands after a remark: `heslo do nasu v Brně: X`."""
    token = place.line[start:end]
    bare = token.rstrip("*_`\"'~)")
    if token in _SEPARATORS:
        sign = "-" if token in DASHES else token[0]
        return Separator(end, sign, plain=_is_remark(place, at, end), late=True)
    if bare[-1:] in (":", "\uff1a", "=") and "://" not in bare:
        told = place.low[at:end].split()
        if words.ABOUT.isdisjoint(word.strip(DRESS + "=") for word in told):
            return Separator(end, ":", plain=_is_remark(place, at, end), late=True)
        return NONE
    if token[0] == "(":
        close = place.line.find(")", start, start + WINDOW)
        after = past_marks(place.line, close + 1)
        between = separator(place.line, after, place.label) if close > 0 else None
        return between._replace(late=True) if between else None
    return None


def _is_remark(place: Place, at: int, end: int) -> bool:
    """Tell `to the VPN` and `(admin)`, which leave the label in force, from other words."""
    told = place.low[at:end].lstrip(" \t(")
    if any(c.isdigit() for c in told):
        return len(told) <= _THING
    first = told.split(maxsplit=1)
    return not first or first[0].strip(DRESS) in _REMARKS


def backward(place: Place, done: int) -> list[Span]:
    """A value that stands before its label: `X is the password`, `X (heslo do PC)`.

    Args:
        place: the label.
        done: where the last value ended; nothing before it is looked at.
    """
    label = place.label
    start = max(done, label.start - WINDOW)
    before = place.line[start : label.start]
    linked = before.endswith("(") and _names_thing(place)
    after = place.low[label.end : label.end + _AFTER].split(maxsplit=1)
    if after and after[0].strip(DRESS) in words.ABOUT:
        return []
    at = label.start
    for token in before.split()[: -_BACK - 1 : -1]:
        at = place.line.rfind(token, start, at)
        bare = token.strip(DRESS).lower()
        if bare and linked and not token.isalpha():
            text = token.strip("\"'`*_()[],.;„“”«»")
            first = place.line.find(text, at)
            accepted = place.judge.near(text) or (place.judge.plain and plausible.strung(text))
            return [(first, first + len(text))] if accepted else []
        if bare in words.BEFORE or (
            token[0] == "(" and bare in words.ADJECTIVES and _names_thing(place)
        ):
            linked = True
        elif (linked and bare) or (bare and bare not in words.DETERMINERS):
            return []
    return []


def _names_thing(place: Place) -> bool:
    """Tell `(heslo)` and `(heslo do PC)` from `(password scanning fix)`."""
    rest = place.low[place.label.end : place.label.end + _AFTER]
    told = rest.split(maxsplit=1)
    return rest[:1] in (")", "") or bool(told and told[0] in words.PREPOSITIONS)
