"""The private memory of a vault: local search and checked answers over Markdown notes."""

__version__ = "0.1.0"
