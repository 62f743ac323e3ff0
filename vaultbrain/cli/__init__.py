"""The command line: the skin. It knows the protocol and nothing behind it."""
