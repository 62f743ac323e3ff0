"""Word lists of the checks: what stands where a secret would, but is none."""

from __future__ import annotations

ORDINARY = frozenset(
    """
    null nil none true false undefined nan void yes no on off ano ne empty unset unknown default
    string str text char varchar bytes number integer int bool boolean object array list dict any
    optional required forgotten hidden masked secret private public tbd todo fixme wip n/a na
    see viz use using same stored kept saved written ask reset change changed rotate rotated
    enabled disabled here there above below this that the with when
    strong weak medium short long good bad new old expired missing invalid valid incorrect wrong
    correct needed provided prompt
    stejné jiné nové staré žádné není bude uloženo uložené chybí zapomenuto změnit doplnit neznámé
    viz. stejně jako silné slabé
    password passwd pass pwd passphrase heslo token user username admin login guest
    """.split()
)
"""Whole values that are no secrets, lower case."""

PLACEHOLDER_PARTS = (
    "example",
    "placeholder",
    "changeme",
    "change_me",
    "change-me",
    "redacted",
    "xxxx",
    "****",
    "....",
    "dummy",
    "your_",
    "your-",
    "yourpass",
    "yourtoken",
    "yourkey",
    "youra",
    "yours",
    "insert",
    "replace",
    "bitwarden",
    "keepass",
    "1password",
    "lastpass",
    "keychain",
    "secrets.",
    "${",
    "{{",
    "}}",
    "[[",
    "]]",
    "…",
)
"""Parts that give a placeholder away, lower case."""

LABEL_PARTS = ("password", "passwd", "passphrase", "secret", "token", "apikey", "heslo")
"""A value without any digit that repeats its label is a name, not a secret."""

CODE_ROOTS = (
    "process.",
    "os.",
    "env.",
    "env[",
    "config.",
    "config[",
    "settings.",
    "self.",
    "this.",
    "req.",
    "request.",
    "props.",
    "import.",
    "window.",
    "vars.",
    "var.",
    "local.",
    "module.",
    "vault:",
    "op://",
    "file:",
    "env:",
    "secretsmanager:",
    "ssm:",
    "enc[",
    "await",
    "new ",
    "!",
)
"""How code starts that fetches a secret from somewhere else, lower case."""

URL_PLACEHOLDERS = frozenset(
    """
    password passwd pass pwd secret user username token heslo key pw pswd mypassword
    """.split()
)
"""What documentation writes between `:` and `@` of an URL."""

MACHINE_NAMES = frozenset({"git", "noreply", "no-reply", "donotreply", "do-not-reply", "svn", "hg"})
"""Mailboxes with nobody behind them."""

FILE_ENDINGS = frozenset({"png", "jpg", "jpeg", "gif", "svg", "webp", "pdf", "js", "css", "md"})
"""What looks like a top-level domain in image@2x.png."""
