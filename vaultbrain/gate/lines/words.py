"""Words that announce a secret, and the words that stand between them and it. All lower case."""

from __future__ import annotations

PASSWORD_WORDS = frozenset(
    """
    password passwd passwort passphrase passcode pswd pword pwd heslo heslu hesle heslem heslom
    passworts passwortes passworte kennwort kennworts kennwortes mdp motdepasse mot_de_passe
    mots_de_passe contraseña contrasena contrasenya hasło hasłu hasłem haśle haslo hasla haslu
    haslem hasle wachtwoord senha lösenord losenord adgangskode jelszó jelszo пароль пароля
    паролем geslo gesla geslom gesłem
    """.split()
)
"""After one of these and a separator even a plain word is a password."""

SHORT_WORDS = frozenset(
    """
    pass pw pws psk hes clave claves userpass passkey pwrd psw psswd
    passwords passphrases pwds hesla hesel hesiel hesly heslech heslách heslům heslám heslami
    passwörter passwoerter passwörtern kennwörter kennwoerter kennwörtern contraseñas contrasenas
    kennw passw hasła haseł hasłom hasłami hasłach hasel wachtwoorden senhas пароли паролей
    """.split()
)
"""These have other senses too: what follows must look like a password."""

PASSWORD_PHRASES = (
    "mot de passe", "mots de passe", "phrase secrète", "phrase de passe", "heslová fráze",
    "heslovou frázi", "frase de paso", "frase de contraseña", "wifi key", "wi-fi key", "wifi-key",
    "wpa key", "wpa2 key", "wpa3 key", "wpa-key", "wpa2-key", "wpa psk", "network key",
    "network security key", "pre-shared key", "preshared key", "pre shared key", "wifi code",
    "wi-fi code", "wlan key", "wlan-key", "wlan-code", "wlan-schlüssel", "wlan schlüssel",
    "wlan-schluessel", "wlanschlüssel", "wifi-schlüssel", "netzwerkschlüssel",
    "netzwerksicherheitsschlüssel", "klíč k wifi", "klíč wifi", "klíč k wi-fi", "klíč od wifi",
    "wifi klíč", "wi-fi klíč", "klic k wifi", "kľúč k wifi", "wifi kľúč", "clé wifi", "clé wi-fi",
    "clef wifi", "cle wifi", "clé du wifi", "clé wpa", "clé wpa2", "clé de sécurité", "code wifi",
    "code wi-fi", "code du wifi", "clave wifi", "clave wi-fi", "clave del wifi", "clave de wifi",
    "clave de acceso", "clave de red", "clave de la wifi", "klucz wifi", "klucz do wifi",
    "klucz wi-fi", "klucz sieci", "klucz wpa", "kod site", "kod sítě", "kód sítě", "kod siete",
    "kód siete", "kod wifi", "kod k wifi", "kod do wifi", "klic wifi", "klic od wifi",
    "kluc k wifi", "kluc wifi", "chiave wifi", "chiave wi-fi", "chiave del wifi", "chiave di rete",
    "비밀번호", "암호", "パスワード", "暗証番号", "密码", "密碼", "口令",
)  # fmt: skip
"""The same in several words, or in a script without spaces."""

PASSWORD_STEMS = (
    "pass", "pw", "pswd", "psw", "psk", "hesl", "hes.", "hesel", "hesiel", "kennw", "mdp",
    "contrase", "clave", "hasł", "hasl", "haseł", "hasel", "haśl", "wachtw", "senha", "senord",
    "jelsz", "adgangsk", "парол", "geslo", "gesla",
)  # fmt: skip
"""Every word above has one of them in it."""

PASSWORD_ENDINGS = (
    "password", "passwords", "passwd", "passphrase", "passcode", "passwort", "kennwort",
    "passwörter", "kennwörter", "heslo", "hasło", "contraseña", "mdp", "pwd",
)  # fmt: skip
"""How names and compounds end that are labels: dbpassword, Routerpasswort."""

CAMEL_ENDINGS = ("Pass", "Pw", "Psw", "Psk", "Pwd", "Heslo")

