"""Bytes to notes, notes to chunks. Reads nothing itself and knows no database and no model."""
