"""What a person types to prove who he is: PINs, PUKs and codes, alone, in tables and lists."""

from __future__ import annotations

from vaultbrain.gate.rules.forms import EDGE, VALUE, code_rule, coded
from vaultbrain.gate.rules.locks import LOCK_RULES

# The codes of a Czech or Slovak identity card, by letters and in words.
_CARD_CODES = (
    r"(?-i:[BDI]OK)|q ?pin|(?:bezpe[čc]nostn|deblok|identifika[čc]n|podpisov)[a-zà-ž]{1,5} "
    r"(?:osobn[a-zà-ž]{1,2} )?(?:k[óo]d|pin)"
)
_PIN = (
    r"(?i:(?:sim|card|bank|phone|voicemail|parental|atm)?[ _-]?pin[12]?(?:y|u|em|s)?"
    r"(?:[ _-]?(?:k[óo]d[a-zà-ž]*|codes?|nummer|number))?(?: ?[/+,&] ?(?:pin2|puk[12]?)){0,3}"
    r"|(?:code|c[óo]digo|k[óo]d)[ _-](?:pin|puk)[12]?|puk[12]?(?:[ _-]?(?:k[óo]d|code))?"
    rf"|pass ?codes?|{_CARD_CODES}|code (?:de (?:la )?)?carte(?: bleue| bancaire)?"
    r"|c[óo]digo de (?:la )?tarjeta"
    r"|geheimzahl|code (?:secret|confidentiel)|c[óo]digo secreto"
    r"|tajn[ýy] k[óo]d)"
)
# A PIN of what: `PIN diagram: 1234` is about something else.
_OF_WHAT = (
    r"(?:kart[a-zà-ž]*|sim|mobil[a-zà-ž]*|telefon[a-zà-ž]*|tablet[a-zà-ž]*|bank[a-zà-ž]*"
    r"|[úu][čc]t[a-zà-ž]*|trezor[a-zà-ž]*|alarm[a-zà-ž]*|visa|card"
    r"|phone|account|tarjeta|carte|konta|rodi[čc][a-zà-ž]*|eltern[a-zà-ž]*|rodzic[a-zà-ž]*"
    r"|parental|parents)"
)
_QUALIFIER = (
    r"(?:[ \t](?i:na|k|ke|od|do|pro|pre|ku|for|to|of|on|at|f[üu]r|zu[rm]?|der|vo[nm]|de|del|du|pour"
    r"|para)"
    r"(?:[ \t][^\s:=|0-9]{1,20}){1,4}?|[ \t]?\([^()\n]{0,40}\)"
    rf"|(?:[ \t](?:[a-z]?[A-ZÀ-Ž][A-Za-zà-ž]{{1,20}}|(?i:{_OF_WHAT}))){{1,2}})?"
)
_BARE_PIN = (
    r"(?:PIN[12]?|PUK[12]?|PIN[ \t](?i:na|k|ke|do|od|for|to|pro|pre|f[üu]r|pour"
    r"|para)(?:[ \t]+[a-zà-ž]+){1,2}"
    rf"|(?i:pin (?:(?:na|k|ke|do|od|for|to|of|pro|pre|f[üu]r|pour|para|de la"
    rf"|du) )?(?:[a-zà-ž]{{2,5}} )?{_OF_WHAT})"
    rf"|(?i:(?:{_CARD_CODES})(?:[ \t]k[eu]?[ \t][a-zà-ž]+)?|code de (?:la )?carte(?: bancaire)?"
    r"|pin (?:code|k[óo]d)|pass ?code|puk[12]?|(?:sim|card|bitlocker|windows|tablet|ipad|laptop"
    r"|parental) pin|geheimzahl))"
)
_PIN_KEYWORDS = (
    *("pin:", "pin ", "pin=", "pin-", "pin*", "pin_", 'pin"', "pin'", "pin`", "pin|", "pin\n"),
    *("pin\r", "pin)", "pin<", "pin/", "pin1", "pin2", "pins:", "piny", "pincode"),
    *(
        "passcode",
        "pass code",
        "bok",
        "iok",
        "dok:",
        "dok ",
        "dok=",
        "osobní kód",
        "osobni kod",
        "osobný kód",
        "ku karte",
    ),
    *(
        "puk",
        "geheimzahl",
        "code carte",
        "code de carte",
        "code de la carte",
        "de tarjeta",
        "de la tarjeta",
        "code secret",
        "code confidentiel",
        "digo secreto",
        "tajný kód",
    ),
)
_COLUMN = (
    r"(?im)^([^\n]*(?:^|[^0-9A-Za-zà-ž_])(?:pin[12]?|puk[12]?|k[óo]dy?|codes?"
    r"|c[óo]digo)(?:[^0-9A-Za-zà-ž_][^\n]*)?\n"
    r"[ \t>]*\|?[ \t]*:?-[-|: \t]*\r?\n(?:[^\n]*\|[^\n]*\n?)+)"
)


