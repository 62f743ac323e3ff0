"""Words of a sentence in which somebody logs in, types something, or opens something. Lower case.

A stem stands for every word that starts with it.
"""

from __future__ import annotations

LOGIN_STEMS = (
    "login", "logon", "logujesz", "loguj", "loguje", "zalogu", "přihl", "prihl", "hlás", "hlási",
    "hlasi", "dostan", "anmeld", "angemeld", "meldet", "melden", "einlog", "eingelog", "logge",
    "connecte", "connexion", "entrer", "entrar", "entra", "inicia", "acced", "prihlás", "ssh",
    "wchodz", "chodím", "lezu", "leze",
)  # fmt: skip
"""How words start that say that somebody gets in."""

LOGIN_PAIRS = frozenset({"in", "on", "into", "onto", "se", "sesión", "sesion"})
LOGIN_FIRST = frozenset("log logs logged logging sign signs signed get gets got let".split())
"""The same in two words: one of these, and one of the pairs."""

TYPE_WORDS = frozenset(
    """
    type types typed typing enter enters entered zadal zadala zadali zadat zadám zadáš zadá zadáme
    zadáte zadej zadejte zadaj zadajte zadan zadáno napsat napíšu napíšeš napiš napište napsal
    napsala píšu píše píšeme píšeš naťukal naťukala naťukat naťukej vyťukat vyťukej zadať zadávaš
    zadávam zadávám napísať napíš napíšeš píšem eingeben eingegeben eingibst gib gibt geben gebe
    tippe tippt tippst tippen getippt taper tapez tape tapé tapes saisir saisis saisissez saisi
    escribe escribes escribir escribo pon pones poner pongo introduce introduces introducir
    introduzco teclea teclear tecleas wpisz wpisać wpisuję wpisujesz podaj podać podaję dám dáš
    dáme dáte dej dejte dávám nimmst
    """.split()
)
"""Words that say that something is typed."""

USES = frozenset(
    "use uses used using použij použít benutze nimm utilise utilisez usa usar użyj".split()
)

JOINS = frozenset(
    """
    and with then a s se pak potom und mit dann et puis avec y luego con después i z potem & + /
    """.split()
)
"""Between a name and the password that belongs to it."""

LEADS = frozenset(
    """
    as jako ako als comme como jako with mit con avec s z přes cez via als
    """.split()
)
"""Between a verb and the name that somebody logs in with."""

FILLERS = frozenset(
    """
    the a there just tam jsem jsme si sem prostě pak to der die das dann le la puis el luego
    then only jen iba nur że so co se som sme je is ist est es jest
    """.split()
)
"""Between a verb and what is typed."""

ACCOUNTS = frozenset(
    """
    account účet účtu účtem ucet konto kontem kontu kontom compte cuenta login user uživatel
    uživatelem přihlášení prihlásenie logon admin administrator správce správcu root přístup
    pristup prístup zugang acceso accès access dostęp admina session
    """.split()
)
"""Who logs in."""

THINGS = frozenset(
    """
    vpn rdp ftp sftp ssh nas router routeru routera wifi wi-fi wlan ipmi ilo idrac kvm bios
    hostname desktop plochu server serveru serveri servera octopi proxmox cpanel phpmyadmin
    intranet webmail hosting switch ap iptv kamera kamery nvr dvr tiskárna printer
    bitlocker luks veracrypt truecrypt mailbox schránka schránky schránce počítač počítače počítači
    notebook notebooku laptop laptopu rechner computer ordinateur ordenador komputer
    user/pass login/pass login/heslo user/password jméno/heslo
    truenas pihole pi-hole grafana zabbix pacs timeclock extranet portal portál panel o2tv ups
    unifi opnsense pfsense openwrt mikrotik synology qnap nextcloud jenkins jira gitlab redmine
    moodle edupage bakalari bakaláři erp crm pohoda helios sap kasa pokladna kasse caisse caja pos
    camera caméra cámara web webu cms wordpress joomla netflix spotify hbo seznam voyo disney
    roblox allegro viewer drucker imprimante impresora drukarka eshop e-shop forum fórum
    mikrotiku unraid plex jellyfin keycloak vcenter esxi komputera tablet tabletu sklad
    zugangsdaten anmeldedaten identifiants credenciales creds credentials logins
    """.split()
)
"""Where somebody logs in."""

OPEN_STEMS = (
    "unlock", "odemyk", "odemk", "odomyk", "odomk", "entsperr", "entschlüssel", "déverrou",
    "desbloque", "odblok", "decrypt", "dešifr", "déchiffr", "descifr", "odszyfr",
    "encrypted", "zaheslov", "verschlüsselt", "chiffré", "cifrad", "zaszyfr", "otvír", "otevír",
    "otvára", "öffne", "ouvre", "otwiera",
)  # fmt: skip
"""How words start that say that a lock is opened."""

LOCKED_STEMS = (
    "disk", "disc", "drive", "stick", "usb", "volume", "container", "partition", "laptop",
    "notebook", "archiv", "backup", "vault", "trezor", "tresor", "platt", "festplatte", "clé",
    "pool", "keepass", "sejf", "safe", "coffre", "disque", "unidad", "dysk",
    "pendrive", "záloh", "flash",
)  # fmt: skip
"""How words start for things that a passphrase unlocks."""

