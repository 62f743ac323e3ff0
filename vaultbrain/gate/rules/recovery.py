"""The ways back into an account: second factors, recovery codes, word lists of wallets."""

from __future__ import annotations

from vaultbrain.gate.rules.base import EDGE, Rule, joined
from vaultbrain.records import Tier

_PHRASE = "romance often task section clarify decline blast elder song monitor future indicate"

_UNLISTED = "abbey nasty spout vixen tapestry gnaw iguana hubcaps jagged laptop pylons ruffled"
_OTHER = (
    "ねんぴ　つたえる　ほそい　はせる　かおり　ぎんいろ　"
    "うぶごえ　けむり　びょうき　だんあつ　さめる　すろっと"
)

_OPEN = r"[\s>|*+•·~_`\"'()\[\]xX✓✔☑☐✅\x{2013}\x{2014}:.-]*(?:[0-9]{1,2}[.)][ \t]+)?[~*_`\"']*"

_CODES = (
    r"(?i:(?:back-?up|recovery|scratch|emergency|rescue|one-time|2fa|mfa|fallback|reset)[ _-]"
    r"(?:security |verification |login |access |2fa |one-time )?(?:codes?|keys?)"
    r"|(?:z[áa]chrann|z[áa]lo[žz]n|z[áa]lohov|obnovov|nouzov|n[úu]dzov"
    r"|jednor[áa]zov)\pL+ k[óo]d\pL*"
    r"|(?:obnovov|z[áa]lo[žz]n)\pL+ k[lľ][íiúu][čc]\pL*"
    r"|(?:k[óo]d|k[lľ][íiúu][čc])\pL* (?:(?:pro|na|k|ke) )?obnov\pL+"
    r"|(?:backup|reset|wiederherstellungs|notfall|ersatz|sicherungs|einmal|recovery)-?codes?"
    r"|wiederherstellungsschl(?:ü|ue)ssel"
    r"|codes? (?:de )?(?:secours|r[ée]cup[ée]ration|sauvegarde|urgence|restauration)"
    r"|cl[ée] de (?:r[ée]cup[ée]ration|secours)"
    r"|c[óo]digos? de (?:respaldo|recuperaci[óo]n|copia de seguridad|emergencia|rescate)"
    r"|clave de recuperaci[óo]n"
    r"|kod\pL* (?:zapasow\pL+|odzyskiwania|awaryjn\pL+|ratunkow\pL+|jednorazow\pL+)"
    r"|klucz\pL* odzyskiwania|(?:2fa|mfa) backup|backup (?:2fa|mfa)|bitlocker|filevault)"
)
_CODE_KEYWORDS = (
    *("backup code", "back-up code", "recovery code", "scratch code", "emergency code"),
    *("rescue code", "one-time code", "2fa code", "mfa code", "fallback code", "reset code"),
    *("backup-code", "recovery-code", "backup_code", "recovery_code", "backupcode"),
    *("one-time backup", "backup verification", "backup security", "backup login"),
    *("backup key", "recovery key", "recovery-key", "recovery_key", "emergency key", "rescue key"),
    *("ložní kód", "lozni kod", "lohovací kód", "lozne kod", "ložné kód", "ložných kód"),
    *("ložního kód", "ovovací kód", "ovovaci kod", "ovovacie kód", "ovovacie kod", "ovovacích kód"),
    *("nouzov", "núdzov", "nudzov", "rázové kód", "razove kod", "ovovací kl", "ovovaci kl"),
    *("kódy pro obnov", "kód pro obnov", "kody pro obnov", "kod pro obnov", "klíč pro obnov"),
    *("kódy na obnov", "kód na obnov", "kľúč na obnov", "kód obnov", "kódy obnov", "klíč obnov"),
    *("klic pro obnov", "ovovací kľ", "kódy k obnov", "ložní klíč", "ložný kľúč"),
    *("wiederherstellungs", "notfallcode", "notfall-code", "ersatzcode", "sicherungscode"),
    *("einmalcode", "einmal-code"),
    *("secours", "de récup", "de recup", "de sauvegarde", "urgence", "de restauration"),
    *("respaldo", "código de em", "códigos de em", "de rescate", "digos de copia"),
    *(
        "záchrann",
        "zachrann",
        "reset-code",
        "2fa backup",
        "mfa backup",
        "backup 2fa",
        "zapasow",
        "odzyskiwania",
        "awaryjn",
        "ratunkow",
        "jednorazow",
    ),
    *("bitlocker", "filevault"),
)
_DASHED = r"(?:RK-)?[0-9A-Za-z]{3,8}(?:-[0-9A-Za-z]{3,8}){1,7}"
_SPACED = r"[0-9]{3,5}(?: [0-9]{3,5}){1,3}|[0-9a-z]{4}(?: [0-9a-z]{4}){1,7}"
_SOLID = r"[A-Za-z]{0,24}[0-9][0-9A-Za-z]{4,40}"
_ITEM = f"(?:{_DASHED}|{_SPACED}|{_SOLID})"
_NEXT = r"(?:[^\n]{0,40}\n|[ \t,;|/]+|[ \t](?:and|or|a|nebo|und|oder|et|ou|y|i)[ \t])"
# The rest of the label's line, or up to four lines more without a digit.
_INTRO = (
    r"(?:[^\n0-9(]{0,60}(?:\([^()\n]{0,40}\)[^\n0-9(]{0,20})?[^\pL\pM\pN_.,/#+$€\n-]"
    r"|[^\n]{0,80}\n"
    r"(?:(?:[^\n0-9#][^\n0-9]{0,80})?\n){0,4})"
)

