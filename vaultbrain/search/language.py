"""What a user types as a query: words, `"phrases"`, `-exclusions` and filters, as in `tag:work`.

What merely looks like one of them stays text. A key or a straight quote counts at the start of a
word alone, so that `https://x`, `std::vector`, `12:30` and `5" disk` are words; a key that is
followed by another colon is none. A hyphen excludes where it stands at the start of a word and
before a word of three letters or more, or before a quote: `v-model`, `-5 °C`, a dash of a list and
`-la` exclude nothing. Where a query has an option of a command in it (`--all`, `-p`, `-O2`), other
words with a hyphen before them are taken for options, too.
"""

from __future__ import annotations

import datetime as dt
import re
from typing import TYPE_CHECKING

import msgspec

from vaultbrain.errors import UsageError
from vaultbrain.store import analysis
from vaultbrain.store.chunks import EVERY_NOTE, Selection

if TYPE_CHECKING:
    from collections.abc import Sequence

_UNSPACED = "\u3000-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uff00-\uffef"
_STRAIGHT = r'"[^"]+"'
_TURNED = (
    r"(?:(?<!\w)|(?<=[" + _UNSPACED + r'])|(?<=[-:]))(?:„[^“”"]+[“”"]|“[^”]+”|«[^»]+»)|「[^」]+」'
)
_QUOTED = rf"(?:{_STRAIGHT}|{_TURNED})"
_QUOTES = '"„“”«»「」'
_SPECIAL = re.compile(
    rf"""
    (?<!\S) (?P<minus> -? ) (?P<key> path | tag | source | after | before ) : (?!:)
        (?P<value> {_QUOTED} | \S* )
    | (?<!\S) - (?P<out> {_QUOTED} )
    | (?<!\S) - (?P<word> [^\W\d_]\w* (?: [-'\u2019.]\w+ )* ) (?= [,;.!?]* (?:\s|\Z) )
    | (?P<phrase> (?<!\S) {_STRAIGHT} (?= [\s.,;!?)] | \Z ) | {_TURNED} )
    """,
    re.VERBOSE,
)
# What says that a query is, or quotes, a line for a terminal.
_OPTION = re.compile(r"(?<!\S)(?:--[A-Za-z]|-[A-Za-z]\d*(?!\S))")
# In a script with an alphabet; an ideograph is a word by itself.
_SHORTEST = 3
_ISO = re.compile(r"(\d{4})(?:-(\d{1,2}))?(?:-(\d{1,2}))?")
_CZECH = re.compile(r"(\d{1,2})\.\s*(\d{1,2})\.\s*(\d{4})")
_FIRST_YEAR = 1000
_EXAMPLES = {
    "path": 'path:projects/ or path:"My notes/"',
    "tag": "tag:work",
    "source": "source:notes",
    "after": "after:2024, after:2024-05 or after:2024-05-17",
    "before": "before:2024, before:2024-05 or before:2024-05-17",
}


class Asked(msgspec.Struct, frozen=True):
    """A query, taken apart.

    `text` is what is left for both legs: words and phrases, these in straight quotes. A note must
    hold each of `phrases`, none of `excluded`, and pass the `selection`.
    """

    text: str
    phrases: tuple[str, ...] = ()
    excluded: tuple[str, ...] = ()
    selection: Selection = EVERY_NOTE


