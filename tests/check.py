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
from concurrent.futures import ThreadPoolExecutor
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
    """Run the tests and, next to them, every other check; return the exit status."""
    COVERAGE.unlink(missing_ok=True)
    measuring = ["slipcover", "-m"] if "--coverage" in arguments else []
    tier = ["-m", "not slow"] if "--thorough" in arguments else []
    for_pytest = [each for each in arguments if each not in {"--coverage", "--thorough"}]
    with ThreadPoolExecutor(len(CHECKS)) as threads:
        in_one_piece = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
        others = [threads.submit(passes, *each, **in_one_piece) for each in CHECKS.items()]
        tests_pass = passes("tests", [*measuring, *TESTS, *tier, *for_pytest])
    if COVERAGE.exists():
        print(coverage_report(json.loads(COVERAGE.read_text())["files"]))
    passed = [*(each.result() for each in others), tests_pass]
    failed = [name for name, ok in zip([*CHECKS, "tests"], passed, strict=True) if not ok]
    if failed:
        print(f"failed: {', '.join(failed)}")
    return {(): 0, ("tests",): ONLY_TESTS}.get(tuple(failed), 1)


def passes(name: str, command: list[str], **output: int) -> bool:
    """Run a check and report its time, after its output if that was caught."""
    began = time.monotonic()
    done = subprocess.run([sys.executable, "-m", *command], cwd=ROOT, text=True, **output)
    verdict = "FAILED" if done.returncode else "ok"
    took = f"{time.monotonic() - began:.0f} s"
    print(f"\n{done.stdout or ''}== {name}: {verdict} in {took}\n", end="", flush=True)
    return not done.returncode


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
