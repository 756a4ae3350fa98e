"""`python -m hearthside` is the command `hearthside`."""

from __future__ import annotations

import sys

from hearthside.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
