"""Codes of locks that a sentence tells, or that stand behind nothing but the name of the place."""

from __future__ import annotations

from itertools import product

from vaultbrain.gate.rules.forms import EDGE, IS, LOCK, MARKS, SEPARATOR, TURNED, code_rule

_NEAR = (
    r"(?i:keys?\b|lock ?box|key ?box|key ?safe|safe\b|doors?\b|gates?\b|garage|alarm|keypad|padlock"
    r"|lock(?:ed|ers?|s)?\b|entrance|entry|intercom|shed|barrier|lift\b|elevator|cabin|cottage"
    r"|airbnb|vault|suitcase|bike"
    r"|kl[íi][čc]|k[lľ][úu][čc]|schr[áa]n|krabi[čc]k|dve[rř]|vchod|vstup|br[áa]n[aěeyuko]"
    r"|vrat|vr[áa]tk"
    r"|gar[áa][žz]|trezor|sejf|z[áa]m[ekoč]|z[áa]vor|v[ýy]tah|chat[auěy]\b|chalup|sklep|kolárn|kufr"
    r"|skříň|kolo\b"
    r"|schl(?:ü|ue)ssel|tresor|t(?:ü|ue)r\b|tor\b|schloss|spind|haust|eingang"
    r"|cl[ée]s?\b|clefs?\b|bo[iî]t(?:e|ier)|porte\b|portail|coffre|cadenas|immeuble"
    r"|llaves?|caja|puerta|portal|candado|garaje"
    # What a code does.
    r"|get in\b|opens?\b|opened|unlocks?\b|otev[íiř]|odem(?:yk|kn)|odomyk|otv[áa]ra|öffne"
    r"|ouvr|abr[ei]|otwier|building|locker|tablet|kufr"
    r"|klucz|skryt|skrzyn|drzwi|bram[aęyk]|furt[kc]|k[łl][óo]dk|gara[żz]|domofon|szafk)"
)
_CODE = (
    r"(?i:code|k[óo]d(?:em)?|c[óo]digo|combination|combo|kombinac[a-zà-ž]+|kombin[áa]ci[a-zà-ž]+"
    r"|kombination|combinaison"
    r"|combinaci[óo]n|szyfr(?:em)?)"
)
_TAIL = r"[^\n]{0,16}"
_CODE_WORDS = (
    *("code", "kód", "kod", "kódem", "kodem", "código", "codigo", "combination", "combo", "szyfr"),
    *("kombinace", "kombinací", "kombinaci", "kombinácia", "kombinacia", "kombination"),
    *("combinaison", "combinación", "combinacion", "szyfrem", "kombinacja"),
)
_JOINTS = (*(" ", ": ", " : ", " = ", " - ", " \u2013 ", " → "), *("** ", ":** ", " `", " is "))
_VERBS = (" je ", " ist ", " est ", " es ", " to ", " jest ", " is ", " lautet ")
_DIGITS = "0123456789#*"
# Rare, because a number must follow at once.
_TOLD_KEYWORDS = tuple(map("".join, product(_CODE_WORDS, (*_JOINTS, *_VERBS), _DIGITS)))

_ARM = (
    r"(?i:alarm[ \t](?:on|off|scharf|unscharf)(?:[ \t]?/[ \t]?(?:on|off))?|disarm(?:ing)?"
    r"|(?:od|za)k[óo]d(?:ov|uj)[a-zà-ž]*|(?:od|za)st[řr]e[žz][a-zà-ž]*|odalarm[a-zà-ž]+"
    r"|unscharf|entsch[äa]rf[a-zà-ž]*"
    r"|d[ée]sactiver l['\x{2019}]alarme|activer l['\x{2019}]alarme|(?:des)?activar (?:la )?alarma"
    r"|(?:roz|u|za)broj[a-zà-ž]*|(?:roz|u)broi[ćc])"
)
_FILLER = (
    r"(?:[ \t](?i:the|alarm[a-zà-ž]*|it|to|with|by|using|enter|typing|code|i|a"
    r"|k[óo]d[a-zà-ž]*|[čc][íi]sl[a-zà-ž]+"
    r"|(?:od|za)k[óo]dov[a-zà-ž]*|zad[a-zà-ž]+|stejn[a-zà-ž]+|und|mit|avec|con|code|ho|jej|se))*"
)
_ARM_KEYWORDS = (
    *("alarm on", "alarm off", "alarm scharf", "alarm unscharf", "disarm", "odkód", "odkod"),
    *("zakód", "zakod", "odstřež", "zastřež", "odstrez", "zastrez", "odalarm", "unscharf"),
    *("entschärf", "entscharf", "activer l", "activar", "rozbroj", "uzbroj", "zabroj", "rozbroi"),
)

