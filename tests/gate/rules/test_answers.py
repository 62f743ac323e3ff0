from __future__ import annotations

import pytest

from tests.gate.marked import hits, left_open, lines
from vaultbrain.gate.rules.answers import ANSWER_RULES
from vaultbrain.gate.rules.base import joined

ANSWERS = r"""
mother's maiden name: ⟦Nováková⟧
- **Mother's maiden name:** ⟦Hughes-Brown⟧
Mothers maiden name = ⟦Hughes⟧
first pet: ⟦Rexík⟧
Name of first pet: ⟦Mr. Whiskers⟧
security question: first car? answer: ⟦Trabant 601⟧
Security question: What street did you grow up on?\nAnswer: ⟦Elm Street⟧
security answer: ⟦blue heron⟧
Secret question (pet) -> ⟦Rexík⟧
What was the name of your first pet? ⟦Rexík⟧
kontrolní otázka: první auto, odpověď: ⟦Trabant⟧
Bezpečnostní otázka: Kde jste se narodil?\nOdpověď: ⟦v Telči⟧
kontrolni otazka - odpoved: ⟦Trabant⟧
rodné příjmení matky: ⟦Dvořáková⟧
rodné jméno matky: ⟦Dvořáková⟧
příjmení matky za svobodna: ⟦Dvořáková⟧
dívčí jméno matky = ⟦Dvořáková⟧
meno matky za slobodna: ⟦Kováčová⟧
rodné priezvisko matky: ⟦Kováčová⟧
kontrolná otázka: prvý pes; odpoveď: ⟦Dunčo⟧
Sicherheitsfrage: Erstes Haustier? Antwort: ⟦Waldi⟧
Mädchenname der Mutter: ⟦Schuster⟧
Geburtsname der Mutter: ⟦Schuster⟧
question secrète : premier animal ? réponse : ⟦Médor⟧
Question de sécurité : ville ?\nRéponse : ⟦Lyon⟧
nom de jeune fille de ma mère : ⟦Durand⟧
pregunta de seguridad: primera mascota, respuesta: ⟦Luna⟧
apellido de soltera de la madre: ⟦García Pérez⟧
pytanie pomocnicze: pierwszy pies, odpowiedź: ⟦Burek⟧
pytanie bezpieczeństwa: imię psa\nodpowiedź: ⟦Burek⟧
nazwisko panieńskie matki: ⟦Kowalska⟧
| mother's maiden name | ⟦Nováková⟧ |
maiden name of mother:: ⟦Nováková⟧
kontrolní otázka (jméno prvního psa): ⟦Žeryk⟧
security question (first pet) is ⟦Rex⟧
Sicherheitsfrage (erstes Haustier): ⟦Waldi⟧
question secrète (animal) : ⟦Médor⟧
pregunta secreta (mascota) - ⟦Luna⟧
Bezpečnostní heslo pro hovor s bankou je „⟦Rokytka⟧“
heslo pro telefon do banky: ⟦Rokytka⟧
hlasové heslo: ⟦Rokytka⟧
bezpečnostné heslo: ⟦Rokytka⟧
verbal password: ⟦bluebird⟧
memorable word: ⟦bluebird⟧
telephone banking password is "⟦bluebird⟧"
mot de passe téléphonique : ⟦Médor⟧
palabra clave: ⟦Luna⟧
hasło telefoniczne: ⟦Burek⟧
What was your first school? ⟦Hillside⟧ (the bank asks)
jméno matky za svobodna: ⟦Dvořáková⟧
bezpečnostní otázka: oblíbený film \u2013 ⟦Kolja⟧
odpověď na kontrolní otázku: ⟦Kolja⟧
Antwort auf die Sicherheitsfrage: ⟦Waldi⟧
réponse à la question secrète : ⟦Médor⟧
respuesta de seguridad: ⟦Luna⟧
odpowiedź na pytanie pomocnicze: ⟦Burek⟧
odpoveď na kontrolnú otázku: ⟦Dunčo⟧
Rodné příjmení matky \u2013 odpověď pro banku: ⟦Dvořáková⟧
## Security questions\n- first pet: ⟦Rex⟧\n- What city were you born in? ⟦Telč⟧
### Kontrolní otázky (banka)\n\n1. první pes → ⟦Rex⟧\n2. ulice dětství: ⟦Lipová⟧
Security questions\n| Question | Answer |\n|---|---|\n| First pet | ⟦Rex⟧ |\n| Best friend | ⟦Eva⟧ |
Security questions\n- Q: first pet?\n- A: ⟦Rex⟧
Sicherheitsfragen\n- Erstes Haustier: ⟦Waldi⟧\n
"""

