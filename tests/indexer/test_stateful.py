"""Whatever is done to a vault: after a sync the index is the vault."""

from __future__ import annotations

import contextlib
import hashlib
import itertools
import os
import shutil
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from tests.house import House, count_words, gate
from vaultbrain.reading.base import Extract
from vaultbrain.reading.chunk import chunk
from vaultbrain.sources.watch import Batch
from vaultbrain.store import checks, generations

if TYPE_CHECKING:
    import apsw

FOLDERS = ("", "d", "d/e", "x")
PATHS = st.sampled_from([f"{f}/{n}.md".lstrip("/") for f in FOLDERS for n in ("a", "b", "n")])
COUNTER = itertools.count()
FILES = ("index.db", "vectors.db", "state.db")


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
        self.write_words(path, blocks)

    def write_words(self, path: str, blocks: int) -> None:
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

    @rule(
        paths=st.lists(PATHS, max_size=4),
        statement=st.integers(0, 50),
        embed=st.booleans(),
        torn=st.booleans(),
    )
    def kill(self, paths: list[str], statement: int, *, embed: bool, torn: bool) -> None:
        """Go on with what a process leaves that is killed in the middle of its writing."""
        for path in paths:
            self.write_words(path, 2)
        killed = Killed(self.house, statement, torn=torn)
        self.house.scan()
        if embed:
            self.house.embed()
        self.house.close()
        killed.put_in_place()
        self.house.open()
        self.house.scan()
        if self.house.rows("SELECT 1 FROM generation"):
            self.house.embed()  # the first thing that its thread does in the daemon
        self.touched.clear()
        self.check()
        self.check_files()

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
        house = self.house
        rules = house.make_source("fresh", house.root).rules
        wanted = [path for path in self.files() if not rules.ignores(path)]
        known = house.known()
        assert sorted(known) == wanted
        for path in wanted:
            raw = (house.root / path).read_bytes()
            assert known[path].sha256 == hashlib.sha256(raw).digest()
            assert known[path].signature == house.sources["notes"].look(path)
            note = house.reader.read(path, Extract(gate().clean(raw.decode()).text))
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

    def check_files(self) -> None:
        house = self.house
        now = int(time.time())
        house.writer.submit(lambda db: generations.prune(db, now), urgent=True).result()
        assert not house.rows(
            "SELECT text_hash FROM vector WHERE text_hash NOT IN (SELECT text_hash FROM chunk)"
        )
        for pragma in ("main.integrity_check", "vectors.integrity_check"):
            assert house.rows(f"PRAGMA {pragma}") == [("ok",)]
        assert not checks.inspect(self.folder / "index.db")


class Killed:
    """A copy of every file, made before the nth statement of those who write, or at the end.

    `kill -9` leaves what was written until then. With `torn`, it came between the commits of the
    two files: what `index.db` knows did not reach `vectors.db`.
    """

    def __init__(self, house: House, statement: int, *, torn: bool) -> None:
        self._folder, self._copy = house.folder, house.folder / "killed"
        self._left, self._torn, self._taken = statement, torn, set[str]()
        shutil.rmtree(self._copy, ignore_errors=True)
        self._copy.mkdir()
        house.database.writer.exec_trace = self._look
        house.state._connection.exec_trace = self._look

    def _look(self, cursor: apsw.Cursor, sql: str, _: object) -> bool:
        self._left -= 1
        if "vectors.db" in self._taken or (self._left < 0 and not self._torn):
            self._take(*FILES)
        elif self._left < 0 and sql == "COMMIT" and "index.db" in cursor.connection.filename:
            self._take("vectors.db")
        return True

    def _take(self, *names: str) -> None:
        for name in names:
            if name in self._taken:
                continue
            self._taken.add(name)
            for ending in ("", "-wal", "-journal"):
                with contextlib.suppress(FileNotFoundError):
                    shutil.copy(self._folder / f"{name}{ending}", self._copy)

    def put_in_place(self) -> None:
        self._take(*FILES)
        for name in FILES:
            for old in self._folder.glob(f"{name}*"):
                old.unlink()
        for kept in self._copy.iterdir():
            kept.rename(self._folder / kept.name)


TestVault = Vault.TestCase
TestVault.settings = settings(
    max_examples=60,
    stateful_step_count=25,
    deadline=None,
    derandomize=True,
    suppress_health_check=list(HealthCheck),
)
