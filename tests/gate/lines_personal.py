"""Lines as people write them, with personal data marked, and look-alikes with none.

The numbers are invented, and their check digits are worked out at run time.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from vaultbrain.gate.checks import identity, numbers

if TYPE_CHECKING:
    from collections.abc import Callable


def fill(shape: str, check: Callable[[str], bool], letters: str = "0123456789") -> str:
    """Put the first characters that satisfy the check in place of one or two `?`."""
    head, _, tail = shape.partition("?")
    for one in letters:
        rest = [tail] if "?" not in tail else [tail.replace("?", two, 1) for two in letters]
        for end in rest:
            if check(head + one + end):
                return head + one + end
    raise AssertionError(shape)


VISA = fill("4298 6267 7744 851?", numbers.luhn)
MASTER = fill("5392-6924-8928-751?", numbers.luhn)
AMEX = fill("3720 468652 1451?", numbers.luhn)
VISA_LINES = VISA.replace(" ", "\\n")
GLUED = VISA.replace(" ", "")
OLD_VISA = fill("429862677741?", numbers.luhn)
MAESTRO = fill("67596498264384531?1", numbers.luhn)
DISCOVER = fill("6011.7512.8894.113?", numbers.luhn)
DINERS = fill("3056 930902 590?", numbers.luhn)
JCB = fill("3530 1113 3330 001?", numbers.luhn)
MIR = fill("2200 7001 2345 678?", numbers.luhn)


def _iban(shape: str) -> str:
    return next(
        found
        for n in range(2, 99)
        if numbers.iban_mod97(found := shape.replace("??", f"{n:02}", 1))
    )


CZ_IBAN = _iban("CZ?? 0800 0000 1920 0014 5311")
SPACED_IBAN = f"{CZ_IBAN[:2]} {CZ_IBAN[2:]}"
BROKEN_IBAN = f"{CZ_IBAN[:14]}\\n{CZ_IBAN[15:]}"
SK_IBAN = _iban("SK??1200 0000198742637541".replace(" ", ""))
DE_IBAN = _iban("DE?? 3704 0044 0532 0130 17")
GB_IBAN = _iban("GB?? WEST 1234 5698 7654 11")
FR_IBAN = _iban("FR?? 2004 1010 0505 0001 3M02 617")
NL_IBAN = _iban("NL?? ABNA 0417 1643 17")
MT_IBAN = _iban("MT?? MALT 0110 0001 2345 MTLC AST0 11S")
NO_IBAN = _iban("NO?? 8601 1117 947")
PL_NRB = _iban("PL?? 1090 1014 0000 0712 1981 2811")[2:]

ACCOUNT = fill("52269498??/0800", numbers.czech_account)
PREFIXED = fill("19-20001453??/0100", numbers.czech_account)
SLOVAK = fill("26290234??/1100", numbers.czech_account)

BIRTH = fill("701206/07??", numbers.birth_number)
WOMAN = fill("785515/12??", numbers.birth_number)
PLAIN = BIRTH.replace("/", "")
OLD_BIRTH = "451013/123"
YOUNG = fill("056021/11??", numbers.birth_number)

SSN = "452-11-" + "6142"
PESEL = fill("7806211234?", identity.pesel)
STEUER = fill("659299704??", identity.steuer_id)
SVNR = fill("15070649C10?", identity.rentenversicherung)
NIR = fill("1851275108045??", identity.nir)
NIR_SPACED = f"{NIR[0]} {NIR[1:3]} {NIR[3:5]} {NIR[5:7]} {NIR[7:10]} {NIR[10:13]} {NIR[13:]}"
FISCALE = fill("RSSMRA85T10A562?", identity.codice_fiscale, "ABCDEFGHIJKLMNOPQRSTUVWXYZ")
DNI = fill("54362315?", identity.dni, "ABCDEFGHIJKLMNOPQRSTUVWXYZ")
NIE = fill("X-2482312-?", identity.dni, "ABCDEFGHIJKLMNOPQRSTUVWXYZ")
DOWOD = fill("ABC?23456", identity.dowod)
NHS = fill("943 476 59??", identity.nhs)
BSN = fill("1112223??", identity.bsn)
KVNR = fill("A12345678?", identity.krankenversicherung)
ROUTING = "122000" + "496"
AUSWEIS = "L01X" + "00T47"
MRZ = "L898902C36UTO" + "7408122F1204159ZE184226B<<<<<10"

STRONG = {
    "card": f"""
