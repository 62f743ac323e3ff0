"""The write path: from a hint that a file changed to rows that can be searched."""
