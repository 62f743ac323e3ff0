"""Answers made of checked quotes, or a refusal."""