Visa ⟦{VISA}⟧ exp 11/27 CVV ⟦216⟧
karta ⟦{GLUED}⟧ platnost 04/27, CVC: ⟦827⟧
- MasterCard: ⟦{MASTER}⟧
- **Card number:** ⟦{VISA}⟧
| card | ⟦{VISA}⟧ |
| číslo karty | ⟦{GLUED}⟧ | 04/27 |
card_number: ⟦{GLUED}⟧
card_number: "⟦{VISA}⟧"
cardNumber:: ⟦{VISA}⟧
{{"card": "⟦{GLUED}⟧", "cvc": "⟦827⟧"}}
> Amex ⟦{AMEX}⟧ (expires 08/30)
Číslo karty:\\n⟦{VISA}⟧
## Karta\\n\\n`⟦{GLUED}⟧`
Call them and read out ⟦{VISA}⟧, they know.
Platil jsem kartou ⟦{VISA}⟧ včera.
kreditka ⟦{DISCOVER}⟧
Kreditkarte: ⟦{MASTER}⟧, Prüfziffer ⟦216⟧
Kartennummer ⟦{GLUED}⟧ gültig bis 11/27
Carte bancaire : ⟦{VISA}⟧, cryptogramme ⟦216⟧
numéro de carte ⟦{GLUED}⟧
Tarjeta de crédito ⟦{VISA}⟧ código de seguridad ⟦216⟧
Numer karty: ⟦{VISA}⟧ kod CVV ⟦216⟧
platobná karta: ⟦{VISA}⟧ bezpečnostný kód: ⟦216⟧
Jana's card is ⟦{VISA}⟧.
cards: ⟦{VISA}⟧, ⟦{AMEX}⟧ and ⟦{JCB}⟧
- ⟦{VISA}⟧\\n- ⟦{DINERS}⟧
⟦{GLUED}⟧
Revolut ⟦{MIR}⟧
debit card ⟦{MAESTRO}⟧
old Visa card no. ⟦{OLD_VISA}⟧
číslo ⟦{VISA}⟧ (na kartě), CVV: ⟦827⟧
CVV2 = ⟦827⟧
**CVV**: ⟦827⟧
| CVV | ⟦827⟧ |
cvv: "⟦827⟧"
CID ⟦1234⟧ on the front of the Amex
card security code: ⟦8127⟧
CVV/CVC: ⟦827⟧
CVV kód je ⟦827⟧
CVV (Visa): ⟦827⟧
cvv-kód: ⟦827⟧
exp. 12/28, ⟦827⟧ CVV
⟦{VISA}⟧, exp 12/28, ⟦827⟧
Číslo mojí karty je ⟦{GLUED}⟧, kdyby něco
CVV:\\n⟦827⟧
kontrolní kód karty ⟦827⟧
⟦{VISA}⟧ 11/27 ⟦216⟧
⟦{GLUED}⟧|11|2027|⟦216⟧
⟦{VISA.replace(" ", chr(0xA0))}⟧ platná do 11/27
⟦{VISA.replace(" ", " - ")}⟧ karta
card: ⟦{VISA_LINES}⟧
name,card\\nEva,⟦{GLUED}⟧\\n
| name | card number |\\n|---|---|\\n| Eva | ⟦{GLUED}⟧ |\\n| Jan | ⟦{OLD_VISA}⟧ |
""",
    "iban": f"""
IBAN: ⟦{CZ_IBAN}⟧
iban: ⟦{CZ_IBAN.replace(" ", "").lower()}⟧
účet ⟦{SK_IBAN}⟧ u banky
Pay rent to ⟦{GB_IBAN}⟧ by Friday
- **IBAN** ⟦{DE_IBAN}⟧ (Deutsche Bank)
| Jan | ⟦{NL_IBAN}⟧ | 120 |
⟦{FR_IBAN}⟧
IBAN ⟦{FR_IBAN.replace(" ", "-")}⟧
IBAN ⟦{MT_IBAN}⟧, BIC VALLMTMT
Konto ⟦{NO_IBAN}⟧ i DNB
iban:: ⟦{DE_IBAN.replace(" ", "")}⟧
{{"iban": "⟦{GB_IBAN.replace(" ", "")}⟧"}}
iban: ⟦{DE_IBAN.lower()}⟧
IBAN: ⟦{CZ_IBAN.replace(" ", chr(0xA0))}⟧ SWIFT GIBACZPX
IBAN ⟦{CZ_IBAN}⟧ SK is another country
(IBAN ⟦{DE_IBAN}⟧)
IBAN\\n⟦{CZ_IBAN}⟧
⟦{SPACED_IBAN}⟧
IBAN ⟦{BROKEN_IBAN}⟧
ibans: ⟦{CZ_IBAN}⟧, ⟦{SK_IBAN}⟧
IBAN:⟦{CZ_IBAN.replace(" ", "  ")}⟧
„⟦{NL_IBAN}⟧“
payto://iban/⟦{DE_IBAN.replace(" ", "")}⟧?amount=EUR:20
SPD*1.0*ACC:⟦{CZ_IBAN.replace(" ", "")}⟧*AM:480.50
""",
    "bank-account": f"""
