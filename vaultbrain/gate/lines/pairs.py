"""Passwords as people make them up, `Zvonek14`, beside a name, a change or a former one.

Such a word with a number counts only where the place says that it is a password: behind a user
name that follows a device or a service, after `from X to` in a sentence about passwords.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from vaultbrain.gate.checks.crafted import composed, is_year_word
from vaultbrain.gate.checks.plausible import plausible_word
from vaultbrain.gate.checks.shapes import has_digit
from vaultbrain.gate.lines import cues
from vaultbrain.gate.lines.labels import lowered
from vaultbrain.gate.words import NUMBERED

if TYPE_CHECKING:
    from collections.abc import Callable

    from vaultbrain.gate.lines.reader import Span

_DRESS = "\"'`*_~()[],.;:<>„“”«»|"
_BETWEEN = frozenset(["/", "//", "|", ";", "+", "-", "\u2013", "—", "\\", ":"])
_ENDS = frozenset([";", ",", "|", "/"])
_LEAD, _FAR = 6, 11
_LEAST_NUMBER = 5
_LONGEST_NAME = 60


def is_paired(
    texts: list[str], number: int, leads: Callable[[int], bool], made: Callable[[str], bool]
) -> bool:
    """Tell the password of a pair: `truenas: root / X`, `PACS viewer: eva:X`, `ups (apc / X)`.

    Args:
        texts: the words of the line.
        number: which of them is looked at.
        leads: tells whether a word names an account, or what one logs in to.
        made: `composed`, or what remembers its verdicts.
    """
    name, value = _joined(texts[number])
    user = number
    if not name:
        user, value = _user(texts, number), texts[number].strip(_DRESS)
        name = texts[user].strip(_DRESS) if user >= 0 else ""
    if not _is_user(name) or value[:1].isdigit() or not made(value):
        return False
    if is_year_word(value) and not _is_account(name):
        return False
    first = max(0, user - _LEAD)
    own = name.lower() in cues.ADMINS or _are_several(texts[first:user])
    return own or any(leads(n) and not _is_screen(texts, n) for n in range(first, user))


def _is_screen(texts: list[str], number: int) -> bool:
    """Tell the `login` of `login form: Figma / draft42`."""
    return texts[number + 1].lower().strip(_DRESS) in cues.SCREENS


def _is_account(name: str) -> bool:
    """Tell a name that nothing but an account has: behind `eva / ` a word and a year is a title."""
    return name.lower() in cues.ADMINS | cues.GUESTS or not name.isalpha()


def _joined(word: str) -> tuple[str, str]:
    """The halves of `eva:X`; a path, an address or a time is none."""
    name, sign, value = word.strip(_DRESS).partition(":")
    if not sign or not name or "/" in name or not any(c.isalpha() for c in name):
        return "", ""
    return name, value


def _user(texts: list[str], number: int) -> int:
    """Where the name stands in `eva / X`, or in `farar X ;` behind `accounts:`; -1: nowhere."""
    if number <= 1:
        return -1
    if texts[number - 1] in _BETWEEN:
        return number - 2
    ended = number + 1 == len(texts) or texts[number][-1] in ",;" or texts[number + 1] in _ENDS
    before = texts[number - 2]
    told = before[-1] in ":;," and _are_several(texts[max(0, number - _FAR) : number - 1])
    numbered = before[-1] == ":" and has_digit(texts[number - 1])
    return number - 1 if ended and (told or numbered) else -1


def _are_several(texts: list[str]) -> bool:
    return any(word.lower().strip(_DRESS) in cues.PLURALS for word in texts)


def _is_user(name: str) -> bool:
    low = name.lower()
    if low in cues.ADMINS or low in cues.GUESTS:
        return True
    # `router: mikrotik / hap2024`, `login screen: Figma / mockup12`
    if low in cues.THINGS or low in NUMBERED or low.startswith(cues.LOGIN_STEMS):
        return False
    if name != low and not has_digit(name) and "@" not in name:
        return False
    plain = name.replace("@", "").replace(".", "").replace("-", "").replace("_", "")
    return (
        len(name) <= _LONGEST_NAME
        and name.isascii()
        and plain.isalnum()
        and (not name.isdigit() or len(name) >= _LEAST_NUMBER)
    )


def changed_values(block: str) -> list[Span]:
    """Both passwords of `from X to Y`, and that of `old: X`; the block is a line or two."""
    low = lowered(block)
    stems = [low.find(stem) for stem in cues.SECRET_STEMS if stem in low]
    first = min(stems, default=len(low))
    told = bool(stems)
    places = _words(block)
    spans: list[Span] = []
    made = cache(composed)
    for number, (at, end) in enumerate(places):
        word = block[at:end].strip(_DRESS)
        if not made(word):
            continue
        lead = low[slice(*places[number - 1])].strip("#()[]") if number else ""
        if first < at and _is_former(low, places, number, lead):
            start = block.find(word, at)
            spans.append((start, start + len(word)))
        elif lead in cues.FROM and number + 2 < len(places):
            frank = told or (number > 1 and low[slice(*places[number - 2])] in cues.PRONOUNS)
            spans += _new(block, places, number, made, told=told) if frank else []
    return spans


def _is_former(low: str, places: list[Span], number: int, lead: str) -> bool:
    """Tell `old: X` and `old : X`."""
    if lead not in (":", "="):
        return lead[-1:] in (":", "=") and lead.rstrip(":=") in cues.FORMER
    return number > 1 and low[slice(*places[number - 2])].strip("#()[]") in cues.FORMER


def _words(block: str) -> list[Span]:
    spans = []
    at = 0
    for word in block.split():
        at = block.find(word, at)
        spans.append((at, at + len(word)))
        at += len(word)
    return spans


def _new(
    block: str, places: list[Span], number: int, made: Callable[[str], bool], *, told: bool
) -> list[Span]:
    """The two of `X to Y`; without a word for passwords around, they must differ in their words."""
    if block[slice(*places[number + 1])].lower() not in cues.TO:
        return []
    old, new = (block[slice(*places[n])].strip(_DRESS) for n in (number, number + 2))
    digits = "0123456789"
    differ = old.strip(digits).lower() != new.strip(digits).lower() and not (
        is_year_word(old) or is_year_word(new)
    )
    if not made(new) or not (told or differ):
        return []
    starts = [block.find(old, places[number][0]), block.find(new, places[number + 2][0])]
    return [(starts[0], starts[0] + len(old)), (starts[1], starts[1] + len(new))]


def leader_value(block: str) -> list[Span]:
    """What follows dots or a key sign: `heslo na excel....X`, `🔑 kasa …… X`."""
    bare = block.replace("…", " ").replace("....", "    ").split()[-1].strip(_DRESS)
    start = block.rfind(bare)
    if not block[0].isalpha() and (is_year_word(bare) or _is_talk(block)):
        return []
    return [(start, start + len(bare))] if bare and composed(bare) else []


def _is_talk(block: str) -> bool:
    """Tell `🔑 Key dates: X` and `🔑 Klíčové: X` from `🔑 key: X`."""
    told = lowered(block[1:_LONGEST_NAME]).lstrip("\ufe0f \t*_").split()
    exact = told[0].strip(_DRESS) in ("key", "clé", "clave", "schlüssel")
    return told[0].startswith(cues.KEY_TALK) and not (exact and told[0][-1] in ":=")


def last_value(block: str) -> list[Span]:
    """The last word of a setting."""
    bare = block.rsplit(maxsplit=1)[-1].strip("\"'")
    start = block.rfind(bare)
    return [(start, start + len(bare))] if bare else []


def encoded_value(block: str) -> list[Span]:
    """Base64 behind its label, or within a tag; never a plain word."""
    bare = block.replace(">", " ").replace("<", " ").split()[-1].lstrip(":=\"'`").rstrip("\"'`")
    start = block.rfind(bare)
    coded = len(bare) % 4 == 0 or block.rstrip()[-1:] == "="
    mixed = any(map(str.isupper, bare)) and any(map(str.islower, bare))
    return [(start, start + len(bare))] if bare and (coded or mixed) else []


def input_value(block: str) -> list[Span]:
    """The value of an input field for a password."""
    at = lowered(block).rfind("value=") + len("value=")
    end = block.find(block[at], at + 1)
    text = block[at + 1 : end]
    return [(at + 1, end)] if plausible_word(text) else []


PAIR_PARTS = (changed_values, leader_value, last_value, encoded_value, input_value)
