from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from vaultbrain.search import query
from vaultbrain.store import lexical

if TYPE_CHECKING:
    from tests.house import House
    from vaultbrain.search.query import Question

SYNTAX = st.sampled_from(
    [*"\"'*^(){}:-+\0", "NEAR", "AND", "OR", "NOT", "stems :"],
)


@pytest.fixture
def stocked(house: House) -> House:
    house.write("a.md", "# Zebra\n\nThe striped zebras were running in 2024/17 with v-model.")
    house.write("b.md", "# Smlouva\n\nPodepsané smlouvy o nájmu končí v červnu.")
    house.write("c.md", "# 会議\n\n東京で会議があります。")
    for number in range(20):
        house.write(f"n{number}.md", f"the filler note {number}")
    house.scan()
    return house


def read(house: House, text: str) -> Question:
    with house.database.reading() as db:
        return query.read(db, text)


@settings(
    max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(parts=st.lists(st.one_of(SYNTAX, st.text(max_size=8)), max_size=8))
def test_no_text_is_a_syntax_error(stocked: House, parts: list[str]) -> None:
    text = " ".join(parts)
    with stocked.database.reading() as db:
        question = query.read(db, text)
        wanted = query.expression(question)
        if wanted:
            lexical.match(db, wanted, 10)
    assert 0 <= query.coverage(question, text) <= 1.000001


def test_a_question_of_no_words_asks_for_nothing(stocked: House) -> None:
    for text in ("", "  ", "?!", '""', "***"):
        assert query.expression(read(stocked, text)) == ""


def test_words_are_folded_and_stemmed(stocked: House) -> None:
    question = read(stocked, "Zebras ČERVEN smlouva")
    assert [term.word for term in question.terms] == ["zebras", "cerven", "smlouva"]
    assert stocked.found("zebra") == ["a.md"]
    assert stocked.found("smlouva nájem") == ["b.md"]
    assert stocked.found("cervnu") == ["b.md"]


def test_rare_terms_weigh_more(stocked: House) -> None:
    the, striped, unknown = read(stocked, "the striped unheardof").terms
    assert the.weight < striped.weight < unknown.weight


def test_common_terms_are_left_out_unless_nothing_else_remains(
    stocked: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(query, "COMMON_COUNT", 5)
    assert [term.word for term in read(stocked, "the zebra").rare] == ["zebra"]
    assert '"the"' not in query.expression(read(stocked, "the zebra"))
    assert [term.word for term in read(stocked, "the filler note").rare] != []
    assert stocked.found("the filler") != []


def test_scripts_without_blanks_are_found_by_pairs(stocked: House) -> None:
    question = read(stocked, "東京の会議")
    assert question.terms == ()
    assert "東京" in question.bigrams
    assert stocked.found("東京") == ["c.md"]
    assert stocked.found("会議") == ["c.md"]
    assert query.coverage(read(stocked, "会議"), "東京で会議があります") == 1.0


def test_joined_and_quoted_words_are_phrases(stocked: House) -> None:
    question = read(stocked, 'v-model 2024/17 "striped zebras" plain')
    assert set(question.phrases) == {"v model", "2024 17", "striped zebras"}
    assert '"striped zebras"' in query.expression(question)


def test_coverage_is_the_share_of_the_weight(stocked: House) -> None:
    question = read(stocked, "striped zebra")
    assert query.coverage(question, "A zebra that is striped.") == pytest.approx(1)
    assert query.coverage(question, "Nothing of it.") == 0
    assert 0 < query.coverage(question, "Only striped.") < 1
    assert query.coverage(read(stocked, "?"), "anything") == 0


def test_a_flood_of_words_is_cut(stocked: House) -> None:
    assert len(read(stocked, " ".join(f"w{n}" for n in range(500))).terms) <= 64


def test_the_best_line(stocked: House) -> None:
    question = read(stocked, "striped zebra")
    assert query.best_line(question, ["", "nothing", "a striped zebra", "zebra striped"]) == 2
    assert query.best_line(question, [""]) == 0


def test_the_best_line_is_the_last_word_on_its_subject(stocked: House) -> None:
    question = read(stocked, "zebra pen")
    lines = ["Zebra pen: closed.", "other", "Zebra pen: open.", "In the zebra pen."]
    assert query.best_line(question, lines) == 2
    assert query.best_line(question, ["~~Zebra pen: closed.~~", "Pen: open."]) == 1


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("INV-2041", ("inv 2041",)),
        ("was INV-2041 paid", ("inv 2041",)),
        ("in v1.2 or r2d2", ("v1 2", "r2d2")),
        ("Zebras?", ("zebras",)),
        ("3 zebras don't v-model", ()),
        ("?!", ()),
    ],
)
def test_identifiers(stocked: House, text: str, expected: tuple[str, ...]) -> None:
    assert query.identifiers(read(stocked, text)) == expected


def test_words_have_stems_by_the_languages_of_vault_and_question(stocked: House) -> None:
    stocked.write("de.md", "Die Rechnung wird nicht bezahlt und auf dem Konto gesucht")
    stocked.scan()
    question = read(stocked, "Qué es la zebra?")
    assert question.languages == ("spanish", "czech", "english", "german", "japanese")
    assert read(stocked, "Rechnungen").terms[0].stems == ("rechnungen", "rechnung")
    assert stocked.found("Rechnungen") == ["de.md"]
    assert query.coverage(read(stocked, "Rechnungen"), "Eine Rechnung") == 1


def test_a_single_note_makes_no_language_of_a_large_vault(
    stocked: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(query, "_CHUNKS_OF_A_LANGUAGE", 20)
    assert read(stocked, "the zebra").languages == ("english",)


def test_an_empty_vault_has_no_language(house: House) -> None:
    assert read(house, "wo sind die Rechnungen und wer hat die Konten").languages == ("german",)


def test_a_joined_name_is_found_by_its_parts(stocked: House) -> None:
    stocked.write("vue.md", "Every `computedValue` is read again.")
    stocked.scan()
    assert stocked.found("computed") == ["vue.md"]
    question = read(stocked, "computed values")
    assert query.best_line(question, ["nothing", "const computedValue"]) == 1
