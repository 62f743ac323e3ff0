"""What is asked of a search, in terms of the house."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vaultbrain.errors import UsageError
from vaultbrain.search import language
from vaultbrain.store.chunks import Selection

if TYPE_CHECKING:
    from collections.abc import Collection

    from vaultbrain.protocol.filters import Filters


def where(text: str, filters: Filters, sources: Collection[str]) -> Selection:
    """The filters given beside a query.

    Args:
        text: the query, which may have filters of its own.
        filters: as they came.
        sources: ids of those that are configured.

    Raises:
        UsageError: a filter cannot be read, or names no source.
    """
    within = language.read(text).selection
    beside = Selection(
        sources=_given(filters.source),
        paths=_given(filters.path),
        tags=_given(filters.tag),
        after=language.day("after", filters.after) if filters.after is not None else None,
        before=language.day("before", filters.before) if filters.before is not None else None,
    )
    for source in (*beside.sources, *within.sources, *within.not_sources):
        check_source(source, sources)
    return beside


def _given(value: str | None) -> tuple[str, ...]:
    return () if value is None else (value,)


def check_source(source: str, sources: Collection[str]) -> None:
    """See that a source is configured.

    Raises:
        UsageError: it is not.
    """
    if source not in sources:
        known = ", ".join(sources)
        raise UsageError(f"There is no source '{source}'. Configured: {known}.")


def check_question(text: str) -> None:
    """See that there is something to answer.

    Raises:
        UsageError: the question has filters alone, or is none that can be read.
    """
    if not language.read(text).text:
        raise UsageError(
            "There is no question beside the filters, so nothing was looked up. "
            "Write one, too; `vaultbrain search` lists the notes that pass filters alone."
        )
