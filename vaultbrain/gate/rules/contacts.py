"""Soft personal data, which stays in the text and is listed: addresses, phones, dates, places."""

from __future__ import annotations

from vaultbrain.gate.rules.around import BELOW, LABEL_EDGE, TABLE, after
from vaultbrain.gate.rules.base import NUMBER_END, Rule
from vaultbrain.records import Tier

# Letters of any script, without the punctuation beyond ASCII; `\pL` repeated would be a large
# automaton.
_L = r"0-9A-Za-z\x{c0}-\x{24f}\x{370}-\x{1fff}\x{3041}-\x{d7ff}"
_TOP = r"A-Za-z\x{c0}-\x{24f}\x{370}-\x{1fff}\x{3041}-\x{d7ff}"
_HOST = rf"(?:[{_L}-]+\.)+(?i:xn--[0-9a-z-]+|[{_TOP}]{{2,24}})"
_AT = "jana.kralova@uni-west.edu"
_PHONE_WORD = (
    r"(?i:tel(?:\. ?kom)?\.?|telef[óo]n\pL*|t[ée]l[ée]phones?|t[ée]l|tel[ée]fonos?|telephone"
    r"|phones?(?:[ _-]?(?:number|no))?|mob\.?|mobil\pL{0,3}|cell(?:phone)?|handy(?:nummer)?"
    r"|portable|m[óo]vil|kom[óo]rk\pL|fax|sms|whatsapp|signal|volej\pL*|volat|zavol\pL*"
    r"|rufnummer|festnetz)"
)
_PHONE_KEYS = (
    *("tel.", "tel:", "tel ", "telef", "tél", "teléf", "phone", "mob.", "mob:", "mob ", "mobil"),
    *("cell:", "cell ", "handy:", "handy ", "handyn", "portable :", "portable:", "portable 0"),
    *(
        "móvil",
        "movil",
        "komór",
        "fax",
        "sms na",
        "sms:",
        "whatsapp",
        "signal:",
        "volej",
        "volat n",
        "volat 6",
        "volat 7",
    ),
    *("zavol", "rufnummer", "festnetz"),
)
# Who is called by his trade, and the words of being reached.
_PERSON_WORD = (
    r"(?i:(?:haus|zahn|kinder|tier|frauen)?arzt|[äa]rztin|praxis|kollegin?|elternsprecher[a-zà-ž]*"
    r"|hausmeister[a-zà-ž]*|klempner|nachbar[a-zà-ž]*|vermieter[a-zà-ž]*|erreichbar(?: unter)?"
    r"|notfall|notdienst"
    r"|plombier|gardien[a-zà-ž]*|m[ée]decin|docteur|voisine?|propri[ée]taire|[ée]lectricien"
    r"|serrurier"
    r"|veterin[áa][rř][a-zà-ž]*|veterinarian|vet|doktor[a-zà-ž]*|l[ée]ka[rř][a-zà-ž]*"
    r"|lek[áa]r[a-zà-ž]*|zuba[rř][a-zà-ž]*"
    r"|truhl[áa][rř][a-zà-ž]*|stol[áa]r[a-zà-ž]*|instalat[ée]r[a-zà-ž]*|elektrik[áa][rř][a-zà-ž]*"
    r"|z[áa]me[čc]n[íi]k[a-zà-ž]*"
    r"|servis[a-zà-ž]*|soused[a-zà-ž]*|sused[a-zà-ž]*|dom[áa]c[íi]|spr[áa]vc[a-zà-ž]+"
    r"|p[řr]edsed[a-zà-ž]+|u[čc]itel[a-zà-ž]*"
    r"|hl[íi]da[čc]k[a-zà-ž]|ch[ůu]va|pohotovost|v[ýy]tah[a-zà-ž]*|trener[a-zà-ž]*"
    r"|tren[ée]r[a-zà-ž]*"
    r"|plumber|landlord|landlady|neighbou?r|babysitter|dentist|doctor|handyman|electrician"
    r"|m[ée]dico|fontanero|vecin[oa]|portero|casero|electricista|dentista"
    r"|hydraulik|s[ąa]siad[a-zà-ž]*|lekarz|dentysta|elektryk|weterynarz|idraulico|vicino)"
)
_PERSON_KEYS = (
    *("arzt", "ärztin", "aerztin", "praxis", "kolleg", "elternspr", "hausmeister", "klempner"),
    *("nachbar", "vermieter", "erreichbar", "notfall", "notdienst", "plombier", "gardien"),
    *("médecin", "medecin", "docteur", "voisin", "propriétaire", "proprietaire", "lectricien"),
    *("serrurier", "veterin", " vet ", "vet:", "\nvet", "doktor", "lékař", "lekar", "lékar"),
    *("zubař", "zubar", "truhl", "stolár", "stolar", "instalat", "elektrik", "zámečn", "zamecn"),
    *("servis 6", "servis 7", "servis: ", "soused", "sused", "domácí", "domaci", "správc"),
    "spravc",
    *("předsed", "predsed", "učitel", "ucitel", "hlídač", "hlidac", "chůva", "pohotovost"),
    *("výtah", "vytah", "trener", "trenér", "plumber", "landlord", "landlady", "neighbor"),
    *("neighbour", "babysitter", "dentist", "doctor", "handyman", "electrician", "médico"),
    *("medico", "fontanero", "vecin", "portero", "casero", "electricista", "hydraulik", "sąsiad"),
    *("sasiad", "lekarz", "dentysta", "elektryk", "weterynarz", "idraulico", "vicino", "ärzt"),
)
# Germany, France and Poland, Czechia and Slovakia, Spain, North America.
_NATIONAL_PHONE = (
    r"(?:0[1-9][0-9]{1,4} ?[/-] ?[0-9][0-9 ]{4,10}[0-9]|01[567][0-9] ?[0-9][0-9 ]{6,9}[0-9]"
    r"|0[2-9][0-9]{1,3} [0-9]{5,8}|0[1-9](?:[ .-]?[0-9]{2}){4}|0[0-9]{3} [0-9]{3} [0-9]{3}"
    r"|[2-9][0-9]{2}[ .-]?[0-9]{3}[ .-]?[0-9]{3}|\(?[2-9][0-9]{2}\)?[ .-][0-9]{3}[.-][0-9]{4})"
)
_DATE_WORD = (
    r"(?i:dates? of birth|birth[ _-]?dates?|birthdays?|d\. ?o\. ?b\.?|dob|bday|b-day|born"
    r"|dat\pL{1,3}[ _-]?naro[zd]en\pL*|d[áa]tum[ _-]?narodenia|narozen\pL*|narodil\pL*|narodený"
    r"|narodená|nar\.|geburts(?:datum|tag)|geboren\pL?|geb\.|(?:date de )?naissance|née?"
    r"|(?:fecha de )?nacimiento|nacid[oa]|naci[óo]|data[ _-]urodzenia|urodz\pL+|ur\.)"
)
_DATE_KEYS = (
    *("birth", "dob:", "dob ", "d.o.b", "d. o. b", "bday", "b-day", "born", "naroz", "narod"),
    *(
        " nar.",
        "\nnar.",
        "(nar.",
        "nar. 1",
        "nar. 2",
        "nar. 3",
        "geb.",
        "geboren",
        "geburts",
        "naissance",
        "né le",
        "née",
    ),
    *("nacim", "nacid", "nació", "urodz", " ur.", "\nur.", "(ur.", "ur. 1", "ur. 2", "ur. 3"),
)
_MONTH_DATE = (
    r"(?:[0-9]{1,2}(?:st|nd|rd|th|er|\.)?[ ](?:de[ ])?[A-Za-z\x{c0}-\x{17f}]{3,12}\.?,?[ ]"
    r"(?:del?[ ])?[0-9]{4}|[A-Za-z\x{c0}-\x{17f}]{3,12}\.?[ ]"
    r"[0-9]{1,2}(?:st|nd|rd|th)?,?[ ][0-9]{4})"
)
_DATE = (
    r"(?:[0-9]{4}[-./][0-9]{1,2}[-./][0-9]{1,2}|[0-9]{1,2}[./-] ?[0-9]{1,2}[./-] ?[0-9]{4}"
    rf"|[0-9]{{8}}|{_MONTH_DATE})"
)
# Degrees, minutes, seconds; each may have decimals.
_DEGREES = (
    r"[0-9]{1,3}(?:\.[0-9]{1,8})? ?°(?: ?[0-9]{1,2}(?:\.[0-9]{1,6})? ?['\x{2019}\x{2032}]"
    r"(?: ?[0-9]{1,2}(?:\.[0-9]{1,6})? ?(?:[\"\x{201d}\x{2033}]|['\x{2019}\x{2032}]{2})?"
    # Without the sign of minutes, as those who look for caches write it: 50° 44.829.
    r")?| ?[0-9]{1,2}\.[0-9]{3})?"
)
_LATITUDE = rf"(?:{_DEGREES} ?[NS]|[NS] ?{_DEGREES}|[0-9]{{1,2}}\.[0-9]{{4,8}} ?°?[NS])"
_LONGITUDE = rf"(?:{_DEGREES} ?[EWO]|[EWO] ?{_DEGREES}|[0-9]{{1,3}}\.[0-9]{{4,8}} ?°?[EWO])"
# Neither a third number nor a longer one.
_PAIR_END = (
    r"(?:$|[^\pL\pN_.,%\]\x{b0}]|\][^\],]"
    r"|[.,](?:$|\s(?:$|[^\pN.-]|\n|[0-9]{1,4} ?m[^\pL])))"
)

