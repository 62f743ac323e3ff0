from __future__ import annotations

import logging
import os
import random
import shutil
import subprocess
from typing import TYPE_CHECKING

import pytest

from vaultbrain.sources.ignore import EXCLUDED_FOLDERS, IgnoreRules

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

GIT = shutil.which("git")


def is_readable(path: str) -> bool:
    return path.lower().endswith((".md", ".markdown", ".txt"))


def rules(
    root: Path,
    files: Mapping[str, str | bytes] | None = None,
    include: Sequence[str] = ("*.md",),
    exclude: Sequence[str] = (),
) -> IgnoreRules:
    for folder, text in (files or {}).items():
        (root / folder).mkdir(parents=True, exist_ok=True)
        raw = text.encode() if isinstance(text, str) else text
        (root / folder / ".brainignore").write_bytes(raw)
    return IgnoreRules(root, include, exclude, is_readable)


@pytest.mark.parametrize(
    ("include", "path", "expected"),
    [
        (["*.md"], "a/b.md", True),
        (["*.md"], "a/B.MD", True),
        (["*.MD"], "b.md", True),
        (["*.md"], "two\nlines.md", True),
        (["*.md"], "b.txt", False),
        (["*.md"], "md", False),
        (["journal/*.txt"], "journal/x.txt", True),
        (["journal/*.txt"], "journal/deep/x.txt", True),
        (["journal/*.txt"], "x.txt", False),
        (["journal/*.txt"], "other/journal/x.txt", False),
        ([], "b.md", False),
        (["[a-c].md"], "b.md", True),
    ],
)
def test_include(tmp_path: Path, include: list[str], path: str, expected: bool) -> None:  # noqa: FBT001
    assert rules(tmp_path, include=include).is_note(path) is expected


@pytest.mark.parametrize(
    "name",
    [
        *(".#x.md", "#x.md#", "x.md~", "~$x.md", ".~lock.x.md#", ".x.md.swp", "x.md.tmp", "4913"),
        *("x.md.bak", "x.md.part", "x.md.crdownload", ".syncthing.x.md", "~syncthing~x.md"),
        *(".goutputstream-ABC", ".x.md.icloud", ".DS_Store", "._x.md", ".nfs0001"),
    ],
)
def test_temporaries_are_no_notes(tmp_path: Path, name: str) -> None:
    assert not rules(tmp_path, include=["*"]).is_note(f"a/{name}")
    assert rules(tmp_path, include=["*"]).is_note(f"{name}/x.md")


@pytest.mark.parametrize("folder", sorted(EXCLUDED_FOLDERS))
def test_built_in_excludes_cannot_be_taken_back(tmp_path: Path, folder: str) -> None:
    kept = rules(tmp_path, {"": f"!{folder}\n!{folder}/\n!{folder}/**\n!*\n"}, exclude=["!*"])
    assert kept.ignores(f"{folder}/x.md")
    assert kept.ignores(f"a/{folder}/b/x.md")
    assert not kept.ignores(f"{folder}.md")


@pytest.mark.parametrize(
    ("lines", "ignored", "kept"),
    [
        ("x.md", ["x.md", "a/x.md"], ["ax.md", "x.mdx"]),
        ("/x.md", ["x.md"], ["a/x.md"]),
        ("a/", ["a/x.md", "b/a/c/x.md"], ["ab/x.md"]),
        ("a/x.md", ["a/x.md"], ["b/a/x.md"]),
        ("*.md\n!x.md", ["y.md"], ["x.md", "a/x.md"]),
        ("a/\n!a/x.md", ["a/x.md"], []),
        ("a/*\n!a/x.md", ["a/y.md", "a/b/x.md"], ["a/x.md"]),
        ("**/b/*.md", ["b/x.md", "a/b/x.md"], ["b/c/x.md"]),
        ("# x.md\n\n  \n\\#y.md", ["#y.md"], ["x.md"]),
        ("x.md  \r\ny\\ z.md\r\n", ["x.md", "y z.md"], ["x.md  "]),
        ("\ufeffx.md", ["x.md"], []),
        ("X.md", ["X.md"], ["x.md"]),
        ("a\u2028b.md", ["a\u2028b.md"], ["b.md"]),
    ],
)
def test_ignore_files_follow_git(
    tmp_path: Path, lines: str, ignored: list[str], kept: list[str]
) -> None:
    found = rules(tmp_path, {"": lines})
    assert [path for path in ignored if not found.ignores(path)] == []
    assert [path for path in kept if found.ignores(path)] == []