PASS_OWNERS = frozenset(
    """
    db my user usr root admin adm mail email smtp imap pop3 ftp sftp ssh wifi pg sql mysql redis
    mongo ldap require master proxy http sudo vnc rdp vpn key store keystore truststore zip
    login auth app nas web
    """.split()
)
"""What makes a label of `pass` in one word with it."""

TOKEN_WORDS = frozenset(
    """
    token tokens secret secrets apikey apikeys jeton jetons tajemství zugriffstoken zugangstoken
    apitoken apisecret apischlüssel zugriffsschlüssel
    """.split()
)
"""After one of these stands a key or token."""

TOKEN_PHRASES = (
    "clé api", "cle api", "clé d'api", "clé d\u2019api", "clés api", "clé secrète", "clé d'accès",
    "clé d\u2019accès", "jeton d'accès", "jeton d\u2019accès", "clave api", "clave de api",
    "clave de la api", "clave secreta", "clave de acceso", "token de acceso", "token d'accès",
    "token dostępu", "klucz api", "klucz do api", "klucze api", "klucz dostępu", "tajny klucz",
    "klíč api", "klíč k api", "klíče k api", "klíč ke api", "klíč od api", "klíč pro api",
    "klic k api", "kľúč api", "kľúč k api", "kľúč pre api", "schlüssel für api",
    "schlüssel für die api", "key for the api",
    "api 키", "apiキー", "api密钥", "api密鑰", "访问令牌",
)  # fmt: skip

TOKEN_STEMS = (
    "token", "secret", "apikey", "key", "jeton", "tajemství", "klíč", "klic", "kľúč", "schlüssel",
    "schluessel", "kód",
)  # fmt: skip

TOKEN_CAMEL_ENDINGS = ("Token", "Secret", "ApiKey", "AccessKey", "SecretKey", "AuthKey")

TOKEN_ENDINGS = ("token", "secret", "apikey", "accesskey", "secretkey", "authkey", "apisecret")

HARMLESS = frozenset(
    """
    next nextpage page pagination continuation lock idempotency cancellation cancel sync max prev
    previous start starting resume copy nextlock change purchase stop eos bos pad unk
    """.split()
)
"""Tokens that open nothing: nextToken, LockToken."""

KEY_WORDS = frozenset(
    """
    key keys klíč klíče klíčem klic kľúč kľúče schlüssel schluessel kód kódy kódem
    """.split()
)
"""Labels only when the word before them is one of KEY_KINDS."""

KEY_KINDS = frozenset(
    """
    api secret access auth account consumer signing encryption license app application master
    shared service storage subscription webhook server client jwt bearer bot session refresh
    tajný tajné tajného tajným přístupový přístupové přístupového pristupovy prístupový tajny
    geheimer zugriffs
    """.split()
)

NOT_A_KIND = frozenset({"kód", "kódy", "kódem"})
"""Of these an API has no secret ones: `přístupový kód` is a label, `api kód` is source code."""

LOGINS = frozenset(
    """
    user username usr login log-in id account uživatel uživatelské jméno účet ucet email e-mail mail
    přihlášení přihlašovací používateľ meno benutzer benutzername nutzer konto anmeldename
    utilisateur identifiant compte usuario cuenta correo użytkownik nazwa loginname uid name
    přihl jmeno admin root ssid
    """.split()
)
"""What is told together with a password."""

COPULAS = frozenset(
    """
    is was are were be becomes remains still now: equals reads
    je jsou byl byla bylo bude zní znie je: sú bolo zůstává teď
    ist war sind lautet lauten heißt heisst bleibt
    est était sont sera
    es era son será sigue
    jest są było brzmi będzie
    が は 是 为 為
    """.split()
)

PREPOSITIONS = frozenset(
    """
    for to of on at from in with into as
    na do k ke pro od ze z u v ve o s se pre ku
    für von zum zur vom im am auf bei mit
    pour du de des au aux à sur chez le la l'
    para del al en el a con
    dla w we przy
    """.split()
)
"""How the thing is joined on that the password opens."""

THINGS = frozenset(
    """
    wifi wi-fi wlan vpn nas router server admin root pc bios email mail ssh ftp netflix google
    routeru serveru nasu notebooku počítače mobilu telefonu mailu e-mailu emailu wifiny banky účtu
    správce administrátora trezoru tiskárny chaty disku archivu
    """.split()
)
"""What may stand right after a label for what it opens: heslo routeru, WLAN password router."""

