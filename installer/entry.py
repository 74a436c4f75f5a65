"""Where the bundle starts; builder processes of the bundle start here too."""

import multiprocessing
import os
import sys

import shipped

COMPILE = "--compile-kernels"  # what the build says once, so that nobody has to wait for it


def main() -> int:
    """Run the program and return its exit status."""
    _forget_own_libraries()
    if sys.argv[1:] == [COMPILE]:
        shipped.compile_all()
        return 0
    shipped.prepare()
    multiprocessing.freeze_support()
    from millmate.__main__ import main as run

    return run()


def _forget_own_libraries() -> None:
    """Let other people's programs, such as engines, find the system's libraries, not ours."""
    name = "LD_LIBRARY_PATH"
    before = os.environ.pop(f"{name}_ORIG", None)
    if before is not None:
        os.environ[name] = before
    elif getattr(sys, "frozen", False):
        os.environ.pop(name, None)


if __name__ == "__main__":
    sys.exit(main())
