"""PGN: what is written can be read by others, what others write is read or refused by name."""

import random
from dataclasses import replace

import chess
import chess.pgn
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.morris_strategies import morris_records
from tests.strategies import outcomes, records
from tests.tiers import examples

from millmate.games.morris.rules import MorrisRules
from millmate.games.morris.variants import VARIANTS, Variant
from millmate.games.outcome import BLACK, WHITE, Outcome, Termination
from millmate.records.pgn import RecordError, from_pgn, to_pgn
from millmate.records.record import GameRecord
from millmate.records.tree import GameTree

FOOLS_MATE = GameRecord(
    game="chess",
    start_fen=chess.STARTING_FEN,
    white="Fool",
    black="Sage",
    moves=("f2f3", "e7e5", "g2g4", "d8h4"),
    outcome=Outcome(Termination.CHECKMATE, BLACK),
    started="2026-11-21T14:22:33",
)


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


def test_a_game_is_written_in_the_export_format() -> None:
    assert to_pgn(FOOLS_MATE) == (
        '[Event "?"]\n'
        '[Site "?"]\n'
        '[Date "2026.11.21"]\n'
        '[Round "-"]\n'
        '[White "Fool"]\n'
        '[Black "Sage"]\n'
        '[Result "0-1"]\n'
        '[Termination "normal"]\n'
        '[TerminationDetails "checkmate"]\n'
        '[Time "14:22:33"]\n'
        "\n"
        "1. f3 e5 2. g4 Qh4# 0-1\n"
    )


def test_a_game_from_a_position_tells_it_and_begins_with_black_s_number() -> None:
    fen = "8/8/8/8/8/1k6/8/K6r b - - 3 40"
    record = replace(FOOLS_MATE, start_fen="8/8/8/8/8/1k6/7r/K7 b - - 3 40", moves=("h2h1",))
    text = to_pgn(record)
    assert '[SetUp "1"]' in text
    assert '[FEN "8/8/8/8/8/1k6/7r/K7 b - - 3 40"]' in text
    assert "\n40... Rh1# 0-1\n" in text
    assert chess.Board(fen).fen() not in text


@pytest.mark.parametrize(
    ("outcome", "result", "termination"),
    [
        (Outcome(Termination.CHECKMATE, WHITE), "1-0", "normal"),
        (Outcome(Termination.RESIGNATION, BLACK), "0-1", "normal"),
        (Outcome(Termination.AGREEMENT), "1/2-1/2", "normal"),
        (Outcome(Termination.FAILURE, WHITE), "1-0", "rules infraction"),
        (Outcome(Termination.ABANDONED), "*", "abandoned"),
    ],
)
def test_result_and_termination(outcome: Outcome, result: str, termination: str) -> None:
    text = to_pgn(replace(FOOLS_MATE, outcome=outcome))
    assert f'[Result "{result}"]' in text
    assert f'[Termination "{termination}"]' in text
    assert f'[TerminationDetails "{outcome.termination.value}"]' in text
    assert text.endswith(f" {result}\n")


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
        '[Variant "Nine Men\'s Morris"]\n'
        "\n"
        "1. d6 f4 2. b6 f2 3. f6xf4 g1 1-0\n"
    )


def test_a_game_of_morris_from_a_position_tells_it() -> None:
    fen = "WWW...../BBB...../BB...... b 0 0 4 30"
    text = to_pgn(replace(SHORT, start_fen=fen, moves=("b6-b4",)))
    assert f'[Position "{fen}"]\n' in text
    assert '[SetUp "1"]' in text
    assert "\n30... b6-b4 1-0\n" in text
    assert (
        '[FEN "@******@/@@*****@/OO*****O b m s 3 0 5 0 0 0 -1 -1 -1 -1 0 4 30 ids:nodes"]' in text
    )


