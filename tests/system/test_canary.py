"""No secret is stored, said or sent, whatever happens; see `tests/canary.py`.

`VAULTBRAIN_SOAK=N` runs all N times, each time with other secrets and kills at other moments;
`VAULTBRAIN_SEED=N` repeats what a failure has told.
"""

from __future__ import annotations

import contextlib
import functools
import io
import json
import os
import random
import signal
import socket
import time
from typing import TYPE_CHECKING, Any

import apsw
import msgspec
import pytest

from tests.canary import Mint, Recorder, Searcher, plant, told
from tests.system.counting import TIDY, counting
from vaultbrain import config as settings
from vaultbrain.cli.io import Io
from vaultbrain.cli.main import main
from vaultbrain.client import Client
from vaultbrain.config import (
    DEFAULT_INCLUDE,
    Config,
    GateConfig,
    ModelConfig,
    PiiConfig,
    SourceConfig,
)
from vaultbrain.daemon import inspect, scan
from vaultbrain.errors import VaultbrainError
from vaultbrain.gate.scanner import Scanner
from vaultbrain.paths import VECTORS_FILE, locate

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from tests.canary import Leak, Secret
    from tests.system.conftest import Rig

SOAK = int(os.environ.get("VAULTBRAIN_SOAK", "1"))
KILLS = 2
INCLUDE = (*DEFAULT_INCLUDE, "*.log", "*.jsonl", "*.html", "*.jpg", "*.png", "*.py")
# Writes down what every process is given that the daemon begins.
CHILDREN = """
import json, os, subprocess
begin = subprocess.Popen.__init__
def tell(self, args, *more, **named):
    with open(os.environ["CHILDREN"], "a") as out:
        out.write(json.dumps([repr(args), dict(named.get("env") or os.environ)]) + "\\n")
    return begin(self, args, *more, **named)
subprocess.Popen.__init__ = tell
"""
# A gate of an older version, so to speak, that knows next to nothing.
WEAK = """
from vaultbrain.gate.scanner import Scanner
make = Scanner.__init__
def weaken(self, *given):
    make(self, *given)
    self.version = "weak"
Scanner.__init__ = weaken
Scanner.marks = lambda *_, **__: []
"""
# Answers, but reads no note before it may.
WAITING = """
import os, time
from vaultbrain.indexer.pipeline import Pipeline
run = Pipeline.run
def wait(self):
    while not os.path.exists(os.environ["GO"]):
        time.sleep(0.02)
    run(self)
Pipeline.run = wait
"""
OTHER_MODEL = """
from vaultbrain.daemon import main
main._embedder = lambda home: FakeEmbedder(model="another")
"""