číslo účtu ⟦{ACCOUNT}⟧
Nájem: ⟦{ACCOUNT}⟧
č.ú. ⟦{PREFIXED}⟧
č. ú.: ⟦{PREFIXED}⟧, VS 2026001
- **Účet:** ⟦{ACCOUNT}⟧
ucet ⟦{ACCOUNT}⟧
pošli to na účet ⟦{ACCOUNT}⟧ do pátku
Platba na ⟦{ACCOUNT}⟧, VS 123456
Převod 2 500 Kč na ⟦{PREFIXED}⟧
účet: ⟦{ACCOUNT.replace("/", " / ")}⟧
účet u Fio ⟦{ACCOUNT}⟧ a u KB ⟦{PREFIXED}⟧
⟦{ACCOUNT}⟧ je účet pro nájem
⟦{PREFIXED}⟧
Jana ⟦{PREFIXED}⟧ vrátit 300 Kč
číslo účtu: ⟦{SLOVAK}⟧ (Tatra banka)
konto ⟦{ACCOUNT}⟧
bankovní spojení: ⟦{ACCOUNT}⟧
trvalý příkaz ⟦{ACCOUNT}⟧ 12 000 Kč
ucet:: ⟦{ACCOUNT}⟧
cislo_uctu: ⟦{ACCOUNT}⟧
{{"ucet": "⟦{ACCOUNT}⟧"}}
| účet | ⟦{ACCOUNT}⟧ |
| jméno | účet |\\n|---|---|\\n| Eva | ⟦{ACCOUNT}⟧ |\\n| Jan | ⟦{PREFIXED}⟧ |
Číslo účtu:\\n⟦{ACCOUNT}⟧
## Účty\\n\\n- ⟦{ACCOUNT}⟧ spořicí\\n- ⟦{PREFIXED}⟧ běžný
bank account number: ⟦000123456789⟧
Routing ⟦{ROUTING}⟧, account ⟦4512367890⟧
checking account # ⟦4512367890⟧
sort code ⟦20-45-45⟧, account number ⟦63748472⟧
Kontonummer: ⟦0532013000⟧, BLZ ⟦37040044⟧
numer konta: ⟦{PL_NRB}⟧
rachunek ⟦{PL_NRB.replace(" ", "")}⟧
Savings acct no. ⟦78123344⟧
""",
    "birth-number": f"""
rodné číslo: ⟦{BIRTH}⟧
Jan Novák, r.č. ⟦{PLAIN}⟧
RČ ⟦{BIRTH}⟧
RČ: ⟦{PLAIN}⟧
r. č. ⟦{WOMAN}⟧
s rodným číslem ⟦{WOMAN}⟧
bez rodného čísla ⟦{PLAIN}⟧ to nepůjde
rodne cislo ⟦{PLAIN}⟧
- **Rodné číslo:** ⟦{BIRTH}⟧
| Rodné číslo | ⟦{PLAIN}⟧ |
| jméno | RČ |\\n|---|---|\\n| Eva | ⟦{BIRTH}⟧ |
| jméno | rodné číslo |\\n|---|---|\\n| Eva | ⟦{PLAIN}⟧ |\\n| Jan | ⟦{WOMAN.replace("/", "")}⟧ |
jméno;rč\\nEva;⟦{PLAIN}⟧\\nJan;⟦{WOMAN}⟧
rodne_cislo: ⟦{PLAIN}⟧
rodne_cislo: "⟦{BIRTH}⟧"
rodneCislo:: ⟦{BIRTH}⟧
{{"rodne_cislo": "⟦{PLAIN}⟧"}}
Eva (nar. ⟦6. 12. 1970⟧, r.č. ⟦{BIRTH}⟧)
narozen ⟦6. 12. 1970⟧ (r.č. ⟦{PLAIN}⟧)
Eva ⟦{BIRTH}⟧ OZP
babička RČ ⟦{OLD_BIRTH}⟧
Rodné číslo:\\n⟦{BIRTH}⟧
### Rodné číslo\\n\\n⟦{PLAIN}⟧
RČ dětí: ⟦{YOUNG}⟧, ⟦{BIRTH}⟧
rodná čísla: ⟦{YOUNG.replace("/", "")}⟧, ⟦{PLAIN}⟧
číslo pojištěnce ⟦{PLAIN}⟧
pojišťovna VZP, č. pojištěnce: ⟦{PLAIN}⟧
RC: ⟦{BIRTH}⟧
rodné číslo Jany je ⟦{PLAIN}⟧
rodné číslo ⟦{BIRTH.replace("/", " / ")}⟧
birth number ⟦{PLAIN}⟧
⟦{BIRTH}⟧
r.č.⟦{PLAIN}⟧
DIČ: CZ⟦{PLAIN}⟧
""",
    "id-number": f"""
