"""Numbers that a state or an insurer gives to a person, and those of identity papers."""

from __future__ import annotations

from vaultbrain.gate.rules.around import BELOW, LABEL_EDGE, TABLE, WORD_BEFORE, after, listed
from vaultbrain.gate.rules.base import NUMBER_END, Rule, joined
from vaultbrain.records import Tier

_BIRTH_WORD = (
    r"(?i:rodn\pL{1,3}[ _-]?[čc]\pL{0,5}\.?|r\. ?[čc]\.?|r[čc]|birth[ _-]?(?:number|no)"
    r"|[čc]\pL{0,5}\.?[ _-]?poji[šs]t[ěe]n\pL{1,3}|di[čc])"
)
_BIRTH_KEYS = (
    *(
        "rodn",
        "r.č",
        "r. č",
        " rč",
        "\nrč",
        "(rč",
        "|rč",
        "*rč",
        ";rč",
        ",rč",
        "rč:",
        "rč ",
        "birth n",
    ),
    *("birth_n", "birthn", "rc:", "\nrc ", "r.c.", "r. c", "pojišt", "pojist", " dič", "dič:"),
)
_SOCIAL_WORD = (
    r"(?i:ssns?|ss[ ]?(?:#|no)|socials?(?:[ _-]?security)?(?:[ _-]?(?:number|no\.?|num|#))?"
    r"|soc\.? sec\.?|itin|tax(?:payer)?[ _-]?id\pL*)"
)
_NATIONAL_WORD = (
    r"(?:(?i:pesel[a-zà-ž]*|steuer[ _-]?id[a-zà-ž]*|steuer-?identifikations[a-zà-ž]*"
    r"|identifikationsnummer|idnr"
    r"|(?:sozial|renten|kranken)?versicher[a-zà-ž]*(?:[ _-]?(?:nummer|nr))?|sv[ _-](?:nummer|nr)"
    r"|rvnr"
    r"|kvnr|s[ée]curit[ée] sociale|s[ée]cu|codice fiscale|c\. ?f\.|cod\. ?fisc\.|d\.?n\.?i|nif"
    r"|dow[óo]d[a-zà-ž]*|nino|ni (?:number|no)|national[ _-]insurance[a-zà-ž]*|nhs|bsn"
    r"|burgerservice[a-zà-ž]*"
    r"|social insurance|ehic|evropsk[a-zà-ž]+ pr[ůu]kaz[a-zà-ž]*|health insurance card"
    r"|gesundheitskarte"
    r"|medicare|insz|citizen service)|N\.?I\.?E|NIR|SIN|CF|TIN|NI)"
)
_NATIONAL = r"(?i:[A-Z]{0,6}[ .-]?[0-9](?:[ ./-]{0,2}[A-Z]{0,2}[ .-]?[0-9]){4,24}(?:[ -]?[A-Z])?)"
_NATIONAL_KEYS = (
    *("pesel", "steuer", "identifikationsn", "idnr", "versicher", "sv-n", "sv n", "rvnr", "kvnr"),
    *(
        "sécurité s",
        "securite s",
        "sécu",
        "codice",
        "c.f.",
        "cf:",
        "cod. f",
        " dni",
        "\ndni",
        "dni:",
        "d.n.i",
        "n.i.e",
        " ni:",
        "\nni:",
        "dni ",
        "nif:",
        "nif ",
    ),
    *("dowod", "dowód", "nino", "ni num", "ni no", "national ins", "national_ins", "nhs", "bsn"),
    *("burgers", "social ins", "ehic", "evropsk", "health insurance c", "gesundheitsk"),
    *("medicare", "nie:", "nie x", "nie y", "nie z", "| nie", "nir:", "nir ", " sin:", "\nsin:"),
    *(" sin ", " tin:", "sin: "),
)
_PAPER_WORD = (
    r"(?:(?i:passports?|cestovn[a-zà-ž]+ pas[a-zà-ž]*"
    r"|[čc][íi]sl[a-zà-ž] (?:cestovn[a-zà-ž]+ )?pasu?|[čc]\. ?pasu"
    r"|[čc][íi]slo[ _]pasu|pas [čc]\.|reise?p[aä]ss[a-zà-ž]*|passeport|pasaporte|paszport[a-zà-ž]*"
    r"|ob[čc]ans[a-zà-ž]+ pr[ůu]kaz[a-zà-ž]*|ob[čc]an[kc][a-zà-ž]{1,3}"
    r"|ob[čc]iansk[a-zà-ž]+ preukaz[a-zà-ž]*"
    r"|ob[čc]iank[a-zà-ž]{1,3}|(?:[čc][íi]slo|[čc]\.)[ _]op"
    r"|(?:national[ _-])?id(?:entity)?[ _-]?cards?"
    r"|personalausweis[a-zà-ž]*|perso(?:[ -](?:nr|nummer)\.?)?|ausweis-?(?:nummer|nr)"
    r"|carte (?:nationale )?d.identit[ée]"
    r"|dow[óo]d[a-zà-ž]{0,2} osobist[a-zà-ž]*|driv(?:er|ing)['\x{2019}]?s?[ _-]?licen[cs]e"
    r"|[řr]idi[čc]s[a-zà-ž]+ pr[ůu]kaz[a-zà-ž]*|[řr]idi[čc][a-zà-ž]{1,3}"
    r"|vodičsk[a-zà-ž]+ preukaz[a-zà-ž]*"
    r"|f[üu]e?hrerschein[a-zà-ž]*|permis de conduire|permiso de conducir|carn[ée]t? de conducir"
    r"|prawo jazdy|cni n.)"
    r"|(?i:(?m:^[ \t>*|+-]*)pas(?: [a-zà-ž]{2,14}){0,2}[*_]{0,2}[ \t]?[:=|])"
    r"|OP(?: č\.)?|DL#?|ŘP(?: č\.)?|CNI)"
)
_PAPER_KEYS = (
    *("passport", "cestovn", "pasu", "pas č", "pas c", "pas:", "pas ", "reispass", "reisepass"),
    *("reisepäss", "passeport", "pasaporte", "paszport", "občan", "obcan", "občian", "číslo op"),
    *("cislo op", "cislo_op", "č. op", "op č", " op:", "\nop:", "*op:", "\nop ", " op ", "id card"),
    *(
        "id-card",
        "id_card",
        "idcard",
        "identity card",
        "personalausw",
        "perso:",
        "perso-n",
        "perso n",
        "ausweisn",
        "ausweis-n",
    ),
    *(
        "identité",
        "identite",
        "cni ",
        "cni:",
        "dowód",
        "dowod",
        " dl:",
        "dl#",
        "\ndl:",
        "driver's l",
        "driver\u2019s l",
    ),
    *("driver lic", "drivers lic", "driver_lic", "driverlic", "driving l", "driving_l", "řidič"),
    *("ridics", "ridica", "vodičsk", "führersch", "fuehrersch", "fuhrersch", "permis de"),
    *("conducir", "prawo ja", "řp č", "řp:", "řp "),
)
_PAPER = r"(?:[A-Z]{1,6}[ -]?)?[0-9][0-9A-Z]*(?:[ ./-]?[0-9A-Z]*[0-9][0-9A-Z]*){0,5}"


