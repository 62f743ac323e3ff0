"""`config.yaml`: read into frozen records, or refused with the line that is wrong."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Literal, TypeVar

import msgspec
import yaml

from vaultbrain.errors import ConfigError

SOURCE_ID = re.compile(r"[a-z0-9][a-z0-9_-]{0,31}")
DEFAULT_INCLUDE = ("*.md", "*.markdown")
T = TypeVar("T")


class SourceConfig(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One folder of notes."""

    path: str
    kind: Literal["folder"] = "folder"
    include: tuple[str, ...] = DEFAULT_INCLUDE
    exclude: tuple[str, ...] = ()

    @property
    def root(self) -> Path:
        """The folder, with `~` spelled out."""
        return Path(self.path).expanduser()


class ModelConfig(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which models to use; `off` means search by words alone."""

    embedder: Literal["builtin", "off"] = "builtin"


class PiiConfig(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the gate does with personal data."""

    strong: Literal["redact", "allow"] = "redact"
    soft: Literal["index", "redact"] = "index"


class GateConfig(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The gate's policy. Secrets are always redacted; there is no switch for them."""

    pii: PiiConfig = PiiConfig()


class Config(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Everything a user may set."""

    sources: dict[str, SourceConfig] = {}
    model: ModelConfig = ModelConfig()
    gate: GateConfig = GateConfig()


class _Loader(yaml.SafeLoader):
    """PyYAML, with a line for every fault and without aliases, which could point in a circle."""

    def compose_node(self, parent: yaml.Node | None, index: int) -> yaml.Node | None:
        if self.check_event(yaml.AliasEvent):
            mark = self.peek_event().start_mark  # type: ignore[no-untyped-call]
            raise yaml.MarkedYAMLError(None, None, "aliases are not understood here", mark)
        return super().compose_node(parent, index)

    def construct_object(self, node: yaml.Node, deep: bool = False) -> object:  # noqa: FBT001, FBT002
        try:
            return super().construct_object(node, deep)
        except (ValueError, AttributeError, LookupError):  # as for 2025-99-99 or `!!int x`
            fault = "a value is not of the kind that it looks like; put it in quotes"
            raise yaml.MarkedYAMLError(None, None, fault, node.start_mark) from None


def load(path: Path) -> Config:
    """Read the settings; a missing file means the defaults.

    Raises:
        ConfigError: the file cannot be read or is not valid; names the line.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return Config()
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(_message(path, None, f"cannot be read: {error}")) from error
    return parse(text, path)


def parse(text: str, path: Path) -> Config:
    """Turn YAML text into settings; `path` is only named in messages.

    Raises:
        ConfigError: as in `load`.
    """
    try:
        node = yaml.compose(text, Loader=_Loader)
        data = yaml.load(text, Loader=_Loader)  # noqa: S506 - a safe loader
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        line = mark.line + 1 if mark is not None else None
        problem = getattr(error, "problem", None) or "not valid YAML"
        raise ConfigError(_message(path, line, problem)) from error
    except RecursionError as error:
        raise ConfigError(_message(path, None, "nested too deeply")) from error
    if data is None:
        return Config()
    _refuse_twice(node, path)
    _check_sources(data, node, path)
    return _convert(data, Config, node, [], path)


def _convert(data: object, kind: type[T], node: yaml.Node | None, keys: list[str], path: Path) -> T:
    try:
        return msgspec.convert(data, kind)
    except msgspec.ValidationError as error:
        deeper, problem = _explain(str(error))
        raise ConfigError(_message(path, _line_of(node, keys + deeper), problem)) from error


def _check_sources(data: object, node: yaml.Node | None, path: Path) -> None:
    """Each source by itself: msgspec does not name the key of a mapping it was given."""
    sources = data.get("sources") if isinstance(data, dict) else None
    for name, value in (sources if isinstance(sources, dict) else {}).items():
        keys = ["sources", str(name)]
        if not isinstance(name, str) or not SOURCE_ID.fullmatch(name):
            fault = f"source id '{name}' must be text of a-z, 0-9, - and _ (at most 32)"
            raise ConfigError(_message(path, _line_of(node, keys), fault))
        source = _convert(value, SourceConfig, node, keys, path)
        if not source.path.strip():
            fault = f"source '{name}' has an empty path"
            raise ConfigError(_message(path, _line_of(node, [*keys, "path"]), fault))


def _refuse_twice(node: yaml.Node | None, path: Path) -> None:
    """YAML keeps the last of two equal keys in silence; a user never means that."""
    if not isinstance(node, yaml.MappingNode):
        return
    seen = set()
    for key, value in node.value:
        if key.value in seen:
            line = key.start_mark.line + 1
            raise ConfigError(_message(path, line, f"key '{key.value}' stands here twice"))
        seen.add(key.value)
        _refuse_twice(value, path)


def _explain(problem: str) -> tuple[list[str], str]:
    """Split msgspec's message into the keys that lead to the fault and plain wording."""
    text, _, where = problem.partition(" - at `$")
    keys = [name or index for name, index in re.findall(r"(\w+)|\[(\d+)\]", where)]
    unknown = re.fullmatch(r"Object contains unknown field `(.+)`", text)
    if unknown:
        return [*keys, unknown[1]], f"unknown key '{unknown[1]}'"
    missing = re.fullmatch(r"Object missing required field `(.+)`", text)
    if missing:
        return keys, f"key '{missing[1]}' is missing"
    return keys, text[0].lower() + text[1:]


def _line_of(node: yaml.Node | None, keys: list[str]) -> int | None:
    """The line on which the deepest of `keys` that can be found stands."""
    line = node.start_mark.line + 1 if node is not None else None
    for key in keys:
        step = _child(node, key)
        if step is None:
            break
        line, node = step
    return line


def _child(node: yaml.Node | None, key: str) -> tuple[int, yaml.Node] | None:
    if isinstance(node, yaml.MappingNode):
        for name, value in node.value:
            if name.value == key:
                return name.start_mark.line + 1, value
    if isinstance(node, yaml.SequenceNode) and key.isdigit() and int(key) < len(node.value):
        item = node.value[int(key)]
        return item.start_mark.line + 1, item
    return None


def _message(path: Path, line: int | None, problem: str) -> str:
    where = f"{path}, line {line}" if line else str(path)
    return (
        f"{where}: {problem}.\n"
        "Nothing was started or changed, and your notes were not touched. "
        "Correct the file and try again; `vaultbrain config` shows every key."
    )


def dump(config: Config) -> str:
    """The settings as YAML text, complete, in the order of the records."""
    plain: Any = msgspec.to_builtins(config)
    text: str = yaml.safe_dump(plain, sort_keys=False, allow_unicode=True)
    return text


def with_source(config: Config, name: str, source: SourceConfig) -> Config:
    """A copy of the settings with one source added or replaced."""
    return msgspec.structs.replace(config, sources={**config.sources, name: source})
