"""`millmate`: open the window, optionally with files, or run the named command."""

import os
import sys
from pathlib import Path


def main(arguments: list[str] | None = None) -> int:
    """Run the program and return its exit status."""
    words = sys.argv[1:] if arguments is None else arguments
    from millmate import processor

    if told := processor.obstacle():
        print(f"millmate: {told}", file=sys.stderr)  # noqa: T201
        return 1
    from millmate.cli.main import COMMANDS, PAGES, run

    page = next((each for each in PAGES if words in (["--page", each], [f"--page={each}"])), "")
    if words and not page and (words[0] in COMMANDS or not all(map(_is_meant_as_file, words))):
        return run(words)
    from millmate.gui.app import open_window

    return open_window([] if page else words, page)


def _is_meant_as_file(word: str) -> bool:
    """Return whether `word` is a file, not a command; the window reports missing files."""
    path = Path(word)
    return not word.startswith("-") and (path.exists() or bool(path.suffix) or os.sep in word)


if __name__ == "__main__":
    sys.exit(main())
