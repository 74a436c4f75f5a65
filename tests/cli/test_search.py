"""The command that searches, run as a person would."""

from typing import Any

import chess
import pytest
from tests.commands import Capsys, Ran, refused

from millmate.games.morris.rules import MORRIS
from millmate.players.search_kinds import SEARCH_KINDS

MATE_IN_TWO = "8/6k1/R7/1R6/8/8/8/K7 w - - 0 1"
MILL_TO_CLOSE = "WW.W..../......../B.B.B... w 0 0 0 30"


def found(words: list[str], capsys: Capsys) -> Any:
    """Return what `millmate search ... --json` prints."""
    ran = Ran(capsys, "search", *words, "--json")
    assert ran.status == 0
    (answer,) = ran.json()
    return answer


def test_every_depth_is_told_in_a_line(capsys: Capsys) -> None:
    *depths, best = Ran(capsys, "search", "chess", *MATE_IN_TWO.split()).lines
    assert [line.split()[1] for line in depths] == ["1", "2", "3"]
    assert "mate in 2" in depths[-1]
    assert depths[-1].endswith("Ra8#")
    assert best.startswith("best: R")


def test_options_and_the_position_may_come_in_any_order(capsys: Capsys) -> None:
    position, option = MATE_IN_TWO.split(), ["--depth", "2"]
    first, second = ["chess", *option, *position], [*option, "chess", *position]
    bests = [
        found(words, capsys)["best"] for words in (first, second, ["chess", *position, *option])
    ]
    assert bests[0] == bests[1] == bests[2]


def test_all_equally_good_moves_are_named(capsys: Capsys) -> None:
    *depths, best = Ran(capsys, "search", "morris", MILL_TO_CLOSE, "--depth", 2).lines
    assert "won in 1" in depths[-1]
    assert best == "equally good: g4-g7xc5, g4-g7xe5, g4-g7xe3"


@pytest.mark.parametrize("kind", SEARCH_KINDS)
def test_json_tells_the_same_of_every_generation(kind: str, capsys: Capsys) -> None:
    answer = found(["chess", MATE_IN_TWO, "--player", kind, "--depth", "3"], capsys)
    assert answer["fen"] == MATE_IN_TWO
    assert answer["game"] == "chess"
    assert answer["player"].startswith(kind)
    assert (answer["depth"], answer["score"]) == (3, {"mate": 2})
    board = chess.Board(MATE_IN_TWO)
    for text in answer["line"]:
        board.push_uci(text)
    assert board.is_checkmate()
    assert answer["line"][0] in answer["best"]
    assert len(answer["notation"]) == 3
    assert answer["nodes"] > 0


def test_from_the_start_and_in_variants(capsys: Capsys) -> None:
    answer = found(["morris", "--nodes", "2000"], capsys)
    assert answer["fen"] == MORRIS.start_fen
    assert answer["nodes"] <= 2000
    assert found(["morris:twelve", "--depth", "1"], capsys)["game"] == "morris:twelve"
    assert found(["chess", "--seconds", "0.1"], capsys)["seconds"] < 5


@pytest.mark.parametrize(
    ("player", "limit", "depth", "most"),
    [("strong", ["--nodes", "3000"], None, 3000), ("strong", ["--nodes", "1"], 1, 1),
     ("strong:elo=1200", [], None, 5000), ("strong:elo=1200", ["--depth", "1"], 1, 5000)],
)  # fmt: skip
def test_the_strong_search_names_the_move_it_reports(
    player: str, limit: list[str], depth: int | None, most: int, capsys: Capsys
) -> None:
    answer = found(["chess", "--player", player, *limit], capsys)
    assert answer["best"] == answer["line"][:1]
    assert depth in (None, answer["depth"])
    assert answer["nodes"] <= max(most, 100)  # the first ply is always looked at


@pytest.mark.parametrize("name", ["morris:twelve", "morris:lasker", "morris:three"])
def test_the_strong_search_plays_variants(name: str, capsys: Capsys) -> None:
    answer = found([name, "--player", "strong", "--depth", "3"], capsys)
    assert answer["game"] == name
    assert answer["best"] == answer["line"][:1]


def test_a_lost_game_is_said_to_be_lost(capsys: Capsys) -> None:
    ran = Ran(capsys, "search", "chess", "8/8/8/k1K5/8/8/3Q4/8 b - - 0 1", "--depth", 4)
    assert "mated in 2" in ran.out


@pytest.mark.parametrize(
    ("words", "status", "told"),
    [
        (["chess", "--player", "random"], 2, "'random' does not search"),
        (["chess", "--player", "alphabet"], 2, "unknown player 'alphabet'"),
        (["chess", "--depth", "0"], 2, "'depth=0': depth of "),
        (["chess", "--seconds", "soon"], 2, "'seconds=soon': seconds of "),
        (["chess", "--seconds", "1", "--depth", "3"], 2, "not allowed with"),
        (["checkers"], 2, "unknown game 'checkers'"),
        (["chess", "nonsense"], 1, "nonsense"),
        (["morris", MATE_IN_TWO], 1, "not a position of morris"),
        (["chess", "7k/5Q2/8/8/8/8/8/K7 b - - 0 1"], 1, "stalemate"),
        (["chess", "--player", "strong:elo=9"], 2, "'elo=9' is not a level"),
        (["morris", "--player", "memo:weights=1/2/3/4/5"], 1, "give four"),
    ],
)
def test_what_cannot_be_searched_is_said_in_a_line(
    words: list[str], status: int, told: str, capsys: Capsys
) -> None:
    assert told in refused(capsys, "search", *words, status=status)
