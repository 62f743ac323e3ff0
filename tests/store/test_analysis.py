from __future__ import annotations

import re
import sys
import unicodedata
from concurrent.futures import ThreadPoolExecutor
from importlib import metadata
from typing import TYPE_CHECKING

import apsw
import pytest
import snowballstemmer
from hypothesis import given
from hypothesis import strategies as st

from vaultbrain.store import analysis
from vaultbrain.store.analysis import bigrams, fold, stem, words
from vaultbrain.store.common_words import CZECH, ENGLISH

if TYPE_CHECKING:
    from collections.abc import Iterator

# Letters of Latin (with its extensions), Greek, Cyrillic, Hebrew, Arabic, kana and ideographs.
# SQLite's tables do not know these few.
_NEWER = {0x1E0, 0x1E1, 0x374, 0x37F, *range(0x526, 0x530)}
LETTERS = [
    chr(code)
    for span in (
        (0x30, 0x530),
        (0x5D0, 0x64B),
        (0x1E00, 0x1F00),
        (0x3041, 0x3100),
        (0x4E00, 0x4E80),
    )
    for code in range(*span)
    if unicodedata.category(chr(code))[0] in "LN" and code not in _NEWER
]
MARKS = list("\u0300\u0301\u0302\u0303\u0308\u030a\u030c\u0328")


@pytest.fixture(scope="module")
def fts() -> Iterator[apsw.Connection]:
    connection = apsw.Connection(":memory:")
    connection.execute(
        "CREATE VIRTUAL TABLE t USING fts5 (x, tokenize = 'unicode61 remove_diacritics 2');"
        "CREATE VIRTUAL TABLE v USING fts5vocab (t, instance)"
    )
    yield connection
    connection.close()


def tokens(fts: apsw.Connection, text: str) -> list[str]:
    fts.execute("DELETE FROM t")
    fts.execute("INSERT INTO t VALUES (?)", (text,))
    return [row[0] for row in fts.execute("SELECT term FROM v ORDER BY offset")]


def test_every_letter_is_folded_as_the_tokenizer_does(fts: apsw.Connection) -> None:
    written = [f"a{letter}a" for letter in LETTERS]
    expected = tokens(fts, " ".join(written))
    assert list(map(fold, written)) == expected
    assert set(analysis.tokens(" ".join(written))) == set(expected)


_texts = st.lists(
    st.sampled_from([*LETTERS, *LETTERS])
    | st.sampled_from([*MARKS, *" .-,_'\n#/"])
    | st.sampled_from([*"\u00ad\u200b\u2060\ufeff\u0301\u064e\u05b8½²ﬁｶﾞ한नदि็"]),
    max_size=30,
).map("".join)


@given(_texts)
def test_tokens_are_those_of_the_tokenizer(fts: apsw.Connection, text: str) -> None:
    composed = unicodedata.normalize("NFC", " ".join(re.findall(r"[^\W_]+", text)))
    # What is no word for the tokenizer, it stores as an empty one.
    assert set(analysis.tokens(composed)) - {""} == {at for at in tokens(fts, composed) if at}


@given(_texts)
def test_every_word_is_found_where_it_stands(fts: apsw.Connection, text: str) -> None:
    held = tokens(fts, f"{text}\n{analysis.stems(text, ENGLISH)}")
    for word in map(fold, words(text)):
        asked = [bigrams(word)[0]] if bigrams(word) else [word]
        assert not tokens_missing(fts, held, asked), (word, held)


def tokens_missing(fts: apsw.Connection, held: list[str], asked: list[str]) -> set[str]:
    """Indic words and pairs of Thai are split, in notes as in questions."""
    return {part for at in asked for part in tokens(fts, at)} - set(held)


@given(_texts)
def test_normalising_twice_changes_no_word(text: str) -> None:
    assert words(analysis.normalise(text)) == words(text)


# As it is written, and as it is asked for.
SAME = [
    ("Foo\u200bBar", "foobar"),
    ("co\u00adop\u00ader\u00ada\u00adtion", "cooperation"),
    ("GRO\u1e9e\u00adER", "grosser"),
    ("\u2060joined\ufeff", "joined"),
    ("ذَهَبَ", "ذهب"),
    ("العـــربية", "العربية"),
    ("أحمد", "احمد"),
    ("שָׁלוֹם", "שלום"),
    ("Ёлка", "елка"),
    ("ΑΘΉΝΑ", "αθηνα"),
    ("ﬁnance", "finance"),
    ("\uff30\uff35\uff2d\uff30", "pump"),
    ("CO₂", "co2"),
    ("ﾎﾟﾝﾌﾟ", "ポンプ"),
    ("葛\U000e0100城", "葛城"),
]
STROKED = [
    ("Ǽ", "ae"),
    ("Łódź", "lodz"),
    ("Straße", "strasse"),
    ("smørrebrød", "smorrebrod"),
    ("Đà", "da"),
]


