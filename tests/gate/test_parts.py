from __future__ import annotations

import pytest

from vaultbrain.gate import parts


def told(part: str, block: str) -> list[str]:
    return [block[start:end] for start, end in parts.PARTS[part](block)]


def columns(block: str) -> list[str]:
    return told("secret_columns", block)


def test_cells_below_a_header() -> None:
    block = (
        "| Site | Login | **Heslo** (nové) |\n|---|---|---|\n"
        "| a | eva | kocour |\n| b | eva | |\n| c |\n"
    )
    assert columns(block) == ["kocour"]


def test_a_plain_word_needs_an_owner_in_the_header() -> None:
    assert columns("| Site | Password |\n|---|---|\n| a | Partial |\n| b | Tulip4471 |") == [
        "Tulip4471"
    ]


def test_headers_about_passwords_name_none() -> None:
    assert columns("| user | password policy |\n|---|---|\n| eva | Tulip4471 |") == []
    assert (
        columns("| user | the password of every user here |\n|---|---|\n| eva | Tulip4471 |") == []
    )


def test_cells_beside_a_name() -> None:
    assert columns("| a | b |\n|---|---|\n| heslo | kocour |\n| x | y |") == ["kocour"]


def test_a_bar_in_a_value_is_escaped() -> None:
    assert columns("| user | password |\n|---|---|\n| eva | Tul\\|4471 |") == ["Tul\\|4471"]


@pytest.mark.parametrize("sign", [",", ";", "\t"])
def test_columns_of_an_export(sign: str) -> None:
    rows = [["url", "username", "password"], ["h", "eva", "tulipan"], ["short", "row"]]
    assert columns("\n".join(sign.join(row) for row in rows)) == ["tulipan"]


def test_an_export_may_quote_its_cells() -> None:
    assert columns('user,password\neva,"Tul,ip4471"') == ['"Tul,ip4471"']


def test_a_sentence_is_no_header() -> None:
    assert columns("Use a password, then 2 keys\nfoo, Tulip4471\n") == []


def test_a_plain_word_counts_beside_a_strong_one_where_accounts_are_listed() -> None:
    table = "| Kde | Heslo |\n|---|---|\n| a | kocourek |\n| b | {} |"
    assert columns(table.format("Tulip4471")) == ["kocourek", "Tulip4471"]
    assert columns(table.format("pejsek")) == []
    assert columns(table.format("Tulip4471 nebo tak")) == []


def test_tables_of_states_and_dictionaries_name_none() -> None:
    assert columns("| Item | State |\n|---|---|\n| password | kocourek |") == []
    assert columns("| Heslo | Význam |\n|---|---|\n| Tulip4471 | květina |") == []


def test_a_network_has_a_key() -> None:
    assert columns("| Wifi | Klíč |\n|---|---|\n| Chata | Tulip4471 |") == ["Tulip4471"]


def test_a_long_header_is_none() -> None:
    assert columns("password;what this one is good for;user\na;Tulip4471;b") == []


def test_initials() -> None:
    assert told("initialled_value", "J: eva\nH: Tulip#4471\n") == ["Tulip#4471"]
    assert told("initialled_value", "u: eva p: 12") == []


def test_an_answer_follows_a_question() -> None:
    for question in ("jaké je heslo na nas", "Eva: heslo?", "send the password please"):
        assert told("answered_value", f"{question}\nme: Tulip#4471\n") == ["Tulip#4471"]
    for question in ("what about the password policy", "heslo", "password is known"):
        assert told("answered_value", f"{question}\nme: Tulip#4471\n") == []
    assert told("answered_value", "heslo?\nme: nas01.local\n") == []


def test_examples_are_no_passwords() -> None:
    word = "Novatex"
    assert told("seasons", f"password examples: {word}2026!") == []


def test_lists() -> None:
    block = (
        "- wifi: kocour\n- nas - eva / Tulip4471\n* bank Slunce-69\n"
        "- rule: two words\n\n- Tulip#4471\n- name\n"
    )
    assert told("list_values", block) == ["kocour", "Tulip4471", "Slunce-69", "Tulip#4471"]


def test_seasons() -> None:
    word = "Novatex"
    assert told("seasons", f"they all use {word}26# there") == [f"{word}26#"]
    assert told("seasons", f"try {word}26! or call") == [f"{word}26!"]
    assert told("seasons", f"laptop: {word}2026!") == [f"{word}2026!"]
    assert told("seasons", f"laptop in {word}26!") == []
    assert told("seasons", f"{word}2026! was fun") == []


def test_piped() -> None:
    assert told("piped_values", 'echo "eva:Tulip#4471" | chpasswd') == ["Tulip#4471"]
    assert told("piped_values", "db:5432:notes:eva:Tulip#4471") == ["Tulip#4471"]
    assert told("piped_values", "db:5432:notes:eva:x") == []