SSN ⟦{SSN}⟧
my social is ⟦{SSN}⟧
Social Security Number: ⟦{SSN.replace("-", " ")}⟧
ssn: ⟦{SSN.replace("-", "")}⟧
user_ssn = "⟦{SSN}⟧"
{{"ssn": "⟦{SSN}⟧"}}
| SSN | ⟦{SSN}⟧ |
| name | SSN |\\n|---|---|\\n| Eve | ⟦{SSN}⟧ |
- **SSN:** ⟦{SSN}⟧
SSN:\\n⟦{SSN}⟧
SS# ⟦{SSN}⟧
SSN (mine): ⟦{SSN.replace("-", ".")}⟧
D.N.I. ⟦{DNI}⟧
N.I.E.: ⟦{NIE}⟧
NI: ⟦QQ123456C⟧
DL# ⟦D1234567⟧
OP: ⟦123 456 789⟧
Perso: ⟦{AUSWEIS}⟧
Passport\\n  - number: ⟦512345678⟧\\n  - issued: 2021-05-12
Her social security no. is ⟦{SSN}⟧
name,ssn\\nEve,⟦{SSN}⟧\\nBob,⟦{SSN.replace("1", "2")}⟧
Passport no. ⟦X79966740⟧ expires 2031
Passport: ⟦512345678⟧
passport number is ⟦X7996674⟧
Eva's passport (expires 2031): ⟦512345678⟧
passport_number: ⟦512345678⟧
passportNumber:: ⟦512345678⟧
| passport | ⟦X79966740⟧ |
| name | passport |\\n|---|---|\\n| Eva | ⟦39056574⟧ |
cestovní pas ⟦59162515⟧
číslo pasu: ⟦59162515⟧
pas č. ⟦59162515⟧
číslo cestovního pasu ⟦59162515⟧, platnost do 2031
cislo pasu ⟦59162515⟧
- **Pas:** ⟦39056574⟧
pas Jany: ⟦39056574⟧
číslo pasu (SK): ⟦BC1234567⟧
Reisepass: ⟦{AUSWEIS}⟧
Reisepassnummer ⟦{AUSWEIS}⟧
Reisepass-Nr. ⟦{AUSWEIS}⟧
passeport n° ⟦12AB34567⟧
numéro de passeport : ⟦12AB34567⟧
pasaporte: ⟦AAA123456⟧
número de pasaporte ⟦AAA123456⟧
paszport ⟦AB1234567⟧
nr paszportu: ⟦AB1234567⟧
⟦{MRZ}⟧
číslo OP: ⟦635550603⟧
OP č. ⟦635550603⟧
občanský průkaz ⟦635550603⟧
občanka ⟦635550603⟧ platí do 2030
občiansky preukaz: ⟦HX123456⟧
číslo OP ⟦HX123456⟧
občianka č. ⟦EA 123456⟧
číslo občanského průkazu je ⟦635550603⟧
cislo_op: ⟦635550603⟧
ID card: ⟦635550603⟧
identity card no. ⟦L01X00T47⟧
Personalausweis ⟦{AUSWEIS}⟧
Personalausweisnummer: ⟦{AUSWEIS}⟧
Ausweisnummer ⟦{AUSWEIS}⟧
carte d'identité : ⟦880692310285⟧
CNI n° ⟦880692310285⟧
DNI: ⟦{DNI}⟧
DNI ⟦{DNI[:-1]}-{DNI[-1]}⟧
NIE ⟦{NIE}⟧
dowód osobisty: ⟦{DOWOD}⟧
nr dowodu ⟦{DOWOD[:3]} {DOWOD[3:]}⟧
PESEL ⟦{PESEL}⟧
PESEL: ⟦{PESEL}⟧, ur. w Łodzi
pesel:: ⟦{PESEL}⟧
| imię | PESEL |\\n|---|---|\\n| Ewa | ⟦{PESEL}⟧ |
Steuer-ID: ⟦{STEUER}⟧
Steueridentifikationsnummer ⟦{STEUER[:2]} {STEUER[2:5]} {STEUER[5:8]} {STEUER[8:]}⟧
steuer_id: ⟦{STEUER}⟧
IdNr. ⟦{STEUER}⟧
Sozialversicherungsnummer ⟦{SVNR}⟧
SV-Nummer: ⟦{SVNR[:2]} {SVNR[2:8]} {SVNR[8]} {SVNR[9:]}⟧
Rentenversicherungsnummer: ⟦{SVNR}⟧
Krankenversichertennummer ⟦{KVNR}⟧
numéro de sécurité sociale : ⟦{NIR_SPACED}⟧
sécu ⟦{NIR}⟧
N° sécu: ⟦{NIR[:13]} {NIR[13:]}⟧
Mamie ⟦{NIR_SPACED}⟧
codice fiscale ⟦{FISCALE}⟧
⟦{FISCALE}⟧
C.F. ⟦{FISCALE.lower()}⟧
NI number: ⟦QQ 12 34 56 C⟧
National Insurance ⟦AB123456C⟧
NINO ⟦AB 12 34 56 C⟧
NHS number: ⟦{NHS}⟧
NHS no ⟦{NHS.replace(" ", "")}⟧
BSN ⟦{BSN}⟧
burgerservicenummer: ⟦{BSN[:4]}.{BSN[4:6]}.{BSN[6:]}⟧
driver's license ⟦D1234567⟧
driving licence number: ⟦MORGA657054SM9IJ⟧
Driver License No: ⟦D123-4567-8901⟧
řidičský průkaz ⟦EA 123456⟧
číslo řidičského průkazu: ⟦EL123456⟧
ŘP č. ⟦EL123456⟧
Führerschein: ⟦B072RRE2I55⟧
permis de conduire n° ⟦123456789012⟧
prawo jazdy nr ⟦00123/12/3456⟧
EHIC ⟦80203 00027 12345 67890⟧
evropský průkaz zdravotního pojištění: ⟦80203000271234567890⟧
Medicare number ⟦1EG4-TE5-MK73⟧
tax ID: ⟦912-78-1234⟧
ITIN ⟦912-78-1234⟧
SIN: ⟦{fill("546 454 28?", numbers.luhn)}⟧
""",
}

STRONG_NOT = f"""
order 4298626777448528
objednávka {GLUED}
objednávka č. {GLUED} dorazila
Order no. {VISA.replace(" ", "")} shipped
tracking {GLUED}
faktura {GLUED}
invoice #{GLUED}
IMEI {fill("35291306234567?", numbers.luhn)}
IMEI: {fill("37291306234567?", numbers.luhn)}
S/N {GLUED}
serial number: {GLUED}
id: {GLUED}
post_id={GLUED}
user id {GLUED}
transaction {GLUED}
https://www.facebook.com/photo?fbid={GLUED}
https://host.cz/{GLUED}/x
ticket #{GLUED}
ref. {GLUED}
zásilka {GLUED}
VS {GLUED}
EAN 4006381333931
ISBN 978-80-531-6630-4
ISBN 4-06-519981-7
4012345678901
created: 1734796890371
20260101123045
20260101123045123
1734796890371000
arXiv:2103.12345
10.1000/182.4298626777448528
4111 1111 1111 1112
4242 4242 4242 4243
1Z999AA10123456784
RR051668689CZ
9400 1000 0000 0000 0000 00
card 12345
card: 4 of 10
Visa application took 30 days
karta 2/2026
kartou 500 Kč
CVV is on the back
CVV: 3 digits on the back
CVV (3 or 4 digits)
CVE-2021-44228
cvc 12
ccid 1234
security code review 2024
security code 2024-01-01
SECURITY CODE OF CONDUCT 2024
cid: 12345678
CID 10
AB12 CDEF GHIJ KLMN
CZ00 0800 0000 1920 0014 5399
be12 more people came here
md50 is a thing of which we have 20
IBAN has up to 34 characters
IBAN: CZ** **** **** **** **** 5399
DE 12 pages, GB 20
poměr {ACCOUNT}
5226949895/0800
č.j. 123456/2024
č. j. MV-12345-6/2024
faktura 2024001/2024
spis 123456/2010
12/2024
zákon č. 262/2006 Sb.
vyhláška 500/2002
účet za elektřinu 2 500 Kč, 10/2024
účet roste 20000/2000
účetnictví 2024/2025
account 12345
AWS account number 123456789012
account id: 123456789012
GitHub account 12345678 created
bank holiday 20240501
účet 2024-05-01
platba 1500,- Kč, 30. 6. 2024
VS: 5277934247, KS: 0308
IČO 16166447
IČO: 27082440, DIČ: CZ27082440
NIP 5260001246
701306/0737
2026/701206/0737
faktura {BIRTH}
č.j. {BIRTH}
sp. zn. {BIRTH}
zakázka {BIRTH}
objednávka {BIRTH}
faktura {PLAIN}
/volumes/{BIRTH}/x
rodné číslo je 10místné
r.č. nemám
RC 1234567890
v1.0-rc.1 7012060738
rodné číslo: 123456/7890
passport control at 10
Passport photos 35x45
passport renewal 20260401
passport fee 1200 Kč, tel. 602123456
passport.js 0.6.0
passport-local 1.0.0
Passport phone: 602 123 456
cestovní pas vyřídit do 20260401
cestovní pas 600 Kč
pas de problème 12345678
pas 12
pas mal 2024
passage 12345678
pas psa 20240101
OP 12
op: 12345
OP amp 741
číslo operace 12345678
Stop: 63555060312
co-op 12345678
občanka propadla 2024
občanský průkaz na úřad 20260401
občanský zákoník 89/2012
SSN is required
ssn: string
SSN 000-12-3456
SSN 666-12-3456
part 452-11-6142
score 731-204-118
452-11-6142
social media 2024-10-12
social 123-456
ID 635550603
id: 12345678
PESEL 12345678901
PESEL jest 11-cyfrowy
Steuer-ID: 12345678901
Steuernummer der GmbH
DNI 12345678A
DNI 2024
NHS 111
NHS number 9434765918
NHS budget 1234567890
BSN 123456789
bsn-lib 111222334
NIE wiem 12345678
nie 12345678
social security reform 2024
ni 12 34
Reisepass beantragen 20260401
passeport 2 photos
pasaporte 100 euros
driver license class B
driver version 12345678
driver 552.12.1234567
driving licence costs 1234567
řidičák 2024
MRZ line P<<<<<<<<<<
RSSMRA85T10A562A
ABCDEF12G34H567I
1 85 12 75 108 045 00
2 2 2 2 222 222 22
sort code must have 6 digits
sort code 2
routing 2024
Routing table 10.0.0.1
konto 2 tisíce
Kontonummer 12
rachunek 250 zł 12345
účet: [[Banka]]
card_number: VARCHAR(19)
iban: string
Číslo karty: **** **** **** 1234
číslo účtu: xxxxxx/0800
CREATE TABLE t (ssn CHAR(11))
matrix 4111 2222 3333 4444 5555
2001:0db8:85a3:0000:0000:8a2e:0370:7334
8D8D 50B6 11B9 AFA7 6015 4505 1601 F2C7 BA07 A30D
3.14159265358979323846264338327950288
4000 5000 6000 7000
5200 5300 5400 5500
2 + 2 = 4 and 3/4 of 100 is 75; 20260101123045 zettel
x = 4298.6267774485
0x4298626777448528
4298626777448528px
-4298626777448528.5
commit 70e89b411f5e4aaa423ffb6ac39b130c840d4c6c
id: a0990a6f-b9d5-4313-b6a7-674c67196ecf
host 10.205.1.177 is down
mac e0:39:6e:d1:66:08
arn:aws:iam::920491968349:role/yhopsvit-deploy
price 4 298 626 777 Kč
"""

SOFT = {
    "email": """