def test_a_variant_is_named() -> None:
    record = replace(
        SHORT, game="morris:twelve", start_fen="......../......../........ w 12 12 0 1"
    )
    text = to_pgn(record)
    assert '[Game "Twelve men\'s morris"]' in text
    assert '[Variant "Twelve Men\'s Morris"]' in text
    assert from_pgn(text) == [record]
    assert from_pgn(text.replace('[Variant "Twelve Men\'s Morris"]\n', "")) == [record]
    assert from_pgn(text.replace("Twelve Men's Morris", "twelve")) == [record]


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS.keys())
def test_games_by_chance_of_every_variant_are_read_back(variant: Variant) -> None:
    rules, rng = MorrisRules(variant), random.Random(variant.name)
    for played in range(10):
        board = rules.board()
        for _ in range(played):  # some games begin later
            board.push(rng.choice(board.legal_moves))
            if rules.outcome(board):
                board.pop()
        start, moves = board.fen(), []
        while not rules.outcome(board) and len(moves) < 60:
            move = rng.choice(board.legal_moves)
            moves.append(rules.notation(board, move))
            board.push(move)
        record = replace(SHORT, game=rules.name, start_fen=start, moves=tuple(moves))
        assert from_pgn(to_pgn(record)) == [record]


def test_a_position_of_a_small_board_names_its_rules_by_itself() -> None:
    (record,) = from_pgn('[SetUp "1"]\n[FEN "WW.W..../.B.B..B. w 0 0 0 9"]\n\n9. e3-e5xc4 *')
    assert record.game == "morris:six"
    assert record.moves == ("e3-e5xc4",)


@examples(40)
@given(st.lists(st.one_of(records(), morris_records()), min_size=1, max_size=4))
def test_what_is_written_is_read_back(games: list[GameRecord]) -> None:
    assert from_pgn("\n".join(map(to_pgn, games))) == games


@given(outcomes())
def test_every_line_fits_the_export_format(outcome: Outcome) -> None:
    knights = ("g1f3", "g8f6", "f3g1", "f6g8") * 30
    text = to_pgn(replace(FOOLS_MATE, moves=knights, outcome=outcome))
    assert max(map(len, text.splitlines())) < 80


def test_names_with_quotes_backslashes_and_newlines() -> None:
    name = 'The "Turk" \\ von\nKempelen'
    text = to_pgn(replace(FOOLS_MATE, white=name))
    assert '[White "The \\"Turk\\" \\\\ von Kempelen"]' in text
    assert from_pgn(text)[0].white == 'The "Turk" \\ von Kempelen'


FOREIGN = """\
[Event "Match, 2nd round"]
[Site "Paris"]
[Date "1858.??.??"]
[Round "?"]
[White "Morphy, P. (the "pride")"]
[Black "Duke"]
[Result "1-0"]
[ECO "C41"]
% for another program: 99. Zz9
; a comment line

1. e4 e5 2.Nf3 d6 3. d4 {[%clk 0:01:02] a pin (soon)} Bg4?! $6 4. dxe5 (4. Bb5+ c6 (4... Nc6
5. O-O) 5. dxe5) 4... Bxf3 ; takes
5. Qxf3 dxe5 6. Bc4 +- Nf6 7. Qb3 Qe7 8. Nc3 c6 9. Bg5 b5 10. Nxb5 cxb5 11. Bxb5+ Nbd7
12. 0-0-0 Rd8 13. Rxd7 Rxd7 14. Rd1 Qe6 15. Bxd7+ Nxd7 16. Qb8+!! Nxb8 17. Rd8# 1-0
"""


