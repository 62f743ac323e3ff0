# ruff: noqa: RUF001 - the lines are as people write them
"""Hasty notes: names and passwords side by side, former ones, leaders; and look-alikes.

All invented. A `¦` cuts values, so that no scanner sees a secret here; `\\n` is a line end.
"""

from __future__ import annotations


def _lines(text: str) -> tuple[str, ...]:
    lines = text.replace("¦", "").strip("\n").split("\n")
    return tuple(line.replace("\\n", "\n").replace("\\t", "\t") for line in lines)


PAIRED = _lines(
    r"""
truenas: root / ⟦Ko¦bra#j_!71⟧
grafana: eva / ⟦ko¦courek77⟧
panel: admin // ⟦ko¦courek77⟧
zabbix – eva / ⟦Ko¦courek77⟧
PACS prohlížeč viewer: rn_eva:⟦Ko¦cour8326⟧
extranet eva:⟦Ko¦cour832⟧
konto: eva ; ⟦ko¦courek77⟧
UPS (apc / ⟦ko¦courek07⟧)
portal: eva.novak@firma.cz — ⟦Ko¦courek77⟧
kasa: pokladni + ⟦ko¦courek12⟧
drucker web: admin / ⟦Dr¦achen2019⟧
imprimante : admin / ⟦ch¦aussette33⟧
cámara: admin / ⟦na¦ranja2021⟧
portail compte: luc / ⟦ca¦rotte45⟧
<!-- admin webu: spravce / ⟦ko¦courek2026⟧ -->
Dva účty v kostele: farar ⟦Ko¦courek14⟧ ; varhanik ⟦pi¦stala82⟧
accounts: eva ⟦Ki¦tten14⟧, jan ⟦pu¦mpkin82⟧
Konten: eva ⟦Ka¦tze1482⟧; jan ⟦Hu¦ndert82⟧
pyxis temp login eva07 / ⟦Mi¦dnight52⟧
Zugangsdaten (bitte geheim!!): gast7 // ⟦Ap¦felkuchen69⟧
creds (old laptop): eva — ⟦ki¦tten4471⟧
přihlášení eva + ⟦ko¦courek88⟧
pihole: (jen heslo) ⟦ko¦courek700⟧
jira svc acct [svc-eva] [⟦3C¦4bNd#fRpF0oHv⟧]
seznam – eva.novak68@seznam.cz / ⟦ko¦courek07⟧
netflix mamka — eva.novak@centrum.cz — ⟦ko¦courek08⟧
netflix\neva.novak74@gmail.com\n⟦Po¦pcorn!656⟧
forum\neva@web.de\n⟦Pf¦laume656⟧
o2tv — cislo 88120 — ⟦ko¦courek39⟧
WEB OBCE\n   admin\n   ⟦ko¦courek2002⟧
roblox\nu: blocky_x\np: ⟦fr¦oggo179⟧
login: eva\npw: ⟦fr¦oggo179⟧
J: eva\nH: ⟦ko¦courek179⟧
Identifiant | Mot de passe\ndupuis | ⟦Ac¦teVente07⟧
Jméno | Heslo\neva | ⟦ko¦courek77⟧\njan | ⟦pi¦stala82⟧
user | password\neva | ⟦Ki¦tten1482⟧
espace locataire / identifiant : eva.p / code : ⟦Vo¦let602⟧
heslo na ntb\n⟦ko¦courek54⟧
heslo na účet v školskom systeme:\n⟦Ma¦ckaPes52⟧
PW Lehrerzimmer-PC\n⟦Kr¦eidezeit28!⟧
hasla\nkasa fiskalna - ⟦ko¦tek2026⟧\nkomputer zaplecze - ⟦za¦plecze84⟧
hesla\n- kasa - ⟦ko¦courek12⟧\n- pc - ⟦pi¦stala82⟧
🔑 kasa …… ⟦ko¦courek892⟧
🔑 router: ⟦ko¦courek892⟧
heslo na excel s odměnami....⟦od¦meny39⟧ neposílat!
PASSWORD..........⟦OL¦DSMOKEY80⟧
Passwort Kasse …… ⟦Ka¦ssenbon44⟧
I finally changed the password from ⟦sa¦ilboat98⟧ to ⟦se¦ashell7226⟧ today
změnil jsem heslo z ⟦Du¦kovany43⟧ na ⟦Tr¦ebon30⟧
zmenil som to z ⟦Du¦bnica43⟧ na ⟦Tr¦encin30⟧, lebo to vedel celý sklad
Passwort geändert von ⟦Ka¦tzen43⟧ auf ⟦Hu¦nde3077⟧
mot de passe changé de ⟦Ca¦rotte43⟧ à ⟦Na¦vet3077⟧
contraseña cambiada de ⟦Na¦ranja43⟧ a ⟦Li¦mones30⟧
zmieniłem hasło z ⟦Ko¦tek4477⟧ na ⟦Pi¦esek3077⟧
pwd (new, since 3/4): ⟦0Y¦5m$Ca!aG⟧   # prev: ⟦Te¦apot473⟧
staré heslo ~~⟦Ja¦blko669⟧~~\nnové: ⟦Hr¦uska973?⟧
heslo pc, old: ⟦Ja¦blko669⟧ new: ⟦Hr¦uska973⟧
heslo pc, nové = ⟦Ja¦blko669⟧
Lehrerportal\n→ Name: eva\n→ Kennw.: ⟦Pa¦usenhof37⟧
geslo: ⟦ma¦rjetica7⟧
chiave wifi casa al mare: ⟦ga¦bbiano902⟧
eduroam nejde → "Kabinet 2", kod site ⟦fy¦zika088⟧
- Wi‑Fi „Doupe“: ⟦me¦dvedice98⟧
h e s l o : ⟦pr¦amenice01⟧
P a s s w o r d: ⟦ri¦verstone⟧
heslo (base64) ⟦TW9¦yYXZhbmthMTE5OA==⟧
<Pass encoding="base64">⟦U2h¦pcDc2ODNhaG95⟧</Pass>
snmp-server community ⟦gr¦eenRO991⟧ RO\nenable secret ⟦Co¦reSw1420⟧
snmp v3 auth ⟦s0W¦TQy4YCbNTvnp2⟧ priv ⟦fTR¦4zbmiSdvsFTKS⟧
# chap-secrets\n"o2dsl"	*	"⟦1Cl¦i79DMZ4Bt⟧"	*
jdbc:oracle:thin:eva2/⟦ti¦gr4501⟧@//ora1:1521/ORCL
mosquitto_pub -h 10.1.1.5 -u sensor -P ⟦hu¦midor700⟧ -t cellar/temp
ipmitool -I lanplus -H 10.20.0.9 -U ADMIN -P ⟦KBY¦8MCT1X3⟧ chassis power status
export PAGER_KEY=⟦L0E¦dNo5W0QaCaoaFmc5U⟧
Domain admin at client (dental office): ⟦Sm¦iles@2022⟧
session compta : ⟦Ca¦binet2023!⟧
když se to zeptá na heslo, napsat ⟦ko¦courek98⟧ a dát enter
the zip is encrypted, use "⟦cl¦ientcats2022⟧" (without quotes)
sejf v Keepassu otvírá ⟦Ko¦courci9266⟧ (velké K!)
CONTRASEÑA NUEVA!! -> ⟦ve¦rano2024*⟧ (la vieja ya no va)
"⟦Ro¦senkohl?99⟧" ist jetzt das Passwort für den Laptop
Banque : identifiant 40291, mot de passe ⟦40¦5010⟧
"What's the passphrase for the notebook?" "⟦fo¦ur tired geese 82⟧" - Ines
3. nas — unlock pool: `zfs load-key tank` → ⟦ei¦ght tiny kettles 367⟧
<input type="password" value="⟦Tu¦lip4471⟧">
<input value="⟦Tu¦lip4471⟧" class="a" name="password">
heslo: `⟦Tu¦l#44 pass: x9⟧`
passphrase for the backup disk : ⟦ve¦lvet kettle marble otter 42⟧
Passphrase restic repo : ⟦Ve¦lvet kettle marble otter 42⟧
Luks passphrase\n⟦ve¦lvet-kettle-marble-otter⟧
## Luks passphrase\n\n⟦ve¦lvet-kettle-marble-otter-42⟧
use ⟦Ki¦tten4471⟧ as your temporary password
reset my password to `⟦ki¦tten44⟧`
changed his password again, now its ⟦Ki¦tten4471⟧
changed the wifi password, it's now ⟦Ki¦tten4471⟧
openssl enc -d -aes-256-cbc -in a.enc -k "⟦ve¦lvet77kettle⟧"
Přístup do VPN: eva / ⟦ko¦courek2024⟧
changed it from ⟦Ki¦tten43⟧ to ⟦Pu¦mpkin30⟧, everyone knew
🔑 key: ⟦Ki¦tten4471⟧
passphrase: „⟦ve¦lvet kettle marble 2024⟧“
<input class='x' id='password' value='⟦Tu¦lip4471⟧'/>
"""
)
"""Hasty lines with passwords between `⟦` and `⟧`."""

