"""`millmate`: the window when nothing else is asked for, else a command."""

import sys


def main(arguments: list[str] | None = None) -> int:
    """Run the program and return its exit status."""
    words = sys.argv[1:] if arguments is None else arguments
    if words:
        from millmate.cli.main import run

        return run(words)
    from millmate.gui.app import open_window

    return open_window()


if __name__ == "__main__":
    import multiprocessing

    multiprocessing.freeze_support()  # builder processes of the frozen bundle start here
    sys.exit(main())
