"""init and config: the settings file and what must not be written."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from vaultbrain import config
from vaultbrain.cli import vaults
from vaultbrain.errors import ConfigError, VaultError

if TYPE_CHECKING:
    from tests.cli.conftest import Shell


def sources(shell: Shell) -> dict[str, str]:
    found = config.load(shell.paths.config_file).sources
    return {name: source.path for name, source in found.items()}


def names(folder: Path) -> list[str]:
    return sorted(entry.name for entry in folder.iterdir())


def write_config(shell: Shell, text: str) -> None:
    shell.paths.config_dir.mkdir(mode=0o700)
    shell.paths.config_file.write_text(text)


def test_init_registers_once(shell: Shell, vault: Path) -> None:
    assert shell.run("init", str(vault)) == 0
    assert f"Registered {vault} as source `notes`" in shell.out
    assert shell.out.endswith("Next: vaultbrain start\n")
    assert "--write-brainignore" in shell.out
    before = shell.paths.config_file.read_text()
    assert shell.run("init", f"{vault}/../{vault.name}/") == 0
    assert "Already registered" in shell.out
    assert shell.paths.config_file.read_text() == before
    assert sources(shell) == {"notes": str(vault)}
    assert shell.paths.config_file.stat().st_mode & 0o777 == 0o600
    assert shell.paths.config_dir.stat().st_mode & 0o777 == 0o700


@pytest.mark.parametrize("kind", ["hand-made", "link"])
def test_a_settings_folder_that_is_there_is_left_as_it_is(
    shell: Shell, vault: Path, tmp_path: Path, kind: str
) -> None:
    folder = shell.paths.config_dir
    if kind == "link":
        (tmp_path / "dotfiles").mkdir()
        folder.symlink_to(tmp_path / "dotfiles")
    else:
        folder.mkdir()
    folder.chmod(0o755)
    assert shell.run("init", str(vault)) == 0
    assert sources(shell) == {"notes": str(vault)}
    assert folder.stat().st_mode & 0o777 == 0o755
    assert shell.paths.config_file.stat().st_mode & 0o777 == 0o600


def test_init_takes_the_current_folder(
    shell: Shell, vault: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(vault)
    assert shell.run("init", "--json") == 0
    assert json.loads(shell.out) == {
        "source": "notes",
        "path": str(vault),
        "added": True,
        "config": str(shell.paths.config_file),
        "brainignore": False,
    }


def test_the_vault_is_not_written_unasked(shell: Shell, vault: Path) -> None:
    shell.run("init", str(vault))
    assert names(vault) == ["a.md"]


def test_an_ignore_file_is_written_when_asked(shell: Shell, vault: Path) -> None:
    assert shell.run("init", str(vault), "--write-brainignore") == 0
    written = (vault / ".brainignore").read_text()
    assert written
    assert written.rstrip() in shell.out
    (vault / ".brainignore").write_text("mine\n")
    assert shell.run("init", str(vault), "--write-brainignore") == 0
    assert "left as it is" in shell.out
    assert (vault / ".brainignore").read_text() == "mine\n"
    shell.run("init", str(vault))
    assert "brainignore" not in shell.out


def test_an_ignore_file_that_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(VaultError, match="could not be written"):
        vaults.write_ignore(tmp_path / "absent", "x")


def test_further_vaults_are_named_after_their_folder(shell: Shell, tmp_path: Path) -> None:
    for name in ("a/First", "b/Môj Denník!", "c/Môj Denník!", "d/漢字"):
        folder = tmp_path / name
        folder.mkdir(parents=True)
        assert shell.run("init", str(folder)) == 0
    assert list(sources(shell)) == ["vault", "m-j-denn-k-2", "m-j-denn-k", "notes"]


@pytest.mark.parametrize("kind", ["missing", "file", "closed", "not utf-8"])
def test_a_folder_that_cannot_be_a_vault(
    shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    where = tmp_path / "v"
    if kind == "file":
        where.write_text("x")
    elif kind == "closed":
        where.mkdir()

        def forbid(_: object) -> None:
            raise PermissionError(13, "Permission denied")

        monkeypatch.setattr("vaultbrain.cli.vaults.os.scandir", forbid)
    elif kind == "not utf-8":
        where = Path(os.fsdecode(bytes(tmp_path) + b"/\xff"))
        where.mkdir()
    assert shell.run("init", str(where)) == 2
    assert "Nothing was registered." in shell.err
    assert not shell.paths.config_file.exists()


@pytest.mark.parametrize(
    "text",
    [
        "# mine\nmodel:\n  embedder: 'off'  # slow machine\n",
        "# mine\nsources:\n  old:\n    path: /old  # stays\nmodel:\n  embedder: 'off'\n",
        "# mine\nsources:   # all of them\n    old:\n        path: /old\nmodel: {embedder: 'off'}",
        "# mine\nmodel: {embedder: 'off'}\nsources: {}\n",
        "# mine\nmodel: {embedder: 'off'}\nsources:\n old:\n  path: /old\n",
    ],
)
def test_the_users_own_text_stays(shell: Shell, vault: Path, text: str) -> None:
    write_config(shell, text)
    assert shell.run("init", str(vault)) == 0
    after = shell.paths.config_file.read_text()
    assert after.startswith("# mine\n")
    found = config.load(shell.paths.config_file)
    assert found.model.embedder == "off"
    assert str(vault) in [source.path for source in found.sources.values()]
    for comment in ("# slow machine", "# stays", "# all of them"):
        assert (comment in after) == (comment in text)
    assert names(shell.paths.config_dir) == ["config.yaml"]


def test_settings_laid_out_in_another_way_are_kept_beside(shell: Shell, vault: Path) -> None:
    text = "sources: {old: {path: /old}}  # mine\n"
    write_config(shell, text)
    assert shell.run("init", str(vault)) == 0
    kept = shell.paths.config_dir / "config.yaml.before-notes"
    assert kept.read_text() == text
    assert str(kept) in shell.err
    assert sources(shell) == {"old": "/old", "notes": str(vault)}


def test_settings_that_are_wrong_are_not_touched(shell: Shell, vault: Path) -> None:
    write_config(shell, "sauces: {}\n")
    assert shell.run("init", str(vault)) == 2
    assert "line 1" in shell.err
    assert shell.paths.config_file.read_text() == "sauces: {}\n"


def test_settings_that_cannot_be_written(
    shell: Shell, vault: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("vaultbrain.cli.vaults.os.fsync", full)
    with pytest.raises(ConfigError, match="No space left"):
        vaults.register(shell.paths, vault)
    assert names(shell.paths.config_dir) == []


def test_config_shows_everything(shell: Shell, vault: Path) -> None:
    assert shell.run("config") == 0
    assert "not written yet: these are the defaults" in shell.out
    shell.run("init", str(vault))
    assert shell.run("config") == 0
    assert shell.out.startswith(f"# {shell.paths.config_file}\nsources:\n")
    assert config.parse(shell.out, Path("x")) == config.load(shell.paths.config_file)
    assert shell.run("config", "--json") == 0
    assert json.loads(shell.out)["config"]["sources"]["notes"]["path"] == str(vault)


def test_config_path_and_check(shell: Shell) -> None:
    assert shell.run("config", "--path") == 0
    assert shell.out == f"{shell.paths.config_file}\n"
    assert shell.run("config", "--path", "--json") == 0
    assert json.loads(shell.out) == {"path": str(shell.paths.config_file)}
    assert shell.run("config", "--check") == 0
    assert shell.out.endswith("is valid.\n")
    write_config(shell, "model:\n  embedder: wrong\n")
    assert shell.run("config", "--check") == 2
    assert "line 2" in shell.err
    assert shell.run("config", "--path", "--check") == 2
