from __future__ import annotations

import json
import sys
import time
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.reading.contract import ReaderContract, check_lines
from vaultbrain.errors import NoteUnreadable
from vaultbrain.reading.canvas import CanvasReader
from vaultbrain.reading.markdown import MarkdownReader
from vaultbrain.records import Anchor, Link, Mark

if TYPE_CHECKING:
    from vaultbrain.records import Note

PLAN = "# Heat pump plan\nBuffer tank 200 l, see [[Boiler service]]"


def node(kind: str, at: tuple[float, ...] = (0, 0, 10, 10), **more: object) -> dict[str, Any]:
    x, y, width, height = at
    return {"type": kind, "x": x, "y": y, "width": width, "height": height, **more}


def text(written: str, at: tuple[float, ...] = (0, 0, 10, 10), **more: object) -> dict[str, Any]:
    return node("text", at, text=written, **more)


def group(label: str, at: tuple[float, ...], **more: object) -> dict[str, Any]:
    return node("group", at, label=label, **more)


def raw(nodes: object, edges: object = ()) -> bytes:
    return json.dumps({"nodes": nodes, "edges": edges}).encode()


def reader() -> CanvasReader:
    return CanvasReader(MarkdownReader())


def lines(nodes: object, edges: object = ()) -> list[str]:
    extract = reader().extract("x.canvas", raw(nodes, edges))
    return [line for line in extract.text.split("\n") if line]


def read(nodes: object, edges: object = ()) -> Note:
    extract = reader().extract("x.canvas", raw(nodes, edges))
    note = reader().read("x.canvas", extract)
    check_lines(extract, note)
    return note


def outline(note: Note) -> list[tuple[tuple[str, ...], list[str]]]:
    return [(at.heading, [block.text for block in at.blocks]) for at in note.sections]


class TestContract(ReaderContract):
    path = "maps/Heating.canvas"
    words = ("Buffer tank 200 l", "Phase one", "priced by", "Boiler service", "notes/Quote.md")

    def reader(self) -> CanvasReader:
        return reader()

    def good(self) -> bytes:
        return raw(
            [
                text(PLAN, (0, 0, 250, 60), id="n1"),
                node("file", (300, 0, 400, 400), file="notes/Quote.md", id="n2", color="4"),
                group("Phase one", (-20, -20, 900, 500), id="g1"),
                node("link", (0, 300, 300, 200), url="https://example.org", id="n3"),
            ],
            [{"id": "e1", "fromNode": "n1", "toNode": "n2", "label": "priced by"}],
        )

    def test_geometry_and_ids_are_not_content(self) -> None:
        extract, note = self.both(self.good())
        assert extract.text.split("\n") == [
            "Phase one",
            "",
            *PLAN.split("\n"),
            "",
            "Heat pump plan → priced by → notes/Quote.md",
            "",
            "[[notes/Quote.md]]",
            "",
            "https://example.org",
            "",
        ]
        assert extract.marks == (
            Mark(1, "group 1", 1),
            Mark(3, "card 1"),
            Mark(6, "card 1"),
            Mark(8, "card 2"),
            Mark(10, "card 3"),
        )
        assert note.marks == extract.marks
        assert note.title == "Heating"
        assert note.links == (
            Link("Boiler service", None, None, None, embed=False, line=4),
            Link("notes/Quote.md", None, None, None, embed=False, line=8),
        )
        assert outline(note) == [
            (("Phase one",), ["Phase one"]),
            (
                ("Phase one", "Heat pump plan"),
                [*PLAN.split("\n"), "Heat pump plan → priced by → notes/Quote.md"],
            ),
            (("Phase one",), ["[[notes/Quote.md]]", "https://example.org"]),
        ]


@pytest.mark.parametrize("empty", [b"", b" \n", b"{}", b'{"nodes":[],"edges":[]}', b"\xef\xbb\xbf"])
def test_a_new_canvas_is_an_empty_note(empty: bytes) -> None:
    extract = reader().extract("New.canvas", empty)
    note = reader().read("New.canvas", extract)
    assert (note.title, note.sections, note.problems) == ("New", (), ())


@pytest.mark.parametrize(
    "broken",
    [
        b'{"nodes":[{"id":"n1","type":"text","text":"half a',
        b"[" * 100_000,
        b'{"nodes":[{"x":' + b"9" * 5_000 + b"}]}",
        b"\0" * 8,
    ],
)
def test_half_a_canvas_is_told_as_such_and_not_quoted(broken: bytes) -> None:
    with pytest.raises(NoteUnreadable) as caught:
        reader().extract("map.canvas", broken)
    assert caught.value.message == (
        "map.canvas is no complete canvas; it may be half written. It is read again at its next "
        "change; what was known of it is kept."
    )


