"""Word lists and checksums of wallets, and what recovery codes look like."""

from __future__ import annotations

import hashlib
import unicodedata
from functools import cache
from typing import TYPE_CHECKING

from mnemonic import Mnemonic

from vaultbrain.gate.checks.shapes import placeholder

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_BASE58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
SIZES = (24, 21, 18, 15, 12)
# A phrase may have a neighbour that is a word of the list by chance.
_SHIFTS = 2
# Of 24 drawn words two pairs are alike once in 150 phrases; lists of settings repeat themselves.
_TWICE = 2
_LATIN_END = "\u0250"


def plain(word: str) -> str:
    """Bring a word to the form in which it is looked up: lower case, Latin without accents."""
    low = word.lower()
    if low.isascii():
        return low
    apart = unicodedata.normalize("NFKD", low)
    if apart[0] < _LATIN_END:
        return "".join(c for c in apart if not unicodedata.combining(c))
    return apart


@cache
def word_lists() -> Sequence[Mapping[str, int]]:
    """Load the official BIP-39 lists, each as word to index; once, at the first candidate.

    English comes first: it is the one that almost every wallet uses.
    """
    return tuple(
        {plain(word): n for n, word in enumerate(Mnemonic(language).wordlist)}
        for language in sorted(
            Mnemonic.list_languages(), key=lambda name: (name != "english", name)
        )
    )


@cache
def known_words() -> frozenset[str]:
    """Return the words of all lists together."""
    return frozenset(word for words in word_lists() for word in words)


def has_checksum(indexes: Sequence[int]) -> bool:
    """Tell whether 12, 15, 18, 21 or 24 list indexes end with the checksum of BIP-39."""
    sum_bits = len(indexes) // 3
    bits = 0
    for index in indexes:
        bits = bits << 11 | index
    entropy = (bits >> sum_bits).to_bytes(len(indexes) * 4 // 3, "big")
    return hashlib.sha256(entropy).digest()[0] >> (8 - sum_bits) == bits & ((1 << sum_bits) - 1)


def is_phrase(indexes: Sequence[int]) -> bool:
    """Tell a phrase: the checksum agrees, and hardly a word occurs twice."""
    return len(set(indexes)) >= len(indexes) - _TWICE and has_checksum(indexes)


def phrase_in(indexes: Sequence[int]) -> tuple[int, int] | None:
    """Find a phrase with a valid checksum among neighbouring words of one list.

    Returns:
        First and last + 1 of the phrase, or None.
    """
    for size in SIZES:
        room = len(indexes) - size
        edges = {*range(min(_SHIFTS, room) + 1), *range(max(room - _SHIFTS, 0), room + 1)}
        for shift in sorted(edges):
            if is_phrase(indexes[shift : shift + size]):
                return shift, shift + size
    return None


def base58_sum(value: str) -> bool:
    """Tell whether base58 ends with the first 4 bytes of its double SHA-256."""
    number = 0
    for character in value[:128]:
        number = number * 58 + _BASE58.index(character)
    data = number.to_bytes((number.bit_length() + 7) // 8, "big")
    body, tail = data[:-4], data[-4:]
    return hashlib.sha256(hashlib.sha256(body).digest()).digest()[:4] == tail


def base32_secret(value: str) -> bool:
    """Tell the key of an authenticator from words in the same letters.

    Digits decide; a key without one (in 4 of 100 of 16 characters) counts in capitals, when it
    has few vowels and no alphabet in it.
    """
    bare = value.replace(" ", "").replace("-", "")
    if len(bare) < 16 or len(set(bare)) < 8 or placeholder(value):  # noqa: PLR2004
        return False
    digits = sum(c.isdigit() for c in bare)
    if bare.islower():
        return digits >= 2 and not _is_sentence(value)  # noqa: PLR2004
    if digits:
        return True
    vowels = sum(c in "AEIOUY" for c in bare)
    return vowels * 4 <= len(bare) and "ABCD" not in bare and bare.isupper()


def _is_sentence(value: str) -> bool:
    """Tell words and numbers in turn: at most one group mixes letters and digits."""
    groups = value.replace("-", " ").split()
    if not any(g.isalpha() for g in groups):
        return False
    mixed = sum(not g.isalpha() and not g.isdigit() for g in groups)
    return len(groups) > 1 and mixed < 2  # noqa: PLR2004


def _tokens(value: str) -> list[str]:
    for sign in ",;|/~*_`\"'()[]\\":
        value = value.replace(sign, " ")
    return value.split()


def code_list(value: str) -> bool:
    """Tell a list of recovery codes from prose with numbers in it, by the share of codes."""
    tokens = [t for t in _tokens(value[:4096]) if len(t) >= 3]  # noqa: PLR2004
    codes = [t for t in tokens if any(c.isdigit() for c in t)]
    if len(codes) < 2 or placeholder(value[:512]):  # noqa: PLR2004
        return False
    if not set("\n,;|") & set(value):
        codes = [t for t in codes if "-" in t or len(t) >= 6]  # noqa: PLR2004
    size = sum(map(len, codes))
    return size >= 12 and len(codes) * 2 >= len(tokens)  # noqa: PLR2004


def single_code(value: str) -> bool:
    """Tell one recovery code: 8 letters and digits or more, in groups or not."""
    bare = value.replace("-", "").replace(" ", "")
    if len(bare) < 8 or placeholder(value) or value.startswith("0x"):  # noqa: PLR2004
        return False
    digits = sum(c.isdigit() for c in bare)
    return digits >= 2 and not _is_sentence(value)  # noqa: PLR2004
