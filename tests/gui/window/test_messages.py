"""What is said in different places of the window fits together."""

from tests.gui.windows import visit


def test_an_error_does_not_stand_beside_what_went_well_before(qtbot):
    with visit(qtbot) as v:
        v.paste("8/8/8/3k4/8/8/8/KQ6 w - - 0 1")
        v.wait(lambda: v.window.status.currentMessage() == "Position pasted.")
        v.paste("hello")
        v.wait(lambda: v.message != "")
        assert v.window.status.currentMessage() == ""


def test_no_position_is_ready_to_play_beside_the_reason_why_it_is_not(qtbot):
    with visit(qtbot, black="table") as v:
        v.paste("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
        v.wait(lambda: v.window.setup.need.text() != "")
        assert v.window.views.current.editor.verdict.text() == "White to move"
        v.window.setup.players[False].choose("random")
        assert v.window.setup.need.text() == ""
        assert v.window.views.current.editor.verdict.text() == "White to move: ready to play"


def test_an_offer_waits_until_the_message_before_it_has_had_its_time(qtbot):
    with visit(qtbot) as v:
        status, done = v.window.status, []
        status.show_text("You resigned.")
        status.offer("Saved.", "Undo saving", lambda: done.append(True))
        assert (status.currentMessage(), v.offer) == ("You resigned.", "")
        status.clearMessage()
        assert v.offer == "Saved."
        status.show_text("Something else.")
        assert v.offer == ""
        status.clearMessage()
        status.accept.click()
        assert (done, v.offer) == ([True], "")
        status.show_text("Later.")
        status.clearMessage()
        assert v.offer == "", "what was accepted is not offered again"
