"""Codes behind nothing but the name of a lock, in seven languages and any order of the words."""

from __future__ import annotations

from vaultbrain.gate.rules.forms import EDGE, code_rule

_LOCKS = (
    r"(?i:safe|lockers?|padlock|(?:bike|door|luggage|locker) lock|combination lock"
    r"|(?:supply|store|storage|med(?:ication)?|linen|utility|server|break) ?(?:closet|room)"
    r"|closet|lock ?box|key ?box|key ?cabinet"
    r"|visac[íi] z[áa]m(?:ek|ok)|(?:kolo|bicykl|kufr|bicykel) z[áa]m(?:ek|ok)|domofon|trezor|sejf"
    r"|sk[řr][íi]?[ňn]?k[ay]|skrinka|bankomat|ko[čc][áa]rk[áa]rn[ay]"
    r"|kol[áa]rn[ay]|z[áa]vora|schr[áa]nka"
    r"|zahlenschloss|(?:fahrrad|koffer|vorh[äa]nge)schloss|tresor|spind|schlie(?:ß|ss)fach"
    r"|schl(?:ü|ue)ssel(?:kasten|tresor|safe|box)|gartentor|hoftor|kellert(?:ü|ue)r"
    r"|bo[iî]te [àa] cl[ée]s?|coffre(?:-fort)?|cadenas|casier|interphone|portillon|digicode"
    r"|taquilla|caja fuerte|candado|cajero|portero autom[áa]tico|trastero"
    r"|k[łl][óo]dka|skrytka|szafka|furtka|szlaban"
    r"|cassaforte|bancomat|lucchetto|cancello|citofono|portone|armadietto)"
)
# These need a sign in front of the code, or what only a keypad has: a letter at the end.
_PLACES = (
    r"(?i:alarm[aeu]?|z[áa]m(?:ek|ok)(?: (?:na|od|u) [a-zà-ž]+)?|allarme|vchod|br[áa]n[ak]a?"
    r"|vrata|dve[řr]e|gar[áa][žz]|(?:front|back|side) door"
    r"|gate|door|t(?:ü|ue)r|tor|haust(?:ü|ue)r|porte|portail|immeuble|puerta|portal|garaje|brama"
    r"|drzwi|kl[áa]vesnic[ea]|keypad|porta|garage|entrance|lift|elevator)"
)
_CODE = (
    r"(?:[0-9]{1,2}(?:-[0-9]{1,2}){2,5}|[A-Z][0-9]{3,6}|[0-9]{3,8}[A-Z]?|[0-9]{2,4}[A-Z][0-9]{2,5})"
    r"[#*]?"
)
_SIGN = r"[ \t]{0,2}(?:::?|=>?|->|→|[ \t][-\x{2013}\x{2014}][ \t]|[.]{3,})[ \t*_`]{0,4}"
_WORDS = r"(?:[ \t]\(?[^\s:=|0-9,.;()→]{1,16}\)?){0,3}?"
_SET = r"[ \t](?i:auf|set to|na|sur|en|a|je|is|est|es|ist|[èe]|jest)[ \t]"
_REST = r"[^\n]{0,60}"
_NAMES = (
    *("safe", "locker", "padlock", "lock ", "closet", "key cabinet"),
    *("lockbox", "lock box", "keybox", "key box", "key cabinet", "supply room", "store room"),
    *("storage room", "med room", "medication room", "linen room", "utility room", "server room"),
    "break room",
    *("zámek ", "zamek ", "zámok ", "zamok ", "domofon", "trezor", "sejf", "skříňk", "skřínk"),
    *("skrink", "bankomat", "kárn", "karn", "kolár", "závora", "zavora", "schránka", "schranka"),
    *("schloss", "tresor", "spind", "ließfach", "liessfach", "sselkasten", "sselsafe", "sselbox"),
    *("ntor", "hoftor", "kellert", "boîte à", "boite a", "coffre", "cadenas", "casier"),
    *("interphone", "portillon", "digicode", "taquilla", "fuerte", "candado", "cajero"),
    *(
        "portero a",
        "trastero",
        "łódka",
        "lodka",
        "skrytka",
        "szafka",
        "furtka",
        "szlaban",
        "cassaforte",
    ),
    *("bancomat", "lucchetto", "cancello", "citofono", "portone", "armadietto"),
)
_PLACE_NAMES = tuple(
    name + sign
    for name in (
        *("alarm", "alarma", "alarme", "alarmu", "allarme", "vchod", "brána", "brana", "bránka"),
        *("branka", "vrata", "dveře", "dvere", "garáž", "garaz", "door", "gate", "tür", "tuer"),
        *("tor", "porte", "portail", "immeuble", "puerta", "portal", "garaje", "brama", "drzwi"),
        *("klávesnice", "klavesnice", "klávesnica", "keypad", "porta", "garage", "entrance"),
        "lift",
    )
    for sign in (":", " :", " =", "=", " \u2013", " - ", " →")
)
_DEVICE = (
    r"(?i:ipad|iphone|phone|tablet|laptop|safe|gate|door|locker|mobil|telefon|notebook|handy|sejf"
    r"|trezor|t[ée]l[ée]phone|m[óo]vil|tel[ée]fono|kom[óo]rka|br[áa]na|vrata|tresor|coffre|kufr)"
)
_OPENS = (
    r"(?i:unlocks?|opens?|odemyk[a-zà-ž]*|odomyk[a-zà-ž]*|otev[íi]r[a-zà-ž]*|otv[áa]ra[a-zà-ž]*"
    r"|entsperr[a-zà-ž]*|[öo]ffnet"
    r"|d[ée]verrouille[a-zà-ž]*|s['\x{2019}]ouvre|abre|desbloquea|otwiera|odblokow[a-zà-ž]*|apre"
    r"|sblocca)"
)

