"""What reading lays bare must not be a secret, wherever in a note it would stand."""

from __future__ import annotations

import base64
import json
from typing import TYPE_CHECKING

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.house import gate, readers
from vaultbrain.errors import BlockedByGate
from vaultbrain.gate import Gate
from vaultbrain.gate.rules.base import noise
from vaultbrain.indexer import relook as module
from vaultbrain.indexer.relook import GatedReader, relook
from vaultbrain.reading.base import Extract
from vaultbrain.records import Anchor, Block, Frontmatter, Link, Note, Section

if TYPE_CHECKING:
    from tests.house import House
    from vaultbrain.records import Verdict

SECRET = "gh" + "p_" + noise(36)
A, B = SECRET[:20], SECRET[20:]
HEX = "".join(f"\\x{ord(sign):02x}" for sign in SECRET)
JSON = "".join(f"\\u{ord(sign):04x}" for sign in SECRET)
ENTITIES = "".join(f"&#{ord(sign)};" for sign in SECRET)
PERCENT = "".join(f"%{ord(sign):02x}" for sign in SECRET)
BINARY = base64.b64encode(SECRET.encode()).decode()
READER = GatedReader(readers(), gate())

HIDDEN = {
    "a title of YAML in escapes": f'---\ntitle: "{HEX}"\n---\n',
    "a title on two lines": f'---\ntitle: "{A}\\\n  {B}"\n---\n',
    "tags and aliases in escapes": f'---\ntags: ["{HEX}"]\naliases: ["{HEX}"]\n---\n',
    "a property and its name": f'---\n"{HEX}": 1\nq: {{a: ["{HEX}"], "{HEX}": null}}\n---\n',
    "bytes in a property": f"---\nq: !!binary {BINARY}\n---\n",
    "an address in percent signs": f"[x]({PERCENT}.md) [x](a.md#{PERCENT}) ![y]({PERCENT}.png)",
    "an address in entities": f"[x]({ENTITIES}.md)",
    "an address with a stroke": "[x](" + SECRET.replace("_", "\\_") + ".md)",
    "headings in entities": f"# {ENTITIES}\n\n## b {ENTITIES}",
    "headings in emphasis": f"# {A}**{B}**\n\n## {A}<b>{B}</b>\n\n### {A}[[x|{B}]]",
    "headings with comments": f"# {A}<!-- c -->{B}\n\n## {A}%%c%%{B}",
    "text with comments": f"one {A}<!-- c -->{B}\ntwo {A}%%c%%{B}\n",
    "fields with comments": f"key:: {A}<!-- c -->{B}\n[k2:: {A}%%c%%{B}]\n",
    "HTML": f"<div>{ENTITIES}</div>\n\n<p>{A}<!-- x -->{B}</p>\n",
}
PLAIN = {
    "a title": f"---\ntitle: {SECRET}\n---\n",
    "tags": f"---\ntags: [{SECRET}, a/{SECRET}]\n---\nx #{SECRET}",
    "aliases": f"---\naliases: ['{SECRET}', x]\n---\n",
    "properties": f"---\nlist: [{SECRET}]\nm: {{k: {SECRET}}}\n---\n",
    "fields": f"key:: {SECRET}\n[k2:: {SECRET}]\n",
    "links": f"[[{SECRET}]] [[a#{SECRET}]] [[a|{SECRET}]] ![[{SECRET}]] [x]({SECRET}.md)",
    "headings": f"# {SECRET}\n\n## b {SECRET}\n",
    "blocks": f"x {SECRET} ^id1\n\ny\n^id2\n",
}


def read(path: str, raw: bytes) -> Note:
    """As the indexer reads it."""
    extract = READER.extract(path, raw)
    return READER.read(path, Extract(gate().clean(extract.text).text, extract.marks))


def said(note: Note) -> str:
    return msgspec.json.encode(note).decode()


