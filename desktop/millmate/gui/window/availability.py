"""Which commands can be given now, and what they are called."""

from collections.abc import Mapping

from PySide6.QtGui import QAction

from millmate.gui.game_view import GameView
from millmate.gui.play.game import GameController
from millmate.gui.score.annotation_controller import AnnotationController
from millmate.language import tr


def show_availability(
    actions: Mapping[str, QAction], desk: GameView, editing: bool, score: AnnotationController
) -> None:
    """Enable what can be done at `desk` now, while setting up (`editing`) or in the game."""
    game, model, board = desk.game, desk.editor.model, desk.board
    line = game.line
    enabled = {
        "take_back": model.can_undo if editing else board.choosing or game.can_take_back,
        "redo": model.can_redo if editing else game.can_redo,
        "type_move": not editing,
        "move_now": game.can_hurry,
        "resign": game.can_resign,
        "offer_draw": game.can_resign and game.offer in (None, not game.person),
        "claim_draw": game.can_claim,
        "first": not editing and line.cursor > 0,
        "previous": not editing and line.cursor > 0,
        "next": not editing and not line.at_end,
        "last": not editing and not line.at_end,
        "save": bool(line.plies),
        "save_as": bool(line.plies),
        "append": bool(line.plies),
        "copy_pgn": game.begun,
        "turn": desk.turns,
        "mirror": desk.turns,
        "study": editing or not game.studied,
        **{name: able and not editing for name, able in score.able().items()},
    }
    for name, able in enabled.items():
        actions[name].setEnabled(able)
    actions["take_back"].setText(_undo_words(game, editing))
    accept = game.offer is not None and game.offer is not game.person
    actions["offer_draw"].setText(tr("Accept the &draw") if accept else tr("Offer a &draw"))
    actions["edit"].setChecked(editing)


def _undo_words(game: GameController, editing: bool) -> str:
    """Return what taking back does now: to a change, to an agreed result, or to a move."""
    if editing or game.can_undo_edit:
        return tr("&Undo")
    return tr("&Take the result back") if game.can_undo_end else tr("&Take back")
