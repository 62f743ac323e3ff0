"""Passwords in commands, configuration and pairs: known by the form around them."""

from __future__ import annotations

from vaultbrain.gate.rules.accounts import ACCOUNT_RULES
from vaultbrain.gate.rules.base import Rule, joined
from vaultbrain.gate.rules.logins import LOGIN_RULES
from vaultbrain.records import Tier

_VALUE = r"(\"[^\"\n]+\"|'[^'\n]+'|[^\s\"'`|;<>()]+)"
_PW = joined("r0ck3t", "+7626q")

# Options that carry a password and nothing else.
_CLEAR = (
    r"sshpass[ \t]+-p[ \t]*",
    r"gpg2?[ \t][^\n|]*?--passphrase[ =]",
    r"net[ \t]+user[ \t]+\S+[ \t]+",
    r"net[ \t]+use[ \t][^\n]*?/user:\S+[ \t]+",
    r"htpasswd[ \t]+-[a-zA-Z]*b[a-zA-Z]*[ \t]+(?:\S+[ \t]+)?\S+[ \t]+",
    (
        r"(?:curl|wget|http|https)(?:[ \t][^\n|]*?)?[ \t](?:-u|--user|--proxy-user|-a)[ =]?"
        r"[\"']?[^\s:%\"'/{$<]+:"
    ),
    r"smbclient[ \t][^\n|]*?-U[ ]?[\"']?[^\s:%\"'{$<]+%",
    r"-pass(?:in|out)?[ \t]+pass:",
    r"(?:xfreerdp|wlfreerdp|rdesktop|mstsc)[ \t][^\n|]*?[/-]p[: ]",
    r"chpasswd[ \t]*<<<[ \t]*[\"']?[^\s:\"']+:",
    r"pscredential[^\n]*?\([ \t]*[\"'][^\"'\n]*[\"'][ \t]*,[ \t]*",
    r"networkcredential[ \t]*\([ \t]*[\"'][^\"'\n]*[\"'][ \t]*,[ \t]*",
    r"(?:key|name|id)=[\"'][^\"'\n]*(?:password|passwd|pwd|secret|heslo)[\"'][ \t]+value=",
    r"assword:?[\"'}]?[^\n]*?send[ \t]+(?:-h[ \t]+|--[ \t]+)?",
)
# Here the value stands in quotes.
_QUOTED = (
    r"identified[ \t]+(?:with[ \t]+\S+[ \t]+)?by[ \t]+(?:password[ \t]+)?",
    r"(?:user|role|login)[ \t][^\n;]*?[ \t]password[ \t]*=?[ \t]*",
    r"(?:^|[^0-9A-Za-z_.])password[ \t]*\([ \t]*",
    r"convertto-securestring[ \t]+(?:-string[ \t]+)?",
)
# Options that mean something else to other tools; after them the value must look like a password.
_OTHER = (
    r"(?:mysql|mysqldump|mysqladmin|mariadb|mariadb-dump)[0-9A-Za-z_ =.,/@-]*? -p",
    r"(?:zip|unzip)[ \t][^\n|]*?-P[ \t]?",
    r"(?:7z|7za|7zz)[ \t][^\n|]*?-p",
    r"(?:rar|unrar)[ \t][^\n|]*?-h?p",
    r"docker[ \t]+login[ \t][^\n|]*?(?:-p|--password)[ =]",
    r"(?:podman|helm|az|oc|twine|vncpasswd|rclone)[ \t][^\n|]*?(?:-p|--password|pass)[ =]",
    r"ldap(?:search|modify|add|delete|whoami)[ \t][^\n|]*?-w[ \t]?",
    r"redis-cli[ \t][^\n|]*?(?:-a|--pass)[ \t]",
    r"mongo(?:sh|dump|restore|export|import)?[ \t][^\n|]*?(?:-p|--password)[ =]",
    r"(?:sqlcmd|bcp|osql)[ \t][^\n|]*?-P[ \t]?",
    r"useradd[ \t][^\n|]*?-p[ \t]",
    r"mosquitto_(?:pub|sub|rr)[ \t][^\n|]*?(?:-P|--pw)[ \t]+",
    r"openssl[ \t]+(?:enc|aes|des3|camellia|chacha)[^\n|]*?[ \t]-k[ \t]+",
    r"(?:ipmitool|ipmi-\w+)[ \t][^\n|]*?-[Pp][ \t]+",
)