@pytest.mark.parametrize(("written", "asked"), [*SAME, *STROKED])
def test_words_of_any_writing(written: str, asked: str) -> None:
    assert (
        [fold(word) for word in words(written)] == [fold(word) for word in words(asked)] == [asked]
    )


def test_scripts_stand_apart() -> None:
    assert words("更新cfg-pumpx后30项") == ["更新", "cfg", "pumpx", "后", "30", "项"]
    assert words("2½ हिन्दी में।") == ["2", "1", "2", "हिन्दी", "में"]


@given(_texts)
def test_folding_twice_changes_nothing(text: str) -> None:
    assert fold(fold(text)) == fold(text)


def test_words_are_the_same_composed_and_decomposed() -> None:
    text = "Účet za elektřinu přišel"
    assert words(unicodedata.normalize("NFD", text)) == words(text)
    assert words(text) == ["účet", "za", "elektřinu", "přišel"]


@pytest.mark.parametrize(
    ("word", "language", "expected"),
    [
        ("running", ENGLISH, "run"),
        ("elektřinu", CZECH, "elektr"),
        ("elektrinu", CZECH, "elektr"),
        ("súbory", "slovak", "subor"),
        ("häuser", "german", "haus"),
        ("файлами", "russian", "файл"),
        ("файлами", "ukrainian", "файл"),
        ("strežnikom", "slovene", "streznik"),
        ("文書", "chinese", "文書"),
        ("Tệp", "vietnamese", "tep"),
        ("straße", ENGLISH, "straße"),
        ("r2d2", ENGLISH, "r2d2"),
        ("x" * 39 + "ing", ENGLISH, "x" * 39 + "ing"),
    ],
)
def test_stems(word: str, language: str, expected: str) -> None:
    assert stem(word, language) == expected


def test_the_stems_column_holds_every_stem_as_often_as_it_stands() -> None:
    assert analysis.stems("", ENGLISH) == ""
    assert analysis.stems("Boiler, run.", ENGLISH) == "boiler run"
    assert analysis.stems("Running runs run", ENGLISH) == "run run run"
    assert analysis.stems("x 温度计", ENGLISH) == "x 温度 度计"
    assert analysis.stems("ﬁrst", ENGLISH) == f"first {analysis.marked('first')}"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("computedValue", ["computed", "value"]),
        ("the `XMLHttpRequest.readyState`", ["xml", "http", "request", "ready", "state"]),
        ("useSSRContext2", ["use", "ssr", "context"]),
        ("PostgreSQL v2Beta iOS", ["postgre", "sql", "beta"]),
        ("README Plain words", []),
        ("snake_case kebab-case r2d2", []),
        ("PůvodníHodnota " + "aB" * 21, []),
        ("", []),
    ],
)
def test_names_joined_by_capitals_have_parts(text: str, expected: list[str]) -> None:
    assert analysis.parts(text) == expected


def test_a_joined_name_is_found_by_the_stems_of_its_parts() -> None:
    assert analysis.stems("Our computedValues", ENGLISH) == "our computedvalu comput valu"


@pytest.mark.parametrize("language", [*snowballstemmer.algorithms(), "chinese"])
def test_every_language_has_stems(language: str) -> None:
    assert stem("word", language)
    assert analysis.stems("word 温度", language).endswith("温度")


def test_stems_are_the_same_in_many_threads() -> None:
    made = [f"{a}{b}{c}ing" for a in "bcdfgh" for b in "aeiou" for c in "klmnprst"]
    expected = {word: analysis._Stems(ENGLISH)[word] for word in made}
    held = analysis._Stems(ENGLISH)

    def ask(words: list[str]) -> dict[str, str]:
        return {word: held[word] for word in words}

    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(4) as pool:
            turned = [made[at:] + made[:at] for at in (0, 60, 120, 180)]
            assert list(pool.map(ask, turned)) == [expected] * 4
    finally:
        sys.setswitchinterval(before)


def test_the_version_tells_the_stemmers() -> None:
    assert analysis.version().endswith(metadata.version("snowballstemmer"))


def test_the_memory_of_stems_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analysis, "_MOST_STEMS", 3)
    held = analysis._Stems(ENGLISH)
    assert [held[word] for word in ("cats", "dogs", "birds", "mice")] == [
        "cat",
        "dog",
        "bird",
        "mice",
    ]
    assert len(held) == 1


def test_the_memory_of_added_words_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analysis, "_MOST_STEMS", 1)
    held = analysis._Indexed(ENGLISH)
    assert [held[text] for text in ("running", "x\u200by")] == [
        ("run",),
        ("xy", analysis.marked("xy")),
    ]
    assert len(held) == 1
    analysis.release()
    assert analysis.stems("running", ENGLISH) == "run"


def test_bigrams_of_scripts_without_blanks() -> None:
    assert bigrams("plain words") == []
    assert bigrams("温度センサー cfg交換x项") == [
        "温度",
        "度セ",
        "セン",
        "ンサ",
        "サー",
        "交換",
        "项",
    ]
