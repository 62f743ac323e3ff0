"""What a password or a token looks like, after a label and without one."""

from __future__ import annotations

from itertools import pairwise

from vaultbrain.gate.checks.shapes import HEAD, TRAILING, has_digit, placeholder
from vaultbrain.gate.words import FUNCTION_WORDS, ORDINARY, POINTERS, PROMPTS, TECHNICAL, TOOLS

_DRESS = "\"'`*_()[],.;:“”„"
_SIGNS_OF_NAMES = frozenset("-._/:'\u2019")
_MARKS_OF_WORDS = frozenset("-./'_,&+:~=()\u2013\u2014\u2026\u2019")
_FILES = (
    ".md", ".txt", ".png", ".pdf", ".py", ".js", ".ts", ".json", ".yaml", ".yml", ".toml", ".html",
    ".csv", ".sh", ".env", ".cfg", ".conf", ".kdbx", ".docx", ".xlsx",
)  # fmt: skip


def _kinds(value: str) -> int:
    """Count the kinds of character: lower case, upper case past the first, digits, others."""
    tail = value[1:]
    return (
        (value.upper() != value) + (tail.lower() != tail) + has_digit(value) + (not value.isalnum())
    )


def _is_number(bare: str) -> bool:
    """Tell dates, times, ranges, amounts and versions: digits with punctuation, maybe a unit."""
    start = 1 if bare[0] in "vV~<>±" and len(bare) > 1 and not bare[1].isalpha() else 0
    rest = bare[start:].rstrip("abcdefghijklmnopqrstuvwxyz%")
    return rest.upper() == rest.lower()


def _is_words(bare: str) -> bool:
    """Tell ordinary writing: letters alone, or joined by hyphens, dots, slashes or apostrophes."""
    if has_digit(bare):
        return False
    return bare.isalpha() or all(c.isalpha() or c in _MARKS_OF_WORDS for c in bare)


def _is_technical(bare: str) -> bool:
    """Tell names of techniques with a digit: SHA-256, WPA2-PSK, PBKDF2/HMAC."""
    if bare.partition("$")[0].lower() in TECHNICAL:
        return True
    parts = bare.lower().replace("-", "/").replace("_", "/").replace("+", "/").split("/")
    return "".join(parts) in TECHNICAL or all(
        part in TECHNICAL or part in ORDINARY or part.isdigit() for part in parts
    )


def strong(value: str) -> bool:
    """Tell a value that is a password by its looks alone: at least 6 long and mixed in kind."""
    bare = value[:HEAD].rstrip(TRAILING)
    if len(bare) < 6 or placeholder(value) or _is_words(bare) or _is_number(bare):  # noqa: PLR2004
        return False
    return _kinds(bare) >= 2 and not (is_slug(bare) or _is_setting(bare))  # noqa: PLR2004


def is_slug(bare: str) -> bool:
    """Tell identifiers: uuid, file-name.md, SHA-256, eva.h@firma.cz."""
    low = bare.lower()
    parts = low.replace("_", "-").split("-")
    if [len(part) for part in parts] == [8, 4, 4, 4, 12]:
        return True
    return low.endswith(_FILES) or _is_technical(bare) or _is_address(low)


def _is_address(low: str) -> bool:
    """Tell an e-mail address: a name, and a host with a top-level domain of letters."""
    name, _, host = low.partition("@")
    top = host.rpartition(".")[2]
    return bool(name) and "." in host and top.isalpha() and 2 <= len(top) <= 6  # noqa: PLR2004


def plausible_secret(value: str) -> bool:
    """Tell whether what follows `password:` is a password rather than prose or a placeholder.

    A number of 4 digits or more counts, a word of letters alone does not, words only when they
    are strung together like a passphrase or stand in quotes.
    """
    bare = value[:HEAD].rstrip(TRAILING)
    if len(bare) < 4 or placeholder(value):  # noqa: PLR2004
        return False
    if bare.isdigit():
        return True
    if _is_words(bare):
        return _is_wild(bare) or _is_strung(bare)
    return not _is_number(bare) and _kinds(bare) >= 2 and not _is_technical(bare)  # noqa: PLR2004


