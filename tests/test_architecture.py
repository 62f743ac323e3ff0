"""The rules of the house that no linter knows."""

from __future__ import annotations

import ast
import importlib
import io
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from vaultbrain import errors
from vaultbrain.cli.io import Io
from vaultbrain.cli.main import VERBS
from vaultbrain.cli.parser import Parser
from vaultbrain.errors import VaultbrainError
from vaultbrain.gate.rules import RULES
from vaultbrain.protocol.methods import METHODS

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "vaultbrain"
REFERENCE = ROOT / "docs" / "reference"
MODULES = sorted(PACKAGE.rglob("*.py"))
LONGEST_MODULE, LONGEST_FUNCTION = 500, 40
USUAL_MODULE = 300
# Over the usual length, each for a reason that a split would not cure.
LONG_ON_PURPOSE = {
    "config.py": "every setting, and on which line of the file a wrong one stands",
    "daemon/connection.py": "one connection's life; its states are read together",
    "daemon/handlers.py": "one short function per method of the socket",
    "daemon/main.py": "where every object is made and joined",
    "gate/checks/crafted.py": "how words look that nobody would write, asked together",
    "gate/lines/values.py": "one walk from a label to its values",
    "gate/lines/words.py": "data: word lists",
    "gate/parts.py": "the table of parts, with those that are of no other kind",
    "gate/rules/answers.py": "data: rules with their examples",
    "gate/rules/blocks.py": "data: rules with their examples",
    "gate/rules/contacts.py": "data: rules with their examples",
    "gate/rules/payments.py": "data: rules with their examples",
    "gate/rules/vendors/tools.py": "data: rules with their examples",
    "gate/signs.py": "data: what signs stand for, with the functions that read them",
    "indexer/pipeline.py": "the write path from hint to commit, read from top to bottom",
    "protocol/methods.py": "one table, with two structs for each of its rows",
    "store/analysis.py": "text to terms, the same way for notes and for questions",
    "store/database.py": "one object, because two files have one writer and the same readers",
    "store/notes.py": "the statements about notes beside their queries",
}
SQL = re.compile(
    r"\bSELECT\b.+\bFROM\b|\bINSERT\s+(OR\s+\w+\s+)?INTO\b|\bDELETE\s+FROM\b|\bUPDATE\b.+\bSET\b"
    r"|\bCREATE\s+(VIRTUAL\s+)?TABLE\b|\bPRAGMA\b",
    re.DOTALL,
)
# Two steps from the root, or from somebody's home; a lone slash is grammar of paths and globs.
PLACE = re.compile(
    r"^/\w+/|^/(etc|home|proc|tmp|usr|var)$|^~$|^~/|^\.(config|local|cache|brainignore)\b"
)

each_module = pytest.mark.parametrize("module", MODULES, ids=lambda p: str(p.relative_to(PACKAGE)))


def _tree(module: Path) -> ast.Module:
    return ast.parse(module.read_text(encoding="utf-8"))


def _docstrings(tree: ast.Module) -> set[int]:
    """The ids of those constants that are documentation: strings that stand alone."""
    return {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}


