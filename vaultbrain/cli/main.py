"""The command `vaultbrain`: finds the verb, runs it, turns errors into exit statuses.

Only the chosen verb's module is imported; a search must not pay for the others.
"""

from __future__ import annotations

import importlib
import json
import os
import sys
from typing import TYPE_CHECKING

from vaultbrain import __version__
from vaultbrain.cli.io import ERROR_PREFIX, Io
from vaultbrain.cli.parser import DOCS, Parser, add_common
from vaultbrain.errors import InternalError, UsageError, VaultbrainError

if TYPE_CHECKING:
    from collections.abc import Sequence

INTERRUPTED = 130
_MODULES = "vaultbrain.cli.verbs"
VERBS = {
    "init": "register a vault, without starting anything",
    "start": "start the daemon and wait until the notes can be searched",
    "stop": "end the daemon",
    "daemon": "run the daemon in the foreground",
    "status": "what the daemon knows and does",
    "sync": "wait until everything on disk is searchable",
    "purge": "forget at once what is held back",
    "lock": "close every file, so that a volume can be locked",
    "unlock": "open the index again",
    "search": "find notes by words and by meaning",
    "ask": "answer a question from the notes, with citations",
    "get": "print a note, or some of its lines, cleaned",
    "gate": "what was taken out of the notes, and where",
    "inspect": "what vaultbrain reads from a file or a folder",
    "bench": "measure how quick, large and good it is on your notes",
    "doctor": "check the installation and say what to do",
    "config": "show or check the settings",
    "restore": "list the backups of your decisions, or put one back",
}
_EXAMPLES = """\
examples:
  vaultbrain start ~/Notes
  vaultbrain search "heat pump quote"
  vaultbrain ask "When does the lease end?"
"""


def entry() -> int:
    """Run with the process's own streams; the console script."""
    for stream in (sys.stdout, sys.stderr):
        # A note may hold what the terminal's encoding cannot show; that must not end a search.
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")
    return main(sys.argv[1:], Io(sys.stdin, sys.stdout, sys.stderr, os.environ))


def main(argv: Sequence[str], io: Io) -> int:
    """Run one command line and return its exit status; raises nothing."""
    io.json = "--json" in argv
    try:
        status = _run(argv, io)
        io.flush()
    except VaultbrainError as error:
        return _report(error, io)
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:  # the reader has had enough (`| head`): no failure
        io.give_up()
        return 0
    except Exception as error:  # noqa: BLE001 - the last place that can turn it into a message
        return _unexpected(error, io)
    return status


def _run(argv: Sequence[str], io: Io) -> int:
    at = next((i for i, word in enumerate(argv) if not word.startswith("-")), len(argv))
    for option in argv[:at]:
        if option in ("-h", "--help"):
            return _help(io)
        if option == "--version":
            io.out(f"vaultbrain {__version__}")
            return 0
        if option not in ("--no-color", "--json"):
            raise UsageError(f"Unknown option {option}. Nothing was done. See: vaultbrain --help")
    if at == len(argv):
        return _help(io)
    return _run_verb(argv[at], [*argv[:at], *argv[at + 1 :]], io)


def _run_verb(verb: str, rest: list[str], io: Io) -> int:
    if verb not in VERBS:
        raise _unknown(verb)
    module = importlib.import_module(f"{_MODULES}.{verb}")
    parser = Parser(io, f"vaultbrain {verb}", module.HELP, module.EXAMPLES)
    add_common(parser)
    module.add_arguments(parser)
    # Python's own loses a `--`, and takes what stands after it for options.
    parse = parser.parse_args if "--" in rest else parser.parse_intermixed_args
    try:
        args = parse(rest)
    except SystemExit:  # argparse has printed the help that was asked for
        return 0
    io.json = args.json
    io.color = not args.no_color
    return int(module.run(args, io))


def _help(io: Io) -> int:
    width = max(map(len, VERBS))
    verbs = "".join(f"  {name:{width}}  {line}\n" for name, line in VERBS.items())
    io.out(
        "vaultbrain: the private memory of your notes\n\n"
        f"{_EXAMPLES}\nusage: vaultbrain [--version] [--help] VERB ...\n\nverbs:\n{verbs}\n{DOCS}"
    )
    return 0


def _unknown(verb: str) -> UsageError:
    import difflib  # noqa: PLC0415 - only needed for a mistake

    near = difflib.get_close_matches(verb, VERBS, n=1)
    hint = f"Did you mean: vaultbrain {near[0]}" if near else "See: vaultbrain --help"
    return UsageError(f"There is no verb '{verb}'. Nothing was done. {hint}")


def _report(error: VaultbrainError, io: Io) -> int:
    if io.json:
        facts = {"name": type(error).__name__, "code": error.code, "message": error.message}
        io.say(json.dumps({"error": facts}, ensure_ascii=False))
    else:
        io.say(f"{ERROR_PREFIX}{error.message}")
    return error.code


def _unexpected(error: Exception, io: Io) -> int:
    where = _write_log(error, io)
    known = InternalError(
        f"Something went wrong inside vaultbrain ({type(error).__name__}); your notes were not "
        f"touched. {where} `vaultbrain doctor` may tell more."
    )
    return _report(known, io)


def _write_log(error: Exception, io: Io) -> str:
    from vaultbrain import paths  # noqa: PLC0415
    from vaultbrain.protocol.faults import describe  # noqa: PLC0415 - only needed for a fault

    try:
        log = io.paths().log
        paths.private_dir(log.parent)
        handle = os.open(log, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
        with os.fdopen(handle, "a", encoding="utf-8") as file:
            file.write(f"command line:\n{describe(error)}\n")
    except (OSError, VaultbrainError):
        return "The details could not be written to the log."
    return f"The details are in {log}."