@pytest.mark.parametrize("case", [*HIDDEN, *PLAIN])
def test_no_part_of_a_note_holds_a_secret(case: str) -> None:
    text = {**HIDDEN, **PLAIN}[case]
    note = read("a.md", text.encode())
    assert SECRET not in said(note)
    is_told = "redacted:github-token]" in said(note).replace('"]', "]")
    # Bytes of which a part is taken out are none any more, and with them goes all metadata.
    assert is_told or note.frontmatter is Frontmatter.BROKEN


@pytest.mark.parametrize("case", HIDDEN)
def test_the_second_look_finds_it_by_itself(case: str) -> None:
    """Also where the first look knows it already by another view of the text."""
    extract = READER.extract("a.md", HIDDEN[case].encode())
    assert SECRET in said(readers().read("a.md", extract))
    note = READER.read("a.md", extract)
    assert SECRET not in said(note)
    assert note.problems[0].startswith("holds a secret")


def test_without_the_second_look_something_would_be_held() -> None:
    reader = readers()
    held = []
    for case, text in HIDDEN.items():
        cleaned = Extract(gate().clean(reader.extract("a.md", text.encode()).text).text)
        held += [case] if SECRET in said(reader.read("a.md", cleaned)) else []
    assert "headings in emphasis" in held


def test_what_the_first_look_let_pass_stays() -> None:
    extract = READER.extract("a.md", HIDDEN["a title of YAML in escapes"].encode())
    passed = frozenset({gate().baseline.id("github-token", SECRET)})
    assert READER.read("a.md", extract, passed).title == SECRET
    assert READER.read("a.md", extract, frozenset({"0" * 16})).title != SECRET


def test_a_canvas_holds_no_secret() -> None:
    card = {"x": 0, "y": 0, "width": 9, "height": 9}
    nodes = [
        {"id": "a", "type": "text", "text": f"{ENTITIES} {A}<!-- c -->{B} [x]({PERCENT})", **card},
        {"id": "b", "type": "group", "label": SECRET, **card},
        {"id": "c", "type": "file", "file": f"{SECRET}.md", "subpath": f"#{SECRET}", **card},
        {"id": "d", "type": "link", "url": f"https://example.org/{SECRET}", **card},
    ]
    edges = [{"fromNode": "a", "toNode": "c", "label": SECRET}]
    raw = json.dumps({"nodes": nodes, "edges": edges}).replace(SECRET, JSON)
    assert SECRET not in said(read("a.canvas", raw.encode()))


def test_bookmarks_hold_no_secret() -> None:
    raw = (
        f"<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p>\n<DT><H3>{ENTITIES}</H3><DL><p>\n<DT><A "
        f'HREF="https://example.org/{ENTITIES}" TAGS="{ENTITIES},b">{ENTITIES} {A}<b>{B}</b></A>\n'
        f"<DD>{ENTITIES}\n</DL></DL>"
    )
    note = read("a.html", raw.encode())
    assert "[redacted:github-token]" in said(note)
    assert SECRET not in said(note)


def test_lines_stay_where_they_are() -> None:
    text = f"# {A}**{B}**\n\n<div>\n{ENTITIES}\n</div>\n\nlast [x]({PERCENT}) ^b\n"
    plain, note = readers().read("a.md", Extract(text)), READER.read("a.md", Extract(text))
    for before, after in zip(plain.sections, note.sections, strict=True):
        for old, new in zip(before.blocks, after.blocks, strict=True):
            assert (old.line_start, old.line_end) == (new.line_start, new.line_end)
            assert old.text.count("\n") == new.text.count("\n")
    assert [link.line for link in note.links] == [7]


def test_the_fault_of_metadata_stays_the_last_problem() -> None:
    note = READER.read("a.md", Extract(f"---\na: [\n---\n# {A}**{B}**\n"))
    assert note.problems[0].startswith("holds a secret")
    assert note.problems[-1].startswith("frontmatter is not valid")


