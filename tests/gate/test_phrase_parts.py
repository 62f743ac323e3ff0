from __future__ import annotations

import hashlib

import pytest
from mnemonic import Mnemonic

from vaultbrain.gate import phrase_parts
from vaultbrain.gate.checks import seeds


def _phrase(language: str, size: int = 16) -> str:
    return Mnemonic(language).to_mnemonic(hashlib.sha256(b"an invented wallet").digest()[:size])


PHRASE = _phrase("english")
WORDS = PHRASE.split()


@pytest.mark.parametrize("language", Mnemonic.list_languages())
def test_a_phrase_of_every_language_is_found_whole(language: str) -> None:
    phrase = _phrase(language)
    assert phrase_parts.seed_phrases(phrase) == [(0, len(phrase))]


@pytest.mark.parametrize("size", [16, 20, 24, 28, 32])
def test_a_phrase_of_every_length_is_found_in_prose(size: int) -> None:
    phrase = _phrase("english", size)
    text = f"wrote this down once: {phrase} and hid it under some stones"
    assert (22, 22 + len(phrase)) in phrase_parts.seed_phrases(text)


def test_two_phrases_in_one_run() -> None:
    text = f"{PHRASE} versus {PHRASE}"
    assert len(phrase_parts.seed_phrases(text)) == 2


def test_numbered_columns_are_read_by_their_numbers() -> None:
    rows = [f"{WORDS[n]} {n + 7} {WORDS[n + 6]} {n + 2}" for n in range(6)]
    assert phrase_parts.seed_phrases("\n".join(rows))


def test_a_grid_is_read_downwards_too() -> None:
    assert phrase_parts.seed_phrases("\n".join(f"{WORDS[n]} {WORDS[n + 6]}" for n in range(6)))
    assert not phrase_parts.seed_phrases("\n".join(f"{w}" for w in reversed(WORDS)))


def test_the_list_itself_is_no_phrase_and_a_dump_is() -> None:
    words = list(seeds.word_lists()[0])
    assert phrase_parts.seed_phrases(" ".join(words[:300])) == []
    assert phrase_parts.seed_phrases(" ".join(words[:20])) == []
    dump = " ".join(words[n * 811 % 2048] for n in range(60))
    assert phrase_parts.seed_phrases(dump) == [(0, len(dump))]
    assert phrase_parts.seed_phrases("word " * 60) == []


def test_words_of_several_lists_in_turn_are_no_phrase() -> None:
    mixed = [w for pair in zip(WORDS, _phrase("czech").split(), strict=True) for w in pair]
    assert phrase_parts.seed_phrases(" ".join(mixed)) == []


def test_a_labelled_phrase_may_have_slips() -> None:
    slipped = " ".join([*WORDS[:5], "usse", *WORDS[6:]])
    assert phrase_parts.seed_words(slipped) == [(0, len(slipped))]
    after = f"many strange wordz came ahead {' '.join(reversed(WORDS))}"
    ((_, last),) = phrase_parts.seed_words(after)
    assert last == len(after)
    backwards = " ".join(reversed(WORDS))
    before = f"{backwards} wordz came aftr itt here"
    assert phrase_parts.seed_words(before) == [(0, len(backwards))]
    assert phrase_parts.seed_words("nothing here") == []
    assert phrase_parts.seed_words(" xx ".join(w + " yyy zzz" for w in WORDS)) == []
    mixed = " ".join([*WORDS[:8], *_phrase("czech").split()[:8]])
    assert phrase_parts.seed_words(mixed) == []


def test_phrases_of_other_kinds() -> None:
    words = "abbey nasty spout vixen tapestry gnaw iguana hubcaps jagged laptop pylons ruffled"
    assert phrase_parts.unlisted_words(words) == [(0, len(words))]
    assert phrase_parts.unlisted_words(words + " onboard awful") == []
    assert phrase_parts.unlisted_words(words.replace("nasty", "and")) == []
    assert phrase_parts.unlisted_words(words.title()) == []


def test_numbered_prose_is_no_phrase() -> None:
    prose = "somebody wrote those twelve words below another heading without having known them"
    numbers = " ".join(map(str, range(14)))
    assert phrase_parts.seed_phrases(f"{prose} {numbers} {prose}") == []
    assert phrase_parts.seed_phrases("somebody;wrote;those") == []
    few = " ".join(f"{n}. {w}" for n, w in enumerate([*prose.split()[:8], *WORDS[:9]]))
    assert phrase_parts.seed_phrases(few) == []


@pytest.mark.parametrize("sign", [",", "-", ";", "\n", " · ", "|", "_", ". "])
def test_words_with_a_sign_between(sign: str) -> None:
    assert phrase_parts.seed_phrases(sign.join(WORDS)) == [(0, len(sign.join(WORDS)))]
    text = f"wrote this down once {sign.join(WORDS)} and hid it under some stones"
    assert len(phrase_parts.seed_phrases(text)) == 1
