"""Reads on from the labels of a line to the values that they announce, or back to them.

A note tells a password in more ways than one pattern holds: with a remark between label and value,
with several values after one label, in the middle of a sentence, before its label. Each character
is looked at a bounded number of times, whatever the line is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from vaultbrain.gate.checks import plausible
from vaultbrain.gate.checks.crafted import composed
from vaultbrain.gate.checks.shapes import has_digit
from vaultbrain.gate.lines import words
from vaultbrain.gate.lines.labels import PASSWORDS, TOKENS, labels, lowered
from vaultbrain.gate.lines.reader import (
    DASHES,
    DRESS,
    Judge,
    Place,
    Separator,
    more,
    past_marks,
    separator,
    tokens,
    value_at,
    word_end,
)
from vaultbrain.gate.lines.sentences import backward, last_word, sentence
from vaultbrain.gate.words import UNITS

if TYPE_CHECKING:
    from vaultbrain.gate.lines.labels import Label
    from vaultbrain.gate.lines.reader import Span, Value

_PASSWORD = Judge(
    PASSWORDS,
    assigned=plausible.plausible_secret,
    quoted=plausible.plausible_phrase,
    stated=plausible.strong,
    near=plausible.strong_mixed,
    far=plausible.wild,
    plain=True,
)
_TOKEN = Judge(
    TOKENS,
    assigned=plausible.plausible_token,
    quoted=plausible.plausible_token,
    stated=plausible.random_token,
    near=plausible.random_token,
    far=plausible.random_token,
    plain=False,
)
_REDACTED = "[redacted:"
_BULLETS = " \t>*+#|-\u2022\u25cf0123456789.)[]x_`\"'~("
_ANDS = frozenset(["/", "&", "+", "a", "and", "und", "et", "y", "i", ","])
_FIELD_ENDS = ("|", "(", "//", "# ", "<", "--", "- ", "\u2013 ", "— ", "\\")
# How far into a line a label may stand at its start, and where a login may stand before it.
_INDENT = 48
_LOGIN = 60
_SHORT = 6
# Between two labels this near to each other there is no value.
_GAP = 3
_LONGEST = 512
_PHRASE, _FRANK_PHRASE = 4, 3


def password_values(line: str) -> list[Span]:
    """Passwords that a line tells after or before a label."""
    return _values(line, _PASSWORD)


def token_values(line: str) -> list[Span]:
    """Keys and tokens that a line tells after or before a label."""
    return _values(line, _TOKEN)


def _values(line: str, judge: Judge) -> list[Span]:
    low = lowered(line)
    found = labels(line, low, judge.known)
    verdicts: dict[str, bool] = {}
    spans: list[Span] = []
    done = 0
    if found and any(stem in low for stem in words.EXAMPLE_STEMS):
        found = [label for label in found if not _is_example(low, label)]
    if found and any(stem in low for stem in words.SLOGAN_STEMS):
        found = [label for label in found if not _is_slogan(low, label)]
    for number, label in enumerate(found):
        if label.start < done:
            continue
        limit = found[number + 1].start if number + 1 < len(found) else len(line)
        if limit - label.end < _GAP and limit < len(line):
            continue
        told = _told(Place(line, low, label, limit, judge, verdicts), done)
        spans += told
        done = max([done, *(end for _, end in told)])
    return spans


def _told(place: Place, done: int) -> list[Span]:
    """What one label announces."""
    line, label = place.line, place.label
    start = past_marks(line, label.end)
    if line[start : start + 1] == ",":
        return _remarked(place, start + 1) or last_word(place, start)
    if line[start : start + 1] == "/":
        return []
    alone = _bracketed(place, start)
    if alone:
        return alone
    between = separator(line, start, label)
    if between is None and place.low[label.end - 1] > "\u2fff":
        # A script without spaces: what follows the label goes on with the sentence.
        return []
    told = between or sentence(place, start)
    if isinstance(told, Separator):
        return _assigned(place, told)
    return told or backward(place, done) or last_word(place, start)


def _bracketed(place: Place, at: int) -> list[Span]:
    """The only word behind `(just a password)`."""
    if place.line[at : at + 2] != ") ":
        return []
    word = place.line[at + 2 : at + _LONGEST].strip(" \t\r`*_")
    if not composed(word):
        return []
    start = place.line.find(word, at)
    return [(start, start + len(word))]


def _is_example(low: str, label: Label) -> bool:
    """Tell a line that teaches: `Weak password examples`, `Příklady slabých hesel`."""
    around = low[max(0, label.start - _INDENT) : label.start].split()[-4:]
    around += low[label.end : label.end + _INDENT].split()[:1]
    return any(word.strip(DRESS) in words.EXAMPLES for word in around)


def _is_slogan(low: str, label: Label) -> bool:
    """Tell `Volební heslo`, `hasło wyborcze`, `heslo v encyklopedii`."""
    before = low[max(0, label.start - _INDENT) : label.start].split()[-1:]
    after = low[label.end : label.end + _INDENT].split()[:2]
    if after and after[0] not in ("v", "ve", "w", "we"):
        after = after[:1]
    return any(word.startswith(words.SLOGAN_STEMS) for word in (*before, *after))


def _remarked(place: Place, at: int) -> list[Span]:
    """The value of `password, url-encoded: X`; `password, port: 5432` tells none."""
    told = sentence(place, at)
    if not isinstance(told, Separator) or told.after < 0:
        return []
    remark = place.low[at : told.after].strip(" :")
    value = value_at(place.line, told.after)
    if value is None or remark in words.LOGINS or len(remark.split()) > _SHORT:
        return []
    text = place.line[value.start : value.end]
    return [(value.start, value.end)] if place.judge.far(text) else []


def _assigned(place: Place, between: Separator) -> list[Span]:
    value = value_at(place.line, between.after) if between.after >= 0 else None
    if value is None:
        return []
    if place.line.startswith(_REDACTED, value.start):
        return more(place, value.after)
    if _accepts(place, value, between):
        # A very long value has been read in part only.
        long = not value.quoted and value.end - value.start >= _LONGEST
        end = word_end(place.line, value.end, len(place.line)) if long else value.end
        return [(value.start, end), *more(place, max(end, value.after))]
    told = _pair(place, value) or _phrase(place, value, between) or _two(place, value, between)
    if told or (between.joined and between.sign == "="):
        return told
    further = sentence(place, value.start, told=True)
    return [] if isinstance(further, Separator) else further


def _accepts(place: Place, value: Value, between: Separator) -> bool:
    judge, label = place.judge, place.label
    text = place.line[value.start : value.end]
    if between.late and not label.sure and len(text) < _SHORT:
        return False
    if value.quoted:
        if " " in text and not label.sure and not has_digit(text):
            # `hesla na transparenty: "Zachraňte alej!"`: slogans.
            return False
        prose = " " in text and place.line[value.start - 1] in "„“«"
        if prose and not _is_frank(place) and _ends_in_year(text):
            return False
        plain = judge.plain and label.sure and between.sign != "-" and " " not in text
        return judge.quoted(text) or (plain and plausible.plausible_word(text))
    verdict = place.verdicts.get(text)
    if verdict is None:
        verdict = place.verdicts[text] = judge.assigned(text)
    if verdict:
        return not text.isdigit() or _is_no_amount(place, value, between)
    return judge.plain and _is_told(place, value, between) and plausible.plausible_word(text)


def _ends_in_year(text: str) -> bool:
    """Tell a slogan in the quotes of prose: `„Spolu dál 2024!“`."""
    last = text.rstrip(".!? ").rsplit(" ", maxsplit=1)[-1]
    return len(last) == _PHRASE and last.isdigit() and last[:2] in ("19", "20")


def _is_no_amount(place: Place, value: Value, between: Separator) -> bool:
    """Tell a number that is a password from `password: 12 characters`."""
    after = place.low[value.after : value.after + 24].split(maxsplit=1)
    if after and after[0].strip(DRESS) in UNITS:
        return False
    return between.sign != "-" or _ends_field(place.line, value.after)


def _is_told(place: Place, value: Value, between: Separator) -> bool:
    """Tell whether the place alone says that a plain word is a password."""
    line, label = place.line, place.label
    if between.sign == "|" or not between.plain:
        return False
    if between.sign == "<":
        return True
    if between.joined and between.sign == "=" and label.constant:
        return value.end - value.start >= _SHORT
    ended = line[value.end - 1] in ",;." or _ends_field(line, value.after, comma=True)
    if ended and (label.sure or between.sign != "-") and _follows_login(place):
        return True
    return ended and label.sure and _starts_line(place) and _ends_field(line, value.after)


def _starts_line(place: Place) -> bool:
    if place.label.start > _INDENT:
        return False
    before = place.low[: place.label.start].lstrip(_BULLETS)
    told = before.strip("*_`\"'-. ").split()
    return all(word in words.ADJECTIVES or word in words.SERVICES for word in told) or (
        len(told) == 1 and _is_host(told[0])
    )


def _is_host(word: str) -> bool:
    name, _, top = word.rpartition(".")
    return bool(name) and top.isalpha() and len(top) <= _PHRASE


def _follows_login(place: Place) -> bool:
    before = place.low[max(0, place.label.start - _LOGIN) : place.label.start]
    told = before.replace(":", ": ").replace("=", "= ").split()
    return any(word.strip(DRESS + "=") in words.LOGINS for word in told)


def _ends_field(line: str, at: int, *, comma: bool = False) -> bool:
    rest = line[at : at + _INDENT].lstrip("*_`~\"' \t)]\u00a0")
    return not rest or rest.startswith(_FIELD_ENDS) or (comma and rest[0] in ",;/.")


def _pair(place: Place, value: Value) -> list[Span]:
    """The second half of `user/pass: eva / X`."""
    start = place.label.start
    before = place.low[max(0, start - _INDENT) : start].replace("/", " / ").replace("&", " & ")
    told = before.split()[-2:]
    if len(told) <= 1 or told[1] not in _ANDS or told[0].strip(DRESS) not in words.LOGINS:
        return []
    text = place.line[value.start : value.end]
    for sign in "/:":
        cut = text.find(sign)
        if cut > 0 and plausible.plausible_word(text[cut + 1 :]):
            return [(value.start + cut + 1, value.end)]
    for first, last in tokens(place, value.after):
        token = place.line[first:last]
        if token not in words.JOINERS and token not in DASHES:
            return [(first, last)] if plausible.plausible_word(token) else []
    return []


def _two(place: Place, value: Value, between: Separator) -> list[Span]:
    """A word and a number that fill the line: `password: Hedge 9921`."""
    if not (place.judge.plain and place.label.sure and between.joined):
        return []
    text = place.line[value.start : value.start + _INDENT].rstrip()
    word, _, number = text.partition(" ")
    whole = len(place.line) - value.start <= _INDENT
    told = number.isdigit() and len(number) >= _PHRASE and number[:2] not in ("19", "20")
    if not (whole and told and word.isalpha() and plausible.plausible_word(word)):
        return []
    if not _starts_line(place):
        return []
    return [(value.start, value.start + len(text))]


def _phrase(place: Place, value: Value, between: Separator) -> list[Span]:
    """The rest of the line, when it is words that make no sentence."""
    label = place.label
    frank = _is_frank(place)
    told = between.plain or (frank and between.late and _is_short(place, between))
    if not (place.judge.plain and told and label.sure) or between.sign in "|<":
        return []
    if not frank and (between.sign == "-" or not _starts_line(place)):
        return []
    text = place.line[value.start : value.start + _LONGEST].rstrip()
    whole = len(place.line) - value.start <= _LONGEST
    least = _FRANK_PHRASE if frank else _PHRASE
    if not whole or len(text.split()) < least or not (frank or text.islower()):
        return []
    # A number ends many a passphrase, but many a rule too: `passphrase: six words, length 20`.
    named = text.rstrip("0123456789").rstrip("-_ ") if frank else text
    return [(value.start, value.start + len(text))] if plausible.loose_words(named) else []


def _is_frank(place: Place) -> bool:
    """Tell a label that announces several words."""
    name = place.low[place.label.start : place.label.end]
    return name.startswith(("passphr", "phrase", "frase", "heslov"))


def _is_short(place: Place, between: Separator) -> bool:
    """Tell the remark of `passphrase borg repo : ` from a sentence, and from rules."""
    remark = place.low[place.label.end : between.after].split()
    return len(remark) <= _SHORT and words.ABOUT.isdisjoint(w.strip(DRESS) for w in remark)
