from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaultbrain.store.analysis import fold
from vaultbrain.store.czech import stem

# Forms of one word, and words of one root.
FAMILIES = [
    "komponenta komponenty komponentě komponentu komponent komponentami komponentách",
    "kniha knihy knize knihu knihou knih knihám knihách knihami",
    "ruka ruce ruky ruku rukou",
    "matka matce matek matkou matkách",
    "okno okna oken oknu oknech okny",
    "domek domku domky domkem domcích domkům",
    "město města měst městu městech městy městem",
    "účet účtu účty účtem účtech účtů",
    "projekt projektu projekty projektem projektech projektů",
    "zálohování záloha zálohy zálohovat zálohuje zálohoval zálohován zálohujeme",
    "nastavení nastavit nastavuje nastavil nastaven nastavením",
    "nový nová nového novému novými novější nejnovější",
    "rychlý rychlého rychle rychlejší nejrychlejší",
    "elektřina elektřiny elektřinou",
    "smlouva smlouvy smlouvě smlouvou smlouvách",
    "uživatel uživatele uživatelé uživatelů uživatelům",
]
OTHERS = [
    ("kniha", "knír"),
    ("voda", "vodka"),
    ("den", "deník"),
    ("strana", "strom"),
    ("list", "lístek"),
    ("účet", "účel"),
    ("stav", "stavba"),
    ("hrad", "hradba"),
]


@pytest.mark.parametrize("family", FAMILIES)
def test_forms_of_a_word_have_one_stem(family: str) -> None:
    assert len({stem(fold(form)) for form in family.split()}) == 1


@pytest.mark.parametrize(("one", "other"), OTHERS)
def test_other_words_have_other_stems(one: str, other: str) -> None:
    assert stem(fold(one)) != stem(fold(other))


@pytest.mark.parametrize("word", ["", "a", "na", "pes", "psi", "krk", "vlk", "tst", "nej"])
def test_short_words_keep_what_they_are(word: str) -> None:
    assert stem(word) == word


@given(st.text(st.sampled_from("aeiouybcčdhjklmnprřstvzž"), max_size=14).map(fold))
def test_a_stem_is_never_empty_nor_longer(word: str) -> None:
    assert bool(stem(word)) == bool(word)
    assert len(stem(word)) <= len(word)
