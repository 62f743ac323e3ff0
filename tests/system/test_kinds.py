"""Every kind of file over the real daemon: the good are found where they say it, the bad named."""

from __future__ import annotations

import contextlib
import json
import os
import signal
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.reading.pdfs import pdf
from tests.reading.pictures import picture, png
from vaultbrain import config as settings
from vaultbrain.config import DEFAULT_INCLUDE, Config, ModelConfig, SourceConfig

if TYPE_CHECKING:
    from tests.system.conftest import Rig

INCLUDE = (*DEFAULT_INCLUDE, "*.log", "*.jsonl", "*.html", "*.jpg", "*.png", "*.py")
CARD = '{"id": "%s", "type": "text", "text": "%s", "x": 0, "y": %d, "width": 9, "height": 9}'
CHAT = '{"role": "user", "content": "the okapi in the chat", "timestamp": "2026-03-01T10:00:00Z"}\n'
MARKS = """<!DOCTYPE NETSCAPE-Bookmark-file-1>
<DL><p>
    <DT><H3>Animals</H3>
    <DL><p>
        <DT><A HREF="https://example.org/tapir">All about the tapir</A>
    </DL><p>
</DL><p>
"""
CUE = "{}:00:12{}500 --> {}:00:15{}000\n{}\n"
# Two of them do not fit into one chunk.
PAGE = "\n".join(["many words about other matters altogether, line for line."] * 22)
DESCRIPTION, PLACE, AREA = 0x010E, {1: "N", 2: (50.0, 5.0, 16.0), 3: "E", 29: "2019:09:09"}, 28


def canvas(*texts: str) -> str:
    cards = (
        CARD % (chr(97 + at), text.replace("\n", "\\n"), 20 * at) for at, text in enumerate(texts)
    )
    return f'{{"nodes": [{", ".join(cards)}], "edges": []}}'


def photo(area: str) -> bytes:
    place = {**PLACE, AREA: area.encode()}
    return picture("JPEG", {DESCRIPTION: "a wombat at the bridge"}, place=place)


# What is written, a word in it, and where in the file that stands.
GOOD: dict[str, tuple[bytes, str, str]] = {
    "note.md": (b"# Note\n\nthe zebra", "zebra", ""),
    "board.canvas": (canvas(PAGE, f"the giraffe\n{PAGE}").encode(), "giraffe", "card 2"),
    "table.base": (b"views:\n  - type: table\n    name: the gnu\n", "gnu", ""),
    "plain.txt": (b"the ibex", "ibex", ""),
    "day.log": (b"the kudu", "kudu", ""),
    "talk.vtt": (
        f"WEBVTT\n\n{CUE.format('00', '.', '00', '.', 'the llama speaks')}".encode(),
        "llama",
        "00:00:12",
    ),
    "talk.srt": (
        f"1\n{CUE.format('01', ',', '01', ',', 'the manatee speaks')}".encode(),
        "manatee",
        "01:00:12",
    ),
    "chat.jsonl": (CHAT.encode(), "okapi", "2026-03-01 10:00"),
    "marks.html": (MARKS.encode(), "tapir", "folder 1"),
    "report.pdf": (pdf([PAGE, f"the quagga\n{PAGE}"]), "quagga", "p. 2"),
    "photo.jpg": (photo("xylograph"), "wombat", ""),
    "shot.png": (png(Title="the vicuna"), "vicuna", ""),
    "code.py": (
        b"def first():\n    return 1\n\n\ndef hartebeest():\n    return 2\n",
        "hartebeest",
        "",
    ),
}
# What is written, and a part of the reason that is told; a word where something can be read of it.
BAD: dict[str, tuple[bytes, str, str]] = {
    "locked.pdf": (pdf(["aardvark"], password="x"), "password", ""),
    "scanned.pdf": (pdf(["", ""]), "no text", ""),
    "torn.pdf": (pdf(["aardvark"])[:200], "damaged", ""),
    "torn.png": (png(Title="aardvark")[:20], "damaged", ""),
    "torn.canvas": (canvas("aardvark").encode()[:40], "no complete canvas", ""),
    "picture.md": (png(Title="aardvark"), "", ""),
    "bytes.md": (b"caf\xe9 of the bongo", "not UTF-8", "bongo"),
    "broken.md": (b"---\na: [b\n---\nthe civet", "not valid YAML", "civet"),
}


