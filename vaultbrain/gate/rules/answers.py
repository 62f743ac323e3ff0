"""What people read out to a clerk or paste into an installer: security answers, licence keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vaultbrain.gate.rules.base import joined
from vaultbrain.gate.rules.forms import BELOW, EDGE, IS, MARKS, SEPARATOR, code_rule

if TYPE_CHECKING:
    from vaultbrain.gate.rules.base import Rule


_ANSWER_LABEL = (
    r"(?i:mother['\x{2019}]?s maiden(?: name)?|maiden name of (?:my )?mother"
    r"|first pet(?:['\x{2019}]s name)?"
    r"|name of (?:my |the |your )?first pet|security answer|secret answer"
    r"|(?:rodn[ée]|d[íi]v[čc][íi]|panensk[ée]) (?:p[řr][íi]jmen[íi]|jm[ée]no|priezvisko"
    r"|meno) (?:m[ée] |mojej )?matky"
    r"|(?:p[řr][íi]jmen[íi]|jm[ée]no) matky za svobodna|matka za svobodna"
    r"|matka za slobodna|(?:meno|priezvisko) matky za slobodna"
    r"|(?:m[äa]dchen|geburts)name (?:der|meiner|deiner|ihrer) mutter"
    r"|nom de jeune fille de (?:ma|la|votre) m[èe]re|apellido de soltera de (?:la|mi|su) madre"
    r"|nazwisko (?:panie[ńn]skie|rodowe) matki|(?:bezpe[čc]nostn[íi]|kontroln[íi]) odpov[ěe][ďd]"
    r"|sicherheitsantwort|respuesta secreta|r[ée]ponse secr[èe]te"
    r"|answer to (?:the |my )?security question|respuesta de seguridad"
    r"|odpov[eě][ďd] na (?:kontroln|bezpe[čc]nostn|tajn)\pL+ ot[áa]zku"
    r"|antwort auf die (?:sicherheits|geheim)frage"
    r"|r[ée]ponse [àa] la question (?:secr[èe]te|de s[ée]curit[ée])"
    r"|respuesta a la pregunta (?:secreta|de seguridad)"
    r"|odpowied[źz] na pytanie (?:pomocnicze|bezpiecze[ńn]stwa)"
    # The word that a clerk asks for on the phone.
    r"|(?:bezpe[čc]nostn|kontroln|hlasov|telefonn|overovac|ov[ěe][řr]ovac)\pL{1,2} (?:heslo|slovo)"
    r"|heslo (?:pro|na) (?:hovor|telefon\pL*|infolink\pL*|telebank\pL*|volání)"
    r"|(?:verbal|telephone|phone|memorable|security|safe) (?:banking )?(?:password|passphrase|word)"
    r"|memorable (?:name|place|word)|(?:telefon|sicherheits|losungs)-?(?:kennwort|wort)"
    r"|mot de passe t[ée]l[ée]phonique|palabra (?:clave|secreta|de seguridad)"
    r"|has[łl]o (?:telefoniczne|do kontaktu|do infolinii))"
)
_QUESTION = (
    r"(?i:(?:security|secret|sec\.?) q(?:uestion)?s?|(?:(?:kontroln|bezpe[čc]nostn|tajn)\pL{1,2}"
    r"|(?:bezp|kontr)\.?) ot[áa]zka"
    r"|(?:sicherheits|geheim)frage|question (?:secr[èe]te|de s[ée]curit[ée])"
    r"|pregunta (?:secreta|de seguridad)|pytanie (?:pomocnicze|bezpiecze[ńn]stwa))"
)
_QUESTIONS = (
    r"(?i:(?:security|secret|recovery) questions|(?:kontroln|bezpe[čc]nostn|tajn)\pL{1,2} ot[áa]zky"
    r"|(?:sicherheits|geheim)fragen|questions (?:secr[èe]tes|de s[ée]curit[ée])"
    r"|preguntas (?:secretas|de seguridad)|pytania (?:pomocnicze|bezpiecze[ńn]stwa))"
)
_REPLY = r"(?i:answer|odpov[ěe][ďd]|odpove[ďd]|antwort|r[ée]ponse|respuesta|odpowied[źz]|a)"
_ANSWER = r"([^\n,;|?(\x{201c}\x{201d}»]{2,60})(?:$|[\n,;|(\x{201c}\x{201d}»])"
_ANSWER_KEYWORDS = (
    *(
        "ní otázku",
        "ni otazku",
        "nú otázku",
        "nu otazku",
        "respuesta de seg",
        "a svobodna",
        "a slobodna",
    ),
    *(
        "maiden name",
        "first pet",
        "security answer",
        "secret answer",
        "security question",
        "maiden:",
        "security q",
        "sec q",
        "sec. q",
        "bezp. ot",
        "bezp ot",
        "kontr. ot",
        "kontr ot",
    ),
    *("secret question", "matky", "matki", "name der mutter", "name meiner mutter", "jeune fille"),
    *(
        "de soltera",
        "ní otázk",
        "ni otazk",
        "ná otázk",
        "na otázk",
        "na otazk",
        "ní odpověď",
        "sicherheitsfrage",
    ),
    *("geheimfrage", "sicherheitsantwort", "question secr", "question de s", "pregunta s"),
    *("pregunta de seg", "pytanie pom", "pytanie bez", "respuesta secreta", "ponse secr"),
    *(
        "stní heslo",
        "stni heslo",
        "lní heslo",
        "lni heslo",
        "sové heslo",
        "sove heslo",
        "stné heslo",
    ),
    *(
        "nní heslo",
        "nni heslo",
        "ovací heslo",
        "ovaci heslo",
        "ovacie heslo",
        "ní slovo",
        "né slovo",
    ),
    *("heslo pro hovor", "heslo pro tel", "heslo na tel", "heslo na info", "heslo pro info"),
    *("heslo pro vol", "verbal pass", "phone pass", "telephone pass", "phone banking pass"),
    *("memorable ", "security word", "safe word", "telefonkenn", "kennwort", "losungswort"),
    *("de passe tél", "de passe tel", "palabra clave", "palabra secr", "palabra de seg"),
    *("hasło tel", "haslo tel", "hasło do k", "haslo do k", "hasło do inf", "haslo do inf"),
)

_GROUPS = r"[0-9A-Z]{4,8}(?:-[0-9A-Z]{4,8}){2,9}"
_LICENCE = (
    r"(?i:licen[sc]e(?:[ _-]?(?:key|code|number|no\.?|serial))?|(?:product|activation"
    r"|registration|cd)[ _-]?key"
    r"|activation[ _-]code|registration[ _-]code|serial(?:[ _-]?(?:number|key|no\.?))?"
    r"|s[ée]riov[ée] [čc][íi]sl[oa]|(?:licen[čc]n|produktov"
    r"|aktiva[čc]n)\pL{1,3} (?:k[lľ][íiúu][čc]|k[óo]d|[čc][íi]slo)"
    r"|lizenz(?:schl(?:ü|ue)ssel|nummer|code)?|(?:produkt|aktivierungs)(?:schl(?:ü|ue)ssel|code)"
    r"|seriennummer"
    r"|cl[ée] (?:de )?(?:licence|produit|d['\x{2019}]activation)|num[ée]ro de s[ée]rie"
    r"|clave de (?:licencia|producto|activaci[óo]n)|n[úu]mero de serie"
    r"|klucz (?:licencyjny|produktu|aktywacyjny)|numer seryjny)"
)
_LICENCE_KEYWORDS = (
    *(
        "license",
        "licence",
        "product key",
        "activation",
        "registration",
        "cd key",
        "cd-key",
        "serial",
    ),
    *("product_key", "sériové", "seriove", "licenčn", "licencn", "produktov"),
    *("aktivač", "aktivac", "lizenz", "produktschl", "aktivierungs", "seriennummer", "de produit"),
    *("numéro de s", "numero de s", "número de s", "de licencia", "de producto", "activación"),
    *("klucz ", "numer seryjny"),
)
_KEY5 = joined("QZ7RW-", "3KVXN-", "8YCT4-", "HDP6F-", "GJ5UA")


ANSWER_RULES: tuple[Rule, ...] = (
    code_rule(
        "security-answer",
        "security-answer",
        _ANSWER_KEYWORDS,
        rf"{EDGE}{_ANSWER_LABEL}{MARKS}"
        r"(?:[ \t](?i:pro|k|ke|na|do|for|with|to|für|pour|para|dla)[ \t]"
        rf"[^\n:=→|]{{1,30}}?|[ \t]?\([^()\n]{{0,40}}\)"
        rf"|[ \t]?[-\x{{2013}},][ \t]"
        r"(?i:answer|odpov[ěe][ďd]|antwort|r[ée]ponse|respuesta|odpowied[źz])"
        rf"[^\n:=|]{{0,30}})?[ \t]{{0,4}}(?:::?|=|->|→|\||[ \t][-\x{{2013}}]"
        rf"|[ \t](?i:is|je|ist|est|es|to)[ \t])"
        rf"[ \t*_`\"'„“«]{{0,8}}{_ANSWER}",
        (
            ("mother's maiden name: Hughes", "rodné příjmení matky: Dvořáková"),
            ("mother's maiden name: ****", "Rodné příjmení: Dvořáková"),
        ),
        check="answer",
    ),
    code_rule(
        "security-question",
        "security-answer",
        _ANSWER_KEYWORDS,
        rf"{EDGE}{_QUESTION}(?:[^\n]{{0,120}}?(?:\n[^\n]{{0,8}})?[^\pL]{_REPLY}[ \t*_]{{0,3}}"
        rf"(?:[:=]|[-\x{{2013}}\x{{2014}}][ \t])[ \t*_`\"']{{0,6}}"
        rf"|[^\n]{{0,80}}?[ \t,;/](?i:answer|odpov[ěe][ďd]|antwort|r[ée]ponse|respuesta"
        rf"|odpowied[źz])[ \t]"
        rf"|[^\n&]{{0,80}}?(?:->|→|=>)[ \t]{{0,3}}"
        rf"|[ \t]?:[^\n:]{{3,60}}?[ \t][-\x{{2013}}\x{{2014}}][ \t]"
        rf"|[ \t]?\([^()\n]{{0,80}}\)[*_]{{0,2}}"
        rf"(?:[ \t]?[:=]|{IS}|[ \t][-\x{{2013}}\x{{2014}}])"
        rf"[ \t*_`\"']{{0,6}}){_ANSWER}",
        (
            (
                "Security question: first car? answer: Trabant",
                "kontrolní otázka: pes, odpověď: Rex",
            ),
            ("Question: What is a monad? Answer: a monoid", "kontrolní otázka: co je to monáda?"),
        ),
        check="answer",
    ),
    code_rule(
        "security-questions-told",
        "security-answer",
        _ANSWER_KEYWORDS,
        rf"{EDGE}{_QUESTION}([^\n&]*(?:->|→|=>)[^\n]*"
        r"(?:\n[^\n?→]{2,60}\?[ \t]?(?:->|→|=>)[^\n]+){0,6})",
        (
            ("security q: first pet? → Rex / street? → Elm Lane",),
            ("security question → see the docs",),
        ),
        part="told_answers",
    ),
    code_rule(
        "security-question-asked",
        "security-answer",
        (
            *("your first pet", "maiden name?", "your first school", "your first teacher"),
            *("you grow up on", "your childhood"),
        ),
        r"(?i:(?:what|which|name|who)[^\n?]{1,30}(?:your (?:first (?:pet|school|teacher)|childhood)"
        r"|mother['\x{2019}]?s maiden name|you grow up on)[^\n?]{0,30}\?)"
        rf"[ \t*_→>:\x{{2013}}-]{{1,6}}{_ANSWER}",
        (
            ("What was the name of your first pet? Rexík",),
            ("What was the name of your first pet?",),
        ),
        check="answer",
    ),
    code_rule(
        "security-questions-listed",
        "security-answer",
        (
            *(
                "security questions",
                "secret questions",
                "recovery questions",
                "í otázky",
                "é otázky",
            ),
            *("i otazky", "e otazky", "sicherheitsfragen", "geheimfragen", "questions secr"),
            *("questions de s", "preguntas de s", "preguntas sec", "pytania bez", "pytania pom"),
        ),
        rf"(?m:^)[ \t>#*_xX\[\]-]*(?:[^\s:=|]+[ \t])*?{_QUESTIONS}[^\n]*\n"
        r"(?:[ \t>]*\r?\n)?"
        r"((?:[ \t>]*(?:[-*+•|→]|[0-9]{1,2}[.)]|[QAOFRP][.:])[^\n]+(?:\n|\z))+)",
        (
            ("## Security questions\n- first pet: Rex\n- city of birth? Telč\n",),
            ("## Security questions\n- who reviews the design: the team\n",),
        ),
        part="listed_answers",
    ),
    code_rule(
        "product-key",
        "licence-key",
        (
            *("windows", "office", "product", "licen", "serial", "key", "klíč", "klic", "lizenz"),
            *("clave", "schlüssel", "klucz", "activation", "visio", "sériov", "clé"),
        ),
        # Five groups of five by themselves, others behind `key:`; as one rule they cost one pass.
        r"((?:^|[^0-9A-Za-z-])[0-9A-Z]{5}(?:-[0-9A-Z]{5}){4}"
        r"|(?:^|[^\pL\pM\pN_])(?i:key|kl[íi][čc]|schl(?:ü|ue)ssel|cl[ée]|clave|klucz)[ \t]{0,2}[:=]"
        r"[ \t*_`]{0,6}[0-9A-Z]{4,6}(?:-[0-9A-Z]{4,6}){3,7})(?:$|[^0-9A-Za-z-])",
        (
            (f"Windows 11 Pro: {_KEY5}", f"WinRAR key: {_KEY5[:23]}"),
            (
                *("key: 2024-2025-2026-2027", "Jira key: PROJ-1234"),
                "product key: XXXXX-XXXXX-XXXXX-XXXXX-XXXXX",
            ),
        ),
        check="licence_key",
        part="grouped_key",
    ),
    code_rule(
        "gift-key",
        "licence-key",
        ("steam", "gog ", "gog:", "epic games", "xbox", "playstation", "psn", "nintendo", "eshop"),
        r"(?:^|[^\pL\pN_-])(?i:steam|gog|epic games|xbox|playstation|psn|nintendo"
        r"|eshop)[^\n0-9]{0,40}?"
        r"[ \t:=→*`]((?:[0-9A-Z]{5}-){2,4}[0-9A-Z]{5}|(?:[0-9A-Z]{4}-){2,3}[0-9A-Z]{4})"
        r"(?:$|[^0-9A-Za-z_-])",
        (
            (f"Steam gift for Eva: {_KEY5[:17]}",),
            ("Steam Deck: 64GB0-256GB", "xbox 2024-2025-2026", "steam: XXXXX-XXXXX-XXXXX"),
        ),
        check="licence_key",
    ),
    code_rule(
        "licence-key",
        "licence-key",
        _LICENCE_KEYWORDS,
        rf"{EDGE}{_LICENCE}{MARKS}[^\n:=|→]{{0,40}}?{MARKS}(?:{SEPARATOR}|{IS}|{BELOW}|[ \t])"
        rf"[*_`\"']{{0,3}}({_GROUPS}|(?i:{_GROUPS}))(?:$|[^0-9A-Za-z_-])",
        (
            (f"licence key: {_KEY5[:23]}", f"sériové číslo: {_KEY5}"),
            ("License: GPL-3.0-or-later", "Serial: C02XK1Q7JGH5"),
        ),
        check="licence_key",
    ),
    code_rule(
        "licence-token",
        "licence-key",
        _LICENCE_KEYWORDS,
        r"(?:^|[^\pL\pM\pN&?])(?i:licen[sc]e[ _-]?(?:key|code)|(?:product|activation"
        r"|registration)[ _-](?:key|code))"
        rf"[*_\"'`]{{0,4}}{SEPARATOR}([0-9A-Za-z]{{8,}}(?:-[0-9A-Za-z]{{4,40}}){{0,9}})(?:$"
        rf"|[^0-9A-Za-z_./-])",
        (
            (joined("activation code: 7Q2M", "X9KD44PTZB81"),),
            ("activation code: 123456", "license key: required"),
        ),
        check="machine_token",
    ),
)
