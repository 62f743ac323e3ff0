"""Strong personal data: cards, accounts, numbers of persons and of their papers.

A number that does not say by itself what it is needs a label; most have check digits besides, and
the parts in `vaultbrain.gate.personal_parts` pick out of the text behind a label what passes.
"""

from __future__ import annotations

from vaultbrain.gate.checks.numbers import BANK_CODES
from vaultbrain.gate.rules.base import NUMBER_END, Rule, joined
from vaultbrain.records import Tier

# Words of a label may be joined by `_`: `user_ssn`.
LABEL_EDGE = r"(?:^|[^\pL\pM\pN])"
_LABEL_END = r"[^\pL\pM\pN]"
# The line below a label that stands alone, maybe with an empty one between.
BELOW = r"[^\n0-9A-Za-z]{0,8}\r?\n(?:[ \t>]*\r?\n)?"
# One word in front that a part looks at. A search that starts again behind that word must not
# take the number for one without: there is a line's start, a whole word, or a number before it.
_WORD_BEFORE = r"(?:(?m:^)[ \t]*|(?:^|[\s0-9])[^\s0-9]+[ \t]*|[0-9][ \t]+)"
# What separates the groups of a number.
_S = r"[ \x{a0}\x{2009}\x{202f}.-]"


def after(size: int) -> str:
    """The text between a label and a value: on the same line, or below the label alone."""
    return (
        rf"(?:(?:[^\n\pL\pN][^\n]{{0,{size}}}?)?[^0-9A-Za-z](?:CZ|SK)?"
        rf"|{BELOW}(?:[^\n]{{0,24}}?[^0-9A-Za-z])?)"
    )


def _listed(value: str) -> str:
    """One value and more of its kind: on the line, or in the lines of a list."""
    more = r"[^\n]{0,24}?(?:\n[ \t>]*(?:[-*+]|[0-9]{1,2}[.)])[^\n]{0,24}?)?[^0-9A-Za-z]"
    return f"(?:{value})(?:{more}(?:{value})){{0,6}}{NUMBER_END}"


# A Markdown table or lines of CSV. What the columns are, the part reads in the first line.
TABLE = (
    r"(?m)^([^\n]*\|[^\n]*\n[ \t>]*\|?[ \t]*:?-[-|: \t]*\r?\n(?:[^\n]*\|[^\n]*(?:\n|\z))+"
    r"|(?:[^\n,;\t|.!?]{0,28}[,;\t])+[^\n,;\t|.!?]{0,28}\n(?:[^\n,;\t|]*[,;\t][^\n]*(?:\n|\z))+)"
)


