import chess
import pytest
from tests.gui import windows
from tests.gui.sharing import visit
from tests.gui.windows import QUEEN_MATE
from tests.saved_games import saved_games

from millmate.games.outcome import Termination
from millmate.records import archive

START = chess.STARTING_FEN


@pytest.fixture
def people(qtbot):
    """A game of two people from the first position."""
    with visit(qtbot, game="chess", start="initial", black="human") as v:
        v.press_play()
        yield v


@pytest.fixture
def queen(qtbot, tables):
    """A game of a person with a queen against the perfect player."""
    with visit(qtbot, tables, start_fen=QUEEN_MATE) as v:
        v.press_play()
        yield v


def test_the_queen_mates_the_perfect_defender_with_the_moves_the_table_names_first(qtbot, tables):
    with visit(qtbot, tables, start_fen=QUEEN_MATE) as v:
        v.press_play()
        v.wait(lambda: v.window.probe.last is not None)
        longest = v.window.verdict.remark.text()
        while v.game.outcome is None:
            v.best_move()
            v.answer_comes()
        assert f" · {len(v.moves)} plies · " in longest
        assert str(v.game.outcome) == "1-0 (White wins: checkmate)"
        assert v.moves[-1].endswith("#")
        v.wait(lambda: v.offer.startswith("Saved in My games: "))
    (record,) = archive.load(saved_games()[-1])
    assert record.outcome.termination is Termination.CHECKMATE
    assert record.start_fen == QUEEN_MATE


def test_after_every_move_the_commands_are_what_a_look_at_all_of_them_finds(people):
    commands = people.window.commands

    def seen() -> dict[str, tuple[bool, bool, str]]:
        return {n: (a.isEnabled(), a.isChecked(), a.text()) for n, a in commands.items()}

    for san in ("e4", "e5", "Nf3", "Nc6"):
        people.move(san)
        people.wait(lambda: people.game.awaits_person)
        before = seen()
        commands.refresh()
        assert seen() == before


def test_taking_back_takes_the_machines_answer_too_and_redo_plays_both_again(queen):
    queen.best_move()
    queen.answer_comes()
    first = queen.moves
    assert len(first) == 2
    queen.do("take_back")
    assert queen.moves == []
    queen.answer_comes()
    assert not queen.window.commands["take_back"].isEnabled()
    queen.do("redo")
    assert queen.moves == first
    queen.best_move()
    queen.answer_comes()
    assert len(queen.moves) == 4
    assert not queen.window.commands["redo"].isEnabled()


@pytest.mark.thorough
def test_two_people_take_back_one_ply_at_a_time(people):
    people.move("e4")
    people.move("e5")
    people.do("take_back")
    assert people.moves == ["e4"]
    people.move("c5")
    assert people.moves == ["e4", "c5"]


@pytest.mark.thorough
def test_undo_after_resigning_takes_the_resignation_back_and_no_move(queen):
    queen.resign()  # before the first move
    queen.wait(lambda: queen.game.outcome is not None)
    queen.do("take_back")
    queen.best_move()
    queen.answer_comes()
    before = queen.moves
    queen.resign()
    queen.wait(lambda: queen.game.outcome is not None)
    assert queen.window.moves.state.text() == "0-1 (Black wins: resignation)"
    assert queen.window.commands["take_back"].text() == "&Take the result back"
    queen.do("take_back")
    queen.wait(lambda: queen.game.awaits_person)
    assert queen.game.outcome is None
    assert queen.moves == before
    queen.best_move()
    queen.answer_comes()
    assert queen.moves[: len(before)] == before
    assert len(queen.moves) == len(before) + 2


@pytest.mark.thorough
def test_a_game_that_a_machine_begins_cannot_be_taken_back_before_ones_own_move(qtbot):
    with visit(qtbot, game="chess", start="initial", white="random", black="human") as v:
        v.press_play()
        v.answer_comes()
        assert len(v.moves) == 1
        assert not v.window.commands["take_back"].isEnabled()
        assert v.board.flipped


def test_people_agree_on_a_draw_by_offering_and_accepting_and_may_go_on_with_the_game(people):
    people.do("offer_draw")
    people.wait(lambda: people.game.offer is True)
    people.move("e4")
    people.wait(lambda: people.game.awaits_person)
    assert people.window.commands["offer_draw"].text() == "Accept the &draw"
    assert people.window.moves.state.text().startswith("White offers a draw")
    people.do("offer_draw")
    people.wait(lambda: people.game.outcome is not None)
    assert str(people.game.outcome) == "1/2-1/2 (draw: draw agreed)"
    people.do("take_back")
    people.move("e5")
    assert people.moves == ["e4", "e5"]