UNPAIRED = _lines(
    r"""
password: str = Field(min_length=8, max_length=64)
HTTP 401 invalid token; 403 wrong password count=3
hesla na transparenty: "Zachraňte alej!"
Passwörter für die Demo: "Rettet den Park!"
server: debian / bookworm12
portal: Liferay / version74
router: mikrotik / hap2024x y
login page: nginx:alpine317
panel: Samsung / LED
kasa: ranní / odpolední směna
panel: Petr Novák / Jana Malá
kontakt: eva@firma.cz / jan22@firma.cz
eva@firma.cz — faktura2024
eva@firma.com\n2026-01-02
eva@firma.cz\nPraha 4
we moved from ubuntu22 to ubuntu24
we changed it from python310 to python312
changed the plan from sprinter24 to sprinter25
změnil jsem termín z 12.3. na 14.3.
zmenil som to z iphone13 na iphone15
password length changed from 8 to 12
geändert von Raum12 auf Raum14
le mot de passe passe de 8 à 12 caractères
cambié de piso2 a piso3
the password rules, old: none, new: 12 characters
new: better passwords in chapter12
heslo.... no nic
🔑 kasa …… bez hesla
🔑 Key takeaways: 2024
🔑 Sprint24: goals
p a s s : none
password (base64) encoded
snmp auth sha256 priv aes128
snmp-server community public RO
enable secret 5 <hash>
jdbc:oracle:thin:user/password@//host:1521/x
mosquitto_pub -h host -t topic -m hello
ipmitool -I lanplus -H host -U admin -P {{password}} power
export SORT_KEY=created_at_descending
export API_KEY=$OTHER_KEY
<input type="password" :minlength="12" v-model="form.password">
<input type="password" placeholder="Tulip4471">
<input type="password" name="password" required>
<input name="password" value="{{ old }}">
<input type="text" name="city" value="Praha2024">
admin\nWindows11
root\nusers
user | password\n--- | ---\neva | required
Name | Age\neva | Kitten1482
heslo na ntb\nzmeněno v lednu
heslo si zapiš\na schovej 2x
the password must be long\nand12 more
the encrypted backup, use "--fast" there
Domain admin meeting: 14:30
session notes: Kubernetes2
accounts: eva, jan, petr
účty: běžný 2024, spořicí 2025
use "Chapter12" to open it
unlocks Windows11 features
"What's the password?" "I do not know it"
unlock the pool → read the docs first
UPS (1500 VA / 900 W)
wifi: 2.4GHz / 5GHz
identifiant : eva / code : 404
grafana:latest and zabbix:7.0
jenkins: build / deploy42
gitlab: feature/login2024
konto: Miete / Strom
photos\neva@firma.cz\nCroatia2023
kontakt: eva@firma.cz / Praha2024
eva@firma.cz — Brno2023
🔑 Klíčové: Brno2024
🔑 Key dates: Easter25x
🔑 Termín: Tabor2024
login page: design / draft42x
user: story42 / epic12
user story: US142 / Sprint24
změnil jsem trasu z Praha12 na Tabor22
I changed teams from Falcons12 to Eagles14
switched from Corolla98 to Civic05
account: savings / Goals2024
účet: Spoření / Dovolená2025
účty: eva Spoření2024; jan Penze2030
panel: talk / Keynote2024
forum: topic / Anketa2024
netflix: eva / Dark2019
pokladna: ranní / smena12
přístup: vrata / Parkoviste2
wifi: Kavarna2024
wifi: kancelar2 (název sítě)
wifi: Kavarna_Brno12 (bez hesla)
server: nas01 / nas02
vpn: praha / server12
gitlab: group / project42
heslo kampaně: „Spolu dál 2024!“
heslo pro sraz: „Hurá na Šumavu 2024!“
heslo křížovky: „Ráno moudřejší večera 2“
heslo v encyklopedii: Praha2
Volební heslo: „Pro Prahu 2024“
Hasło wyborcze: „Razem dla Łodzi 2024”
we use Keycloak24 as the password store
| Name | Secret | Owner |\n|---|---|---|\n| db | vault | eva |\n| api | rotated | jan |
| Service | Secret |\n|---|---|\n| db | vault2 |\n| api | expired |
passphrase length : six words minimum entropy 77
Passphrase options : words digits symbols length 20
Passphrase\nssh-keygen-add-keychain
## Passphrase\n\nhow-to-choose-one
changed the password to `default`
new password policy, now it's 14char minimum
the password in `kitten44` style
"""
)
"""Look-alikes in which nothing is a password."""
