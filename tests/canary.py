"""Invented secrets, a vault that holds them in every place of every kind of file, and a search for
their bytes in all that vaultbrain wrote and said.

The values are put together at run time and differ with every seed. A place is a text with names in
braces; each time a name stands there, another value is made and remembered.
"""

from __future__ import annotations

import base64
import contextlib
import hashlib
import json
import random
import re
import socket
import threading
import unicodedata
import urllib.parse
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

import ahocorasick_rs
from mnemonic import Mnemonic

from tests.reading.pdfs import pdf
from tests.reading.pictures import picture, png, with_iptc

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from pathlib import Path

_LETTERS, _DIGITS = "abcdefghijkmnopqrstuvwxyz", "0123456789"
_BOTH = _LETTERS + _LETTERS.upper() + _DIGITS
_CONSONANTS, _VOWELS = "bdfghklmnprstvz", "aeiou"
_LABELS = ("password", "heslo", "Passwort", "mot de passe", "contraseña", "hasło")
# What of a value is looked for: any piece of so many characters is one too many. Of figures alone,
# pieces say less.
_PIECE, _FIGURES, _WORDS = 8, 10, 4
_EXIF_COMMENT, _EXIF_DESCRIPTION, _IPTC_CAPTION = 0x9286, 0x010E, 120


class Secret(NamedTuple):
    """A value that is to be nowhere, with its kind and the place where it was planted."""

    kind: str
    value: str
    place: str


class Leak(NamedTuple):
    """A copy of a secret: what holds it, and in which form."""

    held_by: str
    kind: str
    place: str
    form: str


