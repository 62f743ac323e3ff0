from __future__ import annotations

import textwrap
from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from vaultbrain.config import (
    DEFAULT_INCLUDE,
    AllowConfig,
    Config,
    GateConfig,
    PiiConfig,
    SourceConfig,
    dump,
    load,
    parse,
    with_source,
)
from vaultbrain.errors import ConfigError

FILE = Path("config.yaml")


def _parse(text: str) -> Config:
    return parse(textwrap.dedent(text), FILE)


def _fault(text: str) -> str:
    with pytest.raises(ConfigError) as caught:
        _parse(text)
    message = caught.value.message
    assert "your notes were not touched" in message
    assert "docs/reference/config.md" in message
    first, *advice = message.splitlines()
    assert len(advice) == 1
    return first


def test_a_missing_file_means_the_defaults(tmp_path: Path) -> None:
    assert load(tmp_path / "config.yaml") == Config()


@pytest.mark.parametrize("text", ["", "# nothing yet\n", "---\n", "null\n"])
def test_an_empty_file_means_the_defaults(text: str) -> None:
    assert _parse(text) == Config()


def test_everything_can_be_set(tmp_path: Path) -> None:
    file = tmp_path / "config.yaml"
    file.write_text(
        textwrap.dedent("""\
            sources:
              notes:
                path: ~/Notes
              work-2:
                kind: folder
                path: /srv/work
                include: ["*.md"]
                exclude: [drafts/]
            model: {embedder: "off", on_battery: pause}
            gate:
              pii: {strong: allow, soft: redact}
            """),
        encoding="utf-8",
    )
    config = load(file)
    assert config.sources["notes"] == SourceConfig("~/Notes", "folder", DEFAULT_INCLUDE, ())
    assert config.sources["work-2"].exclude == ("drafts/",)
    assert (config.model.embedder, config.model.on_battery) == ("off", "pause")
    assert (config.gate.pii.strong, config.gate.pii.soft) == ("allow", "redact")


@pytest.mark.parametrize("text", ["off", "'off'", '"off"'])
def test_the_model_is_switched_off_with_quotes_or_without(text: str) -> None:
    found = _parse(f"model: {{embedder: {text}}}\n")
    assert found.model.embedder == "off"
    assert parse(dump(found), FILE) == found


def test_words_that_yaml_takes_for_truth_values_are_words() -> None:
    found = _parse("sources:\n  no:\n    path: /x\n    exclude: [on, yes]\n")
    assert found.sources["no"].exclude == ("on", "yes")
    assert parse(dump(found), FILE) == found


def _excluding(pattern: str) -> str:
    source = {"path": "/x", "exclude": ["a/", pattern]}
    return yaml.safe_dump({"sources": {"a": source}}, sort_keys=False)


@pytest.mark.parametrize(
    ("pattern", "problem"),
    [
        ("[z-a]", "is not valid in a .gitignore"),
        ("[[:alpha:]]", "is not valid in a .gitignore"),
        ("!", "is not valid in a .gitignore"),
        ("\\", "is not valid in a .gitignore"),
        ("a\\", "is not valid in a .gitignore"),
        ("#drafts", "matches nothing"),
        ("[", "matches nothing"),
        ("/", "matches nothing"),
        ("", "is empty"),
        (" \t", "is empty"),
    ],
)
def test_a_pattern_that_cannot_exclude_is_refused_with_its_line(pattern: str, problem: str) -> None:
    found = _fault(_excluding(pattern))
    assert found.startswith("config.yaml, line 6: ")
    assert problem in found


@pytest.mark.parametrize(
    "pattern", ["drafts/", "/a.md", "*.tmp", "!keep.md", "\\#x", "**/b", "[ab]"]
)
def test_a_pattern_of_a_gitignore_is_taken(pattern: str) -> None:
    assert _parse(_excluding(pattern)).sources["a"].exclude == ("a/", pattern)


def test_links_to_one_folder_are_one_folder(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "real")
    text = f"sources:\n  a: {{path: '{tmp_path}/real'}}\n  b: {{path: '{tmp_path}/link'}}\n"
    assert "line 3: source 'b' is the same folder as source 'a'" in _fault(text)


def test_a_tilde_is_spelled_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/h")
    assert SourceConfig("~/Notes").root == Path("/h/Notes")


