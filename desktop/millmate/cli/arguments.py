"""Arguments that several commands share, and whole numbers within bounds."""

import argparse
import re
import shlex
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from millmate.errors import InputError
from millmate.games.board import Board, Rules
from millmate.games.catalogue import GAMES, Position, game, split_game
from millmate.games.chess.material import Material
from millmate.games.lenient_parser import holds_position, parse_leniently
from millmate.games.morris.notations import Notation
from millmate.games.morris.variants import VARIANTS
from millmate.tablebase.metric import Metric
from millmate.tablebase.names import parse

_MOST_THREADS = 1024
_UNITS = {"": 1, "k": 10**3, "m": 10**6, "g": 10**9, "t": 10**12}
_BINARY = {"": 1, "k": 2**10, "m": 2**20, "g": 2**30, "t": 2**40}
GAMES_HELP = (
    f"the game: {' or '.join(GAMES)}; for a variant morris:NAME, where NAME is one of "
    + ", ".join(list(VARIANTS)[1:])
    + "; without a draw after 50 quiet moves morris:quiet=none, after N morris:NAME,quiet=N"
)


def add_tables(parser: argparse.ArgumentParser) -> None:
    """Add `--tables`; None means the user's directory."""
    parser.add_argument(
        "--tables", type=_directory, metavar="DIR", help="the directory of the tables"
    )


def add_notation(parser: argparse.ArgumentParser) -> None:
    """Add `--notation`, a `Notation`, the usual one by default."""
    parser.add_argument(
        "--notation",
        type=_notation,
        default=Notation.OURS,
        metavar="NAME",
        help="how morris is written: ours (d6-d7xa1, the default), sanmill (d6-d7 xa1, with "
        "positions as in Sanmill) or numbers (5-2x22, points 1 to 24 as on PlayOK)",
    )


def refuse_foreign_notation(args: argparse.Namespace) -> None:
    """Raise `InputError` if `--notation` is given for a game that it does not support."""
    if args.notation is Notation.OURS:
        return
    if args.game.variant is None:
        raise InputError(
            f"--notation says how morris is written; this is a game of {args.game.name}"
        )
    if args.notation.on(args.game.places) is Notation.OURS:
        raise InputError(f"there is no notation {args.notation.value} for {args.game.name}")


def _notation(text: str) -> Notation:
    try:
        return Notation(text.strip().lower())
    except ValueError:
        names = ", ".join(each.value for each in Notation)
        raise argparse.ArgumentTypeError(f"unknown notation {text!r}: choose {names}") from None


def position_texts(words: Sequence[str]) -> list[str]:
    """Return the positions in the words of a command line, quoted or not.

    An unquoted FEN is several words: it ends where a word starts another position.
    """
    texts: list[str] = []
    begun = False
    for word in words:
        if split_game(f"{word} -")[0] is not None:  # a key, such as morris:twelve
            texts.append(word)
            begun = False
            continue
        whole = " " in word.strip() and holds_position(word)
        begins = whole or (word.count("/") > 1 and holds_position(word))
        if texts and not (begins and begun):
            texts[-1] += f" {word}"
        else:
            texts.append(word)
        begun = begun or begins
    return texts


def chess_table(text: str, refusal: str) -> Material:
    """Return the material `text`; `refusal` says why it cannot be a table of morris.

    Raises:
        InputError: It names tables of morris, or none.
    """
    target = parse(text)
    if not isinstance(target, Material):
        raise InputError(f"{target} {refusal}")
    return target.canonical()


def starting_board(args: argparse.Namespace, usual: Rules) -> Board:
    """Return the position in `--fen`, else the start of `--game`; set `args.game` to its game.

    Without either, it is the start of the `usual` game.

    Raises:
        PositionError: `--fen` is not a position, it cannot be played, or is of another game.
    """
    if args.fen is None:
        rules: Rules = args.game or usual
        args.game = rules
        return rules.board()
    position = read_position(args.fen, args.game)
    args.game = position.game
    return position.board()


def read_position(text: str, rules: Rules | None = None) -> Position:
    """Return the position in `text`, playable or not; print corrections to standard error.

    Raises:
        PositionError: `text` is not a position, or one of another game than `rules`.
    """
    parsed = parse_leniently(text, rules)
    for remark in parsed.remarks:
        print(remark, file=sys.stderr)
    return parsed.position


def add_threads(parser: argparse.ArgumentParser) -> None:
    """Add `--threads`; None means all processors."""
    parser.add_argument(
        "--threads",
        type=whole_number(1, _MOST_THREADS, "number of threads"),
        metavar="N",
        help="number of threads that share the work (default: one per processor)",
    )


def add_metric(parser: argparse.ArgumentParser, **more: str) -> None:
    """Add `--metric`, with `more` choices and their help; `metrics` reads it."""
    parser.add_argument(
        "--metric",
        choices=(*(metric.value for metric in Metric), "both", *more),
        help="what chess distances count: moves to mate (dtm, the default), plies to the next "
        "capture, pawn move or mate under the fifty-move rule (dtz), or both, in two tables"
        + "".join(f"; {text}" for text in more.values()),
    )


def metrics(args: argparse.Namespace) -> list[Metric]:
    """Return the metrics selected by `--metric`, all of them for one that is not a table's."""
    names = [metric.value for metric in Metric]
    wanted = args.metric or Metric.DTM.value
    return [metric for metric in Metric if wanted == metric.value or wanted not in names]


def _directory(text: str) -> Path:
    """Return a directory, which need not exist yet."""
    path = Path(text)
    if path.exists() and not path.is_dir():
        raise argparse.ArgumentTypeError(f"{text!r} is a file, not a directory")
    return path


def game_argument(text: str) -> Rules:
    """Return the rules of the game that `text` names; raises `argparse.ArgumentTypeError`."""
    try:
        return game(text)
    except InputError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def whole_number(low: int, high: int | None = None, what: str = "number") -> Callable[[str], int]:
    """Return the `type` of an argument that is a whole number from `low` to `high`.

    It raises `argparse.ArgumentTypeError` for any other text, with a message that calls the number
    `what`. Without `high` there is no upper bound.
    """
    wanted = f"{what} of {low} or more" if high is None else f"{what} from {low} to {high}"

    def read(text: str) -> int:
        if not text.isdecimal() or int(text) < low or (high is not None and int(text) > high):
            raise argparse.ArgumentTypeError(f"{text!r} is not a {wanted}")
        return int(text)

    return read


def size_argument(text: str) -> int:
    """Return the number of bytes in a size such as `2GB`, `1.5G`, `800 MB` or `2GiB`."""
    parts = re.fullmatch(r"(\d+(?:\.\d+)?) ?([kmgt]?)(i?)b?", text.strip().lower())
    if parts is None:
        raise argparse.ArgumentTypeError(f"{text!r} is not a size such as 2GB")
    units = _BINARY if parts[3] else _UNITS
    return round(float(parts[1]) * units[parts[2]])


def resume_command(words: Iterable[str], args: argparse.Namespace, options: Iterable[str]) -> str:
    """Return a command line: `words`, and those of `options` that `args` set."""
    given = [(f"--{name}", getattr(args, name)) for name in options]
    told = [word for name, value in given if value is not None for word in (name, str(value))]
    return shlex.join(["millmate", *words, *told])
