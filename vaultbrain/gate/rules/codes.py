"""What people type at a lock: PINs, PUKs, codes of doors and alarms, patterns."""

from __future__ import annotations

from vaultbrain.gate.rules.base import Rule
from vaultbrain.records import Tier

# Hyphens are part of words here: `thread-safe code` is about no safe.
EDGE = r"(?:^|[^\pL\pM\pN_&?.-])"
_PIN = (
    r"(?i:(?:sim|card|bank|phone|voicemail|parental|atm)?[ _-]?pin[12]?(?:y|u|em|s)?"
    r"(?:[ _-]?(?:k[óo]d[a-zà-ž]*|codes?|nummer|number))?(?: ?[/+,&] ?(?:pin2|puk[12]?)){0,3}"
    r"|(?:code|c[óo]digo|k[óo]d)[ _-](?:pin|puk)[12]?|puk[12]?(?:[ _-]?(?:k[óo]d|code))?"
    r"|pass ?codes?|(?-i:[BDI]OK)|geheimzahl|code (?:secret|confidentiel)|c[óo]digo secreto"
    r"|tajn[ýy] k[óo]d)"
)
_EN = (
    r"(?:doors?|gates?|garage|alarm|entry|entrance|building|keypad|key ?box|lock ?box|key ?safe"
    r"|safe"
    r"|lockers?|padlock|lock|elevator|lift|intercom|office|gym|shed|storage|barrier|parking"
    r"|apartment"
    r"|flat|house|cottage|bathroom|toilet|disarm|security system|unlock|voicemail|parental"
    r"|screen time"
    r"|watch|ipad|iphone|device|suitcase|luggage|vault|airbnb|access|guest)"
)
_CS = (
    r"(?:(?:hlavn|zadn|p[řr]edn|vstupn|domovn|gar[áa][žz]ov|vchodov|cel|nov|star)[a-zà-ž]{1,3} )?"
    r"(?:dve[rř][a-zà-ž]*|dver[íi]|vchod[a-zà-ž]*|vstup[a-zà-ž]*|br[áa]n(?:a|ě|e|y|u|ou"
    r"|k[a-zà-ž]*)?|vrat[a-zà-ž]*"
    r"|gar[áa][žz][a-zà-ž]*|alarm[a-zà-ž]*|trezor[a-zà-ž]*|sejf[a-zà-ž]*|schr[áa]n[a-zà-ž]*"
    r"|z[áa]m(?:ek|k)[a-zà-ž]*|z[áa]vo[rř][a-zà-ž]*"
    r"|v[ýy]tah[a-zà-ž]*|kancel[a-zà-ž]*|byt(?:u|ě|em|y)?|d[oůu]m(?:u|em|ě|y)?|bar[áa]k[a-zà-ž]*"
    r"|chat(?:a|y|ě|u|k[a-zà-ž])"
    r"|chalup[a-zà-ž]*|sklep[a-zà-ž]*|kol[áa]rn[a-zà-ž]*|kol(?:o|a|u|em)|kufr[a-zà-ž]*"
    r"|parkovi[a-zà-ž]*|budov[a-zà-ž]*"
    r"|kl[áa]vesnic[a-zà-ž]*|zvon[a-zà-ž]*|telefon[a-zà-ž]*|mobil[a-zà-ž]*|tablet[a-zà-ž]*"
    r"|displej[a-zà-ž]*|sk[řr][íi]n[a-zà-ž]*"
    r"|[šs]atn[a-zà-ž]*|posilovn[a-zà-ž]*|hlasov[a-zà-ž]*|key ?box[a-zà-ž]*|visac[a-zà-ž]*"
    r"|ramp[aěyu]|wc|z[áa]chod[a-zà-ž]*)"
)
_DE = (
    r"(?:(?:haus|eingangs|garagen|keller|b[üu]ro|vorder|hinter)?t(?:ü|ue)r|(?:garagen)?tor|garage"
    r"|alarm[a-zà-ž]*|tresor|safe|schl(?:ü|ue)ssel[a-zà-ž]+|eingang|haus|b[üu]ro|wohnung|keller"
    r"|(?:fahrrad|zahlen|vorh[äa]nge)?schloss|aufzug|spind|schranke|parkhaus|schlie(?:ß|ss)fach"
    r"|handy|garten[a-zà-ž]*)"
)
_FR = (
    r"(?:portail|portillon|porte|entr[ée]e|immeuble|alarme|coffre(?:-fort)?|garage|cadenas"
    r"|bo[iî]te [àa] cl[ée]s|barri[èe]re|ascenseur|local|interphone|b[âa]timent|acc[èe]s|maison"
    r"|appartement|vestiaire|casier|parking|r[ée]sidence|d[ée]verrouillage)"
)
_ES = (
    r"(?:puerta|portal|port[óo]n|garaje|alarma|caja fuerte|candado|entrada|edificio|verja|llaves"
    r"|cajet[íi]n|acceso|desbloqueo|ascensor|oficina|taquilla|trastero|piso|apartamento|casa)"
)
_PL = (
    r"(?:drzwi|bram[a-zà-ž]*|furtk[a-zà-ž]*|gara[żz]u|alarm[a-zà-ž]*|sejfu?|klatki|domofonu?"
    r"|wind[a-zà-ž]*|k[łl][óo]dk[a-zà-ž]*"
    r"|szlabanu?|skryt[a-zà-ž]*|mieszkani[a-zà-ž]*|dost[ęe]pu|wej[śs]ci[a-zà-ž]*|budynku|biura"
    r"|szafk[a-zà-ž]*|telefonu"
    r"|odblokowania|domu|roweru|skrzynki|zamka)"
)
_PLACE = (
    rf"(?i:{_EN}[ _-]?(?:entry[ _]|access[ _]|unlock[ _])?(?:codes?|pin|passcode|combination|combo)"
    rf"|(?:codes?|passcode|combination|combo) (?:for|to|of|on|at) (?:(?:the|my|our"
    rf"|your) )?(?:[a-zà-ž]+ ){{0,2}}?{_EN}"
    rf"|k[óo]d[a-zà-ž]{{0,2}} (?:(?:od|k|ke|ku|do|na|pro|pre|u|ve?) )?{_CS}"
    rf"|kombin[áa]c[a-zà-ž]+ (?:(?:od|k|ke|na|do) )?{_CS}"
    r"|(?:vstupn|p[řr][íi]stupov|bezpe[čc]nostn|odemykac|odomykac|odblokovac|[čc][íi]seln|dve[řr]n"
    r"|domovn|vchodov|deaktiva[čc]n|alarmov)[a-zà-ž]{1,3} (?:k[óo]d[a-zà-ž]{0,2}|z[áa]m(?:ek|ok)"
    r"|kombin[áa]c[a-zà-ž]+)"
    rf"|{_DE}[ -]?codes?|(?:zugangs|zutritts|entsperr|sperr|eingangs)-?codes?|zahlenschloss"
    r"|(?:zahlen)?kombination (?:f(?:ü|ue)r|vom|zum) (?:d[a-zà-ž]{2} )?(?:tresor|safe|schloss)"
    r"|schl(?:ü|ue)ssel(?:safe|box|tresor)"
    rf"|codes? (?:(?:f(?:ü|ue)r|vom|von|zu|zum|zur|am|an) (?:d(?:as|ie|en|er|em) )?)?{_DE}"
    rf"|hesl[oa] (?:na|ke?|od|do) {_CS}|{_CS}[^\n.:0-9]{{1,40}} (?:k[óo]dem|kombinac[ií])"
    rf"|digicode(?: (?:de l['\x{{2019}}]|du |de la )?{_FR})?|codes? (?:(?:du|de la|des?|pour"
    rf"|pour l[ae]) |(?:de |pour )?[dl]['\x{{2019}}])?{_FR}"
    rf"|(?:cadenas|coffre-fort|alarme|portail|doors?|gate|garage|alarm|lock ?box|key ?box"
    rf"|{_CS})[ ]?[|:(\x{{2013}}-]?[ ]?(?:code|k[óo]d)"
    rf"|(?:c[óo]digo|clave|combinaci[óo]n) (?:del? |de l[ao]s? |para (?:la |el )?)?{_ES}"
    rf"|(?:kod[a-zà-ž]{{0,3}}|szyfr[a-zà-ž]{{0,2}}) (?:(?:do|od|na) )?{_PL})"
)
_SOLID = r"(?:[A-Z]?[0-9]{4,10}[A-Z]?|[0-9]{1,4}[A-Z][0-9]{1,5})"
_SPACED = r"[0-9]{2,4} [0-9]{2,4}(?: [0-9]{2,4})?|[0-9](?: [0-9]){3,7}"
_TURNED = r"(?:[0-9]{1,2}(?:-[0-9]{1,2}){3,8}|[0-9]{1,2}-[0-9]{2}-[0-9]{1,2})"
_VALUE = rf"(?:[#*]{{0,2}}(?:{_SPACED}|{_SOLID})[#*]{{0,2}})"
_LOCK = rf"(?:[#*]{{0,2}}(?:{_TURNED}|{_SPACED}|{_SOLID}|[0-9]{{3}})[#*]{{0,2}})"
_AND = r"(?:[ \t]?[,;/+|][ \t]?|[ \t](?i:or|and|nebo|a|i|oder|und|ou|et|o|y|lub)[ \t])"
# Not in the middle of a date, an amount, a time or a version.
_END = r"(?:$|[^\x{41}-\x{5a}a-z0-9_.:,%\x{c0}-\x{24f}-]|[.:,-](?:$|[^0-9]))"
MARKS = r"[\"'`*_\])]{0,4}(?:</[a-z]{1,6}>)?"
_WORDS = r"(?:[ \t]{1,2}\(?[^\s:=|0-9]{1,20}\)?){0,4}?"
# A PIN of what: `PIN diagram: 1234` is about something else.
_OF_WHAT = (
    r"(?:kart[a-zà-ž]*|sim|mobil[a-zà-ž]*|telefon[a-zà-ž]*|tablet[a-zà-ž]*|bank[a-zà-ž]*"
    r"|[úu][čc]t[a-zà-ž]*|trezor[a-zà-ž]*|alarm[a-zà-ž]*|visa|card"
    r"|phone|account|tarjeta|carte|konta)"
)
_QUALIFIER = (
    r"(?:[ \t](?i:na|k|ke|od|do|pro|pre|ku|for|to|of|on|at|f[üu]r|zu[rm]?|der|vo[nm]|de|del|du|pour"
    r"|para)"
    r"(?:[ \t][^\s:=|0-9]{1,20}){1,4}?|[ \t]?\([^()\n]{0,40}\)"
    rf"|(?:[ \t](?:[a-z]?[A-ZÀ-Ž][A-Za-zà-ž]{{1,20}}|(?i:{_OF_WHAT}))){{1,2}})?"
)
IS = (
    r"(?:[ \t]{1,2}(?i:is|was|are|je|jsou|m[áa](?:m|me|j[íi])?|funguje|(?:open|work)s? with"
    r"|c['\x{2019}]est|wurde auf|s[úu]|bude|byl|zn[íi]|znie|ist|lautet|war|sind|est"
    r"|sont|es|son|era"
    r"|jest|brzmi|changed to|set to|reset to|zm[ěe]n[ěe]n[a-zà-ž]?(?: na)?"
    r"|nastaven[a-zà-ž]?(?: na)?)"
    r"|[ \t]to)"
    r"(?:[ \t](?i:now|still|the|my|our|same|usual|always|just|simply|changed|set|reset|updated"
    r"|to|number"
    r"|te[ďd]|nyn[íi]|nov[ěe]|po[řr][áa]d|st[áa]le|zase?|stejn[a-zà-ž]+|jako|v[žz]dy"
    r"|zm[ěe]n[ěe]n[a-zà-ž]?|nastaven[a-zà-ž]?"
    r"|na|teraz|jetzt|nun|immer|noch|maintenant|toujours|ahora|siempre|zawsze"
    r"|nadal)){0,5}[ \t:]{1,3}"
)
SEPARATOR = (
    r"(?:[ \t]{0,4}(?:::?|=>?|->|→|⇒|\|)|[ \t][-\x{2013}\x{2014}][ \t]"
    r"|[ \t]?#:)[ \t*_`\"'>]{0,8}(?:</[a-z]{1,6}>[ \t]?)?"
)
BELOW = r"[ \t]?:?[*_]{0,2}[ \t]*\r?\n(?:[ \t>]*\r?\n)?[ \t>*+`-]{0,12}"


