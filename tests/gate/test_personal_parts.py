from __future__ import annotations

import pytest

from vaultbrain.gate import personal_columns, personal_parts

CARD = "4298626" + "777448528"


def _cut(part: str, block: str) -> list[str]:
    parts = {
        p.__name__: p for p in (*personal_parts.PERSONAL_PARTS, *personal_columns.COLUMN_PARTS)
    }
    return [block[a:b] for a, b in parts[part](block)]


@pytest.mark.parametrize("head", ["", "karta ", "Visa:", "zaplaceno ", "card id="])
def test_a_lone_card(head: str) -> None:
    assert _cut("lone_card", head + CARD) == [CARD]


@pytest.mark.parametrize("head", ["order ", "číslo ", "x/", "id=", "faktura č. ", "#"])
def test_a_run_of_digits_that_is_named_otherwise(head: str) -> None:
    assert _cut("lone_card", head + CARD) == []


def test_a_run_of_another_length_needs_a_word() -> None:
    assert _cut("lone_card", "4298626777417") == []
    assert _cut("lone_card", "379012345678901") == ["379012345678901"]


def test_an_iban_ends_where_its_country_says() -> None:
    iban = "NO93 8601 1117 947"
    assert _cut("ibans", f"{iban} and more") == [iban]
    assert _cut("ibans", f"{iban}0") == []
    assert _cut("ibans", "ZZ93 8601 1117 947") == []
    assert _cut("ibans", iban[:-2]) == []


def test_values_in_a_list_and_what_is_not_meant() -> None:
    block = ": 701206/0737, 5456174999 (tel. 5456174999)"
    assert _cut("birth_numbers", block) == ["701206/0737", "5456174999"]
    assert _cut("birth_numbers", " CZ5456174999") == ["5456174999"]
    assert _cut("birth_numbers", " é5456174999") == []


def test_numbers_of_papers_start_with_capitals() -> None:
    assert _cut("document_numbers", " č. EA 123456") == ["EA 123456"]
    assert _cut("document_numbers", " no. X79966740 expires") == ["X79966740"]
    assert _cut("document_numbers", " fee 1234567") == []
    assert _cut("document_numbers", " ABCDE 1 2 3") == []


def test_accounts_alone_and_named() -> None:
    assert _cut("local_accounts", "účet 5226949895/0800") == ["5226949895/0800"]
    assert _cut("local_accounts", " 19-2000145399/0800") == ["19-2000145399/0800"]
    assert _cut("local_accounts", " 5226949895/0800") == []


def test_a_login_is_no_mailbox() -> None:
    assert _cut("mailboxes", "to .eva@host.cz") == ["eva@host.cz"]
    assert _cut("mailboxes", "ssh eva@host.cz") == []


@pytest.mark.parametrize("head", ["č.j. ", "sp. zn. ", "faktura "])
def test_the_number_of_a_file_is_no_birth_number(head: str) -> None:
    assert _cut("lone_birth_number", head + "701206/0737") == []
    assert _cut("lone_birth_number", "číslo 701206/0737") == ["701206/0737"]


def test_columns() -> None:
    rule = "|---|---|---|"
    table = f"| kdo | **Účet** | tel |\n{rule}\n| Eva | `5226949895/0800` | 602 123 456 |\n| Jan |"
    assert _cut("account_columns", table) == ["5226949895/0800"]
    assert _cut("phone_columns", table) == ["602 123 456"]
    assert _cut("card_columns", table) == []
    assert _cut("account_columns", "a;account number\nEva;4512367890\nJan;12\n") == ["4512367890"]
    assert _cut("id_columns", "a\tSSN\tOP\nEva\t452-11-6142\t635550603\n---\t---\t---\n") == [
        "452-11-6142",
        "635550603",
    ]
