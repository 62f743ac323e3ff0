"""Bytes ↔ messages, on the daemon's side. Pure: no socket, no thread."""

from __future__ import annotations

import difflib
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Literal

import msgspec

from vaultbrain.errors import Cancelled, ProtocolError, UsageError, VaultbrainError
from vaultbrain.protocol import wire
from vaultbrain.protocol.methods import METHODS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from vaultbrain.protocol.methods import Method, Params

Id = int | str


class _Envelope(msgspec.Struct, frozen=True):
    jsonrpc: Literal["2.0"]
    method: Annotated[str, msgspec.Meta(max_length=64)]
    id: int | Annotated[str, msgspec.Meta(max_length=128)] | msgspec.UnsetType = msgspec.UNSET
    params: msgspec.Raw = msgspec.Raw(b"{}")


class _CancelParams(msgspec.Struct, frozen=True):
    id: Id


_ENVELOPE = msgspec.json.Decoder(_Envelope)
_ANY = msgspec.json.Decoder()
_CANCEL = msgspec.json.Decoder(_CancelParams)
_PARAMS = {name: msgspec.json.Decoder(method.params) for name, method in METHODS.items()}
_ENCODER = msgspec.json.Encoder()
# What msgspec quotes of a request; a secret may have been written in the wrong place of it.
_VALUE = re.compile(r"Invalid enum value '.*'(?= - at `|$)", re.DOTALL)
_KEY = re.compile(r"unknown field `(.*?)`((?: - at `\$[a-z_.]*`)?)$", re.DOTALL)
_PLAIN_KEY = re.compile("[a-z_]{1,32}")


@dataclass(frozen=True)
class Request:
    """A request that may be served."""

    id: Id
    method: Method
    params: Params


@dataclass(frozen=True)
class Cancel:
    """The client takes the request with this id back."""

    id: Id


@dataclass(frozen=True)
class Refusal:
    """A line that cannot be served; to be answered with this error. `id` None is null."""

    id: Id | None
    code: int
    message: str
    name: str


def parse(line: bytes) -> Request | Cancel | Refusal | None:
    """Read one line; None means that nothing is to be done or answered."""
    if wire.too_deep(line):
        return _unreadable(f"nested deeper than {wire.MAX_DEPTH} levels or too many brackets")
    if line.lstrip()[:1] == b"[":
        return _invalid(None, "Batches are not served; send one object per line.")
    try:
        envelope = _ENVELOPE.decode(line)
    except msgspec.ValidationError as error:
        return _misshapen(line, error)
    except (msgspec.DecodeError, ValueError):
        return _unreadable("not JSON")
    if envelope.id is msgspec.UNSET:
        return _notification(envelope)
    return _request(envelope.id, envelope)


def _misshapen(line: bytes, error: msgspec.ValidationError) -> Refusal:
    """JSON of the wrong shape, or no JSON behind the first fault; with the id if it has one."""
    try:
        found = _ANY.decode(line)
    except (msgspec.DecodeError, ValueError):
        return _unreadable("not JSON")
    known = found.get("id") if isinstance(found, dict) else None
    usable = isinstance(known, int | str) and not isinstance(known, bool)
    return _invalid(known if usable else None, f"No JSON-RPC 2.0 request: {_discreet(error)}.")


def _notification(envelope: _Envelope) -> Cancel | None:
    """Only `$/cancel` means something; nothing may be answered, not even to a bad one."""
    if envelope.method != wire.CANCEL:
        return None
    try:
        return Cancel(_CANCEL.decode(envelope.params).id)
    except msgspec.DecodeError:
        return None


def _request(request_id: Id, envelope: _Envelope) -> Request | Refusal:
    method = METHODS.get(envelope.method)
    if method is None:
        return _unknown(request_id, envelope.method)
    raw = bytes(envelope.params)
    try:
        params = _PARAMS[method.name].decode(b"{}" if raw == b"null" else raw)
    except msgspec.ValidationError as error:
        message = f"{_explain(error, method.name)} Nothing was done; correct the request."
        return Refusal(request_id, wire.INVALID_PARAMS, message, UsageError.__name__)
    except (msgspec.DecodeError, ValueError):
        return _unreadable("not JSON")
    except VaultbrainError as error:
        return Refusal(request_id, error.code, error.message, type(error).__name__)
    return Request(request_id, method, params)


def _explain(error: msgspec.ValidationError, method: str) -> str:
    """The fault in plain words, with the key it is about."""
    text, _, where = _discreet(error).partition(" - at `$")
    key = where.strip("`").lstrip(".")
    place = f"params of {method}, key {key}" if key else f"params of {method}"
    return f"{place}: {text[:1].lower()}{text[1:]}."


def _discreet(error: msgspec.ValidationError) -> str:
    """What is wrong, without values and without keys that are no plain words."""
    text = _VALUE.sub("A value that cannot stand there", str(error))
    found = _KEY.search(text)
    if found is None or _PLAIN_KEY.fullmatch(found[1]):
        return text
    return f"{text[: found.start()]}a key that is not known{found[2]}"


def _unknown(request_id: Id, name: str) -> Refusal:
    near = difflib.get_close_matches(name, METHODS, n=1)
    hint = f" Did you mean {near[0]}?" if near else f" It knows: {', '.join(METHODS)}."
    message = f"This daemon knows no method of that name.{hint}"
    return Refusal(request_id, wire.METHOD_NOT_FOUND, message, ProtocolError.__name__)


def _unreadable(fault: str) -> Refusal:
    message = f"The line could not be read: {fault}. Send one JSON-RPC 2.0 object per line."
    return Refusal(None, wire.PARSE_ERROR, message, ProtocolError.__name__)


def _invalid(request_id: Id | None, message: str) -> Refusal:
    return Refusal(request_id, wire.INVALID_REQUEST, message, ProtocolError.__name__)


def oversized() -> Refusal:
    """The answer to a line that is longer than allowed."""
    return _invalid(None, f"The line is longer than {wire.MAX_LINE:,} bytes; it was not read.")


def refused(request_id: Id | None, error: VaultbrainError) -> Refusal:
    """An error of ours as an answer."""
    code = wire.REQUEST_CANCELLED if isinstance(error, Cancelled) else error.code
    return Refusal(request_id, code, error.message, type(error).__name__)


def encode_refusal(refusal: Refusal) -> bytes:
    """One line."""
    error = {
        "code": refusal.code,
        "message": refusal.message,
        "data": {"name": refusal.name},
    }
    return _line({"jsonrpc": "2.0", "id": refusal.id, "error": error})


def encode_result(request_id: Id, result: msgspec.Struct) -> bytes:
    """One line."""
    return _line({"jsonrpc": "2.0", "id": request_id, "result": result})


def encode_progress(request_id: Id, facts: Mapping[str, object]) -> bytes:
    """One line: a notification that carries the request's id."""
    params = {"id": request_id, **facts}
    return _line({"jsonrpc": "2.0", "method": wire.PROGRESS, "params": params})


def _line(message: Mapping[str, object]) -> bytes:
    return _ENCODER.encode(message) + b"\n"