JOINERS = frozenset(
    """
    or and nebo a oder und ou et o y lub i alebo to na auf à into -> → => / , ; | + & new old nové
    staré starý nový nová stará teď now then dříve původně previously formerly neu alt neues altes
    nouveau ancien nueva vieja nowe je is ist est es jest resp. resp příp. případně was bylo war
    """.split()
)
"""Between two passwords told after one label."""

BEFORE = frozenset(
    """
    is was as = ← <- <= - \u2013 — je jako byl bylo ako ist war als est comme es como to jest jako:
    are
    jsou
    """.split()
)
"""Between a password and a label that comes after it."""

DETERMINERS = frozenset(
    """
    temporary initial first dočasné the a my our his her their your new old current default wifi
    wi-fi admin root main same
    jetzt now teď ted nyní teraz maintenant ahora
    moje můj mé naše nové staré tvoje vaše její jeho jako moja nove nové hlavní
    das mein meine unser neue neues alte altes aktuelle
    le mon notre nouveau ancien mot
    la mi nuestra nueva vieja una
    nowe stare nasze to
    """.split()
)

SERVICES = frozenset(
    """
    netflix spotify google gmail facebook instagram twitter amazon ebay steam paypal apple icloud
    microsoft windows office outlook hotmail yahoo hbo disney disney+ youtube twitch discord reddit
    linkedin pinterest tiktok whatsapp skype zoom slack teams trello jira github gitlab dropbox
    onedrive nextcloud synology plex jellyfin kodi roblox minecraft epic playstation xbox nintendo
    booking airbnb uber adobe canva wordpress moodle seznam alza heureka mall bazoš aukro čsob fio
    knihovna škola bakaláři edookit wolt foodora zalando lidl ikea decathlon kindle audible strava
    garmin duolingo fritzbox fritz!box sparkasse bahn db leboncoin sncf orange free carrefour
    allegro olx bolt onet vinted temu aliexpress laptop notebook pc tablet ipad iphone mobil
    telefon telefonu phone tv bios vpn nas mail e-mail email ftp ssh
    """.split()
)
"""What people have accounts with; one of them may stand on either side of a label."""

EXAMPLES = frozenset(
    """
    example examples sample samples příklad příklady príklad príklady beispiel beispiele beispielen
    exemple exemples ejemplo ejemplos przykład przykłady
    """.split()
)
"""A line with one of them before or after a label teaches."""

EXAMPLE_STEMS = (
    "example", "sample", "příklad", "príklad", "beispiel", "exemple", "ejemplo", "przykład",
)  # fmt: skip
"""Every word above has one of them in it."""

SLOGAN_STEMS = (
    "kampan", "voleb", "reklamn", "křížov", "krizov", "krížov", "krzyżów", "wyborcz", "encyklop",
    "slovník", "slovnik", "słownik",
)  # fmt: skip
"""How words start beside a `heslo` that is a slogan, an entry, or an answer of a crossword."""

CUT = frozenset({"hes", "kennw", "passw", "psw", "pass"})
"""Labels that end with a full stop."""

ADJECTIVES = frozenset(
    """
    wifi wi-fi wlan admin root master main new old my our nas router vpn email mail login
    current default guest windows windows: nové staré moje naše hlavní nové: hostovské
    přístupové prihl přihl pristup prist přist neues altes
    mein das nouveau ancien mon nueva nowe moje mi la le the und zum
    """.split()
)
"""What may stand before a label at the start of a line."""

ABOUT = frozenset(
    """
    policy policies hash hashes hashing hashed salt strength length size reset resets recovery
    expiry expires expired expiration age manager managers generator generators history hint
    hints field fields file files path type types count counts limit limits max min minimum
    maximum format version algorithm rules rule requirements requirement regex pattern
    validation validator prompt input complexity entropy url link links endpoint name names id
    ids index protected protection hasher encoding usage budget price window síla délka
    store backend scheme options option settings generátor zásady pravidla platnost změna obnova
    nápověda soubor týdne dne länge stärke
    richtlinie richtlinien regeln manager ablauf datei hinweis longueur politique règles fichier
    gestionnaire expiration longitud política gestor archivo caducidad długość polityka menedżer
    plik
    """.split()
)
"""After one of these a label is told about, not told: password length: 12."""