ask ⟦jana.kralova36@uni-west.edu⟧ about it
- Tomáš <⟦m.silva05@fastpost.io⟧>
[write](mailto:⟦eva.horak@mail.co.uk⟧)
mailto:⟦eva.horak@mail.co.uk⟧?subject=x
email:: ⟦eva@horakovi.family⟧
email: "⟦eva@horakovi.photography⟧"
{"email":"⟦eva+notes@host.cz⟧"}
| Eva | ⟦eva@host.cz⟧ |
⟦eva@host.cz⟧, ⟦jan_novak@host.cz⟧; ⟦o'brien@host.ie⟧
⟦eva (at) host.cz⟧
⟦eva [at] host [dot] cz⟧
⟦eva.horak(at)host(dot)co(dot)uk⟧
⟦eva (zavináč) host (tečka) cz⟧
⟦eva(zavinac)host.cz⟧
⟦eva at host dot cz⟧
⟦jiří.dvořák@pošta.cz⟧
⟦ジェーン@例え.jp⟧
pište na ⟦eva@host.cz⟧.
(⟦eva@host.cz⟧)
e-mail ⟦EVA.HORAK@HOST.CZ⟧
⟦eva@xn--pota-6va.cz⟧
**⟦eva@host.cz⟧**
`⟦eva@host.cz⟧`
""",
    "phone": """
