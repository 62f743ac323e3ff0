from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
import pytest

from tests.house import BlindScanner, House
from vaultbrain.errors import Cancelled
from vaultbrain.gate import Gate
from vaultbrain.search import fuse
from vaultbrain.search.results import Request
from vaultbrain.search.service import Search
from vaultbrain.store.chunks import Selection

if TYPE_CHECKING:
    from pathlib import Path

    from vaultbrain.inference.base import Vectors
    from vaultbrain.search.results import Mode, Results

TOKEN = "gh" + "p_" + "a1B2" * 9


@pytest.fixture
def stocked(house: House) -> House:
    house.write("animals/zebra.md", "# Zebra\n\nThe zebra has stripes. #animal/striped")
    house.write("animals/lion.md", "# Lion\n\nThe lion has a mane. #animal")
    house.write("garden.md", "# Garden\n\nTomatoes need water.")
    house.scan()
    house.embed()
    return house


def find(house: House, text: str, mode: Mode = "hybrid", **how: object) -> Results:
    return house.search.find(Request(text, mode=mode, **how))  # type: ignore[arg-type]


def paths(results: Results) -> list[str]:
    return [at.passage.path for at in results.ranked]


@pytest.mark.parametrize("mode", ["hybrid", "lexical", "semantic"])
@pytest.mark.parametrize("fusion", ["convex", "rrf"])
def test_every_mode_finds_the_note(stocked: House, mode: Mode, fusion: str) -> None:
    results = find(stocked, "zebra stripes", mode, fusion=fusion)
    assert paths(results)[0] == "animals/zebra.md"
    assert results.notice == ""
    assert 0 < results.coverage <= 1
    (hit, *_) = stocked.search.hits(results)
    assert (hit.title, hit.heading, hit.fresh) == ("Zebra", ("Zebra",), True)
    assert "stripes" in hit.snippet


def test_lexical_asks_no_model(stocked: House) -> None:
    before = stocked.embedder.calls["query"]
    assert find(stocked, "zebra", "lexical").meaning is None
    assert stocked.embedder.calls["query"] == before


def test_semantic_needs_no_common_word(stocked: House) -> None:
    assert paths(find(stocked, "zebralike", "semantic"))[0] == "animals/zebra.md"
    assert paths(find(stocked, "zebralike", "lexical")) == []


def test_one_passage_of_a_note(house: House) -> None:
    body = "\n\n".join(f"## Part {n}\n\n" + f"zebra filler{n} " * 200 for n in range(5))
    house.write("a.md", body)
    house.scan()
    assert len(house.texts("a.md")) > 1
    assert paths(find(house, "zebra", "lexical")) == ["a.md"]


def test_filters_hold_in_both_legs(stocked: House) -> None:
    for mode in ("hybrid", "lexical", "semantic"):
        assert set(
            paths(find(stocked, "the zebra", mode, where=Selection(paths=("animals/",))))
        ) <= {
            "animals/zebra.md",
            "animals/lion.md",
        }
        assert paths(
            find(stocked, "the zebra water", mode, where=Selection(paths=("garden.md",)))
        ) == ["garden.md"]
        assert paths(
            find(stocked, "the zebra", mode, where=Selection(tags=("#animal/striped",)))
        ) == ["animals/zebra.md"]
        assert paths(find(stocked, "the zebra", mode, where=Selection(sources=("other",)))) == []


def test_the_limit_counts_notes_that_are_there(stocked: House) -> None:
    assert len(find(stocked, "the", limit=1).ranked) == 1
    first = paths(find(stocked, "the zebra lion"))
    (stocked.root / first[0]).unlink()
    assert paths(find(stocked, "the zebra lion", limit=1)) == [first[1]]


def test_a_deleted_note_is_never_shown_though_it_is_still_indexed(stocked: House) -> None:
    (stocked.root / "animals/zebra.md").unlink()
    for mode in ("hybrid", "lexical", "semantic"):
        assert "animals/zebra.md" not in paths(find(stocked, "zebra stripes", mode))
    assert stocked.doubts[0] == ("notes", "animals/zebra.md")
    assert "animals/zebra.md" in stocked.known()


