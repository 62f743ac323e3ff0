from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from vaultbrain.daemon import usage
from vaultbrain.protocol.methods import ProcessUsage

if TYPE_CHECKING:
    from pathlib import Path


def told(proc: Path, pid: int, parent: int, ticks: int, kib: int | None) -> None:
    """A process as Linux tells of it; without memory it is ending."""
    place = proc / str(pid)
    place.mkdir(parents=True)
    fields = ["S", str(parent), *["0"] * 9, str(ticks), str(ticks), *["0"] * 30]
    (place / "stat").write_text(f"{pid} (a) b) {' '.join(fields)}\n")
    memory = f"VmHWM:\t {kib * 2} kB\nVmRSS:\t {kib} kB\n" if kib is not None else ""
    (place / "status").write_text(f"Name:\ta: b\n{memory}")


def test_processes_by_role(tmp_path: Path) -> None:
    told(tmp_path, 10, 1, 100, 1000)
    told(tmp_path, 11, 10, 200, 2000)
    told(tmp_path, 12, 10, 50, 100)
    told(tmp_path, 13, 10, 50, 100)
    told(tmp_path, 14, 1, 9999, 9999)  # nobody of ours
    told(tmp_path, 15, 10, 1, None)
    (tmp_path / "16").mkdir()  # it has ended
    found = usage.processes(11, root=10, proc=tmp_path)
    roles = {at.role: (at.rss_bytes, at.peak_bytes) for at in found}
    assert roles == {
        "daemon": (1000 << 10, 2000 << 10),
        "model": (2000 << 10, 4000 << 10),
        "readers": (200 << 10, 400 << 10),
    }
    spent = {at.role: at.cpu_seconds for at in found}
    assert spent["model"] == 2 * spent["daemon"] > 0
    assert spent["readers"] == spent["daemon"]


def test_a_daemon_by_itself(tmp_path: Path) -> None:
    told(tmp_path, 10, 1, 100, 1000)
    assert [at.role for at in usage.processes(None, root=10, proc=tmp_path)] == ["daemon"]


def test_a_child_of_ours_is_seen() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", "input()"], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL
    ) as child:
        found = {at.role: at for at in usage.processes(child.pid)}
        child.communicate(b"\n")
    assert found["model"].rss_bytes > 0
    assert found["daemon"].cpu_seconds > 0


def ps(folder: Path, script: str) -> Path:
    program = folder / "ps"
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)
    return program


def test_where_there_is_no_proc(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = "  10   1  1000 0:01.50\\n  11  10 2000 1:02:03\\n  12   1   5 0:00.00\\n"
    monkeypatch.setattr(usage, "PS", ps(tmp_path, f"printf '{lines}'"))
    assert usage.processes(11, root=10, proc=tmp_path / "none") == (
        ProcessUsage(role="daemon", rss_bytes=1000 << 10, peak_bytes=None, cpu_seconds=1.5),
        ProcessUsage(role="model", rss_bytes=2000 << 10, peak_bytes=None, cpu_seconds=3723.0),
    )


@pytest.mark.parametrize("script", ["exit 1", None])
def test_where_nothing_tells(
    script: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "none" if script is None else ps(tmp_path, script)
    monkeypatch.setattr(usage, "PS", program)
    assert usage.processes(None, root=10, proc=tmp_path / "proc") == ()


@pytest.mark.parametrize(
    ("spent", "seconds"),
    [("0:00.12", 0.12), ("12:34.5", 754.5), ("01:00:01", 3601), ("2-03:00:00", 183_600)],
)
def test_times_of_ps(spent: str, seconds: float) -> None:
    assert usage.seconds(spent) == seconds
