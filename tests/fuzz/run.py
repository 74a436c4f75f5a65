"""Give parsers inputs that are almost valid, and report the results.

`python tests/fuzz/run.py TARGET [...] --runs 100000` (`all` for every target) changes sound inputs
by chance. With `--guided` the fuzzer atheris chooses, by what the inputs reach in millmate and in
python-chess; it has to be installed (`pip install atheris`). Exit status 1 if anything was found:
each input is then kept in the directory that `--keep` names.
"""

from __future__ import annotations

import argparse
import gc
import random
import signal
import sys
import time
import traceback
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType

import psutil

ROOT = Path(__file__).resolve().parents[2]
HANG_SECONDS = 1.0  # of computing time for one input
MOST_GROWTH = 256_000_000  # bytes of memory that one input may take
_LEAK = 64_000_000  # bytes that all inputs together may leave allocated


class HangError(Exception):
    """An input takes longer than a second."""


class GrowthError(Exception):
    """An input takes more memory than any sound one needs."""


@dataclass
class Report:
    """The results of one target: counts, and each different fault with its shortest input."""

    name: str
    inputs: int = 0
    taken: int = 0
    seconds: float = 0.0
    slowest: float = 0.0
    grown: int = 0
    found: dict[str, bytes] = field(default_factory=dict)
    traces: dict[str, str] = field(default_factory=dict)

    def add(self, error: BaseException, data: bytes) -> None:
        """Remember a fault, by where it happened."""
        last = traceback.extract_tb(error.__traceback__)[-1]
        where = f"{type(error).__name__} in {Path(last.filename).name}:{last.lineno}"
        if where not in self.found or len(data) < len(self.found[where]):
            self.found[where] = data
            self.traces[where] = "".join(traceback.format_exception(error))

    def __str__(self) -> str:
        rate = self.inputs / max(self.seconds, 1e-9)
        return (
            f"{self.name:20} {self.inputs:>8,} inputs  {rate:>7,.0f}/s  {self.taken:>7,} taken  "
            f"slowest {1000 * self.slowest:.0f} ms  grown {self.grown / 1e6:.0f} MB  "
            f"{len(self.found)} found"
        )


def run(target: object, runs: int, seed: int = 0) -> Report:
    """Give a target so many inputs; time and memory are watched."""
    from tests.fuzz.target import Target

    assert isinstance(target, Target)
    report = Report(target.name)
    for seed_input in target.seeds:
        assert target.try_(seed_input), f"{target.name}: a sound input is refused: {seed_input!r}"
    signal.signal(signal.SIGPROF, _hang)
    before = _resident()
    began = time.process_time()
    for number in range(runs):
        data = target.input(random.Random(f"{target.name} {seed} {number}"))
        _try(target, data, report)
        report.inputs += 1
    report.seconds = time.process_time() - began
    gc.collect()
    report.grown = _resident() - before
    if report.grown > _LEAK:
        report.add(GrowthError(f"{report.grown:,} bytes are left behind"), b"")
    return report


def _try(target: object, data: bytes, report: Report) -> None:
    """Give one input; what is no refusal is noted."""
    peak, began = _peak(), time.process_time()
    signal.setitimer(signal.ITIMER_PROF, HANG_SECONDS)
    try:
        report.taken += target.try_(data)  # type: ignore[attr-defined]
    except (KeyboardInterrupt, SystemExit):
        raise
    except BaseException as error:
        report.add(error, data)
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
    report.slowest = max(report.slowest, time.process_time() - began)
    if _peak() - peak > MOST_GROWTH:
        report.add(GrowthError(f"{_peak() - peak:,} bytes"), data)


def _hang(number: int, frame: FrameType | None) -> None:
    raise HangError


def _peak() -> int:
    import resource  # Windows has none

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def _resident() -> int:
    resident: int = psutil.Process().memory_info().rss
    return resident


# Guided by what is reached ------------------------------------------------------------------------


def guided(name: str, runs: int, keep: Path, seed: int) -> None:
    """Have atheris choose the inputs; it ends the process, with a status of its own."""
    import atheris

    with atheris.instrument_imports(include=["millmate", "chess"], enable_loader_override=False):
        from tests.fuzz.targets import TARGETS
    target = TARGETS[name]
    corpus = keep / f"corpus-{name}"
    corpus.mkdir(parents=True, exist_ok=True)
    for number, content in enumerate(target.seeds):
        (corpus / f"seed-{number}").write_bytes(content)

    def change(data: bytes, size: int, choice: int) -> bytes:
        chance = random.Random(choice)
        if chance.random() < 0.4:
            changed = atheris.Mutate(data, size)
        elif target.make is not None and chance.random() < 0.9:
            try:
                changed = target.make([data], chance)
            except Exception:  # it is no longer of its format
                changed = target.make(target.seeds, chance)
        else:
            changed = target.changed([data, *target.seeds[:20]], chance)
        return bytes(changed[:size])

    words = [
        f"-runs={runs}", f"-seed={seed + 1}", "-timeout=5", "-rss_limit_mb=2048", "-verbosity=1",
        "-max_len=100000", f"-artifact_prefix={keep}/{name}-", "-print_final_stats=1",
    ]  # fmt: skip
    atheris.Setup(
        [sys.argv[0], *words, str(corpus)], lambda data: target.try_(data), custom_mutator=change
    )
    atheris.Fuzz()


def main(words: list[str]) -> int:
    """Run the targets in the command line; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("targets", nargs="+", metavar="TARGET", help="names, or all")
    parser.add_argument("--runs", type=int, default=100_000, metavar="N", help="inputs each")
    parser.add_argument("--seed", type=int, default=0, help="for other inputs than last time")
    parser.add_argument("--keep", type=Path, default=Path("fuzz-found"), metavar="DIR")
    parser.add_argument("--guided", action="store_true", help="by coverage, with atheris")
    args = parser.parse_args(words)
    sys.path.insert(0, str(ROOT))
    if args.guided:
        guided(args.targets[0], args.runs, args.keep, args.seed)
        return 0
    from tests.fuzz.targets import TARGETS, forget

    names = list(TARGETS) if args.targets == ["all"] else args.targets
    reports = []
    try:
        for name in names:
            reports.append(run(TARGETS[name], args.runs, args.seed))
            _tell(reports[-1], args.keep)
    finally:
        forget()
    return int(any(report.found for report in reports))


def _tell(report: Report, keep: Path) -> None:
    print(report, flush=True)
    for number, (where, data) in enumerate(report.found.items()):
        keep.mkdir(parents=True, exist_ok=True)
        path = keep / f"{report.name}-{number}"
        path.write_bytes(data)
        print(f"  {where}: {path}\n{report.traces[where]}", flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