def test_a_game_with_everything_others_write_is_read() -> None:
    (record,) = from_pgn(FOREIGN)
    assert len(record.moves) == 33
    assert record.moves[22] == "e1c1"
    assert record.white == 'Morphy, P. (the "pride")'
    assert record.outcome == Outcome(Termination.CHECKMATE, WHITE)
    assert record.started == ""
    assert record.tags == {
        "Event": "Match, 2nd round",
        "Site": "Paris",
        "Date": "1858.??.??",
        "Round": "?",
        "ECO": "C41",
    }
    assert from_pgn(to_pgn(record)) == [record]


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("e4", 1),
        ("1.e4 e5 2.Nf3", 3),
        ("1. e2e4 e7e5", 2),
        ("1. e4 e5 1/2-1/2", 2),
        ("1. e4 e5 1/2", 2),
        ('[White "A"]\n[Black "B"]\n\n*', 0),
        ('[White "A"]', 0),
        ("\ufeff1. e4", 1),
        ("1. e4\r\ne5\r\n", 2),
        ("1. e4\n\n1... e5", 2),
        ('[FEN "8/P7/8/8/8/8/8/K1k5 w - - 0 1"]\n\n1. a8=Q', 1),
        ('[FEN "8/P7/8/8/8/8/8/K1k5 w - - 0 1"]\n\n1. a8Q', 1),
        ("1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7++ 1-0", 7),
        ("1. e4+= e5= 2. Nf3+- Nc6±", 4),
        ("1. a3 e5 2. a4 e4 3. d4 exd3e.p.", 6),
        ("1. e4 e5 1–0", 2),
        ("1. e4 e5 ½–½", 2),
        ("1. e4 1… e5", 2),
        ("1. e4\re5\r2. Nf3\r", 3),
    ],
)
def test_a_bare_text_is_a_game_too(text: str, moves: int) -> None:
    (record,) = from_pgn(text)
    assert len(record.moves) == moves


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        ("1. e4 1-0", Outcome(Termination.UNRECORDED, WHITE)),
        ("1. e4 1/2-1/2", Outcome(Termination.UNRECORDED)),
        ("1. e4 *", Outcome(Termination.ABANDONED)),
        ("1. e4", Outcome(Termination.ABANDONED)),
        ('[Result "0-1"]\n\n1. e4', Outcome(Termination.UNRECORDED, BLACK)),
        ("1. f3 e5 2. g4 Qh4 *", Outcome(Termination.CHECKMATE, BLACK)),
        ("1. f3 e5 2. g4 Qh4# 0-1", Outcome(Termination.CHECKMATE, BLACK)),
        (
            "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 1/2-1/2",
            Outcome(Termination.THREEFOLD_REPETITION),
        ),
        (
            "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 1-0",  # won later, by whatever means
            Outcome(Termination.UNRECORDED, WHITE),
        ),
        (
            '[TerminationDetails "abandoned"]\n\n1. e4 1/2-1/2',  # the tag contradicts the result
            Outcome(Termination.UNRECORDED),
        ),
        (TAGGED + "1. d6 1-0", Outcome(Termination.UNRECORDED, WHITE)),
        (TAGGED + "1. d6", Outcome(Termination.ABANDONED)),
        (
            TAGGED.strip()
            + '\n[Position "WW.W..../......../BBB..... w 0 0 7 40"]\n\n40. g4-g7xc5 *',
            Outcome(Termination.FEW_STONES, WHITE),
        ),
        (
            TAGGED.strip()
            + '\n[Position "W..WW.W./.W....../BB.BB... w 0 0 99 40"]\n\n40. d6-b6 1/2-1/2',
            Outcome(Termination.FIFTY_QUIET_MOVES),
        ),
        (TAGGED.strip() + '\n[Result "0-1"]\n\n1. d6', Outcome(Termination.UNRECORDED, BLACK)),
    ],
)
def test_how_the_games_of_others_ended(text: str, outcome: Outcome) -> None:
    assert from_pgn(text)[0].outcome == outcome


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "no game in this text"),
        ("  \n; only a comment\n", "no game in this text"),
        ("hello world", "no game in this text"),
        ("1... e5", "starts with a move by Black, e5, but no FEN tag"),
        ("1. ... e5 2. Nf3", "starts with a move by Black, e5, but no FEN tag"),
        ("12… d6 13. f4", "starts with a move by Black, d6, but no FEN tag"),
        ("1. Ke2", "illegal move 1. Ke2 in the position"),
        ('[FEN "8/8/8/8/8/8/8/K7 w - - 0 1"]\n\n*', "Black has no king"),
        ('[FEN "nonsense"]\n\n*', "not a FEN"),
        ('[Variant "Atomic"]\n\n1. e4', "'Atomic' is not played here"),
        ("\x7fELF\x02\x01\x01\x00\x00", "no game in this text"),
        ("{" + '"json": true}', "no game in this text"),
        ("1. Ke2 *\n\n1. Qh4 *", "game 1, line 1: illegal move 1. Ke2"),
        ("1. e4 " * 1_500_000, "too large to open"),
        ('[Game "Morris"]\n[Variant "thirteen"]\n\n*', "unknown variant 'thirteen'"),
        ('[Game "Morris"]\n[Position "x"]\n\n*', "not a position of morris: 'x'"),
        ('[Position "WW....../......../BB...... w"]\n\n*', "needs 3 stones"),
    ],
)
def test_what_is_no_pgn_is_refused_in_one_clear_line(text: str, complaint: str) -> None:
    with pytest.raises(RecordError) as error:
        from_pgn(text)
    assert complaint in str(error.value)
    assert "\n" not in str(error.value)
    assert len(str(error.value)) < 250


