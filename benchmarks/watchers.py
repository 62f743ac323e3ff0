"""Six operations of editors and a burst of new notes, side by side with other watchers of notes.

    python benchmarks/watchers.py --peers PEERS [--rounds 10] [--limit 30] [--notes 300]

PEERS is a virtual environment of its own with `memsearch` and `local-semantic-search` from the
package index; they are run as they come, with their own debounce. Both want an embedding model
behind an OpenAI-compatible address: a stand-in here answers at once with vectors of hashed words.
vaultbrain runs with its own model switched off. All run at the same time, each on its own copy of
one vault, with the same operations; each is asked every 50 ms for the old and the new word until
it finds the note as it is now, or the limit is over.
"""

from __future__ import annotations

import argparse
import base64
import hashlib
import importlib.metadata
import json
import os
import re
import shutil
import statistics
import struct
import subprocess
import sys
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import vaultbrain
from benchmarks.daemon import environment, running
from benchmarks.editor import OPERATIONS, prepare
from benchmarks.vaults import home_for, key, write

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from benchmarks.editor import Edit

BURST = 200
_POLL = 0.05
_HOST = Path(__file__).with_name("watchers_peers.py")
# What the packages themselves say of their waiting.
PEERS = {
    "memsearch": ("memsearch", "debounce 1.5 s for each file"),
    "lss": ("local-semantic-search", "debounce 2 s, at least 10 s between two indexings"),
}


class Tool(NamedTuple):
    """A watcher at work: its vault, and the paths in it that it finds for a word."""

    name: str
    vault: Path
    paths: Callable[[str], set[str]]


class Outcome(NamedTuple):
    """Seconds until right, None where never; samples that found neither old nor new."""

    took: float | None
    asked: int
    neither: int


class _Model(BaseHTTPRequestHandler):
    """Stands in for an embedding model: vectors of hashed words."""

    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["content-length"])))
        texts = [asked["input"]] if isinstance(asked["input"], str) else asked["input"]
        made = [_vector(str(text), asked.get("dimensions", 1536)) for text in texts]
        packed = asked.get("encoding_format") == "base64"
        data = [
            {"object": "embedding", "index": at, "embedding": _packed(v) if packed else v}
            for at, v in enumerate(made)
        ]
        usage = {"prompt_tokens": 1, "total_tokens": 1}
        body = {"object": "list", "model": asked["model"], "data": data, "usage": usage}
        answer = json.dumps(body).encode()
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, *_: object) -> None:
        """Say nothing."""


class _Server(ThreadingHTTPServer):
    def handle_error(self, *_: object) -> None:
        """Clients hang up in the middle of an answer; it is of no interest."""


def _vector(text: str, dimension: int) -> list[float]:
    made = [0.0] * dimension
    for word in re.findall(r"\w+", text.lower()):
        digest = hashlib.blake2b(word.encode(), digest_size=4).digest()
        made[int.from_bytes(digest, "big") % dimension] += 1
    length = sum(value * value for value in made) ** 0.5 or 1.0
    return [value / length for value in made]


def _packed(values: list[float]) -> str:
    return base64.b64encode(struct.pack(f"<{len(values)}f", *values)).decode()


@contextmanager
def model() -> Iterator[str]:
    """The address of a model."""
    server = _Server(("127.0.0.1", 0), _Model)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/v1"
    finally:
        server.shutdown()


@contextmanager
def ours(folder: Path, vault: Path) -> Iterator[Tool]:
    """Run vaultbrain on a vault."""
    home_for(folder / "h", vault)
    with running(environment(folder / "h")) as client:
        client.call("sync", {"timeout": 600})

        def paths(word: str) -> set[str]:
            found = client.call("search", {"query": word, "mode": "lexical", "limit": 5})
            return {hit["path"] for hit in found["hits"]}

        yield Tool("vaultbrain", vault, paths)


