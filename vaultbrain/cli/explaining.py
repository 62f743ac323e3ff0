"""How a query was read and why a hit stands where it does, as aligned text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from vaultbrain.cli.text import columns, count, one_line, wrap

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from vaultbrain.cli.render import Page

_LEGS = (("words", "lexical", "BM25", "bm25"), ("meaning", "dense", "cosine", "cosine"))
_FIRST = {
    "name": "the note of that name",
    "heading": "the section of that name",
    "identifier": "holds it as written",
}
_FEWEST = 0.001


def query(read: Mapping[str, Any], page: Page) -> str:
    """How a query was read: a table of its words, then what narrows it."""
    width = max(len(name) for name, _ in _parts(read))
    lines = [page.style.bold("How the query was read")]
    for name, said in _parts(read):
        for at, line in enumerate(wrap(said, page.width - width - 4)):
            lines.append(f"  {name if at == 0 else '':{width}}  {line}")
    return "\n".join([*lines, *_terms(read["terms"])])


def _parts(read: Mapping[str, Any]) -> list[tuple[str, str]]:
    left = f"{read['allowed']:,} of {count(read['total'], 'note')}"
    parts = [
        ("required", count(read["phrases"], "phrase") if read["phrases"] else ""),
        ("excluded", count(read["excluded"], "phrase") if read["excluded"] else ""),
        ("filters", _filters(read)),
        ("pairs", " ".join(read["pairs"])),
        ("looked in", left if read["allowed"] < read["total"] else "all notes"),
        ("coverage", _coverage(read["coverage"])),
    ]
    return [(name, said) for name, said in parts if said]


def _coverage(share: float) -> str:
    return f"{share:.0%} of the query's weight in one passage" if share else ""


def _filters(read: Mapping[str, Any]) -> str:
    if not read["filters"]:
        return ""
    return f"{count(read['filters'], 'filter')}, leaving {count(read['filtered'], 'note')}"


def _terms(terms: Sequence[Mapping[str, Any]]) -> list[str]:
    """The words of a query, what else each is found by, how common it is and how much it counts."""
    if not terms:
        return []
    rows = [("word", "stems", "passages", "weight", "")]
    rows += [
        (
            one_line(at["word"]) or "(in no note)",
            one_line(", ".join(at["stems"])),
            _share(at["share"]),
            f"{at['weight']:.2f}",
            _remark(at),
        )
        for at in terms
    ]
    word, stems = (max(columns(row[at]) for row in rows) for at in (0, 1))
    lines = [
        f"  {_left(row[0], word)}  {_left(row[1], stems)}  {row[2]:>8}  {row[3]:>6}  {row[4]}"
        for row in rows
    ]
    return ["", *(line.rstrip() for line in lines)]


def _remark(term: Mapping[str, Any]) -> str:
    if term["left_out"]:
        return "left out, too common"
    return f"taken for {one_line(', '.join(term['meant']))}" if term["meant"] else ""


def _left(text: str, width: int) -> str:
    return text + " " * (width - columns(text))


def _share(share: float) -> str:
    return "none" if not share else "< 0.1 %" if share < _FEWEST else f"{100 * share:.1f} %"


def why(hit: Mapping[str, Any]) -> list[str]:
    """Why a hit stands where it does: its score, then each leg with its rank there."""
    found = hit["why"]
    first = next((said for key, said in _FIRST.items() if found.get(key)), "")
    both = f"  both legs {found['fused']:.3f}" if "fused" in found else ""
    lines = [f"score    {hit['score']:.3f}{both}{f'  first: {first}' if first else ''}"]
    for name, share, unit, score in _LEGS:
        if f"{share}_rank" in found:
            rank = f"rank {found[f'{share}_rank']:.0f}"
            lines.append(f"{name:7}  {found[share]:.3f}  {rank:8}  {unit} {found[score]:.3f}")
    return lines
