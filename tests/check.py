"""Check everything: format, lint, types, plain English, import contracts and tests.

Run from anywhere: `python tests/check.py`. With `--thorough` every law is tested in all its
combinations, with `--coverage` the branch coverage is measured and printed. All other arguments go
to pytest, which shares the tests out to a process for each core (`-n 0` for none). The import
contracts are a test of their own (`tests/test_architecture.py`).
Exits with 3 if only tests failed, with 1 if another check did.
"""

import json
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
COVERAGE = (
    ROOT / ".coverage.json"
)  # pyproject.toml configures the same file and the measured packages

TESTS = ["pytest", "-q", "-n", "auto", "--maxprocesses", "4", "--dist", "worksteal"]
CHECKS = {
    "formatter": ["ruff", "format", "--check", "."],
    "linter": ["ruff", "check", "."],
    "types": ["mypy"],
    "plain English": ["tests.plain_english"],
}
WORST = 10  # modules to list
ONLY_TESTS = 3  # the exit status if nothing else failed


def main(arguments: list[str]) -> int:
    """Run every check and report its time; return the exit status."""
    failed = []
    COVERAGE.unlink(missing_ok=True)
    measuring = ["slipcover", "-m"] if "--coverage" in arguments else []
    tier = ["-m", "not slow"] if "--thorough" in arguments else []
    for_pytest = [each for each in arguments if each not in {"--coverage", "--thorough"}]
    tests = [*measuring, *TESTS, *tier, *for_pytest]
    for name, command in {**CHECKS, "tests": tests}.items():
        began = time.monotonic()
        status = subprocess.run([sys.executable, "-m", *command], cwd=ROOT).returncode
        verdict = "ok" if status == 0 else "FAILED"
        print(f"== {name}: {verdict} in {time.monotonic() - began:.0f} s", flush=True)
        if status:
            failed.append(name)
    if COVERAGE.exists():
        print(coverage_report(json.loads(COVERAGE.read_text())["files"]))
    if failed:
        print(f"failed: {', '.join(failed)}")
    return {(): 0, ("tests",): ONLY_TESTS}.get(tuple(failed), 1)


def coverage_report(files: Mapping[str, Mapping[str, Any]]) -> str:
    """Return the coverage of each package, and of the least covered modules outside the window.

    Covered are the lines and branches that ran in the tests' own processes, as a share of all.
    """
    covered, wanted = Counter[str](), Counter[str]()
    shares = {}
    for name, file in files.items():
        _, _, module = Path(name).as_posix().partition("millmate/")
        summary = file["summary"]
        ran = summary["covered_lines"] + summary["covered_branches"]
        every = ran + summary["missing_lines"] + summary["missing_branches"]
        package = module.partition("/")[0] if "/" in module else "(top)"
        covered[package] += ran
        wanted[package] += every
        if every and package != "gui":
            shares[module] = ran / every
    packages = [f"{each} {covered[each] / wanted[each]:.0%}" for each in sorted(wanted)]
    worst = sorted(shares, key=shares.__getitem__)[:WORST]
    return "\n".join(
        [
            f"== branch coverage: {covered.total() / wanted.total():.1%} ({', '.join(packages)})",
            *(f"   {shares[module]:4.0%} {module}" for module in worst),
        ]
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
