"""Measuring a running daemon over its socket: answer times, and whether notes are found again."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from vaultbrain.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from vaultbrain.client import Client

    Show: TypeAlias = Callable[[Mapping[str, Any]], None]

# Ways to ask, as they are shown; the last one is a method of its own.
WORDS, MEANING, BOTH, ASK = "lexical", "semantic", "hybrid", "ask"
KINDS = ("title", "typo", "heading", "sentence")
TOP = 10
PERCENTILES = (50, 95, 99)
# Of each kind so many questions come first and are not counted: models load, files are read.
_WARM_UP = 2


@dataclass(frozen=True)
class Asked:
    """One question asked in one way: how long it took, and at which place its note stood.

    `place` counts from 1; None where the note was not among the first ten, or hits were not asked
    for.
    """

    way: str
    kind: str
    seconds: float
    place: int | None


def ways(status: Mapping[str, Any]) -> tuple[str, ...]:
    """The ways in which a daemon can be asked now, by its status."""
    return (WORDS, MEANING, BOTH, ASK) if status["model"]["available"] else (WORDS, ASK)


def measure(
    client: Client, chosen: Sequence[str], count: int, seed: int, show: Show
) -> list[Asked]:
    """Ask questions made of the notes themselves, each of them once in every way.

    Args:
        client: of the daemon.
        chosen: ways to ask.
        count: questions of each kind at most.
        seed: the same one asks the same questions.
        show: is told how far it is, as a `Progress`.
    """
    warm_up = _items(client, _WARM_UP, seed + 1)
    items = _items(client, count, seed)
    plan = [*_plan(warm_up, chosen), *_plan(items, chosen)]
    skipped, begun = len(warm_up) * len(chosen), time.monotonic()
    asked = []
    for done, (item, way) in enumerate(plan, start=1):
        asked.append(_asked(client, item, way))
        spent = time.monotonic() - begun
        left = spent / done * (len(plan) - done) if done > skipped else None
        show({"phase": "asking", "done": done, "total": len(plan), "eta_seconds": left})
    return asked[skipped:]


def _items(client: Client, count: int, seed: int) -> list[dict[str, Any]]:
    found = client.call("bench.sample", {"count": count, "seed": seed})["items"]
    return [item for item in found if item["kind"] in KINDS]


def _plan(
    items: Sequence[dict[str, Any]], chosen: Sequence[str]
) -> Iterator[tuple[dict[str, Any], str]]:
    """Every question in every way; each way is as often the first to meet a new question."""
    for number, item in enumerate(items):
        first = number % len(chosen)
        for way in (*chosen[first:], *chosen[:first]):
            yield item, way


def _asked(client: Client, item: Mapping[str, Any], way: str) -> Asked:
    query, hits = item["query"], []
    begun = time.perf_counter()
    try:
        if way == ASK:
            client.call("ask", {"question": query})
        else:
            params = {"query": query, "mode": way, "limit": TOP}
            hits = client.call("search", params)["hits"]
    except UsageError:
        pass  # what the note says reads like a filter that is none: it was not found
    seconds = time.perf_counter() - begun
    wanted = (item["source"], item["path"])
    places = (n for n, hit in enumerate(hits, start=1) if (hit["source"], hit["path"]) == wanted)
    return Asked(way, item["kind"], seconds, next(places, None))


def latency(asked: Sequence[Asked], chosen: Sequence[str]) -> dict[str, dict[str, float]]:
    """Way → `n` and the percentiles of its answer times in ms."""
    found = {}
    for way in chosen:
        times = sorted(at.seconds * 1000 for at in asked if at.way == way)
        figures = {f"p{p}_ms": round(percentile(times, p), 2) for p in PERCENTILES if times}
        found[way] = {"n": len(times), **figures}
    return found


def percentile(ordered: Sequence[float], percent: int) -> float:
    """By nearest rank: the smallest value that so many percent of all do not exceed."""
    return ordered[max(math.ceil(percent / 100 * len(ordered)), 1) - 1]


def found_again(asked: Sequence[Asked], chosen: Sequence[str]) -> list[dict[str, Any]]:
    """By kind: `n`, and for each way to search the shares found `first` and in the `top10`."""
    rows = []
    for kind in KINDS:
        searched = {
            way: [at.place for at in asked if (at.kind, at.way) == (kind, way)]
            for way in chosen
            if way != ASK
        }
        shares = {way: _shares(places) for way, places in searched.items() if places}
        rows.append({"kind": kind, "n": len(searched[WORDS]), **shares})
    return rows


def _shares(places: Sequence[int | None]) -> dict[str, float]:
    first, top = (sum(at is not None and at <= most for at in places) for most in (1, TOP))
    return {"first": round(first / len(places), 4), "top10": round(top / len(places), 4)}
