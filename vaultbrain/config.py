"""`config.yaml`: read into frozen records, or refused with the line that is wrong."""

from __future__ import annotations

import os
import re
import warnings
from pathlib import Path
from typing import Any, Literal, TypeVar, get_args

import msgspec
import yaml

from vaultbrain.errors import ConfigError

SOURCE_ID = re.compile(r"[a-z0-9][a-z0-9_-]{0,31}")
DEFAULT_INCLUDE = (
    *("*.md", "*.markdown", "*.canvas", "*.base"),
    *("*.txt", "*.pdf", "*.vtt", "*.srt"),
)
REFERENCE = "docs/reference/config.md"
_KINDS = {
    "str": "text",
    "array": "a list",
    "object": "keys and values",
    "int": "a number",
    "float": "a number",
    "date": "a date",
    "datetime": "a date",
    "null": "nothing",
}
T = TypeVar("T")


class SourceConfig(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One folder of notes; `path` is whole, or begins with `~`.

    `origin: foreign` is for notes that others wrote, as in a mirror of a repository: their comments
    let nothing pass the gate.
    """

    path: str
    kind: Literal["folder"] = "folder"
    include: tuple[str, ...] = DEFAULT_INCLUDE
    exclude: tuple[str, ...] = ()
    origin: Literal["own", "foreign"] = "own"

    @property
    def root(self) -> Path:
        """The folder, with `~` spelled out."""
        return Path(self.path).expanduser()


class ModelConfig(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which models to use; `off` means search by words alone.

    `on_battery: pause` lets new texts wait for their vectors until the machine is plugged in.
    """

    embedder: Literal["builtin", "off"] = "builtin"
    on_battery: Literal["run", "pause"] = "run"


class PiiConfig(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the gate does with personal data."""

    strong: Literal["redact", "allow"] = "redact"
    soft: Literal["index", "redact"] = "index"


class AllowConfig(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Classes of findings that pass the gate in some notes.

    `path` is a pattern as in a `.gitignore`; `source` names the one that it is for, or it is for
    all.
    """

    path: str
    classes: tuple[str, ...]
    source: str | None = None


class GateConfig(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The gate's policy. Secrets are always redacted; there is no switch for them.

    `deep_scan: on` asks a second scanner, too, which has to be installed.
    """

    pii: PiiConfig = PiiConfig()
    allow: tuple[AllowConfig, ...] = ()
    deep_scan: Literal["off", "on"] = "off"


class Config(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Everything a user may set."""

    sources: dict[str, SourceConfig] = {}
    model: ModelConfig = ModelConfig()
    gate: GateConfig = GateConfig()


class _Loader(yaml.SafeLoader):
    """PyYAML, with a line for every fault and without aliases, which could point in a circle.

    No setting is a truth value, so `off` and `no` are the words that they look like.
    """

    yaml_implicit_resolvers = {  # noqa: RUF012 - PyYAML's way to be told
        first: [pair for pair in pairs if pair[0] != "tag:yaml.org,2002:bool"]
        for first, pairs in yaml.SafeLoader.yaml_implicit_resolvers.items()
    }

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
    config = _convert(data, Config, node, [], path)
    for place, rule in enumerate(config.gate.allow):
        fault = _allow_fault(rule, config)
        if fault:
            keys = ["gate", "allow", str(place)]
            raise ConfigError(_message(path, _line_of(node, keys), fault))
    return config


def _convert(data: object, kind: type[T], node: yaml.Node | None, keys: list[str], path: Path) -> T:
    try:
        return msgspec.convert(data, kind)
    except msgspec.ValidationError as error:
        deeper, problem = _explain(str(error), kind)
        raise ConfigError(_message(path, _line_of(node, keys + deeper), problem)) from error


def _check_sources(data: object, node: yaml.Node | None, path: Path) -> None:
    """Each source by itself: msgspec does not name the key of a mapping it was given."""
    sources = data.get("sources") if isinstance(data, dict) else None
    seen: dict[str, str] = {}
    for name, value in (sources if isinstance(sources, dict) else {}).items():
        keys = ["sources", str(name)]
        if not isinstance(name, str) or not SOURCE_ID.fullmatch(name):
            fault = f"source id {str(name)!r} must be text of a-z, 0-9, - and _ (at most 32)"
            raise ConfigError(_message(path, _line_of(node, keys), fault))
        source = _convert(value, SourceConfig, node, keys, path)
        found = _path_fault(name, source.path, seen) or _pattern_fault(source)
        if found:
            raise ConfigError(_message(path, _line_of(node, [*keys, *found[0]]), found[1]))


def _path_fault(name: str, path: str, seen: dict[str, str]) -> tuple[list[str], str] | None:
    """What is wrong with the folder, if anything; `seen` maps folders to source ids."""
    if not path.strip():
        return ["path"], f"source '{name}' has an empty path"
    try:
        whole = Path(path).expanduser()
        folder = os.path.realpath(whole)
    except (ValueError, RuntimeError):  # a zero byte, half a character, the home of nobody
        return ["path"], f"path {path!r} cannot be that of a folder"
    if not whole.is_absolute():
        fault = f"path {path!r} depends on where vaultbrain is started; give the whole path"
        return ["path"], f"{fault}, beginning with / or ~"
    if folder in seen:
        return ["path"], f"source '{name}' is the same folder as source '{seen[folder]}': {folder}"
    seen[folder] = name
    return None


def _pattern_fault(source: SourceConfig) -> tuple[list[str], str] | None:
    if not source.include:
        fault = "include is an empty list, so no note would be found; leave the key out"
        return ["include"], f"{fault} for the usual ones"
    for place, pattern in enumerate(source.include):
        if not pattern.strip():
            return ["include", str(place)], "a pattern of include is empty"
    for place, pattern in enumerate(source.exclude):
        fault = _line_fault(pattern, "exclude")
        if fault:
            return ["exclude", str(place)], fault
    return None


def _allow_fault(rule: AllowConfig, config: Config) -> str:
    """Why a rule of `gate.allow` would let nothing pass, or empty."""
    if not rule.classes:
        return "a rule of gate.allow names no classes, so it would let nothing pass"
    if rule.source is not None and rule.source not in config.sources:
        return f"a rule of gate.allow is for source {rule.source!r}, and there is none"
    return _line_fault(rule.path, "gate.allow")


def _line_fault(pattern: str, key: str) -> str:
    """Why a line could not stand in a `.gitignore`, or empty; asks what will match it later."""
    if not pattern.strip():
        return f"a pattern of {key} is empty"
    from pathspec import GitIgnoreSpec  # noqa: PLC0415 - most settings exclude nothing

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # Python's, about brackets that it may read otherwise
            spec = GitIgnoreSpec.from_lines([pattern])
            spec.match_file("folder/note.md")
    except Exception:  # noqa: BLE001 - each regex engine has errors of its own
        return f"pattern {pattern!r} of {key} is not valid in a .gitignore"
    if all(one.include is None for one in spec.patterns):
        return f"pattern {pattern!r} of {key} matches nothing"
    return ""


def _refuse_twice(node: yaml.Node | None, path: Path) -> None:
    """YAML keeps the last of two equal keys in silence; a user never means that."""
    if not isinstance(node, yaml.MappingNode):
        return
    seen = set()
    for key, value in node.value:
        if key.value in seen:
            line = key.start_mark.line + 1
            raise ConfigError(_message(path, line, f"key {key.value!r} stands here twice"))
        seen.add(key.value)
        _refuse_twice(value, path)


def _explain(problem: str, kind: type) -> tuple[list[str], str]:
    """Split msgspec's message into the keys that lead to the fault and plain wording."""
    text, _, where = problem.partition(" - at `$")
    keys = [name or index for name, index in re.findall(r"(\w+)|\[(\d+)\]", where)]
    if " - at `key` in " in text:
        return keys, "a key is no text; put it in quotes if it is meant"
    if unknown := re.fullmatch(r"Object contains unknown field `(.*)`", text, re.DOTALL):
        known = ", ".join(_types(_type_at(kind, keys)))
        return [*keys, unknown[1]], f"unknown key {unknown[1]!r}; the keys here are: {known}"
    if missing := re.fullmatch(r"Object missing required field `(.+)`", text):
        return keys, f"key '{missing[1]}' is missing"
    if wrong := re.fullmatch(r"Invalid enum value '(.*)'", text, re.DOTALL):
        allowed = " or ".join(repr(value) for value in get_args(_type_at(kind, keys)))
        return keys, f"{wrong[1]!r} cannot stand here, only {allowed}"
    kinds = [_KINDS.get(name, "something else") for name in re.findall(r"`(\w+)`", text)]
    return keys, ", got ".join([f"expected {kinds[0]}", *kinds[1:]])


def _types(kind: Any) -> dict[str, Any]:  # noqa: ANN401 - a type, or a form of typing
    return {field.encode_name: field.type for field in msgspec.structs.fields(kind)}


def _type_at(kind: Any, keys: list[str]) -> Any:  # noqa: ANN401
    """The type that `keys` lead to, struct by struct and list by list."""
    for key in keys:
        kind = get_args(kind)[0] if key.isdigit() else _types(kind)[key]
    return kind


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
        f"Correct the file and try again; {REFERENCE} explains every key."
    )


def dump(config: Config) -> str:
    """The settings as YAML text, complete, in the order of the records."""
    plain: Any = msgspec.to_builtins(config)
    text: str = yaml.safe_dump(plain, sort_keys=False, allow_unicode=True)
    return text


def with_source(config: Config, name: str, source: SourceConfig) -> Config:
    """A copy of the settings with one source added or replaced."""
    return msgspec.structs.replace(config, sources={**config.sources, name: source})
