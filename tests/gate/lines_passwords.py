# ruff: noqa: E501, RUF001, W291 - the lines are as people write them
"""Lines as people write them, with passwords and keys marked, and look-alikes with none.

All invented. A `¦` cuts labels and values, so that no scanner sees a secret here; `\\n` is a line
end. Tab characters are written as such.
"""

from __future__ import annotations


def _lines(text: str) -> tuple[str, ...]:
    lines = text.replace("¦", "").strip("\n").split("\n")
    return tuple(line.replace("\\n", "\n").replace("\\t", "\t") for line in lines)


TOLD = _lines(
    r"""
pa¦ssword: ⟦ko¦courek⟧
Pa¦ssword: ⟦Tu¦lip-4471⟧
PA¦SSWORD = ⟦Tu¦lip4471⟧
- pa¦ssword: ⟦hu¦nterwood⟧
* **Pa¦ssword**: ⟦Tu¦lip_4471!⟧
1. Pa¦ssword: ⟦Tu¦lip.4471⟧
> pa¦ssword: ⟦tu¦lip4471⟧
> [!warning] Pa¦ssword: ⟦tu¦lip4471x⟧
- [ ] pa¦ssword: ⟦tu¦lip4471x⟧
**Pa¦ssword:** `⟦tu¦lip4471x⟧`
__Pa¦ssword__: **⟦tu¦lip4471x⟧**
Pa¦ssword: <code>⟦tu¦lip4471x⟧</code>
pa¦ssword: "⟦fo¦ur horses in a yard⟧"
Pa¦ssword: `⟦co¦rrect horse battery staple⟧`
Pa¦ssphrase: ⟦co¦rrect horse battery staple⟧
pa¦ssphrase: ⟦ma¦rble otter violin cactus thunder⟧
Pa¦ssphrase for the backup disk: ⟦ma¦rble-otter-violin-cactus⟧
pa¦ssword: ⟦48¦213377⟧
Pa¦ssword (admin): ⟦Tu¦l1pan!⟧
Pa¦ssword for eva@firma.cz — ⟦Tu¦lip#4471⟧
Pa¦ssword for the NAS in the attic: ⟦Tu¦lip#4471⟧
WiFi pa¦ssword at grandma's (guest): ⟦tu¦lipany71⟧
wifi ke¦y: ⟦tu¦lipany4471⟧
WPA2 ke¦y: ⟦9f¦8e7d6c5b4a⟧
Network ke¦y = ⟦Mo¦dra-Obloha77⟧
ps¦k=⟦tu¦lipany4471⟧
ADMIN_PW¦: ⟦Tu¦lip4471⟧
DB_PA¦SS=⟦tu¦lip4471⟧
PSWD=⟦Tu¦lip!4471⟧
spring.datasource.pa¦ssword=⟦Tu¦lip4471⟧
userPa¦ssword: ⟦Tu¦lip4471⟧
mysqlRootPa¦ssword: '⟦Tu¦lip4471⟧'
app --admin-pa¦ssword=⟦Tu¦lip4471⟧ start
ID/PW¦(⟦ev¦a/Tulip4471⟧)
user/pa¦ss: eva/⟦tu¦lipan⟧
user/pa¦ss: eva / ⟦Tu¦lip4471⟧
Login/pa¦ssword - eva / ⟦Tu¦lip4471⟧
login: eva pa¦ssword: ⟦tu¦lipan⟧
user: eva, pa¦ssword: ⟦tu¦lipan⟧, valid till May
username eva pa¦ss ⟦Tu¦lip4471x⟧
{"user": "eva", "pa¦ssword": "⟦tu¦lipanek⟧"}
"pa¦ss" => "⟦Tu¦lip4471⟧",
$pa¦ssword = '⟦Tu¦lip4471⟧';
const dbPa¦ssword = "⟦Tu¦lip4471⟧";
<pa¦ssword>⟦Tu¦lip4471⟧</pa¦ssword>
<add ke¦y="Pa¦ssword" value="⟦Tu¦lip4471⟧"/>
the new pa¦ssword for the NAS is ⟦Tu¦lip#4471⟧
My pa¦ssword is ⟦Tu¦lip4471⟧ now.
the pa¦ssword: it's ⟦Tu¦lip#4471⟧
use ⟦Tu¦lip#4471⟧ as the pa¦ssword
log in as eva with pa¦ssword ⟦Tu¦lip#4471⟧
I changed the pa¦ssword to ⟦Tu¦lip#4471⟧ yesterday
pa¦ssword changed from ⟦Tu¦lip#4471⟧ to ⟦Ro¦se_5582⟧
old pw¦ ⟦Tu¦lip#4471⟧, new pw¦ ⟦Ro¦se_5582⟧
my pa¦ssword (⟦Tu¦lip#4471⟧) still works
⟦Tu¦lip#4471⟧ is the pa¦ssword for the router
⟦Tu¦lip#4471⟧ ← pa¦ssword
⟦Tu¦lip#4471⟧ (pa¦ssword for the PC)
pa¦sswords: ⟦Tu¦lip#4471⟧, ⟦Ro¦se_5582⟧, ⟦Li¦ly!6693⟧
pa¦ssword: ⟦Tu¦lip#4471⟧ / ⟦Ro¦se_5582⟧
pa¦ssword: ⟦!T¦ulip4471⟧
pa¦ssword: ⟦Tu¦lip4471.⟧
pa¦ssword: ⟦Tu¦l`ip4471⟧
pa¦ssword: ⟦p@¦$$w0rt!x⟧
pa¦ssword: ⟦Žl¦utý.kůň7⟧
pa¦ssword: ⟦(T¦ulip)4471⟧
pa¦ssword: ⟦@T¦ulip4471⟧
pa¦ssword: ⟦#T¦ulip4471⟧
pa¦ssword: ⟦$T¦ulip4471$⟧
pa¦ssword: ⟦/T¦ulip4471/⟧
pa¦ssword:⟦Tu¦lip4471⟧
pa¦ssword :⟦Tu¦lip4471⟧
pa¦ssword	⟦Tu¦lip4471⟧
pa¦ssword -> ⟦Tu¦lip4471⟧
pa¦ssword => ⟦Tu¦lip4471⟧
pa¦ssword – ⟦Tu¦lip4471⟧
| pa¦ssword | ⟦Tu¦lip4471⟧ |
|**pa¦ssword**|`⟦Tu¦lip4471⟧`|
pa¦ssword:: ⟦tu¦lip⟧
[pa¦ssword:: ⟦tu¦lip⟧]
(pa¦ssword:: ⟦tw¦o words⟧)
Server=sql1;User Id=sa;Pa¦ssword=⟦Tu¦lip$4471⟧;Encrypt=yes
cr¦eds: eva / ⟦Tu¦lip4471⟧
cr¦edentials: eva:⟦Tu¦lip4471⟧
Hi Eva, the pw¦ is ⟦Tu¦lip4471⟧, don't tell anyone
eva [10:22] pw¦: ⟦Tu¦lip4471⟧
the Netflix pa¦ssword is "⟦tu¦lip4471⟧"
master pa¦ssword hint is silly; master pa¦ssword: ⟦Tu¦lip4471⟧
Pa¦ssword is still ⟦Tu¦lip4471⟧
pa¦ss: ⟦Tu¦lip4471⟧
pw¦d: ⟦Tu¦lip4471⟧
he¦slo: ⟦ko¦courek⟧
He¦slo: ⟦Ko¦cour.2024⟧
he¦slo = ⟦ko¦cour2024⟧
- **he¦slo** ⟦Ko¦cour2024⟧
he¦slo do nasu v Brně: ⟦Ko¦cour2024⟧
WiFi he¦slo u babičky (host): ⟦ko¦cour2024⟧
he¦slo na wifi: ⟦ko¦courek⟧
He¦slo k e-mailu: ⟦ko¦cour⟧
he¦slo routeru: ⟦Ko¦cour2024⟧
He¦slo Netflix: ⟦Ko¦cour2024⟧
nové he¦slo – ⟦Ko¦cour2024⟧
změnil jsem he¦slo na ⟦Ko¦cour.2024⟧
přihlásíš se jako eva s he¦slem ⟦Ko¦cour.2024⟧
he¦slo zní ⟦Ko¦cour24⟧
he¦slo k počítači je ⟦Ko¦cour24⟧
he¦slo je „⟦ko¦cour sedí na plotě⟧“
⟦Ko¦cour.2024⟧ je he¦slo k mailu
⟦Ko¦cour.2024⟧ (he¦slo do PC)
he¦sla: ⟦Ko¦cour.2024⟧, ⟦Pe¦jsek_81⟧
stará/nová he¦sla: ⟦Ko¦cour.2024⟧ / ⟦Pe¦jsek_81⟧
he¦slo: staré ⟦Ko¦cour.2024⟧, nové ⟦Pe¦jsek_81⟧
přihlašovací údaje: eva / ⟦Ko¦cour2024⟧
přihlašovací jméno eva, he¦slo ⟦Ko¦cour2024⟧
login: eva he¦slo: ⟦ko¦cour⟧
jméno/he¦slo: eva/⟦ko¦courek⟧
jméno a he¦slo: eva, ⟦Ko¦cour2024⟧
hes. k pc: ⟦Ko¦cour2024⟧
Přístup do VPN: eva / ⟦Ko¦cour2024⟧
kl¦íč k wifi: ⟦ko¦cour2024⟧
he¦slová fráze: ⟦mo¦drý kocour pije studené mléko⟧
He¦slo:⟦Ko¦cour2024⟧
he¦slo→⟦Ko¦cour2024⟧
he¦slo: 	⟦Ko¦cour2024⟧
He¦slo (platí do konce roku): ⟦Ko¦cour2024⟧
he¦slo od trezoru = ⟦Ko¦cour2024⟧
s he¦slom ⟦Ko¦cur.2024⟧ sa prihlásiš
he¦slo je ⟦Ko¦cur.2024⟧
prihlasovacie údaje: eva / ⟦Ko¦cur2024⟧
kľ¦úč k wifi: ⟦ko¦cur2024⟧
Pa¦sswort: ⟦ka¦tzenklo⟧
Ke¦nnwort: ⟦Ka¦tze2024⟧
Das neue Pa¦sswort lautet ⟦Ka¦tze#2024⟧
WLAN-Pa¦sswort: ⟦Ka¦tze2024⟧
WLAN-Sc¦hlüssel: ⟦ka¦tzenbaum2024⟧
Routerpa¦sswort: ⟦Ka¦tze2024⟧
Admin-Ke¦nnwort = ⟦Ka¦tze2024⟧
Pa¦sswort für die Fritzbox: ⟦Ka¦tze2024⟧
Pa¦sswort Fritzbox: ⟦Ka¦tze2024⟧
Zugangsdaten: eva / ⟦Ka¦tze2024⟧
Benutzer eva, Pa¦sswort ⟦Ka¦tze2024⟧
Anmeldung mit eva und dem Pa¦sswort ⟦Ka¦tze#2024⟧
Mein Pa¦sswort ist ⟦Ka¦tze2024⟧
PW¦: ⟦Ka¦tze2024⟧
Pa¦sswörter: ⟦Ka¦tze2024⟧, ⟦Hu¦nd#2025⟧
mot de pa¦sse : ⟦ch¦atnoir⟧
Mot de pa¦sse : ⟦Ch¦at2024⟧
md¦p: ⟦Ch¦at2024⟧
md¦p wifi : ⟦Ch¦at2024⟧
le mot de pa¦sse est ⟦Ch¦at#2024⟧
Mot de pa¦sse du NAS : ⟦Ch¦at2024⟧
cl¦é wifi : ⟦ch¦atnoir2024⟧
id¦entifiants : eva / ⟦Ch¦at2024⟧
id¦entifiant : eva, mot de pa¦sse : ⟦ch¦atnoir⟧
nouveau mot de pa¦sse → ⟦Ch¦at2024⟧
co¦ntraseña: ⟦ga¦tonegro⟧
Co¦ntraseña: ⟦Ga¦to2024⟧
co¦ntrasena = ⟦Ga¦to2024⟧
la co¦ntraseña es ⟦Ga¦to#2024⟧
la co¦ntraseña del router es ⟦Ga¦to2024⟧
cl¦ave wifi: ⟦ga¦tonegro2024⟧
cl¦ave: ⟦Ga¦to2024⟧
usuario: eva, co¦ntraseña: ⟦ga¦tonegro⟧
co¦ntraseña de la wifi: ⟦ga¦to2024⟧
ha¦sło: ⟦sł¦oneczko⟧
Ha¦sło: ⟦Ko¦tek2024⟧
ha¦slo: ⟦Ko¦tek2024⟧
ha¦sło do wifi: ⟦ko¦tek2024⟧
ha¦sło to ⟦Ko¦tek#2024⟧
moje ha¦sło to ⟦Ko¦tek2024⟧
zaloguj się ha¦słem ⟦Ko¦tek#2024⟧
kl¦ucz wifi: ⟦ko¦tek2024⟧
dane logowania: eva / ⟦Ko¦tek2024⟧
login eva, ha¦sło ⟦Ko¦tek2024⟧
비밀번호: ⟦Ko¦tek2024⟧
パスワード：⟦Ko¦tek2024⟧
密码：⟦Ko¦tek2024⟧
WiFi密码: ⟦ko¦tek2024⟧
CREATE USER 'eva'@'%' ID¦ENTIFIED BY '⟦Tu¦lip4471⟧';
ALTER ROLE eva WITH PA¦SSWORD '⟦Tu¦lip4471⟧';
SET PA¦SSWORD FOR 'eva'@'localhost' = PA¦SSWORD('⟦Tu¦lip4471⟧');
CREATE LOGIN eva WITH PA¦SSWORD = '⟦Tu¦lip4471⟧';
CREATE USER eva PA¦SSWORD '⟦Tu¦lip4471⟧';
$p = ConvertTo-SecureString "⟦Tu¦lip4471⟧" -AsPlainText -Force
New-Object PSCr¦edential('eva', '⟦Tu¦lip4471⟧')
net user eva ⟦Tu¦lip4471⟧ /add
htpa¦sswd -b .htpa¦sswd eva ⟦Tu¦lip4471⟧
sshpa¦ss -p ⟦Tu¦lip4471⟧ ssh eva@nas
sshpa¦ss -p '⟦tu¦lipán 4471⟧' ssh eva@nas
mysql -u root -p⟦Tu¦lip4471⟧ notes
mysqldump --pa¦ssword=⟦Tu¦lip4471⟧ notes
PGPA¦SSWORD=⟦tu¦lipan⟧ psql -h db notes
curl -u eva:⟦Tu¦lip4471⟧ https://nas.local/
wget --user=eva --pa¦ssword=⟦Tu¦lip4471⟧ https://nas.local/f
smbclient //nas/share -U eva%⟦Tu¦lip4471⟧
openssl rsa -in k.pem -pa¦ssin pa¦ss:⟦Tu¦lip4471⟧
zip -P ⟦Tu¦lip4471⟧ a.zip b
7z a -p⟦Tu¦lip4471⟧ a.7z b
rar a -hp⟦Tu¦lip4471⟧ a.rar b
gpg --batch --pa¦ssphrase ⟦Tu¦lip4471⟧ -d f.gpg
echo '⟦Tu¦lip4471⟧' | sudo -S reboot
echo "eva:⟦Tu¦lip4471⟧" | chpa¦sswd
docker login -u eva -p ⟦Tu¦lip4471⟧ reg.local
mount -t cifs //nas/s /mnt -o username=eva,pa¦ssword=⟦tu¦lipan71⟧
ansible_pa¦ssword=⟦tu¦lipan71⟧
xfreerdp /u:eva /p:⟦Tu¦lip4471⟧ /v:pc
ldapsearch -D cn=admin -w ⟦Tu¦lip4471⟧ -b dc=x
redis-cli -h db -a ⟦Tu¦lip4471⟧
mongo -u eva -p ⟦Tu¦lip4471⟧ --host db
sqlcmd -S db -U sa -P ⟦Tu¦lip4471⟧
expect "assword:" ; send "⟦Tu¦lip4471⟧\r"
db.local:5432:notes:eva:⟦Tu¦lip4471⟧
rsync -a eva:⟦Tu¦lip4471⟧@nas /x
ap¦i ke¦y: ⟦k3¦Vw9QzR7tLm2XbN⟧
AP¦I-Sc¦hlüssel: ⟦k3¦Vw9QzR7tLm2XbN⟧
cl¦é AP¦I : ⟦k3¦Vw9QzR7tLm2XbN⟧
cl¦ave AP¦I: ⟦k3¦Vw9QzR7tLm2XbN⟧
kl¦ucz AP¦I: ⟦k3¦Vw9QzR7tLm2XbN⟧
kl¦íč k AP¦I: ⟦k3¦Vw9QzR7tLm2XbN⟧
AP¦I kl¦íč pro počasí = ⟦k3¦Vw9QzR7tLm2XbN⟧
kľ¦úč AP¦I: ⟦k3¦Vw9QzR7tLm2XbN⟧
to¦ken: ⟦k3¦Vw9QzR7tLm2XbN⟧
přístupový to¦ken: ⟦k3¦Vw9QzR7tLm2XbN⟧
Zugriffsto¦ken: ⟦k3¦Vw9QzR7tLm2XbN⟧
jeton d'accès : ⟦k3¦Vw9QzR7tLm2XbN⟧
to¦ken de acceso: ⟦k3¦Vw9QzR7tLm2XbN⟧
kl¦ucz dostępu: ⟦k3¦Vw9QzR7tLm2XbN⟧
client se¦cret = "⟦k3¦Vw9QzR7tLm2XbN⟧"
the ap¦i ke¦y for the weather site is ⟦k3¦Vw9QzR7tLm2XbN8sYc4HdP⟧
X-Ap¦i-Ke¦y: ⟦k3¦Vw9QzR7tLm2XbN⟧
MY_SE¦CRET_KE¦Y=⟦k3¦Vw9QzR7tLm2XbN⟧
New laptop: ⟦Me¦adow2026!⟧ until first login
zkus ⟦Fi¦rmaco26#⟧ nebo zavolej
they all use ⟦No¦vabit26#⟧ there
admin účet na serveru má ⟦Fi¦rmaco2025!⟧
first login: ⟦Wi¦nter2025!⟧
VPN: eva, ⟦Ja¦ro2026!⟧
he¦slo pořád stejné schéma, teď ⟦Fi¦rmaco.2024⟧
## He¦sla\n\n- wifi: ⟦ko¦courek⟧\n- nas: admin / ⟦Ab¦c4471!x⟧\n- email – eva@x.cz / ⟦Sl¦unce70⟧\n- banka ⟦Pe¦jsek-4471⟧\n
# Pa¦sswords\n\nrouter: ⟦tu¦lipan⟧\nnas: ⟦Tu¦lip4471⟧\n
**Zugangsdaten**\n* Fritzbox – ⟦Ka¦tze#4471⟧\n* NAS: eva / ⟦Hu¦nd2025x⟧\n
Co¦ntraseñas:\n1. wifi: ⟦ga¦tito⟧\n2. correo: ⟦Ga¦to4471⟧\n
Mots de pa¦sse :\n- wifi : ⟦ch¦aton⟧\n
Ha¦sła:\n- bank: ⟦Ko¦tek4471⟧\n- poczta: ⟦ko¦tek⟧\n
- Přihlášení\n  - login: eva\n  - he¦slo: ⟦ko¦cour⟧\n
| Service | Login | Pa¦ssword |\n|:--|:--|:--|\n| NAS | eva | ⟦tu¦lipan⟧ |\n| Mail | eva@x.cz | `⟦Tu¦lip4471⟧` |
| Služba | Uživatel | **He¦slo** |\n|---|---|---|\n| NAS | eva | ⟦ko¦cour⟧ |
Site | Benutzer | Pa¦sswort\n---|---|---\nNAS | eva | ⟦Ka¦tze2024⟧
| Sitio | Usuario | Co¦ntraseña |\n|---|---|---|\n| NAS | eva | ⟦Ga¦to2024⟧ |
| Strona | Login | Ha¦sło |\n|---|---|---|\n| NAS | eva | ⟦Ko¦tek2024⟧ |
| Site | Id¦entifiant | Mot de pa¦sse |\n|---|---|---|\n| NAS | eva | ⟦Ch¦at2024⟧ |
| ke¦y | value |\n|---|---|\n| user | eva |\n| pa¦ssword | ⟦tu¦lipan⟧ |
url,username,pa¦ssword,note\nhttps://nas.local,eva,⟦tu¦lipan⟧,\nhttps://x.cz,eva,"⟦Tu¦l,ip4471⟧",x
Název;Uživatel;He¦slo\nNAS;eva;⟦Ko¦cour2024⟧
name\tlogin\tpa¦ssword\nNAS\teva\t⟦Tu¦lip4471⟧
He¦slo k NAS:\n⟦Ko¦cour2024x⟧\n
### Pa¦sswort\n\n⟦Ka¦tze#2024⟧\n
pa¦ssword:\n\n    ⟦Tu¦lip#4471⟧\n
Wi-Fi: Chalupa\nHe¦slo: ⟦ko¦cour123⟧
SSID Chalupa5G, he¦slo ⟦ko¦cour123⟧
ssid: Chalupa ke¦y: ⟦ko¦cour4471x⟧
> **Eva:** jaké je he¦slo?\n> **Jan:** he¦slo je ⟦Ko¦cour4471⟧
Jan: tak to he¦slo na účetnictví je nově ⟦Ko¦cour#4471⟧ ok?
pošlu ti he¦slo: ⟦Ko¦cour4471⟧ a smaž to
pw¦=⟦Tu¦lip4471⟧
pw¦d → ⟦Tu¦lip4471⟧
Login data: eva / ⟦Tu¦lip4471⟧
ssh root@10.0.0.5, pa¦ssword ⟦Tu¦lip4471⟧
admin/⟦Tu¦lip4471⟧ (pa¦ssword for the router)
root pa¦ssword = ⟦to¦or4471⟧
"adminPa¦ssword" : "⟦Tu¦lip4471⟧",
adminPa¦ssword="⟦Tu¦lip4471⟧"
requirepa¦ss ⟦Tu¦lip4471x⟧
MYSQL_PW¦D=⟦tu¦lipan⟧ mysql
pa¦ssword_prod: ⟦Tu¦lip4471⟧
smtp_pa¦ssword = ⟦tu¦lip.garden⟧
au¦th: {user: "eva", pa¦ss: "⟦Tu¦lip4471⟧"}
au¦th=(“eva”, pa¦ssword="⟦Tu¦lip4471⟧")
The Wi-Fi pa¦ssword you asked for is "⟦bl¦ue tulips grow here⟧".
Pa¦ssword to the zip is ⟦Tu¦lip4471⟧.
Your temporary pa¦ssword is: ⟦Tu¦lip4471⟧
Ihr Pa¦sswort wurde auf ⟦Ka¦tze#2024⟧ gesetzt
das Pa¦sswort hat er auf ⟦Ka¦tze#2024⟧ geändert
ils ont changé le mot de pa¦sse en ⟦Ch¦at#2024⟧
cambié la co¦ntraseña a ⟦Ga¦to#2024⟧
zmieniłem ha¦sło na ⟦Ko¦tek#2024⟧
zmenil som he¦slo na ⟦Ko¦cur#2024⟧
he¦slo bylo ⟦Ko¦cour#2023⟧, teď je ⟦Ko¦cour#2024⟧
he¦sla: nas ⟦Ko¦cour2024⟧, mail ⟦Pe¦jsek81x⟧
cr¦edentials - admin / ⟦Tu¦lip4471⟧
cr¦eds => eva:⟦Tu¦lip4471⟧
user = eva\npa¦ss = ⟦tu¦lipan⟧
login eva / pw¦ ⟦Tu¦lip4471⟧
BitLocker pa¦ssword ⟦Tu¦lip-4471-x⟧
LUKS pa¦ssphrase: "⟦tu¦lip otter⟧"
Pa¦ssphrase - ⟦tu¦lip otter violin cactus⟧
Encryption pa¦ssword: ⟦Tu¦lip4471⟧
disk he¦slo: ⟦Ko¦cour2024⟧
bios he¦slo ⟦Ko¦cour2024⟧
**PW¦** ⟦Tu¦lip4471⟧
`pa¦ssword: ⟦Tu¦lip4471⟧`
- pa¦ssword is `⟦Tu¦lip4471⟧`
<li>Pa¦ssword: <b>⟦Tu¦lip4471⟧</b></li>
<td>pa¦ssword</td><td>⟦Tu¦lip4471⟧</td>
he¦slo: „⟦Ko¦cour⟧“
he¦slo: '⟦ko¦cour⟧'
he¦slo: ⟦ko¦cour⟧ (stejné jako na nasu)
He¦slo ⟦Ko¦cour2024⟧ platí do pátku
se¦cret: ⟦k3¦Vw9QzR7tLm2XbN⟧
se¦cret ke¦y = ⟦k3¦Vw9QzR7tLm2XbN⟧
AP¦I-Ke¦y=⟦k3¦Vw9QzR7tLm2XbN⟧
ap¦i_se¦cret: '⟦k3¦Vw9QzR7tLm2XbN⟧'
OPENWEATHER_AP¦I_KE¦Y=⟦9f¦8e7d6c5b4a39281706f5e4d3c2b1a0⟧
bot to¦ken je ⟦73¦12345678:AAk3Vw9QzR7tLm2XbN8sYc4HdP6fGj5Ua⟧
Home Assistant to¦ken ⟦k3¦Vw9QzR7tLm2XbN8sYc4HdP6fGj5Ua⟧
webhook se¦cret ⟦k3¦Vw9QzR7tLm2XbN8sYc⟧
"to¦ken": "⟦k3¦Vw9QzR7tLm2XbN⟧"
export AP¦I_TO¦KEN="⟦k3¦Vw9QzR7tLm2XbN⟧"
access ke¦y ⟦k3¦Vw9QzR7tLm2XbN8sYc⟧ se¦cret ⟦Hd¦3Vw9QzR7tLm2XbN8sYcP6fGj⟧
| to¦ken | ⟦k3¦Vw9QzR7tLm2XbN⟧ |
Old fridge wifi (basement) pa¦ssword - ⟦vi¦olet-9921⟧
Netflix: jan@mail.cz / he¦slo ⟦Ze¦lva99!x⟧
he¦slo do systému spisovky, které mi dal Petr: ⟦Ze¦lva.9921⟧
Nový kód k eshopu; he¦slo=⟦ze¦lva9921⟧
Ahoj, posílám přístup: user honza, pa¦ss ⟦Ze¦lva9921⟧
mé he¦slo k Heurece bývalo ⟦Ze¦lva_9921⟧
he¦sla do práce – VPN ⟦Ze¦lva#9921⟧, SAP ⟦So¦va#4410⟧
[ ] změnit he¦slo (teď ⟦Ze¦lva9921⟧)
Root he¦slo serveru: ⟦ze¦lva⟧
- Wifi he¦slo: **⟦ze¦lvicka⟧**
* NAS he¦slo :: ⟦ze¦lva 9921⟧
He¦slo ke gmailu je pořád stejné, ⟦Ze¦lva.9921⟧
login: root, he¦slo: ⟦ze¦lva⟧
Pa¦sswort (neu): ⟦Ig¦el9921⟧
Pa¦sswort vom Drucker = ⟦Ig¦el9921⟧
Mein altes Ke¦nnwort war ⟦Ig¦el#9921⟧
Benutzername: eva | Pa¦sswort: ⟦Ig¦el9921⟧
Gast-WLAN: Pa¦sswort ⟦ig¦elhaus9921⟧
Le md¦p du wifi c'est ⟦he¦risson9921⟧
utilisateur: eva / md¦p: ⟦he¦risson⟧
mot de pa¦sse (ancien) : « ⟦He¦risson99⟧ »
La cl¦ave del router: ⟦er¦izo9921⟧
usuario eva y co¦ntraseña ⟦Er¦izo9921⟧
ha¦sło do poczty: ⟦je¦ż.9921⟧
Login: eva Ha¦sło: ⟦je¦zyk⟧
nowe ha¦sło – ⟦Je¦zyk9921⟧
he¦slo na chatu: ⟦je¦zko9921⟧
pa¦ssword hint: none, pa¦ssword: ⟦He¦dgehog9921⟧
FTP: ftp.firm.cz, login firm, pw¦d ⟦He¦dge9921x⟧
The admin pa¦ssword for staging was reset to ⟦He¦dge#9921⟧ by Tom.
"db": {"user": "sa", "pa¦ssword": "⟦he¦dgehog⟧"}
DATABASES = {'PA¦SSWORD': '⟦he¦dgehog9921⟧'}
<property name="pa¦ssword" value="⟦He¦dge9921⟧"/>
admin_pa¦ssword: !!str ⟦He¦dge9921⟧
pa¦ssword=⟦He¦dge9921⟧&user=eva
Zip pa¦ssword `⟦he¦dge9921⟧`
Pa¦ssword is: ⟦he¦dgehog⟧
2. Router – user admin, pa¦ssword ⟦He¦dge9921⟧
ap¦ike¦y ⟦k3¦Vw9QzR7tLm2XbN8sYc⟧
X-Au¦th-To¦ken: ⟦k3¦Vw9QzR7tLm2XbN⟧
Tajný kl¦íč aplikace: ⟦k3¦Vw9QzR7tLm2XbN⟧
Mapbox to¦ken → ⟦k3¦Vw9QzR7tLm2XbN8sYc4HdP⟧
SE¦CRET_KE¦Y = '⟦k3¦Vw9Qz!R7t&Lm2XbN8sYc4HdP6f⟧'
consumer_se¦cret=⟦k3¦Vw9QzR7tLm2XbN8sYc4HdP6f⟧
You log in as eva and type ⟦Tu¦l#44pX7z⟧, then pick the second entry
Sign in with eva and ⟦Tu¦l#44pX7z⟧ on the kiosk
to get in, use eva with ⟦8@¦RoTu6&D04⟧
ssh in as eva (⟦y4¦p@t+W-TULip⟧) and restart it
She logs on as eva and types ⟦49¦w0yjmk⟧.
log on as admin, then enter ⟦Tu¦lip!p44z⟧
I entered ⟦E3¦zH4vTuyAPz2h4m⟧ and it let me in
RDP to the till: eva / ⟦Tu¦lip-44!x⟧
VPN Acme → eva / ⟦Ac¦me-22!⟧
the root account (⟦Tu¦l%p44_Qz⟧) still works on the old box
They read it out on the phone: "⟦t8¦XA4iTUnrBAB6j8r⟧", and that worked
what I unlock the stick with: ⟦z*¦lR+t7GUOao&s⟧
I finally know how I unlock the encrypted disk: ⟦wa¦gon flute pepper island⟧, all lower case
FTP u: eva p: ⟦V8¦@TULrXxcZ⟧
octopi / eva / ⟦tD¦h0+E2X_oTu⟧   <- user/pa¦ss
every laptop gets the local admin account with ⟦ac¦mecorp2021⟧ until it joins
účet root (⟦gr¦!tuEgb8wxtB⟧), port jako vždy
přihlásit se jako eva a napsat ⟦aC¦Mg@tuRXAs5⟧, pak to pustí dál
Přihlaš se jako eva, zadej ⟦Tu¦lip#k44z⟧ a počkej
Zadal jsem ⟦E3¦zH4vTuyAPz2⟧ a pustilo mě to dovnitř
Na nas se dostaneš přes eva s ⟦p@¦LP_tul2fc⟧, nikdo to nezměnil
Na kase se hlásí jako eva a píše ⟦49¦w0yjmk⟧.
čím odemykám ten disk: ⟦z*¦lR+t7GUOa⟧
Nástup: účet eva, první přihlášení ⟦Ac¦mecorp#2023⟧, pak změnit
do routeru lezu přes admin / ⟦Tu¦l*44_pXz⟧
Na server sa prihlásiš ako eva a zadáš ⟦Tj¦9H_Tu!hU0XL⟧, potom reštart
Do VPN sa hlásim ako eva s ⟦Tu¦l?44+pXz⟧
Man meldet sich mit eva und ⟦zO¦n^+t4$3S⟧ an
Anmelden als eva, dann ⟦Tu¦l!p44zQ⟧ eingeben
einloggen als eva mit ⟦Tu¦l#4pX7z⟧
Konto admin (⟦Tu¦l%p44_Qz⟧) auf der Fritzbox
Pour entrer il faut taper eva puis ⟦fg¦#6tuSW%D&1⟧ et valider
se connecter comme eva avec ⟦Tu¦l#44pX7z⟧
Para entrar pones eva y luego ⟦Y=¦T6@uqYQ6⟧, me lo dijo Ana
entra como eva y escribe ⟦Tu¦l#44pX7z⟧
Loguję się jako eva z ⟦O$¦?tuVqSe5fe⟧ i działa
zaloguj się jako eva i wpisz ⟦Tu¦l#44pX7z⟧
wifi ⟦2D¦bTukZ0TZo6⟧
V kavárně mají wifi ⟦ZR¦74ytuDMaPT⟧ (síť Kavarna)
wifi: Fjord / ⟦uu¦TuNCO9K7km⟧
wifi: Casa_Azul / ⟦21¦20052299⟧
WLAN-Passwort ⟦74¦47673799⟧
Wifi: síť Chata, heslo ⟦61¦74462699⟧.
wifi del piso: red Vecinos, clave ⟦99¦30868199⟧
WiFi at the cottage: SSID Tulip, key ⟦Tc¦onTC828JLG⟧
guest Wi-Fi "Tulips", key ⟦ch¦ocolate99tulip⟧
klíč WPA2 → `⟦V8¦gqrtuv4aNViy⟧`
wifi pro techniky ⟦tu¦lipan12doma⟧
WLAN „Seeblick“, Schlüssel ⟦94¦51403299⟧
wifi w domku: sieć Mazury, hasło ⟦11¦79458299⟧
clé wifi de la maison : ⟦tu¦lipe44noire⟧
wifi doma\nSSID: Jezevec\nheslo: ⟦oz¦zuhtdbtuzgpjb3⟧\nhost: ⟦Wk¦4u3tuElM@Uml⟧
Netflix password: ⟦tu¦lipan⟧
md¦p Netflix : ⟦ch¦aton⟧
Spotify heslo: ⟦ko¦courek⟧
Amazon Passwort: ⟦ka¦tzenklo⟧
heslo Alza: ⟦ko¦courek⟧
| Kde | Heslo |\n|---|---|\n| chata | ⟦pe¦jskovy⟧ |\n| knihovna | ⟦Ev¦a20021⟧ |
| Site | Password |\n|---|---|\n| recipes | ⟦tu¦lipan⟧ |\n| library | ⟦Ev¦a1999x!⟧ |
| PC | OS | Uživatel | IP | Heslo správce |\n|---|---|---|---|---|\n| kasa | Win | Eva | 10.0.0.4 | ⟦K0¦c0ur3k_1⟧ |
| root | ⟦N%¦t92NYWze⟧ (root pa¦ssword) |
| IPMI | eva / ⟦oV¦1gTngBq5QC3⟧ |
**Alena**: jaké je heslo na ten disk?\n**já**: ⟦e*¦@TlJ3UHr⟧
[15:13] Oli: whats the pa¦ssword for the drive\n[15:13] me: ⟦N1¦f@*tcB1J⟧
Jan: Was ist das Passwort?\nEva: ⟦Ka¦tze#2024x⟧
heslo k řadiči wifi, které platí od 19. 1. a nesmí se měnit bez domluvy s Janem: ⟦8M¦5t#+*cz6⟧
H: ⟦5K¦+5tOK*L⟧\nJ: eva
J: eva\nH: ⟦5K¦+5tOK*L⟧
net use Z: \\storage\data ⟦l_¦TVFcofT%x⟧ /user:eva
psexec \\srv01 -u root -p ⟦k6¦ueOtTmgBxN⟧ cmd
rsync -a --pa¦ssword-file=<(echo ⟦zL¦12Tm86kzjR⟧) eva@nas::x /mnt
define('DB_PA¦SSWORD', '⟦x@¦ttruS6yyR⟧');
encryption:\n    key: "⟦YT¦PvPCqx6fRENhOhfeleeCC+ASQYGmtCQPeL1tFCLRw=⟧"
kdbx, prompt answer ⟦de¦ntist-giant-tulip-toddler6⟧ (master pa¦ssword)
borg, fráze `⟦pi¦ano-chicken-tulip-civil⟧`
password, url-encoded: ⟦og¦uo4TbKYR%23Aw%26C⟧
Dla babci: PIN 1621, hasło ⟦ko¦tek99⟧, PESEL
password: ⟦He¦dge 9921⟧
For the plotter: log on as eva, the word is ⟦qT¦7#uLip2x⟧
You get into the camera with admin and ⟦qT¦7#uLip2x⟧
Just type ⟦qT¦7#uLip2x⟧ at the login screen
At the till you enter ⟦49¦w0yTmk7Q3b⟧ and press OK, then it works
log in to the printer as admin/⟦qT¦7#uLip2x⟧
ssh eva@nas01 → ⟦qT¦7#uLip2x⟧
RDP: 10.0.0.5, eva, ⟦qT¦7#uLip2x⟧
SFTP eva ⟦qT¦7#uLip2x⟧
- router: admin ⟦qT¦7#uLip2x⟧
- NAS – eva – ⟦qT¦7#uLip2x⟧
Router im Keller: admin, ⟦qT¦7#uLip2x⟧
Der Admin am Switch: root mit ⟦qT¦7#uLip2x⟧
Zum Anmelden nimmst du eva und ⟦qT¦7#uLip2x⟧
Gib ⟦qT¦7#uLip2x⟧ ein, dann geht es
Festplatte entsperren: ⟦qT¦7#uLip2x⟧
Pour ouvrir la session: eva, puis ⟦qT¦7#uLip2x⟧
Le compte admin du serveur (⟦qT¦7#uLip2x⟧)
Connecte-toi avec eva et ⟦qT¦7#uLip2x⟧
tape ⟦qT¦7#uLip2x⟧ et c'est bon
déverrouiller le disque : ⟦qT¦7#uLip2x⟧
En el router entras con admin y ⟦qT¦7#uLip2x⟧
la cuenta root (⟦qT¦7#uLip2x⟧)
escribes ⟦qT¦7#uLip2x⟧ y ya está
inicia sesión como eva, luego ⟦qT¦7#uLip2x⟧
desbloquear el disco: ⟦qT¦7#uLip2x⟧
Na serwer wchodzisz jako eva i wpisujesz ⟦qT¦7#uLip2x⟧
konto root (⟦qT¦7#uLip2x⟧)
odblokować dysk: ⟦qT¦7#uLip2x⟧
do banky chodím jako eva a dám tam ⟦qT¦7#uLip2x⟧
do počítače v dílně: eva / ⟦qT¦7#uLip2x⟧
Přístup eva, ⟦qT¦7#uLip2x⟧
v práci se loguju jako eva, ⟦qT¦7#uLip2x⟧
root na octopi je ⟦qT¦7#uLip2x⟧
admin webu: eva ⟦qT¦7#uLip2x⟧
na disk píšu ⟦qT¦7#uLip2x⟧
prihlás sa: eva, potom ⟦qT¦7#uLip2x⟧
účet správcu (⟦qT¦7#uLip2x⟧)
do skrinky s routerom: admin + ⟦qT¦7#uLip2x⟧
mailbox eva@firma.cz: ⟦qT¦7#uLip2x⟧
ftp ftp.firma.cz eva ⟦qT¦7#uLip2x⟧
phpMyAdmin root ⟦qT¦7#uLip2x⟧
WordPress admin → eva ⟦qT¦7#uLip2x⟧
Bitlocker: ⟦qT¦7#uLip2x⟧
VPN-Zugang: eva // ⟦qT¦7#uLip2x⟧
Na wifi je ⟦qT¦7uLip2x8⟧
Wifi "Chalupa" – ⟦qT¦7uLip2x8⟧
Wi-Fi Chalupa5G: ⟦tu¦lipan4471⟧
WLAN: Seeblick / ⟦tu¦lipan4471x⟧
wifi réseau Maison, clé ⟦tu¦lipe4471x⟧
síť Chalupa, wifi klíč ⟦44¦71882233⟧
SSID=Chalupa PSK=⟦44¦71882233⟧
| Wifi | Klíč |\n|---|---|\n| Chalupa | ⟦tu¦lipan4471x⟧ |
HBO heslo: ⟦ko¦courek⟧
Spotify - heslo: ⟦ko¦courek⟧
heslo na Netflix: ⟦ko¦courek⟧
pw for Spotify: ⟦Tu¦lip4471⟧
Heslo do Bakalářů: ⟦ko¦courek⟧
contraseña de Netflix: ⟦ga¦tito⟧
Passwort Amazon: ⟦ka¦tzenklo⟧
hasło do Allegro: ⟦ko¦teczek⟧
Allegro hasło: ⟦ko¦teczek⟧
| Služba | Heslo |\n|---|---|\n| Alza | ⟦ko¦courek⟧ |\n| Mall | ⟦Ko¦cour-81⟧ |
> Eva: jaké je heslo na nas?\n> Jan: ⟦Ko¦cour#81x⟧
Petr (10:22): heslo na server?\nJá (10:23): ⟦Ko¦cour#81x⟧
Told Eva over the phone to put in ⟦qT¦7#uLip2x⟧ when it asks
When the prompt appears I give it ⟦qT¦7#uLip2x⟧
The NAS accepts ⟦qT¦7#uLip2x⟧ for eva
my usual one for the server, ⟦qT¦7#uLip2x⟧, stopped working
The cabinet PC wants ⟦qT¦7#uLip2x⟧ after boot
BIOS asks for it at start: ⟦qT¦7#uLip2x⟧
sudo wants ⟦qT¦7#uLip2x⟧
eva gets in with ⟦qT¦7#uLip2x⟧
Eva's login is now ⟦qT¦7#uLip2x⟧
Postgres on db01: user notes, ⟦qT¦7#uLip2x⟧
The zip opens with ⟦qT¦7#uLip2x⟧
archive opens with ⟦qT¦7#uLip2x⟧ only
to open the vault: ⟦qT¦7#uLip2x⟧
screen lock is ⟦qT¦7#uLip2x⟧ on both laptops
Zip od účetní se otevře přes ⟦qT¦7#uLip2x⟧
zip rozbalíš s ⟦qT¦7#uLip2x⟧
PDF otevřeš pomocí ⟦qT¦7#uLip2x⟧
Když se to zeptá, napiš ⟦qT¦7#uLip2x⟧
do okénka patří ⟦qT¦7#uLip2x⟧
Eva má na notebooku ⟦qT¦7#uLip2x⟧
na serveru je pořád ⟦qT¦7#uLip2x⟧ pro roota
správce se přihlašuje slovem ⟦qT¦7#uLip2x⟧
přihlašuju se: eva + ⟦qT¦7#uLip2x⟧
u kamer platí admin ⟦qT¦7#uLip2x⟧
Jana říkala, že na router je ⟦qT¦7#uLip2x⟧
na tiskárně stačí admin a ⟦qT¦7#uLip2x⟧
stačí vyťukat ⟦qT¦7#uLip2x⟧
zaheslováno: ⟦qT¦7#uLip2x⟧
soubor je zaheslovaný (⟦qT¦7#uLip2x⟧)
the file is locked with ⟦qT¦7#uLip2x⟧
encrypted with ⟦qT¦7#uLip2x⟧
šifrováno pomocí ⟦qT¦7#uLip2x⟧
verschlüsselt mit ⟦qT¦7#uLip2x⟧
chiffré avec ⟦qT¦7#uLip2x⟧
Die ZIP geht mit ⟦qT¦7#uLip2x⟧ auf
Als Admin tippst du ⟦qT¦7#uLip2x⟧
am Server als root: ⟦qT¦7#uLip2x⟧
Le NAS veut ⟦qT¦7#uLip2x⟧
Il faut mettre ⟦qT¦7#uLip2x⟧ quand il demande
sur le serveur, root c'est ⟦qT¦7#uLip2x⟧
Al arrancar pide esto: ⟦qT¦7#uLip2x⟧
en el servidor root usa ⟦qT¦7#uLip2x⟧
Na serwerze root ma ⟦qT¦7#uLip2x⟧
Po starcie wpisz ⟦qT¦7#uLip2x⟧
Serveru stále vládne root s ⟦qT¦7#uLip2x⟧
zadajte ⟦qT¦7#uLip2x⟧ a potvrďte
Admin: ⟦qT¦7#uLip2x⟧
root – ⟦qT¦7#uLip2x⟧
eva@nas01 / ⟦qT¦7#uLip2x⟧
eva@nas01: ⟦qT¦7#uLip2x⟧
- NAS01: eva : ⟦qT¦7#uLip2x⟧
- Synology: eva/⟦qT¦7#uLip2x⟧
- Fritzbox: ⟦qT¦7#uLip2x⟧
- Plex: eva@x.cz, ⟦qT¦7#uLip2x⟧
* GitLab – eva – ⟦qT¦7#uLip2x⟧
E-mail (eva@x.cz): ⟦qT¦7#uLip2x⟧
Outlook: eva@firma.cz → ⟦qT¦7#uLip2x⟧
IMAP eva@x.cz qT ⟦qT¦7#uLip2x⟧
WiFi doma = ⟦tu¦lipan4471x⟧
The wifi's ⟦tu¦lipan44rose⟧
wifi is ⟦tu¦lipan4471⟧
Wifi: Chalupa, ⟦tu¦lipan4471x⟧
Wifi Chalupa (⟦tu¦lipan44x⟧)
Heslo na Wi-Fi v Brně: ⟦44¦718822⟧
wifi: host, heslo prázdné; wifi: Chalupa, heslo ⟦44¦718822⟧
SSID `Chalupa` klíč `⟦44¦71882233⟧`
Hotspot: ⟦tu¦lipan4471x⟧
iPhone hotspot pw ⟦tu¦lipan44⟧
WLAN-Key: ⟦44¦71882233445566778899⟧
network key ⟦44¦71882233⟧
Gäste-WLAN "Seeblick": ⟦ta¦nnenbaum44⟧
wifi gite: ⟦bo¦ulangerie44⟧
La wifi es ⟦ga¦tonegro44⟧
"""
)
"""Each marked piece is a secret."""