class Home:
    """A rig whose every byte can be searched: what is stored, said, sent, handed on."""

    def __init__(self, rig: Rig) -> None:
        self.rig = rig
        # Everybody speaks through the recorder, which stands in a home beside that of the daemon.
        self.front = locate({"VAULTBRAIN_HOME": str(rig.folder / "f")})
        self.recorder = Recorder(self.front.socket, rig.paths.socket)
        self.front.config_dir.mkdir(mode=0o700)
        rig.paths.data_dir.mkdir(mode=0o700, parents=True)
        self.front.data_dir.symlink_to(rig.paths.data_dir)
        self.said = io.StringIO()
        self.begun = time.monotonic()
        for name in ("CHILDREN", "GO"):
            rig.environ[name] = str(rig.folder / name.lower())
        rig.environ["TMPDIR"] = str(rig.folder / "tmp")
        (rig.folder / "tmp").mkdir()

    def start(
        self,
        *lines: str,
        embedder: Any = "builtin",  # noqa: ANN401
        strong: Any = "redact",  # noqa: ANN401
        is_ready: bool = True,
        **constants: object,
    ) -> None:
        """Start the daemon with a fake model, and wait until it answers or all is indexed."""
        daemon = counting(self.rig, CHILDREN, *lines, **{**TIDY, **constants})
        source = SourceConfig(path=str(self.rig.root), include=INCLUDE)
        found = Config(
            sources={"notes": source},
            model=ModelConfig(embedder=embedder),
            gate=GateConfig(pii=PiiConfig(strong=strong)),
        )
        self.rig.paths.config_file.write_text(settings.dump(found))
        # Verbs that do without the daemon need not start the model that ships.
        bare = msgspec.structs.replace(found, model=ModelConfig(embedder="off"))
        self.front.config_file.write_text(settings.dump(bare))
        self.rig.spawn(*daemon)
        self.rig.until(self.rig.status, 30)
        if is_ready:
            self.settle()

    def settle(self) -> None:
        """Wait until everything is indexed and has its vector."""
        self.rig.call("sync", timeout=60)
        self.rig.until(lambda: self.rig.status()["pending"] == 0, 30)

    def call(self, method: str, **params: Any) -> dict[str, Any]:  # noqa: ANN401
        with Client(self.front.socket) as client:
            return client.call(method, params)

    def cli(self, *arguments: str, is_terminal: bool = False) -> tuple[int, str]:
        """Run a command line in this process, through the recorder."""
        out = Terminal() if is_terminal else io.StringIO()
        environ = {**self.rig.environ, "VAULTBRAIN_HOME": str(self.rig.folder / "f")}
        status = main(arguments, Io(io.StringIO(), out, out, environ))
        self.said.write(out.getvalue())
        return status, out.getvalue()

    def stored(self) -> dict[str, bytes]:
        """Every file that anybody wrote who is not the user, by its name."""
        folders = [self.rig.folder / name for name in ("h", "f", "tmp")]
        files = [at for folder in folders for at in folder.rglob("*")]
        files += [self.rig.folder / "out", self.rig.folder / "children"]
        held = {}
        for file in files:
            with contextlib.suppress(FileNotFoundError, OSError):  # gone since, or a socket
                if file.is_file():
                    held[str(file.relative_to(self.rig.folder))] = file.read_bytes()
            held[f"name of {file.name}"] = os.fsencode(file.name)
        return held

    def told(self) -> dict[str, bytes]:
        """Everything that was said or sent."""
        return {
            "socket": bytes(self.recorder.answered),
            "command line": self.said.getvalue().encode(errors="backslashreplace"),
        }

    def assert_nothing_of(self, searcher: Searcher) -> None:
        leaks = searcher.leaks({**self.stored(), **self.told()})
        assert not leaks, told(leaks)

    def until_nothing_of(self, searcher: Searcher, seconds: float = 20) -> None:
        """Wait until no file holds any of it."""
        leaks: list[Leak] = []

        def is_gone() -> bool:
            leaks[:] = searcher.leaks(self.stored())
            return not leaks

        try:
            self.rig.until(is_gone, seconds)
        except AssertionError:
            pytest.fail(f"stored for good:\n{told(leaks)}")

    def forget_what_was_said(self) -> None:
        self.recorder.answered.clear()
        self.said = io.StringIO()

    def kill(self, chance: random.Random, seconds: float) -> None:
        """End the daemon at a random moment within some seconds, wherever it is then."""
        time.sleep(chance.uniform(0, seconds))
        assert self.rig.end(signal.SIGKILL) == -signal.SIGKILL


class Terminal(io.StringIO):
    """What is printed to a screen: with colours and links."""

    def isatty(self) -> bool:
        return True


@pytest.fixture
def home(rig: Rig) -> Iterator[Home]:
    home = Home(rig)
    yield home
    home.recorder.close()


@pytest.fixture(params=range(SOAK))
def seed(request: pytest.FixtureRequest) -> int:
    """Another one each time."""
    first = os.environ.get("VAULTBRAIN_SEED")
    seed = int(first) + request.param if first else random.SystemRandom().randrange(1 << 32)
    print(f"VAULTBRAIN_SEED={seed}")  # noqa: T201 - pytest shows it with a failure
    return int(seed)