# With # or * at an end it is typed at a keypad, so the word `code` is not needed.
_KEYED = r"(?:[#*][A-Z]?[0-9]{3,8}[A-Z]?[#*]|[A-Z]?[0-9]{3,8}[A-Z]?[#*])"
_LOCKS = (
    # A castle (zámek) has a name or a year behind it, a lock has a place.
    r"(?:visac|[čc][íi]seln)[a-zà-ž]{1,3} z[áa]m(?:ek|ok)|z[áa]m(?:ek|ok) (?:na|u|od|ke?"
    r"|ve?) [a-zà-ž]+"
    r"|trezor|sejf|safe|tresor"
    r"|key ?box|lock ?box|key ?safe|keypad|padlock|bike lock|cadenas|candado|k[łl][óo]dka"
    r"|(?:fahrrad|zahlen|vorh[äa]nge)schloss|caja fuerte|coffre-fort"
)
_LOCK_KEYWORDS = (
    *(
        "dveř",
        "dver",
        "vchod",
        "vstup",
        "brán",
        "bran",
        "garáž",
        "garaz",
        "garag",
        "alarm",
        "trezor",
    ),
    *("sejf", "schrán", "zám", "závor", "door", "gate", "keypad", "lockbox", "lock box", "keybox"),
    *("key box", "key safe", "safe", "padlock", "bike lock", "locker", "building", "entrance"),
    *(
        "haustür",
        "tresor",
        "schloss",
        "portail",
        "porte",
        "immeuble",
        "cadenas",
        "puerta",
        "portal",
    ),
    *("candado", "caja fuerte", "coffre-fort", "drzwi", "furtk", "domofon", "kłódka", "szlaban"),
)


