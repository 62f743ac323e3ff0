"""The forms in which codes, keys and answers are written behind their label, as patterns of RE2."""

from __future__ import annotations

from vaultbrain.gate.rules.base import Rule
from vaultbrain.records import Tier

# Hyphens are part of words here: `thread-safe code` is about no safe.
EDGE = r"(?:^|[^\pL\pM\pN_&?.-])"
MARKS = r"[\"'`*_\])]{0,4}(?:</[a-z]{1,6}>)?"
IS = (
    r"(?:,?[ \t]{1,2}(?i:is|was|are|je|jsou|m[áa](?:m|me|j[íi])?|funguje|(?:open|work)s? with"
    r"|c['\x{2019}]est|wurde auf|s[úu]|bude|b[yo]l[aoi]?|zn[íi]|znie|ist|lautet|war|sind|est"
    r"|sont|es|son|era"
    r"|jest|brzmi|changed to|set to|reset to|zm[ěe]n[ěe]n[a-zà-ž]?(?: na)?"
    r"|nastaven[a-zà-ž]?(?: na)?)"
    r"|[ \t]to)"
    r"(?:[ \t](?i:now|still|the|my|our|same|usual|always|just|simply|changed|set|reset|updated"
    r"|to|number"
    r"|te[ďd]|nyn[íi]|nov[ěe]|po[řr][áa]d|st[áa]le|zase?|stejn[a-zà-ž]+|jako|v[žz]dy"
    r"|zm[ěe]n[ěe]n[a-zà-ž]?|nastaven[a-zà-ž]?"
    r"|na|teraz|jetzt|nun|immer|noch|maintenant|toujours|ahora|siempre|zawsze"
    r"|nadal))*[ \t:]{1,3}"
)
SEPARATOR = (
    r"(?:[ \t]{0,4}(?:::?|=>?|->|→|⇒|\|)|[ \t][-\x{2013}\x{2014}][ \t]"
    r"|[ \t]?#:)[ \t*_`\"'>]{0,8}(?:</[a-z]{1,6}>[ \t]?)?"
)
BELOW = r"[ \t]?:?[*_]{0,2}[ \t]*\r?\n(?:[ \t>]*\r?\n)?[ \t>*+`-]{0,12}"

SOLID = r"(?:[A-Z]?[0-9]{4,10}[A-Z]?|[0-9]{1,4}[A-Z][0-9]{1,5})"
SPACED = r"[0-9]{2,4} [0-9]{2,4}(?: [0-9]{2,4})?|[0-9](?: [0-9]){3,7}"
TURNED = r"(?:[0-9]{1,2}(?:-[0-9]{1,2}){3,8}|[0-9]{1,2}-[0-9]{2}-[0-9]{1,2})"
VALUE = rf"(?:[#*]{{0,2}}(?:{SPACED}|{SOLID})[#*]{{0,2}})"
LOCK = rf"(?:[#*]{{0,2}}(?:{TURNED}|{SPACED}|{SOLID}|[0-9]{{3}})[#*]{{0,2}})"
AND = r"(?:[ \t]?[,;/+|][ \t]?|[ \t](?i:or|and|nebo|a|i|oder|und|ou|et|o|y|lub)[ \t])"
# Not in the middle of a date, an amount, a time or a version.
END = r"(?:$|[^\x{41}-\x{5a}a-z0-9_.:,%\x{c0}-\x{24f}-]|[.:,-](?:$|[^0-9]))"


def values(value: str) -> str:
    """Build the pattern of one value or several: `4821, 9931`, `karta 4821, mobil 9931`."""
    more = rf"(?:{AND}(?:[a-zà-ž]{{1,12}}[ \t]){{0,3}}?{value})"
    return rf"({value}{more}{{0,4}}|(?:[a-zà-ž]{{1,12}}[ \t]){{1,2}}{value}{more}{{1,4}}){END}"


def coded(label: str, bare: str, words: str, value: str) -> str:
    """Build the forms that every code has: assigned, stated, on the next line, with nothing."""
    return (
        rf"{EDGE}(?:{label}{MARKS}{words}{MARKS}(?:{SEPARATOR}|{IS}|{BELOW})"
        rf"|{bare}[ \t]{{1,4}})[*_`\"']{{0,3}}{values(value)}"
    )


def code_rule(  # noqa: PLR0913 - the columns of a row
    name: str,
    class_: str,
    keywords: tuple[str, ...],
    pattern: str,
    texts: tuple[tuple[str, ...], tuple[str, ...]],
    *,
    check: str | None = None,
    part: str | None = None,
) -> Rule:
    """Build a row of the table; `texts` are examples and counter-examples."""
    return Rule(
        id=name,
        class_=class_,
        tier=Tier.SECRET,
        keywords=keywords,
        pattern=pattern,
        check=check,
        part=part,
        examples=texts[0],
        counter_examples=texts[1],
    )
