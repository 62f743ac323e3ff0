from __future__ import annotations

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.reading.contract import ReaderContract, check_lines
from vaultbrain.errors import NoteUnreadable
from vaultbrain.reading.chat import ChatReader


def raw_of(*messages: object) -> bytes:
    return "".join(json.dumps(message, ensure_ascii=False) + "\n" for message in messages).encode()


class TestChatReader(ReaderContract):
    path = "chats/About bread.jsonl"
    words = ("How long does", "a whole night", "Žluťoučký")

    def reader(self) -> ChatReader:
        return ChatReader()

    def good(self) -> bytes:
        return raw_of(
            {"role": "user", "content": "How long does\r\n\r\ndough rise?", "ts": 1767349800},
            {
                "role": "assistant",
                "content": [{"type": "text", "text": "In the cold a whole night"}],
            },
            {"author": "Žluťoučký", "text": "\n \nThanks.\n", "date": "2026-01-02T10:32:00Z"},
        )


def shown(*messages: object) -> str:
    return ChatReader().extract("a.jsonl", raw_of(*messages)).text


def test_a_message_stands_below_who_said_it_and_when() -> None:
    case = TestChatReader()
    extract, note = case.both(case.good())
    assert extract.text == (
        "user, 2026-01-02 10:30:\nHow long does\n\ndough rise?\n\n"
        "assistant:\nIn the cold a whole night\n\n"
        "Žluťoučký, 2026-01-02 10:32:\nThanks."
    )
    assert [(at.line, at.place) for at in extract.marks] == [
        (1, "2026-01-02 10:30"),
        (6, "message 2"),
        (9, "2026-01-02 10:32"),
    ]
    assert note.title == "About bread"
    assert note.marks == extract.marks
    blocks = [block.text for section in note.sections for block in section.blocks]
    assert blocks[:2] == ["user, 2026-01-02 10:30:\nHow long does", "dough rise?"]


@pytest.mark.parametrize(
    "message",
    [
        {"role": "Eva", "content": "hi there"},
        {"author": {"role": "Eva"}, "content": {"parts": ["hi there"]}},
        {"from": "Eva", "text": "hi there"},
        {"sender": {"name": "Eva", "id": 7}, "message": "hi there"},
        {"user": {"id": 7}, "name": " E\tva\n".replace("\t", ""), "body": "hi there"},
        {"speaker": "Eva", "content": ["hi there", {"type": "image", "text": "no"}, 7]},
        {
            "type": "x",
            "message": {"role": "Eva", "content": [{"type": "text", "text": "hi there"}]},
        },
        {"name": "Eva", "message": {"body": "hi there"}},
        {"role": "Eva", "content": None, "text": "hi there"},
    ],
)
def test_the_names_that_programs_use_are_known(message: object) -> None:
    assert shown(message) == "Eva:\nhi there"


@pytest.mark.parametrize(
    ("time", "said"),
    [
        (1767349800, "2026-01-02 10:30"),
        (1767349800.5, "2026-01-02 10:30"),
        (1767349800123, "2026-01-02 10:30"),
        ("1767349800.000100", "2026-01-02 10:30"),
        ("1712010112345", "2024-04-01 22:21"),
        ("2026-01-02T10:30:59.123Z", "2026-01-02 10:30"),
        (" 2026-01-02 10:30+02:00", "2026-01-02 10:30"),
        ("2026-01-02", "2026-01-02"),
    ],
)
def test_times_are_read(time: object, said: str) -> None:
    assert shown({"role": "a", "text": "b", "timestamp": time}) == f"a, {said}:\nb"


@pytest.mark.parametrize(
    "time",
    [
        12,
        1e300,
        10**400,
        -1e9,
        True,
        None,
        [],
        "yesterday",
        "12",
        "2026-13-01",
        "9" * 99,
        "my password",
    ],
)
def test_a_time_that_is_none_is_left_out(time: object) -> None:
    extract = ChatReader().extract("a.jsonl", raw_of({"role": "a", "text": "b", "time": time}))
    assert extract.text == "a:\nb"
    assert [at.place for at in extract.marks] == ["message 1"]