_STRONG = (
    r"(?i:(?:front|back|main|side|rear|garden|street|yard|cellar|basement|garage|building|lobby"
    r"|pool|patio) (?:door|gate|entrance)s?|lock ?box|key ?box|key ?safe|keypad|padlock|bike lock"
    r"|(?:zadn|hlavn|p[řr]edn|bo[čc]n|vedlej[šs]|vchodov|zadn|predn)[a-zà-ž]{1,2} "
    r"(?:vchod|dve[rř][a-zà-ž]*|br[áa]n[a-zà-ž]*|vstup)"
    r"|(?:haus|eingangs|hinter|vorder|keller|garagen|garten|hof)(?:t(?:ü|ue)r|tor)"
    r"|porte d['\x{2019}]entr[ée]e|porte principale|puerta (?:principal|trasera)"
    r"|puerta de (?:entrada|casa)"
    r"|(?:tablet|phone|parental|screen)(?:['\x{2019}]s)? (?:un)?lock"
    r"|schr[áa]n[a-zà-ž]+ na kl[íi][čc][a-zà-ž]*"
    r"|vstup (?:do|na|od) [a-zà-ž]{3,16}|(?:bike|luggage|suitcase|cable|gym|shed) lock"
    r"|(?:gym|school) locker"
    r"|(?:fahrrad|zahlen|vorh[äa]nge|koffer|rad)schloss|z[áa]m(?:ek|ok) (?:na|od|ke?) "
    r"(?:kol[a-zà-ž]+|k[ůu]ln[a-zà-ž]+|bicyk[a-zà-ž]+)|trezor[a-zà-ž]*|sejf[a-zà-ž]*"
    r"|drzwi (?:wej[śs]ciowe|frontowe)|furtka|domofon|interfon|digicode)"
)
_WEAK = (
    r"(?i:alarm(?:anlage|e|a|u)?|br[áa]n(?:a|ka)|vr[áa]t(?:a|ka)|vchod|dve[rř]e|gar[áa][žz]"
    r"|z[áa]vora"
    r"|schr[áa]nka|gates?|garage|doors?|barrier|lockers?|t(?:ü|ue)r|tor|spind|portail|porte"
    r"|immeuble"
    r"|puerta|portal|garaje|drzwi|brama|gara[żz]|szlaban)"
)
_LOCKS = (
    # A castle (zámek) has a name or a year behind it, a lock has a place.
    r"(?i:(?:visac|[čc][íi]seln)[a-zà-ž]{1,3} z[áa]m(?:ek|ok)|z[áa]m(?:ek|ok) (?:na|u|od|ke?"
    r"|ve?) [a-zà-ž]+|trezor|sejf|safe|tresor"
    r"|key ?box|lock ?box|key ?safe|keypad|padlock|bike lock|cadenas|candado|k[łl][óo]dka"
    r"|(?:fahrrad|zahlen|vorh[äa]nge)schloss|caja fuerte|coffre-fort)"
)
_LOCK_KEYWORDS = (
    *("visac", "číseln", "ciseln", "zámek", "zamek", "zámok", "trezor", "sejf", "tresor"),
    *("safe:", "safe ", "safe=", "safe*", "keybox", "key box", "lockbox", "lock box", "key safe"),
    *("keypad", "padlock", "bike lock", "cadenas", "candado", "kłódka", "klodka", "schloss"),
    *("caja fuerte", "coffre-fort"),
)
_MARKED = ("", "*", "**", "_", "`")
_PLACE_WORDS = (
    *("alarm", "alarmanlage", "alarme", "alarma", "alarmu", "brána", "brana", "bránka", "branka"),
    *("vrata", "vrátka", "vratka", "vchod", "dveře", "dvere", "garáž", "garaz", "závora", "zavora"),
    *("schránka", "schranka", "gate", "gates", "garage", "door", "doors", "barrier", "locker"),
    *("lockers", "tür", "tuer", "tor", "spind", "portail", "porte", "immeuble", "puerta", "portal"),
    *("garaje", "drzwi", "brama", "garaż", "szlaban"),
)
_LONE_KEYWORDS = (
    *map("".join, product(_PLACE_WORDS, _MARKED, (":", " :", " =", "=", " \u2013", " - ", " →"))),
    *("front door", "back door", "main door", "side door", "front gate", "back gate", "main gate"),
    *("side gate", "rear gate", "garden gate", "street door", "yard gate", "cellar door"),
    *("basement door", "garage door", "building entrance", "building door", "lobby door"),
    *("pool gate", "patio door", "main entrance", "side entrance", "back entrance", "rear door"),
    *("lockbox", "lock box", "keybox", "key box", "key safe", "keypad", "padlock", "bike lock"),
    *("í vchod", "í dveř", "í dvere", "i dvere", "i vchod", "ý vchod", "é dvere", "í brán"),
    *("haustür", "haustuer", "eingangstür", "hintertür", "vordertür", "kellertür", "garagentor"),
    *("gartentor", "hoftor", "hoftür", "gartentür", "porte d", "porte princ", "puerta princ"),
    *("tablet unlock", "tablet lock", "phone unlock", "phone lock", "parental lock", "screen lock"),
    *("na klíče", "na klice", "na kľúče", "vstup do", "vstup na", "vstup od", "luggage lock"),
    *("suitcase lock", "cable lock", "gym lock", "shed lock", "school locker", "fahrradschloss"),
    *("zahlenschloss", "vorhängeschloss", "kofferschloss", "radschloss", "zámek na", "zamek na"),
    *("zámok na", "zámek od", "zámok od", "trezor", "sejf", "alarm doma", "alarm ", "alarme "),
    *("puerta tras", "puerta de", "drzwi wej", "drzwi front", "furtka", "domofon", "interfon"),
    "digicode",
)

