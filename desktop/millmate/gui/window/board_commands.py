"""The commands of the board and of its game."""

from collections.abc import Callable
from functools import partial

from millmate.gui.shell.frame.commands import Commands
from millmate.gui.shell.game_view import GameViews
from millmate.gui.shell.play.game import GameController
from millmate.gui.shell.services import Services
from millmate.gui.shell.workspace import Workspace
from millmate.language import tr

# The commands that a move in a game under way changes.
_EACH_TURN = (
    *("take_back", "redo", "move_now", "resign", "offer_draw", "claim_draw", "pause", "hint"),
    *("first", "previous", "next", "last", "clear_drawings"),
)


def bind_board_commands(services: Services) -> None:
    """Bind the commands, and update all whenever the game or the mode changes.

    A turn changes only some of them; menus update theirs when they open.
    """
    commands, workspace, views = services.commands, services.workspace, services.views
    game = services.game
    _bind_undo(commands, workspace, views)
    _bind_match(commands, game)
    _bind_steps(commands, workspace)

    def toggle_set_up() -> None:
        """Start setting up the position shown, or return to the game."""
        if not workspace.editing:
            workspace.set_up(workspace.position)
        elif game.started:
            workspace.leave_set_up()
        else:
            services.notifications.status(tr("Press Play to start a game from this position."))

    commands.bind("edit", toggle_set_up, checked=lambda: workspace.editing)
    commands.bind("flip", lambda: views.board.set_flipped(not views.board.flipped))
    commands.bind("turn", lambda: views.board.turn(), enabled=lambda: views.board.game.turns)
    commands.bind("mirror", lambda: views.board.mirror(), enabled=lambda: views.board.game.turns)
    game.connect_all(commands.refresh, game.moved, game.turn_changed)
    game.turn_changed.connect(partial(_follow_turn, commands, game))
    workspace.mode_changed.connect(commands.refresh)
    for view in views:
        view.editor.changed.connect(lambda _: commands.refresh())
        view.board.choosing_changed.connect(lambda: commands.refresh("take_back"))


def _follow_turn(commands: Commands, game: GameController) -> None:
    """Update what a turn changes; the first move of a game is also the first to be saved."""
    commands.refresh(*(_EACH_TURN if len(game.line.plies) > 1 else ()))


def _bind_undo(commands: Commands, workspace: Workspace, views: GameViews) -> None:
    def take_back() -> None:
        """Cancel a half-entered move on the board, or else take back an edit or a move."""
        if views.board.choosing:
            views.board.cancel_choice()
        else:
            workspace.take_back()

    def undo_text() -> str:
        game = workspace.game
        if workspace.editing or game.can_undo_edit:
            return tr("&Undo")
        return tr("&Take the result back") if game.can_undo_end else tr("&Take back")

    commands.bind(
        "take_back",
        take_back,
        enabled=lambda: views.board.choosing or workspace.can_take_back,
        text=undo_text,
    )
    commands.bind("redo", workspace.redo, enabled=lambda: workspace.can_redo)


def _bind_match(commands: Commands, game: GameController) -> None:
    def draw_text() -> str:
        accept = game.offer is not None and game.offer is not game.person
        return tr("Accept the &draw") if accept else tr("Offer a &draw")

    def can_offer() -> bool:
        return game.can_resign and game.offer in (None, not game.person)

    commands.bind("move_now", game.move_now, enabled=lambda: game.can_hurry)
    commands.bind("resign", game.resign, enabled=lambda: game.can_resign)
    commands.bind("offer_draw", game.offer_draw, enabled=can_offer, text=draw_text)
    commands.bind("claim_draw", game.claim_draw, enabled=lambda: game.can_claim)


def _bind_steps(commands: Commands, workspace: Workspace) -> None:
    game = workspace.game
    steps: dict[str, Callable[[], int]] = {
        "first": lambda: 0,
        "previous": lambda: game.line.cursor - 1,
        "next": lambda: game.line.cursor + 1,
        "last": lambda: len(game.line.plies),
    }

    def can_go_back() -> bool:
        return not workspace.editing and game.line.cursor > 0

    def can_go_on() -> bool:
        return not workspace.editing and not game.line.at_end

    for name, cursor in steps.items():
        enabled = can_go_back if name in ("first", "previous") else can_go_on
        commands.bind(name, lambda cursor=cursor: game.go(cursor()), enabled=enabled)  # type: ignore[misc]
