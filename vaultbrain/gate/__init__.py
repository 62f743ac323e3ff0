"""The gate: what may pass from a note into the index, an answer or a log.

Rules are data (`rules/`), checks are plain functions (`checks.py`), the engine runs both over
UTF-8 bytes in linear time (`engine.py`), and `Gate` turns the outcome into findings and a verdict.
"""

from __future__ import annotations

from vaultbrain.gate.scan import Gate

__all__ = ["Gate"]
