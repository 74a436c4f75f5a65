"""Games of morris as other programs write them: read without being told whose they are.

Four games are those with which Sanmill tests its importers (calcitem/Sanmill: the tests of its
review service, of its import service, and `test_mills.dart`); their final positions were found with
a referee of their own.
"""

import random
import re
from dataclasses import replace

import pytest

from millmate.games.catalogue import game
from millmate.games.morris.board import MorrisBoard
from millmate.games.morris.notations import Notation
from millmate.games.morris.points import POINTS
from millmate.games.morris.positions import board_from_text
from millmate.games.morris.rules import MORRIS
from millmate.games.morris.variants import VARIANTS
from millmate.games.outcome import Outcome, Termination
from millmate.records.database.headers import scan
from millmate.records.morris_text import as_turns
from millmate.records.pgn import RecordError, from_pgn, to_pgn, to_sanmill_list
from millmate.records.record import GameRecord

SANMILL = """[Event "Sanmill-Game"]
[Site "Sanmill"]
[Date "2026.7.20"]
[Round "1"]
[White "Human"]
[Black "AI"]
[Result "0-1"]
[Variant "Nine Men's Morris"]
[PlyCount "47"]

1. d2 d6 2. f4 f2 3. b4 d3 4. f6 e4 5. g4 a4 6. c4 c5
7. d7 e5 8. d5 e3xd5 9. d5 c3xd2 10. b4-b2 d3-d2
11. g4-g1 e3-d3 12. f4-g4 d3-e3xg4 13. f6-f4 e3-d3
14. d7-g7 e4-e3xf4 15. g7-g4 e3-e4 16. g4-g7 e4-e3xd5
17. g7-g4 e3-e4 18. g4-f4 d3-e3xc4 19. f4-f6 c5-c4
20. f6-f4 d2-d3xg1 0-1
"""
PADDED = """ 1.    g1    b4   2.    f2    f4   3.    d1    d6   4.    a1xf4    f4   5.    g4    d2
 6.    g7xf4    f4   7.    c3    c5   8.    b6    a7   9.    d3    e3  10.    c3-c4    d2-b2
11.    d1-d2    e3-e4  12.    d2-d1xb2    c5-d5  13.    f2-d2xd6    b4-a4  14.    c4-b4    f4-f2
15.    g7-d7    e4-f4  16.    d3-e3    d5-d6  17.    e3-e4    d6-f6xb4  18.    d2-b2    f2-d2
19.    d7-g7xf4    a7-d7  20.    g4-f4    a4-b4  21.    f4-g4xf6    d2-d5  22.    d1-d2    b4-d6xd2
23.    g4-f4    d5-g4  24.    b2-d2    g4-d5xd2  25.    g1-g4xd6
"""
PLAYOK = """[Event "?"]
[Site "PlayOK"]
[Date "2026.03.11"]
[Round "-"]
[White "one"]
[Black "other"]
[Result "1-0"]
[Time "19:16:16"]
[TimeControl "300"]
[GameType "70,0"]
[WhiteElo "1265"]
[BlackElo "1147"]

1. 5 13 2. 20 19 3. 14 21 4. 7 8 5.
23 17 6. 12 16 7. 18 11 8. 4 6 9.
10 22 10.
23-24 22-23 11. 24-15 23-22 12.
15-3 13-9 13. 18-13 22-23 14. 5-2
17-18 15.
10-1x23 8-5 16. 7-8 16-17 17.
12-16 11-10 18. 4-11 5-4 19. 2-5
10-22 20.
3-15x22 1-0
"""
# By PlayOK's count: row by row from the top.
ROWS = sorted(POINTS, key=lambda point: (-int(point[1]), point[0]))


