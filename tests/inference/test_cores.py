from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from vaultbrain.inference import cores

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def topology(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(cores, "CPU_TOPOLOGY", tmp_path)
    return tmp_path


def tell(topology: Path, cpu: int, siblings: str) -> None:
    folder = topology / f"cpu{cpu}" / "topology"
    folder.mkdir(parents=True)
    (folder / "thread_siblings_list").write_text(siblings)


@pytest.mark.skipif(not hasattr(os, "sched_getaffinity"), reason="Linux only")
@pytest.mark.parametrize(
    ("allowed", "expected"), [({0, 1, 2, 3}, 2), ({0, 1}, 1), ({0, 2}, 2), ({7}, 1), ({7, 8}, 2)]
)
def test_threads_of_one_core_count_once(
    topology: Path, monkeypatch: pytest.MonkeyPatch, allowed: set[int], expected: int
) -> None:
    for cpu, siblings in enumerate(("0-1\n", "0-1\n", "2-3\n", "2-3\n")):
        tell(topology, cpu, siblings)
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: allowed)
    assert cores.usable_cores() == expected


def test_where_nobody_tells_all_count(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "sched_getaffinity", raising=False)
    monkeypatch.setattr(os, "cpu_count", lambda: 6)
    assert cores.usable_cores() == 6
    monkeypatch.setattr(os, "cpu_count", lambda: None)
    assert cores.usable_cores() == 1
