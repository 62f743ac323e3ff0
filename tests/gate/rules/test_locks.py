from __future__ import annotations

import pytest

from tests.gate.marked import hits, left_open, lines
from vaultbrain.gate.rules.codes import CODE_RULES

TOLD = r"""
key is in the key box left of the stairs, code ⟦6162⟧
Lockbox behind the meter (code ⟦4821⟧)
the spare key is in the lockbox, the code is ⟦4821⟧.
Boat shed: padlock on the side, combination ⟦482⟧
The alarm is by the fridge; code: ⟦48213⟧
cabin keys in a small safe with code ⟦2938⟧
gate on the left, code is ⟦#4821⟧
bike locked at the station, combo ⟦7731⟧
parking barrier \u2013 code ⟦48213⟧, then left
klíč je ve schránce vedle zvonku, kód ⟦4674⟧
klice jsou v krabicce u plotu, kod ⟦4674⟧
Vrata od stodoly: kód ⟦4211⟧, pak křížek
brána na dvůr (kód ⟦4821#⟧)
sejf v pracovně, kombinace ⟦414155⟧
trezor za obrazem, kombinace je ⟦12-34-06⟧
kolo u nádraží, zámek s kódem ⟦7731⟧
kľúče sú v schránke pri bráne, kód ⟦4674⟧
trezor v spálni, kombinácia ⟦571912⟧
Der Schlüssel hängt im Kasten am Zaun, Code ⟦8064⟧
Schlüsselkasten rechts vom Eingang (Code ⟦8064⟧)
Garage: Tastenfeld links, Code ist ⟦8064#⟧
Tresor im Schlafzimmer, Kombination ⟦414155⟧
la clé est dans la boîte à côté de la porte, code ⟦7379⟧
coffre dans la chambre, combinaison ⟦414155⟧
les clés sont dans un boîtier, avec le code ⟦7379⟧
la llave está en la caja junto a la puerta, código ⟦7379⟧
caja fuerte en el armario, combinación ⟦414155⟧
klucz jest w skrzynce przy furtce, kod ⟦7379⟧
sejf w sypialni, szyfr ⟦414155⟧
alarm off: ⟦4821⟧
alarm on/off = ⟦286067⟧, you have 30 seconds
disarm with ⟦48213⟧
to disarm the alarm enter ⟦48213⟧
alarm odkódovat ⟦5959⟧
alarm na chalupě \u2013 zakódovat i odkódovat ⟦340667⟧
odkodovani alarmu ⟦5959⟧
odkódujete to číslem ⟦5959⟧
zastřežit: ⟦4821⟧
alarm odkódovať ⟦5959⟧
Alarm unscharf ⟦5959⟧
Alarmanlage entschärfen: ⟦48213⟧
désactiver l'alarme : ⟦48213⟧
desactivar alarma ⟦48213⟧
rozbrojenie alarmu ⟦48213⟧
front door ⟦245629⟧ until the card reader works
Back door: ⟦4826⟧
side gate ⟦7734⟧, please close it
zadní vchod ⟦7734⟧
hlavní dveře ⟦354560⟧, než začne fungovat čtečka
Haustür ⟦7734⟧
porte d'entrée ⟦7734⟧
puerta principal: ⟦7734⟧
drzwi wejściowe ⟦7734⟧
Alarm: ⟦7734⟧
- **alarm** \u2013 ⟦482131⟧
brána: ⟦4821⟧
vrata = ⟦7281⟧
- garage: ⟦7731⟧
portail : ⟦7731⟧
domofon: ⟦7731⟧
keypad ⟦7731⟧
punch ⟦7734#⟧ at the gate
type ⟦*7734#⟧ on the keypad
na bráně zadej ⟦7734#⟧
u vrat naťukat ⟦7734⟧ a křížek
press ⟦7734⟧ then # to open
⟦7734⟧, pak křížek
⟦7734⟧ and the hash key
tippe ⟦7734⟧ und dann die Raute
taper ⟦7734⟧ puis dièse
marca ⟦7734⟧ y almohadilla
wpisz ⟦7734⟧ i krzyżyk
the code to get in is ⟦4821⟧
building: buzz 12 then ⟦4821#⟧
Front gate #⟦4821⟧, flat door ⟦9931#⟧
Gym locker ⟦31-07-22⟧
Luggage lock ⟦482⟧
Kids' tablet unlock ⟦4821⟧
TV parental lock: ⟦4821⟧
card (blue one) pin ⟦4829⟧
PIN bankovní identity: ⟦482931⟧
PIN: Girocard ⟦4829⟧, Kreditkarte ⟦9931⟧
PIN Code Handy ⟦4829⟧
code de carte bancaire ⟦4829⟧
le code du cadenas, c'est ⟦482⟧
u výtahu je potřeba kód ⟦4829⟧
na dveřích je kód ⟦4829⟧
otevírá se kódem ⟦4829⟧
kufr má kód ⟦482⟧
schránka na klíče (pravý roh) ⟦4829⟧
trezorek: ⟦4829⟧
zámek na kole ⟦4829⟧
vstup do kolárny ⟦4829⟧
alarm doma ⟦482931⟧
kód od alarmu v kanceláři ⟦482931⟧, volat pult
Kofferschloss ⟦482⟧
Hoftor-Code ⟦4829⟧
alarme maison : ⟦482931⟧
BOK: ⟦21460417⟧ (eObčanka)
IOK ⟦4821⟧, DOK ⟦48213399⟧
DOK: ⟦4821339921⟧
bezpečnostní osobní kód: ⟦482133⟧
deblokační osobní kód ⟦48213399⟧
podpisový PIN ⟦482133⟧
QPIN: ⟦482133⟧
"""

NOT_TOLD = r"""
The gate module failed, code 1404 in the log
door frame, order code 48213
ordered the new garage door, 4821 Kč
the lock file, code 4821 lines long
the key error, error code 4821
keys and values, code 2048 bytes
API keys, code 200
alarm at 0630
alarm: 0630
alarm on 2024-05-01
alarm 7:30
alarm off at 1830
alarm is 100 m away
front door 2024 repaint
front door 900 x 2100 mm
Haustür 1200 €
back door 1800
gate: 2500 Kč
Gate: 1204 passengers
brána: 2024
garage: 45000
garáž: 2500
room 1204 door 3
bug #4821# in the gate service
gate bug #4821#
fix the door, issue #4821
the keypad sends 0x4821
trezor 4500 Kč
safe: 2048 bits
safe 4821 users
press 2024 then continue
page 4821 then hash the password
hash 4821 and star it
the star 4821 and the sun
dok 2024
dokument 4821
bok po boku 1234
alarm clock 1234
zakódovat video 1080
zakódovat 4821 souborů
odkódovat soubor 1234
disarm 2500 mines
vrata 4500
porte 1200 euros
puerta 12, piso 2
drzwi 2000 zł
domofon 37
Nigdy nie podawać PIN-u przez telefon (szkolenie 2020-08-13)
open the editor, error code 4821
open source code 2024
the door of the shop, zip code 11000
PIN pad of the card reader: 1234 bytes
PIN must be entered on the phone 4821 times
PIN layout of the card 4821
klíče koupit, slevový kód 482193
otevřít soubor, kód chyby 4821
"""


@pytest.mark.parametrize("line", lines(TOLD))
def test_codes_said_in_sentences_are_found(line: str) -> None:
    assert left_open(CODE_RULES, line) == ""


@pytest.mark.parametrize("line", lines(NOT_TOLD))
def test_look_alikes_pass(line: str) -> None:
    assert hits(CODE_RULES, line) == []
