from __future__ import annotations

import pytest

from tests.gate.marked import hits, left_open, lines
from vaultbrain.gate.rules.codes import CODE_RULES

PINS = r"""
PIN: ⟦7096⟧
- **PIN**: ⟦7096⟧
PIN karty ⟦4821⟧
pin:: ⟦4821⟧
pin = "⟦4821⟧"
> PIN - ⟦48 21⟧
PIN (Visa): ⟦4821⟧
PIN k Revolutu: ⟦4821⟧
PIN na SIM je ⟦7212⟧
PIN1: ⟦1234⟧, PIN2: ⟦8812⟧, PUK1: ⟦88123456⟧, PUK2: ⟦99812345⟧
PIN/PUK: ⟦1234 / 88123456⟧
PIN ⟦7212⟧ v mobilu, PUK ⟦96605012⟧
PIN is the usual ⟦4821⟧
my PIN is still ⟦4821⟧.
Card PIN was changed to ⟦4821⟧ yesterday
SIM PIN → ⟦4821⟧
voicemail PIN: ⟦482193⟧
Parental PIN: ⟦0042⟧
phone unlock code: ⟦482193⟧
PIN kód: ⟦4821⟧
pin kod ke karte: ⟦4821⟧
| PIN | ⟦4821⟧ |
| karta | PIN |\n|---|---|\n| Visa | ⟦4821⟧ |\n| MC | ⟦9931⟧ |
PIN:\n⟦4821⟧
### PIN\n\n`⟦4821⟧`
PIN: karta ⟦4821⟧, mobil ⟦9931⟧
PINy: ⟦4821⟧, ⟦9931⟧
<b>PIN:</b> ⟦4821⟧
{"pin": "⟦4821⟧"}
pin_code=⟦4821⟧
PIN-Code: ⟦4821⟧
Geheimzahl der EC-Karte: ⟦4821⟧
Die PIN für die Karte lautet ⟦4821⟧
code PIN : ⟦4821⟧
Le code secret de la carte est ⟦4821⟧
El PIN de la tarjeta es ⟦4821⟧
código PIN: ⟦4821⟧
PIN do karty to ⟦4821⟧
kod PIN: ⟦4821⟧
PIN karty je ⟦4821⟧
PUK je ⟦88123456⟧
door code: ⟦4821⟧
Door code ⟦4821#⟧
The gate code was changed to ⟦4821⟧
gate code is ⟦#4821*⟧
Garage code = ⟦A4821⟧
code for the gate: ⟦4821⟧
code to the front door is ⟦4821B⟧
alarm code ⟦4821⟧ (disarm within 30 s)
Airbnb: lockbox code ⟦4821⟧
keybox code: ⟦0 4 8 2⟧
safe combination: ⟦12-34-06⟧
Combination for the bike lock: ⟦482⟧
locker combo is ⟦31-07-22⟧
unlock pattern: ⟦1-4-7-8-9⟧
building entry code #: ⟦4821⟧
the code for the building is ⟦4821#⟧
keypad code → ⟦482193⟧
access code for the office door: ⟦482193⟧
intercom code: ⟦21 4821⟧
kód od vchodu ⟦4821⟧
kód od vchodu: ⟦4821⟧
kód na dveře je ⟦4821⟧
Kód na alarm je ⟦4821⟧
Kód k trezoru: ⟦482193⟧
kód ke dveřím \u2013 ⟦4821⟧
kód do garáže ⟦4821#⟧
kod k brane ⟦4821⟧ a kod od garaze ⟦9931⟧
vstupní kód: ⟦#4821⟧
přístupový kód do kanceláře: ⟦4821⟧
Kód alarmu změněn na ⟦4821⟧
kód schránky na klíče: ⟦4821⟧
kombinace zámku: ⟦12-34-06⟧
číselný zámek na kolo: ⟦4821⟧
odemykací kód telefonu ⟦482193⟧
odemykací gesto: ⟦1-4-7-8-9⟧
| garáž | kód | ⟦4821⟧ |
| místo | kód |\n|---|---|\n| brána | ⟦4821⟧ |\n| alarm | ⟦9931#⟧ |
## Kódy\n- brána: ⟦4821⟧\n- alarm: ⟦9931⟧
## Door codes\n- office ⟦4821⟧\n- garage ⟦#9931⟧
kód od brány: ⟦4821⟧
kód na bránku ⟦4821⟧
kód od dverí: ⟦4821⟧
kód k trezoru je ⟦4821⟧
prístupový kód do bytu: ⟦4821⟧
Türcode: ⟦4821⟧
Haustür-Code ist ⟦4821#⟧
Code für das Tor: ⟦4821⟧
Der Code vom Tresor lautet ⟦482193⟧
Alarmanlage Code: ⟦4821⟧
Zahlenschloss: ⟦4821⟧
Schlüsselsafe Code ⟦4821⟧
Zugangscode Büro: ⟦4821⟧
code du portail : ⟦4821⟧
Code portail ⟦48B21⟧
digicode : ⟦48A21⟧
Digicode immeuble ⟦4821A⟧
le code de la porte est ⟦4821⟧
code de l'alarme : ⟦4821⟧
code d'entrée : ⟦4821⟧
code du coffre-fort: ⟦482193⟧
cadenas : code ⟦482⟧
código de la puerta: ⟦4821⟧
el código del garaje es ⟦4821⟧
código de la alarma ⟦4821⟧
clave de la caja fuerte: ⟦482193⟧
código de acceso al portal: ⟦4821⟧
kod do drzwi: ⟦4821⟧
kod do bramy to ⟦4821⟧
kod od furtki ⟦4821#⟧
kod alarmu: ⟦4821⟧
kod do sejfu jest ⟦4821⟧
kod domofonu: ⟦21K4821⟧
szyfr do kłódki: ⟦482⟧
"""

