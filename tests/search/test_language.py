from __future__ import annotations

import datetime as dt

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from vaultbrain.errors import UsageError
from vaultbrain.search import language
from vaultbrain.search.language import Asked, read
from vaultbrain.store.chunks import EVERY_NOTE, Selection

PLAIN = (
    "heat pump quote",
    "  blanks  stay \n as they are ",
    "v-model and e-mail",
    "it was -5 °C at night",
    "- an item of a list",
    "tar -xzf archive.tar.gz -C /tmp",
    "git log --oneline -graph",
    "gcc -O2 -Wall",
    "ls -la",
    "C++ -x",
    "--json",
    "https://example.org/a:b?path:c",
    "TODO: call them at 12:30",
    "std::vector and source::deep",
    "tag:: inline field",
    "Path:upper and Source: Wikipedia",
    "mypath:x a-tag:x",
    '5" disk or 6" disk',
    'print("hello") and {"a": "b"}',
    "„never closed",
    '"never closed',
    "it's the others' book",
    '"..." and -"!" and “?!”',
    "-- ---",
    "",
)


@pytest.mark.parametrize("text", PLAIN)
def test_what_merely_looks_like_it_is_text(text: str) -> None:
    assert read(text) == Asked(text)


@pytest.mark.parametrize(
    ("text", "plain", "phrases"),
    [
        ('"heat pump" offer', '"heat pump" offer', ("heat pump",)),
        ('a "b"', 'a "b"', ("b",)),
        ("Kde je „tepelné čerpadlo“?", 'Kde je "tepelné čerpadlo"?', ("tepelné čerpadlo",)),
        ("„so oder so”", '"so oder so"', ("so oder so",)),
        ("the “heat pump” and «the other one»", None, ("heat pump", "the other one")),
        ("東京「国会議事堂」はどこ", '東京"国会議事堂"はどこ', ("国会議事堂",)),
        ("东京“国会”在哪", '东京"国会"在哪', ("国会",)),
        ('"a   b" "a b"', None, ("a b",)),
        ("“a b” c", None, ("a b",)),
        ('"!" "x"', '"!" "x"', ("x",)),
    ],
)
def test_phrases(text: str, plain: str | None, phrases: tuple[str, ...]) -> None:
    asked = read(text)
    assert asked.phrases == phrases
    assert plain is None or asked.text == plain
    assert (asked.excluded, asked.selection) == ((), EVERY_NOTE)


@pytest.mark.parametrize(
    ("text", "plain", "excluded"),
    [
        ("jaguar -car", "jaguar", ("car",)),
        ("-draft invoice\n-e-mail", "invoice", ("draft", "e-mail")),
        ("invoice -draft, please", "invoice , please", ("draft",)),
        ('a -"two words" b -„tři slova tu“ -“x y”', "a b", ("two words", "tři slova tu", "x y")),
        ("犬 -猫 -「大 猫」", "犬", ("猫", "大 猫")),
        ('a --json -"draft" -car', "a --json -car", ("draft",)),
        ("a -covid19 -don't -don\u2019t", "a", ("covid19", "don't", "don\u2019t")),
        ("-draft", "", ("draft",)),
        ("-draft ???", "", ("draft",)),
    ],
)
def test_exclusions(text: str, plain: str, excluded: tuple[str, ...]) -> None:
    assert read(text) == Asked(plain, excluded=excluded)


def test_filters() -> None:
    asked = read(
        'path:a/ lease path:"My notes/" -path:„Old stuff“ tag:#home tag:work -tag:x, source:notes '
        "-source:old after:2024-05 before:17.5.2025 after:2023-02-03 before:2024"
    )
    assert asked.text == "lease"
    assert asked.selection == Selection(
        sources=("notes",),
        paths=("a/", "My notes/"),
        tags=("#home", "work"),
        not_sources=("old",),
        not_paths=("Old stuff",),
        not_tags=("x",),
        after=dt.date(2023, 2, 3),
        before=dt.date(2025, 5, 17),
    )


