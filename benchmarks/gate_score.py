"""Scores findings against labelled texts: span recall, negatives hit, redaction beyond the labels.

A row is `{"id", "kind": "pos"|"neg", "text" or "parts", "spans": [[start, end, class, tier]]}`;
findings are `{"class", "tier": "secret"|"strong"|"soft", "start", "end"}` as `vaultbrain gate
scan --jsonl -` writes them. Offsets are characters.
"""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    Findings = Sequence[Mapping[str, Any]]

TIERS = ("secret", "strong", "soft")
# What counts as covered although something is left over; for a secret only.
LEFT_SHARE = 0.1
LEFT_CHARACTERS = 8


class Label(NamedTuple):
    start: int
    end: int
    class_: str
    tier: str


class Row(NamedTuple):
    id: str
    negative: bool
    text: str
    labels: tuple[Label, ...]


class Miss(NamedTuple):
    row: Row
    label: Label
    left: int


@dataclass
class Score:
    """What was found, by (tier, class), and what should not have been.

    `right` and `wrong` count findings of the secret and strong tier that touch a label or none;
    `redacted` counts their characters in texts that hold something, and `beyond` those outside
    every label.
    """

    labels: Counter[tuple[str, str]] = field(default_factory=Counter)
    found: Counter[tuple[str, str]] = field(default_factory=Counter)
    misses: list[Miss] = field(default_factory=list)
    negatives: int = 0
    hit: list[tuple[Row, Findings]] = field(default_factory=list)
    right: int = 0
    wrong: int = 0
    redacted: int = 0
    beyond: list[tuple[Row, int]] = field(default_factory=list)

    def recall(self, tier: str) -> tuple[int, int]:
        """Labels of a tier that were found, and all of them."""
        found = sum(n for (at, _), n in self.found.items() if at == tier)
        return found, sum(n for (at, _), n in self.labels.items() if at == tier)


def read_rows(files: Iterable[Path]) -> Iterator[Row]:
    for file in files:
        for line in file.read_text(encoding="utf-8").splitlines():
            at = json.loads(line)
            labels = (
                Label(start, end, class_, "strong" if tier == "pii" else tier)
                for start, end, class_, tier in at.get("spans", ())
            )
            text = at["text"] if "text" in at else "".join(at["parts"])
            yield Row(at["id"], at["kind"] == "neg", text, tuple(labels))


def score(rows: Iterable[Row], found: Mapping[str, Findings]) -> Score:
    made = Score()
    for row in rows:
        findings = found[row.id]
        # A soft finding leaves the text as it is, so it protects no secret.
        grave = [at for at in findings if at["tier"] != "soft"]
        _look(made, row, _characters(grave), _characters(findings))
        labelled = {n for label in row.labels for n in range(label.start, label.end)}
        right = sum(not labelled.isdisjoint(range(at["start"], at["end"])) for at in grave)
        made.right += right
        made.wrong += len(grave) - right
        if row.negative:
            made.negatives += 1
            made.hit += [(row, grave)] if grave else []
        else:
            redacted = _characters(grave)
            made.redacted += len(redacted)
            made.beyond += [(row, len(redacted - labelled))] if redacted - labelled else []
    return made


def _look(made: Score, row: Row, redacted: set[int], listed: set[int]) -> None:
    for label in row.labels:
        made.labels[label.tier, label.class_] += 1
        seen = listed if label.tier == "soft" else redacted
        size = label.end - label.start
        left = size - len(seen.intersection(range(label.start, label.end)))
        near = left <= LEFT_SHARE * size and left < LEFT_CHARACTERS
        if left == 0 or (label.tier == "secret" and near):
            made.found[label.tier, label.class_] += 1
        else:
            made.misses.append(Miss(row, label, left))


def _characters(findings: Findings) -> set[int]:
    return {n for at in findings for n in range(at["start"], at["end"])}


def share(part: int, whole: int) -> str:
    return f"{part / whole:.3f} ({part} of {whole})" if whole else "none there"


def report(made: Score, *, show: bool) -> Iterator[str]:
    """Lines of Markdown; values of notes only where `show` asks for them."""
    yield "| what | figure | target |\n|---|---|---|"
    for tier, target in zip(TIERS, ("≥ .98", "≥ .98", ""), strict=True):
        yield f"| recall, {tier} | {share(*made.recall(tier))} | {target} |"
    yield f"| negatives hit | {share(len(made.hit), made.negatives)} | ≤ .01 |"
    yield f"| findings that touch a label | {share(made.right, made.right + made.wrong)} | |"
    beyond = sum(n for _, n in made.beyond)
    yield f"| characters taken out beyond the labels | {share(beyond, made.redacted)} | |"
    yield "\n| tier | class | labels | found | recall |\n|---|---|---|---|---|"
    for tier, class_ in sorted(made.labels, key=lambda at: (TIERS.index(at[0]), at[1])):
        labels, found = made.labels[tier, class_], made.found[tier, class_]
        yield f"| {tier} | {class_} | {labels} | {found} | {found / labels:.3f} |"
    yield from _listed(made, show=show)


def _listed(made: Score, *, show: bool) -> Iterator[str]:
    yield "\nMisses:"
    for miss in made.misses:
        label = miss.label
        said = _shown(miss.row.text, label.start, label.end) if show else ""
        yield f"- {miss.row.id} {label.class_}: {miss.left} characters left{said}"
    yield "\nNegatives hit:"
    for row, findings in made.hit:
        for at in findings:
            said = _shown(row.text, at["start"], at["end"]) if show else ""
            yield f"- {row.id} {at['class']} by {at['rule']}{said}"
    yield "\nMost taken out beyond the labels:"
    for row, size in sorted(made.beyond, key=lambda at: -at[1])[:10]:
        yield f"- {row.id}: {size} characters"


def _shown(text: str, start: int, end: int) -> str:
    before, after = text[max(0, start - 40) : start], text[end : end + 20]
    return f": {before!r} {text[start:end]!r} {after!r}"
