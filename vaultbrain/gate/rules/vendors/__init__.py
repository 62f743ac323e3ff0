"""Keys of vendors: those with a mark of their own, and those known by the vendor's name."""

from __future__ import annotations

from vaultbrain.gate.rules.vendors.chat import CHAT_RULES
from vaultbrain.gate.rules.vendors.clouds import CLOUD_RULES
from vaultbrain.gate.rules.vendors.code import CODE_RULES
from vaultbrain.gate.rules.vendors.models import MODEL_RULES
from vaultbrain.gate.rules.vendors.payments import PAYMENT_RULES
from vaultbrain.gate.rules.vendors.tools import TOOL_RULES

__all__ = ["VENDOR_RULES"]

VENDOR_RULES = (
    *CLOUD_RULES,
    *CODE_RULES,
    *MODEL_RULES,
    *CHAT_RULES,
    *PAYMENT_RULES,
    *TOOL_RULES,
)