@pytest.fixture
def rig(rig: Rig) -> Rig:
    """A daemon that reads all kinds of files, without a model."""
    at = SourceConfig(path=str(rig.root), include=INCLUDE)
    found = Config(sources={"notes": at}, model=ModelConfig(embedder="off"))
    rig.paths.config_file.write_text(settings.dump(found))
    return rig


def fill(rig: Rig) -> None:
    for name, (raw, *_) in {**GOOD, **BAD}.items():
        (rig.root / name).write_bytes(raw)


def place(rig: Rig, word: str) -> list[tuple[str, str]]:
    hits = rig.call("search", query=word, mode="lexical")["hits"]
    return [(hit["path"], hit["place"]) for hit in hits]


def told(rig: Rig) -> dict[str, str]:
    return {at["path"]: at["message"] for at in rig.status()["problems"]}


def parser(rig: Rig) -> int | None:
    """The process that parses PDF files for the daemon."""
    assert rig.daemon is not None
    for at in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            is_ours = f"\nPPid:\t{rig.daemon.pid}\n" in (at / "status").read_text()
            if is_ours and b"vaultbrain.reading.worker" in (at / "cmdline").read_bytes():
                return int(at.name)
    return None


def test_every_good_file_is_found_and_every_bad_one_named(rig: Rig) -> None:
    fill(rig)
    rig.start()
    rig.call("sync", timeout=30)
    assert {name: place(rig, word) for name, (_, word, _) in GOOD.items()} == {
        name: [(name, where)] for name, (_, _, where) in GOOD.items()
    }
    problems = told(rig)
    assert problems.keys() == BAD.keys()
    for name, (_, reason, word) in BAD.items():
        assert reason in problems[name], name
        if word:
            assert place(rig, word) == [(name, "")]
    assert rig.found("aardvark") == []
    assert "Traceback" not in rig.log()


# What is asked, the sentence that answers it, and where it stands.
ASKED = {
    "report.pdf": ("boiler warranty", "The boiler warranty expires on 30 June 2027.", "p. 2"),
    "board.canvas": ("parking permit", "The parking permit expires on 1 May 2028.", "card 2"),
    "talk.vtt": ("travel insurance", "The travel insurance expires on 9 July 2029.", "00:00:12"),
}


def test_an_answer_says_where_in_a_file_it_stands(rig: Rig) -> None:
    said = {name: sentence for name, (_, sentence, _) in ASKED.items()}
    (rig.root / "report.pdf").write_bytes(pdf([PAGE, f"{said['report.pdf']}\n{PAGE}"]))
    rig.write("board.canvas", canvas(PAGE, f"{said['board.canvas']}\n{PAGE}"))
    rig.write("talk.vtt", f"WEBVTT\n\n{CUE.format('00', '.', '00', '.', said['talk.vtt'])}")
    for number in range(20):
        rig.write(f"{number}.md", f"Note {number} is about other matters, as is number {number}.")
    rig.start()
    rig.call("sync", timeout=30)
    for name, (subject, sentence, where) in ASKED.items():
        question = f"How long is the {subject}?"
        assert f"  {name}  {where}" in rig.cli("search", question).stdout.splitlines()[1]
        assert f"[1] {name}  {where}\n" in rig.cli("ask", question).stdout
        (first, *_) = rig.json("ask", question)["citations"]
        assert (first["path"], first["place"]) == (name, where)
        assert first["quote"].startswith(sentence)
        hit = rig.json("search", question)["hits"][0]
        assert (hit["path"], hit["place"], hit["fresh"]) == (name, where, True)
        assert min(first["line_start"], hit["line_start"]) >= 1


