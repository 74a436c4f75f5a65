"""Makes the libraries of kernels for this system: `python -m millmate.kernels.making`."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

import llvmlite.binding as llvm
from filelock import FileLock

from millmate.kernels import library
from millmate.kernels.making import runtime
from millmate.kernels.making.group import GROUPS, target_machine


def levels() -> tuple[str, ...]:
    """Return the levels of processors for which libraries are made here."""
    here = library.level()
    return ("x86-64-v2", "x86-64-v3") if here.startswith("x86-64") else (here,)


def make() -> None:
    """Make the libraries, unless those that are there are of the sources."""
    library.FOLDER.mkdir(exist_ok=True)
    with FileLock(library.FOLDER / ".lock"):
        if not all(library.fits(library.path(level)) for level in levels()):
            with TemporaryDirectory(dir=library.FOLDER) as folder:
                _make(Path(folder))


def _make(folder: Path) -> None:
    with ThreadPoolExecutor(os.cpu_count()) as threads:
        list(threads.map(partial(_compile, folder), GROUPS))
    own = llvm.parse_assembly(runtime.code(library.fingerprint(), exported=os.name == "nt"))
    for level in levels():
        (folder / f"runtime-{level}.o").write_bytes(target_machine(level).emit_object(own))
        objects = sorted(folder.glob(f"*-{level}.o"))
        linked = folder / library.path(level).name
        _link(objects, linked)
        linked.replace(library.path(level))


def _compile(folder: Path, group: str) -> None:
    command = [sys.executable, "-m", "millmate.kernels.making.group", group, str(folder), *levels()]
    subprocess.run(command, check=True)


def _link(objects: Iterable[Path], linked: Path) -> None:
    command = [*_linker(), "-shared", "-o", str(linked), *map(str, objects)]
    if sys.platform == "linux":
        command += ["-nostdlib", "-s"]  # missing symbols are in the C library loaded by Python
    subprocess.run(command, check=True)


def _linker() -> list[str]:
    """Return the command that links: the system's compiler of C, or the package ziglang's.

    On Windows it is always the package: compilers found there may take another form of objects.
    """
    found = [name for name in ("cc", "clang", "gcc") if shutil.which(name)]
    if found and sys.platform != "win32":
        return found[:1]
    if find_spec("ziglang"):
        target = ["-target", "x86_64-windows-gnu"] if sys.platform == "win32" else []
        return [sys.executable, "-m", "ziglang", "cc", *target]
    sys.exit("no linker was found: install a compiler of C, or the package ziglang")


def main() -> None:
    """Make the libraries, or end the program with a sentence."""
    try:
        make()
    except OSError as error:
        sys.exit(f"{library.FOLDER} cannot take the compiled kernels: {error.strerror}")
    except subprocess.CalledProcessError:  # it has said why
        sys.exit("the kernels cannot be compiled here")


if __name__ == "__main__":
    main()