Jana: ⟦+420 733 702 263⟧
mob: ⟦602 800 879⟧
tel. ⟦602 123 456⟧
Tel: ⟦+420602123456⟧
telefon ⟦602/123456⟧
telefonní číslo: ⟦602123456⟧
volej na ⟦602 123 456⟧
mobil Jany ⟦602 123 456⟧
- **Telefon:** ⟦602-123-456⟧
phone:: ⟦602 123 456⟧
telefon: "⟦602123456⟧"
| telefon | ⟦602 123 456⟧ |
| jméno | telefon |\\n|---|---|\\n| Eva | ⟦602 123 456⟧ |\\n| Jan | ⟦603 555 777⟧ |
⟦00420 602 123 456⟧
+⟦49⟧
⟦+49 (0)171 1234567⟧
⟦+49 171/1234567⟧
⟦+44 20 7946 0958⟧
⟦+44 (0)20 7946 0958⟧
⟦+33 6 12 34 56 78⟧
⟦+33612345678⟧
⟦+1-415-525-8328⟧
⟦+1 (415) 525-8328⟧
⟦+1 415.525.8328⟧
call ⟦(555) 123-4567⟧
cell: ⟦555-123-4567⟧
Phone ⟦555.123.4567⟧
Handy: ⟦0171 1234567⟧
Tel.: ⟦030/1234567⟧
Telefonnummer ⟦0171-1234567⟧
Tél : ⟦06 12 34 56 78⟧
portable ⟦06.12.34.56.78⟧
téléphone: ⟦0612345678⟧
móvil: ⟦612 34 56 78⟧
teléfono ⟦912 345 678⟧
tel. kom. ⟦501 234 567⟧
nr telefonu: ⟦501-234-567⟧
telefónne číslo ⟦0905 123 456⟧
mobil ⟦0905/123 456⟧
tel:⟦+420602123456⟧
WhatsApp ⟦+420 602 123 456⟧
Signal: ⟦602 123 456⟧
fax ⟦+420 233 123 456⟧
tel ⟦602 123 456⟧, ⟦603 555 777⟧
Telefon:\\n⟦602 123 456⟧
(tel. ⟦602 123 456⟧)
⟦+420\u00a0602\u00a0123\u00a0456⟧
phone number is ⟦415 525 8328⟧
sms na ⟦602123456⟧
{"phone": "⟦+420602123456⟧"}
""".replace("+⟦49⟧\n", ""),
    "birth-date": """