_FACTOR = (
    r"(?i:totp|2fa|mfa|otp|authenticator|two-factor|second factor|setup key|2-?step"
    r"|dvou-?f[áa]\pL*|dvoj-?f[áa]\pL*|zwei-?faktor\pL*|2-?faktor\pL*|double authentification|a2f"
    r"|dos factores|dos pasos|dwuetapow\pL*|dwusk[łl]adnikow\pL*)"
)
_FACTOR_KEYWORDS = (
    *("totp", "2fa", "mfa", "otp", "authenticator", "two-factor", "second factor", "setup key"),
    *("2-step", "2step", "dvoufá", "dvoufa", "dvoj", "zwei-faktor", "zweifaktor", "2-faktor"),
    *("double authentification", "a2f", "dos factores", "dos pasos", "dwuetapow", "dwusk"),
)
_BASE32 = (
    r"([A-Z2-7]{16,128}|[a-z2-7]{16,128}|(?:[A-Z2-7]{4}[ -]){3,15}[A-Z2-7]{1,4}"
    r"|(?:[a-z2-7]{4}[ -]){3,15}[a-z2-7]{2,4})"
)

_SEED = (
    r"(?i:seeds?|mnemonics?|mnemonik\pL*|recovery|wallet|backup phrase|secret phrase"
    r"|slip-?39|shamir"
    r"|monero|electrum|(?:12|15|18|20|24|25|33)[ -](?:words?|slov|słów|w[öo]rter|mots|palabras)"
    r"|fr[áa]z\pL*|pen[ěe][žz]en\pL*|pe[ňn]a[žz]en\pL*|phrase|frase|portefeuille|monedero|cartera"
    r"|portfel\pL*|geldb[öo]rse|wiederherstellung\pL*|obnov\pL*)"
)
_SEED_KEYWORDS = (
    *(
        "seed",
        "mnemoni",
        "recovery",
        "wallet",
        "backup phrase",
        "secret phrase",
        "slip39",
        "slip-39",
    ),
    *("shamir", "monero", "electrum", "12 words", "24 words", "12-word", "24-word", "15 words"),
    *("18 words", "20 words", "25 words", "33 words", "12 slov", "24 slov", "12 słów", "24 słow"),
    *("24 słów", "12 wörter", "24 wörter", "12 mots", "24 mots", "12 palabras", "24 palabras"),
    *("fráz", "fraz", "peněžen", "penezen", "peňažen", "penazen", "phrase", "frase"),
    *("portefeuille", "monedero", "cartera", "portfel", "geldbörse", "wiederherstellung", "obnov"),
)
_BETWEEN = r"(?:[\s\x{a0}\x{3000},;|>*+_\"'`•·~#()\[\]-]|[0-9]{1,2}[.):]?)+"
_LATIN = r"[A-Za-zÀ-ɏ\x{300}-\x{327}]"
_SCRIPTS = r"(?:[\p{Hiragana}\x{3099}]{2,9}|\p{Hangul}{2,12}|\p{Han}|\p{Cyrillic}{4,9})"

