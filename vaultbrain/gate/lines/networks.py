"""Keys of Wi-Fi networks, which may be digits alone: `wifi: Chata, heslo X`, `wifi X`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vaultbrain.gate.checks import plausible
from vaultbrain.gate.checks.crafted import LIKELY, WEAK, crafted, is_year_word
from vaultbrain.gate.checks.shapes import has_digit
from vaultbrain.gate.lines.labels import lowered
from vaultbrain.gate.lines.reader import DRESS

if TYPE_CHECKING:
    from vaultbrain.gate.lines.reader import Span

_NETWORKS = ("wifi", "wi-fi", "wi\u2011fi", "wlan", "ssid", "wpa", "hotspot", "network")
_LABELS = frozenset(
    """
    password passphrase passcode pass pw pwd psk key code heslo hesla heslem klíč klic kód kľúč
    heslom passwort kennwort schlüssel schluessel code mdp passe clé clef contraseña contrasena
    clave hasło haslo hasłem klucz wifi-key wlan-key wlan-passwort wifi-passwort wlan-kennwort
    chiave kod kluc wlan-schlüssel wifi-heslo wifipassword wlan-code wifi-code wlanpasswort
    """.split()
)
_BETWEEN = frozenset(
    """
    : = → -> => - \u2013 — / is je ist est es jest to lautet zní wpa wpa2 wpa3 wpa2/wpa3 psk wpa-psk
    wpa2-psk in secret
    """.split()
)
_PLACED = frozenset(
    """
    for at in on the to guests guest guest: pro na v u ve doma hosty host hosti techniky chalupě
    chatě für gäste im in der pour les invités à la chez para los invitados en dla gości w the
    office kitchen home práci kanceláři školy škole technikov hostí
    """.split()
)
_SEPARATORS = frozenset(
    ["=", "→", "->", "-", "\u2013", "—", "is", "je", "ist", "est", "c'est", "es", "jest", "to"]
)
_AHEAD = 4
# So many words back the network may have been named.
_FAR = 14
_SHORTEST, _LONGEST_NUMBER = 8, 12
_QUITE_LONG = 10
_FREQUENCIES = ("ghz", "mhz", "mbit", "gbit", "mbps")
# Digits of the keys that routers bring with them.
_ROUTER_KEYS = (16, 20)
_OPEN = ("bez hesla", "název sítě", "no password", "network name", "ohne passwort", "bez hasła")
_NETWORK, _LABEL, _LEADING = 1, 2, 4
_MAKES = ("fritz", "tplink", "asus", "netgear", "linksys", "mikrotik", "huawei", "xiaomi", "turris")
# From a key after some word to one behind a label.
_FREE, _DIRECT, _NAMED, _TOLD, _LABELLED = range(1, 6)


class _State:
    """What the words so far lead to."""

    def __init__(self) -> None:
        self.left = 0
        self.since = _FAR + 1
        self.labelled = False
        self.paired = False
        self.told = False
        self.free = False

    def level(self) -> int:
        """How sure it is that a key stands here."""
        if self.paired and self.since <= _AHEAD:
            return _LABELLED
        if self.left <= 0:
            return 0
        if self.labelled:
            return _LABELLED
        if self.told:
            return _NAMED if self.free else _TOLD
        return _FREE if self.free else _DIRECT

    def takes(self, kind: int, word: str) -> None:
        """Take in a word that is no value."""
        if kind & (_NETWORK | _LABEL):
            self.labelled = bool(kind & _LABEL) or (self.labelled and self.left > 0)
            self.left = _AHEAD
            self.free = False
        elif kind & _LEADING and self.left:
            self.left -= 1
        else:
            # One word may be the network's name.
            self.left = 0 if self.free or self.labelled else self.left - 1
            self.free = True
        self.since = 0 if kind & _NETWORK else self.since + 1
        self.paired = word == "/"
        self.told = (
            word[-1] == ":"
            or word in _SEPARATORS
            or (word[-1] == "," and self.free and self.since == 1)
        )


def network_values(line: str) -> list[Span]:
    """Keys that a line about a Wi-Fi network tells."""
    low = lowered(line)
    if any(told in low for told in _OPEN):
        return []
    spans: list[Span] = []
    seen: dict[str, int] = {}
    verdicts: dict[tuple[str, int], bool] = {}
    state = _State()
    at = 0
    for word in line.split():
        at = line.find(word, at)
        kind = seen.get(word)
        if kind is None:
            kind = seen[word] = _kind(word)
        front = len(word) - len(word.lstrip("\"'`*(„“«"))
        value = word[front:].rstrip("\"'`*).,;“”»")
        if not kind & (_NETWORK | _LABEL) and _accepts(
            state, value, verdicts, bracketed=word[0] == "("
        ):
            spans.append((at + front, at + front + len(value)))
        state.takes(kind, word)
        at += len(word)
    return spans


def _kind(word: str) -> int:
    bare = lowered(word).strip(DRESS + "|")
    named = bare.startswith(_NETWORKS) or bare.rpartition("-")[2].startswith(_NETWORKS)
    kind = _NETWORK * named | _LABEL * (bare in _LABELS)
    return kind | _LEADING * (not bare or bare in _BETWEEN or bare in _PLACED)


def _accepts(
    state: _State, value: str, verdicts: dict[tuple[str, int], bool], *, bracketed: bool
) -> bool:
    if state.since > _FAR or len(value) < _SHORTEST or not has_digit(value):
        return False
    sure = max(state.level(), _NAMED * (bracketed and state.left > 0))
    verdict = verdicts.get((value, sure))
    if verdict is None:
        verdict = verdicts[value, sure] = _is_key(value, sure)
    return verdict


def _is_key(value: str, sure: int) -> bool:
    """Tell a key: behind a label even digits alone, right after a network only in disorder."""
    if value.isdigit():
        told = sure == _LABELLED or (sure == _TOLD and len(value) > _SHORTEST)
        return (told and len(value) <= _LONGEST_NUMBER) or (sure > 0 and len(value) in _ROUTER_KEYS)
    if sure == _LABELLED:
        return plausible.strong_mixed(value)
    if value.lower().endswith(_FREQUENCIES):
        return False
    grade = crafted(value)
    long = len(value) >= _QUITE_LONG and not value.isupper()
    if sure >= _NAMED and long and plausible.worded(value) and not value.startswith(_MAKES):
        return True
    return sure > 0 and (
        grade >= LIKELY or (grade >= WEAK and long and sure != _FREE and not is_year_word(value))
    )
