"""The steps by which a file of the store came to its form, and how an older one takes the rest."""

from __future__ import annotations

from importlib import resources
from typing import TYPE_CHECKING, Any

from vaultbrain.store.rows import checksum

if TYPE_CHECKING:
    from collections.abc import Sequence

    import apsw

    from vaultbrain.store.narrow import Floats, Small


def read(name: str) -> list[str]:
    """The scripts of one file, by the name of its folder in `sql/`, in their order."""
    folder = resources.files("vaultbrain.store") / "sql" / name
    found = (at for at in folder.iterdir() if at.name.endswith(".sql"))
    return [at.read_text(encoding="utf-8") for at in sorted(found, key=lambda at: at.name)]


def take(
    connection: apsw.Connection, scripts: Sequence[str], version: int, application_id: int
) -> None:
    """Take those that a file of this version lacks, each whole or not at all."""
    connection.create_scalar_function("narrow_value", _narrow_value, 2, deterministic=True)
    connection.create_scalar_function("narrow_norm", _narrow_norm, 2, deterministic=True)
    connection.create_scalar_function("is_whole", _is_whole, deterministic=True)
    for number, script in enumerate(scripts[version:], start=version + 1):
        connection.execute("BEGIN IMMEDIATE")
        try:
            connection.execute(script)
            connection.execute(f"PRAGMA application_id = {application_id}")
            connection.execute(f"PRAGMA user_version = {number}")
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:  # a full disk makes SQLite roll back by itself
                connection.execute("ROLLBACK")
            raise


def _narrow_value(*of: Any) -> bytes:  # noqa: ANN401 - as SQLite calls it
    """The direction of a float32 vector less the mean, in bytes."""
    return _narrow(*of)[0].tobytes()


def _narrow_norm(*of: Any) -> float:  # noqa: ANN401
    """Its length."""
    return float(_narrow(*of)[1][0])


def _is_whole(*of: Any) -> bool:  # noqa: ANN401
    """Whether a row that ends with a float32 vector is what was written, and a vector."""
    import numpy as np  # noqa: PLC0415 - only files of an older version need it

    dimension, stored, *row = of
    wide = row[-1]
    if stored not in {None, checksum(row)}:
        return False
    return len(wide) == 4 * dimension and bool(np.isfinite(np.frombuffer(wide, np.float32)).all())


def _narrow(wide: bytes, mean: bytes | None) -> tuple[Small, Floats]:
    import numpy as np  # noqa: PLC0415

    from vaultbrain.store.narrow import narrow  # noqa: PLC0415

    return narrow(np.frombuffer(wide, np.float32)[None, :], mean)
