"""Key blocks, tokens with a structure of their own, and secrets inside URLs."""

from __future__ import annotations

from vaultbrain.gate.rules.base import EDGE, HEX, Rule, joined, noise
from vaultbrain.records import Tier

_BEGIN = joined("-----BEG", "IN ")
_END = joined("-----", "END ")
_BODY = "\n".join(noise(64) for _ in range(3))
_PEM = f"{_BEGIN}RSA PRIVATE KEY-----\n{_BODY}\n{_END}RSA PRIVATE KEY-----"

# Between the BEGIN line and the key: line ends (also written as \n in JSON), quote marks and
# indentation, armour headers. Prose that only names the header line has none of this.
_TO_BODY = (
    r"(?:[\s>|*`\"',+.-]|\\[nrt])*"
    r"(?:(?:Proc-Type|DEK-Info|Version|Comment|Hash|Charset|MessageID):|[0-9A-Za-z+/=]{16})"
)

_JWT = ".".join((joined("eyJ", "hbGciOiJIUzI1NiJ9"), joined("eyJ", "zdWIiOiIxIn0"), noise(43)))
_WORDS = "ability expect peace lab mirror leaf loud lumber inform grid razor copper"

_WORD = r"(?:[0-9]{1,2}[.):]?[ \t]*)?[a-z]{3,8}"
_CODE = r"[0-9A-Za-z]{4,6}(?:[- ][0-9A-Za-z]{4,6}){1,3}"