@pytest.mark.parametrize(
    ("text", "turns", "last", "end"),
    [
        (SANMILL, 40, "*@@@@@@*/@*O@*O**/******@*", Termination.FEW_STONES),
        (PADDED, 49, "@*O*****/**O****O/@OO**O**", Termination.FEW_STONES),
        (PLAYOK, 39, "O@O@@O**/O@O@O@O@/**O****O", Termination.NO_MOVES),
    ],
    ids=["Sanmill", "an older Sanmill", "PlayOK"],
)
def test_a_game_of_another_program_is_read_to_its_end(
    text: str, turns: int, last: str, end: Termination
) -> None:
    (record,) = from_pgn(text)
    assert (record.game, len(record.moves), record.outcome.termination) == ("morris", turns, end)
    board = MORRIS.board(record.start_fen)
    for move in record.moves:
        board.push(MORRIS.parse_move(board, move))
    assert board.stones == board_from_text(last).stones


def test_a_removal_may_stand_apart_and_points_in_capitals() -> None:
    (record,) = from_pgn(SANMILL)
    apart = re.sub(r"(?<=\d)x", " x", SANMILL)
    assert apart.count(" x") == 7
    assert from_pgn(apart) == [record]
    begin = SANMILL.index("1. d2")
    assert from_pgn(SANMILL[:begin] + SANMILL[begin:].upper()) == [record]
    assert from_pgn(apart.replace(" x", "\nx")) == [record]


def test_what_a_comment_says_is_left_as_it_is() -> None:
    text = '[Game "Morris"]\n\n1. D6 {D6 xA1, not F4} f4 ; B6 B4\n2. d7 *\n'
    (record,) = from_pgn(text)
    assert record.moves == ("d6", "f4", "d7")
    assert "{D6 xA1, not F4}" in to_pgn(record)
    assert "B6 B4" in to_pgn(record)


def test_goldtoken_tells_a_turn_a_line() -> None:
    lines = ["Table", "1\tPlace to d6", "2\tPlace to f4", "3\tPlace to d7", "4\tPlace to a1"]
    lines += ["5\tPlace to d5, take a1", "6 \tPlace to a4", "Quick Jump"]
    (record,) = from_pgn("\n".join(lines))
    assert (record.game, record.moves[-2:]) == ("morris", ("d5xa1", "a4"))
    (fault,) = from_pgn("\n".join(lines).replace(", take a1", "")).faults
    assert fault.line == 6


def test_the_rules_are_told_by_the_names_of_other_programs() -> None:
    text = "1. a7 d7 2. b6 d6 3. c5xd7 d5 *"  # a mill on a diagonal
    for name in ("Twelve Men's Morris", "Morabaraba"):
        assert from_pgn(f'[Variant "{name}"]\n\n{text}')[0].game == "morris:twelve"
    for tags in ('[Variant "Nine Men\'s Morris"]', '[Variant "Custom"]'):
        (fault,) = from_pgn(f'[Site "Sanmill"]\n{tags}\n\n{text}').faults
        assert "closes no mill" in fault.reason
    with pytest.raises(RecordError, match="unknown variant 'El Filja Morris'"):
        from_pgn(f'[Variant "El Filja Morris"]\n\n{text}')


def test_a_position_of_sanmill_begins_a_game_without_another_tag() -> None:
    fen = "OOO****@/@**@**@*/******** b m s 3 0 4 0 0 0 -1 -1 -1 -1 0 10 25 ids:nodes"
    (record,) = from_pgn(f'[FEN "{fen}"]\n[SetUp "1"]\n\n25... d6-b6 *')
    assert record.start_fen == "......../.B..B..B/BWWW.... b 0 0 10 25"
    assert f'[FEN "{fen}"]' in to_pgn(record)
    (header,) = scan(f'[FEN "{fen}"]\n[SetUp "1"]\n\n25... d6-b6 *\n'.encode())
    assert (header.kind, header.material) == ("morris", "3-4")


def test_lists_of_games_know_them_by_their_headers() -> None:
    apart = re.sub(r"(?<=\d)x", " x", SANMILL)
    headers = list(scan("\n".join([SANMILL, PLAYOK, apart]).encode()))
    assert [(each.kind, each.plies, each.fault) for each in headers] == [
        ("morris", 40, ""),
        ("morris", 39, ""),
        ("morris", 40, ""),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "1. 11-15 23-19 2. 8-11 22-17 *",  # draughts
        "1. 5 25 *",  # there are 24 points
        "1. 5 0 *",
    ],
)
def test_other_numbers_are_no_points(text: str) -> None:
    assert as_turns(text) == text


