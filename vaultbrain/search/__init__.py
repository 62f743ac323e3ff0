"""The read path: from a question to hits that were checked against the files a moment ago."""