_CARD_WORD = (
    r"(?i:(?:credit|debit|bank|payment)?[ _-]?cards?(?:[ _-]?(?:number|no|num))?|visa|master ?card"
    r"|maestro|diners|discover|kart\pL{0,4}|karet|kreditk\pL*|kreditkart\pL*|kartennummer|cartes?"
    r"|tarjetas?|amex|american express|debetk\pL*|revolut)"
)
_CARD_KEYS = (
    *("card n", "card_n", "cardn", "card:", "card ", "cards:", "card |", "visa", "mastercard"),
    *("master card", "maestro", "diners", "kart", "karet", "kredit", "carte ", "tarjeta", "amex"),
    *("american exp", "debetk", "revolut"),
)
_BIRTH_WORD = (
    r"(?i:rodn\pL{1,3}[ _-]?[čc]\pL{0,5}\.?|r\. ?[čc]\.?|r[čc]|birth[ _-]?(?:number|no)"
    r"|[čc]\pL{0,5}\.?[ _-]?poji[šs]t[ěe]n\pL{1,3}|di[čc])"
)
_BIRTH_KEYS = (
    *("rodn", "r.č", "r. č", " rč", "\nrč", "(rč", "|rč", "*rč", ";rč", ",rč", "rč:", "rč ", "birth n"),
    *("birth_n", "birthn", "rc:", "\nrc ", "r.c", "r. c", "pojišt", "pojist", " dič", "dič:"),
)
_PAY_WORD = (
    r"(?i:[úu][čc]t\pL*|[úu][čc]et\pL*|kont[oaeu]\pL?|[čc]\. ?[úu]\.?|n[áa]j[ea]?m\pL*|bank\pL*"
    r"|(?:za)?pla[ťct]\pL*|p[řr]ev\pL*|po[šs]l\pL*|pos[íi]l\pL*|trval\pL+ p[řr][íi]kaz\pL*"
    r"|inkas\pL*|slo[žz]enk\pL*|spo[řr]\pL*|vr[áa][tc]\pL*|spl[áa]t\pL*|hypot\pL*|[úu]v[ěe]r\pL*"
    r"|pojistn\pL*|vs|variab\pL*|accounts?|acct?|pay\pL*|transfer\pL*|fio|kb|[čc]sob|moneta"
    r"|raif+\pL*|mbank\pL*|unicredit|rachun\pL*|przelew\pL*|dluh\pL*|p[řr][íi]jemce\pL*|trvalý)"
)
_ACCOUNT = r"(?:[0-9]{1,6} ?- ?)?[0-9]{6,10} ?/ ?[0-9]{4}"
_NRB = r"[0-9]{2}(?: ?[0-9]{4}){6}"
_CODE_KEYS = tuple(sorted(f"/{code}" for code in BANK_CODES))
_ACCOUNT_KEYS = (
    *(*_CODE_KEYS, "účt", "účet", "ucet ", "ucet:", "uctu", "č.ú", "č. ú", "konto ", "konto:", "konta ", "konta:"),
    *("rachun", "przelew", "nájem"),
)
_PLAIN_ACCOUNT = (
    r"(?i:(?:bank|checking|savings|current)[ _-](?:account|acct?\.?)(?:[ _-]?(?:number|no\.?|#))?"
    r"|(?:account|acct?\.?)[ _-]?(?:number|no\.?|#)|sort[ _-]?code|(?:aba[ _-]?)?routing"
    r"(?:[ _-](?:number|no\.?|#))?|kontonummer|kontonr\.?|kto\.?-?nr\.?"
    r"|num[ée]ro de compte|n[úu]mero de cuenta)"
)
_SOCIAL_WORD = (
    r"(?i:ssns?|socials?(?:[ _-]?security)?(?:[ _-]?(?:number|no\.?|num|#))?|soc\.? sec\.?|itin"
    r"|tax(?:payer)?[ _-]?id\pL*)"
)
_NATIONAL_WORD = (
    r"(?:(?i:pesel\pL*|steuer[ _-]?id\pL*|steuer-?identifikations\pL*|identifikationsnummer|idnr"
    r"|(?:sozial|renten|kranken)?versicher\pL*(?:[ _-]?(?:nummer|nr))?|sv[ _-](?:nummer|nr)|rvnr"
    r"|kvnr|s[ée]curit[ée] sociale|s[ée]cu|codice fiscale|c\. ?f\.|cod\. ?fisc\.|dni|nif"
    r"|dow[óo]d\pL*|nino|ni (?:number|no)|national[ _-]insurance\pL*|nhs|bsn|burgerservice\pL*"
    r"|social insurance|ehic|evropsk\pL+ pr[ůu]kaz\pL*|health insurance card|gesundheitskarte"
    r"|medicare|insz|citizen service)|NIE|NIR|SIN|CF|TIN)"
)
_NATIONAL = (
    r"(?i:[A-Z]{0,6}[ .-]?[0-9](?:[ ./-]{0,2}[A-Z]{0,2}[0-9]){5,24}(?:[ -]?[A-Z])?)"
)
_NATIONAL_KEYS = (
    *("pesel", "steuer", "identifikationsn", "idnr", "versicher", "sv-n", "sv n", "rvnr", "kvnr"),
    *("sécurité s", "securite s", "sécu", "codice", "c.f.", "cf:", "cod. f", "dni", "nif:", "nif "),
    *("dowod", "dowód", "nino", "ni num", "ni no", "national ins", "national_ins", "nhs", "bsn"),
    *("burgers", "social ins", "ehic", "evropsk", "health insurance c", "gesundheitsk"),
    *("medicare", "nie:", "nie x", "nie y", "nie z", "| nie", "nir:", "nir ", " sin:", "\nsin:"),
    *(" sin ", " tin:", "sin: "),
)
_PAPER_WORD = (
    r"(?:(?i:passports?|cestovn\pL+ pas\pL*|[čc][íi]sl\pL (?:cestovn\pL+ )?pasu?|[čc]\. ?pasu"
    r"|[čc][íi]slo[ _]pasu|pas [čc]\.|reise?p[aä]ss\pL*|passeport|pasaporte|paszport\pL*"
    r"|ob[čc]ans\pL+ pr[ůu]kaz\pL*|ob[čc]an[kc]\pL{1,3}|ob[čc]iansk\pL+ preukaz\pL*"
    r"|ob[čc]iank\pL{1,3}|(?:[čc][íi]slo|[čc]\.)[ _]op|(?:national[ _-])?id(?:entity)?[ _-]?cards?"
    r"|personalausweis\pL*|ausweis-?(?:nummer|nr)|carte (?:nationale )?d.identit[ée]"
    r"|dow[óo]d\pL{0,2} osobist\pL*|driv(?:er|ing)[’']?s?[ _-]?licen[cs]e|[řr]idi[čc]s\pL+ pr[ůu]kaz\pL*"
    r"|[řr]idi[čc]\pL{1,3}|vodičsk\pL+ preukaz\pL*|f[üu]e?hrerschein\pL*|permis de conduire"
    r"|permiso de conducir|carn[ée]t? de conducir|prawo jazdy|cni n.)"
    r"|(?i:(?m:^[ \t>*|+-]*)pas(?: \pL{2,14}){0,2}[*_]{0,2}[ \t]?[:=|])|OP(?: č\.)?|ŘP(?: č\.)?|CNI)"
)
_PAPER_KEYS = (
    *("passport", "cestovn", "pasu", "pas č", "pas c", "pas:", "pas ", "reispass", "reisepass"),
    *("reisepäss", "passeport", "pasaporte", "paszport", "občan", "obcan", "občian", "číslo op"),
    *("cislo op", "cislo_op", "č. op", "op č", " op:", "\nop:", "*op:", "\nop ", " op ", "id card"),
    *("id-card", "id_card", "idcard", "identity card", "personalausw", "ausweisn", "ausweis-n"),
    *("identité", "identite", "cni ", "cni:", "dowód", "dowod", "driver's l", "driver’s l"),
    *("driver lic", "drivers lic", "driver_lic", "driverlic", "driving l", "driving_l", "řidič"),
    *("ridics", "ridica", "vodičsk", "führersch", "fuehrersch", "fuhrersch", "permis de"),
    *("conducir", "prawo ja", "řp č", "řp:", "řp "),
)
_PAPER = r"(?:[A-Z]{1,6}[ -]?)?[0-9][0-9A-Z]*(?:[ ./-]?[0-9A-Z]*[0-9][0-9A-Z]*){0,5}"

