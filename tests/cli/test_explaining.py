"""`search --explain`: how a query was read, and why a hit stands where it does."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from vaultbrain.cli import explaining, render
from vaultbrain.cli.text import Style, columns

if TYPE_CHECKING:
    from tests.cli.conftest import Shell

PAGE = render.Page(Style(enabled=False))


def term(word: str, *stems: str, **changes: object) -> dict[str, Any]:
    facts = {"share": 0.0412, "weight": 3.178, "left_out": False, "meant": ()}
    return {"word": word, "stems": stems, **facts, **changes}


def read(**changes: object) -> dict[str, Any]:
    return {
        "terms": [
            term("the", share=0.971, weight=0.03, left_out=True),
            term("pumps", "pump", share=0.0004),
            term("", share=0.0, meant=["boiler", "boil er"]),
        ],
        "pairs": ["国会"],
        "phrases": 1,
        "excluded": 2,
        "filters": 2,
        "filtered": 1,
        "allowed": 1,
        "total": 1000,
        "coverage": 0.884,
        **changes,
    }


def test_a_query_is_shown_as_it_was_read() -> None:
    assert explaining.query(read(), PAGE) == (
        "How the query was read\n"
        "  required   1 phrase\n"
        "  excluded   2 phrases\n"
        "  filters    2 filters, leaving 1 note\n"
        "  pairs      国会\n"
        "  looked in  1 of 1,000 notes\n"
        "  coverage   88% of the query's weight in one passage\n"
        "\n"
        "  word          stems  passages  weight\n"
        "  the                    97.1 %    0.03  left out, too common\n"
        "  pumps         pump    < 0.1 %    3.18\n"
        "  (in no note)             none    3.18  taken for boiler, boil er"
    )


def test_what_a_query_has_not_is_not_shown() -> None:
    nothing: dict[str, object] = dict.fromkeys(("phrases", "excluded", "filters"), 0)
    plain = read(**nothing, terms=(), pairs=(), filtered=None, allowed=1000, coverage=0.0)
    assert explaining.query(plain, PAGE) == "How the query was read\n  looked in  all notes"
    long = explaining.query(read(pairs=["国会"] * 40), render.Page(Style(enabled=False), 50))
    assert max(map(columns, long.splitlines()[:8])) <= 50


def test_a_hit_says_why_it_stands_there() -> None:
    why = {
        "lexical": 0.912,
        "dense": 0.744,
        "fused": 0.873,
        "lexical_rank": 1.0,
        "bm25": 14.2,
        "dense_rank": 13.0,
        "cosine": 0.8712,
    }
    assert explaining.why({"score": 0.873, "why": why}) == [
        "score    0.873  both legs 0.873",
        "words    0.912  rank 1    BM25 14.200",
        "meaning  0.744  rank 13   cosine 0.871",
    ]
    named = {"lexical": 0.0, "dense": 0.0, "fused": 0.0, "name": 1.0}
    assert explaining.why({"score": 1.0, "why": named}) == [
        "score    1.000  both legs 0.000  first: the note of that name"
    ]


def test_explanations_reach_the_terminal(shell: Shell) -> None:
    answer = {"state": "ready", "generation": 7, "pending": 0, "notice": "", "hits": []}
    shell.serve(search={**answer, "explanation": read()})
    assert shell.run("search", "--explain", "x") == 1
    assert shell.out.startswith("How the query was read\n  required ")
    assert shell.err == "Nothing in your notes matches. Try other words, or fewer.\n"
    place = {"source": "notes", "path": "a.md", "title": "A", "heading": [], "place": ""}
    lines = {"line_start": 1, "line_end": 1, "line": 1, "snippet": "text"}
    scored = {"score": 0.5, "why": {"fused": 0.5}, "fresh": True, "sha256": "00"}
    shell.serve(search={**answer, "hits": [{**place, **lines, **scored}], "explanation": read()})
    assert shell.run("search", "--explain", "x") == 0
    assert "\n\n1  A\n   a.md:1\n   text\n   score    0.500  both legs 0.500\n" in shell.out
