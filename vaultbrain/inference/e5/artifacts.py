"""What is built from the weights once and kept: the graph and the tokenizer.

A file that is missing, damaged or of another build is made again (0.5 s); one that cannot be
written is used all the same, and writing it is tried again when the model is loaded next.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import shutil
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from vaultbrain.inference.e5.weights import Weights

_MANIFEST = "manifest.json"
_FILES = ("graph", "tokenizer")


class Artifacts(msgspec.Struct, frozen=True):
    """Serialized models, as onnxruntime and sentencepiece take them."""

    graph: bytes
    tokenizer: bytes


class Manifest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the files were built from, and the SHA-256 of each."""

    weights: str
    graph: str
    tokenizer: str


def prepare(folder: Path | None, name: str, largest: int, weights: Weights) -> Artifacts:
    """Read the artifacts from `folder/name`, or build them and keep them there.

    Args:
        folder: holds the artifacts of this model and nothing else; None keeps nothing.
        name: tells builds apart; those of other names are removed.
        largest: see `graph.build`.
        weights: what to build from.
    """
    if folder is None:
        return _build(weights, largest)
    kept = _read(folder / name, weights.sha256)
    if kept is not None:
        return kept
    built = _build(weights, largest)
    try:
        _keep(folder, name, weights.sha256, built)
    except OSError as error:
        reason = error.strerror or type(error).__name__
        sys.stderr.write(f"what was built of the model could not be kept: {reason}\n")
        sys.stderr.flush()
    return built


def _build(weights: Weights, largest: int) -> Artifacts:
    # onnx is imported where something is built and nowhere else: 0.2 s and 40 MB.
    from vaultbrain.inference.e5 import graph, tokens  # noqa: PLC0415

    return Artifacts(graph.build(weights, largest), tokens.build(weights.vocabulary()))


def _read(place: Path, weights: str) -> Artifacts | None:
    """The artifacts, or None where they are not what was written once."""
    try:
        manifest = msgspec.json.decode((place / _MANIFEST).read_bytes(), type=Manifest)
        found = Artifacts(*((place / file).read_bytes() for file in _FILES))
    except (OSError, msgspec.MsgspecError):
        return None
    return found if manifest == _manifest(weights, found) else None


def _manifest(weights: str, artifacts: Artifacts) -> Manifest:
    hashes = (hashlib.sha256(getattr(artifacts, file)).hexdigest() for file in _FILES)
    return Manifest(weights, *hashes)


def _keep(folder: Path, name: str, weights: str, artifacts: Artifacts) -> None:
    """Write everything aside, then move it into place in one step."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    aside = Path(tempfile.mkdtemp(dir=folder))
    try:
        for file in _FILES:
            _write(aside / file, getattr(artifacts, file))
        _write(aside / _MANIFEST, msgspec.json.encode(_manifest(weights, artifacts)))
        _remove(folder, keep=aside)
        aside.rename(folder / name)
    finally:
        shutil.rmtree(aside, ignore_errors=True)


def _write(path: Path, data: bytes) -> None:
    with path.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def _remove(folder: Path, keep: Path) -> None:
    """Builds of other versions, damaged ones, and what a killed worker left."""
    for other in folder.iterdir():
        if other != keep:
            with contextlib.suppress(NotADirectoryError):
                shutil.rmtree(other)