@pytest.mark.parametrize(
    ("text", "moves", "faults"),
    [
        ("1. 1 4 2. x5 *", "a7 b6", 1),
        ("1. 1 4 2. 2 5 3. 3x4 6 4. 3-99 7 *", "a7 b6 d7 d6 g7xb6 f6", 1),
        ("1. 1 4 $1 2. 2 5 *", "a7 b6 d7 d6", 0),
    ],
)
def test_a_word_that_is_no_turn_hides_no_numbers(text: str, moves: str, faults: int) -> None:
    games = from_pgn(f'[Site "PlayOK"]\n\n{text}\n')
    assert [" ".join(game.moves) for game in games] == [moves]
    assert len(games.faults) == faults


def test_chess_stays_chess() -> None:
    text = '[Event "a"]\n\n1. e4 e5 2. Nf3 Nc6 3. d4 exd4 4. Nxd4 {d4 xf5} 1-0\n'
    assert as_turns(text) == text
    assert as_turns(text.replace("d4 xf5", "Place to put a knight")).endswith("knight} 1-0\n")


# What Sanmill shortens ----------------------------------------------------------------------------


@pytest.mark.parametrize("short", ["xd1", "XD1", "12... xd1", " xd1 "])
def test_a_variation_may_begin_with_the_stone_that_it_takes_instead(short: str) -> None:
    text = SANMILL.replace("12. f4-g4 d3-e3xg4", f"12. f4-g4 d3-e3xg4 ({short} 13. f6-f4)")
    (record,) = from_pgn(text)
    assert record.movetext is not None
    ((variation,),) = (move.variations for move in record.movetext.moves if move.variations)
    assert [move.text for move in variation] == ["d3-e3xd1", "f6-f4"]
    assert from_pgn(to_pgn(record)) == [record]


def test_a_short_variation_of_a_short_variation() -> None:
    text = '[Game "Morris"]\n\n1. d6 a1 2. d5 a4 3. d7xa1 (xa4 (3. c5) 3... b2) a1 *'
    (record,) = from_pgn(text)
    assert record.movetext is not None
    (variation,) = record.movetext.moves[4].variations
    assert [move.text for move in variation] == ["d7xa4", "b2"]
    assert [[move.text for move in line] for line in variation[0].variations] == [["c5"]]


@pytest.mark.parametrize("text", ["1. xd6 a1 *", "1. d6 xx1 *"])
def test_a_removal_alone_is_no_move_elsewhere(text: str) -> None:
    assert from_pgn(f'[Game "Morris"]\n\n{text}').faults


# How they are written -----------------------------------------------------------------------------


def test_a_game_is_written_in_every_notation() -> None:
    (record,) = from_pgn(SANMILL)
    assert "12. f4-g4 d3-e3 xg4 13. f6-f4" in to_pgn(record, Notation.SANMILL).replace("\n", " ")
    assert "12. 14-15 17-18x15 13. 6-14" in to_pgn(record, Notation.NUMBERS).replace("\n", " ")
    assert to_pgn(record, Notation.OURS) == to_pgn(record)
    assert to_sanmill_list(record).startswith("1. d2 d6 2. f4 f2 3. b4 d3")


def test_numbers_are_known_to_the_lists_of_games() -> None:
    (record,) = from_pgn(SANMILL)
    (header,) = scan(to_pgn(record, Notation.NUMBERS).encode())
    assert (header.kind, header.plies, header.fault) == ("morris", 40, "")


