"""`millmate explore`: the sets of a table, and the positions in them."""

from pathlib import Path

import chess
import pytest
from tests.commands import Capsys, explored, failed

from millmate.games.catalogue import parse
from millmate.games.morris.positions import board_from_text
from millmate.players.table import tables_of
from millmate.tablebase.probe import Tablebase


def test_without_a_distance_every_set_is_counted(tables: Path, capsys: Capsys) -> None:
    ran = explored(capsys, tables, "KRvK")
    assert ran.status == 0
    assert ran.lines[0].startswith("KRvK: White wins in at most 16 moves")
    assert ran.lines[1].split() == ["S0", "27", "Black", "is", "checkmated"]
    longest = "S31 121 White to move mates in 16 moves (31 plies)"
    assert longest in [" ".join(line.split()) for line in ran.lines]
    assert ran.lines[-1].split()[:1] == ["draws"]
    assert ran.lines[-1].endswith("Black to move")
    white = explored(capsys, tables, "KRvK", "--side", "white")
    assert not any("Black" in line for line in white.lines)


def test_counts_as_json_are_those_of_the_table(tables: Path, capsys: Capsys) -> None:
    (counts,) = explored(capsys, tables, "krk", "--json").json()
    assert counts["material"] == "KRvK"
    assert counts["longest_plies"] == {"white": 31, "black": 0}
    assert counts["counts"]["black"]["plies"][0] == 27


@pytest.mark.parametrize(("name", "plies", "number"), [("KRvK", 31, 121), ("morris:3-3", 26, 70)])
def test_positions_of_a_distance_are_fens_one_a_line(
    name: str, plies: int, number: int, tables: Path, morris_tables: Path, capsys: Capsys
) -> None:
    directory = tables if name == "KRvK" else morris_tables
    ran = explored(capsys, directory, name, "--plies", plies)
    assert len(set(ran.lines)) == number
    with tables_of(parse(ran.lines[0]).game.kind, directory) as tablebase:
        boards = map(chess.Board if name == "KRvK" else board_from_text, ran.lines)
        assert {tablebase.probe(board).plies for board in boards} == {plies}
    some = explored(capsys, directory, name, "--plies", plies, "--limit", 5)
    assert some.lines == ran.lines[:5]
    words = (name, "--plies", plies, "--random", "--seed")
    first, again = explored(capsys, directory, *words, 1), explored(capsys, directory, *words, 1)
    assert len(first.lines) == 1
    assert first.lines == again.lines != explored(capsys, directory, *words, 3).lines
    assert len(explored(capsys, directory, *words, 1, "--limit", 4).lines) == 4


def test_positions_as_json_say_what_they_are_worth(tables: Path, capsys: Capsys) -> None:
    (mate,) = explored(capsys, tables, "KRvK", "--plies", 0, "--limit", 1, "--json").json()
    assert (mate["material"], mate["wdl"], mate["dtm"]) == ("KRvK", -1, 0)
    assert chess.Board(mate["fen"]).is_checkmate()


CONDITIONS = (
    ("--where", "Ke1"), ("--check", "yes"), ("--only", "win"), ("--count",), ("--epd",),
    ("--random",), ("--limit", 3),
)  # fmt: skip


@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        (("KRvK", "--plies", "33"), 1, "no position of KRvK is decided in 33 plies"),
        (("KRvK", "--plies", "31", "--side", "black"), 1, "with Black to move"),
        (("KRvK", "--longest", "--side", "black"), 1, "KRvK has no wins with Black to move"),
        (("KRvK", "--plies", "-1"), 2, ""),
        (("KRvK", "--plies", "many"), 2, "'many' is not a number"),
        (("KQvKR",), 1, "build it with: millmate build KQvKR"),
        (("KXvK",), 1, "unknown material 'KXvK'"),
        (("KRvK", "--plies", 9, "--where", "Qe1"), 1, "KRk"),
        (("morris:5-5",), 1, "build it with: millmate build morris:5-5"),
        (("morris:all",), 1, "stands for many tables: name one, such as morris:3-3"),
        (("morris:5-2",), 1, "no table of 'morris:5-2'"),
        *((("KRvK", *option), 1, "which choose positions") for option in CONDITIONS),
    ],
)
def test_what_cannot_be_had_is_said_in_a_line(
    tables: Path, capsys: Capsys, words: tuple[object, ...], status: int, said: str
) -> None:
    ran = explored(capsys, tables, *words)
    assert ran.status == status
    assert ran.out == ""
    assert said in ran.err
    assert status == 2 or ran.err.count("\n") == 1