class Mint:
    """Makes values, each of them once.

    Attributes:
        made: all of them, in their order.
    """

    def __init__(self, seed: int) -> None:
        self._chance = random.Random(seed)  # noqa: S311 - to repeat a failure
        self.made: list[Secret] = []

    def fill(self, template: str, place: str) -> str:
        """The text of a template, with a new value for each name in braces."""
        return re.sub(r"\{(\w+)\}", lambda name: self.new(name[1], place), template)

    def new(self, kind: str, place: str) -> str:
        """How a new secret of a kind is written; `label` is a word for passwords and no secret."""
        if kind == "label":
            return self._chance.choice(_LABELS)
        written, values = getattr(self, f"_{kind}")()
        self.made += [Secret(kind, value, place) for value in values]
        return str(written)

    def some(self, number: int, alphabet: str = _BOTH) -> str:
        """So many characters, with a figure among the first ones where there are figures."""
        drawn = [self._chance.choice(alphabet) for _ in range(number)]
        if "7" in alphabet and number > 1:
            drawn[1] = self._chance.choice([c for c in alphabet if c.isdigit()])
        return "".join(drawn)

    def cut(self, kind: str, place: str) -> tuple[str, str]:
        """A value in two halves, for what stands between them."""
        value = self.new(kind, place)
        return value[: len(value) // 2], value[len(value) // 2 :]

    def _password(self) -> tuple[str, list[str]]:
        word = "".join(
            self._chance.choice(_CONSONANTS) + self._chance.choice(_VOWELS) for _ in range(4)
        )
        sign = self._chance.choice("!.+?")
        value = f"{word.title()}{self.some(4, _DIGITS)}{self.some(3, _LETTERS)}{sign}"
        value += self.some(3, _LETTERS.upper() + _DIGITS)
        return value, [value]

    def _word(self) -> tuple[str, list[str]]:
        """A password that no rule can know where nothing says that it is one."""
        word = "".join(
            self._chance.choice(_CONSONANTS) + self._chance.choice(_VOWELS) for _ in range(5)
        )
        value = f"{word}{self.some(2, _DIGITS)}"
        return value, [value]

    def _token(self) -> tuple[str, list[str]]:
        """Without its front, which all of its kind share."""
        front, body = self._chance.choice(
            (
                ("gh" + "p_", self.some(36)),
                ("gl" + "pat-", self.some(20)),
                ("sk-" + "ant-api03-", self.some(93) + "AA"),
                ("AK" + "IA", self.some(16, "ABCDEFGHJKLMNPQRSTUVWXYZ234567")),
                ("xo" + "xb-", self.some(11, "123456789") + "-" + self.some(24)),
            )
        )
        return front + body, [body]

    def _github(self) -> tuple[str, list[str]]:
        body = self.some(36)
        return "gh" + "p_" + body, [body]

    def _key(self) -> tuple[str, list[str]]:
        value = self.some(32)
        return value, [value]

    def _pin(self) -> tuple[str, list[str]]:
        value = self.some(6, "123456789")
        return value, [value]

    def _puk(self) -> tuple[str, list[str]]:
        value = self.some(8, "123456789")
        return value, [value]

    def _totp(self) -> tuple[str, list[str]]:
        value = self.some(32, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
        return value, [value]

    def _jwt(self) -> tuple[str, list[str]]:
        head = _base64url(b'{"alg":"HS256","typ":"JWT"}')
        body = _base64url(json.dumps({"sub": self.some(24)}).encode())
        proof = self.some(43)
        return f"{head}.{body}.{proof}", [body[12:], proof]

    def _card(self) -> tuple[str, list[str]]:
        front = "4" + self.some(14, _DIGITS)
        number = front + _luhn(front)
        written = " ".join(number[at : at + 4] for at in range(0, 16, 4))
        return written, [number, written]

    def _iban(self) -> tuple[str, list[str]]:
        account = "0800" + self.some(16, _DIGITS)
        check = 98 - int(account + "123500") % 97
        value = f"CZ{check:02}{account}"
        written = " ".join(value[at : at + 4] for at in range(0, 24, 4))
        return written, [value, written]

    def _birth(self) -> tuple[str, list[str]]:
        day = f"{self._chance.randint(60, 99)}{self._chance.randint(51, 62)}"
        day += f"{self._chance.randint(10, 28)}"
        for end in self._chance.sample(range(1000, 9999), 2000):
            if int(f"{day}{end}") % 11 == 0:
                return f"{day}/{end}", [f"{day}/{end}"]
        raise AssertionError

    def _seed(self) -> tuple[str, list[str]]:
        phrase = Mnemonic("english").to_mnemonic(self._chance.randbytes(16))
        return phrase, [phrase]

    def _codes(self) -> tuple[str, list[str]]:
        codes = [f"{self.some(5, _LETTERS + _DIGITS)}-{self.some(5)}".lower() for _ in range(8)]
        return "\n".join(codes), codes

    def _pem(self) -> tuple[str, list[str]]:
        """Without its end."""
        lines = [self.some(64) for _ in range(8)]
        return "-----BEGIN " + "RSA PRIVATE KEY-----\n" + "\n".join(lines) + "\n", lines

    def _licence(self) -> tuple[str, list[str]]:
        value = "-".join(self.some(5, "ABCDEFGHJKLMNPQRSTUVWXYZ2345679") for _ in range(5))
        return value, [value]


def _base64url(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def _luhn(front: str) -> str:
    doubled = [int(c) * (2 - at % 2) for at, c in enumerate(front)]
    return str(-sum(n - 9 * (n > 9) for n in doubled) % 10)


# Places in a Markdown note. Each has a word of its own, by which it is searched for.
PLACES: dict[str, str] = {
    "paragraph": "Of the paragraph. The {label}: {password} is new, and the token is {token}.",
    "bullet": "- {label}: {password}\n- the token: {token}\n- API key: {key}",
    "bold-label": "**{label}:** {password}\n\n**Token:** {token}",
    "dash": "{label} - {password}",
    "next-line": "{label}:\n{password}",
    "quote": "> {label}: {password}\n> {token}",
    "callout": "> [!info] Access of the callout\n> {label}: {password}\n> {token}",
    "callout-title": "> [!info] {label}: {password}\n> text of the callout-title",
    "table-row": "| what | value |\n|---|---|\n| {label} | {password} |\n| token | {token} |",
    "table-column": "| user | {label} | token |\n|---|---|---|\n| eva | {password} | {token} |",
    "fence": "```ini\n{label} = {password}\nTOKEN={token}\n```",
    "indented": "Of the indented code:\n\n    {label} = {password}\n    {token}",
    "inline-code": "{label}: `{password}` and `{token}`",
    "heading": "## {label}: {password}\n\ntext\n\n## {token}\n\ntext",
    "setext": "{label}: {password}\n=======\n\ntext",
    "inline-field": "{label}:: {password}\n\n[token:: {token}] (api key:: {key})",
    "wikilink": "[[{github}]] [[Note#{github}]] [[Note|{github}]] [[Note#^{github}]] ![[{token}]]",
    "wikilink-label": "[[Note|{label}: {password}]] [[{label}: {password}]]",
    "link": "[{token}](https://e.example/) [x](https://e.example/?token={token})"
    ' [y](https://e.example/ "{token}") <https://e.example/{github}>',
    "link-password": "[db](postgres://eva:{key}@db.example:5432/all) and <ftp://eva:{key}@e.example>",
    "link-reference": "[one][two]\n\n[two]: https://e.example/?access_token={token} '{token}'",
    "image": "![{token}](a.png) ![{label}: {password}](b.png) ![](https://e.example/{github}.png)",
    "footnote": "Of a footnote[^1].\n\n[^1]: {label}: {password}, {token}\n\nAnd ^[{token}] too.",
    "comment": "Of the comment %%{label}: {password} {token}%% and"
    " <!-- {label}: {password} {token} -->",
    "html": '<div title="{token}" data-password="{password}">text of html {token}</div>',
    "html-block": '<form>\n<input type="password" value="{password}">\n</form>',
    "math": "$$\n{token}\n$$\n\nand $x = {token}$ of math",
    "block-id": "text of the block-id ^{github}",
    "task": "- [ ] change the {label}: {password} 📅 2026-01-01\n- [x] {token}",
    "tag": "Of the tag #{github} and #all/{github}",
    "sentence": "He said that his {label} is {password}, and then of the sentence went home.",
    "brackets": "Router ({label}: {password}) of the brackets, tokens ({token}).",
    "quotes": 'The {label} is „{password}“, the other {label} is "{password}".',
    "option": "```sh\nmysql --user=eva --password={password} db\n"
    "curl -u eva:{password} e.example\n```",
    "wifi": "WiFi: Home, WPA2 key: {key}\n\nWIFI:T:WPA;S:Home;P:{key};;",
    "pin": "PIN: {pin}\n\nPUK: {puk}",
    "jwt": "Authorization: Bearer {jwt}",
    "card": "card {card}\n\nIBAN {iban}\n\nrodné číslo: {birth}",
    "card-table": "| card | IBAN |\n|---|---|\n| {card} | {iban} |",
    "totp": "otpauth://totp/Home:eva?secret={totp}&issuer=Home\n\nTOTP secret: {totp}",
    "licence": "Licence key: {licence}",
    "seed": "Seed phrase: {seed}",
    "seed-lines": "Seed phrase:\n\n{seed}",
    "codes": "## Recovery codes\n\n{codes}",
    "netrc": "```\nmachine e.example login eva password {password}\n```",
    "json": '```json\n{"user": "eva", "password": "{password}", "token": "{token}"}\n```',
    "sql": "```sql\nCREATE USER eva IDENTIFIED BY '{password}';\n```",
    "pem": "{pem}-----END " + "RSA PRIVATE KEY-----\n\ntext of the pem",
    "pem-quote": "> {pem}> -----END " + "RSA PRIVATE KEY-----\n\ntext of the pem-quote",
}
# Files with metadata: what stands between the lines, and what stands below.
HEADS: dict[str, str] = {
    "head-title": 'title: "{label}: {password}"\naliases: ["{github}", "{label}: {password}"]',
    "head-tags": "tags: [all/{github}, x]\ncssclasses: {github}",
    "head-plain": "password: {password}\ntoken: {token}\nheslo: {password}",
    "head-nested": "wifi:\n  home:\n    password: {password}\n    pin: {pin}\n  guest: {token}",
    "head-list": "passwords:\n  - {password}\n  - {password}\nkeys: [{token}, {token}]",
    "head-block": "note: |\n  {label}: {password}\n  {token}\npassword: >-\n  {password}",
    "head-quoted": 'password: \'{password}\'\n"api_key": "{key}"',
    "head-broken": "password: {password}\nbroken: [a, {token}\nkey: 'x",
    "head-personal": "iban: {iban}\ncard: {card}\nrodné číslo: {birth}",
}
# So that no note is mostly secrets, which would be put into quarantine whole.
_FILLER = "\n\n" + "Ordinary words of an ordinary note, which say nothing of it. " * 40 + "\n"
_LINES = "\n".join(["ordinary words of an ordinary page"] * 25)
_CUE = "00:00:12{0}500 --> 00:00:15{0}000\n"
_CHAT = '{"role": "user", "content": %s, "timestamp": "2026-03-01T10:00:00Z"}'


def plant(root: Path, seed: int) -> Mint:
    """Write a vault that holds a secret in every place; returns what is in it."""
    mint = Mint(seed)
    for place, template in PLACES.items():
        _write(root / f"{place}.md", f"# A note of {place}\n\n{mint.fill(template, place)}\n")
    for place, template in HEADS.items():
        head = f"---\n{mint.fill(template, place)}\n---\n"
        _write(root / "heads" / f"{place}.md", f"{head}text of {place}\n")
    _plant_parted(root / "parted", mint)
    _plant_bytes(root / "bytes", mint)
    _plant_names(root, mint)
    _plant_lists(root, mint)
    _plant_canvas(root, mint)
    _plant_kinds(root / "kinds", mint)
    _plant_printed(root / "printed", mint)
    return mint


def _write(file: Path, text: str | bytes) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    if isinstance(text, str) and file.suffix in {".md", ".txt", ".log"}:
        text += _FILLER
    file.write_bytes(text if isinstance(text, bytes) else text.encode())


def _plant_parted(folder: Path, mint: Mint) -> None:
    """Secrets that markup parts."""
    between = {
        "zero-width": "\u200b",
        "joiner": "\u2060",
        "soft-hyphen": "\u00ad",
        "emphasis": "**",
        "empty-comment": "<!-- -->",
        "html-tag": "<b></b>",
        "escape": "\\",
    }
    for place, what in between.items():
        one, two = mint.cut("github", place)
        if place == "escape":
            one, two = one[:3], one[3:] + two
        if place == "emphasis":
            two += what
        shown = f"[[{one}{what}{two}]]" if place == "zero-width" else f"{one}{what}{two}"
        _write(folder / f"{place}.md", f"# {shown}\n\ntext of {place} {shown} here\n")
    coded: dict[str, Callable[[str], str]] = {
        "entities": lambda text: "".join(f"&#{ord(c)};" for c in text),
        "hex-entities": lambda text: "".join(f"&#x{ord(c):x};" for c in text),
        "percent": lambda text: "".join(f"%{ord(c):02X}" for c in text),
        "full-width": lambda text: "".join(chr(ord(c) + 0xFEE0) for c in text),
    }
    for place, code in coded.items():
        said = code(mint.new("github", place))
        linked = f"[x](https://e.example/?t={said})" if place == "percent" else said
        _write(folder / f"{place}.md", f"# Of {place}\n\n{linked}\n")
    said = base64.b64encode(f"eva:{mint.new('password', 'basic')}".encode()).decode()
    mint.made.append(Secret("basic", said.rstrip("="), "basic"))
    _write(folder / "basic.md", f"# Of basic\n\nAuthorization: Basic {said}\n")
    escaped = "".join(f"\\u{ord(c):04x}" for c in mint.new("github", "yaml-escape"))
    _write(folder / "yaml-escape.md", f'---\ntitle: "{escaped}"\n---\ntext of yaml-escape\n')


def _plant_bytes(folder: Path, mint: Mint) -> None:
    """Files whose bytes are not plain UTF-8 with line feeds."""
    template = (
        f"# Of {{0}}\n\nPříliš žluťoučký. {{label}}: {{password}}\n\nheslo: {{password}}\n{_FILLER}"
    )

    def text(place: str) -> str:
        return mint.fill(
            template.replace("{0}", place).replace("{{", "{").replace("}}", "}"), place
        )

    _write(folder / "crlf.md", text("crlf").replace("\n", "\r\n"))
    _write(folder / "old-mac.md", text("old-mac").replace("\n", "\r"))
    _write(folder / "bom.md", b"\xef\xbb\xbf" + text("bom").encode())
    _write(folder / "utf16.md", text("utf16").encode("utf-16"))
    windows = text("windows").replace("ñ", "n")
    _write(folder / "windows.md", windows.encode("cp1250", "replace"))
    _write(folder / "decomposed.md", unicodedata.normalize("NFD", text("decomposed")))


def _plant_names(root: Path, mint: Mint) -> None:
    """Secrets in the names of files and folders, also of files that are no notes."""
    for name in ("{token}.md", "heslo={password}.md", "{token}/inside.md", "deep/{token}/in.md"):
        _write(root / mint.fill(name, f"name {name}"), "# Of names\n\ntext of names\n")
    (root / mint.fill("{token}.md", "name of a link")).symlink_to("/nowhere")
    _write(root / mint.fill("{token}.pdf", "name of a torn file"), b"%PDF-1.4 torn")


def _plant_lists(root: Path, mint: Mint) -> None:
    """Notes that are mostly secrets, and keys without an end."""
    lines = [mint.fill("{label}: {password}", "quarantine") for _ in range(30)]
    _write(root / "quarantine.md", "\n".join(lines).encode())
    _write(root / "unterminated.md", mint.fill("# Of unterminated\n\n{pem}", "unterminated"))
    few = mint.fill("{label}: {password}", "few")
    _write(root / "few.md", f"# Of few\n\n{few}\n\n{'ordinary words of a long note. ' * 40}\n")


def _plant_canvas(root: Path, mint: Mint) -> None:
    said = [mint.fill("{label}: {password}\n\n{token}", "canvas") + _FILLER for _ in range(3)]
    said.append(mint.fill("{pem}", "canvas") + "-----END " + "RSA PRIVATE KEY-----" + _FILLER)
    cards: list[dict[str, object]] = [{"type": "text", "text": text} for text in said]
    address = f"https://e.example/?key={mint.new('token', 'canvas address')}"
    cards += [
        {"type": "link", "url": address},
        {"type": "file", "file": f"{mint.new('github', 'canvas file')}.md"},
        {"type": "group", "label": mint.fill("{label}: {password}", "canvas group")},
    ]
    place = {"x": 0, "y": 0, "width": 9, "height": 9}
    nodes = [{"id": str(at), **card, **place} for at, card in enumerate(cards)]
    labels = [mint.fill(said, "canvas edge") for said in ("{token}", "{label}: {password}")]
    edges = [{"id": label[:2], "fromNode": "0", "toNode": "1", "label": label} for label in labels]
    _write(root / "board.canvas", json.dumps({"nodes": nodes, "edges": edges}))


def _plant_kinds(folder: Path, mint: Mint) -> None:
    """Every other kind of text."""
    both = "{label}: {password} and {token}"
    said = {name: mint.fill(both, name) for name in ("txt", "log", "vtt", "srt", "jsonl", "html")}
    _write(folder / "plain.txt", f"words of txt\n\n{said['txt']}\n")
    _write(folder / "day.log", f"12:00 words of log {said['log']}\n")
    more = "\n".join(f"\n{_CUE}ordinary words of somebody who speaks" for _ in range(30))
    talk = f"WEBVTT\n\n{_CUE}<v Eva>{said['vtt']}\n{more}".format(".")
    _write(folder / "talk.vtt", talk)
    _write(folder / "talk.srt", f"1\n{_CUE}{said['srt']}\n{more}".format(","))
    _write(folder / "chat.jsonl", _CHAT % json.dumps(said["jsonl"] + _FILLER) + "\n")
    address, folder_name = mint.new("token", "html address"), mint.new("token", "html folder")
    _write(
        folder / "marks.html",
        f"<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p>\n<DT><H3>{folder_name}</H3>\n<DL><p>\n"
        f'<DT><A HREF="https://e.example/?token={address}">{said["html"]}</A>\n'
        + '<DT><A HREF="https://e.example/">ordinary words of an ordinary page</A>\n' * 30
        + "</DL><p>\n</DL><p>",
    )
    view = mint.fill("views:\n  - type: table\n    name: {token}\n    filters: '{token}'\n", "base")
    _write(
        folder / "table.base", view + "  - name: ordinary words of a view\n    type: table\n" * 20
    )
    code = mint.fill('PASSWORD = "{password}"\n\n\ndef get():\n    return "{token}"\n', "py")
    _write(folder / "code.py", code + "\n\ndef more():\n    return 'ordinary words'\n" * 30)


def _plant_printed(folder: Path, mint: Mint) -> None:
    """Pages and pictures."""
    one, two = mint.cut("github", "pdf line")
    page = mint.fill("words of pdf\n{label}: {password}\nthe token {token}", "pdf")
    front, back = mint.cut("github", "pdf page")
    title = mint.new("token", "pdf outline")
    pages = [f"{page}\n{one}\n{two}\n{_LINES}", f"{_LINES}\nthe token {front}", f"{back}\n{_LINES}"]
    _write(folder / "report.pdf", pdf(pages, outline=[(1, title, 1)]))
    said = mint.fill("{label}: {password} {token}", "exif")
    comment = b"ASCII\0\0\0" + mint.fill("{label}: {password} {token}", "exif comment").encode()
    jpeg = picture("JPEG", {_EXIF_DESCRIPTION: said}, {_EXIF_COMMENT: comment})
    caption = mint.fill("{token} {label}: {password}", "iptc").encode()
    _write(folder / "photo.jpg", with_iptc(jpeg, (_IPTC_CAPTION, caption)))
    _write(
        folder / "shot.png", png(Title=mint.new("token", "png"), Comment=mint.new("token", "png"))
    )


# The search


class Searcher:
    """Looks for secrets, and for every piece and every form of them, in bytes."""

    def __init__(self, secrets: Iterable[Secret]) -> None:
        found: dict[bytes, tuple[Secret, str]] = {}
        for secret in secrets:
            for form, needle in _needles(secret.value):
                found.setdefault(needle, (secret, form))
        self._what = list(found.values())
        self._needles = list(found)
        self._automaton = ahocorasick_rs.BytesAhoCorasick(self._needles)

    def leaks(self, held: Mapping[str, bytes]) -> list[Leak]:
        """Each secret once for each thing that holds it, by its name."""
        found: dict[tuple[str, Secret], Leak] = {}
        for name, data in held.items():
            low = data.lower()
            for number, start, end in self._automaton.find_matches_as_indexes(
                low, overlapping=True
            ):
                secret, form = self._what[number]
                if not (self._needles[number].isdigit() and _is_in_number(low, start, end)):
                    leak = Leak(name, secret.kind, secret.place, form)
                    found.setdefault((name, secret), leak)
        return list(found.values())


def _is_in_number(data: bytes, start: int, end: int) -> bool:
    """Whether figures are a part of a longer number, as of seconds or bytes."""
    around = data[max(0, start - 1) : start] + data[end : end + 1]
    return any(c in b"0123456789." for c in around)


def _needles(value: str) -> Iterator[tuple[str, bytes]]:
    """Lower-case pieces of a value, each with the form that it is of."""
    low = value.lower()
    plain = "".join(c for c in low if c.isalnum() or c == " ")
    folded = "".join(c for c in unicodedata.normalize("NFKD", low) if not unicodedata.combining(c))
    for form, text in (("as it is", low), ("as words", plain), ("folded", folded)):
        for piece in _pieces(text):
            yield form, piece.encode()
            yield "utf-16", piece.encode("utf-16-le")
            yield "backwards", piece[::-1].encode()
    yield "hex", value.encode().hex().encode()
    yield "hex", low.encode().hex().encode()
    yield "percent", "".join(f"%{byte:02x}" for byte in value.encode()).encode()
    yield "quoted", urllib.parse.quote(value, safe="").lower().encode()
    yield "json", json.dumps(value)[1:-1].lower().encode()
    yield "entities", "".join(f"&#{ord(c)};" for c in value).encode()
    yield "hash", hashlib.sha256(value.encode()).hexdigest().encode()
    yield "hash", hashlib.sha256(value.encode()).digest().lower()
    for shift in range(3):
        coded = base64.b64encode(b"x" * shift + value.encode()).decode().lower()
        core = coded[4 if shift else 0 : -4]
        if len(core) > _PIECE:
            yield "base64", core.encode()


def _pieces(text: str) -> Iterator[str]:
    words = text.split(" ")
    if len(words) > _WORDS and all(map(str.isalpha, words)):
        yield from (" ".join(words[at : at + _WORDS]) for at in range(len(words) - _WORDS + 1))
        return
    size = _FIGURES if sum(map(str.isalpha, text)) < _PIECE // 2 else _PIECE
    if len(text) <= size:
        yield text
    yield from (text[at : at + size] for at in range(len(text) - size + 1))


def told(leaks: Iterable[Leak]) -> str:
    """Leaks for whoever reads a failure: no value among them."""
    lines = Counter(f"{at.place} ({at.kind}, {at.form}): {at.held_by}" for at in leaks)
    return "\n".join(f"{count} x {line}" for line, count in sorted(lines.items()))


# What is said


class Recorder:
    """A socket in front of the daemon's that keeps every byte of both directions."""

    def __init__(self, at: Path, daemon: Path) -> None:
        at.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._daemon = daemon
        self.asked, self.answered = bytearray(), bytearray()
        self._listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._listener.bind(str(at))
        self._listener.listen(64)
        self._threads = [threading.Thread(target=self._accept)]
        self._threads[0].start()

    def close(self) -> None:
        """Take no more, and wait until whoever still speaks has ended."""
        self._listener.shutdown(socket.SHUT_RDWR)
        for thread in self._threads:
            thread.join(20)
            assert not thread.is_alive()
        self._listener.close()

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self._listener.accept()
            except OSError:
                return
            thread = threading.Thread(target=self._pass_on, args=(client,))
            self._threads.append(thread)
            thread.start()

    def _pass_on(self, client: socket.socket) -> None:
        with client, socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as daemon:
            try:
                daemon.connect(str(self._daemon))
            except OSError:  # it does not run
                return
            asking = threading.Thread(target=_pump, args=(client, daemon, self.asked))
            asking.start()
            _pump(daemon, client, self.answered)
            with contextlib.suppress(OSError):
                client.shutdown(socket.SHUT_RDWR)
            asking.join()


def _pump(one: socket.socket, other: socket.socket, kept: bytearray) -> None:
    with contextlib.suppress(OSError):
        while data := one.recv(1 << 16):
            kept += data  # before anybody can have read it
            other.sendall(data)
    with contextlib.suppress(OSError):
        other.shutdown(socket.SHUT_WR)