@pytest.fixture
def _one_scanner(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compiling the rules takes longer than most verbs that do without a daemon."""
    scanner = Scanner()
    for module in (inspect, scan):
        monkeypatch.setattr(module, "make_scanner", lambda *_, **__: scanner)


def ask_everything(home: Home, secrets: Sequence[Secret]) -> None:
    """Every verb, and questions for every place and for a piece of every secret."""
    for words in dict.fromkeys(at.place for at in secrets):
        home.cli("search", words, "password token", "-n", "5")
        home.call("ask", question=f"What is the password in the note of {words}?")
    for at, secret in enumerate(secrets):
        half = secret.value[: len(secret.value) // 2]
        mode = ("lexical", "semantic", "hybrid")[at % 3]
        home.call("search", query=f"password {half}", mode=mode, explain=True, limit=5)
    for number, file in enumerate(sorted(home.rig.root.rglob("*"))):
        path = str(file.relative_to(home.rig.root))
        form = ["--json"] * (number % 2)
        if not any(at.value in path for at in secrets):  # or the message echoes what was typed
            home.cli("get", path, *form)
        if file.is_file():
            home.cli("inspect", str(file), *form)
    named = [str(home.rig.root / name) for name in ("paragraph.md", "few.md")]
    for arguments in (
        *(("search", "token", "-n", "100", "--explain"), ("ask", "which password?")),
        *((verb,) for verb in ("status", "sync", "doctor", "config", "restore", "purge")),
        *(("inspect", str(home.rig.root)), ("gate", "status"), ("gate", "rescan")),
        *(("gate", "show", "-n", "1000"), ("gate", "show", "paragraph.md")),
        *(("gate", "scan", name) for name in named),
    ):
        home.cli(*arguments, is_terminal=True)
        home.cli(*arguments, "--json")


@pytest.mark.usefixtures("_one_scanner")
def test_nothing_planted_is_stored_or_said(home: Home, seed: int) -> None:
    secrets = plant(home.rig.root, seed).made
    searcher = Searcher(secrets)
    home.start()
    ask_everything(home, secrets)
    # Of names, what was typed is echoed where it was typed; here nothing but what is found.
    home.assert_nothing_of(searcher)
    found = home.rig.status()
    assert found["notes"] > 80
    assert found["gate"]["quarantined"] <= 3
    assert sum(found["gate"]["redactions"].values()) > 200
    said = home.said.getvalue()
    assert said.count("[redacted:") > 200
    started, stopped = home.rig.cli("start", str(home.rig.root)), home.rig.cli("stop")
    home.said.write(started.stdout + started.stderr + stopped.stdout + stopped.stderr)
    assert (started.returncode, stopped.returncode) == (0, 0)
    home.assert_nothing_of(searcher)


def test_what_is_typed_is_not_kept_or_sent_back(home: Home, seed: int) -> None:
    """Questions, paths and requests that hold a secret; the terminal alone may show it again."""
    mint = Mint(seed)
    home.rig.write("a.md", "# Zebra\n\nThe zebra has a password.\n")
    home.start()
    token = functools.partial(mint.new, "token", "typed")
    for verb in ("search", "ask", "get", "inspect"):
        home.cli(verb, mint.fill("zebra password: {password} {token}", f"typed to {verb}"))
        home.cli(verb, token(), "--json")
    home.cli("gate", "show", token())
    home.cli("gate", "allow", token())
    home.cli("gate", "scan", token())
    home.cli("get", "a.md", "--source", token())
    home.cli(token())
    for method, params in (
        ("search", {"query": "zebra", "mode": token()}),
        ("search", {"query": "zebra", token(): 1}),
        ("search", {"query": "zebra", "filters": {token(): 1}}),
        ("search", {"query": "zebra", "filters": {"source": "x", "path": token(), "tag": token()}}),
        ("search", {"query": "zebra", "limit": token()}),
        ("ask", {"question": "zebra", "generator": token()}),
        ("hello", {"protocol": 1, "client": token()}),
        ("hello", {"protocol": token()}),
        ("get", {"path": f"/{token()}/a.md", "line": 7}),
        ("get", {"path": "a.md", "source": token()}),
        ("gate.allow", {"id": token()}),
        ("gate.findings", {"path": token(), "tier": token()}),
        ("sync", {"timeout": token()}),
        (token(), {}),
        (f"status {token()}", {}),
    ):
        with contextlib.suppress(VaultbrainError):
            home.call(method, **params)
    for line in (token(), json.dumps([token()]), json.dumps({"method": token()})):
        send(home, line)
        send(home, json.dumps({"jsonrpc": token(), "id": 1, "method": "status"}))
    searcher = Searcher(mint.made)
    assert searcher.leaks({"": bytes(home.recorder.asked)})
    leaks = searcher.leaks({**home.stored(), "socket": home.told()["socket"]})
    assert not leaks, told(leaks)


def send(home: Home, line: str) -> None:
    """A line as it is, and its answer."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as client:
        client.connect(str(home.front.socket))
        client.sendall(line.encode() + b"\n")
        assert client.recv(1 << 16)


class Passing:
    """Notes with secrets that are let pass, each in another way, and how each comes to an end."""

    def __init__(self, home: Home, seed: int) -> None:
        self.home, self.mint = home, Mint(seed)
        self.undone: str = ""

    def write(self) -> None:
        """All of them; what is let pass by a comment, and what no rule can know."""
        allow = "%% vaultbrain:allow password %%\n"
        for name in ("edited", "moved", "renamed", "deleted", "taken", "forbidden"):
            said = self.mint.fill("password: {password}", name)
            self._put(f"{name}.md", f"{allow}{said}\n")
        self._put("ignored/i.md", self.mint.fill(f"{allow}password: {{password}}\n", "ignored"))
        self._put("told.md", self.mint.fill("the thing is {word} and so on\n", "told"))
        self._put("named.md", "ordinary\n")
        self._put("allowed.md", self.mint.fill("password: {password}\n", "allowed"))

    def _put(self, path: str, text: str) -> None:
        filler = "".join(f"Ordinary words of {path}, number {at}.\n" for at in range(40))
        self.home.rig.write(path, f"# {path.partition('.')[0].title()}\n\n{text}\n{filler}")

    def _value(self, place: str) -> str:
        return next(at.value for at in self.mint.made if at.place == place)

    def allow(self) -> None:
        """Let the last one pass by its id."""
        found = self.home.call("gate.findings", path="allowed.md")["findings"]
        self.undone = found[0]["id"]
        assert self.home.cli("gate", "allow", self.undone)[0] == 0

    def end(self) -> None:
        """None of it may be anywhere from now on."""
        root, allow = self.home.rig.root, "%% vaultbrain:allow password %%\n"
        other = Mint(self.mint._chance.randrange(1 << 30))
        self._put("edited.md", f"{allow}password: {other.new('password', 'after')}\n")
        self._put("taken.md", f"password: {self._value('taken')}\n")
        self._put("forbidden.md", f"%% no more %%\n\npassword: {self._value('forbidden')}\n")
        self._put("told.md", f"password: {self._value('told')}\n")
        self._put("moved.md", "ordinary\n")
        self._put("moved-to.md", f"password: {self._value('moved')}\n")
        (root / "renamed.md").rename(root / "other.md")
        self._put("other.md", f"password: {self._value('renamed')}\n")
        (root / "deleted.md").unlink()
        self.home.rig.write(".brainignore", "ignored/\n")


def vectors_of(home: Home, path: str) -> list[bytes]:
    """The vectors of a note, as they stand in their file."""
    index = home.rig.paths.index_db
    with contextlib.closing(apsw.Connection(str(index), apsw.SQLITE_OPEN_READONLY)) as db:
        db.execute("ATTACH ? AS vectors", (str(index.with_name(VECTORS_FILE)),))
        found = db.execute(
            "SELECT vector.value FROM chunk JOIN note ON note.id = note_id "
            "JOIN vector USING (text_hash) WHERE path = ?",
            (path,),
        )
        return [bytes(value) for (value,) in found]


def test_what_was_let_pass_is_gone_when_it_may_pass_no_more(home: Home, seed: int) -> None:
    """Edited, moved, renamed, deleted, ignored, forbidden, with kills in the middle of it."""
    notes, chance = Passing(home, seed), random.Random(seed)  # noqa: S311
    notes.write()
    home.start()
    notes.allow()
    home.settle()
    searcher = Searcher(notes.mint.made)
    held = {at.place for at in searcher.leaks(home.stored())}
    assert held == {at.place for at in notes.mint.made}  # so the search does find
    vectors = [
        at for name in ("allowed.md", "taken.md", "ignored/i.md") for at in vectors_of(home, name)
    ]
    assert len(vectors) >= 3
    home.call("search", query="allowed")
    notes.end()
    with Client(home.front.socket) as client:
        _send_only(client, "gate.allow", {"id": notes.undone, "undo": True})
        home.kill(chance, 0.4)
    for _ in range(KILLS - 1):
        home.start(is_ready=False)
        home.kill(chance, 0.8)
    home.start()
    home.cli("gate", "allow", notes.undone, "--undo")  # it may not have come so far
    home.forget_what_was_said()
    for place in dict.fromkeys(at.place for at in notes.mint.made):
        home.cli("search", place, "--json", "-n", "100")
        home.cli("ask", f"What is the password of {place}?")
    home.until_nothing_of(searcher)
    home.assert_nothing_of(searcher)
    assert not left(home, vectors)
    assert home.rig.end() == 0
    home.assert_nothing_of(searcher)


def _send_only(client: Client, method: str, params: dict[str, Any]) -> None:
    """Ask, and do not wait for the answer."""
    line = json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params})
    client._socket.sendall(line.encode() + b"\n")


