from __future__ import annotations

from base64 import b64encode

import pytest

from vaultbrain.gate.views import Views

VIEWS = Views()
HIDDEN = b64encode(b"secret: kocour 77").decode()
PICTURE = b64encode(bytes(range(256)) * 3).decode()


def read(text: str) -> str:
    view = VIEWS.normalised(text.encode())
    return text if view is None else view.data.decode()


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("&#83;lun&amp;ce&#x37;", "Slun&ce7"),
        ("a&nbsp;b&shy;c", "a bc"),
        ("&amp;#83;", "S"),
        ("&#38;nosuch; x &nosuch;", "&nosuch; x &nosuch;"),
        ("%67h%C5%99p", "ghřp"),
        ("%FFa%41%ff", "%FFaA%ff"),
        (r"a\_b \\ \*\*c", r"a_b \ **c"),
        (r"\x67h\u0070-\ud83d\u0159 \\x", "ghp-\\ud83d\u0159 \\x"),
        (f"q: !!binary {HIDDEN}", "q: !!binary secret: kocour 77"),
        ("he\u00ads\u200blo", "heslo"),
        ("PIN 4\ufe0f\u20e38\ufe0f\u20e3", "PIN 48"),
        ("p\u0336w\u0336", "pw"),
        ("\uff48\uff45\uff53\uff4c\uff4f\uff1a\u3000\uff11", "heslo: 1"),
        ("\U0001d41a\U0001d41b\ufb01", "abfi"),
        ("kl\u00ed\u010d kli\u0301c\u030c", "kl\u00ed\u010d kl\u00ed\u010d"),
        ("gh<b></b>p<i class='x'>_</i>a<BR/>b", "ghp_a\nb"),
        ("gh<!-- a > b -->p%%remark%%_%%41%%54", "ghp_54"),
        ("a**b**c *d* ~~e~~ ==f== ***g***", "abc d e f g"),
        ("gh`p_`ab glpat-`x", "ghp_ab glpat-x"),
        ("gh`p` and __init__ and _gh`p_x_", "ghp` and init and ghp_x"),
        (f"base64: {HIDDEN}", "base64: secret: kocour 77"),
        (f"echo {HIDDEN} | base64 -d", "echo secret: kocour 77 | base64 -d"),
        (f"data:\n  tls.key: {HIDDEN}\n", "data:\n  tls.key: secret: kocour 77\n"),
    ],
)
def test_what_is_written_and_what_is_meant(written: str, meant: str) -> None:
    assert read(written) == meant


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Plain words, 2 + 2 = 4; snake_case and __init__.",
        "**bold** and *italic*, `code`, ==marked==",
        "password: ****",
        "password: ***\nnext: word",
        "password: ____ and more",
        "card ****1234, **5678",
        "j***n@host.cz and k***l@host.cz",
        "a **b* c",
        "2 * 3 * 4 == 12 and 3**x",
        "see [it](My%20Note.md) at 100%, 50 %",
        "Tom & Jerry; a < b > c",
        "wait\u2026 \u26a0\ufe0f \U0001f468\u200d\U0001f469 \u201equoted\u201c",
        "\u5bc6\u7801\uff1a\uff08\u898b\uff09",
        f"base64 of a picture: {PICTURE}",
        "data:image/png;base64," + PICTURE,
        "encoded in straightforwardness123",
        "base64: " + "A" * 17,
    ],
)
def test_what_is_meant_as_it_is_written(text: str) -> None:
    assert read(text) == text


def joined(text: str) -> str:
    view = next(VIEWS.joined(text.encode()), None)
    return text if view is None else view.data.decode()


@pytest.mark.parametrize(
    ("torn", "whole"),
    [
        ("the token is gh" + "p_abc-\nDEF123456 and", "the token is gh" + "p_abcDEF123456 and"),
        ("a\u00ad\nb1c2d3e4f5g6", "ab1c2d3e4f5g6"),
        (f"{'x ' * 12}abcdef1\n\n DEF123456", f"{'x ' * 12}abcdef1DEF123456"),
        ("x" * 30 + "\r\n" + "y" * 30 + "\r\nz1", "x" * 30 + "y" * 30 + "z1"),
        ("4298 6267\n7744 8528", "4298 62677744 8528"),
    ],
)
def test_words_that_a_line_end_tears(torn: str, whole: str) -> None:
    assert joined(torn) == whole


@pytest.mark.parametrize(
    "text",
    [
        "one line 1",
        "abcdef1\nDEF123456",
        "some words that are ordinary\nprose all the way",
        "some words that are quite short1\nx",
        "2019\n2020\n2021\n2022",
        "end of a page, fully 2024\n\n\n\nand2024 another",
    ],
)
def test_line_ends_between_words_stay(text: str) -> None:
    assert joined(text) == text


def test_of_three_full_lines_any_two_may_be_one_word() -> None:
    lines = ["x" * 30, "y1" * 15, "z" * 30]
    views = [view.data.decode() for view in VIEWS.joined("\n".join(lines).encode())]
    assert views == [
        "".join(lines),
        f"{lines[0]}{lines[1]}\n{lines[2]}",
        f"{lines[0]}\n{lines[1]}{lines[2]}",
    ]
