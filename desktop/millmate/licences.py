"""The licences of the program and of everything it depends on.

In a bundle these are the texts collected by the build (`installer/notices.py`), otherwise those
of the installed packages.
"""

import json
import platform
import re
import sys
import sysconfig
import tomllib
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from importlib import metadata
from pathlib import Path

from millmate import __version__, limits
from millmate.resources import resource

OWN_NAME, OWN_LICENCE = "Mill & Mate", "GPL-3.0-or-later"
COLLECTED = "licences/collected"  # among the resources of a bundle
OF_THE_MANUAL = "licences"  # in the folder of the manual included with the program
INDEX = "components.json"  # in both folders: each `Component`, with its texts' file names
_NOTICE = re.compile(r"(?i)(licen[cs]e|copying|notice|authors|copyright)")
_REQUIREMENT = re.compile(r"[A-Za-z0-9._-]+")
_BESIDE = re.compile(r"""extra\s*==\s*["']([\w.-]+)["']""")  # a requirement of this extra only
_EXTRAS = ("cluster", "serve")  # our extras that the program itself uses
_LONGEST_STATEMENT = 80  # characters; a longer statement is the licence text itself
# Packages whose wheels lack texts that apply to them or to parts of them.
_TEXTS_OF_QT = ("LGPL-3.0-only.txt", "Qt.txt", "ICU.txt")
_LACKING_TEXTS = {
    "furo": ("manual.txt",),
    "pyside6-essentials": _TEXTS_OF_QT,
    "shiboken6": ("LGPL-3.0-only.txt",),
}
_LICENSED_AS_WE_ARE = {"chess"}  # if built by pip before 23.1, its text may be missing


@dataclass(frozen=True, slots=True)
class Notice:
    """A text that belongs to a component: its file name and its content."""

    name: str
    text: str

    @property
    def headed(self) -> str:
        """The text with its name as an underlined heading."""
        return "\n".join([self.name, "=" * len(self.name), "", self.text.strip("\n")])


@dataclass(frozen=True, slots=True)
class Component:
    """A part of the program: its name, version ("" if it has none), licence and texts."""

    name: str
    version: str
    licence: str
    texts: tuple[Notice, ...]

    @property
    def text(self) -> str:
        return "\n\n".join(each.headed for each in self.texts)


def components() -> list[Component]:
    """Return all components: this program, its pictures, and the others by name.

    Raises:
        OSError: A text of the bundle is missing.
    """
    try:
        index = resource(f"{COLLECTED}/{INDEX}")
    except FileNotFoundError:
        return [*of_the_program(), *packages()]
    return collected(index)


def of_the_program() -> list[Component]:
    """Return the program, its pictures, pieces and font, packages of its manual, and Python."""
    return [own(), pictures(), pieces(), font(), *of_the_manual(), python()]


def collected(index: Path) -> list[Component]:
    """Return the components that a build wrote to `index`; see `write`."""
    return [
        Component(**each | {"texts": tuple(_numbered(index.parent / n) for n in each["texts"])})
        for each in json.loads(_content(index))
    ]


def write(found: list[Component], folder: Path) -> None:
    """Write components to `folder`, each text in its own file, for `collected` to read.

    Raises:
        OSError: They cannot be written.
    """
    listed = []
    for component in found:
        place = re.sub(r"[^\w.+-]+", "-", component.name).strip("-")
        names = [f"{place}/{number}-{each.name}" for number, each in enumerate(component.texts, 1)]
        for name, each in zip(names, component.texts, strict=True):
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(each.text, encoding="utf-8")
        listed.append(asdict(component) | {"texts": names})
    folder.mkdir(parents=True, exist_ok=True)
    text = json.dumps(listed, indent=1, ensure_ascii=False)
    (folder / INDEX).write_text(text, encoding="utf-8")


def own() -> Component:
    checkout = Path(__file__).resolve().parents[2] / "LICENSE"
    if checkout.is_file():
        texts: tuple[Notice, ...] = (_read(checkout),)
    else:
        texts = tuple(_notices(metadata.distribution("millmate")))
    return Component(OWN_NAME, __version__, OWN_LICENCE, texts)


def pictures() -> Component:
    """Return the program's pictures and other non-code files, as listed in `REUSE.toml`."""
    annotations = tomllib.loads(_content(resource("REUSE.toml")))["annotations"]
    said = [
        f"{', '.join(each['path'])}\n  © {each['SPDX-FileCopyrightText']}; "
        f"{each['SPDX-License-Identifier']}\n  {each['SPDX-FileComment']}"
        for each in annotations
    ]
    licences = sorted({each["SPDX-License-Identifier"] for each in annotations})
    text = "\n\n".join(said)
    return Component(
        "Pictures, networks, fonts and translations",
        "",
        " AND ".join(licences),
        (Notice("Authors", text),),
    )