def test_a_note_that_vanished_a_moment_ago_is_shown_as_not_current(stocked: House) -> None:
    stocked.is_new_doubt = True
    at = stocked.root / "animals/zebra.md"
    at.rename(stocked.root / "renamed.md")
    (hit,) = stocked.search.hits(find(stocked, "stripes", "lexical"))
    assert (hit.path, hit.fresh) == ("animals/zebra.md", False)
    assert "stripes" in hit.snippet
    assert stocked.doubts == [("notes", "animals/zebra.md")]
    stocked.hint("animals/zebra.md", "renamed.md")
    (hit,) = stocked.search.hits(find(stocked, "stripes", "lexical"))
    assert (hit.path, hit.fresh) == ("renamed.md", True)


@pytest.mark.parametrize("how", ["ignored", "linked", "folder", "secret"])
def test_what_may_not_be_shown_is_not_shown_for_a_moment_either(stocked: House, how: str) -> None:
    stocked.is_new_doubt = True
    at = stocked.root / "animals/zebra.md"
    if how == "ignored":
        stocked.write(".brainignore", "animals/zebra.md\n")
        stocked.sources["notes"].scan()
    elif how == "linked":
        at.rename(stocked.root.with_name("outside.md"))
        at.symlink_to(stocked.root.with_name("outside.md"))
    elif how == "folder":
        at.unlink()
        at.mkdir()
    else:
        at.unlink()
        stocked.write(".brainignore", "animals/\n")
        stocked.sources["notes"].scan()
    assert paths(find(stocked, "stripes", "lexical")) == []


def test_an_edited_note_is_flagged_and_doubted(stocked: House) -> None:
    stocked.write("animals/zebra.md", "# Zebra\n\nOther words altogether.")
    results = find(stocked, "zebra stripes", "lexical")
    (hit,) = stocked.search.hits(results)
    assert not hit.fresh
    assert stocked.doubts == [("notes", "animals/zebra.md")]


def test_an_untouched_note_is_not_doubted(stocked: House) -> None:
    find(stocked, "zebra lion water")
    assert stocked.doubts == []


def test_the_best_passages_by_words_are_to_get_their_vectors_next(stocked: House) -> None:
    preferred: list[list[int]] = []
    search = Search(
        stocked.database,
        stocked.vault,
        stocked.embedder,
        lambda *_: False,
        lambda ids: preferred.append(list(ids)),
    )
    for number in range(40):
        stocked.write(f"more/{number}.md", f"# Note {number}\n\nzebra {number}")
    stocked.scan()
    found = search.find(Request("zebra stripes", mode="lexical", limit=100))
    search.find(Request("zebra stripes"))
    search.find(Request("zebra stripes", mode="semantic"))
    best = [at.passage.chunk_id for at in found.ranked]
    assert len(best) == 41
    assert [sorted(ids) for ids in preferred] == [sorted(best[:32])] * 2 + [[]]


def test_a_secret_in_the_question_goes_nowhere(stocked: House) -> None:
    asked: list[str] = []
    embed = stocked.embedder.embed_query

    def record(text: str, timeout: float | None = None) -> object:
        asked.append(text)
        return embed(text, timeout)

    stocked.embedder.embed_query = record  # type: ignore[method-assign, assignment]
    results = find(stocked, f"zebra {TOKEN}")
    assert paths(results)[0] == "animals/zebra.md"
    assert TOKEN not in repr((asked, results, stocked.search.hits(results)))


def test_names_of_notes_are_cleaned(house: House) -> None:
    house.write("a.md", f"---\ntitle: token {TOKEN}\n---\nzebra")
    house.scan()
    (hit,) = house.search.hits(find(house, "zebra", "lexical"))
    assert TOKEN not in hit.title


def test_a_model_that_fails_leaves_the_words(stocked: House) -> None:
    stocked.embedder.fail_next = 1
    results = find(stocked, "zebra")
    assert paths(results) == ["animals/zebra.md"]
    assert "words only" in results.notice
    assert results.meaning is None
    stocked.embedder.available = False
    assert paths(find(stocked, "zebra", "semantic")) == []
    assert find(stocked, "zebra", "semantic").notice


def test_a_model_that_nobody_has_measured_joins_by_ranks_and_says_nothing_of_evidence(
    stocked: House,
) -> None:
    def found() -> Results:
        return stocked.search.find(Request("zebra stripes", noise=True))

    measured = found()
    assert measured.meaning is not None
    assert measured.meaning.calibration == stocked.embedder.calibration
    stocked.embedder.calibrated = None
    stocked.embed()
    unknown = found()
    assert unknown.meaning is not None
    assert unknown.meaning.calibration is None
    legs = unknown.legs
    assert legs.fused == fuse.reciprocal_rank(legs.words, legs.meaning)
    assert legs.fused != measured.legs.fused


