"""Which notes may be found: filters that are given beside a query."""

from __future__ import annotations

from typing import Annotated

import msgspec

ShortText = Annotated[str, msgspec.Meta(max_length=256)]
PathText = Annotated[str, msgspec.Meta(min_length=1, max_length=4096)]
SourceId = Annotated[str, msgspec.Meta(max_length=32)]
Day = Annotated[
    str,
    msgspec.Meta(max_length=32, description="A year, a month or a day: 2024, 2024-05, 2024-05-17."),
]


class Filters(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which notes may be found; filters that stand in the query itself narrow it further.

    Attributes:
        source: a source id.
        path: a note, the beginning of a path, or a glob in which `*` also crosses folders.
        tag: with or without `#`; a parent tag takes its children in.
        after: the day a note is about is not before the start of this.
        before: the day a note is about is before the start of this.
    """

    source: SourceId | None = None
    path: PathText | None = None
    tag: ShortText | None = None
    after: Day | None = None
    before: Day | None = None