def pieces() -> Component:
    """Return the classic chess pieces, which are part of python-chess but by another author."""
    return Component(
        "Classic chess pieces, by Colin M. L. Burnett",
        "",
        "GFDL-1.2-or-later OR BSD-3-Clause OR GPL-2.0-or-later",
        (_read(resource("licences/pieces.txt")),),
    )


def font() -> Component:
    """Return the font of the window."""
    return Component("Inter", "", "OFL-1.1", (_read(resource("licences/Inter.txt")),))


def of_the_manual() -> list[Component]:
    """Return the packages whose styles and scripts are in the manual included with the program."""
    try:
        return collected(resource(f"manual/{OF_THE_MANUAL}/{INDEX}"))
    except FileNotFoundError:  # the manual is built from its sources on request
        return []


def python() -> Component:
    path = Path(sysconfig.get_path("stdlib")) / "LICENSE.txt"
    if not path.is_file():  # its location on Windows
        path = Path(sys.base_prefix) / "LICENSE.txt"
    texts = (_read(path),) if path.is_file() else ()
    return Component("Python", platform.python_version(), "PSF-2.0", texts)


def packages() -> list[Component]:
    """Return the packages that the program needs, directly or indirectly, sorted by name."""
    found = {str(each.metadata["Name"]).lower(): each for each in distributions()}
    return [of_distribution(found[name]) for name in sorted(found)]


def distributions(name: str = "millmate") -> Iterator[metadata.Distribution]:
    """Yield the installed distributions required by the distribution `name`, each once."""
    seen, waiting = {_plain(name)}, list(_needs(name, _EXTRAS))
    while waiting:
        each = waiting.pop()
        if _plain(each) not in seen:
            seen.add(_plain(each))
            try:
                found = metadata.distribution(each)
            except metadata.PackageNotFoundError:  # required on another system only
                continue
            yield found
            waiting += _needs(each)


def of_distribution(distribution: metadata.Distribution) -> Component:
    """Return an installed distribution with its declared licence."""
    name = str(distribution.metadata["Name"])
    texts = tuple(_notices(distribution))
    shipped = _LACKING_TEXTS.get(_plain(name), ())
    texts += tuple(_read(resource(f"licences/{each}")) for each in shipped)
    if not texts and _plain(name) in _LICENSED_AS_WE_ARE:
        texts = own().texts
    return Component(name, distribution.version, _statement(distribution), texts)


def _plain(name: str) -> str:
    """Return the normalized name of a package, the same for all its spellings."""
    return re.sub(r"[-_.]+", "-", name).lower()


def _needs(name: str, extras: tuple[str, ...] = ()) -> Iterator[str]:
    """Yield the names of the packages required by an installed one, including some extras'."""
    try:
        requirements = metadata.requires(name) or ()
    except metadata.PackageNotFoundError:
        return
    for requirement in requirements:
        extra = _BESIDE.search(requirement)
        start = _REQUIREMENT.match(requirement)
        if start is not None and (extra is None or extra[1] in extras):
            yield start[0]


def _statement(distribution: metadata.Distribution) -> str:
    """Return the short name of the licence declared by a distribution."""
    told = distribution.metadata
    for field in ("License-Expression", "License"):
        # Not by index: with the backport of importlib.metadata, a missing field raises.
        stated = "".join(told.get_all(field) or ()).strip().partition("\n")[0]
        if 0 < len(stated) <= _LONGEST_STATEMENT:
            return stated
    classifiers = (each.split(" :: ") for each in told.get_all("Classifier") or ())
    return " / ".join(each[-1] for each in classifiers if each[0] == "License")


def _notices(distribution: metadata.Distribution) -> Iterator[Notice]:
    """Yield the licences and notices in the metadata files of a distribution."""
    for path in sorted(distribution.files or (), key=str):
        folder, *inside = path.parts
        if folder.endswith(".dist-info") and _NOTICE.search("/".join(inside)):
            place = Path(str(distribution.locate_file(path)))
            if place.is_file():
                yield Notice("-".join(inside[inside[0] == "licenses" :]), _content(place))


def _read(path: Path) -> Notice:
    return Notice(path.name, _content(path))


def _numbered(path: Path) -> Notice:
    """Return a text with its original name, from a file numbered by `write`."""
    return Notice(path.name.partition("-")[2], _content(path))


def _content(path: Path) -> str:
    return limits.read(path, limits.LARGEST_LICENCE).decode("utf-8", errors="replace")
