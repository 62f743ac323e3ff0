"""`python -m vaultbrain` is the same as `vaultbrain`."""

import sys

from vaultbrain.cli.main import entry

if __name__ == "__main__":
    sys.exit(entry())