def test_the_time_may_stand_outside_of_the_message() -> None:
    message = {"message": {"role": "a", "content": "b"}, "timestamp": "2026-01-02T10:30:00Z"}
    assert shown(message) == "a, 2026-01-02 10:30:\nb"


def test_messages_without_words_are_counted_and_not_shown() -> None:
    calls = {"role": "a", "content": [{"type": "tool_result", "content": "noise"}]}
    extract = ChatReader().extract("a.jsonl", raw_of(calls, {"role": "b", "content": "words"}))
    assert extract.text == "b:\nwords"
    assert [at.place for at in extract.marks] == ["message 2"]
    assert extract.problems == ()


def test_bad_lines_are_counted_and_cost_no_other() -> None:
    good = {"role": "a", "text": "good"}
    deep: object = "lost"
    for _ in range(9):
        deep = [deep]
    lines = [
        raw_of(good, good, good, good, good, good),
        b"no json\n\n[1]\n",
        b"[" * 100_000 + b"\n",
        raw_of({"text": "nobody"}, {"role": "a"}, {"role": "a", "text": deep}),
        raw_of({"role": "a", "text": "x" * 2_000_000}),
        raw_of({"role": "a", "text": "last\0"}),
    ]
    extract = ChatReader().extract("a.jsonl", b"".join(lines))
    assert extract.text.count("good") == 6
    assert extract.text.endswith("last\ufffd")
    assert extract.problems == (
        "has lines of more than 1 MB, which are not indexed: 1",
        "has lines that are no messages of a chat, which are not indexed: 5",
    )


@pytest.mark.parametrize(
    "raw", [b"", b"\n\n", b"some text", raw_of({"id": 1}, {"id": 2}, {"role": "a", "text": "b"})]
)
def test_what_is_no_chat_is_refused(raw: bytes) -> None:
    with pytest.raises(NoteUnreadable, match=r"a\.jsonl is no chat that vaultbrain knows"):
        ChatReader().extract("a.jsonl", raw)


def test_a_chat_without_words_is_refused() -> None:
    with pytest.raises(NoteUnreadable, match=r"a\.jsonl is a chat without any text"):
        ChatReader().extract("a.jsonl", raw_of({"role": "a", "text": " "}))


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: (
        st.lists(inner)
        | st.dictionaries(st.sampled_from(["role", "name", "text", "type", "content"]), inner)
    ),
    max_leaves=6,
)
KEYS = ["role", "author", "content", "text", "message", "time", "ts"]


@given(st.lists(st.dictionaries(st.sampled_from(KEYS), VALUES)))
def test_any_objects_are_read_or_refused(messages: list[object]) -> None:
    reader = ChatReader()
    try:
        extract = reader.extract("a.jsonl", raw_of(*messages))
    except NoteUnreadable:
        return
    check_lines(extract, reader.read("a.jsonl", extract))
    times = r"message \d+|\d{1,4}-\d\d-\d\d( \d\d:\d\d)?"
    assert all(re.fullmatch(times, at.place) for at in extract.marks)


def test_a_long_role_is_not_cut_for_the_gate_has_to_see_it_whole() -> None:
    extract = ChatReader().extract("a.jsonl", raw_of({"role": "ro le" * 60, "text": "b"}))
    assert extract.text == f"{'ro le' * 60}:\nb"


def test_half_an_emoji_costs_no_message() -> None:
    raw = b'{"role":"a","text":"x\\ud83d y"}\n{"role":"\\ud83d","text":"z"}\n'
    extract = ChatReader().extract("a.jsonl", raw)
    assert extract.text == "a:\nx? y\n\n?:\nz"
    assert extract.problems == ()


def test_a_kind_of_another_type_costs_no_other_message() -> None:
    odd = {"role": "a", "content": {"type": ["text"], "text": "b"}}
    extract = ChatReader().extract("a.jsonl", raw_of(odd, {"role": "a", "content": "c"}))
    assert extract.text == "a:\nc"
