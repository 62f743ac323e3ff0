"""Texts through the gate without a daemon."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from vaultbrain.daemon.scan import scan, scan_lines
from vaultbrain.daemon.tools import make_gate
from vaultbrain.errors import ConfigError, UsageError
from vaultbrain.gate.rules.base import noise
from vaultbrain.paths import locate

if TYPE_CHECKING:
    from pathlib import Path

    from vaultbrain.paths import Paths

PW = "Kocicka" + "7626x"
TOKEN = "gh" + "p_" + noise(36)


@pytest.fixture
def paths(tmp_path: Path) -> Paths:
    return locate({"VAULTBRAIN_HOME": str(tmp_path / "home")})


def lines(paths: Paths, *texts: object) -> list[dict[str, Any]]:
    given = [at if isinstance(at, bytes) else json.dumps(at).encode() + b"\n" for at in texts]
    said = list(scan_lines(paths, given))
    assert all(at.endswith(b"\n") and at.count(b"\n") == 1 for at in said)
    return [json.loads(at) for at in said]


def test_what_is_found_in_a_text(paths: Paths, tmp_path: Path) -> None:
    text = f"č🐎 heslo: {PW}\neva@host.cz\n"
    found, is_taken_out = scan(paths, text.encode())
    assert is_taken_out
    assert [set(at) for at in found] == [{"class", "tier", "rule", "start", "end", "line"}] * 2
    assert [
        (text[at["start"] : at["end"]], at["class"], at["tier"], at["line"]) for at in found
    ] == [
        (PW, "password", "secret", 1),
        ("eva@host.cz", "email", "soft", 2),
    ]
    assert scan(paths, b"nothing") == ([], False)
    assert list(tmp_path.iterdir()) == []


def test_the_settings_of_the_home_count(paths: Paths) -> None:
    paths.config_dir.mkdir(parents=True)
    paths.config_file.write_text("gate:\n  allow: [{path: '*', classes: [no-class]}]\n")
    with pytest.raises(ConfigError, match="no class 'no-class'"):
        scan(paths, b"x")
    with pytest.raises(ConfigError):
        list(scan_lines(paths, []))


def test_each_line_has_its_answer(paths: Paths) -> None:
    text = f"e\u0301 heslo: {PW}"
    found = lines(
        paths,
        {"id": "a", "text": text},
        b"\n",
        b"  \r\n",
        {"id": 7, "text": "nothing", "path": "a.md"},
        json.dumps({"id": "crlf", "text": f"heslo: {PW}\r\n"}).encode() + b"\r\n",
        json.dumps({"id": "raw", "text": f"ž heslo: {PW}"}, ensure_ascii=False).encode(),
    )
    assert [(at["id"], len(at["findings"])) for at in found] == [
        ("a", 1),
        (7, 0),
        ("crlf", 1),
        ("raw", 1),
    ]
    (at,) = found[0]["findings"]
    assert text[at["start"] : at["end"]] == PW
    assert PW not in repr(found)


def test_lines_of_a_pdf_are_joined(paths: Paths) -> None:
    text = f"one {TOKEN[:20]}\n{TOKEN[20:]} two"
    with_path = lines(
        paths,
        *({"id": path, "text": text, "path": path} for path in ("a.pdf", "A.PDF", "a.md")),
        {"id": "none", "text": text},
    )
    wholes = {
        at["id"]: any(
            text[f["start"] : f["end"]] == f"{TOKEN[:20]}\n{TOKEN[20:]}" for f in at["findings"]
        )
        for at in with_path
    }
    assert wholes == {"a.pdf": True, "A.PDF": True, "a.md": False, "none": False}


@pytest.mark.parametrize(
    "bad",
    [
        b"no JSON\n",
        b"[]\n",
        b'{"id": 1}\n',
        b'{"text": "x"}\n',
        b'{"id": null, "text": "x"}\n',
        b'{"id": 1, "text": 5}\n',
        b'{"id": 1, "text": "\xff"}\n',
    ],
)
def test_a_bad_line_is_named_and_ends_it(paths: Paths, bad: bytes) -> None:
    good = json.dumps({"id": 1, "text": f"heslo: {PW}"}).encode() + b"\n"
    said = scan_lines(paths, [good, b"\n", bad, good])
    assert json.loads(next(said))["id"] == 1
    with pytest.raises(UsageError, match=r"Line 3 is not a JSON object") as caught:
        next(said)
    assert caught.value.__suppress_context__


def test_the_rules_are_compiled_once(paths: Paths, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[int] = []

    def watched(*args: Any) -> object:  # noqa: ANN401
        made.append(1)
        return make_gate(*args)

    monkeypatch.setattr("vaultbrain.daemon.scan.make_gate", watched)
    assert len(lines(paths, *({"id": n, "text": "x"} for n in range(5)))) == 5
    assert made == [1]
