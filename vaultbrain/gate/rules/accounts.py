"""Passwords without a label beside them, and those that another line or a command announces."""

from __future__ import annotations

from vaultbrain.gate.lines import cues
from vaultbrain.gate.rules.base import Rule, joined
from vaultbrain.records import Tier

_PW = joined("r0ck3t", "+7626q")
_NETWORKS = ("wifi", "wi-fi", "wi\u2011fi", "wlan", "ssid", "wpa", "hotspot")
_PASSWORDS = (
    "password", "passphrase", "heslo", "passwort", "kennwort", "mot de passe", "mdp",
    "contraseña", "contrasena", "hasło", "haslo", "pw ", "clave",
)  # fmt: skip
# One speaker's line: `[15:13] me: `, `**Eva**: `, `> Eva (10:22): `.
_SPEAKER = (
    r"[ \t>*_-]*(?:[\[(][^\])\n]{1,20}[\])][ \t]*)?[*_]*\pL[^\n:(\[]{0,30}"
    r"(?:[(\[][^\n)\]]{1,20}[)\]])?:[*_]*[ \t]*"
)
_COMMANDS = (
    r"net[ \t]+use[ \t]+(?:[*A-Za-z]:?[ \t]+)?\\\\[^\s]+[ \t]+(?:/[a-z:]+[ \t]+)*",
    r"psexec(?:64)?(?:\.exe)?[ \t][^\n|]*?[-/]p[ \t]+",
    r"<\((?:echo|printf)[ \t]+(?:-n[ \t]+)?[\"']?",
)
_SIGNS = r"[!@#$%^&*?]"
_CUE = rf"(?i:{'|'.join(cues.KEYWORDS)})"
# A digit beside a letter or a sign of passwords: hardly a line of prose has that.
_MIXED = r"(?:[A-Za-z!@#$%^&*+=?~_][0-9]|[0-9][A-Za-z!@#$%^&*+=?~_])"
_WORDS = r"[a-z]{3,12}(?:[-._ ][a-z]{3,12}){2,8}[-._ ][a-z]{3,12}[0-9]{0,3}"

