"""The commands of the board and of the window itself, and those shared by several controllers."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt

from millmate.games.board import Rules
from millmate.gui.kit.term_button import ManualPages
from millmate.gui.kit.text_dialog import Texts
from millmate.gui.shell.frame.commands import Commands
from millmate.gui.shell.frame.navigation import Page, Panel
from millmate.gui.shell.game_view import GameViews
from millmate.gui.shell.help.sheets import AboutDialog, ShortcutSheet
from millmate.gui.shell.play.game import GameController
from millmate.gui.shell.services import Services
from millmate.gui.shell.workspace import Workspace
from millmate.gui.window.controlled_window import ControlledWindow
from millmate.language import tr
from millmate.pictures.diagrams import PlaceValues
from millmate.records.notes import Shape


def bind_board_commands(services: Services) -> None:
    """Bind the commands, and refresh all commands whenever the game or the mode changes."""
    commands, workspace, views = services.commands, services.workspace, services.views
    game = services.game
    _bind_undo(commands, workspace, views)
    _bind_match(commands, game)
    _bind_steps(commands, workspace)

    def toggle_set_up() -> None:
        """Start setting up the position shown, or return to the game."""
        if not workspace.editing:
            workspace.set_up(game.line.fen)
        elif game.started:
            workspace.leave_set_up()
        else:
            services.notifications.status(tr("Press Play to begin a game from this position."))

    commands.bind("edit", toggle_set_up, checked=lambda: workspace.editing)
    commands.bind("flip", lambda: views.board.set_flipped(not views.board.flipped))
    commands.bind("turn", lambda: views.board.turn(), enabled=lambda: views.current.turns)
    commands.bind("mirror", lambda: views.board.mirror(), enabled=lambda: views.current.turns)
    game.connect_all(commands.refresh, but=game.moved)
    workspace.mode_changed.connect(commands.refresh)
    for view in views:
        view.editor.changed.connect(lambda _: commands.refresh())
        view.board.choosing_changed.connect(commands.refresh)


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


def bind_window_commands(window: ControlledWindow) -> None:
    commands, navigation = window.commands, window.navigation
    texts, pages = Texts(window), ManualPages(window.notifications)
    pages.started.connect(window.notifications.status)
    pages.failed.connect(window.notifications.warn)
    commands.bind("quit", window.close)
    commands.bind("minimise", window.showMinimized)
    commands.bind("full_screen", lambda: _toggle_full_screen(window))
    commands.bind("show_board", lambda: _show_board(window))
    commands.bind("show_setup", lambda: navigation.show(Panel.SET_UP))
    commands.bind("show_moves", lambda: navigation.show(Panel.MOVES))
    commands.bind("show_table", lambda: _show_table(window))
    commands.bind("best", lambda: play_best(window))
    commands.bind("copy_diagram", lambda: window.pictures.copy(*_diagram(window)))
    commands.bind("save_diagram", lambda: window.pictures.ask_save(*_diagram(window)))
    commands.bind("shortcuts", lambda: ShortcutSheet(window.keys, window))
    commands.bind("manual", lambda: pages.open(navigation.page.entry.manual))
    commands.bind("log", texts.show_log)
    commands.bind("report", texts.show_report)
    commands.bind("about", lambda: AboutDialog(window).show())


def play_best(window: ControlledWindow) -> None:
    """Play the best move by the tables or else by the analysis; in a drill, give a hint."""
    drilling, workspace = window.training.drilling, window.workspace
    if drilling.veiling:
        drilling.hint()
        return
    move = window.probe.best_move(workspace.fen) or window.analysis.best
    answer = window.probe.last
    if move:
        workspace.play_move(move)
    elif answer is None or answer.fen != workspace.fen:
        window.notifications.status(tr("Looking up the position"))
    elif answer.over:
        window.notifications.status(answer.remark)
    elif answer.plan is not None:
        window.notifications.status(
            tr("No best move is known here: build the table (Ctrl+B) or let an engine analyse (A).")
        )
    else:
        window.notifications.status(tr("No best move is known here: let an engine analyse (A)."))


def _toggle_full_screen(window: ControlledWindow) -> None:
    window.setWindowState(window.windowState() ^ Qt.WindowState.WindowFullScreen)


def _show_board(window: ControlledWindow) -> None:
    window.navigation.show(Page.BOARD)
    window.views.board.setFocus()  # where letters are commands


def _show_table(window: ControlledWindow) -> None:
    drilling = window.navigation.page is Page.TRAIN and not window.training.panel.choose.isVisible()
    if not drilling:  # where it is next to the board as well
        window.navigation.show(Page.BOARD)
    window.table.view.setFocus()


def _diagram(window: ControlledWindow) -> tuple[str, tuple[Shape, ...], PlaceValues, Rules]:
    """Return the board's contents: position, shapes, values of the square map, rules."""
    workspace, mapped = window.workspace, window.square_map
    shapes = () if workspace.editing else workspace.game.line.node.notes.shapes
    return mapped.fen, shapes, mapped.values, workspace.rules
