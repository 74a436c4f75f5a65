"""`millmate helpmates`: from which positions a side can still be mated at all."""

import argparse
import json
import sys
from dataclasses import asdict
from pathlib import Path

from millmate import paths
from millmate.cli.arguments import add_tables, chess_table, resume_command, whole_number
from millmate.cli.progress import StatusLine, interrupts
from millmate.errors import InputError
from millmate.games.chess.material import Material, all_materials
from millmate.tablebase.helpmates import build, files
from millmate.tablebase.helpmates.files import MOST_MEN
from millmate.tablebase.progress import BuildStopped


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Finds, for all positions of a material, whether White and whether Black can still be "
        "mated by any series of legal moves, both sides helping. If neither can, the position is "
        "dead and the game is drawn. When a flag falls, a side that cannot be mated does not "
        "lose. Prints how many positions are dead for each side, by the side to move."
    )
    parser.add_argument("names", nargs="*", metavar="MATERIAL", help="such as KBvKN")
    parser.add_argument(
        "--all", type=whole_number(3), metavar="N", help="every material with 3 to N men"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object per line")
    add_tables(parser)


def run(args: argparse.Namespace) -> int:
    """Find the sets that are not there; print what there is."""
    directory, wanted = args.tables or paths.tables_dir(), _wanted(args)
    todo = files.missing(directory, wanted)
    try:
        with StatusLine() as line, interrupts() as stopped:

            def show(material: Material, share: float) -> None:
                number = todo.index(material) + 1
                done = f"{material}, {number} of {len(todo)}: {share:.0%}"
                line.show(lambda: done)

            build.build(directory, wanted, show, stopped)
    except BuildStopped:
        words = ["helpmates", *args.names, *(["--all", str(args.all)] if args.all else [])]
        print(
            f"millmate helpmates: paused; what is finished is kept; go on with: "
            f"{resume_command(words, args, ['tables'])}",
            file=sys.stderr,
        )
        return 1
    _print(directory, wanted, args.json)
    return 0


def _print(directory: Path, materials: list[Material], as_json: bool) -> None:
    found = [files.opened(directory, material).info for material in materials]
    if as_json:
        for info in found:
            print(json.dumps(asdict(info)))
        return
    for info in found:
        for mated, counts in info.counts.items():
            parts = [
                f"{count.dead:,} of {count.positions:,} with {turn.capitalize()} to move"
                for turn, count in counts.items()
            ]
            print(f"{info.material}: {mated.capitalize()} cannot be mated: {', '.join(parts)}")


def _wanted(args: argparse.Namespace) -> list[Material]:
    if not args.names and not args.all:
        raise InputError("name a material such as KBvKN, or give --all 4 for all of up to four men")
    if (args.all or 0) > MOST_MEN:
        raise InputError(f"helpmates are found for up to {MOST_MEN} men")
    named = {_material(text) for text in args.names}
    return sorted({*named, *(all_materials(args.all) if args.all else ())})


def _material(text: str) -> Material:
    material = chess_table(text, "has no helpmates: only chess has")
    if material.men == 2:
        raise InputError(f"{material} is dead: bare kings never mate")
    return material