def _is_wild(bare: str) -> bool:
    """Tell letters whose case turns as in no word and no camelCase name."""
    if len(bare) < 8 or len(bare) > 64:  # noqa: PLR2004
        return False
    turns = sum(a.isupper() != b.isupper() for a, b in pairwise(bare))
    return turns >= 5 and turns * 2 >= len(bare)  # noqa: PLR2004


def _is_strung(bare: str) -> bool:
    """Tell four or more words with a sign between them: correct-horse-battery-staple."""
    for sign in "-._":
        words = bare.lower().split(sign)
        if len(words) >= 4:  # noqa: PLR2004
            return _are_loose(words)
    return False


def strung(value: str) -> bool:
    """Tell a passphrase: four words or more that make no sentence, maybe with a number behind."""
    bare = value[:HEAD].rstrip(TRAILING).rstrip("0123456789")
    return _is_strung(bare.rstrip("-._")) or (bare.count(" ") > 2 and loose_words(bare))  # noqa: PLR2004


def below_label(value: str) -> bool:
    """Tell the only word on the line below a label: `strong_mixed`, or words strung together."""
    if strong_mixed(value):
        return True
    words = value[:HEAD].lower().replace("_", "-").replace(".", "-").split("-")
    return strung(value) and ORDINARY.isdisjoint(words) and TOOLS.isdisjoint(words)


def _are_loose(words: list[str]) -> bool:
    """Tell words that make no sentence: none that holds one together, none about passwords."""
    usual = sum(word in ORDINARY for word in words)
    return (
        all(len(word) >= 3 and word.isalnum() for word in words)  # noqa: PLR2004
        and FUNCTION_WORDS.isdisjoint(words)
        and PROMPTS.isdisjoint(words)
        and usual * 4 <= len(words)
    )


def loose_words(value: str) -> bool:
    """Tell a passphrase without quotes: three words or more that make no sentence."""
    words = value[:HEAD].lower().rstrip(".").replace("-", " ").split()
    return 3 <= len(words) <= 24 and _are_loose(words)  # noqa: PLR2004


def plausible_word(value: str) -> bool:
    """Tell whether a single word may be a password: not one of those that documentation uses."""
    bare = value[:HEAD].rstrip(TRAILING)
    if len(bare) < 4 or placeholder(value) or bare[0] in "-<>{[(=":  # noqa: PLR2004
        return False
    if not has_digit(bare):
        parts = bare.lower().replace("/", "-").replace("_", "-").split("-")
        return parts[0] not in ORDINARY and not _is_camel(bare)
    return bare.isdigit() or not (_is_number(bare) or _is_technical(bare))


def _is_camel(bare: str) -> bool:
    return bare[0].islower() and bare.isidentifier() and any(c.isupper() for c in bare)


def plausible_cell(value: str) -> bool:
    """Tell whether a cell below `password` holds one, which may be a plain word."""
    return plausible_mixed(value) or (" " not in value[:HEAD] and plausible_word(value))


def plausible_mixed(value: str) -> bool:
    """Tell whether one word among others is a password: `plausible_secret` without white space."""
    return " " not in value[:HEAD] and plausible_secret(value)


def season(value: str) -> bool:
    """Tell a word with a year and a sign after it, as in Firma2024! or Jaro26#."""
    if not 7 <= len(value) <= 32:  # noqa: PLR2004
        return False
    signless = value.rstrip("!#@%&+?$*")
    word = signless.rstrip("0123456789")
    digits = signless[len(word) :]
    if len(signless) == len(value) or len(word) < 4 or not word.isalpha():  # noqa: PLR2004
        return False
    year = digits.startswith(("19", "20")) if len(digits) == 4 else len(digits) == 2  # noqa: PLR2004
    return year and word[0].isupper() and word[1:].islower() and value[-1] not in "?$*"


def plausible_phrase(value: str) -> bool:
    """Tell whether quoted text may be a password: no placeholder, option, or text about one."""
    if value.startswith("-") or placeholder(value):
        return False
    words = value[:HEAD].lower().split()
    if len(words) > 1:
        told = [word.strip(".,:;!?") for word in words]
        return (
            PROMPTS.isdisjoint(told)
            and told[0] not in POINTERS
            and (len(words) > 2 or plausible_secret(value))  # noqa: PLR2004
        )
    return plausible_secret(value)


