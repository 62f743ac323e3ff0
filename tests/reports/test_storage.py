from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.reports.conftest import Make


def test_fifty_questions_at_once_while_everything_is_read(make: Make) -> None:
    at = make({f"{n}.md": f"# Note {n}\n\nkept words of {n}\n" for n in range(200)})
    stop = threading.Event()

    def rewrite() -> None:
        turn = 0
        while not stop.is_set():
            turn += 1
            for n in range(200):
                at.write(f"{n}.md", f"# Note {n}\n\nkept words of {n} in turn {turn}\n")

    writer = threading.Thread(target=rewrite)
    writer.start()
    try:
        with ThreadPoolExecutor(50) as pool:
            found = list(pool.map(lambda n: at.found(f"kept {n % 200}"), range(400)))
    finally:
        stop.set()
        writer.join()
    assert all(len(paths) == 100 for paths in found)
    assert "locked" not in at.log()


def test_two_starts_at_once_make_one_daemon(make: Make) -> None:
    at = make({"a.md": "# A\n\nThe zebra has stripes.\n"})
    at.end()
    with ThreadPoolExecutor(2) as pool:
        done = list(pool.map(lambda _: at.cli("start", str(at.root)), range(2)))
    assert [start.returncode for start in done] == [0, 0], [start.stderr for start in done]
    assert at.ranking("zebra") == ["a.md"]
    assert "locked" not in at.log()


def test_equal_texts_are_each_found(make: Make) -> None:
    twice = "# Log\n\n## Entry\n\nthe same text\n\n## Entry\n\nthe same text\n\n## Entry\n\nkiwi\n"
    at = make({"a.md": twice, "b.md": twice, "c.md": "no end of line and no heading"})
    assert sorted(at.ranking("the same text")) == ["a.md", "b.md"]
    assert sorted(at.ranking("kiwi")) == ["a.md", "b.md"]
    assert at.ranking("no end of line") == ["c.md"]
    assert at.status()["chunks"] == 3
