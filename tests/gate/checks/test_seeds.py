from __future__ import annotations

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st
from mnemonic import Mnemonic

from vaultbrain.gate.checks import seeds
from vaultbrain.gate.rules.base import joined

ENGLISH = seeds.word_lists()[0]


@given(st.sampled_from((16, 20, 24, 28, 32)).flatmap(lambda n: st.binary(min_size=n, max_size=n)))
def test_every_real_phrase_has_its_checksum(entropy: bytes) -> None:
    words = Mnemonic("english").to_mnemonic(entropy).split()
    assert seeds.has_checksum([ENGLISH[word] for word in words])


@given(st.lists(st.integers(0, 2047), min_size=12, max_size=12))
def test_the_checksum_agrees_with_the_library(indexes: list[int]) -> None:
    words = list(ENGLISH)
    phrase = " ".join(words[n] for n in indexes)
    assert seeds.has_checksum(indexes) == Mnemonic("english").check(phrase)


@pytest.mark.parametrize("language", Mnemonic.list_languages())
def test_all_official_lists_are_known_as_people_type_them(language: str) -> None:
    words = Mnemonic(language).to_mnemonic(hashlib.sha256(b"an invented wallet").digest()[:16])
    assert all(seeds.plain(word) in seeds.known_words() for word in words.split())


def test_accents_and_case_do_not_matter() -> None:
    assert seeds.plain("ÁBACO") == "abaco"
    assert seeds.plain("Zoo") == "zoo"
    assert seeds.plain("가격") != ""


def test_a_phrase_is_found_between_chance_neighbours() -> None:
    phrase = Mnemonic("english").to_mnemonic(hashlib.sha256(b"another").digest()[:16]).split()
    indexes = [ENGLISH[word] for word in phrase]
    assert seeds.phrase_in(indexes) == (0, 12)
    assert seeds.phrase_in([ENGLISH["seed"], *indexes]) in {(0, 12), (1, 13)}
    assert seeds.phrase_in(indexes[:11]) is None
    assert seeds.phrase_in([5] * 12) is None


def test_base58_sum() -> None:
    wif = joined("L53d9yTLR1CAt1UPbN66", "2yvtw83Jr3YpsReeVnQMqMSz6EUR2GWx")
    assert seeds.base58_sum(wif)
    assert not seeds.base58_sum(wif[:-1] + "y")


def test_base32_secret() -> None:
    assert seeds.base32_secret("LGX6 TRGP BFOH 5F6Q")
    assert seeds.base32_secret("lgx6 trgp bfoh 5f6q")
    assert seeds.base32_secret("LGXQTRGPBFOHZFWQ")
    assert not seeds.base32_secret("some text that will")
    assert not seeds.base32_secret("year 2024 over this")
    assert not seeds.base32_secret("AUTHENTICATIONREQUIRED")
    assert not seeds.base32_secret("ABCDEFGHIJKLMNOPQRST")
    assert not seeds.base32_secret("A2A2A2A2A2A2A2A2A2")
    assert not seeds.base32_secret("LGX6")


def test_code_lists() -> None:
    assert seeds.code_list("3484-5742\n3362-7562")
    assert seeds.code_list("3484-5742 3362-7562")
    assert not seeds.code_list("420 733 702 263")
    assert not seeds.code_list("3484-5742")
    assert not seeds.code_list("xxxx-1111\nxxxx-2222")
    assert not seeds.code_list("week1 of rest and then, week2 of walking and running")


def test_single_codes() -> None:
    assert seeds.single_code("7k2mx9qd44pt")
    assert seeds.single_code("482196-330121-118074")
    assert not seeds.single_code("0x80070005")
    assert not seeds.single_code("week-2024-plan")
    assert not seeds.single_code("ab12")
