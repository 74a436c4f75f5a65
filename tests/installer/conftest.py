"""The build's modules lie beside each other, as for `python installer/build.py`."""

import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

INSTALLER = Path(__file__).resolve().parents[2] / "installer"


class Installer:
    """The build's modules by name."""

    def __getattr__(self, name: str) -> ModuleType:
        return import_module(name.replace("__", "."))


@pytest.fixture(scope="session")
def installer() -> Iterator[Installer]:
    """Return what builds the installers; its modules' names are given back afterwards."""
    before = set(sys.modules)
    sys.path.insert(0, str(INSTALLER))
    yield Installer()
    sys.path.remove(str(INSTALLER))
    for name in sys.modules.keys() - before:
        if str(INSTALLER) in str(getattr(sys.modules[name], "__spec__", "")):
            del sys.modules[name]
