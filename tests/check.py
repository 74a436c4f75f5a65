"""The one command that checks everything: format, lint, types, import contracts, tests.

Run from anywhere: `python tests/check.py`; arguments go to pytest, which shares the tests out to a
process for each core (`-n 0` for none). The import contracts are a
test of their own (`tests/test_architecture.py`).
"""

import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]

CHECKS = {
    "formatter": ["ruff", "format", "--check", "."],
    "linter": ["ruff", "check", "."],
    "types": ["mypy"],
    "tests": ["pytest", "-q", "-n", "auto", "--maxprocesses", "4", "--dist", "worksteal"],
}


def main(pytest_arguments: list[str]) -> int:
    """Run every check, report each one's time, and return 1 if any failed."""
    failed = []
    for name, command in CHECKS.items():
        extra = pytest_arguments if name == "tests" else []
        began = time.monotonic()
        status = subprocess.run([sys.executable, "-m", *command, *extra], cwd=ROOT).returncode
        verdict = "ok" if status == 0 else "FAILED"
        print(f"== {name}: {verdict} in {time.monotonic() - began:.0f} s", flush=True)
        if status:
            failed.append(name)
    if failed:
        print(f"failed: {', '.join(failed)}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
