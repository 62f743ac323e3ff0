from __future__ import annotations

import hashlib

import msgspec
import pytest

from vaultbrain.records import Chunk, Finding, Hit, State, Tier


def _chunk(crumb: str, text: str) -> Chunk:
    digest = hashlib.sha256(f"{crumb}\n{text}".encode()).digest()
    return Chunk(0, ("Boiler",), 3, 5, crumb, text, digest)


def test_the_model_sees_breadcrumb_and_passage() -> None:
    chunk = _chunk("House > Boiler", "Pressure 1.6 bar.")
    assert chunk.embedded == "House > Boiler\nPressure 1.6 bar."
    assert hashlib.sha256(chunk.embedded.encode()).digest() == chunk.text_hash


def test_records_cannot_be_changed() -> None:
    chunk = _chunk("a", "b")
    with pytest.raises(AttributeError):
        chunk.text = "c"  # type: ignore[misc]


def test_a_finding_calls_its_class_by_that_name_on_the_wire() -> None:
    finding = Finding("iban", "iban", Tier.STRONG, 4, 28, 1)
    assert msgspec.to_builtins(finding) == {
        "rule": "iban",
        "class": "iban",
        "tier": "strong",
        "start": 4,
        "end": 28,
        "line": 1,
        "action": "redacted",
        "id": "",
    }
    assert "value" not in Finding.__struct_fields__
    assert "text" not in Finding.__struct_fields__


def test_a_hit_survives_the_wire() -> None:
    hit = Hit("notes", "a/b.md", "B", ("B", "C"), 1, 2, 1, "…", 0.5, "0" * 64, fresh=True, why={})
    assert msgspec.json.decode(msgspec.json.encode(hit), type=Hit) == hit


def test_states_are_the_words_of_the_protocol() -> None:
    assert [str(state) for state in State] == [
        "ready",
        "indexing",
        "degraded",
        "offline",
        "locked",
        "readonly",
    ]