def test_better_rules_take_out_what_older_ones_let_pass(home: Home, seed: int) -> None:
    """Nothing is said from the first answer on, though it is stored; in the end it is not."""
    secrets, chance = plant(home.rig.root, seed).made, random.Random(seed)  # noqa: S311
    searcher = Searcher(secrets)
    home.start(WEAK, embedder="off")
    held = {at.place for at in searcher.leaks(home.stored())}
    assert len(held) > 70, "the weak rules are not weak"
    home.rig.end(signal.SIGTERM if seed % 2 else signal.SIGKILL)
    home.start(WAITING, is_ready=False)
    assert home.rig.status()["gate"]["waiting"] > 80
    ask_meanwhile(home, chance.sample(secrets, 12))
    leaks = searcher.leaks(home.told())
    assert not leaks, told(leaks)
    (home.rig.folder / "go").touch()
    for _ in range(KILLS):
        home.kill(chance, 1.5)
        home.start(is_ready=False)
    home.settle()
    home.until_nothing_of(searcher)
    found = home.rig.status()["gate"]
    assert (found["waiting"], found["trouble"]) == (0, "")
    home.assert_nothing_of(searcher)


def ask_meanwhile(home: Home, secrets: Sequence[Secret]) -> None:
    """Questions about notes that have not passed the rules of now."""
    for words in dict.fromkeys(at.place for at in secrets):
        home.cli("search", words, "--json", "--explain")
        home.call("ask", question=f"What is the password in the note of {words}?")
    for query in ("token", "password", "names", "heslo"):
        for mode in ("lexical", "semantic"):
            home.call("search", query=query, limit=100, mode=mode)
    for arguments in (("status", "--json"), ("gate", "show", "--json"), ("doctor",)):
        home.cli(*arguments)
    for place in ("paragraph", "heading", "heads/head-title"):
        home.cli("get", f"{place}.md", "--json")


