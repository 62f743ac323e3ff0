"""Word lists of the checks: what stands where a secret would, but is none."""

from __future__ import annotations

ORDINARY = frozenset(
    """
    null nil none true false undefined nan void yes no on off ano ne empty blank unset unknown
    default string str text char varchar nvarchar bytes number integer int bool boolean object
    array list dict map any enum uuid date input field value label name type hash hashed salted
    encrypted plaintext plain base64 bcrypt scrypt argon2 pbkdf2 optional required mandatory
    forgotten forgot lost hidden masked visible secret private public internal external shared
    personal tbd todo fixme wip n/a na pending ok done failed passed success error warning see
    using use used same stored kept saved written ask reset change changed update updated rotate
    rotated expired expires revoked removed deleted added sent created generate generated random
    enabled disabled active inactive here there above below this that these those the with when
    what which who how why where please never always not must should can may will is are was
    unchanged partial partially full supported unsupported ordered beze nezměněno
    nezměněné unverändert inchangé inchangée
    strong weak medium short long good bad new old missing invalid valid incorrect wrong correct
    needed provided prompt manual automatic auto yesterday today tomorrow daily weekly monthly
    quarterly yearly annually policy rules tips basics overview notes manager managers generator
    authentication authorization login logout username email phone backup recovery optional test
    testing demo sample foo bar baz foobar qwerty dummy placeholder undefined password passwords
    passwd pass pwd passphrase passcode credentials heslo hesla token tokens user admin guest
    key keys pin code

    viz stejné stejně jiné nové staré žádné nic není bude uloženo uložené uloženy chybí neznámé
    nevím neznám nemám nepamatuju nepamatuji netuším zapomenuto zapomenuté zapomněl zapomněla
    změnit změněno změněné doplnit doplním zjistit nastavit nastaveno povinné volitelné nutné
    silné slabé krátké dlouhé bezpečné správné špatné platné neplatné prázdné výchozí jako jaké
    každý každé pouze neměnit změní nikdy vždy uživatel jméno rovnaké nie je neznáme zabudnuté
    zmeniť zmenené doplniť uložené povinné voliteľné predvolené

    siehe keine keins kein unbekannt vergessen gleich gleiche geändert ändern aendern ergänzen
    erforderlich optional leer standard geheim gespeichert neu neues alt altes fehlt falsch richtig
    sicher unsicher stark schwach notwendig pflichtfeld zurücksetzen abgelaufen ungültig gültig
    passwort kennwort benutzer benutzername anmeldung

    voir aucun aucune inconnu inconnue oublié oubliée changé changer modifier modifié obligatoire
    requis requise facultatif vide défaut identique nouveau ancien incorrect invalide valide fort
    faible sécurisé secrète expiré passe utilisateur identifiant mdp

    ver ninguna ninguno desconocida desconocido olvidada olvidado olvidé cambiar cambiada cambiado
    obligatoria obligatorio requerida requerido opcional vacía vacío misma mismo nueva vieja
    antigua incorrecta correcta inválida válida fuerte débil segura expirada caducada contraseña
    contrasena clave usuario pendiente

    patrz brak nieznane nieznany zapomniane zapomniałem zmienione zmienić zmień wymagane opcjonalne
    puste domyślne domyslne takie same nowe stare błędne poprawne silne słabe bezpieczne wygasło
    hasło haslo użytkownik
    """.split()
)
"""Whole values that are no secrets, lower case."""

PLACEHOLDER_PARTS = (
    "example", "placeholder", "changeme", "change_me", "change-me", "changeit", "redacted", "xxxx",
    "****", "....", "dummy", "your_", "your-", "yourpass", "yourtoken", "yourkey", "youra",
    "yours", "insert", "replace", "bitwarden", "vaultwarden", "keepass", "1password", "lastpass",
    "keychain", "dashlane", "nordpass", "passbolt", "secrets.", "${", "{{", "}}", "[[", "]]", "…",
    "●●", "••", "\u2217\u2217", "zmenma", "aendermich", "ändermich", "cambiame", "cámbiame",
)  # fmt: skip
"""Parts that give a placeholder away, lower case."""