def test_vectors_of_two_engines_never_meet(stocked: House, monkeypatch: pytest.MonkeyPatch) -> None:
    embedder, embed = stocked.embedder, stocked.embedder.embed_query

    def embed_and_change(text: str, timeout: float | None = None) -> Vectors:
        found = embed(text, timeout)
        embedder._identity = msgspec.structs.replace(embedder.identity, precision="other")
        return found

    monkeypatch.setattr(embedder, "embed_query", embed_and_change)
    results = find(stocked, "zebra")
    assert paths(results) == ["animals/zebra.md"]
    assert results.meaning is None


def test_no_model_at_all(tmp_path: Path) -> None:
    house = House(tmp_path)
    house.with_model = False
    house.open()
    house.write("a.md", "zebra")
    house.scan()
    results = find(house, "zebra")
    assert paths(results) == ["a.md"]
    assert "switched off" in results.notice


def test_no_vector_yet_is_no_fault(house: House) -> None:
    house.write("a.md", "zebra")
    house.scan()
    assert paths(find(house, "zebra")) == ["a.md"]
    assert paths(find(house, "zebra", "semantic")) == []


def test_an_empty_vault(house: House) -> None:
    house.scan()
    results = find(house, "zebra")
    assert (results.ranked, results.coverage) == ((), 0.0)


def test_a_snippet_is_short_and_begins_with_the_best_line(house: House) -> None:
    house.write("b.md", "something else")
    house.write("a.md", "filler\n\n" + "word " * 100 + "\n\nthe zebra is here " + "x" * 400)
    house.scan()
    (hit,) = house.search.hits(find(house, "zebra", "lexical"))
    assert hit.snippet.startswith("the zebra")
    assert len(hit.snippet) <= 320


def test_a_hit_names_the_line_of_its_snippet(house: House) -> None:
    house.write("a.md", "# Log\n\nNothing here.\n\nThe quince tree was felled.\nAnd more.\n")
    house.scan()
    (hit,) = house.search.hits(house.search.find(Request("quince", mode="lexical")))
    assert (hit.line_start, hit.line_end, hit.line) == (1, 6, 5)
    assert hit.snippet.startswith("The quince tree was felled.")


def test_of_two_passages_about_one_thing_the_later_is_shown(house: House) -> None:
    part = "\n".join(f"- other words {n} and more of them here" for n in range(25))
    says = "The server is called"
    house.write(
        "a.md", f"# A\n\n{says} walrus.\n\n{part}\n\n{part}\n\n{says} narwhal.\n\n{part}\n{part}\n"
    )
    for n in range(40):
        house.write(f"other/{n}.md", f"# Note {n}\n\nA server of {n} is so called by some.\n")
    house.scan()
    assert len(house.texts("a.md")) > 1
    results = find(house, "server is called", "lexical", limit=50)
    (hit,) = (at for at in house.search.hits(results) if at.path == "a.md")
    assert hit.snippet.startswith("The server is called narwhal.")


def test_an_alias_counts_as_much_as_a_title(stocked: House) -> None:
    stocked.write("z.md", "---\naliases: [Boiler overhaul offer]\n---\n# Zzz\n\nTulips.\n")
    stocked.hint("z.md")
    results = find(stocked, "boiler overhaul offer")
    assert (paths(results)[0], results.coverage) == ("z.md", 1.0)


def test_a_row_of_a_torn_table_is_found_at_its_line(house: House) -> None:
    rows = "\n".join(f"| part{n} | {100 + n} |" for n in range(300))
    file = house.write("a.md", f"# Parts\n\n| Part | Price |\n|---|---|\n{rows}\n")
    house.scan()
    results = find(house, "part200", "lexical")
    (hit,) = house.search.hits(results)
    assert hit.snippet.startswith("| part200 | 300 |")
    assert hit.line == 205
    file.unlink()
    (guessed,) = house.search.hits(results)
    assert hit.line_start <= guessed.line <= hit.line_end


@pytest.mark.fault(52)
@pytest.mark.parametrize("step", [1, 2, 3])
def test_a_search_that_nobody_waits_for_ends_between_its_steps(stocked: House, step: int) -> None:
    asked = 0

    def is_cancelled() -> bool:
        nonlocal asked
        asked += 1
        return asked == step

    with pytest.raises(Cancelled):
        stocked.search.find(Request("zebra stripes"), is_cancelled)
    assert asked == step
    assert stocked.doubts == []


