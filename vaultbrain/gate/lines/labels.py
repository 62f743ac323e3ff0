"""Where the labels of a line stand: `heslo`, `DB_PASSWORD`, `Routerpasswort`, `mot de passe`."""

from __future__ import annotations

from typing import NamedTuple

import ahocorasick_rs

from vaultbrain.gate.lines import words

# An identifier is looked at this far to the left and right of what was found in it.
_REACH = 48
_DIGITS = 2


class Label(NamedTuple):
    """A label in a line.

    Attributes:
        start: offset of its first character.
        end: offset behind its last one.
        sure: the label has no other sense, so that a plain word after it is a secret.
        constant: it is written as a constant: RESTIC_PASSWORD.
    """

    start: int
    end: int
    sure: bool
    constant: bool


class Vocabulary:
    """The labels of one kind of secret.

    Args:
        stems: what an identifier has in it when it may be a label.
        phrases: labels of several words, or of a script without spaces.
        sure: identifiers that are labels and nothing else.
        short: identifiers that have other senses too.
        endings: how names and compounds end that are labels.
        camel: the same in a name such as userPass, where the capital tells.
        keys: words that are labels only after one of `words.KEY_KINDS`.
    """

    def __init__(  # noqa: PLR0913 - one word list each
        self,
        *,
        stems: tuple[str, ...],
        phrases: tuple[str, ...],
        sure: frozenset[str],
        short: frozenset[str],
        endings: tuple[str, ...],
        camel: tuple[str, ...],
        keys: frozenset[str],
    ) -> None:
        self.phrases, self.sure, self.short = len(phrases), sure, short
        self.endings, self.camel, self.keys = endings, camel, keys
        self.places = ahocorasick_rs.AhoCorasick([*phrases, *stems]).find_matches_as_indexes


PASSWORDS = Vocabulary(
    stems=words.PASSWORD_STEMS,
    phrases=words.PASSWORD_PHRASES,
    sure=words.PASSWORD_WORDS,
    short=words.SHORT_WORDS,
    endings=words.PASSWORD_ENDINGS,
    camel=words.CAMEL_ENDINGS,
    keys=frozenset(),
)
TOKENS = Vocabulary(
    stems=words.TOKEN_STEMS,
    phrases=words.TOKEN_PHRASES,
    sure=words.TOKEN_WORDS,
    short=frozenset(),
    endings=words.TOKEN_ENDINGS,
    camel=words.TOKEN_CAMEL_ENDINGS,
    keys=words.KEY_WORDS,
)


def lowered(line: str) -> str:
    """Lower-case a line without changing its length."""
    low = line.lower()
    return low if len(low) == len(line) else "".join(c.lower()[:1] for c in line)


def labels(line: str, low: str, known: Vocabulary) -> list[Label]:
    """Find the labels of a line, in order and without overlaps.

    Args:
        line: the line.
        low: the same, lower case, as long as `line`.
        known: what to look for.
    """
    found: dict[int, Label] = {}
    kinds: dict[str, int] = {}
    looked = -1
    for number, start, end in known.places(low, overlapping=True):
        if number < known.phrases:
            if low[end - 1] > "\u2fff" or _is_apart(low, start, end):
                found[start] = Label(start, end, sure=True, constant=False)
            continue
        if start < looked:
            continue
        first, looked = _around(low, start, end - (low[end - 1] == "."))
        kind = _kind(line[first:looked], kinds, known)
        left = first
        if not kind and known.keys:
            left, kind = _key(line, low, first, looked, known)
        if kind and _stands_free(line, left, looked):
            last = looked + (low[first:looked] in words.CUT and low[looked : looked + 1] == ".")
            found.setdefault(left, Label(left, last, kind > 1, line[left:looked].isupper()))
    return _in_order(found)


def _is_apart(low: str, start: int, end: int) -> bool:
    return not (low[start - 1 : start].isalnum() or low[end : end + 1].isalnum())


def _around(low: str, start: int, end: int) -> tuple[int, int]:
    """Grow a place to the identifier around it."""
    least, most = max(0, start - _REACH), min(len(low), end + _REACH)
    while start > least and (low[start - 1].isalnum() or low[start - 1] == "_"):
        start -= 1
    while end < most and (low[end].isalnum() or low[end] == "_"):
        end += 1
    return start, end


