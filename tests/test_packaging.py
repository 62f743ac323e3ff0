from __future__ import annotations

import email
import re
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import vaultbrain

if TYPE_CHECKING:
    from email.message import Message

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
INFO = f"vaultbrain-{vaultbrain.__version__}.dist-info"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> zipfile.Path:
    """The wheel as a user would get it, built without network."""
    folder = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    (file,) = folder.glob("*.whl")
    assert file.name == f"vaultbrain-{vaultbrain.__version__}-py3-none-any.whl"
    return zipfile.Path(file)


@pytest.fixture(scope="module")
def metadata(wheel: zipfile.Path) -> Message:
    return email.message_from_string((wheel / INFO / "METADATA").read_text(encoding="utf-8"))


def _names(wheel: zipfile.Path) -> set[str]:
    return set(wheel.root.namelist())


def test_every_module_and_statement_is_in_it(wheel: zipfile.Path) -> None:
    wanted = {
        str(file.relative_to(ROOT))
        for file in (ROOT / "vaultbrain").rglob("*")
        if file.suffix in {".py", ".sql", ".typed"}
    }
    assert "vaultbrain/store/sql/index/0001_initial.sql" in wanted
    assert "vaultbrain/store/sql/vectors/0001_initial.sql" in wanted
    assert "vaultbrain/py.typed" in wanted
    assert wanted <= _names(wheel)


@pytest.mark.parametrize(
    ("inside", "source"),
    [
        ("assets/systemd/vaultbrain.service", "systemd/vaultbrain.service"),
        ("assets/launchd/org.vaultbrain.daemon.plist", "launchd/org.vaultbrain.daemon.plist"),
        ("assets/brainignore.example", ".brainignore.example"),
    ],
)
def test_assets_are_in_it_unchanged(wheel: zipfile.Path, inside: str, source: str) -> None:
    assert (wheel / "vaultbrain" / inside).read_bytes() == (ROOT / source).read_bytes()


def test_nothing_else_is_in_it(wheel: zipfile.Path) -> None:
    assert {name.split("/")[0] for name in _names(wheel)} == {"vaultbrain", INFO}
    assert not [name for name in _names(wheel) if "__pycache__" in name or "/tests/" in name]


def test_one_command_is_installed(wheel: zipfile.Path) -> None:
    points = (wheel / INFO / "entry_points.txt").read_text(encoding="utf-8")
    assert points.split() == ["[console_scripts]", "vaultbrain", "=", "vaultbrain.cli.main:entry"]


def test_the_licence_comes_along(wheel: zipfile.Path, metadata: Message) -> None:
    assert metadata["License-Expression"] == "MIT"
    inside = (wheel / INFO / "licenses" / "LICENSE").read_text(encoding="utf-8")
    assert inside == (ROOT / "LICENSE").read_text(encoding="utf-8")


def test_the_metadata_says_what_it_is(metadata: Message) -> None:
    assert metadata["Name"] == "vaultbrain"
    assert metadata["Version"] == vaultbrain.__version__
    assert metadata["Requires-Python"] == ">=3.11"
    assert "Typing :: Typed" in metadata.get_all("Classifier", [])
    assert metadata.get_payload() == (ROOT / "README.md").read_text(encoding="utf-8")
    labels = {url.split(",")[0] for url in metadata.get_all("Project-URL", [])}
    assert labels == {"Homepage", "Documentation", "Source", "Issues", "Changelog"}


def test_dependencies_of_development_stay_at_home(metadata: Message) -> None:
    needs = metadata.get_all("Requires-Dist", [])
    extras = [at for some in PROJECT.get("optional-dependencies", {}).values() for at in some]
    assert len(needs) == len(PROJECT["dependencies"]) + len(extras)
    assert len([need for need in needs if "extra ==" in need]) == len(extras)
    assert not [need for need in needs if need.startswith(("pytest", "ruff", "hatchling"))]


def test_every_dependency_has_a_pinned_version_for_development() -> None:
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pinned = {line.partition("==")[0].lower().replace("_", "-") for line in lines}
    assert all("==" in line and " " not in line for line in lines)
    for need in PROJECT["dependencies"]:
        name = need.partition(";")[0]
        assert re.split(r"[\[>=]", name)[0].lower() in pinned
