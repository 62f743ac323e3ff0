"""Registering a vault: the folder is checked, `config.yaml` gets one more source."""

from __future__ import annotations

import json
import os
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from vaultbrain import config, paths
from vaultbrain.errors import ConfigError, VaultError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

HEADER = "# Settings of vaultbrain. `vaultbrain config` shows every key with its value.\n"
_BARE_SOURCES = re.compile(r"^sources:[ \t]*(?:#.*)?\n", re.MULTILINE)
_EMPTY_SOURCES = re.compile(r"^sources:[ \t]*\{[ \t]*\}[ \t]*\n", re.MULTILINE)


@dataclass(frozen=True)
class Registered:
    """What `register` did. `kept` is the copy of settings that had to be written anew."""

    source: str
    root: Path
    added: bool
    kept: Path | None = None


def check_folder(vault: Path) -> Path:
    """The folder as an absolute path without links.

    Raises:
        VaultError: it is missing, is no folder or may not be read.
    """
    root = vault.expanduser().resolve()
    if not root.exists():
        raise _unfit(root, "does not exist", "Check the path")
    if not root.is_dir():
        raise _unfit(root, "is a file, not a folder", "Name the folder that holds the notes")
    try:
        with os.scandir(root) as entries:
            next(entries, None)
        str(root).encode()
    except OSError:
        raise _unfit(root, "may not be read", "Give yourself read access to it") from None
    except UnicodeEncodeError:
        raise _unfit(root, "has a name that is not UTF-8", "Rename it") from None
    return root


def _unfit(root: Path, fault: str, advice: str) -> VaultError:
    shown = os.fsencode(root).decode(errors="backslashreplace")
    return VaultError(f"The vault {shown} {fault}. Nothing was registered. {advice}.")


def register(places: paths.Paths, vault: Path) -> Registered:
    """Add the vault to the settings unless it is there.

    Raises:
        VaultError: see `check_folder`.
        ConfigError: the settings cannot be read, or not be written.
    """
    root = check_folder(vault)
    settings = config.load(places.config_file)
    for name, source in settings.sources.items():
        if source.root.resolve() == root:
            return Registered(name, root, added=False)
    name = _free_id(settings, root)
    source = config.SourceConfig(path=str(root))
    kept = _write(places.config_file, config.with_source(settings, name, source), name, root)
    return Registered(name, root, added=True, kept=kept)


def _free_id(settings: config.Config, root: Path) -> str:
    """`notes` for the first vault, then the folder's name, then that with a number."""
    slug = re.sub(r"[^a-z0-9]+", "-", root.name.lower()).strip("-")[:24].strip("-") or "vault"
    wanted = ["notes", slug, *(f"{slug}-{n}" for n in range(2, len(settings.sources) + 3))]
    return next(name for name in wanted if name not in settings.sources)


def _write(file: Path, wanted: config.Config, name: str, root: Path) -> Path | None:
    """Insert into the user's own text where that is possible; comments stay."""
    try:
        before = file.read_text(encoding="utf-8") if file.exists() else None
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        text = _inserted(before or HEADER, wanted, name, root, file)
        if text is not None:
            _replace(file, text)
            return None
        kept = file.with_name(f"{file.name}.before-{name}")
        _replace(kept, before or "")
        _replace(file, HEADER + config.dump(wanted))
    except OSError as error:
        raise ConfigError(
            f"{file} could not be written: {error.strerror}. Nothing was registered and your "
            "notes were not touched. Make room or give yourself write access, and try again."
        ) from error
    return kept


def _inserted(text: str, wanted: config.Config, name: str, root: Path, file: Path) -> str | None:
    """The text with one source more, or None where it is laid out in another way."""
    for candidate in _candidates(text if text.endswith("\n") else f"{text}\n", name, root):
        try:
            if config.parse(candidate, file) == wanted:
                return candidate
        except ConfigError:
            continue
    return None


def _candidates(text: str, name: str, root: Path) -> Iterator[str]:
    place = json.dumps(str(root), ensure_ascii=False)
    for indent in ("  ", "    ", " "):
        block = f"{indent}{name}:\n{indent * 2}kind: folder\n{indent * 2}path: {place}\n"
        for pattern in (_BARE_SOURCES, _EMPTY_SOURCES):
            found = pattern.search(text)
            if found:
                head = found[0] if pattern is _BARE_SOURCES else "sources:\n"
                yield f"{text[: found.start()]}{head}{block}{text[found.end() :]}"
        yield f"{text}sources:\n{block}"


def _replace(file: Path, text: str) -> None:
    """All of it or nothing, readable by its owner alone."""
    draft = file.with_name(f".{file.name}.{os.getpid()}")
    try:
        handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "w", encoding="utf-8") as stream:
            stream.write(text)
            stream.flush()
            os.fsync(stream.fileno())
        draft.replace(file)
    finally:
        draft.unlink(missing_ok=True)


def write_ignore(root: Path, example: str) -> Path | None:
    """Put the example list of ignored paths into the vault; None where it has one.

    Raises:
        VaultError: the vault cannot be written.
    """
    file = root / paths.IGNORE_FILE
    try:
        with file.open("x", encoding="utf-8") as stream:
            stream.write(example)
    except FileExistsError:
        return None
    except OSError as error:
        raise VaultError(
            f"{file} could not be written: {error.strerror}. The vault is registered and was "
            "not changed. Leave out --write-brainignore, or write the file yourself."
        ) from error
    return file
