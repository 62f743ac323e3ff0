"""Tokens, password hashes, headers and entries of files, each known by its own structure."""

from __future__ import annotations

from vaultbrain.gate.rules.base import EDGE, HEX, Rule, joined, noise
from vaultbrain.records import Tier

_JWT = ".".join((joined("eyJ", "hbGciOiJIUzI1NiJ9"), joined("eyJ", "zdWIiOiIxIn0"), noise(43)))
_PAIR = joined("YWRtaW46Yk15", "SzYkZXpNYUc4Nw==")
_HASH_LABEL = (
    r"(?i:(?:password|passwd|pw|pass|pwd|user)[ _-]?hash(?:es)?|nt(?:lm)?[ _-]?hash|lm[ _-]?hash"
    r"|hash(?:e|i)? (?:hesla|hesel|has[łl]a|du mot de passe|de la contrase[ñn]a)"
    r"|(?:passwort|kennwort)-?hash)"
)

STRUCTURED_RULES: tuple[Rule, ...] = (
    Rule(
        id="jwt",
        class_="jwt",
        tier=Tier.SECRET,
        keywords=("eyj",),
        pattern=(
            r"(?:^|[^0-9A-Za-z_-])(eyJ[0-9A-Za-z_-]{8,}={0,2}\.(?:[0-9A-Za-z_-]{8,}={0,2})?"
            r"\.[0-9A-Za-z_-]*(?:\.[0-9A-Za-z_-]+){0,2}={0,2})"
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
        keywords=(
            "aws",
            "secret access",
            "secret_access",
            "secretaccess",
            "secret key",
            "secret_key",
        ),
        pattern=(
            r"(?i)(?:aws[_ -]?secret|secret[_ -]?(?:access)?[_ -]?key)[a-z_ -]{0,12}"
            r"[\"'`*]{0,3}\s{0,3}[:=]+\s{0,3}[\"'`]?([0-9A-Za-z/+]{40})"
        ),
        check="key_material",
        examples=(joined("aws_secret_acc", "ess_key = ", noise(40)),),
        counter_examples=("aws_secret_access_key = ${AWS_SECRET}",),
    ),
    Rule(
        id="authorization-header",
        class_="api-key",
        tier=Tier.SECRET,
        keywords=("authorization",),
        pattern=(
            r"(?i:authorization)[\"'`*]{0,3}\s{0,2}[:=][\"'`* ]{0,4}"
            r"(?i:(?:token|api-?key|key|bot|jwt|oauth|negotiate|hawk|splunk|sso-key|digest)"
            r"[ =]{1,3})?"
            r"[\"'`]?([0-9A-Za-z+/=_.~:-]{16,})"
        ),
        check="machine_token",
        examples=(f"Authorization: Token {noise(40, HEX)}",),
        counter_examples=("Authorization: <token>", "authorization: required-for-all-version-2"),
    ),
    Rule(
        id="basic-credentials",
        class_="password",
        tier=Tier.SECRET,
        keywords=("basic ",),
        pattern=EDGE + r"(?i:basic)\s{1,3}([0-9A-Za-z+/]{8,}={0,2})",
        check="basic_credentials",
        examples=(f"Authorization: Basic {_PAIR}",),
        counter_examples=("basic characteristics", "auth_type=basic user_pass=COMBO00:COMBO01"),
    ),
    Rule(
        id="bearer-token",
        class_="api-key",
        tier=Tier.SECRET,
        keywords=("bearer",),
        pattern=EDGE + r"(?i:bearer)(?:\s{1,3}|[\"'`]?\s?[:=]\s?[\"'`]?)([0-9A-Za-z+/=_.~-]{16,})",
        check="machine_token",
        examples=(joined("Authorization: Bea", "rer ", noise(40)),),
        counter_examples=("Bearer <token>", "bearer of-good-news-for-all"),
    ),
    Rule(
        id="file-credentials",
        class_="password",
        tier=Tier.SECRET,
        keywords=('"auth"', "'auth'", "_auth=", "_auth =", "_password="),
        pattern=(
            r"(?:[\"']auth[\"']\s{0,4}:\s{0,4}[\"']"
            r"|(?:^|[\s:\"'])_(?:auth|password)[ \t]{0,2}=[ \t]{0,2}\"?)"
            r"([0-9A-Za-z+/]{8,}={0,2})"
        ),
        check="basic_credentials",
        examples=(f'"ghcr.io": {{"auth": "{_PAIR}"}}', f"_auth = {_PAIR}"),
        counter_examples=('const props = { "auth": "required" }',),
    ),
    Rule(
        id="registry-token",
        class_="api-key",
        tier=Tier.SECRET,
        keywords=("_authtoken",),
        pattern=r"(?i:_authToken)[\"']?[ \t]{0,2}[=:][ \t]{0,2}[\"']?([0-9A-Za-z_.+/=-]{12,})",
        check="machine_token",
        examples=(f"//registry.host/:_authToken={noise(36)}",),
        counter_examples=("//registry.host/:_authToken=${NPM_TOKEN}",),
    ),
    Rule(
        id="netrc",
        class_="password",
        tier=Tier.SECRET,
        keywords=("machine ",),
        pattern=(
            r"(?:^|\s)machine\s{1,8}\S{1,100}\s{1,8}login\s{1,8}\S{1,80}"
            r"(?:\s{1,8}account\s{1,8}\S{1,80})?\s{1,8}password\s{1,8}(\S{1,200})"
        ),
        check="url_password",
        examples=("machine h.cz login eva password kocour",),
        counter_examples=("machine <host> login <user> password <password>",),
    ),
    Rule(
        id="cookie-header",
        class_="url-token",
        tier=Tier.SECRET,
        keywords=("cookie:", 'cookie":', "cookie':"),
        pattern=r"(?i:cookie)[\"']?:[ \t]*([^\n]+)",
        part="cookie_values",
        examples=(f"Cookie: lang=cs; sessionid={noise(32)}; theme=dark",),
        counter_examples=("Cookie: theme=dark; lang=cs", "Cookie: a small cake"),
    ),
    Rule(
        id="session-cookie",
        class_="url-token",
        tier=Tier.SECRET,
        keywords=(
            "sessid",
            "sessionid",
            "session_id",
            "session=",
            "_session",
            "connect.sid",
            "remember_",
        ),
        pattern=(
            r"(?:^|[^0-9A-Za-z_.?&#-])(?i:[a-z0-9_.-]{0,24}sess(?:ion)?(?:_?id)?|connect\.sid"
            r"|remember_[a-z0-9_]{3,60}|[a-z0-9_]{1,20}_session)=([0-9A-Za-z%_.:+/=~-]{16,})"
        ),
        check="machine_token",
        examples=(f"PHPSESSID={noise(26)}",),
        counter_examples=("session=summer-2024", "sessionid=<id>"),
    ),
    Rule(
        id="password-hash",
        class_="password-hash",
        tier=Tier.SECRET,
        keywords=(
            *("$2a$", "$2b$", "$2y$", "$2x$", "$2$", "$1$", "$5$", "$6$", "$7$", "$8$", "$9$"),
            *("$y$", "$gy$", "$argon2", "$apr1$", "$p$", "$h$", "$s$", "$scrypt$", "$pbkdf2"),
            *("$ml$", "$dcc2$", "$krb5", "$bcrypt-"),
        ),
        pattern=(
            r"(?:^|[^0-9A-Za-z$])(\$(?:2[abxy]?\$[0-9]{2}\$[0-9A-Za-z./]{53}"
            r"|(?:1|5|6|7|8|9|y|gy|apr1)\$[0-9A-Za-z./=,$]{20,}|[PHS]\$[0-9A-Za-z./]{31,}"
            r"|argon2(?:id|i|d)\$[0-9A-Za-z./=,+$]{30,}"
            r"|(?:scrypt|pbkdf2(?:-sha[0-9]{1,3})?|ml|bcrypt-sha256)\$[0-9A-Za-z./=,+$]{30,}"
            r"|DCC2\$[0-9]{1,6}#[^#\s]{1,40}#[0-9a-f]{32}|krb5[a-z]{2,6}\$[0-9]{1,2}\$[^\s\"'`]{40,}))"
        ),
        check="hash_material",
        examples=(joined("root:$", "6$", noise(12), "$", noise(86)),),
        counter_examples=("it cost $2.50 and $60", "$6$ is the SHA-512 prefix"),
    ),
    Rule(
        id="password-hash-named",
        class_="password-hash",
        tier=Tier.SECRET,
        keywords=(
            *(
                "pbkdf2_sha",
                "pbkdf2:sha",
                "scrypt:",
                "bcrypt_sha",
                "bcrypt$",
                "argon2$",
                "scram-sha-",
            ),
            *("{ssha", "{smd5}", "{sha}", "{md5}", "{crypt}", "{pbkdf2", "{bcrypt}", "{argon2"),
        ),
        pattern=(
            r"(?i:pbkdf2_sha[0-9]{1,3}\$[0-9]{1,9}|pbkdf2:sha[0-9]{1,3}:[0-9]{1,9}|scrypt:[0-9:]{3,20}"
            r"|bcrypt_sha256|bcrypt|argon2|scram-sha-[0-9]{1,3})\$([0-9A-Za-z+/=.,:$-]{30,})"
            r"|\{(?i:ssha[0-9]{0,3}|smd5|sha|md5|crypt|pbkdf2[a-z0-9-]{0,8}|bcrypt|argon2)\}[0-9A-Za-z+/=.$]{22,}"
        ),
        group=0,
        check="key_material",
        examples=(
            f"pbkdf2_sha256$260000${noise(22)}${noise(43)}=",
            f"userPassword: {{SSHA}}{noise(32)}",
        ),
        counter_examples=("pbkdf2_sha256$iterations$salt$hash", "{SSHA} is salted SHA-1"),
    ),
    Rule(
        id="password-hash-labelled",
        class_="password-hash",
        tier=Tier.SECRET,
        keywords=(
            *("password hash", "password_hash", "password-hash", "passwordhash", "passwd hash"),
            *(
                "pw hash",
                "pw_hash",
                "pass hash",
                "user hash",
                "nt hash",
                "nthash",
                "ntlm",
                "lm hash",
            ),
            *("hash hes", "hash has", "hashe has", "hash du mot", "hash de la contr"),
            *("passworthash", "passwort-hash", "kennwort-hash"),
        ),
        pattern=(
            EDGE + _HASH_LABEL + r"[^\n:=|]{0,30}[:=|][ \t\"'`*]{0,6}"
            r"([0-9a-fA-F]{32,128}|\*[0-9A-F]{40})(?:$|[^0-9A-Za-z])"
        ),
        examples=(f"password hash: {noise(64, HEX)}",),
        counter_examples=("password hash: bcrypt", f"hash: {noise(64, HEX)}"),
    ),
    Rule(
        id="password-hash-of",
        class_="password-hash",
        tier=Tier.SECRET,
        keywords=tuple(
            f"{name} {word} "
            for name in ("md5", "sha1", "sha-1", "sha256", "sha512", "hash", "ntlm")
            for word in ("of", "from", "z", "ze", "von", "vom", "du", "de", "del", "hesla", "has")
        ),
        pattern=(
            EDGE + r"(?i:md5|sha-?1|sha-?256|sha-?512|hash|ntlm) [^\n:=|.]{0,30}?"
            r"(?i:passwor[dt]|passwd|pw|kennwort|hesl[ao]|mot de passe|contrase[ñn]a|has[łl][ao])"
            r"(?:[ \t][^\s:=.-]{1,16}){0,3}?(?:[ \t]?\([^()\n]{0,30}\))?[ \t]?[:=→]?[ \t\"'`*]{0,6}"
            r"([0-9a-fA-F]{32,128})(?:$|[^0-9A-Za-z])"
        ),
        examples=(f"md5 of the old admin password (joomla) {noise(32, HEX)}",),
        counter_examples=(
            f"md5 of the image {noise(32, HEX)}",
            f"sha256 of password-list.txt {noise(64, HEX)}",
        ),
    ),
    Rule(
        id="key-in-two",
        class_="aws-key",
        tier=Tier.SECRET,
        keywords=("akia",),
        pattern=r"(?:^|[^0-9A-Za-z])(AKIA[0-9A-Z]{2,14}[\"'`]?[ \t]{0,2}[+&][ \t]{0,2}[\"'`]?"
        r"[0-9A-Z]{2,14})(?:$|[^0-9A-Za-z])",
        check="has_digit",
        examples=(joined("AKI", "AZ3VW7QZ", " + R2TLMXBN"),),
        counter_examples=("AKIA + suffix",),
    ),
    Rule(
        id="network-key",
        class_="api-key",
        tier=Tier.SECRET,
        keywords=("network_key", "networkkey", "network key", "pan_key"),
        pattern=r"(?i:network[_ ]?key|pan_key)[\"']?[ \t]{0,2}[:=][ \t]{0,2}"
        r"(\[[ \t\n]{0,4}(?:(?:0x[0-9A-Fa-f]{1,2}|[0-9]{1,3})[ \t]?,\s{0,4}){15}"
        r"(?:0x[0-9A-Fa-f]{1,2}|[0-9]{1,3})\s{0,4}\])",
        examples=("network_key: [9, 12, 201, 4, 77, 8, 31, 250, 6, 19, 88, 143, 2, 61, 7, 99]",),
        counter_examples=("network_key: [1, 3, 5]", "network_key: GENERATE"),
    ),
    Rule(
        id="hash-dump",
        class_="password-hash",
        tier=Tier.SECRET,
        keywords=("aad3b435b51404ee", "ntlm", "nthash", "secretsdump", "hashdump", ":::"),
        pattern=r"(?:^|[^0-9A-Za-z])([0-9a-fA-F]{32}:[0-9a-fA-F]{32})(?:$|[^0-9A-Za-z])",
        examples=(joined("eva:500:aad3b435b514", "04eeaad3b435b51404ee:", noise(32, HEX), ":::"),),
        counter_examples=("ntlm 1234:5678",),
    ),
    Rule(
        id="switch-password",
        class_="password-hash",
        tier=Tier.SECRET,
        keywords=("password 7 ", "secret 5 ", "key 7 ", "secret 7 "),
        pattern=r"(?:password|secret|key|key-string) 7 ([0-9A-F]{8,64})(?:$|[^0-9A-Za-z])",
        check="has_digit",
        examples=("username eva password 7 0822455D0A165445",),
        counter_examples=("password 7 is the seventh one",),
    ),
)