CODE_RULES = (
    code_rule(
        "pin",
        "pin",
        _PIN_KEYWORDS,
        coded(_PIN, _BARE_PIN, _QUALIFIER, VALUE),
        (
            (
                "PIN: 7096",
                "pin na sim 7212",
                "PIN karty 4821",
                "PIN is the usual 4821",
                "PUK 96605012",
            ),
            ("PIN: GPIO 18", "pinout: 5000", "pin: 13", "PIN diagram: 1234", "PIN: 2024-05-01"),
        ),
        check="door_code",
    ),
    code_rule(
        "pin-of-something",
        "pin",
        _PIN_KEYWORDS,
        # Of what, before it or behind it: `PIN: 1234` is for the rule above, and cheaper there.
        rf"{EDGE}((?:(?i:{_OF_WHAT}|kredit[a-zà-ž]*|debet[a-zà-ž]*|debit"
        rf"|giro[a-zà-ž]*)[^\n0-9.;]{{0,30}}?[^0-9A-Za-zÀ-ž\n]"
        rf"(?i:pin|puk)(?i:[ -]?code)?[^\pL\pM\pN\n]{{1,4}}"
        rf"|(?i:pin|puk)(?i:[ -]?code)?[^\pL\pM\pN\n]{{1,4}}[A-Za-zÀ-ž][^\n0-9]{{1,40}}?)"
        r"[0-9]{4,8}[^\n]{0,60})",
        (
            ("PIN bankovní identity: 482931", "PIN: Girocard 4829, Kreditkarte 9931"),
            ("PIN diagram of the card: 1234 bytes", "pin 1234 of the header"),
        ),
        part="pin_codes",
    ),
    code_rule(
        "code-column",
        "pin",
        ("|-", "| -", "|:", "| :"),
        _COLUMN,
        (
            ("| karta | PIN |\n|---|---|\n| Visa | 4821 |\n",),
            ("| code | meaning |\n|---|---|\n| 4040 | not found |\n",),
        ),
        part="code_columns",
    ),
    code_rule(
        "code-list",
        "pin",
        ("kódy", "kody", "codes", "códigos", "codigos", "piny", "pins"),
        (
            r"(?im)^[ \t>#*_]*(?:[A-Za-zÀ-ž-]+[ \t]){0,3}(?:k[óo]dy|codes|c[óo]digos|piny|pins)"
            r"(?:[ \t][A-Za-zÀ-ž-]+){0,3}[*_]{0,2}[ \t]?:?[*_]{0,2}[ \t]*\r?\n(?:[ \t>]*\r?\n)?"
            r"((?:[ \t>]*[-*+|][^\n]{1,160}(?:\n|\z))+)"
        ),
        (
            ("## Kódy\n- brána: 4821\n- alarm: 9931\n",),
            ("## Codes\n- E1201: filter\n- E1202: pump\n",),
        ),
        part="place_codes",
    ),
    *LOCK_RULES,
)