CONTACT_RULES: tuple[Rule, ...] = (
    Rule(
        id="email",
        class_="email",
        tier=Tier.SOFT,
        keywords=("@",),
        # A word and a space before it, or any sign that is no part of a path or a name.
        pattern=(
            rf"((?:(?m:^)[ \t]*|(?:(?m:^)|[\s@])[^\s@]+[ \t]+|[,;:|>)]\s|[^\s{_L}_.+%'/@-])"
            rf"[{_L}](?:[{_L}._%+'-]*[{_L}_+-])?@{_HOST})"
            # eva@nas.host.cz:/srv is the start of a path.
            r"(?:$|[^\pL\pN_:@/.-]|[:.](?:$|[^0-9A-Za-z/~]))"
        ),
        check="mailbox",
        part="mailboxes",
        examples=(f"- Tomáš <{_AT}>", f"cc: {_AT}; x", f"mailto:{_AT}"),
        counter_examples=(
            "git@github.com:acme/notes.git",
            "noreply@github.com",
            "a@b",
            "@user.name",
            f"ssh {_AT}",
        ),
    ),
    Rule(
        id="email-spelled",
        class_="email",
        tier=Tier.SOFT,
        keywords=("(at)", "[at]", "{at}", "( at )", "zavin", " dot ", "(dot)", "[dot]"),
        pattern=(
            rf"(?:^|[^{_L}_.+%/@-])([{_L}](?:[{_L}._%+-]{{0,62}}[{_L}])?"
            rf"(?:(?i: ?[(\[{{] ?(?:at|zavin[áa][čc]) ?[)\]}}] ?)[{_L}-]{{2,62}}"
            rf"(?:(?:\.|(?i: ?[(\[{{] ?(?:dot|te[čc]ka|punkt) ?[)\]}}] ?))[{_L}-]{{2,62}}){{1,5}}"
            rf"|(?i: at )[{_L}-]{{2,62}}(?:(?i: dot )[{_L}-]{{2,62}}){{1,4}}))"
        ),
        examples=("eva (at) host.cz", "eva [at] host [dot] cz", "eva at host dot cz"),
        counter_examples=("meet (at) noon", "at host.cz"),
    ),
    Rule(
        id="phone-international",
        class_="phone",
        tier=Tier.SOFT,
        keywords=(),
        pattern=(
            r"(?:^|[^\pL\pN_+.=/-])((?:\+|00)[1-9][0-9]{0,2}[ .\x{a0}/-]{0,2}"
            r"(?:\([0-9]{1,4}\)[ .-]?)?[0-9]{1,5}(?:[ .\x{a0}/-]?[0-9]{2,8}){1,5}"
            r"|\([2-9][0-9]{2}\) ?[0-9]{3}[-. ][0-9]{4})(?:$|[^\pL\pN_]-?)"
        ),
        check="phone",
        examples=("Jana: +420 733 702 263", "+1 (415) 525-8328", "00420 733 702 263"),
        counter_examples=("a +12 b", "1+420733702263", "+3.14159265"),
    ),
    Rule(
        id="phone-labelled",
        class_="phone",
        tier=Tier.SOFT,
        keywords=_PHONE_KEYS,
        pattern=LABEL_EDGE
        + _PHONE_WORD
        + rf"((?:[^\n\pL\pN][^\n0-9]{{0,32}}?|{BELOW}[^\n0-9]{{0,24}}?)"
        + r"[0-9][0-9 \x{a0}()./,;-]{7,60}[0-9])"
        + NUMBER_END,
        part="phone_numbers",
        examples=("mob: 721 302 013", "Tél : 06 12 34 56 78", "Handy 0171 1234567"),
        counter_examples=("phone: 2024-05-01", "mobile: 375 px", "telefon 8 990 Kč"),
    ),
    Rule(
        id="phone-of-somebody",
        class_="phone",
        tier=Tier.SOFT,
        keywords=_PERSON_KEYS,
        pattern=LABEL_EDGE
        + _PERSON_WORD
        + r"(?:[ \t]?\([^()\n]{0,30}\))?(?:[ \t]\pL[^\s:=|0-9]{0,20}){0,3}[*_)]{0,3}"
        + r"(?:[ \t]?(?::{1,2}|=|→|->|,)|[ \t][-\x{2013}\x{2014}])?[ \t]{1,3}[*_`]{0,2}"
        + rf"({_NATIONAL_PHONE})"
        + NUMBER_END,
        part="phone_numbers",
        examples=(
            "Hausarzt: 0361 / 2828845",
            "truhlář Jan Dub 727 688 082",
            "plombier 06 19 30 99 48",
        ),
        counter_examples=("doctor 2024-05-01", "Hausarzt 14 Uhr", "servis 990 Kč, 120 000 km"),
    ),
    Rule(
        id="phone-column",
        class_="phone",
        tier=Tier.SOFT,
        keywords=_PHONE_KEYS,
        pattern=TABLE,
        part="phone_columns",
        examples=("| a | telefon |\n|--|--|\n| Eva | 721 302 013 |",),
        counter_examples=("| a | telefon |\n|--|--|\n| Eva | 8 990 Kč |",),
    ),
    Rule(
        id="birth-date",
        class_="birth-date",
        tier=Tier.SOFT,
        keywords=(*_DATE_KEYS, "(*", " * 1", " * 2", " * 3", "(b. "),
        pattern=rf"(?:{LABEL_EDGE}{_DATE_WORD}{after(32)}|\(\* ?|\pL,? \* ?|\(b\. )({_DATE})"
        + NUMBER_END,
        check="living_date",
        examples=("Eva, date of birth 2004-10-21", "datum narození: 15. 5. 1951", "(* 1. 2. 1980)"),
        counter_examples=("od 1. 1. 2025", "born on 14 March 1879"),
    ),
    Rule(
        id="birth-date-before",
        class_="birth-date",
        tier=Tier.SOFT,
        keywords=(" rč", ", r.č", ", r. č", " rc ", ", rodné č", ", rodne c"),
        pattern=rf"(?:^|[^\pL\pN_.-])({_DATE}),?[ \t]"
        r"(?i:r[čc]|r\. ?[čc]\.|rodn[ée] [čc][íi]slo)[ \t:]",
        check="living_date",
        examples=("Anička D. 27.1.2010, rč 105127/5379",),
        counter_examples=("27.1.2010, ráno",),
    ),
    Rule(
        id="birth-date-column",
        class_="birth-date",
        tier=Tier.SOFT,
        keywords=_DATE_KEYS,
        pattern=TABLE,
        part="birth_date_columns",
        examples=("| a | narozen |\n|--|--|\n| Eva | 1. 2. 1980 |",),
        counter_examples=("| a | narozen |\n|--|--|\n| Eva | v Brně |",),
    ),
    Rule(
        id="gps",
        class_="gps",
        tier=Tier.SOFT,
        keywords=(),
        pattern=(
            r"(?:^|[^\pL\pN_.,\s$-]|(?:^|[^,\s])\s)"
            r"(-?[1-9][0-9]\.[0-9]{5,15},[ ]?-?[0-9]{1,3}\.[0-9]{5,15}"
            r"|[0-9]{1,2}\.[0-9]{4,8} ?[NS],? ?[0-9]{1,3}\.[0-9]{4,8} ?[EW]"
            r"|[NS] ?[0-9]{1,2}\.[0-9]{4,8},? ?[EW] ?[0-9]{1,3}\.[0-9]{4,8})" + _PAIR_END
        ),
        check="coordinates",
        examples=("cabin at 49.48938, 16.09356",),
        counter_examples=("matrix [[0.1234, -1.5678]]", "11.12345, 12.12345, 13.12345"),
    ),
    Rule(
        id="gps-degrees",
        class_="gps",
        tier=Tier.SOFT,
        keywords=("°", "º"),
        pattern=rf"(?:^|[^\pL\pN_.,-])({_LATITUDE}[,;/]?\s{{0,2}}{_LONGITUDE}"
        rf"|{_LONGITUDE}[,;/]?\s{{0,2}}{_LATITUDE})(?:$|[^\pL\pN])",
        check="coordinates",
        examples=("souřadnice 50°18'7.0\"N 14°49'10.6\"E", "N 50°18.117', E 14°49.177'"),
        counter_examples=("90° angle", "turn 45° N", "20°C"),
    ),
    Rule(
        id="gps-labelled",
        class_="gps",
        tier=Tier.SOFT,
        keywords=(
            *(
                "gps",
                "souřadnic",
                "souradnic",
                "coord",
                "location:",
                'location"',
                "poloha",
                "geo:",
                "geo_",
                "koordin",
            ),
            *("lokace", "loc:", "współrz", "latlng", "latlon", "lat/lon", "súradnic", "standort"),
        ),
        pattern=(
            LABEL_EDGE
            + r"(?i:gps|sou[řr]adnic\pL*|coord\pL*|geolocation|location|poloha|koordin\pL*"
            r"|lokace|loc|współrz\pL+|lat[ /_-]?lo?ng?|súradnic\pL*|standort|geo)"
            r"[^\n\pN]{0,16}?[^\pL\pN.-](-?[0-9]{1,3}\.[0-9]{4,15}[\"']?[,; ][ ]?[\"']?"
            r"-?[0-9]{1,3}\.[0-9]{4,15})" + NUMBER_END
        ),
        check="coordinates",
        examples=("GPS 50.9560, 15.7423", "location: [49.1951, 16.6068]"),
        counter_examples=("location: [10.5, 3.2]", "geometry: 49.1951, 1.1234"),
    ),
    Rule(
        id="gps-link",
        class_="gps",
        tier=Tier.SOFT,
        keywords=("geo:", "maps", "map=", "mlat=", "mapy.", "/@", "ll="),
        pattern=(
            r"(?:(?i:geo:)|/@|(?i:[?&](?:q|s?ll|cente?r|query|daddr|saddr|destination|loc|cp"
            r"|viewpoint))="
            r"(?i:loc:)?)(-?[0-9]{1,2}\.[0-9]{2,15}(?:,|%2[Cc])(?:\+"
            r"|%20)?-?[0-9]{1,3}\.[0-9]{2,15})"
        ),
        check="coordinates",
        examples=("https://maps.google.com/?ll=49.19,16.60", "geo:49.19,16.60"),
        counter_examples=("https://x.cz/?q=49,16",),
    ),
    Rule(
        id="gps-link-apart",
        class_="gps",
        tier=Tier.SOFT,
        keywords=("map=", "mlat=", "mapy.", "!3d"),
        pattern=(
            r"(?:map=[0-9]{1,2}/|!3d|mlat=|mapy\.c(?:z|om)[^\s?]{0,60}\?(?:[^\s]{0,60}?&)?x=)"
            r"(-?[0-9]{1,3}\.[0-9]{2,15}(?:/|&mlon=|&y=|!4d)-?[0-9]{1,3}\.[0-9]{2,15})"
        ),
        check="coordinates",
        examples=("https://mapy.cz/turisticka?x=16.60&y=49.19&z=17", "#map=17/49.1951/16.6068"),
        counter_examples=("#map=17", "?x=100&y=200"),
    ),
    Rule(
        id="gps-part",
        class_="gps",
        tier=Tier.SOFT,
        keywords=(
            "lat:",
            'lat"',
            "lat=",
            "lat =",
            "lat |",
            "latit",
            "lon:",
            "lng",
            "longitude",
            '"lon"',
            "lon=",
            "šířka",
            "sirka",
            "délka",
            "grad",
        ),
        pattern=(
            LABEL_EDGE
            + r"(?i:(?:gps ?)?(?:lat(?:itude)?|lo?ng?(?:itude)?)|zem[ěe]pisn\pL+ (?:[šs][íi][řr]ka"
            r"|d[ée]lka)|(?:breiten|längen)grad)[\"'*_]{0,3}[ \t]{0,20}[:=|]{1,2}[ \t\"'*]{0,6}"
            r"(-?[0-9]{1,3}\.[0-9]{3,15}|[0-9]{1,3} deg [0-9]{1,2}' [0-9.]{1,6}\" [NSEW])"
            + NUMBER_END
        ),
        check="coordinates",
        examples=("lat: 49.1951\nlon: 16.6068", "GPSLatitude: 50 deg 18' 7.00\" N"),
        counter_examples=("lat: 2", "latency: 49.1951", "long: 12"),
    ),
)
