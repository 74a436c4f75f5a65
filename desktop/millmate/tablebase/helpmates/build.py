"""Build the sets of dead positions of materials and of all that their moves lead to."""

import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

from millmate import machine
from millmate.games.chess.material import Material
from millmate.kernels.chess_bitboards import Bitboards
from millmate.locks import HeldError, Lock, hold
from millmate.tablebase.helpmates import files
from millmate.tablebase.helpmates.files import SIDES, DeadSet, Helpmates, HelpmatesFile, missing
from millmate.tablebase.helpmates.solve import Dead, Found, solve
from millmate.tablebase.helpmates.verify import verify, verify_samples
from millmate.tablebase.layout import layout_of
from millmate.tablebase.progress import BuildStopped, Stopped, never

# Called with the material being built and the part of it that is done, 0 to 1.
Progress = Callable[[Material, float], object]

_POLL = 0.3  # seconds between two looks at `stopped`


def build(
    directory: Path,
    materials: Iterable[Material],
    progress: Progress = lambda material, share: None,
    stopped: Stopped = never,
) -> None:
    """Build the sets of materials that are not there yet, and those that they need.

    Every set is verified before it is written.

    Raises:
        BuildStopped: `stopped` returned True; finished sets are kept.
        InputError: A material has more than `MOST_MEN` men.
        VerificationError: A set is wrong; it was not written.
        TableError: A set that is there is damaged.
        OSError: The directory cannot be written or is full.
    """
    for material in missing(directory, materials):
        (directory / files.DIRECTORY).mkdir(parents=True, exist_ok=True)
        with _locked(directory / files.DIRECTORY / ".lock", stopped):
            if not files.exist(directory, material):
                _build(directory, material, progress, stopped)


def _locked(path: Path, stopped: Stopped) -> Lock:
    """Wait for another build of sets in the same directory; raises `BuildStopped`."""
    while not stopped():
        with suppress(HeldError):
            return hold(path, _POLL)
    raise BuildStopped


def _build(directory: Path, material: Material, progress: Progress, stopped: Stopped) -> None:
    """Build the sets of a material; those that it needs are there."""
    layout, began = layout_of(material), time.process_time()
    opened: dict[Material, HelpmatesFile] = {}
    shares = dict.fromkeys(SIDES, 0.0)

    def dead(of: Material, number: int, turn: bool, victim: bool) -> Bitboards:
        if of not in opened:
            opened[of] = files.opened(directory, of)
        return opened[of].words(number, turn, victim)

    def one(victim: bool) -> tuple[DeadSet, int]:
        verified = 0

        def check(part: Found, dead_or_found: Dead) -> None:
            nonlocal verified
            verified += verify(layout, victim, dead_or_found, part)

        def done(share: float) -> None:
            shares[victim] = share
            progress(material, sum(shares.values()) / 2)
            if stopped():
                raise BuildStopped

        return solve(layout, victim, dead, check, done), verified

    with ThreadPoolExecutor(min(len(SIDES), machine.processors()), "helpmates") as pool:
        sets, numbers = zip(*pool.map(one, SIDES), strict=True)
    seconds = round(time.process_time() - began, 3)
    facts = {"verified": sum(numbers), "cpu_seconds": seconds}

    def check(written: HelpmatesFile) -> None:
        helpmates = Helpmates(directory)
        helpmates.add(material, written)
        verify_samples(layout, lambda board, side: not helpmates.can_be_mated(board, side))

    files.write(directory, layout, dict(zip(SIDES, sets, strict=True)), facts, check)