NO_PINS = r"""
PIN: GPIO 18
pin 13 is the LED
Pins 1000 and 1001 of the header
pinout: 5000
PIN diagram: 1234
pin 2024 goals to the top of the note
Pin to start, then open 2048
Pin na mapě 2043 m n. m.
spin 1234 times
PIN must be 4 digits
Your PIN is 4 digits long
PIN: 13
The PIN is required since 2019
PSČ: 110 00
zip code: 90210
postal code 75001
code postal: 75001
código postal: 28013
kod pocztowy 00-950
Postleitzahl 10115
dial code: 00420
area code 0208
error code: 4821
exit code 1270
exit code is 137
HTTP code: 4040
status code was 5003
country code: 4200
colour code: 4821
kód barvy je RAL 7016
product code: 482193
kód produktu: 482193
order code 48219
promo code: SAVE2026
slevový kód: LETO2026
discount code ABC1234
course code: 4821
kód předmětu: 4821
source code 2024
zdrojový kód z roku 2024
QR code 4821
bar code: 8594001234567
čárový kód 8594001234567
kód diagnózy 4821
kód chyby: 4821
kód banky: 0800
bank code 5500
swift code: 12345678
code review 2024
Code of 2024: what changed
code for the parser: 1200 lines
code to the left of line 1200
The gate opens at 1800
alarm at 0630
alarm: 0630
door 1204, floor 12
Garage: 2500 Kč
brána 2024
trezor 4500 Kč
kombinace barev: 1234
a combination of 1200 tests
combination: 1000 g of flour
safe: 2048 bits
thread-safe code 2024
lock: 4096 bytes
lock code path 4821 in mutex.c
access code is generated for 1234 users
access code was introduced in 2019
gate code review on 2024-05-01
door code changed on 2024-05-01
pattern: 1-2-3-4 steps
pattern 2024-01-02
| code | meaning |\n|---|---|\n| 4040 | not found |\n| 5000 | failed |
| kód | produkt |\n|---|---|\n| 482193 | stůl |\n| 482194 | židle |
| pin | signal |\n|---|---|\n| 1 | GND |\n| 12 | VCC |
| Pin | Name |\n|---|---|\n| 1000 | GND |\n| 1001 | VCC |
## Codes\n- E1201: filter\n- E1202: pump
## Kódy\n- 4821 stůl\n- 4822 židle
Code: 4821 lines
NIP: 1234567890
kod 1234 w pliku
code 2048 est un jeu
code 1234 in the table
Code Civil 1382
Code: const port = 8080
kód: 4821 řádků
PIN entered 3 times
enter PIN: ****
PIN: xxxx
PIN: ____
pin: true
pin: [[Karta]]
PIN je v Bitwardenu
PIN: viz trezor
pinCode: string
PIN code length: 4
PIN verification 2000 ms timeout
pinned: 2024-05-01
kód dne 2024
kód na GitHubu 2024
kód pro Arduino 2560
kód k článku 2048
code for chapter 1204
código fuente 2024
código de barras 8400001234567
código de error: 4821
code erreur : 4821
code promo : NOEL2024
code source 2024
Fehlercode: 4821
Quellcode 2024
Artikelcode 482193
Farbcode: 7016
kod błędu: 4821
kod źródłowy 2024
kod rabatowy: LATO2024
kod koloru 7016
spinlock: 4096
combo: 1200 points
"""


@pytest.mark.parametrize("line", lines(PINS))
def test_codes_are_found(line: str) -> None:
    assert left_open(CODE_RULES, line) == ""


@pytest.mark.parametrize("line", lines(NO_PINS))
def test_look_alikes_pass(line: str) -> None:
    assert hits(CODE_RULES, line) == []
