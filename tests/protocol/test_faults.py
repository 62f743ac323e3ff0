from __future__ import annotations

from vaultbrain.protocol.faults import describe


def _fail() -> None:
    try:
        {}["text of a note"]
    except KeyError as error:
        raise ValueError("more of it") from error


def test_a_fault_names_places_and_types_but_no_values() -> None:
    try:
        _fail()
    except ValueError as error:
        text = describe(error)
    assert text.index("builtins.KeyError") < text.index("builtins.ValueError")
    assert "test_faults.py" in text
    assert "in _fail" in text


def test_the_message_is_left_out() -> None:
    text = describe(OSError("text of a note"))
    assert text == "builtins.OSError"
