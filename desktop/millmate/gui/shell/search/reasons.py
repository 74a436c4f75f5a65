"""Why commands cannot be chosen, by id: what is missing, for as long as one is disabled."""

from __future__ import annotations

from millmate.language import mark, tr

_NO_MOVES = mark("The game has no moves yet")
_NO_GAME = mark("No game against an opponent is being played")
_REVIEW = mark("Only a game under review can be annotated")
_FIRST, _LAST = mark("This is the first position"), mark("This is the last position")
_VARIATION = mark("The move shown is not in a variation that can be moved")
_MORRIS = mark("Only the board of morris can be turned and mirrored")

_REASONS = {
    "save": _NO_MOVES,
    "save_as": _NO_MOVES,
    "append": _NO_MOVES,
    "analyse_game": mark("No game with moves is under review"),
    "copy_pgn": mark("No game has been started"),
    "copy_link": mark("Lichess has no positions of morris"),
    "copy_server_link": mark("The server has no positions of morris or of Chess960"),
    "copy_sanmill": mark("Sanmill plays morris on three rings only"),
    "copy_sanmill_moves": mark("No game of morris with moves is shown"),
    "type_move": mark("A position is being set up"),
    "move_now": mark("No engine is thinking about its move"),
    "offer_draw": _NO_GAME,
    "claim_draw": mark("The rules allow no claim of a draw here"),
    "resign": _NO_GAME,
    "take_back": mark("There is nothing to take back"),
    "redo": mark("Nothing has been taken back"),
    "comment": _REVIEW,
    "strip": _REVIEW,
    "make_main": _VARIATION,
    "promote": _VARIATION,
    "demote": _VARIATION,
    "delete_line": _REVIEW,
    "clear_drawings": mark("Nothing is drawn on this board"),
    "first": _FIRST,
    "previous": _FIRST,
    "next": _LAST,
    "last": _LAST,
    "turn": _MORRIS,
    "mirror": _MORRIS,
    "study": mark("You can already try moves here"),
    "variation_up": mark("A position is being set up"),
    "variation_down": mark("A position is being set up"),
}


def reason(command: str) -> str:
    """Return why the command is disabled, as far as it is known."""
    return tr(_REASONS.get(command, mark("Not available now")))
