"""``aerodrome`` and ``python -m aerodrome``: begins the command line.

Imports nothing at first, so that an interrupt is told in words even while the libraries are loaded.
"""

from __future__ import annotations

import sys


def main() -> None:
    """Runs the command line and exits with its code."""
    try:
        from aerodrome.cli import main as command_line

        command_line()
    except KeyboardInterrupt:
        print("aerodrome: interrupted; nothing is half-written", file=sys.stderr)
        sys.exit(2)


if __name__ == "__main__":
    main()
