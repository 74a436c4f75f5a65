"""Levels of strength: weaker ones err more, none errs beyond belief, a seed repeats a game."""

import itertools
import random
from collections import Counter

import chess
import pytest
from tests.tiers import only

from millmate.games.morris.board import MorrisBoard, MorrisMove
from millmate.games.morris.rules import MORRIS
from millmate.search.levels import (
    LADDER,
    LEAST_ELO,
    MORRIS_LADDER,
    MORRIS_NAMES,
    MOST_ELO,
    NAMES,
    Level,
    LevelSearch,
    draw,
    glance,
    level_of,
    limited,
    names_of,
    open_twos,
    worth,
)
from millmate.search.limits import Score, SearchInfo, SearchLimits
from millmate.search.network import BY_HAND
from millmate.search.strong import StrongSearch

OPENING = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3"
MATE_IN_ONE = "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4"  # Qxf7
QUEEN_ATTACKED = "rnb1kbnr/pppp1ppp/8/4p1q1/3PP3/5N2/PPP2PPP/RNBQKB1R b KQkq - 0 3"  # by Nf3
GAMES = 60


@pytest.fixture(scope="module")
def search() -> StrongSearch:
    return StrongSearch(1, network=BY_HAND)


def played(search: StrongSearch, elo: int, fen: str) -> Counter[str]:
    """Return how often a level plays each move, over many seeds."""
    board = chess.Board(fen)
    games = GAMES if elo < MOST_ELO else 4  # the strongest looks far, and errs least
    moves = (LevelSearch(search, level_of(elo), seed).search(board).best for seed in range(games))
    return Counter(str(move) for move in moves)


def line(number: int, score: Score) -> SearchInfo:
    move = list(chess.Board().legal_moves)[number]
    return SearchInfo(number + 1, 1, 1, score, 0, 0.0, 0, 0, (move,))


class TestTheDraw:
    def test_what_loses_less_is_drawn_more_often(self) -> None:
        lines = [line(at, Score(centipawns=-50 * at)) for at in range(4)]
        source = random.Random(1)
        drawn = Counter(draw(lines, Level(1, 4, 50.0, 0.0, 1.0), source) for _ in range(2000))
        assert [place for place, _ in drawn.most_common()] == [0, 1, 2, 3]
        assert 2.2 < drawn[0] / drawn[1] < 3.3  # e, by the definition of the spread

    def test_a_slip_is_drawn_with_the_wide_spread(self) -> None:
        lines = [line(0, Score(centipawns=0)), line(1, Score(centipawns=-300))]
        source = random.Random(1)
        drawn = Counter(draw(lines, Level(1, 2, 1.0, 0.5, 300.0), source) for _ in range(2000))
        assert drawn[1] / 2000 == pytest.approx(0.5 * 0.269, abs=0.03)

    def test_what_a_mate_is_worth(self) -> None:
        mates = [worth(Score(mate=n)) for n in (1, 2, 3, 10)]
        assert mates == sorted(mates, reverse=True)
        assert mates[-1] > worth(Score(centipawns=5000))
        assert mates[0] > mates[1] + 1000
        assert [worth(Score(mate=-n)) for n in (1, 2)] == [-mates[0], -mates[1]]
        assert worth(Score(mate=0)) == -mates[0]

    def test_more_is_worth_more_however_much_it_is(self) -> None:
        worths = [worth(Score(centipawns=value)) for value in range(-6000, 6001, 300)]
        assert worths == sorted(set(worths))
        two_queens, one_queen = (worth(Score(centipawns=value)) for value in (2700, 1800))
        assert two_queens - one_queen > 5 * level_of(1200).spread