def test_the_nearest_ignore_file_speaks_last(tmp_path: Path) -> None:
    found = rules(tmp_path, {"": "*.md\n!a/keep.md", "a": "!x.md\n", "a/b": "x.md\n/y.md"})
    assert not found.ignores("a/x.md")
    assert found.ignores("a/b/x.md")
    assert found.ignores("a/b/y.md")
    assert not found.ignores("a/c/x.md")
    assert not found.ignores("a/keep.md")
    assert found.ignores("x.md")


def test_exclude_of_the_settings_is_overruled_by_an_ignore_file(tmp_path: Path) -> None:
    found = rules(tmp_path, {"a": "!x.md"}, exclude=["x.md", "private/"])
    assert found.ignores("x.md")
    assert found.ignores("private/y.md")
    assert not found.ignores("a/x.md")


def test_rules_are_read_once(tmp_path: Path) -> None:
    found = rules(tmp_path, {"": "x.md"})
    assert found.ignores("x.md")
    (tmp_path / ".brainignore").write_text("")
    assert found.ignores("x.md")
    assert not rules(tmp_path).ignores("x.md")


@pytest.mark.parametrize(
    "raw",
    [
        b"!\n",
        b"\\\n",
        b"[z-a]\n",
        "x.md\n".encode("utf-16"),
        b"y.md\n" * 300_000,
    ],
)
def test_an_ignore_file_that_cannot_be_used_ignores_its_folder(
    tmp_path: Path, raw: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    found = rules(tmp_path, {"a": raw})
    with caplog.at_level(logging.WARNING):
        assert found.ignores("a/x.md")
        assert found.ignores("a/b/x.md")
    assert not found.ignores("x.md")
    assert [record.getMessage().split(" cannot")[0] for record in caplog.records] == [
        "a/.brainignore"
    ]
    assert [(at.code, at.path) for at in found.problems] == [
        ("ignore-file-broken", "a/.brainignore")
    ]


def test_a_folder_or_a_pipe_in_place_of_an_ignore_file_ignores_the_folder(tmp_path: Path) -> None:
    (tmp_path / "a" / ".brainignore").mkdir(parents=True)
    (tmp_path / "b").mkdir()
    os.mkfifo(tmp_path / "b" / ".brainignore")
    found = rules(tmp_path)
    assert found.ignores("a/x.md")
    assert found.ignores("b/x.md")


def test_an_ignore_file_that_may_not_be_read_ignores_its_folder(tmp_path: Path) -> None:
    (tmp_path / ".brainignore").symlink_to(tmp_path / ".brainignore")  # ELOOP, even for root
    assert rules(tmp_path).ignores("x.md")


def test_a_file_where_a_folder_was_has_no_rules(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("")
    assert not rules(tmp_path).ignores("a/x.md")


PATTERNS = "a b/ /a a/b a/* *.md x.md /x.md a/x.md c/ [ab] ?.md s* a*/ a/b/ b/x.md **/c".split()


@pytest.mark.skipif(GIT is None, reason="git is not installed")
@pytest.mark.parametrize("seed", range(12))
def test_the_verdict_is_that_of_git(tmp_path: Path, seed: int) -> None:
    """Plain patterns anywhere, taken back by name only; see the module for what differs."""
    draw = random.Random(seed)  # noqa: S311
    folders = ["", "a/", "b/", "a/b/", "a/c/", "b/a/", "c/", "a/b/a/"]
    files = [folder + name for folder in folders for name in ("x.md", "s.md")]
    for path in files:
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).touch()
    for folder in draw.sample(["", "a", "a/b", "b"], 3):
        lines = [*draw.choices(PATTERNS, k=2), draw.choice(["!x.md", "!s.md", "!?.md", "# none"])]
        for name in (".gitignore", ".brainignore"):
            (tmp_path / folder / name).write_text("\n".join(lines))
    assert GIT is not None
    subprocess.run([GIT, "init", "-q", tmp_path], check=True)
    ask = [GIT, "-C", str(tmp_path), "ls-files", "--others", "--exclude-standard", "*.md"]
    listed = subprocess.run(ask, capture_output=True, text=True, check=True).stdout.split()
    found = rules(tmp_path)
    assert {path for path in files if not found.ignores(path)} == set(listed)
