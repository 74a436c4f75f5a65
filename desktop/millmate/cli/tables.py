"""`millmate tables`: list the tables."""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

from millmate import paths, resources
from millmate.cli.arguments import add_tables
from millmate.formatting import plural, size
from millmate.games.chess.material import Material
from millmate.tablebase import late_mates, store
from millmate.tablebase.draft import drafts
from millmate.tablebase.metric import Metric
from millmate.tablebase.table import SideCounts, TableInfo
from millmate.tablebase.targets import Info, side_names, survey, title


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_tables(parser)
    parser.add_argument("--json", action="store_true", help="print a JSON list")


def run(args: argparse.Namespace) -> int:
    """List the sound tables, and the damaged ones on standard error; return 1 if there are any."""
    directory = args.tables or paths.tables_dir()
    sound, damaged = survey(directory)
    mates, torn = late_mates.survey(directory)
    damaged += torn
    if args.json:
        print(json.dumps([info.to_json() for info in sound], indent=2))
    elif not sound and not damaged:
        print(f"no tables in {directory}; build one with: millmate build KBNvK")
    else:
        for info in sound:
            print(f"{title(info)}: {summary(info)}; {_counts(info)}")
        for line in [*_dtm50(mates, directory), *_sums(sound), *_places(sound, directory)]:
            print(line)
    for metric in () if args.json else Metric:
        for material in drafts(metric.directory(directory)):
            print(
                f"{metric.titled(material)}: not finished; resume it with: millmate build "
                f"{metric.option}{material}, or remove it with: millmate build --discard "
                f"{metric.option}{material}"
            )
    for error in damaged:
        print(f"millmate tables: {error}", file=sys.stderr)
    return 1 if damaged else 0


def _dtm50(mates: Mapping[Material, int], directory: Path) -> Iterator[str]:
    """Yield a line for each table of DTM50, and one for the solved slices."""
    for material, number in mates.items():
        taken = size(store.size_of(store.dtm50_path(directory, material)))
        yield f"{material} (DTM50): {number:,} mates that are not as in DTM; {taken}"
    files = sorted((directory / "dtm50").glob("*.clocks"))
    if files:
        names = ", ".join(each.stem for each in files)
        yield f"moves to mate at every clock of {names}: {size(sum(map(store.size_of, files)))}"


def summary(info: Info) -> str:
    """Return a short summary of a table: longest wins, size and state."""
    to_mate = isinstance(info, TableInfo) and info.metric == Metric.DTM.title
    unit = "move" if to_mate else "ply"
    wins = [
        f"{name} wins in at most {plural(info.longest[side], unit)}{_cursed(info, side)}"
        for side, name in side_names(info).items()
        if info.longest[side]
    ]
    longest = ", ".join(wins) or _without_plies(info)
    state = "verified" if info.verified else "not verified"
    came = ", came with the program" if isinstance(info, TableInfo) and info.shipped else ""
    return f"{longest}; {_bytes(info)}, {state}, {info.cpu_seconds:.2f} CPU seconds{came}"


def _bytes(info: Info) -> str:
    """Return the size of a table, with its payloads."""
    if not isinstance(info, TableInfo):
        return size(info.bytes) + (" (only who wins)" if info.compact else "")
    return f"{size(info.bytes)} ({_payloads([info])})"


def _payloads(infos: list[TableInfo]) -> str:
    """Return the size of each kind of values: `wdl 1.1 MB, losses 3.5 MB`."""
    total: Counter[str] = Counter()
    for info in infos:
        total.update(info.payloads)
    return ", ".join(f"{name} {size(count)}" for name, count in total.items())


def _sums(infos: list[Info]) -> list[str]:
    """Return a line for each metric with several tables of chess: their number and bytes."""
    lines = []
    for metric in Metric:
        own = [i for i in infos if isinstance(i, TableInfo) and i.metric == metric.title]
        if len(own) > 1:
            number, total = plural(len(own), "table"), size(sum(info.bytes for info in own))
            lines.append(f"{metric.title}: {number}; {total} ({_payloads(own)})")
    return lines


def _places(infos: list[Info], directory: Path) -> list[str]:
    """Return where the tables are, if some came with the program."""
    came = [info for info in infos if isinstance(info, TableInfo) and info.shipped]
    if not came:
        return []
    own = len(infos) - len(came)
    return [
        f"{plural(len(came), 'table')}, {size(sum(info.bytes for info in came))}, came with the "
        f"program: {resources.tables()}",
        f"{plural(own, 'table')} of your own: {directory}",
    ]


def _cursed(info: Info, side: str) -> str:
    """Return the longest win of a side that the fifty-move rule draws, "" without one."""
    longest = info.longest_cursed.get(side) if isinstance(info, TableInfo) else None
    return f" (without the fifty-move rule in {longest})" if longest else ""


def _without_plies(info: Info) -> str:
    """Return a description of a table without a known longest win."""
    if any(counts.wins or counts.losses for counts in info.counts.values()):
        return "results without distances"
    return "neither side can force a win"


def _counts(info: Info) -> str:
    """Return the numbers of positions won, drawn and lost for the side to move."""
    return ", ".join(
        f"{name} to move {info.counts[side].wins:,} won / {_drawn(info, side)} / "
        f"{info.counts[side].losses:,} lost"
        for side, name in side_names(info).items()
    )


def _drawn(info: Info, side: str) -> str:
    counts = info.counts[side]
    if not isinstance(counts, SideCounts) or not (counts.cursed_wins or counts.blessed_losses):
        return f"{counts.draws:,} drawn"
    return (
        f"{counts.cursed_wins:,} cursed wins / {counts.draws:,} drawn / "
        f"{counts.blessed_losses:,} blessed losses"
    )
