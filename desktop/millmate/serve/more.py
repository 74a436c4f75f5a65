"""Requests beyond lila-tablebase: the square map, the counts of a table, morris."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import chess

from millmate.errors import InputError
from millmate.games.lenient_parser import parse_leniently
from millmate.games.morris.board import MorrisBoard
from millmate.games.value import Value
from millmate.language import tr
from millmate.serve.formats import remarked
from millmate.serve.standard import Category, with_remedy
from millmate.serve.tables import Tables
from millmate.tablebase.by_game import of
from millmate.tablebase.morris.names import target
from millmate.tablebase.names import parse
from millmate.tablebase.square_map import chess_maps
from millmate.tablebase.verdict import MissingTableError


def squares(tables: Tables, here: chess.Board, man: str) -> dict[str, Any]:
    """Return the values of the position with a man moved to each other square.

    `white` and `black` have the values with that side to move: the category without the fifty-move
    rule, and `dtm`.

    Raises:
        InputError: There is no man on the square `man`.
        MissingTableError: There is no table of the material.
        TableError: The table is damaged.
    """
    square = chess.parse_square(man) if man in chess.SQUARE_NAMES else None
    if square is None or here.piece_at(square) is None:
        told = tr(
            "there is no piece on {square!r}; add &man= and its square, such as e4", square=man
        )
        raise InputError(told)
    *_, found = chess_maps(tables.mate, here, square)
    sides = {"white": found.verdicts[chess.WHITE], "black": found.verdicts[chess.BLACK]}
    return {"man": str(here.piece_at(square)), "square": man} | {
        side: _values(values) for side, values in sides.items()
    }


def _values(verdicts: Mapping[int, Value]) -> dict[str, Any]:
    return {
        chess.square_name(square): _fields(verdict.wdl, verdict.plies)
        for square, verdict in verdicts.items()
    }


def stats(directory: Path, name: str) -> list[dict[str, Any]]:
    """Return the output of `millmate tables --json` for the tables named by `name`.

    Raises:
        InputError: The name is invalid.
        MissingTableError: None of them exists.
        TableError: One is damaged.
    """
    found = list[dict[str, Any]]()
    for table in parse(name).tables:
        tables = of(table)
        places = [metric.directory(directory) for metric in tables.metrics]
        there = [place for place in places if tables.place(place, table) is not None]
        found += [tables.opened(place, table).info.to_json() for place in there]
    if not found:
        told = tr("there is no table {name}: build it with millmate build {name}", name=name[:60])
        raise MissingTableError(told)
    return found


def morris(tables: Tables, text: str) -> dict[str, Any]:
    """Return the values of a position of nine men's morris and of its moves.

    `dtm` is the number of plies to the end of the game, null in the placing phase. Moves have the
    value for the opponent, who is to move after them, and are sorted best first.

    Raises:
        InputError: `text` is not a valid position of morris.
        MissingTableError: There is no table for its numbers of stones.
        TableError: The table is damaged.
    """
    tables.look_again()
    parsed = parse_leniently(text)
    here = parsed.read()
    if not isinstance(here, MorrisBoard):
        raise InputError(tr("not a position of morris: {text!r}", text=text[:80]))
    if parsed.begun:
        raise InputError(tr("a stone must still be taken: finish the turn first"))
    try:
        found, moves = tables.morris.probe(here), tables.morris.moves(here)
    except MissingTableError as error:
        raise with_remedy(error, target(here)) from None
    values = [
        {"move": here.text(each.move), **_fields(-each.value.wdl, _before(each.value.plies))}
        for each in moves
    ]
    return remarked(_fields(found.wdl, found.plies) | {"moves": values}, parsed.remarks)


def _fields(wdl: int, plies: int | None) -> dict[str, Any]:
    """Return the fields of a value; in morris the number of plies is sometimes unknown."""
    dtm = 0 if wdl == 0 else None if plies is None else wdl * plies
    return {"category": Category(4 * wdl).text, "dtm": dtm}


def _before(plies: int | None) -> int | None:
    return None if plies is None else plies - 1
