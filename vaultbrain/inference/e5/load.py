"""From what is installed to an engine that answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vaultbrain.inference.e5.weights import open_weights
from vaultbrain.inference.faults import EngineFault, RuntimeMissing, WeightsDamaged

if TYPE_CHECKING:
    from pathlib import Path

    from vaultbrain.inference.engines import Engine
    from vaultbrain.inference.installation import Installation
    from vaultbrain.inference.worker import Engine as LoadedEngine


def load(
    engine: Engine, installation: Installation, models: Path | None, threads: int
) -> LoadedEngine:
    """Load an engine; every byte of the weights is checked first.

    Args:
        engine: which one.
        installation: where the weights are.
        models: a folder of its own for what is built from them; None builds it every time.
        threads: on how many threads passages are computed.

    Raises:
        WeightsDamaged: the weights are missing or not the expected ones.
        RuntimeMissing: the libraries that this engine needs cannot be loaded here.
    """
    if installation.package is None:
        raise WeightsDamaged
    weights = open_weights(installation.weights, installation.weights_sha256)
    try:
        if engine.largest is None:
            from vaultbrain.inference.e5.nano import NanoEngine  # noqa: PLC0415 - one or the other

            return NanoEngine()
        from vaultbrain.inference.e5 import artifacts  # noqa: PLC0415
        from vaultbrain.inference.e5.engine import OnnxEngine  # noqa: PLC0415

        made = artifacts.prepare(models, engine.precision, engine.largest, weights)
        return OnnxEngine(weights, made, threads)
    except (EngineFault, OSError, MemoryError):
        raise
    except Exception as error:
        # A library of the wrong version fails in ways of its own.
        raise RuntimeMissing from error
