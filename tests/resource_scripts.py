"""Import scripts in resources, which are not part of the package."""

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

FOLDER = Path(__file__).parents[1] / "resources"


def script(name: str) -> ModuleType:
    """Return a script as a module: `networks/train`."""
    spec = importlib.util.spec_from_file_location(Path(name).name, FOLDER / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[module.__name__] = module
    spec.loader.exec_module(module)
    return module