Eva, date of birth ⟦2004-10-21⟧
DOB: ⟦10/21/2004⟧
D.O.B. ⟦21.10.2004⟧
dob:: ⟦2004-10-21⟧
birth_date: ⟦2004-10-21⟧
birthday: ⟦21 October 2004⟧
birthdate ⟦October 21, 2004⟧
born ⟦14 March 1979⟧
born on ⟦March 14th, 1979⟧
Eva (born ⟦1979-03-14⟧)
Eva Nováková (* ⟦14. 3. 1979⟧)
datum narození: ⟦15. 5. 1951⟧
datum narozeni ⟦15.5.1951⟧
datum_narozeni: ⟦1951-05-15⟧
Petr se narodil ⟦10. 9. 1987⟧
narozena ⟦10. září 1987⟧ v Brně
nar. ⟦10. 9. 1987⟧
narozeniny: ⟦10. 9. 1987⟧
- **Narozen:** ⟦10.09.1987⟧
| narozena | ⟦10. 9. 1987⟧ |
| jméno | datum narození |\\n|---|---|\\n| Eva | ⟦10. 9. 1987⟧ |
Datum narození:\\n⟦10. 9. 1987⟧
dátum narodenia ⟦10.9.1987⟧
narodený ⟦10. septembra 1987⟧
Geburtsdatum: ⟦10.09.1987⟧
geboren am ⟦10. September 1987⟧
geb. ⟦10.9.1987⟧
date de naissance : ⟦10/09/1987⟧
née le ⟦10 septembre 1987⟧
né le ⟦1er mai 1987⟧
fecha de nacimiento: ⟦10/09/1987⟧
nacida el ⟦10 de septiembre de 1987⟧
Jana * ⟦14. 3. 1979⟧
data urodzenia: ⟦10.09.1987⟧
urodzona ⟦10 września 1987⟧
ur. ⟦10.09.1987⟧
{"birthDate": "⟦1987-09-10⟧"}
BDAY:⟦1987-09-10⟧
BDAY:⟦19870910⟧
""",
    "gps": """
