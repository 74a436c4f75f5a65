"""The two sides beside the board: their players and what each is doing."""

from __future__ import annotations

from dataclasses import dataclass

from millmate.gui.game_view import GameView
from millmate.gui.play.game import GameController
from millmate.language import tr
from millmate.players.spec import PlayerSpec, describe


@dataclass(frozen=True, slots=True)
class Sides:
    """The name and activity of each side, and the side to move or None."""

    names: dict[bool, str]
    doing: dict[bool, str]
    turn: bool | None


def sides_of(view: GameView, chosen: dict[bool, PlayerSpec], editing: bool, fen: str) -> Sides:
    """Return the sides of the game in `view`, or of the `chosen` players during setup.

    `fen` is the position shown.
    """
    game = view.game
    if editing:
        names = {side: describe(spec, tr) for side, spec in chosen.items()}
        turn: bool | None = view.editor.model.turn
        doing = {side: tr("to move") if side is turn else "" for side in names}
    else:
        names = {side: _said(game, side) for side in game.names}
        turn = game.turn
        doing = {side: _doing(game, side) for side in names}
    doing = {
        side: " · ".join(filter(None, (view.phase(fen, side), words)))
        for side, words in doing.items()
    }
    return Sides(names, doing, turn)


def _said(game: GameController, side: bool) -> str:
    """Return the name of the player of `side`; names in foreign records stay unchanged."""
    name = game.names[side]
    spec = game.specs[side]
    return describe(spec, tr) if describe(spec) == name else tr(name)


def _doing(game: GameController, side: bool) -> str:
    if game.outcome is not None and game.outcome.result != "*":
        if game.outcome.winner is None:
            return tr("draw")
        return tr("won") if game.outcome.winner is side else tr("lost")
    if game.turn is not side:
        return ""
    return tr("to move") if game.awaits_person else tr("thinking…")
