"""Passwords without a label: `log in as eva and type X`, `účet root (X)`, `VPN → eva / X`.

Both must speak: the words around, and the value. The clearer the words, the plainer it may be.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from vaultbrain.gate.checks.crafted import (
    CERTAIN,
    LIKELY,
    WEAK,
    composed,
    crafted,
    random_password,
)
from vaultbrain.gate.checks.plausible import loose_words
from vaultbrain.gate.checks.shapes import has_digit
from vaultbrain.gate.lines import cues
from vaultbrain.gate.lines.labels import lowered
from vaultbrain.gate.lines.pairs import is_paired

if TYPE_CHECKING:
    from vaultbrain.gate.lines.reader import Span

_DRESS = "\"'`*_()[],.;:<>„“”«»|"
_QUOTES = "\"'`„“«"
_SAYS = frozenset([":", "→", "->", "-", "\u2013", "=", "/", "|", "=>"])
_BACK, _AHEAD, _NEAR = 14, 7, 4
_STRONG_SIGNS = frozenset("!@#$%&*?")
_SHORTEST = 6
_LEAST, _MOST = 9, 48
_PHRASE = 120
# So many colons of a line are looked at for a phrase behind them.
_TRIES = 6

_LOGIN, _TYPE, _JOIN, _ACCOUNT, _THING, _OPEN, _SUCCESS, _USE, _FILL, _END, _SECRET = (
    1 << n for n in range(11)
)
_LEADING = _FILL | _TYPE | _JOIN
_ABOUT = _LOGIN | _ACCOUNT | _THING
_WORDS = (
    (cues.TYPE_WORDS, _TYPE),
    (cues.JOINS, _JOIN),
    (cues.ACCOUNTS, _ACCOUNT),
    (cues.THINGS, _THING),
    (cues.SUCCESS, _SUCCESS),
    (cues.USES, _USE),
    (cues.FILLERS, _FILL),
)


class _Words:
    """The words of a line, and what each of them says."""

    def __init__(self, line: str) -> None:
        self.line = line
        self.texts = line.split()
        self.low = lowered(line).split()
        self._seen: dict[str, int] = {}
        self._grades: dict[str, int] = {}
        self._made: dict[str, bool] = {}
        self.composed = cache(composed)

    def kind(self, number: int) -> int:
        """What the word says; 0 outside of the line."""
        if not 0 <= number < len(self.low):
            return 0
        word = self.low[number]
        kind = self._seen.get(word)
        if kind is None:
            kind = self._seen[word] = _kind(word)
        bare = word.strip(_DRESS)
        if bare in cues.LOGIN_FIRST and number + 1 < len(self.low):
            after = self.low[number + 1].strip(_DRESS)
            kind |= _LOGIN * (after in cues.LOGIN_PAIRS or (bare == "let" and after == "me"))
        return kind

    def grade(self, number: int) -> int:
        """How much the word looks like a password."""
        word = self.texts[number]
        grade = self._grades.get(word)
        if grade is None:
            bare = _bare(word)[1]
            wanted = len(bare) >= _SHORTEST and has_digit(bare)
            grade = self._grades[word] = crafted(bare) if wanted else 0
            self._made[word] = wanted and (grade > 0 or self.composed(bare))
        return grade

    def leads(self, number: int) -> bool:
        """Tell a word that names an account, or what one logs in to."""
        return bool(self.kind(number) & _ABOUT)

    def made_up(self, number: int) -> bool:
        """Tell a word with a number, as people make passwords up."""
        self.grade(number)
        return self._made[self.texts[number]]


def _kind(word: str) -> int:
    bare = word.strip(_DRESS)
    kind = 0
    parts = {bare, word, *bare.split("-")}
    for words, flag in _WORDS:
        if not parts.isdisjoint(words):
            kind |= flag
    if bare.startswith(cues.LOGIN_STEMS):
        kind |= _LOGIN
    if bare.startswith(cues.OPEN_STEMS):
        kind |= _OPEN
    if bare.startswith(cues.SECRET_STEMS):
        kind |= _SECRET
    if word[-1] in ".!?" and len(bare) > 3:  # noqa: PLR2004 - longer than an abbreviation
        kind |= _END
    return kind


def _bare(word: str) -> tuple[int, str]:
    """A word without what stands around it, and how much was in front."""
    rest = word.lstrip("\"'`([„“«<*")
    bare = rest.rstrip("\"'`“”»>*]")
    if bare != rest or word[-1:] in ").,;:":
        bare = bare.rstrip(").,;:").rstrip("\"'`“”»>")
    name, sign, last = bare.partition("/")
    if sign and name.isalnum() and "/" not in last:
        # `eva/X`
        rest, bare = rest[len(name) + 1 :], last
    return len(word) - len(rest), bare


def account_values(line: str) -> list[Span]:
    """What looks like a password in a line where somebody logs in or opens something."""
    words = _Words(line)
    spans: list[Span] = []
    at = tried = 0
    for number, word in enumerate(words.texts):
        at = line.find(word, at)
        joined = ":" in word[1:-1]
        candidate = joined or words.made_up(number)
        if candidate and is_paired(words.texts, number, words.leads, words.composed):
            front, bare = _bare(word)
            cut = bare.find(":") + 1 if joined else 0
            spans.append((at + front + cut, at + front + len(bare)))
        elif (words.grade(number) and _is_typed(words, number)) or _is_made(words, number):
            front, bare = _bare(word)
            spans.append((at + front, at + front + len(bare)))
        elif (word[-1] == ":" or word == "→") and tried < _TRIES:
            tried += 1
            spans += _phrase(words, number, at + len(word))
        at += len(word)
    return spans


def random_values(line: str) -> list[Span]:
    """What looks like a random password, whatever is said around it."""
    spans: list[Span] = []
    seen: dict[str, tuple[int, int]] = {}
    at = 0
    for word in line.split():
        # A link to a heading is no word.
        if _LEAST <= len(word) <= _MOST and not word.isalpha() and "[[" not in word:
            told = seen.get(word)
            if told is None:
                front, bare = _bare(word)
                random = has_digit(bare) and random_password(bare)
                told = seen[word] = (front, front + len(bare) * random)
            if told[1] > told[0]:
                at = line.find(word, at)
                spans.append((at + told[0], at + told[1]))
                at += len(word)
    return spans


def _before(words: _Words, number: int) -> int:
    """All that the words before say, back to the start of the sentence."""
    said = 0
    for place in range(number - 1, max(-1, number - _BACK - 1), -1):
        kind = words.kind(place)
        if kind & _END and not words.grade(place):
            break
        said |= kind
    return said


def _after(words: _Words, number: int) -> int:
    said = 0
    if words.texts[number][-1] != ".":
        for place in range(number + 1, number + _AHEAD):
            said |= words.kind(place)
            if said & _END:
                break
    return said


def _is_typed(words: _Words, number: int) -> bool:
    """Weigh the words against the value."""
    grade = words.grade(number)
    direct = number - 1
    while direct > max(0, number - _NEAR) and words.kind(direct) & _LEADING == _FILL:
        direct -= 1
    last = words.kind(direct)
    before = _before(words, number)
    if _is_clear(words, number, direct, before):
        return grade >= WEAK
    after = _after(words, number)
    if last & _TYPE:
        return grade >= (LIKELY if (before | after) & (_ABOUT | _SUCCESS) else CERTAIN)
    if _is_likely(words, number, direct, before | after, after):
        return grade >= LIKELY
    return grade >= CERTAIN and bool((before | after) & (_ABOUT | _OPEN))


def _is_made(words: _Words, number: int) -> bool:
    """Tell `asked for the password, type X`, `it is encrypted, use "X"`, `domain admin: X`."""
    if not number or not words.made_up(number):
        return False
    before = _before(words, number)
    last = words.kind(number - 1)
    if last & _TYPE and before & _SECRET:
        return True
    if last & (_USE | _TYPE) and before & _OPEN and words.texts[number][0] in _QUOTES:
        return True
    if last & _OPEN and _is_locked(words, number):
        return True
    signed = not _STRONG_SIGNS.isdisjoint(words.texts[number])
    told = words.texts[number - 1][-1] == ":" and words.grade(number) >= LIKELY
    return told and signed and bool(before & _ACCOUNT)


def _is_locked(words: _Words, number: int) -> bool:
    things = (word.strip(_DRESS) for word in words.low[max(0, number - _BACK) : number])
    return any(thing.startswith(cues.LOCKED_STEMS) for thing in things)


def _is_clear(words: _Words, number: int, direct: int, before: int) -> bool:
    """Tell `log in as eva and X`, `účet root (X)`, `the admin account with X`, `unlock it: X`."""
    last = words.kind(direct)
    before_it = words.texts[number - 1] if number else ""
    if words.texts[number][0] == "(":
        return bool((words.kind(number - 2) | words.kind(number - 3)) & (_ACCOUNT | _LOGIN))
    if before & _LOGIN and (last & _TYPE or (last & _JOIN and _names_one(words, direct))):
        return True
    if last & _JOIN and before_it != "/":
        return any(words.kind(n) & _ACCOUNT for n in range(direct - 3, direct))
    return bool(before & _OPEN and before_it[-1:] == ":")


def _names_one(words: _Words, joint: int) -> bool:
    """Tell `as eva and then`: a name, before it `as` or a verb, behind it what joins on."""
    while words.kind(joint) & _JOIN:
        joint -= 1
    lead = words.low[joint - 1].strip(_DRESS) if joint > 0 else ""
    return lead in cues.LEADS or bool(words.kind(joint - 1) & (_TYPE | _USE))


def _is_likely(words: _Words, number: int, direct: int, around: int, after: int) -> bool:
    """Tell `VPN: eva / X`, `first login X`, `use eva with X`, and a quoted X that worked."""
    text = words.texts
    last = words.kind(direct)
    if number > 1 and text[number - 1] in ("/", "//"):
        return bool(around & _ABOUT)
    if last & _JOIN and words.kind(direct - 2) & _USE:
        return True
    if last & (_LOGIN | _ACCOUNT) and text[direct][-1] not in ",;":
        return True
    return text[number][0] in _QUOTES and bool(after & _SUCCESS)


def _phrase(words: _Words, number: int, at: int) -> list[Span]:
    """The words after `how I unlock the disk:`, up to a comma or the end."""
    said = range(max(0, number - _BACK), number + 1)
    if not any(words.kind(n) & _OPEN for n in said):
        return []
    things = (words.low[n].strip(_DRESS) for n in said)
    if not any(thing.startswith(cues.LOCKED_STEMS) for thing in things):
        return []
    rest = words.line[at : at + _PHRASE]
    text = rest.split(",", maxsplit=1)[0].split(". ", maxsplit=1)[0].strip().rstrip(".")
    if len(text.split()) < _NEAR or not text.islower() or not loose_words(text):
        return []
    start = words.line.find(text, at)
    return [(start, start + len(text))]
