"""Where notes come from. Reads the vault and never writes to it."""
