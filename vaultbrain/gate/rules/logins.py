"""Passwords beside a mailbox, a former one or a leader, and in settings that name no password."""

from __future__ import annotations

from vaultbrain.gate.lines import cues
from vaultbrain.gate.rules.base import Rule, joined
from vaultbrain.records import Tier

_PW = joined("r0ck3t", "+7626q")
_MADE = joined("Zvon", "ek1447")
_TOPS = ("com", "cz", "sk", "net", "org", "de", "fr", "es", "pl", "eu", "it", "at", "uk")
_JOINTS = (" / ", " // ", " \u2013 ", " — ", " + ", " ; ", " | ", "\n", "\r\n")
_STEMS = "|".join((*cues.SECRET_STEMS, r"zm[eě]ni[lt]", "change", "geändert", "geaendert"))
_STEMS += "|switched|reset|changé|cambi|zmieni|zmena|změna"
_FORMER = "|".join(sorted(cues.FORMER, key=len, reverse=True))
_FROM = rf"(?:^|[ \t(])(?i:{'|'.join(cues.FROM)})[ \t]+\S*[0-9]\S*[ \t]+"
_FROM += rf"(?i:{'|'.join(cues.TO)})[ \t]"
_SPACED = ("h e s l o", "h e s l a", "p a s s w o r d", "p a s s w o r t", "p a s s", "h a s ł o",
           "h a s l o", "m d p", "p w d", "p w", "k e n n w o r t", "g e s l o")  # fmt: skip
_LEADERS = r"(?:\.{4,}|…+)[ \t]*"
_NOWS = (
    *(("now", "its"), ("now", "it's"), ("now", "it\u2019s"), ("now", "it is"), ("now", "is")),
    *(("teď", "je to"), ("ted", "je to"), ("nyní", "je"), ("teraz", "je to"), ("teraz", "to")),
    *(("jetzt", "ist es"), ("maintenant", "c'est"), ("ahora", "es")),
)
_KEYS = ("🔑", "🗝", "🔐")
_INPUT = r"<input\b[^<>]{0,200}?"
_SECRET = r"(?:type|name|id)=[\"'](?:[a-z_-]*(?:password|passwd|heslo))[\"']"  # noqa: S105 - a pattern
_SHOWN = r"[\s\"']value=(\"[^\"\n]+\"|'[^'\n]+')"