_PAIRS = (
    r"login (?:data|details|info)|credentials?|creds|p[řr]ihlašovací údaje"
    r"|p[řr][ií]stupov[ée] údaje"
    r"|prihlasovacie údaje|(?:zugangs|anmelde|login)daten|identifiants|credenciales"
    r"|dane (?:do )?logowania|poświadczenia"
)
_LOGINS = (
    r"logins?|p[řr]ihlášen[íi]e?|zugang|anmeldung|identifiant|logowanie"
    r"|p[řr][íi]stup[ \t]+(?:do|na|ke?|pro)[ \t]+[^\s:=/]+"
)
# What else than logins is called so: `účet: Spoření / Rodina2024`.
_WHO = r"user|account|uživatel|účet|p[řr][íi]stup|cuenta"
_FOR = (
    r"(?:[ \t]+(?i:do|na|k|ke|pro|for|to|für|zum|zur|pour|para|de|del|du)"
    r"(?:[ \t]+[^\s:=/]+){1,3})?(?:[ \t]*\([^()\n]*\))?"
)
_SAYS = r"[*_]*[ \t\x{a0}]?(?::|=>?|->|→|[ \t][\x{2013}-][ \t])[*_]*[ \t]*"
_USER = r"[^\s/:,=<>\"'`{(\[]+"

