"""Reads the lines that a rule has found a label in: where the label stands, what it tells."""