KEY_RULES: tuple[Rule, ...] = (
    Rule(
        id="private-key-block",
        class_="private-key",
        tier=Tier.SECRET,
        keywords=("private key",),
        # Without an END line everything to the end of the text goes: better too much than a key.
        pattern=(
            r"-----BEGIN (?:[0-9A-Z]+ ){0,3}PRIVATE KEY(?: BLOCK)?-----"
            + _TO_BODY
            + r"(?s:.*?)(?:-----END (?:[0-9A-Z]+ ){0,3}PRIVATE KEY(?: BLOCK)?-----|\z)"
        ),
        group=0,
        examples=(
            _PEM,
            _PEM.replace("\n", "\\n"),
            _PEM.replace("\n", "\r\n> "),
            _PEM.replace("RSA", "OPENSSH"),
            f"{_BEGIN}PGP PRIVATE KEY BLOCK-----\nVersion: 1\n\n{_BODY}\n",
            f"cut off: {_BEGIN}PRIVATE KEY-----\n{_BODY[:40]}",
        ),
        counter_examples=(
            f"`{_BEGIN}PRIVATE KEY-----` is the first line",
            f"{_BEGIN}PUBLIC KEY-----\n{_BODY}\n",
            f"{_BEGIN}PRIVATE KEY-----\n...\n{_END}PRIVATE KEY-----",
        ),
    ),
    Rule(
        id="age-secret-key",
        class_="private-key",
        tier=Tier.SECRET,
        keywords=("age-secret-key-",),
        pattern=r"(?i)AGE-SECRET-KEY-(?:PQ-)?1[0-9a-z]{20,}",
        group=0,
        examples=(joined("AGE-SEC", "RET-KEY-1", noise(58).upper()),),
        counter_examples=("AGE-SECRET-KEY-1 is the prefix",),
    ),
    Rule(
        id="wallet-key",
        class_="private-key",
        tier=Tier.SECRET,
        keywords=("prv", "0x"),
        pattern=(
            r"(?:^|[^0-9A-Za-z])([xyzt]prv[1-9A-HJ-NP-Za-km-z]{90,}"
            r"|(?i:(?:key|klíč|private|wallet)[\s:=]+)0x[0-9a-fA-F]{64})"
        ),
        check="key_material",
        examples=(joined("xp", "rv", noise(107)), joined("eth key 0", "x", noise(64, HEX))),
        counter_examples=(joined("hash 0x", noise(64, HEX)), "contract 0x017f697e08bbc44e7aae"),
    ),
    Rule(
        id="jwt",
        class_="jwt",
        tier=Tier.SECRET,
        keywords=("eyj",),
        pattern=(
            r"(?:^|[^0-9A-Za-z_-])(eyJ[0-9A-Za-z_-]{8,}={0,2}"
            r"\.[0-9A-Za-z_-]{8,}={0,2}\.[0-9A-Za-z_-]*(?:\.[0-9A-Za-z_-]+){0,2}={0,2})"
        ),
        check="jwt",
        examples=(f"Bearer {_JWT}", f"cookie: session={_JWT};"),
        counter_examples=("eyJabcdefghij.klmnopqrstu.vwxyz0123456", "eyJ.eyJ.x"),
    ),
    Rule(
        id="aws-secret-pair",
        class_="aws-key",
        tier=Tier.SECRET,
        keywords=("akia", "asia"),
        pattern=r"A(?:KIA|SIA)[0-9A-Z]{16}[\"'`]?[\s,:;|/]{1,4}[\"'`]?([0-9A-Za-z/+]{40})",
        check="key_material",
        examples=(joined("AK", "IAZ3VW7QZR2TLMXBN4,", noise(40)),),
    ),
    Rule(
        id="aws-secret-labelled",
        class_="aws-key",
        tier=Tier.SECRET,
        keywords=("secret",),
        pattern=(
            r"(?i)(?:aws[_ -]?secret|secret[_ -]?(?:access)?[_ -]?key)[a-z_ -]{0,12}"
            r"[\"'`*]{0,3}\s{0,3}[:=]+\s{0,3}[\"'`]?([0-9A-Za-z/+]{40})"
        ),
        check="key_material",
        examples=(joined("aws_secret_acc", "ess_key = ", noise(40)),),
        counter_examples=("aws_secret_access_key = ${AWS_SECRET}",),
    ),
    Rule(
        id="azure-account-key",
        class_="vendor-token",
        tier=Tier.SECRET,
        keywords=("key", "klíč"),
        pattern=r"(?i:key|klíč)[^\n=:]{0,24}[=:]\s{0,3}[\"'`]?([0-9A-Za-z+/]{86}==)",
        check="key_material",
        examples=(joined("Account", "Key=", noise(86), "=="),),
        counter_examples=("AccountKey=<key>",),
    ),
    Rule(
        id="wireguard-key",
        class_="private-key",
        tier=Tier.SECRET,
        keywords=("privatekey", "presharedkey"),
        pattern=r"(?i:(?:private|preshared)key)\s{0,4}=\s{0,4}([0-9A-Za-z+/]{43}=)",
        check="key_material",
        examples=(joined("Private", "Key = ", noise(43), "="),),
        counter_examples=(joined("PublicKey = ", noise(43), "="),),
    ),
    Rule(
        id="client-key-data",
        class_="private-key",
        tier=Tier.SECRET,
        keywords=("key-data",),
        pattern=r"client-key-data[\"']?\s{0,4}:\s{0,4}[\"']?([0-9A-Za-z+/=]{40,})",
        check="key_material",
        examples=(joined("client-key", "-data: ", noise(80)),),
        counter_examples=("client-key-data: REDACTED",),
    ),
    Rule(
        id="url-password",
        class_="url-password",
        tier=Tier.SECRET,
        keywords=("://",),
        pattern=r"[A-Za-z][0-9A-Za-z+.-]*://[^\s:/@\"'<>`]*:([^\s/\"<>`]+)@",
        check="url_password",
        examples=(
            joined("postgres://notes:", "UD6YSVAb15", "@db.internal:5432/notes"),
            joined("<https://eva:", "kocour", "@nas.local/>"),
        ),
        counter_examples=(
            joined("postgres://user:", "password", "@localhost:5432/db"),
            "https://${USER}:${PASS}@host/",
            "http://localhost:3000/a@b",
            "https://user@host.cz",
        ),
    ),
    Rule(
        id="url-token",
        class_="url-token",
        tier=Tier.SECRET,
        keywords=(
            "token=",
            "key=",
            "sig=",
            "signature=",
            "secret=",
            "password=",
            "auth=",
            "passwd=",
            "pwd=",
            "code=",
            "apikey=",
            "sid=",
        ),
        pattern=(
            r"(?i)[?&;#](?:[a-z0-9_.-]*(?:token|api_?-?key|access_?-?key|secret|password|passwd|pwd"
            r"|signature|auth)|key|sig|sid|code)=([^\s&#\"'<>)\]`|]+)"
        ),
        check="url_token",
        examples=(
            joined("[feed](https://cal.host/f.ics?tok", "en=zakkprDTh4fAHF", "v2rn)"),
            joined("https://h/x?a=1&access_tok", "en=", noise(30)),
            joined("otpauth://totp/Git:eva?sec", "ret=", "6JIZUZQ7FRXGTCCRY4W6"),
        ),
        counter_examples=(
            "https://host/?token=<token>&x=1",
            "https://host/?token=YOUR_TOKEN",
            "https://host/?key=value",
            "https://host/?next=/login",
        ),
    ),
    Rule(
        id="basic-credentials",
        class_="password",
        tier=Tier.SECRET,
        keywords=("basic",),
        pattern=EDGE + r"(?i:basic)\s{1,3}([0-9A-Za-z+/]{8,}={0,2})",
        check="basic_credentials",
        examples=(joined("Authorization: Bas", "ic YWRtaW46Yk15SzYkZXpNYUc4Nw", "=="),),
        counter_examples=("basic characteristics", "auth_type=basic user_pass=COMBO00:COMBO01"),
    ),
    Rule(
        id="bearer-token",
        class_="api-key",
        tier=Tier.SECRET,
        keywords=("bearer",),
        pattern=EDGE + r"(?i:bearer)\s{1,3}([0-9A-Za-z+/=_.~-]{16,})",
        check="key_material",
        examples=(joined("Authorization: Bea", "rer ", noise(40)),),
        counter_examples=("Bearer <token>", "bearer of-good-news-for-all"),
    ),
    Rule(
        id="password-hash",
        class_="password-hash",
        tier=Tier.SECRET,
        keywords=("$2", "$1$", "$5$", "$6$", "$y$", "$argon2", "$apr1$"),
        pattern=(
            r"(?:^|[^0-9A-Za-z$])(\$(?:2[abxy]?\$[0-9]{2}\$[0-9A-Za-z./]{53}"
            r"|(?:1|5|6|y|apr1)\$[0-9A-Za-z./=,$]{20,}|argon2(?:id|i|d)\$[0-9A-Za-z./=,+$]{30,}))"
        ),
        check="key_material",
        examples=(joined("root:$", "6$", noise(12), "$", noise(86)),),
        counter_examples=("it cost $2.50 and $60", "$6$ is the SHA-512 prefix"),
    ),
    Rule(
        id="seed-phrase",
        class_="seed-phrase",
        tier=Tier.SECRET,
        keywords=("seed", "recovery", "mnemonic", "wallet", "peněženk", "obnov"),
        pattern=(
            EDGE + r"(?i:seed|recovery|mnemonic|wallet|peněženk\pL*|obnov\pL*)(?i:[ -]"
            r"(?:seed|recovery|phrase|words?|fráz\pL*|slova?))*[*_]*\s*[:=]?[*_]*\s*"
            r"((?:" + _WORD + r"[\s,>*-]+){11,23}" + _WORD + r")"
        ),
        check="seed_words",
        examples=(
            f"Wallet seed: {_WORDS}",
            "## Recovery phrase\n"
            + "\n".join(f"{n}. {word}" for n, word in enumerate(_WORDS.split(), 1)),
        ),
        counter_examples=(
            "wallet: the cat sat on a warm stone near the quiet river while birds sang",
        ),
    ),
    Rule(
        id="recovery-codes",
        class_="recovery-codes",
        tier=Tier.SECRET,
        keywords=("backup code", "recovery code", "záložní kód", "obnovovací kód", "scratch code"),
        pattern=(
            r"(?i:(?:backup|recovery|scratch|záložní|obnovovací) (?:codes?|kódy?))[^\n]{0,60}\n?"
            r"((?:[\s>*-]*(?:[0-9]{1,2}[.)][ \t]*)?" + _CODE + r"[ \t,;]*){2,})"
        ),
        check="has_digit",
        examples=("GitHub backup codes:\n3484-5742\n3362-7562\n1952-3316\n",),
        counter_examples=("recovery codes:\n- week one rest\n- week two walk",),
    ),
    Rule(
        id="totp-secret",
        class_="totp",
        tier=Tier.SECRET,
        keywords=("totp", "2fa", "mfa", "otp", "authenticator"),
        pattern=(
            EDGE
            + r"(?i:totp|2fa|mfa|otp|authenticator)(?:[ _-](?i:secret|key|seed|klíč|kód|code))?"
            r"[*_\"'`]{0,3}\s{0,3}[:=]?\s{0,3}[\"'`*_]{0,3}"
            r"((?:[A-Z2-7]{4}[ -]){3,}[A-Z2-7]{1,4}|[A-Z2-7]{16,})"
        ),
        check="has_digit",
        examples=(joined("TOTP sec", "ret LGX6TRGPBFOH5F6Q", "SMZJ for the VPN"),),
        counter_examples=("2FA explained: codes rotate", "OTP: ABCDEFGHIJKLMNOPQRST"),
    ),
)
