"""Two helpers that say what SQLite cannot: the types of a row are known to the query alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

    import apsw


def rows(db: apsw.Connection, sql: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
    """All rows of a query."""
    return db.execute(sql, values).fetchall()


def value(db: apsw.Connection, sql: str, values: Sequence[Any] = ()) -> Any:  # noqa: ANN401
    """The first column of the first row; the query must have one."""
    return rows(db, sql, values)[0][0]
