"""The two kinds of row in the vendor tables, and the rules made of them."""

from __future__ import annotations

import msgspec

from vaultbrain.gate.rules.base import HEX, UPPER, Rule, noise
from vaultbrain.records import Tier

# What may stand before a key: no letter or digit, unless it ends an escape (\n, \u003d, %3D).
# An underscore may, as in x_ghp_…, because the prefixes are rare enough.
_LEFT = r"(?:^|[^0-9A-Za-z]|\\[nrt]|\\u[0-9A-Fa-f]{4}|%[0-9A-Fa-f]{2})"
# For prefixes that other words end with: re_ is also the end of core_.
_TIGHT_LEFT = r"(?:^|[^0-9A-Za-z_.+-]|\\[nrt]|\\u[0-9A-Fa-f]{4}|%[0-9A-Fa-f]{2})"
_SIGNS = (*" \t\n\"'`=:(|>,*<[~#@/•→„“”«»\u201a\u2018\u2019\uff08「", "\\n")

LOWER = "k3vw9qzr7tlm2xbn8sycj4hdp6fg5ua"
_ALPHABETS = {
    "k": "k3Vw9QzR7tLm2XbN8sYc4HdP6fGj5Ua",
    "h": HEX,
    "u": UPPER,
    "l": LOWER,
    "d": "7138204965",
}
GUID = "{h8}-{h4}-{h4}-{h4}-{h12}"


class _Noise(dict[str, str]):
    def __missing__(self, field: str) -> str:
        return noise(int(field[1:]), _ALPHABETS[field[0]])


def invented(template: str) -> str:
    """Fill a template such as `ghp_{k36}` with invented key material.

    The letter says what of: `k` any letters and digits, `h` hexadecimal, `u` capitals and digits,
    `l` small letters and digits, `d` digits; the number says how many.
    """
    return template.format_map(_Noise())


def after_sign(*prefixes: str) -> tuple[str, ...]:
    """Make keywords of a prefix that other words end with: a sign in front makes it rare."""
    return tuple(sign + prefix for prefix in prefixes for sign in _SIGNS)


class Key(msgspec.Struct, frozen=True):
    """A key that is known by its own shape.

    Attributes:
        id: the rule's name.
        keywords: as of a rule.
        pattern: RE2 syntax for the key itself, without its edges.
        sample: template of an invented key (see `invented`).
        class_: as of a rule.
        tight: whether an underscore, hyphen, plus or dot before the key makes it another word.
        check: as of a rule.
        label: what stands before the invented key in the examples.
        before: pattern of what must stand in front and stays; it brings its own left edge.
    """

    id: str
    keywords: tuple[str, ...]
    pattern: str
    sample: str
    class_: str = "vendor-token"
    tight: bool = False
    check: str = "vendor_key"
    label: str = ""
    before: str = ""


def key_rules(rows: tuple[Key, ...]) -> tuple[Rule, ...]:
    """Make a rule of each row."""
    return tuple(_key_rule(row) for row in rows)


def _key_rule(row: Key) -> Rule:
    key = invented(row.sample)
    text = row.label + key
    left = row.before or (_TIGHT_LEFT if row.tight else _LEFT)
    glued = () if row.before else (f"{row.label}Q{key}",)
    return Rule(
        id=row.id,
        class_=row.class_,
        tier=Tier.SECRET,
        keywords=row.keywords,
        pattern=f"{left}({row.pattern})",
        check=row.check,
        examples=(f"the key is {text} for now", f'klíč:"{text}"'),
        counter_examples=(row.label + key[:6] + "x" * (len(key) - 6), *glued),
    )


# A vendor's name, and a word that says that a key follows; both may be parts of an identifier.
_TO_WORD = r"[\pL\pN\s_.|\"'`*()/:{\x{2013}\x{2014}-]{0,24}?"
_WORD = (
    r"(?:api|access|private|keys?|tokens?|secrets?|pat|auth(?:orization)?|pass(?:word|wd)?|pwd"
    r"|credentials?|klíče?|klic|heslo|tajemství|schlüssel|clave|clé|klucz)"
)
_SIGN = r"[\s\"'`*_|=:>,()\[\]{}<\\\x{2013}\x{2014}-]{1,12}"
_REMARK = r"(?:is|je|est|ist|jest|es|prod|production|live|test|dev|staging|bearer|token)"
_ASSIGNED = r"[\"'`*\]]{0,3}[ \t]{0,4}\??[=:>,|]{1,4}[ \t]{0,4}[\"'`*]{0,3}"
_LABEL = f"(?:{_TO_WORD}{_WORD}{_SIGN}(?:{_REMARK}{_SIGN})?|{_ASSIGNED})"
_VALUE = r"[0-9A-Za-z][0-9A-Za-z_.+/=~-]{14,}[0-9A-Za-z=]"
_JOINTS = (" ", "_", "-", ".", "")
_AFTER_VALUE = r"(?:$|[^0-9A-Za-z_(])"


def labelled_rule(name: str, names: str) -> Rule:
    """Make one rule for the vendors whose keys have no mark of their own.

    Their names must be rare in prose. The key must follow `NAME … key`, or `NAME =` directly.

    Args:
        name: the rule's name.
        names: the vendors' names, small letters, white space between them; an underscore stands
            for one of ` _-.` or nothing.
    """
    vendors = tuple(word.replace("_", " ") for word in names.split())
    any_of = "|".join(v.replace(".", r"\.").replace(" ", "[ _.-]?") for v in vendors)
    key = noise(32)
    first = vendors[0]
    return Rule(
        id=name,
        class_="vendor-token",
        tier=Tier.SECRET,
        keywords=tuple(v.replace(" ", s) for v in vendors for s in _JOINTS[: 5 if " " in v else 1]),
        pattern=rf"(?i)(?:^|[^\pL\pN])(?:{any_of}){_LABEL}({_VALUE}){_AFTER_VALUE}",
        check="labelled_key",
        examples=(
            f"{first} key: {key}",
            f"{first.replace(' ', '_').upper()}_KEY={key}",
            f"| {first} | API key | {key} |",
            f"{first}: {noise(40, HEX)}",
            f"- **{first}** \u2013 klíč `{key}`",
            f"{first} token (prod)\n{key}",
            f"{first}:\n  api_token: {key}",
        ),
        counter_examples=(
            f"{first} key: <your-{first}-key>",
            f"{first} api: https://api.host.com/v1/things-that-are-long",
            f"{first} key=loadKey2From3Env4File5(path)",
            f"{first}-agent: version-7.45.0-linux-amd64",
            f"see the {first} docs about hashes like {noise(40, HEX)}",
            f"the {first} key is stored in Bitwarden, item {noise(40, HEX)}",
        ),
    )