PERSONAL_RULES: tuple[Rule, ...] = (
    Rule(
        id="birth-number-slash",
        class_="birth-number",
        tier=Tier.STRONG,
        keywords=(),
        pattern=rf"({WORD_BEFORE}[0-9]{{6}}/[0-9]{{4}})(?:$|[^\pL\pN_/-])",
        check="birth_number_checked",
        part="lone_birth_number",
        examples=("rodné číslo: 550812/0805", "| Eva | 701206/0737 |"),
        counter_examples=("701306/0737", "2026/701206/0737", "701206/0738", "faktura 701206/0737"),
    ),
    Rule(
        id="birth-number-labelled",
        class_="birth-number",
        tier=Tier.STRONG,
        keywords=_BIRTH_KEYS,
        pattern=LABEL_EDGE + _BIRTH_WORD + f"({after(40)}{listed('[0-9]{6} ?/? ?[0-9]{3,4}')})",
        part="birth_numbers",
        examples=("Jan Novák, r.č. 5456174999", "RČ: 701206 0737", "rodne_cislo: 5456174999"),
        counter_examples=("faktura 5456174999", "r.č. 5456174998"),
    ),
    Rule(
        id="birth-number-column",
        class_="birth-number",
        tier=Tier.STRONG,
        keywords=_BIRTH_KEYS,
        pattern=TABLE,
        part="birth_number_columns",
        examples=("| a | RČ |\n|--|--|\n| Eva | 5456174999 |", "a;rč\nEva;5456174999\n"),
        counter_examples=("| a | číslo |\n|--|--|\n| Eva | 5456174999 |",),
    ),
    Rule(
        id="ssn",
        class_="id-number",
        tier=Tier.STRONG,
        keywords=(
            "ssn",
            "social",
            "soc. sec",
            "ss#",
            "ss no",
            "soc sec",
            " itin",
            "\nitin",
            "itin:",
            "tax id",
            "tax_id",
            "taxid",
            "taxpayer",
        ),
        pattern=LABEL_EDGE
        + _SOCIAL_WORD
        + f"({after(40)}{listed('[0-9]{3}[- .]?[0-9]{2}[- .]?[0-9]{4}')})",
        part="social_numbers",
        examples=("SSN 452-11-6142", "my social is 814-66-2706", '"ssn": "452116142"'),
        counter_examples=("part 452-11-6142", "SSN 000-11-6142"),
    ),
    Rule(
        id="ssn-before",
        class_="id-number",
        tier=Tier.STRONG,
        keywords=("ssn", "social"),
        pattern=r"(?:^|[^\pL\pN_.-])([0-9]{3}-[0-9]{2}-[0-9]{4})[^\n0-9]{1,30}?"
        r"(?i:ssn|socials?)(?:$|[^\pL\pN])",
        part="social_numbers",
        examples=("mine 487-87-3073, spouse's social 420-87-3074",),
        counter_examples=("000-11-6142 is no SSN",),
    ),
    Rule(
        id="national-number",
        class_="id-number",
        tier=Tier.STRONG,
        keywords=_NATIONAL_KEYS,
        pattern=LABEL_EDGE
        + _NATIONAL_WORD
        + r"(?i:[ _-]?(?:number|num|no|nr))?"
        + f"({after(40)}{_NATIONAL})"
        + NUMBER_END,
        part="national_numbers",
        examples=(joined("PESEL: 7806", "2112340"), joined("NHS number 943 476", " 5919")),
        counter_examples=("PESEL 12345678901", "NHS 1234567890"),
    ),
    Rule(
        id="identity-paper",
        class_="id-number",
        tier=Tier.STRONG,
        keywords=_PAPER_KEYS,
        pattern=LABEL_EDGE
        + _PAPER_WORD
        + r"(?i:[ _-]?(?:number|num|no|nr))?(?:[ \t]?\([^)\n]{0,30}\))?"
        + r"((?:(?:[^\n\pL\pN][^\n0-9]{0,32}?)?[^0-9A-Za-z]"
        rf"|{BELOW}(?:[^\n0-9]{{0,24}}?[^0-9A-Za-z])?)" + listed(_PAPER) + ")",
        part="document_numbers",
        examples=("Passport no. X79966740 expires", "cestovní pas 59162515", "číslo OP: 635550603"),
        counter_examples=("passport control at 10", "OP 12", "passport renewal 20260401"),
    ),
    Rule(
        id="identity-paper-short",
        class_="id-number",
        tier=Tier.STRONG,
        keywords=tuple(
            f"{left}{word} {digit}"
            for left in ("\n", " ", "*", "(")
            for word in ("op", "pas", "čop")
            for digit in "0123456789"
        ),
        # Nine digits of a Czech card, eight of a passport, as people note them down in haste.
        pattern=r"(?:(?m:^)[ \t>*+-]{0,6}|[,;|(][ \t]?)(?i:(?:[čc]\.? ?)?op|pas)[ \t]"
        r"([1-9][0-9]{8}|[1-9][0-9]{7})(?:[ \t]*(?:$|[\r\n,;/|)]|\.(?:\s|$))"
        r"|[ \t](?i:plat\pL*|do|vyd\pL*|exp\pL*|konec|a|i|/)[ \t:])",
        part="document_numbers",
        examples=("\nop 764279533 platnost do 3/2031", "doklady:\n- pas 42977375 / hotovo"),
        counter_examples=("op 12345 ran", "pas 20260401", "\nop 764279533 instructions"),
    ),
    Rule(
        id="id-column",
        class_="id-number",
        tier=Tier.STRONG,
        keywords=(
            *_PAPER_KEYS,
            *_NATIONAL_KEYS,
            "ssn",
            "social sec",
            "doklad",
            "| op |",
            "| pas |",
        ),
        pattern=TABLE,
        part="id_columns",
        examples=("| a | SSN |\n|--|--|\n| Eve | 452-11-6142 |", "a,ssn\nEve,452-11-6142\n"),
        counter_examples=("| a | part |\n|--|--|\n| Eve | 452-11-6142 |",),
    ),
    Rule(
        id="id-structured",
        class_="id-number",
        tier=Tier.STRONG,
        keywords=(),
        pattern=r"(?:^|[^\pL\pN_])((?i:[A-Z]{6}[0-9LMNP-V]{2}[ABCDEHLMPRST][0-9LMNP-V]{2}[A-Z]"
        r"[0-9LMNP-V]{3}[A-Z])|[1-478] [0-9]{2} [0-9]{2} [0-9][0-9AB] [0-9]{3} [0-9]{3} [0-9]{2}"
        r"|[0-9A-Z<]{9}[0-9][A-Z<]{3}[0-9]{6}[0-9][MFX<][0-9]{6}[0-9][0-9A-Z<]{14}[0-9<][0-9])"
        r"(?:$|[^\pL\pN_])",
        check="structured_number",
        examples=(joined("Anna RSSMRA85", "T10A562S"),),
        counter_examples=(joined("Anna RSSMRA85", "T10A562A"), "ABCDEF12G34H567I"),
    ),
)
