"""Write `docs/reference/*.md` from the tables in the code, or check that they are up to date.

python docs/generate.py [--check]
"""

from __future__ import annotations

import argparse
import importlib
import inspect
import io
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from tests.faults import FAULTS, NOT_HERE, proofs
from vaultbrain import config, errors
from vaultbrain.cli.io import Io
from vaultbrain.cli.main import VERBS
from vaultbrain.cli.parser import Parser, add_common
from vaultbrain.gate.rules import TABLE
from vaultbrain.gate.rules.classes import CLASSES, CONTAINERS
from vaultbrain.protocol import wire
from vaultbrain.protocol.methods import METHODS
from vaultbrain.records import Tier

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

REFERENCE = Path(__file__).parent / "reference"
HEAD = "<!-- Written by docs/generate.py; change the code, then run: make docs -->\n"
Schema = dict[str, Any]


def main(argv: list[str]) -> int:
    """Write the pages, or with `--check` report those that would change."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing, fail if stale")
    check = parser.parse_args(argv).check
    stale = [name for name, text in pages().items() if _current(name) != text]
    if not check:
        REFERENCE.mkdir(exist_ok=True)
        for name in stale:
            (REFERENCE / name).write_text(pages()[name], encoding="utf-8")
            print(f"wrote docs/reference/{name}")
        return 0
    for name in stale:
        print(f"docs/reference/{name} is stale. Run: make docs")
    return 1 if stale else 0


def _current(name: str) -> str | None:
    file = REFERENCE / name
    return file.read_text(encoding="utf-8") if file.exists() else None


def pages() -> dict[str, str]:
    """File name → text of every reference page."""
    made = {
        "cli.md": _cli(),
        "gate.md": _gate(),
        "faults.md": _faults(),
        "protocol.md": _protocol(),
        "errors.md": _errors(),
        "config.md": _config(),
    }
    return {name: HEAD + "\n".join(lines).rstrip() + "\n" for name, lines in made.items()}


def _table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> Iterator[str]:
    for row in (head, ("---" for _ in head), *rows):
        yield "| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |"
    yield ""


# --- the command line -----------------------------------------------------------------------


def _cli() -> Iterator[str]:
    yield from (
        "# Command line",
        "",
        "`vaultbrain [--version] [--help] VERB ...`",
        "",
        "Results go to standard output, messages to standard error. Exit statuses stand in",
        "[errors.md](errors.md). Colour is off where the output is no terminal, `NO_COLOR` is",
        "set, `TERM` is `dumb` or `--no-color` is given. `VAULTBRAIN_HOME`, when set, holds",
        "settings, index, log and socket of that instance.",
        "",
    )
    yield from _table(("verb", ""), ((f"[{v}](#{v})", line) for v, line in VERBS.items()))
    for verb in VERBS:
        yield from _verb(verb)


def _verb(verb: str) -> Iterator[str]:
    module = importlib.import_module(f"vaultbrain.cli.verbs.{verb}")
    nowhere = Io(io.StringIO(), io.StringIO(), io.StringIO(), {})
    parser = Parser(nowhere, f"vaultbrain {verb}", module.HELP, module.EXAMPLES)
    module.add_arguments(parser)
    add_common(parser)
    yield from (f"## {verb}", "", module.HELP, "", "```console")
    yield from (f"$ {example}" for example in module.EXAMPLES)
    yield from ("```", "")
    actions = [a for a in parser._actions if a.dest != "help"]  # noqa: SLF001 - no public list
    yield from _table(
        ("argument", "meaning", "default"), ((_spelling(a), _help(a), _default(a)) for a in actions)
    )


def _spelling(action: argparse.Action) -> str:
    value = action.metavar or action.dest.upper()
    if not action.option_strings:
        many = "..." if action.nargs == "+" else ""
        return f"`{value}{many}`"
    if action.nargs == 0:
        return ", ".join(f"`{option}`" for option in action.option_strings)
    if action.choices:
        value = "{" + ",".join(map(str, action.choices)) + "}"
    names = [f"`{option}`" for option in action.option_strings[:-1]]
    return ", ".join([*names, f"`{action.option_strings[-1]} {value}`"])


def _help(action: argparse.Action) -> str:
    return (action.help or "").replace("(default: here)", "").strip()


def _default(action: argparse.Action) -> str:
    return "" if action.default in (None, False) else f"`{action.default}`"


# --- the socket -----------------------------------------------------------------------------


def _faults() -> Iterator[str]:
    proved = proofs()
    yield from (
        "# Faults",
        "",
        "What is expected to go wrong, what vaultbrain does then, and the tests that prove it.",
        "`python -m tests.faults` runs them alone and prints the result of each row.",
        "",
        "| # | what happens | what vaultbrain does | proved by, in `tests/` |",
        "|---|---|---|---|",
    )
    for number, (trigger, behaviour) in FAULTS.items():
        tests = "<br>".join(f"`{test}`" for test in proved.get(number, ()))
        shown = tests or f"not proved here: {NOT_HERE.get(number, '')}"
        yield f"| {number} | {trigger} | {behaviour} | {shown} |"


def _protocol() -> Iterator[str]:
    yield from (
        "# Socket protocol",
        "",
        f"Protocol {wire.PROTOCOL}: JSON-RPC 2.0 over a Unix socket, one UTF-8 object per line.",
        "The socket is `vaultbrain.sock` in the runtime folder (`run/` of `VAULTBRAIN_HOME`); the",
        "folder has mode 0700, the socket 0600, and a caller of another user is hung up on.",
        "",
        "- Params go by name. A key of the params that is not listed is an error; a key of a",
        "  result that a client does not know must be ignored.",
        f"- `{wire.PROGRESS}` notifications carry the request's `id`; the result comes last.",
        f'- `{wire.CANCEL}` with `{{"id": ...}}` takes a request back.',
        "- Every result says with `state`, `generation` and `pending` how far it can be trusted.",
        "",
        "```console",
        '$ echo \'{"jsonrpc":"2.0","id":1,"method":"search","params":{"query":"heat pump"}}\' \\',
        '    | nc -U -q 1 "$XDG_RUNTIME_DIR/vaultbrain/vaultbrain.sock"',
        "```",
        "",
        "## Limits",
        "",
    )
    yield from _table(("limit", "value"), _limits())
    structs = [kind for m in METHODS.values() for kind in (m.params, m.result)]
    _, types = msgspec.json.schema_components(structs, ref_template="{name}")
    for method in METHODS.values():
        yield from (f"## {method.name}", "", method.summary, "")
        for label, kind in (("params", method.params), ("result", method.result)):
            yield from _struct(label, types.pop(kind.__name__))
    yield from ("## Types", "")
    for name, schema in types.items():
        yield from _type(name, schema)


def _limits() -> Iterator[tuple[str, str]]:
    yield "one line of a request", f"{wire.MAX_LINE:,} bytes"
    yield "nesting", f"{wire.MAX_DEPTH} levels"
    yield "a question or query", f"{wire.MAX_QUESTION:,} characters"
    yield "connections", f"{wire.MAX_CONNECTIONS}"
    yield "requests at once per connection", f"{wire.MAX_IN_FLIGHT}"
    yield "time to complete a line once begun", f"{wire.LINE_SECONDS:g} s"
    yield "time for a request", f"{wire.REQUEST_SECONDS:g} s (`sync`: its own `timeout`)"


def _struct(label: str, schema: Schema) -> Iterator[str]:
    fields = schema.get("properties", {})
    yield from (f"**{label}**: {_prose(schema)}", "")
    if fields:
        yield from _table(("key", "type", "default"), _fields(schema))


def _fields(schema: Schema) -> Iterator[tuple[str, str, str]]:
    required = schema.get("required", ())
    for key, value in schema["properties"].items():
        default = "required" if key in required else f"`{json.dumps(value.get('default'))}`"
        yield f"`{key}`", _kind(value), default


def _type(name: str, schema: Schema) -> Iterator[str]:
    yield from (f"### {name}", "", _prose(schema), "")
    if "enum" in schema:
        yield from ("One of " + _values(schema["enum"]) + ".", "")
    else:
        yield from _table(("key", "type", "default"), _fields(schema))


def _prose(schema: Schema) -> str:
    text = inspect.cleandoc(schema.get("description", ""))
    return " ".join(text.replace("Attributes:", "").split())


def _values(values: Iterable[object]) -> str:
    return ", ".join(f"`{json.dumps(value)}`" for value in values)


def _kind(schema: Schema) -> str:
    """A JSON Schema in words."""
    if "$ref" in schema:
        return f"[{schema['$ref']}](#{schema['$ref'].lower()})"
    if "anyOf" in schema:
        return " or ".join(_kind(one) for one in schema["anyOf"])
    if "enum" in schema:
        return _values(schema["enum"])
    if schema.get("type") == "array":
        apart = ", ".join(_kind(one) for one in schema.get("prefixItems", ()))
        return f"({apart})" if apart else f"list of {_kind(schema['items'])}"
    if isinstance(schema.get("additionalProperties"), dict):
        return f"mapping of string to {_kind(schema['additionalProperties'])}"
    return f"{schema.get('type', 'any')}{_bounds(schema)}"


_BOUNDS = {
    "minimum": "at least {}",
    "exclusiveMinimum": "above {}",
    "maximum": "at most {}",
    "minLength": "at least {} characters",
    "maxLength": "at most {} characters",
}


def _bounds(schema: Schema) -> str:
    found = [text.format(schema[key]) for key, text in _BOUNDS.items() if key in schema]
    return f" ({', '.join(found)})" if found else ""


# --- errors ---------------------------------------------------------------------------------


def _errors() -> Iterator[str]:
    yield from (
        "# Errors and exit statuses",
        "",
        "One class, one code. The code is the exit status of the command and, on the socket, the",
        "error's `code`; `data.name` there holds the class.",
        "",
        "## Exit statuses",
        "",
    )
    yield from _table(
        ("status", "meaning"),
        (
            ("0", "found, answered, done"),
            ("1", "nothing found, or the answer was refused"),
            *((str(code), text) for code, text in _by_code().items()),
        ),
    )
    yield from ("## Classes", "")
    yield from _table(("class", "code", "a kind of", "meaning"), _classes(errors.VaultbrainError))
    yield from ("## Codes that only the socket knows", "")
    yield from _table(
        ("code", "meaning"),
        (
            (str(wire.PARSE_ERROR), "the line is not JSON, or nested too deeply"),
            (str(wire.INVALID_REQUEST), "no JSON-RPC 2.0 request, or a line that is too long"),
            (str(wire.METHOD_NOT_FOUND), "no method of that name"),
            (str(wire.INVALID_PARAMS), "the params do not fit the method"),
            (str(wire.REQUEST_CANCELLED), "taken back by the client"),
        ),
    )


def _by_code() -> dict[int, str]:
    first: dict[int, str] = {}
    for name, code, _, meaning in sorted(_classes(errors.VaultbrainError), key=lambda r: int(r[1])):
        if name != "`VaultbrainError`":
            first.setdefault(int(code), meaning)
    return first


def _classes(root: type[errors.VaultbrainError]) -> Iterator[tuple[str, str, str, str]]:
    meaning = " ".join((root.__doc__ or "").split())
    yield f"`{root.__name__}`", str(root.code), f"`{root.__mro__[1].__name__}`", meaning
    for child in root.__subclasses__():
        yield from _classes(child)


# --- settings -------------------------------------------------------------------------------


def _gate() -> Iterator[str]:
    yield from (
        "# The gate's classes",
        "",
        "What stands in `[redacted:CLASS]`, with the rules that find it. How to see, allow and",
        "purge findings: [Secrets](../how-to/secrets.md). What the gate cannot do:",
        "[Privacy](../explanation/privacy.md). Figures: `benchmarks/results/gate.md`.",
        "",
    )
    for tier, said in _TIERS.items():
        rules = [rule for rule in TABLE if rule.tier is tier]
        yield from (f"## {tier.value.capitalize()}", "", said, "")
        rows = (
            (
                f"`{name}`{'*' if name in CONTAINERS else ''}",
                about,
                ", ".join(f"`{rule.id}`" for rule in rules if rule.class_ == name),
            )
            for name, about in CLASSES.items()
            if any(rule.class_ == name for rule in rules)
        )
        yield from _table(("class", "what", "rules"), rows)
    yield "\\* Passes by the id of a finding alone: no comment and no rule on a path lets it."


_TIERS = {
    Tier.SECRET: "Always taken out.",
    Tier.STRONG: "Taken out, unless `gate.pii.strong` is `allow`.",
    Tier.SOFT: "Listed and indexed, unless `gate.pii.soft` is `redact`.",
}


def _config() -> Iterator[str]:
    yield from (
        "# Settings",
        "",
        "`config.yaml` in the configuration folder; `vaultbrain config --path` says where. A",
        "missing file means the defaults, an unknown key is an error that names its line.",
        "The daemon reads the file when it starts.",
        "",
        "## Complete, with one vault",
        "",
        "```yaml",
    )
    one = config.with_source(config.Config(), "notes", config.SourceConfig(path="~/Notes"))
    yield from config.dump(one).rstrip().splitlines()
    yield from ("```", "", "## Keys", "")
    _, types = msgspec.json.schema_components([config.Config], ref_template="{name}")
    rows: list[tuple[str, str, str]] = []
    _keys(types["Config"], types, "", rows)
    yield from _table(("key", "value", "default"), rows)
    yield from (
        "`ID` is the source id: 1 to 32 of `a-z`, `0-9`, `-` and `_`, beginning with a letter or",
        "digit. Keep it: all that is stored of a vault hangs on it.",
        "",
    )
    for name, schema in types.items():
        yield f"- {name}: {_prose(schema)}"


def _keys(
    schema: Schema, types: dict[str, Schema], prefix: str, rows: list[tuple[str, str, str]]
) -> None:
    required = schema.get("required", ())
    for key, value in schema["properties"].items():
        inner = value.get("additionalProperties", {}).get("$ref")
        if inner:
            _keys(types[inner], types, f"{prefix}{key}.ID.", rows)
        elif reference := _reference(value):
            _keys(types[reference], types, f"{prefix}{key}.", rows)
        else:
            default = "required" if key in required else f"`{json.dumps(value.get('default'))}`"
            rows.append((f"`{prefix}{key}`", _kind(value), default))


def _reference(schema: Schema) -> str | None:
    for one in (schema, *schema.get("anyOf", ()), *schema.get("allOf", ())):
        if "$ref" in one:
            return str(one["$ref"])
    return None


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