RECOVERY_RULES: tuple[Rule, ...] = (
    Rule(
        id="seed-phrase",
        class_="seed-phrase",
        tier=Tier.SECRET,
        # Always: a phrase is known by its words and its checksum, whatever stands around it.
        keywords=(),
        # No inner group: so RE2 need not say where it is, at half the cost.
        pattern=r"(?:^|[^0-9A-Za-zÀ-ɏ])" + _LATIN + "{3,9}(?:" + _BETWEEN + _LATIN + "{3,9}){11,}",
        group=0,
        part="seed_phrases",
        examples=(_PHRASE, ", ".join(_PHRASE.split()), "\n".join(_PHRASE.split())),
        counter_examples=(
            " ".join(reversed(_PHRASE.split())),
            "Words: actor, album, alpha, anchor, animal, apple, april, arctic, area, arm, army",
        ),
    ),
    Rule(
        id="seed-phrase-labelled",
        class_="seed-phrase",
        tier=Tier.SECRET,
        keywords=_SEED_KEYWORDS,
        pattern=(
            EDGE
            + _SEED
            + r"[^\n]*?(?:\n[^\n]*?){0,3}?[^\pL\pM\pN_]("
            + _LATIN
            + "{3,12}(?:"
            + _BETWEEN
            + _LATIN
            + "{3,12}){10,})"
        ),
        part="seed_words",
        examples=(f"Wallet seed: {' '.join(reversed(_PHRASE.split()))}",),
        counter_examples=(
            "wallet: the cat sat on a warm stone near the quiet river while birds sang",
        ),
    ),
    Rule(
        id="seed-phrase-unlisted",
        class_="seed-phrase",
        tier=Tier.SECRET,
        keywords=("slip39", "slip-39", "shamir", "monero", "electrum", "seed phrase", "mnemonic"),
        pattern=(
            EDGE
            + r"(?i:slip-?39|shamir|monero|electrum|seed phrase|mnemonic)[^\n:]{0,40}:\s{0,4}("
            + _LATIN
            + "{3,12}(?:"
            + _BETWEEN
            + _LATIN
            + "{3,12}){11,})"
        ),
        part="unlisted_words",
        examples=(f"Monero seed: {_UNLISTED}",),
        counter_examples=(
            "mnemonic: people remember long lists when they learn things like planet names",
        ),
    ),
    Rule(
        id="seed-phrase-other-script",
        class_="seed-phrase",
        tier=Tier.SECRET,
        keywords=(
            *(
                "seed",
                "mnemonic",
                "wallet",
                "recovery",
                "助记词",
                "助記詞",
                "ニーモニック",
                "シード",
            ),
            *("니모닉", "시드", "복구", "復元", "мнемоник", "сид-фраз", "сид фраз", "seed-фраз"),
        ),
        pattern=r"(?:^|[^\pL\pM\pN_])(" + _SCRIPTS + "(?:" + _BETWEEN + _SCRIPTS + "){11,})",
        part="seed_phrases",
        examples=(f"ニーモニック: {_OTHER}",),
    ),
    Rule(
        id="recovery-codes",
        class_="recovery-codes",
        tier=Tier.SECRET,
        keywords=_CODE_KEYWORDS,
        pattern=(
            r"(?:^|[^\pL\pM\pN])" + _CODES + _INTRO + _OPEN + f"({_ITEM}(?:{_NEXT}{_OPEN}{_ITEM})+)"
        ),
        check="code_list",
        examples=(
            "GitHub backup codes:\n3484-5742\n3362-7562\n1952-3316\n",
            "záložní kódy: 3484 5742, 3362 7562, 1952 3316",
        ),
        counter_examples=("recovery codes:\n- week one rest\n- week two walk",),
    ),
    Rule(
        id="recovery-code",
        class_="recovery-codes",
        tier=Tier.SECRET,
        keywords=_CODE_KEYWORDS,
        pattern=(
            r"(?:^|[^\pL\pM\pN])" + _CODES + r"[^\n:=|→]{0,40}?[*_`\"']{0,3}(?:[ \t]?[:=|→]|->|\n)"
            r"[\s>*_`\"'-]{0,8}"
            rf"({_DASHED}|[0-9a-z]{{4}}(?: [0-9a-z]{{4}}){{3,9}}|{_SOLID})(?:$|[^0-9A-Za-z_./-])"
        ),
        check="single_code",
        examples=("Recovery code: QZ7RW-3KVXN-8YCT4-HDP6F-GJ5UA",),
        counter_examples=("recovery code: 0x80070005", "recovery codes: see page 12"),
    ),
    Rule(
        id="account-secret-key",
        class_="recovery-codes",
        tier=Tier.SECRET,
        keywords=("a3-",),
        pattern=(
            r"(?:^|[^0-9A-Za-z-])(A3-[0-9A-Z]{6}-(?:[0-9A-Z]{11}|[0-9A-Z]{6}-[0-9A-Z]{5})"
            r"(?:-[0-9A-Z]{5}){3})"
        ),
        examples=(joined("A3-", "QZ7RW3-", "KVXN8Y-", "CT4HD-", "P6FGJ-", "5UA2B-", "CD3EF"),),
        counter_examples=("A3-size paper",),
    ),
    Rule(
        id="totp-secret",
        class_="totp",
        tier=Tier.SECRET,
        keywords=_FACTOR_KEYWORDS,
        pattern=(
            r"(?:^|[^\pL\pM\pN])"
            + _FACTOR
            + r"(?s:.{0,60}?)[^\pL\pM\pN.+/=-]"
            + _BASE32
            + r"(?:$|[^0-9A-Za-z+/=_-])"
        ),
        check="base32_secret",
        examples=(joined("TOTP sec", "ret LGX6TRGPBFOH5F6Q", "SMZJ for the VPN"),),
        counter_examples=("2FA explained: codes rotate", "OTP: ABCDEFGHIJKLMNOPQRST"),
    ),
    Rule(
        id="otp-address",
        class_="totp",
        tier=Tier.SECRET,
        keywords=("otpauth",),
        pattern=(
            r"otpauth(?:-migration)?://[^\s\"'<>]{0,200}?[?&](?:secret|data)="
            r"([0-9A-Za-z+/=%_-]{10,})"
        ),
        check="key_material",
        examples=(joined("otpauth://totp/Git:eva?sec", "ret=", "6JIZUZQ7FRXGTCCRY4W6"),),
        counter_examples=("otpauth://totp/Git:eva?secret=<secret>",),
    ),
)
