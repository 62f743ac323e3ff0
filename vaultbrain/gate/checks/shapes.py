"""What a password looks like, and what only stands where one would."""

from __future__ import annotations

from vaultbrain.gate.words import CODE_ROOTS, LABEL_PARTS, ORDINARY, PLACEHOLDER_PARTS

_TRAILING = ".,;:!?)]}>*_\"'`|\\“”"


_OPENING = "<{[$%@(&"


# Longer values are judged by their head; a placeholder shows itself early.
HEAD = 512


def _is_run(value: str) -> bool:
    """Tell a masked value such as ******** or xxxx-xxxx: at most two kinds of character."""
    letters = {c for c in value.lower() if c.isalnum()}
    return len(letters) <= 1 and len(set(value)) <= 3  # noqa: PLR2004 - one letter, two separators


def placeholder(value: str) -> bool:
    """Tell a value that only stands for one: masked, a variable, a template, a code expression."""
    bare = value[:HEAD].rstrip(_TRAILING)
    low = bare.lower()
    if not bare or _is_run(bare) or low in ORDINARY or "[redacted:" in value.lower():
        return True
    if value[0] in _OPENING and _is_template(value[1:HEAD]):
        return True
    whole = value[:HEAD].lower()
    if any(part in whole for part in PLACEHOLDER_PARTS):
        return True
    return _is_code(low, bare)


def _is_template(rest: str) -> bool:
    """Tell what follows an opening sign: a name (<your-password>, $VAR, %s) or a second sign."""
    rest = rest.rstrip(_TRAILING + "%")
    return not rest or rest[0] in "{[<(%=\"' " or all(c.isalpha() or c in "_- " for c in rest)


def _is_code(low: str, bare: str) -> bool:
    """Tell a path, an URL, a call, an attribute or a CONSTANT_NAME."""
    if low.startswith(("/", "./", "../", "~/", "c:\\", "\\\\")) or "://" in low:
        return True
    if low.startswith(CODE_ROOTS) or (
        "(" in low and low.partition("(")[0].replace(".", "_").isidentifier()
    ):
        return True
    has_digit = any(c.isdigit() for c in bare)
    if not has_digit and bare.isupper() and "_" in bare:
        return True
    return not has_digit and any(part in low for part in LABEL_PARTS)


def _kinds(value: str) -> int:
    """Count the kinds of character: lower case, upper case past the first, digits, others."""
    return (
        any(c.islower() for c in value)
        + any(c.isupper() for c in value[1:])
        + any(c.isdigit() for c in value)
        + any(not c.isalnum() for c in value)
    )


def _is_number(bare: str) -> bool:
    """Tell dates, times, ranges, amounts and versions: digits with punctuation, maybe a unit."""
    return not any(c.isalpha() for c in bare.rstrip("abcdefghijklmnopqrstuvwxyz%"))


def _is_words(bare: str) -> bool:
    """Tell ordinary writing: letters alone, or joined by hyphens, dots, slashes or apostrophes."""
    return all(c.isalpha() or c in "-./'_,&+:~=()\u2013\u2014\u2026" for c in bare)


def strong(value: str) -> bool:
    """Tell a value that is a password by its looks alone: at least 6 long and mixed in kind."""
    bare = value[:HEAD].rstrip(_TRAILING)
    if len(bare) < 6 or placeholder(value) or _is_words(bare) or _is_number(bare):  # noqa: PLR2004
        return False
    if _is_slug(bare):
        return False
    return _kinds(bare) >= 2  # noqa: PLR2004


def _is_slug(bare: str) -> bool:
    """Tell identifiers with a number in them: uuid, sha256:…, file-name.md, 2fa-setup."""
    low = bare.lower()
    parts = low.replace("_", "-").split("-")
    if [len(part) for part in parts] == [8, 4, 4, 4, 12]:
        return True
    return low.endswith((".md", ".txt", ".png", ".pdf", ".py", ".js", ".json", ".yaml", ".yml"))


def plausible_secret(value: str) -> bool:
    """Tell whether what follows `password:` is a password rather than prose or a placeholder.

    A number of 4 digits or more counts, a word of letters alone does not.
    """
    bare = value[:HEAD].rstrip(_TRAILING)
    if len(bare) < 4 or placeholder(value) or _is_words(bare):  # noqa: PLR2004
        return False
    if bare.isdigit():
        return True
    return not _is_number(bare) and _kinds(bare) >= 2  # noqa: PLR2004


def plausible_word(value: str) -> bool:
    """Tell whether a single word may be a password: not one of those that documentation uses."""
    bare = value[:HEAD].rstrip(_TRAILING)
    return len(bare) >= 5 and not placeholder(value)  # noqa: PLR2004


def plausible_quoted(value: str) -> bool:
    """Tell whether a quoted value may be a password: anything but placeholders and short text."""
    return len(value) >= 4 and not placeholder(value)  # noqa: PLR2004


def plausible_cell(value: str) -> bool:
    """Tell whether a cell below `password` holds one: like `plausible_secret`, in one word."""
    return not value[:HEAD].count(" ") and plausible_secret(value)


def plausible_phrase(value: str) -> bool:
    """Tell whether quoted text may be a password: `plausible_quoted`, but no command or option."""
    if value.startswith("-") or value.isdigit() or not plausible_quoted(value):
        return False
    return value.count(" ") >= 2 or plausible_secret(value)  # noqa: PLR2004


def strong_mixed(value: str) -> bool:
    """Tell a password with nothing but its label in front: `strong`, with a letter and a digit."""
    bare = value[:HEAD].rstrip(_TRAILING)
    if not (any(c.isdigit() for c in bare) and any(c.isalpha() for c in bare)):
        return False
    # foo-bar-2 after `pass` is more often an argument than a password.
    slug = bare.islower() and "-" in bare and bare.replace("-", "").isalnum()
    return strong(value) and len(bare) >= 8 and not slug  # noqa: PLR2004


def random_token(value: str) -> bool:
    """Tell a token with hardly a separator in front: `plausible_token`, 20 or more, no uuid."""
    return len(value) >= 20 and plausible_token(value) and not _is_slug(value)  # noqa: PLR2004


def plausible_token(value: str) -> bool:
    """Tell whether what follows `token:` or `api key:` is one: 8 or more, with letter and digit."""
    bare = value[:HEAD].rstrip(_TRAILING)
    if len(bare) < 8 or placeholder(value) or _is_words(bare) or _is_number(bare):  # noqa: PLR2004
        return False
    return any(c.isdigit() for c in bare) and any(c.isalpha() for c in bare) and " " not in bare