WHOSE = frozenset(
    """
    your my mine some here fill goes tvoje tvůj tvoj vaše vase moje muj můj sem sem_patri zde
    dein deine deinem ihr ihre mein meine hier votre ton mon ma ici tu su mi aqui aquí aca
    twoje twój twoj twoja moj mój tutaj zmen změň zmeň změnit dopln doplň vloz vlož
    wstaw zmenit zmenme zmien zmień mnie changez bitte
    """.split()
)
"""Parts of a made-up name such as your-password or tu_clave, lower case."""

LABEL_PARTS = (
    "password", "passwd", "passphrase", "secret", "token", "apikey", "api_key", "api-key", "heslo",
    "passwort", "kennwort", "mot_de_passe", "mot-de-passe", "motdepasse", "contraseña",
    "contrasena", "hasło", "haslo", "credential",
)  # fmt: skip
"""A value without any digit that repeats its label is a name, not a secret."""

CODE_ROOTS = (
    "process.", "os.", "env.", "env[", "env(", "$env:", "config.", "config[", "config(",
    "settings.", "self.", "this.", "req.", "request.", "params.", "params[", "props.", "import.",
    "window.", "vars.", "var.", "local.", "module.", "data.", "form.", "values.", ".values",
    "vault:", "op://", "file:", "env:", "arn:", "aws:arn:", "urn:", "secret:", "secretsmanager:",
    "ssm:", "enc[", "await", "new ", "!vault", "!secret", "!env", "!ref", "!sub", "!encrypted",
    "!getatt", "!include", "--", "lambda",
)  # fmt: skip
"""How code starts that fetches a secret from somewhere else, lower case."""

TECHNICAL = frozenset(
    """
    sha1 sha2 sha3 sha224 sha256 sha384 sha512 md4 md5 md5crypt sha512crypt hmac ntlmv2 ntlm1
    argon2 argon2i argon2d argon2id pbkdf2 bcrypt2 base16 base32 base58 base64 base64url utf8 utf16
    ascii85 iso8859 latin1 oauth2 oauth1 saml2 fido2 u2f 2fa mfa wpa wpa2 wpa3 psk eap tls1 ssl3
    http2 http3 ipv4 ipv6 x509 pkcs1 pkcs5 pkcs7 pkcs8 pkcs12 p12 aes128 aes192 aes256 aes gcm
    rsa2048 rsa4096 rsa1024 ed25519 x25519 curve25519 secp256k1 hs256 rs256 es256 s3 k8s ec2 i18n
    l10n a11y h1 h2 h3 b2b b2c web2 web3 log4j 7zip win10 win11 windows10 windows11 office365
    microsoft365 ms365 python3 python2 php7 php8 java8 java11 java17 es6 es2015 vue2 vue3 html5
    css3 mysql5 mysql8 postgres14 postgres15 postgres16 iphone13 iphone14 iphone15 iphone16
    """.split()
)
"""Names of techniques and products that have a digit, lower case."""

PROMPTS = frozenset(
    """
    enter type your choose please must required should confirm repeat again forgot forgotten invalid
    incorrect wrong least minimum characters password passwords passphrase hint prompt example
    zadejte zadej vložte zvolte vaše tvoje musí alespoň znaků heslo hesla potvrďte potvrzení
    nesprávné zapomenuté zadajte vaša musí aspoň
    geben eingeben ihr dein muss mindestens zeichen passwort kennwort wiederholen bestätigen
    ungültig vergessen
    entrez saisissez votre doit moins caractères confirmez confirmer passe
    introduce ingrese ingresa escribe tu su debe menos caracteres contraseña confirmar repita
    wpisz podaj twoje musi najmniej znaków hasło potwierdź powtórz
    """.split()
)
"""Words of a text about a password, as in a form; a quoted phrase with one of them is no secret."""

FUNCTION_WORDS = frozenset(
    """
    the a an and or of to in on at by for from with without is are was were be been it its this
    that these those you your we our they their he she his her my me not no do does did don't
    can could may might must should will would have has had if when than then as so but what
    which who how all any every each more most less least only also just about after before into
    over under between one two use using used change changed ask see keep stored same je jsou
    byl byla bylo být bude mít má musí může se si na do od pro při po za před mezi nebo ale že
    jak co kdo kde kdy tak tam tady jen také pouze podle bez už není ne ano to ten ta ty v ve k
    ke s ze z o u i který která které sú bol bola byť má musí môže sa ako alebo iba pri pre
    podľa der die das den dem des ein eine einen einem und oder ist sind war wird werden mit von
    für auf im am zu zum zur bei nach aus nicht auch nur wie wenn dass muss soll kann sie er es
    wir ihr siehe le la les un une des du de et ou est sont à au aux dans sur pour par avec sans
    ne pas que qui ce cette il elle nous vous doit peut être el los las una unos y o es son en
    con por para sin no que se debe puede ser al del como i lub jest są być w we z ze na do od
    dla przy po nie się to ten ta jak co który musi może
    """.split()
)
"""Words that hold sentences together; words strung together as a passphrase have none of them."""