def _strings(module: Path) -> Iterator[tuple[int, str]]:
    tree = _tree(module)
    prose = _docstrings(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in prose:
            yield node.lineno, node.value


@each_module
def test_a_module_has_one_subject(module: Path) -> None:
    assert len(module.read_text(encoding="utf-8").splitlines()) <= LONGEST_MODULE


def test_long_modules_are_explained() -> None:
    long = {
        str(module.relative_to(PACKAGE))
        for module in MODULES
        if len(module.read_text(encoding="utf-8").splitlines()) > USUAL_MODULE
    }
    assert long <= LONG_ON_PURPOSE.keys()


@each_module
def test_a_function_can_be_seen_whole(module: Path) -> None:
    long = {
        node.name: (node.end_lineno or 0) - node.lineno + 1
        for node in ast.walk(_tree(module))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    }
    assert {name: lines for name, lines in long.items() if lines > LONGEST_FUNCTION} == {}


@each_module
def test_sql_stands_only_in_the_store(module: Path) -> None:
    if PACKAGE / "store" not in module.parents:
        assert [found for found in _strings(module) if SQL.search(found[1])] == []


def test_the_search_for_sql_finds_sql() -> None:
    assert any(
        SQL.search(text) for m in (PACKAGE / "store").glob("*.py") for _, text in _strings(m)
    )
    assert not SQL.search("Select a note from the list and update it, then set it aside.")


@each_module
def test_places_stand_only_in_paths(module: Path) -> None:
    # The gate's rules are patterns of what notes say.
    if module.name != "paths.py" and PACKAGE / "gate" not in module.parents:
        assert [found for found in _strings(module) if PLACE.search(found[1])] == []


@each_module
def test_imports_say_where_from(module: Path) -> None:
    imports = [node for node in ast.walk(_tree(module)) if isinstance(node, ast.ImportFrom)]
    assert all(node.level == 0 for node in imports)


def test_the_contract_of_the_command_line_names_every_part_behind_the_socket() -> None:
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    contract = project.partition("nothing behind the socket")[2].partition("[[")[0]
    behind = {p.name for p in PACKAGE.iterdir() if (p / "__init__.py").exists()}
    for part in behind - {"cli", "protocol"}:
        assert f'"vaultbrain.{part}"' in contract


def test_nothing_is_left_to_do() -> None:
    marks = re.compile(r"(#|--|//).*\b(T[O]DO|FIX[M]E|X[X]X)\b")
    for folder in ("vaultbrain", "tests", "benchmarks", "demo", "docs", "systemd", "launchd"):
        for file in (ROOT / folder).rglob("*"):
            if file.suffix in {".py", ".md", ".sql", ".service", ".plist"}:
                assert not marks.search(file.read_text(encoding="utf-8")), file


def _parser(verb: str) -> tuple[Parser, list[argparse.Action]]:
    module = importlib.import_module(f"vaultbrain.cli.verbs.{verb}")
    nowhere = Io(io.StringIO(), io.StringIO(), io.StringIO(), {})
    parser = Parser(nowhere, f"vaultbrain {verb}", module.HELP, module.EXAMPLES)
    module.add_arguments(parser)
    return parser, parser._actions


def test_every_verb_has_its_module_and_every_module_its_verb() -> None:
    modules = {m.stem for m in (PACKAGE / "cli" / "verbs").glob("*.py")} - {"__init__"}
    assert modules == VERBS.keys()


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_has_help_and_is_documented(verb: str) -> None:
    parser, actions = _parser(verb)
    assert parser.format_help().startswith(
        importlib.import_module(f"vaultbrain.cli.verbs.{verb}").HELP
    )
    page = (REFERENCE / "cli.md").read_text(encoding="utf-8")
    section = page.partition(f"\n## {verb}\n")[2].partition("\n## ")[0]
    assert f"$ vaultbrain {verb}" in section
    for option in (option for action in actions for option in action.option_strings):
        assert option in {"-h", "--help"} or f"`{option}" in section


@pytest.mark.parametrize("verb", VERBS)
def test_every_argument_says_what_it_means(verb: str) -> None:
    _, actions = _parser(verb)
    assert [action.dest for action in actions if not action.help] == []


@pytest.mark.parametrize("method", METHODS)
def test_every_method_is_documented(method: str) -> None:
    page = (REFERENCE / "protocol.md").read_text(encoding="utf-8")
    section = page.partition(f"\n## {method}\n")[2].partition("\n## ")[0]
    assert METHODS[method].summary in section
    for kind in (METHODS[method].params, METHODS[method].result):
        assert all(f"| `{key}` |" in section for key in kind.__struct_encode_fields__)


def test_every_error_has_a_code_and_is_documented() -> None:
    page = (REFERENCE / "errors.md").read_text(encoding="utf-8")
    classes = [
        kind
        for kind in vars(errors).values()
        if isinstance(kind, type) and issubclass(kind, VaultbrainError)
    ]
    assert len(classes) > 10
    for kind in classes:
        assert f"| `{kind.__name__}` | {kind.code} |" in page


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_every_rule_of_the_gate_shows_what_it_means(rule: object) -> None:
    assert getattr(rule, "examples")  # noqa: B009