# With # or * at an end it is typed at a keypad, so the word `code` is not needed.
_KEYED = r"(?:[#*][A-Z]?[0-9]{3,8}[A-Z]?[#*]|[A-Z]?[0-9]{3,8}[A-Z]?[#*])"
_PRESS = (
    r"(?i:punch|press|type|enter|dial|key in|zad(?:ej|at|[áa]m)|stiskn[a-zà-ž]*|(?:na"
    r"|vy)[ťt]uk[a-zà-ž]*"
    r"|zm[áa][čc]kn[a-zà-ž]*|stla[čc][a-zà-ž]*|tipp[a-zà-ž]*|eingeb[a-zà-ž]*|dr(?:ü"
    r"|ue)ck[a-zà-ž]*|tap(?:er|ez)|compos[a-zà-ž]+"
    r"|marc[ae][a-zà-ž]?|puls[ae][a-zà-ž]?|tecle[a-zà-ž]+|wpisz|wci[śs]nij|naci[śs]nij)"
)
_KEYED_KEYWORDS = tuple(a + b for a in "0123456789" for b in "#*") + tuple(
    f"{d}{letter}{sign}" for d in "0123456789" for letter in "abcd" for sign in "#*"
)
_SIGN_NAMES = (
    r"(?i:(?:hash|pound|star)(?:[ \t](?:key|sign)|[.,;)]|[ \t\r]*(?m:$)|[ \t]to[ \t])"
    r"|[#*](?:$|[^0-9A-Za-zÀ-ž#*])"
    r"|k[řr][íi][žz][a-zà-ž]+|m[řr][íi]e?[žz]k[a-zà-ž]+|hv(?:[ěe]|ie)zdi[čc][a-zà-ž]+|raute"
    r"|stern(?:chen|taste)"
    r"|di[èe]se|[ée]toile|almohadilla|asterisco|krzy[żz]yk|gwiazdk)"
)