@pytest.mark.parametrize("other", [b"[1]", b"3", b'"text"', b"null"])
def test_json_that_is_no_canvas_is_refused(other: bytes) -> None:
    with pytest.raises(NoteUnreadable, match=r"x\.canvas is JSON but no canvas"):
        reader().extract("x.canvas", other)


def test_cards_stand_in_the_order_of_reading_each_below_its_group() -> None:
    nodes = [
        text("inner", (120, 120, 10, 10)),
        text("low", (0, 900, 10, 10)),
        text("right", (50, -50, 10, 10)),
        text("left", (0, -50, 10, 10)),
        group("Second", (600, 0, 100, 100)),
        group("Inner", (110, 110, 50, 50)),
        text("outer", (20, 180, 10, 10)),
        group("First", (0, 0, 200, 200)),
        text("of second", (610, 10, 10, 10)),
    ]
    assert outline(read(nodes)) == [
        ((), ["left", "right", "low"]),
        (("First",), ["First", "outer"]),
        (("First", "Inner"), ["Inner", "inner"]),
        (("Second",), ["Second", "of second"]),
    ]


def test_groups_of_one_size_in_one_place_do_not_hold_each_other() -> None:
    box = (0, 0, 100, 100)
    nodes = [group("One", box), group("Two", box), text("card", (50, 50, 1, 1))]
    note = read(nodes)
    assert outline(note) == [(("Two",), ["Two"]), (("Two", "One"), ["One", "card"])]


def test_the_seventh_group_within_groups_is_a_heading_of_the_sixth_level() -> None:
    nodes = [group(f"G{size}", (-size, -size, 2 * size, 2 * size)) for size in range(1, 300)]
    extract = reader().extract("x.canvas", raw([*nodes, text("core", (0, 0, 0, 0))]))
    assert [mark.level for mark in extract.marks][:8] == [1, 2, 3, 4, 5, 6, 6, 6]
    note = reader().read("x.canvas", extract)
    assert note.sections[-1].heading == ("G299", "G298", "G297", "G296", "G295", "G1")


def test_a_group_without_a_label_leaves_its_cards_to_the_one_around() -> None:
    nodes = [
        group("Named", (0, 0, 100, 100)),
        group(" ", (10, 10, 50, 50)),
        node("group", (10, 10, 50, 50)),
        text("card", (20, 20, 1, 1)),
    ]
    assert outline(read(nodes)) == [(("Named",), ["Named", "card"])]


def test_too_many_groups_are_said_and_no_card_is_lost() -> None:
    nodes = [group(f"G{n}", (n, n, 9, 9)) for n in range(2_300)]
    note = read([*nodes, text("a card")])
    assert note.problems == (
        "has too many groups to tell which card lies in which; all cards were read",
    )
    assert note.sections[0].blocks[0].text == "a card"
    assert len(note.sections) == 2_301


def test_what_is_open_on_one_card_does_not_swallow_the_next() -> None:
    nodes = [
        text("```\n# no heading", (0, 0, 1, 1)),
        text("%% hidden", (0, 1, 1, 1)),
        text("<!-- hidden", (0, 2, 1, 1)),
        text("# Heading\n#tag key:: value ^id", (0, 3, 1, 1)),
        text("key:: value\n\nend ^end", (0, 4, 1, 1)),
    ]
    note = read(nodes)
    assert [at.heading for at in note.sections] == [(), ("Heading",), ()]
    assert note.tags == ("tag",)
    assert note.fields[-1] == ("key", "value")
    assert note.anchors[-1] == Anchor("end", 13, "end")


def test_a_rule_at_the_head_of_a_card_opens_no_metadata() -> None:
    note = read([text("---\ndate: 2026-01-02\n---\nbody"), text("x: y", (0, 50, 1, 1))])
    assert "date: 2026-01-02" in "\n".join(block.text for block in note.sections[0].blocks)
    assert (note.properties, note.date) == ({}, None)


