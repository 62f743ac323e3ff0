"""JSON Schema of every method, for the reference docs and for checking answers."""

from __future__ import annotations

from typing import Any

import msgspec

from vaultbrain.protocol.methods import METHODS


def schemas() -> dict[str, dict[str, Any]]:
    """Method name → {"summary", "params", "result"}; the latter two are JSON Schemas."""
    return {
        name: {
            "summary": method.summary,
            "params": msgspec.json.schema(method.params),
            "result": msgspec.json.schema(method.result),
        }
        for name, method in METHODS.items()
    }
