from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.reports.conftest import Make


def test_comments_are_in_no_byte_and_no_answer(make: Make) -> None:
    at = make(
        {
            "a.md": "# A\n\nVisible %%inline qsecretq note%% text.\n\n%%\nblock qsecretq\n\n"
            "second qsecretq\n%%\n\nAfter.\n",
            "b.md": "Before.\n\n%%\n```\nqsecretq hidden code\n```\n%%\n\nAfter code comment.\n",
            "c.md": "Unclosed %% qshownq is text.\n",
        }
    )
    assert sorted(at.ranking("After")) == ["a.md", "b.md"]
    assert at.ranking("qsecretq") == []
    assert "qsecretq" not in str(at.ask("Visible text"))
    assert b"qsecretq" not in at.stored_bytes()
    assert at.ranking("qshownq") == ["c.md"]


def test_folders_of_programs_and_the_bin_are_never_indexed(make: Make) -> None:
    at = make(
        {
            "kept.md": "# Kept\n\nkeptword\n",
            ".trash/a.md": "# A\n\ngoneword\n",
            "Sub/.trash/b.md": "# B\n\ngoneword\n",
            ".obsidian/plugins/x/README.md": "# R\n\ngoneword\n",
            ".git/c.md": "goneword\n",
            "node_modules/d/README.md": "goneword\n",
        }
    )
    assert at.ranking("keptword") == ["kept.md"]
    assert at.ranking("goneword") == []
    assert at.status()["notes"] == 1
    assert b"goneword" not in at.stored_bytes()
