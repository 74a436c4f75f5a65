"""Compiled kernels in the bundle, so that the first table needs no compilation.

They are compiled for a generic processor model, not for the build machine. Numba writes to its
cache directory, so the first start of a bundle links them into the user's cache. A processor that
lacks a required feature compiles its own kernels, as without a bundle.
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
# LLVM's processor models, with the LLVM names of the features that a processor must have.
PROCESSORS = {
    "x86-64-v2": "cx16 popcnt sahf sse3 sse4.1 sse4.2 ssse3",
    "x86-64-v3": "avx avx2 bmi bmi2 cx16 f16c fma lzcnt movbe popcnt sahf sse4.2 xsave",
    "generic": "",
}
_GROUPS = ("millmate.kernels.engine.entries", "millmate.kernels.morris_engine.entries")
_CHOICE, _NATIVE = "MILLMATE_KERNELS", "native"
_VARIABLES = ("NUMBA_CPU_NAME", "NUMBA_CPU_FEATURES")


def prepare() -> None:
    """Make Numba find the bundled kernels; call it before Numba is imported.

    Environment variables that are already set take precedence. MILLMATE_KERNELS=native compiles the
    kernels for this processor instead, once.
    """
    if os.environ.get(_CHOICE) == _NATIVE:
        return
    folder = Path(getattr(sys, "_MEIPASS", "")) / FOLDER
    if any(name in os.environ for name in (*_VARIABLES, "NUMBA_CACHE_DIR")):
        return
    with suppress(OSError, ValueError, KeyError):  # the kernels are then compiled here
        about = json.loads((folder / ABOUT).read_text())
        if _adopted(folder, about):
            _aim_at(about["processor"])


def compile_all() -> None:
    """Compile every kernel for the processor and into the cache set in the environment."""
    from millmate import kernels
    from millmate.kernels import cache

    for module in pkgutil.walk_packages(kernels.__path__, "millmate.kernels."):
        import_module(module.name)
    for name in _GROUPS:
        import_module(name).KERNELS._load()
    for game in ("chess", "morris"):
        cache.note_compiled(game)


def collect(cache: Path, package: Path, target: Path, processor: str) -> None:
    """Copy the output of `compile_all` from `cache` to `target`, without machine-specific names.

    `package` is the path of the bundled `millmate` as the compiling program saw it.
    """
    shutil.rmtree(target, ignore_errors=True)
    (made,) = cache.glob("numba-*")
    # The kernels of each search are linked into one object file; the single ones are not needed.
    shutil.copytree(made / numba_folder(package / "kernels"), target / "kernels")
    for path in made.iterdir():
        if path.is_file():
            name = path.name.rpartition("-")[0] if path.suffix == ".o" else path.name
            shutil.copy(path, target / (f"{name}.o" if path.suffix == ".o" else name))
    about = {"processor": processor, "cache": made.name, "build": _digest(target)}
    (target / ABOUT).write_text(json.dumps(about))


def numba_folder(source: Path) -> str:
    """Return the name of Numba's cache folder for the source folder `source`."""
    return f"{source.name}_{hashlib.sha1(str(source).encode()).hexdigest()}"


def _digest(folder: Path) -> str:
    digest = hashlib.sha256()
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


def _adopted(folder: Path, about: dict[str, str]) -> bool:
    """Whether this processor supports the kernels; if so, link them into the cache."""
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
    """Return a short hash of the build, its path and the processor."""
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
    """Link the files in `folder` into `cache` under the names that this machine uses."""
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
    except OSError:  # Windows restricts links to some users
        shutil.copy(path, place)


def _prune(cache: Path) -> None:
    """Remove links to bundles that have disappeared, such as an image mounted elsewhere."""
    for path in [*cache.iterdir()]:
        files = [*path.iterdir()] if path.is_dir() else [path]
        for file in files:
            if file.is_symlink() and not file.exists():
                file.unlink()
        if path.is_dir() and not any(path.iterdir()):
            path.rmdir()


def _aim_at(processor: str) -> None:
    os.environ.update(zip(_VARIABLES, (processor, ""), strict=True))