def test_another_model_and_a_stricter_policy(home: Home, seed: int) -> None:
    """Personal data that was let pass; at once with models that come, go and are replaced."""
    mint, chance = Mint(seed), random.Random(seed)  # noqa: S311
    for at in range(30):
        text = mint.fill("My card {card}, IBAN {iban}, rodné číslo: {birth}", f"personal {at}")
        words = f"Number {at} of some notes, with words of its own. " * 30
        home.rig.write(f"{at}.md", f"# Note {at}\n\n{text}\n\n## More\n\n{words}\n")
    searcher = Searcher(mint.made)
    home.start(strong="allow")
    held = {at.place for at in searcher.leaks(home.stored())}
    assert len(held) == 30
    home.rig.end(signal.SIGKILL)
    starts: list[Callable[[], None]] = [
        lambda: home.start(OTHER_MODEL, is_ready=False),
        lambda: home.start(is_ready=False, embedder="off"),
        lambda: home.start(is_ready=False),
    ]
    for _ in range(KILLS):
        chance.choice(starts)()
        home.call("search", query="card IBAN number", limit=100)
        home.kill(chance, 0.8)
    home.start(OTHER_MODEL)
    home.call("search", query="card IBAN number", limit=100)
    home.until_nothing_of(searcher)
    home.assert_nothing_of(searcher)
    assert home.rig.status()["vectors"] >= 30