cabin at ⟦49.48938, 16.09356⟧
GPS ⟦50.9560, 15.7423⟧
gps: ⟦50.9560,15.7423⟧
souřadnice ⟦50°18'7.0"N 14°49'10.6"E⟧
⟦50°18\u20327\u2033N, 14°49\u203210\u2033E⟧
⟦N 50°18.117', E 14°49.177'⟧
⟦50.30194°N 14.81961°E⟧
⟦49.1950610N, 16.6068370E⟧
location: [⟦49.1951, 16.6068⟧]
coordinates: [⟦16.6068, 49.1951⟧]
geo:⟦49.1951,16.6068⟧
[](geo:⟦49.19,16.60⟧)
https://www.google.com/maps/@⟦49.1951,16.6068⟧,17z
https://www.google.com/maps?q=⟦49.1951,16.6068⟧
https://maps.google.com/?ll=⟦49.19,16.60⟧
https://maps.apple.com/?ll=⟦49.1951,16.6068⟧
https://www.openstreetmap.org/#map=17/⟦49.1951/16.6068⟧
https://www.openstreetmap.org/?mlat=⟦49.1951&mlon=16.6068⟧#map=17/⟦49.1951/16.6068⟧
https://mapy.cz/turisticka?x=⟦16.6068370&y=49.1950610⟧&z=17
https://mapy.com/s/?x=⟦16.6068&y=49.1951⟧
lat: ⟦49.1951⟧\\nlon: ⟦16.6068⟧
lat: ⟦49.1951⟧, lng: ⟦16.6068⟧
latitude: ⟦49.1951⟧\\nlongitude: ⟦16.6068⟧
GPSLatitude: ⟦50 deg 18' 7.00" N⟧
GPS Latitude : ⟦50 deg 18' 7.00" N⟧\\nGPS Longitude : ⟦14 deg 49' 10.60" E⟧
{"lat": ⟦49.1951⟧, "lon": ⟦16.6068⟧}
⟦N49.1951 E16.6068⟧
Loc: ⟦49.1951,16.6068⟧
https://www.google.com/maps/x/data=!3d⟦49.1950602!4d16.6068371⟧
zeměpisná šířka: ⟦49.1951⟧
-⟦⟧
⟦-33.86882, 151.20930⟧
poloha: ⟦49.1951, 16.6068⟧
Koordinaten ⟦49.1951, 16.6068⟧
coordonnées : ⟦48.8584, 2.2945⟧
⟦49.195060, 16.606837⟧
Breitengrad: ⟦49.1951⟧
""".replace("-⟦⟧\n", ""),
}

SOFT_NOT = """
git@github.com:acme/notes.git
noreply@github.com
12345+eva@users.noreply.github.com
ssh eva@nas.host.cz
scp file.txt eva@nas.host.cz:/srv
rsync -a x eva@nas.host.cz:backup/
eva@nas.host.cz:~/notes
ssh://eva@nas.host.cz:22/x
https://eva@host.cz/x
user@localhost
root@server.host.cz
eva@nas:~$ ls
npm i @types/node
npm i vue@3.4.21
vue@latest
image@2x.png
![[icon@3x.jpg]]
@user.name
@media (max-width: 100px)
a@b
import x from '@vue/core'
actions/checkout@v4.com
meet at host dot
postgres@db.internal
your.name@example.com
user@example.com
pip install git+https://github.com/a/b.git@main
docker pull host.cz/app@sha256.abc
score 731-204-118
size 1024x768, 603 555 rows
page 777 123 456
a +12 b
1+420733702263
+1234567890123456789
diff +100 -200
UTC+02 2024 12 10
GMT+1 20 30 40 50
+3.14159265
C++17 2020 2023 1111
x+420 733 702 263 y
phone extension 1234-5678 list is on intranet
phone 12345
phone: 2024-05-01
tel. 112
mobile first 1234567
mobile: 375 px
mobile 2024-05-01
iPhone 15 2023
call 20 30 40
call 10.0.0.138
telefon 15 000 Kč
telefon 8 990 Kč
cell 12 345 678
cell: 128 256 512
range 1234-5678 on the dial
ISBN 978-80-531-6630-4
order #677039849030 shipped
602 123 456
2024 10 20
192.168.100.200
SPZ 1AB 2345
handy 2024 trick
portable 3.11.7
signal 11 2024 12 13
fax 2024-01-01
(2024) 123-4567
(123) 456
+1 for this
+10 000 000 Kč
Einstein was born on 14 March 1879
born in 1979
born 2024
nar. 1980
narozeniny 10. 9.
narozen v Brně 10
Karel IV. (* 14. května 1316)
od 1. 1. 2025
created 1987-09-10
* 2024-01-01 meeting
* 1. 1. 2025 Nový rok
- 10. 9. 1987
vydáno 10. 9. 1987
ur. 5
geb. 1980
nebyl 10. 9. 1987
birthday party 12. 5. v 18
matrix [[0.1234, -1.5678], [2.3456, 3.4567]]
[0.12345, 0.98765]
0.12345, 0.54321
weights 12.34567 8.91011
v49.1951, 16.6068
3.14159, 2.71828, 1.41421
200.12345, 10.12345
95.12345, 181.12345
latency: 49.1951
lat: 2
lateral: 12.3456
flat: 12.3456
long: 12.3456
location: Brno
location: [1, 2]
location: [10.5, 3.2]
geo: 12
geometry: 49.1951
90° angle
turn 45° N
50°C
180° 20' rotation
x=16&y=49
?x=100&y=200
@49.19
https://x.cz/?q=49,16
#map=17
100.00000, 200.00000
$12.34567, $98.76543
1.23456e10, 2.34567
loss 10.12345, 11.12345, 12.12345
"""
