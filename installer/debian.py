"""Build the Debian package: the bundle below /opt, its menu entry and its dependencies."""

import gzip
import hashlib
import shutil
import subprocess
from email.utils import formatdate
from pathlib import Path

import completion
import manual
import notices
from exclusions import SYSTEM_LIBRARIES, WAYLAND_LIBRARIES
from places import BUNDLE, DIST, INSTALLER, VERSION, WORK, desktop_files
from postprocess import size

_GLIBC = "2.35"  # the oldest that Python and the bundled libraries support
_LEVEL = "19"  # of compression: minutes, for a tenth less than at level 10

CONTROL = """\
Package: millmate
Version: {version}
Architecture: {architecture}
Maintainer: {maintainer}
Homepage: https://github.com/millmate/millmate
Installed-Size: {kilobytes}
Section: games
Priority: optional
Depends: {depends}
Recommends: {recommends}
Suggests: stockfish
Description: study endings with exact tables built on your own machine
 Set up an ending of chess or nine men's morris by drag and drop, build its
 exact table while you watch, and play it against a perfect and stubborn
 opponent. A list beside the board shows the value of every move.
 .
 Tables, games and settings are stored in each user's own directories and remain
 when the package is removed.
"""
MAINTAINER = "Mill & Mate developers <millmate@users.noreply.github.com>"
CHANGELOG = """\
millmate ({version}) unstable; urgency=medium

  * As built from its sources.

 -- {maintainer}  {date}
"""
COPYRIGHT = """\
Mill & Mate
Copyright: 2026 Mill & Mate developers
License: GPL-3.0-or-later, on Debian systems in /usr/share/common-licenses/GPL-3

Bundled components, each under its own licence; the texts are in
/usr/share/doc/millmate/licences:

{listed}"""


def package() -> Path:
    """Wrap the bundle into a .deb under `installer/dist/` and return its path."""
    architecture = subprocess.check_output(["dpkg", "--print-architecture"], text=True).strip()
    tree = WORK / "deb"
    shutil.rmtree(tree, ignore_errors=True)
    shutil.copytree(BUNDLE, tree / "opt" / "millmate", symlinks=True)
    link = tree / "usr/bin/millmate"
    link.parent.mkdir(parents=True)
    link.symlink_to("/opt/millmate/millmate")
    desktop_files(tree / "usr/share")
    _documents(tree / "usr/share")
    _control(tree, architecture)
    _set_rights(tree)
    path = DIST / f"millmate_{VERSION}_{architecture}.deb"
    build = ["dpkg-deb", "--root-owner-group", "-Zzstd", f"-z{_LEVEL}", "--build", tree, path]
    subprocess.run(build, check=True)
    shutil.rmtree(tree)
    return path


def depends() -> str:
    """Return the packages that the bundle needs, in the syntax of `Depends`."""
    packages = sorted(set(SYSTEM_LIBRARIES.values()) - {"libc6"})
    return ", ".join([f"libc6 (>= {_GLIBC})", *packages])


def copyright_text(bundle: Path) -> str:
    """Return the copyright file, which lists the licences of all bundled components."""
    _, _, listed = (bundle / notices.OVERVIEW).read_text(encoding="utf-8").partition("\n\n")
    return COPYRIGHT.format(listed=listed)


def _documents(share: Path) -> None:
    documents = share / "doc" / "millmate"
    documents.mkdir(parents=True)
    (documents / "copyright").write_text(copyright_text(BUNDLE), encoding="utf-8")
    (documents / "licences").symlink_to(f"/opt/millmate/_internal/{notices.FOLDER}")
    (documents / "html").symlink_to("/opt/millmate/_internal/millmate/assets/manual")
    changes = CHANGELOG.format(version=VERSION, maintainer=MAINTAINER, date=formatdate())
    _compressed(documents / "changelog.gz", changes)
    page = share / "man" / "man1" / "millmate.1.gz"
    page.parent.mkdir(parents=True)
    _compressed(page, manual.page())
    completion.write(share)
    overrides = share / "lintian" / "overrides" / "millmate"
    overrides.parent.mkdir(parents=True)
    shutil.copy(INSTALLER / "linux" / "lintian-overrides", overrides)


def _compressed(path: Path, text: str) -> None:
    path.write_bytes(gzip.compress(text.encode(), mtime=0))


def _control(tree: Path, architecture: str) -> None:
    control = tree / "DEBIAN"
    files = [path for path in sorted(tree.rglob("*")) if path.is_file() and not path.is_symlink()]
    control.mkdir()
    sums = (f"{_md5(path)}  {path.relative_to(tree)}\n" for path in files)
    (control / "md5sums").write_text("".join(sums))
    (control / "control").write_text(
        CONTROL.format(
            version=VERSION,
            architecture=architecture,
            maintainer=MAINTAINER,
            kilobytes=size(tree) // 1024,
            depends=depends(),
            recommends=", ".join([*WAYLAND_LIBRARIES.values(), "shared-mime-info"]),
        )
    )


def _md5(path: Path) -> str:
    return hashlib.md5(path.read_bytes(), usedforsecurity=False).hexdigest()


def _set_rights(tree: Path) -> None:
    """Make every file readable by all and writable by root only, whatever the umask was."""
    for path in (tree, *tree.rglob("*")):
        if path.is_symlink():
            continue
        runs = path.is_dir() or (path.name == "millmate" and path.parent.name == "millmate")
        path.chmod(0o755 if runs else 0o644)
