from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaultbrain.gate.lines.accounts import account_values, random_values
from vaultbrain.gate.lines.networks import network_values

SURE = "Tul#44pX7z"
FAIR = "ZR74ytuDMaPT"
POOR = "49w0ytmj"
PIECES = ("log in", " as ", "eva ", "and ", "type ", "účet ", "(", ")", ": ", " / ", ". ", '"')
MORE = ("wifi ", "heslo ", "unlock ", "disk: ", "a b c d", SURE, FAIR, POOR, "4471882233 ", ", ")


def told(line: str) -> list[str]:
    return [line[start:end] for start, end in account_values(line)]


@pytest.mark.parametrize("value", [SURE, FAIR, POOR])
@pytest.mark.parametrize(
    "line",
    [
        "log in as eva and type {}",
        "he logs on with eva and then {}.",
        "účet eva ({})",
        "přihlas se jako eva a napiš tam `{}`",
        "the local admin account with {} until May",
        "how we unlock it: {}",
    ],
)
def test_where_the_words_are_clear_any_made_up_word_counts(line: str, value: str) -> None:
    assert told(line.format(value)) == [value]


@pytest.mark.parametrize(
    ("line", "least"),
    [
        ("type {} at the login", FAIR),
        ("zadal jsem {} a pustilo mě to", FAIR),
        ("VPN → eva / {}", FAIR),
        ("first login {} then", FAIR),
        ("use eva with {}", FAIR),
        ('it was "{}" and that worked', FAIR),
        ("type {} now", SURE),
        ("{} on the router", SURE),
        ("router of the firm: {}", SURE),
        ("nas: eva/{}", SURE),
    ],
)
def test_the_plainer_the_words_the_better_the_value_must_be(line: str, least: str) -> None:
    values = [SURE, FAIR, POOR]
    first = values.index(least)
    assert [v for v in values if told(line.format(v))] == values[: first + 1]


@pytest.mark.parametrize(
    "line",
    [
        f"Log in first. Then read {SURE}",
        f"read {SURE}. Log in",
        f"buy {SURE} today",
        f"buy {SURE} there today. The router",
        f"login, {FAIR}",
        f"wifi / eva / {POOR}",
        "unlock the game: play every level twice",
        "unlock the disk: two words",
        "unlock the disk: One Two Three Four",
        "the disk: wagon flute pepper island",
        "a: b: c: d: e: f: g: unlock disk: wagon flute pepper island",
    ],
)
def test_what_nobody_types_is_left_alone(line: str) -> None:
    assert told(line) == []


def test_a_phrase_behind_a_lock() -> None:
    phrase = "wagon flute pepper island"
    assert told(f"I unlock the old disk: {phrase}, all lower case") == [phrase]


def test_random_words_are_found_wherever_they_stand() -> None:
    line = f"plain words, {SURE} and {SURE}, ({FAIR}) plain2text"
    assert [line[a:b] for a, b in random_values(line)] == [SURE, SURE]


@pytest.mark.parametrize(
    ("line", "values"),
    [
        ("wifi: Chata, heslo 4471882233 a dost", ["4471882233"]),
        ("klíč WPA2 → 4471882233", ["4471882233"]),
        ("wifi heslo je na lednici 4471882233", []),
        (f"wifi {FAIR} (síť Chata)", [FAIR]),
        (f"wifi Chata {FAIR}", [FAIR]),
        (f"wifi {FAIR}, wifi {FAIR}", [FAIR, FAIR]),
        ("wifi Chata tulip12doma", []),
        ("wifi pro hosty tulip12doma", ["tulip12doma"]),
        ("WIFI TULIP12DOMA", []),
        ("wifi: Chata / 4471882233", ["4471882233"]),
        ("wifi: 4471882233", ["4471882233"]),
        ("wifi: 44718822", []),
        ("wifi 4471882233", []),
        ("WLAN 44718822334455667788", ["44718822334455667788"]),
        ("Wifi Chata: tulipanek4471", ["tulipanek4471"]),
        ("Wifi (tulipanek4471)", ["tulipanek4471"]),
        ("Wifi Chata: fritzbox7590", []),
        ("Wifi: Chata5GHz2.4GHz", []),
        ("heslo 4471882233", []),
        ("wifi " + "a " * 20 + "heslo 4471882233", []),
    ],
)
def test_keys_of_networks(line: str, values: list[str]) -> None:
    assert [line[a:b] for a, b in network_values(line)] == values


@given(st.lists(st.sampled_from(PIECES + MORE), max_size=24).map("".join))
def test_spans_are_in_order_apart_and_within_the_line(line: str) -> None:
    for values in (account_values, network_values, random_values):
        done = 0
        for start, end in values(line):
            assert done <= start < end <= len(line)
            done = end
