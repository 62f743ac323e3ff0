"""Payment cards and accounts."""

from __future__ import annotations

from vaultbrain.gate.checks.numbers import BANK_CODES
from vaultbrain.gate.rules.around import (
    BELOW,
    LABEL_EDGE,
    LABEL_END,
    TABLE,
    WORD_BEFORE,
    after,
    listed,
)
from vaultbrain.gate.rules.base import NUMBER_END, Rule, joined
from vaultbrain.records import Tier

# What separates the groups of a number.
_S = r"[ \x{a0}\x{2009}\x{202f}.-]"


_CARD_WORD = (
    r"(?i:(?:credit|debit|bank|payment)?[ _-]?cards?(?:[ _-]?(?:number|no|num))?|visa|master ?card"
    r"|maestro|diners|discover|kart[a-zà-ž]{0,4}|karet|kreditk[a-zà-ž]*|kreditkart[a-zà-ž]*"
    r"|kartennummer|cartes?"
    r"|tarjetas?|amex|american express|debetk[a-zà-ž]*|revolut)"
)
_CARD_KEYS = (
    *("card n", "card_n", "cardn", "card:", "card ", "cards:", "card |", "visa", "mastercard"),
    *("master card", "maestro", "diners", "kart", "karet", "kredit", "carte ", "tarjeta", "amex"),
    *("american exp", "debetk", "revolut"),
)
_PAY_WORD = (
    r"(?i:[úu][čc]t[a-zà-ž]*|[úu][čc]et[a-zà-ž]*|kont[oaeu][a-zà-ž]?|[čc]\. ?[úu]\.?"
    r"|n[áa]j[ea]?m[a-zà-ž]*|bank[a-zà-ž]*"
    r"|(?:za)?pla[ťct][a-zà-ž]*|p[řr]ev[a-zà-ž]*|po[šs]l[a-zà-ž]*|pos[íi]l[a-zà-ž]*"
    r"|trval[a-zà-ž]+ p[řr][íi]kaz[a-zà-ž]*"
    r"|inkas[a-zà-ž]*|slo[žz]enk[a-zà-ž]*|spo[řr][a-zà-ž]*|vr[áa][tc][a-zà-ž]*|spl[áa]t[a-zà-ž]*"
    r"|hypot[a-zà-ž]*|[úu]v[ěe]r[a-zà-ž]*"
    r"|pojistn[a-zà-ž]*|vs|variab[a-zà-ž]*|accounts?|acct?|pay[a-zà-ž]*|transfer[a-zà-ž]*|fio|kb"
    r"|[čc]sob|moneta"
    r"|raif+[a-zà-ž]*|mbank[a-zà-ž]*|unicredit|rachun[a-zà-ž]*|przelew[a-zà-ž]*|dluh[a-zà-ž]*"
    r"|p[řr][íi]jemce[a-zà-ž]*|trvalý|p[řr][íi]sp[ěe]v[a-zà-ž]*|poplat[a-zà-ž]*"
    r"|[čc]lensk[a-zà-ž]+|dary?|kauc[a-zà-ž]*"
    r"|z[áa]loh[a-zà-ž]*|startovn[a-zà-ž]+|jistin[a-zà-ž]*|pr[íi]spev[a-zà-ž]*|faktur[a-zà-ž]*)"
)
_ACCOUNT = r"(?:[0-9]{1,6} ?- ?)?[0-9]{6,10} ?/ ?[0-9]{4}"
_NRB = r"[0-9]{2}(?: ?[0-9]{4}){6}"
_CODE_KEYS = tuple(sorted(f"/{code}" for code in BANK_CODES))
_ACCOUNT_KEYS = (
    *(
        *_CODE_KEYS,
        "účt",
        "účet",
        "ucet ",
        "ucet:",
        " uctu",
        "_uctu",
        "č.ú",
        "č. ú",
        "konto ",
        "konto:",
        "konta ",
        "konta:",
    ),
    *("rachun", "przelew", "nájem"),
)
_PLAIN_ACCOUNT = (
    r"(?i:(?:bank|checking|savings|current)[ _-](?:account|acct?\.?)(?:[ _-]?(?:number|no\.?|#))?"
    r"|(?:account|acct?\.?)[ _-]?(?:number|no\.?|#)|sort[ _-]?code|(?:aba[ _-]?)?routing"
    r"(?:[ _-](?:number|no\.?|#))?|kontonummer|kontonr\.?|kto\.?-?nr\.?"
    r"|num[ée]ro de compte|n[úu]mero de cuenta)"
)