FAULTS = {
    "unknown key at the top": (
        "sources: {}\nmodell: {}\n",
        2,
        "unknown key 'modell'; the keys here are: sources, model, gate.",
    ),
    "unknown key of a source": (
        "sources:\n  notes:\n    path: ~/N\n    paths: ~/N\n",
        4,
        "unknown key 'paths'; the keys here are: path, kind, include, exclude, origin.",
    ),
    "unknown key deep down": (
        "gate:\n  pii:\n    hard: redact\n",
        3,
        "unknown key 'hard'; the keys here are: strong, soft.",
    ),
    "missing path": (
        "sources:\n  a: {path: /x}\n  notes:\n    kind: folder\n",
        3,
        "'path' is missing",
    ),
    "empty path": ("sources:\n  notes:\n    kind: folder\n    path: ' '\n", 4, "an empty path"),
    "wrong value": (
        "model:\n\n  embedder: magic\n",
        3,
        "'magic' cannot stand here, only 'builtin' or 'off'",
    ),
    "wrong kind of value": ("sources:\n  notes:\n    path: 7\n", 3, "expected text, got a number"),
    "one of a list": (
        "sources:\n  notes:\n    path: /x\n    include:\n      - '*.md'\n      - 5\n",
        6,
        "expected text, got a number",
    ),
    "list in one line": (
        "sources:\n  notes:\n    path: /x\n    include: ['*.md', 5]\n",
        4,
        "expected text, got a number",
    ),
    "source id": ("sources:\n  My Notes:\n    path: /x\n", 2, "source id 'My Notes'"),
    "source id that is a number": ("sources:\n  -1: {path: /x}\n", 2, "source id '-1'"),
    "source that is no mapping": (
        "sources:\n  a: {path: /x}\n  b: ~/Notes\n",
        3,
        "expected keys and values, got ",
    ),
    "sources that are a list": (
        "model: {}\nsources:\n  - path: /x\n",
        2,
        "expected keys and values, got ",
    ),
    "a key twice": ("model: {}\nsources: {}\nmodel: {}\n", 3, "key 'model' stands here twice"),
    "a source twice": (
        "sources:\n  a: {path: /x}\n  b: {path: /y}\n  a: {path: /z}\n",
        4,
        "key 'a' stands here twice",
    ),
    "no mapping at all": ("- a\n- b\n", 1, "expected keys and values, got a list"),
    "no YAML": ("sources:\n  notes: [\n", 3, "expected the node content"),
    "an alias": ("sources: &a\n  a: {path: /x}\nmodel: *a\n", 3, "aliases are not understood"),
    "a date that is none": ("model:\n  embedder: 2025-99-99\n", 2, "put it in quotes"),
    "a tag that lies": ("model:\n  embedder: !!int x\n", 2, "put it in quotes"),
    "a tag nobody knows": (
        "model:\n  embedder: !thing x\n",
        2,
        "could not determine a constructor",
    ),
    "source id that is nothing": ("model: {}\nsources:\n  ~: {path: /x}\n", 2, "source id 'None'"),
    "source id that looks like a date": ("sources:\n  2025-01-01: {path: /x}\n", 2, "must be text"),
    "a tab": ("sources:\n\tnotes: {}\n", 2, "cannot start any token"),
    "a switch that is on": ("model: {embedder: on}\n", 1, "'on' cannot stand here, only 'builtin'"),
    "a switch that is true": ("model:\n  embedder: true\n", 2, "'true' cannot stand here"),
    "a switch that is no": ("model:\n  embedder: no\n", 2, "'no' cannot stand here"),
    "a kind nobody knows": (
        "sources:\n  a:\n    path: /x\n    kind: git\n",
        4,
        "'git' cannot stand here, only 'folder'",
    ),
    "text in place of a list": (
        "sources:\n  a:\n    path: /x\n    exclude: drafts/\n",
        4,
        "expected a list, got text",
    ),
    "nothing in place of text": ("sources:\n  a: {path: ~}\n", 2, "expected text, got nothing"),
    "bytes": ("model:\n  embedder: !!binary aGVs\n", 2, "expected text, got something else"),
    "a key that is a number": ("sources: {}\n1: x\n", 1, "a key is no text"),
    "a key that is empty": (
        "model:\n  '': x\n",
        2,
        "unknown key ''; the keys here are: embedder, on_battery.",
    ),
    "a key of two lines": ('"a\\nb": x\n', 1, r"unknown key 'a\nb'"),
    "a relative path": (
        "sources:\n  a:\n    kind: folder\n    path: Notes\n",
        4,
        "path 'Notes' depends on where vaultbrain is started; give the whole path",
    ),
    "the home of nobody": (
        "sources:\n  a:\n    path: ~no-such-user-here/x\n",
        3,
        "cannot be that of a folder",
    ),
    "a zero byte in a path": (
        'sources:\n  a:\n    path: "/x\\0"\n',
        3,
        "cannot be that of a folder",
    ),
    "half a character in a path": (
        'sources:\n  a:\n    path: "/x\\ud800"\n',
        3,
        "cannot be that of a folder",
    ),
    "one folder twice": (
        "sources:\n  a: {path: /x/y}\n  b:\n    kind: folder\n    path: /x/z/../y/\n",
        5,
        "source 'b' is the same folder as source 'a': /x/y.",
    ),
    "nothing to include": (
        "sources:\n  a:\n    path: /x\n    include: []\n",
        4,
        "include is an empty list",
    ),
    "an empty pattern to include": (
        "sources:\n  a:\n    path: /x\n    include:\n      - '*.md'\n      - ' '\n",
        6,
        "a pattern of include is empty",
    ),
    "a source of nobody knows whom": (
        "sources:\n  a:\n    path: /x\n    origin: theirs\n",
        4,
        "'theirs' cannot stand here, only 'own' or 'foreign'",
    ),
    "a rule of the gate without classes": (
        "gate:\n  allow:\n    - {path: a/, classes: [pin]}\n    - {path: b/, classes: []}\n",
        4,
        "a rule of gate.allow names no classes",
    ),
    "a rule of the gate for no source": (
        "sources: {a: {path: /x}}\ngate:\n  allow:\n    - {path: b/, classes: [pin], source: b}\n",
        4,
        "a rule of gate.allow is for source 'b', and there is none",
    ),
    "a rule of the gate for no path": (
        "gate:\n  allow:\n    - {path: '# all', classes: [pin]}\n",
        3,
        "of gate.allow",
    ),
    "a rule of the gate with an unknown key": (
        "gate:\n  allow:\n    - path: b/\n      class: pin\n",
        4,
        "unknown key 'class'; the keys here are: path, classes, source.",
    ),
    "a rule of the gate for everything": ("gate:\n  allow: all\n", 2, "expected a list, got text"),
    "a scanner nobody knows": (
        "gate:\n  deep_scan: maybe\n",
        2,
        "'maybe' cannot stand here, only 'off' or 'on'",
    ),
    "no secret switch": ("gate:\n  secrets: allow\n", 2, "unknown key 'secrets'"),
}