POINTERS = frozenset(
    """
    see in ask stored same from via per like use check lives kept viz v ve u od stejné stejně jako
    uloženo pozri rovnaké siehe im in bei wie gleich voir dans chez même ver en misma como
    véase patrz w u takie jak zobacz
    """.split()
)
"""First words of a value that says where the secret is, or which other one it equals."""

UNITS = frozenset(
    """
    bit bits byte bytes kb mb gb char chars character characters letters digits words days weeks
    months years hours minutes seconds times users people items tokens entries attempts rounds
    znak znaků znaky znakov slov číslic dní dnů let hodin minut pokusů položek
    zeichen wörter tage wochen monate jahre stunden minuten versuche runden
    caractères mots jours semaines mois ans heures fois caracteres palabras días semanas meses años
    horas veces znaków słów dni miesięcy lat godzin razy
    """.split()
)
"""What makes a number before it an amount."""

URL_PLACEHOLDERS = frozenset(
    """
    password passwd pass pwd secret user username token heslo key pw pswd mypassword
    """.split()
)
"""What documentation writes between `:` and `@` of an URL."""

MACHINE_NAMES = frozenset({"git", "noreply", "no-reply", "donotreply", "do-not-reply", "svn", "hg"})
"""Mailboxes with nobody behind them."""

FILE_ENDINGS = frozenset({"png", "jpg", "jpeg", "gif", "svg", "webp", "pdf", "js", "css", "md"})
"""What looks like a top-level domain in image@2x.png."""

NUMBERED = frozenset(
    """
    windows win iphone ipad ubuntu debian fedora python node java ruby office server router switch
    host vlan port room raum pokoj zimmer sala page side strana seite line řádek radek issue ticket
    sprint version verze release build chapter kapitola kapitel part teil step krok level layer
    model type route core team group skupina gruppe class table figure invoice faktura rechnung
    facture factura report zprava zpráva zápis zapis bericht rapport projekt project projet
    proyecto plan budget rozpocet rozpočet user test demo example sample photo image foto scan
    document dokument meeting event season summer festival conference konference expo euro
    android galaxy pixel gpt claude llama ryzen rtx geforce radeon intel xeon centos rhel alpine
    bookworm postgres mysql mariadb redis nginx apache angular react vue next nuxt django rails
    drupal visual studio excel word outlook exchange sharepoint photoshop autocad solidworks
    january february march april june july august september october november december leden únor
    brezen březen duben kveten květen cerven červen cervenec srpen září rijen říjen prosinec januar
    februar märz mai juni juli oktober dezember enero marzo abril mayo junio julio agosto octubre
    diciembre janvier avril juin juillet septembre octobre decembre week tyden týden woche semaine
    sheet list liste device unit block blok cluster worker master slave replica backup disk drive
    formula covid article section paragraf highway bus tram train vlak linka flight gate platform
    story epic task milestone mockup wireframe draft slide smena směna tým tym patro floor budova
    building vchod vstup garáž garaz kancelar kancelář provozovna prodejna pobocka pobočka poschodi
    poschodí hala etage gebäude halle büro bureau oficina piso piętro biuro budynek savings sporeni
    spoření praha brno ostrava plzen plzeň kosice košice bratislava wien paris berlin london madrid
    golf octavia fabia passat corolla civic clio megane latitude thinkpad xperia nokia samsung
    keynote backlog kanban roadmap quarter kvartal kvartál epizoda episode
    deploy http https ipv base utf sha aes rsa hmac wpa usb hdmi ddr vesa iso
    """.split()
)
"""What has a number behind it in its ordinary name; lower case."""

TOOLS = frozenset(
    """
    ssh git gpg borg restic docker kubectl openssl npm pip agent keygen crypt cli config setup
    install docs guide api app web form page component template email portal column table
    """.split()
)
"""In the names of files, notes and commands, hardly in a passphrase."""
