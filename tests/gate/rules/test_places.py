from __future__ import annotations

import pytest

from tests.gate.marked import hits, left_open, lines
from vaultbrain.gate.rules.places import PLACE_RULES

CODES = r"""
locker ⟦09-44-01⟧ so i stop forgetting
- safe ⟦36-18-96⟧
gym locker: ⟦4471⟧
supply closet ⟦7186E⟧
store room = ⟦C4471⟧
Padlock on the shed → ⟦773⟧
lift: ⟦73K33⟧
keypad = ⟦4471#⟧
the iPad unlocks with ⟦984758⟧ and
our tablet opens with the code ⟦4471⟧.
visací zámek ⟦739⟧
Kolo zámek ⟦8451⟧, u Honzy na kole ⟦3189⟧
trezor v kanclu: ⟦42-73-86⟧ (doleva 3x)
domofon ⟦73K3326⟧
vchod: ⟦5195E⟧
alarm: po vstupu 30 s → ⟦2409⟧ a zelené
skříňka na bazéně: ⟦4471⟧
mobil se odemyká kódem ⟦447128⟧
tablet deťom odomykáš kódom ⟦447128⟧
skrinka v šatni ⟦4471⟧
Zahlenschloss auf ⟦381⟧ stellen, Schuppen ⟦2377⟧
Spind ⟦4471⟧
Schlüsselkasten hinten: ⟦73A26⟧
Hoftor: ⟦4471⟧
Das Handy entsperrt man mit ⟦447128⟧
boîte à clés = ⟦5758⟧ ; alarme = ⟦713674⟧
casier de la piscine : ⟦4471⟧
portail : ⟦73A26⟧
taquilla del gimnasio: ⟦3873⟧
caja fuerte ⟦31-07-22⟧
el móvil se desbloquea con ⟦447128⟧
skrytka z kluczem ⟦9037⟧
szafka na siłowni: ⟦4471⟧
kłódka ⟦447⟧
cassaforte hotel ⟦0785⟧, bancomat ⟦55712⟧
citofono: ⟦4471⟧
"""

OTHERS = """
safe 2048 bits of it
the safe 2024 edition
zámek Loket 1230
zámek na vrchu 1867
trezor 4500 Kč
trezor: 4500,-
skříňka 120 x 60
skříňka: 1200 mm
locker 12
closet 1240 x 600
closet: 2350 mm
gate: 300 mm
door: 2.1.4
alarm: 2024-05-01
alarm: 06:30
alarm: 0630
lift: 1000 kg
garage 45000
portal: 8080 is the port of the server
Tor: 9050 Ports
Spind 0815 order
coffre 450 litres
casier 1200 €
cajero 2000 euros
kłódka 1200 zł
bancomat 2000 euro
cassaforte, pagina 4471 righe
the door opens with 2024 styles
telefon odemyká 3000 lidí
safe: A4 paper
combination lock, model 4471
server room 2024
utility room: 1204 sq ft
padlock error 4471: see log
"""


@pytest.mark.parametrize("line", lines(CODES))
def test_a_code_behind_the_name_of_a_lock(line: str) -> None:
    assert not left_open(PLACE_RULES, line)


@pytest.mark.parametrize("line", lines(OTHERS))
def test_what_else_stands_behind_such_a_name(line: str) -> None:
    assert hits(PLACE_RULES, line) == []
