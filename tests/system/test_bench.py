"""bench: on the demo vault, with a real daemon and a real second one."""

from __future__ import annotations

import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from tests.system.conftest import BESIDE_PACKAGE

if TYPE_CHECKING:
    from tests.system.conftest import Rig

DEMO = Path(__file__).parent.parent / "vaults" / "demo"


def bytes_of(folder: Path) -> dict[str, bytes]:
    return {str(at): at.read_bytes() for at in sorted(folder.rglob("*")) if at.is_file()}


def test_the_demo_vault_is_measured(rig: Rig) -> None:
    shutil.copytree(DEMO, rig.root, dirs_exist_ok=True)
    before = bytes_of(rig.root)
    rig.start()
    rig.call("sync")
    generation = rig.status()["generation"]
    found = rig.json("bench", "--index", "--count", "10")
    assert rig.status()["generation"] == generation
    assert bytes_of(rig.root) == before
    assert found["latency"].keys() == {"lexical", "ask"}
    assert found["latency"]["lexical"]["n"] == found["latency"]["ask"]["n"] == 40
    for row in found["found_again"]:
        assert row["n"] == 10
        assert row["lexical"]["top10"] >= (0.5 if row["kind"] == "typo" else 0.9)
    assert {at["role"] for at in found["processes"]} >= {"daemon"}
    made = found["index"]
    assert (made["notes"], made["chunks"]) == (found["notes"], found["chunks"])
    assert made["text_bytes"] == found["text_bytes"]
    assert made["cpu_seconds"] > 0
    assert list(rig.paths.data_dir.glob("bench-*")) == []
    shown = rig.cli("bench", "--count", "10")
    assert shown.returncode == 0
    assert max(map(len, shown.stdout.splitlines())) <= 80
    items = rig.call("bench.sample", count=10)["items"]
    assert not any(item["query"] in shown.stdout + shown.stderr for item in items)


def test_a_bench_that_is_killed_leaves_nothing(rig: Rig) -> None:
    for number in range(50):
        rig.write(f"{number}.md", f"zebra {number}")
    rig.start()
    with subprocess.Popen(
        [sys.executable, "-m", "vaultbrain", "bench", "--index", "--count", "1"],
        cwd=BESIDE_PACKAGE,
        env=rig.environ,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ) as bench:
        rig.until(lambda: list(rig.paths.data_dir.glob("bench-*/run/*.sock")), 30)
        bench.send_signal(signal.SIGKILL)
    rig.until(lambda: not list(rig.paths.data_dir.glob("bench-*")), 20)
