"""What the words in front of a secret are, as pieces of RE2 patterns.

In English, Czech, Slovak, German, French, Spanish and Polish, with their cases, and as people
type them without accents; the commonest words of a few other languages.
"""

from __future__ import annotations

PASSWORD_LABEL = (
    r"(?:(?i:[0-9a-z]*(?:passwords?|passwd|passphrases?|passcodes?|pwds?|pswd)"  # noqa: S105 - a pattern
    r"|(?:db|my|user|root|admin|mail|smtp|imap|ftp|ssh|vpn|wi-?fi|pg|sql|mysql|redis|ldap)?pass"
    r"|psk|pw|pre-?shared[ _-]?key|(?:wpa[23]?|wi-?fi|wlan|network|network security)[ _-]?key"
    r"|hesl(?:o|a|u|e|y|em|om|ech|ách|ům|ám|ami|um|ach)|hesi?el|hes\.|heslov[éá]\S{0,3} fráz\S{1,3}"
    r"|kl[íi][čc]e? (?:k |ke |od |pro )?wi-?fi|wi-?fi kl[íi][čc]|kľúče? k wi-?fi"
    r"|[a-zäöüß]*(?:passw(?:o|ö|oe)rt|kennw(?:o|ö|oe)rt)(?:e?s|er|ern|e)?"
    r"|(?:wlan|wi-?fi|netzwerk)[ -]?schl(?:ü|ue)ssel"
    r"|mots?[ _-]de[ _-]passe|motdepasse|mdp|phrases? (?:de passe|secr[èe]te)"
    r"|cl[ée]f? (?:du |de la |de )?(?:wi-?fi|wpa2?|s[ée]curit[ée])|code (?:du )?wi-?fi"
    r"|contrase(?:ñ|n|ny)as?|claves?(?: (?:del? )?(?:wi-?fi|acceso|red))?|frase de (?:paso|acceso)"
    r"|has[łl](?:o|a|u|em|om|ami|ach)|hase[łl]|ha[śs]le|klucz (?:do )?(?:wi-?fi|sieci(?:owy)?)"
    r"|wachtwoord(?:en)?|senhas?|l[öo]senord|adgangskode|jelsz[óo]|парол[ьяи])"
    r"|비밀번호|암호|パスワード|暗証番号|密码|密碼)"
)
"""One password label, without edges."""

TOKEN_LABEL = (
    r"(?i:(?:api|app|application|secret|access|auth|account|consumer|signing|encryption|master"  # noqa: S105 - a pattern
    r"|shared|service|private|storage|subscription|webhook|server)[ _-]?keys?"
    r"|[0-9a-z]*[ _-]?(?:secret|token)|apikeys?"
    r"|(?:api|p[řr][íi]stupov[éýy]\S{0,2}|tajn[éýy]\S{0,2})[ -](?:kl[íi][čc]e?|token|kód)|tajemství"
    r"|kl[íi][čc]e? (?:k |ke |od |pro )?api|kľúče? (?:k |pre )?api|(?:api|prístupový)[ -]kľúč"
    r"|(?:api|zugriffs|zugangs|geheimer )[ -]?(?:schl(?:ü|ue)ssel|token)"
    r"|cl[ée]f?s? (?:d'|d\x{2019})?(?:api|acc[èe]s)|cl[ée]f? secr[èe]te"
    r"|jetons?(?: (?:d'|d\x{2019})acc[èe]s)?"
    r"|claves? (?:de )?(?:la )?(?:api|acceso)|clave secreta|tokens? de acceso"
    r"|klucz (?:do )?(?:api|dost[ęe]pu)|tajny klucz)"
)
"""One label of a key or token, without edges."""

_CODE_LABEL = (
    r"(?i:pin(?:[ _-]?(?:k[óo]d|code))?|puk[12]?|cvv2?|cvc2?"
    r"|(?:door|gate|alarm|entry|safe|lock|access|unlock)[ _-]?code"
    r"|(?:vstupní|bezpečnostní|přístupov[ýé]) kód|kód[ _-](?:od|do|k|ke|na)[ _-]\S+|kód alarmu"
    r"|(?:tür|alarm|zugangs|tresor)code"
    r"|code (?:de la |du |d')(?:porte|portail|alarme|coffre|entrée)"
    r"|c[óo]digo de (?:la )?(?:puerta|alarma|acceso|seguridad)|kod[ _-](?:do|od)[ _-]\S+)"
)

FIELD_LABEL = (
    rf"(?:{PASSWORD_LABEL}|{TOKEN_LABEL}|{_CODE_LABEL}"
    r"|[a-z0-9]+(?:Password|Passwd|Passphrase|Pwd|Pass|Secret|Token|ApiKey|AccessKey|SecretKey))"
)
"""The name of a field that holds a password, a key, a token or a code; without edges."""
