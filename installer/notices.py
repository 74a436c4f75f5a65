"""Collect the licences of every file in a bundle from the file's origin.

A library or module belongs to this program, to Python, to an installed package, to a Debian
package, or to a folder that contains a licence, as in Homebrew. A file without a known licence
stops the build.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterable
from functools import cache
from importlib import metadata
from pathlib import Path

from places import BUNDLE, INSIDE, ROOT, WORK

from millmate import licences
from millmate.licences import Component, Notice

SOURCES = WORK / "sources.json"  # written by millmate.spec: each file's place and origin
FOLDER = f"millmate/assets/{licences.COLLECTED}"  # in the bundle
OVERVIEW = "LICENCES.txt"
_COMMON = re.compile(r"/usr/share/common-licenses/([\w.+-]*\w)")
_STATED = re.compile(r"(?m)^License: *(\S.*)$")
_TEXT = re.compile(r"(?i)^(licen[cs]e|copying)")
_DEBIAN = Path("/usr/share/doc")


def collect(bundle: Path = BUNDLE, inside: Path = INSIDE) -> None:
    """Write all licences into the bundle, and an overview beside the program."""
    carried = json.loads(SOURCES.read_text())
    found = of_files(Path(source) for place, source in carried if _is_carried(inside, place))
    shutil.rmtree(inside / FOLDER, ignore_errors=True)
    licences.write(found, inside / FOLDER)
    root = inside if sys.platform == "darwin" else bundle  # the root of an application is sealed
    shutil.copy(ROOT / "LICENSE", root)
    texts = (inside / FOLDER).relative_to(root).as_posix()
    (root / OVERVIEW).write_text(overview(found, texts), encoding="utf-8")


def _is_carried(inside: Path, place: str) -> bool:
    """Whether a file is still in the bundle; Python modules are in an archive."""
    return place.endswith(".py") or (inside / place).exists()


def of_files(sources: Iterable[Path]) -> list[Component]:
    """Return the components that own `sources`: this program first, the others by name.

    Raises:
        SystemExit: The origin or the licence of a file is unknown.
    """
    found: dict[str, Component] = {}
    for source in sources:
        component = _owner(source)
        if component is not None:
            found[component.name] = component
    builder = licences.of_distribution(metadata.distribution("pyinstaller"))  # its boot loader
    found[builder.name] = builder
    silent = sorted(name for name, each in found.items() if not each.text)
    if silent:
        raise SystemExit(f"found no licence text for {', '.join(silent)}")
    return [*licences.of_the_program(), *(found[name] for name in sorted(found, key=str.lower))]


def overview(found: Iterable[Component], texts: str) -> str:
    """Return a text that lists the components, their licences, and the folder of the texts."""
    lines = [f"{each.name} {each.version}".strip() + f": {each.licence}" for each in found]
    head = f"Mill & Mate and its bundled components. The texts are in {texts}/."
    return "\n".join([head, "", *lines]) + "\n"


def _owner(source: Path) -> Component | None:
    """Return the component that owns a file, None for this program and Python itself."""
    path = source.resolve()
    if path.is_relative_to(ROOT) and "site-packages" not in path.parts:
        return None
    distribution = _distributions().get(path)
    if distribution is not None:
        return _of_distribution(distribution)
    if any(path.is_relative_to(folder) for folder in _python()):
        return None
    component = _of_debian(source) or _of_folder(path)
    if component is None:
        raise SystemExit(f"the licence of {source}, a file of the bundle, is unknown")
    return component


@cache
def _python() -> tuple[Path, ...]:
    """Return the folder of Python's standard library and its shared library."""
    folders = (sysconfig.get_path("stdlib"), sysconfig.get_config_var("LIBDIR"))
    library = sysconfig.get_config_var("LDLIBRARY") or "libpython"
    shared = [Path(folder) / library for folder in folders[1:] if folder]
    return (Path(folders[0]).resolve(), *(path.resolve() for path in shared))


@cache
def _distributions() -> dict[Path, str]:
    """Map every installed file to the name of its Python package."""
    named = {str(each.metadata["Name"]): each for each in metadata.distributions()}
    return {  # a package's folder is resolved once, not each of thousands of files
        Path(os.path.normpath(folder / file)): name
        for name, each in named.items()
        for folder in [Path(str(each.locate_file(""))).resolve()]
        for file in each.files or ()
    }


@cache
def _of_distribution(name: str) -> Component:
    return licences.of_distribution(metadata.distribution(name))


def _of_debian(path: Path) -> Component | None:
    """Return the Debian package that owns a file, None if there is none."""
    if shutil.which("dpkg-query") is None:
        return None
    usual = path.resolve()
    for each in dict.fromkeys((path, usual, _moved(path), _moved(usual))):
        told = _asked("dpkg-query", "--search", str(each))
        if told:
            return _of_package(told.partition(": ")[0].split(",")[0])
    return None


def _moved(path: Path) -> Path:
    """Return a library's path with /lib and /usr/lib exchanged (merged-/usr systems)."""
    if path.is_relative_to("/usr/lib"):
        return Path("/") / path.relative_to("/usr")
    return Path("/usr") / path.relative_to("/")


@cache
def _of_package(package: str) -> Component:
    name = package.partition(":")[0]
    version = _asked("dpkg-query", "--show", "--showformat=${Version}", package)
    path = _DEBIAN / name / "copyright"
    text = path.read_text(encoding="utf-8", errors="replace") if path.is_file() else ""
    stated = list(dict.fromkeys(each.strip() for each in _STATED.findall(text)))
    common = [
        Notice(each, Path(f"/usr/share/common-licenses/{each}").read_text(encoding="utf-8"))
        for each in sorted(set(_COMMON.findall(text)))
        if Path(f"/usr/share/common-licenses/{each}").is_file()
    ]
    notices = (Notice("copyright", text), *common) if text else ()
    return Component(name, version, " AND ".join(stated[:4]) or "see its text", notices)


def _of_folder(path: Path) -> Component | None:
    """Return the component of the nearest parent folder that contains a licence."""
    for folder in list(path.parents)[:4]:
        texts = [each for each in sorted(folder.glob("*")) if _TEXT.match(each.name)]
        if texts and all(each.is_file() for each in texts):
            notices = tuple(
                Notice(each.name, each.read_text(encoding="utf-8", errors="replace"))
                for each in texts
            )
            return Component(folder.parent.name, folder.name, "see its text", notices)
    return None


def _asked(*words: str) -> str:
    told = subprocess.run(words, capture_output=True, text=True, check=False)
    return told.stdout.strip() if told.returncode == 0 else ""