@contextmanager
def peer(name: str, python: Path, address: str, folder: Path, vault: Path) -> Iterator[Tool]:
    """Run another watcher on a vault."""
    own = {"HOME": str(folder), "LSS_DIR": str(folder / "lss"), "LSS_PROVIDER": "openai"}
    model = {"OPENAI_API_KEY": "none", "OPENAI_BASE_URL": address, "NO_PROXY": "127.0.0.1"}
    process = subprocess.Popen(
        [str(python), str(_HOST), name, str(vault), str(folder)],
        env={**os.environ, **own, **model},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=(folder / f"{name}.log").open("w", encoding="utf-8"),
        text=True,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    asked, answers = process.stdin, process.stdout

    def paths(word: str) -> set[str]:
        print(word, file=asked, flush=True)
        found = json.loads(answers.readline())
        # Search by meaning always finds something: only what holds the word counts.
        return {os.path.relpath(path, vault) for path, text in found if word in text}

    try:
        if answers.readline() != "ready\n":
            raise RuntimeError((folder / f"{name}.log").read_text(encoding="utf-8")[-2000:])
        yield Tool(name, vault, paths)
    finally:
        asked.close()
        process.wait(60)


def follow(tool: Tool, edit: Edit, limit: float) -> Outcome:
    """Do one edit and ask until it is found as it is now."""
    edit.act()
    began = time.monotonic()
    asked = neither = 0
    while time.monotonic() < began + limit:
        old = bool(edit.old) and edit.before in tool.paths(edit.old)
        new = bool(edit.new) and edit.after in tool.paths(edit.new)
        asked += 1
        neither += bool(edit.old and edit.new and not old and not new)
        if (new or not edit.new) and (edit.stays or not old):
            return Outcome(time.monotonic() - began, asked, neither)
        time.sleep(_POLL)
    return Outcome(None, asked, neither)


def burst(tool: Tool, limit: float) -> tuple[int, float]:
    """Write many new notes at once; how many were found, and when the last of them."""
    left = [8 * 10**6 + number for number in range(BURST)]
    for number in left:
        text = f"# Burst\n\nThe word is {key(number)}.\n"
        (tool.vault / f"Burst {number}.md").write_text(text, encoding="utf-8")
    began = last = time.monotonic()
    while left and time.monotonic() < began + limit:
        missing = [at for at in left if f"Burst {at}.md" not in tool.paths(key(at))]
        if len(missing) < len(left):
            last = time.monotonic()
        left = missing
        time.sleep(_POLL)
    return BURST - len(left), last - began


def run(tool: Tool, edits: list[tuple[str, Edit]], limit: float) -> list[str]:
    """The rows of one tool in the table."""
    outcomes = [(operation, follow(tool, edit, limit)) for operation, edit in edits]
    rows = []
    for operation in OPERATIONS:
        mine = [outcome for name, outcome in outcomes if name == operation]
        rows.append(f"| {tool.name} | {operation} {_told(mine)} |")
    found, took = burst(tool, 2 * limit)
    return [*rows, f"| {tool.name} | burst of {BURST} | {found}/{BURST} | | {took:.1f} | |"]


def _told(outcomes: list[Outcome]) -> str:
    took = [at.took for at in outcomes if at.took is not None]
    times = f"{statistics.median(took):.2f} | {max(took):.2f}" if took else "never | never"
    share = sum(at.neither for at in outcomes) / max(sum(at.asked for at in outcomes), 1)
    return f"| {len(took)}/{len(outcomes)} | {times} | {100 * share:.0f} %"


def versions(python: Path) -> Iterator[str]:
    """What is compared, and what each waits for by itself."""
    yield f"vaultbrain {vaultbrain.__version__}: debounce 0.25 s, at most 2 s"
    (site,) = python.parent.parent.glob("lib/python*/site-packages")
    for name, waits in PEERS.values():
        (found,) = importlib.metadata.distributions(name=name, path=[str(site)])
        yield f"{name} {found.version}: {waits}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--peers", type=Path, required=True)
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--limit", type=float, default=30, help="seconds until it counts as never")
    parser.add_argument("--notes", type=int, default=300)
    options = parser.parse_args()
    python = options.peers / "bin" / "python"
    print("\n".join(versions(python)))
    with tempfile.TemporaryDirectory(prefix="vb-watch-") as name, model() as address:
        folder = Path(name)
        write(folder / "made", options.notes)
        starts = {"vaultbrain": ours} | {at: partial(peer, at, python, address) for at in PEERS}

        def whole(tool_name: str) -> list[str]:
            own = folder / tool_name
            vault = own / "vault"
            shutil.copytree(folder / "made", vault)
            edits = [
                (operation, prepare(vault, operation, number))
                for number in range(options.rounds)
                for operation in OPERATIONS
            ]
            with starts[tool_name](own, vault) as tool:
                return run(tool, edits, options.limit)

        with ThreadPoolExecutor() as pool:
            rows = list(pool.map(whole, starts))
    print("\n| tool | operation | right | median s | max s | found neither |")
    print("|---|---|---|---|---|---|")
    print("\n".join(row for of_tool in rows for row in of_tool))
    return 0


if __name__ == "__main__":
    sys.exit(main())
