"""Games of morris as text: what is written is read again, what is wrong is named with its line."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.morris_strategies import morris_records
from tests.strategies import records

from millmate.games.outcome import BLACK, WHITE, Outcome, Termination
from millmate.records.pgn import RecordError, from_pgn, to_pgn
from millmate.records.record import GameRecord

SHORT = GameRecord(
    game="morris",
    start_fen="......../......../........ w 9 9 0 1",
    white="Müller",
    black="Meier",
    moves=("d6", "f4", "b6", "f2", "f6xf4", "g1"),
    outcome=Outcome(Termination.RESIGNATION, WHITE),
    started="2026-11-21T14:22:33",
)
TAGGED = '[Game "Nine men\'s morris"]\n\n'


def test_a_game_is_written_as_pgn_with_the_name_of_its_game() -> None:
    assert to_pgn(SHORT) == (
        '[Event "?"]\n'
        '[Site "?"]\n'
        '[Date "2026.11.21"]\n'
        '[Round "-"]\n'
        '[White "Müller"]\n'
        '[Black "Meier"]\n'
        '[Result "1-0"]\n'
        '[Game "Nine men\'s morris"]\n'
        '[Termination "normal"]\n'
        '[TerminationDetails "resignation"]\n'
        '[Time "14:22:33"]\n'
        "\n"
        "1. d6 f4 2. b6 f2 3. f6xf4 g1 1-0\n"
    )


def test_a_game_from_a_position_tells_it_and_begins_with_black_s_number() -> None:
    fen = "WWW...../BBB...../BB...... b 0 0 4 30"
    text = to_pgn(replace(SHORT, start_fen=fen, moves=("b6-b4",)))
    assert f'[Position "{fen}"]\n' in text
    assert '[SetUp "1"]' in text
    assert "\n30... b6-b4 1-0\n" in text
    assert "Variant" not in text


def test_a_variant_is_named() -> None:
    record = replace(
        SHORT, game="morris:twelve", start_fen="......../......../........ w 12 12 0 1"
    )
    text = to_pgn(record)
    assert '[Game "Twelve men\'s morris"]' in text
    assert '[Variant "twelve"]' in text
    assert from_pgn(text) == [record]
    assert from_pgn(text.replace('[Variant "twelve"]\n', "")) == [record]


@given(morris_records())
def test_what_is_written_is_read_again(record: GameRecord) -> None:
    assert from_pgn(to_pgn(record)) == [record]


@given(st.lists(st.one_of(records(), morris_records()), min_size=1, max_size=4))
def test_a_file_may_hold_games_of_both(games: list[GameRecord]) -> None:
    assert from_pgn("\n".join(map(to_pgn, games))) == games


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        (TAGGED + "1. d6 {the cross} f4 2. b6 (2. d2 f2) f2! 3. f6xf4 $1 ; a mill\ng1 *", 6),
        (TAGGED + "*", 0),
        ('[Game "Mühle"]\n\n1. a7', 1),
        ('[Position "......../......../........ w 9 9 0 1"]\n\n1. d6', 1),
        ("1. d6 f4 2. b6 f2 3. f6xf4", 5),  # nothing tells the game but the moves
        ('[White "A"]\n\n1. a1 g7', 2),
        (TAGGED + "1.d6 f4 2.b6 f2\n3.f6xf4\n", 5),
    ],
)
def test_what_others_write_is_read_too(text: str, moves: int) -> None:
    (record,) = from_pgn(text)
    assert record.game == "morris"
    assert len(record.moves) == moves


@pytest.mark.parametrize("text", ["1. a4 b6", "1. d4 d5", "*", '[White "A"]\n\n1. a4'])
def test_what_could_be_either_is_chess(text: str) -> None:
    assert from_pgn(text)[0].game == "chess"


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (TAGGED + "1. d6 f4 2. b6\nf2 3. f6 g1", "illegal move 3. f6 on line 4: it closes a mill"),
        (TAGGED + "1. d6 d6", "illegal move 1... d6 on line 3: d6 is occupied"),
        (TAGGED + "1. d6 f4\n\n2. d6-d7", "illegal move 2. d6-d7 on line 5: White still has 8"),
        (TAGGED + "1. Nf3", "illegal move 1. Nf3 on line 3"),
        (TAGGED + "1. hello", "line 3: 'hello' is neither a move nor a result"),
        (TAGGED + "1. d6 *\n\n" + TAGGED + "1. d4", "game 2: illegal move 1. d4 on line 7"),
        ('[Game "Morris"]\n[Variant "thirteen"]\n\n*', "unknown variant 'thirteen'"),
        ('[Game "Morris"]\n[Position "x"]\n\n*', "not a position of morris: 'x'"),
        ('[Position "WW....../......../BB...... w"]\n\n*', "needs 3 stones"),
        ("1. d6 f4 2. b6 f2 3. f6xf4 g1 4. g1", "illegal move 4. g1 on line 1: g1 is occupied"),
        ("1. e4 e5 2. e4", "illegal move 2. e4 in the position"),
    ],
)
def test_what_is_wrong_is_refused_in_one_clear_line(text: str, complaint: str) -> None:
    with pytest.raises(RecordError) as error:
        from_pgn(text)
    assert complaint in str(error.value)
    assert "\n" not in str(error.value)
    assert len(str(error.value)) < 250


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        ("1. d6 1-0", Outcome(Termination.UNRECORDED, WHITE)),
        ("1. d6", Outcome(Termination.ABANDONED)),
        (
            '[Position "WW.W..../......../BBB..... w 0 0 7 40"]\n\n40. g4-g7xc5 *',
            Outcome(Termination.FEW_STONES, WHITE),
        ),
        (
            '[Position "W..WW.W./.W....../BB.BB... w 0 0 99 40"]\n\n40. d6-b6 1/2-1/2',
            Outcome(Termination.FIFTY_QUIET_MOVES),
        ),
        ('[Result "0-1"]\n\n1. d6', Outcome(Termination.UNRECORDED, BLACK)),
    ],
)
def test_how_the_games_of_others_ended(text: str, outcome: Outcome) -> None:
    assert from_pgn(TAGGED.strip() + "\n" + text)[0].outcome == outcome
