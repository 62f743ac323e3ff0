"""Why an engine cannot run, as the worker finds out and tells the daemon."""

from __future__ import annotations


class EngineFault(Exception):  # noqa: N818 - these name a state, not a mistake
    """The engine cannot be loaded; the class name is what travels to the daemon."""


class WeightsDamaged(EngineFault):
    """The model's weights are missing or not the expected ones."""


class RuntimeMissing(EngineFault):
    """The libraries that run the model cannot be loaded on this machine."""
