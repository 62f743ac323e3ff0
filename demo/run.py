"""Serve the demo vault, show what vaultbrain does with it, and prove what it promises.

    python demo/run.py

The vault is tests/vaults/demo, served where it lies: every file of it must be the same
afterwards. It holds 27 invented secrets and 9 files that must not be read, all listed in
tests/vaults/demo.json. Exit status 1 where a promise was broken.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import unicodedata
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from vaultbrain.client import Client
from vaultbrain.errors import VaultbrainError
from vaultbrain.paths import HOME_VARIABLE, locate

if TYPE_CHECKING:
    from collections.abc import Iterable

ROOT = Path(__file__).resolve().parent.parent
VAULT = ROOT / "tests" / "vaults" / "demo"
QUESTIONS = (
    ("A question in English", "How deep are the screw piles of the Kelmarsh boathouse?"),
    ("A question in Czech", "Jaký tlak má být v topném systému?"),
    ("Asked in English, answered by a Czech note", "At whose place did we sleep at Lake Bohinj?"),
    ("A question that no note answers", "What is the half-life of caesium-137?"),
)
IDENTIFIER = "BE24-0911-5537"
SHORTEST_PIECE = 6
OK, BROKEN = "ok", "BROKEN"


@dataclass
class Show:
    """What is printed, and which promises were kept."""

    color: bool
    broken: list[str] = field(default_factory=list)

    def title(self, text: str) -> None:
        """The head of a step."""
        print(f"\n\033[1m{text}\033[0m" if self.color else f"\n{text}", flush=True)

    def promise(self, text: str, *, kept: bool) -> None:
        """One line of the balance."""
        mark = OK if kept else BROKEN
        if self.color:
            mark = f"\033[{32 if kept else 31}m{mark}\033[0m"
        print(f"  {mark}  {text}", flush=True)
        if not kept:
            self.broken.append(text)


@dataclass(frozen=True)
class Home:
    """A home of its own for this demo, thrown away afterwards."""

    folder: Path

    @property
    def environ(self) -> dict[str, str]:
        """The environment for the commands."""
        return {**os.environ, HOME_VARIABLE: str(self.folder), "COLUMNS": "80"}

    def run(self, *words: str, shown: str | None = None) -> subprocess.CompletedProcess[str]:
        """Run one command as a user would, and show what it prints."""
        typed = " ".join(f'"{word}"' if " " in word else word for word in words)
        print(f"$ vaultbrain {shown or typed}", flush=True)
        command = [sys.executable, "-m", "vaultbrain", *words]
        done = subprocess.run(
            command, env=self.environ, cwd=ROOT, capture_output=True, text=True, check=False
        )
        text = done.stdout.rstrip() or done.stderr.rstrip()
        print("\n".join(f"  {line}" for line in text.splitlines() if line.strip()), flush=True)
        return done

    def stop(self) -> None:
        """End the daemon, if one is left."""
        command = [sys.executable, "-m", "vaultbrain", "stop"]
        subprocess.run(command, env=self.environ, cwd=ROOT, capture_output=True, check=False)


def main() -> int:
    """Run every step; 0 where every promise was kept."""
    known = json.loads(VAULT.with_suffix(".json").read_text(encoding="utf-8"))
    show = Show(color=sys.stdout.isatty() and not os.environ.get("NO_COLOR"))
    home = Home(Path(tempfile.mkdtemp(prefix="vb-")))
    before = snapshot()
    began = time.monotonic()
    try:
        if start(home, show):
            answers(home, show, known)
            promises(home, show, known)
    finally:
        home.stop()
        same = snapshot() == before
        shutil.rmtree(home.folder)
    show.promise(
        f"the vault is as it was: bytes, times and modes of {len(before)} files and folders",
        kept=same,
    )
    outcome = f"{len(show.broken)} promises broken" if show.broken else "Every promise was kept"
    print(f"\n{outcome}, {time.monotonic() - began:.0f} s.")
    return 1 if show.broken else 0


def snapshot() -> dict[str, tuple[object, ...]]:
    """Everything of the vault that could have been changed."""
    found: dict[str, tuple[object, ...]] = {}
    for path in sorted([VAULT, *VAULT.rglob("*")]):
        facts = path.lstat()
        digest = hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else ""
        found[str(path)] = (facts.st_mode, facts.st_mtime_ns, facts.st_uid, facts.st_size, digest)
    return found


def start(home: Home, show: Show) -> bool:
    """Index the vault."""
    show.title("Serve a folder of notes (the model reads every passage once)")
    vault = str(VAULT.relative_to(ROOT))
    done = home.run("start", vault, "--wait")
    if done.returncode:
        show.promise("the daemon starts", kept=False)
    return done.returncode == 0


def answers(home: Home, show: Show, known: dict[str, Any]) -> None:
    """Ask and search as a user would."""
    wanted = {question["text"]: question for question in known["questions"]}
    for title, text in QUESTIONS:
        show.title(title)
        done = home.run("ask", "--limit", "1", text, shown=f'ask --limit 1 "{text}"')
        parts = wanted[text]["must_contain"]
        if parts:
            right = done.returncode == 0 and all(part in done.stdout for part in parts)
            show.promise(f"answered with a quote that says {parts[0]}", kept=right)
        else:
            show.promise("refused rather than guessed", kept=done.returncode == 1)
    show.title("Search by an identifier")
    done = home.run("search", "--limit", "1", IDENTIFIER)
    show.promise("found by its exact spelling", kept=IDENTIFIER in done.stdout)


def promises(home: Home, show: Show, known: dict[str, Any]) -> None:
    """Look for what must not be there, over the socket and in the files."""
    show.title("What must not be found")
    secrets: list[str] = known["secrets"]
    markers = [ignored["marker"] for ignored in known["ignored"]]
    with Client(locate(home.environ).socket) as client:
        said = [json.dumps(client.call("status"), ensure_ascii=False)]
        said += [reply(client, text) for text in (*secrets, *markers)]
        said += [text for path in notes() if (text := cleaned(client, path)) is not None]
    spoken = "\n".join(said)
    leaks = sum(secret in spoken for secret in secrets)
    show.promise(f"{leaks} of {len(secrets)} secrets in {len(said)} answers", kept=not leaks)
    leaks = sum(marker in spoken for marker in markers)
    show.promise(f"{leaks} of {len(markers)} ignored files in the same answers", kept=not leaks)
    files = [file for file in home.folder.rglob("*") if file.is_file()]
    stored = b"\n".join(file.read_bytes().lower() for file in files)
    size = f"{len(stored) / 1e6:.1f} MB of index, journal and log"
    leaks = sum(any(in_bytes(piece, stored) for piece in pieces(one, secrets)) for one in secrets)
    show.promise(f"{leaks} of {len(secrets)} secrets, whole or in part, in {size}", kept=not leaks)
    leaks = sum(in_bytes(marker, stored) for marker in markers)
    show.promise(f"{leaks} of {len(markers)} ignored files in the same bytes", kept=not leaks)
    show.title("End")
    done = home.run("stop")
    show.promise("the daemon ended and its socket is gone", kept=done.returncode == 0)


def reply(client: Client, text: str) -> str:
    """All that a search and a question say."""
    found = [
        client.call("search", {"query": text, "limit": 100}),
        client.call("ask", {"question": text}),
    ]
    return json.dumps(found, ensure_ascii=False)


def notes() -> Iterable[str]:
    """Every file of the vault by its path."""
    return (str(p.relative_to(VAULT)) for p in sorted(VAULT.rglob("*")) if p.is_file())


def cleaned(client: Client, path: str) -> str | None:
    """A note as it may be shown; None where it is not served."""
    try:
        return str(client.call("get", {"path": path})["text"])
    except VaultbrainError:
        return None


def pieces(secret: str, secrets: list[str]) -> set[str]:
    """The secret, and those words of it that no note says outside of a secret."""
    rest = "\n".join(
        p.read_text(encoding="utf-8", errors="replace") for p in VAULT.rglob("*") if p.is_file()
    )
    for one in secrets:
        rest = rest.replace(one, " ")
    rest = plain(rest)
    words = {word for word in re.split(r"\W+|_", secret) if len(word) >= SHORTEST_PIECE}
    return {secret} | {word for word in words if plain(word) not in rest}


def plain(text: str) -> str:
    """Lower case without diacritics, as words stand in a full-text index."""
    parts = unicodedata.normalize("NFKD", text.lower())
    return "".join(char for char in parts if not unicodedata.combining(char))


def in_bytes(text: str, stored: bytes) -> bool:
    """Whether it stands there, in either spelling; `stored` is in lower case (of ASCII)."""
    return any(form.encode().lower() in stored for form in (text, plain(text)))


if __name__ == "__main__":
    sys.exit(main())
