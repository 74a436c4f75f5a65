"""Build the portable archive: the bundle in one directory that can be unpacked anywhere."""

import platform
import subprocess
from pathlib import Path

import completion
from places import BUNDLE, DIST, VERSION, WORK, desktop_files

_LEVEL = 19
README = """\
Mill & Mate {version}, for Linux on {machine} with glibc 2.35 or later (Debian 12, Ubuntu 22.04)

./millmate opens the window; ./millmate --help lists the commands. Nothing needs to be installed,
and the directory can be anywhere, even on a read-only medium. Tables, games and settings are stored
in ~/.local/share/millmate and ~/.config/millmate.

LICENSE is the licence of the program; LICENCES.txt lists those of the bundled libraries.

share/ holds a desktop entry, icons, MIME types and completion of the command line for bash, zsh and
fish. To add the program to the menus, copy them to ~/.local/share and link ./millmate into a
directory of your PATH.
"""


def portable() -> Path:
    """Pack the bundle and its desktop files into a .tar.zst; return its path."""
    name = f"millmate-{VERSION}-linux-{platform.machine()}"
    extra = WORK / "portable"
    desktop_files(extra / "share")
    completion.write(extra / "share")
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