@pytest.mark.parametrize(
    ("more", "line", "link"),
    [
        ({"file": "a b.md"}, "[[a b.md]]", ("a b.md", None, None)),
        ({"file": "a.md", "subpath": "#One#Two"}, "[[a.md#One#Two]]", ("a.md", "One#Two", None)),
        ({"file": "a.md", "subpath": "#^id1"}, "[[a.md#^id1]]", ("a.md", None, "id1")),
        ({"file": "a.md", "subpath": "One"}, "[[a.md#One]]", ("a.md", "One", None)),
        ({"file": "a.md", "subpath": 7}, "[[a.md]]", ("a.md", None, None)),
        ({"file": "C# [x].md"}, "[C# \\[x\\].md](C%23%20%5Bx%5D.md)", ("C# [x].md", None, None)),
        ({"file": "a\nb.md"}, "[a b.md](a%0Ab.md)", ("a\nb.md", None, None)),
        (
            {"file": "a.md", "subpath": "#x|y#z"},
            "[a.md](a.md#x%7Cy#z)",
            ("a.md", "x|y#z", None),
        ),
        ({"file": "50%|.md"}, "[50%|.md](50%25%7C.md)", ("50%|.md", None, None)),
    ],
)
def test_a_file_is_a_link(
    more: dict[str, Any], line: str, link: tuple[str, str | None, str | None]
) -> None:
    nodes = [node("file", **more)]
    assert lines(nodes) == [line]
    assert [(at.target, at.heading, at.block) for at in read(nodes).links] == [link]


@pytest.mark.parametrize(
    ("more", "line"),
    [
        ({}, "One → then → Two"),
        ({"fromEnd": "arrow", "toEnd": "none"}, "Two → then → One"),
        ({"fromEnd": "arrow"}, "One — then — Two"),
        ({"toEnd": "none"}, "One — then — Two"),
        ({"label": " then\n\nnext "}, "One → then next → Two"),
        ({"toNode": "gone"}, "One → then"),
        ({"fromNode": "gone"}, "then → Two"),
        ({"fromNode": ["one"]}, "then → Two"),
    ],
)
def test_a_labelled_arrow_is_a_line(more: dict[str, Any], line: str) -> None:
    nodes = [text("One", id="one"), text("Two", (0, 99, 1, 1), id="two")]
    arrow = {"fromNode": "one", "toNode": "two", "label": "then", **more}
    assert [at for at in lines(nodes, [arrow]) if at not in {"One", "Two"}] == [line]
    assert line in [block.text for at in read(nodes, [arrow]).sections for block in at.blocks]


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("\n\n## - [[A]] plan\nmore", "[[A]] plan"),
        ("x" * 80, "x" * 80),
        ("x" * 81, "card 1"),
        ("%% hidden %% shown", "card 1"),
        ("<!-- hidden -->", "card 1"),
        ("```python\ncode\n```", "card 1"),
        ("---\nbody", "card 1"),
    ],
)
def test_an_arrow_names_a_card_by_its_first_line_or_its_number(written: str, name: str) -> None:
    nodes = [text(written, id="a"), node("link", (0, 99, 1, 1), url="https://b.org", id="b")]
    arrow = {"fromNode": "a", "toNode": "b", "label": "to"}
    assert f"{name} → to → https://b.org" in lines(nodes, [arrow])


def test_arrows_of_a_group_stand_below_its_heading() -> None:
    nodes = [group("All", (0, 0, 100, 100), id="g"), text("# Card", (10, 10, 1, 1), id="c")]
    arrow = {"fromNode": "g", "toNode": "c", "label": "holds"}
    assert outline(read(nodes, [arrow])) == [
        (("All",), ["All", "All → holds → Card"]),
        (("All", "Card"), ["# Card"]),
    ]


def test_arrows_of_a_card_that_shows_nothing_stand_below_its_group() -> None:
    nodes = [
        text("# Before", (10, 0, 1, 1)),
        text("%% hidden %%", (10, 10, 1, 1), id="c"),
        group("All", (0, -10, 100, 100)),
    ]
    arrow = {"fromNode": "c", "toNode": "c", "label": "self"}
    assert outline(read(nodes, [arrow]))[-1] == (("All",), ["card 2 → self → card 2"])


def test_what_is_incomplete_is_left_out_and_counted() -> None:
    nodes: list[object] = [
        None,
        3,
        "text",
        [],
        text("kept", id="a"),
        {"text": "no place"},
        {"type": "text"},
    ]
    edges = [None, {"label": "lost"}, {"fromNode": "a"}, {}]
    note = read(nodes, edges)
    assert [block.text for at in note.sections for block in at.blocks] == ["kept", "no place"]
    assert note.problems == ("holds cards or arrows that are incomplete; they were left out (6)",)
    assert read({"a": 1}, "edges").problems == (
        "holds cards or arrows that are incomplete; they were left out (2)",
    )


def test_an_odd_type_or_a_wrong_place_costs_no_text() -> None:
    nodes = [
        {"type": "sticker", "text": "one", "x": "5", "y": None},
        {"type": ["x"], "text": "two", "x": 10**400, "y": float("inf")},
        {"text": "three", "x": float("nan"), "width": -1e308, "height": True},
        {"text": 5, "file": 5, "url": {"a": 1}, "label": "no group"},
    ]
    assert lines(nodes) == ["one", "two", "three"]


