"""The ways back into an account: second factors and recovery codes."""

from __future__ import annotations

from vaultbrain.gate.rules.base import Rule, joined
from vaultbrain.gate.rules.seeds import SEED_RULES
from vaultbrain.records import Tier

_OPEN = r"[\s>|*+•·~_`\"'()\[\]xX✓✔☑☐✅\x{2013}\x{2014}:.-]*(?:[0-9]{1,2}[.)][ \t]+)?[~*_`\"']*"

_CODES = (
    r"(?i:(?:back-?up|recovery|scratch|emergency|rescue|one-time|2fa|mfa|fallback|reset)[ _-]"
    r"(?:security |verification |login |access |2fa |one-time )?(?:codes?|keys?)"
    r"|(?:z[áa]chrann|z[áa]lo[žz]n|z[áa]lohov|obnovov|nouzov|n[úu]dzov"
    r"|jednor[áa]zov)[a-zà-ž]+ k[óo]d[a-zà-ž]*"
    r"|k[óo]d[a-zà-ž]* (?:pro|na) p[řr][íi]pad ztr[áa]t[a-zà-ž]+|c[óo]digos de seguridad"
    r"|(?:obnovov|z[áa]lo[žz]n)[a-zà-ž]+ k[lľ][íiúu][čc][a-zà-ž]*"
    r"|(?:k[óo]d|k[lľ][íiúu][čc])[a-zà-ž]* (?:(?:pro|na|k|ke) )?obnov[a-zà-ž]+"
    r"|(?:backup|reset|wiederherstellungs|notfall|ersatz|sicherungs|einmal|recovery)-?codes?"
    r"|wiederherstellungsschl(?:ü|ue)ssel"
    r"|codes? (?:de )?(?:secours|r[ée]cup[ée]ration|sauvegarde|urgence|restauration)"
    r"|cl[ée] de (?:r[ée]cup[ée]ration|secours)"
    r"|c[óo]digos? de (?:respaldo|recuperaci[óo]n|copia de seguridad|emergencia|rescate)"
    r"|clave de recuperaci[óo]n"
    r"|kod[a-zà-ž]* (?:zapasow[a-zà-ž]+|odzyskiwania|awaryjn[a-zà-ž]+|ratunkow[a-zà-ž]+"
    r"|jednorazow[a-zà-ž]+)"
    r"|klucz[a-zà-ž]* odzyskiwania|(?:2fa|mfa) backup|backup (?:2fa|mfa)|bitlocker|filevault"
    r"|(?:discord|git(?:hub|lab)|google|gmail|facebook|instagram|twitter|dropbox|microsoft|paypal"
    r"|amazon|steam|proton|reddit|twitch|binance|coinbase|kraken|slack|npm|epic|nintendo)"
    r" (?:backups?|recovery|z[áa]loh[ay]|reserve|secours|respaldo|zapas))"
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
    *(
        f"{name} {word}"
        for name in (
            *("discord", "github", "gitlab", "google", "gmail", "facebook", "instagram", "twitter"),
            *("dropbox", "microsoft", "paypal", "amazon", "steam", "proton", "reddit", "twitch"),
            *("binance", "coinbase", "kraken", "slack", "npm", "epic", "nintendo"),
        )
        for word in ("backup", "recovery", "záloh", "zaloh", "reserve", "secours", "resp", "zapas")
    ),
    *("bitlocker", "filevault", "pro případ ztr", "na pripad ztr", "digos de seguridad"),
)
_DASHED = r"(?:RK-)?[0-9A-Za-z]{3,8}(?:-[0-9A-Za-z]{3,8}){1,7}"
_SPACED = r"[0-9]{3,5}(?: [0-9]{3,5}){1,3}|[0-9a-z]{4}(?: [0-9a-z]{4}){1,7}"
_SOLID = r"[A-Za-z]{0,24}[0-9][0-9A-Za-z]{4,40}"
_ITEM = f"(?:{_DASHED}|{_SPACED}|{_SOLID})"
# A line of a list of codes: what is before the code, the code, a remark.
_LINE = (
    r"[^\n0-9A-Za-zÀ-ž$€£]{0,24}(?:\[[xX]\][ \t]*|[0-9]{1,2}[.)|:]?[ \t|]+[^\n0-9A-Za-zÀ-ž]{0,12})?"
    rf"{_ITEM}[^\n]*"
)
# Lines between them: nothing, a fence, the line below a table's head, a code that is used up.
_GONE = (
    r"(?:[ \t>*+-]*(?:[0-9]{1,2}[.)][ \t]+)?[\[\]xX~* \t_(]*(?i:used|gone|done|spent|crossed out"
    r"|deleted|pou[žz]it[a-zà-ž]*|pry[čc]|spot[řr]ebov[a-zà-ž]*|vy[čc]erp[a-zà-ž]*"
    r"|[šs]krtnut[a-zà-ž]*|hotovo|minut[a-zà-ž]*"
    r"|benutzt|verwendet|verbraucht|weg|utilis[ée][a-zà-ž]*|consomm[a-zà-ž]*|usad[oa]s?"
    r"|gastad[a-zà-ž]*|u[żz]yt[a-zà-ž]*"
    r"|wykorzystan[a-zà-ž]*|txt|text|code)[^\n]*"
    r"|[ \t>*+-]*(?:[0-9]{1,2}[.)][ \t]*)?(?:\[[xX]\])?[^\n0-9A-Za-zÀ-ž]{0,80})"
)
# The rest of the label's line, up to four lines more without a digit, then codes.
_LIST = (
    r"[^\n]*(?:(?:\n(?:[^\n0-9#][^\n0-9]*)?){0,4}?"
    rf"\n{_LINE}(?:\n(?:{_LINE}|{_GONE}))*)?"
)
_CAPTION = (
    r"[ \t>]*(?:\^|↑|⬆|<-|←|\(|\*|_|--?|\x{2013}|\x{2014}"
    r"|(?i:above|these|those|that|the|tohle|toto|to jsou|nahoře|výše|oben|das sind|obige|ci-dessus"
    r"|ce sont|voilà|arriba|estos|son|powyżej|to są|hore|to sú)\b)"
)

