from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.reports.conftest import desk

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.reports.conftest import Desk

NOTES = {
    "agentic-os dashboard.md": "# agentic-os dashboard\n\nThe sidebar lists the running jobs.\n",
    "apostrophe.md": "# Rules\n\nWe don't use agents for payroll.\n",
    "typographic.md": "# More rules\n\nWe don\u2019t use contractors for audits.\n",
    "cjk.md": "# 记录\n\n重跑gen-itgc后,结果正常。更新cfg-pumpx后30项。\n",
    "kana.md": "# 設定\n\n観測データは温度センサー交換記録で確認した。\n",
    "nbsp.md": "Vápno\u00a0hašené pro\u00a0omítku. \u202fDone.\n",
    "narrow.md": "Platba\u202f4\u202f500 Kč přišla\u2007včas.\n",
    "zero.md": "Foo\u200bBar and co\u00adop\u00ader\u00adation and \u2060joined\ufeff word.\n",
    "diacritics.md": "Účel cesty: jednání v Třebíči. Crème brûlée.\n",
    "decomposed.md": "U\u0301c\u030cet za elektr\u030cinu pr\u030cis\u030cel.\n",
    "plain.md": "Prilis zlutoucky kun.\n",
    "stroked.md": "Łódź, Straße, smørrebrød.\n",
    "arabic.md": "# ملاحظات\n\nذَهَبَ الوَلَدُ إلى المَدرَسَة\n",  # noqa: RUF001
    "hebrew.md": "שָׁלוֹם לְכֻלָּם\n",
    "hindi.md": "# टिप्पणी\n\nपानी की टंकी हिन्दी में।\n",
    "ligature.md": "The o\ufb03ce \ufb01nance report, \uff30\uff35\uff2d\uff30 and CO\u2082.\n",
    "codes.md": "KRB-731, --error-on-warnings, state-of-the-art, 38.101, a/b, C:\\Temp, "
    "user@example.org, 1.2.3-rc.4, lexer::cz, std::vector<int>, 6,730, 50% done.\n",
    "other.md": "Nothing of this stands here.\n",
}
FOUND = [
    ("agentic-os dashboard sidebar", "agentic-os dashboard.md"),
    ("agentic-os", "agentic-os dashboard.md"),
    ("os:dashboard", "agentic-os dashboard.md"),
    ("don't use agents", "apostrophe.md"),
    ("don\u2019t use agents", "apostrophe.md"),
    ("don't use contractors", "typographic.md"),
    ("itgc", "cjk.md"),
    ("gen-itgc", "cjk.md"),
    ("pumpx", "cjk.md"),
    ("重跑", "cjk.md"),
    ("センサー", "kana.md"),
    ("ｾﾝｻｰ", "kana.md"),
    ("観測データ", "kana.md"),
    ("Vápno", "nbsp.md"),
    ("hašené pro omítku", "nbsp.md"),
    ("omítku", "nbsp.md"),
    ("přišla včas", "narrow.md"),
    ("FooBar", "zero.md"),
    ("cooperation", "zero.md"),
    ("joined", "zero.md"),
    ("účel", "diacritics.md"),
    ("ucel", "diacritics.md"),
    ("trebici brulee", "diacritics.md"),
    ("účet za elektřinu", "decomposed.md"),
    ("ucet", "decomposed.md"),
    ("pr\u030ci\u0301lis\u030c z\u030clut\u030couc\u030cky\u0301", "plain.md"),
    ("příliš", "plain.md"),
    ("lodz", "stroked.md"),
    ("Łódź", "stroked.md"),
    ("strasse", "stroked.md"),
    ("smorrebrod", "stroked.md"),
    ("ذهب الولد", "arabic.md"),
    ("ذَهَبَ", "arabic.md"),
    ("שלום", "hebrew.md"),
    ("हिन्दी", "hindi.md"),
    ("office finance", "ligature.md"),
    ("pump", "ligature.md"),
    ("CO2", "ligature.md"),
    ("KRB-731", "codes.md"),
    ("--error-on-warnings", "codes.md"),
    ('"state-of-the-art"', "codes.md"),
    ("38.101", "codes.md"),
    ("a/b", "codes.md"),
    ("C:\\Temp", "codes.md"),
    ("user@example.org", "codes.md"),
    ("1.2.3-rc.4", "codes.md"),
    ("lexer::cz", "codes.md"),
    ("std::vector", "codes.md"),
    ("6,730", "codes.md"),
    ("50%", "codes.md"),
]
SYNTAX = [
    "NEAR(",
    "*",
    '"',
    '""',
    "AND OR NOT",
    "^x",
    "title:",
    "{title} :",
    "-",
    "--",
    "(",
    "a AND",
]


@pytest.fixture(scope="module")
def asked() -> Iterator[Desk]:
    with desk(NOTES) as made:
        yield made


@pytest.mark.parametrize(("query", "path"), FOUND)
def test_the_note_is_first(asked: Desk, query: str, path: str) -> None:
    assert asked.ranking(query)[:1] == [path]


@pytest.mark.parametrize("query", SYNTAX)
def test_syntax_of_the_index_is_no_error(asked: Desk, query: str) -> None:
    done = asked.cli("search", "--json", "--mode", "lexical", "--", query)
    assert done.returncode in {0, 1}, done.stderr
    assert '"hits"' in done.stdout