def _values(value: str) -> str:
    more = rf"(?:{_AND}(?:[a-zà-ž]{{1,12}}[ \t]){{0,2}}?{value})"
    return rf"({value}{more}{{0,4}}|(?:[a-zà-ž]{{1,12}}[ \t]){{1,2}}{value}{more}{{1,4}}){_END}"


def _coded(label: str, bare: str, words: str, value: str) -> str:
    """Build the forms that every code has: assigned, stated, on the next line, with nothing."""
    return (
        rf"{EDGE}(?:{label}{MARKS}{words}{MARKS}(?:{SEPARATOR}|{IS}|{BELOW})"
        rf"|{bare}[ \t]{{1,4}})[*_`\"']{{0,3}}{_values(value)}"
    )


_PATTERNS = (
    r"(?i:(?:unlock|swipe|lock ?screen|phone|lock) pattern|odemykac[a-zà-ž]+ (?:gesto|vzor|obrazec)"
    r"|odomykac[a-zà-ž]+ (?:gesto|vzor)|entsperrmuster|sch[ée]ma de d[ée]verrouillage"
    r"|patr[óo]n de desbloqueo|wz[óo]r odblokowania|combination|combo|kombinace|kombination"
    r"|combinaison|combinaci[óo]n|kombinacja)"
)
_BARE_PIN = (
    r"(?:PIN[12]?|PUK[12]?|PIN[ \t](?i:na|k|ke|do|od|for|to|pro|pre|f[üu]r|pour"
    r"|para)(?:[ \t]+[a-zà-ž]+){1,2}"
    rf"|(?i:pin (?:(?:na|k|ke|do|od|for|to|of|pro|pre|f[üu]r|pour|para|de la"
    rf"|du) )?(?:[a-zà-ž]{{2,5}} )?{_OF_WHAT})"
    r"|(?i:pin (?:code|k[óo]d)|pass ?code|puk[12]?|sim pin|card pin|geheimzahl))"
)
_PIN_KEYWORDS = (
    *("pin:", "pin ", "pin=", "pin-", "pin*", "pin_", 'pin"', "pin'", "pin`", "pin|", "pin\n"),
    *("pin\r", "pin)", "pin<", "pin/", "pin1", "pin2", "pins:", "piny", "pincode"),
    *("passcode", "pass code", "bok", "iok", "ku karte"),
    *("puk", "geheimzahl", "code secret", "code confidentiel", "digo secreto", "tajný kód"),
)
_PLACE_KEYWORDS = (
    *("watch code", "ipad code", "iphone code", "device code", "heslo ", "hesla ", "kódem"),
    *("kombinací", "kombinaci", "code haus", "code tor", "code tür", "code garage", "code tresor"),
    *(
        "door code",
        "gate code",
        "gates code",
        "garage code",
        "alarm code",
        "entry code",
        "keypad code",
    ),
    *("entrance code", "building code", "box code", "safe code", "locker code", "padlock code"),
    *("lock code", "elevator code", "lift code", "intercom code", "office code", "gym code"),
    *("shed code", "storage code", "barrier code", "parking code", "apartment code", "flat code"),
    *("house code", "cottage code", "bathroom code", "toilet code", "disarm code", "system code"),
    *(
        "voicemail code",
        "parental code",
        "time code",
        "suitcase code",
        "luggage code",
        "vault code",
    ),
    *("airbnb code", "access code", "guest code", "door pin", "gate pin", "alarm pin", "door_code"),
    *(
        "gate_code",
        "alarm_code",
        "access_code",
        "unlock_code",
        "door-code",
        "gate-code",
        "passcode",
    ),
    *(
        "doors code",
        "code for",
        "code to ",
        "code of the",
        "code on the",
        "codes for",
        "code at the",
    ),
    *(
        "combination",
        "combo",
        "kombinac",
        "kód",
        "kod ",
        "kodem ",
        "kodu ",
        "číselný z",
        "ciselny z",
    ),
    *("türcode", "tür-code", "tür code", "tuercode", "torcode", "tor-code", "tor code", "sorcode"),
    *("garagencode", "garagen-code", "alarmcode", "alarmanlage", "zugangscode", "zugangs-code"),
    *("zutrittscode", "entsperrcode", "sperrcode", "eingangscode", "safecode", "safe-code"),
    *("zahlenschloss", "sel-code", "selsafe", "selbox", "seltresor", "fachcode", "fach-code"),
    *("code für", "code fuer", "code vom", "code von", "code zu", "code am ", "code an "),
    *("kombination", "digicode", "code d", "code pour", "code p", "code i", "code a", "code c"),
    *("code g", "cadenas", "código", "codigo", "clave de", "clave para", "combinaci", "szyfr"),
)
_COLUMN = (
    r"(?im)^([^\n]*(?:^|[^0-9A-Za-zà-ž_])(?:pin[12]?|puk[12]?|k[óo]dy?|codes?"
    r"|c[óo]digo)(?:[^0-9A-Za-zà-ž_][^\n]*)?\n"
    r"[ \t>]*\|?[ \t]*:?-[-|: \t]*\r?\n(?:[^\n]*\|[^\n]*\n?)+)"
)