def test_variations_are_written_with_removals_apart_too() -> None:
    text = '[Game "Morris"]\n\n1. d6 a1 2. d5 a4 3. d7xa1 {c} (3. d7xa4 $1 b2) a1 *'
    (record,) = from_pgn(text)
    apart = to_pgn(record, Notation.SANMILL)
    assert "3. d7 xa1 {c} (3. d7 xa4 $1 b2) 3... a1" in apart
    assert from_pgn(apart) == [record]
    assert to_pgn(record, Notation.NUMBERS).endswith("1. 5 22 2. 8 10 3. 2x22 22 *\n")


@pytest.mark.parametrize("notation", Notation)
@pytest.mark.parametrize("game", ["morris", "morris:twelve"])
def test_a_game_from_a_position_is_read_as_it_was_written(notation: Notation, game: str) -> None:
    text = "WWW...../..BB.B../........ b 0 0 3 25"
    record = replace(from_pgn(SANMILL)[0], game=game, start_fen=text, moves=("d2-b2", "a7-a4"))
    record = replace(record, outcome=Outcome(Termination.ABANDONED))
    (read,) = from_pgn(to_pgn(record, notation))
    assert (read.game, read.start_fen, read.moves) == (game, text, record.moves)
    (listed,) = from_pgn(to_sanmill_list(record))
    assert (listed.game, listed.moves) == (game, record.moves)


# Games by chance, in every way of writing ---------------------------------------------------------


def numbered(turn: str) -> str:
    return re.sub(r"[a-g][1-7]", lambda point: str(ROWS.index(point.group()) + 1), turn)


def told(ply: int, turn: str) -> str:
    step, _, taken = turn.partition("x")
    words = step.replace("-", " -> ") if "-" in step else f"Place to {step}"
    return f"{ply}\t{words}" + (f", take {taken}" if taken else "")


def game_by_chance(source: random.Random) -> tuple[str, ...]:
    board = MorrisBoard()
    while board.has_moves() and len(board.move_stack) < 80:
        moves = board.legal_moves
        taking = [move for move in moves if move.removed]
        board.push(source.choice(taking or moves))
    return tuple(map(str, board.move_stack))


def check_round_trips(games: int) -> None:
    source = random.Random(7)
    for _ in range(games):
        moves = game_by_chance(source)
        pairs = [" ".join(moves[at : at + 2]) for at in range(0, len(moves), 2)]
        numbers = [f"{n}. {pair}" for n, pair in enumerate(pairs, 1)]
        tag = '[Variant "Nine Men\'s Morris"]\n\n'
        apart = tag + re.sub(r"(?<=\d)x", " x", "\n".join(numbers))
        wrapped = "\n".join(f"{n}.\n{numbered(pair)}" for n, pair in enumerate(pairs, 1))
        lines = "\n".join(told(ply, turn) for ply, turn in enumerate(moves, 1))
        for text in (tag + "\n".join(numbers), apart, apart.upper(), wrapped, lines):
            (record,) = from_pgn(text.replace("[VARIANT", "[Variant"))
            assert (record.game, record.moves) == ("morris", moves)
        written: GameRecord = record
        for notation in Notation:
            assert from_pgn(to_pgn(written, notation)) == [written]
        assert from_pgn(to_sanmill_list(written))[0].moves == moves


@pytest.mark.parametrize("notation", Notation)
@pytest.mark.parametrize("name", VARIANTS)
def test_games_of_every_variant_are_read_as_they_were_written(
    name: str, notation: Notation
) -> None:
    rules, source = game(f"morris:{name}"), random.Random(5)
    for _ in range(3):
        board = rules.board()
        while rules.outcome(board) is None and len(board.move_stack) < 60:
            board.push(source.choice(list(board.legal_moves)))
        moves = tuple(map(rules.text, board.move_stack))
        ended = rules.outcome(board) or Outcome(Termination.ABANDONED)
        record = GameRecord(rules.name, rules.start_fen, "a", "b", moves, ended, "")
        assert from_pgn(to_pgn(record, notation)) == [record]


def test_games_by_chance_are_read_as_they_were_written() -> None:
    check_round_trips(25)


@pytest.mark.slow
def test_a_thousand_games_are_read_as_they_were_written() -> None:
    check_round_trips(1000)
