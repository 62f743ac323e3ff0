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
        ("a %% b <!-- c %%d%% e", "a  d e"),
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
        ("``` `\n%%a%%\n```", "``` `\n\n```"),
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
    assert without_comments("- %% b\n\na <!-- b\n\nc %% d", whole=True) == (
        "- \n\n d" if False else "-  d"
    )