class TestTheLadder:
    def test_it_climbs(self) -> None:
        for low, high in itertools.pairwise(LADDER):
            assert low.elo < high.elo
            a, b = low.level, high.level
            assert a.nodes <= b.nodes
            assert a.spread > b.spread
            assert a.slips >= b.slips

    def test_levels_lie_between_their_rungs(self) -> None:
        assert level_of(LEAST_ELO) == LADDER[0].level
        assert level_of(MOST_ELO) == LADDER[-1].level
        for low, high in itertools.pairwise(LADDER):
            level = level_of((low.elo + high.elo) // 2)
            assert low.level.nodes <= level.nodes <= high.level.nodes
            assert high.level.spread < level.spread < low.level.spread

    @pytest.mark.parametrize("elo", [LEAST_ELO - 1, MOST_ELO + 1])
    def test_there_is_no_level_off_the_ladder(self, elo: int) -> None:
        with pytest.raises(ValueError, match=f"from {LEAST_ELO} to {MOST_ELO}"):
            level_of(elo)


class TestMorris:
    def test_the_eight_levels_climb(self) -> None:
        assert len(MORRIS_NAMES) == len(set(MORRIS_NAMES.values())) == 8
        assert list(MORRIS_NAMES) == [rung.elo for rung in MORRIS_LADDER]
        for low, high in itertools.pairwise(MORRIS_LADDER):
            a, b = low.level, high.level
            assert 100 < high.elo - low.elo < 300
            assert a.nodes < b.nodes
            assert a.lines >= b.lines
            assert a.spread > b.spread
            assert a.slips > b.slips
            assert a.glances > b.glances
            assert a.mills <= b.mills

    def test_beyond_the_ladder_its_ends_play(self) -> None:
        assert level_of(LEAST_ELO, "morris") == MORRIS_LADDER[0].level
        assert level_of(MOST_ELO, "morris") == MORRIS_LADDER[-1].level

    def test_variants_have_the_same_levels(self) -> None:
        assert names_of("morris:twelve") == names_of("morris") == MORRIS_NAMES
        assert level_of(1000, "morris:lasker,quiet=none") == level_of(1000, "morris")

    def test_no_number_means_another_name_in_chess(self) -> None:
        assert not set(MORRIS_NAMES) & set(NAMES)

    def test_a_person_who_knows_the_rules_beats_a_newcomer(self) -> None:
        newcomer, points = limited(LEAST_ELO, 1, "morris"), 0.0
        for seed in range(6):
            board, source = MORRIS.board(), random.Random(seed)
            while (end := MORRIS.outcome(board) or MORRIS.claim(board)) is None:
                person = board.turn is bool(seed % 2)
                board.push(sensible(board, source) if person else newcomer.search(board).best)
            points += 0.5 if end.winner is None else end.winner is bool(seed % 2)
        assert points >= 4


def sensible(board: MorrisBoard, source: random.Random) -> MorrisMove:
    """Return a turn of somebody who closes mills, prevents them, or moves at random."""
    turns, passed = board.legal_moves, board.copy()
    passed.turn = not board.turn
    feared = {turn.target for turn in passed.legal_moves if turn.removed}
    closing = [turn for turn in turns if turn.removed]
    return source.choice(closing or [turn for turn in turns if turn.target in feared] or turns)


class TestGlance:
    """What is played by somebody who looks at his own stones only."""

    @staticmethod
    def drawn(fen: str, mills: float, spread: float) -> Counter[str]:
        board, source = MORRIS.board(fen), random.Random(1)
        turns = board.legal_moves
        return Counter(str(turns[glance(board, turns, mills, spread, source)]) for _ in range(400))

    def test_a_mill_is_closed_in_its_share_of_the_turns(self) -> None:
        fen = "W.W...../..B.B.../........ w 7 7 0 3"
        for share in (0.0, 0.85, 1.0):
            found = self.drawn(fen, share, 1e9)
            closed = sum(times for turn, times in found.items() if turn.startswith("d7"))
            # 2 of 21 turns close it by chance
            assert closed / 400 == pytest.approx(share + (1 - share) * 2 / 21, abs=0.05)

    def test_a_mill_of_the_other_side_is_not_seen(self) -> None:
        found = self.drawn("B.B...../..W...W./........ w 7 7 0 3", 1.0, 1e9)
        assert found["d7"] / 400 == pytest.approx(1 / 20, abs=0.04)

    def test_with_a_purpose_lines_are_opened(self) -> None:
        board = MORRIS.board("W......./......B./........ w 8 8 0 2")
        purposeful, aimless = (self.drawn(board.fen(), 1.0, spread) for spread in (3.0, 1e9))
        opening = {str(turn) for turn in board.legal_moves if open_twos(board, turn)}
        assert opening == {"d7", "g7", "a4", "a1"}
        assert set(purposeful) == opening
        assert len(aimless) > 15


class TestMorrisAtPlay:
    def test_a_club_player_beats_a_beginner(self) -> None:
        players = limited(1430, 1, "morris"), limited(550, 1, "morris")
        for white, black in (players, players[::-1]):
            board = MORRIS.board()
            while (outcome := MORRIS.outcome(board)) is None:
                board.push((white if board.turn else black).search(board).best)
            assert outcome.winner is (white is players[0])


class TestPlay:
    def test_the_same_seed_plays_the_same_game(self, search: StrongSearch) -> None:
        games = []
        for seed in (1, 1, 2):
            board, limited = chess.Board(), LevelSearch(search, level_of(1200), seed)
            for _ in range(12):
                board.push(limited.search(board).best)
            games.append(board.move_stack)
        assert games[0] == games[1] != games[2]

    def test_without_a_seed_games_differ(self, search: StrongSearch) -> None:
        limited, board = LevelSearch(search, level_of(LEAST_ELO)), chess.Board()
        assert len({limited.search(board).best for _ in range(40)}) > 3

    @pytest.mark.parametrize(("elo", "least"), [(LEAST_ELO, 0.75), (1200, 0.9), (MOST_ELO, 1.0)])
    def test_a_mate_in_one_is_hardly_ever_overlooked(
        self, search: StrongSearch, elo: int, least: float
    ) -> None:
        moves = played(search, elo, MATE_IN_ONE)
        assert moves["h5f7"] >= least * moves.total()

    @pytest.mark.parametrize(("elo", "most"), [(LEAST_ELO, 0.34), (1200, 0.06), (MOST_ELO, 0.0)])
    def test_the_queen_is_not_left_to_be_taken(
        self, search: StrongSearch, elo: int, most: float
    ) -> None:
        lost, moves = 0, played(search, elo, QUEEN_ATTACKED)
        for text, times in moves.items():
            board = chess.Board(QUEEN_ATTACKED)
            board.push_uci(text)
            taken = any(
                board.piece_type_at(move.to_square) == chess.QUEEN for move in board.legal_moves
            )
            lost += times * taken
        assert lost <= most * moves.total()

    def test_the_stronger_is_more_of_one_mind(self, search: StrongSearch) -> None:
        kinds = [len(played(search, elo, OPENING)) for elo in (LEAST_ELO, 1200, MOST_ELO)]
        assert kinds == sorted(kinds, reverse=True)
        assert kinds[0] > kinds[-1]


class TestTechnique:
    @pytest.mark.parametrize("elo", only([1200, 1300, 1500, 1750, MOST_ELO], 1200, MOST_ELO))
    @pytest.mark.parametrize("piece", "QR")
    def test_a_level_mates_a_bare_king(self, search: StrongSearch, piece: str, elo: int) -> None:
        for seed, fen in enumerate(["8/8/8/3k4/8/8/8/K1{}5", "8/1k6/8/8/4K3/8/{}7/8"]):
            winner = LevelSearch(search, level_of(elo), seed)
            board, source = chess.Board(fen.format(piece) + " w - - 0 1"), random.Random(seed)
            while not (board.is_game_over() or board.is_fifty_moves() or board.is_repetition()):
                moves = [winner.search(board).best] if board.turn else list(board.legal_moves)
                # the king stays in the middle, and takes what is left to be taken
                board.push(max(moves, key=lambda move: (held(board, move), source.random())))
            assert board.is_checkmate(), board.fen()

    def test_a_beginner_lacks_it(self) -> None:
        shares = [level_of(elo).technique for elo in (LEAST_ELO, 800, 1100, MOST_ELO)]
        assert shares == sorted(set(shares))


def held(board: chess.Board, move: chess.Move) -> int:
    """Return how well a lone king's move defends: captures, then squares near the middle."""
    row, column = divmod(move.to_square, 8)
    return 100 * board.is_capture(move) - max(abs(2 * row - 7), abs(2 * column - 7))


class TestAsASearch:
    def test_the_line_that_is_played_comes_first(self, search: StrongSearch) -> None:
        for seed in range(20):
            told: list[SearchInfo] = []
            limited = LevelSearch(search, level_of(LEAST_ELO), seed)
            outcome = limited.search(chess.Board(OPENING), SearchLimits(lines=3), told.append)
            assert [info.line for info in told] == [1, 2, 3]
            assert outcome.best == told[0].moves[0]
            assert len({info.moves[0] for info in told}) == 3
            assert tuple(told) == outcome.lines

    def test_it_keeps_to_the_moves_asked_for(self, search: StrongSearch) -> None:
        moves = tuple(chess.Move.from_uci(text) for text in ("a7a6", "h7h6"))
        limited = LevelSearch(search, level_of(LEAST_ELO))
        found = {
            limited.search(chess.Board(OPENING), SearchLimits(moves=moves)).best for _ in range(20)
        }
        assert found <= set(moves)

    @pytest.mark.parametrize("elo", [LEAST_ELO, MOST_ELO])
    def test_it_looks_one_ply_ahead_at_least(self, search: StrongSearch, elo: int) -> None:
        outcome = LevelSearch(search, level_of(elo), 1).search(
            chess.Board(MATE_IN_ONE), SearchLimits(nodes=1)
        )
        assert outcome.lines

    def test_nodes_are_those_of_the_level(self, search: StrongSearch) -> None:
        for rung in LADDER[4:-1]:
            outcome = LevelSearch(search, rung.level, 1).search(chess.Board(OPENING))
            assert outcome.lines[0].nodes <= rung.level.nodes

    def test_no_legal_move(self, search: StrongSearch) -> None:
        mated = chess.Board("R6k/8/6K1/8/8/8/8/8 b - - 0 1")
        assert LevelSearch(search, level_of(1200)).search(mated).best is None
