"""Lines with the secret marked, as in `PIN: ⟦7096⟧`, and what a rule table makes of them."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from vaultbrain.gate.engine import Engine

if TYPE_CHECKING:
    from vaultbrain.gate.rules import Rule

_engine = cache(Engine)


def left_open(rules: tuple[Rule, ...], line: str) -> str:
    """Return the marked characters that no rule of the table covers."""
    text = ""
    secret: list[int] = []
    for number, piece in enumerate(line.replace("⟧", "⟦").split("⟦")):
        if number % 2:
            secret += range(len(text.encode()), len((text + piece).encode()))
        text += piece
    data = text.encode()
    covered = {n for start, end, _ in _engine(rules).spans(data) for n in range(start, end)}
    return bytes(data[n] for n in secret if n not in covered).decode(errors="replace").strip()


def hits(rules: tuple[Rule, ...], text: str) -> list[str]:
    """Return what the table takes for secrets, with the rule's id."""
    data = text.encode()
    return [
        f"{rules[rule].id}: {data[start:end].decode()}"
        for start, end, rule in _engine(rules).spans(data)
    ]


def lines(block: str) -> list[str]:
    """Cut a block into lines; `\\n` in them is a line end."""
    return [
        line.replace("\\n", "\n").replace("\\u2013", "\u2013") for line in block.split("\n") if line
    ]
