"""Scanners for secrets, each in a process of its own, run by the Python it is installed in.

    PEER/bin/python benchmarks/gate_peers.py TOOL < TEXTS

Reads `{"id", "text"}` lines and writes `{"id", "findings"}` lines as `vaultbrain gate scan
--jsonl -` does, then one line `{"seconds", "load", "version"}`: CPU seconds of this process and
its children, for the texts (the better of two rounds) and for getting ready. `gate_beside.py`
starts it. Each tool is run as it comes; those that want files get files. Where one tells a value
but no place, every place of it in the line counts.
"""

from __future__ import annotations

import importlib
import importlib.metadata
import json
import logging
import os
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    # Texts to findings, (start, end, tier, rule) of each.
    Finds = list[tuple[int, int, str, str]]
    Scan = Callable[[Sequence[str]], list[Finds]]


def _vaultbrain(*, deep: bool) -> Scan:
    second = importlib.import_module("vaultbrain.gate.deep").DeepScanner() if deep else None
    scanner = importlib.import_module("vaultbrain.gate.scanner").Scanner(second)
    gate = importlib.import_module("vaultbrain.gate").Gate(scanner=scanner)

    def one(text: str) -> Finds:
        return [(at.start, at.end, at.tier.value, at.rule) for at in gate.scan(text)]

    return lambda texts: [one(text) for text in texts]


def _kingfisher() -> Scan:
    scanner = importlib.import_module("kingfisher_sdk").Scanner()

    def one(text: str) -> Finds:
        data = text.encode()
        return [
            (_before(data, at["start_offset"]), _before(data, at["end_offset"]), "secret", rule)
            for at, rule in ((f.location, f.rule_id) for f in scanner.scan(data) if f.visible)
        ]

    return lambda texts: [one(text) for text in texts]


def _before(data: bytes, offset: int) -> int:
    return len(data[:offset].decode(errors="replace"))


def _detect_secrets() -> Scan:
    default_settings = importlib.import_module("detect_secrets.settings").default_settings
    scan_file = importlib.import_module("detect_secrets.core.scan").scan_file

    def scan(texts: Sequence[str]) -> list[Finds]:
        with tempfile.TemporaryDirectory() as folder, default_settings():
            found = [list(scan_file(str(file))) for file in _files(Path(folder), texts)]
        return [
            [
                (*place, "secret", secret.type)
                for secret in secrets
                for place in _places(text, secret.line_number, secret.secret_value)
            ]
            for text, secrets in zip(texts, found, strict=True)
        ]

    return scan


def _credsweeper(*, ml: bool) -> Scan:
    logging.disable()
    app = importlib.import_module("credsweeper.app").CredSweeper
    provider = importlib.import_module("credsweeper.file_handler.files_provider").FilesProvider
    sweeper = app() if ml else app(ml_threshold=0)

    def scan(texts: Sequence[str]) -> list[Finds]:
        finds: list[Finds] = [[] for _ in texts]
        sweeper.credential_manager.clear_credentials()
        with tempfile.TemporaryDirectory() as folder:
            sweeper.run(provider(list(_files(Path(folder), texts))))
        for candidate in sweeper.credential_manager.get_credentials():
            for line in candidate.line_data_list:
                number = int(Path(line.path).stem)
                places = _places(texts[number], line.line_num, line.value, line.value_start)
                finds[number] += [(*place, "secret", candidate.rule_name) for place in places]
        return finds

    return scan


def _files(folder: Path, texts: Sequence[str]) -> Iterator[Path]:
    for number, text in enumerate(texts):
        file = folder / f"{number}.md"
        file.write_text(text, encoding="utf-8", newline="")
        yield file


def _places(text: str, line: int, value: str, column: int = -1) -> Iterator[tuple[int, int]]:
    """Where a value stands in a line: at a column, or else wherever it does."""
    lines = text.split("\n")
    start = sum(len(at) + 1 for at in lines[: line - 1])
    if column >= 0 and text.startswith(value, start + column):
        yield start + column, start + column + len(value)
        return
    place = lines[line - 1].find(value) if value and line <= len(lines) else -1
    while place >= 0:
        yield start + place, start + place + len(value)
        place = lines[line - 1].find(value, place + 1)


# Tool, its package, and how to make it.
TOOLS: dict[str, tuple[str, Callable[[], Scan]]] = {
    "vaultbrain": ("vaultbrain", lambda: _vaultbrain(deep=False)),
    "vaultbrain[deep-scan]": ("vaultbrain", lambda: _vaultbrain(deep=True)),
    "kingfisher": ("kingfisher-secret-scanner", _kingfisher),
    "detect-secrets": ("detect-secrets", _detect_secrets),
    "CredSweeper": ("credsweeper", lambda: _credsweeper(ml=True)),
    "CredSweeper, no ML": ("credsweeper", lambda: _credsweeper(ml=False)),
}


def _cpu() -> float:
    return sum(os.times()[:4])


def main() -> None:
    package, make = TOOLS[sys.argv[1]]
    answers = sys.stdout
    sys.stdout = sys.stderr  # what the tools print is no answer
    rows: list[dict[str, Any]] = [json.loads(line) for line in sys.stdin]
    began = _cpu()
    scan = make()
    scan(["A note to warm up.\n"])
    ready = _cpu()
    spent = []
    # Twice, for what a tool prepares at its first texts.
    for _ in range(2):
        before = _cpu()
        found = scan([row["text"] for row in rows])
        spent.append(_cpu() - before)
    for row, finds in zip(rows, found, strict=True):
        findings = [
            {"class": rule, "tier": tier, "rule": rule, "start": start, "end": end}
            for start, end, tier, rule in finds
        ]
        print(json.dumps({"id": row["id"], "findings": findings}), file=answers)
    said = {"seconds": min(spent), "load": ready - began}
    print(json.dumps({**said, "version": importlib.metadata.version(package)}), file=answers)


if __name__ == "__main__":
    main()
