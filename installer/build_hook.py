"""Has made what Git does not keep when the package is built: kernels, tables and the manual."""

import inspect
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

_COMPILED = "desktop/millmate/kernels/compiled"


class MillMateHook(BuildHookInterface[Any]):
    """Runs `millmate.kernels.making`, and for a wheel the scripts that make tables and manual.

    A wheel serves every Python, since the libraries of kernels call none.
    """

    def dependencies(self) -> list[str]:
        """Return what links libraries where there is no compiler of C, and what a wheel needs."""
        linker = [] if _has_linker() else ["ziglang"]
        if _is_editable():
            return linker
        core = self.metadata.core
        own = [each for each in core.dependencies if not each.startswith("PySide6")]
        return [*linker, *own, *core.optional_dependencies["docs"]]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Make what is missing; `version` is `standard` or `editable`."""
        root = Path(self.root)
        command = [sys.executable, "-m", "millmate.kernels.making"]
        # Found by the current folder: pip takes that of an editable install out of Python's path.
        subprocess.run(command, cwd=root / "desktop", check=True)
        for name in ("tables", "manual") if version == "standard" else ():
            script = root / "installer" / f"shipped_{name}.py"
            if subprocess.run([sys.executable, script], check=False).returncode:
                self.app.display_warning(f"the package comes without its {name}: see above")
        build_data["pure_python"] = False
        build_data["tag"] = f"py3-none-{_platform()}"
        build_data["artifacts"] += [f"{_COMPILED}/*.{end}" for end in ("so", "dll", "dylib")]


def _has_linker() -> bool:
    """Tell whether `millmate.kernels.making` finds a compiler of C that suits it."""
    return sys.platform != "win32" and any(map(shutil.which, ("cc", "clang", "gcc")))


def _is_editable() -> bool:
    """Tell whether an editable install is asked for, which hatchling does not tell."""
    asked = "get_requires_for_build_editable"
    return any(frame.function == asked for frame in inspect.stack())


def _platform() -> str:
    own = sysconfig.get_platform().replace("-", "_").replace(".", "_")
    machine = own.removeprefix("linux_")
    if machine == own:
        return own
    # The libraries need no version of the C library.
    return f"manylinux_2_17_{machine}.musllinux_1_1_{machine}"