NO_ANSWERS = r"""
Question: What is a monad? Answer: a monoid
Q: What is RAM? A: memory
Otázka: Kde je Sněžka? Odpověď: v Krkonoších
Security questions are a weak second factor.
security question: ask the vendor about SOC 2
The security question was not answered in the meeting.
mother's maiden name: ****
mother's maiden name: <name>
mother's maiden name is a common security question
first pet: see Bitwarden
kontrolní otázka: co je to monáda?
Sicherheitsfragen sind schwach.
Frage: Was ist RAM? Antwort: Speicher
question : réponse
pregunta: respuesta
answer: 42
first petition: 1999
What was the name of your first pet?
Rodné příjmení: Dvořáková
mother's maiden name:
Security question: when is the audit? answer: rotate it
security question: do we log it? answer: not yet
kontrolní otázka (k čemu to je): viz níže
bezpečnostní heslo: viz Bitwarden
verbal password: see Bitwarden
palabra clave
## Security questions\n- who reviews the design: the team\n- when do we rotate keys? yearly
## Security questions\n- first pet?\n- favourite city: see Bitwarden
"""

KEY5 = joined("QZ7RW-", "3KVXN-", "8YCT4-", "HDP6F-", "GJ5UA")
LICENCES = rf"""
Windows 11 Pro: ⟦{KEY5}⟧
Windows key ⟦{KEY5}⟧
Office 2019 product key: ⟦{KEY5}⟧
- **Product key**: `⟦{KEY5}⟧`
licence key: ⟦{KEY5.lower()}⟧
License: ⟦{KEY5[:17]}⟧
Serial number (Affinity): ⟦{KEY5[:23]}⟧
Adobe serial: ⟦{joined("1330", "-1182-", "7041-", "9962-", "0387-", "4415")}⟧
Activation key = ⟦{joined("7Q2M", "-X9KD-", "44PT-", "ZB81")}⟧
activation code: ⟦{joined("7Q2M", "X9KD44PTZB81")}⟧
registration key: ⟦{joined("7Q2M", "-X9KD-", "44PT-", "ZB81")}⟧
CD key: ⟦{joined("7Q2M", "-X9KD-", "44PT-", "ZB81")}⟧
licenční klíč: ⟦{KEY5}⟧
licencni klic k Office ⟦{KEY5}⟧
sériové číslo Photoshopu: ⟦{joined("1330", "-1182-", "7041-", "9962-", "0387-", "4415")}⟧
produktový klíč {joined("Windows")}: ⟦{KEY5}⟧
aktivační klíč: ⟦{KEY5}⟧
licenčný kľúč: ⟦{KEY5}⟧
Lizenzschlüssel: ⟦{KEY5}⟧
Lizenznummer ⟦{KEY5}⟧
Produktschlüssel → ⟦{KEY5}⟧
Seriennummer: ⟦{KEY5}⟧
clé de licence : ⟦{KEY5}⟧
clé de produit : ⟦{KEY5}⟧
clave de licencia: ⟦{KEY5}⟧
clave de producto: ⟦{KEY5}⟧
klucz licencyjny: ⟦{KEY5}⟧
klucz produktu ⟦{KEY5}⟧
licence key:\n⟦{KEY5}⟧
| license key | ⟦{KEY5}⟧ |
the license key is ⟦{KEY5}⟧
LICENSE_KEY=⟦{KEY5}⟧
license-key: ⟦{joined("9C2F", "4A81D07B44E6")}⟧
"""

NO_LICENCES = r"""
Serial: C02XK1Q7JGH5
Serial number: 4CE0214288
sériové číslo pračky: 7712-3391
S/N: 20240115-0042
sériové číslo: WD-WCC4N5XH2V1L
License: MIT
License: Apache-2.0
License: GPL-3.0-or-later
license key: <your-license-key>
license key: XXXXX-XXXXX-XXXXX-XXXXX-XXXXX
product key: see the box
product key figures of 2024
UUID 550E8400-E29B-41D4-A716-446655440000
license id 550e8400-e29b-41d4-a716-446655440000
serial 00:1A:2B:3C:4D:5E
part number 1234-5678-ABCD
Windows 10-2004-19041-1288-0001
Windows build 19041-1288
Office 2019-2021-2024
klíč: pod rohožkou
licenční podmínky 2024-01-01
Lizenz: CC BY-SA 4.0
licence: CC-BY-NC-SA-4.0
activation code path: src/activation/code2.py
serial port: COM3
driving licence: 12345678
registration number 1AB 2345
"""


@pytest.mark.parametrize("line", lines(ANSWERS + LICENCES))
def test_answers_and_keys_are_found(line: str) -> None:
    assert left_open(ANSWER_RULES, line) == ""


@pytest.mark.parametrize("line", lines(NO_ANSWERS + NO_LICENCES))
def test_look_alikes_pass(line: str) -> None:
    assert hits(ANSWER_RULES, line) == []
