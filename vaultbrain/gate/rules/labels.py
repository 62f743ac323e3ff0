"""Secrets that are known by the word in front of them, in English and Czech.

The same four forms are needed for every label, so the patterns are built from parts:
label, qualifier (`to the VPN`, `k routeru`), separator, value.
"""

from __future__ import annotations

from typing import TypedDict, Unpack

from vaultbrain.gate.rules.base import EDGE, HEX, NUMBER_END, Rule, joined, noise
from vaultbrain.records import Tier

# Not after ? or &: there `url-token` ends the value where the parameter ends.
_EDGE = r"(?:^|[^\pL\pM\pN?&])"
_PREFIX = r"(?:[0-9A-Za-z]+[_.-]){0,5}"
_PW_LABEL = (
    r"(?i:(?:db|my|user|root|admin|mail|smtp|ftp|ssh|wi-?fi|pg|mysql)?(?:password|passwd|pass|pwd)"
    r"|passwords|passphrase|passcode|pswd|psk|pw|heslem|hesl[oau]|hesl(?:e|o)m"
    r"|hes\.|wpa[ _-]?key|wi-?fi[ _-]?key|kennwort|passwort)"
)
_CAMEL = (
    r"(?:[a-z0-9]+[A-Z0-9_]*(?:Password|Passwd|Passphrase|Pwd)|[A-Z0-9_]*(?:PASSWORD|PASSWD|PSWD))"
)
_KEY_LABEL = (
    r"(?i:api[ _-]?keys?|(?:secret|access|auth|consumer|signing|encryption|license|app|master)"
    r"[ _-]?keys?|(?:client|app|shared|consumer|webhook|jwt)[ _-]?secret|secrets?|tokens?"
    r"|(?:access|auth|refresh|bearer|bot|session|api)[ _-]?tokens?|apikey|authtoken|accesstoken"
    r"|tajn[ýé]\pL* (?:klíč\pL*|kód\pL*)|přístupov\pL* (?:klíč\pL*|token\pL*|kód\pL*)"
    r"|klíč\pL* (?:k|ke|od|pro) api|api klíč\pL*|tajemství)"
)
_CAMEL_KEY = r"[a-z0-9]+(?:Secret|Token|ApiKey|SecretKey|AccessKey|AuthToken)"
# A preposition and up to four words, or a remark in brackets.
_QUALIFIER = (
    r"(?:\s{1,2}(?i:for|to|of|on|at|from|na|do|k|ke|pro|od|ze?|u|v)"
    r"(?:[ \t]{1,2}[^\s:=|]{1,40}){1,4}?"
    r"|[ \t]?\([^()\n]{0,40}\)|[ \t]{1,2}[0-9]{1,2})?"
)
_MARKS = r"(?:[\"'`*_\]]{0,4}|</[a-z]{1,6}>)"
_SEPARATOR = r"[ \t]{0,8}(?:::?=?|\x{ff1a}|=>?|->|=>|→|⇒)"
_DASH = r"[ \t]{1,8}[-\x{2013}\x{2014}][*_]{0,2}[ \t]"
_SPACE = r"(?:</[a-z]{1,6}>|[*_]{0,3})[ \t]{0,8}"
_OPEN = r"[*_]{0,2}"
# To the next white space; a quote, backtick or bar ends it unless a letter or digit follows.
_BARE = r"[^\s\"`|]+(?:[\"`|]+[\pL\pN][^\s\"`|]*)*"
_QUOTED = (
    r"\"[^\"\n]{1,256}\"|'[^'\n]{1,256}'|`{1,2}[^`\n]{1,256}`{1,2}|„[^“”\"\n]{1,256}[“”\"]"
    r"|“[^“”\n]{1,256}”|«[^»\n]{1,256}»|\x{201a}[^\x{2018}\x{2019}\n]{1,256}[\x{2018}\x{2019}]"
)
_QUALIFIED = r"[ \t]{1,3}(?i:is|was|are|je|bylo?|zní|=|:):?[ \t]{1,3}"

_PW_KEYWORDS = ("pass", "pwd", "pswd", "psk", "pw", "hesl", "hes.", "key", "kennwort")
_KEY_KEYWORDS = ("key", "secret", "token", "klíč", "tajn", "přístupov", "tajemství")
_ANY_PW = f"(?:{_PREFIX}{_PW_LABEL}|{_CAMEL})"
_ANY_KEY = f"(?:{_PREFIX}{_KEY_LABEL}|{_CAMEL_KEY})"
_ASSIGN = f"{_MARKS}{_QUALIFIER}{_MARKS}(?:{_SEPARATOR}|{_DASH}){_SPACE}"

