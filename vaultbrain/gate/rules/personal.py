"""Personal data: numbers with a checksum (strong) and ways to reach a person (soft)."""

from __future__ import annotations

from vaultbrain.gate.rules.base import EDGE, NUMBER_END, Rule, joined
from vaultbrain.records import Tier

_AT = "jana.kralova@uni-west.edu"

PERSONAL_RULES: tuple[Rule, ...] = (
    Rule(
        id="card-number",
        class_="card",
        tier=Tier.STRONG,
        keywords=(),
        pattern=(
            r"(?:^|[^\pL\pN_.,/+#=-]|[^\pN][.,/+#=-])((?:"
            r"(?:4[0-9]{3}|5[1-5][0-9]{2}|2[2-7][0-9]{2}|6(?:011|4[4-9][0-9]|5[0-9]{2})|35[2-8][0-9]"
            r"|62[0-9]{2})(?:[ -]?[0-9]{4}){3}"
            r"|4[0-9]{12}|3[47][0-9]{2}[ -]?[0-9]{6}[ -]?[0-9]{5}"
            r"|3(?:0[0-5]|[68][0-9])[0-9][ -]?[0-9]{6}[ -]?[0-9]{4}"
            r"|(?:50[0-9]{2}|5[6-9][0-9]{2}|6[37][0-9]{2})[0-9]{9,15}"
            r"|62[0-9]{15,17}))(?:$|[^\pL\pN_]-?)"
        ),
        check="luhn",
        examples=(
            joined("card 4298 6267", " 7744 8528"),
            joined("karta:4689", "166373522720,"),
            joined("4111-4942-", "3993-4758"),
        ),
        counter_examples=(
            joined("14298626", "777448528"),
            joined("4298 6267", " 7744 8529"),
            "created: 1734796890371",
            "serial 06069151709182444816",
            "4444 4444 4444 4444",
        ),
    ),
    Rule(
        id="iban",
        class_="iban",
        tier=Tier.STRONG,
        keywords=(),
        pattern=(
            r"(?:^|[^\pL\pN_])((?i:[A-Z]{2}[0-9]{2}[0-9A-Z]{11,30})"
            r"|[A-Z]{2}[0-9]{2}(?:[ \x{a0}][0-9A-Z]{4}){2,7}(?:[ \x{a0}][0-9A-Z]{1,3})?)"
        ),
        check="iban_mod97",
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
        pattern=r"(?:^|[^\pL\pN_./-])([0-9]{6}/[0-9]{3,4})" + r"(?:$|[^\pL\pN_/-])",
        check="birth_number",
        examples=("rodné číslo: 550812/0805", "| Eva | 701206/0737 |"),
        counter_examples=("701306/0737", "2026/701206/0737", "701206/0738"),
    ),
    Rule(
        id="birth-number-labelled",
        class_="birth-number",
        tier=Tier.STRONG,
        keywords=("rodn", "r.č", "r. č", "rč", "birth n", "rc:"),
        pattern=(
            EDGE + r"(?i:rodn\pL+ č\pL*\.?|r\. ?č\.?|rč|rc|birth n(?:umber|o\.?))"
            r"[*_\"']{0,3}\s{0,3}(?:[:=|]|je|is)?\s{0,3}[*_\"'`]{0,3}([0-9]{6}[ /]?[0-9]{3,4})"
            + NUMBER_END
        ),
        check="birth_number",
        examples=("Jan Novák, r.č. 5456174999", "RČ: 701206 0737"),
        counter_examples=("faktura 5456174999", "r.č. 5456174998"),
    ),
    Rule(
        id="czech-account",
        class_="bank-account",
        tier=Tier.STRONG,
        keywords=("účt", "účet", "ucet", "account", "nájem", "banka", "platb", "č. ú", "č.ú"),
        pattern=(
            r"(?i:účt?\pL*|účet|ucet|account|nájem|banka|platb\pL*|č\. ?ú\.?|č\.ú\.)[^\n/]{0,24}?"
            r"(?:^|[^\pL\pN_/-])((?:[0-9]{1,6}-)?[0-9]{6,10}/[0-9]{4})" + NUMBER_END
        ),
        check="czech_account",
        examples=("číslo účtu 5226949895/0800",),
        counter_examples=("číslo účtu 5226949896/0800", "poměr 5226949895/0800"),
    ),
    Rule(
        id="card-code",
        class_="card",
        tier=Tier.STRONG,
        keywords=("cvv", "cvc"),
        pattern=EDGE + r"(?i:cvv2?|cvc2?)[*_]*\s?[:=]?[*_]*\s?([0-9]{3,4})" + NUMBER_END,
        examples=("exp 11/27 CVV 216", "CVC: 827"),
        counter_examples=("CVV is on the back", "cvv 21"),
    ),
    Rule(
        id="id-document",
        class_="id-number",
        tier=Tier.STRONG,
        keywords=("passport", "pas ", "pasu", "ssn", "social", "občansk", "op:", "op ", "číslo op"),
        pattern=(
            EDGE + r"(?:(?i:passport|cestovní\pL* pas\pL*|číslo pasu"
            r"|občansk\pL+ průkaz\pL*)|číslo OP|OP)"
            r"[ \t]?(?i:no\.?|number|č\.|číslo)?[*_]{0,3}[ \t]?[:=|]?[*_]{0,3}[ \t]?"
            r"([A-Z]{0,2}[0-9]{7,9})" + NUMBER_END
        ),
        examples=("Passport no. X79966740 expires", "cestovní pas 59162515", "číslo OP: 635550603"),
        counter_examples=("passport control at 10", "OP 12"),
    ),
    Rule(
        id="ssn",
        class_="id-number",
        tier=Tier.STRONG,
        keywords=("ssn", "social"),
        pattern=EDGE
        + r"(?i:ssn|social(?: security)?(?: number| no\.?)?)(?:[ \t:=*_#]|is){1,8}"
        + r"([0-9]{3}[- ][0-9]{2}[- ][0-9]{4})"
        + NUMBER_END,
        examples=("SSN 452-11-6142", "my social is 814-66-2706"),
        counter_examples=("part 452-11-6142",),
    ),
    Rule(
        id="email",
        class_="email",
        tier=Tier.SOFT,
        keywords=("@",),
        pattern=(
            r"(?:^|[^\pL\pN_.+%/@-])([0-9A-Za-z](?:[0-9A-Za-z._%+-]{0,62}[0-9A-Za-z_+-])?"
            r"@(?:[0-9A-Za-z](?:[0-9A-Za-z-]{0,61}[0-9A-Za-z])?\.){1,6}[A-Za-z]{2,24})"
        ),
        check="personal_email",
        examples=(f"- Tomáš <{_AT}>", f"cc: {_AT}; x", f"mailto:{_AT}"),
        counter_examples=(
            "git@github.com:acme/notes.git",
            "noreply@github.com",
            "a@b",
            "@user.name",
        ),
    ),
    Rule(
        id="phone-international",
        class_="phone",
        tier=Tier.SOFT,
        keywords=(),
        pattern=(
            r"(?:^|[^\pL\pN_+.=/-])(\+[1-9][0-9]{0,2}[ .\x{a0}-]?(?:\([0-9]{1,4}\)[ .-]?)?"
            r"[0-9]{2,4}(?:[ .\x{a0}-]?[0-9]{2,4}){1,4})" + NUMBER_END
        ),
        check="phone",
        examples=("Jana: +420 733 702 263", "+1 (415) 525-8328"),
        counter_examples=("a +12 b", "1+420733702263"),
    ),
    Rule(
        id="phone-labelled",
        class_="phone",
        tier=Tier.SOFT,
        keywords=("tel", "mob", "phone", "cell", "call", "volat"),
        pattern=(
            EDGE + r"(?i:tel(?:efon\pL*|\.)?|mob(?:il\pL*|\.)?|phone|cell|call|volat)[*_]{0,2}\.?"
            r"[ \t]?[:=]?[*_]{0,2}[ \t]?"
            r"((?:00[1-9][0-9]{0,2}[ -]?)?[1-9][0-9]{2}[ .-]?[0-9]{3}[ .-]?[0-9]{3,4})" + NUMBER_END
        ),
        examples=("mob: 602 800 879", "tel. 602800879"),
        counter_examples=("hotel 602 800 879", "page 777 123 456"),
    ),
    Rule(
        id="birth-date",
        class_="birth-date",
        tier=Tier.SOFT,
        keywords=("birth", "narozen", "narodil", "dob"),
        pattern=(
            EDGE
            + r"(?i:date of birth|birth ?date|dob|datum narození|narozen\pL?|narodil\pL?)[*_]{0,2}"
            r"[ \t]?[:=]?[*_]{0,2}[ \t]{0,2}"
            r"([0-9]{4}-[0-9]{2}-[0-9]{2}|[0-9]{1,2}[./][ ]?[0-9]{1,2}[./][ ]?[0-9]{4})"
            + NUMBER_END
        ),
        examples=("Eva, date of birth 2004-10-21", "datum narození: 15. 5. 1951"),
        counter_examples=("od 1. 1. 2025", "born on 14 March 1879"),
    ),
    Rule(
        id="gps",
        class_="gps",
        tier=Tier.SOFT,
        keywords=(),
        pattern=(
            r"(?:^|[^\pL\pN_.,-])"
            r"([0-9]{1,2}°[0-9 ]{1,3}['\x{2032}][0-9. ]{1,6}[\"\x{2033}]?[NS],?\s?"
            r"[0-9]{1,3}°[0-9 ]{1,3}['\x{2032}]"
            r"[0-9. ]{1,6}[\"\x{2033}]?[EW]"
            r"|-?[1-9][0-9]\.[0-9]{5,8}, ?-?[0-9]{1,3}\.[0-9]{5,8})"
        ),
        examples=(
            "GPS 50.95607, 15.74235",
            "cabin at 49.48938, 16.09356",
            "souřadnice 50°18'7.0\"N 14°49'10.6\"E",
        ),
        counter_examples=("matrix [[0.1234, -1.5678]]",),
    ),
)