def read(text: str) -> Asked:
    """Take a query apart. What has nothing special in it comes back as it is.

    Raises:
        UsageError: a filter has no value, or one that cannot be read.
    """
    is_command = _OPTION.search(text) is not None
    left: list[str] = []
    phrases: list[str] = []
    excluded: list[str] = []
    filters: list[tuple[str, str]] = []
    end = 0
    for found in _SPECIAL.finditer(text):
        kept = found[0]
        if found["key"]:
            filters.append((found["minus"] + found["key"], _value(found["key"], found["value"])))
            kept = ""
        elif quoted := found["out"] or found["phrase"]:
            if analysis.words(quoted):
                (excluded if found["out"] else phrases).append(_unquoted(quoted))
                kept = "" if found["out"] else f'"{_unquoted(quoted)}"'
        elif _excludes(found["word"]) and not is_command:
            excluded.append(found["word"])
            kept = ""
        left += [text[end : found.start()], kept]
        end = found.end()
    left.append(text[end:])
    plain = "".join(left)
    if filters or excluded:
        plain = _tidy(plain)
    return Asked(plain, _each(phrases), _each(excluded), _selection(filters))


def check(asked: Asked, where: Selection) -> None:
    """See that a query without words asks for something.

    Args:
        asked: the query.
        where: filters that were given beside it.

    Raises:
        UsageError: it only says what to leave out.
    """
    for at in (asked.selection, where):
        if at.sources or at.paths or at.tags or at.after or at.before:
            return
    raise UsageError(
        "The query only says what to leave out, so nothing was searched. "
        'Write what to look for, too: some words, or a filter, as in "tag:work -draft".'
    )


def _unquoted(quoted: str) -> str:
    return " ".join(quoted[1:-1].replace('"', " ").split())


def _excludes(word: str) -> bool:
    return bool(analysis.words(word)) and (len(word) >= _SHORTEST or not word.isascii())


def _tidy(text: str) -> str:
    """Without the gaps of what was taken out, and empty where no word is left."""
    return " ".join(text.split()) if analysis.words(text) else ""


def _each(values: Sequence[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(values))


def _value(key: str, written: str) -> str:
    """What a filter asks for, without its quotes."""
    if not written or written[0] not in _QUOTES:
        value = written if key == "path" else written.rstrip(",;?!.")
    elif len(written) > 1 and written[-1] in _QUOTES:
        value = written[1:-1]
    else:
        raise UsageError(
            f"The quote after {key}: is never closed, so nothing was searched. "
            f"Write {_EXAMPLES[key]}."
        )
    value = value.strip()
    if not value.lstrip("#" if key == "tag" else ""):
        raise UsageError(
            f"{key}: has nothing behind it, so nothing was searched. Write {_EXAMPLES[key]}; "
            f'or, to look for the word itself, "{key}:" in quotes.'
        )
    return value


def _selection(filters: Sequence[tuple[str, str]]) -> Selection:
    def of(key: str) -> tuple[str, ...]:
        return _each([value for name, value in filters if name == key])

    for key in ("after", "before"):
        if of(f"-{key}"):
            other = "before" if key == "after" else "after"
            raise UsageError(
                f"A hyphen before {key}: says nothing, so nothing was searched. "
                f"Write {_EXAMPLES[other]}."
            )
    return Selection(
        sources=of("source"),
        paths=of("path"),
        tags=of("tag"),
        not_sources=of("-source"),
        not_paths=of("-path"),
        not_tags=of("-tag"),
        after=min((day("after", at) for at in of("after")), default=None),
        before=max((day("before", at) for at in of("before")), default=None),
    )


def day(key: str, written: str) -> dt.date:
    """The first day of a year, a month or a day, as in 2024, 2024-05, 2024-05-17 or 17.5.2024.

    Args:
        key: `after` or `before`, for the message.
        written: by the user.

    Raises:
        UsageError: it is no date.
    """
    iso, czech = _ISO.fullmatch(written.strip()), _CZECH.fullmatch(written.strip())
    parts = iso.groups(default="1") if iso else czech.groups()[::-1] if czech else ("0",) * 3
    year, month, number = map(int, parts)
    if year >= _FIRST_YEAR and 1 <= month <= 12:  # noqa: PLR2004 - months
        try:
            return dt.date(year, month, number)
        except ValueError:
            pass
    raise UsageError(
        f"What stands behind {key}: is no date, so nothing was searched. Write {_EXAMPLES[key]}."
    )