def test_conditions_narrow_what_is_listed(tables: Path, capsys: Capsys) -> None:
    ran = explored(capsys, tables, "KRvK", "--plies", 9, "--where", "Ke1 k3", "--check", "no")
    assert ran.lines
    for fen in ran.lines:
        board = chess.Board(fen)
        assert board.king(chess.WHITE) == chess.E1
        assert board.king(chess.BLACK) // 8 == 2  # type: ignore[operator]
    counted = explored(capsys, tables, "KRvK", "--plies", 9, "--where", "Ke1 k3", "--count")
    assert int(counted.out) == len(ran.lines)


def test_all_of_a_result_are_as_many_as_the_table_says(tables: Path, capsys: Capsys) -> None:
    (said,) = explored(capsys, tables, "KRvK", "--json").json()
    for result, name in (("win", "wins"), ("draw", "draws"), ("loss", "losses")):
        for side in ("white", "black"):
            expected = said["counts"][side][name]
            ran = explored(capsys, tables, "KRvK", "--result", result, "--side", side, "--count")
            assert (int(ran.out) if ran.status == 0 else 0) == expected


def test_a_single_winning_move_is_asked_for(tables: Path, capsys: Capsys) -> None:
    ran = explored(capsys, tables, "KBNvK", "--result", "win", "--only", "win", "--limit", 3)
    with Tablebase(tables) as tablebase:
        for fen in ran.lines:
            wins = [m.value.wdl for m in tablebase.moves(chess.Board(fen))]
            assert wins.count(1) == 1
    assert len(ran.lines) == 3


def test_no_zugzwang_in_king_and_rook_against_king(tables: Path, capsys: Capsys) -> None:
    assert explored(capsys, tables, "KRvK", "--zugzwang", "any", "--count").out == "0\n"
    none = explored(capsys, tables, "KRvK", "--zugzwang", "full", "--random")
    assert none.status == 1
    assert "no position of KRvK matches" in none.err


def test_positions_are_printed_for_other_programs(tables: Path, capsys: Capsys) -> None:
    fens = explored(capsys, tables, "KRvK", "--longest", "--limit", 2).lines
    epd = explored(capsys, tables, "KRvK", "--longest", "--limit", 2, "--epd").lines
    boards = [chess.Board.from_epd(line) for line in epd]
    assert [board.epd() for board, _ in boards] == [chess.Board(fen).epd() for fen in fens]
    assert [codes["dm"] for _, codes in boards] == [16, 16]
    games = explored(capsys, tables, "KRvK", "--longest", "--limit", 2, "--pgn").out
    assert games.count("[FEN ") == 2
    assert games.count("# 1-0") == 2
    table = explored(capsys, tables, "KRvK", "--longest", "--limit", 2, "--csv").lines
    assert table[0].startswith("position,table,to_move,result,plies,moves,best,verdict")
    assert [line.split(",")[0] for line in table[1:]] == fens


def test_every_set_of_a_morris_table_is_counted(morris_tables: Path, capsys: Capsys) -> None:
    ran = explored(capsys, morris_tables, "morris:4-3")
    lines = [" ".join(line.split()) for line in ran.lines]
    assert (ran.status, lines[0].partition(":4-3: ")[0]) == (0, "morris")
    assert lines[1] == "S1 75,397 White to move wins in 1 move (1 ply)"
    assert "S33 304 Black to move wins in 17 moves (33 plies)" in lines
    assert lines[-2:] == ["draws 681,906 White to move", "draws 658,117 Black to move"]
    black = explored(capsys, morris_tables, "3-4", "--side", "black")
    assert not any("White to move" in line for line in black.lines)
    (counts,) = explored(capsys, morris_tables, "morris:3-3", "--json").json()
    assert counts["material"] == "morris:3-3"
    assert counts["counts"]["primary"]["plies"][25] == 27


def test_the_longest_wins_of_each_side_of_morris(morris_tables: Path, capsys: Capsys) -> None:
    for side, plies, limit in (("white", 1, 20), ("black", 33, 1000)):
        words = ("morris:4-3", "--longest", "--json", "--side", side, "--limit", limit)
        longest = explored(capsys, morris_tables, *words).json()
        assert {(one["wdl"], one["dtm"]) for one in longest} == {(1, plies)}
        assert len(longest) == min(limit, 304)  # all of Black's