# What may pass, and what may not any more

PW = "Kocicka" + "7626x"
ALLOW = "<!-- vaultbrain:allow password -->"


def said(house: House, question: str) -> str:
    """Everything that a search and an answer say."""
    results = find(house, question, "lexical")
    hits, reply = house.search.hits(results), house.ask.ask(question, 3)
    return repr((hits, reply.answer))


def test_what_a_note_lets_pass_is_shown(house: House) -> None:
    house.write("a.md", f"# Router\n\nThe heslo: {PW} {ALLOW}\n\nis of the router.\n")
    house.scan()
    (hit,) = house.search.hits(find(house, "router heslo", "lexical"))
    assert PW in hit.snippet
    assert PW in house.vault.read("notes", "a.md").text
    house.write("a.md", f"# Router\n\nThe heslo: {PW}\n\nis of the router.\n")
    house.scan()
    assert PW not in said(house, "router heslo")
    assert "[redacted:password]" in said(house, "router heslo")


def test_what_no_rule_knew_is_not_shown_before_it_is_read_anew(house: House) -> None:
    strong, house.gate = house.gate, Gate(scanner=BlindScanner())
    house.reopen()
    house.write("a.md", f"# Zebra\n\nThe zebra is fed at nine.\n\nheslo: {PW}\n")
    house.write("b.md", f"# Token {TOKEN}\n\nThe zebra heslo: {PW}\n")
    house.write("c.md", "# Fodder\n\nThe zebra eats hay.\n")
    house.scan()
    house.embed()
    assert PW in said(house, "zebra heslo")
    house.gate = strong
    house.reopen()
    for question in ("zebra heslo", "zebra token", "zebra fed at nine", "zebra"):
        assert PW not in said(house, question)
        assert TOKEN not in said(house, question)
    assert paths(find(house, "zebra", "lexical")) == ["c.md"]
    assert {path for _, path in house.doubts} == {"a.md", "b.md"}
    house.scan()
    assert sorted(paths(find(house, "zebra", "lexical"))) == ["a.md", "b.md", "c.md"]
    assert PW not in said(house, "zebra heslo")


def test_a_snippet_is_cut_from_what_was_cleaned_whole(house: House) -> None:
    """What makes a secret known may stand above the line that is shown."""
    house.write("a.md", f"| heslo | where |\n|---|---|\n| {PW} | zebra |\n")
    house.scan()
    (found,) = find(house, "zebra", "lexical").ranked
    raw = msgspec.structs.replace(
        found.passage, text=f"| heslo | where |\n|---|---|\n| {PW} | zebra |"
    )
    results = find(house, "zebra", "lexical")
    results = msgspec.structs.replace(
        results, ranked=(msgspec.structs.replace(found, passage=raw),)
    )
    (hit,) = house.search.hits(results)
    assert "zebra" in hit.snippet
    assert PW not in hit.snippet


def test_one_long_note_does_not_hide_all_others(house: House) -> None:
    sections = "\n\n".join(f"## S{n}\n\n" + f"flumox {n} " * 60 for n in range(260))
    house.write("long.md", f"# Long\n\n{sections}\n")
    for n in range(5):
        house.write(f"{n}.md", "Bread and butter and at last " * 30 + "flumox.")
    house.scan()
    assert len(house.texts("long.md")) > 200
    found = house.search.find(Request("flumox", mode="lexical", limit=6))
    assert len(found.ranked) == 6


def test_what_may_be_meant_is_held_by_a_note_now(house: House) -> None:
    house.write("a.md", "The hideout is at Zvorkutina.")
    house.write("b.md", "A hunter and bread.")
    house.scan()

    def meant(text: str) -> list[str]:
        terms = house.search.find(Request(text, mode="lexical")).question.terms
        return [near.own for term in terms for near in term.near]

    assert meant("Zvorkutinna") == ["zvorkutina"]
    assert meant("hunter2039485712") == ["hunter"]
    kept = house.search._words._snapshot
    assert kept is not None
    # A vault that takes long to read is read again later.
    house.search._words._snapshot = msgspec.structs.replace(kept, seconds=10.0)
    (house.root / "a.md").unlink()
    house.scan()
    assert meant("Zvorkutinna") == []