LOGIN_RULES: tuple[Rule, ...] = (
    Rule(
        id="password-mailbox",
        class_="password",
        tier=Tier.SECRET,
        keywords=tuple(f".{top}{joint}" for top in _TOPS for joint in _JOINTS),
        pattern=r"[0-9A-Za-z._%+-]+@[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)+"
        r"(?:[ \t]+(?:/{1,2}|[\x{2013}—+;|])[ \t]+|[ \t]*\r?\n[ \t>*-]*)[\"'`]?([^\s\"'`|]+)"
        r"[\"'`]?[ \t]*(?:$|[\n\r,;(|])",
        check="undated",
        examples=(f"netflix\neva@firma.cz\n{_MADE}\n", f"seznam \u2013 eva@firma.cz / {_MADE}"),
        counter_examples=(
            "eva@firma.cz / jan22@firma.cz",
            "eva@firma.com\n2026-01-02",
            "eva@firma.cz — faktura2024",
            "eva@firma.cz\nPraha 4",
            "eva@firma.cz / Croatia2024",
        ),
    ),
    Rule(
        id="password-below-name",
        class_="password",
        tier=Tier.SECRET,
        keywords=("admin\n", "root\n", "admin\r\n", "root\r\n", "správce\n", "spravce\n"),
        pattern=r"(?m)^[ \t>*-]*(?i:admin|root|administr[aá]tor|spr[aá]vce)[ \t]*\r?\n"
        r"[ \t>*-]*`?([^\s`]+)`?[ \t]*(?:\r?\n|\z)",
        check="composed",
        examples=(f"WEB\n  admin\n  {_MADE}\n",),
        counter_examples=("admin\nWindows11\n", "root\nusers\n"),
    ),
    Rule(
        id="password-changed",
        class_="password",
        tier=Tier.SECRET,
        keywords=(
            *("password", "passwort", "kennwort", "heslo", "hesla", "mot de passe", "mdp", "pwd"),
            *("contrase", "hasło", "haslo", "geslo", "zmenil", "změnil", "changed", "switched"),
            *("geändert", "geaendert", "changé", "cambié", "cambiado", "zmieni", "zmena", "změna"),
        ),
        pattern=rf"(?m)^(?:[^\n]*(?i:{_STEMS})[^\n]*\n)?[^\n]*(?:{_FROM}"
        rf"|(?:^|[^\pL])(?i:{_FORMER})[ \t]?[:=])[^\n]*",
        group=0,
        part="changed_values",
        examples=(
            joined("changed the password from sail", f"boat98 to {_PW}"),
            joined(f"pwd: {_PW} # prev: Tea", "pot473"),
            joined("heslo ~~x~~\nnové: Hru", "ska973"),
        ),
        counter_examples=(
            "we changed it from ubuntu22 to ubuntu24",
            "changed from sprinter24 to sprinter25",
            "the password policy: old: 8, new: 12",
        ),
    ),
    Rule(
        id="password-now",
        class_="password",
        tier=Tier.SECRET,
        keywords=(*(f"{a} {b} " for a, b in _NOWS), "it's now ", "its now ", "it is now "),
        pattern=rf"(?i:{'|'.join(cues.SECRET_STEMS)})[^\n]{{0,60}}?[,;.\x{{2013}}-][ \t]*"
        rf"(?i:(?:{'|'.join(f'{a} {b}' for a, b in _NOWS)}|it(?:'|\x{{2019}}| i)?s now))[ \t]+"
        r"[\"'`]?([^\s\"'`]+)",
        check="composed",
        examples=(
            f"changed his password again, now its {_MADE}",
            f"změnil si heslo, teď je to {_MADE}",
        ),
        counter_examples=("new password rules, now it's stronger", "heslo, teď je to lepší"),
    ),
    Rule(
        id="password-leader",
        class_="password",
        tier=Tier.SECRET,
        keywords=("....", "……", *_KEYS),
        pattern=rf"(?i:{'|'.join(cues.SECRET_STEMS)}|pass|pin|{'|'.join(_KEYS)})[^\n.…]*{_LEADERS}"
        r"([^\s.…]+)"
        rf"|(?:{'|'.join(_KEYS)})[^\n]*?(?::|=|[ \t][\x{{2013}}—-]|→)[ \t]*([^\s]+)[ \t]*(?m:$)",
        group=0,
        part="leader_value",
        examples=(f"🔑 kasa …… {_MADE}", f"heslo na excel....{_MADE}", f"🔑 kasa: {_MADE}"),
        counter_examples=("heslo.... no comment", "🔑 kasa …… bez hesla", "🔑 Key takeaways: 2024"),
    ),
    Rule(
        id="password-spaced",
        class_="password",
        tier=Tier.SECRET,
        keywords=_SPACED,
        pattern=rf"(?:^|[^\pL])(?i:{'|'.join(_SPACED)})[ \t]*[:=][ \t]*(\S+)",
        check="plausible_word",
        examples=(f"h e s l o : {_MADE}",),
        counter_examples=("p a s s : none",),
    ),
    Rule(
        id="password-encoded",
        class_="password",
        tier=Tier.SECRET,
        keywords=("(base64)", 'encoding="base64"', "(b64)"),
        pattern=r"(?i:pass|passw\w*|heslo|hasło|haslo|kennwort|mdp|pwd|pw)[ \t]*\((?i:base64|b64)\)"
        r"[ \t]*[:=]?[ \t]*[\"'`]?([0-9A-Za-z+/_-]{8,}={0,2})"
        r"|(?i:<pass(?:word)?[ \t]+encoding=\"base64\">)([0-9A-Za-z+/]{6,}={0,2})<",
        check="strong",
        group=0,
        part="encoded_value",
        examples=(
            joined("heslo (base64) TW9y", "YXZhbmthMTE5OA=="),
            joined('<Pass encoding="base64">TW9y', "YXZhbmthMTE5OA==</Pass>"),
        ),
        counter_examples=("password (base64) encoded", '<Pass encoding="base64"></Pass>'),
    ),
    Rule(
        id="password-device",
        class_="password",
        tier=Tier.SECRET,
        keywords=("snmp", "enable secret", "enable password", "chap-secrets", "pap-secrets"),
        pattern=r"(?i:snmp-server[ \t]+community|community(?:[ \t]+string)?[ \t]*[:=]"
        r"|enable[ \t]+(?:secret|password)(?:[ \t]+[0-9])?"
        r"|[ \t](?:auth|priv)(?:[ \t]+(?:md5|sha[0-9-]*|aes[0-9-]*|3?des))?)[ \t]+"
        r"([^\s\"'`<>{}\[\]]+)"
        r"|(?m:^)\"?[^\s\"#]+\"?[ \t]+\*[ \t]+\"?([^\s\"]+)\"?",
        group=0,
        part="last_value",
        check="composed",
        examples=(
            joined("snmp-server community green", "RO991 RO\nenable secret Core", "Sw1420"),
            joined("snmp v3 auth s0WT", "Qy4YCbNT priv fTR4", "zbmiSdvs"),
            joined('# chap-secrets\n"eva" * "1Cli', '79DMZ4Bt" *'),
        ),
        counter_examples=("snmp auth sha256 priv aes128", "snmp-server community public RO"),
    ),
    Rule(
        id="password-oracle",
        class_="password",
        tier=Tier.SECRET,
        keywords=("jdbc:oracle:",),
        pattern=r"(?i:jdbc:oracle:(?:thin|oci):)[^\s/@]+/([^\s/@]+)@",
        check="plausible_word",
        examples=(joined("jdbc:oracle:thin:eva/tig", "r4501@//ora1:1521/ORCL"),),
        counter_examples=("jdbc:oracle:thin:user/password@//host:1521/x",),
    ),
    Rule(
        id="login-code",
        class_="password",
        tier=Tier.SECRET,
        keywords=("identifiant", "login", "usuario", "benutzer", "utente", "username", "uživatel"),
        pattern=r"(?i:identifiant|login|user|username|utente|benutzer|usuario|uživatel)[ \t]?[:=]"
        r"[^\n]{0,60}?[ \t/,;|](?i:code|kod|kód|c[oó]digo|codice|clé|key)[ \t]?[:=][ \t]*(\S+)",
        check="composed",
        examples=(f"identifiant : eva / code : {_MADE}", f"login: eva, kod: {_MADE}"),
        counter_examples=("login: eva, code: 404", "user: eva, key: user_id"),
    ),
    Rule(
        id="key-exported",
        class_="api-key",
        tier=Tier.SECRET,
        keywords=("_key=",),
        pattern=r"(?m:^|[;&|$][ \t]*)[ \t>]*(?:export|set|setx)[ \t]+[A-Z][A-Z0-9_]*_KEY=[\"']?"
        r"([0-9A-Za-z+/_=-]{16,})",
        check="strong_mixed",
        examples=(joined("export PAGER_KEY=L0EdNo5W", "0QaCaoaFmc5U"),),
        counter_examples=("export SORT_KEY=created_at_descending", "export API_KEY=$OTHER_KEY"),
    ),
    Rule(
        id="password-input",
        class_="password",
        tier=Tier.SECRET,
        keywords=tuple(
            f"{name}={sign}{kind}"
            for name in ("type", "name", "id")
            for sign in ('"', "'")
            for kind in ("password", "passwd", "heslo")
        ),
        pattern=rf"(?i){_INPUT}(?:{_SECRET}[^<>]{{0,200}}?{_SHOWN}|{_SHOWN}[^<>]{{0,200}}?{_SECRET})",
        group=0,
        part="input_value",
        examples=(
            f'<input type="password" value="{_MADE}">',
            f'<input value="{_MADE}" name="password">',
            f"<input name='password' class='x' value='{_MADE}'/>",
        ),
        counter_examples=(
            '<input type="password" :minlength="12" v-model="form.password">',
            '<input type="password" placeholder="Tulip4471" value="">',
            '<input type="password" value="{{ old }}">',
        ),
    ),
    Rule(
        id="phrase-answered",
        class_="password",
        tier=Tier.SECRET,
        keywords=('?" "', '? "', "?” “", "? „"),
        pattern=rf"(?i:{'|'.join(cues.SECRET_STEMS)})[^\n?]{{0,80}}\?[\"”“]?[ \t]+[\"“„]"
        r"([^\"”“\n]{8,80})[\"”“]",
        check="strung",
        examples=(joined('"What\'s the passphrase for it?" "four tired ', 'geese 8241"'),),
        counter_examples=('the password? "I do not know it"',),
    ),
)
"""Passwords known by what stands beside them."""