def test_what_may_pass_the_gate() -> None:
    config = _parse("""
        sources:
          notes: {path: /x}
          mirror: {path: /y, origin: foreign}
        gate:
          deep_scan: on
          allow:
            - {path: work/, classes: [pin, password]}
            - {path: "*.txt", classes: [iban], source: notes}
    """)
    assert [at.origin for at in config.sources.values()] == ["own", "foreign"]
    assert config.gate.deep_scan == "on"
    assert config.gate.allow == (
        AllowConfig("work/", ("pin", "password")),
        AllowConfig("*.txt", ("iban",), "notes"),
    )
    assert _parse("").gate == GateConfig(PiiConfig(), (), "off")


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_names_its_line(name: str) -> None:
    text, line, problem = FAULTS[name]
    found = _fault(text)
    assert found.startswith(f"config.yaml, line {line}: ")
    assert problem in found


@given(st.integers(0, 20), st.integers(0, 20))
def test_blank_lines_and_comments_move_the_line(before: int, between: int) -> None:
    text = "# c\n" * before + "sources:\n" + "\n" * between + "  notes: {path: /x, colour: red}\n"
    assert f", line {before + between + 2}: unknown key 'colour'" in _fault(text)


def test_brackets_without_end_are_a_fault() -> None:
    assert "nested too deeply" in _fault("[" * 5000)


def test_bytes_that_are_no_text_are_a_fault(tmp_path: Path) -> None:
    file = tmp_path / "config.yaml"
    file.write_bytes(b"sources: \xff\n")
    with pytest.raises(ConfigError, match="cannot be read"):
        load(file)


def test_a_folder_in_its_place_is_a_fault(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="cannot be read"):
        load(tmp_path)


# Text that is likely to be YAML, and to be nearly right.
_WORDS = st.sampled_from(
    ["sources", "notes", "path", "kind", "folder", "model", "embedder", "gate", "pii", "~", "1"]
)
_MARKS = st.sampled_from(
    [
        ": ",
        ":\n  ",
        "\n",
        "- ",
        "[",
        "]",
        "{",
        "}",
        ", ",
        "&a ",
        "*a",
        "!!int ",
        "'",
        "2025-99-99",
        "0x_",
    ]
)
_NEARLY = st.lists(_WORDS | _MARKS | st.text(max_size=3), max_size=30).map("".join)


def _outcome(text: str) -> Config | str:
    try:
        return parse(text, FILE)
    except ConfigError as error:
        return error.message


@given(_NEARLY | st.text())
def test_any_text_is_settings_or_a_config_error(text: str) -> None:
    found = _outcome(text)
    if isinstance(found, str):
        assert found.startswith("config.yaml")
    else:
        assert parse(dump(found), FILE) == found


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=5) | st.dates() | st.binary(),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_WORDS, inner, max_size=4),
        max_leaves=12,
    )
)
def test_any_data_is_settings_or_a_config_error(data: object) -> None:
    found = _outcome(yaml.safe_dump(data))
    assert isinstance(found, Config) or "Correct the file" in found


def test_what_is_dumped_is_complete_and_reads_back() -> None:
    config = with_source(Config(), "notes", SourceConfig("~/Poznámky č. 1"))
    text = dump(config)
    assert "~/Poznámky č. 1" in text
    assert list(yaml.safe_load(text)) == ["sources", "model", "gate"]
    assert parse(text, FILE) == config


def test_a_source_is_added_or_replaced_and_the_rest_kept() -> None:
    first = with_source(Config(), "a", SourceConfig("/x"))
    second = with_source(first, "b", SourceConfig("/y"))
    assert list(second.sources) == ["a", "b"]
    assert with_source(second, "a", SourceConfig("/z")).sources["a"].path == "/z"
    assert list(first.sources) == ["a"]
