"""What SQLite cannot say: the types of a row, known to the query alone, and whether it is whole."""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:
    from collections.abc import Sequence

    import apsw

# What reading a damaged row may raise where SQLite is content with it: it is no text, says nothing
# that was written so, or is of another type.
UNREADABLE = (UnicodeDecodeError, msgspec.DecodeError, TypeError)


def rows(db: apsw.Connection, sql: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
    """All rows of a query."""
    return db.execute(sql, values).fetchall()


def value(db: apsw.Connection, sql: str, values: Sequence[Any] = ()) -> Any:  # noqa: ANN401
    """The first column of the first row; the query must have one."""
    return rows(db, sql, values)[0][0]


def checksum(values: Sequence[Any]) -> int:
    """CRC-32 of a row: equal for equal values of equal types, whatever wrote them.

    Args:
        values: text, bytes, integers, None, and sequences of them; no booleans, which come back
            from a table as integers.
    """
    return zlib.crc32(msgspec.msgpack.encode(values))
