"""`millmate`: the window, also with files to open in it; with a command's name, that command."""

import sys
from pathlib import Path


def main(arguments: list[str] | None = None) -> int:
    """Run the program and return its exit status."""
    words = sys.argv[1:] if arguments is None else arguments
    from millmate.cli.main import COMMANDS, run

    if words and (words[0] in COMMANDS or not all(Path(word).is_file() for word in words)):
        return run(words)
    from millmate.gui.app import open_window

    return open_window(words)


if __name__ == "__main__":
    sys.exit(main())
