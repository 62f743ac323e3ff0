"""Everything that can go wrong, as classes.

One class, one code. The code is the exit status of the command and the error code on the
socket, so that a script and an editor plugin read the same table. A message always says what
happened, what it means for the notes and what to do next.

    VaultbrainError          70
    ├── UsageError            2   the request cannot be right as it stands
    │   ├── ConfigError       2
    │   └── VaultError        2
    │       └── NoteUnreadable 2
    ├── DaemonNotRunning      3
    ├── NotReady              4   the request is right but cannot be served now
    │   ├── AlreadyRunning    4
    │   ├── Busy              4
    │   ├── NoteChanging      4
    │   └── DeadlineExceeded  4
    ├── BlockedByGate         5
    ├── InternalError        70
    │   ├── StoreError       70
    │   ├── EmbedderError    70
    │   └── ProtocolError    70
    └── Cancelled           130
"""

from __future__ import annotations


class VaultbrainError(Exception):
    """Base of every error that is meant to reach a user."""

    code = 70

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


class UsageError(VaultbrainError):
    """The request cannot be right: a bad argument, an empty question, an unknown path."""

    code = 2


class ConfigError(UsageError):
    """`config.yaml` cannot be used; the message names the file and the line."""


class VaultError(UsageError):
    """The vault folder is missing, is no folder or may not be read."""


class NoteUnreadable(VaultError):  # noqa: N818
    """A note is gone, forbidden, too large or no plain file."""


class DaemonNotRunning(VaultbrainError):  # noqa: N818 - read as a sentence, as in "raise DaemonNotRunning"
    """Nothing answers on the socket."""

    code = 3


class NotReady(VaultbrainError):  # noqa: N818
    """The daemon is there but cannot serve this request now."""

    code = 4


class AlreadyRunning(NotReady):
    """Another daemon holds the lock of this home."""


class Busy(NotReady):
    """Too many connections or requests at once."""


class NoteChanging(NotReady):
    """A note was written to while it was read; reading it again will do."""


class DeadlineExceeded(NotReady):
    """The request took longer than it was given."""


class BlockedByGate(VaultbrainError):  # noqa: N818
    """The gate could not vouch for a text, so it was not stored, shown or sent."""

    code = 5


class InternalError(VaultbrainError):
    """A fault of ours; the log file holds the traceback."""


class StoreError(InternalError):
    """The database cannot be opened, read or written."""


class EmbedderError(InternalError):
    """The embedding model cannot be loaded or has failed on a batch."""


class ProtocolError(InternalError):
    """The other side of the socket sent something that is not our protocol."""


class Cancelled(VaultbrainError):  # noqa: N818
    """The client took its request back."""

    code = 130


def _tree(root: type[VaultbrainError]) -> dict[str, type[VaultbrainError]]:
    found = {root.__name__: root}
    for child in root.__subclasses__():
        found |= _tree(child)
    return found


def from_wire(name: str, code: int, message: str) -> VaultbrainError:
    """Rebuild the error a daemon reported.

    Args:
        name: class name as sent in the error's data, maybe unknown to this version.
        code: the error's code; decides where the class is unknown.
        message: finished wording, passed on as it is.
    """
    known = _tree(VaultbrainError)
    if name in known:
        return known[name](message)
    by_code: dict[int, type[VaultbrainError]] = {}
    for cls in known.values():
        by_code.setdefault(cls.code, cls)
    return by_code.get(code, InternalError)(message)