@pytest.mark.parametrize(
    ("text", "moves", "line", "reason"),
    [
        ("1. e4 e5\n2. Nf3 Nc6 3. Bc5", 4, 2, "illegal move 3. Bc5 in the position"),
        ("1. e4 Ke7", 1, 1, "illegal move 1... Ke7"),
        ("1. e4 f6 2. Qh5+ -- 3. Qxe8 *", 3, 1, "illegal move 2... --"),
        ("1. e4 e5 2. e4", 2, 1, "illegal move 2. e4 in the position"),
        ("1. e4 e5 2. Zz9 Nc6", 2, 1, "illegal move 2. Zz9"),
        ("1. e4\n" + "(1. d4 " * 101, 1, 2, "variations more than 100 deep"),
        ("1. e4 " + "{x}" * 1001, 1, 1, "too many or too long remarks"),
        ('[A "' + '"] ' * 10_000 + "1. e4", 0, 1, "too many or too long tags"),
        (TAGGED + "1. d6 f4 2. b6\nf2 3. f6 g1", 4, 4, "illegal move 3. f6 on line 4: it closes"),
        (TAGGED + "1. d6 d6", 1, 3, "illegal move 1... d6 on line 3: d6 is occupied"),
        (TAGGED + "1. d6 f4\n\n2. d6-d7", 2, 5, "illegal move 2. d6-d7 on line 5: White still has"),
        (TAGGED + "1. Nf3", 0, 3, "illegal move 1. Nf3 on line 3"),
        ("1. d6 f4 2. b6 f2 3. f6xf4 g1 4. g1", 6, 1, "illegal move 4. g1 on line 1: g1 is"),
    ],
)
def test_a_game_that_breaks_off_keeps_its_moves(
    text: str, moves: int, line: int, reason: str
) -> None:
    games = from_pgn(text)
    (record,), (fault,) = games, games.faults
    assert len(record.moves) == moves
    assert (fault.number, fault.line) == (1, line)
    assert reason in fault.reason
    assert fault.reason in record.remarks[-1]
    assert from_pgn(to_pgn(record)) == [record]


def test_what_follows_a_fault_is_kept_as_a_comment() -> None:
    (record,) = from_pgn("1. e4 {best} e5 2. Ke4 d5 (2... d6 {safe}) 3. Nf3 {so} 1-0")
    assert record.outcome == Outcome(Termination.UNRECORDED, WHITE)
    assert record.movetext is not None
    assert record.movetext.moves[-1].notes.comment == "(Ke4 d5 (d6 safe) Nf3 so)"


