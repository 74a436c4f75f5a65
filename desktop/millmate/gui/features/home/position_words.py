"""The last position or game in words, for going on with it."""

from __future__ import annotations

from dataclasses import dataclass

from millmate.formatting import side_name
from millmate.gui.shell.services import Services
from millmate.language import tr
from millmate.settings import Settings


@dataclass(frozen=True, slots=True)
class LastPosition:
    """What is on the board: the name of its rules, a title, a remark, and what a button offers."""

    fen: str
    game: str
    title: str
    words: str
    button: str


def last_position(services: Services) -> LastPosition | None:
    """Return what is on the board, None if nothing has been done there yet."""
    from millmate.tablebase.table_titles import table_title

    workspace, game = services.workspace, services.game
    fen, rules = workspace.fen, workspace.rules
    code = services.views.ending(fen)
    ending = table_title(code) if code else ""
    if workspace.editing:
        usual = Settings()
        if fen in (usual.start_fen, usual.morris_start, rules.start_fen):
            return None
        return LastPosition(
            fen, rules.name, ending or tr("A position"), tr("Set up"), tr("Back to the board")
        )
    if not game.started:
        return None
    title, going = " – ".join(map(game.player_name, (True, False))), game.live or game.can_resume
    if not going and set(game.names.values()) == {"?"}:
        title, ending = ending or tr("A position"), ""
    outcome = game.outcome
    if going and game.turn is not None:
        end = tr("{side} to move", side=side_name(game.turn))
    else:
        end = "" if outcome is None or outcome.result == "*" else str(outcome)
    words = " · ".join(filter(None, (ending, end)))
    button = tr("Go on playing") if going else tr("Back to the board")
    return LastPosition(fen, rules.name, title, words, button)