PAYMENT_RULES: tuple[Rule, ...] = (
    Rule(
        id="card-number",
        class_="card",
        tier=Tier.STRONG,
        keywords=(),
        pattern=(
            rf"({WORD_BEFORE}"
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
        + rf"({LABEL_END}(?:[^\n]{{0,40}}?|{BELOW}[^\n]{{0,24}}?)"
        + r"[0-9](?:[ \x{a0}\n.-]{0,3}[0-9]){12,18})"
        + NUMBER_END,
        part="cards",
        examples=(
            joined("Visa number: 4298626", "777417"),
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
            *(
                "cvv",
                "cvc",
                "csc:",
                "cid ",
                "cid:",
                "security code",
                "verification ",
                "bezpečnostn",
            ),
            *("bezpecnostn", "kontrolní", "prüf", "sicherheitscode", "cryptogramme"),
            *("código de seg", "codigo de seg", "kod zabezp", "security_code"),
        ),
        pattern=LABEL_EDGE + r"(?i:cvv2?(?:/cvc2?)?|cvc2?(?:/cvv2?)?|csc|cid"
        r"|(?:card[ _-])?(?:security|verification)[ _-](?:code|value)"
        r"|bezpe[čc]nost\pL+ k[óo]d|kontroln\pL k[óo]d(?: karty)?"
        r"|(?:karten)?pr[üu]e?f(?:ziffer|nummer)|sicherheitscode|cryptogramme"
        r"|c[óo]digo de seguridad|kod zabezpieczaj\pL+)"
        r"(?i:[ \t-](?:k[óo]d|code|karty|number|of card|card))?"
        r"(?:[ \t]?\([^)\n]{1,24}\)|(?i:[ \t](?:k|ke|na|to|for|on|od|der|do)(?:[ \t]\pL+){1,2}))?"
        r"[*_\"'`)]{0,4}(?:\s{0,3}(?:[:=|]|::|je|is|est|es|to|ist|lautet)[*_\"'`]{0,4})?"
        r"[ \t|\n]{0,3}[*_\"'`]{0,4}([0-9]{3,4})(?:$|[^\pL\pN_.,/-]|[.,](?:$|[^\pN]))",
        examples=("exp 11/27 CVV 216", "CVC: 827", "bezpečnostní kód karty je 827"),
        counter_examples=("CVV is on the back", "cvv 21", "security code 2024-01-01"),
    ),
    Rule(
        id="card-code-after-date",
        class_="card",
        tier=Tier.STRONG,
        # It runs over what is left of the text: the number of the card has gone before.
        keywords=("[redacted:card]",),
        pattern=r"\[redacted:card\][ \t,;|/]{1,3}"
        r"(?i:(?:exp|val|platn|gültig|thru|do)[\pL. ]{0,12}[ :])?(?:0?[1-9]|1[0-2])[ /|-]{1,3}"
        r"(?:20)?[2-4][0-9][ \t,;|/]{1,3}([0-9]{3,4})" + NUMBER_END,
        examples=("[redacted:card] 11/27 216", "[redacted:card]|11|2027|216"),
        counter_examples=("[redacted:card] 11/27",),
    ),
    Rule(
        id="card-code-before",
        class_="card",
        tier=Tier.STRONG,
        keywords=("cvv", "cvc"),
        pattern=r"(?:^|[^\pL\pN_./-])([0-9]{3})[ \t]\(?(?i:cvv|cvc)2?(?:$|[^\pL\pN])",
        examples=("exp. 12/28, 123 CVV",),
        counter_examples=("the 3 CVV digits", "1123 cvv"),
    ),
    Rule(
        id="card-code-on-the-back",
        class_="card",
        tier=Tier.STRONG,
        keywords=(
            *("code on ", "digits on ", "ód zezadu", "od zezadu", "ód vzadu", "od vzadu"),
            *("ód na zad", "od na zad", "ód zozadu", "od zozadu", "hinten drauf", "code au dos"),
            *("código al dorso", "kod z tyłu", "kod z tylu"),
        ),
        pattern=LABEL_EDGE + r"(?i:(?:code|digits) on (?:the )?back"
        r"|k[óo]d (?:zezadu|vzadu|zozadu|na zadn\pL+ stran\pL+)|code hinten drauf|code au dos"
        r"|c[óo]digo al dorso|kod z ty[łl]u)[*_`]{0,3}[ \t]{0,2}(?:[:=]|(?i:je|is|est|es|ist|to))?"
        r"[ \t*_`]{1,4}([0-9]{3})(?:[ \t]*$|[ \t]*[\n,;)]|\.[\s])",
        examples=("code on back 138", "kód zezadu: 138,"),
        counter_examples=("code on the back end: 404 means", "kód vzadu na stránce 138"),
    ),
    Rule(
        id="card-code-abbreviated",
        class_="card",
        tier=Tier.STRONG,
        keywords=tuple(
            f"{word}{sign}{digit}"
            for word in (" crypto", " krypto", " sec", " code")
            for sign in (" ", ":", ": ", " : ")
            for digit in "0123456789"
        ),
        # Such a word alone is of no card: a month of expiry stands right before it.
        pattern=r"(?:^|[^0-9/.-])(?:0[1-9]|1[0-2])[ ]?/[ ]?(?:20)?[2-4][0-9][ \t,;|]{1,3}"
        r"(?i:crypto|krypto|sec|code)[ \t]?:?[ \t]?([0-9]{3,4})" + NUMBER_END,
        examples=("exp 02/27 crypto 800", "val. 11/28, code 4821"),
        counter_examples=("crypto 101", "05/27 crypto conference 2027", "2026/02/27 code 404"),
    ),
    Rule(
        id="iban",
        class_="iban",
        tier=Tier.STRONG,
        keywords=(),
        pattern=rf"(?:^|[^\pL\pN_])((?:(?i:[A-Z]{{2}})|[A-Z]{{2}} )[0-9]{{2}}"
        rf"(?:(?:{_S}{{0,2}}|\r?\n)[0-9A-Za-z]){{11,31}})",
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
        id="czech-account",
        class_="bank-account",
        tier=Tier.STRONG,
        keywords=_ACCOUNT_KEYS,
        # After a word of payment, before one, or with a prefix and then by itself.
        pattern=rf"({LABEL_EDGE}{_PAY_WORD}{after(64)}{listed(_ACCOUNT + '|' + _NRB)}"
        rf"|(?:^|[^\pL\pN_/.-])(?:{_ACCOUNT}[^\pL\pN_][^\n]{{0,48}}?{LABEL_EDGE}{_PAY_WORD}"
        rf"(?:$|{LABEL_END})|[0-9]{{2,6}}-[0-9]{{6,10}}/[0-9]{{4}}(?:$|[^\pL\pN_/-])))",
        part="local_accounts",
        examples=(
            "číslo účtu 5226949895/0800",
            "Platba na 5226949895/0800",
            "5226949895/0800, VS 2026",
            joined("Jana 19-2000", "145399/0800"),
        ),
        counter_examples=(
            "číslo účtu 5226949896/0800",
            "poměr 5226949895/0800",
            "Jana 19-2000145398/0800",
            "2024-000001/0100",
        ),
    ),
    Rule(
        id="account-labelled",
        class_="bank-account",
        tier=Tier.STRONG,
        keywords=(
            *("bank acc", "bank_acc", "checking ", "savings ", "current acc", "account n", "acct"),
            *(
                "account_n",
                "accountn",
                "account #",
                "sort code",
                "sort_code",
                "sortcode",
                "routing",
            ),
            *(
                "kontonummer",
                "kontonr",
                "kto-",
                "kto.",
                "kto:",
                "ktonr",
                "de compte",
                "de cuenta",
                "acc. n",
                "acc n",
            ),
        ),
        pattern=LABEL_EDGE
        + _PLAIN_ACCOUNT
        + f"({after(24)}"
        + listed(r"[0-9](?:[ -]?[0-9]){5,10}|000[0-9]{9}|[0-9](?:[ -]?[0-9]){12,16}")
        + ")",
        part="plain_accounts",
        examples=("Sort code: 20-45-45, account 63748472", "bank account number 4512367890"),
        counter_examples=("AWS account number 123456789012", "routing 2024", "account 4512367890"),
    ),
    Rule(
        id="account-column",
        class_="bank-account",
        tier=Tier.STRONG,
        keywords=(
            "účt",
            "účet",
            "ucet",
            " uctu",
            "_uctu",
            "konto ",
            "konto|",
            "konta ",
            "konto;",
            "konto,",
            "account |",
            "account,",
            "rachun",
            "account n",
            "account_n",
        ),
        pattern=TABLE,
        part="account_columns",
        examples=("| a | účet |\n|--|--|\n| Eva | 5226949895/0800 |",),
        counter_examples=("| a | účet |\n|--|--|\n| Eva | 120 Kč |",),
    ),
)
