from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

import pytest

from tests.faults import must_run
from tests.house import House

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator
    from pathlib import Path

# Where everything that tests of faults need was installed, a skipped one proves nothing.
IS_COMPLETE = os.environ.get("CI") == "true" and sys.platform == "linux" and os.geteuid() == 0


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if IS_COMPLETE and report.skipped and item.get_closest_marker("fault"):
        reason = str(report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longrepr)
        if must_run(reason):
            report.outcome = "failed"
            report.longrepr = f"It proves a row of the table of faults and did not run. {reason}"
    return report


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