_FACTOR = (
    r"(?i:totp|2fa|mfa|otp|authenticator|two-factor|second factor|setup key|2-?step"
    r"|dvou-?f[áa][a-zà-ž]*|dvoj-?f[áa][a-zà-ž]*|zwei-?faktor[a-zà-ž]*|2-?faktor[a-zà-ž]*"
    r"|double authentification|a2f"
    r"|dos factores|dos pasos|dwuetapow[a-zà-ž]*|dwusk[łl]adnikow[a-zà-ž]*|oathtool"
    r"|autenti[kzf][a-zà-ž]*|deux facteurs|dvoustup[a-zà-ž]+|dvojstup[a-zà-ž]+"
    r"|uwierzytelni[a-zà-ž]*"
    r"|ov[ěe][řr]ovac[a-zà-ž]+ aplikac[a-zà-ž]+|zweistufig[a-zà-ž]*|verificaci[óo]n en dos"
    r"|authy|aegis|freeotp"
    # What stands beside the QR code of an authenticator.
    r"|(?:can(?:['\x{2019}]|no)t|unable to|trouble) scan[a-zà-ž]*"
    r"|(?:enter|use|type) (?:this|the|following) (?:secret |setup )?key"
    r"|manual(?:ly)? (?:entry|setup|enter[a-zà-ž]*)(?: (?:key|code))?|secret key|setup code"
    r"|(?:tajn|ru[čc]n|manu[áa]ln)[a-zà-ž]{1,2} k[lľ][íiúu][čc][a-zà-ž]*"
    r"|ru[čc]n[a-zà-ž]+ (?:zad[áa]n|nastaven|zadan)[a-zà-ž]+"
    r"|(?:nelze|nejde|ned[áa]|nem[oôů][žz][a-zà-ž]+)[ \t](?:se )?(?:na)?sk[ea]nova[a-zà-ž]+"
    r"|(?:zadejte|opište|zadajte) (?:tento |tenhle )?k[lľ][íiúu][čc]"
    r"|nicht scannen|einrichtungsschl(?:ü|ue)ssel|manueller? (?:schl(?:ü|ue)ssel|code|eingabe)"
    r"|geheimer schl(?:ü|ue)ssel|diesen schl(?:ü|ue)ssel"
    r"|impossible de scanner|cette cl[ée]|cl[ée] (?:secr[èe]te|de configuration|manuelle)"
    r"|no puedes? escanear|esta clave|clave (?:secreta|de configuraci[óo]n|manual)"
    r"|nie mo[żz]esz zeskanowa[ćc]|ten klucz|klucz (?:konfiguracyjny|tajny)|tajny klucz)"
)
_FACTOR_KEYWORDS = (
    *("totp", "2fa", "mfa", "otp", "authenticator", "two-factor", "second factor", "setup key"),
    *("2-step", "2step", "dvoufá", "dvoufa", "dvoj", "zwei-faktor", "zweifaktor", "2-faktor"),
    *("double authentification", "a2f", "dos factores", "dos pasos", "dwuetapow", "dwusk"),
    *("autentiz", "autentik", "autentif", "deux facteurs", "dvoustup", "dvojstup", "uwierzytelni"),
    *("vací aplikac", "vaci aplikac", "zweistufig", "n en dos"),
    *("oathtool", "authy", "aegis", "freeotp", "t scan", "not scan", "to scan", "trouble scan"),
    *(
        "this key",
        "enter the key",
        "use the key",
        "type the key",
        "following key",
        "manual entry",
        "manual setup",
        "manually enter",
    ),
    *("secret key", "setup code", "tajný klíč", "tajny klic", "tajný kľúč", "tajny kluc", "ruční"),
    *("rucni", "ručné", "rucne", "manuální kl", "manualni kl", "skenovat", "skenovať", "tento kl"),
    *("zadejte kl", "opište kl", "zadajte kľ", "nicht scannen", "einrichtungsschl", "manueller"),
    *("manuelle", "geheimer schl", "diesen schl", "de scanner", "cette cl", "clé secr", "cle secr"),
    *("de configur", "escanear", "esta clave", "clave secreta", "clave manual", "zeskanowa"),
    *("ten klucz", "klucz konf", "klucz tajny", "tajny klucz"),
)
_BASE32 = (
    r"([A-Z2-7]{16,}|[a-z2-7]{16,}|(?:[A-Z2-7]{4}[ -]){3,}[A-Z2-7]{1,4}"
    r"|(?:[a-z2-7]{4}[ -]){3,}[a-z2-7]{2,4})"
)