SENTENCE_RULES = (
    code_rule(
        "code-near-lock",
        "pin",
        _TOLD_KEYWORDS,
        rf"{EDGE}({_NEAR}[^\n.!?]*?[^\pL\pM\pN_]{_CODE}{MARKS}(?:{SEPARATOR}|{IS}|[ \t]{{1,3}})"
        rf"[*_`\"']{{0,3}}{LOCK}{_TAIL})",
        (
            ("key in the lockbox by the meter, code 6162", "sejf v pracovně, kombinace 414155"),
            ("the key error, code 404", "new garage door, code of the product 48213"),
        ),
        part="told_code",
    ),
    code_rule(
        "alarm-code",
        "pin",
        _ARM_KEYWORDS,
        rf"{EDGE}{_ARM}{_FILLER}(?:{SEPARATOR}|{IS}|[ \t]{{1,3}}|:)[*_`\"']{{0,3}}"
        rf"([0-9]{{4,8}}{_TAIL})",
        (
            ("alarm off = 4821", "odkódovat alarm 5959"),
            ("alarm off at 1830", "zakódovat video 1080", "disarm 2500 mines"),
        ),
        part="lone_code",
    ),
    code_rule(
        "lone-code",
        "pin",
        _LONE_KEYWORDS,
        rf"{EDGE}(?:{_STRONG}(?:[ \t]?\([^()\n]{{0,30}}\))?{MARKS}(?:{SEPARATOR}|[ \t]{{1,3}})"
        rf"|(?i:alarm[ea]?(?:[ \t][a-zà-ž]{{1,12}})?[ \t](?:doma|home|maison|casa|office"
        rf"|kancel[a-zà-ž]+"
        rf"|chat[a-zà-ž]+|chalup[a-zà-ž]+|work|pr[áa]ci|b[üu]ro|haus|dom[a-zà-ž]?|sklad[a-zà-ž]*"
        rf"|sklep[a-zà-ž]*|piw?v?nic[a-zà-ž]*"
        rf"|gar[áaż][žz]?[a-zà-ž]*|keller|cellar|basement|cave|s[óo]tano|biur[a-zà-ž]*|shop|store"
        rf"|obchod[a-zà-ž]*|d[íi]ln[a-zà-ž]+|firm[a-zà-ž]*|school|[šs]kol[a-zà-ž]*))"
        rf"{MARKS}(?:{SEPARATOR}|[ \t])"
        rf"|{_WEAK}{MARKS}[ \t]?"
        rf"(?:::?|=|→|[ \t][-\x{{2013}}][ \t])[*_]{{0,2}}[ \t]?)"
        rf"[*_`\"'#]{{0,3}}((?:{TURNED}|[0-9]{{3,8}}){_TAIL})",
        (
            ("front door 245629 until June", "Alarm: 7734"),
            ("front door 2024 repaint", "alarm: 0630", "garage: 45000"),
        ),
        part="lone_code",
    ),
    code_rule(
        "keyed-code",
        "pin",
        _KEYED_KEYWORDS,
        rf"{EDGE}({_NEAR}[^\n.!?]*?[ \t:=`\"'*\x{{2013}}-]{_KEYED}(?:$|[^0-9A-Za-zÀ-ž_#*-])"
        rf"|{_PRESS}[ \t](?:[a-zà-ž]+[ \t]){{0,3}}?[`\"'*]{{0,3}}{_KEYED}[^\n0-9A-Za-zÀ-ž]"
        rf"[^\n.!?]*?{_NEAR})",
        (
            ("zadní vchod 7734#", "brána: #4821*", "punch 7734# at the gate"),
            ("door 1204, floor 12", "issue in the door module #4821", "gate bug #4821#"),
        ),
        part="keyed_code",
    ),
    code_rule(
        "code-and-sign",
        "pin",
        (
            *(
                "hash key",
                "pound key",
                "star key",
                "pound sign",
                "hash sign",
                "then hash",
                "and hash",
            ),
            *(
                "then star",
                "then pound",
                "and pound",
                "the hash",
                "then the star",
                "then #",
                "then *",
                "and #",
                "pak #",
                "pak *",
                " a #",
            ),
            *("křížek", "krizek", "křížk", "mřížk", "mriezk", "hvězdič", "hviezdič", "hvezdic"),
            *("raute", "sternchen", "sterntaste", "dièse", "diese", "étoile", "almohadilla"),
            *("asterisco", "krzyżyk", "gwiazdk"),
        ),
        r"(?:^|[\s:=`\"'*(>])([0-9]{3,8})[`\"'*]{0,3},?[ \t]{1,2}"
        r"(?i:(?:and then|followed by|then|and|pak|potom|pot[ée]|a pak|a|\+|und dann|und|dann"
        r"|et puis"
        r"|puis|et|y luego|luego|y|potem|i|plus)[ \t]{1,2})?"
        rf"(?:(?i:press|the|die|den|la|le|el)[ \t]){{0,2}}{_SIGN_NAMES}",
        (
            ("press 7734 then # to open", "7734, pak křížek"),
            ("page 4821 then hash the password", "the star 4821 and the sun"),
        ),
        check="door_code",
    ),
    code_rule(
        "lock-number",
        "pin",
        _LOCK_KEYWORDS,
        rf"{EDGE}{_LOCKS}(?:[ \t][^\s:=|0-9]+){{0,3}}?(?:{SEPARATOR}|{IS})"
        rf"({TURNED}|[0-9]{{3,6}})(?m:[.,;]?[ \t]*\r?$)",
        (
            ("Trezor: 77-34-12", "padlock: 773", "the lockbox opens with 7734"),
            ("lock: 4096 bytes", "trezor 4500 Kč", "safe: 2048 bits"),
        ),
        check="door_code",
    ),
)