def test_what_is_put_aside_holds_nothing_that_better_rules_know(home: Home, seed: int) -> None:
    mint = Mint(seed)
    home.rig.write("a.md", mint.fill("# Zebra\n\npassword: {password}\n\n{token}\n", "aside"))
    home.start(WEAK)
    searcher = Searcher(mint.made)
    assert home.rig.end() == 0
    assert len(searcher.leaks({"": home.rig.paths.index_db.read_bytes()})) == 2
    with home.rig.paths.index_db.open("r+b") as file:
        file.write(os.urandom(100))
    home.start()
    assert [at["code"] for at in home.rig.status()["problems"]] == ["index-rebuilt"]
    home.until_nothing_of(searcher)


def test_a_purge_takes_everything_with_it(home: Home, seed: int) -> None:
    """Of notes that vanished at once; with a kill in the middle of it."""
    mint, chance = Mint(seed), random.Random(seed)  # noqa: S311
    for at in range(60):
        said = mint.fill("%% vaultbrain:allow password %%\npassword: {password}", f"held {at}")
        home.rig.write(f"{at}.md", f"# Note {at}\n\n{said}\n\n{'Ordinary words of it. ' * 30}\n")
    for at in range(20):
        home.rig.write(f"kept/{at}.md", f"# Kept {at}\n\nordinary words\n")
    home.start()
    searcher = Searcher(mint.made)
    assert len(searcher.leaks(home.stored())) >= 60
    vectors = [vector for at in range(60) for vector in vectors_of(home, f"{at}.md")]
    for at in range(60):
        (home.rig.root / f"{at}.md").unlink()
    home.rig.until(lambda: "mass-deletion" in home.rig.codes(), 10)
    with Client(home.front.socket) as client:
        _send_only(client, "purge", {})
        home.kill(chance, 0.4)
    home.start(is_ready=False)
    home.rig.until(lambda: home.rig.status()["index_age_seconds"] is not None, 30)
    home.forget_what_was_said()
    assert home.cli("purge")[0] == 0
    for at in range(60):
        home.cli("search", f"Note {at} password", "--json")
    home.until_nothing_of(searcher)
    home.assert_nothing_of(searcher)
    home.rig.until(lambda: not left(home, vectors), 20)


def left(home: Home, vectors: Sequence[bytes]) -> list[bytes]:
    """Those of some vectors that stand in a file."""
    stored = b"".join(home.stored().values())
    return [at for at in vectors if at in stored]