@pytest.mark.thorough
def test_the_perfect_player_who_is_winning_declines_a_draw(qtbot, tables):
    with visit(qtbot, tables, start_fen=QUEEN_MATE, white="table", black="human") as v:
        v.press_play()
        v.answer_comes()
        v.do("offer_draw")
        v.wait(lambda: v.game.offer is False)
        uci = v.game.destinations()[0]
        v.move(chess.Board(v.game.line.fen).san(chess.Move.from_uci(uci)))
        v.answer_comes()
        assert v.window.status.currentMessage() == "White declines the draw."
        assert v.game.outcome is None


def test_a_threefold_repetition_can_be_claimed_once_it_stands_on_the_board(qtbot):
    with visit(qtbot, start_fen=QUEEN_MATE, black="human") as v:
        v.press_play()
        for san in ("Ka2", "Kd6", "Ka1", "Kd5") * 2:
            assert not v.window.commands["claim_draw"].isEnabled()
            v.move(san)
        v.wait(lambda: v.window.commands["claim_draw"].isEnabled())
        v.do("claim_draw")
        v.wait(lambda: v.game.outcome is not None)
        assert v.game.outcome.termination is Termination.THREEFOLD_REPETITION


def test_looking_back_shows_the_past_and_no_move_can_be_made_there(people):
    people.move("e4")
    people.do("first")
    assert people.window.workspace.fen == START
    assert people.board.state.destinations == {}
    people.game.play("d2d4")
    assert "earlier position" in people.window.status.currentMessage()
    people.do("last")
    people.move("c5")
    assert people.moves == ["e4", "c5"]
    people.do("previous")
    assert people.window.moves.view.current_text == "e4"


def test_a_game_without_a_move_leaves_no_file(qtbot):
    with windows.visit(qtbot, game="chess", start="initial", black="human") as v:
        v.press_play()
    assert saved_games() == []


@pytest.mark.thorough
def test_a_perfect_player_whose_table_has_gone_is_told_of_in_words_with_the_way_out(
    qtbot, tmp_path
):
    with visit(qtbot, tmp_path, start_fen=QUEEN_MATE, black="human") as v:
        v.press_play()
        v.wait(lambda: v.window.probe.last is not None)
        v.window.setup.players[False].choose("table")
        v.do("new_game")  # the table is looked for when the player is asked for a move
        v.move("Ka2")
        v.wait(lambda: v.message != "")
        assert "KQvK" in v.message
        v.wait(lambda: v.window.stage.message.action.isVisible())
        v.window.stage.message.action.click()
        assert v.window.building.tables.isVisible()


@pytest.mark.parametrize(
    "players",
    [("random", "minimax:depth=1"), ("iterative:nodes=300", "alphabeta:depth=1,memo=yes")],
)
def test_machines_play_among_themselves(qtbot, players):
    white, black = players
    with visit(qtbot, start_fen="8/8/8/3k4/8/8/1r6/K7 w - - 0 1", white=white, black=black) as v:
        v.press_play()
        v.wait(lambda: len(v.moves) > 4 or v.game.outcome is not None)
        assert not v.game.awaits_person
        assert not v.window.commands["resign"].isEnabled()


@pytest.mark.thorough
def test_a_game_that_is_over_leaves_no_session_behind(qtbot, tables):
    from millmate.gui.shell.play.session import Session

    with visit(qtbot, tables, white="random", black="random") as v:
        for _ in range(3):
            v.window.workspace.set_up("8/8/8/3k4/8/8/8/KQ6 w - - 98 70")  # soon a draw
            v.press_play()
            v.wait(lambda: v.game.outcome is not None)
        v.wait(lambda: not v.game.findChildren(Session))


def test_a_resignation_can_be_taken_back(qtbot):
    with visit(qtbot, game="chess", start="initial", white="human", black="human") as v:
        v.press_play()
        v.move("e4")
        v.resign()
        v.wait(lambda: v.message == "You resigned.")
        v.window.stage.message.action.click()
        v.wait(lambda: v.game.live)
        assert v.moves == ["e4"]