def test_while_stones_are_placed_sets_are_won_or_lost(morris_tables: Path, capsys: Capsys) -> None:
    ran = explored(capsys, morris_tables, "morris:ply17-3-3")
    lines = [" ".join(line.split()) for line in ran.lines[1:]]
    assert lines == [
        "lost 592 Black to move loses",
        "won 66,472 Black to move wins",
        "draws 102,562 Black to move",
    ]
    words = ("morris:ply17-3-3", "--plies", 1, "--limit", 1, "--json")
    (one,) = explored(capsys, morris_tables, *words).json()
    assert (one["wdl"], one["dtm"]) == (1, None)


def test_the_table_of_distances_to_zeroing_is_counted(rule50_tables: Path, capsys: Capsys) -> None:
    ran = explored(capsys, rule50_tables, "KRvKP", "--metric", "dtz")
    assert ran.lines[0].startswith("KRvKP (DTZ50): White wins in at most 25 plies, Black wins in")
    lines = [" ".join(line.split()) for line in ran.lines]
    assert "+16 398 White to move wins: mate, capture or pawn move in 16 plies" in lines
    assert "-16 21 White to move loses: mate, capture or pawn move in 16 plies" in lines
    (said,) = explored(capsys, rule50_tables, "KRvKP", "--metric", "dtz", "--json").json()
    assert (said["material"], said["metric"]) == ("KRvKP", "DTZ50")
    assert said["counts"]["white"]["lost_plies"][16] == 21


def test_positions_are_chosen_by_plies_to_zeroing(rule50_tables: Path, capsys: Capsys) -> None:
    words = ("KRvKP", "--metric", "dtz", "--side", "white")
    found = explored(capsys, rule50_tables, *words, "--plies", 16, "--json").json()
    assert [each["dtz"] for each in found] == [16] * 398 + [-16] * 21
    assert {each["category"] for each in found} == {"win", "loss"}
    longest = explored(capsys, rule50_tables, *words, "--longest").lines
    assert longest == explored(capsys, rule50_tables, *words, "--plies", 25).lines
    ran = explored(capsys, rule50_tables, *words, "--longest", "--limit", 1, "--csv")
    assert ran.lines[1].split(",")[:5] == [longest[0], "KRvKP (DTZ50)", "white", "win", "25"]
    epd = explored(capsys, rule50_tables, *words, "--longest", "--limit", 1, "--epd").out
    _, codes = chess.Board.from_epd(epd.strip())
    assert set(codes) == {"bm", "c0", "id"}
    game = explored(capsys, rule50_tables, *words, "--longest", "--limit", 1, "--pgn").out
    assert "13. " in game
    assert "14. " not in game


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--metric", "dtz", "--longest-cursed"), "KRvKP (DTZ50) has no cursed wins"),
        (("--metric", "dtz", "--result", "cursed"), "is such a cursed win"),
        (("--metric", "dtz", "--plies", 26, "--side", "black"), "is decided in 26 plies"),
        (("--longest-cursed",), "need --metric dtz"),
        (("--result", "blessed"), "need --metric dtz"),
    ],
)
def test_what_no_table_has_is_said(
    rule50_tables: Path, capsys: Capsys, words: tuple[object, ...], said: str
) -> None:
    assert failed(explored(capsys, rule50_tables, "KRvKP", *words), said)


def test_a_missing_table_of_the_other_metric_names_its_command(
    rule50_tables: Path, morris_tables: Path, capsys: Capsys
) -> None:
    ran = explored(capsys, rule50_tables, "KBNvK", "--metric", "dtz")
    assert failed(ran, "build it with: millmate build --metric dtz KBNvK")
    ran = explored(capsys, morris_tables, "morris:3-3", "--metric", "dtz")
    assert failed(ran, "morris:3-3 has no table of metric dtz")


@pytest.mark.slow
def test_the_longest_cursed_wins_are_printed(cursed_tables: Path, capsys: Capsys) -> None:
    words = ("KBBvKN", "--metric", "dtz")
    ran = explored(capsys, cursed_tables, *words, "--longest-cursed", "--json")
    assert {each["dtz"] for each in ran.json()} == {131}
    assert {each["category"] for each in ran.json()} == {"cursed win"}
    ran = explored(capsys, cursed_tables, *words, "--result", "blessed", "--limit", 5, "--csv")
    assert [line.split(",")[3] for line in ran.lines[1:]] == ["blessed loss"] * 5
    assert explored(capsys, cursed_tables, *words, "--result", "cursed", "--count").lines == [
        "3875033"
    ]