PASSWORD_RULES: tuple[Rule, ...] = (
    Rule(
        id="login-pair",
        class_="password",
        tier=Tier.SECRET,
        keywords=(
            "login",
            "přihl",
            "přístup",
            "prihl",
            "prístup",
            "credentials",
            "creds",
            "zugang",
            "anmeld",
            "identifiant",
            "credencial",
            "logowan",
            "poświadczenia",
        ),
        pattern=r"(?:^|[^0-9A-Za-z\x{c0}-\x{17f}_/])(?:"
        rf"(?i:{_PAIRS}){_FOR}{_SAYS}{_USER}"
        r"(?:[ \t]+(?://|[/|:;+\x{2013}\x{2014}-])[ \t]+|[ \t]*:[ \t]*|/|,[ \t]+)"
        rf"|(?i:{_LOGINS}){_FOR}{_SAYS}{_USER}(?:[ \t]+//?[ \t]+|[ \t]*:[ \t]*|/))([^\s\"`|<>]+)",
        check="strong",
        examples=(
            f"přihlášení: novak / {_PW}",
            f"Zugangsdaten: eva, {_PW}",
            f"creds for Jira: eva:{_PW}",
        ),
        counter_examples=("login: https://host.cz/a1b2", "přihlášení: do 15. května"),
    ),
    Rule(
        id="account-pair",
        class_="password",
        tier=Tier.SECRET,
        keywords=(
            *("user:", "user =", "account:", "account =", "uživatel:", "účet"),
            *("přístup", "prístup", "pristup", "cuenta"),
        ),
        pattern=rf"(?:^|[^0-9A-Za-z\x{{c0}}-\x{{17f}}_/])(?i:{_WHO}){_FOR}{_SAYS}{_USER}"
        r"(?:[ \t]+//?[ \t]+|[ \t]*:[ \t]*|/)([^\s\"`|<>]+)",
        check="undated",
        examples=(f"účet: novak / {_PW}", f"user: eva:{_PW}"),
        counter_examples=("účet: Spoření / Rodina2024", "user: story42 / epic12"),
    ),
    Rule(
        id="login-lines",
        class_="password",
        tier=Tier.SECRET,
        keywords=("pass:", "pass =", "pass=", "pw:", "pw =", "pw="),
        pattern=r"(?im)^[ \t>*+-]*(?:user|username|login|user ?name|uživatel|benutzer|e-?mail"
        r"|account)"
        r"[*_\"]*[ \t]*[:=][^\n]+\n[ \t>*+-]*(?:pass|pw)[*_]*[ \t]*[:=][*_]*[ \t]*([^\s\"'`|]+)",
        check="plausible_word",
        examples=("user = eva\npass = kocourek\n",),
        counter_examples=("user: eva\npass: failed\n", "login: eva\npass: required"),
    ),
    Rule(
        id="wifi-key",
        class_="password",
        tier=Tier.SECRET,
        keywords=("ssid", "wifi", "wi-fi", "wlan"),
        pattern=r"(?i:ssid|wi-?fi|wlan)[^\n]*?[ ,;(/](?i:key|code|kl[íi][čc]|kľúč|clé|clave|klucz"
        r"|kod|kód"
        r"|schlüssel)[ \t]*[:=][ \t]*([^\s\"`|]+)",
        check="strong_mixed",
        examples=(f"ssid: Chalupa key: {_PW}",),
        counter_examples=("wifi status code: 404", "WLAN key: required"),
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
        id="password-command",
        class_="password",
        tier=Tier.SECRET,
        keywords=(
            "sshpass",
            "--passphrase",
            "net user",
            "net use",
            "htpasswd",
            "curl ",
            "wget ",
            "smbclient",
            " pass:",
            "freerdp",
            "rdesktop",
            "mstsc",
            "chpasswd",
            "pscredential",
            "networkcredential",
            "value=",
            "assword:",
            "http -a",
            "https -a",
        ),
        pattern=rf"(?i:{'|'.join(_CLEAR)}){_VALUE}",
        check="plausible_word",
        examples=(
            joined("sshpass -p '", "tulipan', ssh eva@nas"),
            joined("net use Z: /user:eva ", "4oBNg+xWeqO76"),
        ),
        counter_examples=(
            "curl -u user:pass https://h",
            "sshpass -p {{password}} ssh host",
        ),
    ),
    Rule(
        id="password-statement",
        class_="password",
        tier=Tier.SECRET,
        keywords=(
            "identified",
            "role ",
            "create user",
            "alter user",
            "create login",
            "alter login",
            "password(",
            "password (",
            "securestring",
        ),
        pattern=rf"(?i:{'|'.join(_QUOTED)})(\"[^\"\n]+\"|'[^'\n]+')",
        check="plausible_word",
        examples=(
            joined("CREATE USER 'eva'@'%' IDENTI", "FIED BY 'tulipan';"),
            joined("ConvertTo-Secure", f'String "{_PW}" -AsPlainText'),
        ),
        counter_examples=("IDENTIFIED BY 'password'", "identified by drive letter"),
    ),
    Rule(
        id="password-option",
        class_="password",
        tier=Tier.SECRET,
        keywords=(
            "mysql",
            "mariadb",
            "zip ",
            "7z",
            "rar ",
            "docker login",
            "podman",
            "helm",
            "az ",
            "oc login",
            "twine",
            "vncpasswd",
            "rclone",
            "ldap",
            "redis-cli",
            "mongo",
            "sqlcmd",
            "bcp ",
            "osql",
            "useradd",
            "mosquitto_",
            "ipmi",
            "openssl enc",
            "openssl aes",
            "openssl des3",
        ),
        pattern=rf"(?:^|[^0-9A-Za-z])(?:{'|'.join(_OTHER)}){_VALUE}",
        check="strong",
        examples=(
            joined("mysql -u root -p", "dEw5fOXOobvP0", " notes"),
            joined("redis-cli -h db -a ", "dEw5fOXOobvP0"),
            joined("openssl enc -aes-256-cbc -k Kit", "ten4471 -in a"),
        ),
        counter_examples=(
            "openssl enc -d -k $PASS",
            "mysql -u root -p notes2024",
            "7z x -p{{password}} a.7z",
        ),
    ),
    Rule(
        id="password-piped",
        class_="password",
        tier=Tier.SECRET,
        keywords=("sudo -", "chpasswd", "--password-stdin", "--stdin", ":5432:", ":*:"),
        pattern=r"(?:echo|printf)[ \t]+(?:-n[ \t]+)?[\"']?(?:[a-z_][0-9a-z_-]*:)?"
        r"([^\s\"'$|]+)[\"']?"
        r"[ \t]*\|[ \t]*(?:sudo[ \t]+-|sudo[ \t]+chpasswd|chpasswd|docker[ \t]+login|passwd)"
        r"|(?m:^)[0-9A-Za-z.*_-]+:(?:[0-9]{4,5}|\*):[^\s:]+:[^\s:]+:([^\s:]+)(?m:$)",
        group=0,
        part="piped_values",
        examples=(
            joined("echo '", f"{_PW}' | sudo -S reboot"),
            joined("db.local:5432:notes:eva:", _PW),
        ),
        counter_examples=('echo "$PASS" | sudo -S reboot', "10.0.0.1:5432:a:b:c"),
    ),
    Rule(
        id="password-at-host",
        class_="password",
        tier=Tier.SECRET,
        keywords=("rsync", "scp ", "sftp", "ftp ", "ssh ", "proxy", "smtp", "imap", "dsn"),
        pattern=r"(?:^|[\s=\"'`(@])[0-9A-Za-z._-]+:([^\s:/@\"'<>`{}$]+)@[0-9A-Za-z.-]+",
        check="strong_mixed",
        examples=(joined("rsync -a eva:", f"{_PW}@nas /x"),),
        counter_examples=("scp eva@nas:/a b", "proxy user:password@host"),
    ),
    *ACCOUNT_RULES,
    *LOGIN_RULES,
)
