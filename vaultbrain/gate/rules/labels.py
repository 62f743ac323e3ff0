"""Passwords, keys and tokens that a line, a table or a list tells by their name.

These rules find the lines; `gate/lines` and `gate/parts.py` read them.
"""

from __future__ import annotations

from vaultbrain.gate.lines import words
from vaultbrain.gate.rules.base import HEX, Rule, joined, noise
from vaultbrain.gate.rules.label_parts import PASSWORD_LABEL, TOKEN_LABEL
from vaultbrain.records import Tier

# Latin letters with accents stand in one range: all of Unicode would make the pattern heavy.
_IN_NAME = r"0-9A-Za-z\x{c0}-\x{17f}_"
_PW = joined("r0ck3t", "+7626q")
_KEY = noise(32, HEX)
_PLURAL = (
    r"(?i:passwords|pass ?codes|pwds|credentials|creds|logins|loginy|hesla|hesla\.|p[řr]ístupy"
    r"|p[řr]ihlašovací údaje|p[řr]ístupové údaje|prihlasovacie údaje|prístupové údaje"
    r"|passw(?:ö|oe)rter|kennw(?:ö|oe)rter|zugangsdaten|anmeldedaten|logindaten"
    r"|mots de passe|identifiants|mdps|contrase[ñn]as|claves|credenciales"
    r"|hasła|hasla|dane (?:do )?logowania|poświadczenia)"
)
_PLURAL_KEYWORDS = (
    "passwords", "pass codes", "passcodes", "pwds", "credentials", "creds", "logins", "loginy",
    "hesla", "řístupy", "přihlašovací údaje", "přístupové údaje", "prihlasovacie údaje",
    "prístupové údaje", "passwörter", "kennwörter", "passwoerter", "zugangsdaten", "anmeldedaten",
    "logindaten", "mots de passe", "identifiants", "contraseñas", "contrasenas", "claves",
    "credenciales", "hasła", "hasla", "dane logowania", "dane do logowania", "poświadczenia",
)  # fmt: skip
_PASSWORD_KEYWORDS = tuple(dict.fromkeys((*words.PASSWORD_STEMS, *words.PASSWORD_PHRASES)))
_TOKEN_KEYWORDS = (
    "token", "secret", "apikey", "jeton", "tajemství", "api key", "api_key", "api-key",
    "access key", "access_key", "access-key", "auth key",
    "auth_key", "secret key", "private key", "private_key",
    "signing key", "signing_key", "encryption key", "encryption_key", "encryption-key",
    "master key", "master_key", "account key", "consumer key", "consumer_key", "license key",
    "app key", "app_key", "application key", "service key", "service_key", "shared key",
    "shared_key", "storage key", "webhook key", "server key", "server_key", "session key",
    "api klíč", "přístupový klíč", "přístupový kód", "tajný klíč", "tajný kód", "tajného klíče",
    "prístupový kľúč", "api kľúč", "tajný kľúč", "api-schlüssel", "api schlüssel",
    "zugriffsschlüssel", "geheimer schlüssel", *words.TOKEN_PHRASES,
)  # fmt: skip


def _escaped(word: str) -> str:
    return word.replace(".", r"\.").replace("?", r"\?")


def _line(keywords: tuple[str, ...]) -> str:
    return rf"(?m)^[^\n]*(?i:{'|'.join(_escaped(w) for w in keywords)})[^\n]*"