def test_characters_that_no_text_should_hold_are_shown_as_such() -> None:
    assert lines([text("a\ud800b\0c\r\nd\re\U0001f600")]) == [
        "a\ufffdb\ufffdc",
        "d",
        "e\U0001f600",
    ]


def test_a_canvas_in_utf_16_and_one_with_bad_bytes_are_read() -> None:
    wide = b"\xff\xfe" + raw([text("wide")]).decode().encode("utf-16-le")
    assert reader().extract("x.canvas", wide).text == "wide\n"
    bad = raw([text("plain")]).replace(b"plain", b"pl\xff\xfein " + "ěšč".encode())
    assert reader().extract("x.canvas", bad).problems == (
        "holds bytes that are not UTF-8; they are shown as \ufffd",
    )


def test_time_is_bounded() -> None:
    before = time.process_time()
    read([group(f"G{n}", (-n, -n, 2 * n, 2 * n)) for n in range(400)])
    read([text("[" * 40_000)])
    assert time.process_time() - before < 4


NUMBERS = st.one_of(st.integers(), st.floats(), st.none(), st.just(10**400))
NODES = st.fixed_dictionaries(
    {},
    optional={
        "id": st.sampled_from(["a", "b", "c"]),
        "type": st.sampled_from(["text", "file", "link", "group", "other"]),
        "text": st.text(max_size=30),
        "file": st.text(max_size=20),
        "subpath": st.text(max_size=8),
        "url": st.text(max_size=20),
        "label": st.text(max_size=20),
        "x": NUMBERS,
        "y": NUMBERS,
        "width": NUMBERS,
        "height": NUMBERS,
    },
)
EDGES = st.fixed_dictionaries(
    {"fromNode": st.sampled_from("abc"), "toNode": st.sampled_from("abc")},
    optional={"label": st.text(max_size=20), "fromEnd": st.just("arrow"), "toEnd": st.just("none")},
)


@given(st.lists(NODES, max_size=6), st.lists(EDGES, max_size=4))
def test_any_nodes_and_edges_are_read(
    nodes: list[dict[str, Any]], edges: list[dict[str, Any]]
) -> None:
    said = "\n".join(block.text for at in read(nodes, edges).sections for block in at.blocks)
    groups = [item for item in nodes if item.get("type") == "group"]
    labels = [" ".join(item.get("label", "").replace("\0", "\ufffd").split()) for item in groups]
    assert [label for label in labels if label not in said] == []


@given(st.lists(st.tuples(st.integers(0, 30), st.integers(0, 30), st.integers(0, 30)), max_size=20))
def test_every_card_is_read_once_however_groups_lie(boxes: list[tuple[int, int, int]]) -> None:
    nodes = [group(f"G{n}", (x, y, size, size)) for n, (x, y, size) in enumerate(boxes)]
    cards = [text(f"C{n}", (x, y, 1, 1)) for n, (x, y, _) in enumerate(boxes)]
    said = [block.text for at in read([*nodes, *cards]).sections for block in at.blocks]
    assert sorted(said) == sorted(f"{kind}{n}" for kind in "GC" for n in range(len(boxes)))


JSON = st.recursive(
    st.none() | st.booleans() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=8,
)


@given(st.dictionaries(st.sampled_from(["nodes", "edges", "x"]), JSON | st.lists(JSON)))
def test_any_json_object_is_read(canvas: dict[str, Any]) -> None:
    extract = reader().extract("x.canvas", json.dumps(canvas).encode())
    check_lines(extract, reader().read("x.canvas", extract))


def test_a_name_on_an_arrow_tells_no_template() -> None:
    assert (
        lines(
            [text("<% x %> one", id="a"), text("two", (0, 20, 10, 10), id="b")],
            [{"fromNode": "a", "toNode": "b", "label": "leads"}],
        )[1]
        == "card 1 → leads → two"
    )


def test_the_last_of_very_many_cards_are_plain_and_hide_as_much() -> None:
    cards = [text(f"# {n}\n%% hid %% [[n]]\n%%\nhid", (0, n, 1, 1)) for n in range(30_000)]
    start = time.process_time()
    note = read(cards)
    slowed = sys.gettrace() is not None  # by the measurement of coverage
    assert time.process_time() - start < (30 if slowed else 5)
    shown = [(b.line_start, b.text) for at in note.sections for b in at.blocks]
    assert not any("hid" in said for _, said in shown)
    assert shown[-1] == (29_999 * 5 + 1, "# 29999\n [[n]]")
    assert shown[0] == (1, "# 0")
    assert len(note.links) < 30_000
    assert note.problems == (
        "is very large: the last cards are read as plain text, without links and headings",
    )
