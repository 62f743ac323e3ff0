"""What the user should know of the daemon as a whole, with what to do about it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vaultbrain.records import Problem

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vaultbrain.indexer.pipeline import SourceState
    from vaultbrain.inference.base import Health
    from vaultbrain.sources.folder import FolderSource
    from vaultbrain.store.quarantine import Quarantined


def of_source(
    source: FolderSource, state: SourceState, *, watching: bool, unwatched: int
) -> list[Problem]:
    """What is wrong with one source."""
    found = []
    if state.replaced:
        found.append(_replaced(source))
    elif state.offline:
        found.append(_offline(source))
    if source.unread:
        found.append(_unread(source))
    if state.held:
        found.append(_held(source, state.held))
    if not state.offline and not watching:
        found.append(_deaf(source))
    elif not state.offline and unwatched:
        found.append(_partly_deaf(source, unwatched))
    return found


def _offline(source: FolderSource) -> Problem:
    return Problem(
        code="source-offline",
        message=f"The folder of source {source.id} is not there: {source.root}.",
        advice="Mount or unlock it. What was known of its notes is kept and not shown as current.",
    )


def _replaced(source: FolderSource) -> Problem:
    return Problem(
        code="source-replaced",
        message=f"Other notes than those known stand at {source.root}, the folder of source "
        f"{source.id}. Nothing was forgotten, and nothing of them is read.",
        advice="Bring the right folder back. If this is your vault now: "
        f"vaultbrain purge --source {source.id}",
    )


def _unread(source: FolderSource) -> Problem:
    named = ", ".join(source.unread)
    return Problem(
        code="kind-unread",
        message=f"Source {source.id} includes {named}, but vaultbrain cannot read such files, so "
        "none of them is indexed.",
        advice="Take that out of config.yaml. To search them, save them as PDF, text or Markdown.",
    )


def _held(source: FolderSource, held: int) -> Problem:
    what = "1 note" if held == 1 else f"{held} notes"
    return Problem(
        code="mass-deletion",
        message=f"{what} of source {source.id} vanished at once; for now nothing of that is "
        "forgotten.",
        advice="If you meant it, do nothing: they are forgotten after ten minutes, or at once by "
        "`vaultbrain purge`. If not, put them back; nothing is embedded again.",
    )


def _deaf(source: FolderSource) -> Problem:
    return Problem(
        code="not-watching",
        message=f"The system does not report changes of source {source.id}.",
        advice="It is looked through every minute instead, and watched as soon as that can be. "
        "If it stays so on Linux, raise fs.inotify.max_user_watches and max_user_instances.",
    )


def _partly_deaf(source: FolderSource, unwatched: int) -> Problem:
    folders = "1 folder" if unwatched == 1 else f"{unwatched} folders"
    return Problem(
        code="not-watching",
        message=f"The system does not report changes in {folders} of source {source.id}: its "
        "limit of watches is reached.",
        advice="It is looked through every minute instead. On Linux, raise the limit: "
        "sudo sysctl fs.inotify.max_user_watches=524288",
    )


def readonly() -> Problem:
    """The index cannot be written."""
    return Problem(
        code="readonly",
        message="The disk of the index is read-only, so changes of notes are not indexed.",
        advice="What is known is still searched and checked against the notes. Make it writable; "
        "vaultbrain notices by itself.",
    )


def silent() -> Problem:
    """A look at the folders does not come to an end."""
    return Problem(
        code="not-answering",
        message="The file system of a vault or of the index does not answer, so changes are not "
        "noticed and answers may be late.",
        advice="Look after the network or the program behind it. Nothing is lost; vaultbrain goes "
        "on when it answers.",
    )


def low_on_space() -> Problem:
    """The disk of the index is nearly full."""
    return Problem(
        code="low-on-space",
        message="The disk of the index is nearly full.",
        advice="Make room; otherwise new notes cannot be indexed. Nothing is lost meanwhile.",
    )


def quarantined(files: Sequence[Quarantined]) -> list[Problem]:
    """Files that could not be used when they were opened."""
    return [
        Problem(
            code="index-rebuilt",
            message=f"{at.file} {at.what} ({at.why}), so it is made anew from your notes.",
            advice=f"The old file is kept as {at.kept_as} for a week, or until the gate takes "
            "something out of your notes; delete it when you do not need it. If this happens again "
            "without a reason that you know, check the disk.",
        )
        for at in files
    ]


def restored(name: str) -> Problem:
    """`state.db` was damaged."""
    what = f"is restored from {name}" if name != "nothing" else "begins empty: no copy was good"
    return Problem(
        code="state-restored",
        message=f"state.db was damaged and {what}.",
        advice="The damaged file is kept beside it. If it happens again, check the disk.",
    )


def state_unwritten(trouble: str) -> Problem:
    """What vaultbrain has to remember of its own cannot be stored."""
    return Problem(
        code="state-unwritten",
        message=trouble,
        advice="Until then vaultbrain goes on with what it knows. If the file is damaged, a "
        "restart brings the newest copy back: vaultbrain stop, then vaultbrain start",
    )


def not_backed_up(trouble: str) -> Problem:
    """The daily copy of `state.db` failed."""
    return Problem(code="backup-failed", message=trouble, advice="It is tried again soon.")


def unwritten(trouble: str) -> Problem:
    """The index could not be written."""
    return Problem(
        code="index-unwritten", message=trouble, advice="Free some space, or read the log."
    )


def no_model(trouble: str, health: Health) -> Problem:
    """Texts cannot be embedded."""
    return Problem(
        code="model-unavailable",
        message=f"Search by meaning is off: {trouble.removesuffix('.')}.",
        advice=health.advice or "Search by words goes on. See `vaultbrain doctor`.",
    )


def unpowered(pending: int) -> Problem:
    """Texts wait for the machine to be plugged in."""
    waiting = "1 text waits" if pending == 1 else f"{pending} texts wait"
    return Problem(
        code="on-battery",
        message=f"Embedding waits for mains power; words are searched, {waiting}.",
        advice="Plug in, or set model.on_battery to run in config.yaml and restart vaultbrain.",
    )
