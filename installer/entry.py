"""The entry point of the bundle and of its builder processes."""

import multiprocessing
import os
import sys


def main() -> int:
    """Run the program and return its exit status."""
    _forget_own_libraries()
    multiprocessing.freeze_support()
    from millmate.__main__ import main as run

    return run()


def _forget_own_libraries() -> None:
    """Make child processes such as engines load the system's libraries, not the bundled ones."""
    name = "LD_LIBRARY_PATH"
    before = os.environ.pop(f"{name}_ORIG", None)
    if before is not None:
        os.environ[name] = before
    elif getattr(sys, "frozen", False):
        os.environ.pop(name, None)


if __name__ == "__main__":
    sys.exit(main())
