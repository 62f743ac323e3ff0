"""The real daemon over a vault of a few notes, asked over its socket."""

from __future__ import annotations

import shutil
import tempfile
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.system.conftest import Rig

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    Make = Callable[..., "Desk"]


# Evidence is a matter of what a question scores against a vault at large.
OTHERS: dict[str, str | bytes] = {
    f"others/{n}.md": f"# Note {n}\n\nOn day {n} we spoke of {about} for a while.\n"
    for n, about in enumerate(
        "gardens rivers books taxes bees soil chess glass maps wool bread clouds".split() * 2
    )
}


class Desk(Rig):
    """A vault, and what its owner asks."""

    def search(self, query: str, mode: str = "lexical") -> list[dict[str, Any]]:
        hits: list[dict[str, Any]] = self.call("search", query=query, mode=mode)["hits"]
        return hits

    def ranking(self, query: str, mode: str = "lexical") -> list[str]:
        return [hit["path"] for hit in self.search(query, mode)]

    def ask(self, question: str, limit: int = 3) -> dict[str, Any]:
        return self.call("ask", question=question, limit=limit)

    def line(self, path: str, number: int) -> str:
        """A line of a file as an editor counts them."""
        raw = (self.root / path).read_bytes().decode("utf-8-sig")
        return raw.replace("\r\n", "\n").split("\n")[number - 1]


@contextmanager
def desk(notes: Mapping[str, str | bytes], embedder: str = "off") -> Iterator[Desk]:
    """A daemon that has read some notes, and embedded them where it has a model."""
    folder = Path(tempfile.mkdtemp(prefix="vb"))
    made = Desk(folder)
    try:
        made.configure(embedder)
        for path, text in notes.items():
            file = made.root / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(text if isinstance(text, bytes) else text.encode())
        made.start()
        made.until(lambda: made.status()["pending"] == 0 or embedder == "off", 60)
        yield made
    finally:
        made.close()
        shutil.rmtree(folder)


@pytest.fixture
def make() -> Iterator[Make]:
    """Makes a desk that is closed after the test."""
    with ExitStack() as stack:
        yield lambda notes, embedder="off": stack.enter_context(desk(notes, embedder))
