"""Make the bundle built by PyInstaller smaller."""

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

# Wheel tools have relocated sections of these libraries; `strip` would break them.
_AS_THEY_ARE = ("numpy.libs", "pillow.libs", "google_crc32c.libs")
_HASHED = re.compile(r"-[0-9a-f]{8}\b")  # names in those folders, targets of links beside them
_LOADED = ("libcairo.", "libpython")  # opened by name at run time
# Of ICU's data.
_ICU_KEPT = {
    *("root.res", "res_index.res", "pool.res"),
    *("keyTypeData.res", "likelySubtags.res", "supplementalData.res"),
    *(f"coll/{name}" for name in ("ucadata.icu", "root.res", "res_index.res", "de.res", "en.res")),
}
_ICU_LIBRARY = """
.section .rodata; .globl {symbol}; .balign 16; .type {symbol}, @object
{symbol}: .incbin "{data}"
.size {symbol}, .-{symbol}; .section .note.GNU-stack, "", @progbits
"""
_TEXT: dict[str, Any] = {"check": True, "stdout": subprocess.PIPE, "text": True}
_ELF = b"\x7fELF"


def strip(inside: Path) -> None:
    """Remove debug information from the libraries below `inside`, if `strip` is installed."""
    if sys.platform != "linux" or not shutil.which("strip"):
        return
    files = [path for path in libraries(inside) if not _is_left(path.relative_to(inside))]
    subprocess.run(["strip", "--strip-unneeded", *files], check=True)


def thin_icu(inside: Path) -> None:
    """Keep the order of words of ICU's 32 MB of data, if icu-devtools and a compiler are installed.

    Qt asks for nothing else that the program uses: it has data of languages of its own.
    """
    if sys.platform != "linux" or not all(map(shutil.which, ("icupkg", "objcopy", "cc"))):
        return
    found = [path for path in inside.rglob("libicudata.so.*") if not path.is_symlink()]
    for library in found:
        version = library.name.rpartition(".")[2]
        with TemporaryDirectory() as place:
            # The name counts: it is that of the data's folder, too.
            whole, kept = (
                Path(place) / part / f"icudt{version}l.dat" for part in ("whole", "kept")
            )
            whole.parent.mkdir()
            kept.parent.mkdir()
            subprocess.run(["objcopy", "-O", "binary", "-j", ".rodata", library, whole], check=True)
            listed = subprocess.run(["icupkg", "-l", whole], **_TEXT).stdout.split()
            (Path(place) / "dropped.txt").write_text("\n".join({*listed} - _ICU_KEPT))
            subprocess.run(["icupkg", "-r", f"{place}/dropped.txt", whole, kept], check=True)
            code = _ICU_LIBRARY.format(symbol=f"icudt{version}_dat", data=kept)
            link = ["cc", "-shared", "-nostdlib", "-x", "assembler", "-", "-o", library]
            subprocess.run([*link, f"-Wl,-soname,{library.name}"], input=code, **_TEXT)


def libraries(folder: Path) -> Iterator[Path]:
    """Yield the ELF files below `folder`, each once."""
    for path in sorted(folder.rglob("*")):
        if path.is_file() and not path.is_symlink():
            with path.open("rb") as file:
                if file.read(4) == _ELF:
                    yield path


def drop_orphans(inside: Path) -> None:
    """Remove libraries that nothing in the bundle needs any more, if `readelf` is installed."""
    if sys.platform != "linux" or not shutil.which("readelf"):
        return
    needs = {path: _needed(path) for path in libraries(inside.parent)}
    while orphans := [path for path in needs if _is_orphan(path, inside, needs)]:
        for path in orphans:
            del needs[path]
            path.unlink()


def _needed(library: Path) -> set[str]:
    told = subprocess.run(["readelf", "-d", library], **_TEXT).stdout
    return set(re.findall(r"NEEDED.*\[(.+)\]", told))


def _is_orphan(path: Path, inside: Path, needs: dict[Path, set[str]]) -> bool:
    if path.parent != inside or not path.name.startswith("lib") or path.name.startswith(_LOADED):
        return False
    return not any(path.name in names for names in needs.values())


def _is_left(place: Path) -> bool:
    return place.parts[0] in _AS_THEY_ARE or bool(_HASHED.search(place.name))


def report(bundle: Path, inside: Path, most: int = 10) -> str:
    """Return the size of the bundle and of the largest entries of `inside`, one a line."""
    parts = {path.name: size(path) for path in inside.iterdir()}
    large = sorted(parts.items(), key=lambda part: -part[1])[:most]
    lines = [f"  {megabytes(number):>9}  {name}" for name, number in large]
    return "\n".join([f"bundle: {megabytes(size(bundle))}", *lines])


def size(path: Path) -> int:
    """Return the size in bytes of a file, or of all files below a folder."""
    files = path.rglob("*") if path.is_dir() else [path]
    return sum(f.lstat().st_size for f in files if f.is_file() and not f.is_symlink())


def megabytes(number: int) -> str:
    """Format a number of bytes in megabytes."""
    return f"{number / 1e6:.1f} MB"
