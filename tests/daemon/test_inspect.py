from __future__ import annotations

import contextlib
import os
import stat
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.sources.test_folder import unprivileged
from vaultbrain import config as settings
from vaultbrain.config import Config, ModelConfig, SourceConfig
from vaultbrain.daemon import inspect as module
from vaultbrain.errors import ConfigError, UsageError
from vaultbrain.indexer.inspect import Inspection, Survey
from vaultbrain.paths import locate

if TYPE_CHECKING:
    from vaultbrain.paths import Paths


@pytest.fixture
def paths(tmp_path: Path) -> Paths:
    """A home that is not there."""
    return locate({"VAULTBRAIN_HOME": str(tmp_path / "home")})


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    folder = tmp_path / "Notes"
    (folder / "sub").mkdir(parents=True)
    (folder / "a.md").write_text("zebra [[b]]")
    (folder / "sub" / "b.md").write_text("giraffe [[a]]")
    return folder


def configure(paths: Paths, **sources: SourceConfig) -> None:
    """Settings with these sources, and no model."""
    paths.config_dir.mkdir(parents=True)
    found = Config(sources=sources, model=ModelConfig(embedder="off"))
    paths.config_file.write_text(settings.dump(found))


def look(paths: Paths, given: object) -> Inspection | Survey:
    return module.inspect(paths, str(given), lambda _: None)


def file(paths: Paths, given: object) -> Inspection:
    found = look(paths, given)
    assert isinstance(found, Inspection)
    return found


def folder(paths: Paths, given: object) -> Survey:
    found = look(paths, given)
    assert isinstance(found, Survey)
    return found


def codes(found: Inspection | Survey) -> list[str]:
    return [at.code for at in found.problems]


# No traces


def everything(root: Path) -> dict[str, tuple[int, int]]:
    found = {str(at): at.lstat() for at in root.rglob("*")}
    return {name: (at.st_mtime_ns, at.st_size) for name, at in found.items()}


def test_nothing_is_written(paths: Paths, vault: Path, tmp_path: Path) -> None:
    (vault / "long.md").write_text("# A\n\n" + "word " * 900)
    before = everything(tmp_path)
    assert len(file(paths, vault / "long.md").chunks) > 1
    assert folder(paths, vault).notes == 3
    assert everything(tmp_path) == before
    assert not paths.config_dir.exists()


def test_a_home_that_was_used_stays_as_it_is(paths: Paths, vault: Path, tmp_path: Path) -> None:
    configure(paths, notes=SourceConfig(path=str(vault)))
    paths.state_dir.mkdir(parents=True)
    before = everything(tmp_path)
    assert file(paths, vault / "a.md").chunks[0].text == "zebra [[b]]"
    assert everything(tmp_path) == before


# Which vault a file is in


def test_a_file_outside_of_every_vault(paths: Paths, vault: Path) -> None:
    assert file(paths, vault / "sub" / "b.md").path == "b.md"


def test_a_file_of_a_source(paths: Paths, vault: Path) -> None:
    (vault / "sub" / ".obsidian").mkdir()
    configure(paths, notes=SourceConfig(path=str(vault), include=("a.*",)))
    found = file(paths, vault / "sub" / "b.md")
    assert (found.path, found.included) == ("sub/b.md", False)


def test_the_innermost_of_several_sources(paths: Paths, vault: Path) -> None:
    outer, inner = SourceConfig(path=str(vault)), SourceConfig(path=str(vault / "sub"))
    configure(paths, outer=outer, inner=inner)
    assert file(paths, vault / "sub" / "b.md").path == "b.md"


def test_a_source_reached_through_a_link(paths: Paths, vault: Path, tmp_path: Path) -> None:
    (tmp_path / "linked").symlink_to(vault)
    configure(paths, notes=SourceConfig(path=str(vault)))
    assert file(paths, tmp_path / "linked" / "sub" / "b.md").path == "sub/b.md"
    assert folder(paths, tmp_path / "linked").notes == 2


def test_a_vault_of_obsidian(paths: Paths, vault: Path) -> None:
    (vault / ".obsidian").mkdir()
    (vault / ".obsidian" / "x.md").write_text("x")
    (vault / "sub" / ".brainignore").write_text("nothing\n")
    assert file(paths, vault / "sub" / "b.md").path == "sub/b.md"
    assert codes(look(paths, vault / ".obsidian" / "x.md")) == ["ignored"]
    assert codes(look(paths, vault / ".obsidian")) == ["ignored"]