def test_a_quoted_filter_ends_at_its_quote() -> None:
    assert read('path:"a b"c').text == "c"
    assert read('"tag:" tag:x').phrases == ("tag:",)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("tag:", 'tag: has nothing behind it, .* Write tag:work; or, .* "tag:" in quotes'),
        ("lease tag: home", "tag: has nothing behind it"),
        ("tag:#", "tag: has nothing behind it"),
        ('path:" "', 'Write path:projects/ or path:"My notes/"'),
        ('path:"', "The quote after path: is never closed"),
        ('path:"My notes/ lease', "The quote after path: is never closed"),
        ("source:?", "source: has nothing behind it"),
        (
            "after:yesterday",
            "What stands behind after: is no date, .* Write after:2024, after:2024-05 or",
        ),
        ("after:2024-13", "is no date"),
        ("after:2024-02-30", "is no date"),
        ("before:31.2.2024", "behind before: is no date"),
        ("before:0900", "is no date"),
        ("-after:2024", "A hyphen before after: says nothing, .* Write before:2024"),
        ("x -before:2024", "A hyphen before before: says nothing, .* Write after:2024"),
    ],
)
def test_what_cannot_be_read_says_what_to_write(text: str, told: str) -> None:
    with pytest.raises(UsageError, match=told) as caught:
        read(text)
    assert "nothing was searched" in caught.value.message


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("2024", dt.date(2024, 1, 1)),
        ("2024-05", dt.date(2024, 5, 1)),
        (" 2024-5-7 ", dt.date(2024, 5, 7)),
        ("17.5.2024", dt.date(2024, 5, 17)),
        ("17. 05. 2024", dt.date(2024, 5, 17)),
    ],
)
def test_days(written: str, expected: dt.date) -> None:
    assert language.day("after", written) == expected


@given(st.dates(min_value=dt.date(1000, 1, 1)))
def test_every_day_is_read_in_both_forms(day: dt.date) -> None:
    czech = f"{day.day}.{day.month}.{day.year}"
    asked = read(f"after:{day.isoformat()} before:{czech}")
    assert (asked.selection.after, asked.selection.before) == (day, day)


@pytest.mark.parametrize("text", ["-draft", '-"a draft"', "-path:x -tag:y -source:z"])
def test_nothing_but_what_to_leave_out_is_an_error(text: str) -> None:
    with pytest.raises(UsageError, match="only says what to leave out"):
        language.check(read(text), EVERY_NOTE)


@pytest.mark.parametrize(
    "text", ["tag:x -draft", "path:a", "source:a", "after:2024", "before:2024"]
)
def test_filters_alone_ask_for_something(text: str) -> None:
    asked = read(text)
    language.check(asked, EVERY_NOTE)
    language.check(read("-draft"), asked.selection)
    assert asked.text == ""


# Everything that means something, thrown together.
_PIECES = st.sampled_from(
    [
        *'-":„“”«»「」#?., \n',
        "path:",
        "tag:",
        "after:",
        "before:",
        "source:",
        "2024",
        "猫",
        "--",
        "ab",
    ]
)


@given(st.one_of(st.text(), st.lists(_PIECES, max_size=12).map("".join)))
@example("\ud800")
def test_anything_is_read_or_refused_in_words(text: str) -> None:
    try:
        asked = read(text)
    except UsageError as error:
        message, asked = error.message, Asked("")
    else:
        message = "nothing was searched"
    assert "nothing was searched" in message
    assert len(asked.text) <= len(text)
    assert all((*asked.phrases, *asked.excluded))


@given(st.text("abcčř 0-9:#'-.,/猫", min_size=1).filter(lambda text: any(map(str.isalnum, text))))
def test_a_quoted_text_is_a_phrase_and_nothing_else(text: str) -> None:
    words = " ".join(text.split())
    assert read(f'"{text}"') == Asked(f'"{words}"', phrases=(words,))
    assert read(f'x -"{text}"') == Asked("x", excluded=(words,))
    assert read(f'x path:"{text}"').selection == Selection(paths=(text.strip(),))


@given(st.lists(st.text("abčÉ猫09", min_size=1), min_size=1).map(" ".join))
def test_plain_words_pass_unchanged(text: str) -> None:
    assert read(text) == Asked(text)