ACCOUNTS = frozenset(
    """
    login logins log-in logon signin sign-in account accounts admin administrator root user username
    server servers vpn rdp ssh ftp sudo laptop notebook pc computer domain windows router wifi nas
    email mailbox credentials creds initial first-login temporary intranet erp crm sap citrix
    účet účtu účty přihlášení přihlásit přihlas přihlaš správce uživatel počítač počítače
    server serveru serverech router routeru pošta mail schránka dočasné dočasně administrace
    prihlásenie prihlásiť používateľ počítač
    konto anmeldung anmelden benutzer rechner zugang
    compte connexion utilisateur ordinateur serveur
    cuenta usuario acceso ordenador servidor
    konto logowanie użytkownik komputer serwer
    """.split()
)
"""Words of a line that is about logging in somewhere."""

PASSWORD_TALK = frozenset(
    """
    password passwords heslo hesla heslem passwort kennwort contraseña hasło mdp pw pwd pass
    login logins signin credentials creds přihlášení přihlásit účet prihlásenie anmeldung anmelden
    connexion logowanie
    """.split()
)
"""Words of a line that is about passwords."""

TRIES = frozenset(
    """
    try use uses using used enter type typed zkus zkuste zkusit použij použijte zadej zadejte dej
    skús použi probier probiere nimm benutze nutze essaie essaye utilise prueba usa intenta
    spróbuj użyj wpisz with s mit avec con z
    """.split()
)
"""Words just before a password that somebody is told to use."""

PLACES = frozenset(
    """
    printed written found sticker back drawer štítku štítek nalepené napsané najdeš najdete nálepce
    lednici šuplíku zásuvce steht klebt liegt rückseite aufkleber dos étiquette pegatina cajón
    naklejce naklejka sejfie
    """.split()
)
"""Words of a sentence that says where a password is kept."""

CHANGES = frozenset(
    """
    changed set reset updated switched change changing
    změněno změnil změnila změnili nastaveno nastavil nastavila přepsáno jsem jsme
    zmenil zmenila nastavené som geändert gesetzt wurde changé remplacé cambiada cambiado cambió
    zmieniłem zmieniłam zmienione ustawione
    """.split()
)
"""After one of these and a preposition stands the new password."""

MEANINGS = frozenset(
    """
    význam meaning definition definice výklad překlad bedeutung significado definición signification
    znaczenie definicja
    """.split()
)
"""Headers of a dictionary, in which `Heslo` is an entry."""

PLACES_OF_ACCOUNTS = frozenset(
    """
    site where kde kam co what web website page service app account url host server device system
    služba služba/web účet zařízení stránka stránky portál aplikace server systém kde?
    kde/co zariadenie stránka wo dienst seite gerät konto où site service appareil compte
    dónde sitio servicio web cuenta gdzie strona serwis usługa konto name název názov
    """.split()
)
"""Headers of what a password opens."""

STATES = frozenset(
    """
    state status stav progress done zustand état estado stan description popis beschreibung
    descripción opis type typ
    """.split()
)
"""Headers of columns that tell how things are."""

ASKS = frozenset(
    """
    what whats what's which send gimme give remind tell jak jaké jaky jaký pošli pošleš poslat
    připomeň aké pošli was wie welches schick sag quel envoie dis cuál cual qué manda dime jakie
    wyślij podaj
    """.split()
)
"""Words of a question for a password."""

ASKED_FOR = (
    PREPOSITIONS
    | frozenset(
        """
    again now please pls thx prosím teď bitte jetzt nochmal svp stp porfa proszę there here then
    wifi vpn nas routeru serveru
    """.split()
    )
    | {""}
)
"""What may follow the word for a password in such a question."""

NETWORKS = frozenset("wifi wi-fi wlan ssid síť sieť network netzwerk réseau red sieć".split())
"""Headers of tables of networks."""

KEYS = frozenset("key klíč klic kľúč schlüssel clé clave klucz code kód kod".split())
"""What the key of a network is called there."""
