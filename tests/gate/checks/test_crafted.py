from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaultbrain.gate.checks.crafted import CERTAIN, LIKELY, WEAK, crafted, random_password

CERTAIN_ONES = "UT@3+xRFR 8@RuTN6&D04v z*lR+t7GUO p@LT_kul2fc Y=T6@uqYQ6 i*&T7YkkT_y bl9T9f-#-B"
LIKELY_ONES = "Tulipan@2026 Tulipan-22! Tulipan#2023 ZR74ytuDMaPT uuTuNCO9K7km g02itpu7la2zm8ii"
WEAK_ONES = (
    "49w0ytmj mhu5ev tulip12doma tulipan2021 Tulipan_Admin1 iPhone15ProMax A5+b7!c PyTul2024!"
)
NONE = """
eva2024 12345678 tulip abc1 žlutý7kůň#9 @eva2024 #todo-2026 $x^2+Y_1a$ ^Ab1!cd2EF
HEAD~3 A12+B34 Ctrl+Shift+F12 name=a1B2 x=1&b=2?c 4x8TB+2x512GB RB4011iGS+5HacQ2HnD-IN
vue-router@4.0.3 page.html#L123x eva@nas01.b2 eva@nas01 My%20File2 FRITZ!Box7590 TP-Link-AX55
Home_server2024 3f9a0c7be1d84625a2 db3f220e-6e52-41d8-b21c-a19c20a37a2f host:port2 a/b2C3 12!34567
foo_bar2baz3 1!2@3#4a wörld2024 V1.2.3-beta+e
"""


@pytest.mark.parametrize(
    ("words", "grade"),
    [(CERTAIN_ONES, CERTAIN), (LIKELY_ONES, LIKELY), (WEAK_ONES, WEAK), (NONE, 0)],
)
def test_grades(words: str, grade: int) -> None:
    assert {word: crafted(word) for word in words.split()} == dict.fromkeys(words.split(), grade)


def test_what_is_too_long_is_no_password() -> None:
    assert crafted("aB3!" * 16) == CERTAIN
    assert crafted("aB3!" * 17) == 0


@pytest.mark.parametrize(
    "word", ["qT7#uTip2x", "UT@3+xRFR", "gr!puEgb8Txt", "N%t92NYWze", "V8@TUTrXx1cZ"]
)
def test_a_random_password_speaks_for_itself(word: str) -> None:
    assert random_password(word)


@pytest.mark.parametrize(
    "word",
    """
    Tulipan@2026 aB3!cD4 z*lr+t7guo Z*LR+T7GUO aB3+cD4=eF5 ?aB3!cD4e F#m7b5G#7a Sheet1!A1
    Sheet1!$A$1+Data2!B3 isDataView$1 P@ssw0rd1! Tr0ub4dor&3 x1*Y2+z3&A
    NullPointerException@Line42 VecI16##suffix aB3!cD4eF5gH6iJ7kL8mN9oP0qR1sT2uV3wX
    """.split(),
)
def test_what_a_text_may_hold_is_no_random_password(word: str) -> None:
    assert not random_password(word)


@given(st.text(max_size=80))
def test_any_text_may_be_asked_for(text: str) -> None:
    assert 0 <= crafted(text) <= CERTAIN
    assert not random_password(text) or crafted(text) == CERTAIN
