"""An unexpected exception as text for the log."""

from __future__ import annotations

import traceback


def describe(error: BaseException) -> str:
    """Where it happened and of what type, cause after cause, oldest first.

    The exception's own message is left out: it may quote a note or a question.
    """
    parts: list[str] = []
    current: BaseException | None = error
    while current is not None and len(parts) < 5:  # noqa: PLR2004 - causes can form a ring
        frames = "".join(traceback.format_tb(current.__traceback__))
        kind = type(current)
        parts.append(f"{frames}{kind.__module__}.{kind.__qualname__}")
        current = current.__cause__ or current.__context__
    return "\n".join(reversed(parts))