PERSONAL_RULES: tuple[Rule, ...] = (
    Rule(
        id="card-number",
        class_="card",
        tier=Tier.STRONG,
        keywords=(),
        pattern=(
            rf"({_WORD_BEFORE}"
            rf"(?:(?:4[0-9]{{3}}|5[1-5][0-9]{{2}}|2[2-7][0-9]{{2}}|6(?:011|4[4-9][0-9]|5[0-9]{{2}})"
            rf"|35[2-8][0-9]|62[0-9]{{2}}|220[0-4])(?:(?: - |{_S})?[0-9]{{4}}){{3}}"
            rf"|3[47][0-9]{{2}}{_S}?[0-9]{{6}}{_S}?[0-9]{{5}}"
            rf"|3(?:0[0-5]|[68][0-9])[0-9]{_S}[0-9]{{6}}{_S}[0-9]{{4}}))"
            r"(?:$|[^\pL\pN_.-]|[.-](?:$|[^\pN]))"
        ),
        check="card",
        part="lone_card",
        examples=(
            joined("card 4298 6267", " 7744 8528"),
            joined("karta:4689", "166373522720,"),
            joined("4111-4942-", "3993-4758"),
        ),
        counter_examples=(
            joined("14298626", "777448528"),
            joined("4298 6267", " 7744 8529"),
            joined("order 42986267", "77448528"),
            joined("https://host.cz/?id=42986267", "77448528"),
            "created: 1734796890371",
            "serial 06069151709182444816",
            "4444 4444 4444 4444",
        ),
    ),
    Rule(
        id="card-labelled",
        class_="card",
        tier=Tier.STRONG,
        keywords=_CARD_KEYS,
        pattern=LABEL_EDGE
        + _CARD_WORD
        + f"({_LABEL_END}"
        + r"(?:[^\n]{0,40}?|[^\n\pL\pN]{0,8}\r?\n(?:[ \t>]*\r?\n)?[^\n]{0,24}?)"
        + r"(?:[0-9](?:[ \x{a0}\n.-]{0,3}[0-9]){12,18}))"
        + NUMBER_END,
        part="cards",
        examples=(
            joined("Visa number: 4298626", "7774480"),
            joined("card: 4298\n6267", "\n7744\n8528"),
        ),
        counter_examples=(joined("card 4298 6267", " 7744 8529"), "cards 1 2 3 4 5 6 7 8 9 10 11"),
    ),
    Rule(
        id="card-column",
        class_="card",
        tier=Tier.STRONG,
        keywords=_CARD_KEYS,
        pattern=TABLE,
        part="card_columns",
        examples=(joined("| name | card |\n|--|--|\n| Eva | 42986267", "77448528 |"),),
        counter_examples=("| name | card |\n|--|--|\n| Eva | 1 |",),
    ),
    Rule(
        id="card-code",
        class_="card",
        tier=Tier.STRONG,
        keywords=(
            *("cvv", "cvc", "csc:", "cid ", "cid:", "security code", "verification ", "bezpečnostn"),
            *("bezpecnostn", "kontrolní", "prüf", "sicherheitscode", "cryptogramme"),
            *("código de seg", "codigo de seg", "kod zabezp", "security_code"),
        ),
        pattern=LABEL_EDGE
        + r"(?i:cvv2?(?:/cvc2?)?|cvc2?(?:/cvv2?)?|csc|cid|(?:card[ _-])?(?:security|verification)[ _-]"
        r"(?:code|value)|bezpe[čc]nost\pL+ k[óo]d|kontroln\pL k[óo]d(?: karty)?"
        r"|(?:karten)?pr[üu]e?f(?:ziffer|nummer)|sicherheitscode|cryptogramme|c[óo]digo de seguridad"
        r"|kod zabezpieczaj\pL+)(?i:[ \t](?:k[óo]d|code|karty|number|of card|card))?"
        r"[*_\"'`)]{0,4}(?:\s{0,3}(?:[:=|]|::|je|is|est|es|to|ist|lautet)[*_\"'`]{0,4})?[ \t|\n]{0,3}"
        r"[*_\"'`]{0,4}([0-9]{3,4})(?:$|[^\pL\pN_.,/-]|[.,](?:$|[^\pN]))",
        examples=("exp 11/27 CVV 216", "CVC: 827", "bezpečnostní kód karty je 827"),
        counter_examples=("CVV is on the back", "cvv 21", "security code 2024-01-01"),
    ),
    Rule(
        id="card-code-after-date",
        class_="card",
        tier=Tier.STRONG,
        # It runs over what is left of the text: the number of the card has gone before.
        keywords=("[redacted:card]",),
        pattern=r"\[redacted:card\][ \t,;|/]{1,3}(?:0?[1-9]|1[0-2])[ /|-]{1,3}(?:20)?[2-4][0-9]"
        r"[ \t,;|/]{1,3}([0-9]{3,4})" + NUMBER_END,
        examples=("[redacted:card] 11/27 216", "[redacted:card]|11|2027|216"),
        counter_examples=("[redacted:card] 11/27",),
    ),
    Rule(
        id="iban",
        class_="iban",
        tier=Tier.STRONG,
        keywords=(),
        pattern=r"(?:^|[^\pL\pN_])((?i:[A-Z]{2})[0-9]{2}(?:[ \x{a0}\x{2009}\x{202f}.-]{0,2}[0-9A-Za-z])"
        r"{11,31})",
        check="iban_mod97",
        part="ibans",
        examples=(
            joined("účet CZ0640320030", "132184154467"),
            joined("iban: cz0640320030", "132184154467"),
            joined("Pay rent to GB64 JWJJ", " 6146 8069 8729 60."),
        ),
        counter_examples=(
            joined("účet CZ0640320030", "132184154468"),
            "RR051668689CZ",
            "AB12 CDEF GHIJ KLMN",
        ),
    ),
    Rule(
        id="birth-number-slash",
        class_="birth-number",
        tier=Tier.STRONG,
        keywords=(),
        pattern=rf"({_WORD_BEFORE}[0-9]{{6}}/[0-9]{{4}})(?:$|[^\pL\pN_/-])",
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
        pattern=LABEL_EDGE
        + _BIRTH_WORD
        + f"({after(40)}{_listed('[0-9]{6} ?/? ?[0-9]{3,4}')})",
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
        id="czech-account",
        class_="bank-account",
        tier=Tier.STRONG,
        keywords=_ACCOUNT_KEYS,
        pattern=f"{LABEL_EDGE}{_PAY_WORD}({after(64)}{_listed(_ACCOUNT + '|' + _NRB)})",
        part="local_accounts",
        examples=("číslo účtu 5226949895/0800", "Platba na 5226949895/0800"),
        counter_examples=("číslo účtu 5226949896/0800", "poměr 5226949895/0800"),
    ),
    Rule(
        id="czech-account-named-after",
        class_="bank-account",
        tier=Tier.STRONG,
        keywords=_CODE_KEYS,
        pattern=rf"(?:^|[^\pL\pN_/.-])({_ACCOUNT})[^\pL\pN][^\n]{{0,48}}?{LABEL_EDGE}{_PAY_WORD}"
        rf"(?:$|{_LABEL_END})",
        part="local_accounts",
        examples=("5226949895/0800, VS 2026",),
        counter_examples=("5226949895/0800 je poměr",),
    ),
    Rule(
        id="czech-account-alone",
        class_="bank-account",
        tier=Tier.STRONG,
        keywords=_CODE_KEYS,
        pattern=r"(?:^|[^\pL\pN_/.-])([0-9]{2,6}-[0-9]{6,10}/[0-9]{4})(?:$|[^\pL\pN_/-])",
        check="known_account",
        examples=(joined("Jana 19-2000", "145399/0800"),),
        counter_examples=("Jana 19-2000145398/0800", "2024-000001/0100"),
    ),
    Rule(
        id="account-labelled",
        class_="bank-account",
        tier=Tier.STRONG,
        keywords=(
            *("bank acc", "bank_acc", "checking ", "savings ", "current acc", "account n", "acct"),
            *("account_n", "accountn", "account #", "sort code", "sort_code", "sortcode", "routing"),
            *("kontonummer", "kontonr", "kto", "de compte", "de cuenta", "acc. n", "acc n"),
        ),
        pattern=LABEL_EDGE
        + _PLAIN_ACCOUNT
        + f"({after(24)}"
        + _listed(r"[0-9](?:[ -]?[0-9]){5,10}|000[0-9]{9}|[0-9](?:[ -]?[0-9]){12,16}")
        + ")",
        part="plain_accounts",
        examples=("Sort code: 20-45-45, account 63748472", "bank account number 4512367890"),
        counter_examples=("AWS account number 123456789012", "routing 2024", "account 4512367890"),
    ),
    Rule(
        id="account-column",
        class_="bank-account",
        tier=Tier.STRONG,
        keywords=("účt", "účet", "ucet", "uctu", "konto ", "konto|", "konta ", "konto;", "konto,", "account |", "account,", "rachun", "account n", "account_n"),
        pattern=TABLE,
        part="account_columns",
        examples=("| a | účet |\n|--|--|\n| Eva | 5226949895/0800 |",),
        counter_examples=("| a | účet |\n|--|--|\n| Eva | 120 Kč |",),
    ),
    Rule(
        id="ssn",
        class_="id-number",
        tier=Tier.STRONG,
        keywords=("ssn", "social", "soc. sec", "soc sec", "itin", "tax id", "tax_id", "taxid", "taxpayer"),
        pattern=LABEL_EDGE
        + _SOCIAL_WORD
        + f"({after(40)}{_listed('[0-9]{3}[- ]?[0-9]{2}[- ]?[0-9]{4}')})",
        part="social_numbers",
        examples=("SSN 452-11-6142", "my social is 814-66-2706", '"ssn": "452116142"'),
        counter_examples=("part 452-11-6142", "SSN 000-11-6142"),
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
        examples=(joined("PESEL: 7806", "2112346"), joined("NHS number 943 476", " 5919")),
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
        rf"|{BELOW}(?:[^\n0-9]{{0,24}}?[^0-9A-Za-z])?)"
        + _listed(_PAPER)
        + ")",
        part="document_numbers",
        examples=("Passport no. X79966740 expires", "cestovní pas 59162515", "číslo OP: 635550603"),
        counter_examples=("passport control at 10", "OP 12", "passport renewal 20260401"),
    ),
    Rule(
        id="id-column",
        class_="id-number",
        tier=Tier.STRONG,
        keywords=(*_PAPER_KEYS, *_NATIONAL_KEYS, "ssn", "social sec", "doklad", "| op |", "| pas |"),
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
