"""Secrets inside addresses and connection strings."""

from __future__ import annotations

from vaultbrain.gate.rules.base import HEX, Rule, joined, noise
from vaultbrain.records import Tier

_GUID = "3f9a0c7b-e1d8-4625-9b7c-04d1e8a6f352"
_PW = joined("r0ck3t", "+76q")
_SERVER = (
    r"(?:server|data source|addr(?:ess)?|dsn|driver|database|initial catalog|user ?id|uid|user)"
)
_LINKS = (
    r"(?:(?:password[_/-]?)?reset(?:[_-]?password)?|forgot[_-]?password|password/(?:edit|new|reset)"
    r"|set[_-]?password|magic(?:[_-]?(?:link|login))?|invit(?:e|ation)s?|join|activat(?:e|ion)"
    r"|confirm(?:ation)?(?:[_-]?email)?|verify(?:[_-]?email)?|recover(?:y)?|sso|login|signup|accept"
    r"|unlock|one-time|ots|onetimesecret|sd[íi]len[íi]|connexion|pozv[áa]nk[ay]|obnova"
    r"|einladung|zaproszenie|invitaci[óo]n|r[ée]initialis(?:er|ation))"
)

ADDRESS_RULES: tuple[Rule, ...] = (
    Rule(
        id="url-password",
        class_="url-password",
        tier=Tier.SECRET,
        keywords=("://",),
        pattern=r"://([^\s:/@\"'<>`\[\]{}()|]*(?::[^\s/\"'<>`]+"
        r"|:[^\s\"'<>`]*[^\s\"'<>`/])?)@[\pL\pN_\[.$-]",
        part="userinfo_secret",
        examples=(
            joined("postgres://notes:", "UD6YSVAb15", "@db.internal:5432/notes"),
            joined("<https://eva:", "kocour", "@nas.local/>"),
            joined("https://", noise(40), "@github.com/a/b.git"),
        ),
        counter_examples=(
            joined("postgres://user:", "password", "@localhost:5432/db"),
            "http://localhost:3000/a@b",
            "https://user@host.cz",
        ),
    ),
    Rule(
        id="url-parameter-password",
        class_="url-password",
        tier=Tier.SECRET,
        keywords=("password=", "passwd=", "pwd="),
        pattern=r"(?i)[?&](?:[a-z_.-]{0,24})(?:password|passwd|pwd)=([^\s&#;\"'<>)\]`|]+)",
        check="parameter_password",
        examples=(joined("jdbc:mysql://db/notes?user=eva&pass", "word=kocour"),),
        counter_examples=("https://host/?password=true", "https://host/?password=<password>"),
    ),
    Rule(
        id="url-token",
        class_="url-token",
        tier=Tier.SECRET,
        keywords=(
            *("token=", "key=", "sig=", "signature=", "secret=", "auth=", "code=", "sid="),
            *("invite=", "invitation=", "ticket=", "session=", "jwt=", "hmac=", "otp="),
            *(
                "jeton=",
                "cle=",
                "clef=",
                "clé=",
                "klic=",
                "klíč=",
                "klíč%",
                "kod=",
                "kód=",
                "podpis=",
            ),
            *("pristup=", "schluessel=", "schlüssel=", "signatur=", "zugang=", "clave=", "codigo="),
            *(
                "firma=",
                "acceso=",
                "klucz=",
                "dostep=",
                "accès=",
                "acces=",
                "access=",
                "access_id=",
            ),
            *("?tk=", "&tk=", "?tok=", "&tok=", "hdnea="),
        ),
        pattern=(
            r"(?i)[?&;#](?:[a-z0-9_.-]{0,40}(?:token|api_?-?key|access_?-?key|secret|signature|auth"
            r"|jwt|session|session_?id|jeton|podpis|signatur|schl(?:ü|ue)ssel|klucz)"
            r"|(?:[a-z0-9]{1,20}[_-])?(?:key|klic|klíč|cl[ée]f?|clave|k[óo]d|c[óo]digo)|sig|sid"
            r"|code|hmac"
            r"|otp|ticket|firma|p[řr][íi]stup|zugang|acceso|acc[èe]s{1,2}|dost[ęe]p|hdnea|tk|tok"
            r"|invit(?:e|ation)(?:_?code)?)=([^\s&#\"'<>)\]`|]+)"
        ),
        check="url_token",
        examples=(
            joined("[feed](https://cal.host/f.ics?tok", "en=zakkprDTh4fAHF", "v2rn)"),
            joined("https://h/x?a=1&access_tok", "en=", noise(30)),
            joined("https://h/connexion?jet", "on=", noise(32)),
        ),
        counter_examples=(
            "https://host/?token=<token>&x=1",
            "https://host/?token=YOUR_TOKEN",
            "https://host/?key=value",
            "https://host/?key=chapter-2024",
            "https://host/?key=Ctrl%2BShift%2BL",
            "https://host/?next=/login",
        ),
    ),
    Rule(
        id="url-token-short",
        class_="url-token",
        tier=Tier.SECRET,
        keywords=("?k=", "&k=", "?t=", "&t=", "?at=", "&at=", "?h=", "&h="),
        pattern=r"[?&](?:k|t|at|h)=([0-9A-Za-z_.~%-]{24,})",
        check="machine_token",
        examples=(joined("https://h/album?", "k=", noise(32)),),
        counter_examples=(
            "https://host/?t=120",
            "https://host/watch?k=how-to-set-up-a-cat-flap-2024",
        ),
    ),
    Rule(
        id="secret-link",
        class_="url-token",
        tier=Tier.SECRET,
        keywords=(
            *(
                "/reset",
                "/password",
                "/forgot",
                "/set-pass",
                "/magic",
                "/invit",
                "/join/",
                "/activ",
            ),
            *("/confirm", "/verify", "/recover", "/sso/", "/login/", "/signup/", "/accept"),
            *(
                "/unlock/",
                "/one-time",
                "/private-",
                "/sdileni/",
                "/connexion/",
                "/pozvank",
                "/obnova",
            ),
            *("/einladung/", "/zaproszenie/", "/invitaci", "/reinit"),
        ),
        pattern=(
            r"(?i)/(?:"
            + _LINKS
            + r"/(?:[a-z_-]{1,24}/){0,2}(?:[0-9]{1,9}/)?|private-)([0-9A-Za-z_.~=-]{16,})"
            r"(?:$|[^0-9A-Za-z_.~=-])"
        ),
        check="machine_token",
        examples=(
            f"https://app.host/reset-password/{noise(32)}",
            f"https://calendar.host/ical/eva/private-{noise(32, HEX)}/basic.ics",
        ),
        counter_examples=(
            "https://host/reset-password/how-to-reset-your-password",
            "https://host/join/the-community-of-2024",
        ),
    ),
    Rule(
        id="connection-string",
        class_="url-password",
        tier=Tier.SECRET,
        keywords=("password=", "pwd=", "password =", "pwd ="),
        pattern=(
            r"(?i)(?:;[ \t]{0,2}(?:password|pwd)[ \t]{0,2}=[ \t]{0,2}"
            r"|\b(?:host|hostaddr|dbname|user|port"
            r"|sslmode)[ \t]?=[ \t]?[^\s=]{1,80}[ \t]{1,4}password[ \t]?=[ \t]?)"
            r"(\"[^\"\n]{1,100}\"|'[^'\n]{1,100}'|[^;\s\"'`<>]{3,})"
        ),
        check="parameter_password",
        examples=(
            "Server=db;User Id=sa;Password=Kocour;Encrypt=true",
            "host=db user=eva password=kocour sslmode=require",
        ),
        counter_examples=(
            "Server=db;User Id=sa;Password=<password>;",
            "Server=db;User Id=sa;Password=********;",
        ),
    ),
    Rule(
        id="connection-string-head",
        class_="url-password",
        tier=Tier.SECRET,
        keywords=("password=", "pwd="),
        pattern=(
            r"(?i)(?:^|[^\pL\pM\pN_&?])(?:password|pwd)=([^;\s\"'`<>]{3,80})"
            r"(?:;[ \t]{0,2}"
            + _SERVER
            + r"[ \t]{0,2}=|[ \t]{1,4}(?:host|hostaddr|dbname|user|port|sslmode)=)"
        ),
        check="parameter_password",
        examples=(f"Password={_PW};Server=db", "password=kocour host=db dbname=notes"),
        counter_examples=("password=<password>;server=db",),
    ),
    Rule(
        id="driver-password",
        class_="url-password",
        tier=Tier.SECRET,
        keywords=("@tcp(", "@unix("),
        pattern=r"(?:^|[^0-9A-Za-z_.-])[0-9A-Za-z_.-]{1,40}:([^\s\"'`<>]{1,80})@(?:tcp|unix)\(",
        check="url_password",
        examples=("eva:kocour42@tcp(db:3306)/notes",),
        counter_examples=("user:password@tcp(localhost:3306)/db",),
    ),
    Rule(
        id="oracle-password",
        class_="url-password",
        tier=Tier.SECRET,
        keywords=("jdbc:oracle", "sqlplus ", "rman target", "impdp ", "expdp "),
        pattern=r"(?i:jdbc:oracle:[a-z0-9]{2,5}:|(?:sqlplus|rman target|impdp|expdp)[ \t]"
        r"(?:-[a-z]{1,2}[ \t]){0,3})[\"']?[0-9A-Za-z_$#.-]{1,40}/\"?([^\s\"'<>@/]{1,60})\"?"
        r"(?:@|[ \t]|$)",
        check="url_password",
        examples=("jdbc:oracle:thin:eva/kocour42@//db:1521/ORCL", "sqlplus eva/kocour42@orcl"),
        counter_examples=("jdbc:oracle:thin:@//db:1521/ORCL", "sqlplus / as sysdba"),
    ),
    Rule(
        id="ping-link",
        class_="url-token",
        tier=Tier.SECRET,
        keywords=(
            *("ping http", "ping: http", "ping` http", "healthcheck", "heartbeat", "webhook"),
            *("push url", "ping url", "dead man", "cron monitor", "hook http", "hook: http"),
        ),
        pattern=r"(?i:ping|health ?checks?|heartbeat|hook|push url|dead man\pL*"
        r"|monitor)[^\n]{0,30}?"
        r"https?://[0-9A-Za-z.-]{3,80}(?::[0-9]{1,5})?/(?:[0-9a-z_-]{1,20}/){0,3}"
        r"([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})",
        check="machine_token",
        examples=(f"healthcheck ping https://hc.host/{_GUID}",),
        counter_examples=(f"see https://docs.host/{_GUID}", "ping https://hc.host/uuid"),
    ),
    Rule(
        id="storage-key",
        class_="vendor-token",
        tier=Tier.SECRET,
        keywords=(
            *("accountkey", "account key", "account_key", "storage key", "accesskey", "access key"),
            *("azure", "cosmos", "klíč", "klic", "key1", "key2", "primary key"),
        ),
        pattern=r"(?i:key|kl[íi][čc])[^\n=:]{0,24}[=:]\s{0,3}[\"'`]?([0-9A-Za-z+/]{86}==)",
        check="key_material",
        examples=(joined("Account", "Key=", noise(86), "=="),),
        counter_examples=("AccountKey=<key>",),
    ),
    Rule(
        id="shared-access-key",
        class_="vendor-token",
        tier=Tier.SECRET,
        keywords=("sharedaccesskey=", "sharedsecretvalue="),
        pattern=r"(?i:SharedAccessKey|SharedSecretValue)=([0-9A-Za-z+/]{40,}={0,2})",
        check="key_material",
        examples=(f"SharedAccessKeyName=Root;SharedAccessKey={noise(43)}=",),
        counter_examples=("SharedAccessKey=<key>",),
    ),
)
