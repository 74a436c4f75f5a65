"""The portable archive: the bundle in a directory of its own, to be unpacked anywhere."""

import platform
import subprocess
from pathlib import Path

from places import BUNDLE, DIST, VERSION, WORK, desktop_files

_LEVEL = 10
README = """\
Mill & Mate {version}, for Linux on {machine} with glibc 2.35 or later (Debian 12, Ubuntu 22.04)

./millmate opens the window; ./millmate --help tells the commands. Nothing is installed, and the
directory may lie anywhere, also where it cannot be written. Tables, games and settings are kept in
~/.local/share/millmate and ~/.config/millmate.

LICENSE is the licence, and LICENCES.txt tells those of the libraries that come with the program.

share/ has a desktop entry, icons and MIME types: copied to ~/.local/share, with ./millmate linked
from a directory of your PATH, they put the program into the menus.
"""


def portable() -> Path:
    """Pack the bundle, and what a desktop wants to know of it, into a .tar.zst."""
    name = f"millmate-{VERSION}-linux-{platform.machine()}"
    extra = WORK / "portable"
    desktop_files(extra / "share")
    (extra / "README.txt").write_text(README.format(version=VERSION, machine=platform.machine()))
    path = DIST / f"{name}.tar.zst"
    subprocess.run(
        [
            *("tar", "--create", "--file", path, f"--use-compress-program=zstd -{_LEVEL} -T0"),
            *("--owner=root:0", "--group=root:0", "--sort=name"),
            *("--transform", f"s,^[.],{name},S"),
            *("-C", BUNDLE, ".", "-C", extra, "."),
        ],
        check=True,
    )
    return path