def _kind(name: str, seen: dict[str, int], known: Vocabulary) -> int:
    """Say whether an identifier is a label: 2 is a sure one, 1 has other senses too, 0 is none."""
    kind = seen.get(name)
    if kind is None:
        kind = seen[name] = _kind_of(name, known)
    return kind


def _kind_of(name: str, known: Vocabulary) -> int:
    name = name.strip("_")
    low = name.lower()
    if low in known.sure:
        return 2
    if low in known.short:
        return 1
    base = low.rstrip("0123456789")
    if len(low) - len(base) > _DIGITS:
        return 0
    if "_" in base:
        return _kind_of_parts(base.split("_"), known)
    return (
        _kind_of(name[: len(base)], known) if base != low else _kind_of_compound(name, low, known)
    )


def _kind_of_compound(name: str, low: str, known: Vocabulary) -> int:
    """Judge a label in one word with others: dbpassword, Routerpasswort, userPass."""
    if low.endswith(known.endings):
        return 2 * (not low.startswith(tuple(words.HARMLESS)))
    if low.endswith("pass") and "pass" in known.short and low[:-4] in words.PASS_OWNERS:
        return 1
    ending = next((e for e in known.camel if name.endswith(e)), "")
    return int(bool(ending) and name[: -len(ending)][-1:].isalnum())


def _kind_of_parts(parts: list[str], known: Vocabulary) -> int:
    if words.ABOUT.intersection(parts) or words.HARMLESS.intersection(parts):
        return 0
    if parts[-1] in known.keys:
        return 2 * (parts[-2] in words.KEY_KINDS)
    for part in (parts[-1], parts[0]):
        if part in known.sure or (part in known.short and part is parts[-1]):
            return 1 + (part in known.sure)
    return 2 * parts[-1].endswith(known.endings)


def _key(line: str, low: str, start: int, end: int, known: Vocabulary) -> tuple[int, int]:
    """Tell `api key` and the like: one word for a key, and before it which kind of key."""
    key = low[start:end]
    if key not in known.keys:
        return start, 0
    before = line[max(0, start - _REACH) : start]
    kind = before.rstrip("\"'`*_- ")
    if len(before) - len(kind) != 1:
        return start, 0
    first, _ = _around(low, start - 2, start - 1)
    name = low[first : start - 1]
    told = name in words.KEY_KINDS and not (name == "api" and key in words.NOT_A_KIND)
    return (first, 2) if told else (start, 0)


def _stands_free(line: str, start: int, end: int) -> bool:
    """Tell a label from a part of a path, a parameter, an attribute or a compound."""
    left, right, second = line[start - 1 : start], line[end : end + 1], line[end + 1 : end + 2]
    if right in ("-", ".", "'", "\u2019", "/", "\\") and second.isalnum():
        return (
            right == "/"
            and "/" not in line[max(0, start - _REACH) : start].rsplit(" ", maxsplit=1)[-1]
        )
    called = right == "(" and (left == "." or "_" in line[start:end])
    if called or (right == "?" and second.isalnum()):
        return False
    if left == ":" and line.startswith("[redacted:", start - 10):
        return False
    outside = right == "@" or left in ("?", "&", "\\", "@") or (left + right) in ("{}", "::")
    if outside or (left == "-" and not _leads_in(line, start)):
        return False
    if left == "/":
        return _is_paired(line, start)
    return right != "(" or line[end : end + 2] != "()"


def _is_paired(line: str, start: int) -> bool:
    """Tell `user/password` from a path."""
    first = start - 1
    while first > max(0, start - _REACH) and line[first - 1].isalpha():
        first -= 1
    name = line[first : start - 1].lower()
    return name in words.LOGINS or name in words.PASSWORD_WORDS


def _leads_in(line: str, end: int) -> bool:
    """Tell what a label may be joined to with a hyphen: not `next-`, not a parameter of an URL."""
    start = end
    least = max(0, end - _REACH)
    while start > least and (line[start - 1].isalnum() or line[start - 1] in "-_"):
        start -= 1
    joined = line[start : end - 1].lower().split("-")
    return line[start - 1 : start] not in ("?", "&") and words.HARMLESS.isdisjoint(joined)


def _in_order(found: dict[int, Label]) -> list[Label]:
    kept: list[Label] = []
    for start in sorted(found):
        if not kept or start >= kept[-1].end:
            kept.append(found[start])
    return kept