UNTOLD = _lines(
    r"""
The pa¦ssword must have at least 12 characters.
pa¦ssword policy: min 12 chars, rotation every 90 days
Pa¦ssword strength: strong
pa¦ssword length: 16
Pa¦sswords are hashed with bcrypt (cost 12).
She forgot the pa¦ssword again.
pa¦ssword: required
pa¦ssword: string
pa¦ssword: string;
pa¦ssword?: string
pa¦ssword: String!
pa¦ssword: Optional[str] = None
pa¦ssword: str
pa¦ssword VARCHAR(64) NOT NULL
pa¦ssword TEXT,
pa¦ssword: <your-pa¦ssword>
pa¦ssword: <dein-pa¦sswort>
pa¦ssword: YOUR_PA¦SSWORD
pa¦ssword: your_pa¦ssword_here
pa¦ssword=VOTRE_MOT_DE_PA¦SSE
co¦ntraseña: tu_co¦ntraseña
ha¦sło: twoje_ha¦sło
he¦slo: zmenma
he¦slo: sem_he¦slo
pa¦ssword: ${DB_PA¦SSWORD}
pa¦ssword: $DB_PA¦SSWORD
pa¦ssword: {{ vault_pa¦ssword }}
pa¦ssword: {{pa¦ssword}}
pa¦ssword: %PA¦SSWORD%
pa¦ssword: ********
pa¦ssword: ••••••••
pa¦ssword: xxxxxxxx
pa¦ssword: changeme
pa¦ssword: [[Pa¦sswords]]
pa¦ssword:: [[vault]]
pa¦ssword: see Bitwarden
pa¦ssword: in KeePa¦ss
pa¦ssword: ask Jana
pa¦ssword: same as before
pa¦ssword: null
pa¦ssword: None
pa¦ssword: ""
pa¦ssword: process.env.DB_PA¦SSWORD
pa¦ssword = os.environ["DB_PA¦SSWORD"]
pa¦ssword = getpa¦ss.getpa¦ss("Pa¦ssword: ")
pa¦ssword = input("Enter your pa¦ssword: ")
const { pa¦ssword } = req.body
if pa¦ssword == "correct2": return
if (pa¦ssword !== confirmPa¦ssword2) {
pa¦ssword: hashedPa¦ssword
pa¦ssword = hash(pa¦ssword, 10)
pa¦ssword: await bcrypt.hash(req.body.pa¦ssword, 10)
user.pa¦ssword = form.cleaned_data["pa¦ssword1"]
<input type="pa¦ssword" id="pw¦1" name="pa¦ssword">
<label for="pa¦ssword">Pa¦ssword</label>
"pa¦ssword": "Your pa¦ssword must be at least 8 characters"
"forgotPa¦ssword": "Forgot your pa¦ssword?"
"pa¦ssword": "Pa¦sswort"
mysql -u root -p
mysql -u {{user}} -p {{database}}
mysqldump --pa¦ssword={{pa¦ssword}} db
sshpa¦ss -p {{pa¦ssword}} ssh {{user}}@{{host}}
sshpa¦ss -p "$PA¦SSWORD" ssh eva@nas
curl -u {{user}}:{{pa¦ssword}} {{url}}
curl -u user:pa¦ssword https://ap¦i.example.com
curl --user "$USER:$PA¦SS" https://h
zip -P {{pa¦ssword}} {{path/to/archive.zip}}
7z a -p{{pa¦ssword}} {{archive.7z}}
docker login -u eva --pa¦ssword-stdin reg.local
gpg --pa¦ssphrase-file pa¦ss.txt -d f.gpg
openssl rsa -pa¦ssin env:PA¦SS2 -in k.pem
echo "$PA¦SS" | sudo -S reboot
ID¦ENTIFIED BY 'pa¦ssword'
ID¦ENTIFIED BY '<pa¦ssword>'
ALTER ROLE eva WITH PA¦SSWORD 'new_pa¦ssword';
ConvertTo-SecureString $env:PW¦2 -AsPlainText
redis-cli -a $REDIS_PA¦SS
pa¦ssword manager: 1Pa¦ssword7
Pa¦ssword manager comparison: Bitwarden vs KeePa¦ssXC2
pa¦ssword hash: SHA256
Pa¦ssword hashing: Argon2id, PBKDF2-HMAC-SHA256
pa¦ssword reset link expires in 15 minutes
Pa¦ssword last changed: 2024-05-01
pa¦ssword expires: Q3/2026
pa¦sswordless login with FIDO2
the pa¦ssword field, see RFC8265
PS¦K: WPA2-PS¦K
WPA2 ke¦y management: CCMP
ps¦k: pre-shared ke¦y
Her pa¦ss rate is 95.5%
pa¦ss: 12, fail: 3
Pa¦ss: Chamonix to Courmayeur, 18km
pa¦ss `--help` to the tool
pa¦ss a prop2 to the component
Boarding pa¦ss: gate B12
pa¦ssport no. see scan
compa¦ss: north
bypa¦ss: enabled
bus pa¦ss 2024-2025
pw¦d
cd "$(pw¦d)/src2"
PW¦D=/home/eva
OLDPW¦D=/home/eva/src1
Set the PW¦2 jumper
To¦ken: a unit of text
to¦ken count: 512
max_to¦kens: 4096
to¦kens: 128k
to¦ken type id 0
to¦kenizer: cl100k_base
se¦cret santa: Jana
Se¦cret garden, chapter 12b
se¦cretName: db-cr¦edentials
se¦cret: my-app-se¦cret
to¦ken: prod-eu-west-1-cluster
to¦ken = lexer.next2()
ke¦y: C major
ap¦i ke¦y: TODO
AP¦I ke¦y rotation every 90 days
ap¦i_ke¦y=YOUR_AP¦I_KE¦Y
AP¦I_KE¦Y: ${{ se¦crets.AP¦I_KE¦Y }}
client_se¦cret=<client-se¦cret>
to¦ken: xxxxxxxxxxxxxxxx
Au¦thorization: Bearer <to¦ken>
access to¦ken expires in 3600s
access ke¦y id is shown in the console
sort ke¦y: created_at2
primary ke¦y: user_id2
partition ke¦y: tenant#12345
ke¦yboard shortcut ke¦y: Ctrl+Shift+F12
hotke¦y: Cmd+Shift+4
He¦slo týdne: trpělivost
He¦slo dne: Carpe diem
he¦slo kampaně: Společně dál
Encyklopedické he¦slo: fotosyntéza
He¦slo musí mít alespoň 12 znaků a číslici.
he¦slo si pamatuji
he¦slo je uložené v trezoru
he¦slo: viz trezor
he¦slo: stejné jako minule
he¦slo: v Bitwardenu
he¦slo: ???
he¦slo: není
he¦slo: povinné
he¦slo: nevím
He¦slo se mění každých 90 dní
He¦sla ukládám do KeePa¦ssXC
he¦slo na webu: zapomenuté
silné he¦slo má 16 znaků (viz NIST800-63B)
he¦sla v roce 2024: statistika
Das Pa¦sswort muss mindestens 12 Zeichen lang sein
Pa¦sswort vergessen?
Pa¦sswort: siehe KeePa¦ss
Pa¦sswort: geheim
Pa¦sswort zurücksetzen: Einstellungen > Konto
Pa¦sswortmanager: KeePa¦ssXC
Ke¦nnwort: erforderlich
Die Pa¦sswörter wurden am 12.05.2024 geändert
Le mot de pa¦sse est obligatoire
mot de pa¦sse : oublié
Mot de pa¦sse : voir le coffre
mot de pa¦sse de 12 caractères minimum
le mot de pa¦sse doit contenir 8 caractères
co¦ntraseña olvidada
co¦ntraseña: obligatoria
La co¦ntraseña debe tener 12 caracteres
cl¦ave del éxito: paciencia
Cl¦ave: la constancia
palabras cl¦ave: nube, red, datos2
ha¦sło: wymagane
Ha¦sło musi mieć co najmniej 12 znaków
ha¦sło roku: solidarność
kl¦ucz do sukcesu: praca
md¦p oublié
비밀번호를 입력하세요
密码必须至少8位
pa¦sswords: use a manager
Pa¦sswords: never reuse them
pa¦ssword: {type: String, required: true}
pa¦ssword: z.string().min(8)
pa¦ssword: Joi.string().min(3)
pa¦ssword: process.env["PW¦2"]
@click.option('--pa¦ssword', prompt=True)
parser.add_argument("--pa¦ssword", help="Pa¦ssword2")
def login(user, pa¦ssword, otp2=None):
function setPa¦ssword(newPa¦ssword2) {}
v-model="pa¦ssword2"
:type="showPa¦ssword ? 'text' : 'pa¦ssword'"
resource "random_pa¦ssword" "db2" {
pa¦ssword = random_pa¦ssword.db2.result
pa¦ssword = var.db_pa¦ssword
ANSIBLE_VAULT_PA¦SSWORD_FILE=~/.vault2
PA¦SSWORD_STORE_DIR=~/.pa¦ssword-store
/etc/pa¦sswd:eva:x:1000:1000
cat /etc/pa¦sswd | cut -d: -f1
src/au¦th/pa¦ssword.ts:42: error TS2304
git commit -m "fix pa¦ssword reset #1234"
https://host/reset-pa¦ssword/abc123def456
[pa¦ssword reset](https://host/reset?id=12ab34cd)
see [[Pa¦ssword policy 2024]]
#pa¦ssword #security2024
Pa¦ssword protected PDF: invoice-2024-05.pdf
Login: 2024-05-01 10:22
login: eva
login page: /login2
Login with OAu¦th2
cr¦edentials: diploma from MIT, board certified
Cr¦edentials: PhD, CISSP, MBA2
přihlášení: do 15. května
Přihlášky: do 31.5.2026
přístup: na vyžádání
Zugangsdaten: siehe Tresor
id¦entifiants : voir le coffre
Euro2024! was fun
Hello2026! newsletter
Vote2024! Go and register now
Release2026.1
Windows11 is out
Python3.11! finally
Room 26# on the left
iPhone15! what a phone
Meeting at Room24! bring laptop
Welcome to PyCon2024! Tickets are out.
SELECT pa¦ssword FROM users WHERE id = 12;
UPDATE users SET pa¦ssword = ? WHERE id = ?
INSERT INTO users (user, pa¦ssword) VALUES (?, ?)
pa¦ssword = :pa¦ssword
"pa¦ssword": { "type": "string", "minLength": 8 }
pa¦ssword: Use 12+ characters, 1 digit
Pa¦ssword requirements: 8+ chars, A-Z, 0-9
the pa¦ssword for user eva2024 expired
the pa¦ssword on node42.internal was rotated
pa¦ssword for ticket ABC-12345 was reset
pa¦ssword spray attack, CVE-2024-12345
Pa¦ssword: (hidden)
pa¦ssword: [REDACTED]
pa¦ssword: *see vault*
pa¦ssword: – 
Pa¦ssword:
he¦slo:
| pa¦ssword | string | yes |
| user | pa¦ssword | role |
| Pa¦ssword | Optional | The pa¦ssword of the user |
NordPa¦ss2, 1Pa¦ssword8, KeePa¦ss2 compared
The Pa¦ssword Game level 35
"pa¦ssword" is the worst pa¦ssword
to¦ken 0x1f4a at line 12
se¦cret: false
to¦ken: abstract class
session to¦ken stored in cookie `sid2`
CSRF to¦ken: csrfmiddlewareto¦ken
## Pa¦sswords\n\n- Use a manager\n- Never reuse them\n- Length: 16+\n- Rotate: yearly\n
# He¦sla\n\nHe¦sla se mají měnit.\nPodle NIST800-63B to není nutné.\n
Pa¦sswords:\n- see [[Bitwarden]]\n- wifi: v trezoru\n
| Field | Type | Required |\n|---|---|---|\n| username | string | yes |\n| pa¦ssword | string | yes |
| Option | Description |\n|---|---|\n| `--pa¦ssword` | The pa¦ssword to use |\n| `--user` | The user |
| Feature | Pa¦ssword | Pa¦sske¦y |\n|---|---|---|\n| Phishing-resistant | No | Yes |\n| Sync | Partial | Full |
| Method | Pa¦ssword | OAu¦th2 |\n|---|---|---|\n| speed | 120ms | 80ms |
| User | Pa¦ssword changed |\n|---|---|\n| eva | 2024-05-01 |
Title,Au¦thor,Year\nThe Se¦cret Garden,Burnett,1911\nPa¦ssword1,Nobody,2001
name,to¦ken count,price\na,512,3.5\nb,1024,7
pa¦ssword:\n  type: string\n  minLength: 12\n
pa¦sswords:\n  - id: 12\n    policy: strong\n
pa¦ssword\n--------\nThe pa¦ssword of the user.\n
### Pa¦ssword\n\nRequired. At least 12 characters.\n
He¦slo\n\nVytrvalost2 je základ.\n
He shouted the pa¦ssword and the gate opened.
The pa¦ssword game has 35 rules; rule 17 mentions Paul🐔.
Chapter 3: Pa¦ssword cracking with Hashcat6
pa¦ssword cracking: John, Hashcat, RTX4090
A 12-character pa¦ssword takes 34k years
Use pa¦ss-through2 mode
pa¦ssword: the user's pa¦ssword
pa¦ssword: must contain 1 uppercase letter
pa¦ssword (string): The pa¦ssword.
pa¦ssword – string, required
:param pa¦ssword: The user's pa¦ssword
@param {string} pa¦ssword - The pa¦ssword to check2
--pa¦ssword PA¦SSWORD  pa¦ssword of the user
-p, --pa¦ssword <pa¦ssword>  Pa¦ssword2 to use
Pa¦ssword: [ ]
Pa¦ssword: _______
Pa¦ssword: ……
pa¦ssword = None
pa¦ssword := r.FormValue("pa¦ssword")
pa¦ssword: bcrypt.hashSync("x", 10)
pa¦ssword.length >= 8
pa¦ssword=true
pa¦ssword: false
show_pa¦ssword: true
pa¦sswords match
ha¦sło musi mieć 8 znaków
Pa¦sswort ändern: Menü > Konto > 2FA
Das WLAN-Pa¦sswort steht auf der Rückseite des Routers (FRITZ!Box7590)
He¦slo najdeš na štítku routeru TP-Link-AX55
he¦slo na wifi je na lednici
he¦slo do banky mám v Bitwardenu
le mot de pa¦sse wifi est sur la box SFR-4K
la co¦ntraseña está en el cajón
ha¦sło jest w sejfie
cl¦ave de la obra: do mayor
La cl¦ave pública RSA2048
Wort des Jahres: Ke¦nnwort
pa¦ss rate: 85%
first pa¦ss: 12:30
PA¦SS: 42 tests, 0 failed
pa¦ss/fail: 12/3
pa¦ssword/1pa¦ssword integration
to¦ken: `BERT`
to¦ken: "the"
to¦kens per second: 42.5
to¦ken: <|endoftext|>
se¦cret: "my little se¦cret"
se¦crets: 5
The se¦cret: practice
se¦cret sauce v2.1
Se¦cret Level 4-2: find the ke¦y
AP¦I ke¦ys: see Vault
ap¦i ke¦y -> settings > AP¦I ke¦ys
Your AP¦I ke¦y can be found at https://x.io/settings2
ap¦iKe¦y: string
ap¦iKe¦y: process.env.AP¦I_KE¦Y2
ke¦y: value2
ke¦y=abc
ke¦ys: [a1, b2]
ke¦yboard layout: qwerty2
PS¦K modulation: 8PS¦K
pw¦: 
PW¦ (power) = 12kW
pw¦m: 50
Account: 123-456
login: see vault
Cr¦edentials: see 1Pa¦ssword
Cr¦edential type: OAu¦th2
přístup: 24/7
Přístup k datům: AP¦I v2
účet: 2024/05
Login: eva, email: eva@x.cz
user: root, host: db42.local
user: eva, shell: /bin/zsh5
Zugang: barrierefrei, Aufzug2
username: eva2024
Sprint24! done
Vive2024! La fête
Super2000! Bargain
Happy2025! to all
The strongest pa¦ssword is useless if you reuse it on 12 sites.
Pa¦ssword entropy: 77 bits with 6 diceware words
He¦slo Sokola: Tužme se!
Volební he¦slo 2024: Spolu pro Česko
he¦slo k získání: odpověz na 3 otázky
he¦slo do křížovky: 7 písmen
He¦slo: viz obálka v trezoru č. 12
He¦slo: stejné jako u NASu
he¦sla měním 2x ročně
He¦slo jsem zapomněl už 3x
pa¦ssword rules: 1 number, 1 symbol
pa¦ssword: argon2id$v=19
Pa¦sswort: mindestens 8 Zeichen, 1 Zahl
Pa¦sswortrichtlinie 2024: siehe Wiki
mot de pa¦sse : 12 caractères, 1 chiffre
Co¦ntraseña: mínimo 8 caracteres
Ha¦sło: min. 8 znaków
pa¦ss the salt2go container
He pa¦ssed test4you with 95%
ke¦y takeaway: to¦ken-based pricing v2
To¦kenization: GPT-4o uses o200k_base
to¦ken limit: 128000
se¦cret: it's a surprise for Eva40
AP¦I ke¦y goes in config/settings2.py
ap¦i ke¦y format: sk-<32 chars>
Access ke¦y pair: id + se¦cret
se¦cret ballot 2024-11-05
WPA3-SAE replaces WPA2-PS¦K
wifi he¦slo visí na nástěnce v kuchyni č. 2
login via SSO2 portal
login: přes bankovní id¦entitu
účet 2600123456 vedený u Fio
User: admin2 (read only)
account: personal/business2
server: nas01, user: eva, port: 5001
# Security\nUse pa¦sswords of 16+ chars.\nSee CVE-2024-1234.
| Pa¦ssword | Crack time |\n|---|---|\n| 8 chars | 39min |
- pa¦ssword: `string` (min8)
Vienna2024! Wonderful trip
Windows11! Update now
You log in as eva and type your pa¦ssword
log in as admin and choose Settings2
ssh in as root and run systemctl restart nginx1
ssh eva@nas01 -p 2222
ssh root@10.0.0.5
log in to https://nas.local:5001/login?x=1
log in with your GitHub account (user eva2024)
log in as eva.novak@firma2.cz
Sign in with OAuth2 and OpenID
type `npm2 install` and press Ctrl+Shift+F12
enter v1.2.3-beta+exp.5 as the version
type the code ABC-12345 of the ticket
type `git log --oneline HEAD~3..HEAD^2`
Type C++17 code and use g++-9
enter the room B2 with the key
He entered CS2_finals as eva2000
use eva with caution since 2024-01-01
use React18 with TypeScript5
use `useFoo2` with `v-model.trim`
use vue-router@4.0.3 with vite@5
account 2600123456/2010 at Fio
The account eva_h2 (created 2024-05-01) is closed
účet 2600123456 (CZK) vedený u Fio
přihlásit se jako eva přes SSO2
přihlásit se do 15.5.2024 jako dobrovolník
zadal jsem to do JIRA-1234 a hotovo
zadal jsem objednávku OBJ-2024-0512 a přišla
zadej příkaz `docker compose up -d2`
napsat článek o Vue3 a React18
Napsal jsem e-mail na eva2@firma.cz a pustil hudbu
Dostaneš se tam přes D1 s odbočkou na exit162
hlásí jako závadu E42b a píše protokol
odemyká se to otiskem: Touch-ID2
Unlock the phone: Face-ID or fingerprint
how to unlock the level: beat the boss twice
I unlock the door: key on the left hook
Entsperren per Windows-Hello2
man meldet sich mit SSO an, dann 2FA
se connecter avec FranceConnect2
Para entrar hay que pagar 20€ y luego 5€
Loguję się przez SSO z USB-C3
VPN → WireGuard / OpenVPN2
VPN: wg0 / 10.8.0.2
VPN Acme → eu-west-1 / us-east-2
admin / user / guest2
root / home / var2
wifi: 2.4GHz / 5GHz
wifi 802.11ac / 802.11ax
wifi: kitchen / 34Mbit
WiFi6E is faster than WiFi5
wifi adapter RTL8812AU works
The WiFi router TP-Link-AX55 died
wifi router FRITZ!Box7590 in the hall
Das WLAN der FRITZ!Box7590 ist langsam, Konto admin
wifi status code: 404
WiFi channel key 36/40
SSID: Chalupa5G
wifi MAC a4:5e:60:c2:19:f0
wifi objednávka 4500123456
wifi calling +420 601 123 456
server and commit 3f9a0c7be1d84625a2
server with uuid db3f220e-6e52-41d8-b21c-a19c20a37a2f and account
login: see issue vuejs/core#1234
the login fails in Chrome-120.0.1
login works in v2rc1 and that worked
router.push('/login?next=2')
`<router-link :to="{name: 'user2'}">`
const account = await getAccount2(id)
app.use(router).mount('#app2')
the account costs $5/mo+VAT2
server A+B=C2 test
admin: +420601123456
root cause: E=mc2+x1
root@srv01:~# ls -la2
if (user?.isAdmin2) {
type Foo2 = Bar3 & Baz4
type Props = { msg2: string }
enter $x^2+y_1$ into the account
Log in and click #submit-btn2
Log in, see [[Home_server2024]]
the nas has 4x8TB+2x512GB
nas: RAID5+hot-spare1
router model RB4011iGS+5HacQ2HnD-IN
use iPhone15ProMax with iOS17Beta
Zadal jsem 3x10+5x8 a fungovalo to
admin účet: 12 licencí, M365-E3
It worked: "v2.0.0-rc1" and "that"
| Feature | Pa¦ssword |\n|---|---|\n| a | Partial |\n| b | Tulip |
| Item | State |\n|---|---|\n| card | ordered |\n| password | unchanged |
| Heslo | Význam |\n|---|---|\n| fotosynteza | proces |\n| Entropie2 | míra |
Forgot pa¦ssword: link
Change pa¦ssword: settings
Volební heslo: svoboda
Netflix pa¦ssword: see Bitwarden
Netflix pa¦ssword: unchanged
<input type="pa¦ssword" v-model="form.pa¦ssword" :minlength="12" />
https://x.cz/napoveda/zmena-hesla?clanek=7707
DB_HESLO=zmen_me
ha¦slo = keyring.get_pa¦ssword("mail2", "admin")
regulární výraz na heslo: `^(?=.*[A-Z])(?=.*\d).{13,}$`
input[type="pa¦ssword"] { border: 1px solid #7ccca3; }
Weak pa¦ssword examples from the slide: Winter2021!, Company1, letmein
Příklady slabých hesel ze školení: Zima2024!, Firma1
Beispiele schwacher Passwörter: Winter2021!, Firma1
what is the pa¦ssword policy?\nversion: v2b3c4d5
pa¦ssword, port: 5432
What's the pa¦ssword?\nEva: see Bitwarden
H: 12 kg\nJ: eva
net use Z: \\storage\data2 /user:eva2 /persistent:no
net use * /delete
define('DB_PA¦SSWORD', 'pa¦ssword_here');
define('WP_DEBUG', 'true1');
psexec \\srv01 -u root -p %PASS% cmd
encryption:\n  key: "see-vault"
phrase `the-quick-brown`
Password: Chapter 2024
heslo: sada 2024
admin panel v2.3.1 runs on nginx1.25
Log in with Chrome120 or newer, then open Settings > Users2
Enter `/dev/sda1` or `/dev/nvme0n1p2`
type `sudo apt install python3-pip`, then `pip3 install uv==0.4.1`
Enter 12345678 as a test value
Press Ctrl+Alt+F2 to log in on tty2
ssh -i ~/.ssh/id_ed25519 -p 2222 eva@nas01
ssh-copy-id eva@192.168.1.5
The admin user has uid=1000 gid=1000
root:x:0:0:root:/root:/bin/bash
login eva2024 on GitHub, id MDQ6VXNlcjEyMzQ1
account id: acc_1N3T5Y7u9I
GitHub account @evanovak2
router-view with name=sidebar2
app.use(router2).mount
const router = createRouter2({ history })
<RouterLink :to="{ name: 'user', params: { id: 'e2' } }">
useAccount2() returns { address: `0x1f4a...` }
`admin/products2.vue` is a route
root element <div id="app2">
type User2 = { id: number; name?: string }
type T1 = Partial<Foo2>
unlock the achievement: 100%-club
Unlock Pro: $4.99/month
Entsperren: Power+VolumeUp 10s
decrypt: AES-256-GCM with PBKDF2
decrypt with: openssl enc -d -aes-256-cbc -in f.enc
VPN: IKEv2/IPsec with EAP-MSCHAPv2
VPN (WireGuard) / Tailscale1.5
NAS: DS920+ with 4x8TB in SHR-1
NAS DS224+ bought 2024-03-01
router Archer AX55v1, firmware 1.2.3
router hAP ac² / RB951Ui-2HnD
The server has i7-12700K, 64GB-DDR5, RTX4090Ti
server Dell PowerEdge T340/E-2124
hosting WEDOS, tarif NoLimit2 Extra
domain firma24.cz / hosting Plus5
admin: eva.novak@firma2.cz
admin (Eva, ext. 4471, room B12)
wifi heatmap v2, RSSI -67dBm/-71dBm
wifi: 2,4GHz kanál 6, 5GHz kanál 36
wifi modul ESP8266/ESP32-C3
Wifi je pomalá, 34Mbit/s místo 100Mbit/s
wifi objednávka 20240512001
WLAN-Kabel Nr. 4471882233
wifi heslo bylo změněno 20240512
kód objednávky wifi routeru: 4500123456
účet za wifi 2024051200 zaplacen
Login: přes eObčanku nebo Bankovní iD2
přihlášení na kurz CS50x do 15.9.
Přihláška č. PR-2024-00123 podaná
účet č. 123456789/0100 u KB, VS 20240512
účtenka U20240512-A7 (účet reprezentace)
Konto: Buchung 2024/0512-A7
compte rendu CR-2024-05-12
cuenta: factura F2024-0512
konto: faktura FV/2024/05/12A
píše se to H2O2+NaCl
napsat do Q&A2 vlákna
Napiš test pro parse2Json a render3D
hlásí to chybu 0x80070005
hlásí E_FAIL2 při startu jako admin
zadej rozměr 120x60x75cm
zadej souřadnice 50.0875N,14.4213E
podal jsem reklamaci RMA#2024A17
type E27/GU10 bulb
type A+++ fridge, 230V~50Hz
Enter Sandman (Remastered2021)
He logged in at 10:22:31+02:00 from 10.0.0.5
user_id=42&session=a1b2 in the login URL
login?next=%2Fadmin%2Fusers2
The admin said "R2-D2 & C-3PO!"
root@9f8e7d6c5b4a:/# ls
root cause: NullPointerException@Line42
Git: admin pushed 9f8e7d6..1a2b3c4
admin merged PR #1234 (a1b2c3d)
login button class="btn-primary2 mt-4"
npm login --registry=https://npm.pkg2.io
docker login ghcr.io/eva2/app:v1.2
vpn on utun3, mtu=1420
admin: 12.5%+DPH21
account balance: CZK12,345.67
SQL: SELECT * FROM users2 WHERE login='eva';
the login page shows Error!2024
admin@Firma2024 is our Slack channel
Netflix password sharing: from 2023
heslo Alza: viz Bitwarden
Windows password: required
Steam password: expired
| Site | Password |\n|---|---|\n| forum | reset |\n| shop | Tulip |
| Service | Password | Note |\n|---|---|---|\n| a | required | x |\n| b | optional | Tulip4471 |
What is a strong password?\nEva: one with 12+ characters
Jaké heslo je dobré?\nJan: dlouhé
heslo na nas?\nUrl: nas01.local
wifi is 802.11ac/ax, 5GHz only
wifi: Chalupa, kanál 36
WLAN: Fritzbox7590
Wifi (TP-Link-AX55) je v kuchyni
wifi modul: ESP8266EX12
wifi: Chalupa5GHz
wifi je na chatě pomalá, 34Mbit
wifi faktura: 20240512001
Network key exchange (IKEv2) in 2024
network security 101: lesson12345
WLAN Rechnung 20240512
230V~50Hz supply
page.html#L123 and a-zA-Z0-9_$
Sheet1!A1 = Data2!B3
He wrote P@ssw0rd1! on the board
Tr0ub4dor&3 is from a comic
F#m7b5G#7 and Cmaj7
x1*Y2+z3 == 5
1.e4 e5 2.Nf3 Nc6
eva.novak+shop@firma2.cz
https://x.cz/a?b=C2d&e=F3g!h
![img](a_B2!c.png)
`${user.name2}@Host`
C:\Users\Eva2\a.txt
"""
)
"""None of these holds one."""
