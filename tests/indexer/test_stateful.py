"""Whatever is done to a vault: after a sync the index is the vault."""

from __future__ import annotations

import hashlib
import itertools
import os
import shutil
import tempfile
from pathlib import Path

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from tests.house import House, count_words, gate
from vaultbrain.reading.chunk import chunk
from vaultbrain.reading.markdown import Reader
from vaultbrain.sources.watch import Batch

FOLDERS = ("", "d", "d/e", "x")
PATHS = st.sampled_from([f"{f}/{n}.md".lstrip("/") for f in FOLDERS for n in ("a", "b", "n")])
COUNTER = itertools.count()


class Vault(RuleBasedStateMachine):
    """Each rule does one thing to the folder, and maybe tells the indexer by hints."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp(prefix="vb"))
        self.house = House(self.folder).open()
        self.touched: set[str] = set()
        self.house.scan()
        self.calls = 0

    def teardown(self) -> None:
        self.house.close()
        shutil.rmtree(self.folder)

    def files(self) -> list[str]:
        root = self.house.root
        return sorted(str(f.relative_to(root)) for f in root.rglob("*.md") if f.is_file())

    def folders(self) -> list[str]:
        root = self.house.root
        return sorted(str(f.relative_to(root)) for f in root.rglob("*") if f.is_dir())

    @rule(path=PATHS, blocks=st.integers(1, 3))
    def write(self, path: str, blocks: int) -> None:
        words = [f"word{next(COUNTER)}z" for _ in range(blocks)]
        text = "\n\n".join(f"## Part {number}\n\n{word}" for number, word in enumerate(words))
        self.house.write(path, text)
        self.touched.add(path)

    @precondition(lambda self: self.files())
    @rule(data=st.data(), new=PATHS, copy=st.booleans())
    def rename_or_copy(self, data: st.DataObject, new: str, *, copy: bool) -> None:
        old = data.draw(st.sampled_from(self.files()))
        target = self.house.root / new
        target.parent.mkdir(parents=True, exist_ok=True)
        if old == new or target.is_dir():
            return
        if copy:
            shutil.copy2(self.house.root / old, target)
        else:
            (self.house.root / old).rename(target)
        self.touched |= {old, new}

    @precondition(lambda self: self.files())
    @rule(data=st.data())
    def delete(self, data: st.DataObject) -> None:
        path = data.draw(st.sampled_from(self.files()))
        (self.house.root / path).unlink()
        self.touched.add(path)

    @precondition(lambda self: self.folders())
    @rule(data=st.data(), new=st.sampled_from(["d", "x", "y", "d/y"]), away=st.booleans())
    def move_folder(self, data: st.DataObject, new: str, *, away: bool) -> None:
        old = data.draw(st.sampled_from(self.folders()))
        root = self.house.root
        if away:
            shutil.rmtree(root / old)
        elif not (root / new).exists() and not f"{new}/".startswith(f"{old}/"):
            (root / new).parent.mkdir(parents=True, exist_ok=True)
            (root / old).rename(root / new)
        self.touched |= {old, new}

    @precondition(lambda self: self.files())
    @rule(data=st.data())
    def touch(self, data: st.DataObject) -> None:
        path = data.draw(st.sampled_from(self.files()))
        os.utime(self.house.root / path, (1, next(COUNTER)))
        self.touched.add(path)

    @rule(
        line=st.sampled_from(["", "d/", "a.md", "/b.md", "x/*\n!x/n.md"]),
        folder=st.sampled_from(FOLDERS),
    )
    def ignore(self, line: str, folder: str) -> None:
        self.house.write(f"{folder}/.brainignore".lstrip("/"), line)
        self.touched.add(f"{folder}/.brainignore".lstrip("/"))

    @rule()
    def restart(self) -> None:
        self.house.reopen()
        self.house.scan()
        self.touched.clear()

    @rule()
    def embed(self) -> None:
        self.house.embed()

    @rule()
    def be_told(self) -> None:
        """The watcher tells what was touched, and nothing else is looked at."""
        paths = frozenset(("notes", path) for path in self.touched)
        self.house.pipeline.process(Batch(paths, frozenset()))
        self.touched.clear()
        self.check()

    @rule()
    def sync(self) -> None:
        self.house.scan()
        self.touched.clear()
        self.check()

    @invariant()
    def sound(self) -> None:
        assert self.house.rows("PRAGMA foreign_key_check") == []

    def check(self) -> None:
        house, reader = self.house, Reader()
        rules = house.make_source("fresh", house.root).rules
        wanted = [path for path in self.files() if not rules.ignores(path)]
        known = house.known()
        assert sorted(known) == wanted
        for path in wanted:
            raw = (house.root / path).read_bytes()
            assert known[path].sha256 == hashlib.sha256(raw).digest()
            assert known[path].signature == house.sources["notes"].look(path)
            note = reader.read(path, gate().clean(raw.decode()).text)
            assert house.texts(path) == [at.text for at in chunk(note, count_words)]
            for word in [part.split()[-1] for part in raw.decode().split("\n\n") if part]:
                if word.startswith("word"):
                    assert path in house.found(word)
        for table in ("lex", "chunk"):
            assert house.rows(f"SELECT count(*) FROM {table}") == house.rows(  # noqa: S608
                "SELECT count(*) FROM chunk JOIN note ON note.id = note_id"
            )
        if not house.rows("SELECT 1 FROM generation"):
            return
        assert not house.rows(
            "SELECT text_hash FROM chunk WHERE text_hash NOT IN (SELECT text_hash FROM vector) "
            "AND id NOT IN (SELECT chunk_id FROM pending)"
        )


TestVault = Vault.TestCase
TestVault.settings = settings(
    max_examples=25,
    stateful_step_count=25,
    deadline=None,
    derandomize=True,
    suppress_health_check=list(HealthCheck),
)
