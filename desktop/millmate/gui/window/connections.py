"""The signal connections between the parts of the window."""

from __future__ import annotations

from PySide6.QtGui import QKeySequence, QShortcut

from millmate.games.outcome import Termination
from millmate.gui.kit.translator import translator
from millmate.gui.shell.frame.navigation import Page, Panel
from millmate.gui.window.controlled_window import ControlledWindow
from millmate.language import tr
from millmate.settings import Settings


def connect_parts(w: ControlledWindow) -> None:
    """Connect services, panels and controllers."""
    _connect_services(w)
    _connect_panels(w)
    _connect_pages(w)
    _connect_settings(w)
    w.probe.answered.connect(w.charting.note_answer)
    w.analysis.analyst.told.connect(w.charting.add_findings)
    w.analysis.inserted.connect(lambda: w.navigation.show(Panel.MOVES))
    w.analysis.help_wanted.connect(w.training.drilling.unveil)
    w.square_map.help_wanted.connect(w.veil.lift)
    w.square_map.veiled = lambda: w.veil.hiding
    w.verdict.person = lambda: None if w.workspace.editing or w.game.among_people else w.game.person
    w.verdict.reveal_wanted.connect(w.veil.lift)
    hint = w.commands["hint"]
    w.verdict.hint_wanted.connect(hint.trigger)
    w.verdict.hint.setEnabled(hint.isEnabled())
    hint.enabledChanged.connect(w.verdict.hint.setEnabled)
    w.hints.said.connect(w.verdict.show_hint)
    w.training.course.covered_changed.connect(w.probing.show_again)
    choice = w.training.panel.choose
    choice.seen.connect(lambda: w.table.give_way(choice.isVisible()))
    w.probing.shown.connect(w.square_map.heed_veil)
    w.training.drilling.changed.connect(w.square_map.heed_veil)
    w.column.add_strip(w.square_map.strip)
    _serve_links(w)
    QShortcut(QKeySequence("Esc"), w, lambda: _dismiss(w))


def _serve_links(w: ControlledWindow) -> None:
    links, training = w.services.links, w.training
    links.tables_changed.connect(w.probe.refresh)
    links.tables_changed.connect(w.analysis.renew)
    links.building.connect(w.verdict.set_building)
    links.train.connect(training.train)
    links.hold.connect(training.hold)
    links.train_due.connect(training.open_due)
    links.reveal.connect(w.veil.lift)
    links.hint.connect(w.verdict.show_hint)


def _connect_services(w: ControlledWindow) -> None:
    notifications, workspace = w.notifications, w.workspace
    w.store.not_saved.connect(notifications.status)
    w.probing.found.connect(w.setup.show_answer)
    w.probing.shown.connect(w.verdict.show_answer)
    w.probing.shown.connect(w.table.show_answer)
    w.probing.found.connect(w.exploring.follow)
    w.probing.found.connect(w.analysis.follow)
    workspace.set_up_shown.connect(lambda: _show_set_up(w))
    workspace.set_up_shown.connect(notifications.dismiss)
    workspace.mode_changed.connect(lambda: w.table.release(workspace.fen))
    workspace.position_changed.connect(w.table.follow)


def _show_set_up(w: ControlledWindow) -> None:
    """Show the panel that sets up; explorer and course stay beside the positions that they send."""
    w.navigation.choose(Panel.SET_UP)
    if w.navigation.page is not Page.EXPLORE and not w.training.course.sending:
        w.navigation.show(Page.BOARD)


def _connect_panels(w: ControlledWindow) -> None:
    workspace = w.workspace
    for view in w.views:
        w.score.draw_on(view.board, view.kind)
        view.board.addActions(list(w.commands.values()))
    w.setup.edit_wanted.connect(w.commands["edit"].trigger)
    w.score.view.chosen.connect(workspace.show_game)
    w.typing.opened.connect(w.column.show_field)
    w.moves.go_on.connect(w.game.resume)
    w.moves.play_on.connect(w.new_game.play_on)
    w.table.move_chosen.connect(workspace.play_move)
    w.table.worth_wanted.connect(w.commands["worth"].trigger)
    w.table.explore_wanted.connect(w.exploring.show)
    w.table.pointed.connect(w.analysis.point)
    w.game.ended.connect(lambda: _offer_to_play_on(w))
    build = w.services.build
    build.ended.connect(lambda _: w.probe.refresh())
    build.ended.connect(lambda _: w.analysis.renew())
    w.small_builds.changed.connect(w.verdict.set_unasked)
    w.verdict.trouble = w.services.folder.trouble
    w.verdict.stop_wanted.connect(w.small_builds.stop)
    w.verdict.build_wanted.connect(w.building.open)
    w.verdict.build_now_wanted.connect(w.building.start)
    w.verdict.solve_wanted.connect(w.building.open_solver)
    w.building.offers.offered.connect(w.verdict.show_offer)


def _connect_pages(w: ControlledWindow) -> None:
    w.games.announced.connect(w.notifications.status)


def _offer_to_play_on(w: ControlledWindow) -> None:
    """A single key resigns: offer to take that back."""
    outcome = w.game.outcome
    resigned = outcome is not None and outcome.termination is Termination.RESIGNATION
    if resigned and w.game.can_undo_end and w.game.autosaved:
        w.notifications.remark(tr("You resigned."), tr("Take back"), w.game.take_back)


def _connect_settings(w: ControlledWindow) -> None:
    """Apply the settings of panels, and collect their values when the settings are read."""
    store, current = w.store, w.store.current
    w.setup.set_engines(w.engines.recipes)
    w.engines.changed.connect(w.setup.set_engines)
    w.setup.restore_state(current)
    for view in w.views:
        view.board.set_flipped(current.flipped)
        view.restore_state(current)
        store.provide(view.save_state)
    store.provide(w.setup.save_state)
    store.provide(lambda settings: settings.changed(flipped=w.views.board.flipped))
    store.bind(w.setup.choose_players, "white", "black")

    def apply_threads(settings: Settings) -> None:
        w.verdict.threads = settings.build_threads or None

    def apply_appearance() -> None:
        for view in w.views:
            view.board.set_animated(w.appearance.moving, w.appearance.chosen.speed)
        w.analysis.bar.animated = w.appearance.moving
        w.table.show_worth(w.appearance.chosen.worth)
        w.verdict.show_worth(w.appearance.chosen.worth)

    def retranslate() -> None:
        """Update texts that depend on more than the language."""
        w.probe.forget()
        w.commands.refresh()
        w.players.show_players()
        w.probe.refresh()

    def allow_hovering(settings: Settings) -> None:
        w.services.hovering.allow(settings.hover_boards)

    store.bind(allow_hovering, "hover_boards")
    allow_hovering(current)
    store.bind(apply_threads, "build_threads")
    apply_threads(current)
    w.appearance.changed.connect(apply_appearance)
    w.appearance.show()
    translator.changed.add(w, retranslate)


def _dismiss(w: ControlledWindow) -> None:
    """Hide the messages on both pages, and the position that is pointed at."""
    w.services.hovering.dismiss()
    w.notifications.dismiss()
    for feature in w.services.features:
        feature.dismiss()