PLACE_RULES = (
    code_rule(
        "lock-and-code",
        "pin",
        _NAMES,
        rf"{EDGE}{_LOCKS}{_WORDS}[*_`)]{{0,3}}(?:{_SIGN}|{_SET}|[ \t]{{1,3}})"
        rf"((?:[0-9]{{1,3}}[ \t](?:es|je|is|ist)[ \t])?{_CODE}{_REST})",
        (
            ("Kolo zámek 8451", "supply closet 7186E", "Tresor im Keller: 42-73-86"),
            ("zámek Loket 1230", "safe 2048 bits", "locker 12", "trezor 4500 Kč", "safe 3.11.2"),
        ),
        part="place_code",
    ),
    code_rule(
        "place-and-code",
        "pin",
        _PLACE_NAMES,
        rf"{EDGE}{_PLACES}[*_`]{{0,3}}(?:{_SIGN}|[^\n→:=]{{0,3}}:[^\n→]{{1,40}}→[ \t])"
        rf"({_CODE}{_REST})",
        (
            ("vchod: 5195E", "alarm: po vstupu 30 s → 2409 a zelené"),
            ("alarm: 2024-05-01", "gate: 300 mm", "door: 1200"),
        ),
        part="place_code",
    ),
    code_rule(
        "opened-with",
        "pin",
        (
            *("unlocks with", "unlock with", "opens with", "open with", "odemyk", "odomyk"),
            *("otevír", "otevir", "otvára", "otvara", "entsperr", "öffnet", "verrouille"),
            *("ouvre", "abre con", "desbloquea", "otwiera", "odblokow", "apre con", "sblocca"),
        ),
        rf"{EDGE}{_DEVICE}[^\n0-9:]*?[ \t]{_OPENS}"
        r"(?:[ \t](?i:with|man|by|using|using the|se|si|sie|mit|avec|con|na|p[řr]es|pomoc[íi]|to"
        r"|za|the"
        r"|code|pin(?:em|om)?|k[óo]d(?:em|om)?|c[óo]digo|codice|el|le|il))*[ \t:]{1,2}"
        rf"([0-9]{{4,8}}{_REST})",
        (
            ("the iPad unlocks with 984758", "mobil se odemyká kódem 4471"),
            ("the door opens with 2024 styles", "telefon odemyká 3000 lidí"),
        ),
        part="place_code",
    ),
)