def strong_mixed(value: str) -> bool:
    """Tell a password with nothing but its label in front: `strong`, with a letter and a digit."""
    bare = value[:HEAD].rstrip(TRAILING)
    if not (has_digit(bare) and any(c.isalpha() for c in bare)):
        return False
    # foo-bar-2 after `pass` is more often an argument than a password.
    slug = bare.islower() and "-" in bare and bare.replace("-", "").isalnum()
    if not strong(value) or slug or _is_number_of(bare):
        return False
    # A short one must have a sign that names do not have.
    return len(bare) >= 8 or any(not c.isalnum() and c not in _SIGNS_OF_NAMES for c in value)  # noqa: PLR2004


def _is_number_of(bare: str) -> bool:
    """Tell a host (node42.internal), a ticket (ABC-12345)."""
    if bare.islower() and all(c.isalnum() or c in "-." for c in bare):
        last = bare.rpartition(".")[2]
        return "." in bare and last.isalpha()
    head, _, tail = bare.partition("-")
    return head.isupper() and head.isalpha() and tail.isdigit()


def _is_setting(bare: str) -> bool:
    """Tell `max_length=64`."""
    name, sign, number = bare.partition("=")
    return bool(sign) and name.isidentifier() and number.isdigit()


def worded(value: str) -> bool:
    """Tell a short password in lower case: a word, and a number of two digits or more (kotek99)."""
    bare = value[:HEAD].rstrip(TRAILING)
    word = bare.rstrip("0123456789")
    digits = len(bare) - len(word)
    if not (bare.islower() and word.isalpha()) or digits <= 1 or len(word) < 4:  # noqa: PLR2004
        return False
    return not _is_technical(bare)


def product(value: str) -> bool:
    """Tell what a thing may be called: letters, and up to two digits after them (iPhone15)."""
    bare = value.strip(_DRESS)
    name = bare.rstrip("0123456789")
    return name.isalpha() and len(bare) - len(name) <= 2  # noqa: PLR2004


def wild(value: str) -> bool:
    """Tell a password in the middle of a sentence: `strong_mixed`, and like no name or version."""
    bare = value[:HEAD].strip(_DRESS)
    if not strong_mixed(bare) or not any(c.islower() for c in bare) or "/" in bare:
        return False
    signs = {c for c in bare if not c.isalnum()}
    name = bare.partition("=")[0].partition(":")[0]
    if name != bare and name.isidentifier():
        return False
    if any(
        b == "." and a.isdigit() and c.isdigit()
        for a, b, c in zip(bare, bare[1:], bare[2:], strict=False)
    ):
        return False
    if signs - _SIGNS_OF_NAMES:
        return True
    if signs & {".", "_"}:
        return any(c.isupper() for c in bare)
    tail = bare.rstrip("0123456789")
    return has_digit(tail) and any(c.isupper() for c in bare[1:])


def random_token(value: str) -> bool:
    """Tell a token with hardly a separator in front: `plausible_token`, 20 or more, no uuid."""
    return len(value) >= 20 and plausible_token(value) and not is_slug(value)  # noqa: PLR2004


def plausible_token(value: str) -> bool:
    """Tell whether what follows `token:` or `api key:` is one: 8 or more, with letter and digit."""
    bare = value[:HEAD].rstrip(TRAILING)
    if len(bare) < 8 or placeholder(value) or _is_words(bare) or _is_number(bare):  # noqa: PLR2004
        return False
    if not has_digit(bare) or not any(c.isalpha() for c in bare) or " " in bare:
        return False
    return not _is_resource(bare) and not _is_technical(bare)


def _is_resource(bare: str) -> bool:
    """Tell the name of a thing in a cloud: prod-eu-west-1, my_app_v2: words, and short numbers."""
    parts = bare.replace("_", "-").replace(".", "-").replace("/", "-").split("-")
    return len(parts) > 1 and all(map(_is_plain_part, parts))


def _is_plain_part(part: str) -> bool:
    return len(part) <= 2 or part.isalpha() or (part.isdigit() and len(part) <= 4)  # noqa: PLR2004