@pytest.mark.parametrize(
    ("text", "moves", "remark"),
    [
        ("1. e4 {never closed", 1, "A comment '{' never closes."),
        ("1. e4 (1. d4 d5", 1, "A variation '(' never closes."),
        ("1. e4) e5", 2, "A ')' without '(' was left out."),
    ],
)
def test_what_was_mended_is_remarked_on(text: str, moves: int, remark: str) -> None:
    games = from_pgn(text)
    assert games.faults == []
    assert (len(games[0].moves), games[0].remarks) == (moves, (remark,))


def test_one_bad_game_never_hides_another() -> None:
    good = '[White "{}"]\n\n1. e4 e5 *\n\n'
    bad = ("1. Ke2 *", "1. e4 {open", "1. e4 (1. d4", "1. e4) *", '[Black "x', "1. e4 $ < & ] *")
    for each in bad:
        games = from_pgn(good.format("A") + f'[White "B"]\n\n{each}\n\n' + good.format("C"))
        assert [game.white for game in games] == ["A", "B", "C"], each
        assert (len(games[0].moves), len(games[2].moves)) == (2, 2), each
    text = '1. e4 e5 *\n\n1. Ke2\n\n[Variant "Atomic"]\n\n1. e4 *\n\n' + good.format("A")
    games = from_pgn(text)
    assert (games.numbers, [fault.number for fault in games.faults]) == ([1, 4], [2, 3])
    assert [fault.line for fault in games.faults] == [3, 5]
    assert games.complaint.startswith("2 of 4 games were read to the end; game 2, line 3: illegal")


def test_two_tags_may_stand_on_one_line_and_moves_behind_them() -> None:
    (record,) = from_pgn('[White "A"] [Black "The "B" [c]"]\n[Event "x"] 1. e4 1-0')
    assert (record.white, record.black) == ("A", 'The "B" [c]')
    assert (record.tags, record.moves) == ({"Event": "x"}, ("e2e4",))


def test_a_game_that_does_not_say_it_is_morris_is_remarked_on() -> None:
    (record,) = from_pgn("1. d6 f4 2. d2")
    assert record.game == "morris"
    assert "read as a game of morris" in record.remarks[0]
    (told,) = from_pgn('[Game "Nine men\'s morris"]\n\n1. d6 f4 2. d2')
    assert not told.remarks


# As ChessBase, Scid, python-chess, other programs and scalachess write them.
@pytest.mark.parametrize("null", ["--", "Z0", "0000", "@@@@", "null", "pass"])
def test_null_moves_are_played_in_all_lines_and_written_in_one_way(null: str) -> None:
    (record,) = from_pgn(f"1. e4 {{best}} e5 2. {null} d5 (2... {null} {{safe}}) 3. Nf3 {{so}} 1-0")
    assert record.moves == ("e2e4", "e7e5", "0000", "d7d5", "g1f3")
    assert not record.remarks
    written = to_pgn(record)
    assert "2. -- d5 (2... -- {safe}) 3. Nf3" in written
    assert from_pgn(written) == [record]
    root = GameTree.of(record).root
    passed = [*root.line()][2]
    assert passed.ply is not None
    assert (passed.ply.notation, passed.ply.text) == ("--", "0000")
    assert passed.fen == "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 1 2"


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
def test_what_others_write_of_morris_is_read_too(text: str, moves: int) -> None:
    (record,) = from_pgn(text)
    assert record.game == "morris"
    assert len(record.moves) == moves


@pytest.mark.parametrize("text", ["1. a4 b6", "1. d4 d5", "*", '[White "A"]\n\n1. a4'])
def test_what_could_be_either_is_chess(text: str) -> None:
    assert from_pgn(text)[0].game == "chess"
