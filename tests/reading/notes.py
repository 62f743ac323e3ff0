"""Notes as people write them, and worse, for properties that must hold of any note."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

import msgspec
from hypothesis import strategies as st

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

# Every word of a note is its own, so that nothing can be found twice by chance.
_WORDS = (
    "w{}",
    "w{}",
    "Plain{}.",
    "příliš{}žluť",
    "日本{}語",
    "x-{}/y_z",
    "ほげ{}。",
    "{}",
    "(par{})",
)
# Blanks of every kind that may stand within a line; the parser knows of two.
_BLANKS = (" ", " ", "  ", "\t", "\u00a0", "\f", "\x85", "\u2028", "\u3000", "\v")


class Written(msgspec.Struct, frozen=True):
    """A note, the lines of its words, and the words that nobody is to find in it.

    A word goes by the part of it that no other has. `heads` are those in the headers of tables,
    which may stand in many chunks.
    """

    text: str
    seen: Mapping[str, int]
    hidden: frozenset[str]
    heads: frozenset[str]


class Writer:
    """Writes a note line by line and remembers what it wrote."""

    def __init__(self, *, odd: bool) -> None:
        self.lines: list[str] = []
        self.seen: dict[str, int] = {}
        self.hidden: set[str] = set()
        self.heads: set[str] = set()
        self._odd = odd
        self._numbers = itertools.count(10_000)

    def word(self) -> str:
        """A word on the line that is written next."""
        number = next(self._numbers)
        made = (_WORDS[number % len(_WORDS)] if self._odd else "w{}").format(f"{number}q")
        self.seen[f"{number}q"] = len(self.lines) + 1
        return made

    def words(self, size: int) -> str:
        """So many words on one line."""
        made = [self.word() for _ in range(max(1, size))]
        blank = _BLANKS[len(self.seen) % len(_BLANKS)] if self._odd else " "
        return blank.join(made)

    def secret(self) -> str:
        """A word that must not be read."""
        made = f"hid{next(self._numbers)}h"
        self.hidden.add(made)
        return made

    def put(self, *lines: str) -> None:
        """Lines as they are; only the first may hold words."""
        self.lines.extend(lines)

    def written(self) -> Written:
        """What was written until now."""
        text = "\n".join(self.lines) + "\n"
        return Written(text, self.seen, frozenset(self.hidden), frozenset(self.heads))


def _atx(to: Writer, size: int, way: int) -> None:
    to.put(f"{'#' * (1 + (size + way) % 6)} {to.words(size % 9)}{' ##' if way == 1 else ''}")


def _setext(to: Writer, size: int, way: int) -> None:
    if way == 1:
        to.put(to.words(size % 5))
    to.put(to.words(size % 5), ("===", "---")[way % 2])


def _empty_heading(to: Writer, size: int, way: int) -> None:
    to.put("#" * (1 + size % 6) + " " * way)


def _paragraph(to: Writer, size: int, way: int) -> None:
    for _ in range(1 + way):
        to.put(to.words(size))


def _sentences(to: Writer, size: int, way: int) -> None:
    to.put(
        " ".join(f"{to.words(2 + (size * n) % 7)}." for n in range(size // 2 + way)) or to.word()
    )


def _joined(to: Writer, size: int, way: int) -> None:
    """Words of a language that has no blanks: one word to any counter."""
    to.put("".join(to.word() + "。" * (way == 1) for _ in range(size)))


def _endless(to: Writer, size: int, way: int) -> None:
    to.put(f"{to.word()} {'Qx7z' * size * (way + 1)} {to.word()}")


def _list(to: Writer, size: int, way: int) -> None:
    marks = (("-", "*", "+"), ("1.", "2.", "3."), ("- [ ]", "- [x]", "- [/]"), ("-", "1.", "-"))[
        way
    ]
    for n in range(1 + size // 3):
        to.put(f"{'    ' * (n % 3 if n else 0)}{marks[0]} {to.words(1 + n * size % 9)}")
        if n % 5 == 4:
            to.put("")
            to.put(f"{'    ' * (n % 3 + 1)}{to.words(size % 5)}")


def _fence(to: Writer, size: int, way: int) -> None:
    mark = ("```", "~~~", "````", "```py")[way]
    to.put(mark)
    if way == 2:  # a fence in a fence
        to.put("```")
        to.put(to.words(size % 4), "```")
    for n in range(size // 2):
        to.put(f"{'    ' * (n % 2)}{to.words(1 + n % 6)}")
        if n % 4 == way:
            to.put("")
    to.put(f"%% {to.word()} %%")
    to.put(f"<!-- {to.word()} -->")
    to.put(mark.rstrip("py"))


def _fence_in_list(to: Writer, size: int, way: int) -> None:
    to.put(f"- {to.words(size % 4)}")
    to.put(("  ```", "  ~~~~", "  ```mermaid", "  ```")[way])
    for _ in range(1 + size // 8):
        to.put(f"  %% {to.words(1 + way)}")
        to.put("")
        to.put(f"  {to.words(3)} %%")
    to.put(("  ```", "  ~~~~", "  ```", "  ```")[way])


def _table(to: Writer, size: int, way: int) -> None:
    columns, before = 1 + way * (size > 30), set(to.seen)
    to.put(f"| {' | '.join(to.word() for _ in range(columns))} |", "|" + "---|" * columns)
    to.heads.update(to.seen.keys() - before)
    for n in range(size // 2):
        to.put(f"| {' | '.join(to.words(1 + (n + way) % 7) for _ in range(columns))} |")


def _quote(to: Writer, size: int, way: int) -> None:
    for n in range(1 + size // 4):
        to.put(f"{'> ' * (1 + n % (way + 1))}{to.words(size % 7)}")


def _callout(to: Writer, size: int, way: int) -> None:
    marker = ("[!note]", "[!tip]-", "[!warning]+ ", "[!a|b]")[way]
    to.put(f"> {marker} {to.words(2)}" if size % 2 else f"> {marker}")
    for n in range(1 + size // 3):
        to.put(f"> {to.words(1 + n % 5)}")
        if n % 4 == 1:
            to.put(">")
            to.put(f"> > [!question]- {to.words(2)}")
            to.put(f"> > {to.words(3)}")


def _math(to: Writer, size: int, way: int) -> None:
    to.put("$$")
    for n in range(1 + size // 4):
        to.put(f"\\frac{{{to.word()}}} {to.words(n % 4)} {'%%' * (way == 1)}")
    to.put("$$")


def _html(to: Writer, size: int, way: int) -> None:
    to.put("<div class='box'>", "<!-- " + to.secret() + " -->")
    for n in range(1 + size // 4):
        to.put(f"<p{' id=a' * (way == 1)}>{to.words(n % 5)}</p>&nbsp;<br/>")
    to.put("</div>")


def _comment(to: Writer, size: int, way: int) -> None:
    rows = [to.secret() for _ in range(1 + size // 6)]
    between = ("\n", "\n\n", "\n\n# ", "\n- ")[way]
    opened, closed = ("%%", "%%") if size % 2 else ("<!--", "-->")
    to.put(*f"{opened}\n{between.join(rows)}\n{closed}".split("\n"))


def _inline(to: Writer, size: int, way: int) -> None:
    """A paragraph of everything that can stand in a line."""
    hidden = f"%%{to.secret()} {to.secret()}%%" if size % 2 else f"<!-- {to.secret()} -->"
    to.put(
        f"{to.word()} {hidden} **{to.word()}** [{to.word()}](a.md) [[{to.word()}]] =={to.word()}== "
        f"`%%` {to.words(1 + way)} `%% {to.word()} <!--` ${to.word()}$ {to.word()} #{to.word()}"
    )


def _id(to: Writer, size: int, way: int) -> None:
    to.put(f"{to.words(size)} ^{to.secret()}")
    if way == 1:
        to.put("", f"^{to.secret()}")


def _fields(to: Writer, size: int, way: int) -> None:
    for _ in range(1 + way):
        to.put(f"key:: {to.words(size % 6)}")
    to.put(f"{to.word()} [due:: {to.word()}] ({to.word()}:: {to.word()})")


def _definitions(to: Writer, size: int, way: int) -> None:
    to.put(f"[{to.word()}]: <{to.word()}.md>")
    to.put(f"[^{to.word()}]: {to.words(size % 9)}")
    if way:
        to.put("")
        to.put(f"    {to.words(way)}")


def _odd_blanks(to: Writer, size: int, way: int) -> None:
    to.put(*(("\u00a0", "\f", " \t ", "\u2028")[way] for _ in range(1 + size // 8)))


def _gap(to: Writer, size: int, way: int) -> None:
    to.put(*[""] * (size * way))


WAYS: Sequence[Callable[[Writer, int, int], None]] = (
    *(_atx, _atx, _atx, _setext, _empty_heading, _paragraph, _paragraph, _sentences, _joined),
    *(_endless, _list, _list, _fence, _fence_in_list, _table, _table, _quote, _callout, _math),
    *(_html, _comment, _inline, _id, _fields, _definitions, _odd_blanks, _gap),
)


def _front(to: Writer, way: int) -> None:
    if way == 1:
        to.put("---", f"title: {to.secret()}", f"tags: [{to.secret()}]")
        to.put(f"summary: {to.words(4)}")
        to.put("---")
    elif way > 1:
        to.put("---", f"a: [{to.secret()}", "---")


def _end(to: Writer, way: int) -> None:
    """What is never closed reaches to the end."""
    if way == 1:
        to.put("%%", to.secret(), "", f"# {to.secret()}")
    elif way > 1:
        to.put("```")
        to.put(f"# {to.word()}", "")
        to.put(f"%% {to.word()} %%")


def write(
    parts: Sequence[tuple[int, int, int]], front: int = 0, end: int = 0, *, odd: bool
) -> Written:
    """A note of some parts: each a way to write, a size and a shape."""
    to = Writer(odd=odd)
    _front(to, front)
    for at, size, way in parts:
        to.put("")
        WAYS[at](to, size, way)
    to.put("")
    _end(to, end)
    return to.written()


_parts = st.tuples(st.integers(0, len(WAYS) - 1), st.integers(1, 60), st.integers(0, 3))
notes: st.SearchStrategy[Written] = st.builds(
    write, st.lists(_parts, max_size=16), st.integers(0, 2), st.integers(0, 2), odd=st.booleans()
)

_LINES = (
    *("# a b", "#", "### c", "d\n===", "e\n---", "---", "- f", "  - g", "    h", "1. i", "- [ ] j"),
    *(
        "```",
        "~~~",
        "````",
        "$$",
        "%%",
        "%% k",
        "l %% m",
        "<!--",
        "-->",
        "<!-- n -->",
        "> o",
        "> > p",
    ),
    *("> [!note]", "> [!tip]- q", ">", "<div>", "</div>", "<p>r</p>", "<script>", "</script>"),
    *(
        "s ^t",
        "^u",
        "v:: w",
        "[x]: y",
        "[^1]: z",
        "[^1]: ",
        "\t\tA",
        "\f",
        "\x85",
        "\u2028",
        "\u00a0",
    ),
    *(
        "B " * 30,
        "日本語。" * 30,
        "C" * 99,
        "D. " * 20,
        "",
        "",
        "",
        "E `%%` F `%%` G",
        "$H$ I",
        "\\",
    ),
)
# Lines in an order that nobody would write: what is opened is closed by chance alone.
wild: st.SearchStrategy[str] = st.lists(st.sampled_from(_LINES), max_size=40).map("\n".join)