def code_rule(  # noqa: PLR0913 - the columns of a row
    name: str,
    class_: str,
    keywords: tuple[str, ...],
    pattern: str,
    texts: tuple[tuple[str, ...], tuple[str, ...]],
    *,
    check: str | None = None,
    part: str | None = None,
) -> Rule:
    """Build a row of the table; `texts` are examples and counter-examples."""
    return Rule(
        id=name,
        class_=class_,
        tier=Tier.SECRET,
        keywords=keywords,
        pattern=pattern,
        check=check,
        part=part,
        examples=texts[0],
        counter_examples=texts[1],
    )


CODE_RULES: tuple[Rule, ...] = (
    code_rule(
        "pin",
        "pin",
        _PIN_KEYWORDS,
        _coded(_PIN, _BARE_PIN, _QUALIFIER, _VALUE),
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
        "door-code",
        "pin",
        _PLACE_KEYWORDS,
        _coded(_PLACE, _PLACE, _WORDS, _LOCK),
        (
            ("kód od vchodu 4821", "the gate code was changed to 4821", "digicode : 48A21"),
            ("kód barvy je RAL 7016", "exit code 1270", "thread-safe code 2024"),
        ),
        check="door_code",
    ),
    code_rule(
        "lock-value",
        "pin",
        _LOCK_KEYWORDS,
        rf"{EDGE}(?i:{_CS}|{_DE}|{_FR}|{_ES}|{_PL}|{_EN})(?:[ \t][^\s:=|0-9]{{1,20}}){{0,3}}?"
        rf"(?:{SEPARATOR}|{IS}|[ \t])(?:({_KEYED}){_END})",
        (
            ("zadní vchod 7734#", "brána: #4821*", "front door 4821#"),
            ("door 1204, floor 12", "issue in the door module #4821"),
        ),
        check="door_code",
    ),
    code_rule(
        "lock-number",
        "pin",
        _LOCK_KEYWORDS,
        rf"{EDGE}(?i:{_LOCKS})(?:[ \t][^\s:=|0-9]{{1,20}}){{0,3}}?(?:{SEPARATOR}|{IS})"
        rf"({_TURNED}|[0-9]{{3,6}})(?m:[.,;]?[ \t]*\r?$)",
        (
            ("Trezor: 77-34-12", "padlock: 773", "the lockbox opens with 7734"),
            ("lock: 4096 bytes", "trezor 4500 Kč", "safe: 2048 bits"),
        ),
        check="door_code",
    ),
    code_rule(
        "lock-pattern",
        "pin",
        (
            "pattern",
            "gesto",
            "vzor",
            "obrazec",
            "muster",
            "schéma de d",
            "patrón",
            "combin",
            "combo",
            "kombin",
            "wzór",
        ),
        rf"{EDGE}{_PATTERNS}{MARKS}{_WORDS}(?:{SEPARATOR}|{IS})({_TURNED}){_END}",
        (
            ("unlock pattern: 1-4-7-8-9", "combination: 12-34-06"),
            ("pattern: 1-2-3-4 steps", "combo: 3-2-1", "kombinace 10-20-30 hnojiva"),
        ),
        check="door_code",
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
            r"(?im)^[ \t>#*_]*(?:[\pL-]{1,20}[ \t]){0,3}(?:k[óo]dy|codes|c[óo]digos|piny|pins)"
            r"(?:[ \t][\pL-]{1,20}){0,3}[*_]{0,2}[ \t]?:?[*_]{0,2}[ \t]*\r?\n(?:[ \t>]*\r?\n)?"
            r"((?:[ \t>]*[-*+|][^\n]{1,160}(?:\n|\z))+)"
        ),
        (
            ("## Kódy\n- brána: 4821\n- alarm: 9931\n",),
            ("## Codes\n- E1201: filter\n- E1202: pump\n",),
        ),
        part="place_codes",
    ),
)
