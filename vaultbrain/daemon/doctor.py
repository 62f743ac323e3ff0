"""Checks that need no running daemon: Python, settings, vaults, folders, SQLite, model."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from vaultbrain import config
from vaultbrain.daemon.power import on_battery
from vaultbrain.errors import ConfigError, VaultbrainError
from vaultbrain.paths import VECTORS_FILE

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from vaultbrain.config import Config
    from vaultbrain.paths import Paths
    from vaultbrain.store.checks import Fault

OLDEST_PYTHON = (3, 11)
# Faults of one file that are told one by one.
_SHOWN = 3
_MENDED = {
    "idle": "Leave vaultbrain running: it mends this when it has nothing else to do.",
    "start": "This is set right at the next start: vaultbrain stop, then vaultbrain start",
}
Status = Literal["ok", "warn", "fail"]


@dataclass(frozen=True)
class Check:
    """One thing that was looked at; `advice` is empty where nothing is to be done."""

    name: str
    status: Status
    detail: str
    advice: str = ""


def checks(paths: Paths, *, deep: bool = False) -> list[Check]:
    """Look at everything; raises nothing.

    Args:
        paths: the home.
        deep: also compare every row of the databases with what was written, which takes a while.
    """
    settings, about_settings = _settings(paths.config_file)
    found = [_python(sys.version_info[:3]), about_settings]
    if settings is not None:
        found += _vaults(settings)
    found.append(_settings_folder(paths.config_dir))
    found += [_folder(folder) for folder in (paths.data_dir, paths.state_dir, paths.run_dir)]
    found.append(_log(paths.log))
    sqlite = _guarded("sqlite", _sqlite)
    found += [_socket(paths.socket), sqlite]
    if deep and sqlite.status == "ok":
        found += _databases(paths)
    if settings is None or settings.model.embedder != "off":
        found.append(_guarded("model", _model))
        if settings is not None and settings.model.on_battery == "pause":
            found.append(_power(on_battery()))
    return found


def _python(version: tuple[int, ...]) -> Check:
    shown = ".".join(map(str, version))
    if version >= OLDEST_PYTHON:
        return Check("python", "ok", shown)
    return Check("python", "fail", f"{shown} is too old", "Install Python 3.11 or newer.")


def _settings(file: Path) -> tuple[Config | None, Check]:
    try:
        found = config.load(file)
    except ConfigError as error:
        fault, _, advice = error.message.partition("\n")
        return None, Check("config", "fail", fault, advice)
    if not found.sources:
        advice = "Register one: vaultbrain start ~/Notes"
        return found, Check("config", "warn", "no vault is registered", advice)
    return found, Check("config", "ok", str(file))


def _vaults(settings: Config) -> list[Check]:
    found = []
    for name, source in settings.sources.items():
        root = source.root
        label = f"vault {name}"
        try:
            with os.scandir(root) as entries:
                next(entries, None)
            found.append(Check(label, "ok", str(root)))
        except OSError as error:
            advice = "Bring the folder back, or correct its path in config.yaml."
            found.append(Check(label, "fail", f"{root}: {error.strerror}", advice))
    return found


def _settings_folder(folder: Path) -> Check:
    """Others may read it, for it holds no notes; but they must not choose what is indexed."""
    found = _looked_up(folder, folder.stat)
    if isinstance(found, Check):
        return found
    if not found.st_mode & 0o022:
        return Check("folder", "ok", f"{folder} is written by you alone")
    advice = f"Keep the settings yours: chmod go-w '{folder}'"
    return Check("folder", "warn", f"{folder} may be written by others", advice)


def _looked_up(folder: Path, look: Callable[[], os.stat_result]) -> os.stat_result | Check:
    """What a folder is; or the finding, where there is nothing to look at."""
    try:
        return look()
    except FileNotFoundError:
        return Check("folder", "ok", f"{folder} (not made yet)")
    except OSError as error:
        return Check("folder", "fail", f"{folder}: {error.strerror}", "Make it readable for you.")


def _log(file: Path) -> Check:
    return Check("log", "ok", str(file) if file.exists() else f"{file} (not written yet)")


def _folder(folder: Path) -> Check:
    found = _looked_up(folder, folder.lstat)
    if isinstance(found, Check):
        return found
    private = stat.S_ISDIR(found.st_mode) and not found.st_mode & 0o077
    if private and found.st_uid == os.geteuid():
        return Check("folder", "ok", f"{folder} is private")
    advice = f"Make it a folder of yours alone: chmod 700 '{folder}'"
    return Check("folder", "fail", f"{folder} is open to others", advice)


def _socket(path: Path) -> Check:
    try:
        found = path.lstat()
    except OSError:
        return Check("socket", "ok", "none, so no daemon is listening")
    if not stat.S_ISSOCK(found.st_mode):
        return Check("socket", "fail", f"{path} is no socket", "Move it away.")
    if found.st_mode & 0o077:
        advice = f"Restart the daemon, or: chmod 600 '{path}'"
        return Check("socket", "fail", f"{path} is open to others", advice)
    return Check("socket", "ok", str(path))


def _guarded(name: str, look: Callable[[], Check]) -> Check:
    """A check of a library: that it cannot even be imported is a finding, not a crash."""
    try:
        return look()
    except VaultbrainError as error:
        return Check(name, "fail", error.message)
    except Exception as error:  # noqa: BLE001 - a library may raise anything while it is imported
        advice = "The installation is damaged; install vaultbrain again."
        return Check(name, "fail", f"cannot be loaded ({type(error).__name__})", advice)


def _sqlite() -> Check:
    from vaultbrain.store.connections import extension_version  # noqa: PLC0415 - guarded

    return Check("sqlite", "ok", f"loads sqlite-vec {extension_version()}")


def _databases(paths: Paths) -> list[Check]:
    """Read from beside a daemon that may be at work; nothing is changed."""
    from vaultbrain.indexer.draft import READING_VERSION  # noqa: PLC0415 - guarded
    from vaultbrain.store import authored, checks, schema  # noqa: PLC0415 - guarded

    index, vectors = paths.index_db, paths.index_db.with_name(VECTORS_FILE)
    if not (index.exists() and vectors.exists()):
        found = [Check(index.name, "ok", f"{index} (not made yet)")]
    else:
        faults = checks.inspect(index, f"{READING_VERSION}:")
        files = ((index, schema.INDEX), (vectors, schema.VECTORS))
        found = [
            _derived(path, [at for at in faults if at.file == path.name], schema.advice(path, file))
            for path, file in files
        ]
    if paths.state_db.exists():
        found.append(_authored(paths.state_db.name, authored.check(paths.state_db)))
    return found


def _derived(path: Path, faults: list[Fault], advice: str) -> Check:
    if not faults:
        return Check(path.name, "ok", "every row is what was written")
    lasting = [at for at in faults if at.mended == "never"]
    worst = lasting or faults
    shown = [f"{at.what} ({at.path})" if at.path else at.what for at in worst[:_SHOWN]]
    if len(faults) > len(shown):
        shown.append(f"and {len(faults) - len(shown)} more")
    if not lasting:
        mends = (_MENDED[how] for how in sorted({at.mended for at in faults}))
        return Check(path.name, "warn", "; ".join(shown), " ".join(mends))
    return Check(path.name, "fail", "; ".join(shown), f"Your notes are not affected. {advice}")


def _authored(name: str, fault: str) -> Check:
    if not fault:
        return Check(name, "ok", "can be read as a whole")
    advice = "Put a backup in its place: vaultbrain restore"
    return Check(name, "fail", f"what you decided about your vaults is damaged: {fault}", advice)


def _model() -> Check:
    from vaultbrain.inference.installation import (  # noqa: PLC0415 - guarded
        RUNTIME,
        find_installation,
        install,
    )

    installation = find_installation()
    fault = installation.fault()
    if fault is not None:
        # Words still find notes, so this is no reason to fail.
        return Check("model", "warn", fault.reason, fault.advice)
    installation.verify()
    best = installation.engines[0]
    if best.largest is None:
        packages = " and ".join(installation.missing)
        detail = f"runs in its own engine, 5 to 10 times slower: {packages} not installed"
        return Check("model", "warn", detail, install(installation.missing))
    version = _runtime()
    if version is None:
        detail = "runs in its own engine, 5 to 10 times slower: onnxruntime cannot be loaded"
        advice = f"Install it again: pip install --force-reinstall {' '.join(RUNTIME)}"
        return Check("model", "warn", detail, advice)
    detail = f"{best.identity.model}, {best.name} in onnxruntime {version}, weights as expected"
    return Check("model", "ok", detail)


def _runtime() -> str | None:
    """The version of onnxruntime; None where it, or what builds its graph, cannot be loaded.

    Tried in another process, which a library that does not fit the processor may take down.
    """
    code = "from vaultbrain.inference.e5 import engine, graph; print(engine.VERSION)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    return done.stdout.strip() if done.returncode == 0 else None


def _power(is_on_battery: bool) -> Check:  # noqa: FBT001 - the one thing there is to say
    """Only where the user wants to spare the battery."""
    if not is_on_battery:
        return Check("power", "ok", "no battery in use, so new texts get their vectors")
    detail = "on battery, so new texts wait for their vectors and are found by their words"
    advice = "Plug in, or set model.on_battery to run in config.yaml and restart vaultbrain."
    return Check("power", "warn", detail, advice)
