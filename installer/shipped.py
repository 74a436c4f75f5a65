"""Compiled kernels that the bundle carries, so that nobody waits for the first table.

They are compiled for a kind of processor instead of the one of the machine that built them. Numba
wants to write where it reads, so they are linked into the user's cache when a bundle first starts
on a machine; a processor without what they need has them compiled anew, as without a bundle.
"""

import hashlib
import json
import os
import pkgutil
import platform
import shutil
import sys
from contextlib import suppress
from importlib import import_module
from pathlib import Path

FOLDER = "compiled"
ABOUT = "about.json"
# By the name that LLVM knows: the features, also by LLVM's names, that a processor must have.
PROCESSORS = {
    "x86-64-v2": "cx16 popcnt sahf sse3 sse4.1 sse4.2 ssse3",
    "x86-64-v3": "avx avx2 bmi bmi2 cx16 f16c fma lzcnt movbe popcnt sahf sse4.2 xsave",
    "generic": "",
}
_GROUPS = ("millmate.kernels.engine.entries", "millmate.kernels.morris_engine.entries")
_CHOICE, _NATIVE = "MILLMATE_KERNELS", "native"
_VARIABLES = ("NUMBA_CPU_NAME", "NUMBA_CPU_FEATURES")


def prepare() -> None:
    """Have the carried kernels found where kernels are looked for; call it before Numba comes.

    What the user, or the program that started this one, has set in the environment stays;
    MILLMATE_KERNELS=native has them compiled for this very processor, once.
    """
    if os.environ.get(_CHOICE) == _NATIVE:
        return
    folder = Path(getattr(sys, "_MEIPASS", "")) / FOLDER
    if any(name in os.environ for name in (*_VARIABLES, "NUMBA_CACHE_DIR")):
        return
    with suppress(OSError, ValueError, KeyError):  # compiled anew; nothing else is lost
        about = json.loads((folder / ABOUT).read_text())
        if _adopted(folder, about):
            _aim_at(about["processor"])


def compile_all() -> None:
    """Compile every kernel for the processor of the environment, into the cache it names."""
    from millmate import kernels
    from millmate.kernels import cache

    for module in pkgutil.walk_packages(kernels.__path__, "millmate.kernels."):
        import_module(module.name)
    for name in _GROUPS:
        import_module(name).KERNELS._load()
    for game in ("chess", "morris"):
        cache.note_compiled(game)


def collect(cache: Path, package: Path, target: Path, processor: str) -> None:
    """Copy what `compile_all` left in `cache` to `target`, without the names of this machine.

    `package` is the folder of the bundle's own `millmate`, as the compiling program saw it.
    """
    shutil.rmtree(target, ignore_errors=True)
    (made,) = cache.glob("numba-*")
    # Those of the searches are linked into one file each, and not needed one by one.
    shutil.copytree(made / numba_folder(package / "kernels"), target / "kernels")
    for path in made.iterdir():
        if path.is_file():
            name = path.name.rpartition("-")[0] if path.suffix == ".o" else path.name
            shutil.copy(path, target / (f"{name}.o" if path.suffix == ".o" else name))
    about = {"processor": processor, "cache": made.name, "build": _digest(target)}
    (target / ABOUT).write_text(json.dumps(about))


def numba_folder(source: Path) -> str:
    """Return the name of the folder in which Numba caches what the sources in `source` make."""
    return f"{source.name}_{hashlib.sha1(str(source).encode()).hexdigest()}"


def _digest(folder: Path) -> str:
    digest = hashlib.sha256()
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


def _adopted(folder: Path, about: dict[str, str]) -> bool:
    """Tell whether the kernels suit this processor; link them where they are looked for if so."""
    from millmate import paths

    cache = paths.cache_dir() / about["cache"]
    mark = cache / f"carried-{_key(folder, about['build'])}"
    with suppress(OSError):
        return mark.read_text() == about["processor"]
    suiting = _has(PROCESSORS[about["processor"]])
    cache.mkdir(parents=True, exist_ok=True)
    if suiting:
        _prune(cache)
        _link_all(folder, cache, about["processor"])
    mark.write_text(about["processor"] if suiting else "")
    return suiting


def _key(folder: Path, build: str) -> str:
    """Return a short hash of all that adopting depends on: the build, its place, the processor."""
    try:
        first = Path("/proc/cpuinfo").read_text().partition("\n\n")[0].splitlines()
        facts = [line for line in first if line.startswith(("model name", "flags"))]
    except OSError:  # no Linux
        facts = [platform.machine(), platform.processor()]
    facts += [build, str(folder)]
    return hashlib.sha256("\0".join(facts).encode()).hexdigest()[:12]


def _has(features: str) -> bool:
    import llvmlite.binding as llvm

    there = llvm.get_host_cpu_features()
    return all(there.get(name) for name in features.split())


def _link_all(folder: Path, cache: Path, processor: str) -> None:
    """Link the files in `folder` into `cache`, under the names they would have been given here."""
    _aim_at(processor)
    from millmate.kernels.linked import _machine

    for path in folder.rglob("*"):
        inside = path.relative_to(folder)
        if path.suffix == ".o":
            _link(path, cache / f"{path.stem}-{_machine()}.o")
        elif path.is_file() and len(inside.parts) > 1:
            _link(
                path, cache / numba_folder(folder.parent / "millmate" / inside.parent) / path.name
            )
        elif path.is_file() and path.name != ABOUT:
            _link(path, cache / path.name)


def _link(path: Path, place: Path) -> None:
    place.parent.mkdir(exist_ok=True)
    place.unlink(missing_ok=True)
    try:
        place.symlink_to(path)
    except OSError:  # Windows lets not everybody
        shutil.copy(path, place)


def _prune(cache: Path) -> None:
    """Remove links to a bundle that is no longer there, such as a mounted one's last place."""
    for path in [*cache.iterdir()]:
        files = [*path.iterdir()] if path.is_dir() else [path]
        for file in files:
            if file.is_symlink() and not file.exists():
                file.unlink()
        if path.is_dir() and not any(path.iterdir()):
            path.rmdir()


def _aim_at(processor: str) -> None:
    os.environ.update(zip(_VARIABLES, (processor, ""), strict=True))
