"""Codes of doors, gates, safes, alarms and phones."""

from __future__ import annotations

from vaultbrain.gate.rules.forms import (
    EDGE,
    END,
    IS,
    LOCK,
    MARKS,
    SEPARATOR,
    TURNED,
    code_rule,
    coded,
)
from vaultbrain.gate.rules.places import PLACE_RULES
from vaultbrain.gate.rules.sentences import SENTENCE_RULES

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
    r"(?:(?:haus|eingangs|garagen|keller|b[üu]ro|vorder|hinter|hof|garten|wohnungs)?t(?:ü|ue)r"
    r"|(?:garagen|hof|garten|roll|haupt)?tor|garage"
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
    r"|codes? to get in(?:side)?"
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
    rf"|hesl[oa] (?:na|ke?|od|do) {_CS}"
    rf"|digicode(?: (?:de l['\x{{2019}}]|du |de la )?{_FR})?|codes? (?:(?:du|de la|des?|pour"
    rf"|pour l[ae]) |(?:de |pour )?[dl]['\x{{2019}}])?{_FR}"
    rf"|(?:cadenas|coffre-fort|alarme|portail|doors?|gate|garage|alarm|lock ?box|key ?box"
    rf"|{_CS})[ ]?[|:(\x{{2013}}-]?[ ]?(?:code|k[óo]d)"
    rf"|(?:c[óo]digo|clave|combinaci[óo]n) (?:del? |de l[ao]s? |para (?:la |el )?)?{_ES}"
    rf"|(?:kod[a-zà-ž]{{0,3}}|szyfr[a-zà-ž]{{0,2}}) (?:(?:do|od|na) )?{_PL})"
)
# `taquilla 114` has a number of its own.
_WORDS = r"(?:[ \t]{1,2}\(?[^\s:=|0-9]+\)?){0,4}?(?:[ \t][#č.n]{0,3}[0-9]{1,3})?"
_PATTERNS = (
    r"(?i:(?:unlock|swipe|lock ?screen|phone|lock) pattern|odemykac[a-zà-ž]+ (?:gesto|vzor|obrazec)"
    r"|odomykac[a-zà-ž]+ (?:gesto|vzor)|entsperrmuster|sch[ée]ma de d[ée]verrouillage"
    r"|patr[óo]n de desbloqueo|wz[óo]r odblokowania|combination|combo|kombinace|kombination"
    r"|combinaison|combinaci[óo]n|kombinacja)"
)
# Where that place is: `kód od alarmu v kanceláři 4821`.
_IN_PLACE = r"(?:[ \t](?i:v|ve|na|u|z|s|in|at|im|am|dans|en|w)[ \t][a-zà-ž]{3,})?"
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

LOCK_RULES = (
    code_rule(
        "door-code",
        "pin",
        _PLACE_KEYWORDS,
        coded(_PLACE, _PLACE + _IN_PLACE, _WORDS, LOCK),
        (
            ("kód od vchodu 4821", "the gate code was changed to 4821", "digicode : 48A21"),
            ("kód barvy je RAL 7016", "exit code 1270", "thread-safe code 2024"),
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
        rf"{EDGE}{_PATTERNS}{MARKS}{_WORDS}(?:{SEPARATOR}|{IS})({TURNED}){END}",
        (
            ("unlock pattern: 1-4-7-8-9", "combination: 12-34-06"),
            ("pattern: 1-2-3-4 steps", "combo: 3-2-1", "kombinace 10-20-30 hnojiva"),
        ),
        check="door_code",
    ),
    *SENTENCE_RULES,
    *PLACE_RULES,
)
