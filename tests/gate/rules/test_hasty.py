"""What people note down in haste: labels cut short, several secrets in one line."""

from __future__ import annotations

import pytest

from tests.gate.marked import hits, left_open, lines
from vaultbrain.gate.rules import RULES
from vaultbrain.gate.rules.base import HEX, joined, noise
from vaultbrain.gate.rules.vendors.rows import invented
from vaultbrain.records import Tier

NOTED = r"""
security q: first pet? → ⟦Biscuit⟧ / street? → ⟦Alderbrook Lane⟧
sec q: first car -> ⟦Trabant⟧; school -> ⟦Elm Grove⟧
security q: first pet? → ⟦Biscuit⟧\nstreet? → ⟦Alderbrook Lane⟧
bezp. otazka - prve auto / odpoved - ⟦skoda felicia zelena⟧
bezpečnostní otázka první učitelka, odpověď ⟦paní Nováčková⟧
kontr. otázka: první pes → ⟦Alík⟧
Sicherheitsfrage Lieblingslehrer, Antwort ⟦Frau Ottenbacher⟧
question secrète : premier chien → ⟦Médor⟧
pregunta secreta: primera mascota → ⟦Toby⟧
pytanie pomocnicze - pierwszy pies / odpowiedź - ⟦Burek⟧
op ⟦764279533⟧ platnost do 3/2031
pas ⟦42977375⟧ / hotovo
č. op ⟦764279533⟧, vydal MěÚ
Perso-Nr. ⟦L63T34G774⟧
Perso-Nummer: ⟦L63T34G774⟧
visa ends soon, code on back ⟦138⟧
kód zezadu ⟦138⟧
exp 02/27 crypto ⟦800⟧
mine ⟦487-87-3073⟧, spouse's social ⟦420-87-3074⟧
příspěvky na ⟦5226949895/0800⟧
poplatky za oddíl ⟦5226949895/0800⟧
25th word: ⟦cheese77board⟧
jdbc:oracle:thin:scott2/⟦tigr4501⟧@//ora1:1521/ORCL
clave de la taquilla 114 es ⟦3873⟧
kod od brany bol ⟦0594⟧, od pondelka je ⟦8397⟧
PIN na telefon deti - Misko ⟦6828⟧, Ela ⟦222139⟧
BOK k eObčance ⟦138808⟧, DOK ⟦20846718⟧
televize: PIN rodičák ⟦0209⟧
bitlocker pin ⟦971146⟧
portal: ⟦0200⟧ + almohadilla
alarm w sklepie ⟦4059⟧
Anička D. ⟦27.1.2010⟧, rč 105127
Hausarzt: ⟦0361 / 2828845⟧
Kollegin ⟦0151 3157 9744⟧
erreichbar unter ⟦0176 81684058⟧
plombier ⟦06 19 30 99 48⟧
veterinář ⟦951 529 184⟧
výtah servis ⟦705 416 395⟧
truhlář Alena Šebestová ⟦727 688 082⟧, doporučil Radek
hydraulik ⟦601 234 567⟧
geocache final ⟦N50° 44.829 E014° 27.504⟧
parking at ⟦49.988469, 15.190555⟧, 967 m up
"""
KEYS = (
    joined("licencny kluc ⟦6GJZ-", "5VVM-7EJ0-31PT-IINX⟧ do 11/26"),
    joined("MATLAB activation key ⟦00272-", "78434-58342-59335-99165⟧"),
    joined("steam gift for noah: ⟦L0LCY-", "86IRF-U9IF1⟧"),
    joined("Administrator:500:⟦", noise(32, HEX), ":", noise(32, HEX[::-1]), "⟧:::"),
    joined("md5 of the old password ⟦", noise(32, HEX), "⟧"),
    joined("hash hesla z webu ⟦", noise(32, HEX), "⟧"),
    joined("apple: ⟦qzxv-", "kpwt-mhbr-fjld⟧"),
    joined("kraken priv: ⟦", noise(86), "==⟧"),
    invented("Pushover user ⟦u{l29}⟧ app ⟦a{l29}⟧"),
    joined("WIF ⟦K", noise(51).replace("0", "1").replace("l", "m"), "⟧"),
    "discord backup\n* ⟦8mxv-pc4j⟧\n* ~~⟦z7j5-3lr4⟧~~\n* ⟦wxj4-ltrg⟧",
    "github záloha:\n- ⟦3484-5742⟧\n- ⟦3362-7562⟧\n- ~~⟦1952-3316⟧~~",
)

OTHERS = """
security q & a session on Monday → room 4
Sicherheitsfrage: siehe Handbuch
op 12345 posts
do op 2 v nemocnici
pas 20260401
pas 120 cm
code on back of the card
code on the back end: 404
kód vzadu na stránce 138
crypto 800 lectures
05/27 crypto conference
poplatky 1200/2026
25th word of the text
md5 of the archive d41d8cd98f00b204e9800998ecf8427e
Steam Deck 64GB0-256GB
apple: core-seed-tree-stem
doctor 2024-05-01
Hausarzt 14:30 Uhr
servis po 120 000 km
gardien de nuit 22:00
webhook docs https://docs.host/3f9a0c7b
network_key: GENERATE
clave de la lectura 114 es larga
kod bol napisany 2024
PIN na telefon: 5 pokusů
bitlocker pin length 4 to 20
wallet pk column: bigint
WIF format, see the wiki
ping https://host.cz/status
sqlplus / as sysdba
"""


@pytest.mark.parametrize("line", [*lines(NOTED), *KEYS])
def test_what_is_noted_in_haste(line: str) -> None:
    assert not left_open(RULES, line)


@pytest.mark.parametrize("line", lines(OTHERS))
def test_what_only_looks_like_it(line: str) -> None:
    grave = tuple(rule for rule in RULES if rule.tier is not Tier.SOFT)
    assert hits(grave, line) == []
