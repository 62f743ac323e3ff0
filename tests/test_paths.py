from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from vaultbrain import paths
from vaultbrain.errors import NotReady, UsageError
from vaultbrain.paths import HOME_VARIABLE, SOCKET_PATH_LIMIT, asset, locate, private_dir


def test_one_variable_moves_everything() -> None:
    found = locate({HOME_VARIABLE: "/h"})
    assert found.config_file == Path("/h/config/config.yaml")
    assert found.index_db == Path("/h/data/index.db")
    assert found.state_db == Path("/h/data/state.db")
    assert found.backups_dir == Path("/h/data/backups")
    assert found.lock == Path("/h/data/lock")
    assert found.log == Path("/h/state/vaultbrain.log")
    assert found.worker_log == Path("/h/state/worker.log")
    assert found.socket == Path("/h/run/vaultbrain.sock")


def test_home_may_be_relative_or_begin_with_a_tilde(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(paths, "SOCKET_PATH_LIMIT", 4096)
    assert locate({HOME_VARIABLE: "h"}).data_dir == tmp_path / "h" / "data"
    monkeypatch.setenv("HOME", str(tmp_path))
    assert locate({HOME_VARIABLE: "~/h"}).data_dir == tmp_path / "h" / "data"


def test_finding_places_makes_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(paths, "SOCKET_PATH_LIMIT", 4096)
    locate({HOME_VARIABLE: str(tmp_path / "h")})
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("value", [{}, {HOME_VARIABLE: ""}])
def test_without_it_the_places_of_the_platform_serve(
    value: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", "/h")
    for kind in ("CONFIG", "DATA", "STATE"):
        monkeypatch.delenv(f"XDG_{kind}_HOME", raising=False)
    monkeypatch.setenv("XDG_RUNTIME_DIR", "/r")
    found = locate(value)
    if os.uname().sysname == "Linux":
        assert found.config_file == Path("/h/.config/vaultbrain/config.yaml")
        assert found.data_dir == Path("/h/.local/share/vaultbrain")
        assert found.state_dir == Path("/h/.local/state/vaultbrain")
        assert found.socket == Path("/r/vaultbrain/vaultbrain.sock")
    names = (found.config_file, found.index_db, found.lock, found.log, found.worker_log)
    assert len({file.name for file in names}) == len(names)  # on macOS the folders coincide


def test_no_runtime_folder_is_no_reason_to_warn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("XDG_RUNTIME_DIR", raising=False)
    assert locate({}).socket.name == "vaultbrain.sock"  # warnings are errors in tests


@pytest.mark.fault(48)
def test_a_path_that_no_socket_can_have_is_refused() -> None:
    rest = len("/run/vaultbrain.sock")
    fits = "/" + "x" * (SOCKET_PATH_LIMIT - rest - 1)
    assert len(os.fsencode(locate({HOME_VARIABLE: fits}).socket)) == SOCKET_PATH_LIMIT
    with pytest.raises(UsageError, match=r"nothing was started.*Set VAULTBRAIN_HOME"):
        locate({HOME_VARIABLE: fits + "x"})


@pytest.mark.fault(48)
def test_the_limit_counts_bytes() -> None:
    with pytest.raises(UsageError):
        locate({HOME_VARIABLE: "/" + "č" * 45})


def test_a_private_folder_is_made_and_found_again(tmp_path: Path) -> None:
    folder = tmp_path / "a" / "b"
    old = os.umask(0)
    try:
        private_dir(folder)
        private_dir(folder)
    finally:
        os.umask(old)
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


@pytest.mark.fault(48)
def test_a_folder_open_to_others_is_refused(tmp_path: Path) -> None:
    folder = tmp_path / "open"
    folder.mkdir()
    folder.chmod(0o750)
    with pytest.raises(NotReady, match=r"mode 0750.*chmod 700"):
        private_dir(folder)


@pytest.mark.fault(48)
def test_a_link_is_refused_even_to_a_private_folder(tmp_path: Path) -> None:
    private_dir(tmp_path / "real")
    (tmp_path / "link").symlink_to(tmp_path / "real")
    with pytest.raises(NotReady, match="not a folder of its own"):
        private_dir(tmp_path / "link")


@pytest.mark.fault(48)
def test_a_folder_of_someone_else_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "theirs"
    folder.mkdir(mode=0o700)
    monkeypatch.setattr(os, "geteuid", lambda: os.getuid() + 1)
    with pytest.raises(NotReady, match="belongs to another user"):
        private_dir(folder)


@pytest.mark.parametrize(
    "name",
    ["brainignore.example", "systemd/vaultbrain.service", "launchd/org.vaultbrain.daemon.plist"],
)
def test_assets_are_found_in_the_source_tree(name: str) -> None:
    assert asset(name).read_bytes()


def test_assets_of_an_installation_are_found_first(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    installed = tmp_path / "vaultbrain" / "assets" / "brainignore.example"
    installed.parent.mkdir(parents=True)
    installed.write_text("installed")
    monkeypatch.setattr(paths, "__file__", str(tmp_path / "vaultbrain" / "paths.py"))
    assert asset("brainignore.example") == installed


def test_a_missing_asset_says_which() -> None:
    with pytest.raises(FileNotFoundError, match="no-such-thing"):
        asset("no-such-thing")


def test_the_limit_leaves_room_on_every_platform() -> None:
    assert SOCKET_PATH_LIMIT <= 103
