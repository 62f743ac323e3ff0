"""What signs, markup and torn lines stand for: patterns, and what is put in the place of a match.

A step is a pattern and a function from a text and a match in it (the spans of the whole and of its
groups) to its changes: the start and the end of some bytes, and new bytes. Changes come in order
and do not overlap. What is the same wherever it stands is in `FIXED`: to look all of it up at once
costs a fifth.
"""

from __future__ import annotations

import unicodedata
from base64 import urlsafe_b64decode
from codecs import utf_8_decode
from collections.abc import Sequence
from functools import lru_cache
from html import unescape
from string import punctuation
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

Change = tuple[int, int, bytes]
"""What is put in the place of some bytes: their start, their end, the new bytes."""

_Spans = Sequence[tuple[int, int]]
Step = tuple[str, "Callable[[bytes, _Spans], Iterable[Change]]"]

# Signs that are not seen: soft hyphens, joiners, marks of direction, selectors of variants, tags;
# and those that strike out or frame the letter before.
_GONE = (
    r"\x{ad}\x{34f}\x{61c}\x{115f}\x{1160}\x{180b}-\x{180f}\x{200b}\x{200c}\x{200e}\x{200f}"
    r"\x{202a}-\x{202e}\x{2060}-\x{206f}\x{3164}\x{334}-\x{338}\x{20d0}-\x{20df}\x{feff}"
    r"\x{ffa0}\x{fff9}-\x{fffb}\x{e0000}-\x{e01ef}"
)
# These stand in emoji everywhere; they matter only behind a letter or digit.
_OF_EMOJI = r"\x{200d}\x{20e0}-\x{20f0}\x{fe00}-\x{fe0f}"
# Other forms of letters, digits, punctuation and spaces. Not `…`, which says that there is more.
_FORMS = (
    r"\x{a0}\x{aa}\x{b2}\x{b3}\x{b9}\x{ba}\x{132}\x{133}\x{17f}\x{1c4}-\x{1cc}\x{2b0}-\x{2b8}"
    r"\x{1d2c}-\x{1d6a}\x{2000}-\x{200a}\x{202f}\x{205f}\x{2070}-\x{209c}\x{2100}-\x{217f}"
    r"\x{2460}-\x{24ea}\x{fb00}-\x{fb06}\x{fe50}-\x{fe6b}\x{ff0d}\x{ff10}-\x{ff19}"
    r"\x{ff20}-\x{ff3a}\x{ff3f}-\x{ff5a}\x{1d400}-\x{1d7ff}\x{1f100}-\x{1f169}\x{1fbf0}-\x{1fbf9}"
)
# Wide punctuation and the wide space stand in every text of some languages; around a word they
# are known to the rules.
_WIDE = (
    r"\x{3000}\x{ff01}-\x{ff0c}\x{ff0e}\x{ff0f}\x{ff1a}-\x{ff1f}\x{ff3b}-\x{ff3e}\x{ff5b}-\x{ff65}"
)
# RE2 holds none of these for white space.
_BLANKS = r"\x{85}\x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000}"
# A letter with its accents apart. More of them than any letter has would take their number squared.
_LETTER = r"[A-Za-z\x{c0}-\x{24f}][\x{300}-\x{333}\x{339}-\x{34e}\x{350}-\x{36f}]{1,9}"
_ENTITY = r"&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][0-9A-Za-z]{1,31});"
_ESCAPE = r"\\[!-/:-@\[-`{-~]"
# As strings of JSON and YAML have them.
_CODE = r"\\x[0-9a-fA-F]{2}|\\u[0-9a-fA-F]{4}"
_REMARK = r"%%[^%\n]+%%"
_RUN = r"[0-9A-Za-z+/_-]{16,}={0,2}"
_BASE64 = (
    rf"(?i:base64|b64|!!binary|encoded|zakódov\pL+)[^\n]{{0,24}}?[^\n0-9A-Za-z+/_-]({_RUN})"
    rf"|({_RUN})[\"']?[ \t]?\|[ \t]?base64|(?m:^)[ \t]+[\w.\"'-]{{1,64}}:[ \t]*[\"']?({_RUN})"
)
_SIGNS = rf"(?:{_ENTITY})+|{_REMARK}|(?:%[0-9a-fA-F]{{2}})+|(?:{_CODE})+|((?:{_LETTER})+)|{_BASE64}"
_STYLES = (
    "a abbr b big code del em font i ins kbd mark s samp small span strike strong sub sup tt u var"
    " wbr"
).split()
_TAG = rf"(?i:</?(?:{'|'.join(_STYLES)})(?:[ \t][^<>\n]*)?/?>)"
_PAIRS = "|".join(
    rf"({mark})[^\s{sign}](?:[^{sign}\n]*[^\s{sign}])?({mark})"
    for mark, sign in ((r"\*+", r"\*"), ("~~+", "~"), ("==+", "="))
)
# The engine knows no words but ASCII ones, which is what tokens are made of.
_TICKS = r"\b`{1,2}\b|[-+/]`{1,2}\b"
_MARKUP = rf"(?:{_TAG})+|<!--[^\n]*?-->|{_PAIRS}|{_TICKS}"
# After all other markup, for one between markup and a word is at no edge of the word.
_EDGES = r"\b_+|_+\b"
# Where a line may read otherwise. Markup around a word is known to the rules; within one it is
# not, nor between digits.
CHANGES = (
    rf"{_ENTITY}|%(?:[013-9a-fA-F][0-9a-fA-F]|2[1-9a-fA-F])|{_ESCAPE}|{_CODE}|[{_GONE}]"
    rf"|[0-9A-Za-z][{_OF_EMOJI}]|[{_FORMS}]|{_LETTER}|{_TAG}|(?i:<br ?/?>)"
    rf"|[^\s>]<!--|[^\s%]%%[^\s%]"
    rf"|[\w/+.-](?:\*{{1,3}}|~~|==)[\w/+-]|{_TICKS}|[0-9][ -]?(?:\*{{1,3}}|_{{1,2}})[ -]?[0-9]"
    rf"|\b_{{1,3}}[0-9A-Za-z][0-9A-Za-z_.-]{{14}}|{_BASE64}"
)
_LONGEST_MARK = 3
# What part of base64 is read first; a multiple of four.
_HEAD = 64
# The group of `_SIGNS` that is not base64.
_ACCENTED = 1
_HYPHENS = (b"-", b"\xc2\xad", b"\xe2\x80\x90")
_FULL_LINE = 24
_SHORTEST_TOKEN = 12
_PAIR = 2
# One of these is in every key or token, and in few words.
_OF_TOKENS = (b"_", *(b"%d" % digit for digit in range(10)))
_BREAK = r"(?:-|\x{ad}|\x{2010})?[ \t]*\r?\n(?:[ \t]*\r?\n)?[ \t]*"
_TORN = rf"[0-9A-Za-z+/=_.-]+(?:{_BREAK}[0-9A-Za-z+/=_.-]+)+"


