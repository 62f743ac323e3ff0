"""The only door to models: text in, vectors or sentences out."""