def test_a_canvas_that_is_half_written_keeps_its_text(rig: Rig) -> None:
    file = rig.write("board.canvas", canvas("the zebra"))
    rig.start()
    rig.until(lambda: rig.found("zebra"))
    whole = canvas("the zebra", "the giraffe")
    file.write_text(whole[: len(whole) // 2])
    rig.until(lambda: "board.canvas" in told(rig))
    assert rig.found("zebra") == ["board.canvas"]
    assert rig.current("zebra") == []
    rig.call("sync", timeout=30)
    assert rig.found("zebra") == ["board.canvas"]
    file.write_text(whole)
    rig.until(lambda: rig.current("giraffe") and rig.current("zebra"))
    assert told(rig) == {}


def test_where_a_picture_was_taken_is_nowhere(rig: Rig) -> None:
    (rig.root / "photo.jpg").write_bytes(photo("xylograph"))
    assert b"xylograph" in (rig.root / "photo.jpg").read_bytes()
    rig.start()
    rig.until(lambda: rig.found("wombat"))
    got = rig.call("get", path="photo.jpg")["text"]
    inspected = rig.cli("inspect", str(rig.root / "photo.jpg"), "--json").stdout
    assert rig.end() == 0
    for part in ("xylograph", "2019:09:09", "2019-09-09", "GPS", "50.0", "16.0"):
        assert part.encode() not in rig.paths.index_db.read_bytes(), part
        assert part not in got + inspected, part
    assert b"xylograph" not in rig.stored_bytes()


def test_a_parser_that_is_killed_costs_no_more_than_a_retry(rig: Rig) -> None:
    rig.write("note.md", "the zebra")
    (rig.root / "a.pdf").write_bytes(pdf(["the quagga"]))
    rig.start()
    rig.until(lambda: rig.found("quagga"), 20)
    pid = parser(rig)
    assert pid is not None
    os.kill(pid, signal.SIGSTOP)
    (rig.root / "b.pdf").write_bytes(pdf(["the okapi"]))
    rig.until(lambda: rig.status()["progress"]["phase"] == "reading")
    os.kill(pid, signal.SIGKILL)
    rig.until(lambda: rig.found("okapi") or "b.pdf" in told(rig), 20)
    assert rig.found("zebra") == ["note.md"]
    assert rig.found("quagga") == ["a.pdf"]
    os.utime(rig.root / "b.pdf")
    rig.until(lambda: rig.found("okapi") and not told(rig), 20)
    assert parser(rig) not in (None, pid)
    assert rig.end() == 0


def test_inspect_tells_what_the_daemon_has_stored(rig: Rig) -> None:
    fill(rig)
    rig.start()
    rig.call("sync", timeout=30)
    assert inspected(rig, rig.root)["notes"] == rig.status()["notes"]
    before = {at: at.stat().st_mtime_ns for at in rig.paths.config_dir.rglob("*")}
    for name, (_, word, where) in GOOD.items():
        (chunk,) = (at for at in inspected(rig, rig.root / name)["chunks"] if word in at["text"])
        hit = rig.call("search", query=word, mode="lexical")["hits"][0]
        assert (chunk["place"], hit["place"]) == (where, where)
        assert (chunk["line_start"], chunk["line_end"]) == (hit["line_start"], hit["line_end"])
        assert chunk["heading"] == hit["heading"]
    assert {at: at.stat().st_mtime_ns for at in rig.paths.config_dir.rglob("*")} == before


def inspected(rig: Rig, path: Path) -> dict[str, Any]:
    done = rig.cli("inspect", str(path), "--json")
    assert done.returncode == 0, done.stderr
    result: dict[str, Any] = json.loads(done.stdout)
    return result
