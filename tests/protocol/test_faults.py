from __future__ import annotations

from vaultbrain.protocol.faults import describe


def _fail() -> None:
    try:
        int("text of a note")
    except ValueError as error:
        raise LookupError("more of it") from error


def test_a_fault_names_places_and_types_but_no_values() -> None:
    try:
        _fail()
    except LookupError as error:
        text = describe(error)
    assert text.index("builtins.ValueError") < text.index("builtins.LookupError")
    assert "test_faults.py" in text
    assert "in _fail" in text


def test_the_message_is_left_out() -> None:
    text = describe(OSError("text of a note"))
    assert text == "builtins.OSError"