_PW = joined("r0ck3t", "+7626q")
_KEY = noise(32, HEX)


class _Texts(TypedDict):
    examples: tuple[str, ...]
    counter_examples: tuple[str, ...]


def _assigned(name: str, label: str, value: str, check: str, **texts: Unpack[_Texts]) -> Rule:
    token = label is _ANY_KEY
    return Rule(
        id=name,
        class_="api-key" if token else "password",
        tier=Tier.SECRET,
        keywords=_KEY_KEYWORDS if token else _PW_KEYWORDS,
        pattern=f"{_EDGE}{label}{value}",
        check=check,
        **texts,
    )


LABEL_RULES: tuple[Rule, ...] = (
    _assigned(
        "password-assigned",
        _ANY_PW,
        f"{_ASSIGN}{_OPEN}({_QUOTED}|{_BARE})",
        "plausible_secret",
        examples=(
            f"password: {_PW}",
            f"**Heslo:** {_PW}",
            f"**Heslo** - {_PW}",
            f"heslo:: {_PW}",
            f"Heslo k datové schránce = {_PW}",
            f"passphrase → {_PW}",
            f'{{"password": "{_PW}"}}',
            f"export DB_PASSWORD={_PW}",
            f"dbPassword: '{_PW}'",
            f"heslo: `{_PW}`",
            f"Password (admin): {_PW}",
            f"<b>heslo:</b> {_PW}",
            f"dbpass={_PW}",
            f"heslo\uff1a{_PW}",
            f"hes. k pc: {_PW}",
            "heslo: Slunce70",
        ),
        counter_examples=(
            "password: ********",
            "heslo: ???",
            "password: <your password>",
            "password: ${VAR}",
            "password: {{ token }}",
            "password=process.env.DB_PASS",
            "password: [[vault]]",
            "password:: [[vault]]",
            "password: see Bitwarden",
            "heslo: v Bitwardenu",
            "password: null",
            "password:",
            "password strength: strong",
            "Heslo týdne: trpělivost růže přináší.",
            "The password is stored in the vault",
            "password: { type: String, required: true }",
            "password = getpass.getpass()",
            "password=os.environ['DB_PASSWORD']",
            "Pass: the mountain pass is closed until May",
            f"compass: {_PW}",
        ),
    ),
    _assigned(
        "password-quoted",
        _ANY_PW,
        f"(?:{_ASSIGN}|{_MARKS}{_QUALIFIED}|[ \\t]{{1,3}}){_OPEN}({_QUOTED})",
        "plausible_phrase",
        examples=(
            'heslo: "čtyři koně ve dvoře"',
            f"heslo „{_PW}“",
            f'My new pass is "{_PW}"',
        ),
        counter_examples=('password: "your password here"', "password: ''", "pass `--help` to it"),
    ),
    _assigned(
        "password-word",
        r"(?m:^(?:[ \t>*+-]|[0-9]\.)*)[*_]{0,2}"
        r"(?i:password|passphrase|heslo|wi-?fi (?:password|heslo)|heslo (?:na|k) wi-?fi)",
        r"[*_]{0,2}(?:[ \t]*[:=])[*_]{0,2}[ \t]*(\pL{5,40})(?m:[ \t]*\r?$)",
        "plausible_word",
        examples=("heslo: kocourek", "- Password: kocourek\r\nuser: eva"),
        counter_examples=("Heslo týdne: trpělivost", "password: string", "password: required"),
    ),
    _assigned(
        "password-env",
        r"(?:[A-Z0-9]+_)*(?:PASSWORD|PASSWD|PASSPHRASE|PWD|SECRET)",
        r"=([^\s\"'`$<{(&;|]{6,})",
        "plausible_word",
        examples=("set RESTIC_PASSWORD=meadowsilver",),
        counter_examples=("DB_PASSWORD=changeme", "PASSWORD=your_password"),
    ),
    _assigned(
        "password-stated",
        _ANY_PW,
        rf"(?:[ \t]+[^\s:=|]{{1,40}}){{0,5}}?{_QUALIFIED}{_OPEN}({_BARE})",
        "strong",
        examples=(
            f"heslo do banky je {_PW}",
            f"The router password is {_PW}",
            f"Wi-Fi password for guests is {_PW}",
        ),
        counter_examples=("password is at least 12 characters", "the password is well-known"),
    ),
    _assigned(
        "password-bare",
        _ANY_PW,
        r"(?:[ \t]+(?i:for|to|na|do|k|ke|pro|od)(?:[ \t]+\pL+){1,3}?)?"
        rf"[ \t]+{_OPEN}({_BARE})",
        "strong_mixed",
        examples=(
            f"user eva, pw {_PW}",
            "nové heslo na mail Zahrada_kocour81",
            f"machine h\n  login eva\n  password {_PW}",
            f"tool --password {_PW}",
        ),
        counter_examples=("her pass rate", "password reset", "password2 field", "pass 2fa-setup"),
    ),
    _assigned(
        "password-next-line",
        _ANY_PW,
        r"[*_]{0,2}[ \t]*:?[*_]{0,2}[ \t]*\r?\n(?:[ \t>]*\r?\n)?[ \t>*+`-]*([^\s`]{6,})`?"
        r"[ \t]*(?:\r?\n|\z)",
        "strong_mixed",
        examples=(f"heslo:\n{_PW}", f"### Heslo\n\n`{_PW}`\n", f"**password:**\r\n  {_PW}"),
        counter_examples=("password:\n  min2: 8\n", "## Password\n\nUse 2 words"),
    ),
    _assigned(
        "password-row",
        _ANY_PW,
        r"[ \t*_]{0,6}\|[ \t*_]{0,12}(" + _QUOTED + "|" + _BARE + ")",
        "plausible_secret",
        examples=(f"| heslo | {_PW} |", f"|**password**|`{_PW}`|"),
        counter_examples=("| password | user |", "| password | string |", "| password |---|"),
    ),
    Rule(
        id="password-column",
        class_="password",
        tier=Tier.SECRET,
        keywords=("|-", "| -", "|:", "| :"),
        pattern=r"(?m)^([ \t>]*\|?[^|\n]*\|[^\n]*\n[ \t>]*\|?[ \t]*:?-[-|: \t]*\r?\n"
        r"(?:[ \t>]*[^|\s][^|\n]*\|[^\n]*\n?|[ \t>]*\|[^\n]*\n?)+)",
        check="plausible_cell",
        part="secret_columns",
        examples=(f"| site | user | password |\n|---|---|---|\n| forum | eva | {_PW} |\n",),
        counter_examples=(
            f"| site | hash |\n|---|---|\n| forum | {_PW} |\n",
            "| option | password |\n|---|---|\n| a | required |\n| b | no |\n",
        ),
    ),
    Rule(
        id="password-list",
        class_="password",
        tier=Tier.SECRET,
        keywords=("hesla", "passwords", "credentials"),
        pattern=(
            r"(?im)^[ \t>#*_]*(?:[^\s:]{1,20}[ \t]){0,2}(?:hesla|passwords|credentials)"
            r"[*_]{0,2}[ \t]?:?[*_]{0,2}[ \t]*\r?\n((?:[ \t>]*[-*+][ \t]+[^\n]{1,200}(?:\n|\z))+)"
        ),
        check="strong_mixed",
        part="last_words",
        examples=(f"hesla:\n- wifi host Slunce69\n- nas {_PW}\n",),
        counter_examples=("passwords:\n- use a manager\n- change them in 2026\n",),
    ),
    Rule(
        id="login-pair",
        class_="password",
        tier=Tier.SECRET,
        keywords=("login", "přihl", "přístup", "credentials", "creds"),
        pattern=_EDGE + r"(?i:logins?|přihl\pL+|přístup\pL*|credentials|creds)[*_]*[ \t]?[:=][*_]*"
        rf"[ \t]*[^\s/:]{{1,64}}(?:[ \t]+/[ \t]+|[ \t]*:[ \t]*|/)({_BARE})",
        check="strong",
        examples=(f"přihlášení: novak / {_PW}",),
        counter_examples=("login: https://host.cz/a1b2", "přihlášení: do 15. května"),
    ),
    Rule(
        id="wifi-code",
        class_="password",
        tier=Tier.SECRET,
        keywords=("wifi:",),
        pattern=r"(?i:WIFI:)(?:[A-OQ-Z]:(?:[^;\\]|\\.){0,64};){0,4}P:((?:[^;\\\s]|\\.)+);",
        check="plausible_word",
        examples=("WIFI:T:WPA;S:Chalupa;P:falconrocket8279;;",),
        counter_examples=("WIFI:T:WPA;S:Chalupa;P:password;;",),
    ),
    Rule(
        id="password-option",
        class_="password",
        tier=Tier.SECRET,
        keywords=("sshpass", "mysql", "curl", "net use", "smbclient", "mariadb"),
        pattern=(
            r"(?:sshpass\s+-p\s*|(?:mysql|mysqldump|mysqladmin|mariadb)[0-9A-Za-z_ =./-]{0,60} -p"
            r"|(?:curl|smbclient)\s[^|\n]{0,80}?(?:-u|-U|--user)[ =]?[\"']?[^\s:%\"']{1,64}[:%]"
            rf"|net use[^\n]{{0,120}}?/user:\S{{1,64}}[ \t]+)({_QUOTED}|{_BARE})"
        ),
        check="strong",
        examples=(
            joined("sshpass -p '", "r0ck3t@927Mv", "' ssh eva@nas"),
            joined("mysql -u root -p", "dEw5fOXOobvP0", " notes"),
            joined("net use Z: /user:eva ", "4oBNg+xWeqO76"),
        ),
        counter_examples=("mysql -u root -p notes2024", "curl -u user:pass https://h"),
    ),
    _assigned(
        "token-assigned",
        _ANY_KEY,
        f"{_ASSIGN}{_OPEN}({_QUOTED}|{_BARE})",
        "plausible_token",
        examples=(
            f"api key for weather: {_KEY}",
            f"x-api-key: {_KEY}",
            f'client_secret: "{_KEY}"',
            f"tajný klíč: {_KEY}",
            f"TWILIO_AUTH_TOKEN={_KEY}",
            f"kubectl config --token={_KEY}",
            f"accessToken: '{_KEY}'",
        ),
        counter_examples=(
            "api_key: TODO",
            "OPENAI_API_KEY=YOUR_API_KEY",
            'api_key = "xxxxxxxxxxxxxxxx"',
            "token: {{ secrets.TOKEN }}",
            "token: [[API tokens]]",
            "Token: a unit of text used by language models.",
            "token count: 512",
            "secret santa",
            "if token == TokenType.IDENTIFIER_WITH_SUFFIX2:",
            "passwordResetTokenExpiryHours: 24",
            "tokens: 2026-01-01",
            f"sha256: {_KEY}",
        ),
    ),
    _assigned(
        "token-stated",
        _ANY_KEY,
        rf"(?:{_QUALIFIER}{_QUALIFIED}|[ \t]+|[ \t*_]{{0,6}}\|[ \t]*){_OPEN}({_QUOTED}|{_BARE})",
        "random_token",
        examples=(f"the api key is {_KEY}", f"| api key | {_KEY} |", f"tool --token {_KEY}"),
        counter_examples=("API key rotation should be automated", "token type id db3f220e-6e52"),
    ),
    Rule(
        id="pin-assigned",
        class_="pin",
        tier=Tier.SECRET,
        keywords=("pin", "puk", "kód", "code", "kod"),
        pattern=(
            EDGE
            + r"(?i:pin(?:[ -]?(?:kód|kod|code))?|puk|(?:door|gate|alarm|entry|safe|lock|access)"
            r" code|(?:vstupní|bezpečnostní) kód|kód (?:k|ke|od|do|na) [\pL ]{2,24}?|kód alarmu)"
            r"(?:[ \t](?i:karty|sim|telefonu|mobilu|banky|účtu|trezoru|alarmu|brány|card|phone))?"
            rf"{_MARKS}{_QUALIFIER}{_MARKS}[ \t]*(?:::?|=|->|→|[ \t](?:is|je|-|\x{2013})[ \t]|\|)"
            r"[ \t*_`\"']*([0-9]{4,8})" + NUMBER_END
        ),
        examples=(
            "PIN: 542734 (telefon)",
            "pin: 7096",
            "kód k bráně: 4821",
            "PUK = 96605012",
            "PIN karty: 4821",
        ),
        counter_examples=(
            "PIN: GPIO 18",
            "pinout: 5000",
            "kód barvy je RAL 7016",
            "pin: 13",
            "PIN diagram: 1234",
        ),
    ),
    Rule(
        id="pin-bare",
        class_="pin",
        tier=Tier.SECRET,
        keywords=("pin", "puk", "kód ", "code"),
        pattern=(
            EDGE + r"(?:(?i:pin|puk)[ \t]+(?i:na|k|ke|do|od|for|to|of)(?:[ \t]+\pL+){1,3}|PIN|PUK"
            r"|(?i:kód)[ \t](?i:k|ke|od|do)[ \t]+\pL+|(?i:door|gate|alarm|safe)[ \t](?i:code))"
            r"[ \t]+([0-9]{4,8})" + NUMBER_END
        ),
        examples=("pin na sim 7212, PUK 96605012", "PIN 7212", "kód od brány 4821"),
        counter_examples=("pin 1 and pin 2", "pin na mapě ukazuje chatu", "PINS 2000"),
    ),
)
