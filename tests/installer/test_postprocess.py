"""What is done to the bundle that PyInstaller has made."""

import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

FAULTY = "def fall():\n    def deep():\n        raise ValueError('here')\n    deep()\n"


def test_byte_code_names_no_folder_of_the_build(installer: SimpleNamespace, tmp_path: Path) -> None:
    module = tmp_path / "build" / "millmate" / "part" / "module.py"
    module.parent.mkdir(parents=True)
    for folder in (module.parent, module.parent.parent):
        (folder / "__init__.py").touch()
    module.write_text(FAULTY)
    installer.postprocess.compile_python(tmp_path / "build")
    compiled = list(tmp_path.rglob("*.pyc"))
    assert len(compiled) == 3
    assert not any(bytes(tmp_path) in path.read_bytes() for path in compiled)
    # Moved to where it is installed, a fault is still told with its place there.
    moved = (tmp_path / "build").rename(tmp_path / "installed")
    program = "from millmate.part import module; module.fall()"
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=moved, capture_output=True, text=True, check=False
    )
    place = moved / "millmate" / "part" / "module.py"
    assert f'File "{place}", line 3, in deep' in done.stderr