ADMINS = frozenset(
    "root admin administrator administrátor administrateur administrador spravce správce".split()
)
"""Names of accounts that say by themselves that one logs in."""

GUESTS = frozenset("gast gäste guest guests host hosté invité invitado gość user uživatel".split())
"""Names of accounts that people write with a capital."""

SCREENS = frozenset(
    """
    page form screen flow button dialog field mockup modal view component route design stránka
    formulář formular obrazovka tlačítko tlacitko seite maske formular bouton formulaire pantalla
    formulario strona formularz ekran
    """.split()
)
"""A login with one of them behind it is part of a program: `login page: design / draft42`."""

PLURALS = frozenset(
    """
    accounts logins users credentials creds účty ucty účtu přístupy pristupy prístupy loginy konten
    zugänge zugangsdaten benutzer comptes identifiants accès cuentas usuarios accesos konta loginy
    dostępy accounty uživatelé uzivatele používatelia
    """.split()
)
"""After one of these and a colon stand names, each with its password."""

SECRET_STEMS = (
    "passw", "passphr", "heslo", "hesla", "heslu", "kennw", "mot de passe", "mdp", "contrase",
    "hasło", "haslo", "hasła", "pwd", "wachtw", "geslo", "senha", "parola",
)  # fmt: skip
"""How words start for a password."""

FORMER = frozenset(
    """
    prev previous old former formerly was new now stare staré starý stary nove nové nový novy
    predtym předtím predtým puvodne původně původní dříve drive alt altes alte neu neues vorher
    früher bisher ancien ancienne nouveau nouvelle avant vieja viejo antigua anterior nueva nuevo
    antes nowe poprzednie dawne vecchia nuova
    """.split()
)
"""Before a colon and a password that held before, or holds now."""

FROM = frozenset("from z ze zo von vom de du od da".split())
PRONOUNS = frozenset("it to ho es ihn lo".split())
"""What was changed, when the talk before was about a password."""

KEY_TALK = ("klíčov", "klicov", "kľúčov", "klucov", "kluczow", "schlüssel", "key", "clé", "clave")
"""How words start that say behind a key sign what matters most: `🔑 Key dates: ...`."""

TO = frozenset("to na auf zu à a en por par into do".split())
"""Around the former password and before the new one."""

SUCCESS = frozenset(
    """
    worked works opens opened pustilo pusti pustí fungovalo funguje zabralo povolilo ging klappte
    klappt funktioniert marché fonctionne funcionó funciona zadziałało działa fungovalo
    """.split()
)
"""What is said of a password that was right."""

KEYWORDS = (
    "log in", "logs in", "logged in", "logging in", "log on", "logs on", "login", "logon",
    "sign in", "signs in", "get in", "let me in", "ssh", "přihl", "prihl", "hlás", "hlasi",
    "dostan", "anmeld", "meldet", "melden", "einlog", "connecte", "connexion", "entrer", "entrar",
    "entra ", "inicia", "acced", "loguj", "zalogu", "logujesz", "type ", "types ", "typed ",
    "enter ", "entered ", "zadal", "zadat", "zadá", "zadej", "zadaj", "napsa", "napiš", "píše",
    "píšu", "eingeb", "eingegeben", "tipp", "taper", "tapez", "saisi", "escrib", "introduc",
    "wpisz", "wpisa", "podaj", "account", "účet", "ucet", "konto", "compte", "vpn",
    "rdp", "ftp", "nas ", "nasu", "router", "ipmi", "ilo ", "idrac", "proxmox", "root", "admin",
    "user/pass", "login/", "/heslo", "wifi", "wi-fi", "wlan", "plochu", "worked", "opened",
    "pustilo", "fungovalo", "klappte", "gib ", "gibst ", "tape ", "ouvrir", "wchodz", "chodím jako",
    "lezu", "wpisuj", " dám ", "přístup", "prístup", "zugang", "acceso", "accès", "dostęp",
    "bitlocker", "luks", "veracrypt", "truecrypt", "mailbox", "schránk", "počítač",
    "truenas", "pihole", "pi-hole", "grafana", "zabbix", "pacs", "timeclock", "extranet",
    "portal", "portál", "panel", "o2tv", "ups ", "unifi", "opnsense", "pfsense", "openwrt",
    "mikrotik", "synology", "jenkins", "jira", "gitlab", "redmine", "moodle", "edupage", "bakal",
    "pohoda", "kasa", "kasse", "caisse", "pokladna", "wordpress", "netflix", "spotify", "seznam",
    "voyo", "roblox", "viewer", "forum", "ucty", "účty", "konten", "cuenta",
    "session ", "unraid", "esxi", "vcenter", "imprimante", "drucker", "drukarka", "zugänge",
    "webu", "eshop", "e-shop", "creds", "credentials", "zugangsdaten", "identifiants", "credencial",
    "encrypted", "zaheslov", "verschlüsselt", "chiffré", "cifrad", "zaszyfr", "otvír", "otevír",
    "otvára", "öffne", "ouvre", "otwiera",
    "unlock", "odemyk", "odemk", "odomyk", "odomk", "entsperr",
    "entschlüssel", "déverrou", "desbloque", "odblok", "decrypt", "dešifr", "déchiffr",
)  # fmt: skip
"""A line without any of them is not looked at."""