LABEL_RULES: tuple[Rule, ...] = (
    Rule(
        id="password-told",
        class_="password",
        tier=Tier.SECRET,
        keywords=_PASSWORD_KEYWORDS,
        pattern=_line(_PASSWORD_KEYWORDS),
        group=0,
        part="password_values",
        examples=(
            f"password: {_PW}",
            f"**Heslo:** {_PW}",
            f"heslo:: {_PW}",
            f"Heslo k datové schránce = {_PW}",
            f'{{"password": "{_PW}"}}',
            f"export DB_PASSWORD={_PW}",
            f"<b>heslo:</b> {_PW}",
            f"heslo\uff1a{_PW}",
            f"hes. k pc: {_PW}",
            'heslo: "čtyři koně ve dvoře"',
            "heslo: kocourek",
            "set RESTIC_PASSWORD=meadowsilver",
            f"Wi-Fi password for guests is {_PW}",
            f"machine h login eva password {_PW}",
            f"| heslo | {_PW} |",
            f"{_PW} je heslo k mailu",
            f"mot de passe du NAS : {_PW}",
        ),
        counter_examples=(
            "password: ********",
            "password: <your password>",
            "password: ${VAR}",
            "password: see Bitwarden",
            "password strength: strong",
            "Heslo týdne: trpělivost růže přináší.",
            "password: { type: String, required: true }",
            "password = getpass.getpass()",
            "Pass: the mountain pass is closed until May",
            f"compass: {_PW}",
            "Das Passwort muss mindestens 12 Zeichen lang sein",
            "| password | user |",
        ),
    ),
    Rule(
        id="password-next-line",
        class_="password",
        tier=Tier.SECRET,
        keywords=(
            "password",
            "passphrase",
            "heslo",
            "passwort",
            "kennwort",
            "mot de passe",
            "mdp",
            "contraseña",
            "contrasena",
            "hasło",
            "haslo",
            "psk",
            "pw:",
            "pw ",
            "hesla",
            "geslo",
            "pass:",
            "pwd:",
            "パスワード",
            "비밀번호",
            "密码",
            "密碼",
        ),
        pattern=rf"(?:^|[^{_IN_NAME}?&]){PASSWORD_LABEL}[*_`]*(?:[ \t]*\([^()\n]*\)"
        r"|(?:[ \t]+[^\s:=|,.;]+){1,6}:?)?[ \t]*[:\x{ff1a}]?[*_]*[ \t]*\r?\n"
        r"(?:[ \t>]*\r?\n)?(?:[ \t>]*(?:```|~~~)[^\s`]*\r?\n)?"
        r"[ \t>*+`-]*([^\s`]+)`?[ \t]*(?:\r?\n|\z)",
        check="below_label",
        examples=(
            joined("Luks passphrase\nvelvet-", "kettle-marble-otter\n"),
            f"heslo:\n{_PW}",
            f"### Heslo\n\n`{_PW}`\n",
            f"**password:**\r\n  {_PW}",
            f"Passwort:\n```\n{_PW}\n```\n",
        ),
        counter_examples=("password:\n  min2: 8\n", "## Password\n\nUse 2 words"),
    ),
    Rule(
        id="password-list",
        class_="password",
        tier=Tier.SECRET,
        keywords=_PLURAL_KEYWORDS,
        pattern=rf"(?m)^[ \t>#*_+-]*(?:[^\s:.,;=|]+[ \t]+){{0,3}}{_PLURAL}"
        r"(?:[ \t]+[^\s:.,;=|]+){0,4}[*_]*[ \t]?:?[*_]*[ \t]*\r?\n(?:[ \t>]*\r?\n)?"
        r"((?:[ \t>]*[^\s#>][^\n]*(?:\n|\z))+)",
        part="list_values",
        examples=(
            f"hesla:\n- wifi host Slunce69\n- nas {_PW}\n",
            "## Hesla\n\n- nas: kocourek\n- mail \u2013 eva / Slunce69\n",
        ),
        counter_examples=("passwords:\n- use a manager\n- change them in 2026\n",),
    ),
    Rule(
        id="password-table",
        class_="password",
        tier=Tier.SECRET,
        keywords=(
            *(*_PASSWORD_KEYWORDS, "|token", "| token", "api key", "| pin", "|pin", "| secret"),
            *("wifi |", "wi-fi |", "ssid |", "wlan |"),
        ),
        pattern=r"(?m)^[ \t>]*(?:\|?[^|\n]*\|[^\n]*\n[ \t>]*\|?[ \t]*:?-[-|: \t]*\r?\n"
        r"(?:[ \t>]*[^|\s][^|\n]*\|[^\n]*\n?|[ \t>]*\|[^\n]*\n?)+"
        r"|[\"A-Za-z\x{c0}-\x{17f} _-]+(?:\|[\"A-Za-z\x{c0}-\x{17f} _-]*)+\r?\n"
        r"(?:[^\n|]*\|[^\n]*(?:\n|\z))+"
        r"|[\"A-Za-z\x{c0}-\x{17f} _-]+(?:[,;\t][\"A-Za-z\x{c0}-\x{17f} _-]*)+\r?\n"
        r"(?:[^\n,;\t]*[,;\t][^\n]*(?:\n|\z))+)",
        group=0,
        part="secret_columns",
        examples=(
            f"| site | user | password |\n|---|---|---|\n| forum | eva | {_PW} |\n",
            f"| Pole | Hodnota |\n|---|---|\n| Heslo | {_PW} |\n",
            f"url,username,password\nhttps://a.cz,eva,{_PW}\n",
        ),
        counter_examples=(
            f"| site | hash |\n|---|---|\n| forum | {_PW} |\n",
            "| option | password |\n|---|---|\n| a | required |\n| b | no |\n",
        ),
    ),
    Rule(
        id="secret-inline",
        class_="password",
        tier=Tier.SECRET,
        keywords=("::",),
        pattern=rf"(?:^|[^{_IN_NAME}.:/]){PASSWORD_LABEL}(?:[ _-][^\s:\[\]()]+){{0,3}}"
        r"[*_]*[ \t]?::[*_]*[ \t]+([^\s:<>()\[\]][^\n\]\)]*)",
        check="field_value",
        examples=("heslo:: kocour", "[password:: two words]", "see (mdp:: chat) there"),
        counter_examples=("password:: [[vault]]", "password:: see Bitwarden", "std::pass::x"),
    ),
    Rule(
        id="token-inline",
        class_="api-key",
        tier=Tier.SECRET,
        keywords=("token::", "secret::", "key::", "klíč::", "token**::", "key**::"),
        pattern=rf"(?:^|[^{_IN_NAME}.:/]){TOKEN_LABEL}[*_]*"
        r"::[*_]*[ \t]+([^\s:<>()\[\]][^\n\]\)]*)",
        check="field_value",
        examples=("api key:: kocour", "[token:: abc123]"),
        counter_examples=("token:: [[vault]]", "token::Token"),
    ),
    Rule(
        id="token-told",
        class_="api-key",
        tier=Tier.SECRET,
        keywords=_TOKEN_KEYWORDS,
        pattern=_line((*words.TOKEN_STEMS, *words.TOKEN_PHRASES)),
        group=0,
        part="token_values",
        examples=(
            f"api key for weather: {_KEY}",
            f"x-api-key: {_KEY}",
            f'client_secret: "{_KEY}"',
            f"tajný klíč: {_KEY}",
            f"TWILIO_AUTH_TOKEN={_KEY}",
            f"kubectl config --token={_KEY}",
            f"accessToken: '{_KEY}'",
            f"the api key is {_KEY}",
            f"| api key | {_KEY} |",
            f"clé API : {_KEY}",
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
            "API key rotation should be automated",
            "token type id db3f220e-6e52",
            "token: prod-eu-west-1",
        ),
    ),
    Rule(
        id="password-season",
        class_="suspect",
        tier=Tier.SECRET,
        keywords=tuple(f"{digit}{sign}" for digit in range(10) for sign in "!#@%&+"),
        pattern=r"(?m)^[^\n]*[\pL][0-9]{2}(?:[0-9]{2})?[!#@%&+][^\n]*",
        group=0,
        part="seasons",
        examples=(
            joined("they all use Nov", "atex26# there"),
            joined("first login: Win", "ter2025!"),
        ),
        counter_examples=("Euro2024! was fun", "Hello2026! newsletter", "Room 26# on the left"),
    ),
)
