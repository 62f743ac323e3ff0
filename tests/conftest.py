from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.house import House

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture(autouse=True)
def _closed() -> Iterator[None]:
    """Every house that a test opens is closed after it."""
    opened: list[House] = []
    open_ = House.open

    def remember(house: House) -> House:
        opened.append(house)
        return open_(house)

    # A patch of our own: the one that tests share must be undone before their other fixtures.
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(House, "open", remember)
        yield
    for house in opened:
        house.close()


@pytest.fixture
def house(tmp_path: Path) -> House:
    return House(tmp_path).open()