def test_what_holds_nothing_is_given_back_as_it_is() -> None:
    note = readers().read("a.md", Extract("# A\n\ntext with [[b]] and 3.5 &amp; more"))
    assert relook(gate(), note, "# A\n\ntext with [[b]] and 3.5 &amp; more") is note


def test_what_is_only_listed_stays() -> None:
    text = "# mia.novak<!-- c -->@example.org"
    note = READER.read("a.md", Extract(text))
    assert note.title == "mia.novak@example.org"


def test_a_neighbour_of_a_secret_keeps_its_text() -> None:
    text = f'---\naliases: ["Kůň", "{HEX}", "P\\x61trol"]\n---\n'
    assert READER.read("a.md", Extract(text)).aliases == (
        "Kůň",
        "[redacted:github-token]",
        "Patrol",
    )


def test_two_pieces_that_look_bad_only_together_are_kept() -> None:
    note = Note("a.md", "password:", (), aliases=("Xk39fjw0fkwl7Q",))
    assert relook(gate(), note, "") == note


def test_more_pieces_than_can_be_searched_are_looked_at_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "_MOST_SEARCHED", 0)
    note = Note("a.md", "A", (), tags=("a", SECRET))
    assert relook(gate(), note, "a").tags == ("a", "[redacted:github-token]")


def test_a_gate_that_fails_blocks_the_note(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(text: str, origin: object = None, passed: object = None) -> Verdict:
        del origin, passed
        raise BlockedByGate(f"failed on {len(text)} characters")

    broken = Gate()
    monkeypatch.setattr(broken, "clean", fail)
    reader = GatedReader(readers(), broken)
    with pytest.raises(BlockedByGate):
        reader.read("a.md", Extract("# a&amp;b"))


@pytest.mark.parametrize(("at", "end"), [(0, 0), (0, 9), (3, 5)])
def test_every_part_of_a_note_is_looked_at(at: int, end: int) -> None:
    """Also parts of which no reader makes a secret today."""
    hidden = f"{'x' * at} {SECRET} {'y' * end}"
    note = Note(
        "a.md",
        hidden,
        (Section((hidden,), (Block("paragraph", 1, 1, hidden),)),),
        aliases=(hidden,),
        tags=(hidden,),
        links=(
            Link(hidden, hidden, None, hidden, embed=False, line=1),
            Link("", None, hidden, None, embed=True, line=1),
        ),
        properties={hidden: [hidden, {"a": hidden, "b": None}], "n": 1},
        fields=((hidden, hidden),),
        anchors=(Anchor(hidden, 1, hidden),),
    )
    after = relook(gate(), note, "nothing of it")
    assert SECRET not in said(after)
    assert said(after).count("[redacted:github-token]") == said(note).count(SECRET)
    assert after.properties["n"] == 1


WRITTEN = [
    *SECRET[:6],
    A,
    B,
    "**",
    "<!-- c -->",
    "%%",
    "&#95;",
    "\\_",
    "# ",
    "\n",
    "[[",
    "]]",
    ":: ",
]


@given(st.lists(st.sampled_from(WRITTEN), max_size=30).map("".join))
def test_however_it_is_parted_no_name_of_a_note_holds_it(text: str) -> None:
    note = read("a.md", text.encode())
    names = [note.title, *note.tags, *(step for at in note.sections for step in at.heading)]
    assert [name for name in names if SECRET in name] == []


def test_nothing_of_it_is_written(house: House) -> None:
    for name, text in HIDDEN.items():
        house.write(f"{name}.md", text)
    house.scan()
    house.writer.flush()
    files = [at for at in house.folder.iterdir() if at.name.startswith("index.db")]
    assert len(house.known()) == len(HIDDEN)
    assert [at.name for at in files if SECRET.encode() in at.read_bytes()] == []
    assert {code for code, _ in house.problems()} <= {
        "text-repaired",
        "note-quarantined",
        "frontmatter-broken",
    }
