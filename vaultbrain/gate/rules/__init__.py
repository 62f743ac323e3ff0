"""The rule table. Order matters only between findings of the same text: the earlier rule wins."""

from __future__ import annotations

from vaultbrain.gate.rules.addresses import ADDRESS_RULES
from vaultbrain.gate.rules.answers import ANSWER_RULES
from vaultbrain.gate.rules.base import Rule
from vaultbrain.gate.rules.blocks import BLOCK_RULES
from vaultbrain.gate.rules.codes import CODE_RULES
from vaultbrain.gate.rules.contacts import CONTACT_RULES
from vaultbrain.gate.rules.fields import FIELD_RULES
from vaultbrain.gate.rules.labels import LABEL_RULES
from vaultbrain.gate.rules.passwords import PASSWORD_RULES
from vaultbrain.gate.rules.payments import PAYMENT_RULES
from vaultbrain.gate.rules.personal import PERSONAL_RULES
from vaultbrain.gate.rules.recovery import RECOVERY_RULES
from vaultbrain.gate.rules.structured import STRUCTURED_RULES
from vaultbrain.gate.rules.vendors import VENDOR_RULES
from vaultbrain.records import Tier

__all__ = ["DEEP", "RULES", "TABLE", "Rule"]

RULES: tuple[Rule, ...] = (
    *BLOCK_RULES,
    *STRUCTURED_RULES,
    *ADDRESS_RULES,
    *RECOVERY_RULES,
    *CODE_RULES,
    *ANSWER_RULES,
    *VENDOR_RULES,
    *LABEL_RULES,
    *PASSWORD_RULES,
    *PAYMENT_RULES,
    *PERSONAL_RULES,
    *CONTACT_RULES,
)
"""Those that run over every text."""

_DEEP = Rule(
    id="deep-scan",
    class_="vendor-token",
    tier=Tier.SECRET,
    keywords=(),
    pattern="",
    examples=(),
)

TABLE: tuple[Rule, ...] = (*RULES, *FIELD_RULES, _DEEP)
"""All that a finding can name; a mark says its place in here."""

DEEP = TABLE.index(_DEEP)
"""Where the findings of a second opinion stand."""
