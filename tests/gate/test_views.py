from __future__ import annotations

import time
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vaultbrain.errors import BlockedByGate
from vaultbrain.gate import Gate
from vaultbrain.gate.rules.base import noise
from vaultbrain.gate.scanner import Scanner
from vaultbrain.gate.views import Views

if TYPE_CHECKING:
    from vaultbrain.gate.views import View

VIEWS = Views()
GATE = Gate()
PW = "r0ck3t" + "+7626q"
GITHUB = "gh" + "p_" + noise(36)
CARD = "4298 6267 " + "7744 8528"
BEGIN, END = "-----BEGIN" + " PRIVATE KEY-----", "-----END" + " PRIVATE KEY-----"
EVER = float("inf")

SIGNS = st.sampled_from(
    "** * ~~ _ ` &amp; &#65; %41 % \\* \\ <b> </b> <br> %%x%% \u200b \u00ad \uff41 e\u0301 heslo a "
    "1 \u010d c2VjcmV0OiBrb2NvdXI=".split(" ")
) | st.sampled_from(["<!-- x -->", "\u00a0", "base64: ", "\n", "\n\n\n\n\n", " ", "word " * 40])
TEXTS = st.lists(st.one_of(SIGNS, st.text(max_size=6)), max_size=40).map("".join)


def utf8(text: str) -> bytes:
    return text.encode(errors="replace")


def view_of(text: str) -> View:
    view = VIEWS.normalised(utf8(text))
    assert view is not None
    return view


def written(text: str, meant: str) -> list[str]:
    """What of a text stands behind a part of its view."""
    view = view_of(text)
    start = view.data.index(utf8(meant))
    places = view.back(start, start + len(utf8(meant)))
    return [utf8(text)[first:last].decode() for first, last in places]


@pytest.mark.parametrize(
    ("text", "meant", "place"),
    [
        ("a **heslo**x: b**c**d e", "bcd", "b**c**d"),
        ("a&amp;b", "&", "&amp;"),
        ("a&amp;b", "b", "b"),
        ("a&lt;&gt;b", ">", "&gt;"),
        ("%C5%99%41", "A", "%41"),
        ("\u010d\u200bab\u200bc", "ab", "ab"),
        ("\u010d\u200bab\u200bc", "abc", "ab\u200bc"),
        ("x \uff21\uff22 y", "B", "\uff22"),
        ("x &amp;#65;&amp;#66; y", "AB", "&amp;#65;&amp;#66;"),
        ("base64: c2VjcmV0OiBrb2NvdXI= x", "kocour", "c2VjcmV0OiBrb2NvdXI="),
    ],
)
def test_places_lead_back(text: str, meant: str, place: str) -> None:
    assert written(text, meant) == [place]


def lines(*texts: str) -> str:
    return "\n".join(texts)


FILLER = [f"line {n} of ordinary words, and more of them to be long" for n in range(30)]


def test_only_lines_that_change_are_seen_with_their_neighbours() -> None:
    text = lines(*FILLER[:10], "x &amp; y", *FILLER[10:])
    assert view_of(text).data.decode() == lines(*FILLER[8:10], "x & y", *FILLER[10:12])


def test_a_span_across_a_gap_is_cut_and_a_gap_is_nothing() -> None:
    text = lines("x &amp; y", *FILLER, "z&lt;")
    view = view_of(text)
    data = utf8(text)
    places = [data[first:last].decode() for first, last in view.back(0, len(view.data))]
    assert places == [lines("x &amp; y", *FILLER[:2]), lines(*FILLER[-2:], "z&lt;")]
    gap = view.data.index(b"\n\n\n")
    assert list(view.back(gap, gap + 3)) == []


def test_windows_that_meet_are_one_and_many_are_the_whole() -> None:
    near = lines(*FILLER[:10], "a &amp; b", *FILLER[10:12], "c &amp; d", *FILLER[12:])
    assert b"\n\n\n" not in view_of(near).data
    every = lines(*(line + " &amp;" for line in FILLER), *FILLER[:20])
    assert view_of(every).data.count(b"&") == 30
    assert len(view_of(every).windows) == 1


def test_a_key_block_is_seen_whole() -> None:
    text = lines(*FILLER, BEGIN.replace("KEY", "K<b>EY</b>"), *(noise(64),) * 9, END, *FILLER)
    cleaned = GATE.clean(text).text
    assert noise(64) not in cleaned
    assert FILLER[0] in cleaned.split("[redacted:private-key]")[1]


def test_a_key_block_without_an_end_takes_no_other_part() -> None:
    text = lines("a &amp; b", *FILLER, "zzz &amp; " + BEGIN[:-1], *FILLER)
    assert FILLER[3] in GATE.clean(text).text


MARKUP = ["**", "*", "~~", "<b>", "</b>", "<wbr>", "<!-- x -->", "%%x%%", "\u200b", "\u00ad"]
MARKUP += ["&shy;", "&#x200b;", "\u2060"]
SECRETS = [(f"heslo: {PW}", PW), (f"token {GITHUB} x", GITHUB), (f"card {CARD}.", CARD)]