ACCOUNT_RULES: tuple[Rule, ...] = (
    Rule(
        id="password-alone",
        class_="suspect",
        tier=Tier.SECRET,
        keywords=(),
        pattern=rf"(?m:^)([^\n]*(?:[0-9][!-~]*[0-9A-Za-z]{_SIGNS}+[0-9A-Za-z+=#_.-]"
        rf"|[0-9A-Za-z]{_SIGNS}+[!-~]*[0-9])[^\n]*)",
        part="random_values",
        examples=(
            joined("the cabinet wants qT7", "&uLip2x after boot"),
            joined("- Synology: eva/qT7", "!uLip2x"),
        ),
        counter_examples=(
            "Sheet1!A1+Sheet2!B2",
            "watch?v=dQw4w9WgXcQ&t=42s",
            "P@ssw0rd1! is no good one",
            "sum x1*Y2+z3 up",
            "toPath$1 and eva@nas01",
        ),
    ),
    Rule(
        id="password-typed",
        class_="suspect",
        tier=Tier.SECRET,
        keywords=cues.KEYWORDS,
        pattern=rf"(?m)^(?:[^\n]*{_CUE}[^\n]*{_MIXED}|[^\n]*{_MIXED}[^\n]*{_CUE}"
        rf"|[^\n]*(?i:{'|'.join(cues.OPEN_STEMS)})[^\n]*: )[^\n]*",
        group=0,
        part="account_values",
        examples=(
            joined("You log in as eva and type Tul#", "44pX7z, then wait"),
            joined("účet root (gr!", "tuEgb8wxtB), port jako vždy"),
            joined("VPN Acme → eva / Ac", "me-22!"),
        ),
        counter_examples=(
            "log in as admin and choose Settings2",
            "type `npm2 install` and press Ctrl+Shift+F12",
            "login: see issue vuejs/core#1234",
        ),
    ),
    Rule(
        id="wifi-told",
        class_="password",
        tier=Tier.SECRET,
        keywords=(*_NETWORKS, "network key", "network security"),
        pattern=rf"(?m)^[^\n]*(?i:{'|'.join(_NETWORKS)}|network (?:security|key))[^\n]*[0-9][^\n]*",
        group=0,
        part="network_values",
        examples=(
            joined("Wifi: síť Chata, heslo 61", "74462699."),
            joined("V kavárně mají wifi ZR", "74ytuDMaPT (síť Kavarna)"),
            joined("- wifi: Fjord / uu", "TuNCO9K7km"),
        ),
        counter_examples=(
            "wifi: 2.4GHz / 5GHz",
            "wifi adapter RTL8812AU works",
            "wifi objednávka 4500123456",
        ),
    ),
    Rule(
        id="wifi-second",
        class_="password",
        tier=Tier.SECRET,
        keywords=("ssid", "wifi", "wi-fi", "wlan"),
        pattern=r"(?i:ssid|wi-?fi|wlan)[^\n]{0,60}\n(?:[^\n]{1,80}\n){0,4}?[ \t>*+-]*[*_]*"
        r"(?i:guests?|host(?:é|ia|ovská|ovské)?|gäste|gast|invités?|invitados?|goście|gość)"
        r"[*_]*[ \t]*[:=][*_]*[ \t]*`?([^\s`]+)",
        check="strong_mixed",
        examples=(joined("wifi doma\nSSID: Jezevec\nheslo: x\nhost: Wk", "4u3tuElM@Uml\n"),),
        counter_examples=("wifi\nSSID: a\nhost: nas01.local\n",),
    ),
    Rule(
        id="password-answered",
        class_="password",
        tier=Tier.SECRET,
        keywords=_PASSWORDS,
        pattern=rf"(?m)^[^\n]*(?i:{'|'.join(_PASSWORDS)})[^\n]*\r?\n"
        rf"{_SPEAKER}`?[^\s`]+`?[ \t]*(?:\r?\n|\z)",
        group=0,
        part="answered_value",
        examples=(
            f"**Eva**: jaké je heslo na disk?\n**já**: {_PW}\n",
            f"[15:13] Oli: whats the password for the drive\n[15:13] me: {_PW}\n",
        ),
        counter_examples=(
            "What's the password?\nEva: see Bitwarden\n",
            "what is the password policy?\nversion: v2b3\n",
        ),
    ),
    Rule(
        id="password-initials",
        class_="password",
        tier=Tier.SECRET,
        keywords=("\nh:", "\np:", "\nhes:", " p: ", " h: ", ", p:", ", h:"),
        pattern=r"(?:(?m:^)[ \t>*-]*(?i:[juln]|user|usr|login): ?\S+\r?\n"
        r"[ \t>*-]*(?i:[hp]|pw): ?([^\s`]+)[ \t]*(?m:$)"
        r"|(?m:^)[ \t>*-]*[HP]: ?([^\s`]+)[ \t]*\r?\n[ \t>*-]*[JULN]: ?\S+[ \t]*(?m:$)"
        r"|(?:^|\s)(?i:u|user|l|j|login): ?[^\s:]+,?[ \t]+(?i:p|h|pw): ?([^\s`]+))",
        group=0,
        part="initialled_value",
        examples=(
            joined("FTP u: deploy p: V8", "@TULrXxcZ"),
            joined("J: eva\nH: 5K", "+5tOK*L\n"),
            joined("H: 5K", "+5tOK*L\nJ: eva\n"),
        ),
        counter_examples=("H: 12 kg\nJ: eva\n", "u: 12 p: 13", "L: 20cm\nH: 180cm\n"),
    ),
    Rule(
        id="password-argument",
        class_="password",
        tier=Tier.SECRET,
        keywords=("net use", "psexec", "<(echo", "<(printf"),
        pattern=rf"(?i:{'|'.join(_COMMANDS)})([^\s\"'`|;<>()/%${{][^\s\"'`|;<>()]*)",
        check="strong",
        examples=(
            joined("net use Z: \\\\nas\\data l_", "TVFcofT%x /user:eva"),
            joined("psexec \\\\nas01 -u root -p k6", "ueOtTmgBxN cmd"),
            joined("rsync --password-file=<(echo zL", "12Tm86kzjR) eva@nas::x /mnt"),
        ),
        counter_examples=(
            "net use Z: \\\\nas\\data2 /user:eva2",
            "psexec \\\\nas01 -u root -p %PASS% cmd",
        ),
    ),
    Rule(
        id="password-defined",
        class_="password",
        tier=Tier.SECRET,
        keywords=("define(", "define ("),
        pattern=r"(?i:define[ \t]?\([ \t]*[\"'][^\"'\n]{0,40}(?:pass|passwd|password|pwd|heslo"
        r"|secret|_key|_salt|token)[\"'][ \t]*,[ \t]*)(\"[^\"\n]+\"|'[^'\n]+')",
        check="plausible_word",
        examples=(joined("define('DB_PASSWORD', 'x@", "ttruS6yyR');"),),
        counter_examples=("define('DB_PASSWORD', 'password_here');",),
    ),
    Rule(
        id="home-key",
        class_="api-key",
        tier=Tier.SECRET,
        keywords=("encryption:",),
        pattern=r"(?i:encryption):[ \t]*\r?\n[ \t]*key:[ \t]*[\"']?([0-9A-Za-z+/]{43}=)",
        examples=(
            joined('encryption:\n  key: "YT', 'PvPCqx6fRENhOhfeleeCC+ASQYGmtCQPeL1tFCLRw="'),
        ),
        counter_examples=("encryption:\n  key: !secret api_key",),
    ),
    Rule(
        id="phrase-quoted",
        class_="password",
        tier=Tier.SECRET,
        keywords=("fráz", "phrase", "frase", "fraza"),
        pattern=r"(?:^|[^\pL])(?i:fráz[eai]|(?:pass)?phrase|frase|fraza)[ \t:=]{1,4}"
        rf"[`\"„“]({_WORDS})[`\"“”]",
        check="strung",
        examples=(joined("borg, fráze `piano-", "chicken-tulip-civil`"),),
        counter_examples=("the phrase `the-quick-brown-fox`", 'the phrase "we all live in"'),
    ),
)
"""Passwords that stand alone."""
