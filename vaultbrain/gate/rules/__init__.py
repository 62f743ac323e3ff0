"""The rule table. Order matters only between findings of the same text: the earlier rule wins."""

from __future__ import annotations

from vaultbrain.gate.rules.base import Rule
from vaultbrain.gate.rules.keys import KEY_RULES
from vaultbrain.gate.rules.labels import LABEL_RULES
from vaultbrain.gate.rules.personal import PERSONAL_RULES
from vaultbrain.gate.rules.vendors import VENDOR_RULES

__all__ = ["RULES", "Rule"]

RULES: tuple[Rule, ...] = (*KEY_RULES, *VENDOR_RULES, *LABEL_RULES, *PERSONAL_RULES)
