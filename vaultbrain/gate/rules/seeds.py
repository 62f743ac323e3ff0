"""Word lists that open a wallet: with the checksum of BIP-39, or behind a label."""

from __future__ import annotations

from vaultbrain.gate.rules.base import EDGE, Rule
from vaultbrain.records import Tier

_PHRASE = "romance often task section clarify decline blast elder song monitor future indicate"

_UNLISTED = "abbey nasty spout vixen tapestry gnaw iguana hubcaps jagged laptop pylons ruffled"
_OTHER = (
    "ねんぴ　つたえる　ほそい　はせる　かおり　ぎんいろ　"
    "うぶごえ　けむり　びょうき　だんあつ　さめる　すろっと"
)

_SEED = (
    r"(?i:seeds?|mnemonics?|mnemonik[a-zà-ž]*|recovery|wallet|backup phrase|secret phrase"
    r"|slip-?39|shamir"
    r"|monero|electrum|(?:12|15|18|20|24|25|33)[ -](?:words?|slov|słów|w[öo]rter|mots|palabras)"
    r"|fr[áa]z[a-zà-ž]*|pen[ěe][žz]en[a-zà-ž]*|pe[ňn]a[žz]en[a-zà-ž]*|phrase|frase|portefeuille"
    r"|monedero|cartera"
    r"|portfel[a-zà-ž]*|geldb[öo]rse|wiederherstellung[a-zà-ž]*|obnov[a-zà-ž]*)"
)
_SEED_KEYWORDS = (
    *(
        "seed",
        "mnemoni",
        "recovery",
        "wallet",
        "backup phrase",
        "secret phrase",
        "slip39",
        "slip-39",
    ),
    *("shamir", "monero", "electrum", "12 words", "24 words", "12-word", "24-word", "15 words"),
    *("18 words", "20 words", "25 words", "33 words", "12 slov", "24 slov", "12 słów", "24 słow"),
    *("24 słów", "12 wörter", "24 wörter", "12 mots", "24 mots", "12 palabras", "24 palabras"),
    *("fráz", "fraz", "peněžen", "penezen", "peňažen", "penazen", "phrase", "frase"),
    *("portefeuille", "monedero", "cartera", "portfel", "geldbörse", "wiederherstellung", "obnov"),
)
_BETWEEN = r"(?:[\s\x{a0}\x{3000},;|>*+_\"'`•·~#()\[\]-]|[0-9]{1,2}[.):]?)+"
_LATIN = r"[A-Za-zÀ-ɏ\x{300}-\x{327}]"
_SCRIPTS = r"(?:[\p{Hiragana}\x{3099}]{2,9}|\p{Hangul}{2,12}|\p{Han}|\p{Cyrillic}{4,9})"

SEED_RULES: tuple[Rule, ...] = (
    Rule(
        id="seed-phrase",
        class_="seed-phrase",
        tier=Tier.SECRET,
        # Always: a phrase is known by its words and its checksum, whatever stands around it.
        keywords=(),
        # No inner group: so RE2 need not say where it is, at half the cost.
        pattern=r"(?:^|[^0-9A-Za-zÀ-ɏ])" + _LATIN + "{3,9}(?:" + _BETWEEN + _LATIN + "{3,9}){11,}",
        group=0,
        part="seed_phrases",
        examples=(_PHRASE, ", ".join(_PHRASE.split()), "\n".join(_PHRASE.split())),
        counter_examples=(
            " ".join(reversed(_PHRASE.split())),
            "Words: actor, album, alpha, anchor, animal, apple, april, arctic, area, arm, army",
        ),
    ),
    Rule(
        id="seed-phrase-labelled",
        class_="seed-phrase",
        tier=Tier.SECRET,
        keywords=_SEED_KEYWORDS,
        pattern=(
            # Close behind: a wider window costs ten times as much where wallets are spoken of.
            EDGE
            + _SEED
            + r"(?:[^\n:=→]*[:=→|\n\x{2013}\x{2014}\x{201c}\x{201e}\"][^A-Za-zÀ-ž]{0,12}"
            + r"|[^A-Za-zÀ-ž\n]{1,4})("
            + _LATIN
            + "{3,12}(?:"
            + _BETWEEN
            + _LATIN
            + "{3,12}){10,})"
        ),
        part="seed_words",
        examples=(f"Wallet seed: {' '.join(reversed(_PHRASE.split()))}",),
        counter_examples=(
            "wallet: the cat sat on a warm stone near the quiet river while birds sang",
        ),
    ),
    Rule(
        id="seed-phrase-unlisted",
        class_="seed-phrase",
        tier=Tier.SECRET,
        keywords=("slip39", "slip-39", "shamir", "monero", "electrum", "seed phrase", "mnemonic"),
        pattern=(
            EDGE
            + r"(?i:slip-?39|shamir|monero|electrum|seed phrase|mnemonic)[^\n:]{0,40}:\s{0,4}("
            + _LATIN
            + "{3,12}(?:"
            + _BETWEEN
            + _LATIN
            + "{3,12}){11,})"
        ),
        part="unlisted_words",
        examples=(f"Monero seed: {_UNLISTED}",),
        counter_examples=(
            "mnemonic: people remember long lists when they learn things like planet names",
        ),
    ),
    Rule(
        id="seed-extra-word",
        class_="seed-phrase",
        tier=Tier.SECRET,
        keywords=(
            *("25th word", "13th word", "25. slovo", "13. slovo", "25. wort", "13. wort"),
            *("25e mot", "13e mot", "palabra 25", "palabra 13", "25. słowo", "13. słowo"),
            *("bip39 passphrase", "seed passphrase", "wallet passphrase", "hidden wallet"),
        ),
        pattern=(
            EDGE + r"(?i:(?:13|25)th word|(?:13|25)\. (?:slovo|wort|słowo)|(?:13|25)e mot"
            r"|palabra (?:13|25)|(?:bip39|seed|wallet) passphrase|hidden wallet(?: passphrase)?)"
            r"[^\n:=→]{0,24}(?:[:=→]|[ \t](?:is|je|ist|est|es)[ \t])[ \t*_`\"']{0,4}"
            r"([^\s`\"'*]{4,64})"
        ),
        check="has_digit",
        examples=("25th word: cheese77board", "25. slovo je sýr77deska"),
        counter_examples=("25th word of the list: zoo", "25th word: <word>"),
    ),
    Rule(
        id="seed-phrase-other-script",
        class_="seed-phrase",
        tier=Tier.SECRET,
        keywords=(
            *(
                "seed",
                "mnemonic",
                "wallet",
                "recovery",
                "助记词",
                "助記詞",
                "ニーモニック",
                "シード",
            ),
            *("니모닉", "시드", "복구", "復元", "мнемоник", "сид-фраз", "сид фраз", "seed-фраз"),
        ),
        pattern=r"(?:^|[^\pL\pM\pN_])(" + _SCRIPTS + "(?:" + _BETWEEN + _SCRIPTS + "){11,})",
        part="seed_phrases",
        examples=(f"ニーモニック: {_OTHER}",),
    ),
)