def _signs(data: bytes, spans: _Spans) -> Iterable[Change]:
    """What the signs of a match stand for."""
    start, end = spans[0]
    run = data[start:end]
    if run[0] in _SIGN_OF:
        return _SIGN_OF[run[0]](start, run)
    if (group := _group(spans)) == _ACCENTED:
        return ((start, end, unicodedata.normalize("NFKC", run.decode()).encode()),)
    start, end = spans[group]
    text = _decoded(data[start:end])
    return ((start, end, text),) if text else ()


def _group(spans: _Spans) -> int:
    """The last group that took part; 0 for none."""
    return max(number for number, (start, _) in enumerate(spans) if start >= 0)


def _each(start: int, parts: Iterable[tuple[bytes, bytes]]) -> Iterator[Change]:
    """Each part of a run on its own, if it changes."""
    for part, new in parts:
        end = start + len(part)
        if new != part:
            yield start, end, new
        start = end


def _entities(start: int, run: bytes) -> Iterable[Change]:
    return _each(start, ((part + b";", _character(part)) for part in run.split(b";")[:-1]))


def _codes(start: int, run: bytes) -> Iterable[Change]:
    codes = (b"\\" + part for part in run.split(b"\\")[1:])
    return _each(start, ((code, _numbered(code)) for code in codes))


def _numbered(code: bytes) -> bytes:
    """One half of a pair of surrogates stays."""
    return chr(int(code.lstrip(b"\\xu"), 16)).encode(errors="ignore") or code


def _percent(start: int, run: bytes) -> Iterable[Change]:
    """A remark, or signs as they stand in an address; what is no UTF-8 stays as it is."""
    if run[1:2] == b"%":
        yield start, start + len(run), b""
        return
    text = bytes.fromhex(run.replace(b"%", b"").decode()).decode(errors="surrogateescape")
    place = start
    for char in text:
        if "\udc80" <= char <= "\udcff":
            place += 3
            continue
        new = char.encode()
        yield place, place + 3 * len(new), new
        place += 3 * len(new)


_SIGN_OF: Mapping[int, Callable[[int, bytes], Iterable[Change]]] = {
    ord("&"): _entities,
    ord("\\"): _codes,
    ord("%"): _percent,
}


@lru_cache(maxsize=4096)
def _character(entity: bytes) -> bytes:
    """What an entity without its semicolon stands for; one that nobody knows stays."""
    return unescape(entity.decode() + ";").encode()


def _decoded(run: bytes) -> bytes | None:
    """Base64 that holds text; None if it holds anything else."""
    digits = run.rstrip(b"=").replace(b"+", b"-").replace(b"/", b"_")
    # Its head tells, for a picture can be long.
    if not _is_text(digits[:_HEAD], cut=True) or not _is_text(digits, cut=False):
        return None
    return _bytes_of(digits)


