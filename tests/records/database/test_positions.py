"""Games that reach a position or an ending, found in a folder."""

from contextlib import closing
from pathlib import Path

import pytest

from millmate.games.catalogue import parse
from millmate.games.chess.rules import CHESS
from millmate.records.database.headers import scan
from millmate.records.database.index import GameIndex
from millmate.records.database.positions import Searched, Wanted, may_reach, search_apart

ROOK = "1K1k4/1P6/8/8/8/8/r7/2R5 w - - 0 1"
AFTER_A_CHECK = "1K6/1P2k3/8/8/8/8/r7/3R4 w - - 5 30"
GAMES = {
    "lucena": f'[White "A"]\n[SetUp "1"]\n[FEN "{ROOK}"]\n\n1. Rd1+ Ke7 2. Rd4 1-0\n\n',
    "other colours": '[White "B"]\n[SetUp "1"]\n[FEN "8/8/8/8/8/k1p5/7R/K1r5 w - - 0 1"]\n\n*\n\n',
    "open": '[White "C"]\n\n1. Nf3 Nc6 2. e4 e5 3. Bb5 a6 4. Bxc6 dxc6 *\n\n',
    "german": '[White "D"]\n\n1. e4 e5 2. Sf3 Sc6 3. Lb5 a6 *\n\n',
    "broken": '[White "E"]\n\n1. e4 e5 2. Ke5 *\n\n',
    "morris": '[Game "Nine men\'s morris"]\n[White "F"]\n\n1. d6 f4 2. d2 *\n\n',
    "six": '[Variant "Six Men\'s Morris"]\n[White "G"]\n\n1. a1 b2 *\n\n',
}
SPANISH = "r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 4"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("MILLMATE_CACHE", str(tmp_path / "cache"))
    place = tmp_path / "games"
    place.mkdir()
    for name, text in GAMES.items():
        (place / f"{name}.pgn").write_text(text)
    with closing(GameIndex(place)) as index:
        index.update()
    return place


def found(folder: Path, fen: str, ending: bool = False) -> dict[str, int]:
    """Return the games that match by their names, with the plies before the position."""
    told: list[Searched] = []
    with closing(GameIndex(folder)) as index:
        search_apart(index, Wanted.of(parse(fen), ending), told.append, lambda: False)
        assert (told[-1].done, told[-1].games) == (len(GAMES), len(GAMES))
        numbers = {number: plies for each in told for number, plies in each.matches.items()}
        return {each.path.stem: numbers[at] for at, each in index.games(list(numbers)).items()}


def test_a_position_is_found_with_its_side_to_move(folder: Path) -> None:
    assert found(folder, AFTER_A_CHECK) == {"lucena": 2}
    assert found(folder, AFTER_A_CHECK.replace(" w ", " b ")) == {}


def test_a_position_is_found_in_any_language_and_order_of_moves(folder: Path) -> None:
    assert found(folder, SPANISH) == {"open": 6, "german": 6}


def test_the_moves_before_a_fault_count(folder: Path) -> None:
    start = CHESS.start_fen
    assert found(folder, start).keys() == {"open", "german", "broken"}


def test_an_ending_is_found_with_either_side(folder: Path) -> None:
    assert found(folder, ROOK, ending=True) == {"lucena": 0, "other colours": 0}
    assert found(folder, "8/8/8/8/8/k7/7R/K1r5 w - - 0 1", ending=True) == {}


def test_positions_of_variants_of_morris_are_those_of_their_game(folder: Path) -> None:
    assert found(folder, "morris ......../.W.B..../........ w 8 8 0 2") == {"morris": 2}
    assert found(folder, "morris W......./...B..../........ w 8 8 0 2") == {}
    assert found(folder, "morris ......../W......./.......B w 8 8 0 2", ending=True) == {
        "morris": 2
    }
    assert found(folder, "morris:six W......./........ b 5 6 0 1", ending=True) == {"six": 1}


def test_a_search_can_be_stopped(folder: Path) -> None:
    told: list[Searched] = []
    with closing(GameIndex(folder)) as index:
        search_apart(index, Wanted("chess", CHESS.start_fen), told.append, lambda: True)
    assert told == []


@pytest.mark.parametrize(
    ("text", "men", "may"),
    [
        ("1. e4 d5 2. exd5 e6", 31, True),
        ("1. e4 d5 2. exd5 e6", 30, False),
        ("1. e4 d5 2. ed5 e6", 28, True),  # captures without a sign
        ("1. e4 d5 2. ed5 e6", 27, False),
        ('[FEN "4k3/8/8/8/8/8/3p4/4K3 w - - 0 1"]\n\n1. Kxd2', 2, True),
        ('[FEN "4k3/8/8/8/8/2pp4/3p4/4K3 w - - 0 1"]\n\n1. Kxd2', 3, False),
    ],
)
def test_games_without_enough_captures_are_left_out(text: str, men: int, may: bool) -> None:
    content = text.encode()
    (head,) = scan(content)
    assert may_reach(content, head, men) is may
