from __future__ import annotations

import sys
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaultbrain.reading.visible import is_drawing, visible, without_comments


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a %%b%% c <!-- d --> e", "a  c  e"),
        ("a %%b\nc%% d", "a \n d"),
        ("a %%b\n\nc%% d", "a %%b\n\nc%% d"),
        ("- a %%b\n\n  c%% d", "- a \n\n d"),
        ("- a %%b\n\n- c%% d", "- a %%b\n\n- c%% d"),
        ("> a %%b\n>\n> c%% d", "> a \n\n d"),
        ("%%\na\n\nb\n%%c", "\n\n\n\nc"),
        ("- %%\n  a\n\nb\n  %% c", "- \n\n\n\n c"),
        ("<!-- a\n\nb --> c", "\n\n c"),
        ("a %% b", "a %% b"),
        ("%% a\n\nb", "%% a\n\nb"),
        ("a %% b <!-- c %%d%% e", "a d%% e"),
        ("a <% b %> c", "a  c"),
    ],
)
def test_where_a_comment_ends(text: str, expected: str) -> None:
    assert without_comments(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "`%%` opens and `%%` closes",
        "`` ` %% `` and `%%`",
        "- x\n  ```mermaid\n  %% a\n  ```\n- y\n  ```\n  %% b\n  ```",
        "1. ~~~\n   <!--\n   ~~~\n\n2. ````\n   ```\n   -->\n   ````",
        "> ```\n> %%a%%\n> ```",
        "`%%\na` b %%",
    ],
)
def test_in_code_there_are_no_comments(text: str) -> None:
    assert without_comments(text) == text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("`a %%b` c%%d`", "`a %%b` c%%d`"),
        ("`a\n\n%%b` c%%", "`a\n\n"),
        ("\\`%%a%%\\`", "\\`\\`"),
        ("``a` %%b%%", "``a` "),
        ("```\n%%a%%\n~~~\n``` x", "```\n\n~~~\n``` x"),
        ("````\n%%a%%\n```\n%%b%%", "````\n\n```\n"),
        ("```\n```\n```\n%%a%%\n````x\n%%b%%", "```\n```\n```\n\n````x\n"),
        ("`<% a %>` <!-- b -->", "`` "),
    ],
)
def test_what_does_not_close_is_no_code(text: str, expected: str) -> None:
    assert without_comments(text) == expected


def test_in_a_whole_note_a_comment_that_never_closes_holds_the_rest() -> None:
    assert without_comments("a\n\n%% b\n\nc", whole=True) == "a\n\n\n\n"
    assert without_comments("a\n\n%% b\n%% c\n\n%%d", whole=True) == "a\n\n\n c\n\n"
    for text in ("- %% b\n\nc", "a %% b\n\nc", "<!-- a\n\nb", "<% a\n\nb"):
        assert without_comments(text, whole=True) == text


@given(st.text(st.sampled_from(list("`~%<!->\\\n a*")), max_size=60), st.booleans())
def test_lines_stay_whatever_is_taken_out_of_them(text: str, whole: bool) -> None:  # noqa: FBT001
    left = without_comments(text, whole=whole)
    assert left.count("\n") == text.count("\n")
    assert set(left) <= set(text)


@pytest.mark.parametrize(
    "text",
    [
        "%%\n" * 100_001,
        "<!-- `%%` " * 50_000,
        "x <% y\n\n" * 50_000,
        "a `b\n\n%%" * 50_000,
        "```x\n%%\n" * 50_000,
        "- ~~~\n  <!--\n" * 50_000,
        "%% " + " ".join("`" * n for n in range(1, 900)),
        "%%\n" + "\n".join("`" * n + "x" for n in range(900, 3, -1)),
        "<!-- " + "> " * 100_000,
        "<!--" + "\n" * 300_000 + " x",
    ],
)
def test_comments_are_found_in_time_by_the_size_of_the_text(text: str) -> None:
    start = time.process_time()
    without_comments(text, whole=True)
    # Each takes less than half a second; what is quadratic takes minutes.
    assert time.process_time() - start < (12 if sys.gettrace() else 4)


def test_what_is_code_as_a_whole_keeps_its_signs() -> None:
    assert visible("math", "$$\na %%b%%\n$$") == "$$\na %%b%%\n$$"
    assert visible("table", "| a %%b%% |") == "| a  |"


def test_a_drawing_is_known_by_its_name_or_its_properties() -> None:
    assert is_drawing("a.excalidraw.md", {})
    assert is_drawing("a.md", {"excalidraw-plugin": "parsed"})
    assert not is_drawing("a.md", {})