def test_the_ignore_files_of_all_folders_above_count(paths: Paths, vault: Path) -> None:
    (vault / ".brainignore").write_text("sub/\n")
    (vault / "sub" / ".brainignore").write_text("nothing\n")
    assert codes(look(paths, vault / "sub" / "b.md")) == ["ignored"]
    assert codes(look(paths, vault / "sub")) == ["ignored"]
    assert file(paths, vault / "a.md").path == "a.md"


def test_a_folder_that_is_never_read(paths: Paths, vault: Path) -> None:
    (vault / ".trash" / "deep").mkdir(parents=True)
    (vault / ".trash" / "deep" / "x.md").write_text("x")
    found = file(paths, vault / ".trash" / "deep" / "x.md")
    assert (found.path, codes(found)) == (".trash/deep/x.md", ["ignored"])


def test_a_folder_of_a_vault_is_read_with_its_vault(paths: Paths, vault: Path) -> None:
    configure(paths, notes=SourceConfig(path=str(vault)))
    found = folder(paths, vault / "sub")
    assert (found.path, found.notes, found.dangling) == (str(vault / "sub"), 1, ())


def test_links_are_not_followed_out_of_a_vault(paths: Paths, vault: Path, tmp_path: Path) -> None:
    (tmp_path / "secret.md").write_text("x")
    (tmp_path / "away").mkdir()
    (tmp_path / "away" / "c.md").write_text("x")
    (vault / "out.md").symlink_to(tmp_path / "secret.md")
    (vault / "away").symlink_to(tmp_path / "away")
    configure(paths, notes=SourceConfig(path=str(vault)))
    for name in ("out.md", "away/c.md", "away"):
        assert codes(look(paths, vault / name)) == ["link-not-followed"]
    assert codes(look(paths, vault)) == ["link-not-followed"] * 2


# How the path is written


def test_relative_paths(paths: Paths, vault: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    configure(paths, notes=SourceConfig(path=str(vault)))
    monkeypatch.chdir(vault / "sub")
    assert file(paths, "b.md").path == "sub/b.md"
    assert file(paths, "../a.md").path == "a.md"
    assert file(paths, "./../sub/b.md").path == "sub/b.md"
    assert folder(paths, ".").path == str(vault / "sub")
    assert folder(paths, "..").path == str(vault)


def test_a_home_folder_is_written_as_a_tilde(
    paths: Paths, vault: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(vault))
    assert file(paths, "~/a.md").title == "a"


@pytest.mark.parametrize(
    "given",
    ["", "nothing.md", "a.md/x.md", "nul\0.md", "n" * 300, "~nobody-of-that-name/a.md", "loop/a"],
)
def test_what_is_not_there_is_a_mistake_of_the_command_line(
    paths: Paths, vault: Path, given: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(vault)
    (vault / "loop").symlink_to("loop")
    with pytest.raises(UsageError, match="Give the path of a note or a folder"):
        look(paths, given)


def test_names_of_any_bytes(paths: Paths, vault: Path) -> None:
    name = os.fsdecode(b"caf\xe9.md")
    (vault / name).write_text("x")
    assert codes(look(paths, vault / name)) == ["name-unreadable"]
    (vault / "Kafe\u0301.md").write_text("x")
    assert file(paths, vault / "Kafe\u0301.md").path == "Kafe\u0301.md"


def test_a_pipe_is_not_waited_for(paths: Paths, vault: Path) -> None:
    os.mkfifo(vault / "pipe.md")
    assert stat.S_ISFIFO((vault / "pipe.md").stat().st_mode)
    assert "no plain file" in file(paths, vault / "pipe.md").problems[0].message


def test_wrong_settings_are_said_to_be_so(paths: Paths, vault: Path) -> None:
    paths.config_dir.mkdir(parents=True)
    paths.config_file.write_text("sources: [")
    with pytest.raises(ConfigError):
        look(paths, vault / "a.md")


def test_what_is_forbidden_is_told_so() -> None:
    with tempfile.TemporaryDirectory() as name, contextlib.ExitStack() as opened:
        root = Path(name)
        root.chmod(0o755)
        paths = locate({"VAULTBRAIN_HOME": str(root / "h")})
        (root / "a.md").touch(0o000)
        for closed, mode in (("closed", 0o000), ("listed", 0o444)):
            (root / closed).mkdir()
            (root / closed / "a.md").write_text("x")
            (root / closed).chmod(mode)
            opened.callback((root / closed).chmod, 0o700)
        with unprivileged():
            for given in ("a.md", "closed/a.md", "closed", "listed/a.md", "listed"):
                found = look(paths, root / given)
                assert "ermission denied" in found.problems[0].message
                assert not getattr(found, "title", "")