RECOVERY_RULES: tuple[Rule, ...] = (
    *SEED_RULES,
    Rule(
        id="recovery-codes",
        class_="recovery-codes",
        tier=Tier.SECRET,
        keywords=_CODE_KEYWORDS,
        pattern=r"(?:^|[^\pL\pM\pN])" + _CODES + _LIST,
        group=0,
        part="recovery_codes",
        examples=(
            "GitHub backup codes:\n3484-5742\n3362-7562\n1952-3316\n",
            "záložní kódy: 3484 5742, 3362 7562, 1952 3316",
        ),
        counter_examples=("recovery codes:\n- week one rest\n- week two walk",),
    ),
    Rule(
        id="recovery-codes-above",
        class_="recovery-codes",
        tier=Tier.SECRET,
        keywords=_CODE_KEYWORDS,
        pattern=(
            rf"(?m:^){_LINE}(?:\n(?:{_LINE}|{_GONE}))*\n{_CAPTION}"
            r"(?:[^\n]*?[^\pL\pM\pN\n])?" + _CODES
        ),
        group=0,
        part="recovery_codes",
        examples=("- [ ] vu5z0-f8p3e\n- [ ] bqo3a-x0ciw\n\n^ backup codes of the mail\n",),
        counter_examples=("- 3484-5742\n- 3362-7562\n\n## Backup codes\nIn the safe.",),
    ),
    Rule(
        id="recovery-code",
        class_="recovery-codes",
        tier=Tier.SECRET,
        keywords=_CODE_KEYWORDS,
        pattern=(
            r"(?:^|[^\pL\pM\pN])"
            + _CODES
            + r"[^\n:=|→]{0,60}?[*_`\"']{0,3}(?:[ \t]?[:=|→]|->|\n|[ \t][\x{2013}\x{2014}-][ \t]"
            r"|[ \t](?i:is|je|ist|lautet|est|es|to|jest)[ \t])"
            r"[\s>*_`\"'-]{0,8}"
            rf"({_DASHED}|[0-9a-z]{{4}}(?: [0-9a-z]{{4}}){{3,9}}|{_SOLID})(?:$|[^0-9A-Za-z_./-])"
        ),
        check="single_code",
        examples=("Recovery code: QZ7RW-3KVXN-8YCT4-HDP6F-GJ5UA",),
        counter_examples=("recovery code: 0x80070005", "recovery codes: see page 12"),
    ),
    Rule(
        id="recovery-key-said",
        class_="recovery-codes",
        tier=Tier.SECRET,
        keywords=_CODE_KEYWORDS,
        pattern=(
            r"(?:^|[^\pL\pM\pN])" + _CODES + r"[^\n:=|→0-9]{0,40}?[ \t][*_`\"']{0,3}"
            r"([0-9A-Za-z]{4,8}(?:-[0-9A-Za-z]{4,8}){3,8})(?:$|[^0-9A-Za-z_./-])"
        ),
        check="single_code",
        examples=("klíč pro obnovení disku QZ7RW-3KVXN-8YCT4-HDP6F",),
        counter_examples=("recovery key format four-times-four-letters",),
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
        check="url_password",
        examples=(
            joined("otpauth://totp/Git:eva?sec", "ret=", "6JIZUZQ7FRXGTCCRY4W6"),
            joined("otpauth://totp/Git:eva?sec", "ret=", "XCWJOOCUOAFAFASH", "&issuer=Git"),
        ),
        counter_examples=(
            "otpauth://totp/Git:eva?secret=<secret>",
            "otpauth://totp/Git:eva?secret=YOURSECRETHERE",
        ),
    ),
)
