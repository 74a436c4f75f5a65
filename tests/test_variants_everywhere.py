"""A position of each variant of morris stays one of that variant, whichever way it goes."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from tests.commands import Capsys, Ran, explored
from tests.tournaments import MORRIS, plan_of
from tests.variant_positions import TABLES, position_of

import millmate
from millmate.games.catalogue import Position, game, parse
from millmate.games.morris.variants import VARIANTS
from millmate.gui.shell.files import opening
from millmate.play.tournament.openings import openings_of
from millmate.play.tournament.plan import OpeningPlan, PlanError
from millmate.records.pgn import from_pgn, to_pgn
from millmate.records.record import GameRecord
from millmate.serve import more
from millmate.serve.tables import Tables
from millmate.tablebase.morris.names import SOLVED
from millmate.tablebase.morris.probe import MorrisTablebase
from millmate.uci.commands import read_position
from millmate.uci.protocol import position_line

every_variant = pytest.mark.parametrize("name", VARIANTS)
solved = pytest.mark.parametrize("name", SOLVED)


@pytest.fixture(scope="module")
def right(variant_tables: Path) -> Iterator[Callable[[Position], int | None]]:
    """Return the plies to the end of a position, negative if it is lost, None in a draw."""
    with MorrisTablebase(variant_tables) as opened:

        def plies(position: Position) -> int | None:
            found = opened.probe(position.board())  # type: ignore[arg-type]
            return None if found.plies is None else found.wdl * found.plies

        yield plies


# Tables -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [name for name in SOLVED if name != "lasker"])
def test_what_explore_prints_is_what_probe_reads(
    name, variant_tables, right, capsys: Capsys
) -> None:
    tables, table = variant_tables, TABLES[name]
    words = table, "--longest", "--limit", 2
    printed = explored(capsys, tables, *words).lines
    answers = Ran(capsys, "probe", *printed, "--tables", tables).json()
    for line, answer in zip(printed, answers, strict=True):
        position = parse(line)
        assert position.game is game(f"morris:{name}")
        assert (answer["game"], answer["material"]) == (position.game.name, table)
        assert answer["dtm"] == right(position) > 0
    as_json = explored(capsys, tables, *words, "--json").json()
    assert [each["fen"] for each in as_json] == printed
    as_csv = explored(capsys, tables, *words, "--csv").lines[1:]
    assert [each.partition(",")[0].strip('"') for each in as_csv] == printed
    as_epd = opening.read(explored(capsys, tables, *words, "--epd").out)
    assert isinstance(as_epd, opening.Positions)
    assert [str(each.position) for each in as_epd.found] == printed
    games = from_pgn(explored(capsys, tables, *words, "--pgn").out)
    assert [str(Position(game(each.game), each.start_fen)) for each in games] == printed
    assert [len(each.moves) for each in games] == [answer["dtm"] for answer in answers]


@solved
def test_probe_the_library_and_the_server_answer_alike(
    name: str, variant_tables: Path, right, capsys: Capsys
) -> None:
    tables, position = variant_tables, position_of(name)
    text, wanted = str(position), right(position)
    (answer,) = Ran(capsys, "probe", text, "--tables", tables).json()
    plies = answer["wdl"] * answer["dtm"] if answer["wdl"] else None
    assert (answer["game"], plies) == (position.game.name, wanted)
    assert answer == Ran(capsys, "probe", *text.split(), "--tables", tables).json()[0]
    board = millmate.board(text)
    assert board == position.board()
    with millmate.open_tables(tables) as opened:
        assert opened.probe(text).dtm == opened.probe(board).dtm == (wanted or 0)
    for written in (text, text.replace(" ", "_")):
        assert more.morris(Tables(tables), written)["dtm"] == (wanted or 0)


def test_a_position_that_names_another_game_than_the_option_is_an_error(
    variant_tables: Path, capsys: Capsys
) -> None:
    words = "probe", str(position_of("twelve")), "--tables", variant_tables, "--game", "morris:six"
    (answer,) = Ran(capsys, *words).json()
    assert answer["error"] == "this is a position of morris:twelve, not of morris:six"


# Games --------------------------------------------------------------------------------------------


@every_variant
def test_files_and_engines_write_positions_with_the_game_beside_them(name: str) -> None:
    position = position_of(name)
    board = position.board()
    record = GameRecord(
        game=position.game.name, start_fen=position.text, white="A", black="B", moves=(),
        outcome=position.game.out_of_time(board, True), started="",
    )  # fmt: skip
    (again,) = from_pgn(to_pgn(record))
    assert Position(game(again.game), again.start_fen) == position
    told = position_line(board).split()[1:]
    assert read_position(told, position.game) == board
    assert read_position(["fen", *str(position).split()], position.game) == board


@every_variant
def test_openings_of_a_tournament_are_positions_of_its_game(name: str, tmp_path: Path) -> None:
    position = position_of(name)
    other = game("morris:lasker" if name == "twelve" else "morris:twelve")
    path = tmp_path / "book.epd"
    plan = replace(plan_of(MORRIS), openings=OpeningPlan(file=str(path)), game=position.game.name)
    path.write_text(f"{position}\n")
    if position.game.outcome(position.board()) is None:
        assert [each.fen for each in openings_of(plan, tmp_path)] == [position.text]
    path.write_text(f"{other.name} {position.text}\n")
    with pytest.raises(PlanError, match=f"position of {other.name}, not of {position.game.name}"):
        list(openings_of(plan, tmp_path))