@settings(max_examples=200, deadline=None)
@given(st.sampled_from(SECRETS), st.sampled_from(MARKUP), st.data())
def test_a_secret_parted_by_markup_goes_whole(
    planted: tuple[str, str], markup: str, data: st.DataObject
) -> None:
    text, secret = planted
    first = text.index(secret)
    places = st.integers(first + 1, first + len(secret) - 1)
    cuts = sorted(data.draw(st.sets(places, min_size=2, max_size=2)))
    inside = text[cuts[0] : cuts[1]]
    if " " in (inside[0], inside[-1], text[cuts[0] - 1], text[cuts[1]]):
        return
    parted = text[: cuts[0]] + markup + inside + markup + text[cuts[1] :]
    parted = lines("before", *FILLER[:12], parted, *FILLER[12:], "after")
    cleaned = GATE.clean(parted).text
    rest = cleaned.split("\n")[13]
    assert rest.startswith(text[:first] + "[redacted:")
    assert rest.endswith("]" + text[first + len(secret) :])
    assert cleaned.count("\n") == parted.count("\n")


@pytest.mark.parametrize(
    "text",
    [
        f"heslo: {PW}".replace(":", "&colon;"),
        f"he\u00adslo: {PW}",
        "".join(chr(ord(c) + 0xFEE0) if c.isalnum() else c for c in f"heslo: {PW}"),
        f"https://host.cz/?next=%3Ftoken%3D{noise(24)}",
        f"heslo:\u00a0{PW}",
        "heslo (base64): U2x1bmNlNzAhaGF2cmFu",
        f"| a<br>heslo: {PW} |",
    ],
)
def test_labels_in_disguise(text: str) -> None:
    assert "[redacted:" in GATE.clean(text).text


@pytest.mark.parametrize(
    "blank", "\u00a0 \u1680 \u2003 \u2009 \u2028 \u202f \u3000 \x85".split(" ")
)
def test_blanks_of_every_width_part_words(blank: str) -> None:
    text = f"Heslo k mailu: {PW} a dal\u0161\u00ed\npass: the mountain".replace(" ", blank)
    (finding,) = GATE.scan(text)
    assert text[finding.start : finding.end] == PW
    view = VIEWS.spaced(utf8(text))
    assert view is not None
    assert view.data.decode() == text.replace(blank, " ")
    assert [*view.back(0, len(view.data))] == [(0, len(utf8(text)))]


@pytest.mark.parametrize("text", ["", "plain words", "\u010daj a \u0159eka\n"])
def test_text_with_plain_blanks_is_its_own(text: str) -> None:
    assert VIEWS.spaced(utf8(text)) is None


@pytest.mark.parametrize("text", ["password: ****", r"password: \*\*\*\*", "password: ***\nnext2x"])
def test_masks_stay_masks(text: str) -> None:
    assert GATE.clean(text).findings == ()


def test_a_token_that_a_page_end_tears() -> None:
    scanner = Scanner()
    text = f"The deployment of the notes uses {GITHUB[:20]}\n\n{GITHUB[20:]} until spring."
    assert scanner.marks(text, EVER) == []
    (mark,) = scanner.marks(text, EVER, wrapped=True)
    assert text[mark.start : mark.end].split() == [GITHUB[:20], GITHUB[20:]]
    card = "paid with 4298 6267\n7744 " + "8528 in May"
    assert [mark.class_ for mark in scanner.marks(card, EVER, wrapped=True)] == ["card"]


@settings(max_examples=300, deadline=None)
@given(TEXTS)
def test_the_way_back_keeps_the_order_and_stays_inside(text: str) -> None:
    data = utf8(text)
    for view in VIEWS.of(data, EVER, wrapped=True):
        edges = [n for n in range(len(view.data) + 1) if view.data[n : n + 1] < b"\x80"]
        spans = [list(view.back(start, end)) for start, end in pairwise([*edges, len(view.data)])]
        places = [place for span in spans for place in span if place[0] < place[1]]
        assert all(0 <= first < last <= len(data) for first, last in places)
        assert all(a[0] <= b[0] and a[1] <= b[1] for a, b in pairwise(places))
        for first, last in places:
            data[first:last].decode()


@settings(max_examples=200, deadline=None)
@given(TEXTS)
def test_what_was_not_replaced_is_the_same_there(text: str) -> None:
    data = utf8(text)
    for view in VIEWS.of(data, EVER, wrapped=True):
        if len(view.layers) == 1:
            done = 0
            for start, end, _, _ in [*view.layers[0], (len(view.data), 0, 0, 0)]:
                parts = list(view.back(done, start)) if done < start else []
                same = b"\n\n\n".join(data[first:last] for first, last in parts)
                assert same.strip(b"\n") == view.data[done:start].strip(b"\n")
                done = end


@given(st.text("abc XYZ 0123456789.,;:!?()\"'-+/#@$^\n", max_size=200))
def test_text_without_signs_is_its_own_view(text: str) -> None:
    assert VIEWS.normalised(utf8(text)) is None


@pytest.mark.parametrize(
    "piece", ["&amp;", "%41", "\\*", "**", "*a*", "\u200b", "\uff41", "<b>", "e\u0301", "a &lt;\n"]
)
def test_the_time_grows_with_the_text_alone(piece: str) -> None:
    spent = []
    for size in (100_000, 400_000):
        data = utf8(piece * (size // len(piece)))
        start = time.thread_time()
        VIEWS.normalised(data)
        spent.append(time.thread_time() - start)
    assert spent[1] < 8 * spent[0] + 0.1


@pytest.mark.parametrize("text", ["a&amp;" * 2000, "a\n&amp;\n" * 2000, "abc1-\n" * 2000])
def test_no_view_takes_longer_than_it_may(text: str) -> None:
    with pytest.raises(BlockedByGate, match="too long"):
        list(VIEWS.of(utf8(text), 0.0, wrapped=True))