def _is_text(digits: bytes, *, cut: bool) -> bool:
    try:
        text, _ = utf_8_decode(_bytes_of(digits), "strict", not cut)
    except ValueError:
        return False
    return all(char.isprintable() or char in "\t\r\n" for char in text)


def _bytes_of(digits: bytes) -> bytes:
    return urlsafe_b64decode(digits + b"=" * (-len(digits) % 4))


def _markup(data: bytes, spans: _Spans) -> Iterable[Change]:
    """What of a match only styles the words."""
    start, end = spans[0]
    run = data[start:end]
    if run.startswith(b"<"):
        return ((start, end, b""),)
    group = _group(spans)
    if not group:
        ticks = run.lstrip(b"-+/")
        return ((end - len(ticks), end, b""),)
    opens, closes = spans[group - 1], spans[group]
    size = opens[1] - opens[0]
    if size != closes[1] - closes[0] or size > _LONGEST_MARK:
        return ()
    # `j***n` is a mask.
    if size == _LONGEST_MARK and any(_beside_words(data, start, end)):
        return ()
    return ((*opens, b""), (*closes, b""))


def _edges(data: bytes, spans: _Spans) -> Iterable[Change]:
    """Emphasis by underscores. A longer run is a blank to be filled in, or a mask."""
    start, end = spans[0]
    before, after = _beside_words(data, start, end)
    return ((start, end, b""),) if end - start <= _LONGEST_MARK and before != after else ()


def _beside_words(data: bytes, start: int, end: int) -> tuple[bool, bool]:
    """Whether a letter or digit stands before a run, and behind it."""
    return _is_word(data[max(0, start - 1) : start]), _is_word(data[end : end + 1])


def _is_word(sign: bytes) -> bool:
    return sign.isalnum() or sign > b"\x7f"


def _torn(data: bytes, spans: _Spans) -> Iterator[Change]:
    """The line ends within what looks like one word."""
    place, end = spans[0]
    run = data[place:end]
    lines = run.split(b"\n")
    is_pair = sum(map(bool, map(bytes.strip, lines))) == _PAIR
    is_token = any(sign in run for sign in _OF_TOKENS)
    end, left = 0, b""
    for line in lines:
        word = line.strip()
        start = place + line.find(word)
        if left and word:
            before = data[max(0, end - _FULL_LINE) : end]
            is_number = left.isdigit() and word.isdigit()
            if is_pair if is_number else is_token and _is_torn(left, word, before):
                yield end - len(left) + len(_bare(left)), start, b""
        if word:
            left, end = word, start + len(word)
        place += len(line) + 1


def _is_torn(left: bytes, right: bytes, line: bytes) -> bool:
    """Whether two words at the end of a line look like one."""
    bare = _bare(left)
    # A line that is not full ends where its writer wanted it to, unless it is half a token alone.
    is_full = len(line) == _FULL_LINE and b"\n" not in line
    is_alone = len(left) >= _SHORTEST_TOKEN and line.rpartition(b"\n")[2].strip() == left
    return (bare != left or is_full or is_alone) and len(bare) + len(right) >= _SHORTEST_TOKEN


def _bare(word: bytes) -> bytes:
    """A word without the hyphen at its end."""
    for hyphen in _HYPHENS:
        word = word.removesuffix(hyphen)
    return word


def _chars(ranges: str) -> Iterator[str]:
    """What stands in a class of characters."""
    for part in ranges.replace("-\\x{", "-").split("\\x{")[1:]:
        first, _, last = part.replace("}", "").partition("-")
        yield from map(chr, range(int(first, 16), int(last or first, 16) + 1))


def _fixed() -> Iterator[tuple[str, str]]:
    yield from ((f"\\{sign}", sign) for sign in punctuation)
    yield from ((char, "") for char in _chars(_GONE + _OF_EMOJI))
    yield from ((char, unicodedata.normalize("NFKC", char)) for char in _chars(_FORMS + _WIDE))
    yield from ((f"<{slash}{name}>", "") for name in _STYLES for slash in ("", "/"))
    yield from ((f"<br{end}>", "\n") for end in ("", "/", " /"))


FIXED: Mapping[bytes, bytes] = {
    sign.encode(): new.encode() for sign, new in _fixed() if sign != new
}
"""Escapes of Markdown, signs that are not seen, other forms of signs, tags, all in lower case; and
what they stand for.
"""

BLANKS: Mapping[bytes, bytes] = {blank.encode(): b" " for blank in _chars(_BLANKS)}
"""Blanks of every width, and what stands for them."""

SIGNS: Step = (_SIGNS, _signs)
"""Numbers and names of characters, remarks, accents apart, base64."""

MARKUP: Step = (_MARKUP, _markup)
"""What styles words."""

EDGES: Step = (_EDGES, _edges)
"""The rest of it, once all other markup is gone."""

TORN: Step = (_TORN, _torn)
"""Puts together what line ends part."""
