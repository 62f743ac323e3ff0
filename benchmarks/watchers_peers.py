"""Other watchers of notes, each asked over its standard input; run by the Python they are in.

    PEER/bin/python benchmarks/watchers_peers.py memsearch|lss VAULT STATE

Reads a word from each line and writes a JSON list of [path, text] found for it. `watchers.py`
starts it. memsearch's local database can be opened by one process alone, so it watches and
searches in this one, through its Python interface; lss has its own watching process `lss-sync`
beside this one, and only its index is searched, for `lss search` would index first.
"""

from __future__ import annotations

import asyncio
import importlib
import json
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    Ask = Callable[[str], list[tuple[str, str]]]


def memsearch(vault: Path, state: Path) -> tuple[Ask, Callable[[], None]]:
    made = importlib.import_module("memsearch").MemSearch
    uri = str(state / "memsearch.db")
    writer = made([str(vault)], milvus_uri=uri)
    asyncio.run(writer.index())
    watcher = writer.watch()
    # A client of its own: that of the watching one belongs to another event loop.
    reader = made([str(vault)], milvus_uri=uri)
    loop = asyncio.new_event_loop()

    def ask(word: str) -> list[tuple[str, str]]:
        found = loop.run_until_complete(reader.search(word, top_k=5))
        return [(hit["source"], hit["content"]) for hit in found]

    return ask, watcher.stop


def lss(vault: Path, state: Path) -> tuple[Ask, Callable[[], None]]:
    del state  # LSS_DIR says it
    command = [str(Path(sys.executable).with_name("lss-sync")), "--watch", str(vault)]
    sync = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    assert sync.stdout is not None
    for line in sync.stdout:
        if "Initial index complete" in line:
            break
    drain = subprocess.Popen(["/bin/cat"], stdin=sync.stdout, stdout=subprocess.DEVNULL)
    search = importlib.import_module("semantic_search").semantic_search
    database = str(importlib.import_module("lss_config").LSS_DB)

    def ask(word: str) -> list[tuple[str, str]]:
        (found,) = search(str(vault), [word], database, indexed_only=True) or [[]]
        return [(hit["file_path"], hit["snippet"]) for hit in found]

    def stop() -> None:
        sync.terminate()
        sync.wait()
        drain.wait()

    return ask, stop


def main() -> None:
    tool, vault, state = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])
    answers = sys.stdout
    sys.stdout = sys.stderr  # what the tools print is no answer
    ask, stop = {"memsearch": memsearch, "lss": lss}[tool](vault, state)
    print("ready", file=answers, flush=True)
    for line in sys.stdin:
        print(json.dumps(ask(line.strip())), file=answers, flush=True)
    stop()


if __name__ == "__main__":
    main()
