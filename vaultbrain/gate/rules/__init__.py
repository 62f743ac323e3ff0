"""The rule table. Order matters only between findings of the same text: the earlier rule wins."""

from __future__ import annotations

from vaultbrain.gate.rules.base import Rule
from vaultbrain.gate.rules.keys import KEY_RULES
from vaultbrain.gate.rules.labels import LABEL_RULES
from vaultbrain.gate.rules.personal import PERSONAL_RULES
from vaultbrain.gate.rules.vendors import VENDOR_RULES
from vaultbrain.records import Tier

__all__ = ["DEEP", "RULES", "TABLE", "Rule"]

RULES: tuple[Rule, ...] = (*KEY_RULES, *VENDOR_RULES, *LABEL_RULES, *PERSONAL_RULES)
"""Those that run over every text."""

_DEEP = Rule(
    id="deep-scan",
    class_="vendor-token",
    tier=Tier.SECRET,
    keywords=(),
    pattern="",
    examples=(),
)

TABLE: tuple[Rule, ...] = (*RULES, _DEEP)
"""All that a finding can name; a mark says its place in here."""

DEEP = TABLE.index(_DEEP)
"""Where the findings of a second opinion stand."""
