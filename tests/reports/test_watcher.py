from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING

from tests.reports.conftest import OTHERS

if TYPE_CHECKING:
    from tests.reports.conftest import Make

VET = "# Vet\n\nThe vet of the dog is Doctor Malinova in Brno.\n"
QUESTION = "Who is the vet of the dog?"


def test_a_rename_in_two_halves_is_one_fact_all_the_time(make: Make) -> None:
    at = make(OTHERS | {"a.md": VET}, "builtin")
    shutil.copy(at.root / "a.md", at.root / "c.md")
    assert at.cli("sync").returncode == 0
    assert sorted(at.ranking("vet Malinova")) == ["a.md", "c.md"]
    assert len(at.ask(QUESTION)["citations"]) == 1
    (at.root / "a.md").unlink()
    at.until(lambda: at.ranking("vet Malinova") == ["c.md"])
    (cited,) = at.ask(QUESTION)["citations"]
    assert cited["path"] == "c.md"


def test_touched_and_copied_anew_nothing_is_read_or_embedded_again(make: Make) -> None:
    at = make({f"{n}.md": f"# Note {n}\n\nAbout subject {n}.\n" for n in range(20)}, "builtin")
    before = at.status()
    at.end()
    for file in at.root.iterdir():
        shutil.copy(file, f"{file}.new")
        Path(f"{file}.new").replace(file)
    at.start()
    now = at.status()
    assert not now["model"]["loaded"]
    assert (now["generation"], now["pending"]) == (before["generation"], 0)
    assert now["vectors"] == before["vectors"] == 20


def test_five_starts_without_a_change_ask_no_model_and_grow_nothing(make: Make) -> None:
    at = make({f"{n}.md": f"# Note {n}\n\nAbout subject {n}.\n" for n in range(20)}, "builtin")
    at.end()
    sizes = set()
    for _ in range(5):
        at.start()
        assert not at.status()["model"]["loaded"]
        assert at.status()["pending"] == 0
        at.end()
        sizes.add(sum(file.stat().st_size for file in at.paths.data_dir.glob("index.db*")))
    assert len(sizes) == 1
