from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaultbrain.search.struck import blanked

PIECES = st.sampled_from(
    ["~~", "~", "`", "``", "```", "~~~", "<del>", "</del>", "<s>", "\n", "\n\n", "a", " ", "~~x~~"]
)


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("~~Price 100~~ Price 120", "Price 120"),
        ("The <del>50</del> 75, ~~rent\nis 9~~ rent", "The 75, rent"),
        ("<S>old</S> new", "new"),
        ("**~~a~~** b", "** ** b"),
        ("~~a ~ b~~ c", "c"),
        ("a `~~x~~` b", "a `~~x~~` b"),
        ("```\n~~x~~\n```\n~~y~~ z", "``` ~~x~~ ``` z"),
        ("~~~\n~~x~~ y", "~~~ ~~x~~ y"),
        ("~~a\n\nb~~ c", "~~a b~~ c"),
        ("~~open", "~~open"),
        ("~~ a ~~", "~~ a ~~"),
        ("~~~~", "~~~~"),
        ("<s>a <b>x</b></s> c", "<s>a <b>x</b></s> c"),
        ("plain", "plain"),
    ],
)
def test_what_is_left(text: str, left: str) -> None:
    assert " ".join(blanked(text).split()) == left


@given(st.one_of(st.text(max_size=80), st.lists(PIECES, max_size=20).map("".join)))
def test_everything_else_stays_where_it_is(text: str) -> None:
    said = blanked(text)
    assert len(said) == len(text)
    assert all(now in {was, " "} for was, now in zip(text, said, strict=True))
    assert said.count("\n") == text.count("\n")
