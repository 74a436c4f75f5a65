"""Has the kernels compiled when the package is built, for all processors of this kind of system."""

import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

_COMPILED = "desktop/millmate/kernels/compiled"


class KernelsHook(BuildHookInterface[Any]):
    """Runs `millmate.kernels.making`; a wheel serves every Python, since libraries call none."""

    def dependencies(self) -> list[str]:
        """Return what links the libraries where the system has no compiler of C."""
        return [] if any(map(shutil.which, ("cc", "clang", "gcc"))) else ["ziglang"]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Make the libraries; `version` is `standard` or `editable`."""
        command = [sys.executable, "-m", "millmate.kernels.making"]
        # Found by the current folder: pip takes that of an editable install out of Python's path.
        subprocess.run(command, cwd=Path(self.root) / "desktop", check=True)
        build_data["pure_python"] = False
        build_data["tag"] = f"py3-none-{_platform()}"
        build_data["artifacts"] += [f"{_COMPILED}/*.{end}" for end in ("so", "dll", "dylib")]


def _platform() -> str:
    own = sysconfig.get_platform().replace("-", "_").replace(".", "_")
    machine = own.removeprefix("linux_")
    if machine == own:
        return own
    # The libraries need no version of the C library.
    return f"manylinux_2_17_{machine}.musllinux_1_1_{machine}"
